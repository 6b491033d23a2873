//! WYF: Fraenkel and Tanny, A class of Wythoff-like games. In the order of the paper.

use crate::proof;
use crate::run::{Claim, Scale};
use crate::support::{grundy, mex, p_below, pairs_below, rules};
use crate::verdict::{Checked, Finding, Status, With, agree, ensure, found};
use malachite::{Integer, Natural};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_numbers::Random;
use wythoff_rules::Outcome;
use wythoff_theory::Decider;
use wythoff_theory::wyt_f::{Class, WytF};

macro_rules! rows {
    ($($id:literal $status:ident $check:ident),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] = &[$(Claim { id: $id, expected: Status::$status, check: $check, code: concat!(module_path!(), "::", stringify!($check)) }),*];
    };
}

rows! {
    "WYF-G1" Holds g1, "WYF-G2" Holds g2, "WYF-G3" Holds g3, "WYF-G4" Holds g4, "WYF-G5" Holds g5,
    "WYF-G6" Holds g6, "WYF-G6n" Holds g6n, "WYF-G7" Holds g7, "WYF-G8" Holds g8, "WYF-D1" Holds d1,
    "WYF-D2" Holds d2, "WYF-D3" Holds d3, "WYF-D4" Holds d4, "WYF-X1" Holds x1, "WYF-C0" Holds c0,
    "WYF-TAB1" Holds tab1, "WYF-TAB2" Holds tab2, "WYF-L1i" Holds l1i, "WYF-L1ii" Holds l1ii, "WYF-C2" Holds c2,
    "WYF-L3" Holds l3, "WYF-L3gen" Holds l3gen, "WYF-C4" Holds c4, "WYF-L5" Holds l5, "WYF-L5p" Scan l5p,
    "WYF-R1" Holds r1, "WYF-L6" Holds l6, "WYF-L7" Holds l7, "WYF-C8" Holds c8, "WYF-T9" Holds t9,
    "WYF-T9I" Holds t9_stable, "WYF-T9II-i" Holds t9_i, "WYF-T9II-ii" Holds t9_ii, "WYF-T9II-iii" Holds t9_iii,
    "WYF-T9II" Holds t9_strategy, "WYF-T10" Holds t10, "WYF-C11" Holds c11, "WYF-D5" Scan d5,
    "WYF-T12i" Holds t12i, "WYF-T12ii" Holds t12ii, "WYF-T12iii" Holds t12iii, "WYF-T12iv" Holds t12iv,
    "WYF-R2" Holds r2, "WYF-RES" Clarified res, "WYF-ALMOST" Holds almost, "WYF-TAB3" Holds tab3,
    "WYF-E5" Holds e5, "WYF-R3" Holds r3, "WYF-R4" Holds r4, "WYF-R4b" Holds r4b, "WYF-R5" Holds r5,
    "WYF-C6" Holds c6, "WYF-T13" Holds t13, "WYF-T13II-i" Holds t13_i, "WYF-T13II-ii" Holds t13_ii,
    "WYF-T13II-iii" Holds t13_iii, "WYF-T13II" Holds t13_strategy, "WYF-X2" Holds x2, "WYF-L14" Holds l14,
    "WYF-L15" Holds l15, "WYF-T16" Holds t16, "WYF-T16d" Corrected t16d, "WYF-C17" Holds c17, "WYF-C7" Holds c7,
    "WYF-TAB4" Holds tab4, "WYF-L18" Holds l18, "WYF-S" Holds set_s, "WYF-R6" Holds r6, "WYF-L19" Holds l19,
    "WYF-N1" Corrected n1, "WYF-T20" Holds t20, "WYF-T20g" Clarified t20g, "WYF-T20II-iii" Clarified t20_iii,
    "WYF-T20II-iv" Holds t20_iv, "WYF-T20II-v" Holds t20_v, "WYF-T20II" Holds t20_strategy, "WYF-C21" Holds c21,
    "WYF-OPEN1" Answered open1, "WYF-OPENp" Open open_p, "WYF-NEW1" Holds new1, "WYF-NEW2" Holds new2,
    "WYF-OPEN2" Open open2, "WYF-OPEN3" Open open3, "WYF-X3" Holds x3,
}

type Pairs = Vec<(u64, u64)>;

/// P-positions by the definition: no option in P. Options as the paper says them, looked at one by one.
fn literal(side: u64, f: &dyn Fn(u64) -> u64) -> Pairs {
    let mut lost: BTreeSet<(u64, u64)> = BTreeSet::new();
    for x in 0..side {
        for y in x..side {
            let second = |k: u64, l: u64| k >= 1 && k <= l && l < f(k);
            let wins = lost.iter().any(|&(a, b)| {
                [(a, b), (b, a)].iter().any(|&(a, b)| {
                    if a > x || b > y || (a, b) == (x, y) {
                        return false;
                    }
                    let (k, l) = (x - a, y - b);
                    k == 0 || l == 0 || second(k, l) || second(l, k)
                })
            });
            if !wins {
                lost.insert((x, y));
            }
        }
    }
    lost.into_iter().collect()
}

/// A_n = mex, B_n a function of A_n, as long as A_n is below a bound.
fn mex_pairs(bound: u64, b: impl Fn(u64) -> u64) -> Pairs {
    let mut used = BTreeSet::new();
    let mut pairs = Vec::new();
    for a in 0..bound {
        if !used.contains(&a) {
            let partner = b(a);
            used.insert(partner);
            pairs.push((a, partner));
        }
    }
    pairs
}

fn inside(pairs: Pairs, side: u64) -> Pairs {
    pairs.into_iter().filter(|(a, b)| *a < side && *b < side).collect()
}

/// g(m) = tm - (t^2 - 1) floor(m/(t+1)).
fn g_constant(t: u64, m: u64) -> u64 {
    (t * m + m / (t + 1)).wrapping_sub(t * t * (m / (t + 1)))
}

/// The digits of m = m2 (t^2 - 1) + m1 t + m0 by the greedy rule.
fn digits(t: u64, m: u64) -> (u64, u64, u64) {
    let p = t * t - 1;
    (m / p, m % p / t, m % p % t)
}

const SUPERADDITIVE: [&str; 8] = ["k", "2*k", "3*k", "k^2", "k^2+k", "k^3", "2^k-1", "k + floor(k/3)"];

const POLYNOMIALS: [&str; 8] =
    ["k^2+1", "k^2+5", "k^2+9", "2*k^2+9", "k^3+5", "k^2+k+1", "3*k^2+20", "k^3+k^2+7"];

fn formula(text: &str) -> Result<impl Fn(u64) -> u64 + use<>, String> {
    let formula = wythoff_rules::Formula::read("f", text, &["k"]).map_err(|e| e.to_string())?;
    // Values beyond 64 bits are as good as infinite on a board of machine integers.
    Ok(move |k: u64| {
        let value = formula.value(&[Integer::from(k)]).unwrap_or_default();
        u64::try_from(&value).unwrap_or(if value < 0 { 0 } else { u64::MAX / 4 })
    })
}

fn wyt(text: &str) -> String {
    format!("wyt-f(f=\"{text}\")")
}

fn big(x: u64) -> Natural {
    Natural::from(x)
}

// Section 1: the game and its special cases.

// WYF-G1: moves take from one pile, or k and l with 0 < k <= l < f(k).
fn g1(scale: Scale) -> Checked {
    let side = scale.bound(14, 26, 40);
    for text in ["2", "k^2", "k+1", "2*k+1", "k^2+5"] {
        agree!(inside(pairs_below(&wyt(text), side)?, side), literal(side, &formula(text)?), "Wyt({text})");
    }
    Finding::holds(format!("5 functions, piles below {side}"))
}

// WYF-G2: f(k) <= k leaves only Nim.
fn g2(scale: Scale) -> Checked {
    let side = scale.bound(12, 24, 64);
    for text in ["0", "1", "k", "k mod 2"] {
        for (x, row) in grundy(&wyt(text), side)?.iter().enumerate() {
            for (y, value) in row.iter().enumerate() {
                agree!(*value as usize, x ^ y, "Wyt({text}) at ({x},{y})");
            }
        }
    }
    Finding::holds(format!("Grundy values below {side}, f = 0, 1, k, k mod 2"))
}

// WYF-G3: f(k) = k+1 is Wythoff's game.
fn g3(scale: Scale) -> Checked {
    let side = scale.bound(12, 24, 100);
    agree!(grundy("wyt-f(f=\"k+1\")", side)?, grundy("wythoff", side)?, "Grundy values");
    Finding::holds(format!("Grundy values below {side}"))
}

// WYF-G4: f(k) = k+t is t-Wythoff, with its Beatty pair.
fn g4(scale: Scale) -> Checked {
    let side = scale.bound(40, 120, 1000);
    for t in 1..=6u64 {
        let from_rules = pairs_below(&wyt(&format!("k+{t}")), side)?;
        let alpha = crate::support::surd(2 - t as i64, 1, 2, t * t + 4)?;
        let mut pairs = Vec::new();
        for n in 0.. {
            let a = crate::support::floor(&alpha, n)?;
            if a + t * n >= side {
                break;
            }
            pairs.push((a, a + t * n));
        }
        agree!(from_rules, pairs, "t = {t}");
    }
    Finding::holds(format!("t = 1..6, piles below {side}"))
}

