//! Conventions on top of a game in Rust: misère play, blocking, extra ends, a pass; solved from its options alone.
//!
//! The referee of the rule language in small: each position after its options, nothing clever. A pass is shown as a
//! move to the position itself; what follows it is the game without the pass.
//!
//! Judged by: VIS-D-star, GEO-NV

use super::position::show;
use super::{NotLegal, Pile, Refused, Special, SpecialOutcome, SpecialPosition};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wythoff_numbers::Budget;
use wythoff_numbers::mex::mex;
use wythoff_numbers::tuples::next_below;

/// Most states that are kept.
const STATES: usize = 1 << 21;

/// Most tuples of a box that are looked at.
const CELLS: u64 = 1 << 21;

/// What goes on top of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conventions {
    /// The player who cannot move wins.
    pub misere: bool,
    /// Up to one option less than this is blocked before each move; 0 and 1 both mean none.
    pub block: u64,
    /// The game ends at these positions too.
    pub terminals: Vec<SpecialPosition>,
    /// Once in the game either player may pass, not where there is no move.
    pub pass: bool,
}

/// Whether a state is lost, and its Grundy value; the flag says that the pass is spent.
pub(super) type Settled = Arc<Mutex<HashMap<(SpecialPosition, bool), (bool, u64)>>>;

/// A game with conventions on top.
pub struct Modified {
    game: Arc<dyn Special>,
    conventions: Conventions,
    settled: Settled,
    budget: Budget,
}

impl Modified {
    /// The game with conventions on top; refused where they have no meaning for it.
    pub fn new(game: Arc<dyn Special>, conventions: Conventions) -> Result<Modified, Refused> {
        if game.is_partizan() {
            return Err(Refused::no_answer(
                "the players have different moves: its theory of values is that of normal play",
            )
            .hint("misère play, blocking, extra ends and a pass go on top of impartial games"));
        }
        if conventions.misere && conventions.block > 1 {
            return Err(
                Refused::input("blocking and misère play do not go together").hint("drop one of the two")
            );
        }
        if conventions.block > 1 && game.unordered() {
            return Err(Refused::no_answer(format!(
                "blocking counts places of the board, and {} is given by its positions without order",
                game.spec()
            ))
            .hint("blocking goes on top of games in the rule language"));
        }
        Ok(Modified { game, conventions, settled: Arc::default(), budget: Budget::default() })
    }

    /// The game with nothing on top: solved from its options, with what is settled of it.
    pub(super) fn plain(game: Arc<dyn Special>, settled: Settled, budget: &Budget) -> Modified {
        Modified { game, conventions: Conventions::default(), settled, budget: budget.clone() }
    }

    /// Whether two positions are one: in any order, where order does not matter.
    fn same(&self, a: &[Pile], b: &[Pile]) -> bool {
        let count = |of: &[Pile], pile: &Pile| of.iter().filter(|other| *other == pile).count();
        a == b
            || (self.unordered()
                && a.len() == b.len()
                && a.iter().all(|pile| count(a, pile) == count(b, pile)))
    }

    /// Whether the game ends at a position although it may have moves.
    fn is_end(&self, position: &[Pile]) -> bool {
        self.conventions.terminals.iter().any(|end| self.same(end, position))
    }

    /// The moves of the game itself: none where it has ended.
    fn moves(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        if self.is_end(from) { Ok(Vec::new()) } else { self.game.options(from) }
    }

    /// The options of a state, the pass last.
    fn following(&self, from: &[Pile], passed: bool) -> Result<Vec<(SpecialPosition, bool)>, Refused> {
        let moves = self.moves(from)?;
        let pass = (self.conventions.pass && !passed && !moves.is_empty()).then(|| (from.to_vec(), true));
        Ok(moves.into_iter().map(|to| (to, passed)).chain(pass).collect())
    }

