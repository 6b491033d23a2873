//! VIS 4.3 and 4.4: more than two piles, and bridges between Nim and Wythoff's game.

use super::{Pairs, Play, big, kernel_taking, text};
use crate::proof;
use crate::run::Scale;
use crate::support::{
    floor, go_on, grundy, p_below, pairs_below, phi, rules, special_p_below, wythoff_pairs,
};
use crate::verdict::{Checked, Finding, With, agree, ensure};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_solvers::grundy_table;
use wythoff_theory::Decider;
use wythoff_theory::grundy_rows::GrundyRow;
use wythoff_theory::nim::{CyclicNimhoff, EqualPiles, FraenkelZusman};
use wythoff_theory::nimsum::NimSumPlanes;

// VIS-C-blass: the 1-values of the Grundy function, and its distance from the zeros.
pub(super) fn c_blass(_: Scale) -> Checked {
    Finding::unchecked("says what others studied; no statement is given")
}

// VIS-T-DFP: every row of Wythoff's Grundy function is additively periodic. A repeated state of the finite machine that
// computes a row proves it for the row; the values are compared with those from the rules.
pub(super) fn t_dfp(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((5u64, 120u64), (13, 800), (21, 4000));
    let machine = GrundyRow::up_to(rows - 1, 100_000).map_err(text)?;
    let table =
        grundy_table(&rules("wythoff")?, &[rows, columns], &crate::support::budget()).map_err(text)?;
    for (y, row) in table.values.chunks(columns as usize).enumerate() {
        let (start, period) = (machine[y].preperiod(), machine[y].period());
        for (x, value) in row.iter().enumerate() {
            agree!(machine[y].value(&big(x as u64)), *value, "G({x},{y})");
            if let Some(later) = row.get(x + period)
                && x >= start
            {
                agree!(*later, value + period as u32, "row {y}: G({},{y})", x + period);
            }
        }
    }
    let found: Vec<(usize, usize)> = machine.iter().map(|row| (row.preperiod(), row.period())).collect();
    Finding::holds(format!(
        "rows below {rows} from a repeated state, {columns} columns of each against the rules"
    ))
    .detail(format!("preperiod and period of the rows: {found:?}"))
}

// VIS-G-knl: Nim with k from one and l from the other pile, k != l, one fixed pair or any: P stays {(i,i)}.
pub(super) fn g_knl(scale: Scale) -> Checked {
    let side = scale.bound(20, 40, 150);
    let equal: Pairs = (0..side).map(|i| (i, i)).collect();
    for k in 1..=6u64 {
        for l in k + 1..=7 {
            agree!(pairs_below(&format!("nim-plus(k={k},l={l})"), side)?, equal, "({k},{l})");
            ensure!(!EqualPiles.is_p(&[big(k), big(l)]).map_err(text)?, "({k},{l}) can be taken whole");
        }
    }
    agree!(pairs_below("unequal", side)?, equal, "any k != l");
    let any = proof::prove("unequal", &proof::nim_sum_zero(2)?)?;
    let one = proof::prove("nim-plus(k=4,l=7)", &proof::nim_sum_zero(2)?)?;
    Finding::holds(format!("1 <= k < l <= 7 and all unequal pairs, piles below {side}"))
        .detail(format!("proved for all positions: any k != l ({any}), and (4,7) ({one})"))
}

// VIS-C-knl-g: the other Grundy values may change. Taking k and l keeps the nim-sum only if k and l have the same power
// of 2 as a factor; so the pair (4,7) of the text changes nothing, but other pairs do.
pub(super) fn c_knl_g(scale: Scale) -> Checked {
    let side = scale.bound(12, 24, 60);
    let first_change = |spec: &str| -> Result<Option<String>, String> {
        let table = grundy(spec, side)?;
        let mut places = (0..side as usize).flat_map(|x| (x..side as usize).map(move |y| (x, y)));
        let changed = places.find(|&(x, y)| table[x][y] as usize != x ^ y);
        Ok(changed.map(|(x, y)| format!("{spec}: G({x},{y}) = {}, not {}", table[x][y], x ^ y)))
    };
    let mut fixed = None;
    for k in 1..=6u64 {
        for l in k + 1..=7 {
            let changed = first_change(&format!("nim-plus(k={k},l={l})"))?;
            if k.trailing_zeros() != l.trailing_zeros() {
                agree!(changed, None, "({k},{l})");
            }
            fixed = fixed.or(changed);
        }
    }
    let fixed = fixed.ok_or("no fixed pair changes a Grundy value")?;
    let any = first_change("unequal")?.ok_or("all unequal pairs together change no Grundy value")?;
    Finding::holds(format!("1 <= k < l <= 7 and all unequal pairs, piles below {side}"))
        .detail(format!("{fixed}; {any}; the pair (4,7) changes none"))
}

