//! A game is known by its moves: whatever it is called and however it is spelled, it has its theorem and its names.

use wythoff::{Budget, By, Conventions, Files, Game, RuleError, SolveRequest};

/// One file, under any name.
struct OneFile(String);

impl Files for OneFile {
    fn read(&self, _: &str, _: usize) -> Result<String, RuleError> {
        Ok(self.0.clone())
    }

    fn exists(&self, _: &str) -> bool {
        true
    }
}

/// The names of a game in the catalog.
fn names(game: &Game) -> Vec<String> {
    let known = game.identify(&Budget::default()).unwrap();
    known.same_game.into_iter().map(|known| known.spec).collect()
}

/// The evidence for a position far beyond every table.
fn far(game: &Game) -> (By, Vec<String>) {
    let piles = vec!["1000000000000000000000007"; game.coordinates()].join(",");
    let position = game.position(&piles).unwrap();
    let solved = game.solve(&position, &SolveRequest::default(), &Budget::default()).unwrap();
    (solved.evidence.by, solved.evidence.cites)
}

#[test]
fn other_spellings_are_the_same_game() {
    let spelled = [
        ("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3", "t-wythoff(t=3)"),
        ("(a,0) (0,b) (c,d) where 2*c + 1 < 2*d + 10 and d < c + 5", "t-wythoff(t=5)"),
        ("(0,j) (j,j) (j,0)", "wythoff"),
        // Redundant families: each of these moves is in another family already.
        ("(i,0) (0,i) (i,i) (2,2) (2i,2i) (0,7) (k,l) where k == l and k > 3", "wythoff"),
        // A condition that says nothing.
        ("(i,0) (0,i) (i,i) where i + 1 > i", "wythoff"),
        ("(i,0) (0,i)", "nim(piles=2)"),
    ];
    for (text, name) in spelled {
        let game = Game::parse(text).unwrap();
        let found = names(&game);
        assert_eq!(found.first().map(String::as_str), Some(name), "{text}: {found:?}");
        assert_eq!(far(&game), far(&Game::parse(name).unwrap()), "{text}");
    }
}

#[test]
fn what_only_looks_alike_is_not_claimed() {
    for text in [
        "(i,0) (0,i) (i,i) where i != 1000003",
        "(i,0) (0,i) (i,i) (12,13)",
        "(i,0) (0,i) (k,l) where k - l < 3 and l - k < 2",
        "(i,0) (i,i)",
    ] {
        let game = Game::parse(text).unwrap();
        assert!(
            names(&game).iter().all(|name| name != "wythoff" && !name.starts_with("t-wythoff")),
            "{text}"
        );
    }
}

/// Ordered, unordered and sorted readings of one game are one game, and a file's name says nothing.
#[test]
fn files_under_another_name_and_other_orders_of_piles() {
    let texts = [
        "game   mine\npiles  unordered a, b\nmove   (i, 0)\nmove   (i, i)\n",
        "game   nim\npiles  ordered a, b\nmove   (i, 0)\nmove   (0, i)\nmove   (i, i)\n",
        "game   t-wythoff\npiles  sorted a <= b\nmove   (i, 0)\nmove   (0, i)\nmove   (i, i)\n",
    ];
    for text in texts {
        let game = Game::parse_with("@other.game", &OneFile(text.to_string())).unwrap();
        assert_eq!(names(&game).first().map(String::as_str), Some("wythoff"), "{text}");
        assert_eq!(far(&game), far(&Game::parse("wythoff").unwrap()), "{text}");
    }
}

/// Misère play is part of what is recognised: the theorem of normal play is never given for it.
#[test]
fn misere_play_goes_the_same_way() {
    let misere = Conventions { misere: true, ..Conventions::default() };
    let position = |game: &Game| {
        let at = game.position("1000000000000000000000000000000,1618033988749894848204586834366").unwrap();
        game.solve(&at, &SolveRequest::default(), &Budget::default()).unwrap()
    };
    let [named, inline] = ["t-wythoff(t=2)", "(i,0) (0,i) (k,l) where k < l + 2 and l < k + 2"]
        .map(|spec| Game::parse(spec).unwrap().with(&misere).unwrap());
    let (named, inline) = (position(&named), position(&inline));
    assert_eq!((&named.outcome, &named.evidence), (&inline.outcome, &inline.evidence));
    assert_eq!(named.evidence.by, By::Theorem);
    let normal = position(&Game::parse("t-wythoff(t=2)").unwrap());
    assert_ne!(normal.evidence.cites, named.evidence.cites);
}

/// Games with the same P-positions and other moves: by a proof where the prover has one.
#[test]
fn the_same_p_positions_by_a_proof() {
    // (2,4) joins no two P-positions of Wythoff's game, so that it changes nothing.
    let game = Game::parse("(i,0) (0,i) (i,i) (2,4) (4,2)").unwrap();
    let known = game.identify(&Budget::default()).unwrap();
    let wythoff = known.same_p.iter().find(|known| known.spec == "wythoff").unwrap();
    assert_eq!((serde_json::to_value(wythoff.by).unwrap(), wythoff.bound), ("proof".into(), None));
    // Its Grundy values are others.
    assert!(known.same_grundy.iter().all(|known| known.spec != "wythoff"));
}
