//! `wyt export`: data as a file for other tools, written whole or not at all.

use super::p::RangeArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, counted};
use crate::output::Output;
use crate::resume::Resume;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use wythoff::{Bfile, Data};

/// Arguments of `wyt export`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    range: RangeArgs,
    /// Grundy values on a box of this size, instead of P-positions
    #[arg(long, value_name = "RxC", conflicts_with_all = ["first", "below"])]
    size: Option<String>,
    /// With --size: save the state of the run in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE", requires = "size")]
    resume: Option<PathBuf>,
    /// What kind of file
    #[arg(long, value_enum)]
    format: Format,
    /// The file to write; - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// For bfile and oeis: which pile's sequence, counted from 1
    #[arg(long, value_name = "I", default_value_t = 1)]
    pile: usize,
    /// For bfile and oeis: the index of the first term
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    offset: i64,
}

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Numbers separated by commas, with a header line
    Csv,
    /// The same JSON as `wyt p --json` or `wyt grundy --json`
    Json,
    /// An OEIS b-file: n and the n-th value of one pile
    Bfile,
    /// A NumPy array of 64-bit integers
    Npy,
    /// A table that `wyt check` can check
    Table,
    /// Apache Parquet, for data frames
    Parquet,
    /// A table for a paper
    Latex,
    /// The draft of an entry of the OEIS
    Oeis,
}

impl Format {
    fn of_library(self) -> wythoff::Format {
        match self {
            Format::Csv => wythoff::Format::Csv,
            Format::Json => wythoff::Format::Json,
            Format::Bfile => wythoff::Format::Bfile,
            Format::Npy => wythoff::Format::Npy,
            Format::Table => wythoff::Format::Table,
            Format::Parquet => wythoff::Format::Parquet,
            Format::Latex => wythoff::Format::Latex,
            Format::Oeis => wythoff::Format::Oeis,
        }
    }
}

/// Writes the file.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let output = Output::at(&args.output, context)?;
    let standard = output.is_standard();
    let game = args.game.resolve(context)?;
    let (bfile, format) = (Bfile { pile: args.pile, offset: args.offset }, args.format.of_library());
    let budget = context.budget();
    let written = |data: Data<'_>, out: &mut dyn Write| {
        game.export(data, format, &bfile, out, budget).map_err(Failure::from)
    };
    let (rows, seconds) = match &args.size {
        Some(size) => {
            let (found, resume) = super::grundy::table(&game, size, args.resume.as_deref(), context)?;
            context.finish();
            super::grundy::whole(&found, context)?;
            output.write(|out| written(Data::Values(&found), out))?;
            resume.into_iter().for_each(Resume::done);
            (found.values.len(), found.seconds)
        }
        None => {
            let found = super::p::find(&game, &args.range, context)?;
            context.finish();
            super::p::whole(&found, context)?;
            let below = args.range.below.filter(|_| args.range.from == 0);
            output.write(|out| written(Data::Positions(&found, below), out))?;
            (found.positions.len(), found.seconds)
        }
    };
    if standard {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    let file = args.output.display();
    if context.global.json {
        writeln!(out, "{}", json!({"file": file.to_string(), "count": rows, "seconds": seconds}))?;
    } else {
        writeln!(out, "{file}: {}", counted(rows, if args.size.is_some() { "value" } else { "position" }))?;
    }
    Ok(())
}
