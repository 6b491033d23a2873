//! Functions of the rule language that are polynomials.

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use wythoff_rules::{BinaryOp, Expr, ExprKind};

/// Degree up to which a function is expanded into a polynomial.
const DEGREE: usize = 64;

/// Coefficients of a polynomial in k, the constant one first; `None` if the expression is no such thing.
pub(crate) fn polynomial(expr: &Expr) -> Option<Vec<Integer>> {
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
