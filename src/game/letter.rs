//! Letters of a game that is played by mail or in a forum: the lines of a save that the other side lacks, in a block of
//! plain text that no mailer breaks. Everything a line says is proved by the running hash that it ends with.

use super::loaded::mail_other_pack;
use super::save::{self, Header, Tale};
use super::session::Session;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use sandtable_diag::{FileId, Loc, Problem, Problems, Severity, lines};
use serde::{Deserialize, Serialize};

const BEGIN: &str = "----- BEGIN SANDTABLE LETTER -----";
const END: &str = "----- END SANDTABLE LETTER -----";
/// So many letters stand in a line of a block.
const WIDTH: usize = 72;
/// No letter says more, in bytes.
const LIMIT: usize = 16 << 20;
/// The version of the form.
const FORMAT: u32 = 1;

/// A part of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Letter {
    sandtable_letter: u32,
    /// The first line of the save, as the sender has it.
    header: String,
    /// So many records stand before those in it.
    base: usize,
    /// The lines of the records.
    lines: Vec<String>,
}

impl Letter {
    /// What happened in a game since so many records.
    pub fn since(session: &Session, header: &Header, base: usize) -> Self {
        let (text, _) = save::write(session, header);
        let mut lines = text.lines().map(str::to_owned);
        Self {
            sandtable_letter: FORMAT,
            header: lines.next().unwrap_or_default(),
            base,
            lines: lines.skip(base).collect(),
        }
    }
    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
    /// The block of text.
    pub fn block(&self) -> String {
        let json = serde_json::to_vec(self).expect("plain texts always become JSON");
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&json, 9);
        let text = BASE64.encode(packed);
        let mut block = format!("{BEGIN}\n");
        for line in text.as_bytes().chunks(WIDTH) {
            block.extend(line.iter().map(|byte| char::from(*byte)));
            block.push('\n');
        }
        block + END + "\n"
    }
    /// Reads every block in a text, those that go on from fewer records first. What stands around them does not matter,
    /// nor what mailers and forums make of lines. Beside one that is whole, others that are not are left out: why each is.
    ///
    /// # Errors
    /// `mail/no-letter`: there is none. `mail/damaged`: none is whole. `mail/format`: it is of a newer form.
    pub fn read(text: &str) -> Result<(Vec<Self>, Problems), Problems> {
        let (mut problems, file) = Problems::about("letter", text);
        let (mut letters, mut left_out) = (Vec::new(), Vec::new());
        for block in blocks(file, text) {
            match block.and_then(|block| block.letter()) {
                Ok(letter) => letters.push(letter),
                Err(problem) => left_out.push(problem),
            }
        }
        if letters.is_empty() {
            let none = Problem::error("mail/no-letter", "there is no letter in this text");
            let none = none.help(format!("it begins with `{BEGIN}`"));
            problems.push(left_out.into_iter().next().unwrap_or(none));
            return Err(problems);
        }
        let warnings = left_out.into_iter().map(Self::left_out);
        problems.extend(warnings);
        letters.sort_by_key(|letter| letter.base);
        Ok((letters, problems))
    }
    /// Why a letter beside one that was taken in is not.
    pub fn left_out(problem: Problem) -> Problem {
        Problem {
            severity: Severity::Warning,
            message: format!("a letter is left out: {}", problem.message),
            ..problem
        }
    }
    /// The game as it stands here, if it does, and what the letter tells of it.
    ///
    /// # Errors
    /// `mail/other-game`, `mail/other-pack`: it is of another game. `mail/gap`: something before it is missing. `mail/parted`,
    /// `mail/two-secrets`: the letter and the save tell the game differently.
    pub fn join(&self, own: Option<&str>) -> Result<Tale, Problem> {
        let header = save::read_header(&self.header)?;
        let mut lines = own.unwrap_or_default().lines();
        let mine = match own {
            Some(_) => save::read_header(lines.next().unwrap_or_default())?,
            None => header.clone(),
        };
        if mine.chain() != header.chain() {
            return Err(of_another(&mine, &header));
        }
        let lines: Vec<&str> = lines.collect();
        let Some(common) = lines.get(..self.base) else {
            return Err(self.gap(lines.len()));
        };
        let theirs: Vec<&str> = (common.iter().copied())
            .chain(self.lines.iter().map(String::as_str))
            .collect();
        let theirs = Tale::of(&mine, &theirs).map_err(|nth| match nth == self.base {
            true => self.gap(lines.len()),
            false => {
                let message = format!(
                    "record {} of the game does not belong to this letter",
                    nth + 1
                );
                Problem::error("mail/damaged", message).help("ask for another one")
            }
        })?;
        let own = Tale::of(&mine, &lines);
        let own = own.map_err(|nth| {
            let message = format!("record {} of the game here does not belong there", nth + 1);
            Problem::error("save/damaged", message)
        })?;
        own.join(theirs)
    }
    fn gap(&self, have: usize) -> Problem {
        let message = format!(
            "this letter goes on from record {}, which is not here",
            self.base
        );
        Problem::error("mail/gap", message).help(format!(
            "here are {have}, and a letter before it was not taken in; `mail out --since 0` at the other side sends everything"
        ))
    }
}

