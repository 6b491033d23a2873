//! Grundy tables: nim-sum, sums modulo m, symmetry, additive periods of the rows.

use super::Finding;
use super::Numbers;
use super::additive::{Additive, additive_period};
use crate::error::DiscoverError;

pub(super) fn of_rows(rows: &[Vec<u64>]) -> Result<Vec<Finding>, DiscoverError> {
    if let Some(at) = rows.iter().position(|row| row.iter().any(|&g| g >= 1 << 60)) {
        return Err(DiscoverError::LargePile(at));
    }
    let columns = rows.iter().map(Vec::len).min().unwrap_or(0);
    let bound = format!("{} rows of {columns} values", rows.len());
    let cells = || {
        rows.iter().enumerate().flat_map(|(x, row)| (0u64..).zip(row).map(move |(y, &g)| (x as u64, y, g)))
    };
    let mut found = Vec::new();
    let mut say =
        |kind, statement: String, data| found.push(Finding::new(kind, statement, bound.clone(), data));
    if rows.len() > 1 && columns > 1 {
        if cells().all(|(x, y, g)| g == x ^ y) {
            say(
                "nim-sum",
                "G(x,y) is the nim-sum of x and y".to_string(),
                Numbers::Formula { formula: "x xor y".to_string(), modulus: None },
            );
        }
        let most = cells().map(|(_, _, g)| g).max().unwrap_or(0);
        if most < (rows.len() + columns) as u64 / 2 && cells().all(|(x, y, g)| g == (x + y) % (most + 1)) {
            let m = most + 1;
            say(
                "residue",
                format!("G(x,y) = (x + y) mod {m}"),
                Numbers::Formula { formula: format!("(x + y) mod {m}"), modulus: Some(m) },
            );
        }
        if let Some(m) =
            (1..=(rows.len().min(columns) / 3) as u64).find(|&m| doubly_periodic(rows, m as usize))
        {
            say("residue", format!("G depends on x and y modulo {m} only"), Numbers::Modulus { modulus: m });
        }
        let side = rows.len().min(columns);
        if (0..side).all(|x| (0..x).all(|y| rows[x][y] == rows[y][x])) {
            // Beyond the square one of the two values is not in the table.
            let data = Numbers::Symmetry { below: side, symmetric: true };
            found.push(Finding::new("symmetry", "G(x,y) = G(y,x)", format!("x,y < {side}"), data));
        }
    }
    let periods: Vec<(usize, Additive)> = rows
        .iter()
        .enumerate()
        .filter_map(|(x, row)| {
            let terms: Vec<i64> = row.iter().map(|&g| g as i64).collect();
            Some((x, additive_period(&terms)?))
        })
        .collect();
    for (x, Additive { preperiod, period, gain }) in &periods {
        let statement = format!("row {x}: G({x},y+{period}) = G({x},y) + {gain} for y >= {preperiod}");
        let data = Numbers::RowPeriod { from: *preperiod, gain: *gain, period: *period, row: *x };
        found.push(Finding::new("period", statement, format!("y < {}", rows[*x].len()), data));
    }
    Ok(found)
}

fn doubly_periodic(rows: &[Vec<u64>], m: usize) -> bool {
    rows.iter().enumerate().all(|(x, row)| {
        row.iter().enumerate().all(|(y, g)| rows.get(x % m).and_then(|first| first.get(y % m)) == Some(g))
    })
}
