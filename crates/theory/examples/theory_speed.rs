//! Times the theories on two huge piles in processor time, each also as a ratio to one multiplication of the same size.
//!
//! `cargo run --release -p wythoff-theory --example theory_speed [DECIMAL DIGITS]`

#[path = "../../numbers/examples/numbers_speed/clock.rs"]
mod clock;

use clock::{Table, seconds};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use std::ops::ControlFlow;
use wythoff_catalog::Resolved;
use wythoff_theory::decider_for;

/// A game, and the bounds in seconds for a decision and for a decision with a move, at 10^6 digits.
const GAMES: &[(&str, Option<f64>, Option<f64>)] = &[
    ("wyt-f(f=\"10\")", Some(0.02), Some(0.02)),
    ("wythoff", Some(0.2), Some(1.0)),
    ("t-wythoff(t=2)", Some(0.2), Some(1.0)),
    ("t-wythoff(t=7)", Some(0.2), Some(1.0)),
    ("wyt-f(f=\"k^2\")", Some(0.1), Some(0.1)),
    ("radius(r=3)", Some(0.02), Some(0.02)),
    ("king(k=2)", Some(0.02), Some(0.02)),
    ("radius-nim(r=5)", Some(0.02), Some(0.02)),
    ("bounded-t-wythoff(t=2,r=5)", Some(0.02), Some(0.02)),
    ("mouse", Some(0.02), Some(0.02)),
    ("cyclic-nimhoff(h=4)", None, None),
    ("wyt-k(K=\"3\")", None, None),
    ("nim(piles=2)", None, None),
    ("unequal", None, None),
    ("connell(b=2)", None, None),
    ("bt-wythoff(b=2,t=2)", None, None),
    ("dr(k=2)", None, None),
    ("w-translate(k=2)", None, None),
    ("t-translate(k=1)", None, None),
    ("r-wythoff", None, None),
    ("e-wythoff", None, None),
    ("wyt-f(f=\"2*k+2\")", None, None),
    ("wyt-f(f=\"k^2+9\")", None, None),
    ("blocking-wythoff(k=2,on=nim)", None, None),
    ("euclid", None, None),
    ("nim-ab(a=1,b=2)", None, None),
    ("nim-ab(a=3,b=5)", None, None),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let digits: u64 = std::env::args().nth(1).map_or(Ok(1_000_000), |a| a.parse())?;
    let ten = Natural::from(10u32).pow(digits);
    let (x, y) = (&ten / Natural::from(7u32), &ten / Natural::from(3u32));
    let mut table = Table::new(&format!("multiplication, {digits} digits"), seconds(|| &x * &y).0);
    let at = |most: Option<f64>| most.filter(|_| digits == 1_000_000);
    for (spec, decided, moved) in GAMES {
        let game = Resolved::parse(spec).map_err(|error| error.message)?;
        let theory = game.rules().map_or(Ok(None), decider_for)?.ok_or("no theory")?;
        let position = [x.clone(), y.clone()];
        let (time, lost) = seconds(|| theory.is_p(&position));
        table.row(&format!("{spec}, decided"), time, at(*decided));
        let (time, verdict) = seconds(|| theory.decide(&position));
        let verdict = verdict?;
        table.row(&format!("{spec}, with a move"), time, at(*moved));
        assert_eq!(lost?, verdict.winning.is_none());
        // A P-position takes the whole test.
        if let Some(to) = verdict.winning {
            let (time, lost) = seconds(|| theory.is_p(&to));
            table.row(&format!("{spec}, a P-position"), time, at(*decided));
            assert!(lost?);
        }
    }
    let wytlex = wythoff_theory::wytlex::Wytlex::decider(3)?;
    let (time, listed) = seconds(|| {
        let mut listed = Vec::new();
        let taken = wytlex.p_stream(&mut |position| {
            listed.extend_from_slice(position);
            if listed.len() < 3_000_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        taken.map(|_| listed.len())
    });
    assert_eq!(listed?, 3_000_000);
    table.row("wytlex(piles=3), the first 10^6 P-positions", time, Some(1.0));
    match table.missed() {
        0 => Ok(()),
        missed => Err(format!("{missed} of the bounds are missed").into()),
    }
}
