//! `sandtable check`: says everything that is wrong with packs.

use super::choices::ChoiceArgs;
use super::out::Out;
use super::{Done, Exit, watch};
use sandtable_diag::{Problem, Problems, Severity};
use sandtable_game::transcript::files;
use sandtable_pack::{Level, Levels, MANIFEST};
use sandtable_rules::many;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Packs: folders, folders of packs, or names of bundled packs
    #[arg(required = true)]
    pub(super) paths: Vec<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Count warnings as mistakes
    #[arg(long)]
    deny_warnings: bool,
    /// Silence a lint (`sandtable docs lints` lists them); counts above what the pack says
    #[arg(long, value_name = "LINT")]
    allow: Vec<String>,
    /// Count what a lint finds as a mistake
    #[arg(long, value_name = "LINT")]
    deny: Vec<String>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub(super) json: bool,
    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// Checks every pack.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    if args.watch {
        return watch::run(args, out);
    }
    Ok(once(args, &levels(args)?, out))
}

/// Checks every pack, once.
pub(super) fn once(args: &Args, lints: &Levels, out: &mut Out) -> Exit {
    let mut exit = Exit::Fine;
    let mut reports = Vec::new();
    for pack in args.paths.iter().flat_map(|p| packs(p)) {
        let (problems, title) = match args.choices.open_under(&pack, lints) {
            Ok(opened) => (opened.warnings, Some(opened.rules.title.clone())),
            Err(problems) => (problems, None),
        };
        if problems.has_errors() || (args.deny_warnings && !problems.is_empty()) {
            exit = Exit::AtFault;
        }
        if args.json {
            reports.push(json!({ "pack": pack, "title": title, "problems": problems.to_json() }));
        } else {
            out.problems(&problems);
            out.say(&format!("{pack}: {}", verdict(&problems)));
        }
    }
    if args.json {
        out.json(&json!({ "fine": exit == Exit::Fine, "packs": reports }));
    }
    exit
}

/// The levels that the command line chooses.
pub(super) fn levels(args: &Args) -> Result<Levels, Problem> {
    let mut levels = Levels::default();
    for (names, level) in [(&args.allow, Level::Allow), (&args.deny, Level::Deny)] {
        names
            .iter()
            .try_for_each(|name| levels.choose(name, level))?;
    }
    Ok(levels)
}

/// The packs an argument means: itself, or those in a folder that is none.
fn packs(argument: &str) -> Vec<String> {
    let path = Path::new(argument);
    let below = match path.is_dir() && !path.join(MANIFEST).is_file() {
        true => manifests(path).unwrap_or_default(),
        false => Vec::new(),
    };
    let found = below.iter().filter_map(|m| m.parent());
    match found.map(|p| p.display().to_string()).collect::<Vec<_>>() {
        none if none.is_empty() => vec![argument.to_owned()],
        found => found,
    }
}

/// The manifests of the packs below a path.
///
/// # Errors
/// There is no such path, or something below it cannot be read.
pub(super) fn manifests(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    let is_one = |file: &Path| file.file_name().is_some_and(|n| n == MANIFEST);
    let mut found = files(path, &is_one)?;
    // A path that is a file is found whatever its name.
    found.retain(|file| is_one(file));
    Ok(found)
}

fn verdict(problems: &Problems) -> String {
    let [errors, warnings] = [Severity::Error, Severity::Warning].map(|bad| problems.count(bad));
    match (errors, warnings) {
        (0, 0) => "fine".to_owned(),
        (0, w) => format!("playable, {}", many(w, "warning")),
        (e, 0) => many(e, "mistake"),
        (e, w) => format!("{}, {}", many(e, "mistake"), many(w, "warning")),
    }
}
