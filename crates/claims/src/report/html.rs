//! The document as one page of HTML, to be read in a browser or printed.

use super::{PAPERS, Paper, WHAT, count, counts, how_sure, lines, sections, status_words};
use crate::figures::Figure;
use crate::run::Result;
use crate::verdict::Status;
use std::fmt::Write;

/// The results as a page: for each paper a summary, its errata as a table, the sections in order, the figures; then an
/// index of all rows.
pub fn html(results: &[Result], figures: &[Figure]) -> String {
    let all: Vec<&Result> = results.iter().collect();
    let mut out = String::from(PAGE_START);
    let _ = write!(
        out,
        "<header><h1>Five papers on Wythoff’s game, run</h1>\n<p>{WHAT}</p>\n<p class=\"sum\">{} claims: {}.</p>\n",
        all.len(),
        counts(&all)
    );
    legend(&mut out, &all);
    overview(&mut out, &all);
    out += "</header>\n";
    for paper in &PAPERS {
        let rows: Vec<&Result> = all.iter().copied().filter(|r| r.row.paper == paper.sign).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "<section id=\"{0}\">\n<h2>{1} <small>{0}</small></h2>\n<p class=\"by\">{2}</p>\n<p class=\"sum\">{3} claims: {4}.</p>\n",
            paper.sign,
            escape(paper.title),
            escape(paper.authors),
            rows.len(),
            counts(&rows)
        );
        errata(&mut out, &rows);
        for (number, rows) in sections(&rows) {
            let heading =
                number.map_or_else(|| "Statements".to_string(), |number| format!("Section {number}"));
            let _ = writeln!(out, "<h3 class=\"cut\">{heading}</h3>");
            rows.iter().for_each(|result| claim(&mut out, result));
        }
        drawings(&mut out, paper, figures);
        out += "</section>\n";
    }
    index(&mut out, &all);
    out + SCRIPT + "</main>\n</body>\n</html>\n"
}

/// What the statuses mean, each a switch that shows or hides its claims.
fn legend(out: &mut String, all: &[&Result]) {
    *out += "<ul class=\"legend\">\n";
    for status in Status::ALL.into_iter().filter(|status| count(all, *status) > 0) {
        let _ = writeln!(
            out,
            "<li><label><input type=\"checkbox\" checked data-status=\"{status}\"> <b class=\"{status}\">{status}</b></label> {}</li>",
            status.meaning()
        );
    }
    *out += "</ul>\n";
}

/// Papers against statuses.
fn overview(out: &mut String, all: &[&Result]) {
    let shown: Vec<Status> = Status::ALL.into_iter().filter(|s| count(all, *s) > 0).collect();
    *out += "<div class=\"wide\"><table><thead><tr><th>paper</th>";
    shown.iter().for_each(|status| {
        let _ = write!(out, "<th class=\"{status}\">{status}</th>");
    });
    *out += "</tr></thead>\n<tbody>";
    for paper in &PAPERS {
        let rows: Vec<&Result> = all.iter().copied().filter(|r| r.row.paper == paper.sign).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(out, "<tr><td><a href=\"#{}\">{}</a></td>", paper.sign, escape(paper.title));
        shown.iter().for_each(|status| {
            let _ = write!(out, "<td>{}</td>", count(&rows, *status));
        });
        *out += "</tr>\n";
    }
    *out += "</tbody></table></div>\n<p class=\"by\"><a href=\"#index\">Index of all rows</a></p>\n";
}

/// What fails in print, as a table; then what is to be clarified, and what is answered.
fn errata(out: &mut String, rows: &[&Result]) {
    let of = |keep: fn(Status) -> bool| -> Vec<&&Result> {
        rows.iter().filter(|r| keep(r.finding.status)).collect()
    };
    let tables: [(&str, Vec<&&Result>); 3] = [
        ("Errata", of(|s| s.fails_in_print() || s == Status::Error)),
        ("To be clarified", of(|s| s == Status::Clarified)),
        ("Questions answered", of(|s| s == Status::Answered)),
    ];
    for (heading, rows) in tables.iter().filter(|(_, rows)| !rows.is_empty()) {
        let _ = write!(
            out,
            "<h3 class=\"cut\">{}</h3>\n<div class=\"wide\"><table class=\"errata\"><thead><tr><th>place</th><th>printed</th><th>{}</th><th>{}</th><th>how sure</th></tr></thead>\n<tbody>",
            heading,
            match *heading {
                "Questions answered" => "answer",
                "To be clarified" => "readings",
                _ => "corrected",
            },
            if *heading == "To be clarified" { "where a reading fails" } else { "counterexample, command" }
        );
        for result in rows {
            let (row, finding) = (result.row, &result.finding);
            let right = if *heading != "Errata" || row.corrected.is_empty() {
                finding.detail.as_deref().unwrap_or_default()
            } else {
                row.corrected
            };
            let command =
                finding.command.as_ref().map_or(String::new(), |c| format!("<br><code>{}</code>", escape(c)));
            let _ = writeln!(
                out,
                "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td><td>{}{command}</td><td>{}</td></tr>",
                anchor(row.id),
                escape(row.locus),
                escape(row.printed),
                escape(right),
                escape(finding.counterexample.as_deref().unwrap_or_default()),
                how_sure(result)
            );
        }
        *out += "</tbody></table></div>\n";
    }
}

