//! From files to rules: finds the layers, reads their options, then everything else, and makes one pack of it.

use super::files::PackFiles;
use super::grammar::Rule;
use super::layer::{History, Layer, Layers, Merger, Piece, Said};
use super::options::{Choices, Settings};
use super::parse::{Unread, chunks, parse_options, parse_rules};
use super::resolve;
use super::tables::{CiteRow, Manifest};
use super::tree::{Name, Node};
use super::{Levels, PackInfo, RULEBOOK, Rulebook, lint, read};
use sandtable_diag::{
    FileId, Problem, Problems, ReadError, Source, fold_name, nearest, without_mark,
};
use sandtable_rules::{Rules, SomeWeights};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// A file of a layer as it was read.
struct Text {
    pack: usize,
    name: String,
    file: FileId,
    text: Arc<str>,
    /// Where a file of rules is cut; a file of tables is not.
    chunks: Option<Vec<Range<usize>>>,
}

/// The files of a game while they are being read.
struct Reading<'l> {
    files: &'l dyn PackFiles,
    choices: &'l Choices,
    problems: &'l mut Problems,
    unread: Unread,
    stack: Layers,
    /// What the files of each layer hold.
    texts: Vec<Text>,
}

pub(super) fn load_into(
    files: &dyn PackFiles,
    choices: &Choices,
    problems: &mut Problems,
) -> Option<(Rules, PackInfo)> {
    let (mut reading, top, switches) = Reading::lay(files, choices, problems)?;
    let settings = Rc::new(reading.choose(&switches));
    let merged = reading.merge(&settings);
    let (ledger, pieces, cut_off) = (merged.ledger, merged.pieces, merged.cut_off);
    let (unread, mut stack, texts) = (reading.unread, reading.stack, reading.texts);
    *problems = merged.problems;
    let conflicts = ledger.conflicts(&stack, problems.sources());
    problems.extend(conflicts);
    let mut history = History {
        packs: texts.iter().map(|t| (t.file, t.pack)).collect(),
        rows: merged.rows.iter().map(Said::of).collect(),
        ..History::default()
    };
    let manifest = manifest(&stack, top);
    let said = manifest.said();
    let rows = merged.rows;
    let (mut rules, places) =
        resolve::compile(&manifest, rows, &pieces, &ledger, cut_off, unread, problems);
    let rulebook = rulebook(&stack, &manifest.cites, &pieces, problems);
    let transcripts = transcripts(&stack);
    let scripts = own_scripts(&mut stack, &rules, &places, problems);
    rules.digest = digest(&stack, &settings);
    let lints = manifest.lints.under(&choices.lints);
    let mut doubts = Vec::new();
    if problems.has_errors() {
        history = History::default();
    } else {
        (history.ledger, history.pieces) = (ledger, pieces);
        history.sources = problems.sources().clone();
        let view = lint::View {
            rules: &rules,
            places: &places,
            reason: lint::Reason::new(&rules),
            history: &history,
            covered: &history.ledger.covered(&stack, problems.sources()),
        };
        for found in lint::run(&view, &lints) {
            if found.unless_named.is_none() || rules.specials.is_empty() {
                problems.push(found.problem);
            } else {
                doubts.push(found);
            }
        }
    }
    let info = PackInfo {
        description: manifest.description,
        edition: manifest.edition,
        layers: stack
            .layers
            .iter()
            .map(|l| l.manifest.name.text.clone())
            .collect(),
        manifest: said,
        settings: settings.as_ref().clone(),
        sources: problems.sources().clone(),
        places,
        scripts,
        history,
        doubts,
        lints,
        rulebook,
        transcripts,
    };
    Some((rules, info))
}

/// The packs of a game on top of each other, and where the one lies that was asked for.
pub(super) fn stack(files: &dyn PackFiles, choices: &Choices) -> Option<(Layers, usize)> {
    let mut problems = Problems::default();
    let (reading, top, _) = Reading::lay(files, choices, &mut problems)?;
    Some((reading.stack, top))
}

