//! From files to rules: finds the layers, reads their options, then everything else, and makes one pack of it.

use super::files::{Folder, PackFiles};
use super::grammar::Rule;
use super::layer::{History, Layer, Merged, Merger, Piece, Said, Stack};
use super::options::{Choices, Settings};
use super::parse::{Unread, parse_options, parse_rules};
use super::resolve::{self, Holes};
use super::tables::{CiteRow, Manifest};
use super::tree::{Name, Node};
use super::{Bundled, Levels, PackInfo, RULEBOOK, Rulebook, ScriptFile, lint, read};
use crate::diag::{FileId, Problem, Problems, ReadError, fold_name, is_folder, nearest};
use crate::rules::Rules;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// A file of a layer as it was read.
struct Text {
    pack: usize,
    name: String,
    file: FileId,
    text: Arc<str>,
    rules: bool,
}

pub(super) fn load_into(
    files: &dyn PackFiles,
    choices: &Choices,
    problems: &mut Problems,
    digest: &mut blake3::Hasher,
) -> Option<(Rules, PackInfo)> {
    let mut stack = Stack::default();
    let top = stack.lay(files.copy(), problems)?;
    let mut unread = Unread::default();
    let mut texts = Vec::new();
    read_layers(&mut stack, &mut texts, problems, &mut unread);
    let switches = lay_choices(
        files,
        choices,
        (&mut stack, top),
        &mut texts,
        problems,
        &mut unread,
    )?;
    texts.retain(|t| stack.takes(t.pack, &t.name));
    let settings = Rc::new(choose(&texts, choices, &switches, problems));
    let mut statements = sentences(&texts, &settings, problems, &mut unread);
    statements.resize_with(stack.layers.len(), Vec::new);
    let mut merger = Merger::new(&settings, std::mem::take(problems));
    let mut layer = 0;
    for (pack, said) in statements.into_iter().enumerate() {
        merger.begin(pack, layer);
        for sheet in texts.iter().filter(|t| !t.rules && t.pack == pack) {
            merger.lay_sheet(sheet.file, &sheet.text, &mut unread);
        }
        layer = merger.lay(said) + 1;
    }
    let Merged {
        rows,
        pieces,
        ledger,
        problems: found,
        cut_off,
    } = merger.finish();
    *problems = found;
    for problem in ledger.conflicts(&stack.ancestors(), &stack.names(), problems.sources()) {
        problems.push(problem);
    }
    let packs: BTreeMap<FileId, usize> = texts.iter().map(|t| (t.file, t.pack)).collect();
    let homes: Vec<Said> = rows.iter().map(Said::of).collect();
    let manifest = manifest(&stack, top);
    let gone = |name: &str| ledger.removed_name(name);
    let (rules, places) = resolve::compile(
        &manifest,
        rows,
        &pieces,
        Holes {
            unread,
            gone: &gone,
            cut_off,
        },
        problems,
    );
    let rulebook = rulebook(&stack, &manifest.cites, &pieces, problems);
    let transcripts = transcripts(&stack);
    let scripts = own_scripts(&mut stack, &rules);
    seal(&stack, &settings, digest);
    let lints = manifest.lints.under(&choices.lints);
    let mut resolved = Vec::new();
    if !problems.has_errors() {
        resolved = History {
            ledger: &ledger,
            packs: &packs,
            sources: problems.sources(),
        }
        .items(&pieces, &homes);
        let view = lint::View {
            rules: &rules,
            places: &places,
            reason: lint::Reason::new(&rules),
            resolved: &resolved,
            covered: &ledger.covered(&stack.ancestors()),
            sources: problems.sources(),
        };
        let found = lint::run(&view, &lints);
        found.into_iter().for_each(|p| problems.push(p));
        lints.settle(problems);
    }
    let (layers, settings) = (stack.names(), settings.as_ref().clone());
    let sources = Default::default();
    let (description, edition) = (manifest.description, manifest.edition);
    Some((
        rules,
        PackInfo {
            description,
            edition,
            sources,
            places,
            scripts,
            layers,
            settings,
            resolved,
            lints,
            rulebook,
            transcripts,
        },
    ))
}

