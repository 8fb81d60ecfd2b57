//! `spektr known`: bugs that are known already, from bundles and trophies.

use super::brought;
use crate::Wings;
use crate::cli::{KnownAction, KnownAddArgs, KnownArgs, StatusArgs};
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{complain, note, say};
use spektr_hunt::known::{Imported, import};
use spektr_hunt::store::Store;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

pub fn run(args: &KnownArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    match &args.action {
        KnownAction::Add(args) => add(args, wings),
        KnownAction::List(args) => list(args),
    }
}

fn add(args: &KnownAddArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let store = Store::open(&args.store.place())?;
    let mut rooms: BTreeMap<&str, Room<'_>> = BTreeMap::new();
    let mut refused = 0;
    for bundle in &args.bundles {
        let name = bundle.file_name().unwrap_or(bundle.as_os_str()).to_string_lossy().into_owned();
        let Some(files) = programs(bundle, wings) else {
            note(&format!("{name}: no program in it"));
            continue;
        };
        let brought = brought(wings, None, &files, &args.compilers)?;
        let (wing, files) = (brought.wing, brought.files.clone());
        if let Err(failure) = brought.understood() {
            complain(&format!("{name}: {}", failure.message));
            refused += 1;
            continue;
        }
        let room = match rooms.entry(wing.name()) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(none) => {
                none.insert(Room::open(&args.compilers, wings, wing, &store.scratch())?)
            }
        };
        match import(&store, &room.judge, files, &name, args.link.clone())? {
            Imported::Bug(bug) => {
                let title = store.bug(bug)?.title;
                say(&format!("{name}: known as bug {bug}: {title}\n"));
            }
            Imported::NotHere => say(&format!("{name}: no compiler that is here shows it\n")),
            Imported::Refused(why) => {
                complain(&format!("{name}: {why}"));
                refused += 1;
            }
        }
    }
    Ok(if refused == 0 { Exit::Done } else { Exit::NoBug })
}

/// The files of the program in a bundle, or a file itself.
fn programs(bundle: &Path, wings: Wings<'_>) -> Option<Vec<PathBuf>> {
    let has_ending = |path: &PathBuf| {
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        wings.all.iter().any(|wing| wing.extensions().contains(&ending))
    };
    if bundle.is_file() {
        return Some(vec![bundle.to_owned()]).filter(|files| files.iter().all(has_ending));
    }
    // A program of several files has a directory of its own.
    let several = bundle.join("reduced");
    if several.is_dir() {
        return files_of(&several, has_ending);
    }
    files_of(bundle, |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        wings.all.iter().any(|wing| spektr_hunt::gather::is_program_file(&name, *wing))
    })
}

/// The files of a directory that are wanted, by name; `None` if there are none.
fn files_of(directory: &Path, is_wanted: impl Fn(&PathBuf) -> bool) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(directory).ok()?.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(is_wanted).collect();
    found.sort();
    (!found.is_empty()).then_some(found)
}

fn list(args: &StatusArgs) -> Result<Exit, Failure> {
    let store = Store::open_existing(&args.store.place())?;
    let bugs = store.bugs()?;
    let muted: Vec<_> = bugs.iter().filter(|bug| bug.mute.is_some()).collect();
    if muted.is_empty() {
        note("no known bugs");
    }
    for bug in muted {
        let reason = bug.mute.as_ref().map(|mute| mute.reason.clone()).unwrap_or_default();
        match args.json {
            true => {
                let value = serde_json::json!({
                    "bug": bug.id, "title": bug.title, "signature": bug.signature,
                    "findings": bug.findings, "reason": reason,
                });
                say(&format!("{value}\n"));
            }
            false => say(&format!("{:>5}  {} ({reason})\n", bug.id, bug.title)),
        }
    }
    Ok(Exit::Done)
}
