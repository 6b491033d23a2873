//! NEW: results found here, beyond the papers. In the order of the ledger.

use crate::proof;
use crate::run::{Claim, Scale};
use crate::support::{floor, is_over, p_below, pairs_below, phi, rules, surd, wythoff_pairs};
use crate::verdict::{Checked, Finding, Status, With, agree, ensure};
use malachite::base::num::arithmetic::traits::{Abs, Pow};
use std::collections::BTreeSet;
use wythoff_discover::leapers::{Columns, Kind, Leapers, Limits, PStream, Telescope, census, certify};
use wythoff_numbers::mex::{mex_b, theta_mu};
use wythoff_numbers::{Integer, Natural, Rational};
use wythoff_prove::theorems::{Side, prove_alike, same};
use wythoff_theory::blocking_ca::PalaceTable;
use wythoff_theory::far_term;
use wythoff_theory::gdwn::GdwnPairs;
use wythoff_theory::mex_window::{MexWindow, Place};
use wythoff_theory::nim_ab::{DifferenceWord, Goal, incidence_matrix};
use wythoff_theory::nimsum::NimSumPlanes;
use wythoff_theory::star::{WythoffStar, star};
use wythoff_theory::wytlex::{Wytlex3, WytlexStream};

macro_rules! rows {
    ($($id:literal $status:ident $check:path),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] = &[$(Claim { id: $id, expected: Status::$status, check: $check, code: concat!(module_path!(), "::", stringify!($check)) }),*];
    };
}

