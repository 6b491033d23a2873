//! Small positions looked at one by one, in order of the sum of their coordinates: most wrong candidates are wrong at
//! one of them, and the least is found before any automaton of a family is built.

use crate::dfa::Dfa;
use crate::game::{Convention, Coordinate, Game};
use crate::limits::{Limit, Limits};
use crate::prove::{Prover, Refutation, Witness};

/// About so many positions are looked at.
const POSITIONS: usize = 2_500;

impl Prover {
    /// The least of the small positions at which the set contradicts the rules, by the definition.
    pub(crate) fn first_small(&self, set: &Dfa, limits: &Limits) -> Result<Option<Refutation>, Limit> {
        let (small, least) = small_positions(&self.game);
        let accepts = |dfa: &Dfa, position: &[u64]| {
            self.word(position, 0).is_some_and(|word| dfa.run(word.mode, &word.letters) != 0)
        };
        let members: Vec<&Vec<u64>> = small.iter().filter(|position| accepts(set, position)).collect();
        for position in &small[..least] {
            limits.check("the small positions", 0, 0)?;
            let inside = accepts(set, position);
            let ended = match &self.ends {
                Some(ends) => accepts(ends, position),
                None => self.game.terminals.contains(position),
            };
            let witness = if ended {
                let misere = self.game.convention == Convention::Misere;
                (inside == misere).then_some(Witness::Terminal)
            } else {
                self.contradiction(position, inside, &members)
            };
            let Some(witness) = witness else { continue };
            let Some(word) = self.word(position, 0) else { continue };
            let option = match &witness {
                Witness::StableBroken { option, .. } => self.word(option, word.letters.len()),
                _ => None,
            };
            return Ok(Some(Refutation { position: position.clone(), witness, word, option }));
        }
        Ok(None)
    }

    /// What is wrong at a position from which play goes on, if its options in the set are among the members.
    fn contradiction(&self, position: &[u64], inside: bool, members: &[&Vec<u64>]) -> Option<Witness> {
        let families = &self.game.families;
        let mut options = members
            .iter()
            .filter_map(|to| Some((*to, families.iter().position(|f| f.contains(position, to))?)));
        let Convention::Blocking(k) = self.game.convention else {
            return match (options.next(), inside) {
                (Some((option, family)), true) => {
                    Some(Witness::StableBroken { family, option: option.clone() })
                }
                (None, false) => Some(Witness::NotAbsorbed),
                _ => None,
            };
        };
        let found: Vec<(&Vec<u64>, usize)> = options.collect();
        let lost = found.len() < usize::from(k) && found.iter().all(|(_, f)| families[*f].blockable);
        let options = found.iter().map(|(option, _)| (*option).clone()).collect();
        match (inside, lost) {
            (true, false) => Some(Witness::TooMany { options }),
            (false, true) => Some(Witness::TooFew { options }),
            _ => None,
        }
    }
}

/// All positions whose piles have at most some sum, with all their options, those with the least sums of all
/// coordinates first; and how many of them have sums of all coordinates that no position left out has.
fn small_positions(game: &Game) -> (Vec<Vec<u64>>, usize) {
    let mut positions: Vec<Vec<u64>> = Vec::new();
    let mut beyond = 0;
    loop {
        let layer = of_pile_sum(&game.coordinates, beyond);
        if positions.len() + layer.len() > POSITIONS {
            break;
        }
        positions.extend(layer);
        beyond += 1;
    }
    let sum = |position: &Vec<u64>| position.iter().sum::<u64>();
    positions.sort_by_key(sum);
    let least = positions.partition_point(|position| sum(position) < beyond);
    (positions, least)
}

/// All positions whose piles have this sum.
fn of_pile_sum(coordinates: &[Coordinate], sum: u64) -> Vec<Vec<u64>> {
    let Some((last, others)) = coordinates.split_last() else {
        return if sum == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let (values, of_sum) = match last {
        Coordinate::Pile => (sum + 1, true),
        Coordinate::Bounded(values) => (u64::from(*values), false),
    };
    let mut positions = Vec::new();
    for value in 0..values {
        for mut position in of_pile_sum(others, if of_sum { sum - value } else { sum }) {
            position.push(value);
            positions.push(position);
        }
    }
    positions
}
