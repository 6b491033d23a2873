//! Every command that may take long, interrupted at some moment: it ends by itself, soon, and without a panic.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Rules without a theory, whose conditions are looked at cell by cell.
const SLOW: &str = "(i,0) (0,i) (k,l) where (k * l + x) mod 7 < 3";

const COMMANDS: &[&[&str]] = &[
    &["p", SLOW, "--below", "100000"],
    &["p", "wythoff", "--first", "100000000", "--summary"],
    &["p", "wytlex(piles=8)", "--by", "rules", "--first", "20000000", "--summary"],
    &["solve", "end-wythoff", "20000,30000,12345,40000,777", "--by", "rules"],
    &["grundy", SLOW, "--size", "20000"],
    &["solve", SLOW, "30000,30001"],
    &["discover", SLOW, "--below", "60000"],
    &["identify", "(i,0) (0,i) (i,i) where i mod 5 < 3"],
    &["prove", "(i,0) (0,i) (i,i) (5,9) (9,5) (1,4)", "--numeration", "zeckendorf"],
    &["design", "beatty", "pi/2", "--terms", "10000000"],
    &["design", "adjoin", SLOW, "--below", "60000"],
    &["seq", "beatty(alpha=\"pi/2\")", "--first", "100000000"],
    &["verify"],
];

/// Hundredths of a second of processor time that a process has used; `None` when it is gone.
#[cfg(target_os = "linux")]
fn spent(child: &Child) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let mut fields = text.rsplit(") ").next()?.split(' ');
    // State, then ten others, then user and system time.
    if fields.next()? == "Z" {
        return None;
    }
    let times: Vec<u64> = fields.skip(10).take(2).filter_map(|field| field.parse().ok()).collect();
    Some(times.iter().sum())
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_ends_soon_after_it_is_interrupted() {
    for (index, command) in COMMANDS.iter().enumerate() {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
            .args(*command)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("wyt runs");
        // Some moment, another one for each command: in its own time, since the machine may be busy.
        let moment = [3, 11, 29][index % 3];
        let begun = Instant::now();
        while spent(&child).is_some_and(|spent| spent < moment) && begun.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let before = spent(&child).unwrap_or(0);
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(told.is_ok(), "kill is there");
        let mut after = before;
        let status = loop {
            after = spent(&child).unwrap_or(after).max(after);
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            assert!(
                after < before + 400,
                "{command:?} goes on for {} hundredths of a second",
                after - before
            );
            std::thread::sleep(Duration::from_millis(5));
        };
        let mut error = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut error).expect("text");
        assert!(status.code().is_some() && !error.contains("panicked"), "{command:?}: {status} {error}");
    }
}
