//! What was proved, as a paragraph that a mathematician can cite: in English, and in LaTeX.

use serde::Serialize;
use wythoff_automata::{Convention, Numeration, Proof};
use wythoff_numbers::numeration::Coefficients;
use wythoff_rules::{PileOrder, Rules, show_position};

/// A theorem with its proof in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Account {
    /// The game.
    pub game: String,
    /// The theorem.
    pub theorem: String,
    /// How it was proved, with sizes.
    pub proof: String,
    /// Who checked what.
    pub checked: String,
}

/// Families of moves that are all listed; of more the first few are, as examples.
const LISTED: usize = 12;
const EXAMPLES: usize = 3;

/// What a proof of another kind proves, in its own words, about the game of these rules.
pub fn account_of(name: &str, rules: &Rules, theorem: String, proof: String, checked: String) -> Account {
    Account { game: told(name, rules), theorem, proof, checked }
}

/// The game: moves, who wins, and which further positions end it.
fn told(name: &str, rules: &Rules) -> String {
    let coordinates = rules.coordinates()[..rules.piles()].join(", ");
    let families: Vec<&str> = rules.families().iter().map(|f| f.text.as_str()).collect();
    let listed = |families: &[&str]| match families.len() {
        0..=LISTED => families.join("; "),
        all => format!("{}; and so on, {all} families in all", families[..EXAMPLES].join("; ")),
    };
    // Rules that have no name are their own text.
    let name = if name.starts_with('(') || name.contains(['\n', ';']) { "G" } else { name };
    let convention = rules.convention();
    let end = if convention.misere {
        "the player who cannot move wins"
    } else {
        "the player who cannot move loses"
    };
    let play = match &convention.block {
        None => end.to_string(),
        Some(block) => {
            let open = families.iter().zip(&block.families).filter(|(_, all)| **all);
            let open: Vec<&str> = open.map(|(text, _)| *text).collect();
            let which = match open.len() == families.len() {
                true => "the options".to_string(),
                false => format!("the options by the moves {}", listed(&open)),
            };
            format!(
                "before each move the opponent forbids at most {} of {which}, and {end}",
                block.k.max(1) - 1
            )
        }
    };
    let pass = if convention.pass {
        "; once in the game either player may pass, but not where there is no move"
    } else {
        ""
    };
    let ends: Vec<String> =
        convention.terminals.iter().take(LISTED).map(|t| format!("({})", show_position(t))).collect();
    let ends = match convention.terminals.len() {
        0 => String::new(),
        1 => format!(" The position {} is terminal, too.", ends[0]),
        all if all <= LISTED => format!(" The positions {} are terminal, too.", ends.join(", ")),
        all => format!(
            " {all} further positions, which the rules list, are terminal, too: {}, and so on.",
            ends.join(", ")
        ),
    };
    let order = match rules.order() {
        PileOrder::Unordered if rules.piles() > 1 => ", applied to the piles in any order",
        PileOrder::Sorted if rules.piles() > 1 => ", the piles being named by size before the move",
        _ => "",
    };
    let values: Vec<String> =
        rules.values().iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let values = if values.is_empty() { String::new() } else { format!(", where {}", values.join(", ")) };
    format!(
        "Let {name} be the game on {} of tokens ({coordinates}) with the moves {}{order}{values}; {play}{pass}.{ends}",
        if rules.piles() == 1 { "one pile".to_string() } else { format!("{} piles", rules.piles()) },
        listed(&families),
    )
}

