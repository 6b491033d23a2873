//! Random games: statements, parameters and conventions around random families.

use crate::expr::{COMPARISONS, Scope, binary, compare, condition, expr, integer, name, number, wild};
use crate::family::{Setting, family, ray, vector};
use crate::tape::Tape;
use wythoff_rules::{
    BinaryOp, Comparison, Component, Expr, ExprKind, Game, Modifier, Move, Param, ParamKind, PileNames,
    PileOrder, Piles, Range, Repeat, Span, Takes,
};

fn param(name: &str, kind: ParamKind) -> Param {
    Param { name: name.to_string(), kind, span: Span::default() }
}

/// Two ordered piles, rays and vectors.
pub(crate) fn rays(tape: &mut Tape) -> Game {
    let mut moves = Vec::new();
    if tape.below(3) > 0 {
        moves.push(single(0, 2));
        moves.push(single(1, 2));
    }
    for _ in 0..tape.between(1, 4) {
        moves.push(if tape.once_in(3) { vector(tape, 2) } else { ray(tape, 2) });
    }
    Game { moves, ..Game::default() }
}

/// The Nim ray in one coordinate.
fn single(coordinate: usize, coordinates: usize) -> Move {
    let amount = |c| if c == coordinate { name("i") } else { number(0) };
    let component = |c| Component { amount: Some(amount(c)), repeat: Repeat::Once };
    Move {
        label: None,
        takes: Takes::Vector((0..coordinates).map(component).collect()),
        ranges: Vec::new(),
        condition: None,
        updates: Vec::new(),
        span: Span::default(),
    }
}

/// How much of the language a game may use.
pub(crate) struct Extent {
    /// Fewest and most piles.
    pub piles: (usize, usize),
    /// Everything that changes what a state is, or what the box must hold: memory, extra coordinate, adding moves.
    pub beyond_boxes: bool,
    /// Whether values past 64 bits and failing expressions may occur.
    pub reckless: bool,
}

/// A game of a file or inline, with everything in it.
pub(crate) fn game(tape: &mut Tape, extent: &Extent) -> Game {
    let inline = tape.once_in(4);
    let piles = tape.between(extent.piles.0, extent.piles.1);
    let mut game = Game::default();
    let mut constants = Scope { reckless: extent.reckless, ..Scope::default() };
    let letters: Vec<String> = ["x", "y", "z", "w"].iter().take(piles).map(|s| s.to_string()).collect();
    let mut names = letters.clone();
    let mut vectors = None;
    if !inline {
        game.piles.order = [PileOrder::Unordered, PileOrder::Ordered, PileOrder::Sorted][tape.below(3)];
        parameters(tape, &mut game, &mut constants);
        game.piles.names = if tape.once_in(3) {
            names = (1..=piles).map(|i| format!("x{i}")).collect();
            PileNames::Counted("x".to_string(), count(tape, &constants, piles))
        } else {
            PileNames::Listed(letters)
        };
    } else {
        names.truncate(piles);
    }
    let ordered = game.piles.order == PileOrder::Ordered;
    let mut scope = constants.clone();
    scope.numbers.extend(names.iter().cloned());
    scope.before = true;
    let mut setting = Setting {
        piles,
        extra: None,
        scope: Scope::default(),
        lists: constants.lists.clone(),
        vectors: None,
        memory: Vec::new(),
        ordered: ordered && extent.beyond_boxes,
        spread: !inline || extent.reckless,
        depth: tape.between(0, 3),
    };
    if !inline && extent.beyond_boxes {
        if ordered && tape.once_in(3) {
            let bound = tape.between(1, 3);
            game.extras.push(("e".to_string(), number(bound as u64)));
            setting.extra = Some(("e".to_string(), bound));
            scope.numbers.push("e".to_string());
        }
        for cell in ["last", "m"].iter().take(tape.below(3).saturating_sub(1)) {
            game.memory.push((cell.to_string(), number(tape.below(3) as u64)));
            setting.memory.push(cell.to_string());
        }
    }
    if !inline && tape.once_in(4) {
        vectors = Some(vector_list(tape, &mut game, piles + usize::from(setting.extra.is_some())));
        scope.vectors = vec!["v".to_string()];
    }
    if !inline && tape.once_in(6) {
        // The origin stays a position, so that most games have some.
        let restriction = condition(tape, &scope, 1);
        let origin = compare(integer(tape, &scope, 0), Comparison::AtMost, number(1));
        game.positions = Some(expr(ExprKind::Or(Box::new(origin), Box::new(restriction))));
    }
    if !inline && tape.once_in(6) {
        game.starts = Some(condition(tape, &scope, 1));
    }
    scope.numbers.extend(setting.memory.iter().cloned());
    scope.after = true;
    scope.piles_after = names;
    setting.scope = scope;
    setting.vectors = vectors;
    for _ in 0..tape.between(1, 4) {
        game.moves.push(family(tape, &setting));
    }
    if inline {
        return game;
    }
    let labels = ["nim", "both", "diagonal"];
    for (family, label) in game.moves.iter_mut().zip(labels) {
        family.label = tape.once_in(2).then(|| label.to_string());
    }
    conventions(tape, &mut game, &constants, piles + usize::from(setting.extra.is_some()));
    decorate(tape, &mut game, &constants);
    game
}

