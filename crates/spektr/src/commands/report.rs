//! `spektr report`: the bundle of a finding or a file, or the HTML page of a store. What goes into them
//! is gathered by the hunt and written by the report crate; here are only its words.

use super::shrinking::{Shrinking, figures};
use super::subject::{Chosen, Wanted, triage_file};
use super::wing;
use crate::Wings;
use crate::cli::ReportArgs;
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{complain, count, note, say};
use spektr_hunt::examine::Smaller;
use spektr_hunt::gather::{Gatherer, of_program, page};
use spektr_hunt::store::Store;
use spektr_judge::Case;
use spektr_report::facts::BugFacts;
use spektr_report::{Bundle, title};
use std::path::{Path, PathBuf};

pub fn run(args: &ReportArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    if let Some(subject) = &args.subject {
        let ReportArgs { file, compilers, store, .. } = args;
        let wanted = Wanted { subject, file, compilers, store, anew: false };
        let chosen = Chosen::open(&wanted, wings)?;
        let name = subject.file_stem().unwrap_or_default().display();
        let usual = || PathBuf::from(format!("spektr-report-{name}"));
        let directory = args.output.clone().unwrap_or_else(usual);
        write_bundle(&facts(args, chosen, &directory)?, &directory)?;
    }
    if let Some(file) = &args.html {
        html(args, wings, &Store::open_existing(&args.store.place())?, file)?;
    }
    Ok(Exit::Done)
}

/// Everything about a finding or a file, triaged and reduced first if that was not done.
fn facts(args: &ReportArgs, chosen: Chosen<'_>, directory: &Path) -> Result<BugFacts, Failure> {
    // Nobody wants to hear after a long reduction that there is no room for the report.
    let make_room =
        || std::fs::create_dir_all(directory).map_err(|error| unwritable(directory, &error));
    match chosen {
        Chosen::Finding { wing, store, finding, room } => {
            if finding.reduction.is_none() && !args.no_reduce {
                make_room()?;
                let work = Shrinking::begin(args.jobs)?;
                let smaller = work.finding(&store, &finding, &room, &mut |_| ())?;
                tell(&work, &smaller)?;
            }
            let gatherer = Gatherer { store: &store, wing, judge: Some(&room.judge) };
            Ok(gatherer.finding(&store.finding(finding.id)?)?)
        }
        Chosen::File { subject, room } => {
            let triage = triage_file(&subject, &room)?;
            if args.no_reduce {
                return Ok(of_program(&room.judge, &subject.case, None, &triage)?);
            }
            let original = subject.case.program.as_ref();
            make_room()?;
            let work = Shrinking::begin(args.jobs)?;
            let smaller = work.program(original, &triage, &room, &mut |_| ())?;
            tell(&work, &smaller)?;
            let reduced = Case::of_program(smaller.program.clone_box());
            let triage = smaller.reduction.triage.as_ref().unwrap_or(&triage);
            Ok(of_program(&room.judge, &reduced, Some(original), triage)?)
        }
    }
}

/// Says what a reduction came to.
fn tell(work: &Shrinking, smaller: &Smaller) -> Result<(), Failure> {
    note(&figures(&smaller.reduction));
    if work.cut_short(smaller)? {
        note("stopped by request: the report is about the smallest program so far");
    }
    Ok(())
}

fn write_bundle(facts: &BugFacts, directory: &Path) -> Result<(), Failure> {
    let bundle = Bundle::of(facts);
    bundle.write_to(directory).map_err(|trouble| Failure::new(Exit::Usage, trouble))?;
    say(&format!(
        "{}\n{} files in {}; `reproduce.sh` there shows the bug.\n\
         Nothing was sent anywhere. Please look for duplicates before you file report.md.\n",
        title(facts),
        bundle.files.len(),
        directory.display()
    ));
    Ok(())
}

fn html(args: &ReportArgs, wings: Wings<'_>, store: &Store, file: &Path) -> Result<(), Failure> {
    let bugs = all_facts(args, wings, store)?;
    let facts = page(store, bugs)?;
    std::fs::write(file, spektr_report::page(&facts)).map_err(|error| unwritable(file, &error))?;
    let (bugs, campaigns) = (facts.bugs.len() as u64, facts.campaigns.len() as u64);
    let (bugs, campaigns) = (count(bugs, "bug"), count(campaigns, "campaign"));
    say(&format!("{bugs} and {campaigns} in {}\n", file.display()));
    Ok(())
}

/// Every bug of the store. One that cannot be tried any more is told as the store knows it; a
/// page about the others is better than none.
fn all_facts(args: &ReportArgs, wings: Wings<'_>, store: &Store) -> Result<Vec<BugFacts>, Failure> {
    let bugs = store.bugs()?;
    let mut all = Vec::new();
    for name in wings.all.iter().map(|wing| wing.name()) {
        let own: Vec<_> = bugs.iter().filter(|bug| bug.wing == name).collect();
        if own.is_empty() {
            continue;
        }
        let wing = wing(wings, Some(name))?;
        let room = Room::open(&args.compilers, wings, wing, &store.scratch());
        if let Err(failure) = &room {
            complain(&format!("without compilers the page says less: {}", failure.message));
        }
        let judge = room.as_ref().ok().map(|room| &room.judge);
        for bug in own {
            let tried = Gatherer { store, wing, judge }.bug(bug);
            let facts = match tried {
                Err(trouble) if judge.is_some() => {
                    complain(&format!("bug {}: {trouble}", bug.id));
                    Gatherer { store, wing, judge: None }.bug(bug)
                }
                other => other,
            };
            match facts {
                Ok(facts) => all.push(facts),
                Err(trouble) => complain(&format!("bug {} is left out: {trouble}", bug.id)),
            }
        }
    }
    all.sort_by_key(|facts| facts.number);
    Ok(all)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Usage, format!("cannot write {}: {error}", path.display()))
}
