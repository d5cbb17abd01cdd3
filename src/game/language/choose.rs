//! Counts to units: which units a stack may mean, and which of them are taken. Units that are alike
//! in everything that matters form a class; for each stack a few choices are made, one a class
//! first, and the first combination that the rules accept is the one that is meant.

use super::clause::{Amount, Quality, TypedUnits};
use super::names::Names;
use crate::diag::{Loc, Problem};
use crate::kernel::{Cx, Marks, State, Unit, UnitIx};
use crate::rules::{PowerId, SpaceId, UnitTypeId};

/// How many combinations of choices are tried for one order.
const TRIES: usize = 48;

/// How many of a stack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Many {
    Count(u16),
    All,
}

/// The number of a stack.
pub(super) fn many(amount: Option<&Amount>) -> Result<Many, Problem> {
    match amount {
        None => Ok(Many::Count(1)),
        Some(Amount::All(_)) => Ok(Many::All),
        Some(Amount::Number(text, loc)) => {
            number(text, *loc, 1, i64::from(u16::MAX)).map(|n| Many::Count(n as u16))
        }
    }
}

/// A whole number within bounds.
pub(in crate::game) fn number(text: &str, loc: Loc, least: i64, most: i64) -> Result<i64, Problem> {
    text.parse()
        .ok()
        .filter(|n| (least..=most).contains(n))
        .ok_or_else(|| {
            Problem::error(
                "order/count",
                format!(
                    "`{}` is not a number that can be used here",
                    super::parse::shorten(text)
                ),
            )
            .at(
                loc,
                format!("expected a whole number from {least} to {most}"),
            )
        })
}

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
    /// One unit of each class, likeliest first.
    pub fn each(&self, state: &State) -> Vec<UnitIx> {
        variants(state, self)
            .into_iter()
            .filter_map(|order| order.first().copied())
            .collect()
    }
}

/// Everything needed to look units up.
#[derive(Clone, Copy)]
pub(super) struct Finder<'a> {
    pub cx: Cx<'a>,
    pub names: &'a Names,
}

