//! Going aboard and ashore, as typed.

use super::choose::Pool;
use super::node::{Node, Rule};
use super::resolve::Reader;
use super::stack::{Many, Stack};
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{Order, UnitIx};
use sandtable_rules::{PowerId, SpaceId};
use std::cmp::Reverse;

/// Those of some units that may be loaded on a ship together, the first of them first.
pub(crate) fn fitting(units: &[UnitIx], onto: UnitIx, may: impl Fn(&Order) -> bool) -> Vec<UnitIx> {
    let mut aboard = Vec::new();
    for &ix in units {
        aboard.push(ix);
        let units = aboard.clone();
        if !may(&Order::Load { units, onto }) {
            aboard.pop();
        }
    }
    aboard
}

impl Reader<'_> {
    /// Units that go aboard; on several ships each takes its part.
    pub(super) fn load(&self, who: PowerId, said: &Node) -> Result<Vec<Order>, Problem> {
        let from = self.leg(said, Rule::from, said.loc)?;
        let ship = self.names.stack(said.need(Rule::stack)?)?;
        let zone = match said.find(Rule::space) {
            Some(name) => self.names.spaces.find(name)?,
            None if self.cx.rules.units.air.has(ship.kind) => from,
            None => self.only_zone(from, ship.loc)?,
        };
        let ships = self.choice(&ship, Pool::Any(who, zone))?;
        let stacks = self.stacks_or(said, || self.boarding(who, from, &ships.all()))?;
        if ship.many != Many::Count(1) {
            return self.load_several(&stacks, Pool::Own(who, from), &ships.all(), ship.loc);
        }
        let mut best = None;
        for onto in ships.each(self.cx.state) {
            let order = self.settle(&stacks, Pool::Own(who, from), |units| Order::Load {
                units: units.to_vec(),
                onto,
            })?;
            if self.judge(&order).is_ok() {
                return Ok(vec![order]);
            }
            best = best.or(Some(order));
        }
        best.map(|order| vec![order])
            .ok_or_else(|| self.not_now(ship.loc))
    }

    /// Units on several ships: each takes one of those left, the dearest first, and whatever goes with it.
    fn load_several(
        &self,
        stacks: &[Stack],
        pool: Pool<'_>,
        ships: &[UnitIx],
        loc: Loc,
    ) -> Result<Vec<Order>, Problem> {
        let mut left = Vec::new();
        for stack in stacks {
            left.extend(self.choice(stack, pool)?.all());
        }
        left.sort_by_key(|ix| Reverse(self.cx.rules.units[self.cx.state.unit(*ix).kind].cost));
        let mut orders = Vec::new();
        for &onto in ships {
            let mut aboard = fitting(&left, onto, |order| self.judge(order).is_ok());
            left.retain(|ix| !aboard.contains(ix));
            if aboard.is_empty() {
                let message = "nothing is left to be loaded on some of these";
                return Err(Problem::error("load/no-room", message).at(loc, ""));
            }
            aboard.sort_unstable();
            orders.push(Order::Load {
                units: aboard,
                onto,
            });
        }
        if left.is_empty() {
            return Ok(orders);
        }
        let message = format!(
            "there is no room aboard these for {} of the units",
            left.len()
        );
        Err(Problem::error("load/no-room", message).at(loc, ""))
    }

    /// The zone a ship is loaded in when the order does not say: the only one at hand.
    fn only_zone(&self, from: SpaceId, ship: Loc) -> Result<SpaceId, Problem> {
        let board = &self.cx.rules.board;
        let mut zones = board.spaces[from]
            .borders
            .iter()
            .filter(|s| board.is_sea(**s));
        match (zones.next(), zones.next()) {
            (Some(zone), None) => Ok(*zone),
            _ => Err(
                Problem::error("order/syntax", "the order does not say where the ship is")
                    .at(ship, "`in SPACE` is missing"),
            ),
        }
    }

    /// Units that go ashore.
    pub(super) fn unload(&self, who: PowerId, said: &Node) -> Result<Order, Problem> {
        let from = self.leg(said, Rule::from, said.loc)?;
        let to = self.near(said.need(Rule::space)?, from)?;
        let stacks = self.stacks_or(said, || self.ashore(who, from, to))?;
        self.settle(&stacks, Pool::Aboard(who, from), |units| Order::Unload {
            units: units.to_vec(),
            to,
        })
    }
}
