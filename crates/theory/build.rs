//! Lists the theories: the modules with a `THEORY`, so that one is added by adding its file.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let sources = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default().join("src");
    println!("cargo::rerun-if-changed={}", sources.display());
    let mut modules = Vec::new();
    for file in fs::read_dir(&sources)? {
        let path = file?.path();
        let root = if path.is_dir() { path.join("mod.rs") } else { path.clone() };
        if root.exists() && fs::read_to_string(root)?.contains("const THEORY: Theory") {
            modules.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    modules.sort();
    let theories: Vec<String> = modules.iter().map(|name| format!("    crate::{name}::THEORY,\n")).collect();
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(Path::new(&out).join("theories.rs"), format!("&[\n{}]", theories.concat()))
}