impl Finder<'_> {
    /// The units that a stack may mean.
    pub fn choice(self, stack: &TypedUnits, pool: Pool<'_>) -> Result<Choice, Problem> {
        let kind = self.names.units.find(&stack.kind)?;
        let owner = self.names.powers.maybe(stack.owner.as_ref())?;
        let load = stack
            .load
            .as_ref()
            .map(|load| self.load(load))
            .transpose()?;
        if let Some((index, loc)) = stack.index {
            return self.indexed(stack, kind, index, loc);
        }
        let state = self.cx.state;
        let fits = |ix: &UnitIx| {
            let unit = state.unit(*ix);
            unit.kind == kind
                && owner.is_none_or(|o| unit.owner == o)
                && quality_fits(state, *ix, unit, stack.quality)
                && load.as_ref().is_none_or(|l| *l == aboard(state, *ix))
        };
        let mut candidates: Vec<UnitIx> = self.pool(pool, owner).into_iter().filter(fits).collect();
        let repeat = matches!(pool, Pool::These(_));
        candidates.sort_by_key(|ix| rank(state, *ix, pool));
        let count = match many(stack.amount.as_ref())? {
            Many::Count(n) => usize::from(n),
            Many::All => candidates.len(),
        };
        if candidates.is_empty() || (candidates.len() < count && !repeat) {
            return Err(self.too_few(stack, kind, candidates.len(), count, pool));
        }
        Ok(Choice {
            candidates,
            count,
            repeat,
        })
    }

    /// The units of a stack taken from these, in their order, each once.
    pub fn take(self, stack: &TypedUnits, units: &[UnitIx]) -> Result<Vec<UnitIx>, Problem> {
        let choice = self.choice(stack, Pool::These(units))?;
        let found: Vec<UnitIx> = units
            .iter()
            .copied()
            .filter(|ix| choice.candidates.contains(ix))
            .take(choice.count)
            .collect();
        if found.len() < choice.count {
            let kind = self.names.units.find(&stack.kind)?;
            return Err(self.too_few(stack, kind, found.len(), choice.count, Pool::These(units)));
        }
        Ok(found)
    }

    fn indexed(
        self,
        stack: &TypedUnits,
        kind: UnitTypeId,
        index: u32,
        loc: Loc,
    ) -> Result<Choice, Problem> {
        let ix = u16::try_from(index).ok().map(UnitIx);
        let found = ix
            .and_then(|ix| Some((ix, self.cx.state.get(ix)?)))
            .filter(|(_, unit)| unit.kind == kind);
        let Some((ix, _)) = found else {
            let name = &self.cx.rules.units[kind].name;
            return Err(Problem::error(
                "order/no-such-unit",
                format!("there is no {name} with the number {index}"),
            )
            .at(loc, "")
            .help("a count instead of a number picks units by itself"));
        };
        match many(stack.amount.as_ref())? {
            Many::Count(1) | Many::All => Ok(Choice {
                candidates: vec![ix],
                count: 1,
                repeat: true,
            }),
            Many::Count(_) => {
                Err(Problem::error("order/count", "a numbered unit is one unit").at(stack.loc, ""))
            }
        }
    }

    fn pool(self, pool: Pool<'_>, owner: Option<PowerId>) -> Vec<UnitIx> {
        let in_space = |space: SpaceId, who: Option<PowerId>| -> Vec<UnitIx> {
            let units = self
                .cx
                .state
                .units_in(space)
                .filter(|(_, u)| who.is_none_or(|w| u.owner == w));
            units.map(|(ix, _)| ix).collect()
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

    fn load(self, load: &[TypedUnits]) -> Result<Vec<UnitTypeId>, Problem> {
        let mut kinds = Vec::new();
        for stack in load {
            let kind = self.names.units.find(&stack.kind)?;
            match many(stack.amount.as_ref())? {
                // More than any hold has room for fits none, like any other wrong load.
                Many::Count(n) => kinds.extend(std::iter::repeat_n(kind, usize::from(n.min(200)))),
                Many::All => {
                    return Err(
                        Problem::error("order/count", "a load needs a number").at(stack.loc, "")
                    );
                }
            }
        }
        kinds.sort_unstable();
        Ok(kinds)
    }

    fn too_few(
        self,
        stack: &TypedUnits,
        kind: UnitTypeId,
        have: usize,
        asked: usize,
        pool: Pool<'_>,
    ) -> Problem {
        let name = &self.cx.rules.units[kind].name;
        let place = match pool {
            Pool::Own(_, space) | Pool::Any(_, space) => {
                format!(" in {}", self.cx.rules.board.spaces[space].name)
            }
            Pool::Aboard(_, space) => format!(
                " aboard a ship in {}",
                self.cx.rules.board.spaces[space].name
            ),
            Pool::These(_) => " to choose from".to_owned(),
        };
        let which = if stack.quality.is_some() || stack.load.is_some() {
            " of that description"
        } else {
            ""
        };
        let message = match have {
            0 => format!("there is no {name}{which}{place}"),
            _ => format!("{asked} {name} are named, only {have}{which} can be found{place}"),
        };
        let all = self.pool(pool, None);
        let kinds = crate::kernel::tally(all.iter().map(|ix| self.cx.state.unit(*ix).kind));
        let there: Vec<String> = kinds
            .iter()
            .map(|(k, n)| format!("{n} {}", self.cx.rules.units[*k].name))
            .collect();
        let help = if there.is_empty() {
            "there is nothing at all".to_owned()
        } else {
            format!("there: {}", there.join(", "))
        };
        Problem::error("order/too-few", message)
            .at(stack.loc, "")
            .help(help)
    }

    /// The combination of choices that passes a test, else the first. The units come sorted, so
    /// that an order reads the same however it was put together.
    pub fn settle<T>(
        self,
        choices: &[Choice],
        make: impl Fn(&[UnitIx]) -> T,
        passes: impl Fn(&T) -> bool,
    ) -> Result<T, Vec<usize>> {
        let state = self.cx.state;
        let variants: Vec<Vec<Vec<UnitIx>>> = choices.iter().map(|c| variants(state, c)).collect();
        let total = variants
            .iter()
            .map(Vec::len)
            .product::<usize>()
            .clamp(1, TRIES);
        let (mut first, mut short) = (None, Vec::new());
        for n in 0..total {
            match combine(state, choices, &variants, n) {
                Ok(units) => {
                    let order = make(&units);
                    if passes(&order) {
                        return Ok(order);
                    }
                    first = first.or(Some(order));
                }
                Err(stack) => short.push(stack),
            }
        }
        first.ok_or(short)
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
        let mut left = choice.count;
        for ix in order
            .iter()
            .filter(|ix| !taken.contains(ix))
            .take(left)
            .copied()
            .collect::<Vec<_>>()
        {
            taken.push(ix);
            left -= 1;
        }
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
    let mut classes: Vec<Vec<UnitIx>> = Vec::new();
    for &ix in &choice.candidates {
        match classes.iter_mut().find(|c| alike(state, c[0], ix)) {
            Some(class) => class.push(ix),
            None => classes.push(vec![ix]),
        }
    }
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

/// The types aboard a unit, sorted.
pub(super) fn aboard(state: &State, ix: UnitIx) -> Vec<UnitTypeId> {
    let mut kinds: Vec<UnitTypeId> = state.aboard(ix).map(|(_, u)| u.kind).collect();
    kinds.sort_unstable();
    kinds
}

/// Whether two units are alike in everything but their numbers.
pub(super) fn alike(state: &State, a: UnitIx, b: UnitIx) -> bool {
    let bare = |ix: UnitIx| Unit {
        link: UnitIx::NONE,
        ..*state.unit(ix)
    };
    let carrier = |ix: UnitIx| {
        state
            .unit(ix)
            .link
            .some()
            .and_then(|c| state.get(c).map(|_| (bare(c), aboard(state, c))))
    };
    a == b
        || (bare(a) == bare(b) && carrier(a) == carrier(b) && aboard(state, a) == aboard(state, b))
}

fn quality_fits(state: &State, ix: UnitIx, unit: &Unit, quality: Option<Quality>) -> bool {
    match quality {
        None => true,
        Some(Quality::Damaged) => unit.damage > 0,
        Some(Quality::Fresh) => unit.damage == 0,
        Some(Quality::Empty) => state.aboard(ix).next().is_none(),
        Some(Quality::Loaded) => state.aboard(ix).next().is_some(),
    }
}

/// What is taken first where nothing is said: the speaker's own, what has not moved, what carries
/// nothing, what is whole.
fn rank(state: &State, ix: UnitIx, pool: Pool<'_>) -> (bool, bool, u8, bool, u8, UnitIx) {
    let unit = state.unit(ix);
    let foreign = match pool {
        Pool::Any(speaker, _) => unit.owner != speaker,
        Pool::Own(..) | Pool::Aboard(..) | Pool::These(_) => false,
    };
    let spent = unit.marks.any(
        Marks::MOVED
            .and(Marks::DONE)
            .and(Marks::FOUGHT)
            .and(Marks::UNLOADED),
    );
    (
        foreign,
        spent,
        unit.used,
        state.aboard(ix).next().is_some(),
        unit.damage,
        ix,
    )
}