/// A letter as it stands in a text: its lines without what mailers put before and into them.
struct Block {
    begun: Loc,
    lines: Vec<(Loc, String)>,
}

/// What a letter begins and ends with, whatever became of the strokes around it.
const BEGINS: &str = "BEGIN SANDTABLE LETTER";
const ENDS: &str = "END SANDTABLE LETTER";

fn damaged(loc: Loc, why: impl Into<String>) -> Problem {
    let problem = Problem::error("mail/damaged", "this letter is damaged");
    problem
        .at(loc, why)
        .help("copy all of it, from its first line to its last")
}

/// Whether the words that a letter begins or ends with are only spoken of, as the help of this program does.
fn is_spoken_of(before: &str, after: &str) -> bool {
    const QUOTES: &str = "`'\"“”‘’«»";
    let strokes = |c: char| c.is_whitespace() || "-–—".contains(c);
    let quoted = |c: Option<char>| c.is_some_and(|c| QUOTES.contains(c));
    quoted(before.trim_end_matches(strokes).chars().next_back())
        && quoted(after.trim_start_matches(strokes).chars().next())
}

/// The blocks of a text, and what is wrong with those that have no end.
fn blocks(file: FileId, text: &str) -> Vec<Result<Block, Problem>> {
    let (first, others) = lines(file, text);
    let (mut found, mut open): (Vec<Result<Block, Problem>>, Option<Block>) = (Vec::new(), None);
    for (loc, line) in std::iter::once(first).chain(others) {
        let line = plain(line);
        let mut rest = &*line;
        loop {
            let mark = [BEGINS, ENDS]
                .into_iter()
                .filter_map(|m| Some((rest.find(m)?, m)));
            let mark = mark.min();
            let before = mark.map_or(rest, |(at, _)| &rest[..at]);
            if let Some(block) = &mut open {
                let quoted = before.rsplit(['>', '|', ':', '*', '#']).next();
                let strokes = |c: char| c.is_whitespace() || "-–—".contains(c);
                let body = quoted.unwrap_or_default().trim_matches(strokes);
                block.lines.push((loc, body.split_whitespace().collect()));
            }
            let Some((at, mark)) = mark else { break };
            rest = &rest[at + mark.len()..];
            if is_spoken_of(before, rest) {
                continue;
            }
            let block = open.take();
            if mark != BEGINS {
                found.extend(block.map(Ok));
                continue;
            }
            let cut = "another one begins before its last line";
            found.extend(block.map(|block| Err(damaged(block.begun, cut))));
            open = Some(Block {
                begun: loc,
                lines: Vec::new(),
            });
        }
    }
    let cut = open.map(|block| Err(damaged(block.begun, "its last line is missing")));
    found.extend(cut);
    found
}

