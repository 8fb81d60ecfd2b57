//! What `triage`, `reduce` and `report` work on: a finding of the store, or a file that somebody has.

use super::{exit_of, program, wing};
use crate::Wings;
use crate::cli::{CompilerArgs, FileArgs, StoreArg, SubjectArgs};
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use crate::words::count;
use spektr_hunt::closer::{Subject, compiler_of};
use spektr_hunt::court::{Case, Cost};
use spektr_hunt::store::{Finding, Store};
use spektr_hunt::triage::{Outcome, Triage, first_failure, triage};
use spektr_hunt::words::ending;
use spektr_wing::{Fuel, Wing};
use std::path::Path;

/// What a person said about it.
pub struct Wanted<'w> {
    pub subject: &'w Path,
    pub file: &'w FileArgs,
    pub compilers: &'w CompilerArgs,
    pub store: &'w StoreArg,
    /// A finding is looked at as if nobody had done so before, on the compiler of the hunt.
    pub anew: bool,
}

impl<'w> Wanted<'w> {
    pub fn by(args: &'w SubjectArgs, anew: bool) -> Wanted<'w> {
        let SubjectArgs { subject, file, compilers, store, .. } = args;
        Wanted { subject, file, compilers, store, anew }
    }
}

pub enum Chosen<'a> {
    Finding { wing: &'a dyn Wing, store: Store, finding: Box<Finding>, room: Courtroom<'a> },
    File { wing: &'a dyn Wing, subject: Subject, room: Courtroom<'a> },
}

impl<'a> Chosen<'a> {
    /// A number is a finding, anything else a file.
    pub fn open(wanted: &Wanted<'_>, wings: Wings<'a>) -> Result<Chosen<'a>, Failure> {
        match wanted.subject.to_str().and_then(|text| text.parse::<i64>().ok()) {
            Some(id) => Chosen::finding(wanted, wings, id),
            None => Chosen::file(wanted, wings, wanted.subject),
        }
    }

    fn finding(wanted: &Wanted<'_>, wings: Wings<'a>, id: i64) -> Result<Chosen<'a>, Failure> {
        let store = Store::open_existing(&wanted.store.store)?;
        let finding = Box::new(store.finding(id)?);
        let wing = wing(wings, Some(&finding.wing))?;
        let room = Courtroom::open(wanted.compilers, wing, &store.scratch())?;
        let anew = wanted.anew;
        room.must_have(&if anew { finding.compiler.clone() } else { compiler_of(&finding) })?;
        Ok(Chosen::Finding { wing, store, finding, room })
    }

    /// A file is looked at in the first configuration in which it fails.
    fn file(wanted: &Wanted<'_>, wings: Wings<'a>, file: &Path) -> Result<Chosen<'a>, Failure> {
        let (wing, program) = program(wings, wanted.file.wing.as_deref(), file)?;
        let room = Courtroom::open(wanted.compilers, wing, &std::env::temp_dir())?;
        let execution = program.trial(Fuel::default());
        let configurations = room.configurations(&wanted.file.flags)?;
        let case = Case { program: program.as_ref(), execution: &execution };
        let failure = first_failure(room.court(), case, &configurations, &mut Cost::default())?;
        let name = file.display();
        let Some(configuration) = failure else {
            if !execution.is_valid() {
                let reason = ending(&execution.ending);
                let exit = exit_of(&execution.ending);
                return Err(Failure::new(exit, format!("{name} is not valid: {reason}")));
            }
            let tried = count(configurations.len() as u64, "configuration");
            return Err(Failure::new(
                Exit::NoBug,
                format!(
                    "{name} shows no bug in {tried}; name the one that fails with --compilers and --flag"
                ),
            ));
        };
        let subject = Subject { program, execution, configuration };
        Ok(Chosen::File { wing, subject, room })
    }
}

/// What triage says about a file that shows a bug, or the reason why there is none.
pub fn triage_file(subject: &Subject, room: &Courtroom<'_>) -> Result<Box<Triage>, Failure> {
    let cost = &mut Cost::default();
    match triage(room.court(), subject.case(), &subject.configuration, cost)? {
        Outcome::Known(triage) => Ok(triage),
        Outcome::Gone => Err(Failure::new(Exit::NoBug, "it shows no bug: every run is right")),
        Outcome::Flaky(why) => Err(Failure::new(Exit::NoBug, format!("it does not repeat: {why}"))),
        Outcome::OurFault(reason) => Err(Failure::new(Exit::OurFault, reason)),
    }
}
