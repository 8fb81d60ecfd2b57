//! What is done with programs: built in one command or in three, put before the optimizer, or
//! interpreted.

use crate::program::MiniProgram;
use crate::syntax::{MAIN, OTHER};
use spektr_wing::{Arg, By, Evidence, Experiment, Program, Purpose, SourceFile, Step};

/// What the optimizer writes, and what it says it did.
pub(crate) const OPTIMIZED: &str = "optimized.mini";
pub(crate) const COVERAGE: &str = "coverage";

const BUILT: &str = "program";

/// For the compiler: a second file is compiled on its own, without the flags under test.
pub(crate) fn build(programs: &[&MiniProgram], purpose: Purpose) -> Experiment {
    let runtime = (purpose == Purpose::Judge).then(|| Arg::Runtime("--rt=".into()));
    let files = files(programs);
    if files.len() == 1 {
        let args = vec![Arg::file(MAIN), Arg::text("-o"), Arg::Output];
        return Experiment::build_and_run(files, args.into_iter().chain(runtime).collect());
    }
    let compile = |file: &str, object: &str| {
        Step::subject(vec![Arg::text("-c"), Arg::file(file), Arg::text("-o"), Arg::Output], object)
    };
    let objects = [Arg::file("program.o"), Arg::file("other.o")];
    let mut link = vec![Arg::text("--link")];
    link.extend(objects.into_iter().chain([Arg::text("-o"), Arg::Output]).chain(runtime));
    let steps = vec![
        compile(MAIN, "program.o"),
        compile(OTHER, "other.o").plain(),
        Step::subject(link, BUILT).plain(),
        Step::run(BUILT),
    ];
    Experiment { files, steps, evidence: Evidence::Run }
}

/// For the other compiler, which takes all files at once.
pub(crate) fn build_at_once(programs: &[&MiniProgram]) -> Experiment {
    let files = files(programs);
    let mut args = vec![Arg::text("build"), Arg::Output];
    args.extend(files.iter().map(|file| Arg::file(&file.name)));
    Experiment::build_and_run(files, args)
}

/// For the optimizer; what it writes is the evidence.
pub(crate) fn optimize(program: &MiniProgram, purpose: Purpose) -> Experiment {
    let coverage = format!("--coverage={COVERAGE}");
    let args = vec![Arg::file(MAIN), Arg::text("-o"), Arg::Output, Arg::Text(coverage)];
    let by = match purpose {
        Purpose::Judge => By::ResidentSubject,
        Purpose::Standalone => By::Subject,
    };
    let step = Step { by, ..Step::subject(args, OPTIMIZED) };
    let evidence = Evidence::Files(vec![OPTIMIZED.to_owned(), COVERAGE.to_owned()]);
    Experiment { files: program.files(), steps: vec![step], evidence }
}

/// For the witness.
pub(crate) fn interpret(program: &MiniProgram) -> Experiment {
    let files = program.files();
    let mut args: Vec<Arg> = files.iter().map(|file| Arg::file(&file.name)).collect();
    args.push(Arg::text("--interpret"));
    Experiment::words(files, args, None)
}

/// The files of one program, or of several with a section for each.
fn files(programs: &[&MiniProgram]) -> Vec<SourceFile> {
    if let [program] = programs {
        return program.files();
    }
    let mut joined = vec![SourceFile::new(MAIN, "")];
    if programs.iter().any(|program| program.has_two_files()) {
        joined.push(SourceFile::new(OTHER, ""));
    }
    for (k, program) in programs.iter().enumerate() {
        let files = program.files();
        for (at, file) in joined.iter_mut().enumerate() {
            let text = files.get(at).map_or("", |file| &file.text);
            file.text.push_str(&format!("section {k}\n{text}"));
        }
    }
    joined
}
