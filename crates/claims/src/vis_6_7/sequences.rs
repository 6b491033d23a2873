//! VIS 7.3: the lower and upper Wythoff sequences by many routes.

use super::arrays::{fibonacci, wythoff};
use super::{integer, lower, natural, text, upper};
use crate::proof;
use crate::run::Scale;
use crate::support::{floor, p_below, phi, surd, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use std::collections::{BTreeSet, HashSet};
use wythoff_numbers::constructions::{
    Equation, Ranked, ThreeWay, infinite_mancala, joint_ranking, mancala, wythoff_by_steps,
};
use wythoff_numbers::mex::MexPairs;
use wythoff_numbers::numeration::{Digits, LazyFibonacci, Positional, zeckendorf};
use wythoff_numbers::trees::Tree;
use wythoff_numbers::words::Morphism;
use wythoff_numbers::{Rational, Real};

// VIS-7.1-table8: n, L(n), U(n) for n = 1..12.
pub(super) fn table_8(_: Scale) -> Checked {
    agree!(lower(12)?, [1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19], "L");
    agree!(upper(12)?, [2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31], "U");
    Finding::holds("12 columns")
}

// VIS-7.3-LU: L(n) = floor(n phi), U(n) = floor(n phi^2); their pairs are the P-positions of Wythoff's game.
pub(super) fn lower_upper(scale: Scale) -> Checked {
    let bound = scale.bound(200, 2000, 20_000);
    let (phi, square) = (phi()?, surd(3, 1, 2, 5)?);
    for (n, pair) in (0..).zip(p_below("wythoff", bound)?) {
        agree!([floor(&phi, n)?, floor(&square, n)?], pair[..], "pair {n}");
    }
    Finding::holds(format!("P-positions below {bound} from the rules"))
}

// VIS-7.3-columns: the odd columns of W hold L, the even ones U.
pub(super) fn columns(scale: Scale) -> Checked {
    let count = scale.bound(200, 3000, 50_000);
    let (l, u) = (lower(count)?, upper(count)?);
    let (mut odd, mut even) = (BTreeSet::new(), BTreeSet::new());
    for row in wythoff(count as usize, 26)? {
        odd.extend(row.iter().step_by(2).copied());
        even.extend(row.iter().skip(1).step_by(2).copied());
    }
    agree!(odd.into_iter().take(l.len()).collect::<Vec<_>>(), l, "odd columns");
    agree!(even.into_iter().take(u.len()).collect::<Vec<_>>(), u, "even columns");
    Finding::holds(format!("L(n), U(n) for n <= {count}"))
}

// VIS-7.3-mex: L(n) = least positive integer not used, U(n) = n + L(n).
pub(super) fn by_mex(scale: Scale) -> Checked {
    let count = scale.bound(1000, 20_000, 500_000);
    let formula: Vec<(u64, u64)> = lower(count)?.into_iter().zip(upper(count)?).collect();
    agree!(wythoff_pairs(count as usize + 1)[1..], formula[..], "pairs");
    Finding::holds(format!("n <= {count}"))
}

// VIS-7.3-mancala: Schroeder's game takes L(n) steps, if at least one step is required.
pub(super) fn schroeder(scale: Scale) -> Checked {
    let most = scale.bound(30, 120, 600);
    for (n, l) in (1..).zip(lower(most)?) {
        let (steps, row) = mancala(n);
        agree!(steps, l, "steps for n = {n}");
        agree!(row, (1..=u64::from(n)).rev().collect::<Vec<_>>(), "last row for n = {n}");
    }
    // The stop test as printed: n stacks, no two alike. Already the start 1, 2, ..., n passes it.
    let passes = |n: u64| (1..=n).collect::<HashSet<u64>>().len() as u64 == n;
    let first = (1..=most).find(|n| passes(*n)).ok_or("no start passes the stop test")?;
    Finding::clarified(
        "at least one step: L(n) steps, the last row n, n-1, ..., 1; by the test alone the start is the end",
        format!("with at least one step: n <= {most}, last row n, n-1, ..., 1"),
    )
    .fails_at(found(
        Some(format!(
            "n = {first}: the start passes the stop test, so there would be 0 steps, not L({first})"
        )),
        "",
    )?)
}

// VIS-7.3-knott: pot n holds floor(n phi) pebbles when it is emptied.
pub(super) fn knott(scale: Scale) -> Checked {
    let (few, many) = scale.bound((150, 1000), (800, 20_000), (3000, 500_000));
    let l = lower(many)?;
    let mut pots: Vec<u64> = (0..=3 * few).collect();
    for n in 1..=few as usize {
        let pebbles = pots[n];
        agree!(pebbles, l[n - 1], "pot {n}");
        pots[n + 1..=n + pebbles as usize].iter_mut().for_each(|pot| *pot += 1);
    }
    agree!(infinite_mancala().take(many as usize).collect::<Vec<_>>(), l, "the linear game");
    Finding::holds(format!("pots 1..{few} pebble by pebble, 1..{many} in linear time"))
}

// VIS-7.3-plus2: a(n+1) = a(n) + 2 if n is already a term, else + 1.
pub(super) fn by_steps(scale: Scale) -> Checked {
    let count = scale.bound(1000, 20_000, 500_000);
    let l = lower(count)?;
    let pairs: Vec<(u64, u64)> = l.iter().copied().zip(upper(count)?).collect();
    agree!(wythoff_by_steps().take(count as usize).collect::<Vec<_>>(), pairs, "with the test on n");
    // As printed: a(n) is determined whenever a(n+1) is asked for, so 2 is added every time.
    let literal: Vec<u64> = std::iter::successors(Some(1), |a| Some(a + 2)).take(10).collect();
    let n = (0..10).find(|n| literal[*n] != l[*n]).ok_or("the printed rule gives L")?;
    Finding::corrected(
        found(
            Some(format!("a({}) = {} by the printed test, L({}) = {}", n + 1, literal[n], n + 1, l[n])),
            "",
        )?,
        format!("with the test \"n is already a term\": n <= {count}, and U with +3, +2"),
    )
    .shown_by(
        format!("wyt seq lower-wythoff --first {}", n + 1),
        [l[..=n].iter().map(u64::to_string).collect::<Vec<_>>().join(", ")],
    )
}

// VIS-7.3-sWythoff: a(n) = least unused, b(n) = a(n) + s(n); s(n) = kn gives Beatty pairs, A184117 (s = 2n + 1) none.
pub(super) fn s_wythoff(scale: Scale) -> Checked {
    let count = scale.bound(300, 5000, 100_000);
    for k in 1..=5u64 {
        let alpha = surd(2 - k as i64, 1, 2, k * k + 4)?;
        for (n, (a, b)) in (1..=count).zip(MexPairs::from_one(|n| k * n)) {
            agree!((a, b), (floor(&alpha, n)?, floor(&alpha, n)? + k * n), "k = {k}, pair {n}");
        }
    }
    // a(n) = floor(n r) needs a(n)/n <= r < (a(n)+1)/n for all n.
    let terms: Vec<(u64, u64)> = (1..).zip(MexPairs::from_one(|n| 2 * n + 1).map(|p| p.0)).take(60).collect();
    let clash = terms.iter().find_map(|&(n, a)| {
        // a(m)/m >= (a(n)+1)/n leaves no room for r.
        terms.iter().take(n as usize).find_map(|&(m, c)| {
            let above = c * n >= (a + 1) * m;
            let below = a * m >= (c + 1) * n;
            (above || below).then_some(((m, c), (n, a)))
        })
    });
    let Some(((m, c), (n, a))) = clash else {
        return Err("s = 2n + 1 may give a Beatty sequence".to_string());
    };
    Finding::clarified(
        "b(n) = a(n) + kn: Beatty pairs; the s(n) = 2n + 1 of A184117: not homogeneous",
        format!("s(n) = kn, k = 1..5: Beatty pairs for n <= {count}"),
    )
    .fails_at(found(
        Some(format!("s(n) = 2n + 1 (A184117): a({m}) = {c} and a({n}) = {a} are not floor(n r) for one r")),
        "",
    )?)
}

/// The places (from 1) of 1/r, 2/r, ... and of 1/s, 2/s, ... in the joint ranking.
fn places(r: &Real, length: usize) -> Result<(Vec<u64>, Vec<u64>), String> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (place, ranked) in (1..).zip(joint_ranking(r, length).map_err(text)?) {
        match ranked {
            Ranked::First(_) => first.push(place),
            Ranked::Second(_) => second.push(place),
        }
    }
    Ok((first, second))
}

