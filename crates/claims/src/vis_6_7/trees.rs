//! VIS 7.4: trees whose order of generation shows the Wythoff sequences.

use super::arrays::wythoff;
use super::{lower, upper};
use crate::run::Scale;
use crate::support::p_below;
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use wythoff_numbers::trees::Tree;
use wythoff_numbers::{Integer, Rational};

/// The nodes of a tree generation by generation, duplicates deleted as they occur.
fn literal<T: Clone + Eq + std::hash::Hash>(
    root: T,
    generations: usize,
    children: impl Fn(&T) -> Vec<T>,
) -> Vec<Vec<T>> {
    let mut seen = HashSet::from([root.clone()]);
    let mut all = vec![vec![root]];
    for g in 0..generations.saturating_sub(1) {
        let born: Vec<T> = all[g].iter().flat_map(&children).collect();
        all.push(born.into_iter().filter(|child| seen.insert(child.clone())).collect());
    }
    all
}

fn rational(p: i64, q: i64) -> Rational {
    Rational::from(p) / Rational::from(q)
}

fn integers(nodes: &[Vec<Rational>]) -> Result<Vec<Vec<u64>>, String> {
    let number = |x: &Rational| Integer::try_from(x.clone()).ok().and_then(|n| u64::try_from(&n).ok());
    let row = |row: &Vec<Rational>| row.iter().map(number).collect::<Option<Vec<u64>>>();
    nodes.iter().map(row).collect::<Option<_>>().ok_or_else(|| "a node is not a positive integer".to_string())
}

const GENERATIONS_OF_T1: [&[u64]; 5] =
    [&[1], &[2], &[3, 5], &[4, 7, 8, 13], &[6, 10, 11, 18, 12, 20, 21, 34]];

/// T1 with Wythoff pairs from the mex rule as children.
fn t1_by_mex(generations: usize) -> Vec<Vec<u64>> {
    let pairs = crate::support::wythoff_pairs(1 + (1 << (2 * generations)).min(400_000));
    literal(1u64, generations, |x| pairs.get(*x as usize).map_or(Vec::new(), |(a, b)| vec![*a, *b]))
}

// VIS-7.4-T1: root 1, children floor(x alpha), floor(x alpha^2): every positive integer once.
pub(super) fn t1(scale: Scale) -> Checked {
    let generations = scale.bound(8, 11, 13);
    let tree: Vec<Vec<Rational>> = Tree::T1.generations().take(generations).collect();
    let tree = integers(&tree)?;
    agree!(tree[..5], GENERATIONS_OF_T1, "the generations shown");
    agree!(tree, t1_by_mex(generations), "children from the mex rule");
    let all: Vec<u64> = tree.concat();
    let set: BTreeSet<u64> = all.iter().copied().collect();
    agree!(set.len(), all.len(), "different nodes");
    // The path from n to the root is no longer than the number of Fibonacci numbers up to n.
    let complete = generations as u64;
    ensure!((1..=complete).all(|n| set.contains(&n)), "an integer up to {complete} is missing");
    let missing = (1..).find(|n| !set.contains(n)).unwrap_or(0);
    Finding::clarified(
        "four generations after the root; repetitions (1 is its own child) deleted: no number twice",
        format!("{generations} generations, no number twice, all integers below {missing}"),
    )
}

// VIS-7.4-T1-children: the printed children floor(nx), floor(nx^2) give 3, 5 below 2 for no integer n.
pub(super) fn t1_children(scale: Scale) -> Checked {
    let most = scale.bound(100u64, 1000, 10_000);
    let (x, children) = (2u64, [3u64, 5]);
    let fits = (0..=most).find(|n| [n * x, n * x * x] == children);
    agree!(fits, None, "an integer n with the printed children");
    let nodes = scale.bound(8, 11, 13);
    let shown: Vec<Vec<Rational>> = Tree::T1.generations().take(nodes).collect();
    agree!(integers(&shown)?, t1_by_mex(nodes), "children floor(x alpha), floor(x alpha^2)");
    Finding::scan(
        found(Some(format!("floor(nx), floor(nx^2) at x = 2 are 3, 5 for no n <= {most}")), "")?,
        format!("children floor(x alpha), floor(x alpha^2): {nodes} generations"),
    )
    .shown_by("wyt seq t1 --first 8", ["1, 2, 3, 5, 4, 7, 8, 13"])
}

