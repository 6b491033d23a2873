//! Questions asked of a grid of games, one row of answers a game.
//!
//! A [`Plan`] says which games, which questions and which limits. One game is one [`Shard`]: a pure function of spec,
//! questions and limits, with a key that is the digest of these. Rows go to a [`Store`] that a kill at any moment leaves
//! whole, and that holds the same bytes at the end whatever the order, the number of threads or the engine.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff_sweep::{Grid, Limits, Plan, run};
//! let grid = Grid::read("(i,0) (0,i) (i,i) ({a},{b}) ({b},{a})", &["a=1..2", "b=a+1..3"])?;
//! let plan = Plan::new(grid, &["p first=3"], Limits::default())?;
//! let rows = run(&plan, None, 2, &Budget::default())?;
//! assert_eq!(rows.len(), 3);
//! assert!(rows[0].starts_with(r#"{"spec":"(i,0) (0,i) (i,i) (1,2) (2,1)","answers":{"p first=3":{"count":3,"#));
//! # Ok::<(), wythoff::Error>(())
//! ```

mod grid;
mod plan;
mod question;
mod run;
mod shard;
mod store;
mod table;

pub use grid::{Case, Grid};
pub use plan::Plan;
pub use question::Question;
pub use run::run;
pub use shard::{Key, Limits, Shard};
pub use store::{Store, Tally, VERSION};
pub use table::{Held, Table, TableColumn};