// WYF-G5: f(k) = sk+t: B_n = s A_n + t n, and the numeration system with even trailing zeros and left shift.
fn g5(scale: Scale) -> Checked {
    let side = scale.bound(40, 90, 300);
    for s in 1..=4u64 {
        for t in 1..=4u64 {
            let from_rules = pairs_below(&wyt(&format!("{s}*k+{t}")), side)?;
            let mut used = BTreeSet::new();
            let mut pairs = Vec::new();
            for n in 0..side {
                let a = mex(&used);
                let b = s * a + t * n;
                used.extend([a, b]);
                pairs.push((a, b));
            }
            agree!(from_rules, inside(pairs.clone(), side), "s = {s}, t = {t}");
            let mut basis = vec![1, s + t];
            while basis[basis.len() - 1] < 1 << 40 {
                let n = basis.len();
                basis.push((s + t - 1) * basis[n - 1] + s * basis[n - 2]);
            }
            let greedy = |mut x: u64| {
                let digits = basis.iter().rev().map(|u| {
                    let digit = x / u;
                    x %= u;
                    digit
                });
                digits.collect::<Vec<_>>()
            };
            for &(a, b) in pairs.iter().skip(1) {
                let word = greedy(a);
                let zeros = word.iter().rev().take_while(|d| **d == 0).count();
                ensure!(zeros % 2 == 0, "s = {s}, t = {t}: A = {a} ends in {zeros} zeros");
                let mut shifted = word[1..].to_vec();
                shifted.push(0);
                agree!(greedy(b), shifted, "s = {s}, t = {t}: left shift of {a}");
            }
        }
    }
    Finding::holds(format!("s, t = 1..4, piles below {side}"))
}

fn cyclic(piles: usize, side: u64) -> Result<(), String> {
    for h in 2..=6u64 {
        let rules = rules(&format!("cyclic-nimhoff(h={h},piles={piles})"))?;
        let sides = vec![side; piles];
        let table = wythoff_solvers::grundy_table(&rules, &sides, &crate::support::budget());
        for (index, value) in table.map_err(|e| e.to_string())?.values.iter().enumerate() {
            let mut rest = index as u64;
            let (mut xor, mut sum) = (0, 0);
            for _ in 0..piles {
                let x = rest % side;
                rest /= side;
                xor ^= x / h;
                sum += x;
            }
            agree!(u64::from(*value), h * xor + sum % h, "h = {h}, cell {index}");
        }
    }
    Ok(())
}

// WYF-G6: cyclic Nimhoff on two piles: G = h (floor(x/h) xor floor(y/h)) + (x + y mod h).
fn g6(scale: Scale) -> Checked {
    let side = scale.bound(12, 26, 64);
    cyclic(2, side)?;
    Finding::holds(format!("h = 2..6, piles below {side}"))
}

// WYF-G6n: the same on n piles.
fn g6n(scale: Scale) -> Checked {
    let side = scale.bound(5, 9, 16);
    cyclic(3, side)?;
    Finding::holds(format!("3 piles, h = 2..6, piles below {side}"))
}

// WYF-G7: taking fewer than t from one or both piles is the radius game with r = t-1.
fn g7(scale: Scale) -> Checked {
    let side = scale.bound(16, 24, 80);
    for t in 2..=6u64 {
        let inline = format!("(i,0) for 1 <= i < {t} (0,i) for 1 <= i < {t} (i,i) for 1 <= i < {t}");
        agree!(p_below(&inline, side)?, p_below(&format!("radius(r={})", t - 1), side)?, "t = {t}");
    }
    Finding::holds(format!("t = 2..6, piles below {side}"))
}

// WYF-G8: in misère play the terminal position is N; from each other N-position there is a move to P, from P none.
fn g8(scale: Scale) -> Checked {
    let side = scale.bound(10, 20, 40);
    let mut rules = rules("wyt-f(f=\"3\")")?;
    rules.set_misere().map_err(|e| e.to_string())?;
    let lost: BTreeSet<Vec<u64>> = crate::support::p_of(&rules, side)?.into_iter().collect();
    for x in 0..side {
        for y in x..side {
            let options = rules.options(&[x, y]).map_err(|e| e.to_string())?;
            let to_lost = options.iter().any(|o| lost.contains(o));
            let expected = if options.is_empty() { false } else { !to_lost };
            agree!(lost.contains(&vec![x, y]), expected, "({x},{y})");
        }
    }
    Finding::holds(format!("Wyt(3), piles below {side}"))
}

// WYF-D1: a position is P if and only if no option is.
fn d1(scale: Scale) -> Checked {
    let side = scale.bound(10, 24, 60);
    let rules = rules("wyt-f(f=\"k^2+5\")")?;
    let lost: BTreeSet<Vec<u64>> = crate::support::p_of(&rules, side)?.into_iter().collect();
    for x in 0..side {
        for y in x..side {
            let options = rules.options(&[x, y]).map_err(|e| e.to_string())?;
            agree!(lost.contains(&vec![x, y]), !options.iter().any(|o| lost.contains(o)), "({x},{y})");
        }
    }
    Finding::holds(format!("Wyt(k^2+5), piles below {side}"))
}

// WYF-D2: tractable: here, positions of many digits are decided, with a move, and play is at most x + y moves long.
fn d2(scale: Scale) -> Checked {
    let digits = scale.bound(100, 1000, 20_000);
    let mut random = scale.random(2);
    for game in
        [WytF::of_polynomial(&[Integer::from(10)]), WytF::of_polynomial(&[0, 0, 1].map(Integer::from))]
    {
        let game = game.map_err(|e| e.to_string())?;
        for _ in 0..4 {
            let huge = |random: &mut Random| {
                let text: String = (0..digits).map(|_| char::from(b'1' + random.below(9) as u8)).collect();
                text.parse::<Natural>().map_err(|()| "not a number".to_string())
            };
            let position = [huge(&mut random)?, huge(&mut random)?];
            let verdict = game.decide(&position).map_err(|e| e.to_string())?;
            if let Some(to) = verdict.winning {
                ensure!(to.iter().zip(&position).all(|(t, p)| t <= p), "a pile grows");
                ensure!(game.is_p(&to).map_err(|e| e.to_string())?, "the move does not lead to P");
            }
        }
    }
    Finding::holds(format!("positions of {digits} digits decided with a move, f = 10 and k^2"))
}

fn sorted(position: &[Natural; 2]) -> Vec<Natural> {
    let mut piles = position.to_vec();
    piles.sort();
    piles
}

// WYF-D3: mex of a set; mex of nothing is 0.
fn d3(_: Scale) -> Checked {
    agree!(mex(&BTreeSet::new()), 0, "mex of nothing");
    for mask in 0u32..256 {
        let set: BTreeSet<u64> = (0..8).filter(|i| mask >> i & 1 == 1).collect();
        agree!(mex(&set), u64::from(mask.trailing_ones()), "mex of {set:?}");
    }
    Finding::holds("all subsets of 0..7")
}

fn is_superadditive(f: &dyn Fn(u64) -> u64, bound: u64) -> bool {
    (0..bound).all(|k| f(k) >= k && (0..bound - k).all(|l| f(k + l) >= f(k) + f(l)))
}

// WYF-D4: superadditive: f(k) >= k and f(k+l) >= f(k) + f(l).
fn d4(scale: Scale) -> Checked {
    let bound = scale.bound(20, 40, 60);
    for text in SUPERADDITIVE {
        ensure!(is_superadditive(&formula(text)?, bound), "{text} is superadditive");
    }
    for text in ["k+1", "k^2+1", "3", "k div 2"] {
        ensure!(!is_superadditive(&formula(text)?, bound), "{text} is not superadditive");
    }
    Finding::holds(format!("8 functions that are, 4 that are not, k + l < {bound}"))
}

// WYF-X1: the three classes, each with its own theorem.
fn x1(scale: Scale) -> Checked {
    let side = scale.bound(30, 60, 120);
    let cases: [(&[i64], Class); 4] = [
        (&[4], Class::Constant),
        (&[0, 0, 1], Class::Superadditive),
        (&[9, 0, 1], Class::Polynomial),
        (&[1, 1], Class::Linear),
    ];
    for (coefficients, class) in cases {
        let integers: Vec<Integer> = coefficients.iter().map(|c| Integer::from(*c)).collect();
        let game = WytF::of_polynomial(&integers).map_err(|e| e.to_string())?;
        agree!(game.class(), class, "{coefficients:?}");
        let text =
            coefficients.iter().enumerate().map(|(i, c)| format!("{c}*k^{i}")).collect::<Vec<_>>().join("+");
        let lost: BTreeSet<(u64, u64)> = pairs_below(&wyt(&text), side)?.into_iter().collect();
        for x in 0..side {
            for y in x..side {
                let is_p = game.is_p(&[big(x), big(y)]).map_err(|e| e.to_string())?;
                agree!(is_p, lost.contains(&(x, y)), "{text} at ({x},{y})");
            }
        }
    }
    Finding::holds(format!("one function of each class, piles below {side}"))
}

// Section 2: constant f.

// WYF-C0: A_n = mex, B_n = g(A_n) with g(m) = tm - (t^2-1) floor(m/(t+1)).
fn c0(scale: Scale) -> Checked {
    let side = scale.bound(40, 200, 600);
    for t in 0..=9u64 {
        let pairs = inside(mex_pairs(side, |a| g_constant(t, a)), side);
        agree!(pairs_below(&wyt(&t.to_string()), side)?, pairs, "t = {t}");
    }
    Finding::holds(format!("t = 0..9, piles below {side}"))
}

// WYF-TAB1: t = 3, n = 0..16.
fn tab1(_: Scale) -> Checked {
    let a = [0, 1, 2, 4, 5, 8, 9, 10, 12, 13, 16, 17, 18, 20, 21, 24, 25];
    let b = [0, 3, 6, 4, 7, 8, 11, 14, 12, 15, 16, 19, 22, 20, 23, 24, 27];
    let found: Pairs = pairs_below("wyt-f(f=\"3\")", 30)?.into_iter().take(17).collect();
    agree!(found, a.into_iter().zip(b).collect::<Pairs>(), "Table 1");
    Finding::holds("17 columns")
}

