//! Proofs by transducers: Wythoff's game and games like it, and blocking games with lines and one more beam.
//!
//! Closed windows are found with their states, and listed. Where there are none a chain may be closed: that is for
//! the independent checker to see, which is asked with longer and longer links.

use super::words::{self, Closed, Sizes};
use super::{ProofRequest, Proved};
use crate::game::Game;
use wythoff_certificate::{beams, transducer};
use wythoff_discover::beams::Beams;
use wythoff_discover::first_closed;
use wythoff_discover::game::leapers_of;
use wythoff_discover::leapers::{self, Kind, Leapers, PStream};
use wythoff_numbers::Budget;
use wythoff_prove::theorems::account_of;
use wythoff_rules::Rules;

/// Pairs on which a game is compared with Wythoff's before a transducer is looked for.
const COMPARED: usize = 1000;

/// Largest Grundy value whose positions a transducer is looked for: beyond, no chain was seen to close.
const VALUES: u32 = 2;

/// A blocking game proved by its beams.
pub(super) struct Beam {
    pub(super) proved: Proved,
    /// Otherwise an automaton, which says more, may be as easy to find.
    pub(super) has_lines: bool,
}

impl Game {
    /// Wythoff plus finitely many vectors and the like, where nothing else is asked for: a transducer with a finite
    /// certificate. Where the vectors seem to change nothing, the automaton of Wythoff's game says more.
    pub(super) fn transducer(
        &self,
        rules: &Rules,
        request: &ProofRequest,
        budget: &Budget,
    ) -> Option<Proved> {
        let leapers = leapers_of(rules).filter(|_| request.is_plain())?;
        let leapers = match request.grundy {
            Some(values) => with_values(&leapers, values)?,
            None => leapers,
        };
        let wythoff = PStream::new(&Leapers::new(&[]).ok()?);
        if leapers.kind().values == 0 && PStream::new(&leapers).take(COMPARED).eq(wythoff.take(COMPARED)) {
            return None;
        }
        let windows = |limits| {
            let found = leapers::certify_within(&leapers, &limits, budget).ok()?;
            Some(self.by_windows(&found, rules, request))
        };
        let chain = || {
            let claim = |length: usize| leapers.chain(length);
            let (text, found) = first_closed(&claim, &transducer::check_within, budget)?;
            let statement = format!("proved for all positions: {}: {}", leapers.text(), found.sentence());
            let sizes = Sizes {
                states: found.states,
                transitions: found.transitions,
                origin: found.origin,
                closed: Closed::Links { links: found.windows, letters: found.window },
            };
            let told = words::of_columns(&leapers.kind(), &sizes);
            Some(self.by_transducer(text, statement, &sizes, told, rules, request))
        };
        let (quick, deep) = (leapers::Limits::default(), leapers::Limits::deep());
        // Windows that tell the state decide huge piles, too.
        match leapers.is_wythoff() {
            true => windows(quick).or_else(|| windows(deep)).or_else(chain),
            false => windows(quick).or_else(chain).or_else(|| windows(deep)),
        }
    }

    /// Blocking games with lines and one more beam, or with one beam alone.
    pub(super) fn beams(&self, rules: &Rules, request: &ProofRequest, budget: &Budget) -> Option<Beam> {
        if !request.is_plain() || request.grundy.is_some() {
            return None;
        }
        Beams::of(rules, budget).into_iter().find_map(|seen| {
            // Without lines the first origin did wherever any does, and more would make automata wait.
            let origins = if seen.has_lines() { 3 } else { 1 };
            seen.origins().into_iter().take(origins).find_map(|origin| {
                let claim = |length: usize| seen.certificate(origin, length);
                let (text, found) = first_closed(&claim, &beams::check_within, budget)?;
                let statement = format!("proved for all positions: {}: {}", seen.text(), found.sentence());
                let sizes = Sizes {
                    states: found.states,
                    transitions: found.transitions,
                    origin: found.origin,
                    closed: Closed::Links { links: found.links, letters: found.length },
                };
                let told = words::of_lines(seen.options(), &found.lines, &sizes);
                let proved = self.by_transducer(text, statement, &sizes, told, rules, request);
                Some(Beam { proved, has_lines: seen.has_lines() })
            })
        })
    }

    fn by_windows(&self, found: &leapers::Certificate, rules: &Rules, request: &ProofRequest) -> Proved {
        let statement = format!("proved for all positions: {}", found.statement());
        let machine = found.machine();
        let (windows, letters, before) = (found.windows().len(), found.length(), found.sync());
        let sizes = Sizes {
            states: machine.states().len(),
            transitions: machine.transitions(),
            origin: found.origin() as usize,
            closed: Closed::Windows { windows, letters, before },
        };
        let told = words::of_columns(&machine.leapers().kind(), &sizes);
        self.by_transducer(found.text(), statement, &sizes, told, rules, request)
    }

    fn by_transducer(
        &self,
        text: String,
        statement: String,
        sizes: &Sizes,
        (theorem, proof): (String, String),
        rules: &Rules,
        request: &ProofRequest,
    ) -> Proved {
        let name = self.name();
        let name = if name.is_empty() { "this" } else { &name };
        let checked = words::checked(&sizes.closed, request.certificate);
        let told = account_of(name, rules, theorem, proof, checked);
        Proved {
            kind: Some("transducer"),
            states: Some(sizes.states),
            latex: request.latex.then(|| told.latex()),
            account: Some(if request.latex { told.latex() } else { told.english() }),
            certificate: request.certificate.then_some(text),
            ..self.proved("proved", statement)
        }
    }
}

/// The positions of Grundy value 0 to this side by side, for Wythoff's moves alone; the P-positions have an automaton.
fn with_values(leapers: &Leapers, values: u32) -> Option<Leapers> {
    let plain = leapers.is_wythoff() && leapers.vectors().is_empty() && (1..=VALUES).contains(&values);
    plain.then(|| Leapers::of_kind(&[], Kind { values, ..Kind::default() }).ok())?
}
