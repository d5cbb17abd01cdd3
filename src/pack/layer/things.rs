//! Items cut into the smallest pieces an overlay can take the place of, and what those are called.

use super::ledger::Thing;
use crate::grammar::{Rule, first_words, keyword_text};
use crate::tree::{Name, Node};
use sandtable_diag::{Loc, Sources, fold_name};

/// A piece of a pack: an item, or a single name or row of one.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What it is, if it can be pointed at.
    pub thing: Option<Thing>,
    /// The kind of item it is of.
    pub kind: Rule,
    pub node: Node,
    /// Where it stands.
    pub loc: Loc,
    /// Where the item stands whose row it is.
    pub block: Loc,
    /// The layer that said it first, or said all of it anew.
    pub layer: usize,
}

/// How items of a kind are told from each other.
enum Key {
    /// By the name that is their first part.
    Name,
    /// By the space they are, or are about.
    Space,
    /// By the kind of battle they are for.
    Plan,
    /// By the list at this place.
    List(usize),
    /// By a set of powers.
    Set,
    /// By the label they may have.
    Label,
}

/// How an item is cut.
enum Cut {
    Whole(Key),
    /// A piece for each name.
    Names,
    /// A piece for each row, told by the words it begins with.
    Rows,
    /// The rows of the opening position, each for its power.
    Setup,
    Turn,
    /// A piece for each pair of powers.
    Pairs,
}

/// A kind of item, for what lays packs over each other.
struct Kind {
    rule: Rule,
    /// What people and removals call it.
    called: &'static str,
    cut: Cut,
}

const fn kind(rule: Rule, called: &'static str, cut: Cut) -> Kind {
    Kind { rule, called, cut }
}

const KINDS: &[Kind] = &[
    kind(Rule::territory, "space", Cut::Whole(Key::Space)),
    kind(Rule::sea_zone, "space", Cut::Whole(Key::Space)),
    kind(Rule::gate, "gate", Cut::Whole(Key::Name)),
    kind(Rule::marks, "mark", Cut::Names),
    kind(Rule::region, "region", Cut::Whole(Key::Name)),
    kind(Rule::setup, "setup", Cut::Setup),
    kind(Rule::turn, "turn", Cut::Turn),
    kind(Rule::relations, "relation", Cut::Pairs),
    kind(Rule::as_one, "as one", Cut::Whole(Key::Set)),
    kind(Rule::guardians, "guardians of", Cut::Whole(Key::List(1))),
    kind(Rule::flags, "flag", Cut::Names),
    kind(Rule::counter, "counter", Cut::Whole(Key::Name)),
    kind(Rule::permit, "rule", Cut::Whole(Key::Label)),
    kind(Rule::site, "site of", Cut::Whole(Key::List(0))),
    kind(Rule::movement, "movement", Cut::Rows),
    kind(Rule::capture, "capture", Cut::Rows),
    kind(Rule::battles, "battles", Cut::Rows),
    kind(Rule::plan, "battle", Cut::Whole(Key::Plan)),
    kind(Rule::support, "rule", Cut::Whole(Key::Label)),
    kind(Rule::modifier, "rule", Cut::Whole(Key::Label)),
    kind(Rule::chart, "chart", Cut::Whole(Key::Name)),
    kind(Rule::objective, "objective", Cut::Whole(Key::Name)),
    kind(Rule::trigger, "trigger", Cut::Whole(Key::Name)),
    kind(Rule::victory, "victory", Cut::Whole(Key::Name)),
    kind(Rule::use_script, "script", Cut::Whole(Key::Name)),
    kind(Rule::attributes, "attribute", Cut::Names),
    kind(Rule::sides, "side", Cut::Names),
    kind(Rule::group, "group", Cut::Whole(Key::Name)),
    kind(Rule::position, "position", Cut::Whole(Key::Space)),
];

/// Rows of which a block may have several, and all of them count.
const ALL_COUNT: [&str; 5] = [
    "always liberate",
    "never liberate",
    "no liberation of",
    "passing shots by",
    "raids by",
];

/// Whether what one block says of this row several times all counts.
pub fn all_count(row: &Thing) -> bool {
    ALL_COUNT.contains(&&*row.name)
}

/// What kinds of items are called.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|k| k.called).chain(["phase"])
}

