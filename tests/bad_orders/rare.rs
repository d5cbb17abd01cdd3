//! Orders that are refused for what the stock pack has no occasion for.

use super::{refused, stock};
use crate::expectations::tried;
use crate::pack::small::{BOARD, REST, TABLES, changed, good, pack};
use sandtable::game::dice::Stream;
use sandtable::game::ready;
use sandtable::kernel::{Code, Cx, Intent, NoHooks, Order, State, UnitIx, begin, route};
use sandtable::rules::{SideId, SpaceId};

/// A transcript of the small pack with one thing changed.
pub struct Rare {
    file: &'static str,
    from: &'static str,
    to: &'static str,
    pub play: &'static str,
}

/// What the stock pack has no occasion for.
pub const RARE: [Rare; 3] = [
    Rare {
        file: "board.rules",
        from: "setup Red",
        to: "gate Pass { joins Red Hills, Middle Ground  for land units  open to holders of Blue Plain }\n\nsetup Red",
        play: "set phase combat move\nexpect refused \"move/gate-shut\"\nmove 1 infantry from Red Hills to Middle Ground\n",
    },
    Rare {
        file: "rest.rules",
        from: "relations { Red at war with Blue }",
        to: "relations { Red at war with Blue\n  Red neutral to Green }",
        play: "set control Middle Ground Blue\nput 1 infantry of Green in Middle Ground\nset phase combat move\n\
               expect refused \"move/peaceful-units\"\nmove 1 infantry from Red Hills to Middle Ground\n",
    },
    Rare {
        file: "tables.toml",
        from: "cost = 3",
        to: "cost = 0",
        play: "expect refused \"order/too-many\"\nbuy 65000 infantry\n",
    },
];

#[test]
fn what_the_stock_pack_has_no_occasion_for_is_refused_too() {
    for Rare {
        file,
        from,
        to,
        play,
    } in RARE
    {
        let tables = format!(
            "{TABLES}\n[power.Green]\nside = \"South\"\nplays = false\ncolour = \"#20c020\"\n"
        );
        let files = pack()
            .with("tables.toml", tables.as_str())
            .with("scripts/rule.rhai", "fn phase_end(phase) { throw 1 }\n");
        let text = match file {
            "board.rules" => BOARD,
            "rest.rules" => REST,
            _ => &tables,
        };
        let files = files.with(file, changed(text, from, to));
        let opened = ready("duel", good(&files)).expect("it is ready");
        let (played, said) = tried(&opened, play);
        assert!(played.passed, "{said}");
    }
}

#[test]
fn a_game_in_which_nobody_can_do_anything_does_not_begin() {
    let turn = "turn {\n  order Red, Blue\n  phase income does collect income\n}\n";
    let rest = REST
        .split_once("\n\n")
        .map_or_else(String::new, |(_, rest)| format!("{turn}\n{rest}"));
    let rules = good(&pack().with("rest.rules", rest)).rules;
    let refusal =
        begin(&rules, &mut Stream::new(1), &NoHooks).expect_err("nobody could give an order");
    assert_eq!(refusal.code, Code::NobodyPlays);
}

#[test]
fn a_way_to_nowhere_and_orders_after_the_end_are_refused() {
    let opened = stock();
    let mut over = State::new(&opened.rules);
    over.winner = Some(SideId(0));
    assert_eq!(
        refused(&opened, &over, &Order::EndPhase, &mut Stream::new(1)),
        Some("game/over")
    );
    let state = State::new(&opened.rules);
    let cx = Cx::new(&opened.rules, &state, &*opened.hooks);
    assert_eq!(
        route(cx, &[UnitIx(0)], SpaceId(9999), &[], Intent::Pass).map_err(|r| r.code),
        Err(Code::NoPath)
    );
}
