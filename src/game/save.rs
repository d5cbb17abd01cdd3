//! Saved games: a header, then what was done, one thing a line, as JSON lines. Lines are only ever added: also what
//! is taken back is a line. Every line carries a running hash over all before it, so that no line can be changed,
//! lost or moved without a word; wherever a phase ended, the digest of the state stands too, and tells where two
//! versions part. A last line that was cut off while it was written is left out, with a word.

use super::chain::{Chain, is_sealed};
use super::dice::SCHEME;
use super::joint::{JOINT, JOINT_1, Joint};
use super::log::{Doubt, Log, Record};
use super::open::Opened;
use super::seat::Seats;
use super::session::Session;
use super::source::Source;
use sandtable_diag::{FileId, Loc, Problem, from_line, lines, without_mark};
use sandtable_kernel::Event;
use sandtable_pack::{Choices, KeptPack, KeptPacks};
use sandtable_rules::Rules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

mod lines;
mod tale;

pub use lines::{SavedEntry, SavedReached, written};
use lines::{SavedRecord, record};
pub use tale::Tale;

/// The version of the format. The first one had no hashes and no dice, and was written anew when an order was
/// taken back; it is still read.
pub const FORMAT: u32 = 2;
/// The largest save that is read, in bytes.
pub const LIMIT: usize = 64 << 20;

/// A pack as it was when a game was saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackMark {
    /// What it is called.
    pub name: String,
    /// The digest of its text.
    pub digest: String,
}

impl PackMark {
    /// Those of the packs of an edition; none of packs that are gone by now.
    pub fn of(opened: &Opened) -> Vec<Self> {
        let mark = |pack: &KeptPack| Self {
            name: pack.name.clone(),
            digest: pack.digest(),
        };
        let kept = opened.keep();
        kept.map_or_else(|_| Vec::new(), |kept| kept.packs.iter().map(mark).collect())
    }
}

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
    /// The packs it was played with, the base first; saves of before do not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<PackMark>,
    /// Their text, where the save is to need nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<KeptPacks>,
    /// The seed of the dice.
    pub seed: u64,
    /// What the seed comes from, where nobody was to choose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// How the seed becomes dice.
    pub dice: String,
    /// Whose secrets make the dice, where they are several people's; the seed is then that of the opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// Who plays which power; saves of before know nobody.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<String, String>,
}

impl Header {
    /// The header of a game.
    pub fn of(session: &Session, opened: &Opened, seats: &Seats) -> Self {
        Self {
            sandtable_save: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            pack: opened.pack.clone(),
            choices: opened.choices.clone(),
            pack_digest: hex(&session.rules().digest),
            // A pack that is gone by now is known by its digest.
            packs: PackMark::of(opened),
            contents: opened.kept.as_deref().cloned(),
            seed: session.seed(),
            source: None,
            dice: session.joint().map_or(SCHEME, Joint::scheme).to_owned(),
            people: session.joint().map_or_else(Vec::new, |joint| {
                joint.people().map(str::to_owned).collect()
            }),
            seats: seats.words(session.rules()),
        }
    }
    /// Where the running hash of its lines begins: which game it is, whoever plays it.
    pub fn chain(&self) -> Chain {
        let choices = serde_json::to_string(&self.choices);
        let choices = choices.expect("plain texts always become JSON");
        let (pack, dice, seed) = (&self.pack_digest, &self.dice, self.seed);
        let people = self.people.join("\0");
        Chain::of(&format!("{pack}\0{choices}\0{dice}\0{seed}\0{people}"))
    }
    /// The same with the pack of another one, as it stands there.
    #[must_use]
    pub fn of_pack(self, other: &Self) -> Self {
        Self {
            engine: other.engine.clone(),
            pack: other.pack.clone(),
            pack_digest: other.pack_digest.clone(),
            packs: other.packs.clone(),
            ..self
        }
    }
}

/// A save as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Save {
    /// What game it is.
    pub header: Header,
    records: Vec<SavedRecord>,
    /// Which of the records count, by their places.
    counts: Vec<usize>,
    /// What is to be said about a last line that was cut off.
    pub torn: Option<Problem>,
}

