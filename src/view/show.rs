//! What a pack says about a topic: spaces and unit types as tables, everything else, and whatever is
//! named, in the words of the pack.

use comfy_table::Cell;
use std::fmt::Write as _;

use super::names::{self, list, notes, power_name, space_name, unit_name};
use super::report::{number, table};
use super::written::{part_at, place, resolved_text, whole};
use sandtable_diag::{Loc, Problem, fold_name};
use sandtable_pack::{PackInfo, Resolved, Settings};
use sandtable_rules::{
    Id, Modifier, PowerId, PowerSet, Rules, Space, SpaceId, Terrain, UnitType, UnitTypeId,
};

/// What can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Topic {
    /// Territories and sea zones
    Spaces,
    /// Unit types
    Units,
    /// National objectives and victories
    Objectives,
    /// Relations, declarations of war, triggers
    Politics,
    /// Battle plans
    Battles,
    /// Scripts and their parameters
    Scripts,
    /// What a player may choose
    Options,
}

/// A topic as text; a name narrows it to one thing. `width` is that of the screen.
///
/// # Errors
/// `show/unknown`: nothing of the topic has that name.
pub fn show(
    rules: &Rules,
    info: &PackInfo,
    topic: Topic,
    name: Option<&str>,
    width: Option<u16>,
) -> Result<String, Problem> {
    let shown = Shown { rules, info };
    match (topic, name) {
        (Topic::Options, _) => Ok(options(&info.settings)),
        (Topic::Spaces, None) => Ok(shown.spaces(width)),
        (Topic::Units, None) => Ok(shown.units(width)),
        (Topic::Spaces, Some(name)) => shown.space(name),
        (Topic::Units, Some(name)) => shown.unit(name),
        (Topic::Objectives, name) => shown.items(&["objective", "victory"], name, &[]),
        (Topic::Politics, None) => {
            let politics = shown.politics(|_| true);
            Ok(format!("{}\n\n{politics}", shown.relations(width)))
        }
        (Topic::Politics, Some(name)) => shown.stance(name),
        (Topic::Battles, name) => shown.items(&["battle", "battles"], name, &info.places.lifts),
        (Topic::Scripts, name) => shown.items(&["use"], name, &[]),
    }
}

struct Shown<'a> {
    rules: &'a Rules,
    info: &'a PackInfo,
}

/// The problem of a name that nothing has.
fn unknown<'n>(what: &str, name: &str, known: impl IntoIterator<Item = &'n str>) -> Problem {
    let message = format!("there is no {what} called “{name}”");
    Problem::error("show/unknown", message).suggest(name, known)
}

/// The place in a list of the item with this name: one of several names each item has.
fn find<'n>(
    what: &str,
    name: &str,
    items: impl Iterator<Item = (&'n String, &'n [String])>,
) -> Result<usize, Problem> {
    let wanted = fold_name(name);
    let names = |(name, also): (&'n String, &'n [String])| {
        let all = std::iter::once(name).chain(also);
        all.map(String::as_str).collect()
    };
    let items: Vec<Vec<&str>> = items.map(names).collect();
    let has = |names: &Vec<&str>| names.iter().any(|n| fold_name(n) == wanted);
    let at = items.iter().position(has);
    at.ok_or_else(|| unknown(what, name, items.into_iter().flatten()))
}

/// Where those of some things are written that are so.
fn places<T>(all: impl Iterator<Item = T>, locs: &[Loc], is: impl Fn(&T) -> bool) -> Vec<Loc> {
    let found = all.zip(locs).filter(|(thing, _)| is(thing));
    found.map(|(_, loc)| *loc).collect()
}

