//! The views of the stock pack: its picture, its tables, its sentences.

use sandtable::kernel::State;
use sandtable::pack::Pack;
use sandtable::rules::{Domain, PowerId, Rules, SpaceId, Terrain};
use sandtable::view::{Position, Sheet, Topic, board_json, board_svg, show};

fn pack() -> Pack {
    sandtable::pack::open("pacific-1940")
        .map_err(|_| "the stock pack has mistakes")
        .expect("the stock pack loads")
}

fn rules() -> Rules {
    pack().rules
}

/// Every two labels or stacks that overlap, and everything that leaves the page.
fn clashes(rules: &Rules, state: &State) -> Vec<String> {
    let sheet = Sheet::new(rules, state);
    let pieces = sheet.pieces(rules);
    let mut found = Vec::new();
    for (i, a) in pieces.iter().enumerate() {
        if !sheet.page.holds(&a.at) {
            found.push(format!("{} leaves the page", a.name));
        }
        found.extend(
            pieces[i + 1..]
                .iter()
                .filter(|b| a.at.meets(&b.at))
                .map(|b| format!("{} covers {}", a.name, b.name)),
        );
    }
    found
}

#[test]
fn the_map_shows_every_space_and_border_and_nothing_overlaps() {
    let rules = rules();
    let state = State::new(&rules);
    assert_eq!(clashes(&rules, &state), Vec::<String>::new());
    let sheet = Sheet::new(&rules, &state);
    // What is no shared edge would be drawn as a link; this board needs none, nor any box.
    assert!(sheet.links().is_empty(), "{:?}", sheet.links());
    let pieces = sheet.pieces(&rules).into_iter();
    assert_eq!(pieces.filter(|p| p.name.starts_with("box of")).count(), 0);
    let svg = board_svg(&rules, &state);
    for space in rules.board.spaces.values() {
        assert!(
            svg.contains(&format!(">{}</text>", space.name)),
            "{} is missing",
            space.name
        );
    }
    for power in rules.powers.powers.values().filter(|p| p.plays) {
        assert!(svg.contains(&power.colour), "{} has no colour", power.name);
    }
}

#[test]
fn a_crowded_map_has_no_overlaps_either() {
    let rules = rules();
    assert_eq!(clashes(&rules, &crowded(&rules)), Vec::<String>::new());
}

#[test]
fn names_and_shores_stay_where_they_are_all_game() {
    let rules = rules();
    let drawn = |state: &State| {
        let svg = board_svg(&rules, state);
        // Names and outlines; stacks are rectangles, and their letters stand in the middle of theirs.
        let names = rules.board.spaces.values();
        let ends: Vec<String> = names.map(|s| format!(">{}</text>", s.name)).collect();
        let size = "font-size=\"13.0\"";
        let name = |line: &str| line.contains(size) && ends.iter().any(|e| line.ends_with(e));
        let outline = |line: &str| line.starts_with("<path") && line.contains("Z\"");
        let place = |line: &str| line.split(" fill").next().map(str::to_owned);
        let lines = svg
            .lines()
            .filter(|l| name(l) || (outline(l) && !l.contains("a4 4")));
        lines.filter_map(place).collect::<Vec<_>>()
    };
    let (start, full) = (drawn(&State::new(&rules)), drawn(&crowded(&rules)));
    assert!(
        start.len() > 2 * rules.board.spaces.len(),
        "{}",
        start.len()
    );
    assert_eq!(start, full);
}

#[test]
fn the_board_is_told_as_data() {
    let rules = rules();
    let text = board_json(&rules);
    assert_eq!(text, board_json(&rules));
    let board: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let spaces = board["spaces"].as_array().expect("spaces are a list");
    assert_eq!(spaces.len(), rules.board.spaces.len());
    let slots = rules.powers.sides.len() + 2;
    for (shape, space) in spaces.iter().zip(rules.board.spaces.values()) {
        assert_eq!(shape["name"], space.name);
        assert!(shape["rings"][0][0].is_i64(), "{}", space.name);
        assert_eq!(shape["slots"].as_array().map(Vec::len), Some(slots));
        assert_eq!(shape["host"].is_string(), space.island, "{}", space.name);
    }
    let small = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9).len();
    assert!(small < 15_000, "{small} bytes");
}

