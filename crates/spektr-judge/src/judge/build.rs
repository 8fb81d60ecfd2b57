//! Building: a rendering, a compiler and a configuration become a program in a scratch
//! directory, or an attempt that failed. Runtimes are built once per compiler.

use super::{Judge, Trouble};
use crate::compilers::Compiler;
use crate::config::Configuration;
use crate::environment;
use crate::outcome::{Attempt, Cost, Outcome};
use crate::sandbox::{Job, Limits, Ran, Scratch};
use crate::signature;
use spektr_wing::{Arg, Rendering, Wing};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

const PROGRAM: &str = "program";
/// How much of what was said is kept as evidence.
const WORDS: usize = 16 << 10;

/// A program that was built, ready to run as often as needed.
pub struct Built {
    scratch: Scratch,
    command: Vec<String>,
    diagnostics: String,
    compile: Cost,
}

impl Built {
    /// Runs the program once.
    pub fn run(&self, judge: &Judge) -> Result<Attempt, Trouble> {
        self.run_with(judge, &[])
    }

    /// Runs one program of a batch alone. What it cost to build is the batch's.
    pub fn run_member(&self, judge: &Judge, index: usize) -> Result<Attempt, Trouble> {
        let attempt = self.run_with(judge, &[index.to_string().into()])?;
        Ok(Attempt { compile: Cost::default(), ..attempt })
    }

    fn run_with(&self, judge: &Judge, args: &[OsString]) -> Result<Attempt, Trouble> {
        let program = self.scratch.path().join(PROGRAM);
        if !program.exists() {
            let why = "the compiler reported success but left no program".to_owned();
            return Ok(self.attempt(Outcome::Hindered { why }, None, String::new()));
        }
        let mut job = Job::new(&program, self.scratch.path()).limits(judge.limits.run);
        job.args = args.to_vec();
        job.env = environment::plain(self.scratch.path());
        let ran = judge.sandbox.run(&job)?;
        let (cost, complaints) = (Cost::of(&ran), shortened(&ran.stderr));
        Ok(self.attempt(Outcome::of_program(ran), Some(cost), complaints))
    }

    /// What is to be said of a program that is not worth running.
    pub fn unrun(&self, why: &str) -> Attempt {
        self.attempt(Outcome::Hindered { why: why.to_owned() }, None, String::new())
    }

    fn attempt(&self, outcome: Outcome, run: Option<Cost>, complaints: String) -> Attempt {
        Attempt {
            outcome,
            command: self.command.clone(),
            diagnostics: self.diagnostics.clone(),
            complaints,
            compile: self.compile,
            run,
        }
    }
}

impl Judge {
    /// Compiles a rendering. The inner error is the attempt of a compiler that failed.
    pub fn build(
        &self,
        wing: &dyn Wing,
        rendering: &Rendering,
        compiler: &Compiler,
        configuration: &Configuration,
    ) -> Result<Result<Built, Attempt>, Trouble> {
        let runtime = self.runtime(wing, rendering, compiler)?;
        let scratch = self.sandbox.scratch()?;
        let workshop = Workshop { directory: scratch.path(), runtime: runtime.as_deref() };
        let command = workshop.command(rendering, PROGRAM, compiler, configuration);
        let ran = workshop.compile(self, rendering, compiler, &command, self.limits.compile)?;
        let (diagnostics, compile) = (shortened(&ran.stderr), Cost::of(&ran));
        Ok(match Outcome::of_compiler(&ran) {
            None => Ok(Built { scratch, command, diagnostics, compile }),
            Some(outcome) => Err(Attempt {
                outcome,
                command,
                diagnostics,
                complaints: String::new(),
                compile,
                run: None,
            }),
        })
    }

    /// Compiles for the compiler's own words: everything it said, and nothing is run.
    pub(crate) fn listen(
        &self,
        wing: &dyn Wing,
        rendering: &Rendering,
        compiler: &Compiler,
        configuration: &Configuration,
        limits: Limits,
    ) -> Result<(Ran, Scratch), Trouble> {
        let runtime = self.runtime(wing, rendering, compiler)?;
        let scratch = self.sandbox.scratch()?;
        let workshop = Workshop { directory: scratch.path(), runtime: runtime.as_deref() };
        let command = workshop.command(rendering, PROGRAM, compiler, configuration);
        let ran = workshop.compile(self, rendering, compiler, &command, limits)?;
        Ok((ran, scratch))
    }

