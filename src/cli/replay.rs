//! `sandtable resume` and `sandtable replay`: saved games.

use super::files::{self, Over, PICTURES};
use super::out::Out;
use super::saved::SaveArgs;
use super::sim::colours;
use super::table::{Begun, TableArgs, sit_down};
use super::{Done, Exit, folder, step};
use sandtable_diag::{Problem, Problems};
use sandtable_game::{Loaded, Session};
use sandtable_rules::many;
use sandtable_sim::{DiceReport, Figures};
use sandtable_view::{self as view, Paint};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The arguments of `resume`.
#[derive(clap::Args, Debug)]
pub(super) struct ResumeArgs {
    #[command(flatten)]
    save: SaveArgs,
    /// Say which games are kept, the one played last first
    #[arg(long, conflicts_with_all = ["file", "pack"])]
    list: bool,
    #[command(flatten)]
    table: TableArgs,
}

/// The arguments of `replay`.
#[derive(clap::Args, Debug)]
pub(super) struct ReplayArgs {
    #[command(flatten)]
    save: SaveArgs,
    /// Only make sure that the game comes out the same
    #[arg(long)]
    verify: bool,
    /// Stop after so many orders; with `--step`, begin there
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Go through it order by order: Enter goes on, `b` goes back
    #[arg(long, conflicts_with_all = ["verify", "json", "report", "dice", "stats", "plot"])]
    step: bool,
    /// Print a report of the war in Markdown instead: rounds, battles, losses, territories, income
    #[arg(long, conflicts_with_all = ["verify", "json"])]
    report: bool,
    /// Say instead whether the dice fell as fair dice do, and whom they were good to, by power and battle
    #[arg(long, conflicts_with_all = ["verify", "report"])]
    dice: bool,
    /// Write income, units, their worth, battles and luck by round and side to this file: `.csv` or `.json`
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    /// Draw the same, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Write over these files, whatever is in them
    #[arg(long)]
    force: bool,
    /// Say everything as JSON, one value a line, the summary last
    #[arg(long)]
    json: bool,
}

/// Goes on with a saved game.
pub(super) fn resume(args: &ResumeArgs, out: &mut Out) -> Done {
    if args.list {
        return Ok(list(args.table.json, out));
    }
    go_on(&args.save, &args.table, out)
}

/// Goes on with the game of this save.
pub(super) fn go_on(save: &SaveArgs, table: &TableArgs, out: &mut Out) -> Done {
    let begun = begun(save, out)?;
    out.turn(&begun.session);
    sit_down(begun, &[], table, out)
}

/// The game of this save, as it stands.
///
/// # Errors
/// It cannot be read or played again.
pub(super) fn begun(save: &SaveArgs, out: &mut Out) -> Result<Begun, Problems> {
    let file = save.file()?;
    let loaded = save.load(out)?;
    if !loaded.save.header.people.is_empty() {
        loaded.has_its_pack()?;
    }
    let loaded = loaded.play()?;
    Ok(Begun {
        opened: loaded.opened,
        session: loaded.session,
        seats: loaded.save.header.seats,
        file: Some(file),
    })
}

/// Says which games are kept.
fn list(json: bool, out: &mut Out) -> Exit {
    let (games, unread) = folder::kept();
    for problems in &unread {
        out.problems(problems);
    }
    if json {
        for game in &games {
            let reached = game.reached();
            out.json(&json!({
                "name": game.name(),
                "file": game.path,
                "pack": game.save.header.pack,
                "round": reached.map_or(1, |r| r.round),
                "turn": reached.map(|r| &r.turn).or(game.first()),
                "won": reached.and_then(|r| r.won.as_ref()),
                "played": game.played(),
            }));
        }
    } else if games.is_empty() && unread.is_empty() {
        out.say("no game has been kept yet");
    } else if !games.is_empty() {
        let rows = games
            .iter()
            .map(|game| [game.name(), game.stands(), game.played()]);
        out.say(&view::table(&["game", "stands at", "played"], None, rows));
    }
    Exit::Fine
}