/// Says what a proof proves. `name` is how the game is called; `theorems` are further statements that were decided from
/// it; `certificate` says whether a certificate was written.
pub fn account(name: &str, rules: &Rules, proof: &Proof, theorems: &[String], certificate: bool) -> Account {
    let game = proof.game();
    let states = proof.dfa().states();
    let grundy = super::vocabulary(rules, proof).grundy;
    let (set, begun) = match grundy {
        None if rules.convention().pass => (
            "A position, with m = 1 while the pass is there and m = 0 when it is gone, is a P-position"
                .to_string(),
            " from its start state for m",
        ),
        None => ("A position is a P-position".to_string(), ""),
        Some(g) => (
            format!("For every m from 0 to {g}, a position has Grundy value m"),
            " from its start state for m",
        ),
    };
    let mut theorem = format!(
        "{set} if and only if its piles, written in {} and read in parallel with the most significant digit first, are \
         accepted{begun} by the deterministic automaton with {states} state{} that its certificate lists as `set`.",
        numeration_name(proof.numeration()),
        if states == 1 { "" } else { "s" },
    );
    for more in theorems {
        theorem += &format!(" Moreover, {more}.");
    }
    let sizes = proof.sizes();
    let argument = match game.convention {
        Convention::Blocking(k) => format!(
            "A position is P if and only if fewer than {k} of its options are, so by induction along moves there is \
             exactly one such set; for every family of moves the number of options in the set, up to {k}, is an \
             automaton, and their sum was compared with the set."
        ),
        _ => "Every move decreases, so by induction exactly one set of positions is stable (no position of it has an \
              option in it) and absorbing (every other position has), and it is the set of P-positions. Both properties \
              are statements about finite automata and were decided."
            .to_string(),
    };
    let misere = if game.convention == Convention::Misere {
        " In misère play the terminal positions, which win, were determined in the same way and are excepted."
    } else {
        ""
    };
    let sum = match grundy {
        Some(g) => format!(
            "A position has Grundy value m if and only if it is a P-position together with a Nim pile of m (Sprague, Grundy); \
             so the game with a Nim pile of size at most {g} is looked at. "
        ),
        None => String::new(),
    };
    let more = match theorems.len() {
        0 => "",
        _ => {
            " What is said moreover was decided from this automaton: connectives by products, quantifiers by projection."
        }
    };
    let argued = format!(
        "{sum}{argument}{misere}{more} The automata that guess an option have {} states together, the largest after \
         determinisation {}, the largest union {}.",
        sizes.families, sizes.determinised, sizes.union
    );
    let checked = if certificate {
        "The proof was found by the prover and written down as a certificate, to be checked by a program that shares no \
         code with the prover and uses neither determinisation nor search."
    } else {
        "The proof was found by the prover; no certificate was written, so nothing else has checked it."
    };
    Account { game: told(name, rules), theorem, proof: argued, checked: checked.to_string() }
}

fn numeration_name(numeration: &Numeration) -> String {
    match numeration.coefficients() {
        Coefficients::Base(b) => format!("base {b}"),
        Coefficients::Ostrowski(a) if a.iter().all(|d| *d == 1) => "Zeckendorf's numeration".to_string(),
        Coefficients::Ostrowski(a) => {
            let period: Vec<String> = a.iter().map(u64::to_string).collect();
            format!(
                "the Ostrowski numeration of period ({}) (weights u_{{j+1}} = a_j u_j + u_{{j-1}}, u_0 = u_{{-1}} = 1)",
                period.join(", ")
            )
        }
        Coefficients::Parry(c) => {
            let list: Vec<String> = c.iter().map(u64::to_string).collect();
            format!("the numeration with the recurrence ({})", list.join(", "))
        }
    }
}

impl Account {
    /// The paragraph in English.
    pub fn english(&self) -> String {
        format!("{}\nTheorem. {}\nProof. {} {}", self.game, self.theorem, self.proof, self.checked)
    }

    /// The same for a paper; it needs amsthm's `theorem` and `proof`.
    ///
    /// ```
    /// use wythoff_prove::theorems::Account;
    /// let account = Account {
    ///     game: "Let 50% be a game.".into(),
    ///     theorem: "x_1 <= y'.".into(),
    ///     proof: "Clear.".into(),
    ///     checked: String::new(),
    /// };
    /// let latex = account.latex();
    /// assert!(latex.contains(r"50\% be") && latex.contains(r"x\_1 $\le$ y'"));
    /// assert!(latex.starts_with("% ") && latex.contains(r"\begin{theorem}"));
    /// ```
    pub fn latex(&self) -> String {
        format!(
            "% \\newtheorem{{theorem}}{{Theorem}} and amsthm are assumed.\n{}\n\\begin{{theorem}}\n{}\n\\end{{theorem}}\n\\begin{{proof}}\n{} {}\n\\end{{proof}}\n",
            tex(&self.game),
            tex(&self.theorem),
            tex(&self.proof),
            tex(&self.checked)
        )
    }
}

/// Text with the characters that mean something to LaTeX made harmless.
fn tex(text: &str) -> String {
    let text = text.replace('\\', "\\textbackslash ");
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('<', Some('=')) => {
                chars.next();
                out += "$\\le$";
            }
            ('>', Some('=')) => {
                chars.next();
                out += "$\\ge$";
            }
            ('!', Some('=')) => {
                chars.next();
                out += "$\\ne$";
            }
            ('=', Some('=')) => {
                chars.next();
                out.push('=');
            }
            ('<', _) => out += "$<$",
            ('>', _) => out += "$>$",
            ('|', _) => out += "$|$",
            ('*', _) => out += "$\\cdot$",
            ('^', _) => out += "\\^{}",
            ('~', _) => out += "\\~{}",
            ('&' | '%' | '$' | '#' | '_' | '{' | '}', _) => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    // The weights of a numeration are a formula, as `numeration_name` writes them.
    let weights = "u\\_\\{j+1\\} = a\\_j u\\_j + u\\_\\{j-1\\}, u\\_0 = u\\_\\{-1\\} = 1";
    let out = out.replace(weights, "$u_{j+1} = a_j u_j + u_{j-1}$, $u_0 = u_{-1} = 1$");
    // The one backslash that came from above.
    out.replace("\\textbackslash ", "\\textbackslash{}")
}
