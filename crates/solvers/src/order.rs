//! Positions that differ by order only.

/// Puts a tuple into its next order in lexicographic sense; `false` after the last.
pub(crate) fn next_arrangement<T: Ord>(tuple: &mut [T]) -> bool {
    let Some(at) = (1..tuple.len()).rev().find(|i| tuple[i - 1] < tuple[*i]) else { return false };
    let Some(swap) = (at..tuple.len()).rev().find(|i| tuple[*i] > tuple[at - 1]) else { return false };
    tuple.swap(at - 1, swap);
    tuple[at..].reverse();
    true
}

/// All orders of a tuple, each once.
pub(crate) fn arrangements<T: Ord + Clone>(mut tuple: Vec<T>) -> Vec<Vec<T>> {
    tuple.sort_unstable();
    let mut all = vec![tuple.clone()];
    while next_arrangement(&mut tuple) {
        all.push(tuple.clone());
    }
    all
}
