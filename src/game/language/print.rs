//! Orders as text, in the full form that logs keep. Counts where they mean exactly the same units
//! when they are read back in the same position, else the units by their numbers (`TYPE#17`).

use super::clause::orders;
use super::likeness::Likeness;
use super::node::{Rule, read};
use super::resolve::{Manner, Reader};
use super::text::Text;
use sandtable_diag::FileId;
use sandtable_kernel::{Choice, Count, DecisionKind, Intent, Order, Shot, UnitIx, tally};
use sandtable_rules::{PowerId, SiteKind, SpaceId, UnitTypeId, joined_or, power_name, space_name};
use std::fmt::Write as _;

/// What a stack tells apart: type, owner, damage, load.
type Looks = (UnitTypeId, PowerId, u8, Vec<UnitTypeId>);

impl Reader<'_> {
    /// An order in the full form; read back in this position it is the same order.
    pub fn print(&self, order: &Order) -> String {
        self.print_again(order, "")
    }

    /// The same for an order that was just read from these words, in the manner of logs: they need not be read again.
    pub fn print_again(&self, order: &Order, said: &str) -> String {
        let text = self.text(order, true);
        if text == said {
            return text;
        }
        let back =
            orders(Text::new(FileId(0), &text)).and_then(|clauses| match clauses.as_slice() {
                [clause] => self.taking(Manner::Full).orders(clause),
                _ => Ok(Vec::new()),
            });
        match back {
            Ok(same) if same.as_slice() == std::slice::from_ref(order) => text,
            _ => self.text(order, false),
        }
    }

    fn text(&self, order: &Order, counts: bool) -> String {
        let stacks = |units: &[UnitIx]| self.stacks(units, counts);
        let or_none = |units: &[UnitIx]| joined_or(self.each_stack(units, counts), ", ", "none");
        match order {
            Order::Buy(units) => format!("buy {}", self.counted(units)),
            Order::Repair { facility, points } => {
                let (space, kind) = self.whereabouts(*facility);
                format!("repair {points} {kind} in {space}")
            }
            Order::Upgrade(facility) => {
                let (space, kind) = self.whereabouts(*facility);
                format!("upgrade {kind} in {space}")
            }
            Order::Declare(on) => {
                format!("declare war on {}", quote(power_name(self.cx.rules, *on)))
            }
            Order::Move {
                units,
                path,
                intent,
            } => {
                let attacking = match intent {
                    Intent::Attack => " attacking",
                    Intent::Pass => "",
                };
                let to = path.last().map_or_else(nothing, |s| self.space(*s));
                let (units, way) = (stacks(units), self.way(path));
                format!("move {units} {way} to {to}{attacking}")
            }
            Order::Load { units, onto } => {
                let from = self.from(units);
                let ship = match counts {
                    true => self.ship(*onto),
                    false => self.numbered(*onto),
                };
                let zone = self.whereabouts(*onto).0;
                format!("load {} from {from} on {ship} in {zone}", stacks(units))
            }
            Order::Unload { units, to } => format!(
                "land {} from {} on {}",
                stacks(units),
                self.from(units),
                self.space(*to)
            ),
            Order::Raid {
                units,
                path,
                target,
            } => {
                let (space, kind) = self.whereabouts(*target);
                let (units, way) = (stacks(units), self.way(path));
                format!("bomb {kind} in {space} with {units} {way}")
            }
            Order::Fight {
                space,
                kind: SiteKind::Raid,
            } => format!("fight raid in {}", self.space(*space)),
            Order::Fight { space, .. } => format!("fight {}", self.space(*space)),
            Order::Casualties(units) => format!("casualties {}", or_none(units)),
            Order::Agree => "yes".to_owned(),
            Order::Object => "no".to_owned(),
            Order::Retreat(to) => format!("retreat to {}", self.space(*to)),
            Order::Press => "press".to_owned(),
            Order::Pick(pick, units) => format!("{} {}", pick.word, or_none(units)),
            Order::Aim(shots) => self.shots(shots, counts),
            Order::Land { to, .. } => format!("divert to {}", self.space(*to)),
            Order::Place { kind, count, space } => format!(
                "place {count} {} in {}",
                self.kind(*kind),
                self.space(*space)
            ),
            Order::Answer(choices) => self.answer_text(choices, counts),
            Order::EndPhase => "end phase".to_owned(),
        }
    }

    fn shots(&self, shots: &[Shot], counts: bool) -> String {
        let mut shots = shots.to_vec();
        shots.sort_unstable_by_key(|s| (s.target, s.raider));
        let groups = shots
            .chunk_by(|a, b| a.target == b.target)
            .flat_map(|group| {
                let raiders: Vec<UnitIx> = group.iter().map(|s| s.raider).collect();
                let at = self.whereabouts(group[0].target).1;
                self.each_stack(&raiders, counts)
                    .into_iter()
                    .map(move |stack| format!("{stack} at {at}"))
            });
        format!("aim {}", joined_or(groups, ", ", "none"))
    }

    fn answer_text(&self, choices: &[u16], words: bool) -> String {
        let offered = match self.decision.map(|d| &d.kind) {
            Some(DecisionKind::Offer(offer)) => offer.choices.as_slice(),
            _ => &[],
        };
        let mut list = Vec::new();
        for n in choices {
            match offered.get(usize::from(*n)) {
                Some(Choice::Word(word)) if words => list.push(quote(word)),
                Some(choice) if words => list.push(self.choice_name(choice)),
                _ => list.push((n.saturating_add(1)).to_string()),
            }
        }
        match list.as_slice() {
            [yes_or_no] if yes_or_no == "yes" || yes_or_no == "no" => yes_or_no.clone(),
            list => format!("answer {}", joined_or(list, ", ", "none")),
        }
    }

    /// A space as orders write it.
    pub fn space(&self, space: SpaceId) -> String {
        quote(space_name(self.cx.rules, space))
    }

    fn kind(&self, kind: UnitTypeId) -> String {
        let kind = self.cx.rules.units.types.get(kind);
        kind.map_or_else(nothing, |kind| quote(&kind.name))
    }

    /// So many of each type, as orders write them.
    fn counted(&self, units: &[Count]) -> String {
        let each = units.iter();
        let each = each.map(|(kind, n)| format!("{n} {}", self.kind(*kind)));
        joined_or(each, ", ", "")
    }

    fn from(&self, units: &[UnitIx]) -> String {
        let first = units.first().map(|ix| self.whereabouts(*ix).0);
        first.unwrap_or_else(nothing)
    }

    /// Where a unit is, and its type.
    fn whereabouts(&self, ix: UnitIx) -> (String, String) {
        match self.cx.state.get(ix) {
            Some(unit) => (self.space(unit.space), self.kind(unit.kind)),
            None => (nothing(), nothing()),
        }
    }

    fn way(&self, path: &[SpaceId]) -> String {
        let spaces: Vec<String> = path.iter().map(|s| self.space(*s)).collect();
        match spaces.as_slice() {
            [] => format!("from {}", nothing()),
            [from, via @ .., _] if !via.is_empty() => format!("from {from} via {}", via.join(", ")),
            [from, ..] => format!("from {from}"),
        }
    }

    fn numbered(&self, ix: UnitIx) -> String {
        format!("{}#{}", self.whereabouts(ix).1, ix.0)
    }

    /// Units as a list of stacks, for messages.
    pub(crate) fn listed(&self, units: &[UnitIx]) -> String {
        joined_or(self.each_stack(units, true), ", ", "none")
    }

    /// Units as stacks.
    fn stacks(&self, units: &[UnitIx], counts: bool) -> String {
        self.each_stack(units, counts).join(", ")
    }

    fn each_stack(&self, units: &[UnitIx], counts: bool) -> Vec<String> {
        if !counts {
            return units.iter().map(|ix| self.numbered(*ix)).collect();
        }
        let likeness = Likeness::new(self.cx.state);
        let mut groups: Vec<(Option<Looks>, usize)> = Vec::new();
        for looks in units.iter().map(|ix| self.looks(&likeness, *ix)) {
            match groups.iter_mut().find(|(known, _)| *known == looks) {
                Some((_, count)) => *count += 1,
                None => groups.push((looks, 1)),
            }
        }
        let stacks = groups.into_iter();
        let said = |(looks, count): (Option<Looks>, usize)| match looks {
            Some(looks) => format!("{count} {}", self.seen(looks)),
            None => nothing(),
        };
        stacks.map(said).collect()
    }

    fn looks(&self, likeness: &Likeness<'_>, ix: UnitIx) -> Option<Looks> {
        let unit = self.cx.state.get(ix)?;
        Some((unit.kind, unit.owner, unit.damage, likeness.aboard(ix)))
    }

    /// A single ship that is loaded, which needs no number.
    fn ship(&self, ix: UnitIx) -> String {
        let looks = self.looks(&Likeness::new(self.cx.state), ix);
        looks.map_or_else(nothing, |looks| self.seen(looks))
    }

    /// What a stack tells apart, as it is said behind a number.
    fn seen(&self, (kind, owner, damage, load): Looks) -> String {
        let mut text = String::new();
        if damage > 0 {
            text.push_str("damaged ");
        }
        text.push_str(&self.kind(kind));
        let speaker = self.decision.map_or_else(|| self.cx.active(), |d| d.power);
        if owner != speaker {
            let _ = write!(text, " of {}", quote(&self.cx.rules.powers[owner].name));
        }
        if !load.is_empty() {
            let _ = write!(text, " ({})", self.counted(&tally(load)));
        }
        text
    }
}

/// What stands for something that does not exist.
fn nothing() -> String {
    "?".to_owned()
}

/// A name in quotation marks where the language needs them: where it would not be read as one name without them.
fn quote(name: &str) -> String {
    let read = read(Rule::thing, Text::new(FileId(0), name), "");
    let none = |word: &str| word.eq_ignore_ascii_case("none");
    let odd = !read.is_ok_and(|read| read.text == name)
        || name.bytes().all(|b| b.is_ascii_digit())
        || name.split_whitespace().any(none);
    if odd {
        format!("\"{name}\"")
    } else {
        name.to_owned()
    }
}
