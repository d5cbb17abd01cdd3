//! Objectives, triggers, victories, counters, clocks and scripts.

use super::Compiler;
use crate::diag::Problem;
use crate::pack::ast::{
    EffectAst, Item, MomentAst, Name, NameList, ObjectiveItem, ParamAst, Spot, TriggerItem,
    UseItem, VictoryItem,
};
use crate::rules::{
    At, Clock, Counter, CounterId, Effect, Id, Objective, Param, PowerSet, Special, SpecialId,
    Table, Trigger, UnitTypeSet, Victory, When,
};

impl Compiler<'_> {
    /// A flag or counter.
    pub(super) fn counter(&mut self, name: &Name, start: i32) {
        let count = self.rules.counters.len();
        if self.room(count, 250, "flags and counters", name.loc) {
            let named = self.scope.counters.define(name, CounterId::new(count));
            if self.keep(named).is_some() {
                self.rules.counters.push(Counter {
                    name: name.text.clone(),
                    start,
                });
                self.places.counters.push(name.loc);
            }
        }
    }

    /// The scripts in use; conditions of everything else may ask them.
    pub(super) fn scripts(&mut self, items: &[Item]) {
        let uses = items.iter().filter_map(|item| {
            if let Item::Use(said) = item {
                Some(said)
            } else {
                None
            }
        });
        uses.for_each(|said| self.special(said));
    }

    /// Everything that acts by itself.
    pub(super) fn acts(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Objective(said) => self.objective(said),
                Item::Trigger(said) => self.trigger(said),
                Item::Victory(said) => self.victory(said),
                _ => {}
            }
        }
    }

    pub(super) fn finish_clocks(&mut self) {
        let clocks = std::mem::take(&mut self.clocks);
        self.rules.clocks =
            Table::from_vec(clocks.into_iter().map(|cond| Clock { cond }).collect());
    }

    fn special(&mut self, said: &UseItem) {
        let count = self.rules.specials.len();
        if !self.room(count, 250, "scripts", said.name.loc) {
            return;
        }
        self.hollow = false;
        let mut params: Vec<(String, Param)> = Vec::new();
        for (name, value) in &said.params {
            if params.iter().any(|(known, _)| *known == name.text) {
                let problem = Problem::error(
                    "pack/duplicate",
                    format!("the parameter `{}` is given twice", name.text),
                );
                self.problems.push(problem.at(name.loc, "again here"));
            }
            let value = match value {
                ParamAst::Number(n) => Param::Number(*n),
                ParamAst::Flag(flag) => Param::Flag(*flag),
                ParamAst::Text(text) => Param::Text(text.clone()),
                ParamAst::Places(places) => Param::Spaces(self.static_places(places)),
                ParamAst::Powers(list) => Param::Powers(self.power_set(list)),
                ParamAst::Units(list) => Param::Units(self.unit_set(list)),
            };
            params.push((name.text.clone(), value));
        }
        if self.hollow {
            return;
        }
        let named = self.scope.scripts.define(&said.name, SpecialId::new(count));
        if self.keep(named).is_none() {
            return;
        }
        self.places.specials.push((
            said.name.loc,
            said.params.iter().map(|(name, _)| name.loc).collect(),
        ));
        self.rules.specials.push(Special {
            name: said.name.text.clone(),
            params,
        });
    }

    fn objective(&mut self, said: &ObjectiveItem) {
        self.title("an objective", &said.name);
        let Some(when) = self.unless_hollow(|c| c.cond(&said.when)) else {
            return;
        };
        let Some(power) = self.power(&said.power) else {
            return;
        };
        if self.room(
            self.rules.acts.objectives.len(),
            250,
            "objectives",
            said.name.loc,
        ) {
            let name = said.name.text.clone();
            self.rules.acts.objectives.push(Objective {
                name,
                power,
                gains: said.gains,
                once: said.once,
                when,
            });
            self.places.objectives.push(said.name.loc);
        }
    }

    fn victory(&mut self, said: &VictoryItem) {
        self.title("a victory", &said.name);
        let Some((when, at)) = self.unless_hollow(|c| (c.cond(&said.when), c.moment(&said.at)))
        else {
            return;
        };
        let found = self.scope.sides.find(&said.side);
        if let (Some(side), Some(at)) = (self.keep(found), at) {
            self.rules.acts.victories.push(Victory {
                name: said.name.text.clone(),
                side,
                at,
                when,
            });
            self.places.victories.push(said.name.loc);
        }
    }

    fn trigger(&mut self, said: &TriggerItem) {
        self.title("a trigger", &said.name);
        let asked = self.unless_hollow(|c| (c.when(said.when.as_ref()), c.moment(&said.at)));
        let effects: Vec<Effect> = said.effects.iter().filter_map(|e| self.effect(e)).collect();
        // With the places it acts on, all that a trigger does may be gone.
        let Some((when, at)) = asked.filter(|_| !(self.hollow && effects.is_empty())) else {
            return;
        };
        if let Some(here) = said.effects.iter().find(|e| at_here(e))
            && !matches!(said.at, MomentAst::Capture { .. })
        {
            let problem = Problem::error(
                "pack/here",
                "`here` is the space just captured, and this trigger is about no capture",
            );
            let _ = here;
            self.problems.push(
                problem
                    .at(said.loc, "in the effects of this trigger")
                    .help("name a space instead"),
            );
        }
        if let Some(at) = at
            && self.room(
                self.rules.acts.triggers.len(),
                250,
                "triggers",
                said.name.loc,
            )
        {
            self.rules.acts.triggers.push(Trigger {
                name: said.name.text.clone(),
                at,
                when,
                once: said.once,
                effects,
            });
            self.places.triggers.push(said.name.loc);
        }
    }

    fn moment(&mut self, moment: &MomentAst) -> Option<When> {
        let of = |c: &mut Self, list: &Option<NameList>| match list {
            Some(list) => c.power_set(list),
            None => c.rules.powers.powers.ids().collect::<PowerSet>(),
        };
        Some(match moment {
            MomentAst::Setup => When::SetupDone,
            MomentAst::RoundEnd => When::RoundEnd,
            MomentAst::Turn {
                end: false,
                of: list,
            } => When::TurnBegin(of(self, list)),
            MomentAst::Turn {
                end: true,
                of: list,
            } => When::TurnEnd(of(self, list)),
            MomentAst::Phase {
                end,
                phase,
                of: list,
            } => {
                let found = self.scope.phases.find(phase);
                let powers = of(self, list);
                let phase = self.keep(found)?;
                if *end {
                    When::PhaseEnd(phase, powers)
                } else {
                    When::PhaseBegin(phase, powers)
                }
            }
            MomentAst::War { by, on } => When::WarDeclared(self.power_set(by), self.power_set(on)),
            MomentAst::Capture { places, by } => {
                When::Captured(self.static_places(places), self.power_set(by))
            }
        })
    }

    fn spot(&mut self, spot: &Spot) -> Option<At> {
        match spot {
            Spot::Here => Some(At::Here),
            Spot::Space(name) => self.space(name).map(At::Space),
        }
    }

    fn effect(&mut self, effect: &EffectAst) -> Option<Effect> {
        Some(match effect {
            EffectAst::Treasury(power, amount) => Effect::Treasury(self.power(power)?, *amount),
            EffectAst::Add(count, kind, power, spot) => {
                let (kind, power) = (self.unit(kind), self.power(power));
                Effect::AddUnits(power?, kind?, *count, self.spot(spot)?)
            }
            EffectAst::Remove(count, units, who, spot) => {
                let units: UnitTypeSet = self.unit_set(units);
                Effect::RemoveUnits(
                    self.who(who),
                    units,
                    count.unwrap_or(u16::MAX),
                    self.spot(spot)?,
                )
            }
            EffectAst::Control(spot, to) => {
                let to = match to {
                    Some(name) => Some(self.power(name)?),
                    None => None,
                };
                Effect::SetControl(self.spot(spot)?, to)
            }
            EffectAst::Relation(a, b, relation) => {
                Effect::SetRelation(self.power_set(a), self.power_set(b), *relation)
            }
            EffectAst::Flag(name, on) => {
                Effect::SetCounter(self.counter_named(name)?, i32::from(*on))
            }
            EffectAst::SetCounter(name, value) => {
                Effect::SetCounter(self.counter_named(name)?, *value)
            }
            EffectAst::AddCounter(value, name) => {
                Effect::AddCounter(self.counter_named(name)?, *value)
            }
            EffectAst::Offer(power, text, effects) => {
                let effects = effects.iter().filter_map(|e| self.effect(e)).collect();
                Effect::Offer(self.power(power)?, text.clone(), effects)
            }
            EffectAst::War(by, on) => {
                let (by, on) = (self.power(by), self.power(on));
                Effect::DeclareWar(by?, on?)
            }
            EffectAst::Win(side) => {
                let found = self.scope.sides.find(side);
                Effect::Win(self.keep(found)?)
            }
            EffectAst::Script(name) => {
                let found = self.scope.scripts.find(name);
                Effect::Script(self.keep(found)?)
            }
        })
    }

    fn counter_named(&mut self, name: &Name) -> Option<CounterId> {
        let found = self
            .scope
            .counters
            .find(name)
            .map_err(|p| p.help("flags are declared with `flag …`, counters with `counter …`"));
        self.keep(found)
    }
}

/// Whether an effect works on the space just captured.
fn at_here(effect: &EffectAst) -> bool {
    match effect {
        EffectAst::Add(.., spot) | EffectAst::Remove(.., spot) | EffectAst::Control(spot, _) => {
            matches!(spot, Spot::Here)
        }
        EffectAst::Offer(.., effects) => effects.iter().any(at_here),
        _ => false,
    }
}
