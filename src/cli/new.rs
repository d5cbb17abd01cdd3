//! `sandtable new`: the beginning of a pack that changes another one.

use super::out::Out;
use super::{Done, Exit, files};
use sandtable_diag::{Problem, fold_name, is_folder};
use sandtable_game::{Opened, open};
use sandtable_rules::{Param, Rules, SetupUnits, joined_or};
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
    let mut example = |about: &str, line: Option<String>| {
        text.extend(line.map(|line| format!("\n# {about}\n# {line}\n")));
    };
    let mut types = rules.units.types.values();
    let unit = types.find_map(|unit| Some((&unit.name, unit.cost.filter(|c| *c > 3)?)));
    example(
        "Single facts of a unit type; the keys are those of its table.",
        unit.map(|(unit, cost)| format!("unit {unit} {{ cost {} }}", cost - 1)),
    );
    let stack = rules.setup.units.iter().find(|u| u.count > 1);
    let stack = stack.map(|row| {
        let power = &rules.powers[row.owner].name;
        let (space, unit) = (
            &rules.board.spaces[row.space].name,
            &rules.units[row.kind].name,
        );
        format!("setup \"{power}\" in \"{space}\": +1 {unit}")
    });
    example("Units more or less at the start.", stack);
    let space = rules.board.spaces.values().find(|s| s.income > 0);
    example(
        "Single facts of a space.",
        space.map(|s| format!("territory \"{}\" {{ income {} }}", s.name, s.income + 1)),
    );
    let objective = rules.acts.objectives.values().next();
    example(
        "A rule less.",
        objective.map(|o| format!("remove objective \"{}\"", o.name)),
    );
    let number = |(_, param): &&(String, Param)| matches!(param, Param::Number(_));
    let mut scripts = rules.specials.values();
    let script = scripts.find_map(|s| Some((&s.name, s.params.iter().find(number)?)));
    example(
        "A parameter of a script.",
        script.map(|(script, (name, _))| format!("use {script} with {name} 1")),
    );
    let plan = rules.battles.plans.values().next().map(|plan| &plan.name);
    example(
        "A part of a battle plan.",
        plan.map(|plan| format!("in battle \"{plan}\" {{ at most 3 rounds }}")),
    );
    let chosen = plan.map(|plan| {
        format!(
            "option low_luck = no \"Dice are added up.\"\n# if low luck {{ in battle \"{plan}\" {{ dice low luck d6 }} }}"
        )
    });
    let about = "Something a player may choose: sandtable play FOLDER --with low-luck";
    example(about, chosen);
    text
}

/// A transcript that holds as long as nothing is changed yet.
fn transcript(rules: &Rules) -> String {
    let first = rules.turn.order.first();
    let first = first.map_or("", |p| &rules.powers[*p].name);
    let row = rules.setup.units.first().map(|u| {
        let here = |o: &&SetupUnits| o.space == u.space && o.owner == u.owner && o.damage == 0;
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
