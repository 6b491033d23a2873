//! The server, from outside: raw bytes on a socket of this machine.

mod client;
mod hardness;
mod who;
