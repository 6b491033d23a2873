//! The document as Markdown.

use super::{PAPERS, WHAT, count, counts, lines, sections, status_words};
use crate::run::Result;
use crate::verdict::Status;
use std::fmt::Write;

/// The results as Markdown.
pub fn markdown(results: &[Result]) -> String {
    let all: Vec<&Result> = results.iter().collect();
    let mut out = format!(
        "# Five papers on Wythoff's game, run\n\n{WHAT}\n\n{} claims: {}.\n\n",
        all.len(),
        counts(&all)
    );
    for status in Status::ALL.into_iter().filter(|status| count(&all, *status) > 0) {
        let _ = writeln!(out, "- **{status}**: {}", status.meaning());
    }
    for paper in &PAPERS {
        let rows: Vec<&Result> = all.iter().copied().filter(|r| r.row.paper == paper.sign).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "\n## {}: {}\n\n{}. {} claims: {}.\n",
            paper.sign,
            paper.title,
            paper.authors,
            rows.len(),
            counts(&rows)
        );
        for (number, rows) in sections(&rows) {
            if let Some(number) = number {
                let _ = write!(out, "\n### {}, section {number}\n", paper.sign);
            }
            for result in rows {
                let row = result.row;
                let (status, printed) = (status_words(result), escape(row.printed));
                let _ = write!(
                    out,
                    "\n**{}** ({}; {}): **{status}**. {printed}\n\n",
                    row.id, row.locus, row.kind
                );
                for (label, text) in lines(result) {
                    let text = if label == "run" { format!("`{text}`") } else { escape(&text) };
                    let _ = writeln!(out, "- {label}: {text}");
                }
            }
        }
    }
    out
}

/// Text that Markdown would read as emphasis, links or HTML, taken literally.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_is_taken_literally() {
        assert_eq!(super::escape("a_n*b"), "a\\_n\\*b");
    }
}
