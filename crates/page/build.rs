//! Writes the table of the page's files, so that a file added to `assets` is served without a line of Rust.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=assets");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("assets");
    let mut found = Vec::new();
    files(&root, &mut found)?;
    found.sort();
    let mut table = String::from("&[\n");
    for path in found {
        println!("cargo:rerun-if-changed={}", path.display());
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let _ = writeln!(table, "    (\"{name}\", include_bytes!({:?})),", path.display().to_string());
    }
    table.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("assets.rs"), table)
}
