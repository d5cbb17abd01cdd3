//! The field of a battle: both sides' states, and what each volley does, worked out once and
//! remembered. The exact and the sampled reading share it.

use super::alias::Alias;
use super::dist::Dist;
use super::force::at;
use super::index::{ABSENT, Index};
use super::program::Program;
use super::setup::Setup;
use super::side::{Side, StateId, TooVaried};
use super::volley::Pattern;
use crate::rules::{Id, OnCapture, Presence, Role, SiteKind, Station, Step, UnitTypeId, UnitTypeSet, UnitTypes};

/// A moment of a battle: what lives on each side, and what is shown, units included that are lost
/// but may still answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The living.
    pub live: [StateId; 2],
    /// Those and the dying.
    pub shown: [StateId; 2],
    /// The types that have fired in this round, by their numbers on each side.
    pub fired: [u16; 2],
}

/// Hits that go to the same types.
#[derive(Clone, Debug)]
pub struct Volley {
    /// How they are assigned: a number of the side that is hit.
    pub aim: usize,
    /// How many there are.
    pub dist: Dist,
    /// The same, to draw from.
    pub alias: Alias,
}

/// What a step does when it is fired by one state at another.
#[derive(Clone, Debug)]
pub struct Fired {
    /// The types that have fired in the round afterwards.
    pub fired: u16,
    /// The chance that nothing is hit.
    pub none: f64,
    /// The hits by what they go to; those that fewer can take first.
    pub volleys: Vec<Volley>,
    /// Whether targets overlap without one holding the other.
    pub crossing: bool,
}

/// Sides with fewer sets of types than this are looked up the short way.
const PLAIN: u16 = 64;

/// Both sides and what is known of their volleys.
pub struct Field<'a> {
    /// The battle.
    pub setup: &'a Setup<'a>,
    /// Its plan.
    pub program: Program<'a>,
    /// Both sides.
    pub sides: [Side; 2],
    pub(super) patterns: Vec<Option<Pattern>>,
    pattern_index: Index,
    fired: Vec<Option<Fired>>,
    fired_index: Index,
    crossings: Index,
    pub(super) raiders: UnitTypeSet,
    raid: bool,
    /// Patterns of volleys between sides where nobody is dying or has fired, by step, then by the types
    /// of both sides; and what each state does by a pattern. The short way to what the indices know.
    plain: Vec<Vec<u32>>,
    by_state: Vec<Vec<u32>>,
    /// Whether units perish, by the types of both sides.
    perishing: Index,
    /// Whether volleys are made ready to be drawn from.
    pub(super) drawn: bool,
    pub(super) hittable: UnitTypeSet,
    holders: UnitTypeSet,
    /// How many states each side has at all, once that is known.
    pub closed: Option<(usize, usize)>,
    /// The numbers of no types at all.
    nobody: [u16; 2],
    /// Where a side breaks off because its chances are bad, by stretch of rounds; found by the exact reading.
    pub resigns: Vec<[Vec<bool>; 2]>,
}

impl<'a> Field<'a> {
    /// Prepares a battle.
    ///
    /// # Errors
    /// A force has too many different units.
    pub fn new(setup: &'a Setup<'a>) -> Result<Self, TooVaried> {
        let program = Program::new(setup);
        let side = |role: Role| {
            let force = &setup.forces[at(role)];
            let losses = &setup.tactics[at(role)].losses;
            Side::new((setup.rules, setup.plan(), role), force, losses, program.aims(setup, role), setup.leavers(role))
        };
        let mut sides = [side(Role::Attacker)?, side(Role::Defender)?];
        let nobody = [0, 1].map(|i| sides[i].number(UnitTypeSet::EMPTY));
        let units = &setup.rules.units;
        let hittable: UnitTypeSet = units.types.iter().filter(|(_, t)| t.hits > 0).map(|(k, _)| k).collect();
        Ok(Self {
            setup,
            sides,
            program,
            patterns: Vec::new(),
            pattern_index: Index::default(),
            fired: Vec::new(),
            fired_index: Index::default(),
            crossings: Index::default(),
            raiders: setup.raiders(),
            raid: setup.plan().kind == SiteKind::Raid,
            plain: Vec::new(),
            by_state: Vec::new(),
            perishing: Index::default(),
            drawn: false,
            holders: holders(units).intersect(hittable),
            hittable,
            closed: None,
            nobody,
            resigns: Vec::new(),
        })
    }

