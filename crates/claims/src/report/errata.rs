//! What the authors of one paper should read: errata, statements to clarify, questions answered; for an e-mail.

use super::text::escape as markdown_text;
use super::{PAPERS, Paper, how_sure};
use crate::run::Result;
use crate::verdict::Status;
use std::fmt::Write;

/// A group of rows under a heading.
struct Group<'a> {
    heading: &'static str,
    opening: &'static str,
    rows: Vec<&'a Result>,
}

/// The groups of a paper that are not empty.
fn groups<'a>(results: &'a [Result], paper: &Paper) -> Vec<Group<'a>> {
    let of = |keep: &dyn Fn(&Result) -> bool| -> Vec<&'a Result> {
        results.iter().filter(|r| r.row.paper == paper.sign && keep(r)).collect()
    };
    let status = |wanted: &'static [Status]| move |r: &Result| wanted.contains(&r.finding.status);
    let all = vec![
        Group {
            heading: "Statements that fail as printed",
            opening: "Each with the smallest counterexample that a search found, and a command that shows it.",
            rows: of(&status(&[Status::Corrected, Status::Refuted])),
        },
        Group {
            heading: "Statements to clarify",
            opening: "Ambiguous, incomplete, or with a hypothesis that is stated elsewhere: how each reading stands.",
            rows: of(&status(&[Status::Clarified])),
        },
        Group {
            heading: "Suspected faults of the copy",
            opening: "These fail in the copy at hand; the fault is probably not in the paper.",
            rows: of(&status(&[Status::Scan])),
        },
        Group {
            heading: "References, slips and remarks, by reading",
            opening: "What no program can run, and what stands beside statements that hold.",
            rows: of(&|r| {
                (r.finding.status == Status::Unchecked && !r.row.corrected.is_empty())
                    || (r.finding.status == Status::Holds && !r.row.note.is_empty() && r.row.paper != "NEW")
            }),
        },
        Group {
            heading: "Questions answered",
            opening: "Asked or conjectured in the paper.",
            rows: of(&status(&[Status::Answered])),
        },
    ];
    all.into_iter().filter(|group| !group.rows.is_empty()).collect()
}

/// What is said of a row: printed, read, fails, corrected, and so on.
fn items(result: &Result) -> Vec<(&'static str, String)> {
    let (row, finding) = (result.row, &result.finding);
    let mut items = vec![("Printed", row.printed.to_string())];
    let mut put = |label: &'static str, text: &str| {
        if !text.is_empty() {
            items.push((label, text.to_string()));
        }
    };
    put("Read as", row.reading);
    let fails = if finding.status == Status::Clarified { "A reading fails at" } else { "Fails at" };
    put(fails, finding.counterexample.as_deref().unwrap_or_default());
    put(if finding.status == Status::Clarified { "More exactly" } else { "Corrected" }, row.corrected);
    if matches!(finding.status, Status::Answered | Status::Clarified) {
        put(
            if finding.status == Status::Answered { "Answer" } else { "Readings" },
            finding.detail.as_deref().unwrap_or_default(),
        );
    }
    if finding.status != Status::Unchecked {
        put("Checked", &finding.bound);
    }
    put("Note", row.note);
    let texts: Vec<String> = items.iter().map(|(_, text)| text.clone()).collect();
    items.extend(named(row.id, &texts));
    items
}

/// The other rows that texts name, with what they state: who reads this has no ledger.
fn named(own: &str, texts: &[String]) -> Vec<(&'static str, String)> {
    let part_of_name = |c: char| c.is_ascii_alphanumeric() || "-.=".contains(c);
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for word in texts.iter().flat_map(|text| text.split(move |c: char| !part_of_name(c))) {
        let name = word.trim_end_matches('.');
        if name == own || found.iter().any(|(id, _)| *id == name) {
            continue;
        }
        if let Some(row) = crate::ledger::rows().iter().find(|row| row.id == name) {
            let stated = if row.corrected.is_empty() { row.printed } else { row.corrected };
            found.push((row.id, stated.to_string()));
        }
    }
    found
}

fn opening(results: &[Result], paper: &Paper) -> String {
    let rows = results.iter().filter(|r| r.row.paper == paper.sign).count();
    format!(
        "We restated the definitions, statements, tables and remarks of \"{}\" ({}) in {rows} rows and ran each against \
         the rules of the games. What follows is what did not come out as printed in the copy at hand, or answers a \
         question of the paper. Searches are finite: a counterexample is exact, and \"checked\" says how far the rest was run.",
        paper.title, paper.authors
    )
}

