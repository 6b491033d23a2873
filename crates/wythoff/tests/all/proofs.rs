//! Proofs as the facade gives them: which way each kind of game is settled, and that its certificates are accepted.

use wythoff::{Budget, Conventions, Game, NoFiles, ProofRequest, Proved, check};

fn proved(spec: &str, request: ProofRequest) -> Proved {
    let request = ProofRequest { certificate: true, ..request };
    let game = Game::parse(spec).expect("a game");
    let proved = game.prove_with(&request, &NoFiles, &Budget::default()).expect("an answer");
    assert_eq!(proved.verdict, "proved", "{spec}: {}", proved.statement);
    let certificates = proved.certificate.iter().chain(&proved.more_certificates);
    for certificate in certificates {
        let checked = check(certificate, &Budget::default()).expect("accepted");
        assert!(checked.compared, "{spec}");
    }
    assert!(proved.certificate.is_some(), "{spec}: {:?}", proved.certificate_missing);
    proved
}

#[test]
fn quotients_of_piles() {
    for spec in ["f-wythoff", "t-translate(k=1)"] {
        let found = proved(spec, ProofRequest::default());
        assert_eq!((found.kind, found.states), (Some("automaton"), Some(8)), "{spec}");
        assert_eq!(found.more_certificates.len(), 1, "{spec}");
        assert!(found.statement.contains("lie between"), "{}", found.statement);
    }
    let rows =
        ProofRequest { implies: vec!["exists unique y: P(x, y)".to_string()], ..ProofRequest::default() };
    assert!(proved("f-wythoff", rows).theorems[0].holds);
}

#[test]
fn a_coordinate_with_one_value() {
    // [2,2,1] is the game [2,2] with a coordinate that is always 0.
    for spec in ["three-vectors(a=2,b=2,c=1)", "vector(a=2,b=2)"] {
        let found = proved(spec, ProofRequest::default());
        assert_eq!((found.kind, found.states), (Some("transducer"), Some(7)), "{spec}");
    }
}

#[test]
fn a_pass_that_wins_is_named() {
    let conventions = Conventions { pass: true, ..Conventions::default() };
    let game = Game::parse("r-wythoff").expect("a game").with(&conventions).expect("with a pass");
    let budget = Budget::default();
    for text in ["1,2", "3,5", "4,7", "6,10"] {
        let position = game.position(text).expect("a position");
        let by = |method| wythoff::SolveRequest { method: Some(method), ..Default::default() };
        let proof = game.solve(&position, &by(wythoff::Method::Proof), &budget).expect("decided");
        let rules = game.solve(&position, &by(wythoff::Method::Rules), &budget).expect("decided");
        assert_eq!(proof.outcome, rules.outcome, "{text}");
        assert_eq!(proof.moves.is_empty(), proof.outcome == "P", "{text}");
    }
    // From (1,2), lost without a pass, the only winning move is to pass.
    let position = game.position("1,2").expect("a position");
    let request = wythoff::SolveRequest { method: Some(wythoff::Method::Proof), ..Default::default() };
    let solved = game.solve(&position, &request, &budget).expect("decided");
    assert_eq!(solved.moves[0].to_string(), "1,2;passed=1");
    assert!(!solved.evidence.reason.contains("over here"), "{}", solved.evidence.reason);
}

#[test]
fn positions_of_grundy_value_one() {
    let found = proved("wythoff", ProofRequest { grundy: Some(1), ..ProofRequest::default() });
    assert_eq!((found.kind, found.states), (Some("transducer"), Some(20)));
}

/// Where no windows are closed, chains are; blocking games have lines and one more beam.
#[test]
fn chains_and_beams() {
    let cases = [
        ("vector(a=3,b=3)", None, "by multiples of 3"),
        ("(i,0) (0,i) (i,i) where i mod 4 == 0", None, "by multiples of 4"),
        ("wythoff", Some(2), "Grundy values 0 to 2"),
        ("blocking-wythoff(k=5)", None, "(2n + 1, 5n + 3)"),
        ("blocking-wythoff(k=2,t=2)", None, "are (n, 3n + 1), and pairs"),
        ("blocking-wythoff(k=2,t=4)", None, "are (n, 5n + 1), and pairs"),
        ("blocking-wythoff(k=10)", None, "are (5n, 10n - 7), (5n + 1, 10n - 4)"),
        ("blocking-wythoff(k=5,t=2)", None, "how many P-positions (a, x), a < x"),
    ];
    for (spec, grundy, told) in cases {
        let found = proved(spec, ProofRequest { grundy, ..ProofRequest::default() });
        assert_eq!(found.kind, Some("transducer"), "{spec}");
        assert!(found.statement.contains(told), "{}", found.statement);
        // The certificate decides no positions, and says so.
        let game = Game::parse(spec).expect("a game");
        let position = game.position("10,20").expect("a position");
        let request = wythoff::SolveRequest {
            certificate: found.certificate.as_deref(),
            ..wythoff::SolveRequest::default()
        };
        let error = game.solve(&position, &request, &Budget::default()).expect_err("undecided");
        assert!(error.message.contains("which columns have a P-position"), "{}", error.message);
    }
    // An automaton says more.
    for spec in ["blocking-wythoff(k=2)", "blocking-wythoff(k=4)", "blocking-wythoff(k=3,t=3)"] {
        assert_eq!(proved(spec, ProofRequest::default()).kind, Some("automaton"), "{spec}");
    }
}

