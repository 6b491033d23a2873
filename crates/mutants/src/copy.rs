//! A copy of the workspace with some files changed. Files that are as they should be are left alone, so that a second
//! run builds only what is new.

use crate::Failure;
use crate::rewrite::root;
use std::collections::BTreeMap;
use std::path::Path;

/// Folders and files of the root that the program is built from.
const NEEDED: [&str; 5] = ["Cargo.toml", "Cargo.lock", "README.md", "coq/theory", "crates"];

/// Copies the workspace to `dir`, with `changed` files in place of their originals.
pub fn workspace(dir: &Path, changed: &BTreeMap<String, String>) -> Result<(), Failure> {
    // Files that have left the workspace must not stay in the copy.
    let stale = dir.join("crates");
    if stale.exists() {
        prune(&stale, &root().join("crates"))?;
    }
    NEEDED.iter().try_for_each(|name| copy(&root().join(name), &dir.join(name), name, changed))
}

fn copy(from: &Path, to: &Path, name: &str, changed: &BTreeMap<String, String>) -> Result<(), Failure> {
    if from.is_dir() {
        std::fs::create_dir_all(to).map_err(|e| Failure::File(to.to_path_buf(), e))?;
        for entry in std::fs::read_dir(from).map_err(|e| Failure::File(from.to_path_buf(), e))?.flatten() {
            let file = entry.file_name();
            let name = format!("{name}/{}", file.to_string_lossy());
            copy(&entry.path(), &to.join(file), &name, changed)?;
        }
        return Ok(());
    }
    let text = match changed.get(name) {
        Some(text) => text.clone().into_bytes(),
        None => std::fs::read(from).map_err(|e| Failure::File(from.to_path_buf(), e))?,
    };
    if std::fs::read(to).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent).map_err(|e| Failure::File(parent.to_path_buf(), e))?;
    }
    std::fs::write(to, text).map_err(|e| Failure::File(to.to_path_buf(), e))
}

fn prune(copy: &Path, original: &Path) -> Result<(), Failure> {
    for entry in std::fs::read_dir(copy).map_err(|e| Failure::File(copy.to_path_buf(), e))?.flatten() {
        let (path, origin) = (entry.path(), original.join(entry.file_name()));
        if origin.exists() {
            if path.is_dir() {
                prune(&path, &origin)?;
            }
            continue;
        }
        let removed =
            if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        removed.map_err(|e| Failure::File(path, e))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files outside of the crates that sources take in are among those that are copied.
    #[test]
    fn included_files_are_copied() {
        fn sources(dir: &Path, visit: &mut dyn FnMut(&Path, &str)) {
            for entry in std::fs::read_dir(dir).unwrap().flatten().map(|entry| entry.path()) {
                if entry.is_dir() {
                    sources(&entry, visit);
                } else if entry.extension().is_some_and(|end| end == "rs") {
                    visit(&entry, &std::fs::read_to_string(&entry).unwrap());
                }
            }
        }
        let mut seen = 0;
        for package in std::fs::read_dir(root().join("crates")).unwrap().flatten() {
            let src = package.path().join("src");
            if !src.exists() {
                continue;
            }
            sources(&src, &mut |file, text| {
                let from =
                    |start: &'static str| text.split(start).skip(1).filter_map(|rest| rest.split('"').next());
                for path in from("include_str!(\"").chain(from("include_bytes!(\"")) {
                    let inside = file.parent().unwrap().join(path);
                    let Ok(full) = inside.canonicalize() else { continue };
                    let name = full.strip_prefix(root().canonicalize().unwrap()).unwrap().to_path_buf();
                    assert!(NEEDED.iter().any(|needed| name.starts_with(needed)), "{name:?}");
                    seen += 1;
                }
            });
        }
        assert!(seen > 8, "no file is taken in");
    }

    #[test]
    fn unchanged_files_are_left_alone_and_changed_ones_replaced() {
        let dir = std::env::temp_dir().join(format!("wythoff-mutants-test-{}", std::process::id()));
        let (from, to) = (dir.join("from"), dir.join("to"));
        std::fs::create_dir_all(from.join("a")).unwrap();
        std::fs::write(from.join("a/one"), "1").unwrap();
        std::fs::write(from.join("two"), "2").unwrap();
        let changed = BTreeMap::from([("from/a/one".to_string(), "mutated".to_string())]);
        copy(&from, &to, "from", &changed).unwrap();
        assert_eq!(std::fs::read_to_string(to.join("a/one")).unwrap(), "mutated");
        let written = std::fs::metadata(to.join("two")).unwrap().modified().unwrap();
        std::fs::remove_file(from.join("a/one")).unwrap();
        prune(&to, &from).unwrap();
        copy(&from, &to, "from", &changed).unwrap();
        assert!(!to.join("a/one").exists());
        assert_eq!(std::fs::metadata(to.join("two")).unwrap().modified().unwrap(), written);
        std::fs::remove_dir_all(dir).unwrap();
    }
}
