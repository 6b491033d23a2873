//! The laboratory in the browser: the page, embedded, and a server that answers it on this machine alone.
//!
//! Four parts: `assets` (the page's files), `guard` (who may ask), `lanes` (who computes when), `api` (the protocol of
//! `wythoff-lab` over HTTP); `server` puts them on a socket and keeps slow clients from holding it.

mod api;
mod assets;
mod guard;
mod lanes;
mod server;

pub use assets::{Asset, assets};
pub use server::{DEFAULT_PORT, Server};
