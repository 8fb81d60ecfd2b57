//! Asking rustc's const evaluator about many programs. They share one compilation: starting
//! a compiler costs more than asking it.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use spektr_mir::witness::{self, Answer};

/// Programs per compilation: enough that starting the compiler no longer counts, few
/// enough that one that breaks it does not cost much.
const BATCH: usize = 48;
const THREADS: usize = 2;

/// The answer to each text.
pub fn ask_all(texts: &[String]) -> Vec<Answer> {
    let compiler = compiler();
    let batches: Vec<&[String]> = texts.chunks(BATCH).collect();
    let share = batches.len().div_ceil(THREADS).max(1);
    let answers = thread::scope(|scope| {
        let compiler = &compiler;
        let workers: Vec<_> = batches
            .chunks(share)
            .enumerate()
            .map(|(worker, batches)| {
                scope.spawn(move || {
                    let ask = |batch: &&[String]| ask_batch(compiler, worker, batch);
                    batches.iter().flat_map(ask).collect::<Vec<_>>()
                })
            })
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join();
        workers.into_iter().map(join).collect::<Result<Vec<_>, _>>()
    });
    answers.expect("asking the compiler does not panic").into_iter().flatten().collect()
}

/// Answers to a batch; a program that the batch gave no answer for is asked alone.
fn ask_batch(compiler: &Path, worker: usize, batch: &[String]) -> Vec<Answer> {
    let texts: Vec<&str> = batch.iter().map(String::as_str).collect();
    let found = ask(compiler, worker, &texts);
    let each = texts.iter().zip(found).map(|(text, answer)| {
        let alone = || ask(compiler, worker, &[text]).pop().flatten();
        let silence = || Answer::CannotTell { reason: "the compiler said nothing".to_owned() };
        answer.or_else(alone).unwrap_or_else(silence)
    });
    each.collect()
}

/// Compiles programs as modules of one crate and reads what is said about each.
fn ask(compiler: &Path, worker: usize, texts: &[&str]) -> Vec<Option<Answer>> {
    let (source, lines) = together(texts);
    let path = scratch(&format!("{}-{worker}.rs", process()));
    fs::write(&path, source).expect("the scratch directory can be written");
    let output = Command::new(compiler)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition=2021", "--crate-name=program", "--crate-type=lib", "--emit=metadata"])
        .args(["-Zmir-opt-level=0", "-Zextra-const-ub-checks"])
        .args(["-Zunleash-the-miri-inside-of-you", "--color=never", "-o"])
        .arg(scratch(&format!("{}-{worker}.rmeta", process())))
        .arg(&path)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("the compiler can be started");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut answers: Vec<Option<Answer>> = texts.iter().map(|_| None).collect();
    for error in errors(&stderr) {
        let index = line_of(error).and_then(|at| lines.iter().position(|l| l.contains(&at)));
        if let Some(index) = index {
            answers[index].get_or_insert_with(|| witness::read_answer(error));
        }
    }
    answers
}

/// Programs as modules of one crate, and the lines that each takes.
fn together(texts: &[&str]) -> (String, Vec<Range<usize>>) {
    let is_inner = |line: &&str| line.starts_with("#![");
    let mut source = String::new();
    for attribute in texts.first().into_iter().flat_map(|text| text.lines()).filter(is_inner) {
        let _ = writeln!(source, "{attribute}");
    }
    let mut ranges = Vec::new();
    let mut line = source.lines().count() + 1;
    for (index, text) in texts.iter().enumerate() {
        let body: Vec<&str> = text.lines().filter(|line| !is_inner(line)).collect();
        let _ = writeln!(source, "mod case_{index} {{\n{}\n}}", body.join("\n"));
        ranges.push(line..line + body.len() + 2);
        line += body.len() + 2;
    }
    (source, ranges)
}

/// The errors in the compiler's words, each with all that belongs to it.
fn errors(stderr: &str) -> Vec<&str> {
    let heads = ["error", "warning"];
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in stderr.split_inclusive('\n') {
        if heads.iter().any(|head| line.starts_with(head)) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().copied().skip(1).chain([stderr.len()]);
    let chunks = starts.iter().copied().zip(ends).map(|(start, end)| &stderr[start..end]);
    chunks.filter(|chunk| chunk.starts_with("error[")).collect()
}

/// The line of the crate that an error is about.
fn line_of(error: &str) -> Option<usize> {
    let (_, rest) = error.split_once("--> ")?;
    let place = rest.lines().next()?;
    place.rsplit(':').nth(1)?.parse().ok()
}

/// Tests that ask at the same time must not write the same files.
fn process() -> String {
    format!("witness{}", std::process::id())
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The nightly compiler where there is one, else the one that built this test.
fn compiler() -> PathBuf {
    let sysroot = |toolchain: &[&str]| {
        let output = Command::new("rustc").args(toolchain).args(["--print", "sysroot"]).output();
        let output = output.ok().filter(|output| output.status.success())?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        Some(path.join("bin").join("rustc"))
    };
    sysroot(&["+nightly"]).or_else(|| sysroot(&[])).expect("a rustc built this test")
}
