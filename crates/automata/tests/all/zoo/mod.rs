//! Games of the tests as families, and tables of their P-positions computed from the rules.

use Change::{AtMost, Less};
use wythoff_automata::{Atom, Change, Convention, Family, Game, Numeration, PairTable};

pub fn numeration(text: &str) -> Numeration {
    text.parse().unwrap()
}

fn nim2(game: Game) -> Game {
    game.family(Family::nim(2, 0)).family(Family::nim(2, 1))
}

fn both(label: &str) -> Family {
    Family::new(label, &[Less, Less])
}

pub fn diagonal() -> Family {
    Family::ray("diagonal", &[1, 1])
}

pub fn wythoff() -> Game {
    nim2(Game::new(2)).family(diagonal())
}

/// Take from one pile, or k, l > 0 with |k - l| < t.
pub fn t_wythoff(t: i64) -> Game {
    nim2(Game::new(2)).family(both("band").with(Atom::taken(&[1, -1], Some(1 - t), Some(t - 1))))
}

pub fn misere(mut game: Game) -> Game {
    game.convention = Convention::Misere;
    game
}

/// Wythoff where equal amounts may be taken only if both results are at least k.
pub fn w_translate(k: i64) -> Game {
    let family =
        diagonal().with(Atom::after(&[1, 0], Some(k), None)).with(Atom::after(&[0, 1], Some(k), None));
    nim2(Game::new(2)).family(family)
}

/// Nim moves only on a largest pile.
pub fn r_wythoff() -> Game {
    Game::new(2)
        .family(Family::nim(2, 1).with(Atom::before(&[-1, 1], Some(0), None)))
        .family(Family::nim(2, 0).with(Atom::before(&[1, -1], Some(0), None)))
        .family(diagonal())
}

/// Wythoff plus k from the smaller and l < k from the larger pile.
pub fn e_wythoff() -> Game {
    let more = |label: &str, change: [Change; 2], sign: i64| {
        Family::new(label, &change).with(Atom::before(&[-sign, sign], Some(0), None)).with(Atom::taken(
            &[sign, -sign],
            Some(1),
            None,
        ))
    };
    wythoff().family(more("left", [Less, AtMost], 1)).family(more("right", [AtMost, Less], -1))
}

/// A multiple of b from one pile; or k, l > 0 with |k - l| < bt, k = l mod b.
pub fn bt_wythoff(b: i64, t: i64) -> Game {
    let m = b as u32;
    Game::new(2)
        .family(Family::nim(2, 0).with(Atom::taken_mod(&[1, 0], m, 0)))
        .family(Family::nim(2, 1).with(Atom::taken_mod(&[0, 1], m, 0)))
        .family(
            both("band").with(Atom::taken(&[1, -1], Some(1 - b * t), Some(b * t - 1))).with(Atom::taken_mod(
                &[1, -1],
                m,
                0,
            )),
        )
}

pub fn connell(b: i64) -> Game {
    Game::new(2)
        .family(Family::nim(2, 0).with(Atom::taken_mod(&[1, 0], b as u32, 0)))
        .family(Family::nim(2, 1).with(Atom::taken_mod(&[0, 1], b as u32, 0)))
        .family(diagonal())
}

/// Wythoff without (2i,2i) for 0 < i < k, with (2k+1,2k+2) and (2k+2,2k+1).
pub fn dr(k: i64) -> Game {
    let n = 2 * k as u64;
    nim2(Game::new(2))
        .family(diagonal().named("odd diagonal").with(Atom::taken_mod(&[1, 0], 2, 1)))
        .family(diagonal().named("even diagonal").with(Atom::taken_mod(&[1, 0], 2, 0)).with(Atom::taken(
            &[1, 0],
            Some(2 * k),
            None,
        )))
        .family(Family::vector(&[n + 1, n + 2]))
        .family(Family::vector(&[n + 2, n + 1]))
}

/// Wythoff moves of at most r.
pub fn radius(r: i64) -> Game {
    Game::new(2)
        .family(Family::nim(2, 0).with(Atom::taken(&[1, 0], None, Some(r))))
        .family(Family::nim(2, 1).with(Atom::taken(&[0, 1], None, Some(r))))
        .family(diagonal().with(Atom::taken(&[1, 0], None, Some(r))))
}

/// Nim plus the multiples of (a,b).
pub fn vector(a: u64, b: u64) -> Game {
    nim2(Game::new(2)).family(Family::ray("ray", &[a, b]))
}

/// Nim, or 0 < k <= l < t from the two piles in either order.
pub fn wyt_constant(t: i64) -> Game {
    let side = |label: &str, small: [i64; 2], large: [i64; 2]| {
        both(label)
            .with(Atom::taken(&[large[0] - small[0], large[1] - small[1]], Some(0), None))
            .with(Atom::taken(&large, None, Some(t - 1)))
    };
    nim2(Game::new(2)).family(side("k,l", [1, 0], [0, 1])).family(side("l,k", [0, 1], [1, 0]))
}

pub fn nim(piles: usize) -> Game {
    (0..piles).fold(Game::new(piles), |g, i| g.family(Family::nim(piles, i)))
}

