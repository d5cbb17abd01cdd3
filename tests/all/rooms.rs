//! What the rooms that have no tests beside them promise: near names, ids of rules, faces of dice, weights.

use std::collections::BTreeMap;

use sandtable::diag::{fold_name, nearest};
use sandtable::rules::{
    Cite, Cites, Roll, SomeWeights, UnitTypeId, UnitTypeSet, Weights, Whom, cited, rule_id, weight,
    weights,
};

#[test]
fn spellings_that_count_as_the_same() {
    assert_eq!(fold_name("Heavy_Wagon"), "heavy wagon");
    assert_eq!(fold_name("  heavy - wagon "), "heavy wagon");
    assert_eq!(fold_name("ÉTÉ"), "été");
}

#[test]
fn the_nearest_name_is_near() {
    let names = ["Northland", "Southland", "Far Coast"];
    let near = |name| nearest(name, names).unwrap_or_default();
    assert_eq!(near("Nortland"), "Northland");
    assert_eq!(near("far_coats"), "Far Coast");
    assert_eq!(near("south"), "Southland");
    assert_eq!(nearest("bolt", ["colt", "bolts"]).as_deref(), Some("bolts"));
    assert_eq!(nearest("elsewhere", names), None);
    assert_eq!(nearest("", names), None);
}

#[test]
fn ids_begin_texts() {
    assert_eq!(rule_id("P40-MOV-07-ships-stop.play"), Some("P40-MOV-07"));
    assert_eq!(rule_id("AB-12"), Some("AB-12"));
    for text in [
        "",
        "P40",
        "P40-MOV",
        "P40-MOV-7a",
        "40-MOV-07",
        "P40--07",
        "p40-MOV-07",
        "P40-",
        "-",
    ] {
        assert_eq!(rule_id(text), None, "{text}");
    }
}

#[test]
fn reasons_end_with_their_ids() {
    assert_eq!(cited("No. [AB-1, AB-2]"), ("No.", vec!["AB-1", "AB-2"]));
    assert_eq!(cited("No [really]"), ("No [really]", vec![]));
    assert_eq!(cited("No."), ("No.", vec![]));
    assert_eq!(cited("]"), ("]", vec![]));
}

#[test]
fn the_first_row_that_fits_is_cited() {
    let finer = vec![(
        Whom::Units(UnitTypeSet::only(UnitTypeId(3))),
        vec!["AB-3".to_owned()],
    )];
    let row = Cite {
        finer,
        otherwise: vec!["AB-1".to_owned()],
    };
    let cites = Cites {
        rows: [("x/y".to_owned(), row)].into(),
    };
    assert_eq!(cites.of("x/y", Some(UnitTypeId(3)), None, None), ["AB-3"]);
    assert_eq!(cites.of("x/y", Some(UnitTypeId(4)), None, None), ["AB-1"]);
    assert!(cites.of("x/z", None, None, None).is_empty());
    assert_eq!(cites.all("x/y"), ["AB-3", "AB-1"]);
}

#[test]
fn scoring_faces_are_those_that_dice_can_show() {
    let each = Roll::AtOrLess { sides: 6 };
    assert_eq!([0, 250, 400, 900].map(|v| each.scoring(v)), [0, 2, 4, 6]);
    // Seven in all on sixes: one hit, and one face in six for another.
    assert_eq!(Roll::LowLuck { sides: 6 }.scoring(700), 7);
    // One and a quarter hits: one, and two faces of six (1.5 rounded half up) for another.
    assert_eq!(Roll::Pooled { sides: 6 }.scoring(125), 8);
}

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
