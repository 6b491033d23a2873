//! GEO: Duchêne and Gravier, Geometrical extensions of Wythoff's game. In the order of the paper.

use crate::proof;
use crate::run::{Claim, Scale};
use crate::support::{
    floor, grundy, mex, p_below, pairs_below, phi, rules, special_p_below, surd, wythoff_pairs,
};
use crate::verdict::{Checked, Finding, Status, With, agree, ensure};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use wythoff_solvers::Budget;
use wythoff_theory::mex_window::MexWindow;
use wythoff_theory::radius::RadiusDiagonal;
use wythoff_theory::three_vectors::{grundy_is_nim_sum, obstruction, threshold};
use wythoff_theory::vector_game::{EqualPairs, VectorGame};
use wythoff_theory::{Decider, Wythoff};

macro_rules! rows {
    ($($id:literal $status:ident $check:ident),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] = &[$(Claim { id: $id, expected: Status::$status, check: $check }),*];
    };
}

rows! {
    "GEO-NIM" Holds nim, "GEO-WYT" Holds wyt, "GEO-D1" Holds d1, "GEO-D2" Holds d2, "GEO-A1" Holds a1,
    "GEO-A2" Holds a2, "GEO-D34" Holds d34, "GEO-D5" Holds d5, "GEO-G11" Holds g11, "GEO-G10" Holds g10,
    "GEO-G28" Holds g28, "GEO-NV" Holds nv, "GEO-NV0" Refuted nv0, "GEO-D6" Holds d6, "GEO-P8" Holds p8,
    "GEO-T9" Holds t9, "GEO-R10" Holds r10, "GEO-EVEN" Holds even, "GEO-EVENp" Open even_p, "GEO-TAB1" Corrected tab1,
    "GEO-S4" Corrected s4, "GEO-OP1" Holds op1, "GEO-T11" Holds t11, "GEO-T11G" Holds t11g, "GEO-D12" Holds d12,
    "GEO-T13" Holds t13, "GEO-T13d" Holds t13d, "GEO-AA" Open aa, "GEO-PQ" Holds pq_general, "GEO-SPEC" Holds spec,
    "GEO-pq" Holds pq_permuted, "GEO-EXCH" Corrected exch, "GEO-TAB2" Holds tab2, "GEO-L14" Holds l14,
    "GEO-QM" Holds qm, "GEO-P15" Holds p15, "GEO-HALF" Holds half, "GEO-C16" Corrected c16, "GEO-C16b" Holds c16b,
    "GEO-C16p" Holds c16p, "GEO-CPLX" Holds cplx, "GEO-SCALE" Holds scale_invariance, "GEO-CANON" Corrected canon,
    "GEO-OP3" Corrected op3, "GEO-OP3c" Refuted op3c, "GEO-L17" Holds l17, "GEO-T18" Holds t18, "GEO-T18g" Corrected t18g,
    "GEO-T18s" Corrected t18s, "GEO-R19" Holds r19, "GEO-R20a" Corrected r20a, "GEO-R20b" Holds r20b, "GEO-R21" Holds r21,
    "GEO-C22" Holds c22, "GEO-P23" Open p23, "GEO-RAD" Holds rad, "GEO-KING" Holds king, "GEO-L24" Holds l24,
    "GEO-T25" Holds t25, "GEO-T25b" Holds t25b, "GEO-T25s" Corrected t25s, "GEO-B221" Corrected b221,
    "GEO-R26n" Holds r26n, "GEO-R26o" Open r26o, "GEO-P27a" Open p27a, "GEO-P27b" Open p27b, "GEO-P28" Open p28,
    "GEO-DB" Holds db, "GEO-BGW" Holds bgw, "GEO-PROB" Unchecked prob, "GEO-T9s" Unchecked figures,
}

type Pairs = Vec<(u64, u64)>;

fn big(n: u64) -> Natural {
    Natural::from(n)
}

/// Grundy values of a game on a box, by position.
fn values(spec: &str, sides: &[u64]) -> Result<Vec<(Vec<u64>, u64)>, String> {
    let table =
        wythoff_solvers::grundy_table(&rules(spec)?, sides, &Budget::default()).map_err(|e| e.to_string())?;
    let at = |index: usize| {
        let mut rest = index as u64;
        let mut position = vec![0; sides.len()];
        for (x, side) in position.iter_mut().zip(sides).rev() {
            *x = rest % side;
            rest /= side;
        }
        position
    };
    Ok(table.values.iter().enumerate().map(|(i, v)| (at(i), u64::from(*v))).collect())
}

fn xor(position: &[u64]) -> u64 {
    position.iter().fold(0, |sum, x| sum ^ x)
}

// Section 1.

// GEO-NIM: P if and only if the nim-sum is 0; every element is its own inverse.
fn nim(scale: Scale) -> Checked {
    let side = scale.bound(5, 8, 14);
    for piles in 2..=4usize {
        for (position, value) in values(&format!("nim(piles={piles})"), &vec![side; piles])? {
            agree!(value, xor(&position), "{position:?}");
        }
    }
    ensure!((0..64).all(|x| xor(&[x, x]) == 0), "x xor x");
    Finding::holds(format!("2, 3, 4 heaps below {side}: Grundy values"))
}

// GEO-WYT, GEO-A1: a_n = mex, b_n = a_n + n; every positive integer and every difference exactly once.
fn wyt(scale: Scale) -> Checked {
    a1(scale)
}

fn a1(scale: Scale) -> Checked {
    let side = scale.bound(60, 400, 4000);
    let pairs = wythoff_pairs(side as usize);
    let inside: Pairs = pairs.iter().copied().filter(|p| p.1 < side).collect();
    agree!(pairs_below("wythoff", side)?, inside, "rules against algorithm");
    let mut numbers: Vec<u64> = pairs[1..].iter().flat_map(|(a, b)| [*a, *b]).collect();
    numbers.sort_unstable();
    let most = pairs[pairs.len() - 1].0;
    agree!(
        numbers.into_iter().filter(|n| *n <= most).collect::<Vec<_>>(),
        (1..=most).collect::<Vec<_>>(),
        "tiling"
    );
    Finding::holds(format!("piles below {side}"))
}

// GEO-D1: N if and only if some move wins.
fn d1(scale: Scale) -> Checked {
    let side = scale.bound(12, 30, 80);
    let game = rules("wythoff")?;
    let lost: BTreeSet<Vec<u64>> = p_below("wythoff", side)?.into_iter().collect();
    for x in 0..side {
        for y in x..side {
            let options = game.options(&[x, y]).map_err(|e| e.to_string())?;
            agree!(!lost.contains(&vec![x, y]), options.iter().any(|o| lost.contains(o)), "({x},{y})");
        }
    }
    Finding::holds(format!("Wythoff, piles below {side}"))
}

// GEO-D2: mex.
fn d2(_: Scale) -> Checked {
    for mask in 0u32..1024 {
        let set: BTreeSet<u64> = (0..10).filter(|i| mask >> i & 1 == 1).collect();
        agree!(mex(&set), u64::from(mask.trailing_ones()), "{set:?}");
    }
    Finding::holds("all subsets of 0..9")
}

// GEO-A2: (a_n, b_n) = (floor(n tau), floor(n tau^2)).
fn a2(scale: Scale) -> Checked {
    let terms = scale.bound(500, 20_000, 1_000_000);
    let tau = phi()?;
    for (n, (a, b)) in wythoff_pairs(terms).into_iter().enumerate() {
        let floor = floor(&tau, n as u64)?;
        agree!((a, b), (floor, floor + n as u64), "n = {n}");
    }
    let huge = big(10).pow(200);
    let [x, y] = MexWindow::theta_mu(1, 1).and_then(|w| w.pair(&huge)).map_err(|e| e.to_string())?;
    ensure!(Wythoff::new().and_then(|w| w.is_p(&[x, y])).map_err(|e| e.to_string())?, "n = 10^200");
    Finding::proved(format!("{}; n < {terms}, and n = 10^200", proof::wythoff("wythoff")?))
}

