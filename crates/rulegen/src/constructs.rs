//! Which constructs of the grammar a game uses, so that a test can count that all are reached.

use std::collections::BTreeSet;
use wythoff_rules::{
    Aggregate, BinaryOp, Builtin, Comparison, Expr, ExprKind, Game, Modifier, ParamKind, PileNames,
    PileOrder, PileVector, Range, Repeat, Takes,
};

/// Every construct of the grammar, by name.
pub const CONSTRUCTS: [&str; 92] = [
    "inline",
    "file",
    "game",
    "title",
    "source",
    "note",
    "require",
    "piles ordered",
    "piles unordered",
    "piles sorted",
    "piles listed",
    "piles counted",
    "extra",
    "memory",
    "position",
    "start",
    "param integer",
    "param bound",
    "param condition",
    "param default by another",
    "param function",
    "param function of two",
    "param list",
    "param vectors",
    "param choice",
    "label",
    "component amount",
    "component any",
    "component any^k",
    "component any...",
    "component amount...",
    "vector from list",
    "multiple of vector from list",
    "range in list",
    "range shared",
    "range two-sided",
    "range of amount in no component",
    "range by another amount",
    "range <",
    "range <=",
    "range >",
    "range >=",
    "range ==",
    "range !=",
    "where",
    "update",
    "misere",
    "block",
    "block of families",
    "block if",
    "terminal",
    "pass",
    "number",
    "number past 64 bits",
    "name",
    "x'",
    "negate",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "/",
    "^",
    "xor",
    "abs",
    "floor",
    "sqrt",
    "min",
    "max",
    "popcount",
    "gcd",
    "sum of piles",
    "xor of piles",
    "min of piles",
    "max of piles",
    "count of piles",
    "over before",
    "over after",
    "over taken",
    "call",
    "dim",
    "size",
    "if",
    "compare",
    "compare chain",
    "in",
    "not",
    "and",
    "or",
    "compare words",
    "adding",
];

/// The constructs that a game uses.
///
/// ```
/// let game = wythoff_rules::parse_game("(i,0) (0,2i) where i mod 3 == 1").unwrap();
/// let used = wythoff_rulegen::constructs(&game);
/// assert!(used.contains("inline") && used.contains("mod") && !used.contains("label"));
/// ```
pub fn constructs(game: &Game) -> BTreeSet<&'static str> {
    let mut seen = BTreeSet::new();
    let words: Vec<&str> = game
        .params
        .iter()
        .filter(|p| matches!(p.kind, ParamKind::Choice { .. }))
        .map(|p| p.name.as_str())
        .collect();
    let mut visit = |e: &Expr, seen: &mut BTreeSet<&'static str>| e.walk(&mut |e| of_expr(e, &words, seen));
    seen.insert(if game.is_inline() { "inline" } else { "file" });
    let mut when = |present: bool, construct: &'static str| {
        if present {
            seen.insert(construct);
        }
    };
    when(!game.name.is_empty(), "game");
    when(game.title.is_some(), "title");
    when(!game.sources.is_empty(), "source");
    when(!game.notes.is_empty(), "note");
    when(!game.requires.is_empty(), "require");
    when(!game.extras.is_empty(), "extra");
    when(!game.memory.is_empty(), "memory");
    when(game.positions.is_some(), "position");
    when(game.starts.is_some(), "start");
    when(game.piles.order == PileOrder::Ordered, "piles ordered");
    when(game.piles.order == PileOrder::Unordered, "piles unordered");
    when(game.piles.order == PileOrder::Sorted, "piles sorted");
    when(matches!(game.piles.names, PileNames::Listed(_)), "piles listed");
    if let PileNames::Counted(_, count) = &game.piles.names {
        seen.insert("piles counted");
        visit(count, &mut seen);
    }
    for (e, _) in &game.requires {
        visit(e, &mut seen);
    }
    for (_, e) in game.extras.iter().chain(&game.memory) {
        visit(e, &mut seen);
    }
    for e in game.positions.iter().chain(&game.starts) {
        visit(e, &mut seen);
    }
    for param in &game.params {
        of_param(&param.kind, &mut seen, &mut visit);
    }
    for family in &game.moves {
        of_move(family, &mut seen, &mut visit);
    }
    for modifier in &game.modifiers {
        match modifier {
            Modifier::Misere => {
                seen.insert("misere");
            }
            Modifier::Pass => {
                seen.insert("pass");
            }
            Modifier::Terminal(position) => {
                seen.insert("terminal");
                position.iter().for_each(|e| visit(e, &mut seen));
            }
            Modifier::Block { count, families, condition } => {
                seen.insert("block");
                if !families.is_empty() {
                    seen.insert("block of families");
                }
                if condition.is_some() {
                    seen.insert("block if");
                }
                visit(count, &mut seen);
            }
        }
    }
    seen
}

