//! Saved games, opened with the pack they were played with.

use super::open::{Opened, open_kept, open_with};
use super::save::{self, Header, PackMark, Save};
use super::session::Session;
use sandtable_diag::{Problem, Problems};
use sandtable_kernel::Event;
use std::sync::Arc;

/// How the pack of a save is had.
pub type Opener<'a> = &'a dyn Fn(&Header) -> Result<(Opened, Option<Opened>), Problems>;

/// A saved game, ready to be played again.
pub struct Loaded {
    /// The save.
    pub save: Save,
    /// Its pack.
    pub opened: Opened,
    /// The pack as it is now, where the save holds another one.
    pub now: Option<Opened>,
    /// The game, as far as it was played again.
    pub session: Session,
    /// What happened before the first order.
    pub events: Vec<Event>,
    /// What is odd about the save, with its text as a source.
    pub problems: Problems,
}

impl Loaded {
    /// The game of a save's text as it began, with its own pack or another place of it.
    ///
    /// # Errors
    /// It is no save, or its pack cannot be read, or is another one now.
    pub fn begin(name: &str, text: &str, pack: Option<&str>) -> Result<Self, Problems> {
        Self::begin_with(name, text, &|header| open_of(header, pack))
    }

    /// The same with a pack that is had in another way; with the one that is there now, where that is another one.
    ///
    /// # Errors
    /// As of [`Self::begin`].
    pub fn begin_with(name: &str, text: &str, open: Opener<'_>) -> Result<Self, Problems> {
        let (mut problems, file) = Problems::about(name, text);
        let mut save = save::read(file, text).map_err(|problem| problems.clone().with(problem))?;
        if let Some(torn) = save.torn.take() {
            problems.push(torn);
        }
        let (opened, now) = open(&save.header)?;
        if let Some(warning) = other_pack(&save, &opened, now.is_some()) {
            problems.push(match save.header.people.is_empty() {
                true => warning,
                false => warning.help(
                    "everybody plays by the same rules: it goes on with the pack that it began with, with another one `replay` looks at it",
                ),
            });
        }
        let (mut session, events) = opened.begin(save.header.seed)?;
        if !save.header.people.is_empty() {
            session.share(save.header.people.iter().cloned(), &save.header.dice);
        }
        Ok(Self {
            save,
            opened,
            now,
            session,
            events,
            problems,
        })
    }

    /// Makes sure that the pack is the very one that the game began with: where dice are several people's, everybody
    /// plays by the same rules.
    ///
    /// # Errors
    /// `mail/other-pack`: it is another one.
    pub fn has_its_pack(&self) -> Result<(), Problem> {
        let header = &self.save.header;
        let digest = save::hex(&self.opened.rules.digest);
        if digest == header.pack_digest {
            return Ok(());
        }
        let here = PackMark::of(&self.opened);
        Err(mail_other_pack(&header.pack, &header.packs, &here))
    }

    /// Does the entry of this number again.
    ///
    /// # Errors
    /// It is refused, or comes out otherwise than it was saved.
    pub fn step(&mut self, number: usize) -> Result<Vec<Event>, Problems> {
        let Some(entry) = self.save.entry(number) else {
            return Ok(Vec::new());
        };
        let hashed = self.save.header.sandtable_save > 1;
        let session = &mut self.session;
        let done = save::step_dice(session, &self.save, number);
        let done = done.and_then(|()| save::step(session, entry, hashed));
        done.map_err(|problem| {
            let mut problems = self.problems.clone();
            problems.push(match problem.help {
                None => problem.help(
                    "it was saved by another version of the program or of the pack; a self-contained save keeps its rules",
                ),
                Some(_) => problem,
            });
            problems
        })
    }

    /// Does everything again, and remembers what was taken back.
    ///
    /// # Errors
    /// An order is refused, or comes out otherwise than it was saved.
    pub fn play(mut self) -> Result<Self, Problems> {
        for number in 0..self.save.len() {
            self.step(number)?;
        }
        save::step_dice(&mut self.session, &self.save, self.save.len())?;
        save::recall(&mut self.session, &self.save);
        Ok(self)
    }
}

