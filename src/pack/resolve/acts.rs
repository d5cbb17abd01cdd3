//! Objectives, triggers, victories, counters, clocks and scripts.

use super::Compiler;
use crate::grammar::Rule;
use crate::tree::{Name, Node};
use sandtable_diag::Problem;
use sandtable_rules::{
    At, Counter, CounterId, Effect, Objective, Param, Relation, Special, Trigger, Victory, When,
};

/// What a game remembers of an offer in a trigger counts no further.
const MOST_EFFECTS: usize = u8::MAX as usize;

impl Compiler<'_> {
    /// A flag or counter.
    pub(super) fn counter(&mut self, name: &Name, start: i32) {
        if self.define_next(|s| &mut s.counters, name).is_some() {
            self.places.counters.push(name.loc);
            let name = name.text.clone();
            self.rules.counters.push(Counter { name, start });
        }
    }

    /// The scripts in use; conditions of everything else may ask them.
    pub(super) fn scripts(&mut self) {
        self.of(Rule::use_script)
            .for_each(|said| self.special(said));
    }

    /// Everything that acts by itself.
    pub(super) fn acts(&mut self) {
        let objectives = self.of(Rule::objective);
        objectives.for_each(|said| self.objective(said));
        self.of(Rule::trigger).for_each(|said| self.trigger(said));
        self.of(Rule::victory).for_each(|said| self.victory(said));
    }

    fn special(&mut self, said: &Node) {
        let name = &said.kids[0];
        let Some(params) = self.unless_hollow(|c| c.params(said)) else {
            return;
        };
        if self.define_next(|s| &mut s.scripts, name).is_none() {
            return;
        }
        let keys = said.all(Rule::param).map(|p| p.kids[0].loc).collect();
        self.places.specials.push((name.loc, keys));
        self.rules.specials.push(Special {
            name: name.text.clone(),
            params,
        });
    }

    fn params(&mut self, said: &Node) -> Vec<(String, Param)> {
        let mut params: Vec<(String, Param)> = Vec::new();
        for param in said.all(Rule::param) {
            let key = &param.kids[0];
            if params.iter().any(|(known, _)| *known == key.text) {
                let message = format!("the parameter `{}` is given twice", key.text);
                let problem = Problem::error("pack/duplicate", message);
                self.problems.push(problem.at(key.loc, "again here"));
            }
            let value = self.param(&param.kids[1]);
            params.push((key.text.clone(), value));
        }
        params
    }

    fn param(&mut self, value: &Node) -> Param {
        match value.rule {
            Rule::value => Param::Number(self.number(value)),
            Rule::v_flag => Param::Flag(value.is_yes()),
            Rule::v_places => Param::Spaces(self.static_places(&value.kids[0])),
            Rule::v_powers => Param::Powers(self.power_set(value)),
            Rule::v_units => Param::Units(self.unit_set(value)),
            Rule::v_table => Param::Table(self.params(value)),
            Rule::v_numbers | Rule::v_texts => {
                Param::List(value.kids.iter().map(|item| self.param(item)).collect())
            }
            _ => Param::Text(value.text.clone()),
        }
    }

    fn objective(&mut self, said: &Node) {
        let [name, power] = said.parts();
        self.title("an objective", name);
        let Some(gains) = said.kid(Rule::number) else {
            return;
        };
        let seat = said.kid(Rule::o_seat).and_then(|s| self.space(&s.kids[0]));
        let each = said.kid(Rule::o_each);
        let each = each.map(|e| self.static_places(&e.kids[0]));
        let gains = self.number(gains);
        let Some(when) = self.unless_hollow(|c| c.when_of(said)) else {
            return;
        };
        let Some(power) = self.power(power) else {
            return;
        };
        let count = self.rules.acts.objectives.len();
        if self.room(count, 250, "objectives", name.loc) {
            self.rules.acts.objectives.push(Objective {
                name: name.text.clone(),
                power,
                seat,
                gains,
                each,
                once: said.kid(Rule::once).is_some(),
                when,
            });
            self.places.objectives.push(name.loc);
        }
    }

    fn victory(&mut self, said: &Node) {
        let [name, side, at] = said.parts();
        self.title("a victory", name);
        let Some((when, at)) = self.unless_hollow(|c| (c.when_of(said), c.moment(at))) else {
            return;
        };
        if let (Some(side), Some(at)) = (self.find(|s| &mut s.sides, side), at) {
            self.rules.acts.victories.push(Victory {
                name: name.text.clone(),
                side,
                at,
                when,
            });
            self.places.victories.push(name.loc);
        }
    }

    fn trigger(&mut self, said: &Node) {
        let [name, at] = said.parts();
        self.title("a trigger", name);
        let captures = at.rule == Rule::on_capture;
        let asked = self.unless_hollow(|c| (c.when_of(said), c.moment(at)));
        let effects = self.effects(&said.kids[2..]);
        // With the places it acts on, all that a trigger does may be gone.
        let Some((when, at)) = asked.filter(|_| !(self.hollow && effects.is_empty())) else {
            return;
        };
        if at_here(said) && !captures {
            let message = "`here` is the space just captured, and this trigger is about no capture";
            let problem = Problem::error("pack/here", message)
                .at(said.loc, "in the effects of this trigger")
                .help("name a space instead");
            self.problems.push(problem);
        }
        let size: usize = effects.iter().map(|e| e.all().len()).sum();
        if size > MOST_EFFECTS {
            let message =
                format!("a trigger has at most {MOST_EFFECTS} effects, this one has {size}");
            let problem = Problem::error("pack/too-many", message).at(name.loc, "");
            let help = "two triggers at the same moment do the same";
            self.problems.push(problem.help(help));
        }
        let count = self.rules.acts.triggers.len();
        if let Some(at) = at
            && self.room(count, 250, "triggers", name.loc)
        {
            self.rules.acts.triggers.push(Trigger {
                name: name.text.clone(),
                at,
                when,
                once: said.kid(Rule::once).is_some(),
                effects,
            });
            self.places.triggers.push(name.loc);
        }
    }

    fn moment(&mut self, said: &Node) -> Option<When> {
        let end = said.choice(Rule::edge) == Some(Rule::k_at_end_of);
        let of = |c: &mut Self| match said.kid(Rule::powers) {
            Some(list) => c.power_set(list),
            None => c.all_powers(),
        };
        Some(match said.rule {
            Rule::at_setup => When::SetupDone,
            Rule::at_round => When::RoundEnd,
            Rule::at_turn if end => When::TurnEnd(of(self)),
            Rule::at_turn => When::TurnBegin(of(self)),
            Rule::at_phase => {
                let phase = self.find(|s| &mut s.phases, &said.kids[1]);
                let (powers, phase) = (of(self), phase?);
                if end {
                    When::PhaseEnd(phase, powers)
                } else {
                    When::PhaseBegin(phase, powers)
                }
            }
            Rule::on_war => {
                When::WarDeclared(self.power_set(&said.kids[0]), self.power_set(&said.kids[1]))
            }
            _ => When::Captured(
                self.static_places(&said.kids[0]),
                self.power_set(&said.kids[1]),
            ),
        })
    }

    fn effects(&mut self, said: &[Node]) -> Vec<Effect> {
        said.iter().filter_map(|e| self.effect(e)).collect()
    }

    fn spot(&mut self, spot: &Node) -> Option<At> {
        match spot.kids[0].rule {
            Rule::here => Some(At::Here),
            _ => self.space(&spot.kids[0]).map(At::Space),
        }
    }

    fn effect(&mut self, said: &Node) -> Option<Effect> {
        let kids = &said.kids;
        Some(match said.rule {
            Rule::e_give | Rule::e_take => {
                let amount: i32 = self.number(&kids[0]);
                let sign = if said.rule == Rule::e_give { 1 } else { -1 };
                Effect::Treasury(self.power(&kids[1])?, sign * amount)
            }
            Rule::e_grant => {
                let advance = self.advance_named(&kids[0]);
                Effect::Advance(self.power(&kids[1])?, advance?)
            }
            Rule::e_roll => {
                let chart = self.chart_named(&kids[0]);
                Effect::RollOn(chart?, self.power(&kids[1])?)
            }
            Rule::e_add => {
                let (count, kind) = (self.number(&kids[0]), self.unit(&kids[1]));
                let power = self.power(&kids[2]);
                Effect::AddUnits(power?, kind?, count, self.spot(&kids[3])?)
            }
            Rule::e_remove => {
                let count = kids[0].kid(Rule::number).map(|n| self.number(n));
                let (units, who) = (self.unit_set(&kids[1]), self.who(&kids[2]));
                Effect::RemoveUnits(who, units, count.unwrap_or(u16::MAX), self.spot(&kids[3])?)
            }
            Rule::e_control | Rule::e_allegiance => {
                let to = match kids[1].rule {
                    Rule::nobody => None,
                    _ => Some(self.power(&kids[1])?),
                };
                let at = self.spot(&kids[0])?;
                match said.rule {
                    Rule::e_control => Effect::SetControl(at, to),
                    _ => Effect::SetAllegiance(at, to),
                }
            }
            Rule::e_relation => {
                let (a, b) = (self.power_set(&kids[0]), self.power_set(&kids[1]));
                let relation = match kids[2].word {
                    Some(Rule::k_war) => Relation::War,
                    Some(Rule::k_neutral) => Relation::Neutral,
                    _ => Relation::Allied,
                };
                Effect::SetRelation(a, b, relation)
            }
            Rule::e_set_flag => Effect::SetCounter(self.counter_named(&kids[0])?, 1),
            Rule::e_clear_flag => Effect::SetCounter(self.counter_named(&kids[0])?, 0),
            Rule::e_set => {
                let value = self.number(&kids[1]);
                Effect::SetCounter(self.counter_named(&kids[0])?, value)
            }
            Rule::e_count => {
                let value = self.number(&kids[0]);
                Effect::AddCounter(self.counter_named(&kids[1])?, value)
            }
            Rule::e_offer => {
                let effects = self.effects(&kids[2..]);
                Effect::Offer(self.power(&kids[0])?, kids[1].text.clone(), effects)
            }
            Rule::e_war => {
                let (by, on) = (self.power(&kids[0]), self.power(&kids[1]));
                Effect::DeclareWar(by?, on?)
            }
            Rule::e_win => Effect::Win(self.find(|s| &mut s.sides, &kids[0])?),
            Rule::e_script => Effect::Script(self.find(|s| &mut s.scripts, &kids[0])?),
            // The clauses that stand among the effects of a trigger.
            _ => return None,
        })
    }

    pub(super) fn counter_named(&mut self, name: &Name) -> Option<CounterId> {
        let help = "flags are declared with `flag …`, counters with `counter …`";
        let found = self.scope.counters.find(name);
        self.keep(found.map_err(|p| p.help(help)))
    }
}

/// Whether an effect works on the space just captured.
fn at_here(said: &Node) -> bool {
    said.rule == Rule::here || said.kids.iter().any(at_here)
}
