//! Positions in which a program should do one thing and not another.

use sandtable::ai::{Account, Campaign, Level, advise, last_resort, program, written};
use sandtable::game::{Session, open_with};
use sandtable::kernel::{Decision, DecisionKind, Order, check};
use sandtable::pack::Choices;
use sandtable::rules::PhaseKind;
use sandtable::view::account_lines;

#[path = "positions/aircraft.rs"]
mod aircraft;
#[path = "positions/capitals.rs"]
mod capitals;
#[path = "positions/escorts.rs"]
mod escorts;
#[path = "positions/harbours.rs"]
mod harbours;
#[path = "positions/landings.rs"]
mod landings;
#[path = "positions/raids.rs"]
mod raids;
#[path = "positions/shipping.rs"]
mod shipping;

/// A game of a pack that begins with these changes of its set-up.
fn changed(pack: &str, changes: &[&str]) -> Session {
    let opened = sandtable::game::open(pack).map_err(|_| "the pack loads");
    let (mut game, _) = opened.unwrap().begin(1).expect("it begins");
    change(&mut game, changes);
    game
}

fn change(game: &mut Session, changes: &[&str]) {
    for change in changes {
        let done = game.edit("position", change);
        assert!(done.is_ok(), "{change} is no edit");
    }
}

/// Gives orders as a person types them.
fn ordering(game: &mut Session, orders: &[&str]) {
    for order in orders {
        let said = game.type_line("order", order);
        assert!(said.problems.is_none(), "{order}");
    }
}

/// Ends phases, and fights on, until one of this kind begins.
fn idle_until(game: &mut Session, kind: PhaseKind) {
    let waits = |d: &Decision| d.kind == DecisionKind::Phase(kind);
    while !game.pending().as_ref().is_some_and(waits) {
        let idle = [Order::EndPhase, Order::Press];
        assert!(idle.iter().any(|order| game.order(order).is_ok()));
    }
}

/// How the quick program thinks about the phase that waits.
fn advised(game: &Session) -> Account {
    let decision = game.pending().expect("a power gives orders");
    advise(game.cx(), &decision, Level::EASY).expect("it tells")
}

/// How it answers a decision.
fn answered(game: &Session, decision: &Decision) -> Order {
    let mut player = program("planner:easy", 1, 0);
    let cx = game.cx();
    player.answer(cx.rules, cx.state, cx.hooks, decision)
}

/// What it orders for it.
fn orders(game: &Session) -> Vec<String> {
    written(game, &advised(game).orders)
}

/// The same, and what it tells of it.
fn told(game: &Session) -> (Vec<String>, String) {
    let lines = account_lines(game.rules(), &advised(game));
    (orders(game), lines.join("\n"))
}

/// Where the ships of the power that gives orders are bound.
fn bound_for(game: &Session) -> String {
    let campaign = advised(game).campaign;
    let target = campaign.expect("it is bound somewhere").target;
    game.rules().board.spaces[target].name.clone()
}

/// Whether an order begins and ends so.
fn ordered(begins: &'static str, ends: &'static str) -> impl Fn(&String) -> bool {
    move |order| order.starts_with(begins) && order.ends_with(ends)
}

/// A game in a phase of a power's turn after these changes.
fn begun(pack: &str, power: &str, phase: &str, changes: &[&str]) -> Session {
    let start = [format!("set turn {power}"), format!("set phase {phase}")];
    let mut game = changed(pack, &start.each_ref().map(String::as_str));
    change(&mut game, changes);
    game
}

/// What it orders in a phase of a power's turn after these changes.
fn planned(pack: &str, power: &str, phase: &str, changes: &[&str]) -> Vec<String> {
    orders(&begun(pack, power, phase, changes))
}

/// What it orders in the combat move of Red.
fn attacks(changes: &[&str]) -> Vec<String> {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edition");
    planned(pack, "Red", "combat move", changes)
}

#[test]
fn who_guards_against_a_stack_may_beat_it() {
    let stacks = [
        "set control Western United States Japan",
        "clear Western United States",
        "put 41 infantry, 32 tanks of Japan in Western United States",
        "put 1 complex of Japan in Western United States",
        "clear Eastern United States",
        "put 42 infantry, 4 tanks of USA in Eastern United States",
        "put 10 infantry of Japan in Japan",
    ];
    let orders = planned("1941", "Japan", "combat move", &stacks);
    let taken = |o: &String| o.contains("infantry") && o.ends_with("to Eastern United States");
    assert!(orders.iter().any(taken), "{orders:?}");
}

