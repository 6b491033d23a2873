//! Values of short partizan games: canonical forms, order, sums, stops and reduced canonical forms.
//!
//! Conway's theory (On Numbers and Games) with hash-consed canonical forms: equal games have equal
//! [`Game`]s. The reduced canonical form is that of Grossman and Siegel: the simplest game that differs from
//! the given one by an infinitesimal. It is found by removing options that are dominated, and bypassing
//! options that are reversible, up to infinitesimals.

use std::collections::HashMap;

use malachite::rational::Rational;
use malachite::{Integer, Natural};

use super::Class;

/// A value in a [`Values`] store; equal values of one store are equal as games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game(u32);

/// The canonical form of a value.
struct Form {
    left: Vec<Game>,
    right: Vec<Game>,
    number: Option<Rational>,
    negative: Option<Game>,
}

/// A store of canonical forms.
///
/// ```
/// use wythoff_catalog::special::cgt::Values;
/// let mut values = Values::new();
/// let zero = values.zero();
/// let star = values.game(&[zero], &[zero]);
/// let up = values.game(&[zero], &[star]);
/// assert!(values.le(zero, up) && !values.le(up, zero));
/// assert_eq!(values.show(up), "↑");
/// assert_eq!(values.sum(star, star), zero);
/// assert_eq!(values.reduced(up), zero);
/// ```
pub struct Values {
    forms: Vec<Form>,
    index: HashMap<(Vec<Game>, Vec<Game>), Game>,
    order: HashMap<(Game, Game), bool>,
    sums: HashMap<(Game, Game), Game>,
    reductions: HashMap<Game, Game>,
}

impl Default for Values {
    fn default() -> Self {
        Values::new()
    }
}

impl Values {
    /// A store that holds 0.
    pub fn new() -> Self {
        let mut values = Values {
            forms: Vec::new(),
            index: HashMap::new(),
            order: HashMap::new(),
            sums: HashMap::new(),
            reductions: HashMap::new(),
        };
        values.intern(Vec::new(), Vec::new());
        values
    }

    /// The game without moves.
    pub fn zero(&self) -> Game {
        Game(0)
    }

    /// The Left options of the canonical form.
    pub fn left(&self, g: Game) -> &[Game] {
        &self.form(g).left
    }

    /// The Right options of the canonical form.
    pub fn right(&self, g: Game) -> &[Game] {
        &self.form(g).right
    }

    /// The number that the game is, if it is one.
    pub fn number(&self, g: Game) -> Option<&Rational> {
        self.form(g).number.as_ref()
    }

    fn form(&self, g: Game) -> &Form {
        &self.forms[g.0 as usize]
    }

    /// The value of {left | right}: its canonical form.
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Game {
        let (mut left, mut right) = (distinct(left.to_vec()), distinct(right.to_vec()));
        // Bypassing keeps the value, so the value may be compared in whichever form it has at the moment.
        while self.bypass_one(&mut left, &mut right) {}
        self.drop_dominated(&mut left, |values, a, b| values.le(a, b));
        self.drop_dominated(&mut right, |values, a, b| values.le(b, a));
        self.intern(left, right)
    }

    /// Replaces one reversible option by what it reverses to; false if there is none.
    fn bypass_one(&mut self, left: &mut Vec<Game>, right: &mut Vec<Game>) -> bool {
        let mut known = Comparisons::default();
        for place in 0..left.len() {
            for reply in self.right(left[place]).to_vec() {
                if self.raw_ge(left, right, reply, &mut known) {
                    left.swap_remove(place);
                    left.extend_from_slice(self.left(reply));
                    *left = distinct(std::mem::take(left));
                    return true;
                }
            }
        }
        for place in 0..right.len() {
            for reply in self.left(right[place]).to_vec() {
                if self.raw_le(left, right, reply, &mut known) {
                    right.swap_remove(place);
                    right.extend_from_slice(self.right(reply));
                    *right = distinct(std::mem::take(right));
                    return true;
                }
            }
        }
        false
    }

