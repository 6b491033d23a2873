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