// GEO-D34: the P-positions are the only kernel.
fn d34(_: Scale) -> Checked {
    let game = rules("wythoff")?;
    let cells: Vec<Vec<u64>> = (0..3).flat_map(|x| (0..3).map(move |y| vec![x, y])).collect();
    // Options of the labelled board: both orders are different cells.
    let index: HashMap<&[u64], usize> = cells.iter().enumerate().map(|(i, c)| (c.as_slice(), i)).collect();
    let mut options = [0u32; 9];
    for (i, from) in cells.iter().enumerate() {
        for to in &cells {
            let smaller = to[0] <= from[0] && to[1] <= from[1] && to != from;
            let (k, l) = (from[0].wrapping_sub(to[0]), from[1].wrapping_sub(to[1]));
            if smaller && (k == 0 || l == 0 || k == l) {
                options[i] |= 1 << index[to.as_slice()];
            }
        }
    }
    let kernels: Vec<u32> =
        (0u32..512).filter(|set| (0..9).all(|i| (set >> i & 1 == 1) == (options[i] & set == 0))).collect();
    agree!(kernels.len(), 1, "kernels of the 3x3 board");
    let lost: BTreeSet<Vec<u64>> = p_below("wythoff", 3)?.into_iter().collect();
    for (i, cell) in cells.iter().enumerate() {
        agree!(kernels[0] >> i & 1 == 1, lost.contains(&game.canonical(cell)), "{cell:?}");
    }
    Finding::holds("Wythoff on 3x3: one kernel among 512 subsets")
}

// GEO-D5: G = mex of the options; its zeros are the P-positions.
fn d5(scale: Scale) -> Checked {
    let side = scale.bound(10, 24, 50);
    for spec in ["wythoff", "t-wythoff(t=2)", "radius(r=3)", "unequal", "knight"] {
        let game = rules(spec)?;
        let table = grundy(spec, side)?;
        let lost: BTreeSet<Vec<u64>> = p_below(spec, side)?.into_iter().collect();
        for x in 0..side {
            for y in x..side {
                let options = game.options(&[x, y]).map_err(|e| e.to_string())?;
                let seen: BTreeSet<u64> =
                    options.iter().map(|o| u64::from(table[o[0] as usize][o[1] as usize])).collect();
                let value = u64::from(table[x as usize][y as usize]);
                agree!(value, mex(&seen), "{spec} ({x},{y})");
                agree!(value == 0, lost.contains(&vec![x, y]), "{spec} ({x},{y})");
            }
        }
    }
    Finding::holds(format!("5 games, piles below {side}"))
}

// Section 2.

fn members(scale: Scale, cases: &[(String, String)]) -> Checked {
    let side = scale.bound(12, 30, 100);
    for (one, other) in cases {
        agree!(grundy(one, side)?, grundy(other, side)?, "{one} against {other}");
    }
    Finding::holds(format!("Grundy values below {side}"))
}

// GEO-G11: |k-l| < a is Wyt(k+a).
fn g11(scale: Scale) -> Checked {
    let cases: Vec<_> =
        (1..=4).map(|a| (format!("t-wythoff(t={a})"), format!("wyt-f(f=\"k+{a}\")"))).collect();
    members(scale, &cases)
}

// GEO-G10: k <= l < 2k+2 is Wyt(2k+2), with B_n = 2 A_n + 2n.
fn g10(scale: Scale) -> Checked {
    let side = scale.bound(30, 100, 400);
    let mut used = BTreeSet::new();
    let mut pairs = Vec::new();
    for n in 0..side {
        let a = mex(&used);
        used.extend([a, 2 * a + 2 * n]);
        pairs.push((a, 2 * a + 2 * n));
    }
    pairs.retain(|p| p.1 < side);
    let literal = "(i,0) (0,i) (k,l) where k <= l < 2*k+2 (l,k) where k <= l < 2*k+2";
    agree!(pairs_below(literal, side)?, pairs, "the literal rule");
    agree!(pairs_below("wyt-f(f=\"2*k+2\")", side)?, pairs, "Wyt(2k+2)");
    Finding::holds(format!("piles below {side}"))
}

// GEO-G28: both are members of Wyt(f).
fn g28(scale: Scale) -> Checked {
    let mut cases: Vec<_> =
        (1..=4).map(|a| (format!("t-wythoff(t={a})"), format!("wyt-f(f=\"k+{a}\")"))).collect();
    let literal = "(i,0) (0,i) (k,l) where k <= l < 2*k+2 (l,k) where k <= l < 2*k+2";
    cases.push((literal.to_string(), "wyt-f(f=\"2*k+2\")".to_string()));
    members(scale, &cases)
}

// GEO-NV: the n vectors game with (1,0), (0,1), (1,1) is Wythoff's.
fn nv(scale: Scale) -> Checked {
    let side = scale.bound(8, 14, 40);
    let mut both: Vec<Vec<u64>> = Vec::new();
    for p in p_below("wythoff", side)? {
        both.push(vec![p[1], p[0]]);
        both.push(p);
    }
    both.sort();
    both.dedup();
    let mut found = special_p_below("n-vectors(v=\"1 0; 0 1; 1 1\")", side)?;
    if found.iter().all(|p| p[0] <= p[1]) {
        found.extend(found.clone().into_iter().map(|p| vec![p[1], p[0]]));
    }
    found.sort();
    found.dedup();
    agree!(found, both, "P-positions");
    Finding::holds(format!("coordinates below {side}"))
}

// GEO-NV0: the game need not end: a zero vector has the option v itself.
fn nv0(_: Scale) -> Checked {
    let refused = wythoff_catalog::Resolved::parse("n-vectors(v=\"0 0; 1 0\")").is_err();
    let text = wythoff_rules::Rules::read("(0,0)").is_err();
    ensure!(refused && text, "a zero vector is accepted as a move");
    Finding::refuted(
        "v = (0,0): every position is an option of itself",
        "nonnegative vectors; zero vectors must be excluded",
    )
    .command("wyt p 'n-vectors(v=\"0 0; 1 0\")' --below 5")
}

/// The rank of integer vectors, by fraction-free elimination.
fn rank(vectors: &[Vec<i64>]) -> usize {
    let mut rows: Vec<Vec<i128>> =
        vectors.iter().map(|v| v.iter().map(|c| i128::from(*c)).collect()).collect();
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|r| rows[*r][column] != 0) else { continue };
        rows.swap(rank, pivot);
        for r in rank + 1..rows.len() {
            let (a, b) = (rows[rank][column], rows[r][column]);
            for c in 0..rows[r].len() {
                rows[r][c] = rows[r][c] * a - rows[rank][c] * b;
            }
        }
        rank += 1;
    }
    rank
}

// GEO-D6: independent if and only if no nontrivial integer relation exists.
fn d6(scale: Scale) -> Checked {
    let most = scale.bound(2, 3, 4);
    for a in 0..=most {
        for b in 0..=most {
            for c in 0..=most {
                for d in 0..=most {
                    let vectors = [vec![a, b], vec![c, d]];
                    let bound = 2 * most + 1;
                    let related = (-bound..=bound).any(|s| {
                        (-bound..=bound).any(|t| (s, t) != (0, 0) && s * a + t * c == 0 && s * b + t * d == 0)
                    });
                    agree!(rank(&vectors) == 2, !related, "{vectors:?}");
                }
            }
        }
    }
    Finding::holds(format!("pairs of vectors with entries up to {most}"))
}

// GEO-P8: independent vectors: the game is Nim on the coefficients.
fn p8(scale: Scale) -> Checked {
    let side = scale.bound(7, 10, 16);
    for (text, vectors) in [("1 1; 0 2", [[1u64, 1], [0, 2]]), ("2 1; 1 2", [[2, 1], [1, 2]])] {
        let found: BTreeSet<Vec<u64>> =
            special_p_below(&format!("n-vectors(v=\"{text}\")"), side)?.into_iter().collect();
        for p in 0..side {
            for q in 0..side {
                let point: Vec<u64> = (0..2).map(|i| p * vectors[0][i] + q * vectors[1][i]).collect();
                if point.iter().all(|x| *x < side) {
                    agree!(found.contains(&point), p == q, "{text}: {p} v1 + {q} v2");
                }
            }
        }
    }
    Finding::holds(format!(
        "2 systems of 2 vectors, coordinates below {side}: P if and only if the coefficients are equal"
    ))
}