/// P-positions a <= b <= c < side of a game on three piles in which a move takes a positive multiple of a vector.
fn three_piles(side: u64, vectors: &[[u64; 3]]) -> BTreeSet<[u64; 3]> {
    let mut lost = BTreeSet::new();
    for a in 0..side {
        for b in a..side {
            for c in b..side {
                let wins = vectors.iter().any(|v| {
                    (1..=c).any(|i| {
                        let target =
                            [a.checked_sub(v[0] * i), b.checked_sub(v[1] * i), c.checked_sub(v[2] * i)];
                        let [Some(a), Some(b), Some(c)] = target else { return false };
                        let mut target = [a, b, c];
                        target.sort_unstable();
                        lost.contains(&target)
                    })
                });
                if !wins {
                    lost.insert([a, b, c]);
                }
            }
        }
    }
    lost
}

// VIS-C-nogen: taking equal numbers from couples, triples or all piles does not keep B_n = A_n + n in two piles.
pub(super) fn c_nogen(scale: Scale) -> Checked {
    let side = scale.bound(24, 44, 90);
    let nim = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let couples = [[1, 1, 0], [1, 0, 1], [0, 1, 1]];
    let variants: [(&str, Vec<[u64; 3]>); 3] = [
        ("couples", [nim, couples].concat()),
        ("all three", [&nim[..], &[[1, 1, 1]]].concat()),
        ("couples and all three", [&nim[..], &couples, &[[1, 1, 1]]].concat()),
    ];
    for (name, vectors) in variants {
        let lost = three_piles(side, &vectors);
        for plane in 1..=4 {
            let differences: Vec<u64> = lost.iter().filter(|p| p[0] == plane).map(|p| p[2] - p[1]).collect();
            let tail = &differences[differences.len() / 2..];
            ensure!(tail.len() >= 3, "{name}: too few positions with a pile of {plane}");
            // With B_n = A_n + n, numbered from any start, the differences would be consecutive.
            ensure!(
                tail.windows(2).any(|w| w[1] != w[0] + 1),
                "{name}, a pile of {plane}: differences {tail:?}"
            );
        }
    }
    Finding::holds(format!(
        "three such games on three piles, the planes of a pile of 1..4, piles below {side}"
    ))
}

// VIS-C-redherring: the (k,k) are the P-positions of Nim on two piles; adjoined as moves they make Wythoff's game, and
// no (k,k), k > 0, stays P.
pub(super) fn c_redherring(scale: Scale) -> Checked {
    let side = scale.bound(24, 60, 200);
    agree!(pairs_below("nim(piles=2)", side)?, (0..side).map(|i| (i, i)).collect::<Pairs>(), "Nim");
    let adjoined = special_p_below("with-own-p(of=\"nim(piles=2)\")", side)?;
    agree!(adjoined, p_below("wythoff", side)?, "Nim with its P-positions as moves");
    ensure!(adjoined.iter().all(|p| p[0] != p[1] || p[0] == 0), "some (k,k) stays P");
    Finding::holds(format!("piles below {side}"))
}

/// For fixed piles i and j up to `most` the c for which (i,j,b,c) is P in nim-sum Wythoff on four piles, b up to `bound`:
/// each P-position with smaller i, j, b rules out the c from which it is reached, and the least other c is P.
struct Planes {
    most: u64,
    /// `partner[i][j][b]`.
    partner: Vec<Vec<Vec<u64>>>,
}

