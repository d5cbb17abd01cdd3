//! Answers in battle: losses, retreats, who dives, rises, bombards or raids what, where homeless
//! aircraft land.

use super::choose::Pool;
use super::node::{Node, Rule};
use super::resolve::Reader;
use super::stack::{Stack, many};
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{DecisionKind, Order, Shot, UnitIx, seaborne_stay, tally};
use sandtable_rules::{SpaceId, counts, space_name};

impl Reader<'_> {
    pub(super) fn pick(&self, verb: &str, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let (units, space, pick) = match self.decision.map(|d| &d.kind) {
            Some(DecisionKind::Casualties {
                candidates, space, ..
            }) if verb == "casualties" => (candidates, space, None),
            Some(DecisionKind::Pick {
                pick, units, space, ..
            }) if verb == pick.word => (units, space, Some(*pick)),
            _ => return Err(self.not_now(loc)),
        };
        let units = self.with_others(units, *space);
        self.settle(&self.names.stacks(said)?, Pool::These(&units), |units| {
            let units = units.to_vec();
            match pick {
                Some(pick) => Order::Pick(pick, units),
                None => Order::Casualties(units),
            }
        })
    }

    /// None of what the question is about.
    pub(super) fn none(&self, loc: Loc) -> Result<Order, Problem> {
        match self.decision.map(|d| &d.kind) {
            Some(DecisionKind::Casualties { .. }) => Ok(Order::Casualties(Vec::new())),
            Some(DecisionKind::Pick { pick, .. }) => Ok(Order::Pick(*pick, Vec::new())),
            Some(DecisionKind::Aim { .. }) => Ok(Order::Aim(Vec::new())),
            Some(DecisionKind::Offer(_)) => Ok(Order::Answer(Vec::new())),
            _ => Err(self.not_now(loc)),
        }
    }

    /// How many losses are to be chosen, among what and where.
    pub(super) fn to_be_lost(&self, kind: &DecisionKind) -> String {
        let DecisionKind::Casualties {
            space,
            candidates,
            count,
            ..
        } = kind
        else {
            return String::new();
        };
        let (rules, state) = (self.cx.rules, self.cx.state);
        let among = tally(candidates.iter().map(|ix| state.unit(*ix).kind));
        let (among, space) = (counts(rules, &among), space_name(rules, *space));
        format!("losses to be chosen in {space}: {count}, among {among}")
    }

    /// Raiders to facilities; a number alone counts the type that was named before.
    pub(super) fn aim(&self, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let Some(DecisionKind::Aim { raiders, space, .. }) = self.decision.map(|d| &d.kind) else {
            return Err(self.not_now(loc));
        };
        let mut left = self.with_others(raiders, *space);
        let first = raiders.first().ok_or_else(|| self.not_now(loc))?;
        let mut kind = self.cx.state.unit(*first).kind;
        let mut shots = Vec::new();
        for aim in said.all(Rule::shot) {
            let stacks: Vec<&Node> = aim.all(Rule::stack).collect();
            let stack = match stacks.as_slice() {
                [raiders, _] => self.names.stack(raiders)?,
                _ => Stack::of(kind, many(aim.find(Rule::amount))?, aim.loc),
            };
            kind = stack.kind;
            let target = stacks.last().map(|s| self.names.stack(s));
            let target = target.ok_or_else(|| self.not_now(loc))??;
            let target = self.facility(target.kind, *space, target.loc)?;
            // Who is sent there already stays first, so that few change their course.
            left.sort_by_key(|ix| self.cx.state.unit(*ix).link != target);
            let units = self.take(&stack, &left)?;
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
        let others = state.those(|u| near(u.space) && !known(u.kind));
        units.iter().copied().chain(others).collect()
    }

    pub(super) fn retreat(&self, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let Some(DecisionKind::Retreat { to, .. }) = self.decision.map(|d| &d.kind) else {
            return Err(self.no_retreat(loc));
        };
        if let Some(name) = said.find(Rule::space) {
            return self.names.spaces.find(name).map(Order::Retreat);
        }
        if let [only] = to.as_slice() {
            return Ok(Order::Retreat(*only));
        }
        let names: Vec<_> = to.iter().map(|s| space_name(self.cx.rules, *s)).collect();
        let message = "there is more than one place to retreat to";
        Err(Problem::error("order/ambiguous", message)
            .at(loc, "say `retreat to SPACE`")
            .help(format!("the places: {}", names.join(", "))))
    }

    /// Nobody is asked whether to retreat: where that is so because of how the units came, it is said.
    fn no_retreat(&self, loc: Loc) -> Problem {
        let mut problem = self.not_now(loc);
        if seaborne_stay(self.cx.rules, self.cx.state) {
            problem.message += "; units that came from the sea stay and fight";
        }
        problem
    }

    pub(super) fn divert(&self, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let to = self.leg(said, Rule::to, loc)?;
        let Some(DecisionKind::Land { unit, .. }) = self.decision.map(|d| &d.kind) else {
            return Err(self.not_now(loc));
        };
        let stack = said.find(Rule::stack).map(|s| self.names.stack(s));
        let Some(stack) = stack.transpose()? else {
            return Ok(Order::Land { unit: *unit, to });
        };
        self.settle(&[stack], Pool::These(&[*unit]), |units| Order::Land {
            unit: units.first().copied().unwrap_or(*unit),
            to,
        })
    }
}