/// Reads the files of the layers that have not been read yet.
fn read_layers(
    stack: &mut Stack,
    texts: &mut Vec<Text>,
    problems: &mut Problems,
    unread: &mut Unread,
) {
    let first = texts.iter().map(|t| t.pack + 1).max().unwrap_or(0);
    for (pack, layer) in stack.layers.iter_mut().enumerate().skip(first) {
        for name in listed(&layer.manifest, problems) {
            let Some(file) = read(
                &*layer.files,
                &name,
                &name.text,
                true,
                problems,
                &mut layer.texts,
            ) else {
                unread.add_file();
                continue;
            };
            let Some(text) = problems.sources().get(file).map(|s| s.text.clone()) else {
                continue;
            };
            match name.text.rsplit_once('.') {
                Some((_, kind @ ("toml" | "rules"))) => {
                    texts.push(Text {
                        pack,
                        name: name.text.clone(),
                        file,
                        text,
                        rules: kind == "rules",
                    });
                }
                _ => {
                    let problem = Problem::error(
                        "pack/file-kind",
                        format!("`{}` is neither a .toml nor a .rules file", name.text),
                    );
                    problems.push(problem.at(name.loc, "listed here"));
                }
            }
        }
    }
}

/// Lays the overlays on top that a player names; what is no overlay must be an option to switch on.
fn lay_choices<'c>(
    files: &dyn PackFiles,
    choices: &'c Choices,
    (stack, top): (&mut Stack, usize),
    texts: &mut Vec<Text>,
    problems: &mut Problems,
    unread: &mut Unread,
) -> Option<Vec<&'c str>> {
    let mut switches = Vec::new();
    for with in &choices.with {
        let declared = texts
            .iter()
            .filter(|t| t.rules)
            .flat_map(|t| parse_options(t.file, &t.text));
        let is_option =
            |s: Node| s.rule == Rule::option && fold_name(&s.kids[0].text) == fold_name(with);
        if declared.into_iter().any(is_option) {
            switches.push(with.as_str());
            continue;
        }
        let Some(overlay) = overlay(files, with) else {
            switches.push(with.as_str());
            continue;
        };
        let at = stack.lay(overlay, problems)?;
        // The base of the pack is one it may share with the overlay.
        let shares = stack.layers[at].below.contains(&top)
            || stack.layers[at]
                .below
                .iter()
                .any(|b| stack.layers[top].below.contains(b))
            || at == top;
        if !shares {
            let (name, base) = (
                &stack.layers[at].manifest.name,
                &stack.layers[top].manifest.name.text,
            );
            let problem = Problem::error(
                "overlay/other-base",
                format!("`{}` is no overlay of `{base}`", name.text),
            );
            problems.push(
                problem
                    .at(name.loc, "this pack")
                    .help(format!("it would have to say `extends = \"{base}\"`")),
            );
            return None;
        }
        read_layers(stack, texts, problems, unread);
    }
    Some(switches)
}

/// The overlay that a player means: a folder, a bundled pack, or one beside the pack.
fn overlay(files: &dyn PackFiles, name: &str) -> Option<Box<dyn PackFiles>> {
    let folder =
        |path: &Path| Some(Folder::new(path)).filter(|f| is_folder(path) && f.has_manifest());
    if let Some(found) =
        folder(Path::new(name)).or_else(|| folder(&Path::new("scenarios").join(name)))
    {
        return Some(Box::new(found));
    }
    match Bundled::named(name) {
        Some(bundled) => Some(Box::new(bundled)),
        None => files.base(name),
    }
}

/// The options of all layers, as the player wants them.
fn choose(
    texts: &[Text],
    choices: &Choices,
    switches: &[&str],
    problems: &mut Problems,
) -> Settings {
    let mut settings = Settings::default();
    let mut pack_of: BTreeMap<String, usize> = BTreeMap::new();
    for text in texts.iter().filter(|t| t.rules) {
        for statement in parse_options(text.file, &text.text) {
            let done = match statement.rule {
                Rule::option => {
                    let name = fold_name(&statement.kids[0].text);
                    let before = pack_of.insert(name, text.pack);
                    settings.declare(&statement, before.is_some_and(|p| p != text.pack))
                }
                _ => {
                    let names = &statement.kids[0].kids[1].kids;
                    names.iter().try_for_each(|name| settings.fix(name))
                }
            };
            if let Err(problem) = done {
                problems.push(problem);
            }
        }
    }
    for name in switches {
        if let Err(mut problem) = settings.switch_on(name) {
            if problem.code == "option/unknown" {
                let names = super::bundled::spellings();
                let known = settings
                    .all
                    .iter()
                    .map(|s| s.name.as_str())
                    .chain(names.iter().map(String::as_str));
                problem.message =
                    format!("`{name}` is neither an option of the pack nor an overlay");
                problem.nearest = nearest(name, known).map(str::to_owned);
            }
            problems.push(problem);
        }
    }
    for (name, value) in &choices.set {
        if let Err(problem) = settings.set(name, value) {
            problems.push(problem);
        }
    }
    settings
}

