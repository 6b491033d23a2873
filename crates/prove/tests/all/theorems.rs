//! Statements about proved games: decided, checked by the independent checker, and held against brute force.

use crate::common::{proved, rules};
use wythoff_automata::Limits;
use wythoff_certificate::theorem;
use wythoff_prove::theorems::{Side, account, find, formula, implies, prove_alike, redundant, same};
use wythoff_prove::{Agreement, Outcome, Request, agreement};
use wythoff_rules::Rules;
use wythoff_solvers::Budget;

fn lost(rules: &Rules, below: u64) -> std::collections::HashSet<Vec<u64>> {
    wythoff_solvers::p_below(rules, below, &Budget::default()).unwrap().positions.into_iter().collect()
}

#[test]
fn statements_about_wythoff_s_game() {
    let game = rules("wythoff");
    let proof = proved("wythoff", &game, &Request::default());
    let limits = Limits::default();
    for (statement, holds) in [
        ("exists unique y: P(x, y)", true),
        ("forall a, b: P(a, b) iff P(b, a)", true),
        ("y >= 2*x + 1 implies N", true),
        ("y >= 2x implies N", false),
        // Every difference occurs once, and the pairs are complementary.
        ("forall d: exists unique x: P(x, x + d)", true),
        ("x >= 1 implies (exists y: P(x, y) and y > x) iff not (exists y: P(y, x) and y < x)", true),
        // Mex: the smaller pile of the next pair is the least number that is not used.
        ("exists x, y: P(x, y) and x mod 5 == 3 and y mod 7 == 1", true),
        ("exists x: x >= 1 and P(x, x)", false),
        (
            "forall x, y: P(x, y) and x < y implies exists z: x < z <= x + 2 and exists w: w > z and P(z, w)",
            true,
        ),
        ("P(x, y) and x < y and P(z, w) and z < w and x < z implies w - z > y - x", false),
        ("forall x, y, z, w: P(x, y) and x < y and P(z, w) and z < w and x < z implies w - z > y - x", true),
        ("true", true),
        ("2*x mod 4 != 1", true),
    ] {
        let decided = match implies(&game, &proof, statement, &limits) {
            Ok(decided) => decided,
            // Names that are no piles need a quantifier.
            Err(error) if !holds => {
                assert!(error.to_string().contains("no variable"), "{statement}: {error}");
                continue;
            }
            Err(error) => panic!("{statement}: {error}"),
        };
        assert_eq!(decided.holds, holds, "{statement}: {decided:?}");
        if holds {
            let text = decided.certificate(&[(&game, &proof)], &limits).unwrap();
            let theorem = theorem::check(&text).unwrap_or_else(|error| panic!("{statement}: {error}"));
            assert!(theorem.holds);
        }
    }
}

/// A certificate with one thing changed is rejected, or states something else that is true.
#[test]
fn forged_theorems_are_rejected() {
    let game = rules("wythoff");
    let proof = proved("wythoff", &game, &Request::default());
    let limits = Limits::default();
    let decided = implies(&game, &proof, "exists unique y: P(x, y)", &limits).unwrap();
    let text = decided.certificate(&[(&game, &proof)], &limits).unwrap();
    let honest = theorem::check(&text).unwrap();
    assert!(honest.statement.starts_with("for all x: "), "{}", honest.statement);
    let start = text.lines().position(|l| l == "end certificate").unwrap() + 1;
    let lines: Vec<&str> = text.lines().collect();
    let mut rejected = 0;
    for at in start..lines.len() {
        let changes: Vec<String> = match lines[at].split_once(' ') {
            Some(("s", rest)) => {
                let flipped = if rest.starts_with('1') { 0 } else { 1 };
                let turned =
                    lines[at].rsplit_once('>').map(|(l, t)| format!("{l}>{}", if t == "1" { 2 } else { 1 }));
                let flipped = format!("s {flipped}{}", &rest[1..]);
                turned.into_iter().chain([flipped]).collect()
            }
            Some(("linear", _)) => vec![lines[at].replace("-1 :", "0 :")],
            Some(("exists", _)) => vec!["not".to_string()],
            _ => continue,
        };
        for change in changes.iter().filter(|c| *c != lines[at]) {
            let mut forged = lines.clone();
            forged[at] = change;
            let forged = forged.join("\n") + "\n";
            if let Ok(theorem) = theorem::check(&forged) {
                // The last automaton may spell out all words in more states than it needs.
                assert_eq!(theorem.statement, honest.statement, "line {at}: {change}");
            } else {
                rejected += 1;
            }
        }
    }
    assert!(rejected > 50, "{rejected}");
    // Names of variables are the file's, and must not make another statement of this one.
    let line = text.lines().find(|line| line.starts_with("names ")).unwrap();
    let own: Vec<&str> = line.split(' ').skip(1).collect();
    let named = |names: &str| theorem::check(&text.replacen(line, &format!("names {names}"), 1));
    let plain = named(&vec!["x"; own.len()].join(" ")).unwrap().statement;
    assert!(plain.starts_with("for all x: (there is x_3 with (P(x, x_3)) and not"), "{plain}");
    for name in ["P", "0", "y)or(x=x", "and"] {
        let told = named(&vec![name; own.len()].join(" ")).unwrap().statement;
        assert_eq!(told, plain.replace('x', "v"), "{name}");
    }
    assert!(named("x").is_err(), "every variable has a name");
    assert!(theorem::check(&text.replacen("\ngames ", "\nand so on\ngames ", 1)).is_err());
    let other = text.replacen("conclude all", "conclude set", 1);
    assert!(!theorem::check(&other).unwrap().holds);
    assert!(theorem::check(&text[..text.len() / 2]).is_err());
}

