//! Two piles as a queen on a board: where she has stood, and where she can go. Games in which order does not matter tell
//! positions sorted, and a queen does not jump over the diagonal.

use super::Match;
use crate::error::Error;
use crate::position::{Position, small};
use wythoff_numbers::Budget;

/// A square of the board, column and row.
pub type Square = [u64; 2];

fn square(position: &Position) -> Option<Square> {
    small(&position.piles()?).ok()?.try_into().ok()
}

/// A position of two piles with its piles as they lie, and what it remembers.
fn lying(position: &Position, [x, y]: Square) -> String {
    let text = position.to_string();
    let remembered = text.find(';').map_or("", |at| &text[at..]);
    format!("{x},{y}{remembered}")
}

impl Match {
    /// Where the queen has stood, from the square on which the game began; nothing where it is not of two piles.
    /// A square has at most `most` options.
    ///
    /// ```
    /// use wythoff::play::{Match, Setup};
    /// use wythoff::{Budget, Game};
    /// let (game, budget) = (Game::parse("wythoff")?, Budget::default());
    /// let mut played = Match::new(game.clone(), game.position("9,14")?, Setup::default(), &budget)?;
    /// played.person("9,5", &budget)?;
    /// assert_eq!(played.position().to_string(), "5,9");
    /// assert_eq!(played.trail([9, 14], 100, &budget)?, Some(vec![[9, 14], [9, 5]]));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn trail(&self, start: Square, most: usize, budget: &Budget) -> Result<Option<Vec<Square>>, Error> {
        if self.game.coordinates() != 2 {
            return Ok(None);
        }
        let mut squares = vec![start];
        for round in &self.rounds {
            budget.step(squares.len() as u64, 0)?;
            let Some(to) = square(&round.to) else { return Ok(None) };
            let (at, turned) = (squares[squares.len() - 1], [to[1], to[0]]);
            let leaves = |to: Square| to[0] == at[0] || to[1] == at[1];
            let reached = match self.game.is_symmetric() && to != turned {
                false => to,
                true => {
                    let legal = self.game.board_moves(&lying(&round.from, at), most, budget)?;
                    match (legal.contains(&to), legal.contains(&turned)) {
                        (false, true) => turned,
                        // A pass stays where it is; of two ways the one that leaves more where it lies.
                        (false, false) if turned == at => turned,
                        (true, true) if leaves(turned) && !leaves(to) => turned,
                        _ => to,
                    }
                }
            };
            squares.push(reached);
        }
        Ok(Some(squares))
    }

    /// Where the queen can go from the square on which she stands.
    pub fn reached(&self, queen: Square, most: usize, budget: &Budget) -> Result<Vec<Square>, Error> {
        self.game.board_moves(&lying(self.position(), queen), most, budget)
    }
}
