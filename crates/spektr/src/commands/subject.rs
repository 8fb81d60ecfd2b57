//! What `triage` and `reduce` work on: a finding of the store, or a file that somebody has.

use super::{exit_of, program, wing};
use crate::Wings;
use crate::cli::SubjectArgs;
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use spektr_hunt::closer::Subject;
use spektr_hunt::court::{Case, Cost};
use spektr_hunt::store::{Finding, Store};
use spektr_hunt::triage::first_failure;
use spektr_hunt::words::ending;
use spektr_wing::{Fuel, Wing};
use std::path::Path;

pub enum Chosen<'a> {
    Finding { wing: &'a dyn Wing, store: Store, finding: Box<Finding>, room: Courtroom<'a> },
    File { wing: &'a dyn Wing, subject: Subject, room: Courtroom<'a> },
}

impl<'a> Chosen<'a> {
    /// A number is a finding, anything else a file.
    pub fn open(args: &SubjectArgs, wings: Wings<'a>) -> Result<Chosen<'a>, Failure> {
        match args.subject.parse::<i64>() {
            Ok(id) => Chosen::finding(args, wings, id),
            Err(_) => Chosen::file(args, wings, Path::new(&args.subject)),
        }
    }

    fn finding(args: &SubjectArgs, wings: Wings<'a>, id: i64) -> Result<Chosen<'a>, Failure> {
        let store = Store::open_existing(&args.store.store)?;
        let finding = Box::new(store.finding(id)?);
        let wing = wing(wings, Some(&finding.wing))?;
        let room = Courtroom::open(&args.compilers, wing, &store.scratch())?;
        room.must_have(&finding.compiler)?;
        Ok(Chosen::Finding { wing, store, finding, room })
    }

    /// A file is looked at in the first configuration in which it fails.
    fn file(args: &SubjectArgs, wings: Wings<'a>, file: &Path) -> Result<Chosen<'a>, Failure> {
        let (wing, program) = program(wings, args.wing.as_deref(), file)?;
        let room = Courtroom::open(&args.compilers, wing, &std::env::temp_dir())?;
        let execution = program.trial(Fuel::default());
        let configurations = room.configurations(&args.flags);
        let case = Case { program: program.as_ref(), execution: &execution };
        let failure = first_failure(room.court(), case, &configurations, &mut Cost::default())?;
        let name = file.display();
        let Some(configuration) = failure else {
            if !execution.is_valid() {
                let reason = ending(&execution.ending);
                let exit = exit_of(&execution.ending);
                return Err(Failure::new(exit, format!("{name} is not valid: {reason}")));
            }
            let tried = configurations.len();
            return Err(Failure::new(
                Exit::NoBug,
                format!(
                    "{name} shows no bug in {tried} configurations; name the one that fails with --compilers and --flag"
                ),
            ));
        };
        let subject = Subject { program, execution, configuration };
        Ok(Chosen::File { wing, subject, room })
    }
}
