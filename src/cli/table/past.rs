//! What a person can say at the table about what was done: taking back, trying plans, changing the position.

use super::commands::plain;
use super::{Table, programs};
use crate::cli::out::Out;
use crate::diag::{Problem, Problems};
use crate::game::standing;
use crate::game::undo::{Asker, Back, back_to};
use crate::game::{Doubt, EDITS, Entry, Seat, Session};
use std::collections::BTreeSet;
use std::sync::Arc;

type Told = Result<(), Problems>;

/// A plan that is being tried: the game itself waits.
pub(super) struct Branch {
    /// What the plan is called.
    pub name: String,
    /// The game as it waits.
    pub game: Session,
}

/// What was ordered on a branch.
pub(super) type Plan = Vec<Arc<Entry>>;

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
    let seats = &table.seats;
    let me = table.present.as_deref();
    let mine = |power| me.is_none() || seats.person(power) == me;
    let asker = Asker {
        plays: &|power| seats.person(power).is_some() && mine(power),
        other: &|power| seats.person(power).is_some() && !mine(power),
        watched: me.is_some() && seats.people().len() > 1,
    };
    let left = back_to(&table.session, &asker, back)?;
    let tried = table.branch.as_ref().map(|b| b.game.log().entries().len());
    if tried.is_some_and(|began| left < began) {
        let problem = Problem::error("undo/branch", "that was before this plan began");
        return Err(problem.help("`back` returns to the game").into());
    }
    let doubt = table.session.log().doubt();
    let gone = table.session.undo_to(left)?;
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
    let mut done = 0;
    while let Some(next) = table.session.log().undone() {
        let own = *table.seats.of(next.by) == Seat::Human;
        if own && done == count {
            return Ok(());
        }
        done += usize::from(own);
        let Some((_, typed)) = table.session.redo() else {
            break;
        };
        table.show(&typed.events, out);
        if let Some(problems) = typed.problems {
            return Err(problems);
        }
    }
    if done == 0 {
        let problem = Problem::error(
            "redo/nothing",
            "nothing was taken back that could be done again",
        );
        return Err(problem.into());
    }
    Ok(())
}

/// Tries a plan, or goes on with one.
pub(super) fn branch(table: &mut Table, name: &str, out: &mut Out) -> Told {
    if name.is_empty() {
        let names = plans(table);
        out.say(&match names.is_empty() {
            true => "no plan was tried yet; `branch NAME` tries one".to_owned(),
            false => names.join(", "),
        });
        return Ok(());
    }
    if let Some(name) = name.strip_prefix("drop ") {
        return drop_plan(table, name.trim(), out);
    }
    table.gives_up = false;
    if table.branch.is_some() {
        leave(table);
    }
    let tried = table.session.branched();
    let game = std::mem::replace(&mut table.session, tried);
    table.branch = Some(Branch {
        name: name.to_owned(),
        game,
    });
    out.say("The game waits while this is tried, with other dice; `back` returns to it, `adopt` gives these orders there.");
    for entry in table.branches.get(name).cloned().unwrap_or_default() {
        let typed = table.session.again("branch", entry.deed, &entry.text);
        table.show(&typed.events, out);
        if typed.problems.is_some() {
            out.say(&format!("The plan goes no further here: {}", entry.text));
            break;
        }
    }
    Ok(())
}

/// The plans by name, also the one that is being tried.
pub(super) fn plans(table: &Table) -> Vec<String> {
    let tried = table.branch.iter().map(|branch| branch.name.clone());
    let names: BTreeSet<String> = table.branches.keys().cloned().chain(tried).collect();
    names.into_iter().collect()
}

/// Forgets a plan.
fn drop_plan(table: &mut Table, name: &str, out: &mut Out) -> Told {
    let known = plans(table);
    if table
        .branch
        .as_ref()
        .is_some_and(|branch| branch.name == name)
    {
        leave(table);
    }
    if table.branches.remove(name).is_none() {
        let problem = Problem::error("branch/unknown", format!("no plan is called `{name}`"));
        return Err(problem.suggest(name, known).into());
    }
    out.say(&format!("the plan `{name}` is forgotten"));
    Ok(())
}

/// Back to the game; the plan is kept by its name.
fn leave(table: &mut Table) -> Option<Plan> {
    let Branch { name, game } = table.branch.take()?;
    let tried = std::mem::replace(&mut table.session, game);
    let began = table.session.log().entries().len();
    let plan = tried.log().entries()[began..].to_vec();
    table.branches.insert(name, plan.clone());
    table.programs = programs(&table.seats, table.session.seed());
    Some(plan)
}

fn no_branch() -> Problem {
    let problem = Problem::error("branch/none", "no plan is being tried");
    problem.help("`branch NAME` tries one")
}

/// Leaves a branch.
pub(super) fn back(table: &mut Table, _: &str, out: &mut Out) -> Told {
    leave(table).ok_or_else(no_branch)?;
    out.say("back in the game");
    Ok(())
}

/// Leaves a branch and gives its orders in the game, as far as their dice do not decide.
pub(super) fn adopt(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let plan = leave(table).ok_or_else(no_branch)?;
    if plan.is_empty() {
        out.say("nothing was ordered on this plan; back in the game");
    }
    let sure = plan
        .iter()
        .take_while(|entry| entry.dice.is_empty() && *table.seats.of(entry.by) == Seat::Human);
    let sure: Vec<_> = sure.cloned().collect();
    for entry in &sure {
        let typed = table.session.again("branch", entry.deed, &entry.text);
        table.show(&typed.events, out);
        if let Some(problems) = typed.problems {
            return Err(problems);
        }
    }
    if let Some(next) = plan.get(sure.len()) {
        out.say(&format!("The game goes on from before `{}`.", next.text));
    }
    Ok(())
}

/// Makes sure that it is the game that stands on the table.
pub(super) fn off_branch(table: &Table) -> Result<(), Problem> {
    match &table.branch {
        None => Ok(()),
        Some(branch) => {
            let message = format!("the plan `{}` is being tried, not the game", branch.name);
            Err(Problem::error("branch/tried", message).help("`back` returns to the game"))
        }
    }
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
    if !table.json {
        out.say(&format!("changed: {rest}"));
    }
    tell_doubt(table, doubt, out);
    Ok(())
}

/// Says that nobody can vouch for the dice any more, when that is new.
fn tell_doubt(table: &Table, before: Option<Doubt>, out: &mut Out) {
    let now = table.session.log().doubt();
    if let Some(doubt) = now.filter(|_| now != before && table.branch.is_none()) {
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
