//! `sandtable explain`: a printed rule, where the pack expresses it and which transcripts prove it;
//! or a refusal and the rules it cites.

use super::choices::STOCK;
use super::out::Out;
use super::{Done, Exit};
use sandtable_diag::Problem;
use sandtable_game::{Opened, open};
use sandtable_pack::bundled_names;
use sandtable_view::Explained;
use serde_json::json;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Ids of rules (ABC-MOV-07), or codes of refusals (move/must-stop)
    #[arg(required = true, value_name = "ID|CODE")]
    what: Vec<String>,
    /// A pack: a folder, or the name of a bundled pack. Without it, rules of every bundled pack are found
    #[arg(long)]
    pack: Option<String>,
    /// Explain as JSON, one value a line
    #[arg(long)]
    json: bool,
}

/// Explains everything that is asked for.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    let mut exit = Exit::Fine;
    let (mut packs, mut unread) = (Vec::new(), names(args.pack.as_deref()).into_iter());
    for what in &args.what {
        // A pack is read when those before it do not know the answer.
        let mut told = explain(&packs, what, args.json, out);
        while told.is_err()
            && let Some(name) = unread.next()
        {
            packs.push(open(&name)?);
            told = explain(&packs, what, args.json, out);
        }
        if let Err(problem) = told {
            exit = out.problem(problem);
        }
    }
    Ok(exit)
}

/// The packs to ask, the one whose codes count first.
fn names(wanted: Option<&str>) -> Vec<String> {
    if let Some(pack) = wanted {
        return vec![pack.to_owned()];
    }
    let others = bundled_names().into_iter().filter(|name| name != STOCK);
    [STOCK.to_owned()].into_iter().chain(others).collect()
}

pub(super) fn explain(
    packs: &[Opened],
    what: &str,
    json: bool,
    out: &mut Out,
) -> Result<(), Problem> {
    let found = Explained::find(packs, what)?;
    if json {
        out.json(&json!(found));
    } else {
        out.say(&found.text(out.paint()));
    }
    Ok(())
}
