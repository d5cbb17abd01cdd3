//! Running hashes over lines of JSON: each line ends with one over itself and all before it, so that none can be
//! changed, lost or moved without a word.

use sandtable_diag::to_line;
use serde::Serialize;

/// A running hash over lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain(blake3::Hash);

/// How the hash of a line stands at its end.
const SEAL: &str = ",\"hash\":\"";
/// So many letters of it.
const LETTERS: usize = 8;

impl Chain {
    /// The beginning, from what the lines belong to.
    pub fn of(what: &str) -> Self {
        Self(blake3::hash(what.as_bytes()))
    }
    /// The beginning of a line that stands for itself.
    pub fn alone() -> Self {
        Self::of("")
    }
    /// The hash so far, long enough for a name.
    pub fn id(&self) -> String {
        self.0.to_hex()[..32].to_owned()
    }
    /// The hash so far, in short.
    pub fn letters(&self) -> String {
        self.0.to_hex()[..LETTERS].to_owned()
    }
    /// Goes on over a line, without its own hash.
    fn over(&mut self, body: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.0.as_bytes()).update(body.as_bytes());
        self.0 = hasher.finalize();
        self.letters()
    }
    /// A value as a line with its hash.
    pub fn seal(&mut self, value: &impl Serialize) -> String {
        self.seal_body(to_line(value).trim_end())
    }
    /// A line again with its hash, whatever stands before it now.
    pub fn seal_body(&mut self, body: &str) -> String {
        let hash = self.over(body);
        format!("{}{SEAL}{hash}\"}}\n", &body[..body.len() - 1])
    }
    /// A line without its hash.
    ///
    /// # Errors
    /// It has none, or another one.
    pub fn unseal(&mut self, line: &str) -> Result<String, String> {
        let parts = line
            .strip_suffix("\"}")
            .and_then(|line| line.rsplit_once(SEAL));
        let Some((body, hash)) = parts.filter(|(_, hash)| hash.len() == LETTERS) else {
            return Err("its hash is missing".to_owned());
        };
        let body = format!("{body}}}");
        if self.over(&body) == hash {
            Ok(body)
        } else {
            Err("its hash does not fit: this line or one before it was changed".to_owned())
        }
    }
}

/// Whether a line ends with a hash.
pub fn is_sealed(line: &str) -> bool {
    line.contains(SEAL)
}
