//! How often things happen in two groups, as a page shows it.

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CounterFacts {
    pub spektr_version: String,
    /// What the groups are called.
    pub groups: [String; 2],
    /// What was measured, and what a count is a share of, in a sentence or two.
    pub about: String,
    pub rows: Vec<CounterRow>,
}

/// One counter: in each group the mean and the half of its interval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CounterRow {
    pub name: String,
    pub means: [(f64, f64); 2],
}
