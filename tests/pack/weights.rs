//! What programs go by, as packs say it: layers, mistakes, what `diff` tells of it.

use super::small::{MANIFEST, good, pack, problems};
use crate::memory::Memory;
use crate::overlay::extending;
use sandtable::diag::Style;
use sandtable::rules::Weights;
use sandtable::view;

fn weighed(text: &str) -> Memory {
    pack().with("pack.toml", format!("{MANIFEST}\n[weights]\n{text}\n"))
}

/// An overlay of a pack that has weights.
fn layered(below: &str, above: &str) -> Memory {
    let above = format!("[weights]\n{above}");
    extending("\"duel\"", "over", &above, "\n").beside("duel", weighed(below))
}

#[test]
fn a_pack_says_other_weights() {
    let weights = good(&weighed("worth_city = 12\nhold_risk = 0.25"))
        .rules
        .weights;
    let usual = Weights::default();
    assert_eq!((weights.worth_city, weights.hold_risk), (12.0, 0.25));
    assert_eq!(weights.worth_works, usual.worth_works);
    assert_eq!(good(&pack()).rules.weights, usual);
}

#[test]
fn the_highest_layer_that_names_a_weight_counts() {
    let files = layered("attack_worn = 2\nhold_risk = 0.25", "attack_worn = 3");
    let pack = good(&files);
    let weights = &pack.rules.weights;
    assert_eq!((weights.attack_worn, weights.hold_risk), (3.0, 0.25));
    let below = good(&weighed("attack_worn = 2\nhold_risk = 0.25"));
    let changes = view::diff(&below.info, &pack.info);
    let lines: Vec<String> = changes.iter().flat_map(view::Change::lines).collect();
    assert_eq!(
        lines,
        [
            "- manifest weights.attack_worn: 2",
            "+ manifest weights.attack_worn: 3"
        ]
    );
}

#[test]
fn other_weights_are_another_edition() {
    let digest = |text: &str| good(&weighed(text)).rules.digest;
    assert_ne!(digest("attack_worn = 2"), digest("attack_worn = 3"));
}

macro_rules! mistakes {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            let shown = problems(&weighed($text)).render(Style::Unicode, 100);
            insta::assert_snapshot!(shown);
        }
    )*};
}

mistakes! {
    unknown_weight: "worth_citty = 9";
    weights_that_are_no_numbers: "attack_worn = \"2\"\nhold_risk = true";
    weights_that_are_out_of_range: "attack_worn = -1\nhold_risk = inf\nhold_cost = nan\nworth_city = 99999999999999999999";
}

#[test]
fn a_weight_of_an_overlay_is_complained_of_where_it_stands() {
    let shown =
        problems(&layered("attack_worn = 2", "attack_wron = 3")).render(Style::Unicode, 100);
    assert!(
        shown.contains("there is no weight `attack_wron`")
            && shown.contains("did you mean `attack_worn`?"),
        "{shown}"
    );
}
