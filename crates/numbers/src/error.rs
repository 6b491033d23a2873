//! What can be wrong with a number, a sequence, a numeration system, a word or an array.

use crate::budget::Stop;
use crate::int::{Integer, Natural};

/// Why there is no number, sequence, representation, word or array as asked.
///
/// ```
/// use wythoff_numbers::{NumberError, Real};
/// let error = Real::parse("sqrt(2").unwrap_err();
/// assert_eq!(error.at(), Some(6));
/// assert!(matches!(error, NumberError::Unexpected { .. }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// No digit where one must stand.
    #[error("expected a decimal digit at byte {at}, found the end of the text")]
    NoDigit {
        /// Byte offset of the place.
        at: usize,
    },
    /// A character that is not a decimal digit.
    #[error("expected a decimal digit at byte {at}, found `{found}`")]
    Digit {
        /// Byte offset of the character.
        at: usize,
        /// The character.
        found: char,
    },
    /// A sign before a number that may not be negative.
    #[error("a negative number at byte {at}, where 0 or more is expected")]
    Negative {
        /// Byte offset of the sign.
        at: usize,
    },
    /// The text is not of the form that was asked for.
    #[error("at byte {at}: expected {expected}")]
    Syntax {
        /// Byte offset in the text.
        at: usize,
        /// What could have stood there.
        expected: String,
    },
    /// The text is not an expression for a real number.
    #[error("at byte {at}: expected {expected}, found {found}")]
    Unexpected {
        /// Byte offset in the text.
        at: usize,
        /// What could have stood there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A part of the text has no value.
    #[error("at byte {at}: {cause}")]
    Part {
        /// Byte offset of the operator or function.
        at: usize,
        /// What is wrong.
        cause: Box<NumberError>,
    },
    /// A division by a number that is exactly 0.
    #[error("division by zero")]
    DivisionByZero,
    /// The square root of a negative number.
    #[error("the square root of a negative number is not real")]
    NegativeRadicand,
    /// The result would not be of the form (a + b sqrt(d))/c.
    #[error("sqrt({0}) and sqrt({1}) do not lie in one quadratic field")]
    DifferentFields(Natural, Natural),
    /// The period of a continued fraction is longer than the limit given.
    #[error("the continued fraction has no period within {0} terms")]
    NoPeriodWithin(usize),
    /// A polynomial without a real root.
    #[error("the polynomial has no real root")]
    NoRealRoot,
    /// The decimal does not single out one root.
    #[error(
        "two roots of the polynomial are equally near to the decimal; give a decimal nearer to the root you mean"
    )]
    AmbiguousRoot,
    /// The number may be rational, and no refinement up to the limit tells.
    #[error(
        "not settled with {bits} bits: the number may be exactly an integer or a fraction here, and no method is known to exclude it"
    )]
    Undecided {
        /// The precision reached.
        bits: u64,
    },
    /// A modulus without a complement.
    #[error("1/alpha + 1/beta = 1 has no solution for alpha = {0}")]
    NoComplement(String),
    /// A modulus that is 0 or negative.
    #[error("the modulus {0} is not positive")]
    Modulus(String),
    /// Whether gamma = k - j alpha for integers j, k is not known for these numbers.
    #[error(
        "cannot tell whether {gamma} = k - j*({alpha}) for integers j, k: give both in one quadratic field, or a fraction for {gamma}"
    )]
    Relation {
        /// The modulus.
        alpha: String,
        /// The additive constant.
        gamma: String,
    },
    /// A covering test for rational moduli met another modulus.
    #[error("the modulus {0} is not a fraction; the exact covering test needs fractions")]
    Irrational(String),
    /// No fault was found, but no reason why there is none either.
    #[error(
        "every integer up to {bound} is covered once, but the sequences are not recognised as two complementary ones split by arithmetic progressions"
    )]
    Unsettled {
        /// How far it was looked.
        bound: u64,
    },
    /// The common period is too long to be written out.
    #[error("the common period {period} is above the limit {limit}")]
    Period {
        /// The period.
        period: String,
        /// The limit.
        limit: u64,
    },
    /// The coefficients do not define a numeration system of this kind.
    #[error("{0}")]
    System(String),
    /// The basis does not increase from 1.
    #[error("the basis must start with 1 and increase, but u_{index} = {value} follows {before}")]
    Basis {
        /// The index of the element that is wrong.
        index: usize,
        /// The element.
        value: Integer,
        /// The element before it.
        before: Integer,
    },
    /// The number is too large for a basis without a fast method.
    #[error("this basis has no fast method; numbers above {bits} bits are refused")]
    TooLarge {
        /// The limit.
        bits: u64,
    },
    /// A letter without an image.
    #[error("the letter `{0}` occurs in an image but has none itself; add `{0}->...`")]
    Letter(char),
    /// The word from this letter does not grow for ever.
    #[error("the image of `{0}` must start with `{0}` and grow for ever to give an infinite word")]
    NotProlongable(char),
    /// An index that no letter has.
    #[error("indices start with 1")]
    IndexFromOne,
    /// The descent to a letter would take too long.
    #[error(
        "the index is too far out for this morphism: more than {} steps, or more than {} bits",
        crate::words::LEVELS,
        crate::words::INDEX_BITS
    )]
    WordTooFar,
    /// The letter does not occur so often.
    #[error("the letter `{0}` does not occur so often")]
    Occurrence(char),
    /// The images of a two-dimensional morphism do not fit together.
    #[error("the images of `{0}` and `{1}`, which stand in one line, differ in size after some steps")]
    Shape(char, char),
    /// Rows and columns count from 1.
    #[error("rows and columns count from 1")]
    Place,
    /// A column so far out that the entry would fill the memory.
    #[error("columns beyond {} are refused: the entry alone has millions of digits", crate::arrays::COLUMNS)]
    Column,
    /// A number that occurs more than once, or never.
    #[error("the left-justified array holds numbers more than once; ask for a pair of neighbours instead")]
    Repeated,
    /// The sequence of a dispersion does not increase.
    #[error("the sequence must increase, but s({n}) = {value} follows {before}")]
    NotIncreasing {
        /// The index.
        n: u64,
        /// The term there.
        value: Integer,
        /// The term before.
        before: Integer,
    },
    /// The sequence contains 1, so its complement does not start with 1.
    #[error("the sequence must not contain 1, or its complement does not start with 1")]
    ContainsOne,
    /// The complement has fewer terms than asked for.
    #[error("only {found} integers up to {bound} are outside the sequence; ask for fewer rows")]
    Complement {
        /// Terms of the complement found.
        found: usize,
        /// How far the sequence was read.
        bound: u64,
    },
    /// No entry has this name.
    #[error("no {kind} is called `{name}`; the nearest name is `{nearest}`")]
    Unknown {
        /// `sequence`, `array`, `word`, `system` or `tree`.
        kind: &'static str,
        /// The name asked for.
        name: String,
        /// The nearest name.
        nearest: &'static str,
    },
    /// The entry has no such parameter.
    #[error("`{name}` has no parameter `{parameter}`; it has {expected}")]
    Parameter {
        /// The entry.
        name: String,
        /// The parameter given.
        parameter: String,
        /// The parameters it has.
        expected: String,
    },
    /// A parameter has a value that cannot be used.
    #[error("parameter {parameter}={value}: {cause}")]
    Value {
        /// The parameter.
        parameter: String,
        /// The value given.
        value: String,
        /// What is wrong with it.
        cause: String,
    },
    /// An index before the first.
    #[error("the indices of `{name}` start with {first}")]
    Index {
        /// The entry.
        name: &'static str,
        /// The first index.
        first: u64,
    },
    /// A term far out in a sequence that is only known term by term.
    #[error("`{name}` is known term by term only, and is followed up to index {limit}")]
    TooFar {
        /// The entry.
        name: &'static str,
        /// The last index.
        limit: u64,
    },
    /// The budget is used up.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl NumberError {
    /// Byte offset of the mistake, where the error is about a text.
    pub fn at(&self) -> Option<usize> {
        match self {
            NumberError::NoDigit { at }
            | NumberError::Digit { at, .. }
            | NumberError::Negative { at }
            | NumberError::Syntax { at, .. }
            | NumberError::Unexpected { at, .. }
            | NumberError::Part { at, .. } => Some(*at),
            _ => None,
        }
    }

    /// The same error in a text that begins with `start` more bytes.
    pub(crate) fn moved(mut self, start: usize) -> NumberError {
        match &mut self {
            NumberError::NoDigit { at }
            | NumberError::Digit { at, .. }
            | NumberError::Negative { at }
            | NumberError::Syntax { at, .. }
            | NumberError::Unexpected { at, .. }
            | NumberError::Part { at, .. } => *at += start,
            _ => {}
        }
        self
    }

    /// Why the work was ended, if it was.
    pub fn stop(&self) -> Option<&Stop> {
        match self {
            NumberError::Stopped(stop) => Some(stop),
            _ => None,
        }
    }

    /// Whether a limit of the method was reached, as against a question without an answer.
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            NumberError::TooFar { .. }
                | NumberError::WordTooFar
                | NumberError::TooLarge { .. }
                | NumberError::Period { .. }
                | NumberError::Complement { .. }
                | NumberError::Stopped(_)
        )
    }

    /// Whether it is about a real number: how one is written, and what it has.
    pub fn is_about_a_real(&self) -> bool {
        matches!(
            self,
            NumberError::Unexpected { .. }
                | NumberError::Part { .. }
                | NumberError::DivisionByZero
                | NumberError::NegativeRadicand
                | NumberError::NoRealRoot
                | NumberError::AmbiguousRoot
                | NumberError::Undecided { .. }
                | NumberError::NoComplement(_)
        )
    }
}
