//! Every kind of picture, with data made on the spot: `cargo run -p wythoff-plot --example gallery -- DIRECTORY`.

use std::error::Error;
use std::path::Path;
use wythoff_plot::{
    Figure, Origin, PPositions, Pair, Palaces, Ratios, Ray, RowPeriod, Slope, Terminal, Words, array, beams,
    difference, fill, grundy, p, palaces, periods, ratio,
};

/// Grundy values of two piles, `values[x * side + y]`: any amount from one pile, and multiples of the vectors.
fn table(side: usize, vectors: &[(usize, usize)]) -> Vec<u32> {
    let mut values = vec![0u32; side * side];
    for x in 0..side {
        for y in 0..side {
            let mut seen: Vec<u32> = (0..x).map(|u| values[u * side + y]).collect();
            seen.extend((0..y).map(|v| values[x * side + v]));
            for (a, b) in vectors {
                let far = (x / a).min(y / b);
                seen.extend((1..=far).map(|t| values[(x - t * a) * side + y - t * b]));
            }
            seen.sort_unstable();
            seen.dedup();
            let mex =
                seen.iter().zip(0..).find(|(value, i)| *value != i).map_or(seen.len() as u32, |(_, i)| i);
            values[x * side + y] = mex;
        }
    }
    values
}

fn zeros(values: &[u32], side: usize) -> Vec<[u64; 2]> {
    let cells = values.iter().enumerate().filter(|(_, value)| **value == 0);
    cells.map(|(i, _)| [(i / side) as u64, (i % side) as u64]).collect()
}

/// How many lost positions a queen sees, where k - 1 of her moves may be blocked.
fn palace(side: usize, k: u32) -> Vec<u32> {
    let mut counts = vec![0u32; side * side];
    let (mut columns, mut diagonals) = (vec![0u32; side], vec![0u32; 2 * side]);
    for x in 0..side {
        let mut row = 0;
        for y in 0..side {
            let diagonal = side + y - x;
            let seen = row + columns[y] + diagonals[diagonal];
            counts[x * side + y] = seen;
            if seen < k {
                row += 1;
                columns[y] += 1;
                diagonals[diagonal] += 1;
            }
        }
    }
    counts
}

fn save(directory: &Path, name: &str, figure: &Figure<'_>, pixels: u32) -> Result<(), Box<dyn Error>> {
    std::fs::write(directory.join(format!("{name}.svg")), figure.svg()?)?;
    std::fs::write(directory.join(format!("{name}.png")), figure.png(pixels)?)?;
    if let Ok(map) = figure.map() {
        std::fs::write(directory.join(format!("{name}-map.png")), map)?;
    }
    for colour in [false, true] {
        println!("{}", figure.terminal(&Terminal { columns: 90, lines: 30, colour })?);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("give a directory")?;
    let directory = Path::new(&directory);
    let rules = "Rules: (i,0) (0,i) (i,i), i ≥ 1; the player who cannot move loses. Known by rules: computed on this board.";
    let words = |title: &str| Words::new(title).caption(rules);
    let golden = Slope { rise: 1_618_034, run: 1_000_000, label: "φ = 1.618".to_string() };
    let inverse = Slope { rise: 618_034, run: 1_000_000, label: "1/φ = 0.618".to_string() };
    for side in [20, 300] {
        let values = table(side, &[(1, 1)]);
        let lost = zeros(&values, side);
        let slopes = vec![golden.clone(), inverse.clone()];
        let picture = PPositions { below: side as u64, positions: &lost, mirrored: false, slopes };
        save(directory, &format!("p{side}"), &p(&picture, words("P-positions of Wythoff Nim"))?, 900)?;
        let figure = grundy(side as u64, side as u64, &values, words("Grundy values of Wythoff Nim"))?;
        save(directory, &format!("grundy{side}"), &figure, 900)?;
    }
    let (counts, k) = (palace(300, 100), 100);
    for outcomes_only in [false, true] {
        let picture =
            Palaces { columns: 300, rows: 300, counts: &counts, k, origin: Origin::UpperLeft, outcomes_only };
        let name = if outcomes_only { "outcomes" } else { "palaces" };
        save(directory, name, &palaces(&picture, words("100-Blocking Wythoff Nim"))?, 900)?;
    }
    let side = 600;
    let wide = zeros(&table(side, &[(1, 1), (1, 2), (2, 1)]), side);
    let upper = wide.iter().filter(|[a, b]| a <= b);
    let pairs: Vec<Pair> = upper.zip(0..).map(|(&[a, b], at)| Pair { at, a, b }).collect();
    let lines = vec![
        Slope { rise: 1478, run: 1000, label: "1.478".to_string() },
        Slope { rise: 2247, run: 1000, label: "2.247".to_string() },
    ];
    let figure = ratio(&Ratios { pairs: &pairs, lines }, words("Ratios of (1,2)-GDWN"))?;
    save(directory, "ratio", &figure, 900)?;
    let near = zeros(&table(11, &[(1, 1)]), 11);
    let ray = |dx, dy, label: &str| Ray { dx, dy, label: label.to_string() };
    let rays = [ray(0, 1, "(0,t)"), ray(1, 1, "(t,t)")];
    save(directory, "fill", &fill(14, &near, false, &rays, words("The fill rule of Wythoff Nim"))?, 900)?;
    let odd = zeros(&table(400, &[(1, 1), (3, 5), (5, 3)]), 400);
    let rays = [ray(0, 1, "(0,t)"), ray(1, 1, "(t,t)"), ray(3, 5, "(3t,5t)")];
    save(directory, "beams", &beams(400, &odd, false, &rays, words("Fill rules of (3,5)-GDWN"))?, 900)?;
    let rows: Vec<RowPeriod> = (0..24)
        .map(|row| RowPeriod { row, preperiod: 3 * row * row + row, period: 3 << (row / 2) })
        .collect();
    save(directory, "periods", &periods(&rows, words("Periods of rows (made up)"))?, 900)?;
    let mut start: Vec<(u64, u64)> = vec![(1, 2), (4, 7), (6, 10), (9, 15), (12, 20), (14, 23)];
    let mut numbers = vec![Vec::new(); start.len()];
    for _ in 0..10 {
        for (row, (a, b)) in numbers.iter_mut().zip(&mut start) {
            row.push(a.to_string());
            (*a, *b) = (*b, *a + *b);
        }
    }
    save(directory, "array", &array(&numbers, words("The Wythoff array"))?, 900)?;
    let (first, second) =
        (zeros(&table(60, &[(1, 1)]), 60), zeros(&table(60, &[(1, 1), (1, 2), (2, 1)]), 60));
    let names = ["Wythoff Nim", "(1,2)-GDWN"];
    let figure = difference(60, &first, &second, [false; 2], names, words("Two games"))?;
    save(directory, "difference", &figure, 900)?;
    Ok(())
}
