//! From a seed to a reduced program: what the tests and the table do with each bug.

use spektr_hunt::Stop;
use spektr_hunt::examine::{Reducer, Smaller};
use spektr_hunt::triage::{Outcome, Triage, triage};
use spektr_judge::{Case, Judge, Spent};
use spektr_mir::MirWing;
use spektr_wing::{Order, Program, Wing};

use crate::bug::Bug;
use crate::laboratory::{optimized, quick};

/// A program that a compiler gets wrong.
pub struct Found {
    pub seed: u64,
    pub case: Case,
}

/// Whether a judge finds fault with a compiler over this program.
pub fn shows(judge: &Judge<'_>, case: &Case) -> bool {
    judge.look(case, &optimized()).is_ok_and(|(verdict, _)| verdict.accuses_compiler())
}

/// The first of some seeds whose program shows the bug.
pub fn find(bug: &'static Bug, seeds: std::ops::Range<u64>, size: u32) -> Option<Found> {
    let judge = quick(&[bug]);
    let mut programs = seeds.map(|seed| generate(seed, size));
    // A program without calls ends earlier than it was asked to.
    let is_large = |found: &Found| found.case.program.size().statements * 6 >= u64::from(size) * 5;
    programs.find(|found| is_large(found) && shows(&judge, &found.case))
}

/// The program of a seed.
pub fn generate(seed: u64, size: u32) -> Found {
    let order = Order { seed, size: Some(size), ..Order::default() };
    match MirWing.make(&order) {
        Ok(made) => Found { seed, case: Case::from(made) },
        Err(complaint) => panic!("the generator has nothing for seed {seed}: {complaint}"),
    }
}

/// What triage finds out about a program; the text says why if that is nothing.
pub fn look(judge: &Judge<'_>, case: &Case) -> Result<Triage, String> {
    match triage(judge, case, &optimized(), &mut Spent::default()) {
        Ok(Outcome::Known(triage)) => Ok(*triage),
        Ok(other) => Err(format!("{other:?}")),
        Err(trouble) => Err(trouble.to_string()),
    }
}

/// Reduces a program to the least that shows the same.
pub fn reduce(
    judge: &Judge<'_>,
    program: &dyn Program,
    triage: &Triage,
    jobs: usize,
) -> Result<Smaller, String> {
    let reducer = Reducer { judge, jobs, stop: &Stop::new(), before: &|_| () };
    reducer.reduce(program, triage, &mut |_| {}).map_err(|refusal| refusal.to_string())
}

/// A program from text, with what the machine says about it.
pub fn read(text: &str) -> Found {
    match MirWing.read_text(text) {
        Ok(program) => Found { seed: 0, case: Case::of_program(program) },
        Err(complaint) => panic!("{}", complaint.rendered),
    }
}