// Section 3.

// GEO-T9: an odd number of heaps with "the same from all": P as in Nim.
fn t9(scale: Scale) -> Checked {
    r10(scale)
}

// GEO-R10: the same Grundy function.
fn r10(scale: Scale) -> Checked {
    for (piles, side) in scale.bound([(3usize, 6u64), (5, 3)], [(3, 12), (5, 5)], [(3, 20), (5, 7)]) {
        for (position, value) in values(&format!("all-or-one(piles={piles})"), &vec![side; piles])? {
            agree!(value, xor(&position), "{position:?}");
        }
    }
    let proof = proof::prove("all-or-one(piles=3)", &proof::nim_sum_zero(3)?)?;
    Finding::holds("Grundy values of 3 and 5 heaps")
        .detail(format!("three heaps: P-positions proved for all positions ({proof})"))
}

// GEO-EVEN: an even number of heaps: (1,...,1) is N although its nim-sum is 0.
fn even(_: Scale) -> Checked {
    for piles in [2usize, 4, 6] {
        let lost = p_below(&format!("all-or-one(piles={piles})"), 2)?;
        ensure!(!lost.contains(&vec![1; piles]) && xor(&vec![1; piles]) == 0, "{piles} heaps");
    }
    Finding::holds("2, 4, 6 heaps")
}

// GEO-EVENp: four heaps: for fixed (a,b) the fourth heap as a function of the third.
fn even_p(scale: Scale) -> Checked {
    let side = scale.bound(9, 17, 30);
    let lost = p_below("all-or-one(piles=4)", side)?;
    let ones: Vec<(u64, u64)> =
        lost.iter().filter(|p| p[0] == 1 && p[1] == 1).map(|p| (p[2], p[3])).collect();
    Finding::open(format!("4 heaps below {side}: {} P-positions", lost.len()), format!("(1,1,c,d): {ones:?}"))
}

// GEO-TAB1: all rows of the table are P; it is not an initial segment.
fn tab1(_: Scale) -> Checked {
    let table = [
        [1, 1, 1, 2],
        [1, 1, 3, 4],
        [1, 1, 5, 6],
        [1, 2, 2, 2],
        [1, 2, 4, 4],
        [1, 2, 5, 5],
        [1, 2, 6, 6],
        [1, 3, 3, 3],
        [1, 3, 5, 8],
        [1, 4, 6, 8],
        [1, 4, 7, 9],
    ];
    let lost: BTreeSet<Vec<u64>> = p_below("all-or-one(piles=4)", 10)?.into_iter().collect();
    for row in table {
        ensure!(lost.contains(row.as_slice()), "{row:?} is not P");
    }
    for (b, c) in (0..10u64).flat_map(|b| (b..10).map(move |c| (b, c))) {
        if b ^ c < 10 && b <= c && (b ^ c) >= c {
            ensure!(lost.contains(&vec![0, b, c, b ^ c]), "(0,{b},{c},{})", b ^ c);
        }
    }
    let omitted: Vec<_> =
        lost.iter().filter(|p| p[0] == 1 && !table.iter().any(|row| row.to_vec() == **p)).collect();
    let first = omitted
        .iter()
        .find(|p| p.iter().zip(&[1, 4, 7, 9]).all(|(x, y)| x <= y))
        .ok_or("nothing is omitted")?;
    Finding::corrected(
        format!("{first:?} is P and not in the table"),
        "entries below 10; the rows printed are right",
    )
    .detail(format!("omitted with first heap 1: {omitted:?}"))
    .command("wyt p 'all-or-one(piles=4)' --below 10")
}

// Section 4.

// GEO-S4: c v3 = a v1 + b v2 alone does not determine the game: v = 1, 2, 3 is one-heap Nim.
fn s4(scale: Scale) -> Checked {
    let side = scale.bound(8, 12, 20);
    let line = special_p_below("n-vectors(v=\"1; 2; 3\")", side)?;
    agree!(line, vec![vec![0]], "v1 = 1, v2 = 2, v3 = 3");
    // With independent v1, v2 the embedding does not matter: v3 = v1 + v2 in two bases gives Wythoff's game.
    let skew: BTreeSet<Vec<u64>> =
        special_p_below("n-vectors(v=\"2 1; 1 2; 3 3\")", 3 * side)?.into_iter().collect();
    let lost: BTreeSet<Vec<u64>> = p_below("wythoff", side)?.into_iter().collect();
    for p in 0..side {
        for q in 0..side {
            let mut sorted = vec![p, q];
            sorted.sort_unstable();
            let point = vec![2 * p + q, p + 2 * q];
            if point.iter().all(|x| *x < 3 * side) {
                let mut other = point.clone();
                other.sort_unstable();
                let found = skew.contains(&point) || skew.contains(&other);
                agree!(found, lost.contains(&sorted), "{p} v1 + {q} v2");
            }
        }
    }
    Finding::corrected(
        "v = (1), (2), (3): v3 = v1 + v2, and the game is one-heap Nim, not Wythoff",
        format!("independent v1, v2: coefficients below {side}"),
    )
    .command("wyt p 'n-vectors(v=\"1; 2; 3\")' --below 8")
}

// GEO-OP1: [a,b,1] has rook moves and multiples of (a,b).
fn op1(scale: Scale) -> Checked {
    let side = scale.bound(7, 9, 20);
    for (a, b) in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 1)] {
        let vectors: BTreeSet<Vec<u64>> =
            special_p_below(&format!("n-vectors(v=\"1 0; 0 1; {a} {b}\")"), side)?.into_iter().collect();
        for p in p_below(&format!("vector(a={a},b={b})"), side)? {
            let mut swapped = p.clone();
            swapped.reverse();
            ensure!(vectors.contains(&p) || (a == b && vectors.contains(&swapped)), "[{a},{b},1]: {p:?}");
        }
    }
    Finding::holds(format!("5 games, piles below {side}"))
}

// GEO-T11: a != b: P = {(i,i)}.
fn t11(scale: Scale) -> Checked {
    let side = scale.bound(15, 30, 120);
    let diagonal: Vec<Vec<u64>> = (0..side).map(|i| vec![i, i]).collect();
    for a in 1..=6 {
        for b in (1..=6).filter(|b| *b != a) {
            agree!(p_below(&format!("vector(a={a},b={b})"), side)?, diagonal, "[{a},{b},1]");
        }
    }
    Finding::holds(format!("a, b <= 6, piles below {side}"))
}

// GEO-T11G: [a,b,1] has the Grundy function of Nim if and only if v2(a) != v2(b).
fn t11g(scale: Scale) -> Checked {
    let side = scale.bound(18, 34, 80);
    for a in 1..=8u64 {
        for b in 1..=8u64 {
            let table = grundy(&format!("vector(a={a},b={b})"), side)?;
            let same =
                (0..side).all(|x| (0..side).all(|y| u64::from(table[x as usize][y as usize]) == x ^ y));
            agree!(same, a.trailing_zeros() != b.trailing_zeros(), "[{a},{b},1]");
        }
    }
    Finding::holds(format!("a, b <= 8, piles below {side}"))
}

// GEO-D12: the remainder.
fn d12(_: Scale) -> Checked {
    let text = "param a = 7\nparam b = 3\npiles ordered x\nmove (i) where i mod 3 == a mod b";
    let game = wythoff_rules::Rules::read(text).map_err(|e| e.to_string())?;
    agree!(game.options(&[7]).map_err(|e| e.to_string())?, vec![vec![0], vec![3], vec![6]], "i = 1, 4, 7");
    for a in 0..60u64 {
        for b in 1..20u64 {
            let r = a % b;
            ensure!(r < b && (a - r) % b == 0, "r({a}/{b})");
        }
    }
    Finding::holds("a < 60, b < 20")
}

