//! `sandtable map`: the picture of the board, as a pack sets it up or as a saved game stands.

use super::Exit;
use super::choices::ChoiceArgs;
use super::out::Out;
use crate::diag::{Problem, Problems, is_file};
use crate::kernel::State;
use crate::pack::MANIFEST;
use crate::rules::Rules;
use crate::view::board_svg;
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
}

/// Draws it.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    match draw(args) {
        Ok(()) => Exit::Fine,
        Err(problems) => {
            out.problems(&problems);
            Exit::AtFault
        }
    }
}

fn draw(args: &Args) -> Result<(), Problems> {
    let path = Path::new(&args.pack);
    let drawn = if is_file(path) && path.file_name().is_none_or(|n| n != MANIFEST) {
        let session = super::replay::last(path)?;
        write(session.rules(), session.state(), &args.output)
    } else {
        let opened = args.choices.open(&args.pack)?;
        write(&opened.rules, &State::new(&opened.rules), &args.output)
    };
    drawn.map_err(|problem| {
        let mut problems = Problems::default();
        problems.push(problem);
        problems
    })
}

/// Draws a position into a file.
pub(super) fn write(rules: &Rules, state: &State, path: &Path) -> Result<(), Problem> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the picture goes where the user wants it"
    )]
    std::fs::write(path, board_svg(rules, state)).map_err(|e| {
        Problem::error(
            "map/unwritable",
            format!("`{}` cannot be written: {e}", path.display()),
        )
    })
}
