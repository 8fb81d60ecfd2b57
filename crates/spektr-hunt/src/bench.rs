//! Measuring generator and machine alone. Figures only; the words are the command's. The
//! whole hunt is measured by hunting (see [`crate::campaign`]).

use crate::clock::charged;
use spektr_wing::{Complaint, Fuel, Wing, Wish};

/// What generating or re-running some programs came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub programs: u64,
    /// Statements as text.
    pub statements: u64,
    /// Statements and terminators executed.
    pub executed: u64,
    pub cpu_micros: u64,
}

impl Figures {
    /// Executed statements per CPU second.
    pub fn rate(&self) -> u64 {
        (self.executed * 1_000_000).checked_div(self.cpu_micros).unwrap_or(0)
    }
}

/// Generates the programs of seeds `0..programs`.
pub fn generate(wing: &dyn Wing, programs: u64, size: Option<u32>) -> Result<Figures, Complaint> {
    let mut figures = Figures { programs, ..Figures::default() };
    for seed in 0..programs {
        let wish = Wish { seed, policy: None, size };
        let generated = charged(&mut figures.cpu_micros, || wing.generate(&wish))?;
        figures.statements += generated.program.size().statements;
        figures.executed += generated.execution.steps;
    }
    Ok(figures)
}

/// Re-runs the programs of seeds `0..programs` on the machine.
pub fn machine(wing: &dyn Wing, programs: u64, size: Option<u32>) -> Result<Figures, Complaint> {
    let mut figures = Figures { programs, ..Figures::default() };
    for seed in 0..programs {
        let generated = wing.generate(&Wish { seed, policy: None, size })?;
        let execution = charged(&mut figures.cpu_micros, || generated.program.run(Fuel::default()));
        figures.statements += generated.program.size().statements;
        figures.executed += execution.steps;
    }
    Ok(figures)
}
