//! Tiles against the facade's own lists.

use crate::{engine, failure, last};
use std::collections::BTreeSet;
use wythoff::{Budget, Game, Range};
use wythoff_lab::{Engine, Event};

fn tile(engine: &Engine, question: &str) -> Vec<u16> {
    match last(engine, question) {
        Event::Bytes(_, bytes) => {
            bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        }
        other => panic!("{question}: {}", other.line()),
    }
}

/// P-positions of a game below a bound in both orders.
fn lost(spec: &str, below: u64) -> BTreeSet<(u64, u64)> {
    let game = Game::parse(spec).unwrap();
    let found = game.p(Range::Below(below), 0, None, &Budget::default()).unwrap();
    let pairs = found.positions.iter().map(|p| (p[0], p[1]));
    let both = |(x, y)| if game.is_symmetric() { vec![(x, y), (y, x)] } else { vec![(x, y)] };
    pairs.flat_map(both).collect()
}

#[test]
fn cells_and_coarse_pixels_count_p_positions() {
    let engine = engine();
    for spec in ["wythoff", "(i,0) (0,i) (2*i,i)", "t-wythoff(t=3)"] {
        let p = lost(spec, 1024);
        for level in [0, 2, 3] {
            let (x, y) = (1, 1);
            let question = format!(
                r#"{{"ask":"tile","game":"{spec}","layer":"p","x":{x},"y":{y},"level":{level},"size":64}}"#
            );
            let pixels = tile(&engine, &question);
            let side = 64u64 << level;
            for row in 0..64u64 {
                for column in 0..64u64 {
                    let (left, low) = (x * side + (column << level), y * side + (row << level));
                    let inside =
                        |&&(a, b): &&(u64, u64)| a >> level == left >> level && b >> level == low >> level;
                    let count = p.iter().filter(inside).count();
                    assert_eq!(
                        usize::from(pixels[(row * 64 + column) as usize]),
                        count,
                        "{spec} {level} {left},{low}"
                    );
                }
            }
        }
    }
}

#[test]
fn values_differences_and_slices() {
    let engine = engine();
    let values = tile(&engine, r#"{"ask":"tile","game":"wythoff","layer":"grundy","x":0,"y":0,"size":16}"#);
    let table = Game::parse("wythoff").unwrap().grundy_table(&[16], &Budget::default()).unwrap().values;
    for x in 0..16 {
        for y in 0..16 {
            assert_eq!(u32::from(values[y * 16 + x]), table[x * 16 + y] + 1);
        }
    }
    let apart = tile(
        &engine,
        r#"{"ask":"tile","game":"wythoff","other":"(i,0) (0,i)","layer":"difference","x":0,"y":0,"size":16}"#,
    );
    assert_eq!((apart[0], apart[5 * 16 + 5], apart[2 * 16 + 1], apart[3]), (4, 2, 1, 0));
    // A slice of Nim with three piles: x xor y = 5.
    let slice = tile(
        &engine,
        r#"{"ask":"tile","game":"nim(piles=3)","layer":"p","x":0,"y":0,"size":16,"slice":"5"}"#,
    );
    for x in 0..16u64 {
        for y in 0..16u64 {
            assert_eq!(slice[(y * 16 + x) as usize], u16::from(x ^ y == 5), "{x},{y}");
        }
    }
}

#[test]
fn what_is_too_far_or_too_large_is_refused() {
    for question in [
        r#"{"ask":"tile","game":"wythoff","layer":"p","x":18446744073709551615,"y":0,"size":64}"#,
        r#"{"ask":"tile","game":"wythoff","layer":"p","x":0,"y":0,"size":63}"#,
        r#"{"ask":"tile","game":"wythoff","layer":"p","x":0,"y":0,"size":65536}"#,
        r#"{"ask":"tile","game":"wythoff","layer":"p","x":0,"y":0,"level":60}"#,
        r#"{"ask":"tile","game":"wythoff","layer":"difference","x":0,"y":0}"#,
        r#"{"ask":"tile","game":"nim(piles=3)","layer":"p","x":0,"y":0,"slice":"1,2"}"#,
    ] {
        let wrong = failure(question);
        assert!(wrong["kind"] == "limit" || wrong["kind"] == "input", "{wrong}");
        assert!(!wrong["field"].is_null(), "{wrong}");
    }
}
