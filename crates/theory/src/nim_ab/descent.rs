//! A prefix of the difference word of NIM(a,b) by powers of the matrix VIS (10), subquadratic in the digits.
//!
//! With a letter S in front, S -> S s0, the word is S s0 sigma(s0) sigma^2(s0) ... without its S, and a prefix of it is
//! a place in the tree under S. The measures of sigma^n(j) are the row w M^n. To find a place 2n generations down, find
//! the block sigma^n(i) that holds it from the leading digits of w M^n and of the bound, then the place in the block. Rounding
//! makes the first step end at or before the block, mostly in it; the blocks missed are passed one by one.

use crate::Refusal;
use malachite::Natural;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use wythoff_numbers::pay;

/// Two to this power generations are walked one by one.
const WALKED: usize = 6;

/// Bits that the leading digits have beyond the number of blocks: a block is missed once in 2^16 times.
const GUARD: u64 = 16;

/// A square matrix of counts: `[i][j]` counts the letter i in an image of j.
type Counts = Vec<Vec<Natural>>;

/// The tree of the images of S, with the powers of its matrix found so far.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    /// The image of each letter as runs (letter, length); S is the last letter.
    images: Vec<Vec<(usize, u64)>>,
    /// `powers[k]` counts letters in images under the 2^k-th power of the morphism.
    powers: Vec<Counts>,
}

/// A child chosen on the way down: which of the children of a letter.
struct Step {
    letter: usize,
    child: u64,
}

/// A place some generations down: the letter there, and what comes before it.
struct Place {
    passed: Vec<Natural>,
    letter: usize,
}

impl Descent {
    /// The tree for images of the letters 0..=b, each a run of zeros and a last letter, and the first letter of the word.
    pub fn new(images: impl Iterator<Item = (u64, u64)>, start: u64) -> Descent {
        let mut images: Vec<Vec<(usize, u64)>> =
            images.map(|(zeros, last)| vec![(0, zeros), (last as usize, 1)]).collect();
        let s = images.len();
        images.push(vec![(s, 1), (start as usize, 1)]);
        let mut first = vec![vec![Natural::ZERO; s + 1]; s + 1];
        for (j, image) in images.iter().enumerate() {
            for &(i, times) in image {
                first[i][j] += Natural::from(times);
            }
        }
        Descent { images, powers: vec![first] }
    }

    /// How often each letter comes in the longest prefix whose measure is at most `bound`, each letter weighing at least 1.
    pub fn prefix(&mut self, mut weights: Vec<Natural>, bound: &Natural) -> Result<Vec<Natural>, Refusal> {
        let s = self.images.len() - 1;
        weights.push(Natural::ZERO);
        // As many generations as it takes for the word to be longer than the prefix.
        let mut level = 0;
        let mut reached = row_times(&weights, &self.powers[0])?;
        while reached[s] <= *bound {
            self.grow(level)?;
            reached = row_times(&reached, &self.powers[level])?;
            level += 1;
        }
        let place = self.descend(&weights, bound.clone(), level, s, &mut Vec::new())?;
        Ok(place.passed.into_iter().take(s).collect())
    }

    /// Makes the power 2^k exist.
    fn grow(&mut self, k: usize) -> Result<(), Refusal> {
        while let Some(last) = self.powers.last().filter(|_| self.powers.len() <= k) {
            let square = last.iter().map(|row| row_times(row, last)).collect::<Result<_, _>>()?;
            self.powers.push(square);
        }
        Ok(())
    }

    /// The place 2^level generations below a letter, where what comes before weighs at most `room`: the last such place.
    fn descend(
        &self,
        weights: &[Natural],
        room: Natural,
        level: usize,
        letter: usize,
        path: &mut Vec<Step>,
    ) -> Result<Place, Refusal> {
        if level <= WALKED {
            let from = path.len();
            if let Some(place) = self.walk_short(weights, &room, 1 << level, letter, path) {
                return Ok(place);
            }
            path.truncate(from);
            return Ok(self.walk(weights, room, 1 << level, letter, path));
        }
        let power = &self.powers[level - 1];
        let blocks = row_times(weights, power)?;
        let count: Natural = power.iter().map(|row| &row[letter]).sum();
        let least = blocks.iter().map(|block| block.significant_bits()).min().unwrap_or(0);
        let drop = least.saturating_sub(count.significant_bits() + GUARD);
        let from = path.len();
        let upper = if drop == 0 {
            self.descend(&blocks, room.clone(), level - 1, letter, path)?
        } else {
            let rounded: Vec<Natural> = blocks.iter().map(|block| (block >> drop) + Natural::ONE).collect();
            self.descend(&rounded, &room >> drop, level - 1, letter, path)?
        };
        let Place { passed: mut before, letter: mut block } = upper;
        let mut room = room - dot(&blocks, &before)?;
        while room >= blocks[block]
            && let Some(next) = self.next(&mut path[from..])
        {
            room -= &blocks[block];
            before[block] += Natural::ONE;
            block = next;
        }
        let lower = self.descend(weights, room, level - 1, block, path)?;
        let below = power.iter().zip(lower.passed).map(|(row, more)| Ok(dot(row, &before)? + more));
        Ok(Place { passed: below.collect::<Result<_, Refusal>>()?, letter: lower.letter })
    }

