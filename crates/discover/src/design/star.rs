//! The star operator: the moves of G* are the nonzero P-positions of G. If the moves of G are the pairs of a
//! complementary homogeneous irrational Beatty pair, the P-positions of G* are exactly these pairs and (0,0): an
//! invariant game for every such pair (ledger VIS-CJ-DR, VIS-8.5-duality). Here it is tried on a box for any pair.

use super::{Design, NoDesign, Pair, Reach};

/// Boxes up to this are solved: the cost grows like the cube.
const LARGEST: u64 = 600;

/// The invariant game, verified for piles below `below`, or the first position where it is another one.
///
/// ```
/// use wythoff_discover::design::{Pair, star};
/// use wythoff_numbers::Real;
/// let pair = Pair::homogeneous(Real::parse("sqrt(2)").unwrap(), 8)?;
/// assert_eq!(star(&pair, 10)?.spec, "star(of=subtraction(v=\"1 3; 2 6; 3 1; 6 2\"))");
/// # Ok::<(), wythoff_discover::design::NoDesign>(())
/// ```
pub fn star(pair: &Pair, below: u64) -> Result<Design, NoDesign> {
    if below > LARGEST {
        return Err(NoDesign::Box(LARGEST));
    }
    // Pairs beyond the given terms are unknown: the box must not hold them.
    let known = pair.pairs().last().map_or(0, |&(a, _)| a + 1);
    let size = below.min(known) as usize;
    let inside =
        pair.pairs().iter().filter(|&&(_, b)| b < size as u64).map(|&(a, b)| (a as usize, b as usize));
    let mut moves: Vec<(usize, usize)> = inside.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    if moves.is_empty() {
        return Err(NoDesign::NoPairs(size as u64));
    }
    moves.sort_unstable();
    let starred: Vec<(usize, usize)> =
        p_positions(&moves, size).into_iter().filter(|&m| m != (0, 0)).collect();
    let mut found = p_positions(&starred, size);
    let mut expected = moves.clone();
    expected.insert(0, (0, 0));
    found.sort_unstable();
    let differing = |set: &[(usize, usize)], other: &[(usize, usize)], is: char| {
        let missing = set.iter().filter(|p| other.binary_search(p).is_err());
        missing.map(|&(x, y)| (x + y, x, y, is)).min()
    };
    let first =
        [differing(&found, &expected, 'P'), differing(&expected, &found, 'N')].into_iter().flatten().min();
    if let Some((_, x, y, is)) = first {
        return Err(NoDesign::Star { x: x as u64, y: y as u64, is });
    }
    let vectors: Vec<String> = moves.iter().map(|(a, b)| format!("{a} {b}")).collect();
    Ok(Design {
        spec: format!("star(of=subtraction(v=\"{}\"))", vectors.join("; ")),
        f: None,
        reach: Reach::Below(size as u64),
        reason: "the moves are the P-positions of the game whose moves are the pairs; computed on the box, where the P-positions are the pairs again".to_string(),
        cites: vec!["VIS-D-star", "VIS-CJ-DR"],
    })
}

/// The P-positions of a vector subtraction game on a square, by marking upwards; in lexicographic order.
fn p_positions(moves: &[(usize, usize)], size: usize) -> Vec<(usize, usize)> {
    let mut reaches = vec![false; size * size];
    let mut found = Vec::new();
    for x in 0..size {
        for y in 0..size {
            if reaches[x * size + y] {
                continue;
            }
            found.push((x, y));
            for &(i, j) in moves {
                if x + i < size && y + j < size {
                    reaches[(x + i) * size + y + j] = true;
                }
            }
        }
    }
    found
}
