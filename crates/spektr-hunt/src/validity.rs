//! spektr itself on trial, over many seeds: does every generated program keep its meaning
//! when it is read back from its text, and does an independent witness agree about it?
//! Figures only; the words are the command's.

use spektr_judge::{Agreement, Case, Judge};
use spektr_wing::{
    Complaint, End, Ending, Execution, Fuel, Made, Order, Purpose, Reading, SourceFile, Wing,
    WitnessSpec,
};
use std::ops::Range;

/// Which programs are looked at.
#[derive(Clone, Debug)]
pub struct Sample<'a> {
    pub maker: &'a str,
    pub seeds: Range<u64>,
    pub policy: Option<&'a str>,
    pub size: Option<u32>,
}

impl Sample<'_> {
    pub fn program(&self, wing: &dyn Wing, seed: u64) -> Result<Made, Complaint> {
        let Sample { maker, policy, size, .. } = *self;
        wing.make(&Order { maker, seed, policy, size, parents: &[] })
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
        let made = sample.program(wing, seed)?;
        trial.programs += 1;
        trial.statements += made.program.size().statements;
        if let Some(failure) = reread(wing, &made) {
            trial.failures.push((seed, failure));
        }
        listen(&trial);
    }
    Ok(trial)
}

/// What is wrong with a program once it is read back from its texts.
pub fn reread(wing: &dyn Wing, made: &Made) -> Option<String> {
    let programs = [made.program.as_ref()];
    let judged = wing.experiment(&programs, Purpose::Judge, &Default::default()).files;
    let texts: [(&str, Vec<SourceFile>); 2] =
        [("canonical", made.program.files()), ("judged", judged)];
    texts.into_iter().find_map(|(form, files)| {
        let fault = match wing.read(&files) {
            Ok(program) => {
                let found = program.run(Reading::Reference, Fuel::default());
                differs(&found, &made.execution)?
            }
            Err(complaint) => format!("cannot be read: {complaint}"),
        };
        Some(format!("the {form} text {fault}"))
    })
}

fn differs(found: &Execution, promised: &Execution) -> Option<String> {
    match &found.ending {
        Ending::Finished(_) if found.ending == promised.ending => {
            (found.stdout != promised.stdout).then(|| "shows something else".to_owned())
        }
        Ending::Finished(End::Status(status)) => Some(format!("ends with status {status}")),
        Ending::Finished(End::Abort) => Some("aborts".to_owned()),
        Ending::Unsupported { what, line, .. } => {
            Some(format!("is not known at line {line}: {what}"))
        }
        Ending::Undefined { rule, line, .. } => {
            Some(format!("is undefined at line {line}: {rule}"))
        }
        Ending::Unspecified { rule, line, .. } => Some(format!("is open at line {line}: {rule}")),
        Ending::OutOfFuel => Some("does not end".to_owned()),
    }
}

/// Puts every program before a witness.
pub fn witness<E: From<Complaint> + From<spektr_judge::Trouble>>(
    judge: &Judge<'_>,
    sample: &Sample<'_>,
    spec: &WitnessSpec,
    listen: &mut dyn FnMut(&Trial),
) -> Result<Trial, E> {
    let mut trial = Trial::default();
    let Some(first) = judge.targets().first() else { return Ok(trial) };
    for seed in sample.seeds.clone() {
        let case = Case::from(sample.program(judge.wing(), seed)?);
        trial.programs += 1;
        trial.statements += case.program.size().statements;
        let (testimony, _) = judge.ask(&case, spec, &first.compiler)?;
        match testimony.agreement {
            Agreement::Agrees => {}
            Agreement::Disagrees(how) => trial.failures.push((seed, how)),
            Agreement::CannotTell(reason) => trial.undecided.push((seed, reason)),
        }
        listen(&trial);
    }
    Ok(trial)
}
