//! Which theory decides which game: from a game of the catalog with its parameters to a [`Decider`].

use crate::blocking::{Blocking, DiagonalBlocking, RookBlocking};
use crate::connell::BtWythoff;
use crate::decider::{Decider, Refusal};
use crate::ho::Ho;
use crate::nim::{AllOrOne, CyclicNimhoff, EqualPiles, FraenkelZusman, MooreNim, Nim, WytK};
use crate::nim_ab::NimAb;
use crate::radius::{BoundedTWythoff, Radius, RadiusDiagonal, RadiusNim};
use crate::rat::{Mouse, Rat};
use crate::relaxed::{BeattyGame, GeneralGame, Kind};
use crate::t_wythoff::{Algebraic, Misere};
use crate::three_vectors::{OnePlane, ThreeVectors};
use crate::translate::Translated;
use crate::tribonacci::Tribonacci;
use crate::vector_game::VectorGame;
use crate::wyt_f::{Declared, WytF};
use crate::{DucheneRigo, Euclid, FibonacciNim, Wythoff};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural};
use std::sync::Arc;
use wythoff_catalog::{F_OF_ALPHA, Resolved};
use wythoff_numbers::Real;
use wythoff_rules::{BinaryOp, Convention, Expr, ExprKind, Formula, Rules, Value, parse_expr};

type Found = Result<Option<Box<dyn Decider>>, Refusal>;

/// The theory of a game, if there is one; an error where there is one whose hypotheses are not met.
///
/// ```
/// use wythoff_catalog::Resolved;
/// let game = Resolved::parse("t-wythoff(t=3)").unwrap();
/// assert!(wythoff_theory::decider_for(&game).unwrap().is_some());
/// let inline = Resolved::parse("(i,0) (0,i)").unwrap();
/// assert!(wythoff_theory::decider_for(&inline).unwrap().is_none());
/// ```
pub fn decider_for(game: &Resolved) -> Found {
    let (Some(rules), Some(entry)) = (game.rules(), game.entry()) else { return Ok(None) };
    let misere = Convention { misere: true, ..Convention::default() };
    let params = Params { rules };
    if *rules.convention() == misere {
        return in_misere(entry.name, &params);
    }
    if rules.is_modified() {
        return Ok(None);
    }
    in_normal(entry.name, &params)
}

struct Params<'a> {
    rules: &'a Rules,
}

impl Params<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.rules.values().iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    /// An integer parameter; parameters too large for a machine word are left to the rules.
    fn int(&self, name: &str) -> Result<u64, Refusal> {
        match self.value(name) {
            Some(Value::Integer(n)) => u64::try_from(n)
                .map_err(|_| Refusal::Limit(format!("the parameter {name} = {n} does not fit 64 bits"))),
            _ => Err(Refusal::Limit(format!("the game has no integer parameter {name}"))),
        }
    }

    fn piles(&self) -> usize {
        self.rules.piles()
    }
}

fn found(decider: impl Decider + 'static) -> Found {
    Ok(Some(Box::new(decider)))
}

fn in_misere(name: &str, params: &Params<'_>) -> Found {
    match name {
        "wythoff" => found(Misere::new(1)?),
        "t-wythoff" => found(Misere::new(params.int("t")?)?),
        "holladay" => found(Misere::new(params.int("k")?)?),
        "nim-ab" => found(NimAb::new(params.int("a")?, params.int("b")?, true)?),
        _ => Ok(None),
    }
}