/// The number of piles as an expression.
fn count(tape: &mut Tape, constants: &Scope, piles: usize) -> Expr {
    match tape.below(3) {
        0 => number(piles as u64),
        1 => binary(BinaryOp::Sub, number(piles as u64 + 1), number(1)),
        _ if constants.numbers.iter().any(|n| n == "t") => {
            let zero = binary(BinaryOp::Sub, name("t"), name("t"));
            binary(BinaryOp::Add, zero, number(piles as u64))
        }
        _ => number(piles as u64),
    }
}

/// Parameters of every kind.
fn parameters(tape: &mut Tape, game: &mut Game, constants: &mut Scope) {
    if tape.once_in(2) {
        let default = tape.between(1, 3);
        let bounds = match tape.below(4) {
            0 => vec![(Comparison::AtLeast, number(1))],
            1 => vec![(Comparison::Greater, number(0)), (Comparison::Less, number(9))],
            2 => vec![(Comparison::AtMost, number(5)), (Comparison::Unequal, number(4))],
            _ => vec![],
        };
        let condition = tape.once_in(3).then(|| compare(name("t"), Comparison::Less, number(100)));
        game.params
            .push(param("t", ParamKind::Integer { bounds, default: number(default as u64), condition }));
        constants.numbers.push("t".to_string());
        if tape.once_in(3) {
            let default = binary(BinaryOp::Add, name("t"), number(tape.below(3) as u64));
            let bounds = vec![(Comparison::AtLeast, name("t"))];
            game.params.push(param("s", ParamKind::Integer { bounds, default, condition: None }));
            constants.numbers.push("s".to_string());
        }
    }
    if tape.once_in(3) {
        let items = (0..tape.between(1, 4)).map(|_| number(tape.between(1, 7) as u64)).collect();
        game.params.push(param("K", ParamKind::List(items)));
        constants.lists.push("K".to_string());
    }
    if tape.once_in(3) {
        let scope = Scope { numbers: vec!["k".to_string()], ..constants.clone() };
        let default = integer(tape, &scope, 2);
        game.params
            .push(param("f", ParamKind::Function { arguments: vec!["k".to_string()], slope: None, default }));
        constants.functions.push(("f".to_string(), 1));
    }
    if tape.once_in(5) {
        let arguments = vec!["a".to_string(), "b".to_string()];
        let scope = Scope { numbers: arguments.clone(), ..constants.clone() };
        let default = integer(tape, &scope, 2);
        game.params.push(param("g", ParamKind::Function { arguments, slope: None, default }));
        constants.functions.push(("g".to_string(), 2));
    }
    if tape.once_in(4) {
        let words: Vec<String> = ["all", "some", "none"].iter().map(|w| w.to_string()).collect();
        let default = words[tape.below(3)].clone();
        game.params.push(param("on", ParamKind::Choice { words: words.clone(), default }));
        constants.words.push(("on".to_string(), words));
    }
}

