//! Blocking Wythoff Nim: before each move the opponent forbids up to k - 1 options (VIS 8.2).
//!
//! A position is P when fewer than k of its options are P. [`Blocking`] forbids options of any kind, k <=
//! 3; [`RookBlocking`] forbids Nim moves of size at least t in t-Wythoff; [`DiagonalBlocking`] forbids
//! diagonal moves and is known only by a greedy stream. Piles are counted as places of a board: from equal
//! piles a move in the first and one in the second are two options.

use malachite::Natural;
use wythoff_numbers::Quadratic;
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Look, Shape, Theory, found, numbers};
use crate::line::Line;
use crate::pair::{Pair, fails};
use crate::shown::{show_number, show_position};
use crate::wythoff::Wythoff;

/// k-Blocking Wythoff Nim for k = 1, 2, 3. O(M(n)) a position of n digits.
///
/// k = 2 (VIS-8.2-k2): P is (0,0), (n, 2n+1), (2A_n + 2, 2B_n + 2). k = 3 (VIS-8.2-k3): (0,0), (n, 2n+1),
/// (n, 2n+2).
pub struct Blocking {
    k: u8,
    wythoff: Wythoff,
}

impl Blocking {
    /// The game in which up to k - 1 options are forbidden, 1 <= k <= 3.
    pub fn new(k: u64) -> Result<Blocking, Refusal> {
        match k {
            1..=3 => Ok(Blocking { k: k as u8, wythoff: Wythoff::new()? }),
            _ => fails("VIS 8.2", format!("a closed form is known for k = 1, 2, 3, and k = {k}")),
        }
    }

    /// The v for which the piles x, v are P, in any order of size.
    fn partners(&self, x: &Natural) -> Vec<Natural> {
        let pairs = self.wythoff.pairs();
        if self.k == 1 {
            return vec![pairs.partner(x)];
        }
        let double = x << 1u32;
        let mut found = vec![&double + Natural::ONE];
        if self.k == 3 {
            found.push(double + Natural::TWO);
        }
        if *x == 0 {
            found.push(Natural::ZERO);
        } else if x.odd() || self.k == 3 {
            found.push((x - Natural::ONE) >> 1u32);
        } else {
            let half = (x - Natural::TWO) >> 1u32;
            found.push((pairs.partner(&half) << 1u32) + Natural::TWO);
        }
        found
    }

    /// The smaller piles of the P-positions with difference d.
    fn on_diagonal(&self, d: &Natural) -> Vec<Natural> {
        let pairs = self.wythoff.pairs();
        if self.k == 1 {
            return vec![pairs.lower(d)];
        }
        let mut found = Vec::new();
        match d.checked_sub(Natural::ONE) {
            None => found.push(Natural::ZERO),
            Some(n) => found.push(n),
        }
        if self.k == 3 {
            found.extend(d.checked_sub(Natural::TWO));
        } else if d.even() {
            found.push((pairs.lower(&(d >> 1u32)) << 1u32) + Natural::TWO);
        }
        found
    }

    /// All options of x <= y that are P, (what is left of x, what is left of y).
    fn lost_options(&self, x: &Natural, y: &Natural) -> Vec<(Natural, Natural)> {
        let rows = self.partners(x).into_iter().filter(|v| v < y).map(|v| (x.clone(), v));
        let columns = self.partners(y).into_iter().filter(|v| v < x).map(|v| (v, y.clone()));
        let d = y - x;
        let diagonal = self.on_diagonal(&d).into_iter().filter(|a| a < x).map(|a| {
            let b = &a + &d;
            (a, b)
        });
        rows.chain(columns).chain(diagonal).collect()
    }

    fn cites(&self) -> &'static [&'static str] {
        match self.k {
            1 => &["VIS-T2"],
            2 => &["VIS-8.2-k2", "VIS-8.2-all"],
            _ => &["VIS-8.2-k3", "VIS-8.2-all"],
        }
    }
}

