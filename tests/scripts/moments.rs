//! The moments of combat, and what scripts can do at them.

use super::failures;

const STORY: &str = r#"
fn combat_stage_begin(stage) { note(`the ${stage} begin`) }
fn combat_stage_end(stage) { note(`the ${stage} are over`) }
fn battle_begin(space) { note(`they meet in ${space.name}`) }
fn battle_round(space) { [note("a round is over"), call_off(space)] }
fn battle_end(space) { note("they part") }
"#;

#[test]
fn combat_has_its_moments_and_can_be_called_off() {
    let play = "put 2 infantry of Blue in Middle Ground\nset turn Red\nset phase combat move\n\
                move 3 infantry from Red Hills to Middle Ground\ndice 6 6 6 6 6\nend phase\n\
                expect event \"the others begin\"\nexpect event \"they meet in Middle Ground\"\nexpect event \"a round is over\"\n\
                expect event \"they part\"\nexpect event \"the others are over\"\n\
                expect units Red in Middle Ground: 3 infantry\nexpect units Blue in Middle Ground: 2 infantry\n\
                expect control Middle Ground nobody\n";
    assert_eq!(failures(STORY, play), "");
}

#[test]
fn a_phase_of_combat_can_be_skipped() {
    let script = "fn phase_begin(phase) { if phase.kind == \"combat\" { skip_phase() } }\nfn moves_committed() { note(\"committed\") }";
    let play = "put 2 infantry of Blue in Middle Ground\nset turn Red\nset phase combat move\n\
                move 3 infantry from Red Hills to Middle Ground\nend phase\nexpect no event \"committed\"\n\
                expect turn Blue\nexpect units Red in Middle Ground: 3 infantry\nexpect units Blue in Middle Ground: 2 infantry\n";
    assert_eq!(failures(script, play), "");
}

#[test]
fn unclaimed_land_is_taken_by_who_comes() {
    let play = "set turn Red\nset phase combat move\nmove 1 infantry from Red Hills to Middle Ground\nend phase\n\
                expect event \"Red took Middle Ground\"\nexpect control Middle Ground Red\n";
    let script = "fn captured(space, by) { note(`${by.name} took ${space.name}`) }";
    assert_eq!(failures(script, play), "");
}

#[test]
fn battles_say_of_what_kind_they_are() {
    let script = "fn battle_begin(space, kind) { note(`a battle of ${kind}`) }\nfn battle_end(space, kind) { note(`the ${kind} is still`) }";
    let play = "put 2 infantry of Blue in Middle Ground\nset turn Red\nset phase combat move\n\
                move 1 infantry from Red Hills to Middle Ground\ndice 6 1 1\nend phase\n\
                expect event \"a battle of land\"\nexpect event \"the land is still\"\n";
    assert_eq!(failures(script, play), "");
}

#[test]
fn every_space_of_a_way_is_entered_in_its_order() {
    let script = "fn memory() { #{ way: \"\" } }\nfn entered(space, by, stays) { remember(\"way\", memory.way + `${space} ${stays}, `) }\n\
                  fn phase_end(phase) { note(memory.way) }";
    let play = "set turn Red\nset phase combat move\nput 1 fighter of Red in Red Hills\nput 1 infantry of Blue in Blue Plain\n\
                move 1 fighter from Red Hills to Blue Plain\ndice 1 6\nend phase\n\
                expect event \"sz 1 false, Blue Plain true, \"\n";
    assert_eq!(failures(script, play), "");
}
