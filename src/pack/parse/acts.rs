//! What acts by itself: objectives, triggers, victories, counters, scripts.

use super::{Kids, Tree, choice};
use crate::pack::ast::{
    EffectAst, Item, MomentAst, Name, ObjectiveItem, ParamAst, Spot, TriggerItem, UseItem,
    VictoryItem,
};
use crate::pack::grammar::Rule;
use crate::rules::Relation;
use pest::iterators::Pair;

impl Tree {
    pub(super) fn act_item(&self, pair: Pair<'_, Rule>) -> Item {
        let rule = pair.as_rule();
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        match rule {
            Rule::flags => Item::Flags(self.names(kids.next())),
            Rule::counter => Item::Counter(self.name(kids.next()), self.number(kids.next())),
            Rule::objective => {
                let (name, power, gains) = (
                    self.name(kids.next()),
                    self.name(kids.next()),
                    self.number(kids.next()),
                );
                let once = kids.next_if(Rule::once).is_some();
                Item::Objective(ObjectiveItem {
                    name,
                    power,
                    gains,
                    once,
                    when: self.when(kids.next()),
                })
            }
            Rule::trigger => {
                let (name, at) = (self.name(kids.next()), self.moment(kids.next()));
                let once = kids.next_if(Rule::once).is_some();
                let when = kids.next_if(Rule::when).map(|p| self.when(p));
                Item::Trigger(TriggerItem {
                    name,
                    at,
                    once,
                    when,
                    effects: kids.rest().map(|p| self.effect(p)).collect(),
                    loc,
                })
            }
            Rule::victory => {
                let (name, side, at) = (
                    self.name(kids.next()),
                    self.name(kids.next()),
                    self.moment(kids.next()),
                );
                Item::Victory(VictoryItem {
                    name,
                    side,
                    at,
                    when: self.when(kids.next()),
                })
            }
            _ => {
                let name = self.name(kids.next());
                let (gone, given): (Vec<_>, Vec<_>) =
                    kids.rest().partition(|p| p.as_rule() == Rule::p_without);
                let without = gone
                    .into_iter()
                    .map(|p| self.name(Kids::of(p).next()))
                    .collect();
                let (params, said) = given
                    .into_iter()
                    .map(|p| (self.param(p.clone()), self.loc_whole(&p)))
                    .unzip();
                Item::Use(UseItem {
                    name,
                    params,
                    said,
                    without,
                })
            }
        }
    }

    fn moment(&self, pair: Pair<'_, Rule>) -> MomentAst {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::at_setup => MomentAst::Setup,
            Rule::at_round => MomentAst::RoundEnd,
            Rule::at_turn => {
                let end = choice(kids.next()) == Rule::k_at_end_of;
                MomentAst::Turn {
                    end,
                    of: kids.maybe().map(|p| self.list(p)),
                }
            }
            Rule::at_phase => {
                let (end, phase) = (
                    choice(kids.next()) == Rule::k_at_end_of,
                    self.name(kids.next()),
                );
                MomentAst::Phase {
                    end,
                    phase,
                    of: kids.maybe().map(|p| self.list(p)),
                }
            }
            Rule::on_war => MomentAst::War {
                by: self.list(kids.next()),
                on: self.list(kids.next()),
            },
            _ => MomentAst::Capture {
                places: self.places(kids.next()),
                by: self.list(kids.next()),
            },
        }
    }

    fn effect(&self, pair: Pair<'_, Rule>) -> EffectAst {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::e_give | Rule::e_take => {
                let amount: i32 = self.number(kids.next());
                let amount = if rule == Rule::e_give {
                    amount
                } else {
                    -amount
                };
                EffectAst::Treasury(self.name(kids.next()), amount)
            }
            Rule::e_count => {
                EffectAst::AddCounter(self.number(kids.next()), self.name(kids.next()))
            }
            Rule::e_add => {
                let (count, kind) = (self.number(kids.next()), self.name(kids.next()));
                EffectAst::Add(count, kind, self.name(kids.next()), self.spot(kids.next()))
            }
            Rule::e_remove => {
                let count = Kids::of(kids.next()).maybe().map(|p| self.number(p));
                EffectAst::Remove(
                    count,
                    self.list(kids.next()),
                    self.who(kids.next()),
                    self.spot(kids.next()),
                )
            }
            Rule::e_control => {
                let spot = self.spot(kids.next());
                let to = kids.next();
                EffectAst::Control(spot, (to.as_rule() == Rule::name).then(|| self.name(to)))
            }
            Rule::e_relation => {
                let (a, b) = (self.list(kids.next()), self.list(kids.next()));
                let relation = match choice(kids.next()) {
                    Rule::k_war => Relation::War,
                    Rule::k_neutral => Relation::Neutral,
                    _ => Relation::Allied,
                };
                EffectAst::Relation(a, b, relation)
            }
            _ => self.plain_effect(rule, kids),
        }
    }

    fn plain_effect(&self, rule: Rule, mut kids: Kids<'_>) -> EffectAst {
        let name: Name = self.name(kids.next());
        match rule {
            Rule::e_set_flag => EffectAst::Flag(name, true),
            Rule::e_clear_flag => EffectAst::Flag(name, false),
            Rule::e_set => EffectAst::SetCounter(name, self.number(kids.next())),
            Rule::e_offer => {
                let text = self.text(kids.next());
                EffectAst::Offer(name, text, kids.rest().map(|p| self.effect(p)).collect())
            }
            Rule::e_war => EffectAst::War(name, self.name(kids.next())),
            Rule::e_win => EffectAst::Win(name),
            _ => EffectAst::Script(name),
        }
    }

    fn spot(&self, pair: Pair<'_, Rule>) -> Spot {
        let inner = Kids::of(pair).next();
        match inner.as_rule() {
            Rule::here => Spot::Here,
            _ => Spot::Space(self.name(inner)),
        }
    }

    fn param(&self, pair: Pair<'_, Rule>) -> (Name, ParamAst) {
        let mut kids = Kids::of(pair);
        let name = self.name(kids.next());
        (name, self.param_value(kids.next()))
    }

    pub(super) fn param_value(&self, value: Pair<'_, Rule>) -> ParamAst {
        match value.as_rule() {
            Rule::v_places => ParamAst::Places(self.places(Kids::of(value).next())),
            Rule::v_powers => ParamAst::Powers(self.list(Kids::of(value).next())),
            Rule::v_units => ParamAst::Units(self.list(Kids::of(value).next())),
            Rule::v_flag => ParamAst::Flag(matches!(choice(value), Rule::k_yes | Rule::k_true)),
            Rule::value => ParamAst::Number(self.number(value)),
            _ => ParamAst::Text(self.text(value)),
        }
    }
}