    /// Keeps the options that no other one is at least as good as; `worse(a, b)` says that b is as good as a.
    fn drop_dominated(&mut self, options: &mut Vec<Game>, worse: impl Fn(&mut Values, Game, Game) -> bool) {
        let mut kept: Vec<Game> = Vec::new();
        for &option in options.iter() {
            if kept.iter().any(|&other| worse(self, option, other)) {
                continue;
            }
            kept.retain(|&other| !worse(self, other, option));
            kept.push(option);
        }
        *options = kept;
    }

    fn intern(&mut self, left: Vec<Game>, right: Vec<Game>) -> Game {
        let key = (distinct(left), distinct(right));
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let (left, right) = key.clone();
        let number = self.number_of(&left, &right);
        let game = Game(self.forms.len() as u32);
        self.forms.push(Form { left, right, number, negative: None });
        self.index.insert(key, game);
        game
    }

    /// A canonical form is a number iff its options are numbers, Left's below Right's; it is then the
    /// simplest number between them, which for a canonical form is the next integer or the mean.
    fn number_of(&self, left: &[Game], right: &[Game]) -> Option<Rational> {
        let numbers = |options: &[Game]| -> Option<Vec<Rational>> {
            options.iter().map(|&option| self.number(option).cloned()).collect()
        };
        match (&numbers(left)?[..], &numbers(right)?[..]) {
            ([], []) => Some(Rational::from(0)),
            ([l], []) => Some(l + Rational::from(1)),
            ([], [r]) => Some(r - Rational::from(1)),
            ([l], [r]) if l < r => Some((l + r) / Rational::from(2)),
            _ => None,
        }
    }

    /// Whether g <= h: no Left option of g is >= h, and g is >= no Right option of h.
    pub fn le(&mut self, g: Game, h: Game) -> bool {
        if g == h {
            return true;
        }
        if let (Some(x), Some(y)) = (self.number(g), self.number(h)) {
            return x <= y;
        }
        if let Some(&known) = self.order.get(&(g, h)) {
            return known;
        }
        let by_left = (0..self.left(g).len()).all(|i| !self.le(h, self.left(g)[i]));
        let holds = by_left && (0..self.right(h).len()).all(|i| !self.le(self.right(h)[i], g));
        self.order.insert((g, h), holds);
        holds
    }

    /// {left | right} <= h.
    fn raw_le(&mut self, left: &[Game], right: &[Game], h: Game, known: &mut Comparisons) -> bool {
        if let Some(&found) = known.le.get(&h) {
            return found;
        }
        let holds = left.iter().all(|&option| !self.le(h, option))
            && self.right(h).to_vec().into_iter().all(|reply| !self.raw_ge(left, right, reply, known));
        known.le.insert(h, holds);
        holds
    }

    /// {left | right} >= h.
    fn raw_ge(&mut self, left: &[Game], right: &[Game], h: Game, known: &mut Comparisons) -> bool {
        if let Some(&found) = known.ge.get(&h) {
            return found;
        }
        let holds = right.iter().all(|&option| !self.le(option, h))
            && self.left(h).to_vec().into_iter().all(|reply| !self.raw_le(left, right, reply, known));
        known.ge.insert(h, holds);
        holds
    }

    /// Who wins: P for 0, L for positive, R for negative, N for games confused with 0.
    pub fn class(&mut self, g: Game) -> Class {
        match (self.le(g, Game(0)), self.le(Game(0), g)) {
            (true, true) => Class::P,
            (false, true) => Class::L,
            (true, false) => Class::R,
            (false, false) => Class::N,
        }
    }

    /// -g: the roles of the players exchanged.
    pub fn negative(&mut self, g: Game) -> Game {
        if let Some(known) = self.form(g).negative {
            return known;
        }
        let left: Vec<Game> =
            self.right(g).to_vec().into_iter().map(|option| self.negative(option)).collect();
        let right: Vec<Game> =
            self.left(g).to_vec().into_iter().map(|option| self.negative(option)).collect();
        let negative = self.intern(left, right);
        self.forms[g.0 as usize].negative = Some(negative);
        self.forms[negative.0 as usize].negative = Some(g);
        negative
    }

