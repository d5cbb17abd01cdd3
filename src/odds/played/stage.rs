//! Where battles are played by the game itself: a board with nothing on it but the two forces, or a
//! position of a game.

use crate::case::Unknown;
use crate::field::side::{Aim, Side};
use crate::force::{Force, Stack};
use crate::played::evenly;
use crate::setup::{Scripts, Setup};
use sandtable_kernel::law::end::ROLES;
use sandtable_kernel::{Dice, Hooks, Marks, NOWHERE, Site, State, Unit, UnitIx};
use sandtable_rules::{
    Chooser, Cond, Id, PhaseKind, PowerId, Relation, Role, Rules, SiteKind, SpaceId, UnitTypeSet,
};
use std::borrow::Cow;

/// A position in which a battle begins or goes on.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game.
    pub state: State,
    /// The battle that begins; none if one is under way.
    pub begins: Option<Site>,
    /// The units of both sides, the attacker's first.
    pub units: [Vec<UnitIx>; 2],
}

/// A battle that a game holds: the position, and the forces as they were read from it.
#[derive(Clone, Debug)]
struct Held {
    position: Position,
    forces: [Force; 2],
    offshore: Force,
}

/// Where a battle is fought.
#[derive(Clone, Copy, Debug)]
struct Place {
    field: SpaceId,
    /// Where attackers come from who did not come by sea.
    from: Option<SpaceId>,
    /// The zone of those who did.
    zone: Option<SpaceId>,
}

/// What battles are played with.
pub struct Stage<'a> {
    pub(crate) rules: Cow<'a, Rules>,
    pub(crate) hooks: &'a dyn Hooks,
    base: State,
    powers: [PowerId; 2],
    /// For battles on land, and at sea.
    places: [Option<Place>; 2],
    held: Option<Held>,
    /// For the attack of the other side.
    pub(crate) back: Option<Box<Self>>,
}

/// Why there is no stage for a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoStage {
    /// The attacker never has a turn.
    #[error("this power has no turn in which it could attack")]
    NoTurn,
    /// A power against itself, or nobody else is there.
    #[error("a battle needs two powers")]
    OnePower,
    /// No space of the kind.
    #[error("the board has no space for such a battle")]
    NoSpace,
}

impl<'a> Stage<'a> {
    /// An empty board for battles like this one: between these powers, or any two, in this space, or
    /// in any that fits.
    ///
    /// # Errors
    /// There is no such board.
    pub fn new(
        setup: &Setup<'a>,
        hooks: &'a dyn Hooks,
        powers: [Option<PowerId>; 2],
        at: Option<SpaceId>,
    ) -> Result<Self, NoStage> {
        let rules = setup.rules;
        let powers = opponents(rules, powers)?;
        let mut base = State::new(rules);
        base.units.clear();
        base.turn = turn_of(rules, powers[0])?;
        base.phase = rules.turn.first(PhaseKind::Combat).unwrap_or(base.phase);
        let places = places(rules, powers[1], at);
        Ok(Self::set(decided(setup), hooks, base, powers, places))
    }

    /// With the same board the other way round, for the attack of the other side.
    ///
    /// # Errors
    /// That power never has a turn.
    pub fn with_back(self, back: &Setup<'a>) -> Result<Self, NoStage> {
        let [attacker, defender] = self.powers;
        let mut base = self.base.clone();
        base.turn = turn_of(back.rules, defender)?;
        let powers = [defender, attacker];
        let back = Self::set(decided(back), self.hooks, base, powers, self.places);
        Ok(Self {
            back: Some(Box::new(back)),
            ..self
        })
    }

    /// The battle in a space of a game, as it stands. Other forces than these are put in the place of
    /// those there.
    pub fn of_game(
        setup: &Setup<'a>,
        hooks: &'a dyn Hooks,
        position: Position,
        defender: PowerId,
        space: SpaceId,
    ) -> Self {
        let rules = setup.rules;
        let mut base = position.state.clone();
        for unit in base.units.iter_mut() {
            if unit.space == space || unit.goal == space {
                unit.space = NOWHERE;
                unit.link = UnitIx::NONE;
            }
        }
        let powers = [base.active(rules), defender];
        let places = places(rules, defender, Some(space));
        let held = Held {
            position,
            forces: setup.forces.clone(),
            offshore: setup.offshore.clone(),
        };
        Self {
            held: Some(held),
            ..Self::set(Cow::Borrowed(rules), hooks, base, powers, places)
        }
    }

    /// That of a battle: it, or the one of the attack of the other side.
    pub(super) fn of(&self, setup: &Setup<'_>) -> &Self {
        let turned = self.back.as_deref().filter(|_| setup.turned);
        turned.unwrap_or(self)
    }

