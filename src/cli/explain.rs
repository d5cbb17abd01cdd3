//! `sandtable explain`: a printed rule, where the pack expresses it and which transcripts prove it;
//! or a refusal and the rules it cites.

use super::choices::STOCK;
use super::out::Out;
use super::{Done, Exit};
use crate::diag::{Problem, Problems};
use crate::game::{Opened, open};
use crate::kernel::Code;
use crate::pack::bundled_names;
use crate::view::{Explained, code_json, explain_code};

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
    let packs = packs(args.pack.as_deref())?;
    let mut exit = Exit::Fine;
    for what in &args.what {
        if let Err(problem) = explain(&packs, what, args.json, out) {
            exit = out.problem(problem);
        }
    }
    Ok(exit)
}

/// The packs to ask, the one whose codes count first.
fn packs(wanted: Option<&str>) -> Result<Vec<Opened>, Problems> {
    if let Some(pack) = wanted {
        return Ok(vec![open(pack)?]);
    }
    let others = bundled_names().into_iter().filter(|name| name != STOCK);
    [STOCK.to_owned()]
        .into_iter()
        .chain(others)
        .map(|name| open(&name))
        .collect()
}

pub(super) fn explain(
    packs: &[Opened],
    what: &str,
    json: bool,
    out: &mut Out,
) -> Result<(), Problem> {
    if what.contains('/') {
        let Some(opened) = packs.first() else {
            return Ok(());
        };
        let code = code(what)?;
        if json {
            out.json(&code_json(&opened.rules, &opened.info, code));
        } else {
            out.say(&explain_code(
                &opened.rules,
                &opened.info,
                code,
                out.paint(),
            ));
        }
        return Ok(());
    }
    let infos: Vec<_> = packs.iter().map(|p| &*p.info).collect();
    let found = infos
        .iter()
        .find_map(|info| Explained::find(info, &what.to_uppercase()));
    let Some(found) = found else {
        return Err(unknown(packs, what));
    };
    if json {
        out.json(&found.json())
    } else {
        out.say(&found.text(out.paint()))
    }
    Ok(())
}

/// A code by its name.
fn code(name: &str) -> Result<Code, Problem> {
    Code::ALL
        .iter()
        .copied()
        .find(|c| c.name() == name)
        .ok_or_else(|| {
            Problem::error(
                "explain/unknown",
                format!("no order is refused with `{name}`"),
            )
            .suggest(name, Code::ALL.iter().map(|c| c.name()))
        })
}

/// The problem that no pack states a rule, with the ids that are near.
fn unknown(packs: &[Opened], id: &str) -> Problem {
    let books: Vec<_> = packs
        .iter()
        .filter_map(|p| p.info.rulebook.as_ref())
        .collect();
    let problem = Problem::error("explain/unknown", format!("no rule has the id `{id}`"));
    if books.is_empty() {
        return problem.help("the pack states no rules: it has no `RULES.md`");
    }
    let problem = problem.suggest(&id.to_uppercase(), books.iter().flat_map(|b| b.ids()));
    let stem = id.to_uppercase();
    let section = stem.rsplit_once('-').map_or("", |(section, _)| section);
    let beside: Vec<&str> = books
        .iter()
        .flat_map(|b| b.ids())
        .filter(|i| i.rsplit_once('-').is_some_and(|(s, _)| s == section))
        .collect();
    match (beside.first(), beside.last()) {
        (Some(first), Some(last)) => {
            problem.help(format!("that section goes from {first} to {last}"))
        }
        _ => problem,
    }
}
