//! A miniature wing, for tests only: a language of five statements, its machine, its
//! generator and shrinker, and a "compiler" that is a shell script whose bugs are chosen
//! by flags. Everything that spektr does with a real language can be tried on it in
//! milliseconds.
//!
//! ```
//! use spektr_wing::{Fuel, Wing};
//! let wing = spektr_mini::Mini::default();
//! let program = wing.parse("let a = 3\nloop 2 {\nadd a a\n}\nprint a\n").expect("it is valid");
//! assert_eq!(program.run(Fuel::default()).stdout, b"a=12\n");
//! ```

mod compiler;
mod generate;
mod machine;
mod program;
mod shrink;

pub use compiler::{BUGS, install};
pub use program::{Mini as MiniProgram, Statement};

use spektr_wing::{
    Arg, Complaint, Generated, Program, Rendering, Runtime, SourceFile, Wing, Wish, WitnessAnswer,
    WitnessSpec,
};

/// The wing. `broken_machine` makes its machine wrong about `mul`, to see whether the
/// judge notices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mini {
    pub broken_machine: bool,
}

impl Wing for Mini {
    fn name(&self) -> &'static str {
        "mini"
    }

    fn about(&self) -> &'static str {
        "five statements, for spektr's own tests"
    }

    fn family(&self) -> &'static str {
        "mini"
    }

    fn generate(&self, wish: &Wish<'_>) -> Result<Generated, Complaint> {
        let statements = generate::generate(wish)?;
        let program = MiniProgram { statements, broken_machine: self.broken_machine };
        let execution = program.run(spektr_wing::Fuel::default());
        Ok(Generated { program: Box::new(program), execution })
    }

    fn parse(&self, source: &str) -> Result<Box<dyn Program>, Complaint> {
        let statements = program::parse(source)?;
        Ok(Box::new(MiniProgram { statements, broken_machine: self.broken_machine }))
    }

    fn runtime(&self) -> Option<Runtime> {
        let file = SourceFile { name: "rt.mini".into(), text: "runtime\n".into() };
        let recipe = vec![
            Arg::text("--runtime"),
            Arg::Source("rt.mini".into()),
            Arg::text("-o"),
            Arg::Output,
        ];
        let rendering = Rendering { files: vec![file], recipe };
        Some(Runtime { rendering, output: "librt.mini".into() })
    }

    fn batch(&self, programs: &[&dyn Program]) -> Rendering {
        let mut text = String::new();
        for (k, program) in programs.iter().enumerate() {
            text.push_str(&format!("section {k}\n"));
            text.push_str(&program.text());
        }
        program::rendering(&text, true)
    }

    fn batch_suspect(&self, diagnostics: &str) -> Option<usize> {
        let (_, rest) = diagnostics.split_once("what follows `== ")?;
        rest.split_once('`')?.0.parse().ok()
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        vec![WitnessSpec {
            name: "interpreter",
            title: "interpreter",
            tool: "mini",
            about: "the compiler's own interpreter, which has none of its bugs",
            blind_to: &[],
            policy: None,
        }]
    }

    fn read_witness(&self, _: &str, success: bool, stdout: &str, stderr: &str) -> WitnessAnswer {
        match stderr.strip_prefix("undefined: ") {
            Some(message) => {
                WitnessAnswer::Undefined { message: message.trim().to_owned(), line: 0 }
            }
            None if success => WitnessAnswer::Finished { stdout: stdout.as_bytes().to_vec() },
            None => WitnessAnswer::CannotTell { reason: stderr.trim().to_owned() },
        }
    }

    fn empty(&self) -> Box<dyn Program> {
        let broken_machine = self.broken_machine;
        Box::new(MiniProgram { statements: Vec::new(), broken_machine })
    }
}
