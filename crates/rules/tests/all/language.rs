//! The language: what it reads, writes back, refuses, and what its words mean.

use std::ops::ControlFlow;
use wythoff_rules::{
    Argument, Game, Legality, RuleError, Rules, Shape, Source, parse_expr, parse_game, parse_position,
};

fn options(text: &str, position: &[u64]) -> Vec<Vec<u64>> {
    Rules::read(text).unwrap().options(position).unwrap()
}

fn bound(text: &str, arguments: &[(&str, &str)]) -> Result<Rules, RuleError> {
    let arguments: Vec<_> =
        arguments.iter().map(|(n, v)| (n.to_string(), Argument::Text(v.to_string()))).collect();
    Rules::bind(Source { name: "rules".into(), text: text.into() }, &arguments)
}

#[test]
fn expressions_print_back_as_they_were_meant() {
    for text in [
        "k^2 + 9",
        "-k^2",
        "(-k)^2",
        "2^3^2",
        "a - (b - c)",
        "(a + b)*c",
        "a div b mod c",
        "a xor b + c",
        "a xor b < c and not d == e or f >= 1",
        "if a < b <= c then 1 else if d > 0 then 2 else 3",
        "1 + (if a > 0 then 1 else 2)",
        "|a - |b||",
        "floor((n + sqrt(5*n^2))/2)",
        "min(a, b, c) - max(x', y') + popcount(k)",
        "sum(taken) + xor(before) + min(after) + max(taken) + count(taken)",
        "f(a, g(b))",
        "k in K",
    ] {
        let once = parse_expr(text).unwrap();
        assert_eq!(parse_expr(&once.to_string()).unwrap(), once, "{text}");
        assert_eq!(once.to_string(), text);
    }
    assert_eq!(parse_expr("2i^2").unwrap(), parse_expr("2*(i^2)").unwrap());
}

#[test]
fn games_print_back_as_they_were_meant() {
    let text = "\
game   everything
title  \"Every construct\"
source VIS \"4.1\"
note   \"a note\"
param  t >= 1 = 2
param  j = t where 0 <= j <= t
param  f(k, l) = k^2 + l
param  K list = 1, 2, 4
param  v vectors = 1 2; 2 1
param  on in all, nim = all
require t < 100 \"t is small\"
piles  ordered x, y
extra  i below 3
memory last = 0
position where x + y >= 0
start  where x >= 1
move   nim: (a, 0, 0) for a >= 1 where a != last then last = a
move   (k, l, 0) for k, l >= 1, k in K where |k - l| < t and x' <= y'
move   (0, b, i - c) for 1 <= b <= y, 0 <= c < 3
move   (any, 0...)
block  2 of nim if on == nim
terminal (1, 2, 0)
pass
";
    let game = parse_game(text).unwrap();
    let printed = game.to_string();
    assert_eq!(parse_game(&printed).unwrap(), game, "{printed}");
    let inline = parse_game("(i,0) (0,2i) (k,l) for k >= 1, l >= 0 where |k-l| < 3 (1,2)").unwrap();
    assert!(inline.is_inline());
    assert_eq!(parse_game(&inline.to_string()).unwrap(), inline);
    assert_eq!(inline.moves.len(), 4);
    assert_ne!(game, Game::default());
}

#[test]
fn ordered_piles_have_just_the_moves_written() {
    assert_eq!(options("(i,0)", &[2, 3]), [[0, 3], [1, 3]]);
    assert_eq!(options("(1,2)", &[2, 3]), [[1, 1]]);
    assert_eq!(options("(2i,i)", &[5, 5]), [[1, 3], [3, 4]]);
}

#[test]
fn unordered_piles_have_them_in_any_arrangement() {
    let text = "piles unordered x, y\nmove (1, 2)";
    assert_eq!(options(text, &[2, 3]), [[0, 2], [1, 1]]);
    let nim = "piles unordered x[3]\nmove (i, 0...)";
    assert_eq!(options(nim, &[1, 1, 1]), [[0, 1, 1]]);
    let moore = "piles unordered x[3]\nmove (any^2, 0)";
    assert_eq!(options(moore, &[1, 1, 1]), [[0, 0, 1], [0, 1, 1]]);
}

#[test]
fn sorted_piles_know_the_smaller_one() {
    let text = "piles sorted x <= y\nmove (0, i)\nmove (i, i)";
    assert_eq!(options(text, &[1, 2]), [[0, 1], [1, 1]]);
    assert_eq!(options(text, &[2, 2]), [[0, 0], [0, 2], [1, 1], [1, 2]]);
}

