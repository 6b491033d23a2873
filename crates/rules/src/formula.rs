//! A formula on its own: a function of named arguments, as in `f = k^2 + 9`.

use crate::bind::{Argument, Value};
use crate::code::{Code, Effort, Function, TRIES};
use crate::compile::{Meaning, Scope};
use crate::error::{ErrorKind, RuleError, Source};
use crate::expr::{Expr, ExprKind};
use crate::game::ParamKind;
use crate::parse::read_expr;
use crate::span::TextError;
use malachite::Integer;
use std::sync::Arc;
use wythoff_numbers::Budget;

/// A function given as text, on integers of any size.
#[derive(Clone)]
pub struct Formula {
    pub(crate) code: Code,
    expr: Expr,
    /// Pays for the values.
    budget: Budget,
}

impl Formula {
    /// Reads a function of the given arguments; `name` is shown in errors.
    ///
    /// ```
    /// use malachite::Integer;
    /// use wythoff_rules::Formula;
    /// let f = Formula::read("f", "k^2 + 9", &["k"]).unwrap();
    /// assert_eq!(f.value(&[Integer::from(5)]).unwrap(), 34);
    /// ```
    pub fn read(name: &str, text: &str, arguments: &[&str]) -> Result<Formula, RuleError> {
        let source = Source { name: format!("parameter {name}"), text: text.to_string() };
        let scope = scope(&source, arguments);
        let expr = read_expr(text).map_err(|e| RuleError::located(e, &source))?;
        let code = scope.integer(&expr).map_err(|e| RuleError::located(e, &source))?;
        Ok(Formula { code, expr, budget: Budget::default() })
    }

    /// Reads a condition on the given arguments: 1 where it holds, 0 where it does not.
    ///
    /// ```
    /// use malachite::Integer;
    /// let condition = wythoff_rules::Formula::read_condition("set", "x < y", &["x", "y"]).unwrap();
    /// assert_eq!(condition.value(&[Integer::from(2), Integer::from(3)]).unwrap(), 1);
    /// ```
    pub fn read_condition(name: &str, text: &str, arguments: &[&str]) -> Result<Formula, RuleError> {
        let source = Source { name: name.to_string(), text: text.to_string() };
        let scope = scope(&source, arguments);
        let at = |error: TextError| RuleError::located(error, &source);
        let expr = read_expr(text).map_err(at)?;
        scope.truth(&expr).map_err(at)?;
        // A condition becomes 1 or 0.
        let number = |n: i32| Box::new(Expr { kind: ExprKind::Number(Integer::from(n)), span: expr.span });
        let kind = ExprKind::If(Box::new(expr.clone()), number(1), number(0));
        let expr = Expr { kind, span: expr.span };
        let code = scope.integer(&expr).map_err(at)?;
        Ok(Formula { code, expr, budget: Budget::default() })
    }

    /// The value; there must be as many values as arguments were named.
    pub fn value(&self, values: &[Integer]) -> Result<Integer, RuleError> {
        self.value_within(values, &self.budget)
    }

    /// The same, paid for by the budget of a request.
    pub fn value_within(&self, values: &[Integer], budget: &Budget) -> Result<Integer, RuleError> {
        self.code.big_value(values, &mut Effort::new(TRIES, budget))
    }

    /// The same formula, whose values a request pays for.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Formula {
        self.budget = budget.clone();
        self
    }

    /// The formula as read.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }
}

/// The arguments by name.
fn scope(source: &Source, arguments: &[&str]) -> Scope {
    let mut scope = Scope { source: Arc::new(source.clone()), ..Scope::default() };
    for (slot, argument) in arguments.iter().enumerate() {
        scope.names.insert(argument.to_string(), Meaning::Slot(slot));
    }
    scope
}

impl crate::bind::Rules {
    /// The functions that parameters are bound to and that take as many arguments as there are names, as another text with
    /// these names could be bound to them.
    ///
    /// ```
    /// use wythoff_rules::{Argument, Rules};
    /// let rules = Rules::read("param g(n) = n^2 + 1\npiles unordered x, y\nmove (k, l) where k <= l < g(k)").unwrap();
    /// assert!(matches!(&rules.function_arguments(&["k"])[..], [Argument::Text(f)] if f == "(k)^2 + 1"));
    /// ```
    pub fn function_arguments(&self, names: &[&str]) -> Vec<Argument> {
        let mut out = Vec::new();
        for (param, (_, value)) in self.game.params.iter().zip(&self.values) {
            let (ParamKind::Function { arguments, .. }, Value::Function(text)) = (&param.kind, value) else {
                continue;
            };
            if arguments.len() != names.len() {
                continue;
            }
            match self.functions.get(&param.name).map(|function| function.as_ref()) {
                Some(Function::Native(native)) => out.push(Argument::Native(native.clone(), text.clone())),
                Some(Function::Code(..)) => out.push(Argument::Text(renamed(text, arguments, names))),
                None => {}
            }
        }
        out
    }

    /// The function that a parameter is bound to, for asking it at arguments of any size.
    pub fn function(
        &self,
        name: &str,
    ) -> Option<impl Fn(&[Integer]) -> Result<Integer, RuleError> + use<'_>> {
        let name = name.to_string();
        let function = self.functions.get(&name)?;
        Some(move |values: &[Integer]| match function.as_ref() {
            Function::Code(code, _) => code.big_value(values, &mut self.effort()),
            Function::Native(native) => native(values).map_err(|why| {
                RuleError::new(ErrorKind::Value, why).hint(format!("this is the function `{name}`"))
            }),
        })
    }
}

/// An expression with its arguments called by other names.
fn renamed(text: &str, from: &[String], to: &[&str]) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c| is_part(c) != is_part(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        match from.iter().position(|name| name == word) {
            Some(at) => out.push_str(&format!("({})", to[at])),
            None => out.push_str(word),
        }
        rest = after;
    }
    out
}
