//! A fault at each system call of a write, where `strace` is installed to inject it: afterwards the file is the old one or the
//! whole new one, and a kill leaves at most one hidden part. `fuzz/faults.sh` does so with more commands and faults.

use crate::run::Folder;
use std::process::Command;

/// The calls of one write, and how many of each are tried at most.
const CALLS: [(&str, usize); 5] = [("openat", 14), ("write", 8), ("fsync", 4), ("rename", 2), ("unlink", 2)];

#[test]
fn a_fault_at_any_call_leaves_the_old_file_or_the_new_one() {
    let works = Command::new("strace").args(["-qq", "-e", "inject=write:error=EIO:when=99", "true"]).output();
    if !works.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: strace is not installed, or may not watch programs here");
        return;
    }
    let folder = Folder::new("faults");
    let args = ["export", "wythoff", "--first", "40", "--format", "csv", "-o", "out", "--force", "--quiet"];
    let wyt = env!("CARGO_BIN_EXE_wyt");
    let done = Command::new(wyt).current_dir(&folder.0).args(args).status().expect("wyt runs");
    assert!(done.success());
    let whole = std::fs::read(folder.file("out")).expect("it was written");
    let (mut tried, mut refused) = (0, 0);
    for (call, most) in CALLS {
        for fault in ["error=ENOSPC", "error=EIO", "signal=KILL"] {
            for at in 1..=most {
                for name in folder.names() {
                    std::fs::remove_file(folder.file(&name)).expect("it can be removed");
                }
                folder.write("out", "old");
                let inject = format!("inject={call}:{fault}:when={at}");
                let output = Command::new("strace")
                    .current_dir(&folder.0)
                    .args([
                        "-qq",
                        "-f",
                        "-o",
                        "/dev/null",
                        "-e",
                        &format!("trace={call}"),
                        "-e",
                        &inject,
                        wyt,
                    ])
                    .args(args)
                    .output()
                    .expect("strace runs");
                let told = String::from_utf8_lossy(&output.stderr);
                let shown = format!("{call} number {at}, {fault}: {:?}: {told}", output.status);
                assert!(!told.contains("panicked"), "{shown}");
                let found = std::fs::read(folder.file("out")).expect("it is there");
                assert!(found == b"old" || found == whole, "{} bytes: {shown}", found.len());
                // What says that it is done has done it.
                assert!(!output.status.success() || found == whole, "{shown}");
                let others = folder.names().len() - 1;
                assert!(others <= usize::from(fault == "signal=KILL"), "{:?}: {shown}", folder.names());
                tried += 1;
                refused += usize::from(!output.status.success());
            }
        }
    }
    assert!(tried >= 80 && refused >= 20, "{refused} of {tried} were noticed");
}