// WYF-TAB2: t = 10, n = 0..15.
fn tab2(_: Scale) -> Checked {
    let a = (0..=9).chain(11..=16);
    let b = (0..=9).map(|i| 10 * i).chain([11, 21, 31, 41, 51, 61]);
    let found: Pairs = pairs_below("wyt-f(f=\"10\")", 100)?.into_iter().take(16).collect();
    agree!(found, a.zip(b).collect::<Pairs>(), "Table 2");
    Finding::holds("16 columns")
}

// WYF-L1i: g(m) >= m, with equality if and only if t+1 divides m; g(m) - m = (t-1)(m mod (t+1)).
fn l1i(scale: Scale) -> Checked {
    let bound = scale.bound(300, 3000, 100_000);
    for t in 2..40u64 {
        for m in 0..bound {
            agree!(g_constant(t, m) - m, (t - 1) * (m % (t + 1)), "t = {t}, m = {m}");
        }
    }
    Finding::holds(format!("t < 40, m < {bound}"))
}

// WYF-L1ii: g is injective.
fn l1ii(scale: Scale) -> Checked {
    let bound = scale.bound(300, 4000, 100_000);
    for t in 2..40u64 {
        let values: BTreeSet<u64> = (0..bound).map(|m| g_constant(t, m)).collect();
        agree!(values.len() as u64, bound, "t = {t}");
    }
    Finding::holds(format!("t < 40, m < {bound}"))
}

// WYF-C2: B_n = A_n if and only if t+1 divides A_n.
fn c2(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 800);
    for t in 2..=12u64 {
        for (a, b) in pairs_below(&wyt(&t.to_string()), side)? {
            agree!(a == b, a % (t + 1) == 0, "t = {t}, ({a},{b})");
        }
    }
    Finding::holds(format!("t = 2..12, from the rules, piles below {side}"))
}

// WYF-L3: every m has exactly one representation with 0 <= m0, m1 < t, not m0 = m1 = t-1.
fn l3(scale: Scale) -> Checked {
    let most = scale.bound(5, 8, 12);
    for t in 2..=most {
        let mut count: BTreeMap<u64, u64> = BTreeMap::new();
        for m2 in 0..6 {
            for m1 in 0..t {
                for m0 in 0..t {
                    if m0 != t - 1 || m1 != t - 1 {
                        *count.entry(m2 * (t * t - 1) + m1 * t + m0).or_default() += 1;
                    }
                }
            }
        }
        for m in 0..6 * (t * t - 1) {
            agree!(count.get(&m), Some(&1), "t = {t}, m = {m}");
        }
    }
    Finding::holds(format!("t = 2..{most}, m < 6(t^2 - 1)"))
}

// WYF-L3gen: for any 1 = u0 < u1 < ... each m has exactly one representation whose tails stay below the next u.
fn l3gen(scale: Scale) -> Checked {
    let systems = scale.bound(6, 40, 200);
    let mut random = scale.random(3);
    for _ in 0..systems {
        let mut basis = vec![1u64];
        for _ in 0..2 + random.below(2) {
            let last = basis[basis.len() - 1];
            basis.push(last + 1 + random.below(6));
        }
        let top = basis[basis.len() - 1];
        let mut count = vec![0; 3 * top as usize];
        fn extend(basis: &[u64], place: usize, sum: u64, count: &mut [u32]) {
            let Some(u) = basis.get(place) else {
                if let Some(c) = count.get_mut(sum as usize) {
                    *c += 1;
                }
                return;
            };
            let mut total = sum;
            while basis.get(place + 1).map_or(total < count.len() as u64, |next| total < *next) {
                extend(basis, place + 1, total, count);
                total += u;
            }
        }
        extend(&basis, 0, 0, &mut count);
        ensure!(count.iter().all(|c| *c == 1), "basis {basis:?}");
    }
    Finding::holds(format!("{systems} random systems, m < 3 u_max"))
}

fn for_small(scale: Scale, check: impl Fn(u64, u64) -> Result<(), String>) -> Checked {
    let bound = scale.bound(200, 1500, 20_000);
    for t in 2..15 {
        for m in 0..bound {
            check(t, m)?;
        }
    }
    Finding::holds(format!("t = 2..14, m < {bound}"))
}

// WYF-C4: g(m) = m if and only if m0 = m1.
fn c4(scale: Scale) -> Checked {
    for_small(scale, |t, m| {
        let (_, m1, m0) = digits(t, m);
        agree!(g_constant(t, m) == m, m0 == m1, "t = {t}, m = {m}");
        Ok(())
    })
}

// WYF-L5: g exchanges the two low digits, with a carry if m1 > m0.
fn l5(scale: Scale) -> Checked {
    for_small(scale, |t, m| {
        let (m2, m1, m0) = digits(t, m);
        let carry = u64::from(m1 > m0);
        agree!(g_constant(t, m), (m2 + carry) * (t * t - 1) + m0 * t + m1, "t = {t}, m = {m}");
        Ok(())
    })
}

// WYF-L5p: the display in the proof needs parentheses around floor((m1 t + m0)/(t+1)) + m2 (t-1).
fn l5p(scale: Scale) -> Checked {
    let bound = scale.bound(60, 400, 4000);
    let mut printed_fails = None;
    for t in 2..12i64 {
        for m in 0..bound {
            let (m2, m1, m0) = digits(t as u64, m);
            let (m2, m1, m0) = (m2 as i64, m1 as i64, m0 as i64);
            let head = t * (m2 * (t * t - 1) + m1 * t + m0);
            let quotient = (m1 * t + m0) / (t + 1);
            let truth = g_constant(t as u64, m) as i64;
            let corrected = head - (t * t - 1) * (quotient + m2 * (t - 1));
            agree!(corrected, truth, "t = {t}, m = {m}");
            let printed = head - (t * t - 1) * quotient + m2 * (t - 1);
            if printed != truth && printed_fails.is_none() {
                printed_fails = Some((t, m, [m2, m1, m0], printed, truth));
            }
        }
    }
    let (t, m, [m2, m1, m0], printed, truth) = printed_fails.ok_or("the printed display holds after all")?;
    Finding::scan(
        found(Some(format!("t = {t}, m = {m}: printed {printed}, true {truth}")), "")?,
        format!("t < 12, m < {bound}"),
    )
    .shown_by(
        format!("wyt eval 't*(m2*(t^2-1)+m1*t+m0)-(t^2-1)*floor((m1*t+m0)/(t+1))+m2*(t-1)' 't*{m}-(t^2-1)*floor({m}/(t+1))' --for t={t} --for m2={m2} --for m1={m1} --for m0={m0}"),
        [format!(": {printed}  {truth}")],
    )
}

// WYF-R1: exchanging digits keeps validity; m - m' = (m1 - m0)(t-1).
fn r1(scale: Scale) -> Checked {
    for_small(scale, |t, m| {
        let (m2, m1, m0) = digits(t, m);
        let swapped = m2 * (t * t - 1) + m0 * t + m1;
        agree!(digits(t, swapped), (m2, m0, m1), "t = {t}, m = {m}");
        agree!(m as i64 - swapped as i64, (m1 as i64 - m0 as i64) * (t as i64 - 1), "t = {t}, m = {m}");
        Ok(())
    })
}

fn lower_upper(scale: Scale, check: impl Fn(u64, &Pairs) -> Result<(), String>) -> Checked {
    let side = scale.bound(120, 300, 900);
    for t in 2..12u64 {
        // From the rules; both coordinates of every pair whose smaller one is far from the border.
        let pairs = pairs_below(&wyt(&t.to_string()), side + t * t)?;
        check(t, &pairs.into_iter().filter(|(a, _)| *a < side).collect())?;
    }
    Finding::holds(format!("t = 2..11, from the rules, smaller pile below {side}"))
}

// WYF-L6: m is in A if and only if m1 <= m0.
fn l6(scale: Scale) -> Checked {
    lower_upper(scale, |t, pairs| {
        let lower: BTreeSet<u64> = pairs.iter().map(|p| p.0).collect();
        for m in 0..pairs[pairs.len() - 1].0 {
            let (_, m1, m0) = digits(t, m);
            agree!(lower.contains(&m), m1 <= m0, "t = {t}, m = {m}");
        }
        Ok(())
    })
}

// WYF-L7: m is in B if and only if m0 <= m1.
fn l7(scale: Scale) -> Checked {
    lower_upper(scale, |t, pairs| {
        let upper: BTreeSet<u64> = pairs.iter().map(|p| p.1).collect();
        for m in 0..pairs[pairs.len() - 1].0 {
            let (_, m1, m0) = digits(t, m);
            agree!(upper.contains(&m), m0 <= m1, "t = {t}, m = {m}");
        }
        Ok(())
    })
}

// WYF-C8: B_n is A_n with its two low digits exchanged.
fn c8(scale: Scale) -> Checked {
    lower_upper(scale, |t, pairs| {
        for &(a, b) in pairs {
            let (m2, m1, m0) = digits(t, a);
            agree!(b, m2 * (t * t - 1) + m0 * t + m1, "t = {t}, A = {a}");
            agree!(b - a, (m0 - m1) * (t - 1), "t = {t}, A = {a}");
        }
        Ok(())
    })
}

// WYF-T9: the P-positions of Wyt(t) are the pairs (A_n, B_n).
fn t9(scale: Scale) -> Checked {
    c0(scale)
}

