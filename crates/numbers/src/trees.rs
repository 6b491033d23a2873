//! Trees whose nodes are ordered by generation, with duplicates deleted as they occur (VIS 7.3, 7.4).
//!
//! - T1: root 1, children floor(x phi), floor(x phi^2); every positive integer once.
//! - T2: root 1, children 2x, 4x-1; sorted without the root, the even numbers stand at the lower Wythoff places.
//! - T3: root 0, children 2x, 1-x; every integer once, the even ones at the lower Wythoff places.
//! - T4: root 1, children x+1, 1/x; every positive rational once.
//! - rationals: root 1, children x+1, -1/x; every rational.
//! - Calkin–Wilf: root 1, children x/(x+1), x+1; every positive rational once (VIS 4.8).
//! - Gaussian integers: root 1, children x+1, ix; each once ([`gaussian_integers`]).
//! - L*, U*: roots 1 and 2, children m + F(k+1), m + F(k+2) where F(k) is the greatest summand of m: lazy Fibonacci
//!   representations; permutations of the lower and of the upper Wythoff numbers.

use std::collections::{HashSet, VecDeque};
use std::fmt;

use crate::fibonacci::fibonacci;
use crate::int::traits::*;
use crate::int::{Integer, Rational};
use crate::quadratic::Quadratic;

/// A tree of VIS section 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tree {
    /// Children floor(x phi), floor(x phi^2).
    T1,
    /// Children 2x, 4x-1.
    T2,
    /// Children 2x, 1-x.
    T3,
    /// Children x+1, 1/x.
    T4,
    /// Children x+1, -1/x.
    Rationals,
    /// Children x/(x+1), x+1.
    CalkinWilf,
    /// Lazy representations that contain 1.
    LazyLower,
    /// Lazy representations that contain 2 and not 1.
    LazyUpper,
}

impl Tree {
    /// All trees.
    pub const ALL: [Tree; 8] = [
        Tree::T1,
        Tree::T2,
        Tree::T3,
        Tree::T4,
        Tree::Rationals,
        Tree::CalkinWilf,
        Tree::LazyLower,
        Tree::LazyUpper,
    ];

    /// The generations one by one; duplicates are deleted as they occur.
    ///
    /// ```
    /// use wythoff_numbers::trees::Tree;
    /// let fourth = Tree::T1.generations().nth(3).unwrap();
    /// assert_eq!(fourth, [4, 7, 8, 13]);
    /// ```
    pub fn generations(self) -> Generations {
        let root = match self {
            Tree::T1 | Tree::T2 | Tree::T4 | Tree::Rationals | Tree::CalkinWilf => {
                Node { value: Rational::ONE, last: 0 }
            }
            Tree::T3 => Node { value: Rational::ZERO, last: 0 },
            Tree::LazyLower => Node { value: Rational::ONE, last: 2 },
            Tree::LazyUpper => Node { value: Rational::TWO, last: 3 },
        };
        Generations { tree: self, next: vec![root.clone()], seen: HashSet::from([root.value]) }
    }

    /// The nodes in the order of their generations.
    pub fn nodes(self) -> impl Iterator<Item = Rational> {
        // One by one: a generation may be as long as all before it together.
        let Generations { next, mut seen, .. } = self.generations();
        let mut waiting = VecDeque::from(next);
        std::iter::from_fn(move || {
            let node = waiting.pop_front()?;
            let children = self.children(&node).into_iter();
            waiting.extend(children.filter(|child| seen.insert(child.value.clone())));
            Some(node.value)
        })
    }

    fn children(self, node: &Node) -> Vec<Node> {
        let x = &node.value;
        let plain = |value| Node { value, last: 0 };
        let one = Rational::ONE;
        match self {
            Tree::T1 => {
                let n = x.floor();
                let lower = Quadratic::golden().floor_mul(&n);
                // floor(x phi^2) = floor(x phi) + x
                vec![plain(Rational::from(&lower)), plain(Rational::from(lower + n))]
            }
            Tree::T2 => vec![plain(x << 1u32), plain((x << 2u32) - one)],
            Tree::T3 => vec![plain(x << 1u32), plain(one - x)],
            Tree::T4 | Tree::Rationals => {
                let mut children = vec![plain(x + one)];
                if *x != 0 {
                    let inverse = x.reciprocal();
                    children.push(plain(if self == Tree::T4 { inverse } else { -inverse }));
                }
                children
            }
            Tree::CalkinWilf => vec![plain(x / (x + &one)), plain(x + one)],
            Tree::LazyLower | Tree::LazyUpper => [node.last + 1, node.last + 2]
                .into_iter()
                .map(|last| Node { value: x + Rational::from(Integer::from(fibonacci(last))), last })
                .collect(),
        }
    }
}