#[test]
fn a_stack_that_cannot_be_beaten_is_worn_down_by_who_is_far_ahead() {
    let stack = [
        "put 10 walkers of Blue in Middle",
        "put 6 walkers of Red in Red Coast",
    ];
    let bound = |orders: Vec<String>| orders.into_iter().any(|o| o.ends_with("to Middle"));
    assert!(!bound(attacks(&stack)), "ten against ten lose");
    let ahead = [&stack[..], &["put 40 ships of Red in sz 1"]].concat();
    assert!(bound(attacks(&ahead)), "who can afford it wears them down");
    let hopeless = [&ahead[..], &["put 4 walkers of Blue in Middle"]].concat();
    assert!(
        !bound(attacks(&hopeless)),
        "and waits where that costs much"
    );
}

#[test]
fn an_attack_that_does_not_win_is_made_where_it_destroys_more_than_it_loses() {
    let fought = |foes: &str| {
        let foes = format!("put {foes} of Blue in Middle");
        let units = [&foes, "put 6 walkers of Red in Red Coast"];
        attacks(&units).iter().any(|o| o.ends_with("to Middle"))
    };
    assert!(!fought("9 walkers"), "they lose more than they destroy");
    assert!(fought("6 flyers"), "what they destroy is dearer");
}

/// The next power with this name that is asked how many dice of research it buys, after turns in which nobody does
/// anything; how many the quick program buys.
fn dice_bought(game: &mut Session, power: &str) -> usize {
    let asked = |game: &Session| {
        let decision = game.pending().expect("the game goes on");
        let offered = matches!(decision.kind, DecisionKind::Offer(_));
        (game.rules().powers[decision.power].name == power && offered).then_some(decision)
    };
    for _ in 0..200 {
        if let Some(decision) = asked(game) {
            return match answered(game, &decision) {
                Order::Answer(dice) => dice.len(),
                other => panic!("{other:?} is no answer"),
            };
        }
        let idle = [Order::EndPhase, Order::Answer(Vec::new())];
        let done = idle.iter().any(|order| game.order(order).is_ok());
        assert!(done || game.legal().iter().any(|order| game.order(order).is_ok()));
    }
    panic!("{power} is never asked");
}

#[test]
fn research_is_bought_by_who_has_much_to_make_better() {
    let mut choices = Choices::default();
    choices.set.insert("research".to_owned(), "on".to_owned());
    let opened = open_with("global-1940", &choices).map_err(|_| "the pack loads");
    let (mut game, _) = opened.unwrap().begin(1).expect("it begins");
    let germany = dice_bought(&mut game, "Germany");
    assert!((1..=5).contains(&germany), "{germany} dice for an army");
    let mut besieged = game.branched();
    let again = |game: &mut Session| {
        game.order(&Order::Answer(Vec::new())).expect("none");
        dice_bought(game, "France");
        dice_bought(game, "Germany")
    };
    assert!(again(&mut game) > 0, "in the next round it buys some, too");
    besieged.order(&Order::Answer(Vec::new())).expect("none");
    let siege = [
        "clear Germany",
        "put 1 infantry of Germany in Germany",
        "put 20 tank of France in France",
    ];
    change(&mut besieged, &siege);
    let anzac = dice_bought(&mut besieged, "ANZAC");
    assert_eq!(anzac, 0, "a few units are not worth it");
    assert_eq!(again(&mut besieged), 0, "the capital would fall");
}

/// After how many turns Germany's ten men should land in Britain, against this guard, with so much money and transports.
fn lands_in(guard: &str, money: &str, ships: &str) -> Option<u8> {
    let war = [
        "set turn Germany",
        "set phase purchase",
        "clear all units",
        "put 20 infantry of USA in Eastern United States",
        "put 20 infantry of USA in Western United States",
        "put 20 infantry of UK in Eastern Canada",
        guard,
        "put 10 infantry, 1 complex of Germany in Germany",
        ships,
        money,
    ];
    let game = changed("1941", &war);
    let account = advised(&game);
    let name = |c: &Campaign| game.rules().board.spaces[c.target].name.clone();
    let campaign = account.campaign.filter(Campaign::foreseen);
    let campaign = campaign.filter(|c| name(c) == "United Kingdom");
    campaign.map(|c| c.turns)
}

#[test]
fn a_landing_is_foreseen_the_sooner_the_more_there_is_for_it() {
    let few = "put 4 infantry of UK in United Kingdom";
    let many = "put 40 infantry of UK in United Kingdom";
    let (poor, rich) = ("give Germany 0", "give Germany 60");
    let (one, five) = (
        "put 1 transport, 2 destroyers of Germany in sz 5",
        "put 5 transports, 2 destroyers of Germany in sz 5",
    );
    let ready = lands_in(few, poor, five).expect("it can land");
    let bought = lands_in(few, rich, one).expect("it can land");
    assert!(ready <= bought && bought < 4, "{ready} {bought}");
    assert!(lands_in(few, poor, one).is_none_or(|turns| turns > bought));
    assert!(lands_in(many, poor, one).is_none_or(|turns| turns > 6));
}

