//! The same game spelled differently: signs people type, products without a star, comments, broken lines, and
//! parentheses that change nothing.

use crate::tape::Tape;

/// A text that means the same as `text`, which a game was printed as.
pub(crate) fn respelled(text: &str, tape: &mut Tape) -> String {
    let mut out = String::new();
    let mut rest = text;
    let in_file = text.contains('\n');
    if in_file && tape.once_in(3) {
        out += "# a comment\n\n";
    }
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let end = rest[1..].find('"').map_or(rest.len(), |at| at + 2);
            out += &rest[..end];
            rest = &rest[end..];
            continue;
        }
        let signs = [("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("...", "…")];
        if let Some((sign, typed)) = signs.iter().find(|(sign, _)| rest.starts_with(sign)) {
            out += if tape.once_in(2) { typed } else { sign };
            rest = &rest[sign.len()..];
            continue;
        }
        if let Some(after) = rest.strip_prefix('*') {
            // `2*i` is `2i`, unless a power of the number was meant or a name goes on with digits.
            let number = out.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
            let before = out[..out.len() - number.len()].chars().next_back().unwrap_or(' ');
            let plain = matches!(before, '(' | ' ' | ',') && !out.ends_with(' ');
            let name: String = after.chars().take_while(|c| c.is_ascii_alphabetic()).collect();
            let whole =
                after[name.len()..].chars().next().is_none_or(|c| matches!(c, ')' | ',' | ' ' | '\n'));
            let product_alone = before == '(' || out[..out.len() - number.len()].ends_with(", ");
            if !number.is_empty() && plain && product_alone && name.len() == 1 && whole && tape.once_in(2) {
                rest = after;
                continue;
            }
        }
        if in_file && first == ' ' && tape.once_in(12) {
            out += if tape.once_in(2) { "\n    " } else { "  # why\n\t" };
            rest = &rest[1..];
            continue;
        }
        out.push(first);
        rest = &rest[first.len_utf8()..];
    }
    out
}
