//! Battle plans, support and what battles share.

use super::{Kids, Tree, choice};
use crate::diag::Problem;
use crate::pack::ast::{
    BattlesRow, ChangeAst, DiceCount, FireAst, FireClause, Item, LiftItem, NameList, PlanItem,
    PlanPart, PresenceAst, SparingAst, StepAst, StepSaid,
};
use crate::pack::grammar::Rule;
use crate::pack::tables::hundredths;
use crate::rules::{Chooser, Losses, RetreatTo, Role, Roll, SiteKind, Stage, Station, Value};
use pest::iterators::Pair;

impl Tree {
    pub(super) fn battle_item(&self, pair: Pair<'_, Rule>) -> Item {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::battles => Item::Battles(kids.rest().map(|p| self.battles_row(p)).collect()),
            Rule::plan => {
                let name = self.name(kids.next());
                let kind = match choice(kids.next()) {
                    Rule::k_on_land => SiteKind::Land,
                    Rule::k_at_sea => SiteKind::Sea,
                    _ => SiteKind::Raid,
                };
                Item::Plan(PlanItem {
                    name,
                    kind,
                    parts: kids
                        .rest()
                        .map(|p| (self.plan_part(p.clone()), self.loc_whole(&p)))
                        .collect(),
                })
            }
            _ => {
                let givers = kids.next_if(Rule::units).map(|p| self.list(p));
                let ratio = kids.next_if(Rule::number).map_or(1, |p| self.number(p));
                Item::Lift(self.lift(givers, ratio, kids.next()))
            }
        }
    }

    fn battles_row(&self, pair: Pair<'_, Rule>) -> BattlesRow {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::b_order => {
                let stage = |p| match choice(p) {
                    Rule::k_raids => Stage::Raids,
                    Rule::k_assaults => Stage::Assaults,
                    _ => Stage::Others,
                };
                BattlesRow::Order(kids.rest().map(stage).collect())
            }
            Rule::b_raids => BattlesRow::Raids(self.list(kids.next()), self.list(kids.next())),
            Rule::b_escorts => BattlesRow::Escorts(self.list(kids.next())),
            Rule::b_disputes => BattlesRow::Disputes(chooser(kids.next())),
            _ => {
                let ships = self.list(kids.next());
                let one_per_landed = kids.next_if(Rule::one_per_landed).is_some();
                BattlesRow::Bombardment {
                    ships,
                    one_per_landed,
                    quiet: kids.maybe().is_some(),
                }
            }
        }
    }

    pub(super) fn steps(&self, kids: Kids<'_>) -> Vec<StepSaid> {
        kids.rest()
            .map(|p| StepSaid {
                loc: self.loc(&p),
                step: self.step(p),
            })
            .collect()
    }

    pub(super) fn plan_part(&self, pair: Pair<'_, Rule>) -> PlanPart {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::takes_part => PlanPart::TakesPart(self.list(kids.next())),
            Rule::before => PlanPart::Before(self.steps(kids)),
            Rule::each_round => PlanPart::EachRound(self.steps(kids)),
            Rule::most_rounds => PlanPart::MostRounds(self.number(kids.next())),
            Rule::last => PlanPart::Last(self.list(kids.next())),
            _ => PlanPart::Roll(self.roll(kids.next())),
        }
    }

    fn roll(&self, pair: Pair<'_, Rule>) -> Roll {
        let mut kids = Kids::of(pair);
        let kind = kids.next_if(Rule::roll_kind).map(choice);
        let sides = self.die(&kids.next());
        match kind {
            Some(Rule::k_low_luck) => Roll::LowLuck { sides },
            Some(_) => Roll::Pooled { sides },
            None => Roll::AtOrLess { sides },
        }
    }

    fn die(&self, pair: &Pair<'_, Rule>) -> u8 {
        let sides = pair.as_str().trim_start_matches('d').parse().unwrap_or(0);
        if sides < 2 {
            let problem = Problem::error("pack/number", format!("`{}` is no die", pair.as_str()));
            self.report(problem.at(self.loc(pair), "a die has 2 to 255 sides"));
            return 6;
        }
        sides
    }

    fn step(&self, pair: Pair<'_, Rule>) -> StepAst {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::fire => StepAst::Fire(Box::new(self.fire(kids))),
            Rule::remove => StepAst::Remove,
            Rule::submerge => {
                let (role, units) = (role(kids.next()), self.list(kids.next()));
                StepAst::Submerge(role, units, kids.maybe().map(|p| self.unless(p)))
            }
            Rule::defenceless => StepAst::Defenceless(role(kids.next()), self.list(kids.next())),
            Rule::retreat => {
                let (role, units) = (role(kids.next()), self.list(kids.next()));
                let from_round = kids
                    .next_if(Rule::from_round)
                    .map_or(1, |p| self.number(Kids::of(p).next()));
                let to = match choice(kids.next()) {
                    Rule::k_where_they_came_from => RetreatTo::CameFrom,
                    _ => RetreatTo::Adjacent,
                };
                let seaborne_stay = kids.next_if(Rule::seaborne).is_some();
                let latest = kids.maybe().map(|p| self.number(Kids::of(p).next()));
                StepAst::Retreat {
                    role,
                    units,
                    from_round,
                    to,
                    seaborne_stay,
                    latest,
                }
            }
            Rule::intercept => StepAst::Intercept(self.list(kids.next())),
            Rule::divide => StepAst::Divide,
            _ => {
                let sides = self.die(&kids.next());
                StepAst::Damage(sides, kids.maybe().map_or(0, |p| self.number(p)))
            }
        }
    }

    fn fire(&self, mut kids: Kids<'_>) -> FireAst {
        let name = self.text(kids.next());
        let (role, shooters) = (role(kids.next()), self.list(kids.next()));
        let station = match kids.next_if(Rule::station).map(choice) {
            Some(Rule::k_offshore) => Station::Offshore,
            Some(_) => Station::Target,
            None => Station::Battle,
        };
        let value = self.name(kids.next());
        let dice = match kids.next_if(Rule::dice_count).map(|p| Kids::of(p).maybe()) {
            Some(Some(number)) => DiceCount::Each(self.number(number)),
            Some(None) => DiceCount::PerTarget,
            None => DiceCount::Each(1),
        };
        let targets = self.list(kids.next());
        FireAst {
            name,
            role,
            shooters,
            station,
            value,
            dice,
            targets,
            clauses: kids.rest().map(|p| self.clause(p)).collect(),
        }
    }

    fn clause(&self, pair: Pair<'_, Rule>) -> FireClause {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair.clone());
        match rule {
            Rule::only_if => FireClause::OnlyIf(self.presence(kids.next())),
            Rule::unless => FireClause::Unless(self.unless(pair)),
            Rule::sparing => {
                let (targets, shooters) = (self.list(kids.next()), self.list(kids.next()));
                FireClause::Sparing(SparingAst {
                    targets,
                    shooters,
                    unless: kids.maybe().map(|p| self.unless(p)),
                })
            }
            Rule::losses => FireClause::Losses(match choice(kids.next()) {
                Rule::k_leave => Losses::Leave,
                _ => Losses::Answer,
            }),
            Rule::chosen => FireClause::Chosen(chooser(kids.next())),
            Rule::own_roll => FireClause::Roll(self.roll(kids.next())),
            _ => {
                let (first, last) = self.rounds(pair);
                FireClause::Rounds(first, last)
            }
        }
    }

    fn unless(&self, pair: Pair<'_, Rule>) -> PresenceAst {
        self.presence(Kids::of(pair).next())
    }

    fn presence(&self, pair: Pair<'_, Rule>) -> PresenceAst {
        let mut kids = Kids::of(pair);
        PresenceAst {
            enemy: choice(kids.next()) == Rule::k_enemy,
            units: self.list(kids.next()),
        }
    }

    fn rounds(&self, pair: Pair<'_, Rule>) -> (u16, u16) {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let first = self.number(kids.next());
        match rule {
            Rule::one_round => (first, first),
            Rule::from_round => (first, u16::MAX),
            _ => (first, self.number(kids.next())),
        }
    }

    fn lift(&self, givers: Option<NameList>, ratio: u8, pair: Pair<'_, Rule>) -> LiftItem {
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        let value = self.name(kids.next());
        let role = match choice(kids.next()) {
            Rule::k_attacking => Role::Attacker,
            _ => Role::Defender,
        };
        let units = self.list(kids.next());
        let change = kids.next();
        let rule = change.as_rule();
        let amount = Kids::of(change).next();
        let change = match rule {
            Rule::set_to => ChangeAst::Set(self.value(&amount)),
            Rule::add_to => ChangeAst::Add(self.value(&amount)),
            Rule::take_off => ChangeAst::Add(Value(-self.value(&amount).0)),
            _ => ChangeAst::Times(self.number(amount)),
        };
        let (mut rounds, mut when) = ((1, u16::MAX), None);
        for part in kids.rest() {
            match part.as_rule() {
                Rule::when => when = Some(self.when(part)),
                _ => rounds = self.rounds(part),
            }
        }
        LiftItem {
            loc,
            givers,
            ratio,
            value,
            role,
            units,
            change,
            rounds,
            when,
        }
    }

    /// A number with at most two decimals, in hundredths.
    fn value(&self, pair: &Pair<'_, Rule>) -> Value {
        if pair.as_str().starts_with('[') {
            return Value::whole(self.number(pair.clone()));
        }
        hundredths(pair.as_str()).unwrap_or_else(|| {
            let problem = Problem::error("pack/number", format!("`{}` is no value", pair.as_str()));
            self.report(problem.at(
                self.loc(pair),
                "a number from -1000 to 1000 with at most two decimals",
            ));
            Value::default()
        })
    }
}

fn chooser(pair: Pair<'_, Rule>) -> Chooser {
    match choice(pair) {
        Rule::k_firer => Chooser::Firer,
        _ => Chooser::Owner,
    }
}

pub(super) fn role(pair: Pair<'_, Rule>) -> Role {
    match choice(pair) {
        Rule::k_attacker => Role::Attacker,
        _ => Role::Defender,
    }
}
