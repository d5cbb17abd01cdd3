//! What triggers, victories and scripts do: asking them at a moment, carrying out effects, and the
//! answers to offers. Frames that effects push run in the order in which they were pushed, before
//! anything that comes later at the same moment.

use super::Game;
use super::act::{act, call_off, scramble, skip_phase, strike};
use super::agenda::{Choice, Frame, Offer, Origin, Plain};
use super::event::{Chosen, Event};
use super::hooks::{Outcome, View};
use super::order::Order;
use super::phase;
use super::refusal::{Code, Refusal};
use super::state::{SpaceMark, State};
use sandtable_rules::{Effect, Id, Moment, PowerId, SpaceId, SpecialId, TriggerId, VictoryId};

/// The choice that accepts a trigger's offer; the other one declines it.
const YES: u16 = 0;
/// Up to so many choices, every selection is among the legal answers.
const FEW: usize = 6;

/// Asks the triggers, the scripts and then the victories of a moment, from the `next`th on: what
/// acts is carried out. As soon as one of them has pushed frames (an offer, a declaration of war),
/// it returns the index to go on with once those are done; `None` when all have been asked. The
/// moment's own frame, which the caller keeps, stays below them.
pub fn ask(game: &mut Game<'_>, moment: Moment, next: u16) -> Option<u16> {
    let rules = game.rules;
    let (triggers, specials) = (rules.acts.triggers.len(), rules.specials.len());
    let last = triggers + specials + rules.acts.victories.len();
    let floor = game.state.agenda.len();
    for index in usize::from(next)..last {
        if game.state.winner.is_some() {
            return None;
        }
        game.in_order(|game| match index.checked_sub(triggers) {
            None => trigger(game, TriggerId::new(index), moment),
            Some(nth) if nth < specials => {
                if !game.hooks.listens(moment) {
                    return;
                }
                let view = View::new(rules, game.state);
                let outcomes = game.hooks.at(SpecialId::new(nth), moment, game.dice, view);
                carry_out(game, outcomes, here(moment))
            }
            Some(nth) => victory(game, nth - specials, moment),
        });
        if game.state.agenda.len() > floor {
            return u16::try_from(index + 1).ok();
        }
    }
    None
}

/// The power a moment is about.
fn subject(game: &Game<'_>, moment: Moment) -> PowerId {
    match moment {
        Moment::WarDeclared(by, _)
        | Moment::Captured(_, by)
        | Moment::Entered(_, by)
        | Moment::Passed(_, by) => by,
        _ => game.state.active(game.rules),
    }
}

/// The space a moment is about.
pub fn here(moment: Moment) -> Option<SpaceId> {
    match moment {
        Moment::Captured(space, _)
        | Moment::Entered(space, _)
        | Moment::Passed(space, _)
        | Moment::BattleBegin(space, _)
        | Moment::BattleRound(space, _)
        | Moment::BattleEnd(space, _) => Some(space),
        _ => None,
    }
}

fn trigger(game: &mut Game<'_>, id: TriggerId, moment: Moment) {
    let trigger = &game.rules.acts.triggers[id];
    let spent = trigger.once && game.state.triggers_spent.is_spent(id.index());
    let me = subject(game, moment);
    if spent
        || !trigger.at.listens(moment, game.state.active(game.rules))
        || !game.cx().holds(&trigger.when, me)
    {
        return;
    }
    if trigger.once {
        game.state.triggers_spent.spend(id.index());
    }
    game.tell(Event::Triggered { trigger: id });
    run_trigger(game, id, 0, here(moment))
}

/// Runs a trigger's effects from the one with this index on, up to an offer: its answer goes on behind it. Effects are
/// counted as written, those inside an offer right after it.
fn run_trigger(game: &mut Game<'_>, id: TriggerId, from: usize, here: Option<SpaceId>) {
    let effects = game.rules.acts.triggers[id].effects.iter();
    for (at, effect) in effects.flat_map(Effect::all).enumerate().skip(from) {
        let Effect::Offer(power, text, _) = effect else {
            perform(game, effect, here);
            continue;
        };
        let offer = Offer {
            origin: Origin::Trigger(id, u8::try_from(at).unwrap_or(u8::MAX)),
            power: *power,
            text: text.clone(),
            choices: ["yes", "no"]
                .map(|word| Choice::Word(word.to_owned()))
                .into(),
            min: 1,
            max: 1,
            repeat: false,
            here,
        };
        return put(game, offer);
    }
}

fn victory(game: &mut Game<'_>, nth: usize, moment: Moment) {
    let victory = &game.rules.acts.victories[nth];
    let listens = victory.at.listens(moment, game.state.active(game.rules));
    let Some(me) = game
        .rules
        .powers
        .of_side(victory.side)
        .iter()
        .next()
        .filter(|_| listens)
    else {
        return;
    };
    if game.cx().holds(&victory.when, me) {
        game.state.winner = Some(victory.side);
        game.tell(Event::Won {
            side: victory.side,
            victory: Some(VictoryId::new(nth)),
        });
    }
}

