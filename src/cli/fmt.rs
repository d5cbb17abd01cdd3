//! `sandtable fmt`: writes `.rules` files the one way they should be written.

use super::Exit;
use super::out::Out;
use crate::diag::{Problem, read_file};
use crate::game::transcript::files;
use crate::pack::format_rules;
use std::io::Read as _;
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
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let mut exit = Exit::Fine;
    for path in &args.paths {
        let done = if path == Path::new("-") {
            through(out)
        } else {
            below(path, args, out)
        };
        exit = if done == Exit::Fine { exit } else { done };
    }
    exit
}

/// Standard input to standard output, for editors.
fn through(out: &mut Out) -> Exit {
    let mut text = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut text) {
        return out.problem(Problem::error(
            "cli/unreadable",
            format!("standard input cannot be read: {error}"),
        ));
    }
    match format_rules("standard input", &text) {
        Ok(formatted) => {
            if !formatted.is_empty() {
                out.say(&formatted);
            }
            Exit::Fine
        }
        Err(problems) => {
            out.problems(&problems);
            Exit::AtFault
        }
    }
}

fn below(path: &Path, args: &Args, out: &mut Out) -> Exit {
    let rules = |p: &Path| p.extension().is_some_and(|e| e == "rules");
    let found = if path.is_dir() {
        files(path, &rules).unwrap_or_default()
    } else {
        vec![path.to_owned()]
    };
    if found.is_empty() {
        let problem = Problem::error(
            "cli/no-rules",
            format!("there is no `.rules` file in `{}`", path.display()),
        );
        return out.problem(
            problem.help("name a `.rules` file, or a folder with such files in it or below it"),
        );
    }
    let mut exit = Exit::Fine;
    for file in found {
        let done = one(&file, args, out);
        exit = if done == Exit::Fine { exit } else { done };
    }
    exit
}

fn one(path: &Path, args: &Args, out: &mut Out) -> Exit {
    let shown = path.display().to_string();
    let unreadable =
        |why: String| Problem::error("cli/unreadable", format!("`{shown}` cannot be read: {why}"));
    let text = match read_file(path, LARGEST).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => return out.problem(unreadable("it is not UTF-8 text".to_owned())),
        Err(error) => return out.problem(unreadable(error.to_string())),
    };
    let formatted = match format_rules(&shown, &text) {
        Ok(formatted) => formatted,
        Err(problems) => {
            out.problems(&problems);
            return Exit::AtFault;
        }
    };
    if formatted == text {
        return Exit::Fine;
    }
    out.say(&shown);
    if args.check {
        return Exit::AtFault;
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "formatting a file means writing it"
    )]
    match std::fs::write(path, formatted) {
        Ok(()) => Exit::Fine,
        Err(error) => out.problem(Problem::error(
            "cli/unwritable",
            format!("`{shown}` cannot be written: {error}"),
        )),
    }
}