impl Planes {
    fn solve(first: u64, most: u64, bound: u64) -> Result<Planes, String> {
        let mut partner: Vec<Vec<Vec<u64>>> = Vec::new();
        for i in 0..=first {
            partner.push(Vec::new());
            for j in 0..=most {
                if let Some(known) =
                    partner.get(j as usize).filter(|_| j < i).and_then(|row| row.get(i as usize))
                {
                    let known = known.clone();
                    partner[i as usize].push(known);
                    continue;
                }
                partner[i as usize].push(Vec::new());
                for b in 0..=bound {
                    go_on(1 << 10)?;
                    let mut out = vec![false; 4 * (b + i + j) as usize + 64];
                    let mut mark = |c: u64| {
                        if let Some(place) = out.get_mut(c as usize) {
                            *place = true;
                        }
                    };
                    for r in 0..=i {
                        for s in 0..=j {
                            let plane = &partner[(i - r) as usize][(j - s) as usize];
                            for t in u64::from(r + s == 0)..=b {
                                let c = plane[(b - t) as usize];
                                mark(c + (r ^ s ^ t));
                                if [r, s, t].iter().filter(|taken| **taken > 0).count() == 1 {
                                    mark(c);
                                }
                            }
                        }
                    }
                    let c = out.iter().position(|ruled_out| !ruled_out).unwrap_or(out.len()) as u64;
                    partner[i as usize][j as usize].push(c);
                }
            }
        }
        Ok(Planes { most, partner })
    }

    /// The pairs (B_n, C_n), j <= B_n <= C_n, in the plane of i <= j.
    fn pairs(&self, i: u64, j: u64) -> Pairs {
        let plane = self.partner[i as usize][j as usize].iter().enumerate();
        plane.map(|(b, c)| (b as u64, *c)).filter(|(b, c)| j <= *b && b <= c).collect()
    }

    /// The numbers below the last B_n in no pair: the set T of Conjecture 4.
    fn left_out(&self, i: u64, j: u64) -> BTreeSet<u64> {
        let pairs = self.pairs(i, j);
        let seen: BTreeSet<u64> = pairs.iter().flat_map(|p| [p.0, p.1]).collect();
        (0..pairs.last().map_or(0, |p| p.0)).filter(|n| !seen.contains(n)).collect()
    }
}

/// The index from which C_n - B_n - n is constant, the constant, and the number of pairs.
fn difference_law(pairs: &Pairs) -> (usize, i64, usize) {
    let shift = |n: usize| pairs[n].1 as i64 - pairs[n].0 as i64 - n as i64;
    let last = shift(pairs.len() - 1);
    let from = (0..pairs.len()).rev().take_while(|n| shift(*n) == last).last().unwrap_or(0);
    (from, last, pairs.len())
}

/// Whether B_n is the mex of the earlier pairs and T for every n.
fn mex_law(pairs: &Pairs, left_out: &BTreeSet<u64>) -> bool {
    let mut used = left_out.clone();
    let mut next = 0;
    pairs.iter().all(|&(b, c)| {
        while used.contains(&next) {
            next += 1;
        }
        used.extend([b, c]);
        next == b
    })
}

/// The least and the greatest B - floor(n phi) with n = C - B, over the tail of a plane.
fn deviation(tail: &[(u64, u64)]) -> Result<(i64, i64), String> {
    let phi = phi()?;
    let mut range = (i64::MAX, i64::MIN);
    for (b, c) in tail {
        let value = *b as i64 - floor(&phi, c - b)? as i64;
        range = (range.0.min(value), range.1.max(value));
    }
    Ok(range)
}

// VIS-G-npile: one pile, or a vector of nim-sum 0.
pub(super) fn g_npile(scale: Scale) -> Checked {
    let (three, four) = scale.bound((14u64, 7u64), (26, 10), (60, 16));
    let planes = Planes::solve(0, three, three)?;
    let sums = NimSumPlanes::solve(three as u32, three as u32).map_err(text)?;
    let mut triples = Vec::new();
    for a in 0..three {
        for (b, c) in planes.pairs(0, a).into_iter().filter(|p| p.1 < three) {
            agree!(sums.partner(a as u32, b as u32), Some(c as u32), "({a},{b})");
            triples.push(vec![a, b, c]);
        }
    }
    agree!(p_below("nimsum-wythoff(piles=3)", three)?, triples, "three piles");
    let planes = Planes::solve(four, four, four)?;
    let mut fours = Vec::new();
    for i in 0..four {
        for j in i..four {
            let pairs = planes.pairs(i, j).into_iter().filter(|p| p.1 < four);
            fours.extend(pairs.map(|(b, c)| vec![i, j, b, c]));
        }
    }
    agree!(p_below("nimsum-wythoff(piles=4)", four)?, fours, "four piles");
    Finding::holds(format!("three piles below {three}, four piles below {four}"))
}