    /// The same a generation at a time, in machine integers; `None` if they are too short.
    fn walk_short(
        &self,
        weights: &[Natural],
        room: &Natural,
        generations: usize,
        mut letter: usize,
        path: &mut Vec<Step>,
    ) -> Option<Place> {
        let mut room = u128::try_from(room).ok()?;
        let letters = self.images.len();
        let mut measures = Vec::with_capacity(generations * letters);
        for weight in weights {
            measures.push(u128::try_from(weight).ok()?);
        }
        for place in letters..generations * letters {
            let (before, j) = (place - place % letters - letters, place % letters);
            let mut sum = 0u128;
            for &(i, times) in &self.images[j] {
                sum = sum.checked_add(measures[before + i].checked_mul(u128::from(times))?)?;
            }
            measures.push(sum);
        }
        let (mut passed, mut down) = (vec![0u128; letters], vec![0u128; letters]);
        for measure in measures.chunks(letters).rev() {
            down.fill(0);
            for (image, &count) in self.images.iter().zip(&passed) {
                for &(i, times) in image {
                    down[i] = down[i].checked_add(count.checked_mul(u128::from(times))?)?;
                }
            }
            std::mem::swap(&mut passed, &mut down);
            let [(first, many), (last, _)] = self.images[letter][..] else { return None };
            let fit = match measure[first] {
                size if room < size => 0,
                size => u64::try_from(room.checked_div(size).unwrap_or(u128::MAX))
                    .map_or(many, |fit| fit.min(many)),
            };
            room -= measure[first] * u128::from(fit);
            passed[first] += u128::from(fit);
            path.push(Step { letter, child: fit });
            letter = if fit < many { first } else { last };
        }
        Some(Place { passed: passed.into_iter().map(Natural::from).collect(), letter })
    }

    /// The same in integers of any size.
    fn walk(
        &self,
        weights: &[Natural],
        mut room: Natural,
        generations: usize,
        mut letter: usize,
        path: &mut Vec<Step>,
    ) -> Place {
        let mut measures = vec![weights.to_vec()];
        for _ in 1..generations {
            let last = &measures[measures.len() - 1];
            let sum = |image: &Vec<(usize, u64)>| {
                image.iter().map(|&(i, times)| &last[i] * Natural::from(times)).sum::<Natural>()
            };
            let next = self.images.iter().map(sum).collect();
            measures.push(next);
        }
        let mut passed = vec![Natural::ZERO; self.images.len()];
        for measure in measures.iter().rev() {
            // What was passed so far, a generation further down.
            let mut down = vec![Natural::ZERO; passed.len()];
            for (image, count) in self.images.iter().zip(&passed).filter(|(_, count)| **count != 0u32) {
                for &(i, times) in image {
                    down[i] += count * Natural::from(times);
                }
            }
            passed = down;
            let [(first, many), (last, _)] = self.images[letter][..] else { continue };
            let fit = if room < measure[first] {
                0
            } else if many <= 1 {
                many
            } else {
                u64::try_from(&(&room / &measure[first])).map_or(many, |fit| fit.min(many))
            };
            let times = Natural::from(fit);
            room -= &measure[first] * &times;
            passed[first] += times;
            path.push(Step { letter, child: fit });
            letter = if fit < many { first } else { last };
        }
        Place { passed, letter }
    }

    /// Goes to the next place on the path's last generation, and gives its letter; `None` from the last place of all.
    fn next(&self, path: &mut [Step]) -> Option<usize> {
        let children = |letter: usize| self.images[letter].first().map_or(0, |&(_, many)| many);
        let child = |step: &Step| {
            let images = &self.images[step.letter];
            images[usize::from(step.child == children(step.letter))].0
        };
        let turn = path.iter().rposition(|step| step.child < children(step.letter))?;
        path[turn].child += 1;
        let mut letter = child(&path[turn]);
        for step in &mut path[turn + 1..] {
            *step = Step { letter, child: 0 };
            letter = child(step);
        }
        Some(letter)
    }
}

/// The row times the matrix.
fn row_times(row: &[Natural], matrix: &Counts) -> Result<Vec<Natural>, Refusal> {
    let mut product = vec![Natural::ZERO; row.len()];
    for (factor, line) in row.iter().zip(matrix).filter(|(factor, _)| **factor != 0u32) {
        for (sum, entry) in product.iter_mut().zip(line).filter(|(_, entry)| **entry != 0u32) {
            pay_product(factor, entry)?;
            *sum += factor * entry;
        }
    }
    Ok(product)
}

fn dot(left: &[Natural], right: &[Natural]) -> Result<Natural, Refusal> {
    let mut sum = Natural::ZERO;
    for (a, b) in left.iter().zip(right).filter(|(a, b)| **a != 0u32 && **b != 0u32) {
        pay_product(a, b)?;
        sum += a * b;
    }
    Ok(sum)
}

/// Some nanoseconds for each bit of a product.
fn pay_product(a: &Natural, b: &Natural) -> Result<(), Refusal> {
    Ok(pay(64 + 4 * (a.significant_bits() + b.significant_bits()))?)
}
