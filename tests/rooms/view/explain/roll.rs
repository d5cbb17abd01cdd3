//! What `view/explain/roll.rs` promises: only dice are worth explaining.

use sandtable::diag::{FileId, Loc};
use sandtable::kernel::Event;
use sandtable::pack::PackInfo;
use sandtable::rules::{Special, SpecialId};
use sandtable::view::{Paint, Roll, explain_roll};

use super::super::sample;

#[test]
fn only_dice_are_worth_explaining() {
    let mut rules = sample::rules();
    let mut info = PackInfo::default();
    for n in 0..9 {
        rules.specials.push(Special {
            name: format!("rule {n}"),
            params: Vec::new(),
        });
        info.places
            .specials
            .push((Loc::within(FileId(0), 0, 0..1), Vec::new()));
    }
    let note = |n| Event::Note {
        script: SpecialId(n),
        says: String::new(),
    };
    let mut roll = Roll::default();
    let explained = |roll: &Roll| explain_roll(&rules, &info, roll, Paint::Off);
    assert!(!roll.note(&Event::Round { round: 1 }));
    assert_eq!(explained(&roll), None);
    assert!(roll.note(&note(0)));
    (0..9).for_each(|n| _ = roll.note(&note(n)));
    // More than four are never explained at once.
    let text = explained(&roll).expect("dice");
    let named = text.lines().map(|line| line.split('`').nth(1));
    let last = [5, 6, 7, 8].map(|n| format!("rule {n}"));
    assert!(
        named.eq(last.iter().map(|name| Some(name.as_str()))),
        "{text}"
    );
}
