//! Requests that look at a position.

use super::ask::Ask;
use super::form::{ends, problem};
use super::game::At;
use sandtable_diag::Problems;
use sandtable_kernel::{Order, UnitIx, destinations};
use sandtable_rules::{side_name, space_name};
use sandtable_view::{Edition, Explained, Hint, Position, UnitFacts, Waiting, order_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the game waits for, and from whom.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Pending {}

/// What the game waits for.
#[derive(Serialize, JsonSchema)]
pub(super) struct Awaited<'a> {
    /// The decision; null once the game is over.
    pub pending: Option<Waiting<'a>>,
    /// The side that has won.
    pub winner: Option<&'a str>,
}

impl<'a> Awaited<'a> {
    /// Of a game.
    pub fn of(at: At<'a>) -> Self {
        let (rules, state) = (at.session.rules(), at.session.state());
        let decision = at.session.pending();
        Self {
            pending: decision.map(|d| Waiting::of(rules, state, &d)),
            winner: state.winner.map(|side| side_name(rules, side)),
        }
    }
}

impl<'a> Ask<At<'a>> for Pending {
    fn ask(&self, at: At<'a>) -> Result<Awaited<'a>, Problems> {
        Ok(Awaited::of(at))
    }
}

/// The orders that may be given: of units that cannot be told apart those of one, by the shortest way.
/// Whatever may be ordered can be put together from these.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Legal {
    /// Only orders with this text in them.
    #[serde(default)]
    words: String,
    /// Only orders that begin in this space.
    from: Option<String>,
    /// Only orders that lead to this space.
    to: Option<String>,
    /// Where these units, by their numbers, can move together, instead of what may be ordered at all.
    units: Option<Vec<u16>>,
    /// Also the JSON form of each order, with where it begins and leads.
    #[serde(default)]
    forms: bool,
    /// Also the orders by the units they name, or by the space they lead to.
    by: Option<By>,
}

/// What orders are grouped by.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum By {
    /// The number of each unit that they name.
    Unit,
    /// The space that they lead to.
    Destination,
}

/// Orders that may be given.
#[derive(Serialize, JsonSchema)]
pub(super) struct Orders<'a> {
    /// In the order language, as `apply` takes them.
    orders: Vec<String>,
    /// The same in their JSON form.
    #[serde(skip_serializing_if = "Option::is_none")]
    forms: Option<Vec<Form<'a>>>,
    /// The positions in these lists of the orders of each group.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<BTreeMap<String, Vec<usize>>>,
}

/// The JSON form of an order.
#[derive(Serialize, JsonSchema)]
struct Form<'a> {
    /// The order, as `apply` takes it.
    #[schemars(with = "Order")]
    order: Value,
    /// Where it begins, if anywhere.
    from: Option<&'a str>,
    /// Where it leads, if anywhere.
    to: Option<&'a str>,
}

impl<'a> Ask<At<'a>> for Legal {
    fn ask(&self, at: At<'a>) -> Result<Orders<'a>, Problems> {
        let (session, cx) = (at.session, at.session.cx());
        let rules = session.rules();
        let spaces = &at.session.names().spaces;
        let wanted = [spaces.said(&self.from)?, spaces.said(&self.to)?];
        let mut orders = match &self.units {
            None => session.legal(),
            Some(units) => {
                let units: Vec<UnitIx> = units.iter().copied().map(UnitIx).collect();
                destinations(cx, &units).map_err(|r| problem(rules, &r))?
            }
        };
        orders.retain(|order| {
            let mut both = wanted.iter().zip(ends(cx, order));
            both.all(|(want, end)| want.is_none() || *want == end)
        });
        let printed = session.print_all(&orders).into_iter().zip(orders);
        let (texts, orders): (Vec<_>, Vec<_>) = printed
            .filter(|(text, _)| text.contains(&self.words))
            .unzip();
        let form = |order: &Order| {
            let [from, to] = ends(cx, order).map(|end| end.map(|s| space_name(rules, s)));
            let order = order_json(rules, order);
            Form { order, from, to }
        };
        Ok(Orders {
            forms: self.forms.then(|| orders.iter().map(form).collect()),
            by: self.by.map(|by| grouped(at, &orders, by)),
            orders: texts,
        })
    }
}

fn grouped(at: At<'_>, orders: &[Order], by: By) -> BTreeMap<String, Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (n, order) in orders.iter().enumerate() {
        let keys: Vec<String> = match by {
            By::Unit => order.units().iter().map(|ix| ix.0.to_string()).collect(),
            By::Destination => {
                let to = ends(at.session.cx(), order)[1];
                let name = |s| space_name(at.session.rules(), s).to_owned();
                to.map(name).into_iter().collect()
            }
        };
        for key in keys {
            groups.entry(key).or_default().push(n);
        }
    }
    groups
}

/// The position: figures of every power, who owns and holds which space.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// Only this space.
    space: Option<String>,
    /// Only the spaces that this power owns or has units in.
    power: Option<String>,
}

impl<'a> Ask<At<'a>> for State {
    fn ask(&self, at: At<'a>) -> Result<Position<'a>, Problems> {
        let names = at.session.names();
        let space = names.spaces.said(&self.space)?;
        let power = names.powers.said(&self.power)?;
        let state = at.session.state();
        let has = |id, power| {
            state.owner(id) == Some(power) || state.units_in(id).any(|(_, u)| u.owner == power)
        };
        Ok(Position::of(at.session.rules(), state, |id| {
            space.is_none_or(|space| space == id) && power.is_none_or(|power| has(id, power))
        }))
    }
}

/// The units one by one, with their numbers and the movement that they have left.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Units {
    /// Only those in this space.
    space: Option<String>,
    /// Only those of this power.
    power: Option<String>,
}

/// Units one by one.
#[derive(Serialize, JsonSchema)]
pub(super) struct OneByOne<'a> {
    units: Vec<UnitFacts<'a>>,
}

impl<'a> Ask<At<'a>> for Units {
    fn ask(&self, at: At<'a>) -> Result<OneByOne<'a>, Problems> {
        let names = at.session.names();
        let space = names.spaces.said(&self.space)?;
        let power = names.powers.said(&self.power)?;
        let cx = at.session.cx();
        let all = cx.state.all();
        let meant = all.filter(|(_, u)| {
            space.is_none_or(|space| u.space == space) && power.is_none_or(|p| u.owner == p)
        });
        Ok(OneByOne {
            units: meant
                .map(|(ix, unit)| UnitFacts::of(cx, ix, unit))
                .collect(),
        })
    }
}

/// What a program would do in the place of whoever is asked: its orders for the phase, and why.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Advice {}

impl Ask<At<'_>> for Advice {
    fn ask(&self, at: At<'_>) -> Result<Hint, Problems> {
        Ok(Hint::of(at.session))
    }
}

/// A printed rule by its id, or the code of a refusal with the rules it can cite.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Explain {
    /// The id or the code.
    what: String,
}

impl<'a> Ask<At<'a>> for Explain {
    fn ask(&self, at: At<'a>) -> Result<Explained<'a>, Problems> {
        let packs = std::slice::from_ref(at.opened);
        Ok(Explained::find(packs, &self.what)?)
    }
}

/// What a client needs to know of the edition, and to draw it: spaces, types of units, powers, phases.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {}

impl<'a> Ask<At<'a>> for Rules {
    fn ask(&self, at: At<'a>) -> Result<Edition<'a>, Problems> {
        Ok(Edition::of(at.session.rules()))
    }
}
