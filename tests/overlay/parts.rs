//! Less than the whole of a base: single files of it, some of its spaces, some of its powers.

use super::{extending, named, over, space};
use crate::pack::small::{REST, TABLES, good, pack};
use sandtable::diag::Style;
use sandtable::pack::{Pack, load};

fn spaces(pack: &Pack) -> Vec<&str> {
    let spaces = pack.rules.board.spaces.values();
    spaces.map(|s| s.name.as_str()).collect()
}

#[test]
fn single_files_may_be_taken_of_a_base() {
    let takes = |takes: &str, text: &str| {
        extending("\"duel\"", "over", &format!("takes = {takes}"), text).beside("duel", pack())
    };
    let board = "territory Far Red { income 2  owner Red  capital  borders 7 }\nterritory Far Blue { income 2  owner Blue  capital  borders 7 }\n\
                 sea zone 7 { borders Far Red, Far Blue }\n";
    let pack = good(&takes(
        "[\"tables.toml\", \"rest.rules\"]",
        &format!("{board}remove objective \"Middle\"\n"),
    ));
    assert_eq!(spaces(&pack), ["Far Red", "Far Blue", "sz 7"]);
    assert_eq!(pack.rules.units.types.len(), 4);
    let problems = load(&takes("[\"tabels.toml\"]", board))
        .unwrap_err()
        .render(Style::Unicode, 100);
    assert!(
        problems.contains("no pack below has a file `tabels.toml` to take"),
        "{problems}"
    );
    assert!(
        problems.contains("did you mean `tables.toml`?"),
        "{problems}"
    );
}

#[test]
fn a_smaller_map_keeps_some_spaces_and_what_speaks_of_them() {
    let rest = "region west: Red Hills, Middle Ground\nregion east: Blue Plain\nmarks oil\n\
                objective \"West\" for Red gains 1 when Red controls all of west\n\
                objective \"East\" for Red gains 1 when Red controls all of east\n\
                strait Narrows { joins Red Hills, 1  for land units  open to holders of Blue Plain }\n\
                trigger \"Gift\" on capture of Blue Plain by Red then add 1 infantry of Red in here\n\
                forbid Red to enter Blue Plain\nforbid Blue to enter west\n\
                use toll { where: places west }\nuse tithe { where: places east }\n";
    let base = pack().with("rest.rules", format!("{}{rest}", REST));
    let pack = good(&named("over", "keep only Red Hills, Middle Ground, 1\n").beside("duel", base));
    let rules = &pack.rules;
    assert_eq!(spaces(&pack), ["Red Hills", "Middle Ground", "sz 1"]);
    assert_eq!(
        (
            space(&pack, "sz 1").borders.len(),
            space(&pack, "Middle Ground").borders.len()
        ),
        (1, 1)
    );
    let names: Vec<&str> = rules
        .acts
        .objectives
        .values()
        .map(|o| o.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["Middle", "West"],
        "an objective about lost places only is gone"
    );
    assert_eq!(
        (
            rules.acts.triggers.len(),
            rules.board.gates.len(),
            rules.movement.permissions.len()
        ),
        (0, 0, 1)
    );
    assert_eq!(
        rules
            .specials
            .values()
            .map(|s| s.name.as_str())
            .collect::<Vec<_>>(),
        ["toll"]
    );
    let problems = load(&over("keep only Red Hill, 1\n"))
        .expect_err("there is no such space")
        .render(Style::Unicode, 100);
    assert!(problems.contains("did you mean `Red Hills`?"), "{problems}");
}

#[test]
fn a_smaller_game_keeps_some_powers_and_what_speaks_of_them() {
    let rest = "relations { Grey at war with Red }\nas one Grey, Blue\nguardians Blue of Grey\nforbid Red, Grey to enter Blue Plain\n\
                forbid Grey to enter anywhere\nobjective \"Grey\" for Red gains 1 when Grey is at war\nturn { starts in round 2 }\n\
                capture { no liberation of Grey }\n";
    let rest = format!(
        "{}{rest}",
        REST.replace("order Red, Blue", "order Red, Grey, Blue")
    );
    let tables = format!(
        "{}\n[power.Grey]\nalso = [\"the Greys\"]\nside = \"South\"\n",
        TABLES
    );
    let base = pack().with("rest.rules", rest).with("tables.toml", tables);
    let pack = good(&named("over", "keep only powers Red, Blue\n").beside("duel", base));
    let rules = &pack.rules;
    assert_eq!(
        (
            rules.powers.powers.len(),
            rules.turn.order.len(),
            rules.politics.as_one.len()
        ),
        (2, 2, 1)
    );
    assert_eq!(
        (
            rules.politics.guardianships.len(),
            rules.movement.permissions.len(),
            rules.acts.objectives.len()
        ),
        (0, 1, 1)
    );
}