impl<'l> Reading<'l> {
    /// Lays the packs of a game on top of each other: where the one lies that was asked for, and the options switched on.
    fn lay(
        files: &'l dyn PackFiles,
        choices: &'l Choices,
        problems: &'l mut Problems,
    ) -> Option<(Self, usize, Vec<&'l str>)> {
        let mut reading = Self {
            files,
            choices,
            problems,
            unread: Unread::default(),
            stack: Layers::default(),
            texts: Vec::new(),
        };
        let top = reading.stack.lay(files.copy(), None, reading.problems)?;
        reading.layers();
        let switches = reading.lay_choices(top)?;
        Some((reading, top, switches))
    }

    /// Reads the files of the layers that have not been read yet.
    fn layers(&mut self) {
        let first = self.texts.iter().map(|t| t.pack + 1).max().unwrap_or(0);
        for (pack, layer) in self.stack.layers.iter_mut().enumerate().skip(first) {
            for name in listed(&layer.manifest, self.problems) {
                let (listed, texts) = (Some(name.loc), Some(&mut layer.texts));
                let read = read(&*layer.files, &name.text, listed, self.problems, texts);
                let Some((file, text)) = read else {
                    self.unread.add_file();
                    continue;
                };
                let chunks = match name.text.rsplit_once('.') {
                    Some((_, "toml")) => None,
                    Some((_, "rules")) => Some(chunks(&text)),
                    _ => {
                        let message =
                            format!("`{}` is neither a .toml nor a .rules file", name.text);
                        let problem = Problem::error("pack/file-kind", message);
                        self.problems.push(problem.at(name.loc, "listed here"));
                        continue;
                    }
                };
                self.texts.push(Text {
                    pack,
                    name: name.text,
                    file,
                    text,
                    chunks,
                });
            }
        }
    }

    /// The options declared and taken away so far, each with its pack.
    fn options(&self) -> impl Iterator<Item = (usize, Node)> {
        let read = |t: &Text| Some((t.pack, parse_options(t.file, &t.text, t.chunks.as_ref()?)));
        let said = self.texts.iter().filter_map(read);
        said.flat_map(|(pack, all)| all.into_iter().map(move |s| (pack, s)))
    }

    /// Lays the overlays on top that a player names; what is no overlay must be an option to switch on.
    fn lay_choices(&mut self, top: usize) -> Option<Vec<&'l str>> {
        let choices = self.choices;
        let mut switches = Vec::new();
        for with in &choices.with {
            let is_option =
                |s: Node| s.rule == Rule::option && fold_name(&s.kids[0].text) == fold_name(with);
            let declared = self.options().any(|(_, s)| is_option(s));
            let Some(overlay) = self.files.overlay(with).filter(|_| !declared) else {
                switches.push(with.as_str());
                continue;
            };
            let at = self.stack.lay(overlay, Some(top), self.problems)?;
            let (base, over) = (&self.stack.layers[top], &self.stack.layers[at]);
            // The base of the pack is one it may share with the overlay.
            let shares = over.below.contains(&top) || !over.below.is_disjoint(&base.below);
            if !shares && at != top {
                let (name, base) = (&over.manifest.name, &base.manifest.name.text);
                let message = format!("`{}` is no overlay of `{base}`", name.text);
                let problem = Problem::error("overlay/other-base", message)
                    .at(name.loc, "this pack")
                    .help(format!("it would have to say `extends = \"{base}\"`, or `fits = \"{base}\"` besides"));
                self.problems.push(problem);
                return None;
            }
            self.layers();
        }
        let (stack, texts) = (&self.stack, &mut self.texts);
        texts.retain(|t| stack.takes(t.pack, &t.name));
        Some(switches)
    }

    /// The options of all layers, as the player wants them.
    fn choose(&mut self, switches: &[&str]) -> Settings {
        let mut settings = Settings::default();
        let mut pack_of: BTreeMap<String, usize> = BTreeMap::new();
        let mut wrong = Vec::new();
        for (pack, said) in self.options() {
            let done = match said.rule {
                Rule::option => {
                    let before = pack_of.insert(fold_name(&said.kids[0].text), pack);
                    let stranger = before.filter(|p| !self.stack.extends(pack, *p));
                    let first = settings.get(&said.kids[0].text).cloned();
                    let done = settings.declare(&said, before.is_some_and(|p| p != pack));
                    if let (Some(other), Some(first)) = (stranger.filter(|p| *p != pack), first) {
                        let names = [other, pack].map(|p| self.stack.name(p));
                        wrong.extend(settings.differs(&first, names));
                    }
                    done
                }
                _ => {
                    let names = &said.kids[0].kids[1].kids;
                    names.iter().try_for_each(|name| settings.fix(name))
                }
            };
            wrong.extend(done.err());
        }
        for name in switches {
            let done = settings.switch_on(name);
            wrong.extend(
                done.err()
                    .map(|problem| no_choice(problem, name, &settings)),
            );
        }
        for (name, value) in &self.choices.set {
            wrong.extend(settings.set(name, value).err());
        }
        self.problems.extend(wrong);
        settings
    }

    /// Lays everything that the layers say over each other.
    fn merge(&mut self, settings: &Rc<Settings>) -> Merger {
        let mut said: Vec<Vec<Node>> = vec![Vec::new(); self.stack.layers.len()];
        for text in &self.texts {
            let Some(chunks) = &text.chunks else { continue };
            let (problems, unread) = (&mut *self.problems, &mut self.unread);
            let all = parse_rules(text.file, &text.text, chunks, settings, problems, unread);
            said[text.pack].extend(all);
        }
        let mut merger = Merger::new(settings, std::mem::take(self.problems));
        let mut layer = 0;
        for (pack, said) in said.into_iter().enumerate() {
            merger.begin(pack, layer);
            let own = self.texts.iter().filter(|t| t.pack == pack);
            for sheet in own.filter(|t| t.chunks.is_none()) {
                merger.lay_sheet(sheet.file, &sheet.text, &mut self.unread);
            }
            layer = merger.lay(said) + 1;
        }
        merger
    }
}

