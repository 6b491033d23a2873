//! The rules of the papers, one function a game: parameters drawn, then which vectors may be taken.

use crate::reading::{Blockable, Piles, Reading};
use wythoff_numbers::Random;

/// A game by its name and how its parameters are drawn.
pub type Drawn = (&'static str, fn(&mut Random) -> Reading);

/// Every game that is a rule text of the catalog and remembers nothing.
pub const GAMES: &[Drawn] = &[
    ("all-or-one", all_or_one),
    ("blocking-wythoff", blocking_wythoff),
    ("bounded-t-wythoff", bounded_t_wythoff),
    ("bt-wythoff", bt_wythoff),
    ("connell", connell),
    ("cyclic-nimhoff", cyclic_nimhoff),
    ("dr", dr),
    ("e-wythoff", e_wythoff),
    ("euclid", euclid),
    ("f-wythoff", f_wythoff),
    ("fraenkel", fraenkel),
    ("fraenkel-zusman", fraenkel_zusman),
    ("gdwn", gdwn),
    ("holladay", holladay),
    ("holladay-printed", holladay_printed),
    ("holladay-side", holladay_side),
    ("king", king),
    ("knight", knight),
    ("knight-chess", knight_chess),
    ("larsson-multiples", larsson_multiples),
    ("linear-nimhoff", linear_nimhoff),
    ("maharaja", maharaja),
    ("moore-nim", moore_nim),
    ("mouse", mouse),
    ("nim", nim),
    ("nim-ab", nim_ab),
    ("nim-plus", nim_plus),
    ("nimsum-wythoff", nimsum_wythoff),
    ("r-wythoff", r_wythoff),
    ("radius", radius),
    ("radius-diagonal", radius_diagonal),
    ("radius-nim", radius_nim),
    ("rat", rat),
    ("rat-printed", rat_printed),
    ("relaxed", relaxed),
    ("subtraction", subtraction),
    ("t-translate", t_translate),
    ("t-wythoff", t_wythoff),
    ("three-vectors", three_vectors),
    ("tribonacci", tribonacci),
    ("tribonacci-printed", tribonacci_printed),
    ("unequal", unequal),
    ("vector", vector),
    ("w-translate", w_translate),
    ("wyt-f", wyt_f),
    ("wyt-f-printed", wyt_f_printed),
    ("wyt-k", wyt_k),
    ("wythoff", wythoff),
    ("wythoff-piles", wythoff_piles),
];

/// Two piles of this many sizes.
const TWO: &[u64] = &[15, 15];

/// Nim: exactly one pile loses something.
fn from_one(taken: &[u64]) -> bool {
    taken.iter().filter(|&&t| t > 0).count() == 1
}

/// Something from every pile.
fn from_all(taken: &[u64]) -> bool {
    taken.iter().all(|&t| t > 0)
}

fn all_equal(taken: &[u64]) -> bool {
    taken.iter().all(|t| *t == taken[0])
}

/// Boxes of about two hundred positions.
fn sides(piles: u64) -> Vec<u64> {
    let side = [40, 40, 15, 7, 5, 4][piles as usize];
    vec![side; piles as usize]
}

fn nim(dice: &mut Random) -> Reading {
    let piles = dice.between(1, 4);
    Reading::taking(format!("nim(piles={piles})"), &sides(piles), |_, t| from_one(t))
}

fn moore_nim(dice: &mut Random) -> Reading {
    let piles = dice.between(1, 4);
    let k = dice.between(1, piles);
    Reading::taking(format!("moore-nim(piles={piles},k={k})"), &sides(piles), move |_, t| {
        t.iter().filter(|&&t| t > 0).count() as u64 <= k
    })
}

fn wythoff(_: &mut Random) -> Reading {
    Reading::taking("wythoff", TWO, |_, t| from_one(t) || t[0] == t[1])
}

fn wythoff_piles(dice: &mut Random) -> Reading {
    let piles = dice.between(2, 4);
    Reading::taking(format!("wythoff-piles(piles={piles})"), &sides(piles), |_, t| {
        // Two piles with a Wythoff move on them; the others are free.
        (0..t.len()).any(|i| (0..i).any(|j| (t[i] > 0 || t[j] > 0) && (t[i] * t[j] == 0 || t[i] == t[j])))
    })
}

fn nimsum_wythoff(dice: &mut Random) -> Reading {
    let piles = dice.between(2, 4);
    Reading::taking(format!("nimsum-wythoff(piles={piles})"), &sides(piles), |_, t| {
        from_one(t) || t.iter().fold(0, |sum, t| sum ^ t) == 0
    })
}

fn fraenkel_zusman(dice: &mut Random) -> Reading {
    let piles = dice.between(2, 4);
    Reading::taking(format!("fraenkel-zusman(piles={piles})"), &sides(piles), |_, t| {
        t.contains(&0) || all_equal(t)
    })
}

fn all_or_one(dice: &mut Random) -> Reading {
    let piles = dice.between(1, 4);
    Reading::taking(format!("all-or-one(piles={piles})"), &sides(piles), |_, t| from_one(t) || all_equal(t))
}

fn t_wythoff(dice: &mut Random) -> Reading {
    let t = dice.between(1, 6);
    Reading::taking(format!("t-wythoff(t={t})"), TWO, move |_, taken| {
        from_one(taken) || taken[0].abs_diff(taken[1]) < t && from_all(taken)
    })
}

fn holladay(dice: &mut Random) -> Reading {
    let k = dice.between(1, 6);
    Reading::taking(format!("holladay(k={k})"), TWO, move |_, t| {
        from_one(t) || from_all(t) && t[0].abs_diff(t[1]) < k
    })
}

/// The text at hand: not more than k more from one than from the other.
fn holladay_printed(dice: &mut Random) -> Reading {
    let k = dice.between(1, 6);
    Reading::taking(format!("holladay-printed(k={k})"), TWO, move |_, t| {
        from_one(t) || from_all(t) && t[0] <= t[1] + k && t[1] <= t[0] + k
    })
}

fn holladay_side(dice: &mut Random) -> Reading {
    let k = dice.between(1, 6);
    let equal = *dice.pick(&[true, false]);
    let amounts = if equal { "equal" } else { "any" };
    Reading::taking(format!("holladay-side(k={k},amounts={amounts})"), TWO, move |_, t| {
        from_one(t) || from_all(t) && t[0] <= k && t[1] <= k && (t[0] == t[1] || !equal)
    })
}

fn connell(dice: &mut Random) -> Reading {
    let b = dice.between(1, 5);
    Reading::taking(format!("connell(b={b})"), TWO, move |_, t| {
        from_one(t) && (t[0] + t[1]) % b == 0 || t[0] == t[1]
    })
}

fn bt_wythoff(dice: &mut Random) -> Reading {
    let (b, t) = (dice.between(1, 4), dice.between(1, 4));
    Reading::taking(format!("bt-wythoff(b={b},t={t})"), TWO, move |_, taken| {
        let difference = taken[0].abs_diff(taken[1]);
        from_one(taken) && difference % b == 0 || from_all(taken) && difference < b * t && difference % b == 0
    })
}

fn larsson_multiples(dice: &mut Random) -> Reading {
    let (m, p) = *dice.pick(&[(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3), (1, 5), (5, 2)]);
    Reading::taking(format!("larsson-multiples(m={m},p={p})"), TWO, move |_, t| {
        // Rook moves in multiples of p; bishop moves, of which one amount may be 0.
        from_one(t) && (t[0] + t[1]) % p == 0 || t[0].abs_diff(t[1]) < m
    })
}

/// Functions of k, as written and as computed.
type OfK = (&'static str, fn(i64) -> i64);
const OF_K: &[OfK] = &[
    ("0", |_| 0),
    ("1", |_| 1),
    ("7", |_| 7),
    ("k", |k| k),
    ("k+1", |k| k + 1),
    ("k+4", |k| k + 4),
    ("2*k", |k| 2 * k),
    ("2*k+2", |k| 2 * k + 2),
    ("3*k+1", |k| 3 * k + 1),
    ("k^2", |k| k * k),
    ("k^2-3*k+4", |k| k * k - 3 * k + 4),
    ("2^k", |k| 1 << k),
    ("k mod 2", |k| k % 2),
    ("k xor 5", |k| k ^ 5),
    ("floor((3*k+1)/2)", |k| (3 * k + 1) / 2),
    ("if k mod 3 == 0 then 2*k+1 else 4", |k| if k % 3 == 0 { 2 * k + 1 } else { 4 }),
];

fn wyt_f(dice: &mut Random) -> Reading {
    let (text, f) = *dice.pick(OF_K);
    Reading::taking(format!("wyt-f(f=\"{text}\")"), TWO, move |_, t| {
        let (k, l) = (t[0].min(t[1]) as i64, t[0].max(t[1]) as i64);
        k == 0 || l < f(k)
    })
}

/// The survey's vectors (i, j) with 1 <= i <= j < f(i): the second pile never loses less.
fn wyt_f_printed(dice: &mut Random) -> Reading {
    let (text, f) = *dice.pick(OF_K);
    let reading = Reading::taking(format!("wyt-f-printed(f=\"{text}\")"), TWO, move |_, t| {
        from_one(t) || 1 <= t[0] && t[0] <= t[1] && (t[1] as i64) < f(t[0] as i64)
    });
    reading.labelled()
}

fn wyt_k(dice: &mut Random) -> Reading {
    let list: Vec<u64> = (0..dice.between(1, 4)).map(|_| dice.between(1, 9)).collect();
    let text = list.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    Reading::taking(format!("wyt-k(K=\"{text}\")"), TWO, move |_, t| {
        from_one(t) || t[0] == t[1] && list.contains(&t[0])
    })
}

fn nim_plus(dice: &mut Random) -> Reading {
    let (k, more) = (dice.between(1, 6), dice.between(1, 6));
    let l = k + more;
    let text =
        if more % 2 == 0 { format!("nim-plus(k={k},l={l})") } else { format!("nim-plus(k={l},l={k})") };
    Reading::taking(text, TWO, move |_, t| from_one(t) || *t == [k, l] || *t == [l, k])
}

fn unequal(_: &mut Random) -> Reading {
    Reading::taking("unequal", TWO, |_, t| from_one(t) || from_all(t) && t[0] != t[1])
}

fn cyclic_nimhoff(dice: &mut Random) -> Reading {
    let (h, piles) = (dice.between(1, 7), dice.between(1, 3));
    Reading::taking(format!("cyclic-nimhoff(h={h},piles={piles})"), &sides(piles), move |_, t| {
        from_one(t) || t.iter().sum::<u64>() < h
    })
}

/// Whether the taken amounts are a positive multiple of a vector.
fn is_multiple(taken: &[u64], vector: &[u64]) -> bool {
    (1..=taken.iter().copied().max().unwrap_or(0)).any(|i| taken.iter().zip(vector).all(|(t, v)| *t == i * v))
}

fn vector(dice: &mut Random) -> Reading {
    let (a, b) = (dice.between(1, 5), dice.between(1, 5));
    let b = *dice.pick(&[a, b]);
    let reading = Reading::taking(format!("vector(a={a},b={b})"), TWO, move |_, t| {
        from_one(t) || is_multiple(t, &[a, b])
    });
    reading.labelled()
}

/// GEO 4: a point is x v1 + y v2 + i v3 with v1 = (c, 0), v2 = (0, c), v3 = (a, b); a move subtracts a positive
/// multiple of one of the three vectors and stays among such points.
fn three_vectors(dice: &mut Random) -> Reading {
    let games =
        [(1, 3, 2), (1, 1, 2), (2, 1, 3), (2, 2, 1), (1, 4, 3), (3, 2, 4), (2, 5, 2), (1, 1, 1), (4, 2, 3)];
    let (a, b, c) = *dice.pick(&games);
    let point = move |p: &[u64]| [c * p[0] + a * p[2], c * p[1] + b * p[2]];
    let options = move |from: &[u64]| {
        let start = point(from);
        let mut to = Vec::new();
        crate::reading::for_each_point(&[from[0] + 1, from[1] + 1, c], |p| {
            let end = point(p);
            if end == start || end[0] > start[0] || end[1] > start[1] {
                return;
            }
            let taken = [start[0] - end[0], start[1] - end[1]];
            if [[c, 0], [0, c], [a, b]].iter().any(|v| is_multiple(&taken, v)) {
                to.push(p.to_vec());
            }
        });
        to
    };
    Reading {
        spec: format!("three-vectors(a={a},b={b},c={c})"),
        symmetric: false,
        sides: vec![9, 9, c],
        options: Box::new(options),
        is_position: Box::new(|_| true),
        block: None,
    }
}

/// Random vectors, as the parameter writes them.
fn vectors(dice: &mut Random) -> (String, Vec<Vec<u64>>) {
    let dimension = dice.between(1, 3);
    let mut list: Vec<Vec<u64>> = Vec::new();
    for _ in 0..dice.between(1, 5) {
        let vector: Vec<u64> = (0..dimension).map(|_| dice.between(0, 4)).collect();
        list.extend(vector.iter().any(|&v| v > 0).then_some(vector));
    }
    if list.is_empty() {
        list.push(vec![1; dimension as usize]);
    }
    let line = |v: &Vec<u64>| v.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    (list.iter().map(line).collect::<Vec<_>>().join("; "), list)
}

fn subtraction(dice: &mut Random) -> Reading {
    let (text, list) = vectors(dice);
    let sides = sides(list[0].len() as u64);
    Reading::taking(format!("subtraction(v=\"{text}\")"), &sides, move |_, t| list.iter().any(|v| v == t))
        .labelled()
}

fn linear_nimhoff(dice: &mut Random) -> Reading {
    let (text, list) = vectors(dice);
    let sides = sides(list[0].len() as u64);
    let reading = Reading::taking(format!("linear-nimhoff(v=\"{text}\")"), &sides, move |_, t| {
        list.iter().any(|v| is_multiple(t, v))
    });
    reading.labelled()
}

/// A Wythoff move.
fn is_queen(taken: &[u64]) -> bool {
    from_one(taken) || taken[0] == taken[1]
}

fn radius(dice: &mut Random) -> Reading {
    let r = dice.between(1, 8);
    Reading::taking(format!("radius(r={r})"), TWO, move |_, t| is_queen(t) && t[0].max(t[1]) <= r)
}

fn radius_diagonal(dice: &mut Random) -> Reading {
    let r = dice.between(1, 8);
    Reading::taking(format!("radius-diagonal(r={r})"), TWO, move |_, t| {
        from_one(t) || t[0] == t[1] && t[0] <= r
    })
}

fn radius_nim(dice: &mut Random) -> Reading {
    let r = dice.between(1, 8);
    Reading::taking(format!("radius-nim(r={r})"), TWO, move |_, t| {
        t[0] == t[1] || from_one(t) && t[0] + t[1] <= r
    })
}

fn bounded_t_wythoff(dice: &mut Random) -> Reading {
    let (t, r) = (dice.between(1, 5), dice.between(1, 9));
    Reading::taking(format!("bounded-t-wythoff(t={t},r={r})"), TWO, move |_, taken| {
        let small = taken.iter().all(|&k| k <= r);
        small && (from_one(taken) || taken[0].abs_diff(taken[1]) < t && from_all(taken))
    })
}

fn king(dice: &mut Random) -> Reading {
    let k = dice.between(1, 6);
    Reading::taking(format!("king(k={k})"), TWO, move |_, t| {
        (1..=k).any(|i| *t == [i, 0] || *t == [0, i] || *t == [i, i])
    })
}

fn knight(_: &mut Random) -> Reading {
    Reading::taking("knight", TWO, |_, t| *t == [1, 2] || *t == [2, 1])
}

/// The four leaps of a knight that come nearer to the corner in sum; the board goes on without end.
fn knight_chess(_: &mut Random) -> Reading {
    let options = |from: &[u64]| {
        let leaps = [(-1, -2), (-2, -1), (1, -2), (-2, 1)];
        let to = leaps.map(|(dx, dy)| (from[0] as i64 + dx, from[1] as i64 + dy));
        to.into_iter().filter(|to| to.0 >= 0 && to.1 >= 0).map(|to| vec![to.0 as u64, to.1 as u64]).collect()
    };
    Reading { options: Box::new(options), ..Reading::taking("knight-chess", TWO, |_, _| false) }
}

fn dr(dice: &mut Random) -> Reading {
    let k = dice.between(1, 4);
    Reading::taking(format!("dr(k={k})"), &[17, 17], move |_, t| {
        let forbidden = (1..k).any(|i| *t == [2 * i, 2 * i]);
        is_queen(t) && !forbidden || *t == [2 * k + 1, 2 * k + 2] || *t == [2 * k + 2, 2 * k + 1]
    })
}

/// Functions of x1, y1 and x0, as written and as computed.
type OfThree = (&'static str, fn(i64, i64, i64) -> i64);
const OF_THREE: &[OfThree] = &[
    ("1", |_, _, _| 1),
    ("2", |_, _, _| 2),
    ("5", |_, _, _| 5),
    ("x0", |_, _, x0| x0),
    ("x0-x1", |x1, _, x0| x0 - x1),
    ("x1+1", |x1, _, _| x1 + 1),
    ("y1+1", |_, y1, _| y1 + 1),
    ("x1+y1+x0", |x1, y1, x0| x1 + y1 + x0),
    ("max(1, x0-2*x1)", |x1, _, x0| (x0 - 2 * x1).max(1)),
    ("if x1 mod 2 == 0 then 3 else 1", |x1, _, _| if x1 % 2 == 0 { 3 } else { 1 }),
    ("y1-x1+1", |x1, y1, _| y1 - x1 + 1),
    ("x0 mod 3", |_, _, x0| x0 % 3),
];

/// x0 <= y0 before and x1 <= y1 after a move that takes from both; `allowed` gets the two amounts and f there.
fn constrained(
    spec: String,
    f: impl Fn(i64, i64, i64) -> i64 + 'static,
    allowed: fn(i64, i64, i64) -> bool,
) -> Reading {
    Reading::taking(spec, TWO, move |from, t| {
        let (x1, y1) = (from[0] - t[0], from[1] - t[1]);
        let f = |x1: u64, y1: u64| f(x1 as i64, y1 as i64, from[0] as i64);
        from_one(t) || from_all(t) && x1 <= y1 && allowed(t[0] as i64, t[1] as i64, f(x1, y1))
    })
}

fn fraenkel(dice: &mut Random) -> Reading {
    let (text, f) = *dice.pick(OF_THREE);
    constrained(format!("fraenkel(f=\"{text}\")"), f, |first, second, f| (second - first).abs() < f)
}

fn relaxed(dice: &mut Random) -> Reading {
    let allowed = |first, second, f| second - first < f;
    if *dice.pick(&[true, false]) {
        let (text, f) = *dice.pick(OF_THREE);
        return constrained(format!("relaxed(f=\"{text}\")"), f, allowed);
    }
    // RLX (39), with alpha and beta by integer square roots.
    let root = |n: i64| n.isqrt();
    type Floors = (&'static str, fn(i64, fn(i64) -> i64) -> (i64, i64));
    let pairs: [Floors; 3] = [
        ("sqrt(2)", |n, root| (root(2 * n * n), 2 * n + root(2 * n * n))),
        ("(1+sqrt(5))/2", |n, root| ((n + root(5 * n * n)) / 2, (3 * n + root(5 * n * n)) / 2)),
        ("sqrt(3)", |n, root| (root(3 * n * n), (3 * n + root(3 * n * n)) / 2)),
    ];
    let (text, floors) = *dice.pick(&pairs);
    let f = move |_, _, x0| {
        let Some(n) = (1..=x0).find(|&n| floors(n, root).0 == x0) else { return 0 };
        let ((a, b), (before_a, before_b)) = (floors(n, root), floors(n - 1, root));
        (b - before_b) - (a - before_a)
    };
    constrained(format!("relaxed(alpha=\"{text}\")"), f, allowed)
}

fn mouse(_: &mut Random) -> Reading {
    Reading::taking("mouse", &[20, 20], |from, t| {
        let a = if (from[1] - from[0]) % 3 == 0 { 2 } else { 1 };
        from_one(t) || from_all(t) && t[0].abs_diff(t[1]) < a
    })
}

/// The rat game with its a given by the remainder of y - x modulo 7.
fn rats(spec: &str, a: fn(u64) -> u64) -> Reading {
    Reading::taking(spec, &[8, 9, 12], move |from, t| {
        let left: Piles = from.iter().zip(t).map(|(pile, t)| pile - t).collect();
        let (u, w) = (left[0], left[2]);
        let b = || {
            if w == u {
                3
            } else if (w - u) % 7 == 4 {
                6
            } else {
                5
            }
        };
        let in_order = left.is_sorted();
        t.contains(&0)
            || in_order && t[1].abs_diff(t[0]) < a((from[1] - from[0]) % 7)
            || in_order && t[2].abs_diff(t[0]) < b()
    })
}

fn rat(_: &mut Random) -> Reading {
    rats("rat", |remainder| if [0, 2, 5].contains(&remainder) { 2 } else { 1 })
}

fn rat_printed(_: &mut Random) -> Reading {
    rats("rat-printed", |remainder| if remainder == 0 { 2 } else { 1 })
}

fn tribonacci_rule(from: &[u64], t: &[u64]) -> bool {
    let left: Piles = from.iter().zip(t).map(|(pile, t)| pile - t).collect();
    let forbidden = left[0] < left[2] && left[2] < left[1];
    // alpha from two piles and beta > 2 alpha from the third.
    let leap = (0..3).any(|third| {
        let two: Piles = (0..3).filter(|&i| i != third).map(|i| t[i]).collect();
        two[0] == two[1] && two[0] > 0 && t[third] > 2 * two[0]
    });
    let balanced = from_all(t) && 2 * t[0].max(t[1]).max(t[2]) <= t.iter().sum::<u64>();
    t.contains(&0) || balanced || leap && !forbidden
}

fn tribonacci(_: &mut Random) -> Reading {
    Reading::taking("tribonacci", &[7, 8, 12], tribonacci_rule)
}

fn tribonacci_printed(_: &mut Random) -> Reading {
    Reading::taking("tribonacci-printed", &[7, 8, 8], tribonacci_rule).labelled()
}

fn euclid(_: &mut Random) -> Reading {
    let reading =
        Reading::taking("euclid", &[30, 30], |from, t| t[0] == 0 && t[1] % from[0] == 0 && t[1] < from[1]);
    Reading { is_position: Box::new(|position| position.iter().all(|&pile| pile > 0)), ..reading }
}

fn w_translate(dice: &mut Random) -> Reading {
    let k = dice.between(0, 5);
    let j = dice.between(0, k);
    let text = if j == k { format!("w-translate(k={k})") } else { format!("w-translate(j={j},k={k})") };
    Reading::taking(text, TWO, move |from, t| {
        from_one(t) || t[0] == t[1] && from[0] - t[0] >= j && from[1] - t[1] >= k
    })
}

fn t_translate(dice: &mut Random) -> Reading {
    let k = dice.between(0, 6);
    Reading::taking(format!("t-translate(k={k})"), TWO, move |from, t| {
        let quotients_are_near = || (from[1] / from[0]).abs_diff((from[1] - t[1]) / (from[0] - t[0])) <= k;
        from_one(t) || t[0] == t[1] && t[0] < from[0] && quotients_are_near()
    })
}

fn f_wythoff(_: &mut Random) -> Reading {
    Reading::taking("f-wythoff", TWO, |from, t| {
        let same_quotient = || from[1] / from[0] == (from[1] - t[1]) / (from[0] - t[0]);
        from_one(t) || t[0] == t[1] && t[0] < from[0] && same_quotient()
    })
}

fn nim_ab(dice: &mut Random) -> Reading {
    let (a, b) = (dice.between(0, 5), dice.between(0, 5));
    let b = if a == 0 { b.max(1) } else { b };
    Reading::taking(format!("nim-ab(a={a},b={b})"), TWO, move |_, t| {
        t[0].abs_diff(t[1]) < a || t[0].min(t[1]) < b
    })
}

fn r_wythoff(_: &mut Random) -> Reading {
    Reading::taking("r-wythoff", TWO, |from, t| {
        let from_the_larger = t[0] == 0 || t[1] == 0 && from[0] == from[1];
        from_the_larger || t[0] == t[1]
    })
}

fn e_wythoff(_: &mut Random) -> Reading {
    // More may be taken from the smaller pile; with equal piles either is the smaller.
    Reading::taking("e-wythoff", TWO, |from, t| {
        is_queen(t) || t[1] < t[0] || from[0] == from[1] && t[0] < t[1]
    })
}

fn gdwn(dice: &mut Random) -> Reading {
    let (p, q) = (dice.between(1, 4), dice.between(1, 5));
    Reading::taking(format!("gdwn(p={p},q={q})"), TWO, move |_, t| {
        is_queen(t) || is_multiple(t, &[p, q]) || is_multiple(t, &[q, p])
    })
}

fn maharaja(dice: &mut Random) -> Reading {
    let (p, q) = (dice.between(1, 5), dice.between(1, 5));
    Reading::taking(format!("maharaja(p={p},q={q})"), TWO, move |_, t| {
        is_queen(t) || *t == [p, q] || *t == [q, p]
    })
}

fn blocking_wythoff(dice: &mut Random) -> Reading {
    let (k, t) = (dice.between(1, 5), dice.between(1, 3));
    let on = *dice.pick(&["all", "diagonal", "nim"]);
    let reading = Reading::taking(format!("blocking-wythoff(k={k},on={on},t={t})"), TWO, move |_, taken| {
        from_one(taken) || from_all(taken) && taken[0].abs_diff(taken[1]) < t
    });
    let blockable = move |from: &[u64], to: &[u64]| {
        let taken = [from[0] - to[0], from[1] - to[1]];
        match on {
            "diagonal" => from_all(&taken),
            "nim" => from_one(&taken) && taken[0] + taken[1] >= t,
            _ => true,
        }
    };
    // With k = 1 nothing is blocked.
    Reading { block: (k > 1).then(|| (k, Box::new(blockable) as Blockable)), ..reading }
}