    /// The moment at which a battle of two states begins, or a round.
    pub fn moment(&self, states: [StateId; 2]) -> Moment {
        Moment { live: states, shown: states, fired: self.nobody }
    }

    /// Whether a side has nothing left that could be hit.
    #[inline]
    pub fn beaten(&self, moment: &Moment) -> bool {
        if self.raid {
            return !self.sides[0].kinds(moment.shown[0]).meets(&self.raiders);
        }
        !self.sides[0].can_be_hit(moment.shown[0]) || !self.sides[1].can_be_hit(moment.shown[1])
    }

    /// Whether a side holds the field in a state: who wins if the other does not.
    pub fn stands(&self, role: Role, state: StateId) -> bool {
        self.sides[at(role)].kinds(state).meets(&self.holders)
    }

    /// Whether something is present, seen from a side.
    pub fn present(&self, moment: &Moment, role: Role, what: Presence) -> bool {
        let side = at(if what.enemy { role.other() } else { role });
        self.sides[side].kinds(moment.shown[side]).meets(&what.units)
    }

    /// What a volley does at a moment of a round; `None` if nobody fires.
    #[inline]
    pub fn fire(&mut self, step: usize, round: u16, moment: &Moment) -> Option<usize> {
        let own = at(self.program.fires[step].role);
        let pattern = self.pattern_at(step, round, moment);
        if self.patterns[pattern as usize].as_ref()?.aimed {
            let key = u128::from(pattern) << 64 | u128::from(moment.shown[own]) << 32 | u128::from(moment.live[1 - own]);
            let mut fired = self.fired_index.get(key);
            if fired == ABSENT {
                fired = self.make(pattern, step, round, moment);
                self.fired_index.put(key, fired);
            }
            return self.fired[fired as usize].as_ref().map(|_| fired as usize);
        }
        let state = moment.shown[own] as usize;
        let mut fired = self.by_state[pattern as usize].get(state).copied().unwrap_or(ABSENT);
        if fired == ABSENT {
            fired = self.make(pattern, step, round, moment);
            let known = &mut self.by_state[pattern as usize];
            if known.len() <= state {
                known.resize(state + 1, ABSENT);
            }
            known[state] = fired;
        }
        self.fired[fired as usize].as_ref().map(|_| fired as usize)
    }

    fn make(&mut self, pattern: u32, step: usize, round: u16, moment: &Moment) -> u32 {
        let made = self.volleys(pattern as usize, self.program.fires[step], round, moment);
        self.fired.push(made);
        self.fired.len() as u32 - 1
    }

    /// The number of the pattern by which a step is fired.
    #[inline]
    fn pattern_at(&mut self, step: usize, round: u16, moment: &Moment) -> u32 {
        let own = at(self.program.fires[step].role);
        let foe = 1 - own;
        let (mine, theirs) = (self.sides[own].kinds_ix(moment.shown[own]), self.sides[foe].kinds_ix(moment.shown[foe]));
        let stretch = self.program.stretch(round);
        let plain = moment.fired[own] == self.nobody[own] && moment.live[foe] == moment.shown[foe] && mine.max(theirs) < PLAIN;
        let row = stretch * self.program.fires.len() + step;
        let place = usize::from(mine) * usize::from(PLAIN) + usize::from(theirs);
        if plain
            && let Some(known) = self.plain.get(row).and_then(|row| row.get(place))
            && *known != ABSENT
        {
            return *known;
        }
        let numbers = [mine, theirs, self.sides[foe].kinds_ix(moment.live[foe]), moment.fired[own]];
        let key = numbers.iter().fold(row as u128, |key, n| key << 16 | u128::from(*n));
        let mut pattern = self.pattern_index.get(key);
        if pattern == ABSENT {
            pattern = self.patterns.len() as u32;
            let made = self.pattern(self.program.fires[step], round, moment);
            self.patterns.push(made);
            self.by_state.push(Vec::new());
            self.pattern_index.put(key, pattern);
        }
        if plain {
            if self.plain.len() <= row {
                self.plain.resize(row + 1, Vec::new());
            }
            self.plain[row].resize(usize::from(PLAIN) * usize::from(PLAIN), ABSENT);
            self.plain[row][place] = pattern;
        }
        pattern
    }

