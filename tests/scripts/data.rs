//! What scripts remember and are given: lists, maps, something of each power or unit, tables; names of
//! groups, regions and sides.

use super::{failures, opened, report, theatre};
use sandtable::diag::Style;

#[test]
fn lists_and_maps_are_remembered() {
    let script = r#"
fn memory() { #{ taken: [], by: #{}, last: () } }
fn captured(space, by) {
    let all = memory.by;
    all[by.name] = memory.taken.len();
    [remember("taken", memory.taken + [space]), remember("by", all), remember("last", space)]
}
fn turn_end() { note(`${memory.taken.len()} taken, ${memory.by.keys()[0]}, the last ${memory.last}`) }
"#;
    let play = "set turn Red\nset phase combat move\nmove 1 infantry from Red Hills to Middle Ground\nend phase\nskip to purchase\n\
                expect event \"1 taken, Red, the last Middle Ground\"\n";
    assert_eq!(failures(script, play), "");
}

#[test]
fn something_of_each_power_is_remembered_and_transcripts_know_it() {
    let script = r#"
fn memory() { #{ pay: per_power(1), asked: per_power(false) } }
fn phase_end(phase) {
    let me = game.power;
    if memory.asked[me] { return; }
    [treasury(me, memory.pay[me]), remember("pay", me, memory.pay[me] + 4), remember("asked", me, true)]
}
"#;
    let play = "end phase\nexpect treasury Red 11\nend phase\nexpect treasury Red 14\nexpect counter rule/pay Red 5\n\
                expect counter rule/pay Blue 1\nexpect flag rule/asked Red yes\n\
                scene \"set\"\nset counter rule/pay Red 7\nend phase\nexpect treasury Red 17\n";
    assert_eq!(failures(script, play), "");
}

#[test]
fn something_of_each_unit_goes_with_it_and_is_lost_with_it() {
    // The first of three dies, and the numbers of the others change when the turn ends.
    let script = r#"
fn memory() { #{ wear: per_unit(#{ moves: 0 }) } }
fn setup_done() {
    let n = 0;
    let all = space("Red Hills").units("Red", "infantry");
    all.map(|u| { n += 10; remember("wear", u, #{ moves: n }) })
}
fn turn_begin() {
    if game.power.name == "Red" && game.round == 1 { return strike(space("Red Hills").units("Red", "infantry")[0], 1); }
    let sum = 0;
    for u in space("Red Hills").units("Red", "infantry") { sum += memory.wear[u].moves; }
    note(`worn ${sum}`)
}
"#;
    let play = "skip to purchase\nskip to purchase\nexpect turn Red\nexpect units Red in Red Hills: 2 infantry\nexpect event \"worn 50\"\n";
    assert_eq!(failures(script, play), "");
}

#[test]
fn a_unit_that_was_kept_is_followed() {
    let script = r#"
fn memory() { #{ all: [] } }
fn setup_done() { remember("all", space("Red Hills").units("Red", "infantry")) }
fn turn_begin() {
    if game.power.name == "Red" && game.round == 1 { return strike(memory.all[0], 1); }
    note(`${memory.all[0] == ()} ${memory.all[1].space}`)
}
"#;
    let play = "skip to purchase\nskip to purchase\nexpect event \"true Red Hills\"\n";
    assert_eq!(failures(script, play), "");
}

const GIVEN: &str = r#"
fn params() {
    #{
        steps: #{ type: "numbers", min: 1, doc: "so much in each round" },
        words: #{ type: "texts", otherwise: ["none"], doc: "what is said" },
        gifts: #{ type: "table", of: "number", otherwise: #{}, doc: "who gets what" },
        at: #{ type: "flag", otherwise: false, doc: "a keyword for a name" },
    }
}
fn phase_end(phase) {
    let name = game.power.name;
    let gift = if name in params.gifts { params.gifts[name] } else { 0 };
    [treasury(game.power, params.steps[0] + gift), note(params.words[params.words.len() - 1]), note(`at ${params.at}`)]
}
"#;

#[test]
fn lists_and_tables_are_parameters() {
    let given = "use rule {\n  steps: numbers 2, 4\n  words: texts \"a\", \"one of many\"\n  gifts: table { red: 5  Blue: 6 }\n  at: yes\n}";
    let play = "end phase\nexpect treasury Red 17\nexpect event \"one of many\"\nexpect event \"at true\"\n";
    assert_eq!(theatre::failures(GIVEN, given, play), "");
    let shown = report(
        GIVEN,
        "use rule { steps: numbers 2, 0  gifts: table { Red: \"five\" } }",
    );
    for words in [
        "`steps` is 0, but must be at least 1",
        "`gifts` is given as a text, but must be a whole number",
    ] {
        assert!(shown.contains(words), "no `{words}` in\n{shown}");
    }
    assert!(report(GIVEN, "use rule { steps: 3 }").contains("but must be `numbers`"));
}

#[test]
fn groups_regions_and_sides_go_by_their_names_where_sets_are_wanted() {
    let script = r#"
fn phase_end(phase) {
    let north = game.count("heart", "North", "foot");
    [note(`${north} at heart`), note(`${parse_int(" 12 ")} ${parse_int("x") == ()}`), note(`${unit_types("land units").len}`)]
}
"#;
    let lines = "region heart: Red Hills, Middle Ground\ngroup foot: infantry\nuse rule";
    let opened =
        opened(script, lines).unwrap_or_else(|p| panic!("{}", p.render(Style::Plain, 100)));
    assert!(opened.warnings.is_empty());
    let play = "end phase\nexpect event \"3 at heart\"\nexpect event \"12 true\"\n";
    let folder = super::on_disk(script);
    let rest = format!("{}\n{lines}\n", crate::pack::small::REST);
    super::write(folder.path(), "rest.rules", &rest);
    assert_eq!(super::played(folder.path(), play), "");
}

#[test]
fn an_error_points_at_the_line_and_not_at_the_head_of_the_hook() {
    let filler = "    let a = 1;\n".repeat(60);
    let fault = |script: String| {
        let play = "set turn Red\nset phase purchase\nend phase\n";
        failures(&script, play)
    };
    let shown = fault(format!("fn phase_end(phase) {{\n{filler}    [1][7]\n}}\n"));
    assert!(
        shown.contains("rule.rhai:62:") && shown.contains("while `phase_end` ran"),
        "{shown}"
    );
    assert!(
        !shown.contains("rule.rhai:1:") && shown.lines().count() < 25,
        "{shown}"
    );
    let shown = fault(format!("fn phase_end(phase) {{\n{filler}    42\n}}\n"));
    assert!(shown.contains("rule.rhai:62:"), "{shown}");
    let shown = fault(format!(
        "fn phase_end(phase) {{\n    if game.round == 9 {{ return note(\"x\"); }}\n{filler}    42\n}}\n"
    ));
    assert!(
        shown.contains("rule.rhai:2:") && shown.contains("or this"),
        "{shown}"
    );
}

#[test]
fn choices_that_are_numbers_are_told_from_numbers_of_choices() {
    let script = r#"
fn phase_begin(phase) {
    if phase.kind == "purchase" { offer(#{ to: game.power, text: "How much?", choices: ["0", "10", "2"] }) }
}
fn resolve(carry, answer) { treasury(game.power, parse_int(answer[0])) }
"#;
    let play = "answer 10\nexpect treasury Red 20\n\
                scene \"number\"\nanswer 2\nexpect treasury Red 20\n\
                scene \"quoted\"\nanswer \"2\"\nexpect treasury Red 12\n\
                scene \"first\"\nanswer 1\nexpect treasury Red 10\n\
                scene \"none\"\nexpect refused \"order/count\"\nanswer 7\n";
    assert_eq!(failures(script, play), "");
}

#[test]
fn a_set_of_lints_reads_what_scripts_name() {
    let flag = "flag awake\nflag asleep\npermit Red to declare war on Blue when flag awake or flag asleep\nuse rule";
    let told = report("fn run() { set_counter(\"awake\", 1) }", flag);
    assert!(
        told.contains("`asleep` is asked for, but nothing") && !told.contains("`awake` is asked"),
        "{told}"
    );
    let told = report(
        "fn run() { let name = \"a\" + \"wake\"; set_counter(name, 1) }",
        flag,
    );
    assert!(!told.contains("is asked for"), "{told}");
}

#[test]
fn closures_in_helpers_see_the_game_parameters_and_memory() {
    let script = r#"
fn params() { #{ least: #{ type: "number", otherwise: 1, doc: "so much" } } }
fn memory() { #{ more: 2 } }
fn rich() { game.land.filter(|l| l.income >= params.least + memory.more && l.owner == game.power) }
fn phase_end(phase) { treasury(game.power, rich().len()) }
"#;
    let play = "end phase\nexpect treasury Red 11\n";
    assert_eq!(failures(script, play), "");
}