fn in_normal(name: &str, params: &Params<'_>) -> Found {
    let int = |name: &str| params.int(name);
    match name {
        "nim" => found(Nim::new(params.piles())?),
        "moore-nim" => found(MooreNim::new(params.piles(), int("k")? as usize)?),
        // On two piles these are Wythoff's game.
        "fraenkel-zusman" | "all-or-one" | "wythoff-piles" | "nimsum-wythoff" if params.piles() == 2 => {
            found(Wythoff::new()?)
        }
        "fraenkel-zusman" => found(FraenkelZusman::new(params.piles())?),
        "all-or-one" => found(AllOrOne::new(params.piles())?),
        "cyclic-nimhoff" => found(CyclicNimhoff::new(int("h")?, params.piles())?),
        "nim-plus" => found(EqualPiles::nim_plus(int("k")?, int("l")?)?),
        "unequal" => found(EqualPiles::unequal()),
        "wyt-k" => match params.value("K") {
            Some(Value::List(items)) => {
                let small: Vec<u64> = items.iter().filter_map(|k| u64::try_from(k).ok()).collect();
                found(WytK::new(&small)?)
            }
            _ => Ok(None),
        },
        "wythoff" => found(Wythoff::new()?),
        "t-wythoff" => found(Algebraic::new(int("t")?)?),
        "holladay" => found(Algebraic::new(int("k")?)?),
        // At most k more is less than k + 1 more (VIS-G-holladay).
        "holladay-printed" => found(Algebraic::with(Natural::from(int("k")?) + Natural::ONE)?),
        "holladay-side" => holladay_side(params),
        "connell" => found(BtWythoff::new(int("b")?, 1)?),
        "bt-wythoff" => found(BtWythoff::new(int("b")?, int("t")?)?),
        "wyt-f" => wyt_f(params),
        "vector" => found(VectorGame::new(int("a")?, int("b")?)?),
        "three-vectors" if int("c")? == 1 => found(OnePlane::new(int("a")?, int("b")?)?),
        "three-vectors" => found(ThreeVectors::new(int("a")?, int("b")?, int("c")?)?),
        "radius" => found(Radius::new(int("r")?)?),
        "king" => found(Radius::new(int("k")?)?),
        "radius-nim" => found(RadiusNim::new(int("r")?)?),
        "radius-diagonal" => found(RadiusDiagonal::new(int("r")?)?),
        "bounded-t-wythoff" => found(BoundedTWythoff::new(int("t")?, int("r")?)?),
        "dr" => found(DucheneRigo::new(int("k")?)?),
        "fraenkel" => general(Kind::Fraenkel, params),
        "relaxed" => general(Kind::Relaxed, params),
        "tribonacci" => found(Tribonacci::new()),
        "rat" => found(Rat::new()),
        "mouse" => found(Mouse::new()),
        "euclid" => found(Euclid),
        "w-translate" => found(Translated::w_jk(int("j")?, int("k")?)?),
        "t-translate" => found(Translated::t(int("k")?)?),
        "f-wythoff" => found(Translated::t(0)?),
        "nim-ab" => found(NimAb::new(int("a")?, int("b")?, false)?),
        "r-wythoff" => found(Ho::r()?),
        "e-wythoff" => found(Ho::e()?),
        "fibonacci-nim" => found(FibonacciNim::new()?),
        "blocking-wythoff" => blocking(params),
        _ => Ok(None),
    }
}

/// Holladay's side games: bounded diagonals, or Wyt(f) with f = k + 1 (VIS-G-holladay-other).
fn holladay_side(params: &Params<'_>) -> Found {
    let k = params.int("k")?;
    match params.value("amounts") {
        Some(Value::Word(amounts)) if amounts == "any" => {
            found(WytF::of_polynomial(&[Integer::from(k) + Integer::from(1)])?)
        }
        _ => found(RadiusDiagonal::new(k)?),
    }
}

fn blocking(params: &Params<'_>) -> Found {
    let (k, t) = (params.int("k")?, params.int("t")?);
    match params.value("on") {
        Some(Value::Word(on)) if on == "nim" => found(RookBlocking::new(k, t)?),
        Some(Value::Word(on)) if on == "all" && t == 1 => found(Blocking::new(k)?),
        Some(Value::Word(on)) if on == "diagonal" && t == 1 => found(DiagonalBlocking::new(k)?),
        _ => Ok(None),
    }
}

