//! Every solver against the referee, on random rules: the judge shares no code with the judged.

use proptest::prelude::*;
use proptest::sample::select;
use wythoff_numbers::tuples::below;
use wythoff_rules::{Outcome, Rules};
use wythoff_solvers::{
    Budget, GrundyTable, PList, Referee, SolveError, State, grundy_table, p_below, p_first, p_in,
    palace_numbers,
};

fn sides(rules: &Rules, bound: u64) -> Vec<u64> {
    rules.bounds().iter().map(|b| b.unwrap_or(bound)).collect()
}

fn is_lost(rules: &Rules, referee: &mut Referee<'_>, position: &[u64]) -> bool {
    let canonical = !rules.is_symmetric() || position.is_sorted();
    let start = referee.start(position);
    canonical
        && rules.is_position(position).unwrap()
        && rules.is_start(position).unwrap()
        && referee.outcome(&start).unwrap() == Outcome::P
}

fn check_p(rules: &Rules, bound: u64) -> Result<&'static str, TestCaseError> {
    let mut referee = Referee::new(rules);
    let expected: Vec<_> = below(&sides(rules, bound)).filter(|p| is_lost(rules, &mut referee, p)).collect();
    let PList { positions, method } = p_below(rules, bound, &Budget::default()).unwrap();
    prop_assert_eq!(&positions, &expected, "by {}", method);
    let both = Budget::default().with_threads(2);
    prop_assert_eq!(p_below(rules, bound, &both).unwrap().positions, positions);
    Ok(method)
}

fn check_grundy(rules: &Rules, sides: &[u64]) -> Result<&'static str, TestCaseError> {
    let mut referee = Referee::new(rules);
    let answer = grundy_table(rules, sides, &Budget::default());
    if rules.convention().misere || rules.convention().block.is_some() {
        prop_assert!(answer.is_err());
        return Ok("none");
    }
    let GrundyTable { values, method, .. } = answer.unwrap();
    for (position, value) in below(sides).zip(values) {
        if rules.is_position(&position).unwrap() {
            let start = referee.start(&position);
            prop_assert_eq!(
                referee.grundy(&start).unwrap(),
                u64::from(value),
                "{:?} by {}",
                position,
                method
            );
        }
    }
    Ok(method)
}

/// A box inside another has the P-positions that it has there.
fn check_lopsided(rules: &Rules, bound: u64, sides: &[u64]) -> Result<(), TestCaseError> {
    let mut expected = p_below(rules, bound, &Budget::default()).unwrap().positions;
    let mut sorted = sides.to_vec();
    rules.canonicalise(&mut sorted);
    expected.retain(|p| p.iter().zip(&sorted).all(|(x, side)| x < side));
    let PList { positions, method } = p_in(rules, sides, &Budget::default()).unwrap();
    prop_assert_eq!(positions, expected, "{:?} by {}", sides, method);
    Ok(())
}

/// Rules from text, or nothing if the text is no game.
fn read(text: &str) -> Option<Rules> {
    Rules::read(text).ok()
}

/// Rays and vectors, often with a band lo <= ak - bl <= hi besides, a and b at least `least`.
fn rays_and_bands(least: i64) -> impl Strategy<Value = String> {
    let band = (least..4, least..4, -4i64..4, 0i64..5)
        .prop_map(|(a, b, low, width)| format!("(k,l) where {low} <= {a}*k - {b}*l <= {}", low + width));
    let band = prop_oneof![1 => Just(String::new()), 2 => band];
    (wythoff_rulegen::two_pile_rays(), band).prop_map(|(rays, band)| format!("{rays} {band}"))
}

/// Regions of amounts that are no cones of lines: `k <= l < k + f(k)` and the like, beside amounts from one pile.
fn regions() -> impl Strategy<Value = String> {
    let f = (0u32..7, 0u32..5).prop_map(|(kind, c)| match kind {
        0 => format!("k^2 + {c}"),
        1 => format!("floor(sqrt(k)) + {c}"),
        2 => format!("k*k div 3 + {c}"),
        3 => format!("2^k + {c}"),
        4 => format!("(if k mod 3 == 0 then {c} + 1 else 2)"),
        5 => format!("popcount(k) + {c}"),
        _ => format!("k*(k + 1) div 2 + {c}"),
    });
    let region = (f, 0u32..5).prop_map(|(f, kind)| match kind {
        0 => format!("k <= l < k + {f}"),
        1 => format!("l < {f}"),
        2 => format!("l >= {f}"),
        3 => format!("|k - l| < {f}"),
        _ => format!("k < {f} and (k + l) mod 2 == 0"),
    });
    let alone = prop_oneof![
        3 => Just("move (i, 0)\nmove (0, i)\n"), 1 => Just("move (i, 0) for i <= 3\n"), 1 => Just("move (0, 2*i)\n"),
        1 => Just(""),
    ];
    (any::<bool>(), alone, region).prop_map(|(ordered, alone, region)| {
        let order = if ordered { "ordered" } else { "unordered" };
        format!("piles {order} x, y\n{alone}move (k, l) where {region}\n")
    })
}

