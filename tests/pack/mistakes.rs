//! Every kind of mistake, as the text a person sees.

use super::small::{BOARD, MANIFEST, REST, TABLES, changed, pack, shown};
use crate::memory::Memory;

fn in_file(name: &str, text: &str, from: &str, to: &str) -> Memory {
    pack().with(name, changed(text, from, to))
}
fn board(from: &str, to: &str) -> Memory {
    in_file("board.rules", BOARD, from, to)
}
fn rest(from: &str, to: &str) -> Memory {
    in_file("rest.rules", REST, from, to)
}
fn tables(from: &str, to: &str) -> Memory {
    in_file("tables.toml", TABLES, from, to)
}
fn manifest(from: &str, to: &str) -> Memory {
    in_file("pack.toml", MANIFEST, from, to)
}
/// The small pack with more sentences at its end.
fn more(text: &str) -> Memory {
    pack().with("rest.rules", format!("{REST}\n{text}\n"))
}

macro_rules! mistakes {
    ($($name:ident: $files:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(shown(&$files));
        }
    )*};
}

mistakes! {
    // names
    unknown_space: rest("Middle Ground", "Midle Ground");
    unknown_unit: board("3 infantry", "3 infantery");
    unknown_power: rest("Red, Blue", "Red, Blu");
    unknown_mark: board("income 1", "income 1  marked oil");
    unknown_attribute: rest("at attack on", "at atack on");
    unknown_flag: more("permit Red to declare war on Blue when flag provoked");
    a_city_for_a_space: more("objective \"City\" for Red gains 1 when Red controls all of Redville").with("board.rules", changed(BOARD, "income 3  owner Red", "income 3  city \"Redville\"  owner Red"));
    a_power_for_a_space: more("objective \"Land\" for Red gains 1 when Red controls all of Blue");
    a_unit_for_a_power: more("forbid carriers to enter sz 1");
    a_condition_without_when: more("objective \"Land\" for Red gains 1\n  Red controls all of Middle Ground");
    a_condition_behind_a_name: more("forbid Red to enter Middle Ground round > 2");
    a_row_without_when: more("forbid Red to buy fighter Red is at war with Blue");
    a_modifier_without_when: more("modifier: attack of attacking infantry gains 1 it is at war with Blue");
    two_effects_on_a_line: more("trigger \"Money\" at end of round then give 1 to Red give 2 to Blue");
    a_script_at_a_place: more("use toll at Red");
    a_keyword_for_a_number: more("objective \"Land\" for Red gains of when round > 2");
    unknown_side: more("victory \"All\" for Norht at end of round when round > 3");
    border_to_nowhere: board("Middle Ground, 1", "Middle Ground, 9");
    duplicate_space: board("sea zone 1 { }", "sea zone 1 { }\nterritory red_hills { borders 1 }");
    duplicate_unit: tables("[unit.carrier]", "[unit.\"in fantry\"]\ndomain = \"land\"\n\n[unit.In_Fantry]\ndomain = \"land\"\n\n[unit.carrier]");
    shots_after_a_battle: more("in battle \"sea battle\" { after the battle { remove losses } }");
    duplicate_fact: board("income 3  owner Red", "income 3  income 4  owner Red");
    contradictory_relations: more("relations { Blue neutral to Red }");
    // words
    misspelt_item: rest("objective", "objectiv");
    misspelt_keyword: board("income 3  owner Blue", "incom 3  owner Blue");
    misspelt_phrase: rest("at war with Blue", "at wr with Blue");
    missing_quote: rest("\"Middle\"", "\"Middle");
    missing_brace: board("sea zone 1 { }", "sea zone 1 {");
    keyword_in_a_name: board("territory Middle Ground", "territory Middle of Ground");
    two_broken_items: in_file("board.rules", &changed(BOARD, "income 1", "incme 1"), "Blue Plain    { income 3", "Blue Plain    { income x");
    // tables
    aircraft_with_a_deck: tables("[unit.fighter]", "[unit.fighter]\ndeck = [{ slots = [\"infantry\"] }]");
    aircraft_that_carry_ships: tables("[unit.fighter]", "[unit.fighter]\ncargo = [{ slots = [\"infantry\", \"carrier\"] }]");
    aircraft_with_a_hold_on_a_deck: tables("[unit.fighter]", "[unit.fighter]\ncargo = [{ slots = [\"infantry\"] }]");
    not_toml: tables("cost = 3", "cost = = 3");
    wrong_type: tables("cost = 3", "cost = \"three\"");
    unknown_key: tables("moves = 4", "movs = 4");
    unknown_table: tables("[power.Red]", "[powers.Red]");
    missing_key: tables("domain = \"air\"\n", "");
    unknown_domain: tables("domain = \"air\"", "domain = \"aer\"");
    wrong_colour: tables("#c02020", "red");
    units_in_a_table: tables("\"fighter\", \"fighter\"", "\"fighter\", \"figther\"");
    // manifest
    missing_file: manifest("rest.rules", "rset.rules");
    wrong_format: manifest("format = 1", "format = 7");
    no_format: manifest("format = 1\n", "");
    no_manifest: Memory::default();
    way_out: manifest("rest.rules", "../rest.rules");
    odd_file: manifest("rest.rules", "rest.txt");
    // sense
    number_too_large: board("income 3", "income 99999999999999999999");
    own_neighbour: board("income 1  borders Blue Plain", "income 1  borders Blue Plain, Middle Ground");
    no_island: board("income 1  borders", "income 1  island  borders");
    income_at_sea: board("sea zone 1 { }", "sea zone 1 { income 3 }");
    capital_of_nobody: board("income 1  borders", "income 1  capital  borders");
    ship_on_land: board("3 infantry", "1 carrier");
    too_few_decks: board("2 fighters", "3 fighters");
    same_row_twice: board("3 infantry", "3 infantry, 1 infantry");
    never_so_many: rest("all of Middle Ground", "at least 2 of Middle Ground");
    changing_places: rest("all of Middle Ground", "all of territories controlled by Blue");
    no_such_places: rest("all of Middle Ground", "all of territories island");
    useless_forbid: more("forbid Red to place infantry at producers");
    here_without_capture: more("trigger \"T\" at end of round then give control of here to Red");
    // more sense
    no_units_at_all: board("3 infantry", "0 infantry");
    two_capitals_for_one_treasury: board("income 1  borders", "income 1  owner Red  capital  borders");
    gate_without_a_border: more("canal \"Cut\" { joins Red Hills, Blue Plain  open to holders of Red Hills }");
    order_twice: rest("order Red, Blue", "order Red, Blue\n  order Blue, Red");
    two_turns_a_round: rest("order Red, Blue", "order Red, Blue, Red");
    nobody_plays: rest("  order Red, Blue\n", "");
    bystander_in_the_order: tables("side = \"South\"", "side = \"South\"\nplays = false");
    unknown_phase: more("trigger \"T\" at end of shopping then give 1 to Red");
    objective_twice: more("objective \"Middle\" for Blue gains 1 when round > 2");
    parameter_twice: more("use convoy { \n  zones: places sz 1\n  zones: places sz 1\n }");
    placing_under_a_condition: more("permit Red to place infantry at producers when round > 2");
    types_before_buying: more("permit Red with infantry to buy infantry");
    movement_twice: more("movement { aircraft may land on allied decks }\nmovement { aircraft may land on new decks }");
    position_of_nowhere: tables("[unit.infantry]", "[positions]\n\"Red Hils\" = [1, 2]\n\n[unit.infantry]");
    position_of_one_number: tables("[unit.infantry]", "[positions]\n\"Red Hills\" = [1]\n\n[unit.infantry]");
    unknown_attribute_of_a_unit: tables("attack = 3", "atack = 3");
    file_listed_twice: manifest("\"rest.rules\"", "\"rest.rules\", \"rest.rules\"");
    base_that_is_not_loaded: manifest("name = \"duel\"", "name = \"duel\"\nextends = \"other\"");
    facilities_at_sea: more("site of factory: sea zones");
    region_named_like_a_space: more("region Red Hills: Blue Plain");
    upgrade_from_nothing: tables("builds = 3", "builds = 3\nupgrade = { cost = 3 }");
}
