//! What kind of thing an expression of a script gives, as far as that can be read off: `game` and
//! what follows from it by properties, methods and functions of the library.

use super::api::Entry;
use super::check::Check;
use super::complaint::Complaint;
use super::hooks::HOOKS;
use rhai::{
    AST, ASTNode, BinaryExpr, Expr, FnCallExpr, Position, ScriptFnMetadata, Stmt,
    SwitchCasesCollection,
};
use std::collections::{BTreeMap, BTreeSet};

/// What the maps have that hooks are given: lines of accounts, hits.
const GIVEN: [&str; 4] = ["text", "amount", "count", "targets"];

/// What looks for something in an array.
const LOOKS: [&str; 2] = ["contains", "index_of"];

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

/// Looks at every node of a script, and at those above it.
pub fn nodes(ast: &AST, mut look: impl FnMut(&ASTNode<'_>, &[ASTNode<'_>])) {
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        let last = path.split_last();
        last.into_iter().for_each(|(node, above)| look(node, above));
        true
    });
}

/// The parts of a chain `a.b.c` behind its beginning, one after the other.
pub fn parts(rest: &Expr) -> impl Iterator<Item = &Expr> {
    let mut rest = Some(rest);
    std::iter::from_fn(move || {
        let (part, next) = match rest? {
            Expr::Dot(pair, ..) => (&pair.lhs, Some(&pair.rhs)),
            last => (last, None),
        };
        rest = next;
        Some(part)
    })
}

