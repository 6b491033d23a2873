//! Random families of moves whose amounts are bounded, never negative (or outweighed), and never all zero.

use crate::expr::{COMPARISONS, Scope, and, binary, compare, condition, expr, integer, name, number};
use crate::tape::Tape;
use wythoff_rules::{BinaryOp, Comparison, Component, Expr, ExprKind, Move, Range, Repeat, Span, Takes};

/// What a family may be made of.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// How many coordinates are piles.
    pub piles: usize,
    /// The extra coordinate: its name, and the bound below which it stays.
    pub extra: Option<(String, usize)>,
    /// The names known in conditions, amounts excepted.
    pub scope: Scope,
    /// Lists of numbers that amounts may run through.
    pub lists: Vec<String>,
    /// A list of vectors for all coordinates.
    pub vectors: Option<String>,
    /// Memory cells.
    pub memory: Vec<String>,
    /// Whether piles are ordered: moves may then add to a later pile.
    pub ordered: bool,
    /// Whether `any` and `...` are allowed; inline they would change the number of piles.
    pub spread: bool,
    /// How deep conditions nest; 0 for rays and vectors only.
    pub depth: usize,
}

impl Setting {
    fn coordinates(&self) -> usize {
        self.piles + usize::from(self.extra.is_some())
    }
}

/// A family in the making: amounts, what they range over, and what must hold.
#[derive(Default)]
struct Draft {
    components: Vec<Component>,
    ranges: Vec<Range>,
    condition: Option<Expr>,
}

fn once(amount: Expr) -> Component {
    Component { amount: Some(amount), repeat: Repeat::Once }
}

fn times(factor: usize, variable: &str) -> Expr {
    match factor {
        0 => number(0),
        1 => name(variable),
        _ => binary(BinaryOp::Mul, number(factor as u64), name(variable)),
    }
}

fn bounds(variables: &[&str], bounds: Vec<(Comparison, Expr)>) -> Range {
    Range::Bounds(variables.iter().map(|v| v.to_string()).collect(), bounds)
}

/// A ray: `(i, 2*i)`, from the first multiple to the last, or between given ones.
pub(crate) fn ray(tape: &mut Tape, coordinates: usize) -> Move {
    let mut factors: Vec<usize> = (0..coordinates).map(|_| [1, 0, 0, 1, 2, 3][tape.below(6)]).collect();
    if factors.iter().all(|f| *f == 0) {
        factors[tape.below(coordinates)] = 1;
    }
    let components = factors.iter().map(|f| once(times(*f, "i"))).collect();
    let mut draft = Draft { components, ..Draft::default() };
    if tape.once_in(4) {
        draft.ranges.push(multiples(tape));
    }
    draft.finish()
}

/// Which multiples of a ray are moves.
fn multiples(tape: &mut Tape) -> Range {
    let low = tape.between(1, 3) as u64;
    let high = low + tape.below(5) as u64;
    let limits = match tape.below(5) {
        0 => vec![(Comparison::AtLeast, number(low))],
        1 => vec![(Comparison::AtMost, number(high))],
        2 => vec![(Comparison::AtLeast, number(low)), (Comparison::AtMost, number(high))],
        3 => vec![(Comparison::Equal, number(low))],
        _ => vec![(Comparison::Greater, number(low - 1)), (Comparison::Less, number(high + 1))],
    };
    bounds(&["i"], limits)
}

/// A single vector.
pub(crate) fn vector(tape: &mut Tape, coordinates: usize) -> Move {
    let mut amounts: Vec<u64> = (0..coordinates).map(|_| [1, 0, 2, 3, 0, 4][tape.below(6)]).collect();
    if amounts.iter().all(|a| *a == 0) {
        amounts[tape.below(coordinates)] = 1;
    }
    let components = amounts.iter().map(|a| once(number(*a))).collect();
    Draft { components, ..Draft::default() }.finish()
}

