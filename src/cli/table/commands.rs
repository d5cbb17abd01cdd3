//! What a person can say at the table that is no order: looking around, taking back, saving.

use super::asked::{explain, hint};
use super::look;
use super::topics::help;
use super::{Said, Table, past};
use crate::files::Over;
use crate::folder;
use crate::keeper::Keeper;
use crate::odds;
use crate::out::Out;
use sandtable_diag::{Problem, Problems};
use sandtable_game::language::VERBS;
use sandtable_game::save::{self, Header};
use sandtable_game::{Changed, Session, changed, open_with, replay_under};
use sandtable_rules::SpaceId;
use sandtable_view as view;
use std::collections::BTreeSet;
use std::path::Path;

/// Whether it could be done.
pub(super) type Told = Result<(), Problems>;
/// What is shown, or why nothing is.
pub(super) type Shown = Result<String, Problems>;

/// A word for the table that is no order.
pub(super) struct Word {
    /// How it is called, usually first.
    pub(super) names: &'static [&'static str],
    /// What may stand behind it.
    pub(super) usage: &'static str,
    /// What it does.
    pub(super) about: &'static str,
    /// Whether only who is asked may say it.
    pub(super) orders: bool,
    /// Does it, with what stands behind it.
    act: Act,
}

type Look = fn(&Session, &str, &Out) -> Shown;
type Do = fn(&mut Table, &str, &mut Out) -> Told;

/// What a word does.
enum Act {
    /// It shows something of the game, here or where one is looked back on.
    Look(Look),
    /// It does something at the table.
    Do(Do),
}

/// The same before it is said what it does: only with that it is a row.
struct Untold(Word);

impl Untold {
    const fn new(names: &'static [&'static str], usage: &'static str, act: Act) -> Self {
        let (about, orders) = ("", false);
        Self(Word {
            names,
            usage,
            about,
            orders,
            act,
        })
    }
    const fn about(self, about: &'static str) -> Word {
        Word { about, ..self.0 }
    }
}

/// A word that shows something.
const fn look(names: &'static [&'static str], usage: &'static str, act: Look) -> Untold {
    Untold::new(names, usage, Act::Look(act))
}

/// A word that does something at the table.
const fn act(names: &'static [&'static str], usage: &'static str, act: Do) -> Untold {
    Untold::new(names, usage, Act::Do(act))
}

/// A word that only who is asked may say.
const fn order(names: &'static [&'static str], usage: &'static str, act: Do) -> Untold {
    let orders = true;
    let Untold(word) = Untold::new(names, usage, Act::Do(act));
    Untold(Word { orders, ..word })
}

