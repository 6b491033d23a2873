//! A bound game as text of its own: every parameter with its value as default, conventions left to be stated apart.

use crate::bind::{Rules, Value};
use crate::code::Function;
use crate::expr::{Expr, ExprKind};
use crate::game::{Game, ParamKind};
use crate::parse::read_expr;
use crate::span::Span;
use malachite::Integer;

impl Rules {
    /// The game with its parameters' values for their defaults and without its conventions, so that its text says
    /// by itself what the moves are. `None` if a parameter is a function computed outside the language.
    ///
    /// ```
    /// use wythoff_rules::{Argument, Rules, Source};
    /// let text = "param t >= 1 = 2\npiles unordered x, y\nmove (k, l) where |k - l| < t\nmisere";
    /// let source = Source { name: "rules".into(), text: text.into() };
    /// let rules = Rules::bind(source, &[("t".into(), Argument::Text("5".into()))]).unwrap();
    /// let bound = rules.bound_game().unwrap().to_string();
    /// assert_eq!(bound, "param  t >= 1 = 5\npiles  unordered x, y\nmove   (k, l) where |k - l| < t\n");
    /// ```
    pub fn bound_game(&self) -> Option<Game> {
        if self.functions.values().any(|f| matches!(f.as_ref(), Function::Native(_))) {
            return None;
        }
        let mut game = self.game().clone();
        game.modifiers.clear();
        // What is said about the game is not part of its rules.
        (game.aliases, game.words, game.printed, game.proved) = (Vec::new(), None, None, false);
        for (param, (_, value)) in game.params.iter_mut().zip(&self.values) {
            match (&mut param.kind, value) {
                (ParamKind::Integer { default, .. }, Value::Integer(n)) => *default = number(n.clone()),
                (ParamKind::Function { slope, default, .. }, Value::Function(text)) => {
                    *slope = None;
                    *default = read_expr(text).ok()?
                }
                (ParamKind::List(items), Value::List(values)) => {
                    *items = values.iter().cloned().map(number).collect();
                }
                (ParamKind::Vectors(items), Value::Vectors(values)) => {
                    let vector = |v: &Vec<u64>| v.iter().map(|c| number(Integer::from(*c))).collect();
                    *items = values.iter().map(vector).collect();
                }
                (ParamKind::Choice { default, .. }, Value::Word(word)) => *default = word.clone(),
                _ => return None,
            }
        }
        Some(game)
    }
}

/// A number as it would be read: a sign is an operation.
fn number(value: Integer) -> Expr {
    let span = Span::default();
    if value < 0 {
        let magnitude = Box::new(Expr { kind: ExprKind::Number(-value), span });
        return Expr { kind: ExprKind::Negate(magnitude), span };
    }
    Expr { kind: ExprKind::Number(value), span }
}