// VIS-7.3-rank: among all j/phi, k/phi^2 the place of n/phi is floor(n phi^2), that of n/phi^2 is floor(n phi).
pub(super) fn ranking(scale: Scale) -> Checked {
    let length = scale.bound(300, 3000, 30_000);
    let golden = Real::parse("(1+sqrt(5))/2").map_err(text)?;
    let (first, second) = places(&golden, length)?;
    agree!(first, upper(first.len() as u64)?, "places of n/phi");
    agree!(second, lower(second.len() as u64)?, "places of n/phi^2");
    Finding::holds(format!("the first {length} places"))
}

// VIS-7.3-rank-list: the first 15 of the ranking; place 15 is 6/alpha.
pub(super) fn ranking_list(_: Scale) -> Checked {
    use Ranked::{First, Second};
    let printed = [
        Second(1),
        First(1),
        Second(2),
        Second(3),
        First(2),
        Second(4),
        First(3),
        Second(5),
        Second(6),
        First(4),
        Second(7),
        Second(8),
        First(5),
        Second(9),
        First(5),
    ];
    let golden = Real::parse("(1+sqrt(5))/2").map_err(text)?;
    let list = joint_ranking(&golden, 15).map_err(text)?;
    let wrong: Vec<usize> = (0..15).filter(|i| list[*i] != printed[*i]).map(|i| i + 1).collect();
    agree!(wrong, [15], "places that differ");
    agree!(list[14], First(6), "place 15");
    let twice = (0..15).find_map(|i| (0..i).find(|j| printed[*j] == printed[i]).map(|j| (j + 1, i + 1)));
    Finding::corrected(
        found(
            twice.map(|(i, j)| format!("place {j} repeats place {i}: 5/alpha")),
            "no place repeats another",
        )?,
        "places 1..14 as printed, place 15 is 6/alpha",
    )
    .shown_by("wyt seq 'ranking(of=1)' --first 6", ["10, 13, 15"])
}

