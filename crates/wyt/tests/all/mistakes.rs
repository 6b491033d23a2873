//! Mistakes that newcomers made: each is answered by what is wrong, and where or what to type instead.

use std::process::{Command, Stdio};

/// The words of a line; a blank behind a backslash is part of a word, and so is one between quotation marks.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut some) = (Vec::new(), String::new(), None, false);
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, quoted) {
            ('\\', None) => word.extend(characters.next()),
            ('"' | '\'', None) => (quoted, some) = (Some(c), true),
            (c, Some(quote)) if c == quote => quoted = None,
            (' ', None) => {
                if some || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                some = false;
            }
            _ => word.push(c),
        }
    }
    if some || !word.is_empty() {
        words.push(word);
    }
    words
}

#[test]
fn every_mistake_is_answered_by_what_to_type_instead() {
    let folder = std::env::temp_dir().join(format!("wyt-mistakes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let lines: Vec<&str> = include_str!("data/mistakes.txt").lines().collect();
    assert!(lines.len() > 100);
    let mut unhelpful = Vec::new();
    for line in lines {
        let output = Command::new(env!("CARGO_BIN_EXE_wyt"))
            .current_dir(&folder)
            .args(words(line))
            .stdin(Stdio::null())
            .output()
            .expect("wyt runs");
        let error = String::from_utf8_lossy(&output.stderr);
        let place_or_cure =
            ["hint: ", "--> ", "tip: ", "[possible values", "required arguments", "Commands:"];
        let helps = place_or_cure.iter().any(|help| error.contains(help)) && error.len() < 3000;
        if !matches!(output.status.code(), Some(2 | 3)) || !helps || !output.stdout.is_empty() {
            unhelpful.push(format!("{line}: {:?}: {error}", output.status.code()));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(unhelpful.is_empty(), "{} answers help nobody:\n{}", unhelpful.len(), unhelpful.join("\n"));
}
