//! Names to ids: case, blanks, `_` and `-` do not matter, plurals and unique beginnings of words
//! count, and what is not found is reported with the nearest name.

use super::node::Name;
use super::text::{Text, shorten};
use sandtable_diag::{FileId, Problem, fold_name, singulars};
use sandtable_rules::{
    CounterId, Economy, EconomyId, PhaseId, PowerId, Rules, SideId, SpaceId, UnitTypeId, joined_or,
};
use std::collections::BTreeMap;

/// As many names are listed where none of them was meant.
const LISTED: usize = 12;

/// The names of one kind of thing.
#[derive(Clone, Debug)]
pub struct Scope<I> {
    /// A code for an unknown name.
    code: &'static str,
    /// What such a thing is called.
    what: &'static str,
    /// Name as people read it, the form that is compared, what it names.
    entries: Vec<(String, String, I)>,
    /// By the compared form without blanks.
    exact: BTreeMap<String, I>,
    /// What is known by something else, as compared: looked at where no name fits.
    within: Vec<(String, I)>,
    plural: bool,
}

impl<I: Copy + PartialEq> Scope<I> {
    fn new<'a>(
        code: &'static str,
        what: &'static str,
        names: impl IntoIterator<Item = (I, &'a str, &'a [String])>,
    ) -> Self {
        let mut entries = Vec::new();
        let mut exact = BTreeMap::new();
        for (id, name, aliases) in names {
            let all = std::iter::once(name).chain(aliases.iter().map(String::as_str));
            for name in all {
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
        let mut fits: Vec<(&str, I)> = Vec::new();
        for (shown, folded, id) in &self.entries {
            if fitting(folded) && !fits.iter().any(|(_, known)| known == id) {
                fits.push((shown, *id));
            }
        }
        let text = shorten(&name.text);
        match fits.as_slice() {
            [(_, id)] => Ok(*id),
            [] if let Some((_, id)) = within() => Ok(*id),
            [] => {
                let problem =
                    Problem::error(self.code, format!("there is no {} `{text}`", self.what))
                        .at(name.loc, format!("no such {}", self.what))
                        .suggest(&name.text, self.names());
                let mut known: Vec<(&str, I)> = Vec::new();
                for (shown, _, id) in &self.entries {
                    if known.last().is_none_or(|(_, last)| last != id) {
                        known.push((shown, *id));
                    }
                }
                let all: Vec<&str> = known.into_iter().map(|(shown, _)| shown).collect();
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
                let mut names: Vec<_> = several
                    .iter()
                    .take(8)
                    .map(|(shown, _)| format!("`{shown}`"))
                    .collect();
                if several.len() > 8 {
                    names.push("…".to_owned());
                }
                Err(Problem::error(
                    "order/ambiguous",
                    format!("`{text}` can mean more than one {}", self.what),
                )
                .at(name.loc, "say more of the name")
                .help(format!("it begins {}", names.join(", "))))
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
        let powers = &rules.powers;
        let types = rules.units.types.iter();
        let types = types.map(|(id, t)| (id, t.name.as_str(), &t.aliases[..]));
        let mut units = Scope::new("order/unknown-unit", "type of unit", types);
        units.plural = true;
        // The sign on the map, where it stands for one type only.
        let signs = || (rules.units.types.iter()).map(|(id, t)| (fold_name(&t.glyph), id));
        let lone =
            |(sign, _): &(String, _)| signs().filter(|(other, _)| other == sign).count() == 1;
        units.within = signs().filter(lone).collect();
        // A power with one treasury calls it by its own names.
        let others = |e: &Economy| -> &[String] {
            let owner = &powers[e.power];
            if e.name == owner.name {
                &owner.aliases
            } else {
                &[]
            }
        };
        let board = || rules.board.spaces.iter();
        let named = board().map(|(id, s)| (id, s.name.as_str(), &s.aliases[..]));
        let mut spaces = Scope::new("order/unknown-space", "space", named);
        let cities = board().filter_map(|(id, s)| Some((fold_name(s.city.as_deref()?), id)));
        spaces.within = cities.collect();
        let economies = powers.economies.iter();
        let economies = economies.map(|(id, e)| (id, e.name.as_str(), others(e)));
        let sides = powers.sides.iter();
        let sides = sides.map(|(id, s)| (id, s.as_str(), &[][..]));
        let phases = rules.turn.phases.iter();
        let phases = phases.map(|(id, p)| (id, p.name.as_str(), &[][..]));
        let counters = rules.counters.iter();
        let counters = counters.map(|(id, c)| (id, c.name.as_str(), &[][..]));
        let powers = powers.powers.iter();
        let powers = powers.map(|(id, p)| (id, p.name.as_str(), &p.aliases[..]));
        Self {
            spaces,
            units,
            powers: Scope::new("order/unknown-power", "power", powers),
            economies: Scope::new("order/unknown-treasury", "treasury", economies),
            sides: Scope::new("order/unknown-side", "side", sides),
            phases: Scope::new("order/unknown-phase", "phase", phases),
            counters: Scope::new("order/unknown-counter", "counter", counters),
        }
    }

    /// Parts words without anything between them: the first part of them names a thing of one
    /// scope, the rest one of the other. Full names win over beginnings.
    ///
    /// # Errors
    /// No way to part them gives two names; the complaint is about the likelier part.
    pub fn pair<A: Copy + PartialEq, B: Copy + PartialEq>(
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
