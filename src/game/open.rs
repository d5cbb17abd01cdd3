//! Packs ready to play: the pack's rules with their names and scripts, and what is to be said about it.

use super::dice::{Cup, Stream, Written};
use super::language::{Names, refused_plainly};
use super::session::{Session, SharedHooks};
use sandtable_diag::{Problem, Problems, Source};
use sandtable_kernel::{self as kernel, Event, Refusal, Scripted};
use sandtable_pack::{self as pack, Choices, Finding, KeptPacks, Pack, PackInfo, Sort};
use sandtable_rules::Rules;
use sandtable_script::{self as script, Host};
use std::sync::{Arc, OnceLock};

/// A pack ready to play.
#[derive(Clone)]
pub struct Opened {
    /// The pack as it was asked for: a path or the name of a bundled pack.
    pub pack: String,
    /// What was chosen besides.
    pub choices: Choices,
    /// The edition.
    pub rules: Arc<Rules>,
    names: Arc<OnceLock<Names>>,
    /// Its scripts, as the kernel asks them.
    pub hooks: SharedHooks,
    /// Its scripts, as people ask about them.
    pub scripts: Arc<Host>,
    /// What people may want to know about it.
    pub info: Arc<PackInfo>,
    /// What is probably not meant, but does no harm.
    pub warnings: Problems,
    /// Its text, where it came with a saved game.
    pub kept: Option<Arc<KeptPacks>>,
}

impl Opened {
    /// The edition's names, as orders are read with them.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::new(&self.rules))
    }

    /// Its packs as text, with the scripts of the program that they use.
    ///
    /// # Errors
    /// They cannot be read any more.
    pub fn keep(&self) -> Result<Arc<KeptPacks>, Problems> {
        if let Some(kept) = &self.kept {
            return Ok(kept.clone());
        }
        let mut kept = pack::keep(&self.pack, &self.choices)?;
        let used = self.rules.specials.values().map(|s| s.name.clone());
        for name in used.filter(|name| !self.info.scripts.contains_key(name)) {
            let script = script::find_bundled(&name);
            kept.scripts
                .extend(script.map(|s| (name, s.text.to_string())));
        }
        Ok(Arc::new(kept))
    }

    /// A new game of it, and what happened until its first decision.
    ///
    /// # Errors
    /// Nobody ever gives an order: the game runs through a whole round by itself.
    pub fn begin(&self, seed: u64) -> Result<(Session, Vec<Event>), Problem> {
        let (mut session, events) = Session::new(self.rules.clone(), self.hooks.clone(), seed)
            .map_err(|r| refused_plainly(&self.rules, &r))?;
        session.names = self.names.clone();
        Ok((session, events))
    }

    /// A new game with an opening that was rolled so, whose other dice are yet to be written down; nobody will go back in it.
    pub(super) fn begin_with(&self, mut dice: Scripted) -> Result<Session, Refusal> {
        let begun = kernel::begin(&self.rules, &mut dice, &*self.hooks)?;
        let mut cup = Cup::of(Stream::new(0));
        cup.written = Some(Written::default());
        let mut session = Session::begun(self.rules.clone(), self.hooks.clone(), cup, begun);
        session.names = self.names.clone();
        session.forget();
        Ok(session)
    }
}

/// Opens the pack that an argument means.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open(argument: &str) -> Result<Opened, Problems> {
    open_with(argument, &Choices::default())
}

/// Opens the pack that an argument means, with overlays laid on top and options chosen.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_with(argument: &str, choices: &Choices) -> Result<Opened, Problems> {
    let opened = ready(argument, pack::draft_with(argument, choices)?)?;
    Ok(Opened {
        choices: choices.clone(),
        ..opened
    })
}

/// Opens packs that came with a saved game.
///
/// # Errors
/// Everything that is wrong with them.
pub fn open_kept(
    argument: &str,
    kept: &Arc<KeptPacks>,
    choices: &Choices,
) -> Result<Opened, Problems> {
    let mut pack = pack::draft_kept(kept, choices)?;
    for (name, text) in &kept.scripts {
        let script = Source {
            name: format!("scripts/{name} (as saved)"),
            text: text.as_str().into(),
        };
        pack.info.scripts.insert(name.clone(), script);
    }
    Ok(Opened {
        choices: choices.clone(),
        kept: Some(kept.clone()),
        ..ready(argument, pack)?
    })
}

/// What only follows from mistakes of the pack: a script then asks for names that could not be read.
const FOLLOWS: [&str; 3] = [
    "script/unknown-name",
    "script/missing-param",
    "script/param-type",
];

/// Binds the scripts of a pack. Where the pack itself has mistakes, those of its scripts are found in
/// the same run.
///
/// # Errors
/// Everything that is wrong with them.
pub fn ready(argument: &str, loaded: Pack) -> Result<Opened, Problems> {
    let Pack {
        rules,
        mut info,
        mut warnings,
    } = loaded;
    let own = |name: &str| info.scripts.get(name).cloned();
    let sound = !warnings.has_errors();
    let mut found = Problems::default();
    *found.sources_mut() = std::mem::take(warnings.sources_mut());
    let host = script::bind(rules, &info.places.specials, &own, &mut found);
    found.retain_mut(|problem| sound || !FOLLOWS.contains(&problem.code));
    info.lints.settle(&mut found);
    *warnings.sources_mut() = std::mem::take(found.sources_mut());
    found.iter().for_each(|p| warnings.push(p.clone()));
    let names = |doubt: &Finding, host: &Host| match &doubt.unless_named {
        Some((Sort::UnitType, names)) => names.iter().any(|n| host.names_unit_type(n)),
        Some((Sort::Counter, names)) => names.iter().any(|n| host.names_counter(n)),
        None => false,
    };
    for doubt in std::mem::take(&mut info.doubts) {
        if host.as_ref().is_some_and(|host| !names(&doubt, host)) {
            warnings.push(doubt.problem);
        }
    }
    let Some(host) = host.filter(|_| !warnings.has_errors()) else {
        warnings.sort();
        return Err(warnings);
    };
    info.sources = warnings.sources().clone();
    let scripts = Arc::new(host);
    Ok(Opened {
        pack: argument.to_owned(),
        choices: Choices::default(),
        names: Arc::default(),
        rules: scripts.rules().clone(),
        hooks: scripts.clone(),
        scripts,
        info: Arc::new(info),
        warnings,
        kept: None,
    })
}
