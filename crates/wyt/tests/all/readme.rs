//! The tour of the README is true: every command in it that starts with `$ wyt` prints what stands below it.
//!
//! A line `...` stands for the rest of an answer; a line that ends with `...` for the rest of that line.

use crate::run::{Folder, words, wyt_in};
use std::path::PathBuf;

/// The commands and the lines printed below them.
fn tour() -> Vec<(String, Vec<String>)> {
    let readme = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(readme).expect("the README");
    let (mut tour, mut inside): (Vec<(String, Vec<String>)>, bool) = (Vec::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
            // What follows is not below the last command any more.
            if inside {
                tour.push((String::new(), Vec::new()));
            }
        } else if let Some(command) = line.strip_prefix("$ wyt ").filter(|_| inside) {
            tour.push((command.to_string(), Vec::new()));
        } else if inside && let Some((_, below)) = tour.last_mut() {
            below.push(line.to_string());
        }
    }
    tour.retain(|(command, _)| !command.is_empty());
    tour
}

fn agrees(shown: &[String], printed: &str) -> bool {
    let mut printed = printed.lines();
    for line in shown {
        if line == "..." {
            return true;
        }
        let Some(actual) = printed.next() else { return false };
        let same = match line.strip_suffix("...") {
            Some(start) => actual.starts_with(start),
            None => actual == line,
        };
        if !same {
            return false;
        }
    }
    printed.next().is_none()
}

#[test]
fn every_answer_is_what_the_readme_shows() {
    let folder = Folder::new("readme");
    let tour = tour();
    assert!(tour.len() > 10, "{} commands", tour.len());
    for (command, shown) in tour {
        let words = words(&command);
        let output = wyt_in(&folder, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(!shown.is_empty() && agrees(&shown, &printed), "$ wyt {command}\n{printed}");
    }
}

/// The map in CONTRIBUTING.md is the real one: the crates that a crate uses are those that its manifest names.
#[test]
fn the_map_of_the_code_is_the_dependency_graph() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect(path);
    let mut mapped = std::collections::BTreeMap::new();
    for line in read("CONTRIBUTING.md").lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let mut uses: Vec<&str> = cells[2].split(' ').filter(|used| *used != "–").collect();
        uses.sort_unstable();
        mapped.insert(cells[1].trim_matches('`').to_string(), uses.join(" "));
    }
    let mut real = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(root.join("crates")).expect("crates") {
        let name = entry.expect("a crate").file_name().into_string().expect("a name");
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let used = manifest
            .split("\n[")
            .filter(|section| section.starts_with("dependencies]"))
            .flat_map(str::lines)
            .filter(|line| line.starts_with("wythoff"));
        let mut uses: Vec<String> = used
            .map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default())
            .map(|used| used.strip_prefix("wythoff-").unwrap_or(used).to_string())
            .collect();
        uses.sort_unstable();
        real.insert(name, uses.join(" "));
    }
    assert_eq!(mapped, real);
}

/// Where a manifest says that the library is not compiled for tests, its files have none that would never run: a program of
/// `tests` includes the file.
#[test]
fn tests_beside_a_library_that_is_compiled_once_are_run() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut once = 0;
    for folder in std::fs::read_dir(root).expect("the crates").flatten().map(|entry| entry.path()) {
        let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap_or_default();
        if !read("Cargo.toml").contains("[lib]\ntest = false\n") {
            continue;
        }
        once += 1;
        let (program, mut waiting) = (read("tests/all/main.rs"), vec![folder.join("src")]);
        while let Some(path) = waiting.pop() {
            if path.is_dir() {
                waiting
                    .extend(std::fs::read_dir(&path).expect("a folder").flatten().map(|entry| entry.path()));
            } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("#[cfg(test)]")) {
                let file = path.strip_prefix(&folder).expect("below it").display().to_string();
                assert!(program.contains(&format!("../../{file}\"")), "{}", path.display());
            }
        }
    }
    assert!(once >= 2, "{once}");
}
