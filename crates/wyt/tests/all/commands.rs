//! What people type and what they get: answers, errors with their exit codes, files, interruption.

use crate::run::{listens, wyt};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

fn text(args: &[&str]) -> String {
    let output = wyt(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(&[args, &["--json"]].concat())).expect("output is one JSON object")
}

/// The exit code and the first line of standard error; nothing on standard output.
fn failure(args: &[&str]) -> (i32, String) {
    let output = wyt(args);
    assert!(output.stdout.is_empty(), "{args:?} prints on standard output");
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(!error.contains("panicked"), "{args:?}: {error}");
    (output.status.code().unwrap_or(-1), error.lines().next().unwrap_or_default().to_string())
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("wyt-test-{}-{name}", std::process::id()))
}

/// Bands of a million were walked amount by amount: 10 s and 3.4 GB.
#[test]
fn the_first_moves_of_a_wide_band_are_listed_and_the_others_counted() {
    let band = json(&["moves", "t-wythoff(t=1000000)", "3000000,3000000", "--first", "3", "--memory", "64M"]);
    assert_eq!(band["options"], serde_json::json!([[0, 0], [0, 1], [0, 2]]));
    assert_eq!((&band["listed"], &band["at_least"]), (&serde_json::json!(3), &serde_json::json!(true)));
    assert!(band["count"].as_u64().unwrap() > 1_000_000, "{band}");
    assert!(band["seconds"].as_f64().unwrap() < 3.0, "{band}");
    let row = json(&["moves", "nim(piles=1)", "10^12", "--first", "2"]);
    assert_eq!(row["count"], 1_000_000_000_000u64);
    assert!(row["at_least"].is_null() && row["listed"] == 2, "{row}");
    let whole = json(&["moves", "wythoff", "3,5"]);
    assert_eq!(whole["count"], whole["options"].as_array().unwrap().len());
    assert!(whole["listed"].is_null(), "{whole}");
}

#[test]
fn the_tour_of_the_readme() {
    assert_eq!(text(&["p", "wythoff", "--first", "6"]), "0,0\n1,2\n3,5\n4,7\n6,10\n8,13\n");
    let solved = text(&["solve", "(i,0) (0,i) (i,i) (1,2) (2,1)", "6,10"]);
    assert!(solved.starts_with("N: the player to move wins\nmove to 2,6\n"), "{solved}");
    let illegal = text(&["moves", "t-wythoff(t=2)", "5,5", "--to", "4,2"]);
    assert_eq!(
        illegal,
        "not legal\n  diagonal (k, l) where |k - l| < t: needs |k - l| < t (k = 1, l = 3, t = 2)\n"
    );
    assert!(text(&["grundy", "wythoff", "--size", "6"]).contains("3 | 3 4 5 6 2 0"));
    assert_eq!(text(&["rep", "zeckendorf", "100"]).trim(), "1000010100");
    let huge = json(&["solve", "wythoff", "1000000000000000000000000000000,1618033988749894848204586834365"]);
    assert_eq!((huge["outcome"].as_str(), huge["by"].as_str()), (Some("N"), Some("theorem")));
    let games = json(&["games"]);
    assert!(games["games"].as_array().is_some_and(|g| g.len() >= 58));
}

#[test]
fn answers_follow_the_contract() {
    let p = json(&["p", "t-wythoff(t=3)", "--below", "20"]);
    assert_eq!(p["params"]["t"], 3);
    assert_eq!((p["convention"].as_str(), p["by"].as_str()), (Some("normal"), Some("rules")));
    assert!(p["seconds"].is_number());
    let misere = json(&["p", "wythoff", "--below", "6", "--misere"]);
    assert_eq!(misere["positions"], serde_json::json!([[0, 1], [2, 2], [3, 5]]));
    let sum = json(&["solve", "wythoff + nim(piles=1)", "1,2 + 4"]);
    assert_eq!((&sum["outcome"], &sum["value"]), (&"N".into(), &4.into()));
    let sorted = json(&["solve", "t-wythoff(t=2)", "20,3"]);
    assert!(sorted["reason"].as_str().is_some_and(|r| r.ends_with("Move to (1, 3).")), "{sorted}");
    assert_eq!(sum["moves"], serde_json::json!(["1,2 + 0"]));
    let summary = json(&["p", "wythoff", "--below", "10", "--summary"]);
    assert_eq!(summary["count"], 4);
    let at = json(&["grundy", "wythoff", "--at", "3,4"]);
    assert_eq!(at["value"], 2);
    let blocked = json(&["p", "wythoff", "--below", "10", "--block", "2"]);
    assert_eq!(blocked["positions"], json(&["p", "blocking-wythoff(k=2)", "--below", "10"])["positions"]);
    let ended = json(&["p", "nim(piles=1)", "--below", "6", "--terminal", "3"]);
    assert_eq!(ended["positions"], serde_json::json!([[0], [3]]));
    let fibonacci = json(&["p", "fibonacci-nim", "--below", "30"]);
    assert_eq!(fibonacci["positions"], serde_json::json!([[1], [2], [3], [5], [8], [13], [21]]));
    assert_eq!(json(&["solve", "fibonacci-nim", "20;last=4"])["outcome"], "N");
}