    /// What a volley does, by its number.
    #[inline]
    pub fn fired(&self, number: usize) -> &Fired {
        // Numbers come from `fire`, which gives none for volleys that nobody fires.
        self.fired[number].as_ref().expect("only volleys that are fired have numbers")
    }

    /// Makes volleys ready to be drawn from.
    pub fn make_drawable(&mut self) {
        if !self.drawn {
            self.drawn = true;
            let parts = self.fired.iter_mut().flatten().flat_map(|f| &mut f.volleys);
            parts.for_each(|volley| volley.alias = Alias::new(&volley.dist));
        }
    }

    /// A part of a fired volley, and the side it hits.
    #[inline]
    pub fn volley_and_side(&mut self, role: Role, number: usize, part: usize) -> (&Volley, &mut Side) {
        let fired = self.fired[number].as_ref().expect("only volleys that are fired have numbers");
        (&fired.volleys[part], &mut self.sides[at(role)])
    }

    /// The first two parts of a fired volley, and the side it hits.
    pub fn volleys_and_side(&mut self, role: Role, number: usize) -> (&Volley, &Volley, &mut Side) {
        let fired = self.fired[number].as_ref().expect("only volleys that are fired have numbers");
        (&fired.volleys[0], &fired.volleys[1], &mut self.sides[at(role)])
    }

    /// How units of a side may leave the battle alive.
    pub fn departures(&self, role: Role) -> Vec<(UnitTypeSet, bool)> {
        let tactics = &self.setup.tactics[at(role)];
        let plan = self.setup.plan();
        let ways = plan.start.iter().chain(&plan.round).filter_map(|step| match step {
            Step::Submerge { role: whose, units, .. } if *whose == role && tactics.submerges => Some((*units, false)),
            Step::Retreat(step) if step.role == role && self.setup.retreat(role).ever() => Some((step.units, step.seaborne_stay)),
            _ => None,
        });
        ways.collect()
    }

    /// How much is remembered: states and volleys.
    pub fn size(&self) -> usize {
        self.sides[0].len() + self.sides[1].len() + self.fired.len()
    }

    /// The state of a side after hits, one number of them for each volley.
    pub fn struck(&mut self, role: Role, state: StateId, fired: usize, hits: &[u32]) -> StateId {
        // Numbers come from `fire`.
        let fired = self.fired[fired].as_ref().expect("only volleys that are fired have numbers");
        let side = &mut self.sides[at(role)];
        if fired.crossing {
            let hits: Vec<(usize, u32)> = fired.volleys.iter().map(|v| v.aim).zip(hits.iter().copied()).collect();
            if hits.len() > 3 {
                return side.assign(state, &hits);
            }
            let first = u128::from(state) << 1 | u128::from(role == Role::Attacker);
            let key = hits.iter().fold(first, |key, (aim, n)| key << 24 | u128::from(*n) << 8 | *aim as u128);
            let known = self.crossings.get(key);
            if known != ABSENT {
                return known;
            }
            let after = side.assign(state, &hits);
            self.crossings.put(key, after);
            return after;
        }
        let mut state = state;
        for (volley, hits) in fired.volleys.iter().zip(hits) {
            for _ in 0..*hits {
                let next = side.hit(state, volley.aim);
                if next == state {
                    break;
                }
                state = next;
            }
        }
        state
    }

