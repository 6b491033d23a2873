//! The ledger as a document: the papers, section by section, each claim with its status, bound and counterexample.

use crate::figures::Figure;
use crate::run::Result;
use crate::verdict::Status;
use std::fmt::Write;

const PAPERS: [(&str, &str, &str); 6] = [
    ("LEX", "Lexicographic Wythoff", "D. Klein, A. S. Fraenkel"),
    ("RLX", "Relaxed Wythoff has all Beatty solutions", "J. Kay, G. Polanco"),
    ("WYF", "A class of Wythoff-like games", "A. S. Fraenkel, Y. Tanny"),
    ("GEO", "Geometrical extensions of Wythoff's game", "E. Duchêne, S. Gravier"),
    ("VIS", "Wythoff Wisdom", "E. Duchêne, A. S. Fraenkel, V. Gurvich, N. B. Ho, C. Kimberling, U. Larsson"),
    ("NEW", "Beyond the papers", "results found with this program"),
];

/// Each status with what it means.
const STATUSES: [(Status, &str); 6] = [
    (Status::Holds, "true as far as it was run; “proved” where an automaton settles all positions"),
    (
        Status::Corrected,
        "false as printed in the text at hand; the corrected statement holds as far as it was run",
    ),
    (Status::Refuted, "false as printed, with nothing to put in its place"),
    (Status::Open, "a conjecture or problem: what was searched, and what was found"),
    (Status::Unchecked, "nothing that a program can run, with the reason"),
    (Status::Error, "the check itself failed"),
];

const WHAT: &str = "Every definition, table, construction, theorem, conjecture and remark of five papers on \
Wythoff's game and its relatives, in our words, executed. A check computes both sides by different routes: the \
rules of the game on one side, what is claimed on the other. Where a statement fails as printed, the smallest \
counterexample found is shown with a command that reproduces it. References to print are to the copies at hand; \
some errors may be those of the copies.";

fn count(results: &[&Result], status: Status) -> usize {
    results.iter().filter(|r| r.finding.status == status).count()
}

fn status_words(result: &Result) -> String {
    match (result.finding.status, result.finding.proved) {
        (Status::Holds, true) => "holds (proved)".to_string(),
        (status, _) => status.word().to_string(),
    }
}

/// "470 holds (12 proved), 102 corrected, ...".
fn counts(results: &[&Result]) -> String {
    let proved = results.iter().filter(|r| r.finding.proved).count();
    let of = |(status, _): &(Status, &str)| match count(results, *status) {
        0 => None,
        n if *status == Status::Holds && proved > 0 => Some(format!("{n} {status} ({proved} proved)")),
        n => Some(format!("{n} {status}")),
    };
    STATUSES.iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// The section of a row, where its place in the paper names one: `S4.3 Conj 5` is in section 4.3.
fn section(result: &Result) -> Option<String> {
    let place = result.row.locus;
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let number = text[..end].trim_end_matches('.');
        (!number.is_empty()).then(|| number.to_string())
    };
    let marks = ["Section ", "sec.", "S"];
    marks.iter().find_map(|mark| place.strip_prefix(mark).and_then(number)).or_else(|| number(place))
}

