//! `sandtable play`: a new game with people and programs at the table.

use super::Done;
use super::choices::{ChoiceArgs, STOCK};
use super::folder::{self, KeptGame};
use super::out::Out;
use super::prompt::answered;
use super::replay::go_on;
use super::saved::SaveArgs;
use super::table::{Begun, TableArgs, sit_down};
use std::collections::BTreeMap;
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
    if let Some(last) = offered(args) {
        return go_on(&SaveArgs::of(last), &args.table, out);
    }
    let opened = args.choices.open(&args.pack)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let (session, events) = opened.begin(seed)?;
    let begun = Begun {
        opened,
        session,
        seats: BTreeMap::new(),
        file: None,
    };
    sit_down(begun, &events, &args.table, out)
}

/// The game that was left last, if a person who said nothing else wants to go on with it.
fn offered(args: &Args) -> Option<PathBuf> {
    let plain = args.pack == STOCK && args.seed.is_none() && args.choices.is_empty();
    if !plain || !args.table.is_plain() {
        return None;
    }
    let last = folder::kept()
        .into_iter()
        .next()
        .filter(KeptGame::goes_on)?;
    let question = format!(
        "A game was left at {} ({}). Go on with it? [Y/n]",
        last.stands(),
        last.played()
    );
    let terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    (terminal && answered(&question) != Some(false)).then_some(last.path)
}

/// A seed nobody knows beforehand.
pub(super) fn fresh_seed() -> u64 {
    use rand::TryRng;
    // Without a source of chance every game is the first one; seeds can still be given.
    rand::rngs::SysRng
        .try_next_u64()
        .map_or(1, |n| n % 1_000_000_000)
}