    /// Whether a state is lost, and its Grundy value.
    fn settle(&self, from: &[Pile], passed: bool) -> Result<(bool, u64), Refused> {
        let mut settled = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        if settled.len() > STATES / 2 {
            settled.clear();
        }
        let wanted = (from.to_vec(), passed);
        let mut waiting = vec![wanted.clone()];
        while let Some(state) = waiting.last() {
            self.budget.check()?;
            if settled.contains_key(state) {
                waiting.pop();
                continue;
            }
            let options = self.following(&state.0, state.1)?;
            let open: Vec<_> =
                options.iter().filter(|option| !settled.contains_key(*option)).cloned().collect();
            if settled.len() + waiting.len() + open.len() > STATES {
                return Err(Refused::limit(format!("play can come to more than {STATES} positions"))
                    .hint("ask for smaller piles"));
            }
            if !open.is_empty() {
                waiting.extend(open);
                continue;
            }
            let results: Vec<(bool, (bool, u64))> = options
                .iter()
                .filter_map(|option| Some((option.1 != state.1, *settled.get(option)?)))
                .collect();
            // The pass cannot be blocked.
            let wins =
                |pass: bool| results.iter().filter(|(is_pass, (lost, _))| *is_pass == pass && *lost).count();
            let lost = match options.is_empty() {
                true => !self.conventions.misere,
                false => wins(true) == 0 && (wins(false) as u64) < self.conventions.block.max(1),
            };
            let value = mex(results.iter().map(|(_, (_, value))| *value));
            settled.extend(waiting.pop().map(|state| (state, (lost, value))));
        }
        Ok(settled.get(&wanted).copied().unwrap_or_default())
    }

    fn is_lost(&self, position: &[Pile]) -> Result<bool, Refused> {
        Ok(self.settle(position, false)?.0)
    }
}

