//! A court whose only compiler is the seeded one, asked in this process: the same
//! commands, words and verdicts as with the real judge, without its processes.

use std::time::Duration;

use spektr_entropy::Entropy;
use spektr_hunt::court::{
    Case, Configuration, Cost, Court, CourtTrouble, Elsewhere, Guilt, Opinion,
};
use spektr_judge::compilers::{Abilities, Bisect, Toggles, Version};
use spektr_judge::judge::accuse;
use spektr_judge::sandbox::{End, Ran};
use spektr_judge::triage::{PassLog, Seen, blame};
use spektr_judge::{
    Compiler, Configuration as Flags, Layer as JudgeLayer, Outcome, Verdict, VerdictClass,
};
use spektr_mir::parse::parse;
use spektr_wing::{Purpose, Rendering};

use crate::bug::{self, Bug, Death, Layer};
use crate::compiler::{Compiled, Status, VERSION, compile};
use crate::options::Options;

/// The seeded compiler with these bugs as the judge describes compilers. `program` is
/// the path of the executable.
pub fn description(program: &str, bugs: &[&Bug]) -> Compiler {
    let mut command = vec![program.to_owned(), "rustc".to_owned()];
    command.extend(bugs.iter().map(|bug| format!("--bug={}", bug.name)));
    let bisect = |layer, limit: &str| {
        let (limit, also) = (limit.to_owned(), Vec::new());
        Bisect { layer, limit, also, leave_out: None }
    };
    let passes = bug::all().iter().filter(|bug| bug.layer == Layer::Mir);
    Compiler {
        name: "seeded".to_owned(),
        family: "rustc".to_owned(),
        command,
        env: Default::default(),
        version: Version {
            text: VERSION.lines().next().unwrap_or("").to_owned(),
            ..Version::default()
        },
        abilities: Abilities {
            features: vec!["custom-mir".to_owned()],
            unoptimised: vec!["-Copt-level=0".to_owned()],
            bisects: vec![
                bisect(JudgeLayer::Mir, "-Zmir-opt-bisect-limit={}"),
                bisect(JudgeLayer::Llvm, "-Cllvm-args=-opt-bisect-limit={}"),
            ],
            toggles: Some(Toggles {
                layer: JudgeLayer::Mir,
                off: "-Zmir-enable-passes=-{}".to_owned(),
                passes: passes.map(|bug| bug.pass.to_owned()).collect(),
            }),
            ..Abilities::default()
        },
    }
}

/// The configuration that all seeded bugs show in.
pub fn optimized() -> Configuration {
    Configuration { compiler: "seeded".to_owned(), flags: vec!["-Copt-level=3".to_owned()] }
}

pub struct Quick {
    compiler: Compiler,
}

impl Quick {
    pub fn new(bugs: &[&Bug]) -> Quick {
        Quick { compiler: description("spektr-seeded", bugs) }
    }

    /// All bugs in one pass, which is called like a real one.
    pub fn of_one_pass(bugs: &[&Bug], pass: &str) -> Quick {
        let mut court = Quick::new(bugs);
        court.compiler.command.push(format!("--one-pass={pass}"));
        court
    }

    /// What compiling and running a rendering comes to, and what the compiler said.
    fn build(&self, rendering: &Rendering, flags: &Flags) -> (Outcome, String) {
        let mut args: Vec<String> = self.compiler.command[2..].to_vec();
        args.extend(flags.args().map(str::to_owned));
        let refused = |message: String| {
            let ran = ended(End::Exited(1), "", &format!("error: {message}\n"));
            (Outcome::of_compiler(&ran).unwrap_or(Outcome::of_program(ran)), String::new())
        };
        let options = match Options::read(&args) {
            Ok(options) => options,
            Err(message) => return refused(message),
        };
        let program = match parse(&rendering.files[0].text) {
            Ok(program) => program,
            Err(complaint) => return refused(complaint.to_string()),
        };
        let Compiled { log, result } = compile(program, &options);
        let ran = match result {
            Ok(behaviour) => {
                let end = match behaviour.status {
                    Status::Exit(code) => End::Exited(code),
                    Status::Abort => End::Signalled(ABORT),
                };
                return (Outcome::of_program(ended(end, &behaviour.stdout, "")), log);
            }
            Err(death @ Death::Panic { .. }) => ended(End::Exited(101), "", &death.words()),
            Err(death @ Death::Abort { .. }) => ended(End::Signalled(ABORT), "", &death.words()),
        };
        (Outcome::of_compiler(&ran).unwrap_or(Outcome::of_program(ran)), log)
    }

    fn look(&self, case: Case<'_>, flags: &Flags, cost: &mut Cost) -> (Verdict, Outcome, String) {
        cost.compiles += 1;
        let (outcome, log) = self.build(&case.program.render(Purpose::Judge), flags);
        (accuse(case, &outcome), outcome, log)
    }
}

/// `SIGABRT` on every platform that spektr runs on.
const ABORT: i32 = 6;

fn ended(end: End, stdout: &str, stderr: &str) -> Ran {
    Ran {
        end,
        stdout: stdout.as_bytes().to_vec(),
        stderr: stderr.as_bytes().to_vec(),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        peak_memory: 0,
        limit: None,
        left_behind: false,
    }
}

impl Court for Quick {
    fn compilers(&self) -> Vec<(String, String)> {
        vec![(self.compiler.name.clone(), self.compiler.version.text.clone())]
    }

    fn describe(&self) -> String {
        self.compiler.command.join(" ")
    }

    fn draw(&self, _: &mut Entropy) -> Configuration {
        optimized()
    }

    fn hear(
        &self,
        cases: &[Case<'_>],
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Opinion>, CourtTrouble> {
        cases.iter().map(|case| self.glance(*case, configuration, cost)).collect()
    }

    fn glance(
        &self,
        case: Case<'_>,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Opinion, CourtTrouble> {
        let flags = Flags::of_flags(&configuration.flags);
        let (verdict, outcome, _) = self.look(case, &flags, cost);
        let found = match outcome {
            Outcome::Printed { stdout, .. } => stdout,
            _ => Vec::new(),
        };
        Ok(Opinion { verdict, found, diagnostics: String::new() })
    }

    fn blame(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble> {
        if opinion.class() != VerdictClass::Miscompiled {
            return Ok(None);
        }
        let flags = Flags::of_flags(&configuration.flags);
        let mut look = |flags: &Flags| {
            let (verdict, _, log) = self.look(case, flags, cost);
            Ok(Seen { bad: opinion.is_shown_by(&verdict), log: PassLog::read(&log) })
        };
        let culprits = blame(&mut look, &self.compiler, &flags)
            .map_err(|trouble| CourtTrouble(trouble.to_string()))?;
        Ok(culprits.into_iter().next().map(|culprit| {
            let cure = match culprit.layer {
                JudgeLayer::Llvm => format!("-Cllvm-args=-opt-disable={}", culprit.pass),
                _ => format!("-Zmir-enable-passes=-{}", culprit.pass),
            };
            let layer = culprit.layer.to_string();
            Guilt {
                layer,
                pass: culprit.pass,
                on: culprit.function,
                cure: vec![cure],
                needs: Vec::new(),
            }
        }))
    }

    fn elsewhere(
        &self,
        _: Case<'_>,
        _: &Opinion,
        _: &Configuration,
        _: &mut Cost,
    ) -> Result<Vec<Elsewhere>, CourtTrouble> {
        Ok(Vec::new())
    }
}
