//! Positions of any size, from a proved automaton: the outcome in one pass over the digits, and a winning
//! move by a second pass that guesses the option digit by digit.

use crate::error::AutomataError;

use crate::dfa::{Alphabet, Dfa};
use crate::family::CompiledFamily;
use crate::game::{Convention, Game};
use crate::hash::{FastMap, Interner};
use crate::limits::Limits;
use crate::numeration::Numeration;
use crate::prove::{Proof, Prover};
use crate::smallest::Word;

/// A winning move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The family, by number.
    pub family: usize,
    /// The digits of the piles after the move, as long as those before.
    pub words: Vec<Vec<u8>>,
    /// The bounded coordinates after the move.
    pub bounded: Vec<u64>,
}

/// Decides positions of one proved game.
///
/// ```
/// use wythoff_automata::{learn, Decider, Family, Game, Numeration, PositionTable};
/// let game = Game::new(2)
///     .family(Family::nim(2, 0))
///     .family(Family::nim(2, 1))
///     .family(Family::ray("diagonal", &[1, 1]));
/// let table = PositionTable::by_rules(&game, 40).unwrap();
/// let zeckendorf = Numeration::zeckendorf();
/// let proof = learn::learn(&game, &zeckendorf, &table, &learn::Options::default()).unwrap().proved().unwrap();
/// let decider = Decider::new(&proof).unwrap();
/// assert!(decider.is_p_at(&[1_618_033_988, 2_618_033_988]).unwrap());
/// let after = decider.winning_move_at(&[1_618_033_988, 2_718_281_828]).unwrap().unwrap();
/// assert!(decider.is_p_at(&after).unwrap());
/// ```
pub struct Decider {
    prover: Prover,
    dfa: Dfa,
}

impl Decider {
    /// Prepares a proved game.
    pub fn new(proof: &Proof) -> Result<Self, AutomataError> {
        let prover = Prover::new(proof.game(), proof.numeration(), &Limits::default())?;
        Ok(Decider { prover, dfa: proof.dfa().clone() })
    }

    /// Prepares a game whose P-positions are known to be `set`, for example by a certificate that was checked.
    pub fn of_set(game: &Game, numeration: &Numeration, set: &Dfa) -> Result<Self, AutomataError> {
        let prover = Prover::new(game, numeration, &Limits::default())?;
        prover.fits(set)?;
        let dfa = set.clone().intersection(&prover.universe, &Limits::default())?;
        Ok(Decider { prover, dfa })
    }

    /// The game as prepared.
    pub fn game(&self) -> &Game {
        self.prover.game()
    }

    /// The numeration in which positions are read.
    pub fn numeration(&self) -> &Numeration {
        self.prover.numeration()
    }

    /// States of the automaton.
    pub fn states(&self) -> usize {
        self.dfa.states()
    }

    fn letters(&self, words: &[Vec<u8>], bounded: &[u64]) -> Result<Word, AutomataError> {
        let game = &self.prover.game;
        let piles = game.piles();
        if words.len() != piles.len() || bounded.len() + piles.len() != game.coordinates.len() {
            return Err(AutomataError::Position);
        }
        let mut position = vec![0; game.coordinates.len()];
        let mut values = bounded.iter();
        for (i, slot) in position.iter_mut().enumerate() {
            if !piles.contains(&i) {
                *slot = *values.next().ok_or(AutomataError::Position)?;
            }
        }
        if !game.is_position(&position) {
            return Err(AutomataError::Position);
        }
        if let Some(bad) = words.iter().position(|w| !self.prover.numeration.is_valid(w)) {
            if !words[bad].len().is_multiple_of(self.prover.numeration.period()) {
                return Err(AutomataError::WordLength(self.prover.numeration.period()));
            }
            return Err(AutomataError::Digits(bad));
        }
        let letters = self
            .prover
            .alphabet
            .word(words)
            .ok_or(AutomataError::WordLength(self.prover.numeration.period()))?;
        Ok(Word { mode: game.mode_of(&position), letters })
    }

