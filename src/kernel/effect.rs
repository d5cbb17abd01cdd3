//! What triggers, victories and scripts do: asking them at a moment, carrying out effects, and the
//! answers to offers. Frames that effects push run in the order in which they were pushed, before
//! anything that comes later at the same moment.

use super::Game;
use super::agenda::{Choice, Frame, Offer, Origin};
use super::capture;
use super::event::{Event, tally};
use super::hooks::{Outcome, View};
use super::order::Order;
use super::politics;
use super::query::fault;
use super::refusal::{Code, Refusal};
use super::state::{State, Unit, UnitIx};
use crate::rules::{At, Domain, Effect, Id, Moment, PowerId, Rules, SpaceId, SpecialId, TriggerId, UnitTypeId, UnitTypeSet, Who};

/// The choice that accepts a trigger's offer; the other one declines it.
const YES: u16 = 0;
/// Up to so many choices, every selection is among the legal answers.
const FEW: usize = 6;

/// Asks the triggers, the scripts and then the victories of a moment, from the `next`th on: what
/// acts is carried out. As soon as one of them has pushed frames (an offer, a declaration of war),
/// it returns the index to go on with once those are done; `None` when all have been asked. The
/// moment's own frame, which the caller keeps, stays below them.
///
/// # Errors
/// A script failed.
pub fn ask(game: &mut Game<'_>, moment: Moment, next: u16) -> Result<Option<u16>, Refusal> {
    let rules = game.rules;
    let (triggers, victories) = (rules.acts.triggers.len(), rules.acts.victories.len());
    let floor = game.state.agenda.len();
    for index in usize::from(next)..triggers + 1 + victories {
        if game.state.winner.is_some() {
            return Ok(None);
        }
        in_order(game, |game| match index.checked_sub(triggers) {
            None => trigger(game, TriggerId::new(index), moment),
            Some(0) => {
                let view = View { rules, state: game.state };
                let outcomes = game.hooks.at(moment, view).map_err(fault)?;
                carry_out(game, outcomes, here(moment))
            }
            Some(nth) => victory(game, nth - 1, moment),
        })?;
        if game.state.agenda.len() > floor {
            return Ok(u16::try_from(index + 1).ok());
        }
    }
    Ok(None)
}

/// Runs something that pushes frames in the order in which they should run; the agenda is a stack,
/// so they are turned round afterwards.
pub fn in_order(game: &mut Game<'_>, run: impl FnOnce(&mut Game<'_>) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let floor = game.state.agenda.len();
    run(game)?;
    game.state.agenda[floor..].reverse();
    Ok(())
}

/// The power a moment is about.
fn subject(game: &Game<'_>, moment: Moment) -> PowerId {
    match moment {
        Moment::WarDeclared(by, _) | Moment::Captured(_, by) => by,
        _ => game.state.active(game.rules),
    }
}

/// The space a moment is about.
pub fn here(moment: Moment) -> Option<SpaceId> {
    if let Moment::Captured(space, _) = moment { Some(space) } else { None }
}

fn trigger(game: &mut Game<'_>, id: TriggerId, moment: Moment) -> Result<(), Refusal> {
    let trigger = &game.rules.acts.triggers[id];
    let bit = 1u64 << (id.index() % 64);
    let spent = trigger.once && game.state.triggers_spent & bit != 0;
    let me = subject(game, moment);
    if spent || !trigger.at.listens(moment, game.state.active(game.rules)) || !game.cx().holds(&trigger.when, me)? {
        return Ok(());
    }
    if trigger.once {
        game.state.triggers_spent |= bit;
    }
    game.tell(Event::Triggered(id));
    run_trigger(game, id, 0, here(moment))
}

/// Runs a trigger's effects from the one with this index on. Effects are counted as written, those
/// inside an offer right after it.
fn run_trigger(game: &mut Game<'_>, id: TriggerId, from: u16, here: Option<SpaceId>) -> Result<(), Refusal> {
    run(game, &game.rules.acts.triggers[id].effects, Walk { id, from, here }, 0).map(|_| ())
}

#[derive(Clone, Copy)]
struct Walk {
    id: TriggerId,
    from: u16,
    here: Option<SpaceId>,
}

