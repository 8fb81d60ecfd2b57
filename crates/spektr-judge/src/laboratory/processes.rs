//! The laboratory of real tools: files in a scratch directory, processes in the sandbox.
//! Runtimes are built once per compiler.

use super::files::{left_behind, put, read_all};
use super::resident::{Errand, Residents};
use super::{Built, Laboratory, Request};
use crate::compilers::Compiler;
use crate::config::StageLimits;
use crate::environment;
use crate::families::{self, Families, Family, Words};
use crate::outcome::{Attempt, Outcome, Stage as Where};
use crate::sandbox::{End, Job, Limits, Ran, Sandbox, Scratch, Tried, Watcher, undisturbed};
use crate::spent::{Spent, Stage};
use crate::trouble::Trouble;
use spektr_wing::{Arg, By, Evidence, ProcessEnd, Seen, Step, Wing};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// How much of what was said is kept as evidence.
const WORDS: usize = 16 << 10;

/// Lists of passes are long: megabytes for a program of some size.
const ALL_WORDS: u64 = 512 << 20;

pub struct Processes {
    // Before the sandbox: it waits for all that it started, and these wait for requests.
    residents: Residents,
    sandbox: Arc<Sandbox>,
    families: Families,
    limits: StageLimits,
    /// Tools that experiments may ask for by family.
    tools: Vec<Compiler>,
    /// Built observation runtimes, by wing and compiler.
    runtimes: Mutex<BTreeMap<String, PathBuf>>,
    /// Who watches tools, if anybody does.
    watcher: Option<Arc<dyn Watcher>>,
}

impl Processes {
    pub fn new(
        sandbox: Arc<Sandbox>,
        families: Families,
        limits: StageLimits,
        tools: Vec<Compiler>,
    ) -> Processes {
        let (runtimes, residents) = (Mutex::default(), Residents::default());
        Processes { residents, sandbox, families, limits, tools, runtimes, watcher: None }
    }

    /// The same, with somebody who watches the tools at work on experiments. Runtimes are built
    /// unwatched, and what was built is run unwatched.
    pub fn watched_by(mut self, watcher: Arc<dyn Watcher>) -> Processes {
        self.watcher = Some(watcher);
        self
    }

    /// The built runtime that a request wants, if it wants one.
    fn runtime(&self, wing: &dyn Wing, compiler: &Compiler) -> Result<Option<PathBuf>, Trouble> {
        let Some(runtime) = wing.runtime(&compiler.audience()) else { return Ok(None) };
        let key = format!("{}/{}/{}", wing.name(), compiler.name, compiler.command.join(" "));
        // Building under the lock: everybody else who needs it would wait anyway.
        let mut runtimes = self.runtimes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = runtimes.get(&key) {
            return Ok(Some(path.clone()));
        }
        let directory = self.sandbox.root().join(format!("runtime-{}", runtimes.len()));
        std::fs::create_dir_all(&directory)?;
        put(&directory, &runtime.files)?;
        let bench = Workplace { lab: self, directory: &directory, runtime: None, watcher: None };
        let step = Step::subject(runtime.args, &runtime.output).plain();
        let (ran, _) = bench.tool(compiler, &step, &[], self.limits.compile)?;
        let path = directory.join(&runtime.output);
        if !ran.success() || !path.exists() {
            let why = ran.complaint();
            return Err(Trouble::NoRuntime { compiler: compiler.name.clone(), why });
        }
        runtimes.insert(key, path.clone());
        Ok(Some(path))
    }

    fn tool_of(&self, family: &str) -> Option<&Compiler> {
        self.tools.iter().find(|it| it.family == family)
    }
}

