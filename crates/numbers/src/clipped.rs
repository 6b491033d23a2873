//! Long texts in errors: cut in the middle, where the ends say what is meant.

/// A text of at most about so many bytes: a longer one is cut in its middle.
///
/// ```
/// assert_eq!(wythoff_numbers::clipped("lower-wythoff", 20), "lower-wythoff");
/// assert_eq!(wythoff_numbers::clipped(&"0123456789".repeat(9), 20), "0123456789 … 3456789");
/// ```
pub fn clipped(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_string();
    }
    let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (head, tail) = (boundary(most / 2), boundary(text.len() - most / 3 - 1));
    format!("{} … {}", &text[..head], &text[tail..])
}