impl Decider for Blocking {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(self.partners(x).contains(y))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let options = self.lost_options(x, y);
        if self.partners(x).contains(y) {
            let reason = format!(
                "The piles are in the closed form for k = {}: {} of the options are P, and as many as {} \
                 can be forbidden.",
                self.k,
                options.len(),
                self.k - 1
            );
            return Ok(pair.lost(reason, self.cites()));
        }
        let Some((a, b)) = options.first().cloned() else {
            return fails("VIS 8.2", "no option of the closed form was found");
        };
        let named: Vec<String> = options
            .iter()
            .take(self.k as usize)
            .map(|(a, b)| show_position(&[a.clone(), b.clone()]))
            .collect();
        let reason = format!(
            "{} options are P by the closed form for k = {}, and only {} can be forbidden; {} of them \
             (smaller pile first): {}. Any that is left wins.",
            options.len(),
            self.k,
            self.k - 1,
            named.len(),
            named.join(", ")
        );
        Ok(pair.won(a, b, reason, self.cites()))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        if self.k == 1 {
            return self.wythoff.p_positions();
        }
        Some(Box::new((0u64..).flat_map(|x| {
            let partners = self.partners(&Natural::from(x));
            let mut ys: Vec<u64> =
                partners.iter().filter_map(|v| u64::try_from(v).ok()).filter(|v| *v >= x).collect();
            ys.sort_unstable();
            ys.into_iter().map(move |y| vec![x, y])
        })))
    }
}

/// t-Wythoff in which up to p - 1 Nim moves of size t or more are forbidden (VIS-8.2-rook, VIS-8.2-rook-m).
///
/// P: (floor(n alpha), floor(n alpha) + t n), 1/alpha + 1/(alpha + t) = p. O(M(n)) a position of n digits.
pub struct RookBlocking {
    p: u64,
    t: Natural,
    lower: Line,
    upper: Line,
}

impl RookBlocking {
    /// The game with p >= 1 and t >= 1.
    pub fn new(p: u64, t: u64) -> Result<RookBlocking, Refusal> {
        const THEOREM: &str = "VIS 8.2 (rook blocking)";
        if p == 0 || t == 0 {
            return fails(THEOREM, format!("p and t must be at least 1, and p = {p}, t = {t}"));
        }
        let t = Natural::from(t);
        let product = Natural::from(p) * &t;
        let double = malachite::Integer::from(p) << 1u32;
        let constant = malachite::Integer::TWO - malachite::Integer::from(&product);
        let alpha = Quadratic::new(constant, 1, product.square() + Natural::from(4u32), double);
        let lines = alpha.and_then(|alpha| {
            let lower = Line::homogeneous(alpha)?;
            let upper = lower.raised(&(&t).into(), &0.into())?;
            Ok((lower, upper))
        });
        match lines {
            Ok((lower, upper)) => Ok(RookBlocking { p, t, lower, upper }),
            Err(error) => fails(THEOREM, error.to_string()),
        }
    }

    fn cites(&self) -> &'static [&'static str] {
        if self.t == 1 { &["VIS-8.2-rook"] } else { &["VIS-8.2-rook-m", "VIS-8.2-rook"] }
    }
}

impl Decider for RookBlocking {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        let (n, rest) = (y - x).div_mod(&self.t);
        Ok(rest == 0 && self.lower.term(&n) == *x)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let (m, rest) = (y - x).div_mod(&self.t);
        let a = self.lower.term(&m);
        let known = format!("The difference belongs to the pair (A_m, A_m + t m), m = {}", show_number(&m));
        if a == *x && rest == 0 {
            return Ok(pair
                .lost(format!("{known}, A_m = floor(m alpha), and the piles are that pair."), self.cites()));
        }
        if a <= *x {
            let b = &a + &self.t * &m;
            let reason = format!(
                "{known}, and A_m = floor(m alpha) is at most the smaller pile: the move to that pair \
                 changes the difference by less than t and cannot be forbidden."
            );
            return Ok(pair.won(a, b, reason, self.cites()));
        }
        // x occurs p times among the A_n, B_n, each time with a partner t or more below y.
        let n = self.lower.first_at_least(x);
        let partner = if self.lower.term(&n) == *x {
            x + &self.t * n
        } else {
            let n = self.upper.first_at_least(x);
            x - &self.t * n
        };
        let reason = format!(
            "{known}, and A_m exceeds the smaller pile, which occurs {} times in the pairs: the larger \
             pile can be taken down to that many partners, and only {} can be forbidden.",
            self.p,
            self.p - 1
        );
        Ok(pair.won(x.clone(), partner, reason, self.cites()))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((0u64..).map_while(|n| {
            let n = Natural::from(n);
            let a = self.lower.term(&n);
            let b = &a + &self.t * n;
            Some(vec![u64::try_from(&a).ok()?, u64::try_from(&b).ok()?])
        })))
    }
}

