//! `sandtable test`: plays transcripts.

use super::check::manifests;
use super::choices::ChoiceArgs;
use super::out::Out;
use super::{Done, Exit};
use sandtable_game::{Opened, transcript};
use sandtable_view::{Paint, describe_event};
use std::path::PathBuf;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Transcripts, packs, folders with either, or names of bundled packs
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Then list the statements of each pack's rulebook that no transcript proves or nothing expresses
    #[arg(long)]
    coverage: bool,
    #[command(flatten)]
    choices: ChoiceArgs,
}

/// Plays every transcript below the paths.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    let chosen = args.choices.choices()?;
    let tested = transcript::test(&args.paths, &chosen, |rules, event| {
        describe_event(rules, event, Paint::Off)
    })?;
    for (path, shown) in &tested.shown {
        shown
            .iter()
            .for_each(|text| out.say(&format!("{path} shows:\n{text}")));
    }
    for (path, problems) in &tested.failed {
        out.problems(problems);
        out.say(&format!("failed: {path}"));
    }
    out.say(&format!(
        "{} passed, {} failed",
        tested.passed.len(),
        tested.failed.len()
    ));
    let covered = if args.coverage {
        coverage(args, out)?
    } else {
        Exit::Fine
    };
    Ok(if tested.failed.is_empty() {
        covered
    } else {
        Exit::AtFault
    })
}

/// Lists what the rulebooks of the packs below the paths lack.
fn coverage(args: &Args, out: &mut Out) -> Done {
    let mut packs = Vec::new();
    for path in &args.paths {
        if let Some((name, _)) = transcript::bundled(path) {
            packs.push(name.to_owned());
            continue;
        }
        let found = manifests(path)?;
        packs.extend(found.iter().map(|m| m.display().to_string()));
    }
    Ok(out.each(&packs, |pack, out| {
        Ok(covered(&args.choices.open(pack)?, out))
    }))
}

/// Lists what a pack's rulebook lacks; the input is at fault if that is anything.
fn covered(opened: &Opened, out: &mut Out) -> Exit {
    let name = &opened.rules.name;
    let Some(coverage) = opened.info.coverage() else {
        out.say(&format!("{name}: states no rules"));
        return Exit::Fine;
    };
    let lists = [
        ("statements without a transcript", &coverage.unproved),
        ("statements expressed nowhere", &coverage.unexpressed),
        ("transcripts of no statement", &coverage.strangers),
    ];
    for (title, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
        out.say(&format!(
            "{name}: {} {title}:\n  {}",
            list.len(),
            list.join("\n  ")
        ));
    }
    let (verdict, exit) = if coverage.is_full() {
        ("all proved and expressed", Exit::Fine)
    } else {
        ("not all covered", Exit::AtFault)
    };
    out.say(&format!(
        "{name}: {} statements, {verdict}",
        coverage.statements
    ));
    exit
}