/// The pack of a save: the one in it, or else the one that is there now. With the one in it, the one that is there now
/// where it is another one.
fn open_of(header: &Header, pack: Option<&str>) -> Result<(Opened, Option<Opened>), Problems> {
    let elsewhere = |mut problems: Problems| {
        problems.retain_mut(|problem| {
            if problem.code == "pack/no-pack" {
                problem.help = Some("`--pack` says where the pack of this game is here".to_owned());
            }
            true
        });
        problems
    };
    let now = || open_with(pack.unwrap_or(&header.pack), &header.choices).map_err(elsewhere);
    match &header.contents {
        Some(kept) if pack.is_none() => {
            let kept = Arc::new(kept.clone());
            let opened = open_kept(&header.pack, &kept, &header.choices)?;
            let other = |now: &Opened| now.rules.digest != opened.rules.digest;
            let now = now().ok().filter(other);
            Ok((opened, now))
        }
        _ => Ok((now()?, None)),
    }
}

/// Somebody plays a game by mail with another pack than the others: what is different about it.
pub(super) fn mail_other_pack(pack: &str, theirs: &[PackMark], here: &[PackMark]) -> Problem {
    let short = |mark: &PackMark| mark.digest.chars().take(12).collect::<String>();
    let differs = |mark: &&PackMark| !here.contains(mark);
    let differences = theirs.iter().filter(differs).map(|mark| {
        let own = here.iter().find(|own| own.name == mark.name);
        let own = own.map_or("none".to_owned(), short);
        format!("`{}`: {} in the game, {own} here", mark.name, short(mark))
    });
    let mut differences: Vec<String> = differences.collect();
    let more = here
        .iter()
        .filter(|own| theirs.iter().all(|t| t.name != own.name));
    differences
        .extend(more.map(|own| format!("`{}`: none in the game, {} here", own.name, short(own))));
    let message = format!("the pack `{pack}` here is not the one that this game began with");
    let help = match differences.is_empty() {
        true => "its text is the same: the programs are of different versions".to_owned(),
        false => format!(
            "digests of {}; everybody plays with the same text, and `--pack` says where it is",
            differences.join("; ")
        ),
    };
    Problem::error("mail/other-pack", message).help(help)
}

/// What is to be said where the pack of a save is another one now.
fn other_pack(save: &Save, opened: &Opened, kept: bool) -> Option<Problem> {
    let header = &save.header;
    let pack = &header.pack;
    if kept {
        let message = format!("the pack `{pack}` has changed since this game was saved");
        let problem = Problem::warning("save/other-pack", message);
        return Some(problem.help(
            "the game goes on with the rules in its save; `--pack` has it go on with others, if it comes out the same",
        ));
    }
    if save::hex(&opened.rules.digest) == header.pack_digest {
        return None;
    }
    let marks = PackMark::of(opened);
    let names = |marks: &[PackMark]| marks.iter().map(|m| m.name.clone()).collect::<Vec<_>>();
    let asked = &opened.pack;
    if asked != pack && names(&header.packs) != names(&marks) {
        let message = format!("this game was played with `{pack}`, and `{asked}` is asked for");
        let help = "it goes on with that one as long as it comes out the same; without `--pack` it has its own";
        return Some(Problem::warning("save/other-pack", message).help(help));
    }
    let changed = |mark: &&PackMark| !marks.contains(mark);
    let changed = header.packs.iter().filter(changed);
    let changed: Vec<String> = changed.map(|mark| format!("`{}`", mark.name)).collect();
    let message = match changed.as_slice() {
        [] => format!("the pack `{pack}` is not the one this game was played with"),
        changed => {
            let have = if changed.len() > 1 { "have" } else { "has" };
            format!(
                "{} {have} changed since this game was saved",
                changed.join(" and ")
            )
        }
    };
    let problem = Problem::warning("save/other-pack", message);
    Some(problem.help(
        "the game goes on under the rules as they are now, as long as it comes out the same; `--pack` names others",
    ))
}
