//! The command line of the laboratory: it parses, calls, and shows.
fn main() {}
