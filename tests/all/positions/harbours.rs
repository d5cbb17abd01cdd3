//! What money goes into: where ships are built, and how many.

use super::*;
use sandtable::ai::Means;
use sandtable::kernel::Cx;

#[test]
fn a_landing_that_the_harbour_cannot_build_at_once_begins_with_warships() {
    let (orders, told) = told(&landing("bombers"));
    assert_eq!(
        orders,
        ["buy 1 transport, 3 destroyer"],
        "there is room for the other four next turn"
    );
    let staged = "money goes into 1 transport, 3 destroyers, and is saved for 4 transports";
    assert!(told.contains(staged), "{told}");
}

#[test]
fn an_aircraft_comes_aboard_a_carrier_that_guards_what_is_built() {
    let mut game = landing("fighters");
    assert_eq!(orders(&game), ["buy 2 transport, 1 carrier"]);
    ordering(&mut game, &["buy 2 transport, 1 carrier", "end phase"]);
    idle_until(&mut game, PhaseKind::NoncombatMove);
    let flown = orders(&game);
    let aboard = ordered("move 1 fighter", "to sz 5");
    assert!(flown.iter().any(aboard), "{flown:?}");
}

#[test]
fn no_carrier_guards_a_harbour_where_aircraft_wait_for_none_that_is_built() {
    let game = landing("fighters");
    let mut rules = game.rules().clone();
    rules.movement.new_decks = false;
    let (cx, decision) = (game.cx(), game.pending().expect("Germany buys"));
    let cx = Cx::new(&rules, cx.state, cx.hooks);
    let told = advise(cx, &decision, Level::EASY).expect("it tells");
    let orders = written(&game, &told.orders);
    assert!(!orders.iter().any(|o| o.contains("carrier")), "{orders:?}");
}

/// A landing in the United Kingdom that Germany can pay for, with four aircraft of this type and one that sinks ships.
fn landing(aircraft: &str) -> Session {
    let aircraft = format!("put 3 infantry, 4 {aircraft} of Germany in Western Europe");
    let rich = [
        "clear Western Europe",
        &aircraft,
        "put 2 infantry, 1 fighter of UK in United Kingdom",
        "set treasury Germany 100",
    ];
    changed("1941", &[&CONTINENT[..], &rich].concat())
}

#[test]
fn no_transport_is_built_where_aircraft_sink_it_beside_submarines() {
    let bought = |guards: &str| {
        let guards = format!("put {guards} of Germany in sz 5");
        let changes = [
            "put 1 fighter of UK in United Kingdom",
            &guards,
            "set treasury Germany 28",
        ];
        let orders = orders(&changed("1941", &[&CONTINENT[..], &changes].concat()));
        orders.iter().any(|o| o.contains("transport"))
    };
    assert!(bought("5 destroyers"));
    assert!(!bought("5 submarines"));
}

#[test]
fn who_waits_for_ships_builds_none_where_they_are_sunk() {
    let bought = |money: u8, fighters: u8| {
        let money = format!("set treasury UK {money}");
        let fighters = match fighters {
            0 => "clear Norway/Finland".to_string(),
            some => format!("put {some} fighter of Japan in Norway/Finland"),
        };
        let changes = [
            "clear all units",
            "set control Norway/Finland Japan",
            "put 17 infantry, 1 complex of UK in United Kingdom",
            "put 1 infantry, 1 complex of Germany in Germany",
            "put 1 infantry, 1 complex of Japan in Japan",
            &money,
            &fighters,
        ];
        told(&begun("1941", "UK", "purchase", &changes))
    };
    let orders = |money, fighters| bought(money, fighters).0;
    assert_eq!(orders(8, 0), ["buy 1 transport"]);
    let warships = orders(16, 1);
    assert_eq!(warships, ["buy 2 destroyer"], "transports come later");
    let (none, told) = bought(8, 2);
    assert!(
        none.is_empty(),
        "warships enough come in two turns: {none:?}"
    );
    let saved = "saves money for warships to guard sz 6";
    assert!(told.contains(saved), "{told}");
    assert_eq!(orders(8, 12), ["buy 1 tank"], "nobody waits so long");
}

/// Twenty men of the UK wait for ships at home; it builds in Germany as well, and has so much money.
fn across_the_channel(money: u8) -> Session {
    let money = format!("set treasury UK {money}");
    let changes = [
        "clear all units",
        "set control Germany UK",
        "set control Western Europe UK",
        "put 20 infantry, 1 complex of UK in United Kingdom",
        "put 3 destroyer of UK in sz 8",
        "put 1 infantry, 1 complex of UK in Germany",
        "put 4 infantry, 1 complex of Japan in Japan",
        "put 2 infantry of Germany in Eastern Europe",
        &money,
    ];
    begun("1941", "UK", "purchase", &changes)
}

#[test]
fn half_of_the_money_is_for_men_who_wait_for_ships_where_others_could_walk() {
    let bought = |money| orders(&across_the_channel(money));
    assert_eq!(bought(7), ["buy 1 transport"]);
    assert_eq!(bought(16), ["buy 1 infantry, 1 tank, 1 transport"]);
}