// WYF-T9I: no move joins two pairs.
fn t9_stable(scale: Scale) -> Checked {
    let side = scale.bound(60, 150, 400);
    for t in 2..=7u64 {
        let pairs = mex_pairs(side, |a| g_constant(t, a));
        for &(a, b) in &pairs {
            for &(c, d) in &pairs {
                for (x, y) in [(c, d), (d, c)] {
                    if x > a || y > b || (x, y) == (a, b) {
                        continue;
                    }
                    let (k, l) = (a - x, b - y);
                    let legal = k == 0 || l == 0 || k.max(l) < t;
                    ensure!(!legal, "t = {t}: ({a},{b}) -> ({x},{y})");
                }
            }
        }
    }
    Finding::holds(format!("t = 2..7, pairs with A < {side}"))
}

/// Plays the theorem's case on every N-position it covers: the move is legal and leads to a pair.
fn t9_cases(scale: Scale, wanted: Option<u8>) -> Checked {
    let (width, height) = scale.bound((30, 45), (110, 160), (220, 320));
    let mut cases = 0;
    for t in 2..=12u64 {
        let p = t * t - 1;
        let is_pair = |x: u64, y: u64| {
            let (x2, x1, x0) = digits(t, x);
            x1 <= x0 && digits(t, y) == (x2, x0, x1)
        };
        for x in 0..width {
            for y in x..height {
                if is_pair(x, y) {
                    continue;
                }
                let (x2, x1, x0) = digits(t, x);
                let swapped = x2 * p + x0 * t + x1;
                let (case, to) = if x1 > x0 {
                    (1, (swapped, x))
                } else if y > swapped {
                    (2, (x, swapped))
                } else {
                    let (_, y1, y0) = digits(t, y);
                    let s = (y1 as i64 + (y0 as i64 - x1 as i64).div_euclid(t as i64)) as u64;
                    (3, (x2 * p + x1 * t + s, x2 * p + s * t + x1))
                };
                if wanted.is_some_and(|w| w != case) {
                    continue;
                }
                cases += 1;
                // Case (i) takes the larger pile down to the partner of x.
                let (k, l) = if case == 1 { (0, y - to.0) } else { (x - to.0, y - to.1) };
                let legal = if k == 0 { l > 0 } else { k.max(l) < t || l == 0 };
                ensure!(
                    legal && is_pair(to.0.min(to.1), to.0.max(to.1)),
                    "t = {t}: ({x},{y}) -> {to:?}, case {case}"
                );
            }
        }
    }
    Finding::holds(format!("t = 2..12, piles below {width} and {height}: {cases} positions"))
}

// WYF-T9II-i: x = B_n: take the larger pile down to A_n.
fn t9_i(scale: Scale) -> Checked {
    t9_cases(scale, Some(1))
}

// WYF-T9II-ii: x = A_n, y > B_n: take y down to B_n.
fn t9_ii(scale: Scale) -> Checked {
    t9_cases(scale, Some(2))
}

// WYF-T9II-iii: x = A_n <= y < B_n: a move of the second kind to the pair with digits x1, s.
fn t9_iii(scale: Scale) -> Checked {
    t9_cases(scale, Some(3))
}

// WYF-T9II: the three cases are a complete strategy; the decider for any size uses them.
fn t9_strategy(scale: Scale) -> Checked {
    let finding = t9_cases(scale, None)?;
    let mut random = scale.random(9);
    for _ in 0..scale.bound(50, 500, 5000) {
        let t = 2 + random.below(1_000_000);
        let game = WytF::of_polynomial(&[Integer::from(t)]).map_err(|e| e.to_string())?;
        let huge = |random: &mut Random| {
            big(random.below(u64::MAX)) * big(random.below(u64::MAX)) * big(random.below(u64::MAX))
        };
        let position = sorted(&[huge(&mut random), huge(&mut random)]);
        let verdict = game.decide(&position).map_err(|e| e.to_string())?;
        if let Some(to) = verdict.winning {
            ensure!(game.is_p(&to).map_err(|e| e.to_string())?, "t = {t}, {position:?}");
        }
    }
    Ok(finding)
}

// WYF-T10: the digits decide: P if and only if x0 >= x1 and y has the digits of x exchanged.
fn t10(scale: Scale) -> Checked {
    let side = scale.bound(30, 100, 300);
    for t in 2..=9u64 {
        let lost: BTreeSet<(u64, u64)> = pairs_below(&wyt(&t.to_string()), side)?.into_iter().collect();
        for x in 0..side {
            for y in x..side {
                let ((x2, x1, x0), y_digits) = (digits(t, x), digits(t, y));
                agree!(lost.contains(&(x, y)), x0 >= x1 && y_digits == (x2, x0, x1), "t = {t}: ({x},{y})");
            }
        }
    }
    let mut proofs = Vec::new();
    for t in 2..=4u64 {
        let paired = |x: u64, y: u64| {
            let ((_, x1, x0), (_, y1, y0)) = (digits(t, x), digits(t, y));
            x0 >= x1 && (y1, y0) == (x0, x1)
        };
        // All digits but the last, in base t^2 - 1, are x2.
        let set = proof::by_last_digits(t as u32 * t as u32 - 1, 2, true, |d| {
            paired(d[0], d[1]) || paired(d[1], d[0])
        })?;
        proofs.push(proof::prove(&wyt(&t.to_string()), &set)?);
    }
    Finding::holds(format!("t = 2..9, piles below {side}"))
        .detail(format!("proved for all positions for t = 2..4 ({})", proofs.join("; ")))
}

/// The decider plays against random moves and wins from every N-position.
fn wins_games(game: &WytF, f: &dyn Fn(u64) -> u64, games: u64, mut random: Random) -> Result<(), String> {
    for _ in 0..games {
        let mut position = [random.below(60), random.below(60)];
        position.sort_unstable();
        let mut our_turn = game.decide(&position.map(big)).map_err(|e| e.to_string())?.outcome == Outcome::N;
        while position != [0, 0] {
            if our_turn {
                let verdict = game.decide(&position.map(big)).map_err(|e| e.to_string())?;
                let to = verdict.winning.ok_or(format!("no winning move from {position:?}"))?;
                position = [0, 1].map(|i| u64::try_from(&to[i]).unwrap_or(u64::MAX));
            } else {
                let mut options = Vec::new();
                for x in 0..=position[0] {
                    for y in 0..=position[1] {
                        let (k, l) = (position[0] - x, position[1] - y);
                        let second = k.min(l) >= 1 && k.max(l) < f(k.min(l));
                        if (k == 0) != (l == 0) || second {
                            options.push([x, y]);
                        }
                    }
                }
                position = options[random.below(options.len() as u64) as usize];
            }
            position.sort_unstable();
            our_turn = !our_turn;
        }
        ensure!(!our_turn, "the strategy lost a won game");
    }
    Ok(())
}

// WYF-C11: the strategy wins.
fn c11(scale: Scale) -> Checked {
    let games = scale.bound(5, 30, 300);
    for t in [2u64, 3, 5, 10] {
        let game = WytF::of_polynomial(&[Integer::from(t)]).map_err(|e| e.to_string())?;
        wins_games(&game, &|_| t, games, scale.random(t))?;
    }
    Finding::holds(format!("{games} games for each of t = 2, 3, 5, 10 against random moves"))
}

// WYF-D5: arithmetically periodic: s_n = r_i (mod p) whenever n = i (mod q); printed with s_i for s_n.
fn d5(scale: Scale) -> Checked {
    let terms = scale.bound(60, 300, 2000);
    let t = 3;
    let (q, p) = ((t - 1) * (t + 2) / 2, t * t - 1);
    let a: Vec<u64> = mex_pairs(terms * 4, |m| g_constant(t, m)).iter().map(|x| x.0).collect();
    for n in 0..a.len() {
        agree!(a[n] % p, a[n % q as usize] % p, "n = {n}");
    }
    // As printed, s_i = r_i for all n = i (mod q) says nothing of s_n: the constant-residue sequence 0,0,0,.. is
    // "periodic" for any residues chosen at the first q places, whatever follows.
    let wild: Vec<u64> = (0..a.len() as u64).map(|n| if n < q { a[n as usize] } else { n * n }).collect();
    let printed = (0..q as usize).all(|i| wild[i] % p == a[i] % p);
    let meant = (0..wild.len()).all(|n| wild[n] % p == a[n % q as usize] % p);
    // The first place where the wild sequence leaves the residues, which the printed words do not forbid.
    let leaves = (0..wild.len()).find(|n| wild[*n] % p != a[n % q as usize] % p);
    ensure!(printed && !meant, "the printed definition tells the two sequences apart");
    let n = leaves.ok_or("the squares keep the residues")?;
    let text = format!(
        "A_0..A_{} of t = 3 followed by the squares n^2 satisfies the printed condition, and n = {n} breaks the one meant: {} and A_{} = {} differ modulo {p}",
        q - 1,
        wild[n],
        n % q as usize,
        a[n % q as usize]
    );
    Finding::scan(found(Some(text), "")?, format!("t = 3, {} terms with s_n", a.len())).shown_by(
        format!(
            "wyt p 'wyt-f(f=\"3\")' --first {q} && wyt eval '{n}^2 mod {p}' '{} mod {p}'",
            a[n % q as usize]
        ),
        [format!("{},", a[n % q as usize]), format!("{}  {}", wild[n] % p, a[n % q as usize] % p)],
    )
}

fn periods(scale: Scale, check: impl Fn(u64, u64, u64, &Pairs) -> Result<(), String>) -> Checked {
    let most = scale.bound(8, 15, 29);
    for t in 2..=most {
        let (q, p) = ((t - 1) * (t + 2) / 2, t * t - 1);
        let pairs: Pairs = mex_pairs(5 * p, |m| g_constant(t, m));
        check(t, q, p, &pairs)?;
    }
    Finding::holds(format!("t = 2..{most}, four periods"))
}

