//! Games played to their end: rules kept, perfect play never loses a won game, reviews that find the mistake.

use wythoff::play::{Done, Judged, Match, Player, Setup, Turn};
use wythoff::{Block, Budget, Conventions, Files, Game, RuleError};

fn start(spec: &str, conventions: &Conventions, position: &str, setup: Setup) -> Match {
    let game = Game::parse(spec).unwrap().with(conventions).unwrap();
    let position = game.position(position).unwrap();
    Match::new(game, position, setup, &Budget::default()).unwrap()
}

/// Plays on until the game is over; the person makes what `choose` says.
fn finish(played: &mut Match, mut choose: impl FnMut(&mut Match) -> String) -> Player {
    let budget = Budget::default();
    for _ in 0..1000 {
        match played.turn(&budget).unwrap() {
            Turn::Over { winner, .. } => return winner,
            Turn::Move { player: Player::Person } | Turn::Block { player: Player::Person, .. } => {
                let text = choose(played);
                assert_eq!(
                    played.person(&text, &budget).unwrap(),
                    Done::Made,
                    "{text} from {}",
                    played.position()
                );
            }
            _ => played.program(&budget).unwrap(),
        }
    }
    panic!("the game does not end");
}

/// What the hint says, or some move where it has none.
fn by_hint(played: &mut Match) -> String {
    let budget = Budget::default();
    let hint = played.hint(&budget).unwrap();
    let moves: Vec<String> = hint.moves.iter().map(|to| to.to_string()).collect();
    if matches!(played.turn(&budget).unwrap(), Turn::Block { .. }) {
        return if moves.is_empty() { "none".to_string() } else { moves.join(" ") };
    }
    moves.into_iter().next().unwrap_or_else(|| first_open(played))
}

fn first_open(played: &mut Match) -> String {
    let budget = Budget::default();
    let blocked: Vec<String> = played.blocked().iter().map(|to| to.to_string()).collect();
    let options = played.game().options(played.position(), &budget).unwrap().options;
    options.iter().map(|to| to.to_string()).find(|to| !blocked.contains(to)).unwrap()
}

fn games() -> Vec<(&'static str, Conventions, &'static str)> {
    let plain = Conventions::default();
    let misere = Conventions { misere: true, ..plain.clone() };
    let pass = Conventions { pass: true, ..plain.clone() };
    let block = Conventions { block: Some(Block { k: 3, family: None }), ..plain.clone() };
    let ends = Conventions { terminals: vec!["1,2".to_string(), "4,4".to_string()], ..plain.clone() };
    vec![
        ("wythoff", plain.clone(), "9,14"),
        ("wythoff", misere.clone(), "9,14"),
        ("wythoff", pass.clone(), "7,9"),
        ("wythoff", block.clone(), "8,9"),
        ("wythoff", block, "7,7"),
        ("wythoff", ends, "7,9"),
        ("(i,0) (0,i) (i,i) (1,2) (2,1)", misere, "8,9"),
        ("(i,0) (0,2i) (2i,i)", pass, "9,8"),
        ("nim(piles=3)", plain.clone(), "3,5,7"),
        ("fibonacci-nim", plain.clone(), "20"),
        ("wythoff + nim(piles=1)", plain.clone(), "3,5 + 4"),
        ("star(of=wythoff)", plain, "9,11"),
    ]
}

/// Where moves are blocked, the reason of a hint names the move of the hint or none.
#[test]
fn a_hint_and_its_reason_name_one_move() {
    let budget = Budget::default();
    let block = Conventions { block: Some(Block { k: 2, family: None }), ..Conventions::default() };
    let mut named = 0;
    for (x, y) in (2..12u64).flat_map(|x| (x..15).map(move |y| (x, y))) {
        let mut played = start("wythoff", &block, &format!("{x},{y}"), Setup::default());
        while !matches!(played.turn(&budget).unwrap(), Turn::Move { .. } | Turn::Over { .. }) {
            played.program(&budget).unwrap();
        }
        let Ok(hint) = played.hint(&budget) else { continue };
        let reason = &hint.evidence.reason;
        let Some(at) = reason.rfind("Move to (") else { continue };
        let told = reason[at + 9..].trim_end_matches(").").replace(", ", ",");
        assert_eq!(
            hint.moves.iter().map(|to| to.to_string()).collect::<Vec<_>>(),
            [told],
            "{x},{y}: {reason}"
        );
        named += 1;
    }
    assert!(named > 10, "{named}");
}

