//! Advances: facts of a power that rows of the pack ask for, and the charts on which they stand.

use super::ids::{AdvanceId, ChartId, Table};

/// A chart: the advance for each face of a die.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name as people write it.
    pub name: String,
    /// The advances, face by face.
    pub faces: Vec<AdvanceId>,
}

/// Every advance and every chart.
#[derive(Clone, Debug, Default)]
pub struct Advances {
    /// The names of the advances.
    pub names: Table<AdvanceId, String>,
    /// The charts.
    pub charts: Table<ChartId, Chart>,
}
