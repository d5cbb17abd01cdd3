//! Names to ids: case, blanks, `_` and `-` do not matter, plurals and unique beginnings of words
//! count, and what is not found is reported with the nearest name.

use super::node::Name;
use super::text::{Text, shorten};
use sandtable_diag::{FileId, Problem, fold_name, quoted, singulars};
use sandtable_rules::{
    CounterId, EconomyId, Id, PhaseId, PowerId, Rules, SideId, SpaceId, Table, UnitTypeId,
    joined_or,
};
use std::collections::BTreeMap;

/// As many names are listed where none of them was meant.
const LISTED: usize = 12;

/// A name as people read it, the form that is compared, what it names.
type Entry<I> = (String, String, I);

/// The names of one kind of thing.
#[derive(Clone, Debug)]
pub struct Scope<I> {
    /// A code for an unknown name.
    code: &'static str,
    /// What such a thing is called.
    what: &'static str,
    entries: Vec<Entry<I>>,
    /// By the compared form without blanks.
    exact: BTreeMap<String, I>,
    /// What is known by something else, as compared: looked at where no name fits.
    within: Vec<(String, I)>,
    plural: bool,
}

impl<I: Id> Scope<I> {
    /// The names of the things of a table, each with others for the same.
    fn new<'r, T>(
        (code, what): (&'static str, &'static str),
        table: &'r Table<I, T>,
        names: impl Fn(&'r T) -> (&'r String, &'r [String]),
    ) -> Self {
        let mut entries = Vec::new();
        let mut exact = BTreeMap::new();
        for (id, thing) in table.iter() {
            let (name, aliases) = names(thing);
            for name in std::iter::once(name).chain(aliases) {
                let folded = fold_name(name);
                exact.entry(folded.replace(' ', "")).or_insert(id);
                entries.push((name.replace('_', " "), folded, id));
            }
        }
        Self {
            code,
            what,
            entries,
            exact,
            within: Vec::new(),
            plural: false,
        }
    }

    /// What a name stands for.
    ///
    /// # Errors
    /// Nothing or several things are called so.
    pub fn find(&self, name: &Name) -> Result<I, Problem> {
        self.find_where(name, |_| false)
    }

    /// The same of a name that stands in no text.
    ///
    /// # Errors
    /// Nothing or several things are called so.
    pub fn called(&self, name: &str) -> Result<I, Problem> {
        let found = self.find(&Text::new(FileId(0), name).name());
        found.map_err(Problem::unplaced)
    }

    /// The same of a name that may be said.
    ///
    /// # Errors
    /// Nothing or several things are called so.
    pub fn said(&self, name: &Option<String>) -> Result<Option<I>, Problem> {
        name.as_ref().map(|name| self.called(name)).transpose()
    }

    /// What a name stands for; of several things that are called so the only one that is as wanted.
    ///
    /// # Errors
    /// Nothing is called so, or several things are.
    pub fn find_where(&self, name: &Name, wanted: impl Fn(I) -> bool) -> Result<I, Problem> {
        if let Some(id) = self.exact(&name.text) {
            return Ok(id);
        }
        let typed = fold_name(&name.text);
        let forms = self.forms(&typed);
        // A number is enough of a name: nobody types what all numbered spaces begin with.
        let number = typed.bytes().all(|b| b.is_ascii_digit());
        let fitting = |folded: &str| {
            let numbered = || number && folded.split(' ').any(|word| word == typed);
            forms.iter().any(|form| begins(folded, form)) || numbered()
        };
        let within = || self.within.iter().find(|(folded, _)| *folded == typed);
        let fits = self.things();
        let fits = fits.filter_map(|names| names.iter().find(|(_, folded, _)| fitting(folded)));
        let fits: Vec<(&str, I)> = fits.map(|(shown, _, id)| (shown.as_str(), *id)).collect();
        let text = shorten(&name.text);
        match fits.as_slice() {
            [(_, id)] => Ok(*id),
            [] if let Some((_, id)) = within() => Ok(*id),
            [] => {
                let problem =
                    Problem::error(self.code, format!("there is no {} `{text}`", self.what))
                        .at(name.loc, format!("no such {}", self.what))
                        .suggest(&name.text, self.names());
                let all: Vec<&str> = self.things().map(|names| names[0].0.as_str()).collect();
                Err(match all.len() <= LISTED {
                    true => problem.help(format!("there are {}", all.join(", "))),
                    false => problem,
                })
            }
            several => {
                let mut fitting = several.iter().filter(|(_, id)| wanted(*id));
                if let (Some((_, id)), None) = (fitting.next(), fitting.next()) {
                    return Ok(*id);
                }
                let names = quoted(several.iter().take(8).map(|(shown, _)| shown));
                let more = if several.len() > 8 { ", …" } else { "" };
                Err(Problem::error(
                    "order/ambiguous",
                    format!("`{text}` can mean more than one {}", self.what),
                )
                .at(name.loc, "say more of the name")
                .help(format!("it begins {names}{more}")))
            }
        }
    }

