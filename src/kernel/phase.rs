//! Phases by their kinds: what begins with one, which orders it takes, what it does by itself and what
//! belongs to its end. The phase machine ([`super::turn`]) knows no kind.

use super::agenda::Frame;
use super::order::Order;
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::{Game, income, movement, place, politics, purchase, repair};
use sandtable_rules::{Moment, PhaseKind};

/// Whether a phase of this kind waits for its player until he ends it, if there is anything to do.
pub fn waits(kind: PhaseKind) -> bool {
    matches!(
        kind,
        PhaseKind::Purchase
            | PhaseKind::CombatMove
            | PhaseKind::NoncombatMove
            | PhaseKind::Mobilize
    )
}

/// Puts on the agenda what happens when a phase begins, before its player is asked.
pub fn begin(game: &mut Game<'_>, kind: PhaseKind) {
    let agenda = &mut game.state.agenda;
    match kind {
        PhaseKind::Combat => {
            agenda.push(Frame::Muster);
            agenda.push(Frame::Moment(Moment::MovesCommitted, 0));
        }
        PhaseKind::NoncombatMove => agenda.push(Frame::Stranded),
        _ => {}
    }
}

/// Does what a phase does by itself; says whether that was all of it.
pub fn play(game: &mut Game<'_>, kind: PhaseKind) -> bool {
    match kind {
        PhaseKind::Income => income::collect(game),
        PhaseKind::Research => research::ask(game),
        PhaseKind::Mobilize if game.state.bought.is_empty() => {}
        kind => return !waits(kind),
    }
    true
}

/// Carries out the answer to a question that a phase has put as an offer, by the number of the question.
pub fn answered(game: &mut Game<'_>, question: u8, choices: &[u16]) {
    if game.rules.turn.phases[game.state.phase].kind == PhaseKind::Research {
        research::answered(game, question, choices);
    }
}

/// Does what belongs to the end of a phase.
pub fn end(game: &mut Game<'_>, kind: PhaseKind) {
    match kind {
        PhaseKind::NoncombatMove => movement::land_all(game),
        PhaseKind::Mobilize => {
            place::refund(game);
            movement::land_rest(game)
        }
        _ => (),
    }
}

/// Judges an order in a phase, with what judging a move has found out.
///
/// # Errors
/// Why it may not be given.
pub fn judge(
    cx: Cx<'_>,
    kind: PhaseKind,
    order: &Order,
) -> Result<Option<movement::Trip>, Refusal> {
    match (kind, order) {
        (_, Order::Declare(on)) => politics::check(cx, *on)?,
        (kind, Order::EndPhase) => check_end(cx, kind)?,
        (PhaseKind::Purchase, Order::Buy(units)) => purchase::check(cx, units)?,
        (PhaseKind::Purchase, Order::Repair { facility, points }) => {
            repair::check(cx, *facility, *points)?;
        }
        (PhaseKind::Purchase, Order::Upgrade(facility)) => purchase::check_upgrade(cx, *facility)?,
        (PhaseKind::CombatMove | PhaseKind::NoncombatMove, order) if movement::handles(order) => {
            return movement::judge(cx, order);
        }
        (PhaseKind::Mobilize, Order::Place { kind, count, space }) => {
            place::check(cx, *kind, *count, *space)?;
        }
        _ => return Err(Code::NotNow.refuse()),
    }
    Ok(None)
}

/// Every kind of order that may be given in a phase.
pub fn legal(cx: Cx<'_>, kind: PhaseKind, orders: &mut Vec<Order>) {
    politics::legal(cx, orders);
    match kind {
        PhaseKind::Purchase => {
            purchase::legal(cx, orders);
            repair::legal(cx, orders);
        }
        PhaseKind::CombatMove | PhaseKind::NoncombatMove => movement::legal(cx, orders),
        PhaseKind::Mobilize => place::legal(cx, orders),
        _ => {}
    }
    if check_end(cx, kind).is_ok() {
        orders.push(Order::EndPhase);
    }
}

fn check_end(cx: Cx<'_>, kind: PhaseKind) -> Result<(), Refusal> {
    match kind {
        PhaseKind::CombatMove => movement::check_end_of_combat_move(cx),
        PhaseKind::NoncombatMove => movement::check_end_of_noncombat_move(cx),
        PhaseKind::Mobilize => place::check_end(cx),
        _ => Ok(()),
    }
}

/// Research: a power pays for dice; if one of them succeeds it makes one advance of a chart.
mod research {
    use super::super::act::act;
    use super::super::agenda::{Choice, Offer, Origin};
    use super::super::event::Event;
    use super::super::{Game, advance, effect, treasury};
    use sandtable_rules::{AdvanceSet, Breakthrough, ChartId, Effect, PowerId, Research};

