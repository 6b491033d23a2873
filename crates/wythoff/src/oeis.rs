//! The On-Line Encyclopedia of Integer Sequences: drafts of entries, and the search of a copy that the user has.
//!
//! A copy is the file `stripped` (or `stripped.gz`) of oeis.org: a line `A000201 ,1,3,4,6,8,...,` for each sequence, and
//! `names` with the line `A000201 Lower Wythoff sequence...`. They are read once from the beginning, a line at a time.

use crate::error::Error;
use crate::export::{Bfile, Data};
use crate::game::Game;
use crate::p::Range;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write;
use std::io::{BufRead, BufReader, Read};
use wythoff_numbers::Budget;

/// Terms that must agree; fewer say nothing.
const FEWEST: usize = 6;

/// Terms that must agree where so many are known.
const ENOUGH: usize = 10;

/// Terms at the start of a sequence that an entry may lack.
const LACKED: usize = 3;

/// Characters of a line of terms; an entry has three of them, `%S`, `%T` and `%U`.
const DATA: usize = 80;

/// A sequence that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// What it is: `x of the P-positions`.
    pub what: String,
    /// Its terms.
    pub terms: Vec<i128>,
}

impl Sequence {
    /// The sequence of a text: a b-file (an index and a value a line, `#` begins a comment), or numbers parted by commas
    /// or spaces.
    ///
    /// ```
    /// use wythoff::oeis::Sequence;
    /// assert_eq!(Sequence::read("0 1\n1 3\n2 4\n")?.terms, [1, 3, 4]);
    /// assert_eq!(Sequence::read("1, 3, 4, 6")?.terms, [1, 3, 4, 6]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Sequence, Error> {
        let number = |word: &str| {
            word.parse::<i128>().map_err(|_| {
                Error::input(format!("`{word}` is not an integer of at most 38 digits"))
                    .hint("a b-file, or numbers parted by commas or spaces")
            })
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines: Vec<Vec<i128>> = lines
            .map(|line| {
                let words =
                    line.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
                words.map(number).collect()
            })
            .collect::<Result<_, _>>()?;
        let pairs = lines.len() > 1 && lines.iter().all(|line| line.len() == 2);
        let indexed = pairs && lines.windows(2).all(|two| two[0][0].checked_add(1) == Some(two[1][0]));
        let terms = if indexed { lines.iter().map(|line| line[1]).collect() } else { lines.concat() };
        Ok(Sequence { what: "the sequence".to_string(), terms })
    }

    /// The sequence and what it becomes by small changes, the simplest first.
    fn changes(&self) -> Vec<(String, Vec<i128>)> {
        let terms = &self.terms;
        let mut changed = vec![("as it is".to_string(), terms.clone())];
        let rising = terms.windows(2).all(|two| two[0] < two[1]);
        let mut add = |what: &str, terms: Vec<i128>| {
            if terms.len() >= FEWEST && changed.iter().all(|(_, known)| *known != terms) {
                changed.push((what.to_string(), terms));
            }
        };
        let steps = |terms: &[i128]| -> Vec<i128> {
            terms.windows(2).map_while(|two| two[1].checked_sub(two[0])).collect()
        };
        for shift in [1i128, -1] {
            let shifted = terms.iter().map_while(|term| term.checked_add(shift)).collect();
            add(if shift > 0 { "plus 1" } else { "minus 1" }, shifted);
        }
        add("its differences", steps(terms));
        add("its second differences", steps(&steps(terms)));
        let mut sums = Vec::new();
        for term in terms {
            match sums.last().copied().unwrap_or(0i128).checked_add(*term) {
                Some(sum) => sums.push(sum),
                None => break,
            }
        }
        add("its partial sums", sums);
        if let (true, Some(first), Some(last)) = (rising, terms.first(), terms.last())
            && *first >= 0
            && *last <= 1 << 20
        {
            let missing = (0..*last).filter(|n| terms.binary_search(n).is_err()).collect();
            add("its complement", missing);
        }
        let indexed = terms.iter().enumerate().map_while(|(n, term)| term.checked_sub(n as i128)).collect();
        add("minus its index", indexed);
        changed
    }
}

/// A place in the encyclopedia where a sequence stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Match {
    /// The number of the entry: `A000201`.
    pub id: String,
    /// Its name, where the names were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Which sequence was found.
    pub sequence: String,
    /// After which change.
    pub change: String,
    /// Terms of the sequence that are left out at its start.
    pub without: usize,
    /// Terms of the entry before the place.
    pub place: usize,
    /// Terms that agree: all that both have.
    pub terms: usize,
}

/// A search through a copy of the encyclopedia.
pub struct Search {
    patterns: Vec<Pattern>,
    /// Patterns by the digest of their first terms.
    starts: HashMap<u64, Vec<usize>>,
    found: Vec<(usize, Match)>,
}

