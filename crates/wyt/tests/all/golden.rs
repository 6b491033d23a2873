//! Data computed from the rules by independent code, against `wyt`.

use serde_json::Value;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn every_golden_case_agrees() {
    let cases: Vec<Value> = include_str!("data/golden.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a case is a line of JSON"))
        .collect();
    assert!(cases.len() >= 190);
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(failure) = run(case) {
                        failures.lock().expect("no case panics").push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no case panics");
    assert!(failures.is_empty(), "{} cases disagree:\n{}", failures.len(), failures.join("\n"));
}

fn run(case: &Value) -> Result<(), String> {
    let text = |key: &str| case[key].as_str().unwrap_or_default().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_wyt"));
    command.arg(text("cmd")).arg(text("spec"));
    for arg in case["args"].as_array().into_iter().flatten() {
        command.arg(arg.as_str().unwrap_or_default());
    }
    command.arg("--json");
    if case["misere"] == Value::Bool(true) {
        command.arg("--misere");
    }
    let label = format!("{} {} {} misere={}", text("cmd"), text("spec"), case["args"], case["misere"]);
    let output = command.output().map_err(|e| format!("{label}: {e}"))?;
    if !output.status.success() {
        return Err(format!("{label}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let answer: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("{label}: {e}"))?;
    let got = &answer[if text("cmd") == "p" { "positions" } else { "values" }];
    if *got == case["expect"] { Ok(()) } else { Err(format!("{label}: the answer differs")) }
}
