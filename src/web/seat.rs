//! Tokens: who has one has a seat. They are told once, travel in a cookie that no script can read, and only their
//! hashes are kept.

use axum::http::{HeaderMap, header};
use sandtable_diag::Problem;
use sandtable_game::joint::chance;

/// So many bytes of chance are in a token.
const BYTES: usize = 20;
/// How the cookies of seats begin.
const COOKIE: &str = "seat-";
/// So many tokens of a request are looked at.
const MOST: usize = 16;

/// What a token allows.
#[derive(Clone, Debug)]
pub struct Pass {
    /// To play the powers of a person of this name; `None`: only to look.
    pub name: Option<String>,
    /// To arrange the game.
    pub host: bool,
}

/// A token nobody can guess.
///
/// # Errors
/// As of [`chance`].
pub fn token() -> Result<String, Problem> {
    chance::<BYTES>().map(|bytes| sandtable_game::save::hex(&bytes))
}

/// What is kept of a token. Hashes compare in the same time whatever they are.
pub fn hash(key: &[u8; 32], token: &str) -> blake3::Hash {
    blake3::keyed_hash(key, token.as_bytes())
}

/// The cookie that carries a token.
pub fn cookie(token: &str, path: &str, secure: bool) -> String {
    /// A year: games by the clock of a club are long.
    const AGE: u32 = 31_536_000;
    // Several seats of one browser have a cookie each.
    let name = &blake3::hash(token.as_bytes()).to_hex()[..8];
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}{name}={token}; Path={path}; Max-Age={AGE}; HttpOnly; SameSite=Strict{secure}")
}

/// The tokens that came with a request.
pub fn tokens(headers: &HeaderMap) -> Vec<String> {
    let all = headers.get_all(header::COOKIE).into_iter();
    let texts = all.filter_map(|value| value.to_str().ok());
    let cookies = texts.flat_map(|text| text.split(';')).map(str::trim);
    let tokens = cookies.filter_map(|cookie| cookie.strip_prefix(COOKIE)?.split_once('='));
    tokens
        .map(|(_, token)| token.to_owned())
        .take(MOST)
        .collect()
}
