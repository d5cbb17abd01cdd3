//! Summaries of a position: whose turn it is, what each power has, what stands in a space.

use comfy_table::{
    Cell, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Row,
    Table, TableStyle, Width,
};

use super::Paint;
use super::json::Figures;
use super::names::{count, counts, list, notes, power_name, side_name, space_name, unit_name};
use sandtable_kernel::{Count, State, Unit, UnitIx, tally};
use sandtable_rules::{PowerId, Rules, SpaceId, Terrain, UnitTypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Round, power and phase: `Round 3 · Redland · combat move`.
pub fn turn_banner(rules: &Rules, state: &State, paint: Paint) -> String {
    if let Some(side) = state.winner {
        let side = side_name(rules, side);
        return paint.bold(&format!("The {side} have won in round {}", state.round));
    }
    let power = rules.turn.order.get(usize::from(state.turn));
    let power = power.map_or_else(String::new, |p| paint.power(rules, *p));
    let phase = rules.turn.phases.get(state.phase).map_or("", |p| &p.name);
    let round = paint.bold(&format!("Round {}", state.round));
    format!("{round} · {power} · {phase}")
}

/// A rule above, one below the header, one at the end: rows stay together.
const RULED: TableStyle = TableStyle::new()
    .top_border(LineStyle::none().fill('─').junction('─'))
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '))
    .bottom_border(LineStyle::none().fill('─').junction('─'));

/// Rows under a header in the common style, as text without blanks at the ends of lines; `width` is that of the
/// screen, none for as wide as it gets. No word is broken: for columns that the screen has no room for, their names
/// are given below.
pub fn table<R: Into<Row>>(
    header: &[&str],
    width: Option<u16>,
    rows: impl IntoIterator<Item = R>,
) -> String {
    let mut table = Table::new();
    table.load_style(RULED);
    if let Some(width) = width {
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width.max(40));
    }
    table.set_header(header).add_rows(rows);
    let left_out = fit(&mut table);
    let lines = table.lines().map(|l| l.trim_end().to_owned());
    let mut lines: Vec<String> = lines.collect();
    if !left_out.is_empty() {
        lines.push(format!("no room here for: {}", left_out.join(", ")));
    }
    lines.join("\n")
}

/// A number, set to the right.
pub(super) fn number(n: impl ToString) -> Cell {
    Cell::new(n).set_alignment(CellAlignment::Right)
}

/// Gives each column room for its longest word, from the left; the headers of those left out.
fn fit(table: &mut Table) -> Vec<String> {
    let mut left_out = Vec::new();
    let Some(mut room) = table.width() else {
        return left_out;
    };
    for at in 0..table.column_count() {
        let cells = table.column_cells_with_header_iter(at).flatten();
        let texts: Vec<String> = cells.map(Cell::content).collect();
        let words = texts.iter().flat_map(|text| text.split_whitespace());
        let longest = words.map(|word| word.chars().count()).max().unwrap_or(0);
        let Some(column) = table.column_mut(at) else {
            continue;
        };
        let needs = u16::try_from(longest).unwrap_or(u16::MAX);
        let needs = needs.saturating_add(column.padding_width());
        if at > 0 && needs > room {
            column.set_constraint(ColumnConstraint::Hidden);
            left_out.extend(texts.into_iter().next());
            room = 0;
        } else {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(needs)));
            // A blank parts columns.
            room = room.saturating_sub(needs + 1);
        }
    }
    left_out
}

/// One row for each power: treasury, income, territories, cities, units, wars.
pub fn board_table(rules: &Rules, state: &State, width: Option<u16>, paint: Paint) -> String {
    let header = [
        "power",
        "side",
        &rules.economy.currency,
        "income",
        "territories",
        "cities",
        "units",
        "worth",
        "at war with",
    ];
    let powers = rules.powers.powers.ids();
    let shown: Vec<PowerId> = powers.filter(|p| matters(rules, state, *p)).collect();
    let mut developed = String::new();
    let rows = shown.iter().map(|&power| {
        let spaces = rules.board.spaces.iter();
        let owned = spaces.filter(|(id, s)| state.owner(*id) == Some(power) && !s.closed);
        let own = Figures::of(rules, state, power);
        let known = own.advances.unwrap_or_default();
        if !known.is_empty() {
            developed += &format!("\n{}: {}", own.name, known.join(", "));
        }
        [
            Cell::new(own.name),
            Cell::new(own.side.unwrap_or_default()),
            number(own.treasury),
            number(own.income),
            number(owned.count()),
            number(own.cities.len()),
            number(own.units),
            number(own.worth),
            Cell::new(own.at_war_with.join(", ")),
        ]
    });
    let text = table(&header, width, rows);
    colour_first_column(&text, rules, &shown, paint) + &developed
}

/// Powers that play, own something worth having or have units.
fn matters(rules: &Rules, state: &State, power: PowerId) -> bool {
    rules.powers[power].plays || state.all().any(|(_, u)| u.owner == power) || {
        let mut spaces = rules.board.spaces.iter();
        spaces.any(|(id, s)| state.owner(id) == Some(power) && !s.closed && s.income > 0)
    }
}