/// Wyt(f): a polynomial by its coefficients, any other function as it is.
fn wyt_f(params: &Params<'_>) -> Found {
    let Some(Value::Function(text)) = params.value("f") else { return Ok(None) };
    if let Some(coefficients) = parse_expr(text).ok().and_then(|expr| polynomial(&expr)) {
        return found(WytF::of_polynomial(&coefficients)?);
    }
    let Ok(formula) = Formula::read("f", text, &["k"]) else { return Ok(None) };
    let function = move |k: &Natural| {
        let value = formula.value(&[Integer::from(k)]).unwrap_or(Integer::ZERO);
        Natural::try_from(value).unwrap_or(Natural::ZERO)
    };
    found(WytF::of_function(Box::new(function), Declared::Increasing)?)
}

/// Degree up to which a function is expanded into a polynomial.
const DEGREE: usize = 64;

/// Coefficients of a polynomial in k, the constant one first; `None` if the expression is no such thing.
fn polynomial(expr: &Expr) -> Option<Vec<Integer>> {
    let product = |a: &[Integer], b: &[Integer]| {
        let mut out = vec![Integer::ZERO; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                out[i + j] += x * y;
            }
        }
        (out.len() <= DEGREE + 1).then_some(out)
    };
    let sum = |a: Vec<Integer>, b: Vec<Integer>, sign: i32| {
        let mut out = vec![Integer::ZERO; a.len().max(b.len())];
        a.iter().enumerate().for_each(|(i, x)| out[i] += x);
        b.iter().enumerate().for_each(|(i, x)| out[i] += x * Integer::from(sign));
        out
    };
    match &expr.kind {
        ExprKind::Number(n) => Some(vec![n.clone()]),
        ExprKind::Name(name) if name == "k" => Some(vec![Integer::ZERO, Integer::from(1)]),
        ExprKind::Negate(a) => Some(sum(Vec::new(), polynomial(a)?, -1)),
        ExprKind::Binary(BinaryOp::Add, a, b) => Some(sum(polynomial(a)?, polynomial(b)?, 1)),
        ExprKind::Binary(BinaryOp::Sub, a, b) => Some(sum(polynomial(a)?, polynomial(b)?, -1)),
        ExprKind::Binary(BinaryOp::Mul, a, b) => product(&polynomial(a)?, &polynomial(b)?),
        ExprKind::Binary(BinaryOp::Pow, a, b) => match &b.kind {
            ExprKind::Number(n) => {
                let exponent = usize::try_from(n).ok().filter(|n| *n <= DEGREE)?;
                let base = polynomial(a)?;
                (0..exponent).try_fold(vec![Integer::from(1)], |power, _| product(&power, &base))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Fraenkel's game and Relaxed Wythoff with the function that the rules were bound to; a constant f gives the pairs of
/// t-Wythoff with t = f, whose winning moves from both piles take no more than f - 1 more from the larger (RLX-T1), and
/// an alpha gives its Beatty pair.
fn general(kind: Kind, params: &Params<'_>) -> Found {
    if let Some(Value::Function(text)) = params.value("f")
        && let Some([t]) = parse_expr(text).ok().and_then(|expr| polynomial(&expr)).as_deref()
        && *t > 0
    {
        return found(Algebraic::with(t.unsigned_abs_ref().clone())?);
    }
    if let Some(Value::Function(text)) = params.value("f")
        && let Some(alpha) = text.strip_prefix(F_OF_ALPHA)
        && let Ok(alpha) = Real::parse(alpha)
    {
        return found(BeattyGame::new(alpha)?);
    }
    let rules = params.rules.clone();
    let allowance = move |x1: u64, y1: u64, x0: u64| {
        let f = rules.function("f").ok_or("there is no f")?;
        let value = f(&[x1, y1, x0].map(Integer::from)).map_err(|e| e.to_string())?;
        u64::try_from(&value).map_err(|_| format!("its value {value} is negative or does not fit 64 bits"))
    };
    found(GeneralGame::new(kind, Arc::new(allowance)))
}