    /// The battle to be read from its plan with what scripts say in it, where that follows from who fires; `None`
    /// where the game has to play it.
    pub fn heard<'s>(&'s self, setup: &Setup<'s>) -> Option<Setup<'s>> {
        let mut held = self.held.iter();
        let begun = held.any(|held| held.position.begins.is_none());
        let raid = setup.plan().kind == SiteKind::Raid;
        let mut scripts = self.hooks.in_battles().into_iter();
        let follows = scripts.all(|script| self.hooks.by_shooters(script));
        let read = !begun && setup.also.is_empty() && !raid && follows;
        let stage = self.of(setup);
        let sea = setup.plan().kind == SiteKind::Sea;
        let place = stage.places[usize::from(sea)].filter(|_| read)?;
        Some(Setup {
            scripts: Some(Scripts {
                hooks: self.hooks,
                state: &stage.base,
                space: place.field,
            }),
            ..setup.clone()
        })
    }

    fn set(
        rules: Cow<'a, Rules>,
        hooks: &'a dyn Hooks,
        mut base: State,
        powers: [PowerId; 2],
        places: [Option<Place>; 2],
    ) -> Self {
        let [attacker, defender] = powers;
        base.relate(&rules, attacker, defender, Relation::War);
        if let Some(place) = places[0] {
            base.set_owner_before(place.field, Some(defender));
            place
                .from
                .into_iter()
                .for_each(|from| base.set_owner_before(from, Some(attacker)));
        }
        Self {
            rules,
            hooks,
            base,
            powers,
            places,
            held: None,
            back: None,
        }
    }

    /// The position in which a battle begins.
    ///
    /// # Errors
    /// A force has too many different units, or the board has no place for it.
    pub fn position(&self, setup: &Setup<'_>, dice: &mut dyn Dice) -> Result<Position, Unknown> {
        let as_it_is = |held: &&Held| {
            held.forces == setup.forces
                && held.offshore == setup.offshore
                && setup.strikes.is_empty()
        };
        if let Some(held) = self.held.as_ref().filter(as_it_is) {
            return Ok(held.position.clone());
        }
        let kind = setup.plan().kind;
        let place = self.places[usize::from(kind == SiteKind::Sea)].ok_or(NoStage::NoSpace)?;
        let mut state = self.base.clone();
        let struck = struck(setup, dice)?;
        let mut units = [Vec::new(), Vec::new()];
        for (role, force) in ROLES.into_iter().zip([&struck, &setup.forces[1]]) {
            let owner = self.powers[role as usize];
            for (ix, stack) in put(&mut state, force, owner, place.field)? {
                if role == Role::Attacker {
                    dress(setup, stack, place, state.unit_mut(ix));
                }
                units[role as usize].push(ix);
            }
        }
        let zone = place.zone.unwrap_or(place.field);
        for (ix, _) in put(&mut state, &setup.offshore, self.powers[0], zone)? {
            let ship = state.unit_mut(ix);
            ship.goal = place.field;
            ship.marks
                .set(Marks::BOMBARDS.and(Marks::FOUGHT).and(Marks::DONE));
        }
        if kind == SiteKind::Raid {
            self.aim(setup, &mut state, place.field, &units[0]);
        }
        let begins = Some(Site {
            space: place.field,
            kind,
            assault: false,
        });
        Ok(Position {
            state,
            begins,
            units,
        })
    }

    /// Puts the facilities there that are raided, and divides the raiders evenly among them.
    fn aim(&self, setup: &Setup<'_>, state: &mut State, field: SpaceId, attackers: &[UnitIx]) {
        let raided = setup.raided().filter_map(|(kind, damage)| {
            let ix = state.add(*kind, self.powers[1], field)?;
            state.unit_mut(ix).damage = *damage;
            Some(ix)
        });
        let raided: Vec<UnitIx> = raided.collect();
        let over = evenly(&self.rules, state, attackers, &raided);
        for (ix, over) in attackers.iter().zip(over) {
            let unit = state.unit_mut(*ix);
            unit.link = over.unwrap_or(unit.link);
            unit.marks.set(match over {
                Some(_) => Marks::RAIDING,
                None => Marks::ESCORTING,
            });
        }
    }
}

