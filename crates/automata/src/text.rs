//! A set of positions as text: the `automaton set` section of a certificate after its `numeration` line.
//!
//! ```text
//! # piles with equal binary digits
//! numeration base 2
//! automaton set 1
//! starts 1
//! s 1 0,0>1 1,1>1
//! ```
//!
//! States are listed from 1, one line each: `s`, the output (0 rejects, 1 accepts), the transitions. A letter is a
//! digit for every pile, joined by commas; what is not listed leads nowhere. There is one start state for each value
//! of the bounded coordinates. Words are read most significant digit first and may begin with zeros. Blank lines and
//! lines that begin with `#` are skipped; of a whole certificate only these lines are read.

use crate::dfa::Dfa;
use crate::error::AutomataError;
use crate::numeration::Numeration;

/// The first words of a certificate's first line.
const CERTIFICATE: &str = "wythoff automaton certificate";

/// Most states that are read.
const STATES: usize = 1 << 22;

/// A set of positions as it was read.
#[derive(Debug, Clone)]
pub struct SetText {
    /// The numeration in which the piles are written.
    pub numeration: Numeration,
    /// The number of piles, from the letters.
    pub piles: usize,
    /// The automaton.
    pub dfa: Dfa,
}

impl SetText {
    /// Reads an automaton file, or the set of a certificate.
    ///
    /// ```
    /// use wythoff_automata::text::SetText;
    /// let nim = SetText::read("numeration base 2\nautomaton set 1\nstarts 1\ns 1 0,0>1 1,1>1\n").unwrap();
    /// assert_eq!((nim.piles, nim.dfa.states()), (2, 1));
    /// let error = SetText::read("numeration base 2\nautomaton set 1\nstarts 1\ns 1 0,2>1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 4: `0,2>1`: the digit 2 is too large, digits of base 2 go to 1");
    /// ```
    pub fn read(text: &str) -> Result<SetText, AutomataError> {
        Reader { lines: text.lines().enumerate().collect(), at: 0 }.set(text.starts_with(CERTIFICATE))
    }

    /// Whether a position is in the set: the piles, then one bounded coordinate if there are several start states;
    /// `None` for another number of coordinates, and for several bounded ones, which the file does not tell apart.
    ///
    /// ```
    /// use wythoff_automata::text::SetText;
    /// let set = SetText::read("numeration base 2\nautomaton set 1\nstarts 0 1\ns 1 0,0>1 1,1>1\n").unwrap();
    /// assert_eq!((set.contains(&[3, 3, 1]), set.contains(&[3, 3, 0])), (Some(true), Some(false)));
    /// assert_eq!((set.contains(&[3, 3, 2]), set.contains(&[3, 3])), (None, None));
    /// ```
    pub fn contains(&self, position: &[u64]) -> Option<bool> {
        let (piles, bounded) = position.split_at_checked(self.piles)?;
        let mode = match bounded {
            [] if self.dfa.starts().len() == 1 => 0,
            [value] => usize::try_from(*value).ok().filter(|value| *value < self.dfa.starts().len())?,
            _ => return None,
        };
        let length = piles.iter().map(|n| self.numeration.length(*n)).max().unwrap_or(0);
        let words =
            piles.iter().map(|n| self.numeration.digits(*n, length)).collect::<Option<Vec<Vec<u8>>>>()?;
        let base = u32::from(self.numeration.max_digit()) + 1;
        let letter = |i: usize| words.iter().rev().fold(0, |code, word| code * base + u32::from(word[i]));
        let letters: Vec<u32> = (0..length).map(letter).collect();
        Some(self.dfa.run(mode, &letters) != 0)
    }
}