// VIS-7.3-rank-general: for irrational r > 1 and 1/r + 1/s = 1, n/r has place floor(ns), n/s has place floor(nr).
pub(super) fn ranking_in_general(scale: Scale) -> Checked {
    let length = scale.bound(120, 800, 5000);
    let numbers = ["sqrt(2)", "sqrt(3)", "(1+sqrt(13))/2", "pi/2", "e", "1+1/pi"];
    for name in numbers {
        let r = Real::parse(name).map_err(text)?;
        let s = r.complement().map_err(text)?;
        let (first, second) = places(&r, length)?;
        for (alpha, places) in [(&s, first), (&r, second)] {
            for (n, place) in (1..).zip(places) {
                agree!(alpha.floor_mul(&integer(n)).map_err(text)?, place, "r = {name}, n = {n}");
            }
        }
    }
    Finding::holds(format!("r = {}: the first {length} places", numbers.join(", ")))
}

// VIS-7.3-threeway: three sequences from t^3 = t^2 + t + 1 split the positive integers.
pub(super) fn three_way(scale: Scale) -> Checked {
    let bound = scale.bound(300, 3000, 50_000u64);
    let splitting = ThreeWay::new().map_err(text)?;
    let mut count = vec![0u32; bound as usize + 1];
    for n in 1..=bound {
        for term in splitting.terms(&integer(n)).map_err(text)? {
            if let Some(count) = usize::try_from(&term).ok().and_then(|term| count.get_mut(term)) {
                *count += 1;
            }
        }
    }
    let wrong = (1..=bound).find(|n| count[*n as usize] != 1);
    agree!(wrong, None, "an integer not covered once");
    Finding::holds(format!("each integer from 1 to {bound} once"))
}

