//! The field of a battle: both sides' states, and what each volley does, worked out once and
//! remembered. Those who read a battle exactly and those who fight it share it.

mod closed;
pub(super) mod dist;
mod heard;
pub(super) mod index;
pub(super) mod outcomes;
pub(super) mod program;
pub(super) mod quiet;
pub(super) mod side;
pub(super) mod slots;
pub(super) mod volley;
pub(super) mod walk;

use crate::case::Unknown;
use crate::field::dist::Dists;
use crate::field::index::{ABSENT, Index};
use crate::field::outcomes::Scratch;
use crate::field::program::Program;
use crate::field::side::{Side, StateId};
use crate::field::volley::{Bench, Patterns};
use crate::force::at;
use crate::setup::Setup;
use sandtable_kernel::law::{Scene, end};
use sandtable_rules::{Losses, Role, UnitTypeSet};

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

impl Moment {
    /// The numbers of no types at all.
    pub const NONE_FIRED: [u16; 2] = [0; 2];

    /// The moment at which a battle of two states begins, or a round.
    pub const fn of(states: [StateId; 2]) -> Self {
        Self {
            live: states,
            shown: states,
            fired: Self::NONE_FIRED,
        }
    }
}

/// Pairs of states, in rows of those of the attacker.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pairs {
    /// How many states the attacker has.
    pub rows: usize,
    /// How many the defender has.
    pub width: usize,
}

impl Pairs {
    /// How many pairs there are.
    pub const fn len(self) -> usize {
        self.rows * self.width
    }
    /// The place of a pair among all.
    #[inline]
    pub const fn place(self, live: [StateId; 2]) -> usize {
        live[0] as usize * self.width + live[1] as usize
    }
    /// The pair at a place.
    pub const fn live(self, place: usize) -> [StateId; 2] {
        [
            (place / self.width) as StateId,
            (place % self.width) as StateId,
        ]
    }
}

/// Hits that go to the same types.
#[derive(Clone, Copy, Debug)]
pub struct Salvo {
    /// How they are assigned: a number of the side that is hit.
    pub aim: usize,
    /// How many there are: a number of the field's distributions.
    pub dist: u32,
}

/// What a step does when it is fired by one state at another.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Fired {
    /// The types that have fired in the round afterwards.
    pub fired: u16,
    /// Where its volleys stand, and how many there are; those that fewer can take first.
    pub volleys: (u32, u32),
    /// Whether targets overlap without one holding the other.
    pub crossing: bool,
}

/// The pattern by which nobody fires, and the volley that nobody fires.
pub(crate) const NOBODY: u32 = 0;

/// Both sides and what is known of their volleys.
pub struct Field<'a> {
    /// The battle.
    pub setup: Setup<'a>,
    /// Its plan.
    pub program: Program<'a>,
    /// Both sides.
    pub sides: [Side; 2],
    pub(crate) patterns: Patterns,
    /// The patterns of moments, by step, by types that have fired, and by the types of both sides.
    scenes: Index,
    fired: Vec<Fired>,
    pub(crate) volleys: Vec<Salvo>,
    /// What each state does by a pattern; where dice are aimed, by who is hit too.
    by_state: Vec<Vec<u32>>,
    aimed_index: Index,
    crossings: Index,
    /// Every distribution of hits there is.
    pub(crate) dists: Dists,
    pub(crate) bench: Bench,
    pub(crate) scratch: Scratch,
    pub(crate) raiders: UnitTypeSet,
    /// Where in the plan something happens next.
    pub(crate) ahead: Index,
    /// What the law says of the types of both sides.
    asked: Index,
    holders: UnitTypeSet,
    /// What the strikes before the battle do.
    pub(crate) strikes: Vec<usize>,
    /// The pairs of states that there are at all, once that is known.
    pub closed: Option<Pairs>,
    /// Where a side breaks off because its chances are bad, by stretch of rounds; found by the exact reading.
    pub resigns: Vec<[Vec<bool>; 2]>,
}

