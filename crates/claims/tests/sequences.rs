//! Sequences of the OEIS that are defined by these games: terms of the encyclopedia against Grundy values and
//! P-positions from the rules.

use wythoff_catalog::Resolved;
use wythoff_numbers::Budget;
use wythoff_rules::Rules;
use wythoff_solvers::grundy_table;

fn rules(spec: &str) -> Rules {
    Resolved::parse(spec).unwrap().into_rules().unwrap()
}

/// G(n,0), G(n-1,1), ..., G(0,n) for n = 0, 1, ..., as the arrays are read.
fn antidiagonals(spec: &str, count: u64) -> Vec<u32> {
    let values = grundy_table(&rules(spec), &[count, count], &Budget::default()).unwrap().values;
    let at = |x: u64, y: u64| values[(x * count + y) as usize];
    (0..count).flat_map(|n| (0..=n).map(move |i| (n - i, i))).map(|(x, y)| at(x, y)).collect()
}

/// NimHof with rules [a,b]: any multiple of each vector.
fn nimhof(vectors: &[(u64, u64)]) -> String {
    let texts: Vec<String> = vectors.iter().map(|(a, b)| format!("({a}*i,{b}*i)")).collect();
    texts.join(" ")
}

#[test]
fn wythoffs_grundy_values() {
    // A317205, the lower half of A004481.
    let triangle = [
        0, 1, 2, 2, 0, 1, 3, 4, 5, 6, 4, 5, 3, 2, 7, 5, 3, 4, 0, 6, 8, 6, 7, 8, 1, 9, 10, 3, 7, 8, 6, 9, 0,
        1, 4, 5, 8, 6, 7, 10, 1, 2, 5, 3, 4, 9, 10, 11, 12, 8, 7, 13, 14, 15, 16, 10, 11, 9, 8, 13, 12, 0,
        15, 16, 17, 14, 11, 9, 10, 7, 12, 14, 2, 13, 17, 6, 18, 15,
    ];
    let side = 12;
    let values = grundy_table(&rules("wythoff"), &[side, side], &Budget::default()).unwrap().values;
    let ours: Vec<u32> = (0..side)
        .flat_map(|x| (0..=x).map(move |y| (x, y)))
        .map(|(x, y)| values[(x * side + y) as usize])
        .collect();
    assert_eq!(ours[..triangle.len()], triangle);
    // A004481, the whole table by antidiagonals.
    let table = [
        0, 1, 1, 2, 2, 2, 3, 0, 0, 3, 4, 4, 1, 4, 4, 5, 5, 5, 5, 5, 5, 6, 3, 3, 6, 3, 3, 6, 7, 7, 4, 2, 2, 4,
        7, 7, 8, 8, 8, 0, 7, 0, 8, 8, 8, 9, 6, 6, 1, 6, 6, 1, 6, 6, 9, 10, 10, 7, 9, 9, 8, 9, 9, 7, 10, 10,
        11, 11, 11, 10, 0, 10, 10, 0, 10, 11, 11, 11, 12, 9, 9, 12, 1, 1, 3, 1, 1, 12, 9, 9, 12,
    ];
    assert_eq!(antidiagonals("wythoff", 13)[..table.len()], table);
}

#[test]
fn the_diagonal_of_wythoffs_grundy_values() {
    // A047708.
    let terms = [
        0u32, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15, 10, 9, 11, 20, 13, 21, 12, 25, 17, 18, 19, 30, 31, 38, 35,
        36, 22, 23, 43, 45, 48, 49, 24, 26, 27, 28, 29, 33, 60, 32, 61, 57, 66, 37, 63, 34, 64, 67, 40, 39,
        41, 42, 82, 44, 74, 79, 47, 46, 87, 86, 50, 95, 96, 52, 101, 51, 102, 53, 54,
    ];
    let side = terms.len() as u64;
    let values = grundy_table(&rules("wythoff"), &[side, side], &Budget::default()).unwrap().values;
    let diagonal: Vec<u32> = (0..side).map(|n| values[(n * side + n) as usize]).collect();
    assert_eq!(diagonal, terms);
}

#[test]
fn wythoffs_game_on_three_piles() {
    // A051261: (n, n, a_n) is P where the same number may be taken from any of three piles.
    let terms = [
        0u64, 4, 6, 1, 3, 7, 11, 2, 5, 10, 17, 23, 21, 9, 28, 26, 24, 8, 34, 12, 35, 13, 32, 29, 44, 19, 45,
        15, 18, 14,
    ];
    let text = "piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, i, 0)\nmove (i, i, i)";
    let side = 46;
    let lost =
        wythoff_solvers::p_below(&Rules::read(text).unwrap(), side, &Budget::default()).unwrap().positions;
    for (n, term) in (0u64..).zip(terms) {
        let mut wanted = vec![n, n, term];
        wanted.sort_unstable();
        assert!(lost.contains(&wanted), "({n},{n},{term})");
    }
}