// WYF-T12i: A_{n+q} = A_n + p, B_{n+q} = B_n + p with q = (t-1)(t+2)/2, p = t^2-1, and q is the least.
fn t12i(scale: Scale) -> Checked {
    periods(scale, |t, q, p, pairs| {
        let repeats = |q: u64| {
            let q = q as usize;
            let step = pairs[q].0 - pairs[0].0;
            (0..3 * p as usize / 2).all(|n| {
                n + q >= pairs.len()
                    || (pairs[n + q].0 == pairs[n].0 + step && pairs[n + q].1 == pairs[n].1 + step)
            })
        };
        agree!(pairs[q as usize], (p, p), "t = {t}: the pair of index q");
        agree!((1..=q).find(|q| repeats(*q)), Some(q), "t = {t}");
        Ok(())
    })
}

fn residues(pairs: &Pairs, q: u64, p: u64) -> (BTreeSet<u64>, BTreeSet<u64>) {
    let period = &pairs[..q as usize];
    (period.iter().map(|x| x.0 % p).collect(), period.iter().map(|x| x.1 % p).collect())
}

// WYF-T12ii: A and B have q residues each, t-1 of them common.
fn t12ii(scale: Scale) -> Checked {
    periods(scale, |t, q, p, pairs| {
        let (a, b) = residues(pairs, q, p);
        agree!((a.len() as u64, b.len() as u64, a.intersection(&b).count() as u64), (q, q, t - 1), "t = {t}");
        Ok(())
    })
}

// WYF-T12iii: together they hit every residue modulo p.
fn t12iii(scale: Scale) -> Checked {
    periods(scale, |t, q, p, pairs| {
        let (a, b) = residues(pairs, q, p);
        agree!(a.union(&b).count() as u64, p, "t = {t}");
        Ok(())
    })
}

// WYF-T12iv: 0 <= B_n - A_n <= (t-1)^2, attained.
fn t12iv(scale: Scale) -> Checked {
    periods(scale, |t, _, _, pairs| {
        ensure!(pairs.iter().all(|(a, b)| a <= b), "t = {t}");
        agree!(pairs.iter().map(|(a, b)| b - a).max(), Some((t - 1) * (t - 1)), "t = {t}");
        Ok(())
    })
}

// WYF-R2: the same for Table 1: q = 5, p = 8.
fn r2(_: Scale) -> Checked {
    let pairs: Pairs = pairs_below("wyt-f(f=\"3\")", 60)?;
    for n in 0..15 {
        agree!(pairs[n + 5], (pairs[n].0 + 8, pairs[n].1 + 8), "n = {n}");
    }
    Finding::holds("t = 3, from the rules, n < 15")
}

// WYF-RES: a table of residue pairs filters; it has q pairs, not p, and is necessary only.
fn res(scale: Scale) -> Checked {
    let side = scale.bound(40, 80, 200);
    let mut passes_but_n = None;
    for t in 2..=6u64 {
        let (q, p) = ((t - 1) * (t + 2) / 2, t * t - 1);
        let pairs = mex_pairs(5 * p, |m| g_constant(t, m));
        let table: BTreeSet<(u64, u64)> = pairs[..q as usize].iter().map(|(a, b)| (a % p, b % p)).collect();
        agree!(table.len() as u64, q, "t = {t}: residue pairs");
        let lost: BTreeSet<(u64, u64)> = pairs_below(&wyt(&t.to_string()), side)?.into_iter().collect();
        for x in 0..side {
            for y in x..side {
                let passes = table.contains(&(x % p, y % p));
                ensure!(passes || !lost.contains(&(x, y)), "t = {t}: ({x},{y}) is P and filtered out");
                if passes && !lost.contains(&(x, y)) && passes_but_n.is_none() && t == 3 {
                    passes_but_n = Some((x, y));
                }
                // With the quotients compared as well the filter is exact.
                agree!(passes && x / p == y / p, lost.contains(&(x, y)), "t = {t}: ({x},{y})");
            }
        }
    }
    let (x, y) = passes_but_n.ok_or("the filter alone decides")?;
    Finding::clarified("both orders stored: p pairs, as printed; x <= y: q pairs. As a filter it is right; alone it does not decide", format!("with floor(x/p) = floor(y/p) exact: t = 2..6, piles below {side}")).fails_at(found(Some(format!("t = 3, x <= y: 5 residue pairs; ({x},{y}) passes and is N")), "")?)
    .shown_by(format!("wyt solve 'wyt-f(f=\"3\")' {x},{y}"), ["N: the player to move wins"])
}

// WYF-ALMOST: almost all positions are N: at most one P in each row.
fn almost(scale: Scale) -> Checked {
    let side = scale.bound(50, 200, 800);
    for t in [2, 5, 9] {
        let pairs = pairs_below(&wyt(&t.to_string()), side)?;
        let rows: BTreeSet<u64> = pairs.iter().map(|p| p.0).collect();
        agree!(rows.len(), pairs.len(), "t = {t}: one P a row");
    }
    Finding::holds(format!("t = 2, 5, 9: at most {side} of {} positions", side * side))
}

// Section 3: superadditive f.

// WYF-TAB3: f = x^2.
fn tab3(_: Scale) -> Checked {
    let a = [0u64, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15];
    let found: Pairs = pairs_below("wyt-f(f=\"k^2\")", 230)?.into_iter().take(14).collect();
    agree!(
        found,
        a.into_iter().map(|a| (a, a * a)).filter(|p| p.0 == 0 || p.1 > 0).collect::<Pairs>(),
        "Table 3"
    );
    Finding::holds("14 columns")
}

// WYF-E5, WYF-R3: a polynomial with nonnegative coefficients, degree >= 1, is superadditive if and only if a0 = 0.
fn e5(scale: Scale) -> Checked {
    let mut count = 0;
    let bound = scale.bound(12, 20, 40);
    for a0 in 0..3u64 {
        for a1 in 0..3u64 {
            for a2 in 0..3u64 {
                if a1 + a2 > 0 {
                    count += 1;
                    let f = |k: u64| a0 + a1 * k + a2 * k * k;
                    agree!(is_superadditive(&f, bound), a0 == 0, "{a0} + {a1} k + {a2} k^2");
                }
            }
        }
    }
    Finding::holds(format!("{count} polynomials, k + l < {bound}"))
}

fn r3(scale: Scale) -> Checked {
    e5(scale)
}

fn random_increasing(random: &mut Random, length: u64, first: u64, step: u64) -> Vec<u64> {
    let mut values = vec![first + random.below(step)];
    for _ in 1..length {
        let last = values[values.len() - 1];
        values.push(last + 1 + random.below(step));
    }
    values
}

// WYF-R4: strictly increasing from the nonnegative integers to themselves: f(k) >= k; all functions of a small table.
fn r4(scale: Scale) -> Checked {
    let (length, most) = scale.bound((4usize, 6u64), (5, 8), (6, 9));
    let (mut increasing, mut below) = (0, 0);
    for f in all_functions(length, most) {
        let above = (0u64..).zip(&f).all(|(k, v)| *v >= k);
        if f.is_sorted_by(|a, b| a < b) {
            increasing += 1;
            ensure!(above, "{f:?}");
        }
        below += u64::from(!above && f.is_sorted());
    }
    // Without strictness it is false, so that the hypothesis is used.
    ensure!(
        increasing > 0 && below > 0,
        "{increasing} increasing functions, {below} weakly increasing ones below the diagonal"
    );
    Finding::holds(format!(
        "all functions from 0..{} to 0..{most}: {increasing} strictly increasing",
        length - 1
    ))
}

/// A random superadditive function, as its values at 0..length.
fn random_superadditive(random: &mut Random, length: usize) -> Vec<u64> {
    let mut f = vec![0u64];
    for n in 1..length {
        let least = (1..n).map(|k| f[k] + f[n - k]).max().unwrap_or(1).max(n as u64);
        f.push(least + if random.below(3) == 0 { random.below(4) } else { 0 });
    }
    f
}

// WYF-R4b: superadditive with f(k) >= k is strictly increasing; all functions of a small table.
fn r4b(scale: Scale) -> Checked {
    let (length, most) = scale.bound((4usize, 7u64), (5, 9), (6, 9));
    let (mut count, mut without) = (0, 0);
    for f in all_functions(length, most) {
        let sums = (0..length).all(|k| (0..length - k).all(|l| f[k + l] >= f[k] + f[l]));
        let above = (0u64..).zip(&f).all(|(k, v)| *v >= k);
        let strict = f.is_sorted_by(|a, b| a < b);
        if sums && above {
            count += 1;
            ensure!(strict, "{f:?}");
        }
        without += u64::from(sums && !strict);
    }
    ensure!(
        count > 0 && without > 0,
        "{count} superadditive functions, {without} with f(k) < k that do not increase"
    );
    Finding::holds(format!("all functions from 0..{} to 0..{most}: {count} superadditive", length - 1))
}

// WYF-R5: superadditive implies f(0) = 0: f(0) >= 2 f(0).
fn r5(_: Scale) -> Checked {
    for c in 1..50u64 {
        ensure!(!is_superadditive(&|k| if k == 0 { c } else { c + k * k }, 20), "f(0) = {c}");
    }
    Finding::holds("f(0) = 1..49 never superadditive")
}

// WYF-C6, WYF-T13: A_n = mex, B_n = f(A_n) are the P-positions.
fn c6(scale: Scale) -> Checked {
    t13(scale)
}

