//! What `kernel/effect.rs` promises: what triggers, offers and victories do.

use sandtable::kernel::{
    Choice, Chosen, Code, Cx, Dice, Event, Frame, Hooks, NoHooks, Offer, Order, Origin, Outcome,
    PhaseStage, Plain, Scripted, State, UnitIx, UnitsAt, View, apply, check, legal, run_on,
};
use sandtable::rules::*;

use super::NoDice;
use super::bay::*;

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

/// Asks everybody who listens to a moment, until somebody has to be waited for.
fn ask(rules: &Rules, state: &mut State, moment: Moment, hooks: &dyn Hooks) -> Vec<Event> {
    state.agenda.push(Frame::Moment(moment, 0));
    run_on(rules, state, &mut NoDice, hooks).expect("it goes on")
}

fn begin(rules: &Rules, state: &mut State) -> Vec<Event> {
    ask(rules, state, Moment::TurnBegin, &NoHooks)
}

/// All have been asked, and nobody is waited for.
const ALL_ASKED: [Frame; 1] = [Frame::Phase(PhaseStage::Main)];

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
    let events = begin(&rules, &mut state);
    assert_eq!(state.agenda, ALL_ASKED);
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
    assert!(begin(&rules, &mut state).is_empty());
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
        begin(&rules, &mut state);
        for choice in answers {
            let (order, mut dice) = (Order::Answer(vec![*choice]), Scripted::default());
            apply(&rules, &mut state, &order, &mut dice, &NoHooks).expect("it is asked");
        }
        assert_eq!(
            (state.counter(COUNT), &state.agenda[..]),
            (count, &ALL_ASKED[..]),
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
    begin(&rules, &mut state);
    assert_eq!(state.counter(COUNT), 0);
    let [
        _,
        Frame::Moment(Moment::TurnBegin, 1),
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
    let when = Cond::Counter(COUNT, Cmp::AtLeast, 1);
    let victory = |side, when| Victory {
        name: "all".to_owned(),
        side: SideId(side),
        at: When::TurnBegin(set(&[RED])),
        when,
    };
    rules.acts.victories = vec![victory(1, when), victory(0, Cond::Always)];
    let mut state = state(&rules);
    let events = begin(&rules, &mut state);
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
    trigger.when = Cond::Have(Count {
        who: Who::Self_,
        what: Asset::Controlled,
        spaces: set(&[FAR]),
        at_least: 1,
    });
    let rules = with(vec![trigger]);
    let mut state = state(&rules);
    let captured = |by| Moment::Captured(HILL, by);
    ask(&rules, &mut state, captured(RED), &NoHooks);
    assert_eq!(state.units.len(), 1);
    ask(&rules, &mut state, captured(BLUE), &NoHooks);
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
    rules.specials.push(Special {
        name: "s".to_owned(),
        params: Vec::new(),
    });
    let mut state = state(&rules);
    let events = ask(&rules, &mut state, Moment::TurnBegin, &Script);
    assert_eq!(state.counter(COUNT), 1);
    let [
        _,
        Frame::Moment(Moment::TurnBegin, 1),
        ..,
        Frame::Offer(first),
    ] = &state.agenda[..]
    else {
        panic!("{:?}", state.agenda)
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
    let events = step(&rules, &mut state, &Order::Answer(vec![1, 0]), &Script);
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
    let rules = rules();
    let asked = |offer: &Offer| {
        let mut state = state(&rules);
        state.agenda.push(Frame::Offer(offer.clone()));
        state
    };
    let code = |offer: &Offer, answer: &[u16]| {
        let (state, order) = (asked(offer), Order::Answer(answer.to_vec()));
        check(Cx::new(&rules, &state, &NoHooks), &order)
            .err()
            .map(|r| r.code)
    };
    assert_eq!(code(&offer, &[]), Some(Code::AnswerCount));
    assert_eq!(code(&offer, &[0, 1, 2]), Some(Code::AnswerCount));
    assert_eq!(code(&offer, &[3]), Some(Code::AnswerWhat));
    assert_eq!(code(&offer, &[1, 1]), Some(Code::AnswerWhat));
    assert_eq!(code(&offer, &[2, 0]), None);
    let count = |offer: &Offer| {
        let state = asked(offer);
        let orders = legal(Cx::new(&rules, &state, &NoHooks));
        assert!(
            orders
                .iter()
                .all(|o| matches!(o, Order::Answer(a) if code(offer, a).is_none()))
        );
        orders.len()
    };
    assert_eq!(count(&offer), 6);
    offer.repeat = true;
    assert_eq!((code(&offer, &[1, 1]), count(&offer)), (None, 4));
    (offer.repeat, offer.choices, offer.min, offer.max) = (false, choices(20), 0, 20);
    assert_eq!(count(&offer), 22);
}
