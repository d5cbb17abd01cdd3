//! Options that are chosen, and several overlays at once: which counts, and where they differ.

use super::{chosen, extending, named, over, space, treasury, unit};
use crate::memory::Memory;
use crate::pack::small::{good, pack};
use sandtable::pack::Pack;
use sandtable::rules::{Param, Roll, Step};

#[test]
fn options_decide_what_counts() {
    let text = "option low luck = no \"Added up.\"\noption bid.red = 0 from 0 to 30\noption winter = mild of mild, harsh\n\
                if low luck { in battle \"land battle\" { dice low luck d6 } }\nif winter = harsh { territory Middle Ground { income 9 } }\n\
                power Red { treasury +[bid.red + 1] }\nif bid.red > 5 { remove objective \"Middle\" }\n";
    let files = over(text);
    let (plain, other) = (
        good(&files),
        chosen(
            &files,
            &["low-luck"],
            &[("bid.red", "6"), ("Winter", "harsh")],
        ),
    );
    let roll = |p: &Pack| match &p.rules.battles.plans.values().next().expect("a plan").round[0] {
        Step::Fire(fire) => fire.roll,
        _ => panic!("the first step is a volley"),
    };
    assert_eq!(
        (roll(&plain), roll(&other)),
        (Roll::AtOrLess { sides: 6 }, Roll::LowLuck { sides: 6 })
    );
    assert_eq!((treasury(&plain, "Red"), treasury(&other, "Red")), (11, 17));
    assert_eq!(
        (
            space(&plain, "Middle Ground").income,
            space(&other, "Middle Ground").income
        ),
        (1, 9)
    );
    assert_eq!(
        (
            plain.rules.acts.objectives.len(),
            other.rules.acts.objectives.len()
        ),
        (1, 0)
    );
    assert_ne!(plain.rules.digest, other.rules.digest);
}

#[test]
fn overlays_combine_in_their_order_and_conflicts_are_told() {
    let both = |top: &str| {
        extending("[\"duel\", \"cheap\", \"dear\"]", "top", "", top)
            .beside("duel", pack())
            .beside(
                "cheap",
                named(
                    "cheap",
                    "unit infantry { cost 2 }\nunit fighter { cost 9 }\n",
                ),
            )
            .beside(
                "dear",
                named(
                    "dear",
                    "unit infantry { cost 8 }\nunit fighter { cost 9 }\n",
                ),
            )
    };
    let unsettled = good(&both("\n"));
    assert_eq!(
        unit(&unsettled, "infantry").cost,
        Some(8),
        "the later one counts"
    );
    let told: Vec<_> = unsettled
        .warnings
        .iter()
        .map(|p| (p.code, p.labels.len()))
        .collect();
    assert_eq!(
        told,
        [("overlay/conflict", 2)],
        "equal values are no conflict"
    );
    let settled = good(&both("unit infantry { cost 5 }\n"));
    assert_eq!(
        (unit(&settled, "infantry").cost, settled.warnings.len()),
        (Some(5), 0)
    );
}

/// The messages of the warnings that two overlays over the small pack raise together.
fn told_of(first: Memory, second: Memory) -> Vec<String> {
    let files = extending("[\"duel\", \"one\", \"two\"]", "top", "", "\n")
        .beside("duel", pack())
        .beside("one", first)
        .beside("two", second);
    let warnings = good(&files).warnings;
    let conflicts = warnings.iter().filter(|p| p.code == "overlay/conflict");
    conflicts.map(|p| p.message.clone()).collect()
}

#[test]
fn a_unit_that_two_overlays_bring_is_compared_attribute_by_attribute() {
    let unit = |cost, attack, more: &str| {
        format!(
            "unit marine {{ domain \"land\"  cost {cost}  moves 1  attack {attack}  defense 2 {more}}}\n"
        )
    };
    let one = named("one", &unit(5, 2, ""));
    let two = named("two", &unit(4, 1, "\n also \"marines\" "));
    assert_eq!(
        told_of(one, two),
        [
            "`one` and `two` both change `cost` of the unit `marine`",
            "`one` and `two` both change `attack` of the unit `marine`",
        ]
    );
}

#[test]
fn an_option_that_two_overlays_bring_is_told_unless_it_is_the_same() {
    let bid = |name: &str, most| named(name, &format!("option bid = 4 from 0 to {most}\n"));
    assert_eq!(
        told_of(bid("one", 30), bid("two", 40)),
        ["`one` and `two` both declare the option `bid`"]
    );
    assert_eq!(told_of(bid("one", 30), bid("two", 30)), [""; 0]);
}

#[test]
fn a_script_that_two_overlays_bring_is_told_unless_it_is_the_same() {
    let boost = |name: &str, by: u8| {
        let text = format!("fn income(power, lines) {{ lines.add(\"boost\", {by}) }}\n");
        named(name, "use boost\n").with("scripts/boost.rhai", text.as_str())
    };
    assert_eq!(
        told_of(boost("one", 1), boost("two", 2)),
        ["`one` and `two` both have a script `scripts/boost.rhai`"]
    );
    assert_eq!(told_of(boost("one", 1), boost("two", 1)), [""; 0]);
}

#[test]
fn three_overlays_on_the_stock_pack() {
    let stock = |name: &str, text: &str| extending("\"pacific-1940\"", name, "", text);
    let files = stock("a", "use kamikaze with tokens 8\n")
        .beside("b", stock("b", "unit tank { cost 5 }\n"))
        .beside(
            "c",
            stock("c", "setup USA in \"Hawaiian Islands\": +1 fighter\n"),
        );
    let pack = chosen(&files, &["b", "c"], &[]);
    assert_eq!(unit(&pack, "tank").cost, Some(5));
    let kamikaze = pack
        .rules
        .specials
        .values()
        .find(|s| s.name == "kamikaze")
        .expect("the script is in use");
    assert!(
        kamikaze
            .params
            .contains(&("tokens".to_owned(), Param::Number(8)))
    );
    assert_eq!(pack.info.layers, ["pacific-1940", "a", "b", "c"]);
}