/// The variables that a statement binds.
fn binds(stmt: &Stmt) -> Vec<&str> {
    match stmt {
        Stmt::Var(binding, ..) => vec![&binding.0.name],
        Stmt::For(each, ..) => {
            let counter = each.1.iter().map(|c| c.name.as_str());
            counter.chain([each.0.name.as_str()]).collect()
        }
        Stmt::TryCatch(parts, _) => match &parts.expr {
            Expr::Variable(name, ..) => vec![&name.1],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether a chain begins with what stands in the brackets of an index, which the node above it is.
pub fn is_index(above: &[ASTNode<'_>], chain: &BinaryExpr) -> bool {
    let Some(ASTNode::Expr(Expr::Index(pair, ..))) = above.last() else {
        return false;
    };
    matches!(&pair.rhs, Expr::Dot(inner, ..) if std::ptr::eq(&raw const **inner, chain))
}

/// The variable that a statement assigns to.
pub fn assigned<'a>(node: &ASTNode<'a>) -> Option<&'a str> {
    match node {
        ASTNode::Stmt(Stmt::Assignment(parts)) => match &parts.1.lhs {
            Expr::Variable(name, ..) => Some(&name.1),
            _ => None,
        },
        _ => None,
    }
}

impl Check<'_> {
    /// Notes of which types a function's variables are that keep what they are given once: what hooks are called
    /// with, and what is bound to something whose type is sure.
    pub(super) fn variables(&mut self, f: &ScriptFnMetadata<'_>, body: &AST) {
        let mut bound: BTreeMap<String, usize> = BTreeMap::new();
        let mut bind = |name: &str| *bound.entry(name.to_owned()).or_default() += 1;
        f.params.iter().for_each(|name| bind(name));
        nodes(body, |node, _| {
            if let ASTNode::Stmt(stmt) = node {
                binds(stmt).into_iter().for_each(&mut bind);
            }
        });
        let keeps = |name: &str, assigned: &BTreeSet<String>| {
            bound.get(name) == Some(&1) && !assigned.contains(name)
        };
        let hook = HOOKS.iter().find(|h| h.name == f.name);
        let given = hook
            .into_iter()
            .flat_map(|h| h.params.iter().map(|p| h.kind_of(p)));
        let params = f.params.iter().zip(given);
        let params = params.filter(|(name, _)| keeps(name, &self.assigned));
        self.variables = params
            .filter_map(|(name, kind)| Some(((*name).to_owned(), kind?.to_owned())))
            .collect();
        nodes(body, |node, _| {
            let found = match node {
                ASTNode::Stmt(Stmt::Var(binding, ..)) => {
                    self.kind(&binding.1).map(|kind| (&binding.0, kind))
                }
                ASTNode::Stmt(Stmt::For(each, ..)) => {
                    let all = self.kind(&each.2.expr);
                    all.and_then(|all| self.one_of(all))
                        .map(|kind| (&each.0, kind))
                }
                _ => None,
            };
            if let Some((name, kind)) = found.filter(|(n, _)| keeps(&n.name, &self.assigned)) {
                let kind = kind.to_owned();
                self.variables.insert(name.name.to_string(), kind);
            }
        });
    }

    /// The type of what is in a set or an array.
    fn one_of<'k>(&self, all: &'k str) -> Option<&'k str> {
        let one = all
            .strip_prefix("Array of ")
            .or_else(|| all.strip_suffix('s'))?;
        let known = self.library.types.iter().any(|t| t.name == one);
        known.then_some(one)
    }

    fn entry(&self, on: &str, name: &str, property: bool) -> Option<&Entry> {
        let mut same = self.library.named(name);
        same.find(|e| e.on == on && e.property == property)
    }

    /// The type that an expression gives, if it is sure to be one of the library's.
    pub(super) fn kind(&self, of: &Expr) -> Option<&str> {
        match of {
            Expr::Variable(name, ..) if name.1 == "game" => Some("Game"),
            Expr::Variable(name, ..) => self.variables.get(name.1.as_str()).map(String::as_str),
            Expr::FnCall(call, _) if call.op_token.is_none() => {
                Some(&self.entry("", &call.name, false)?.gives)
            }
            Expr::Dot(pair, ..) => {
                let first = self.kind(&pair.lhs)?;
                parts(&pair.rhs).try_fold(first, |kind, part| self.part(kind, part))
            }
            _ => None,
        }
    }

    /// The type of what a property or method of a type gives.
    pub(super) fn part(&self, on: &str, part: &Expr) -> Option<&str> {
        let entry = match part {
            Expr::Property(property, _) => self.entry(on, property.2.as_str(), true),
            Expr::MethodCall(call, _) => self.entry(on, &call.name, false),
            _ => None,
        };
        entry.map(|e| e.gives.as_str())
    }

    /// Properties that what they are read of, something of a type that may be known, does not have.
    pub(super) fn properties(&mut self, mut of: Option<String>, pair: &BinaryExpr) {
        for part in parts(&pair.rhs) {
            if let Expr::Property(property, at) = part {
                self.has_property(of.as_deref(), property.2.as_str(), *at);
            }
            of = of.and_then(|on| self.part(&on, part).map(str::to_owned));
        }
    }

    fn has_property(&mut self, of: Option<&str>, name: &str, at: Position) {
        let on = of.filter(|on| self.library.types.iter().any(|t| t.name == *on));
        // A map of the script's own may have any key that the script writes out somewhere.
        if on.is_none()
            && (of.is_some() || self.named.names.contains(name) || GIVEN.contains(&name))
        {
            return;
        }
        let of_it = |e: &&Entry| e.property && on.is_none_or(|on| e.on == on);
        if self.library.named(name).any(|e| of_it(&e)) {
            return;
        }
        let known = self.library.entries.iter().filter(of_it);
        let known: BTreeSet<&str> = known.map(|e| e.name.as_str()).collect();
        let message = match on {
            Some("Game") => format!("the game has no `{name}`"),
            Some(on) => format!("{} has no `{name}`", of_type(on)),
            None => format!("nothing has a property `{name}`"),
        };
        let complaint = Complaint::raised(message).suggest(name, known);
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
        let help = format!("compare its name, `.name {} \"{text}\"`", call.name);
        self.never_equal(thing, "a text", at, help);
    }

    /// Things looked for among texts that are written out: `[…].contains(thing)`, or `thing in […]`.
    pub(super) fn among(&mut self, all: &Expr, call: &str, args: &[Expr]) {
        let (true, Expr::Array(all, _), [thing]) = (LOOKS.contains(&call), all, args) else {
            return;
        };
        let text = all.iter().find_map(|one| match one {
            Expr::StringConstant(_, at) => Some(*at),
            _ => None,
        });
        if let Some(at) = text {
            let help = "look for its name, `.name`".to_owned();
            self.never_equal(thing, "a text", at, help);
        }
    }

    /// Things on which a `switch` goes: its cases are texts and numbers.
    pub(super) fn switch(&mut self, on: &Expr, cases: &SwitchCasesCollection) {
        if !cases.cases.is_empty() || !cases.ranges.is_empty() {
            let help = "let it go by the name, `switch ….name`".to_owned();
            self.never_equal(on, "a case of a `switch`", on.start_position(), help);
        }
    }

    /// Something that may be the library's and what it is compared with, which is not.
    fn never_equal(&mut self, thing: &Expr, other: &str, at: Position, help: String) {
        let ours = |kind: &&str| self.library.types.iter().any(|t| t.name == *kind);
        let Some(kind) = self.kind(thing).filter(ours) else {
            return;
        };
        let message = format!("{} is never equal to {other}", of_type(kind));
        let mut complaint = Complaint::raised(message);
        if self.entry(kind, "name", true).is_some() {
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
