//! Chains and beams: the checker's own closure, held against play by the definition.

use wythoff_certificate::{beams, transducer};
use wythoff_discover::beams::Beams;
use wythoff_discover::game::kind_of;
use wythoff_discover::leapers::{Kind, Leapers};
use wythoff_rules::Rules;

/// Games without closed windows whose chains are closed: kind, vectors, letters of a link, states.
const CHAINS: [(Kind, &[(u64, u64)], usize, usize); 7] = {
    const WYTHOFF: Kind = Kind { near: 1, band: 1, step: 1, block: 1, misere: false, values: 0, pass: false };
    [
        (Kind { step: 3, ..WYTHOFF }, &[], 4, 406),
        (Kind { step: 3, misere: true, ..WYTHOFF }, &[], 4, 406),
        (Kind { step: 4, ..WYTHOFF }, &[], 4, 43),
        (WYTHOFF, &[(1, 2)], 6, 15),
        (WYTHOFF, &[(5, 8)], 6, 85),
        (WYTHOFF, &[(7, 11)], 6, 382),
        (Kind { values: 2, ..WYTHOFF }, &[], 6, 354),
    ]
};

#[test]
fn chains_are_closed() {
    for (kind, vectors, length, states) in CHAINS {
        let leapers = Leapers::of_kind(vectors, kind).expect("a kind");
        let text = leapers.chain(length);
        let accepted = transducer::check(&text).unwrap_or_else(|why| panic!("{text}{why}"));
        assert_eq!((accepted.states, accepted.chained), (states, true), "{}", leapers.text());
        let told = Rules::read(&accepted.rules).expect("rules");
        if kind.values == 0 {
            assert_eq!(kind_of(&told), Some(leapers));
        }
    }
}

#[test]
fn chains_that_do_not_close_are_refused() {
    let kind = Kind { step: 5, ..Kind::default() };
    let text = Leapers::of_kind(&[], kind).expect("a kind").chain(6);
    let refused = |links, go_on: &dyn Fn() -> bool| {
        let effort = wythoff_certificate::Effort { links, go_on, ..Default::default() };
        transducer::check_within(&text, &effort).expect_err("not closed").reason
    };
    assert_eq!(refused(1_000, &|| true), "more links than this checker follows");
    assert_eq!(refused(1 << 20, &|| false), "the check was interrupted");
    for length in ["0", "61", "-1", "4 4"] {
        assert!(transducer::check(&text.replace("chain 6", &format!("chain {length}"))).is_err());
    }
    for origin in [0, 1] {
        assert!(transducer::check(&text.replace("origin 200", &format!("origin {origin}"))).is_err());
    }
}

fn blocking(k: u64, t: u64) -> Rules {
    let text =
        format!("piles unordered x, y; move (i,0); move (i,j) for i, j >= 1 where |i - j| < {t}; block {k}");
    Rules::read(&text).expect("rules")
}

/// The rows of the P-positions from each column on, by the definition: options are counted one by one.
fn played(k: i64, t: i64, columns: i64) -> Vec<Vec<i64>> {
    let mut found: Vec<Vec<i64>> = Vec::new();
    for x in 0..columns {
        found.push(Vec::new());
        let has =
            |found: &[Vec<i64>], a: i64, b: i64| found[a.min(b) as usize].binary_search(&a.max(b)).is_ok();
        let mut column = (0..x).filter(|&b| has(&found, x, b)).count() as i64;
        let mut y = x;
        while column < k {
            let mut options = column + (0..x).filter(|&a| has(&found, a, y)).count() as i64;
            for a in 0..x {
                for b in y - (x - a) - t + 1..y - (x - a) + t {
                    options += i64::from((0..y).contains(&b) && has(&found, a, b));
                }
            }
            if options < k {
                found[x as usize].push(y);
                column += 1;
            }
            y += 1;
        }
    }
    found
}

/// The claim with lines, if they show.
fn with_lines(k: u64, t: u64) -> Option<Beams> {
    Beams::of(&blocking(k, t), &Default::default()).into_iter().find(Beams::has_lines)
}

/// Whether the P-positions are the points of the certificate's lines and at most one more in each column.
fn describes(text: &str, found: &[Vec<i64>]) -> bool {
    let numbers = |line: usize| -> Vec<i64> {
        let line = text.lines().nth(line).expect("a line");
        line.split([' ', ',', ':']).filter_map(|word| word.parse().ok()).collect()
    };
    let (lines, origin) = (numbers(2), numbers(3)[0]);
    let (run, rise) = (lines[0], lines[1]);
    found.iter().enumerate().skip(origin as usize).all(|(x, rows)| {
        let x = x as i64;
        let here = lines[2..].chunks_exact(2).filter(|p| (x - p[0]) % run == 0);
        let here: Vec<i64> = here.map(|p| p[1] + (x - p[0]) / run * rise).collect();
        here.iter().all(|y| rows.contains(y)) && rows.len() <= here.len() + 1
    })
}

/// k, t, letters of a link, states.
const BLOCKING: [(u64, u64, usize, usize); 5] =
    [(5, 1, 6, 246), (2, 2, 12, 116), (2, 3, 6, 35), (2, 4, 6, 34), (2, 5, 6, 47)];

