//! Where CPU time goes: one account for everything that spektr does.

use std::ops::AddAssign;
use std::time::Duration;

/// What time is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Generate,
    Machine,
    Render,
    Compile,
    Run,
    /// Taking failing batches apart and asking who is wrong.
    Settle,
    /// Finding out which flags, pass and compilers are concerned.
    Triage,
    Reduce,
    Store,
    Other,
}

impl Stage {
    pub const ALL: [Stage; 10] = [
        Stage::Generate,
        Stage::Machine,
        Stage::Render,
        Stage::Compile,
        Stage::Run,
        Stage::Settle,
        Stage::Triage,
        Stage::Reduce,
        Stage::Store,
        Stage::Other,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Stage::Generate => "generate",
            Stage::Machine => "machine",
            Stage::Render => "render",
            Stage::Compile => "compile",
            Stage::Run => "run",
            Stage::Settle => "settle",
            Stage::Triage => "triage",
            Stage::Reduce => "reduce",
            Stage::Store => "store",
            Stage::Other => "other",
        }
    }

    /// Whether it looks closer at what was found, rather than judging.
    pub fn examines(self) -> bool {
        matches!(self, Stage::Triage | Stage::Reduce)
    }
}

/// CPU time by stage, and how many compiles it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    micros: [u64; Stage::ALL.len()],
    pub compiles: u64,
}

impl Spent {
    pub fn on(stage: Stage, cpu: Duration) -> Spent {
        let mut spent = Spent::default();
        spent.add(stage, cpu.as_micros() as u64);
        spent
    }

    pub fn add(&mut self, stage: Stage, micros: u64) {
        self.micros[stage as usize] += micros;
    }

    pub fn micros(&self, stage: Stage) -> u64 {
        self.micros[stage as usize]
    }

    pub fn total_micros(&self) -> u64 {
        self.micros.iter().sum()
    }

    pub fn by_stage(&self) -> impl Iterator<Item = (Stage, u64)> {
        Stage::ALL.into_iter().map(|stage| (stage, self.micros(stage)))
    }

    /// All of it, as work of one stage.
    pub fn charged_to(self, stage: Stage) -> Spent {
        let mut spent = Spent { compiles: self.compiles, ..Spent::default() };
        spent.add(stage, self.total_micros());
        spent
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        for (micros, more) in self.micros.iter_mut().zip(other.micros) {
            *micros += more;
        }
        self.compiles += other.compiles;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_when_it_is_charged_elsewhere() {
        let mut spent = Spent::on(Stage::Compile, Duration::from_micros(70));
        spent.add(Stage::Run, 5);
        spent.compiles = 2;
        let charged = spent.charged_to(Stage::Triage);
        assert_eq!(charged.micros(Stage::Triage), 75);
        assert_eq!((charged.total_micros(), charged.compiles), (75, 2));
        spent += charged;
        assert_eq!((spent.total_micros(), spent.compiles), (150, 4));
    }
}
