//! What `ai/program.rs` promises: names say which program is meant.

use sandtable::ai::{PROGRAMS, Program, SEATED, WEIGHED, with_budget};

#[test]
fn a_name_says_how_hard_a_program_thinks() {
    let level = |name: &str| match Program::named(name) {
        Ok(Some(Program::Planner(level))) => Some((level.nodes, level.deals())),
        _ => None,
    };
    assert_eq!(level("planner:easy"), Some((0, 2)));
    assert_eq!(level("simple"), Some((0, 2)));
    assert_eq!(level("planner"), Some((120, 2)));
    assert_eq!(level("Planner:Hard"), Some((1000, 5)));
    assert_eq!(level("planner:599"), Some((599, 2)));
    assert_eq!(level("planner:600"), Some((600, 3)));
    assert_eq!(level("planner:100000"), Some((100_000, 500)));
    assert_eq!(Program::named("random"), Ok(Some(Program::Random)));
    for none in [
        "",
        "planner:",
        "planner:hrad",
        "planner:N",
        "plan",
        "random:3",
    ] {
        assert_eq!(Program::named(none), Ok(None), "{none}");
    }
    for wrong in [
        "planner:100001",
        "planner:-1",
        "planner:1.5",
        "planner:2x",
        "planner:99999999999",
    ] {
        let problem = Program::named(wrong).expect_err("it is no budget");
        assert!(problem.message.contains("from 0 to 100000"), "{problem:?}");
    }
}

#[test]
fn a_seat_keeps_a_name_that_is_read_again() {
    let kept = |name: &str| (SEATED.read)(name).expect("it is a name");
    for (said, name) in [
        ("planner:0", "planner:easy"),
        ("planner:0120", "planner"),
        ("planner:200", "planner:200"),
        ("PLANNER:HARD", "planner:hard"),
        ("Simple", "simple"),
    ] {
        assert_eq!(kept(said).as_deref(), Some(name));
        assert_eq!(kept(name).as_deref(), Some(name));
    }
    assert!(
        PROGRAMS
            .iter()
            .all(|name| kept(name).as_deref() == Some(name))
    );
    assert_eq!(kept("planner@f.toml"), None);
    let weighed = |name: &str| (WEIGHED.read)(name);
    assert_eq!(
        weighed("Planner:9@F.toml"),
        Ok(Some("planner:9@F.toml".to_owned()))
    );
    assert_eq!(weighed("deep@F.toml"), Ok(None));
    assert!(weighed("random@F.toml").is_err());
}

#[test]
fn a_budget_takes_the_place_of_a_level() {
    let with = |name| with_budget(name, 200);
    assert_eq!(with("planner:hard").as_deref(), Some("planner:200"));
    assert_eq!(with("simple@w").as_deref(), Some("planner:200@w"));
    assert_eq!(with_budget("planner", 0).as_deref(), Some("planner:easy"));
    assert_eq!((with("random"), with("")), (None, None));
}
