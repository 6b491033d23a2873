//! The games of a sweep: a template whose names run through ranges, or a list of specs.

use wythoff::Error;

/// Games at most: what a plan holds in memory.
const MOST: usize = 5_000_000;

/// One game of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The values of the names, in the order in which the ranges were given.
    pub at: Vec<(String, String)>,
    /// The spec with these values filled in.
    pub spec: String,
}

/// The games of a sweep, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The template, and the ranges as they were written; nothing for a list of specs.
    pub(crate) template: Option<(String, Vec<String>)>,
    cases: Vec<Case>,
}

impl Grid {
    /// The games of a template: `{a}` becomes the values of the range `a=1..20`. A bound may use names of earlier ranges,
    /// and both bounds and braces hold sums and products: `b=a+1..2*a`, `({a},{a+b})`. `a=2,3,5` lists the values.
    ///
    /// ```
    /// let grid = wythoff_sweep::Grid::read("({a}i,{b}i)", &["a=1..2", "b=a..2"])?;
    /// let specs: Vec<&str> = grid.cases().iter().map(|case| case.spec.as_str()).collect();
    /// assert_eq!(specs, ["(1i,1i)", "(1i,2i)", "(2i,2i)"]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn read<R: AsRef<str>>(template: &str, ranges: &[R]) -> Result<Grid, Error> {
        let written: Vec<String> = ranges.iter().map(|range| range.as_ref().to_string()).collect();
        let ranges: Vec<Range> = written.iter().map(|text| Range::read(text)).collect::<Result<_, _>>()?;
        for (index, range) in ranges.iter().enumerate() {
            if ranges[..index].iter().any(|earlier| earlier.name == range.name) {
                return Err(Error::input(format!("`{}` has two ranges", range.name))
                    .hint("a name has one range: leave one out"));
            }
        }
        let (text, mut cases) = (as_rules(template), Vec::new());
        fill(&text, &ranges, &mut Vec::new(), &mut cases)?;
        Ok(Grid { template: Some((template.to_string(), written)), cases })
    }

    /// These games, one spec each.
    pub fn list<S: Into<String>>(specs: impl IntoIterator<Item = S>) -> Grid {
        let cases = specs.into_iter().map(|spec| Case { at: Vec::new(), spec: spec.into() }).collect();
        Grid { template: None, cases }
    }

    /// The games of a file: a spec a line; empty lines and what follows `#` at the start of a line are skipped.
    pub fn lines(text: &str) -> Grid {
        let lines = text.lines().map(str::trim);
        Grid::list(lines.filter(|line| !line.is_empty() && !line.starts_with('#')))
    }

    /// The games, in order.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The names that run through ranges.
    pub fn names(&self) -> Vec<&str> {
        self.cases.first().map_or(Vec::new(), |case| case.at.iter().map(|(name, _)| name.as_str()).collect())
    }

    /// The name of the only parameter, and the specs with its values: a family of games, counted by integers.
    ///
    /// ```
    /// let grid = wythoff_sweep::Grid::read("t-wythoff(t={t})", &["t=1..2"])?;
    /// let (name, games) = grid.family()?;
    /// assert_eq!((name, games), ("t", vec![(1, "t-wythoff(t=1)"), (2, "t-wythoff(t=2)")]));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn family(&self) -> Result<(&str, Vec<(i64, &str)>), Error> {
        let mut games = Vec::new();
        for case in &self.cases {
            let [(name, value)] = &case.at[..] else {
                return Err(Error::input("a family has one parameter").hint("give one range, such as t=1..8"));
            };
            let value = value.parse().map_err(|_| {
                Error::input(format!("{name} = {value} is no integer"))
                    .hint("a family is counted by integers, such as t=1..8")
            })?;
            games.push((value, case.spec.as_str()));
        }
        Ok((self.names().first().copied().unwrap_or_default(), games))
    }
}

/// A name and its values.
struct Range {
    name: String,
    values: Values,
}

enum Values {
    /// From one bound to the other, both included.
    Between(String, String),
    /// These.
    Listed(Vec<String>),
}

impl Range {
    fn read(text: &str) -> Result<Range, Error> {
        let fault =
            |why: &str| Error::input(format!("`{text}`: {why}")).hint("write a=1..20, b=a..20, or c=2,3,5");
        let (name, values) = text.split_once('=').ok_or_else(|| fault("a range is a name and its values"))?;
        let name = name.trim().to_string();
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(letter) {
            return Err(fault("the name of a range begins with a letter"));
        }
        let values = match values.split_once("..") {
            Some((low, high)) => Values::Between(low.trim().to_string(), high.trim().to_string()),
            // What people write for a range, and would be a difference.
            None if values.split_once('-').is_some_and(|(low, high)| is_number(low) && is_number(high)) => {
                return Err(fault("a range is written with two dots"));
            }
            None => Values::Listed(values.split(',').map(|value| value.trim().to_string()).collect()),
        };
        Ok(Range { name, values })
    }
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

type At = Vec<(String, String)>;

fn fill(template: &str, ranges: &[Range], at: &mut At, cases: &mut Vec<Case>) -> Result<(), Error> {
    let Some((range, rest)) = ranges.split_first() else {
        if cases.len() == MOST {
            return Err(too_many());
        }
        cases.push(Case { at: at.clone(), spec: filled(template, at)? });
        return Ok(());
    };
    let mut values: Box<dyn Iterator<Item = String>> = match &range.values {
        Values::Listed(values) => Box::new(values.iter().cloned()),
        Values::Between(low, high) => {
            let (low, high) = (value_of(low, at)?, value_of(high, at)?);
            // Said before they are made.
            if high.saturating_sub(low) >= MOST as i64 {
                return Err(too_many());
            }
            Box::new((low..=high).map(|value| value.to_string()))
        }
    };
    values.try_for_each(|value| {
        at.push((range.name.clone(), value));
        fill(template, rest, at, cases)?;
        at.pop();
        Ok(())
    })
}

fn too_many() -> Error {
    Error::limit(format!("more than {MOST} games")).hint("choose smaller ranges")
}

/// The template with the values in its braces.
fn filled(template: &str, at: &At) -> Result<String, Error> {
    let mut spec = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, after) = after.split_once('}').ok_or_else(|| {
            Error::input("a brace of the template is not closed").hint("write {a} where the value of a goes")
        })?;
        spec.push_str(before);
        match at.iter().find(|(name, _)| name == inside.trim()) {
            Some((_, value)) => spec.push_str(value),
            None => spec.push_str(&value_of(inside, at)?.to_string()),
        }
        rest = after;
    }
    spec.push_str(rest);
    Ok(spec)
}

