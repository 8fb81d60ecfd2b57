//! The compiler: a pipeline of passes over a program, some of them wrong, and what the
//! result does. Reads no files and starts nothing; `main` and the tests' court wrap it.

use std::fmt::Write;

use spektr_mir::machine::{Ending, Machine};
use spektr_mir::syntax::{FnId, Program};
use spektr_mir::wellformed;

use crate::bug::{self, Bug, Death, Layer};
use crate::options::Options;

/// What `-vV` says.
pub const VERSION: &str = "rustc 1.0.0-seeded (spektr's own)\nbinary: rustc\n\
    commit-hash: unknown\ncommit-date: unknown\nhost: x86_64-unknown-linux-gnu\n\
    release: 1.0.0-seeded\nLLVM version: 0.0.0\n";

/// A wrong program may go anywhere, but not for ever.
const FUEL: u64 = 200_000;

/// A finished compilation.
pub struct Compiled {
    /// What the compiler says while it works: the passes, if it was asked for them.
    pub log: String,
    pub result: Result<Behaviour, Death>,
}

/// What a compiled program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    pub stdout: String,
    pub status: Status,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Exit(i32),
    Abort,
}

/// Compiles a program and finds out what it then does.
pub fn compile(mut program: Program, options: &Options) -> Compiled {
    let mut log = String::new();
    let result = run_passes(&mut program, options, &mut log).map(|()| behaviour(&program));
    Compiled { log, result }
}

/// What the passes make of a program; an error is the death of the compiler.
pub fn run_passes(program: &mut Program, options: &Options, log: &mut String) -> Result<(), Death> {
    run_layer(program, Layer::Mir, options, log)?;
    run_layer(program, Layer::Llvm, options, log)
}

/// Every pass over every function.
fn run_layer(
    program: &mut Program,
    layer: Layer,
    options: &Options,
    log: &mut String,
) -> Result<(), Death> {
    if !options.optimizes(layer) {
        return Ok(());
    }
    let limit = options.limit(layer);
    let mut number = 0;
    for index in 0..program.functions.len() {
        for (pass, bugs) in passes(layer, options) {
            if options.is_off(pass) {
                continue;
            }
            number += 1;
            let runs = limit.is_none_or(|limit| number <= limit);
            if limit.is_some() {
                let not = if runs { "" } else { "NOT " };
                let on = &program.functions[index].name;
                // Writing to a string cannot fail.
                let _ = writeln!(log, "BISECT: {not}running pass ({number}) {pass} on {on}");
            }
            for bug in bugs.iter().filter(|_| runs) {
                bug.run(program, FnId(index as u32))?;
            }
        }
    }
    Ok(())
}

/// The passes of a layer with the bugs that each has. Usually each pass is there for one bug,
/// and leaves everything as it is if that was not asked for.
fn passes(layer: Layer, options: &Options) -> Vec<(&str, Vec<&'static Bug>)> {
    match &options.one_pass {
        Some(pass) if layer == Layer::Mir => vec![(pass.as_str(), options.bugs.clone())],
        Some(_) => Vec::new(),
        None => {
            let asked = |bug: &Bug| options.bugs.iter().any(|asked| asked.name == bug.name);
            let of_layer = bug::all().iter().filter(|bug| bug.layer == layer);
            let pass = |bug: &'static Bug| (bug.pass, asked(bug).then_some(bug));
            of_layer.map(pass).map(|(pass, bug)| (pass, bug.into_iter().collect())).collect()
        }
    }
}

/// What a program does. Where it is undefined, which a wrong pass may well make it, it
/// just ends.
fn behaviour(program: &Program) -> Behaviour {
    if let Err(errors) = wellformed::check_types(program) {
        // Not what the bug is about: better seen at once than searched for.
        panic!("a seeded pass made no program at all: {}", errors[0]);
    }
    let mut status = Status::Exit(0);
    let Ok(mut machine) = Machine::new(program) else {
        return Behaviour { stdout: String::new(), status };
    };
    if machine.start(program).is_ok() {
        status = match machine.run(program, FUEL) {
            Ok(Ending::Panicked) => Status::Exit(101),
            Ok(Ending::Aborted) => Status::Abort,
            Ok(Ending::Finished) | Err(_) => Status::Exit(0),
        };
    }
    Behaviour { stdout: machine.trace().to_owned(), status }
}

impl Behaviour {
    /// A program for the shell that does the same.
    pub fn script(&self) -> String {
        let end = match self.status {
            Status::Exit(code) => format!("exit {code}"),
            Status::Abort => "kill -ABRT $$".to_owned(),
        };
        // A trace is digits, letters and spaces: no quote needs escaping.
        format!("#!/bin/sh\nprintf '%s' '{}'\n{end}\n", self.stdout)
    }
}

impl Death {
    /// The compiler's last words.
    pub fn words(&self) -> String {
        match self {
            Death::Panic { message, at } => format!(
                "\nthread 'rustc' (4711) panicked at {at}:\n{message}\nnote: run with \
                 `RUST_BACKTRACE=1` environment variable to display a backtrace\n\nerror: the \
                 compiler unexpectedly panicked. this is a bug.\n\nnote: we would appreciate a \
                 bug report\n\nquery stack during panic:\n#0 [optimized_mir] optimizing MIR for \
                 `f0`\nend of query stack\n"
            ),
            Death::Abort { message } => format!("rustc-LLVM ERROR: {message}\n"),
        }
    }
}
