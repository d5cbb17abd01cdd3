//! `sandtable new`: the beginning of a pack that changes another one.

use super::out::Out;
use super::{Done, Exit, files};
use sandtable_diag::{Problem, fold_name, is_folder};
use sandtable_game::{Opened, open};
use sandtable_rules::{Rules, joined_or};
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The folder to make; its name becomes the name of the pack
    folder: PathBuf,
    /// The pack it changes: a folder, or the name of a bundled pack
    #[arg(long, value_name = "PACK")]
    extends: String,
}

/// Writes an overlay that loads and a transcript that passes.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    let base = open(&args.extends)?;
    write(args, &base)?;
    let folder = args.folder.display();
    out.say(&format!("{folder}: an overlay of {}", base.rules.name));
    out.say(&format!(
        "change {folder}/changes.rules, then say: sandtable check {folder}; sandtable test {folder}"
    ));
    Ok(Exit::Fine)
}

fn write(args: &Args, base: &Opened) -> Result<(), Problem> {
    let folder = &args.folder;
    let shown = folder.display();
    if folder.exists() {
        let what = if is_folder(folder) { "folder" } else { "file" };
        let problem = Problem::error("new/exists", format!("there is a {what} `{shown}` already"));
        return Err(problem.help("nothing was written; choose another name"));
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    if fold_name(&name).is_empty() || !name.chars().all(plain) {
        let problem = Problem::error("new/name", format!("`{name}` is no name for a pack"));
        return Err(problem.help("use letters, digits and `-`"));
    }
    let failed = |e: std::io::Error| files::unwritable(folder, &e, "new/unwritable");
    std::fs::create_dir_all(folder.join("tests")).map_err(failed)?;
    let texts = [
        ("pack.toml", manifest(&name, &extends(&args.extends), base)),
        ("changes.rules", changes(&base.rules)),
        ("tests/first.play", transcript(&base.rules)),
    ];
    for (file, text) in texts {
        files::replace(&folder.join(file), &text).map_err(failed)?;
    }
    Ok(())
}

/// The base as the overlay names it: a path must hold from anywhere.
fn extends(argument: &str) -> String {
    let path = Path::new(argument);
    if is_folder(path) {
        sandtable_diag::real_path(path).display().to_string()
    } else {
        argument.to_owned()
    }
}

fn manifest(name: &str, extends: &str, base: &Opened) -> String {
    let quote = |text: &str| toml::Value::String(text.to_owned()).to_string();
    format!(
        "format = 1\nname = {}\ntitle = {}\ndescription = {}\nextends = {}\nfiles = [\"changes.rules\"]\n",
        quote(name),
        quote(&format!("{}, {name}", base.rules.title)),
        quote(&format!("What is different from {}.", base.rules.title)),
        quote(extends),
    )
}

/// Examples that hold for this base, each behind a `#`.
fn changes(rules: &Rules) -> String {
    let mut text = format!(
        "# What this pack changes of {}; everything else stays as it is there.\n\
         # Take the `#` away from what you like. The language reference explains overlays: sandtable docs guide\n",
        rules.title
    );
    let mut example =
        |about: &str, line: String| text.push_str(&format!("\n# {about}\n# {line}\n"));
    let mut types = rules.units.types.values();
    if let Some(unit) = types.find(|t| t.cost.is_some_and(|c| c > 3)) {
        let cost = unit.cost.unwrap_or(1) - 1;
        example(
            "Single facts of a unit type; the keys are those of its table.",
            format!("unit {} {{ cost {cost} }}", unit.name),
        );
    }
    if let Some(row) = rules.setup.units.iter().find(|u| u.count > 1) {
        let (power, space, unit) = (
            &rules.powers[row.owner].name,
            &rules.board.spaces[row.space].name,
            &rules.units[row.kind].name,
        );
        example(
            "Units more or less at the start.",
            format!("setup \"{power}\" in \"{space}\": +1 {unit}"),
        );
    }
    if let Some(space) = rules.board.spaces.values().find(|s| s.income > 0) {
        example(
            "Single facts of a space.",
            format!(
                "territory \"{}\" {{ income {} }}",
                space.name,
                space.income + 1
            ),
        );
    }
    if let Some(objective) = rules.acts.objectives.values().next() {
        example(
            "A rule less.",
            format!("remove objective \"{}\"", objective.name),
        );
    }
    if let Some((special, (name, _))) = rules.specials.values().find_map(|s| {
        let number = |(_, p): &&(String, sandtable_rules::Param)| {
            matches!(p, sandtable_rules::Param::Number(_))
        };
        Some((s, s.params.iter().find(number)?))
    }) {
        example(
            "A parameter of a script.",
            format!("use {} with {name} 1", special.name),
        );
    }
    if let Some(plan) = rules.battles.plans.values().next() {
        example(
            "A part of a battle plan.",
            format!("in battle \"{}\" {{ at most 3 rounds }}", plan.name),
        );
        let line = format!(
            "option low_luck = no \"Dice are added up.\"\n# if low luck {{ in battle \"{}\" {{ dice low luck d6 }} }}",
            plan.name
        );
        example(
            "Something a player may choose: sandtable play FOLDER --with low-luck",
            line,
        );
    }
    text
}

/// A transcript that holds as long as nothing is changed yet.
fn transcript(rules: &Rules) -> String {
    let first = rules.turn.order.first();
    let first = first.map_or("", |p| &rules.powers[*p].name);
    let row = rules.setup.units.first().map(|u| {
        let here = |o: &&sandtable_rules::SetupUnits| {
            o.space == u.space && o.owner == u.owner && o.damage == 0
        };
        let units = rules.setup.units.iter().filter(here);
        let units = units.map(|o| format!("{} {}", o.count, rules.units[o.kind].name));
        format!(
            "expect units {} in {}: {}\n",
            rules.powers[u.owner].name,
            rules.board.spaces[u.space].name,
            joined_or(units, ", ", "")
        )
    });
    format!(
        "# The game begins as in the base.\nexpect turn {first}\nexpect round {}\n{}",
        rules.setup.first_round,
        row.unwrap_or_default()
    )
}
