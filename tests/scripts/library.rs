//! Each script of the library makes a difference: the same position with and without scripts.
//! What exactly they do is in the transcripts of the stock pack, named after the rules.

use sandtable::game::{Opened, open};
use sandtable::kernel::edit::enter_phase;
use sandtable::kernel::{
    Cx, DecisionKind, Hooks, Marks, NOWHERE, NoHooks, Order, Scripted, State, apply, begin, check,
    pending,
};
use sandtable::rules::{Id, PhaseId, PhaseKind, PowerId, Relation, Rules, SpaceId, UnitTypeId};

struct Board {
    opened: Opened,
    state: State,
}

impl Board {
    fn new() -> Self {
        let opened = open("pacific-1940").unwrap_or_else(|_| panic!("the stock pack opens"));
        let (mut state, _) =
            begin(&opened.rules, &mut Scripted::default(), &*opened.hooks).expect("it begins");
        state.units.clear();
        Self { opened, state }
    }
    fn rules(&self) -> &Rules {
        &self.opened.rules
    }
    fn space(&self, name: &str) -> SpaceId {
        let found = self
            .rules()
            .board
            .spaces
            .iter()
            .find(|(_, s)| s.name == name || s.aliases.iter().any(|a| a == name));
        found.unwrap_or_else(|| panic!("{name}")).0
    }
    fn power(&self, name: &str) -> PowerId {
        self.rules()
            .powers
            .powers
            .iter()
            .find(|(_, p)| p.name == name)
            .unwrap_or_else(|| panic!("{name}"))
            .0
    }
    fn kind(&self, name: &str) -> UnitTypeId {
        self.rules()
            .units
            .types
            .iter()
            .find(|(_, t)| t.name == name)
            .unwrap_or_else(|| panic!("{name}"))
            .0
    }
    fn put(&mut self, count: u16, kind: &str, owner: &str, space: &str) {
        let (kind, owner, space) = (self.kind(kind), self.power(owner), self.space(space));
        (0..count).for_each(|_| _ = self.state.add(kind, owner, space));
    }
    fn war(&mut self, a: &str, b: &str) {
        let (a, b) = (self.power(a), self.power(b));
        for pair in [
            self.rules().powers.pair(a, b),
            self.rules().powers.pair(b, a),
        ] {
            self.state.relations[pair] = Relation::War;
        }
    }
    fn enter(&mut self, power: &str, kind: PhaseKind, hooks: &dyn Hooks) {
        let turn = self
            .rules()
            .turn
            .order
            .iter()
            .position(|p| *p == self.power(power))
            .expect("it plays") as u8;
        let phase = self
            .rules()
            .turn
            .phases
            .iter()
            .find(|(_, p)| p.kind == kind)
            .expect("there is one")
            .0;
        let rules = self.opened.rules.clone();
        enter_phase(
            &rules,
            &mut self.state,
            (turn, phase),
            &mut Scripted::default(),
            hooks,
        )
        .expect("it can be entered");
    }
    fn treasury(&self, power: &str) -> i32 {
        self.state
            .treasury(self.rules().powers[self.power(power)].economies[0])
    }
    /// Plays a power's income with and without scripts and says how much it differs.
    fn difference(&self, power: &str) -> i32 {
        let hooks = self.opened.hooks.clone();
        let collect = |hooks: &dyn Hooks| {
            let mut board = Self {
                opened: self.opened.clone(),
                state: self.state.clone(),
            };
            board.enter(power, PhaseKind::Income, hooks);
            board.treasury(power)
        };
        collect(&*hooks) - collect(&NoHooks)
    }
    /// What the end of combat movement leads to, with and without scripts.
    fn after_moves(&self) -> [Option<String>; 2] {
        let with = self.opened.hooks.clone();
        let decide = |hooks: &dyn Hooks| {
            let mut state = self.state.clone();
            apply(
                self.rules(),
                &mut state,
                &Order::EndPhase,
                &mut Scripted::new([6; 20]),
                hooks,
            )
            .expect("the phase can end");
            let cx = Cx::new(self.rules(), &state, hooks);
            let decision = pending(cx)?;
            Some(format!(
                "{} {}",
                self.rules().powers[decision.power].name,
                decision.kind.name()
            ))
        };
        [decide(&*with), decide(&NoHooks)]
    }
    /// A unit that has moved here this turn.
    fn moved(&mut self, kind: &str, owner: &str, from: &str, to: &str) {
        self.put(1, kind, owner, to);
        let from = self.space(from);
        let unit = self.state.units.last_mut().expect("just put");
        unit.came = from;
        unit.marks.set(Marks::MOVED);
        assert_ne!(unit.came, NOWHERE);
    }
}

