//! Families whose condition chooses by the piles before the move, as families behind gates.
//!
//! Where a condition has `if c then a else b` in it, and c speaks of the piles before the move alone and cannot fail, the
//! condition says `c` and itself with a in that place, or `not c` and itself with b. Two families with these conditions have the
//! same moves, none in both, and each of them may take the same vectors everywhere ([`super::regions`]).

use super::{Family, Game, Op, Term, places_of, replaced};

/// Most families that one becomes.
const CASES: usize = 8;

impl Game {
    /// The game with its choices as families of their own.
    pub(super) fn by_cases(mut self) -> Game {
        for family in std::mem::take(&mut self.moves) {
            let (mut open, mut done) = (vec![family], 0);
            while done < open.len() {
                match self.choice(&open[done]).filter(|_| open.len() < CASES) {
                    Some(cases) => drop(open.splice(done..=done, cases)),
                    None => done += 1,
                }
            }
            self.moves.extend(open);
        }
        self.moves.iter_mut().enumerate().for_each(|(index, family)| family.index = index);
        self
    }

    /// A family as two, if its condition has a choice by the piles before the move.
    fn choice(&self, family: &Family) -> Option<[Family; 2]> {
        let condition = family.condition.as_ref()?;
        let mut chosen = None;
        super::visit(condition, &mut |part| {
            if let (None, Term::Apply(Op::If, args)) = (&chosen, part)
                && places_of(&args[0]).iter().all(|place| *place < self.bounds.len())
                && self.is_safe(&args[0], 0)
            {
                chosen = Some(args[0].clone());
            }
        });
        let chosen = chosen?;
        let same = |term: &Term| format!("{term:?}") == format!("{chosen:?}");
        let case = |holds: bool| {
            let told = replaced(condition, &|part| match part {
                Term::Apply(Op::If, args) if same(&args[0]) => Some(args[if holds { 1 } else { 2 }].clone()),
                _ => None,
            });
            let gate = if holds { chosen.clone() } else { Term::Apply(Op::Not, vec![chosen.clone()]) };
            let condition = Term::Apply(Op::And, vec![gate, told]);
            Family { speaks: places_of(&condition), condition: Some(condition), ..family.clone() }
        };
        Some([case(true), case(false)])
    }
}