    /// g + h.
    pub fn sum(&mut self, g: Game, h: Game) -> Game {
        if g == Game(0) {
            return h;
        }
        if h == Game(0) {
            return g;
        }
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        // Number translation: only the summand that is no number needs to be played in.
        let (g_moves, h_moves) = match (self.number(g).is_some(), self.number(h).is_some()) {
            (true, false) => (false, true),
            (false, true) => (true, false),
            _ => (true, true),
        };
        let sides = [true, false].map(|of_left| {
            let side =
                |values: &Values, game| if of_left { values.left(game) } else { values.right(game) }.to_vec();
            let mut options = Vec::new();
            if g_moves {
                options.extend(side(self, g).into_iter().map(|option| self.sum(option, h)));
            }
            if h_moves {
                options.extend(side(self, h).into_iter().map(|option| self.sum(g, option)));
            }
            options
        });
        let sum = self.game(&sides[0], &sides[1]);
        self.sums.insert(key, sum);
        sum
    }

    /// g - h.
    pub fn difference(&mut self, g: Game, h: Game) -> Game {
        let minus = self.negative(h);
        self.sum(g, minus)
    }

    /// The integer n as a game.
    pub fn integer(&mut self, n: i64) -> Game {
        let mut game = Game(0);
        for _ in 0..n.unsigned_abs() {
            game = if n > 0 { self.intern(vec![game], vec![]) } else { self.intern(vec![], vec![game]) };
        }
        game
    }

    /// A dyadic rational as a game: m/2^k = {(m-1)/2^k | (m+1)/2^k} in lowest terms; `None` for other rationals.
    ///
    /// O(|x| + k) canonical forms.
    pub fn dyadic(&mut self, x: &Rational) -> Option<Game> {
        let denominator = x.to_denominator();
        if denominator == 1u32 {
            return Some(self.integer(i64::try_from(&Integer::try_from(x.clone()).ok()?).ok()?));
        }
        if (&denominator & (&denominator - Natural::from(1u32))) != 0u32 {
            return None;
        }
        let step = Rational::from_naturals(Natural::from(1u32), denominator);
        let (low, high) = (self.dyadic(&(x - &step))?, self.dyadic(&(x + &step))?);
        Some(self.intern(vec![low], vec![high]))
    }

    /// The number at which play stops if Left moves first and both play for the best number.
    pub fn left_stop(&self, g: Game) -> Rational {
        match self.number(g) {
            Some(number) => number.clone(),
            None => self.best(self.left(g), |values, option| values.right_stop(option), true),
        }
    }

    /// The number at which play stops if Right moves first.
    pub fn right_stop(&self, g: Game) -> Rational {
        match self.number(g) {
            Some(number) => number.clone(),
            None => self.best(self.right(g), |values, option| values.left_stop(option), false),
        }
    }

    /// The best stop among options; a game that is no number has options for both players.
    fn best(&self, options: &[Game], stop: impl Fn(&Values, Game) -> Rational, highest: bool) -> Rational {
        let stops = options.iter().map(|&option| stop(self, option));
        let best = if highest { stops.max() } else { stops.min() };
        best.unwrap_or_else(|| Rational::from(0))
    }

    /// Whether g <= h up to an infinitesimal: the Right stop of h - g is at least 0.
    pub fn le_up_to_infinitesimal(&mut self, g: Game, h: Game) -> bool {
        if g == h {
            return true;
        }
        let difference = self.difference(h, g);
        self.right_stop(difference) >= 0
    }

    /// The reduced canonical form: the simplest game that differs from g by an infinitesimal.
    ///
    /// A number where the two stops of g agree; otherwise its options are reduced, the dominated ones
    /// removed and the reversible ones bypassed, all up to infinitesimals, until nothing changes.
    pub fn reduced(&mut self, g: Game) -> Game {
        if let Some(&known) = self.reductions.get(&g) {
            return known;
        }
        let (high, low) = (self.left_stop(g), self.right_stop(g));
        let reduced = if high == low {
            self.dyadic(&high).unwrap_or(g)
        } else {
            let mut left: Vec<Game> =
                self.left(g).to_vec().into_iter().map(|option| self.reduced(option)).collect();
            let mut right: Vec<Game> =
                self.right(g).to_vec().into_iter().map(|option| self.reduced(option)).collect();
            loop {
                left = distinct(left);
                right = distinct(right);
                self.drop_dominated(&mut left, |values, a, b| values.le_up_to_infinitesimal(a, b));
                self.drop_dominated(&mut right, |values, a, b| values.le_up_to_infinitesimal(b, a));
                if !self.bypass_up_to_infinitesimal(g, &mut left, &mut right) {
                    break;
                }
            }
            self.game(&left, &right)
        };
        self.reductions.insert(g, reduced);
        reduced
    }

