//! The arrows between the parts, as far as texts show them: faces know the library alone, and the library knows no face.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates of ours that a manifest names under `[dependencies]`.
fn uses(name: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect(name);
    let section =
        manifest.split("\n[").find(|section| section.starts_with("dependencies]")).unwrap_or_default();
    let ours = section.lines().filter(|line| line.starts_with("wythoff"));
    ours.map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default().to_string()).collect()
}

#[test]
fn faces_know_the_library_alone() {
    assert_eq!(uses("wyt"), ["wythoff", "wythoff-page", "wythoff-sweep"]);
    for face in ["lab", "sweep"] {
        assert_eq!(uses(face), ["wythoff"], "{face}");
    }
    assert_eq!(uses("python"), ["wythoff", "wythoff-sweep"]);
    for face in ["page", "wasm"] {
        assert_eq!(uses(face), ["wythoff", "wythoff-lab"], "{face}");
    }
}

/// The Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// No library prints, ends the program, reads files or names an option of the command line.
#[test]
fn libraries_know_no_face() {
    let libraries = [
        "numbers",
        "rules",
        "solvers",
        "catalog",
        "theory",
        "automata",
        "prove",
        "certificate",
        "discover",
        "plot",
        "wythoff",
        "lab",
    ];
    let words = [
        "println!",
        "eprintln!",
        "print!(",
        "process::exit",
        "std::fs::",
        "File::open",
        "static mut",
        "dbg!(",
    ];
    for library in libraries {
        let mut files = Vec::new();
        sources(&root().join("crates").join(library).join("src"), &mut files);
        assert!(!files.is_empty(), "{library}");
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source");
            // Tests stand last in a file, and may do what they like.
            let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
            for (number, line) in
                code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                let place = format!("{}:{}", file.display(), number + 1);
                let word = words.iter().find(|word| line.contains(**word));
                assert!(word.is_none(), "{place}: {word:?}");
                // An option in a message: two hyphens and a letter, after a quotation mark or a space. A whole command is
                // no message: entries for the OEIS name the program that computes them.
                let mut quoted = line.split('"').skip(1).step_by(2).filter(|text| !text.starts_with("wyt "));
                let named = quoted.any(|text| {
                    text.match_indices("--").any(|(at, _)| {
                        let before = text[..at].chars().next_back().is_none_or(|c| matches!(c, ' ' | '`'));
                        before && text[at + 2..].starts_with(|c: char| c.is_ascii_lowercase())
                    })
                });
                assert!(!named && !line.contains("\"`wyt "), "{place}: names the command line: {line}");
            }
        }
    }
}
