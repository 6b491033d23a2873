//! Times the operations on huge numbers, each also as a ratio to one multiplication of the same size.
//!
//! `cargo run --release -p wythoff-numbers --example speed [DECIMAL DIGITS]`

use std::time::Instant;

use wythoff_numbers::int::traits::Pow;
use wythoff_numbers::numeration::{LazyFibonacci, Numeration, ostrowski, tribonacci, zeckendorf};
use wythoff_numbers::{Integer, Natural, Quadratic, Real};

fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let digits: u64 = std::env::args().nth(1).map_or(Ok(100_000), |a| a.parse())?;
    let n = Natural::from(10u32).pow(digits) / Natural::from(7u32);
    let integer = Integer::from(&n);
    let (unit, _) = seconds(|| &n * &n);
    println!("{:<34} {unit:>9.4} s", format!("multiplication, {digits} digits"));
    let show = |name: &str, time: f64| println!("{name:<34} {time:>9.4} s  {:>8.1} x", time / unit);

    let phi = Quadratic::golden();
    show("floor(n phi)", seconds(|| phi.floor_mul(&integer)).0);
    let cubic = Real::parse("root(z^3-z^2-z-1, 1.8)")?;
    show("floor(n t), t^3 = t^2+t+1", seconds(|| cubic.floor_mul(&integer)).0);
    let pi = Real::parse("pi/2")?;
    show("floor(n pi/2)", seconds(|| pi.floor_mul(&integer)).0);

    let z = zeckendorf();
    let (time, word) = seconds(|| z.represent(&n));
    let word = word?;
    show("Zeckendorf representation", time);
    let (time, value) = seconds(|| z.value(&word));
    show("its value", time);
    assert_eq!(value?, n);
    show("lazy representation", seconds(|| LazyFibonacci::new().represent(&n)).0);
    show("Tribonacci representation", seconds(|| tribonacci().represent(&n)).0);
    let system = ostrowski(&Quadratic::sqrt(7u32))?;
    show("Ostrowski representation, sqrt(7)", seconds(|| system.represent(&n)).0);
    Ok(())
}
