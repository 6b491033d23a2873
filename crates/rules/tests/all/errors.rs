//! What bad input gets: one clear error each, with the place and a cure.

use wythoff_rules::{Argument, RuleError, Rules, Source, parse_position};

fn bind(text: &str, arguments: &[(&str, &str)]) -> Result<Rules, RuleError> {
    let arguments: Vec<_> =
        arguments.iter().map(|(n, v)| (n.to_string(), Argument::Text(v.to_string()))).collect();
    Rules::bind(Source { name: "rules".into(), text: text.into() }, &arguments)
}

/// The error as people see it.
fn shown(error: RuleError) -> String {
    format!("error: {error}\n{}", error.detail())
}

fn refused(text: &str) -> String {
    shown(Rules::read(text).err().expect("an error"))
}

#[test]
fn piles_that_are_not_piles() {
    for (text, expected) in [
        ("6,-1", "error: `-1` is not a pile: a pile cannot be negative\n"),
        ("6,ten", "error: `ten` is not a pile: the character `t` is not a digit\n"),
        ("6,1.5", "error: `1.5` is not a pile: the character `.` is not a digit\n"),
        ("6,", "error: `` is not a pile: there is no number\n"),
        ("", "error: `` is not a pile: there is no number\n"),
    ] {
        let hint = "   = hint: piles are whole numbers from 0 on, separated by commas: 6,10\n";
        assert_eq!(shown(parse_position(text).unwrap_err()), format!("{expected}{hint}"));
    }
}

#[test]
fn the_wrong_number_of_piles() {
    let rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
    assert_eq!(
        shown(rules.check_position(&[1, 2, 3]).unwrap_err()),
        "error: the position has 3 piles, and the game 2\n   = hint: give x, y, separated by commas\n"
    );
    let huge = rules.check_position(&[u64::MAX, 1]).unwrap_err();
    assert!(huge.is_limit(), "{huge}");
    let bounded = Rules::read("piles ordered x\nextra c below 3\nmove (i, 0)").unwrap();
    assert_eq!(
        shown(bounded.check_position(&[1, 3]).unwrap_err()),
        "error: c = 3 is out of range\n   = hint: c runs from 0 to 2\n"
    );
    let positive = Rules::read("piles ordered x\nposition where x >= 1\nmove (i)").unwrap();
    assert_eq!(
        shown(positive.check_position(&[0]).unwrap_err()),
        "error: 0 is not a position of the game\n   = hint: positions satisfy x >= 1\n"
    );
}

#[test]
fn parameters_out_of_range() {
    let text =
        "game t-wythoff\nparam t >= 1 = 2\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < t";
    let error = |arguments: &[(&str, &str)]| shown(bind(text, arguments).err().unwrap());
    assert_eq!(
        error(&[("t", "0")]),
        "error: the parameter `t` is 0, out of range\n   = hint: it must satisfy t >= 1\n"
    );
    assert_eq!(
        error(&[("tt", "1")]),
        "error: `t-wythoff` has no parameter `tt`\n   = hint: did you mean `t`?\n"
    );
    assert_eq!(
        error(&[("t", "1"), ("t", "2")]),
        "error: the parameter `t` is given twice\n   = hint: give it once\n"
    );
    assert_eq!(
        error(&[("t", "1 +")]),
        "\
error: expected a value, found the end
  --> parameter t, line 1, column 4
   |
 1 | 1 +
   |    ^
"
    );
}

#[test]
fn a_stray_character() {
    assert_eq!(
        refused("(i,0) (0,i) (i,i) where i & 1"),
        "\
error: the character `&` has no meaning here
  --> rules, line 1, column 27
   |
 1 | (i,0) (0,i) (i,i) where i & 1
   |                           ^
   = hint: write `and`
"
    );
    assert_eq!(
        refused("piles unordered x, y\nmove (i, 0)\nmove (i, i) where ü < 2"),
        "\
error: the character `ü` has no meaning here
  --> rules, line 3, column 19
   |
 3 | move (i, i) where ü < 2
   |                   ^
"
    );
}

