//! `sandtable show`: what a pack says, as tables.

use super::Exit;
use super::out::Out;
use crate::diag::Problem;
use crate::game::open;
use crate::view;

/// Columns a table may take: a unit table has a column for each attribute of the pack.
const TABLE_WIDTH: u16 = 160;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack: a folder, or the name of a bundled pack
    pack: String,
    /// What of it
    topic: Option<Topic>,
    /// One thing in full
    name: Vec<String>,
}

/// What can be shown.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Topic {
    /// Territories and sea zones
    Spaces,
    /// Unit types
    Units,
    /// National objectives and victories
    Objectives,
    /// Relations, declarations of war, triggers
    Politics,
    /// Battle plans
    Battles,
    /// Scripts and their parameters
    Scripts,
}

/// Shows it.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let opened = match open(&args.pack) {
        Ok(opened) => opened,
        Err(problems) => {
            out.problems(&problems);
            return Exit::AtFault;
        }
    };
    let rules = &opened.rules;
    let topic = match args.topic {
        None => {
            let (spaces, units) = (rules.board.spaces.len(), rules.units.types.len());
            out.say(&format!("{} ({})", rules.title, rules.name));
            out.say(&opened.info.description);
            out.say(&opened.info.edition);
            out.say(&format!("{spaces} spaces, {units} types of units, {} powers", rules.powers.powers.len()));
            return Exit::Fine;
        }
        Some(Topic::Spaces) => view::Topic::Spaces,
        Some(Topic::Units) => view::Topic::Units,
        Some(Topic::Objectives) => view::Topic::Objectives,
        Some(Topic::Politics) => view::Topic::Politics,
        Some(Topic::Battles) => view::Topic::Battles,
        Some(Topic::Scripts) => view::Topic::Scripts,
    };
    let name = (!args.name.is_empty()).then(|| args.name.join(" "));
    match view::show(rules, topic, name.as_deref(), Some(TABLE_WIDTH)) {
        Ok(text) => {
            out.say(&text);
            Exit::Fine
        }
        Err(unknown) => out.problem(Problem::error("show/unknown", unknown.to_string())),
    }
}
