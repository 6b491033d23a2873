//! Requests that mean no good, of every kind, in one process: each ends within its budget, with an error that helps, and
//! the process goes on. The example `hostile` runs as many as one likes.

use crate::facade::{Corpus, KINDS, Request, helps};
use crate::{alone, limits};
use std::collections::BTreeSet;
use std::io;
use std::time::Duration;
use wythoff::numbers::{self, Array};
use wythoff::{Budget, Data, Error, Format, Game, NoFiles, PictureKind, PictureRequest, Range};

const REQUESTS: u64 = 700;

#[test]
fn generated_requests_end_within_their_budget() {
    let _alone = alone();
    let corpus = Corpus::read();
    let (mut kinds, mut answered) = (BTreeSet::new(), 0);
    for n in 0..REQUESTS {
        let request = Request::new(7, n, &KINDS, &corpus);
        let (kind, texts) = (request.kind, request.texts.clone());
        kinds.insert(kind);
        let run = limits::measured(limits::allowed(n), |budget| request.run(budget));
        answered += u64::from(run.answer.is_ok());
        // The code that is tested is not optimised: what it does between two looks takes longer.
        let shown = format!("request {n}, {kind:?}: {:?}, {} MB: {texts:.300?}", run.time, run.bytes >> 20);
        assert!(run.time <= run.allowed + Duration::from_secs(1), "{shown}");
        assert!(run.bytes <= limits::BYTES, "{shown}");
    }
    assert!(REQUESTS / 10 < answered && answered < REQUESTS, "{answered} of {REQUESTS} were answered");
    assert_eq!(kinds.len(), 21, "{kinds:?}");
}

/// Asks a game within a budget, as the reader of a text does.
fn game(text: &str, budget: &Budget) -> Result<Game, Error> {
    Game::parse_within(text, &NoFiles, budget)
}

/// Each of these once held far more than its memory or took far more than its time.
#[test]
fn requests_that_once_overran() {
    type Asked = fn(&Budget) -> Result<(), Error>;
    const SQUARES: &str = "(i,0) for i in 1,4,9 (0,i) where i in {2, 2^2}";
    let all: [(&str, Asked); 15] = [
        ("every row has many P-positions", |budget| {
            game(SQUARES, budget)?.p(Range::Below(100_000), 0, None, budget).map(drop)
        }),
        ("the same, the first ones", |budget| {
            game(SQUARES, budget)?.p(Range::First(100_000_000), 0, None, budget).map(drop)
        }),
        ("gates of a narrow table with many rows", |budget| {
            let text = "(i,0) (0,2i) (k,l) for k >= 1, l >= 0 where |k-l| < 3 and x' <= y' (1,2)";
            game(text, budget)?.grundy_table(&[100_000, 3], budget).map(drop)
        }),
        ("long numbers in a condition on the amount", |budget| {
            let text = "(y,0) where y > 0 (0,i) where i < (7^7^7 mod (3^9999))";
            game(text, budget)?.grundy_table(&[100, 3000], budget).map(drop)
        }),
        ("a list that a theory refuses says what to do instead", |budget| {
            game("end-wythoff", budget)?.p(Range::Below(1 << 31), 0, None, budget).map(drop)
        }),
        ("a star of a star", |budget| {
            let game = game("star(of=star(of=nim(piles=2)))", budget)?;
            game.grundy(&game.position("1030,7")?, budget).map(drop)
        }),
        ("rows of a table in LaTeX", |budget| {
            let game = game("(i,0) (0,i) (i,i)", budget)?;
            let found = game.p(Range::First(400_000), 0, None, &Budget::default())?;
            let data = Data::Positions(&found, None);
            game.export(data, Format::Latex, &Default::default(), &mut io::sink(), budget)
        }),
        ("residues of many positions", |budget| {
            game("subtraction(v=\"1 2; 2 1; 1 1\")", budget)?.prove(budget).map(drop)
        }),
        ("a game of three piles compared with others", |budget| {
            let text = "param f(k) = floor((k + sqrt(5*k^2))/2)\nparam K list = 1, 2, 4\npiles unordered x[3]\n\
                        move (any^2, 0...)\nmove (k...) for k in K where f(k) mod 3 != 1 or xor(taken) == 0\n";
            game(text, budget)?.describe(budget);
            Ok(())
        }),
        ("the axioms of an array of many rows", |budget| {
            Array::parse("wythoff")?.axioms(3000, 30, budget).map(drop)
        }),
        ("patterns where every cell asks all P-positions so far", |budget| {
            game("subtraction(v=\"1 2; 2 1; 1 1\")", budget)?.discover(Some(3000), false, budget).map(drop)
        }),
        ("the digits of a long number", |budget| {
            numbers::evaluate(&["3^2500000".into()], &[], budget).map(drop)
        }),
        ("beams of many positions", |budget| {
            let game = game("blocking-wythoff(k=3, on=nim)", budget)?;
            let kind = PictureKind::Beams;
            let request = PictureRequest { kind, below: Some(3000), ..PictureRequest::default() };
            game.picture(&request, None, budget)?.svg(budget).map(drop)
        }),
        ("blocked moves of a long board", |budget| {
            let text = "piles unordered x, y\nmove nim: (i, 0)\nmove (i, i)\nblock 2 of nim\nterminal (1, 2)\npass\n";
            let game = game(text, budget)?;
            game.solve(&game.position("6,4194304")?, &Default::default(), budget).map(drop)
        }),
        ("the first of many options", |budget| {
            let game = game("t-wythoff(t=1000000)", budget)?;
            let found = game.first_options(&game.position("10^9,10^9")?, 100, budget)?;
            assert!(
                found.options.len() == 100 || !found.options.is_empty() && found.any,
                "{}",
                found.options.len()
            );
            Ok(())
        }),
    ];
    let _alone = alone();
    for (what, ask) in all {
        let run = limits::measured(Duration::from_millis(200), ask);
        let shown = format!("{what}: {:?}, {} MB: {:?}", run.time, run.bytes >> 20, run.answer);
        assert!(run.time <= run.allowed + Duration::from_secs(1), "{shown}");
        assert!(run.bytes <= limits::BYTES, "{shown}");
        run.answer.as_ref().err().inspect(|error| helps(error, ""));
    }
}

/// A word that an error repeats may be anything, a command's too.
#[test]
fn words_of_a_request_may_be_those_of_a_command() {
    let error = numbers::represent("wyt off", "3", &Budget::default()).unwrap_err();
    assert!(error.message.contains("`wyt off`"), "{}", error.message);
    helps(&error, "wyt off");
}
