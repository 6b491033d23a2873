//! Texts of strangers cost what their budget allows, whatever they say: each of these ran for many seconds, or without
//! end, before its kind of work was counted.

use std::time::Duration;
use wythoff_numbers::Budget;
use wythoff_rules::{ErrorKind, RuleError, Rules, Source, nearest, parse_position};

/// Half a second of counted work, on a machine where a unit is a nanosecond.
fn budget() -> Budget {
    Budget::default().with_work(500_000_000)
}

/// Reads the rules and asks for the options of a position, within one budget.
fn asked(text: &str, position: &[u64]) -> Result<usize, RuleError> {
    let budget = budget();
    let start = budget.now();
    let answer = Rules::read_with(text, &budget).and_then(|rules| Ok(rules.options(position)?.len()));
    // The machine may be busy with other tests: far beyond the budget, and far below the minutes of before.
    assert!(budget.now() - start < Duration::from_secs(20), "{:.60}", text);
    answer
}

/// The request ends by a limit, and the error says where.
fn limited(text: &str, position: &[u64]) {
    let error = asked(text, position).err().unwrap_or_else(|| panic!("no limit: {text:.80}"));
    assert!(error.is_limit(), "{error}: {text:.80}");
    assert!(error.place.is_some(), "{error}: {text:.80}");
    assert!(error.to_string().len() + error.detail().len() < 5000, "{text:.80}");
}

#[test]
fn powers_and_greatest_common_divisors_are_paid_by_their_size() {
    limited("(i) where gcd(3^2500000+i, 2^4000000+i*x) > 0", &[50]);
    let sum = vec!["gcd(3^2500000, 2^4000000 + 1)"; 150].join(" + ");
    limited(&format!("param a = {sum}\npiles ordered x\nmove (i) where i > a"), &[5]);
    limited("(i) where (3^2000000 + i)*(3^2000000 + x) mod (3^999999 + i) > 5", &[1000]);
    limited("(i) where floor(sqrt(3^2000000 + i)) > 5", &[1000]);
}

#[test]
fn conditions_on_parameters_are_paid_together() {
    let mut text = String::new();
    for _ in 0..20_000 {
        text += "require gcd(3^20000, 2^30000 + 1) > 0 \"no\"\n";
    }
    limited(&(text + "piles ordered x\nmove (i)"), &[3]);
    let mut text = String::from("piles ordered x\nmove (i)\n");
    for i in 0..256 {
        text += &format!(
            "param p{i} = {} + 3^2000000\n",
            if i == 255 { "1".to_string() } else { format!("p{}", i + 1) }
        );
    }
    limited(&text, &[3]);
}

#[test]
fn many_names_and_long_ones() {
    let mut text = String::new();
    for i in 0..250 {
        text += &format!("param {}{i} = 1\n", "n".repeat(1990));
    }
    text += &format!("piles ordered x\nmove (i) where {} > 0", "m".repeat(500_000));
    let error = asked(&text, &[3]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Name);
    assert!(error.to_string().len() + error.detail().len() < 5000);
    assert_eq!(nearest(&"m".repeat(500_000), ["m"]), None);
}

#[test]
fn moves_that_are_many_or_large() {
    limited(&format!("{}(i)", "(i) ".repeat(50_000)), &[3]);
    limited(&format!("(i) for i{} >= 1", (0..50_000).map(|k| format!(", v{k}")).collect::<String>()), &[3]);
    let many = vec!["|x - y'|"; 400].join(" + ");
    limited(
        &format!("piles unordered a, b, c, d, e, f, g, h, x, y\nmove (i, j, k, l, 0...) where {many} > 0"),
        &[3; 10],
    );
    limited("(i, j, k, l, m) where i + j + k + l + m mod 97 == 1", &[1 << 40; 5]);
    let ends: String = (0..50_000).map(|i| format!("terminal ({i})\n")).collect();
    let error = asked(&format!("piles ordered x\nmove (i)\n{ends}"), &[3]).unwrap_err();
    assert!(error.is_limit() && !error.hints.is_empty(), "{error}");
}

#[test]
fn functions_of_functions() {
    let mut text = "param f0(k) = k + 1\n".to_string();
    for level in 1..30 {
        text += &format!("param f{level}(k) = f{0}(k) + f{0}(k + 1)\n", level - 1);
    }
    limited(&(text + "piles ordered x\nmove (i) where f29(i) > 0"), &[3]);
    limited(
        &format!(
            "param f(a{}) = a\npiles ordered x\nmove (i)",
            (0..100_000).map(|k| format!(", b{k}")).collect::<String>()
        ),
        &[3],
    );
}

#[test]
fn a_budget_is_for_the_request_and_not_for_a_position() {
    let budget = Budget::default().with_work(3_000_000);
    let rules = Rules::read_with("(i,0) (0,i) (i,i)", &budget).unwrap();
    let stopped = (0..1_000_000).find_map(|_| rules.options(&[50, 50]).err()).unwrap();
    assert!(matches!(stopped.kind, ErrorKind::Stopped(_)), "{stopped}");
    assert!(stopped.place.is_some() && stopped.position.is_some());
    // A budget that counts no work is not used up.
    let mut free = rules;
    free.set_budget(&Budget::default());
    assert!(free.options(&[50, 50]).is_ok());
    let cancelled = Budget::default();
    cancelled.cancel();
    free.set_budget(&cancelled);
    assert!(matches!(free.options(&[5000, 5000]).unwrap_err().kind, ErrorKind::Stopped(_)));
}

#[test]
fn piles_as_expressions_have_a_limit() {
    for text in ["2^2^40", "3^(10^9)", "(7^999999)*(7^999999)*(7^999999)", &vec!["9^99999"; 900].join("*")] {
        let error = parse_position(text).unwrap_err();
        assert!(error.is_limit() && !error.hints.is_empty(), "{error}");
    }
}

