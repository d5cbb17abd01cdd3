//! `sandtable show`: what a pack says, as tables.

use super::Exit;
use super::choices::ChoiceArgs;
use super::out::Out;
use crate::diag::Problem;
use crate::pack::{PackInfo, Part, Resolved, Settings};
use crate::view;
use serde_json::json;
use std::fmt::Write as _;

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
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Everything the pack says when its layers are one, with the file and the line of each item and
    /// who changed it last
    #[arg(long)]
    resolved: bool,
    /// With `--resolved`: as JSON, one item a line
    #[arg(long, requires = "resolved")]
    json: bool,
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
    /// What a player may choose
    Options,
}

/// Shows it.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let opened = match args.choices.open(&args.pack) {
        Ok(opened) => opened,
        Err(problems) => {
            out.problems(&problems);
            return Exit::AtFault;
        }
    };
    let rules = &opened.rules;
    if args.json {
        opened
            .info
            .resolved
            .iter()
            .for_each(|item| out.json(&item_json(&opened.info, item)));
        return Exit::Fine;
    }
    if args.resolved {
        out.say(&resolved(&opened.info));
        return Exit::Fine;
    }
    let topic = match args.topic {
        Some(Topic::Options) => {
            out.say(&options(&opened.info.settings));
            return Exit::Fine;
        }
        None => {
            let (spaces, units) = (rules.board.spaces.len(), rules.units.types.len());
            out.say(&format!("{} ({})", rules.title, rules.name));
            out.say(&opened.info.description);
            out.say(&opened.info.edition);
            out.say(&format!(
                "{spaces} spaces, {units} types of units, {} powers",
                rules.powers.powers.len()
            ));
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

/// The options of a pack and what they are in this game.
fn options(settings: &Settings) -> String {
    if settings.all.is_empty() {
        return "the pack has no options".to_owned();
    }
    let mut text = String::new();
    for s in &settings.all {
        let now = if s.value == s.usual {
            String::new()
        } else {
            format!("; now {}", s.value)
        };
        let _ = writeln!(text, "{}: {}, usually {}{now}", s.name, s.may_be, s.usual);
        if !s.about.is_empty() {
            let _ = writeln!(text, "    {}", s.about);
        }
    }
    text
}

/// An item as JSON: its parts, each with where it was said, by which pack, and what it takes the place of.
fn item_json(info: &PackInfo, item: &Resolved) -> serde_json::Value {
    let place = |loc| {
        let (file, line, column) = info.sources.position(loc)?;
        Some(json!({ "file": file, "line": line, "column": column }))
    };
    let part = |part: &Part| {
        let before: Vec<_> = part.before.iter().map(|loc| place(*loc)).collect();
        json!({ "text": part.text, "pack": info.layers[part.pack], "at": place(part.loc), "before": before })
    };
    json!({ "kind": item.kind, "name": item.name, "parts": item.parts.iter().map(part).collect::<Vec<_>>() })
}

/// Every item of the pack with where it was said.
fn resolved(info: &PackInfo) -> String {
    let place = |loc| {
        info.sources
            .position(loc)
            .map_or_else(String::new, |(file, line, _)| format!("{file}:{line}"))
    };
    let mut text = String::new();
    for item in &info.resolved {
        let several = item.parts.len() > 1 || item.facts;
        if several {
            let _ = writeln!(text, "{} {}", item.kind, item.name);
        }
        for part in &item.parts {
            let changed = match part.before.last() {
                Some(before) => format!(
                    "; changed by {}, was at {}",
                    info.layers[part.pack],
                    place(*before)
                ),
                None => String::new(),
            };
            let margin = if several { "  " } else { "" };
            let body = part.text.replace('\n', &format!("\n{margin}"));
            let _ = writeln!(text, "{margin}{body}   # {}{changed}", place(part.loc));
        }
    }
    text
}
