//! `wyt plot`: pictures, as SVG, PNG or TikZ by the file's ending, or in the terminal.

use crate::context::Context;
use crate::count::{TOO_LARGE, number};
use crate::failure::Failure;
use crate::game::{GameArgs, game_of};
use crate::output::Output;
use crate::terminal;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff::{Picture, PictureKind, PictureRequest, array_picture};

/// Arguments of `wyt plot`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What the picture shows
    #[arg(long, value_enum, default_value_t = Kind::P)]
    kind: Kind,
    /// Piles below this [default: what shows something]
    #[arg(long, value_name = "B", value_parser = number::<u64>)]
    below: Option<u64>,
    /// The same; for an array, rows and columns: 8x10
    #[arg(long, value_name = "R", conflicts_with = "below")]
    size: Option<String>,
    /// The second game of a difference
    #[arg(long, value_name = "SPEC")]
    with: Option<String>,
    /// A line of this slope, such as 1.618 or (1+sqrt(5))/2 (repeatable)
    #[arg(long, value_name = "REAL")]
    slope: Vec<String>,
    /// Width of the picture of a PNG, without axes and legend [default: 1000, or a pixel a cell]
    #[arg(long, value_name = "N", value_parser = number::<u32>)]
    pixels: Option<u32>,
    /// For PNG: the board alone, a pixel a cell
    #[arg(long, conflicts_with = "pixels")]
    map: bool,
    /// Piles after the first two, which are held, such as 2 or 2,5: a picture of a slice
    #[arg(long, value_name = "PILES", value_delimiter = ',')]
    slice: Vec<u64>,
    /// Without title and caption
    #[arg(long)]
    bare: bool,
    /// The file to write, .svg, .png or .tikz; without it the picture is shown in the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// P-positions on the quadrant
    P,
    /// Grundy values as a heat map
    Grundy,
    /// Ratios b/a of the P-positions (a,b), one after the other
    Ratio,
    /// With blocking: how many P-positions each position sees
    Blocking,
    /// With blocking: who wins
    Outcomes,
    /// P-positions and the beams of N-positions that they send out
    Fill,
    /// The beams of each direction alone
    Beams,
    /// Where the P-positions of two games differ
    Difference,
    /// Where the Grundy values of two games differ
    GrundyDifference,
    /// Additive periods of the rows of Grundy values, as far as they are seen
    Periods,
    /// An array of the papers; SPEC is its name (`wyt array` lists them)
    Array,
}

/// The ending of a file.
enum Format {
    Svg,
    Png,
    Tikz,
}

/// Draws the picture.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    // Before anything is computed.
    let format = args.output.as_deref().map(format_of).transpose()?;
    if args.map && !matches!(format, Some(Format::Png)) {
        return Err(Failure::input("--map is for PNG files").hint("write -o FILE.png"));
    }
    let output = args.output.as_deref().map(|path| Output::at(path, context)).transpose()?;
    let (picture, seconds) = context.timed(|| picture(args, context));
    let picture = picture?;
    context.finish();
    let (Some(path), Some(format), Some(output)) = (&args.output, format, output) else {
        let text = picture.terminal(&terminal::of_stdout())?;
        let mut out = std::io::stdout().lock();
        match context.global.json {
            true => writeln!(out, "{}", json!({"picture": text, "seconds": seconds}))?,
            false => write!(out, "{text}")?,
        }
        return Ok(());
    };
    let bytes = match format {
        Format::Svg => picture.svg(context.budget())?.into_bytes(),
        Format::Tikz => picture.tikz(context.budget())?.into_bytes(),
        Format::Png if args.map => picture.map(context.budget())?,
        Format::Png => picture.png(args.pixels, context.budget())?,
    };
    output.write(|out| Ok(out.write_all(&bytes)?))?;
    let (file, size) = (path.display().to_string(), bytes.len());
    let mut out = std::io::stdout().lock();
    match context.global.json {
        true => writeln!(out, "{}", json!({"file": file, "bytes": size, "seconds": seconds}))?,
        false => writeln!(out, "{file}: {size} bytes")?,
    }
    Ok(())
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("tikz" | "tex") => Ok(Format::Tikz),
        _ => {
            Err(Failure::input(format!("`{}` ends neither in .svg nor in .png nor in .tikz", path.display()))
                .hint("the ending of the file says which kind of picture it is"))
        }
    }
}

fn picture(args: &Args, context: &Context) -> Result<Picture, Failure> {
    let kind = match args.kind {
        Kind::P => PictureKind::P,
        Kind::Grundy => PictureKind::Grundy,
        Kind::Ratio => PictureKind::Ratio,
        Kind::Blocking => PictureKind::Blocking,
        Kind::Outcomes => PictureKind::Outcomes,
        Kind::Fill => PictureKind::Fill,
        Kind::Beams => PictureKind::Beams,
        Kind::Difference => PictureKind::Difference,
        Kind::GrundyDifference => PictureKind::GrundyDifference,
        Kind::Periods => PictureKind::Periods,
        Kind::Array => {
            let [rows, columns] = match &args.size {
                Some(size) => numbers(size)?,
                None => [8, 10],
            };
            return Ok(array_picture(&args.game.spec, rows, columns)?);
        }
    };
    let below = match &args.size {
        Some(size) => Some(number(size).map_err(|why: String| {
            let why = if why == TOO_LARGE { why } else { "this is not a number".to_string() };
            Failure::input(format!("--size {size}: {why}")).hint("pictures of games are square: write 20")
        })?),
        None => args.below,
    };
    let request = PictureRequest {
        kind,
        below,
        slopes: args.slope.clone(),
        bare: args.bare,
        slice: args.slice.clone(),
    };
    let other = args.with.as_deref().map(|spec| game_of(spec, context)).transpose()?;
    if other.is_some() && !matches!(args.kind, Kind::Difference | Kind::GrundyDifference) {
        return Err(
            Failure::input("--with names the second game of a difference").hint("add --kind difference")
        );
    }
    Ok(args.game.resolve(context)?.picture(&request, other.as_ref(), context.budget())?)
}

/// `8x10`, or `8` for both.
fn numbers(size: &str) -> Result<[usize; 2], Failure> {
    let read = |text: &str| {
        number(text).map_err(|_: String| {
            Failure::input(format!("--size {size}: this is not a size")).hint("write rows and columns: 8x10")
        })
    };
    match size.split_once('x') {
        Some((rows, columns)) => Ok([read(rows)?, read(columns)?]),
        None => Ok([read(size)?; 2]),
    }
}
