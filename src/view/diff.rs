//! Two editions rule by rule: what every rule says in words, by name, and where the words differ.

mod battles;

use super::names::{self, value};
use super::sheet;
use super::words::{Words, may, phase_kind, relation_word};
use crate::rules::{Action, Param, PowerId, Rules, Site, SpaceFilter, UnitType};
use std::collections::BTreeMap;

/// Something one edition says otherwise than another, or only one of them says.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Change {
    /// What kind of rule it is: "unit", "objective".
    pub kind: &'static str,
    /// What the rule is called.
    pub name: String,
    /// Which part of it; empty where the rule is one.
    pub fact: String,
    /// What the first edition says, if it says anything.
    pub before: Option<String>,
    /// What the second says, if it says anything.
    pub after: Option<String>,
}

impl Change {
    /// The change as a line.
    pub fn words(&self) -> String {
        let name = if self.name.is_empty() {
            String::new()
        } else {
            format!(" {}", self.name)
        };
        let fact = if self.fact.is_empty() {
            String::new()
        } else {
            format!(" {}", self.fact)
        };
        let what = format!("{}{name}:{fact}", self.kind);
        match (&self.before, &self.after) {
            // What is either there or not has no value of its own.
            (None, Some(now)) if now.is_empty() => format!("{what}, which is new"),
            (Some(was), None) if was.is_empty() => format!("{what}, no longer"),
            (Some(was), Some(now)) => format!("{what} {now} instead of {was}"),
            (None, Some(now)) => format!("{what} {now}, which is new"),
            (Some(was), None) => format!("{what} no longer: {was}"),
            (None, None) => what,
        }
    }
}

/// What the second edition changes against the first, kind by kind.
pub fn diff(a: &Rules, b: &Rules) -> Vec<Change> {
    let (before, after) = (Said::of(a), Said::of(b));
    let mut keys: Vec<&Key> = before.all.keys().chain(after.all.keys()).collect();
    keys.sort();
    keys.dedup();
    let mut changes: Vec<Change> = Vec::new();
    for key in keys {
        let (was, now) = (before.all.get(key), after.all.get(key));
        let (at, name, fact) = key;
        if was == now {
            continue;
        }
        let (old, mut new) = (before.whole(*at, name), after.whole(*at, name));
        // Where something new stands is worth knowing, where something lost stood is not.
        if let (None, Some(text), Some((_, place))) =
            (&old, &mut new, after.whole.get(&(KINDS[*at], name.clone())))
        {
            text.push_str(place);
        }
        let (kind, name) = (KINDS[*at], name.clone());
        // What only one of them has is told once, not fact by fact.
        let change = match (&old, &new) {
            (None, _) | (_, None) if !name.is_empty() => Change {
                kind,
                name,
                fact: String::new(),
                before: old,
                after: new,
            },
            _ => Change {
                kind,
                name,
                fact: fact.clone(),
                before: was.cloned(),
                after: now.cloned(),
            },
        };
        if changes.last() != Some(&change) {
            changes.push(change);
        }
    }
    paired(&mut changes);
    changes.extend(orders(&before, &after));
    changes.sort_by_key(|c| KINDS.iter().position(|k| *k == c.kind));
    changes
}

/// An ability of a unit type that is new or no longer there: the word it begins with, and the rest.
fn ability(change: &Change) -> Option<(&str, &str)> {
    let bare = [&change.before, &change.after]
        .into_iter()
        .flatten()
        .all(String::is_empty);
    change
        .fact
        .split_once(' ')
        .filter(|_| change.kind == "unit" && bare)
}

