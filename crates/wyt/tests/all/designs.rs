//! Sequences and designed games on the command line: reasons in words, output that goes straight back in.

use crate::run::wyt;
use std::path::PathBuf;

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

#[test]
fn covers_splittings_and_lines_through_data() {
    assert!(printed(&["beatty", "--cover", "7/4", "7/2,-1", "7,-3"]).starts_with("exact"));
    assert!(printed(&["beatty", "--cover", "2*phi,-phi", "2*phi", "phi^2"]).starts_with("exact"));
    assert!(printed(&["beatty", "--cover", "phi", "phi"]).contains("not exact: 1 is hit 2 times"));
    assert!(printed(&["beatty", "--splitting", "4"]).starts_with("15/8,0 15/4,-1 15/2,-3 15,-7\nexact"));
    assert!(printed(&["beatty", "--splitting", "3", "--period", "12"]).starts_with("no 3 sequences"));
    let wythoff = Scratch::new("lower", "1, 3, 4\n6 8 9 11 12\n");
    let line = printed(&["beatty", "phi", "--spectrum", wythoff.path()]);
    assert!(line.contains("a between 3/2 and 5/3") && line.contains(": fits"), "{line}");
    let none = Scratch::new("none", "1 4 5");
    assert!(printed(&["beatty", "--spectrum", none.path()]).starts_with("no: the term at index 3"));
    let empty = Scratch::new("empty", "");
    assert!(refused(&["beatty", "--spectrum", empty.path()]).contains("no integers"));
}

#[test]
fn sequences_without_a_complement_are_still_shown() {
    let half = printed(&["beatty", "1/2", "--first", "5"]);
    assert!(half.contains("first   0, 1, 1, 2, 2") && half.contains("no second sequence"));
    let root = printed(&["beatty", "sqrt(pi)", "--first", "5"]);
    assert!(root.contains("first   1, 3, 5, 7, 8") && root.contains("not settled"), "{root}");
    assert!(printed(&["beatty", "sqrt(2)"]).contains("convergents 1/1, 3/2, 7/5, 17/12"));
}

#[test]
fn interspersions_and_fractal_sequences() {
    assert!(printed(&["array", "stolarsky", "--axioms"]).contains("keeps the four axioms"));
    assert!(printed(&["array", "left-justified", "--axioms"]).contains("(I2)"));
    let table = Scratch::new("array", "1 2 3 5\n4 7 11 18\n5 8 13 21\n");
    let named = format!("@{}", table.path());
    assert!(printed(&["array", &named, "--axioms"]).contains("(I1): 5 occurs twice"));
    assert!(printed(&["array", "wythoff", "--fractal"]).contains("fractal as far as"));
    let dispersion = printed(&["array", "dispersion(of=\"upper-wythoff\")", "--size", "2x3"]);
    assert_eq!(dispersion, printed(&["array", "difference", "--size", "2x3"]));
    assert!(refused(&["array", "dispersion(of=\"lower-wythoff\")"]).contains("must not contain 1"));
}

#[test]
fn digits_shifted_and_terms_of_huge_index() {
    assert_eq!(printed(&["rep", "zeckendorf", "100", "--shift", "1"]).trim(), "162");
    assert_eq!(printed(&["rep", "zeckendorf", "100", "--shift", "-2"]).trim(), "38");
    assert_eq!(printed(&["rep", "zeckendorf", "100", "--trailing-zeros"]).trim(), "2");
    let n = format!("1{}", "0".repeat(1000));
    // 10^1000 (1 + sqrt(17))/4 lies within a bounded distance of the term (GEO Remark 16).
    let slope = printed(&["beatty", "(3+sqrt(17))/4", "--at", &n]);
    let term = printed(&["seq", "kimberling", "--at", &n]);
    assert_eq!(term.trim().len(), 1001);
    assert_eq!(term[..990], slope[..990]);
    for sequence in ["s-wythoff-upper", "nim-ab-x(a=2,b=3)"] {
        assert!(printed(&["seq", sequence, "--at", &n]).trim().len() > 1000);
    }
}

#[test]
fn moves_that_can_be_removed_at_any_size() {
    // A Fibonacci number whose diagonal is needed only far out.
    let far = printed(&["design", "remove", "wythoff", "63245986,63245986"]);
    assert!(far.contains("cannot be removed"), "{far}");
    assert!(printed(&["design", "remove", "t-wythoff(t=2)", "3,4"]).contains("(every position)"));
    // The same game by its moves.
    let inline = printed(&["design", "remove", "(i,0) (0,i) (k,l) where |k - l| < 2", "3,4"]);
    assert!(inline.contains("(every position)"), "{inline}");
    assert!(printed(&["design", "adjoin", "(i,0) (0,i) (i,i)", "3,4"]).contains("(every position)"));
    let moves = Scratch::new("moves", "piles unordered x, y\nmove (i, 0)\nmove (i, i)\n");
    let named = format!("@{}", moves.path());
    assert!(printed(&["design", "adjoin", &named, "3,4"]).contains("(every position)"));
    assert!(printed(&["design", "adjoin", "(i,0) (0,i) (i,i) (1,3) (3,1)", "3,4"]).contains("below 200"));
}

#[test]
fn a_theory_that_does_not_answer_says_which_hypothesis_fails() {
    let played = printed(&["solve", "three-vectors(a=1,b=3,c=2)", "5,6,1"]);
    assert!(played.contains("known by rules") && played.contains("is not Nim-like"), "{played}");
    let huge = format!("1{},2{}", "0".repeat(99), "0".repeat(99));
    let output = wyt(&["solve", "wyt-f(f=\"k^2-2*k+7\")", &huge]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("only known to increase"), "{said}");
}