impl Draft {
    fn finish(self) -> Move {
        Move {
            label: None,
            takes: Takes::Vector(self.components),
            ranges: self.ranges,
            condition: self.condition,
            updates: Vec::new(),
            span: Span::default(),
        }
    }

    fn require(&mut self, wanted: Expr) {
        self.condition = Some(match self.condition.take() {
            Some(condition) => and(condition, wanted),
            None => wanted,
        });
    }
}

/// A family of moves, of any kind that the setting allows.
pub(crate) fn family(tape: &mut Tape, setting: &Setting) -> Move {
    let coordinates = setting.coordinates();
    let mut amounts: Vec<&'static str> = vec!["i"];
    let mut made = match tape.below(14) {
        0..=2 => ray(tape, coordinates),
        3 => {
            amounts.clear();
            vector(tape, coordinates)
        }
        4 | 5 if coordinates >= 2 => {
            amounts = vec!["k", "l"];
            two_amounts(tape, coordinates).finish()
        }
        6 if setting.spread => {
            amounts.clear();
            several_piles(tape, setting).finish()
        }
        7 if setting.spread => rest(tape, setting).finish(),
        8 if setting.vectors.is_some() => {
            let (made, used) = multiple(tape, setting);
            amounts = used;
            made
        }
        9 if !setting.lists.is_empty() => {
            amounts = vec!["k"];
            from_list(tape, setting).finish()
        }
        10 => {
            amounts = vec!["i", "j"];
            dependent(tape, setting).finish()
        }
        11 if setting.ordered && setting.piles >= 2 => {
            amounts.clear();
            adding(tape, coordinates).finish()
        }
        12 if setting.extra.is_some() => {
            amounts = vec!["i", "c"];
            resetting(tape, setting).finish()
        }
        _ => affine(tape, coordinates).finish(),
    };
    if setting.depth > 0 && tape.below(3) > 0 {
        let mut scope = setting.scope.clone();
        scope.numbers.splice(0..0, amounts.iter().map(|a| a.to_string()));
        if !scope.numbers.is_empty() {
            let wanted = match &amounts[..] {
                ["k", "l"] if tape.once_in(2) => familiar(tape, &scope),
                _ => condition(tape, &scope, setting.depth),
            };
            made.condition = Some(match made.condition {
                Some(own) => and(own, wanted),
                None => wanted,
            });
        }
    }
    for cell in &setting.memory {
        if tape.below(3) > 0 {
            let value = match amounts.first() {
                Some(amount) if tape.below(3) > 0 => name(amount),
                _ => {
                    let mut scope = setting.scope.clone();
                    scope.numbers.extend(amounts.iter().map(|a| a.to_string()));
                    binary(BinaryOp::Mod, integer(tape, &scope, setting.depth.min(1)), number(4))
                }
            };
            made.updates.push((cell.clone(), value));
        }
    }
    made
}

/// `(k, l, 0...)` with some range for both amounts.
fn two_amounts(tape: &mut Tape, coordinates: usize) -> Draft {
    let first = tape.below(coordinates);
    let second = (first + 1 + tape.below(coordinates - 1)) % coordinates;
    let mut components: Vec<Component> = (0..coordinates).map(|_| once(number(0))).collect();
    components[first] = once(name("k"));
    components[second] = once(times(tape.between(1, 2), "l"));
    let mut draft = Draft { components, ..Draft::default() };
    match tape.below(4) {
        0 => {}
        1 => draft.ranges.push(bounds(&["k", "l"], vec![(Comparison::AtLeast, number(1))])),
        2 => {
            draft.ranges.push(bounds(&["k", "l"], vec![(Comparison::AtLeast, number(0))]));
            draft.require(compare(
                binary(BinaryOp::Add, name("k"), name("l")),
                Comparison::Greater,
                number(0),
            ));
        }
        _ => {
            let high = tape.between(1, 6) as u64;
            draft.ranges.push(bounds(
                &["k", "l"],
                vec![(Comparison::AtLeast, number(1)), (Comparison::AtMost, number(high))],
            ));
        }
    }
    draft
}