#[test]
fn whoever_starts_from_a_won_position_and_plays_by_the_hints_wins() {
    let budget = Budget::default();
    for (spec, conventions, position) in games() {
        for program_begins in [false, true] {
            let mut played =
                start(spec, &conventions, position, Setup { program_begins, ..Setup::default() });
            let won = played.game().outcome(played.position(), &budget).unwrap() == "N";
            let mover = if program_begins { Player::Program } else { Player::Person };
            let winner = finish(&mut played, by_hint);
            let expected = if won { mover } else { mover.other() };
            assert_eq!(winner, expected, "{spec} {conventions:?} from {position}");
            let review = played.review(&budget).unwrap();
            assert_eq!(review.turning_point, None, "{spec}: nobody erred: {}", review.summary);
        }
    }
}

#[test]
fn perfect_play_beats_anything_from_a_won_position() {
    let budget = Budget::default();
    for (spec, conventions, position) in games() {
        let setup = Setup { program_begins: true, ..Setup::default() };
        let mut played = start(spec, &conventions, position, setup);
        if played.game().outcome(played.position(), &budget).unwrap() == "N" {
            let winner = finish(&mut played, |played| match played.turn(&budget).unwrap() {
                Turn::Block { .. } => "none".to_string(),
                _ => first_open(played),
            });
            assert_eq!(winner, Player::Program, "{spec} {conventions:?} from {position}");
        }
    }
}

#[test]
fn a_program_of_level_0_gives_every_win_away() {
    let budget = Budget::default();
    let mut mistakes = 0;
    for seed in 0..20 {
        let mut played =
            start("wythoff", &Conventions::default(), "9,14", Setup { program_begins: true, level: 0, seed });
        let winner = finish(&mut played, by_hint);
        let review = played.review(&budget).unwrap();
        for m in review.moves.iter().filter(|m| m.mover == Player::Program) {
            // It may be forced to win: from 0,5 say every short game ends.
            mistakes += usize::from(m.judged == Judged::Mistake);
        }
        assert_eq!(winner, Player::Person, "seed {seed}: {}", review.summary);
        let at = review.turning_point.expect("the program erred");
        assert_eq!(review.moves[at].mover, Player::Program);
        assert!(review.summary.contains("would have won"), "{}", review.summary);
    }
    assert!(mistakes >= 20);
}