/// Lines of which a position reaches a part: greatest amounts, and amounts compared with either end, by bounds that rise, fall
/// or jump, behind gates or not, beside lines that are reached as a whole.
fn parts_of_lines() -> impl Strategy<Value = String> {
    let part = (0u32..17, 1u32..7).prop_map(|(kind, c)| match kind {
        11 => format!("i <= x mod 3 + {c}"),
        12 => format!("x' mod {c} == y mod 2"),
        13 => format!("i >= y' mod 4 - x div {c}"),
        14 => format!("(x' + y') mod 3 <= y mod {c}"),
        0 => format!("i <= {c}"),
        1 => format!("i <= x' + {c}"),
        2 => format!("i <= y' div {c}"),
        3 => "i*i <= x".to_string(),
        4 => format!("i >= (x xor {c})"),
        5 => format!("i >= y' and i <= x' + {c}"),
        6 => format!("i <= x*x mod 11 + {c}"),
        7 => format!("{c} <= i <= y mod 9"),
        8 => format!("x + y >= {c}*i"),
        9 => "x' >= 1 and y' div x' == y div x".to_string(),
        15 => format!("x' > 0 and |y' div x' - y div x| <= {c}"),
        16 => format!("|(x' + {c}) div (y' + 2) - x div 3| < {c} and i + 3 != x"),
        _ => format!("i <= {c} + 9 and y' >= i div 2"),
    });
    let gate = prop_oneof![
        4 => Just(""), 1 => Just(" and x <= 2*y"), 1 => Just(" and x' + y' mod 3 != 1"), 1 => Just(" and x mod 5 > 0"),
    ];
    let move_ = prop_oneof![
        3 => Just("(i, i)"), 1 => Just("(i, 0)"), 1 => Just("(0, i)"), 1 => Just("(2*i, i)"), 1 => Just("(i + 2, i)"),
        1 => Just("(3, i)"), 1 => Just("(0, 2*i + 1)"),
    ];
    let parts = proptest::collection::vec((move_, part, gate), 1..4);
    let order =
        prop_oneof![2 => Just("ordered x, y"), 1 => Just("unordered x, y"), 1 => Just("sorted x <= y")];
    let whole =
        prop_oneof![2 => Just("move (i, 0)\nmove (0, i)\n"), 1 => Just("move (i, i)\n"), 1 => Just("")];
    (order, whole, parts).prop_map(|(order, whole, parts)| {
        let moves = parts.iter().map(|(to, part, gate)| format!("move {to} where {part}{gate}\n"));
        format!("piles {order}\n{whole}{}", moves.collect::<String>())
    })
}

/// Two amounts that the position bounds, behind gates or not, beside lines or alone.
fn spans() -> impl Strategy<Value = String> {
    let bound = prop_oneof![
        select(vec![
            "x",
            "y",
            "x'",
            "y'",
            "x div 2",
            "y div 2 + 1",
            "x' div 2",
            "min(x, y)",
            "max(x, y) div 3"
        ])
        .prop_map(str::to_string),
        (0u32..5).prop_map(|c| format!("x + y div 2 - {c}")),
    ];
    let left = select(vec!["k", "l", "k + l", "2*k + l", "3*l - k", "l - 2*k", "k*k - l", "k*k"]);
    let compared =
        (left, select(vec!["<=", "<", ">=", "=="]), bound).prop_map(|(a, c, b)| format!("{a} {c} {b}"));
    let other = select(vec![
        "l <= k",
        "k <= 2*l",
        "x mod 3 != 1",
        "y' mod 2 == 0",
        "k mod 2 == 1",
        "popcount(k) <= 2",
        "x' >= y",
        "k != l",
        "x*k mod 5 < 3",
        "(l <= y div 2 or k < 4)",
        "x' >= y div 2",
        "y' <= y div 2 + 1",
        "x' == gcd(x, y)",
        "x'*y' <= x + 4",
        "|x' - y'| <= x div 3",
        "count(after) < count(before)",
        "max(taken) < count(after) + 2",
        "x' xor y < 6",
    ]);
    let conditions =
        proptest::collection::vec(prop_oneof![2 => compared, 1 => other.prop_map(str::to_string)], 1..4);
    let amounts = select(vec!["", " for k >= 1, l >= 0", " for k >= 0, l >= 1", " for k >= 0, l >= 3"]);
    let others = select(vec!["", "move (i,0)\nmove (0,i)\n", "move (i,i)\n", "move (0,i) where y > x\n"]);
    let family = (select(vec!["(k,l)", "(l,k)"]), amounts, conditions)
        .prop_map(|(takes, amounts, all)| format!("{takes}{amounts} where {}", all.join(" and ")));
    (select(vec!["ordered", "unordered"]), others, proptest::collection::vec(family, 1..3)).prop_map(
        |(order, others, families)| {
            let families: Vec<String> = families.iter().map(|family| format!("move {family}\n")).collect();
            format!("piles {order} x, y\n{others}{}", families.concat())
        },
    )
}

/// Moves that are no lines but are told by their ends, mostly beside lines that leave few P-positions: conditions on amounts alone,
/// on either end, on both, and amounts that are taken in other ways than as they are.
fn jumps() -> impl Strategy<Value = String> {
    let condition = (0u32..16, 1u32..7).prop_map(|(kind, c)| match kind {
        0 => "gcd(k, l) == 1".to_string(),
        1 => format!("k*l mod {} == {}", c + 2, c % 3),
        2 => "k*l <= x".to_string(),
        3 => format!("k*l <= y' + {c}"),
        4 => format!("k xor l < {c}"),
        5 => format!("gcd(k, x) == 1 and l <= y div {c}"),
        6 => format!("floor(sqrt(k*l)) <= y mod {}", c + 3),
        7 => format!("popcount(k) == popcount(l) and x mod {c} <= 1"),
        8 => "k in {1, 2, 5, 9} and l*k < x".to_string(),
        9 => "(if x mod 2 == 0 then k < l else k*k <= y)".to_string(),
        10 => format!("(x xor y) > {c} and (k - l)^2 < x'"),
        11 => format!("y mod k == 0 and (k + l) mod {c} < 2"),
        12 => format!("floor((k + sqrt(5*l^2))/2) mod {} == 0", c + 1),
        13 => format!("2^l > x' and k <= {c}"),
        14 => "k*x' == l*y' or gcd(x', y') == k".to_string(),
        _ => format!("|k^2 - {c}*l^2| <= x div 2"),
    });
    let takes = select(vec![
        "(k, l)",
        "(k, l)",
        "(l, k)",
        "(2*k, l)",
        "(k + 1, l)",
        "(k, 3*l + 2)",
        "(k, l) for k >= 0, l >= 1",
    ]);
    let two = (takes, condition).prop_map(|(takes, condition)| format!("move {takes} where {condition}\n"));
    let one = select(vec![
        "move (i, i) where x mod i == 0\n",
        "move (i, 2*i) where gcd(i, y) == 1\n",
        "move (i, i^2) where i*x mod 3 < 2\n",
        "move (0, i) where i*y' mod 7 < 3\n",
        "move (i, 0) where x' xor i > 2\n",
        "move (x div 2, 1) where x >= 2\n",
        "move (i, y) where i*y > x'\n",
        // The first of these moves stay in the row, the others leave it.
        "move (i, i + 3) for i >= 0 where gcd(x, i + 1) == 1\n",
        "move (2*i, i + 1) for i >= 0 where (x xor i) mod 3 != 1\n",
        "move (i + 1, 2*i) for i >= 0 where i*y mod 4 < 3\n",
    ]);
    let family = prop_oneof![3 => two, 2 => one.prop_map(str::to_string)];
    let lines = select(vec![
        "move (i, 0)\nmove (0, i)\n",
        "move (i, 0)\nmove (0, i)\n",
        "move (i, 0)\nmove (0, i)\nmove (i, i)\n",
        "move (0, i)\n",
        "move (0, 2*i)\nmove (i, 0) where x <= y + 3\n",
        "move (0, i) where i <= 3\nmove (i, i) where x' != 2\n",
        "",
    ]);
    let order = select(vec!["ordered x, y", "unordered x, y", "sorted x <= y"]);
    (order, lines, proptest::collection::vec(family, 1..3))
        .prop_map(|(order, lines, families)| format!("piles {order}\n{lines}{}", families.concat()))
}