/// The problem that something to switch on is no option, and no overlay either.
fn no_choice(mut problem: Problem, name: &str, settings: &Settings) -> Problem {
    if problem.code == "option/unknown" {
        let options = settings.all.iter().map(|s| s.name.clone());
        let known = options.chain(super::bundled::spellings());
        problem.message = format!("`{name}` is neither an option of the pack nor an overlay");
        problem.nearest = nearest(name, known);
    }
    problem
}

/// What the pack on top says of itself, and what it leaves to those below.
fn manifest(stack: &Layers, top: usize) -> Manifest {
    let of = &stack.layers[top].manifest;
    let below = || stack.layers.iter().rev().map(|l| &l.manifest);
    let mut editions = std::iter::once(of).chain(below()).map(|m| &m.edition);
    let (mut lints, mut weights) = (Levels::default(), SomeWeights::default());
    for layer in stack.whole() {
        lints = lints.under(&layer.manifest.lints);
        weights = weights.under(&layer.manifest.weights);
    }
    Manifest {
        edition: editions
            .find(|e| !e.is_empty())
            .cloned()
            .unwrap_or_default(),
        currency: below().find_map(|m| m.currency.clone()),
        die: below().find_map(|m| m.die.clone()),
        // An overlay says `""` where nobody is to defend unowned land.
        militia: below()
            .find_map(|m| m.militia.clone())
            .filter(|m| !m.text.is_empty()),
        lints,
        weights,
        cites: cites(stack),
        ..of.clone()
    }
}

/// The citations of all layers that are taken whole; a code that a higher layer cites for is that layer's.
fn cites(stack: &Layers) -> Vec<CiteRow> {
    let mut cites: Vec<CiteRow> = Vec::new();
    for row in stack.whole().flat_map(|l| &l.manifest.cites) {
        match cites
            .iter_mut()
            .find(|c| c.code.text == row.code.text && c.code.loc.file != row.code.loc.file)
        {
            Some(lower) => *lower = row.clone(),
            None => cites.push(row.clone()),
        }
    }
    cites
}

/// What makes the rules what they are: every text, and every option that is not as usual.
fn digest(stack: &Layers, settings: &Settings) -> [u8; 32] {
    let mut digest = blake3::Hasher::new();
    for (pack, layer) in stack.layers.iter().enumerate() {
        let mut texts: Vec<_> = layer.texts.iter().collect();
        texts.sort();
        for (name, hash) in texts {
            if stack.layers.len() > 1 {
                digest.update(pack.to_string().as_bytes()).update(&[0]);
            }
            digest.update(name.as_bytes()).update(&[0]).update(hash);
        }
    }
    for setting in settings.all.iter().filter(|s| s.value != s.usual) {
        digest.update(format!("{}={}\0", fold_name(&setting.name), setting.value).as_bytes());
    }
    *digest.finalize().as_bytes()
}

