//! Command lines that are nearly those of `fuzz/corpus/lines`: each ends soon with an exit code of the contract, without a
//! panic, and an error says what to do.
//!
//! `WYT_LINES=100000 WYT_SEED=2 cargo test -p wyt --test lines --release` runs as many as one likes.

#[path = "../../../../fuzz/mutate.rs"]
mod mutate;

use std::process::{Command, Stdio};

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The words of a line; a blank behind a backslash is part of a word.
fn words(line: &str) -> Vec<String> {
    let kept = line.replace("\\ ", "\u{1}").replace('\0', "");
    kept.split_whitespace().map(|word| word.replace('\u{1}', " ")).collect()
}

#[test]
fn changed_lines_end_as_they_should() {
    let corpus: Vec<String> =
        mutate::corpus("lines").iter().flat_map(|text| text.lines()).map(str::to_string).collect();
    let folder = std::env::temp_dir().join(format!("wyt-lines-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let (count, seed) = (number("WYT_LINES", 120), number("WYT_SEED", 1));
    let mut codes = [0; 4];
    for n in 0..count {
        let line = mutate::text(seed, n, &corpus);
        let words = words(&line);
        // Others wait for a person, or for a browser.
        if words.iter().any(|word| ["serve", "play", "-", "verify"].contains(&word.as_str())) {
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_wyt"))
            .current_dir(&folder)
            .args(&words)
            .args(["--time", "1", "--memory", "64M"])
            .stdin(Stdio::null())
            .output()
            .expect("wyt runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!error.contains("panicked"), "line {n}: {words:?}: {error}");
        let Some(code @ 0..=3) = output.status.code() else {
            panic!("line {n}: {words:?}: {:?}: {error}", output.status);
        };
        codes[code as usize] += 1;
        if code == 2 {
            let helps = ["hint: ", "-->", "Usage: ", "tip: ", "[possible values"];
            assert!(helps.iter().any(|help| error.contains(help)), "line {n}: {words:?}: {error}");
            assert!(error.len() < 8000, "line {n}: {} bytes: {words:?}", error.len());
        }
    }
    assert!(codes[0] > 0 && codes[2] > 0, "{codes:?}");
    let left: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|f| f.path()).collect();
    assert!(!left.iter().any(|path| path.extension().is_some_and(|e| e == "part")), "{left:?}");
    let _ = std::fs::remove_dir_all(&folder);
}