    /// What a fired volley changes: the moment after its hits.
    pub fn after(&mut self, step: usize, fired: usize, hits: &[u32], moment: &Moment) -> Moment {
        let fire = self.program.fires[step];
        let (own, foe) = (at(fire.role), at(fire.role.other()));
        let mut next = *moment;
        next.fired[own] = self.fired(fired).fired;
        next.live[foe] = self.struck(fire.role.other(), moment.live[foe], fired, hits);
        if fire.losses == crate::rules::Losses::Leave || fire.station == Station::Target {
            next.shown[foe] = self.sides[foe].follow(moment.shown[foe], moment.live[foe], next.live[foe]);
        }
        next
    }

    /// Whether units of these types perish without a die: their side can hit nobody any more, some
    /// enemy can hit them, nothing else of the side can be hit, and it cannot break off.
    pub fn perishes(&mut self, role: Role, doomed: UnitTypeSet, round: u16, moment: &Moment) -> bool {
        let (own, foe) = (at(role), at(role.other()));
        let (kinds, enemy) = (self.sides[own].kinds(moment.shown[own]), self.sides[foe].kinds(moment.shown[foe]));
        if !kinds.meets(&doomed) {
            return false;
        }
        let numbers = [own, foe].map(|i| u128::from(self.sides[i].kinds_ix(moment.shown[i])));
        let doom = doomed.iter().fold(0u64, |bits, k| bits | 1 << k.index());
        let stretch = self.program.stretch(round) as u128;
        let key = (stretch << 33 | numbers[0] << 17 | numbers[1] << 1 | own as u128) << 64 | u128::from(doom);
        let known = self.perishing.get(key);
        if known != ABSENT {
            return known == 1 && !self.can_leave(role, round, moment);
        }
        let harmless = kinds.iter().all(|k| !self.reach(role, k, round, moment).meets(&enemy));
        let threat = enemy.iter().fold(UnitTypeSet::EMPTY, |all, k| all.union(self.reach(role.other(), k, round, moment)));
        let aimed = threat.intersect(kinds);
        let lost = harmless && aimed.meets(&doomed) && aimed.within(&doomed);
        self.perishing.put(key, lost.into());
        lost && !self.can_leave(role, round, moment)
    }

    /// The types that a type of a side can hit in some step of a round.
    fn reach(&self, role: Role, shooter: UnitTypeId, round: u16, moment: &Moment) -> UnitTypeSet {
        let mut all = UnitTypeSet::EMPTY;
        for step in &self.setup.plan().round {
            let Step::Fire(fire) = step else { continue };
            let fires = fire.role == role && fire.station == Station::Battle && fire.shooters.has(shooter);
            if fires && self.setup.rules.units[shooter].values[fire.value].0 > 0 && self.happens(fire, round, moment) {
                all = all.union(self.targets(fire, shooter, moment));
            }
        }
        all
    }

    /// Whether a side could break off now.
    pub fn can_leave(&self, role: Role, round: u16, moment: &Moment) -> bool {
        let Some(step) = self.setup.retreat_step(role, round) else { return false };
        let side = &self.sides[at(role)];
        let leavers = side.leavers(moment.live[at(role)], step.units, step.seaborne_stay);
        let grounded = !leavers.minus(self.setup.rules.units.air).is_empty();
        if grounded { self.setup.tactics[at(role)].way_out } else { !leavers.is_empty() }
    }

    /// The raiding types.
    pub fn raiders(&self) -> UnitTypeSet {
        self.raiders
    }

    /// Whether a side has nothing left but aircraft, of what can be hit.
    pub fn only_air(&self, role: Role, state: StateId) -> bool {
        let kinds = self.sides[at(role)].kinds(state).intersect(self.hittable);
        kinds.within(&self.setup.rules.units.air)
    }
}

fn holders(units: &UnitTypes) -> UnitTypeSet {
    units.types.iter().filter(|(_, t)| t.on_capture == OnCapture::Holds).map(|(k, _)| k).collect()
}
