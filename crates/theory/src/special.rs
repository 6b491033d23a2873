//! The games that the catalog writes in Rust, decided by their theories for piles of any size.
//!
//! End-Wythoff by its table of windows (VIS-A-end-poly), RatWyt by sums of partial quotients (VIS-T-ratwyt), Wytlex(K)
//! by its construction (LEX-T13), of which two piles are Wythoff's game.

use malachite::Natural;
use wythoff_catalog::Resolved;
use wythoff_catalog::special::{Pile, SpecialPosition};
use wythoff_rules::Outcome;

use crate::end_wythoff::EndWythoff;
use crate::ratwyt::RatWyt;
use crate::wytlex::Wytlex;
use crate::{Decider, Refusal, Verdict, Wythoff};

/// The answer of a theory about a position whose piles may be rationals or vanish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialVerdict {
    /// Who wins.
    pub outcome: Outcome,
    /// A P-position that can be moved to; `None` for a P-position.
    pub winning: Option<SpecialPosition>,
    /// Why, in one readable paragraph.
    pub reason: String,
    /// Ledger rows that the answer rests on.
    pub cites: Vec<&'static str>,
}

/// The theory's answer about a position of a game in Rust; `None` where no theory of the game is known here.
///
/// ```
/// use wythoff_catalog::Resolved;
/// use wythoff_catalog::special::position_of;
/// use wythoff_rules::Outcome;
/// let game = Resolved::parse("end-wythoff").unwrap();
/// let verdict = wythoff_theory::decide_special(&game, &position_of(&[2, 3, 3])).unwrap().unwrap();
/// assert_eq!(verdict.outcome, Outcome::P);
/// ```
pub fn decide_special(game: &Resolved, position: &[Pile]) -> Result<Option<SpecialVerdict>, Refusal> {
    let (Some(_), Some(entry), values) = (game.special(), game.entry(), game.values()) else {
        return Ok(None);
    };
    let plain = || !values.iter().any(|(name, _)| name == "f");
    match entry.name {
        "end-wythoff" => {
            let verdict = EndWythoff::new().decide(&whole(position)?)?;
            Ok(Some(told(verdict, |row| without_empty(&row))))
        }
        "ratwyt" => {
            let parts: Vec<Natural> = position.iter().map(Pile::parts).flat_map(|(p, q)| [p, q]).collect();
            let verdict = RatWyt::new()?.decide(&parts)?;
            Ok(Some(told(verdict, |parts| {
                parts.chunks_exact(2).filter_map(|r| Pile::ratio(r[0].clone(), r[1].clone())).collect()
            })))
        }
        "wytlex" if plain() => {
            let mut piles = whole(position)?;
            piles.sort();
            let verdict = match piles.len() {
                2 => Wythoff::new()?.decide(&piles)?,
                k => Wytlex::new(k)?.decide(&piles)?,
            };
            Ok(Some(told(verdict, |mut piles| {
                piles.sort();
                piles.into_iter().map(Pile::Whole).collect()
            })))
        }
        _ => Ok(None),
    }
}

fn whole(position: &[Pile]) -> Result<Vec<Natural>, Refusal> {
    let whole = |pile: &Pile| {
        pile.whole().cloned().ok_or_else(|| Refusal::Position(format!("{pile} is not a whole number")))
    };
    position.iter().map(whole).collect()
}

/// The row without its empty piles; the row without any pile is written 0.
fn without_empty(row: &[Natural]) -> SpecialPosition {
    let left: SpecialPosition = row.iter().filter(|pile| **pile != 0u32).cloned().map(Pile::Whole).collect();
    if left.is_empty() { vec![Pile::from(0)] } else { left }
}

fn told(verdict: Verdict, shown: impl FnOnce(Vec<Natural>) -> SpecialPosition) -> SpecialVerdict {
    let Verdict { outcome, winning, reason, cites } = verdict;
    SpecialVerdict { outcome, winning: winning.map(shown), reason, cites }
}
