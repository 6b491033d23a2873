//! A drawing as SVG text. Words stay words; what a user typed is escaped.

use crate::cells::Cells;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Watch, go_on};
use crate::map;
use crate::scene::{Anchor, Mark, Point, Scene, Shape, Text};
use std::fmt::Write;

/// Maps with more runs of equal cells than this are embedded as pixels: a reader's program would draw them slowly.
const MOST_RUNS: usize = 40_000;

/// Letters that a name in a picture may have.
const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// The drawing as one SVG document.
pub(crate) fn write(scene: &Scene<'_>) -> Result<String, PlotError> {
    let mut out = String::new();
    let (width, height) = (number(scene.width), number(scene.height));
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"{FONT}\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&scene.title));
    let _ = writeln!(out, "<desc>{}</desc>", escape(&scene.description));
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    for shape in &scene.shapes {
        go_on(scene.watch)?;
        shape_into(&mut out, shape, scene.watch)?;
    }
    out.push_str("</svg>\n");
    Ok(out)
}

fn shape_into(out: &mut String, shape: &Shape<'_>, watch: Watch<'_>) -> Result<(), PlotError> {
    match shape {
        Shape::Rect { at, size, fill } => {
            let _ = writeln!(
                out,
                "<rect {} fill=\"{}\" shape-rendering=\"crispEdges\"/>",
                placed(*at, *size),
                fill.hex()
            );
        }
        Shape::Frame { at, size, width, colour } => {
            let _ = writeln!(
                out,
                "<rect {} fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
                placed(*at, *size),
                colour.hex(),
                number(*width)
            );
        }
        Shape::Line { from, to, width, colour, dashed } => {
            let dash = if *dashed { " stroke-dasharray=\"5 3\"" } else { "" };
            let _ = writeln!(
                out,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{dash}/>",
                number(from.0),
                number(from.1),
                number(to.0),
                number(to.1),
                colour.hex(),
                number(*width)
            );
        }
        Shape::Text(text) => text_into(out, text),
        Shape::Marks { mark, centres, side, colour } => marks_into(out, *mark, centres, *side, *colour),
        Shape::Image { at, size, cells, palette, down } => {
            image_into(out, (*at, *size), *cells, palette, *down, watch)?;
        }
    }
    Ok(())
}

fn text_into(out: &mut String, text: &Text) {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let bold = if text.bold { " font-weight=\"bold\"" } else { "" };
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}{bold}>{}</text>",
        number(text.at.0),
        number(text.at.1),
        number(text.size),
        text.colour.hex(),
        escape(&text.text)
    );
}

fn marks_into(out: &mut String, mark: Mark, centres: &[Point], side: i64, colour: Rgb) {
    if centres.is_empty() {
        return;
    }
    let (side_text, half) = (number(side), side / 2);
    let mut path = String::new();
    for (x, y) in centres {
        let _ = match mark {
            Mark::Square => {
                write!(
                    path,
                    "M{} {}h{side_text}v{side_text}h-{side_text}z",
                    number(x - half),
                    number(y - half)
                )
            }
            Mark::Disc | Mark::Ring => {
                let r = number(half);
                write!(
                    path,
                    "M{} {}a{r} {r} 0 1 0 {side_text} 0a{r} {r} 0 1 0 -{side_text} 0z",
                    number(x - half),
                    number(*y)
                )
            }
        };
    }
    let hex = colour.hex();
    let _ = match mark {
        Mark::Ring => writeln!(out, "<path fill=\"none\" stroke=\"{hex}\" stroke-width=\"1\" d=\"{path}\"/>"),
        _ => writeln!(out, "<path fill=\"{hex}\" d=\"{path}\"/>"),
    };
}

/// A map: runs of equal cells as paths, one for each colour, in a coordinate system of cells; a very ragged one as an
/// embedded picture.
fn image_into(
    out: &mut String,
    (at, size): (Point, Point),
    cells: &dyn Cells,
    palette: &[Rgb],
    down: bool,
    watch: Watch<'_>,
) -> Result<(), PlotError> {
    let (columns, rows) = (cells.columns(), cells.rows());
    let background = palette.first().copied().unwrap_or(Rgb::WHITE);
    if background != Rgb::WHITE {
        let _ = writeln!(out, "<rect {} fill=\"{}\"/>", placed(at, size), background.hex());
    }
    match runs(cells, palette.len(), down, watch)? {
        Some(paths) => {
            let _ = writeln!(
                out,
                "<svg {} viewBox=\"0 0 {columns} {rows}\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">",
                placed(at, size)
            );
            for (path, colour) in paths.iter().zip(palette).filter(|(path, _)| !path.is_empty()) {
                let _ = writeln!(out, "<path fill=\"{}\" d=\"{path}\"/>", colour.hex());
            }
            out.push_str("</svg>\n");
        }
        None => {
            let bytes = map::png(cells, palette, down, watch)?;
            let _ = writeln!(
                out,
                "<image {} preserveAspectRatio=\"none\" image-rendering=\"pixelated\" href=\"data:image/png;base64,{}\"/>",
                placed(at, size),
                base64(&bytes)
            );
        }
    }
    Ok(())
}

/// For each colour but the first the path of its cells; nothing where there would be too many.
fn runs(
    cells: &dyn Cells,
    colours: usize,
    down: bool,
    watch: Watch<'_>,
) -> Result<Option<Vec<String>>, PlotError> {
    let mut paths = vec![String::new(); colours];
    let mut count = 0;
    let mut line = map::line(cells)?;
    for drawn in 0..cells.rows() {
        go_on(watch)?;
        cells.paint(if down { drawn } else { cells.rows() - 1 - drawn }, &mut line);
        let mut start = 0;
        for run in line.chunk_by(|a, b| a == b) {
            let class = usize::from(run[0]);
            if class > 0 && class < colours {
                count += 1;
                if count > MOST_RUNS {
                    return Ok(None);
                }
                let _ = write!(paths[class], "M{start} {drawn}h{0}v1h-{0}z", run.len());
            }
            start += run.len();
        }
    }
    Ok(Some(paths))
}

fn placed(at: Point, size: Point) -> String {
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        number(at.0),
        number(at.1),
        number(size.0),
        number(size.1)
    )
}

/// Thousandths as people write them, to two places: `12.5`.
pub(crate) fn number(thousandths: i64) -> String {
    let hundredths = (thousandths + 5).div_euclid(10);
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// Text that XML takes as it is meant; characters that XML 1.0 does not have become a replacement mark.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c < ' ' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0u32, |n, byte| n << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let known = digit <= three.len();
            out.push(if known {
                char::from(DIGITS[(number >> (18 - 6 * digit)) as usize & 63])
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        let shown: Vec<String> = [0, 1000, -1500, 12_054, -70, 300].into_iter().map(number).collect();
        assert_eq!(shown, ["0", "1", "-1.5", "12.05", "-0.07", "0.3"]);
    }

    #[test]
    fn what_was_typed_cannot_end_the_text() {
        assert_eq!(escape("</text><script>\"'&\u{0}"), "&lt;/text&gt;&lt;script&gt;&quot;&#39;&amp;\u{fffd}");
    }

    #[test]
    fn base64_of_the_standard() {
        // The examples of RFC 4648.
        let shown: Vec<String> =
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"].iter().map(|t| base64(t.as_bytes())).collect();
        assert_eq!(shown, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }
}
