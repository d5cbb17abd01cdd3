//! A copy of the game to try orders on: what is planned has passed the kernel's own law.

use std::collections::{BTreeMap, BTreeSet};

use super::army::Army;
use super::campaign::{Campaign, campaigns};
use super::facts::Facts;
use super::invasion::{Invasion, invasion};
use super::look::Look;
use super::profile::Profile;
use super::stance::Stance;
use sandtable_kernel::{Cx, Hooks, Intent, Order, Scripted, State, Unit, UnitIx, apply};
use sandtable_odds::Force;
use sandtable_rules::{PowerId, Rules, SpaceId, SpaceSet};

/// A game to try orders on, and the orders that worked.
pub struct Scratch<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The scripts.
    pub hooks: &'a dyn Hooks,
    /// The edition's numbers.
    pub profile: &'a Profile,
    /// Who plans.
    pub me: PowerId,
    /// How it means to play.
    pub stance: &'a Stance,
    /// The game so far.
    pub state: State,
    /// The orders given so far.
    pub orders: Vec<Order>,
    /// The spaces that are not attacked.
    pub spared: SpaceSet,
    /// Who would fight in spaces that aircraft rise to, those included.
    pub risen: BTreeMap<SpaceId, Army>,
    /// The harbour that money is saved for: for what is to be built there.
    pub saved: Option<SpaceId>,
    /// Warships that stay where they are.
    pub posted: BTreeSet<UnitIx>,
    facts: Facts,
}

impl<'a> Scratch<'a> {
    /// A copy of this game, for a power's plans.
    pub fn new(cx: Cx<'a>, profile: &'a Profile, me: PowerId, stance: &'a Stance) -> Self {
        Self {
            rules: cx.rules,
            hooks: cx.hooks,
            profile,
            me,
            stance,
            state: cx.state.clone(),
            orders: Vec::new(),
            spared: stance.spared,
            risen: BTreeMap::new(),
            saved: None,
            posted: BTreeSet::new(),
            facts: Facts::new(cx, me),
        }
    }

    /// Looks at friends, foes and dangers anew: a war has begun.
    pub fn survey(&mut self) {
        self.facts = Facts::new(self.cx(), self.me);
    }

    /// The coasts that ships may be bound for, the best first.
    pub fn campaigns(&self) -> &[Campaign] {
        self.facts.campaigns.get_or_init(|| campaigns(self))
    }

    /// The landing in one go that is made or saved up for.
    pub fn invasion(&self) -> Option<&Invasion> {
        let known = self.facts.invasion.get_or_init(|| invasion(self));
        known.as_ref()
    }

    /// The same, where money goes into it: the stance may say otherwise.
    pub fn funded(&self) -> Option<&Invasion> {
        self.invasion().filter(|_| self.stance.means.is_none())
    }

    /// Where new ships would be bound.
    pub fn aim(&self) -> Option<&Campaign> {
        let all = self.campaigns();
        let wanted = all.iter().find(|c| self.stance.aim == Some(c.target));
        wanted.or(all.first())
    }

    /// The game, to ask questions about.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(self.rules, &self.state, self.hooks)
    }

    /// The game as the power sees it.
    pub fn look(&self) -> Look<'_> {
        Look::new(self.cx(), self.profile, self.me, &self.facts)
    }

    /// What the game could come to, as the power sees it.
    pub fn look_at<'s>(&'s self, state: &'s State) -> Look<'s> {
        Look::new(self.cx().on(state), self.profile, self.me, &self.facts)
    }

    /// Whom an attack on a space meets: the units at war with the power that are there, or, as far as is known, will be.
    pub fn foes(&self, space: SpaceId) -> Army {
        let risen = self.risen.get(&space).cloned();
        risen.unwrap_or_else(|| self.look().enemies(space))
    }

    /// What was bought and is not placed yet.
    pub fn bought(&self) -> Force {
        let bought = self.state.bought.iter();
        bought.fold(Force::default(), |all, b| all.with(b.kind, b.count))
    }

    /// The power's own units among these.
    pub fn own<'s>(
        &self,
        units: impl Iterator<Item = (UnitIx, &'s Unit)>,
    ) -> impl Iterator<Item = (UnitIx, &'s Unit)> {
        let me = self.me;
        units.filter(move |(_, u)| u.owner == me)
    }

    /// The power's own aircraft.
    pub fn aircraft(&self) -> impl Iterator<Item = &Unit> {
        let own = self.own(self.state.all()).map(|(_, u)| u);
        own.filter(|u| self.rules.units.air.has(u.kind))
    }

    /// An army of these units.
    pub fn army<'u>(&self, units: impl IntoIterator<Item = &'u UnitIx>) -> Army {
        let units = units.into_iter().map(|ix| self.state.unit(*ix));
        Army::of(self.rules, units)
    }

    /// The power's own units aboard a ship.
    pub fn aboard(&self, ship: UnitIx) -> Vec<UnitIx> {
        let own = self.own(self.state.aboard(ship));
        own.map(|(ix, _)| ix).collect()
    }

    /// Gives an order if it may be given. Dice that it needs show their highest face.
    pub fn give(&mut self, order: Order) -> bool {
        let (state, dice) = (&mut self.state, &mut Scripted::new([]));
        let done = apply(self.rules, state, &order, dice, self.hooks).is_ok();
        if done {
            self.orders.push(order);
        }
        done
    }

    /// Moves units if they may go this way and none is shot on it for certain.
    pub fn go(&mut self, units: Vec<UnitIx>, path: Vec<SpaceId>, intent: Intent) -> bool {
        let (mark, to) = (self.mark(), path.last().copied());
        let gone = units.clone();
        if !self.give(Order::Move {
            units,
            path,
            intent,
        }) {
            return false;
        }
        let arrived = |ix: &UnitIx| Some(self.state.unit(*ix).space) == to;
        let all = gone.iter().all(arrived);
        if !all {
            self.back(mark);
        }
        all
    }

    /// Where the trying stands, to come back to.
    pub fn mark(&self) -> Mark {
        Mark(self.state.clone(), self.orders.len())
    }

    /// Takes back everything since a mark.
    pub fn back(&mut self, mark: Mark) {
        self.state = mark.0;
        self.orders.truncate(mark.1);
    }
}

/// A moment of trying.
#[derive(Clone)]
pub struct Mark(State, usize);

impl Mark {
    /// The game at that moment.
    pub fn state(&self) -> &State {
        &self.0
    }
}