/// The rows in the order of the paper, cut where a new section begins.
fn sections<'a>(results: &[&'a Result]) -> Vec<(Option<String>, Vec<&'a Result>)> {
    let mut out: Vec<(Option<String>, Vec<&'a Result>)> = Vec::new();
    for result in results {
        // A row that names no section stays with the one before; so does one that points back.
        let number = section(result).filter(|new| {
            let last = out.iter().rev().find_map(|(number, _)| number.as_deref());
            last.is_none_or(|last| order(new) > order(last))
        });
        match (number, out.last_mut()) {
            (None, Some((_, rows))) => rows.push(result),
            (number, _) => out.push((number, vec![result])),
        }
    }
    out
}

fn order(number: &str) -> Vec<u32> {
    number.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// What there is to say below a claim.
fn lines(result: &Result) -> Vec<(&'static str, String)> {
    let finding = &result.finding;
    let mut lines = Vec::new();
    if let Some(counterexample) = &finding.counterexample {
        lines.push(("fails at", counterexample.clone()));
    }
    if !result.row.erratum.is_empty() {
        lines.push(("in print", result.row.erratum.to_string()));
    }
    if !finding.bound.is_empty() {
        let label = match finding.status {
            Status::Unchecked => "not run",
            Status::Open => "searched",
            _ => "checked",
        };
        lines.push((label, finding.bound.clone()));
    }
    if let Some(detail) = &finding.detail {
        lines.push(("found", detail.clone()));
    }
    if finding.status != Status::Unchecked {
        let again = format!("wyt verify {}", result.row.id);
        lines.push(("run", finding.command.clone().unwrap_or(again)));
    }
    lines
}

/// The results as Markdown.
pub fn markdown(results: &[Result]) -> String {
    let all: Vec<&Result> = results.iter().collect();
    let mut out = format!(
        "# Five papers on Wythoff's game, run\n\n{WHAT}\n\n{} claims: {}.\n\n",
        all.len(),
        counts(&all)
    );
    for (status, meaning) in STATUSES.iter().filter(|(status, _)| count(&all, *status) > 0) {
        let _ = writeln!(out, "- **{status}**: {meaning}");
    }
    for (paper, title, authors) in PAPERS {
        let rows: Vec<&Result> = all.iter().copied().filter(|r| r.row.paper == paper).collect();
        if rows.is_empty() {
            continue;
        }
        let _ =
            write!(out, "\n## {paper}: {title}\n\n{authors}. {} claims: {}.\n", rows.len(), counts(&rows));
        for (number, rows) in sections(&rows) {
            if let Some(number) = number {
                let _ = write!(out, "\n### {paper}, section {number}\n");
            }
            for result in rows {
                let row = result.row;
                let (status, statement) = (status_words(result), escape_markdown(row.statement));
                let _ = write!(
                    out,
                    "\n**{}** ({}; {}): **{status}**. {statement}\n\n",
                    row.id, row.locus, row.kind
                );
                for (label, text) in lines(result) {
                    let text = if label == "run" { format!("`{text}`") } else { escape_markdown(&text) };
                    let _ = writeln!(out, "- {label}: {text}");
                }
            }
        }
    }
    out
}

/// Text that Markdown would read as emphasis, links or HTML, taken literally.
fn escape_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The results as a page, with the figures of each paper at the end of it.
pub fn html(results: &[Result], figures: &[Figure]) -> String {
    let all: Vec<&Result> = results.iter().collect();
    let mut out = String::from(PAGE_START);
    let _ = write!(
        out,
        "<header><h1>Five papers on Wythoff’s game, run</h1>\n<p>{WHAT}</p>\n<p class=\"sum\">{} claims: {}.</p>",
        all.len(),
        counts(&all)
    );
    legend(&mut out, &all);
    overview(&mut out, &all);
    out += "</header>\n";
    for (paper, title, authors) in PAPERS {
        let rows: Vec<&Result> = all.iter().copied().filter(|r| r.row.paper == paper).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "<section id=\"{paper}\"><h2>{} <small>{paper}</small></h2>\n<p class=\"by\">{}</p>\n<p class=\"sum\">{} claims: {}.</p>\n",
            escape(title),
            escape(authors),
            rows.len(),
            counts(&rows)
        );
        wrong_in_print(&mut out, &rows);
        for (number, rows) in sections(&rows) {
            if let Some(number) = number {
                let _ = writeln!(out, "<h3 class=\"cut\">Section {number}</h3>");
            }
            rows.iter().for_each(|result| claim(&mut out, result));
        }
        let drawn: Vec<&Figure> = figures.iter().filter(|figure| figure.paper == paper).collect();
        if !drawn.is_empty() {
            let _ =
                write!(out, "<h3 class=\"cut\">Figures, drawn from the rules</h3>\n<div class=\"figures\">");
            for figure in drawn {
                let _ = writeln!(
                    out,
                    "<figure>{}<figcaption><b>{}.</b> {}</figcaption></figure>",
                    figure.svg,
                    escape(&figure.name),
                    escape(&figure.caption)
                );
            }
            out += "</div>\n";
        }
        out += "</section>\n";
    }
    out + SCRIPT + "</main></body></html>\n"
}

/// What the statuses mean, each a switch that shows or hides its claims.
fn legend(out: &mut String, all: &[&Result]) {
    *out += "<ul class=\"legend\">";
    for (status, meaning) in STATUSES.iter().filter(|(status, _)| count(all, *status) > 0) {
        let _ = write!(
            out,
            "<li><label><input type=\"checkbox\" checked data-status=\"{status}\"> <b class=\"{status}\">{status}</b></label> {meaning}</li>"
        );
    }
    *out += "</ul>\n";
}

/// Papers against statuses.
fn overview(out: &mut String, all: &[&Result]) {
    let shown: Vec<Status> = STATUSES.iter().map(|(s, _)| *s).filter(|s| count(all, *s) > 0).collect();
    *out += "<div class=\"wide\"><table><thead><tr><th>paper</th>";
    shown.iter().for_each(|status| {
        let _ = write!(out, "<th class=\"{status}\">{status}</th>");
    });
    *out += "</tr></thead><tbody>";
    for (paper, title, _) in PAPERS {
        let rows: Vec<&Result> = all.iter().copied().filter(|r| r.row.paper == paper).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(out, "<tr><td><a href=\"#{paper}\">{}</a></td>", escape(title));
        shown.iter().for_each(|status| {
            let _ = write!(out, "<td>{}</td>", count(&rows, *status));
        });
        *out += "</tr>";
    }
    *out += "</tbody></table></div>\n";
}

/// The statements of a paper that fail as printed, in one list.
fn wrong_in_print(out: &mut String, rows: &[&Result]) {
    let wrong: Vec<&&Result> = rows
        .iter()
        .filter(|r| matches!(r.finding.status, Status::Corrected | Status::Refuted | Status::Error))
        .collect();
    if wrong.is_empty() {
        return;
    }
    let _ =
        write!(out, "<details><summary>The {} statements that fail as printed</summary><ul>", wrong.len());
    for result in wrong {
        let (row, fails) = (result.row, result.finding.counterexample.as_deref().unwrap_or(""));
        let _ = write!(
            out,
            "<li><a href=\"#{}\">{}</a>: {} <small>fails at {}</small></li>",
            row.id,
            escape(row.locus),
            escape(row.statement),
            escape(fails)
        );
    }
    *out += "</ul></details>\n";
}

fn claim(out: &mut String, result: &Result) {
    let (row, status) = (result.row, result.finding.status);
    let _ = write!(
        out,
        "<article id=\"{0}\" class=\"{3}\"><h4><a href=\"#{0}\">{0}</a> <small>{1} · {2}</small> <b class=\"{3}\">{4}</b></h4><p>{5}</p><dl>",
        row.id,
        escape(row.locus),
        escape(row.kind),
        status,
        status_words(result),
        escape(row.statement)
    );
    for (label, text) in lines(result) {
        let text = escape(&text);
        let text = if label == "run" { format!("<code>{text}</code>") } else { text };
        let _ = write!(out, "<dt>{label}</dt><dd>{text}</dd>");
    }
    *out += "</dl></article>\n";
}

const PAGE_START: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Five papers on Wythoff’s game, run</title><style>
*{box-sizing:border-box}body{font:16px/1.5 Georgia,'Times New Roman',serif;color:#1c1c1c;background:#fdfdfb;margin:0}
main{max-width:50rem;margin:auto;padding:1.5rem 1rem 4rem}h1,h2,h3,h4{font-family:system-ui,sans-serif;line-height:1.25}
h1{font-size:1.9rem;margin:.5rem 0 1rem}h2{margin:3.5rem 0 .2rem;font-size:1.5rem}h2 small,h4 small{color:#666;font-weight:normal}
.by{margin:0;font-style:italic}.sum{color:#444}h3.cut{margin:2.2rem 0 .6rem;font-size:1.05rem;color:#444;border-bottom:1px solid #ccc;padding-bottom:.2rem}
h4{margin:0;font-size:.92rem}h4 a{color:inherit;text-decoration:none}h4 b{float:right;margin-left:.6rem}
article{border-left:4px solid #ccc;padding:.15rem 0 .25rem .8rem;margin:1.1rem 0;overflow-wrap:anywhere}article p{margin:.25rem 0}
article.holds{border-color:#2e8b57}article.corrected{border-color:#d08a00}article.refuted,article.error{border-color:#c0392b}article.open{border-color:#3f6fc4}
article:target{background:#fff6d6}b.holds,th.holds{color:#1f6b40}b.corrected,th.corrected{color:#8a5a00}b.refuted,b.error,th.refuted,th.error{color:#a52a1c}b.open,th.open{color:#2b569f}b.unchecked,th.unchecked{color:#666}
dl{margin:.3rem 0 0;display:grid;grid-template-columns:5.2rem minmax(0,1fr);gap:.1rem .6rem;font:.85rem/1.45 system-ui,sans-serif}dt{color:#666}dd{margin:0}
code{font:.82rem/1.4 ui-monospace,monospace;background:#f0efe9;padding:.1rem .3rem;overflow-wrap:anywhere}
.legend{list-style:none;padding:0;font:.88rem/1.5 system-ui,sans-serif}.legend input{vertical-align:middle}
.wide{overflow-x:auto}table{border-collapse:collapse;font:.85rem/1.4 system-ui,sans-serif}th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}th:first-child,td:first-child{text-align:left}
details{margin:.8rem 0;font-size:.9rem}summary{cursor:pointer;font-family:system-ui,sans-serif}details li{margin:.35rem 0;overflow-wrap:anywhere}details small{color:#666}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1.2rem}figure{margin:0}figure svg{width:100%;height:auto;display:block;border:1px solid #ddd}figcaption{font:.82rem/1.4 system-ui,sans-serif;color:#444;margin-top:.3rem}
@media(max-width:34rem){dl{grid-template-columns:minmax(0,1fr);gap:0}dt{margin-top:.25rem}h4 b{float:none;display:block;margin:0}th,td{padding:.2rem .3rem}table{font-size:.72rem}}
@media print{.legend input{display:none}article{break-inside:avoid}}
</style></head><body><main>\n";

/// Shows and hides claims by status; without it everything is shown.
const SCRIPT: &str = "<script>for(const box of document.querySelectorAll('[data-status]'))box.addEventListener('change',()=>{for(const claim of document.querySelectorAll('article.'+box.dataset.status))claim.hidden=!box.checked})</script>\n";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Scale, claim as claim_of, run};

    fn results(ids: &[&str]) -> Vec<Result> {
        let wanted: Vec<_> = ids.iter().filter_map(|id| claim_of(id)).collect();
        run(&wanted, Scale::Small, &|_| {}, &|| false)
    }

    #[test]
    fn a_page_shows_status_counterexample_and_command() {
        let results = results(&["GEO-KING", "GEO-OP3c", "LEX-ABS2"]);
        let page = html(&results, &[]);
        for part in ["holds (proved)", "id=\"GEO-OP3c\"", "fails at", "<code>wyt ", "not run"] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("<figure>"));
        let text = markdown(&results);
        assert!(text.contains("## GEO: ") && text.contains("**refuted**") && text.contains("- run: `wyt "));
    }

    #[test]
    fn text_is_taken_literally() {
        assert_eq!(escape("a<b&c>d"), "a&lt;b&amp;c&gt;d");
        assert_eq!(escape_markdown("a_n*b"), "a\\_n\\*b");
    }

    #[test]
    fn sections_follow_the_paper() {
        let results = results(&["VIS-T1", "VIS-T3", "VIS-6.2-R-P"]);
        let all: Vec<&Result> = results.iter().collect();
        let numbers: Vec<Option<String>> = sections(&all).into_iter().map(|(number, _)| number).collect();
        assert_eq!(numbers, [Some("1".into()), Some("3.1".into()), Some("6.2".into())]);
    }
}
