//! `sandtable map`: the picture of the board.

use super::Exit;
use super::out::Out;
use crate::diag::Problem;
use crate::kernel::State;
use crate::rules::Rules;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack or a saved game
    pack: String,
    /// Where to write the picture
    #[arg(short, long, value_name = "FILE.svg")]
    output: PathBuf,
}

/// Draws it.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let _ = (&args.pack, &args.output);
    out.problem(Problem::error("map/not-yet", "this version does not draw boards yet"))
}

/// Draws a position into a file.
pub(super) fn write(_rules: &Rules, _state: &State, _path: &Path) -> Result<(), Problem> {
    Err(Problem::error("map/not-yet", "this version does not draw boards yet"))
}
