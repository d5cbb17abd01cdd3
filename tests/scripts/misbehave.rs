//! Scripts that load and then misbehave: each ends in a report, and the game goes on as if the script
//! had said nothing.

use super::opened;
use crate::cli::{err, out, sandtable};
use sandtable::diag::Style;
use sandtable::kernel::{Hooks, NoHooks, Order, Scripted, State, apply, begin};

/// What the end of the first phase does, and words that the report must have.
const SCRIPTS: &[(&str, &str, &str)] = &[
    ("a loop without end", "loop { }", "works too long"),
    (
        "a loop without end, caught",
        "try { loop { } } catch { }",
        "works too long",
    ),
    ("recursion without end", "again(1)", "deep"),
    (
        "a text that grows",
        "let a = \"x\"; loop { a += a; }",
        "too large",
    ),
    (
        "an array that grows",
        "let a = [1]; loop { a += a; }",
        "too large",
    ),
    (
        "an array in arrays",
        "let a = [1]; loop { a = [a, a]; }",
        "too large",
    ),
    (
        "a map that grows",
        "let m = #{}; let i = 0; loop { m[`${i}`] = i; i += 1; }",
        "script/limit",
    ),
    (
        "a variable lent twice",
        "let p = game.power; p.land.filter(|l| l.owner == p)",
        "uses the very variable",
    ),
    (
        "a long text cut up again and again",
        "let a = \"x\"; for i in 0..11 { a += a; } loop { a.split(\"\"); }",
        "works too long",
    ),
    (
        "a long array sorted again and again",
        "let a = []; a.pad(4000, 1); loop { a.sort(); let b = a; }",
        "works too long",
    ),
    (
        "too much to remember",
        "let a = []; a.pad(600, 1); remember(\"list\", a)",
        "at most 500 items",
    ),
    (
        "a number that grows",
        "let n = 2; loop { n *= n; }",
        "cannot be calculated",
    ),
    (
        "division by nothing",
        "1 / (game.round - 1)",
        "cannot be calculated",
    ),
    (
        "an index beyond the end",
        "[1, 2][game.round + 5]",
        "none with the index",
    ),
    (
        "an entry that is not there",
        "let m = #{ a: 1 }; m.b",
        "property `b`",
    ),
    ("a number for an effect", "42", "wanted, not a number"),
    (
        "a text among the effects",
        "[note(\"a\"), \"b\"]",
        "wanted, not a text",
    ),
    (
        "a map for an effect",
        "#{ treasury: 5 }",
        "wanted, not a map",
    ),
    (
        "a function for an effect",
        "|x| x",
        "wanted, not a function",
    ),
    (
        "more effects than anybody needs",
        "let a = []; for i in 0..1500 { a.push(note(\"a\")); } a",
        "are too many",
    ),
    (
        "a treasury below nothing",
        "treasury(game.power, -11)",
        "cannot be taken from Red, who has 10",
    ),
    (
        "a fortune",
        "treasury(game.power, 9000000000)",
        "is no amount of IPC",
    ),
    (
        "a land unit at sea",
        "add_units(game.power, unit_type(\"infantry\"), 1, space(\"sz 1\"))",
        "infantry cannot be in",
    ),
    (
        "a ship on land",
        "add_units(game.power, unit_type(\"carrier\"), 1, space(\"Red Hills\"))",
        "carrier cannot be in Red Hills",
    ),
    (
        "nobody at all",
        "add_units(game.power, unit_type(\"infantry\"), 0, space(\"Red Hills\"))",
        "is no number of units",
    ),
    (
        "a text where a power is wanted",
        "treasury(\"Red\", 1)",
        "no function `treasury",
    ),
    (
        "an unknown name made up",
        "space(\"Red\" + \" Hell\")",
        "there is no space `Red Hell`",
    ),
    (
        "control of the sea",
        "set_control(space(\"sz 1\"), game.power)",
        "nobody can control",
    ),
    (
        "an unknown relation",
        "set_relation(\"Red\", \"Blue\", \"waar\")",
        "there is no relation `waar`",
    ),
    (
        "war with oneself",
        "declare_war(game.power, game.power)",
        "friends or at war",
    ),
    ("too many dice", "roll(1000, 6)", "cannot be rolled"),
    (
        "dice without end",
        "loop { roll(1, 6); }",
        "casts dice at most",
    ),
    (
        "many dice without end",
        "loop { roll(100, 6); }",
        "rolls at most",
    ),
    ("giving up", "throw \"no idea\"", "gave up: no idea"),
    (
        "an offer to nobody",
        "offer(#{ text: \"?\", choices: [\"a\"] })",
        "does not say `to` whom",
    ),
    (
        "an offer of nothing",
        "offer(#{ to: \"Red\", text: \"?\", choices: [] })",
        "1 to 200 choices",
    ),
    (
        "an offer with a slip",
        "offer(#{ to: \"Red\", txet: \"?\", choices: [\"a\"] })",
        "did you mean `text`?",
    ),
    (
        "an offer nobody can answer",
        "offer(#{ to: \"Red\", text: \"?\", choices: [\"a\"], min: 2, max: 3 })",
        "nobody can choose",
    ),
    (
        "an offer that carries a function",
        "offer(#{ to: \"Red\", text: \"?\", choices: [\"a\"], carry: |x| x })",
        "cannot carry a function",
    ),
    (
        "an offer that carries too deep",
        "let a = []; for i in 0..20 { a = [a]; } offer(#{ to: \"Red\", text: \"?\", choices: [\"a\"], carry: a })",
        "at most 8 deep",
    ),
    (
        "a strike beyond measure",
        "strike(space(\"Red Hills\").units(\"Red\", \"factory\")[0], 101)",
        "is no number of hits",
    ),
    (
        "infantry that flies",
        "scramble(space(\"Red Hills\").units(\"Red\", \"infantry\")[0], space(\"sz 1\"))",
        "only aircraft",
    ),
    (
        "silence on land",
        "silence(space(\"Red Hills\"))",
        "is no sea zone",
    ),
    (
        "another kind of memory",
        "remember(\"count\", \"many\")",
        "remembers a number, not a text",
    ),
    (
        "too large a memory",
        "remember(\"count\", 5000000000)",
        "too large a number",
    ),
    (
        "a very long note",
        "let a = \"\"; for i in 0..600 { a += \"x\"; } note(a)",
        "longer than 500 characters",
    ),
    (
        "a unit that is none",
        "let a = space(\"Red Hills\").units(); a[0].carrier.name",
        "there is nothing here",
    ),
    (
        "a property with a slip",
        "let a = space(\"Red Hills\"); a.incoem",
        "did you mean `income`?",
    ),
    ("too many variables", "let_many()", "script/limit"),
    ("a change of the parameters", "params.amount = 5;", ""),
    ("a change of the game", "game.round = 5;", ""),
];

