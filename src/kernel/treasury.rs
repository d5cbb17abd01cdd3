//! Treasuries: a power has one or more, each with a region of its own. What is built or mended somewhere
//! is paid for by the treasury of that region; what is bought is paid for by one that can build it, and
//! where it is placed elsewhere the bill goes to the treasury of that place.

use super::Game;
use super::place;
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::state::{Bought, State};
use sandtable_rules::{EconomyId, Id, PowerId, SpaceId, UnitTypeId};

/// So many units of a type, and what each of them costs.
pub type Wish = (UnitTypeId, u16, u16);

/// The treasury of a power that pays for what is done in a space, and what it holds.
fn purse(cx: Cx<'_>, power: PowerId, space: SpaceId) -> Option<(EconomyId, i32)> {
    let economy = cx.rules.powers.economy_at(power, space)?;
    open(cx, power, economy).then(|| (economy, cx.state.treasury(economy)))
}

/// Whether a treasury works. Where a power has several, the fall of its capital shuts it; where it has one, the
/// turn plan says what that closes.
pub fn open(cx: Cx<'_>, power: PowerId, economy: EconomyId) -> bool {
    let capital = cx.rules.powers.economies[economy].capital;
    cx.rules.powers[power].economies.len() == 1
        || capital.is_none_or(|capital| cx.is_friend(power, cx.state.owner(capital)))
}

/// Whether a power can pay for something done in a space.
///
/// # Errors
/// It cannot.
pub fn check(cx: Cx<'_>, power: PowerId, space: SpaceId, price: i64) -> Result<(), Refusal> {
    let have = purse(cx, power, space).map_or(0, |(_, have)| have.into());
    match price <= have {
        true => Ok(()),
        false => Err(Code::TooPoor.refuse().numbers(price, have)),
    }
}

/// Pays for something done in a space; checked before.
pub fn pay(game: &mut Game<'_>, power: PowerId, space: SpaceId, price: i32) {
    if let Some((economy, have)) = purse(game.cx(), power, space) {
        game.state.treasury[economy.index()] = have - price;
    }
}

/// Adds to a power's first treasury, or takes from all of them in their order, as far as they go; by how
/// much they have changed together.
pub fn change(game: &mut Game<'_>, power: PowerId, amount: i32) -> i32 {
    let mut left = amount;
    for economy in &game.rules.powers[power].economies {
        let treasury = &mut game.state.treasury[economy.index()];
        let before = *treasury;
        *treasury = before.saturating_add(left).max(0);
        left -= *treasury - before;
        if amount >= 0 {
            break;
        }
    }
    amount - left
}

/// Which treasury pays for which of these, the dearest first.
///
/// # Errors
/// They cost more than there is; no treasury that could build one of them has enough left.
pub fn share(cx: Cx<'_>, power: PowerId, wishes: &[Wish]) -> Result<Vec<Bought>, Refusal> {
    let cost = |(_, count, price): &Wish| i64::from(*count) * i64::from(*price);
    let (total, have) = (
        wishes.iter().map(cost).sum::<i64>(),
        i64::from(cx.state.funds(cx.rules, power)),
    );
    if total > have {
        return Err(Code::TooPoor.refuse().numbers(total, have));
    }
    let economies = &cx.rules.powers[power].economies;
    let mut left: Vec<i32> = economies.iter().map(|e| cx.state.treasury(*e)).collect();
    let mut dear = wishes.to_vec();
    dear.sort_by_key(|(kind, _, price)| (std::cmp::Reverse(*price), *kind));
    let mut paid = Vec::new();
    for (kind, mut wanted, price) in dear {
        for (&economy, left) in economies.iter().zip(&mut left) {
            let most = match price {
                0 => wanted,
                price => u16::try_from(*left / i32::from(price)).unwrap_or(u16::MAX),
            };
            let count = wanted.min(most);
            if count > 0 && open(cx, power, economy) && builds(cx, power, kind, economy) {
                wanted -= count;
                *left -= i32::from(count) * i32::from(price);
                paid.push(Bought {
                    kind,
                    count,
                    price,
                    economy,
                });
            }
        }
        if wanted > 0 {
            return Err(Code::NoTreasury.refuse().of(kind));
        }
    }
    Ok(paid)
}

/// Whether the region of a treasury could build a type; that of a single one is everywhere.
fn builds(cx: Cx<'_>, power: PowerId, kind: UnitTypeId, economy: EconomyId) -> bool {
    let mut land = cx.rules.board.land.iter();
    cx.rules.powers[power].economies.len() == 1
        || land.any(|space| {
            cx.rules.powers.economy_at(power, space) == Some(economy)
                && place::builds(cx, power, kind, space)
        })
}

/// Takes units that are placed out of what was bought, first those that the treasury of a space has paid
/// for. For others it pays now, and the treasury that has paid gets its money back.
///
/// # Errors
/// It cannot pay.
pub fn settle(
    state: &mut State,
    kind: UnitTypeId,
    count: u16,
    payer: EconomyId,
) -> Result<(), Refusal> {
    let State {
        bought, treasury, ..
    } = state;
    let mut left = count;
    for own in [true, false] {
        let mine = |b: &&mut Bought| b.kind == kind && (b.economy == payer) == own;
        for entry in bought.iter_mut().filter(mine) {
            let take = left.min(entry.count);
            let price = i32::from(take) * i32::from(entry.price);
            if price > treasury[payer.index()] && !own {
                let have = treasury[payer.index()];
                return Err(Code::TooPoor.refuse().numbers(price, have));
            }
            if !own {
                treasury[payer.index()] -= price;
                treasury[entry.economy.index()] += price;
            }
            entry.count -= take;
            left -= take;
        }
    }
    bought.retain(|b| b.count > 0);
    Ok(())
}
