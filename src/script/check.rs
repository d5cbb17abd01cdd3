//! What can be said about a script without running it: calls of functions that do not exist, hooks
//! under wrong names or with wrong parameters, names the edition does not have, code that never runs.

use super::api::Library;
use super::complaint::Complaint;
use super::hooks::{HOOKS, Hook};
use super::memory::forgotten;
use super::names::Names;
use super::text::Script;
use super::typed;
use rhai::{AST, ASTNode, BinaryExpr, Engine, Expr, FnCallExpr, Position, Stmt};
use sandtable_diag::{Loc, Problem, Problems, Severity, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// What the language itself can call.
const KEYWORDS: [&str; 9] = [
    "print",
    "debug",
    "type_of",
    "is_def_var",
    "is_def_fn",
    "is_shared",
    "Fn",
    "call",
    "curry",
];

/// Bytes of a text that stands in a script.
pub const LITERAL: usize = 1000;

/// Names and the numbers of parameters under which they can be called.
pub type Arities = BTreeMap<String, BTreeSet<usize>>;

/// A look at a script.
pub struct Check<'a> {
    pub(super) script: &'a Script,
    pub(super) library: &'a Library,
    names: &'a Names,
    pub(super) params: &'a BTreeSet<String>,
    memory: &'a BTreeSet<String>,
    natives: &'a Arities,
    own: Arities,
    called: BTreeSet<String>,
    /// The parameters that are read one by one.
    read: BTreeSet<String>,
    /// How often the parameters are mentioned, and how often as `params.NAME`.
    mentions: (usize, usize),
    /// What it may mean, as far as it has been looked at: names as they are written out.
    pub(super) named: Named,
    /// The types of the variables of the function that is looked at, where they are sure.
    pub(super) variables: BTreeMap<String, String>,
    /// The variables that some function of it assigns to.
    pub(super) assigned: BTreeSet<String>,
    /// What it reads that is steady stands here.
    pub(super) steady: BTreeSet<Position>,
    found: Vec<Problem>,
}

/// What a script may mean of the edition.
#[derive(Default)]
pub struct Named {
    /// What it writes out or is given by the pack, folded.
    pub names: BTreeSet<String>,
    /// It makes up names of unit types, or goes through all of them, and may put units of any onto the board.
    pub any_unit_type: bool,
    /// It makes up names of counters, and may change any.
    pub any_counter: bool,
    /// What it answers may depend on more than its parameters, who fires in a volley, what is printed of types, and
    /// what is the same in all of a battle.
    pub looks_around: bool,
    /// The rounds of a battle from which on it may answer something else.
    pub turns: BTreeSet<u16>,
}

/// The functions of an engine.
pub fn natives(engine: &Engine) -> Arities {
    let all = engine.collect_fn_metadata(
        None,
        |f| Some((f.metadata.name.as_str().to_owned(), f.metadata.num_params)),
        true,
    );
    arities(all)
}

fn arities(functions: impl IntoIterator<Item = (String, usize)>) -> Arities {
    let mut arities = Arities::new();
    for (name, params) in functions {
        arities.entry(name).or_default().insert(params);
    }
    arities
}

/// Reports what is wrong with a script; what it may mean of the edition.
pub fn check(
    script: &Script,
    ast: &AST,
    library: &Library,
    natives: &Arities,
    names: &Names,
    (params, memory): (&BTreeSet<String>, &BTreeSet<String>),
    problems: &mut Problems,
) -> Named {
    let functions = ast.iter_functions();
    let own = arities(functions.map(|f| (f.name.to_owned(), f.params.len())));
    let (mut named, mut assigned) = (Named::default(), BTreeSet::new());
    named.names = params | memory;
    typed::nodes(ast, |node, _| {
        typed::texts(node, &mut named.names);
        assigned.extend(typed::assigned(node).map(str::to_owned));
    });
    let mut check = Check {
        script,
        library,
        names,
        params,
        memory,
        natives,
        own,
        called: BTreeSet::new(),
        read: BTreeSet::new(),
        mentions: (0, 0),
        named,
        variables: BTreeMap::new(),
        assigned,
        steady: BTreeSet::new(),
        found: Vec::new(),
    };
    check.loose(ast);
    for f in ast.iter_functions() {
        let one = |name: &str, params: usize| name == f.name && params == f.params.len();
        let mut body = ast.clone_functions_only();
        body.retain_functions(|_, _, name, params| one(name, params));
        check.variables(&f, &body);
        typed::nodes(&body, |node, above| {
            check.node(node, above);
            if f.name != "params" {
                check.steadies(node);
                check.named.looks_around |= check.is_look_around(node);
            }
        });
    }
    check.functions();
    check.parameters();
    problems.extend(check.found);
    // Who only looks at all types brings none of them into the game.
    check.named.any_unit_type &= check.called.contains("add_units");
    check.named
}

