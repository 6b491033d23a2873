//! Games that the papers name without giving their rules, with what the papers say or what follows from them.
//!
//! No answers are made here.

/// A game that is known by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedOnly {
    /// A name in the manner of the catalog.
    pub name: &'static str,
    /// The paper and the place where it is named.
    pub locus: &'static str,
    /// The row of the ledger of claims that records it, if there is one.
    pub claim: Option<&'static str>,
    /// What is known of it.
    pub known: &'static str,
}

/// The games named without rules, by name.
///
/// ```
/// use wythoff_catalog::special::named_only::NAMED_ONLY;
/// assert!(NAMED_ONLY.iter().any(|game| game.name == "flora"));
/// ```
pub const NAMED_ONLY: &[NamedOnly] = &[
    NamedOnly {
        name: "akiyama",
        locus: "LEX Section 1",
        claim: Some("LEX-AKIYAMA"),
        known: "three piles, rules close to Wytlex(3); its P-positions are believed to be those of wytlex(piles=3)",
    },
    NamedOnly {
        name: "arbitrarily-large-rats",
        locus: "LEX Section 1, reference [9]",
        claim: Some("LEX-TILE3"),
        known: "vector subtraction games, ordered piles, whose P-positions tile the positive integers by any number of sequences; (1,2,4) is P and (2,1,4) is not",
    },
    NamedOnly {
        name: "beatty-k-invariant",
        locus: "VIS Section 8.7, reference [111]",
        claim: Some("VIS-8.7-others"),
        known: "take-away games on Beatty's theorem whose rules are k-invariant",
    },
    NamedOnly {
        name: "boolean-constraint",
        locus: "VIS Section 4.9, reference [44]",
        claim: Some("VIS-G-boole"),
        known: "two-pile games with constraint functions over Boolean variables or GF(2); the frame is fraenkel(f=...)",
    },
    NamedOnly {
        name: "chromatic-nim",
        locus: "VIS Section 8.7, reference [110]; RLX Section 2",
        claim: Some("RLX-CHROM"),
        known: "realises general complementary Beatty pairs",
    },
    NamedOnly {
        name: "continued-fraction-wythoff",
        locus: "VIS Section 8.7, reference [116]",
        claim: Some("VIS-8.7-cf"),
        known: "P-positions are the Beatty pairs of [1;k,1,k,..]; an invariant game with these P-positions exists by the star operator",
    },
    NamedOnly {
        name: "cubic-pisot",
        locus: "VIS Section 3.2, references [29, 30, 31, 62]",
        claim: Some("VIS-C-otherwords"),
        known: "games on fixed points of morphisms, decided in polynomial time by numeration systems; the Tribonacci case is tribonacci",
    },
    NamedOnly {
        name: "end-nim",
        locus: "VIS Section 4.5, reference [1]",
        claim: None,
        known: "the game on rows of piles, played at both ends, that led to end-wythoff",
    },
    NamedOnly {
        name: "flora",
        locus: "VIS Section 7.3, reference [45]",
        claim: Some("VIS-7.3-flora"),
        known: "built on complementary equations of iterated floor functions",
    },
    NamedOnly {
        name: "frankenstein",
        locus: "LEX Section 1, reference [7]",
        claim: None,
        known: "a generalisation of Wythoff by arrays and numeration systems",
    },
    NamedOnly {
        name: "hofstadter",
        locus: "VIS Section 4.9, reference [42]",
        claim: Some("VIS-G-PTM"),
        known: "a two-pile game on Hofstadter's sequence, an instance of fraenkel(f=...) for some f",
    },
    NamedOnly {
        name: "holladay-four",
        locus: "VIS Section 1, reference [75]",
        claim: Some("VIS-C-holladay4"),
        known: "four variations with exactly the P-positions of Holladay's game, that is of t-wythoff",
    },
    NamedOnly {
        name: "larsson-three",
        locus: "VIS Section 1, references [102, 107]",
        claim: Some("VIS-C-larsson3"),
        known: "three games with one set of P-positions that contain connell and t-wythoff; one is blocking-wythoff with on=nim",
    },
    NamedOnly {
        name: "mouse-trap",
        locus: "VIS Section 2, reference [108]",
        claim: Some("VIS-C-mousetrap"),
        known: "an invariant game with the P-positions of mouse",
    },
    NamedOnly {
        name: "nim-abpq",
        locus: "VIS Section 5, reference [69]",
        claim: Some("VIS-G-nimabpq"),
        known: "NIM(a,b;p,q) contains nim-ab and Larsson's NIM(a,p); thought to behave pseudo-chaotically",
    },
    NamedOnly {
        name: "nim-ap",
        locus: "VIS Section 5, references [73, 107]",
        claim: Some("VIS-G-nimabpq"),
        known: "Larsson's NIM(a,p), contained in NIM(a,b;p,q)",
    },
    NamedOnly {
        name: "nimhoff",
        locus: "VIS Section 4.4, reference [53]",
        claim: Some("VIS-G-nimhoff"),
        known: "games between Nim and Wythoff with restricted diagonal moves, most with a closed Grundy function; the cyclic case is cyclic-nimhoff",
    },
    NamedOnly {
        name: "prouhet-thue-morse",
        locus: "VIS Section 4.9, reference [42]",
        claim: Some("VIS-G-PTM"),
        known: "a two-pile game on the Prouhet-Thue-Morse sequence; fraenkel(f=\"x0-x1\") has the P-positions (a,2a)",
    },
    NamedOnly {
        name: "quarto",
        locus: "VIS Section 8.2",
        claim: Some("VIS-8.2-history"),
        known: "the board game whose rule that the opponent limits the next move led to blocking-wythoff",
    },
    NamedOnly {
        name: "rat-m",
        locus: "VIS Section 4.7",
        claim: Some("VIS-D-rat4"),
        known: "the rat game on m >= 4 piles: its P-positions are written down, no nice rules for them were found",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_in_order() {
        assert!(NAMED_ONLY.windows(2).all(|pair| pair[0].name < pair[1].name));
        let kebab = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        assert!(
            NAMED_ONLY
                .iter()
                .all(|game| kebab(game.name) && !game.known.is_empty() && !game.locus.is_empty())
        );
    }
}
