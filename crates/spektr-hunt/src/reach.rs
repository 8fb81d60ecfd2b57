//! What programs of a supply reach in a tool that somebody watches: one program after the other,
//! and how many new things each brings. Nothing is judged here.

use crate::supply::Supply;
use spektr_judge::{Configuration, Judge, Trouble};
use spektr_wing::Experiment;
use std::ops::Range;

/// What a row of programs came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    pub programs: u64,
    /// Seeds that gave no program, and programs that the tool did not get through.
    pub without: u64,
    /// Why, of the last one.
    pub reason: Option<String>,
    /// After each seed, how many things were reached so far.
    pub growth: Vec<u64>,
    /// CPU time of the tool.
    pub cpu_micros: u64,
}

impl Reach {
    fn is_without(&mut self, why: String) {
        self.without += 1;
        self.reason = Some(why);
    }
}

/// Something that gives an experiment for a seed, or says why not.
pub type Experiments<'a> = &'a dyn Fn(u64) -> Result<Experiment, String>;

/// The experiments of a supply's programs, with nothing run that they build.
pub fn of_supply(
    judge: &Judge<'_>,
    supply: &dyn Supply,
    compiler: &str,
    seed: u64,
) -> Result<Experiment, String> {
    let compiler = judge.compiler(compiler).map_err(|trouble| trouble.to_string())?;
    let supplied = supply.supply(seed)?;
    Ok(judge.experiment(&supplied.case, compiler).without_running())
}

/// Carries out the experiments of some seeds, each with the flags that `configuration` gives.
pub fn measure(
    judge: &Judge<'_>,
    experiments: Experiments<'_>,
    configuration: &dyn Fn(u64) -> Configuration,
    seeds: Range<u64>,
) -> Result<Reach, Trouble> {
    let mut reach = Reach::default();
    let mut total = 0;
    for seed in seeds {
        match experiments(seed) {
            Err(why) => reach.is_without(why),
            Ok(experiment) => {
                let configuration = configuration(seed);
                let compiler = judge.compiler(&configuration.compiler)?;
                let attempt = judge.carry_out(&experiment, compiler, &configuration.flags)?;
                reach.programs += 1;
                if attempt.seen().is_none() {
                    reach.is_without(attempt.outcome.to_string());
                }
                reach.cpu_micros += attempt.spent.total_micros();
                total += attempt.reached.len() as u64;
            }
        }
        reach.growth.push(total);
    }
    Ok(reach)
}
