//! Objectives and ways to win: whether they are met as the board stands, and what they lack.

use super::Paint;
use super::names::{list, power_name, side_name, space_name, units};
use crate::kernel::Cx;
use crate::rules::{Cmp, Cond, Id, PowerId, PowerSet, SpaceId, SpaceSet, Who};

/// The objectives of a power, each with what it pays and what it lacks.
pub fn objectives(cx: Cx<'_>, power: PowerId, paint: Paint) -> String {
    let (rules, state) = (cx.rules, cx.state);
    let all = rules
        .acts
        .objectives
        .iter()
        .filter(|(_, o)| o.power == power);
    let lines = all.map(|(id, objective)| {
        let spent = objective.once && state.objectives_spent.is_spent(id.index());
        let now = match spent {
            true => "has paid, and pays once".to_owned(),
            false => told(cx, &objective.when, power, "pays as the board stands"),
        };
        let (name, gains) = (paint.bold(&objective.name), objective.gains);
        format!("{name} ({gains} {}): {now}", rules.economy.currency)
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => format!("{} has no objectives", power_name(rules, power)),
        false => lines.join("\n"),
    }
}

/// The ways to win, each with what it lacks.
pub fn victories(cx: Cx<'_>, paint: Paint) -> String {
    let rules = cx.rules;
    let lines = rules.acts.victories.iter().map(|victory| {
        let side = side_name(rules, victory.side.index());
        let mut members = rules.turn.order.iter().copied();
        let seen_by = members.find(|p| rules.powers[*p].side == Some(victory.side));
        let seen_by = seen_by.unwrap_or_else(|| cx.active());
        let now = told(cx, &victory.when, seen_by, "met as the board stands");
        format!("{} ({side}): {now}", paint.bold(&victory.name))
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => "the pack names no way to win".to_owned(),
        false => lines.join("\n"),
    }
}

fn told(cx: Cx<'_>, cond: &Cond, me: PowerId, met: &str) -> String {
    match lacks(cx, cond, me).join("; ") {
        none if none.is_empty() => met.to_owned(),
        lacking => format!("lacks {lacking}"),
    }
}

/// What a condition lacks to hold; nothing where it holds.
fn lacks(cx: Cx<'_>, cond: &Cond, me: PowerId) -> Vec<String> {
    if cx.holds(cond, me) {
        return Vec::new();
    }
    match cond {
        Cond::All(all) => all.iter().flat_map(|part| lacks(cx, part, me)).collect(),
        Cond::Any(any) => {
            let ways = any.iter().map(|part| lacks(cx, part, me).join(" and "));
            vec![list(&ways.collect::<Vec<_>>(), "or")]
        }
        Cond::Controls {
            who,
            spaces,
            at_least,
        } => {
            let who = cx.who(who, me);
            let have = |s: SpaceId| cx.state.owner(s).is_some_and(|o| who.has(o));
            vec![spaces_lacking(cx, *spaces, *at_least, &have)]
        }
        Cond::Took {
            who,
            spaces,
            at_least,
        } => {
            let who = cx.who(who, me);
            let held = |owner: Option<PowerId>| owner.is_some_and(|o| who.has(o));
            let took = |s: SpaceId| held(cx.state.owner(s)) && !held(cx.state.start_owner(s));
            let lacking = spaces_lacking(cx, *spaces, *at_least, &took);
            vec![format!("{lacking}, taken this turn")]
        }
        Cond::Present {
            who,
            units: kinds,
            spaces,
            at_least,
        } => {
            let who = cx.who(who, me);
            let here = cx
                .state
                .all()
                .filter(|(_, u)| kinds.has(u.kind) && spaces.has(u.space) && who.has(u.owner));
            let more = usize::from(*at_least).saturating_sub(here.count());
            let (kinds, places) = (units(cx.rules, *kinds, "or"), named(cx, *spaces));
            vec![format!(
                "{more} more {kinds} of {} in {places}",
                powers(cx, who, "or")
            )]
        }
        Cond::AtWar(a, b) => vec![format!(
            "war of {} with {}",
            meant(cx, a, me),
            meant(cx, b, me)
        )],
        Cond::Round(cmp, n) => vec![format!(
            "a round {} {n} (it is {})",
            words(*cmp),
            cx.state.round
        )],
        Cond::OnTurn(who) => vec![format!("a turn of {}", powers(cx, *who, "or"))],
        Cond::InPhase(kind) => vec![format!("the phase {}", kind.words())],
        Cond::Has(who, advance) => {
            let advance = &cx.rules.advances.names[*advance];
            vec![format!("{advance} of {}", meant(cx, who, me))]
        }
        Cond::Counter(id, cmp, n) => {
            let (name, now) = (&cx.rules.counters[*id].name, cx.state.counter(*id));
            vec![format!("{name} {} {n} (it is {now})", words(*cmp))]
        }
        Cond::Held(clock, turns) => {
            let lasting = lacks(cx, &cx.rules.clocks[*clock].cond, me);
            let now = cx.state.clock(*clock);
            let what = match lasting.is_empty() {
                true => "it".to_owned(),
                false => lasting.join("; "),
            };
            vec![format!("{what}, for {turns} turns on end (so far {now})")]
        }
        Cond::HoldsCapital(who) => vec![format!("the capital of {}", meant(cx, who, me))],
        Cond::Script(id) => vec![format!(
            "what the special rule “{}” asks for",
            cx.rules.specials[*id].name
        )],
        Cond::Not(not) => vec![format!("an end of what is so: {}", so(cx, not, me))],
        // It always holds.
        Cond::Always => Vec::new(),
    }
}

/// What is so, of a condition that must not hold.
fn so(cx: Cx<'_>, cond: &Cond, me: PowerId) -> String {
    let parts = |all: &[Cond], word: &str| {
        let holding = all.iter().filter(|part| cx.holds(part, me));
        list(
            &holding.map(|part| so(cx, part, me)).collect::<Vec<_>>(),
            word,
        )
    };
    match cond {
        Cond::All(all) => parts(all, "and"),
        Cond::Any(any) => parts(any, "or"),
        Cond::Controls { who, spaces, .. } | Cond::Took { who, spaces, .. } => {
            let who = cx.who(who, me);
            let theirs = |s: &SpaceId| cx.state.owner(*s).is_some_and(|o| who.has(o));
            let held: SpaceSet = spaces.iter().filter(theirs).collect();
            format!("{} held by {}", named(cx, held), powers(cx, who, "or"))
        }
        Cond::Present {
            who,
            units: kinds,
            spaces,
            ..
        } => {
            let (kinds, places) = (units(cx.rules, *kinds, "or"), named(cx, *spaces));
            format!("{kinds} of {} in {places}", meant(cx, who, me))
        }
        Cond::AtWar(a, b) => format!("war of {} with {}", meant(cx, a, me), meant(cx, b, me)),
        Cond::Round(..) => format!("round {}", cx.state.round),
        Cond::OnTurn(_) => format!("a turn of {}", power_name(cx.rules, cx.active())),
        Cond::InPhase(kind) => format!("the phase {}", kind.words()),
        Cond::Has(who, advance) => {
            format!(
                "{} of {}",
                cx.rules.advances.names[*advance],
                meant(cx, who, me)
            )
        }
        Cond::Counter(id, ..) => {
            format!("{} {}", cx.rules.counters[*id].name, cx.state.counter(*id))
        }
        Cond::Held(_, turns) => format!("what has lasted {turns} turns"),
        Cond::HoldsCapital(who) => format!("{} holds its capital", meant(cx, who, me)),
        Cond::Script(id) => format!(
            "what the special rule “{}” says",
            cx.rules.specials[*id].name
        ),
        Cond::Not(not) => list(&lacks(cx, not, me), "and"),
        Cond::Always => "always".to_owned(),
    }
}

/// The spaces that are missing, and how many of them are wanted.
fn spaces_lacking(
    cx: Cx<'_>,
    spaces: SpaceSet,
    at_least: u16,
    have: &dyn Fn(SpaceId) -> bool,
) -> String {
    let others: SpaceSet = spaces.iter().filter(|s| !have(*s)).collect();
    let held = spaces.iter().count() - others.iter().count();
    let more = usize::from(at_least).saturating_sub(held);
    match more == others.iter().count() {
        true => named(cx, others),
        false => format!("{more} more of {}", named(cx, others)),
    }
}

fn named(cx: Cx<'_>, spaces: SpaceSet) -> String {
    let names = spaces.iter().map(|s| space_name(cx.rules, s));
    list(&names.collect::<Vec<_>>(), "and")
}

fn powers(cx: Cx<'_>, who: PowerSet, word: &str) -> String {
    let names = who.iter().map(|p| power_name(cx.rules, p));
    list(&names.collect::<Vec<_>>(), word)
}

fn meant(cx: Cx<'_>, who: &Who, me: PowerId) -> String {
    powers(cx, cx.who(who, me), "or")
}

fn words(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Less => "below",
        Cmp::AtMost => "of at most",
        Cmp::Equal => "of",
        Cmp::AtLeast => "of at least",
        Cmp::More => "above",
    }
}
