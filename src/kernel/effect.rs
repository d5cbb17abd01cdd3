//! What triggers, victories and scripts do: asking them at a moment, carrying out effects, and the
//! answers to offers. Frames that effects push run in the order in which they were pushed, before
//! anything that comes later at the same moment.

use super::Game;
use super::act::{act, call_off, scramble, skip_phase, strike};
use super::agenda::{Choice, Frame, Offer, Origin, Plain};
use super::event::Event;
use super::hooks::{Outcome, View};
use super::order::Order;
use super::query::fault;
use super::refusal::{Code, Refusal};
use super::state::{SpaceMark, State};
use crate::rules::{Effect, Id, Moment, PowerId, Rules, SpaceId, SpecialId, TriggerId};

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
    let (triggers, specials) = (rules.acts.triggers.len(), rules.specials.len());
    let last = triggers + specials + rules.acts.victories.len();
    let floor = game.state.agenda.len();
    for index in usize::from(next)..last {
        if game.state.winner.is_some() {
            return Ok(None);
        }
        in_order(game, |game| match index.checked_sub(triggers) {
            None => trigger(game, TriggerId::new(index), moment),
            Some(nth) if nth < specials => {
                if !game.hooks.listens(moment) {
                    return Ok(());
                }
                let view = View { rules, state: game.state };
                let outcomes = game.hooks.at(SpecialId::new(nth), moment, game.dice, view).map_err(fault)?;
                carry_out(game, outcomes, here(moment))
            }
            Some(nth) => victory(game, nth - specials, moment),
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
        Moment::WarDeclared(by, _) | Moment::Captured(_, by) | Moment::Entered(_, by) => by,
        _ => game.state.active(game.rules),
    }
}

/// The space a moment is about.
pub fn here(moment: Moment) -> Option<SpaceId> {
    match moment {
        Moment::Captured(space, _)
        | Moment::Entered(space, _)
        | Moment::BattleBegin(space)
        | Moment::BattleRound(space)
        | Moment::BattleEnd(space) => Some(space),
        _ => None,
    }
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
                let waits = run(game, inner, walk, at + 1)?;
                if waits {
                    return Ok(true);
                }
            }
            effect if at >= walk.from => perform(game, effect, walk.here)?,
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
            Outcome::Effect(effect) => perform(game, &effect, here)?,
            Outcome::Offer(offer) => put(game, offer),
            Outcome::Note(special, text) => game.tell(Event::Note(special, text)),
            Outcome::Strike(unit, hits) => strike(game, unit, hits),
            Outcome::Scramble(unit, to) => scramble(game, unit, to),
            Outcome::Silence(zone) => game.state.mark(zone, SpaceMark::Silent),
            Outcome::CallOff(space) => call_off(game, space),
            Outcome::SkipPhase => skip_phase(game),
        }
    }
    Ok(())
}

/// Carries out one effect.
fn perform(game: &mut Game<'_>, effect: &Effect, here: Option<SpaceId>) -> Result<(), Refusal> {
    if let Effect::Script(special) = effect {
        return script(game, *special, here);
    }
    act(game, effect, here);
    Ok(())
}