/// Wythoff Nim in which up to k - 1 diagonal moves are forbidden (VIS-8.2-diag): the pairs by the greedy
/// rule.
///
/// a_n is the least unused number, b_n = a_n + d with the least d that was used fewer than k times and
/// leaves b_n unused (VIS-8.2-diag-fast). No faster way to a single position is known here; the smaller
/// pile may be up to 1000000.
pub struct DiagonalBlocking {
    k: u64,
}

/// The largest smaller pile that is decided.
const LARGEST: u64 = 1_000_000;

/// The greedy pairs.
struct Greedy {
    k: u64,
    next: usize,
    used: Vec<bool>,
    /// How often each difference was used, and the least one used fewer than k times.
    times: Vec<u64>,
    least: usize,
}

impl Greedy {
    fn new(k: u64) -> Greedy {
        Greedy { k, next: 0, used: Vec::new(), times: Vec::new(), least: 0 }
    }

    fn step(&mut self) -> (u64, u64) {
        let used = |used: &[bool], v: usize| used.get(v).copied().unwrap_or(false);
        while used(&self.used, self.next) {
            self.next += 1;
        }
        let a = self.next;
        let mut d = self.least;
        while self.times.get(d).copied().unwrap_or(0) >= self.k || used(&self.used, a + d) {
            d += 1;
        }
        if self.used.len() <= a + d {
            self.used.resize(a + d + 1, false);
        }
        if self.times.len() <= d {
            self.times.resize(d + 1, 0);
        }
        self.used[a] = true;
        self.used[a + d] = true;
        self.times[d] += 1;
        while self.times.get(self.least).copied().unwrap_or(0) >= self.k {
            self.least += 1;
        }
        (a as u64, (a + d) as u64)
    }
}

impl DiagonalBlocking {
    /// The game in which up to k - 1 diagonal moves are forbidden, k >= 1.
    pub fn new(k: u64) -> Result<DiagonalBlocking, Refusal> {
        if k == 0 {
            return fails("VIS 8.2 (diagonal blocking)", "k must be at least 1, and it is 0");
        }
        Ok(DiagonalBlocking { k })
    }

    /// The pairs up to the one that contains x.
    fn pairs_up_to(&self, x: &Natural) -> Result<Vec<(u64, u64)>, Refusal> {
        let Some(x) = u64::try_from(x).ok().filter(|&x| x <= LARGEST) else {
            return Err(Refusal::Limit(format!(
                "diagonal blocking is known by a greedy stream, followed up to a smaller pile of {LARGEST}"
            )));
        };
        let mut greedy = Greedy::new(self.k);
        let mut pairs = Vec::new();
        loop {
            let (a, b) = greedy.step();
            pairs.push((a, b));
            if a == x || b == x {
                return Ok(pairs);
            }
        }
    }
}

impl Decider for DiagonalBlocking {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        const CITES: [&str; 2] = ["VIS-8.2-diag", "VIS-8.2-diag-fast"];
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let pairs = self.pairs_up_to(x)?;
        let n = pairs.len() - 1;
        let (a, b) = pairs[n];
        let known = format!("The greedy rule gives (a_{n}, b_{n}) = ({a}, {b})");
        if a != *x {
            let reason =
                format!("{known}, and the smaller pile is b_{n}: take the larger pile down to a_{n}.");
            return Ok(pair.won(x.clone(), Natural::from(a), reason, &CITES));
        }
        if b == *y {
            return Ok(pair.lost(format!("{known}."), &CITES));
        }
        if b < *y {
            let reason = format!("{known}, and the larger pile exceeds b_{n}: take it down to b_{n}.");
            return Ok(pair.won(x.clone(), Natural::from(b), reason, &CITES));
        }
        if let Some((m, _)) = pairs.iter().find(|(_, b)| b == y) {
            let reason =
                format!("{known}, and the larger pile is the partner of {m}: take the smaller down to {m}.");
            return Ok(pair.won(Natural::from(*m), y.clone(), reason, &CITES));
        }
        let difference = y - x;
        let same: Vec<&(u64, u64)> = pairs.iter().filter(|(a, b)| b - a == difference).collect();
        let Some((a, b)) = same.first() else {
            return fails("VIS 8.2 (diagonal blocking)", "no pair of this difference was found");
        };
        let reason = format!(
            "{known}, and {} pairs of the same difference lie below, of which only {} can be forbidden.",
            same.len(),
            self.k - 1
        );
        Ok(pair.won(Natural::from(*a), Natural::from(*b), reason, &CITES))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let mut greedy = Greedy::new(self.k);
        Some(Box::new(std::iter::from_fn(move || {
            let (a, b) = greedy.step();
            Some(vec![a, b])
        })))
    }
}

