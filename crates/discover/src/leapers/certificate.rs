//! What [`certify`](super::certify) found: transducer, synchronisation length and closed windows;
//! and its text, which an independent checker reads.

use super::{Columns, Kind, Leapers, Machine};
use std::fmt::Write;

/// A transducer and a set of windows that is closed under it: it proves that the transducer describes
/// the whole word, so the game is decided for piles of any size.
#[derive(Clone, Debug)]
pub struct Certificate {
    machine: Machine,
    origin: u64,
    start: usize,
    sync: usize,
    length: usize,
    windows: Vec<Box<[u8]>>,
}

impl Certificate {
    /// `windows` sorted, all of the given length.
    pub(super) fn new(
        machine: Machine,
        origin: u64,
        start: usize,
        sync: usize,
        length: usize,
        windows: Vec<Box<[u8]>>,
    ) -> Certificate {
        Certificate { machine, origin, start, sync, length, windows }
    }

    /// The transducer.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The column from which the transducer runs.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// The state at the origin.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Letters after which the state is known, whatever it was.
    pub fn sync(&self) -> usize {
        self.sync
    }

    /// Letters in a window.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The windows in lexicographic order: the factors of this length that occur at or beyond the origin.
    pub fn windows(&self) -> &[Box<[u8]>] {
        &self.windows
    }

    /// Words whose factors of the window length are the windows, each window once: a short way to list
    /// them. O(windows · length · log windows).
    pub fn words(&self) -> Vec<Vec<u8>> {
        let mut listed = vec![false; self.windows.len()];
        let mut words = Vec::new();
        for first in 0..self.windows.len() {
            if listed[first] {
                continue;
            }
            listed[first] = true;
            let mut word: Vec<u8> = self.windows[first].to_vec();
            let seam = self.length - 1;
            while let Some(letter) =
                self.unlisted(&mut listed, |letter| [&word[word.len() - seam..], &[letter]].concat())
            {
                word.push(letter);
            }
            let mut before = Vec::new();
            let mut head = word[..seam].to_vec();
            while let Some(letter) = self.unlisted(&mut listed, |letter| [&[letter], &head[..]].concat()) {
                before.push(letter);
                head.insert(0, letter);
                head.pop();
            }
            before.reverse();
            before.extend(word);
            words.push(before);
        }
        words
    }

    /// A letter that makes a window not listed yet, which is now.
    fn unlisted(&self, listed: &mut [bool], make: impl Fn(u8) -> Vec<u8>) -> Option<u8> {
        (0..self.machine.leapers().kind().letters()).find(|&letter| {
            let found = self.windows.binary_search_by(|window| window.as_ref().cmp(&make(letter)));
            found.is_ok_and(|at| !std::mem::replace(&mut listed[at], true))
        })
    }

    /// One sentence that says what is proved.
    pub fn statement(&self) -> String {
        let closed = match self.sync {
            0 if self.length == 1 => "every letter is read in every state".to_string(),
            sync => {
                let told =
                    if self.machine.leapers().is_wythoff() { "synchronise" } else { "before each are known" };
                let (windows, length) = (self.windows.len(), self.length);
                format!("{windows} windows of {length} letters, closed; {sync} letters {told}")
            }
        };
        format!(
            "{}: a transducer with {} states and {} transitions writes the word of larger coordinates from column {} on (proved: {closed})",
            self.machine.leapers().text(),
            self.machine.states().len(),
            self.machine.transitions(),
            self.origin,
        )
    }