/// The sentences of all packs, pack by pack.
fn sentences(
    texts: &[Text],
    settings: &Rc<Settings>,
    problems: &mut Problems,
    unread: &mut Unread,
) -> Vec<Vec<Node>> {
    let mut all: Vec<Vec<Node>> = Vec::new();
    for text in texts.iter().filter(|t| t.rules) {
        all.resize_with(all.len().max(text.pack + 1), Vec::new);
        all[text.pack].extend(parse_rules(
            text.file, &text.text, settings, problems, unread,
        ));
    }
    all
}

/// What the pack on top says of itself, and what it leaves to those below.
fn manifest(stack: &Stack, top: usize) -> Manifest {
    let of = &stack.layers[top].manifest;
    let below = || stack.layers.iter().rev().map(|l| &l.manifest);
    let edition = if of.edition.is_empty() {
        below().find(|m| !m.edition.is_empty()).unwrap_or(of)
    } else {
        of
    };
    Manifest {
        name: of.name.clone(),
        title: of.title.clone(),
        description: of.description.clone(),
        edition: edition.edition.clone(),
        files: Vec::new(),
        // An overlay says `""` where nobody is to defend unowned land.
        militia: below()
            .find_map(|m| m.militia.clone())
            .filter(|m| !m.text.is_empty()),
        rulebook: None,
        lints: lints(stack),
        cites: cites(stack),
        extends: of.extends.clone(),
        takes: None,
    }
}

/// The levels of lints of all layers, the highest counting.
fn lints(stack: &Stack) -> Levels {
    stack.whole().fold(Levels::default(), |below, layer| {
        below.under(&layer.manifest.lints)
    })
}

/// The citations of all layers that are taken whole; a code that a higher layer cites for is that layer's.
fn cites(stack: &Stack) -> Vec<CiteRow> {
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
fn seal(stack: &Stack, settings: &Settings, digest: &mut blake3::Hasher) {
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
}

/// The scripts in use that lie in the pack; the others come with the program.
fn own_scripts(stack: &mut Stack, rules: &Rules) -> BTreeMap<String, ScriptFile> {
    let mut scripts = BTreeMap::new();
    for special in rules.specials.values() {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
        let file = format!("scripts/{}.rhai", special.name.replace(' ', "_"));
        if !special.name.chars().all(plain) {
            continue;
        }
        // The highest layer that has it counts.
        let found = stack
            .layers
            .iter_mut()
            .rev()
            .find_map(|l| l.files.read(&file).ok().map(|bytes| (l, bytes)));
        let Some((layer, bytes)) = found else {
            continue;
        };
        layer
            .texts
            .push((file.clone(), *blake3::hash(&bytes).as_bytes()));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        scripts.insert(
            special.name.clone(),
            ScriptFile {
                display: layer.files.display(&file),
                text,
            },
        );
    }
    scripts
}

/// The rulebook of the highest layer that has one and is taken whole. It explains and decides nothing, so it does not
/// count for the digest.
fn rulebook(
    stack: &Stack,
    cites: &[CiteRow],
    pieces: &[Piece],
    problems: &mut Problems,
) -> Option<Rulebook> {
    let named = |layer: &&Layer| {
        layer.manifest.rulebook.is_some() || layer.files.read(RULEBOOK) != Err(ReadError::Missing)
    };
    let layer = stack.whole().rev().find(named)?;
    let usual = Name::new(RULEBOOK, layer.manifest.name.loc);
    let name = match &layer.manifest.rulebook {
        Some(name) => [name.clone()]
            .into_iter()
            .find(|n| is_inside(n, problems))?,
        None => usual,
    };
    let listed = layer.manifest.rulebook.is_some();
    let file = read(
        &*layer.files,
        &name,
        &name.text,
        listed,
        problems,
        &mut Vec::new(),
    )?;
    let text = problems.sources().get(file)?.text.clone();
    let before = problems.len();
    let book = Rulebook::read(file, &text, problems);
    // Citations of what could not be read are not worth a second message.
    if problems.len() == before {
        book.check(cites, pieces, problems);
    }
    Some(book)
}

/// The names of the transcripts of all layers.
fn transcripts(stack: &Stack) -> Vec<String> {
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
        let problem = Problem::error(
            "pack/file-name",
            format!("`{}` is not a file of this pack", name.text),
        );
        problems.push(problem.at(
            name.loc,
            "files are named from the pack's folder, with `/`, and never outside it",
        ));
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
            let problem =
                Problem::error("pack/duplicate", format!("`{}` is listed twice", name.text));
            problems.push(
                problem
                    .at(name.loc, "again here")
                    .at(first.loc, "first here"),
            );
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
