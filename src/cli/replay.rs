//! `sandtable resume` and `sandtable replay`: saved games.

use super::folder;
use super::out::Out;
use super::saved::SaveArgs;
use super::table::{Begun, TableArgs, sit_down};
use super::{Done, Exit};
use crate::view;
use serde_json::json;

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
    /// Stop after so many orders
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Say everything as JSON, one value a line, the summary last
    #[arg(long)]
    json: bool,
}

/// Goes on with a saved game.
pub(super) fn resume(args: &ResumeArgs, out: &mut Out) -> Done {
    if args.list {
        return Ok(list(args.table.json(), out));
    }
    go_on(&args.save, &args.table, out)
}

/// Goes on with the game of this save.
pub(super) fn go_on(save: &SaveArgs, table: &TableArgs, out: &mut Out) -> Done {
    let file = save.file()?;
    let loaded = save.load(out)?.play()?;
    out.turn(&loaded.session);
    let begun = Begun {
        opened: loaded.opened,
        session: loaded.session,
        seats: loaded.save.header.seats,
        told: loaded.told,
        file: Some(file),
    };
    sit_down(begun, &[], table, out)
}

/// Says which games are kept.
fn list(json: bool, out: &mut Out) -> Exit {
    let games = folder::kept();
    if json {
        for game in &games {
            let reached = game.reached();
            out.json(&json!({
                "name": game.name(),
                "file": game.path,
                "pack": game.save.header.pack,
                "round": reached.map_or(1, |r| r.round),
                "turn": reached.map(|r| &r.turn),
                "won": reached.and_then(|r| r.won.as_ref()),
                "played": game.played(),
            }));
        }
    } else if games.is_empty() {
        out.say("no game has been kept yet");
    } else {
        let rows = games
            .iter()
            .map(|game| [game.name(), game.stands(), game.played()]);
        out.say(&view::text_table(["game", "stands at", "played"], rows));
    }
    Exit::Fine
}

/// Plays a saved game again.
pub(super) fn replay(args: &ReplayArgs, out: &mut Out) -> Done {
    let mut loaded = args.save.load(out)?;
    if !args.verify {
        out.events(&loaded.session, &loaded.events, args.json);
    }
    let count = args.to.unwrap_or(usize::MAX).min(loaded.save.len());
    for number in 0..count {
        let told = (!args.verify && !args.json).then(|| loaded.save.entry(number));
        if let Some(saved) = told.flatten() {
            let line = format!("> {}: {}", saved.by, saved.text);
            out.say(&out.paint().bold(&line));
        }
        let events = loaded.step(number)?;
        out.faults(loaded.session.take_faults());
        if !args.verify {
            out.events(&loaded.session, &events, args.json);
        }
    }
    if args.json {
        out.summary(&loaded.session, "orders", count.into());
    } else if args.verify {
        out.say(&format!("{count} orders, the same game"));
        if let Some(doubt) = loaded.save.doubt() {
            out.say(doubt.sentence());
        }
    } else {
        out.position(&loaded.session);
    }
    Ok(Exit::Fine)
}