    /// The certificate as text: one item a line, words as hexadecimal digits, first letter first.
    pub fn text(&self) -> String {
        let mut out = head(self.machine.leapers());
        let mut line = |words: String| {
            out.push_str(&words);
            out.push('\n');
        };
        line(format!("origin {} state {}", self.origin, self.start));
        line(format!("sync {}", self.sync));
        line(format!("window {}", self.length));
        line(format!("states {}", self.machine.states().len()));
        for (number, state) in self.machine.states().iter().enumerate() {
            let (used, differences) = (list(&state.used), uses(&state.differences));
            let quiet = if state.quiet > 0 { format!(" quiet {}", state.quiet) } else { String::new() };
            let layers: String = state
                .upper
                .iter()
                .map(|layer| format!(" layer{} differences{}", list(&layer.used), list(&layer.differences)))
                .collect();
            line(format!(
                "state {number} used{used} differences{differences} cells{}{quiet}{layers}",
                pairs(&state.cells)
            ));
        }
        line(format!("transitions {}", self.machine.transitions()));
        for number in 0..self.machine.states().len() {
            for letter in 0..self.machine.leapers().kind().letters() {
                if let Some(edge) = self.machine.edge(number, letter) {
                    let output: String = edge.output.iter().map(|&l| digit(u32::from(l))).collect();
                    line(format!("read {number} {letter} write {output} go {}", edge.to));
                }
            }
        }
        let words = self.words();
        line(format!("words {}", words.len()));
        for word in words {
            let digits = match self.machine.leapers().kind().letters() {
                2 => hexadecimal(&word),
                _ => word.iter().map(|&l| digit(u32::from(l))).collect(),
            };
            line(format!("word {} {digits}", word.len()));
        }
        line("end".to_string());
        out
    }
}

/// The first lines: the moves.
fn head(leapers: &Leapers) -> String {
    let mut out = format!("wyt-certificate 1 transducer\nvectors{}\n", pairs(leapers.vectors()));
    if !leapers.is_wythoff() {
        let Kind { near, band, step, block, misere, values, pass } = leapers.kind();
        let play = match (misere, pass) {
            (true, _) => "misere",
            (_, true) => "pass",
            _ => "normal",
        };
        let values = if values > 0 { format!(" values {values}") } else { String::new() };
        out += &format!("kind near {near} band {band} step {step} block {block} play {play}{values}\n");
    }
    out
}

impl Leapers {
    /// The claim that links of so many letters are closed: that they are is for the independent checker to see.
    ///
    /// ```
    /// use wythoff_discover::leapers::{Kind, Leapers};
    /// let by_threes = Leapers::of_kind(&[], Kind { step: 3, ..Kind::default() })?;
    /// let claim = by_threes.chain(4);
    /// assert_eq!(wythoff_certificate::transducer::check(&claim).unwrap().states, 406);
    /// # Ok::<(), wythoff_discover::DiscoverError>(())
    /// ```
    pub fn chain(&self, length: usize) -> String {
        let mut columns = Columns::new(self);
        while columns.x() < SETTLED || columns.least_difference() < self.clear().max(1) {
            columns.advance();
        }
        format!("{}origin {}\nchain {length}\nend\n", head(self), columns.x())
    }
}

/// Columns after which the start does not show any more, as a rule.
const SETTLED: u64 = 200;

fn list(numbers: &[u32]) -> String {
    numbers.iter().fold(String::new(), |mut text, n| {
        let _ = write!(text, " {n}");
        text
    })
}

/// Differences, each with the class of columns that uses it where this is not 0.
fn uses(uses: &[(u32, u32)]) -> String {
    uses.iter().fold(String::new(), |mut text, (difference, class)| {
        let _ = match class {
            0 => write!(text, " {difference}"),
            _ => write!(text, " {difference},{class}"),
        };
        text
    })
}

fn pairs(pairs: &[(u32, u32)]) -> String {
    pairs.iter().fold(String::new(), |mut text, (p, q)| {
        let _ = write!(text, " {p},{q}");
        text
    })
}

fn digit(value: u32) -> char {
    char::from_digit(value, 16).unwrap_or('0')
}

/// Four letters a digit, the last digit filled with zeros.
fn hexadecimal(letters: &[u8]) -> String {
    let packed = |four: &[u8]| {
        digit((0..4).fold(0, |value, i| 2 * value + u32::from(four.get(i).copied().unwrap_or(0))))
    };
    letters.chunks(4).map(packed).collect()
}
