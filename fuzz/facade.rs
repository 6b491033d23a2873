//! One request of a stranger, of any kind that the library answers, within one budget. Request n of a seed depends on
//! nothing else.

use crate::mutate;
use std::io;
use wythoff::numbers::{self, Array, BeattyPairRequest, Sequence};
use wythoff::play::{Match, Setup};
use wythoff::{
    Block, Budget, Conventions, Data, Error, Format, Game, Method, NoFiles, PictureKind, PictureRequest,
    Range, SolveRequest, Terminal,
};
use wythoff_numbers::Random;

/// Texts to start from.
pub struct Corpus {
    games: Vec<String>,
    positions: Vec<String>,
    reals: Vec<String>,
    names: Vec<String>,
    files: Vec<String>,
}

impl Corpus {
    /// The corpus of the project.
    pub fn read() -> Corpus {
        let lines = |name: &str| -> Vec<String> {
            mutate::corpus(name).iter().flat_map(|text| text.lines()).map(str::to_string).collect()
        };
        let games = mutate::corpus("specs").into_iter().chain(mutate::corpus("rules")).collect();
        let (positions, files) = (mutate::corpus("positions"), mutate::corpus("files"));
        Corpus { games, positions, reals: lines("reals"), names: lines("names"), files }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Describe,
    P,
    GrundyTable,
    Grundy,
    Solve,
    Moves,
    Legal,
    Discover,
    Prove,
    Identify,
    Picture,
    Export,
    Play,
    Sequence,
    Array,
    Word,
    System,
    Beatty,
    Eval,
    Check,
    Terms,
}

/// The kinds that are most about a folder of the corpus.
pub fn kinds_of(folder: &str) -> Option<&'static [Kind]> {
    match folder {
        "specs" | "rules" => Some(&KINDS[..18]),
        "positions" => Some(&[Kind::Grundy, Kind::Solve, Kind::Moves, Kind::Legal, Kind::Play]),
        "names" => Some(&[Kind::Sequence, Kind::Array, Kind::Word, Kind::System]),
        "reals" => Some(&[Kind::Beatty, Kind::Eval]),
        "files" | "certificates" | "tables" => Some(&[Kind::Check]),
        _ => None,
    }
}

/// All kinds; those about games first and several times, since they are most of the library.
pub const KINDS: [Kind; 27] = [
    Kind::Describe,
    Kind::P,
    Kind::P,
    Kind::GrundyTable,
    Kind::Grundy,
    Kind::Grundy,
    Kind::Solve,
    Kind::Solve,
    Kind::Solve,
    Kind::Moves,
    Kind::Legal,
    Kind::Discover,
    Kind::Prove,
    Kind::Identify,
    Kind::Picture,
    Kind::Picture,
    Kind::Export,
    Kind::Play,
    Kind::Sequence,
    Kind::Array,
    Kind::Word,
    Kind::System,
    Kind::Beatty,
    Kind::Beatty,
    Kind::Eval,
    Kind::Check,
    Kind::Terms,
];

const SIZES: [u64; 14] =
    [0, 1, 2, 3, 5, 12, 30, 100, 400, 3000, 100_000, 1 << 31, 1_000_000_000_000, u64::MAX];

/// One request.
pub struct Request {
    /// What is asked.
    pub kind: Kind,
    /// The texts that it is made of.
    pub texts: Vec<String>,
    /// What else it depends on.
    random: Random,
}

