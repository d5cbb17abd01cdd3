//! `sandtable docs`: references, made from the same tables the program works by.

use super::choices::STOCK;
use super::files::{self, Over};
use super::out::Out;
use super::{Cli, Done, Exit};
use clap::builder::PossibleValue;
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use sandtable_diag::Problem;
use sandtable_game::language::VERBS;
use sandtable_game::{FORMS, open};
use sandtable_pack::{LINTS, language, schemas};
use sandtable_protocol as protocol;
use sandtable_rules::WEIGHTS;
use sandtable_script as script;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What there is a reference of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Topic {
    /// The language of packs, explained with examples
    Guide,
    /// The same language, item by item, made from its grammar
    Language,
    /// JSON Schemas of the TOML files of packs, for editors
    Schema,
    /// The language of orders and transcripts
    Orders,
    /// The grammar of orders and transcripts
    Grammar,
    /// What `check` warns of, by name
    Lints,
    /// The numbers that programs go by, which a pack may say otherwise
    Weights,
    /// What scripts can read, return and listen to
    Scripts,
    /// The same as a Rhai definition file, for editors
    ScriptDefinitions,
    /// The protocol for programs: every request with an example
    Protocol,
    /// What the page of a board and its server say to each other
    #[cfg(feature = "web")]
    Board,
    /// The board on several machines: running it for a club
    #[cfg(feature = "web")]
    Club,
    /// What a shell needs to complete the command line
    Completions,
    /// The manual page; with `-o FOLDER` that of every command, a file each
    Man,
}

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Which; without one they are listed
    topic: Option<Topic>,
    /// Of completions, for which shell
    #[arg(required_if_eq("topic", "completions"))]
    shell: Option<Shell>,
    /// Of the protocol, its JSON Schema
    #[arg(long)]
    schema: bool,
    /// Write the schemas, or the manual pages, into this folder, a file each
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Prints it.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    if args.shell.is_some() && args.topic != Some(Topic::Completions) {
        let problem = Problem::error("cli/shell", "only `docs completions` is for a shell");
        out.problem(problem.help("say `docs completions SHELL`"));
        return Ok(Exit::Usage);
    }
    if let Some(folder) = &args.output {
        if args.topic == Some(Topic::Man) {
            return Ok(write_pages(folder, out)?);
        }
        return write_schemas(args.topic, folder, out);
    }
    let Some(topic) = args.topic else {
        out.say(&topics());
        return Ok(Exit::Fine);
    };
    if args.schema && topic != Topic::Protocol {
        let problem = Problem::error("cli/schema", "only `docs protocol` has a `--schema`");
        out.problem(problem.help("`docs schema` prints those of packs"));
        return Ok(Exit::Usage);
    }
    match topic {
        Topic::Protocol if args.schema => out.say(&format!("{:#}", protocol::schema())),
        Topic::Protocol => {
            let opened = open(STOCK)?;
            out.say(&protocol::reference(&opened.rules));
        }
        #[cfg(feature = "web")]
        Topic::Board => out.say(&sandtable_web::reference()),
        #[cfg(feature = "web")]
        Topic::Club => out.say(include_str!("../web/README.md")),
        Topic::Guide => out.say(include_str!("../../grammar/README.md")),
        Topic::Language => out.say(&language()),
        Topic::Schema => {
            let all: BTreeMap<&str, Value> = schemas().into_iter().collect();
            out.say(&format!("{:#}", json!(all)));
        }
        Topic::Orders => out.say(&orders()),
        Topic::Grammar => out.say(include_str!("../../grammar/orders.pest")),
        Topic::Lints => out.say(&lints()),
        Topic::Weights => out.say(WEIGHTS),
        Topic::Scripts => out.say(&script::reference()),
        Topic::ScriptDefinitions => out.say(&script::definitions()),
        Topic::Completions => out.say(&completions(args.shell)),
        Topic::Man => {
            let mut page = Vec::new();
            let written = Man::new(Cli::command()).render(&mut page);
            // A list in memory takes everything.
            written.expect("a page can be written");
            out.say(&String::from_utf8_lossy(&page));
        }
    }
    Ok(Exit::Fine)
}

