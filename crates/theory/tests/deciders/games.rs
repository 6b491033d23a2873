//! Every game that a theory decides, with parameters drawn at random and its moves for piles of any size.

use malachite::base::num::arithmetic::traits::{Abs, Mod, Parity};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Natural};

use crate::large::Large;
use wythoff_numbers::Random;

/// Whether a vector may be taken from a position; both nonnegative, the vector nonzero and no larger than the piles.
pub type Legal = Box<dyn Fn(&[Integer], &[Integer]) -> bool>;

/// What is checked of a game at a thousand digits.
pub enum Huge {
    /// Positions, winning moves and this many options drawn at random.
    Played(usize),
    /// Nothing: the theory goes pair by pair, or its positions remember moves.
    Small,
}

/// A game with its parameters drawn.
pub struct Game {
    pub spec: String,
    pub misere: bool,
    /// The box that is compared with the referee.
    pub sides: Vec<u64>,
    pub legal: Legal,
    /// Up to this many P-options may be blocked.
    pub blocked: usize,
    pub huge: Huge,
    /// Amounts around which the theorem has its cases.
    pub scales: Vec<u64>,
}

impl Game {
    fn new(
        spec: impl Into<String>,
        sides: &[u64],
        legal: impl Fn(&[Integer], &[Integer]) -> bool + 'static,
    ) -> Game {
        Game {
            spec: spec.into(),
            misere: false,
            sides: sides.to_vec(),
            legal: Box::new(legal),
            blocked: 0,
            huge: Huge::Played(1000),
            scales: vec![1],
        }
    }

    fn scales(mut self, scales: &[u64]) -> Game {
        self.scales.extend_from_slice(scales);
        self
    }

    fn misere(mut self) -> Game {
        self.misere = true;
        self
    }

    /// For theories that go pair by pair, and games whose positions remember moves.
    fn only_small(mut self) -> Game {
        self.huge = Huge::Small;
        self
    }
}