impl Block {
    fn letter(&self) -> Result<Letter, Problem> {
        let mut text = String::new();
        for (loc, line) in &self.lines {
            let strange = |c: &char| !(c.is_ascii_alphanumeric() || "+/".contains(*c));
            if let Some(c) = line.chars().find(strange) {
                return Err(damaged(*loc, format!("`{c}` stands in no letter")));
            }
            text.push_str(line);
        }
        let json = BASE64.decode(text).ok().and_then(|packed| {
            miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, LIMIT).ok()
        });
        let json = json.ok_or_else(|| self.not_whole())?;
        let known = serde_json::from_slice::<Letter>(&json);
        let letter = known.map_err(|_| damaged(self.begun, "it says nothing that is known"))?;
        if letter.sandtable_letter != FORMAT {
            let message = format!(
                "this letter has format {}, this program reads {FORMAT}",
                letter.sandtable_letter
            );
            return Err(Problem::error("mail/format", message));
        }
        Ok(letter)
    }
    /// Letters are missing or others; a line that is shorter than those around it may be why.
    fn not_whole(&self) -> Problem {
        let full: Vec<_> = self
            .lines
            .iter()
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let full = full.split_last().map_or(&[][..], |(_, before)| before);
        let odd: Vec<_> = full
            .iter()
            .filter(|(_, line)| line.len() != WIDTH)
            .collect();
        match odd.first() {
            Some((loc, line)) if full.len() > 2 * odd.len() => damaged(
                *loc,
                format!(
                    "this line has {} letters, those around it {WIDTH}",
                    line.len()
                ),
            ),
            _ => damaged(self.begun, "letters of it are missing, or others"),
        }
    }
}

/// A line without what mail programs and web pages write for single letters, their tags, and letters that nobody sees.
/// Whatever is blank is a blank.
fn plain(line: &str) -> String {
    let line = unprintable(line.trim_end());
    let mut text = String::new();
    let mut rest = &*line;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, there) = rest.split_at(at);
        text.push_str(before);
        let end = if there.starts_with('<') { '>' } else { ';' };
        let Some(end) = there.find(end) else {
            rest = there;
            break;
        };
        text.extend(entity(&there[1..end]).filter(|_| there.starts_with('&')));
        rest = &there[end + 1..];
    }
    text.push_str(rest);
    let unseen = |c: &char| {
        !matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
    };
    let text: String = text.chars().filter(unseen).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a web page writes so.
fn entity(name: &str) -> Option<char> {
    const NAMED: [(&str, char); 7] = [
        ("gt", '>'),
        ("lt", '<'),
        ("amp", '&'),
        ("nbsp", ' '),
        ("plus", '+'),
        ("sol", '/'),
        ("equals", '='),
    ];
    let Some(number) = name.strip_prefix('#') else {
        return NAMED.iter().find(|(n, _)| *n == name).map(|(_, c)| *c);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}

/// What a mail program writes as `=20`, and the `=` with which it breaks a line; no letter has a `=` of its own.
fn unprintable(line: &str) -> String {
    let mut bytes = Vec::new();
    let mut parts = line.split('=');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.extend(code);
        bytes.extend(part[if code.is_some() { 2 } else { 0 }..].bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// In what the game here and that of a letter differ.
fn of_another(mine: &Header, theirs: &Header) -> Problem {
    let begun = |header: &Header| (header.seed, header.people.clone());
    if begun(mine) == begun(theirs) && mine.pack_digest != theirs.pack_digest {
        return mail_other_pack(&theirs.pack, &theirs.packs, &mine.packs);
    }
    let difference = match mine.choices == theirs.choices {
        true => "the seeds or the people differ",
        false => "other overlays or options were chosen",
    };
    let problem = Problem::error("mail/other-game", "this letter is of another game");
    problem.help(difference)
}
