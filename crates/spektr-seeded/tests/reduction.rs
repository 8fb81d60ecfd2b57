//! The reducer proved on bugs whose triggers and minima are known: a generated program of
//! a thousand statements that shows a bug becomes one of at most twice the hand-made
//! minimum, defined, with the same bug and no other, and the same every time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use spektr_hunt::examine::Smaller;
use spektr_judge::{Judge, families};
use spektr_seeded::bug::{self, Wrong};
use spektr_seeded::finding::{Found, generate, look, read, reduce, shows};
use spektr_seeded::laboratory::quick;
use spektr_seeded::starts::{self, SIZE, Start};
use spektr_seeded::table;
use spektr_wing::{Fuel, Reading};

/// Programs in which a start is searched for each bug.
const PROGRAMS: u64 = 64;
/// Bugs that the generator must reach within so many programs, and the reducer reduce.
const ENOUGH: usize = 20;
/// What the reducer is made for.
const LARGE: u64 = 1000;

#[test]
fn every_seeded_bug_is_reduced_to_at_most_twice_its_minimum() {
    let programs: Vec<Found> = in_parallel(PROGRAMS as usize, |seed| generate(seed as u64, SIZE));
    let starts = starts::all();
    let rows = in_parallel(starts.len(), |index| {
        let start = &starts[index];
        let judge = quick(&[start.bug]);
        let large = |it: &&Found| it.case.program.size().statements >= LARGE;
        let found = programs.iter().filter(large).find(|it| shows(&judge, &it.case))?;
        Some(check(start, &judge, found))
    });
    println!("{}", table::HEAD);
    rows.iter().flatten().for_each(|row| println!("{row}"));
    assert!(rows.iter().flatten().count() >= ENOUGH, "too few bugs show");
}

/// Reduces twice and checks what comes out; the row of the table.
fn check(start: &Start, judge: &Judge<'_>, found: &Found) -> String {
    let name = start.bug.name;
    let triage = look(judge, &found.case).unwrap();
    let smaller = reduce(judge, found.case.program.as_ref(), &triage, 1).unwrap();
    let again = reduce(judge, found.case.program.as_ref(), &triage, 2).unwrap();
    assert_eq!(smaller.program.text(), again.program.text(), "{name} has two results");
    assert!(smaller.reduction.cut_short.is_none(), "{name} was not finished");
    let least = read(start.minimal).case.program.size();
    let size = smaller.program.size();
    // A program on which a compiler breaks stays valid as long as it is small.
    let is_fatal = matches!(start.bug.wrong, Wrong::Fatal(..));
    let execution = smaller.program.run(Reading::Reference, Fuel::default());
    let is_small = is_fatal && execution.is_valid() && size.statements <= 12;
    // What a destructor did is told with one statement more: its object stays.
    let spare = u64::from(found.case.program.text().contains("impl Drop"));
    assert!(
        is_small
            || size.statements <= 2 * least.statements + spare
                && size.functions <= 2 * least.functions,
        "{name} has {size:?}, not {least:?}:\n{}",
        smaller.program.text()
    );
    check_bug(start, found, &smaller);
    table::row(start, found.seed, &smaller)
}

/// The result is valid where the bug asks for it, and shows this bug and none that was not there.
fn check_bug(start: &Start, found: &Found, smaller: &Smaller) {
    let name = start.bug.name;
    let result = read(&smaller.program.text());
    let triage = look(&quick(&[start.bug]), &result.case).unwrap();
    if matches!(start.bug.wrong, Wrong::Fatal(..)) {
        let least = read(start.minimal);
        let known = look(&quick(&[start.bug]), &least.case).unwrap();
        let family = families::named(families::ALL, "rustc");
        assert_eq!(triage.signature(family), known.signature(family), "{name}");
        return;
    }
    let execution = result.case.program.run(Reading::Reference, Fuel::default());
    assert!(execution.is_valid(), "{name}: {:?}", execution.ending);
    assert_eq!(triage.guilt.unwrap().pass, start.bug.pass, "{name}");
    for other in bug::all().iter().filter(|other| other.name != name) {
        let judge = quick(&[other]);
        let slipped = shows(&judge, &result.case) && !shows(&judge, &found.case);
        assert!(!slipped, "{name} now shows {} too:\n{}", other.name, smaller.program.text());
    }
}

/// Two threads, as many as the smallest machine has; results in order.
fn in_parallel<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let result = work(index);
                    results.lock().unwrap().push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