// VIS-C-npile-2: on two piles it is Wythoff's game.
pub(super) fn c_npile_2(scale: Scale) -> Checked {
    let side = scale.bound(16, 30, 80);
    agree!(grundy("nimsum-wythoff(piles=2)", side)?, grundy("wythoff", side)?, "Grundy values");
    Finding::holds(format!("Grundy values below {side}"))
}

/// Both conjectures on the planes of fixed piles; what was found, in words.
fn conjectures(planes: &Planes, fixed: &[(u64, u64)]) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for &(i, j) in fixed.iter().filter(|(_, j)| *j <= planes.most) {
        let pairs = planes.pairs(i, j);
        let left_out = planes.left_out(i, j);
        ensure!(mex_law(&pairs, &left_out), "({i},{j}): some B_n is not the mex of the earlier pairs and T");
        let (from, shift, count) = difference_law(&pairs);
        ensure!(2 * from < count, "({i},{j}): C_n - B_n - n is constant only from n = {from} of {count}");
        let (low, high) = deviation(&pairs[from.max(count / 2)..])?;
        ensure!(high - low <= 2, "({i},{j}): B - floor(n phi) takes values from {low} to {high}");
        let fixed = if i == 0 { format!("{j}") } else { format!("{i},{j}") };
        found.push(format!(
            "{fixed}: m = {from}, |T| = {}, c = {shift}, a = {}",
            left_out.len(),
            (low + high).div_euclid(2)
        ));
    }
    Ok(found)
}

// VIS-CJ4: for fixed piles, from some n on, A_n^{N-1} is a mex with a finite set T, and A_n^N = A_n^{N-1} + n.
pub(super) fn cj4(scale: Scale) -> Checked {
    let (most, bound) = scale.bound((3u64, 500u64), (10, 2600), (12, 12_000));
    let planes = Planes::solve(0, most, bound)?;
    let fixed: Vec<(u64, u64)> = (1..=most).map(|j| (0, j)).collect();
    let found = conjectures(&planes, &fixed)?;
    let (from, shift, count) = difference_law(&planes.pairs(0, 1));
    ensure!(shift != 0, "the printed numbering is right for a pile of 1");
    Finding::open(
        format!("N = 3, A^1 = 1..{most}, second pile up to {bound}"),
        format!(
            "holds from n = m on with A_n^N = A_n^(N-1) + n + c; with the printed numbering c would be 0, but for A^1 = 1 it is {shift} from n = {from} to {count}. {}",
            found.join("; ")
        ),
    )
    .command("wyt p nimsum-wythoff --below 60")
}

// VIS-CJ4-N4: the same on four piles.
pub(super) fn cj4_n4(scale: Scale) -> Checked {
    let (most, bound) = scale.bound((2u64, 400u64), (4, 900), (6, 3000));
    let planes = Planes::solve(most, most, bound)?;
    let fixed: Vec<(u64, u64)> = (1..=most).flat_map(|i| (i..=most).map(move |j| (i, j))).collect();
    let found = conjectures(&planes, &fixed)?;
    Finding::open(
        format!("N = 4, 1 <= A^1 <= A^2 <= {most}, third pile up to {bound}"),
        format!("the same law: {}", found.join("; ")),
    )
}

// VIS-CJ5: A_n^{N-1} = floor(n phi) + a + e_n with e_n in {-1,0,1}, and A_n^N = A_n^{N-1} + n.
pub(super) fn cj5(scale: Scale) -> Checked {
    let (most, bound) = scale.bound((3u64, 500u64), (9, 2600), (10, 12_000));
    let planes = Planes::solve(0, most, bound)?;
    let mut ranges = Vec::new();
    for j in 1..=most {
        let pairs = planes.pairs(0, j);
        let (from, shift, count) = difference_law(&pairs);
        ensure!(shift != 0 && 2 * from < count, "A^1 = {j}: constant {shift} from n = {from} of {count}");
        let (low, high) = deviation(&pairs[from.max(count / 2)..])?;
        ensure!(high - low <= 2, "A^1 = {j}: from {low} to {high}");
        ranges.push(format!("{j}: {low}..{high}"));
    }
    Finding::open(
        format!("N = 3, A^1 = 1..{most}, second pile up to {bound}"),
        format!(
            "holds with n = A^N - A^(N-1), not with the printed numbering; a + e_n: {}",
            ranges.join(", ")
        ),
    )
}

