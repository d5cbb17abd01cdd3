//! Whoever makes editions, plans and battles up by chance.

use super::support::{kind, stock};
use sandtable::game::dice::Stream;
use sandtable::kernel::Dice;
use sandtable::odds::{Force, Retreat, Setup, Stack};
use sandtable::rules::{
    AttrId, BattlePlan, Change, Chooser, Cond, DamageStep, DicePer, FireStep, Losses, Modifier,
    Presence, RetreatStep, RetreatTo, Role, Roll, Rules, SiteKind, SpaceFilter, Spare, Station,
    Step, SubmergeStep, UnitTypeId, UnitTypeSet, Value,
};

struct Author<'a> {
    rules: &'a Rules,
    dice: Stream,
    site: SiteKind,
    kinds: Vec<UnitTypeId>,
    roll: Roll,
}

impl Author<'_> {
    fn below(&mut self, n: u8) -> u8 {
        self.dice.roll(n) - 1
    }
    fn one_in(&mut self, n: u8) -> bool {
        self.below(n) == 0
    }
    fn role(&mut self) -> Role {
        [Role::Attacker, Role::Defender][usize::from(self.below(2))]
    }
    fn some(&mut self, one_in: u8) -> UnitTypeSet {
        let kinds = self.kinds.clone();
        kinds.into_iter().filter(|_| !self.one_in(one_in)).collect()
    }
    fn kind(&mut self) -> UnitTypeId {
        let drawn = self.below(self.kinds.len() as u8);
        self.kinds[usize::from(drawn)]
    }
    fn presence(&mut self) -> Presence {
        let kind = self.kind();
        Presence {
            enemy: self.one_in(2),
            units: UnitTypeSet::only(kind),
        }
    }
    fn value(&mut self) -> AttrId {
        let named = |name| {
            self.rules
                .units
                .attrs
                .iter()
                .find(|(_, a)| *a == name)
                .map(|(id, _)| id)
        };
        let (attack, defense) = (named("attack"), named("defense"));
        let drawn = if self.one_in(2) { attack } else { defense };
        drawn.expect("the pack has both values")
    }

    fn fire(&mut self, role: Role) -> FireStep {
        let raid = self.site == SiteKind::Raid;
        let station = match self.below(8) {
            0 if self.site == SiteKind::Land && role == Role::Attacker => Station::Offshore,
            0 | 1 if raid && role == Role::Defender => Station::Target,
            _ => Station::Battle,
        };
        let shooters = match station {
            Station::Battle => self.some(4),
            Station::Offshore | Station::Target => UnitTypeSet::FULL,
        };
        let dice = match self.below(8) {
            0..6 if station == Station::Target => DicePer::Target,
            0 => DicePer::Target,
            1 => DicePer::Shooter(2),
            2 => DicePer::Apart(2),
            _ => DicePer::Shooter(1),
        };
        let mut spares = Vec::new();
        while self.one_in(3) {
            spares.push(Spare {
                shooters: self.some(2),
                targets: self.some(2),
                unless: if self.one_in(2) {
                    Some(self.presence())
                } else {
                    None
                },
            });
        }
        FireStep {
            name: "fire".to_owned(),
            role,
            shooters,
            station,
            value: self.value(),
            dice,
            targets: self.some(5),
            spares,
            only_if: if self.one_in(7) {
                vec![self.presence()]
            } else {
                Vec::new()
            },
            unless: if self.one_in(5) {
                vec![self.presence()]
            } else {
                Vec::new()
            },
            rounds: [(1, u16::MAX), (1, u16::MAX), (1, 1), (2, u16::MAX)]
                [usize::from(self.below(4))],
            losses: [Losses::Leave, Losses::Answer][usize::from(self.below(2))],
            chooser: if self.one_in(6) {
                Chooser::Firer
            } else {
                Chooser::Owner
            },
            roll: self.roll,
        }
    }

    fn quiet(&mut self) -> Step {
        let role = self.role();
        match self.below(4) {
            0 => Step::Remove,
            1 => Step::Submerge(SubmergeStep {
                role,
                units: self.some(2),
                unless: if self.one_in(2) {
                    Some(self.presence())
                } else {
                    None
                },
            }),
            2 => Step::Defenceless {
                role,
                units: self.some(2),
            },
            _ => Step::Retreat(RetreatStep {
                role,
                from_round: 1 + u16::from(self.one_in(4)),
                latest: if self.one_in(3) { Some(1) } else { None },
                units: self.some(2),
                seaborne_stay: self.one_in(2),
                to: RetreatTo::CameFrom,
            }),
        }
    }

    fn steps(&mut self, most: u8) -> Vec<Step> {
        let mut steps = Vec::new();
        for _ in 0..self.below(most + 1) {
            let role = self.role();
            match self.below(5) {
                0 | 1 => steps.push(self.quiet()),
                2 => {
                    let both = [role, role.other()].map(|role| FireStep {
                        losses: Losses::Answer,
                        ..self.fire(role)
                    });
                    steps.extend(both.map(Step::Fire));
                    steps.push(Step::Remove);
                }
                _ => steps.push(Step::Fire(self.fire(role))),
            }
        }
        steps
    }

    fn plan(&mut self) -> BattlePlan {
        let raid = self.site == SiteKind::Raid;
        let everybody: UnitTypeSet = self.rules.units.types.ids().collect();
        let mut round = self.steps(6);
        if raid {
            round.insert(0, Step::Intercept { units: everybody });
        }
        if !self.one_in(8) {
            round.push(Step::Remove);
        }
        if raid {
            round.push(Step::Divide);
            let units = self.some(4);
            let value = Some(self.value());
            round.push(Step::Damage(DamageStep {
                units,
                sides: 2,
                bonus: 1,
                value,
            }));
        }
        let start = if raid { Vec::new() } else { self.steps(2) };
        BattlePlan {
            name: "by chance".to_owned(),
            kind: self.site,
            spaces: SpaceFilter::Any,
            when: Cond::Always,
            start,
            round,
            after: Vec::new(),
            max_rounds: Some(if raid {
                1
            } else {
                1 + u16::from(self.below(2))
            }),
            last: (0..self.below(3)).map(|_| self.some(2)).collect(),
            participants: everybody,
        }
    }

    fn modifier(&mut self) -> Modifier {
        let by = Value(self.points());
        Modifier {
            value: self.value(),
            role: self.role(),
            units: self.some(2),
            givers: if self.one_in(2) {
                self.some(2)
            } else {
                UnitTypeSet::EMPTY
            },
            ratio: 1 + self.below(2),
            rounds: (1, if self.one_in(2) { 1 } else { u16::MAX }),
            when: Cond::Always,
            change: match self.below(5) {
                0 => Change::Set(by),
                1 => Change::Times(2),
                2 => Change::Add(Value(-by.0)),
                3 => Change::Best(2),
                _ => Change::Add(by),
            },
        }
    }

    /// A value to fire at, in hundredths: dice are added up in parts of a hit.
    fn points(&mut self) -> i32 {
        let points = [0, 100, 100, 200][usize::from(self.below(4))];
        if matches!(self.roll, Roll::Pooled { .. }) {
            points / 4
        } else {
            points
        }
    }

    fn force(&mut self, seaborne: bool) -> Force {
        let mut force = Force::default();
        while force.units() < 2 {
            let kind = self.kind();
            let tough = self.rules.units[kind].hits > 1;
            force.add(Stack {
                kind,
                damage: u8::from(tough && self.one_in(2)),
                seaborne: seaborne && self.rules.units.land.has(kind) && self.one_in(3),
                count: 1 + u16::from(self.one_in(4)),
            });
        }
        force
    }
}

