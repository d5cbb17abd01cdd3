//! Which packs lie on top of each other: the base first, every overlay above what it extends.

use crate::bundled::{in_short, spellings};
use crate::files::{PackFiles, last_part};
use crate::tables::{Manifest, read_manifest};
use crate::tree::Name;
use crate::{MANIFEST, read};
use sandtable_diag::{Loc, Problem, Problems};
use std::collections::BTreeSet;

/// A pack of the stack.
pub struct Layer {
    /// Its files.
    pub files: Box<dyn PackFiles>,
    /// What its manifest says.
    pub manifest: Manifest,
    /// The packs it stands on, by their places in the stack.
    pub below: BTreeSet<usize>,
    /// Its texts with their digests.
    pub texts: Vec<(String, [u8; 32])>,
    id: String,
}

/// The packs of one game, each after everything it extends.
#[derive(Default)]
pub struct Layers {
    /// The packs.
    pub layers: Vec<Layer>,
}

/// What an overlay fits that can be laid on whatever has what it changes.
const ANY: &str = "any";
/// More packs on top of each other are a mistake.
const HIGHEST: usize = 32;

impl Layers {
    /// Lays a pack on top, below it what it extends, or the pack it is laid on if it fits that; says where it lies.
    pub fn lay(
        &mut self,
        files: Box<dyn PackFiles>,
        on: Option<usize>,
        problems: &mut Problems,
    ) -> Option<usize> {
        self.lay_below(files, on, None, &mut Vec::new(), problems)
    }

    /// What lies below an overlay that is laid on a pack which it fits and shares no base with.
    fn fitted(&self, manifest: &Manifest, on: usize) -> Option<BTreeSet<usize>> {
        let mut below = self.layers[on].below.clone();
        below.insert(on);
        let there = |name: &Name| {
            let called = |at: &usize| self.name(*at) == last_part(&name.text);
            below.iter().any(called)
        };
        let fits = manifest.fits.iter().any(|n| n.text == ANY || there(n));
        (fits && !manifest.extends.iter().any(there)).then_some(below)
    }

    fn lay_below(
        &mut self,
        files: Box<dyn PackFiles>,
        on: Option<usize>,
        named: Option<&Name>,
        path: &mut Vec<(String, Option<Loc>)>,
        problems: &mut Problems,
    ) -> Option<usize> {
        let id = files.id();
        let at_name = |problem: Problem, label: &str| match named {
            Some(name) => problem.at(name.loc, label),
            None => problem,
        };
        if let Some(at) = path.iter().position(|(p, _)| *p == id) {
            let problem = Problem::error("overlay/circle", format!("`{id}` extends itself"));
            let problem = at_name(problem, "this leads back to where it began");
            let others = path[at + 1..].iter().filter_map(|(_, loc)| *loc);
            problems.push(others.fold(problem, |p, loc| p.at(loc, "by way of this")));
            return None;
        }
        if let Some(at) = self.layers.iter().position(|l| l.id == id) {
            return Some(at);
        }
        if path.len() + self.layers.len() > HIGHEST {
            let message = format!("more than {HIGHEST} packs lie on top of each other");
            let problem = Problem::error("overlay/too-many", message);
            problems.push(at_name(problem, "this is one too many"));
            return None;
        }
        let mut texts = Vec::new();
        let listed = named.map(|n| n.loc);
        let (file, text) = read(&*files, MANIFEST, listed, problems, Some(&mut texts))?;
        let manifest = read_manifest(file, &text, problems)?;
        path.push((id.clone(), listed));
        let fitted = on.and_then(|on| self.fitted(&manifest, on));
        let extends = match &fitted {
            Some(_) => &[],
            None => manifest.extends.as_slice(),
        };
        let mut below = fitted.unwrap_or_default();
        let mut whole = self.check_fits(&*files, &manifest, problems);
        for name in extends {
            let Some(base) = files.base(&name.text) else {
                problems.push(no_base(name, "extend"));
                whole = false;
                continue;
            };
            match self.lay_below(base, None, Some(name), path, problems) {
                Some(at) => {
                    below.extend(self.layers[at].below.iter().copied());
                    below.insert(at);
                }
                None => whole = false,
            }
        }
        path.pop();
        if whole {
            self.check_takes(&manifest, &below, problems);
        }
        self.layers.push(Layer {
            files,
            manifest,
            below,
            texts,
            id,
        });
        whole.then(|| self.layers.len() - 1)
    }