/// Blocking of any options or of diagonal ones in Wythoff's game, and of Nim moves in t-Wythoff.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "blocking Wythoff",
            rules: Shape::Exactly(
                "param k >= 1 = 2\npiles unordered x, y\nmove (i, 0)\nmove (i, i)\nblock k",
            ),
            read: |look| numbers(blocked(look).map(|k| [("k", k)])),
            decider: |form| found(Blocking::new(form.int("k")?)?),
        },
        Form {
            theory: "diagonal blocking Wythoff",
            rules: Shape::Exactly(
                "param k >= 1 = 2\npiles unordered x, y\nmove nim: (i, 0)\nmove diagonal: (i, i)\nblock k of diagonal",
            ),
            read: |look| numbers(blocked(look).map(|k| [("k", k)])),
            decider: |form| found(DiagonalBlocking::new(form.int("k")?)?),
        },
        Form {
            theory: "rook blocking t-Wythoff",
            rules: Shape::Exactly(
                "param k >= 1 = 2\nparam t >= 1 = 1\npiles unordered x, y\nmove short: (i, 0) for 1 <= i < t\nmove nim: (i, 0) for i >= t\nmove diagonal: (p, q) where |p - q| < t\nblock k of nim",
            ),
            read: |look| {
                let t = blocked(look).and_then(|_| look.bounded(|d| look.takes(&[1, d])));
                numbers(blocked(look).zip(t).map(|(k, t)| [("k", k), ("t", t)]))
            },
            decider: |form| found(RookBlocking::new(form.int("k")?, form.int("t")?)?),
        },
    ],
    cases: &[
        ("VIS-8.2-diag", &["blocking-wythoff(k=2,on=diagonal)"]),
        ("VIS-8.2-rook", &["blocking-wythoff(k=2,on=nim)"]),
        ("VIS-8.2-rook-m", &["blocking-wythoff(k=2,t=2,on=nim)"]),
        ("VIS-8.2-k2", &["blocking-wythoff(k=2)"]),
        ("VIS-8.2-k3", &["blocking-wythoff(k=3)"]),
    ],
};

