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
    let part = |names: &[Name]| {
        names
            .iter()
            .map(|n| fold_name(&n.text))
            .collect::<Vec<_>>()
            .join(", ")
    };
    if list.but.is_empty() {
        part(&list.take)
    } else {
        format!("{} but {}", part(&list.take), part(&list.but))
    }
}

/// The key of a site or of wards: those it is about.
pub fn site_thing(kind: &'static str, list: &NameList) -> Thing {
    Thing {
        kind,
        name: list_key(list),
    }
}

/// A row of relations: powers, how they stand, powers.
pub type Relations = (NameList, Relation, NameList);

/// The key of how two powers, or two lists of them, stand to each other.
pub fn pair_thing(a: &NameList, b: &NameList) -> Thing {
    let mut pair = [list_key(a), list_key(b)];
    pair.sort();
    Thing {
        kind: "relation",
        name: pair.join(" and "),
    }
}

/// The key of powers that are one for politics.
pub fn as_one_thing(list: &NameList) -> Thing {
    let mut names: Vec<String> = list.take.iter().map(|n| fold_name(&n.text)).collect();
    names.sort();
    let name = if list.but.is_empty() {
        names.join(", ")
    } else {
        list_key(list)
    };
    Thing {
        kind: "as one",
        name,
    }
}

/// A row name by name, so that each pair can be changed alone.
fn pairs((a, relation, b): Relations) -> Vec<Relations> {
    if !a.but.is_empty() || !b.but.is_empty() {
        return vec![(a, relation, b)];
    }
    let one = |name: &Name| NameList {
        take: vec![name.clone()],
        but: Vec::new(),
        loc: name.loc,
    };
    a.take
        .iter()
        .flat_map(|x| b.take.iter().map(move |y| (one(x), relation, one(y))))
        .collect()
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
    let place = Cut { loc, rows, layer };
    match item {
        Item::Marks(names) => place.names("mark", names, Item::Marks),
        Item::Flags(names) => place.names("flag", names, Item::Flags),
        Item::Attributes(names) => place.names("attribute", names, Item::Attributes),
        Item::Sides(names) => place.names("side", names, Item::Sides),
        Item::Setup(owner, all) => {
            place.rows(all, |_| None, |r| Item::Setup(owner.clone(), vec![r]))
        }
        Item::Turn(all, at) => place.turn(all, at),
        Item::Relations(all, _) => place.relations(all),
        Item::Movement(all, at) => place.rows(
            all,
            |r| Some(Thing::new("movement", move_key(r))),
            |r| Item::Movement(vec![r], at),
        ),
        Item::Capture(all) => place.rows(
            all,
            |r| Some(Thing::new("capture", capture_key(r))),
            |r| Item::Capture(vec![r]),
        ),
        Item::Battles(all) => place.rows(
            all,
            |r| Some(Thing::new("battles", battles_key(r))),
            |r| Item::Battles(vec![r]),
        ),
        item => {
            let labelled = label.map(|l| Thing::new("rule", &l.text));
            vec![Piece {
                thing: whole(&item, labelled),
                item,
                loc,
                block: loc,
                layer,
            }]
        }
    }
}

/// What an item that is not cut is about.
fn whole(item: &Item, labelled: Option<Thing>) -> Option<Thing> {
    let named = |kind, name: &Name| Some(Thing::new(kind, &name.text));
    match item {
        Item::Space(said) => {
            let key = if said.sea {
                format!("sz {}", said.name.text)
            } else {
                said.name.text.clone()
            };
            Some(Thing {
                kind: "space",
                name: space_key(&key),
            })
        }
        Item::Group(name, _) => named("group", name),
        Item::Position(name, _) => Some(Thing {
            kind: "position",
            name: space_key(&name.text),
        }),
        Item::Gate(said) => named("gate", &said.name),
        Item::Region(name, _) => named("region", name),
        Item::Counter(name, _) => named("counter", name),
        Item::Plan(plan) => Some(Thing::new("battle", site_word(plan.kind))),
        Item::Objective(said) => named("objective", &said.name),
        Item::Trigger(said) => named("trigger", &said.name),
        Item::Victory(said) => named("victory", &said.name),
        Item::Use(said) => named("script", &said.name),
        Item::Guardians(_, of, _) => {
            Some(labelled.unwrap_or_else(|| site_thing("guardians of", of)))
        }
        Item::Site(list, _) => Some(labelled.unwrap_or_else(|| site_thing("site of", list))),
        Item::AsOne(list) => Some(labelled.unwrap_or_else(|| as_one_thing(list))),
        _ => labelled,
    }
}