// VIS-7.4-T1-pairs: every Wythoff pair except (1,2) is a pair of children.
pub(super) fn t1_pairs(scale: Scale) -> Checked {
    let bound = scale.bound(20, 30, 60);
    let generations = scale.bound(12, 14, 17);
    let nodes = integers(&Tree::T1.generations().take(generations).collect::<Vec<_>>())?;
    let neighbours: HashSet<(u64, u64)> =
        nodes.iter().flat_map(|row| row.chunks(2)).filter(|c| c.len() == 2).map(|c| (c[0], c[1])).collect();
    let mut absent = Vec::new();
    for pair in p_below("wythoff", bound)?.iter().skip(1) {
        if !neighbours.contains(&(pair[0], pair[1])) {
            absent.push((pair[0], pair[1]));
        }
    }
    agree!(absent, [(1, 2)], "pairs below {bound} that are no pair of children");
    let pairs: HashSet<(u64, u64)> = lower(4 * bound)?.into_iter().zip(upper(4 * bound)?).collect();
    let small = neighbours.iter().filter(|p| p.1 < bound);
    ensure!(small.clone().all(|p| pairs.contains(p)), "a pair of children is no Wythoff pair");
    Finding::holds(format!("P-positions below {bound} from the rules, {generations} generations"))
}

/// Even entries of a list must stand at L, odd ones at U (places from 1).
fn parities(odd: &[bool]) -> Result<(), String> {
    let at = |wanted: bool| {
        (1u64..).zip(odd).filter(|(_, o)| **o == wanted).map(|(place, _)| place).collect::<Vec<_>>()
    };
    let (evens, odds) = (at(false), at(true));
    agree!(evens, lower(evens.len() as u64)?, "places of the even numbers");
    agree!(odds, upper(odds.len() as u64)?, "places of the odd numbers");
    Ok(())
}

// VIS-7.4-T2: closed under 2x, 4x - 1 from 1; sorted without 1, evens stand at L, odds at U.
pub(super) fn t2(scale: Scale) -> Checked {
    let bound = scale.bound(5000u64, 200_000, 20_000_000);
    let mut member = vec![false; bound as usize + 1];
    member[1] = true;
    for x in 1..=bound {
        if member[x as usize] {
            for child in [2 * x, 4 * x - 1].into_iter().filter(|child| *child <= bound) {
                member[child as usize] = true;
            }
        }
    }
    let sorted: Vec<u64> = (2..=bound).filter(|x| member[*x as usize]).collect();
    parities(&sorted.iter().map(|x| x % 2 == 1).collect::<Vec<_>>())?;
    // Generation g has no number below 2^g.
    let small = bound.min(4096);
    let nodes = integers(&Tree::T2.generations().take(14).collect::<Vec<_>>())?.concat();
    let tree: BTreeSet<u64> = nodes.into_iter().filter(|x| (2..small).contains(x)).collect();
    let below: BTreeSet<u64> = sorted.iter().copied().filter(|x| *x < small).collect();
    agree!(tree, below, "the tree below {small}");
    Finding::holds(format!("all {} members up to {bound}", sorted.len()))
}

// VIS-7.4-T3: 0; 2x, 1 - x: every integer once; evens at L, odds at U.
pub(super) fn t3(scale: Scale) -> Checked {
    let generations = scale.bound(14, 20, 27);
    let nodes = literal(0i64, generations, |x| vec![2 * x, 1 - x]);
    let order: Vec<i64> = nodes.concat();
    agree!(order[..14], [0, 1, 2, 4, -1, 8, -3, -2, 16, -7, -6, -4, 3, 32], "the printed terms");
    parities(&order.iter().map(|x| x.rem_euclid(2) == 1).collect::<Vec<_>>())?;
    let few = order.len().min(5000);
    let tree: Vec<Rational> = Tree::T3.nodes().take(few).collect();
    agree!(tree, order[..few].iter().map(|x| Rational::from(*x)).collect::<Vec<_>>(), "the tree");
    let set: HashSet<i64> = order.iter().copied().collect();
    let missing = (0..).find(|n| !set.contains(n) || !set.contains(&-n)).unwrap_or(0);
    ensure!(missing > generations as i64 / 2, "{missing} or -{missing} is missing");
    Finding::holds(format!(
        "{} nodes in {generations} generations, all integers of size below {missing}",
        order.len()
    ))
}

/// The first generations of T4 as pairs (numerator, denominator).
fn t4_nodes(generations: usize) -> Vec<(u64, u64)> {
    literal((1u64, 1u64), generations, |(p, q)| vec![(p + q, *q), (*q, *p)]).concat()
}

