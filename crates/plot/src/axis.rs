//! Numbers at the axes: steps of 1, 2 or 5 times a power of ten.

/// Decimals that a fixed number has.
pub(crate) const DECIMALS: u32 = 9;

/// One, as a fixed number.
pub(crate) const ONE: i128 = 10i128.pow(DECIMALS);

/// The smallest 1, 2 or 5 times a power of ten that divides a span into at most `most` steps.
pub(crate) fn step(span: i128, most: i128) -> i128 {
    let (span, most) = (span.max(1), most.max(1));
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if span / (factor * power) <= most {
                return factor * power;
            }
        }
        match i128::checked_mul(power, 10).filter(|power| *power < i128::MAX / 50) {
            Some(next) => power = next,
            None => return power,
        }
    }
}

/// The multiples of the step from `low` to `high`.
pub(crate) fn ticks(low: i128, high: i128, most: i128) -> Vec<i128> {
    let step = step(high - low, most);
    let first = -(-low).div_euclid(step);
    (first..).map(|k| k * step).take_while(|tick| *tick <= high).collect()
}

/// A whole number with its thousands apart: `20 000`.
pub(crate) fn whole(value: i128) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && digits.len() > 4 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{a0}');
        }
        out.push(digit);
    }
    if value < 0 { format!("-{out}") } else { out }
}

/// Fixed numbers, all with as many decimals as the longest needs: `1.5`, `2.0`.
pub(crate) fn decimals(fixed: &[i128]) -> Vec<String> {
    let digits = |value: i128| {
        format!("{:0width$}", value.unsigned_abs() % ONE.unsigned_abs(), width = DECIMALS as usize)
    };
    let places = fixed.iter().map(|value| digits(*value).trim_end_matches('0').len()).max().unwrap_or(0);
    let shown = |value: &i128| {
        let (sign, whole) = (if *value < 0 { "-" } else { "" }, value.unsigned_abs() / ONE.unsigned_abs());
        if places == 0 {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{}", &digits(*value)[..places])
        }
    };
    fixed.iter().map(shown).collect()
}

/// The logarithm to base 2 as a fixed number, rounded down: squares, halves, and reads off the bits.
pub(crate) fn log2(value: u64) -> i128 {
    let value = value.max(1);
    let whole = value.ilog2();
    // The value divided by its power of two, between 1 and 2, with 62 bits after the point.
    let mut rest = (u128::from(value) << 62) >> whole;
    let (mut bits, mut count) = (0i128, 0);
    while count < 40 {
        rest = (rest * rest) >> 62;
        bits <<= 1;
        if rest >> 63 > 0 {
            rest >>= 1;
            bits |= 1;
        }
        count += 1;
    }
    i128::from(whole) * ONE + ((bits * ONE) >> 40)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0, 59, 10), [0, 10, 20, 30, 40, 50]);
        assert_eq!(ticks(0, 19_999, 8), [0, 5000, 10_000, 15_000]);
        assert_eq!(ticks(0, 0, 8), [0]);
        assert_eq!(ticks(-3, 3, 10), [-3, -2, -1, 0, 1, 2, 3]);
        let shown = decimals(&ticks(14 * ONE / 10, 23 * ONE / 10, 5));
        assert_eq!(shown, ["1.4", "1.6", "1.8", "2.0", "2.2"]);
        assert!(ticks(0, i128::from(u64::MAX), 10).len() <= 11);
    }

    #[test]
    fn numbers_as_people_read_them() {
        assert_eq!(whole(1234), "1234");
        assert_eq!(whole(-20_000), "-20\u{a0}000");
        assert_eq!(decimals(&[-1_618_000_000, 2 * ONE]), ["-1.618", "2.000"]);
        assert_eq!(decimals(&[3 * ONE]), ["3"]);
    }

    #[test]
    fn logarithms_are_right_to_nine_places() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(1024), 10 * ONE);
        for (value, expected) in [(3, 1_584_962_500), (10, 3_321_928_094), (1000, 9_965_784_284)] {
            assert!((log2(value) - expected).abs() <= 1, "{value}: {}", log2(value));
        }
    }
}
