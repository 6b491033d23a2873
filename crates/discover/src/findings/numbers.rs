//! The numbers in a finding, each kind with its own.

use serde::Serialize;

/// The numbers in a finding. Fractions and irrational numbers are text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Numbers {
    /// Nothing was found.
    None,
    /// Ratios y/x that many positions have.
    Slope {
        /// The least and the greatest ratio.
        interval: [String; 2],
        /// Positions in the interval.
        positions: usize,
        /// Positions that were looked at.
        of: usize,
        /// Whether the interval narrows farther out, or is narrow already.
        beam: bool,
    },
    /// s_n = floor(n alpha).
    Beatty {
        /// The sequence.
        sequence: String,
        /// Between what alpha lies.
        alpha: [String; 2],
        /// 0.
        beta: &'static str,
        /// A number in the interval that has a name.
        named: Option<String>,
    },
    /// s_n = floor(n alpha + beta).
    Line {
        /// The sequence.
        sequence: String,
        /// Between what alpha lies.
        alpha: [String; 2],
        /// An alpha and a beta that do so.
        line: Option<[String; 2]>,
        /// A number in the interval that has a name.
        named: Option<String>,
    },
    /// The same from an index on.
    LaterLine {
        /// The sequence.
        sequence: String,
        /// The index.
        from: i64,
        /// Between what alpha lies.
        alpha: [String; 2],
        /// A number in the interval that has a name.
        named: Option<String>,
    },
    /// s_n is no floor(n alpha + beta).
    Refuted {
        /// The sequence.
        sequence: String,
        /// The index that refutes it.
        refuted: i64,
        /// Two indices that need a larger one.
        low: [i64; 2],
        /// Two indices that need a smaller alpha.
        high: [i64; 2],
    },
    /// Whether a_n and b_n are complementary.
    Complementary {
        /// Whether they are.
        complementary: bool,
        /// The first integer that shows that they are not.
        #[serde(skip_serializing_if = "Option::is_none")]
        first: Option<i64>,
        /// The last integer that was looked at.
        #[serde(skip_serializing_if = "Option::is_none")]
        last: Option<i64>,
    },
    /// s_(n+period) = s_n + gain.
    Period {
        /// The sequence.
        sequence: String,
        /// The first index.
        from: i64,
        /// The period.
        period: usize,
        /// The gain.
        gain: i64,
    },
    /// The same in a row of Grundy values.
    RowPeriod {
        /// The row.
        row: usize,
        /// The first column.
        from: usize,
        /// The period.
        period: usize,
        /// The gain.
        gain: i64,
    },
    /// The word of differences.
    Word {
        /// The sequence.
        sequence: String,
        /// The differences that occur.
        letters: Vec<i64>,
        /// Whether sums of factors of equal length differ by at most 1.
        balanced: bool,
        /// By how much sums of factors of equal length differ at most.
        spread: i64,
        /// The length of the longest factors that were looked at.
        factors: usize,
    },
    /// A morphism that fixes the word of differences.
    Morphism {
        /// The sequence.
        sequence: String,
        /// Letters at the beginning that are left out.
        skipped: usize,
        /// The images of the letters.
        images: Vec<(i64, Vec<i64>)>,
    },
    /// b_n = s a_n + t n + c.
    Difference {
        /// s.
        s: i64,
        /// t.
        t: i64,
        /// c.
        c: i64,
        /// The first index.
        from: usize,
    },
    /// b_n - a_n - t n lies between two numbers.
    NearDifference {
        /// t.
        t: i64,
        /// The lesser.
        least: i64,
        /// The greater.
        most: i64,
    },
    /// The nim-sum of the piles is this.
    NimSum {
        /// 0.
        nim_sum: u64,
    },
    /// A formula for Grundy values.
    Formula {
        /// The formula.
        formula: String,
        /// The modulus in it.
        #[serde(skip_serializing_if = "Option::is_none")]
        modulus: Option<u64>,
    },
    /// Residues that P-positions have.
    Residues {
        /// The modulus.
        modulus: u64,
        /// The residue vectors.
        residues: Vec<Vec<u64>>,
    },
    /// Grundy values depend on residues alone.
    Modulus {
        /// The modulus.
        modulus: u64,
    },
    /// G(x,y) = G(y,x).
    Symmetry {
        /// True.
        symmetric: bool,
        /// As far as both values are in the table.
        below: usize,
    },
    /// What representations say of a_n or b_n.
    Numeration {
        /// The system.
        system: String,
        /// The period of an Ostrowski system; empty for a base.
        period: Vec<u64>,
        /// What they say.
        pattern: &'static str,
    },
    /// An automaton that accepts exactly the P-positions.
    Automaton {
        /// That of the smallest.
        numeration: String,
        /// Its states.
        states: usize,
        /// All numerations in which there is one.
        fits: Vec<Fit>,
    },
    /// A linear recurrence.
    Recurrence {
        /// The sequence.
        sequence: String,
        /// Its order.
        order: usize,
        /// Its coefficients.
        coefficients: Vec<String>,
    },
    /// A transducer with a finite certificate.
    Transducer {
        /// Its states.
        states: usize,
        /// Its transitions.
        transitions: usize,
        /// Letters after which its state is known.
        sync: usize,
        /// Letters of a window.
        window: usize,
        /// Windows of the certificate.
        windows: usize,
        /// The first column that it speaks of.
        from: u64,
    },
}

/// An automaton for a set in a numeration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The numeration.
    pub numeration: String,
    /// The states.
    pub states: usize,
}

impl Numbers {
    /// Whether the data refute what is said: it is settled, and no pattern that fits.
    pub fn is_refuted(&self) -> bool {
        matches!(self, Numbers::Refuted { .. })
    }
}