#[test]
fn mistakes_get_one_line_a_place_and_the_right_code() {
    for (args, code, message) in [
        (&["p", "whythoff", "--first", "3"][..], 2, "error: there is no game called `whythoff`"),
        (&["p", "wythoff"], 2, "error: how many P-positions?"),
        (&["p", "t-wythoff(t=0)", "--first", "3"], 2, "error: the parameter `t` is 0, out of range"),
        (&["p", "(i,0) (0,i) @", "--first", "3"], 2, "error: the character `@` has no meaning here"),
        (&["solve", "wythoff", "3,-1"], 2, "error: `-1` is not a pile: a pile cannot be negative"),
        (&["solve", "wythoff", "-1,3"], 2, "error: `-1` is not a pile: a pile cannot be negative"),
        (&["grundy", "wythoff", "--at", "-1,3"], 2, "error: `-1` is not a pile: a pile cannot be negative"),
        (&["p", "wythoff", "--first", "-1"], 2, "error: --first -1: this is not a number"),
        (
            &["solve", "wythoff", "3,6", "--all", "--by", "theory"],
            2,
            "error: all winning moves are found by looking at every option",
        ),
        (
            &["p", "(i,0)", "--first", "3", "--by", "theory"],
            2,
            "error: no theory lists the P-positions of these",
        ),
        (&["solve", "wythoff", "3"], 2, "error: the position has 1 pile, and the game 2"),
        (&["solve", "wythoff", "3,x"], 2, "error: `x` is not a pile: the character `x` is not a digit"),
        (&["grundy", "blocking-wythoff(k=2)", "--size", "4"], 2, "error: this game has no Grundy values"),
        (
            &["moves", "(i,0) (0,i) where 10 div (y - 3) > 1", "0,3"],
            2,
            "error: division by zero at position 0,3",
        ),
        (&["moves", "(i,0) (0,i) where 2^2^i > 1", "0,30"], 3, "error: a value here has more than"),
        (&["grundy", "wythoff", "--size", "1000000"], 3, "error: "),
        (
            &["p", "@/no/such/file.game", "--first", "3"],
            2,
            "error: the file `/no/such/file.game` cannot be read",
        ),
        (
            &["export", "wythoff", "--below", "9", "--format", "csv", "-o", "/no/such/folder/x.csv"],
            2,
            "error: the file `/no/such/folder/x.csv` cannot be written",
        ),
        (&["p", "wythoff", "--first", "3", "--threads", "99999999"], 2, "error: --threads 99999999: at most"),
        (&["check", "/no/such/file"], 2, "error: the file `/no/such/file` cannot be read"),
        (&["prove", "euclid"], 2, "error: outside the linear fragment"),
        (&["verify", "LEX-T31"], 2, "error: there is no row `LEX-T31` in the ledger"),
    ] {
        let (found, line) = failure(args);
        assert_eq!(found, code, "{args:?}: {line}");
        assert!(line.starts_with(message), "{args:?}: {line}");
    }
}

#[test]
fn tables_are_checked_and_forgeries_named() {
    let file = temporary("p.table");
    let path = file.to_str().expect("a path");
    text(&["export", "t-wythoff(t=2)", "--below", "20", "--format", "table", "-o", path, "--force"]);
    assert_eq!(json(&["check", path])["kind"], "p-set");
    let written = std::fs::read_to_string(&file).expect("the table is there");
    std::fs::write(&file, written.replace("\n1,3\n", "\n1,4\n")).expect("the table is changed");
    let (code, line) = failure(&["check", path]);
    assert!(code == 1 && line.contains("1,3"), "{code}: {line}");
    std::fs::write(&file, &written[..written.len() / 2]).expect("the table is cut");
    assert_eq!(failure(&["check", path]).0, 2);
    text(&["export", "wythoff", "--size", "12", "--format", "table", "-o", path, "--force"]);
    assert_eq!(json(&["check", path])["kind"], "grundy");
    let _ = std::fs::remove_file(&file);
}

