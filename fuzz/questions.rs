//! Questions to the laboratory that are nearly those of a page: games, positions and numbers from the corpus changed, or
//! the JSON itself. Used by the fuzzer of requests and by the tests.

use crate::mutate::text;
use wythoff_numbers::Random;

/// Questions with places for a game (`$G`), a position (`$P`) and numbers (`$N`).
const QUESTIONS: [&str; 26] = [
    r#"{"ask":"read","game":$G}"#,
    r#"{"ask":"read","game":$G,"on":{"misere":true,"pass":true,"block":$N,"terminal":[$P]}}"#,
    r#"{"ask":"describe","game":$G}"#,
    r#"{"ask":"solve","game":$G,"position":$P,"board":true}"#,
    r#"{"ask":"solve","game":$G,"position":$P,"all":true,"on":{"block":$N}}"#,
    r#"{"ask":"moves","game":$G,"position":$P,"board":true}"#,
    r#"{"ask":"moves","game":$G,"position":$P,"to":$P}"#,
    r#"{"ask":"written","game":$G,"position":$P}"#,
    r#"{"ask":"tile","game":$G,"layer":"p","x":$N,"y":$N,"level":$N,"size":64}"#,
    r#"{"ask":"tile","game":$G,"layer":"grundy","x":0,"y":0,"level":$N,"size":64,"slice":$P}"#,
    r#"{"ask":"tile","game":$G,"layer":"difference","other":$G,"x":0,"y":0,"size":16}"#,
    r#"{"ask":"tile","game":$G,"layer":"palace","x":0,"y":0,"size":16,"on":{"block":$N}}"#,
    r#"{"ask":"slopes","game":$G,"first":$N}"#,
    r#"{"ask":"line","slope":$P}"#,
    r#"{"ask":"first","game":$G,"count":$N,"from":$N}"#,
    r#"{"ask":"identify","game":$G}"#,
    r#"{"ask":"discover","game":$G,"below":$N}"#,
    r#"{"ask":"prove","game":$G,"time":1}"#,
    r#"{"ask":"play","game":$G,"position":$P,"did":[$P,$P],"hint":true,"level":$N}"#,
    r#"{"ask":"play","game":$G,"position":$P,"review":true,"program_begins":true,"seed":$N}"#,
    r#"{"ask":"picture","game":$G,"format":"svg","kind":"p","below":$N,"slopes":[$P]}"#,
    r#"{"ask":"export","game":$G,"format":"csv","below":$N}"#,
    r#"{"ask":"numbers","kind":"sequence","name":$G,"count":$N}"#,
    r#"{"ask":"numbers","kind":"array","name":$G,"count":$N,"columns":$N}"#,
    r#"{"ask":"numbers","kind":"system","name":$G,"number":$P}"#,
    r#"{"ask":"claim","id":$P}"#,
];

/// Question n of a seed.
pub fn question(seed: u64, n: u64, specs: &[String], positions: &[String]) -> String {
    let mut random = Random::new(seed ^ n.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut question = random.pick(&QUESTIONS).to_string();
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let mut part = 0;
    while let Some(at) = question.find('$') {
        part += 1;
        let changed = random.index(3) == 0;
        let with = match question.as_bytes().get(at + 1) {
            Some(b'G') if changed => quoted(&text(seed, n.wrapping_mul(31).wrapping_add(part), specs)),
            Some(b'G') => quoted(&specs[random.index(specs.len())]),
            Some(b'P') if changed => quoted(&text(!seed, n.wrapping_mul(31).wrapping_add(part), positions)),
            Some(b'P') => {
                let asked = ["3,5", "0", "6,10", "1,2,3", "100,161", "LEX-T13", "sqrt(2)", "9"];
                quoted(asked[random.index(asked.len())])
            }
            _ => match random.index(6) {
                0 => random.bits().to_string(),
                1 => (random.bits() >> 40).to_string(),
                _ => random.index(40).to_string(),
            },
        };
        // A `$` of the text itself is not a place.
        question.replace_range(at..at + 2, &with.replace('$', "\\u0024"));
    }
    if random.index(8) == 0 {
        question = text(seed, n, &[question]);
    }
    question
}