impl<'a> Shown<'a> {
    /// The items written at these places, each once, in the order of the pack.
    fn at(&self, locs: &[Loc]) -> Vec<&'a Resolved> {
        let parts = locs.iter().filter_map(|loc| part_at(self.info, *loc));
        let here: Vec<*const Resolved> = parts.map(|(item, _)| std::ptr::from_ref(item)).collect();
        let all = self.info.resolved().iter();
        all.filter(|i| here.contains(&std::ptr::from_ref(*i)))
            .collect()
    }

    fn text(&self, items: impl IntoIterator<Item = &'a Resolved>) -> String {
        resolved_text(self.info, items).trim_end().to_owned()
    }

    /// The items of these kinds that have this name.
    fn named(&self, kinds: &[&str], name: &str) -> impl Iterator<Item = &'a Resolved> {
        let all = self.info.resolved().iter();
        all.filter(move |i| kinds.contains(&i.kind) && fold_name(&i.name) == fold_name(name))
    }

    /// Items of some kinds, and those at other places that belong to them; or those that bear or speak of a name.
    fn items(&self, kinds: &[&str], name: Option<&str>, others: &[Loc]) -> Result<String, Problem> {
        let all = self.info.resolved().iter();
        let all: Vec<&Resolved> = all.filter(|i| kinds.contains(&i.kind)).collect();
        let Some(name) = name else {
            let text = self.text(all.into_iter().chain(self.at(others)));
            return Ok(match &*text {
                "" => format!("no {}s", kinds[0]),
                _ => text,
            });
        };
        let mut found: Vec<&Resolved> = self.named(kinds, name).collect();
        if found.is_empty() {
            let wanted = fold_name(name);
            let power = |p: &PowerId| fold_name(power_name(self.rules, *p)) == wanted;
            let objectives = self.rules.acts.objectives.values();
            let locs = places(objectives, &self.info.places.objectives, |o| {
                kinds.contains(&"objective") && power(&o.power)
            });
            found = self.at(&locs);
        }
        if found.is_empty() {
            return Err(unknown(kinds[0], name, all.iter().map(|i| &*i.name)));
        }
        Ok(self.text(found))
    }

    fn spaces(&self, width: Option<u16>) -> String {
        let header = [
            "space", "kind", "income", "first of", "held by", "notes", "borders",
        ];
        let row = |(id, space): (SpaceId, &Space)| {
            let land = space.terrain == Terrain::Land;
            let power = |p: Option<PowerId>| p.map_or("", |p| power_name(self.rules, p));
            let kind = match (land, space.island) {
                (false, _) => "sea",
                (true, true) => "island",
                (true, false) => "land",
            };
            let income = land.then(|| space.income.to_string());
            [
                Cell::new(&space.name),
                Cell::new(kind),
                number(income.unwrap_or_default()),
                Cell::new(power(space.original)),
                Cell::new(power(space.start)),
                Cell::new(notes(self.rules, id).join(", ")),
                Cell::new(self.borders(id).join(", ")),
            ]
        };
        table(&header, width, self.rules.board.spaces.iter().map(row))
    }

    fn borders(&self, space: SpaceId) -> Vec<&'a str> {
        let borders = self.rules.board.spaces[space].borders.iter();
        borders.map(|s| space_name(self.rules, *s)).collect()
    }

    /// A space with what stands there at the start, and the borders that others state.
    fn space(&self, name: &str) -> Result<String, Problem> {
        let spaces = self.rules.board.spaces.values();
        let at = find("space", name, spaces.map(|s| (&s.name, &*s.aliases)))?;
        let id = SpaceId::new(at);
        let setup = self.rules.setup.units.iter();
        let name = &self.rules.board.spaces[id].name;
        let own = self.named(&["territory", "sea zone"], name);
        let gates = self.rules.board.gates.iter();
        let gates = gates.filter(|g| g.joins.contains(&id));
        let canals = gates.flat_map(|g| self.named(&["canal"], &g.name));
        let mut text = self.text(own.chain(canals));
        for item in self.at(&places(setup, &self.info.places.setup, |u| u.space == id)) {
            let at = item.parts.first().map(|p| place(self.info, p.loc));
            let _ = write!(text, "\n{}   # {}", whole(item), at.unwrap_or_default());
        }
        let mut notes = notes(self.rules, id);
        notes.push(format!("borders {}", list(self.borders(id), "and")));
        let _ = write!(text, "\n# {}", notes.join(", "));
        Ok(text)
    }

    fn units(&self, width: Option<u16>) -> String {
        let attrs = self.rules.units.attrs.values();
        let attrs: Vec<String> = attrs.map(|a| a.replace('_', " ")).collect();
        let mut header = vec!["unit", "sign", "domain", "cost", "move", "hits"];
        header.extend(attrs.iter().map(String::as_str));
        header.push("besides");
        let row = |(id, kind): (UnitTypeId, &UnitType)| {
            let moving = |n: u8| match kind.facility {
                Some(_) => number(""),
                None => number(n),
            };
            let mut row = vec![
                Cell::new(unit_name(self.rules, id)),
                Cell::new(&kind.glyph),
                Cell::new(kind.domain.word()),
                number(kind.cost.map_or_else(String::new, |c| c.to_string())),
                moving(kind.moves),
                moving(kind.hits),
            ];
            row.extend(kind.values.values().map(|v| match v.0 {
                0 => number("·"),
                _ => number(names::value(*v)),
            }));
            row.push(Cell::new(self.besides(id).join("; ")));
            row
        };
        table(&header, width, self.rules.units.types.iter().map(row))
    }

    /// What is said of a unit type beyond the columns of the table.
    fn besides(&self, id: UnitTypeId) -> Vec<&'a str> {
        let columns = ["glyph", "domain", "cost", "moves", "hits"];
        let attr = |word: &str| self.rules.units.attrs.values().any(|a| a == word);
        let item = self.named(&["unit"], &self.rules.units[id].name);
        let word = |text: &'a str| text.split([' ', '=']).next().unwrap_or(text);
        let texts = item.flat_map(|i| &i.parts).map(|p| p.text.as_str());
        texts
            .filter(|t| !columns.contains(&word(t)) && !attr(word(t)))
            .collect()
    }

    /// A unit type with the modifiers and the permissions to buy that name it.
    fn unit(&self, name: &str) -> Result<String, Problem> {
        let types = self.rules.units.types.values();
        let at = find("unit type", name, types.map(|t| (&t.name, &*t.aliases)))?;
        let (id, written) = (UnitTypeId::new(at), &self.info.places);
        let modifiers = self.rules.battles.modifiers.iter();
        let purchases = self.rules.economy.purchases.iter();
        let lifts = |m: &&Modifier| m.units.has(id) || m.givers.has(id);
        let mut locs = places(modifiers, &written.lifts, lifts);
        let figures = self.rules.units.figures.iter();
        locs.extend(places(figures, &written.figures, |f| f.units.has(id)));
        locs.extend(places(purchases, &written.purchases, |p| p.units.has(id)));
        let own = self.named(&["unit", "site of"], &self.rules.units[id].name);
        Ok(self.text(own.chain(self.at(&locs))))
    }

    /// What is said about politics, if it is about powers that pass the test.
    fn politics(&self, about: impl Fn(PowerSet) -> bool) -> String {
        let declarations = self.rules.politics.declarations.iter();
        let written = &self.info.places.declarations;
        let declarations = self.at(&places(declarations, written, |d| about(d.by)));
        let everything = about(PowerSet::EMPTY);
        let kinds = ["relation", "as one", "guardians of", "trigger", "flag"];
        let all = self.info.resolved().iter();
        self.text(all.filter(|i| {
            (everything && kinds.contains(&i.kind))
                || declarations.iter().any(|d| std::ptr::eq(*d, *i))
        }))
    }

    /// The relations at the start as a matrix over the powers.
    fn relations(&self, width: Option<u16>) -> String {
        let rules = self.rules;
        let powers: Vec<PowerId> = rules.powers.powers.ids().collect();
        let mut header = vec!["at the start"];
        header.extend(powers.iter().map(|p| power_name(rules, *p)));
        let row = |a: PowerId| {
            let cells = powers.iter().map(move |b| self.relation(a, *b));
            std::iter::once(power_name(rules, a)).chain(cells)
        };
        table(&header, width, powers.iter().copied().map(row))
    }

    fn relation(&self, a: PowerId, b: PowerId) -> &'static str {
        let powers = &self.rules.powers;
        let stand = powers.relations.get(powers.pair(a, b));
        match a == b {
            true => "",
            false => stand.map_or("neutral", |stand| stand.word()),
        }
    }

    /// A trigger, or everything politics says about one power.
    fn stance(&self, name: &str) -> Result<String, Problem> {
        let (powers, triggers) = (&self.rules.powers.powers, &self.rules.acts.triggers);
        let all = powers.values().map(|p| &p.name);
        let all = all.chain(triggers.values().map(|t| &t.name));
        let at = find("power or trigger", name, all.map(|n| (n, &[][..])))?;
        if let Some(trigger) = at.checked_sub(powers.len()) {
            return Ok(self.text(self.at(&[self.info.places.triggers[trigger]])));
        }
        let power = PowerId::new(at);
        let mut text = String::new();
        for word in ["war", "allied", "neutral"] {
            let with = powers.ids().filter(|p| self.relation(power, *p) == word);
            let with: Vec<&str> = with.map(|p| power_name(self.rules, p)).collect();
            if !with.is_empty() {
                let _ = writeln!(text, "# {word} at the start: {}", with.join(", "));
            }
        }
        text.push_str(&self.politics(|by| by.has(power)));
        Ok(text)
    }
}

/// The options of a pack and what they are in this game.
fn options(settings: &Settings) -> String {
    if settings.all.is_empty() {
        return "the pack has no options".to_owned();
    }
    let mut text = String::new();
    for s in &settings.all {
        let now = match s.value == s.usual {
            true => String::new(),
            false => format!("; now {}", s.value),
        };
        let _ = writeln!(text, "{}: {}, usually {}{now}", s.name, s.may_be, s.usual);
        if !s.about.is_empty() {
            let _ = writeln!(text, "    {}", s.about);
        }
    }
    text
}