    fn bypass_up_to_infinitesimal(&mut self, g: Game, left: &mut Vec<Game>, right: &mut Vec<Game>) -> bool {
        for place in 0..left.len() {
            for reply in self.right(left[place]).to_vec() {
                if self.le_up_to_infinitesimal(reply, g) {
                    left.swap_remove(place);
                    left.extend_from_slice(self.left(reply));
                    return true;
                }
            }
        }
        for place in 0..right.len() {
            for reply in self.left(right[place]).to_vec() {
                if self.le_up_to_infinitesimal(g, reply) {
                    right.swap_remove(place);
                    right.extend_from_slice(self.right(reply));
                    return true;
                }
            }
        }
        false
    }

    /// The value as people write it: numbers, nimbers, ups, tinies, switches, and bars for the rest.
    pub fn show(&mut self, g: Game) -> String {
        let Phrase { text, bars } = self.phrase(g);
        if bars == 0 { text } else { format!("{{{text}}}") }
    }

    fn phrase(&mut self, g: Game) -> Phrase {
        if let Some(name) = self.name(g) {
            return Phrase { text: name, bars: 0 };
        }
        let left = self.side(self.left(g).to_vec());
        let right = self.side(self.right(g).to_vec());
        let bars = 1 + left.bars.max(right.bars);
        Phrase { text: format!("{}{}{}", left.text, "|".repeat(bars), right.text), bars }
    }

    /// Options on one side of a bar; a single option is written without braces, with fewer bars of its own.
    fn side(&mut self, options: Vec<Game>) -> Phrase {
        match options[..] {
            [only] => self.phrase(only),
            _ => {
                let texts: Vec<String> = options.into_iter().map(|option| self.show(option)).collect();
                Phrase { text: texts.join(","), bars: 0 }
            }
        }
    }

    /// A name without bars, if the value has one.
    fn name(&mut self, g: Game) -> Option<String> {
        if let Some(number) = self.number(g) {
            return Some(number.to_string());
        }
        let (high, low) = (self.left_stop(g), self.right_stop(g));
        if high == low {
            let base = self.dyadic(&high)?;
            let rest = self.difference(g, base);
            let name = self.infinitesimal_name(rest)?;
            let number = if high == 0 { String::new() } else { high.to_string() };
            // A sign is only needed between a number and what does not start with one of ↑, ↓ or *.
            let glue = if !number.is_empty() && name.starts_with("tiny") { "+" } else { "" };
            return Some(format!("{number}{glue}{name}"));
        }
        if let ([l], [r]) = (self.left(g), self.right(g)) {
            let (l, r) = (*l, *r);
            if self.number(l).is_some() && self.negative(l) == r {
                let number = self.number(l)?;
                return Some(format!("±{number}"));
            }
        }
        None
    }