// VIS-7.3-A187950: floor((n+4) phi) - floor(n phi) - floor(4 phi) takes two values, so it splits the integers in two.
pub(super) fn see_also(scale: Scale) -> Checked {
    let bound = scale.bound(500, 10_000, 200_000);
    let phi = phi()?;
    let (mut zeros, mut ones) = (0u64, 0u64);
    for n in 1..=bound {
        match floor(&phi, n + 4)? - floor(&phi, n)? - floor(&phi, 4)? {
            0 => zeros += 1,
            1 => ones += 1,
            other => return Err(format!("the value at {n} is {other}")),
        }
    }
    ensure!(zeros > 0 && ones > 0, "{zeros} zeros, {ones} ones");
    Finding::holds(format!("n <= {bound}: {zeros} zeros, {ones} ones"))
        .detail("a word of two letters gives complementary pairs; rankings of more sequences are at A184812")
}

// VIS-7.3-trailing0: n is in L iff its Zeckendorf word ends in an even number of zeros.
pub(super) fn trailing_zeros(scale: Scale) -> Checked {
    let bound = scale.bound(1000, 20_000, 300_000);
    let system = zeckendorf();
    let lower: HashSet<u64> = wythoff_pairs(bound as usize).into_iter().map(|p| p.0).collect();
    for n in 1..bound {
        let zeros = system.represent(&natural(n)).map_err(text)?.trailing_zeros();
        agree!(lower.contains(&n), zeros % 2 == 0, "{n} ends in {zeros} zeros");
    }
    // The shift of a number that ends in an even number of zeros ends in an odd one.
    proof::shifts_are_floors(1)?;
    Finding::proved(format!(
        "all n, by the exact excess of n phi over its floor; 1 <= n < {bound} by counting"
    ))
}

/// The binary word of n with each run of a digit replaced by one.
fn collapsed(n: u64, digit: char) -> String {
    let mut word = String::new();
    for c in format!("{n:b}").chars() {
        if c != digit || !word.ends_with(c) {
            word.push(c);
        }
    }
    word
}

/// The printed recipe fails at the least n; the n-th word not met before in the list of collapsed words is right.
fn from_base_2(system: &dyn Positional, digit: char, count: u64, name: &str) -> Checked {
    let word = |n: u64| system.represent(&natural(n)).map(|d: Digits| d.to_string()).map_err(text);
    let mut failure = None;
    for n in 1..=count {
        if word(n)? != collapsed(n, digit) {
            failure = Some((n, word(n)?));
            break;
        }
    }
    let (first, right) = failure.ok_or("the printed recipe holds")?;
    let mut met = HashSet::new();
    let mut n = 0;
    for m in 1u64.. {
        let new = collapsed(m, digit);
        if met.insert(new.clone()) {
            n += 1;
            agree!(new, word(n)?, "the {n}-th new word, from {m}");
            if n == count {
                break;
            }
        }
    }
    Finding::corrected(
        found(
            Some(format!(
                "n = {first} = {first:b} in base 2 gives {}, {name}({first}) = {right}",
                collapsed(first, digit)
            )),
            "",
        )?,
        format!("the n-th word not met before, for m = 1, 2, 3, ...: n <= {count}"),
    )
    .shown_by(
        format!("wyt rep 'base 2' {first} && wyt rep {} {first}", name.to_lowercase()),
        [format!("{first:b}"), right],
    )
}

// VIS-7.3-base2-zeck
pub(super) fn zeckendorf_from_base_2(scale: Scale) -> Checked {
    from_base_2(&zeckendorf(), '1', scale.bound(80, 300, 2000), "Zeckendorf")
}

// VIS-7.3-base2-lazy
pub(super) fn lazy_from_base_2(scale: Scale) -> Checked {
    from_base_2(&LazyFibonacci::new(), '0', scale.bound(80, 300, 2000), "lazy")
}

