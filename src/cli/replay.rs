//! `sandtable resume` and `sandtable replay`: saved games.

use super::out::Out;
use super::saved::SaveArgs;
use super::table::{Begun, TableArgs, sit_down};
use super::{Done, Exit};

/// The arguments of `resume`.
#[derive(clap::Args, Debug)]
pub(super) struct ResumeArgs {
    #[command(flatten)]
    save: SaveArgs,
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
    let loaded = args.save.load()?.play()?;
    out.problems(&loaded.problems);
    out.turn(&loaded.session);
    let begun = Begun {
        opened: loaded.opened,
        session: loaded.session,
        seats: loaded.save.header.seats,
        file: Some(args.save.file()),
    };
    sit_down(begun, &[], &args.table, out)
}

/// Plays a saved game again.
pub(super) fn replay(args: &ReplayArgs, out: &mut Out) -> Done {
    let mut loaded = args.save.load()?;
    out.problems(&loaded.problems);
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
