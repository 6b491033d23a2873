//! Tables written by the referee are accepted; with one cell changed they are refused, and the cell or one that
//! depends on it is named.

use proptest::prelude::*;
use wythoff_certificate::table::{Failure, Kind, check_table, check_table_within};
use wythoff_rulegen::{n_pile_game, two_pile_game};
use wythoff_rules::{Outcome, Rules};
use wythoff_solvers::{Referee, grundy_makes_sense};

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// Every tuple below the given bounds, in lexicographic order.
fn box_of(sides: &[u64]) -> Vec<Vec<u64>> {
    sides.iter().fold(vec![vec![]], |all, side| {
        all.iter().flat_map(|p| (0..*side).map(move |c| [p.as_slice(), &[c]].concat())).collect()
    })
}

/// A table in the making: the lines before the data, and what the data say.
struct Table {
    head: String,
    kind: Kind,
    sides: Vec<u64>,
    /// Each position that may be started from, with 0 and 1 for P and N, or the value; none for other tuples.
    cells: Vec<(Vec<u64>, Option<u64>)>,
}

impl Table {
    /// The table of a game by the referee; `None` if it has none.
    fn of(rules: &Rules, kind: Kind, size: u64) -> Option<Table> {
        let sides: Vec<u64> = rules.bounds().iter().map(|b| b.unwrap_or(size)).collect();
        let convention = rules.convention();
        let mut head = format!("wyt-table 1\nkind {kind}\nconvention {}\n", convention.word());
        if let Some(block) = &convention.block {
            let families: Vec<usize> =
                (0..block.families.len()).filter(|f| block.families[*f]).map(|f| f + 1).collect();
            head += &format!("block {} of {}\n", block.k, joined(&families));
        }
        for terminal in &convention.terminals {
            head += &format!("terminal {}\n", joined(terminal));
        }
        if convention.pass {
            head += "pass\n";
        }
        head += "rules\n";
        for line in rules.bound_game()?.to_string().lines() {
            head += &format!("  {line}\n");
        }
        let merged = if rules.is_symmetric() { "yes" } else { "no" };
        head += &format!("below {}\nmerged {merged}\ndata\n", joined(&sides));
        let mut referee = Referee::new(rules);
        let mut cells = Vec::new();
        for position in box_of(&sides) {
            let start = referee.start(&position);
            let may_start = rules.is_position(&position).ok()? && rules.is_start(&position).ok()?;
            let value = match (may_start, kind) {
                (false, _) => None,
                (true, Kind::PSet) => Some(u64::from(referee.outcome(&start).ok()? == Outcome::N)),
                (true, Kind::Grundy) => Some(referee.grundy(&start).ok()?),
            };
            if kind == Kind::Grundy || !rules.is_symmetric() || position.is_sorted() {
                cells.push((position, value));
            }
        }
        Some(Table { head, kind, sides, cells })
    }

    fn text(&self) -> String {
        let mut data: Vec<String> = Vec::new();
        match self.kind {
            Kind::PSet => {
                let listed = self.cells.iter().filter(|(_, value)| *value == Some(0));
                data.extend(listed.map(|(position, _)| joined(position)));
            }
            Kind::Grundy => {
                let width = self.sides.last().copied().unwrap_or(1) as usize;
                let value = |v: &Option<u64>| v.map_or("-".to_string(), |v| v.to_string());
                for row in self.cells.chunks(width) {
                    data.push(joined(&row.iter().map(|(_, v)| value(v)).collect::<Vec<_>>()));
                }
            }
        }
        let lines: String = data.iter().map(|line| format!("{line}\n")).collect();
        format!("{}{lines}end {}\n", self.head, data.len())
    }
}