struct Pattern {
    sequence: String,
    change: String,
    without: usize,
    terms: Vec<String>,
}

impl Search {
    /// A search for these sequences, as they are, changed a little, and without their first terms.
    pub fn new(sequences: &[Sequence]) -> Search {
        let (mut patterns, mut starts) = (Vec::<Pattern>::new(), HashMap::<u64, Vec<usize>>::new());
        for sequence in sequences {
            for (change, terms) in sequence.changes() {
                for without in 0..=LACKED {
                    let terms: Vec<String> = terms.iter().skip(without).map(ToString::to_string).collect();
                    // Constant sequences are everywhere.
                    let telling = terms.iter().collect::<std::collections::BTreeSet<_>>().len() > 1;
                    if terms.len() < FEWEST || !telling {
                        continue;
                    }
                    let start = digest(terms.iter().take(FEWEST).map(|term| term.as_bytes()));
                    starts.entry(start).or_default().push(patterns.len());
                    let (sequence, change) = (sequence.what.clone(), change.clone());
                    patterns.push(Pattern { sequence, change, without, terms });
                }
            }
        }
        Search { patterns, starts, found: Vec::new() }
    }

    /// Reads `stripped`, plain or compressed by gzip.
    pub fn read(&mut self, stripped: impl Read, budget: &Budget) -> Result<(), Error> {
        let mut entries = 0u64;
        each_line(stripped, budget, |line| {
            let Some((id, terms)) = line.split_once(" ,") else { return false };
            if is_entry(id) {
                entries += 1;
                self.entry(id, terms.trim_end().trim_end_matches(','));
            }
            false
        })?;
        if entries == 0 {
            return Err(Error::input(
                "this is not a copy of the encyclopedia: no line begins with `A000001 ,`",
            )
            .hint("it is the file `stripped` or `stripped.gz` of oeis.org"));
        }
        Ok(())
    }

    /// Reads `names` for the entries that were found.
    pub fn names(&mut self, names: impl Read, budget: &Budget) -> Result<(), Error> {
        let found = &mut self.found;
        let mut missing =
            found.iter().map(|(_, found)| found.id.clone()).collect::<std::collections::BTreeSet<_>>();
        each_line(names, budget, |line| {
            if let Some((id, name)) = line.split_once(' ')
                && missing.remove(id)
            {
                let those = found.iter_mut().filter(|(_, found)| found.id == id);
                those.for_each(|(_, found)| found.name = Some(name.trim().to_string()));
            }
            missing.is_empty()
        })
    }

    fn entry(&mut self, id: &str, terms: &str) {
        let tokens: Vec<&[u8]> = terms.as_bytes().split(|byte| *byte == b',').collect();
        for place in 0..(tokens.len() + 1).saturating_sub(FEWEST) {
            let start = digest(tokens[place..place + FEWEST].iter().copied());
            for index in self.starts.get(&start).into_iter().flatten() {
                let pattern = &self.patterns[*index];
                let both = pattern.terms.iter().zip(&tokens[place..]);
                let compared = both.len();
                let agree = both.take_while(|(term, token)| term.as_bytes() == **token).count();
                if agree < compared || agree < ENOUGH.min(pattern.terms.len()) {
                    continue;
                }
                let known = self.found.iter().any(|(_, found)| {
                    found.id == id && found.sequence == pattern.sequence && found.change == pattern.change
                });
                if !known {
                    self.found.push((
                        *index,
                        Match {
                            id: id.to_string(),
                            name: None,
                            sequence: pattern.sequence.clone(),
                            change: pattern.change.clone(),
                            without: pattern.without,
                            place,
                            terms: agree,
                        },
                    ));
                }
            }
        }
    }

    /// What was found, the simplest change first, then by number.
    pub fn finish(mut self) -> Vec<Match> {
        self.found.sort_by(|(a, one), (b, other)| (a, &one.id).cmp(&(b, &other.id)));
        self.found.into_iter().map(|(_, found)| found).collect()
    }
}

