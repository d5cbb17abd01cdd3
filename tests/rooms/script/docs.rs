//! What `script/docs.rs` promises: the reference says everything, and its examples bind.

use sandtable::diag::{Problems, Source, Style};
use sandtable::rules::Special;
use sandtable::script::{bind, definitions, reference};

use super::super::bay::rules;

#[test]
fn every_hook_has_an_example_that_binds() {
    let mut rules = rules();
    rules.board.tags.push("storm".to_owned());
    rules.specials.push(Special {
        name: "rule".to_owned(),
        params: Vec::new(),
    });
    let reference = reference();
    let (_, hooks) = reference.split_once("\n## Hooks\n").expect("hooks");
    let (hooks, _) = hooks.split_once("\n## ").expect("more than hooks");
    let mut examples = Vec::new();
    for hook in hooks.split("\n### `").skip(1) {
        let name = hook.split('(').next().expect("a call");
        let example = hook.split_once("\n```rhai\n").map(|(_, code)| code);
        let example = example.and_then(|code| Some(code.split_once("\n```\n")?.0));
        let example = example.filter(|code| code.starts_with(&format!("fn {name}(")));
        examples.push(example.unwrap_or_else(|| panic!("no example of `{name}`")));
    }
    assert!(examples.len() > 30, "hooks are found");
    let found = Source {
        name: "rule.rhai".to_owned(),
        text: examples.join("\n\n").into(),
    };
    let mut problems = Problems::default();
    let host = bind(rules, &[], &|_| Some(found.clone()), &mut problems);
    assert!(
        host.is_some() && problems.is_empty(),
        "{}",
        problems.render(Style::Plain, 100)
    );
}

/// A definition as the reference has it: what it belongs to before it, properties without parentheses.
fn signature(definition: &str) -> String {
    let (head, gives) = definition.rsplit_once(" -> ").expect("it gives something");
    let (name, params) = head.split_once('(').expect("parameters");
    let (params, gives) = (params.trim_end_matches(')'), gives.trim_end_matches(';'));
    let mut params: Vec<&str> = params.split(", ").filter(|p| !p.is_empty()).collect();
    let own = params.first().and_then(|p| p.strip_prefix("self: "));
    let on = own.map_or(String::new(), |on| format!("{on}."));
    params.drain(..usize::from(own.is_some()));
    match name.strip_prefix("get$") {
        Some(name) => format!("{on}{name} -> {gives}"),
        None => format!("{on}{name}({}) -> {gives}", params.join(", ")),
    }
}

#[test]
fn the_reference_says_everything() {
    let (text, definitions) = (reference(), definitions());
    let (mut doc, mut seen) = ("", 0);
    for line in definitions.lines() {
        if let Some(said) = line.strip_prefix("/// ") {
            doc = said;
        } else if let Some(definition) = line.strip_prefix("fn ") {
            let signature = signature(definition);
            let entry = format!("- `{signature}`: {doc}\n");
            assert!(text.contains(&entry) && doc.ends_with('.'), "{signature}");
            seen += 1;
        }
    }
    assert!(seen > 100, "definitions are found");
    assert!(
        definitions.contains("fn add_units(power: Power"),
        "{definitions}"
    );
}
