//! What `view/svg/mod.rs` promises: the picture of the shore.

mod chains;
mod ink;
mod plane;
mod room;

use std::sync::LazyLock;

use sandtable::kernel::State;
use sandtable::rules::{Board, Rules, SpaceId};
use sandtable::view::svg::{Sheet, board_json, board_svg};
use serde_json::Value;

use super::sample;

/// The shore as data.
static BOARD: LazyLock<Value> = LazyLock::new(|| {
    let board = board_json(&sample::rules());
    serde_json::from_str(&board).expect("JSON")
});

/// The first two pieces that overlap, or one that leaves the page.
fn clash(sheet: &Sheet, rules: &Rules) -> Option<String> {
    let pieces = sheet.pieces(rules);
    let out = pieces
        .iter()
        .find(|p| !sheet.page.holds(&p.at))
        .map(|p| format!("{} leaves the page", p.name));
    out.or_else(|| {
        let pairs = pieces
            .iter()
            .enumerate()
            .flat_map(|(i, a)| pieces[i + 1..].iter().map(move |b| (a, b)));
        pairs
            .into_iter()
            .find(|(a, b)| a.at.meets(&b.at))
            .map(|(a, b)| format!("{} and {} overlap", a.name, b.name))
    })
}

#[test]
fn nothing_overlaps_and_every_border_shows() {
    let rules = sample::rules();
    let state = sample::state(&rules);
    let sheet = Sheet::new(&rules, &state);
    assert_eq!(clash(&sheet, &rules), None);
    assert!(sheet.links().is_empty(), "{:?}", sheet.links());
    let svg = board_svg(&rules, &state);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("Northshore") && svg.contains("stormy"));
    assert_eq!(
        svg,
        board_svg(&rules, &state),
        "the same picture every time"
    );
}

#[test]
fn crowds_get_boxes_and_still_nothing_overlaps() {
    let rules = sample::rules();
    let mut state = sample::state(&rules);
    for owner in [sample::RED, sample::BLUE] {
        for kind in rules.units.types.ids() {
            for space in rules.board.spaces.ids() {
                state.add(kind, owner, space).expect("room for a few units");
            }
        }
    }
    assert_eq!(clash(&Sheet::new(&rules, &state), &rules), None);
}

#[test]
fn a_border_round_the_page_is_a_tab_at_either_edge() {
    let mut rules = sample::rules();
    // Four in a square, of which both diagonals are borders; of the hills at the left edge and the lower sea at the
    // right one, too.
    let places = [
        (100, 100),
        (100, 300),
        (300, 300),
        (330, 140),
        (300, 100),
        (900, 200),
    ];
    for (space, at) in rules.board.spaces.ids().zip(places) {
        rules.board.spaces[space].at = at;
    }
    for (a, b) in [(0, 2), (1, 4), (1, 5)].map(|(a, b)| (SpaceId(a), SpaceId(b))) {
        rules.board.spaces[a].borders.push(b);
        rules.board.spaces[b].borders.push(a);
    }
    let sheet = Sheet::new(&rules, &sample::state(&rules));
    assert_eq!(sheet.links(), [(SpaceId(0), SpaceId(2))]);
    let pieces = sheet.pieces(&rules).into_iter();
    let tabs: Vec<_> = pieces.filter(|p| p.name.starts_with("way to ")).collect();
    let named: Vec<&str> = tabs.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(named, ["way to sz 2", "way to Hills"]);
    let edges = (tabs[0].at.x, tabs[1].at.right());
    assert_eq!(edges, (sheet.page.x, sheet.page.right()));
    assert_eq!(clash(&sheet, &rules), None);
}

#[test]
fn boards_without_positions_or_spaces_are_drawn_too() {
    let mut rules = sample::rules();
    let heaped = rules.board.spaces.values().cloned().map(|mut s| {
        s.at = (0, 0);
        s
    });
    rules.board = Board::new(heaped.collect(), Vec::new(), rules.board.tags.clone());
    assert_eq!(
        clash(&Sheet::new(&rules, &sample::state(&rules)), &rules),
        None
    );
    let empty = Rules::default();
    let state = State::new(&empty);
    assert!(board_svg(&empty, &state).contains("</svg>"));
    assert!(board_json(&empty).contains("\"spaces\":[]"));
}

#[test]
fn a_large_space_has_free_room_for_stacks() {
    let rules = sample::rules();
    let spaces = BOARD["spaces"].as_array().expect("the spaces");
    for (space, id) in spaces.iter().zip(rules.board.spaces.ids()) {
        if !rules.board.spaces[id].island {
            let [w, h] = [0, 1].map(|i| space["free"][i].as_i64().unwrap_or_default());
            assert!(w >= 100 && h >= 60, "{space}");
        }
    }
}
