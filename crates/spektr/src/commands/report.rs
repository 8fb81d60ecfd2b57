//! `spektr report`: the bundle of a finding, or the HTML page of a store. What goes into them
//! is gathered by the hunt and written by the report crate; here are only its words.

use super::wing;
use crate::Wings;
use crate::cli::ReportArgs;
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use crate::words::say;
use spektr_hunt::dossier::{Scribe, page};
use spektr_hunt::store::Store;
use spektr_report::facts::BugFacts;
use spektr_report::{Bundle, title};
use std::path::{Path, PathBuf};

pub fn run(args: &ReportArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let store = Store::open_existing(&args.store.store)?;
    if let Some(id) = args.id {
        bundle(args, wings, &store, id)?;
    }
    if let Some(file) = &args.html {
        html(args, wings, &store, file)?;
    }
    Ok(Exit::Done)
}

fn bundle(args: &ReportArgs, wings: Wings<'_>, store: &Store, id: i64) -> Result<(), Failure> {
    let finding = store.finding(id)?;
    let wing = wing(wings, Some(&finding.wing))?;
    let room = Courtroom::open(&args.compilers, wing, &store.scratch())?;
    room.must_have(&finding.compiler)?;
    let scribe = Scribe { store, wing, tribunal: Some(room.tribunal()) };
    let dossier = scribe.finding(&finding)?;
    let directory =
        args.output.clone().unwrap_or_else(|| PathBuf::from(format!("spektr-report-{id}")));
    let bundle = Bundle::of(&dossier);
    bundle.write_to(&directory).map_err(|error| unwritable(&directory, &error))?;
    say(&format!(
        "{}\n{} files in {}; `reproduce.sh` there shows the bug.\n\
         Nothing was sent anywhere. Please look for duplicates before you file report.md.\n",
        title(&dossier),
        bundle.files.len(),
        directory.display()
    ));
    Ok(())
}

fn html(args: &ReportArgs, wings: Wings<'_>, store: &Store, file: &Path) -> Result<(), Failure> {
    let bugs = dossiers(args, wings, store)?;
    let facts = page(store, bugs)?;
    std::fs::write(file, spektr_report::page(&facts)).map_err(|error| unwritable(file, &error))?;
    say(&format!(
        "{} bugs and {} campaigns in {}\n",
        facts.bugs.len(),
        facts.campaigns.len(),
        file.display()
    ));
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
            eprintln!("spektr: without compilers the page says less: {}", failure.message);
        }
        let tribunal = room.as_ref().ok().map(Courtroom::tribunal);
        for bug in own {
            let tried = Scribe { store, wing, tribunal }.bug(bug);
            let dossier = match tried {
                Err(trouble) if tribunal.is_some() => {
                    eprintln!("spektr: bug {}: {trouble}", bug.id);
                    Scribe { store, wing, tribunal: None }.bug(bug)
                }
                other => other,
            };
            match dossier {
                Ok(dossier) => dossiers.push(dossier),
                Err(trouble) => eprintln!("spektr: bug {} is left out: {trouble}", bug.id),
            }
        }
    }
    dossiers.sort_by_key(|dossier| dossier.number);
    Ok(dossiers)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Usage, format!("cannot write {}: {error}", path.display()))
}
