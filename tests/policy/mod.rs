//! Small packs that set what the bundled editions agree on otherwise: every choice that a row offers is played.

use crate::battle::transcripts_pass;
use sandtable::view::{Paint, describe_event};
use std::path::Path;

#[test]
fn what_a_row_offers_is_played() {
    transcripts_pass("tests/policy/packs", 18);
}

#[test]
fn money_goes_by_the_name_that_the_pack_gives_it() {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/policy/packs/money");
    let pack = sandtable::pack::open(pack.to_str().expect("it is a name")).expect("it loads");
    let event = sandtable::kernel::Event::Treasury {
        power: sandtable::rules::PowerId(0),
        ipc: 3,
    };
    let told = describe_event(&pack.rules, &event, Paint::Off);
    assert!(told.ends_with(" gets 3 PU"), "{told}");
    let refusal = sandtable::kernel::Code::TooPoor.refuse().numbers(9, 5);
    let told = refusal.sentence(&pack.rules);
    assert_eq!(told, "this costs 9 PU, the treasury holds 5");
}

#[test]
fn a_rule_laid_over_a_pack_is_not_made_out_to_be_one_of_its_rules() {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/policy/packs/vetoes");
    let opened = sandtable::game::open(pack.to_str().expect("it is a name"));
    let opened = opened.unwrap_or_else(|_| panic!("it opens"));
    let game = sandtable::game::Session::new(opened.rules, opened.hooks, 1);
    let (mut game, _) = game.unwrap_or_else(|_| panic!("it begins"));
    for (order, cited) in [("buy 1 tank", &[][..]), ("buy 1 aa gun", &["P40-PUR-03"])] {
        let typed = game.type_line("order", order);
        let problems = typed.problems.expect("it is refused");
        let problem = problems.iter().last().expect("there is one");
        assert_eq!(problem.rules, cited, "{order}");
    }
}
