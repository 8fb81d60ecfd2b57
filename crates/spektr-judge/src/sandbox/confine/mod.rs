//! What keeps a command inside: namespaces, read-only mounts, a user of its own, Landlock,
//! seccomp. This file is data: what is wanted, what could not be had. The files beside it run in
//! freshly forked children and therefore neither allocate nor take a lock; what they need is
//! prepared before the fork, in a [`Plan`].

pub(super) mod filter;
pub(super) mod identity;
pub(super) mod landlock;
pub(super) mod mounts;
mod plan;

pub(super) use identity::Owner;
pub(super) use plan::Plan;

use libc::{c_int, c_long};
use serde::{Deserialize, Serialize};
use std::io;

/// The means in use. Where one could not be had, `gaps` says why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// A user namespace of its own: the other namespaces without privileges, and a process limit
    /// that counts only the command's own processes. Root needs none.
    pub user_namespace: bool,
    /// The command runs as a user that nobody else is. Only root can arrange that.
    pub other_user: bool,
    /// All processes of a command die with its init process, and it sees no others.
    pub pid_namespace: bool,
    pub net_namespace: bool,
    /// Everything but the command's directory is mounted read-only, and `/dev` has nothing but
    /// what any program may use.
    pub read_only_mounts: bool,
    /// Writing outside the command's directory is denied by Landlock.
    pub landlock: bool,
    /// System calls that lead outside are denied by a filter.
    pub seccomp: bool,
    /// Calls that no filter can decide are carried out by the supervisor, or refused.
    pub broker: bool,
    pub gaps: Vec<String>,
}

/// What was being set up when it failed.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Network,
    Namespaces,
    Identity,
    Mounts,
    Landlock,
    Seccomp,
    Broker,
    Directory,
    Start,
}

/// Why a command could not be started under this confinement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Obstacle {
    pub step: Step,
    pub errno: i32,
}

impl Obstacle {
    pub fn into_error(self) -> io::Error {
        let cause = io::Error::from_raw_os_error(self.errno);
        let what = match self.step {
            Step::Network => "cannot leave the network",
            Step::Namespaces => "cannot create namespaces",
            Step::Identity => "cannot become another user",
            Step::Mounts => "cannot make mounts read-only",
            Step::Landlock => "cannot restrict writing with Landlock",
            Step::Seccomp => "cannot install the system call filter",
            Step::Broker => "cannot be asked about system calls",
            Step::Directory => "cannot enter the scratch directory",
            Step::Start => "cannot start the command",
        };
        io::Error::new(cause.kind(), format!("{what}: {cause}"))
    }
}

impl Confinement {
    /// Everything there is. The broker is left to the case that mounts cannot be had: it would
    /// deny the same a second time. Landlock is not: pipes with a name can be written to on a
    /// read-only mount.
    pub fn full() -> Confinement {
        Confinement {
            user_namespace: !is_root(),
            other_user: is_root(),
            pid_namespace: true,
            net_namespace: true,
            read_only_mounts: true,
            landlock: true,
            seccomp: true,
            broker: false,
            gaps: Vec::new(),
        }
    }

    /// What is left where namespaces are not permitted, as in many containers.
    pub fn without_namespaces() -> Confinement {
        Confinement {
            user_namespace: false,
            pid_namespace: false,
            net_namespace: false,
            read_only_mounts: false,
            broker: true,
            ..Confinement::full()
        }
    }

    /// The next weaker confinement after an obstacle; an error if the obstacle has nothing to do
    /// with confinement.
    pub(super) fn without(mut self, obstacle: Obstacle) -> io::Result<Confinement> {
        match obstacle.step {
            Step::Network | Step::Namespaces | Step::Identity if self.namespaces() => {
                // Root without privileges may still create a user namespace.
                self = if is_root() && !self.user_namespace {
                    let full = Confinement::full();
                    Confinement { user_namespace: true, other_user: false, ..full }
                } else {
                    Confinement::without_namespaces()
                }
                .because(self.gaps);
            }
            Step::Identity if self.other_user => self.other_user = false,
            Step::Mounts => {
                // The broker finds processes in `/proc`, which shows another namespace's.
                self.read_only_mounts = false;
                self.broker = !self.pid_namespace;
            }
            Step::Landlock => self.landlock = false,
            Step::Seccomp => (self.seccomp, self.broker) = (false, false),
            Step::Broker => self.broker = false,
            _ => return Err(obstacle.into_error()),
        }
        self.gaps.push(obstacle.into_error().to_string());
        Ok(self)
    }

    fn because(self, gaps: Vec<String>) -> Confinement {
        Confinement { gaps, ..self }
    }

    fn namespaces(&self) -> bool {
        self.user_namespace || self.pid_namespace || self.net_namespace
    }
}

pub(super) fn is_root() -> bool {
    // SAFETY: no arguments, cannot fail.
    unsafe { libc::geteuid() == 0 }
}

/// An errno, or nothing.
pub(super) type Attempt = Result<(), c_int>;

pub(super) fn errno() -> c_int {
    // SAFETY: always a valid pointer to this thread's errno.
    unsafe { *libc::__errno_location() }
}

pub(super) fn check(result: c_long) -> Result<c_int, c_int> {
    if result < 0 { Err(errno()) } else { Ok(result as c_int) }
}

/// Writes a short text to a file that exists below an open directory.
pub(super) fn put(directory: c_int, name: &core::ffi::CStr, text: &[u8]) -> Attempt {
    // SAFETY: `name` is NUL-terminated and `text` outlives the call.
    unsafe {
        let flags = libc::O_WRONLY | libc::O_CLOEXEC;
        let file = check(libc::openat(directory, name.as_ptr(), flags).into())?;
        let wrote = libc::write(file, text.as_ptr().cast(), text.len());
        let result = if wrote == text.len() as isize { Ok(()) } else { Err(errno()) };
        libc::close(file);
        result
    }
}
