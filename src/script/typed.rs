//! What kind of thing an expression of a script gives, as far as that can be read off: `game` and
//! what follows from it by properties, methods and functions of the library.

use super::api::Entry;
use super::check::Check;
use super::complaint::Complaint;
use rhai::{ASTNode, BinaryExpr, Expr, FnCallExpr, Position};
use std::collections::BTreeSet;

/// What the maps have that hooks are given: lines of accounts, hits.
const GIVEN: [&str; 4] = ["text", "amount", "count", "targets"];

/// Every text that is written out in a script: what a map of its own may hold.
pub fn texts(node: &ASTNode<'_>, found: &mut BTreeSet<String>) {
    match node {
        ASTNode::Expr(Expr::StringConstant(text, _)) => _ = found.insert(text.to_string()),
        ASTNode::Expr(Expr::Map(map, _)) => {
            found.extend(map.0.iter().map(|(key, _)| key.name.to_string()));
        }
        _ => {}
    }
}

impl Check<'_> {
    fn entry(&self, on: &str, name: &str, property: bool) -> Option<&Entry> {
        let fits = |e: &&Entry| e.on == on && e.name == name && e.property == property;
        self.library.entries.iter().find(fits)
    }

    /// The type that an expression gives, if it is sure to be one of the library's.
    fn kind(&self, of: &Expr) -> Option<&str> {
        match of {
            Expr::Variable(name, ..) if name.1 == "game" => Some("Game"),
            Expr::FnCall(call, _) if call.op_token.is_none() => {
                Some(&self.entry("", &call.name, false)?.gives)
            }
            Expr::Dot(pair, ..) => {
                let (mut kind, mut rest) = (self.kind(&pair.lhs)?, &pair.rhs);
                while let Expr::Dot(pair, ..) = rest {
                    (kind, rest) = (self.part(kind, &pair.lhs)?, &pair.rhs);
                }
                self.part(kind, rest)
            }
            _ => None,
        }
    }

    /// The type of what a property or method of a type gives.
    fn part(&self, on: &str, part: &Expr) -> Option<&str> {
        let entry = match part {
            Expr::Property(property, _) => self.entry(on, property.2.as_str(), true),
            Expr::MethodCall(call, _) => self.entry(on, &call.name, false),
            _ => None,
        };
        entry.map(|e| e.gives.as_str())
    }

    /// Properties that what they are read of does not have.
    pub(super) fn properties(&mut self, pair: &BinaryExpr) {
        let (mut of, mut rest) = (self.kind(&pair.lhs).map(str::to_owned), &pair.rhs);
        loop {
            let (part, next) = match rest {
                Expr::Dot(pair, ..) => (&pair.lhs, Some(&pair.rhs)),
                part => (part, None),
            };
            if let Expr::Property(property, at) = part {
                self.has_property(of.as_deref(), property.2.as_str(), *at);
            }
            let Some(next) = next else { return };
            of = of.and_then(|on| self.part(&on, part).map(str::to_owned));
            rest = next;
        }
    }

    fn has_property(&mut self, of: Option<&str>, name: &str, at: Position) {
        let on = of.filter(|on| self.library.types.iter().any(|t| t.name == *on));
        // A map of the script's own may have any key that the script writes out somewhere.
        if on.is_none() && (of.is_some() || self.texts.contains(name) || GIVEN.contains(&name)) {
            return;
        }
        let of_it = |e: &&Entry| e.property && on.is_none_or(|on| e.on == on);
        let known: BTreeSet<&str> = self
            .library
            .entries
            .iter()
            .filter(of_it)
            .map(|e| e.name.as_str())
            .collect();
        if known.contains(name) {
            return;
        }
        let message = match on {
            Some("Game") => format!("the game has no `{name}`"),
            Some(on) => format!("{} has no `{name}`", of_type(on)),
            None => format!("nothing has a property `{name}`"),
        };
        let complaint = Complaint::new(message).suggest(name, known);
        let at = self.script.word(at);
        self.say("script/unknown-name", complaint, at);
    }

    /// Things compared with texts: that never holds.
    pub(super) fn comparison(&mut self, call: &FnCallExpr) {
        let [a, b] = &call.args[..] else { return };
        let (thing, text, at) = match (a, b) {
            (thing, Expr::StringConstant(text, at)) | (Expr::StringConstant(text, at), thing) => {
                (thing, text.to_string(), *at)
            }
            _ => return,
        };
        let ours = |kind: &&str| self.library.types.iter().any(|t| t.name == *kind);
        let Some(kind) = self.kind(thing).filter(ours) else {
            return;
        };
        let message = format!("{} is never equal to a text", of_type(kind));
        let mut complaint = Complaint::new(message);
        if self.entry(kind, "name", true).is_some() {
            let help = format!("compare its name, `.name {} \"{text}\"`", call.name);
            complaint = complaint.help(help);
        }
        let at = self.script.word(at);
        self.say("script/never-equal", complaint, at);
    }
}

fn of_type(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']) && !name.starts_with("Unit");
    format!("{} `{name}`", if vowel { "an" } else { "a" })
}
