//! Wythoff plus finitely many vectors: stream against brute force, transducer against stream, telescope
//! against stream and against itself at a thousand digits, certificates against the checker.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use std::collections::HashSet;
use wythoff_certificate::transducer::check;
use wythoff_discover::leapers::{
    Answer, Columns, Leapers, Limits, NoCertificate, PStream, Telescope, census, certify,
};

fn leapers(vectors: &[(u64, u64)]) -> Leapers {
    Leapers::new(vectors).expect("short vectors")
}

/// P-positions below the bound by the definition alone.
fn brute(vectors: &[(u64, u64)], bound: usize) -> Vec<(u64, u64)> {
    let mut p = vec![vec![false; bound]; bound];
    for x in 0..bound {
        for y in 0..bound {
            let nim = (1..=x).any(|i| p[x - i][y]) || (1..=y).any(|i| p[x][y - i]);
            let both = (1..=x.min(y)).any(|i| p[x - i][y - i]);
            let leap = vectors.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).any(|(a, b)| {
                let (a, b) = (a as usize, b as usize);
                a <= x && b <= y && p[x - a][y - b]
            });
            p[x][y] = !(nim || both || leap);
        }
    }
    let cells = (0..bound).flat_map(|x| (x..bound).map(move |y| (x, y)));
    cells.filter(|&(x, y)| p[x][y]).map(|(x, y)| (x as u64, y as u64)).collect()
}

const SETS: [&[(u64, u64)]; 10] = [
    &[],
    &[(1, 2)],
    &[(2, 3)],
    &[(1, 3)],
    &[(3, 4)],
    &[(4, 7)],
    &[(3, 5)],
    &[(4, 6)],
    &[(1, 2), (2, 3)],
    &[(1, 5), (3, 8)],
];

#[test]
fn stream_is_the_rules() {
    for set in SETS {
        let bound = 110;
        let stream: Vec<_> =
            PStream::new(&leapers(set)).take_while(|p| p.0 < bound).filter(|p| p.1 < bound).collect();
        assert_eq!(stream, brute(set, bound as usize), "{set:?}");
    }
}

#[test]
fn transducers_of_maharaja() {
    // Kept as recent P-positions, the states are those of the ledger; as cells, (2,3) needs one less.
    for (set, recent, kept, sync, length, windows) in
        [((1, 2), (15, 24), (15, 24), 37, 135, 7220), ((2, 3), (7, 12), (6, 10), 24, 84, 1383)]
    {
        let rule = leapers(&[set]);
        assert_eq!(census(&rule, 20_000), recent, "{set:?}");
        let found = certify(&rule, &Limits::default()).expect("certificate");
        assert_eq!((found.machine().states().len(), found.machine().transitions()), kept, "{set:?}");
        assert_eq!(found.sync(), sync, "{set:?}");
        let mut columns = Columns::new(&rule);
        while columns.x() < 60_000 {
            columns.advance();
        }
        let word: Vec<u8> = (found.origin()..columns.frontier()).map(|c| columns.letter(c)).collect();
        let factors = |length| word.windows(length).collect::<HashSet<_>>();
        assert_eq!(factors(length).len(), windows, "{set:?}");
        assert_eq!(factors(found.length()), found.windows().iter().map(|w| &w[..]).collect(), "{set:?}");
    }
}

#[test]
fn certificates_are_accepted() {
    for set in [(1, 2), (2, 3), (1, 3), (1, 4), (3, 4), (2, 4), (4, 7), (2, 5), (3, 7)] {
        let found = certify(&leapers(&[set]), &Limits::default()).expect("certificate");
        let accepted = check(&found.text()).unwrap_or_else(|why| panic!("{set:?}: {why}"));
        assert_eq!(accepted.windows, found.windows().len());
        assert_eq!(accepted.states, found.machine().states().len());
        assert_eq!(accepted.vectors, [(set.0 as usize, set.1 as usize), (set.1 as usize, set.0 as usize)]);
    }
    let queen = certify(&leapers(&[]), &Limits::default()).expect("certificate");
    assert_eq!(check(&queen.text()).map(|a| a.rules), Ok("(i,0) (0,i) (i,i)".to_string()));
}

#[test]
fn no_certificate_is_said_with_its_limit() {
    for set in [(3, 5), (4, 6)] {
        let no = certify(&leapers(&[set]), &Limits::default());
        assert!(matches!(no, Err(NoCertificate::Window { window: 240, .. })), "{set:?}");
    }
}

#[test]
fn telescope_agrees_with_the_stream() {
    for set in [(1, 2), (2, 3), (4, 7)] {
        let telescope = Telescope::new(&certify(&leapers(&[set]), &Limits::default()).expect("certificate"));
        let pairs: Vec<(u64, u64)> = PStream::new(&leapers(&[set])).take_while(|p| p.0 < 60_000).collect();
        for &(a, b) in pairs.iter().step_by(701) {
            let (a, b) = (Natural::from(a), Natural::from(b));
            assert_eq!(telescope.partner(&a).unwrap(), b.clone(), "{set:?}");
            assert_eq!(telescope.partner(&b).unwrap(), a.clone(), "{set:?}");
            assert_eq!(telescope.with_difference(&(&b - &a)).unwrap(), a, "{set:?}");
        }
        for from in [0u64, 300, 1_000, 50_000] {
            let expected = pairs.iter().filter(|p| from <= p.0 && p.0 < from + 200);
            let expected: Vec<_> = expected.map(|&(a, b)| (Natural::from(a), Natural::from(b))).collect();
            assert_eq!(telescope.p_positions(&Natural::from(from), 200).unwrap(), expected, "{set:?} {from}");
        }
    }
}

