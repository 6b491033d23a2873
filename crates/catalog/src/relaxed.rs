//! Relaxed Wythoff by an irrational alpha in place of its function f: alpha determines f (RLX (39)).

use malachite::Integer;
use malachite::base::num::basic::traits::One;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wythoff_numbers::Real;
use wythoff_numbers::beatty::F_OF_ALPHA;
use wythoff_rules::{Argument, ErrorKind, Native, RuleError};

/// Most values of f that are remembered.
const REMEMBERED: usize = 1 << 16;

/// The parameter beside those of the rule text, for the game that has it.
pub(crate) fn parameter(game: &str) -> Option<(String, Option<String>, String)> {
    let range = "in place of f: an irrational between 1 and 2";
    (game == "relaxed").then(|| ("alpha".to_string(), None, range.to_string()))
}

/// Arguments as the rule language takes them: alpha becomes the function f.
pub(crate) fn arguments(
    game: &str,
    given: &[(String, String)],
) -> Result<Vec<(String, Argument)>, RuleError> {
    let mut arguments = Vec::new();
    for (name, text) in given {
        if game == "relaxed" && name == "alpha" {
            if given.iter().any(|(other, _)| other == "f") {
                let message = "both `f` and `alpha` are given";
                return Err(RuleError::new(ErrorKind::Parameter, message)
                    .hint("give one of them: alpha determines f"));
            }
            let shown = format!("{F_OF_ALPHA}{text}");
            arguments.push(("f".to_string(), Argument::Native(constraint(text)?, shown)));
        } else {
            arguments.push((name.clone(), Argument::Text(text.clone())));
        }
    }
    Ok(arguments)
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
