//! `docs/theorems.md`: well-formed, and some of its rows found again.

use sha2::{Digest, Sha256};
use wythoff_automata::Limits;
use wythoff_catalog::Resolved;
use wythoff_prove::{Outcome, Request, prove, rules_text};
use wythoff_solvers::Budget;

const PAGE: &str = include_str!("../../../../docs/theorems.md");

/// The cells of the rows of the first table; `\|` is no border.
fn rows() -> Vec<Vec<String>> {
    let table = PAGE.lines().skip_while(|line| !line.starts_with("| game |")).skip(2);
    let table = table.take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let line = line.replace("\\|", "\u{0}");
        let inner = line.trim_matches('|');
        inner.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect::<Vec<_>>()
    };
    table.map(cells).collect()
}

#[test]
fn the_page_of_theorems_is_well_formed() {
    let rows = rows();
    assert!(rows.len() >= 60, "{}", rows.len());
    let mut proved = 0;
    for row in &rows {
        assert_eq!(row.len(), 7, "{row:?}");
        if row[2].is_empty() {
            assert!(row[4].starts_with("no proof in") || row[4] == "not in the rule language", "{row:?}");
            continue;
        }
        proved += 1;
        assert!(row[2].parse::<usize>().is_ok_and(|states| states >= 1), "{row:?}");
        assert!(["< 0.1", "< 1", "< 10", "< 60"].contains(&row[3].as_str()), "{row:?}");
        let hash = row[4].trim_matches('`');
        assert!(hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{row:?}");
        assert!(["", "yes"].contains(&row[5].as_str()) && !row[6].is_empty(), "{row:?}");
    }
    assert!(proved >= 60, "{proved}");
    for part in ["## Families", "## What follows", "### `wythoff`", "**new**", "1010.5816", "1711.04960"] {
        assert!(PAGE.contains(part), "{part} is missing");
    }
}

#[test]
fn rows_of_the_page_are_found_again() {
    for name in ["wythoff", "r-wythoff", "nim", "t-wythoff(t=3)", "connell"] {
        let row = rows().into_iter().find(|row| row[0] == format!("`{name}`")).unwrap();
        let rules = Resolved::parse(name).unwrap().into_rules().unwrap();
        let Ok((Outcome::Proved(proof), _)) = prove(&rules, &Request::default(), &Budget::default()) else {
            panic!("{name} is not proved");
        };
        assert_eq!(row[1], proof.numeration().to_string(), "{name}");
        assert_eq!(row[2], proof.dfa().states().to_string(), "{name}");
        let text = proof.certificate(&rules_text(&rules).unwrap_or_default(), &Limits::default()).unwrap();
        let digest = Sha256::digest(text.as_bytes());
        let hash: String = digest.iter().take(8).map(|b| format!("{b:02x}")).collect();
        assert_eq!(row[4], format!("`{hash}`"), "{name}");
    }
}
