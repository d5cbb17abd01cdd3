//! Who stands how to whom, on whom each power may declare war when it can next, and what would come of that.

use super::event_text;
use sandtable_kernel::{Cx, DecisionKind, Event, Order, State, foreseen, pending, tried};
use sandtable_rules::{Declaring, PowerId, PowerSet, Rules, power_name};
use schemars::JsonSchema;
use serde::Serialize;

/// How a power stands to the others.
#[derive(Serialize, JsonSchema)]
pub struct Stance<'a> {
    power: &'a str,
    at_war_with: Vec<&'a str>,
    allied_with: Vec<&'a str>,
    /// On whom it could declare war: in this phase or, as the board stands, in the next one for that.
    declarations: Vec<May<'a>>,
}

/// Whether war may be declared on a power.
#[derive(Serialize, JsonSchema)]
struct May<'a> {
    on: &'a str,
    /// Whether that is so in this very phase.
    now: bool,
    /// Why it may not be declared; none where it may.
    why: Option<String>,
    /// What a declaration would bring, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    brings: Vec<String>,
}

impl<'a> Stance<'a> {
    /// How every power stands to the others.
    pub fn all(cx: Cx<'a>) -> Vec<Self> {
        let powers = cx.rules.powers.powers.ids();
        powers.map(|power| Self::of(cx, power)).collect()
    }

    fn of(cx: Cx<'a>, power: PowerId) -> Self {
        let rules = cx.rules;
        let others = |mut set: PowerSet| {
            set.remove(power);
            names(rules, set)
        };
        let declaring = declares(cx, power);
        let may = |on: PowerId| {
            let (state, now) = declaring.as_ref()?;
            let strangers = on != power && !cx.at_war(power, on) && !cx.friends(power, on);
            strangers.then(|| May::of(cx.on(state), on, *now, power_name(rules, on)))
        };
        Self {
            power: power_name(rules, power),
            at_war_with: names(rules, cx.foes(power)),
            allied_with: others(cx.allies(power)),
            declarations: rules.powers.powers.ids().filter_map(may).collect(),
        }
    }
}

fn names(rules: &Rules, powers: PowerSet) -> Vec<&str> {
    powers.iter().map(|p| power_name(rules, p)).collect()
}

/// The game in the phase in which a power declares war: this one, or else its next one.
fn declares(cx: Cx<'_>, power: PowerId) -> Option<(State, bool)> {
    let phases = &cx.rules.turn.phases;
    let asked = || pending(cx).is_some_and(|d| matches!(d.kind, DecisionKind::Phase(_)));
    let here = phases[cx.state.phase].declaring != Declaring::Never;
    if here && power == cx.active() && asked() {
        return Some((cx.state.clone(), true));
    }
    let mut all = phases.iter();
    let (_, phase) = all.find(|(_, phase)| phase.declaring != Declaring::Never)?;
    foreseen(cx, power, phase.kind).map(|state| (state, false))
}

impl<'a> May<'a> {
    fn of(cx: Cx<'_>, on: PowerId, now: bool, name: &'a str) -> Self {
        // No die is rolled for a declaration itself; a script that rolls one is told none.
        let done = tried(cx, &Order::Declare(on));
        let named = |event: &&Event| !matches!(event, Event::Declared { .. });
        let told = |event: &Event| event_text(cx.rules, event);
        let (why, brings) = match &done {
            Ok((_, events)) => (None, events.iter().filter(named).map(told).collect()),
            Err(refusal) => (Some(refusal.sentence(cx.rules)), Vec::new()),
        };
        Self {
            on: name,
            now: now && why.is_none(),
            why,
            brings,
        }
    }
}
