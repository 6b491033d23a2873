//! A game back to text: `parse(print(game)) == game`.

use crate::expr::{Comparison, Expr, ExprKind};
use crate::game::{
    Component, Game, Modifier, Move, Param, ParamKind, PileNames, PileOrder, Piles, Range, Repeat, Takes,
};
use crate::parse::is_statement;
use std::fmt::{self, Display, Formatter};

impl Display for Game {
    /// The statements of the game, or the moves in one line for inline rules.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_inline() {
            return joined(f, &self.moves, " ");
        }
        if !self.name.is_empty() {
            writeln!(f, "game   {}", self.name)?;
        }
        if let Some(title) = &self.title {
            writeln!(f, "title  \"{title}\"")?;
        }
        if !self.aliases.is_empty() {
            writeln!(f, "alias  {}", self.aliases.join(", "))?;
        }
        if let Some(words) = &self.words {
            writeln!(f, "words  \"{words}\"")?;
        }
        if let Some(printed) = &self.printed {
            writeln!(f, "printed {printed}")?;
        }
        if self.proved {
            writeln!(f, "proved")?;
        }
        for (paper, place) in &self.sources {
            writeln!(f, "source {paper} \"{place}\"")?;
        }
        for note in &self.notes {
            writeln!(f, "note   \"{note}\"")?;
        }
        for param in &self.params {
            writeln!(f, "param  {param}")?;
        }
        for (condition, message) in &self.requires {
            writeln!(f, "require {condition} \"{message}\"")?;
        }
        if self.piles != Piles::default() {
            writeln!(f, "piles  {}", self.piles)?;
        }
        for (name, bound) in &self.extras {
            writeln!(f, "extra  {name} below {bound}")?;
        }
        for (name, initial) in &self.memory {
            writeln!(f, "memory {name} = {initial}")?;
        }
        if let Some(condition) = &self.positions {
            writeln!(f, "position where {condition}")?;
        }
        if let Some(condition) = &self.starts {
            writeln!(f, "start  where {condition}")?;
        }
        for family in &self.moves {
            writeln!(f, "move   {family}")?;
        }
        for modifier in &self.modifiers {
            writeln!(f, "{modifier}")?;
        }
        Ok(())
    }
}

impl Game {
    /// Whether the game is nothing but moves on ordered piles, and can be written in one line.
    pub fn is_inline(&self) -> bool {
        let bare = Game { moves: self.moves.clone(), ..Game::default() };
        *self == bare && self.moves.iter().all(|m| m.label.is_none() && matches!(m.takes, Takes::Vector(_)))
    }
}

fn joined<T: Display>(f: &mut Formatter<'_>, items: &[T], separator: &str) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i == 0 { "" } else { separator })?;
    }
    Ok(())
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.kind {
            ParamKind::Integer { bounds, default, condition } => {
                for (comparison, bound) in bounds {
                    write!(f, " {} {}", comparison.sign(), tight(bound))?;
                }
                write!(f, " = {default}")?;
                match condition {
                    Some(condition) => write!(f, " where {condition}"),
                    None => Ok(()),
                }
            }
            ParamKind::Function { arguments, slope, default } => {
                f.write_str("(")?;
                joined(f, arguments, ", ")?;
                f.write_str(")")?;
                if let Some(slope) = slope {
                    write!(f, " of {slope}")?;
                }
                write!(f, " = {default}")
            }
            ParamKind::List(items) => {
                f.write_str(" list = ")?;
                joined(f, items, ", ")
            }
            ParamKind::Vectors(vectors) => {
                f.write_str(" vectors = ")?;
                for (i, vector) in vectors.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "; " })?;
                    let parts: Vec<String> = vector.iter().map(atomic).collect();
                    f.write_str(&parts.join(" "))?;
                }
                Ok(())
            }
            ParamKind::Choice { words, default } => {
                write!(f, " in {} = {default}", words.join(", "))
            }
        }
    }
}

/// A bound that is followed by more signs: comparisons inside it need parentheses.
fn tight(e: &Expr) -> String {
    use crate::expr::ExprKind::*;
    match e.kind {
        If(..) | Or(..) | And(..) | Not(..) | Compare(..) | In(..) => format!("({e})"),
        _ => e.to_string(),
    }
}

