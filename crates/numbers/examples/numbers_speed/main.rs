//! Times the operations on huge numbers in processor time, each also as a ratio to one multiplication of the same size.
//!
//! `cargo run --release -p wythoff-numbers --example numbers_speed [DECIMAL DIGITS]`

mod clock;

use clock::{Table, seconds};
use wythoff_numbers::int::parse_natural;
use wythoff_numbers::int::traits::Pow;
use wythoff_numbers::numeration::{LazyFibonacci, Positional, ostrowski, tribonacci, zeckendorf};
use wythoff_numbers::{Integer, Natural, Quadratic, Real};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let digits: u64 = std::env::args().nth(1).map_or(Ok(100_000), |a| a.parse())?;
    let n = Natural::from(10u32).pow(digits) / Natural::from(7u32);
    let integer = Integer::from(&n);
    let mut table = Table::new(&format!("multiplication, {digits} digits"), seconds(|| &n * &n).0);
    // The bounds are for these many digits.
    let at = |size: u64, most: f64| (digits == size).then_some(most);

    let (time, text) = seconds(|| n.to_string());
    table.row("written in decimal", time, None);
    let (time, read) = seconds(|| parse_natural(&text));
    assert_eq!(read?, n);
    table.row("read from decimal", time, None);

    let phi = Quadratic::golden();
    table.row("floor(n phi)", seconds(|| phi.floor_mul(&integer)).0, at(100_000, 0.05));
    let alpha = Quadratic::sqrt(7u32);
    table.row("floor(n sqrt(7))", seconds(|| alpha.floor_mul(&integer)).0, at(100_000, 0.05));
    let cubic = Real::parse("root(z^3-z^2-z-1, 1.8)")?;
    table.row("floor(n t), t^3 = t^2+t+1", seconds(|| cubic.floor_mul(&integer)).0, None);
    let pi = Real::parse("pi/2")?;
    table.row("floor(n pi/2)", seconds(|| pi.floor_mul(&integer)).0, None);

    let z = zeckendorf();
    let (time, word) = seconds(|| z.represent(&n));
    let word = word?;
    table.row("Zeckendorf representation", time, at(1_000_000, 5.0));
    let (time, value) = seconds(|| z.value(&word));
    table.row("its value", time, None);
    assert_eq!(value?, n);
    table.row("lazy representation", seconds(|| LazyFibonacci::new().represent(&n)).0, None);
    table.row("Tribonacci representation", seconds(|| tribonacci().represent(&n)).0, None);
    let system = ostrowski(&Quadratic::sqrt(7u32))?;
    table.row("Ostrowski representation, sqrt(7)", seconds(|| system.represent(&n)).0, None);
    match table.missed() {
        0 => Ok(()),
        missed => Err(format!("{missed} of the bounds are missed").into()),
    }
}
