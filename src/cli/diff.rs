//! `sandtable diff`: what one pack changes of another, rule by rule.

use super::Exit;
use super::choices::ChoiceArgs;
use super::out::Out;
use crate::diag::Problems;
use crate::game::{Opened, open};
use crate::pack::Setting;
use crate::view::{self, Change};
use serde_json::json;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The pack to compare with
    a: String,
    /// The pack whose changes are told; the same one to see what `--with` and `--set` change
    b: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Report as JSON, one change a line
    #[arg(long)]
    json: bool,
}

/// Compares; options and overlays are those of the second pack.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let (a, b) = match open(&args.a).and_then(|a| args.choices.open(&args.b).map(|b| (a, b))) {
        Ok(both) => both,
        Err(problems) => return failed(&problems, out),
    };
    let mut changes = options(&a, &b);
    changes.extend(view::diff(&a.rules, &b.rules));
    if args.json {
        changes.iter().for_each(|c| out.json(&json!(c)));
    } else if changes.is_empty() {
        out.say("the rules are the same");
    } else {
        changes.iter().for_each(|c| out.say(&c.words()));
    }
    Exit::Fine
}

fn failed(problems: &Problems, out: &mut Out) -> Exit {
    out.problems(problems);
    Exit::AtFault
}

/// Options that only one of them has, or that have other values.
fn options(a: &Opened, b: &Opened) -> Vec<Change> {
    let of = |opened: &Opened, name: &str| opened.info.settings.get(name).map(say);
    let mut names: Vec<&str> = Vec::new();
    for setting in a.info.settings.all.iter().chain(&b.info.settings.all) {
        if !names.contains(&setting.name.as_str()) {
            names.push(&setting.name);
        }
    }
    let change = |name: &&str| {
        let (before, after) = (of(a, name), of(b, name));
        let (name, fact) = ((*name).to_owned(), String::new());
        (before != after).then_some(Change {
            kind: "option",
            name,
            fact,
            before,
            after,
        })
    };
    names.iter().filter_map(change).collect()
}

fn say(setting: &Setting) -> String {
    format!("{} ({})", setting.value, setting.may_be)
}