/// The errata of a paper as Markdown; `None` if there is no such paper.
pub fn errata_markdown(results: &[Result], sign: &str) -> Option<String> {
    let paper = PAPERS.iter().find(|paper| paper.sign == sign)?;
    let mut out =
        format!("# {}: errata and answers\n\n{}\n", paper.title, markdown_text(&opening(results, paper)));
    for group in groups(results, paper) {
        let _ = write!(out, "\n## {}\n\n{}\n", group.heading, group.opening);
        for result in &group.rows {
            let _ = write!(
                out,
                "\n**{}** ({}, {})\n\n",
                markdown_text(result.row.locus),
                result.row.id,
                how_sure(result)
            );
            for (label, text) in items(result) {
                let _ = writeln!(out, "- {label}: {}", markdown_text(&text));
            }
            if let Some(command) = &result.finding.command {
                let _ = writeln!(out, "- Command: `{command}`");
            }
        }
    }
    Some(out)
}

/// The errata of a paper as a LaTeX document; `None` if there is no such paper.
pub fn errata_latex(results: &[Result], sign: &str) -> Option<String> {
    let paper = PAPERS.iter().find(|paper| paper.sign == sign)?;
    let mut out = format!(
        "\\documentclass[11pt]{{article}}\n\\usepackage[utf8]{{inputenc}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{textcomp}}\n\\usepackage[margin=2.5cm]{{geometry}}\n\
         \\setlength{{\\parindent}}{{0pt}}\n\\sloppy\n\\begin{{document}}\n\\section*{{{}: errata and answers}}\n{}\n",
        latex_text(paper.title),
        latex_text(&opening(results, paper))
    );
    for group in groups(results, paper) {
        let _ = write!(out, "\n\\subsection*{{{}}}\n{}\n", group.heading, latex_text(group.opening));
        for result in &group.rows {
            let _ = write!(
                out,
                "\n\\medskip\\textbf{{{}}} ({}, {})\n\\begin{{itemize}}\\setlength{{\\itemsep}}{{0pt}}\n",
                latex_text(result.row.locus),
                latex_text(result.row.id),
                how_sure(result)
            );
            for (label, text) in items(result) {
                let _ = writeln!(out, "\\item {}: {}", latex_text(label), latex_text(&text));
            }
            if let Some(command) = &result.finding.command {
                let _ = writeln!(out, "\\item Command: \\texttt{{{}}}", latex_code(command));
            }
            out += "\\end{itemize}\n";
        }
    }
    Some(out + "\\end{document}\n")
}

/// Text as it is, in LaTeX.
fn latex_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '"' => out += "\\textquotedbl{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            '|' => out += "\\textbar{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// A command as it is typed: straight quotation marks, and hyphens that do not become a dash.
fn latex_code(text: &str) -> String {
    latex_text(text).replace('\'', "\\textquotesingle{}").replace("--", "-{}-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::results;

    #[test]
    fn errata_have_every_failure_of_the_paper_and_no_other() {
        let results = results(&["GEO-T18s", "GEO-CANON", "GEO-C22", "GEO-KING", "LEX-TAB2A"]);
        let text = errata_markdown(&results, "GEO").unwrap();
        for part in [
            "Proof of Theorem 18",
            "found by search",
            "a matter of reading",
            "Questions answered",
            "- Command: `wyt ",
        ] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("GEO-KING") && !text.contains("LEX-"));
        let latex = errata_latex(&results, "GEO").unwrap();
        assert!(latex.contains("\\begin{document}") && latex.trim_end().ends_with("\\end{document}"));
        assert_eq!(latex.matches("\\begin{itemize}").count(), latex.matches("\\end{itemize}").count());
        assert!(errata_markdown(&results, "XYZ").is_none());
        // What a row points to is told.
        let pointing = crate::report::tests::results(&["RLX-T4"]);
        let text = errata_markdown(&pointing, "RLX").unwrap();
        assert!(text.contains("- RLX-T4X: ") && text.contains("- RLX-T4S: ") && !text.contains("- RLX-T4: "));
    }

    #[test]
    fn latex_takes_text_literally() {
        assert_eq!(latex_text("a_n < b^2 & {c}"), "a\\_n \\textless{} b\\textasciicircum{}2 \\& \\{c\\}");
        assert_eq!(
            latex_code("wyt p 'a' --first 2"),
            "wyt p \\textquotesingle{}a\\textquotesingle{} -{}-first 2"
        );
    }
}
