//! What programs reach in tools, as a page shows it.

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReachFacts {
    pub spektr_version: String,
    pub rows: Vec<ReachRow>,
}

/// What one generator reached in one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReachRow {
    pub generator: String,
    pub tool: String,
    /// Blocks reached after each program.
    pub growth: Vec<u64>,
    /// Files of the tool: name, blocks, blocks reached.
    pub files: Vec<(String, u64, u64)>,
}
