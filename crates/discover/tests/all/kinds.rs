//! Games like Wythoff's with other moves: stream against the definition, certificates against the checker, recognition
//! from rule text against the referee.

use wythoff_certificate::transducer::check;
use wythoff_discover::game::kind_of;
use wythoff_discover::leapers::{Certificate, Columns, Kind, Leapers, Limits, PStream, certify};
use wythoff_rules::Rules;

fn kind(near: u32, band: u32, step: u32, block: u32, misere: bool) -> Kind {
    Kind { near, band, step, block, misere, ..Kind::default() }
}

/// P-positions below the bound by the definition alone.
fn brute(vectors: &[(u64, u64)], kind: Kind, bound: usize) -> Vec<(u64, u64)> {
    let mut p = vec![vec![false; bound]; bound];
    for x in 0..bound {
        for y in 0..bound {
            let (mut lost, mut blockable, mut options) = (false, 0, 0);
            for i in 0..=x {
                for j in 0..=y {
                    if i + j == 0 {
                        continue;
                    }
                    let near = i.min(j) < kind.near as usize;
                    let both =
                        i > 0 && j > 0 && i.abs_diff(j) < kind.band as usize && i % kind.step as usize == 0;
                    let leap = vectors.iter().any(|&(a, b)| {
                        [(a, b), (b, a)].iter().any(|&(a, b)| (i, j) == (a as usize, b as usize))
                    });
                    options += usize::from(near || both || leap);
                    lost |= (near || leap) && p[x - i][y - j];
                    blockable += u32::from(both && p[x - i][y - j]);
                }
            }
            p[x][y] = !lost && blockable < kind.block && !(kind.misere && options == 0);
        }
    }
    let cells = (0..bound).flat_map(|x| (x..bound).map(move |y| (x, y)));
    cells.filter(|&(x, y)| p[x][y]).map(|(x, y)| (x as u64, y as u64)).collect()
}