/// The attacker's force after the strikes before the battle.
fn struck(setup: &Setup<'_>, dice: &mut dyn Dice) -> Result<Force, Unknown> {
    let mut force = setup.forces[0].clone();
    for strike in &setup.strikes {
        let hits = (0..strike.dice)
            .filter(|_| dice.roll(strike.sides) <= strike.at)
            .count() as u32;
        let aim = Aim {
            targets: UnitTypeSet::only(strike.target),
            chooser: Chooser::Owner,
        };
        let seen = (setup.rules, setup.plan(), Role::Attacker);
        force = Side::after_hits(seen, &force, &setup.tactics[0].losses, &[(aim, hits)])?;
    }
    Ok(force)
}

/// Puts a force into a space; its units, each with its stack.
fn put(
    state: &mut State,
    force: &Force,
    owner: PowerId,
    space: SpaceId,
) -> Result<Vec<(UnitIx, Stack)>, Unknown> {
    let each = |s: &Stack| std::iter::repeat_n(*s, s.count.into());
    let put = |stack: Stack| {
        let ix = state.add(stack.kind, owner, space);
        let ix = ix.ok_or(Unknown::TooVaried)?;
        state.unit_mut(ix).damage = stack.damage;
        Ok((ix, stack))
    };
    force.stacks().iter().flat_map(each).map(put).collect()
}

/// Has a new attacker come the way that its stack says.
fn dress(setup: &Setup<'_>, stack: Stack, place: Place, unit: &mut Unit) {
    let way = if stack.seaborne {
        place.zone
    } else {
        place.from.filter(|_| setup.tactics[0].way_out)
    };
    unit.came = way.unwrap_or(NOWHERE);
    unit.marks.set(Marks::MOVED);
    if stack.seaborne {
        unit.marks.set(Marks::SEABORNE.and(Marks::UNLOADED));
    }
}

/// The edition, where it has been decided by which plan a battle is fought and which conditions hold.
fn decided<'a>(setup: &Setup<'a>) -> Cow<'a, Rules> {
    let mut rules = setup.rules.clone();
    for (modifier, holds) in rules.battles.modifiers.iter_mut().zip(&setup.modifiers) {
        modifier.when = if *holds { Cond::Always } else { Cond::never() };
    }
    rules.battles.fight_by(setup.plan);
    Cow::Owned(rules)
}

/// The turn of a power.
fn turn_of(rules: &Rules, power: PowerId) -> Result<u8, NoStage> {
    rules.turn.turn_of(power).ok_or(NoStage::NoTurn)
}

/// Two powers that can fight: those named, else one with a turn and one of another side.
fn opponents(
    rules: &Rules,
    [attacker, defender]: [Option<PowerId>; 2],
) -> Result<[PowerId; 2], NoStage> {
    let mut playing = rules.turn.order.iter().copied();
    let attacker = attacker.or_else(|| playing.find(|p| Some(*p) != defender));
    let attacker = attacker.ok_or(NoStage::OnePower)?;
    let side = |p: PowerId| rules.powers.powers[p].side;
    let others = || rules.powers.powers.ids().filter(|p| *p != attacker);
    let foe = || others().find(|p| side(*p).is_some() && side(*p) != side(attacker));
    let defender = defender
        .or_else(foe)
        .or_else(|| others().next())
        .filter(|p| *p != attacker);
    Ok([attacker, defender.ok_or(NoStage::OnePower)?])
}

/// A space for a battle: of the right kind, with ways into it, best of all the defender's.
fn field(rules: &Rules, sea: bool, defender: PowerId) -> Option<SpaceId> {
    let spaces = rules
        .board
        .spaces
        .iter()
        .filter(|(id, space)| rules.board.is_sea(*id) == sea && !space.closed);
    let worth = |id: SpaceId| {
        let ways = [sea, true].map(|sea| way(rules, id, sea).is_some());
        (
            ways,
            rules.board.spaces[id].start == Some(defender),
            std::cmp::Reverse(id.index()),
        )
    };
    spaces.map(|(id, _)| id).max_by_key(|id| worth(*id))
}

/// Where battles with a defender are fought on land, and at sea: in the space that is named if it is such a one.
fn places(rules: &Rules, defender: PowerId, at: Option<SpaceId>) -> [Option<Place>; 2] {
    [false, true].map(|sea| {
        let named = at.filter(|field| rules.board.is_sea(*field) == sea);
        let field = named.or_else(|| field(rules, sea, defender))?;
        Some(Place {
            field,
            from: way(rules, field, sea),
            zone: way(rules, field, true),
        })
    })
}

/// A neighbour on land or at sea.
fn way(rules: &Rules, space: SpaceId, sea: bool) -> Option<SpaceId> {
    let mut borders = rules.board.spaces[space].borders.iter().copied();
    borders.find(|to| rules.board.is_sea(*to) == sea && !rules.board.spaces[*to].closed)
}