#[test]
fn what_was_expected_and_the_nearest_name() {
    assert_eq!(
        refused("(i,0) (0,i) (k,l) where |k-l < 3"),
        "\
error: expected `|`, found the end
  --> rules, line 1, column 33
   |
 1 | (i,0) (0,i) (k,l) where |k-l < 3
   |                                 ^
"
    );
    assert_eq!(
        refused("piles unordered first, second\nmove (i, 0) where fist > 2"),
        "\
error: there is nothing called `fist` here
  --> rules, line 2, column 19
   |
 2 | move (i, 0) where fist > 2
   |                   ^^^^
   = hint: did you mean `first`?
"
    );
    assert_eq!(
        refused("pile unordered x, y\nmove (i, 0)"),
        "\
error: there is no statement `pile`
  --> rules, line 1, column 1
   |
 1 | pile unordered x, y
   | ^^^^
   = hint: did you mean `piles`?
"
    );
}

#[test]
fn division_by_zero_names_the_position() {
    let rules = Rules::read("(i,0) (0,i) where 10 div (y - 3) > 1").unwrap();
    assert_eq!(
        shown(rules.options(&[0, 3]).unwrap_err()),
        "\
error: division by zero at position 0,3
  --> rules, line 1, column 19
   |
 1 | (i,0) (0,i) where 10 div (y - 3) > 1
   |                   ^^^^^^^^^^^^^^
"
    );
    assert!(rules.options(&[0, 4]).is_ok());
}

#[test]
fn a_value_past_the_bit_limit() {
    let rules = Rules::read("(i,0) (0,i) where 2^2^i > 1").unwrap();
    let error = rules.options(&[0, 30]).unwrap_err();
    assert!(error.is_limit());
    assert_eq!(
        shown(error),
        "\
error: a value here has more than 4194304 bits, which is the limit at position 0,30
  --> rules, line 1, column 19
   |
 1 | (i,0) (0,i) where 2^2^i > 1
   |                   ^^^^^
"
    );
}

#[test]
fn a_game_that_need_not_end() {
    assert_eq!(
        refused("(i,0) (1,-1) (-1,1)"),
        "\
error: this move may add to a pile, and the game could go on for ever
  --> rules, line 1, column 7
   |
 1 | (i,0) (1,-1) (-1,1)
   |       ^^^^^^
   = hint: a move that adds is allowed where the total always falls, or a coordinate that no move adds to
"
    );
    // A vector that is zero for some amounts only is found when it is met.
    let rules = Rules::read("(i mod 3, 0) for 1 <= i <= x").unwrap();
    let error = rules.options(&[5, 0]).unwrap_err();
    assert_eq!(error.message, "this move changes nothing, so the game need not end");
    assert_eq!(error.position.as_deref(), Some("5,0"));
}