    /// How many dice are bought.
    const DICE: u8 = 0;
    /// Which chart is rolled on, or which advance is made.
    const BREAKTHROUGH: u8 = 1;

    fn terms<'a>(game: &Game<'a>) -> Option<&'a Research> {
        game.rules.turn.phases[game.state.phase].research.as_ref()
    }

    /// Asks the power on turn how many dice it buys, if it can buy any and has anything left to find.
    pub fn ask(game: &mut Game<'_>) {
        let Some(terms) = terms(game) else { return };
        let power = game.state.active(game.rules);
        let most = game.state.funds(game.rules, power) / i32::from(terms.cost.max(1));
        if most <= 0 || finds(game, terms, power).is_empty() {
            return;
        }
        let money = &game.rules.economy.currency;
        let text = format!(
            "how many dice of research, for {} {money} each?",
            terms.cost
        );
        let dice = vec![Choice::Word("die".to_owned())];
        let most = u16::try_from(most).unwrap_or(u16::MAX);
        put(game, DICE, text, dice, (0, most));
    }

    fn put(
        game: &mut Game<'_>,
        question: u8,
        text: String,
        choices: Vec<Choice>,
        (min, max): (u16, u16),
    ) {
        let offer = Offer {
            origin: Origin::Phase(question),
            power: game.state.active(game.rules),
            text,
            choices,
            min,
            max,
            repeat: question == DICE,
            here: None,
        };
        effect::put(game, offer);
    }

    /// What a breakthrough may be for a power, each by its name: a roll on a chart of which it does not have everything, or
    /// an advance that it does not have.
    fn finds<'a>(game: &Game<'a>, terms: &Research, power: PowerId) -> Vec<(&'a String, Effect)> {
        let all = &game.rules.advances;
        let missing = |chart: &ChartId| advance::missing(game.rules, game.state, power, *chart);
        match terms.breakthrough {
            Breakthrough::Rolled => {
                let charts = terms.charts.iter().copied();
                let open = charts.filter(|chart| missing(chart).next().is_some());
                open.map(|chart| (&all.charts[chart].name, Effect::RollOn(chart, power)))
                    .collect()
            }
            Breakthrough::Chosen => {
                let advances: AdvanceSet = terms.charts.iter().flat_map(missing).collect();
                let each = advances.iter();
                each.map(|id| (&all.names[id], Effect::Advance(power, id)))
                    .collect()
            }
        }
    }

    /// Carries out an answer.
    pub fn answered(game: &mut Game<'_>, question: u8, choices: &[u16]) {
        let Some(terms) = terms(game) else { return };
        let power = game.state.active(game.rules);
        let first = choices.first().map_or(0, |nth| (*nth).into());
        match question {
            DICE => roll(game, terms, power, choices.len()),
            _ => break_through(game, terms, power, first),
        }
    }

    fn roll(game: &mut Game<'_>, terms: &Research, power: PowerId, count: usize) {
        let cost = i32::try_from(count)
            .unwrap_or(i32::MAX)
            .saturating_mul(terms.cost.into());
        let paid = treasury::change(game, power, -cost);
        if paid == 0 {
            return;
        }
        game.tell(Event::Treasury { power, ipc: paid });
        let dice: Vec<u8> = (0..count).map(|_| game.dice.roll(terms.sides)).collect();
        let succeeded = dice.iter().filter(|face| **face >= terms.success).count();
        game.tell(Event::Rolled {
            power,
            chart: None,
            dice,
            hits: u32::try_from(succeeded).unwrap_or(u32::MAX),
        });
        if succeeded > 0 {
            choose(game, terms, power);
        }
    }

    /// Asks for the chart or the advance, where there is more than one.
    fn choose(game: &mut Game<'_>, terms: &Research, power: PowerId) {
        let finds = finds(game, terms, power);
        if finds.len() == 1 {
            return break_through(game, terms, power, 0);
        }
        let text = match terms.breakthrough {
            Breakthrough::Rolled => "a breakthrough: on which chart?",
            Breakthrough::Chosen => "a breakthrough: which advance?",
        };
        let names = finds.into_iter().map(|(name, _)| name.clone());
        let choices = names.map(Choice::Word).collect();
        put(game, BREAKTHROUGH, text.to_owned(), choices, (1, 1));
    }

    fn break_through(game: &mut Game<'_>, terms: &Research, power: PowerId, nth: usize) {
        if let Some((_, found)) = finds(game, terms, power).get(nth) {
            act(game, found, None);
        }
    }
}
