//! The command line: one file a command. Reads arguments, prints what other rooms say, and turns
//! the outcome into an exit code: 0 fine, 1 the input is at fault, 2 wrong usage.

#[cfg(feature = "web")]
mod board;
mod budget;
mod check;
mod choices;
mod diff;
mod docs;
mod engine;
mod explain;
mod files;
mod fmt;
mod folder;
mod interrupt;
mod keeper;
mod mail;
mod map;
mod migrate;
mod new;
mod odds;
mod out;
mod play;
mod prompt;
mod replay;
mod saved;
mod show;
mod sim;
mod sim_file;
mod step;
mod table;
mod test;
mod watch;

use clap::{Parser, Subcommand, ValueEnum};
use out::Out;
use sandtable_diag::Problems;
use std::path::PathBuf;
use std::process::ExitCode;

/// How a run of the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Fine.
    Fine = 0,
    /// The input is at fault; diagnostics say how.
    AtFault = 1,
    /// Wrong usage; clap ends the program with this one by itself.
    Usage = 2,
    /// Interrupted: what there was so far has been told.
    Interrupted = 130,
}

/// What a command comes to: how it ended, or why it could not begin.
type Done = Result<Exit, Problems>;

/// Plays Axis & Allies style board wargames from rules that people can read and change.
#[derive(Parser, Debug)]
#[command(name = "sandtable", version, about, max_term_width = 100)]
struct Cli {
    /// When to use colours
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: Colour,
    /// How to report mistakes in the input
    #[arg(long, global = true, default_value = "human", value_name = "FORMAT")]
    error_format: ErrorFormat,
    #[command(subcommand)]
    command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Colour {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How to report mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ErrorFormat {
    /// Drawn, with the words underlined
    Human,
    /// In plain characters
    Plain,
    /// One JSON object a line
    Json,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play a game; without a terminal, orders are read from standard input
    Play(play::Args),
    /// Play in the browser
    #[cfg(feature = "web")]
    Board(board::Args),
    /// Go on with a saved game
    Resume(replay::ResumeArgs),
    /// Play a saved game again
    Replay(replay::ReplayArgs),
    /// Play by mail or in a forum
    #[command(subcommand)]
    Mail(mail::Args),
    /// Validate packs
    Check(check::Args),
    /// Write `.rules` files the one way they should be written
    Fmt(fmt::Args),
    /// Play transcripts (*.play) and report what does not come out as they expect
    Test(test::Args),
    /// Explain a printed rule, or why orders are refused
    Explain(explain::Args),
    /// Show what a pack says
    Show(show::Args),
    /// Say item by item, in the words of the packs, what one changes of another
    Diff(diff::Args),
    /// Begin a pack that changes another one
    New(new::Args),
    /// Have programs play many games and add them up
    Sim(Box<sim::Args>),
    /// Draw the board
    Map(map::Args),
    /// Reckon what a battle will cost
    Odds(Box<odds::Args>),
    /// Bring packs of older formats up to date
    Migrate {
        /// Folders of packs
        #[arg(required = true)]
        packs: Vec<PathBuf>,
    },
    /// Play with programs: a request a line on standard input, an answer a line on standard output
    Engine,
    /// Print a reference
    Docs(docs::Args),
}

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Out::new(cli.color, cli.error_format);
    let done = match cli.command {
        Command::Play(args) => play::run(&args, &mut out),
        #[cfg(feature = "web")]
        Command::Board(args) => board::run(&args, &mut out),
        Command::Resume(args) => replay::resume(&args, &mut out),
        Command::Replay(args) => replay::replay(&args, &mut out),
        Command::Mail(args) => mail::run(&args, &mut out),
        Command::Check(args) => check::run(&args, &mut out),
        Command::Fmt(args) => fmt::run(&args, &mut out),
        Command::Test(args) => test::run(&args, &mut out),
        Command::Explain(args) => explain::run(&args, &mut out),
        Command::Show(args) => show::run(&args, &mut out),
        Command::Diff(args) => diff::run(&args, &mut out),
        Command::New(args) => new::run(&args, &mut out),
        Command::Sim(args) => sim::run(&args, &mut out),
        Command::Map(args) => map::run(&args, &mut out),
        Command::Odds(args) => Ok(odds::run(&args, &mut out)),
        Command::Migrate { packs } => migrate::run(&packs, &mut out),
        Command::Engine => engine::run(&mut out),
        Command::Docs(args) => docs::run(&args, &mut out),
    };
    let exit = out.ended(done);
    ExitCode::from(out.close(exit) as u8)
}
