//! Numbers as they are typed: digits, or a power such as `10^6`.

/// A number from 0 on that fits.
///
/// The message says what is wrong with it; the option is named by whoever asks.
pub fn number<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let text = text.trim();
    let digits = |part: &str| -> Result<u64, String> {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("this is not a number that it takes".to_string());
        }
        part.parse().map_err(|_| TOO_LARGE.to_string())
    };
    let value = match text.split_once('^') {
        None => digits(text)?,
        Some((base, power)) => {
            let (base, power) = (digits(base)?, digits(power)?);
            // A power of 0 or 1 needs no more than its exponent says.
            let power = if base < 2 { power.min(1) } else { power };
            u32::try_from(power).ok().and_then(|power| base.checked_pow(power)).ok_or(TOO_LARGE)?
        }
    };
    T::try_from(value).map_err(|_| TOO_LARGE.to_string())
}

/// What is said of a number that does not fit; the front of the command line knows it by this.
pub const TOO_LARGE: &str = "this is larger than it can be";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_powers() {
        assert_eq!(number::<u64>("12"), Ok(12));
        assert_eq!(number::<usize>("10^6"), Ok(1_000_000));
        assert_eq!(number::<u64>("2^63"), Ok(1 << 63));
        assert_eq!(number::<u64>("0^0"), Ok(1));
        assert_eq!(number::<u64>("1^999999999999"), Ok(1));
        assert_eq!(number::<u32>("2^32"), Err(TOO_LARGE.to_string()));
        for text in ["10^30", "2^64", "99999999999999999999", "10^99999999999"] {
            assert_eq!(number::<u64>(text), Err(TOO_LARGE.to_string()), "{text}");
        }
        for text in ["", "-1", "ten", "10^", "^3", "10^-1", "2^3^2", "1e6", "+5", "1 0"] {
            assert!(number::<u64>(text).is_err_and(|why| why != TOO_LARGE), "{text}");
        }
    }
}
