//! The phase machine: runs the agenda until it waits for somebody. Rounds, turns and phases come
//! from the turn plan; what a phase does comes from its kind.

use super::agenda::{Frame, PhaseStage};
use super::decision::{Decision, DecisionKind};
use super::once::Once;
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::state::{Marks, NOWHERE, SpaceMark, State, Unit};
use super::{Dice, Event, Game, Hooks};
use super::{battle, effect, phase, repair};
use sandtable_rules::{AdvanceSet, Id, Mending, Moment, PhaseId, PhaseKind, PowerId, Rules};

/// The opening position, run on to the first decision, and what happened on the way.
///
/// # Errors
/// [`Code::NobodyPlays`](super::Code::NobodyPlays): a whole round went by in which nobody could give an order.
pub fn begin(
    rules: &Rules,
    dice: &mut dyn Dice,
    hooks: &dyn Hooks,
) -> Result<(State, Vec<Event>), Refusal> {
    let mut state = State::new(rules);
    state.agenda = vec![
        Frame::Phase(PhaseStage::TurnBegin),
        Frame::Moment(Moment::SetupDone, 0),
    ];
    let mut events = vec![Event::Round { round: state.round }];
    events.extend(run_on(rules, &mut state, dice, hooks)?);
    Ok((state, events))
}

/// Runs a position on until it waits; what happened on the way.
///
/// # Errors
/// [`Code::NobodyPlays`](super::Code::NobodyPlays): a whole round went by in which nobody could give an order.
pub fn run_on(
    rules: &Rules,
    state: &mut State,
    dice: &mut dyn Dice,
    hooks: &dyn Hooks,
) -> Result<Vec<Event>, Refusal> {
    Game::play(rules, state, (dice, hooks), run)
}

/// What the game waits for; `None` once it is over.
pub fn pending(cx: Cx<'_>) -> Option<Decision> {
    if cx.state.winner.is_some() {
        return None;
    }
    let (power, kind) = match cx.state.agenda.last() {
        Some(Frame::Phase(PhaseStage::Main)) => (
            cx.active(),
            DecisionKind::Phase(cx.rules.turn.phases[cx.state.phase].kind),
        ),
        Some(Frame::Offer(offer)) => (offer.power, DecisionKind::Offer(offer.clone())),
        Some(Frame::Voyage(voyage)) => (cx.active(), voyage.decision(cx)),
        Some(Frame::Combat(_)) => (
            cx.active(),
            DecisionKind::Fight {
                sites: battle::next_sites(cx),
            },
        ),
        Some(Frame::Battle(b)) => return battle::pending(cx, b),
        Some(Frame::Stranded) => return battle::stranded(cx),
        _ => return None,
    };
    Some(Decision { power, kind })
}

/// Runs the agenda until it waits or the game is over.
///
/// # Errors
/// [`Code::NobodyPlays`](super::Code::NobodyPlays): a whole round went by in which nobody could give an order.
pub fn run(game: &mut Game<'_>) -> Result<(), Refusal> {
    let began = game.state.round;
    while game.state.winner.is_none() {
        // A whole round in which nobody could give an order: it would go on like that for ever.
        if game.state.round > began.saturating_add(1) {
            return Err(Code::NobodyPlays.refuse());
        }
        let goes_on = match game.state.agenda.last() {
            None | Some(Frame::Offer(_) | Frame::Voyage(_)) => false,
            Some(&Frame::Moment(moment, next)) => hear(game, moment, next),
            Some(&Frame::Phase(stage)) => run_stage(game, stage),
            Some(Frame::Muster) => {
                game.state.agenda.pop();
                battle::muster(game);
                game.state.agenda.push(Frame::Combat(None));
                true
            }
            Some(Frame::Combat(_)) => battle::next_battle(game),
            Some(Frame::Battle(_)) => battle::advance(game),
            Some(Frame::Stranded) => battle::land_stranded(game),
        };
        if !goes_on || game.dice.ran_out() {
            break;
        }
    }
    Ok(())
}