/// Whether one move of the game leads from `from` to `to`.
fn legal(set: (u64, u64), from: &[Natural; 2], to: &[Natural; 2]) -> bool {
    if to[0] > from[0] || to[1] > from[1] {
        return false;
    }
    let (i, j) = (&from[0] - &to[0], &from[1] - &to[1]);
    let leaps = (i == set.0 && j == set.1) || (i == set.1 && j == set.0);
    leaps || (i == j && i != 0) || (i == 0) != (j == 0)
}

#[test]
fn winning_moves_are_legal_and_lead_to_p() {
    for set in [(1u64, 2u64), (2, 3)] {
        let telescope = Telescope::new(&certify(&leapers(&[set]), &Limits::default()).expect("certificate"));
        let table: HashSet<(u64, u64)> = brute(&[set], 60).into_iter().collect();
        let huge = Natural::from(10u32).pow(60);
        for shift in [Natural::from(0u32), huge] {
            for x in 0..40u64 {
                for y in 0..40u64 {
                    // Near the beams far out, where Nim, diagonal and vector moves all occur.
                    let near =
                        if shift == 0 { shift.clone() } else { telescope.partner(&shift).expect("partner") };
                    let from = [&shift + Natural::from(x), near + Natural::from(y)];
                    match telescope.decide(&from[0], &from[1]).expect("decided") {
                        Answer::P => assert!(shift != 0 || table.contains(&(x.min(y), x.max(y))), "{x},{y}"),
                        Answer::N { to, .. } => {
                            assert!(legal(set, &from, &to), "{from:?} {to:?}");
                            assert!(telescope.is_p(&to[0], &to[1]).unwrap(), "{from:?}");
                            assert!(shift != 0 || !table.contains(&(x.min(y), x.max(y))), "{x},{y}");
                        }
                    }
                }
                if shift != 0 && x > 2 {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_thousand_digits() {
    let telescope = Telescope::new(&certify(&leapers(&[(1, 2)]), &Limits::default()).expect("certificate"));
    let x = Natural::from(10u32).pow(1000);
    let y = telescope.partner(&x).expect("partner");
    assert_eq!(telescope.partner(&y).unwrap(), x.clone());
    assert_eq!(telescope.decide(&y, &x).unwrap(), Answer::P);
    let from = [&x + &x, &x * Natural::from(3u32)];
    match telescope.decide(&from[0], &from[1]).expect("decided") {
        Answer::P => panic!("2x,3x is far from the beams"),
        Answer::N { to, .. } => {
            assert!(legal((1, 2), &from, &to));
            assert!(telescope.is_p(&to[0], &to[1]).unwrap());
        }
    }
}

#[test]
fn mutated_certificates_are_rejected() {
    // (2,3) has a small certificate, so each mutation is checked in a few milliseconds.
    let text = certify(&leapers(&[(2, 3)]), &Limits::default()).expect("certificate").text();
    let mut dice = wythoff_numbers::Random::new(1);
    let mut tried = 0;
    for _ in 0..1200 {
        let mut bytes = text.clone().into_bytes();
        let at = dice.index(bytes.len());
        let old = bytes[at];
        match dice.index(3) {
            0 => bytes[at] = b"0123456789abcdef ,"[dice.index(18)],
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, b"0123456789 ,"[dice.index(12)]),
        }
        let mutant = String::from_utf8(bytes).expect("ASCII");
        let same: Vec<&str> = mutant.split_whitespace().collect();
        if same == text.split_whitespace().collect::<Vec<_>>() {
            continue;
        }
        tried += 1;
        if check(&mutant).is_ok() {
            // A leading zero says the same thing. Where the proof begins, how long its windows are and which words cover
            // them may differ: the checker plays to that column and looks at every window itself. The game and the
            // transducer may not.
            let plain = |text: &str| {
                let (game, rest) = text.split_once("origin").expect("it was read");
                let machine = rest.split_once("states").expect("it was read").1.split("words").next();
                let said = format!("{game} {}", machine.unwrap_or_default());
                said.split([' ', ',', '\n'])
                    .map(|w| w.trim_start_matches('0').to_string())
                    .collect::<Vec<_>>()
            };
            assert_eq!(plain(&mutant), plain(&text), "at {at}, was {}", old as char);
        }
    }
    assert!(tried >= 1000);
}

/// Half a minute in the dev profile: `cargo test -p wythoff-discover --test leapers -- --ignored`.
#[test]
#[ignore = "deep limits"]
fn deep_certificates_of_3_5_and_4_6() {
    for (set, states, transitions) in [((3, 5), 28, 48), ((4, 6), 30, 51)] {
        let found = certify(&leapers(&[set]), &Limits::deep()).expect("certificate");
        assert_eq!(
            (found.machine().states().len(), found.machine().transitions()),
            (states, transitions),
            "{set:?}"
        );
        let accepted = check(&found.text()).unwrap_or_else(|why| panic!("{set:?}: {why}"));
        assert_eq!(accepted.windows, found.windows().len());
    }
}
