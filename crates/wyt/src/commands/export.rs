//! `wyt export`: data as a file for other tools, written whole or not at all.

use super::p::RangeArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, called, counted};
use crate::json;
use serde_json::{Value, json};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use wythoff_catalog::{Resolved, View};

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
    /// What kind of file
    #[arg(long, value_enum)]
    format: Format,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// For bfile: which pile's sequence, counted from 1
    #[arg(long, value_name = "I", default_value_t = 1)]
    pile: usize,
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
}

/// What is exported.
enum Data {
    Positions(Vec<Vec<u64>>),
    Values(wythoff_solvers::GrundyTable),
}

/// Writes the file.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve()?;
    let (data, seconds) = context.timed(|| data(args, &game, context));
    let (data, by, method) = data?;
    context.finish();
    let rows = match &data {
        Data::Positions(positions) => positions.len(),
        Data::Values(table) => table.values.len(),
    };
    write_whole(&args.output, |out| match args.format {
        Format::Csv => csv(out, &game, &data),
        Format::Json => json_file(out, &game, &data, [json!(by), json!(method), json!(seconds)]),
        Format::Bfile => bfile(out, &data, args.pile),
        Format::Npy => npy(out, &data),
        Format::Table => table(out, &game, &data, args),
    })?;
    if context.global.json {
        println!("{}", json!({"file": args.output.display().to_string(), "count": rows, "seconds": seconds}));
    } else {
        println!(
            "{}: {}",
            args.output.display(),
            counted(rows, if args.size.is_some() { "value" } else { "position" })
        );
    }
    Ok(())
}

/// What is to be written, how it is known, and by which method.
fn data(args: &Args, game: &Resolved, context: &Context) -> Result<(Data, &'static str, String), Failure> {
    if let Some(size) = &args.size {
        let table = super::grundy::table(game, size, context)?;
        let method = table.method.to_string();
        return Ok((Data::Values(table), "rules", method));
    }
    let found = super::p::find(game, &args.range, context)?;
    let (by, method) = (found.by, found.method.clone());
    Ok((Data::Positions(found.whole()?), by, method))
}

/// Writes to a file beside the target and renames it: a reader never sees half a file. A link is followed, and what is
/// no plain file, such as a device or a pipe, is written to as it is.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<std::fs::File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let mut beside = target.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let cannot = |error: std::io::Error| {
        Failure::input(format!("the file `{}` cannot be written: {error}", path.display()))
            .hint("choose a folder that exists and that you may write to")
    };
    if target.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let file = std::fs::OpenOptions::new().write(true).open(&target).map_err(cannot)?;
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        return out.flush().map_err(cannot);
    }
    let attempt = || -> Result<(), Failure> {
        let mut out = BufWriter::new(std::fs::File::create(&beside).map_err(cannot)?);
        write(&mut out)?;
        out.flush().map_err(cannot)?;
        drop(out);
        std::fs::rename(&beside, &target).map_err(cannot)
    };
    attempt().inspect_err(|_| {
        let _ = std::fs::remove_file(&beside);
    })
}

fn csv(out: &mut impl Write, game: &Resolved, data: &Data) -> Result<(), Failure> {
    match data {
        Data::Positions(positions) => {
            let names: Vec<String> = match game.view() {
                View::Rules(rules) => rules.coordinates().to_vec(),
                _ => (1..=positions.first().map_or(0, Vec::len)).map(|i| format!("x{i}")).collect(),
            };
            writeln!(out, "{}", names.join(","))?;
            for position in positions {
                writeln!(out, "{}", wythoff_rules::show_position(position))?;
            }
        }
        Data::Values(table) => {
            let names: Vec<String> = match game.view() {
                View::Rules(rules) => rules.coordinates().to_vec(),
                _ => (1..=table.sides.len()).map(|i| format!("x{i}")).collect(),
            };
            writeln!(out, "{},value", names.join(","))?;
            let mut at = vec![0u64; table.sides.len()];
            for value in &table.values {
                writeln!(out, "{},{value}", wythoff_rules::show_position(&at))?;
                for (x, side) in at.iter_mut().zip(&table.sides).rev() {
                    *x += 1;
                    if *x < *side {
                        break;
                    }
                    *x = 0;
                }
            }
        }
    }
    Ok(())
}

fn json_file(out: &mut impl Write, game: &Resolved, data: &Data, known: [Value; 3]) -> Result<(), Failure> {
    let mut head = json::header(game);
    let tail = ["by", "method", "seconds"].into_iter().map(String::from).zip(known).collect();
    match data {
        Data::Positions(positions) => {
            head.insert("convention".into(), json!(super::p::convention(game)));
            let data = Some(("positions", json::Positions(positions)));
            json::write(out, &json::Answer { head: &head, data, tail: &tail })?;
        }
        Data::Values(table) => {
            let values = json::Nested { values: &table.values, sides: &table.sides };
            let data = Some(("values", values));
            json::write(out, &json::Answer { head: &head, data, tail: &tail })?;
        }
    }
    Ok(())
}

fn bfile(out: &mut impl Write, data: &Data, pile: usize) -> Result<(), Failure> {
    let Data::Positions(positions) = data else {
        return Err(Failure::input("a b-file holds one sequence").hint("export P-positions with --first N"));
    };
    for (n, position) in positions.iter().enumerate() {
        let value = pile.checked_sub(1).and_then(|i| position.get(i)).ok_or_else(|| {
            Failure::input(format!("--pile {pile}: the game has piles 1 to {}", position.len()))
        })?;
        writeln!(out, "{n} {value}")?;
    }
    Ok(())
}

/// NumPy's format 1.0: a magic word, a header of a multiple of 64 bytes, and 64-bit integers, little-endian.
fn npy(out: &mut impl Write, data: &Data) -> Result<(), Failure> {
    let (shape, values): (Vec<u64>, Box<dyn Iterator<Item = u64> + '_>) = match data {
        Data::Positions(positions) => {
            let width = positions.first().map_or(0, Vec::len) as u64;
            (vec![positions.len() as u64, width], Box::new(positions.iter().flatten().copied()))
        }
        Data::Values(table) => (table.sides.clone(), Box::new(table.values.iter().map(|v| u64::from(*v)))),
    };
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    let header = format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({sides}), }}");
    let length = (NPY_PREFIX + header.len() + 1).next_multiple_of(64) - NPY_PREFIX;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(length as u16).to_le_bytes())?;
    writeln!(out, "{header:width$}", width = length - 1)?;
    for value in values {
        let value = i64::try_from(value).map_err(|_| Failure::limit("a number does not fit 64 bits"))?;
        out.write_all(&value.to_le_bytes())?;
    }
    Ok(())
}

/// Bytes before the header: the magic word, the version and the header's length.
const NPY_PREFIX: usize = 10;

/// The table format of the independent checker.
fn table(out: &mut impl Write, game: &Resolved, data: &Data, args: &Args) -> Result<(), Failure> {
    let Some(rules) = game.rules() else {
        return Err(Failure::input(format!(
            "{} is not in the rule language, and the checker reads rules",
            called(game)
        )));
    };
    let text = match data {
        Data::Positions(positions) => {
            let bound = args.range.below.filter(|_| args.range.from == 0).ok_or_else(|| {
                Failure::input("a P-set is checked on a whole box").hint("export it with --below B")
            })?;
            crate::table::p_set(rules, bound, positions)?
        }
        Data::Values(table) => crate::table::grundy(rules, table)?,
    };
    Ok(out.write_all(text.as_bytes())?)
}