// GEO-T13: [a,a,1]: b_n is the least unused number whose difference is new for the residue of a_n.
fn t13(scale: Scale) -> Checked {
    let side = scale.bound(40, 160, 500);
    for step in 1..=8u64 {
        let pairs: Pairs = EqualPairs::new(step).take_while(|p| p.0 < side).filter(|p| p.1 < side).collect();
        agree!(pairs_below(&format!("vector(a={step},b={step})"), side)?, pairs, "[{step},{step},1]");
    }
    Finding::holds(format!("a <= 8, piles below {side}"))
}

// GEO-T13d: a P-positions on each diagonal, their residues covering all of Z_a.
fn t13d(scale: Scale) -> Checked {
    let terms = scale.bound(2_000, 100_000, 2_000_000);
    for step in 1..=8u64 {
        let mut lines: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        let mut last = 0;
        for (a, b) in EqualPairs::new(step).take(terms) {
            ensure!(lines.entry(b - a).or_default().insert(a % step), "[{step},{step},1]: ({a},{b})");
            last = b - a;
        }
        // Behind the front every diagonal is full.
        let front = last.saturating_sub(4 * step + 8);
        for d in 0..front {
            agree!(lines.get(&d).map_or(0, BTreeSet::len) as u64, step, "[{step},{step},1], difference {d}");
        }
    }
    Finding::holds(format!("a <= 8, {terms} pairs"))
}

// GEO-AA: a >= 3: the deviation of a_n from its line.
fn aa(scale: Scale) -> Checked {
    let terms = scale.bound(2_000, 100_000, 2_000_000);
    let mut found = Vec::new();
    for step in 3..=6u64 {
        // c^2 + (1/a - 2) c - 1/a = 0: c = (2a - 1 + sqrt((2a-1)^2 + 4a))/(2a).
        let c = surd(2 * step as i64 - 1, 1, 2 * step as i64, (2 * step - 1).pow(2) + 4 * step)?;
        let (mut least, mut most) = (0i64, 0i64);
        for (n, (a, _)) in EqualPairs::new(step).take(terms).enumerate() {
            let deviation = a as i64 - floor(&c, n as u64)? as i64;
            (least, most) = (least.min(deviation), most.max(deviation));
        }
        found.push(format!("a = {step}: [{least},{most}]"));
    }
    Finding::open(format!("{terms} pairs"), format!("a_n - floor(nc) stays in {}", found.join(", ")))
}

/// P_n = mex, Q_n = P_n + theta floor(n/mu).
fn theta_mu(theta: u64, mu: u64, terms: usize) -> Pairs {
    let mut used = BTreeSet::new();
    let mut next = 0;
    (0..terms as u64)
        .map(|n| {
            while used.remove(&next) {
                next += 1;
            }
            let p = next;
            next += 1;
            let q = p + theta * (n / mu);
            if q >= next {
                used.insert(q);
            }
            (p, q)
        })
        .collect()
}

// GEO-PQ: each multiple of theta occurs mu times as a difference; theta = mu = 1 is Wythoff's; far terms by windows.
fn pq_general(scale: Scale) -> Checked {
    let terms = scale.bound(200, 600, 20_000);
    agree!(theta_mu(1, 1, terms), wythoff_pairs(terms), "theta = mu = 1");
    for theta in 1..=4u64 {
        for mu in 1..=5u64 {
            let pairs = theta_mu(theta, mu, terms);
            let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
            pairs.iter().for_each(|(p, q)| *counts.entry(q - p).or_default() += 1);
            let whole = terms as u64 / mu;
            ensure!((0..whole).all(|d| counts.get(&(d * theta)) == Some(&mu)), "theta = {theta}, mu = {mu}");
            let window = MexWindow::theta_mu(theta, mu).map_err(|e| e.to_string())?;
            for n in [1, terms / 2, terms - 1] {
                let [x, y] = window.pair(&big(n as u64)).map_err(|e| e.to_string())?;
                agree!((x, y), (big(pairs[n].0), big(pairs[n].1)), "theta = {theta}, mu = {mu}, n = {n}");
            }
        }
    }
    Finding::holds(format!("theta <= 4, mu <= 5, {terms} terms"))
}

// GEO-SPEC: (2,4) and (1,2) are no spectra floor(n a + b).
fn spec(_: Scale) -> Checked {
    for (theta, mu) in [(2, 4), (1, 2)] {
        let pairs = theta_mu(theta, mu, 400);
        let refuted = |s: Vec<i64>| {
            // A spectrum has |(s_j - s_i) - (s_l - s_k)| <= 1 whenever j - i = l - k.
            (1..20usize).any(|d| {
                let steps: BTreeSet<i64> = (0..s.len() - d).map(|i| s[i + d] - s[i]).collect();
                steps.last().zip(steps.first()).is_some_and(|(a, b)| a - b >= 2)
            })
        };
        ensure!(refuted(pairs.iter().map(|p| p.0 as i64).collect()), "P of ({theta},{mu})");
        ensure!(refuted(pairs.iter().map(|p| p.1 as i64).collect()), "Q of ({theta},{mu})");
    }
    Finding::holds("400 terms refute both, for (2,4) and (1,2)")
}

/// (p_n, q_n): q exchanges Q_{4k+2} and Q_{4k+3}.
fn exchanged(terms: usize) -> Pairs {
    let pairs = theta_mu(2, 4, terms + 4);
    (0..terms)
        .map(|n| {
            let m = match n % 4 {
                2 => n + 1,
                3 => n - 1,
                _ => n,
            };
            (pairs[n].0, pairs[m].1)
        })
        .collect()
}

// GEO-pq, GEO-P15: the pairs (p_n, q_n) are the P-positions of [2,2,1].
fn pq_permuted(scale: Scale) -> Checked {
    p15(scale)
}

fn p15(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 1500);
    let normal = |p: &(u64, u64)| (p.0.min(p.1), p.0.max(p.1));
    let ours: BTreeSet<(u64, u64)> =
        exchanged(side as usize).iter().map(normal).filter(|p| p.1 < side).collect();
    let from_rules: BTreeSet<(u64, u64)> = pairs_below("vector(a=2,b=2)", side)?.into_iter().collect();
    agree!(from_rules, ours, "[2,2,1]");
    Finding::holds(format!("piles below {side}"))
}

// GEO-EXCH: the exchange starts with k = 0, not with k = 1.
fn exch(_: Scale) -> Checked {
    let plain = theta_mu(2, 4, 8);
    let lost: BTreeSet<(u64, u64)> = pairs_below("vector(a=2,b=2)", 20)?.into_iter().collect();
    let printed = (plain[2].0.min(plain[2].1), plain[2].0.max(plain[2].1));
    ensure!(!lost.contains(&printed), "the pair without the exchange at k = 0 is P");
    p15(Scale::Small)?;
    Finding::corrected(format!("k = 0 left out gives {printed:?}, which is N"), "with k >= 0: piles below 60")
        .command(format!("wyt solve 'vector(a=2,b=2)' {},{}", printed.0, printed.1))
}

// GEO-TAB2: the first 14 rows.
fn tab2(_: Scale) -> Checked {
    let pq = theta_mu(2, 4, 14);
    let table: [(u64, u64); 4] = [(0, 0), (1, 1), (2, 2), (3, 3)];
    agree!(pq[..4], table, "rows 0 to 3 of (P,Q)");
    agree!(exchanged(4)[2..], [(2, 3), (3, 2)], "rows 2, 3 of (p,q)");
    let lost: BTreeSet<(u64, u64)> = pairs_below("vector(a=2,b=2)", 60)?.into_iter().collect();
    for (p, q) in exchanged(14) {
        ensure!(lost.contains(&(p.min(q), p.max(q))), "({p},{q})");
    }
    Finding::holds("14 rows of (p,q) are P-positions from the rules")
}