    /// What a name stands for, without guessing at beginnings.
    pub fn exact(&self, text: &str) -> Option<I> {
        let forms = self.forms(&fold_name(text)).into_iter();
        let mut known = forms.map(|form| self.exact.get(&form.replace(' ', "")));
        known.find_map(|id| id.copied())
    }

    /// Every name, for completion.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(shown, ..)| shown.as_str())
    }

    /// The names of each thing, its own first.
    fn things(&self) -> impl Iterator<Item = &[Entry<I>]> {
        self.entries.chunk_by(|(.., a), (.., b)| a == b)
    }

    /// What is typed, and what it may be the plural of.
    fn forms(&self, typed: &str) -> Vec<String> {
        let forms = if self.plural { usize::MAX } else { 1 };
        singulars(typed).take(forms).collect()
    }
}

/// Whether each typed word begins a word of the name, in order.
fn begins(folded: &str, typed: &str) -> bool {
    let mut words = folded.split(' ');
    typed.split(' ').all(|t| words.any(|w| w.starts_with(t)))
        && folded.chars().next() == typed.chars().next()
}

/// Every name of an edition.
#[derive(Clone, Debug)]
pub struct Names {
    /// Spaces.
    pub spaces: Scope<SpaceId>,
    /// Unit types.
    pub units: Scope<UnitTypeId>,
    /// Powers.
    pub powers: Scope<PowerId>,
    /// Treasuries.
    pub economies: Scope<EconomyId>,
    /// Sides.
    pub sides: Scope<SideId>,
    /// Phases.
    pub phases: Scope<PhaseId>,
    /// Counters.
    pub counters: Scope<CounterId>,
}

impl Names {
    /// The names of an edition.
    pub fn new(rules: &Rules) -> Self {
        let types = &rules.units.types;
        let kind = ("order/unknown-unit", "type of unit");
        let mut units = Scope::new(kind, types, |t| (&t.name, &t.aliases));
        units.plural = true;
        // The sign on the map, where it stands for one type only.
        let signs = || types.iter().map(|(id, t)| (fold_name(&t.glyph), id));
        let lone =
            |(sign, _): &(String, _)| signs().filter(|(other, _)| other == sign).count() == 1;
        units.within = signs().filter(lone).collect();
        let board = &rules.board.spaces;
        let kind = ("order/unknown-space", "space");
        let mut spaces = Scope::new(kind, board, |s| (&s.name, &s.aliases));
        let cities = board.iter();
        let cities = cities.filter_map(|(id, s)| Some((fold_name(s.city.as_deref()?), id)));
        spaces.within = cities.collect();
        let powers = &rules.powers.powers;
        let kind = ("order/unknown-treasury", "treasury");
        let economies = Scope::new(kind, &rules.powers.economies, |economy| {
            // A power with one treasury calls it by its own names.
            let owner = &powers[economy.power];
            let own = economy.name == owner.name;
            (&economy.name, if own { &owner.aliases } else { &[] })
        });
        let (sides, phases) = (&rules.powers.sides, &rules.turn.phases);
        Self {
            spaces,
            units,
            economies,
            powers: Scope::new(("order/unknown-power", "power"), powers, |p| {
                (&p.name, &p.aliases)
            }),
            sides: Scope::new(("order/unknown-side", "side"), sides, |name| (name, &[])),
            phases: Scope::new(("order/unknown-phase", "phase"), phases, |p| (&p.name, &[])),
            counters: Scope::new(("order/unknown-counter", "counter"), &rules.counters, |c| {
                (&c.name, &[])
            }),
        }
    }

    /// Parts words without anything between them: the first part of them names a thing of one
    /// scope, the rest one of the other. Full names win over beginnings.
    ///
    /// # Errors
    /// No way to part them gives two names; the complaint is about the likelier part.
    pub fn pair<A: Id, B: Id>(
        first: &Scope<A>,
        second: &Scope<B>,
        words: &[Name],
    ) -> Result<(A, B), Problem> {
        let mut complaint = None;
        for exact in [true, false] {
            for cut in (1..words.len()).rev() {
                let (Some(left), Some(right)) = (join(&words[..cut]), join(&words[cut..])) else {
                    continue;
                };
                if exact
                    && (first.exact(&left.text).is_none() || second.exact(&right.text).is_none())
                {
                    continue;
                }
                match (first.find(&left), second.find(&right)) {
                    (Ok(a), Ok(b)) => return Ok((a, b)),
                    (Ok(_), Err(problem)) => complaint = Some(problem),
                    (Err(problem), Ok(_)) => complaint = complaint.or(Some(problem)),
                    (Err(_), Err(_)) => {}
                }
            }
        }
        Err(complaint.unwrap_or_else(|| {
            let problem = Problem::error(
                "order/syntax",
                format!("a {} and a {} are expected here", first.what, second.what),
            );
            join(words).map_or(problem.clone(), |all| problem.at(all.loc, ""))
        }))
    }
}

/// Words as one name.
fn join(words: &[Name]) -> Option<Name> {
    let (first, last) = (words.first()?, words.last()?);
    Some(Name {
        text: joined_or(words.iter().map(|w| &w.text), " ", ""),
        loc: first.loc.to(last.loc),
    })
}
