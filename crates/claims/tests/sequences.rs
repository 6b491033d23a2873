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
    // A004481 is symmetric: both halves of the antidiagonals.
    let all = antidiagonals("wythoff", 12);
    for n in 0..12usize {
        let row = &all[n * (n + 1) / 2..(n + 1) * (n + 2) / 2];
        assert!(row.iter().eq(row.iter().rev()), "{row:?}");
    }
}

#[test]
fn nimhof_arrays() {
    let cases: [(&str, &[(u64, u64)], &[u32]); 4] = [
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
    }

    #[test]
    fn queens_of_a275895() {
        // A065188 less 1: the row of the queen in each column.
        let terms = [
            0u64, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 9, 24, 26, 28, 30, 11, 13, 34, 36, 38, 40, 15,
            17, 44, 16, 47, 19, 50, 52, 20, 55, 57, 59, 22, 62, 23, 65, 27, 25, 69, 71, 73, 75, 77, 29, 31,
        ];
        let game = Rules::read(QUEENS).unwrap();
        let found = wythoff_solvers::p_below(&game, 60, &Budget::default()).unwrap().positions;
        let by_column =
            |column: usize, other: usize, n: u64| found.iter().find(|p| p[column] == n).map(|p| p[other]);
        // The encyclopedia walks the antidiagonals from one end: one of the two orders of the piles is its own.
        let fits = |column: usize, other: usize| {
            let known: Vec<bool> = (0..20u64)
                .filter_map(|n| by_column(column, other, n).map(|k| k == terms[n as usize]))
                .collect();
            known.len() > 15 && known.iter().all(|fits| *fits)
        };
        assert!(fits(0, 1) || fits(1, 0), "{:?}", &found[..10]);
    }
}
