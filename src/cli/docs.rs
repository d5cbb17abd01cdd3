//! `sandtable docs`: references, made from the same tables the program works by.

use super::Exit;
use super::out::Out;
use crate::game::language::VERBS;
use crate::script;
use std::fmt::Write as _;

/// What there is a reference of.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Topic {
    /// The language of packs
    Language,
    /// The language of orders and transcripts
    Orders,
    /// The grammar of orders and transcripts
    Grammar,
    /// What scripts can read, return and listen to
    Scripts,
    /// The same as a Rhai definition file, for editors
    ScriptDefinitions,
}

/// Prints it.
pub(super) fn run(topic: Topic, out: &mut Out) -> Exit {
    match topic {
        Topic::Language => out.say(include_str!("../../grammar/README.md")),
        Topic::Orders => out.say(&orders()),
        Topic::Grammar => out.say(include_str!("../../grammar/orders.pest")),
        Topic::Scripts => out.say(&script::reference()),
        Topic::ScriptDefinitions => out.say(&script::definitions()),
    }
    Exit::Fine
}

/// Every order with its form and what it does.
pub(super) fn orders() -> String {
    let mut text = String::from("Orders; several on one line are parted by `;`, `#` after a blank begins a comment.\n\n");
    for verb in VERBS {
        let short = if verb.short.is_empty() { String::new() } else { format!("  (also: {})", verb.short.join(", ")) };
        let _ = writeln!(text, "  {} {}{short}\n      {}", verb.word, verb.usage, verb.about);
    }
    text.push_str(
        "\nNames may be written in any case, with `_`, `-` or blanks; a unique beginning of each word is enough,
and plurals are understood. A stack is `2 TYPE`, `all TYPE`, `1 damaged TYPE`, `1 empty TYPE`, `1 TYPE (2 TYPE)`
with what it carries, `1 TYPE of POWER`, or `TYPE#17`, exactly that unit.

Lines of transcripts:

  pack NAME                                        the pack, unless the file lies in one
  with NAME                                        an option switched on, or an overlay laid on top
  set option NAME VALUE                            the value of an option
  put 3 TYPE of POWER in SPACE [on TYPE]           units appear
  put 2 damage on TYPE in SPACE
  clear SPACE, clear all units
  give POWER 12, set treasury POWER 12
  set control SPACE POWER|nobody
  set war|peace|allied POWER POWER
  set round 3, set turn POWER, set phase PHASE, set counter NAME 1
  setup dice 1 6 3                                 dice of the opening position, in the first lines; others show their highest face
  dice 1 6 3                                       the next dice; all must be rolled
  skip to PHASE                                    ends phases with the plainest answers
  expect units [POWER] in SPACE: 1 TYPE, 2 TYPE|none
  expect damage TYPE in SPACE: 2
  expect control SPACE POWER|nobody
  expect treasury POWER 12, expect income POWER 12, expect counter NAME 1
  expect war|peace|allied POWER POWER
  expect decision POWER KIND|none, expect phase PHASE, expect turn POWER, expect round 3
  expect winner SIDE|none
  expect event \"words\", expect no event \"words\"
  expect refused \"code\"                            before an order that must be refused
",
    );
    text
}