/// A node with the index of its greatest Fibonacci summand, where that matters.
#[derive(Debug, Clone)]
struct Node {
    value: Rational,
    last: u64,
}

/// The generations of a tree.
#[derive(Debug, Clone)]
pub struct Generations {
    tree: Tree,
    next: Vec<Node>,
    seen: HashSet<Rational>,
}

impl Iterator for Generations {
    type Item = Vec<Rational>;

    fn next(&mut self) -> Option<Vec<Rational>> {
        if self.next.is_empty() {
            return None;
        }
        let mut children = Vec::new();
        for node in &self.next {
            for child in self.tree.children(node) {
                if self.seen.insert(child.value.clone()) {
                    children.push(child);
                }
            }
        }
        let now = std::mem::replace(&mut self.next, children);
        Some(now.into_iter().map(|node| node.value).collect())
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Tree::T1 => "t1",
            Tree::T2 => "t2",
            Tree::T3 => "t3",
            Tree::T4 => "t4",
            Tree::Rationals => "rationals",
            Tree::CalkinWilf => "calkin-wilf",
            Tree::LazyLower => "lazy-lower",
            Tree::LazyUpper => "lazy-upper",
        })
    }
}

/// The Gaussian integers a + bi, generation by generation: root 1, children x+1, ix, duplicates deleted (VIS 7.4).
///
/// ```
/// let third = wythoff_numbers::trees::gaussian_integers().nth(2).unwrap();
/// // 3, 2i; 1 + i, -1.
/// assert_eq!(third, [(3, 0), (0, 2), (1, 1), (-1, 0)]);
/// ```
pub fn gaussian_integers() -> impl Iterator<Item = Vec<(i64, i64)>> {
    let mut seen = HashSet::from([(1i64, 0i64)]);
    std::iter::successors(Some(vec![(1, 0)]), move |row: &Vec<(i64, i64)>| {
        let mut next = Vec::new();
        for &(a, b) in row {
            // i (a + bi) = -b + ai.
            for child in [(a.checked_add(1)?, b), (b.checked_neg()?, a)] {
                if seen.insert(child) {
                    next.push(child);
                }
            }
        }
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrays::Array;
    use crate::numeration::{LazyFibonacci, Positional};

    fn wythoff_places(bound: u64) -> (HashSet<u64>, HashSet<u64>) {
        let phi = Quadratic::golden();
        let lower: HashSet<u64> =
            (1..=bound).map(|n| u64::try_from(&phi.floor_mul(&Integer::from(n))).unwrap()).collect();
        let upper = (1..=bound).filter(|n| !lower.contains(n)).collect();
        (lower, upper)
    }

    #[test]
    fn nodes_come_in_the_order_of_their_generations() {
        for tree in Tree::ALL {
            let listed: Vec<Rational> = tree.generations().take(9).flatten().collect();
            assert_eq!(tree.nodes().take(listed.len()).collect::<Vec<_>>(), listed, "{tree}");
        }
    }

    #[test]
    fn first_generations() {
        let t1: Vec<Vec<Rational>> = Tree::T1.generations().take(5).collect();
        assert_eq!(t1[2], [3, 5]);
        assert_eq!(t1[4], [6, 10, 11, 18, 12, 20, 21, 34]);
        let t3: Vec<Rational> = Tree::T3.nodes().take(14).collect();
        assert_eq!(t3, [0, 1, 2, 4, -1, 8, -3, -2, 16, -7, -6, -4, 3, 32]);
        // The printed list of T4 repeats fractions from its seventh place on; this is the corrected one.
        let t4: Vec<String> = Tree::T4.nodes().take(13).map(|x| x.to_string()).collect();
        assert_eq!(t4.join(" "), "1 2 3 1/2 4 1/3 3/2 5 1/4 4/3 5/2 2/3 6");
    }

    /// The Calkin–Wilf tree by its other definition: fusc(n)/fusc(n+1).
    #[test]
    fn calkin_wilf_is_fusc() {
        fn fusc(n: u64) -> u64 {
            match n {
                0 | 1 => n,
                _ if n.is_multiple_of(2) => fusc(n / 2),
                _ => fusc(n / 2) + fusc(n / 2 + 1),
            }
        }
        for (n, x) in (1u64..).zip(Tree::CalkinWilf.nodes().take(500)) {
            assert_eq!(x, Rational::from_unsigneds(fusc(n), fusc(n + 1)), "{n}");
        }
    }

    #[test]
    fn gaussian_integers_are_all_there() {
        let found: HashSet<(i64, i64)> = gaussian_integers().take(18).flatten().collect();
        assert!((-3..=3).all(|a| (-3..=3).all(|b| found.contains(&(a, b)))));
    }

    #[test]
    fn t1_is_a_permutation_in_wythoff_pairs() {
        let nodes: HashSet<Rational> = Tree::T1.generations().take(12).flatten().collect();
        assert!((1..=150u32).all(|n| nodes.contains(&Rational::from(n))));
    }

    #[test]
    fn parities_of_t2_and_t3() {
        let (lower, _) = wythoff_places(3000);
        let mut t2: Vec<Rational> = Tree::T2.generations().take(13).flatten().filter(|x| *x < 4096).collect();
        t2.sort();
        for (place, x) in (1u64..).zip(&t2[1..]) {
            assert_eq!(x.floor().even(), lower.contains(&place), "{x} at {place}");
        }
        for (place, x) in (1u64..).zip(Tree::T3.nodes().take(1500)) {
            assert_eq!((&x).floor().even(), lower.contains(&place), "{x} at {place}");
        }
    }

    #[test]
    fn t4_and_the_rows_of_the_wythoff_array() {
        let nodes: Vec<Rational> = Tree::T4.generations().take(14).flatten().collect();
        let (lower, upper) = wythoff_places(nodes.len() as u64 + 1);
        for (place, x) in (1u64..).zip(&nodes) {
            // Fractions at most 1 stand at U(n) - 1, the others at L(n) - 1.
            assert!(if *x <= 1 { &upper } else { &lower }.contains(&(place + 1)), "{x} at {place}");
        }
        // The places of r/n, 1 + r/n, 2 + r/n, ... form one row of the Wythoff array.
        for (r, n) in [(0, 1), (1, 2), (1, 3), (2, 3), (3, 4), (2, 5)] {
            let start = if r == 0 { Rational::ONE } else { Rational::from_signeds(r, n) };
            let places: Vec<Integer> = (0..5)
                .map(|k| &start + Rational::from(k))
                .map_while(|x| nodes.iter().position(|y| *y == x))
                .map(|p| Integer::from(p + 1))
                .collect();
            assert!(places.len() >= 3);
            let (row, column) = Array::Wythoff.locate(&places[0]).unwrap();
            assert_eq!(column, 1);
            for (j, place) in (1..).zip(&places) {
                assert_eq!(Array::Wythoff.entry(&row, j).unwrap(), *place);
            }
        }
    }

    #[test]
    fn lazy_trees_are_the_lazy_representations() {
        let lazy = LazyFibonacci::new();
        let (lower, upper) = wythoff_places(80);
        for (tree, numbers, digit) in [(Tree::LazyLower, lower, 1), (Tree::LazyUpper, upper, 0)] {
            let nodes: Vec<Rational> = tree.generations().take(11).flatten().collect();
            let set: HashSet<&Rational> = nodes.iter().collect();
            assert_eq!(set.len(), nodes.len());
            for x in &nodes {
                let n = x.floor().unsigned_abs();
                assert_eq!(lazy.represent(&n).unwrap().digit(0), digit, "{x}");
            }
            assert!(
                numbers.iter().filter(|n| **n <= 80).all(|n| set.contains(&Rational::from(*n))),
                "{tree}"
            );
        }
    }

    #[test]
    fn rationals_of_both_signs() {
        let nodes: HashSet<Rational> = Tree::Rationals.generations().take(14).flatten().collect();
        for p in -3..=3 {
            for q in 1..=3 {
                assert!(nodes.contains(&Rational::from_signeds(p, q)), "{p}/{q}");
            }
        }
    }
}
