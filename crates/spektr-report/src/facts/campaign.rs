//! The figures of campaigns, for the page. Times are seconds since 1970; totals are those of
//! the campaign, not of one hunt.

use super::BugFacts;
use spektr_judge::Spent;

/// One page: the bugs of a store and its campaigns.
#[derive(Clone, Debug)]
pub struct PageFacts {
    pub spektr_version: String,
    /// When the page is written.
    pub written_at: i64,
    pub bugs: Vec<BugFacts>,
    /// The newest first.
    pub campaigns: Vec<CampaignFacts>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignFacts {
    pub number: i64,
    pub wing: String,
    pub first_seed: u64,
    /// `None` goes on until stopped.
    pub end_seed: Option<u64>,
    pub started_at: i64,
    pub spektr_version: String,
    pub programs: u64,
    /// Executed, as the machine counts them.
    pub statements: u64,
    /// Seeds that gave no program.
    pub skipped: u64,
    /// All CPU time and all compiles: of judging, triage and reduction.
    pub spent: Spent,
    /// Of the compiles, those of triage and reduction.
    pub examining_compiles: u64,
    pub compilers: Vec<CompilerUse>,
    /// Totals at moments, oldest first.
    pub samples: Vec<Sample>,
    /// Every finding, oldest first.
    pub findings: Vec<FindingMark>,
    /// Programs in which a construct occurs. A count of 0 is a construct that the wing knows
    /// and that no program had.
    pub constructs: Vec<Counted>,
    /// Programs compiled with a flag; 0 for flags that could be drawn and were not.
    pub flags: Vec<Counted>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerUse {
    pub name: String,
    pub version: String,
    /// Programs it was given.
    pub programs: u64,
    /// What programs reached in it that can be told apart, where somebody watched; of several
    /// workers, the most that one of them has seen.
    pub reached: u64,
    /// How often it was asked which passes run, and how often each did.
    pub asked_for_passes: u64,
    pub passes: Vec<Counted>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    pub at: i64,
    pub programs: u64,
    pub statements: u64,
    pub findings: u64,
    pub bugs: u64,
    pub cpu_micros: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingMark {
    pub at: i64,
    pub state: FindingState,
    pub bug: Option<i64>,
    /// One line.
    pub summary: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingState {
    /// Recorded, not looked at yet.
    New,
    /// Classified and joined to a bug.
    Triaged,
    /// Did not repeat.
    Flaky,
    /// The machine is wrong, not the compiler.
    OurFault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub name: String,
    pub count: u64,
}