#[test]
fn conditions_speak_of_before_and_after() {
    let text = "piles unordered x, y\nmove (i, i) where x' >= 1 and y' >= 1";
    assert_eq!(options(text, &[2, 2]), [[1, 1]]);
    let labelled = "piles sorted x <= y\nmove (0, i) where x == 1";
    assert_eq!(options(labelled, &[3, 1]), [[0, 1], [1, 1], [1, 2]]);
}

#[test]
fn symmetry_is_recognised_however_it_is_written() {
    for (text, symmetric) in [
        ("(i,0) (0,i) (i,i)", true),
        ("(i,0) (0,i) (1,2) (2,1)", true),
        ("(i,0) (0,i) (1,2)", false),
        ("(i,0) (0,i) (k,l) for k >= 1, l >= 1 where |k-l| < 3", true),
        ("(i,0) (0,i) (k,l) for k >= 1, l >= 1 where k <= l", false),
        ("(i,0) (0,i) (k,l) where k <= l (k,l) where l <= k", true),
        ("(i,j) for i >= 0, j >= 0 where 0 < i + j < 4", true),
        ("piles ordered x, y\nposition where x >= 1\nmove (i, 0)\nmove (0, i)", false),
        ("(i,0) (0,i) (k,l) where (k - l) mod 3 == 0", true),
        ("(i,0) (0,i) (k,l) where (k - l) mod 3 == 1", false),
        ("(i,0) (0,i) (4,0)", true),
        ("(2i,0) (0,2i) (3,0)", false),
        ("(i,0) (0,i) (i,i) (2i,i) (i,2i) (2,4)", true),
        ("(i,0) (0,i) (i,i) (2i,0)", true),
        ("(i,0) (0,i) (i,i) (0,i) for i <= 7", true),
        ("(2i,0) (0,2i) (i,i) (i,0)", false),
        ("(i,0) for i <= 7 (0,i)", false),
        ("(i,0) (0,i) (k,l) for k >= 1, l >= 1 where |k-l| < 3 (2,4)", true),
        ("(i,0) (0,i) (k,l) for k >= 1, l >= 1 where |k-l| < 3 (2,5)", false),
    ] {
        assert_eq!(Rules::read(text).unwrap().is_symmetric(), symmetric, "{text}");
    }
}

#[test]
fn parameters_have_ranges_and_kinds() {
    let text = "param t >= 1 = 2\nparam j = t where 0 <= j <= t\nparam f(k) = k^2\nparam K list = 1, 2\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where l < f(k) + j and k in K";
    assert!(bound(text, &[("t", "3"), ("f", "k + 1"), ("K", "5")]).is_ok());
    for (name, value, message) in [
        ("t", "0", "the parameter `t` is 0, out of range"),
        ("t", "k", "there is nothing called `k` here"),
        ("j", "7", "the parameter `j` is 7, out of range"),
        ("s", "1", "this game has no parameter `s`"),
        ("f", "q", "there is nothing called `q` here"),
        ("f", "k +", "expected a value, found the end"),
    ] {
        assert_eq!(bound(text, &[(name, value)]).err().unwrap().message, message);
    }
}