/// Plays a saved game again.
pub(super) fn replay(args: &ReplayArgs, out: &mut Out) -> Done {
    args.files_fit()?;
    let mut loaded = args.save.load(out)?;
    if args.step {
        return step::through(loaded, args.to.unwrap_or(0), out);
    }
    let told = args.tells();
    if told {
        out.events(&loaded.session, &loaded.events, args.json);
    }
    let count = args.to.unwrap_or(usize::MAX).min(loaded.save.len());
    for number in 0..count {
        let saved = loaded.save.entry(number);
        if let Some(saved) = saved.filter(|_| told && !args.json) {
            let line = format!("> {}: {}", saved.by, saved.deed.told(&saved.text));
            out.say(&out.paint().bold(&line));
        }
        let events = loaded.step(number)?;
        out.faults(loaded.session.take_faults());
        if told {
            out.events(&loaded.session, &events, args.json);
        }
    }
    if args.report {
        let about = about(&loaded, count);
        out.say(&view::war_report(&loaded.session, &about));
    } else if args.dice {
        let (rules, dice) = (&loaded.opened.rules, DiceReport::of(&loaded.session));
        if args.json {
            out.json(&view::named(rules, &dice));
        } else {
            out.say(&view::dice_report(rules, &dice, Some(out.width(100))));
            doubt(&loaded, out);
        }
    } else if told || args.verify {
        close(args, &loaded, count, out);
    }
    args.write(&loaded.session)?;
    if !(told || args.verify || args.report || args.dice) {
        out.say("written");
    }
    Ok(Exit::Fine)
}

/// Why nobody can vouch for the dice, if that is so.
fn doubt(loaded: &Loaded, out: &mut Out) {
    if let Some(doubt) = loaded.save.doubt(&loaded.opened.rules) {
        out.say(doubt.sentence());
    }
}

/// What a report says first.
fn about(loaded: &Loaded, count: usize) -> Vec<String> {
    let header = &loaded.save.header;
    let (rules, state) = (&loaded.opened.rules, loaded.session.state());
    let mut about = vec![
        format!(
            "pack `{}`, seed {}, {}",
            header.pack,
            header.seed,
            many(count, "order")
        ),
        view::turn_banner(rules, state, Paint::Off),
    ];
    let doubt = loaded.save.doubt(rules);
    about.extend(doubt.map(|doubt| doubt.sentence().to_owned()));
    about
}

/// How the game stands where it was played to.
fn close(args: &ReplayArgs, loaded: &Loaded, count: usize, out: &mut Out) {
    if args.json {
        out.summary(&loaded.session, "orders", count.into());
    } else if args.verify {
        out.say(&format!("{}, the same game", many(count, "order")));
        if let Some(source) = &loaded.save.header.source {
            let commitment = String::from(source.secret.hash());
            out.say(&format!(
                "the seed comes from the secret with the hash {commitment} and from"
            ));
            for line in source.added.lines() {
                let (whose, text) = match line.split_once('\t').unwrap_or(("", line)) {
                    ("", text) => ("who began the game", text),
                    named => named,
                };
                out.say(&format!("  {whose}: {text}"));
            }
        }
        doubt(loaded, out);
    } else {
        out.say(&out.position(&loaded.session));
    }
}

impl ReplayArgs {
    /// Whether the game is told order by order: nothing else is asked for.
    fn tells(&self) -> bool {
        let files = self.stats.is_some() || self.plot.is_some();
        let else_wanted = self.verify || self.report || self.dice;
        !else_wanted && (self.json || !files)
    }

    /// Whether the files are named after what is written into them.
    fn files_fit(&self) -> Result<(), Problem> {
        let fits = |path: &Option<PathBuf>, code, kinds: &[&str]| {
            let path = path.as_ref().filter(|path| {
                let kind = path.extension().and_then(|kind| kind.to_str());
                !kind.is_some_and(|kind| kinds.contains(&kind))
            });
            path.map_or(Ok(()), |path| {
                let path = path.display();
                let kinds = kinds.join("` or `.");
                let message = format!("`{path}` does not end with `.{kinds}`");
                Err(Problem::error(code, message))
            })
        };
        fits(&self.stats, "replay/stats", &["csv", "json"])?;
        fits(&self.plot, "replay/plot", &["svg"])
    }

    /// Writes the figures where they are wanted.
    fn write(&self, session: &Session) -> Result<(), Problem> {
        let write = |path: &Path, text: &str, over: Over<'_>| {
            let over = over.or_forced(self.force);
            files::write(path, text, "replay/unwritable", &over)
        };
        if let Some(path) = &self.stats {
            let text = match path.extension().is_some_and(|kind| kind == "csv") {
                true => view::figures_csv(&Figures::all(session)),
                false => format!("{:#}\n", json!(Figures::all(session))),
            };
            write(path, &text, Over::Only(&|_| false))?;
        }
        if let Some(path) = &self.plot {
            let picture = view::game_svg(session, &colours(session.rules()));
            write(path, &picture, PICTURES)?;
        }
        Ok(())
    }
}