impl Laboratory for Processes {
    fn carry_out(&self, request: &Request<'_>) -> Result<Attempt, Trouble> {
        let Request { wing, experiment, compiler, .. } = *request;
        let runtime = match experiment.wants_runtime() {
            true => self.runtime(wing, compiler)?,
            false => None,
        };
        let scratch = Arc::new(self.sandbox.scratch()?);
        for file in &experiment.files {
            scratch.write(&file.name, file.text.as_bytes())?;
        }
        let (directory, watcher) = (scratch.path(), self.watcher.clone());
        let workplace = Workplace { lab: self, directory, runtime, watcher };
        let mut course = Course::new(request, &scratch);
        for (k, step) in experiment.steps.iter().enumerate() {
            let is_last = k + 1 == experiment.steps.len();
            course.take(&workplace, step, is_last)?;
            if course.outcome.is_some() {
                break;
            }
        }
        Ok(course.finish())
    }

    fn run_again(&self, built: &Built, args: &[String]) -> Result<Attempt, Trouble> {
        let directory = built.directory();
        let workplace = Workplace { lab: self, directory, runtime: None, watcher: None };
        let (outcome, ran) = workplace.run_program(&built.path(), args, false)?;
        let spent = ran.as_ref().map_or_else(Spent::default, |ran| Spent::on(Stage::Run, ran.cpu));
        let complaints = ran.as_ref().map(|ran| shortened(&ran.stderr)).unwrap_or_default();
        Ok(Attempt {
            outcome,
            commands: Vec::new(),
            diagnostics: String::new(),
            complaints,
            spent,
            built: Some(built.clone()),
            left_behind: Vec::new(),
            reached: Vec::new(),
        })
    }

    fn external(&self, command: &[String]) -> Result<Vec<u8>, String> {
        let Some((program, args)) = command.split_first() else {
            return Err("the command is empty".to_owned());
        };
        let scratch = self.sandbox.scratch().map_err(|error| error.to_string())?;
        let mut job = Job::new(Path::new(program), scratch.path()).limits(self.limits.compile);
        job.args = args.iter().map(OsString::from).collect();
        job.env = environment::plain(scratch.path());
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
        job.env.push(("PATH".into(), path));
        let ran = self.sandbox.run(&job).map_err(|error| format!("{program}: {error}"))?;
        if ran.success() { Ok(ran.stdout) } else { Err(format!("{program}: {}", ran.complaint())) }
    }

    fn interrupt(&self) {
        self.sandbox.interrupt();
    }
}

/// An experiment on its way: what was said and spent so far.
struct Course<'a> {
    request: &'a Request<'a>,
    scratch: &'a Arc<Scratch>,
    outcome: Option<Outcome>,
    commands: Vec<Vec<String>>,
    diagnostics: Vec<u8>,
    complaints: String,
    spent: Spent,
    built: Option<Built>,
    reached: Vec<u64>,
}