/// Asks everybody who listens to a moment; an offer interrupts the asking.
fn hear(game: &mut Game<'_>, moment: Moment, next: u16) -> bool {
    let depth = game.state.agenda.len() - 1;
    match effect::ask(game, moment, next) {
        Some(next) => game.state.agenda[depth] = Frame::Moment(moment, next),
        None => {
            game.state.agenda.remove(depth);
        }
    }
    true
}

fn run_stage(game: &mut Game<'_>, stage: PhaseStage) -> bool {
    match stage {
        PhaseStage::TurnBegin => begin_turn(game),
        PhaseStage::Begin => begin_phase(game),
        PhaseStage::Main => return play_phase(game),
        PhaseStage::End => {
            let ended = Moment::PhaseEnd(game.state.phase);
            then(game, PhaseStage::Next, ended);
        }
        PhaseStage::Next => next_phase(game),
        PhaseStage::TurnEnd => {
            tick_clocks(game);
            then(game, PhaseStage::NextTurn, Moment::TurnEnd);
        }
        PhaseStage::NextTurn => next_turn(game),
        PhaseStage::NextRound => {
            game.state.round = game.state.round.saturating_add(1);
            game.state.turn = 0;
            game.tell(Event::Round {
                round: game.state.round,
            });
            to(game, PhaseStage::TurnBegin);
        }
    }
    true
}

/// Sets the stage of the bottom frame.
fn to(game: &mut Game<'_>, stage: PhaseStage) {
    game.state.agenda[0] = Frame::Phase(stage);
}

/// Sets the stage and lets a moment be heard first.
fn then(game: &mut Game<'_>, stage: PhaseStage, moment: Moment) {
    to(game, stage);
    game.then(moment);
}

fn begin_turn(game: &mut Game<'_>) {
    let active = game.state.active(game.rules);
    game.tell(Event::Turn { power: active });
    fresh_turn(game.rules, game.state, game.hooks);
    game.state.phase = PhaseId::new(0);
    then(game, PhaseStage::Begin, Moment::TurnBegin);
}

/// Forgets the last turn and remembers how this one begins.
pub fn fresh_turn(rules: &Rules, state: &mut State, hooks: &dyn Hooks) {
    let active = state.active(rules);
    for unit in state.units.iter_mut() {
        unit.marks = Marks::default();
        unit.used = 0;
        unit.came = NOWHERE;
        unit.goal = NOWHERE;
    }
    state.bought.clear();
    state.placed.clear();
    state.sites.clear();
    state.remember_owners();
    for space in rules.board.spaces.ids() {
        state.spaces[space.index()].forget_turn();
        if state.owner(space) == Some(active) {
            state.unmark(space, SpaceMark::Fresh);
        }
    }
    let cx = Cx::new(rules, state, hooks);
    let hostile: Vec<_> = rules
        .board
        .sea
        .iter()
        .filter(|z| cx.zone_hostile(*z, active))
        .collect();
    for zone in hostile {
        state.mark(zone, SpaceMark::WasHostile);
        for unit in state
            .units
            .iter_mut()
            .filter(|u| u.space == zone && u.owner == active && rules.units.sea.has(u.kind))
        {
            unit.marks.set(Marks::BESET);
        }
    }
}

/// The game as though a phase of this kind had come, of the turn that is played or of the next one of another power,
/// and everything stood as it does; `None` where there is no such phase.
pub fn foreseen(cx: Cx<'_>, power: PowerId, kind: PhaseKind) -> Option<State> {
    let (plan, mut state) = (&cx.rules.turn, cx.state.clone());
    let (turn, phase) = (plan.turn_of(power)?, plan.first(kind)?);
    state.phase = phase;
    if power != cx.active() || phase < cx.state.phase {
        state.turn = turn;
        fresh_turn(cx.rules, &mut state, cx.hooks);
    }
    state.agenda = [Frame::Phase(PhaseStage::Main)].into();
    Some(state)
}

