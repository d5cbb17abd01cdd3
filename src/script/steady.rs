//! Whether what a script says of a volley follows from who fires, and from what is the same in all of a battle or
//! changes at known rounds of it: its answers can be kept then.

use super::check::Check;
use super::typed::parts;
use rhai::{ASTNode, Expr, Position, Stmt};

/// What can be read of a volley, of who fires in it, and of types, and never changes while they are the same.
const PRINTED: [&str; 17] = [
    "role",
    "value",
    "shooters",
    "kinds",
    "kind",
    "name",
    "damage",
    "hits_left",
    "is_seaborne",
    "domain",
    "cost",
    "hits",
    "moves",
    "takes_ground",
    "len",
    "is_empty",
    "first",
];

/// What else is the same from the beginning of a battle to its end, by the type that it is read of.
const STEADY: [(&str, &str); 11] = [
    ("Game", "round"),
    ("Game", "power"),
    ("Volley", "space"),
    ("Space", "name"),
    ("Space", "is_sea"),
    ("Space", "is_land"),
    ("Space", "is_island"),
    ("Space", "income"),
    ("Space", "owner"),
    ("Space", "original_owner"),
    ("Space", "capital_of"),
];

/// How numbers are compared.
const COMPARES: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// What gives a thing by its name.
const BY_NAME: [&str; 4] = ["unit_type", "unit_types", "space", "power"];

/// Rounds of a battle are told apart before this one: where a script asks for later ones, the game plays.
const ROUNDS: i64 = 16;

impl Check<'_> {
    /// Finds what is steady in a node: chains of what never changes in a battle, and its round where that is compared
    /// with a number.
    pub(super) fn steadies(&mut self, node: &ASTNode<'_>) {
        match node {
            ASTNode::Expr(Expr::Dot(pair, ..)) => self.steady_chain(&pair.lhs, &pair.rhs),
            ASTNode::Expr(Expr::FnCall(call, _)) if COMPARES.contains(&call.name.as_str()) => {
                let [one, other] = call.args.as_slice() else {
                    return;
                };
                for (read, number) in [(one, other), (other, one)] {
                    self.round_compared(read, number);
                }
            }
            _ => {}
        }
    }

    fn steady_chain(&mut self, lhs: &Expr, rhs: &Expr) {
        let Some(mut kind) = self.kind(lhs).map(str::to_owned) else {
            return;
        };
        for part in parts(rhs) {
            let Expr::Property(property, at) = part else {
                return;
            };
            if !STEADY.contains(&(kind.as_str(), property.2.as_str())) {
                return;
            }
            // The game itself is no look around where this is all that is read of it.
            let known = |at: &Position| !at.is_none();
            self.steady
                .extend([*at, lhs.position()].into_iter().filter(known));
            let Some(gives) = self.part(&kind, part) else {
                return;
            };
            kind = gives.to_owned();
        }
    }

    /// Takes note of a number that the round of a battle is compared with.
    fn round_compared(&mut self, read: &Expr, number: &Expr) {
        let (Expr::Dot(pair, ..), Expr::IntegerConstant(number, _)) = (read, number) else {
            return;
        };
        let Expr::Property(property, at) = &pair.rhs else {
            return;
        };
        let of_battle = self.kind(&pair.lhs) == Some("Volley") && property.2 == "round";
        if of_battle && (0..ROUNDS).contains(number) {
            self.steady.insert(*at);
            // At most that of `ROUNDS`.
            self.named
                .turns
                .extend([*number as u16, *number as u16 + 1]);
        }
    }

    /// Whether a node reads anything of the game but who fires in a volley, what is printed of types, and what is
    /// steady.
    pub(super) fn is_look_around(&self, node: &ASTNode<'_>) -> bool {
        match node {
            ASTNode::Expr(Expr::Variable(name, _, at)) => {
                name.1 == "memory" || name.1 == "game" && !self.steady.contains(at)
            }
            ASTNode::Expr(Expr::Property(read, at)) => {
                let name = read.2.as_str();
                let printed = PRINTED.contains(&name) || self.params.contains(name);
                !printed && !self.steady.contains(at)
            }
            ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _))
            | ASTNode::Stmt(Stmt::FnCall(call, _)) => {
                let named = |on: &[&str]| {
                    let mut same = self.library.named(&call.name).filter(|e| !e.property);
                    same.any(|e| on.is_empty() || on.contains(&e.on.as_str()))
                };
                let of_types =
                    named(&["UnitType", "UnitTypes"]) || BY_NAME.contains(&call.name.as_str());
                call.name == "Fn" || named(&[]) && !of_types
            }
            _ => false,
        }
    }
}