/// The same on three piles, few of whose lines leave the row.
fn jumps_of_three_piles() -> impl Strategy<Value = String> {
    let family = select(vec![
        "move (i, i, i) where x mod i == 0\n",
        "move (i, i, i) where i*i <= x'\n",
        "move (i, j, 0) where gcd(i, j) == 1\n",
        "move (i, 0, j) where i*j <= y + 1\n",
        "move (0, i, 2*i) where y xor i > z'\n",
        "move (i, j, k) where i*j*k <= 2 and (x + y') mod 3 < 2\n",
        "move (i, j, i + j) where popcount(i) == popcount(j)\n",
        "move (1, 2, 0) where gcd(x, y') == 1\n",
        "move (k, 1, l) for k in {1, 4} where k*l > x'\n",
    ]);
    let lines = select(vec![
        "move (i, 0, 0)\nmove (0, i, 0)\nmove (0, 0, i)\n",
        "move (i, 0, 0)\nmove (0, i, 0)\nmove (0, 0, i)\n",
        "move (0, 0, i)\nmove (i, 0, 0) where x <= y + 2\n",
        "move (i, i, 0)\n",
        "",
    ]);
    let order = select(vec!["ordered x, y, z", "unordered x, y, z", "sorted x <= y <= z"]);
    (order, lines, proptest::collection::vec(family, 1..3))
        .prop_map(|(order, lines, families)| format!("piles {order}\n{lines}{}", families.concat()))
}

/// Vectors with conditions at both ends, and amounts of a few values.
fn told_vectors() -> impl Strategy<Value = String> {
    let takes = select(vec![
        "(1, 2)",
        "(2, 0)",
        "(0, 3)",
        "(i, 2*i) for 1 <= i <= 3",
        "(k, l) for k in {1, 4}",
        "(2, 1)",
    ]);
    let condition = select(vec![
        "gcd(x, y') == 1",
        "(x xor x') > 2",
        "popcount(x) >= popcount(y')",
        "x*y' mod 5 < 3",
        "x' + 2 <= y and (x' xor y) mod 3 != 1",
        "x div 2 == y' div 2 or x' mod 3 == y mod 3",
    ]);
    let family =
        (takes, condition).prop_map(|(takes, condition)| format!("move {takes} where {condition}\n"));
    let lines = select(vec!["", "move (i, 0)\n", "move (i, i)\n", "move (0, i)\nmove (i, 0)\n"]);
    let order = select(vec!["ordered x, y", "unordered x, y", "sorted x <= y"]);
    (order, lines, proptest::collection::vec(family, 1..4))
        .prop_map(|(order, lines, families)| format!("piles {order}\n{lines}{}", families.concat()))
}

/// That in some rows just those positions are P that the outcomes of their options say, where the referee would take long: in
/// plain and misère play, after a pass, and with blocking.
fn check_some_p(rules: &Rules, bound: u64) -> Result<(), TestCaseError> {
    let Ok(found) = p_below(rules, bound, &soon()) else { return Ok(()) };
    let convention = rules.convention();
    let lost: std::collections::BTreeSet<Vec<u64>> = found.positions.into_iter().collect();
    let after = if convention.pass {
        let mut without = Rules::read(&rules.game().to_string()).unwrap();
        if convention.misere {
            without.set_misere().unwrap();
        }
        let Ok(after) = p_below(&without, bound, &soon()) else { return Ok(()) };
        after.positions
    } else {
        Vec::new()
    };
    let block = convention.block.as_ref();
    for position in
        below(&[bound, bound]).filter(|p| p[0] % 29 == 17 && (!rules.is_symmetric() || p.is_sorted()))
    {
        let mut options = std::collections::BTreeMap::new();
        let walked = rules.for_each_option(&position, &[], &mut |step| {
            let blockable = block.is_some_and(|block| block.families[step.family]);
            *options.entry(step.to.to_vec()).or_insert(true) &= blockable;
            std::ops::ControlFlow::Continue(())
        });
        if walked.is_err() {
            return Ok(());
        }
        options.retain(|option, _| lost.contains(&rules.canonical(option)));
        let blockable = options.values().filter(|blockable| **blockable).count() as u64;
        let any = !rules.options(&position).unwrap().is_empty();
        let wins = blockable < options.len() as u64
            || blockable >= block.map_or(1, |block| block.k)
            || (any && after.binary_search(&position).is_ok())
            || (!any && convention.misere);
        prop_assert_eq!(lost.contains(&position), !wins, "{:?} by {}", position, found.method);
    }
    Ok(())
}

