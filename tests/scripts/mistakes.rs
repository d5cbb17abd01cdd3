//! Mistakes that are found when the pack is loaded, each with the place and what to do.

use super::{opened, report};
use sandtable::diag::{Severity, Style};

/// What is wrong, the script, and words that the report must have.
const MISTAKES: &[(&str, &str, &[&str])] = &[
    (
        "a syntax error",
        "fn run() { let a = ; }",
        &["script/syntax", "rule.rhai:1"],
    ),
    (
        "an unknown function",
        "fn run() { tresury(game.power, 1) }",
        &["no function `tresury`", "did you mean `treasury`?"],
    ),
    (
        "an unknown method",
        "fn run() { game.power.conrtols([]) }",
        &["no method `conrtols`", "did you mean `controls`?"],
    ),
    (
        "too few values",
        "fn run() { treasury(game.power) }",
        &["called with 1 values, but takes 2"],
    ),
    (
        "a property called",
        "fn run() { game.power.treasury() }",
        &["script/"],
    ),
    (
        "a misspelt property of a property",
        "fn run() { if game.power.tresury > 3 { note(\"x\") } }",
        &["a `Power` has no `tresury`", "did you mean `treasury`?"],
    ),
    (
        "a misspelt property of what a function gives",
        "fn run() { note(space(\"sz 1\").naem) }",
        &["a `Space` has no `naem`", "did you mean `name`?"],
    ),
    (
        "a misspelt property of something",
        "fn run() { best([space(\"sz 1\")]) }\nfn best(land) { if land.incoem > 3 { note(\"x\") } }",
        &["nothing has a property `incoem`", "did you mean `income`?"],
    ),
    (
        "a misspelt property of what a hook is called with",
        "fn captured(land, by) { if land.incoem > 3 { note(\"x\") } }",
        &["a `Space` has no `incoem`", "did you mean `income`?"],
    ),
    (
        "a power compared with a text",
        "fn run() { if game.power == \"Red\" { note(\"x\") } }",
        &[
            "a `Power` is never equal to a text",
            "compare its name, `.name == \"Red\"`",
        ],
    ),
    (
        "a power in a variable compared with a text",
        "fn run() { let of = game; let p = of.power; if p != \"Red\" { note(\"x\") } }",
        &[
            "a `Power` is never equal to a text",
            "compare its name, `.name != \"Red\"`",
        ],
    ),
    (
        "what a hook is called with compared with a text",
        "fn may_buy(who, what) { if \"fighter\" == what { false } }",
        &["a `UnitType` is never equal to a text"],
    ),
    (
        "each of a set compared with a text",
        "fn run() { for p in game.powers { if p == \"Red\" { note(\"x\") } } }",
        &["a `Power` is never equal to a text"],
    ),
    (
        "a power among the cases of a switch",
        "fn run() { switch game.power { \"Red\" => note(\"x\"), _ => () } }",
        &[
            "a `Power` is never equal to a case of a `switch`",
            "let it go by the name, `switch ….name`",
        ],
    ),
    (
        "a power looked for among texts",
        "fn run() { if [\"Red\"].contains(game.power) { note(\"x\") } }",
        &[
            "a `Power` is never equal to a text",
            "look for its name, `.name`",
        ],
    ),
    (
        "a power in a list of texts",
        "fn run() { if game.power in [\"Blue\", \"Red\"] { note(\"x\") } }",
        &["a `Power` is never equal to a text"],
    ),
    (
        "a misspelt hook",
        "fn phase_bgein(phase) { }",
        &["script/unknown-hook", "did you mean `phase_begin`?"],
    ),
    (
        "a hook with wrong parameters",
        "fn captured(space) { }",
        &["is called as `captured(space, by)`"],
    ),
    (
        "an unknown variable",
        "fn run() { note(txt) }",
        &["no variable `txt`"],
    ),
    (
        "eval",
        "fn run() { eval(\"1\") }",
        &["script/syntax", "eval"],
    ),
    (
        "import",
        "fn run() { import \"x\" as y; }",
        &["script/syntax"],
    ),
    (
        "sleeping",
        "fn run() { sleep(100) }",
        &["no function `sleep`"],
    ),
    ("leaving", "fn run() { exit() }", &["script/"]),
    (
        "a clock",
        "fn run() { timestamp() }",
        &["no function `timestamp`"],
    ),
    ("fractions", "fn run() { note(`${1.5}`) }", &["script/"]),
    (
        "code outside of functions",
        "let a = 1;\nfn run() { }",
        &["never run", "rule.rhai:1"],
    ),
    (
        "a constant outside of functions",
        "const A = 1;\nfn run() { }",
        &["never run"],
    ),
    (
        "parameters that are no map",
        "fn params() { 5 }",
        &["`params` does not return a map"],
    ),
    (
        "a parameter that is no map",
        "fn params() { #{ a: 5 } }",
        &["`a` is declared by a map"],
    ),
    (
        "an unknown type of parameter",
        "fn params() { #{ a: #{ type: \"nubmer\", doc: \"x\" } } }",
        &["did you mean `number`?"],
    ),
    (
        "a parameter without a sentence",
        "fn params() { #{ a: #{ type: \"number\" } } }",
        &["no `doc`"],
    ),
    (
        "a default of another type",
        "fn params() { #{ a: #{ type: \"number\", otherwise: \"x\", doc: \"x\" } } }",
        &["a text, but its type is number"],
    ),
    (
        "a default outside of the range",
        "fn params() { #{ a: #{ type: \"number\", otherwise: 9, max: 3, doc: \"x\" } } }",
        &["outside of its range"],
    ),
    (
        "a reserved word",
        "fn params() { #{ a: #{ type: \"number\", default: 9, doc: \"x\" } } }",
        &["`otherwise: …`"],
    ),
    (
        "a name the edition does not have",
        "fn run() { set_control(space(\"Red Hill\"), ()) }",
        &["no space `Red Hill`", "did you mean `Red Hills`?"],
    ),
    (
        "an unknown unit type",
        "fn run() { note(unit_type(\"figther\").name) }",
        &["did you mean `fighter`?"],
    ),
    (
        "a parameter nobody declares",
        "fn run() { note(params.text) }",
        &["no parameter `text`"],
    ),
    (
        "something never remembered",
        "fn memory() { #{ used: 0 } } fn run() { remember(\"usde\", memory.used) }",
        &["remembers no `usde`", "did you mean `used`?"],
    ),
    (
        "a memory of something else",
        "fn memory() { #{ used: |x| x } }",
        &["cannot be remembered: it starts as a function"],
    ),
    (
        "a text for each power",
        "fn memory() { #{ used: per_power(\"a\") } }",
        &[
            "cannot be remembered of each power",
            "numbers and flags can",
        ],
    ),
    (
        "a table of tables",
        "fn params() { #{ a: #{ type: \"table\", of: \"table\", doc: \"x\" } } }",
        &["cannot hold tables"],
    ),
    (
        "a table of nothing",
        "fn params() { #{ a: #{ type: \"table\", doc: \"x\" } } }",
        &["has no `of`"],
    ),
    (
        "a group the pack does not have",
        "fn run() { note(`${unit_types(\"lnad units\")}`) }",
        &["no unit type `lnad units`", "did you mean `land units`?"],
    ),
    (
        "a property the game does not have",
        "fn run() { note(`${game.ruond}`) }",
        &["the game has no `ruond`", "did you mean `round`?"],
    ),
    (
        "offers nobody hears the answer to",
        "fn run() { offer(#{}) }",
        &["nothing hears the answers"],
    ),
    (
        "a declaration without end",
        "fn params() { loop { } }",
        &["works too long"],
    ),
    (
        "a declaration that looks at the game",
        "fn memory() { #{ a: game.round } }",
        &["no game to look at yet"],
    ),
];

