//! Questions about a whole game.

use crate::engine::Tell;
use crate::event::{Event, Failure};
use crate::request::Subject;
use serde::Serialize;
use serde_json::{Value, json};
use wythoff::{Budget, Game, NoFiles, ProofRequest, Range, catalog, slope_line};

/// A value as an object, with more members.
pub(crate) fn with(value: &impl Serialize, more: Value) -> Result<Value, Failure> {
    let mut object =
        serde_json::to_value(value).map_err(|error| Failure::new("internal", error.to_string()))?;
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    Ok(object)
}

/// The catalog, with each game's rules in words and its piles.
pub(crate) fn games(word: Option<&str>, budget: &Budget) -> Result<Event, Failure> {
    let mut games = Vec::new();
    for row in catalog(word) {
        budget.step(0, 0).map_err(wythoff::Error::from)?;
        let piles = Game::parse(&row.name).ok().map(|game| game.coordinates());
        games.push(with(
            &row,
            json!({"signature": row.signature, "papers": row.papers, "words": row.words, "notes": row.notes, "piles": piles}),
        )?);
    }
    Ok(Event::answer(&json!({"games": games})))
}

/// What a board of a game needs to know.
fn board(game: &Game) -> Value {
    json!({
        "piles": game.coordinates(),
        "names": game.coordinate_names(),
        "symmetric": game.is_symmetric(),
        "convention": game.convention(),
        "in_words": game.in_words(),
    })
}

/// Whether a text is a game: nothing is computed.
pub(crate) fn read(of: &Subject, budget: &Budget) -> Result<Event, Failure> {
    let game = of.game(budget)?;
    let mut more = board(&game);
    more["title"] = json!(game.title());
    Ok(Event::answer(&with(&game.header(), more)?))
}

/// The game in words.
pub(crate) fn describe(of: &Subject, budget: &Budget) -> Result<Event, Failure> {
    let game = of.game(budget)?;
    Ok(Event::answer(&with(&game.describe(budget), board(&game))?))
}

/// The beams of the first P-positions.
pub(crate) fn slopes(of: &Subject, first: usize, budget: &Budget) -> Result<Event, Failure> {
    Ok(Event::answer(&json!({"beams": of.game(budget)?.slopes(first, budget)?})))
}

/// A line to draw.
pub(crate) fn line(slope: &str) -> Result<Event, Failure> {
    let line = slope_line(slope).map_err(|error| Failure::from(error).about("slope"))?;
    Ok(Event::answer(&line))
}

/// The first P-positions.
pub(crate) fn first(of: &Subject, count: usize, from: usize, budget: &Budget) -> Result<Event, Failure> {
    Ok(Event::answer(&of.game(budget)?.p(Range::First(count), from, None, budget)?))
}

/// Which known game this is.
pub(crate) fn identify(of: &Subject, budget: &Budget) -> Result<Event, Failure> {
    Ok(Event::answer(&of.game(budget)?.identify(budget)?))
}

/// What pattern it follows; the findings come as they are found.
pub(crate) fn discover(
    of: &Subject,
    below: Option<u64>,
    theorems: bool,
    budget: &Budget,
    tell: Tell<'_>,
) -> Result<Event, Failure> {
    let game = of.game(budget)?;
    let found = game.discover_telling(below, false, budget, &mut |finding| tell(Event::part(finding)))?;
    let mut more = json!({});
    if theorems {
        // No theorem is no failure: the findings are an answer.
        more = match game.theorems(budget) {
            Ok(theorems) => {
                theorems.found.iter().for_each(|theorem| {
                    tell(Event::part(&json!({"kind": "theorem", "statement": theorem.statement})))
                });
                let statements: Vec<&str> = theorems.found.iter().map(|t| t.statement.as_str()).collect();
                json!({"theorems": {"numeration": theorems.numeration, "states": theorems.states, "statements": statements}})
            }
            Err(error) => json!({"theorems": null, "why_no_theorems": error.message}),
        };
    }
    more["certificate"] = json!(found.certificate);
    Ok(Event::answer(&with(&found, more)?))
}

/// A proof for all positions, or a counterexample to a guess.
pub(crate) fn prove(
    of: &Subject,
    candidate: Option<&str>,
    walnut: bool,
    budget: &Budget,
) -> Result<Event, Failure> {
    let request = ProofRequest {
        candidate: candidate.map(str::to_string),
        certificate: true,
        walnut,
        ..ProofRequest::default()
    };
    let proved = of.game(budget)?.prove_with(&request, &NoFiles, budget)?;
    let files: Vec<Value> =
        proved.walnut_files.iter().map(|file| json!({"path": file.path, "text": file.text})).collect();
    Ok(Event::answer(&with(&proved, json!({"walnut": files}))?))
}
