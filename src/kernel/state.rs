//! The state of a game: small, flat, cheap to clone. Units are an array of plain records; spaces,
//! powers and counters are parallel arrays over the dense ids of the rules. Everything the game
//! waits for is in here too (the agenda), so any moment can be cloned, hashed and saved.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::agenda::{Battle, Frame, Plain, Site};
use super::facts::{UnitsAt, tally};
use super::once::Once;
use super::refusal::{Code, Refusal};
pub use super::unit::{Marks, NOWHERE, Unit, UnitIx, by_index, distinct};
use sandtable_rules::{
    AdvanceSet, ClockId, CounterId, EconomyId, Id, PhaseId, PowerId, Relation, Rules, SideId,
    SpaceId, SpaceSet, UnitTypeId,
};

const NOBODY: u8 = u8::MAX;

/// What a space remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SpaceState {
    owner: u8,
    start_owner: u8,
    /// Whom it stands with while nobody controls it.
    allegiance: u8,
    /// Bits of [`SpaceMark`].
    marks: u8,
}

/// What happened in a space this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum SpaceMark {
    /// Combat took place.
    Fought = 1,
    /// The power on turn declared an attack on what it could have ignored.
    Attacked = 2,
    /// Taken since its owner's last turn began.
    Fresh = 4,
    /// Hostile to the power on turn when the turn began.
    WasHostile = 8,
    /// No ship bombards from here.
    Silent = 16,
}

/// What was bought and waits to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bought {
    /// The type.
    pub kind: UnitTypeId,
    /// How many.
    pub count: u16,
    /// What one cost, in IPC.
    pub price: u16,
    /// From which treasury.
    pub economy: EconomyId,
}

/// A row that states share until one of them changes it: a state is cloned for every order, every
/// question to a script and every look ahead, and most of it stays as it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shared<T>(Arc<Vec<T>>);

impl<T> Deref for Shared<T> {
    type Target = Vec<T>;
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> From<Vec<T>> for Shared<T> {
    fn from(items: Vec<T>) -> Self {
        Self(Arc::new(items))
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(Arc::new(items.into_iter().collect()))
    }
}

/// A game at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The round, from 1.
    pub round: u16,
    /// Whose turn it is: an index into the order of play.
    pub turn: u8,
    /// The phase.
    pub phase: PhaseId,
    /// The side that has won.
    pub winner: Option<SideId>,
    /// The units; dead ones stay until the turn ends so that indices hold.
    pub units: Shared<Unit>,
    /// Control and memory of the spaces.
    pub spaces: Shared<SpaceState>,
    /// The treasuries, in IPC.
    pub treasury: Shared<i32>,
    /// Relations between powers, row by row.
    pub relations: Shared<Relation>,
    /// Counters and flags.
    pub counters: Shared<i32>,
    /// What scripts remember that is no number: each under a number of its own.
    pub memory: Shared<(u16, Plain)>,
    /// The advances of each power.
    pub advances: Shared<AdvanceSet>,
    /// For how many turn ends in a row each clock's condition has held.
    pub clocks: Shared<u16>,
    /// Objectives that paid once for all.
    pub objectives_spent: Once,
    /// Triggers that fired once for all.
    pub triggers_spent: Once,
    /// What the power on turn has bought.
    pub bought: Vec<Bought>,
    /// How many units each producing territory has mobilized this turn.
    pub placed: Vec<(SpaceId, u16)>,
    /// Battles still to be fought this turn.
    pub sites: Vec<Site>,
    /// What is going on: the last frame runs or waits.
    pub agenda: Vec<Frame>,
}

/// Who carries what in a position.
#[derive(Clone, Debug)]
pub struct Loads(Vec<(UnitIx, UnitIx)>);

impl Loads {
    /// What a unit carries, in order.
    pub fn of(&self, carrier: UnitIx) -> impl Iterator<Item = UnitIx> + Clone {
        let from = self.0.partition_point(|(by, _)| *by < carrier);
        let own = self.0[from..].iter();
        own.take_while(move |(by, _)| *by == carrier)
            .map(|(_, ix)| *ix)
    }
}

