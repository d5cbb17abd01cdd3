//! What triggers, offers and victories do, on a tiny edition.

use super::super::hooks::Hooks;
use super::super::testkit_econ::*;
use super::super::{Dice, UnitIx, UnitsAt};
use super::*;
use sandtable_rules::*;

const COUNT: CounterId = CounterId(0);

fn add(n: i32) -> Effect {
    Effect::AddCounter(COUNT, n)
}

fn at_begin(once: bool, effects: Vec<Effect>) -> Trigger {
    Trigger {
        name: String::new(),
        at: When::TurnBegin(set(&[RED])),
        when: Cond::Always,
        once,
        effects,
    }
}

fn with(triggers: Vec<Trigger>) -> Rules {
    let mut rules = rules();
    rules.counters = Table::from_vec(vec![Counter {
        name: "c".to_owned(),
        start: 0,
    }]);
    rules.acts.triggers = Table::from_vec(triggers);
    rules
}

fn begin(game: &mut Game<'_>, next: u16) -> Option<u16> {
    ask(game, Moment::TurnBegin, next)
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
    assert_eq!(
        state.units_in(BAY).count(),
        0,
        "a walker cannot stand at sea"
    );
    assert_eq!(state.units_in(HOME).count(), 1, "the slot is taken");
    assert_eq!(
        (state.owner(HOME), state.unit(UnitIx(0)).owner),
        (Some(BLUE), BLUE)
    );
    assert_eq!(state.relation(&rules, BLUE, RED), Relation::War);
    assert_eq!(state.counter(COUNT), i32::MAX);
    assert!(events.contains(&Event::Treasury {
        power: RED,
        ipc: -40
    }));
    assert!(events.contains(&Event::Lost(UnitsAt::new(RED, vec![(WALKER, 2)], HILL))));
    // Once is once.
    let (_, events) = play(&rules, &mut state, |game| begin(game, 0));
    assert!(events.is_empty());
}

#[test]
fn an_offer_stops_the_list_and_the_rest_follows() {
    let inner = Effect::Offer(BLUE, "really?".to_owned(), vec![add(100)]);
    let offer = Effect::Offer(RED, "well?".to_owned(), vec![add(10), inner, add(1000)]);
    let rules = with(vec![
        at_begin(false, vec![add(1), offer, add(2)]),
        at_begin(false, vec![add(10_000)]),
    ]);
    // The answers, and the count afterwards.
    for (answers, count) in [(&[0, 0][..], 11_113), (&[0, 1], 11_013), (&[1], 10_003)] {
        let mut state = state(&rules);
        let (next, _) = play(&rules, &mut state, |game| {
            let mut next = begin(game, 0);
            for choice in answers {
                answer(game, &[*choice]);
            }
            while let Some(n) = next {
                next = begin(game, n);
            }
            next
        });
        assert_eq!(
            (next, state.counter(COUNT), state.agenda.len()),
            (None, count, 1),
            "{answers:?}"
        );
    }
}

#[test]
fn frames_run_in_the_order_they_were_pushed() {
    let effects = vec![
        Effect::DeclareWar(RED, BLUE),
        Effect::Offer(RED, "x".to_owned(), Vec::new()),
    ];
    let rules = with(vec![
        at_begin(false, effects),
        at_begin(false, vec![add(1)]),
    ]);
    let mut state = state(&rules);
    let (next, _) = play(&rules, &mut state, |game| begin(game, 0));
    assert_eq!((next, state.counter(COUNT)), (Some(1), 0));
    let [
        _,
        Frame::Offer(_),
        Frame::Moment(drawn_in, 0),
        Frame::Moment(named, 0),
    ] = &state.agenda[..]
    else {
        panic!("{:?}", state.agenda)
    };
    assert_eq!(
        (*named, *drawn_in),
        (
            Moment::WarDeclared(RED, BLUE),
            Moment::WarDeclared(RED, CYAN)
        )
    );
}

