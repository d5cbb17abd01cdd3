//! What a program tells of its thinking, in words.

use super::named::order_json;
use super::names::percent;
use super::odds::force_text;
use sandtable_ai::{
    Account, Campaign, Invasion, Level, Means, PROGRAMS, Stance, advise, program, written,
};
use sandtable_game::Session;
use sandtable_rules::{Rules, joined_or};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// In a few lines.
pub fn account_lines(rules: &Rules, account: &Account) -> Vec<String> {
    let name = |space| rules.board.spaces[space].name.as_str();
    let power = &rules.powers[account.power].name;
    let chosen = stance_words(rules, &account.chosen);
    let mut lines = vec![format!("{power}, {}: {chosen}", account.phase.words())];
    if let [(usual, worth), others @ ..] = &account.tried[..] {
        let others = others.iter();
        let tried = others.map(|(s, w)| format!("{} {:+.0}", stance_words(rules, s), w - worth));
        let (tried, turns) = (joined_or(tried, "; ", "nothing else"), account.turns);
        let usual = stance_words(rules, usual);
        lines.push(format!(
            "  tried by playing {turns} turns on, in IPC compared with {usual} (what may be chance is not taken): {tried}"
        ));
    }
    for clash in &account.battles {
        let [attackers, defenders] = clash.forces.each_ref().map(|f| force_text(rules, f));
        let ([own, theirs], chance) = (clash.lost, percent(clash.chance));
        let space = name(clash.space);
        lines.push(format!(
            "  attacks {space}: {attackers} against {defenders}, {chance} to win; about {own:.0} IPC lost for {theirs:.0}"
        ));
    }
    for raid in &account.raids {
        let (flight, what) = (
            force_text(rules, &raid.flight),
            &rules.units[raid.facility].name,
        );
        lines.push(format!(
            "  raids the {what} in {}: {flight}, {:.1} IPC of damage to expect",
            name(raid.space),
            raid.damage
        ));
    }
    if let Some(invasion) = &account.invasion {
        lines.push(format!("  {}", invasion_words(rules, invasion)));
    } else if let Some(campaign) = account.campaign.filter(Campaign::foreseen) {
        let (space, when) = (name(campaign.target), when_words(campaign.turns));
        // What was settled to be bought has been said already, and what is saved for comes next.
        let told = account.chosen.means.is_some() || account.saved.is_some();
        let buys = match told {
            true => String::new(),
            false => format!(": money for it goes into {}", means_words(campaign.means)),
        };
        lines.push(format!("  a landing in {space} should win {when}{buys}"));
    }
    if let (Some(zone), None) = (account.saved, &account.invasion) {
        let zone = name(zone);
        lines.push(format!("  saves money for warships to guard {zone}"));
    }
    for fear in &account.fears {
        let chance = percent(fear.chance);
        let space = name(fear.space);
        lines.push(format!(
            "  fears for {space}: lost in {chance} if all comes that can"
        ));
    }
    lines
}

/// What a landing in one go lacks.
fn invasion_words(rules: &Rules, invasion: &Invasion) -> String {
    let space = &rules.board.spaces[invasion.target].name;
    let (due, later) = (&invasion.due, &invasion.later);
    let nothing = (due.is_empty(), later.is_empty());
    let [due, later] = [due, later].map(|units| force_text(rules, units));
    let when = when_words(invasion.turns + 1);
    let what = match nothing {
        (true, true) => "is ready".to_owned(),
        (false, true) => format!("should win {when}: money goes into {due}"),
        (true, false) => format!("should win {when}: money is saved for {later}"),
        (false, false) => {
            format!("should win {when}: money goes into {due}, and is saved for {later}")
        }
    };
    let roads = invasion
        .harbour
        .roads
        .map(|zone| &rules.board.spaces[zone].name);
    let way = roads.map_or_else(String::new, |zone| format!(" by way of {zone}"));
    format!("a landing in {space} in one go{way} {what}")
}

/// After how many turns something should come about.
fn when_words(turns: u8) -> String {
    match turns {
        0 => "now".to_owned(),
        1 => "next turn".to_owned(),
        more => format!("in {more} turns"),
    }
}

/// What money goes into.
fn means_words(means: Means) -> &'static str {
    match means {
        Means::Lift => "transports and men",
        Means::Air => "aircraft",
        Means::Both => "transports, men and aircraft",
        Means::Fleet => "warships",
        Means::Men => "men who walk",
    }
}

/// How a turn is meant to be played.
fn stance_words(rules: &Rules, stance: &Stance) -> String {
    let usual = Stance::default();
    let mut words = Vec::new();
    if stance.caution < usual.caution {
        words.push("boldly".to_owned());
    }
    if stance.caution > usual.caution {
        words.push("carefully".to_owned());
    }
    let name = |space| rules.board.spaces[space].name.as_str();
    let bound = stance.aim.map(name);
    words.extend(bound.map(|aim| format!("ships bound for {aim}")));
    let buying = stance.means.map(means_words);
    words.extend(buying.map(|means| format!("money into {means}")));
    let spared = stance.spared.iter().map(|s| format!("without {}", name(s)));
    words.extend(spared);
    joined_or(words, ", ", "as usual")
}

/// What a program would do in a player's place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Hint {
    /// Its orders for the phase, or its answer, in the order language.
    pub orders: Vec<String>,
    /// What it means to order in its JSON form: ways can be drawn of that.
    pub forms: Vec<Value>,
    /// How it came to them.
    pub why: Vec<String>,
}

impl Hint {
    /// For what a game waits for; nothing once it is over.
    pub fn of(session: &Session) -> Self {
        let Some(decision) = session.pending() else {
            return Self::default();
        };
        let cx = session.cx();
        let form = |order| order_json(cx.rules, order);
        if let Some(account) = advise(cx, &decision, Level::NORMAL) {
            return Self {
                orders: written(session, &account.orders),
                forms: account.orders.iter().map(form).collect(),
                why: account_lines(cx.rules, &account),
            };
        }
        let mut player = program(PROGRAMS[0], session.seed(), 0);
        let order = player.answer(cx.rules, cx.state, cx.hooks, &decision);
        Self {
            orders: vec![session.print(&order)],
            forms: vec![form(&order)],
            why: Vec::new(),
        }
    }
}
