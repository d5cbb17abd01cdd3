//! Declaring war: who may on whom is the pack's rows, what follows a declaration is mechanism.

use super::Game;
use super::event::Event;
use super::order::Order;
use super::query::{Cx, Row};
use super::refusal::{Code, Refusal};
use super::state::{Marks, NOWHERE, SpaceMark};
use sandtable_rules::{Declaring, Moment, PowerId, PowerSet, Relation, Rules};

/// Whether the power on turn may declare war on this one.
///
/// # Errors
/// Why it may not; a script failed.
pub fn check(cx: Cx<'_>, on: PowerId) -> Result<(), Refusal> {
    let me = cx.active();
    let declaring = cx.rules.turn.phases[cx.state.phase].declaring;
    if declaring == Declaring::Never {
        return Err(Code::NotNow.refuse());
    }
    if !cx.rules.powers.powers.has(on) {
        return Err(Code::NoDeclaration
            .refuse()
            .because("there is no such power"));
    }
    if cx.at_war(me, on) {
        return Err(Code::AtWarAlready.refuse().by(on));
    }
    let refusal = Code::NoDeclaration.refuse().by(on);
    let rows = cx.rules.politics.declarations.iter();
    let own = rows.filter(|r| r.by.has(me)).map(|r| Row {
        about: r.on.has(on),
        verdict: r.verdict,
        when: &r.when,
        reason: &r.reason,
    });
    cx.decided(me, own).or(refusal.clone())?;
    if on == me {
        return Err(refusal);
    }
    if declaring == Declaring::BeforeMoves && moved(cx, me) {
        return Err(Code::DeclareFirst.refuse().by(on));
    }
    Ok(())
}

/// Whether the power has begun its moves.
fn moved(cx: Cx<'_>, me: PowerId) -> bool {
    let marks = Marks::SENT.and(Marks::BOMBARDS);
    let began = |u: &super::Unit| u.marks.any(marks) || u.used > 0 || u.came != NOWHERE;
    let mut spaces = cx.rules.board.spaces.ids();
    cx.state.of(me).any(|(_, u)| began(u))
        || spaces.any(|s| cx.state.marked(s, SpaceMark::Attacked))
}

/// Declares it for the power on turn, with all that follows.
pub fn declare(game: &mut Game<'_>, on: PowerId) {
    let by = game.state.active(game.rules);
    game.in_order(|game| declare_between(game, by, on));
}

/// War between two powers and all who are one with them: the relations, and the moments to come,
/// pushed in the order in which they should run (see [`in_order`]). Nothing if they are at war.
pub fn declare_between(game: &mut Game<'_>, by: PowerId, on: PowerId) {
    if by == on || game.cx().at_war(by, on) {
        return;
    }
    let (ours, theirs) = (as_one(game.rules, by), as_one(game.rules, on));
    // The pair that was named comes first, those drawn in follow.
    let mut pairs: Vec<(PowerId, PowerId)> = ours
        .iter()
        .flat_map(|a| theirs.iter().map(move |b| (a, b)))
        .filter(|(a, b)| a != b && !game.cx().at_war(*a, *b))
        .collect();
    pairs.sort_by_key(|pair| *pair != (by, on));
    game.tell(Event::Declared { power: by, on });
    set_relation(game, ours, theirs, Relation::War);
    for (a, b) in pairs {
        game.then(Moment::WarDeclared(a, b));
    }
}

/// The powers that are one with this one for politics, itself included.
pub(super) fn as_one(rules: &Rules, power: PowerId) -> PowerSet {
    let groups = rules.politics.as_one.iter().filter(|g| g.has(power));
    groups.fold(PowerSet::only(power), |all, g| all.union(*g))
}

/// The declarations that may be made.
pub fn legal(cx: Cx<'_>, orders: &mut Vec<Order>) {
    for on in cx.rules.powers.powers.ids() {
        if check(cx, on).is_ok() {
            orders.push(Order::Declare(on));
        }
    }
}

/// Sets a relation between all of the one and all of the other, both ways.
pub fn set_relation(game: &mut Game<'_>, a: PowerSet, b: PowerSet, relation: Relation) {
    for x in a.iter() {
        for y in b.iter().filter(|y| *y != x) {
            if game.state.relation(game.rules, x, y) == relation {
                continue;
            }
            game.state.relate(game.rules, x, y, relation);
            game.tell(Event::Relation {
                powers: [x, y],
                relation,
            });
        }
    }
}
