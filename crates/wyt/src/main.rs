//! The command line of the laboratory: it parses, calls, and shows. The mathematics is elsewhere.

mod commands;
mod context;
mod count;
mod examples;
mod failure;
mod game;
mod json;
mod memory;
mod output;
mod progress;
mod resume;
mod summary;
mod terminal;
mod typed;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use context::{Context, Global};
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;

/// A laboratory for Wythoff-like games: P-positions, Grundy values, winning moves, from the rules and from theory.
///
/// A game is a name (`wyt games`), a name with parameters, rules in quotes, or @file:
///   wyt p wythoff --first 10
///   wyt grundy 't-wythoff(t=3)' --size 12
///   wyt solve '(i,0) (0,i) (i,i) (1,2) (2,1)' 6,10
#[derive(Parser)]
#[command(name = "wyt", version, verbatim_doc_comment)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The catalog: names, parameters, sources, and which answers each game has
    Games(commands::games::Args),
    /// A game's rules as text, parameters, sources, known theory, a small table
    Show(commands::show::Args),
    /// P-positions: the first N, or all with every pile below B
    P(commands::p::Args),
    /// Sprague–Grundy values: a table, or one position
    Grundy(commands::grundy::Args),
    /// Palace numbers of blocking games: how many P-positions each cell sees
    Palace(commands::palace::Args),
    /// Additive periods of the rows of a Grundy table, each closed exactly
    Periods(commands::periods::Args),
    /// The outcome of a position, a winning move, and how it is known
    Solve(commands::solve::Args),
    /// The options of a position; with --to, whether that move is legal and why not
    Moves(commands::moves::Args),
    /// Which known game this is, and games with the same P-positions or Grundy values
    Identify(commands::identify::Args),
    /// Where two games differ first, in P-positions or Grundy values
    Compare(commands::compare::Args),
    /// Play against the program in the terminal
    Play(commands::play::Args),
    /// Pictures: SVG, PNG or TikZ by the file's ending, or in the terminal
    Plot(commands::plot::Args),
    /// Re-check a table, P-set or certificate with independent code
    Check(commands::check::Args),
    /// P-positions or Grundy values as a file for other tools
    Export(commands::export::Args),
    /// Look a sequence, or those of a game, up in a copy of the OEIS
    Oeis(commands::oeis::Args),
    /// Questions asked of a grid of games, one row a game; resumable
    Sweep(commands::sweep::Args),
    /// What pattern the P-positions or Grundy values follow, with how far it was checked
    Discover(commands::discover::Args),
    /// A proof for all positions, with a certificate; or a counterexample
    Prove(commands::prove::Args),
    /// From sequences to a game: rules whose P-positions are a given complementary pair
    Design(commands::design::Args),
    /// The sequences of the papers
    Seq(commands::numbers::SeqArgs),
    /// The arrays of the papers
    Array(commands::numbers::ArrayArgs),
    /// The words of the papers, and any morphism
    Word(commands::numbers::WordArgs),
    /// Representations of a number in the numeration systems of the papers
    Rep(commands::numbers::RepArgs),
    /// Beatty sequences: terms, membership, complementarity
    Beatty(commands::numbers::BeattyArgs),
    /// The slope l(a,b) of NIM(a,b), its polynomial and its matrix
    Slope(commands::slope::Args),
    /// Formulas on integers of any size, side by side
    Eval(commands::eval::Args),
    /// A row of the ledger to read: printed, read as, corrected
    Claim(commands::claim::Args),
    /// Search the ledger
    Claims(commands::claim::SearchArgs),
    /// Run the ledger of the papers' claims
    Verify(commands::verify::Args),
    /// The laboratory in the browser, on this machine alone
    Serve(commands::serve::Args),
    /// Completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    output::survive_large_files();
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let line = examples::in_help(Cli::command());
    let cli = match line.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            return typed::meant(&error, &arguments).map_or_else(|| error.exit(), |f| f.report(false));
        }
    };
    let json = cli.global.json;
    let context = match Context::new(cli.global) {
        Ok(context) => context,
        Err(failure) => return failure.report(json),
    };
    let done = match cli.command {
        Command::Games(args) => commands::games::run(&args, &context),
        Command::Show(args) => commands::show::run(&args, &context),
        Command::P(args) => commands::p::run(&args, &context),
        Command::Grundy(args) => commands::grundy::run(&args, &context),
        Command::Palace(args) => commands::palace::run(&args, &context),
        Command::Periods(args) => commands::periods::run(&args, &context),
        Command::Solve(args) => commands::solve::run(&args, &context),
        Command::Moves(args) => commands::moves::run(&args, &context),
        Command::Identify(args) => commands::identify::run(&args, &context),
        Command::Compare(args) => commands::compare::run(&args, &context),
        Command::Play(args) => commands::play::run(&args, &context),
        Command::Plot(args) => commands::plot::run(&args, &context),
        Command::Check(args) => commands::check::run(&args, &context),
        Command::Export(args) => commands::export::run(&args, &context),
        Command::Oeis(args) => commands::oeis::run(&args, &context),
        Command::Sweep(args) => commands::sweep::run(&args, &context),
        Command::Discover(args) => commands::discover::run(&args, &context),
        Command::Prove(args) => commands::prove::run(&args, &context),
        Command::Design(args) => commands::design::run(&args, &context),
        Command::Seq(args) => commands::numbers::seq(&args, &context),
        Command::Array(args) => commands::numbers::array(&args, &context),
        Command::Word(args) => commands::numbers::word(&args, &context),
        Command::Rep(args) => commands::numbers::rep(&args, &context),
        Command::Beatty(args) => commands::numbers::beatty(&args, &context),
        Command::Slope(args) => commands::slope::run(&args, &context),
        Command::Eval(args) => commands::eval::run(&args, &context),
        Command::Claim(args) => commands::claim::run(&args, &context),
        Command::Claims(args) => commands::claim::search(&args, &context),
        Command::Verify(args) => commands::verify::run(&args, &context),
        Command::Serve(args) => commands::serve::run(&args, &context),
        Command::Completions { shell } => {
            // Into memory first: the generator panics where it cannot write.
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "wyt", &mut text);
            std::io::stdout().write_all(&text).map_err(Failure::from)
        }
    };
    context.finish();
    match done.and_then(|()| std::io::stdout().flush().map_err(Failure::from)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => typed::with_example(failure, &arguments).report(json),
    }
}
