//! Standing orders: what answers by itself, and how it is proved.

use super::{Kept, first_format};
use crate::cli::{err, fine, out, sandtable};
use crate::overlay::on_disk;

/// Offers have the name of the script or trigger that makes them.
#[test]
fn an_offer_is_answered_by_its_name() {
    let game = Kept::new();
    let edition = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edition");
    let rules = "trigger \"A Fair Bargain\" at start of noncombat move of Red\n  then offer Red \"End it?\" { victory for Warm }\n";
    let pack = on_disk(game.folder.path(), "asked", edition, rules);
    let args = [
        "play",
        &pack,
        "--seat",
        "all=human",
        "--force",
        "--save",
        &game.path,
    ];
    let ends = |standing: &str| {
        let done = sandtable(&args, format!("{standing}\nend\nend\n").as_bytes());
        (out(&done).contains("Warm have won"), err(&done))
    };
    // What is said of one offer goes before what is said of all, whichever came last.
    assert_eq!(
        ends("standing a fair bargain: yes\nstanding offers: none"),
        (true, String::new())
    );
    assert!(
        game.text()
            .contains("\"standing\":\"Red a fair bargain: yes\"")
    );
    assert_eq!(ends("standing offers: yes"), (true, String::new()));
    assert_eq!(
        ends("standing offers: yes\nstanding a fair bargain: none"),
        (false, String::new())
    );
    assert_eq!(
        ends("standing offers: yes\nstanding a fair bargain: ask"),
        (false, String::new())
    );
    let said = ends("standing bargan: yes").1;
    assert!(said.contains("`bargan` is not known here"), "{said}");
}

/// Of what is wished for, as much is taken as there is and may be chosen.
#[test]
fn standing_orders_choose_among_units() {
    let game = Kept::new();
    let stood = |standing: &str| {
        let orders = format!(
            "edit set war Japan USA\nedit put 2 fighter, 2 tactical_bomber of USA in Midway\n\
            edit put 1 destroyer of USA in sz 25\nedit put 3 cruiser of Japan in sz 16\n\
            {standing}\nend\nmove 3 cruiser from sz 16 to sz 25\nend\n"
        );
        let args = [
            "play",
            "--seat",
            "all=human",
            "--force",
            "--save",
            &game.path,
        ];
        let done = sandtable(&args, orders.as_bytes());
        let kept = game.text();
        let stood = kept
            .lines()
            .filter_map(|line| line.split_once("\"stood\":\""));
        let stood = stood.map(|(_, said)| said.split('"').next().unwrap_or_default().to_owned());
        (stood.collect::<Vec<_>>(), err(&done))
    };
    let cases = [
        (
            "USA scramble: 1 fighter, tactical_bomber",
            "answer fighter in Midway, tactical_bomber in Midway",
        ),
        (
            "USA scramble: 7 fighter",
            "answer fighter in Midway, fighter in Midway",
        ),
        (
            "USA scramble: all tactical_bomber in Midway, all fighter of USA",
            "answer fighter in Midway, fighter in Midway, tactical_bomber in Midway, tactical_bomber in Midway",
        ),
        ("USA scramble: fighter in Hawaiian Islands", "answer none"),
    ];
    for (standing, order) in cases {
        assert_eq!(
            stood(&format!("standing {standing}")),
            (vec![order.to_owned()], String::new())
        );
    }
    let refused = [
        ("scramble: 2", "numbers in a list mean something else"),
        ("scramble: 2 figter", "fighter"),
        ("submerge: Midway", "Midway"),
        ("offers: 2 fighter", "`2 fighter` is not known here"),
    ];
    for (standing, why) in refused {
        let (stood, said) = stood(&format!("standing USA {standing}"));
        assert!(stood.is_empty() && said.contains(why), "{standing}: {said}");
    }
}

#[test]
fn standing_orders_answer_and_are_proved() {
    let game = Kept::new();
    let orders = "standing losses: tank, artillery\nstanding retreat: never\nstanding China losses: infantry\n\
        edit put 6 infantry of China in Hunan\nedit put 2 tanks of Japan in Kiangsi\nstanding\n\
        end\nmove 3 infantry, 1 artillery, 2 tanks from Kiangsi to Hunan\nend\nhistory 3\n";
    let done = game.play(orders);
    fine(&done);
    let (told, kept) = (out(&done), game.text());
    assert!(told.contains("Japan retreat: never"), "{told}");
    assert!(told.contains("(standing order) "), "{told}");
    assert!(
        kept.contains("\"stood\":\"press\"") && kept.contains("\"stood\":\"casualties"),
        "{kept}"
    );
    fine(&game.replay("--verify"));
    // What is said to follow from a standing order must.
    let forged = first_format(&kept).replace("losses: tank, artillery", "losses: infantry");
    game.write(&forged);
    let said = err(&game.replay("--verify"));
    assert!(said.contains("no standing order answers"), "{said}");
    let wrong = b"standing losses: infantree\nstanding mood: good\n";
    let said = err(&sandtable(&["play", "--seat", "all=human"], wrong));
    assert!(said.contains("`mood` is not known here"), "{said}");
}
