//! How an answer is known, and the ways to it, in one table.

use serde::Serialize;

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Computed from the rules.
    Rules,
    /// A theorem of the papers, checked here as far as the ledger says.
    Theorem,
    /// A proof for all positions, found or checked on the spot.
    Proof,
}

impl By {
    /// A theorem where rows of the ledger are cited, else the rules.
    pub(crate) fn resting_on(cites: &[&str]) -> By {
        if cites.is_empty() { By::Rules } else { By::Theorem }
    }
}

impl std::fmt::Display for By {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            By::Rules => "rules",
            By::Theorem => "theorem",
            By::Proof => "proof",
        })
    }
}

/// How an answer is known: what was really done, not what was asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// What it rests on.
    pub by: By,
    /// Rows of the ledger that it rests on, such as `WYF-T9`.
    pub cites: Vec<String>,
    /// Why, in words.
    pub reason: String,
    /// What was proved, where a proof answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofNote>,
}

impl Evidence {
    /// From the rules, in this way.
    pub fn rules(reason: impl Into<String>) -> Evidence {
        Evidence { by: By::Rules, cites: Vec::new(), reason: reason.into(), proof: None }
    }

    /// From a theorem.
    pub fn theorem(cites: &[&str], reason: impl Into<String>) -> Evidence {
        let cites = cites.iter().map(|cite| cite.to_string()).collect();
        Evidence { by: By::Theorem, cites, reason: reason.into(), proof: None }
    }
}

/// What an answer about numbers rests on. They have no rules of play: `rules` means their definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grounds {
    /// What it rests on.
    pub by: By,
    /// Rows of the ledger that it rests on, such as `VIS-T-bang`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<&'static str>,
}

impl Grounds {
    /// Computed exactly from the definition.
    pub(crate) const DEFINITION: Grounds = Grounds { by: By::Rules, cites: Vec::new() };

    /// A theorem says so.
    pub(crate) fn theorem(cite: &'static str) -> Grounds {
        Grounds { by: By::Theorem, cites: vec![cite] }
    }

    /// The entries of an answer that writes itself.
    pub(crate) fn entries<M: serde::ser::SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("by", &self.by)?;
        if !self.cites.is_empty() {
            object.serialize_entry("cites", &self.cites)?;
        }
        Ok(())
    }
}

/// How a game in Rust is solved where no theory is asked.
pub(crate) const OWN_RULES: &str = "the game's own rules";

/// The proof behind an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofNote {
    /// States of the automaton or transducer.
    pub states: usize,
    /// The numeration in which piles are written, for an automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numeration: Option<String>,
    /// The game that it speaks of, line by line.
    pub statement: Vec<String>,
    /// Where the proof comes from.
    pub how: String,
}

/// A method that somebody asks for by name; without it the fastest one that is established answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// From the rules.
    Rules,
    /// From the theory.
    Theory,
    /// By a proof for all positions.
    Proof,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Who wins one position.
    Solve,
    /// Every winning move of one position.
    AllMoves,
    /// Who wins each option of one position.
    Options,
    /// The first P-positions.
    First,
    /// The P-positions of a box that a solver fills at once.
    SmallBox,
    /// The P-positions of a larger box.
    LargeBox,
    /// The Grundy value of one position.
    Value,
    /// The Grundy values of a box.
    Values,
    /// A proof for all positions.
    Proof,
}

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The theory recognised from the rules.
    Theorem,
    /// The certified transducer of Wythoff plus finitely many vectors, for piles too large for a table.
    LargeTransducer,
    /// The same for piles of any size.
    Transducer,
    /// An automaton proved on the spot, for piles too large for a table.
    LargeProof,
    /// The same for piles of any size.
    Proof,
    /// The referee, who follows every line of play, where there are few positions below.
    Referee,
    /// The P-positions that play can come to, where they are a small part of the box.
    Reached,
    /// The P-positions of the box up to the largest pile, where such lists say all and the box is not too large.
    Box,
    /// Lines of play, as far as they decide: also where moves are remembered.
    Lines,
    /// The repetition of the state of the rows, for one short and one long pile.
    Repetition,
    /// The solvers' list or table, by the kernel for the shape of the rules.
    Kernel,
    /// The own functions of a game in Rust.
    Own,
    /// The nim-sum of the values of the games of a sum.
    NimSum,
    /// The beams of a blocking game.
    Beams,
    /// The quotients of the piles as piles of their own.
    Quotients,
    /// An automaton of all positions, or of the sorted ones.
    Automaton,
}