pub fn all_or_one(piles: usize) -> Game {
    nim(piles).family(Family::ray("all", &vec![1; piles]))
}

/// (x, y, i), i < c: Nim moves, and (x - pa, y - pb, any i').
pub fn three_vectors(a: u64, b: u64, c: u32) -> Game {
    let mut ray = Family::ray("ray", &[a, b, 0]);
    ray.change[2] = Change::Any;
    let game = Game::new(2).bounded(c);
    (0..3).fold(game, |g, i| g.family(Family::nim(3, i))).family(ray)
}

pub fn blocking(mut game: Game, k: u8) -> Game {
    game.convention = Convention::Blocking(k);
    game
}

pub fn with_vectors(game: Game, vectors: &[[u64; 2]]) -> Game {
    vectors.iter().fold(game, |g, v| g.family(Family::vector(v)))
}

/// NIM(a,b): |k - l| < a or min(k,l) < b.
pub fn nim_ab(a: i64, b: i64) -> Game {
    let mut game = Game::new(2).family(Family::nim(2, 0)).family(Family::nim(2, 1));
    if a > 0 {
        game = game.family(Family::new("band", &[Less, Less]).with(Atom::taken(
            &[1, -1],
            Some(1 - a),
            Some(a - 1),
        )));
    }
    if b > 1 {
        for (i, c) in [[1, 0], [0, 1]].iter().enumerate() {
            game = game.family(Family::new(&format!("few from {i}"), &[Less, Less]).with(Atom::taken(
                c,
                None,
                Some(b - 1),
            )));
        }
    }
    game
}

/// The P-positions of a two-pile game with all Nim moves, so with at most one in each row and column: for
/// each x the least unused y that no other move takes to an earlier P-position. `reaches(x, y, earlier)`
/// says whether some non-Nim move does; `earlier` holds for each difference x - y the P-positions found.
pub struct Rows {
    pub of_x: Vec<Option<u64>>,
    pub by_difference: std::collections::HashMap<i64, Vec<(u64, u64)>>,
}

impl Rows {
    pub fn contains(&self, x: i64, y: i64) -> bool {
        x >= 0 && y >= 0 && self.of_x.get(x as usize).copied().flatten() == Some(y as u64)
    }
}

/// Symmetric games only: each pair is entered in both orders. Differences of pairs at least `lag` below x
/// must, up to `spread` more or less, be taken by the rules; the search for y starts after those.
pub fn rows(bound: u64, lag: u64, spread: u64, reaches: impl Fn(i64, i64, &Rows) -> bool) -> PairTable {
    let mut rows = Rows { of_x: vec![None; bound as usize], by_difference: Default::default() };
    let mut old = vec![false; (bound + spread + 1) as usize];
    let mut least = 0;
    let mut late = 0;
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    for x in 0..bound {
        if rows.of_x[x as usize].is_some() {
            continue;
        }
        while pairs.get(late).is_some_and(|p| p.0.saturating_add(lag) <= x) {
            let difference = pairs[late].1 - pairs[late].0;
            for d in difference.saturating_sub(spread)..=difference + spread {
                old[d as usize] = true;
            }
            late += 1;
        }
        while old[least as usize] {
            least += 1;
        }
        for y in x + least..bound {
            if rows.of_x[y as usize].is_some() || reaches(x as i64, y as i64, &rows) {
                continue;
            }
            for (a, b) in [(x, y), (y, x)] {
                rows.of_x[a as usize] = Some(b);
                rows.by_difference.entry(a as i64 - b as i64).or_default().push((a, b));
                if x == y {
                    break;
                }
            }
            pairs.push((x, y));
            break;
        }
    }
    PairTable::from_pairs(pairs)
}

/// Wythoff's diagonal with any condition on the amount (all amounts from `lag` on allowed), plus vectors and
/// their mirror images.
pub fn diagonal_rows(bound: u64, lag: u64, allowed: impl Fn(u64) -> bool, vectors: &[[i64; 2]]) -> PairTable {
    rows(bound, lag, 0, |x, y, earlier| {
        earlier
            .by_difference
            .get(&(x - y))
            .is_some_and(|list| list.iter().any(|&(a, _)| (a as i64) < x && allowed(x as u64 - a)))
            || vectors
                .iter()
                .any(|v| earlier.contains(x - v[0], y - v[1]) || earlier.contains(x - v[1], y - v[0]))
    })
}

/// t-Wythoff from its rules.
pub fn t_rows(bound: u64, t: i64) -> PairTable {
    band_rows(bound, t, |_, _| false)
}

/// Misère t-Wythoff: the terminal position is no P-position.
pub fn misere_t_rows(bound: u64, t: i64) -> PairTable {
    band_rows(bound, t, |x, y| x == 0 && y == 0)
}

fn band_rows(bound: u64, t: i64, excluded: impl Fn(i64, i64) -> bool) -> PairTable {
    rows(bound, 1, t as u64 - 1, |x, y, e| {
        excluded(x, y)
            || (1 - t..t).any(|s| {
                let list = e.by_difference.get(&(x - y + s));
                list.is_some_and(|l| l.iter().any(|&(a, b)| (a as i64) < x && (b as i64) < y))
            })
    })
}