fn t13(scale: Scale) -> Checked {
    let side = scale.bound(30, 130, 300);
    for text in SUPERADDITIVE {
        let pairs = inside(mex_pairs(side, formula(text)?), side);
        agree!(pairs_below(&wyt(text), side)?, pairs, "f = {text}");
    }
    let (trials, small) = scale.bound((3, 25), (15, 45), (60, 60));
    let mut random = scale.random(13);
    for _ in 0..trials {
        let table = random_superadditive(&mut random, small as usize);
        let f = |k: u64| table.get(k as usize).copied().unwrap_or(u64::MAX / 4);
        agree!(literal(small, &f), inside(mex_pairs(small, f), small), "f = {table:?}");
    }
    Finding::holds(format!("8 functions, piles below {side}; {trials} random functions, piles below {small}"))
}

fn t13_cases(scale: Scale, wanted: Option<u8>) -> Checked {
    let (width, height) = scale.bound((25, 40), (70, 90), (150, 220));
    let mut cases = 0;
    for text in SUPERADDITIVE {
        let f = formula(text)?;
        let pairs = mex_pairs(height.max(width) + 1, &f);
        let lower: BTreeMap<u64, u64> = pairs.iter().copied().collect();
        let upper: BTreeMap<u64, u64> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
        for x in 0..width {
            for y in x..height {
                let (case, to) = match lower.get(&x) {
                    Some(b) if *b == y => continue,
                    None => (1, (x, upper[&x])),
                    Some(b) if y > *b => (2, (x, *b)),
                    Some(_) => (3, (0, 0)),
                };
                if wanted.is_some_and(|w| w != case) {
                    continue;
                }
                cases += 1;
                let (k, l) = (x - to.0, y - to.1);
                let legal = if k == 0 { l > 0 } else { k <= l && l < f(k) };
                let (a, b) = (to.0.min(to.1), to.0.max(to.1));
                ensure!(legal && lower.get(&a) == Some(&b), "f = {text}: ({x},{y}) -> {to:?}");
            }
        }
    }
    Finding::holds(format!("8 functions, {cases} positions"))
}

// WYF-T13II-i: x = B_n: take y down to A_n.
fn t13_i(scale: Scale) -> Checked {
    t13_cases(scale, Some(1))
}

// WYF-T13II-ii: x = A_n, y > B_n: take y down to f(x).
fn t13_ii(scale: Scale) -> Checked {
    t13_cases(scale, Some(2))
}

// WYF-T13II-iii: x = A_n <= y < f(x): take everything.
fn t13_iii(scale: Scale) -> Checked {
    t13_cases(scale, Some(3))
}

// WYF-T13II: the three cases are a complete strategy.
fn t13_strategy(scale: Scale) -> Checked {
    t13_cases(scale, None)
}

// WYF-X2: iterating (6) up to x takes about x steps, exponential in the digits of x.
fn x2(scale: Scale) -> Checked {
    let most = scale.bound(10, 16, 20);
    for bits in 4..=most {
        let pairs = mex_pairs(1 << bits, |a| a * a);
        let steps = pairs.len() as u64;
        ensure!(steps * 2 > 1 << bits, "{steps} steps below 2^{bits}");
    }
    Finding::holds(format!("f = k^2: more than x/2 steps for x = 2^4..2^{most}"))
}

// WYF-L14: f(x) = x implies x = A_x = B_x.
fn l14(scale: Scale) -> Checked {
    let bound = scale.bound(20, 60, 200);
    for text in SUPERADDITIVE {
        let f = formula(text)?;
        let pairs = mex_pairs(bound, &f);
        for x in (0..bound).filter(|x| f(*x) == *x) {
            agree!(pairs.get(x as usize), Some(&(x, x)), "f = {text}, x = {x}");
        }
    }
    Finding::holds(format!("8 functions, x < {bound}"))
}

// WYF-L15: with N the least n with f(n) != n: f(n)/n >= 1 + 1/(2N-1) for n >= N, best possible.
fn l15(scale: Scale) -> Checked {
    let (most, bound) = scale.bound((4, 100), (11, 400), (30, 3000));
    for n0 in 1..=most {
        let f = |n: u64| n + n / n0;
        for n in n0..bound {
            // f(n)/n >= 2N/(2N-1).
            ensure!(f(n) * (2 * n0 - 1) >= 2 * n0 * n, "N = {n0}, n = {n}");
        }
        let n = 2 * n0 - 1;
        agree!(f(n) * (2 * n0 - 1), 2 * n0 * n, "N = {n0}: equality at 2N-1");
    }
    let mut random = scale.random(15);
    for _ in 0..scale.bound(10, 60, 300) {
        let f = random_superadditive(&mut random, 60);
        let Some(n0) = (1..60usize).find(|n| f[*n] != *n as u64) else { continue };
        for (n, value) in f.iter().enumerate().skip(n0) {
            ensure!(value * (2 * n0 as u64 - 1) >= 2 * (n0 * n) as u64, "{f:?} at {n}");
        }
    }
    Finding::holds(format!("N <= {most}, n < {bound}, and random superadditive functions"))
}

/// Procedure 1: whether x is in A, and the depth of the recursion.
fn procedure_1(f: &dyn Fn(u64) -> u64, x: u64) -> (bool, u64) {
    // The least z with f(z) >= x, by binary search on [0, x].
    let (mut low, mut high) = (0, x);
    while low < high {
        let middle = low + (high - low) / 2;
        if f(middle) >= x { high = middle } else { low = middle + 1 }
    }
    if f(low) != x || low == x {
        return (true, 0);
    }
    let (inner, depth) = procedure_1(f, low);
    (!inner, depth + 1)
}

// WYF-T16: Procedure 1 decides membership of A.
fn t16(scale: Scale) -> Checked {
    let bound = scale.bound(100, 400, 3000);
    for text in SUPERADDITIVE {
        let f = formula(text)?;
        let lower: BTreeSet<u64> = mex_pairs(bound, &f).iter().map(|p| p.0).collect();
        for x in 0..bound {
            agree!(procedure_1(&f, x).0, lower.contains(&x), "f = {text}, x = {x}");
        }
    }
    Finding::holds(format!("8 functions, x < {bound}"))
}

// WYF-T16d: depth t <= log_a x with a = 1 + 1/(2N-1); the printed chain log_a x >= t log_a(aN) fails.
fn t16d(scale: Scale) -> Checked {
    let bound = scale.bound(150, 600, 1500);
    let mut printed_fails = None;
    for n0 in 1..=8u64 {
        let f = |n: u64| n + n / n0;
        for x in 1..bound {
            let depth = procedure_1(&f, x).1;
            // a^t N <= x with a = 2N/(2N-1), so t <= log_a(x/N) <= log_a x: exact in integers.
            let power = |base: u64| Natural::from(base).pow(depth);
            use malachite::base::num::arithmetic::traits::Pow;
            if depth > 0 {
                let left = power(2 * n0) * Natural::from(n0);
                ensure!(left <= power(2 * n0 - 1) * Natural::from(x), "N = {n0}, x = {x}, depth {depth}");
                // Printed: x >= (aN)^t.
                let printed = power(2 * n0 * n0) <= power(2 * n0 - 1) * Natural::from(x);
                if !printed && printed_fails.is_none() {
                    printed_fails = Some((n0, x, depth));
                }
            }
        }
    }
    let (n, x, t) = printed_fails.ok_or("the printed inequality holds after all")?;
    Finding::corrected(
        found(
            Some(format!("N = {n}, f(n) = n + floor(n/{n}), x = {x}: depth t = {t}, and x < (aN)^t")),
            "",
        )?,
        format!("N = 1..8, x < {bound}: a^t N <= x"),
    )
    .shown_by(
        format!("wyt eval 'x*(2*n-1)^t >= (2*n*n)^t' 'x*(2*n-1)^t >= (2*n)^t*n' --for x={x} --for n={n} --for t={t}"),
        [": 0  1"],
    )
}

// WYF-C17: a strategy for positions of many digits.
fn c17(scale: Scale) -> Checked {
    huge_positions(scale, &[&[0, 2], &[0, 0, 1], &[0, 1, 1], &[0, 0, 0, 1]])
}

fn huge_positions(scale: Scale, polynomials: &[&[i64]]) -> Checked {
    let positions = scale.bound(10, 60, 400);
    let mut random = scale.random(17);
    for coefficients in polynomials {
        let integers: Vec<Integer> = coefficients.iter().map(|c| Integer::from(*c)).collect();
        let game = WytF::of_polynomial(&integers).map_err(|e| e.to_string())?;
        let f = |k: &Natural| {
            use malachite::base::num::arithmetic::traits::Pow;
            coefficients
                .iter()
                .enumerate()
                .map(|(i, c)| Natural::from(*c as u64) * k.pow(i as u64))
                .sum::<Natural>()
        };
        for _ in 0..positions {
            let mut huge = |words: u64| {
                (0..=random.below(words)).fold(big(1), |n, _| n * big(random.below(u64::MAX) + 1))
            };
            let position = sorted(&[huge(4), huge(8)]);
            let verdict = game.decide(&position).map_err(|e| e.to_string())?;
            let Some(to) = verdict.winning else { continue };
            ensure!(game.is_p(&to).map_err(|e| e.to_string())?, "{coefficients:?}: {position:?} -> {to:?}");
            let legal = [(0, 1), (1, 0)].iter().any(|(i, j)| {
                if to[*i] > position[0] || to[*j] > position[1] {
                    return false;
                }
                let (k, l) = (&position[0] - &to[*i], &position[1] - &to[*j]);
                let (k, l) = if k <= l { (k, l) } else { (l, k) };
                k == 0 && l != 0 || k != 0 && l < f(&k)
            });
            ensure!(legal, "{coefficients:?}: {position:?} -> {to:?} is not a move");
        }
    }
    Finding::holds(format!(
        "{positions} positions of up to 150 digits for each of {} polynomials",
        polynomials.len()
    ))
}

// Section 4: polynomials with a0 > 0.

