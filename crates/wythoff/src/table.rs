//! Tables as the independent checker reads them: the rules with every parameter bound, then the data.

use crate::error::Error;
use crate::export::Piped;
use crate::grundy::GrundyValues;
use crate::p::Positions;
use std::io::Write;
use wythoff_numbers::tuples::next_below;
use wythoff_rules::{
    ExprKind, Game, ParamKind, PileOrder, Rules, Value, parse_expr, parse_list, parse_vectors, show_position,
};

/// The file of a P-set: all P-positions with piles below a bound.
pub(crate) fn p_set(
    rules: &Rules,
    bound: u64,
    positions: &Positions,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let sides: Vec<u64> = rules.bounds().iter().map(|b| b.unwrap_or(bound)).collect();
    let mut piped = Piped::new(out);
    piped.text.text(head(rules, "p-set", &sides)?.as_bytes());
    for position in positions.iter() {
        piped.text.row(position.iter().copied());
        piped.rest()?;
    }
    piped.text.text(format!("end {}\n", positions.len()).as_bytes());
    Ok(piped.flush()?)
}

/// The file of a table of Grundy values.
pub(crate) fn grundy(rules: &Rules, table: &GrundyValues, out: &mut dyn Write) -> Result<(), Error> {
    let width = table.sides.last().map_or(1, |s| *s as usize).max(1);
    let mut piped = Piped::new(out);
    piped.text.text(head(rules, "grundy", &table.sides)?.as_bytes());
    let everywhere = !rules.restricts_positions() && !rules.restricts_starts();
    let mut position = vec![0; table.sides.len()];
    let mut lines = 0;
    for values in table.values.chunks(width) {
        if everywhere {
            piped.text.row(values.iter().map(|value| u64::from(*value)));
        } else {
            for (column, value) in values.iter().enumerate() {
                let end = if column + 1 == values.len() { b'\n' } else { b',' };
                let start = rules.is_position(&position).and_then(|is| Ok(is && rules.is_start(&position)?));
                if start.map_err(Error::from)? {
                    piped.text.number(u64::from(*value), end);
                } else {
                    piped.text.text(&[b'-', end]);
                }
                next_below(&mut position, &table.sides);
            }
        }
        lines += 1;
        piped.rest()?;
    }
    piped.text.text(format!("end {lines}\n").as_bytes());
    Ok(piped.flush()?)
}

/// All that stands before the data.
fn head(rules: &Rules, kind: &str, sides: &[u64]) -> Result<String, Error> {
    let convention = rules.convention();
    let mut out = format!("wyt-table 1\nkind {kind}\nconvention {}\n", convention.word());
    if let Some(block) = &convention.block {
        let some: Vec<String> = block
            .families
            .iter()
            .enumerate()
            .filter(|(_, b)| **b)
            .map(|(i, _)| (i + 1).to_string())
            .collect();
        out += &if some.len() == block.families.len() {
            format!("block {}\n", block.k)
        } else {
            format!("block {} of {}\n", block.k, some.join(","))
        };
    }
    for terminal in &convention.terminals {
        // Ordered rules that turn out to be symmetric do not say so: the file names every order.
        let orders = if rules.is_symmetric() && rules.order() == PileOrder::Ordered {
            every_order(terminal)
        } else {
            vec![terminal.clone()]
        };
        orders.iter().for_each(|order| out += &format!("terminal {}\n", show_position(order)));
    }
    if convention.pass {
        out += "pass\n";
    }
    out += "rules\n";
    for line in bound_game(rules)?.to_string().lines() {
        out += &format!("  {line}\n");
    }
    out += &format!(
        "below {}\nmerged {}\ndata\n",
        show_position(sides),
        if rules.is_symmetric() { "yes" } else { "no" }
    );
    Ok(out)
}

/// A position with its piles in every order, each once.
fn every_order(position: &[u64]) -> Vec<Vec<u64>> {
    let Some((first, rest)) = position.split_first() else { return vec![Vec::new()] };
    let placed = |order: &Vec<u64>| {
        (0..=order.len()).map(|at| [&order[..at], &[*first], &order[at..]].concat()).collect::<Vec<_>>()
    };
    let mut orders: Vec<Vec<u64>> = every_order(rest).iter().flat_map(placed).collect();
    orders.sort_unstable();
    orders.dedup();
    orders
}

/// The game with every parameter's value as its default, and without conventions, which the file says on its own.
pub(crate) fn bound_game(rules: &Rules) -> Result<Game, Error> {
    let mut game = rules.game().clone();
    game.modifiers.clear();
    for (param, (name, value)) in game.params.iter_mut().zip(rules.values()) {
        let wrong = |_| {
            Error::input(format!("the parameter `{name}` cannot be written as rule text"))
                .hint("export in another format")
        };
        match (&mut param.kind, value) {
            (ParamKind::Integer { default, .. }, Value::Integer(n)) => {
                default.kind = ExprKind::Number(n.clone())
            }
            (ParamKind::Function { default, .. }, Value::Function(text)) => {
                *default = parse_expr(text).map_err(wrong)?
            }
            (ParamKind::List(items), Value::List(_)) => {
                *items = parse_list(&value.to_string()).map_err(wrong)?
            }
            (ParamKind::Vectors(items), Value::Vectors(_)) => {
                *items = parse_vectors(&value.to_string()).map_err(wrong)?
            }
            (ParamKind::Choice { default, .. }, Value::Word(word)) => default.clone_from(word),
            _ => {
                return Err(Error::input(format!("the parameter `{name}` cannot be written as rule text"))
                    .hint("export in another format"));
            }
        }
    }
    Ok(game)
}
