//! Additive periods of a row: from some point on, values repeat with a constant added.
//!
//! Landman: the rows of Wythoff's Grundy table are additively periodic. Here a period is only *seen*: it is exact on
//! the values given, and says how many of them bear it out.

/// value(n + period) = value(n) + increase for all n from `start` on, as far as values were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdditivePeriod {
    /// The least index from which on it holds.
    pub start: usize,
    /// The period.
    pub period: usize,
    /// What is added.
    pub increase: i64,
}

/// The least period that the end of a row shows `repeats` times over, with its true start; `None` if there is none.
///
/// O(n) for n values, by the prefix function of the differences read backwards: the least period of each suffix.
///
/// ```
/// use wythoff_solvers::kernel::{AdditivePeriod, additive_period};
/// let row = [7, 0, 2, 1, 3, 5, 4, 6, 8, 7, 9, 11, 10];
/// assert_eq!(additive_period(&row, 3), Some(AdditivePeriod { start: 1, period: 3, increase: 3 }));
/// ```
pub fn additive_period(values: &[u32], repeats: usize) -> Option<AdditivePeriod> {
    let difference = |i: usize| i64::from(values[i + 1]) - i64::from(values[i]);
    let back: Vec<i64> = (0..values.len().saturating_sub(1)).rev().map(difference).collect();
    let repeats = repeats.max(2);
    // border[i]: the longest proper border of the first i + 1 differences, read backwards.
    let mut border = vec![0; back.len()];
    let mut best: Option<(usize, usize)> = None;
    for i in 0..back.len() {
        let mut length = if i == 0 { 0 } else { border[i - 1] };
        if i > 0 {
            while length > 0 && back[i] != back[length] {
                length = border[length - 1];
            }
            length += usize::from(back[i] == back[length]);
            border[i] = length;
        }
        let period = i + 1 - length;
        let shown = period.checked_mul(repeats).is_some_and(|needed| needed <= i + 1);
        if shown && best.is_none_or(|(least, _)| period < least) {
            best = Some((period, i + 1));
        }
    }
    let (period, _) = best?;
    // How far back the period holds.
    let holds = (period..back.len()).take_while(|i| back[*i] == back[i - period]).count() + period;
    let start = back.len() - holds;
    let increase = i64::from(values[start + period]) - i64::from(values[start]);
    Some(AdditivePeriod { start, period, increase })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(values: &[u32], repeats: usize) -> Option<AdditivePeriod> {
        let n = values.len();
        let holds = |start: usize, period: usize, increase: i64| {
            (start..n - period).all(|i| i64::from(values[i + period]) == i64::from(values[i]) + increase)
        };
        (1..n).filter(|period| period * repeats < n).find_map(|period| {
            let from = n - 1 - period * repeats;
            let increase = i64::from(values[from + period]) - i64::from(values[from]);
            holds(from, period, increase).then(|| {
                let start = (0..=from).find(|start| holds(*start, period, increase)).unwrap_or(from);
                AdditivePeriod { start, period, increase }
            })
        })
    }

    proptest! {
        #[test]
        fn agrees_with_trying_all(
            head in proptest::collection::vec(0u32..4, 0..8), body in proptest::collection::vec(0u32..4, 1..6),
            times in 1usize..7, increase in 0u32..3, repeats in 2usize..5,
        ) {
            let mut values = head;
            for i in 0..times {
                values.extend(body.iter().map(|v| v + 5 + increase * i as u32));
            }
            prop_assert_eq!(additive_period(&values, repeats), plain(&values, repeats));
        }
    }
}
