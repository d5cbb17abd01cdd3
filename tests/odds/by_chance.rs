//! Plans made by chance: whatever steps a plan has, the game and the exact reading come to the same, to
//! the last digit. The game is played once for every way in which its dice can fall.

use super::support::{kind, stock};
use sandtable::game::dice::Stream;
use sandtable::kernel::{Dice, NoHooks};
use sandtable::odds::{Course, Force, Odds, Retreat, Setup, Stack, Stage, Unknown, exact};
use sandtable::rules::{
    AttrId, BattlePlan, Change, Chooser, Cond, DamageStep, DicePer, FireStep, Losses, Modifier,
    Presence, RetreatStep, RetreatTo, Role, Roll, Rules, SiteKind, SpaceFilter, Spare, Station,
    Step, SubmergeStep, UnitTypeId, UnitTypeSet, Value,
};
use std::collections::BTreeMap;

const PLANS: u64 = 400;
/// Battles whose dice can fall in more ways than this are left out.
const WAYS: usize = 1500;

/// Dice that fall in every way, one after the other.
#[derive(Default)]
struct EveryWay {
    /// Sides and face of each die so far.
    fallen: Vec<(u8, u8)>,
    next: usize,
}

impl EveryWay {
    fn chance(&self) -> f64 {
        self.fallen
            .iter()
            .map(|(sides, _)| 1.0 / f64::from(*sides))
            .product()
    }

    /// On to the next way; `false` if there is none.
    fn turn(&mut self) -> bool {
        self.next = 0;
        while self
            .fallen
            .last()
            .is_some_and(|(sides, face)| sides == face)
        {
            self.fallen.pop();
        }
        self.fallen.last_mut().is_some_and(|(_, face)| {
            *face += 1;
            true
        })
    }
}

impl Dice for EveryWay {
    fn roll(&mut self, sides: u8) -> u8 {
        if self.next == self.fallen.len() {
            self.fallen.push((sides, 1));
        }
        self.next += 1;
        self.fallen[self.next - 1].1
    }
}

/// Whoever makes plans up.
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
fn edition(number: u64) -> (Rules, SiteKind) {
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

fn battle<'a>(rules: &'a Rules, site: SiteKind, number: u64) -> Setup<'a> {
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

/// What a battle may come to, each with its chance.
#[derive(Default)]
struct Ends {
    total: f64,
    win: f64,
    lose: f64,
    takes: f64,
    fled: [f64; 2],
    rounds: f64,
    swings: BTreeMap<i64, f64>,
    survivors: [BTreeMap<Vec<Stack>, f64>; 2],
    damage: BTreeMap<u32, f64>,
}

impl Ends {
    fn add(&mut self, course: &Course, chance: f64) {
        let fate = &course.fate;
        let yes = |is: bool| if is { chance } else { 0.0 };
        self.total += chance;
        self.win += yes(fate.winner == Some(Role::Attacker));
        self.lose += yes(fate.winner == Some(Role::Defender));
        self.takes += yes(fate.takes);
        self.rounds += chance * f64::from(course.rounds);
        *self.swings.entry(fate.lost[1] - fate.lost[0]).or_default() += chance;
        for i in [0, 1] {
            self.fled[i] += yes(course.fled[i]);
            *self.survivors[i].entry(sorted(&fate.left[i])).or_default() += chance;
        }
        if let Some(points) = fate.bombed {
            *self.damage.entry(points).or_default() += chance;
        }
    }
}

fn sorted(force: &Force) -> Vec<Stack> {
    let mut stacks = force.stacks().to_vec();
    stacks.sort_unstable();
    stacks
}

/// Plays a battle in every way its dice can fall; `None` if there are too many.
fn played(setup: &Setup<'_>) -> Result<Option<Ends>, Unknown> {
    let stage = Stage::new(setup, &NoHooks, [None, None], None).expect("the board has room");
    let (mut dice, mut ends) = (EveryWay::default(), Ends::default());
    for _ in 0..WAYS {
        let course = stage.play(setup, &mut dice)?;
        ends.add(&course, dice.chance());
        if !dice.turn() {
            return Ok(Some(ends));
        }
    }
    Ok(None)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// What two readings differ in.
fn differences(odds: &Odds, ends: &Ends, setup: &Setup<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut same = |what: &str, exact: f64, played: f64| {
        if !near(exact, played) {
            found.push(format!("{what}: exact {exact}, played {played}"));
        }
    };
    same("all", odds.win + odds.draw + odds.lose, ends.total);
    same("win", odds.win, ends.win);
    same("lose", odds.lose, ends.lose);
    same("takes", odds.takes, ends.takes);
    for (i, role) in [Role::Attacker, Role::Defender].into_iter().enumerate() {
        same("fled", odds.sides[i].fled, ends.fled[i]);
        let mut exact: BTreeMap<Vec<Stack>, f64> = BTreeMap::new();
        for (force, p) in &odds.sides[i].survivors {
            *exact.entry(sorted(force)).or_default() += p;
        }
        for stacks in exact.keys().chain(ends.survivors[i].keys()) {
            let of = |map: &BTreeMap<Vec<Stack>, f64>| map.get(stacks).copied().unwrap_or(0.0);
            same(
                &format!("{role:?} left {stacks:?}"),
                of(&exact),
                of(&ends.survivors[i]),
            );
        }
    }
    for (ipc, p) in &odds.swings {
        same("swing", *p, ends.swings.get(ipc).copied().unwrap_or(0.0));
    }
    if setup.plan().kind == SiteKind::Raid {
        for (points, p) in &odds.damage {
            same(
                "damage",
                *p,
                ends.damage.get(points).copied().unwrap_or(0.0),
            );
        }
    } else {
        same("rounds", odds.rounds, ends.rounds);
    }
    found
}

#[test]
fn plans_made_by_chance_are_read_alike() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for number in 0..PLANS {
        let (rules, site) = edition(number);
        let setup = battle(&rules, site, number);
        let odds = match exact(&setup) {
            Ok(odds) => odds,
            // Losses that linger from round to round are for those that fight.
            Err(Unknown::TooLarge) => continue,
            Err(other) => panic!("battle {number}: {other}"),
        };
        let found = match played(&setup) {
            Ok(Some(ends)) => differences(&odds, &ends, &setup),
            Ok(None) => continue,
            Err(refused) => vec![refused.to_string()],
        };
        compared += 1;
        if !found.is_empty() {
            let (plan, modifiers) = (setup.plan(), &rules.battles.modifiers);
            let battle = format!(
                "{plan:?}, {modifiers:?}, {:?}, {:?}",
                setup.forces, setup.tactics
            );
            wrong.push(format!(
                "battle {number}: {}\n    {battle}",
                found.join("; ")
            ));
        }
    }
    let (n, all) = (wrong.len(), wrong.join("\n"));
    assert_eq!(n, 0, "{n} of {compared} plans are read differently:\n{all}");
    assert!(compared > PLANS / 2, "{compared} compared");
}