/// Whether it stopped at an offer: the answer goes on behind it.
fn run(game: &mut Game<'_>, effects: &[Effect], walk: Walk, base: u16) -> Result<bool, Refusal> {
    let mut at = base;
    for effect in effects {
        let after = at + size(effect);
        match effect {
            Effect::Offer(power, text, _) if at >= walk.from => {
                let offer = Offer {
                    origin: Origin::Trigger(walk.id, u8::try_from(at).unwrap_or(u8::MAX)),
                    power: *power,
                    text: text.clone(),
                    choices: vec![Choice::Word("yes".to_owned()), Choice::Word("no".to_owned())],
                    min: 1,
                    max: 1,
                    repeat: false,
                    here: walk.here,
                };
                put(game, offer);
                return Ok(true);
            }
            // An accepted offer: what is left of it comes first.
            Effect::Offer(_, _, inner) if after > walk.from => {
                if run(game, inner, walk, at + 1)? {
                    return Ok(true);
                }
            }
            effect if at >= walk.from => act(game, effect, walk.here)?,
            _ => {}
        }
        at = after;
    }
    Ok(false)
}

/// How many effects one is, with those inside it.
fn size(effect: &Effect) -> u16 {
    if let Effect::Offer(_, _, inner) = effect { 1 + inner.iter().map(size).sum::<u16>() } else { 1 }
}

/// The effect of a trigger with this index.
fn find(effects: &[Effect], index: u16, base: u16) -> Option<&Effect> {
    let mut at = base;
    for effect in effects {
        let after = at + size(effect);
        if at == index {
            return Some(effect);
        }
        if let Effect::Offer(_, _, inner) = effect
            && after > index
        {
            return find(inner, index, at + 1);
        }
        at = after;
    }
    None
}

fn victory(game: &mut Game<'_>, nth: usize, moment: Moment) -> Result<(), Refusal> {
    let victory = &game.rules.acts.victories[nth];
    let listens = victory.at.listens(moment, game.state.active(game.rules));
    let Some(me) = game.rules.powers.of_side(victory.side).iter().next().filter(|_| listens) else { return Ok(()) };
    if game.cx().holds(&victory.when, me)? {
        game.state.winner = Some(victory.side);
        game.tell(Event::Won(victory.side, victory.name.clone()));
    }
    Ok(())
}

/// Puts an offer on the agenda, one that can be answered: never more choices than there are.
fn put(game: &mut Game<'_>, mut offer: Offer) {
    let most =
        if offer.repeat && !offer.choices.is_empty() { u16::MAX } else { u16::try_from(offer.choices.len()).unwrap_or(u16::MAX) };
    offer.max = offer.max.min(most);
    offer.min = offer.min.min(offer.max);
    game.tell(Event::Offered(offer.power, offer.text.clone()));
    game.state.agenda.push(Frame::Offer(offer));
}

/// Carries out what a script wants, in its order; offers wait until its effects are done.
fn carry_out(game: &mut Game<'_>, outcomes: Vec<Outcome>, here: Option<SpaceId>) -> Result<(), Refusal> {
    for outcome in outcomes {
        match outcome {
            Outcome::Effect(effect) => act(game, &effect, here)?,
            Outcome::Offer(offer) => put(game, offer),
            Outcome::Note(special, text) => game.tell(Event::Note(special, text)),
        }
    }
    Ok(())
}

/// Carries out one effect.
fn act(game: &mut Game<'_>, effect: &Effect, here: Option<SpaceId>) -> Result<(), Refusal> {
    let space = |at: &At| if let At::Space(space) = at { Some(*space) } else { here };
    match effect {
        Effect::Treasury(power, amount) => treasury(game, *power, *amount),
        Effect::AddUnits(power, kind, count, at) => add_units(game, (*kind, *count), *power, space(at)),
        Effect::RemoveUnits(who, kinds, count, at) => remove_units(game, who, *kinds, *count, space(at)),
        Effect::SetControl(at, power) => set_control(game, space(at), *power),
        Effect::SetRelation(a, b, relation) => politics::set_relation(game, *a, *b, *relation),
        Effect::SetCounter(id, value) => game.state.counters[id.index()] = *value,
        Effect::AddCounter(id, value) => {
            let counter = &mut game.state.counters[id.index()];
            *counter = counter.saturating_add(*value);
        }
        // An offer made by a script comes as an outcome of its own; a trigger's was met before.
        Effect::Offer(..) => {}
        Effect::DeclareWar(by, on) => politics::declare_between(game, *by, *on),
        Effect::Win(side) if game.state.winner.is_none() => {
            game.state.winner = Some(*side);
            let name = game.rules.powers.sides[*side].clone();
            game.tell(Event::Won(*side, name));
        }
        Effect::Win(_) => {}
        Effect::Script(special) => return script(game, *special, here),
    }
    Ok(())
}