/// Some of everything everywhere, a great deal of it in three places.
fn crowded(rules: &Rules) -> State {
    let mut state = State::new(rules);
    let powers: Vec<PowerId> = rules.turn.order.clone();
    let kinds: Vec<_> = rules
        .units
        .types
        .iter()
        .filter(|(_, t)| t.domain != Domain::Facility)
        .map(|(id, t)| (id, t.domain))
        .collect();
    let crowded: Vec<SpaceId> = ["sz 6", "sz 37", "Kiangsu"]
        .iter()
        .filter_map(|name| {
            rules
                .board
                .spaces
                .iter()
                .find(|(_, s)| s.name == *name)
                .map(|(id, _)| id)
        })
        .collect();
    for (id, space) in rules.board.spaces.iter().filter(|(_, s)| !s.closed) {
        for (i, (kind, domain)) in kinds.iter().enumerate() {
            let fits = *domain == Domain::Air
                || (*domain == Domain::Sea) == (space.terrain == Terrain::Sea);
            for (j, power) in powers.iter().enumerate() {
                let some = (usize::from(id.0) * 7 + i * 5 + j * 3) % 23 == 0;
                if fits && (some || crowded.contains(&id)) {
                    state
                        .add(*kind, *power, id)
                        .expect("a position holds far more units");
                }
            }
        }
    }
    state
}

#[test]
fn the_rules_are_shown_as_the_pack_says_them() {
    let Pack { rules, info, .. } = pack();
    let text = |topic, name| show(&rules, &info, topic, name, None).expect("the stock pack has it");
    for topic in [
        Topic::Spaces,
        Topic::Units,
        Topic::Objectives,
        Topic::Politics,
        Topic::Battles,
        Topic::Scripts,
        Topic::Options,
    ] {
        assert!(!text(topic, None).is_empty(), "{topic:?}");
    }
    let has = |topic, name, words: &[&str]| {
        let text = text(topic, name);
        words
            .iter()
            .for_each(|w| assert!(text.contains(w), "{w} is missing:\n{text}"));
    };
    let place = "   # pacific-1940/board.rules:14";
    let income = format!("territory Japan\n  income 8{place}");
    has(
        Topic::Spaces,
        Some("japan"),
        &[
            &income,
            "1 naval base, 8 infantry, ",
            "   # pacific-1940/setup.rules:7",
            "# capital of Japan, victory city Tokyo, island, borders sz 6",
        ],
    );
    // Territories state their borders, zones need not.
    has(
        Topic::Spaces,
        Some("sz 6"),
        &["kamikaze", "borders Japan, Korea"],
    );
    has(Topic::Spaces, None, &["capital of Japan"]);
    has(
        Topic::Units,
        Some("fighter"),
        &[
            "cost = 10",
            "rule \"fighters and tanks support\"",
            "\"everything is for sale\"",
        ],
    );
    has(Topic::Units, Some("minor ic"), &["site of minor ic: "]);
    has(Topic::Units, None, &["blitz = { blockers"]);
    has(
        Topic::Battles,
        Some("sea battle"),
        &["  last casualties transport   # "],
    );
    has(
        Topic::Battles,
        None,
        &["raids by", "\"artillery supports\""],
    );
    has(
        Topic::Objectives,
        Some("anzac"),
        &["\"Forward defense\"", "\"Carrying the war to Japan\""],
    );
    has(Topic::Objectives, None, &["victory \"Six victory cities\""]);
    has(
        Topic::Politics,
        Some("uk"),
        &[
            "# allied at the start: ",
            "\"the Commonwealth declares war\"",
        ],
    );
    has(
        Topic::Politics,
        None,
        &["as one UK, ANZAC, Dutch", "trigger \"War is fresh\""],
    );
    has(Topic::Scripts, Some("convoy"), &["use convoy\n"]);
    for (topic, name, near) in [
        (Topic::Spaces, "Phillipines", "Philippines"),
        (Topic::Scripts, "convoi", "convoy"),
        (Topic::Politics, "ANZAK", "ANZAC"),
    ] {
        let wrong = show(&rules, &info, topic, Some(name), None).expect_err("a misspelt name");
        assert_eq!(wrong.nearest.as_deref(), Some(near));
    }
}

#[test]
fn json_names_everything() {
    let rules = rules();
    let value = serde_json::json!(Position::of(&rules, &State::new(&rules), |_| true));
    assert_eq!(value["powers"].as_array().map(Vec::len), Some(5));
    assert_eq!(value["spaces"]["Japan"]["owner"], "Japan");
    assert_eq!(
        value["spaces"]["Japan"]["units"]["Japan"]["units"]["infantry"],
        8
    );
}