#[test]
fn memory_is_carried_along() {
    let text = "piles ordered x\nmemory last = 0\nmove (i) where if last == 0 then i < x else i <= 2*last then last = i";
    let rules = Rules::read(text).unwrap();
    let mut seen = Vec::new();
    rules
        .for_each_option(&[5], &[1], &mut |step| {
            seen.push((step.to.to_vec(), step.memory.to_vec()));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(seen, [(vec![4], vec![1]), (vec![3], vec![2])]);
}

#[test]
fn extra_coordinates_are_bounded_and_may_grow() {
    // The three vectors game [1,3,2] on (x, y, i).
    let text = "piles ordered x, y\nextra i below 2\nmove (k, 0, 0)\nmove (0, k, 0)\nmove (0, 0, k)\nmove (p, 3p, i - j) for p >= 1, 0 <= j < 2";
    assert_eq!(options(text, &[1, 3, 0]), [[0, 0, 0], [0, 0, 1], [0, 3, 0], [1, 0, 0], [1, 1, 0], [1, 2, 0]]);
}

#[test]
fn what_is_no_game_is_refused() {
    for (text, message) in [
        ("(i,0) (0,i", "expected `)`, found the end"),
        ("(i,0) @", "the character `@` has no meaning here"),
        ("(i,-j)", "nothing bounds an amount of this move"),
        ("(0,0)", "this move may change nothing, so the game need not end"),
        ("(i,j) for i >= 0, j >= 0", "this move may change nothing, so the game need not end"),
        ("(1,-1) (-1,1)", "this move may add to a pile, and the game could go on for ever"),
        ("(i,0) where j", "there is nothing called `j` here"),
        ("(i,0) where i", "a condition is needed here, and this is a number"),
        ("(i < 2, 0)", "a number is needed here, and this is a condition"),
        ("(i,0,0) (0,i)", "this vector has 2 components, and the game 3 coordinates"),
        ("(i/2,0)", "`/` has a meaning only inside `floor(...)`"),
        ("mve (i,0)", "there is no statement `mve`"),
        ("piles unordered x, y", "the game has no moves"),
    ] {
        assert_eq!(Rules::read(text).err().unwrap().message, message, "{text}");
    }
    assert!(Rules::read("(1,-2) (2,-1)").is_ok(), "the first pile falls");
    assert!(Rules::read("(2,-1) (-1,2)").is_ok(), "the total falls");
}

#[test]
fn errors_at_a_position_name_it() {
    let rules = Rules::read("(i,0) (0,i) where 10 div (y - 3) > 1").unwrap();
    let error = rules.options(&[0, 3]).unwrap_err();
    assert_eq!(error.to_string(), "division by zero at position 0,3");
    assert!(error.detail().contains("10 div (y - 3)"), "{}", error.detail());
    let huge = Rules::read("(i,0) (0,i) where 2^2^i > 1").unwrap();
    assert!(huge.options(&[0, 30]).unwrap_err().is_limit());
}

#[test]
fn legality_says_why_not() {
    let rules = Rules::read("(i,0) (0,i) (k,l) where |k-l| < 2").unwrap();
    assert_eq!(rules.legality(&[5, 5], &[], &[3, 2]).unwrap(), Legality::Legal { family: 2 });
    let Legality::Illegal { reasons } = rules.legality(&[5, 5], &[], &[4, 2]).unwrap() else { panic!() };
    assert_eq!(reasons, ["move 3 (k, l) where |k - l| < 2: needs |k - l| < 2 (k = 1, l = 3)"]);
}

#[test]
fn nesting_and_length_are_limited_not_overflowing() {
    let deep = format!("{}1{}", "(".repeat(5000), ")".repeat(5000));
    assert!(parse_expr(&deep).unwrap_err().is_limit());
    let long = vec!["1"; 5000].join("+");
    assert!(parse_expr(&long).unwrap_err().is_limit());
    for text in
        ["-".repeat(5000), "not ".repeat(5000), "2^".repeat(5000), "if ".repeat(5000), "|".repeat(5001)]
    {
        assert!(parse_expr(&text).is_err());
    }
}

#[test]
fn the_names_of_inline_piles_mean_the_piles() {
    // "Take y from x" was Nim: y was read as a free amount.
    let rules = Rules::read("(y,0) where y > 0").unwrap();
    assert_eq!(rules.options(&[7, 3]).unwrap(), [[4, 3]]);
    assert_eq!(rules.options(&[2, 3]).unwrap(), Vec::<Vec<u64>>::new());
    let named = Rules::read("piles ordered x, y\nmove (y, 0) where y > 0").unwrap();
    assert_eq!(
        Rules::read("(y,0)").err().unwrap().message,
        "this move may change nothing, so the game need not end"
    );
    for (x, y) in [(0, 1), (5, 5), (9, 4)] {
        assert_eq!(rules.options(&[x, y]).unwrap(), named.options(&[x, y]).unwrap());
    }
    let five = Rules::read("(i,0,0,0,0) where i <= x5").unwrap();
    assert_eq!(five.coordinates(), ["x", "y", "z", "w", "x5"]);
    assert_eq!(five.options(&[4, 0, 0, 0, 2]).unwrap().len(), 2);
}

#[test]
fn statements_on_one_line() {
    let one =
        Rules::read("piles sorted x <= y; move (i, 0); move (0, i); param v vectors = 1 2; 2 1; misere")
            .unwrap();
    let two =
        Rules::read("piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nparam v vectors = 1 2; 2 1\nmisere")
            .unwrap();
    assert_eq!(one.game(), two.game());
    assert!(one.convention().misere);
    let inline = Rules::read("(i,0) (0,i); misere").unwrap();
    assert!(inline.convention().misere && inline.is_symmetric());
    assert_eq!(parse_game(&inline.game().to_string()).unwrap(), *inline.game());
}

#[test]
fn amounts_from_numbers_and_powers() {
    let listed = Rules::read("(i) for i in 1,4,9").unwrap();
    assert_eq!(listed.options(&[7]).unwrap(), [[3], [6]]);
    for same in ["(i) where i in 1, 4, 9", "(i) where i in {9, 4, 1, 4}", "(i) for i in {1, 2^2, 3*3}"] {
        let rules = Rules::read(same).unwrap();
        assert_eq!(rules.options(&[7]).unwrap(), listed.options(&[7]).unwrap(), "{same}");
        // A list is tried by its length, not by the pile's.
        assert_eq!(rules.options(&[1 << 60]).unwrap().len(), 3, "{same}");
        assert_eq!(parse_game(&rules.game().to_string()).unwrap(), *rules.game());
    }
    // What is taken may be any function of what is listed.
    assert_eq!(options("(i^2) for i in 5, 1, 2", &[10]), [[6], [9]]);
    assert_eq!(options("(2^i) for i in 1, 2", &[9]), [[5], [7]]);
    assert_eq!(options("(i^2 + 1, i) for i in {1, 5}", &[2, 1]), [[0, 0]]);
    let listed = Rules::read("(i^2) for i in 1, 2").unwrap();
    for (to, legal) in [(8, true), (5, true), (6, false)] {
        let answer = listed.legality(&[9], &[], &[to]).unwrap();
        assert_eq!(matches!(answer, wythoff_rules::Legality::Legal { .. }), legal, "{to}");
    }
    let ranges = Rules::read("(i, k) for i in 1, 4, 2 <= k").unwrap();
    assert_eq!(ranges.options(&[4, 3]).unwrap(), [[0, 0], [0, 1], [3, 0], [3, 1]]);
    let squares = Rules::read("(i^2)").unwrap();
    assert_eq!(squares.options(&[17]).unwrap(), [[1], [8], [13], [16]]);
    // Bounded by the pile: a million amounts of a pile of 10^12 and not 10^12.
    assert_eq!(squares.options(&[1_000_000_000_000]).unwrap().len(), 1_000_000);
    let powers = Rules::read("(2^i, 0) (0, 3^i + i) (i*j, i) where i*j > 0").unwrap();
    assert_eq!(powers.options(&[1 << 61, 0]).unwrap().len(), 61);
    for x in 0..30u64 {
        let mut expected: Vec<Vec<u64>> =
            (1..6).filter(|i| 1 << i <= x).map(|i| vec![x - (1 << i), 8]).collect();
        expected.extend(
            [1u64, 2].iter().filter_map(|i| 8u64.checked_sub(3u64.pow(*i as u32) + i)).map(|y| vec![x, y]),
        );
        for i in 1..=8 {
            expected.extend((1..=x).filter(|j| i * j <= x).map(|j| vec![x - i * j, 8 - i]));
        }
        expected.sort();
        expected.dedup();
        assert_eq!(powers.options(&[x, 8]).unwrap(), expected, "{x}");
    }
}

#[test]
fn a_bound_that_the_pile_gives_says_nothing_more() {
    let told = Rules::read("(i,0) for i <= x (0,i) for i <= y (i,i) for i <= x").unwrap();
    assert!(told.is_symmetric());
    let other = Rules::read("(i,0) for i <= x (0,i) for i <= y (i,i) for i <= x - 1").unwrap();
    assert!(!other.is_symmetric());
    let shapes: Vec<Shape> = told.patterns().map(|p| p.shape()).collect();
    assert!(shapes.iter().all(|shape| matches!(shape, Shape::Ray { .. })), "{shapes:?}");
}

#[test]
fn positions_on_lines_and_as_powers() {
    let shown = |text: &str| parse_position(text).unwrap().iter().map(|p| p.to_string()).collect::<Vec<_>>();
    assert_eq!(shown("6,10"), ["6", "10"]);
    assert_eq!(shown("6\n10\n"), ["6", "10"]);
    assert_eq!(shown("6,\r\n10"), ["6", "10"]);
    assert_eq!(shown("10^30 + 7, 2*(3+4)"), [format!("1{}7", "0".repeat(29)), "14".to_string()]);
    assert!(parse_position("6,\n,10").is_err());
}