impl<'a> Field<'a> {
    /// Prepares a battle.
    ///
    /// # Errors
    /// A force has too many different units.
    pub fn new(setup: Setup<'a>) -> Result<Self, Unknown> {
        let program = Program::new(&setup);
        let side = |role: Role| {
            let force = &setup.forces[at(role)];
            let losses = &setup.tactics[at(role)].losses;
            Side::new(
                (setup.rules, setup.plan(), role),
                force,
                losses,
                program.aims(&setup, role),
                setup.departures(role),
            )
        };
        let mut field = Self {
            sides: [side(Role::Attacker)?, side(Role::Defender)?],
            program,
            patterns: Patterns::default(),
            scenes: Index::default(),
            fired: vec![Fired::default()],
            volleys: Vec::new(),
            by_state: vec![Vec::new()],
            aimed_index: Index::default(),
            crossings: Index::default(),
            dists: Dists::default(),
            bench: Bench::default(),
            scratch: Scratch::default(),
            raiders: setup.raiders(),
            ahead: Index::default(),
            asked: Index::default(),
            holders: end::holders(&setup.rules.units),
            strikes: Vec::new(),
            closed: None,
            resigns: Vec::new(),
            setup,
        };
        field.prepare_strikes();
        Ok(field)
    }

    /// The moment as the law sees it.
    #[inline]
    pub fn scene(&self, round: u16, moment: &Moment) -> Scene<'a> {
        Scene {
            rules: self.setup.rules,
            plan: self.setup.plan(),
            round,
            shown: [0, 1].map(|i| self.sides[i].kinds(moment.shown[i])),
            live: [0, 1].map(|i| self.sides[i].kinds(moment.live[i])),
            raiding: self.raiders,
        }
    }

    /// Whether a side has nothing left that could be hit.
    #[inline]
    pub fn beaten(&self, moment: &Moment) -> bool {
        self.scene(0, moment).beaten()
    }

    /// Whether a side holds the field in a state: who wins if the other does not.
    pub fn stands(&self, role: Role, state: StateId) -> bool {
        self.sides[at(role)].kinds(state).meets(&self.holders)
    }

    /// What a volley does at a moment of a round; `None` if nobody fires.
    #[inline]
    pub fn fire(&mut self, step: usize, round: u16, moment: &Moment) -> Option<usize> {
        let own = at(self.program.fires[step].role);
        let pattern = self.pattern_at(step, round, moment);
        if pattern == NOBODY {
            return None;
        }
        let known = self.by_state[pattern as usize].get(moment.shown[own] as usize);
        let fired = match known {
            Some(known) if *known != ABSENT => *known,
            _ => self.first_fire(pattern, step, round, moment),
        };
        (fired != NOBODY).then_some(fired as usize)
    }

    fn first_fire(&mut self, pattern: u32, step: usize, round: u16, moment: &Moment) -> u32 {
        let own = at(self.program.fires[step].role);
        let by_target = self.patterns.get(pattern).counts_targets;
        let key = u128::from(pattern) << 64
            | u128::from(moment.shown[own]) << 32
            | u128::from(moment.live[1 - own]);
        if let Some(known) = self.aimed_index.get(key).filter(|_| by_target) {
            return known;
        }
        let mut bench = std::mem::take(&mut self.bench);
        let fire = self.program.fires[step];
        let made = self.prepare(&mut bench, pattern, fire, round, moment);
        self.bench = bench;
        let fired = made.map_or(NOBODY, |made| self.note(made));
        if by_target {
            self.aimed_index.put(key, fired);
            return fired;
        }
        let (state, size) = (moment.shown[own] as usize, self.sides[own].len());
        let known = &mut self.by_state[pattern as usize];
        if known.len() <= state {
            known.resize(size, ABSENT);
        }
        known[state] = fired;
        fired
    }

    /// The number of the pattern by which a step is fired.
    #[inline]
    pub(crate) fn pattern_at(&mut self, step: usize, round: u16, moment: &Moment) -> u32 {
        let role = self.program.fires[step].role;
        let (own, foe) = (at(role), at(role.other()));
        let kinds = [0, 1].map(|i| self.sides[i].kinds_ix(moment.shown[i]));
        let living = self.sides[foe].kinds_ix(moment.live[foe]);
        let row = self.program.stretch(round) * self.program.fires.len() + step;
        let numbers = [kinds[0], kinds[1], living, moment.fired[own]];
        let key = numbers
            .iter()
            .fold(row as u128, |key, n| key << 16 | u128::from(*n));
        if let Some(known) = self.scenes.get(key) {
            return known;
        }
        let pattern = self.pattern(self.program.fires[step], row, round, moment);
        self.by_state
            .resize(self.by_state.len().max(pattern as usize + 1), Vec::new());
        self.scenes.put(key, pattern);
        pattern
    }

    /// Numbers what a volley does.
    pub(crate) fn note(&mut self, fired: Fired) -> u32 {
        self.fired.push(fired);
        self.fired.len() as u32 - 1
    }

    /// What a volley does, by its number.
    #[inline]
    pub fn fired(&self, number: usize) -> Fired {
        self.fired[number]
    }

    /// The volleys of a step that is fired.
    #[inline]
    pub fn volleys(&self, number: usize) -> &[Salvo] {
        let (first, len) = self.fired[number].volleys;
        &self.volleys[first as usize..][..len as usize]
    }

    /// How much is remembered: states and volleys.
    pub fn size(&self) -> usize {
        self.sides[0].len() + self.sides[1].len() + self.fired.len()
    }

    /// The state of a side after hits, one number of them for the aim of each volley.
    pub fn struck(
        &mut self,
        (role, state): (Role, StateId),
        fired: usize,
        hits: &[(usize, u32)],
    ) -> StateId {
        let side = &mut self.sides[at(role)];
        if !self.fired[fired].crossing {
            let hits = hits.iter();
            return hits.fold(state, |state, (aim, n)| side.hits(state, *aim, *n));
        }
        if hits.len() > 3 {
            return side.assign(state, hits);
        }
        let first = u128::from(state) << 1 | u128::from(role == Role::Attacker);
        let key = hits.iter().fold(first, |key, (aim, n)| {
            key << 24 | u128::from(*n) << 8 | *aim as u128
        });
        if let Some(known) = self.crossings.get(key) {
            return known;
        }
        let after = side.assign(state, hits);
        self.crossings.put(key, after);
        after
    }

    /// The moment after a volley that has left a state of those it hits.
    pub fn after(&mut self, step: usize, fired: usize, left: StateId, moment: &Moment) -> Moment {
        let fire = self.program.fires[step];
        let (own, foe) = (at(fire.role), at(fire.role.other()));
        let mut next = *moment;
        next.fired[own] = self.fired(fired).fired;
        next.live[foe] = left;
        if fire.losses == Losses::Leave {
            next.shown[foe] = self.sides[foe].follow(moment.shown[foe], moment.live[foe], left);
        }
        next
    }

    /// Whether units of these types perish without a die, if their side cannot break off.
    pub(crate) fn doomed(
        &mut self,
        role: Role,
        doomed: UnitTypeSet,
        round: u16,
        moment: &Moment,
    ) -> bool {
        let question = (at(role), doomed.bits());
        self.ask(question, round, moment, |scene| scene.doomed(role, doomed))
    }

    /// Whether nobody can hit anybody any more.
    pub(crate) fn harmless(&mut self, round: u16, moment: &Moment) -> bool {
        // No units at all are never doomed, so that this question is no other one's.
        self.ask((0, 0), round, moment, Scene::harmless)
    }

    /// Asks the law of the types that both sides show, once for each pair and stretch of rounds.
    fn ask(
        &mut self,
        (role, units): (usize, u64),
        round: u16,
        moment: &Moment,
        law: impl Fn(&Scene<'a>) -> bool,
    ) -> bool {
        let kinds = [0, 1].map(|i| u128::from(self.sides[i].kinds_ix(moment.shown[i])));
        let stretch = self.program.stretch(round) as u128;
        let key = (stretch << 33 | kinds[0] << 17 | kinds[1] << 1 | role as u128) << 64
            | u128::from(units);
        if let Some(known) = self.asked.get(key) {
            return known == 1;
        }
        let answer = law(&self.scene(round, moment));
        self.asked.put(key, answer.into());
        answer
    }
}
