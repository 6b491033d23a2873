//! `wyt plot` and `wyt play` as people type them.

use crate::run::wyt;
use serde_json::Value;
use std::path::PathBuf;

fn text(args: &[&str]) -> String {
    let output = wyt(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn failure(args: &[&str]) -> (Option<i32>, String) {
    let output = wyt(args);
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(!error.contains("panicked"), "{args:?}: {error}");
    (output.status.code(), error)
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("wyt-look-{}-{name}", std::process::id()))
}

/// The file that a plot writes.
fn drawn(name: &str, args: &[&str]) -> Vec<u8> {
    let path = temporary(name);
    let shown = text(&[&["plot"], args, &["-o", path.to_str().expect("a path")]].concat());
    assert!(shown.contains(name), "{shown}");
    let bytes = std::fs::read(&path).expect("the picture");
    std::fs::remove_file(path).expect("it was there");
    bytes
}

#[test]
fn every_kind_is_drawn_in_every_form() {
    let kinds: [&[&str]; 11] = [
        &["wythoff", "--below", "40", "--slope", "(1+sqrt(5))/2"],
        &["wythoff", "--kind", "grundy", "--size", "12"],
        &["gdwn(p=1,q=2)", "--kind", "ratio", "--below", "400"],
        &["wythoff", "--block", "5", "--kind", "blocking", "--below", "40"],
        &["wythoff", "--block", "5", "--kind", "outcomes", "--below", "40"],
        &["wythoff", "--kind", "fill"],
        &["gdwn(p=3,q=5)", "--kind", "beams", "--below", "60"],
        &["wythoff", "--kind", "difference", "--with", "(i,0) (0,i) (i,i) (1,2) (2,1)", "--below", "30"],
        &["wythoff", "--kind", "grundy-difference", "--with", "nim(piles=2)", "--below", "9"],
        &["wythoff", "--kind", "periods", "--below", "4"],
        &["wythoff", "--kind", "array", "--size", "4x6"],
    ];
    for (i, kind) in kinds.into_iter().enumerate() {
        let svg = String::from_utf8(drawn(&format!("{i}.svg"), kind)).expect("SVG is text");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{kind:?}");
        assert!(svg.contains("wythoff") || svg.contains("gdwn"), "{kind:?} names its game");
        assert!(drawn(&format!("{i}.png"), kind).starts_with(b"\x89PNG\r\n"), "{kind:?}");
        let shown = text(&[&["plot"], kind].concat());
        assert!(shown.lines().count() > 4 && !shown.contains('\u{1b}'), "{kind:?}: {shown}");
        // The same bytes every time.
        assert_eq!(drawn(&format!("{i}-again.svg"), kind), svg.into_bytes());
    }
}

#[test]
fn a_picture_in_the_terminal() {
    insta::assert_snapshot!(text(&["plot", "wythoff", "--below", "12"]));
}

#[test]
fn captions_say_the_rules_and_how_they_are_known() {
    let svg = String::from_utf8(drawn("rules.svg", &["t-wythoff(t=2)", "--below", "20", "--misere"]))
        .expect("text");
    assert!(svg.contains("t-wythoff(t=2)") && svg.contains("|k - l| &lt; t"), "{svg}");
    assert!(svg.contains("misère play") && svg.contains("Known by"), "{svg}");
    let bare = String::from_utf8(drawn("bare.svg", &["wythoff", "--bare"])).expect("text");
    assert!(!bare.contains("Known by"));
}

#[test]
fn a_map_of_twenty_thousand_pixels_is_drawn() {
    let map = drawn("large.png", &["wythoff", "--below", "20000", "--map"]);
    // Width and height stand in the header.
    assert_eq!(&map[16..24], [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
}

#[test]
fn what_cannot_be_drawn_says_why() {
    for (args, code, message) in [
        (&["plot", "wythoff", "-o", "a.jpg"][..], 2, "neither in .svg nor in .png"),
        (&["plot", "nim(piles=3)"], 2, "two piles"),
        (&["plot", "wythoff", "--kind", "blocking"], 2, "a game with blocking"),
        (&["plot", "wythoff", "--kind", "difference"], 2, "two games"),
        (&["plot", "wythoff", "--with", "nim"], 2, "second game of a difference"),
        (&["plot", "wythoff", "--slope", "zzz"], 2, "the slope `zzz`"),
        (&["plot", "wythoff", "--kind", "grundy", "--slope", "1"], 2, "lines of slope"),
        (&["plot", "wythoff", "--below", "0"], 2, "piles from 0 on"),
        (&["plot", "wythoff", "--map"], 2, "--map is for PNG"),
        (
            &["plot", "wythoff", "--block", "3", "--kind", "blocking", "--below", "30000"],
            3,
            "more than the 20000",
        ),
        (&["plot", "wythoff", "-o", "/nowhere/at/all.svg"], 2, "cannot be written"),
        (&["plot", "whythoff"], 2, "there is no game"),
        (&["plot", "zzz", "--kind", "array"], 2, "zzz"),
    ] {
        let (found, error) = failure(args);
        assert_eq!(found, Some(code), "{args:?}: {error}");
        assert!(error.contains(message), "{args:?}: {error}");
    }
}

/// What is shown when a script is played.
fn played(name: &str, script: &str, args: &[&str]) -> String {
    let path = temporary(name);
    std::fs::write(&path, script).expect("a script");
    let shown = text(&[&["play"], args, &["--script", path.to_str().expect("a path")]].concat());
    std::fs::remove_file(path).expect("it was there");
    shown
}

#[test]
fn the_queen_is_drawn_where_she_stands_and_can_go() {
    let shown = played("queen.txt", "9,5\nquit\n", &["wythoff", "9,14"]);
    // Along her row, her column and her diagonal; not where the sorted piles of a move would be.
    assert!(shown.contains(" 9  · · · · * · · · · * · · · · ·\n"), "{shown}");
    assert!(shown.contains("the program moves to 3,5\n"), "{shown}");
    assert!(shown.contains(" 5  * * * ♛ · · · · · · · · · · ·\n 4  · · * * ·"), "{shown}");
}

#[test]
fn a_game_from_a_script() {
    let script = "4,2   # not a move\nhint\n-1,-1\nmoves\nback\n1,2\nx-3 y-3\n";
    insta::assert_snapshot!(played("game.txt", script, &["wythoff", "3,3"]));
}

#[test]
fn a_lost_game_says_where_it_was_lost() {
    let shown = played("lost.txt", "4,5\n0,0\n2,2\n0,1\n0,0\n1,1\n", &["wythoff", "4,6"]);
    assert!(shown.contains("the game was lost at move 1: from 4,6 you moved to 4,5"), "{shown}");
    assert!(shown.contains("<- here the game was lost"), "{shown}");
}

#[test]
fn games_with_blocking_pass_and_misere_are_played() {
    let shown = played("block.txt", "none\nhint\nquit\n", &["wythoff", "2,3", "--block", "2", "--second"]);
    assert!(shown.contains("block up to 1 of the program's options"), "{shown}");
    assert!(shown.contains("the program blocks"), "{shown}");
    let shown = played("pass.txt", "pass\n0\n", &["nim(piles=1)", "1", "--pass"]);
    assert!(shown.contains("> pass") && !shown.contains("cannot be done"), "{shown}");
    let shown = played("misere.txt", "1\n", &["nim(piles=1)", "5", "--misere"]);
    assert!(
        shown.contains("you win: there is no move, and in misère play whoever cannot move wins"),
        "{shown}"
    );
}

#[test]
fn huge_piles_are_played() {
    let position = "1000000000000000000000000000000,1618033988749894848204586834365";
    let shown = played("huge.txt", "hint\n-1,-2\nquit\n", &["wythoff", position]);
    assert!(shown.contains("you win: move to") && shown.contains("known by theorem"), "{shown}");
    assert!(shown.contains("no family has this move"), "{shown}");
}

#[test]
fn a_game_as_json() {
    let shown = played("json.txt", "0,0\n", &["wythoff", "3,3", "--json"]);
    let game: Value = serde_json::from_str(&shown).expect("one JSON object");
    assert_eq!(game["start"], serde_json::json!([3, 3]));
    assert_eq!(game["rounds"][0]["mover"], "person");
    assert_eq!(game["winner"], "person");
    assert_eq!(game["review"]["turning_point"], Value::Null);
}

#[test]
fn what_cannot_be_played_says_why() {
    for (args, message) in [
        (&["play", "wythoff", "3,3", "--level", "101"][..], "101"),
        (&["play", "wythoff", "3"], "2"),
        (&["play", "golden-nugget", "4"], "different moves"),
        (&["play", "wythoff", "3,3", "--script", "/nowhere"], "cannot be read"),
    ] {
        let (code, error) = failure(args);
        assert_eq!(code, Some(2), "{args:?}: {error}");
        assert!(error.contains(message), "{args:?}: {error}");
    }
}
