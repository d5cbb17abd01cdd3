//! Counts to units: which units a stack may mean, and which of them are taken. Units that are alike
//! in everything that matters form a class; for each stack a few choices are made, one a class
//! first, and the first combination that the rules accept is the one that is meant.

use super::likeness::Likeness;
use super::resolve::Reader;
use super::stack::{Many, Stack};
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{Loads, Marks, Order, State, Unit, UnitIx, tallies};
use sandtable_rules::{PowerId, SpaceId, count, counts, power_name, space_name, unit_name};

/// How many combinations of choices are tried for one order.
const TRIES: usize = 48;

/// Whose units a stack may mean when it does not say.
#[derive(Clone, Copy)]
pub(super) enum Pool<'a> {
    /// The speaker's in a space.
    Own(PowerId, SpaceId),
    /// Any in a space, the speaker's first.
    Any(PowerId, SpaceId),
    /// These, as often as named.
    These(&'a [UnitIx]),
    /// The speaker's aboard a ship in a zone.
    Aboard(PowerId, SpaceId),
}

/// The units a stack may mean, likeliest first.
pub(super) struct Choice {
    candidates: Vec<UnitIx>,
    count: usize,
    repeat: bool,
}

impl Choice {
    /// As many units as are named, likeliest first.
    pub fn all(&self) -> Vec<UnitIx> {
        self.candidates.iter().copied().take(self.count).collect()
    }
    /// One unit of each class, likeliest first.
    pub fn each(&self, state: &State) -> Vec<UnitIx> {
        variants(state, self)
            .into_iter()
            .filter_map(|order| order.first().copied())
            .collect()
    }
}

