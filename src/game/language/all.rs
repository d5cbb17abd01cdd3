//! `all` without a type: everything that can do what an order says.

use super::likeness::Likeness;
use super::node::{Node, Rule};
use super::resolve::{Reader, unsaid};
use super::stack::{Many, Stack};
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{Count, Order, UnitIx, check, destinations, tally};
use sandtable_rules::{PowerId, SpaceId, list, space_name};

impl Reader<'_> {
    /// The stacks that an order names, or those of everything that can.
    pub(super) fn stacks_or(
        &self,
        said: &Node,
        all: impl FnOnce() -> Vec<Count>,
    ) -> Result<Vec<Stack>, Problem> {
        let Some(everything) = said.find(Rule::everything) else {
            return self.names.stacks(said);
        };
        let of = |(kind, n): &Count| Stack::of(*kind, Many::Count(*n), everything.loc);
        let all: Vec<Stack> = all().iter().map(of).collect();
        match all.is_empty() {
            false => Ok(all),
            true => {
                let message = "nothing there can do that";
                let problem = Problem::error("order/too-few", message).at(everything.loc, "");
                Err(problem.help("an order of one unit says why that one cannot"))
            }
        }
    }

    /// What is bought and can be placed in a space.
    pub(super) fn placeable(&self, space: SpaceId) -> Vec<Count> {
        let bought = self.cx.state.bought.iter().map(|b| (b.kind, b.count));
        let fits = |(kind, _): &Count| {
            let order = Order::Place {
                kind: *kind,
                count: 1,
                space,
            };
            check(self.cx, &order).is_ok()
        };
        bought.filter(fits).collect()
    }

    /// Own units aboard in a zone that can go ashore in a space.
    pub(super) fn ashore(&self, who: PowerId, from: SpaceId, to: SpaceId) -> Vec<Count> {
        let aboard = self.own(who, from).filter(|ix| {
            let units = vec![*ix];
            self.judge(&Order::Unload { units, to }).is_ok()
        });
        tally(aboard.map(|ix| self.cx.state.unit(ix).kind))
    }

    /// Own units of a space that can go aboard one of these ships.
    pub(super) fn boarding(&self, who: PowerId, from: SpaceId, ships: &[UnitIx]) -> Vec<Count> {
        let boarding = self.own(who, from).filter(|ix| {
            let load = |onto: &UnitIx| Order::Load {
                units: vec![*ix],
                onto: *onto,
            };
            ships.iter().any(|onto| self.judge(&load(onto)).is_ok())
        });
        tally(boarding.map(|ix| self.cx.state.unit(ix).kind))
    }

    fn own(&self, who: PowerId, space: SpaceId) -> impl Iterator<Item = UnitIx> {
        let here = self.cx.state.units_in(space);
        here.filter(move |(_, u)| u.owner == who).map(|(ix, _)| ix)
    }

    /// Own units of a space with the spaces they can move to.
    fn movers(&self, who: PowerId, from: SpaceId) -> Vec<(UnitIx, Vec<SpaceId>)> {
        let likeness = Likeness::new(self.cx.state);
        let mut known: Vec<(UnitIx, Vec<SpaceId>)> = Vec::new();
        for ix in self.own(who, from) {
            let like = known.iter().find(|(other, _)| likeness.alike(*other, ix));
            let ends = like.map(|(_, ends)| ends.clone()).unwrap_or_else(|| {
                let moves = destinations(self.cx, &[ix]).unwrap_or_default();
                moves.iter().filter_map(Order::end).collect()
            });
            known.push((ix, ends));
        }
        known
    }

    /// Own units of a space that can move to another.
    pub(super) fn going(&self, who: PowerId, from: SpaceId, to: SpaceId) -> Vec<Count> {
        let movers = self.movers(who, from).into_iter();
        let going = movers.filter(|(_, ends)| ends.contains(&to));
        tally(going.map(|(ix, _)| self.cx.state.unit(ix).kind))
    }

    /// The one space that all units of a space which an order means can move to.
    pub(super) fn only_end(
        &self,
        who: PowerId,
        said: &Node,
        from: SpaceId,
        loc: Loc,
    ) -> Result<SpaceId, Problem> {
        let stacks = self.names.stacks(said)?;
        let state = self.cx.state;
        let mut movers = self.movers(who, from);
        movers.retain(|(ix, ends)| match stacks.is_empty() {
            true => !ends.is_empty(),
            false => stacks.iter().any(|s| s.fits(state, *ix, state.unit(*ix))),
        });
        let first = movers.first().map_or(&[][..], |(_, ends)| ends);
        let common = |to: &&SpaceId| movers.iter().all(|(_, ends)| ends.contains(to));
        let common: Vec<SpaceId> = first.iter().filter(common).copied().collect();
        if let [only] = common[..] {
            return Ok(only);
        }
        let problem = unsaid("to", loc);
        let names = common.iter().map(|s| space_name(self.cx.rules, *s));
        Err(match common.is_empty() {
            true => problem,
            false => problem.help(format!("they can go to {}", list(names, "or"))),
        })
    }
}
