//! A laboratory whose only compiler is the seeded one, asked in this process: the same
//! commands, words and verdicts as with real processes, without them.

use std::time::Duration;

use spektr_judge::compilers::{Bisect, Toggles};
use spektr_judge::sandbox::{End, Ran};
use spektr_judge::{
    Attempt, Built, Compiler, Configuration, Flag, Judge, Laboratory, Outcome, Request, Setup,
    Shares, Spent, StageLimits, Target, Trouble, families,
};
use spektr_mir::MirWing;
use spektr_mir::parse::parse;
use spektr_wing::{ProcessEnd, Seen};

use crate::bug::{self, Bug, Death, Layer};
use crate::compiler::{Compiled, Status, VERSION, compile};
use crate::options::Options;

/// The seeded compiler with these bugs as the judge describes compilers. `program` is
/// the path of the executable.
pub fn description(program: &str, bugs: &[&Bug]) -> Compiler {
    let mut compiler = Compiler::unprobed("seeded", "rustc");
    compiler.command = vec![program.to_owned(), "rustc".to_owned()];
    compiler.command.extend(bugs.iter().map(|bug| format!("--bug={}", bug.name)));
    compiler.version.text = VERSION.lines().next().unwrap_or("").to_owned();
    let bisect = |layer: &str, limit: &str, leave_out: Option<&str>| {
        let (layer, limit, also) = (layer.to_owned(), limit.to_owned(), Vec::new());
        Bisect { layer, limit, also, leave_out: leave_out.map(str::to_owned) }
    };
    let passes = bug::all().iter().filter(|bug| bug.layer == Layer::Mir);
    let abilities = &mut compiler.abilities;
    abilities.features = vec!["custom-mir".to_owned()];
    abilities.baseline = Some(vec!["-Copt-level=0".to_owned()]);
    let disable = "-Cllvm-args=-opt-disable={}";
    abilities.bisects = vec![
        bisect("MIR", "-Zmir-opt-bisect-limit={}", None),
        bisect("LLVM", "-Cllvm-args=-opt-bisect-limit={}", Some(disable)),
    ];
    abilities.toggles = Some(Toggles {
        layer: "MIR".to_owned(),
        off: "-Zmir-enable-passes=-{}".to_owned(),
        passes: passes.map(|bug| bug.pass.to_owned()).collect(),
    });
    compiler
}

/// The configuration that all seeded bugs show in.
pub fn optimized() -> Configuration {
    Configuration::new("seeded", vec![Flag::word("-Copt-level=3")])
}

/// A judge that knows one compiler, and always draws [`optimized`].
pub fn judge_of(compiler: Compiler, laboratory: Box<dyn Laboratory>) -> Judge<'static> {
    let target = Target { compiler, usual: Vec::new(), axes: Vec::new() };
    let shares = Shares { cured: 0, ..Shares::default() };
    let setup = Setup {
        targets: vec![target],
        bystanders: Vec::new(),
        limits: StageLimits::default(),
        shares,
    };
    let judge = Judge::with_laboratory(&MirWing, families::ALL, laboratory, setup);
    judge.one_by_one().pinned_to(vec![optimized()])
}

/// A judge of the seeded compiler with these bugs.
pub fn quick(bugs: &[&Bug]) -> Judge<'static> {
    judge_of(description("spektr-seeded", bugs), Box::new(Quick))
}

/// The same with all bugs in one pass, which is called like a real one.
pub fn quick_of_one_pass(bugs: &[&Bug], pass: &str) -> Judge<'static> {
    let mut compiler = description("spektr-seeded", bugs);
    compiler.command.push(format!("--one-pass={pass}"));
    judge_of(compiler, Box::new(Quick))
}

pub struct Quick;

impl Laboratory for Quick {
    fn carry_out(&self, request: &Request<'_>) -> Result<Attempt, Trouble> {
        let mut args: Vec<String> = request.compiler.command[2..].to_vec();
        args.extend(request.flags.iter().flat_map(|flag| flag.words().iter().cloned()));
        let mut spent = Spent::default();
        spent.compiles = 1;
        let (outcome, diagnostics) = build(&request.experiment.files[0].text, &args);
        Ok(Attempt {
            outcome,
            commands: vec![args],
            diagnostics,
            complaints: String::new(),
            spent,
            built: None,
            left_behind: Vec::new(),
            reached: Vec::new(),
        })
    }

    fn run_again(&self, _: &Built, _: &[String]) -> Result<Attempt, Trouble> {
        Err(Trouble::NotHere { compiler: "nothing that was built is kept".to_owned() })
    }

    fn external(&self, _: &[String]) -> Result<Vec<u8>, String> {
        Err("no commands are run here".to_owned())
    }
}

/// A laboratory that says what a function says of the experiment's text and the flags.
pub struct Scripted<F>(pub F);

impl<F> Laboratory for Scripted<F>
where
    F: Fn(&str, &[&str]) -> (Outcome, String) + Send + Sync,
{
    fn carry_out(&self, request: &Request<'_>) -> Result<Attempt, Trouble> {
        let words: Vec<&str> =
            request.flags.iter().flat_map(|flag| flag.words().iter().map(String::as_str)).collect();
        let (outcome, diagnostics) = (self.0)(&request.experiment.files[0].text, &words);
        Ok(Attempt {
            outcome,
            commands: Vec::new(),
            diagnostics,
            complaints: String::new(),
            spent: Spent::default(),
            built: None,
            left_behind: Vec::new(),
            reached: Vec::new(),
        })
    }

    fn run_again(&self, built: &Built, args: &[String]) -> Result<Attempt, Trouble> {
        Quick.run_again(built, args)
    }

    fn external(&self, command: &[String]) -> Result<Vec<u8>, String> {
        Quick.external(command)
    }
}

/// What compiling and running a program comes to, and what the compiler said.
fn build(text: &str, args: &[String]) -> (Outcome, String) {
    let refused = |message: String| {
        let words = format!("error: {message}\n");
        (of_tool(End::Exited(1), &words), words)
    };
    let options = match Options::read(args) {
        Ok(options) => options,
        Err(message) => return refused(message),
    };
    let program = match parse(text) {
        Ok(program) => program,
        Err(complaint) => return refused(complaint.to_string()),
    };
    let Compiled { log, result } = compile(program, &options);
    match result {
        Ok(behaviour) => {
            let end = match behaviour.status {
                Status::Exit(code) => ProcessEnd::Status(code),
                Status::Abort => ProcessEnd::Signal(ABORT),
            };
            (Outcome::Finished { seen: Seen::printed(behaviour.stdout, end) }, log)
        }
        Err(death @ Death::Panic { .. }) => {
            (of_tool(End::Exited(101), &death.words()), log + &death.words())
        }
        Err(death @ Death::Abort { .. }) => {
            (of_tool(End::Signalled(ABORT), &death.words()), log + &death.words())
        }
    }
}

/// `SIGABRT` on every platform that spektr runs on.
const ABORT: i32 = 6;

/// How the end of the compiler reads.
pub fn of_tool(end: End, stderr: &str) -> Outcome {
    let ran = Ran {
        end,
        stdout: Vec::new(),
        stderr: stderr.as_bytes().to_vec(),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        peak_memory: 0,
        limit: None,
        left_behind: false,
        reached: Vec::new(),
    };
    let family = families::named(families::ALL, "rustc");
    Outcome::of_tool(&ran, family).unwrap_or(Outcome::Hindered { why: "it succeeded".to_owned() })
}
