//! Answers in battle: losses, retreats, who dives, rises, bombards or raids what, where homeless
//! aircraft land.

use super::choose::Pool;
use super::clause::{Aimed, Name, TypedUnits};
use super::resolve::Reader;
use crate::diag::{Loc, Problem};
use crate::kernel::{DecisionKind, Order, Pick, Shot, UnitIx};
use crate::rules::SpaceId;

impl Reader<'_> {
    /// Losses, or the units that do what is asked.
    pub(super) fn pick(
        &self,
        pick: Option<Pick>,
        stacks: &[TypedUnits],
        loc: Loc,
    ) -> Result<Order, Problem> {
        let (units, space) = match (pick, self.decision.map(|d| &d.kind)) {
            (
                None,
                Some(DecisionKind::Casualties {
                    candidates, space, ..
                }),
            ) => (candidates, space),
            (
                Some(pick),
                Some(DecisionKind::Pick {
                    pick: asked,
                    units,
                    space,
                    ..
                }),
            ) if pick == *asked => (units, space),
            _ => return Err(self.not_now(loc)),
        };
        let make = |units: &[UnitIx]| match pick {
            None => Order::Casualties(units.to_vec()),
            Some(pick) => Order::Pick(pick, units.to_vec()),
        };
        self.settle(stacks, Pool::These(&self.with_others(units, *space)), make)
    }

    /// Raiders to facilities; a number alone counts the type that was named before.
    pub(super) fn aim(&self, aims: &[Aimed], loc: Loc) -> Result<Order, Problem> {
        let Some(DecisionKind::Aim { raiders, space, .. }) = self.decision.map(|d| &d.kind) else {
            return Err(self.not_now(loc));
        };
        let first = raiders.first().map_or_else(String::new, |ix| {
            self.cx.rules.units[self.cx.state.unit(*ix).kind]
                .name
                .clone()
        });
        let mut kind = Name { text: first, loc };
        let mut left = self.with_others(raiders, *space);
        let mut shots = Vec::new();
        for aim in aims {
            let stack = match &aim.raiders {
                Some(stack) => stack.clone(),
                None => TypedUnits {
                    amount: aim.amount.clone(),
                    ..TypedUnits::of(kind)
                },
            };
            kind = stack.kind.clone();
            let target = self.facility(&aim.target.kind, *space)?;
            // Who is sent there already stays first, so that few change their course.
            left.sort_by_key(|ix| self.cx.state.unit(*ix).link != target);
            let units = self.finder().take(&stack, &left)?;
            left.retain(|ix| !units.contains(ix));
            shots.extend(units.into_iter().map(|raider| Shot { raider, target }));
        }
        shots.sort_unstable();
        Ok(Order::Aim(shots))
    }

    /// Units to choose from, and those of other types nearby: named, they are refused with the reason.
    pub(super) fn with_others(&self, units: &[UnitIx], space: SpaceId) -> Vec<UnitIx> {
        let state = self.cx.state;
        let near = |s: SpaceId| s == space || self.cx.rules.board.adjacent(s, space);
        let known = |kind| units.iter().any(|ix| state.unit(*ix).kind == kind);
        let others = state
            .all()
            .filter(|(_, u)| near(u.space) && !known(u.kind))
            .map(|(ix, _)| ix);
        units.iter().copied().chain(others).collect()
    }

    pub(super) fn retreat(&self, to: Option<&Name>, loc: Loc) -> Result<Order, Problem> {
        if let Some(name) = to {
            return self.names.spaces.find(name).map(Order::Retreat);
        }
        match self.decision.map(|d| &d.kind) {
            Some(DecisionKind::Retreat { to, .. }) => match to.as_slice() {
                [only] => Ok(Order::Retreat(*only)),
                several => {
                    let names: Vec<_> = several
                        .iter()
                        .map(|s| self.cx.rules.board.spaces[*s].name.as_str())
                        .collect();
                    Err(Problem::error(
                        "order/ambiguous",
                        "there is more than one place to retreat to",
                    )
                    .at(loc, "say `retreat to SPACE`")
                    .help(format!("the places: {}", names.join(", "))))
                }
            },
            _ => Err(self.not_now(loc)),
        }
    }

    pub(super) fn divert(
        &self,
        stack: Option<&TypedUnits>,
        to: &Name,
        loc: Loc,
    ) -> Result<Order, Problem> {
        let to = self.names.spaces.find(to)?;
        let Some(DecisionKind::Land { unit, .. }) = self.decision.map(|d| &d.kind) else {
            return Err(self.not_now(loc));
        };
        match stack {
            None => Ok(Order::Land { unit: *unit, to }),
            Some(stack) => self.settle(
                std::slice::from_ref(stack),
                Pool::These(&[*unit]),
                |units| Order::Land {
                    unit: units.first().copied().unwrap_or(*unit),
                    to,
                },
            ),
        }
    }
}