fn claim(out: &mut String, result: &Result) {
    let (row, status) = (result.row, result.finding.status);
    let _ = write!(
        out,
        "<article id=\"{6}\" class=\"{3}\"><h4><a href=\"#{6}\">{0}</a> <small>{1} · {2}</small> <b class=\"{3}\">{4}</b></h4>\n<p>{5}</p>\n",
        row.id,
        escape(row.locus),
        escape(row.kind),
        status,
        status_words(result),
        escape(row.printed),
        anchor(row.id)
    );
    let lines = lines(result);
    if !lines.is_empty() {
        *out += "<dl>";
        for (label, text) in lines {
            let text = escape(&text);
            let text = if label == "run" { format!("<code>{text}</code>") } else { text };
            let _ = write!(out, "<dt>{label}</dt><dd>{text}</dd>");
        }
        *out += "</dl>";
    }
    *out += "</article>\n";
}

fn drawings(out: &mut String, paper: &Paper, figures: &[Figure]) {
    let drawn: Vec<&Figure> = figures.iter().filter(|figure| figure.paper == paper.sign).collect();
    if drawn.is_empty() {
        return;
    }
    *out += "<h3 class=\"cut\">Figures, drawn from the rules</h3>\n<div class=\"figures\">\n";
    for figure in drawn {
        let _ = writeln!(
            out,
            "<figure>{}<figcaption><b>{}.</b> {}</figcaption></figure>",
            figure.svg,
            escape(&figure.name),
            escape(&figure.caption)
        );
    }
    *out += "</div>\n";
}

/// All rows by name, with their status.
fn index(out: &mut String, all: &[&Result]) {
    *out += "<section id=\"index\">\n<h2>Index</h2>\n<ul class=\"index\">\n";
    let mut names: Vec<&&Result> = all.iter().collect();
    names.sort_by_key(|result| result.row.id);
    for result in names {
        let _ = writeln!(
            out,
            "<li><a href=\"#{3}\">{0}</a> <small class=\"{1}\">{2}</small></li>",
            result.row.id,
            result.finding.status,
            status_words(result),
            anchor(result.row.id)
        );
    }
    *out += "</ul>\n</section>\n";
}