/// The table is accepted, and refused with any one cell changed: at that cell, or at one that a move leads from.
fn check(text: &str, kind: Kind, size: u64, pick: usize) -> Result<(), TestCaseError> {
    let Ok(rules) = Rules::read(text) else { return Ok(()) };
    if !rules.only_takes() || (kind == Kind::Grundy && grundy_makes_sense(&rules).is_err()) {
        return Ok(());
    }
    let Some(mut table) = Table::of(&rules, kind, size) else { return Ok(()) };
    match check_table(&table.text()) {
        Ok(report) => {
            prop_assert_eq!(report.kind, kind);
            let lost = table.cells.iter().filter(|(_, v)| *v == Some(0)).count() as u64;
            prop_assert_eq!(report.lost, lost);
        }
        Err(failure) => prop_assert!(false, "{}\n{}", failure, table.text()),
    }
    let open: Vec<usize> = (0..table.cells.len()).filter(|c| table.cells[*c].1.is_some()).collect();
    let Some(changed) = open.get(pick % open.len().max(1)).copied() else { return Ok(()) };
    let (cell, value) = &mut table.cells[changed];
    let cell = cell.clone();
    *value = match (kind, *value) {
        (Kind::PSet, Some(v)) => Some(1 - v),
        (_, Some(v)) => {
            Some(if pick.is_multiple_of(2) { v + 1 } else { v.saturating_sub(1) + u64::from(v == 0) })
        }
        (_, None) => None,
    };
    match check_table(&table.text()) {
        Err(Failure::Wrong { cell: named, .. }) => {
            let (mut cell, mut found) = (cell, named.clone());
            if rules.is_symmetric() {
                cell.sort();
                found.sort();
            }
            // A pass or a game with memory may lead back to the same piles through others.
            let reached = cell == found || cell.iter().zip(&found).all(|(c, n)| c <= n);
            prop_assert!(
                reached || rules.is_symmetric(),
                "{:?} changed, {:?} named in\n{}",
                cell,
                named,
                table.text()
            );
        }
        other => prop_assert!(false, "{:?} changed, and {:?} for\n{}", cell, other, table.text()),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn p_sets_of_two_piles(text in two_pile_game(), pick in any::<usize>()) {
        check(&text, Kind::PSet, 7, pick)?;
    }

    #[test]
    fn values_of_two_piles(text in two_pile_game(), pick in any::<usize>()) {
        check(&text, Kind::Grundy, 7, pick)?;
    }

    #[test]
    fn p_sets_of_any_piles(text in n_pile_game(), pick in any::<usize>()) {
        check(&text, Kind::PSet, 4, pick)?;
    }

    #[test]
    fn values_of_any_piles(text in n_pile_game(), pick in any::<usize>()) {
        check(&text, Kind::Grundy, 4, pick)?;
    }

    /// Whatever is done to a file: an answer, never a panic or a hang.
    #[test]
    fn forged_files_get_an_answer(
        text in two_pile_game(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0u8..=255), 1..6),
    ) {
        let Ok(rules) = Rules::read(&text) else { return Ok(()) };
        let Some(table) = Table::of(&rules, Kind::PSet, 4) else { return Ok(()) };
        let mut bytes = table.text().into_bytes();
        for (at, byte) in edits {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match byte % 4 {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, b"0123456789 ,()\n"[usize::from(byte) % 15]),
                2 => { bytes.remove(at); }
                _ => bytes.truncate(at.max(1)),
            }
        }
        let forged = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(failure) = check_table_within(&forged, 1 << 20) {
            prop_assert!(!failure.to_string().is_empty());
        }
    }
}

/// A file that is cut anywhere is noticed.
#[test]
fn truncated_files_are_refused() {
    let rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
    for kind in [Kind::PSet, Kind::Grundy] {
        let text = Table::of(&rules, kind, 9).unwrap().text();
        assert!(check_table(&text).is_ok());
        for end in 0..text.len() {
            let cut = check_table(&text[..end]);
            assert!(matches!(cut, Err(Failure::Malformed { .. } | Failure::Rules { .. })), "{end}: {cut:?}");
        }
    }
}

