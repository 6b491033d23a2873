//! The rules of a game with a move adjoined or removed, as text that goes straight back into the program.

use wythoff_numbers::Natural;
use wythoff_rules::{Game, PileOrder, Rules, Shape, parse_expr, parse_game};

/// The rules with one more move, which may be played wherever it fits; of symmetric games its mirror image comes with it.
///
/// ```
/// use wythoff_catalog::Resolved;
/// use wythoff_discover::design::with_move;
/// let rules = Resolved::parse("wythoff").unwrap().into_rules().unwrap();
/// assert!(with_move(&rules, "2", "7").unwrap().ends_with("move   adjoined: (2, 7)\n"));
/// ```
pub fn with_move(rules: &Rules, i: &str, j: &str) -> Option<String> {
    let mut game = changed(rules)?;
    // Unordered piles take a vector in every order; sorted and ordered ones as it is written.
    let mirror = rules.order() != PileOrder::Unordered && rules.is_symmetric() && i != j;
    let moves = [Some((i, j)), mirror.then_some((j, i))];
    for (k, l) in moves.into_iter().flatten() {
        let header = "piles ordered x, y\n";
        let family = parse_game(&format!("{header}move adjoined: ({k}, {l})\n")).ok()?.moves.pop()?;
        game.moves.push(family);
    }
    read_back(game)
}

/// The rules without one move and, of symmetric games, its mirror image. Families that cannot take it stay as they are;
/// one that takes nothing else goes.
///
/// ```
/// use wythoff_discover::design::without_move;
/// use wythoff_rules::Rules;
/// let more = Rules::read("(i,0) (0,i) (i,i) (2,4) (4,2)").unwrap();
/// let less = without_move(&more, "2", "4").unwrap();
/// assert!(!less.contains("where") && !less.contains('4'), "{less}");
/// ```
pub fn without_move(rules: &Rules, i: &str, j: &str) -> Option<String> {
    let mut game = changed(rules)?;
    let [x, y] = rules.coordinates() else { return None };
    let taken = |k: &str, l: &str| format!("{x} - {x}' == {k} and {y} - {y}' == {l}");
    let dropped = if rules.is_symmetric() && i != j {
        format!("{} or {}", taken(i, j), taken(j, i))
    } else {
        taken(i, j)
    };
    let (k, l): (Natural, Natural) = (i.parse().ok()?, j.parse().ok()?);
    let mut gone = vec![[k.clone(), l.clone()]];
    if rules.is_symmetric() {
        gone.push([l, k]);
    }
    let mut kept = Vec::new();
    for (index, mut family) in std::mem::take(&mut game.moves).into_iter().enumerate() {
        match share_of(rules, index, &gone) {
            Share::None => kept.push(family),
            Share::All => {}
            Share::Some => {
                let condition = match &family.condition {
                    Some(condition) => format!("({condition}) and not ({dropped})"),
                    None => format!("not ({dropped})"),
                };
                family.condition = Some(parse_expr(&condition).ok()?);
                kept.push(family);
            }
        }
    }
    game.moves = kept;
    read_back(game)
}

/// How much of a family some vectors are.
enum Share {
    None,
    Some,
    All,
}

/// Compares a family, in all its arrangements, with the vectors to be removed; `Some` where its shape does not tell.
fn share_of(rules: &Rules, family: usize, gone: &[[Natural; 2]]) -> Share {
    // Patterns of sorted piles speak of the piles in order, and vectors do not.
    if rules.sorts_piles() {
        return Share::Some;
    }
    let (mut seen, mut taken, mut others) = (false, false, false);
    for pattern in rules.patterns().filter(|pattern| pattern.family() == family) {
        seen = true;
        match pattern.shape() {
            Shape::Vectors(list) => {
                for vector in list {
                    let is_gone = gone.iter().any(|g| g.iter().zip(&vector).all(|(a, b)| a == b));
                    taken |= is_gone;
                    others |= !is_gone;
                }
            }
            Shape::Ray { vector, from, to } => {
                taken |= gone.iter().any(|g| on_ray(g, &vector, from, to));
                others = true;
            }
            Shape::Invariant | Shape::Variant => return Share::Some,
        }
    }
    match (taken, others) {
        (false, _) if seen => Share::None,
        (true, false) => Share::All,
        // Nothing seen, or other vectors too.
        _ => Share::Some,
    }
}