// VIS-T-SZ: both conjectures hold for N = 3, 1 <= A^1 <= 10 (numbered by the difference).
pub(super) fn t_sz(scale: Scale) -> Checked {
    let bound = scale.bound(2000, 2600, 12_000);
    let most = scale.bound(7, 10, 10);
    let fixed: Vec<(u64, u64)> = (1..=most).map(|j| (0, j)).collect();
    let found = conjectures(&Planes::solve(0, most, bound)?, &fixed)?;
    Finding::holds(format!("A^1 = 1..{most}, second pile up to {bound}, with n = A^N - A^(N-1)"))
        .detail(found.join("; "))
}

// VIS-T-4implies5: a sequence as in Conjecture 4, whatever T, is one as in Conjecture 5.
pub(super) fn t_4implies5(scale: Scale) -> Checked {
    let (trials, terms) = scale.bound((40u64, 1500u64), (300, 4000), (2000, 20_000));
    let mut random = scale.random(45);
    for trial in 0..trials {
        let mut used: BTreeSet<u64> = (0..random.below(9)).map(|_| random.below(30)).collect();
        let left_out = used.clone();
        let first = random.below(11);
        let mut next = 0;
        let mut pairs = Vec::new();
        for n in first..terms {
            while used.remove(&next) {
                next += 1;
            }
            pairs.push((next, next + n));
            used.insert(next + n);
            next += u64::from(n > 0);
        }
        let (low, high) = deviation(&pairs[pairs.len() / 2..])?;
        ensure!(high - low <= 2, "trial {trial}, T = {left_out:?}, n from {first}: from {low} to {high}");
    }
    Finding::holds(format!(
        "{trials} random finite T and first indices, n < {terms}; planes of the game: VIS-CJ5"
    ))
}

// VIS-G-FZ: k >= 3 heaps, take from up to k-1 of them or equally from all: P iff the least is n(n+1)/2 and the excesses
// over it sum to n.
pub(super) fn g_fz(scale: Scale) -> Checked {
    for (piles, side) in [(3usize, scale.bound(14u64, 30, 60)), (4, scale.bound(7, 12, 20))] {
        let from_rules: BTreeSet<Vec<u64>> =
            p_below(&format!("fraenkel-zusman(piles={piles})"), side)?.into_iter().collect();
        let mut count = 0;
        let decider = FraenkelZusman::new(piles).map_err(text)?;
        let mut position = vec![0; piles];
        loop {
            if position.windows(2).all(|w| w[0] <= w[1]) {
                let excess: u64 = position.iter().map(|x| x - position[0]).sum();
                let is_p = excess * (excess + 1) / 2 == position[0];
                agree!(from_rules.contains(&position), is_p, "{position:?}");
                let natural: Vec<_> = position.iter().map(|x| big(*x)).collect();
                agree!(decider.is_p(&natural).map_err(text)?, is_p, "{position:?}");
                count += usize::from(is_p);
            }
            if !wythoff_numbers::tuples::next_below(&mut position, &vec![side; piles]) {
                break;
            }
        }
        agree!(from_rules.len(), count, "{piles} piles");
    }
    Finding::holds(format!(
        "3 piles below {}, 4 piles below {}",
        scale.bound(14, 30, 60),
        scale.bound(7, 12, 20)
    ))
}

// VIS-G-FO: Wythoff's game with its own P-positions as moves; no result is stated.
pub(super) fn g_fo(scale: Scale) -> Checked {
    let side = scale.bound(24, 50, 100);
    let own: BTreeSet<(u64, u64)> = wythoff_pairs(side as usize).into_iter().collect();
    let literal = kernel_taking(side, Play::Normal, |k, l| {
        k == 0 || l == 0 || k == l || own.contains(&(k.min(l), k.max(l)))
    });
    let special: Pairs =
        special_p_below("with-own-p(of=\"wythoff\")", side)?.into_iter().map(|p| (p[0], p[1])).collect();
    agree!(special, literal, "Wythoff with its own P-positions");
    Finding::holds(format!("the game against its definition, piles below {side}"))
        .detail(format!("P-positions {:?}", &literal[..literal.len().min(8)]))
}