/// Where an ability makes way for another one that begins with the same word, that is one change.
fn paired(changes: &mut Vec<Change>) {
    let mut at = 0;
    while at < changes.len() {
        let of = |c: &Change| ability(c).map(|(word, _)| (c.name.clone(), word.to_owned()));
        let mine = of(&changes[at]);
        let others: Vec<usize> = (0..changes.len())
            .filter(|i| *i != at && mine.is_some() && of(&changes[*i]) == mine)
            .collect();
        if let ([other], Some((name, word))) = (&others[..], mine)
            && changes[at].after.is_some() != changes[*other].after.is_some()
        {
            let rest = |c: &Change| ability(c).map(|(_, rest)| rest.to_owned());
            let (lost, new) = if changes[at].after.is_some() {
                (*other, at)
            } else {
                (at, *other)
            };
            let (before, after) = (rest(&changes[lost]), rest(&changes[new]));
            changes[at] = Change {
                kind: "unit",
                name,
                fact: word,
                before,
                after,
            };
            changes.remove(*other);
        }
        at += 1;
    }
}

/// Where what both have comes in another order.
fn orders(before: &Said, after: &Said) -> Vec<Change> {
    let mut changes = Vec::new();
    for ((kind, name, fact), was) in &before.orders {
        let Some(now) = after.orders.get(&(kind, name.clone(), fact.clone())) else {
            continue;
        };
        let both = |list: &[String], other: &[String]| {
            list.iter()
                .filter(|l| other.contains(l))
                .cloned()
                .collect::<Vec<_>>()
        };
        if both(was, now) != both(now, was) {
            let (before, after) = (Some(was.join(", ")), Some(now.join(", ")));
            changes.push(Change {
                kind,
                name: name.clone(),
                fact: fact.clone(),
                before,
                after,
            });
        }
    }
    changes
}

/// The kinds of rules in the order in which they are told.
const KINDS: &[&str] = &[
    "power",
    "turn",
    "relation",
    "unit",
    "space",
    "canal",
    "set-up",
    "purchase",
    "placement",
    "permission",
    "declaration of war",
    "movement",
    "capture",
    "battle",
    "modifier",
    "objective",
    "trigger",
    "victory",
    "script",
];

/// A rule: its kind, its name, and which part of it.
type Key = (usize, String, String);

