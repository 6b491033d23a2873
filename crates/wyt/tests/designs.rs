//! Sequences and designed games on the command line: reasons in words, output that goes straight back in.

use std::path::PathBuf;
use std::process::{Command, Output};

fn wyt(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wyt")).args(args).output().expect("wyt runs")
}

/// What is printed, on success.
fn printed(args: &[&str]) -> String {
    let output = wyt(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What is said, on failure.
fn refused(args: &[&str]) -> String {
    let output = wyt(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("wyt-designs-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("a file in the temporary directory");
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn why_sequences_are_not_complementary() {
    let rational = printed(&["beatty", "3/2"]);
    assert!(rational.starts_with("alpha = [1; 2]\n"), "{rational}");
    assert!(rational.contains("not complementary: 2 is in neither sequence"), "{rational}");
    assert!(printed(&["beatty", "7/3", "7/4"]).contains("6 is in neither sequence"));
    assert!(printed(&["beatty", "3"]).starts_with("alpha = [3]\n"));
    assert!(
        printed(&["beatty", "sqrt(2)"]).starts_with("alpha = [1; 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, ...]\n")
    );
    for gamma in ["1/3", "-1/3"] {
        assert!(printed(&["beatty", "sqrt(2)", "--gamma", gamma]).contains("\ncomplementary: every"));
    }
    assert!(printed(&["beatty", "3/2", "3", "--delta", "-1"]).contains("\ncomplementary: every"));
}

#[test]
fn beatty_pairs_with_an_offset() {
    for gamma in ["1/3", "-1/3"] {
        let made = printed(&["design", "beatty", "sqrt(2)", "--gamma", gamma]);
        assert!(made.starts_with("Wytlex(2,f) (for every position)"), "{made}");
    }
    assert!(refused(&["design", "beatty", "3/2"]).contains("must be irrational"));
    assert!(refused(&["design", "beatty", "5/2"]).contains("must be irrational"));
    assert!(refused(&["design", "beatty", "1/2"]).contains("must lie between 1 and 2"));
    let far = refused(&["design", "beatty", "sqrt(2)", "--gamma", "3"]);
    assert!(far.contains("the term -4 is not positive: a sequence starts too low or too high"), "{far}");
}

#[test]
fn printed_rules_are_read_as_they_are() {
    for args in
        [["design", "adjoin", "wythoff", "2,4"], ["design", "remove", "(i,0) (0,i) (i,i) (2,4) (4,2)", "2,4"]]
    {
        let answer = printed(&args);
        let (_, rules) = answer.split_once("reads:\n").expect("rules");
        let file = Scratch::new(args[1], rules);
        let list = printed(&["p", &format!("@{}", file.path()), "--below", "60"]);
        assert_eq!(list, printed(&["p", "wythoff", "--below", "60"]), "{rules}");
    }
}

#[test]
fn a_list_of_positions_is_a_list_of_pairs() {
    let file = Scratch::new("pairs", &printed(&["p", "wythoff", "--first", "40"]));
    let made = printed(&["design", "pairs", file.path()]);
    assert!(made.starts_with("Wytlex(2,f) (for the first 39 pairs)"), "{made}");
    std::fs::write(file.path(), "1,2\n0,0\n3,5\n").expect("written");
    assert!(refused(&["design", "pairs", file.path()]).contains("term 2 is 0"));
}

#[test]
fn findings_say_what_was_compared() {
    let rows = printed(&["discover", "(i,0) (0,i) for i != 5", "--grundy", "4x60"]);
    assert!(rows.contains("symmetry: G(x,y) = G(y,x) [x,y < 4]"), "{rows}");
    let nim = printed(&["discover", "(i,0) (0,i)", "--below", "60"]);
    assert!(nim.contains("a and b are not complementary: 1 is both a_1 and b_1"), "{nim}");
}