/// How many options must be P for the mover to win, of a game with blocking.
fn blocked(look: &Look<'_>) -> Option<u64> {
    look.rules.convention().block.as_ref().filter(|_| look.is_pair()).map(|block| block.k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, both, nim};
    use wythoff_rules::Outcome;

    /// P from the rule: no free option is P, and at most k - 1 of those that can be forbidden are.
    fn table(
        side: usize,
        k: usize,
        free: fn(&[u64], u64) -> Vec<Vec<u64>>,
        held: fn(&[u64], u64) -> Vec<Vec<u64>>,
        t: u64,
    ) -> Vec<Vec<bool>> {
        let mut lost = vec![vec![false; side]; side];
        for x in 0..side {
            for y in 0..side {
                let p = [x as u64, y as u64];
                let is = |o: &Vec<u64>| lost[o[0] as usize][o[1] as usize];
                let blocked = held(&p, t).iter().filter(|o| is(o)).count();
                lost[x][y] = !free(&p, t).iter().any(is) && blocked < k;
            }
        }
        lost
    }

    fn check(
        theory: &dyn Decider,
        lost: &[Vec<bool>],
        options: impl Fn(&[u64]) -> Vec<Vec<u64>>,
        name: &str,
    ) {
        let side = lost.len();
        for x in 0..side {
            for y in 0..side {
                let position = [Natural::from(x), Natural::from(y)];
                let verdict = theory.decide(&position).unwrap_or_else(|e| panic!("{name} ({x},{y}): {e}"));
                assert_eq!(verdict.outcome == Outcome::P, lost[x][y], "{name} ({x},{y}): {}", verdict.reason);
                assert_eq!(theory.is_p(&position), Ok(lost[x][y]));
                if let Some(to) = verdict.winning {
                    let to: Vec<u64> = to.iter().map(|v| u64::try_from(v).unwrap()).collect();
                    assert!(options(&[x as u64, y as u64]).contains(&to), "{name} ({x},{y}) -> {to:?}");
                    assert!(lost[to[0] as usize][to[1] as usize], "{name} ({x},{y}) -> {to:?}");
                }
            }
        }
        let expected: Vec<Vec<u64>> = (0..side)
            .flat_map(|x| (x..side).map(move |y| (x, y)))
            .filter(|&(x, y)| lost[x][y])
            .map(|(x, y)| vec![x as u64, y as u64])
            .collect();
        let stream = theory.p_positions().unwrap().take_while(|p| p[0] < side as u64);
        assert_eq!(stream.filter(|p| p[1] < side as u64).collect::<Vec<_>>(), expected, "{name}");
    }

    fn queen(p: &[u64], t: u64) -> Vec<Vec<u64>> {
        let mut to = nim(p);
        to.extend(both(p, |k, l| k.abs_diff(l) < t));
        to
    }

    #[test]
    fn all_kinds_agree_with_the_rule() {
        for k in 1..=3u64 {
            let lost = table(48, k as usize, |_, _| Vec::new(), queen, 1);
            check(&Blocking::new(k).unwrap(), &lost, |p| queen(p, 1), &format!("blocking {k}"));
        }
        assert!(Blocking::new(0).is_err() && Blocking::new(4).is_err());
    }

    #[test]
    fn every_option_named_is_an_option() {
        for k in 1..=3u64 {
            let (theory, side) = (Blocking::new(k).unwrap(), 40);
            let lost = table(side, k as usize, |_, _| Vec::new(), queen, 1);
            for x in 0..side {
                for y in x..side {
                    let options = queen(&[x as u64, y as u64], 1);
                    let expected = options.iter().filter(|o| lost[o[0] as usize][o[1] as usize]).count();
                    let found = theory.lost_options(&Natural::from(x), &Natural::from(y));
                    assert_eq!(found.len(), expected, "k = {k} ({x},{y})");
                }
            }
        }
    }

    #[test]
    fn rook_blocking_agrees_with_the_rule() {
        let free = |p: &[u64], t: u64| {
            let mut to = queen(p, t);
            to.retain(|q| (p[0] - q[0]).abs_diff(p[1] - q[1]) < t);
            to
        };
        let held = |p: &[u64], t: u64| {
            let mut to = nim(p);
            to.retain(|q| p[0] - q[0] + p[1] - q[1] >= t);
            to
        };
        for (p, t) in [(1, 1), (2, 1), (3, 1), (5, 1), (1, 2), (2, 2), (3, 2), (2, 5), (4, 3)] {
            let lost = table(40, p as usize, free, held, t);
            check(&RookBlocking::new(p, t).unwrap(), &lost, |q| queen(q, t), &format!("rook {p} {t}"));
        }
        assert!(RookBlocking::new(0, 1).is_err() && RookBlocking::new(1, 0).is_err());
    }

    #[test]
    fn diagonal_blocking_agrees_with_the_rule() {
        for k in [1u64, 2, 3, 7] {
            let lost = table(44, k as usize, |p, _| nim(p), |p, _| both(p, |k, l| k == l), 1);
            check(&DiagonalBlocking::new(k).unwrap(), &lost, |q| queen(q, 1), &format!("diagonal {k}"));
        }
        assert!(DiagonalBlocking::new(0).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(61);
        let theories: [Box<dyn Decider>; 4] = [
            Box::new(Blocking::new(2).unwrap()),
            Box::new(Blocking::new(3).unwrap()),
            Box::new(RookBlocking::new(3, 1).unwrap()),
            Box::new(RookBlocking::new(2, 4).unwrap()),
        ];
        for theory in &theories {
            for limbs in [39, 40, 41] {
                let position = [dice.natural(40), dice.natural(limbs)];
                let verdict = theory.decide(&position).unwrap();
                assert_eq!(theory.is_p(&verdict.winning.unwrap()), Ok(true), "{}", verdict.reason);
            }
        }
    }
}