/// Kinds, vectors, and the states of the transducer; 0 where none is found within the limits of a moment.
type Case = ((u32, u32, u32, u32, bool), &'static [(u64, u64)], usize);

const CASES: [Case; 22] = [
    ((1, 1, 2, 1, false), &[], 7),
    ((1, 1, 2, 1, true), &[], 7),
    ((1, 1, 1, 2, false), &[], 2),
    ((1, 1, 1, 3, false), &[], 3),
    ((1, 1, 1, 7, false), &[], 7),
    ((1, 2, 1, 2, false), &[], 2),
    ((1, 3, 1, 2, false), &[], 2),
    ((1, 4, 1, 3, false), &[], 3),
    ((1, 3, 1, 5, false), &[], 5),
    ((1, 2, 1, 1, false), &[], 1),
    ((1, 3, 1, 1, true), &[], 1),
    ((2, 1, 1, 1, false), &[], 2),
    ((2, 2, 1, 1, true), &[], 2),
    ((3, 2, 1, 1, false), &[], 3),
    ((2, 3, 1, 1, false), &[], 2),
    ((5, 3, 1, 1, true), &[], 5),
    ((1, 1, 1, 1, true), &[], 1),
    ((1, 1, 1, 1, true), &[(1, 2)], 16),
    ((1, 1, 1, 1, true), &[(2, 3)], 5),
    ((1, 1, 2, 1, false), &[(1, 1)], 0),
    ((1, 1, 2, 1, false), &[(1, 2)], 0),
    ((1, 1, 3, 1, false), &[], 0),
];

#[test]
fn streams_are_the_rules() {
    for ((near, band, step, block, misere), vectors, _) in CASES {
        let kind = kind(near, band, step, block, misere);
        let bound = 60;
        let leapers = Leapers::of_kind(vectors, kind).expect("a kind");
        let stream: Vec<_> =
            PStream::new(&leapers).take_while(|p| p.0 < bound).filter(|p| p.1 < bound).collect();
        assert_eq!(stream, brute(vectors, kind, bound as usize), "{}", leapers.text());
    }
}

#[test]
fn certificates_of_other_kinds() {
    for ((near, band, step, block, misere), vectors, states) in CASES.into_iter().filter(|case| case.2 > 0) {
        let leapers = Leapers::of_kind(vectors, kind(near, band, step, block, misere)).expect("a kind");
        let found =
            certify(&leapers, &Limits::default()).unwrap_or_else(|why| panic!("{}: {why}", leapers.text()));
        let text = found.text();
        let accepted = check(&text).unwrap_or_else(|why| panic!("{}: {why}", leapers.text()));
        assert_eq!(accepted.states, states, "{}", leapers.text());
        // What the checker says it is about, read by the rule language, is the game.
        assert_eq!(kind_of(&Rules::read(&accepted.rules).expect("rules")), Some(leapers.clone()));
        assert_eq!(Certificate::read(&text).expect("its own text").text(), text);
        // About no other moves and no other play.
        for (near, band, step, block, misere) in [
            (near + 1, band, step, block, misere),
            (near, band + 1, step, block, misere),
            (near, band, step + 1, block, misere),
            (near, band, step, block + 1, misere),
            (near, band, step, block, !misere),
        ] {
            let play = if misere { "misere" } else { "normal" };
            let line = format!("kind near {near} band {band} step {step} block {block} play {play}\n");
            let at = text.find("kind ").unwrap_or_else(|| text.find("origin").expect("an origin"));
            let end = text.find("origin").expect("an origin");
            let other = format!("{}{line}{}", &text[..at], &text[end..]);
            // What is accepted is true, if not what was meant: from its origin on another game may have the same word.
            if check(&other).is_ok() {
                describes(&other);
            }
        }
    }
}

/// Whether the machine of a certificate does, from the origin on, what the P-positions of its game do.
fn describes(text: &str) {
    let certificate = Certificate::read(text).expect("a certificate that the checker reads");
    let mut columns = Columns::new(certificate.machine().leapers());
    while columns.x() < certificate.origin() {
        columns.advance();
    }
    let mut state = certificate.start();
    for _ in 0..500 {
        let (letter, frontier) = (columns.letter(columns.x()), columns.frontier());
        let edge =
            certificate.machine().edge(state, letter).unwrap_or_else(|| panic!("no transition: {text}"));
        let place = columns.advance().map(|(_, y)| (y - frontier) as u32);
        assert_eq!(edge.place, place, "column {} of {text}", columns.x());
        state = edge.to;
    }
}

#[test]
fn every_change_of_a_certificate_is_noticed_or_harmless() {
    let leapers = Leapers::of_kind(&[], kind(2, 3, 1, 1, false)).expect("a kind");
    let text = certify(&leapers, &Limits::default()).expect("a certificate").text();
    let plain = |text: &str| {
        text.split([' ', ',', '\n']).map(|w| w.trim_start_matches('0').to_string()).collect::<Vec<_>>()
    };
    let mut accepted = 0;
    for at in 0..text.len() {
        for new in ["0", "1", "2", "7", " ", ""] {
            let mutant = format!("{}{new}{}", &text[..at], &text[at + 1..]);
            if plain(&mutant) != plain(&text) && check(&mutant).is_ok() {
                accepted += 1;
                describes(&mutant);
            }
        }
    }
    assert!(accepted < 40, "{accepted}");
}

/// Rule texts in several spellings, with the kind that each is; `None` for games that are none.
#[test]
fn kinds_are_recognised_from_the_rules() {
    let read = |text: &str| kind_of(&Rules::read(text).expect(text));
    let even = Some(kind(1, 1, 2, 1, false));
    for (text, expected) in [
        ("(i,0) (0,i) (i,i) where i mod 2 == 0", even),
        ("(i,0) (0,i) (2i,2i)", even),
        ("(i,0) (0,i) (i,i) where i mod 2 == 1", None),
        ("(i,0) (0,i) (k,l) where |k-l| < 3", Some(kind(1, 3, 1, 1, false))),
        ("(i,0) (0,i) (k,l) where |k-l| < 3 and k + l > 2", None),
        (
            "(i,j) for i, j >= 0 where i + j > 0 and (|i-j| < 1 or min(i,j) < 2)",
            Some(kind(2, 1, 1, 1, false)),
        ),
        (
            "piles unordered x, y\nmove nim: (i, 0)\nmove diagonal: (i, i)\nblock 4 of diagonal",
            Some(kind(1, 1, 1, 4, false)),
        ),
        ("piles unordered x, y\nmove nim: (i, 0)\nmove diagonal: (i, i)\nblock 4", None),
        ("piles unordered x, y\nmove nim: (i, 0)\nmove diagonal: (i, i)\nblock 4 of nim", None),
        (
            "piles unordered x, y\nmove (i, 0)\nmove (k, l) for k, l >= 1 where |k - l| < 2\nmisere",
            Some(kind(1, 2, 1, 1, true)),
        ),
        ("(i,0) (0,i) (i,i) where i mod 64 == 0", None),
        ("(i,0) (0,i)", None),
    ] {
        assert_eq!(read(text).map(|found| found.kind()), expected, "{text}");
    }
    let catalog = |spec: &str| kind_of(wythoff_catalog::Resolved::parse(spec).ok()?.rules()?);
    assert_eq!(catalog("nim-ab(a=2,b=3)").map(|found| found.kind()), Some(kind(3, 2, 1, 1, false)));
    assert_eq!(
        read("(i,0) (0,i) (2i,2i) (1,1) (2,5) (5,2)").map(|f| f.vectors().to_vec()),
        Some(vec![(1, 1), (2, 5), (5, 2)])
    );
}

/// Grundy values of Wythoff's game by the definition.
fn grundy(bound: usize) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0; bound]; bound];
    for x in 0..bound {
        for y in 0..bound {
            let mut seen: Vec<u32> = (1..=x).map(|i| table[x - i][y]).collect();
            seen.extend((1..=y).map(|i| table[x][y - i]));
            seen.extend((1..=x.min(y)).map(|i| table[x - i][y - i]));
            table[x][y] = (0..).find(|g| !seen.contains(g)).expect("a number");
        }
    }
    table
}

