//! From a seed to a reduced program: what the tests and the table do with each bug.

use spektr_hunt::Stop;
use spektr_hunt::closer::{Reducer, Smaller};
use spektr_hunt::court::{Case, Cost, Court};
use spektr_hunt::triage::{Outcome, Triage, triage};
use spektr_mir::MirWing;
use spektr_wing::{Execution, Fuel, Program, Wing, Wish};

use crate::bug::Bug;
use crate::court::{Quick, optimized};

/// A program that a compiler gets wrong.
pub struct Found {
    pub seed: u64,
    pub program: Box<dyn Program>,
    pub execution: Execution,
}

impl Found {
    pub fn case(&self) -> Case<'_> {
        Case { program: self.program.as_ref(), execution: &self.execution }
    }
}

/// Whether a court finds fault with a compiler over this program.
pub fn shows(court: &dyn Court, case: Case<'_>) -> bool {
    let opinion = court.glance(case, &optimized(), &mut Cost::default());
    opinion.is_ok_and(|opinion| opinion.verdict.accuses_compiler())
}

/// The first of some seeds whose program shows the bug.
pub fn find(bug: &'static Bug, seeds: std::ops::Range<u64>, size: u32) -> Option<Found> {
    let court = Quick::new(&[bug]);
    let mut programs = seeds.map(|seed| generate(seed, size));
    programs.find(|found| shows(&court, found.case()))
}

/// The program of a seed.
pub fn generate(seed: u64, size: u32) -> Found {
    let wish = Wish { seed, policy: None, size: Some(size) };
    match MirWing.generate(&wish) {
        Ok(generated) => Found { seed, program: generated.program, execution: generated.execution },
        Err(complaint) => panic!("the generator has nothing for seed {seed}: {complaint}"),
    }
}

/// What triage finds out about a program; the text says why if that is nothing.
pub fn look(court: &dyn Court, case: Case<'_>) -> Result<Triage, String> {
    match triage(court, case, &optimized(), &mut Cost::default()) {
        Ok(Outcome::Known(triage)) => Ok(*triage),
        Ok(other) => Err(format!("{other:?}")),
        Err(trouble) => Err(trouble.to_string()),
    }
}

/// Reduces a program to the least that shows the same.
pub fn reduce(
    court: &dyn Court,
    program: &dyn Program,
    triage: &Triage,
    jobs: usize,
) -> Result<Smaller, String> {
    let reducer = Reducer { wing: &MirWing, court, jobs, stop: &Stop::new() };
    reducer.reduce(program, triage, &mut |_| {}).map_err(|refusal| refusal.to_string())
}

/// A program from text, with what the machine says about it.
pub fn read(text: &str) -> Found {
    match MirWing.parse(text) {
        Ok(program) => {
            let execution = program.trial(Fuel::default());
            Found { seed: 0, program, execution }
        }
        Err(complaint) => panic!("{}", complaint.rendered),
    }
}
