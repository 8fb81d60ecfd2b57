//! Figures over many programs, as the table that `--stats` prints.

use std::collections::BTreeMap;
use std::fmt;

use super::liveness::Liveness;

/// Sums over programs.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    pub programs: u64,
    sums: Liveness,
    /// Per construct: programs in which it occurs, and in which it runs.
    constructs: BTreeMap<String, (u64, u64)>,
}

impl Totals {
    pub fn add(&mut self, one: &Liveness) {
        self.programs += 1;
        let sums = &mut self.sums;
        sums.steps += one.steps;
        sums.observations += one.observations;
        sums.functions += one.functions;
        sums.statements += one.statements;
        sums.executed += one.executed;
        sums.assignments += one.assignments;
        sums.observed += one.observed;
        sums.pointer_params += one.pointer_params;
        sums.dereferenced += one.dereferenced;
        for name in &one.present.names {
            self.constructs.entry(name.clone()).or_default().0 += 1;
        }
        for name in &one.live.names {
            self.constructs.entry(name.clone()).or_default().1 += 1;
        }
    }

    /// Of 1000 statements, how many ran.
    pub fn executed_share(&self) -> u64 {
        share(self.sums.executed, self.sums.statements)
    }

    /// Of 1000 executed assignments, how many reached an observation.
    pub fn observed_share(&self) -> u64 {
        share(self.sums.observed, self.sums.assignments)
    }

    /// Of 1000 pointer parameters, how many were looked behind.
    pub fn dereferenced_share(&self) -> u64 {
        share(self.sums.dereferenced, self.sums.pointer_params)
    }

    /// Of 1000 programs, in how many a construct runs.
    pub fn live_share(&self, construct: &str) -> u64 {
        share(self.constructs.get(construct).map_or(0, |counts| counts.1), self.programs)
    }

    /// Each construct with the programs, of 1000, in which it occurs and in which it runs.
    pub fn constructs(&self) -> impl Iterator<Item = (&str, u64, u64)> {
        self.constructs.iter().map(|(name, &(present, live))| {
            (name.as_str(), share(present, self.programs), share(live, self.programs))
        })
    }
}

fn share(part: u64, whole: u64) -> u64 {
    (part * 1000).checked_div(whole).unwrap_or(0)
}

fn percent(permille: u64) -> String {
    format!("{}.{}%", permille / 10, permille % 10)
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sums = &self.sums;
        let per = |sum: u64| sum.checked_div(self.programs).unwrap_or(0);
        writeln!(f, "programs                     {}", self.programs)?;
        writeln!(f, "functions per program        {}", per(sums.functions))?;
        writeln!(f, "statements per program       {}", per(sums.statements))?;
        writeln!(f, "steps per program            {}", per(sums.steps))?;
        writeln!(f, "observations per program     {}", per(sums.observations))?;
        writeln!(f, "statements that run          {}", percent(self.executed_share()))?;
        writeln!(f, "assignments that are shown   {}", percent(self.observed_share()))?;
        writeln!(f, "pointer parameters followed  {}", percent(self.dereferenced_share()))?;
        writeln!(f, "\n{:<34} {:>8} {:>8}", "construct, in programs", "written", "running")?;
        for (name, present, live) in self.constructs() {
            writeln!(f, "{name:<34} {:>8} {:>8}", percent(present), percent(live))?;
        }
        Ok(())
    }
}
