//! The dice that were rolled last: the sentence of the pack behind them, the values with what
//! changed them, and the printed rules that are named beside it.

use super::{Paint, explain_rules};
use crate::names::{self, count};
use crate::written::{flat, part_at, place};
use sandtable_diag::Loc;
use sandtable_kernel::{Event, Salvo};
use sandtable_pack::{DiceStep, Mention, PackInfo};
use sandtable_rules::{FireStep, Id, Role, Rules, SpecialId, Step, StepId, Value};

/// What was rolled last, as events tell it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roll {
    /// The last dice since the last order, the latest last.
    dice: Vec<Event>,
}

/// More volleys than this are never explained at once.
const MOST: usize = 4;

impl Roll {
    /// Takes note of an event; says whether dice may be behind it.
    pub fn note(&mut self, event: &Event) -> bool {
        let fire = matches!(event, Event::Fired { .. } | Event::PassingShot { .. });
        let dice = fire || matches!(event, Event::Bombed { .. } | Event::Note { .. });
        if dice {
            self.dice
                .drain(..(self.dice.len() + 1).saturating_sub(MOST));
            self.dice.push(event.clone());
        }
        dice
    }
    /// Forgets the dice: what follows is about another order.
    pub fn forget(&mut self) {
        self.dice.clear();
    }
}

/// What was rolled last, explained; `None`: nothing was.
pub fn explain_roll(rules: &Rules, info: &PackInfo, roll: &Roll, paint: Paint) -> Option<String> {
    let about = About { rules, info, paint };
    let texts = roll.dice.iter().filter_map(|event| about.event(event));
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

struct About<'a> {
    rules: &'a Rules,
    info: &'a PackInfo,
    paint: Paint,
}

impl About<'_> {
    fn event(&self, event: &Event) -> Option<String> {
        match event {
            Event::Fired { step, shots, .. } => Some(self.volley(*step, shots)),
            Event::Bombed { step, .. } => Some(self.volley(*step, &[])),
            Event::PassingShot { .. } => Some(self.places(
                "Fire at units that pass through the zone",
                &self.info.places.shots,
            )),
            Event::Note {
                script: special, ..
            } => self.script(*special),
            _ => None,
        }
    }

    fn volley(&self, id: StepId, shots: &[Salvo]) -> String {
        let name = self.rules.step_name(id).unwrap_or("?");
        let step = match self.rules.battles.step(id) {
            Some(Step::Fire(fire)) => Some(fire),
            _ => None,
        };
        let role = step.map_or(Role::Attacker, |fire| fire.role);
        let written = &self.info.places.dice;
        let fits = |s: &&DiceStep| s.plan == id.plan && s.name == name && s.role == role;
        let Some(said) = written.iter().find(fits) else {
            return format!("“{name}” is no step of a battle plan");
        };
        let plan = &self.rules.battles.plans[id.plan];
        let (plan, place) = (&plan.name, self.place(said.loc));
        let what = format!("“{name}” is a step of the battle plan “{plan}”");
        let mut lines = vec![format!("{what}, {place}")];
        let mut places = vec![said.loc];
        lines.extend(self.text(said.loc).map(|text| format!("  {text}")));
        if let Some(step) = step {
            for shot in shots {
                lines.push(format!("  {}", self.shot(step, shot)));
                places.extend(self.lifts(step, shot).map(|(_, loc)| loc));
            }
            for (words, loc) in shots.iter().flat_map(|shot| self.lifts(step, shot)) {
                let line = format!("    {words}, {}", self.place(loc));
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        lines.extend(self.rules_at(&places));
        lines.join("\n")
    }

    fn shot(&self, step: &FireStep, shot: &Salvo) -> String {
        let (kind, value, n) = (shot.kind, shot.value, shot.shooters);
        let printed = self.rules.units[kind].values[step.value];
        let attr = self.rules.units.attrs[step.value].replace('_', " ");
        let at = names::value(Value(value));
        let shots = format!("{} at {at}", count(self.rules, kind, n));
        if printed.0 == value {
            format!("{shots}, its {attr}")
        } else {
            format!("{shots}; its {attr} is {}", names::value(printed))
        }
    }

    /// What may have changed a value that is not the printed one: in words, and where that is written.
    fn lifts(&self, step: &FireStep, shot: &Salvo) -> impl Iterator<Item = (String, Loc)> {
        let kind = shot.kind;
        let changed = self.rules.units[kind].values[step.value].0 != shot.value;
        let rows = self.rules.battles.modifiers.iter();
        let rows = rows.zip(&self.info.places.lifts);
        let (role, attr) = (step.role, step.value);
        let fits = rows.filter(move |(m, _)| {
            changed && m.value == attr && m.role == role && m.units.has(kind)
        });
        fits.filter_map(|(_, loc)| Some((self.text(*loc)?, *loc)))
    }

    /// What the pack says at a place.
    fn text(&self, loc: Loc) -> Option<String> {
        part_at(self.info, loc).map(|(_, part)| flat(&part.text))
    }

    fn script(&self, special: SpecialId) -> Option<String> {
        let name = &self.rules.specials.get(special)?.name;
        let (loc, _) = *self.info.places.specials.get(special.index())?;
        let file = format!("scripts/{}.rhai", name.replace(' ', "_"));
        let mut lines = vec![format!(
            "The special rule `{name}`, {}, decides here; its script is {file}",
            self.place(loc)
        )];
        lines.extend(self.rules_at(&[loc]));
        Some(lines.join("\n"))
    }

    fn places(&self, title: &str, locs: &[Loc]) -> String {
        let places: Vec<String> = locs.iter().map(|loc| self.place(*loc)).collect();
        let mut lines = vec![format!("{title}: {}", places.join(", "))];
        lines.extend(self.rules_at(locs));
        lines.join("\n")
    }

    /// The printed rules named in comments on these lines or right above them.
    fn rules_at(&self, locs: &[Loc]) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        let mentions = self.info.mentions();
        for loc in locs {
            let line = |start| {
                let place = self.info.sources.position(Loc { start, ..*loc });
                place.map_or(0, |(_, line, _)| line)
            };
            let lines = line(loc.start)..=line(loc.end);
            let here = |m: &&Mention| m.file == loc.file && lines.contains(&m.line);
            for mention in mentions.iter().filter(here) {
                if !ids.contains(&mention.id) {
                    ids.push(mention.id.clone());
                }
            }
        }
        explain_rules(self.info, &ids, self.paint)
    }

    fn place(&self, loc: Loc) -> String {
        place(self.info, loc)
    }
}
