//! Dice of several people: nobody can foresee them or steer them. Everybody has a chain of secrets, each the hash of the
//! next, and says at the beginning where it starts. An order that rolls is announced first, and with that it is fixed;
//! then everybody opens the next secret of their chain, which all the others can check. The dice come from all secrets,
//! the order and everything before it together. Who keeps a secret back stops the game there, and everybody sees who.

use super::dice::Stream;
use super::log::Deed;
use rand::TryRng as _;
use rand::rngs::SysRng;
use sandtable_diag::Problem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// How secrets become dice: part of a save's header, as [`SCHEME`](super::dice::SCHEME) is for a seed. Only orders of the one
/// who is asked count besides secrets: whoever opens last has nothing left to choose dice by.
pub const JOINT: &str = "joint-blake3-chacha8-v2";
/// The one before it: standing orders counted, too, whenever they were said.
pub const JOINT_1: &str = "joint-blake3-chacha8-v1";

/// So many dice-rolling orders have secrets.
const LINKS: u32 = 1 << 16;

/// 32 bytes that are a secret, or the hash of one; as text in hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Secret([u8; 32]);

impl Secret {
    /// These bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
    /// Its bytes.
    pub fn bytes(self) -> [u8; 32] {
        self.0
    }
    /// What everybody may know of it before it is opened.
    #[must_use]
    pub fn hash(self) -> Self {
        Self(*blake3::hash(&self.0).as_bytes())
    }
    /// The one of this chain that is opened as the `nth`; number 0 is the beginning that is told.
    #[must_use]
    pub fn link(self, nth: u32) -> Option<Self> {
        let further = LINKS.checked_sub(nth)?;
        Some((0..further).fold(self, |link, _| link.hash()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        blake3::Hash::from_bytes(secret.0).to_hex().to_string()
    }
}

impl TryFrom<String> for Secret {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let hash = blake3::Hash::from_hex(&text);
        let hash = hash.map_err(|_| format!("`{text}` is no secret"))?;
        Ok(Self(*hash.as_bytes()))
    }
}

/// Bytes nobody knows beforehand.
///
/// # Errors
/// `game/no-chance`: there is no source of chance.
pub fn chance<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    let none = |e| Problem::error("game/no-chance", format!("no secret can be had: {e}"));
    SysRng.try_fill_bytes(&mut bytes).map_err(none)?;
    Ok(bytes)
}

/// A seat's chain of secrets, as the others see it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chain {
    /// The last one that was opened, or the beginning.
    tip: Secret,
    /// Opened for the order that is announced.
    open: bool,
}

/// The dice of several people.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Whose secrets make the dice, with their chains once they have begun them.
    chains: BTreeMap<String, Option<Chain>>,
    /// So many orders have been rolled for.
    opened: u32,
    /// The order that waits for secrets.
    announced: Option<String>,
    /// A hash of everything that was done.
    done: [u8; 32],
    /// How secrets become dice.
    scheme: &'static str,
}