    /// Whether the position is P. `words`: the digits of each pile, most significant first, of equal length;
    /// `bounded`: the other coordinates. Linear in the number of digits.
    pub fn is_p(&self, words: &[Vec<u8>], bounded: &[u64]) -> Result<bool, AutomataError> {
        let word = self.letters(words, bounded)?;
        Ok(self.dfa.run(word.mode, &word.letters) != 0)
    }

    /// A move to a P-position; `None` from a P-position, and from a terminal position in misère play. Linear
    /// in the number of digits.
    pub fn winning_move(&self, words: &[Vec<u8>], bounded: &[u64]) -> Result<Option<Move>, AutomataError> {
        if matches!(self.prover.game.convention, Convention::Blocking(_)) {
            return Err(AutomataError::BlockedMove);
        }
        let word = self.letters(words, bounded)?;
        let ended = |set: &Option<Dfa>| set.as_ref().is_some_and(|s| s.run(word.mode, &word.letters) != 0);
        if self.dfa.run(word.mode, &word.letters) != 0
            || ended(&self.prover.ends)
            || ended(&self.prover.extra)
        {
            return Ok(None);
        }
        let piles = self.prover.game.piles();
        for (f, family) in self.prover.families.iter().enumerate() {
            if let Some(option) = find_option(family, &self.dfa, &self.prover.alphabet, &word) {
                let words =
                    (0..piles.len()).map(|t| self.prover.alphabet.track(&option.letters, t)).collect();
                let values = self.prover.game.mode_values(option.mode);
                let bounded = (0..values.len()).filter(|i| !piles.contains(i)).map(|i| values[i]).collect();
                return Ok(Some(Move { family: f, words, bounded }));
            }
        }
        Ok(None)
    }

    /// [`Self::is_p`] for a position of 64-bit coordinates.
    pub fn is_p_at(&self, position: &[u64]) -> Result<bool, AutomataError> {
        let word = self.small(position)?;
        Ok(self.dfa.run(word.mode, &word.letters) != 0)
    }

    /// [`Self::winning_move`] for a position of 64-bit coordinates: the position moved to.
    pub fn winning_move_at(&self, position: &[u64]) -> Result<Option<Vec<u64>>, AutomataError> {
        let word = self.small(position)?;
        let piles = self.prover.game.piles();
        let words: Vec<Vec<u8>> =
            (0..piles.len()).map(|t| self.prover.alphabet.track(&word.letters, t)).collect();
        let bounded: Vec<u64> =
            (0..position.len()).filter(|i| !piles.contains(i)).map(|i| position[i]).collect();
        let Some(found) = self.winning_move(&words, &bounded)? else { return Ok(None) };
        let (mut piles_after, mut rest) = (found.words.iter(), found.bounded.iter());
        let after = (0..position.len()).map(|i| {
            if piles.contains(&i) {
                piles_after.next().and_then(|w| self.prover.numeration.value(w))
            } else {
                rest.next().copied()
            }
        });
        after.collect::<Option<Vec<u64>>>().map(Some).ok_or(AutomataError::Position)
    }

    fn small(&self, position: &[u64]) -> Result<Word, AutomataError> {
        if !self.prover.game.is_position(position) {
            return Err(AutomataError::Position);
        }
        self.prover.word(position, 0).ok_or(AutomataError::Position)
    }
}

