//! What `rules/cites.rs` promises: ids of rules.

use sandtable::rules::{Cite, Cites, UnitTypeId, UnitTypeSet, Whom, cited, rule_id};

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