/// The ways from the rules to the outcome of a position.
const PLAYED: &[Way] = &[Way::Referee, Way::Reached, Way::Box, Way::Lines, Way::Own, Way::NimSum];

/// The ways from the rules to a list.
const LISTED: &[Way] = &[Way::Kernel, Way::Own];

/// How an answer is obtained: the ways that are tried, in order, for each question and each method asked for. A way
/// that does not apply, or whose hypotheses are not met, leaves the answer to the next one; where it was the last,
/// the reason is the error.
const WAYS: &[(Question, Option<Method>, &[&[Way]])] = &[
    (Question::Solve, None, &[&[Way::Theorem, Way::LargeTransducer, Way::LargeProof], PLAYED]),
    (Question::Solve, Some(Method::Theory), &[&[Way::Theorem]]),
    (Question::Solve, Some(Method::Proof), &[&[Way::Transducer, Way::Proof]]),
    (Question::Solve, Some(Method::Rules), &[PLAYED]),
    (Question::AllMoves, None, &[PLAYED]),
    (Question::AllMoves, Some(Method::Rules), &[PLAYED]),
    // Every option is asked of one list, if the theory does not speak of all.
    (Question::Options, None, &[&[Way::Theorem, Way::Box, Way::Lines, Way::Own, Way::NimSum]]),
    // The first ones may lie far out, where a table would have to be large.
    (Question::First, None, &[&[Way::Theorem], LISTED]),
    (Question::SmallBox, None, &[LISTED]),
    (Question::LargeBox, None, &[&[Way::Theorem], LISTED]),
    (Question::First, Some(Method::Theory), &[&[Way::Theorem]]),
    (Question::SmallBox, Some(Method::Theory), &[&[Way::Theorem]]),
    (Question::LargeBox, Some(Method::Theory), &[&[Way::Theorem]]),
    (Question::First, Some(Method::Rules), &[LISTED]),
    (Question::SmallBox, Some(Method::Rules), &[LISTED]),
    (Question::LargeBox, Some(Method::Rules), &[LISTED]),
    (Question::Value, None, &[&[Way::Repetition, Way::Kernel, Way::Lines, Way::Own, Way::NimSum]]),
    (Question::Values, None, &[LISTED]),
    (Question::Proof, None, &[&[Way::Transducer, Way::Beams, Way::Quotients, Way::Automaton]]),
];

/// The ways to try, in order; none where the method does not answer the question.
pub(crate) fn ways(question: Question, method: Option<Method>) -> impl Iterator<Item = Way> + Clone {
    let row = WAYS.iter().find(|(q, m, _)| (*q, *m) == (question, method));
    row.into_iter().flat_map(|(_, _, ways)| ways.iter().copied().flatten().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_its_ways() {
        let open = |question| ways(question, None).collect::<Vec<_>>();
        for question in [
            Question::Solve,
            Question::AllMoves,
            Question::Options,
            Question::First,
            Question::SmallBox,
            Question::LargeBox,
            Question::Value,
            Question::Values,
            Question::Proof,
        ] {
            assert!(!open(question).is_empty(), "{question:?}");
            let rows = WAYS.iter().filter(|(q, m, _)| *q == question && m.is_none()).count();
            assert_eq!(rows, 1, "{question:?}");
        }
        // Whatever the game is made of, the last way that is for it always answers.
        for question in [Question::Solve, Question::AllMoves, Question::Options, Question::Value] {
            assert!(open(question).ends_with(&[Way::Lines, Way::Own, Way::NimSum]), "{question:?}");
        }
        assert_eq!(ways(Question::Solve, Some(Method::Theory)).collect::<Vec<_>>(), [Way::Theorem]);
        assert_eq!(ways(Question::AllMoves, Some(Method::Theory)).count(), 0);
    }
}