impl Save {
    /// What was done and not taken back.
    pub fn entries(&self) -> impl Iterator<Item = &SavedEntry> {
        (0..self.counts.len()).filter_map(|nth| self.entry(nth))
    }
    /// How much that is.
    pub fn len(&self) -> usize {
        self.counts.len()
    }
    /// Whether that is nothing.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
    /// The one of this number, from 0.
    pub fn entry(&self, nth: usize) -> Option<&SavedEntry> {
        match self.records.get(*self.counts.get(nth)?)? {
            SavedRecord::Done(entry) => Some(entry),
            SavedRecord::Undone(_) | SavedRecord::Dice(_) => None,
        }
    }

    /// Why nobody can vouch for its dice, if that is so.
    pub fn doubt(&self, rules: &Rules) -> Option<Doubt> {
        let mut log = Log::default();
        let records = self.records.iter();
        records.for_each(|record| log.recall(record.record(rules)));
        log.doubt()
    }

    /// What the log of a game is in which the first so many entries were done again.
    fn log(&self, session: &Session) -> Log {
        let mut played = session.log().entries().iter();
        let mut log = Log::default();
        for (at, record) in self.records.iter().enumerate() {
            // What counts was done again, and is kept as it came out.
            log.recall(match self.counts.binary_search(&at) {
                Ok(_) => match played.next() {
                    Some(entry) => Record::Done(entry.clone()),
                    None => break,
                },
                Err(_) => record.record(session.rules()),
            });
        }
        log
    }
}

/// The first line of a save: it is sealed by itself, so that seats may change while lines stay.
pub fn first_line(header: &Header) -> String {
    Chain::alone().seal(header)
}