#[test]
fn victories_come_last_and_end_it() {
    let mut rules = with(vec![at_begin(false, vec![add(1)])]);
    let when = Cond::Counter(COUNT, sandtable_rules::Cmp::AtLeast, 1);
    let victory = |side, when| Victory {
        name: "all".to_owned(),
        side: SideId(side),
        at: When::TurnBegin(set(&[RED])),
        when,
    };
    rules.acts.victories = vec![victory(1, when), victory(0, Cond::Always)];
    let mut state = state(&rules);
    let (_, events) = play(&rules, &mut state, |game| begin(game, 0));
    assert_eq!(state.winner, Some(SideId(1)));
    assert_eq!(
        events.last(),
        Some(&Event::Won {
            side: SideId(1),
            victory: Some(VictoryId(0))
        })
    );
}

#[test]
fn here_is_where_it_happened() {
    let mut trigger = at_begin(false, vec![Effect::AddUnits(BLUE, WALKER, 1, At::Here)]);
    trigger.at = When::Captured(set(&[HILL]), set(&[BLUE]));
    trigger.when = Cond::Controls {
        who: Who::Self_,
        spaces: set(&[FAR]),
        at_least: 1,
    };
    let rules = with(vec![trigger]);
    let mut state = state(&rules);
    play(&rules, &mut state, |game| {
        ask(game, Moment::Captured(HILL, RED), 0)
    });
    assert_eq!(state.units.len(), 1);
    play(&rules, &mut state, |game| {
        ask(game, Moment::Captured(HILL, BLUE), 0)
    });
    assert_eq!(
        (state.units[1].space, state.units[1].owner),
        (HILL, BLUE),
        "the captor is whom it is about"
    );
}

struct Script;
impl Hooks for Script {
    fn listens(&self, _: Moment) -> bool {
        true
    }
    fn at(&self, _: SpecialId, _: Moment, _: &mut dyn Dice, _: View<'_>) -> Vec<Outcome> {
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
        vec![offer(1), Outcome::Effect(add(1)), offer(2)]
    }
    fn resolve(
        &self,
        offer: &Offer,
        answer: &[u16],
        _: &mut dyn Dice,
        _: View<'_>,
    ) -> Vec<Outcome> {
        let Origin::Special(_, Plain::Number(carry)) = &offer.origin else {
            return Vec::new();
        };
        vec![Outcome::Effect(add(
            *carry as i32 * 10 + answer.len() as i32
        ))]
    }
}

#[test]
fn a_scripts_offers_come_one_after_the_other() {
    let mut rules = with(Vec::new());
    rules.specials.push(sandtable_rules::Special {
        name: "s".to_owned(),
        params: Vec::new(),
    });
    let mut state = state(&rules);
    let (next, events) = play_with(&rules, &mut state, &Script, |game| begin(game, 0));
    assert_eq!((next, state.counter(COUNT)), (Some(1), 1));
    let Some(Frame::Offer(first)) = state.agenda.last() else {
        panic!()
    };
    assert_eq!(
        (first.text.as_str(), first.min, first.max),
        ("1", 2, 2),
        "never more than there are"
    );
    assert_eq!(
        events
            .iter()
            .filter(|e| matches!(e, Event::Offered { .. }))
            .count(),
        2
    );
    let (_, events) = play_with(&rules, &mut state, &Script, |game| answer(game, &[1, 0]));
    assert_eq!(state.counter(COUNT), 13);
    assert_eq!(
        events[0],
        Event::Answered {
            power: RED,
            answer: vec![Chosen::Space(HILL), Chosen::Space(HOME)]
        }
    );
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
        assert!(
            orders
                .iter()
                .all(|o| matches!(o, Order::Answer(a) if check_answer(offer, a).is_ok()))
        );
        orders.len()
    };
    assert_eq!(count(&offer), 6);
    offer.repeat = true;
    assert_eq!((code(&offer, &[1, 1]), count(&offer)), (None, 4));
    (offer.repeat, offer.choices, offer.min, offer.max) = (false, choices(20), 0, 20);
    assert_eq!(count(&offer), 22);
}
