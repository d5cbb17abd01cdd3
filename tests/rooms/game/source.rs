//! What `game/source.rs` promises: every text changes a seed.

use std::collections::BTreeMap;

use sandtable::game::joint::Secret;
use sandtable::game::source::{Source, fits};

#[test]
fn every_text_changes_the_seed_and_the_order_they_came_in_does_not() {
    let secret = Secret::new([7; 32]);
    let seed = |texts: &[(&str, &str)]| {
        let texts = texts
            .iter()
            .map(|(n, t)| ((*n).to_owned(), (*t).to_owned()));
        Source::of(secret, &texts.collect()).seed()
    };
    let both = seed(&[("Ann", "1"), ("Bob", "2")]);
    assert_eq!(both, seed(&[("Bob", "2"), ("Ann", "1")]));
    assert_ne!(both, seed(&[("Ann", "1"), ("Bob", "3")]));
    assert_ne!(both, seed(&[("Ann", "1")]));
    let source = Source::of(secret, &BTreeMap::new());
    assert_eq!(source.gives(source.seed()).map_err(|p| p.code), Ok(()));
    assert_eq!(source.gives(0).map_err(|p| p.code), Err("save/source"));
}

#[test]
fn texts_are_one_line() {
    assert!(fits("7f3a").is_ok());
    for text in ["", "a\nb", "a\tb", &"x".repeat(201)] {
        assert_eq!(fits(text).map_err(|p| p.code), Err("dice/text"), "{text}");
    }
}