/// Colours come after the layout, which would count their codes as letters.
fn colour_first_column(text: &str, rules: &Rules, powers: &[PowerId], paint: Paint) -> String {
    let mut powers = powers.iter().peekable();
    let line = |line: &str| match powers.peek().map(|p| (**p, power_name(rules, **p))) {
        Some((power, name)) if line.trim_start().starts_with(name) => {
            powers.next();
            line.replacen(name, &paint.power(rules, power), 1)
        }
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// What was bought and waits to be placed, by type.
pub(super) fn bought(state: &State) -> Vec<Count> {
    let bought = state.bought.iter();
    bought.map(|b| (b.kind, b.count)).collect()
}

/// A space: owner, income, what stands there with damage and cargo, neighbours.
pub fn space_report(rules: &Rules, state: &State, space: SpaceId, paint: Paint) -> String {
    let Some(place) = rules.board.spaces.get(space) else {
        return "no such space".to_owned();
    };
    let facts = notes(rules, space).into_iter().map(|n| format!(", {n}"));
    let facts: String = facts.collect();
    let mut lines = vec![paint.bold(&place.name)];
    if place.terrain == Terrain::Land {
        let owner = state.owner(space).map(|p| paint.power(rules, p));
        let owner = owner.unwrap_or_else(|| "nobody".to_owned());
        let first = place.original.filter(|o| state.owner(space) != Some(*o));
        let first = first.map(|p| format!(" (first of {})", power_name(rules, p)));
        let first = first.unwrap_or_default();
        let (income, money) = (place.income, &rules.economy.currency);
        lines.push(format!(
            "  controlled by {owner}{first}, income {income} {money}{facts}"
        ));
    } else {
        lines.push(format!("  sea zone{facts}"));
    }
    for (power, stacks) in stacks_in(rules, state, space, &|_| true) {
        lines.push(format!("  {}: {stacks}", paint.power(rules, power)));
    }
    let near = place.borders.iter().map(|s| match state.owner(*s) {
        Some(p) => format!("{} ({})", space_name(rules, *s), power_name(rules, p)),
        None => space_name(rules, *s).to_owned(),
    });
    let near = list(near, "and");
    lines.push(format!("  borders {near}"));
    lines.join("\n")
}

/// What each power has in a space of the units that are wanted, in words.
pub(super) fn stacks_in(
    rules: &Rules,
    state: &State,
    space: SpaceId,
    wanted: &dyn Fn(&Unit) -> bool,
) -> impl Iterator<Item = (PowerId, String)> {
    rules.powers.powers.ids().filter_map(move |power| {
        let own = |u: &Unit| u.owner == power && wanted(u);
        let here: Vec<(UnitIx, &Unit)> = state.units_in(space).filter(|(_, u)| own(u)).collect();
        (!here.is_empty()).then(|| (power, stacks(rules, state, &here)))
    })
}

/// Units by type; damaged and laden ones each for itself, cargo behind its carrier.
fn stacks(rules: &Rules, state: &State, units: &[(UnitIx, &Unit)]) -> String {
    let special = |ix: UnitIx, u: &Unit| u.damage > 0 || state.laden(ix);
    let own = units.iter().filter(|(_, u)| u.carrier().is_none());
    let (alone, plain): (Vec<_>, Vec<_>) = own.partition(|(ix, u)| special(*ix, u));
    let plain = tally(plain.iter().map(|(_, u)| u.kind));
    let plain = plain.iter().map(|(k, n)| count(rules, *k, (*n).into()));
    let mut parts: Vec<String> = plain.collect();
    for (ix, unit) in alone {
        let mut text = format!("1 {}", unit_name(rules, unit.kind));
        if unit.damage > 0 {
            text.push_str(&format!(" ({} damage)", unit.damage));
        }
        let load = tally(state.aboard(ix).map(|(_, u)| u.kind));
        if !load.is_empty() {
            let load = counts(rules, &load).replace(", ", " and ");
            text.push_str(&format!(" carrying {load}"));
        }
        parts.push(text);
    }
    // What is aboard a ship that is not among these: an ally's, or one that nobody asked about.
    let away = units.iter().filter_map(|(_, u)| {
        let ship = u
            .carrier()
            .filter(|c| units.iter().all(|(ix, _)| ix != c))?;
        let foreign = state.unit(ship).owner != u.owner;
        Some(((foreign, state.unit(ship).kind), (u.kind, ship)))
    });
    let mut aboard: BTreeMap<_, Vec<(UnitTypeId, UnitIx)>> = BTreeMap::new();
    away.for_each(|(ships, unit)| aboard.entry(ships).or_default().push(unit));
    for ((foreign, ship), units) in aboard {
        let load = tally(units.iter().map(|(kind, _)| *kind));
        let ships: BTreeSet<UnitIx> = units.into_iter().map(|(_, ship)| ship).collect();
        let whose = if foreign { "an ally's " } else { "" };
        let ships = match (foreign, ships.len()) {
            (true, 1) => unit_name(rules, ship),
            (_, n) => count(rules, ship, u32::try_from(n).unwrap_or(u32::MAX)),
        };
        parts.push(format!("{} aboard {whose}{ships}", counts(rules, &load)));
    }
    parts.join(", ")
}