#[test]
fn layers_are_grundy_values() {
    let table = grundy(80);
    for values in [1, 2] {
        let leapers = Leapers::of_kind(&[], Kind { values, ..Kind::default() }).expect("a kind");
        let mut columns = Columns::new(&leapers);
        while columns.frontier() < 80 {
            columns.advance();
        }
        for column in 1..80usize {
            let larger = |g: u32| (0..=column).any(|a| table[a][column] == g);
            let expected: u8 = (0..=values).map(|g| u8::from(larger(g)) << g).sum();
            assert_eq!(columns.letter(column as u64), expected, "column {column}");
        }
    }
}

#[test]
fn wythoff_with_a_pass_and_the_positions_of_value_one() {
    let mut rules = Rules::read("(i,0) (0,i) (i,i)").expect("rules");
    rules.set_pass();
    let passing = kind_of(&rules).expect("a kind");
    assert!(passing.kind().pass && !passing.expects_automaton());
    let budget = wythoff_solvers::Budget::default();
    let lost = wythoff_solvers::p_below(&rules, 60, &budget).expect("solved").positions;
    let stream: Vec<Vec<u64>> = PStream::new(&passing)
        .take_while(|p| p.0 < 60)
        .filter(|p| p.1 < 60)
        .map(|(a, b)| vec![a, b])
        .collect();
    assert_eq!(stream, lost);
    let value_one = Leapers::of_kind(&[], Kind { values: 1, ..Kind::default() }).expect("a kind");
    for leapers in [passing, value_one] {
        let found =
            certify(&leapers, &Limits::default()).unwrap_or_else(|why| panic!("{}: {why}", leapers.text()));
        let text = found.text();
        let accepted = check(&text).unwrap_or_else(|why| panic!("{}: {why}", leapers.text()));
        assert_eq!((accepted.states, accepted.transitions, accepted.windows), (20, 40, 10_677));
        assert_eq!(Certificate::read(&text).expect("its own text").text(), text);
        describes(&text);
    }
}

/// In misère play neighbours of Nim's moves ask for a transducer, also where normal play has an automaton.
#[test]
fn misere_neighbours_of_nim_are_left_to_transducers() {
    for (a, b, misere) in [(2, 2, true), (4, 2, true), (3, 3, true), (2, 2, false), (2, 1, true)] {
        let kind = Kind { near: b, band: a, misere, ..Kind::default() };
        let leapers = Leapers::of_kind(&[], kind).expect("a kind");
        assert_eq!(leapers.expects_automaton(), !misere || b == 1, "{a}, {b}");
        if misere && b > 1 {
            assert!(wythoff_certificate::transducer::check(&leapers.chain(4)).is_ok(), "{a}, {b}");
        }
    }
}
