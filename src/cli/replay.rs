//! `sandtable resume` and `sandtable replay`: saved games.

use super::Exit;
use super::out::Out;
use super::play::{TableArgs, sit_down, with_source};
use crate::diag::{Problem, Problems, read_file};
use crate::game::save::{self, Save};
use crate::game::{Opened, Session, open_with};
use crate::kernel::Event;
use crate::view::{self, describe_event};
use std::path::{Path, PathBuf};

/// The arguments of `resume`.
#[derive(clap::Args, Debug)]
pub(super) struct ResumeArgs {
    /// The saved game
    file: PathBuf,
    /// The pack, if it is no longer where it was
    #[arg(long)]
    pack: Option<String>,
    #[command(flatten)]
    table: TableArgs,
}

/// The arguments of `replay`.
#[derive(clap::Args, Debug)]
pub(super) struct ReplayArgs {
    /// The saved game
    file: PathBuf,
    /// The pack, if it is no longer where it was
    #[arg(long)]
    pack: Option<String>,
    /// Only make sure that the game comes out the same
    #[arg(long)]
    verify: bool,
    /// Stop after so many orders
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Say everything as JSON, one value a line, the summary last
    #[arg(long)]
    json: bool,
}

/// A saved game, ready to be played again.
struct Loaded {
    save: Save,
    opened: Opened,
    session: Session,
    events: Vec<Event>,
    /// Empty, with the file as a source.
    problems: Problems,
}

fn load(path: &Path, pack: Option<&String>) -> Result<Loaded, Problems> {
    let alone = |problem| {
        let mut problems = Problems::default();
        problems.push(problem);
        problems
    };
    let shown = path.display().to_string();
    let unreadable = |why: String| {
        alone(Problem::error(
            "save/unreadable",
            format!("`{shown}` cannot be read: {why}"),
        ))
    };
    let bytes = read_file(path, save::LIMIT).map_err(|e| unreadable(e.to_string()))?;
    let text =
        String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8 text".to_owned()))?;
    let (mut problems, file) = with_source(&shown, &text);
    let save = match save::read(file, &text) {
        Ok(save) => save,
        Err(problem) => {
            problems.push(problem);
            return Err(problems);
        }
    };
    let opened = open_with(pack.unwrap_or(&save.header.pack), &save.header.choices)?;
    if save::hex(&opened.rules.digest) != save.header.pack_digest {
        let problem = Problem::error(
            "save/other-pack",
            format!(
                "the pack `{}` is not the one this game was played with",
                opened.pack
            ),
        );
        let help =
            "it has been changed since, or another one has its name; `--pack` names the right one";
        problems.push(problem.at(save.loc, "").help(help));
        return Err(problems);
    }
    let begun = Session::new(opened.rules.clone(), opened.hooks.clone(), save.header.seed);
    let (session, events) =
        begun.map_err(|r| alone(Problem::error(r.code.name(), r.sentence(&opened.rules))))?;
    Ok(Loaded {
        save,
        opened,
        session,
        events,
        problems,
    })
}

/// Plays every order of a loaded game.
fn play_all(loaded: &mut Loaded) -> Result<(), Problems> {
    for saved in &loaded.save.orders {
        if let Err(problem) = save::step(&mut loaded.session, saved, true) {
            loaded.problems.push(problem);
            return Err(std::mem::take(&mut loaded.problems));
        }
    }
    Ok(())
}

/// A saved game as it stands.
pub(super) fn last(path: &Path) -> Result<Session, Problems> {
    let mut loaded = load(path, None)?;
    play_all(&mut loaded)?;
    Ok(loaded.session)
}

/// Goes on with a saved game.
pub(super) fn resume(args: &ResumeArgs, out: &mut Out) -> Exit {
    let loaded = load(&args.file, args.pack.as_ref())
        .and_then(|mut loaded| play_all(&mut loaded).map(|()| loaded));
    match loaded {
        Ok(loaded) => {
            out.say(&view::turn_banner(
                loaded.session.rules(),
                loaded.session.state(),
                out.paint(),
            ));
            sit_down(loaded.opened, loaded.session, &[], &args.table, out)
        }
        Err(problems) => {
            out.problems(&problems);
            Exit::AtFault
        }
    }
}

/// Plays a saved game again.
pub(super) fn replay(args: &ReplayArgs, out: &mut Out) -> Exit {
    let mut loaded = match load(&args.file, args.pack.as_ref()) {
        Ok(loaded) => loaded,
        Err(problems) => {
            out.problems(&problems);
            return Exit::AtFault;
        }
    };
    let opening = std::mem::take(&mut loaded.events);
    if !args.verify {
        tell(&loaded.session, &opening, args.json, out);
    }
    let count = args.to.unwrap_or(usize::MAX).min(loaded.save.orders.len());
    for saved in &loaded.save.orders[..count] {
        if !args.verify && !args.json {
            out.say(
                &out.paint()
                    .bold(&format!("> {}: {}", saved.by, saved.order)),
            );
        }
        match save::step(&mut loaded.session, saved, true) {
            Ok(events) if !args.verify => tell(&loaded.session, &events, args.json, out),
            Ok(_) => {}
            Err(problem) => {
                loaded.problems.push(problem);
                out.problems(&loaded.problems);
                return Exit::AtFault;
            }
        }
    }
    let (rules, state) = (loaded.session.rules(), loaded.session.state());
    if args.json {
        let mut summary = view::summary_json(rules, state);
        summary["orders"] = count.into();
        summary["digest"] = format!("{:016x}", state.digest()).into();
        out.json(&summary);
    } else if args.verify {
        out.say(&format!("{count} orders, the same game"));
    } else {
        out.say(&view::turn_banner(rules, state, out.paint()));
        out.say(&view::board_table(rules, state, Some(100), out.paint()));
    }
    Exit::Fine
}

fn tell(session: &Session, events: &[Event], json: bool, out: &mut Out) {
    for event in events {
        if json {
            out.json(&view::event_json(session.rules(), event));
        } else {
            out.say(&describe_event(session.rules(), event, out.paint()));
        }
    }
}