/// The Tribonacci game from its rule text: with all orders of the piles it is too large, on sorted piles it is proved.
#[test]
#[ignore = "minutes"]
fn tribonacci_from_its_rule_text() {
    let request = ProofRequest { numeration: Some("parry 1 1 1".to_string()), ..ProofRequest::default() };
    let found = proved("tribonacci", request);
    assert_eq!((found.kind, found.states), (Some("automaton"), Some(56)));
    assert!(found.statement.contains("a <= b <= c"), "{}", found.statement);
}

/// What the theory says in a formula is tried as a candidate: the rat game's rule text alone leads to no automaton.
#[test]
fn a_formula_of_the_theory_is_a_candidate() {
    let found =
        Game::parse("rat").unwrap().prove_with(&ProofRequest::default(), &NoFiles, &Budget::default());
    let found = found.unwrap();
    assert_eq!(
        (found.verdict, found.states, found.numeration.as_deref()),
        ("proved", Some(227), Some("base 2"))
    );
}

/// Every kind of proof is told as theorem and proof, with what was checked by whom, and in LaTeX where that is asked for.
#[test]
fn every_kind_of_proof_can_be_cited() {
    let cases = [
        ("wythoff", "Zeckendorf's numeration", "by induction exactly one set of positions is stable"),
        ("maharaja(p=2,q=3)", "w(x) is 1 if there is a P-position (a, x)", "letters that occur in w"),
        ("(i,0) (0,i) (i,i) where i mod 3 == 0", "w(x) is 1 if there is a P-position (a, x)", "a link"),
        (
            "nim-ab(a=1,b=2)",
            "w(x) is 1 if there is a P-position (a, x)",
            "Every letter can be read in every state",
        ),
        ("blocking-wythoff(k=5)", "(2n + 1, 5n + 3)", "exactly their points have fewer than 5 such options"),
        ("blocking-wythoff(k=5,t=2)", "w(x) is the number of P-positions (a, x)", "a link"),
    ];
    for (spec, theorem, proof) in cases {
        let game = Game::parse(spec).expect("a game");
        let prove = |request: &ProofRequest| {
            game.prove_with(request, &NoFiles, &Budget::default())
                .expect("a proof")
                .account
                .expect("an account")
        };
        let told = prove(&ProofRequest::default());
        assert!(
            told.starts_with("Let ") && told.contains("\nTheorem. ") && told.contains("\nProof. "),
            "{told}"
        );
        assert!(told.contains(theorem) && told.contains(proof), "{told}");
        assert!(told.contains("no certificate was written"), "{told}");
        let told = prove(&ProofRequest { certificate: true, ..ProofRequest::default() });
        assert!(told.contains("certificate") && !told.contains("no certificate"), "{told}");
        let latex = prove(&ProofRequest { latex: true, ..ProofRequest::default() });
        assert!(latex.contains("\\begin{theorem}") && latex.contains("\\end{proof}"), "{latex}");
    }
}

/// A theorem says which moves can be blocked, which further positions end the game, and that a pass is there.
#[test]
fn a_theorem_states_the_whole_game() {
    let told = |text: &str| {
        let proved = Game::parse(text).expect("a game").prove(&Budget::default()).expect("an answer");
        proved.account.unwrap_or_else(|| panic!("{text}: {}", proved.statement))
    };
    let blocked = told("piles unordered x, y; move nim: (i, 0); move both: (i, i); block 3 of both");
    assert!(blocked.contains("forbids at most 2 of the options by the moves"), "{blocked}");
    let ended = told("piles unordered x, y; move nim: (i, 0); move both: (i, i); terminal (0, 1)");
    assert!(ended.contains("0,1) are terminal, too") || ended.contains("0,1) is terminal, too"), "{ended}");
}

/// Statements about a proved game are part of the theorem, with what they except.
#[test]
fn statements_are_part_of_the_theorem() {
    let wythoff = Game::parse("wythoff").expect("a game");
    let misere = Conventions { misere: true, ..Conventions::default() };
    let misere = wythoff.clone().with(&misere).expect("misère play");
    let told = |game: &Game, request: ProofRequest| {
        let proved = game.prove_with(&request, &NoFiles, &Budget::default()).expect("an answer");
        proved.account.expect("an account")
    };
    let unique = "exists unique y: P(x, y)";
    let implies =
        told(&wythoff, ProofRequest { implies: vec![unique.to_string()], ..ProofRequest::default() });
    assert!(implies.contains(&format!("Moreover, for all positions: {unique}.")), "{implies}");
    let same = ProofRequest {
        same_as: Some("wythoff".to_string()),
        latex: true,
        beyond: Some(4),
        ..ProofRequest::default()
    };
    let same = told(&misere, same);
    assert!(same.contains("\\begin{theorem}") && same.contains("6 exceptions"), "{same}");
    assert!(same.contains("below 4: (0,0), "), "{same}");
    let redundant = told(&wythoff, ProofRequest { redundant: true, ..ProofRequest::default() });
    assert!(redundant.contains("an automaton with 26 states accepts"), "{redundant}");
}