// VIS-7.3-terms: Zeckendorf has at most as many terms as lazy; A095792 compares lengths, the other way round.
pub(super) fn terms(scale: Scale) -> Checked {
    let bound = scale.bound(500, 5000, 100_000);
    let (greedy, lazy) = (zeckendorf(), LazyFibonacci::new());
    let fibonacci: HashSet<u64> = fibonacci().into_iter().collect();
    let mut differ = None;
    for n in 1..bound {
        let (z, l) =
            (greedy.represent(&natural(n)).map_err(text)?, lazy.represent(&natural(n)).map_err(text)?);
        agree!(lazy.value(&l).map_err(text)?, n, "the value of lazy({n})");
        let ones = |d: &Digits| d.as_slice().iter().sum::<u64>();
        ensure!(ones(&z) <= ones(&l), "n = {n}: {z} has more terms than {l}");
        let longer = z.len() - l.len();
        agree!(longer, usize::from(!fibonacci.contains(&(n + 1))), "length({z}) - length({l})");
        if differ.is_none() && longer as u64 != ones(&l) - ones(&z) {
            differ = Some(format!(
                "n = {n}: lengths differ by {longer}, numbers of terms by {}",
                ones(&l) - ones(&z)
            ));
        }
    }
    Finding::clarified("numbers of terms: the inequality holds; A095792 compares lengths, which are ordered the other way round", format!(
            "n < {bound}: the inequality; length(Zeckendorf) - length(lazy) = 0 iff n + 1 is a Fibonacci number, else 1"
        )).fails_at(found(differ, "lengths and numbers of terms differ alike")?)
}

// VIS-7.3-lazytrees: L* and U* are permutations of L and U; the sums along a path are lazy representations.
pub(super) fn lazy_trees(scale: Scale) -> Checked {
    let generations = scale.bound(9, 12, 16);
    let f = fibonacci();
    let lazy = LazyFibonacci::new();
    let mut seen = 0;
    for (tree, root, sequence) in
        [(Tree::LazyLower, 2usize, lower(4000)?), (Tree::LazyUpper, 3, upper(4000)?)]
    {
        let mut row: Vec<(u64, Vec<usize>)> = vec![(f[root], vec![root])];
        let mut all = BTreeSet::new();
        for (g, nodes) in (0..generations).zip(tree.generations()) {
            let values: Vec<Rational> = row.iter().map(|(m, _)| Rational::from(*m)).collect();
            agree!(nodes, values, "{tree}, generation {g}");
            let mut next = Vec::new();
            for (m, summands) in &row {
                ensure!(all.insert(*m), "{tree}: {m} occurs twice");
                let digits = lazy.represent(&natural(*m)).map_err(text)?;
                let sum: Vec<usize> =
                    (0..digits.len()).filter(|i| digits.digit(*i) == 1).map(|i| i + 2).collect();
                agree!(sum, *summands, "{tree}: the lazy representation of {m}");
                let last = summands[summands.len() - 1];
                for index in [last + 1, last + 2] {
                    let longer = summands.iter().copied().chain([index]).collect();
                    next.push((m + f[index], longer));
                }
            }
            row = next;
        }
        // Numbers below every sum of the next generation must have appeared.
        let complete = row.iter().map(|(m, _)| *m).min().unwrap_or(0).min(sequence[sequence.len() - 1]);
        let found: Vec<u64> = all.iter().copied().filter(|m| *m < complete).collect();
        let expected: Vec<u64> = sequence.into_iter().filter(|m| *m < complete).collect();
        agree!(found, expected, "{tree}: the numbers below {complete}");
        seen += all.len();
    }
    Finding::holds(format!("{generations} generations of both trees, {seen} nodes"))
}

// VIS-7.3-lazy-ends: n is in L iff its lazy representation contains 1.
pub(super) fn lazy_ends(scale: Scale) -> Checked {
    let bound = scale.bound(1000, 20_000, 200_000);
    let lazy = LazyFibonacci::new();
    let lower: HashSet<u64> = wythoff_pairs(bound as usize).into_iter().map(|p| p.0).collect();
    for n in 1..bound {
        let digits = lazy.represent(&natural(n)).map_err(text)?;
        agree!(lower.contains(&n), digits.digit(0) == 1, "{n} = {digits}");
    }
    Finding::holds(format!("1 <= n < {bound}"))
}

