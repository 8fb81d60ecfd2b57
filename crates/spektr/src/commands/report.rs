//! `spektr report`: the bundle of a finding or a file, or the HTML page of a store. What goes into them
//! is gathered by the hunt and written by the report crate; here are only its words.

use super::shrinking::{Shrinking, figures};
use super::subject::{Chosen, Wanted, triage_file};
use super::wing;
use crate::Wings;
use crate::cli::ReportArgs;
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use crate::words::{complain, count, note, say};
use spektr_hunt::closer::Smaller;
use spektr_hunt::dossier::{Scribe, of_program, page};
use spektr_hunt::store::Store;
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
        write_bundle(&dossier(args, chosen, &directory)?, &directory)?;
    }
    if let Some(file) = &args.html {
        html(args, wings, &Store::open_existing(&args.store.store)?, file)?;
    }
    Ok(Exit::Done)
}

/// Everything about a finding or a file, triaged and reduced first if that was not done.
fn dossier(args: &ReportArgs, chosen: Chosen<'_>, directory: &Path) -> Result<BugFacts, Failure> {
    // Nobody wants to hear after a long reduction that there is no room for the report.
    let make_room =
        || std::fs::create_dir_all(directory).map_err(|error| unwritable(directory, &error));
    match chosen {
        Chosen::Finding { wing, store, finding, room } => {
            if finding.reduction.is_none() && !args.no_reduce {
                make_room()?;
                let work = Shrinking::begin(args.jobs)?;
                let smaller = work.finding(wing, &store, &finding, &room, &mut |_| ())?;
                tell(&work, &smaller)?;
            }
            let scribe = Scribe { store: &store, wing, tribunal: Some(room.tribunal()) };
            Ok(scribe.finding(&store.finding(finding.id)?)?)
        }
        Chosen::File { wing, subject, room } => {
            let triage = triage_file(&subject, &room)?;
            let original = subject.program.as_ref();
            if args.no_reduce {
                return Ok(of_program(wing, room.tribunal(), original, None, &triage)?);
            }
            make_room()?;
            let work = Shrinking::begin(args.jobs)?;
            let smaller = work.program(wing, original, &triage, &room, &mut |_| ())?;
            tell(&work, &smaller)?;
            let reduced = smaller.program.as_ref();
            let triage = smaller.reduction.triage.as_ref().unwrap_or(&triage);
            Ok(of_program(wing, room.tribunal(), reduced, Some(original), triage)?)
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

fn write_bundle(dossier: &BugFacts, directory: &Path) -> Result<(), Failure> {
    let bundle = Bundle::of(dossier);
    bundle.write_to(directory).map_err(|error| unwritable(directory, &error))?;
    say(&format!(
        "{}\n{} files in {}; `reproduce.sh` there shows the bug.\n\
         Nothing was sent anywhere. Please look for duplicates before you file report.md.\n",
        title(dossier),
        bundle.files.len(),
        directory.display()
    ));
    Ok(())
}

fn html(args: &ReportArgs, wings: Wings<'_>, store: &Store, file: &Path) -> Result<(), Failure> {
    let bugs = dossiers(args, wings, store)?;
    let facts = page(store, bugs)?;
    std::fs::write(file, spektr_report::page(&facts)).map_err(|error| unwritable(file, &error))?;
    let (bugs, campaigns) = (facts.bugs.len() as u64, facts.campaigns.len() as u64);
    let (bugs, campaigns) = (count(bugs, "bug"), count(campaigns, "campaign"));
    say(&format!("{bugs} and {campaigns} in {}\n", file.display()));
    Ok(())
}

/// Every bug of the store. One that cannot be tried any more is told as the store knows it; a
/// page about the others is better than none.
fn dossiers(args: &ReportArgs, wings: Wings<'_>, store: &Store) -> Result<Vec<BugFacts>, Failure> {
    let bugs = store.bugs()?;
    let mut dossiers = Vec::new();
    for name in wings.iter().map(|wing| wing.name()) {
        let own: Vec<_> = bugs.iter().filter(|bug| bug.wing == name).collect();
        if own.is_empty() {
            continue;
        }
        let wing = wing(wings, Some(name))?;
        let room = Courtroom::open(&args.compilers, wing, &store.scratch());
        if let Err(failure) = &room {
            complain(&format!("without compilers the page says less: {}", failure.message));
        }
        let tribunal = room.as_ref().ok().map(Courtroom::tribunal);
        for bug in own {
            let tried = Scribe { store, wing, tribunal }.bug(bug);
            let dossier = match tried {
                Err(trouble) if tribunal.is_some() => {
                    complain(&format!("bug {}: {trouble}", bug.id));
                    Scribe { store, wing, tribunal: None }.bug(bug)
                }
                other => other,
            };
            match dossier {
                Ok(dossier) => dossiers.push(dossier),
                Err(trouble) => complain(&format!("bug {} is left out: {trouble}", bug.id)),
            }
        }
    }
    dossiers.sort_by_key(|dossier| dossier.number);
    Ok(dossiers)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Usage, format!("cannot write {}: {error}", path.display()))
}
