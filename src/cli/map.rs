//! `sandtable map`: the picture of the board, as a pack sets it up or as a saved game stands.

use super::choices::ChoiceArgs;
use super::files::{Over, PICTURES};
use super::out::Out;
use super::{Done, Exit, files, saved};
use sandtable_diag::{Problem, is_file};
use sandtable_kernel::State;
use sandtable_pack::MANIFEST;
use sandtable_rules::Rules;
use sandtable_view::board_svg;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack (a folder, or the name of a bundled pack) or a saved game
    pack: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Where to write the picture
    #[arg(short, long, value_name = "FILE.svg")]
    output: PathBuf,
    /// Write over a file that is no picture without asking
    #[arg(long)]
    force: bool,
}

/// Draws it.
pub(super) fn run(args: &Args, _: &mut Out) -> Done {
    let path = Path::new(&args.pack);
    let over = PICTURES.or_forced(args.force);
    if is_file(path) && path.file_name().is_none_or(|n| n != MANIFEST) {
        let session = saved::last(path)?;
        write(session.rules(), session.state(), &args.output, &over)?;
    } else {
        let rules = args.choices.open(&args.pack)?.rules;
        write(&rules, &State::new(&rules), &args.output, &over)?;
    }
    Ok(Exit::Fine)
}

/// Draws a position into a file.
pub(super) fn write(
    rules: &Rules,
    state: &State,
    path: &Path,
    over: &Over<'_>,
) -> Result<(), Problem> {
    files::write(path, &board_svg(rules, state), "map/unwritable", over)
}
