//! Stores: killed at any byte, resumed, in any order, edited, full.

use std::path::{Path, PathBuf};
use wythoff::{Budget, Kind};
use wythoff_sweep::{Grid, Limits, Plan, Store, Table, VERSION, run};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("wythoff-sweep-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn plan(last: &str) -> Plan {
    let grid = Grid::read("(i,0) (0,i) (i,i) ({a},{b}) ({b},{a})", &["a=1..2", last]).unwrap();
    Plan::new(grid, &["p first=20", "slopes first=50"], Limits::default()).unwrap()
}

fn bytes(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("rows.jsonl")).unwrap()
}

/// Runs a plan in a folder and gives the bytes of its store.
fn swept(plan: &Plan, folder: &Path, threads: usize) -> Vec<u8> {
    let mut store = Store::open(folder, plan, true).unwrap();
    run(plan, Some(&mut store), threads, &Budget::default()).unwrap();
    bytes(folder)
}

#[test]
fn a_kill_at_any_byte_loses_nothing_that_was_whole() {
    let (plan, one) = (plan("b=1..3"), folder("whole"));
    let whole = swept(&plan, &one, 1);
    let lines = whole.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(lines, 1 + 6);
    let cut = folder("cut");
    std::fs::create_dir_all(&cut).unwrap();
    for length in (0..whole.len()).step_by(37).chain([whole.len() - 1]) {
        std::fs::write(cut.join("rows.jsonl"), &whole[..length]).unwrap();
        let store = Store::open(&cut, &plan, true).unwrap();
        let kept = whole[..length].iter().filter(|byte| **byte == b'\n').count().saturating_sub(1);
        assert_eq!(store.len(), kept, "cut at {length}");
        drop(store);
        assert_eq!(swept(&plan, &cut, 2), whole, "cut at {length}");
    }
}

/// Of a game that is none, of a question that a game refuses, of a limit.
#[test]
fn rows_with_an_error_or_a_limit_are_counted() {
    let at = folder("tally");
    let tally = |specs: &[&str]| {
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let plan = Plan::new(Grid::list(specs.to_vec()), &["grundy size=1000"], limits).unwrap();
        swept(&plan, &at, 1);
        Store::open(&at, &plan, true).unwrap().tally(&plan).unwrap()
    };
    let all = tally(&["wythoff", "wythoff + nim", "whythoff"]);
    assert_eq!((all.limit, all.error), (1, 2));
    let (spec, error) = all.first.unwrap();
    assert!(spec == "wythoff + nim" && !error.is_empty(), "{spec}: {error}");
    let first = tally(&["whythoff"]).first.unwrap();
    assert_eq!(first, ("whythoff".to_string(), "there is no game called `whythoff`".to_string()));
}

#[test]
fn the_order_of_the_rows_leaves_no_trace() {
    let (plan, one, other) = (plan("b=1..4"), folder("one"), folder("other"));
    let whole = swept(&plan, &one, 1);
    // The last game first, as another engine might have it.
    let mut store = Store::open(&other, &plan, false).unwrap();
    let mut shards: Vec<_> = plan.shards().collect();
    shards.reverse();
    for shard in shards {
        store.add(shard.key(), &shard.row(&Budget::default()).unwrap()).unwrap();
    }
    assert_ne!(bytes(&other), whole);
    store.finish(&plan).unwrap();
    assert_eq!(bytes(&other), whole);
    drop(store);
    assert_eq!(swept(&plan, &other, 3), whole);
}

#[test]
fn a_wider_sweep_uses_the_rows_of_a_narrower_one_and_keeps_all() {
    let store = folder("wider");
    swept(&plan("b=1..3"), &store, 2);
    let wide = swept(&plan("b=1..4"), &store, 2);
    assert_eq!(wide, swept(&plan("b=1..4"), &folder("fresh"), 2));
    let narrow = String::from_utf8(swept(&plan("b=1..2"), &store, 2)).unwrap();
    assert_eq!(narrow.lines().count(), 1 + 8, "rows of other sweeps are kept");
}

#[test]
fn a_store_that_is_not_to_be_trusted_is_left_alone() {
    let (plan, store) = (plan("b=1..2"), folder("trust"));
    let whole = swept(&plan, &store, 1);
    let message = |contents: &[u8], resume: bool| {
        std::fs::write(store.join("rows.jsonl"), contents).unwrap();
        let error = Store::open(&store, &plan, resume).unwrap_err();
        assert_eq!(bytes(&store), contents, "nothing is changed");
        error.message
    };
    let text = String::from_utf8(whole.clone()).unwrap();
    assert!(message(text.replacen("(1,2)", "(1,9)", 1).as_bytes(), true).contains("line 3 is damaged"));
    let newer = text.replacen(&format!("\"version\":{VERSION}"), "\"version\":99", 1);
    assert!(message(newer.as_bytes(), true).contains("version 99"));
    assert!(message(b"what is this\n", true).contains("not the store of a sweep"));
    assert!(message(&whole, false).contains("has 4 rows already"));
    std::fs::write(store.join("rows.jsonl"), &whole).unwrap();
    let held = Store::open(&store, &plan, true).unwrap();
    assert!(Store::open(&store, &plan, true).unwrap_err().message.contains("another sweep"));
    drop(held);
}

#[test]
fn a_cancelled_sweep_keeps_its_rows_and_goes_on() {
    let (plan, store) = (plan("b=1..4"), folder("cancel"));
    let budget = Budget::default();
    let flag = budget.clone();
    let budget = budget.with_progress(std::sync::Arc::new(move |done, _| {
        if done == 3 {
            flag.cancel();
        }
    }));
    let mut opened = Store::open(&store, &plan, false).unwrap();
    let error = run(&plan, Some(&mut opened), 1, &budget).unwrap_err();
    assert_eq!(error.kind, Kind::Interrupted);
    assert!((3..8).contains(&opened.len()), "{}", opened.len());
    drop(opened);
    assert_eq!(swept(&plan, &store, 2), swept(&plan, &folder("straight"), 1));
}

#[test]
fn the_table_has_the_names_of_the_grid() {
    let plan = plan("b=1..3");
    let rows = run(&plan, None, 2, &Budget::default()).unwrap();
    let table = |rows: &[String]| Table::new(&plan, rows.iter().map(Ok)).unwrap();
    let names: Vec<String> = table(&rows).columns.into_iter().map(|column| column.name).collect();
    assert_eq!(names[..4], ["a", "b", "spec", "p first=20.count"]);
    let bytes = |rows: &[String]| table(rows).parquet(&plan).unwrap();
    assert_eq!(bytes(&rows), bytes(&run(&plan, None, 1, &Budget::default()).unwrap()));
    let store = folder("table");
    swept(&plan, &store, 2);
    assert_eq!(std::fs::read(store.join("rows.parquet")).unwrap(), bytes(&rows));
    // A file of somebody else is left alone, and the rows are kept.
    std::fs::write(store.join("rows.parquet"), "mine").unwrap();
    let mut opened = Store::open(&store, &plan, true).unwrap();
    let error = run(&plan, Some(&mut opened), 1, &Budget::default()).unwrap_err();
    assert!(error.message.contains("not replaced"), "{}", error.message);
    assert_eq!(std::fs::read(store.join("rows.parquet")).unwrap(), b"mine");
}