/// Vectors that are parted by semicolons, as in `i,0; 0,i; ({a}i,{b}i)`, in the parentheses of the rule language.
fn as_rules(template: &str) -> String {
    let mut parts = vec![String::new()];
    let mut depth = 0i32;
    for c in template.chars() {
        depth += i32::from(matches!(c, '(' | '{' | '[')) - i32::from(matches!(c, ')' | '}' | ']'));
        match parts.last_mut() {
            Some(_) if c == ';' && depth == 0 => parts.push(String::new()),
            Some(part) => part.push(c),
            None => {}
        }
    }
    if parts.len() == 1 {
        return template.to_string();
    }
    let vectors = parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty())
        .map(|part| if part.starts_with('(') { part.to_string() } else { format!("({part})") });
    vectors.collect::<Vec<_>>().join(" ")
}

/// The value of a sum of products of numbers and names.
fn value_of(text: &str, at: &At) -> Result<i64, Error> {
    let names = || at.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let fault = |what: &str| {
        let known = if at.is_empty() {
            "no name comes before it".to_string()
        } else {
            format!("known here: {}", names())
        };
        Error::input(format!("`{text}`: {what}"))
            .hint(format!("a sum of products of numbers and names; {known}"))
    };
    let large = || fault("the value is too large");
    let mut sum = 0i64;
    // A sign belongs to the term that follows it.
    let mut start = 0;
    let ends = text.char_indices().skip(1).filter(|(_, c)| matches!(c, '+' | '-')).map(|(end, _)| end);
    for end in ends.chain([text.len()]) {
        let term = text.get(start..end).unwrap_or_default().trim();
        start = end;
        let (sign, term) = match term.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, term.strip_prefix('+').unwrap_or(term)),
        };
        let mut product: i64 = sign;
        for factor in term.split('*').map(str::trim) {
            let written = at.iter().find(|(name, _)| name == factor).map_or(factor, |(_, value)| value);
            let value: i64 =
                written.parse().map_err(|_| fault(&format!("`{factor}` is no number and no name")))?;
            product = product.checked_mul(value).ok_or_else(large)?;
        }
        sum = sum.checked_add(product).ok_or_else(large)?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(template: &str, ranges: &[&str]) -> Result<Vec<String>, String> {
        let grid = Grid::read(template, ranges).map_err(|error| error.message)?;
        Ok(grid.cases().iter().map(|case| case.spec.clone()).collect())
    }

    #[test]
    fn bounds_and_braces_use_earlier_names() {
        assert_eq!(specs("{a}-{b}", &["a=1..2", "b=2*a-1..a+1"]).unwrap(), ["1-1", "1-2", "2-3"]);
        assert_eq!(specs("({a},{2*a+1})", &["a=-1..0"]).unwrap(), ["(-1,-1)", "(0,1)"]);
        assert_eq!(
            specs("wyt-f(f=\"{f}\")", &["f=k+1,2*k"]).unwrap(),
            ["wyt-f(f=\"k+1\")", "wyt-f(f=\"2*k\")"]
        );
        assert_eq!(specs("nim", &[]).unwrap(), ["nim"]);
        assert!(specs("nim", &["a=3..2"]).unwrap().is_empty());
    }

    #[test]
    fn vectors_parted_by_semicolons_are_rules() {
        assert_eq!(
            specs("i,0; 0,i; i,i; ({a}i,{b}i)", &["a=2", "b=3"]).unwrap(),
            ["(i,0) (0,i) (i,i) (2i,3i)"]
        );
        let nested = "linear-nimhoff(v=\"1 0; 0 1\")";
        assert_eq!(specs(nested, &[]).unwrap(), [nested]);
    }

    #[test]
    fn mistakes_are_said() {
        for (template, ranges, what) in [
            ("{a}", &["b=1..2"][..], "`a` is no number and no name"),
            ("{a", &["a=1..2"], "not closed"),
            ("{a}", &["a=b..2", "b=1..2"], "`b` is no number and no name"),
            ("{a}", &["a"], "a name and its values"),
            ("{a}", &["a=1-5"], "with two dots"),
            ("{a}", &["a=1..2", "a=1..2"], "two ranges"),
            ("{a}", &["a=1..9223372036854775807*9"], "too large"),
            ("{a}", &["a=1..9000000000"], "more than"),
        ] {
            let message = specs(template, ranges).unwrap_err();
            assert!(message.contains(what), "{message}");
        }
    }
}