/// An edition with a plan, values and support made up, and a battle in it.
pub fn edition(number: u64) -> (Rules, SiteKind) {
    let mut rules = stock();
    let site = [
        SiteKind::Land,
        SiteKind::Sea,
        SiteKind::Land,
        SiteKind::Sea,
        SiteKind::Raid,
    ][(number % 5) as usize];
    let shown = stock();
    let mut author = author(&shown, site, number);
    for id in rules.units.types.ids().collect::<Vec<_>>() {
        for attr in rules.units.attrs.ids().collect::<Vec<_>>() {
            rules.units.types[id].values[attr] = Value(author.points());
        }
    }
    rules.battles.modifiers = (0..author.below(3)).map(|_| author.modifier()).collect();
    let plan = rules.battles.usual(site);
    rules.battles.plans[plan.expect("the pack has all plans")] = author.plan();
    (rules, site)
}

fn author(rules: &Rules, site: SiteKind, number: u64) -> Author<'_> {
    let kinds: &[&str] = match site {
        SiteKind::Land => &["infantry", "artillery", "tank", "fighter", "aa_gun"],
        SiteKind::Sea => &[
            "submarine",
            "destroyer",
            "fighter",
            "battleship",
            "transport",
        ],
        SiteKind::Raid => &["strategic_bomber", "fighter"],
    };
    let sides = 2 + u8::from(number.is_multiple_of(7));
    let roll = match number % 4 {
        1 => Roll::LowLuck { sides },
        3 => Roll::Pooled { sides },
        _ => Roll::AtOrLess { sides },
    };
    Author {
        rules,
        dice: Stream::new(number),
        site,
        kinds: kinds.iter().map(|name| kind(rules, name)).collect(),
        roll,
    }
}

/// A battle in such an edition.
pub fn battle<'a>(rules: &'a Rules, site: SiteKind, number: u64) -> Setup<'a> {
    let mut author = author(rules, site, number + 100_000);
    let land = site == SiteKind::Land;
    let attackers = author.force(land);
    let mut defenders = author.force(false);
    if land {
        // Somebody holds the ground, or there would be no battle.
        defenders = defenders.with(kind(rules, "infantry"), 1);
    }
    let mut setup = Setup::new(rules, site, attackers, defenders).expect("the pack has all plans");
    if land && author.one_in(2) {
        setup.offshore = Force::default().with(kind(rules, "cruiser"), 1);
    }
    if site == SiteKind::Raid {
        setup.forces[0] = setup.forces[0]
            .clone()
            .with(kind(rules, "strategic_bomber"), 1);
        setup.target = Some((kind(rules, "minor_ic"), 0));
    }
    for i in [0, 1] {
        let tactics = &mut setup.tactics[i];
        tactics.submerges = !author.one_in(3);
        tactics.retreat = Retreat {
            after: if author.one_in(2) { Some(1) } else { None },
            below: None,
            only_air: author.one_in(4),
            units: author.one_in(5).then_some(2),
            value: author.one_in(5).then_some(9),
        };
        tactics.losses.keep_takers =
            u32::from(author.one_in(3)) * (1 + u32::from(author.one_in(2)));
    }
    // Who defends goes where attackers came from: on land that is theirs.
    let way_out = !author.one_in(4);
    setup.tactics[0].way_out = way_out;
    setup.tactics[1].way_out = way_out && !land;
    setup
}
