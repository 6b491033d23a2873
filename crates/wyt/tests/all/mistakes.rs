//! Mistakes that newcomers made: each is answered by what is wrong, and where or what to type instead.

use crate::run::{Folder, words, wyt_in};

#[test]
fn every_mistake_is_answered_by_what_to_type_instead() {
    let folder = Folder::new("mistakes");
    let lines: Vec<&str> = include_str!("data/mistakes.txt").lines().collect();
    assert!(lines.len() > 100);
    let mut unhelpful = Vec::new();
    for line in lines {
        let words = words(line);
        let output = wyt_in(&folder, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let error = String::from_utf8_lossy(&output.stderr);
        let place_or_cure = ["hint: ", "--> ", "tip: ", "[possible values", "Commands:"];
        let helps = place_or_cure.iter().any(|help| error.contains(help)) && error.len() < 3000;
        if !matches!(output.status.code(), Some(2 | 3)) || !helps || !output.stdout.is_empty() {
            unhelpful.push(format!("{line}: {:?}: {error}", output.status.code()));
        }
    }
    assert!(unhelpful.is_empty(), "{} answers help nobody:\n{}", unhelpful.len(), unhelpful.join("\n"));
}