    /// Names of infinitesimals: multiples of ↑ plus a nimber, and tiny or miny of a number.
    fn infinitesimal_name(&mut self, g: Game) -> Option<String> {
        const MOST_UPS: i64 = 8;
        const MOST_NIMBER: usize = 8;
        let zero = Game(0);
        let mut nimbers = vec![zero];
        while nimbers.len() < MOST_NIMBER {
            let next = self.game(&nimbers.clone(), &nimbers.clone());
            nimbers.push(next);
        }
        let up = self.game(&[zero], &[nimbers[1]]);
        let down = self.negative(up);
        for (unit, arrow) in [(up, "↑"), (down, "↓")] {
            let mut ups = zero;
            for count in 0..=MOST_UPS {
                for (n, &nimber) in nimbers.iter().enumerate() {
                    if self.sum(ups, nimber) == g {
                        let arrows = match count {
                            0 => String::new(),
                            1 => arrow.to_string(),
                            _ => format!("{arrow}{count}"),
                        };
                        let star = match n {
                            0 => String::new(),
                            1 => "*".to_string(),
                            _ => format!("*{n}"),
                        };
                        return Some(arrows + &star);
                    }
                }
                ups = self.sum(ups, unit);
            }
        }
        self.tiny_of(g).map(|x| format!("tiny({x})")).or_else(|| {
            let negative = self.negative(g);
            self.tiny_of(negative).map(|x| format!("-tiny({x})"))
        })
    }

    /// The x > 0 with g = {0 || 0 | -x}.
    fn tiny_of(&self, g: Game) -> Option<Rational> {
        let ([Game(0)], [r]) = (self.left(g), self.right(g)) else { return None };
        let ([Game(0)], [minus]) = (self.left(*r), self.right(*r)) else { return None };
        let x = -self.number(*minus)?.clone();
        (x > 0).then_some(x)
    }
}

/// Comparisons of one form with others while it is being brought into canonical form.
#[derive(Default)]
struct Comparisons {
    le: HashMap<Game, bool>,
    ge: HashMap<Game, bool>,
}

/// Text with the number of bars that its outermost bar has; 0 for text that needs no braces.
struct Phrase {
    text: String,
    bars: usize,
}

