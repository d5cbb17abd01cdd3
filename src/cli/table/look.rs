//! What a person can look at besides the board: units, ways, threats, prices, aims, what happened before.

use super::Table;
use super::commands::{Shown, Told, file, plain};
use crate::files::PICTURES;
use crate::map as picture;
use crate::out::Out;
use sandtable_diag::{Problem, Problems};
use sandtable_game::language::{Desk, Scope};
use sandtable_game::{Entry, Session};
use sandtable_kernel::{Event, Unit};
use sandtable_rules::{Id, PhaseKind, SiteKind, SpaceId, joined_or};
use sandtable_view as view;
use std::sync::Arc;

/// What a name stands for.
fn find<I: Id>(scope: &Scope<I>, source: &str, name: &str) -> Result<I, Problems> {
    Desk::read(|desk| scope.find(&desk.typed(source, name).name()))
}

/// The space that a word wants.
pub(super) fn space(session: &Session, word: &str, name: &str) -> Result<SpaceId, Problems> {
    let mut spaces = session.rules().board.spaces.values();
    if name.is_empty() {
        let message = format!("`{word}` wants the name of a space");
        let any = spaces.next().map_or("", |space| space.name.as_str());
        let problem = Problem::error("show/what", message);
        return Err(problem.help(format!("`{word} {any}`")).into());
    }
    find(&session.names().spaces, word, name)
}

/// Own units, or those of a type, a space or a power.
pub(super) fn units(session: &Session, rest: &str, out: &Out) -> Shown {
    let (rules, state, names) = { (session.rules(), session.state(), session.names()) };
    let mut of = (None, None, None);
    for part in rest.split(',') {
        let mut words: Vec<&str> = part.split_whitespace().collect();
        // The longest beginning that is a name, then what follows it.
        while !words.is_empty() {
            let known = (1..=words.len()).rev().find(|n| {
                let name = words[..*n].join(" ");
                if let Ok(kind) = find(&names.units, "units", &name) {
                    of.1 = Some(kind);
                } else if let Ok(power) = find(&names.powers, "units", &name) {
                    of.0 = Some(power);
                } else if let Ok(space) = find(&names.spaces, "units", &name) {
                    of.2 = Some(space);
                } else {
                    return false;
                }
                true
            });
            let Some(known) = known else {
                find(&names.spaces, "units", &words.join(" "))?;
                break;
            };
            words.drain(..known);
        }
    }
    let (owner, kind, space) = of;
    let own = session.pending().map(|d| d.power);
    let owner = owner.or(own.filter(|_| space.is_none()));
    let wanted = |u: &Unit| {
        owner.is_none_or(|o| o == u.owner)
            && kind.is_none_or(|k| k == u.kind)
            && space.is_none_or(|s| s == u.space)
    };
    Ok(view::units_list(rules, state, &wanted, out.paint()))
}

/// What can be bought for how much.
pub(super) fn prices(session: &Session, _: &str, out: &Out) -> Shown {
    Ok(view::prices(session.cx(), Some(out.width(100))))
}

/// What can get to a space.
pub(super) fn reach(session: &Session, rest: &str, out: &Out) -> Shown {
    let space = space(session, "reach", rest)?;
    Ok(view::reach(session.cx(), space, out.paint()))
}

/// Where the units of a space can get to.
pub(super) fn from(session: &Session, rest: &str, out: &Out) -> Shown {
    let space = space(session, "from", rest)?;
    Ok(view::ways_from(session.cx(), space, out.paint()))
}

/// Aircraft that must still come down.
pub(super) fn airborne(session: &Session, _: &str, _: &Out) -> Shown {
    let none = || "no aircraft has to come down".to_owned();
    Ok(view::airborne(session.cx()).unwrap_or_else(none))
}

/// What a power is paid for besides its territories.
pub(super) fn objectives(session: &Session, rest: &str, out: &Out) -> Shown {
    let cx = session.cx();
    let power = match (rest, session.pending()) {
        ("", due) => due.map_or_else(|| cx.active(), |d| d.power),
        (name, _) => find(&session.names().powers, "objectives", name)?,
    };
    Ok(view::objectives(cx, power, out.paint()))
}

/// How far victory is.
pub(super) fn victory(session: &Session, _: &str, out: &Out) -> Shown {
    Ok(view::victories(session.cx(), out.paint()))
}

/// What was ordered in this phase.
pub(super) fn moves(session: &Session, _: &str, _: &Out) -> Shown {
    let entries = session.log().entries();
    let ended = entries.iter().rposition(|entry| entry.reached.is_some());
    let since = &entries[ended.map_or(0, |nth| nth + 1)..];
    let none = "nothing was ordered in this phase yet";
    let ordered = since.iter().map(|entry| plain(&entry.text));
    Ok(joined_or(ordered, "\n", none))
}

