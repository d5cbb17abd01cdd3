//! The pack format: bundled packs against their facts, mistakes as people see them, hostile input, rulebooks,
//! and the examples of the language reference.

mod facts;
mod facts_1941;
mod facts_global;
mod hostile;
mod lints;
mod mistakes;
mod reference;
pub mod rulebook;
mod schema;
pub mod small;
mod weights;

#[test]
fn a_gate_is_open_to_holders_of_a_region() {
    let cut = "region Both: Red Hills, Blue Plain\nstrait Cut { joins Red Hills, 1  open to holders of Both }";
    let rest = format!("{}\n{cut}\n", small::REST);
    let pack = sandtable::pack::load(&small::pack().with("rest.rules", rest));
    let pack = pack.map_err(|_| "it loads").unwrap();
    let board = &pack.rules.board;
    let named = board.gates[0].held.iter();
    let named: Vec<&str> = named.map(|s| board.spaces[s].name.as_str()).collect();
    assert_eq!(named, ["Red Hills", "Blue Plain"]);
}
