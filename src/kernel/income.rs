//! Collecting income: an account of labelled lines that objectives and scripts add to.

use super::event::{Event, IncomeLine};
use super::hooks::View;
use super::query::Cx;
use super::treasury;
use super::turn::foreseen;
use super::{Dice, Game};
use sandtable_rules::{EconomyId, Id, PhaseKind, PowerId, Rules, SpaceId, SpaceSet};

/// Collects the income of the power on turn. A power's first economy takes every territory that
/// belongs to no other of its economies, and the objectives and lines of scripts that name none.
pub fn collect(game: &mut Game<'_>) {
    let me = game.state.active(game.rules);
    let rules = game.rules;
    let economies = &rules.powers[me].economies;
    let open = |game: &Game<'_>, economy| treasury::open(game.cx(), me, economy);
    let Some(&first) = economies
        .first()
        .filter(|_| economies.iter().any(|e| open(game, *e)))
    else {
        return;
    };
    let land = territories(game.cx(), me, first);
    let mut lines = vec![IncomeLine::Territories { ipc: land }];
    objectives(game, me, &mut lines);
    let view = View::new(rules, game.state);
    game.hooks.income(me, &mut lines, game.dice, view);
    for &economy in economies {
        if !open(game, economy) {
            continue;
        }
        let ipc = territories(game.cx(), me, economy);
        let own = lines
            .iter()
            .skip(1)
            .filter(|l| payee(game.cx(), me, seat(rules, l)) == Some(economy));
        let account = std::iter::once(IncomeLine::Territories { ipc }).chain(own.cloned());
        credit(game, me, economy, account.collect());
    }
}

fn credit(game: &mut Game<'_>, power: PowerId, economy: EconomyId, account: Vec<IncomeLine>) {
    let treasury = &mut game.state.treasury[economy.index()];
    *treasury = treasury.saturating_add(total(&account));
    let treasury = *treasury;
    game.tell(Event::Income {
        power,
        account,
        treasury,
    });
}

/// What an account comes to: nobody pays.
pub fn total(account: &[IncomeLine]) -> i32 {
    let lines = account.iter().map(|line| i64::from(line.amount()));
    i32::try_from(lines.sum::<i64>().max(0)).unwrap_or(i32::MAX)
}

/// The space that says to which treasury a line belongs.
fn seat(rules: &Rules, line: &IncomeLine) -> Option<SpaceId> {
    match line {
        IncomeLine::Territories { .. } => None,
        IncomeLine::Objective { objective, .. } => rules.acts.objectives[*objective].seat,
        IncomeLine::Script { seat, .. } => *seat,
    }
}

fn payee(cx: Cx<'_>, power: PowerId, seat: Option<SpaceId>) -> Option<EconomyId> {
    let economies = &cx.rules.powers;
    seat.map_or_else(
        || economies[power].economies.first().copied(),
        |seat| economies.economy_at(power, seat),
    )
}

/// What a power would collect if its income came now and everything stood as it does.
pub fn expected(cx: Cx<'_>, power: PowerId, dice: &mut dyn Dice) -> Vec<Event> {
    let Some(mut state) = foreseen(cx, power, PhaseKind::Income) else {
        return Vec::new();
    };
    let collected = Game::play(cx.rules, &mut state, (dice, cx.hooks), |game| {
        let skip = &game.rules.turn.phases[game.state.phase].skip;
        if !game.cx().holds(skip, power) {
            collect(game);
        }
        Ok(())
    });
    // Nobody refuses an income.
    collected.unwrap_or_default()
}

/// What the territories of one of a power's economies are worth.
pub fn territories(cx: Cx<'_>, me: PowerId, economy: EconomyId) -> i32 {
    let own = cx.state.holdings(me, cx.rules.board.land).iter();
    let paying = |s: &SpaceId| cx.rules.powers.economy_at(me, *s) == Some(economy);
    // Incomes of a board fit its numbers many times over.
    cx.rules.board.income(own.filter(paying).collect()) as i32
}

fn objectives(game: &mut Game<'_>, me: PowerId, lines: &mut Vec<IncomeLine>) {
    for (id, objective) in game
        .rules
        .acts
        .objectives
        .iter()
        .filter(|(_, o)| o.power == me)
    {
        let cx = game.cx();
        let spent = objective.once && cx.state.objectives_spent.is_spent(id.index());
        let paid = payee(cx, me, objective.seat).is_some_and(|e| treasury::open(cx, me, e));
        let own = |set: &SpaceSet| cx.state.holdings(me, *set).len();
        // No board has more spaces than the number has room for.
        let times = objective.each.as_ref().map_or(1, own) as i32;
        if spent || !paid || times == 0 || !cx.holds(&objective.when, me) {
            continue;
        }
        if objective.once {
            game.state.objectives_spent.spend(id.index());
        }
        lines.push(IncomeLine::Objective {
            objective: id,
            ipc: objective.gains.saturating_mul(times),
        });
    }
}