/// Every topic with what it is.
fn topics() -> String {
    let topics = Topic::value_variants().iter();
    let line = |value: PossibleValue| {
        let about = value
            .get_help()
            .map_or_else(String::new, ToString::to_string);
        format!("  {:18}  {about}\n", value.get_name())
    };
    let lines: String = topics
        .filter_map(Topic::to_possible_value)
        .map(line)
        .collect();
    format!("`sandtable docs TOPIC` prints a reference:\n\n{lines}")
}

/// What a shell completes the command line by.
fn completions(shell: Option<Shell>) -> String {
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    if let Some(shell) = shell {
        clap_complete::generate(shell, &mut command, name, &mut script);
    }
    String::from_utf8_lossy(&script).into_owned()
}

/// Writes the manual page of each command into a file of its own.
fn write_pages(folder: &Path, out: &mut Out) -> Result<Exit, Problem> {
    let made = std::fs::create_dir_all(folder);
    made.and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .map_err(|e| files::unwritable(folder, &e, "cli/unwritable"))?;
    out.say(&folder.display().to_string());
    Ok(Exit::Fine)
}

/// Writes each schema into a file of its own.
fn write_schemas(topic: Option<Topic>, folder: &Path, out: &mut Out) -> Done {
    if topic != Some(Topic::Schema) {
        let message = "only schemas and manual pages are written into a folder";
        let problem = Problem::error("cli/output", message);
        out.problem(problem.help("say `docs schema -o FOLDER` or `docs man -o FOLDER`"));
        return Ok(Exit::Usage);
    }
    for (name, schema) in schemas() {
        let path = folder.join(name);
        // A schema may be written over a schema.
        let over = Over::Only(&|text| text.contains("\"$schema\""));
        let made = std::fs::create_dir_all(folder);
        made.map_err(|e| files::unwritable(&path, &e, "cli/unwritable"))?;
        files::write(&path, &format!("{schema:#}\n"), "cli/unwritable", &over)?;
        out.say(&path.display().to_string());
    }
    Ok(Exit::Fine)
}

/// Every lint with what it finds.
fn lints() -> String {
    let mut text = String::from(
        "What `sandtable check` looks for in a pack that can be read, each with its level.\n\n",
    );
    let width = LINTS.iter().map(|l| l.name().len()).max().unwrap_or(0);
    for lint in LINTS {
        let level = if lint.is_free() {
            lint.level.word()
        } else {
            "fixed"
        };
        let _ = writeln!(text, "  {:width$}  {level:5}  {}", lint.name(), lint.about);
    }
    text.push_str(
        "
A pack chooses other levels in its pack.toml:

  [lints]
  unused-mark = \"allow\"    # \"allow\" silences it, \"warn\" warns, \"deny\" counts as a mistake

`check --allow LINT` and `--deny LINT` count above that. What is `fixed` is always a mistake.
",
    );
    text
}

/// Every order with its form and what it does.
pub(super) fn orders() -> String {
    let mut text = String::from(
        "Orders; several on one line are parted by `;`, `#` after a blank begins a comment.\n\n",
    );
    for verb in VERBS.iter() {
        let short = if verb.short.is_empty() {
            String::new()
        } else {
            format!("  (also: {})", verb.short.join(", "))
        };
        let _ = writeln!(
            text,
            "  {} {}{short}\n      {}",
            verb.word, verb.usage, verb.about
        );
    }
    text.push_str(
        "\nNames may be written in any case, with `_`, `-` or blanks; a unique beginning of each word is enough,
and plurals are understood. A stack is `2 TYPE`, `all TYPE`, `1 damaged TYPE`, `1 empty TYPE`, `1 TYPE (2 TYPE)`
with what it carries, `1 TYPE of POWER`, or `TYPE#17`, exactly that unit. Of a numbered space the number is enough.

Where ships are alike but for their load and the order does not say which, those that carry something sail when a person
types it; transcripts and logs, which say what is aboard, mean those that carry nothing.

Lines of transcripts:

",
    );
    for form in FORMS {
        let line = [&form.verbs.join("|"), form.word, form.usage].join(" ");
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "  {line}\n      {}", form.about);
    }
    text
}