#[test]
fn proofs_are_written_and_checked() {
    let file = temporary("proof");
    let path = file.to_str().expect("a path");
    let proof = json(&["prove", "t-wythoff(t=2)", "--certificate", path]);
    assert_eq!(proof["verdict"], "proved");
    assert_eq!(json(&["check", path])["kind"], "automaton");
    let written = std::fs::read_to_string(&file).expect("the certificate is there");
    std::fs::write(&file, &written[..written.len() / 2]).expect("the certificate is cut");
    assert_eq!(failure(&["check", path]).0, 2);
    let refuted = json(&["prove", "wythoff", "--candidate", "x == y"]);
    assert_eq!(refuted["counterexample"], serde_json::json!([1, 1]));
    text(&["discover", "maharaja", "--below", "300", "--certificate", path]);
    assert_eq!(json(&["check", path])["kind"], "transducer");
    let written = std::fs::read_to_string(&file).expect("the certificate is there");
    std::fs::write(&file, &written[..written.len() / 2]).expect("the certificate is cut");
    assert_eq!(failure(&["check", path]).0, 2);
    let _ = std::fs::remove_file(&file);
}

#[test]
fn exports_are_what_other_tools_read() {
    let file = temporary("export");
    let path = file.to_str().expect("a path");
    text(&["export", "wythoff", "--below", "8", "--format", "csv", "-o", path, "--force"]);
    assert_eq!(std::fs::read_to_string(&file).expect("csv"), "x,y\n0,0\n1,2\n3,5\n4,7\n");
    text(&["export", "wythoff", "--first", "4", "--format", "bfile", "--pile", "2", "-o", path, "--force"]);
    assert_eq!(std::fs::read_to_string(&file).expect("bfile"), "0 0\n1 2\n2 5\n3 7\n");
    text(&["export", "wythoff", "--size", "3x4", "--format", "npy", "-o", path, "--force"]);
    let bytes = std::fs::read(&file).expect("npy");
    assert!(bytes.starts_with(b"\x93NUMPY") && bytes.len() == 128 + 3 * 4 * 8, "{}", bytes.len());
    let _ = std::fs::remove_file(&file);
}