#[test]
fn a_capital_calls_for_units_near_it() {
    let new = ["put 3 infantry of USSR in Russia"];
    let orders = planned("1941", "USSR", "noncombat move", &new);
    let from = |place: &str| {
        let walks = |o: &String| o.contains(&format!("from {place}")) && o.ends_with("to Russia");
        orders.iter().any(walks)
    };
    assert!(from("Archangel") && from("Caucasus"), "{orders:?}");
}

#[test]
fn a_landing_counts_on_warships_that_come_after() {
    let shores = [
        "clear all units",
        "put 6 infantry of UK in United Kingdom",
        "put 3 transports of UK in sz 7",
        "put 6 destroyers of UK in sz 9",
        "put 3 fighters, 3 infantry of Germany in Norway/Finland",
        "put 9 infantry of Germany in Germany",
        "put 12 infantry of Germany in Ukraine",
        "put 5 infantry of USSR in Russia",
    ];
    let orders = planned("1941", "UK", "combat move", &shores);
    let landed = ordered("land", "on Western Europe");
    assert!(orders.iter().any(&landed), "{orders:?}");
    // Without them the transports would be lost.
    let alone = [&shores[..3], &shores[4..]].concat();
    let orders = planned("1941", "UK", "combat move", &alone);
    assert!(!orders.iter().any(&landed), "{orders:?}");
}

/// Germany holds the continent, and six infantry stand in Britain.
const CONTINENT: [&str; 11] = [
    "set turn Germany",
    "set phase purchase",
    "clear all units",
    "set control Russia Germany",
    "set control Caucasus Germany",
    "set control Karelia Germany",
    "set control Ukraine Germany",
    "put 1 complex, 8 infantry, 4 tanks of Germany in Germany",
    "put 3 infantry, 4 fighters of Germany in Western Europe",
    "put 6 infantry, 1 complex of UK in United Kingdom",
    "put 12 infantry of USA in Eastern United States",
];

/// What Germany orders in its purchase there with so much money, and what it tells of it.
fn invades(money: &str) -> (Vec<String>, String) {
    told(&changed("1941", &[&CONTINENT[..], &[money]].concat()))
}

#[test]
fn a_landing_in_one_go_is_saved_up_for() {
    let (orders, told) = invades("set treasury Germany 12");
    assert!(orders.is_empty(), "{orders:?}");
    assert!(told.contains("money is saved for 4 transports"), "{told}");
    let (orders, told) = invades("set treasury Germany 60");
    assert!(
        orders.iter().any(|o| o.contains("3 transport")),
        "{orders:?}"
    );
    assert!(told.contains("money goes into 3 transports"), "{told}");
}

#[test]
fn a_landing_in_one_go_counts_on_a_foe_with_other_cares() {
    let changes = [
        "set treasury Germany 12",
        "clear United Kingdom",
        "put 8 infantry, 1 complex of UK in United Kingdom",
    ];
    // If he built nothing but men until then, there would be too many.
    let (_, told) = told(&changed("1941", &[&CONTINENT[..], &changes].concat()));
    assert!(told.contains("money is saved for 5 transports"), "{told}");
}

#[test]
fn what_may_decide_the_war_is_attacked_before_all_else() {
    // The aircraft would be of use in Norway, too.
    let ready = [
        "set phase combat move",
        "put 4 transports, 2 destroyers of Germany in sz 5",
        "set control Norway/Finland UK",
        "put 2 infantry, 2 tanks of UK in Norway/Finland",
        "put 4 infantry of Germany in Karelia",
    ];
    let mut game = changed("1941", &CONTINENT);
    change(&mut game, &ready);
    let orders = orders(&game);
    let landed = ordered("land", "on United Kingdom");
    assert!(orders.iter().any(&landed), "{orders:?}");
    let flown = |o: &String| o.contains("fighter") && o.contains("United Kingdom");
    assert!(orders.iter().any(flown), "{orders:?}");
}

#[test]
fn no_war_is_declared_that_wakes_more_than_can_be_beaten() {
    let declares = |round: &str| {
        let orders = planned("pacific-1940", "Japan", "combat move", &[round]);
        orders.iter().any(|o| o.starts_with("declare war"))
    };
    // The United States may come in once Japan has declared war on the Commonwealth.
    assert!(!declares("set round 1"));
    // After the third round they may anyway, and nobody waits longer.
    assert!(declares("set round 4"));
}