/// All of them, in the order that help lists them.
pub(super) const WORDS: &[Word] = &[
    act(&["help", "h", "?"], "[WORD|TOPIC]", help)
        .about("what can be said, or what a word does; topics: names, moving, buying, battle, aims, past"),
    look(&["legal"], "[WORD]", look::legal)
        .about("the orders that may be given, or those with this word in them"),
    look(&["show"], "SPACE | battle [SPACE]", look::show)
        .about("what is in a space, or how the last battle there went"),
    look(&["units"], "[TYPE, SPACE, POWER]", look::units)
        .about("your units in one list, or only these"),
    look(&["from"], "SPACE", look::from)
        .about("where your units there can still move, and how far"),
    look(&["reach"], "SPACE", look::reach)
        .about("what you and others can bring there with their next moves"),
    look(&["airborne"], "", look::airborne)
        .about("aircraft that must still come down, and where they can"),
    look(&["prices"], "", look::prices)
        .about("what can be bought, the treasury and the room there is"),
    look(&["moves"], "", look::moves)
        .about("what was ordered in this phase"),
    look(&["battles"], "", look::battles)
        .about("the battles to be fought as things stand"),
    look(&["objectives"], "[POWER]", look::objectives)
        .about("what each objective pays, and what it lacks"),
    look(&["victory"], "", look::victory)
        .about("the ways to win, and what they lack"),
    look(&["log"], "[N]", look::log)
        .about("what happened last"),
    act(&["story"], "", look::story)
        .about("what programs did since your last order, in full"),
    look(&["board"], "", look::board)
        .about("the powers in figures"),
    look(&["map"], "[[--force] FILE.svg]", look::map)
        .about("the picture of the board"),
    look(&["odds"], "SPACE", odds::at_the_table)
        .about("what a battle there will cost; also of two forces in quotation marks"),
    look(&["danger"], "SPACE [\"UNITS\"]", odds::danger)
        .about("what each enemy could strike back with at your units there, or at these, and whether that makes it a dead zone"),
    act(&["explain", "why"], "[ID|ai]", explain)
        .about("why an order was refused, what the last dice were for, a printed rule, or what programs thought in their last turns"),
    act(&["hint"], "", hint)
        .about("what a program would do in your place, and why"),
    order(&["undo"], "[N|phase|turn]", past::undo)
        .about("takes your last orders back, and what programs answered; with several people, none after which another one acted or saw dice"),
    order(&["redo"], "[N]", past::redo)
        .about("does again what was taken back"),
    act(&["branch"], "[NAME | drop NAME]", past::branch)
        .about("tries a plan with other dice; the game itself waits. Alone it lists the plans; `drop` forgets one"),
    act(&["back"], "", past::back)
        .about("from a branch back to the game"),
    order(&["adopt"], "", past::adopt)
        .about("gives the orders of a branch in the game, as far as no dice are rolled"),
    order(&["edit"], "[put|clear|give|set …]", past::edit)
        .about("changes the position by hand; alone, every line does until `done`"),
    act(&["standing"], "[[POWER] QUESTION: ANSWER]", past::standing)
        .about("what a power answers by itself from now on: losses, retreats, who submerges, offers; alone, what holds"),
    look(&["history"], "[N]", look::history)
        .about("what was ordered last"),
    act(&["save"], "[--force] FILE", save)
        .about("saves the game; `--force` writes over a file that is not an earlier save of it"),
    order(&["reload"], "", reload)
        .about("reads the pack again and goes on"),
    act(&["quit", "q", "exit"], "", quit)
        .about("leaves"),
];

/// The word that a line begins with, and what stands behind it.
pub(super) fn word(line: &str) -> Option<(&'static Word, &str)> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let name = name.to_lowercase();
    let word = WORDS.iter().find(|w| w.names.contains(&&*name))?;
    Some((word, rest.trim()))
}

/// Whether a line says that somebody leaves.
pub(super) fn leaves(line: &str) -> bool {
    word(line).is_some_and(|(word, _)| word.names.contains(&"quit"))
}

/// Does what a line says; `None`: it begins with no such word.
pub(super) fn run(table: &mut Table, line: &str, out: &mut Out) -> Option<Told> {
    let (word, rest) = word(line)?;
    Some(match word.act {
        Act::Do(act) => act(table, rest, out),
        Act::Look(look) => look(&table.session, rest, out).map(|text| out.say(&text)),
    })
}

/// Shows what a line asks for, where nothing can be done; `None`: it begins with no such word.
pub(crate) fn show(session: &Session, line: &str, out: &mut Out) -> Option<Told> {
    let (word, rest) = word(line)?;
    match word.act {
        Act::Look(look) => Some(look(session, rest, out).map(|text| out.say(&text))),
        Act::Do(_) => None,
    }
}

/// The words with which something is shown.
pub(crate) fn shown() -> impl Iterator<Item = &'static str> {
    let looks = WORDS.iter().filter(|w| matches!(w.act, Act::Look(_)));
    looks.map(|w| w.names[0])
}

/// Everything that can be completed: commands and verbs, then names and the words between them.
pub(super) fn words(session: &Session) -> view::Completions {
    const BETWEEN: [&str; 8] = ["from", "to", "via", "on", "in", "with", "attacking", "none"];
    let names = session.names();
    let words = WORDS.iter().flat_map(|w| w.names.iter().copied());
    let first = words
        .filter(|name| name.len() > 1)
        .chain(VERBS.iter().map(|v| v.word));
    let named = names
        .units
        .names()
        .chain(names.spaces.names())
        .chain(names.powers.names());
    let game = session.clone();
    let ends = move |from: Option<&str>| {
        let rules = game.rules();
        let name = |space: SpaceId| rules.board.spaces[space].name.replace('_', " ");
        let all = rules.board.spaces.ids();
        let Some(from) = from else {
            let begins = all.filter(|space| !view::ends_from(game.cx(), *space).is_empty());
            return begins.map(name).collect();
        };
        let called = |space: &SpaceId| name(*space).to_lowercase().starts_with(from);
        let from = all.filter(called);
        let ends: BTreeSet<SpaceId> = from
            .flat_map(|from| view::ends_from(game.cx(), from))
            .collect();
        ends.into_iter().map(name).collect()
    };
    view::Completions {
        first: first.map(str::to_owned).collect(),
        later: named.chain(BETWEEN).map(str::to_owned).collect(),
        ends: Some(Box::new(ends)),
    }
}