#[test]
fn convoys_and_the_road_change_incomes() {
    let mut board = Board::new();
    assert_eq!(board.difference("China"), 6, "the road is open");
    assert_eq!(board.difference("USA"), 0);
    board.war("Japan", "USA");
    board.put(2, "submarine", "Japan", "sz 10");
    assert_eq!(board.difference("USA"), -4);
}

#[test]
fn the_road_opens_a_market() {
    let mut board = Board::new();
    board.enter("China", PhaseKind::Purchase, &NoHooks);
    let buy = Order::Buy(vec![(board.kind("artillery"), 1)]);
    let may = |hooks: &dyn Hooks| check(Cx::new(board.rules(), &board.state, hooks), &buy).is_ok();
    assert!(may(&*board.opened.hooks) && !may(&NoHooks));
}

#[test]
fn aircraft_scramble() {
    let mut board = Board::new();
    board.war("Japan", "USA");
    board.enter("Japan", PhaseKind::CombatMove, &NoHooks);
    board.put(1, "airbase", "USA", "Midway");
    board.put(2, "fighter", "USA", "Midway");
    board.put(1, "destroyer", "USA", "sz 25");
    board.moved("cruiser", "Japan", "sz 16", "sz 25");
    let [with, without] = board.after_moves();
    assert_eq!(with.as_deref(), Some("USA offer"));
    assert_ne!(without, with);
}

#[test]
fn ships_are_struck() {
    let mut board = Board::new();
    board.war("Japan", "USA");
    board.enter("USA", PhaseKind::CombatMove, &NoHooks);
    board.moved("cruiser", "USA", "sz 16", "sz 17");
    let unlocked = board
        .rules()
        .counters
        .iter()
        .find(|(_, c)| c.name.ends_with("/unlocked"))
        .expect("it is remembered")
        .0;
    board.state.counters[unlocked.index()] = 1;
    let [with, without] = board.after_moves();
    assert_eq!(with.as_deref(), Some("Japan offer"));
    assert_ne!(without, with);
}

#[test]
fn neutral_land_defends_itself() {
    let mut board = Board::new();
    board.enter("Japan", PhaseKind::CombatMove, &NoHooks);
    board.moved("infantry", "Japan", "Manchuria", "Buyant-Uhaa");
    let hooks = board.opened.hooks.clone();
    let owner = |hooks: &dyn Hooks| {
        let mut state = board.state.clone();
        // Without a hit the battle goes on and on until somebody breaks off.
        apply(
            board.rules(),
            &mut state,
            &Order::EndPhase,
            &mut Scripted::new([6, 1, 1]),
            hooks,
        )
        .expect("the phase can end");
        state.owner(board.space("Buyant-Uhaa"))
    };
    assert_eq!(owner(&*hooks), None, "the attacker is beaten");
    assert_eq!(
        owner(&NoHooks),
        Some(board.power("Japan")),
        "nobody is there"
    );
}

#[test]
fn an_offer_is_plain_data() {
    let mut board = Board::new();
    board.war("Japan", "USA");
    board.enter("USA", PhaseKind::CombatMove, &NoHooks);
    board.moved("battleship", "USA", "sz 16", "sz 17");
    let unlocked = board
        .rules()
        .counters
        .iter()
        .find(|(_, c)| c.name.ends_with("/unlocked"))
        .expect("it is remembered")
        .0;
    board.state.counters[unlocked.index()] = 1;
    let hooks = board.opened.hooks.clone();
    let rules = board.opened.rules.clone();
    apply(
        &rules,
        &mut board.state,
        &Order::EndPhase,
        &mut Scripted::default(),
        &*hooks,
    )
    .expect("the phase can end");
    let waiting = board.state.clone();
    let cx = Cx::new(&rules, &waiting, &*hooks);
    assert!(matches!(
        pending(cx).map(|d| d.kind),
        Some(DecisionKind::Offer(_))
    ));
    let digest = |dice: &[u8]| {
        let mut state = waiting.clone();
        apply(
            &rules,
            &mut state,
            &Order::Answer(vec![0, 0]),
            &mut Scripted::new(dice.iter().copied()),
            &*hooks,
        )
        .expect("an answer");
        state.digest()
    };
    assert_eq!(digest(&[2, 6]), digest(&[2, 6]));
    assert_ne!(digest(&[2, 6]), digest(&[2, 2]));
    let _ = PhaseId::new(0);
}