// VIS-7.4-T4: 1; x + 1, 1/x: every positive rational once.
pub(super) fn t4(scale: Scale) -> Checked {
    let generations = scale.bound(15, 20, 26);
    let nodes = t4_nodes(generations);
    let few = nodes.len().min(3000);
    let tree: Vec<Rational> = Tree::T4.nodes().take(few).collect();
    let literal: Vec<Rational> = nodes[..few].iter().map(|(p, q)| rational(*p as i64, *q as i64)).collect();
    agree!(tree, literal, "the tree");
    let set: HashSet<(u64, u64)> = nodes.iter().copied().collect();
    agree!(set.len(), nodes.len(), "different fractions");
    // x = [a0; a1, ..., ak] is reached after a0 + ... + ak + k steps or so: fractions of small height come early.
    let height = generations as u64 / 3;
    for p in 1..=height {
        for q in (1..=height).filter(|q| gcd(p, *q) == 1) {
            ensure!(set.contains(&(p, q)), "{p}/{q} is missing");
        }
    }
    Finding::holds(format!(
        "{} nodes in {generations} generations; all fractions of height <= {height}",
        nodes.len()
    ))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

// VIS-7.4-T4-list: the first fractions of T4.
pub(super) fn t4_list(_: Scale) -> Checked {
    let printed =
        [(1, 1), (2, 1), (3, 1), (1, 2), (4, 1), (1, 3), (5, 1), (1, 4), (3, 2), (1, 3), (2, 1), (6, 1)];
    let right = [
        (1, 1),
        (2, 1),
        (3, 1),
        (1, 2),
        (4, 1),
        (1, 3),
        (3, 2),
        (5, 1),
        (1, 4),
        (4, 3),
        (5, 2),
        (2, 3),
        (6, 1),
    ];
    let nodes = t4_nodes(8);
    agree!(nodes[..13], right, "T4");
    let place = (0..12).find(|i| nodes[*i] != printed[*i]).ok_or("the printed list is right")?;
    let (p, q) = printed[place];
    let (r, s) = nodes[place];
    Finding::corrected(
        found(
            Some(format!(
                "place {} is printed {p}/{q}, it is {r}/{s}; 1/3 and 2/1 are printed twice",
                place + 1
            )),
            "",
        )?,
        "1, 2, 3, 1/2, 4, 1/3, 3/2, 5, 1/4, 4/3, 5/2, 2/3, 6: 13 terms",
    )
    .shown_by(
        "wyt seq t4-numerators --first 13 && wyt seq t4-denominators --first 13",
        ["1, 2, 3, 1, 4, 1, 3, 5, 1, 4, 5, 2, 6", "1, 1, 1, 2, 1, 3, 2, 1, 4, 3, 2, 3, 1"],
    )
}

/// The place of each fraction in T4, from 1.
type Places = HashMap<(u64, u64), u64>;

/// Rows of W by their first entry.
type Rows = BTreeMap<u64, Vec<u64>>;

/// The places (from 1) of m + r/n, m >= 0, against the row of W that starts there; how many were compared.
fn row_of(places: &Places, r: u64, n: u64, w: &Rows) -> Result<usize, String> {
    let found: Vec<u64> = (0..).map_while(|m| places.get(&(m * n + r, n)).copied()).collect();
    let Some(row) = found.first().and_then(|first| w.get(first)) else {
        return Err(format!("{r}/{n} is not at the first place of a row of W"));
    };
    let count = found.len().min(row.len());
    agree!(found[..count], row[..count], "places of {r}/{n} + m");
    Ok(count)
}

fn places_and_rows(scale: Scale) -> Result<(Places, Rows), String> {
    let generations = scale.bound(16, 21, 26);
    let places = t4_nodes(generations).into_iter().zip(1..).collect();
    let rows = wythoff(scale.bound(600, 5000, 30_000), 26)?;
    Ok((places, rows.into_iter().map(|row| (row[0], row)).collect()))
}

// VIS-7.4-T4-rows: the integers stand at row 1 of W, n + 1/2 (n >= 0) at row 2.
pub(super) fn t4_rows(scale: Scale) -> Checked {
    let (places, w) = places_and_rows(scale)?;
    let integers: Vec<u64> = (1..).map_while(|n| places.get(&(n, 1)).copied()).collect();
    agree!(integers[..], w[&1][..integers.len()], "places of the integers");
    agree!(places.get(&(1, 2)), Some(&4), "the place of 1/2");
    let halves = row_of(&places, 1, 2, &w)?;
    Finding::holds(format!("{} integers, {halves} fractions n + 1/2", integers.len()))
}

// VIS-7.4-T4-gen: for 0 < r < n, gcd(n,r) = 1, the places of m + r/n form a row of W.
pub(super) fn t4_general(scale: Scale) -> Checked {
    let (places, w) = places_and_rows(scale)?;
    let most = scale.bound(6, 8, 10);
    let mut rows = 0;
    for n in 2..=most {
        for r in (1..n).filter(|r| gcd(n, *r) == 1) {
            ensure!(row_of(&places, r, n, &w)? >= 2, "only one place of {r}/{n} + m is known");
            rows += 1;
        }
    }
    // As printed: the places of the denominators congruent to 1 mod 2.
    let mut odd: Vec<u64> = places.iter().filter(|((_, q), _)| q % 2 == 1).map(|(_, place)| *place).collect();
    odd.sort_unstable();
    let row = &w[&1];
    let at = (0..row.len()).find(|i| odd.get(*i) != Some(&row[*i])).ok_or("odd denominators form row 1")?;
    Finding::corrected(
        found(
            Some(format!(
                "n = 2, r = 1: odd denominators stand at {:?}..., not at {:?}...",
                &odd[..at + 2],
                &row[..at + 2]
            )),
            "",
        )?,
        format!("the fractions m + r/n: {rows} rows, n <= {most}"),
    )
    .shown_by(
        format!(
            "wyt seq t4-denominators --first {} && wyt seq 'wythoff-row(i=1)' --first {}",
            odd[at],
            at + 1
        ),
        [
            // Odd at the place where row 1 of W has none.
            (1..=odd[at])
                .filter_map(|n| {
                    places.iter().find(|(_, place)| **place == n).map(|((_, q), _)| q.to_string())
                })
                .collect::<Vec<_>>()
                .join(", "),
            row[..=at].iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
        ],
    )
}

// VIS-7.4-T4-le1: fractions <= 1 stand at U(n) - 1, those > 1 at L(n) - 1, n >= 2.
pub(super) fn t4_at_most_1(scale: Scale) -> Checked {
    let nodes = t4_nodes(scale.bound(15, 20, 27));
    let at = |small: bool| {
        (1u64..).zip(&nodes).filter(move |(_, (p, q))| (p <= q) == small).map(|(place, _)| place)
    };
    let (small, large): (Vec<u64>, Vec<u64>) = (at(true).collect(), at(false).collect());
    let expected: Vec<u64> = upper(small.len() as u64)?.iter().map(|u| u - 1).collect();
    agree!(small, expected, "places of fractions <= 1");
    let expected: Vec<u64> = lower(large.len() as u64 + 1)?.iter().skip(1).map(|l| l - 1).collect();
    agree!(large, expected, "places of fractions > 1");
    Finding::holds(format!("the first {} places", nodes.len()))
}

// VIS-7.4-others: (1; x+1, -1/x) reaches all rationals, (1; x+1, ix) all Gaussian integers.
pub(super) fn others(scale: Scale) -> Checked {
    let (generations, height) = scale.bound((20, 2i64), (24, 3), (28, 3));
    let found: HashSet<Rational> = Tree::Rationals.generations().take(generations).flatten().collect();
    let mut literal_count = 0;
    for row in literal((1i64, 1i64), generations, |&(p, q)| {
        let mut children = vec![(p + q, q)];
        if p != 0 {
            children.push((-q * p.signum(), p.abs()));
        }
        children
    }) {
        literal_count += row.len();
        ensure!(
            row.iter().all(|(p, q)| found.contains(&rational(*p, *q))),
            "a fraction is missing in the tree"
        );
    }
    agree!(found.len(), literal_count, "rationals");
    for p in -height..=height {
        for q in (1..=height).filter(|q| gcd(p.unsigned_abs(), q.unsigned_abs()) == 1) {
            ensure!(found.contains(&rational(p, q)), "{p}/{q} is not in {generations} generations");
        }
    }
    // i (a + bi) = -b + ai.
    let depth = scale.bound(14, 18, 22);
    let gaussian: HashSet<(i64, i64)> =
        literal((1i64, 0i64), depth, |&(a, b)| vec![(a + 1, b), (-b, a)]).into_iter().flatten().collect();
    for a in -height..=height {
        for b in -height..=height {
            ensure!(gaussian.contains(&(a, b)), "{a} + {b}i is not in {depth} generations");
        }
    }
    Finding::holds(format!("rationals of height <= {height} in {generations} generations, Gaussian integers of size <= {height} in {depth}"))
        .detail("the rules are not in the survey; these are the ones of the literature")
}