/// A pack's digest as text.
pub fn hex(digest: &[u8]) -> String {
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A game as the text of a save, and the hash to go on from.
pub fn write(session: &Session, header: &Header) -> (String, Chain) {
    let mut chain = header.chain();
    let mut text = first_line(header);
    text.push_str(&written(
        session.rules(),
        session.log().records(),
        &mut chain,
    ));
    (text, chain)
}

/// Whether a text is a save of this very game, now or earlier: nothing is lost where it goes.
pub fn is_earlier(text: &str, session: &Session, header: &Header) -> bool {
    let Ok(save) = read(FileId(0), text) else {
        return false;
    };
    let now = session.log().entries();
    save.header.chain() == header.chain()
        && save.len() <= now.len()
        && (save.entries().zip(now))
            .all(|(saved, entry)| (saved.deed, &saved.text) == (entry.deed, &entry.text))
}

/// Reads the text of a save.
///
/// # Errors
/// It is none, or a line of it is damaged.
pub fn read(file: FileId, text: &str) -> Result<Save, Problem> {
    let ((loc, first), lines) = lines(file, text);
    let header = header_at(loc, first)?;
    let mut chain = (header.sandtable_save > 1).then(|| header.chain());
    let (mut records, mut counts, mut torn) = (Vec::new(), Vec::new(), None);
    for (loc, line) in lines.filter(|(_, line)| !line.trim_end().is_empty()) {
        let record = record(loc, line.trim_end(), chain.as_mut()).and_then(|record| {
            match &record {
                SavedRecord::Undone(count) => {
                    let more = || "more is taken back here than was done".to_owned();
                    let left = counts.len().checked_sub(*count);
                    counts.truncate(left.ok_or_else(|| damaged(loc, more()))?);
                }
                SavedRecord::Done(_) => counts.push(records.len()),
                SavedRecord::Dice(_) => {}
            }
            Ok(record)
        });
        match record {
            Ok(record) => records.push(record),
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
        records,
        counts,
        torn,
    })
}

/// Reads the first line of a save.
///
/// # Errors
/// It is none, or damaged, or of a newer format.
pub fn read_header(first: &str) -> Result<Header, Problem> {
    header_at(Loc::within(FileId(0), 0, 0..0), first).map_err(Problem::unplaced)
}

/// Reads the first line where it stands.
fn header_at(loc: Loc, first: &str) -> Result<Header, Problem> {
    /// Enough of a header to know what the rest of it is.
    #[derive(Deserialize)]
    struct Mark {
        sandtable_save: u32,
    }
    let none = |cause: String| {
        let why = format!("its first line should say which game it is: {cause}");
        in_line(
            Problem::error("save/not-a-save", "this is not a saved game"),
            loc,
            why,
        )
    };
    let first = without_mark(first);
    let found = from_line::<Mark>(first).map_err(none)?.sandtable_save;
    if found == 0 || found > FORMAT {
        let message = format!("this save has format {found}, this program reads 1 to {FORMAT}");
        let problem = Problem::error("save/format", message);
        return Err(problem.help("it was written by a newer version of the program"));
    }
    let sealed = found > 1 || is_sealed(first);
    let header: Header = if sealed {
        let body = Chain::alone().unseal(first.trim_end());
        from_line(&body.map_err(|why| damaged(loc, why))?).map_err(none)?
    } else {
        from_line(first).map_err(none)?
    };
    const KNOWN: [&str; 3] = [SCHEME, JOINT, JOINT_1];
    if !KNOWN.contains(&&*header.dice) {
        let message = format!(
            "this game rolls its dice by `{}`, which this program does not know",
            header.dice
        );
        return Err(
            Problem::error("save/dice", message).help(format!("it knows {}", KNOWN.join(", ")))
        );
    }
    let source = header.source.as_ref();
    source.map_or(Ok(()), |source| source.gives(header.seed))?;
    Ok(header)
}

fn damaged(loc: Loc, what: String) -> Problem {
    let problem = Problem::error("save/damaged", "this line of the save is damaged");
    in_line(problem, loc, what)
}

/// A problem of a line. A line that holds whole packs is not shown.
fn in_line(problem: Problem, loc: Loc, what: String) -> Problem {
    const LONGEST: u32 = 2000;
    if loc.end - loc.start > LONGEST {
        problem.help(what)
    } else {
        problem.at(loc, what)
    }
}

/// Does one saved thing again in a game.
///
/// # Errors
/// It does not fit, or the game is not the one that was saved.
pub fn step(
    session: &mut Session,
    saved: &SavedEntry,
    hashed: bool,
) -> Result<Vec<Event>, Problem> {
    let diverged = |label: String| {
        let message = "the game is not the one that was saved";
        Problem::error("save/diverged", message).at(saved.loc, label)
    };
    let asked = session.pending();
    let asked = asked.map_or("nobody", |d| &session.rules().powers[d.power].name);
    if saved.deed.answers() && asked != saved.by {
        let label = format!("this order is by {}, and here {asked} is asked", saved.by);
        return Err(diverged(label));
    }
    let typed = session.again("save", saved.deed, &saved.text);
    if let Some(problem) = typed.problems.as_ref().and_then(|p| p.iter().next()) {
        return Err(Problem::error(
            "save/diverged",
            format!("the saved order is refused: {}", problem.message),
        )
        .at(saved.loc, "this order was accepted when the game was saved"));
    }
    let done = session.log().entries().last();
    let dice = done.map_or(&[][..], |entry| &entry.dice);
    if hashed && saved.dice != dice {
        return Err(diverged(
            "other dice came up here when the game was saved".to_owned(),
        ));
    }
    if saved
        .digest
        .is_some_and(|digest| digest != session.state().digest())
    {
        let label = "after this order the saved game stood differently";
        return Err(diverged(label.to_owned()));
    }
    Ok(typed.events)
}

/// Does again what was done for the dice of several people before the entry of a number, and after the
/// one before it.
///
/// # Errors
/// It is not what those people could do.
pub fn step_dice(session: &mut Session, save: &Save, nth: usize) -> Result<(), Problem> {
    let end = |nth: usize| save.counts.get(nth).copied();
    let from = nth.checked_sub(1).and_then(end).map_or(0, |at| at + 1);
    let to = end(nth).unwrap_or(save.records.len());
    for record in &save.records[from..to] {
        if let SavedRecord::Dice(saved) = record {
            let done = session.step_dice(&saved.step);
            done.map_err(|problem| problem.at(saved.loc, ""))?;
        }
    }
    Ok(())
}

/// Gives a game that was played again whole the log of its save, with what was taken back.
pub fn recall(session: &mut Session, save: &Save) {
    let log = save.log(session);
    session.recall(log);
}