/// Runs a script as one that is answered at once: an offer without a choice.
fn script(game: &mut Game<'_>, special: SpecialId, here: Option<SpaceId>) -> Result<(), Refusal> {
    let offer = Offer {
        origin: Origin::Special(special, Vec::new()),
        power: game.state.active(game.rules),
        text: String::new(),
        choices: Vec::new(),
        min: 0,
        max: 0,
        repeat: false,
        here,
    };
    let view = View { rules: game.rules, state: game.state };
    let outcomes = game.hooks.resolve(&offer, &[], game.dice, view).map_err(fault)?;
    carry_out(game, outcomes, here)
}

/// Adds to a power's first treasury or takes from it, never below zero.
fn treasury(game: &mut Game<'_>, power: PowerId, amount: i32) {
    let Some(economy) = game.rules.powers[power].economies.first() else { return };
    let treasury = &mut game.state.treasury[economy.index()];
    let before = *treasury;
    *treasury = before.saturating_add(amount).max(0);
    let change = *treasury - before;
    game.tell(Event::Treasury(power, change));
}

fn add_units(game: &mut Game<'_>, (kind, count): (UnitTypeId, u16), owner: PowerId, space: Option<SpaceId>) {
    let Some(space) = space.filter(|s| can_stand(game.rules, kind, *s)) else { return };
    let taken = |k: UnitTypeId| game.rules.units[k].facility.as_ref().map(|f| f.slot);
    let slot = taken(kind);
    if slot.is_some() && game.state.units_in(space).any(|(_, u)| taken(u.kind) == slot) {
        return;
    }
    let wanted = if slot.is_some() { count.min(1) } else { count };
    let added = (0..wanted).filter(|_| game.state.add(kind, owner, space).is_some()).count();
    if added > 0 {
        game.tell(Event::Appeared(owner, (kind, added as u16), space));
    }
}

/// Whether a type can be in a space at all.
fn can_stand(rules: &Rules, kind: UnitTypeId, space: SpaceId) -> bool {
    let sea = rules.board.is_sea(space);
    let fits = match rules.units[kind].domain {
        Domain::Land | Domain::Facility => !sea,
        Domain::Sea => sea,
        Domain::Air => true,
    };
    fits && !rules.board.spaces[space].closed
}

/// Removes units that stand in a space by themselves: what is aboard goes with its ship only.
fn remove_units(game: &mut Game<'_>, who: &Who, kinds: UnitTypeSet, count: u16, space: Option<SpaceId>) {
    let Some(space) = space else { return };
    let me = game.state.active(game.rules);
    let who = game.cx().who(who, me);
    let meant = |u: &Unit| kinds.has(u.kind) && who.has(u.owner) && u.carrier().is_none();
    let found: Vec<UnitIx> = game.state.units_in(space).filter(|(_, u)| meant(u)).map(|(ix, _)| ix).take(count.into()).collect();
    let with_load = |ix: &UnitIx| {
        let load = game.state.aboard(*ix).map(|(_, u)| (u.owner, u.kind));
        std::iter::once((game.state.unit(*ix).owner, game.state.unit(*ix).kind)).chain(load).collect::<Vec<_>>()
    };
    let gone: Vec<(PowerId, UnitTypeId)> = found.iter().flat_map(with_load).collect();
    for ix in found {
        game.state.destroy(ix);
    }
    for owner in game.rules.powers.powers.ids() {
        let lost = tally(gone.iter().filter(|(o, _)| *o == owner).map(|(_, k)| *k));
        if !lost.is_empty() {
            game.tell(Event::Lost(owner, lost, space));
        }
    }
}

