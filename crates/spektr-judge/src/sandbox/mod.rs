//! The sandbox: one untrusted command with limits, from its start to the moment when
//! nothing of it is left. It knows processes, directories and the kernel; it knows
//! neither compilers nor languages.
//!
//! Two helpers stand between spektr and a command. The *warden* is forked once, early
//! and small, because forking the big multi-threaded spektr for every command would
//! cost more than the command. It forks one *supervisor* per command, which is the init
//! process of a PID namespace of its own (or, where that is not permitted, a child
//! subreaper). Both end when spektr ends, however it ends, and take everything with
//! them: processes and scratch files.

mod broker;
mod confine;
mod conversation;
mod descriptors;
mod disturbance;
mod enforcement;
mod job;
mod pipe;
mod resident;
mod scratch;
mod supervisor;
mod tree;
mod warden;
mod watch;
mod watcher;
mod wire;

pub use confine::Confinement;
pub(crate) use disturbance::undisturbed;
pub use enforcement::{Danger, Enforcement, Insufficient, Item, NEVER_PREVENTED};
pub use job::{End, Job, Limit, Limits, NotExecuted, Ran, Tried, WhyNot};
pub use resident::{Failure, Reply, Resident};
pub use scratch::Scratch;
pub use watcher::Watcher;

use confine::{Owner, Plan};
use conversation::Answer;
use scratch::Root;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use warden::Warden;

/// Runs commands under limits. Shared by all workers; each `run` is independent.
pub struct Sandbox {
    // The warden removes the scratch root when it ends, so it must go first.
    warden: Warden,
    root: Root,
    confinement: Confinement,
    next_scratch: AtomicU64,
    interrupted: Arc<AtomicBool>,
}

impl Sandbox {
    /// A sandbox whose scratch directories live below `base`, confined as well as this
    /// machine permits.
    pub fn new(base: &Path) -> io::Result<Sandbox> {
        let mut wanted = Confinement::full();
        loop {
            let sandbox = Sandbox::with_confinement(base, wanted.clone())?;
            match sandbox.trial()? {
                None => return Ok(sandbox),
                Some(obstacle) => wanted = wanted.without(obstacle)?,
            }
        }
    }

    /// A sandbox that uses exactly these means. For tests of the weaker ones.
    pub fn with_confinement(base: &Path, confinement: Confinement) -> io::Result<Sandbox> {
        let owner = if confinement.other_user { Owner::Others } else { Owner::Ourselves };
        let root = Root::create(base, owner)?;
        let plan = Plan::new(&confinement, root.path())?;
        let warden = Warden::start(&plan, root.place())?;
        let (next_scratch, interrupted) = (AtomicU64::new(0), Arc::default());
        Ok(Sandbox { warden, root, confinement, next_scratch, interrupted })
    }

    /// What protects the machine from the commands, and what does not and why.
    pub fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Each danger, what is enforced against it here and what is not.
    pub fn enforcement(&self) -> Enforcement {
        Enforcement::of(&self.confinement, confine::landlock::version())
    }

    /// An error that names what commands could still do here, if they could do anything.
    pub fn require(&self) -> Result<(), Insufficient> {
        self.enforcement().require()
    }

    /// A fresh private directory, removed when dropped.
    pub fn scratch(&self) -> io::Result<Scratch> {
        Scratch::create(&self.root, self.next_scratch.fetch_add(1, Ordering::Relaxed))
    }

    /// The directory below which all scratch directories live; what is put here by
    /// hand lives as long as the sandbox and is read-only to commands.
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// Runs one command to its end, or to the first limit it hits. A program that cannot be
    /// executed is an error here, with a [`NotExecuted`] inside.
    pub fn run(&self, job: &Job<'_>) -> io::Result<Ran> {
        match self.try_run(job)? {
            Tried::Ran(ran) => Ok(ran),
            Tried::NotExecuted(it) => Err(it.into()),
        }
    }

    /// Runs one command to its end, or to the first limit it hits, or finds that it cannot be
    /// executed. An error is the sandbox's own trouble.
    pub fn try_run(&self, job: &Job<'_>) -> io::Result<Tried> {
        match conversation::run(&self.warden, job, &self.interrupted)? {
            Answer::Tried(tried) => Ok(tried),
            Answer::Hindered(obstacle) => Err(obstacle.into_error()),
        }
    }

    /// Ends every command that runs, and every later one as soon as it has begun: each is an
    /// error of the kind "interrupted". For somebody who will not wait any longer.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Starts a command that stays and answers requests.
    pub fn resident(&self, job: &Job<'_>) -> io::Result<Resident> {
        Resident::start(&self.warden, job, self.interrupted.clone())
    }

    /// Runs a command that does nothing; the obstacle is what could not be set up.
    fn trial(&self) -> io::Result<Option<confine::Obstacle>> {
        let scratch = self.scratch()?;
        let job = Job::new(Path::new("/bin/true"), scratch.path());
        Ok(match conversation::run(&self.warden, &job, &self.interrupted)? {
            Answer::Tried(_) => None,
            Answer::Hindered(obstacle) => Some(obstacle),
        })
    }
}
