//! spektr itself on trial, over many seeds: does every generated program keep its meaning
//! when it is read back from its text, and does an independent witness agree about it?
//! Figures only; the words are the command's.

use crate::agreement::{Agreement, compare};
use spektr_wing::{
    Complaint, Ending, Execution, Fuel, Generated, Purpose, Wing, Wish, WitnessAnswer, WitnessSpec,
};
use std::ops::Range;

/// Which programs are looked at.
#[derive(Clone, Debug)]
pub struct Sample<'a> {
    pub seeds: Range<u64>,
    pub policy: Option<&'a str>,
    pub size: Option<u32>,
}

impl Sample<'_> {
    pub fn program(&self, wing: &dyn Wing, seed: u64) -> Result<Generated, Complaint> {
        wing.generate(&Wish { seed, policy: self.policy, size: self.size })
    }
}

/// What a trial came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    pub programs: u64,
    /// Statements as text.
    pub statements: u64,
    /// Seeds that failed, and how.
    pub failures: Vec<(u64, String)>,
    /// Seeds that could not be judged, and why.
    pub undecided: Vec<(u64, String)>,
}

impl Trial {
    /// Programs that passed.
    pub fn passed(&self) -> u64 {
        self.programs - self.failures.len() as u64 - self.undecided.len() as u64
    }
}

/// Reads every program back from each of its texts and runs it again: the machine has to
/// accept it and show what generating it promised. `listen` hears how many are done.
pub fn validity(
    wing: &dyn Wing,
    sample: &Sample<'_>,
    listen: &mut dyn FnMut(&Trial),
) -> Result<Trial, Complaint> {
    let mut trial = Trial::default();
    for seed in sample.seeds.clone() {
        let generated = sample.program(wing, seed)?;
        trial.programs += 1;
        trial.statements += generated.program.size().statements;
        if let Some(failure) = reread(wing, &generated) {
            trial.failures.push((seed, failure));
        }
        listen(&trial);
    }
    Ok(trial)
}

/// What is wrong with a program once it is read back from its texts.
pub fn reread(wing: &dyn Wing, generated: &Generated) -> Option<String> {
    let rendering = generated.program.render(Purpose::Judge);
    let judged: String = rendering.files.into_iter().map(|file| file.text).collect();
    let texts = [("canonical", generated.program.text()), ("judged", judged)];
    texts.into_iter().find_map(|(form, text)| {
        let fault = match wing.parse(&text) {
            Ok(program) => differs(&program.run(Fuel::default()), &generated.execution)?,
            Err(complaint) => format!("cannot be read: {complaint}"),
        };
        Some(format!("the {form} text {fault}"))
    })
}

fn differs(found: &Execution, promised: &Execution) -> Option<String> {
    match &found.ending {
        Ending::Finished if found.stdout == promised.stdout => None,
        Ending::Finished => Some("shows something else".to_owned()),
        Ending::Undefined { rule, line, .. } => {
            Some(format!("is undefined at line {line}: {rule}"))
        }
        Ending::Unspecified { rule, line, .. } => Some(format!("is open at line {line}: {rule}")),
        Ending::OutOfFuel => Some("does not end".to_owned()),
    }
}

/// Puts every program before a witness. `ask` knows how to reach it.
pub fn witness<E: From<Complaint>>(
    wing: &dyn Wing,
    sample: &Sample<'_>,
    spec: &WitnessSpec,
    ask: &mut dyn FnMut(&dyn spektr_wing::Program) -> Result<WitnessAnswer, E>,
    listen: &mut dyn FnMut(&Trial),
) -> Result<Trial, E> {
    let mut trial = Trial::default();
    for seed in sample.seeds.clone() {
        let generated = sample.program(wing, seed)?;
        let program = generated.program.as_ref();
        trial.programs += 1;
        trial.statements += program.size().statements;
        let answer = ask(program)?;
        match compare(program, &generated.execution, spec, &answer) {
            Agreement::Agrees => {}
            Agreement::Disagrees(how) => trial.failures.push((seed, how)),
            Agreement::CannotTell(reason) => trial.undecided.push((seed, reason)),
        }
        listen(&trial);
    }
    Ok(trial)
}
