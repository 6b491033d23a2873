//! The commands of the ledger: each is run, and its output holds what the row says it shows.

use crate::run::{words, wyt};
use wythoff::Budget;
use wythoff::ledger::{Claim, Scale, Status, claims, run};

/// What a line of commands joined by `&&` prints, on both streams.
fn printed(line: &str) -> String {
    let mut all = String::new();
    for command in line.split(" && ") {
        let words = words(command);
        assert_eq!(words.first().map(String::as_str), Some("wyt"), "{command}");
        let output = wyt(&words[1..].iter().map(String::as_str).collect::<Vec<_>>());
        all += &String::from_utf8_lossy(&output.stdout);
        all += &String::from_utf8_lossy(&output.stderr);
    }
    all
}

#[test]
fn commands_show_what_the_rows_say() {
    let told = |claim: &&'static Claim| {
        matches!(
            claim.expected,
            Status::Corrected | Status::Refuted | Status::Scan | Status::Clarified | Status::Answered
        )
    };
    let wanted: Vec<&'static Claim> = claims().iter().filter(told).collect();
    let mut wrong = Vec::new();
    for result in run(&wanted, Scale::SMALL, &|_| {}, &Budget::default().with_threads(2)) {
        let Some(command) = &result.finding.command else { continue };
        let output = printed(command);
        let mut rest = output.as_str();
        for part in &result.finding.shows {
            match rest.find(part.as_str()) {
                Some(at) => rest = &rest[at + part.len()..],
                None => {
                    wrong.push(format!("{}: `{command}` does not show `{part}`:\n{output}", result.row.id));
                    break;
                }
            }
        }
        if result.finding.shows.is_empty() && output.contains("error:") {
            wrong.push(format!("{}: `{command}` fails:\n{output}", result.row.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the papers' algorithms give as commands: palace numbers twice, l(a,b), Bang's test, piles that grow.
#[test]
fn the_papers_tools_are_commands() {
    let value = |line: &str| -> serde_json::Value {
        let words = words(line);
        let output = wyt(&words[1..].iter().map(String::as_str).chain(["--json"]).collect::<Vec<_>>());
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    let counted = value("wyt palace wythoff --block 7 --size 30x40");
    let automaton = value("wyt palace 'blocking-wythoff(k=7)' --automaton --size 30x40");
    for x in 0..30 {
        for y in 0..40 {
            let (palace, cell) = (&counted["values"][x][y], &automaton["values"][x][y]);
            assert_eq!(palace.as_i64().unwrap() - 7, cell.as_i64().unwrap(), "({x},{y})");
        }
    }
    assert_eq!((counted["k"].as_u64(), automaton["k"].as_u64()), (Some(7), Some(7)));
    assert!(
        printed("wyt palace 't-wythoff(t=2)' --automaton")
            .contains("error: the automaton is that of Wythoff's game")
    );
    assert!(printed("wyt palace wythoff --block 2 --size 3").contains("0*"));
    let slope = value("wyt slope 2 1 --digits 12");
    assert_eq!(slope["slope"], "1.414213562373");
    assert!(printed("wyt slope 1 2").contains("root of z^3 - z - 1"));
    let contained = value("wyt beatty '(1+sqrt(5))/2' --contains-all '1+sqrt(5)'");
    assert_eq!((&contained["contained"], &contained["relation"][1]), (&true.into(), &2.into()));
    assert!(printed("wyt beatty 2 --contains-all 3").contains("no: the term 3, at n = 1, is none"));
    let growing = value("wyt p 'relaxed-growing(f=\"if x1+y1 == 0 and x0 == 3 then 100 else 1\")' --first 4");
    assert_eq!(growing["positions"][3], serde_json::json!([4, 105]));
    assert!(printed("wyt moves 'relaxed-growing(f=2)' 3,5 --to 1,9").contains("legal"));
    let queens = value("wyt p '(i,0) (0,i) (i,i) (i,-i)' --first 10000 --summary");
    assert_eq!(queens["count"], 10_000);
}

#[test]
fn a_row_says_how_far_it_is_checked_and_where_in_the_code() {
    let shown = printed("wyt claim VIS-T-mis-t-rec");
    for part in [
        "printed: ",
        "corrected: ",
        "checked: ",
        "as printed, fails at: ",
        "code: wythoff_claims::",
        "run: wyt verify ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}