/// The mex of the options' values in some rows, where the referee would take long, by one thread and by two. More than two sides
/// must increase.
fn check_some_rows(text: &str, sides: &[u64]) -> Result<(), TestCaseError> {
    let Some(rules) = read(text) else { return Ok(()) };
    let Ok(one) = grundy_table(&rules, sides, &soon()) else { return Ok(()) };
    let row = |p: &[u64]| p.iter().rev().skip(1).sum::<u64>();
    for (position, value) in below(sides).zip(&one.values) {
        if row(&position) % 29 == 17 && rules.is_position(&position).unwrap() {
            let Ok(options) = rules.options(&position) else { continue };
            // Piles that may be exchanged are told in increasing order.
            let inside = |o: &[u64]| o.iter().zip(sides).all(|(x, side)| x < side);
            let number =
                |o: &mut dyn Iterator<Item = &u64>| o.zip(sides).fold(0, |at, (x, side)| at * side + x);
            let place =
                |o: &[u64]| if inside(o) { number(&mut o.iter()) } else { number(&mut o.iter().rev()) };
            let mut met: Vec<u32> = options.iter().map(|o| one.values[place(o) as usize]).collect();
            met.sort_unstable();
            met.dedup();
            let mex = met.iter().enumerate().take_while(|(n, v)| *n as u32 == **v).count() as u32;
            prop_assert_eq!(mex, *value, "{:?} by {}", position, one.method);
        }
    }
    let two = grundy_table(&rules, sides, &Budget::default().with_threads(2)).unwrap();
    prop_assert_eq!(two.values, one.values);
    Ok(())
}

/// A budget that ends soon.
fn soon() -> Budget {
    Budget::default().within(std::time::Duration::from_millis(200))
}

/// Plain play half of the time, else misère play, a pass, blocking or extra ends.
fn convention() -> impl Strategy<Value = (usize, u64, Vec<u64>)> {
    (0usize..9, 2u64..4, proptest::collection::vec(0u64..6, 4))
}

fn check_lines(
    text: &str,
    bound: u64,
    (convention, k, end): (usize, u64, Vec<u64>),
) -> Result<(), TestCaseError> {
    let Some(mut rules) = read(text) else { return Ok(()) };
    // A game that fails at some position fails in every way.
    let corner = vec![bound - 1; rules.piles()];
    if rules.options(&corner).is_err() {
        return Ok(());
    }
    match convention {
        0 => rules.set_misere().unwrap(),
        1 => rules.set_pass(),
        2 => rules.set_block(k, &[]).unwrap(),
        3 => rules.add_terminal(&end[..rules.piles()]).unwrap(),
        _ => {}
    }
    check_p(&rules, bound)?;
    let mut sides = sides(&rules, bound);
    check_grundy(&rules, &sides)?;
    sides[0] = bound / 2 + 1;
    check_grundy(&rules, &sides)?;
    check_lopsided(&rules, bound, &sides)?;
    sides.reverse();
    check_lopsided(&rules, bound, &sides)
}

