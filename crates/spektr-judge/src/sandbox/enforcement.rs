//! What the sandbox promises: each danger, what stands against it here, and what remains possible
//! if something is missing, with words for people. The soak of hostile commands tries every one
//! of them and must find exactly this list.

use super::confine::{Confinement, landlock};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a command could do to the machine or its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Danger {
    Network,
    Files,
    Attributes,
    Devices,
    Signals,
    Processes,
    Leftovers,
    ForkBombs,
    Memory,
    Disk,
    Kernel,
    Ipc,
}

impl Danger {
    pub const ALL: [Danger; 12] = [
        Danger::Network,
        Danger::Files,
        Danger::Attributes,
        Danger::Devices,
        Danger::Signals,
        Danger::Processes,
        Danger::Leftovers,
        Danger::ForkBombs,
        Danger::Memory,
        Danger::Disk,
        Danger::Kernel,
        Danger::Ipc,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Danger::Network => "using the network",
            Danger::Files => "changing files outside its directory",
            Danger::Attributes => "changing modes and times of the user's files",
            Danger::Devices => "using devices and terminals",
            Danger::Signals => "killing the user's other processes",
            Danger::Processes => "tracing or slowing the user's other processes",
            Danger::Leftovers => "leaving processes behind",
            Danger::ForkBombs => "starting too many processes",
            Danger::Memory => "using too much memory",
            Danger::Disk => "using too much disk space",
            Danger::Kernel => "namespaces, mounts, modules, keys, the clock",
            Danger::Ipc => "shared memory and queues that outlive it",
        }
    }
}

/// One danger and how it is met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub danger: Danger,
    /// What stands against it.
    pub by: Vec<String>,
    /// What remains possible, if anything does.
    pub remains: Option<String>,
    /// What would close it.
    pub fix: Option<String>,
}

/// Everything that is enforced here and everything that is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enforcement {
    pub items: Vec<Item>,
    /// What this machine refused, in the order in which it was tried.
    pub refused: Vec<String>,
}

/// What no sandbox of ours prevents, on any machine.
pub const NEVER_PREVENTED: [&str; 3] = [
    "commands read what spektr may read; without a network they can only print it",
    "commands see the names and arguments of other processes",
    "commands hold advisory locks on files they may read, until they end",
];

const NAMESPACES: &str = "permit user namespaces (sysctl kernel.unprivileged_userns_clone=1, \
     kernel.apparmor_restrict_unprivileged_userns=0; docker run --security-opt \
     seccomp=unconfined), or a kernel with Landlock (5.13 or later)";
const LANDLOCK: &str = "a kernel with Landlock (5.13 or later, in its list of security modules)";
const FILTER: &str = "a kernel with seccomp filters, on x86-64 or AArch64";

impl Enforcement {
    pub(super) fn of(confinement: &Confinement, landlock_version: i32) -> Enforcement {
        let world = World::new(confinement, landlock_version);
        Enforcement {
            items: Danger::ALL.map(|danger| world.item(danger)).to_vec(),
            refused: confinement.gaps.clone(),
        }
    }

    /// What remains possible here.
    pub fn remaining(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.remains.is_some())
    }

    /// Whether commands cannot do this here.
    pub fn prevents(&self, danger: Danger) -> bool {
        self.items.iter().any(|item| item.danger == danger && item.remains.is_none())
    }

    /// An error that says what remains possible and what to do about it, if anything does.
    pub fn require(&self) -> Result<(), Insufficient> {
        let remaining: Vec<Item> = self.remaining().cloned().collect();
        if remaining.is_empty() { Ok(()) } else { Err(Insufficient { remaining }) }
    }
}

impl fmt::Display for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in &self.items {
            let by = if item.by.is_empty() { "nothing".into() } else { item.by.join(", ") };
            writeln!(f, "  {:<46} {by}", item.danger.words())?;
            if let Some(remains) = &item.remains {
                writeln!(f, "    REMAINS POSSIBLE: {remains}")?;
            }
            if let Some(fix) = &item.fix {
                writeln!(f, "    what would help: {fix}")?;
            }
        }
        for always in NEVER_PREVENTED {
            writeln!(f, "  never prevented: {always}")?;
        }
        for refused in &self.refused {
            writeln!(f, "  not permitted here: {refused}")?;
        }
        Ok(())
    }
}

/// The sandbox is weaker than was required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insufficient {
    pub remaining: Vec<Item>,
}

