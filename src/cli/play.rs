//! `sandtable play`: a new game with people and programs at the table.

use super::Done;
use super::choices::{ChoiceArgs, STOCK};
use super::out::Out;
use super::table::{Begun, TableArgs, sit_down};
use std::collections::BTreeMap;

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

/// A seed nobody knows beforehand.
fn fresh_seed() -> u64 {
    use rand::TryRng;
    // Without a source of chance every game is the first one; seeds can still be given.
    rand::rngs::SysRng
        .try_next_u64()
        .map_or(1, |n| n % 1_000_000_000)
}
