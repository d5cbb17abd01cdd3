//! Carrying out the edits of a transcript: a position laid out by hand.

use super::line::{Edit, Fact};
use super::run::Runner;
use crate::diag::{Loc, Problem};
use crate::game::language::{Amount, Name, Names, Quality, TypedUnits, join, number, refused};
use crate::kernel::{Marks, UnitIx, edit};
use crate::rules::{Domain, Id, PhaseId, PowerId, SpaceId, UnitTypeId};

impl Runner<'_> {
    /// Carries out an edit.
    pub(super) fn edit(&mut self, edit: &Edit, loc: Loc) -> Result<(), Problem> {
        match edit {
            Edit::Put(stacks, space, on) => {
                let space = self.names.spaces.find(space)?;
                for (i, stack) in stacks.iter().enumerate() {
                    // `1 TYPE, 2 TYPE of POWER`: an owner said at the end is that of all before it.
                    let owner = stacks[i..].iter().find_map(|s| s.owner.clone());
                    self.put(
                        &TypedUnits {
                            owner,
                            ..stack.clone()
                        },
                        space,
                        on.as_ref(),
                    )?;
                }
            }
            Edit::Clear(space) => self.clear(space.as_ref())?,
            Edit::Give(power, n) => {
                let id = self.names.economies.find(power)?;
                self.state.treasury[id.index()] =
                    money(i64::from(self.state.treasury(id)).saturating_add(*n));
            }
            Edit::Set(fact) => return self.set(fact, loc),
        }
        self.laid_out = true;
        Ok(())
    }

    /// Makes a fact so.
    fn set(&mut self, fact: &Fact, loc: Loc) -> Result<(), Problem> {
        match fact {
            Fact::Damage(stack, space, points) => {
                let ix = self.present(stack, self.names.spaces.find(space)?)?;
                self.state.unit_mut(ix).damage = u8::try_from(*points).unwrap_or(u8::MAX);
            }
            Fact::Treasury(power, n) => {
                let id = self.names.economies.find(power)?;
                self.state.treasury[id.index()] = money(*n);
            }
            Fact::Control(words) => self.control(words)?,
            Fact::Relation(relation, words) => {
                let (a, b) = Names::pair(&self.names.powers, &self.names.powers, words)?;
                self.state.relations[self.rules.powers.pair(a, b)] = *relation;
                self.state.relations[self.rules.powers.pair(b, a)] = *relation;
            }
            Fact::Round(n) => self.state.round = u16::try_from(*n).unwrap_or(u16::MAX).max(1),
            Fact::Turn(power) => {
                let id = self.names.powers.find(power)?;
                let turn = self.rules.turn.order.iter().position(|p| *p == id);
                let turn = turn.and_then(|t| u8::try_from(t).ok()).ok_or_else(|| {
                    Problem::error("transcript/turn", "this power has no turns of its own")
                        .at(power.loc, "")
                })?;
                return self.enter((turn, PhaseId::new(0)), loc);
            }
            Fact::Phase(phase) => {
                let phase = self.names.phases.find(phase)?;
                return self.enter((self.state.turn, phase), loc);
            }
            Fact::Counter(name, n) => {
                let id = self.names.counters.find(name)?;
                self.state.counters[id.index()] = (*n).clamp(-100_000, 100_000) as i32;
            }
        }
        self.laid_out = true;
        Ok(())
    }

    /// Enters a phase.
    pub(super) fn enter(&mut self, at: (u8, PhaseId), loc: Loc) -> Result<(), Problem> {
        let entered =
            edit::enter_phase(self.rules, &mut self.state, at, &mut self.dice, self.hooks);
        self.events = entered.map_err(|r| refused(self.rules, &r, loc))?;
        self.laid_out = false;
        Ok(())
    }

    /// A space and its holder, without words between them; `nobody` holds what nobody holds.
    pub(super) fn holding(&self, words: &[Name]) -> Result<(SpaceId, Option<PowerId>), Problem> {
        if let Some((last, space)) = words.split_last()
            && ["nobody", "none"]
                .iter()
                .any(|w| last.text.eq_ignore_ascii_case(w))
            && let Some(space) = join(space)
        {
            return Ok((self.names.spaces.find(&space)?, None));
        }
        let (space, power) = Names::pair(&self.names.spaces, &self.names.powers, words)?;
        Ok((space, Some(power)))
    }

    /// A space changes hands, its facilities with it.
    fn control(&mut self, words: &[Name]) -> Result<(), Problem> {
        let (space, owner) = self.holding(words)?;
        self.state.set_owner_before(space, owner);
        let facilities = self.rules.units.facilities;
        if let Some(owner) = owner {
            let there = self
                .state
                .units
                .iter_mut()
                .filter(|u| u.space == space && facilities.has(u.kind));
            there.for_each(|u| u.owner = owner);
        }
        Ok(())
    }

    /// A unit of a stack's description in a space.
    pub(super) fn present(&self, stack: &TypedUnits, space: SpaceId) -> Result<UnitIx, Problem> {
        let kind = self.names.units.find(&stack.kind)?;
        let owner = self.names.powers.maybe(stack.owner.as_ref())?;
        let mut units = self.state.units_in(space);
        let found = units.find(|(_, u)| u.kind == kind && owner.is_none_or(|o| o == u.owner));
        let missing = || {
            self.about(
                "transcript/no-such-unit",
                kind,
                space,
                stack.loc,
                "there is no {unit} in {space}",
            )
        };
        found.map(|(ix, _)| ix).ok_or_else(missing)
    }

    fn about(
        &self,
        code: &'static str,
        kind: UnitTypeId,
        space: SpaceId,
        loc: Loc,
        text: &str,
    ) -> Problem {
        let (unit, space) = (
            &self.rules.units[kind].name,
            &self.rules.board.spaces[space].name,
        );
        Problem::error(code, text.replace("{unit}", unit).replace("{space}", space)).at(loc, "")
    }

    fn clear(&mut self, space: Option<&Name>) -> Result<(), Problem> {
        let space = self.names.spaces.maybe(space)?;
        let doomed = self
            .state
            .all()
            .filter(|(_, u)| space.is_none_or(|s| u.space == s));
        for ix in doomed.map(|(ix, _)| ix).collect::<Vec<_>>() {
            // What a lost ship carried is gone with it.
            if self.state.get(ix).is_some() {
                self.state.destroy(ix);
            }
        }
        if edit::is_untouched(&self.state) {
            self.state.compact();
        }
        Ok(())
    }

    fn put(
        &mut self,
        stack: &TypedUnits,
        space: SpaceId,
        on: Option<&TypedUnits>,
    ) -> Result<(), Problem> {
        let kind = self.names.units.find(&stack.kind)?;
        let owner = match &stack.owner {
            Some(name) => self.names.powers.find(name)?,
            None => self
                .state
                .owner(space)
                .unwrap_or_else(|| self.state.active(self.rules)),
        };
        let sea = self.rules.board.is_sea(space);
        let domain = self.rules.units[kind].domain;
        let misfit = match domain {
            Domain::Land => sea && on.is_none(),
            Domain::Sea => !sea,
            Domain::Facility => sea,
            Domain::Air => false,
        };
        if misfit {
            let problem = self.about(
                "transcript/misplaced",
                kind,
                space,
                stack.loc,
                "{unit} cannot be in {space}",
            );
            let aboard = domain == Domain::Land;
            return Err(if aboard {
                problem.help("`on TYPE` puts it aboard a ship there")
            } else {
                problem
            });
        }
        for _ in 0..count(stack)? {
            let ix = self.add(kind, owner, space, stack.loc)?;
            if stack.quality == Some(Quality::Damaged) {
                self.state.unit_mut(ix).damage = 1;
            }
            match on {
                Some(carrier) => self.put_aboard(ix, carrier, space)?,
                // Aircraft at sea take a deck of their own where one has room.
                None if domain == Domain::Air
                    && sea
                    && !self.state.take_deck(self.rules, ix, |a, b| a == b) =>
                {
                    self.state.unit_mut(ix).marks.set(Marks::ALOFT);
                }
                None => {}
            }
            for load in stack.load.iter().flatten() {
                let kind = self.names.units.find(&load.kind)?;
                for _ in 0..count(load)? {
                    let cargo = self.add(kind, owner, space, load.loc)?;
                    self.link(cargo, ix);
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        kind: UnitTypeId,
        owner: PowerId,
        space: SpaceId,
        loc: Loc,
    ) -> Result<UnitIx, Problem> {
        let full =
            || Problem::error("transcript/full", "there is no room for more units").at(loc, "");
        self.state.add(kind, owner, space).ok_or_else(full)
    }

    fn link(&mut self, ix: UnitIx, carrier: UnitIx) {
        let unit = self.state.unit_mut(ix);
        unit.link = carrier;
        unit.marks.set(Marks::ABOARD_BEFORE);
    }

    /// Puts a unit aboard the first carrier of a description that has room, counted in slots.
    fn put_aboard(
        &mut self,
        ix: UnitIx,
        carrier: &TypedUnits,
        space: SpaceId,
    ) -> Result<(), Problem> {
        let kind = self.names.units.find(&carrier.kind)?;
        let holds = &self.rules.units[kind].holds;
        let room: usize = holds
            .iter()
            .map(|h| h.room.map_or(h.slots.len(), usize::from))
            .sum();
        let own = self.state.unit(ix).owner;
        let owner = self
            .names
            .powers
            .maybe(carrier.owner.as_ref())?
            .unwrap_or(own);
        let ships = self
            .state
            .units_in(space)
            .filter(|(c, u)| *c != ix && u.kind == kind && u.owner == owner);
        let free = ships
            .map(|(c, _)| c)
            .find(|c| self.state.aboard(*c).count() < room);
        let full = || {
            self.about(
                "transcript/no-room",
                kind,
                space,
                carrier.loc,
                "no {unit} in {space} has room",
            )
        };
        let free = free.ok_or_else(full)?;
        self.link(ix, free);
        Ok(())
    }
}

fn count(stack: &TypedUnits) -> Result<i64, Problem> {
    match &stack.amount {
        None => Ok(1),
        Some(Amount::Number(text, loc)) => number(text, *loc, 1, 500),
        Some(Amount::All(loc)) => {
            Err(Problem::error("order/count", "a number is expected here").at(*loc, ""))
        }
    }
}

fn money(n: i64) -> i32 {
    n.clamp(0, 1_000_000) as i32
}