/// The scripts in use that lie in the pack; the others come with the program. The highest layer that
/// has one counts; that it is another's, of a layer that knows nothing of it, is worth a word.
fn own_scripts(
    stack: &mut Layers,
    rules: &Rules,
    places: &resolve::Places,
    problems: &mut Problems,
) -> BTreeMap<String, Source> {
    let mut scripts = BTreeMap::new();
    for (special, (loc, _)) in rules.specials.values().zip(&places.specials) {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
        let file = format!("scripts/{}.rhai", special.name.replace(' ', "_"));
        if !special.name.chars().all(plain) {
            continue;
        }
        let layers = stack.layers.iter().enumerate().rev();
        let mut found = layers.filter_map(|(at, l)| Some((at, l.files.read(&file).ok()?)));
        let Some((at, bytes)) = found.next() else {
            continue;
        };
        let stranger = found.find(|(other, text)| !stack.extends(at, *other) && *text != bytes);
        if let Some((other, _)) = stranger {
            let [a, b] = [other, at].map(|at| stack.name(at));
            let message = format!("`{a}` and `{b}` both have a script `{file}`");
            let problem = Problem::warning("overlay/conflict", message)
                .at(*loc, format!("that of `{b}` is used"))
                .help("a script of another name is another script");
            problems.push(problem);
        }
        let layer = &mut stack.layers[at];
        let name = layer.files.display(&file);
        let text = without_mark(&String::from_utf8_lossy(&bytes)).into();
        let hash = *blake3::hash(&bytes).as_bytes();
        layer.texts.push((file, hash));
        scripts.insert(special.name.clone(), Source { name, text });
    }
    scripts
}

/// The rulebook of the highest layer that has one and is taken whole. It explains and decides nothing, so it does not
/// count for the digest.
fn rulebook(
    stack: &Layers,
    cites: &[CiteRow],
    pieces: &[Piece],
    problems: &mut Problems,
) -> Option<Rulebook> {
    let named = |layer: &&Layer| {
        layer.manifest.rulebook.is_some() || layer.files.read(RULEBOOK) != Err(ReadError::Missing)
    };
    let layer = stack.whole().rev().find(named)?;
    let (name, listed) = match &layer.manifest.rulebook {
        Some(name) if !is_inside(name, problems) => return None,
        Some(name) => (name.text.as_str(), Some(name.loc)),
        None => (RULEBOOK, None),
    };
    let (file, text) = read(&*layer.files, name, listed, problems, None)?;
    let before = problems.len();
    let book = Rulebook::read(file, &text, problems);
    // Citations of what could not be read are not worth a second message.
    if problems.len() == before {
        book.check(cites, pieces, problems);
    }
    Some(book)
}

/// The names of the transcripts of all layers.
fn transcripts(stack: &Layers) -> Vec<String> {
    let mut names: Vec<String> = stack.whole().flat_map(|l| l.files.list("tests")).collect();
    names.retain(|name| name.ends_with(".play"));
    names.sort();
    names.dedup();
    names
}

/// Whether a name leads to a file of the pack; if not, that is reported.
fn is_inside(name: &Name, problems: &mut Problems) -> bool {
    let strange = |p: &str| p.is_empty() || p == "." || p == ".." || p.contains(['\\', ':', '\0']);
    let inside = !name.text.split('/').any(strange);
    if !inside {
        let message = format!("`{}` is not a file of this pack", name.text);
        let problem = Problem::error("pack/file-name", message).at(
            name.loc,
            "files are named from the pack's folder, with `/`, and never outside it",
        );
        problems.push(problem);
    }
    inside
}

/// The files of the manifest, without doubles and without ways out of the pack.
fn listed(manifest: &Manifest, problems: &mut Problems) -> Vec<Name> {
    let mut kept: Vec<Name> = Vec::new();
    for name in &manifest.files {
        if !is_inside(name, problems) {
            continue;
        }
        if let Some(first) = kept.iter().find(|k| k.text == name.text) {
            let message = format!("`{}` is listed twice", name.text);
            problems.push(Problem::twice(message, name.loc, first.loc));
        } else if kept.len() >= 1000 {
            problems.push(
                Problem::error("pack/too-many", "a pack has at most 1000 files")
                    .at(name.loc, "this is one too many"),
            );
            break;
        } else {
            kept.push(name.clone());
        }
    }
    kept
}