fn vector_list(tape: &mut Tape, game: &mut Game, coordinates: usize) -> String {
    let mut list = Vec::new();
    for _ in 0..tape.between(1, 3) {
        let mut vector: Vec<u64> = (0..coordinates).map(|_| tape.below(3) as u64).collect();
        if vector.iter().all(|c| *c == 0) {
            vector[0] = 1;
        }
        list.push(vector.into_iter().map(number).collect());
    }
    game.params.push(param("v", ParamKind::Vectors(list)));
    "v".to_string()
}

fn conventions(tape: &mut Tape, game: &mut Game, constants: &Scope, coordinates: usize) {
    match tape.below(6) {
        4 => game.modifiers.push(Modifier::Misere),
        5 => {
            let labels: Vec<String> = game.moves.iter().filter_map(|m| m.label.clone()).collect();
            let families = match labels.len() {
                0 => Vec::new(),
                n => labels[..tape.below(n + 1)].to_vec(),
            };
            let count = match constants.numbers.first() {
                Some(t) if tape.once_in(3) => name(t),
                _ => number(tape.between(1, 3) as u64),
            };
            let condition = (!constants.words.is_empty() && tape.once_in(2))
                .then(|| compare(name("on"), Comparison::Equal, name("some")));
            game.modifiers.push(Modifier::Block { count, families, condition });
        }
        _ => {}
    }
    if tape.once_in(5) {
        let position = (0..coordinates).map(|c| {
            let size = if c + 1 == coordinates && !game.extras.is_empty() { 1 } else { 4 };
            number(tape.below(size) as u64)
        });
        let position = position.collect();
        game.modifiers.push(Modifier::Terminal(position));
    }
    if tape.once_in(5) {
        game.modifiers.push(Modifier::Pass);
    }
}

/// What the rules do not depend on.
fn decorate(tape: &mut Tape, game: &mut Game, constants: &Scope) {
    if tape.once_in(2) {
        game.name = tape.pick(&["nim", "two-rays", "g-3"]).to_string();
    }
    if tape.once_in(3) {
        game.title = Some(tape.pick(&["Nim", "Two rays, and a vector", ""]).to_string());
    }
    if tape.once_in(4) {
        game.sources.push(("VIS".to_string(), "4.1 (iii)".to_string()));
    }
    if tape.once_in(4) {
        game.notes.push("what is known: nothing".to_string());
    }
    if tape.once_in(5) {
        let holds = match constants.numbers.first() {
            Some(t) => compare(name(t), Comparison::AtMost, number(100)),
            None => compare(number(1), Comparison::Less, number(2)),
        };
        game.requires.push((holds, "the parameter is small".to_string()));
    }
}

