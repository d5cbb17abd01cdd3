//! What `view/brief.rs` promises: a turn in brief.

use sandtable::kernel::{Event, Site};
use sandtable::rules::{Id, SiteKind, SpaceId};
use sandtable::view::{Paint, in_brief};

use super::sample::{BLUE, RED, rules};

#[test]
fn battles_end_before_somebody_wins_and_what_is_freed_is_not_taken() {
    let rules = rules();
    let space = SpaceId::new(0);
    let kind = SiteKind::Land;
    let began = Event::BattleBegan(Site {
        space,
        kind,
        assault: false,
    });
    let ended = Event::BattleEnded {
        space,
        kind,
        winner: None,
    };
    let told = |events: &[Event]| in_brief(&rules, Some(RED), events, Paint::Off);
    let begun = told(std::slice::from_ref(&began));
    assert!(begun.contains("still being fought"), "{begun}");
    let over = told(&[began, ended]);
    assert!(over.contains("nobody wins"), "{over}");
    let changed = |to| Event::Captured {
        space,
        from: Some(BLUE),
        to,
        by: RED,
    };
    let lines = [Some(RED), Some(BLUE), None].map(|to| told(&[changed(to)]));
    let verbs = ["takes", "frees", "empties"];
    let said = |(line, verb): (&String, &&str)| line.contains(verb);
    assert!(lines.iter().zip(&verbs).all(said), "{lines:?}");
}
