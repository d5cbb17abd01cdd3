//! Letters of a game that is played by mail or in a forum: the lines of a save that the other side lacks, in a block of
//! plain text that no mailer breaks. Everything a line says is proved by the running hash that it ends with.

use super::save::{self, Header};
use super::session::Session;
use crate::diag::Problem;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
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
    /// How many records are in it.
    pub fn len(&self) -> usize {
        self.lines.len()
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
    /// Reads the block in a text; what stands around it, and signs of quotation before its lines, do not matter.
    ///
    /// # Errors
    /// `mail/no-letter`: there is none. `mail/damaged`: it is not whole. `mail/format`: it is of a newer form.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let bare = |line: &str| {
            line.trim_start_matches(['>', '|', ' ', '\t'])
                .trim_end()
                .to_owned()
        };
        let lines: Vec<String> = text.lines().map(bare).collect();
        let begin = lines.iter().position(|line| line == BEGIN);
        let Some(begin) = begin else {
            let problem = Problem::error("mail/no-letter", "there is no letter in this text");
            return Err(problem.help(format!("it begins with `{BEGIN}`")));
        };
        let damaged = |why: &str| {
            let message = format!("the letter is damaged: {why}");
            Problem::error("mail/damaged", message).help("copy all of it, to its last line")
        };
        let end = lines.iter().position(|line| line == END);
        let body = end.and_then(|end| lines.get(begin + 1..end));
        let body = body.ok_or_else(|| damaged("its last line is missing"))?;
        let text: String = body
            .concat()
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect();
        let packed = BASE64
            .decode(text)
            .map_err(|_| damaged("it holds strange letters"))?;
        let json = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, LIMIT);
        let json = json.map_err(|_| damaged("letters are missing or others"))?;
        let letter: Self =
            serde_json::from_slice(&json).map_err(|_| damaged("it says nothing that is known"))?;
        if letter.sandtable_letter != FORMAT {
            let message = format!(
                "this letter has format {}, this program reads {FORMAT}",
                letter.sandtable_letter
            );
            return Err(Problem::error("mail/format", message));
        }
        Ok(letter)
    }
    /// A save with what the letter says behind it; without one the letter begins it.
    ///
    /// # Errors
    /// `mail/other-game`: it is of another game. `mail/gap`: something before it is missing. `mail/parted`:
    /// the letter and the save tell the game differently.
    pub fn behind(&self, own: Option<&str>) -> Result<String, Problem> {
        let header = save::read_header(&self.header)?;
        let Some(own) = own else {
            if self.base > 0 {
                return Err(self.gap(0));
            }
            return Ok(std::iter::once(&self.header)
                .chain(&self.lines)
                .map(|l| format!("{l}\n"))
                .collect());
        };
        let mut lines = own.lines();
        let mine = save::read_header(lines.next().unwrap_or_default())?;
        if mine.chain() != header.chain() {
            let problem = Problem::error("mail/other-game", "this letter is of another game");
            return Err(problem.help(difference(&mine, &header)));
        }
        let lines: Vec<&str> = lines.collect();
        if self.base > lines.len() {
            return Err(self.gap(lines.len()));
        }
        let mut both = lines[self.base..].iter().zip(&self.lines).enumerate();
        if let Some((nth, (own, theirs))) = both.find(|(_, (own, theirs))| *own != theirs) {
            let message = format!("the two games part at record {}", self.base + nth + 1);
            let problem = Problem::error("mail/parted", message);
            return Err(problem.help(format!("here it is {own}, in the letter {theirs}")));
        }
        let new = self.lines.iter().skip(lines.len() - self.base);
        let mut text = own.to_owned();
        new.for_each(|line| text.extend([line, "\n"]));
        Ok(text)
    }
    fn gap(&self, have: usize) -> Problem {
        let message = format!(
            "this letter goes on from record {}, and only {have} are here",
            self.base
        );
        Problem::error("mail/gap", message).help(format!(
            "a letter before it was not taken in; `mail out --since {have}` at the other side sends all that is missing"
        ))
    }
}

/// In what two headers differ.
fn difference(mine: &Header, theirs: &Header) -> String {
    if mine.pack_digest != theirs.pack_digest {
        return "the packs or their versions differ: one of you has changed it, or an option"
            .to_owned();
    }
    if mine.choices != theirs.choices {
        return "other overlays or options were chosen".to_owned();
    }
    "the seeds or the people differ".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        Letter {
            sandtable_letter: FORMAT,
            header: String::new(),
            base: 3,
            lines: vec!["one".repeat(100), "two".to_owned()],
        }
    }

    #[test]
    fn a_block_reads_back_through_quotation() {
        let block = letter().block();
        assert!(block.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(Letter::read(&block).map_err(|p| p.code), Ok(letter()));
        let quoted: String = block.lines().map(|l| format!("> > {l} \r\n")).collect();
        let mail = format!("Dear Bob,\n{quoted}\nYours, Ann");
        assert_eq!(Letter::read(&mail).map_err(|p| p.code), Ok(letter()));
    }

    #[test]
    fn what_is_no_whole_block_is_refused() {
        let block = letter().block();
        let code = |text: &str| Letter::read(text).map_err(|p| p.code).err();
        assert_eq!(code("hello"), Some("mail/no-letter"));
        assert_eq!(code(&block.replace(END, "")), Some("mail/damaged"));
        for at in BEGIN.len() + 1..block.len() - END.len() - 2 {
            let mut other = block.clone().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).expect("plain letters");
            // A letter may hold a bit that means nothing.
            let same = |read: Letter| read == letter();
            assert!(Letter::read(&other).map_or(true, same), "{at}");
        }
    }
}