#[test]
fn blocking_games_with_lines_and_one_more_beam() {
    for (k, t, length, states) in BLOCKING {
        let seen = with_lines(k, t).expect("lines");
        let text = seen.certificate(60, length);
        let accepted = beams::check(&text).unwrap_or_else(|why| panic!("{text}{why}"));
        assert_eq!(accepted.states, states, "{text}");
        // What the checker says it is about is the game.
        assert_eq!(Beams::of(&Rules::read(&accepted.rules).expect("rules"), &Default::default())[0], seen);
        assert!(describes(&text, &played(k as i64, t as i64, 120)), "{text}");
    }
}

/// Lines of two slopes, and one beam with no lines: k, t, states.
#[test]
fn several_slopes_and_none() {
    let seen = with_lines(10, 1).expect("lines of slopes 2 and 5/2");
    let text = seen.certificate(150, 4);
    assert!(text.contains("lines 5 10 : 0,-7 1,-4 2,-2 3,-3 4,1\nlines 2 5 : "), "{text}");
    assert_eq!(beams::check(&text).map(|accepted| (accepted.states, accepted.others)), Ok((10, 1)));
    let alone: [(u64, u64, usize); 8] =
        [(3, 4, 2), (3, 6, 2), (4, 4, 2), (5, 2, 2), (6, 2, 3), (7, 2, 2), (8, 3, 3), (12, 4, 3)];
    for (k, t, states) in alone {
        let seen = Beams::of(&blocking(k, t), &Default::default()).pop().expect("a claim");
        assert!(!seen.has_lines());
        let mut origins = seen.origins().into_iter();
        let accepted = origins.find_map(|origin| beams::check(&seen.certificate(origin, 4)).ok());
        assert_eq!(accepted.map(|found| found.states), Some(states), "k = {k}, t = {t}");
    }
}

#[test]
fn games_without_such_beams_are_not_claimed() {
    for (k, t) in [(2, 1), (3, 1), (6, 1), (7, 1), (8, 1), (11, 1), (13, 1)] {
        for seen in Beams::of(&blocking(k, t), &Default::default()) {
            for origin in seen.origins() {
                assert!(beams::check(&seen.certificate(origin, 4)).is_err(), "k = {k}, t = {t}");
            }
        }
    }
    // Automata are to be expected: they say more.
    for (k, t) in [(2, 1), (8, 1)] {
        assert_eq!(with_lines(k, t), None);
    }
    for text in
        ["piles unordered x, y; move a: (i,0); move b: (i,i); block 5 of b", "(i,0) (0,i) (i,i) (1,2)"]
    {
        assert!(Beams::of(&Rules::read(text).expect("rules"), &Default::default()).is_empty());
    }
}

/// What is changed in a certificate of beams is refused, or true by the definition.
#[test]
fn mutated_beams_are_refused_or_true() {
    let mut tried = 0;
    for (k, t, length, _) in BLOCKING {
        let text = with_lines(k, t).expect("lines").certificate(60, length);
        let words: Vec<&str> = text.split_inclusive([' ', ',', '\n']).collect();
        for (at, word) in words.iter().enumerate().skip(4) {
            let Ok(number) = word.trim_end_matches([' ', ',', '\n']).parse::<i64>() else { continue };
            for other in [number - 1, number + 1, number + 2, 2 * number + 3] {
                let changed = format!("{other}{}", &word[word.len() - 1..]);
                let mutant: String = words
                    .iter()
                    .enumerate()
                    .map(|(i, w)| if i == at { changed.as_str() } else { w })
                    .collect();
                tried += 1;
                let Ok(accepted) = beams::check(&mutant) else { continue };
                let line = |n: usize| mutant.lines().nth(n).expect("a line").split(' ').collect::<Vec<_>>();
                let number = |word: &str| word.parse::<i64>().expect("a number");
                let (k, t) = (number(line(1)[1]), number(line(1)[3]));
                let columns = (accepted.origin as i64 + 20).min(120);
                assert!(describes(&mutant, &played(k, t, columns)), "{mutant}");
            }
        }
        // A line left out, or one too many.
        let points = text.lines().nth(2).expect("lines");
        for mutant in [
            text.replace(points, points.rsplit_once(' ').expect("a point").0),
            text.replace(points, &format!("{points} 0,7")),
        ] {
            tried += 1;
            assert!(beams::check(&mutant).is_err(), "{mutant}");
        }
    }
    assert!(tried > 200, "{tried}");
}

/// True of the game, but not shown: a pair counts in bands t - 1 beyond its difference, which here are those of the lines;
/// and points of lines before column 0 are none.
#[test]
fn beams_that_the_argument_does_not_reach_are_refused() {
    let claim = |band: u64, lines: &str, origin: u64| {
        let text = format!(
            "wyt-certificate 1 beams\nblock 2 band {band}\nlines {lines}\norigin {origin}\nchain 4\nend\n"
        );
        beams::check(&text).map_err(|why| why.reason)
    };
    let near = Err("in column 14 the others may come up to the lines".to_string());
    assert_eq!(claim(3, "1 4 : 0,1", 14), near);
    assert!(claim(3, "1 4 : 0,1", 60).is_ok());
    let early = Err("the origin is before the lines have had a point each".to_string());
    assert_eq!(claim(1, "4 8 : 0,1 1,3 2,5 3,7", 3), early);
    assert!(claim(1, "4 8 : 0,1 1,3 2,5 3,7", 40).is_ok());
}
