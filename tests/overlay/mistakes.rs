//! Every mistake an overlay or a choice can hold, as the text a person sees.

use super::{choices, named, over};
use crate::memory::Memory;
use crate::pack::small::{pack, shown};
use sandtable::diag::Style;
use sandtable::pack::load_with;

macro_rules! mistakes {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(shown(&over($text)));
        }
    )*};
}

mistakes! {
    unknown_unit: "unit infantri { cost 4 }\n";
    unknown_unit_key: "unit infantry { cots 4 }\n";
    no_value: "unit infantry { cost [ }\n";
    unknown_space: "territory Midle Ground { income 4 }\n";
    unknown_objective: "remove objective \"Midle\"\n";
    nearly_the_same_name: "objective \"Midle\" for Red gains 2 when round > 1\n";
    not_new: "new objective \"Middle\" for Red gains 2 when round > 1\n";
    not_there: "replace objective \"Midle\" for Red gains 2 when round > 1\n";
    unknown_step: "in battle \"land battle\" { remove fire \"atack\" }\n";
    unknown_plan: "in battle \"land batle\" { at most 2 rounds }\n";
    no_such_border: "territory Red Hills { borders -Blue Plan }\n";
    nothing_left: "setup Red in Red Hills: -4 infantry\n";
    no_setup: "remove setup Rd in Red Hills\n";
    unknown_row: "remove capture \"no liberation\"\n";
    unknown_phase: "turn { after combatt: phase council does nothing }\n";
    said_twice: "unit infantry { cost 4 }\nunit infantry { cost 5 }\n";
    still_spoken_of: "remove territory Middle Ground\n";
    unknown_option: "option low luck = no\nif lowluck { remove objective \"Middle\" }\n";
    option_compared: "option low luck = no\nif low luck > 3 { remove objective \"Middle\" }\n";
    option_no_number: "option low luck = no\npower Red { treasury [low-luck] }\n";
    option_out_of_bounds: "option bid = 40 from 0 to 30\n";
    no_power_to_keep: "keep only powers Red, Blu\n";
    no_relation: "remove relations of Red and Grey\n";
    no_turn_to_lose: "turn { order -Green }\n";
    no_other_name: "territory Red Hills { also -Hills }\n";
    no_such_part: "in battle \"land battle\" { remove at most rounds }\n";
    option_in_a_block: "option low luck = no\nif low luck { option bid = no }\n";
    no_option_to_lose: "remove option low luk\n";
    no_script: "use convoi with dice true\n";
}

#[test]
fn no_base() {
    // The bundled packs it lists are not this test's business.
    let text = shown(&named("over", "\n").beside("duell", pack()));
    assert!(
        text.contains("there is no pack `duel` to extend") && text.contains("[pack.toml:3:11]"),
        "{text}"
    );
}

#[test]
fn what_an_overlay_fits_must_be_there() {
    let manifest = |more: &str| format!("format = 1\nname = \"x\"\n{more}\nfiles = []\n");
    let text = shown(&Memory::default().with("pack.toml", manifest("fits = \"any\"")));
    assert!(
        text.contains("overlay/fits") && text.contains("this pack extends nothing"),
        "{text}"
    );
    let fits = manifest("extends = \"duel\"\nfits = [\"any\", \"duell\"]");
    let text = shown(
        &Memory::default()
            .with("pack.toml", fits)
            .beside("duel", pack()),
    );
    assert!(
        text.contains("there is no pack `duell` to fit") && text.contains("[pack.toml:4:16]"),
        "{text}"
    );
}

#[test]
fn dice_that_are_none() {
    let manifest =
        "format = 1\nname = \"x\"\nextends = \"duel\"\ndie = \"low look d6\"\nfiles = []\n";
    let text = shown(
        &Memory::default()
            .with("pack.toml", manifest)
            .beside("duel", pack()),
    );
    assert!(text.contains("did you mean `low luck`?"), "{text}");
}

#[test]
fn a_circle() {
    let manifest =
        |base: &str| format!("format = 1\nname = \"x\"\nextends = \"{base}\"\nfiles = []\n");
    let files = |base: &str| Memory::default().with("pack.toml", manifest(base));
    insta::assert_snapshot!(shown(
        &files("one")
            .beside("one", files("two"))
            .beside("two", files("one"))
    ));
}

fn choosing(with: &[&str], set: &[(&str, &str)]) -> String {
    let files = over(
        "option low luck = no\noption bid.red = 0 from 0 to 30\noption winter = mild of mild, harsh\n",
    );
    let problems = load_with(&files, &choices(with, set)).expect_err("this cannot be chosen");
    problems.render(Style::Unicode, 100)
}

#[test]
fn choices_that_are_none() {
    insta::assert_snapshot!(choosing(&["low-lck"], &[("bid.rd", "3")]));
    insta::assert_snapshot!(choosing(
        &["bid.red"],
        &[("low luck", "perhaps"), ("winter", "hash")]
    ));
    insta::assert_snapshot!(choosing(&[], &[("bid.red", "31")]));
    insta::assert_snapshot!(choosing(&["pacific-1940"], &[]));
}