impl Reader<'_> {
    /// The units that a stack may mean.
    pub(super) fn choice(&self, stack: &Stack, pool: Pool<'_>) -> Result<Choice, Problem> {
        let state = self.cx.state;
        let units = match stack.index {
            Some(index) => vec![self.by_number(stack, index)?],
            None => self.pool(pool, stack.owner),
        };
        let fits = |ix: &UnitIx| stack.fits(state, *ix, state.unit(*ix));
        let mut candidates: Vec<UnitIx> = units.into_iter().filter(fits).collect();
        let repeat = matches!(pool, Pool::These(_)) || stack.index.is_some();
        let (laden_first, loads) = (self.laden_first(pool), state.loads());
        candidates.sort_by_cached_key(|ix| rank(state, *ix, (pool, &loads), laden_first));
        let count = stack.many.of(candidates.len());
        if candidates.is_empty() || (candidates.len() < count && !repeat) {
            return Err(self.too_few(stack, candidates.len(), count, pool));
        }
        Ok(Choice {
            candidates,
            count,
            repeat,
        })
    }

    /// The units of a stack taken from these, in their order, each once.
    pub(super) fn take(&self, stack: &Stack, units: &[UnitIx]) -> Result<Vec<UnitIx>, Problem> {
        let choice = self.choice(stack, Pool::These(units))?;
        let found: Vec<UnitIx> = units
            .iter()
            .copied()
            .filter(|ix| choice.candidates.contains(ix))
            .take(choice.count)
            .collect();
        if found.len() < choice.count {
            return Err(self.too_few(stack, found.len(), choice.count, Pool::These(units)));
        }
        Ok(found)
    }

    /// The unit with a number.
    fn by_number(&self, stack: &Stack, (ix, loc): (UnitIx, Loc)) -> Result<UnitIx, Problem> {
        let unit = self.cx.state.get(ix).filter(|u| u.kind == stack.kind);
        if unit.is_none() {
            let name = unit_name(self.cx.rules, stack.kind);
            let message = format!("there is no {name} with that number");
            return Err(Problem::error("order/no-such-unit", message)
                .at(loc, "")
                .help("a count instead of a number picks units by itself"));
        }
        match stack.many {
            Many::Count(1) | Many::All => Ok(ix),
            Many::Count(_) => {
                Err(Problem::error("order/count", "a numbered unit is one unit").at(stack.loc, ""))
            }
        }
    }

    fn pool(&self, pool: Pool<'_>, owner: Option<PowerId>) -> Vec<UnitIx> {
        let in_space = |space: SpaceId, who: Option<PowerId>| -> Vec<UnitIx> {
            let own = |u: &Unit| who.is_none_or(|w| u.owner == w);
            self.cx.state.those_in(space, own)
        };
        match pool {
            Pool::Own(speaker, space) => in_space(space, Some(owner.unwrap_or(speaker))),
            Pool::Any(_, space) => in_space(space, owner),
            Pool::These(units) => units
                .iter()
                .copied()
                .filter(|ix| self.cx.state.get(*ix).is_some())
                .collect(),
            Pool::Aboard(speaker, space) => {
                let mut units = in_space(space, Some(owner.unwrap_or(speaker)));
                units.retain(|ix| self.cx.state.unit(*ix).carrier().is_some());
                units
            }
        }
    }

    /// Whose a unit is that stands there, but is not the speaker's.
    fn owner_of(&self, stack: &Stack, pool: Pool<'_>) -> Option<PowerId> {
        let (Pool::Own(speaker, space) | Pool::Aboard(speaker, space)) = pool else {
            return None;
        };
        let mut there = self.cx.state.units_in(space);
        let other = |u: &Unit| u.owner != speaker && u.kind == stack.kind;
        let like = there.find(|(_, u)| other(u) && stack.owner.is_none());
        like.map(|(_, u)| u.owner)
    }

    fn too_few(&self, stack: &Stack, have: usize, asked: usize, pool: Pool<'_>) -> Problem {
        let rules = self.cx.rules;
        let name = unit_name(rules, stack.kind);
        let place = match pool {
            Pool::Own(_, space) | Pool::Any(_, space) => {
                format!(" in {}", space_name(rules, space))
            }
            Pool::Aboard(_, space) => {
                let sea = self.cx.rules.board.is_sea(space);
                let what = if sea { "a ship" } else { "anything" };
                format!(" aboard {what} in {}", space_name(rules, space))
            }
            Pool::These(_) => " to choose from".to_owned(),
        };
        if let Some(owner) = self.owner_of(stack, pool).filter(|_| have == 0) {
            let message = format!("the {name}{place} belongs to {}", power_name(rules, owner));
            return Problem::error("order/not-yours", message).at(stack.loc, "");
        }
        let which = if stack.quality.is_some() || stack.load.is_some() {
            " of that description"
        } else {
            ""
        };
        let whose = stack.owner.map(|owner| power_name(rules, owner));
        let whose = whose.map_or_else(String::new, |whose| format!(" of {whose}"));
        let message = match have {
            0 => format!("there is no {name}{whose}{which}{place}"),
            _ => {
                let asked = u32::try_from(asked).unwrap_or(u32::MAX);
                let asked = count(rules, stack.kind, asked);
                format!("{asked} are named, only {have}{which} can be found{place}")
            }
        };
        let there = self.pool(pool, None);
        let there = there.iter().map(|ix| self.cx.state.unit(*ix));
        let there = tallies(there.map(|u| (u.owner, u.kind)));
        let several = there.len() > 1;
        let there = there.into_iter().map(|(owner, kinds)| {
            let owner = several.then(|| format!(" of {}", power_name(rules, owner)));
            counts(rules, &kinds) + &owner.unwrap_or_default()
        });
        let there: Vec<String> = there.collect();
        let help = match there.as_slice() {
            [] => "there is nothing at all".to_owned(),
            there => format!("there: {}", there.join("; ")),
        };
        Problem::error("order/too-few", message)
            .at(stack.loc, "")
            .help(help)
    }

    /// Chooses units for stacks so that the order they make passes; if none does, the first that can
    /// be made. The units come sorted, so that an order reads the same however it was put together.
    pub(super) fn settle(
        &self,
        stacks: &[Stack],
        pool: Pool<'_>,
        make: impl Fn(&[UnitIx]) -> Order,
    ) -> Result<Order, Problem> {
        // Whoever is described more closely is looked for first.
        let mut stacks: Vec<&Stack> = stacks.iter().collect();
        stacks.sort_by_key(|s| s.quality.is_none() && s.load.is_none() && s.index.is_none());
        let choices = stacks
            .iter()
            .map(|s| self.choice(s, pool))
            .collect::<Result<Vec<_>, _>>()?;
        let state = self.cx.state;
        let variants: Vec<Vec<Vec<UnitIx>>> = choices.iter().map(|c| variants(state, c)).collect();
        let total = variants.iter().map(Vec::len).product::<usize>();
        let (mut first, mut short) = (None, None);
        for n in 0..total.clamp(1, TRIES) {
            match combine(state, &choices, &variants, n) {
                Ok(units) => {
                    let order = make(&units);
                    if self.judge(&order).is_ok() {
                        return Ok(order);
                    }
                    first = first.or(Some(order));
                }
                Err(stack) => short = short.or(stacks.get(stack).copied()),
            }
        }
        first.ok_or_else(|| {
            let message = "the stacks together name more units than there are";
            let problem = Problem::error("order/too-few", message);
            short.map_or(problem.clone(), |s| problem.at(s.loc, ""))
        })
    }
}

