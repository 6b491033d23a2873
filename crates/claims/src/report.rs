//! The ledger as a document: the papers, section by section, each claim with its status, bound and counterexample.

use crate::run::Result;
use crate::verdict::Status;
use std::fmt::Write;

const PAPERS: [(&str, &str); 6] = [
    ("LEX", "Klein, Fraenkel: Lexicographic Wythoff"),
    ("RLX", "Kay, Polanco: Relaxed Wythoff has all Beatty solutions"),
    ("WYF", "Fraenkel, Tanny: A class of Wythoff-like games"),
    ("GEO", "Duchêne, Gravier: Geometrical extensions of Wythoff's game"),
    ("VIS", "Duchêne, Fraenkel, Gurvich, Ho, Kimberling, Larsson: Wythoff Wisdom"),
    ("NEW", "Found here, beyond the papers"),
];

const STATUSES: [Status; 6] =
    [Status::Holds, Status::Corrected, Status::Refuted, Status::Open, Status::Unchecked, Status::Error];

fn count(results: &[&Result], status: Status) -> usize {
    results.iter().filter(|r| r.finding.status == status).count()
}

fn status_words(result: &Result) -> String {
    match (result.finding.status, result.finding.proved) {
        (Status::Holds, true) => "holds (proved)".to_string(),
        (status, _) => status.word().to_string(),
    }
}

/// The results as Markdown.
pub fn markdown(results: &[Result]) -> String {
    let mut out = String::from("# The papers, run\n");
    for (paper, title) in PAPERS {
        let rows: Vec<&Result> = results.iter().filter(|r| r.row.paper == paper).collect();
        if rows.is_empty() {
            continue;
        }
        let counts: Vec<String> = STATUSES
            .iter()
            .filter(|s| count(&rows, **s) > 0)
            .map(|s| format!("{} {s}", count(&rows, *s)))
            .collect();
        let _ = write!(out, "\n## {paper}: {title}\n\n{}\n", counts.join(", "));
        for result in rows {
            let row = result.row;
            let _ = write!(
                out,
                "\n### {} ({}, {})\n\n**{}**. {}\n",
                row.id,
                row.locus,
                row.kind,
                status_words(result),
                row.statement
            );
            for (label, text) in lines(result) {
                let _ = writeln!(out, "\n- {label}: {text}");
            }
        }
    }
    out
}

/// What there is to say below a claim.
fn lines(result: &Result) -> Vec<(&'static str, String)> {
    let finding = &result.finding;
    let mut lines = Vec::new();
    if !finding.bound.is_empty() {
        let label = if finding.status == Status::Unchecked { "not run" } else { "checked" };
        lines.push((label, finding.bound.clone()));
    }
    if let Some(counterexample) = &finding.counterexample {
        lines.push(("as printed it fails at", counterexample.clone()));
    }
    if let Some(detail) = &finding.detail {
        lines.push(("found", detail.clone()));
    }
    if !result.row.erratum.is_empty() {
        lines.push(("as printed in the text at hand", result.row.erratum.to_string()));
    }
    let command = finding.command.clone().unwrap_or_else(|| format!("wyt verify {}", result.row.id));
    lines.push(("run", command));
    lines
}

/// The results as a page, with `figures` (title and SVG) at the end.
pub fn html(results: &[Result], figures: &[(String, String)]) -> String {
    let all: Vec<&Result> = results.iter().collect();
    let mut out = String::from(PAGE_START);
    let _ = write!(out, "<h1>The papers, run</h1>\n<p>{} claims: ", all.len());
    let counts: Vec<String> = STATUSES
        .iter()
        .filter(|s| count(&all, **s) > 0)
        .map(|s| format!("<span class=\"{s}\">{} {s}</span>", count(&all, *s)))
        .collect();
    let _ = write!(out, "{}.</p>\n<nav>", counts.join(", "));
    for (paper, title) in PAPERS {
        let _ = write!(out, "<a href=\"#{paper}\">{paper}</a> {title}<br>");
    }
    out += "</nav>\n";
    for (paper, title) in PAPERS {
        let rows: Vec<&Result> = all.iter().copied().filter(|r| r.row.paper == paper).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(out, "<h2 id=\"{paper}\">{paper}: {}</h2>\n", escape(title));
        for result in rows {
            let (row, status) = (result.row, result.finding.status);
            let _ = write!(
                out,
                "<article id=\"{0}\"><h3><a href=\"#{0}\">{0}</a> <small>{1}, {2}</small> <span class=\"{3}\">{4}</span></h3><p>{5}</p><dl>",
                row.id,
                escape(row.locus),
                row.kind,
                status,
                status_words(result),
                escape(row.statement)
            );
            for (label, text) in lines(result) {
                let text = escape(&text);
                let text = if label == "run" { format!("<code>{text}</code>") } else { text };
                let _ = write!(out, "<dt>{label}</dt><dd>{text}</dd>");
            }
            out += "</dl></article>\n";
        }
    }
    if !figures.is_empty() {
        out += "<h2 id=\"figures\">Figures</h2>\n";
        for (title, svg) in figures {
            let _ = write!(out, "<figure>{svg}<figcaption>{}</figcaption></figure>\n", escape(title));
        }
    }
    out + "</main></body></html>\n"
}

const PAGE_START: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>The papers, run</title><style>
body{font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff;margin:0}main{max-width:52rem;margin:auto;padding:1rem}
h1,h2{line-height:1.2}h2{margin-top:3rem;border-bottom:1px solid #ccc}h3{margin:0;font-size:1rem}h3 a{color:inherit;text-decoration:none}
small{color:#666;font-weight:normal}article{border-left:4px solid #ddd;padding:.3rem .8rem;margin:1rem 0}article p{margin:.3rem 0}
dl{margin:.3rem 0;display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;font-size:.9rem}dt{color:#666}dd{margin:0;overflow-wrap:anywhere}
span.holds{color:#176b2c}span.corrected{color:#8a5a00}span.refuted,span.error{color:#a11}span.open{color:#1e4fa3}span.unchecked{color:#666}
figure{display:inline-block;margin:1rem 1rem 0 0;max-width:100%}figure svg{max-width:100%;height:auto}nav{font-size:.9rem}
</style></head><body><main>\n";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