/// A game of the catalog, whether misère, and how its parameters are drawn.
pub type Drawn = (&'static str, bool, fn(&mut Random) -> Game);

pub const GAMES: &[Drawn] = &[
    ("all-or-one", false, all_or_one),
    ("blocking-wythoff", false, blocking_wythoff),
    ("bounded-t-wythoff", false, bounded_t_wythoff),
    ("bt-wythoff", false, bt_wythoff),
    ("connell", false, connell),
    ("cyclic-nimhoff", false, cyclic_nimhoff),
    ("dr", false, dr),
    ("e-wythoff", false, e_wythoff),
    ("euclid", false, euclid),
    ("f-wythoff", false, f_wythoff),
    ("fibonacci-nim", false, fibonacci_nim),
    ("fraenkel", false, fraenkel),
    ("fraenkel-zusman", false, fraenkel_zusman),
    ("holladay", false, holladay),
    ("holladay", true, |dice| holladay(dice).misere()),
    ("holladay-printed", false, holladay_printed),
    ("holladay-side", false, holladay_side),
    ("king", false, king),
    ("moore-nim", false, moore_nim),
    ("mouse", false, mouse),
    ("nim", false, nim),
    ("nim-ab", false, nim_ab),
    ("nim-ab", true, |dice| nim_ab(dice).misere()),
    ("nim-plus", false, nim_plus),
    ("nimsum-wythoff", false, |_| on_two_piles("nimsum-wythoff")),
    ("r-wythoff", false, r_wythoff),
    ("radius", false, radius),
    ("radius-diagonal", false, radius_diagonal),
    ("radius-nim", false, radius_nim),
    ("rat", false, rat),
    ("relaxed", false, relaxed),
    ("t-translate", false, t_translate),
    ("t-wythoff", false, t_wythoff),
    ("t-wythoff", true, |dice| t_wythoff(dice).misere()),
    ("three-vectors", false, three_vectors),
    ("tribonacci", false, tribonacci),
    ("unequal", false, unequal),
    ("vector", false, vector),
    ("w-translate", false, w_translate),
    ("wyt-f", false, wyt_f),
    ("wyt-k", false, wyt_k),
    ("wythoff", false, wythoff),
    ("wythoff", true, |dice| wythoff(dice).misere()),
    ("wythoff-piles", false, |_| on_two_piles("wythoff-piles")),
];

const TWO: &[u64] = &[17, 17];

fn big(n: u64) -> Integer {
    Integer::from(n)
}

fn from_one(t: &[Integer]) -> bool {
    t.iter().filter(|t| **t > 0).count() == 1
}

fn from_all(t: &[Integer]) -> bool {
    t.iter().all(|t| *t > 0)
}

fn all_equal(t: &[Integer]) -> bool {
    t.iter().all(|other| *other == t[0])
}

fn apart(t: &[Integer]) -> Integer {
    (&t[0] - &t[1]).abs()
}

fn divides(n: u64, x: &Integer) -> bool {
    x.mod_op(big(n)) == 0
}

fn is_queen(t: &[Integer]) -> bool {
    from_one(t) || t[0] == t[1]
}

fn sides(piles: u64) -> Vec<u64> {
    vec![[60, 60, 17, 8, 5][piles as usize]; piles as usize]
}

fn nim(dice: &mut Random) -> Game {
    let piles = dice.between(1, 4);
    Game::new(format!("nim(piles={piles})"), &sides(piles), |_, t| from_one(t))
}

fn moore_nim(dice: &mut Random) -> Game {
    let piles = dice.between(1, 4);
    let k = dice.between(1, piles);
    Game::new(format!("moore-nim(piles={piles},k={k})"), &sides(piles), move |_, t| {
        t.iter().filter(|t| **t > 0).count() as u64 <= k
    })
}

fn fraenkel_zusman(dice: &mut Random) -> Game {
    let piles = dice.between(2, 4);
    Game::new(format!("fraenkel-zusman(piles={piles})"), &sides(piles), |_, t| !from_all(t) || all_equal(t))
}

fn all_or_one(dice: &mut Random) -> Game {
    let piles = *dice.pick(&[1, 2, 3]);
    Game::new(format!("all-or-one(piles={piles})"), &sides(piles), |_, t| from_one(t) || all_equal(t))
}

fn cyclic_nimhoff(dice: &mut Random) -> Game {
    let (h, piles) = (dice.between(1, 9), dice.between(1, 3));
    let game = Game::new(format!("cyclic-nimhoff(h={h},piles={piles})"), &sides(piles), move |_, t| {
        from_one(t) || t.iter().fold(Integer::ZERO, |sum, t| sum + t) < big(h)
    });
    game.scales(&[h])
}

fn nim_plus(dice: &mut Random) -> Game {
    let (k, l) = (dice.between(1, 6), dice.between(7, 12));
    let game = Game::new(format!("nim-plus(k={k},l={l})"), TWO, move |_, t| {
        from_one(t) || t == [big(k), big(l)] || t == [big(l), big(k)]
    });
    game.scales(&[k, l])
}

fn unequal(_: &mut Random) -> Game {
    Game::new("unequal", TWO, |_, t| t[0] != t[1])
}

fn wyt_k(dice: &mut Random) -> Game {
    // The lists that the theory speaks of: one amount, or the first powers of two.
    let k = dice.between(1, 9);
    let list: Vec<u64> = match dice.between(0, 1) {
        0 => vec![k],
        _ => (0..=k % 4).map(|i| 1 << i).collect(),
    };
    let text = list.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let scales = list.clone();
    let game = Game::new(format!("wyt-k(K=\"{text}\")"), TWO, move |_, t| {
        from_one(t) || t[0] == t[1] && list.iter().any(|k| t[0] == big(*k))
    });
    game.scales(&scales)
}

fn wythoff(_: &mut Random) -> Game {
    Game::new("wythoff", TWO, |_, t| is_queen(t))
}

fn t_wythoff(dice: &mut Random) -> Game {
    let t = dice.between(1, 9);
    Game::new(format!("t-wythoff(t={t})"), TWO, move |_, taken| from_one(taken) || apart(taken) < big(t))
        .scales(&[t])
}

fn holladay(dice: &mut Random) -> Game {
    let k = dice.between(1, 9);
    Game::new(format!("holladay(k={k})"), TWO, move |_, taken| from_one(taken) || apart(taken) < big(k))
        .scales(&[k])
}

fn holladay_printed(dice: &mut Random) -> Game {
    let k = dice.between(1, 9);
    let spec = format!("holladay-printed(k={k})");
    Game::new(spec, TWO, move |_, taken| from_one(taken) || apart(taken) <= big(k)).scales(&[k])
}

fn holladay_side(dice: &mut Random) -> Game {
    let k = dice.between(1, 9);
    let amounts = *dice.pick(&["equal", "any"]);
    let game = Game::new(format!("holladay-side(k={k},amounts={amounts})"), TWO, move |_, t| {
        from_one(t) || t.iter().all(|t| *t <= big(k)) && (amounts == "any" || t[0] == t[1])
    });
    game.scales(&[k])
}

/// Games that are Wythoff's on two piles.
fn on_two_piles(name: &str) -> Game {
    Game::new(format!("{name}(piles=2)"), TWO, |_, t| is_queen(t))
}

fn connell(dice: &mut Random) -> Game {
    let b = dice.between(1, 6);
    Game::new(format!("connell(b={b})"), TWO, move |_, t| {
        from_one(t) && divides(b, &apart(t)) || t[0] == t[1]
    })
    .scales(&[b])
}

fn bt_wythoff(dice: &mut Random) -> Game {
    let (b, t) = (dice.between(1, 4), dice.between(1, 4));
    let game = Game::new(format!("bt-wythoff(b={b},t={t})"), TWO, move |_, taken| {
        divides(b, &apart(taken)) && (from_one(taken) || apart(taken) < big(b * t))
    });
    game.scales(&[b, t, b * t])
}

fn wyt_f(dice: &mut Random) -> Game {
    type OfK = (&'static str, fn(&Integer) -> Integer);
    let functions: [OfK; 12] = [
        ("1", |_| big(1)),
        ("7", |_| big(7)),
        ("10", |_| big(10)),
        ("k+1", |k| k + big(1)),
        ("k+5", |k| k + big(5)),
        ("2*k", |k| k * big(2)),
        ("2*k+2", |k| k * big(2) + big(2)),
        ("3*k+1", |k| k * big(3) + big(1)),
        ("k^2", |k| k * k),
        ("k^2+9", |k| k * k + big(9)),
        ("k^3-2*k^2+5", |k| k * k * k - k * k * big(2) + big(5)),
        ("k+floor(k/2)+3", |k| k + k / big(2) + big(3)),
    ];
    let (text, f) = *dice.pick(&functions);
    let game = Game::new(format!("wyt-f(f=\"{text}\")"), TWO, move |_, t| {
        let (k, l) = if t[0] < t[1] { (&t[0], &t[1]) } else { (&t[1], &t[0]) };
        *k == 0 || *l < f(k)
    });
    let pair_by_pair = text.contains('-') || text.contains("floor");
    if pair_by_pair { game.only_small() } else { game }
}

fn vector(dice: &mut Random) -> Game {
    let (a, b) = *dice.pick(&[(1, 1), (2, 2), (1, 2), (3, 1), (2, 5), (3, 3)]);
    let game = Game::new(format!("vector(a={a},b={b})"), TWO, move |_, t| {
        from_one(t) || divides(a, &t[0]) && &t[0] * big(b) == &t[1] * big(a)
    });
    game.scales(&[a, b])
}

fn three_vectors(dice: &mut Random) -> Game {
    // Nim-like, or c = 1.
    let (a, b, c) = *dice.pick(&[(1, 4, 2), (1, 9, 3), (2, 5, 2), (1, 2, 1), (1, 16, 4), (3, 7, 2)]);
    let mut game = Game::new(format!("three-vectors(a={a},b={b},c={c})"), &[12, 12, c], move |_, t| {
        from_one(t) || divides(a, &t[0]) && t[0] > 0 && &t[0] * big(b) == &t[1] * big(a)
    });
    game.scales.extend([a, b]);
    game
}

fn radius(dice: &mut Random) -> Game {
    let r = dice.between(1, 12);
    Game::new(format!("radius(r={r})"), TWO, move |_, t| is_queen(t) && t.iter().all(|t| *t <= big(r)))
        .scales(&[r, r + 1])
}

fn king(dice: &mut Random) -> Game {
    let k = dice.between(1, 6);
    Game::new(format!("king(k={k})"), TWO, move |_, t| is_queen(t) && t.iter().all(|t| *t <= big(k)))
        .scales(&[k, k + 1])
}

fn radius_nim(dice: &mut Random) -> Game {
    let r = dice.between(1, 12);
    Game::new(format!("radius-nim(r={r})"), TWO, move |_, t| {
        t[0] == t[1] || from_one(t) && t.iter().all(|t| *t <= big(r))
    })
    .scales(&[r, r + 1])
}

fn radius_diagonal(dice: &mut Random) -> Game {
    let r = dice.between(1, 12);
    Game::new(format!("radius-diagonal(r={r})"), TWO, move |_, t| {
        from_one(t) || t[0] == t[1] && t[0] <= big(r)
    })
    .scales(&[r, r + 1])
}

fn bounded_t_wythoff(dice: &mut Random) -> Game {
    let (t, r) = (dice.between(1, 5), dice.between(1, 12));
    Game::new(format!("bounded-t-wythoff(t={t},r={r})"), &[20, 20], move |_, taken| {
        taken.iter().all(|k| *k <= big(r)) && (from_one(taken) || apart(taken) < big(t))
    })
    .scales(&[t, r, r + 1])
}

fn dr(dice: &mut Random) -> Game {
    let k = dice.between(1, 6);
    Game::new(format!("dr(k={k})"), &[22, 22], move |_, t| {
        let odd_or_large = || (&t[0]).odd() || t[0] >= big(2 * k);
        let leap = [big(2 * k + 1), big(2 * k + 2)];
        from_one(t) || t[0] == t[1] && odd_or_large() || *t == leap || t[0] == leap[1] && t[1] == leap[0]
    })
    .scales(&[2 * k, 2 * k + 1])
}

/// f as written, and its value if it is a constant.
fn constrained(spec: String, constant: Option<u64>, absolute: bool) -> Game {
    let game = Game::new(spec, TWO, move |from, t| {
        let more = &t[1] - &t[0];
        let in_order = &from[0] - &t[0] <= &from[1] - &t[1];
        let f = big(constant.unwrap_or(0));
        from_one(t) || in_order && (if absolute { more.abs() } else { more }) < f
    });
    match constant {
        Some(f) => game.scales(&[f]),
        None => game.only_small(),
    }
}

fn fraenkel(dice: &mut Random) -> Game {
    let (text, constant) =
        *dice.pick(&[("1", Some(1)), ("2", Some(2)), ("5", Some(5)), ("x0-x1", None), ("x1+1", None)]);
    constrained(format!("fraenkel(f=\"{text}\")"), constant, true)
}

fn relaxed(dice: &mut Random) -> Game {
    let functions = [("f=\"1\"", Some(1)), ("f=\"3\"", Some(3)), ("f=\"x1+1\"", None)];
    let slopes = [("alpha=\"sqrt(2)\"", None), ("alpha=\"pi/2\"", None), ("alpha=\"e/2\"", None)];
    let (text, constant) = *dice.pick(&[functions, slopes].concat());
    constrained(format!("relaxed({text})"), constant, false)
}

fn tribonacci(_: &mut Random) -> Game {
    Game::new("tribonacci", &[8, 9, 12], |from, t| {
        let left: Vec<Integer> = from.iter().zip(t).map(|(pile, t)| pile - t).collect();
        let sum = &t[0] + &t[1] + &t[2];
        let most = t.iter().max().cloned().unwrap_or(Integer::ZERO);
        let leap = (0..3).any(|third| {
            let (one, two) = (&t[(third + 1) % 3], &t[(third + 2) % 3]);
            one == two && *one > 0 && t[third] > one * big(2)
        });
        !from_all(t) || most * big(2) <= sum || leap && !(left[0] < left[2] && left[2] < left[1])
    })
}

fn rat(_: &mut Random) -> Game {
    Game::new("rat", &[8, 9, 12], |from, t| {
        let left: Vec<Integer> = from.iter().zip(t).map(|(pile, t)| pile - t).collect();
        let remainder = (&from[1] - &from[0]).mod_op(big(7));
        let a = if remainder == 0 || remainder == 2 || remainder == 5 { 2 } else { 1 };
        let wide = &left[2] - &left[0];
        let b = if wide == 0 {
            3
        } else if wide.mod_op(big(7)) == 4 {
            6
        } else {
            5
        };
        let near = |x: &Integer, y: &Integer, most: u64| (x - y).abs() < big(most);
        !from_all(t) || left.is_sorted() && (near(&t[0], &t[1], a) || near(&t[0], &t[2], b))
    })
    .scales(&[7])
}

fn mouse(_: &mut Random) -> Game {
    Game::new("mouse", &[24, 24], |from, t| {
        let a = if divides(3, &(&from[1] - &from[0])) { 2 } else { 1 };
        from_one(t) || apart(t) < big(a)
    })
    .scales(&[3])
}

fn euclid(_: &mut Random) -> Game {
    Game::new("euclid", &[30, 30], |from, t| t[0] == 0 && t[1] < from[1] && (&t[1]).mod_op(&from[0]) == 0)
}

fn w_translate(dice: &mut Random) -> Game {
    let k = dice.between(0, 6);
    let j = dice.between(0, k);
    Game::new(format!("w-translate(j={j},k={k})"), &[22, 22], move |from, t| {
        from_one(t) || t[0] == t[1] && &from[0] - &t[0] >= big(j) && &from[1] - &t[1] >= big(k)
    })
    .scales(&[j, k, k + 1])
}

fn keeps_quotient(from: &[Integer], t: &[Integer], within: u64) -> bool {
    let left = [&from[0] - &t[0], &from[1] - &t[1]];
    t[0] == t[1] && left[0] > 0 && (&from[1] / &from[0] - &left[1] / &left[0]).abs() <= big(within)
}

fn t_translate(dice: &mut Random) -> Game {
    let k = dice.between(0, 6);
    Game::new(format!("t-translate(k={k})"), TWO, move |from, t| from_one(t) || keeps_quotient(from, t, k))
}

fn f_wythoff(_: &mut Random) -> Game {
    Game::new("f-wythoff", TWO, |from, t| from_one(t) || keeps_quotient(from, t, 0))
}

fn nim_ab(dice: &mut Random) -> Game {
    let (a, b) = (dice.between(0, 5), dice.between(0, 5));
    let b = if a == 0 { b.max(1) } else { b };
    let game = Game::new(format!("nim-ab(a={a},b={b})"), TWO, move |_, t| {
        apart(t) < big(a) || t.iter().any(|t| *t < big(b))
    });
    // Each answer builds the levels of the morphism.
    Game { huge: Huge::Played(40), ..game.scales(&[a, b]) }
}

fn r_wythoff(_: &mut Random) -> Game {
    Game::new("r-wythoff", TWO, |from, t| t[0] == t[1] || t[0] == 0 || t[1] == 0 && from[0] == from[1])
}

fn e_wythoff(_: &mut Random) -> Game {
    Game::new("e-wythoff", TWO, |from, t| is_queen(t) || t[1] < t[0] || from[0] == from[1] && t[0] < t[1])
}

fn fibonacci_nim(_: &mut Random) -> Game {
    Game::new("fibonacci-nim", &[90], |from, t| t[0] < from[0]).only_small()
}

fn blocking_wythoff(dice: &mut Random) -> Game {
    let (k, t, on) = *dice.pick(&[
        (2, 1, "all"),
        (3, 1, "all"),
        (2, 2, "nim"),
        (3, 1, "nim"),
        (4, 3, "nim"),
        (2, 1, "diagonal"),
        (4, 1, "diagonal"),
    ]);
    let mut game = Game::new(format!("blocking-wythoff(k={k},on={on},t={t})"), TWO, move |_, taken| {
        from_one(taken) || apart(taken) < big(t)
    });
    game.blocked = k - 1;
    if on == "diagonal" {
        game = game.only_small();
    }
    game.scales(&[k as u64, t])
}

/// A move that the game may allow: what is taken, of the shapes that the games have.
pub fn proposal(dice: &mut Random, game: &Game, from: &[Natural]) -> Vec<Natural> {
    let piles = from.len();
    let one = dice.between(0, piles as u64 - 1) as usize;
    let scale = *dice.pick(&game.scales);
    let least = from.iter().min().cloned().unwrap_or(Natural::ZERO);
    let zero = || vec![Natural::ZERO; piles];
    let mut taken = match dice.between(0, 7) {
        // From one pile: any amount, a multiple of a parameter, or a few.
        0 => {
            let mut taken = zero();
            taken[one] = dice.up_to(&from[one]);
            taken
        }
        1 => {
            let mut taken = zero();
            taken[one] = dice.up_to(&(&from[one] / Natural::from(scale.max(1)))) * Natural::from(scale);
            taken
        }
        // From all: about the same.
        2 => vec![dice.up_to(&least); piles],
        3 => {
            let amount = dice.up_to(&least);
            (0..piles).map(|_| &amount + Natural::from(dice.between(0, 2 * scale))).collect()
        }
        // From all: a few, or any amounts.
        4 => (0..piles).map(|_| Natural::from(dice.between(0, 2 * scale + 2))).collect(),
        5 => from.iter().map(|pile| dice.up_to(pile)).collect(),
        // From one: a multiple of the smallest pile.
        6 => {
            let mut taken = zero();
            taken[piles - 1] = &least * Natural::from(dice.between(1, 20));
            taken
        }
        // A multiple of a vector of parameters.
        _ => {
            let amount = dice.up_to(&(&least / Natural::from(20u32)));
            (0..piles).map(|_| &amount * Natural::from(*dice.pick(&game.scales))).collect()
        }
    };
    if dice.between(0, 3) == 0 {
        taken[one] = Natural::ZERO;
    }
    taken
}

/// The position after taking, if the game allows it; piles that sorting puts first stay first.
pub fn play(game: &Game, from: &[Natural], taken: &[Natural]) -> Option<Vec<Natural>> {
    let fits = from.iter().zip(taken).all(|(pile, t)| t <= pile) && taken.iter().any(|t| *t > 0);
    let whole = |list: &[Natural]| list.iter().map(Integer::from).collect::<Vec<_>>();
    let allowed = fits && (game.legal)(&whole(from), &whole(taken));
    allowed.then(|| from.iter().zip(taken).map(|(pile, t)| pile - t).collect())
}

/// A bounded last coordinate of three vectors may rise when the third vector is taken.
pub fn borrowed(game: &Game, dice: &mut Random, from: &[Natural]) -> Option<Vec<Natural>> {
    let [a, b] = [game.scales[1], game.scales[2]].map(Natural::from);
    let most = (&from[0] / &a).min(&from[1] / &b);
    if most == 0u32 {
        return None;
    }
    let times = dice.up_to(&most);
    let last = Natural::from(dice.between(0, game.sides[2] - 1));
    Some(vec![&from[0] - &times * a, &from[1] - times * b, last])
}
