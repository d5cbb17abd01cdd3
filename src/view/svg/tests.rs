//! The picture of a made-up board.

use super::spread::host;
use super::*;
use crate::sample;

/// The first two pieces that overlap, or one that leaves the page.
fn clash(sheet: &Sheet, rules: &Rules) -> Option<String> {
    let pieces = sheet.pieces(rules);
    let out = pieces
        .iter()
        .find(|p| !sheet.page().holds(&p.at))
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
    let rules = sample::rules();
    let mut sheet = Sheet::new(&rules, &sample::state(&rules));
    // The hills lie at the left edge, the lower sea at the right one, the north shore beside the hills.
    sheet.ground.links = vec![(SpaceId(0), SpaceId(1)), (SpaceId(1), SpaceId(5))];
    seam::tabs(&rules, &mut sheet.ground);
    assert_eq!(sheet.links(), [(SpaceId(0), SpaceId(1))]);
    let tabs = sheet.ground.tabs.iter();
    let tabs: Vec<_> = tabs.map(|t| (t.text.as_str(), t.edge)).collect();
    assert_eq!(
        tabs,
        [("sz 2", seam::Edge::Left), ("Hills", seam::Edge::Right)]
    );
    assert_eq!(clash(&sheet, &rules), None);
}

#[test]
fn boards_without_positions_or_spaces_are_drawn_too() {
    let mut rules = sample::rules();
    let heaped = rules.board.spaces.values().cloned().map(|mut s| {
        s.at = (0, 0);
        s
    });
    rules.board =
        sandtable_rules::Board::new(heaped.collect(), Vec::new(), rules.board.tags.clone());
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
    let board: serde_json::Value = serde_json::from_str(&board_json(&rules)).expect("JSON");
    let spaces = board["spaces"].as_array().expect("the spaces");
    for (space, id) in spaces.iter().zip(rules.board.spaces.ids()) {
        if host(&rules, id).is_none() {
            let [w, h] = [0, 1].map(|i| space["free"][i].as_i64().unwrap_or_default());
            assert!(w >= 100 && h >= 60, "{space}");
        }
    }
}