impl State {
    /// Those of these spaces that a power controls.
    pub fn holdings(&self, power: PowerId, among: SpaceSet) -> SpaceSet {
        let own = |s: &SpaceId| self.owner(*s) == Some(power);
        among.iter().filter(own).collect()
    }
    /// What the territories of a power are worth now, in IPC a turn.
    pub fn production(&self, rules: &Rules, power: PowerId) -> u32 {
        rules.board.income(self.holdings(power, rules.board.land))
    }
    /// What a power's units cost together, in IPC; what cannot be bought counts nothing.
    pub fn worth(&self, rules: &Rules, power: PowerId) -> u32 {
        let prices = self.of(power).map(|(_, u)| rules.units.price(u.kind));
        prices.sum()
    }
    /// The battles that are being fought, the innermost first.
    pub fn battles(&self) -> impl Iterator<Item = &Battle> {
        self.agenda.iter().rev().filter_map(|frame| match frame {
            Frame::Battle(battle) => Some(battle),
            _ => None,
        })
    }
    /// The power on turn.
    pub fn active(&self, rules: &Rules) -> PowerId {
        rules.turn.order[usize::from(self.turn)]
    }
    /// A unit.
    #[inline]
    pub fn unit(&self, ix: UnitIx) -> &Unit {
        &self.units[usize::from(ix.0)]
    }
    /// A unit, to change.
    #[inline]
    pub fn unit_mut(&mut self, ix: UnitIx) -> &mut Unit {
        &mut self.units[usize::from(ix.0)]
    }
    /// A unit by an index that may come from outside; dead units do not count.
    pub fn get(&self, ix: UnitIx) -> Option<&Unit> {
        self.units.get(usize::from(ix.0)).filter(|u| u.alive())
    }
    /// A unit that an order names.
    ///
    /// # Errors
    /// There is none.
    pub fn named(&self, ix: UnitIx) -> Result<&Unit, Refusal> {
        self.get(ix).ok_or(Code::NoSuchUnit.refuse())
    }
    /// Every living unit with its index, in order.
    pub fn all(&self) -> impl Iterator<Item = (UnitIx, &Unit)> + Clone {
        // A u16 index: `State::add` refuses to grow beyond it.
        self.units
            .iter()
            .enumerate()
            .filter(|(_, u)| u.alive())
            .map(|(i, u)| (UnitIx(i as u16), u))
    }
    /// Every living unit of a power, in order.
    pub fn of(&self, power: PowerId) -> impl Iterator<Item = (UnitIx, &Unit)> + Clone {
        self.all().filter(move |(_, u)| u.owner == power)
    }
    /// Every living unit in a space, cargo included.
    pub fn units_in(&self, space: SpaceId) -> impl Iterator<Item = (UnitIx, &Unit)> + Clone {
        self.units
            .iter()
            .enumerate()
            .filter(move |(_, u)| u.space == space)
            .map(|(i, u)| (UnitIx(i as u16), u))
    }
    /// The living units that are so, in order.
    pub fn those(&self, are: impl Fn(&Unit) -> bool) -> Vec<UnitIx> {
        let all = self.all().filter(|(_, unit)| are(unit));
        all.map(|(ix, _)| ix).collect()
    }
    /// The living units in a space that are so, cargo included.
    pub fn those_in(&self, space: SpaceId, are: impl Fn(&Unit) -> bool) -> Vec<UnitIx> {
        self.those(|unit| unit.space == space && are(unit))
    }
    /// Units of one power in one space, as an event tells of them; nothing of none.
    pub fn together(&self, units: &[UnitIx]) -> Option<UnitsAt> {
        let first = self.unit(*units.first()?);
        let counts = tally(units.iter().map(|ix| self.unit(*ix).kind));
        Some(UnitsAt::new(first.owner, counts, first.space))
    }
    /// Who carries what, for many questions at a time.
    pub fn loads(&self) -> Loads {
        let aboard = self.all().filter_map(|(ix, u)| Some((u.carrier()?, ix)));
        let mut pairs: Vec<(UnitIx, UnitIx)> = aboard.collect();
        pairs.sort_unstable();
        Loads(pairs)
    }
    /// What a unit carries.
    pub fn aboard(&self, carrier: UnitIx) -> impl Iterator<Item = (UnitIx, &Unit)> + Clone {
        self.all()
            .filter(move |(_, u)| u.carrier() == Some(carrier))
    }
    /// Whether a unit carries anybody.
    pub fn laden(&self, carrier: UnitIx) -> bool {
        self.aboard(carrier).next().is_some()
    }
    /// Who controls a space.
    #[inline]
    pub fn owner(&self, space: SpaceId) -> Option<PowerId> {
        power(self.spaces[space.index()].owner)
    }
    /// Who controlled it when the turn began.
    #[inline]
    pub fn start_owner(&self, space: SpaceId) -> Option<PowerId> {
        power(self.spaces[space.index()].start_owner)
    }
    /// Whom a space stands with that nobody controls.
    #[inline]
    pub fn allegiance(&self, space: SpaceId) -> Option<PowerId> {
        power(self.spaces[space.index()].allegiance)
    }
    /// Who controls a space or, while nobody does, whom it stands with.
    pub fn stands_with(&self, space: SpaceId) -> Option<PowerId> {
        self.owner(space).or(self.allegiance(space))
    }
    /// Makes a space stand with a power, or with nobody, while nobody controls it.
    pub fn set_allegiance(&mut self, space: SpaceId, with: Option<PowerId>) {
        self.spaces[space.index()].allegiance = with.map_or(NOBODY, |p| p.0);
    }
    /// Gives a space to a power or to nobody.
    pub fn set_owner(&mut self, space: SpaceId, owner: Option<PowerId>) {
        self.spaces[space.index()].owner = owner.map_or(NOBODY, |p| p.0);
    }
    /// Gives a space to a power or to nobody, as though it had been so when the turn began.
    pub fn set_owner_before(&mut self, space: SpaceId, owner: Option<PowerId>) {
        self.set_owner(space, owner);
        self.spaces[space.index()].start_owner = self.spaces[space.index()].owner;
    }
    /// Remembers the present owners as those of the turn's beginning.
    pub fn remember_owners(&mut self) {
        self.spaces.iter_mut().for_each(|s| s.start_owner = s.owner);
    }
    /// Whether a space bears a mark.
    #[inline]
    pub fn marked(&self, space: SpaceId, mark: SpaceMark) -> bool {
        self.spaces[space.index()].marks & mark as u8 != 0
    }
    /// Puts a mark on a space.
    pub fn mark(&mut self, space: SpaceId, mark: SpaceMark) {
        self.spaces[space.index()].marks |= mark as u8;
    }
    /// Takes a mark off a space.
    pub fn unmark(&mut self, space: SpaceId, mark: SpaceMark) {
        self.spaces[space.index()].marks &= !(mark as u8);
    }
    /// How two powers stand to each other; a power is its own ally.
    #[inline]
    pub fn relation(&self, rules: &Rules, a: PowerId, b: PowerId) -> Relation {
        self.relations[rules.powers.pair(a, b)]
    }
    /// Makes two powers stand to each other so.
    pub fn relate(&mut self, rules: &Rules, a: PowerId, b: PowerId, relation: Relation) {
        for pair in [rules.powers.pair(a, b), rules.powers.pair(b, a)] {
            self.relations[pair] = relation;
        }
    }
    /// The value of a counter.
    pub fn counter(&self, id: CounterId) -> i32 {
        self.counters[id.index()]
    }
    /// What a script remembers under a number, if it ever wrote there.
    pub fn remembered(&self, slot: u16) -> Option<&Plain> {
        let mut all = self.memory.iter();
        all.find(|(at, _)| *at == slot).map(|(_, plain)| plain)
    }
    /// Has a script remember something under a number, of a unit if one is said.
    pub fn remember(&mut self, slot: u16, of: Option<UnitIx>, value: Plain) {
        let known = self.memory.iter().position(|(at, _)| *at == slot);
        let at = known.unwrap_or(self.memory.len());
        if known.is_none() {
            self.memory.push((slot, Plain::Units(BTreeMap::new())));
        }
        match (of, &mut self.memory[at].1) {
            (Some(ix), Plain::Units(all)) => _ = all.insert(ix, value),
            (_, kept) => *kept = value,
        }
    }
    /// For how many turn ends in a row a clock's condition has held.
    pub fn clock(&self, id: ClockId) -> u16 {
        self.clocks[id.index()]
    }
    /// A treasury, in IPC.
    pub fn treasury(&self, id: EconomyId) -> i32 {
        self.treasury[id.index()]
    }
    /// What a power's treasuries hold together.
    pub fn funds(&self, rules: &Rules, power: PowerId) -> i32 {
        let economies = rules.powers[power].economies.iter();
        economies.map(|e| self.treasury(*e)).sum()
    }
    /// How many of a type were bought and wait to be placed.
    pub fn waiting(&self, kind: UnitTypeId) -> u32 {
        let same = self.bought.iter().filter(|b| b.kind == kind);
        same.map(|b| u32::from(b.count)).sum()
    }
    /// Adds a unit; `None` when the position is full (65,535 units).
    pub fn add(&mut self, kind: UnitTypeId, owner: PowerId, space: SpaceId) -> Option<UnitIx> {
        let ix = u16::try_from(self.units.len())
            .ok()
            .filter(|ix| *ix < u16::MAX)?;
        self.units.push(Unit {
            marks: Marks::default(),
            space,
            link: UnitIx::NONE,
            came: NOWHERE,
            goal: NOWHERE,
            kind,
            owner,
            used: 0,
            damage: 0,
        });
        Some(UnitIx(ix))
    }
    /// Destroys a unit and all it carries.
    pub fn destroy(&mut self, ix: UnitIx) {
        let unit = self.unit_mut(ix);
        unit.space = NOWHERE;
        unit.link = UnitIx::NONE;
        unit.marks = Marks::default();
        for i in 0..self.units.len() {
            if self.units[i].alive() && self.units[i].carrier() == Some(ix) {
                self.destroy(UnitIx(i as u16));
            }
        }
    }
    /// Drops dead units and renumbers the rest; only between turns, when no order names an index.
    pub fn compact(&mut self) {
        let mut next = 0u16;
        let renumbered: Vec<UnitIx> = self
            .units
            .iter()
            .map(|u| {
                let ix = if u.alive() {
                    UnitIx(next)
                } else {
                    UnitIx::NONE
                };
                next += u16::from(u.alive());
                ix
            })
            .collect();
        self.units.retain(Unit::alive);
        for unit in self.units.iter_mut() {
            if let Some(link) = unit.link.some() {
                unit.link = renumbered[usize::from(link.0)];
            }
        }
        if !self.memory.is_empty() {
            let kept = self.memory.iter_mut();
            kept.for_each(|(_, plain)| plain.renumber(&renumbered));
        }
    }
    /// Bytes this state takes, heap included.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&self.units[..])
            + size_of_val(&self.spaces[..])
            + size_of_val(&self.treasury[..])
            + size_of_val(&self.relations[..])
            + size_of_val(&self.counters[..])
            + size_of_val(&self.memory[..])
            + size_of_val(&self.advances[..])
            + size_of_val(&self.clocks[..])
            + size_of_val(&self.bought[..])
            + size_of_val(&self.placed[..])
            + size_of_val(&self.sites[..])
            + size_of_val(&self.agenda[..])
    }
    /// A digest of the whole state, the same on every machine.
    pub fn digest(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        (self.round, self.turn, self.phase, self.winner).hash(&mut hasher);
        (&self.units, &self.spaces, &self.relations).hash(&mut hasher);
        // Number by number: slices of numbers would be hashed in the machine's own byte order.
        let sums = self.treasury.iter().chain(self.counters.iter());
        sums.for_each(|n| n.hash(&mut hasher));
        self.clocks.iter().for_each(|n| n.hash(&mut hasher));
        let kept = self.memory.iter();
        kept.for_each(|kept| kept.hash(&mut hasher));
        let advances = self.advances.iter();
        advances.for_each(|set| set.bits().hash(&mut hasher));
        (&self.objectives_spent, &self.triggers_spent).hash(&mut hasher);
        (&self.bought, &self.placed, &self.sites, &self.agenda).hash(&mut hasher);
        hasher.finish()
    }
}

impl SpaceState {
    /// A space at the start of a game.
    pub fn new(owner: Option<PowerId>) -> Self {
        let owner = owner.map_or(NOBODY, |p| p.0);
        Self {
            owner,
            start_owner: owner,
            allegiance: NOBODY,
            marks: 0,
        }
    }
    /// Forgets what happened this turn, but not that it is fresh.
    pub fn forget_turn(&mut self) {
        self.marks &= SpaceMark::Fresh as u8;
    }
}

fn power(byte: u8) -> Option<PowerId> {
    (byte != NOBODY).then_some(PowerId(byte))
}

/// FNV-1a: tiny, and unlike the standard hasher promised never to change.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    // The defaults hash native-endian words; these keep the digest the same everywhere.
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }
    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }
    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }
    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
