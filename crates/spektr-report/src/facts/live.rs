//! What only a page knows that is served while hunts go on.

use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveFacts {
    /// When it was asked for.
    pub now: i64,
    /// The newest first.
    pub workers: Vec<WorkerFacts>,
    /// Findings that nobody has triaged, and bugs that nobody has reduced.
    pub untriaged: u64,
    pub unreduced: u64,
    /// The newest first.
    pub findings: Vec<FindingRow>,
    /// CPU microseconds by stage, as totals at moments, oldest first; of the newest campaign.
    pub stages: Vec<(i64, BTreeMap<String, u64>)>,
    /// What a form has to bring back to be believed.
    pub form_token: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerFacts {
    pub name: String,
    pub campaign: i64,
    pub jobs: u64,
    pub started_at: i64,
    pub heartbeat: i64,
    pub ended_at: Option<i64>,
    /// Seeds it holds, and findings it looks at.
    pub seeds: u64,
    pub claims: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingRow {
    pub number: i64,
    pub at: i64,
    pub seed: u64,
    pub compiler: String,
    pub verdict: String,
    pub state: String,
    pub bug: Option<i64>,
    pub summary: String,
}