// GEO-L14: block k is (2i,2i+2k), (2i+1,2i+1+2k), (2j,2j+2k+1), (2j+1,2j+2k).
fn l14(scale: Scale) -> Checked {
    let blocks = scale.bound(300, 10_000, 200_000);
    let pairs = exchanged(4 * blocks);
    for (k, block) in pairs.chunks(4).enumerate() {
        let k = k as u64;
        let (i, j) = (block[0].0 / 2, block[2].0 / 2);
        let expected = [
            (2 * i, 2 * i + 2 * k),
            (2 * i + 1, 2 * i + 1 + 2 * k),
            (2 * j, 2 * j + 2 * k + 1),
            (2 * j + 1, 2 * j + 2 * k),
        ];
        agree!(block, expected, "k = {k}");
    }
    Finding::holds(format!("k < {blocks}"))
}

// GEO-QM: q_j > q_i for all j > i + 1.
fn qm(scale: Scale) -> Checked {
    let terms = scale.bound(1000, 40_000, 400_000);
    let q: Vec<u64> = exchanged(terms).iter().map(|p| p.1).collect();
    let mut most = 0;
    for j in 2..terms {
        most = most.max(q[j - 2]);
        ensure!(q[j] > most, "j = {j}");
    }
    Finding::holds(format!("n < {terms}"))
}

// GEO-HALF: P^{2,4}_{2m} = 2 R_m, P_{2m+1} = 2 R_m + 1 with R = P^{1,2}.
fn half(scale: Scale) -> Checked {
    let terms = scale.bound(500, 20_000, 500_000);
    let (p, r) = (theta_mu(2, 4, 2 * terms), theta_mu(1, 2, terms));
    for m in 0..terms {
        agree!((p[2 * m].0, p[2 * m + 1].0), (2 * r[m].0, 2 * r[m].0 + 1), "m = {m}");
    }
    Finding::holds(format!("m < {terms}"))
}

/// (3 + sqrt 17)/4.
fn seventeen() -> Result<wythoff_numbers::Quadratic, String> {
    surd(3, 1, 4, 17)
}

// GEO-C16: |P_n - floor(nc)| <= 4 fails at n = 17; the truth is -6 <= P_n - floor(nc) <= 0.
fn c16(scale: Scale) -> Checked {
    let terms = scale.bound(9_000, 50_000, 2_000_000);
    let c = seventeen()?;
    let mut first = None;
    let (mut least, mut most) = (0, 0);
    for (n, (p, _)) in theta_mu(2, 4, terms).into_iter().enumerate() {
        let line = floor(&c, n as u64)? as i64;
        let deviation = p as i64 - line;
        if deviation.abs() > 4 && first.is_none() {
            first = Some(format!("n = {n}: P_n = {p}, floor(nc) = {line}"));
        }
        (least, most) = (least.min(deviation), most.max(deviation));
    }
    agree!((least, most), (-6, 0), "range of P_n - floor(nc)");
    Finding::corrected(
        first.ok_or("the bound 4 holds")?,
        format!("-6 <= P_n - floor(nc) <= 0, both attained, n < {terms}"),
    )
}

// GEO-C16b: for the numbering of Theorem 13: -4 <= a_n - floor(nc) <= 2.
fn c16b(scale: Scale) -> Checked {
    let terms = scale.bound(500, 50_000, 2_000_000);
    let c = seventeen()?;
    let (mut least, mut most) = (0, 0);
    for (n, (a, _)) in EqualPairs::new(2).take(terms).enumerate() {
        let deviation = a as i64 - floor(&c, n as u64)? as i64;
        (least, most) = (least.min(deviation), most.max(deviation));
    }
    agree!((least, most), (-4, 2), "range of a_n - floor(nc)");
    Finding::holds(format!("n < {terms}, both bounds attained"))
}

// GEO-C16p: -(1+c) <= R_n - cn <= 0, and R_n = n + k - 1 with k = max{m : S_m < R_n}.
fn c16p(scale: Scale) -> Checked {
    let terms = scale.bound(1000, 50_000, 1_000_000);
    let c = seventeen()?;
    let pairs = theta_mu(1, 2, terms);
    let mut k = 0usize;
    for n in 1..terms {
        let (r, line) = (pairs[n].0, floor(&c, n as u64)?);
        // R_n <= cn: R_n <= floor(cn). R_n >= c(n-1) - 1: R_n + 1 > floor(c(n-1)) - ... in integers below.
        ensure!(r <= line, "n = {n}: R_n = {r} above cn");
        ensure!(r + 1 >= floor(&c, n as u64 - 1)?, "n = {n}: R_n = {r} below c(n-1) - 1");
        while k + 1 < terms && pairs[k + 1].1 < r {
            k += 1;
        }
        let expected = if k == 0 { n as u64 } else { n as u64 + k as u64 - 1 };
        agree!(r, expected, "n = {n}, k = {k}");
    }
    Finding::holds(format!("n < {terms}"))
}

// GEO-CPLX: [2,2,1] is polynomial: positions of 1,000 digits by windows.
fn cplx(scale: Scale) -> Checked {
    let digits = scale.bound(60, 300, 1000);
    let game = VectorGame::new(2, 2).map_err(|e| e.to_string())?;
    let window = MexWindow::theta_mu(2, 4).map_err(|e| e.to_string())?;
    let n = big(10).pow(digits) * big(4);
    let [x, y] = window.pair(&n).map_err(|e| e.to_string())?;
    ensure!(
        game.is_p(&[x.clone(), y.clone()]).map_err(|e| e.to_string())?,
        "the pair of index 4*10^{digits}"
    );
    let verdict = game.decide(&[x, y + big(1)]).map_err(|e| e.to_string())?;
    let to = verdict.winning.ok_or("a neighbour of a P-position has no winning move")?;
    ensure!(game.is_p(&to).map_err(|e| e.to_string())?, "the winning move does not lead to P");
    Finding::holds(format!("the pair of index 4*10^{digits} and a neighbour, decided with a move"))
}

fn three(a: u64, b: u64, c: u64) -> String {
    format!("three-vectors(a={a},b={b},c={c})")
}

// GEO-SCALE: [ka,kb,kc] and [a,b,c] are the same game of vectors.
fn scale_invariance(scale: Scale) -> Checked {
    let side = scale.bound(6, 9, 14);
    // 2 v3 = 2 v1 + 4 v2 and v3 = v1 + 2 v2 hold for the same vectors.
    let one = special_p_below("n-vectors(v=\"1 0; 0 1; 1 2\")", side)?;
    let two = p_below("vector(a=1,b=2)", side)?;
    agree!(one, two, "[1,2,1] and its multiples are the vectors (1,0), (0,1), (1,2)");
    ensure!(rules(&three(2, 4, 2)).is_err(), "[2,4,2] is accepted although it is [1,2,1]");
    Finding::holds(format!("[2,4,2] = [1,2,1], coordinates below {side}"))
}

// GEO-CANON: the canonical triple is unique if and only if gcd(a,b,c) = 1.
fn canon(_: Scale) -> Checked {
    // v1 = (c,0), v2 = (0,c), v3 = (a,b): x v1 + y v2 + i v3 = (cx + ia, cy + ib).
    let unique = |a: u64, b: u64, c: u64| {
        let mut seen = BTreeSet::new();
        (0..12).all(|x| (0..12).all(|y| (0..c).all(|i| seen.insert((c * x + i * a, c * y + i * b)))))
    };
    for (a, b, c) in [(1, 3, 2), (2, 3, 2), (1, 1, 3), (3, 2, 4), (2, 5, 6), (4, 24, 3)] {
        ensure!(unique(a, b, c), "[{a},{b},{c}]");
    }
    ensure!(!unique(2, 4, 2), "[2,4,2] is unique");
    Finding::corrected(
        "[2,4,2]: v3 = v1 + 2 v2, so (1,2,0) and (0,0,1) are the same point",
        "6 triples with gcd 1: unique on 12 x 12 x c",
    )
}

