//! `wyt oeis`: sequences looked up in the user's copy of the OEIS.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, counted, read_text};
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff::oeis::{Search, Sequence};

/// Arguments of `wyt oeis`.
#[derive(clap::Args)]
#[command(after_help = "\
The copies are https://oeis.org/stripped.gz and https://oeis.org/names.gz; nothing is sent anywhere.
A game's piles, their differences, its Grundy values by antidiagonals and its first Grundy rows are looked
up, each as it is, plus and minus 1, its differences, sums and complement, and without its first terms.")]
pub struct Args {
    /// A file of terms (a b-file, or numbers), or a game
    #[command(flatten)]
    game: GameArgs,
    /// The file `stripped` or `stripped.gz` of the OEIS
    #[arg(long, value_name = "FILE")]
    stripped: PathBuf,
    /// The file `names` or `names.gz` of the OEIS
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
}

/// Looks the sequences up.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let open = |path: &Path| {
        let cannot = |error| {
            Failure::input(format!("the file `{}` cannot be read: {error}", path.display()))
                .hint("it is the file `stripped` or `names` of the OEIS, packed or not")
        };
        File::open(path).map_err(cannot)
    };
    let (stripped, names) = (open(&args.stripped)?, args.names.as_deref().map(open).transpose()?);
    let path = Path::new(&args.game.spec);
    let budget = context.budget();
    let sequences = if path.is_file() {
        vec![Sequence::read(&read_text(path)?)?]
    } else {
        args.game.resolve(context)?.sequences(budget)?
    };
    let (found, seconds) = context.timed(|| {
        let mut search = Search::new(&sequences);
        search.read(stripped, budget)?;
        if let Some(names) = names {
            search.names(names, budget)?;
        }
        Ok::<_, wythoff::Error>(search.finish())
    });
    let found = found?;
    context.finish();
    let mut out = std::io::stdout().lock();
    if context.global.json {
        writeln!(out, "{}", json!({"matches": found, "seconds": seconds}))?;
        return Ok(());
    }
    if found.is_empty() {
        writeln!(out, "not found: {}", counted(sequences.len(), "sequence"))?;
    }
    for hit in &found {
        let without = match hit.without {
            0 => String::new(),
            n => format!(", without its first {}", counted(n, "term")),
        };
        let name = hit.name.as_deref().map_or(String::new(), |name| format!(" {name}"));
        writeln!(out, "{}{name}", hit.id)?;
        let (sequence, change, terms) = (&hit.sequence, &hit.change, counted(hit.terms, "term"));
        writeln!(out, "  {sequence}, {change}{without}: {terms} from place {}", hit.place + 1)?;
    }
    Ok(())
}
