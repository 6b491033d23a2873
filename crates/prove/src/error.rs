//! Why nothing was proved or decided.

use thiserror::Error;
use wythoff_automata::AutomataError;
use wythoff_numbers::NumberError;
use wythoff_rules::RuleError;
use wythoff_solvers::SolveError;

/// Why there is nothing to prove, or a statement or a position was not decided.
#[derive(Debug, Error)]
pub enum ProveFailure {
    /// The rules are outside the fragment, or a statement cannot be read.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The P-positions could not be computed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The prover refused, or reached a limit.
    #[error(transparent)]
    Prove(#[from] AutomataError),
    /// The numeration has no conversion for large numbers.
    #[error(transparent)]
    Numbers(#[from] NumberError),
    /// Not a position of the game.
    #[error("{0}")]
    Position(String),
    /// The question makes no sense for the game.
    #[error("{0}")]
    Question(String),
    /// The automaton led to something that the rules do not allow.
    #[error("the automaton's move to {0} is not legal by the rules")]
    Illegal(String),
}