#[cfg(unix)]
#[test]
fn devices_and_links_stay_what_they_are() {
    use std::os::unix::fs::FileTypeExt;
    let export = ["export", "wythoff", "--below", "8", "--format", "csv", "-o"];
    // A device without end as rules, as a position, as a table.
    for args in [&["p", "@/dev/zero", "--first", "3"][..], &["check", "/dev/zero"]] {
        assert_eq!(failure(args).0, 2, "{args:?}");
    }
    assert_eq!(
        text(&[&export[..], &["/dev/stdout"]].concat()),
        "x,y\n0,0\n1,2\n3,5\n4,7\n/dev/stdout: 4 positions\n"
    );
    text(&[&export[..], &["/dev/null"]].concat());
    assert!(std::fs::metadata("/dev/null").expect("there it is").file_type().is_char_device());
    let (file, link) = (temporary("target.csv"), temporary("link.csv"));
    std::fs::write(&file, "old").expect("a file");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    text(&[&export[..], &[link.to_str().expect("a path"), "--force"]].concat());
    assert!(std::fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(std::fs::read_to_string(&file).expect("the file").starts_with("x,y\n0,0\n"));
    let _ = (std::fs::remove_file(&file), std::fs::remove_file(&link));
}

#[test]
fn conventions_go_on_games_in_rust_too() {
    // Rows of two piles are Wythoff's game.
    for modifiers in [&["--misere"][..], &["--terminal", "2,4"], &["--pass"], &["--pass", "--misere"]] {
        let found = |game: &str| json(&[&["p", game, "--below", "12"], modifiers].concat());
        let (own, rules) = (found("end-wythoff(piles=2)"), found("wythoff"));
        assert_eq!(own["positions"], rules["positions"], "{modifiers:?}");
        assert_eq!(own["convention"], rules["convention"], "{modifiers:?}");
    }
    assert_eq!(json(&["solve", "ratwyt", "1/2,1/3", "--misere"])["by"], "rules");
    assert_eq!(json(&["p", "end-wythoff", "--below", "4", "--block", "2"])["block"]["k"], 2);
    for args in [
        &["solve", "golden-nugget", "7", "--misere"][..],
        &["solve", "wytlex", "3,4,5", "--pass"],
        &["p", "end-wythoff", "--below", "4", "--block", "2:nim"],
        &["grundy", "end-wythoff", "--size", "4", "--misere"],
        &["solve", "nim + nim", "1,2,3 + 1,2,3", "--misere"],
    ] {
        assert_eq!(failure(args).0, 2, "{args:?}");
    }
}

#[test]
fn sums_take_rules_and_files() {
    let file = temporary("sum.game");
    std::fs::write(&file, "piles ordered x, y\nmove (i, 0)\nmove (0, i)\n").expect("a file");
    let path = file.to_str().expect("a path");
    for (spec, position) in [
        ("nim(piles=1) + \"(i,0) (0,i)\"".to_string(), "1 + 5,4"),
        (format!("@{path} + nim(piles=1)"), "5,4 + 1"),
        (format!("nim(piles=1) + @{path}"), "1 + 5,4"),
    ] {
        assert_eq!(json(&["solve", &spec, position])["outcome"], "P", "{spec}");
    }
    let (code, line) = failure(&["solve", "(i,0) (0,i) + nim", "5,4 + 1"]);
    assert!(code == 2 && line.contains("found `+`"), "{line}");
    let (code, line) = failure(&["solve", "nim + nim", "1,2,3 + 1,2,3", "--by", "theory"]);
    assert!(code == 2 && line.contains("a sum is solved by"), "{line}");
    let _ = std::fs::remove_file(&file);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_had() {
    let file = temporary("resume");
    let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
        .args(["verify", "--small", "--threads", "1", "--resume"])
        .arg(&file)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("wyt runs");
    // As soon as some rows are kept, interrupt.
    for _ in 0..600 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        if std::fs::read_to_string(&file).is_ok_and(|kept| kept.lines().count() > 3) {
            break;
        }
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let status = child.wait().expect("wyt ends");
    let kept = std::fs::read_to_string(&file).expect("rows are kept");
    let rows: Vec<Value> =
        kept.lines().skip(1).filter_map(|line| serde_json::from_str(line.split_once(' ')?.1).ok()).collect();
    assert!(rows.len() >= 3 && rows.iter().all(|row| row["id"].is_string()), "{kept}");
    assert!(status.code() == Some(130) || status.code() == Some(0), "{status:?}");
    let _ = std::fs::remove_file(&file);
}

#[cfg(unix)]
#[test]
fn interrupted_p_positions_are_all_up_to_the_last_one() {
    let game = "(i,0) (0,i) (i,i) (3i,5i)";
    let child = Command::new(env!("CARGO_BIN_EXE_wyt"))
        .args(["p", game, "--below", "50000000", "--memory", "8G"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("wyt runs");
    listens(child.id());
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("wyt ends");
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("error: interrupted; "), "{error}");
    let kept = String::from_utf8_lossy(&output.stdout);
    let count = kept.lines().count();
    assert!(count > 100, "{count} kept");
    // What was kept is what a shorter run to the end gives.
    assert_eq!(kept, text(&["p", game, "--first", &count.to_string()]));
}

#[cfg(unix)]
#[test]
fn interrupted_grundy_values_are_a_smaller_table() {
    // A square by symmetry, whole rows, and value by value.
    for game in ["wythoff", "(i,0) (0,i) (i,i) (i,2i)", "t-wythoff(t=3)"] {
        for threads in ["1", "2"] {
            let child = Command::new(env!("CARGO_BIN_EXE_wyt"))
                .args(["grundy", game, "--size", "20000", "--memory", "12G", "--summary", "--json"])
                .args(["--threads", threads])
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .expect("wyt runs");
            listens(child.id());
            std::thread::sleep(std::time::Duration::from_millis(120));
            let id = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
            let output = child.wait_with_output().expect("wyt ends");
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(130), "{game}: {error}");
            if output.stdout.is_empty() {
                // No part was complete, or there was no time to put it together.
                assert!(error.starts_with("error: interrupted; no"), "{game}: {error}");
                continue;
            }
            let kept: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
            assert_eq!(kept["partial"], true);
            let (_, size) = error.trim().split_once("the values of a table of ").expect("the size is told");
            // What was kept is what a run to the end of that size gives.
            let whole = json(&["grundy", game, "--size", size, "--summary"]);
            for key in ["count", "last", "sha256"] {
                assert_eq!(kept[key], whole[key], "{game} {size} {key}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_machine_refuses_is_a_limit() {
    // Asked for in one piece, and growing on the way.
    let (code, error) = failure(&["grundy", "wythoff", "--size", "9000000", "--memory", "1000T"]);
    assert!(code == 3 && error.starts_with("warning: --memory 1000T is more than is free"), "{error}");
    for command in [
        "grundy wythoff --size 20000 --memory 100G",
        "p '(i,0) (0,i)' --below 30000000 --by rules --threads 1 --memory 100G",
        "moves 'nim(piles=2)' 1500000,1600000 --first 10000000 --threads 1 --memory 100G",
    ] {
        let script = format!("ulimit -v 350000; exec {} {command}", env!("CARGO_BIN_EXE_wyt"));
        let output = Command::new("sh").args(["-c", &script]).output().expect("sh runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{command}: {error}");
        assert!(
            error.lines().any(|line| line.starts_with("error: ") && line.contains("memory")),
            "{command}: {error}"
        );
    }
}

#[test]
fn what_is_remembered_is_read_with_care() {
    for (game, position, code, message) in [
        ("fibonacci-nim", "20;last=-1", 2, "error: last=-1 is out of range"),
        ("imitation-nim", "3,4;theirs=-2", 2, "error: theirs=-2 is out of range"),
        ("fibonacci-nim", "20;last=1;last=2", 2, "error: `last` is given twice"),
        ("fibonacci-nim", "20;lsat=1", 2, "error: the game remembers nothing called `lsat`"),
        ("fibonacci-nim", "20;last", 2, "error: `last` is not NAME=VALUE"),
        ("fibonacci-nim", "20;", 2, "error: `` is not NAME=VALUE"),
        ("fibonacci-nim", "20;last=x", 2, "error: last=x: `x` is not a whole number"),
        (
            "fibonacci-nim",
            "20;last=99999999999999999999",
            3,
            "error: last=99999999999999999999: a memory cell",
        ),
        ("wythoff", "3,5;last=1", 2, "error: the game remembers nothing called `last`"),
        ("wythoff", "3,5;passed=1", 2, "error: this game has no pass"),
    ] {
        let (found, line) = failure(&["solve", game, position]);
        assert_eq!(found, code, "{game} {position}: {line}");
        assert!(line.starts_with(message), "{game} {position}: {line}");
    }
    for (position, message) in [
        ("3,5;passed=2", "error: passed=2: the pass is spent"),
        ("3,5;passed=1;passed=0", "error: `passed` is given twice"),
    ] {
        let (found, line) = failure(&["solve", "wythoff", "--pass", position]);
        assert!(found == 2 && line.starts_with(message), "{position}: {line}");
    }
}

#[test]
fn a_move_is_judged_with_what_it_leaves_behind() {
    let judged = |args: &[&str]| text(&[&["moves"], args].concat());
    assert!(judged(&["fibonacci-nim", "20", "--to", "17;last=3"]).starts_with("legal, by take"));
    let other = judged(&["fibonacci-nim", "20", "--to", "17;last=2"]);
    assert!(other.starts_with("not legal\n  take: ") && other.contains("leads to 17;last=3"), "{other}");
    assert_eq!(
        judged(&["wythoff", "3,5", "--to", "3,5;passed=1", "--pass"]),
        "legal, by the pass, once in the game\n"
    );
    assert_eq!(
        judged(&["wythoff", "0,0", "--to", "0,0", "--pass"]),
        "not legal\n  no pass where there is no move\n"
    );
    assert_eq!(
        judged(&["wythoff", "3,5;passed=1", "--to", "3,5;passed=1", "--pass"]),
        "not legal\n  takes nothing: a move changes some pile\n"
    );
    assert!(json(&["moves", "wythoff", "3,5", "--to", "1,1"])["seconds"].is_number());
}

#[test]
fn two_games_are_compared() {
    let said = text(&["compare", "wythoff", "maharaja"]);
    assert_eq!(said, "different P-positions, first at 1,2\n  wythoff: P\n  maharaja: N\n");
    let said = text(&["compare", "wythoff", "r-wythoff", "--below", "50"]);
    assert!(said.starts_with("the same P-positions, compared for piles below 50,50\n"), "{said}");
    // Conventions are of the first game, or of both.
    assert_eq!(json(&["compare", "wythoff", "wythoff", "--misere", "--below", "9"])["first"][0], 0);
    assert_eq!(json(&["compare", "wythoff", "wythoff", "--misere", "--both"])["same"], true);
    let said = text(&["compare", "(i,0) (0,i) (i,2i)", "(i,0) (0,i) (i,i)", "--size", "8"]);
    assert_eq!(
        said,
        "different Grundy values, first at 1,1\n  (i,0) (0,i) (i,2i): 0\n  (i,0) (0,i) (i,i): 2\n"
    );
    let (code, error) = failure(&["compare", "wythoff", "nim"]);
    assert!(code == 2 && error.contains("2 piles"), "{error}");
}
