//! Files are written whole or not at all, nothing is replaced unasked, and what was kept is trusted only as it was written.
#![cfg(unix)]

use crate::run::{Folder, listens, wyt_in};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn error(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// Every way to write a file, each to the file `out` with the ending it needs.
const WRITERS: [&[&str]; 6] = [
    &["export", "wythoff", "--first", "9", "--format", "csv", "-o", "out"],
    &["export", "wythoff", "--size", "9", "--format", "npy", "-o", "out"],
    &["plot", "wythoff", "--below", "20", "-o", "out.svg"],
    &["prove", "wythoff", "--certificate", "out"],
    &["verify", "WYF-T9", "--small", "--report", "out.html"],
    &["verify", "--errata", "NEW", "--small", "-o", "out.md"],
];

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked() {
    for args in WRITERS {
        let folder = Folder::new("there");
        let name = args[args.len() - 1];
        std::fs::write(folder.file(name), "mine").unwrap();
        let refused = wyt_in(&folder, args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {}", error(&refused));
        assert!(error(&refused).contains("--force replaces it"), "{}", error(&refused));
        assert_eq!(std::fs::read_to_string(folder.file(name)).unwrap(), "mine");
        assert_eq!(folder.names(), [name], "nothing is left beside it");
        let forced = wyt_in(&folder, &[args, &["--force"]].concat());
        assert_eq!(forced.status.code(), Some(0), "{args:?}: {}", error(&forced));
        let made = std::fs::read(folder.file(name)).unwrap();
        assert_ne!(made, b"mine");
        assert_eq!(folder.names(), [name], "nothing is left beside it");
        // A proof or a report that is made again replaces itself.
        let again = wyt_in(&folder, args).status.code();
        let own = args.contains(&"--certificate") || args.contains(&"--report");
        assert_eq!(again, Some(if own { 0 } else { 2 }), "{args:?}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    let folder = Folder::new("missing");
    let start = Instant::now();
    // This proof takes minutes and the table hours.
    for args in [
        &["prove", "blocking-wythoff(k=9)", "--certificate", "no/such/folder/out"][..],
        &["export", "wythoff", "--size", "40000", "--format", "npy", "-o", "no/such/folder/out"],
        &["plot", "gdwn(p=1,q=2)", "--below", "20000", "-o", "no/such/folder/out.svg"],
        &["verify", "--deep", "--report", "no/such/folder/out.html"],
    ] {
        let output = wyt_in(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(error(&output).contains("`no/such/folder/out"), "{}", error(&output));
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let output = wyt_in(&folder, &["export", "wythoff", "--first", "3", "--format", "csv", "-o", "."]);
    assert!(output.status.code() == Some(2) && error(&output).contains("`.` is a folder"));
    std::fs::write(folder.file("something"), "").unwrap();
    let output = wyt_in(&folder, &["prove", "wythoff", "--coq", "."]);
    assert!(output.status.code() == Some(2) && error(&output).contains("is not empty"), "{}", error(&output));
}

#[test]
fn a_minus_is_standard_output() {
    let folder = Folder::new("minus");
    let output = wyt_in(&folder, &["export", "wythoff", "--first", "3", "--format", "bfile", "-o", "-"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 0\n1 1\n2 3\n");
    let output =
        wyt_in(&folder, &["export", "wythoff", "--first", "3", "--format", "csv", "-o", "-", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(folder.names().is_empty());
}

#[test]
fn a_full_device_and_a_reader_that_has_gone_are_no_panics() {
    let folder = Folder::new("full");
    for args in [
        &["p", "wythoff", "--first", "100000"][..],
        &["grundy", "wythoff", "--size", "300", "--json"],
        &["completions", "bash"],
        &["games"],
        &["show", "wythoff"],
        &["no-such-command"],
        &["export", "wythoff", "--first", "99999", "--format", "csv", "-o", "-"],
    ] {
        let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_wyt"));
        let output = command.args(args).stdout(full()).output().expect("wyt runs");
        assert!(matches!(output.status.code(), Some(2 | 3)), "{args:?}: {:?}", output.status);
        error(&output);
        // Nobody can be told, but the exit code stays.
        let status =
            Command::new(env!("CARGO_BIN_EXE_wyt")).args(args).stdout(full()).stderr(full()).status();
        assert!(matches!(status.unwrap().code(), Some(2 | 3)), "{args:?}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("wyt runs");
        drop(child.stdout.take());
        drop(child.stderr.take());
        let status = child.wait().expect("wyt ends");
        assert!(matches!(status.code(), Some(0 | 2)), "{args:?}: {status:?}");
    }
    let output =
        wyt_in(&folder, &["export", "wythoff", "--first", "9", "--format", "csv", "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(error(&output).contains("`/dev/full` cannot be written"), "{}", error(&output));
}

/// Waits until `ready`, at most 30 seconds.
fn wait_until(ready: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        if ready() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    false
}

#[test]
fn a_signal_while_a_file_is_written_leaves_nothing() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new(signal);
        let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
            .current_dir(&folder.0)
            .args(["export", "wythoff", "--size", "4000", "--format", "csv", "-o", "out"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("wyt runs");
        // While it is looked whether a file can be written there the file is empty.
        let size = |name: &String| std::fs::metadata(folder.file(name)).map_or(0, |found| found.len());
        let writing = || folder.names().iter().any(|name| name.ends_with(".part") && size(name) > 0);
        assert!(wait_until(writing), "the file is not being written: {:?}", folder.names());
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        let status = child.wait().expect("wyt ends");
        match status.code() {
            Some(130) => assert!(folder.names().is_empty(), "{signal}: {:?}", folder.names()),
            // It was done before the signal came.
            code => assert_eq!((code, folder.names()), (Some(0), vec!["out".to_string()]), "{signal}"),
        }
    }
}

#[test]
fn an_interrupted_report_keeps_the_old_one() {
    let folder = Folder::new("report");
    std::fs::write(folder.file("old.html"), "old").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
        .current_dir(&folder.0)
        .args(["verify", "--deep", "--force", "--report", "old.html"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("wyt runs");
    listens(child.id());
    std::thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    assert_eq!(child.wait().expect("wyt ends").code(), Some(130));
    assert_eq!(std::fs::read_to_string(folder.file("old.html")).unwrap(), "old");
    assert_eq!(folder.names(), ["old.html"]);
}

fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).expect("rows are kept").lines().map(str::to_string).collect()
}

#[test]
fn kept_rows_are_trusted_as_they_were_written() {
    let folder = Folder::new("kept");
    let run = |more: &[&str]| {
        wyt_in(
            &folder,
            &[&["verify", "WYF-T9", "LEX-T13", "--small", "--resume", "kept", "--json"], more].concat(),
        )
    };
    let first = run(&[]);
    assert!(first.status.success(), "{}", error(&first));
    let kept = folder.file("kept");
    let whole = lines(&kept);
    assert_eq!(whole.len(), 3, "a header and two rows");
    // Nothing to do, nothing to say.
    let again = run(&[]);
    assert!(again.status.success() && again.stderr.is_empty(), "{}", error(&again));
    assert_eq!(lines(&kept), whole);
    // A word changed by hand: told, and the row is run again.
    let forged = whole.join("\n").replacen("\"status\":\"", "\"status\":\"re", 1);
    std::fs::write(&kept, forged + "\n").unwrap();
    let told = run(&[]);
    assert!(
        told.status.success() && error(&told).contains("1 line not as it was written"),
        "{}",
        error(&told)
    );
    assert_eq!(lines(&kept).len(), 4);
    // A last line that was cut short.
    let cut = whole.join("\n");
    std::fs::write(&kept, &cut[..cut.len() - 10]).unwrap();
    let told = run(&[]);
    assert!(told.status.success() && error(&told).contains("first line 3"), "{}", error(&told));
    // Other bounds, another version, no file of rows at all.
    assert_eq!(run(&["--seed", "7"]).status.code(), Some(2));
    std::fs::write(&kept, whole.join("\n").replacen("\"version\":\"", "\"version\":\"9", 1)).unwrap();
    assert_eq!(run(&[]).status.code(), Some(2));
    std::fs::write(&kept, "a letter to a friend\n").unwrap();
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(lines(&kept), ["a letter to a friend"]);
    // A device without an end, and one that is full.
    let endless = wyt_in(&folder, &["verify", "WYF-T9", "--small", "--resume", "/dev/zero"]);
    assert_eq!(endless.status.code(), Some(2));
    let full = wyt_in(&folder, &["verify", "WYF-T9", "--small", "--resume", "/dev/full"]);
    assert!(matches!(full.status.code(), Some(2 | 3)), "{}", error(&full));
}

#[test]
fn what_people_type_first_names_the_right_form() {
    let folder = Folder::new("typed");
    std::fs::write(folder.file("my.game"), "game mine\npiles unordered x, y\nmove (i,0) for i >= 1\n")
        .unwrap();
    std::fs::write(folder.file("mine"), "game mine\npiles unordered x, y\nmove (i,0) for i >= 1\n").unwrap();
    for (args, hint) in [
        (&["p", "wythoff", "10"][..], "--first 10"),
        (&["grundy", "wythoff", "3,5"], "--at 3,5"),
        (&["grundy", "wythoff", "12"], "--size 12"),
        (&["solve", "wythoff", "3", "5"], "3,5"),
        (&["moves", "wythoff-piles", "3", "5", "7"], "3,5,7"),
        (&["p", "t-wythoff", "t=3"], "'t-wythoff(t=3)'"),
        (&["p", "t-wythoff", "t=3", "--first", "4"], "'t-wythoff(t=3)'"),
        (&["solve", "wythoff", "-3,5"], "from 0 on"),
        (&["p", "(i,0)", "(0,i)", "--first", "3"], "in quotes"),
        (&["p", "my.game", "--first", "3"], "@my.game"),
        (&["p", "mine", "--first", "3"], "@mine"),
        (&["show", "wythoff", "3,5"], "wyt solve SPEC 3,5"),
    ] {
        let output = wyt_in(&folder, args);
        let error = error(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("hint: ") && error.contains(hint), "{args:?}: {error}");
    }
}

/// Runs a command again and again, killed each time when it has saved something new, until it is done.
fn killed_until_done(folder: &Folder, args: &[&str], state: &str) -> (Output, usize) {
    // What it prints may be more than a pipe holds.
    let (printed, mut kills) = (Folder::new("printed"), 0);
    loop {
        let before = std::fs::read(folder.file(state)).ok();
        let out = std::fs::File::create(printed.file("out")).expect("a file");
        let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
            .current_dir(&folder.0)
            .args(args)
            .args(["--resume", state])
            .stdout(out)
            .stderr(Stdio::piped())
            .spawn()
            .expect("wyt runs");
        loop {
            if child.try_wait().expect("wyt is waited for").is_some() {
                let ended = child.wait_with_output().expect("wyt ends");
                let stdout = std::fs::read(printed.file("out")).expect("what it printed");
                return (Output { stdout, ..ended }, kills);
            }
            let now = std::fs::read(folder.file(state)).ok();
            if now.is_some() && now != before {
                child.kill().expect("wyt is killed");
                child.wait().expect("wyt ends");
                kills += 1;
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn runs_that_are_killed_go_on_and_end_with_the_same_bytes() {
    let folder = Folder::new("resume");
    // Each with one size, which grows until a run takes long enough to be killed: machines differ.
    let runs: [(&[&str], u64); 5] = [
        (&["p", "(i,0) (0,i) (i,i) (1,2) (2,1)", "--summary", "--below"], 12_000_000),
        (&["p", "gdwn(p=2,q=3)", "--summary", "--first"], 8_000_000),
        (&["periods", "wythoff", "--rows"], 90),
        (&["grundy", "(i,0) (0,i) (i,i) where i <= x'", "--summary", "--threads", "1", "--size"], 2_500),
        (&["export", "t-wythoff(t=3)", "--format", "npy", "-o", "-", "--threads", "1", "--size"], 2_500),
    ];
    for (args, first) in runs {
        let killed = (0..4).any(|larger| {
            let size = (first << larger).to_string();
            let args = &[args, &[size.as_str()]].concat();
            let whole = wyt_in(&folder, args);
            assert!(whole.status.success(), "{args:?}");
            let (resumed, kills) = killed_until_done(&folder, args, "state");
            let error = String::from_utf8_lossy(&resumed.stderr);
            assert!(resumed.status.success(), "{args:?}: {error}");
            assert!(resumed.stdout == whole.stdout, "{args:?}: other bytes");
            assert_eq!(folder.names(), [""; 0], "{args:?}");
            kills > 0
        });
        assert!(killed, "{args:?} was never killed");
    }
}

#[test]
fn a_state_goes_on_only_with_its_own_question() {
    let folder = Folder::new("question");
    std::fs::write(folder.file("other"), "my notes").unwrap();
    let asked = |file: &str, bound: &str| {
        wyt_in(&folder, &["p", "maharaja", "--below", bound, "--summary", "--resume", file])
    };
    let refused = |output: Output, words: &str| {
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(words), "{error}");
    };
    refused(asked("other", "100"), "is no state of a run");
    assert_eq!(std::fs::read(folder.file("other")).unwrap(), b"my notes");
    // A state that a run has saved.
    let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
        .current_dir(&folder.0)
        .args(["p", "maharaja", "--below", "200000000", "--summary", "--resume", "state"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("wyt runs");
    let start = Instant::now();
    while !folder.file("state").exists() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("wyt is killed");
    child.wait().expect("wyt ends");
    refused(asked("state", "100"), "is the state of another run");
    let mut bytes = std::fs::read(folder.file("state")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(folder.file("state"), bytes).unwrap();
    refused(asked("state", "200000000"), "damaged");
}