/// Where an item that is cut stands.
struct Cut<'r> {
    loc: Loc,
    rows: &'r [Loc],
    layer: usize,
}

impl Cut<'_> {
    fn piece(&self, thing: Option<Thing>, item: Item, loc: Loc) -> Piece {
        Piece {
            thing,
            item,
            loc,
            block: self.loc,
            layer: self.layer,
        }
    }

    fn row(&self, at: usize) -> Loc {
        self.rows.get(at).copied().unwrap_or(self.loc)
    }

    /// A piece for each name.
    fn names(
        &self,
        kind: &'static str,
        names: Vec<Name>,
        item: impl Fn(Vec<Name>) -> Item,
    ) -> Vec<Piece> {
        let one = |n: Name| {
            self.piece(
                Some(Thing::new(kind, &n.text)),
                item(vec![n.clone()]),
                n.loc,
            )
        };
        names.into_iter().map(one).collect()
    }

    /// A piece for each row.
    fn rows<R>(
        &self,
        all: Vec<R>,
        thing: impl Fn(&R) -> Option<Thing>,
        item: impl Fn(R) -> Item,
    ) -> Vec<Piece> {
        let one = |(at, r): (usize, R)| self.piece(thing(&r), item(r), self.row(at));
        all.into_iter().enumerate().map(one).collect()
    }

    fn turn(&self, all: Vec<TurnRow>, at: Loc) -> Vec<Piece> {
        let one = |(i, r): (usize, TurnRow)| {
            let thing = match &r {
                TurnRow::Order(_) | TurnRow::OrderBy(..) => Thing::new("turn", "order"),
                TurnRow::Start(_) => Thing::new("turn", "starts in round"),
                TurnRow::Phase(phase) | TurnRow::Beside { phase, .. } => {
                    Thing::new("phase", &phase.name.text)
                }
            };
            let place = if let TurnRow::OrderBy(_, name) = &r {
                name.loc
            } else {
                self.row(i)
            };
            self.piece(Some(thing), Item::Turn(vec![r], at), place)
        };
        all.into_iter().enumerate().map(one).collect()
    }

    /// A piece for each pair of powers.
    fn relations(&self, all: Vec<Relations>) -> Vec<Piece> {
        let pair = |at, r: Relations| {
            self.piece(
                Some(pair_thing(&r.0, &r.2)),
                Item::Relations(vec![r], self.layer),
                self.row(at),
            )
        };
        all.into_iter()
            .enumerate()
            .flat_map(|(at, r)| pairs(r).into_iter().map(move |r| (at, r)))
            .map(|(at, r)| pair(at, r))
            .collect()
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
            Item::Region(name, _)
            | Item::Counter(name, _)
            | Item::Group(name, _)
            | Item::Position(name, _) => name,
            Item::Marks(names)
            | Item::Flags(names)
            | Item::Attributes(names)
            | Item::Sides(names) => match &names[..] {
                [name] => name,
                _ => return String::new(),
            },
            _ => {
                return self
                    .thing
                    .as_ref()
                    .map(|t| t.name.clone())
                    .unwrap_or_default();
            }
        };
        name.text.clone()
    }

    /// The marks of a space.
    pub fn marks(&self) -> impl Iterator<Item = &Name> {
        let facts = if let Item::Space(said) = &self.item {
            said.facts.as_slice()
        } else {
            &[]
        };
        facts.iter().flat_map(|f| {
            if let SpaceFact::Marked(names) = f {
                names.as_slice()
            } else {
                &[]
            }
        })
    }

    /// Whether its text begins with these words.
    pub fn begins(&self, words: &str, sources: &Sources) -> bool {
        fold_name(&super::plain(sources.text(self.loc))).starts_with(&fold_name(words))
    }
}