#[test]
fn mistakes_are_found_on_loading() {
    for (what, script, words) in MISTAKES {
        let shown = report(script, "use rule");
        let problems = opened(script, "use rule")
            .err()
            .unwrap_or_else(|| panic!("{what} is not found:\n{shown}"));
        assert!(
            problems.iter().any(|p| p.severity == Severity::Error),
            "{what}"
        );
        for word in *words {
            assert!(shown.contains(word), "{what}: no `{word}` in\n{shown}");
        }
    }
}

#[test]
fn what_a_variable_may_hold_is_not_guessed() {
    for script in [
        "fn run() { let p = game.power; p = \"Red\"; if p == \"Red\" { note(\"x\") } }",
        "fn run() { let p = game.power; if p.land.is_empty { let p = \"Red\"; if p == \"Red\" { note(\"x\") } } }",
        "fn run() { let p = game.power; let set = || { p = \"Red\"; }; set.call(); if p == \"Red\" { note(\"x\") } }",
        "fn run() { one(\"Red\") }\nfn one(p) { if p == \"Red\" { note(\"x\") } }\nfn other() { let p = game.power; }\nfn turn_end() { other() }",
        "fn memory() { #{ of: [#{ landed: 0 }] } }\nfn captured(space, by) { let n = space.income; if memory.of[n].landed > 1 || memory.of[by.treasury].landed > 1 { note(\"x\") } }",
        "fn battle_end(space, kind) { if kind == \"land\" { note(\"x\") } }",
    ] {
        assert_eq!(report(script, "use rule"), "", "{script}");
    }
}

