//! The smallest automaton that reads the piles in parallel and accepts the P-positions, in the numerations that the
//! other findings suggest. A fit, not a proof.

use super::{Finding, Pairs, Positions, spectrum};
use super::{Fit, Numbers};
use wythoff_automata::{Game, Limits, Numeration, PositionTable, learn};
use wythoff_numbers::{Budget, Stop};

/// Larger automata are not reported: the data of a table does not determine them.
const STATES: usize = 150;
/// Tables are read up to this bound.
const BELOW: u64 = 600;

/// Numerations worth a trial: the Ostrowski system of the slope, the base of a residue pattern or of b_n = s a_n; the
/// golden and the binary system when nothing is known.
fn numerations(positions: &Positions, found: &[Finding]) -> Vec<Numeration> {
    let mut tried = Vec::new();
    let mut periods: Vec<Vec<u32>> = Vec::new();
    if let Some(alpha) = Pairs::of(positions).and_then(|pairs| spectrum::slope_of(0, &pairs.a))
        && let Ok(fraction) = alpha.continued_fraction(24)
        && fraction.head.len() == 1
    {
        periods.extend(fraction.period.iter().map(|a| u32::try_from(a).ok()).collect::<Option<Vec<u32>>>());
    }
    let listed = |finding: &Finding| match &finding.data {
        Numbers::Numeration { period, .. } => {
            period.iter().map(|a| u32::try_from(*a).ok()).collect::<Option<Vec<u32>>>()
        }
        _ => None,
    };
    periods.extend(found.iter().filter_map(listed));
    periods.sort();
    periods.dedup();
    tried.extend(periods.iter().filter_map(|period| Numeration::ostrowski(period).ok()));
    for finding in found {
        let base = match finding.data {
            Numbers::Residues { modulus, .. } => Some(modulus),
            Numbers::Difference { t: 0, s, .. } => u64::try_from(s).ok(),
            Numbers::NimSum { .. } => Some(2),
            _ => None,
        };
        tried.extend(base.and_then(|b| Numeration::base(u32::try_from(b).ok()?).ok()));
    }
    if tried.is_empty() {
        tried.push(Numeration::zeckendorf());
        tried.extend(Numeration::base(2).ok());
    }
    tried
}

pub(super) fn of_positions(
    positions: &Positions,
    found: &[Finding],
    budget: &Budget,
) -> Result<Option<Finding>, Stop> {
    let below = positions.below().min(BELOW);
    // One pile is a sequence; many piles have large alphabets.
    if !(2..=3).contains(&positions.piles()) || below < 40 {
        return Ok(None);
    }
    let points = positions.box_points();
    if points.is_empty() {
        return Ok(None);
    }
    let table = PositionTable::new(positions.below().min(8 * BELOW), points);
    let game = Game::new(positions.piles());
    let limits = Limits { states: STATES, budget: budget.clone() };
    let mut fits: Vec<(usize, String)> = Vec::new();
    for numeration in numerations(positions, found) {
        budget.check()?;
        let size = |below: u64| {
            let fitted = learn::fit(&game, &numeration, &table, below, &[], &limits).ok();
            let fitted = fitted.filter(|fit| fit.reached.is_none());
            fitted.map(|fit| fit.dfa.states()).filter(|&states| states <= STATES)
        };
        // An automaton that still grows from half the table to the whole explains nothing.
        if let Some(states) = size(below / 2)
            && size(below) == Some(states)
        {
            fits.push((states, numeration.to_string()));
        }
    }
    fits.sort();
    let Some((states, numeration)) = fits.first().cloned() else { return Ok(None) };
    let counted = if states == 1 { "1 state".to_string() } else { format!("{states} states") };
    let statement = format!(
        "an automaton of {counted} that reads the piles in {numeration} accepts exactly the P-positions"
    );
    let fit = |(states, system): &(usize, String)| Fit { numeration: system.clone(), states: *states };
    let data = Numbers::Automaton { fits: fits.iter().map(fit).collect(), numeration, states };
    Ok(Some(Finding::new("automaton", statement, format!("piles below {below}"), data)))
}
