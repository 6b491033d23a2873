//! `wyt serve`: the laboratory in the browser.

use crate::context::Context;
use crate::failure::Failure;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use wythoff_page::Server;

/// Arguments of `wyt serve`.
#[derive(clap::Args)]
pub struct Args {
    /// The port on this machine [default: 7317, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

/// Serves the page until Ctrl-C.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let server = Server::bind(args.port).map_err(|error| match (error.kind(), args.port) {
        (io::ErrorKind::AddrInUse, Some(port)) => {
            Failure::input(format!("port {port} is taken")).hint("leave out --port, and a free one is found")
        }
        (io::ErrorKind::PermissionDenied, Some(port)) => {
            Failure::input(format!("port {port} is not allowed")).hint("ports from 1024 on are for everybody")
        }
        _ => Failure::input(format!("no port can be had: {error}")).hint("name another with --port N"),
    })?;
    let server = server.with_memory(context.budget().memory());
    let mut out = io::stdout().lock();
    writeln!(out, "listening on {}", server.url())?;
    out.flush()?;
    drop(out);
    if !args.no_open {
        open(&server.url());
    }
    // Nothing is lost by ending: there is no progress to show, and no grace after Ctrl-C.
    context.serves();
    server.run(&context.budget().cancel_flag()).map_err(|error| Failure::input(error.to_string()))
}

/// Opens the browser; where that cannot be done the address was printed.
fn open(url: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let silent = Stdio::null;
    let _ =
        Command::new(program).args(before).arg(url).stdin(silent()).stdout(silent()).stderr(silent()).spawn();
}