    pub(crate) fn compile_limits(&self) -> Limits {
        self.limits.compile
    }

    /// Runs what `listen` built, if it is there.
    pub(crate) fn run_in(&self, scratch: &Scratch) -> Result<Ran, Trouble> {
        let program = scratch.path().join(PROGRAM);
        let mut job = Job::new(&program, scratch.path()).limits(self.limits.run);
        job.env = environment::plain(scratch.path());
        Ok(self.sandbox.run(&job)?)
    }

    /// The built runtime that `rendering` wants, if it wants one.
    fn runtime(
        &self,
        wing: &dyn Wing,
        rendering: &Rendering,
        compiler: &Compiler,
    ) -> Result<Option<PathBuf>, Trouble> {
        if !rendering.recipe.iter().any(|arg| matches!(arg, Arg::Runtime(_))) {
            return Ok(None);
        }
        let Some(runtime) = wing.runtime() else { return Ok(None) };
        let key = format!("{}/{}/{}", wing.name(), compiler.name, compiler.command.join(" "));
        // Building under the lock: everybody else who needs it would wait anyway.
        let mut runtimes = self.runtimes.lock().unwrap_or_else(|poison| poison.into_inner());
        if let Some(path) = runtimes.get(&key) {
            return Ok(Some(path.clone()));
        }
        let directory = self.sandbox.root().join(format!("runtime-{}", runtimes.len()));
        std::fs::create_dir_all(&directory)?;
        let workshop = Workshop { directory: &directory, runtime: None };
        let none = Configuration::default();
        let command = workshop.command(&runtime.rendering, &runtime.output, compiler, &none);
        let ran =
            workshop.compile(self, &runtime.rendering, compiler, &command, self.limits.compile)?;
        let path = directory.join(&runtime.output);
        if !ran.success() || !path.exists() {
            let why = ran.complaint();
            return Err(Trouble::NoRuntime { compiler: compiler.name.clone(), why });
        }
        runtimes.insert(key, path.clone());
        Ok(Some(path))
    }
}

/// A directory in which one rendering is compiled.
struct Workshop<'a> {
    directory: &'a Path,
    runtime: Option<&'a Path>,
}

impl Workshop<'_> {
    /// The whole command line. The configuration comes last, so that it wins over what
    /// the recipe says.
    fn command(
        &self,
        rendering: &Rendering,
        output: &str,
        compiler: &Compiler,
        configuration: &Configuration,
    ) -> Vec<String> {
        let runtime = self.runtime.map(|path| path.to_string_lossy()).unwrap_or_default();
        let recipe = rendering.recipe.iter().map(|arg| match arg {
            Arg::Text(text) => text.clone(),
            Arg::Source(name) => name.clone(),
            Arg::Output => output.to_owned(),
            Arg::Runtime(prefix) => format!("{prefix}{runtime}"),
        });
        let mut command = compiler.command.clone();
        command.extend(recipe);
        command.extend(compiler.abilities.always.iter().cloned());
        command.extend(configuration.args().map(str::to_owned));
        command
    }

    fn compile(
        &self,
        judge: &Judge,
        rendering: &Rendering,
        compiler: &Compiler,
        command: &[String],
        limits: Limits,
    ) -> Result<Ran, Trouble> {
        for file in &rendering.files {
            std::fs::write(self.directory.join(&file.name), &file.text)?;
        }
        let mut job = Job::new(Path::new(&command[0]), self.directory).limits(limits);
        job.args = command[1..].iter().map(OsString::from).collect();
        job.env = environment::of(compiler, self.directory);
        let gone = |cause| Trouble::CompilerGone { compiler: compiler.name.clone(), cause };
        let ran = judge.sandbox.run(&job).map_err(|cause| match cause.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => gone(cause),
            _ => Trouble::Machine(cause),
        })?;
        if !ran.success()
            && let Some(message) = signature::environment(&String::from_utf8_lossy(&ran.stderr))
        {
            return Err(gone(io::Error::other(message)));
        }
        Ok(ran)
    }
}

/// The beginning and the end of what was said.
fn shortened(bytes: &[u8]) -> String {
    if bytes.len() <= WORDS {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let (first, last) = (&bytes[..WORDS / 2], &bytes[bytes.len() - WORDS / 2..]);
    let left_out = bytes.len() - WORDS;
    format!(
        "{}\n[… {left_out} bytes left out …]\n{}",
        String::from_utf8_lossy(first),
        String::from_utf8_lossy(last)
    )
}