/// Games with everything that a state may hold: memory, a pass, extra ends, blocking, positions and starts.
#[test]
fn conventions_and_memory() {
    for text in [
        "piles ordered n\nmemory last = 0\nstart where n >= 1\nmove take: (i) where if last == 0 then i < n else i <= 2*last then last = i",
        "piles sorted x <= y\nposition where x >= 1\nmove (0, k*x) for 1 <= k <= y div x where y' >= 1",
        "piles unordered x, y\nmove nim: (i, 0)\nmove both: (i, i)\nblock 3",
        "piles unordered x, y\nmove nim: (i, 0)\nmove both: (i, i)\nblock 2 of both",
        "piles unordered x, y\nmove nim: (i, 0)\nmove both: (i, i)\nmisere\nterminal (1, 2)\npass",
        "piles ordered x, y\nextra e below 2\nmove (k, 0, 0)\nmove (0, k, 0)\nmove (0, 0, k)\nmove (p, 3*p, e - j) for p >= 1, 0 <= j < 2",
        "piles sorted x <= y\nmemory last = 0\nmove smaller: (i, 0) then last = i\nmove larger: (0, i) where i != last then last = if x == y then i else 0",
        "param f(x1, y1, x0) = 2\npiles sorted x <= y\nmove nim: (i, 0)\nmove nim: (0, i)\nmove both: (k, l) where x' <= y' and l - k < f(x', y', x)",
    ] {
        let rules = Rules::read(text).unwrap();
        for kind in [Kind::PSet, Kind::Grundy] {
            if kind == Kind::Grundy && grundy_makes_sense(&rules).is_err() {
                continue;
            }
            let table = Table::of(&rules, kind, 12).unwrap().text();
            assert!(check_table(&table).is_ok(), "{:?}\n{table}", check_table(&table));
        }
    }
}

/// Families that take the same everywhere are not tried move by move: bands, cones, classes, powers, gates on either side,
/// several piles. What they cost is a small part of that; their tables are accepted, and refused with a cell changed.
#[test]
fn regions_are_checked_together() {
    for (text, size, work) in [
        ("(i,0) (0,i) (i,i)", 24, 60_000),
        ("piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 3", 24, 80_000),
        ("piles unordered x, y\nmove (i, 0)\nmove (k, l) for k <= l < 2*k + 3", 24, 120_000),
        ("piles unordered x, y\nmove (i, 0)\nmove (k, l) for k <= l < k^2 + 2", 24, 120_000),
        ("(i,0) (0,i) (k,l) where k <= 2*l + 1 and l <= 2*k", 24, 80_000),
        ("(i,0) (0,i) (k,l) where (k + 2*l) mod 3 == 1", 24, 80_000),
        ("(i,0) (0,i) for i <= 5 (2*i,3*i) (i^2,0) for i <= x", 24, 80_000),
        ("(i,0) where x' mod 3 != 1 (0,i) (i,i) where y >= 2*x", 24, 80_000),
        ("(i,0) where x' <= 2*y' (0,i) (i,i) where x mod 2 == 0 and y' > 1", 24, 80_000),
        ("(i,j) for 0 <= j < 9 where j != 2 (0,i)", 24, 80_000),
        ("piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, 2*k)", 24, 80_000),
        (
            "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where 2*k <= l and x' >= 1",
            24,
            120_000,
        ),
        ("(i,0,0) (0,i,0) (0,0,i) (i,i,0) (0,i,2*i)", 8, 60_000),
        ("piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, j, 0) where |i - j| < 2", 8, 120_000),
        ("(i) where i mod 3 != 0", 60, 6_000),
        (
            "piles ordered x, y\nextra e below 3\nmove (i, 0, 0)\nmove (0, i, 0)\nmove (j, j, k) for k <= j",
            9,
            60_000,
        ),
    ] {
        let rules = Rules::read(text).unwrap();
        for kind in [Kind::PSet, Kind::Grundy] {
            let mut table = Table::of(&rules, kind, size).unwrap();
            let whole = check_table_within(&table.text(), work);
            assert!(whole.is_ok(), "{whole:?} for {kind} of {text}");
            for pick in (0..table.cells.len()).step_by(7) {
                let right = table.cells[pick].1;
                table.cells[pick].1 =
                    right.map(|v| if kind == Kind::PSet { 1 - v } else { v + 1 + pick as u64 % 3 });
                let forged = check_table(&table.text());
                assert!(
                    matches!(forged, Err(Failure::Wrong { .. })),
                    "{forged:?} for {:?} of {text}",
                    table.cells[pick]
                );
                table.cells[pick].1 = right;
            }
        }
    }
}

