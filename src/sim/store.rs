//! The file of a run: a header that says what is played, then a row a game, as JSON lines. A run that
//! was interrupted goes on from its file; the files of shares of a run are laid together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game::Row;
use sandtable_diag::{FileId, Loc, Problem, from_line, lines};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// What an arm of a run is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArmHeader {
    /// How people call it.
    pub label: String,
    /// The digest of its pack.
    pub pack_digest: String,
    /// The program that plays each power.
    pub seats: BTreeMap<String, String>,
}

/// The first line of a run's file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format; its name marks the file as one of ours.
    pub sandtable_sim: u32,
    /// The version of the program that played.
    pub engine: String,
    /// What is played.
    pub arms: Vec<ArmHeader>,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// The seed of the first game.
    pub seed: u64,
    /// A game ends after so many rounds.
    pub rounds: u16,
}

/// A run's file as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// What is played.
    pub header: Header,
    /// The games played.
    pub rows: Vec<Row>,
    /// How many bytes of the file are whole lines: what an interruption tore is behind them.
    pub whole: usize,
}

/// Reads the file of a run.
///
/// # Errors
/// It is none, or a line of it is damaged; the last line may be torn.
pub fn read(file: FileId, text: &str) -> Result<Stored, Problem> {
    let ((loc, first), lines) = lines(file, text);
    let header: Header = from_line(first).map_err(|cause| {
        let why = format!("its first line should say what is played: {cause}");
        Problem::error("sim/not-a-run", "this is not the file of a run").at(loc, why)
    })?;
    if header.sandtable_sim != FORMAT {
        let found = header.sandtable_sim;
        let message = format!("this run has format {found}, this program reads format {FORMAT}");
        return Err(Problem::error("sim/format", message).at(loc, ""));
    }
    let (mut rows, mut whole) = (Vec::new(), first.len());
    for (loc, line) in lines {
        match from_line::<Row>(line) {
            Ok(row) if usize::from(row.arm) < header.arms.len() => rows.push(row),
            Err(_) if !line.ends_with('\n') => break,
            Ok(_) => return Err(damaged(loc, "the run has no such arm")),
            Err(cause) => return Err(damaged(loc, &cause)),
        }
        whole += line.len();
    }
    Ok(Stored {
        header,
        rows,
        whole,
    })
}

fn damaged(loc: Loc, what: &str) -> Problem {
    Problem::error("sim/damaged", "this line of the run is damaged").at(loc, what.to_owned())
}

/// Lays runs together: rows sorted by game, those told twice once.
///
/// # Errors
/// The runs are of different plans, or tell a game differently.
pub fn merge(runs: Vec<(String, Stored)>) -> Result<Stored, Problem> {
    let mut runs = runs.into_iter();
    let Some((first, mut all)) = runs.next() else {
        return Err(Problem::error("sim/nothing", "no runs are named"));
    };
    for (name, run) in runs {
        if run.header != all.header {
            let help = difference(&all.header, &run.header);
            let message = format!("`{name}` is not of the same run as `{first}`");
            return Err(Problem::error("sim/other-run", message).help(help));
        }
        all.rows.extend(run.rows);
    }
    all.rows.sort_by_key(|row| (row.game, row.arm));
    let same = |a: &Row, b: &Row| (a.game, a.arm) == (b.game, b.arm);
    let differs = |pair: &&[Row]| same(&pair[0], &pair[1]) && pair[0] != pair[1];
    if let Some(pair) = all.rows.windows(2).find(differs) {
        let message = format!("two files tell game {} differently", pair[0].game);
        return Err(Problem::error("sim/contradiction", message)
            .help("they were played by different versions of the program"));
    }
    all.rows.dedup_by(|a, b| same(a, b));
    Ok(all)
}

/// In what two plans differ, in words.
pub fn difference(a: &Header, b: &Header) -> String {
    let arms = |h: &Header| {
        let labels = h.arms.iter().map(|arm| arm.label.clone());
        labels.collect::<Vec<_>>().join(" and ")
    };
    let what = if a.engine != b.engine {
        format!(
            "one was played by version {}, the other by version {}",
            a.engine, b.engine
        )
    } else if a.seed != b.seed {
        format!("their seeds are {} and {}", a.seed, b.seed)
    } else if a.rounds != b.rounds {
        format!("their games end after {} and {} rounds", a.rounds, b.rounds)
    } else if arms(a) != arms(b) {
        format!("they play {} and {}", arms(a), arms(b))
    } else if a.arms.iter().zip(&b.arms).any(|(a, b)| a.seats != b.seats) {
        "other programs play".to_owned()
    } else {
        "the pack has been changed between them".to_owned()
    };
    format!("{what}; name another file, or remove this one")
}
