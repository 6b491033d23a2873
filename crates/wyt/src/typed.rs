//! What people type first, and the form that was meant.

use crate::count::TOO_LARGE;
use crate::examples;
use crate::failure::Failure;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// A failure that names the right form, where a word stands in a place where none is expected.
pub fn meant(error: &clap::Error, arguments: &[String]) -> Option<Failure> {
    match error.kind() {
        ErrorKind::UnknownArgument => {}
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => return wrong_value(error),
        ErrorKind::InvalidSubcommand => return no_command(error, arguments),
        ErrorKind::MissingSubcommand => {
            let failure = Failure::input("a command is missing");
            return Some(failure.hint("for example: wyt show wythoff; `wyt --help` lists the commands"));
        }
        ErrorKind::MissingRequiredArgument => return missing(error, arguments),
        ErrorKind::ArgumentConflict => {
            let text = error.to_string();
            let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
            return Some(Failure::input(message).hint("leave out one of them"));
        }
        _ => return None,
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return None };
    // What is negative looks like an option.
    if word.strip_prefix('-').is_some_and(starts_with_digit) {
        let position = arguments.iter().find(|argument| argument.starts_with(word.as_str())).unwrap_or(word);
        let of_piles = ["solve", "moves", "grundy", "play", "p", "export", "prove", "discover"];
        if !arguments.first().is_some_and(|command| of_piles.contains(&command.as_str()))
            || !position.contains(',')
        {
            return Some(
                Failure::input(format!("`{}` is not expected here", shortened(position)))
                    .hint("numbers are from 0 on here"),
            );
        }
        let first = position.split(',').next().unwrap_or_default();
        return Some(
            Failure::input(format!("`{first}` is not a pile: a pile cannot be negative"))
                .hint("piles are whole numbers from 0 on, separated by commas: 6,10"),
        );
    }
    if word.starts_with('-') {
        if arguments.first().is_some_and(|argument| argument == word) {
            let failure = Failure::input(format!("`{}` stands before any command", shortened(word)));
            return Some(failure.hint("a command comes first, then a game: wyt p wythoff --first 10"));
        }
        let command = shortened(arguments.first().map_or("", String::as_str));
        let failure = Failure::input(format!("`{}` is no option of `wyt {command}`", shortened(word)));
        let failure = match suggested(error, ContextKind::SuggestedArg) {
            Some(meant) => failure.hint(format!("did you mean {meant}?")),
            None => failure,
        };
        return Some(failure.hint(format!("`wyt {command} --help` says what it takes")));
    }
    let mut words = arguments.iter().filter(|argument| !argument.starts_with('-'));
    let (command, game) = (words.next()?, words.next()?);
    // The word itself may be long or strange: the hint repeats it only where it is a plain number or position.
    let failure = Failure::input(format!("`{}` is not expected here", shortened(word)));
    Some(match (command.as_str(), word.as_str()) {
        (_, word) if is_setting(word) => {
            let settings: Vec<&str> =
                arguments.iter().map(String::as_str).filter(|w| is_setting(w)).collect();
            failure.hint(format!(
                "parameters stand in parentheses behind the name: wyt {command} '{}({})'",
                shortened(game),
                shortened(&settings.join(", "))
            ))
        }
        ("p" | "export", n) if is_number(n) => {
            failure.hint(format!("the first {n} are --first {n}, those with all piles below {n} --below {n}"))
        }
        ("grundy", n) if is_number(n) => {
            failure.hint(format!("a table is --size {n}, the value of one position --at X,Y"))
        }
        ("grundy", position) if is_position(position) => {
            failure.hint(format!("the value of one position is --at {position}"))
        }
        ("p" | "show" | "export" | "plot" | "identify" | "discover" | "prove", position)
            if is_position(position) =>
        {
            failure.hint(format!("one position is solved by wyt solve SPEC {position}"))
        }
        ("solve" | "moves" | "play", n) if is_number(n) => {
            let at = arguments.iter().position(|argument| argument == game)? + 1;
            let piles = arguments[at..].iter().map(String::as_str).take_while(|w| is_number(w));
            let piles = piles.collect::<Vec<_>>().join(",");
            failure.hint(format!("piles are separated by commas, without blanks: {}", shortened(&piles)))
        }
        ("serve", port) if is_number(port) => failure.hint(format!("the port is --port {port}")),
        ("rep", _) => failure.hint("a system of several words is in quotes: wyt rep 'base 10' 100"),
        ("identify" | "show" | "prove" | "discover", word) if wythoff::Game::parse(word).is_ok() => {
            failure.hint("two games are compared by wyt compare SPEC SPEC2")
        }
        (_, word) if word.starts_with('(') || game.starts_with('(') => {
            failure.hint("rules of several moves are one argument: put them in quotes, '(i,0) (0,i) (i,i)'")
        }
        (command, _) => failure.hint(format!("`wyt {command} --help` says what it takes")),
    })
}