impl Request {
    /// Request n of a seed, of one of these kinds.
    pub fn new(seed: u64, n: u64, kinds: &[Kind], corpus: &Corpus) -> Request {
        let mut random = Random::new(seed ^ n.wrapping_mul(0x9fb2_1c65_1e98_df25));
        let kind = kinds[random.index(kinds.len())];
        // Half of the texts are as they were, so that what is asked is reached: most changed ones are no games.
        let mut changed = |from: &[String]| match random.index(2) {
            0 => from[random.index(from.len())].clone(),
            _ => mutate::text(random.bits(), n, from),
        };
        let texts = match kind {
            Kind::Sequence | Kind::Array | Kind::Word | Kind::System => {
                vec![changed(&corpus.names), changed(&corpus.positions)]
            }
            Kind::Beatty => {
                let mut texts: Vec<String> = (0..4).map(|_| changed(&corpus.reals)).collect();
                texts.push(changed(&corpus.positions));
                texts
            }
            Kind::Eval => (0..2).map(|_| changed(&corpus.reals)).collect(),
            Kind::Check | Kind::Terms => vec![changed(&corpus.files)],
            _ => vec![changed(&corpus.games), changed(&corpus.positions), changed(&corpus.positions)],
        };
        Request { kind, texts, random }
    }

    fn size(&mut self) -> u64 {
        SIZES[self.random.index(SIZES.len())]
    }

    /// Mostly small, as most people ask.
    fn small(&mut self) -> u64 {
        if self.random.index(4) == 0 { self.size() } else { SIZES[self.random.index(9)] }
    }

    /// Asks; an error that helps nobody is a panic.
    pub fn run(mut self, budget: &Budget) -> Result<(), Error> {
        let asked = self.texts.join("\n");
        let answer = match self.kind {
            Kind::Sequence | Kind::Array | Kind::Word | Kind::System => self.named(budget),
            Kind::Beatty => self.beatty(budget),
            Kind::Eval => self.evaluate(budget),
            Kind::Check => wythoff::check(&self.texts[0], budget).map(drop),
            Kind::Terms => self.terms(budget),
            _ => self.game(budget),
        };
        answer.inspect_err(|error| helps(error, &asked))
    }

    fn game(&mut self, budget: &Budget) -> Result<(), Error> {
        let conventions = self.conventions();
        let game = Game::parse_within(&self.texts[0], &NoFiles, budget)?.with(&conventions)?;
        match self.kind {
            Kind::Describe => {
                let told = game.describe(budget);
                let _ = (serde_json::to_string(&told), game.header());
            }
            Kind::P => {
                let range = match self.random.index(2) {
                    0 => Range::First(self.size() as usize),
                    _ => Range::Below(self.size()),
                };
                let method = [None, None, Some(Method::Rules), Some(Method::Theory)][self.random.index(4)];
                let from = if self.random.index(5) == 0 { self.size() as usize } else { 0 };
                game.p(range, from, method, budget)?;
            }
            Kind::GrundyTable => {
                let sides: Vec<u64> = (0..game.coordinates().min(9)).map(|_| self.small()).collect();
                game.grundy_table(&sides, budget)?;
            }
            Kind::Grundy => drop(game.grundy(&game.position(&self.texts[1])?, budget)?),
            Kind::Solve => {
                let method =
                    [None, None, None, Some(Method::Rules), Some(Method::Theory), Some(Method::Proof)];
                let request = SolveRequest {
                    all: self.random.index(3) == 0,
                    method: method[self.random.index(6)],
                    ..SolveRequest::default()
                };
                game.solve(&game.position(&self.texts[1])?, &request, budget)?;
            }
            Kind::Moves => {
                let position = game.position(&self.texts[1])?;
                game.first_options(&position, self.small() as usize, budget)?;
                let found = game.options(&position, budget)?;
                if found.count < 50 {
                    game.option_outcomes(&position, &found.options, budget)?;
                }
            }
            Kind::Legal => {
                let position = game.position(&self.texts[1])?;
                game.legal(&position, &self.texts[2], budget)?;
                if game.coordinates() == 2 {
                    game.board_moves(&self.texts[1], 1000, budget)?;
                }
            }
            Kind::Discover => {
                let below = (self.random.index(3) > 0).then(|| self.small());
                match self.random.index(4) {
                    0 => drop(game.discover_grundy(&[self.small(), self.small()], budget)?),
                    1 => drop(game.slopes(self.small() as usize, budget)?),
                    _ => drop(game.discover(below, false, budget)?),
                }
            }
            Kind::Prove => match self.random.index(5) {
                0 => drop(game.theorems(budget)?),
                _ => {
                    let proved = game.prove(budget)?;
                    if let Some(certificate) = proved.certificate {
                        wythoff::check(&certificate, budget)?;
                    }
                }
            },
            Kind::Identify => drop(game.identify(budget)?),
            Kind::Picture => self.picture(&game, budget)?,
            Kind::Export => self.export(&game, budget)?,
            _ => self.play(game, budget)?,
        }
        Ok(())
    }