fn is_entry(id: &str) -> bool {
    id.len() >= 7 && id.starts_with('A') && id[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// FNV-1a over terms and the commas after them.
fn digest<'a>(terms: impl Iterator<Item = &'a [u8]>) -> u64 {
    let bytes = terms.flat_map(|term| term.iter().chain([&b',']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Longest line of a copy: one that is longer is no entry, and is not kept in memory.
const LONGEST: u64 = 1 << 20;

/// Calls `each` with every line until it says that it has enough.
fn each_line(from: impl Read, budget: &Budget, mut each: impl FnMut(&str) -> bool) -> Result<(), Error> {
    let unreadable = |error: std::io::Error| {
        Error::input(format!("the copy of the encyclopedia cannot be read: {error}"))
            .hint("it is the file stripped.gz of the encyclopedia, packed or not")
    };
    let mut from = BufReader::with_capacity(1 << 16, from);
    let compressed = from.fill_buf().map_err(unreadable)?.starts_with(&[0x1f, 0x8b]);
    let mut lines: Box<dyn BufRead + '_> = match compressed {
        true => Box::new(BufReader::with_capacity(1 << 16, flate2::bufread::MultiGzDecoder::new(from))),
        false => Box::new(from),
    };
    let (mut line, mut count) = (Vec::new(), 0u64);
    loop {
        line.clear();
        if lines.as_mut().take(LONGEST).read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
            return Ok(());
        }
        count += 1;
        if count.is_multiple_of(256) {
            budget.step(0, 0)?;
        }
        if each(&String::from_utf8_lossy(&line)) {
            return Ok(());
        }
    }
}

/// P-positions that the sequences of a game are made of.
const POSITIONS: usize = 100;

/// Side of the table whose antidiagonals are read.
const SIDE: u64 = 14;

impl Game {
    /// The sequences of a game that an encyclopedia may have: each pile of the P-positions, their differences for pairs,
    /// and the Grundy values by antidiagonals, either way, and the first rows.
    pub fn sequences(&self, budget: &Budget) -> Result<Vec<Sequence>, Error> {
        let names = self.coordinate_names();
        let mut sequences = Vec::new();
        let found = self.p(Range::First(POSITIONS), 0, None, budget);
        if let Ok(found) = &found {
            let column =
                |pile: usize| -> Vec<i128> { found.positions.iter().map(|p| i128::from(p[pile])).collect() };
            for (pile, name) in names.iter().enumerate().take(found.positions.width()) {
                sequences.push(Sequence { what: format!("{name} of the P-positions"), terms: column(pile) });
            }
            if found.positions.width() == 2 {
                let terms = column(1).iter().zip(column(0)).map(|(y, x)| y - x).collect();
                sequences.push(Sequence {
                    what: format!("{1} - {0} of the P-positions", names[0], names[1]),
                    terms,
                });
            }
        }
        if self.coordinates() == 2
            && let Ok(table) = self.grundy_table(&[SIDE], budget)
            && table.sides == [SIDE, SIDE]
        {
            let at = |x: u64, y: u64| i128::from(table.values[(x * SIDE + y) as usize]);
            let down = (0..SIDE).flat_map(|sum| (0..=sum).map(move |x| (x, sum - x)));
            let what = "Grundy values by antidiagonals".to_string();
            sequences
                .push(Sequence { what: what.clone(), terms: down.clone().map(|(x, y)| at(x, y)).collect() });
            let up =
                Sequence { what: format!("{what}, upwards"), terms: down.map(|(x, y)| at(y, x)).collect() };
            if sequences.iter().all(|known| known.terms != up.terms) {
                sequences.push(up);
            }
            for x in 1..3 {
                let terms = (0..SIDE).map(|y| at(x, y)).collect();
                sequences.push(Sequence { what: format!("row {x} of the Grundy values"), terms });
            }
        }
        match (sequences.is_empty(), found) {
            (true, Err(error)) => Err(error),
            _ => Ok(sequences),
        }
    }
}

/// The draft of an entry, in the text format of the encyclopedia.
pub(crate) fn draft(game: &Game, data: Data<'_>, bfile: &Bfile) -> Result<String, Error> {
    let terms = crate::export::terms(data, bfile)?;
    // Whole terms, each with its comma but the very last.
    let (mut shown, mut at) = ([String::new(), String::new(), String::new()], 0);
    for term in &terms {
        let text = format!("{term},");
        if shown[at].len() + text.len() > DATA {
            at += 1;
        }
        match shown.get_mut(at) {
            Some(line) => line.push_str(&text),
            None => break,
        }
    }
    if let Some(line) = shown.iter_mut().rfind(|line| !line.is_empty()) {
        line.pop();
    }
    let names = game.coordinate_names();
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let called = one_line(&game.name());
    let quoted = one_line(game.spec()).replace('\'', "'\\''");
    let (name, by, command, keywords) = match data {
        Data::Positions(found, _) => {
            let pile = names.get(bfile.pile.saturating_sub(1)).cloned().unwrap_or_default();
            let name =
                format!("Pile {pile} of the n-th P-position of the game {called}, in lexicographic order.");
            let command = format!("wyt p '{quoted}' --first {}", found.positions.len());
            (name, found.method.clone(), command, "nonn")
        }
        Data::Values(found) => {
            let table = found.sides.len() == 2;
            let name = if table {
                format!(
                    "Square array read by antidiagonals: Sprague-Grundy values T(x,y), x >= 0, y >= 0, of the game {called}."
                )
            } else {
                format!("Sprague-Grundy values of the game {called}.")
            };
            let size: Vec<String> = found.sides.iter().map(u64::to_string).collect();
            let command = format!("wyt grundy '{quoted}' --size {}", size.join("x"));
            (name, found.method.clone(), command, if table { "nonn,tabl" } else { "nonn" })
        }
    };
    let large = terms.iter().position(|term| *term > 1).map_or(1, |at| at + 1);
    let rules = game.rules().map(|rules| one_line(&rules.game().to_string())).unwrap_or_default();
    let mut out = String::new();
    let mut line = |field: &str, text: &str| {
        let _ = writeln!(out, "%{field} A000000 {text}");
    };
    line("I", "");
    for (field, terms) in ["S", "T", "U"].iter().zip(&shown) {
        if *field == "S" || !terms.is_empty() {
            line(field, terms);
        }
    }
    line("N", &name);
    if !rules.is_empty() {
        line("C", &format!("The rules: {rules}"));
    }
    line("C", &format!("Computed: {}.", one_line(by.trim_end_matches('.'))));
    line(
        "H",
        &format!(
            "_Author_, <a href=\"/A000000/b000000.txt\">Table of n, a(n) for n = {}..{}</a>",
            bfile.offset,
            bfile.offset + terms.len() as i64 - 1
        ),
    );
    line("o", &format!("(Other) {command} # the laboratory wythoff"));
    line("K", keywords);
    line("O", &format!("{},{large}", bfile.offset));
    line("A", "_Author_, date");
    Ok(out.replace("A000000 \n", "A000000\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRIPPED: &str = "# OEIS Sequence Data\n\
        A000201 ,1,3,4,6,8,9,11,12,14,16,17,19,21,22,24,25,27,29,30,32,\n\
        A001950 ,2,5,7,10,13,15,18,20,23,26,28,31,34,36,39,41,44,47,49,\n\
        A000012 ,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,\n\
        A000027 ,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,\n\
        A004481 ,0,1,1,2,2,2,3,0,0,3,4,4,1,4,4,5,5,5,5,5,5,\n\
        A006337 ,1,2,1,2,1,1,2,1,2,1,1,2,1,2,1,2,1,1,2,1,2,\n";

    fn ids(sequences: &[Sequence], copy: &[u8]) -> Vec<(String, String)> {
        let mut search = Search::new(sequences);
        search.read(copy, &Budget::default()).unwrap();
        search.finish().into_iter().map(|found| (found.id, found.change)).collect()
    }

    #[test]
    fn a_sequence_is_found_shifted_and_changed() {
        let pair = |id: &str, change: &str| (id.to_string(), change.to_string());
        let lower = Sequence::read("0,1,3,4,6,8,9,11,12,14,16,17").unwrap();
        let found = ids(std::slice::from_ref(&lower), STRIPPED.as_bytes());
        assert!(found.contains(&pair("A000201", "as it is")), "{found:?}");
        assert!(found.contains(&pair("A001950", "its complement")), "{found:?}");
        let one_more = Sequence::read("1 2\n2 4\n3 5\n4 7\n5 9\n6 10\n7 12\n8 13\n9 15\n10 17\n").unwrap();
        assert!(ids(&[one_more], STRIPPED.as_bytes()).contains(&pair("A000201", "minus 1")));
        assert!(ids(&[Sequence::read("9,9,9,9,9,9,9,9,9,9,9,1").unwrap()], STRIPPED.as_bytes()).is_empty());
    }

    #[test]
    fn the_sequences_of_a_game_are_found_in_a_compressed_copy() {
        let game = Game::parse("wythoff").unwrap();
        let sequences = game.sequences(&Budget::default()).unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packed, STRIPPED.as_bytes()).unwrap();
        let packed = packed.finish().unwrap();
        let mut search = Search::new(&sequences);
        search.read(&packed[..], &Budget::default()).unwrap();
        search.names(&b"A000201 Lower Wythoff sequence.\nA004481 Table.\n"[..], &Budget::default()).unwrap();
        let found = search.finish();
        let name = |id: &str| found.iter().find(|found| found.id == id).map(|found| found.name.clone());
        assert_eq!(name("A000201"), Some(Some("Lower Wythoff sequence.".to_string())));
        assert!(name("A001950").is_some() && name("A004481").is_some(), "{found:?}");
    }

    #[test]
    fn what_is_no_copy_is_said() {
        let mut search = Search::new(&[]);
        assert!(search.read(&b"hello\n"[..], &Budget::default()).is_err());
        assert!(Sequence::read("1,2,x").is_err());
    }
}