/// An option of the position in the target by this family.
///
/// Forward: the sets of reachable states, each set and each step computed once; backward: a run through them.
pub(crate) fn find_option(
    family: &CompiledFamily,
    target: &Dfa,
    alphabet: &Alphabet,
    word: &Word,
) -> Option<Word> {
    let mut states: Interner<u32> = Interner::new();
    let mut sets: Interner<u32> = Interner::new();
    let starts = family.starts(word.mode, target);
    let mut first: Vec<u32> = starts.iter().map(|(_, key)| states.intern(key).0 as u32).collect();
    first.sort_unstable();
    first.dedup();
    let mut path = vec![sets.intern(&first).0 as u32];
    let mut forward: FastMap<(u32, u32), u32> = FastMap::default();
    for &letter in &word.letters {
        let here = path[path.len() - 1];
        let next = match forward.get(&(here, letter)) {
            Some(&next) => next,
            None => {
                let mut next = Vec::new();
                for s in sets.get(here as usize).to_vec() {
                    let key = states.get(s as usize).to_vec();
                    family.step(&key, letter, alphabet, target, |_, k| next.push(states.intern(k).0 as u32));
                }
                next.sort_unstable();
                next.dedup();
                let id = sets.intern(&next).0 as u32;
                forward.insert((here, letter), id);
                id
            }
        };
        path.push(next);
    }
    let last = sets.get(path[path.len() - 1] as usize);
    let mut state = *last.iter().find(|&&s| family.accepts(states.get(s as usize), target))?;
    let mut letters = vec![0u32; word.letters.len()];
    let mut back: FastMap<(u32, u32, u32), (u32, u32)> = FastMap::default();
    for i in (0..word.letters.len()).rev() {
        let (set, letter) = (path[i], word.letters[i]);
        let (previous, hidden) = match back.get(&(set, letter, state)) {
            Some(&known) => known,
            None => {
                let goal = states.get(state as usize).to_vec();
                let mut found = None;
                for &s in sets.get(set as usize) {
                    family.step(states.get(s as usize), letter, alphabet, target, |h, k| {
                        if found.is_none() && k == goal {
                            found = Some((s, h));
                        }
                    });
                    if found.is_some() {
                        break;
                    }
                }
                back.insert((set, letter, state), found?);
                found?
            }
        };
        letters[i] = hidden;
        state = previous;
    }
    let start = states.get(state as usize);
    let mode = starts.iter().find(|(_, key)| key == start)?.0;
    Some(Word { mode, letters })
}

/// Options of the position in the target by this family, at most `most` of them.
pub(crate) fn all_options(
    family: &CompiledFamily,
    target: &Dfa,
    alphabet: &Alphabet,
    word: &Word,
    most: usize,
) -> Vec<Word> {
    // Which states accept the rest of the word, so that the search never runs into a dead end.
    fn search(
        context: (&CompiledFamily, &Dfa, &Alphabet, &Word),
        at: usize,
        key: &[u32],
        dead: &mut FastMap<(usize, Vec<u32>), ()>,
        prefix: &mut Vec<u32>,
        visit: &mut dyn FnMut(&[u32]) -> bool,
    ) -> (bool, bool) {
        let (family, target, alphabet, word) = context;
        if at == word.letters.len() {
            let accepted = family.accepts(key, target);
            return (accepted, !accepted || visit(prefix));
        }
        if dead.contains_key(&(at, key.to_vec())) {
            return (false, true);
        }
        let mut next = Vec::new();
        family.step(key, word.letters[at], alphabet, target, |h, k| next.push((h, k.to_vec())));
        let mut any = false;
        for (hidden, k) in next {
            prefix.push(hidden);
            let (found, go_on) = search(context, at + 1, &k, dead, prefix, visit);
            prefix.pop();
            any |= found;
            if !go_on {
                return (any, false);
            }
        }
        if !any {
            dead.insert((at, key.to_vec()), ());
        }
        (any, true)
    }
    let mut result = Vec::new();
    let mut dead = FastMap::default();
    for (mode, key) in family.starts(word.mode, target) {
        let mut visit = |letters: &[u32]| {
            result.push(Word { mode, letters: letters.to_vec() });
            result.len() < most
        };
        search((family, target, alphabet, word), 0, &key, &mut dead, &mut Vec::new(), &mut visit);
    }
    result
}