    fn conventions(&mut self) -> Conventions {
        let mut some = |of: usize| self.random.index(of) == 0;
        let (misere, pass, block, end, won) = (some(8), some(12), some(8), some(10), some(10));
        Conventions {
            misere,
            pass,
            block: block.then(|| Block { k: self.small(), family: None }),
            terminals: if end { vec![self.texts[2].clone()] } else { Vec::new() },
            forced_n: if won { vec![self.texts[2].clone()] } else { Vec::new() },
        }
    }

    fn picture(&mut self, game: &Game, budget: &Budget) -> Result<(), Error> {
        const ALL: [PictureKind; 10] = [
            PictureKind::P,
            PictureKind::Grundy,
            PictureKind::Ratio,
            PictureKind::Blocking,
            PictureKind::Outcomes,
            PictureKind::Fill,
            PictureKind::Beams,
            PictureKind::Difference,
            PictureKind::GrundyDifference,
            PictureKind::Periods,
        ];
        let request = PictureRequest {
            kind: ALL[self.random.index(ALL.len())],
            below: (self.random.index(3) > 0).then(|| self.small()),
            slopes: if self.random.index(6) == 0 { vec![self.texts[1].clone()] } else { Vec::new() },
            bare: self.random.index(2) == 0,
            ..PictureRequest::default()
        };
        let other = Game::parse_within("wythoff", &NoFiles, budget)?;
        let picture = game.picture(&request, Some(&other), budget)?;
        match self.random.index(4) {
            0 => drop(picture.svg(budget)?),
            1 => drop(picture.png(Some(self.small() as u32), budget)?),
            2 => drop(picture.tikz(budget)?),
            _ => drop(picture.terminal(&Terminal::default())?),
        }
        Ok(())
    }

    fn export(&mut self, game: &Game, budget: &Budget) -> Result<(), Error> {
        const ALL: [Format; 8] = [
            Format::Csv,
            Format::Json,
            Format::Bfile,
            Format::Npy,
            Format::Parquet,
            Format::Latex,
            Format::Oeis,
            Format::Table,
        ];
        let format = ALL[self.random.index(ALL.len())];
        let (below, out) = (self.small(), &mut io::sink());
        match self.random.index(2) {
            0 => {
                let found = game.p(Range::Below(below), 0, None, budget)?;
                let data = Data::Positions(&found, Some(below));
                game.export(data, format, &Default::default(), out, budget)
            }
            _ => {
                let found = game.grundy_table(&vec![below; game.coordinates().min(9)], budget)?;
                game.export(Data::Values(&found), format, &Default::default(), out, budget)
            }
        }
    }

    fn play(&mut self, game: Game, budget: &Budget) -> Result<(), Error> {
        let start = game.position(&self.texts[1])?;
        let setup = Setup { level: self.random.index(101) as u8, ..Setup::default() };
        let mut played = Match::new(game, start, setup, budget)?;
        for _ in 0..3 {
            let hint = played.hint(budget)?;
            let Some(to) = hint.moves.first() else { break };
            let _ = played.person(&to.to_string(), budget);
            if played.program(budget).is_err() {
                break;
            }
        }
        played.review(budget).map(drop)
    }

