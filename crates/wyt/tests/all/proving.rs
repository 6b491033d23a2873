//! Proofs at the command line: candidates, certificates, and positions of any size decided by them.

use crate::run::wyt;
use serde_json::Value;
use std::path::PathBuf;

fn json(args: &[&str]) -> Value {
    let output = wyt(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("output is one JSON object")
}

/// The exit code and the first line of the error.
fn refused(args: &[&str]) -> (Option<i32>, String) {
    let output = wyt(args);
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    (output.status.code(), error.lines().next().unwrap_or_default().to_string())
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("wyt-proving-{}-{name}", std::process::id()))
}

/// Nim with three pairs of which one joins equal piles: no theory knows it.
const GAME: &str = "(i,0) (0,i) (2,2) (1,2) (2,1)";

#[test]
fn piles_of_a_thousand_digits_by_a_proof_of_inline_rules() {
    let file = temporary("piles");
    let pile = |seed: u32| {
        (0..1_000u32).map(|i| char::from(b'1' + ((i * i + seed * i) % 9) as u8)).collect::<String>()
    };
    std::fs::write(&file, format!("{},{}", pile(1), pile(2))).unwrap();
    let at = format!("@{}", file.display());
    let solved = json(&["solve", GAME, &at]);
    assert_eq!((solved["by"].as_str(), solved["outcome"].as_str()), (Some("proof"), Some("N")), "{solved}");
    assert!(solved["proof"]["states"].is_number() && solved["proof"]["numeration"].is_string());
    // What it moves to is lost.
    let to: Vec<String> = solved["moves"][0]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_str().map_or_else(|| n.to_string(), String::from))
        .collect();
    std::fs::write(&file, to.join(",")).unwrap();
    let lost = json(&["solve", GAME, &at]);
    assert_eq!((lost["by"].as_str(), lost["outcome"].as_str()), (Some("proof"), Some("P")));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_proof_agrees_with_the_rules() {
    for position in ["0,0", "3,5", "4,4", "7,9", "12,12"] {
        let by = |method: &str| json(&["solve", GAME, position, "--by", method])["outcome"].clone();
        assert_eq!(by("proof"), by("rules"), "{position}");
    }
}

#[test]
fn a_certificate_is_checked_and_compared_before_it_decides() {
    let file = temporary("t2.cert");
    let name = file.display().to_string();
    assert_eq!(json(&["prove", "t-wythoff(t=2)", "--certificate", &name])["verdict"], "proved");
    let checked = json(&["check", &name]);
    let details = checked["details"].as_str().unwrap();
    assert!(details.contains("the families are those of the rules text; all moves from"), "{details}");
    assert_eq!(checked["compared"], true);
    let solved = json(&["solve", "t-wythoff(t=2)", "10,20", "--certificate", &name]);
    assert_eq!((solved["by"].as_str(), solved["outcome"].as_str()), (Some("proof"), Some("N")));
    let (code, error) = refused(&["solve", "t-wythoff(t=3)", "10,20", "--certificate", &name]);
    assert_eq!(code, Some(1));
    assert!(error.contains("is not about this game"), "{error}");
    // The set of a certificate is a candidate, too.
    let set = format!("@{name}");
    assert_eq!(json(&["prove", "t-wythoff(t=2)", "--candidate", &set])["verdict"], "proved");
    let refuted = json(&["prove", "wythoff", "--candidate", &set]);
    assert_eq!((refuted["verdict"].as_str(), refuted["confirmed"].as_bool()), (Some("refuted"), Some(true)));
    // Another text over the same families is found out.
    let text = std::fs::read_to_string(&file).unwrap().replace("|k - l| < t", "|k - l| <= t");
    std::fs::write(&file, text).unwrap();
    let (code, error) = refused(&["check", &name]);
    assert_eq!(code, Some(1));
    assert!(error.contains("not about the rules text"), "{error}");
    std::fs::remove_file(&file).unwrap();
}

