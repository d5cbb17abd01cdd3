//! Saved games: a header and one order a line, as JSON lines, with the state's digest wherever a
//! phase ended. Reading one back plays the orders again; a digest that differs tells where two
//! versions part. A last line that was cut off while it was written is left out, with a word.

use super::dice::SCHEME;
use super::seat::Seats;
use super::session::{Entry, Session};
use crate::diag::{FileId, Loc, Problem, from_line, lines, to_line};
use crate::kernel::Event;
use crate::pack::Choices;
use crate::rules::Rules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The version of the format.
pub const FORMAT: u32 = 1;
/// The largest save that is read, in bytes.
pub const LIMIT: usize = 64 << 20;

/// The first line of a save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format; its name marks the file as one of ours.
    pub sandtable_save: u32,
    /// The version of the program that wrote it.
    pub engine: String,
    /// The pack, as it was named when the game began.
    pub pack: String,
    /// The overlays and options it was played with.
    #[serde(flatten)]
    pub choices: Choices,
    /// The digest of the pack.
    pub pack_digest: String,
    /// The seed of the dice.
    pub seed: u64,
    /// How the seed becomes dice.
    pub dice: String,
    /// Who plays which power; saves of before know nobody.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<String, String>,
}

impl Header {
    /// The header of a game.
    pub fn of(session: &Session, pack: &str, choices: &Choices, seats: &Seats) -> Self {
        Self {
            sandtable_save: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            pack: pack.to_owned(),
            choices: choices.clone(),
            pack_digest: hex(&session.rules().digest),
            seed: session.seed(),
            dice: SCHEME.to_owned(),
            seats: seats.words(session.rules()),
        }
    }
    /// Whether both are of one game, whoever plays it and by which version.
    fn same_game(&self, other: &Self) -> bool {
        let game = |h: &Self| {
            (
                h.pack_digest.clone(),
                h.choices.clone(),
                h.seed,
                h.dice.clone(),
            )
        };
        game(self) == game(other)
    }
}

/// An order in a save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SavedLine {
    by: String,
    order: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
}

/// An order as it was read, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedOrder {
    /// Its line.
    pub loc: Loc,
    /// Who gave it.
    pub by: String,
    /// The order.
    pub order: String,
    /// The state's digest after it.
    pub digest: Option<u64>,
}

/// A save as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Save {
    /// What game it is.
    pub header: Header,
    /// Where the header stands.
    pub loc: Loc,
    /// What was ordered.
    pub orders: Vec<SavedOrder>,
    /// What is to be said about a last line that was cut off.
    pub torn: Option<Problem>,
}

/// A pack's digest as text.
pub fn hex(digest: &[u8]) -> String {
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// An order as a line of a save.
pub fn line(rules: &Rules, entry: &Entry) -> String {
    to_line(&SavedLine {
        by: rules.powers[entry.by].name.clone(),
        order: entry.text.clone(),
        digest: entry.digest.map(|d| format!("{d:016x}")),
    })
}

/// A game as the text of a save.
pub fn write(session: &Session, header: &Header) -> String {
    let orders = session.log().iter();
    let lines = orders.map(|entry| line(session.rules(), entry));
    std::iter::once(to_line(header)).chain(lines).collect()
}

/// Whether a text is a save of this very game, now or earlier: nothing is lost where it goes.
pub fn is_earlier(text: &str, session: &Session, header: &Header) -> bool {
    let Ok(save) = read(FileId(0), text) else {
        return false;
    };
    let now = session.log().iter();
    save.header.same_game(header)
        && save.orders.len() <= session.log().len()
        && (save.orders.iter().zip(now)).all(|(saved, entry)| saved.order == entry.text)
}

/// Reads the text of a save.
///
/// # Errors
/// It is none, or a line of it is damaged.
pub fn read(file: FileId, text: &str) -> Result<Save, Problem> {
    let ((loc, first), lines) = lines(file, text);
    let header: Header = from_line(first).map_err(|cause| {
        let why = format!("its first line should say which game it is: {cause}");
        Problem::error("save/not-a-save", "this is not a saved game").at(loc, why)
    })?;
    if header.sandtable_save != FORMAT {
        let found = header.sandtable_save;
        let message = format!("this save has format {found}, this program reads format {FORMAT}");
        return Err(Problem::error("save/format", message).at(loc, ""));
    }
    if header.dice != SCHEME {
        let message = format!(
            "this game rolls its dice by `{}`, which this program does not know",
            header.dice
        );
        return Err(Problem::error("save/dice", message)
            .at(loc, "")
            .help(format!("it knows `{SCHEME}`")));
    }
    let (mut orders, mut torn) = (Vec::new(), None);
    for (loc, line) in lines.filter(|(_, line)| !line.trim_end().is_empty()) {
        match order(loc, line) {
            Ok(order) => orders.push(order),
            Err(_) if loc.end as usize == text.len() => {
                let message = "the last line of the save was cut off";
                let problem = Problem::warning("save/torn", message)
                    .at(loc, "this order was not written whole, and is left out");
                torn = Some(problem);
            }
            Err(problem) => return Err(problem),
        }
    }
    Ok(Save {
        header,
        loc,
        orders,
        torn,
    })
}

/// Reads a line with an order.
fn order(loc: Loc, line: &str) -> Result<SavedOrder, Problem> {
    let damaged = |what: String| {
        Problem::error("save/damaged", "this line of the save is damaged").at(loc, what)
    };
    let line: SavedLine = from_line(line).map_err(damaged)?;
    let digest = line.digest.map(|d| u64::from_str_radix(&d, 16)).transpose();
    Ok(SavedOrder {
        loc,
        by: line.by,
        order: line.order,
        digest: digest.map_err(|_| damaged("its digest is not a number".to_owned()))?,
    })
}

/// Plays one saved order in a game.
///
/// # Errors
/// The order does not fit, or the game is not the one that was saved.
pub fn step(
    session: &mut Session,
    saved: &SavedOrder,
    verify: bool,
) -> Result<Vec<Event>, Problem> {
    let asked = session.pending();
    let asked = asked.map_or("nobody", |d| &session.rules().powers[d.power].name);
    if asked != saved.by {
        let message = "the game is not the one that was saved";
        let label = format!("this order is by {}, and here {asked} is asked", saved.by);
        return Err(Problem::error("save/diverged", message).at(saved.loc, label));
    }
    let typed = session.repeat("save", &saved.order);
    if let Some(problem) = typed.problems.as_ref().and_then(|p| p.iter().next()) {
        return Err(Problem::error(
            "save/diverged",
            format!("the saved order is refused: {}", problem.message),
        )
        .at(saved.loc, "this order was accepted when the game was saved")
        .help("the game was saved by another version of the program or the pack"));
    }
    if let Some(digest) = saved.digest.filter(|_| verify)
        && digest != session.state().digest()
    {
        return Err(
            Problem::error("save/diverged", "the game is not the one that was saved").at(
                saved.loc,
                "after this order the saved game stood differently",
            ),
        );
    }
    Ok(typed.events)
}
