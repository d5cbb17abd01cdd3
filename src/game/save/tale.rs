//! One game as several people tell it who do not always know of each other. Orders are given only by whoever is asked, so
//! that of two tales one goes on from the other, or somebody told two. What others say meanwhile has a place that does not
//! hang on whose letter came first: secrets for the same dice stand in the order of names, and standing orders that no
//! order was given behind stand last, by power.

use super::lines::{SavedRecord, record};
use super::{Header, first_line};
use crate::log::{Deed, Step};
use sandtable_diag::{FileId, Loc, Problem};
use std::collections::BTreeMap;

/// What a record is, for putting tales together.
#[derive(Clone, PartialEq, Eq)]
enum Kind {
    /// An order, what follows from one, or what was taken back.
    Order,
    /// A secret, or where a chain of them begins.
    Secret,
    /// A standing order in words.
    Standing(String),
}

/// A record without its hash.
#[derive(Clone)]
struct Told {
    body: String,
    kind: Kind,
    /// The person who told a secret, the power of anything else.
    who: String,
}

/// A game as somebody tells it.
pub struct Tale {
    header: Header,
    told: Vec<Told>,
}

impl Tale {
    /// That of the lines of a save behind its header.
    ///
    /// # Errors
    /// The number of the first line that does not belong there.
    pub fn of(header: &Header, lines: &[&str]) -> Result<Self, usize> {
        let mut chain = header.chain();
        let mut told = Vec::new();
        for (nth, line) in lines.iter().enumerate() {
            let body = chain.unseal(line).map_err(|_| nth)?;
            let record = record(Loc::within(FileId(0), 0, 0..0), &body, None);
            let (kind, who) = match record.map_err(|_| nth)? {
                SavedRecord::Dice(saved) => match saved.step {
                    Step::Begin { who, .. } | Step::Open { who, .. } => (Kind::Secret, who),
                    Step::Announce { by, .. } => (Kind::Order, by),
                },
                SavedRecord::Done(saved) if saved.deed == Deed::Standing => {
                    (Kind::Standing(saved.text), saved.by)
                }
                SavedRecord::Done(saved) => (Kind::Order, saved.by),
                SavedRecord::Undone(_) => (Kind::Order, String::new()),
            };
            told.push(Told { body, kind, who });
        }
        let header = header.clone();
        Ok(Self { header, told })
    }

    /// The orders, with the numbers of their records.
    fn orders(&self) -> impl Iterator<Item = (usize, &Told)> {
        let all = self.told.iter().enumerate();
        all.filter(|(_, told)| told.kind == Kind::Order)
    }
    /// Where the records begin that no order stands behind.
    fn loose(&self) -> usize {
        self.orders().last().map_or(0, |(nth, _)| nth + 1)
    }
    /// The standing orders of each power, one after the other.
    fn standing(&self) -> BTreeMap<&str, Vec<&Told>> {
        let mut standing: BTreeMap<&str, Vec<&Told>> = BTreeMap::new();
        for told in &self.told {
            if let Kind::Standing(_) = &told.kind {
                standing.entry(&told.who).or_default().push(told);
            }
        }
        standing
    }

    /// The game that both tell.
    ///
    /// # Errors
    /// `mail/parted`: they tell different ones. `mail/two-secrets`: somebody has told two secrets for the same dice.
    pub fn join(self, theirs: Self) -> Result<Self, Problem> {
        let apart = (self.orders().zip(theirs.orders()))
            .find(|((_, own), (_, other))| own.body != other.body)
            .map(|((nth, own), (_, other))| parted(nth, &own.body, &other.body));
        if let Some(problem) = apart {
            return Err(problem);
        }
        let (own, other) = (self.orders().count(), theirs.orders().count());
        let (mut most, less) = if other > own {
            (theirs, self)
        } else {
            (self, theirs)
        };
        let loose = most.loose();
        for secret in less.told.iter().filter(|t| t.kind == Kind::Secret) {
            let told = |other: &Told| other.body == secret.body;
            let another = |other: &Told| (&other.kind, &other.who) == (&secret.kind, &secret.who);
            if most.told.iter().any(told) {
                continue;
            }
            if own != other || most.told[loose..].iter().any(another) {
                return Err(two_secrets(&secret.who));
            }
            most.told.push(secret.clone());
        }
        let mut new = Vec::new();
        for (power, said) in less.standing() {
            let known = most.standing().remove(power).unwrap_or_default();
            if let Some((a, b)) = known.iter().zip(&said).find(|(a, b)| a.body != b.body) {
                return Err(parted(loose, &a.body, &b.body));
            }
            new.extend(said.into_iter().skip(known.len()).cloned());
        }
        most.told.extend(new);
        // Secrets before standing orders, by the names of people and powers; what one said stays in its order.
        most.told[loose..].sort_by_key(|told| (told.kind != Kind::Secret, told.who.clone()));
        Ok(most)
    }

    /// A save of it, without the standing orders at its end, and these: they count after what follows from the rest by itself.
    pub fn save(&self) -> (String, Vec<String>) {
        let (mut text, mut chain) = (first_line(&self.header), self.header.chain());
        let mut last = Vec::new();
        let loose = self.loose();
        for (nth, told) in self.told.iter().enumerate() {
            match &told.kind {
                Kind::Standing(words) if nth >= loose => last.push(words.clone()),
                _ => text.push_str(&chain.seal_body(&told.body)),
            }
        }
        (text, last)
    }
}

fn parted(nth: usize, own: &str, other: &str) -> Problem {
    let message = format!("the two games part at record {}", nth + 1);
    let help = format!(
        "one says {own}, the other {other}: somebody has told two games, or goes on from an old copy of one"
    );
    Problem::error("mail/parted", message).help(help)
}

fn two_secrets(who: &str) -> Problem {
    let message = format!("here and in the letter {who} tells different secrets for the same dice");
    let help = "who sits down twice in a game, on two computers or in two folders for data, begins two chains of secrets: one of them must go on";
    Problem::error("mail/two-secrets", message).help(help)
}