rows! {
    "NEW-LEX-LINEAR" Holds lex_linear,
    "NEW-LEX3" Holds lex_3,
    "NEW-LEX-SLOPES" Open lex_slopes,
    "NEW-MAHARAJA" Holds maharaja,
    "NEW-MAHARAJA-23" Holds maharaja_23,
    "NEW-GDWN12-SLOPES" Open gdwn_12_slopes,
    "NEW-GDWN-SPLIT" Open gdwn_split,
    "NEW-GDWN35-DENSITY" Holds gdwn_35_density,
    "NEW-STAR-STRUCT" Holds star_structure,
    "NEW-BLOCK-CA" Holds blocking_automaton,
    "NEW-ROWS" Holds crate::vis_6_7::table_of_periods,
    "NEW-3HEAP" Holds three_heaps,
    "NEW-NIMAB-WORD" Holds nim_ab_word,
    "NEW-MEXWINDOW" Holds mex_window,
    "NEW-BLOCK4" Holds blocking_k4,
    "NEW-TERMINAL" Holds terminals,
    "NEW-TERMINAL-G1" Holds terminals_ones,
    "NEW-PASS" Holds pass,
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A ratio with six decimals, cut off.
fn decimals(p: u64, q: u64) -> String {
    let millionths = u128::from(p) * 1_000_000 / u128::from(q.max(1));
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

// Wytlex.

/// LEX Construction 8 word for word: p_1 = mex X, p_i the least integer outside X and all p_j + D, j < i.
/// Also the least positive integer outside D before each position.
fn construction_8(piles: usize, count: usize) -> Vec<(Vec<u64>, u64)> {
    let (mut sizes, mut differences) = (BTreeSet::from([0u64]), BTreeSet::from([0u64]));
    let mut list = Vec::new();
    let (mut least, mut least_difference) = (1, 1);
    for _ in (0..count).take_while(|_| !is_over()) {
        while sizes.contains(&least) {
            least += 1;
        }
        while differences.contains(&least_difference) {
            least_difference += 1;
        }
        let mut position: Vec<u64> = vec![least];
        let mut next = least;
        while position.len() < piles {
            next += 1;
            if !sizes.contains(&next) && !position.iter().any(|p| differences.contains(&(next - p))) {
                position.push(next);
            }
        }
        sizes.extend(position.iter().copied());
        for (i, p) in position.iter().enumerate() {
            differences.extend(position[i + 1..].iter().map(|q| q - p));
        }
        list.push((position, least_difference));
    }
    list
}

// NEW-LEX-LINEAR: the scan over bits gives the positions of Construction 8 for every K.
fn lex_linear(scale: Scale) -> Checked {
    let count = scale.bound(120, 400, 3000);
    for piles in 2..=6 {
        let literal = construction_8(piles, count).into_iter().map(|(p, _)| p);
        for (n, (position, stream)) in (1..).zip(literal.zip(WytlexStream::new(piles))) {
            agree!(stream, position, "K = {piles}, position {n}");
        }
    }
    let many = scale.bound(2000, 100_000, 5_000_000);
    let last = WytlexStream::new(4).take_while(|_| !is_over()).nth(many - 1).ok_or("the stream ends")?;
    Finding::holds(format!("K = 2..6, {count} positions each; the time is not measured here"))
        .detail(format!("K = 4, position {many}: {last:?}"))
}

// NEW-LEX3: in Wytlex(3) p_3 - p_2 = mex D and p_2 - p_1 - mex D is 0, 1 or 2; hence a step in O(1).
fn lex_3(scale: Scale) -> Checked {
    let count = scale.bound(300, 1500, 10_000);
    for (n, (p, mex)) in (1..).zip(construction_8(3, count)) {
        agree!(p[2] - p[1], mex, "position {n}: p_3 - p_2");
        ensure!(
            (mex..=mex + 2).contains(&(p[1] - p[0])),
            "position {n}: p_2 - p_1 = {}, mex = {mex}",
            p[1] - p[0]
        );
    }
    let many = scale.bound(20_000, 300_000, 10_000_000);
    for (n, (fast, scan)) in (1..=many).zip(Wytlex3::new().zip(WytlexStream::new(3))) {
        ensure!(fast[..] == scan[..], "position {n}: {fast:?} against {scan:?}");
    }
    Finding::holds(format!("{count} positions of Construction 8; the O(1) step to {many}"))
}

// NEW-LEX-SLOPES: p_i/n tends to s1 + (i-1) mu with sum of reciprocals 1.
fn lex_slopes(scale: Scale) -> Checked {
    let count = scale.bound(20_000u64, 500_000, 5_000_000);
    let mut found = Vec::new();
    for piles in [3usize, 4, 5] {
        let last = WytlexStream::new(piles).nth(count as usize - 1).ok_or("the stream ends")?;
        let slopes: Vec<String> = last.iter().map(|p| decimals(*p, count)).collect();
        let sum: Rational = last.iter().map(|p| Rational::from(count) / Rational::from(*p)).sum();
        let off = (sum - Rational::from(1)).abs();
        ensure!(off < Rational::from_unsigneds(1u64, 100), "K = {piles}: the reciprocals sum to 1 +- {off}");
        found.push(format!("K = {piles}: {}", slopes.join(", ")));
    }
    Finding::open(
        format!("p_i/n at n = {count}, K = 3, 4, 5"),
        format!("{}; reciprocals sum to 1 within 1/100", found.join("; ")),
    )
}

// Maharaja Nim.

/// The certificate, the stream against the rules, and the telescope against the stream at random columns.
/// The machine as it is met, and as it is proved: states and transitions, and the column from which it runs.
fn leaper(
    scale: Scale,
    vector: (u64, u64),
    spec: &str,
    (states, transitions): (usize, usize),
    proved: (usize, usize, u64),
) -> Checked {
    let leapers = Leapers::new(&[vector]).map_err(text)?;
    let side = scale.bound(60, 250, 1500);
    let stream: Vec<(u64, u64)> =
        PStream::new(&leapers).take_while(|p| p.0 < side).filter(|p| p.1 < side).collect();
    agree!(pairs_below(spec, side)?, stream, "P-positions of {spec}");
    agree!(
        census(&leapers, scale.bound(10_000, 20_000, 200_000)),
        (states, transitions),
        "states and transitions"
    );
    let certificate = certify(&leapers, &Limits::default()).map_err(text)?;
    let machine = certificate.machine();
    agree!((machine.states().len(), machine.transitions(), certificate.origin()), proved, "what is proved");
    wythoff_certificate::transducer::check(&certificate.text()).map_err(text)?;
    crate::theories::leaper_decides(&certificate, spec, scale)?;
    let telescope = Telescope::new(&certificate);
    let far = scale.bound(20_000u64, 100_000, 2_000_000);
    let mut random = scale.random(84);
    for (a, b) in PStream::new(&leapers).take_while(|p| p.0 < far) {
        if random.below(far / 200) == 0 {
            agree!(telescope.partner(&Natural::from(a)).map_err(text)?, b, "the partner of {a}");
        }
    }
    // A column far beyond any stream: the partner's partner is the column.
    let x = Natural::from(10u32).pow(60) + Natural::from(random.below(1 << 40));
    let y = telescope.partner(&x).map_err(text)?;
    agree!(telescope.partner(&y).map_err(text)?, x, "the partner of the partner of {x}");
    Finding::proved(certificate.statement())
        .detail(format!("{states} states, {transitions} transitions; rules below {side}, telescope at random columns below {far}"))
}

// NEW-MAHARAJA
fn maharaja(scale: Scale) -> Checked {
    leaper(scale, (1, 2), "maharaja", (15, 24), (15, 24, 391))
}

// NEW-MAHARAJA-23
fn maharaja_23(scale: Scale) -> Checked {
    leaper(scale, (2, 3), "maharaja(p=2,q=3)", (7, 12), (6, 10, 392))
}

// GDWN.

/// The stream of pairs a < bound, compared with the rules where they are small.
fn gdwn(p: u64, q: u64, bound: u64) -> Result<impl Iterator<Item = (u64, u64)>, String> {
    let side = 60.min(bound);
    let from_rules = pairs_below(&format!("gdwn(p={p},q={q})"), side)?;
    let fast: Vec<(u64, u64)> =
        GdwnPairs::below(p, q, side).map_err(text)?.filter(|pair| pair.1 < side).collect();
    agree!(from_rules, fast, "({p},{q})-GDWN below {side}");
    GdwnPairs::below(p, q, bound).map_err(text)
}

fn fraction(decimal: &str) -> Result<Rational, String> {
    let (whole, part) = decimal.split_once('.').unwrap_or((decimal, ""));
    let digits: Natural =
        format!("{whole}{part}").parse().map_err(|_| format!("{decimal} is not a number"))?;
    Ok(Rational::from(digits) / Rational::from(Natural::from(10u32).pow(part.len() as u64)))
}

// NEW-GDWN12-SLOPES: the slopes that the fill rule gives, and those of the stream.
fn gdwn_12_slopes(scale: Scale) -> Checked {
    let (alpha, beta) = (fraction("1.477799775272200120")?, fraction("2.247725583557735574")?);
    let (one, two) = (Rational::from(1), Rational::from(2));
    let rho_2 = &beta - &two;
    let rho_1 = (&alpha - &one) / (&beta - &one);
    let rows = &rho_1 / &alpha + &rho_2 / &beta - (&one - &rho_1 - &rho_2);
    let lines =
        &rho_1 / (&two - &alpha) + &rho_1 / (&two * &alpha - &one) + &rho_2 / (&two * &beta - &one) - &one;
    let tolerance = Rational::from(1) / Rational::from(Natural::from(10u32).pow(16));
    ensure!(rows.abs() < tolerance && lines.abs() < tolerance, "the four equations are not satisfied");
    let bound = scale.bound(20_000, 1_000_000, 10_000_000);
    // Sums of b and of a on both sides of the free sector, a in the last tenth.
    let (mut low, mut high) = ((0, 0), (0, 0));
    for (a, b) in gdwn(1, 2, bound)?.filter(|pair| pair.0 >= bound / 10 * 9) {
        let cluster = if 100 * b < 185 * a { &mut low } else { &mut high };
        *cluster = (cluster.0 + b, cluster.1 + a);
    }
    for (sums, slope) in [(low, &alpha), (high, &beta)] {
        let off = (Rational::from_unsigneds(sums.0, sums.1) - slope).abs();
        ensure!(off < Rational::from_unsigneds(1u64, 500), "measured {}", decimals(sums.0, sums.1));
    }
    Finding::open(
        format!("a < {bound}"),
        format!(
            "measured {} and {}; the stated slopes satisfy the four fill equations within 10^-16",
            decimals(low.0, low.1),
            decimals(high.0, high.1)
        ),
    )
}

/// Whether the ratios b/a of the later pairs leave a gap wider than 0.02.
fn splits(p: u64, q: u64, bound: u64) -> Result<bool, String> {
    let pairs = gdwn(p, q, bound)?.filter(|pair| pair.0 >= bound / 4);
    let mut ratios: Vec<u64> = pairs.map(|(a, b)| b * 1_000_000 / a).collect();
    ratios.sort_unstable();
    Ok(ratios.windows(2).any(|w| w[1] - w[0] > 20_000))
}

// NEW-GDWN-SPLIT: (p,q)-GDWN splits iff (p,q) is a Wythoff pair or a dual one, rounded up.
fn gdwn_split(scale: Scale) -> Checked {
    let (most, bound) = scale.bound((6, 4000), (13, 20_000), (40, 200_000));
    let phi = phi()?;
    let mut pairs = BTreeSet::new();
    for n in 1..=most {
        let l = floor(&phi, n)?;
        pairs.extend([(l, l + n), (l + 1, l + n + 1)]);
    }
    let (mut games, mut later, mut exceptions) = (0, Vec::new(), Vec::new());
    for q in 2..=most {
        for p in 1..q {
            games += 1;
            let agrees = |bound| Ok::<_, String>(splits(p, q, bound)? == pairs.contains(&(p, q)));
            // A gap may open late: (21,34) has 0.0195 at 200,000 and 0.0205 at 1,000,000.
            if agrees(bound)? {
                continue;
            }
            if agrees(5 * bound)? { later.push((p, q)) } else { exceptions.push((p, q)) }
        }
    }
    // The larger p and q, the longer the transient, and no bound here settles a game: exceptions are reported. Small
    // ones but (7,12), which has its gap only far out, would be news.
    let new = exceptions.iter().find(|pair| pair.1 <= 20 && **pair != (7, 12));
    ensure!(new.is_none(), "{new:?} is an exception below {}", 5 * bound);
    Finding::open(
        format!("{games} games, p < q <= {most}, a < {bound}: a gap of 0.02 in b/a"),
        format!(
            "agrees; below {} only: {later:?}; long transients still seen there: {exceptions:?}",
            5 * bound
        ),
    )
}

// NEW-GDWN35-DENSITY: in (3,5)-GDWN #{a_i < n}/n falls below 1/phi - 0.015 in every octave from 4000 on.
fn gdwn_35_density(scale: Scale) -> Checked {
    let octaves = scale.bound(2u32, 6, 12);
    let bound = 4000u64 << octaves;
    let mut low = vec![None; octaves as usize];
    for (count, (a, _)) in (0u64..).zip(gdwn(3, 5, bound)?) {
        // The share of the columns below n = a; it falls until just before the next a_i.
        if a >= 4000 {
            let octave = (a / 4000).ilog2() as usize;
            // r = count/a + 15/1000 < 1/phi iff r^2 + r < 1.
            let (p, q) = (u128::from(1000 * count + 15 * a), u128::from(1000 * a));
            if low[octave].is_none() && p * p + p * q < q * q {
                low[octave] = Some((a, decimals(count, a)));
            }
        }
    }
    for (octave, low) in low.iter().enumerate() {
        ensure!(low.is_some(), "not from {} to {}", 4000 << octave, 4000 << (octave + 1));
    }
    let first: Vec<String> =
        low.into_iter().flatten().map(|(n, share)| format!("{share} at n = {n}")).collect();
    Finding::holds(format!("{octaves} octaves, n < {bound}")).detail(format!(
        "VIS Theorem 8 is disputed: the first such share in each octave: {}",
        first.join(", ")
    ))
}

// NEW-STAR-STRUCT: interior P-positions of (Wythoff)* have lower Wythoff numbers as coordinates, and y < B_n for x = A_n <= y.
fn star_structure(scale: Scale) -> Checked {
    let side = scale.bound(90u64, 400, 1200);
    let moves: Vec<(usize, usize)> = p_below("wythoff", side)?
        .iter()
        .skip(1)
        .flat_map(|p| [(p[0] as usize, p[1] as usize), (p[1] as usize, p[0] as usize)])
        .collect();
    let brute = star(&moves, side as usize, side as usize).map_err(text)?;
    let fast = WythoffStar::below(side).map_err(text)?;
    let mut partner = vec![None; side as usize];
    for (a, b) in wythoff_pairs(side as usize).into_iter().filter(|p| p.0 < side) {
        partner[a as usize] = Some(b);
    }
    let mut interior = 0;
    for x in 0..side {
        for y in x..side {
            let is_p = brute[x as usize][y as usize];
            agree!(fast.is_p(x, y), is_p, "({x},{y})");
            if x == 0 {
                ensure!(is_p, "(0,{y}) is not P");
            } else if is_p {
                interior += 1;
                let lower = partner[y as usize].is_some() && partner[x as usize].is_some_and(|b| y < b);
                ensure!(lower, "({x},{y}) is P");
            }
        }
    }
    agree!(fast.interior().count(), interior, "interior P-positions");
    let bound = scale.bound(1000, 1000, 12_000);
    // Recorded with (x,y) and (y,x) counted apart.
    let whole = WythoffStar::below(bound).map_err(text)?;
    let count: u64 = whole.interior().map(|(x, y)| if x == y { 1 } else { 2 }).sum();
    agree!(count, scale.bound(5316, 5316, 187_961), "interior P-positions below {bound}");
    Finding::holds(format!(
        "the square of side {side} from the moves; {count} interior P-positions below {bound}"
    ))
}

// NEW-BLOCK-CA: the automaton computes the number of P-positions that a cell sees, minus k.
fn blocking_automaton(scale: Scale) -> Checked {
    let side = scale.bound(50usize, 130, 400);
    let blocks: Vec<u32> = (1..=10).chain([100, 1000]).collect();
    for &k in &blocks {
        let automaton = PalaceTable::new(k, side, side).map_err(text)?;
        let (mut lost, mut row) = (vec![vec![false; side]; side], vec![0u32; side]);
        for x in 0..side {
            let mut column = 0;
            for y in 0..side {
                let diagonal = (1..=x.min(y)).filter(|t| lost[x - t][y - t]).count() as u32;
                let palace = row[y] + column + diagonal;
                agree!(automaton.palace(x, y), Some(palace), "k = {k}, ({x},{y})");
                if palace < k {
                    lost[x][y] = true;
                    row[y] += 1;
                    column += 1;
                }
            }
        }
    }
    Finding::holds(format!("k = 1..10, 100, 1000 by counting, the square of side {side}"))
}

/// C_n - B_n - n for the first pile m = 0, 1, ..., 22, as recorded.
const KAPPA: [i64; 23] =
    [0, 3, 6, 11, 13, 17, 21, 26, 29, 33, 36, 40, 43, 47, 52, 55, 58, 63, 67, 73, 77, 83, 89];

// NEW-3HEAP: in nim-sum Wythoff with first pile m, C_n - B_n = n + kappa_m from some n on.
fn three_heaps(scale: Scale) -> Checked {
    let side = scale.bound(14u64, 24, 40);
    let small = NimSumPlanes::solve(side as u32 - 1, 4 * side as u32).map_err(text)?;
    let mut solved: Vec<Vec<u64>> = Vec::new();
    for a in 0..side as u32 {
        let pairs = small.pairs(a).filter(|pair| u64::from(pair.1) < side);
        solved.extend(pairs.map(|(b, c)| vec![a.into(), b.into(), c.into()]));
    }
    agree!(p_below("nimsum-wythoff", side)?, solved, "P-positions below {side}");
    let (most, bound) = scale.bound((4, 1500), (22, 10_000), (22, 40_000));
    let planes = NimSumPlanes::solve(most, bound).map_err(text)?;
    let mut since = Vec::new();
    for m in 0..=most {
        let offset = planes.offset(m);
        agree!(offset.kappa, KAPPA[m as usize], "kappa for m = {m}");
        ensure!(
            2 * offset.since < offset.pairs,
            "m = {m}: constant only from {} of {}",
            offset.since,
            offset.pairs
        );
        since.push(offset.since);
    }
    Finding::holds(format!("m = 0..{most}, second piles to {bound}; the rules below {side}"))
        .detail(format!("constant from n = {since:?} on"))
}

/// sigma(j) = 0^q i with q = floor((a+j-1)/b), i = ((a+j-1) mod b) + 1.
fn sigma(a: u64, b: u64, j: u64) -> Vec<u64> {
    let c = a + j - 1;
    let mut word = vec![0; (c / b) as usize];
    word.push(c % b + 1);
    word
}

// NEW-NIMAB-WORD: the steps of x_n in NIM(a,b), less b, are s0 sigma(s0) sigma^2(s0)...; its incidence matrix is VIS (10).
fn nim_ab_word(scale: Scale) -> Checked {
    let (most, count) = scale.bound((4u64, 60usize), (7, 250), (10, 800));
    for a in 1..=most {
        for b in 1..=most {
            for misere in [false, true] {
                if misere && a == 1 {
                    continue;
                }
                // x_n = mex_b of the earlier coordinates, y_n = x_n + a n, one more in misère play.
                let mut used = Vec::new();
                let mut x = Vec::new();
                for n in 0..=count as u64 {
                    let next = mex_b(used.iter().copied(), b);
                    used.extend([next, next + a * n + u64::from(misere)]);
                    x.push(next);
                }
                let steps: Vec<u64> = x.windows(2).map(|w| w[1] - w[0] - b).collect();
                let mut block = vec![u64::from(misere)];
                let mut word = block.clone();
                while word.len() < count {
                    block = block.iter().flat_map(|j| sigma(a, b, *j)).collect();
                    word.extend(&block);
                }
                agree!(steps[..], word[..count], "a = {a}, b = {b}, misère {misere}");
                let mut fast = DifferenceWord::new(a, b, misere);
                let prefix = fast.find(Goal::Length, &Natural::from(count)).map_err(text)?;
                agree!(prefix.sum, x[count], "x_{count} for a = {a}, b = {b}, misère {misere}");
            }
            let matrix = incidence_matrix(a, b);
            for j in 0..=b {
                let image = sigma(a, b, j);
                for i in 0..=b {
                    let letters = image.iter().filter(|letter| **letter == i).count();
                    agree!(
                        matrix[i as usize][j as usize],
                        letters as u64,
                        "a = {a}, b = {b}: letter {i} in sigma({j})"
                    );
                }
            }
        }
    }
    Finding::holds(format!("a, b = 1..{most}, {count} steps, normal and misère play"))
}

// NEW-MEXWINDOW: mex pairs with approximately linear differences from O(log n) windows.
fn mex_window(scale: Scale) -> Checked {
    let (count, every) = scale.bound((2000, 97), (60_000, 997), (1_000_000, 9973));
    let far = Natural::from(10u32).pow(40);
    for (theta, mu) in [(1, 1), (1, 2), (2, 3), (3, 2), (5, 4)] {
        let window = MexWindow::theta_mu(theta, mu).map_err(text)?;
        for (n, (a, b)) in (0u64..count).zip(theta_mu(theta, mu)) {
            if n % every == 0 || n < 8 {
                let pair = window.pair(&Natural::from(n)).map_err(text)?;
                agree!(pair, [Natural::from(a), Natural::from(b)], "({theta},{mu}), pair {n}");
            }
        }
        let [a, b] = window.pair(&far).map_err(text)?;
        agree!(
            window.place(&a).map_err(text)?,
            Place::Lower(far.clone()),
            "({theta},{mu}): the place of a(10^40)"
        );
        agree!(&b - &a, window.difference(&far), "({theta},{mu}): b - a at 10^40");
        agree!(
            window.place(&b).map_err(text)?,
            Place::Upper(far.clone()),
            "({theta},{mu}): the place of b(10^40)"
        );
    }
    // (1,1) is Wythoff's game: a closed form at any distance.
    let [a, _] = MexWindow::theta_mu(1, 1).map_err(text)?.pair(&far).map_err(text)?;
    agree!(
        Integer::from(a),
        surd(1, 1, 2, 5)?.floor_mul(&Integer::from(&far)),
        "a(10^40) = floor(10^40 phi)"
    );
    // b_n = a_n + 2 n is 2-Wythoff's upper sequence, floor(n (2 + sqrt 2)).
    let b = far_term("s-wythoff-upper(k=2,m=0)", &far).map_err(text)?.ok_or("no mex sequence")?;
    agree!(
        Integer::from(b),
        surd(2, 1, 1, 2)?.floor_mul(&Integer::from(&far)),
        "b(10^40) of 2-Wythoff by name"
    );
    Finding::holds(format!("5 (theta,mu) sequences, every {every}-th n < {count}, and n = 10^40"))
}

/// The P-positions of k = 4 by the prover, in ostrowski 2; how.
pub(crate) fn blocking_four() -> Result<String, String> {
    let numeration = wythoff_automata::Numeration::ostrowski(&[2]).map_err(text)?;
    proof::settle_rules(&rules("blocking-wythoff(k=4)")?, Some(numeration))
}

// NEW-BLOCK4: up to three options blocked: recognised by 40 states in ostrowski 2.
fn blocking_k4(scale: Scale) -> Checked {
    let side = scale.bound(60usize, 200, 800);
    // The palace numbers by counting against the rules, where the automaton is learnt from.
    let table = PalaceTable::new(4, side, side).map_err(text)?;
    let lost: BTreeSet<(u64, u64)> = pairs_below("blocking-wythoff(k=4)", side as u64)?.into_iter().collect();
    for (x, y) in (0..side).flat_map(|x| (x..side).map(move |y| (x, y))) {
        agree!(lost.contains(&(x as u64, y as u64)), table.is_p(x, y), "({x},{y})");
    }
    Finding::proved(format!("all positions, by an automaton ({}, ostrowski 2), certificate re-checked; piles below {side} by counting", blocking_four()?))
        .command("wyt prove 'blocking-wythoff(k=4)' --numeration 'ostrowski 2'")
}

/// Positions of a square with a value, in both orders.
type Cells = BTreeSet<(u64, u64)>;

/// Whether two sets of cells, each with one cell in every row and column of a corner and none beyond it in those, use
/// the same differences there; then the same recursion continues both in the same way beyond the corner.
fn same_beyond(one: &Cells, other: &Cells, corner: u64) -> bool {
    let inside =
        |set: &Cells| -> Cells { set.iter().copied().filter(|(x, y)| *x < corner && *y < corner).collect() };
    let whole = |set: &Cells| {
        (0..corner).all(|n| {
            set.iter().filter(|(x, _)| *x == n).count() == 1
                && set.iter().any(|(x, y)| *x == n && *y < corner)
        })
    };
    let differences =
        |set: &Cells| -> BTreeSet<i64> { inside(set).iter().map(|(x, y)| *x as i64 - *y as i64).collect() };
    whole(one) && whole(other) && differences(one) == differences(other)
}

// NEW-PASS: with one pass to be used by either player, (x,y) is P beyond a corner iff G(x,y) = 1 in Wythoff's game.
fn pass(scale: Scale) -> Checked {
    let side = scale.bound(60u64, 200, 600);
    let mut game = rules("wythoff")?;
    game.set_pass();
    let both = |p: &Vec<u64>| [(p[0], p[1]), (p[1], p[0])];
    let with_pass: Cells = crate::support::p_of(&game, side)?.iter().flat_map(both).collect();
    let values = crate::support::grundy("wythoff", side)?;
    let ones: Cells = (0..side)
        .flat_map(|x| (0..side).map(move |y| (x, y)))
        .filter(|(x, y)| values[*x as usize][*y as usize] == 1)
        .collect();
    // By the definition too: (x,y) with the pass is P iff no option with the pass is, and (x,y) without is N or the end.
    let zeros: Cells = (0..side)
        .flat_map(|x| (0..side).map(move |y| (x, y)))
        .filter(|(x, y)| values[*x as usize][*y as usize] == 0)
        .collect();
    let few = side.min(40);
    let mut literal = Cells::new();
    for (x, y) in (0..few).flat_map(|x| (0..few).map(move |y| (x, y))) {
        let reaches = literal
            .iter()
            .any(|(u, v)| (*u == x && *v < y) || (*v == y && *u < x) || (*u < x && *v < y && x - u == y - v));
        if !reaches && ((x, y) == (0, 0) || !zeros.contains(&(x, y))) {
            literal.insert((x, y));
        }
    }
    agree!(
        literal,
        with_pass.iter().copied().filter(|(x, y)| *x < few && *y < few).collect::<Cells>(),
        "with the pass, by the definition"
    );
    let differ: Vec<(u64, u64)> =
        with_pass.symmetric_difference(&ones).copied().filter(|(x, y)| x <= y).collect();
    let corner =
        (1..side / 2).find(|c| same_beyond(&with_pass, &ones, *c) && differ.iter().all(|(_, y)| y < c));
    let corner = corner
        .ok_or_else(|| format!("no corner below {} after which the two agree: {differ:?}", side / 2))?;
    ensure!(corner <= 9, "the corner has side {corner}");
    // For all positions: both sets are written by transducers, whose certificates other code checks, and from a column
    // on the two are in the same state with the same letters before them, so that they go on alike.
    let of_kind = |kind| Leapers::of_kind(&[], kind).map_err(text);
    let games =
        [of_kind(Kind { pass: true, ..Kind::default() })?, of_kind(Kind { values: 1, ..Kind::default() })?];
    let mut sizes = BTreeSet::new();
    for game in &games {
        let certificate = certify(game, &Limits::default()).map_err(text)?;
        let checked = wythoff_certificate::transducer::check(&certificate.text()).map_err(text)?;
        sizes.insert((checked.states, checked.windows));
    }
    let mut streams = games.each_ref().map(Columns::new);
    let mut meeting = None;
    while meeting.is_none() && streams[0].x() < side / 2 {
        let [first, second] = &mut streams;
        first.advance();
        second.advance();
        let alike = first.frontier() == second.frontier()
            && first.state() == second.state()
            && (first.x()..first.frontier()).all(|column| first.letter(column) == second.letter(column));
        meeting = alike.then_some(first.x());
    }
    let meeting = meeting.ok_or("the two transducers do not meet")?;
    // The rows of the columns before the meeting lie in the square that was compared.
    ensure!(
        (0..meeting).all(|x| with_pass.iter().any(|p| p.0 == x) && ones.iter().any(|p| p.0 == x)),
        "a column before {meeting} has no position below {side}"
    );
    let (states, windows) = sizes.first().copied().ok_or("no certificate")?;
    ensure!(sizes.len() == 1, "the certificates differ: {sizes:?}");
    Finding::proved(format!(
        "both sets by transducers of {states} states, certificates with {windows} windows re-checked; from column {meeting} on they are in the same state, the columns before it compared below {side}; nothing differs beyond the corner of side {corner}"
    ))
    .detail(format!("the two differ only at {differ:?}"))
    .command("wyt prove wythoff --pass")
}

// NEW-TERMINAL: with all positions x + y <= k as ends, the other P-positions are a_n = mex from k + 1 on, b_n = a_n + k + n.
fn terminals(scale: Scale) -> Checked {
    let side = scale.bound(60u64, 200, 600);
    let mut proofs = Vec::new();
    for k in 1..=scale.bound(4u64, 8, 12) {
        let game = ended(k)?;
        let mut pairs: BTreeSet<(u64, u64)> =
            (0..=k).flat_map(|x| (x..=k).map(move |y| (x, y))).filter(|(x, y)| x + y <= k).collect();
        let (mut used, mut next) = (BTreeSet::new(), k + 1);
        for n in 1.. {
            while used.remove(&next) {
                next += 1;
            }
            let pair = (next, next + k + n);
            next += 1;
            if pair.0 >= side {
                break;
            }
            used.insert(pair.1);
            pairs.insert(pair);
        }
        pairs.retain(|p| p.1 < side);
        let lost: BTreeSet<(u64, u64)> =
            crate::support::p_of(&game, side)?.into_iter().map(|p| (p[0], p[1])).collect();
        agree!(lost, pairs, "k = {k}");
        if k <= scale.bound(2, 4, 6) {
            proofs.push(format!(
                "k = {k}: {}",
                proof::settle_rules(&game, Some(wythoff_automata::Numeration::zeckendorf()))?
            ));
        }
    }
    Finding::holds(format!("k = 1..{}, piles below {side}", scale.bound(4, 8, 12)))
        .detail(format!("P-positions proved for all positions, in zeckendorf: {}", proofs.join("; ")))
        .command("wyt p wythoff --terminal 0,1 --below 20")
}

// NEW-TERMINAL-G1: the positions of Grundy value 1 of that game, and its misère P-positions, against Wythoff's P-positions.
fn terminals_ones(scale: Scale) -> Checked {
    let limits = wythoff_automata::Limits::default();
    let most = scale.bound(4u64, 8, 12);
    let (mut alike, mut unlike) = (Vec::new(), Vec::new());
    for k in 1..=most {
        // Game and value: Grundy value 1 in normal play, P-positions in misère play.
        for (misere, value) in [(false, 1), (true, 0)] {
            let mut game = ended(k)?;
            if misere {
                game.set_misere().map_err(text)?;
            }
            let name = if misere { "misère P" } else { "G = 1" };
            // By the rules first: the last difference in a square.
            let side = scale.bound(60u64, 200, 400);
            let found = if misere {
                crate::support::p_of(&game, side)?.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])]).collect()
            } else {
                of_value_one(&game, side)?
            };
            let wythoff: Cells =
                pairs_below("wythoff", side)?.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
            let far = found.symmetric_difference(&wythoff).map(|(x, y)| *x.max(y)).max().unwrap_or(0);
            let request = wythoff_prove::Request {
                numeration: Some(wythoff_automata::Numeration::zeckendorf()),
                grundy: (!misere).then_some(1),
                ..Default::default()
            };
            let (outcome, _) =
                wythoff_prove::prove(&game, &request, &crate::support::budget()).map_err(text)?;
            let wythoff_prove::Outcome::Proved(proof) = outcome else {
                unlike.push(format!("k = {k}, {name}: not settled"));
                continue;
            };
            let first = Side { rules: &game, proof: &proof, grundy: value };
            let plain = rules("wythoff")?;
            let alone = prove_alike(first, &plain, Default::default(), &crate::support::budget());
            let wythoff_prove::Outcome::Proved(second) = alone.map_err(text)? else {
                return Err(format!("k = {k}: Wythoff's game is not settled in zeckendorf"));
            };
            let second = Side { rules: &plain, proof: &second, grundy: 0 };
            // Beyond the corner of the square, or, where that is none, beyond 10^4.
            let corner = if far < side / 2 { far + 1 } else { 10_000 };
            let same = same(first, second, Some(corner), &limits).map_err(text)?;
            agree!(same.holds, far < side / 2, "k = {k}, {name}: agreement beyond {corner}");
            if same.holds {
                let certificate =
                    same.decided.certificate(&[(&game, &proof), (&plain, second.proof)], &limits);
                let report =
                    wythoff_certificate::theorem::check(&certificate.map_err(text)?).map_err(text)?;
                ensure!(!report.statement.is_empty(), "k = {k}, {name}: the certificate states nothing");
                alike.push((k, corner, name, same.exceptions.len()));
            } else {
                let at = same.exceptions.last().map(|(p, _)| format!("({},{})", p[0], p[1]));
                let at = at.ok_or(format!("k = {k}, {name}: no exception is named"))?;
                unlike.push(format!("k = {k}, {name}: still at {at}"));
            }
        }
    }
    let expected = [(2, 8), (3, 11)].into_iter().filter(|(k, _)| *k <= most);
    let corners: BTreeSet<(u64, u64)> = alike.iter().map(|(k, corner, ..)| (*k, *corner)).collect();
    agree!(corners, expected.collect(), "ends x + y <= k, and the pile from which on the sets agree");
    let told: Vec<String> = alike
        .iter()
        .map(|(k, corner, name, exceptions)| {
            format!("k = {k}, {name}: the same from a pile of {corner} on, {exceptions} exceptions")
        })
        .collect();
    Finding::proved(format!(
        "all positions, by automata in zeckendorf, certificates re-checked: {}; k = 1..{most} tried",
        told.join("; ")
    ))
    .detail(format!("the sets differ beyond every corner up to 10^4: {}", unlike.join("; ")))
    .command("wyt prove wythoff --terminal 0,1 --terminal 0,2 --terminal 1,1 --grundy 1 --same-as wythoff --beyond 8")
}

/// Wythoff's game that ends at all positions with x + y <= k.
fn ended(k: u64) -> Result<wythoff_rules::Rules, String> {
    let mut game = rules("wythoff")?;
    for (x, y) in (0..=k).flat_map(|x| (x..=k).map(move |y| (x, y))).filter(|(x, y)| x + y <= k) {
        game.add_terminal(&[x, y]).map_err(text)?;
    }
    Ok(game)
}

/// The cells of Grundy value 1 in a square.
fn of_value_one(game: &wythoff_rules::Rules, side: u64) -> Result<Cells, String> {
    let table = wythoff_solvers::grundy_table(game, &[side, side], &crate::support::budget());
    let values = table.map_err(text)?.values;
    let cells = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    Ok(cells.filter(|(x, y)| values[(x * side + y) as usize] == 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_as_recorded() {
        crate::support::check_module("NEW", CLAIMS);
    }
}
