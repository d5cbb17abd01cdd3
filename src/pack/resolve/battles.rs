//! Battle plans, support and what battles share.

use super::{Compiler, DiceStep};
use crate::diag::{Loc, Problem};
use crate::pack::ast::{
    BattlesRow, ChangeAst, DiceCount, FireAst, FireClause, Item, LiftItem, PlanItem, PlanPart,
    PresenceAst, StepAst,
};
use crate::rules::{
    BOMBS, BattlePlan, Bombardment, Change, Chooser, DicePer, FireStep, Id, Losses, Modifier,
    PlanId, Presence, Raider, RetreatStep, Role, Roll, SiteKind, Spare, Step, UnitTypeSet,
};
use std::collections::BTreeMap;

/// The dice of most editions, where a pack does not say others.
const USUAL: Roll = Roll::AtOrLess { sides: 6 };

impl Compiler<'_> {
    /// Every battle plan and what they share.
    pub(super) fn battles(&mut self, items: &[Item]) {
        let mut kinds: BTreeMap<SiteKind, Loc> = BTreeMap::new();
        for item in items {
            match item {
                Item::Battles(rows) => rows.iter().for_each(|r| self.battles_row(r)),
                Item::Plan(plan) => {
                    if let Some(first) = kinds.insert(plan.kind, plan.name.loc) {
                        let problem = Problem::error(
                            "pack/duplicate",
                            "there are two battle plans for the same kind of battle",
                        );
                        self.problems.push(
                            problem
                                .at(plan.name.loc, "the second")
                                .at(first, "the first"),
                        );
                    } else {
                        self.plan(plan);
                    }
                }
                Item::Lift(lift) => self.lift(lift),
                _ => {}
            }
        }
    }

    fn battles_row(&mut self, row: &BattlesRow) {
        match row {
            BattlesRow::Order(stages) => self.rules.battles.stages.clone_from(stages),
            BattlesRow::Raids(units, targets) => {
                let raider = Raider {
                    units: self.unit_set(units),
                    targets: self.unit_set(targets),
                };
                self.rules.battles.raiders.push(raider);
            }
            BattlesRow::Escorts(units) => self.rules.battles.escorts = self.unit_set(units),
            BattlesRow::Disputes(chooser) => self.rules.battles.disputes = Some(*chooser),
            BattlesRow::Bombardment {
                ships,
                one_per_landed,
                quiet,
            } => {
                let ships = self.unit_set(ships);
                self.rules.battles.bombardment = Some(Bombardment {
                    ships,
                    one_per_landed: *one_per_landed,
                    quiet_zone: *quiet,
                });
            }
        }
    }

    fn plan(&mut self, said: &PlanItem) {
        let roll = said
            .parts
            .iter()
            .find_map(|(p, _)| {
                if let PlanPart::Roll(roll) = p {
                    Some(*roll)
                } else {
                    None
                }
            })
            .unwrap_or(USUAL);
        let mut plan = BattlePlan {
            name: said.name.text.clone(),
            kind: said.kind,
            start: Vec::new(),
            round: Vec::new(),
            max_rounds: None,
            last: Vec::new(),
            participants: UnitTypeSet::EMPTY,
        };
        for (part, _) in &said.parts {
            match part {
                PlanPart::TakesPart(units) => {
                    plan.participants = plan.participants.union(self.unit_set(units))
                }
                PlanPart::Before(steps) => plan
                    .start
                    .extend(steps.iter().filter_map(|s| self.step(&s.step, roll, s.loc))),
                PlanPart::EachRound(steps) => plan
                    .round
                    .extend(steps.iter().filter_map(|s| self.step(&s.step, roll, s.loc))),
                PlanPart::MostRounds(rounds) => plan.max_rounds = Some(*rounds),
                PlanPart::Last(units) => plan.last.push(self.unit_set(units)),
                PlanPart::Roll(_) => {}
            }
        }
        if !said
            .parts
            .iter()
            .any(|(p, _)| matches!(p, PlanPart::TakesPart(_)))
        {
            let problem = Problem::error(
                "pack/battle",
                format!("nobody takes part in the battle `{}`", plan.name),
            );
            self.problems.push(
                problem
                    .at(said.name.loc, "this plan")
                    .help("say `takes part …`"),
            );
        }
        let id = PlanId::new(self.rules.battles.plans.len());
        let slot = match plan.kind {
            SiteKind::Raid => &mut self.rules.battles.raid,
            SiteKind::Sea => &mut self.rules.battles.sea,
            SiteKind::Land => &mut self.rules.battles.land,
        };
        *slot = Some(id);
        self.rules.battles.plans.push(plan);
        self.places.plans.push(said.name.loc);
    }

    fn step(&mut self, step: &StepAst, roll: Roll, loc: Loc) -> Option<Step> {
        let plan = PlanId::new(self.rules.battles.plans.len());
        match step {
            StepAst::Fire(fire) => self.places.dice.push(DiceStep {
                plan,
                name: fire.name.clone(),
                role: fire.role,
                loc,
            }),
            StepAst::Damage(..) => self.places.dice.push(DiceStep {
                plan,
                name: BOMBS.to_owned(),
                role: Role::Attacker,
                loc,
            }),
            _ => {}
        }
        Some(match step {
            StepAst::Fire(fire) => Step::Fire(self.fire(fire, roll)?),
            StepAst::Remove => Step::Remove,
            StepAst::Submerge(role, units, unless) => {
                let units = self.unit_set(units);
                Step::Submerge {
                    role: *role,
                    units,
                    unless: unless.as_ref().map(|p| self.presence(p)),
                }
            }
            StepAst::Defenceless(role, units) => Step::Defenceless {
                role: *role,
                units: self.unit_set(units),
            },
            StepAst::Retreat {
                role,
                units,
                from_round,
                to,
                seaborne_stay,
                latest,
            } => {
                let (role, from_round, seaborne_stay, to) =
                    (*role, *from_round, *seaborne_stay, *to);
                Step::Retreat(RetreatStep {
                    role,
                    from_round,
                    latest: *latest,
                    units: self.unit_set(units),
                    seaborne_stay,
                    to,
                })
            }
            StepAst::Intercept(units) => Step::Intercept {
                units: self.unit_set(units),
            },
            StepAst::Divide => Step::Divide,
            StepAst::Damage(sides, bonus) => Step::Damage {
                sides: *sides,
                bonus: *bonus,
            },
        })
    }

    fn fire(&mut self, said: &FireAst, roll: Roll) -> Option<FireStep> {
        let found = self.scope.attrs.find(&said.value);
        let value = self.keep(found);
        let mut step = FireStep {
            name: said.name.clone(),
            role: said.role,
            shooters: self.unit_set(&said.shooters),
            station: said.station,
            value: value.unwrap_or_default(),
            dice: match said.dice {
                DiceCount::PerTarget => DicePer::Target,
                DiceCount::Each(n) => DicePer::Shooter(n),
            },
            targets: self.unit_set(&said.targets),
            spares: Vec::new(),
            only_if: Vec::new(),
            unless: Vec::new(),
            rounds: (1, u16::MAX),
            losses: Losses::Answer,
            chooser: Chooser::Owner,
            roll,
        };
        for clause in &said.clauses {
            match clause {
                FireClause::OnlyIf(presence) => step.only_if.push(self.presence(presence)),
                FireClause::Unless(presence) => step.unless.push(self.presence(presence)),
                FireClause::Sparing(spare) => {
                    let (shooters, targets) = (
                        self.unit_set(&spare.shooters),
                        self.unit_set(&spare.targets),
                    );
                    step.spares.push(Spare {
                        shooters,
                        targets,
                        unless: spare.unless.as_ref().map(|p| self.presence(p)),
                    });
                }
                FireClause::Rounds(first, last) => step.rounds = (*first, *last),
                FireClause::Losses(losses) => step.losses = *losses,
                FireClause::Chosen(chooser) => step.chooser = *chooser,
                FireClause::Roll(roll) => step.roll = *roll,
            }
        }
        value.map(|_| step)
    }

    fn presence(&mut self, said: &PresenceAst) -> Presence {
        Presence {
            enemy: said.enemy,
            units: self.unit_set(&said.units),
        }
    }

    fn lift(&mut self, said: &LiftItem) {
        let givers = said
            .givers
            .as_ref()
            .map(|l| self.unit_set(l))
            .unwrap_or_default();
        let units = self.unit_set(&said.units);
        let when = self.when(said.when.as_ref());
        let change = match said.change {
            ChangeAst::Set(value) => Change::Set(value),
            ChangeAst::Add(value) => Change::Add(value),
            ChangeAst::Times(n) => Change::Times(n),
        };
        let found = self.scope.attrs.find(&said.value);
        if let Some(value) = self.keep(found) {
            let (role, ratio, rounds) = (said.role, said.ratio, said.rounds);
            self.places.lifts.push(said.loc);
            self.rules.battles.modifiers.push(Modifier {
                value,
                role,
                units,
                givers,
                ratio,
                rounds,
                when,
                change,
            });
        }
    }
}
