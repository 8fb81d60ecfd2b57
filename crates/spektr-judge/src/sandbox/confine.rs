//! What keeps a command inside: namespaces, read-only mounts, Landlock, seccomp. The
//! first half is data (what is wanted, what could not be had); the second half runs in
//! a freshly forked child and therefore neither allocates nor takes a lock.

use serde::{Deserialize, Serialize};
use std::io;

/// The means in use. Where one could not be had, `gaps` says why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// A user namespace of its own: the other namespaces without privileges, and a
    /// process limit that counts only the command's own processes.
    pub user_namespace: bool,
    /// All processes of a command die with its init process.
    pub pid_namespace: bool,
    pub net_namespace: bool,
    /// Everything but the command's directory is mounted read-only.
    pub read_only_mounts: bool,
    /// Writing outside the command's directory is denied by Landlock.
    pub landlock: bool,
    /// Opening sockets is denied by a system call filter.
    pub seccomp: bool,
    pub gaps: Vec<String>,
}

/// One danger and what stands against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Means {
    pub against: &'static str,
    /// Empty if nothing does.
    pub by: Vec<&'static str>,
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
            Step::Identity => "cannot map the user into its namespace",
            Step::Mounts => "cannot make mounts read-only",
            Step::Landlock => "cannot restrict writing with Landlock",
            Step::Seccomp => "cannot install the system call filter",
            Step::Directory => "cannot enter the scratch directory",
            Step::Start => "cannot start the command",
        };
        io::Error::new(cause.kind(), format!("{what}: {cause}"))
    }
}

impl Confinement {
    /// Everything there is. Landlock is left to the case that mounts cannot be had: it
    /// would deny the same writes a second time.
    pub fn full() -> Confinement {
        Confinement {
            user_namespace: true,
            pid_namespace: true,
            net_namespace: true,
            read_only_mounts: true,
            landlock: false,
            seccomp: true,
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
            landlock: true,
            ..Confinement::full()
        }
    }

    /// The next weaker confinement after an obstacle; an error if the obstacle has
    /// nothing to do with confinement.
    pub(super) fn without(mut self, obstacle: Obstacle) -> io::Result<Confinement> {
        match obstacle.step {
            Step::Network => self.net_namespace = false,
            // Root may create namespaces where user namespaces are switched off.
            Step::Namespaces | Step::Identity if self.user_namespace && is_root() => {
                self.user_namespace = false;
            }
            Step::Namespaces | Step::Identity => {
                self = Confinement { gaps: self.gaps, ..Confinement::without_namespaces() };
            }
            Step::Mounts => {
                self.read_only_mounts = false;
                self.landlock = true;
            }
            Step::Landlock => self.landlock = false,
            Step::Seccomp => self.seccomp = false,
            Step::Directory | Step::Start => return Err(obstacle.into_error()),
        }
        self.gaps.push(obstacle.into_error().to_string());
        Ok(self)
    }

    /// Each danger with what stands against it, for `spektr doctor`.
    pub fn means(&self) -> Vec<Means> {
        let list = |against, candidates: &[(bool, &'static str)]| Means {
            against,
            by: candidates.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect(),
        };
        vec![
            list(
                "network access",
                &[(self.net_namespace, "net namespace"), (self.seccomp, "seccomp filter")],
            ),
            list(
                "writing outside the scratch directory",
                &[(self.read_only_mounts, "read-only mounts"), (self.landlock, "Landlock")],
            ),
            list(
                "processes left behind",
                &[(self.pid_namespace, "pid namespace"), (!self.pid_namespace, "child subreaper")],
            ),
            list(
                "too many processes",
                &[(self.user_namespace && !is_root(), "RLIMIT_NPROC"), (true, "polling")],
            ),
            list("too much memory", &[(true, "RLIMIT_DATA"), (true, "polling")]),
        ]
    }
}

pub(super) fn is_root() -> bool {
    // SAFETY: no arguments, cannot fail.
    unsafe { libc::geteuid() == 0 }
}

/// From here on: code for freshly forked children.
pub(super) mod child {
    use super::{Confinement, Step};
    use libc::{c_char, c_int, c_long, c_ulong, c_void};

    /// An errno, or nothing.
    pub type Attempt = Result<(), c_int>;

    pub fn errno() -> c_int {
        // SAFETY: always a valid pointer to this thread's errno.
        unsafe { *libc::__errno_location() }
    }

    fn check(result: c_long) -> Result<c_int, c_int> {
        if result < 0 { Err(errno()) } else { Ok(result as c_int) }
    }

    /// Writes a short text to a file that exists.
    fn put(path: &core::ffi::CStr, text: &[u8]) -> Attempt {
        // SAFETY: `path` is NUL-terminated and `text` outlives the call.
        unsafe {
            let file = check(libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC).into())?;
            let wrote = libc::write(file, text.as_ptr().cast(), text.len());
            let result = if wrote == text.len() as isize { Ok(()) } else { Err(errno()) };
            libc::close(file);
            result
        }
    }

