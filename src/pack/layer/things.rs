//! Items cut into the smallest pieces an overlay can take the place of, and what those are called.

use super::ledger::Thing;
use crate::diag::{Loc, Sources, fold_name};
use crate::pack::ast::{BattlesRow, CaptureRow, Item, MoveRow, Name, NameList, SpaceFact, TurnRow};
use crate::rules::{Relation, SiteKind};

/// A piece of a pack: an item, or a single row of one.
pub struct Piece {
    /// What it is, if it can be pointed at.
    pub thing: Option<Thing>,
    pub item: Item,
    /// Where it stands.
    pub loc: Loc,
    /// Where the item stands whose row it is.
    pub block: Loc,
    /// The layer that said it first, or said all of it anew.
    pub layer: usize,
}

/// The names and numbers by which a space may be called, as one.
pub fn space_key(name: &str) -> String {
    let folded = fold_name(name);
    if folded.bytes().all(|b| b.is_ascii_digit()) {
        return format!("sz {folded}");
    }
    match folded.strip_prefix("sea zone ") {
        Some(number) => format!("sz {number}"),
        None => folded,
    }
}

/// A kind of plan as it is called.
pub fn site_word(kind: SiteKind) -> &'static str {
    match kind {
        SiteKind::Land => "land",
        SiteKind::Sea => "sea",
        SiteKind::Raid => "raids",
    }
}

fn list_key(list: &NameList) -> String {
    let part = |names: &[Name]| names.iter().map(|n| fold_name(&n.text)).collect::<Vec<_>>().join(", ");
    if list.but.is_empty() { part(&list.take) } else { format!("{} but {}", part(&list.take), part(&list.but)) }
}

/// The key of a site or of wards: those it is about.
pub fn site_thing(kind: &'static str, list: &NameList) -> Thing {
    Thing { kind, name: list_key(list) }
}

/// A row of relations: powers, how they stand, powers.
pub type Relations = (NameList, Relation, NameList);

/// The key of how two powers, or two lists of them, stand to each other.
pub fn pair_thing(a: &NameList, b: &NameList) -> Thing {
    let mut pair = [list_key(a), list_key(b)];
    pair.sort();
    Thing { kind: "relation", name: pair.join(" and ") }
}

/// The key of powers that are one for politics.
pub fn as_one_thing(list: &NameList) -> Thing {
    let mut names: Vec<String> = list.take.iter().map(|n| fold_name(&n.text)).collect();
    names.sort();
    let name = if list.but.is_empty() { names.join(", ") } else { list_key(list) };
    Thing { kind: "as one", name }
}

/// A row name by name, so that each pair can be changed alone.
fn pairs((a, relation, b): Relations) -> Vec<Relations> {
    if !a.but.is_empty() || !b.but.is_empty() {
        return vec![(a, relation, b)];
    }
    let one = |name: &Name| NameList { take: vec![name.clone()], but: Vec::new(), loc: name.loc };
    a.take.iter().flat_map(|x| b.take.iter().map(move |y| (one(x), relation, one(y)))).collect()
}

fn move_key(row: &MoveRow) -> &'static str {
    match row {
        MoveRow::Hostile(_) => "zones are hostile with",
        MoveRow::Ignore(_) => "attackers may ignore",
        MoveRow::Load(_) => "loading barred by",
        MoveRow::Unload(_) => "unloading barred by",
        MoveRow::Shot { .. } => "passing shots by",
        MoveRow::AlliedDecks => "aircraft may land on allied decks",
        MoveRow::NewDecks => "aircraft may land on new decks",
        MoveRow::Landing { .. } => "landings barred by",
        MoveRow::Stranded(_) => "stranded aircraft go",
    }
}

fn capture_key(row: &CaptureRow) -> &'static str {
    match row {
        CaptureRow::Treasury => "capital yields treasury",
        CaptureRow::NoLiberation(_) => "no liberation of",
        CaptureRow::Always(_) => "always liberate",
        CaptureRow::Never(_) => "never liberate",
    }
}

fn battles_key(row: &BattlesRow) -> &'static str {
    match row {
        BattlesRow::Order(_) => "order",
        BattlesRow::Raids(..) => "raids by",
        BattlesRow::Escorts(_) => "escorts",
        BattlesRow::Bombardment { .. } => "bombardment by",
        BattlesRow::Disputes(_) => "disputed losses",
    }
}