// GEO-OP3: options need the borrow; the printed formula has (0,0,1) as an option of (0,0,0).
fn op3(scale: Scale) -> Checked {
    let side = scale.bound(5, 7, 10);
    for (a, b, c) in [(1, 3, 2), (1, 4, 2), (2, 3, 2), (1, 1, 3), (3, 2, 4), (2, 5, 3)] {
        let game = rules(&three(a, b, c))?;
        for x in 0..side {
            for y in 0..side {
                for i in 0..c {
                    let found: BTreeSet<Vec<u64>> =
                        game.options(&[x, y, i]).map_err(|e| e.to_string())?.into_iter().collect();
                    let mut literal = BTreeSet::new();
                    literal.extend((0..x).map(|u| vec![u, y, i]));
                    literal.extend((0..y).map(|v| vec![x, v, i]));
                    // Subtract k v3: borrow c v3 = a v1 + b v2 as often as needed.
                    for k in 1..=i + c * (side + 1) {
                        let p = k.saturating_sub(i).div_ceil(c);
                        if p * a <= x && p * b <= y {
                            literal.insert(vec![x - p * a, y - p * b, i + c * p - k]);
                        }
                    }
                    agree!(found, literal, "[{a},{b},{c}] at ({x},{y},{i})");
                }
            }
        }
    }
    // Printed: (a - floor(k/c) al, b - floor(k/c) be, (i - k) mod c).
    let (c, k, i) = (2u64, 1u64, 0u64);
    let printed = (0, 0, (i + c - k % c) % c);
    ensure!(printed == (0, 0, 1), "the printed option of (0,0,0)");
    Finding::corrected(
        "c = 2, k = 1: the printed formula has (0,0,1) as an option of (0,0,0)",
        format!("with the borrow: 6 games, coordinates below {side}"),
    )
    .command("wyt moves 'three-vectors(a=1,b=3,c=2)' 0,0,1")
}

// GEO-OP3c: the printed formula has no terminal position, and two kernels.
fn op3c(scale: Scale) -> Checked {
    let side = scale.bound(5, 9, 9);
    let (a, b, c) = (1u64, 4, 2);
    let options = |x: u64, y: u64, i: u64| {
        let mut out: BTreeSet<(u64, u64, u64)> = BTreeSet::new();
        out.extend((0..x).map(|u| (u, y, i)));
        out.extend((0..y).map(|v| (x, v, i)));
        for k in 1..=c * (side + 1) {
            let p = k / c;
            if p * a <= x && p * b <= y {
                out.insert((x - p * a, y - p * b, (i + c * (k / c + 1) - k) % c));
            }
        }
        out.remove(&(x, y, i));
        out
    };
    let is_kernel = |set: &dyn Fn(u64, u64, u64) -> bool| {
        (0..side).all(|x| {
            (0..side)
                .all(|y| (0..c).all(|i| set(x, y, i) != options(x, y, i).iter().any(|o| set(o.0, o.1, o.2))))
        })
    };
    let xor_zero = |x: u64, y: u64, i: u64| x ^ y ^ i == 0;
    let shifted = |x: u64, y: u64, i: u64| x ^ y ^ i == 1;
    ensure!(!options(0, 0, 0).is_empty(), "(0,0,0) is terminal");
    ensure!(is_kernel(&xor_zero) && is_kernel(&shifted), "one of the two sets is no kernel");
    Finding::refuted(
        "[1,4,2]: {xor = 0} and {xor = 1} are both kernels of the printed graph",
        format!("coordinates below {side}"),
    )
}

// GEO-L17: a xor b = i implies a - i <= b <= a + i.
fn l17(scale: Scale) -> Checked {
    let bound = scale.bound(100, 200, 1000);
    for a in 0..bound {
        for b in 0..bound {
            let i = a ^ b;
            ensure!(a <= b + i && b <= a + i, "a = {a}, b = {b}");
        }
    }
    Finding::holds(format!("a, b < {bound}"))
}

