//! The telescope as a theory: outcome, winning move and reason for piles of any size.

use super::{Answer, Certificate, PStream, Telescope};
use crate::error::DiscoverError;
use wythoff_numbers::{Budget, Natural};
use wythoff_rules::Outcome;
use wythoff_theory::{Decider, Refusal, Verdict, show_number};

/// Wythoff plus finitely many vectors, decided by its certified transducer.
#[derive(Clone, Debug)]
pub struct LeaperTheory {
    telescope: Telescope,
    statement: String,
}

impl LeaperTheory {
    /// The theory that a certificate proves.
    pub fn new(certificate: &Certificate) -> LeaperTheory {
        LeaperTheory { telescope: Telescope::new(certificate), statement: certificate.statement() }
    }

    /// The same, paid for by a request.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> LeaperTheory {
        self.telescope = self.telescope.within(budget);
        self
    }

    /// The telescope underneath.
    pub fn telescope(&self) -> &Telescope {
        &self.telescope
    }
}

impl Decider for LeaperTheory {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let [x, y] = position else {
            return Err(Refusal::Position(format!("two piles expected, not {}", position.len())));
        };
        let answer = self.telescope.decide(x, y).map_err(|error| match error {
            DiscoverError::Stopped(stop) => Refusal::Stopped(stop),
            other => Refusal::Limit(other.to_string()),
        })?;
        let proof = &self.statement;
        let cites = vec!["NEW-MAHARAJA", "VIS-8.4-closure", "VIS-8.4-telescope"];
        Ok(match answer {
            Answer::P => {
                let (low, high) = (show_number(x.min(y)), show_number(x.max(y)));
                let reason = format!(
                    "{high} is the partner of {low}, read off the word of larger coordinates by the telescope. {proof}."
                );
                Verdict { outcome: Outcome::P, winning: None, reason, cites }
            }
            Answer::N { to, by } => {
                let target = format!("({}, {})", show_number(&to[0]), show_number(&to[1]));
                let reason = format!("{target} is P and one move away: {}. {proof}.", by.words());
                Verdict { outcome: Outcome::N, winning: Some(to.to_vec()), reason, cites }
            }
        })
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new(PStream::new(self.telescope.leapers()).map(|(a, b)| vec![a, b])))
    }
}
