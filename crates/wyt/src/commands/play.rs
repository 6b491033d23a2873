//! `wyt play`: a game against the program, in the terminal or from a script.

mod board;

use crate::context::{Context, waiting};
use crate::failure::Failure;
use crate::game::{GameArgs, position_text, read_text};
use crate::terminal;
use serde_json::json;
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use wythoff::play::{Done, Judged, Match, Player, Review, Setup, Turn};

/// Arguments of `wyt play`.
#[derive(clap::Args)]
#[command(after_help = "\
A move is typed as what remains (4,7) or as what is taken (-5,-7; x-3; x-2 y-2).
Words: hint, back (take your last move back), moves, rules, board, help, quit; pass where the game has one.
With blocking, the options to forbid are typed with spaces between them, or none.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position to start from, such as 9,14; @FILE or - reads it
    #[arg(value_name = "POS")]
    position: String,
    /// How many moves in a hundred the program means well: 100 is perfect
    #[arg(long, value_name = "0..100", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    level: u8,
    /// The program makes the first move
    #[arg(long)]
    second: bool,
    /// What the program's random moves depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Your moves and words, one a line, from a file
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
}

/// Where the person's words come from.
enum Input {
    Script(VecDeque<String>),
    Keyboard,
}

impl Input {
    /// The next line; nothing at the end.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        match self {
            Input::Script(lines) => Ok(lines.pop_front()),
            Input::Keyboard => {
                let mut line = String::new();
                let read = waiting(|| std::io::stdin().lock().read_line(&mut line))?;
                Ok((read > 0).then(|| line.trim().to_string()))
            }
        }
    }
}

/// Plays until the game is over or left.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve(context)?;
    let start = game.position(&position_text(&args.position)?)?;
    let setup = Setup { program_begins: args.second, level: args.level, seed: args.seed };
    let mut input = match &args.script {
        Some(path) => {
            let text = read_text(path)?;
            let lines =
                text.lines().map(|line| line.split('#').next().unwrap_or_default().trim().to_string());
            Input::Script(lines.filter(|line| !line.is_empty()).collect())
        }
        None => Input::Keyboard,
    };
    let mut played = Match::new(game, start.clone(), setup, context.budget())?;
    let mut out = Shown { quiet: context.global.json, scripted: args.script.is_some() };
    let left = converse(&mut played, &mut input, &mut out, context)?;
    let winner = match played.turn(context.budget())? {
        Turn::Over { winner, why } => {
            out.line(&format!(
                "{}: {why}",
                if winner == Player::Person { "you win" } else { "the program wins" }
            ))?;
            Some(winner)
        }
        _ => None,
    };
    let review = played.review(context.budget())?;
    if context.global.json {
        let (rounds, position) = (played.rounds(), played.position());
        let answer = json!({"game": played.game().name(), "start": start, "level": args.level, "seed": args.seed,
            "rounds": rounds, "position": position, "winner": winner, "review": review});
        writeln!(std::io::stdout(), "{answer}")?;
    } else if winner.is_some() {
        show_review(&mut out, &review)?;
    } else if left {
        out.line("the game is left")?;
    } else {
        out.line("the script ends before the game does")?;
    }
    Ok(())
}

/// Where the program's words go.
struct Shown {
    quiet: bool,
    scripted: bool,
}

impl Shown {
    fn line(&mut self, text: &str) -> Result<(), Failure> {
        if !self.quiet {
            writeln!(std::io::stdout(), "{text}")?;
        }
        Ok(())
    }