fn is_nim_like(a: u64, b: u64, c: u64, side: u64) -> Result<Option<Vec<u64>>, String> {
    let lost: BTreeSet<Vec<u64>> = p_below(&three(a, b, c), side)?.into_iter().collect();
    for x in 0..side {
        for y in 0..side {
            for i in 0..c {
                if lost.contains(&vec![x, y, i]) != (x ^ y ^ i == 0) {
                    return Ok(Some(vec![x, y, i]));
                }
            }
        }
    }
    Ok(None)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// All triples with gcd 1 in a range.
fn triples(most_a: u64, most_b: u64, most_c: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    (1..=most_a)
        .flat_map(move |a| (1..=most_b).flat_map(move |b| (2..=most_c).map(move |c| (a, b, c))))
        .filter(|(a, b, c)| gcd(gcd(*a, *b), *c) == 1)
}

fn nim_like_where(scale: Scale, hypothesis: impl Fn(u64, u64, u64) -> bool) -> Checked {
    let ((a, b, c), side) = scale.bound(((2, 8, 3), 10), ((3, 14, 4), 16), ((6, 30, 7), 24));
    let mut games = 0;
    for (a, b, c) in triples(a, b, c).filter(|(a, b, c)| hypothesis(*a, *b, *c)) {
        games += 1;
        if let Some(at) = is_nim_like(a, b, c, side)? {
            return Err(format!("[{a},{b},{c}] differs from Nim at {at:?}"));
        }
    }
    Finding::holds(format!("{games} games, a <= {a}, b <= {b}, c <= {c}, piles below {side}"))
}

// GEO-T18: b > a(2c-1) and gcd 1: P if and only if the nim-sum is 0.
fn t18(scale: Scale) -> Checked {
    nim_like_where(scale, |a, b, c| b > a * (2 * c - 1))
}

// GEO-T18g: without gcd 1 it fails: [2,8,2] is [1,4,1].
fn t18g(scale: Scale) -> Checked {
    let skew = special_p_below("n-vectors(v=\"1 0; 0 1; 1 4\")", 4)?;
    // (0,1,1) of [2,8,2] is v2 + v3 = (1,5), off the diagonal.
    ensure!(
        !skew.contains(&vec![1, 5]) && !p_below("vector(a=1,b=4)", 6)?.contains(&vec![1, 5]),
        "(0,1,1) is P"
    );
    t18(scale)?;
    Finding::corrected(
        "[2,8,2]: (0,1,1) has nim-sum 0 and is N, since the game is [1,4,1]",
        "with gcd(a,b,c) = 1 as GEO-T18",
    )
    .command("wyt solve 'vector(a=1,b=4)' 1,5")
}

// GEO-T18s: b - b' <= a - a' + i + i', not <.
fn t18s(scale: Scale) -> Checked {
    let ((a, b, c), side) = scale.bound(((2, 5, 3), 7), ((3, 7, 4), 9), ((4, 9, 5), 12));
    let mut equality = None;
    for (a, b, c) in triples(a, b, c) {
        let game = rules(&three(a, b, c))?;
        for x in 0..side {
            for y in 0..side {
                let i = x ^ y;
                if i >= c {
                    continue;
                }
                for to in game.options(&[x, y, i]).map_err(|e| e.to_string())? {
                    if xor(&to) != 0 || to[0] >= x || to[1] >= y {
                        continue;
                    }
                    let (left, right) = (y - to[1], x - to[0] + i + to[2]);
                    ensure!(left <= right, "[{a},{b},{c}]: ({x},{y},{i}) -> {to:?}");
                    if left == right && equality.is_none() {
                        equality = Some(format!("[{a},{b},{c}]: ({x},{y},{i}) -> {to:?}: {left} = {right}"));
                    }
                }
            }
        }
    }
    Finding::corrected(
        equality.ok_or("the strict inequality holds")?,
        format!("<= : games up to [{a},{b},{c}], piles below {side}"),
    )
}

// GEO-R19: for b large [a,b,c] and [1,2c,c] have the same P-positions.
fn r19(scale: Scale) -> Checked {
    let side = scale.bound(8, 14, 24);
    for (a, b, c) in [(2, 11, 3), (3, 22, 4), (2, 7, 2)] {
        agree!(p_below(&three(a, b, c), side)?, p_below(&three(1, 2 * c, c), side)?, "[{a},{b},{c}]");
    }
    Finding::holds(format!("3 games, piles below {side}"))
}

// GEO-R20a: [4,24,3] has the Grundy function of Nim; exact: v2(a) != v2(b) and min >= ceil(log2 c).
fn r20a(scale: Scale) -> Checked {
    let (most, side) = scale.bound((3, 40), (4, 64), (6, 120));
    let mut games = 0;
    for (a, b, c) in triples(most, most, 3).chain([(4, 24, 3)]) {
        games += 1;
        let same = values(&three(a, b, c), &[side, side, c])?.iter().all(|(p, v)| xor(p) == *v);
        let criterion = grundy_is_nim_sum(a, b, c).map_err(|e| e.to_string())?;
        agree!(same, criterion, "[{a},{b},{c}] on a box of {side}");
    }
    Finding::corrected(
        "[4,24,3]: 24 > 4*5, gcd 1, and G = x xor y xor i",
        format!("{games} games, piles below {side}"),
    )
    .command("wyt grundy 'three-vectors(a=4,b=24,c=3)' --size 8")
}

// GEO-R20b: [1,4,2] and [1,5,2] have different Grundy functions.
fn r20b(_: Scale) -> Checked {
    let (four, five) = (values(&three(1, 4, 2), &[8, 8, 2])?, values(&three(1, 5, 2), &[8, 8, 2])?);
    let first =
        four.iter().zip(&five).filter(|(a, b)| a.1 != b.1).min_by_key(|(a, _)| a.0.iter().sum::<u64>());
    let (one, other) = first.ok_or("no difference below 8")?;
    Finding::holds(format!("{:?}: {} against {}", one.0, one.1, other.1))
}

// GEO-R21: [1,3,2], [1,5,3], [2,14,7] differ from Nim; [2,5,2] does not although 5 <= 2*3.
fn r21(scale: Scale) -> Checked {
    let mut found = Vec::new();
    for (a, b, c) in [(1, 3, 2), (1, 5, 3), (2, 14, 7)] {
        let at = is_nim_like(a, b, c, 16)?.ok_or(format!("[{a},{b},{c}] is Nim-like below 16"))?;
        found.push(format!("[{a},{b},{c}] at {at:?}"));
    }
    let side = scale.bound(10, 20, 40);
    agree!(is_nim_like(2, 5, 2, side)?, None, "[2,5,2]");
    Finding::holds(format!("{}; [2,5,2] is Nim-like below {side}", found.join(", ")))
}

// GEO-C22: b >= 2c + a - 1 suffices: proved, and checked on games.
fn c22(scale: Scale) -> Checked {
    for (a, b, c) in triples(12, 40, 9).filter(|(a, b, c)| *b >= 2 * c + a - 1) {
        let found = obstruction(a, b, c).map_err(|e| e.to_string())?;
        ensure!(found.is_none(), "[{a},{b},{c}]: {found:?}");
    }
    nim_like_where(scale, |a, b, c| b >= 2 * c + a - 1)
        .detail("a conjecture of the paper; an argument is known: p(b-a) <= 2c-2 is impossible")
}

// GEO-P23: the least threshold, by the formula and by the exact criterion.
fn p23(scale: Scale) -> Checked {
    let (most_a, most_c) = scale.bound((5, 4), (14, 8), (27, 12));
    for a in 1..=most_a {
        for c in 2..=most_c {
            let formula = threshold(a, c).map_err(|e| e.to_string())? as u64;
            // The last b below 2c + a with gcd 1 that is not Nim-like.
            let last = (1..2 * c + a + 2)
                .filter(|b| *b > a && gcd(gcd(a, *b), c) == 1)
                .filter(|b| obstruction(a, *b, c).ok().flatten().is_some())
                .max();
            ensure!(last.is_none_or(|b| b < formula), "a = {a}, c = {c}: {last:?} against {formula}");
        }
    }
    let (a, b, c) = (2, threshold(2, 3).map_err(|e| e.to_string())? as u64, 3);
    agree!(is_nim_like(a, b, c, scale.bound(10, 20, 40))?, None, "[{a},{b},{c}]");
    Finding::open(
        format!("a <= {most_a}, c <= {most_c}"),
        "b(a,c) = a + 1 + max{D(u)+D(v)} is an upper threshold everywhere; a = 1 gives 2c",
    )
}

// Section 5.

// GEO-RAD, GEO-T25: P if and only if the residues modulo R+1 are a Wythoff pair.
fn rad(scale: Scale) -> Checked {
    t25(scale)
}

fn t25(scale: Scale) -> Checked {
    let most = scale.bound(8, 16, 30);
    for r in 1..=most {
        let side = 3 * (r + 1) + 2;
        let pairs: BTreeSet<(u64, u64)> = wythoff_pairs(r as usize + 2).into_iter().collect();
        let lost: BTreeSet<(u64, u64)> = pairs_below(&format!("radius(r={r})"), side)?.into_iter().collect();
        for x in 0..side {
            for y in x..side {
                let (u, v) = (x % (r + 1), y % (r + 1));
                agree!(lost.contains(&(x, y)), pairs.contains(&(u.min(v), u.max(v))), "R = {r}, ({x},{y})");
            }
        }
    }
    let mut proofs = Vec::new();
    for r in 1..=6 {
        let pairs = wythoff_pairs(r as usize + 2);
        let lost = |d: &[u64]| pairs.contains(&(d[0].min(d[1]), d[0].max(d[1])));
        proofs.push(proof::prove(&format!("radius(r={r})"), &proof::by_last_digits(r + 1, 2, false, lost)?)?);
    }
    Finding::holds(format!("R = 1..{most}, piles below 3(R+1) + 2"))
        .detail(format!("proved for all positions for R = 1..6 ({})", proofs.join("; ")))
}

// GEO-KING: the king: P if and only if both are even.
fn king(scale: Scale) -> Checked {
    let side = scale.bound(10, 20, 100);
    for p in p_below("king(k=1)", side)? {
        ensure!(p.iter().all(|x| x % 2 == 0), "{p:?}");
    }
    let even = (0..side).filter(|x| x % 2 == 0).count();
    agree!(p_below("radius(r=1)", side)?.len(), even * (even + 1) / 2, "count");
    let set = proof::by_last_digits(2, 2, false, |last| last == [0, 0])?;
    Finding::proved(format!(
        "all positions, by an automaton ({}); piles below {side}",
        proof::prove("king(k=1)", &set)?
    ))
}

// GEO-L24: b_n <= 2 a_n.
fn l24(scale: Scale) -> Checked {
    let terms = scale.bound(1000, 50_000, 1_000_000);
    ensure!(wythoff_pairs(terms).iter().all(|(a, b)| *b <= 2 * a), "some b_n > 2 a_n");
    Finding::holds(format!("n < {terms}"))
}

// GEO-T25b: the Wythoff move on residues wins.
fn t25b(scale: Scale) -> Checked {
    let most = scale.bound(4, 8, 14);
    let wythoff = Wythoff::new().map_err(|e| e.to_string())?;
    for r in 1..=most {
        let m = r + 1;
        for x in 0..3 * m {
            for y in 0..3 * m {
                let residues = [x % m, y % m];
                let verdict = wythoff.decide(&residues.map(big)).map_err(|e| e.to_string())?;
                let Some(to) = verdict.winning else { continue };
                let to: Vec<u64> = to.iter().map(|n| u64::try_from(n).unwrap_or(u64::MAX)).collect();
                // The move may come back sorted: either order of the target, never taking a negative number.
                let legal = [(to[0], to[1]), (to[1], to[0])].iter().any(|(u, v)| {
                    *u <= residues[0] && *v <= residues[1] && {
                        let (k, l) = (residues[0] - u, residues[1] - v);
                        k + l > 0 && k <= r && l <= r && (k == 0 || l == 0 || k == l)
                    }
                });
                ensure!(legal, "R = {r}: residues {residues:?} -> {to:?}");
            }
        }
    }
    Finding::holds(format!("R = 1..{most}, three periods"))
}

// GEO-T25s: |a-a'| <= R, not < R: (R,0) -> (0,0).
fn t25s(scale: Scale) -> Checked {
    let most = scale.bound(6, 12, 20);
    for r in 1..=most {
        let game = rules(&format!("radius(r={r})"))?;
        let options = game.options(&[0, r]).map_err(|e| e.to_string())?;
        ensure!(options.contains(&vec![0, 0]), "R = {r}: (R,0) -> (0,0)");
        ensure!(!game.options(&[0, r + 1]).map_err(|e| e.to_string())?.contains(&vec![0, 0]), "R = {r}");
    }
    Finding::corrected("(R,0) -> (0,0) takes R", format!("<= R: R = 1..{most}"))
        .command("wyt moves 'radius(r=3)' 0,3 --to 0,0")
}

fn has_translation(spec: &str, r: u64) -> Result<bool, String> {
    let m = r + 1;
    let lost: BTreeSet<Vec<u64>> = p_below(spec, 3 * m)?.into_iter().collect();
    let contains = |x: u64, y: u64| lost.contains(&vec![x, y]) || lost.contains(&vec![y, x]);
    Ok((0..3 * m).all(|x| (0..3 * m).all(|y| contains(x, y) == contains(x % m, y % m))))
}

// GEO-B221: bounded [2,2,1] lacks the translation property if k <= R; with 2k <= R it has it for odd R.
fn b221(scale: Scale) -> Checked {
    let most = scale.bound(7, 12, 24);
    let mut holds = Vec::new();
    for r in 1..=most {
        let nim = format!("(i,0) for 1 <= i <= {r} (0,i) for 1 <= i <= {r}");
        ensure!(!has_translation(&format!("{nim} (2*i,2*i) for 1 <= i <= {r}"), r)?, "R = {r}, k <= R");
        let odd = has_translation(&format!("{nim} (2*i,2*i) for 1 <= i <= {}", r / 2), r)?;
        agree!(odd, r % 2 == 1 || r == 0, "R = {r}, 2k <= R");
        if odd {
            holds.push(r);
        }
    }
    Finding::corrected(
        format!("with 2k <= R it holds for R = {holds:?}"),
        format!("with k <= R it fails for R = 1..{most}"),
    )
}

// GEO-R26n: two-heap Nim has the translation property.
fn r26n(scale: Scale) -> Checked {
    let most = scale.bound(4, 7, 16);
    for r in 1..=most {
        ensure!(has_translation(&format!("(i,0) for 1 <= i <= {r} (0,i) for 1 <= i <= {r}"), r)?, "R = {r}");
    }
    Finding::holds(format!("R = 1..{most}"))
}

// GEO-R26o: [a,b,1] with multiples k <= R: if and only if gcd(a-b, R+1) = 1.
fn r26o(scale: Scale) -> Checked {
    let most = scale.bound(4, 6, 10);
    let mut found = Vec::new();
    for (a, b) in [(1u64, 2u64), (1, 3), (2, 3), (1, 4)] {
        for r in 1..=most {
            let text =
                format!("(i,0) for 1 <= i <= {r} (0,i) for 1 <= i <= {r} ({a}*i,{b}*i) for 1 <= i <= {r}");
            if has_translation(&text, r)? {
                found.push(format!("[{a},{b}] R={r}"));
            }
        }
    }
    Finding::open(
        format!("[a,b,1] with multiples up to R, R <= {most}"),
        format!("the property holds for {}", found.join(", ")),
    )
}

// GEO-P27a: only the diagonal bounded: additively periodic.
fn p27a(scale: Scale) -> Checked {
    let (most, side) = scale.bound((6, 60), (14, 160), (30, 400));
    let mut found = Vec::new();
    for r in 1..=most {
        let theory = RadiusDiagonal::new(r).map_err(|e| e.to_string())?;
        let ours: Pairs = theory
            .p_positions()
            .ok_or("no stream")?
            .take_while(|p| p[0] < side)
            .map(|p| (p[0], p[1]))
            .filter(|p| p.1 < side)
            .collect();
        let pairs = pairs_below(&format!("radius-diagonal(r={r})"), side)?;
        agree!(pairs, ours, "R = {r}");
        ensure!(pairs.iter().all(|(a, b)| b - a <= 2 * r + 1), "R = {r}: a difference above 2R+1");
        found.push(format!("R={r} {:?}", theory.period()));
    }
    Finding::open(
        format!("R <= {most}, piles below {side}"),
        format!("additive periods (pairs, shift): {}", found.join(", ")),
    )
}

// GEO-P27b: only the Nim moves bounded: for x <= y, P if and only if x = pi(y mod (R+1)).
fn p27b(scale: Scale) -> Checked {
    let most = scale.bound(8, 20, 40);
    let partner: HashMap<u64, u64> =
        wythoff_pairs(80).into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    for r in 1..=most {
        let side = 3 * (r + 1);
        let lost: BTreeSet<(u64, u64)> =
            pairs_below(&format!("radius-nim(r={r})"), side)?.into_iter().collect();
        for x in 0..side {
            for y in x..side {
                agree!(lost.contains(&(x, y)), partner.get(&(y % (r + 1))) == Some(&x), "R = {r}, ({x},{y})");
            }
        }
    }
    Finding::open(
        format!("R <= {most}, three periods"),
        "the closed form x = pi(y mod (R+1)) holds everywhere searched; an argument is known",
    )
}

// GEO-P28: bounded t-Wythoff: the closed form of the ledger.
fn p28(scale: Scale) -> Checked {
    let (most_t, most_r) = scale.bound((2, 8), (4, 20), (8, 60));
    for t in 1..=most_t {
        for r in 1..=most_r {
            let theory = wythoff_theory::radius::BoundedTWythoff::new(t, r).map_err(|e| e.to_string())?;
            let side = 3 * (r + 1);
            let lost: BTreeSet<(u64, u64)> =
                pairs_below(&format!("bounded-t-wythoff(t={t},r={r})"), side)?.into_iter().collect();
            for x in 0..side {
                for y in x..side {
                    let is_p = theory.is_p(&[big(x), big(y)]).map_err(|e| e.to_string())?;
                    agree!(lost.contains(&(x, y)), is_p, "t = {t}, R = {r}, ({x},{y})");
                }
            }
        }
    }
    Finding::open(
        format!("t <= {most_t}, R <= {most_r}, three periods"),
        "the closed form found here holds everywhere searched; no general proof",
    )
}

// GEO-DB, GEO-BGW: the bounded games of Problems 27 and 28 say what their rules say.
fn db(scale: Scale) -> Checked {
    let side = scale.bound(15, 30, 80);
    for r in 1..=5 {
        let diagonal = format!("(i,0) (0,i) (i,i) for 1 <= i <= {r}");
        agree!(p_below(&format!("radius-diagonal(r={r})"), side)?, p_below(&diagonal, side)?, "R = {r}");
        let rook = format!("(i,0) for 1 <= i <= {r} (0,i) for 1 <= i <= {r} (i,i)");
        agree!(p_below(&format!("radius-nim(r={r})"), side)?, p_below(&rook, side)?, "R = {r}");
    }
    Finding::holds(format!("R <= 5, piles below {side}"))
}

fn bgw(scale: Scale) -> Checked {
    let side = scale.bound(15, 30, 80);
    for (t, r) in [(1, 3), (2, 5), (3, 7)] {
        let literal = format!(
            "(i,0) for 1 <= i <= {r} (0,i) for 1 <= i <= {r} (k,l) for 1 <= k <= {r}, 1 <= l <= {r} where |k-l| < {t}"
        );
        agree!(
            p_below(&format!("bounded-t-wythoff(t={t},r={r})"), side)?,
            p_below(&literal, side)?,
            "t = {t}, R = {r}"
        );
    }
    agree!(p_below("bounded-t-wythoff(t=1,r=4)", side)?, p_below("radius(r=4)", side)?, "t = 1");
    Finding::holds(format!("3 games, piles below {side}"))
}

fn prob(_: Scale) -> Checked {
    Finding::unchecked(
        "a remark on probabilistic strategies without a statement; GEO-C16b bounds the guess and GEO-CPLX decides",
    )
}

fn figures(_: Scale) -> Checked {
    Finding::unchecked("the figures are not in the text at hand")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_paper_is_as_recorded() {
        crate::support::check_module("GEO", CLAIMS);
    }
}
