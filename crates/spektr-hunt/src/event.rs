//! What a hunt tells those who listen: live screen, JSON lines, store. Typed, complete, and
//! without words for people.

use serde::Serialize;

/// An event and when it happened, in seconds since 1970.
#[derive(Clone, Debug, Serialize)]
pub struct Stamped<'a> {
    pub at: f64,
    #[serde(flatten)]
    pub event: &'a Event,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    Started {
        campaign: i64,
        wing: String,
        supply: String,
        compilers: Vec<String>,
        jobs: usize,
        first_seed: u64,
        end_seed: Option<u64>,
        /// Seeds that earlier hunts judged already.
        judged_before: u64,
    },
    /// A worker begins to judge programs.
    Judging {
        worker: usize,
        compiler: String,
        flags: String,
        programs: u64,
    },
    /// A batch of programs is judged and recorded.
    Judged {
        compiler: String,
        seeds: u64,
        programs: u64,
        statements: u64,
        executed: u64,
        compiles: u64,
        cpu_micros: u64,
    },
    /// A seed gave no program.
    Skipped {
        seed: u64,
        reason: String,
    },
    /// A finding that was not known before.
    Found {
        finding: i64,
        seed: u64,
        /// What made the program: a generator, with its seed string where it has one.
        maker: String,
        compiler: String,
        flags: String,
        verdict: String,
        summary: String,
    },
    /// Somebody looks closer at a finding.
    Examining {
        finding: i64,
        compiler: String,
        work: Examination,
    },
    /// What a closer look has cost so far.
    Examined {
        work: Examination,
        compiles: u64,
        cpu_micros: u64,
    },
    /// A finding was joined to a bug.
    Triaged {
        finding: i64,
        bug: i64,
        new_bug: bool,
        /// The cure of a known bug helped: nothing else was tried.
        known: bool,
        title: String,
    },
    /// A finding was set apart: flaky, or the machine's fault.
    SetApart {
        finding: i64,
        state: String,
        reason: String,
    },
    /// A finding's program got smaller.
    Reducing {
        finding: i64,
        statements: u64,
        asked: u64,
    },
    Reduced {
        finding: i64,
        before: u64,
        after: u64,
        compiles: u64,
        cpu_seconds: f64,
        /// Why it ended early; `--resume` goes on with it.
        cut_short: Option<String>,
    },
    /// A reduced finding turned out to show another bug than it was taken for.
    Moved {
        finding: i64,
        bug: i64,
        new_bug: bool,
        title: String,
    },
    /// What waits to be looked at.
    Queue {
        untriaged: u64,
        unreduced: u64,
    },
    /// Something went wrong that does not end the hunt.
    Trouble {
        message: String,
    },
    /// Something went wrong that ends the hunt; the campaign stays as it is.
    Failed {
        broken: Broken,
        message: String,
    },
    /// The wish to stop was heard; programs in flight are finished.
    Stopping {
        reason: String,
    },
    Finished(Summary),
}

/// What a closer look is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Examination {
    Triage,
    Reduction,
}

/// What a hunt cannot go on without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Broken {
    Store,
    Compiler,
}

/// What one hunt came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    pub campaign: i64,
    pub seeds: u64,
    pub programs: u64,
    pub statements: u64,
    /// Statements executed, as the machine counts them.
    pub executed: u64,
    pub skipped: u64,
    /// Of judging, triage and reduction together.
    pub compiles: u64,
    /// Findings of this hunt that were not known before.
    pub findings: u64,
    /// Bugs of this hunt that were not known before.
    pub new_bugs: u64,
    /// Findings of this hunt that accuse a compiler of a bug which nobody has muted, or that
    /// nobody has looked at yet.
    pub blamed: u64,
    pub wall_seconds: f64,
    /// Of judging, triage and reduction together.
    pub cpu_micros: u64,
    /// The part of it that triage and reduction took.
    pub examine_micros: u64,
    /// Whether every seed of the campaign is judged.
    pub complete: bool,
    /// Why the hunt ended before that, if it did.
    pub ended_by: Option<String>,
    /// What broke, if that was a failure rather than a wish.
    pub broken: Option<Broken>,
}