/// g(x) = max(f(x), f(1) x) for x >= 1, g(0) = 0.
fn g_polynomial(f: &dyn Fn(u64) -> u64, x: u64) -> u64 {
    if x == 0 { 0 } else { f(x).max(f(1) * x) }
}

// WYF-C7, WYF-T20: A_n = mex, B_n = g(A_n).
fn c7(scale: Scale) -> Checked {
    t20(scale)
}

fn t20(scale: Scale) -> Checked {
    let side = scale.bound(40, 130, 300);
    for text in POLYNOMIALS {
        let f = formula(text)?;
        let pairs = inside(mex_pairs(side, |a| g_polynomial(&f, a)), side);
        agree!(pairs_below(&wyt(text), side)?, pairs, "f = {text}");
    }
    let (most, small) = scale.bound((2, 20), (4, 40), (8, 60));
    let mut count = 0;
    for a0 in 1..=most * 5 {
        for a1 in 0..most {
            for a2 in 1..most {
                count += 1;
                let f = |k: u64| a0 + a1 * k + a2 * k * k;
                let pairs = inside(mex_pairs(small, |a| g_polynomial(&f, a)), small);
                agree!(literal(small, &f), pairs, "f = {a0} + {a1} k + {a2} k^2");
            }
        }
    }
    Finding::holds(format!("8 polynomials below {side}, {count} quadratics below {small}"))
}

// WYF-TAB4: f = x^2 + 9.
fn tab4(_: Scale) -> Checked {
    let table: Pairs =
        (0..=9).map(|a| (a, 10 * a)).chain([(11, 130), (12, 153), (13, 178), (14, 205)]).collect();
    let found: Pairs = pairs_below("wyt-f(f=\"k^2+9\")", 230)?.into_iter().take(14).collect();
    agree!(found, table, "Table 4");
    Finding::holds("14 columns")
}

// WYF-L18: g is strictly increasing and superadditive.
fn l18(scale: Scale) -> Checked {
    let bound = scale.bound(30, 60, 200);
    for text in POLYNOMIALS {
        let f = formula(text)?;
        let g = |x: u64| g_polynomial(&f, x);
        ensure!((1..bound).all(|x| g(x - 1) < g(x)), "f = {text}: strictly increasing");
        ensure!(is_superadditive(&g, bound), "f = {text}: superadditive");
    }
    Finding::holds(format!("8 polynomials on integers below {bound}"))
}

/// S = {n : f(A_n) <= f(1) A_n} with the A_n.
fn set_of(text: &str, bound: u64) -> Result<(Vec<u64>, Vec<u64>, u64), String> {
    let f = formula(text)?;
    let a: Vec<u64> = mex_pairs(bound, |a| g_polynomial(&f, a)).iter().map(|p| p.0).collect();
    let s = (0..a.len() as u64).filter(|n| f(a[*n as usize]) <= f(1) * a[*n as usize]).collect();
    Ok((s, a, f(1)))
}

// WYF-S: S is an initial piece 1..s.
fn set_s(scale: Scale) -> Checked {
    let bound = scale.bound(60, 300, 2000);
    for text in POLYNOMIALS {
        let (s, _, _) = set_of(text, bound)?;
        agree!(s, (1..=s.len() as u64).collect::<Vec<_>>(), "f = {text}");
    }
    Finding::holds(format!("8 polynomials, A_n < {bound}: S = {{1, ..., s}}"))
}

// WYF-R6: S is finite.
fn r6(scale: Scale) -> Checked {
    let bound = scale.bound(60, 300, 2000);
    for text in POLYNOMIALS {
        let (s, _, first) = set_of(text, bound)?;
        ensure!(s.len() as u64 <= first, "f = {text}: {} members", s.len());
    }
    Finding::holds(format!("8 polynomials, A_n < {bound}: at most f(1) members"))
}

// WYF-L19: S is not empty, and A_n = n < f(1) for n in S.
fn l19(scale: Scale) -> Checked {
    let bound = scale.bound(60, 300, 2000);
    for text in POLYNOMIALS {
        let (s, a, first) = set_of(text, bound)?;
        ensure!(!s.is_empty(), "f = {text}: S is empty");
        ensure!(s.iter().all(|n| a[*n as usize] == *n && *n < first), "f = {text}: S = {s:?}");
    }
    Finding::holds(format!("8 polynomials, A_n < {bound}"))
}

// WYF-N1: for x^2+9 the inequality holds for 1 <= n <= 9, not for n = 0.
fn n1(_: Scale) -> Checked {
    let (s, a, _) = set_of("k^2+9", 60)?;
    agree!(s, (1..=9).collect::<Vec<u64>>(), "S");
    ensure!((0..=9).all(|n| a[n] == n as u64) && (10..20).all(|n| a[n] > n as u64), "A_n");
    let (f, first) = (formula("k^2+9")?, 10);
    let wrong = (0..=9usize).find(|n| f(a[*n]) > first * a[*n]);
    let n = wrong.ok_or("it holds for 0 <= n <= 9")?;
    let (value, line) = (f(a[n]), first * a[n]);
    Finding::corrected(
        found(Some(format!("n = {n}: A_n = {}, f(A_n) = {value} > {line} = f(1) A_n", a[n])), "")?,
        "1 <= n <= 9, A_n < 60",
    )
    .shown_by(
        format!(
            "wyt p 'wyt-f(f=\"k^2+9\")' --first {} && wyt eval 'k^2+9' '(1^2+9)*k' --for k={}",
            n + 1,
            a[n]
        ),
        [format!("{},", a[n]), format!("{value}  {line}")],
    )
}

// WYF-T20g: g(x) >= f(x) holds for x >= 1, not at 0.
fn t20g(scale: Scale) -> Checked {
    let bound = scale.bound(50, 500, 5000);
    for text in POLYNOMIALS {
        let f = formula(text)?;
        ensure!((1..bound).all(|x| g_polynomial(&f, x) >= f(x)), "f = {text}");
        ensure!(g_polynomial(&f, 0) < f(0), "f = {text}: g(0) >= f(0)");
    }
    Finding::clarified(
        "x >= 1, all that is used: holds; x = 0: g(0) = 0 < f(0)",
        format!("8 polynomials, 1 <= x < {bound}"),
    )
}

fn t20_cases(scale: Scale, wanted: Option<u8>) -> Result<u64, String> {
    let (width, height) = scale.bound((20, 120), (60, 300), (75, 600));
    let mut cases = 0;
    // Large constants make cases (iv) and (v) frequent.
    for text in POLYNOMIALS.iter().copied().chain(["k^2+40", "k^2+k+60", "2*k^2+90"]) {
        let f = formula(text)?;
        let pairs = mex_pairs(height + 1, |a| g_polynomial(&f, a));
        let lower: BTreeMap<u64, u64> = pairs.iter().copied().collect();
        let upper: BTreeMap<u64, u64> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
        for x in 0..width {
            for y in x..height {
                let (case, to) = match lower.get(&x) {
                    Some(b) if *b == y => continue,
                    None => (1, (x, upper[&x])),
                    Some(b) if y > *b => (2, (x, *b)),
                    Some(_) if y < f(x) => (3, (0, 0)),
                    Some(_) => match upper.get(&y) {
                        Some(a) => (4, (*a, y)),
                        None => (5, (y / f(1), y / f(1) * f(1))),
                    },
                };
                if wanted.is_some_and(|w| w != case) {
                    continue;
                }
                cases += 1;
                let (k, l) = (x - to.0, y - to.1);
                let second = k.min(l) >= 1 && k.max(l) < f(k.min(l));
                let legal = (k == 0) != (l == 0) || second;
                let (a, b) = (to.0.min(to.1), to.0.max(to.1));
                ensure!(legal && lower.get(&a) == Some(&b), "f = {text}: ({x},{y}) -> {to:?}, case {case}");
            }
        }
    }
    ensure!(cases > 5, "only {cases} positions of case {wanted:?}");
    Ok(cases)
}

// WYF-T20II-iii: cases (i)-(iii) as before with g; f(A_n) = B_n, of Theorem 13, is not so for n in S and n = 0.
fn t20_iii(scale: Scale) -> Checked {
    let cases = t20_cases(scale, Some(3))?;
    let f = formula("k^2+9")?;
    let pairs = pairs_below("wyt-f(f=\"k^2+9\")", 60)?;
    let wrong = (1..pairs.len()).find(|n| f(pairs[*n].0) != pairs[*n].1);
    let n = wrong.ok_or("f(A_n) = B_n for n >= 1")?;
    let (a, b) = pairs[n];
    Finding::clarified(
        "case (iii) as y < f(A_n), y < B_n: with (iv) and (v) all cases are there; with f(A_n) = B_n as part of the condition the positions y < f(A_n) < B_n are in no case; as an assertion f(A_n) = B_n fails for n in S",
        format!("{cases} positions of case (iii)"),
    )
    .fails_at(found(Some(format!("f = k^2+9, n = {n}: f(A_n) = {}, B_n = {b}", f(a))), "")?)
    .shown_by(
        format!("wyt p 'wyt-f(f=\"k^2+9\")' --first {} && wyt eval 'k^2+9' --for k={a}", n + 1),
        [format!("{a},{b}"), format!("k = {a}: {}", f(a))],
    )
}

// WYF-T20II-iv: f(A_n) <= y < B_n, y = B_m: take A_n - A_m from the first pile.
fn t20_iv(scale: Scale) -> Checked {
    Finding::holds(format!("{} positions of case (iv)", t20_cases(scale, Some(4))?))
}

// WYF-T20II-v: f(A_n) <= y < B_n, y no B_m: move to (s, f(1) s) with y = f(1) s + r.
fn t20_v(scale: Scale) -> Checked {
    Finding::holds(format!("{} positions of case (v)", t20_cases(scale, Some(5))?))
}