/// Gives a space away, with the units that go with the ground.
fn set_control(game: &mut Game<'_>, space: Option<SpaceId>, to: Option<PowerId>) {
    let Some(space) = space else { return };
    let from = game.state.owner(space);
    if from == to {
        return;
    }
    game.state.set_owner(space, to);
    capture::change_control(game, space, to);
    let by = game.state.active(game.rules);
    game.tell(Event::Captured { space, from, to, by });
}

/// Whether an answer fits an offer.
///
/// # Errors
/// Too few, too many, or not what is offered.
pub fn check_answer(offer: &Offer, choices: &[u16]) -> Result<(), Refusal> {
    let asked = choices.len();
    if asked < usize::from(offer.min) || asked > usize::from(offer.max) {
        let nearest = if asked < usize::from(offer.min) { offer.min } else { offer.max };
        return Err(Code::AnswerCount.refuse().numbers(asked, nearest));
    }
    for (nth, choice) in choices.iter().enumerate() {
        let again = !offer.repeat && choices[..nth].contains(choice);
        if usize::from(*choice) >= offer.choices.len() || again {
            return Err(Code::AnswerWhat.refuse());
        }
    }
    Ok(())
}

/// The answers to an offer: all of them where the choices are few and each is taken once, else
/// none, each alone, and the first so many at once.
pub fn legal_answers(offer: &Offer, orders: &mut Vec<Order>) {
    let choices = u16::try_from(offer.choices.len()).unwrap_or(u16::MAX);
    let mut answers: Vec<Vec<u16>> = Vec::new();
    if offer.choices.len() <= FEW && !offer.repeat {
        answers.extend((0u32..1 << choices).map(|bits| (0..choices).filter(|i| bits >> i & 1 == 1).collect()));
    } else {
        answers.push(Vec::new());
        answers.extend((0..choices).map(|i| vec![i]));
        for size in [offer.min, offer.max.min(choices)] {
            let many: Vec<u16> = (0..size).map(|i| if offer.repeat { i % choices.max(1) } else { i }).collect();
            if size > 1 && !answers.contains(&many) {
                answers.push(many);
            }
        }
    }
    answers.retain(|a| check_answer(offer, a).is_ok());
    orders.extend(answers.into_iter().map(Order::Answer));
}

/// Carries out the answer to the offer on top of the agenda, which it pops.
///
/// # Errors
/// A script failed.
pub fn answer(game: &mut Game<'_>, choices: &[u16]) -> Result<(), Refusal> {
    let Some(Frame::Offer(offer)) = game.state.agenda.pop() else { return Err(Code::NotNow.refuse()) };
    let chosen = choices.iter().filter_map(|i| offer.choices.get(usize::from(*i)));
    let words: Vec<&str> = chosen.map(|c| words(game.rules, game.state, c)).collect();
    let said = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    game.tell(Event::Answered(offer.power, said));
    in_order(game, |game| match &offer.origin {
        Origin::Trigger(id, index) => {
            let index = u16::from(*index);
            let accepted = choices.first() == Some(&YES);
            let effects = &game.rules.acts.triggers[*id].effects;
            let whole = find(effects, index, 0).map_or(1, size);
            run_trigger(game, *id, index + if accepted { 1 } else { whole }, offer.here)
        }
        Origin::Special(..) => {
            let view = View { rules: game.rules, state: game.state };
            let outcomes = game.hooks.resolve(&offer, choices, game.dice, view).map_err(fault)?;
            carry_out(game, outcomes, offer.here)
        }
    })
}

/// A choice in words.
fn words<'a>(rules: &'a Rules, state: &State, choice: &'a Choice) -> &'a str {
    match choice {
        Choice::Word(word) => word,
        Choice::Unit(ix) => state.units.get(usize::from(ix.0)).map_or("?", |u| &rules.units[u.kind].name),
        Choice::Space(space) => rules.board.spaces.values().nth(space.index()).map_or("?", |s| &s.name),
    }
}
