//! A court for the miniature wing: a sandbox, a judge and compilers with chosen bugs.

use spektr_judge::compilers::{Abilities, Bisect, Toggles};
use spektr_judge::config::StageLimits;
use spektr_judge::sandbox::{Limits, Sandbox};
use spektr_judge::{Case, Compiler, Configuration, Judge, Judgement, Layer};
use spektr_mini::Mini;
use spektr_wing::{Execution, Fuel, Program, Wing};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

pub struct Court {
    pub base: PathBuf,
    pub judge: Judge,
    pub wing: Mini,
}

impl Court {
    /// A court with a bug-free bystander.
    pub fn new() -> Court {
        Court::with_bystanders(&[("clean", &[])])
    }

    pub fn with_bystanders(bystanders: &[(&str, &[&str])]) -> Court {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let base =
            std::env::temp_dir().join(format!("spektr-court-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&base).unwrap();
        spektr_mini::install(&base).unwrap();
        let sandbox = Arc::new(Sandbox::new(&base).unwrap());
        let bystanders = bystanders.iter().map(|(name, bugs)| minic(&base, name, bugs)).collect();
        let quick = Limits { cpu: Duration::from_millis(400), ..Limits::COMPILE };
        let limits = StageLimits { compile: quick, run: Limits { cpu: quick.cpu, ..Limits::RUN } };
        Court { judge: Judge::new(sandbox, bystanders, limits), base, wing: Mini::default() }
    }

    pub fn compiler(&self, name: &str, bugs: &[&str]) -> Compiler {
        minic(&self.base, name, bugs)
    }

    pub fn program(&self, text: &str) -> (Box<dyn Program>, Execution) {
        let program = self.wing.parse(text).unwrap();
        let execution = program.run(Fuel::default());
        (program, execution)
    }

    /// Judges a text with a compiler that has `bugs`, at `-O2`.
    pub fn judge(&self, text: &str, bugs: &[&str]) -> Judgement {
        let (program, execution) = self.program(text);
        let case = Case { program: program.as_ref(), execution: &execution };
        let compiler = self.compiler("suspect", bugs);
        self.judge.judge(&self.wing, case, &compiler, &optimised()).unwrap()
    }
}

impl Drop for Court {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(self.base.join("minic"));
        // The sandbox removes its own part, here or a moment later.
        let _ = std::fs::remove_dir_all(&self.base);
    }
}

pub fn optimised() -> Configuration {
    Configuration::of_flags(&["-O2"])
}

fn minic(base: &std::path::Path, name: &str, bugs: &[&str]) -> Compiler {
    let mut command = vec![base.join("minic").to_string_lossy().into_owned()];
    command.extend(bugs.iter().map(|&bug| bug.to_owned()));
    let passes = ["const-fold", "strength-reduction", "loop-opt"].map(str::to_owned).to_vec();
    Compiler {
        name: name.into(),
        family: "mini".into(),
        command,
        env: Default::default(),
        version: Default::default(),
        abilities: Abilities {
            unoptimised: vec!["-O0".into()],
            bisects: vec![Bisect {
                layer: Layer::Llvm,
                limit: "--bisect-limit={}".into(),
                also: vec![],
                leave_out: None,
            }],
            toggles: Some(Toggles { layer: Layer::Mir, off: "--off={}".into(), passes }),
            ..Abilities::default()
        },
    }
}

/// A program with every construct.
pub const EVERYTHING: &str =
    "let a = 3\nlet b = 5\nloop 4 {\nmul a b\nadd b a\n}\nprint a\nprint b\n";
/// Neither products nor loops.
pub const SUMS: &str = "let a = 3\nlet b = 5\nadd a b\nprint a\n";