/// What stands behind a word that writes a file: the file, and whether it may be written over.
pub(super) fn file(rest: &str) -> (&Path, bool) {
    let forced = rest.strip_prefix("--force ").map(str::trim);
    (Path::new(forced.unwrap_or(rest)), forced.is_some())
}

fn save(table: &mut Table, rest: &str, out: &mut Out) -> Told {
    if rest.is_empty() {
        let problem = Problem::error("save/where", "the file is missing");
        return Err(problem.help("say `save FILE`").into());
    }
    table.plans.off()?;
    let (path, force) = file(rest);
    if let Some(keeper) = table.keeper.as_mut().filter(|k| k.is_in(path)) {
        keeper.keep(&table.session)?;
    } else {
        let header = Header::of(&table.session, &table.opened, &table.seats);
        let earlier = |text: &str| save::is_earlier(text, &table.session, &header);
        let over = Over::Only(&earlier).or_forced(force);
        Keeper::begin(path, header.clone(), &table.session, &over)?;
    }
    table.asked = table.session.log().records().len();
    out.say("written");
    Ok(())
}

/// Leaves; whoever sits at a terminal is told first that the game is not kept anywhere.
pub(super) fn quit(table: &mut Table, _: &str, out: &mut Out) -> Told {
    let orders = table.session.log().records().len();
    let unkept = table.keeper.is_none() && table.input.interactive() && table.asked < orders;
    if unkept {
        table.asked = orders;
        out.say("This game is not kept: `save FILE` keeps it, `quit` once more leaves it.");
    }
    let plans = table.plans.names();
    if !plans.is_empty() && !table.gives_up {
        table.gives_up = true;
        out.say(&format!(
            "Plans are kept nowhere: {} will be gone.",
            plans.join(", ")
        ));
        if table.input.interactive() && !unkept {
            out.say("`adopt` gives the orders of the one that is tried; `quit` once more leaves.");
            return Ok(());
        }
    }
    if unkept {
        return Ok(());
    }
    let file = table.keeper.as_ref().and_then(Keeper::path);
    if let Some(file) = file.filter(|_| table.input.interactive()) {
        let file = folder::named_so(file);
        let file = file.map_or_else(String::new, |file| format!(" {file}"));
        out.say(&format!(
            "The game is kept: `sandtable resume{file}` goes on with it."
        ));
    }
    table.left = true;
    Ok(())
}

/// Reads the pack again and keeps the game, if both can be.
fn reload(table: &mut Table, _: &str, out: &mut Out) -> Told {
    table.plans.off()?;
    let mut opened = open_with(&table.opened.pack, &table.opened.choices)?;
    if table.opened.kept.is_some() {
        opened.kept = Some(opened.keep()?);
    }
    match changed(&table.opened, &opened) {
        Changed::Nothing => {
            out.say("nothing has changed");
            return Ok(());
        }
        Changed::Words => {
            out.problems(&opened.warnings);
            out.say("the rules are as they were; what is said about them is new");
        }
        Changed::Rules => {
            let session = replay_under(&table.session, &opened)?;
            out.problems(&opened.warnings);
            out.say(match session.state() == table.session.state() {
                true => "the new rules hold; the game stands as it did",
                false => "the new rules hold; every order was carried out again, and the game stands differently now",
            });
            table.session = session;
            table.roll.forget();
            table.said = Said::Nothing;
        }
    }
    table.opened = opened;
    let header = Header::of(&table.session, &table.opened, &table.seats);
    if let Some(keeper) = &mut table.keeper {
        keeper.keep_as(header, &table.session)?;
    }
    Ok(())
}

/// An order as people read it; names are the same with blanks as with underscores.
pub(super) fn plain(order: &str) -> String {
    order.replace('_', " ")
}