impl Check<'_> {
    pub(super) fn say(&mut self, code: &'static str, complaint: Complaint, at: Loc) {
        let problem = self.script.problem(code, complaint, at);
        if !self.found.contains(&problem) {
            self.found.push(problem);
        }
    }

    /// Says what is probably not meant, and does no harm.
    fn doubt(&mut self, code: &'static str, mut complaint: Complaint, at: Loc) {
        complaint.0.severity = Severity::Warning;
        self.say(code, complaint, at);
    }

    fn loose(&mut self, ast: &AST) {
        let Some(first) = ast.statements().first() else {
            return;
        };
        let complaint = Complaint::raised("what stands outside of functions is never run");
        let help = "a script is made of functions; a value that several of them need is returned by a function of its own";
        let at = self.script.word(first.position());
        self.say("script/loose", complaint.help(help), at);
    }

    /// Looks at a node, and at those above it up to a statement.
    fn node(&mut self, node: &ASTNode<'_>, above: &[ASTNode<'_>]) {
        match node {
            ASTNode::Expr(Expr::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)) => {
                self.call(call, *at, false)
            }
            ASTNode::Expr(Expr::MethodCall(call, at)) => self.call(call, *at, true),
            ASTNode::Stmt(Stmt::Switch(parts, _)) => self.switch(&parts.0, &parts.1),
            ASTNode::Expr(Expr::Dot(pair, ..)) => self.chain(above, pair),
            ASTNode::Expr(Expr::StringConstant(text, at)) if text.len() > LITERAL => {
                let message = format!("a text written out has at most {LITERAL} bytes");
                let at = self.script.word(*at);
                self.say("script/limit", Complaint::raised(message), at);
            }
            ASTNode::Expr(Expr::Property(property, _)) => {
                self.named.any_unit_type |= property.2 == "unit_types";
            }
            ASTNode::Expr(Expr::Variable(name, ..)) => {
                self.mentions.0 += usize::from(name.1 == "params");
                self.called.insert(name.1.to_string());
            }
            _ => {}
        }
    }

    /// Looks at something and what is read of it.
    fn chain(&mut self, above: &[ASTNode<'_>], pair: &BinaryExpr) {
        match &pair.lhs {
            // The later parts of a chain come as expressions of their own.
            Expr::Property(..) | Expr::MethodCall(..) => {}
            Expr::Variable(name, ..) if ["params", "memory"].contains(&name.1.as_str()) => {
                self.property(&name.1, &pair.rhs);
            }
            // `a[b].c`: what comes after an index is written as a part of it.
            _ if typed::is_index(above, pair) => self.properties(None, pair),
            lhs => self.properties(self.kind(lhs).map(str::to_owned), pair),
        }
        if let Some(Expr::MethodCall(call, _)) = typed::parts(&pair.rhs).next() {
            self.among(&pair.lhs, &call.name, &call.args);
        }
    }

    fn call(&mut self, call: &FnCallExpr, at: Position, method: bool) {
        let name = call.name.as_str();
        self.called.insert(name.to_owned());
        if let ("Fn", Some(Expr::StringConstant(target, _))) = (name, call.args.first()) {
            self.called.insert(target.to_string());
        }
        self.literal(name, call);
        if ["==", "!="].contains(&name) {
            self.comparison(call);
        }
        if let [all, thing @ ..] = &call.args[..] {
            self.among(all, name, thing);
        }
        if call.op_token.is_some() || KEYWORDS.contains(&name) || name.starts_with("anon$") {
            return;
        }
        // A script's own function called as a method gets the value as `this`.
        let (given, native) = (call.args.len(), call.args.len() + usize::from(method));
        let (own, natives) = (self.own.get(name), self.natives.get(name));
        let takes =
            |arities: Option<&BTreeSet<usize>>, n| arities.is_some_and(|all| all.contains(n));
        if takes(own, &given) || takes(natives, &native) {
            return;
        }
        let at = self.script.word(at);
        let less = natives.into_iter().flatten();
        let less = less.map(|n| n.saturating_sub(usize::from(method)));
        let known: BTreeSet<usize> = own.into_iter().flatten().copied().chain(less).collect();
        if known.is_empty() {
            return self.unknown(name, method, at);
        }
        let numbers: Vec<String> = known.iter().map(usize::to_string).collect();
        let message = format!(
            "`{name}` is called with {given} values, but takes {}",
            numbers.join(" or ")
        );
        self.say("script/arguments", Complaint::raised(message), at);
    }

    fn unknown(&mut self, name: &str, method: bool, at: Loc) {
        let property = self.library.named(name).any(|e| e.property);
        let complaint = if property {
            Complaint::raised(format!("`{name}` is a property")).help("read it without parentheses")
        } else {
            let plain = |n: &&String| n.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let known: Vec<&str> = self
                .own
                .keys()
                .chain(self.natives.keys())
                .filter(plain)
                .map(String::as_str)
                .collect();
            let what = if method { "method" } else { "function" };
            Complaint::raised(format!("there is no {what} `{name}`")).suggest(name, known)
        };
        self.say("script/unknown-function", complaint, at);
    }

    /// Names of the edition, and of the script's memory, written out in a call.
    fn literal(&mut self, name: &str, call: &FnCallExpr) {
        let Some(Expr::StringConstant(text, at)) = call.args.first() else {
            self.named.any_unit_type |= name == "unit_type";
            // What the pack gives it is known.
            let given = matches!(call.args.first(), Some(Expr::Dot(pair, ..))
                if matches!(&pair.lhs, Expr::Variable(name, ..) if name.1 == "params"));
            let changes = ["counter", "set_counter", "add_counter"].contains(&name);
            self.named.any_counter |= changes && !given;
            return;
        };
        let names = self.names;
        let complaint = match name {
            "space" => names.spaces.find(text).err(),
            "power" => names.powers.find(text).err(),
            "unit_type" => names.units.find(text).err(),
            "spaces" => names.space_set(text).err(),
            "powers" => names.power_set(text).err(),
            "unit_types" => names.unit_set(text).err(),
            "side" | "win" => names.sides.find(text).err(),
            "marked" | "is_marked" => names.tags.find(text).err(),
            "counter" | "set_counter" | "add_counter" => names.counters.find(text).err(),
            "value" => names.attrs.find(text).err(),
            "remember" if !self.memory.contains(text.as_str()) => {
                Some(forgotten(text, self.memory))
            }
            _ => None,
        };
        if let Some(complaint) = complaint {
            let at = self.script.word(*at);
            self.say("script/unknown-name", complaint, at);
        }
    }

    /// A parameter, or something remembered.
    fn property(&mut self, of: &str, read: &Expr) {
        let Some(Expr::Property(property, at)) = typed::parts(read).next() else {
            return;
        };
        let name = property.2.as_str();
        let (what, known) = match of {
            "params" => {
                self.mentions.1 += 1;
                self.read.insert(name.to_owned());
                ("this script has no parameter", self.params)
            }
            _ => ("this script remembers no", self.memory),
        };
        if !known.contains(name) {
            let complaint = Complaint::raised(format!("{what} `{name}`"));
            let complaint = complaint.suggest(name, known);
            let at = self.script.word(*at);
            self.say("script/unknown-name", complaint, at);
        }
    }

    /// Parameters that nothing reads; nothing is said where a script passes `params` around.
    fn parameters(&mut self) {
        if self.mentions.0 != self.mentions.1 {
            return;
        }
        let read = std::mem::take(&mut self.read);
        for name in self.params.difference(&read) {
            let complaint = Complaint::raised(format!(
                "the parameter `{name}` is declared, but the script never reads it"
            ));
            let at = self.script.key("params", name);
            let complaint = complaint.help(format!(
                "read it as `params.{name}`, or take it out of `params`"
            ));
            self.doubt("lint/unused-parameter", complaint, at);
        }
    }

    /// Functions that are hooks must look like them; functions nobody calls may be misspelt hooks.
    fn functions(&mut self) {
        let own = std::mem::take(&mut self.own);
        let script = self.script;
        for (name, arities) in &own {
            let at = || script.function(name);
            if let Some(hook) = HOOKS.iter().find(|h| h.name == name) {
                let fits = hook.least..=hook.params.len();
                if !arities.iter().all(|n| fits.contains(n)) {
                    let message = format!("the hook `{name}` is called as `{}`", call_of(hook));
                    self.say("script/hook-arguments", Complaint::raised(message), at());
                }
            } else if !self.called.contains(name) && !name.starts_with("anon$") {
                let meant = nearest(name, HOOKS.iter().map(|h| h.name));
                let mut complaint = Complaint::raised(format!(
                    "nobody calls `{name}`: it is no hook, and no function here uses it"
                ));
                complaint.0.nearest = meant;
                match complaint.0.nearest {
                    Some(_) => self.say("script/unknown-hook", complaint, at()),
                    None => self.doubt("script/unused", complaint, at()),
                }
            }
        }
        if self.called.contains("offer") && !own.contains_key("resolve") {
            let complaint =
                Complaint::raised("the script makes offers, but nothing hears the answers");
            let at = self.script.start();
            self.say(
                "script/no-resolve",
                complaint.help("add `fn resolve(carry, answer) { … }`"),
                at,
            );
        }
    }
}

/// How a hook is called; what a function need not take stands in brackets.
pub fn call_of(hook: &Hook) -> String {
    let (must, may) = hook.params.split_at(hook.least);
    let more = may.iter().map(|name| format!("[, {name}]"));
    format!(
        "{}({}{})",
        hook.name,
        must.join(", "),
        more.collect::<String>()
    )
}