// VIS-G-nimhoff: cyclic Nimhoff: Nim moves, or any vector with sum below h.
pub(super) fn g_nimhoff(scale: Scale) -> Checked {
    let side = scale.bound(12, 20, 40);
    for h in 1..=7u64 {
        let table = grundy(&format!("cyclic-nimhoff(h={h},piles=2)"), side)?;
        let mut literal: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        for x in 0..side {
            for y in 0..side {
                let options = (0..=x).flat_map(|a| (0..=y).map(move |b| (a, b))).filter(|&(a, b)| {
                    let (k, l) = (x - a, y - b);
                    k + l > 0 && (k == 0 || l == 0 || k + l < h)
                });
                let values: BTreeSet<u64> = options.map(|p| literal[&p]).collect();
                let value = crate::support::mex(&values);
                agree!(u64::from(table[x as usize][y as usize]), value, "h = {h}, ({x},{y})");
                literal.insert((x, y), value);
            }
        }
    }
    Finding::holds(format!("Grundy values on two piles below {side}, h = 1..7"))
}

// VIS-T-nimhoff-cyc: G = h (nim-sum of floor(x_i/h)) + (sum of x_i mod h).
pub(super) fn t_nimhoff_cyc(scale: Scale) -> Checked {
    for (piles, side) in [(2usize, scale.bound(14u64, 28, 80)), (3, scale.bound(6, 10, 20))] {
        for h in 1..=7u64 {
            let rules = rules(&format!("cyclic-nimhoff(h={h},piles={piles})"))?;
            let table = grundy_table(&rules, &vec![side; piles], &crate::support::budget()).map_err(text)?;
            let theory = CyclicNimhoff::new(h, piles).map_err(text)?;
            for (index, value) in table.values.iter().enumerate() {
                let position: Vec<u64> =
                    (0..piles as u32).map(|i| index as u64 / side.pow(i) % side).collect();
                let high = position.iter().fold(0, |sum, x| sum ^ (x / h));
                let low = position.iter().sum::<u64>() % h;
                agree!(u64::from(*value), h * high + low, "h = {h}, {position:?}");
                let natural: Vec<_> = position.iter().map(|x| big(*x)).collect();
                agree!(theory.grundy(&natural).map_err(text)?, *value, "h = {h}, {position:?}");
            }
        }
    }
    Finding::holds(format!(
        "h = 1..7, 2 piles below {}, 3 piles below {}",
        scale.bound(14, 28, 80),
        scale.bound(6, 10, 20)
    ))
}

// VIS-G-bridge2: diagonal moves only for k in K: when all (a_j, a_j + j) are P. Found: if one k is missing, some are not.
pub(super) fn g_bridge2(scale: Scale) -> Checked {
    let (side, most) = scale.bound((40u64, 6u64), (80, 12), (200, 30));
    let wyt_k = |set: Vec<u64>| {
        let list: Vec<String> = set.iter().map(u64::to_string).collect();
        pairs_below(&format!("wyt-k(K=\"{}\")", list.join(",")), side)
    };
    let wythoff = pairs_below("wythoff", side)?;
    agree!(wyt_k((1..side).collect())?, wythoff, "every k");
    for missing in 1..=most {
        let found = wyt_k((1..side).filter(|k| *k != missing).collect())?;
        ensure!(found != wythoff, "all pairs below {side} are P without k = {missing}");
    }
    let mut random = scale.random(25);
    let trials = scale.bound(5, 30, 200);
    for _ in 0..trials {
        let hole = 1 + random.below(most);
        let set: Vec<u64> = (1..side).filter(|k| *k != hole && random.below(4) > 0).collect();
        let lost: BTreeSet<(u64, u64)> = wyt_k(set.clone())?.into_iter().collect();
        ensure!(
            wythoff.iter().any(|pair| !lost.contains(pair)),
            "all pairs below {side} are P for K = {set:?}"
        );
    }
    Finding::holds(format!(
        "K = all k but one of 1..{most}, and {trials} random K without one of them, piles below {side}"
    ))
    .detail("the condition on K is not printed; every k that was tried is needed")
}