/// Regions that are no spans of cells are followed a row at a time, 64 cells together, and alike arrangements of piles once:
/// a fraction of the steps of looking at each cell of them, and as exact.
#[test]
fn ragged_regions_are_followed_row_by_row() {
    for (text, size, work) in [
        ("(i,0) (0,i) (k,l) where gcd(k,l) == 1", 60, 45_000),
        ("piles unordered x, y, z\nmove (i, 0...)\nmove (any...) where xor(taken) == 0", 16, 130_000),
    ] {
        let rules = Rules::read(text).unwrap();
        let mut table = Table::of(&rules, Kind::PSet, size).unwrap();
        let whole = check_table_within(&table.text(), work);
        assert!(whole.is_ok(), "{whole:?} for {text}");
        for pick in (0..table.cells.len()).step_by(97) {
            let right = table.cells[pick].1;
            table.cells[pick].1 = right.map(|v| 1 - v);
            let forged = check_table(&table.text());
            let cell = &table.cells[pick];
            assert!(matches!(forged, Err(Failure::Wrong { .. })), "{forged:?} for {cell:?} of {text}");
            table.cells[pick].1 = right;
        }
    }
}

/// A rule that runs away, a box that is too large: refused, not suffered.
#[test]
fn forged_rules_are_refused() {
    // Nothing can be taken from an empty first pile: its row is listed.
    let table = |rules: &str, side: u64, piles: usize| {
        let rows: Vec<Vec<u64>> =
            box_of(&vec![side; piles]).into_iter().filter(|p| p[0] == 0).take(50).collect();
        let data: String = rows.iter().map(|p| format!("{}\n", joined(p))).collect();
        let below = joined(&vec![side; piles]);
        format!(
            "wyt-table 1\nkind p-set\nconvention normal\nrules\n  {rules}\nbelow {below}\nmerged no\ndata\n{data}end {}\n",
            rows.len()
        )
    };
    let within = |text: String| check_table_within(&text, 1 << 20);
    let limit = |text: String| matches!(within(text), Err(Failure::Limit { .. }));
    let refused = |text: String| matches!(within(text), Err(Failure::Rules { .. }));
    assert!(within(table("(i,0)", 9, 2)).is_ok());
    assert!(limit(table("(i,0) for 1 <= k <= 10^30", 5, 2)));
    assert!(limit(table("(i,0)", 9, 2).replace("below 9,9", "below 4000000000,4000000000")));
    assert!(limit(table("(i,0) where 2^2^i > 0", 9, 2)));
    assert!(limit(table(&format!("(i) where {}1{}", "(".repeat(300), ")".repeat(300)), 5, 1)));
    assert!(limit(table(&format!("(i) where {}1 > 0", "1+".repeat(9000)), 5, 1)));
    assert!(limit(table("(i,-1)", 5, 2)));
    assert!(refused(table("(i,0) where 1 div y > 0", 5, 2)));
    assert!(refused(table("move (i,0)\n  misere", 5, 2)));
    assert!(matches!(check_table("hello\n"), Err(Failure::Malformed { line: 1, .. })));
    assert!(matches!(check_table(""), Err(Failure::Malformed { line: 1, .. })));
}

#[test]
fn lists_in_braces_and_amounts_that_grow_unevenly_are_read() {
    for text in [
        "(i) for i in {1, 4, 2^3} (2) where x in {3, 10, 11}",
        "(k, 0) for k in {2, 3} (0, i) where not x + i in {4, 5}",
        "(2^i, 0) (0, i^2) (2^i, i) where x > y",
        "(2^i, 5, 3) (0, 0, i)",
        "(3*2^i - 1, 1) for i >= 2 (0, i)",
        "(i*i + i, i) (0, i*(i + 1)*2^i)",
    ] {
        let rules = Rules::read(text).unwrap();
        for kind in [Kind::PSet, Kind::Grundy] {
            let size = if rules.piles() > 2 { 9 } else { 30 };
            let mut table = Table::of(&rules, kind, size).unwrap();
            let checked = check_table(&table.text());
            assert!(checked.is_ok(), "{text}, {kind}: {}", checked.unwrap_err());
            let one =
                table.cells.iter().position(|(position, _)| position.iter().sum::<u64>() == 12).unwrap();
            let cell = &mut table.cells[one].1;
            *cell = cell.map(|value| u64::from(value == 0));
            assert!(check_table(&table.text()).is_err(), "{text}, {kind}");
        }
    }
}
