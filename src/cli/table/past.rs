//! What a person can say at the table about what was done: taking back, trying plans, changing the position.

use super::commands::{Told, plain};
use super::{Table, programs};
use crate::out::Out;
use sandtable_diag::Problem;
use sandtable_game::standing;
use sandtable_game::undo::{Back, do_again, take_back};
use sandtable_game::{Doubt, EDITS, Entry, Plans, Typed, Voice};
use sandtable_rules::joined_or;
use std::sync::Arc;

/// The number behind a word, or the usual one if there is none.
pub(super) fn number(rest: &str, usual: usize, usage: &str) -> Result<usize, Problem> {
    let number = match rest {
        "" => Some(usual),
        rest => rest.parse().ok().filter(|n| *n > 0),
    };
    number.ok_or_else(|| {
        let message = format!("`{rest}` is no number from 1 on");
        Problem::error("undo/number", message).help(format!("say `{usage}`"))
    })
}

/// Goes back; programs begin anew from there.
pub(super) fn undo(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    let back = match &*rest.to_lowercase() {
        "phase" => Back::Phase,
        "turn" => Back::Turn,
        rest => Back::Orders(number(rest, 1, "undo 3`, `undo phase` or `undo turn")?),
    };
    let voice = table.present.clone();
    let voice = voice.map_or(Voice::Everybody, |me| Voice::People([me].into()));
    let doubt = table.session.log().doubt();
    let game = (&mut table.session, &table.seats, &table.plans);
    let gone = take_back(game, &voice, back)?;
    table.went_back = true;
    const TOLD: usize = 5;
    for entry in gone.iter().rev().take(TOLD) {
        out.say(&format!("taken back: {}", plain(&entry.text)));
    }
    if gone.len() > TOLD {
        out.say(&format!("and {} more before it", gone.len() - TOLD));
    }
    tell_doubt(table, doubt, out);
    table.programs = programs(&table.seats, table.session.seed());
    Ok(())
}

/// Does again what was taken back, with what programs did after it.
pub(super) fn redo(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    let count = number(rest, 1, "redo 3")?;
    let (mut told, game) = (Vec::new(), (&mut table.session, &table.seats));
    let done = do_again(game, count, &mut |_, typed| told.push(typed));
    tell_all(table, told, out);
    done
}

/// Tells what was done again.
fn tell_all(table: &mut Table, told: Vec<Typed>, out: &mut Out) {
    for typed in told {
        table.show(&typed.events, out);
    }
}

/// Tries a plan, or goes on with one.
pub(super) fn branch(table: &mut Table, name: &str, out: &mut Out) -> Told {
    if name.is_empty() {
        let none = "no plan was tried yet; `branch NAME` tries one";
        out.say(&joined_or(table.plans.names(), ", ", none));
        return Ok(());
    }
    if let Some(name) = name.strip_prefix("drop ") {
        table.plans.drop(&mut table.session, name.trim())?;
        table.programs = programs(&table.seats, table.session.seed());
        out.say(&format!("the plan `{}` is forgotten", name.trim()));
        return Ok(());
    }
    table.gives_up = false;
    if table.plans.tried().is_some() {
        leave(table)?;
    }
    out.say("The game waits while this is tried, with other dice; `back` returns to it, `adopt` gives these orders there.");
    let mut told = Vec::new();
    let session = &mut table.session;
    let stops = table
        .plans
        .begin(session, name, &mut |_, typed| told.push(typed));
    tell_all(table, told, out);
    if let Some(order) = stops {
        out.say(&format!("The plan goes no further here: {order}"));
    }
    Ok(())
}

/// Back to the game; the plan is kept by its name.
fn leave(table: &mut Table) -> Result<Vec<Arc<Entry>>, Problem> {
    let plan = table.plans.leave(&mut table.session)?;
    table.programs = programs(&table.seats, table.session.seed());
    Ok(plan)
}

/// Leaves a branch.
pub(super) fn back(table: &mut Table, _: &str, out: &mut Out) -> Told {
    leave(table)?;
    out.say("back in the game");
    Ok(())
}

/// Leaves a branch and gives its orders in the game, as far as their dice do not decide.
pub(super) fn adopt(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let plan = leave(table)?;
    if plan.is_empty() {
        out.say("nothing was ordered on this plan; back in the game");
    }
    let (mut told, game) = (Vec::new(), (&mut table.session, &table.seats));
    let next = Plans::give(&plan, game, &mut |_, typed| told.push(typed));
    tell_all(table, told, out);
    if let Some(next) = next? {
        out.say(&format!("The game goes on from before `{}`.", next.text));
    }
    Ok(())
}

/// Changes the position, or has every line do so.
pub(super) fn edit(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    if rest.is_empty() {
        table.editing = true;
        out.say("Every line changes the position now (`docs orders` lists how); `done` ends it.");
        return Ok(());
    }
    let doubt = table.session.log().doubt();
    let events = table.session.edit("edit", rest)?;
    table.show(&events, out);
    tell_doubt(table, doubt, out);
    Ok(())
}

/// Says that nobody can vouch for the dice any more, when that is new.
fn tell_doubt(table: &Table, before: Option<Doubt>, out: &mut Out) {
    let now = table.session.log().doubt();
    if let Some(doubt) = now.filter(|_| now != before && table.plans.tried().is_none()) {
        out.say(doubt.sentence());
    }
}

/// What a line does while every line changes the position; `None`: it is no edit.
pub(super) fn edited(table: &mut Table, line: &str, out: &mut Out) -> Option<Told> {
    if !table.editing {
        return None;
    }
    let line = line.trim();
    if line.eq_ignore_ascii_case("done") {
        table.editing = false;
        return Some(Ok(()));
    }
    let first = line.split_whitespace().next()?;
    EDITS.contains(&first).then(|| edit(table, line, out))
}

/// Says what a power answers from now on while nobody is there to ask, or which answers hold.
pub(super) fn standing(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    if !rest.is_empty() {
        let seats = &table.seats;
        let me = table.present.as_deref().unwrap_or_default();
        table
            .session
            .stand(rest, &|power| seats.person(power) == Some(me))?;
        out.say("It holds from now on; `standing QUESTION: ask` ends it.");
        return Ok(());
    }
    let held = standing::held(&table.session);
    if held.is_empty() {
        out.say(&format!(
            "no standing orders; they are about {}",
            standing::forms().join("; ")
        ));
    }
    held.iter().for_each(|line| out.say(line));
    Ok(())
}
