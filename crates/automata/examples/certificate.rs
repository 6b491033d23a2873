//! Proves Nim on two piles and prints its certificate: the smallest that there is.

use wythoff_automata::{Family, Game, Limits, Numeration, PositionTable, learn};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::new(2).family(Family::nim(2, 0)).family(Family::nim(2, 1));
    let table = PositionTable::by_rules(&game, 20).ok_or("the box is too large")?;
    let outcome = learn::learn(&game, &Numeration::base(2)?, &table, &learn::Options::default())?;
    let proof = outcome.proved().ok_or("not proved")?;
    print!("{}", proof.certificate("Nim on two piles", &Limits::default())?);
    Ok(())
}
