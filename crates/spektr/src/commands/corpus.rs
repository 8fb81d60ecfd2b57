//! `spektr corpus`: other people's programs, kept to make new ones of.

use super::lowered::{self, Lowering};
use super::{read, wing};
use crate::Wings;
use crate::cli::{CorpusAction, CorpusAddArgs, CorpusArgs, CorpusStatusArgs};
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{complain, number, say};
use spektr_hunt::collect::{Collected, Keep, collect};
use spektr_hunt::store::Store;
use spektr_hunt::supply::Corpus;
use spektr_judge::Judge;
use spektr_wing::{SourceFile, Wing};
use std::fs;
use std::path::{Path, PathBuf};

pub fn run(args: &CorpusArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    match &args.action {
        CorpusAction::Add(args) => add(args, wings),
        CorpusAction::Status(args) => status(args, wings),
    }
}

fn add(args: &CorpusAddArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, Some(&args.wing))?;
    let store = Store::open(&args.store.place())?;
    let (room, keep) = match args.all {
        true => (Room::open(&args.compilers, wings, wing, &store.scratch())?, Keep::All),
        false => {
            let room = Room::open_watched(&args.compilers, wings, wing, &store.scratch())?;
            (room, Keep::Reaching)
        }
    };
    let written = store.scratch().join("lowered");
    let files = files(wing, &places(args, wings, &room.judge, &written)?);
    if files.is_empty() {
        let endings = wing.extensions().join(" or ");
        return Err(Failure::new(Exit::Usage, format!("there is no file that ends in {endings}")));
    }
    let jobs = args.jobs.unwrap_or_else(|| {
        std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
    });
    let source = |path: &Path| source(path).map_err(|failure| failure.message);
    let collected = collect(&room.judge, &store, &files, &source, keep, jobs)?;
    // What cannot be removed lies in the scratch directory and harms nobody.
    drop(fs::remove_dir_all(&written));
    say(&words(&collected));
    Ok(Exit::Done)
}

/// What was named, with the tests of a release or programs of a generator where a word stands for
/// them.
fn places(
    args: &CorpusAddArgs,
    wings: Wings<'_>,
    judge: &Judge<'_>,
    written: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    let place = |path: &PathBuf| {
        let word = path.to_str().filter(|_| !path.exists());
        let release = judge
            .targets()
            .first()
            .map(|it| lowered::release(&it.compiler.name))
            .unwrap_or_default();
        let lowering =
            lowered::all(&release, wings.families).into_iter().find(|it| Some(it.name) == word);
        if let Some(lowering) = lowering {
            let place = written.join(lowering.name);
            return made(judge, &lowering, args.programs, &place).map(|()| place);
        }
        let package = word.and_then(|word| {
            wings.families.iter().find_map(|family| family.tests(word, args.version))
        });
        let Some(package) = package else { return Ok(path.clone()) };
        let kept = super::scope::kept("sources").unwrap_or_else(std::env::temp_dir);
        let trouble = |error| {
            Failure::new(Exit::NotUnderstood, format!("cannot fetch {}: {error}", package.name))
        };
        package.fetch(&kept).map_err(trouble)
    };
    args.sources.iter().map(place).collect()
}

/// Writes the modules that a command prints for the first seeds.
fn made(judge: &Judge<'_>, lowering: &Lowering, count: u64, place: &Path) -> Result<(), Failure> {
    let trouble = |error| {
        Failure::new(Exit::NotUnderstood, format!("cannot write {}: {error}", place.display()))
    };
    fs::create_dir_all(place).map_err(trouble)?;
    let mut last = None;
    for seed in 0..count {
        match judge.external(&lowering.command, seed) {
            Ok(files) => {
                for file in files {
                    fs::write(place.join(format!("{seed}-{}", file.name)), file.text)
                        .map_err(trouble)?;
                }
            }
            Err(why) => last = Some(why),
        }
    }
    if let Some(why) = last {
        complain(&format!("not every program of {} was lowered, the last: {why}", lowering.name));
    }
    Ok(())
}

fn words(collected: &Collected) -> String {
    let line = |what: &str, count: u64| format!("{what:<34} {:>10}\n", number(count));
    [
        line("files", collected.files),
        line("not understood", collected.unread),
        line("nothing in them to cross", collected.unfit),
        line("not taken by the compiler", collected.refused),
        line("programs that reach nothing new", collected.idle),
        line("programs that were here already", collected.known),
        line("programs added", collected.added),
    ]
    .concat()
}

fn status(args: &CorpusStatusArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let store = Store::open_existing(&args.store.place())?;
    for wing in wings.all {
        let count = store.corpus(wing.name())?.len() as u64;
        if count > 0 {
            say(&format!("{:<10} {:>10} programs\n", wing.name(), number(count)));
        }
    }
    Ok(Exit::Done)
}

fn source(path: &Path) -> Result<SourceFile, Failure> {
    Ok(SourceFile::new(path.display().to_string(), read(path)?))
}

/// All files of the language below some directories, in the order of their names.
pub fn files(wing: &dyn Wing, sources: &[PathBuf]) -> Vec<PathBuf> {
    let (mut files, mut open) = (Vec::new(), sources.to_vec());
    while let Some(path) = open.pop() {
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if path.is_dir() {
            let inside = fs::read_dir(&path).into_iter().flatten().flatten();
            open.extend(inside.map(|entry| entry.path()));
        } else if wing.extensions().contains(&ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A corpus of what lies in directories, for one command; nothing is kept.
pub fn of_directories<'w>(
    wing: &'w dyn Wing,
    maker: &str,
    policy: Option<String>,
    size: Option<u32>,
    directories: &[PathBuf],
) -> Result<Corpus<'w>, Failure> {
    let corpus = Corpus::new(wing, maker, policy, size, |_, _, _| {});
    for path in files(wing, directories) {
        // What is not text or not understood is no part of it.
        let Ok(file) = source(&path) else { continue };
        if let Ok(program) = wing.read(&[file]) {
            for part in wing.corpus_parts(program.as_ref()) {
                corpus.add(part);
            }
        }
    }
    Ok(corpus)
}