/// The Fibonacci word by iterating 0 -> 01, 1 -> 0.
fn word_by_iteration(length: usize) -> Vec<u8> {
    let mut word = vec![0u8];
    while word.len() < length {
        word = word.iter().flat_map(|c| if *c == 0 { &[0u8, 1][..] } else { &[0][..] }).copied().collect();
    }
    word.truncate(length);
    word
}

// VIS-7.3-fibword: the zeros of the Fibonacci word are at L, the ones at U, counted from 1.
pub(super) fn fibonacci_word(scale: Scale) -> Checked {
    let length = scale.bound(2000, 50_000, 2_000_000);
    let word = word_by_iteration(length);
    let at = |letter| (1u64..).zip(&word).filter(|(_, c)| **c == letter).map(|(n, _)| n).collect::<Vec<_>>();
    let (zeros, ones) = (at(0), at(1));
    agree!(zeros, lower(zeros.len() as u64)?, "zeros");
    agree!(ones, upper(ones.len() as u64)?, "ones");
    let streamed = Morphism::fibonacci().word('a').map_err(text)?.into_letters();
    let same = streamed.take(length).zip(&word).all(|(letter, c)| (letter == 'b') == (*c == 1));
    ensure!(same, "the streamed word differs");
    Finding::holds(format!("{length} letters"))
}

// VIS-7.3-prefix: the prefix of length n occurs at A^m(k), k >= 1; group m has F(m+1) lengths.
pub(super) fn prefixes(scale: Scale) -> Checked {
    let (groups, length) = scale.bound((5, 1200), (7, 6000), (9, 60_000));
    let f = fibonacci();
    let word = word_by_iteration(length);
    let mut n = 0;
    for m in 1..=groups {
        for _ in 0..f[m + 1] {
            n += 1;
            let starts = (1..).zip(word.windows(n)).filter(|(_, w)| *w == &word[..n]).map(|(place, _)| place);
            let starts: Vec<u64> = starts.collect();
            let l = lower(starts.len() as u64)?;
            for (k, start) in (1u64..).zip(&starts) {
                let mut iterate = k;
                for _ in 0..m {
                    iterate = floor(&phi()?, iterate)?;
                }
                agree!(*start, iterate, "occurrence {k} of the prefix of length {n}");
                let closed = f[m] * l[k as usize - 1] + f[m - 1] * k + 1 - f[m + 1];
                agree!(iterate, closed, "A^{m}({k})");
            }
        }
    }
    Finding::holds(format!("prefixes of length 1..{n} in {length} letters, m = 1..{groups}"))
}

// VIS-7.3-compl-id: the four identities for a = L, b = U.
pub(super) fn four_identities(scale: Scale) -> Checked {
    let count = scale.bound(500, 5000, 100_000);
    let (a, b) = (lower(3 * count)?, upper(3 * count)?);
    let at = |list: &[u64], n: u64| list[n as usize - 1];
    for n in 1..=count {
        let (x, y) = (at(&a, n), at(&b, n));
        agree!(at(&a, x), y - 1, "(1) at {n}");
        agree!(at(&a, y), x + y, "(2) at {n}");
        agree!(at(&b, x), x + y - 1, "(3) at {n}");
        agree!(at(&b, y), x + 2 * y, "(4) at {n}");
    }
    for equation in Equation::ALL {
        agree!(equation.first_failure(&a, &b), None, "{equation:?}");
    }
    Finding::holds(format!("n <= {count}"))
}

// VIS-7.3-compl-1: a(a(n)) = b(n) - 1 with a(1) = 1 has only the solution L.
pub(super) fn equation_1(scale: Scale) -> Checked {
    let bound = scale.bound(40, 120, 400);
    let solutions = Equation::One.solutions(bound, 10);
    let l: Vec<u64> = lower(bound)?.into_iter().take_while(|x| *x <= bound).collect();
    agree!(solutions, [l], "splittings of 1..{bound}");
    Finding::holds(format!("all splittings of the integers to {bound}"))
}

fn complement(a: &[u64], bound: u64) -> Vec<u64> {
    let a: HashSet<u64> = a.iter().copied().collect();
    (1..=bound).filter(|n| !a.contains(n)).collect()
}

