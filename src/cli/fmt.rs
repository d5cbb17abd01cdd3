//! `sandtable fmt`: writes `.rules` files the one way they should be written.

use super::out::Out;
use super::{Done, Exit, files};
use sandtable_diag::Problem;
use sandtable_game::transcript;
use sandtable_pack::format_rules;
use std::path::{Path, PathBuf};

/// No file of rules is larger, in bytes.
const LARGEST: usize = 16 << 20;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// `.rules` files, folders with such files, or `-` for standard input
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Change nothing; name the files that are written otherwise, and fail if there are any
    #[arg(long)]
    check: bool,
}

/// Formats every file.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    Ok(out.each(&args.paths, |path, out| {
        if path == Path::new("-") {
            through(out)
        } else {
            below(path, args, out)
        }
    }))
}

/// Standard input to standard output, for editors.
fn through(out: &mut Out) -> Done {
    let text = std::io::read_to_string(std::io::stdin()).map_err(|error| {
        let message = format!("standard input cannot be read: {error}");
        Problem::error("cli/unreadable", message)
    })?;
    let formatted = format_rules("standard input", &text)?;
    if !formatted.is_empty() {
        out.say(&formatted);
    }
    Ok(Exit::Fine)
}

fn below(path: &Path, args: &Args, out: &mut Out) -> Done {
    let rules = |p: &Path| p.extension().is_some_and(|e| e == "rules");
    let found = if path.is_dir() {
        transcript::files(path, &rules).unwrap_or_default()
    } else {
        vec![path.to_owned()]
    };
    if found.is_empty() {
        let message = format!("there is no `.rules` file in `{}`", path.display());
        let problem = Problem::error("cli/no-rules", message);
        let help = "name a `.rules` file, or a folder with such files in it or below it";
        return Err(problem.help(help).into());
    }
    Ok(out.each(found, |file, out| one(&file, args, out)))
}

fn one(path: &Path, args: &Args, out: &mut Out) -> Done {
    let shown = path.display().to_string();
    let text = files::read(path, LARGEST, "cli/unreadable")?;
    let formatted = format_rules(&shown, &text)?;
    if formatted == text {
        return Ok(Exit::Fine);
    }
    out.say(&shown);
    if args.check {
        return Ok(Exit::AtFault);
    }
    files::correct(path, &formatted)?;
    Ok(Exit::Fine)
}