impl fmt::Display for Insufficient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the sandbox cannot keep commands from")?;
        for (k, item) in self.remaining.iter().enumerate() {
            write!(f, "{} {}", if k == 0 { "" } else { ";" }, item.danger.words())?;
        }
        let mut fixes: Vec<&str> =
            self.remaining.iter().filter_map(|item| item.fix.as_deref()).collect();
        fixes.dedup();
        for fix in fixes {
            write!(f, "\nwhat would help: {fix}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Insufficient {}

/// The confinement as far as it matters here.
struct World<'a> {
    means: &'a Confinement,
    landlock: bool,
    scoped: bool,
    broker: bool,
}

impl World<'_> {
    fn new(means: &Confinement, landlock_version: i32) -> World<'_> {
        World {
            means,
            landlock: means.landlock,
            scoped: means.landlock && landlock_version >= landlock::SCOPES,
            broker: means.seccomp && means.broker,
        }
    }

    fn item(&self, danger: Danger) -> Item {
        let Confinement {
            user_namespace,
            other_user,
            pid_namespace,
            net_namespace,
            read_only_mounts,
            seccomp,
            ..
        } = *self.means;
        let filter = (seccomp, "seccomp filter");
        let mounts = (read_only_mounts, "read-only mounts");
        let landlock = (self.landlock, "Landlock");
        let another = (other_user, "a user of its own");
        let apart = (pid_namespace, "pid namespace");
        let broker = (self.broker, "asking the supervisor");
        let always = |by| (true, by);
        // What stands against it, what else would have to hold, what remains, what helps.
        let (by, and, remains, fix): (&[(bool, &'static str)], bool, _, _) = match danger {
            Danger::Network => (
                &[(net_namespace, "net namespace"), filter],
                true,
                "connecting to anything that the user can reach",
                FILTER,
            ),
            Danger::Files if other_user && !read_only_mounts && !self.landlock => (
                &[another],
                false,
                "writing to what all users may write to, as to /tmp",
                NAMESPACES,
            ),
            Danger::Files if read_only_mounts && !self.landlock => (
                &[mounts],
                false,
                "writing to pipes that have a name and that the user may write to",
                LANDLOCK,
            ),
            Danger::Files => (
                &[mounts, landlock],
                true,
                "writing to and removing all files of the user",
                NAMESPACES,
            ),
            Danger::Attributes => (
                &[mounts, another, broker],
                true,
                "changing modes, times and attributes of all files of the user",
                NAMESPACES,
            ),
            Danger::Devices if other_user && !read_only_mounts && !self.landlock => (
                &[another],
                false,
                "reading all devices and writing to those that all users may write to",
                NAMESPACES,
            ),
            Danger::Devices => (
                &[(read_only_mounts, "a /dev of its own"), landlock],
                true,
                "reading from and writing to the user's terminals and devices",
                NAMESPACES,
            ),
            Danger::Signals => (
                &[apart, another, (self.scoped, "Landlock"), broker],
                true,
                "killing all processes of the user, spektr's supervisors too",
                NAMESPACES,
            ),
            Danger::Processes => (
                &[apart, another, filter, landlock],
                pid_namespace || other_user || (seccomp && self.landlock),
                "reading, changing and slowing all processes of the user",
                NAMESPACES,
            ),
            Danger::Leftovers => (
                &[apart, (!pid_namespace, "child subreaper")],
                pid_namespace || other_user || self.scoped || self.broker,
                "outliving a supervisor that it killed",
                NAMESPACES,
            ),
            Danger::ForkBombs => (
                &[(user_namespace || other_user, "RLIMIT_NPROC"), always("polling")],
                true,
                "",
                NAMESPACES,
            ),
            Danger::Memory => (
                &[always("RLIMIT_DATA"), always("polling"), filter],
                seccomp && (read_only_mounts || self.landlock),
                "filling memory that no process's size shows: memfd, /dev/shm",
                NAMESPACES,
            ),
            Danger::Disk => (
                &[always("RLIMIT_FSIZE"), always("polling")],
                read_only_mounts || self.landlock,
                "filling the disk outside its directory",
                NAMESPACES,
            ),
            Danger::Kernel => (
                &[filter, always("no capabilities")],
                seccomp,
                "new namespaces, the keyring",
                FILTER,
            ),
            Danger::Ipc => (
                &[(pid_namespace, "ipc namespace"), filter],
                true,
                "System V memory, semaphores and queues that stay",
                FILTER,
            ),
        };
        let by: Vec<String> =
            by.iter().filter(|(on, _)| *on).map(|(_, by)| (*by).to_owned()).collect();
        let open = by.is_empty() || !and;
        let (remains, fix) = (open.then(|| remains.to_owned()), open.then(|| fix.to_owned()));
        Item { danger, by, remains, fix }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_prevented_with_all_means() {
        let enforcement = Enforcement::of(&Confinement::full(), 1);
        assert_eq!(enforcement.require(), Ok(()));
        assert!(Danger::ALL.iter().all(|danger| enforcement.prevents(*danger)));
    }

    #[test]
    fn nothing_leaves_everything_but_what_is_only_counted() {
        let none = Confinement {
            other_user: false,
            landlock: false,
            seccomp: false,
            broker: false,
            ..Confinement::without_namespaces()
        };
        let enforcement = Enforcement::of(&none, 7);
        let prevented: Vec<Danger> =
            Danger::ALL.into_iter().filter(|danger| enforcement.prevents(*danger)).collect();
        assert_eq!(prevented, [Danger::ForkBombs]);
        let words = enforcement.require().unwrap_err().to_string();
        assert!(words.contains("killing the user's other processes"), "{words}");
        assert!(words.contains("what would help: permit user namespaces"), "{words}");
    }

    #[test]
    fn older_landlocks_need_the_broker_for_signals() {
        let user = Confinement { other_user: false, ..Confinement::without_namespaces() };
        let alone = Confinement { broker: false, ..user.clone() };
        assert!(Enforcement::of(&user, 1).prevents(Danger::Signals));
        assert!(Enforcement::of(&alone, 6).prevents(Danger::Signals));
        assert!(!Enforcement::of(&alone, 5).prevents(Danger::Signals));
        assert!(!Enforcement::of(&alone, 6).prevents(Danger::Attributes));
    }
}