/// A formula is given where the pairs are Beatty's, and only there; the automaton of one game may be that of another.
#[test]
fn beatty_pairs_in_a_formula() {
    let limits = Limits::default();
    let told = |spec: &str| {
        let game = rules(spec);
        formula(&game, &proved(spec, &game, &Request::default()), &limits)
    };
    for t in 1..=4u64 {
        let told = told(&format!("t-wythoff(t={t})")).unwrap();
        let n = if t == 1 { String::new() } else { t.to_string() };
        assert!(told.contains(&format!("(floor(n alpha), floor(n alpha) + {n}n)")), "{told}");
    }
    assert_eq!(told("r-wythoff"), told("wythoff"));
    assert_eq!(told("(i,0) (0,i) (i,i) (2,4) (4,2)"), told("wythoff"));
    for other in ["w-translate(k=2)", "radius(r=3)", "maharaja(p=2,q=3)", "blocking-wythoff(k=2)", "dr(k=2)"]
    {
        assert_eq!(told(other), None, "{other}");
    }
    // Its first sixty pairs and all others but one are Wythoff's.
    let game =
        Rules::read("terminal (97, 158)\npiles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i)").unwrap();
    let proof = proved("an end far out", &game, &Request::default());
    assert_eq!(formula(&game, &proof, &limits), None);
}

/// Misère and normal play of Wythoff's game have the same P-positions but for a corner.
#[test]
fn the_same_positions_but_for_a_corner() {
    let (normal, mut misere) = (rules("wythoff"), rules("wythoff"));
    misere.set_misere().unwrap();
    let proof = proved("wythoff", &normal, &Request::default());
    let limits = Limits::default();
    let side = Side { rules: &normal, proof: &proof, grundy: 0 };
    let alike = |other: &Rules| match prove_alike(side, other, Request::default(), &Budget::default()) {
        Ok(Outcome::Proved(proof)) => proof,
        _ => panic!("the other game is proved"),
    };
    let other = alike(&misere);
    let second = Side { rules: &misere, proof: &other, grundy: 0 };
    let sameness = same(side, second, None, &limits).unwrap();
    assert!(!sameness.holds && sameness.complete, "{sameness:?}");
    let (a, b) = (lost(&normal, 30), lost(&misere, 30));
    let mut expected: Vec<Vec<u64>> = Vec::new();
    for p in a.symmetric_difference(&b) {
        expected.push(p.clone());
        if p[0] != p[1] {
            expected.push(vec![p[1], p[0]]);
        }
    }
    expected.sort();
    assert_eq!(sameness.exceptions.iter().map(|e| e.0.clone()).collect::<Vec<_>>(), expected);
    for (position, first) in &sameness.exceptions {
        assert_eq!(*first, a.contains(&normal.canonical(position)));
    }
    let corner = sameness.corner.unwrap();
    let beyond = same(side, second, Some(corner), &limits).unwrap();
    assert!(beyond.holds && beyond.decided.holds);
    let text = beyond.decided.certificate(&[(&normal, &proof), (&misere, &other)], &limits).unwrap();
    assert_eq!(theorem::check(&text).unwrap().games.len(), 2);
    assert!(!same(side, second, Some(1), &limits).unwrap().holds);
    // A redundant vector changes nothing at all.
    let vector = rules("(i,0) (0,i) (i,i) (1,3) (3,1)");
    let other = alike(&vector);
    let whole = same(side, Side { rules: &vector, proof: &other, grundy: 0 }, None, &limits).unwrap();
    assert!(whole.holds && whole.exceptions.is_empty());
    let text = whole.decided.certificate(&[(&normal, &proof), (&vector, &other)], &limits).unwrap();
    assert!(theorem::check(&text).unwrap().holds);
}