fn distinct(mut options: Vec<Game>) -> Vec<Game> {
    options.sort_unstable();
    options.dedup();
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(p: i64, q: i64) -> Rational {
        Rational::from(p) / Rational::from(q)
    }

    fn numbers(values: &mut Values, list: &[(i64, i64)]) -> Vec<Game> {
        list.iter().map(|&(p, q)| values.dyadic(&ratio(p, q)).unwrap()).collect()
    }

    #[test]
    fn numbers_are_the_simplest_between_their_options() {
        let mut v = Values::new();
        let list = numbers(&mut v, &[(0, 1), (1, 1), (1, 2), (3, 4), (-2, 1), (5, 8), (2, 1), (5, 2)]);
        for (i, &x) in list.iter().enumerate() {
            for &y in &list[i..] {
                let sum = v.number(x).unwrap() + v.number(y).unwrap();
                let game = v.sum(x, y);
                assert_eq!(v.number(game), Some(&sum));
                assert_eq!(v.le(x, y), v.number(x) <= v.number(y));
            }
        }
        let three_halves = v.game(&list[1..2], &list[6..7]);
        assert_eq!(v.show(three_halves), "3/2");
        let between = v.game(&list[2..3], &list[7..8]);
        assert_eq!(v.show(between), "1");
        assert!(v.dyadic(&ratio(1, 3)).is_none());
    }

    #[test]
    fn names() {
        let mut v = Values::new();
        let zero = v.zero();
        let [one, two, minus_two] = numbers(&mut v, &[(1, 1), (2, 1), (-2, 1)])[..] else { panic!() };
        let star = v.game(&[zero], &[zero]);
        let star2 = v.game(&[zero, star], &[zero, star]);
        let up = v.game(&[zero], &[star]);
        let double_up = v.sum(up, up);
        let up_star = v.sum(up, star);
        let mixed = v.sum(double_up, star2);
        let switch = v.game(&[two], &[minus_two]);
        let hot = v.game(&[two], &[one]);
        let threat = v.game(&[zero], &[minus_two]);
        let tiny = v.game(&[zero], &[threat]);
        let shifted = v.sum(one, tiny);
        let nested = v.game(&[switch], &[minus_two]);
        let four = v.integer(4);
        let layered = v.game(&[four], &[hot]);
        let deep = v.game(&[two], &[threat, star]);
        let down = v.negative(up);
        let one_star = v.sum(one, star);
        for (game, name) in [
            (star2, "*2"),
            (double_up, "↑2"),
            (up_star, "↑*"),
            (mixed, "↑2*2"),
            (switch, "±2"),
            (hot, "{2|1}"),
            (tiny, "tiny(2)"),
            (nested, "-2-tiny(4)"),
            (layered, "{4||2|1}"),
            (shifted, "1+tiny(2)"),
            (down, "↓"),
            (one_star, "1*"),
        ] {
            assert_eq!(v.show(game), name);
        }
        assert!(v.show(deep).starts_with('{'));
    }

    #[test]
    fn outcome_classes() {
        let mut v = Values::new();
        let zero = v.zero();
        let star = v.game(&[zero], &[zero]);
        let up = v.game(&[zero], &[star]);
        let down = v.negative(up);
        let up_star = v.sum(up, star);
        let classes = [zero, star, up, down, up_star].map(|g| v.class(g));
        assert_eq!(classes, [Class::P, Class::N, Class::L, Class::R, Class::N]);
    }

    /// Random games of small depth, as raw trees and as values.
    fn random_games(v: &mut Values, count: usize) -> Vec<Game> {
        let mut random = wythoff_numbers::Random::new(99);
        let mut next = |n: usize| random.index(n);
        let mut pool = numbers(v, &[(0, 1), (1, 1), (-1, 1), (2, 1), (1, 2)]);
        for _ in 0..count {
            let mut pick =
                |most: usize| (0..1 + next(most)).map(|_| pool[next(pool.len())]).collect::<Vec<_>>();
            let (left, right) = (pick(2), pick(2));
            let game = v.game(&left, &right);
            pool.push(game);
        }
        pool
    }

    #[test]
    fn equal_games_have_one_form() {
        let mut v = Values::new();
        let pool = random_games(&mut v, 40);
        for &g in &pool {
            let minus = v.negative(g);
            assert_eq!(v.sum(g, minus), v.zero());
            for &h in &pool {
                let both = v.le(g, h) && v.le(h, g);
                assert_eq!(both, g == h);
                let difference = v.difference(g, h);
                let class = v.class(difference);
                assert_eq!(v.le(g, h), matches!(class, Class::P | Class::R));
            }
        }
    }

    #[test]
    fn canonical_forms_have_nothing_to_remove() {
        let mut v = Values::new();
        for g in random_games(&mut v, 60) {
            let (left, right) = (v.left(g).to_vec(), v.right(g).to_vec());
            for &a in &left {
                assert!(left.iter().all(|&b| a == b || !v.le(a, b)));
                assert!(v.right(a).to_vec().into_iter().all(|reply| !v.le(reply, g)));
            }
            for &a in &right {
                assert!(right.iter().all(|&b| a == b || !v.le(b, a)));
                assert!(v.left(a).to_vec().into_iter().all(|reply| !v.le(g, reply)));
            }
        }
    }

    #[test]
    fn reduced_forms_are_infinitesimally_close_and_unique() {
        let mut v = Values::new();
        let pool = random_games(&mut v, 60);
        let zero = v.zero();
        let star = v.game(&[zero], &[zero]);
        let up = v.game(&[zero], &[star]);
        for &g in &pool {
            let reduced = v.reduced(g);
            let difference = v.difference(g, reduced);
            assert_eq!((v.left_stop(difference), v.right_stop(difference)), (ratio(0, 1), ratio(0, 1)));
            assert_eq!(v.reduced(reduced), reduced);
            for small in [star, up] {
                let near = v.sum(g, small);
                assert_eq!(v.reduced(near), reduced);
            }
        }
        for &g in &pool {
            for &h in &pool {
                let close = v.le_up_to_infinitesimal(g, h) && v.le_up_to_infinitesimal(h, g);
                assert_eq!(close, v.reduced(g) == v.reduced(h));
            }
        }
    }

    #[test]
    fn reductions_of_known_games() {
        let mut v = Values::new();
        let zero = v.zero();
        let one = v.integer(1);
        let switch = v.game(&[one], &[zero]);
        let near_one = v.game(&[one], &[switch]);
        assert_eq!(v.show(near_one), "1+tiny(1)");
        assert_eq!(v.reduced(near_one), one);
        assert_eq!(v.reduced(switch), switch);
    }
}