/// One combination: the `n`th in the order of a counter with a digit for each stack.
fn combine(
    state: &State,
    choices: &[Choice],
    variants: &[Vec<Vec<UnitIx>>],
    mut n: usize,
) -> Result<Vec<UnitIx>, usize> {
    let mut taken: Vec<UnitIx> = Vec::new();
    for (at, (choice, variants)) in choices.iter().zip(variants).enumerate() {
        let order = &variants[n % variants.len()];
        n /= variants.len();
        let free = order.iter().copied().filter(|ix| !taken.contains(ix));
        let free: Vec<UnitIx> = free.take(choice.count).collect();
        let mut left = choice.count - free.len();
        taken.extend(free);
        // What takes several hits may be named again once everything else is named.
        if choice.repeat && left > 0 {
            let again = order.iter().filter(|ix| state.get(**ix).is_some());
            let again: Vec<UnitIx> = again.copied().cycle().take(left.min(1000)).collect();
            left -= again.len();
            taken.extend(again);
        }
        if left > 0 {
            return Err(at);
        }
    }
    taken.sort_unstable();
    Ok(taken)
}

/// The orders in which units of a choice may be taken: as ranked, and with each class in front.
fn variants(state: &State, choice: &Choice) -> Vec<Vec<UnitIx>> {
    let classes = Likeness::new(state).classes(&choice.candidates);
    (0..classes.len())
        .map(|front| {
            let rest = (0..classes.len()).filter(|i| *i != front);
            std::iter::once(front)
                .chain(rest)
                .flat_map(|i| classes[i].iter().copied())
                .collect()
        })
        .collect()
}

/// What is taken first where nothing is said: the speaker's own, what has not moved, what carries
/// nothing, what is whole; or before all that, what carries something, or came aboard in this turn and so must land.
fn rank(
    state: &State,
    ix: UnitIx,
    (pool, loads): (Pool<'_>, &Loads),
    laden_first: bool,
) -> (bool, bool, bool, u8, bool, u8, UnitIx) {
    let unit = state.unit(ix);
    let foreign = match pool {
        Pool::Any(speaker, _) => unit.owner != speaker,
        Pool::Own(..) | Pool::Aboard(..) | Pool::These(_) => false,
    };
    let spent = Marks::MOVED.and(Marks::DONE).and(Marks::FOUGHT);
    let spent = unit.marks.any(spent.and(Marks::UNLOADED));
    let laden = loads.of(ix).next().is_some();
    let last = laden_first
        && match pool {
            Pool::Aboard(..) => !unit.marks.any(Marks::LOADED),
            Pool::Own(..) | Pool::Any(..) | Pool::These(_) => !laden,
        };
    (foreign, last, spent, unit.used, laden, unit.damage, ix)
}