/// The redundant moves are those that join no two P-positions, by brute force.
#[test]
fn redundant_moves() {
    let limits = Limits::default();
    for spec in ["wythoff", "(i,0) (0,i)", "t-wythoff(t=2)", "r-wythoff", "nim(piles=3)"] {
        let game = rules(spec);
        let proof = proved(spec, &game, &Request::default());
        let below = if game.piles() == 2 { 12 } else { 4 };
        let found = redundant(&game, &proof, below, &limits).unwrap();
        let reach = if game.piles() == 2 { 120 } else { 16 };
        let known = lost(&game, reach);
        let joined = |v: &[u64]| {
            let mut all: Vec<Vec<u64>> = Vec::new();
            for p in &known {
                // Every order of a position where order does not matter.
                all.extend(orders(p));
            }
            all.iter().any(|p| {
                let q: Vec<u64> = p.iter().zip(v).map(|(a, b)| a + b).collect();
                q.iter().all(|x| *x < reach) && known.contains(&game.canonical(&q))
            })
        };
        for v in &found.others {
            assert!(joined(v), "{spec}: {v:?} joins no two");
        }
        for v in &found.moves {
            assert!(!joined(v), "{spec}: {v:?} joins two");
        }
        assert_eq!(found.moves.len() + found.others.len(), below.pow(game.piles() as u32) as usize - 1);
        let text = found.certificate(&game, &proof, &limits).unwrap();
        let theorem = theorem::check(&text).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert!(!theorem.holds && theorem.states == found.states);
    }
}

fn orders(p: &[u64]) -> Vec<Vec<u64>> {
    if p.is_empty() {
        return vec![Vec::new()];
    }
    let mut out = Vec::new();
    for i in 0..p.len() {
        let rest: Vec<u64> = [&p[..i], &p[i + 1..]].concat();
        out.extend(orders(&rest).into_iter().map(|tail| [&[p[i]], tail.as_slice()].concat()));
    }
    out.sort();
    out.dedup();
    out
}

/// A set that is known position by position fits, or differs somewhere; it is never proved.
#[test]
fn sets_that_are_only_asked() {
    let game = rules("wythoff");
    let proof = proved("wythoff", &game, &Request::default());
    let budget = Budget::default();
    let pairs = lost(&game, 1000);
    let right = |p: &[u64]| pairs.contains(&game.canonical(p));
    for proof in [None, Some(&*proof)] {
        assert_eq!(agreement(&game, &right, proof, &budget).unwrap(), Agreement::Fits { below: 512 });
        let wrong = |p: &[u64]| right(p) != (game.canonical(p) == [300, 311]);
        let expected = Agreement::Differs { position: vec![300, 311], lost: false };
        assert_eq!(agreement(&game, &wrong, proof, &budget).unwrap(), expected);
    }
}

/// What is found by itself holds, and says what is known of Wythoff's game.
#[test]
fn theorems_are_found() {
    let limits = Limits::default();
    let game = rules("wythoff");
    let proof = proved("wythoff", &game, &Request::default());
    let others =
        vec![("r-wythoff".to_string(), rules("r-wythoff")), ("nim".to_string(), rules("nim(piles=2)"))];
    let found = find(&game, &proof, &others, &limits).unwrap();
    let told: Vec<&str> = found.iter().map(|f| f.statement.as_str()).collect();
    for part in [
        "every row has exactly one P-position",
        "are complementary",
        "every difference y - x occurs in exactly one",
        "(floor(n alpha), floor(n alpha) + n), n >= 0, with alpha = (1 + sqrt(5))/2",
        "x <= y, y <= 2x",
        "the P-positions are those of r-wythoff",
        "misère and normal play have the same P-positions but for",
    ] {
        assert!(told.iter().any(|t| t.contains(part)), "{part}: {told:#?}");
    }
    assert!(!told.iter().any(|t| t.contains("those of nim") || t.contains("without the moves")), "{told:#?}");
    // A ray that adds nothing is noticed.
    let game = rules("(i,0) (0,i) (i,i) (2i,2i)");
    let proof = proved("wythoff twice", &game, &Request::default());
    let found = find(&game, &proof, &[], &limits).unwrap();
    let family = found.iter().filter(|f| f.kind == "family").count();
    assert_eq!(family, 1, "{found:#?}");
}

#[test]
fn an_account_for_a_paper() {
    let game = rules("wythoff");
    let proof = proved("wythoff", &game, &Request::default());
    let told =
        account("Wythoff's game", &game, &proof, &["every row has exactly one P-position".to_string()], true);
    let english = told.english();
    for part in ["Zeckendorf's numeration", "7 states", "loses", "Moreover, every row", "shares no code"] {
        assert!(english.contains(part), "{part}: {english}");
    }
    assert!(told.latex().contains("\\begin{theorem}"));
}

/// Rules without a name were called by their text, over several lines, and all of many families were listed.
#[test]
fn an_account_of_rules_without_a_name() {
    let text = "piles ordered x, y; move (i, 0); move (0, i)";
    let many: String = (2..15).map(|i| format!("; move ({i}, 0)")).collect();
    let game = rules(&format!("{text}{many}"));
    let proof = proved("nim", &game, &Request::default());
    let told = account(&format!("{text}{many}"), &game, &proof, &[], true);
    assert!(told.game.starts_with("Let G be the game on 2 piles"), "{}", told.game);
    assert!(told.game.contains("(2, 0); and so on, 15 families in all;"), "{}", told.game);
}
