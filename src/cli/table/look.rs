//! What a person can look at besides the board: units, ways, threats, prices, aims, what happened before.

use super::Table;
use super::commands::plain;
use crate::cli::out::Out;
use crate::diag::{Problem, Problems};
use crate::game::language::{Scope, Text};
use crate::game::{Entry, Seat};
use crate::kernel::Unit;
use crate::rules::{PhaseKind, SiteKind, SpaceId};
use crate::view::{self, describe_event};
use std::sync::Arc;

type Told = Result<(), Problems>;

/// What a name stands for.
fn find<I: Copy + PartialEq>(scope: &Scope<I>, source: &str, name: &str) -> Result<I, Problems> {
    let (mut problems, file) = Problems::about(source, name);
    scope
        .find(&Text::new(file, name).name())
        .map_err(|problem| {
            problems.push(problem);
            problems
        })
}

/// The space that a word wants.
pub(super) fn space(table: &Table, word: &str, name: &str) -> Result<SpaceId, Problems> {
    let mut spaces = table.session.rules().board.spaces.values();
    if name.is_empty() {
        let message = format!("`{word}` wants the name of a space");
        let any = spaces.next().map_or("", |space| space.name.as_str());
        let problem = Problem::error("show/what", message);
        return Err(problem.help(format!("`{word} {any}`")).into());
    }
    find(&table.session.names().spaces, word, name)
}

/// Own units, or those of a type, a space or a power.
pub(super) fn units(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    let (rules, state, names) = {
        let session = &table.session;
        (session.rules(), session.state(), session.names())
    };
    let mut of = (None, None, None);
    for word in rest.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        if let Ok(kind) = find(&names.units, "units", word) {
            of.1 = Some(kind);
        } else if let Ok(power) = find(&names.powers, "units", word) {
            of.0 = Some(power);
        } else {
            of.2 = Some(find(&names.spaces, "units", word)?);
        }
    }
    let (owner, kind, space) = of;
    let own = table.session.pending().map(|d| d.power);
    let owner = owner.or(own.filter(|_| space.is_none()));
    let wanted = |u: &Unit| {
        owner.is_none_or(|o| o == u.owner)
            && kind.is_none_or(|k| k == u.kind)
            && space.is_none_or(|s| s == u.space)
    };
    out.say(&view::units_list(rules, state, &wanted, out.paint()));
    Ok(())
}

/// What can be bought for how much.
pub(super) fn prices(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let width = Some(out.width(100));
    out.say(&view::prices(table.session.cx(), width));
    Ok(())
}

/// What can get to a space.
pub(super) fn reach(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    let space = space(table, "reach", rest)?;
    out.say(&view::reach(table.session.cx(), space, out.paint()));
    Ok(())
}

/// Where the units of a space can get to.
pub(super) fn from(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    let space = space(table, "from", rest)?;
    out.say(&view::ways_from(table.session.cx(), space, out.paint()));
    Ok(())
}

/// Aircraft that must still come down.
pub(super) fn airborne(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let up = view::airborne(table.session.cx());
    out.say(up.as_deref().unwrap_or("no aircraft has to come down"));
    Ok(())
}

/// What a power is paid for besides its territories.
pub(super) fn objectives(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    let cx = table.session.cx();
    let power = match (rest, table.session.pending()) {
        ("", due) => due.map_or_else(|| cx.active(), |d| d.power),
        (name, _) => find(&table.session.names().powers, "objectives", name)?,
    };
    out.say(&view::objectives(cx, power, out.paint()));
    Ok(())
}

/// How far victory is.
pub(super) fn victory(table: &mut Table, _: &str, out: &mut Out) -> Told {
    out.say(&view::victories(table.session.cx(), out.paint()));
    Ok(())
}

/// What was ordered in this phase.
pub(super) fn moves(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let entries = table.session.log().entries();
    let ended = entries.iter().rposition(|entry| entry.reached.is_some());
    let since = &entries[ended.map_or(0, |nth| nth + 1)..];
    since.iter().for_each(|entry| out.say(&plain(&entry.text)));
    if since.is_empty() {
        out.say("nothing was ordered in this phase yet");
    }
    Ok(())
}

/// The battles that are to be fought as the moves stand.
pub(super) fn battles(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let session = &table.session;
    let (rules, cx) = (session.rules(), session.cx());
    let spaces = rules.board.spaces.ids().filter(|space| {
        let moving = rules.turn.phases[cx.state.phase].kind == PhaseKind::CombatMove;
        // Whom nobody attacks at sea is left alone.
        !(moving && rules.board.is_sea(*space)) || cx.sea_battle(*space)
    });
    let told = spaces.flat_map(|space| {
        let fought = [Some(SiteKind::Raid), None]
            .into_iter()
            .filter_map(move |kind| {
                let battle = session.battle_in(space, kind).ok()?;
                let [own, others] = battle
                    .setup
                    .forces
                    .each_ref()
                    .map(|f| view::force_text(rules, f));
                let name = &rules.board.spaces[space].name;
                (!battle.setup.forces[0].is_empty()).then(|| match battle.setup.target {
                    Some(_) => format!("raid on {name}: {own}"),
                    None => format!("{name}: {own} against {others}"),
                })
            });
        let mut fought: Vec<String> = fought.collect();
        fought.dedup();
        fought
    });
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => out.say("no battle is to be fought as things stand"),
        false => told.iter().for_each(|line| out.say(line)),
    }
    Ok(())
}

/// What happened last.
pub(super) fn log(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    const USUAL: usize = 40;
    let count = super::past::number(rest, USUAL, "log 100")?;
    let mut last: Vec<_> = table.session.story().events().rev().take(count).collect();
    last.reverse();
    let rules = table.session.rules();
    for event in last {
        out.say(&describe_event(rules, event, out.paint()));
    }
    Ok(())
}

/// What programs did since one's own last order, all of it.
pub(super) fn story(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let (rules, log) = (table.session.rules(), table.session.log());
    let own = |entry: &Arc<Entry>| *table.seats.of(entry.by) == Seat::Human;
    let last = log.entries().iter().rposition(own);
    let own = last.map_or(0, |last| last + 1);
    let mut told = table.session.story().after(own).peekable();
    if told.peek().is_none() {
        out.say("no program has done anything since your last order");
    }
    for event in told {
        out.say(&describe_event(rules, event, out.paint()));
    }
    Ok(())
}

/// A battle told again.
pub(super) fn battle(table: &Table, rest: &str, out: &mut Out) -> Told {
    let of = match rest {
        "" => None,
        name => Some(find(&table.session.names().spaces, "show battle", name)?),
    };
    let told = table.session.story().battle(of);
    if told.is_empty() {
        let problem = Problem::error("show/no-battle", "no such battle was fought at this table");
        return Err(problem
            .help("`show battle` tells the last one, `show battle SPACE` the last there")
            .into());
    }
    let rules = table.session.rules();
    for event in told {
        out.say(&describe_event(rules, event, out.paint()));
    }
    Ok(())
}
