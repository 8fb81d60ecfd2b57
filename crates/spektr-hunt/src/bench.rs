//! Measuring: generator and machine alone, or a whole hunt. Figures only; the words are the
//! command's.

use crate::Stop;
use crate::campaign::{Hunt, Manner, settings};
use crate::clock::{charged, process_cpu_micros};
use crate::event::{Event, Summary};
use crate::store::{Seeds, Store, StoreTrouble};
use crate::supply::Generator;
use crate::validity::Sample;
use spektr_judge::Judge;
use spektr_wing::{Complaint, Fuel, Reading, Wing};

/// What generating or re-running some programs came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub programs: u64,
    /// Statements as text.
    pub statements: u64,
    /// Statements and terminators executed.
    pub executed: u64,
    pub cpu_micros: u64,
    /// Bytes of source, and what writing them took.
    pub bytes: u64,
    pub render_micros: u64,
}

impl Figures {
    /// Executed statements per CPU second.
    pub fn rate(&self) -> u64 {
        (self.executed * 1_000_000).checked_div(self.cpu_micros).unwrap_or(0)
    }

    /// Megabytes of source and programs per CPU second, from seed to text.
    pub fn source_rates(&self) -> (f64, f64) {
        let micros = (self.cpu_micros + self.render_micros).max(1) as f64;
        (self.bytes as f64 / micros, self.programs as f64 * 1e6 / micros)
    }
}

/// Generates the programs of a sample.
pub fn generate(wing: &dyn Wing, sample: &Sample<'_>) -> Result<Figures, Complaint> {
    let mut figures = Figures::default();
    for seed in sample.seeds.clone() {
        // Of all threads: a wing may have its own.
        let before = process_cpu_micros();
        let generated = sample.program(wing, seed)?;
        figures.cpu_micros += process_cpu_micros() - before;
        let files = charged(&mut figures.render_micros, || generated.program.files());
        figures.bytes += files.iter().map(|file| file.text.len() as u64).sum::<u64>();
        figures.programs += 1;
        figures.statements += generated.program.size().statements;
        figures.executed += generated.execution.steps;
    }
    Ok(figures)
}

/// Re-runs the programs of a sample on the machine.
pub fn machine(wing: &dyn Wing, sample: &Sample<'_>) -> Result<Figures, Complaint> {
    let mut figures = Figures::default();
    for seed in sample.seeds.clone() {
        let generated = sample.program(wing, seed)?;
        figures.programs += 1;
        let execution = charged(&mut figures.cpu_micros, || {
            generated.program.run(Reading::Reference, Fuel::default())
        });
        figures.statements += generated.program.size().statements;
        figures.executed += execution.steps;
    }
    Ok(figures)
}

/// What a measured hunt came to.
#[derive(Clone, Debug)]
pub struct HuntFigures {
    pub summary: Summary,
    /// CPU microseconds by the name of the stage.
    pub stages: Vec<(String, u64)>,
}

impl HuntFigures {
    pub fn cpu_micros(&self) -> u64 {
        self.stages.iter().map(|(_, micros)| micros).sum()
    }

    /// CPU time that is neither the compiler's nor the compiled programs'.
    pub fn own_micros(&self) -> u64 {
        let foreign = ["compile", "run", "settle"];
        let own = self.stages.iter().filter(|(stage, _)| !foreign.contains(&stage.as_str()));
        own.map(|(_, micros)| micros).sum()
    }

    /// CPU time that findings cost beyond the compile that showed them.
    pub fn settle_micros(&self) -> u64 {
        let settle = self.stages.iter().filter(|(stage, _)| stage == "settle");
        settle.map(|(_, micros)| micros).sum()
    }

    /// Statements judged per hour of CPU time, if it takes `micros` to judge them all.
    pub fn statements_per_core_hour(&self, micros: u64) -> u64 {
        let scaled = u128::from(self.summary.statements) * 3_600_000_000;
        scaled.checked_div(u128::from(micros)).unwrap_or(0) as u64
    }

    /// Programs per second of wall time.
    pub fn programs_per_second(&self) -> f64 {
        self.summary.programs as f64 / self.summary.wall_seconds.max(1e-9)
    }
}

/// Hunts through the seeds of a sample with a store of its own in `directory`. Findings are
/// recorded but not looked at: that is another job with another cost.
pub fn hunt(
    judge: &Judge<'_>,
    directory: &std::path::Path,
    sample: &Sample<'_>,
    jobs: usize,
    listen: &mut dyn FnMut(&Event),
) -> Result<HuntFigures, StoreTrouble> {
    let store = Store::open(directory)?;
    let manner = Manner { jobs, triage: false, ..Manner::default() };
    let stop = Stop::new();
    let policy = sample.policy.map(str::to_owned);
    let supply = Generator::new(judge.wing(), sample.maker, policy.clone(), sample.size);
    let hunt = Hunt { judge, supply: &supply, store: &store, stop: &stop, manner };
    let settings = settings(judge, &supply, policy, sample.size);
    let seeds = Seeds { first: sample.seeds.start, end: Some(sample.seeds.end) };
    let campaign = hunt.campaign(&settings, seeds)?;
    let summary = hunt.run(&campaign, listen)?;
    Ok(HuntFigures { summary, stages: store.stage_cpu(&campaign)? })
}
