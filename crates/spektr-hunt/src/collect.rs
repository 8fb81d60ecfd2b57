//! Other people's programs made a corpus: read, left out where no tool takes them, taken to
//! parts, and kept.

use crate::store::{Store, StoreTrouble};
use crate::supply::Origin;
use crate::words::digest;
use spektr_judge::{Case, Flag, Judge, Outcome};
use spektr_wing::{Program, SourceFile};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    pub files: u64,
    pub unread: u64,
    /// Nothing in them is of use: for other targets, or too large.
    pub unfit: u64,
    /// A tool rejects them, breaks on them, or never ends.
    pub refused: u64,
    /// Programs that reach nothing in the tool that others before them had not.
    pub idle: u64,
    pub known: u64,
    pub added: u64,
}

/// What is kept of a file that the tool takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    All,
    /// Parts that reach what no part before them did; the judge's tools have to be watched.
    Reaching,
}

/// Programs that are written into the store at once.
const AT_ONCE: usize = 500;

/// A program as the store keeps it, with its digest.
type Part = (String, Vec<SourceFile>);

/// Reads the files, tries each with the first tool on trial as most people use it, and keeps
/// its parts.
pub fn collect(
    judge: &Judge<'_>,
    store: &Store,
    files: &[PathBuf],
    source: &(dyn Fn(&Path) -> Result<SourceFile, String> + Sync),
    what: Keep,
    jobs: usize,
) -> Result<Collected, StoreTrouble> {
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut collected, mut parts) = (Collected::default(), Vec::new());
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            collected.files += 1;
            let program = source(file).and_then(|file| {
                judge.wing().read(&[file]).map_err(|complaint| complaint.to_string())
            });
            let Ok(program) = program else {
                collected.unread += 1;
                continue;
            };
            let own = judge.wing().corpus_parts(program.as_ref());
            if own.is_empty() {
                collected.unfit += 1;
                continue;
            }
            let taken = match what {
                Keep::All => {
                    let taken = tried(judge, program).is_some();
                    parts.extend(own.iter().filter(|_| taken).map(|it| kept(it.as_ref())));
                    taken
                }
                Keep::Reaching => reaching(judge, own, &mut parts, &mut collected.idle),
            };
            collected.refused += u64::from(!taken);
        }
        (collected, parts)
    };
    let all = Mutex::new((Collected::default(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                let (collected, parts) = work();
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.0.files += collected.files;
                all.0.unread += collected.unread;
                all.0.unfit += collected.unfit;
                all.0.refused += collected.refused;
                all.0.idle += collected.idle;
                all.1.extend(parts);
            });
        }
    });
    let (mut collected, parts) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    keep(judge, store, parts, &mut collected)?;
    Ok(collected)
}

/// Keeps those of a file's parts that reach something new; whether the tool takes any of them.
fn reaching(
    judge: &Judge<'_>,
    own: Vec<Box<dyn Program>>,
    parts: &mut Vec<Part>,
    idle: &mut u64,
) -> bool {
    let mut taken = false;
    for part in own {
        let as_kept = kept(part.as_ref());
        match tried(judge, part) {
            None => {}
            Some(0) => {
                taken = true;
                *idle += 1;
            }
            Some(_) => {
                taken = true;
                parts.push(as_kept);
            }
        }
    }
    taken
}

/// If the tool optimizes a program without complaint, how much it reaches that none before did.
fn tried(judge: &Judge<'_>, program: Box<dyn Program>) -> Option<usize> {
    let Some(target) = judge.targets().first() else { return Some(0) };
    // As most people use it.
    let heaviest = target.usual.iter().rev().max_by_key(|choice| choice.weight);
    let flags: Vec<Flag> =
        heaviest.map(|choice| Flag::of_words(choice.args.clone())).into_iter().collect();
    let case = Case::of_program(program);
    let experiment = judge.experiment(&case, &target.compiler);
    let attempt = judge.carry_out(&experiment, &target.compiler, &flags).ok()?;
    matches!(attempt.outcome, Outcome::Finished { .. }).then_some(attempt.reached.len())
}

fn kept(part: &dyn Program) -> Part {
    (digest(&part.text()), part.files())
}

/// Puts the parts into the store, in an order that does not depend on who came first.
fn keep(
    judge: &Judge<'_>,
    store: &Store,
    mut parts: Vec<Part>,
    collected: &mut Collected,
) -> Result<(), StoreTrouble> {
    parts.sort_by(|one, other| one.0.cmp(&other.0));
    let all = parts.len() as u64;
    parts.dedup_by(|one, other| one.0 == other.0);
    let origin = Origin { maker: "collected".to_owned(), parents: Vec::new() };
    for some in parts.chunks(AT_ONCE) {
        collected.added += store.keep_in_corpus(judge.wing().name(), some, &origin)?;
    }
    collected.known += all - collected.added;
    Ok(())
}