/// Runs a script as one that is answered at once: an offer without a choice.
fn script(game: &mut Game<'_>, special: SpecialId, here: Option<SpaceId>) -> Result<(), Refusal> {
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
    let view = View { rules: game.rules, state: game.state };
    let outcomes = game.hooks.resolve(&offer, &[], game.dice, view).map_err(fault)?;
    carry_out(game, outcomes, here)
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

#[cfg(test)]
mod tests {
    use super::super::hooks::{Fault, Hooks};
    use super::super::testkit_econ::*;
    use super::super::{Dice, UnitIx};
    use super::*;
    use crate::rules::*;

    const COUNT: CounterId = CounterId(0);

    fn add(n: i32) -> Effect {
        Effect::AddCounter(COUNT, n)
    }

    fn at_begin(once: bool, effects: Vec<Effect>) -> Trigger {
        Trigger { name: String::new(), at: When::TurnBegin(set(&[RED])), when: Cond::Always, once, effects }
    }

    fn with(triggers: Vec<Trigger>) -> Rules {
        let mut rules = rules();
        rules.counters = Table::from_vec(vec![Counter { name: "c".to_owned(), start: 0 }]);
        rules.acts.triggers = Table::from_vec(triggers);
        rules
    }

    fn begin(game: &mut Game<'_>, next: u16) -> Option<u16> {
        ask(game, Moment::TurnBegin, next).unwrap()
    }

    #[test]
    fn effects_do_what_they_say() {
        let everyone: PowerSet = set(&[RED, BLUE]);
        let rules = with(vec![at_begin(
            true,
            vec![
                Effect::Treasury(RED, -100),
                Effect::Treasury(BLUE, 5),
                Effect::AddUnits(RED, WALKER, 3, At::Space(HILL)),
                Effect::AddUnits(RED, WALKER, 3, At::Space(BAY)),
                Effect::AddUnits(RED, BIG_WORKS, 1, At::Space(HOME)),
                Effect::AddUnits(RED, WALKER, 1, At::Here),
                Effect::RemoveUnits(Who::Self_, set(&[WALKER]), 2, At::Space(HILL)),
                Effect::SetControl(At::Space(HOME), Some(BLUE)),
                Effect::SetRelation(everyone, everyone, Relation::War),
                Effect::SetCounter(COUNT, i32::MAX),
                add(1),
            ],
        )]);
        let mut state = state(&rules);
        let (next, events) = play(&rules, &mut state, |game| begin(game, 0));
        assert_eq!(next, None);
        assert_eq!((state.treasury[0], state.treasury[1]), (0, 15));
        assert_eq!(state.units_in(HILL).count(), 1);
        assert_eq!(state.units_in(BAY).count(), 0, "a walker cannot stand at sea");
        assert_eq!(state.units_in(HOME).count(), 1, "the slot is taken");
        assert_eq!((state.owner(HOME), state.unit(UnitIx(0)).owner), (Some(BLUE), BLUE));
        assert_eq!(state.relation(&rules, BLUE, RED), Relation::War);
        assert_eq!(state.counter(COUNT), i32::MAX);
        assert!(events.contains(&Event::Treasury(RED, -40)));
        assert!(events.contains(&Event::Lost(RED, vec![(WALKER, 2)], HILL)));
        // Once is once.
        let (_, events) = play(&rules, &mut state, |game| begin(game, 0));
        assert!(events.is_empty());
    }

    #[test]
    fn an_offer_stops_the_list_and_the_rest_follows() {
        let inner = Effect::Offer(BLUE, "really?".to_owned(), vec![add(100)]);
        let offer = Effect::Offer(RED, "well?".to_owned(), vec![add(10), inner, add(1000)]);
        let rules = with(vec![at_begin(false, vec![add(1), offer, add(2)]), at_begin(false, vec![add(10_000)])]);
        // The answers, and the count afterwards.
        for (answers, count) in [(&[0, 0][..], 11_113), (&[0, 1], 11_013), (&[1], 10_003)] {
            let mut state = state(&rules);
            let (next, _) = play(&rules, &mut state, |game| {
                let mut next = begin(game, 0);
                for choice in answers {
                    answer(game, &[*choice]).unwrap();
                }
                while let Some(n) = next {
                    next = begin(game, n);
                }
                next
            });
            assert_eq!((next, state.counter(COUNT), state.agenda.len()), (None, count, 1), "{answers:?}");
        }
    }

    #[test]
    fn frames_run_in_the_order_they_were_pushed() {
        let effects = vec![Effect::DeclareWar(RED, BLUE), Effect::Offer(RED, "x".to_owned(), Vec::new())];
        let rules = with(vec![at_begin(false, effects), at_begin(false, vec![add(1)])]);
        let mut state = state(&rules);
        let (next, _) = play(&rules, &mut state, |game| begin(game, 0));
        assert_eq!((next, state.counter(COUNT)), (Some(1), 0));
        let [_, Frame::Offer(_), Frame::Moment(drawn_in, 0), Frame::Moment(named, 0)] = &state.agenda[..] else {
            panic!("{:?}", state.agenda)
        };
        assert_eq!((*named, *drawn_in), (Moment::WarDeclared(RED, BLUE), Moment::WarDeclared(RED, CYAN)));
    }

    #[test]
    fn victories_come_last_and_end_it() {
        let mut rules = with(vec![at_begin(false, vec![add(1)])]);
        let when = Cond::Counter(COUNT, crate::rules::Cmp::AtLeast, 1);
        let victory = |side, when| Victory { name: "all".to_owned(), side: SideId(side), at: When::TurnBegin(set(&[RED])), when };
        rules.acts.victories = vec![victory(1, when), victory(0, Cond::Always)];
        let mut state = state(&rules);
        let (_, events) = play(&rules, &mut state, |game| begin(game, 0));
        assert_eq!(state.winner, Some(SideId(1)));
        assert_eq!(events.last(), Some(&Event::Won(SideId(1), "all".to_owned())));
    }

    #[test]
    fn here_is_where_it_happened() {
        let mut trigger = at_begin(false, vec![Effect::AddUnits(BLUE, WALKER, 1, At::Here)]);
        trigger.at = When::Captured(set(&[HILL]), set(&[BLUE]));
        trigger.when = Cond::Controls { who: Who::Self_, spaces: set(&[FAR]), at_least: 1 };
        let rules = with(vec![trigger]);
        let mut state = state(&rules);
        play(&rules, &mut state, |game| ask(game, Moment::Captured(HILL, RED), 0).unwrap());
        assert_eq!(state.units.len(), 1);
        play(&rules, &mut state, |game| ask(game, Moment::Captured(HILL, BLUE), 0).unwrap());
        assert_eq!((state.units[1].space, state.units[1].owner), (HILL, BLUE), "the captor is whom it is about");
    }

    struct Script;
    impl Hooks for Script {
        fn listens(&self, _: Moment) -> bool {
            true
        }
        fn at(&self, _: SpecialId, _: Moment, _: &mut dyn Dice, _: View<'_>) -> Result<Vec<Outcome>, Fault> {
            let offer = |n: i64| {
                Outcome::Offer(Offer {
                    origin: Origin::Special(SpecialId(0), Plain::Number(n)),
                    power: RED,
                    text: n.to_string(),
                    choices: vec![Choice::Space(HOME), Choice::Space(HILL)],
                    min: 5,
                    max: 9,
                    repeat: false,
                    here: None,
                })
            };
            Ok(vec![offer(1), Outcome::Effect(add(1)), offer(2)])
        }
        fn resolve(&self, offer: &Offer, answer: &[u16], _: &mut dyn Dice, _: View<'_>) -> Result<Vec<Outcome>, Fault> {
            let Origin::Special(_, Plain::Number(carry)) = &offer.origin else { return Ok(Vec::new()) };
            Ok(vec![Outcome::Effect(add(*carry as i32 * 10 + answer.len() as i32))])
        }
    }

    #[test]
    fn a_scripts_offers_come_one_after_the_other() {
        let mut rules = with(Vec::new());
        rules.specials.push(crate::rules::Special { name: "s".to_owned(), params: Vec::new() });
        let mut state = state(&rules);
        let (next, events) = play_with(&rules, &mut state, &Script, |game| begin(game, 0));
        assert_eq!((next, state.counter(COUNT)), (Some(1), 1));
        let Some(Frame::Offer(first)) = state.agenda.last() else { panic!() };
        assert_eq!((first.text.as_str(), first.min, first.max), ("1", 2, 2), "never more than there are");
        assert_eq!(events.iter().filter(|e| matches!(e, Event::Offered(..))).count(), 2);
        let (_, events) = play_with(&rules, &mut state, &Script, |game| answer(game, &[1, 0]).unwrap());
        assert_eq!(state.counter(COUNT), 13);
        assert_eq!(events[0], Event::Answered(RED, "Hill, Home".to_owned()));
        assert!(matches!(state.agenda.last(), Some(Frame::Offer(o)) if o.text == "2"));
    }

    #[test]
    fn answers_must_fit() {
        let choices = |n: usize| vec![Choice::Word(String::new()); n];
        let mut offer = Offer {
            origin: Origin::Special(SpecialId(0), Plain::Nothing),
            power: RED,
            text: String::new(),
            choices: choices(3),
            min: 1,
            max: 2,
            repeat: false,
            here: None,
        };
        let code = |offer: &Offer, answer: &[u16]| check_answer(offer, answer).err().map(|r| r.code);
        assert_eq!(code(&offer, &[]), Some(Code::AnswerCount));
        assert_eq!(code(&offer, &[0, 1, 2]), Some(Code::AnswerCount));
        assert_eq!(code(&offer, &[3]), Some(Code::AnswerWhat));
        assert_eq!(code(&offer, &[1, 1]), Some(Code::AnswerWhat));
        assert_eq!(code(&offer, &[2, 0]), None);
        let count = |offer: &Offer| {
            let mut orders = Vec::new();
            legal_answers(offer, &mut orders);
            assert!(orders.iter().all(|o| matches!(o, Order::Answer(a) if check_answer(offer, a).is_ok())));
            orders.len()
        };
        assert_eq!(count(&offer), 6);
        offer.repeat = true;
        assert_eq!((code(&offer, &[1, 1]), count(&offer)), (None, 4));
        (offer.repeat, offer.choices, offer.min, offer.max) = (false, choices(20), 0, 20);
        assert_eq!(count(&offer), 22);
    }
}