// WYF-T20II: the five cases are a complete strategy.
fn t20_strategy(scale: Scale) -> Checked {
    Finding::holds(format!("8 polynomials, {} positions", t20_cases(scale, None)?))
}

// WYF-C21: a strategy for positions of many digits.
fn c21(scale: Scale) -> Checked {
    huge_positions(scale, &[&[9, 0, 1], &[5, 0, 0, 1], &[1, 1, 1]])
}

// Section 5 and beyond.

// WYF-OPEN1: Wyt(sk+t) for real s >= 1 and t > 0: only f(1) and f(2) matter.
fn open1(scale: Scale) -> Checked {
    let (trials, side) = scale.bound((5, 30), (40, 70), (200, 90));
    let mut random = scale.random(51);
    for trial in 0..trials {
        // s = p/q + u sqrt(d)/q >= 1, t = r/q + v sqrt(d)/q > 0: every other one irrational.
        let q = 1 + random.below(9);
        let (p, r) = (q + random.below(3 * q), 1 + random.below(4 * q));
        let (u, v, d) = if trial % 2 == 0 {
            (0, 0, 2)
        } else {
            (random.below(3) as i64, random.below(3) as i64, 2 + random.below(4))
        };
        let (s, t) = (
            crate::support::surd(p as i64, u, q as i64, d)?,
            crate::support::surd(r as i64, v, q as i64, d)?,
        );
        // l < sk + t iff l < ceil(sk + t).
        let values: Vec<u64> = (0..=side)
            .map(|k| {
                let value = s.mul_integer(&Integer::from(k)).add(&t).map_err(|e| e.to_string())?.ceil();
                u64::try_from(&value).map_err(|_| "a ceiling is out of range".to_string())
            })
            .collect::<Result<_, _>>()?;
        let ceil = |k: u64| values[k as usize];
        let (a, b) = (ceil(2) - ceil(1), (2 * ceil(1)) as i64 - ceil(2) as i64);
        ensure!(b >= 0, "t' = {b}");
        agree!(literal(side, &ceil), literal(side, &|k| a * k + b as u64), "s = {s}, t = {t}");
        agree!(literal(side, &ceil), max_recursion(side, &ceil), "s = {s}, t = {t}: the max-recursion");
    }
    Finding::answered(
        "for s >= 1: the same P-positions as the game with integers s' = ceil(2s+t) - ceil(s+t), t' = 2 ceil(s+t) - ceil(2s+t), \
         B_n = s' A_n + t' n (WYF-NEW2, since ceil(sk+t) is subadditive up to f(1), f(2)); for s < 1 it stays open",
        format!("{trials} random s >= 1 and t, half of them irrational, piles below {side}"),
    )
}

/// The max-recursion: A_n = mex, B_n = max over m < n of B_m + f(A_n - A_m).
fn max_recursion(side: u64, f: &dyn Fn(u64) -> u64) -> Pairs {
    let mut pairs: Pairs = vec![(0, 0)];
    let mut used = BTreeSet::from([0]);
    for a in 1..side {
        if used.contains(&a) {
            continue;
        }
        let b = pairs.iter().map(|(m, b)| b + f(a - m)).max().unwrap_or(0);
        used.extend([a, b]);
        pairs.push((a, b));
    }
    inside(pairs, side)
}

// WYF-OPENp: polynomials that are strictly increasing on k >= 1, negative coefficients allowed.
fn open_p(scale: Scale) -> Checked {
    let side = scale.bound(25, 50, 90);
    for text in ["k^2-k+1", "k^3-3*k+3", "2*k^2-k", "k^3-2*k^2+2*k"] {
        let f = formula(text)?;
        agree!(literal(side, &f), max_recursion(side, &f), "f = {text}");
    }
    Finding::open(
        format!("4 polynomials with negative coefficients, piles below {side}"),
        "the max-recursion of WYF-NEW1 gives their P-positions; polynomials that are not monotone stay open",
    )
}

// WYF-NEW1: for every strictly increasing f the max-recursion gives the P-positions; it fails for constant f.
fn new1(scale: Scale) -> Checked {
    let (trials, side) = scale.bound((6, 25), (60, 50), (400, 70));
    let mut random = scale.random(1);
    for _ in 0..trials {
        let table = random_increasing(&mut random, side, 1, 5);
        let f = |k: u64| if k == 0 { 0 } else { table[(k as usize - 1).min(table.len() - 1)] };
        agree!(literal(side, &f), max_recursion(side, &f), "f = {table:?}");
    }
    ensure!(literal(20, &|_| 3) != max_recursion(20, &|_| 3), "strictness does not matter: f = 3");
    for text in ["k^2+5", "k+floor(sqrt(k))", "2*k+1"] {
        let pairs = pairs_below(&wyt(text), 120)?;
        agree!(pairs, max_recursion(120, &formula(text)?), "f = {text}");
    }
    Finding::holds(format!("{trials} random strictly increasing f, piles below {side}"))
}

// WYF-NEW2: strictly increasing subadditive f with f(1) >= 2: B_n = s A_n + t n with s = f(2)-f(1), t = 2f(1)-f(2).
fn new2(scale: Scale) -> Checked {
    let (trials, side) = scale.bound((5, 30), (40, 60), (200, 80));
    let mut random = scale.random(22);
    for _ in 0..trials {
        let mut f = vec![0, 2 + random.below(4)];
        for n in 2..side as usize {
            let most = (1..n).map(|k| f[k] + f[n - k]).min().unwrap_or(2);
            let least = f[n - 1] + 1;
            f.push(least + random.below((most - least).min(4) + 1));
        }
        let (s, t) = (f[2] - f[1], 2 * f[1] - f[2]);
        let mut used = BTreeSet::new();
        let mut pairs = Vec::new();
        for n in 0..side {
            let a = mex(&used);
            used.extend([a, s * a + t * n]);
            pairs.push((a, s * a + t * n));
        }
        agree!(literal(side, &|k| f[k as usize]), inside(pairs, side), "f = {f:?}");
    }
    Finding::holds(format!("{trials} random subadditive f, piles below {side}"))
}

// WYF-OPEN2: the Grundy values: Wyt(2) is cyclic Nimhoff with h = 3.
fn open2(scale: Scale) -> Checked {
    let side = scale.bound(16, 40, 200);
    agree!(grundy("wyt-f(f=\"2\")", side)?, grundy("cyclic-nimhoff(h=3,piles=2)", side)?, "Wyt(2)");
    let three = grundy("wyt-f(f=\"3\")", scale.bound(40, 300, 600))?;
    let row = &three[1];
    let from = row.len() / 2;
    let period = (1..row.len() / 4).find(|p| (from..row.len() - p).all(|n| row[n + p] == row[n] + *p as u32));
    let period = period.ok_or("row 1 of Wyt(3) shows no additive period")?;
    Finding::open(
        format!("Wyt(2) below {side}; row 1 of Wyt(3) to {}", row.len()),
        format!(
            "Wyt(2) = cyclic Nimhoff with h = 3; row 1 of Wyt(3) has additive period {period} as far as it was run"
        ),
    )
}

// WYF-OPEN3: a move can be added if it joins no two P-positions; it can be removed if another winning move remains.
fn open3(scale: Scale) -> Checked {
    let (moves, side) = scale.bound((4, 40), (6, 120), (10, 300));
    let pairs = pairs_below("wyt-f(f=\"3\")", side)?;
    let all: Vec<(u64, u64)> = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
    let joins = |k: u64, l: u64| all.iter().any(|(a, b)| all.contains(&(a + k, b + l)));
    let mut addable = Vec::new();
    for k in 1..=moves {
        for l in k..=moves {
            if (k.max(l) >= 3) && !joins(k, l) {
                addable.push(format!("({k},{l})"));
                let text = format!("(i,0) (0,i) (1,1) (1,2) (2,1) (2,2) ({k},{l}) ({l},{k})");
                agree!(pairs_below(&text, side)?, pairs, "adding ({k},{l})");
            }
        }
    }
    Finding::open(
        format!("Wyt(3), moves up to {moves}, piles below {side}"),
        format!("can be added: {}", addable.join(" ")),
    )
}

// WYF-X3: the longest play of Nim and of Wythoff's game takes all tokens one by one: exponential in the digits.
fn x3(scale: Scale) -> Checked {
    let side = scale.bound(9u64, 16, 40);
    for game in ["nim(piles=2)", "wythoff", "wyt-f(f=\"k^2\")"] {
        let rules = rules(game)?;
        let mut longest: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        // By the sum of the piles: options come before.
        let mut all: Vec<Vec<u64>> = (0..side).flat_map(|x| (x..side).map(move |y| vec![x, y])).collect();
        all.sort_by_key(|p| p[0] + p[1]);
        for p in all {
            let options = rules.options(&p).map_err(|e| e.to_string())?;
            let most = options.iter().filter_map(|o| longest.get(o)).max().map_or(0, |m| m + 1);
            agree!(most, p[0] + p[1], "{game}: the longest play from {p:?}");
            longest.insert(p, most);
        }
    }
    // A pile of 2^n - 1 has n binary digits and 2^n - 1 moves.
    Finding::holds(format!(
        "3 games, piles below {side}: the longest play from (x,y) has x + y moves, up to 2^(n+1) - 2 for n digits"
    ))
}

/// All functions from 0..length to 0..=most.
fn all_functions(length: usize, most: u64) -> impl Iterator<Item = Vec<u64>> {
    let count = (most + 1).pow(length as u32);
    (0..count).map(move |index| (0..length).map(|i| index / (most + 1).pow(i as u32) % (most + 1)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_paper_is_as_recorded() {
        crate::support::check_module("WYF", CLAIMS);
    }
}