/// Puts an offer on the agenda, one that can be answered: never more choices than there are.
pub fn put(game: &mut Game<'_>, mut offer: Offer) {
    let most = if offer.repeat && !offer.choices.is_empty() {
        u16::MAX
    } else {
        u16::try_from(offer.choices.len()).unwrap_or(u16::MAX)
    };
    offer.max = offer.max.min(most);
    offer.min = offer.min.min(offer.max);
    game.tell(Event::Offered {
        power: offer.power,
        question: offer.text.clone(),
    });
    game.state.agenda.push(Frame::Offer(offer));
}

/// Carries out what a script wants, in its order; offers wait until its effects are done.
fn carry_out(game: &mut Game<'_>, outcomes: Vec<Outcome>, here: Option<SpaceId>) {
    for outcome in outcomes {
        match outcome {
            Outcome::Effect(effect) => perform(game, &effect, here),
            Outcome::Offer(offer) => put(game, offer),
            Outcome::Note(special, text) => game.tell(Event::Note {
                script: special,
                says: text,
            }),
            Outcome::Remember(slot, of, value) => game.state.remember(slot, of, value),
            Outcome::Strike(unit, hits) => strike(game, unit, hits),
            Outcome::Scramble(unit, to) => scramble(game, unit, to),
            Outcome::Silence(zone) => game.state.mark(zone, SpaceMark::Silent),
            Outcome::CallOff(space) => call_off(game, space),
            Outcome::SkipPhase => skip_phase(game),
        }
    }
}

/// Carries out one effect.
fn perform(game: &mut Game<'_>, effect: &Effect, here: Option<SpaceId>) {
    if let Effect::Script(special) = effect {
        return script(game, *special, here);
    }
    act(game, effect, here);
}

/// Runs a script as one that is answered at once: an offer without a choice.
fn script(game: &mut Game<'_>, special: SpecialId, here: Option<SpaceId>) {
    let offer = Offer {
        origin: Origin::Special(special, Plain::Nothing),
        power: game.state.active(game.rules),
        text: String::new(),
        choices: Vec::new(),
        min: 0,
        max: 0,
        repeat: false,
        here,
    };
    let view = View::new(game.rules, game.state);
    let outcomes = game.hooks.resolve(&offer, &[], game.dice, view);
    carry_out(game, outcomes, here)
}

/// Whether an answer fits an offer.
///
/// # Errors
/// Too few, too many, or not what is offered.
pub fn check_answer(offer: &Offer, choices: &[u16]) -> Result<(), Refusal> {
    let asked = choices.len();
    let nearest = asked.max(offer.min.into()).min(offer.max.into());
    if asked != nearest {
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
        answers.extend(
            (0u32..1 << choices).map(|bits| (0..choices).filter(|i| bits >> i & 1 == 1).collect()),
        );
    } else {
        answers.push(Vec::new());
        answers.extend((0..choices).map(|i| vec![i]));
        for size in [offer.min, offer.max.min(choices)] {
            let many: Vec<u16> = (0..size)
                .map(|i| if offer.repeat { i % choices.max(1) } else { i })
                .collect();
            if size > 1 && !answers.contains(&many) {
                answers.push(many);
            }
        }
    }
    answers.retain(|a| check_answer(offer, a).is_ok());
    orders.extend(answers.into_iter().map(Order::Answer));
}

/// Carries out the answer to the offer on top of the agenda, which it pops.
pub fn answer(game: &mut Game<'_>, choices: &[u16]) {
    let Some(Frame::Offer(offer)) = game.state.agenda.pop() else {
        return;
    };
    let chosen = choices
        .iter()
        .filter_map(|i| offer.choices.get(usize::from(*i)));
    let answer = chosen.map(|choice| chosen_of(game.state, choice)).collect();
    game.tell(Event::Answered {
        power: offer.power,
        answer,
    });
    game.in_order(|game| match &offer.origin {
        Origin::Trigger(id, index) => {
            let index = usize::from(*index);
            let effects = game.rules.acts.triggers[*id].effects.iter();
            let declined = effects.flat_map(Effect::all).nth(index);
            let skipped = match choices.first() {
                Some(&YES) => 1,
                _ => declined.map_or(1, |offer| offer.all().len()),
            };
            run_trigger(game, *id, index + skipped, offer.here)
        }
        Origin::Phase(question) => {
            phase::answered(game, *question, choices);
        }
        Origin::Special(..) => {
            let view = View::new(game.rules, game.state);
            let outcomes = game.hooks.resolve(&offer, choices, game.dice, view);
            carry_out(game, outcomes, offer.here)
        }
    });
}

/// A choice as events tell it.
fn chosen_of(state: &State, choice: &Choice) -> Chosen {
    match choice {
        Choice::Word(word) => Chosen::Word(word.clone()),
        Choice::Unit(ix) => Chosen::Unit(state.unit(*ix).kind),
        Choice::Space(space) => Chosen::Space(*space),
    }
}
