//! A machine that has no more memory: what is refused is an error of the request, and the process goes on.

use crate::alone;
use wythoff::numbers::{self, Array, BeattyPairRequest, Sequence};
use wythoff::{Budget, Data, Error, Format, Game, Kind, PictureRequest, Range};
use wythoff_numbers::memory;

type Ask = fn(&Budget) -> Result<(), Error>;

fn game(spec: &str) -> Game {
    Game::parse(spec).expect("it is a game")
}

/// Questions that need much more than the machine has.
const LARGE: &[(&str, Ask)] = &[
    ("first P-positions", |b| game("wythoff").p(Range::First(20_000_000), 0, None, b).map(drop)),
    ("first of rules", |b| {
        game("(i,0) (0,i) (i,i) (1,2) (2,1)").p(Range::First(20_000_000), 0, None, b).map(drop)
    }),
    ("P-positions of three piles", |b| {
        game("wythoff-piles(piles=3)").p(Range::Below(2000), 0, None, b).map(drop)
    }),
    ("blocking", |b| game("blocking-wythoff(k=3)").p(Range::Below(60_000), 0, None, b).map(drop)),
    ("a table", |b| game("wythoff").grundy_table(&[9000, 9000], b).map(drop)),
    ("a table of options", |b| {
        game("(i,0) (0,i) where x mod 7 != y mod 5").grundy_table(&[4000, 4000], b).map(drop)
    }),
    ("lines of play", |b| {
        let game = game("fibonacci-nim");
        game.p(Range::Below(100_000_000), 0, None, b).map(drop)
    }),
    ("options", |b| {
        let game = game("wythoff");
        game.options(&game.position("9000000,9000000")?, b).map(drop)
    }),
    ("patterns", |b| game("wythoff").discover(Some(9_000_000), false, b).map(drop)),
    ("rows of values", |b| game("wythoff").discover_grundy(&[6000, 6000], b).map(drop)),
    ("a picture", |b| {
        let request = PictureRequest { below: Some(9_000_000), ..PictureRequest::default() };
        game("wythoff").picture(&request, None, b)?.svg(b).map(drop)
    }),
    ("an export", |b| {
        let game = game("wythoff");
        let found = game.p(Range::First(300_000), 0, None, b)?;
        let (data, out) = (Data::Positions(&found, None), &mut std::io::sink());
        game.export(data, Format::Csv, &Default::default(), out, b)
    }),
    ("a sequence", |b| Sequence::parse("lower-wythoff")?.first(9_000_000, b).map(drop)),
    ("an array", |b| Array::parse("wythoff")?.corner(9000, 900, b).map(drop)),
    ("a word", |b| numbers::letters("fibonacci", 900_000_000, b).map(drop)),
    ("Beatty sequences", |b| {
        let asked = BeattyPairRequest { alpha: "sqrt(2)".into(), first: 9_000_000, ..Default::default() };
        numbers::beatty_pair(&asked, b).map(drop)
    }),
    ("formulas", |b| numbers::evaluate(&["2^n".into()], &["n=1..1000000".parse()?], b).map(drop)),
];

#[test]
fn a_machine_without_memory_is_an_error_of_the_request() {
    let _alone = alone();
    for (name, ask) in LARGE {
        for machine in [1 << 20, 8 << 20, 40 << 20] {
            assert!(memory::keep_reserve());
            memory::limit(memory::live() + machine);
            let answer = ask(&Budget::default());
            memory::limit(u64::MAX);
            if let Err(error) = answer {
                assert_eq!(error.kind, Kind::Limit, "{name}: {error:?}");
            }
        }
        // The process goes on as if nothing had happened.
        assert!(game("wythoff").p(Range::First(3), 0, None, &Budget::default()).is_ok());
    }
}