/// Whether a vector is m times the direction for some m from the first to the last.
fn on_ray([i, j]: &[Natural; 2], direction: &[u64], from: u64, to: Option<u64>) -> bool {
    let [p, q] = direction else { return false };
    let (p, q) = (Natural::from(*p), Natural::from(*q));
    let m = match (p == 0u32, q == 0u32) {
        (false, _) => i / &p,
        (true, false) => j / &q,
        (true, true) => return false,
    };
    *i == &m * p && *j == &m * q && m >= from && to.is_none_or(|to| m <= to)
}

/// The game with its parameters bound, under no name: it is another one.
fn changed(rules: &Rules) -> Option<Game> {
    let mut game = rules.bound_game()?;
    (game.name, game.title) = (String::new(), None);
    game.sources.clear();
    game.notes.clear();
    (rules.coordinates().len() == 2).then_some(game)
}

fn read_back(game: Game) -> Option<String> {
    let text = game.to_string();
    Rules::read(&text).ok().map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wythoff_catalog::Resolved;
    use wythoff_solvers::{Budget, p_below};

    fn rules(spec: &str) -> Rules {
        Resolved::parse(spec).ok().and_then(Resolved::into_rules).unwrap_or_else(|| panic!("{spec}"))
    }

    fn lost(rules: &Rules) -> BTreeSet<Vec<u64>> {
        p_below(rules, 40, &Budget::default()).unwrap().positions.into_iter().collect()
    }

    /// P-positions of the moves allowed by a predicate on sorted amounts, by the definition.
    fn plain(allowed: impl Fn(u64, u64) -> bool) -> BTreeSet<Vec<u64>> {
        let mut lost: BTreeSet<Vec<u64>> = BTreeSet::new();
        for sum in 0..79u64 {
            for x in sum.saturating_sub(39)..=sum / 2 {
                let y = sum - x;
                let wins = lost.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])]).any(|(u, v)| {
                    u <= x && v <= y && (u, v) != (x, y) && allowed((x - u).min(y - v), (x - u).max(y - v))
                });
                if !wins {
                    lost.insert(vec![x, y]);
                }
            }
        }
        lost
    }

    #[test]
    fn changed_rules_are_read_and_played() {
        for (spec, t) in
            [("wythoff", 1), ("t-wythoff(t=3)", 3), ("(i,0) (0,i) (i,i)", 1), ("fraenkel(f=\"2\")", 2)]
        {
            let rules = rules(spec);
            let band = |k: u64, l: u64| k == 0 || l - k < t;
            let more = Rules::read(&with_move(&rules, "2", "7").unwrap()).unwrap();
            assert_eq!(lost(&more), plain(|k, l| band(k, l) || (k, l) == (2, 7)), "{spec}");
            for (i, j) in [(0, 3), (2, 2)] {
                let less =
                    Rules::read(&without_move(&rules, &i.to_string(), &j.to_string()).unwrap()).unwrap();
                assert_eq!(
                    lost(&less),
                    plain(|k, l| band(k, l) && (k, l) != (i, j)),
                    "{spec} without {i},{j}"
                );
            }
        }
        assert!(with_move(&rules("nim(piles=3)"), "1", "1").is_none());
        let text = |spec: &str, i: &str, j: &str| without_move(&rules(spec), i, j).expect("rules");
        // Only the family that takes the move is changed, and one that takes nothing else goes.
        assert_eq!(text("wythoff", "2", "2").matches("where").count(), 1);
        assert_eq!(
            text("(i,0) (0,i) (i,i) (2,4) (4,2)", "4", "2"),
            changed(&rules("(i,0) (0,i) (i,i)")).expect("a game").to_string()
        );
    }

    #[test]
    fn an_adjoinable_move_changes_nothing() {
        let rules = rules("t-wythoff(t=2)");
        for (i, j) in [(1u64, 4u64), (3, 8), (2, 7), (1, 3), (3, 6)] {
            let [k, l] = [i, j].map(wythoff_numbers::Natural::from);
            let conflict = super::super::conflict_with_t_wythoff(2, &k, &l);
            let more = Rules::read(&with_move(&rules, &i.to_string(), &j.to_string()).unwrap()).unwrap();
            assert_eq!(lost(&more) == lost(&rules), conflict.is_none(), "({i},{j})");
        }
    }
}
