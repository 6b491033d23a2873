//! The room that the terminal has for a picture.

use std::io::IsTerminal;
use wythoff::Terminal;

/// Standard output: its size and colours where it is a terminal; 80 characters without colours where it is a file or
/// a pipe, so that what scripts see does not depend on a window.
pub fn of_stdout() -> Terminal {
    if !std::io::stdout().is_terminal() {
        return Terminal::default();
    }
    let colour = std::env::var_os("NO_COLOR").is_none();
    match terminal_size::terminal_size() {
        Some((columns, lines)) => {
            // Title, axis, legend and caption need a few lines.
            Terminal { columns: columns.0.into(), lines: usize::from(lines.0).saturating_sub(8), colour }
        }
        None => Terminal { colour, ..Terminal::default() },
    }
}
