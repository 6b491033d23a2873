//! Files for other tools, the OEIS offline, sweeps: as they are typed.

use std::path::PathBuf;
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("wyt-exchange-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder can be made");
    path
}

fn wyt(folder: &PathBuf, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wyt")).current_dir(folder).args(args).output().expect("wyt runs")
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn a_bfile_has_consecutive_indices_and_line_feeds() {
    let here = folder("bfile");
    let args = ["export", "wythoff", "--first", "50", "--format", "bfile", "--offset", "1", "-o", "-"];
    let text = told(&wyt(&here, &args));
    assert!(text.ends_with('\n') && !text.contains('\r'));
    for (line, index) in text.lines().zip(1..) {
        let (n, value) = line.split_once(' ').expect("an index and a value");
        assert_eq!(n.parse(), Ok(index));
        assert!(value.len() <= 1000 && value.bytes().all(|byte| byte.is_ascii_digit()));
    }
    assert_eq!(text.lines().count(), 50);
    for format in ["bfile", "oeis"] {
        let far = i64::MAX.to_string();
        let args = ["export", "wythoff", "--first", "5", "--format", format, "--offset", &far, "-o", "-"];
        let refused = wyt(&here, &args);
        assert_eq!(refused.status.code(), Some(2), "{}", String::from_utf8_lossy(&refused.stderr));
    }
}

#[test]
fn a_sequence_or_a_game_is_looked_up_in_a_copy() {
    let here = folder("oeis");
    let copy = "A000201 ,1,3,4,6,8,9,11,12,14,16,17,19,21,22,\nA000027 ,1,2,3,4,5,6,7,8,9,10,11,12,\n";
    std::fs::write(here.join("stripped"), copy).unwrap();
    std::fs::write(here.join("names"), "A000201 Lower Wythoff sequence.\n").unwrap();
    let found = told(&wyt(&here, &["oeis", "wythoff", "--stripped", "stripped", "--names", "names"]));
    assert!(found.contains("A000201 Lower Wythoff sequence."), "{found}");
    std::fs::write(here.join("b.txt"), "1 2\n2 4\n3 5\n4 7\n5 9\n6 10\n7 12\n8 13\n9 15\n10 17\n").unwrap();
    let found = told(&wyt(&here, &["oeis", "b.txt", "--stripped", "stripped"]));
    assert!(found.contains("A000201") && found.contains("minus 1"), "{found}");
    let missing = wyt(&here, &["oeis", "wythoff", "--stripped", "nowhere"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn a_sweep_goes_on_only_when_asked_and_ends_with_the_same_bytes() {
    let here = folder("sweep");
    let sweep = |into: &str, last: &str, more: &[&str]| {
        let args =
            ["sweep", "i,0; 0,i; i,i; ({a}i,{b}i)", "--for", "a=1..3", "--for", last, "--ask", "p first=30"];
        let more = [&args, &["--ask", "slopes", "--ask", "identify", "-o", into][..], more].concat();
        wyt(&here, &more)
    };
    assert!(told(&sweep("one", "b=a..3", &[])).contains("6 games, 6 of them computed now"));
    assert_eq!(sweep("one", "b=a..4", &[]).status.code(), Some(2));
    assert!(told(&sweep("one", "b=a..4", &["--resume"])).contains("9 games, 3 of them computed now"));
    told(&sweep("other", "b=a..4", &["--threads", "1"]));
    for file in ["rows.jsonl", "rows.parquet"] {
        let read = |into: &str| std::fs::read(here.join(into).join(file)).expect("it is there");
        assert!(read("one") == read("other"), "{file}");
    }
}

/// The checker's own reader reads the rules of every game that has rules, and accepts its table.
#[test]
fn tables_of_the_catalog_are_accepted() {
    let here = folder("catalog-tables");
    let games = wyt(&here, &["games", "--json"]);
    let games: serde_json::Value = serde_json::from_slice(&games.stdout).expect("it is JSON");
    let names = games["games"].as_array().expect("a list").iter().filter_map(|game| game["name"].as_str());
    let (mut accepted, mut refused) = (0, Vec::new());
    for name in names {
        let made =
            wyt(&here, &["export", name, "--below", "8", "--format", "table", "-o", "table", "--force"]);
        if !made.status.success() {
            continue;
        }
        let checked = wyt(&here, &["check", "table"]);
        match checked.status.code() {
            Some(0) => accepted += 1,
            // A move that adds to a pile leads out of every box.
            Some(3) if String::from_utf8_lossy(&checked.stderr).contains("out of the box") => {}
            _ => refused.push(format!("{name}: {}", String::from_utf8_lossy(&checked.stderr))),
        }
    }
    assert!(refused.is_empty() && accepted >= 50, "{accepted} accepted, {refused:?}");
}