    /// If memory runs out, commands go before spektr and its store.
    pub fn offer_to_the_oom_killer() {
        // Failure means that the default order holds.
        let _ = put(c"/proc/self/oom_score_adj", b"500");
    }

    /// `ID ID 1` without allocating.
    fn identity_line(id: u32, buffer: &mut [u8; 32]) -> usize {
        let mut digits = [0u8; 10];
        let (mut n, mut count) = (id, 0);
        loop {
            digits[count] = b'0' + (n % 10) as u8;
            n /= 10;
            count += 1;
            if n == 0 {
                break;
            }
        }
        let mut length = 0;
        let mut push = |byte| {
            buffer[length] = byte;
            length += 1;
        };
        for _ in 0..2 {
            digits[..count].iter().rev().for_each(|&digit| push(digit));
            push(b' ');
        }
        push(b'1');
        length
    }

    /// Who this process was, to be mapped to itself in a new user namespace.
    #[derive(Clone, Copy)]
    pub struct Identity {
        user: u32,
        group: u32,
    }

    impl Identity {
        pub fn current() -> Identity {
            // SAFETY: no arguments, cannot fail.
            unsafe { Identity { user: libc::geteuid(), group: libc::getegid() } }
        }

        /// Maps user and group to themselves in the user namespace just entered.
        pub fn keep(self) -> Attempt {
            put(c"/proc/self/setgroups", b"deny")?;
            let mut line = [0u8; 32];
            let length = identity_line(self.user, &mut line);
            put(c"/proc/self/uid_map", &line[..length])?;
            let length = identity_line(self.group, &mut line);
            put(c"/proc/self/gid_map", &line[..length])
        }
    }

    /// A network namespace for the warden, inherited by everything it starts.
    pub fn leave_network(confinement: &Confinement) -> Attempt {
        let identity = Identity::current();
        let user = if confinement.user_namespace { libc::CLONE_NEWUSER } else { 0 };
        // SAFETY: changes only this process.
        check(unsafe { libc::unshare(user | libc::CLONE_NEWNET) }.into())?;
        if confinement.user_namespace { identity.keep() } else { Ok(()) }
    }

    /// The namespaces a supervisor is born into.
    pub fn clone_flags(confinement: &Confinement) -> c_int {
        let mut flags = 0;
        if confinement.pid_namespace {
            flags |= libc::CLONE_NEWPID | libc::CLONE_NEWIPC;
        }
        if confinement.user_namespace {
            flags |= libc::CLONE_NEWUSER;
        }
        if confinement.read_only_mounts {
            flags |= libc::CLONE_NEWNS;
        }
        flags
    }

    const OPEN_TREE_CLONE: libc::c_uint = 1;
    const MOVE_MOUNT_F_EMPTY_PATH: libc::c_uint = 4;
    const AT_RECURSIVE: c_int = 0x8000;
    const MOUNT_ATTR_RDONLY: u64 = 1;

    #[repr(C)]
    struct MountAttr {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }

