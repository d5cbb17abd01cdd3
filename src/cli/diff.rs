//! `sandtable diff`: what one pack changes of another, item by item.

use super::choices::ChoiceArgs;
use super::out::Out;
use super::{Done, Exit};
use sandtable_game::open;
use sandtable_view as view;
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
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    let (a, b) = (open(&args.a)?, args.choices.open(&args.b)?);
    let changes = view::diff(&a.info, &b.info);
    if args.json {
        changes.iter().for_each(|c| out.json(&json!(c)));
    } else if changes.is_empty() {
        out.say("the rules are the same");
    } else {
        let lines = changes.iter().flat_map(view::Change::lines);
        lines.for_each(|line| out.say(&line));
    }
    Ok(Exit::Fine)
}