#[test]
fn the_catalogs_largest_games_are_within_the_limits() {
    let text = "piles unordered x[10]\nmove (i, 0, any...)\nmove (i, i, any...)";
    assert!(Rules::bind(Source::new("rules", text), &[]).is_ok());
}

#[test]
fn conditions_that_are_tried_for_their_shape_and_gates_are_paid() {
    let clock = Budget::default();
    let start = clock.now();
    // A condition on the amount alone is tried for each amount: all of them together cost a few milliseconds.
    let rules =
        Rules::read_with("(y,0) where y > 0 (0,i) where i < (7^7^7 mod (3^9999))", &budget()).unwrap();
    assert!(rules.sheets_and_rest(Some(100_000), false).is_some_and(|(_, rest)| rest.contains(&1)));
    // A gate of long numbers is paid by the request, position by position.
    let rules = Rules::read_with("(i,0) where (x + 7^7^7) mod (3^9999) > y", &budget()).unwrap();
    let sheets = rules.sheets(Some(100_000), false).unwrap();
    let stopped = (0..100_000).map(|x| sheets[0].source[0].holds(&[x, 1])).find_map(Result::err).unwrap();
    assert!(stopped.is_limit(), "{stopped}");
    assert!(clock.now() - start < Duration::from_secs(20));
}

/// Functions of functions double at each step where they are replaced by what they stand for.
#[test]
fn functions_of_functions_are_not_written_out() {
    let nested = (0..40).fold("x".to_string(), |inside, _| format!("f({inside})"));
    for body in ["a + a", "max(a, a + 1)", "a*a"] {
        let text = format!("param f(a) = {body}\npiles ordered x, y\nmove (k,l) where {nested} > k + l");
        let budget = budget();
        let start = budget.now();
        let rules = Rules::read_with(&text, &budget).expect("it is a game");
        // Whether it can be told so does not matter: a billion terms would not be had in this time, nor held.
        let _ = rules.strips(&[0], wythoff_rules::SolvedFor::Targets);
        assert!(budget.now() - start < Duration::from_secs(20), "{body}");
    }
}

/// What a band or a cone does not allow is not walked through: these have 10^10 pairs of amounts, and few options.
#[test]
fn amounts_are_sought_where_conditions_allow_them() {
    assert_eq!(asked("(k,l) where 0 <= l - k < 2", &[100_000, 100_000]).unwrap(), 199_999);
    assert_eq!(asked("(k,l) where k + l == x + 3 and y' == 1", &[100_000, 100_000]).unwrap(), 1);
    assert_eq!(asked("(k,l) where x' + 2*y' < 4 and k*l > 5", &[100_000, 100_000]).unwrap(), 6);
    type Holds = fn(i64, i64, i64, i64) -> bool;
    let games: [(&str, Holds); 10] = [
        ("(k,l) where |k - l| < 2", |_, _, k, l| (k - l).abs() < 2),
        ("(k,l) where 3 > |k - 2*l| and k*l mod 2 == 0", |_, _, k, l| {
            (k - 2 * l).abs() < 3 && k * l % 2 == 0
        }),
        ("(k,l) where |k - l| == 2", |_, _, k, l| (k - l).abs() == 2),
        ("(k,l) where |k - l| >= 2 and l > 1", |_, _, k, l| (k - l).abs() >= 2 && l > 1),
        ("(k,l) where 7 == k + 2*l", |_, _, k, l| 7 == k + 2 * l),
        ("(k,l) where k + l == x", |x, _, k, l| k + l == x),
        ("(k,l) where 2*k >= 3*l - 1 and l != k", |_, _, k, l| 2 * k >= 3 * l - 1 && l != k),
        ("(k,l) where x' + l <= 4 < y' + 3*k", |x, y, k, l| x - k + l <= 4 && 4 < y - l + 3 * k),
        ("(k,l) where |x' - y'| <= k - 1", |x, y, k, l| (x - k - y + l).abs() < k),
        ("(k,l) where k < l or k == 3", |_, _, k, l| k < l || k == 3),
    ];
    for (text, holds) in games {
        let rules = Rules::read(text).unwrap();
        for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
            let mut found = Vec::new();
            rules
                .for_each_move(&[x, y], &[], &mut |step| {
                    found.push(step.to.to_vec());
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
            let (x, y) = (x as i64, y as i64);
            let pairs = (1..=x).flat_map(|k| (1..=y).map(move |l| (k, l)));
            let allowed = pairs.filter(|(k, l)| holds(x, y, *k, *l));
            let expected: Vec<Vec<u64>> =
                allowed.map(|(k, l)| vec![(x - k) as u64, (y - l) as u64]).collect();
            assert_eq!(found, expected, "{text} at {x},{y}");
        }
    }
}

/// Runs of one option of more than eight coordinates ended in a panic.
#[test]
fn runs_of_many_piles_are_told() {
    for text in ["(i^2,0,0,0,0,0,0,0,0,0)", "(i,0,0,0,0,0,0,0,0,0)", "(1,0,0,0,0,0,0,0,0,0)"] {
        let mut found = Vec::new();
        let visit = &mut |run: wythoff_rules::Along<'_>| {
            found.push((run.to.to_vec(), run.step.to_vec(), run.lanes));
            std::ops::ControlFlow::Continue(())
        };
        Rules::read(text).unwrap().runs(None, 9).for_each(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 9], visit).unwrap();
        assert_eq!(found, [(vec![0, 2, 3, 4, 5, 6, 7, 8, 9, 9], vec![0; 10], 1)], "{text}");
    }
}
