//! Two miniature wings, for tests only: a language of nine statements, its machine, makers and
//! shrinker, two compilers and an optimizer that are shell scripts whose bugs are chosen by
//! flags. Everything that spektr does with a real language can be tried on them in
//! milliseconds.
//!
//! ```
//! use spektr_wing::{Fuel, Reading, SourceFile, Wing};
//! let text = "let a = 3\nloop 2 {\nadd a a\n}\nprint a\n";
//! let wing = spektr_mini::Mini::default();
//! let program = wing.read(&[SourceFile::new("a.mini", text)]).expect("it is valid");
//! assert_eq!(program.run(Reading::Reference, Fuel::default()).stdout, b"a=12\n");
//! ```

mod experiment;
pub mod families;
mod generate;
mod machine;
mod program;
mod refinement;
mod shrink;
mod syntax;
mod tools;

pub use families::FAMILIES;
pub use program::{MiniProgram, Nature};
pub use syntax::Statement;
pub use tools::{BUGS, OPTIMIZER_BUGS, install, install_optimizer, install_other};

use spektr_wing::{
    Arg, Audience, Complaint, Experiment, Fuel, Made, Maker, Order, ProcessEnd, Program, Purpose,
    Reading, Runtime, Seen, SourceFile, Wing, WitnessAnswer, WitnessSpec,
};

/// The wing of the compilers. `broken_machine` makes its machine wrong about `mul`, to see
/// whether the judge notices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mini {
    pub broken_machine: bool,
}

/// Both wings, for a command.
pub const WINGS: &[&dyn Wing] = &[&Mini { broken_machine: false }, &MiniOpt];

/// The wing of the optimizer, whose output is judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct MiniOpt;

impl Mini {
    fn nature(self) -> Nature {
        Nature { broken_machine: self.broken_machine, optimized: false }
    }
}

impl Wing for Mini {
    fn name(&self) -> &'static str {
        "mini"
    }

    fn about(&self) -> &'static str {
        "nine statements, for spektr's own tests"
    }

    fn families(&self) -> &'static [&'static str] {
        &["mini", "mini2"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["mini"]
    }

    fn makers(&self) -> &'static [Maker] {
        &generate::MAKERS
    }

    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        make(order, self.nature())
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn Program>, Complaint> {
        read(files, self.nature())
    }

    fn runtime(&self, audience: &Audience<'_>) -> Option<Runtime> {
        (audience.family != "mini2").then(|| Runtime {
            files: vec![SourceFile::new("rt.mini", "runtime\n")],
            args: vec![Arg::text("--runtime"), Arg::file("rt.mini"), Arg::text("-o"), Arg::Output],
            output: "librt.mini".into(),
        })
    }

    fn experiment(
        &self,
        programs: &[&dyn Program],
        purpose: Purpose,
        audience: &Audience<'_>,
    ) -> Experiment {
        let programs = own(programs);
        match audience.family {
            "mini2" => experiment::build_at_once(&programs),
            _ => experiment::build(&programs, purpose),
        }
    }

    fn shares_experiments(&self) -> bool {
        true
    }

    fn batch_suspect(&self, diagnostics: &str) -> Option<usize> {
        let (_, rest) = diagnostics.split_once("minic: that was behind == ")?;
        rest.lines().next()?.parse().ok()
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        vec![WitnessSpec {
            name: "interpreter",
            title: "interpreter",
            families: &["mini"],
            about: "the compiler's own interpreter, which has none of its bugs",
            blind_to: &[],
            policy: None,
        }]
    }

    fn answer(&self, _: &str, seen: &Seen) -> WitnessAnswer {
        let stderr = String::from_utf8_lossy(&seen.stderr);
        if let Some(message) = stderr.strip_prefix("undefined: ") {
            return WitnessAnswer::Undefined { message: message.trim().to_owned(), line: 0 };
        }
        match seen.end {
            ProcessEnd::Status(_) | ProcessEnd::Signal(6) if stderr.is_empty() => {
                WitnessAnswer::Finished { stdout: seen.stdout.clone() }
            }
            _ => WitnessAnswer::CannotTell { reason: stderr.trim().to_owned() },
        }
    }

    fn empty(&self) -> Box<dyn Program> {
        empty(self.nature())
    }
}

const OPTIMIZED: Nature = Nature { broken_machine: false, optimized: true };

impl Wing for MiniOpt {
    fn name(&self) -> &'static str {
        "minopt"
    }

    fn about(&self) -> &'static str {
        "the miniature language before its optimizer, for spektr's own tests"
    }

    fn families(&self) -> &'static [&'static str] {
        &["minopt"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["mini"]
    }

    fn makers(&self) -> &'static [Maker] {
        &generate::MAKERS
    }

    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        make(order, OPTIMIZED)
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn Program>, Complaint> {
        read(files, OPTIMIZED)
    }

    /// Files have no parts: of several programs, the first.
    fn experiment(
        &self,
        programs: &[&dyn Program],
        purpose: Purpose,
        _: &Audience<'_>,
    ) -> Experiment {
        match own(programs).first() {
            Some(program) => experiment::optimize(program, purpose),
            None => Experiment::words(Vec::new(), Vec::new(), None),
        }
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        Vec::new()
    }

    fn answer(&self, witness: &str, _: &Seen) -> WitnessAnswer {
        WitnessAnswer::CannotTell { reason: format!("there is no witness {witness}") }
    }

    fn empty(&self) -> Box<dyn Program> {
        empty(OPTIMIZED)
    }
}

/// Steps of the optimizer's passes that a piece of evidence tells of, for a corpus to learn
/// from: what nothing did before is worth keeping.
pub fn coverage(seen: &Seen) -> Vec<String> {
    let file = seen.files.iter().find(|file| file.name == experiment::COVERAGE);
    let text = file.map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
    text.unwrap_or_default().lines().map(str::to_owned).collect()
}

fn make(order: &Order<'_>, nature: Nature) -> Result<Made, Complaint> {
    let (statements, other) = generate::make(order)?;
    let program = MiniProgram { statements, other, nature };
    let execution = program.run(Reading::Reference, Fuel::default());
    Ok(Made { program: Box::new(program), execution })
}

fn read(files: &[SourceFile], nature: Nature) -> Result<Box<dyn Program>, Complaint> {
    let (statements, other) = syntax::read(files)?;
    Ok(Box::new(MiniProgram { statements, other, nature }))
}

fn empty(nature: Nature) -> Box<dyn Program> {
    Box::new(MiniProgram { statements: Vec::new(), other: Vec::new(), nature })
}

/// The programs of these wings among some.
fn own<'p>(programs: &[&'p dyn Program]) -> Vec<&'p MiniProgram> {
    programs.iter().filter_map(|program| program.as_any().downcast_ref()).collect()
}
