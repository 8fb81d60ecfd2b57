//! Sources together with how they are built. Paths, flags under test and limits are the
//! judge's business.

use spektr_wing::{Arg, Experiment, Runtime, SourceFile};

use super::{batch, judge, needs_unwinding, pretty};
use crate::syntax::Program;

/// The observation runtime that judged programs are linked with.
pub const RUNTIME_SOURCE: &str = include_str!("runtime.rs.txt");

const MAIN: &str = "main.rs";
const RUNTIME: &str = "spektr_rt.rs";

/// How to build the runtime, once per compiler.
pub fn runtime() -> Runtime {
    let args = vec![
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
    let files = vec![SourceFile::new(RUNTIME, RUNTIME_SOURCE)];
    Runtime { files, args, output: "libspektr_rt.rlib".to_owned() }
}

/// One program for the judge.
pub fn judge_experiment(program: &Program) -> Experiment {
    judged(judge(program), needs_unwinding(program))
}

/// Several programs for the judge in one crate.
pub fn batch_experiment(programs: &[&Program]) -> Experiment {
    judged(batch(programs), programs.iter().any(|program| needs_unwinding(program)))
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

/// One program for people.
pub fn pretty_experiment(program: &Program) -> Experiment {
    given_experiment(&pretty(program))
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
