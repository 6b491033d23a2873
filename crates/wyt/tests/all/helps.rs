//! The help of every command ends with examples, and they run.

use crate::run::{Folder, words, wyt, wyt_in};

/// The examples of a help text.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example")).skip(1);
    lines.map(str::trim).filter(|line| line.starts_with("wyt ")).map(str::to_string).collect()
}

/// The commands as `wyt --help` lists them.
fn commands() -> Vec<String> {
    let output = wyt(&["--help"]);
    let help = String::from_utf8(output.stdout).expect("text");
    let list = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names = list.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_string).collect()
}

#[test]
fn every_command_has_examples_that_run() {
    let folder = Folder::new("helps");
    let commands = commands();
    assert!(commands.len() > 25, "{commands:?}");
    for command in &commands {
        let output = wyt(&[command, "--help"]);
        let help = String::from_utf8(output.stdout).expect("text");
        let examples = examples(&help);
        assert!(!examples.is_empty(), "`wyt {command} --help` has no example");
        for example in examples {
            // These wait for a person, a browser, a file that is not here, or take minutes.
            let apart = ["play", "serve", "oeis", "sweep"].contains(&command.as_str());
            if apart || example.contains("papers.html") || example.contains("--paper") {
                continue;
            }
            let words = words(&example);
            let output = wyt_in(&folder, &words[1..].iter().map(String::as_str).collect::<Vec<_>>());
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{example}: {error}");
            assert!(!output.stdout.is_empty(), "{example}");
        }
    }
}