type Visit<'a> = &'a mut dyn FnMut(&Expr, &mut BTreeSet<&'static str>);

fn of_param(kind: &ParamKind, seen: &mut BTreeSet<&'static str>, visit: Visit<'_>) {
    match kind {
        ParamKind::Integer { bounds, default, condition } => {
            seen.insert("param integer");
            for (_, bound) in bounds {
                seen.insert("param bound");
                visit(bound, seen);
            }
            if condition.is_some() {
                seen.insert("param condition");
            }
            condition.iter().for_each(|e| visit(e, seen));
            default.walk(&mut |e| {
                if matches!(e.kind, ExprKind::Name(_)) {
                    seen.insert("param default by another");
                }
            });
            visit(default, seen);
        }
        ParamKind::Function { arguments, default, .. } => {
            seen.insert(if arguments.len() > 1 { "param function of two" } else { "param function" });
            visit(default, seen);
        }
        ParamKind::List(items) => {
            seen.insert("param list");
            items.iter().for_each(|e| visit(e, seen));
        }
        ParamKind::Vectors(vectors) => {
            seen.insert("param vectors");
            vectors.iter().flatten().for_each(|e| visit(e, seen));
        }
        ParamKind::Choice { .. } => {
            seen.insert("param choice");
        }
    }
}

fn of_move(family: &wythoff_rules::Move, seen: &mut BTreeSet<&'static str>, visit: Visit<'_>) {
    let mut in_components: Vec<String> = Vec::new();
    let mut note = |e: &Expr| {
        e.walk(&mut |e| {
            if let ExprKind::Name(name) = &e.kind {
                in_components.push(name.clone());
            }
        });
    };
    if family.label.is_some() {
        seen.insert("label");
    }
    match &family.takes {
        Takes::Vector(components) => {
            for component in components {
                seen.insert(match (&component.amount, &component.repeat) {
                    (Some(_), Repeat::Once | Repeat::Times(_)) => "component amount",
                    (None, Repeat::Once) => "component any",
                    (None, Repeat::Times(_)) => "component any^k",
                    (None, Repeat::Rest) => "component any...",
                    (Some(_), Repeat::Rest) => "component amount...",
                });
                if let Some(e) = &component.amount {
                    if matches!(e.kind, ExprKind::Negate(_)) {
                        seen.insert("adding");
                    }
                    note(e);
                    visit(e, seen);
                }
                if let Repeat::Times(e) = &component.repeat {
                    visit(e, seen);
                }
            }
        }
        Takes::Multiple(factor, vector) => {
            in_components.push(vector.clone());
            seen.insert(match factor {
                None => "vector from list",
                Some(_) => "multiple of vector from list",
            });
            if let Some(e) = factor {
                e.walk(&mut |e| {
                    if let ExprKind::Name(name) = &e.kind {
                        in_components.push(name.clone());
                    }
                });
                visit(e, seen);
            }
        }
    }
    for range in &family.ranges {
        let Range::Bounds(variables, bounds) = range else {
            seen.insert("range in list");
            continue;
        };
        if variables.len() > 1 {
            seen.insert("range shared");
        }
        if bounds.len() > 1 {
            seen.insert("range two-sided");
        }
        if variables.iter().any(|v| !in_components.contains(v)) {
            seen.insert("range of amount in no component");
        }
        for (comparison, bound) in bounds {
            seen.insert(match comparison {
                Comparison::Less => "range <",
                Comparison::AtMost => "range <=",
                Comparison::Greater => "range >",
                Comparison::AtLeast => "range >=",
                Comparison::Equal => "range ==",
                Comparison::Unequal => "range !=",
            });
            bound.walk(&mut |e| {
                if matches!(&e.kind, ExprKind::Name(name) if in_components.contains(name)) {
                    seen.insert("range by another amount");
                }
            });
            visit(bound, seen);
        }
    }
    if let Some(condition) = &family.condition {
        seen.insert("where");
        visit(condition, seen);
    }
    for (_, value) in &family.updates {
        seen.insert("update");
        visit(value, seen);
    }
}

fn of_expr(e: &Expr, words: &[&str], seen: &mut BTreeSet<&'static str>) {
    match &e.kind {
        ExprKind::Number(n) if i64::try_from(n).is_err() => seen.insert("number past 64 bits"),
        ExprKind::Number(_) => seen.insert("number"),
        ExprKind::Name(_) => seen.insert("name"),
        ExprKind::After(_) => seen.insert("x'"),
        ExprKind::Negate(_) => seen.insert("negate"),
        ExprKind::Binary(op, ..) => seen.insert(match op {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "div",
            BinaryOp::Mod => "mod",
            BinaryOp::Quotient => "/",
            BinaryOp::Pow => "^",
            BinaryOp::Xor => "xor",
        }),
        ExprKind::Abs(_) => seen.insert("abs"),
        ExprKind::Floor(_) => seen.insert("floor"),
        ExprKind::Sqrt(_) => seen.insert("sqrt"),
        ExprKind::Builtin(which, _) => seen.insert(match which {
            Builtin::Min => "min",
            Builtin::Max => "max",
            Builtin::Popcount => "popcount",
            Builtin::Gcd => "gcd",
        }),
        ExprKind::Aggregate(which, over) => {
            seen.insert(match which {
                Aggregate::Sum => "sum of piles",
                Aggregate::Xor => "xor of piles",
                Aggregate::Min => "min of piles",
                Aggregate::Max => "max of piles",
                Aggregate::Count => "count of piles",
            });
            seen.insert(match over {
                PileVector::Before => "over before",
                PileVector::After => "over after",
                PileVector::Taken => "over taken",
            })
        }
        ExprKind::Call(name, _) => seen.insert(match name.as_str() {
            "dim" => "dim",
            "size" => "size",
            _ => "call",
        }),
        ExprKind::If(..) => seen.insert("if"),
        ExprKind::Compare(a, rest) => {
            if matches!(&a.kind, ExprKind::Name(name) if words.contains(&name.as_str())) {
                seen.insert("compare words");
            }
            seen.insert(if rest.len() > 1 { "compare chain" } else { "compare" })
        }
        ExprKind::In(..) | ExprKind::Among(..) => seen.insert("in"),
        ExprKind::Not(_) => seen.insert("not"),
        ExprKind::And(..) => seen.insert("and"),
        ExprKind::Or(..) => seen.insert("or"),
    };
}