    /// Whether what an overlay says that it fits is there.
    fn check_fits(
        &self,
        files: &dyn PackFiles,
        manifest: &Manifest,
        problems: &mut Problems,
    ) -> bool {
        let known = |name: &Name| name.text == ANY || files.base(&name.text).is_some();
        let unknown: Vec<&Name> = manifest.fits.iter().filter(|n| !known(n)).collect();
        unknown
            .iter()
            .for_each(|name| problems.push(no_base(name, "fit")));
        let first = manifest
            .fits
            .first()
            .filter(|_| manifest.extends.is_empty());
        if let Some(name) = first {
            let message = "only an overlay can fit other packs";
            let problem = Problem::error("overlay/fits", message)
                .at(name.loc, "this pack extends nothing")
                .help("say with `extends` what it changes where nobody says another pack");
            problems.push(problem);
        }
        unknown.is_empty() && first.is_none()
    }

    fn check_takes(&self, manifest: &Manifest, below: &BTreeSet<usize>, problems: &mut Problems) {
        let below = below.iter().map(|at| &self.layers[*at].manifest);
        let files: Vec<&str> = below.flat_map(|m| &m.files).map(|f| &*f.text).collect();
        let taken = manifest.takes.iter().flatten();
        for name in taken.filter(|n| !files.contains(&&*n.text)) {
            let message = format!("no pack below has a file `{}` to take", name.text);
            let problem = Problem::error("overlay/takes", message)
                .at(name.loc, "not there")
                .suggest(&name.text, &files);
            let help =
                "`takes` names files of the packs that this one extends; its own stand in `files`";
            problems.push(problem.help(help));
        }
    }

    /// Whether all packs above a pack take this file of it.
    pub fn takes(&self, pack: usize, file: &str) -> bool {
        let above = self.layers.iter().filter(|l| l.below.contains(&pack));
        above
            .filter_map(|l| l.manifest.takes.as_ref())
            .all(|names| names.iter().any(|n| n.text == file))
    }

    /// The packs of which nobody takes single files only.
    pub fn whole(&self) -> impl DoubleEndedIterator<Item = &Layer> {
        let tears = |l: &Layer, at: usize| l.manifest.takes.is_some() && l.below.contains(&at);
        let layers = self.layers.iter().enumerate();
        let whole = layers.filter(move |(at, _)| !self.layers.iter().any(|l| tears(l, *at)));
        whole.map(|(_, l)| l)
    }

    /// The name of a pack.
    pub fn name(&self, pack: usize) -> &str {
        &self.layers[pack].manifest.name.text
    }

    /// Whether a pack stands on another.
    pub fn extends(&self, pack: usize, other: usize) -> bool {
        self.layers[pack].below.contains(&other)
    }

    /// Whether a pack stands on any other.
    pub fn is_overlay(&self, pack: usize) -> bool {
        !self.layers[pack].below.is_empty()
    }

    /// Whether two packs are one, or one of them extends the other.
    pub fn are_kin(&self, a: usize, b: usize) -> bool {
        a == b || self.extends(a, b) || self.extends(b, a)
    }
}

fn no_base(name: &Name, what: &str) -> Problem {
    let help = format!(
        "bundled packs are: {}; anything else is the path of a folder, from this one",
        in_short()
    );
    let message = format!("there is no pack `{}` to {what}", name.text);
    Problem::error("overlay/no-base", message)
        .at(name.loc, "this base is not there")
        .suggest(&name.text, spellings())
        .help(help)
}
