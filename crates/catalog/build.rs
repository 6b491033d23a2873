//! Lists the game files, so that a game is added by adding its file.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let games = manifest.join("games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(&games)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| format!("    include_str!({:?}),\n", file)).collect();
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(Path::new(&out).join("games.rs"), format!("&[\n{}]", texts.concat()))
}