    fn named(&mut self, budget: &Budget) -> Result<(), Error> {
        let (name, position) = (self.texts[0].clone(), self.texts[1].clone());
        match self.kind {
            Kind::Sequence => {
                let sequence = Sequence::parse(&name)?;
                match self.random.index(2) {
                    0 => sequence.at(&numbers::integer(&position)?, budget).map(drop),
                    _ => sequence.first(self.size(), budget).map(drop),
                }
            }
            Kind::Array => {
                let array = match self.random.index(5) {
                    0 => Array::given("given", &position, budget)?,
                    _ => Array::parse(&name)?,
                };
                let (rows, columns) = (self.small() as usize, self.small() as usize);
                match self.random.index(4) {
                    0 => array.entry(&numbers::integer(&position)?, self.size(), budget).map(drop),
                    1 => array.axioms(rows, columns, budget).map(drop),
                    2 => array.fractal(rows, columns, budget).map(drop),
                    _ => array.corner(rows, columns, budget).map(drop),
                }
            }
            Kind::Word => match self.random.index(2) {
                0 => numbers::letter(&name, &position, budget).map(drop),
                _ => numbers::letters(&name, self.size(), budget).map(drop),
            },
            _ => match self.random.index(4) {
                0 => numbers::represented(&name, &position, budget).map(drop),
                1 => numbers::shifted(&name, &position, self.small() as i64, budget).map(drop),
                2 => numbers::trailing_zeros(&name, &position, budget).map(drop),
                _ => numbers::represent(&name, &position, budget).map(drop),
            },
        }
    }

    fn beatty(&mut self, budget: &Budget) -> Result<(), Error> {
        let [alpha, gamma, beta, delta, n] = &self.texts[..] else { return Ok(()) };
        let [alpha, gamma, beta, delta, n] = [alpha, gamma, beta, delta, n].map(String::clone);
        let gamma = if self.random.index(2) == 0 { "0".to_string() } else { gamma };
        match self.random.index(7) {
            0 => numbers::beatty_at(&alpha, &gamma, &numbers::integer(&n)?, budget).map(drop),
            1 => numbers::beatty_contains(&alpha, &gamma, &numbers::integer(&n)?, budget).map(drop),
            2 => numbers::beatty_cover(&[alpha, beta, delta], budget).map(drop),
            3 => numbers::fraenkel_splitting(self.size(), budget).map(drop),
            4 => numbers::splittings(self.small(), self.small(), budget).map(drop),
            5 => numbers::spectrum(&n, self.small() as i64, Some((&alpha, &gamma)), budget).map(drop),
            _ => {
                let request = BeattyPairRequest {
                    alpha,
                    gamma: Some(gamma),
                    beta: (self.random.index(2) == 0).then_some(beta),
                    delta: (self.random.index(3) == 0).then_some(delta),
                    first: self.size(),
                };
                numbers::beatty_pair(&request, budget).map(drop)
            }
        }
    }

    fn evaluate(&mut self, budget: &Budget) -> Result<(), Error> {
        let last = self.small();
        let variables = [format!("n=0..{last}").parse()?, "k=3".parse()?];
        numbers::evaluate(&self.texts, &variables, budget).map(drop)
    }

    fn terms(&mut self, budget: &Budget) -> Result<(), Error> {
        let sequence = wythoff::oeis::Sequence::read(&self.texts[0])?;
        let terms: Vec<i64> = sequence.terms.iter().filter_map(|term| i64::try_from(*term).ok()).collect();
        wythoff::discover_sequence(1, &terms, budget);
        Ok(())
    }
}

/// An error says what is wrong in few words and where or what to do instead, and speaks of no command line but in words of
/// what was asked.
pub fn helps(error: &Error, asked: &str) {
    let text = format!("{}\n{}", error.message, error.detail);
    let cure = error.place.is_some() || !error.hints.is_empty() || error.advice.is_some();
    assert!(cure || !error.detail.is_empty(), "neither place nor hint: {text}");
    assert!(text.len() < 6000, "a long error: {}: {text:.200}", text.len());
    let flags = ["--below", "--first", "--misere", "--memory", "--by", "`wyt "];
    let speaks = |flag: &&str| text.contains(*flag) && !asked.contains(flag.trim_start_matches('`'));
    assert!(!flags.iter().any(speaks), "it speaks of a command line: {text}");
}
