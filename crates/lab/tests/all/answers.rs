//! Questions of the views, one after the other.

use crate::{answer, engine, failure, last};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wythoff::{Budget, Game};
use wythoff_lab::{Event, Request};

#[test]
fn a_text_is_read_while_it_is_typed() {
    let told = answer(r#"{"ask":"read","game":"(i,0) (0,i) (i,i)","on":{"block":3}}"#);
    assert_eq!(
        (&told["piles"], &told["symmetric"], &told["block"]["k"]),
        (&json!(2), &json!(true), &json!(3))
    );
    let wrong = failure(r#"{"ask":"read","game":"(i,0) (0,i"}"#);
    assert_eq!((&wrong["kind"], &wrong["field"]), (&json!("rules"), &json!("game")));
    assert!(wrong["place"]["start"].as_u64().is_some_and(|start| start <= 10), "{wrong}");
    let wrong = failure(r#"{"ask":"read","game":"whythoff"}"#);
    assert!(wrong["hints"].to_string().contains("did you mean `wythoff`?"), "{wrong}");
    // No file is read, whatever is typed.
    assert_eq!(failure(r#"{"ask":"read","game":"@/etc/passwd"}"#)["kind"], "rules");
    assert_eq!(failure(r#"{"ask":"read","game":"wythoff","on":{"terminal":["1"]}}"#)["field"], "on");
}

#[test]
fn a_position_says_why() {
    let of = |position: &str, on: &str| {
        answer(&format!(
            r#"{{"ask":"moves","game":"wythoff","position":"{position}","board":true,"on":{on}}}"#
        ))
    };
    let told = of("6,10", "{}");
    assert_eq!(told["why"], "none of its 22 options is P: whatever is moved, the other can win");
    assert_eq!(of("7,9", "{}")["why"], "2 of its 23 options are P");
    assert_eq!(of("0,0", "{}")["why"], "there is no move, and whoever cannot move loses");
    assert!(of("0,0", r#"{"misere":true}"#)["why"].as_str().unwrap().contains("wins"));
    // 1,1 has three options, of which 0,1 and 1,0 are P where one of two may be blocked.
    let blocked = of("2,2", r#"{"block":2}"#);
    assert!(blocked["why"].as_str().unwrap().contains("blocked"), "{blocked}");
}

#[test]
fn a_position_is_written_in_the_numeration_of_its_game() {
    let told = answer(r#"{"ask":"written","game":"wythoff","position":"6,10"}"#);
    assert_eq!((&told["system"], &told["piles"][1]["digits"]), (&json!("zeckendorf"), &json!("10010")));
    let told = answer(r#"{"ask":"written","game":"t-wythoff(t=2)","position":"100,3"}"#);
    assert_eq!(told["system"], "ostrowski 2");
    // Digits of huge piles too.
    let told = answer(r#"{"ask":"written","game":"wythoff","position":"1000000000000000000000000000000,5"}"#);
    assert!(told["piles"][1]["digits"].as_str().unwrap().len() > 100, "{told}");
}

#[test]
fn data_of_three_piles_are_of_the_slice_that_is_shown() {
    let file = |more: &str| {
        let asked = format!(r#"{{"ask":"export","game":"nim(piles=3)","format":"csv",{more}}}"#);
        match last(&engine(), &asked) {
            Event::Bytes(_, bytes) => String::from_utf8(bytes).unwrap(),
            other => panic!("{asked}: {}", other.line()),
        }
    };
    assert_eq!(file(r#""what":"p","below":4,"slice":"1""#), "x1,x2,x3\n0,1,1\n2,3,1\n");
    assert_eq!(file(r#""what":"grundy","below":2,"slice":"3""#), "x1,x2,value\n0,0,3\n0,1,2\n1,0,2\n1,1,3\n");
    assert_eq!(file(r#""what":"p","below":2"#), "x1,x2,x3\n0,0,0\n0,1,1\n", "without a slice the whole box");
    let wrong = failure(r#"{"ask":"export","game":"nim(piles=3)","format":"csv","slice":"1,2"}"#);
    assert_eq!(wrong["field"], "slice");
    let wrong = failure(r#"{"ask":"export","game":"nim(piles=3)","format":"table","slice":"1"}"#);
    assert_eq!(wrong["field"], "slice");
}

#[test]
fn slopes_and_lines() {
    let told = answer(r#"{"ask":"slopes","game":"wythoff","first":100}"#);
    let beams = Game::parse("wythoff").unwrap().slopes(100, &Budget::default()).unwrap();
    assert_eq!((&told["beams"][0]["from"], beams.len()), (&json!(beams[0].from), 1));
    assert_eq!(answer(r#"{"ask":"line","slope":"sqrt(2)"}"#)["label"], "sqrt(2) = 1.4142");
    assert_eq!(failure(r#"{"ask":"line","slope":"x"}"#)["field"], "slope");
    // However long a text is, what is said about it is short.
    let long = failure(&format!(r#"{{"ask":"line","slope":"{}"}}"#, "1 and ".repeat(2000)));
    assert!(long["message"].as_str().unwrap().len() < 500, "{long}");
}

#[test]
fn a_queen_does_not_jump_over_the_diagonal() {
    let told = answer(r#"{"ask":"play","game":"wythoff","position":"7,5","did":["5,4"]}"#);
    let cells: Vec<[u64; 2]> = serde_json::from_value(told["cells"].clone()).unwrap();
    // Positions are told sorted; on the board 4,5 lies where the queen went.
    assert_eq!(cells[..2], [[7, 5], [4, 5]]);
    for step in cells.windows(2) {
        let [dx, dy] = [step[0][0] - step[1][0], step[0][1] - step[1][1]];
        assert!(dx == 0 || dy == 0 || dx == dy, "{cells:?}");
    }
    let options: Vec<[u64; 2]> = serde_json::from_value(told["options"].clone()).unwrap();
    let at = cells[cells.len() - 1];
    assert!(options.iter().all(|to| to[0] <= at[0] && to[1] <= at[1]));
    // Three piles have no board.
    assert!(answer(r#"{"ask":"play","game":"nim(piles=3)","position":"1,2,4"}"#)["cells"].is_null());
}

#[test]
fn a_finished_game_has_a_turning_point() {
    let told =
        answer(r#"{"ask":"play","game":"wythoff","position":"2,3","did":["2,2","1,1"],"review":true}"#);
    assert_eq!((&told["turn"]["kind"], &told["turn"]["winner"]), (&json!("over"), &json!("program")));
    assert_eq!(
        (&told["review"]["turning_point"], &told["review"]["moves"][0]["judged"]),
        (&json!(0), &json!("mistake"))
    );
    let refused = answer(r#"{"ask":"play","game":"wythoff","position":"2,3","did":["9,9"]}"#);
    assert!(!refused["refused"].as_array().unwrap().is_empty());
}

#[test]
fn the_ledger_and_one_row_of_it() {
    let told = answer(r#"{"ask":"ledger"}"#);
    let rows: usize = (told["papers"].as_array().unwrap().iter())
        .flat_map(|paper| paper["sections"].as_array().unwrap())
        .map(|section| section["rows"].as_array().unwrap().len())
        .sum();
    assert_eq!(told["rows"], rows);
    let told = answer(r#"{"ask":"claim","id":"VIS-T-mis-t-rec"}"#);
    assert_eq!((&told["status"], &told["as_recorded"]), (&json!("corrected"), &json!(true)));
    assert!(told["lines"].to_string().contains("fails at"), "{told}");
    assert_eq!(failure(r#"{"ask":"claim","id":"../x"}"#)["field"], "id");
}

#[test]
fn numbers_of_the_papers() {
    assert_eq!(
        answer(r#"{"ask":"numbers","kind":"sequence","name":"lower-wythoff","count":4}"#)["values"],
        json!([1, 3, 4, 6])
    );
    assert_eq!(
        answer(r#"{"ask":"numbers","kind":"system","name":"zeckendorf","number":"100"}"#)["digits"],
        "1000010100"
    );
    assert!(answer(r#"{"ask":"names"}"#)["word"].as_array().is_some_and(|names| !names.is_empty()));
    assert_eq!(
        failure(r#"{"ask":"numbers","kind":"sequence","name":"lower-wythoff","count":100000000}"#)["kind"],
        "limit"
    );
}

#[test]
fn a_game_is_proved_and_a_guess_refuted() {
    let told = answer(r#"{"ask":"prove","game":"wythoff","time":100}"#);
    assert_eq!((&told["verdict"], &told["states"]), (&json!("proved"), &json!(7)));
    assert!(told["certificate"].as_str().unwrap().starts_with("wythoff automaton certificate"));
    let told = answer(r#"{"ask":"prove","game":"wythoff","time":100,"walnut":true}"#);
    assert!(told["walnut"].as_array().is_some_and(|files| files.len() > 1));
    let told = answer(r#"{"ask":"prove","game":"wythoff","candidate":"x == y","time":100}"#);
    assert_eq!((&told["verdict"], &told["counterexample"]), (&json!("refuted"), &json!([1, 1])));
    // No file is read, whatever is typed.
    assert!(failure(r#"{"ask":"prove","game":"wythoff","candidate":"@/etc/passwd"}"#)["kind"] != "internal");
}

#[test]
fn findings_are_told_as_they_are_found() {
    let engine = engine();
    let request = br#"{"ask":"discover","game":"wythoff","below":300}"#;
    let request = Request::read(request, engine.limits()).unwrap();
    let told = |stops: bool| {
        let cancel = Arc::new(AtomicBool::new(false));
        let (mut parts, mut last) = (Vec::new(), None);
        engine.answer(&request, &Budget::default().with_cancel(cancel.clone()), &mut |event| match event {
            Event::Part(text) => {
                parts.push(serde_json::from_str::<Value>(&text).unwrap());
                cancel.store(stops, Ordering::Relaxed);
            }
            event => last = Some(event),
        });
        let Some(Event::Answer(answer)) = last else { panic!("{last:?}") };
        (parts, serde_json::from_str::<Value>(&answer).unwrap())
    };
    let (parts, answer) = told(false);
    assert!(parts.len() > 3 && answer["partial"].is_null(), "{answer}");
    assert_eq!(answer["findings"], json!(parts));
    // Whoever hears of the first one can still end the search for the others.
    let (parts, answer) = told(true);
    assert!(!parts.is_empty() && answer["partial"] == true, "{answer}");
}