impl<'a> Course<'a> {
    fn new(request: &'a Request<'a>, scratch: &'a Arc<Scratch>) -> Course<'a> {
        Course {
            request,
            scratch,
            outcome: None,
            commands: Vec::new(),
            diagnostics: Vec::new(),
            complaints: String::new(),
            spent: Spent::default(),
            built: None,
            reached: Vec::new(),
        }
    }

    /// Takes one step; sets the outcome if the experiment ends with it.
    fn take(
        &mut self,
        workplace: &Workplace<'_>,
        step: &Step,
        is_last: bool,
    ) -> Result<(), Trouble> {
        let compiler = match &step.by {
            By::Built(program) => return self.run(workplace, program, step),
            By::Subject | By::ResidentSubject => self.request.compiler,
            By::Tool(family) => match workplace.lab.tool_of(family) {
                Some(tool) => tool,
                None => {
                    let why = format!("the experiment needs {family}, which is not here");
                    self.outcome = Some(Outcome::Hindered { why });
                    return Ok(());
                }
            },
        };
        let flags = if step.under_test { self.request.flags } else { &[] };
        let words: Vec<String> = flags.iter().flat_map(|flag| flag.words()).cloned().collect();
        let mut limits = workplace.lab.limits.compile;
        if self.request.all_words {
            limits.output = ALL_WORDS;
        }
        let (mut ran, command) = workplace.tool(compiler, step, &words, limits)?;
        self.reached.append(&mut ran.reached);
        self.commands.push(command);
        self.spent += Spent::on(Stage::Compile, ran.cpu);
        self.spent.compiles += 1;
        self.diagnostics.extend_from_slice(&ran.stderr);
        let only_words = is_last && self.request.experiment.evidence == Evidence::Words;
        if only_words && ran.limit.is_none() {
            self.outcome = Some(Outcome::Finished { seen: seen(ran) });
            return Ok(());
        }
        let family = families::named(workplace.lab.families, &compiler.family);
        self.outcome = Outcome::of_tool(&ran, family).or_else(|| missing(workplace, step));
        if self.outcome.is_some() || !is_last {
            return Ok(());
        }
        match &self.request.experiment.evidence {
            Evidence::Files(names) => {
                self.outcome = Some(match read_all(workplace.directory, names) {
                    Ok(files) => Outcome::Finished { seen: Seen { files, ..seen(ran) } },
                    Err(why) => Outcome::NoResult { why },
                });
            }
            Evidence::Survival => self.outcome = Some(Outcome::Finished { seen: seen(ran) }),
            Evidence::Run | Evidence::Words => {}
        }
        Ok(())
    }

    fn run(
        &mut self,
        workplace: &Workplace<'_>,
        program: &str,
        step: &Step,
    ) -> Result<(), Trouble> {
        let args = workplace.args(step, &[]);
        let path = workplace.directory.join(program);
        let (outcome, ran) = workplace.run_program(&path, &args, step.roomy)?;
        if let Some(ran) = ran {
            self.spent += Spent::on(Stage::Run, ran.cpu);
            self.complaints = shortened(&ran.stderr);
            self.built = Some(Built::new(self.scratch.clone(), program.to_owned()));
        }
        self.outcome = Some(outcome);
        Ok(())
    }

    fn finish(self) -> Attempt {
        let outcome = self.outcome.unwrap_or_else(|| Outcome::Hindered {
            why: "the experiment has no step that brings evidence".to_owned(),
        });
        let also = self.request.also.map(|name| left_behind(self.scratch.path(), name));
        let diagnostics = match self.request.all_words {
            true => String::from_utf8_lossy(&self.diagnostics).into_owned(),
            false => shortened(&self.diagnostics),
        };
        Attempt {
            outcome,
            commands: self.commands,
            diagnostics,
            complaints: self.complaints,
            spent: self.spent,
            built: self.built,
            left_behind: also.unwrap_or_default(),
            reached: self.reached,
        }
    }
}

/// A directory in which one experiment is made.
struct Workplace<'a> {
    lab: &'a Processes,
    directory: &'a Path,
    runtime: Option<PathBuf>,
    watcher: Option<Arc<dyn Watcher>>,
}