proptest! {
    // A position has thousands of options.
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn spans_of_rows_go_on(text in spans(), rows in 60u64..80, columns in 60u64..80) {
        check_some_rows(&text, &[rows, columns])?;
    }

    #[test]
    fn pairs_of_ends_go_on(text in prop_oneof![3 => jumps(), 1 => told_vectors()], bound in 66u64..140, way in 0usize..8, k in 2u64..4) {
        let Some(mut rules) = read(&text) else { return Ok(()) };
        match way {
            0 => rules.set_misere().unwrap(),
            1 => rules.set_pass(),
            2 => {
                rules.set_misere().unwrap();
                rules.set_pass();
            }
            3 | 4 => rules.set_block(k, &[]).unwrap(),
            5 => {
                let label = rules.families()[0].label.clone();
                rules.set_block(k, &[&label]).unwrap();
            }
            _ => {}
        }
        check_some_p(&rules, bound)?;
    }

    #[test]
    fn p_positions_of_lines_go_on(text in wythoff_rulegen::lines_game(2), bound in 66u64..200, way in 0usize..6) {
        let Some(mut rules) = read(&text) else { return Ok(()) };
        if way % 3 == 1 {
            rules.set_misere().unwrap();
        }
        if way == 2 {
            rules.set_pass();
        }
        check_some_p(&rules, bound)?;
    }

    #[test]
    fn lines_of_two_piles_go_on(text in wythoff_rulegen::lines_game(2), rows in 60u64..100, columns in 60u64..100) {
        check_some_rows(&text, &[rows, columns])?;
    }

    #[test]
    fn lines_of_equal_piles_go_on(text in wythoff_rulegen::lines_game(2), side in 60u64..100) {
        check_some_rows(&text, &[side, side])?;
    }

    #[test]
    fn lines_of_three_piles_go_on(text in wythoff_rulegen::lines_game(3), few in 2u64..4, rows in 60u64..75, more in 0u64..9) {
        check_some_rows(&text, &[few, rows, rows + more])?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn p_positions_of_rays(text in rays_and_bands(0), bound in 1u64..24) {
        let Some(rules) = read(&text) else { return Ok(()) };
        check_p(&rules, bound)?;
    }

    #[test]
    fn grundy_values_of_rays(text in wythoff_rulegen::two_pile_rays(), rows in 1u64..20, columns in 1u64..20) {
        let Some(rules) = read(&text) else { return Ok(()) };
        check_grundy(&rules, &[rows, columns])?;
        check_grundy(&rules, &[rows, rows])?;
    }

    #[test]
    fn regions_of_amounts(text in regions(), bound in 1u64..20, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    #[test]
    fn parts_of_lines_are_reached(text in parts_of_lines(), bound in 1u64..24, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    // Several tiles.
    #[test]
    fn parts_of_lines_go_on(text in parts_of_lines(), rows in 60u64..140, columns in 60u64..140) {
        check_some_rows(&text, &[rows, columns])?;
    }

    #[test]
    fn spans_of_rows_slide(text in spans(), bound in 1u64..24, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    #[test]
    fn pairs_of_ends_are_asked(text in jumps(), bound in 1u64..20, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    #[test]
    fn vectors_told_by_their_ends(text in told_vectors(), bound in 1u64..16, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    #[test]
    fn pairs_of_ends_of_three_piles(text in jumps_of_three_piles(), bound in 1u64..8, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    // A family that can be blocked beside others that cannot, also with moves that come by two families.
    #[test]
    fn pairs_of_ends_of_which_some_are_blocked(
        text in prop_oneof![jumps(), told_vectors(), parts_of_lines()], bound in 1u64..16, k in 1u64..5, blocked in 0usize..4,
        end in proptest::collection::vec(0u64..7, 2), ends: bool,
    ) {
        let Some(mut rules) = read(&text) else { return Ok(()) };
        if rules.options(&[bound - 1, bound - 1]).is_err() {
            return Ok(());
        }
        let labels: Vec<String> = rules.families().iter().map(|family| family.label.clone()).collect();
        rules.set_block(k, &[&labels[blocked % labels.len()]]).unwrap();
        if ends {
            rules.add_terminal(&[end[0].min(end[1]), end[0].max(end[1])]).unwrap();
        }
        check_p(&rules, bound)?;
    }

    #[test]
    fn pairs_of_ends_and_extra_ends(
        text in jumps(), bound in 1u64..20, misere: bool, pass: bool, ends in proptest::collection::vec((0u64..8, 0u64..8), 1..4),
    ) {
        let Some(mut rules) = read(&text) else { return Ok(()) };
        if rules.options(&[bound - 1, bound - 1]).is_err() {
            return Ok(());
        }
        for (x, y) in ends {
            rules.add_terminal(&[x.min(y), x.max(y)]).unwrap();
        }
        if misere {
            rules.set_misere().unwrap();
        }
        if pass {
            rules.set_pass();
        }
        check_p(&rules, bound)?;
    }

    #[test]
    fn lines_of_one_pile(text in wythoff_rulegen::lines_game(1), bound in 1u64..40, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    #[test]
    fn lines_of_two_piles(text in wythoff_rulegen::lines_game(2), bound in 1u64..22, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    #[test]
    fn lines_of_three_piles(text in wythoff_rulegen::lines_game(3), bound in 1u64..7, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    #[test]
    fn lines_of_four_piles(text in wythoff_rulegen::lines_game(4), bound in 1u64..5, convention in convention()) {
        check_lines(&text, bound, convention)?;
    }

    // Larger boxes may go another way than small ones: both begin alike.
    #[test]
    fn large_boxes_begin_like_small_ones(text in wythoff_rulegen::lines_game(2), convention in convention()) {
        let Some(mut rules) = read(&text) else { return Ok(()) };
        match convention.0 {
            0 => rules.set_misere().unwrap(),
            1 => rules.set_pass(),
            2 => rules.add_terminal(&convention.2[..2]).unwrap(),
            3 => {
                rules.set_misere().unwrap();
                rules.set_pass();
                rules.add_terminal(&convention.2[..2]).unwrap();
            }
            _ => {}
        }
        let Ok(large) = p_below(&rules, 520, &soon()) else { return Ok(()) };
        let Ok(small) = p_below(&rules, 200, &soon()) else { return Ok(()) };
        let within = large.positions.iter().filter(|p| p.iter().all(|x| *x < 200));
        prop_assert_eq!(within.collect::<Vec<_>>(), small.positions.iter().collect::<Vec<_>>(), "{} {}", large.method, small.method);
        if large.method == "pairs row by row" {
            let first = p_first(&rules, 40, &soon());
            if let Ok(first) = first {
                let n = first.positions.iter().take_while(|p| p.iter().all(|x| *x < 520)).count();
                prop_assert_eq!(&first.positions[..n], &large.positions[..n]);
            }
        }
    }

    #[test]
    fn two_piles(text in wythoff_rulegen::two_pile_game(), bound in 1u64..11, rows in 1u64..9, columns in 1u64..9) {
        let Some(rules) = read(&text) else { return Ok(()) };
        check_p(&rules, bound)?;
        check_grundy(&rules, &[rows, columns])?;
    }

    #[test]
    fn any_piles(text in wythoff_rulegen::n_pile_game(), bound in 1u64..5) {
        let Some(rules) = read(&text) else { return Ok(()) };
        check_p(&rules, bound)?;
        check_grundy(&rules, &sides(&rules, bound))?;
    }

    // A band along the rows may leave rows without P-positions: no first ones then, found out slowly.
    #[test]
    fn the_first_ones(text in rays_and_bands(1), n in 0usize..12, convention in 0usize..5) {
        let Some(mut rules) = read(&text) else { return Ok(()) };
        match convention {
            0 => rules.set_misere().unwrap(),
            1 => rules.set_pass(),
            2 => rules.set_block(2, &[]).unwrap(),
            _ => {}
        }
        match p_first(&rules, n, &Budget::default()) {
            Err(SolveError::Refused { .. }) => {}
            Err(error) => prop_assert!(false, "{error}"),
            Ok(found) => {
                // They are what a large enough box begins with.
                prop_assert_eq!(found.positions.len(), n);
                let Some(last) = found.positions.last() else { return Ok(()) };
                let bound = found.positions.iter().flatten().max().unwrap() + 40;
                let all = p_below(&rules, bound, &Budget::default()).unwrap().positions;
                let expected: Vec<_> = all.into_iter().filter(|p| p <= last).collect();
                prop_assert_eq!(found.positions, expected);
            }
        }
    }

    #[test]
    fn conventions_on_rays(
        text in rays_and_bands(0), bound in 1u64..12, convention in 0usize..4, k in 1u64..4,
        ends in proptest::collection::vec((0u64..8, 0u64..8), 0..3),
    ) {
        let Some(mut rules) = read(&text) else { return Ok(()) };
        for (x, y) in ends {
            rules.add_terminal(&[x, y]).unwrap();
        }
        match convention {
            0 => rules.set_misere().unwrap(),
            1 => rules.set_pass(),
            2 => rules.set_block(k, &[]).unwrap(),
            _ => {
                let label = rules.families()[0].label.clone();
                rules.set_block(k, &[&label]).unwrap();
            }
        }
        check_p(&rules, bound)?;
        check_grundy(&rules, &[bound, bound])?;
        if rules.convention().block.is_some() {
            let Ok(counts) = palace_numbers(&rules, bound, bound, &Budget::default()) else { return Ok(()) };
            let mut referee = Referee::new(&rules);
            for (position, count) in below(&[bound, bound]).zip(counts) {
                let state = State { position: position.clone(), memory: vec![], passed: false };
                let options = referee.options(&state).unwrap().into_keys().collect::<Vec<_>>();
                let lost = options.iter().filter(|o| referee.outcome(o).unwrap() == Outcome::P).count();
                prop_assert_eq!(count as usize, lost, "{:?}", position);
            }
        }
    }
}

/// Two piles of which a row has few P-positions, with cones, gates that repeat or turn along it, limited amounts and bands behind gates: found row by row.
#[test]
fn rows_with_few_p_positions() {
    for text in [
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nmove (k, l) for k >= 1, l >= 0 where l < k",
        "piles unordered x, y\nmove (i, 0)\nmove (k, l) where k <= l < 2*k",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x <= 2*y",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where l <= k <= 2*l and x' <= y' + 5",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where k <= 3*l + 2",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where 2*k <= 3*l and x <= y + 7",
        "piles ordered x, y\nmove (i, 0)\nmove (0, 2*i)\nmove (i, i) where x <= 2*y",
        "piles unordered x, y\nmove (3*i, 0)\nmove (i, i) where min(x', y') >= 3",
        "piles ordered x, y\nmove (i, 0) for i <= 30\nmove (0, i)\nmove (i, 2*i) for 2 <= i <= 40 where y >= 9",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where |k - l| < 7 and x <= 3*y",
        "piles ordered x, y\nmove (0, i)\nmove (i, i) where i <= x'\nmove (k, l) for k >= 0, l >= 1 where l >= 3*k",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i) for i >= 2\nmove (i, i) where y >= 3",
        "piles ordered x, y\nmove (i, 0)\nmove (0, 2*i)\nmove (k, l) for k >= 0, l >= 0 where |k - l| < 2 and k + l > 0",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x*y mod 5 < 3",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x^2 > y",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i^2, i^2)",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nmove (k, l) where |k - l| < 2 and (y - x) mod 3 == 0",
    ] {
        let rules = read(text).unwrap();
        let large = p_below(&rules, 600, &Budget::default()).unwrap();
        assert_eq!(large.method, "pairs row by row", "{text}");
        let mut small = p_below(&rules, 400, &Budget::default()).unwrap();
        assert_ne!(small.method, large.method, "{text}");
        small.positions.retain(|p| p.iter().all(|x| *x < 400));
        let within: Vec<_> = large.positions.into_iter().filter(|p| p.iter().all(|x| *x < 400)).collect();
        assert_eq!(within, small.positions, "{text}");
        let first = p_first(&rules, 60, &Budget::default()).unwrap();
        assert_eq!(first.method, "pairs row by row", "{text}");
        let n = first.positions.iter().take_while(|p| p.iter().all(|x| *x < 400)).count();
        assert!(n > 20, "{text}");
        assert_eq!(first.positions[..n], small.positions[..n], "{text}");
    }
}

/// A line with a greatest amount, beside a ray that is open at some positions only, whose sets it must not read.
#[test]
fn limited_amounts_beside_a_gated_ray() {
    for text in [
        "piles ordered x\nmove (i) where i <= 3\nmove (i) where x <= 2",
        "piles ordered x\nmove (i) where i != 4\nmove (i) where x >= 7",
        "(0,i) where i <= 3 (0,i) where y <= 2 (i,i)",
        "(i,i) where i <= 5 (i,i) where x >= 2*y (i,0)",
    ] {
        let rules = read(text).unwrap();
        check_grundy(&rules, &sides(&rules, 14)).unwrap();
        check_p(&rules, 14).unwrap();
    }
}

/// Options that are no lines, also where the piles are sorted and the board is not square.
/// Of the first tables of three piles no cell reaches what is taken least.
#[test]
fn parts_of_lines_that_begin_in_a_later_table() {
    for text in [
        "(0,i,0) (i,0,i) for 4 <= i <= 15 where y' + 5*x' != 6",
        "(0,i,0) (i,0,i) for 2 <= i <= 14 where y' + 5*x' != 6",
        "(0,0,i) (i,i,0) for 3 <= i <= 8 where z' + x' != 4",
    ] {
        check_grundy(&read(text).expect("a game"), &[17, 12, 17]).unwrap();
    }
}

#[test]
fn lines_and_other_options() {
    for text in [
        "piles sorted x <= y\nmove (0, i)\nmove (i, i) where (i xor y) > 3",
        "piles sorted x <= y\nmove (i, 0) for i <= 4\nmove (i, 2*i) where y mod i == 0",
        "piles ordered x, y\nmove (i, 0)\nmove (2*i, i + 1) where i*x' mod 5 < 3",
        "piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, i, any) where x*i mod 3 == 1",
        "piles sorted x <= y <= z\nmove (0, 0, i)\nmove (i, any, 0) where gcd(x, i) == 1",
        "piles ordered x\nmove (i) for i <= 2\nmove (i*x) for 1 <= i <= x where (x xor i) > 2",
    ] {
        let rules = read(text).unwrap();
        let board = if rules.piles() == 3 { vec![9, 7, 8] } else { vec![21, 17][..rules.piles()].to_vec() };
        check_grundy(&rules, &board).unwrap();
        let both = Budget::default().with_threads(2);
        let large = if rules.piles() == 3 { vec![30; 3] } else { vec![190, 200][..rules.piles()].to_vec() };
        let one = grundy_table(&rules, &large, &Budget::default()).unwrap();
        assert_eq!(one.values, grundy_table(&rules, &large, &both).unwrap().values, "{text}");
    }
}

#[test]
fn each_shape_has_its_method() {
    let methods = |text: &str| {
        let rules = read(text).unwrap();
        let p = check_p(&rules, 9).unwrap();
        let values = grundy_table(&rules, &sides(&rules, 9), &Budget::default()).map(|table| table.method);
        (p, values.unwrap_or("none"))
    };
    let (lines, rows) = ("value sets on lines", "rows of bits");
    assert_eq!(methods("(i,0) (0,i) (i,i) (1,2)"), ("row sweep", lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where |k-l| < 3"), ("row sweep", lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where k <= l < 2*k"), (rows, lines));
    assert_eq!(methods("(i,0,0) (0,i,0) (0,0,i) (i,i,i)"), (rows, lines));
    assert_eq!(methods("piles sorted x <= y\nmove (0, i)\nmove (i, i) where x*y mod 3 < 2"), (rows, lines));
    assert_eq!(
        methods("piles sorted x <= y\nmove (0, i)\nmove (k, l) for k >= 1, l >= 0 where l < k"),
        (rows, lines)
    );
    assert_eq!(
        methods("(i,0) (0,i) (k,l) where k <= l < k^2"),
        ("runs of amounts", "sliding runs of amounts")
    );
    let ends = "rows of bits, pairs of ends";
    // On a small board these are a few runs.
    let bands = ("runs of amounts", "runs of amounts, value by value");
    assert_eq!(methods("(i,0) (0,i) (k,l) where k*l mod 7 == 3"), bands);
    let large = read("(i,0) (0,i) (k,l) where k*l mod 7 == 3").unwrap();
    assert_eq!(p_below(&large, 200, &Budget::default()).unwrap().method, ends);
    assert_eq!(methods("(i,0) (0,i) (i,i) where x mod i == 0").0, ends);
    assert_eq!(methods("(i,0) (0,i) (k,l) where k*l <= x").0, ends);
    assert_eq!(methods("piles sorted x <= y\nmove (0, i)\nmove (k, l) where k*l <= x").0, ends);
    assert_eq!(methods("(2^i,0) (0,2^i) (i,i)"), (rows, lines));
    assert_eq!(methods("(i,0) (0,i) (i,i) where i <= x"), (rows, lines));
    assert_eq!(methods("piles ordered x, y\nmove (i,0)\nmove (0,i)\nmove (i,i) where i <= x'").1, lines);
    assert_eq!(methods("(i,0) (0,i) (i,i) where i*i <= x and i <= y div 2 + 1").1, lines);
    // What another family allows anyway is left out, also where the mirror image of one does.
    let turns = "where i <= (y' xor 5) + x";
    assert_eq!(methods(&format!("piles unordered x, y\nmove (i, 0)\nmove (0, i + 1) {turns}")).1, lines);
    assert_eq!(methods(&format!("piles ordered x, y\nmove (0, i)\nmove (0, i + 1) {turns}")).1, lines);
    // Of two amounts one says the other, or a few lines say both.
    assert_eq!(methods("(i,0) (0,i) (k,l) where k == 2*l and k <= y"), (rows, lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where k + l == 7 and k <= y'"), (rows, lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where (2*k == 3*l or k == l + 3) and k*k <= x"), (rows, lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where |k-l| < 3 and popcount(k) == 1"), (rows, lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where |k-l| < 3 and k <= y div 2"), (rows, lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where |k-l| mod 3 == 1"), (rows, lines));
    assert_eq!(methods("(i,0) (0,i) (k,l) where k mod 2 == l mod 2"), (rows, lines));
    let spans = ("rows of bits, spans of rows", "value sets on lines, sliding spans of rows");
    assert_eq!(methods("(i,0) (0,i) (k,l) where k <= x div 2 and l <= k"), spans);
    assert_eq!(methods("(k,l) where k <= y and l <= x"), spans);
    assert_eq!(methods("(i,0) (0,i) (k,l) where k + l <= min(x,y) and y mod 2 == 0 and x' != 3"), spans);
    let others = "value sets on lines, other options one by one";
    assert_eq!(methods("piles ordered x, y\nmove (i,0) where i*x' < 9\nmove (0,i)").1, others);
    assert_eq!(methods("(i,i) where i*x' < 9").1, "table of options");
    let fibonacci = "piles ordered n\nmemory last = 0\nmove (i) where if last == 0 then i < n else i <= 2*last then last = i";
    assert_eq!(methods(fibonacci), ("least winning amounts", "lines of play"));
    assert_eq!(methods("(i,0) (0,i) (i^2,i)"), (rows, lines));
    let mut blocked = read("(i,0) (0,i) (i,i)").unwrap();
    blocked.set_block(2, &[]).unwrap();
    assert_eq!(check_p(&blocked, 9).unwrap(), "counting P-options");
    let mut blocked = read("(i,0) (0,i) (k,l) where |k-l| < 3").unwrap();
    blocked.set_block(2, &[]).unwrap();
    assert_eq!(check_p(&blocked, 9).unwrap(), "counting P-options");
    // Moves that are no lines, or that come by two families, are counted as pairs of ends.
    for text in [
        "(i,0) (0,i) (k,l) where gcd(k,l) == 1",
        "(i,0) (0,i) (i,i) where x mod i == 0",
        "(i,0) (0,i) (i,i) where x mod 2 == 0 (i,i) where y mod 2 == 0",
        "(i,i,i) where x mod i == 0 (i,0,0)",
    ] {
        let mut blocked = read(text).unwrap();
        blocked.set_block(2, &[]).unwrap();
        assert_eq!(check_p(&blocked, 7).unwrap(), "counting P-options, pairs of ends", "{text}");
        let mut passed = read(text).unwrap();
        passed.set_pass();
        let method = check_p(&passed, 7).unwrap();
        assert!(method.starts_with("rows of bits"), "{text} {method}");
    }
    // What is always taken is told by where it is taken from.
    assert_eq!(methods("(i,0) (1,2) where gcd(x,y') == 1"), (rows, lines));
    assert_eq!(methods("(0,i) (k,l) for k in {3, 6}").1, lines);
}

/// Targets on another line than the position, of which a gate leaves some and a comparison of both ends fewer.
/// What is within reach is the same for a whole row or column, on boards of several tiles.
#[test]
fn reaches_that_one_coordinate_bounds() {
    for text in [
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where i <= x'",
        "piles unordered x, y\nmove (i, 0)\nmove (i + 1, i) where i <= y div 2 + y div 3 and min(x', y') <= 4",
        "piles ordered x, y\nmove (i, 2*i) where i*i <= x and x' + y' mod 3 != 1\nmove (0, i) for i <= 3",
        "piles unordered x, y\nmove (2*i, 0) where i >= x'\nmove (i, i) where i <= 7 and i <= x mod 11",
    ] {
        check_grundy(&read(text).unwrap(), &[70, 70]).unwrap();
        check_grundy(&read(text).unwrap(), &[90, 30]).unwrap();
    }
}

#[test]
fn comparisons_along_lines_beside_the_position() {
    for text in [
        "(i,i+1) where y' <= 2 and y >= x'",
        "(i,i+2) where y' != 3 and y >= 3*x' - 4 (3,1)",
        "(i+2,i) where x' != 4 and y <= 9 + x' (0,i)",
        "(2i,i+3) where y' >= 1 and x' <= 6 and x <= 2*y' + 3 (i,0)",
        "(i,i+1) (i+1,i) (0,i) (i,0) where x' <= 5 and y + 1 >= x'",
        "piles ordered x, y\nmove (0, i) where i <= x' + 1 and y' <= x and (i mod 2 == 1 or i >= 2)",
    ] {
        let rules = read(text).unwrap();
        for sides in [[12, 12], [15, 9]] {
            assert_eq!(check_grundy(&rules, &sides).unwrap(), "value sets on lines", "{text}");
        }
        check_p(&rules, 12).unwrap();
    }
}

/// Where order does not matter a game is over in both orders of an extra end, also where blocking tells orders apart.
#[test]
fn ends_in_both_orders_with_blocking() {
    let mut rules =
        read("piles unordered x, y\nmove (i, i) where floor(sqrt(i)) >= popcount(i)\nmove (i, 0)\n").unwrap();
    rules.add_terminal(&[1, 2]).unwrap();
    rules.set_block(2, &[]).unwrap();
    assert_eq!(check_p(&rules, 8).unwrap(), "counting P-options");
}

/// A game with finitely many P-positions does not keep anybody waiting for more.
#[test]
fn no_more_first_ones_than_there_are() {
    let mut rules = read("(i)").unwrap();
    rules.set_misere().unwrap();
    let refused = p_first(&rules, 2, &Budget::default());
    assert!(matches!(refused, Err(SolveError::Refused { .. })), "{refused:?}");
}

/// Where every position but a few has a move to one of these nobody waits at all, and they are all answered.
#[test]
fn p_positions_that_are_certain_to_be_all_are_answered_at_once() {
    let known: [(&str, &[[u64; 2]]); 3] = [
        ("(i,0) (0,i) (k,l)", &[[0, 0]]),
        ("(2i,0) (0,2i) (k,l)", &[[0, 0], [0, 1]]),
        ("piles unordered x, y; move (i, 0); move (k + 2, l + 1)", &[[0, 0], [1, 1], [2, 2]]),
    ];
    for (text, all) in known {
        let rules = read(&text.replace("; ", "\n")).unwrap();
        let soon = Budget::default().with_work(1 << 26);
        let first = p_first(&rules, all.len(), &soon).unwrap();
        assert_eq!(first.positions, all.iter().map(|p| p.to_vec()).collect::<Vec<_>>(), "{text}");
        let refused = p_first(&rules, all.len() + 1, &soon);
        assert!(matches!(refused, Err(SolveError::Refused { .. })), "{text}: {refused:?}");
    }
}

/// Amounts that are all multiples of a number bound a row; amounts of another residue do not.
#[test]
fn rows_that_go_on_for_ever_are_refused() {
    let first = |text: &str| p_first(&read(text).unwrap(), 6, &Budget::default());
    let refused = first("(i,0) (0,i) where i mod 3 == 1");
    assert!(matches!(refused, Err(SolveError::Refused { .. })), "{refused:?}");
    let found = first("(i,0) (0,i) where i mod 3 == 0").unwrap();
    assert_eq!(found.positions, [[0, 0], [0, 1], [0, 2], [1, 3], [1, 4], [1, 5]].map(Vec::from));
}

/// Of one family some moves stay in a row and others leave it.
#[test]
fn lines_that_begin_in_their_own_row() {
    for text in [
        "(i, i + 3) for i >= 0 where gcd(x, i + 1) == 1 (i, 0)",
        "(2i, i + 1) for i >= 0 where (x xor i) mod 3 != 1",
        "(i, 2i + 1) for i >= 0 where gcd(y, i + 2) == 1 (0, 4)",
        "(i, 0) (i, i + 5) for i >= 0 where x*i mod 7 < 4",
    ] {
        for way in 0..4 {
            let mut rules = read(text).unwrap();
            match way {
                0 => {}
                1 => rules.set_misere().unwrap(),
                2 => rules.set_pass(),
                _ => rules.set_block(2, &[]).unwrap(),
            }
            check_p(&rules, 24).unwrap();
        }
    }
}

/// What is within reach is the same for all P-positions of a row, of which there are many: gates leave most positions without a move.
#[test]
fn reaches_of_rows_full_of_p_positions() {
    for text in [
        "(l,k) for k >= 1, l >= 1 where popcount(x) <= 1 and k <= x div 2 + 2 and -4 <= 2*k - 3*l <= -3",
        "(3i, 2i) where x' <= 4 and i*i <= x and popcount(y) != 2",
        "(i, i) where x*x mod 7 < 2 and i <= x' + 1 and i >= x' div 3",
        "(2i + 1, i) where popcount(x') <= 2 and (y*y) mod 5 == 1 and i <= x div 4",
        "(i, 0) (i, 2i) where popcount(y) == 3 and x' > 5 and i + 3 <= x",
    ] {
        for order in ["ordered", "unordered"] {
            for way in 0..3 {
                let moves = text.replace(") (", ")\nmove (");
                let Some(mut rules) = read(&format!("piles {order} x, y\nmove {moves}")) else { continue };
                match way {
                    0 => {}
                    1 => rules.set_misere().unwrap(),
                    _ => rules.set_pass(),
                }
                check_p(&rules, 40).unwrap();
            }
        }
    }
}

/// Where a move may take nothing the game is none, whichever way it is asked; where a condition keeps it from that, the fast ways stay.
#[test]
fn moves_that_take_nothing_are_mistakes_in_every_way() {
    for text in [
        "(i,0) (0,i) (k,k) for k >= 0 where |xor(before) - k| >= 2",
        "(i,0) (0,i) for i >= 0 where popcount(x) > y",
        "(k,l) for k >= 0, l >= 0 where gcd(k,l) + 2 < x xor y",
        "piles sorted x <= y; move (0,i); move (k,k) for k >= 0 where x*y mod 7 == 3",
    ] {
        for misere in [false, true] {
            let mut rules = Rules::read(text).unwrap();
            if misere {
                rules.set_misere().unwrap();
            }
            assert!(p_below(&rules, 30, &Budget::default()).is_err(), "{text}");
            assert!(misere || grundy_table(&rules, &[30, 30], &Budget::default()).is_err(), "{text}");
        }
    }
    let rules = Rules::read("(i,0) (0,i) (k,l) for k >= 0, l >= 0 where gcd(k,l) == 1 and k*l <= x").unwrap();
    assert_eq!(p_below(&rules, 60, &Budget::default()).unwrap().method, "rows of bits, pairs of ends");
}