impl Joint {
    /// These people's, before anybody has begun.
    pub fn of(people: impl IntoIterator<Item = String>, scheme: &str) -> Self {
        let known = [JOINT, JOINT_1].into_iter().find(|known| *known == scheme);
        Self {
            scheme: known.unwrap_or(JOINT),
            chains: people.into_iter().map(|name| (name, None)).collect(),
            opened: 0,
            announced: None,
            done: [0; 32],
        }
    }
    /// How secrets become dice: its name.
    pub fn scheme(&self) -> &'static str {
        self.scheme
    }
    /// Whether what somebody says who is not asked has no place among orders: it counts once an order was given behind it.
    pub fn is_loose(&self, deed: Deed) -> bool {
        deed == Deed::Standing && self.scheme != JOINT_1
    }
    /// Whose secrets make the dice.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.chains.keys().map(String::as_str)
    }
    /// Who has not begun a chain yet.
    pub fn missing(&self) -> Vec<&str> {
        let missing = self.chains.iter().filter(|(_, chain)| chain.is_none());
        missing.map(|(name, _)| name.as_str()).collect()
    }
    /// The order that waits for secrets.
    pub fn announced(&self) -> Option<&str> {
        self.announced.as_deref()
    }
    /// Who has yet to open a secret, and which of their chain.
    pub fn awaited(&self) -> Vec<(&str, u32)> {
        let closed = |chain: &Option<Chain>| chain.as_ref().is_none_or(|c| !c.open);
        let waits = self.announced.is_some();
        let all = self
            .chains
            .iter()
            .filter(|(_, chain)| waits && closed(chain));
        all.map(|(name, _)| (name.as_str(), self.opened + 1))
            .collect()
    }
    fn chain(&mut self, name: &str) -> Result<&mut Option<Chain>, Problem> {
        self.chains.get_mut(name).ok_or_else(|| {
            let message = format!("the dice of this game are none of {name}'s");
            Problem::error("dice/stranger", message)
        })
    }
    /// Somebody says where their chain begins.
    ///
    /// # Errors
    /// `dice/stranger`: it is not their game. `dice/begun`: they have said so before.
    pub fn begin(&mut self, name: &str, tip: Secret) -> Result<(), Problem> {
        let chain = self.chain(name)?;
        if chain.is_some() {
            let message = format!("{name} has said already where the chain of secrets begins");
            return Err(Problem::error("dice/begun", message));
        }
        *chain = Some(Chain { tip, open: false });
        Ok(())
    }
    /// Fixes an order that will roll.
    ///
    /// # Errors
    /// `dice/no-chain`: somebody has not begun a chain yet. `dice/used-up`: no chain has more secrets.
    pub fn announce(&mut self, order: &str) -> Result<(), Problem> {
        if let [first, ..] = self.missing()[..] {
            let message = format!(
                "no dice can be rolled yet: {first} has not said where the chain of secrets begins"
            );
            return Err(Problem::error("dice/no-chain", message));
        }
        if self.opened >= LINKS {
            return Err(Problem::error(
                "dice/used-up",
                "the chains of secrets are used up",
            ));
        }
        self.announced = Some(order.to_owned());
        Ok(())
    }
    /// Somebody opens a secret; says whether all are open now.
    ///
    /// # Errors
    /// `dice/stranger`; `dice/not-now`: no order waits, or theirs is open; `dice/wrong`: it is not the
    /// next one of their chain.
    pub fn open(&mut self, name: &str, secret: Secret) -> Result<bool, Problem> {
        let waits = self.announced.is_some();
        let chain = self.chain(name)?;
        let not_now =
            || Problem::error("dice/not-now", format!("no secret of {name} is asked for"));
        let chain = chain
            .as_mut()
            .filter(|c| waits && !c.open)
            .ok_or_else(not_now)?;
        if secret.hash() != chain.tip {
            let message = format!("this is not the next secret of {name}'s chain");
            return Err(Problem::error("dice/wrong", message));
        }
        *chain = Chain {
            tip: secret,
            open: true,
        };
        Ok(self.awaited().is_empty())
    }
    /// The dice of an order, if it is the one that was announced and every secret is open for it.
    pub fn dice_for(&self, order: &str) -> Option<Stream> {
        if self.announced.as_deref() != Some(order) || !self.awaited().is_empty() {
            return None;
        }
        let mut hasher = blake3::Hasher::new_derive_key("sandtable joint dice v1");
        hasher.update(&self.done).update(order.as_bytes());
        for (name, chain) in &self.chains {
            let tip = chain.as_ref().map_or([0; 32], |c| c.tip.0);
            hasher.update(name.as_bytes()).update(&[0]).update(&tip);
        }
        Some(Stream::keyed(*hasher.finalize().as_bytes()))
    }
    /// The announced order was carried out.
    pub fn rolled(&mut self) {
        self.announced = None;
        self.opened += 1;
        self.chains
            .values_mut()
            .flatten()
            .for_each(|c| c.open = false);
    }
    /// Goes on from something that was done.
    pub fn after(&mut self, deed: Deed, what: &str) {
        if self.is_loose(deed) {
            return;
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.done).update(what.as_bytes());
        self.done = *hasher.finalize().as_bytes();
    }
}