/// What `check` says of a certificate is the whole statement, whatever the rules text in it pretends.
#[test]
fn check_tells_the_whole_statement() {
    let file = temporary("misere.cert");
    let name = file.display().to_string();
    json(&["prove", "(i,0) (0,i) (i,i)", "--misere", "--terminal", "3,4", "--certificate", &name]);
    let checked = json(&["check", &name]);
    let statement = checked["statement"].to_string();
    for part in ["misère play: the player who cannot move wins", "also ends at (3, 4), (4, 3)", "x0' < x0"] {
        assert!(statement.contains(part), "{part}: {statement}");
    }
    assert!(checked["statement_as_rules"].as_str().unwrap().contains("misere\n"), "{checked}");
    // A text of normal play over the same proof: the certificate was accepted without a word about misère play.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("rules misere\n", "")).unwrap();
    let output = wyt(&["check", &name]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("misère play, the rules say normal play"), "{error}");
    // A text that cannot be read is not compared, and that is no success.
    let words = text.lines().filter(|line| !line.starts_with("rules"));
    let told =
        format!("rules Wythoff's game\u{1b}[2J, normal play\n{}\n", words.collect::<Vec<_>>().join("\n"));
    let told = told.replacen("wythoff automaton certificate 1\n", "", 1);
    std::fs::write(&file, format!("wythoff automaton certificate 1\n{told}")).unwrap();
    let output = wyt(&["check", &name]);
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("\\u{1b}") && !shown.contains('\u{1b}'), "{shown}");
    assert!(shown.contains("misère play"), "{shown}");
    let output = wyt(&["check", &name, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["ok"], &object["compared"]), (&true.into(), &false.into()));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_transducer_certificate_is_checked_and_compared_before_it_decides() {
    let file = temporary("knight.cert");
    let name = file.display().to_string();
    let knight = "(i,0) (0,i) (i,i) (1,2) (2,1)";
    json(&["discover", knight, "--below", "100", "--certificate", &name]);
    for position in ["0,0", "1,3", "7,9", "30,48", "40,65"] {
        let solved = json(&["solve", "maharaja", position, "--certificate", &name]);
        let rules = json(&["solve", "maharaja", position, "--by", "rules", "--all"]);
        assert_eq!(solved["by"], "proof");
        assert_eq!(solved["outcome"], rules["outcome"], "{position}");
        let winning = rules["moves"].as_array().unwrap();
        assert!(solved["moves"].as_array().unwrap().iter().all(|to| winning.contains(to)), "{solved}");
    }
    let huge = format!("1{},2{}", "0".repeat(1_000), "3".repeat(1_000));
    let solved = json(&["solve", knight, &huge, "--certificate", &name]);
    assert_eq!(solved["outcome"], "N");
    assert_eq!(solved["proof"]["states"], 15);
    for other in ["maharaja(p=2,q=3)", "wythoff", "nim(piles=2)"] {
        let (code, error) = refused(&["solve", other, "3,5", "--certificate", &name]);
        assert_eq!(code, Some(1), "{error}");
        assert!(
            error.contains("is not about this game; it is about (i,0) (0,i) (i,i) (1,2) (2,1)"),
            "{error}"
        );
    }
    let (code, error) = refused(&["solve", "maharaja", "3,5,7", "--certificate", &name]);
    assert_eq!(code, Some(2), "{error}");
    // A forged one does not decide.
    let text = std::fs::read_to_string(&file).unwrap().replace("origin 391", "origin 390");
    std::fs::write(&file, text).unwrap();
    assert_eq!(refused(&["solve", "maharaja", "3,5", "--certificate", &name]).0, Some(1));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn automaton_files_and_conditions() {
    let file = temporary("nim.aut");
    let at = format!("@{}", file.display());
    std::fs::write(&file, "# equal piles\nnumeration base 2\nautomaton set 1\nstarts 1\ns 1 0,0>1 1,1>1\n")
        .unwrap();
    assert_eq!(json(&["prove", "(i,0) (0,i)", "--candidate", &at])["verdict"], "proved");
    std::fs::write(&file, "numeration base 2\nautomaton set 1\nstarts 1\ns 1 0,0>1 1,2>1\n").unwrap();
    let (code, error) = refused(&["prove", "(i,0) (0,i)", "--candidate", &at]);
    assert_eq!(code, Some(2));
    assert!(error.contains("line 4: `1,2>1`: the digit 2 is too large"), "{error}");
    std::fs::remove_file(&file).unwrap();
    let refuted = json(&["prove", "(i,0) (0,i)", "--candidate", "x == y and x < 1000"]);
    assert_eq!(refuted["counterexample"], serde_json::json!([1000, 1000]));
}

#[test]
fn a_condition_speaks_of_the_sorted_piles_where_order_does_not_matter() {
    let odd = "(i,0) (0,i) (i,i) where i mod 2 == 1";
    let proved = json(&["prove", odd, "--candidate", "x + y == 0 or (y == x + 1 and x mod 2 == 1)"]);
    assert_eq!(proved["verdict"], "proved", "{proved}");
    let nim = json(&["prove", "(i,0,0) (0,i,0) (0,0,i)", "--candidate", "x == y and z == 0"]);
    assert_eq!(nim["counterexample"], serde_json::json!([0, 1, 1]));
    assert_eq!((nim["verdict"].as_str(), nim["confirmed"].as_bool()), (Some("refuted"), Some(true)));
    // A condition that is not linear is read the same way.
    let product =
        json(&["prove", "wythoff", "--candidate", "x * y == 0 and y == 0 or x * y == 2 and x == 1"]);
    assert_eq!(product["counterexample"], serde_json::json!([3, 5]), "{product}");
}

/// What is known position by position only is never called proved: it agreed below a bound, and was said to be proved.
#[test]
fn a_set_that_was_only_asked_fits() {
    let fits = json(&["prove", "wythoff", "--candidate", "beatty (1+sqrt(5))/2"]);
    assert_eq!((&fits["verdict"], &fits["bound"]), (&"fits".into(), &512.into()), "{fits}");
    assert_eq!(fits["states"], 7);
    // A rational slope that agrees below 256.
    let wrong = json(&["prove", "wythoff", "--candidate", "beatty 1.618"]);
    assert_ne!(wrong["verdict"], "proved", "{wrong}");
    let product = json(&["prove", "(i,0) (0,i)", "--candidate", "x*x == y*y"]);
    assert_eq!(product["verdict"], "fits", "{product}");
}

/// A certificate that a limit kept from being written does not take the verdict with it.
#[test]
fn a_verdict_outlives_its_certificate() {
    let file = temporary("late.cert");
    let name = file.display().to_string();
    let output = wyt(&["prove", "wythoff", "--certificate", &name, "--time", "0", "--json"]);
    assert!(matches!(output.status.code(), Some(0 | 3)));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(matches!(object["verdict"].as_str(), Some("unknown" | "proved")), "{object}");
    assert!(!file.exists());
}

#[test]
fn theorems_about_a_proved_game() {
    let file = temporary("theorem.cert");
    let name = file.display().to_string();
    let statement = "exists unique y: P(x, y)";
    let proved = json(&["prove", "wythoff", "--implies", statement, "--certificate", &name]);
    assert_eq!(
        (&proved["verdict"], &proved["theorems"][0]["holds"]),
        (&"proved".into(), &true.into()),
        "{proved}"
    );
    let checked = json(&["check", &name]);
    assert_eq!((&checked["kind"], &checked["compared"]), (&"theorem".into(), &true.into()));
    assert!(checked["details"].as_str().unwrap().contains("for all x: "), "{checked}");
    let refuted = json(&["prove", "wythoff", "--implies", "y >= 2*x implies N"]);
    assert_eq!((&refuted["verdict"], &refuted["counterexample"]["x"]), (&"refuted".into(), &0.into()));
    let (code, error) = refused(&["prove", "wythoff", "--implies", "y >= 2*q implies N"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("there is no variable `q`"), "{error}");
    // Misère play agrees with normal play beyond a corner.
    let differ = json(&["prove", "wythoff", "--misere", "--same-as", "wythoff"]);
    assert_eq!(differ["verdict"], "refuted", "{differ}");
    assert_eq!(differ["exceptions_complete"], true);
    let beyond = json(&[
        "prove",
        "wythoff",
        "--misere",
        "--same-as",
        "wythoff",
        "--beyond",
        "4",
        "--certificate",
        &name,
    ]);
    assert_eq!(beyond["verdict"], "proved", "{beyond}");
    assert_eq!(json(&["check", &name])["ok"], true);
    let same = json(&["prove", "(i,0) (0,i) (i,i) (1,3) (3,1)", "--same-as", "wythoff"]);
    assert_eq!((&same["verdict"], same["exceptions"].as_array().map(Vec::len)), (&"proved".into(), Some(0)));
    let added = json(&["prove", "wythoff", "--redundant", "--certificate", &name]);
    let moves = added["redundant"]["moves"].as_array().unwrap();
    assert!(
        moves.contains(&serde_json::json!([1, 3])) && !moves.contains(&serde_json::json!([1, 2])),
        "{added}"
    );
    assert_eq!(json(&["check", &name])["kind"], "theorem");
    std::fs::remove_file(&file).unwrap();
    let latex = wyt(&["prove", "wythoff", "--latex"]);
    assert!(String::from_utf8(latex.stdout).unwrap().contains("\\begin{theorem}"));
}

#[test]
fn complaints_show_what_was_typed() {
    let output = wyt(&["prove", "wythoff", "--candidate", "x = y"]);
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(error.contains("did you mean `==`?") && !error.contains("then"), "{error}");
    let (code, error) = refused(&["solve", "(i,0) (0,i) (2,i)", "7,7", "--by", "theory"]);
    assert_eq!((code, error.as_str()), (Some(2), "error: no theory decides these rules"));
}

#[test]
fn moves_lead_to_sorted_positions() {
    assert_eq!(json(&["solve", "wythoff", "7,7"])["moves"], serde_json::json!([[4, 7]]));
}

#[test]
fn a_file_of_ones_own_takes_values_and_shows_them() {
    let file = temporary("own.game");
    std::fs::write(&file, "param t >= 1 = 2\npiles unordered x, y\nmove (k, l) where |k - l| < t\n").unwrap();
    let spec = format!("@{}(t=3)", file.display());
    let output = wyt(&["show", &spec]);
    let shown = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(shown.contains("t >= 1 = 3"), "{shown}");
    std::fs::remove_file(&file).unwrap();
    let output = wyt(&["show", "relaxed(alpha=sqrt(2))"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("  alpha = sqrt(2)"));
}

#[test]
fn sequences_from_files() {
    let file = temporary("sequence");
    let name = file.display().to_string();
    let found = |text: &str| {
        std::fs::write(&file, text).unwrap();
        wyt(&["discover", "--sequence", &name])
    };
    for (text, complaint) in [
        ("", "there are no integers in this file"),
        (" ,\n", "there are no integers in this file"),
        ("1 2\n3 x", "line 2: `x` is not an integer of 64 bits"),
        ("9223372036854775808", "line 1: `9223372036854775808` is not an integer of 64 bits"),
    ] {
        let output = found(text);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(error.contains(complaint), "{error}");
    }
    for (text, said) in [
        ("5", "no pattern found; more terms may show one\n"),
        ("-9223372036854775808 9223372036854775807", "no pattern found; more terms may show one\n"),
        ("-1,-3,-5,-7,-9,-11,-13,-15,-17", "s_n = -2 n + 1 for every n [n < 10]\nThese fit"),
    ] {
        let output = found(text);
        let shown = String::from_utf8_lossy(&output.stdout).to_string();
        assert!(output.status.success() && shown.contains(said), "{shown}");
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn files_that_are_no_certificates() {
    let file = temporary("forged.cert");
    let name = file.display().to_string();
    json(&["prove", "wythoff", "--certificate", &name]);
    let automaton = std::fs::read_to_string(&file).unwrap();
    json(&["discover", "maharaja(p=2,q=3)", "--below", "100", "--certificate", &name]);
    let transducer = std::fs::read_to_string(&file).unwrap();
    let with = |text: &str, start: &str, line: &str| -> String {
        let changed = text.lines().map(|l| if l.starts_with(start) { line } else { l });
        changed.collect::<Vec<_>>().join("\n")
    };
    for (text, complaint) in [
        (String::new(), "no file that can be checked"),
        ("wythoff automaton certificate 1\n".to_string(), "line"),
        ("wyt-certificate 1 transducer\n".to_string(), "the text ends"),
        (automaton[..automaton.len() / 2].to_string(), "the file is cut off"),
        (transducer[..transducer.len() / 2].to_string(), "line"),
        (with(&automaton, "wythoff", "wythoff automaton certificate 2"), "version 1"),
        (with(&transducer, "wyt-", "wyt-certificate 2 transducer"), "line 1: `1` expected"),
        (with(&automaton, "automaton set", "automaton set 1000000000000"), "cut off"),
        (with(&automaton, "labels", "labels 1000000000000 0"), "cut off"),
        (with(&automaton, "coordinates", "coordinates pile pile 1000000"), "1024"),
        (with(&automaton, "numeration", "numeration base 1000000000000"), "line 13"),
        (with(&automaton, "linear", "linear 0 0 : 1000000000000 -1 : -1 1"), "1000000"),
        (with(&transducer, "origin", "origin 1000000000000 state 0"), "below 40000"),
        (with(&transducer, "words", "words 1000000000000"), "below 16777216"),
        (with(&transducer, "vectors", "vectors 1,2 2,1"), "does not do what is listed"),
    ] {
        std::fs::write(&file, text).unwrap();
        let (found, error) = refused(&["check", &name]);
        assert!(matches!(found, Some(1 | 2)), "{error}");
        assert!(error.starts_with("error: ") && error.contains(complaint), "{complaint}: {error}");
    }
    std::fs::remove_file(&file).unwrap();
    #[cfg(unix)]
    assert_eq!(refused(&["check", "/dev/null"]).0, Some(2));
}

/// Wythoff plus vectors is proved by a transducer, unless the vectors change nothing or an automaton is asked for.
#[test]
fn wythoff_plus_vectors_by_transducer() {
    let path = std::env::temp_dir().join(format!("wyt-prove-transducer-{}.cert", std::process::id()));
    let name = path.display().to_string();
    let proved = json(&["prove", "maharaja", "--certificate", &name]);
    assert_eq!((&proved["verdict"], &proved["kind"]), (&"proved".into(), &"transducer".into()));
    assert_eq!(proved["states"], 15);
    assert_eq!(json(&["check", &name])["ok"], true);
    std::fs::remove_file(&path).unwrap();
    let redundant = json(&["prove", "(i,0) (0,i) (i,i) (3,4) (4,3)"]);
    assert_eq!((&redundant["verdict"], &redundant["states"]), (&"proved".into(), &7.into()));
    let asked = json(&["prove", "maharaja(p=2,q=3)", "--numeration", "zeckendorf"]);
    assert_eq!((&asked["verdict"], &asked["states"]), (&"proved".into(), &307.into()));
}

#[test]
fn a_proof_ends_with_the_set_in_a_formula_where_one_fits() {
    let told = json(&["prove", "t-wythoff(t=3)"]);
    assert_eq!(told["formula"]["bound"], "all positions");
    let statement = told["formula"]["statement"].as_str().expect("words");
    assert!(statement.contains("(floor(n alpha), floor(n alpha) + 3n)"), "{statement}");
    assert!(statement.contains("(-1 + sqrt(13))/2"), "{statement}");
    // Here no theorem says it, and the data do, as far as they go.
    let told = json(&["prove", "wyt-k"]);
    assert_ne!(told["formula"]["bound"], "all positions");
    assert!(told["formula"]["statement"].as_str().expect("words").contains("a_n = floor(n alpha)"), "{told}");
}

#[test]
fn the_automaton_of_a_proof_is_drawn() {
    let output = wyt(&["prove", "wythoff", "--dot", "-"]);
    let dot = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success() && dot.starts_with("digraph automaton {") && dot.ends_with("}\n"),
        "{dot}"
    );
    // Seven states, of which those that end a P-position have two circles; each arrow reads digits of both piles.
    assert!(dot.contains("  7 ->") && dot.contains("[shape=doublecircle]") && dot.contains("(0,1)"), "{dot}");
}

/// A family of games: each value proved, and what goes on with the parameter said as a conjecture with its range.
#[test]
fn theorems_about_a_family() {
    let found = json(&["discover", "t-wythoff(t={t})", "--theorems", "--for", "t=1..4"]);
    assert_eq!(found["parameter"], "t");
    let states: Vec<u64> =
        found["members"].as_array().unwrap().iter().map(|m| m["states"].as_u64().unwrap()).collect();
    assert_eq!(states, [7, 9, 11, 13]);
    let schemas = found["schemas"].as_array().unwrap();
    let schema = schemas.iter().find(|s| s["kind"] == "beatty").unwrap();
    assert!(schema["statement"].as_str().unwrap().contains("floor(n alpha) + t n"), "{schema}");
    assert_eq!(schema["proved_for"], serde_json::json!([1, 2, 3, 4]));
}
