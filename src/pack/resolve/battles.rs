//! Battle plans, support and what battles share.

use super::{Compiler, DiceStep};
use crate::grammar::Rule;
use crate::layer::is_usual;
use crate::parse::parse_part;
use crate::tree::{Name, Node, hundredths};
use sandtable_diag::{Loc, Problem};
use sandtable_rules::{
    BOMBS, BattlePlan, Bombardment, Change, Chooser, DamageStep, DicePer, Figure, FigureRule,
    FireStep, Id, Losses, Modifier, PlanId, Presence, Raider, RetreatStep, RetreatTo, Role, Roll,
    SiteKind, SpaceFilter, Spare, Stage, Station, Step, SubmergeStep, UnitTypeSet, Value,
};
use std::collections::BTreeMap;

/// Every round.
const ALWAYS: (u16, u16) = (1, u16::MAX);

impl Compiler<'_> {
    /// Every battle plan and what they share.
    pub(super) fn battles(&mut self) {
        let mut kinds: BTreeMap<SiteKind, Loc> = BTreeMap::new();
        for piece in self.pieces {
            match piece.kind {
                Rule::battles => self.battles_row(&piece.node),
                Rule::plan => {
                    let name = &piece.node.kids[0];
                    let usual = is_usual(&piece.node).then(|| site_kind(&piece.node));
                    if let Some(first) = usual.and_then(|kind| kinds.insert(kind, name.loc)) {
                        let message = "there are two battle plans for the same kind of battle";
                        self.problems.push(Problem::twice(message, name.loc, first));
                    } else {
                        self.plan(&piece.node);
                    }
                }
                Rule::support | Rule::modifier => self.lift(&piece.node),
                _ => {}
            }
        }
        self.dice_of_passing_shots();
    }

    /// Passing shots are fired with the dice of the first volley at sea.
    fn dice_of_passing_shots(&mut self) {
        let battles = &self.rules.battles;
        let plan = battles.usual(SiteKind::Sea).map(|id| &battles.plans[id]);
        let Some(roll) = plan.and_then(|p| Some(p.volleys().next()?.roll)) else {
            return;
        };
        for plan in &mut self.rules.movement.passing_shots {
            for step in &mut plan.round {
                if let Step::Fire(fire) = step {
                    fire.roll = roll;
                }
            }
        }
    }

    fn battles_row(&mut self, row: &Node) {
        match (row.rule, &row.kids[..]) {
            (Rule::b_order, stages) => {
                let stage = |s: &Node| match s.word {
                    Some(Rule::k_raids) => Stage::Raids,
                    Some(Rule::k_assaults) => Stage::Assaults,
                    Some(Rule::k_sea_battles) => Stage::Sea,
                    Some(Rule::k_land_battles) => Stage::Land,
                    _ => Stage::Others,
                };
                self.rules.battles.stages = stages.iter().map(stage).collect();
            }
            (Rule::b_raids, [units, targets]) => {
                let raider = Raider {
                    units: self.unit_set(units),
                    targets: self.unit_set(targets),
                };
                self.rules.battles.raiders.push(raider);
            }
            (Rule::b_escorts, [units]) => self.rules.battles.escorts = self.unit_set(units),
            (Rule::b_disputes, _) => self.rules.battles.disputes = Some(chooser(row)),
            _ => {
                self.rules.battles.bombardment = Some(Bombardment {
                    ships: self.unit_set(&row.kids[0]),
                    one_per_landed: row.kid(Rule::one_per_landed).is_some(),
                    quiet_zone: row.kid(Rule::quiet).is_some(),
                });
            }
        }
    }

    fn plan(&mut self, said: &Node) {
        let name = &said.kids[0];
        let roll = said.kid(Rule::plan_roll).map(|r| self.roll(&r.kids[0]));
        let roll = roll.unwrap_or(self.roll);
        let places = said.kid(Rule::plan_places);
        let read = self.unless_hollow(|c| (places.map(|p| c.filter(&p.kids[0])), c.when_of(said)));
        let Some((spaces, when)) = read else { return };
        let mut plan = BattlePlan {
            name: name.text.clone(),
            kind: site_kind(said),
            spaces: spaces.unwrap_or(SpaceFilter::Any),
            when,
            start: Vec::new(),
            round: Vec::new(),
            after: Vec::new(),
            max_rounds: None,
            last: Vec::new(),
            participants: UnitTypeSet::EMPTY,
        };
        for part in &said.kids {
            match part.rule {
                Rule::takes_part => {
                    plan.participants = plan.participants.union(self.unit_set(part));
                }
                Rule::before => plan.start.extend(self.steps(part, roll)),
                Rule::each_round => plan.round.extend(self.steps(part, roll)),
                Rule::after_battle => plan.after.extend(self.last_steps(part, roll)),
                Rule::most_rounds => plan.max_rounds = Some(self.number(&part.kids[0])),
                Rule::last => plan.last.push(self.unit_set(part)),
                _ => {}
            }
        }
        if said.kid(Rule::takes_part).is_none() {
            let message = format!("nobody takes part in the battle `{}`", plan.name);
            let problem = Problem::error("pack/battle", message)
                .at(name.loc, "this plan")
                .help("say `takes part …`");
            self.problems.push(problem);
        }
        self.rules.battles.plans.push(plan);
        self.places.plans.push(name.loc);
    }

    fn roll(&mut self, said: &Node) -> Roll {
        let sides = said.kid(Rule::die).map_or(6, |d| self.die(d));
        match said.choice(Rule::roll_kind) {
            Some(Rule::k_low_luck) => Roll::LowLuck { sides },
            Some(_) => Roll::Pooled { sides },
            None => Roll::AtOrLess { sides },
        }
    }

    /// The dice of plans that name none.
    pub(super) fn usual_roll(&mut self, said: &Name) -> Roll {
        let read = parse_part(Rule::whole_roll, said);
        self.keep(read).map_or(self.roll, |roll| self.roll(&roll))
    }

    pub(super) fn die(&mut self, said: &Name) -> u8 {
        let sides = said.text.strip_prefix('d').and_then(|n| n.parse().ok());
        sides.filter(|n| *n >= 2).unwrap_or_else(|| {
            let problem = Problem::error("pack/number", format!("`{}` is no die", said.text));
            let problem = problem.at(said.loc, "a die is written `d6` and has 2 to 255 sides");
            self.problems.push(problem);
            6
        })
    }

    fn steps(&mut self, part: &Node, roll: Roll) -> Vec<Step> {
        let steps = part.kids.iter();
        steps.filter_map(|s| self.step(s, roll)).collect()
    }

    /// The steps after a battle, of which there are few kinds.
    fn last_steps(&mut self, part: &Node, roll: Roll) -> Vec<Step> {
        let kids = part.kids.iter();
        let (last, lost): (Vec<&Node>, _) = kids.partition(|s| s.rule == Rule::call_off);
        for step in lost {
            let message = format!("`{}` has no place after a battle", step.first_words());
            let problem = Problem::error("pack/battle", message)
                .at(step.loc, "nobody fights any more")
                .help("say it under `each round`; after a battle landings may be called off");
            self.problems.push(problem);
        }
        let last = last.into_iter();
        last.filter_map(|s| self.step(s, roll)).collect()
    }

    /// Takes note of a step that rolls dice.
    fn rolls(&mut self, name: &str, role: Role, step: &Node) {
        self.places.dice.push(DiceStep {
            plan: PlanId::new(self.rules.battles.plans.len()),
            name: name.to_owned(),
            role,
            loc: step.loc,
        });
    }

    fn step(&mut self, said: &Node, roll: Roll) -> Option<Step> {
        let (role, units) = (role(said), said.kid(Rule::units));
        let units = |c: &mut Self| c.units_or(units, UnitTypeSet::EMPTY);
        Some(match said.rule {
            Rule::fire => {
                self.rolls(&said.kids[0].text, role, said);
                Step::Fire(self.fire(said, roll)?)
            }
            Rule::remove => Step::Remove,
            Rule::submerge => Step::Submerge(SubmergeStep {
                role,
                units: units(self),
                unless: self.unless(said),
            }),
            Rule::defenceless => Step::Defenceless {
                role,
                units: units(self),
            },
            Rule::retreat => {
                let latest = said.kid(Rule::latest);
                Step::Retreat(RetreatStep {
                    role,
                    from_round: self.rounds(said).map_or(1, |(first, _)| first),
                    latest: latest.map(|l| self.number(&l.kids[0])),
                    units: units(self),
                    seaborne_stay: said.kid(Rule::seaborne).is_some(),
                    to: match said.choice(Rule::retreat_to) {
                        Some(Rule::k_where_they_came_from) => RetreatTo::CameFrom,
                        _ => RetreatTo::Adjacent,
                    },
                })
            }
            Rule::intercept => Step::Intercept { units: units(self) },
            Rule::call_off => Step::CallOff { units: units(self) },
            Rule::divide => Step::Divide,
            _ => {
                self.rolls(BOMBS, Role::Attacker, said);
                let bonus = said.kid(Rule::number);
                Step::Damage(DamageStep {
                    units: match said.kid(Rule::units) {
                        Some(_) => units(self),
                        None => UnitTypeSet::FULL,
                    },
                    sides: self.die(&said.kids[0]),
                    bonus: bonus.map_or(0, |b| self.number(b)),
                    value: said
                        .kid(Rule::name)
                        .and_then(|name| self.find(|s| &mut s.attrs, name)),
                })
            }
        })
    }

    fn fire(&mut self, said: &Node, roll: Roll) -> Option<FireStep> {
        let value = self.find(|s| &mut s.attrs, said.kid(Rule::name)?);
        let mut units = said.all(Rule::units);
        let (shooters, targets) = (units.next()?, units.next()?);
        let dice = said.kid(Rule::dice_count);
        let own = said.kid(Rule::own_roll);
        let last = |rule| said.all(rule).last();
        let station = match said.choice(Rule::station) {
            Some(Rule::k_offshore) => Station::Offshore,
            Some(_) => Station::Target,
            None => Station::Battle,
        };
        let raided = station == Station::Target;
        let step = FireStep {
            name: said.kids[0].text.clone(),
            role: role(said),
            shooters: self.unit_set(shooters),
            station,
            value: value.unwrap_or_default(),
            dice: match dice.map(|d| (d.kid(Rule::number), d.kid(Rule::apart))) {
                // A raided facility has a die for each raider over it.
                None if raided => DicePer::Target,
                Some((None, _)) => DicePer::Target,
                Some((Some(number), None)) => DicePer::Shooter(self.number(number)),
                Some((Some(number), Some(_))) => DicePer::Apart(self.number(number)),
                None => DicePer::Shooter(1),
            },
            targets: self.unit_set(targets),
            spares: said.all(Rule::sparing).map(|s| self.spare(s)).collect(),
            only_if: said.all(Rule::only_if).map(|p| self.presence(p)).collect(),
            unless: said.all(Rule::unless).map(|p| self.presence(p)).collect(),
            rounds: self.rounds(said).unwrap_or(ALWAYS),
            losses: match last(Rule::losses).and_then(|l| l.choice(Rule::fate)) {
                Some(Rule::k_leave) => Losses::Leave,
                None if raided => Losses::Leave,
                _ => Losses::Answer,
            },
            chooser: last(Rule::chosen).map_or(Chooser::Owner, chooser),
            roll: own.map_or(roll, |r| self.roll(&r.kids[0])),
        };
        value.map(|_| step)
    }

    fn spare(&mut self, said: &Node) -> Spare {
        Spare {
            targets: self.unit_set(&said.kids[0]),
            shooters: self.unit_set(&said.kids[1]),
            unless: self.unless(said),
        }
    }

    fn unless(&mut self, said: &Node) -> Option<Presence> {
        said.kid(Rule::unless).map(|u| self.presence(u))
    }

    /// The units of `only if` or `unless`.
    fn presence(&mut self, clause: &Node) -> Presence {
        let said = &clause.kids[0];
        Presence {
            enemy: said.choice(Rule::party) == Some(Rule::k_enemy),
            units: self.unit_set(&said.kids[1]),
        }
    }

    /// The rounds a clause narrows something to.
    fn rounds(&mut self, said: &Node) -> Option<(u16, u16)> {
        let is = |r: Rule| matches!(r, Rule::one_round | Rule::some_rounds | Rule::from_round);
        let clause = said.kids.iter().rev().find(|k| is(k.rule))?;
        let first = self.number(&clause.kids[0]);
        Some(match clause.rule {
            Rule::one_round => (first, first),
            Rule::from_round => (first, u16::MAX),
            _ => (first, self.number(&clause.kids[1])),
        })
    }

    /// A value that support or circumstances change.
    fn lift(&mut self, said: &Node) {
        let Some(lift) = said.kid(Rule::lift) else {
            return said.kid(Rule::figure).map_or((), |f| self.figure(f));
        };
        let [value, side, units, change] = lift.parts();
        let givers = said.kid(Rule::units).map(|l| self.unit_set(l));
        let ratio = said.kid(Rule::number).map_or(1, |n| self.number(n));
        let change = self.change(change);
        let (units, when) = (self.unit_set(units), self.when_of(lift));
        let rounds = self.rounds(lift).unwrap_or(ALWAYS);
        if let Some(value) = self.find(|s| &mut s.attrs, value) {
            self.places.lifts.push(lift.loc);
            self.rules.battles.modifiers.push(Modifier {
                value,
                role: match side.word {
                    Some(Rule::k_attacking) => Role::Attacker,
                    _ => Role::Defender,
                },
                units,
                givers: givers.unwrap_or_default(),
                ratio,
                rounds,
                when,
                change,
            });
        }
    }

    fn change(&mut self, said: &Node) -> Change {
        let amount = &said.kids[0];
        match said.rule {
            Rule::set_to => Change::Set(self.value(amount)),
            Rule::add_to => Change::Add(self.value(amount)),
            Rule::take_off => Change::Add(Value(-self.value(amount).0)),
            Rule::best_of => Change::Best(self.number::<u8>(amount).max(1)),
            _ => Change::Times(self.number(amount)),
        }
    }

    /// A number of types that circumstances change.
    fn figure(&mut self, said: &Node) {
        let [word, units, change] = said.parts();
        let row = FigureRule {
            figure: match word.word {
                Some(Rule::k_cost) => Figure::Cost,
                Some(Rule::k_moves) => Figure::Moves,
                Some(Rule::k_builds) => Figure::Builds,
                Some(Rule::k_repair_cost) => Figure::RepairCost,
                _ => Figure::Leaders,
            },
            units: self.unit_set(units),
            when: self.when_of(said),
            change: self.change(change),
        };
        self.rules.units.figures.push(row);
        self.places.figures.push(said.loc);
    }

    /// A number with at most two decimals, in hundredths.
    fn value(&mut self, said: &Node) -> Value {
        hundredths(&said.text).unwrap_or_else(|| {
            let problem = Problem::error("pack/number", format!("`{}` is no value", said.text));
            let label = "a number from -1000 to 1000 with at most two decimals";
            self.problems.push(problem.at(said.loc, label));
            Value::default()
        })
    }
}

fn site_kind(plan: &Node) -> SiteKind {
    match plan.choice(Rule::plan_site) {
        Some(Rule::k_on_land) => SiteKind::Land,
        Some(Rule::k_at_sea) => SiteKind::Sea,
        _ => SiteKind::Raid,
    }
}

fn role(step: &Node) -> Role {
    match step.choice(Rule::role) {
        Some(Rule::k_attacker) => Role::Attacker,
        _ => Role::Defender,
    }
}

fn chooser(clause: &Node) -> Chooser {
    match clause.choice(Rule::chooser) {
        Some(Rule::k_firer) => Chooser::Firer,
        _ => Chooser::Owner,
    }
}