/// The conditions that the papers put on two amounts.
fn familiar(tape: &mut Tape, scope: &Scope) -> Expr {
    let (k, l) = (|| name("k"), || name("l"));
    let difference = || expr(ExprKind::Abs(Box::new(binary(BinaryOp::Sub, k(), l()))));
    let small = number(tape.between(1, 4) as u64);
    match tape.below(6) {
        0 => compare(difference(), Comparison::Less, small),
        1 => compare(k(), Comparison::AtMost, l()),
        2 => compare(l(), Comparison::Less, binary(BinaryOp::Add, times(2, "k"), small)),
        3 => {
            let even = binary(BinaryOp::Mod, binary(BinaryOp::Sub, k(), l()), small);
            compare(even, COMPARISONS[4], number(0))
        }
        4 if !scope.piles_after.is_empty() => {
            let pile = &scope.piles_after[tape.below(scope.piles_after.len())];
            compare(expr(ExprKind::After(pile.clone())), COMPARISONS[tape.below(6)], small)
        }
        _ => compare(k(), COMPARISONS[tape.below(6)], small),
    }
}

/// `any`, `any^2`, `any...`: nonzero amounts from some piles.
fn several_piles(tape: &mut Tape, setting: &Setting) -> Draft {
    let coordinates = setting.coordinates();
    let any = |repeat| Component { amount: None, repeat };
    let zero_rest = Component { amount: Some(number(0)), repeat: Repeat::Rest };
    let components = match tape.below(5) {
        0 => (0..coordinates).map(|_| any(Repeat::Once)).collect(),
        1 => vec![any(Repeat::Rest)],
        2 if coordinates >= 2 => vec![any(Repeat::Times(number(2))), zero_rest],
        3 if coordinates >= 2 => {
            let count = binary(BinaryOp::Sub, number(coordinates as u64), number(1));
            vec![any(Repeat::Times(count)), zero_rest]
        }
        _ => vec![any(Repeat::Once), zero_rest],
    };
    Draft { components, ..Draft::default() }
}

/// `(i, 0...)`, `(i...)`, `(1, 0...)`.
fn rest(tape: &mut Tape, setting: &Setting) -> Draft {
    let spread = |amount| Component { amount: Some(amount), repeat: Repeat::Rest };
    let components = match tape.below(4) {
        0 => vec![once(name("i")), spread(number(0))],
        1 => vec![spread(name("i"))],
        2 => vec![spread(number(0)), once(times(2, "i"))],
        _ if setting.coordinates() >= 2 => vec![once(name("i")), once(name("i")), spread(number(0))],
        _ => vec![once(name("i"))],
    };
    Draft { components, ..Draft::default() }
}

/// `w for w in v`, `i*w for w in v`.
fn multiple(tape: &mut Tape, setting: &Setting) -> (Move, Vec<&'static str>) {
    let vectors = setting.vectors.clone().unwrap_or_default();
    let mut ranges = vec![Range::In("w".to_string(), vectors)];
    let (factor, amounts) = match tape.below(4) {
        0 => (Some(name("i")), vec!["i"]),
        1 => (None, vec![]),
        2 => (Some(times(2, "i")), vec!["i"]),
        _ => {
            ranges.push(multiples(tape));
            (Some(binary(BinaryOp::Add, name("i"), number(1))), vec!["i"])
        }
    };
    let takes = Takes::Multiple(factor, "w".to_string());
    let made = Move { label: None, takes, ranges, condition: None, updates: vec![], span: Span::default() };
    (made, amounts)
}

/// `(k, k) for k in K`.
fn from_list(tape: &mut Tape, setting: &Setting) -> Draft {
    let coordinates = setting.coordinates();
    let mut components: Vec<Component> = (0..coordinates).map(|_| once(times(tape.below(3), "k"))).collect();
    components[tape.below(coordinates)] = once(name("k"));
    let list = setting.lists[tape.below(setting.lists.len())].clone();
    let mut ranges = vec![Range::In("k".to_string(), list)];
    ranges.push(bounds(&["k"], vec![(Comparison::AtLeast, number(1))]));
    if tape.once_in(3) {
        ranges.push(bounds(&["k"], vec![(COMPARISONS[tape.below(6)], number(tape.between(2, 5) as u64))]));
    }
    Draft { components, ranges, ..Draft::default() }
}

