//! What `rules/weights.rs` promises: every weight is told of, others count above.

use std::collections::BTreeMap;

use sandtable::rules::{SomeWeights, Weights, weight, weights};

#[test]
fn every_weight_is_told_of_with_its_figure() {
    let told: BTreeMap<String, f64> = weights()
        .iter()
        .map(|w| (w.name.to_owned(), w.usual))
        .collect();
    assert_eq!(told, Weights::default().all());
    for weight in weights() {
        let (heading, comment) = weight.about.split_once(": ").expect("a heading");
        assert!(
            heading.len() > 10 && comment.len() > 5,
            "`{}` wants a comment in weights.toml: {}",
            weight.name,
            weight.about
        );
    }
}

#[test]
fn others_count_above() {
    let (mut low, mut high) = (SomeWeights::default(), SomeWeights::default());
    let named = |name| weight(name).expect("there is such a weight");
    low.say(named("attack_worn"), 2.0);
    low.say(named("hold_risk"), 0.5);
    high.say(named("attack_worn"), 3.0);
    assert!(weight("attack_wron").is_none());
    let both = low.under(&high);
    let said: Vec<_> = both.iter().collect();
    assert_eq!(said, [("attack_worn", 3.0), ("hold_risk", 0.5)]);
    assert_eq!(both.to_string(), "attack_worn = 3.0\nhold_risk = 0.5\n");
    let weights = Weights::default().under(&both);
    assert_eq!((weights.attack_worn, weights.hold_risk), (3.0, 0.5));
    assert_eq!(weights.hold_cost, Weights::default().hold_cost);
}