/// A game without regard to meaning: whatever the grammar can say.
pub(crate) fn wild_game(tape: &mut Tape) -> Game {
    let inline = tape.once_in(3);
    let mut game = Game::default();
    for _ in 0..tape.between(1, 3) {
        game.moves.push(wild_move(tape, inline));
    }
    if inline {
        return game;
    }
    let e = |tape: &mut Tape| wild(tape, 2, false);
    if tape.once_in(2) {
        game.name = tape.pick(&["a", "2-b", "w-translate"]).to_string();
    }
    for (index, word) in ["p", "q", "r"].iter().enumerate().take(tape.below(4)) {
        let kind = match tape.below(5) {
            0 => ParamKind::Integer {
                bounds: (0..tape.below(3)).map(|_| (COMPARISONS[tape.below(6)], e(tape))).collect(),
                default: e(tape),
                condition: tape.once_in(2).then(|| e(tape)),
            },
            1 => ParamKind::Function {
                slope: None,
                arguments: ["k", "l"].iter().take(1 + index % 2).map(|s| s.to_string()).collect(),
                default: e(tape),
            },
            2 => ParamKind::List((0..tape.between(1, 3)).map(|_| e(tape)).collect()),
            3 => ParamKind::Vectors(
                (0..tape.between(1, 3)).map(|_| (0..tape.between(1, 3)).map(|_| e(tape)).collect()).collect(),
            ),
            _ => ParamKind::Choice { words: vec!["all".into(), "in".into()], default: "in".into() },
        };
        game.params.push(param(word, kind));
    }
    game.piles = match tape.below(4) {
        0 => Piles::default(),
        1 => Piles { order: PileOrder::Sorted, names: PileNames::Listed(vec!["x".into(), "y".into()]) },
        2 => Piles { order: PileOrder::Ordered, names: PileNames::Listed(vec!["x".into()]) },
        _ => Piles { order: PileOrder::Unordered, names: PileNames::Counted("x".into(), e(tape)) },
    };
    if tape.once_in(3) {
        game.requires.push((e(tape), "so it is".to_string()));
        game.extras.push(("c".to_string(), e(tape)));
        game.memory.push(("last".to_string(), e(tape)));
    }
    game.positions = tape.once_in(3).then(|| e(tape));
    game.starts = tape.once_in(3).then(|| e(tape));
    for _ in 0..tape.below(3) {
        let modifier = match tape.below(4) {
            0 => Modifier::Misere,
            1 => Modifier::Pass,
            2 => Modifier::Terminal((0..tape.between(1, 3)).map(|_| e(tape)).collect()),
            _ => Modifier::Block {
                count: e(tape),
                families: ["nim", "both"].iter().take(tape.below(3)).map(|s| s.to_string()).collect(),
                condition: tape.once_in(2).then(|| e(tape)),
            },
        };
        game.modifiers.push(modifier);
    }
    game
}

fn wild_move(tape: &mut Tape, inline: bool) -> Move {
    let e = |tape: &mut Tape| wild(tape, 2, false);
    let component = |tape: &mut Tape| match tape.below(5) {
        0 => Component { amount: None, repeat: Repeat::Once },
        1 => Component { amount: None, repeat: Repeat::Times(e(tape)) },
        2 => Component { amount: tape.once_in(2).then(|| e(tape)), repeat: Repeat::Rest },
        _ => Component { amount: Some(e(tape)), repeat: Repeat::Once },
    };
    let takes = match tape.below(4) {
        0 if !inline => Takes::Multiple(tape.once_in(2).then(|| e(tape)), "w".to_string()),
        _ => Takes::Vector((0..tape.between(1, 3)).map(|_| component(tape)).collect()),
    };
    let ranges = (0..tape.below(4))
        .map(|_| match tape.below(4) {
            0 => Range::In("k".to_string(), "K".to_string()),
            1 => Range::Bounds(vec!["k".into(), "l".into()], vec![(COMPARISONS[tape.below(6)], e(tape))]),
            2 => Range::Bounds(
                vec!["k".into(), "l".into()],
                vec![(COMPARISONS[tape.below(6)], e(tape)), (COMPARISONS[tape.below(6)], e(tape))],
            ),
            _ => Range::Bounds(
                vec!["i".into()],
                (0..tape.between(1, 2)).map(|_| (COMPARISONS[tape.below(6)], e(tape))).collect(),
            ),
        })
        .collect();
    Move {
        label: (!inline && tape.once_in(2)).then(|| "nim".to_string()),
        takes,
        ranges,
        condition: tape.once_in(2).then(|| e(tape)),
        updates: ["last", "m"].iter().take(tape.below(3)).map(|cell| (cell.to_string(), e(tape))).collect(),
        span: Span::default(),
    }
}