#[test]
fn the_same_moves_give_the_same_game_and_other_seeds_others() {
    let budget = Budget::default();
    let game = |seed| {
        let mut played = start(
            "wythoff",
            &Conventions::default(),
            "30,40",
            Setup { program_begins: true, level: 30, seed },
        );
        finish(&mut played, |played| {
            // Looking must not change anything.
            let _ = played.hint(&budget);
            first_open(played)
        });
        played.rounds().iter().map(|round| round.to.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(game(5), game(5));
    assert!((0..5).any(|seed| game(seed) != game(seed + 5)));
}

#[test]
fn illegal_moves_are_answered_with_the_rule_that_they_break() {
    let budget = Budget::default();
    let mut played = start("t-wythoff(t=2)", &Conventions::default(), "5,5", Setup::default());
    let refused = |played: &mut Match, text: &str| match played.person(text, &budget).unwrap() {
        Done::Refused(reasons) => reasons.join("; "),
        Done::Made => panic!("{text} was made"),
    };
    assert!(refused(&mut played, "4,2").contains("needs |k - l| < t"));
    assert!(refused(&mut played, "-6,0").contains("x holds 5"));
    assert!(refused(&mut played, "pass").contains("no pass"));
    assert!(refused(&mut played, "5,6").contains("cannot grow"));
    assert!(refused(&mut played, "5,5").contains("takes nothing"));
    assert!(refused(&mut played, "-1,-1,-1").contains("2 piles"));
    assert!(played.person("five", &budget).is_err());
    assert!(played.rounds().is_empty());
    assert_eq!(played.person("-1,-2", &budget).unwrap(), Done::Made);
    assert_eq!(played.position().to_string(), "3,4");
    assert!(refused(&mut played, "1,1").contains("the program's turn"));
}

#[test]
fn moves_may_be_typed_as_what_is_taken() {
    let budget = Budget::default();
    for (text, expected) in [
        ("6,8", "6,8"),
        ("-3,-2", "6,8"),
        ("take 3, 2", "6,8"),
        ("x-3 y-2", "6,8"),
        ("y-10", "0,9"),
        ("08,09", "8,9"),
    ] {
        let mut played = start("t-wythoff(t=2)", &Conventions::default(), "9,10", Setup::default());
        assert_eq!(played.person(text, &budget).unwrap(), Done::Made, "{text}");
        assert_eq!(played.position().to_string(), expected, "{text}");
    }
}

#[test]
fn a_move_can_be_taken_back_with_its_blocks() {
    let budget = Budget::default();
    let block = Conventions { block: Some(Block { k: 2, family: None }), ..Conventions::default() };
    let mut played = start("wythoff", &block, "3,4", Setup::default());
    assert!(!played.take_back());
    played.program(&budget).unwrap();
    let (blocked, here) = (played.blocked().to_vec(), played.position().clone());
    assert!(blocked.len() <= 1);
    let to = first_open(&mut played);
    played.person(&to, &budget).unwrap();
    assert!(matches!(played.turn(&budget).unwrap(), Turn::Block { player: Player::Person, most: 1 }));
    played.person("none", &budget).unwrap();
    played.program(&budget).unwrap();
    assert!(played.take_back());
    assert_eq!((played.blocked(), played.position()), (&blocked[..], &here));
    assert!(matches!(played.turn(&budget).unwrap(), Turn::Move { player: Player::Person }));
}

#[test]
fn a_blocked_option_is_refused_and_blocking_everything_wins() {
    let budget = Budget::default();
    let block = Conventions { block: Some(Block { k: 4, family: None }), ..Conventions::default() };
    let mut played = start("wythoff", &block, "1,1", Setup { program_begins: true, ..Setup::default() });
    let refused = |played: &mut Match, text: &str| match played.person(text, &budget).unwrap() {
        Done::Refused(reasons) => reasons.join("; "),
        Done::Made => panic!("{text} was made"),
    };
    assert!(refused(&mut played, "5,5").contains("not an option"));
    assert!(refused(&mut played, "0,1 0,1 0,1").contains("already"));
    // 0,1 twice: with blocking the two piles are two places.
    assert_eq!(played.person("0,1 0,1 0,0", &budget).unwrap(), Done::Made);
    assert!(matches!(played.turn(&budget).unwrap(), Turn::Over { winner: Player::Person, .. }));
}

#[test]
fn the_review_names_the_move_that_lost() {
    let budget = Budget::default();
    // 4,6 is won (to 1,2 or 4,7 is not reachable); the person goes to 4,5 and loses.
    let mut played = start("wythoff", &Conventions::default(), "4,6", Setup::default());
    played.person("4,5", &budget).unwrap();
    let winner = finish(&mut played, first_open);
    assert_eq!(winner, Player::Program);
    let review = played.review(&budget).unwrap();
    let last = review.moves.iter().rposition(|m| m.mover == Player::Person && m.judged == Judged::Mistake);
    assert_eq!(review.turning_point, last);
    assert_eq!(review.moves[0].judged, Judged::Mistake);
    assert!(review.moves[0].better.is_some());
    assert!(
        review.summary.starts_with("the game was lost at move 1: from 4,6 you moved to 4,5"),
        "{}",
        review.summary
    );
}

#[test]
fn huge_piles_are_played_exactly_where_theory_decides_them() {
    let budget = Budget::default();
    let mut played = start(
        "wythoff",
        &Conventions::default(),
        "1000000000000000000000000000000,1618033988749894848204586834366",
        Setup { program_begins: true, ..Setup::default() },
    );
    // Lost for the program: it takes something, legally, and the hint is right until the end is in sight.
    played.program(&budget).unwrap();
    for _ in 0..6 {
        let hint = played.hint(&budget).unwrap();
        assert!(hint.wins, "{}", played.position());
        assert_eq!(played.person(&hint.moves[0].to_string(), &budget).unwrap(), Done::Made);
        assert_eq!(played.game().outcome(played.position(), &budget).unwrap(), "P");
        if matches!(played.turn(&budget).unwrap(), Turn::Over { .. }) {
            return;
        }
        played.program(&budget).unwrap();
    }
    let refused = played.person("-1,-2", &budget).unwrap();
    assert!(matches!(&refused, Done::Refused(reasons) if reasons[0].contains("no family")), "{refused:?}");
}

#[test]
fn partizan_games_and_wrong_levels_are_refused() {
    let budget = Budget::default();
    let game = Game::parse("golden-nugget").unwrap();
    let position = game.position("4").unwrap();
    let error = Match::new(game, position, Setup::default(), &budget).err().unwrap();
    assert!(error.message.contains("different moves"), "{error}");
    let game = Game::parse("wythoff").unwrap();
    let position = game.position("3,4").unwrap();
    assert!(Match::new(game, position, Setup { level: 101, ..Setup::default() }, &budget).is_err());
}

/// One file, whatever it is called.
pub(crate) struct Text(pub(crate) String);

impl Files for Text {
    fn read(&self, _: &str, _: usize) -> Result<String, RuleError> {
        Ok(self.0.clone())
    }

    fn exists(&self, _: &str) -> bool {
        true
    }
}

/// A random game with random conventions, and a position to start from, where the seed gives one.
fn random(seed: u64) -> Option<(Game, wythoff::Position)> {
    let game = Game::parse_with("@game", &Text(wythoff_rulegen::sample(seed))).ok()?;
    let plain = Conventions::default();
    let game = match seed % 5 {
        1 => game.with(&Conventions { misere: true, ..plain }).ok()?,
        2 => {
            game.with(&Conventions { block: Some(Block { k: 2 + seed % 3, family: None }), ..plain }).ok()?
        }
        3 => game.with(&Conventions { pass: true, ..plain }).ok()?,
        _ => game,
    };
    let piles = ["7", "4,5", "2,3,4", "2,2,3,1"].get(game.coordinates().checked_sub(1)?)?;
    let position = game.position(piles).ok()?;
    Some((game, position))
}

#[test]
fn random_rules_are_played_to_the_end_and_won_positions_are_won() {
    let budget = Budget::default();
    let (mut games, mut blocked, mut passed) = (0, 0, 0);
    for seed in 0..400 {
        let Some((game, position)) = random(seed) else { continue };
        let spec = wythoff_rulegen::sample(seed);
        let outcome = game.outcome(&position, &budget).unwrap();
        let (k, pass) = (game.conventions().block.is_some(), game.conventions().pass);
        for program_begins in [true, false] {
            let setup = Setup { program_begins, seed, ..Setup::default() };
            let mut played = Match::new(game.clone(), position.clone(), setup, &budget).unwrap();
            let winner =
                finish(&mut played, |played| match (program_begins, played.turn(&budget).unwrap()) {
                    (false, _) => by_hint(played),
                    (true, Turn::Block { .. }) => "none".to_string(),
                    (true, _) => first_open(played),
                });
            let mover = if program_begins { Player::Program } else { Player::Person };
            if outcome == "N" {
                assert_eq!(winner, mover, "seed {seed} from {position}: {spec}");
            } else if !program_begins {
                assert_eq!(winner, Player::Program, "seed {seed} from {position}: {spec}");
            }
            let review = played.review(&budget).unwrap();
            assert!(review.moves.iter().all(|m| m.judged != Judged::Unknown), "seed {seed}: {spec}");
            let erred = review.turning_point.map(|at| review.moves[at].mover);
            if outcome == "N" && erred.is_some() && !k {
                assert_eq!(erred, Some(winner.other()), "seed {seed}: {spec}");
            }
        }
        games += 1;
        blocked += usize::from(k);
        passed += usize::from(pass);
    }
    assert!(
        games > 150 && blocked > 15 && passed > 15,
        "{games} games, {blocked} with blocking, {passed} with a pass"
    );
}

#[test]
fn a_pass_wins_at_piles_that_only_a_proof_reaches() {
    let budget = Budget::default();
    let pass = Conventions { pass: true, ..Conventions::default() };
    let game = Game::parse("nim(piles=2)").unwrap().with(&pass).unwrap();
    // Equal piles are lost without the pass: whoever passes there hands them over.
    let huge = "9".repeat(40);
    let start = game.position(&format!("{huge},{huge}")).unwrap();
    let mut played = Match::new(game, start, Setup::default(), &budget).unwrap();
    let hint = played.hint(&budget).unwrap();
    assert_eq!((hint.wins, hint.moves[0].to_string()), (true, format!("{huge},{huge};passed=1")));
    assert_eq!(played.person("pass", &budget).unwrap(), Done::Made);
    // Against any reply the proof goes on without the pass.
    played.program(&budget).unwrap();
    let hint = played.hint(&budget).unwrap();
    assert!(hint.wins && hint.moves[0].to_string().ends_with(";passed=1"), "{hint:?}");
    let piles = hint.moves[0].piles().unwrap();
    assert_eq!(piles[0], piles[1]);
}