/// Amounts whose range depends on earlier amounts or on piles, and amounts that only conditions speak of.
fn dependent(tape: &mut Tape, setting: &Setting) -> Draft {
    let coordinates = setting.coordinates();
    let mut components: Vec<Component> = (0..coordinates).map(|_| once(number(0))).collect();
    components[0] = once(name("i"));
    let mut draft = Draft::default();
    let pile = setting.scope.piles_after.first().map(|p| name(p));
    match tape.below(4) {
        0 if coordinates >= 2 => {
            components[1] = once(name("j"));
            let high = binary(BinaryOp::Add, times(2, "i"), number(tape.below(3) as u64));
            let low = (Comparison::AtLeast, name("i"));
            draft.ranges.push(bounds(&["j"], vec![low, (Comparison::AtMost, high)]));
        }
        1 if coordinates >= 2 && pile.is_some() => {
            components[1] = once(name("j"));
            let high = pile.map_or(number(1), |p| binary(BinaryOp::Div, p, number(2)));
            draft
                .ranges
                .push(bounds(&["j"], vec![(Comparison::AtLeast, number(0)), (Comparison::Less, high)]));
        }
        2 => {
            let sign = COMPARISONS[tape.below(6)];
            draft.ranges.push(bounds(&["i"], vec![(sign, number(tape.between(1, 4) as u64))]));
            draft.ranges.push(bounds(&["j"], vec![(Comparison::Equal, name("i"))]));
            draft.require(compare(name("i"), Comparison::AtLeast, number(1)));
        }
        _ => {
            // `j` stands in no amount: some value of it must make the condition hold.
            let high = tape.between(1, 3) as u64;
            draft.ranges.push(bounds(
                &["j"],
                vec![(Comparison::Greater, number(0)), (Comparison::AtMost, number(high))],
            ));
            draft.require(compare(
                binary(BinaryOp::Mod, name("i"), binary(BinaryOp::Add, name("j"), number(1))),
                COMPARISONS[tape.below(6)],
                number(0),
            ));
        }
    }
    draft.components = components;
    draft
}

/// `(2, -1)`: the total or an earlier pile falls.
fn adding(tape: &mut Tape, coordinates: usize) -> Draft {
    let mut components: Vec<Component> = (0..coordinates).map(|_| once(number(0))).collect();
    components[0] = once(number(tape.between(2, 3) as u64));
    components[1] = once(expr(ExprKind::Negate(Box::new(number(1)))));
    Draft { components, ..Draft::default() }
}

/// `(i, 0, e - c)`: the extra coordinate becomes any value.
fn resetting(tape: &mut Tape, setting: &Setting) -> Draft {
    let (extra, bound) = setting.extra.clone().unwrap_or(("e".to_string(), 1));
    let mut components: Vec<Component> =
        (0..setting.piles).map(|_| once(times(tape.below(3), "i"))).collect();
    components[0] = once(name("i"));
    components.push(once(binary(BinaryOp::Sub, name(&extra), name("c"))));
    let range = vec![(Comparison::AtLeast, number(0)), (Comparison::Less, number(bound as u64))];
    Draft { components, ranges: vec![bounds(&["c"], range)], ..Draft::default() }
}

/// `(i, 2*i + 1, 0)`.
fn affine(tape: &mut Tape, coordinates: usize) -> Draft {
    let components = (0..coordinates)
        .map(|c| match (c, tape.below(3)) {
            (0, _) => once(name("i")),
            (_, 0) => once(number(0)),
            (_, factor) => {
                let constant = number(tape.below(4) as u64);
                once(binary(BinaryOp::Add, times(factor, "i"), constant))
            }
        })
        .collect();
    Draft { components, ..Draft::default() }
}
