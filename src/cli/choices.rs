//! `--with` and `--set`: what a player chooses besides the pack.

use sandtable_diag::{Problem, Problems};
use sandtable_game::{Opened, open_with};
use sandtable_pack::{Choices, Levels};

/// The pack that is meant where none is named.
pub(super) const STOCK: &str = "pacific-1940";

/// The arguments.
#[derive(clap::Args, Debug, Default)]
pub(super) struct ChoiceArgs {
    /// Switch an option of the pack on, or lay an overlay on top: a folder, or the name of a bundled
    /// pack. May be given several times; overlays are laid in this order
    #[arg(long, value_name = "NAME")]
    pub with: Vec<String>,
    /// Give an option a value; `show PACK options` lists them
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}

impl ChoiceArgs {
    /// Whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.with.is_empty() && self.set.is_empty()
    }
    /// Opens a pack with what was chosen.
    pub fn open(&self, pack: &str) -> Result<Opened, Problems> {
        self.open_under(pack, &Levels::default())
    }
    /// What was chosen.
    pub fn choices(&self) -> Result<Choices, Problem> {
        Choices::read(&self.with, &self.set)
    }
    /// The same with levels of lints that count above the pack's own.
    pub fn open_under(&self, pack: &str, lints: &Levels) -> Result<Opened, Problems> {
        let choices = self.choices()?;
        open_with(
            pack,
            &Choices {
                lints: lints.clone(),
                ..choices
            },
        )
    }
}