#[test]
fn who_is_built_next_door_to_foes_is_so_where_all_together_hold() {
    let front = |foes: &str| {
        let foes = format!("put {foes} of Japan in Kiangsu");
        let stacks = [
            "clear all units",
            "put 4 infantry of China in Anhwe",
            "put 1 infantry of China in Sikang",
            "put 1 infantry, 1 major ic of Japan in Japan",
            "set treasury China 3",
            &foes,
        ];
        let mut game = begun("pacific-1940", "China", "purchase", &stacks);
        ordering(&mut game, &["buy 1 infantry", "end phase"]);
        idle_until(&mut game, PhaseKind::Mobilize);
        orders(&game)
    };
    assert_eq!(front("2 infantry"), ["place 1 infantry in Anhwe"]);
    assert_eq!(front("20 infantry"), ["place 1 infantry in Chahar"]);
}

#[test]
fn transports_of_allies_are_not_left_alone() {
    let all_leave = |ships: &str| {
        let ships = format!("put {ships} of USA in sz 6");
        let war = [
            "clear all units",
            "set war USA Japan",
            "set war ANZAC Japan",
            "put 10 infantry, 3 fighters, 1 major_ic of Japan in Japan",
            "put 2 infantry, 1 minor_ic of ANZAC in New South Wales",
            "put 6 destroyers, 2 transports of ANZAC in sz 6",
            &ships,
        ];
        let given = planned("pacific-1940", "ANZAC", "noncombat move", &war);
        let leave = |o: &String| o.contains("6 destroyer") && o.contains("from sz 6");
        given.iter().any(leave)
    };
    assert!(all_leave("1 destroyer"));
    assert!(!all_leave("8 transports"), "some stay with them");
    assert!(all_leave("8 transports, 12 destroyers"), "those hold alone");
}

#[test]
fn money_goes_to_who_can_walk_before_it_goes_overseas() {
    let front = [
        "clear all units",
        "set control India Japan",
        "set control Burma Japan",
        "put 1 major_ic, 4 infantry of Japan in India",
        "put 1 major_ic, 20 infantry of Japan in Japan",
        "put 6 infantry of China in Yunnan",
        "put 6 infantry of UK in Shan State",
        "put 2 infantry of ANZAC in New South Wales",
        "set war UK Japan",
        "give Japan 40",
    ];
    let orders = planned("pacific-1940", "Japan", "purchase", &front);
    let men = |part: &str| {
        let (count, kind) = part.trim().split_once(' ').unwrap_or(("0", ""));
        let walks = ["infantry", "artillery", "tank"].contains(&kind);
        if walks { count.parse().unwrap_or(0) } else { 0 }
    };
    let bought = orders.iter().filter_map(|o| o.strip_prefix("buy "));
    let bought: u32 = bought.flat_map(|o| o.split(',')).map(men).sum();
    assert!(bought >= 4, "{orders:?}");
}

#[test]
fn what_pays_later_than_is_played_on_is_not_tried_with_a_small_budget() {
    let game = begun("1941", "Germany", "purchase", &["set treasury Germany 40"]);
    let decision = game.pending().expect("it buys");
    let tried = |level| {
        let account = advise(game.cx(), &decision, level);
        account.expect("it tells").tried.len()
    };
    assert_eq!(tried(Level::NORMAL), 0);
    assert!(tried(Level::HARD) > 1);
}

#[test]
fn money_goes_elsewhere_only_where_playing_on_shows_clearly_that_it_should() {
    let settled = |power: &str, money: &str| {
        let game = begun("1941", power, "purchase", &[money]);
        let decision = game.pending().expect("it buys");
        let account = advise(game.cx(), &decision, Level::HARD).expect("it tells");
        let [(_, usual), others @ ..] = &account.tried[..] else {
            panic!("it tries several ways");
        };
        let best = others.iter().map(|(_, worth)| worth - usual);
        let best = best.max_by(f64::total_cmp).expect("others were tried");
        (best, account.chosen.means)
    };
    let (better, means) = settled("Japan", "set treasury Japan 22");
    assert!((10.0..40.0).contains(&better), "{better}");
    assert_eq!(means, None);
    let (better, means) = settled("Germany", "set treasury Germany 36");
    assert!(better > 40.0, "{better}");
    assert_eq!(means, Some(Means::Fleet));
}

#[test]
fn no_ships_are_built_where_a_strait_locks_them_up() {
    let changes = [
        "set control Caucasus Germany",
        "clear sz 5",
        "clear Caucasus",
        "put 1 complex, 8 infantry of Germany in Caucasus",
        "put 20 infantry of Germany in Germany",
        "set turn Germany",
        "set phase purchase",
    ];
    let mut game = changed("1941", &changes);
    let bought = game.type_line("purchase", "buy 1 transport");
    assert!(bought.problems.is_none(), "Germany can pay for it");
    idle_until(&mut game, PhaseKind::Mobilize);
    assert_eq!(orders(&game), ["place 1 transport in sz 5"]);
}