    /// Makes every mount read-only except `directory`.
    ///
    /// # Safety
    /// `directory` points to a NUL-terminated path.
    pub unsafe fn read_only_but(directory: *const c_char) -> Attempt {
        let attr = MountAttr {
            set: MOUNT_ATTR_RDONLY,
            clear: 0,
            propagation: libc::MS_PRIVATE,
            user_namespace: 0,
        };
        // SAFETY: all pointers are valid for the calls; the numbers are the kernel's.
        unsafe {
            let flags = OPEN_TREE_CLONE | libc::O_CLOEXEC as libc::c_uint;
            let tree = check(libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, directory, flags))?;
            check(libc::syscall(
                libc::SYS_mount_setattr,
                libc::AT_FDCWD,
                c"/".as_ptr(),
                AT_RECURSIVE,
                &raw const attr,
                size_of::<MountAttr>(),
            ))?;
            check(libc::syscall(
                libc::SYS_move_mount,
                tree,
                c"".as_ptr(),
                libc::AT_FDCWD,
                directory,
                MOVE_MOUNT_F_EMPTY_PATH,
            ))?;
            libc::close(tree);
        }
        Ok(())
    }

    /// Gives up what privileges remain, now and across `execve`.
    pub fn renounce_privileges() {
        const SECBIT_NOROOT_AND_LOCKS: c_ulong = 0b10_1111;
        // SAFETY: plain prctl calls. The first fails without privileges: then there is
        // nothing to give up.
        unsafe {
            libc::prctl(libc::PR_SET_SECUREBITS, SECBIT_NOROOT_AND_LOCKS, 0, 0, 0);
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        }
    }

    const LANDLOCK_CREATE_RULESET_VERSION: libc::c_uint = 1;
    const LANDLOCK_RULE_PATH_BENEATH: c_int = 1;
    const WRITE_FILE: u64 = 1 << 1;
    /// Write, remove and make of every kind: bits 1 and 4 to 12 of the first version.
    const WRITES_V1: u64 = WRITE_FILE | (0x1ff << 4);
    const REFER_V2: u64 = 1 << 13;
    const TRUNCATE_V3: u64 = 1 << 14;

    #[repr(C, packed)]
    struct PathBeneath {
        allowed: u64,
        parent: i32,
    }

    /// Denies writing anywhere but below `directory` (and to `/dev/null`).
    ///
    /// # Safety
    /// `directory` points to a NUL-terminated path.
    pub unsafe fn landlock(directory: *const c_char) -> Attempt {
        // SAFETY: all pointers are valid for the calls; the numbers are the kernel's.
        unsafe {
            let version = check(libc::syscall(
                libc::SYS_landlock_create_ruleset,
                std::ptr::null::<c_void>(),
                0usize,
                LANDLOCK_CREATE_RULESET_VERSION,
            ))?;
            let mut handled = WRITES_V1;
            if version >= 2 {
                handled |= REFER_V2;
            }
            if version >= 3 {
                handled |= TRUNCATE_V3;
            }
            let rules = check(libc::syscall(
                libc::SYS_landlock_create_ruleset,
                &raw const handled,
                size_of::<u64>(),
                0,
            ))?;
            allow(rules, directory, handled)?;
            allow(rules, c"/dev/null".as_ptr(), handled & (WRITE_FILE | TRUNCATE_V3))?;
            check(libc::syscall(libc::SYS_landlock_restrict_self, rules, 0))?;
            libc::close(rules);
        }
        Ok(())
    }

    unsafe fn allow(rules: c_int, path: *const c_char, allowed: u64) -> Attempt {
        // SAFETY: as for `landlock`.
        unsafe {
            let parent = check(libc::open(path, libc::O_PATH | libc::O_CLOEXEC).into())?;
            let rule = PathBeneath { allowed, parent };
            check(libc::syscall(
                libc::SYS_landlock_add_rule,
                rules,
                LANDLOCK_RULE_PATH_BENEATH,
                &raw const rule,
                0,
            ))?;
            libc::close(parent);
        }
        Ok(())
    }

    /// System calls that reach the network, or other processes' worlds.
    const DENIED: [c_long; 8] = [
        libc::SYS_socket,
        libc::SYS_io_uring_setup,
        libc::SYS_bpf,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_setns,
        libc::SYS_keyctl,
        libc::SYS_perf_event_open,
    ];

    #[cfg(target_arch = "x86_64")]
    const ARCHITECTURE: u32 = 0xc000_003e;
    #[cfg(target_arch = "aarch64")]
    const ARCHITECTURE: u32 = 0xc000_00b7;
    /// No architecture at all: the filter would refuse everything, and is not installed.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    const ARCHITECTURE: u32 = 0;

    /// Denies [`DENIED`], and every call made through another architecture's table.
    pub fn filter_system_calls() -> Attempt {
        const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
        const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
        const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
        const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
        const NUMBER_OFFSET: u32 = 0;
        const ARCHITECTURE_OFFSET: u32 = 4;
        const OTHER_TABLE: u32 = 0x4000_0000;
        const COUNT: usize = DENIED.len() + 6;
        const fn op(code: u16, jt: u8, jf: u8, k: u32) -> libc::sock_filter {
            libc::sock_filter { code, jt, jf, k }
        }

        if ARCHITECTURE == 0 {
            return Err(libc::ENOSYS);
        }
        let deny = (COUNT - 1) as u8;
        let mut program = [op(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW); COUNT];
        program[0] = op(LOAD, 0, 0, ARCHITECTURE_OFFSET);
        program[1] = op(EQUAL, 0, deny - 2, ARCHITECTURE);
        program[2] = op(LOAD, 0, 0, NUMBER_OFFSET);
        program[3] = op(AT_LEAST, deny - 4, 0, OTHER_TABLE);
        for (k, call) in DENIED.iter().enumerate() {
            program[4 + k] = op(EQUAL, deny - (5 + k as u8), 0, *call as u32);
        }
        program[COUNT - 1] = op(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32);
        let filter = libc::sock_fprog { len: COUNT as u16, filter: program.as_mut_ptr() };
        // SAFETY: the filter outlives the call; the kernel copies it.
        check(
            unsafe {
                libc::prctl(
                    libc::PR_SET_SECCOMP,
                    libc::SECCOMP_MODE_FILTER,
                    &raw const filter,
                    0,
                    0,
                )
            }
            .into(),
        )?;
        Ok(())
    }

    /// Everything that confines the command itself, in the order that works.
    ///
    /// # Safety
    /// `directory` points to a NUL-terminated path.
    pub unsafe fn confine(
        confinement: &Confinement,
        directory: *const c_char,
    ) -> Result<(), (Step, c_int)> {
        renounce_privileges();
        if confinement.landlock {
            // SAFETY: the caller vouches for `directory`.
            unsafe { landlock(directory) }.map_err(|errno| (Step::Landlock, errno))?;
        }
        if confinement.seccomp {
            filter_system_calls().map_err(|errno| (Step::Seccomp, errno))?;
        }
        Ok(())
    }
}