impl Special for Modified {
    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        let (game, conventions) = (self.game.within(budget), self.conventions.clone());
        let settled = self.settled.clone();
        Arc::new(Modified { game, conventions, settled, budget: budget.clone() })
    }

    fn spec(&self) -> String {
        self.game.spec()
    }

    fn rules(&self) -> String {
        let mut rules = self.game.rules().trim_end().to_string();
        let Conventions { misere, block, terminals, pass } = &self.conventions;
        if *misere {
            rules += "\nMisère play: the last mover loses, whatever is said above.";
        }
        if *block > 1 {
            rules += &format!("\nBefore each move up to {} options are blocked.", block - 1);
        }
        for end in terminals {
            rules += &format!("\nThe game ends at {} too.", show(end));
        }
        if *pass {
            rules += "\nOnce in the game either player may pass, shown as a move to the same position.";
        }
        rules
    }

    fn piles(&self) -> usize {
        self.game.piles()
    }

    fn unordered(&self) -> bool {
        self.game.unordered()
    }

    fn conventions(&self) -> Option<&Conventions> {
        Some(&self.conventions)
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        self.game.parse(text)
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        if self.is_end(from) {
            return Err(format!("the game has ended at {}", show(from)).into());
        }
        if self.conventions.pass && self.same(from, to) {
            return match self.moves(from) {
                Ok(moves) if moves.is_empty() => Err("no pass where there is no move".to_string().into()),
                _ => Ok("the pass, once in the game".to_string()),
            };
        }
        self.game.legal(from, to)
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        Ok(self.following(from, false)?.into_iter().map(|(to, _)| to).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        let piles = self.piles();
        if bound.checked_pow(piles as u32).is_none_or(|cells| cells > CELLS) {
            return Err(Refused::limit(format!("there are more than {CELLS} positions below {bound}"))
                .hint("choose a smaller bound"));
        }
        let (mut found, mut position, sides) = (Vec::new(), vec![0; piles], vec![bound; piles]);
        if bound == 0 {
            return Ok(found);
        }
        loop {
            let canonical = !self.unordered() || position.is_sorted();
            if canonical && self.is_lost(&self.parse(&wythoff_rules::show_position(&position))?)? {
                found.push(position.clone());
            }
            if !next_below(&mut position, &sides) {
                return Ok(found);
            }
        }
    }

    fn p_first(&self, _n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        Err(Refused::no_answer(
            "with these conventions the P-positions of a row are not known to be finitely many",
        )
        .hint("ask for those below a bound instead"))
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        if self.is_lost(position)? {
            return Ok(SpecialOutcome::impartial(None));
        }
        let mut winning = None;
        for (to, passed) in self.following(position, false)? {
            if winning.is_none() && self.settle(&to, passed)?.0 {
                winning = Some(to);
            }
        }
        let won = SpecialOutcome::impartial(winning);
        // In misère play the player who cannot move wins without a move.
        Ok(SpecialOutcome { class: super::Class::N, ..won })
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        if self.conventions.misere || self.conventions.block > 1 {
            let why = if self.conventions.misere { "this is misère play" } else { "there is blocking" };
            return Err(Refused::no_answer(format!(
                "this game has no Grundy values: they describe sums in normal play, and {why}"
            ))
            .hint("ask for the outcome instead"));
        }
        Ok(self.settle(position, false)?.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OnTop, Resolved};
    use wythoff_rules::Rules;
    use wythoff_solvers::{Budget, grundy_table, p_below};

    fn special(spec: &str, conventions: Conventions) -> Modified {
        let game = Resolved::parse(spec).unwrap();
        Modified::new(game.special().expect("a game in Rust").clone(), conventions).unwrap()
    }

    /// The n vectors game of these vectors can be said in the rule language too.
    #[test]
    fn conventions_are_those_of_the_rule_language() {
        let plain = Conventions::default;
        let terminals = vec![vec![Pile::from(1), Pile::from(3)]];
        for conventions in [
            plain(),
            Conventions { misere: true, ..plain() },
            Conventions { block: 3, ..plain() },
            Conventions { terminals: terminals.clone(), ..plain() },
            Conventions { pass: true, ..plain() },
            Conventions { pass: true, misere: true, terminals, ..plain() },
            Conventions { pass: true, block: 2, ..plain() },
        ] {
            let mut rules = Rules::read("(i,0) (0,i) (i,2i)").unwrap();
            if conventions.misere {
                rules.set_misere().unwrap();
            }
            rules.set_block(conventions.block.max(1), &[]).ok();
            if !conventions.terminals.is_empty() {
                rules.add_terminal(&[1, 3]).unwrap();
            }
            if conventions.pass {
                rules.set_pass();
            }
            let game = special("n-vectors(v=\"1 0; 0 1; 1 2\")", conventions.clone());
            let found = p_below(&rules, 9, &Budget::default()).unwrap().positions;
            assert_eq!(game.p_below(9).unwrap(), found, "{conventions:?}");
            let table = grundy_table(&rules, &[6, 6], &Budget::default());
            for at in 0..36 {
                let position = [Pile::from(at / 6), Pile::from(at % 6)];
                let value = table.as_ref().ok().map(|table| u64::from(table.values[at as usize]));
                assert_eq!(game.grundy(&position).ok(), value, "{conventions:?} {position:?}");
            }
        }
    }

    /// Rows of two piles are Wythoff's game, and an end is one in either order.
    #[test]
    fn an_end_is_met_in_any_order() {
        let terminals = vec![vec![Pile::from(2), Pile::from(4)]];
        let game = special("end-wythoff(piles=2)", Conventions { terminals, ..Conventions::default() });
        let mut rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
        rules.add_terminal(&[2, 4]).unwrap();
        assert_eq!(game.p_below(12).unwrap(), p_below(&rules, 12, &Budget::default()).unwrap().positions);
    }

    #[test]
    fn partizan_games_are_refused() {
        let on_top = OnTop { misere: true, ..OnTop::default() };
        assert!(Resolved::parse("golden-nugget").unwrap().with(&on_top).is_err());
    }
}
