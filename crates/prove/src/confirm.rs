//! A refutation looked at again, by the rules alone: the position, its options, and the candidate at each of them.

use crate::candidate::Candidate;
use wythoff_automata::Witness;
use wythoff_numbers::tuples::arrangements;
use wythoff_rules::{RuleError, Rules};

/// Positions with more options than this are not looked at again.
const OPTIONS: u64 = 1_000_000;

/// A position as a verdict shows it: sorted where order does not matter to the rules, nor here to the set.
pub fn shown(rules: &Rules, candidate: &Candidate<'_>, position: &[u64]) -> Vec<u64> {
    if alike(rules, candidate, position).is_some() { rules.canonical(position) } else { position.to_vec() }
}

/// Whether a position is in the set; `None` where the set tells apart what the rules do not.
fn alike(rules: &Rules, candidate: &Candidate<'_>, position: &[u64]) -> Option<bool> {
    let own = candidate.contains(position)?;
    let alike =
        !rules.is_symmetric() || arrangements(position).iter().all(|q| candidate.contains(q) == Some(own));
    alike.then_some(own)
}

/// Whether the rules agree that the candidate fails at the position in the way said. `None` where that cannot be seen
/// position by position: large positions, and sets that tell apart what the rules do not.
pub fn confirm(
    rules: &Rules,
    candidate: &Candidate<'_>,
    position: &[u64],
    witness: &Witness,
) -> Result<Option<bool>, RuleError> {
    let cells = position.iter().try_fold(1u64, |n, x| n.checked_mul(x.checked_add(1)?));
    if cells.is_none_or(|cells| cells > OPTIONS) || !rules.is_start(&rules.canonical(position))? {
        return Ok(None);
    }
    // Where piles are interchangeable the set must be too, at least here.
    let contains = |p: &[u64]| alike(rules, candidate, p);
    let here = rules.canonical(position);
    let ended = rules.convention().terminals.contains(&here);
    let options = if ended { Vec::new() } else { rules.options(&here)? };
    let Some(inside) = contains(&here) else { return Ok(None) };
    let Some(winning) = options.iter().map(|o| contains(o)).collect::<Option<Vec<bool>>>() else {
        return Ok(None);
    };
    let winning = winning.into_iter().filter(|w| *w).count() as u64;
    Ok(match witness {
        Witness::StableBroken { option, .. } => {
            Some(inside && options.contains(&rules.canonical(option)) && contains(option) == Some(true))
        }
        Witness::NotAbsorbed => {
            Some(!inside && winning == 0 && !(rules.convention().misere && options.is_empty()))
        }
        Witness::Terminal => Some(options.is_empty() && inside == rules.convention().misere),
        Witness::TooMany { .. } | Witness::TooFew { .. } => {
            let block = rules.convention().block.as_ref().filter(|b| b.families.iter().all(|f| *f));
            block.map(|b| inside != (winning < b.k))
        }
    })
}