/// The battles that are to be fought as the moves stand.
pub(super) fn battles(session: &Session, _: &str, _: &Out) -> Shown {
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
    let none = "no battle is to be fought as things stand";
    Ok(joined_or(told, "\n", none))
}

/// What happened last.
pub(super) fn log(session: &Session, rest: &str, out: &Out) -> Shown {
    const USUAL: usize = 40;
    let count = super::past::number(rest, USUAL, "log 100")?;
    let mut last: Vec<_> = session.story().events().rev().take(count).collect();
    last.reverse();
    Ok(told(session, last, out))
}

/// What programs did since one's own last order, all of it.
pub(super) fn story(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let session = &table.session;
    let log = session.log();
    let own = |entry: &Arc<Entry>| table.seats.person(entry.by).is_some();
    let last = log.entries().iter().rposition(own);
    let own = last.map_or(0, |last| last + 1);
    let mut told = session.story().after(own).peekable();
    if told.peek().is_none() {
        out.say("no program has done anything since your last order");
    }
    out.events(session, told, false);
    Ok(())
}

/// A battle told again.
pub(super) fn battle(session: &Session, rest: &str, out: &Out) -> Shown {
    let of = match rest {
        "" => None,
        name => Some(find(&session.names().spaces, "show battle", name)?),
    };
    let told = session.story().battle(of);
    if told.is_empty() {
        let problem = Problem::error("show/no-battle", "no such battle was fought at this table");
        let help = "`show battle` tells the last one, `show battle SPACE` the last there";
        return Err(problem.help(help).into());
    }
    Ok(self::told(session, told, out))
}

/// What happened, line by line.
fn told(session: &Session, events: Vec<&Event>, out: &Out) -> String {
    let rules = session.rules();
    let lines = events.iter();
    let lines = lines.map(|event| view::describe_event(rules, event, out.paint()));
    joined_or(lines, "\n", "")
}

/// What was ordered last.
pub(super) fn history(session: &Session, rest: &str, _: &Out) -> Shown {
    const USUAL: usize = 20;
    let count = super::past::number(rest, USUAL, "history 50")?;
    let rules = session.rules();
    let entries = session.log().entries();
    let last = entries[entries.len().saturating_sub(count)..].iter();
    let last = last.map(|entry| {
        let told = entry.deed.told(&plain(&entry.text));
        format!("{}: {told}", rules.powers[entry.by].name)
    });
    Ok(joined_or(last, "\n", "nothing was ordered yet"))
}

/// How the powers stand.
pub(super) fn board(session: &Session, _: &str, out: &Out) -> Shown {
    Ok(out.position(session))
}

/// Draws the board.
pub(super) fn map(session: &Session, rest: &str, out: &Out) -> Shown {
    if rest.is_empty() {
        return board(session, rest, out);
    }
    let (rules, state) = (session.rules(), session.state());
    let (path, force) = file(rest);
    picture::write(rules, state, path, &PICTURES.or_forced(force))?;
    Ok("written".to_owned())
}

/// What is in a space, or how a battle went.
pub(super) fn show(session: &Session, rest: &str, out: &Out) -> Shown {
    let (word, place) = rest.split_once(' ').unwrap_or((rest, ""));
    if word.eq_ignore_ascii_case("battle") {
        return battle(session, place.trim(), out);
    }
    let space = space(session, "show", rest)?;
    let (rules, state) = (session.rules(), session.state());
    Ok(view::space_report(rules, state, space, out.paint()))
}

/// More legal orders than this are only counted.
const LISTED: usize = 60;

/// The orders that may be given.
pub(super) fn legal(session: &Session, word: &str, _: &Out) -> Shown {
    let word = plain(&word.to_lowercase());
    let orders = session.legal();
    let mut texts = orders.iter().map(|order| plain(&session.print(order)));
    // A word is looked for where words begin: `land` is not in `Islands`.
    let fits = |text: &String| {
        let text = text.to_lowercase();
        let begins = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
        text.match_indices(&*word).any(|(at, _)| begins(at))
    };
    let mut lines: Vec<String> = texts.by_ref().filter(fits).take(LISTED).collect();
    let more = if word.is_empty() {
        orders.len() - lines.len()
    } else {
        texts.filter(fits).count()
    };
    if more > 0 {
        lines.push(format!(
            "… and {more} more; `legal WORD` lists those with the word in them"
        ));
    }
    Ok(joined_or(lines, "\n", "no such order"))
}