struct Reader<'a> {
    lines: Vec<(usize, &'a str)>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next line with something on it: its number and its words.
    fn next(&mut self) -> Option<(usize, Vec<&'a str>)> {
        while let Some(&(index, line)) = self.lines.get(self.at) {
            self.at += 1;
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.first().is_some_and(|w| !w.starts_with('#')) {
                return Some((index + 1, words));
            }
        }
        None
    }

    fn ended(&self, wanted: &str) -> AutomataError {
        AutomataError::Text {
            line: self.lines.len() + 1,
            message: format!("the file ends, but {wanted} is missing"),
        }
    }

    fn set(mut self, certificate: bool) -> Result<SetText, AutomataError> {
        let mut numeration: Option<Numeration> = None;
        loop {
            let (line, words) = self.next().ok_or_else(|| self.ended("the line `automaton set N`"))?;
            let fail = |message: String| AutomataError::Text { line, message };
            match words.as_slice() {
                ["numeration", system @ ..] => {
                    let read = system.join(" ").parse::<Numeration>();
                    numeration = Some(read.map_err(|e| fail(e.to_string()))?);
                }
                ["automaton", "set", count] => {
                    let states = count.parse::<usize>().ok().filter(|n| (1..=STATES).contains(n));
                    let states = states.ok_or_else(|| {
                        fail(format!("`{count}` is not a number of states from 1 to {STATES}"))
                    })?;
                    let numeration = numeration.ok_or_else(|| {
                        fail("a line such as `numeration base 2` must come first".to_string())
                    })?;
                    return self.states(numeration, states);
                }
                _ if certificate => {}
                _ => {
                    let found = words.join(" ");
                    return Err(fail(format!(
                        "expected `numeration ...` or `automaton set N`, found `{found}`"
                    )));
                }
            }
        }
    }

    fn states(mut self, numeration: Numeration, states: usize) -> Result<SetText, AutomataError> {
        let (line, words) = self.next().ok_or_else(|| self.ended("the line `starts 1`"))?;
        let fail = |line: usize, message: String| AutomataError::Text { line, message };
        let state = |line: usize, word: &str| {
            let known = word.parse::<u32>().ok().filter(|s| (1..=states as u32).contains(s));
            known.ok_or_else(|| fail(line, format!("`{word}` is not a state; states are 1 to {states}")))
        };
        let starts = match words.as_slice() {
            // The dead state may be a start: no position with this value is in the set.
            ["starts", list @ ..] if !list.is_empty() => list
                .iter()
                .map(|w| if *w == "0" { Ok(0) } else { state(line, w) })
                .collect::<Result<_, _>>()?,
            _ => return Err(fail(line, format!("expected `starts 1`, found `{}`", words.join(" ")))),
        };
        let base = usize::from(numeration.max_digit()) + 1;
        let mut piles = 0;
        let mut output = vec![0u8];
        // (state, letter, state, line); the number of letters is known once one has been read.
        let mut steps: Vec<(usize, usize, u32, usize)> = Vec::new();
        for number in 1..=states {
            let (line, words) = self.next().ok_or_else(|| self.ended(&format!("state {number}")))?;
            let (accepts, row) = match words.as_slice() {
                ["s", "0", row @ ..] => (0, row),
                ["s", "1", row @ ..] => (1, row),
                _ => {
                    let found: String = words.join(" ").chars().take(40).collect();
                    return Err(fail(
                        line,
                        format!("state {number} should read `s 0 ...` or `s 1 ...`, found `{found}`"),
                    ));
                }
            };
            output.push(accepts);
            for step in row {
                let wrong = |why: String| fail(line, format!("`{step}`: {why}"));
                let (letter, to) =
                    step.split_once('>').ok_or_else(|| wrong("a transition reads `0,1>2`".to_string()))?;
                let mut code = 0usize;
                let digits: Vec<&str> = letter.split(',').collect();
                if piles == 0 {
                    piles = digits.len();
                    if base.checked_pow(piles as u32).is_none_or(|letters| letters > 4096) {
                        return Err(wrong("more than 4096 letters are not handled".to_string()));
                    }
                }
                if digits.len() != piles {
                    return Err(wrong(format!(
                        "there are {} digits, before there were {piles}",
                        digits.len()
                    )));
                }
                for digit in digits.iter().rev() {
                    let value: usize =
                        digit.parse().map_err(|_| wrong(format!("`{digit}` is not a digit")))?;
                    if value >= base {
                        return Err(wrong(format!(
                            "the digit {value} is too large, digits of {numeration} go to {}",
                            base - 1
                        )));
                    }
                    code = code * base + value;
                }
                steps.push((number, code, state(line, to)?, line));
            }
        }
        if piles == 0 {
            return Err(fail(self.lines.len(), "no state has a transition".to_string()));
        }
        let letters = base.pow(piles as u32);
        let mut delta = vec![0u32; (states + 1) * letters];
        for (from, letter, to, line) in steps {
            let slot = &mut delta[from * letters + letter];
            if *slot != 0 {
                return Err(fail(line, format!("state {from} has two transitions for one letter")));
            }
            *slot = to;
        }
        let dfa = Dfa::from_parts(letters, delta, output, starts)
            .map_err(|error| fail(self.lines.len(), error.to_string()))?;
        Ok(SetText { numeration, piles, dfa })
    }
}

#[cfg(test)]
mod tests {
    use super::SetText;

    fn complaint(text: &str) -> String {
        SetText::read(text).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn complaints_name_the_line() {
        assert_eq!(complaint(""), "line 1: the file ends, but the line `automaton set N` is missing");
        assert!(complaint("automaton set 1\n").starts_with("line 1: a line such as `numeration base 2`"));
        assert!(complaint("# x\n\nnumeration base 1\n").starts_with("line 3: the base must be from 2"));
        assert!(complaint("numeration base 2\nautomaton set x\n").starts_with("line 2: `x` is not a number"));
        let head = "numeration base 2\nautomaton set 2\nstarts 1\n";
        assert_eq!(complaint(head), "line 4: the file ends, but state 1 is missing");
        assert!(complaint(&format!("{head}s 2 0,0>1\n")).starts_with("line 4: state 1 should read"));
        assert!(complaint(&format!("{head}s 1 0,0>3\ns 0\n")).contains("states are 1 to 2"));
        assert!(complaint(&format!("{head}s 1 0,0>1 0>1\ns 0\n")).contains("1 digits, before there were 2"));
        assert!(complaint(&format!("{head}s 1 0,0>1 0,0>2\ns 0\n")).contains("two transitions"));
        assert_eq!(complaint(&format!("{head}s 1\ns 0\n")), "line 5: no state has a transition");
    }
}