// VIS-7.3-compl-2: a(b(n)) = a(n) + b(n) also has every pair of k-Wythoff as a solution.
pub(super) fn equation_2(scale: Scale) -> Checked {
    let count = scale.bound(500, 10_000, 200_000);
    for k in 2..=7u64 {
        let alpha = surd(2 - k as i64, 1, 2, k * k + 4)?;
        let a = |n: u64| floor(&alpha, n);
        ensure!(a(1)? == 1, "k = {k}: a(1) = {}", a(1)?);
        for n in 1..=count {
            let (x, y) = (a(n)?, a(n)? + k * n);
            agree!(a(y)?, x + y, "k = {k}, n = {n}");
        }
        let all: Vec<u64> = (1..=count).map(a).collect::<Result<_, _>>()?;
        let b = complement(&all, all[all.len() - 1]);
        ensure!(
            b.iter().zip(1..).all(|(y, n)| *y == all[n as usize - 1] + k * n),
            "k = {k}: not complementary"
        );
    }
    let root: Vec<u64> = (1..=6).map(|n| floor(&surd(0, 1, 1, 2)?, n)).collect::<Result<_, _>>()?;
    Finding::refuted(
        found(Some(format!(
            "a(n) = floor(n sqrt 2) = {root:?}..., b(n) = floor(n (2 + sqrt 2)) is another solution with a(1) = 1"
        )), "")?,
        format!("the pairs of k-Wythoff, k = 2..7, n <= {count}"),
    )
    .shown_by(
        "wyt seq 't-wythoff-lower(t=2)' --first 10 && wyt seq 't-wythoff-upper(t=2)' --first 10 && wyt seq lower-wythoff --first 10",
        ["1, 2, 4, 5, 7, 8, 9, 11, 12, 14", "3, 6, 10, 13, 17, 20, 23, 27, 30, 34", "1, 3, 4, 6"],
    )
}

/// The path is a solution other than L, at the places that its integers determine.
fn not_unique(bound: u64, equation: Equation, point: impl Fn(u64, u64) -> (u64, u64)) -> Checked {
    let (a, b) = equation.solution(bound);
    agree!(complement(&a, bound), b, "{equation:?}: b is the complement of a");
    agree!(equation.first_failure(&a, &b), None, "{equation:?}");
    let mut tested = 0;
    for (x, y) in a.iter().zip(&b) {
        let (v, k) = point(*x, *y);
        if let Some(term) = b.get(k as usize - 1) {
            agree!(*term, v, "b({k})");
            tested += 1;
        }
    }
    ensure!(a[0] == 1 && tested > bound / 20, "only {tested} places are tested");
    let l = lower(a.len() as u64)?;
    let place = a.iter().zip(&l).position(|(x, y)| x != y).ok_or("it is L")?;
    Finding::refuted(
        found(Some(format!("a = {:?}..., b = {:?}... leaves L at n = {}", &a[..10], &b[..8], place + 1)), "")?,
        format!(
            "a splitting that goes on for ever: each n asks for one later term of b, and between two such terms there is room; to {bound} it satisfies the equation at all {tested} places that it determines"
        ),
    )
    .shown_by(
        format!("wyt seq 'equation(i={})' --first 10 && wyt seq lower-wythoff --first 10", if equation == Equation::Three { 3 } else { 4 }),
        [&a[..10], &l[..10]].map(|terms| terms.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    )
}

// VIS-7.3-compl-3: b(a(n)) = a(n) + b(n) - 1 has other solutions.
pub(super) fn equation_3(scale: Scale) -> Checked {
    not_unique(scale.bound(400, 4000, 100_000), Equation::Three, |x, y| (x + y - 1, x))
}

// VIS-7.3-compl-4: b(b(n)) = a(n) + 2 b(n) has other solutions.
pub(super) fn equation_4(scale: Scale) -> Checked {
    not_unique(scale.bound(400, 4000, 100_000), Equation::Four, |x, y| (x + 2 * y, y))
}

// VIS-7.3-flora
pub(super) fn flora(_: Scale) -> Checked {
    Finding::unchecked("the rules of the game are not given")
}