#[test]
fn who_cannot_ship_all_builds_where_they_can_walk() {
    let orders = planned("pacific-1940", "Japan", "purchase", &[]);
    assert!(orders.iter().any(|o| o == "buy 1 minor_ic"), "{orders:?}");
}

#[test]
fn more_is_built_where_there_is_more_money_than_room() {
    let bought = |treasury: u16| {
        let treasury = format!("set treasury USA {treasury}");
        let changes = [
            "clear all units",
            "set war USA Japan",
            "put 1 major_ic, 9 infantry of USA in Western United States",
            "put 9 infantry of Japan in Japan",
            &treasury,
        ];
        planned("pacific-1940", "USA", "purchase", &changes)
    };
    let works = |treasury| bought(treasury).iter().any(|o| o == "buy 1 minor_ic");
    // Ten units at 4 IPC, and what builds more of them for 12.
    assert!(!works(52), "{:?}", bought(52));
    assert!(works(53), "{:?}", bought(53));
}

#[test]
fn men_who_wait_for_ships_get_ships_and_no_more_men() {
    let island = [
        "clear all units",
        "set war USA Japan",
        "put 30 infantry, 1 major ic of Japan in Japan",
        "put 1 transport, 1 destroyer of Japan in sz 6",
        "put 40 infantry of USA in Hawaiian Islands",
        "put 1 destroyer of USA in sz 26",
        "set control Western United States Japan",
        "set control Kwangtung Japan",
        "set control Hunan Japan",
        "set control Philippines Japan",
    ];
    let orders = planned("pacific-1940", "Japan", "purchase", &island);
    let bought = |what: &str| orders.iter().any(|o| o.contains(what));
    assert!(bought("transport") && !bought("infantry"), "{orders:?}");
}

/// Japan, at war or not with the owner of Hawaii, and beside these bases, with an army and money for transports.
fn across(changes: &[&str]) -> Session {
    let army = [
        "clear Japan",
        "put 1 major ic, 1 airbase, 8 infantry, 4 artillery, 5 fighters of Japan in Japan",
        "set treasury Japan 60",
    ];
    begun(
        "pacific-1940",
        "Japan",
        "purchase",
        &[&army[..], changes].concat(),
    )
}

#[test]
fn a_landing_in_one_go_sails_as_far_as_a_base_allows() {
    let based = "put 1 naval base of Japan in Japan";
    let (_, told) = told(&across(&[based, "set war Japan USA"]));
    assert!(
        told.contains("a landing in Hawaiian Islands in one go"),
        "{told}"
    );
}

#[test]
fn a_base_is_built_without_which_ships_do_not_get_there() {
    let mut game = across(&["set war Japan USA"]);
    let bought = orders(&game);
    let base = |o: &String| o.contains("1 naval_base");
    assert!(bought.iter().any(base), "{bought:?}");
    let bought: Vec<&str> = bought.iter().map(String::as_str).collect();
    ordering(&mut game, &bought);
    idle_until(&mut game, PhaseKind::Mobilize);
    let placed = orders(&game);
    assert!(
        placed.iter().any(ordered("place 1 naval_base", "Japan")),
        "{placed:?}"
    );
}

#[test]
fn nobody_saves_for_a_landing_on_whom_he_is_at_peace_with() {
    let (_, told) = told(&across(&["put 1 naval base of Japan in Japan"]));
    assert!(!told.contains("in one go"), "{told}");
}

/// The United States two turns from Germany, with so many men of two kinds at home and ships for forty, and whoever holds
/// Tokyo.
fn across_the_atlantic(phase: &str, men: u8, tokyo: &str) -> Session {
    let men = format!("put {men} infantry, {men} tanks of USA in Eastern United States");
    let tokyo = format!("set control Japan {tokyo}");
    let changes = [
        "clear all units",
        "put 1 complex of USA in Eastern United States",
        "put 20 transport, 8 destroyer of USA in sz 11",
        "put 2 infantry, 1 complex of Germany in Germany",
        "set treasury Germany 0",
        "set treasury USA 0",
        &men,
        &tokyo,
    ];
    begun("1941", "USA", phase, &changes)
}

#[test]
fn who_wins_the_war_by_a_landing_two_turns_away_gathers_in_the_roads() {
    let told = |men, tokyo| told(&across_the_atlantic("purchase", men, tokyo)).1;
    let few = told(4, "USA");
    assert!(few.contains("by way of sz 2 should win in"), "{few}");
    let many = told(8, "USA");
    assert!(many.contains("by way of sz 2 is ready"), "{many}");
    let half = told(8, "Japan");
    assert!(!half.contains("by way of"), "that is half of it: {half}");
    let sails = |men| {
        let orders = orders(&across_the_atlantic("noncombat move", men, "USA"));
        orders.iter().any(ordered("move", "to sz 2"))
    };
    assert!(sails(8), "all there is goes together");
    assert!(!sails(4), "it waits at home for more");
}