#[test]
fn nimhof_arrays() {
    let cases: [(&str, &[(u64, u64)], &[u32]); 7] = [
        (
            "A307297",
            &[(1, 0), (2, 1), (3, 3), (0, 1)],
            &[
                0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 0, 2, 4, 5, 5, 1, 1, 5, 5, 6, 4, 6, 4, 6, 4, 6, 7, 7, 7,
                7, 0, 7, 7, 7, 8, 6, 4, 6, 3, 6, 4, 6, 8, 9, 9, 5, 5, 1, 0, 5, 5, 9, 9, 10, 8, 10, 0, 8, 3,
                1, 8, 10, 8, 10, 11, 11, 11, 11, 2, 9, 0, 2, 7, 11, 11, 11, 12, 10, 8,
            ],
        ),
        (
            "A307300",
            &[(1, 0), (2, 2), (0, 1)],
            &[
                0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 1, 2, 4, 5, 5, 0, 0, 5, 5, 6, 4, 6, 1, 6, 4, 6, 7, 7, 7,
                7, 7, 7, 7, 7, 8, 6, 5, 6, 2, 6, 5, 6, 8, 9, 9, 4, 4, 3, 3, 4, 4, 9, 9, 10, 8, 10, 5, 0, 2,
                0, 5, 10, 8, 10, 11, 11, 11, 11, 1, 1, 1, 1, 11, 11, 11, 11, 12, 10,
            ],
        ),
        (
            "A307302",
            &[(1, 0), (3, 3), (0, 1)],
            &[
                0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 0, 2, 4, 5, 5, 1, 1, 5, 5, 6, 4, 6, 4, 6, 4, 6, 7, 7, 7,
                0, 0, 7, 7, 7, 8, 6, 4, 6, 1, 6, 4, 6, 8, 9, 9, 5, 5, 2, 2, 5, 5, 9, 9, 10, 8, 10, 8, 3, 1,
                3, 8, 10, 8, 10, 11, 11, 11, 7, 9, 0, 0, 9, 7, 11, 11, 11, 12, 10, 8,
            ],
        ),
        (
            "A307296",
            &[(1, 0), (3, 2), (1, 1), (0, 1)],
            &[
                0, 1, 1, 2, 2, 2, 3, 0, 0, 3, 4, 4, 1, 4, 4, 5, 5, 5, 5, 5, 5, 6, 3, 3, 6, 3, 3, 6, 7, 7, 4,
                7, 7, 4, 7, 7, 8, 8, 8, 1, 8, 0, 8, 8, 8, 9, 6, 6, 0, 2, 2, 1, 6, 6, 9, 10, 10, 7, 2, 9, 7,
                9, 2, 7, 10, 10, 11, 11, 11, 9, 10, 10, 10, 0, 9, 11, 11, 11, 12, 9, 9, 12, 0, 11, 3, 11, 1,
                12, 9, 9, 12,
            ],
        ),
        (
            "A307298",
            &[(1, 0), (1, 1), (2, 3), (1, 2), (0, 1)],
            &[
                0, 1, 1, 2, 2, 2, 3, 0, 3, 3, 4, 4, 4, 0, 4, 5, 5, 5, 5, 5, 5, 6, 3, 0, 6, 6, 6, 6, 7, 7, 1,
                7, 0, 7, 7, 7, 8, 8, 8, 8, 1, 1, 1, 4, 8, 9, 6, 9, 2, 2, 2, 2, 8, 9, 9, 10, 10, 10, 1, 3, 9,
                3, 9, 3, 10, 10, 11, 11, 11, 4, 10, 4, 4, 10, 10, 11, 11, 11, 12, 9,
            ],
        ),
        (
            "A307299",
            &[(1, 0), (1, 1), (1, 2), (0, 1)],
            &[
                0, 1, 1, 2, 2, 2, 3, 0, 3, 3, 4, 4, 4, 0, 4, 5, 5, 5, 5, 5, 5, 6, 3, 0, 1, 1, 6, 6, 7, 7, 1,
                2, 0, 7, 7, 7, 8, 8, 8, 6, 3, 8, 3, 4, 8, 9, 6, 9, 4, 7, 9, 2, 8, 9, 9, 10, 10, 10, 10, 9,
                10, 10, 9, 10, 10, 10, 11, 11, 11, 11, 2, 3, 4, 1, 6, 6, 11, 11, 12, 9,
            ],
        ),
        (
            "A307301",
            &[(1, 0), (3, 1), (0, 1)],
            &[
                0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 0, 2, 4, 5, 5, 4, 1, 5, 5, 6, 4, 1, 0, 6, 4, 6, 7, 7, 6,
                6, 1, 7, 7, 7, 8, 6, 5, 7, 0, 6, 4, 6, 8, 9, 9, 8, 8, 2, 2, 8, 5, 9, 9, 10, 8, 7, 4, 3, 0, 3,
                9, 10, 8, 10, 11, 11, 10, 5, 9, 9, 1, 8, 5, 11, 11, 11, 12, 10, 9, 11,
            ],
        ),
    ];
    for (name, vectors, terms) in cases {
        assert_eq!(antidiagonals(&nimhof(vectors), 13)[..terms.len()], *terms, "{name}");
    }
}