fn begin_phase(game: &mut Game<'_>) {
    let phase = &game.rules.turn.phases[game.state.phase];
    if game.cx().holds(&phase.skip, game.state.active(game.rules)) {
        to(game, PhaseStage::Next);
        return;
    }
    game.tell(Event::Phase {
        phase: game.state.phase,
    });
    let kind = phase.kind;
    if phase.mending == Mending::AtBeginning {
        repair::mend(game);
    }
    to(
        game,
        if kind == PhaseKind::Combat {
            PhaseStage::End
        } else {
            PhaseStage::Main
        },
    );
    phase::begin(game, kind);
    game.then(Moment::PhaseBegin(game.state.phase));
}

/// Plays a phase that needs nobody; says whether the agenda goes on.
fn play_phase(game: &mut Game<'_>) -> bool {
    let kind = game.rules.turn.phases[game.state.phase].kind;
    if !phase::play(game, kind) {
        return false;
    }
    end_phase(game);
    true
}

/// Ends the phase that is being played, with what belongs to its end.
pub fn end_phase(game: &mut Game<'_>) {
    let phase = &game.rules.turn.phases[game.state.phase];
    if phase.mending == Mending::AtEnd {
        repair::mend(game);
    }
    phase::end(game, phase.kind);
    to(game, PhaseStage::End);
}

fn next_phase(game: &mut Game<'_>) {
    let next = game.state.phase.index() + 1;
    if next < game.rules.turn.phases.len() {
        game.state.phase = PhaseId::new(next);
        to(game, PhaseStage::Begin);
    } else {
        to(game, PhaseStage::TurnEnd);
    }
}

fn tick_clocks(game: &mut Game<'_>) {
    let active = game.state.active(game.rules);
    for (id, clock) in game.rules.clocks.iter() {
        let holds = game.cx().holds(&clock.cond, active);
        let ticks = &mut game.state.clocks[id.index()];
        *ticks = if holds { ticks.saturating_add(1) } else { 0 };
    }
}

fn next_turn(game: &mut Game<'_>) {
    game.state.compact();
    if usize::from(game.state.turn) + 1 < game.rules.turn.order.len() {
        game.state.turn += 1;
        to(game, PhaseStage::TurnBegin);
    } else {
        then(game, PhaseStage::NextRound, Moment::RoundEnd);
    }
}

impl State {
    /// The opening position as the pack sets it up, before anything has happened.
    pub fn new(rules: &Rules) -> Self {
        let mut state = Self {
            round: rules.setup.first_round.max(1),
            turn: 0,
            phase: PhaseId::new(0),
            winner: None,
            units: Vec::new().into(),
            spaces: rules
                .board
                .spaces
                .values()
                .map(|s| super::SpaceState::new(s.start))
                .collect(),
            treasury: rules
                .powers
                .economies
                .values()
                .map(|e| e.treasury)
                .collect(),
            relations: rules.powers.relations.clone().into(),
            counters: rules.counters.values().map(|c| c.start).collect(),
            memory: Vec::new().into(),
            advances: vec![AdvanceSet::EMPTY; rules.powers.powers.len()].into(),
            clocks: vec![0; rules.clocks.len()].into(),
            objectives_spent: Once::new(rules.acts.objectives.len()),
            triggers_spent: Once::new(rules.acts.triggers.len()),
            bought: Vec::new(),
            placed: Vec::new(),
            sites: Vec::new(),
            agenda: Vec::new(),
        };
        for row in &rules.setup.units {
            for _ in 0..row.count {
                let Some(ix) = state.add(row.kind, row.owner, row.space) else {
                    return state;
                };
                state.unit_mut(ix).damage = row.damage;
            }
        }
        let flies = |u: &Unit| rules.units.air.has(u.kind) && rules.board.is_sea(u.space);
        for ix in state.those(flies) {
            state.take_deck(rules, ix, |owner, deck| owner == deck);
        }
        state
    }
}