/// What is missing, with a line that has it.
fn missing(error: &clap::Error, arguments: &[String]) -> Option<Failure> {
    let Some(ContextValue::Strings(names)) = error.get(ContextKind::InvalidArg) else { return None };
    let command = arguments.iter().find(|word| !word.starts_with('-'))?;
    let example = examples::of(command)?;
    let verb = if names.len() == 1 { "is" } else { "are" };
    // `<SPEC>` is SPEC, and `--rows <A..B>` stays as it is.
    let bare = |name: &String| match name.strip_prefix('<') {
        Some(inner) => inner.trim_end_matches('>').to_string(),
        None => name.clone(),
    };
    let names: Vec<String> = names.iter().map(bare).collect();
    let failure = Failure::input(format!("{} {verb} missing", names.join(" and ")));
    Some(
        failure
            .hint(format!("for example: {example}"))
            .hint(format!("`wyt {command} --help` says what it takes")),
    )
}

/// A mistake without a place and a hint is at least answered by a line that is right.
pub fn with_example(failure: Failure, arguments: &[String]) -> Failure {
    let command = arguments.iter().find(|word| !word.starts_with('-'));
    match command.and_then(|command| examples::of(command)) {
        Some(example) if failure.code == 2 && failure.detail.is_empty() => {
            failure.hint(format!("for example: {example}"))
        }
        _ => failure,
    }
}

/// A value that an option does not take.
fn wrong_value(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return None };
    let name = option.split_whitespace().next().unwrap_or_default();
    if let (Some(ContextValue::Strings(words)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::ValidValue), error.get(ContextKind::InvalidValue))
        && !words.is_empty()
    {
        let name = name.trim_matches(['<', '>', '[', ']']);
        let failure = Failure::input(format!("{name} {}: this is not one of its words", shortened(value)));
        return Some(failure.hint(format!("it takes one of {}", words.join(", "))));
    }
    let example = match name {
        "--time" => "0.5",
        "--port" => "8080",
        _ if name.starts_with('-') => "10",
        _ => return None,
    };
    match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if !value.is_empty() => {
            let text = error.to_string();
            let within = text.lines().next().unwrap_or_default().rsplit(": ").next().unwrap_or_default();
            let why = if within == TOO_LARGE { TOO_LARGE } else { "this is not a number that it takes" };
            let failure = Failure::input(format!("{name} {}: {why}", shortened(value)));
            Some(if let Some((_, range)) = within.split_once(" is not in ") {
                failure.hint(format!("it takes {}", range.replace("..=", " to ")))
            } else {
                failure.hint(format!("write a number from 0 on, such as {name} {example} or 10^3"))
            })
        }
        _ => {
            let failure = Failure::input(format!("{name} needs a value behind it"));
            Some(failure.hint(format!("write {option}, with the value in place of the last word")))
        }
    }
}

/// The words that are nearly what was typed.
fn suggested(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(word) => Some(format!("`{word}`")),
        ContextValue::Strings(words) if !words.is_empty() => {
            // The nearest is the last.
            let words: Vec<String> = words.iter().rev().map(|word| format!("`{word}`")).collect();
            Some(words.join(" or "))
        }
        _ => None,
    }
}

/// A first word that is no command: perhaps a game.
fn no_command(error: &clap::Error, arguments: &[String]) -> Option<Failure> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let failure = Failure::input(format!("there is no command `{}`", shortened(word)));
    match (arguments.first().map(String::as_str), word.as_str()) {
        (Some("design"), word) if word != "design" => {
            return Some(
                failure.hint("a design is one of beatty, pairs, adjoin, remove: wyt design beatty 'sqrt(2)'"),
            );
        }
        (_, "version") => return Some(failure.hint("the version is wyt --version")),
        (_, "list" | "catalog" | "catalogue") => {
            return Some(failure.hint("the games are listed by wyt games"));
        }
        _ => {}
    }
    if let Some(meant) = suggested(error, ContextKind::SuggestedSubcommand) {
        return Some(failure.hint(format!("did you mean {meant}?")));
    }
    let is_game = word.starts_with(['(', '@']) || wythoff::Game::parse(word).is_ok();
    Some(if is_game {
        let game = shortened(word);
        failure.hint(format!("a game stands behind a command: wyt show '{game}', wyt p '{game}' --first 10"))
    } else {
        failure.hint("`wyt --help` lists the commands; rules and games stand behind one of them")
    })
}

/// At most so many characters of a word are shown.
const SHOWN: usize = 60;

fn shortened(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", word[..end].escape_debug()),
        None => word.escape_debug().to_string(),
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// A number that can be repeated in a hint.
fn is_number(text: &str) -> bool {
    (1..=SHOWN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_position(text: &str) -> bool {
    text.len() <= SHOWN && text.contains(',') && text.split(',').all(is_number)
}

/// `t=3`
fn is_setting(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, value)| {
        !value.is_empty()
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