/// Queens that also see along the rising antidiagonal: moves (i,0), (0,i), (i,i), (i,-i), the second pile growing.
mod rising {
    use super::*;

    const QUEENS: &str = "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nmove (i, -i)";

    /// T(n,k) of A274528 with k = x, n = y: the mex of what is before in the row, column, diagonal and antidiagonal.
    fn by_definition(columns: usize, rows: usize) -> Vec<Vec<u32>> {
        let height = rows + columns;
        let mut table = vec![vec![0u32; height]; columns];
        for x in 0..columns {
            for y in 0..height - x {
                let mut seen = vec![false; 4 * height];
                (0..y).for_each(|v| seen[table[x][v] as usize] = true);
                (0..x).for_each(|u| seen[table[u][y] as usize] = true);
                (1..=x.min(y)).for_each(|i| seen[table[x - i][y - i] as usize] = true);
                (1..=x).for_each(|i| seen[table[x - i][y + i] as usize] = true);
                table[x][y] = seen.iter().position(|s| !s).unwrap_or(0) as u32;
            }
        }
        table
    }

    #[test]
    fn columns_of_a274528() {
        let table = by_definition(8, 70);
        // A274615, the third column.
        let third = [
            1, 4, 5, 2, 0, 8, 3, 6, 7, 12, 13, 10, 11, 9, 17, 14, 15, 20, 21, 18, 16, 24, 19, 22, 23, 28, 29,
            26, 27, 25, 33, 30, 31, 36, 37, 34, 32, 40, 35, 38, 39, 44, 45, 42, 43, 41, 49, 46, 47, 52, 53,
            50, 48, 56, 51, 54, 55, 60, 61, 58, 59, 57, 65, 62, 63, 68, 69, 66,
        ];
        assert_eq!(table[2][..third.len()], third);
        // A274528 by antidiagonals upwards, T(n,0), T(n-1,1), ..., from the rules: x is the pile that is moved from.
        let terms = [
            0u32, 1, 2, 2, 3, 1, 3, 0, 4, 5, 4, 1, 5, 0, 3, 5, 6, 2, 1, 7, 4, 6, 7, 0, 4, 8, 2, 9, 7, 4, 8,
            3, 0, 6, 5, 10,
        ];
        let game = Rules::read(QUEENS).unwrap();
        let values = grundy_table(&game, &[8, 8], &Budget::default()).unwrap().values;
        let upwards = (0..8usize).flat_map(|n| (0..=n).map(move |k| (k, n - k)));
        let ours: Vec<u32> = upwards.map(|(x, y)| values[x * 8 + y]).collect();
        assert_eq!(ours, terms);
        assert!(
            ours.iter()
                .copied()
                .eq((0..8).flat_map(|n| (0..=n).map(|k| table[k][n - k]).collect::<Vec<_>>()))
        );
    }

    #[test]
    fn queens_of_a275895() {
        // The row of the queen in each column.
        let terms = [
            0u64, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 9, 24, 26, 28, 30, 11, 13, 34, 36, 38, 40, 15,
            17, 44, 16, 47, 19, 50, 52, 20, 55, 57, 59, 22, 62, 23, 65, 27, 25, 69, 71, 73, 75, 77, 29, 31,
            81, 83, 85, 32, 88, 33, 91, 37, 35, 95, 97, 99, 101, 39, 104, 106, 41, 109, 42, 112, 43, 115,
            117, 119, 45, 122,
        ];
        let game = Rules::read(QUEENS).unwrap();
        let found = wythoff_solvers::p_first(&game, 10_000, &Budget::default()).unwrap();
        assert_eq!(found.method, "rising rows");
        let rows: Vec<u64> = found.positions.iter().map(|p| p[1]).collect();
        assert!(found.positions.iter().map(|p| p[0]).eq(0..10_000));
        assert_eq!(rows[..terms.len()], terms);
        // No two of the ten thousand queens see each other.
        let distinct = |line: &dyn Fn(i64, i64) -> i64| {
            let lines: std::collections::BTreeSet<i64> =
                (0i64..).zip(&rows).map(|(x, y)| line(x, *y as i64)).collect();
            lines.len() == rows.len()
        };
        assert!(distinct(&|_, y| y) && distinct(&|x, y| x - y) && distinct(&|x, y| x + y));
    }
}
