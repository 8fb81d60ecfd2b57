//! Sources together with how they are built. Paths, flags under test and limits are the
//! judge's business.

use spektr_wing::{Arg, Evidence, Experiment, Runtime, SourceFile, Step};

use super::{Dialect, batch, bodies, judge_in, needs_unwinding, pretty_in};
use crate::syntax::Program;

/// The observation runtime that judged programs are linked with.
pub const RUNTIME_SOURCE: &str = include_str!("runtime.rs.txt");

const MAIN: &str = "main.rs";
const RUNTIME: &str = "spektr_rt.rs";

/// How to build the runtime, once per compiler.
pub fn runtime(dialect: &Dialect) -> Runtime {
    let mut args = vec![
        Arg::text("--edition=2021"),
        Arg::text("--crate-name=spektr_rt"),
        Arg::text("--crate-type=rlib"),
        Arg::text("-Copt-level=2"),
        // Only a library that can unwind goes with both kinds of programs.
        Arg::text("-Cpanic=unwind"),
        Arg::text("-o"),
        Arg::Output,
        Arg::file(RUNTIME),
    ];
    for float in ["f16", "f128"].into_iter().filter(|float| dialect.knows(float)) {
        args.push(Arg::text(&format!("--cfg=spektr_{float}")));
    }
    let files = vec![SourceFile::new(RUNTIME, RUNTIME_SOURCE)];
    Runtime { files, args, output: "libspektr_rt.rlib".to_owned() }
}

/// One program for the judge.
pub fn judge_experiment(program: &Program, dialect: &Dialect) -> Experiment {
    judged(judge_in(program, dialect), needs_unwinding(program))
}

/// Several programs for the judge in one crate.
pub fn batch_experiment(programs: &[&Program], dialect: &Dialect) -> Experiment {
    judged(batch(programs, dialect), programs.iter().any(|program| needs_unwinding(program)))
}

fn judged(text: String, unwinds: bool) -> Experiment {
    let panic = if unwinds { "-Cpanic=unwind" } else { "-Cpanic=abort" };
    let args = vec![
        Arg::text("--edition=2021"),
        Arg::text("--crate-name=program"),
        Arg::text("--crate-type=bin"),
        Arg::text(panic),
        // More units are optimised again together, which doubles the time; flags under test
        // come later and win.
        Arg::text("-Ccodegen-units=1"),
        Arg::Runtime("--extern=spektr_rt=".to_owned()),
        Arg::text("-o"),
        Arg::Output,
        Arg::file(MAIN),
    ];
    Experiment::build_and_run(vec![SourceFile::new(MAIN, text)], args)
}

/// The file in which a compiler writes its own MIR.
const EMITTED: &str = "program.mir";

/// Programs of which the compiler's MIR is wanted: nothing is generated, linked or run.
pub fn bodies_experiment(programs: &[&Program], dialect: &Dialect) -> Experiment {
    let unwinds = programs.iter().any(|program| needs_unwinding(program));
    let panic = if unwinds { "-Cpanic=unwind" } else { "-Cpanic=abort" };
    emitting(bodies(programs, dialect), vec![Arg::text("--crate-type=lib"), Arg::text(panic)])
}

/// The same for people.
pub fn pretty_bodies_experiment(program: &Program, dialect: &Dialect) -> Experiment {
    emitting(pretty_in(program, dialect), Vec::new())
}

fn emitting(text: String, more: Vec<Arg>) -> Experiment {
    let mut args = vec![Arg::text("--edition=2021"), Arg::text("--crate-name=program")];
    args.extend(more);
    // Without the flag LLVM optimizes what nobody will look at.
    args.extend([Arg::text("--emit=mir"), Arg::text("-Zno-codegen")]);
    args.extend([Arg::text("-o"), Arg::Output, Arg::file(MAIN)]);
    Experiment {
        files: vec![SourceFile::new(MAIN, text)],
        steps: vec![Step::subject(args, EMITTED)],
        evidence: Evidence::Files(vec![EMITTED.to_owned()]),
    }
}

/// One program for people.
pub fn pretty_experiment(program: &Program, dialect: &Dialect) -> Experiment {
    given_experiment(&pretty_in(program, dialect))
}

/// Somebody's file as it is.
pub fn given_experiment(text: &str) -> Experiment {
    let args = vec![
        Arg::text("--edition=2021"),
        Arg::text("--crate-name=program"),
        Arg::text("-o"),
        Arg::Output,
        Arg::file(MAIN),
    ];
    Experiment::build_and_run(vec![SourceFile::new(MAIN, text)], args)
}