/// Cuts an item; `rows` are the places of its rows, if it has any.
pub fn cut(item: Item, label: Option<&Name>, loc: Loc, rows: &[Loc], layer: usize) -> Vec<Piece> {
    let row = |at: usize| rows.get(at).copied().unwrap_or(loc);
    let piece = |thing, item, loc_of| Piece { thing, item, loc: loc_of, block: loc, layer };
    let named = |kind, name: &Name| Some(Thing::new(kind, &name.text));
    let one = |thing, item| vec![Piece { thing, item, loc, block: loc, layer }];
    let labelled = || label.map(|l| Thing::new("rule", &l.text));
    match item {
        Item::Marks(names) => names.into_iter().map(|n| piece(named("mark", &n), Item::Marks(vec![n.clone()]), n.loc)).collect(),
        Item::Flags(names) => names.into_iter().map(|n| piece(named("flag", &n), Item::Flags(vec![n.clone()]), n.loc)).collect(),
        Item::Setup(owner, all) => {
            let cut = |(at, r)| piece(None, Item::Setup(owner.clone(), vec![r]), row(at));
            all.into_iter().enumerate().map(cut).collect()
        }
        Item::Turn(all, at) => {
            let cut = |(i, r): (usize, TurnRow)| {
                let thing = match &r {
                    TurnRow::Order(_) | TurnRow::OrderBy(..) => Some(Thing::new("turn", "order")),
                    TurnRow::Start(_) => Some(Thing::new("turn", "starts in round")),
                    TurnRow::Phase(phase) | TurnRow::Beside { phase, .. } => named("phase", &phase.name),
                };
                let place = if let TurnRow::OrderBy(_, name) = &r { name.loc } else { row(i) };
                piece(thing, Item::Turn(vec![r], at), place)
            };
            all.into_iter().enumerate().map(cut).collect()
        }
        Item::Relations(all, _) => {
            let cut = |(at, r): (usize, Relations)| {
                let one = move |r: Relations| {
                    let thing = Some(pair_thing(&r.0, &r.2));
                    piece(thing, Item::Relations(vec![r], layer), row(at))
                };
                pairs(r).into_iter().map(one).collect::<Vec<_>>()
            };
            all.into_iter().enumerate().flat_map(cut).collect()
        }
        Item::Movement(all, at) => {
            let key = |r: &MoveRow| Some(Thing::new("movement", move_key(r)));
            all.into_iter().enumerate().map(|(i, r)| piece(key(&r), Item::Movement(vec![r], at), row(i))).collect()
        }
        Item::Capture(all) => {
            let key = |r: &CaptureRow| Some(Thing::new("capture", capture_key(r)));
            all.into_iter().enumerate().map(|(i, r)| piece(key(&r), Item::Capture(vec![r]), row(i))).collect()
        }
        Item::Battles(all) => {
            let key = |r: &BattlesRow| Some(Thing::new("battles", battles_key(r)));
            all.into_iter().enumerate().map(|(i, r)| piece(key(&r), Item::Battles(vec![r]), row(i))).collect()
        }
        Item::Space(said) => {
            let key = if said.sea { format!("sz {}", said.name.text) } else { said.name.text.clone() };
            one(Some(Thing { kind: "space", name: space_key(&key) }), Item::Space(said))
        }
        Item::Attributes(names) => {
            names.into_iter().map(|n| piece(named("attribute", &n), Item::Attributes(vec![n.clone()]), n.loc)).collect()
        }
        Item::Sides(names) => names.into_iter().map(|n| piece(named("side", &n), Item::Sides(vec![n.clone()]), n.loc)).collect(),
        Item::Group(name, list) => one(named("group", &name), Item::Group(name, list)),
        Item::Position(name, at) => {
            let thing = Thing { kind: "position", name: space_key(&name.text) };
            one(Some(thing), Item::Position(name, at))
        }
        Item::Gate(said) => one(named("gate", &said.name), Item::Gate(said)),
        Item::Region(name, places) => one(named("region", &name), Item::Region(name, places)),
        Item::Counter(name, start) => one(named("counter", &name), Item::Counter(name, start)),
        Item::Plan(plan) => one(Some(Thing::new("battle", site_word(plan.kind))), Item::Plan(plan)),
        Item::Objective(said) => one(named("objective", &said.name), Item::Objective(said)),
        Item::Trigger(said) => one(named("trigger", &said.name), Item::Trigger(said)),
        Item::Victory(said) => one(named("victory", &said.name), Item::Victory(said)),
        Item::Use(said) => one(named("script", &said.name), Item::Use(said)),
        Item::Guardians(by, of, when) => {
            let thing = labelled().unwrap_or_else(|| site_thing("guardians of", &of));
            one(Some(thing), Item::Guardians(by, of, when))
        }
        Item::Site(list, places) => {
            let thing = labelled().unwrap_or_else(|| site_thing("site of", &list));
            one(Some(thing), Item::Site(list, places))
        }
        Item::AsOne(list) => {
            let thing = labelled().unwrap_or_else(|| as_one_thing(&list));
            one(Some(thing), Item::AsOne(list))
        }
        item @ (Item::Permit(_) | Item::Lift(_)) => one(labelled(), item),
    }
}

impl Piece {
    /// What a person calls it.
    pub fn shown(&self) -> String {
        let name = match &self.item {
            Item::Space(said) if said.sea => return format!("sz {}", said.name.text),
            Item::Space(said) => &said.name,
            Item::Gate(said) => &said.name,
            Item::Plan(said) => &said.name,
            Item::Objective(said) => &said.name,
            Item::Trigger(said) => &said.name,
            Item::Victory(said) => &said.name,
            Item::Use(said) => &said.name,
            Item::Region(name, _) | Item::Counter(name, _) | Item::Group(name, _) | Item::Position(name, _) => name,
            Item::Marks(names) | Item::Flags(names) | Item::Attributes(names) | Item::Sides(names) => match &names[..] {
                [name] => name,
                _ => return String::new(),
            },
            _ => return self.thing.as_ref().map(|t| t.name.clone()).unwrap_or_default(),
        };
        name.text.clone()
    }

    /// The marks of a space.
    pub fn marks(&self) -> impl Iterator<Item = &Name> {
        let facts = if let Item::Space(said) = &self.item { said.facts.as_slice() } else { &[] };
        facts.iter().flat_map(|f| if let SpaceFact::Marked(names) = f { names.as_slice() } else { &[] })
    }

    /// Whether its text begins with these words.
    pub fn begins(&self, words: &str, sources: &Sources) -> bool {
        fold_name(&super::plain(sources.text(self.loc))).starts_with(&fold_name(words))
    }
}