/// The form in which names of things of a kind are compared.
pub fn key_of(kind: &str, name: &str) -> String {
    match kind {
        "space" => space_key(name),
        _ => fold_name(name),
    }
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

/// Whether an item is a space.
pub fn is_space(kind: Rule) -> bool {
    matches!(kind, Rule::territory | Rule::sea_zone)
}

fn folded(names: &[Node]) -> Vec<String> {
    names.iter().map(|n| fold_name(&n.text)).collect()
}

fn list_key(list: &Node) -> String {
    match list.lists().map(|names| folded(names).join(", ")) {
        [take, but] if but.is_empty() => take,
        [take, but] => format!("{take} but {but}"),
    }
}

/// The key of a site or of wards: those it is about.
pub fn list_thing(kind: &'static str, list: &Node) -> Thing {
    Thing::folded(kind, list_key(list))
}

/// The key of how two powers, or two lists of them, stand to each other.
pub fn pair_thing(a: &Node, b: &Node) -> Thing {
    let mut pair = [list_key(a), list_key(b)];
    pair.sort();
    Thing::folded("relation", pair.join(" and "))
}

/// The key of powers that are one for politics.
pub fn as_one_thing(list: &Node) -> Thing {
    let name = match list.lists() {
        [take, []] => {
            let mut names = folded(take);
            names.sort();
            names.join(", ")
        }
        _ => list_key(list),
    };
    Thing::folded("as one", name)
}

/// Cuts an item that stands at a place.
pub fn cut(mut node: Node, label: Option<&Name>, loc: Loc, layer: usize) -> Vec<Piece> {
    let rule = node.rule;
    let Some(kind) = KINDS.iter().find(|k| k.rule == rule) else {
        return Vec::new();
    };
    let piece = |thing: Option<Thing>, node: Node| Piece {
        thing,
        kind: rule,
        loc: node.loc,
        node,
        block: loc,
        layer,
    };
    let called = |words: &str| Some(Thing::new(kind.called, words));
    match &kind.cut {
        Cut::Whole(key) => {
            let label = label.map(|l| Thing::new("rule", &l.text));
            let thing = whole(kind.called, key, &node, label);
            // Names of a space that have signs are facts each.
            if is_space(rule) {
                node.kids = Node::split_signs(node.kids);
            }
            let whole = piece(thing, node);
            vec![Piece { loc, ..whole }]
        }
        Cut::Names => {
            let names = node.lists()[0].iter();
            names.map(|n| piece(called(&n.text), n.clone())).collect()
        }
        Cut::Rows => {
            let rows = node.kids.into_iter();
            rows.map(|r| piece(called(&r.first_words()), r)).collect()
        }
        Cut::Setup => {
            let mut parts = node.kids.into_iter();
            let Some(owner) = parts.next() else {
                return Vec::new();
            };
            let rows = parts.filter(|p| p.rule == Rule::setup_row);
            let owned = |row: Node| Node::new(rule, row.loc, vec![owner.clone(), row]);
            rows.map(|row| piece(None, owned(row))).collect()
        }
        Cut::Turn => {
            let row = |r: Node| {
                let name = r.kids.last().filter(|_| r.sign().is_some());
                let loc = name.map_or(r.loc, |n| n.loc);
                let row = piece(Some(turn_thing(&r)), r);
                Piece { loc, ..row }
            };
            Node::split_signs(node.kids).into_iter().map(row).collect()
        }
        Cut::Pairs => {
            let rows = node.kids.iter().flat_map(pairs);
            let pair = |r: &Node| Some(pair_thing(&r.kids[0], &r.kids[2]));
            rows.map(|r| piece(pair(&r), r)).collect()
        }
    }
}

/// What an item that is not cut is about.
fn whole(called: &'static str, key: &Key, node: &Node, label: Option<Thing>) -> Option<Thing> {
    Some(match key {
        Key::Name => Thing::new(called, &node.kids[0].text),
        Key::Space if node.rule == Rule::sea_zone => {
            Thing::folded(called, space_key(&format!("sz {}", node.kids[0].text)))
        }
        Key::Space => Thing::folded(called, space_key(&node.kids[0].text)),
        Key::Plan => {
            let site = node.choice(Rule::plan_site).map(keyword_text);
            let site = site.unwrap_or_default();
            let site = site.split(' ').next_back().unwrap_or_default();
            match is_usual(node) {
                true => Thing::new(called, site),
                false => Thing::folded(called, format!("{site} {}", fold_name(&node.kids[0].text))),
            }
        }
        Key::List(nth) => label.unwrap_or_else(|| list_thing(called, &node.kids[*nth])),
        Key::Set => label.unwrap_or_else(|| as_one_thing(&node.kids[0])),
        Key::Label => return label,
    })
}

/// Whether a plan is the one for all battles of its kind; those for some places or times are many.
pub fn is_usual(plan: &Node) -> bool {
    plan.kid(Rule::plan_places)
        .or(plan.kid(Rule::when))
        .is_none()
}

fn turn_thing(row: &Node) -> Thing {
    match row.rule {
        Rule::turn_order => Thing::new("turn", "order"),
        Rule::turn_start => Thing::new("turn", "starts in round"),
        Rule::phase_beside => Thing::new("phase", &row.kids[2].kids[0].text),
        _ => Thing::new("phase", &row.kids[0].text),
    }
}

/// A row of relations name by name, so that each pair can be changed alone.
fn pairs(row: &Node) -> Vec<Node> {
    let [a, standing, b] = &row.kids[..] else {
        return Vec::new();
    };
    let ([a, []], [b, []]) = (a.lists(), b.lists()) else {
        return vec![row.clone()];
    };
    let pair = |x: &Node, y: &Node| Node {
        kids: vec![x.clone(), standing.clone(), y.clone()],
        ..row.clone()
    };
    a.iter()
        .flat_map(|x| b.iter().map(move |y| pair(x, y)))
        .collect()
}

impl Piece {
    fn cut(&self) -> Option<&'static Kind> {
        KINDS.iter().find(|k| k.rule == self.kind)
    }

    /// The name it is said of.
    pub fn name(&self) -> Option<&Name> {
        match self.cut()?.cut {
            Cut::Whole(Key::Name | Key::Space | Key::Plan) => self.node.kids.first().map(|n| &**n),
            Cut::Names => Some(&self.node),
            _ => None,
        }
    }

    /// What a person calls it.
    pub fn shown(&self) -> String {
        match self.name() {
            Some(name) if self.kind == Rule::sea_zone => format!("sz {}", name.text),
            Some(name) => name.text.clone(),
            None => {
                let thing = self.thing.as_ref();
                thing.map(|t| t.name.clone()).unwrap_or_default()
            }
        }
    }

    /// A piece that is one of several names as a sentence of its own.
    pub fn alone(&self) -> Option<String> {
        let kind = self.cut().filter(|k| matches!(k.cut, Cut::Names))?;
        let words = first_words(&format!("{:?}", kind.rule));
        Some(format!("{} {}", words.first()?, self.node.text))
    }

    /// Whether its text begins with these words.
    pub fn begins(&self, words: &str, sources: &Sources) -> bool {
        fold_name(&super::plain(sources.text(self.loc))).starts_with(&fold_name(words))
    }
}