#[test]
fn misbehaving_scripts_are_told_and_change_nothing() {
    let wrong: Vec<String> = SCRIPTS
        .iter()
        .filter_map(|(what, code, words)| Some(format!("{what}: {}", run(code, words)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is not as it should be when a script with this in it runs.
fn run(code: &str, words: &str) -> Option<String> {
    let variables: String = (0..200).map(|n| format!("    let v{n} = {n};\n")).collect();
    let script = format!(
        "fn memory() {{ #{{ count: 0, list: [] }} }}\nfn resolve(carry, answer) {{ }}\nfn again(n) {{ again(n + 1) + 1 }}\n\
         fn let_many() {{\n{variables}    v0\n}}\nfn phase_end(phase) {{\n    if game.round == 0 {{ return again(1) + let_many(); }}\n    {code}\n}}\n"
    );
    let opened = match opened(&script, "use rule") {
        Ok(opened) => opened,
        // Some of it is found even earlier.
        Err(problems) if words.is_empty() => {
            return (!problems.has_errors()).then(|| "no error".to_owned());
        }
        Err(problems) => {
            let text = problems.render(Style::Plain, 100);
            return (!text.contains(words)).then_some(text);
        }
    };
    let (mut state, _) = begin(&opened.rules, &mut Scripted::default(), &*opened.hooks)
        .expect("nothing listens yet");
    let mut alone = state.clone();
    let ended = |state: &mut State, hooks: &dyn Hooks| {
        let mut dice = Scripted::default();
        apply(&opened.rules, state, &Order::EndPhase, &mut dice, hooks).is_ok()
    };
    // The game goes on as if the script were not there.
    let goes_on = ended(&mut state, &*opened.hooks) && ended(&mut alone, &NoHooks);
    let Some(fault) = opened.hooks.take_faults().into_iter().next() else {
        return Some("no fault".to_owned());
    };
    assert!(goes_on && state == alone, "{code}");
    let shown = fault.report.contains(words) && fault.report.contains("rule.rhai:");
    (!shown).then(|| format!("no `{words}` in\n{}", fault.report))
}

#[test]
fn reports_show_the_line_and_the_way_there() {
    let script = "fn phase_end(phase) {\n    pay(3)\n}\n\nfn pay(amount) {\n    treasury(game.power, -amount * 10)\n}\n";
    let opened =
        opened(script, "use rule").unwrap_or_else(|p| panic!("{}", p.render(Style::Plain, 100)));
    let (mut state, _) =
        begin(&opened.rules, &mut Scripted::default(), &*opened.hooks).expect("it begins");
    let (rules, mut dice) = (&opened.rules, Scripted::default());
    let hooks = &*opened.hooks;
    apply(rules, &mut state, &Order::EndPhase, &mut dice, hooks).expect("it goes on");
    let faults = hooks.take_faults();
    insta::assert_snapshot!(faults[0].report);
}

/// Two rounds of programs with a script in the pack; what was told.
fn two_rounds(script: &str) -> std::process::Output {
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("game.save");
    let save = save.to_str().expect("a plain path");
    let pack = folder.path().join("pack");
    std::fs::create_dir_all(pack.join("scripts")).expect("a folder");
    let write = |file: &str, text: &str| std::fs::write(pack.join(file), text).expect("written");
    write(
        "pack.toml",
        "format = 1\nname = \"wrong\"\ntitle = \"Wrong\"\nextends = \"1941\"\nfiles = [\"wrong.rules\"]\n",
    );
    write("wrong.rules", "use wrong\n");
    write("scripts/wrong.rhai", script);
    let pack = pack.to_str().expect("a plain path");
    let args = [
        "play",
        pack,
        "--seat",
        "all=random",
        "--seed",
        "1",
        "--rounds",
        "2",
        "--save",
        save,
    ];
    sandtable(&args, b"")
}

#[test]
fn a_script_that_always_fails_stops_no_game() {
    let played = two_rounds("fn round_end() { 1 / 0 }\n");
    let said = err(&played);
    assert_eq!(said.matches("wrong.rhai:1").count(), 1, "{said}");
    assert!(out(&played).contains("Round 3"), "{}", out(&played));
}

#[test]
fn a_line_that_fails_with_other_numbers_each_round_is_told_once() {
    let played = two_rounds("fn round_end() {\n  let x = [1];\n  x[game.round + 5]\n}\n");
    let said = err(&played);
    assert_eq!(said.matches("wrong.rhai:3").count(), 1, "{said}");
    assert!(out(&played).contains("Round 3"), "{}", out(&played));
}