#[test]
fn what_makes_no_difference_is_not_tried() {
    let game = begun("pacific-1940", "USA", "combat move", &[]);
    let decision = game.pending().expect("it is to move");
    let account = advise(game.cx(), &decision, Level::NORMAL).expect("it searches");
    // At peace there is nothing to attack, boldly or not.
    assert!(
        account.tried.is_empty() && account.turns == 0,
        "{account:?}"
    );
}

#[test]
fn what_foes_need_for_victory_is_taken_before_what_is_worth_as_much() {
    let war = [
        "clear all units",
        "set war UK Japan",
        "set control French Indo-China Japan",
        "set control Kwangtung Japan",
        "put 1 minor_ic of Japan in French Indo-China",
        "put 5 aa_guns of Japan in Kwangtung",
        "put 6 infantry of Japan in Kiangsu",
        "put 1 transport of UK in sz 36",
        "put 2 infantry of UK in sz 36 on transport of UK",
    ];
    let orders = planned("pacific-1940", "UK", "combat move", &war);
    let lands = |o: &String| o.ends_with("Kwangtung");
    assert!(orders.iter().any(lands), "{orders:?}");
}

#[test]
fn nothing_is_left_out_that_only_one_deal_of_dice_speaks_against() {
    let game = begun("pacific-1940", "UK", "combat move", &["set round 6"]);
    let decision = game.pending().expect("it attacks");
    let account = advise(game.cx(), &decision, Level::NORMAL).expect("it tells");
    let usual = account.tried[0].1;
    let margin = game.rules().weights.value_margin;
    let better = account.tried.iter().filter(|(_, v)| *v > usual + margin);
    assert!(better.count() > 0, "{:?}", account.tried);
    assert_eq!(account.chosen, account.tried[0].0);
}

#[test]
fn ships_that_fetch_somebody_and_come_back_are_feared() {
    let channel = [
        "clear all units",
        "put 1 infantry of UK in United Kingdom",
        "put 1 transport of Germany in sz 6",
        "put 2 infantry, 2 tanks of Germany in Germany",
    ];
    let game = begun("1941", "UK", "purchase", &channel);
    let fears = |game: &Session| {
        let name = |space| game.rules().board.spaces[space].name.clone();
        let fears = advised(game).fears.into_iter();
        fears.map(|f| name(f.space)).collect::<Vec<_>>()
    };
    assert_eq!(fears(&game), ["United Kingdom"]);
    let far = [
        &channel[..],
        &["clear sz 6", "put 1 transport of Germany in sz 13"],
    ]
    .concat();
    assert!(fears(&begun("1941", "UK", "purchase", &far)).is_empty());
}

#[test]
fn ships_do_not_hunt_who_submerges() {
    let north = [
        "clear all units",
        "put 1 battleship, 1 transport of Germany in sz 5",
        "put 1 submarine of UK in sz 6",
        "put 1 infantry of UK in United Kingdom",
    ];
    let hunts = |changes: &[&str]| {
        let orders = planned("1941", "Germany", "combat move", changes);
        orders.iter().any(|o| o.contains("to sz 6"))
    };
    assert!(!hunts(&north), "it submerges");
    let destroyer = [&north[..], &["put 1 destroyer of Germany in sz 5"]].concat();
    assert!(hunts(&destroyer), "from a destroyer it does not");
}

#[test]
fn a_fighter_is_dear_where_the_ground_is_lost_again() {
    let border = [
        "set turn Germany",
        "set phase combat move",
        "clear all units",
        "put 1 tank, 4 fighters of Germany in Ukraine",
        "put 9 infantry of USSR in Caucasus",
        "put 9 infantry of USSR in Russia",
    ];
    let mut game = changed("1941", &border);
    ordering(
        &mut game,
        &["move 1 tank, 4 fighters from Ukraine to Caucasus", "end"],
    );
    let decision = loop {
        let decision = game.pending().expect("the game goes on");
        if matches!(decision.kind, DecisionKind::Casualties { .. })
            && decision.power == game.cx().active()
        {
            break decision;
        }
        let next = game.legal().into_iter().next().expect("on to the losses");
        assert!(game.order(&next).is_ok());
    };
    let Order::Casualties(lost) = answered(&game, &decision) else {
        panic!("losses are asked for");
    };
    let takers = game.rules().units.takers;
    assert!(
        lost.iter().any(|u| takers.has(game.state().unit(*u).kind)),
        "{lost:?}"
    );
    assert!(lost.len() < 5, "some are left: {lost:?}");
}
