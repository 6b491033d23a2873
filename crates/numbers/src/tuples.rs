//! Tuples of numbers one after the other: the points of a box, and the orders of a list.

/// The next tuple of a box in lexicographic order, each entry below its side; `false` after the last.
///
/// ```
/// use wythoff_numbers::tuples::next_below;
/// let mut point = [0, 2];
/// assert!(next_below(&mut point, &[2, 3]) && point == [1, 0]);
/// ```
pub fn next_below(tuple: &mut [u64], sides: &[u64]) -> bool {
    let Some(at) = (0..tuple.len()).rev().find(|i| tuple[*i] + 1 < sides[*i]) else { return false };
    tuple[at] += 1;
    tuple[at + 1..].fill(0);
    true
}

/// All tuples of a box in lexicographic order: each entry is below its side.
///
/// ```
/// use wythoff_numbers::tuples::below;
/// assert_eq!(below(&[2, 2]).collect::<Vec<_>>(), [[0, 0], [0, 1], [1, 0], [1, 1]]);
/// assert_eq!(below(&[3, 0]).count(), 0);
/// ```
pub fn below(sides: &[u64]) -> impl Iterator<Item = Vec<u64>> + use<> {
    let sides = sides.to_vec();
    let mut next = (!sides.contains(&0)).then(|| vec![0; sides.len()]);
    std::iter::from_fn(move || {
        let tuple = next.take()?;
        let mut after = tuple.clone();
        next = next_below(&mut after, &sides).then_some(after);
        Some(tuple)
    })
}

/// Puts a list into its next order in the lexicographic sense; `false` after the last.
pub fn next_arrangement<T: Ord>(list: &mut [T]) -> bool {
    let Some(at) = (1..list.len()).rev().find(|i| list[i - 1] < list[*i]) else { return false };
    let Some(swap) = (at..list.len()).rev().find(|i| list[*i] > list[at - 1]) else { return false };
    list.swap(at - 1, swap);
    list[at..].reverse();
    true
}

/// All orders of a list, each once, in lexicographic order.
///
/// ```
/// use wythoff_numbers::tuples::arrangements;
/// assert_eq!(arrangements(&[2, 1, 1]), [[1, 1, 2], [1, 2, 1], [2, 1, 1]]);
/// ```
pub fn arrangements<T: Ord + Clone>(list: &[T]) -> Vec<Vec<T>> {
    let mut list = list.to_vec();
    list.sort_unstable();
    let mut all = vec![list.clone()];
    while next_arrangement(&mut list) {
        all.push(list.clone());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_order_once() {
        let orders = arrangements(&[3, 1, 2, 2, 5]);
        assert_eq!(orders.len(), 60);
        assert!(orders.is_sorted());
        assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), 60);
        assert_eq!(arrangements::<u64>(&[]), [Vec::<u64>::new()]);
    }

    #[test]
    fn every_point_once() {
        let points: Vec<Vec<u64>> = below(&[3, 1, 4]).collect();
        assert_eq!(points.len(), 12);
        assert!(points.is_sorted() && points.iter().all(|p| p[0] < 3 && p[1] < 1 && p[2] < 4));
        assert_eq!(below(&[]).count(), 1);
    }
}
