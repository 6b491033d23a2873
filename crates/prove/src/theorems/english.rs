//! What was proved, as a paragraph that a mathematician can cite: in English, and in LaTeX.

use serde::Serialize;
use wythoff_automata::{Convention, Numeration, Proof};
use wythoff_numbers::numeration::Coefficients;
use wythoff_rules::{PileOrder, Rules};

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

/// Says what a proof proves. `name` is how the game is called; `theorems` are further statements that were decided from
/// it; `certificate` says whether a certificate was written.
pub fn account(name: &str, rules: &Rules, proof: &Proof, theorems: &[String], certificate: bool) -> Account {
    let game = proof.game();
    let states = proof.dfa().states();
    let coordinates = rules.coordinates()[..rules.piles()].join(", ");
    let families: Vec<&str> = rules.families().iter().map(|f| f.text.as_str()).collect();
    let moves = match families.len() {
        0..=LISTED => families.join("; "),
        all => format!("{}; and so on, {all} families in all", families[..EXAMPLES].join("; ")),
    };
    // Rules that have no name are their own text.
    let name = if name.starts_with('(') || name.contains(['\n', ';']) { "G" } else { name };
    let play = match game.convention {
        Convention::Normal => "the player who cannot move loses".to_string(),
        Convention::Misere => "the player who cannot move wins".to_string(),
        Convention::Blocking(k) => format!(
            "before each move the opponent forbids at most {} of the options, and the player who cannot move loses",
            k - 1
        ),
    };
    let ends = match game.terminals.len() {
        0 => String::new(),
        1 => " One further position is terminal.".to_string(),
        n => format!(" {n} further positions are terminal."),
    };
    let order = match rules.order() {
        PileOrder::Unordered if rules.piles() > 1 => ", applied to the piles in any order",
        PileOrder::Sorted if rules.piles() > 1 => ", the piles being named by size before the move",
        _ => "",
    };
    let values: Vec<String> =
        rules.values().iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let values = if values.is_empty() { String::new() } else { format!(", where {}", values.join(", ")) };
    let told = format!(
        "Let {name} be the game on {} of tokens ({coordinates}) with the moves {}{order}{values}; {play}.{ends}",
        if rules.piles() == 1 { "one pile".to_string() } else { format!("{} piles", rules.piles()) },
        moves,
    );
    let grundy = super::vocabulary(rules, proof).grundy;
    let set = match grundy {
        None if rules.convention().pass => {
            "A position, with 1 for a pass that is still there or 0 for one that is gone, is a P-position"
                .to_string()
        }
        None => "A position is a P-position".to_string(),
        Some(g) => format!("For every m from 0 to {g}, a position has Grundy value m"),
    };
    let mut theorem = format!(
        "{set} if and only if its piles, written in {} and read in parallel with the most significant digit first, are \
         accepted by the deterministic automaton with {states} state{} that is given.",
        numeration_name(proof.numeration()),
        if states == 1 { "" } else { "s" }
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
    let argued = format!(
        "{argument}{misere} The automata that guess an option have {} states together, the largest after \
         determinisation {}, the largest union {}.",
        sizes.families, sizes.determinised, sizes.union
    );
    let checked = if certificate {
        "The proof was found by the prover and written down as a certificate, to be checked by a program that shares no \
         code with the prover and uses neither determinisation nor search."
    } else {
        "The proof was found by the prover; no certificate was written, so nothing else has checked it."
    };
    Account { game: told, theorem, proof: argued, checked: checked.to_string() }
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