impl Workplace<'_> {
    /// The arguments of a step. The flags under test come last, so that they win.
    fn args(&self, step: &Step, flags: &[String]) -> Vec<String> {
        let runtime = self.runtime.as_ref().map(|path| path.to_string_lossy());
        let runtime = runtime.unwrap_or_default();
        let args = step.args.iter().map(|arg| match arg {
            Arg::Text(text) => text.clone(),
            Arg::File(name) => name.clone(),
            Arg::Output => step.output.clone().unwrap_or_default(),
            Arg::Runtime(prefix) => format!("{prefix}{runtime}"),
        });
        args.chain(flags.iter().cloned()).collect()
    }

    fn tool(
        &self,
        compiler: &Compiler,
        step: &Step,
        flags: &[String],
        mut limits: Limits,
    ) -> Result<(Ran, Vec<String>), Trouble> {
        let family = families::named(self.lab.families, &compiler.family);
        limits.roomy |= step.roomy;
        let always = compiler.abilities.always.iter().chain(flags).cloned();
        let args = self.args(step, &always.collect::<Vec<_>>());
        let stays = (step.by == By::ResidentSubject).then(|| family.resident(compiler)).flatten();
        let ran = match stays {
            // What cannot be held is started each time, and what ended the holder once more.
            Some(resident) => self
                .ask(compiler, family, &resident, &args, limits)
                .or_else(|_| self.start(compiler, family, &args, limits)),
            None => self.start(compiler, family, &args, limits),
        };
        let gone = |cause| Trouble::CompilerGone { compiler: compiler.name.clone(), cause };
        let ran = ran.map_err(|cause| match cause.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => gone(cause),
            _ => Trouble::Machine(cause),
        })?;
        match environment_trouble(&ran, family) {
            Some(message) => Err(gone(io::Error::other(message))),
            None => Ok((ran, [compiler.command.clone(), args].concat())),
        }
    }

    /// Starts a tool for this step alone.
    fn start(
        &self,
        compiler: &Compiler,
        family: &dyn Family,
        args: &[String],
        limits: Limits,
    ) -> io::Result<Ran> {
        let Some((program, first)) = compiler.command.split_first() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let mut job = Job::new(Path::new(program), self.directory).limits(limits);
        job.args = first.iter().chain(args).map(OsString::from).collect();
        job.env = environment::of(compiler, &family.environment(), self.directory);
        job.watcher = self.watcher.clone();
        undisturbed(|| self.lab.sandbox.run(&job), Ran::was_disturbed)
    }

    /// Asks a tool that stays.
    fn ask(
        &self,
        compiler: &Compiler,
        family: &dyn Family,
        command: &[String],
        args: &[String],
        limits: Limits,
    ) -> io::Result<Ran> {
        let env = |home: &Path| environment::of(compiler, &family.environment(), home);
        let (directory, args) = (self.directory, args.to_vec());
        let watcher = self.watcher.clone();
        let errand = Errand { command, env: &env, directory, args, limits, watcher };
        self.lab.residents.run(&self.lab.sandbox, &errand)
    }

    /// Runs what was built. What the system refuses to start is the tool's doing.
    fn run_program(
        &self,
        program: &Path,
        args: &[String],
        roomy: bool,
    ) -> Result<(Outcome, Option<Ran>), Trouble> {
        let no_result = |why: String| Ok((Outcome::NoResult { why }, None));
        if !program.exists() {
            return no_result("the compiler reported success but left no program".to_owned());
        }
        let mut limits = self.lab.limits.run;
        limits.roomy |= roomy;
        let mut job = Job::new(program, self.directory).limits(limits);
        job.args = args.iter().map(OsString::from).collect();
        job.env = environment::plain(self.directory);
        let tried = undisturbed(
            || self.lab.sandbox.try_run(&job),
            |tried| matches!(tried, Tried::Ran(ran) if ran.was_disturbed()),
        );
        let ran = match tried? {
            Tried::Ran(ran) => ran,
            Tried::NotExecuted(why) => {
                return no_result(format!("what the compiler built {why}"));
            }
        };
        let outcome = match ran.limit {
            Some(limit) => Outcome::Stopped { stage: Where::Run, limit },
            None => Outcome::of_disturbance(&ran)
                .unwrap_or_else(|| Outcome::Finished { seen: seen(ran.clone()) }),
        };
        Ok((outcome, Some(ran)))
    }
}

/// What is wrong with the machine, if the words say so: nothing can be judged until a person
/// has set it right.
fn environment_trouble(ran: &Ran, family: &dyn Family) -> Option<String> {
    if ran.success() {
        return None;
    }
    match family.words(&String::from_utf8_lossy(&ran.stderr)) {
        Words::Environment { message } => Some(message),
        _ => None,
    }
}

/// A tool that succeeded must have left what it was asked for.
fn missing(workplace: &Workplace<'_>, step: &Step) -> Option<Outcome> {
    let name = step.output.as_ref()?;
    let why = "the compiler reported success but left no program".to_owned();
    (!workplace.directory.join(name).exists()).then_some(Outcome::NoResult { why })
}

fn seen(ran: Ran) -> Seen {
    let end = match ran.end {
        End::Exited(status) => ProcessEnd::Status(status),
        End::Signalled(signal) => ProcessEnd::Signal(signal),
    };
    Seen { stdout: ran.stdout, stderr: ran.stderr, end, files: Vec::new() }
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
