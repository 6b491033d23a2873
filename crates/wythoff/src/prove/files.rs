//! What goes with a proof: its certificate, and files for other provers.

use super::{ProofRequest, Proved};
use crate::error::Error;
use wythoff_automata::AutomataError;
use wythoff_automata::{Limits, Proof, coq, walnut};
use wythoff_prove::rules_text;
use wythoff_rules::Rules;

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// Its path below the folder of the export.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The name under which definitions for Walnut go.
const WALNUT: &str = "wyt";

/// Puts what was asked for beside a proof. A certificate that a limit kept from being made takes nothing from the
/// verdict: the reason is told.
pub(super) fn make(
    proved: &mut Proved,
    rules: &Rules,
    proof: &Proof,
    request: &ProofRequest,
    limits: &Limits,
) -> Result<(), Error> {
    let text = || rules_text(rules).unwrap_or_else(|| rules.name().to_string());
    if request.certificate {
        match proof.certificate(&text(), limits) {
            Ok(certificate) => proved.certificate = Some(certificate),
            Err(error) => proved.certificate_missing = Some(error.to_string()),
        }
    }
    if request.walnut {
        let made = walnut::export(proof, WALNUT, limits).map_err(|error| match error {
            AutomataError::Limit(_) => Error::limit(error.to_string()),
            other => Error::input(other.to_string()),
        })?;
        let file = |file: walnut::File| ProofFile { path: file.path, text: file.text };
        proved.walnut_files = made.into_iter().map(file).collect();
    }
    if request.coq {
        let instance = coq::instance(proof, &text(), limits).map_err(|error| match error {
            AutomataError::Limit(_) => Error::limit(format!("for Coq: {error}")),
            other => Error::input(format!("for Coq: {other}")),
        })?;
        let name = coq::file_name(rules.name());
        proved.coq_files = vec![ProofFile { path: name.clone(), text: instance }];
        let file = |file: coq::File| ProofFile { path: file.path, text: file.text };
        proved.coq_files.extend(coq::theory().into_iter().map(file));
        proved.coq = Some(name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use wythoff_numbers::Budget;
    use wythoff_prove::{Outcome, Request};

    /// A verdict was lost where the time ended while its certificate was written.
    #[test]
    fn a_verdict_outlives_its_certificate() {
        let game = Game::parse("wythoff").unwrap();
        let rules = game.rules().unwrap();
        let found = game.search_proof(rules, Request::default(), &Budget::default()).unwrap();
        let Outcome::Proved(proof) = found.0 else { panic!("not proved") };
        let request = ProofRequest { certificate: true, ..ProofRequest::default() };
        let whole = |limits: &Limits| game.whole(rules, &proof, None, &request, limits).unwrap();
        let cut = whole(&Limits { states: 1, ..Limits::default() });
        assert_eq!((cut.verdict, cut.certificate), ("proved", None));
        assert!(cut.certificate_missing.is_some());
        assert!(whole(&Limits::default()).certificate.is_some());
    }
}