/// Texts that once overflowed the stack, a 64-bit number, or patience.
#[test]
fn nothing_runs_away() {
    let terms = vec!["(1)"; 20_000].join(" + ");
    for text in [
        format!("param t >= {terms} = 2\npiles ordered x\nmove (i)"),
        format!("piles ordered x\nmove (i) for i >= {terms}"),
    ] {
        assert!(Rules::read(&text).err().unwrap().is_limit());
    }
    // Functions that call each other twice: 2^60 operations.
    let mut text = "param f0(k) = k + 1\n".to_string();
    for n in 1..60 {
        text += &format!("param f{n}(k) = f{m}(f{m}(k)) \n", m = n - 1);
    }
    assert!(Rules::read(&(text + "piles ordered x\nmove (i) where f59(i) > 1")).err().unwrap().is_limit());
    // Bounds that each name the one before twice.
    let names: Vec<String> = (0..40).map(|n| format!("v{n}")).collect();
    let mut ranges = "1 <= v0 <= x".to_string();
    for pair in names.windows(2) {
        ranges += &format!(", {a} <= {b} <= {a}", a = pair[0], b = pair[1]);
    }
    assert!(Rules::read(&format!("piles ordered x\nmove (i) for {ranges}")).is_ok());
    // Amounts at the end of 64 bits.
    let edge = "piles ordered x\nmove (i) for 9223372036854775807 <= k <= 9223372036854775807";
    assert!(Rules::read(edge).unwrap().options(&[3]).unwrap_err().is_limit());
    // A number of piles that depends on the piles.
    let spread = Rules::read("piles ordered x, y\nmove (any^x, 0...)").err().unwrap();
    assert_eq!(spread.message, "there is nothing called `x` here");
    // A list through which many amounts run.
    let list: Vec<String> = (1..60).map(|n| n.to_string()).collect();
    let several: Vec<String> = names.iter().take(12).map(|v| format!("{v} in K")).collect();
    let text =
        format!("param K list = {}\npiles ordered x\nmove (i) for {}", list.join(","), several.join(", "));
    let mut rules = Rules::read(&text).unwrap();
    rules.limit_tries(1 << 16);
    assert!(rules.options(&[3]).unwrap_err().is_limit());
    // Long numbers over and over.
    let mut rules = Rules::read("(i) where (3^(10^6 + i)) mod 7 > 9").unwrap();
    rules.limit_tries(1 << 16);
    assert!(rules.options(&[300]).unwrap_err().is_limit());
    // Nested absolute values, compared: solved up to a depth, tried beyond.
    let deep = format!("(k, l) where {}k - l{} == 1", "min(x, |".repeat(25), "|)".repeat(25));
    let rules = Rules::read(&deep).unwrap();
    let both = rules.patterns().next().unwrap();
    assert!(both.last_amounts(&[9, 9], &[4]).unwrap().is_some());
    // Memory holds what fits.
    let rules = Rules::read("piles ordered x\nmemory m = 0\nmove (i) then m = 2^(60 + i)").unwrap();
    assert!(rules.options(&[2]).is_ok());
    assert!(rules.options(&[3]).unwrap_err().is_limit());
}

/// The deepest expressions that are allowed fit the small stack of a thread.
#[test]
fn the_deepest_expressions_fit_a_thread() {
    let work = || {
        let chain = vec!["x"; 900].join(" xor ");
        let nest = format!("{}x{}", "(1 + ".repeat(60), ")".repeat(60));
        let f = "k xor ".repeat(900) + "k";
        let text = format!(
            "param f(k) = {f}\npiles ordered x\nmove (i) where {chain} + 2^70 > {nest}\nmove (1) where f(x) < 2^70 + f(x)"
        );
        let rules = Rules::read(&text).unwrap();
        rules.options(&[5]).unwrap();
        assert_eq!(wythoff_rules::parse_game(&rules.game().to_string()).as_ref(), Ok(rules.game()));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn what_people_write_elsewhere_is_told_in_this_language() {
    for (text, instead) in [
        ("(i,0) where i is even (0,i)", "mod 2 == 0"),
        ("(i,0) where i divides x", "x mod i == 0"),
        ("(i,0) where 2|i", "mod 2 == 0"),
        ("(i,0) if i > 2", "where"),
        ("(i,0) when i > 2", "where"),
        ("(i,0) for i in 1..3", "1 <= i <= 3"),
        ("(i,0) for i in [1,2,3]", "{1, 2, 3}"),
        ("(i,0) where i not in 1,2", "not (i in"),
        ("(i**2,0)", "i^2"),
        ("(i,0) where i <> 2", "!="),
        ("(i,0) where i = 2", "=="),
        ("piles unordered x y; move (i,0)", "x, y"),
        ("piles ordered x, y; move nim (i,0)", "move nim:"),
    ] {
        let error = refused(text);
        assert!(error.split("hint: ").skip(1).any(|hint| hint.contains(instead)), "{error}");
    }
    // What the hints say can be read.
    for text in ["(i,0) where i mod 2 == 0", "(i,0) where not (i in {1, 2})", "(i,0) for 1 <= i <= 3"] {
        assert!(Rules::read(text).is_ok(), "{text}");
    }
}
