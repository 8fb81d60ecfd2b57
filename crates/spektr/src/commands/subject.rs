//! What `triage`, `reduce` and `report` work on: a finding of the store, or a file that somebody has.

use super::{brought, exit_of, wing};
use crate::Wings;
use crate::cli::{CompilerArgs, FileArgs, StoreArg, SubjectArgs};
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::count;
use spektr_hunt::examine::compiler_of;
use spektr_hunt::store::{Finding, Store};
use spektr_hunt::triage::{Outcome, Triage, first_failure, triage};
use spektr_hunt::words::ending;
use spektr_judge::{Case, Configuration, Spent};
use spektr_wing::{Reading, Wing};
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
    Finding { wing: &'a dyn Wing, store: Store, finding: Box<Finding>, room: Box<Room<'a>> },
    File { subject: Box<Subject>, room: Box<Room<'a>> },
}

/// A program that somebody has, and the configuration in which it fails.
pub struct Subject {
    pub case: Case,
    pub configuration: Configuration,
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
        let store = Store::open_existing(&wanted.store.place())?;
        let finding = Box::new(store.finding(id)?);
        let wing = wing(wings, Some(&finding.wing))?;
        let room = Box::new(Room::open(wanted.compilers, wings, wing, &store.scratch())?);
        let anew = wanted.anew;
        room.must_have(&if anew { finding.compiler.clone() } else { compiler_of(&finding) })?;
        Ok(Chosen::Finding { wing, store, finding, room })
    }

    /// A file is looked at in the first configuration in which it fails.
    fn file(wanted: &Wanted<'_>, wings: Wings<'a>, file: &Path) -> Result<Chosen<'a>, Failure> {
        let name = wanted.file.wing.as_deref();
        let files = [&[file.to_owned()][..], &wanted.file.with].concat();
        let brought = brought(wings, name, &files, wanted.compilers)?;
        let wing = brought.wing;
        let case = Case::of_program(brought.understood()?);
        let room = Room::open(wanted.compilers, wings, wing, &std::env::temp_dir())?;
        let configurations = room.configurations(&wanted.file.flags)?;
        let failure = match case.is_open() {
            true => informed_failure(&room, &case, &configurations)?,
            false => failing(&room, &case, &configurations)?,
        };
        let name = file.display();
        let Some(subject) = failure else {
            if !case.means_something() {
                let reason = ending(&case.execution.ending);
                let exit = exit_of(&case.execution.ending);
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
        Ok(Chosen::File { subject: Box::new(subject), room: Box::new(room) })
    }
}

/// The first configuration in which a program fails, or else a form of it that shows less.
fn failing(
    room: &Room<'_>,
    case: &Case,
    configurations: &[Configuration],
) -> Result<Option<Subject>, Failure> {
    let quieter = || case.program.quieter().map(Case::of_program).filter(Case::means_something);
    for case in [Some(case.clone()), quieter()].into_iter().flatten() {
        let failure = first_failure(&room.judge, &case, configurations, &mut Spent::default())?;
        if let Some(configuration) = failure {
            return Ok(Some(Subject { case, configuration }));
        }
    }
    Ok(None)
}

/// A program that depends on what the language leaves to compilers, as it is in the first
/// configuration in which it fails. What is said of it is said of other compilers too, so they
/// have to see the same in it.
fn informed_failure(
    room: &Room<'_>,
    open: &Case,
    configurations: &[Configuration],
) -> Result<Option<Subject>, Failure> {
    let judge = &room.judge;
    for configuration in configurations {
        let Ok(case) = judge.inform(open, Reading::Blame, configuration)? else { continue };
        let alone = std::slice::from_ref(configuration);
        if first_failure(judge, &case, alone, &mut Spent::default())?.is_none() {
            continue;
        }
        for target in judge.targets() {
            let plain = Configuration::new(&target.compiler.name, Vec::new());
            let other = judge.inform(open, Reading::Blame, &plain)?;
            if !other.is_ok_and(|other| other.expect == case.expect) {
                let (other, here) = (&target.compiler.name, &configuration.compiler);
                return Err(Failure::new(
                    Exit::Unspecified,
                    format!(
                        "it means something else to {other}, which lays types out differently: \
                         name one compiler, --compilers {here}"
                    ),
                ));
            }
        }
        let configuration = configuration.clone();
        return Ok(Some(Subject { case, configuration }));
    }
    Ok(None)
}

/// What triage says about a file that shows a bug, or the reason why there is none.
pub fn triage_file(subject: &Subject, room: &Room<'_>) -> Result<Box<Triage>, Failure> {
    let spent = &mut Spent::default();
    match triage(&room.judge, &subject.case, &subject.configuration, spent)? {
        Outcome::Known(triage) => Ok(triage),
        Outcome::Gone => Err(Failure::new(Exit::NoBug, "it shows no bug: every run is right")),
        Outcome::Unjudged(why) => Err(Failure::new(Exit::NoCompiler, why)),
        Outcome::Flaky(why) => Err(Failure::new(Exit::NoBug, format!("it does not repeat: {why}"))),
        Outcome::OurFault(reason) => Err(Failure::new(Exit::OurFault, reason)),
    }
}
