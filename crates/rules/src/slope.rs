//! An irrational alpha in place of a function f(x1, y1, x0): alpha determines the f of Relaxed Wythoff (RLX (39)).

use crate::error::{ErrorKind, RuleError};
use crate::game::{Param, ParamKind};
use crate::{Argument, Native};
use malachite::Integer;
use malachite::base::num::basic::traits::One;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wythoff_numbers::Real;
use wythoff_numbers::beatty::F_OF_ALPHA;

/// Most values of f that are remembered.
const REMEMBERED: usize = 1 << 16;

/// What f depends on: the piles left and the smaller one before.
pub(crate) const ARGUMENTS: usize = 3;

/// Arguments in which every slope has become the function that it stands for.
pub(crate) fn replaced(
    params: &[Param],
    given: &[(String, Argument)],
) -> Result<Vec<(String, Argument)>, RuleError> {
    let function_of = |name: &String| {
        params.iter().find(
            |param| matches!(&param.kind, ParamKind::Function { slope: Some(slope), .. } if slope == name),
        )
    };
    let replace = |(name, argument): &(String, Argument)| {
        let (Some(function), Argument::Text(text)) = (function_of(name), argument) else {
            return Ok((name.clone(), argument.clone()));
        };
        let f = &function.name;
        if given.iter().any(|(other, _)| other == f) {
            let message = format!("both `{f}` and `{name}` are given");
            return Err(RuleError::new(ErrorKind::Parameter, message)
                .hint(format!("give one of them: {name} determines {f}")));
        }
        Ok((f.clone(), Argument::Native(constraint(text)?, format!("{F_OF_ALPHA}{text}"))))
    };
    given.iter().map(replace).collect()
}

/// The f of RLX (39): at x0 = floor(n alpha) the step of floor(n beta) less the step of floor(n alpha), 0 at other x0.
fn constraint(text: &str) -> Result<Native, RuleError> {
    let wrong = |what: String| {
        RuleError::new(ErrorKind::Parameter, what).hint("alpha is irrational with 1 < alpha < 2")
    };
    let alpha = Real::parse(text).map_err(|error| {
        RuleError::new(ErrorKind::Parameter, format!("alpha: {error}"))
            .hint("write it as in sqrt(2), pi/2, (1+sqrt(5))/2")
    })?;
    let above =
        |n: i64| alpha.cmp_rational(&malachite::Rational::from(n)).map(|o| o.is_gt()).unwrap_or(false);
    if !above(1) || above(2) {
        return Err(wrong(format!("alpha = {text} is not between 1 and 2")));
    }
    if alpha.is_irrational() == Some(false) {
        return Err(wrong(format!("alpha = {text} is rational")));
    }
    let beta = alpha.complement().map_err(|error| wrong(error.to_string()))?;
    let inverse = alpha.recip().map_err(|error| wrong(error.to_string()))?;
    let value = move |x0: &Integer| -> Result<Integer, wythoff_numbers::NumberError> {
        // x0 = floor(n alpha) has one n if any, the largest with n alpha < x0 + 1.
        let n = inverse.floor_mul(&(x0 + Integer::ONE))?;
        let a = alpha.floor_mul(&n)?;
        if n <= 0 || a != *x0 {
            return Ok(Integer::from(0));
        }
        let before = &n - Integer::ONE;
        let step = a - alpha.floor_mul(&before)?;
        Ok(beta.floor_mul(&n)? - beta.floor_mul(&before)? - step)
    };
    let known: Mutex<HashMap<Integer, Integer>> = Mutex::default();
    Ok(Arc::new(move |arguments: &[Integer]| {
        let x0 = arguments.get(2).ok_or("f takes three arguments")?;
        if let Some(f) = known.lock().unwrap_or_else(PoisonError::into_inner).get(x0) {
            return Ok(f.clone());
        }
        let f = value(x0).map_err(|error| error.to_string())?;
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < REMEMBERED {
            known.insert(x0.clone(), f.clone());
        }
        Ok(f)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_read_in_place_of_its_function_in_any_text() {
        let text = "param g(a, b, c) of s = 2\npiles sorted x <= y\nmove (i, 0)\nmove (0, i)\n\
            move (k, l) where x' <= y' and l - k < g(x', y', x)";
        let bind = |given: &[(&str, &str)]| {
            let given =
                given.iter().map(|(name, value)| (name.to_string(), Argument::Text(value.to_string())));
            crate::Rules::bind(crate::Source::new("my.game", text), &given.collect::<Vec<_>>())
        };
        let rules = bind(&[("s", "sqrt(2)")]).unwrap();
        assert_eq!(rules.values()[0].1.to_string(), format!("{F_OF_ALPHA}sqrt(2)"));
        // The first pair is (1,3): f = 2 at x = 1.
        assert!(!rules.has_move(&[1, 3], &[0, 0]).unwrap() && rules.has_move(&[1, 2], &[0, 0]).unwrap());
        assert!(
            bind(&[("s", "sqrt(2)"), ("g", "1")])
                .is_err_and(|error| error.message.contains("both `g` and `s`"))
        );
        // Bound rules are written without it.
        let bound = bind(&[]).unwrap().bound_game().unwrap().to_string();
        assert!(bound.contains("g(a, b, c) = 2"), "{bound}");
        let printed = crate::parse_game(text).unwrap().to_string();
        assert!(printed.contains("g(a, b, c) of s = 2"), "{printed}");
    }

    #[test]
    fn the_constraint_is_as_defined_near_and_far() {
        let f = constraint("sqrt(2)").unwrap();
        let (alpha, beta) = (Real::parse("sqrt(2)").unwrap(), Real::parse("2+sqrt(2)").unwrap());
        let floor = |real: &Real, n: u64| real.floor_mul(&Integer::from(n)).unwrap();
        let mut expected: HashMap<Integer, Integer> = HashMap::new();
        for n in (1..200u64).chain([1 << 60]) {
            let step = |real: &Real| floor(real, n) - floor(real, n - 1);
            expected.insert(floor(&alpha, n), step(&beta) - step(&alpha));
        }
        let zero = Integer::from(0);
        for x0 in (0..250).map(Integer::from).chain([floor(&alpha, 1 << 60)]) {
            let arguments = [zero.clone(), zero.clone(), x0.clone()];
            assert_eq!(&f(&arguments).unwrap(), expected.get(&x0).unwrap_or(&zero), "{x0}");
        }
        for wrong in ["3/2", "1", "pi", "q", "(1+sqrt(4))/2"] {
            assert!(constraint(wrong).is_err_and(|error| !error.hints.is_empty()), "{wrong}");
        }
    }
}