    /// The prompt, and what a script answers to it.
    fn prompt(&mut self, answer: Option<&str>) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let mut out = std::io::stdout();
        match answer {
            Some(answer) if self.scripted => writeln!(out, "> {answer}")?,
            Some(_) => {}
            None if self.scripted => {}
            None => {
                write!(out, "> ")?;
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// Asks and answers until the game is over or the person leaves; whether they left.
fn converse(
    played: &mut Match,
    input: &mut Input,
    out: &mut Shown,
    context: &Context,
) -> Result<bool, Failure> {
    let budget = context.budget();
    let mut shown = None;
    loop {
        let turn = played.turn(budget)?;
        let (player, blocks) = match &turn {
            Turn::Over { .. } => return Ok(false),
            Turn::Move { player } => (*player, None),
            Turn::Block { player, most } => (*player, Some(*most)),
        };
        if player == Player::Program {
            played.program(budget)?;
            context.finish();
            if blocks.is_some() {
                let blocked: Vec<String> = played.blocked().iter().map(|to| to.to_string()).collect();
                let what = if blocked.is_empty() { "nothing".to_string() } else { blocked.join(" and ") };
                out.line(&format!("the program blocks {what}"))?;
            } else {
                out.line(&format!("the program moves to {}", played.position()))?;
            }
            continue;
        }
        let now = (played.rounds().len(), played.blocked().len(), blocks);
        if shown != Some(now) {
            out.line(&board::draw(played, &terminal::of_stdout(), budget))?;
            out.line(&match blocks {
                Some(most) => format!("block up to {most} of the program's options, or none"),
                None => "your move (what remains, or what you take; help explains)".to_string(),
            })?;
            shown = Some(now);
        }
        out.prompt(None)?;
        let Some(line) = input.next()? else { return Ok(false) };
        out.prompt(Some(&line))?;
        match line.as_str() {
            "" => {}
            "quit" | "q" | "exit" | "resign" => return Ok(true),
            "help" | "h" | "?" => out.line(HELP)?,
            "board" | "b" => shown = None,
            "rules" => out.line(&played.game().in_words())?,
            "back" | "undo" => {
                let back = played.take_back();
                out.line(if back {
                    "your last move is taken back"
                } else {
                    "there is nothing to take back"
                })?;
                shown = None;
            }
            "hint" => match played.hint(budget) {
                Ok(hint) => {
                    let moves: Vec<String> = hint.moves.iter().map(|to| to.to_string()).collect();
                    out.line(&match (blocks.is_some(), hint.wins, moves.is_empty()) {
                        (true, true, false) => format!("you win: block {}", moves.join(" ")),
                        (true, true, true) => "you win: nothing needs to be blocked".to_string(),
                        (true, false, _) => "you cannot block every winning option".to_string(),
                        (false, true, false) => format!("you win: move to {}", moves.join(" or ")),
                        (false, true, true) => "you win".to_string(),
                        (false, false, _) => "every move loses against perfect play".to_string(),
                    })?;
                    out.line(&format!("known by {}: {}", hint.evidence.by, hint.evidence.reason))?;
                }
                Err(error) => out.line(&format!("no hint: {error}"))?,
            },
            "moves" => match played.game().first_options(played.position(), LISTED, budget) {
                Ok(found) => {
                    let blocked = played.blocked();
                    let open: Vec<String> = found
                        .options
                        .iter()
                        .filter(|to| !blocked.contains(to))
                        .map(|to| to.to_string())
                        .collect();
                    let more = if found.listed.is_some() { "  and more" } else { "" };
                    out.line(&(open.join("  ") + more))?;
                }
                Err(error) => out.line(&format!("the moves cannot be listed: {error}"))?,
            },
            text => match played.person(text, budget) {
                Ok(Done::Made) => {}
                Ok(Done::Refused(reasons)) => {
                    out.line("that cannot be done:")?;
                    for reason in reasons {
                        out.line(&format!("  {reason}"))?;
                    }
                }
                // What cannot be read is asked for again.
                Err(error) if error.kind == wythoff::Kind::Input => {
                    out.line(&format!("{error}"))?;
                    out.line(error.detail.trim_end())?;
                }
                Err(error) => return Err(error.into()),
            },
        }
    }
}

/// Most moves that are shown at once.
const LISTED: usize = 1000;

const HELP: &str = "\
a move: what remains (4,7), or what is taken (-5,-7; x-3; x-2 y-2); pass where the game has one
hint: a winning move and why      back: take your last move back
moves: all moves                  rules: the rules
board: the board again            quit: leave the game";

fn show_review(out: &mut Shown, review: &Review) -> Result<(), Failure> {
    out.line(&review.summary)?;
    for (at, m) in review.moves.iter().enumerate() {
        let who = if m.mover == Player::Person { "you" } else { "program" };
        let judged = match m.judged {
            Judged::Wins => "wins".to_string(),
            Judged::Lost => "lost already".to_string(),
            Judged::Mistake => match &m.better {
                Some(better) => format!("a mistake: {better} wins"),
                None => "a mistake".to_string(),
            },
            Judged::BadBlock => "wins, and could have been blocked".to_string(),
            Judged::Unknown => "not known".to_string(),
        };
        let mark = if review.turning_point == Some(at) { "  <- here the game was lost" } else { "" };
        out.line(&format!("{:>3}. {who:<8} {} -> {}  {judged}{mark}", m.number, m.from, m.to))?;
    }
    Ok(())
}
