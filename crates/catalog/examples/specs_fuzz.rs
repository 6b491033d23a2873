//! Hostile specs and positions that are nearly those of `fuzz/corpus`: read, bound, and asked for options, legality and
//! shapes, each within its own budget of counted work.
//!
//! ```text
//! cargo run --release -p wythoff-catalog --example specs_fuzz -- [EXECUTIONS] [--seconds S] [--seed S] [--from N]
//! ```

#[path = "../../../fuzz/driver.rs"]
mod driver;
#[path = "../../../fuzz/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/request.rs"]
mod request;

use driver::{Asked, drive};

fn main() {
    let asked = Asked::read();
    let specs = [mutate::corpus("specs"), mutate::corpus("rules")].concat();
    let positions = mutate::corpus("positions");
    drive(
        &asked,
        |n| mutate::text(asked.seed, n, &specs),
        |n, spec| {
            let position = mutate::text(!asked.seed, n, &positions);
            Ok(if request::run(spec, &position, &request::budget()) { "game" } else { "no game" })
        },
    );
}