#[test]
fn deep_and_long_scripts_are_refused() {
    let deep = format!("fn run() {{ {}1{} }}", "(".repeat(200), ")".repeat(200));
    assert!(
        report(&deep, "use rule").contains("inside each other"),
        "{}",
        report(&deep, "use rule")
    );
    let many: String = (0..500).map(|n| format!("fn f{n}() {{ }}\n")).collect();
    assert!(report(&many, "use rule").contains("too many functions"));
    let long = format!("// {}\nfn run() {{ }}", "x".repeat(300_000));
    assert!(report(&long, "use rule").contains("more than 256 KiB"));
    for text in [
        "\0",
        "fn",
        "}",
        "fn run() { \"",
        "/*",
        "\u{feff}fn run() { }",
        "fn ( { ` ${ }",
    ] {
        let _ = report(text, "use rule");
    }
}

#[test]
fn a_byte_order_mark_begins_no_script() {
    assert_eq!(report("\u{feff}fn run() { note(\"x\") }", "use rule"), "");
}

#[test]
fn parameters_point_into_the_pack_and_the_script() {
    let script = "fn params() {\n    #{\n        zones: #{ type: \"spaces\", doc: \"where\" },\n        much: #{ type: \"number\", otherwise: 1, max: 5, doc: \"how much\" },\n    }\n}\nfn run() { note(`${params.zones} ${params.much}`) }";
    assert!(opened(script, "use rule { zones: places Red Hills }").is_ok());
    let shown = report(script, "use rule { mcuh: 2 }");
    for words in [
        "rest.rules",
        "has no parameter `mcuh`",
        "did you mean `much`?",
        "needs the parameter `zones`",
        "rule.rhai:3",
        "used here without it",
    ] {
        assert!(shown.contains(words), "no `{words}` in\n{shown}");
    }
    let shown = report(script, "use rule { zones: \"here\"  much: 6 }");
    for words in [
        "`zones` is given as a text, but must be `places",
        "`much` is 6, but must be at most 5",
        "declared here",
    ] {
        assert!(shown.contains(words), "no `{words}` in\n{shown}");
    }
}

#[test]
fn a_missing_script_is_named() {
    let shown = report("", "use convoi");
    assert!(
        shown.contains("there is no script `convoi`") && shown.contains("did you mean `convoy`?"),
        "{shown}"
    );
}

#[test]
fn functions_nobody_calls_are_a_warning() {
    let opened = opened("fn helper_of_nothing() { 1 }\nfn run() { }", "use rule")
        .unwrap_or_else(|p| panic!("{}", p.render(Style::Plain, 100)));
    assert!(
        opened
            .warnings
            .render(Style::Plain, 100)
            .contains("nobody calls `helper_of_nothing`")
    );
}

#[test]
fn scripts_are_part_of_what_a_pack_is() {
    let digest = |script: &str| {
        opened(script, "use rule")
            .unwrap_or_else(|p| panic!("{}", p.render(Style::Plain, 100)))
            .rules
            .digest
    };
    assert_ne!(
        digest("fn run() { note(\"a\") }"),
        digest("fn run() { note(\"b\") }")
    );
}

#[test]
fn mistakes_of_the_pack_and_of_its_scripts_come_in_one_report() {
    let script = "fn params() { #{ where: #{ type: \"spaces\", doc: \"where\" } } }\nfn turn_begin() { nothing_of_the_kind(params.where) }\n";
    let lines = "use rule {\n  where: places Nowhere Land\n  wher: 3\n}\n";
    let report = report(script, lines);
    for said in [
        "there is no space `Nowhere Land`",
        "nothing_of_the_kind",
        "script/unknown-param",
    ] {
        assert!(report.contains(said), "{said}: {report}");
    }
    assert!(
        !report.contains("script/missing-param"),
        "only a consequence: {report}"
    );
}