/// Everything an edition says, in words.
#[derive(Default)]
struct Said {
    all: BTreeMap<Key, String>,
    /// A rule in one sentence, by kind and name, where its facts do not read well in a row.
    /// Where it stands among others comes second.
    whole: BTreeMap<(&'static str, String), (String, String)>,
    /// What comes in an order: kind, name, fact.
    orders: BTreeMap<(&'static str, String, String), Vec<String>>,
}

impl Said {
    fn of(rules: &Rules) -> Self {
        let mut said = Self::default();
        said.powers(rules);
        said.turn(rules);
        rules.units.types.values().for_each(|t| said.unit(rules, t));
        said.spaces(rules);
        said.setup(rules);
        said.economy(rules);
        said.permissions(rules);
        said.movement(rules);
        said.battles(rules);
        said.acts(rules);
        said.scripts(rules);
        said
    }

    /// Everything said of a rule, if there is one of this name.
    fn whole(&self, kind: usize, name: &str) -> Option<String> {
        if let Some((text, _)) = self.whole.get(&(KINDS[kind], name.to_owned())) {
            return Some(text.clone());
        }
        let facts = self
            .all
            .range((kind, name.to_owned(), String::new())..)
            .take_while(|((k, n, _), _)| *k == kind && n == name);
        let facts: Vec<String> = facts
            .map(|((_, _, fact), text)| format!("{fact} {text}").trim().to_owned())
            .collect();
        (!facts.is_empty()).then(|| {
            facts
                .into_iter()
                .filter(|f| !f.is_empty())
                .collect::<Vec<_>>()
                .join(", ")
        })
    }

    fn say(
        &mut self,
        kind: &'static str,
        name: impl Into<String>,
        fact: impl Into<String>,
        text: impl Into<String>,
    ) {
        let at = KINDS.iter().position(|k| *k == kind).unwrap_or(0);
        self.all.insert((at, name.into(), fact.into()), text.into());
    }

    fn powers(&mut self, rules: &Rules) {
        for (id, power) in rules.powers.powers.iter() {
            let side = power
                .side
                .and_then(|s| rules.powers.sides.iter().find(|(i, _)| *i == s))
                .map_or("no side", |(_, n)| n);
            self.say("power", &power.name, "is of", side);
            self.say(
                "power",
                &power.name,
                "turns",
                if power.plays { "of its own" } else { "none" },
            );
            for economy in power.economies.iter().map(|e| &rules.powers.economies[*e]) {
                self.say(
                    "power",
                    &economy.name,
                    "treasury at the start",
                    economy.treasury.to_string(),
                );
                if let Some(capital) = economy.capital {
                    self.say(
                        "power",
                        &economy.name,
                        "capital",
                        names::space_name(rules, capital),
                    );
                }
            }
            for (other, o) in rules.powers.powers.iter().filter(|(o, _)| *o > id) {
                let stand = rules.powers.relations[rules.powers.pair(id, other)];
                let mut pair = [power.name.as_str(), o.name.as_str()];
                pair.sort_unstable();
                self.say("relation", pair.join(" and "), "", relation_word(stand));
            }
        }
        for set in &rules.politics.as_one {
            self.say(
                "declaration of war",
                names::powers(rules, *set, "and"),
                "are one for politics",
                "",
            );
        }
        for g in &rules.politics.guardianships {
            let when = Words::about(rules, "the guardian").given("while", &g.when);
            let by = format!(
                "looked after by {}{when}",
                names::powers(rules, g.guardians, "and")
            );
            self.say("power", names::power_name(rules, g.ward), by, "");
        }
    }

    fn turn(&mut self, rules: &Rules) {
        let order: Vec<&str> = rules
            .turn
            .order
            .iter()
            .map(|p| names::power_name(rules, *p))
            .collect();
        self.say("turn", "order of play", "", order.join(", "));
        self.say(
            "turn",
            "first round",
            "",
            rules.setup.first_round.to_string(),
        );
        let phases: Vec<String> = rules.turn.phases.values().map(|p| p.name.clone()).collect();
        for (nth, phase) in rules.turn.phases.values().enumerate() {
            let skip = Words::about(rules, "the power on turn").cond(&phase.skip);
            let name = format!("phase {}", phase.name);
            let place = if nth == 0 {
                ", first of all".to_owned()
            } else {
                format!(", after {}", phases[nth - 1])
            };
            let text = format!("{}, skipped when: {skip}", phase_kind(phase.kind));
            self.whole.insert(("turn", name.clone()), (text, place));
            self.say("turn", &name, "does", phase_kind(phase.kind));
            self.say("turn", name, "skipped when:", skip);
        }
        self.orders.insert(
            ("turn", String::new(), "order of phases:".to_owned()),
            phases,
        );
    }

    fn unit(&mut self, rules: &Rules, t: &UnitType) {
        let mut fact = |fact: &str, text: String| self.say("unit", &t.name, fact, text);
        fact("domain", sheet::domain(t.domain).to_owned());
        if let Some(cost) = t.cost {
            fact("costs", cost.to_string());
        }
        fact("moves", t.moves.to_string());
        fact("hits", t.hits.to_string());
        for (attr, name) in rules
            .units
            .attrs
            .iter()
            .filter(|(a, _)| t.values[*a].0 != 0)
        {
            fact(name, value(t.values[attr]));
        }
        if let Some((id, _)) = rules.units.types.iter().find(|(_, u)| u.name == t.name) {
            for ability in sheet::abilities(rules, id) {
                fact(&ability, String::new());
            }
        }
    }

    fn spaces(&mut self, rules: &Rules) {
        let power = |p: Option<PowerId>| p.map(|p| names::power_name(rules, p).to_owned());
        for (id, s) in rules.board.spaces.iter() {
            let mut fact = |fact: &str, text: Option<String>| {
                if let Some(text) = text {
                    self.say("space", &s.name, fact, text);
                }
            };
            fact("", Some(String::new()));
            fact("worth", (s.income > 0).then(|| s.income.to_string()));
            fact("held at the start by", power(s.start));
            fact("first of", power(s.original));
            fact("capital of", power(s.capital_of));
            fact("victory city", s.city.clone());
            fact("closed", s.closed.then(String::new));
            fact("militia", (s.militia > 0).then(|| s.militia.to_string()));
            for (tag, name) in rules.board.tags.iter().filter(|(t, _)| s.tags.has(*t)) {
                let _ = tag;
                fact(&format!("marked {name}"), Some(String::new()));
            }
            for other in s.borders.iter().filter(|o| **o > id) {
                fact(
                    &format!("borders {}", names::space_name(rules, *other)),
                    Some(String::new()),
                );
            }
        }
        for gate in &rules.board.gates {
            let [a, b] = gate.joins.map(|s| names::space_name(rules, s));
            let held = names::spaces(rules, gate.held, "and", 24);
            let movers = names::units(rules, gate.movers, "and");
            self.say(
                "canal",
                &gate.name,
                "",
                format!("from {a} to {b} for {movers}, open to holders of {held}"),
            );
        }
    }

    fn setup(&mut self, rules: &Rules) {
        for units in &rules.setup.units {
            let place = format!(
                "{} in {}",
                names::power_name(rules, units.owner),
                names::space_name(rules, units.space)
            );
            let damage = if units.damage > 0 {
                format!(" with damage {}", units.damage)
            } else {
                String::new()
            };
            self.say(
                "set-up",
                place,
                format!("{}{damage}", names::unit_name(rules, units.kind)),
                units.count.to_string(),
            );
        }
    }

    fn economy(&mut self, rules: &Rules) {
        let powers = |set| names::powers(rules, set, "and");
        let units = |set| names::units(rules, set, "and");
        for p in &rules.economy.purchases {
            let when = Words::about(rules, "the buyer").given("while", &p.when);
            self.say(
                "purchase",
                powers(p.by),
                format!("{} buy {}{when}", may(p.verdict), units(p.units)),
                "",
            );
        }
        for p in &rules.economy.placements {
            let site = match &p.site {
                Site::Producer => "at producers".to_owned(),
                Site::Own(filter) => {
                    format!("in {}", Words::about(rules, "the power").filter(filter))
                }
            };
            self.say(
                "placement",
                powers(p.by),
                format!("place {} {site}", units(p.units)),
                "",
            );
        }
        for t in rules.units.types.values() {
            if let Some(facility) = t.facility.as_ref().filter(|f| f.site != SpaceFilter::Any) {
                self.say(
                    "placement",
                    &t.name,
                    "may be built in",
                    Words::about(rules, "the builder").filter(&facility.site),
                );
            }
        }
        let e = &rules.economy;
        self.say(
            "capture",
            "a capital yields its treasury",
            "",
            if e.capital_yields_treasury {
                "yes"
            } else {
                "no"
            },
        );
        self.say("capture", "no liberation of", "", powers(e.no_liberation));
        self.say(
            "capture",
            "always liberated",
            "",
            powers(e.always_liberated),
        );
        self.say(
            "capture",
            "never liberated",
            "",
            names::spaces(rules, e.kept_spaces, "and", 64),
        );
    }

    fn permissions(&mut self, rules: &Rules) {
        let who = |set| names::powers(rules, set, "and");
        let words = Words::about(rules, "the mover");
        for p in &rules.movement.permissions {
            let when = words.given("while", &p.when);
            let kinds = names::units(rules, p.units, "and");
            let text = format!(
                "{} {} {} with {kinds}{when}",
                may(p.verdict),
                action(p.action),
                words.filter(&p.spaces)
            );
            self.say("permission", who(p.powers), text, "");
        }
        for d in &rules.politics.declarations {
            let when = Words::about(rules, "the declaring power").given("while", &d.when);
            self.say(
                "declaration of war",
                who(d.by),
                format!("{} declare it on {}{when}", may(d.verdict), who(d.on)),
                "",
            );
        }
    }

    fn movement(&mut self, rules: &Rules) {
        let m = &rules.movement;
        let units = |set| names::units(rules, set, "and");
        self.say(
            "movement",
            "zones are hostile with",
            "",
            units(m.hostile_zone),
        );
        self.say("movement", "attackers may ignore", "", units(m.ignorable));
        self.say(
            "movement",
            "loading is barred by",
            "",
            units(m.load_barred_by),
        );
        self.say(
            "movement",
            "unloading is barred by",
            "",
            units(m.unload_barred_by),
        );
        self.say(
            "movement",
            "aircraft land on allied decks",
            "",
            if m.allied_decks { "yes" } else { "no" },
        );
        self.say(
            "movement",
            "aircraft land on new decks",
            "",
            if m.new_decks { "yes" } else { "no" },
        );
        self.say(
            "movement",
            "stranded aircraft go",
            "",
            m.stranded_range.to_string(),
        );
        for s in &m.passing_shots {
            let attr = rules
                .units
                .attrs
                .iter()
                .find(|(a, _)| *a == s.value)
                .map_or("?", |(_, n)| n);
            let text = format!(
                "at {attr} on {} unless escorted by {}",
                units(s.targets),
                units(s.escorts)
            );
            self.say(
                "movement",
                format!("passing shots by {}", units(s.shooters)),
                text,
                "",
            );
        }
    }

    fn acts(&mut self, rules: &Rules) {
        for o in rules.acts.objectives.values() {
            let owner = names::power_name(rules, o.power);
            let mut fact = |fact: &str, text: String| self.say("objective", &o.name, fact, text);
            fact("of", owner.to_owned());
            fact(
                "pays",
                format!(
                    "{} {}",
                    o.gains,
                    if o.once { "once a game" } else { "every turn" }
                ),
            );
            fact("when", Words::about(rules, owner).cond(&o.when));
        }
        for t in rules.acts.triggers.values() {
            let text = sheet::trigger(rules, t);
            let text = text.split_once('\n').map_or("", |(_, rest)| rest.trim());
            let once = if t.once { " (once a game)" } else { "" };
            self.say("trigger", &t.name, "", format!("{text}{once}"));
        }
        for v in &rules.acts.victories {
            let words = Words::about(rules, "the power on turn");
            let side = rules
                .powers
                .sides
                .iter()
                .find(|(s, _)| *s == v.side)
                .map_or("", |(_, n)| n);
            self.say(
                "victory",
                &v.name,
                "",
                format!("{side}, {}: {}", words.when(&v.at), words.cond(&v.when)),
            );
        }
        // What a script counts for itself is its own business.
        let inside = |name: &str| {
            rules.specials.values().any(|s| {
                name.strip_prefix(&*s.name)
                    .is_some_and(|n| n.starts_with('/'))
            })
        };
        for counter in rules.counters.values().filter(|c| !inside(&c.name)) {
            self.say(
                "trigger",
                format!("counter {}", counter.name),
                "starts at",
                counter.start.to_string(),
            );
        }
    }

    fn scripts(&mut self, rules: &Rules) {
        for special in rules.specials.values() {
            self.say("script", &special.name, "", "");
            for (name, param) in &special.params {
                self.say("script", &special.name, name, param_words(rules, param));
            }
        }
    }
}

/// The value of a parameter in words.
pub(super) fn param_words(rules: &Rules, param: &Param) -> String {
    match param {
        Param::Number(n) => n.to_string(),
        Param::Flag(yes) => (if *yes { "yes" } else { "no" }).to_owned(),
        Param::Text(text) => text.clone(),
        Param::Spaces(set) => names::spaces(rules, *set, "and", 64),
        Param::Powers(set) => names::powers(rules, *set, "and"),
        Param::Units(set) => names::units(rules, *set, "and"),
    }
}

fn action(action: Action) -> &'static str {
    match action {
        Action::Enter => "enter",
        Action::Fly => "fly over",
        Action::Attack => "attack",
        Action::Load => "load in",
        Action::LoadBeforeSailing => "load before sailing in",
        Action::Board => "go aboard others' ships in",
        Action::UseFacility => "use facilities in",
        Action::Repair => "repair in",
    }
}
