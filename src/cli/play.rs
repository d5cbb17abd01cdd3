//! `sandtable play`: a new game with people and programs at the table.

use super::choices::{ChoiceArgs, STOCK};
use super::folder::{self, KeptGame};
use super::out::Out;
use super::prompt::answered;
use super::replay::go_on;
use super::saved::SaveArgs;
use super::table::{Begun, TableArgs, sit_down};
use super::{Done, Exit};
use sandtable_game::joint::chance;
use std::io::IsTerminal as _;
use std::path::PathBuf;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack: a folder, or the name of a bundled pack
    #[arg(default_value = STOCK)]
    pack: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    #[command(flatten)]
    table: TableArgs,
    /// The seed of the dice; the same seed and orders give the same game
    #[arg(long)]
    seed: Option<u64>,
}

/// Plays a new game.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    match offered(args) {
        Offer::GoOn(last) => return go_on(&SaveArgs::of(last), &args.table, out),
        Offer::Leave => return Ok(Exit::Fine),
        Offer::New => {}
    }
    let (begun, events) = Begun::new(args.choices.open(&args.pack)?, args.seed)?;
    sit_down(begun, &events, &args.table, out)
}

/// What a person wants who left a game.
enum Offer {
    /// To go on with the one in this file.
    GoOn(PathBuf),
    /// A new one.
    New,
    /// Neither.
    Leave,
}

/// Offers to go on with the game that was left last, to a person who said nothing else.
fn offered(args: &Args) -> Offer {
    let plain = args.pack == STOCK && args.seed.is_none() && args.choices.is_empty();
    let terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !(plain && terminal && args.table.is_plain()) {
        return Offer::New;
    }
    let Some(last) = folder::last().filter(KeptGame::goes_on) else {
        return Offer::New;
    };
    let question = format!(
        "A game was left at {} ({}). Go on with it? [Y/n/quit]",
        last.stands(),
        last.played()
    );
    loop {
        match answered(&question).as_deref() {
            Some("" | "y" | "yes") => return Offer::GoOn(last.path),
            Some("n" | "no") => return Offer::New,
            None | Some("q" | "quit" | "exit") => return Offer::Leave,
            Some(_) => {}
        }
    }
}

/// A seed nobody knows beforehand.
pub(super) fn fresh_seed() -> u64 {
    // Without a source of chance every game is the first one; seeds can still be given.
    chance().map_or(1, |bytes| u64::from_le_bytes(bytes) % 1_000_000_000)
}