/// A component of a vector written without commas.
fn atomic(e: &Expr) -> String {
    use crate::expr::ExprKind::*;
    match &e.kind {
        // A statement's word after a semicolon would start a statement.
        Name(_) if is_statement(&e.to_string()) => format!("({e})"),
        Number(_) | Name(_) | Call(..) | Negate(_) => e.to_string(),
        _ => format!("({e})"),
    }
}

impl Display for Piles {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (order, separator) = match self.order {
            PileOrder::Ordered => ("ordered", ", "),
            PileOrder::Unordered => ("unordered", ", "),
            PileOrder::Sorted => ("sorted", " <= "),
        };
        match &self.names {
            PileNames::FromVectors => f.write_str(order),
            PileNames::Listed(names) => write!(f, "{order} {}", names.join(separator)),
            PileNames::Counted(name, count) => write!(f, "{order} {name}[{count}]"),
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{label}: ")?;
        }
        match &self.takes {
            Takes::Vector(components) => {
                f.write_str("(")?;
                joined(f, components, ", ")?;
                f.write_str(")")?;
            }
            Takes::Multiple(None, vector) => f.write_str(vector)?,
            Takes::Multiple(Some(factor), vector) => write!(f, "{}*{vector}", factor_text(factor))?,
        }
        if !self.ranges.is_empty() {
            f.write_str(" for ")?;
            joined(f, &self.ranges, ", ")?;
        }
        if let Some(condition) = &self.condition {
            write!(f, " where {condition}")?;
        }
        for (i, (name, value)) in self.updates.iter().enumerate() {
            write!(f, "{} {name} = {value}", if i == 0 { " then" } else { "," })?;
        }
        Ok(())
    }
}

/// The factor before a vector: what binds more loosely than `*` needs parentheses.
fn factor_text(e: &Expr) -> String {
    use crate::expr::{BinaryOp, ExprKind::*};
    match e.kind {
        Number(_) | Name(_) | Call(..) | Binary(BinaryOp::Mul | BinaryOp::Pow, ..) => e.to_string(),
        _ => format!("({e})"),
    }
}

impl Display for Component {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.amount {
            Some(amount) => write!(f, "{amount}")?,
            None => f.write_str("any")?,
        }
        match &self.repeat {
            Repeat::Once => Ok(()),
            Repeat::Rest => f.write_str("..."),
            Repeat::Times(count) if matches!(count.kind, ExprKind::Negate(_)) => write!(f, "^({count})"),
            Repeat::Times(count) => write!(f, "^{}", atomic(count)),
        }
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Range::In(variable, list) => write!(f, "{variable} in {list}"),
            Range::Among(variable, numbers) => {
                write!(f, "{variable} in {{")?;
                joined(f, numbers, ", ")?;
                f.write_str("}")
            }
            Range::Bounds(variables, bounds) => {
                let names = variables.join(", ");
                match bounds.as_slice() {
                    [(low, a), (high, b)] if variables.len() == 1 && is_low(*low) => {
                        write!(
                            f,
                            "{} {} {names} {} {}",
                            tight(a),
                            low.mirrored().sign(),
                            high.sign(),
                            tight(b)
                        )
                    }
                    [(low, a), (high, b)] => {
                        let (last, first) =
                            variables.split_last().map_or(("", &[][..]), |(l, f)| (l.as_str(), f));
                        for name in first {
                            write!(f, "{name}, ")?;
                        }
                        write!(
                            f,
                            "{} {} {last} {} {}",
                            tight(a),
                            low.mirrored().sign(),
                            high.sign(),
                            tight(b)
                        )
                    }
                    _ => {
                        f.write_str(&names)?;
                        for (comparison, bound) in bounds {
                            write!(f, " {} {}", comparison.sign(), tight(bound))?;
                        }
                        Ok(())
                    }
                }
            }
        }
    }
}

fn is_low(comparison: Comparison) -> bool {
    matches!(comparison, Comparison::AtLeast | Comparison::Greater)
}

impl Display for Modifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Modifier::Misere => f.write_str("misere"),
            Modifier::Pass => f.write_str("pass"),
            Modifier::Terminal(position) => {
                f.write_str("terminal (")?;
                joined(f, position, ", ")?;
                f.write_str(")")
            }
            Modifier::Block { count, families, condition } => {
                write!(f, "block  {count}")?;
                if !families.is_empty() {
                    write!(f, " of {}", families.join(", "))?;
                }
                match condition {
                    Some(condition) => write!(f, " if {condition}"),
                    None => Ok(()),
                }
            }
        }
    }
}
