//! What somebody at the table wants to understand: why something was refused or rolled so, what programs think, what one
//! of them would do.

use super::commands::{Told, plain};
use super::{Said, Table};
use crate::explain;
use crate::out::Out;
use sandtable_diag::Problem;
use sandtable_view::{self as view, Explained, Hint, Paint};
use serde_json::json;

/// Explains what happened last, or a rule.
pub(super) fn explain(table: &mut Table, what: &str, out: &mut Out) -> Told {
    if what.eq_ignore_ascii_case("ai") {
        let thoughts: Vec<&String> = table.thoughts.values().flatten().collect();
        if thoughts.is_empty() {
            let problem = Problem::error("explain/nothing", "no program has thought yet");
            return Err(problem.help("`hint` has one think in your place").into());
        }
        match table.args.json {
            true => out.json(&json!({ "thoughts": thoughts })),
            false => thoughts.iter().for_each(|line| out.say(line)),
        }
        return Ok(());
    }
    let packs = std::slice::from_ref(&table.opened);
    if !what.is_empty() {
        return Ok(explain::explain(packs, what, table.args.json, out)?);
    }
    let (rules, info) = (&table.opened.rules, &table.opened.info);
    let paint = if table.args.json {
        Paint::Off
    } else {
        out.paint()
    };
    let text = match &table.said {
        Said::Refused(.., ids) if !ids.is_empty() => {
            Some(view::explain_rules(info, ids, paint).join("\n"))
        }
        // Rules laid over a pack and scripts may forbid what no printed rule is about.
        Said::Refused(name, message, _) if !rules.cites.all(name).is_empty() => Some(format!(
            "{}  {message}\n  no printed rule is cited for it",
            paint.bold(name)
        )),
        Said::Refused(name, ..) => Some(Explained::find(packs, name).map_or_else(
            |_| format!("{name}: the line means no order; no printed rule is about that"),
            |code| code.text(paint),
        )),
        Said::Rolled => view::explain_roll(rules, info, &table.roll, paint),
        Said::Nothing => None,
    };
    let Some(text) = text else {
        let problem = Problem::error("explain/nothing", "nothing has been refused or rolled yet");
        return Err(problem.help("`explain ID` explains a rule").into());
    };
    if table.args.json {
        out.json(&json!({ "explanation": text }))
    } else {
        out.say(&text)
    }
    Ok(())
}

/// What a program would do, and why.
pub(super) fn hint(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let hint = Hint::of(&table.session);
    match table.args.json {
        true => out.json(&json!(hint)),
        false => {
            hint.why.iter().for_each(|line| out.say(line));
            hint.orders.iter().for_each(|order| out.say(&plain(order)));
        }
    }
    Ok(())
}