const PAGE_START: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>Five papers on Wythoff’s game, run</title>\n<style>
*{box-sizing:border-box}body{font:16px/1.5 Georgia,'Times New Roman',serif;color:#1c1c1c;background:#fdfdfb;margin:0}
main{max-width:58rem;margin:auto;padding:1.5rem 1rem 4rem}h1,h2,h3,h4{font-family:system-ui,sans-serif;line-height:1.25}
h1{font-size:1.9rem;margin:.5rem 0 1rem}h2{margin:3.5rem 0 .2rem;font-size:1.5rem}h2 small,h4 small{color:#666;font-weight:normal}
.by{margin:0;font-style:italic}.sum{color:#444}h3.cut{margin:2.2rem 0 .6rem;font-size:1.05rem;color:#444;border-bottom:1px solid #ccc;padding-bottom:.2rem}
h4{margin:0;font-size:.92rem}h4 a{color:inherit;text-decoration:none}h4 b{float:right;margin-left:.6rem}
article{border-left:4px solid #ccc;padding:.15rem 0 .25rem .8rem;margin:1.1rem 0;overflow-wrap:anywhere}article p{margin:.25rem 0}
article.holds,article.answered{border-color:#2e8b57}article.corrected,article.scan{border-color:#d08a00}article.clarified{border-color:#8e6bb0}article.refuted,article.error{border-color:#c0392b}article.open{border-color:#3f6fc4}
article:target{background:#fff6d6}.holds b,b.holds,th.holds,b.answered,th.answered{color:#1f6b40}b.corrected,th.corrected,b.scan,th.scan{color:#8a5a00}b.clarified,th.clarified{color:#65418c}b.refuted,b.error,th.refuted,th.error{color:#a52a1c}b.open,th.open{color:#2b569f}b.unchecked,th.unchecked{color:#666}
dl{margin:.3rem 0 0;display:grid;grid-template-columns:8.2rem minmax(0,1fr);gap:.1rem .6rem;font:.85rem/1.45 system-ui,sans-serif}dt{color:#666}dd{margin:0}
code{font:.82rem/1.4 ui-monospace,monospace;background:#f0efe9;padding:.1rem .3rem;overflow-wrap:anywhere}
.legend{list-style:none;padding:0;font:.88rem/1.5 system-ui,sans-serif}.legend input{vertical-align:middle}
.wide{overflow-x:auto}table{border-collapse:collapse;font:.85rem/1.4 system-ui,sans-serif}th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}th:first-child,td:first-child{text-align:left}
table.errata{font-size:.78rem}table.errata th,table.errata td{text-align:left;vertical-align:top;overflow-wrap:anywhere}table.errata td:first-child{min-width:6rem}table.errata td:nth-child(2),table.errata td:nth-child(3),table.errata td:nth-child(4){min-width:11rem}table.errata td:nth-child(5){min-width:5.5rem;overflow-wrap:normal}
.index{columns:14rem;list-style:none;padding:0;font:.78rem/1.5 system-ui,sans-serif}.index small{color:#666}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1.2rem}figure{margin:0}figure svg{width:100%;height:auto;display:block;border:1px solid #ddd}figcaption{font:.82rem/1.4 system-ui,sans-serif;color:#444;margin-top:.3rem}
@media(max-width:34rem){dl{grid-template-columns:minmax(0,1fr);gap:0}dt{margin-top:.25rem}h4 b{float:none;display:block;margin:0}th,td{padding:.2rem .3rem}table{font-size:.72rem}}
@media print{body{background:#fff;font-size:10pt}main{max-width:none;padding:0}.legend input{display:none}article,figure,tr{break-inside:avoid}section{break-before:page}h3.cut{break-after:avoid}.wide{overflow:visible}a{color:inherit;text-decoration:none}}
</style>\n</head>\n<body>\n<main>\n";

/// Shows and hides claims by status; without it everything is shown.
const SCRIPT: &str = "<script>for(const box of document.querySelectorAll('[data-status]'))box.addEventListener('change',()=>{for(const claim of document.querySelectorAll('article.'+box.dataset.status))claim.hidden=!box.checked})</script>\n";

/// The place of a row in the page: letters, digits and hyphens.
fn anchor(id: &str) -> String {
    id.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::results;

    #[test]
    fn text_is_taken_literally() {
        assert_eq!(escape("a<b&c>d"), "a&lt;b&amp;c&gt;d");
    }

    #[test]
    fn every_row_has_a_place_of_its_own() {
        let rows = crate::ledger::rows();
        let places: std::collections::BTreeSet<String> = rows.iter().map(|row| anchor(row.id)).collect();
        assert_eq!(places.len(), rows.len());
    }

    /// Tags close in the order in which they were opened, ids are unique and references have a place.
    #[test]
    fn a_page_is_well_formed() {
        let results = results(&["GEO-KING", "GEO-T18s", "GEO-CANON", "GEO-C22", "LEX-ABS2", "VIS-8.3-thm8"]);
        let page = html(&results, &[]);
        let body = page.split_once("<body>").unwrap().1.split_once("<script>").unwrap().0;
        let (mut open, mut rest) = (Vec::new(), body);
        while let Some((_, tag)) = rest.split_once('<') {
            let (tag, after) = tag.split_once('>').unwrap();
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
            match tag.strip_prefix('/') {
                Some(_) => assert_eq!(open.pop(), Some(name), "{tag}"),
                None if ["br", "input", "meta"].contains(&name) || tag.ends_with('/') => {}
                None => open.push(name),
            }
            rest = after;
        }
        assert_eq!(open, ["main"]);
        let marked = |mark: &str| -> Vec<String> {
            page.split(mark).skip(1).map(|t| t.split('"').next().unwrap().to_string()).collect()
        };
        let ids = marked(" id=\"");
        let distinct: std::collections::BTreeSet<&String> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len());
        assert!(marked("href=\"#").iter().all(|place| ids.contains(place)));
    }
}
