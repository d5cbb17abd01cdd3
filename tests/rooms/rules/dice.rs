//! What `rules/dice.rs` promises: faces that score.

use sandtable::rules::Roll;

#[test]
fn scoring_faces_are_those_that_dice_can_show() {
    let each = Roll::AtOrLess { sides: 6 };
    assert_eq!([0, 250, 400, 900].map(|v| each.scoring(v)), [0, 2, 4, 6]);
    // Seven in all on sixes: one hit, and one face in six for another.
    assert_eq!(Roll::LowLuck { sides: 6 }.scoring(700), 7);
    // One and a quarter hits: one, and two faces of six (1.5 rounded half up) for another.
    assert_eq!(Roll::Pooled { sides: 6 }.scoring(125), 8);
}
