//! The system call filter: a table of what is refused, and when; and its translation for the
//! kernel. What a compiler or a small program needs stays; what reaches the network, the kernel's
//! settings, other processes or memory that nobody counts does not.

use super::{Attempt, Confinement, check, landlock};
use libc::{c_int, c_long, sock_filter};

/// Which calls with this number a row is about.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// The argument, cut to these bits, is this.
    Is(u32, u32, u32),
    /// The argument, cut to these bits, is anything else.
    IsNot(u32, u32, u32),
}
use When::{Always, Is, IsNot};

/// All bits of an argument that is an `int`.
const INT: u32 = u32::MAX;

struct Row {
    call: c_long,
    when: When,
    then: u32,
}

const fn refuse(call: c_long, when: When) -> Row {
    Row { call, when, then: libc::SECCOMP_RET_ERRNO | libc::EPERM as u32 }
}

/// As if the kernel did not have the call: libraries then use an older one.
const fn lack(call: c_long) -> Row {
    Row { call, when: Always, then: libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32 }
}

const fn ask(call: c_long) -> Row {
    Row { call, when: Always, then: libc::SECCOMP_RET_USER_NOTIF }
}

/// Calls that are younger than the `libc` crate's list; the same everywhere.
pub const SYS_FCHMODAT2: c_long = 452;
const SYS_SETXATTRAT: c_long = 463;
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_OPEN_TREE_ATTR: c_long = 467;
const SYS_FILE_SETATTR: c_long = 469;

/// The flags of `clone` that ask for a namespace.
const NAMESPACES: u32 = 0x7e02_0000;
/// `MAP_SHARED` and `MAP_ANONYMOUS`: memory that outlives its mappings.
const SHARED_ANONYMOUS: u32 = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;

/// Never needed by what we run.
const ALWAYS: &[Row] = &[
    // The network. Rust's library starts processes with a pair of sockets; what is refused there
    // is to hide open files in flight.
    refuse(libc::SYS_socket, Always),
    refuse(libc::SYS_sendmsg, Always),
    refuse(libc::SYS_sendmmsg, Always),
    // Namespaces and mounts.
    refuse(libc::SYS_unshare, Always),
    refuse(libc::SYS_setns, Always),
    refuse(libc::SYS_clone, IsNot(0, NAMESPACES, 0)),
    lack(libc::SYS_clone3),
    refuse(libc::SYS_mount, Always),
    refuse(libc::SYS_umount2, Always),
    refuse(libc::SYS_pivot_root, Always),
    refuse(libc::SYS_chroot, Always),
    refuse(libc::SYS_move_mount, Always),
    refuse(libc::SYS_open_tree, Always),
    refuse(SYS_OPEN_TREE_ATTR, Always),
    refuse(libc::SYS_fsopen, Always),
    refuse(libc::SYS_fsconfig, Always),
    refuse(libc::SYS_fsmount, Always),
    refuse(libc::SYS_fspick, Always),
    refuse(libc::SYS_mount_setattr, Always),
    // Devices. Pipes and files are made with the same call.
    refuse(libc::SYS_mknodat, Is(2, libc::S_IFMT, libc::S_IFCHR)),
    refuse(libc::SYS_mknodat, Is(2, libc::S_IFMT, libc::S_IFBLK)),
    // The kernel and its settings.
    refuse(libc::SYS_kexec_load, Always),
    refuse(libc::SYS_kexec_file_load, Always),
    refuse(libc::SYS_init_module, Always),
    refuse(libc::SYS_finit_module, Always),
    refuse(libc::SYS_delete_module, Always),
    refuse(libc::SYS_bpf, Always),
    refuse(libc::SYS_perf_event_open, Always),
    refuse(libc::SYS_userfaultfd, Always),
    refuse(libc::SYS_syslog, Always),
    refuse(libc::SYS_reboot, Always),
    refuse(libc::SYS_swapon, Always),
    refuse(libc::SYS_swapoff, Always),
    refuse(libc::SYS_acct, Always),
    refuse(libc::SYS_quotactl, Always),
    refuse(libc::SYS_vhangup, Always),
    refuse(libc::SYS_sethostname, Always),
    refuse(libc::SYS_setdomainname, Always),
    refuse(libc::SYS_settimeofday, Always),
    refuse(libc::SYS_clock_settime, Always),
    refuse(libc::SYS_clock_adjtime, Always),
    refuse(libc::SYS_adjtimex, Always),
    // Keys belong to the user, not to the process.
    refuse(libc::SYS_keyctl, Always),
    refuse(libc::SYS_add_key, Always),
    refuse(libc::SYS_request_key, Always),
    // What goes past the other rows here.
    refuse(libc::SYS_io_uring_setup, Always),
    refuse(libc::SYS_io_uring_enter, Always),
    refuse(libc::SYS_io_uring_register, Always),
    refuse(libc::SYS_open_by_handle_at, Always),
    // Memory that no process's size shows.
    refuse(libc::SYS_memfd_create, Always),
    refuse(libc::SYS_memfd_secret, Always),
    refuse(libc::SYS_mmap, Is(3, SHARED_ANONYMOUS, SHARED_ANONYMOUS)),
    // What outlives its maker, or is counted per user and could be used up.
    refuse(libc::SYS_shmget, Always),
    refuse(libc::SYS_shmat, Always),
    refuse(libc::SYS_shmctl, Always),
    refuse(libc::SYS_msgget, Always),
    refuse(libc::SYS_msgsnd, Always),
    refuse(libc::SYS_msgrcv, Always),
    refuse(libc::SYS_msgctl, Always),
    refuse(libc::SYS_semget, Always),
    refuse(libc::SYS_semop, Always),
    refuse(libc::SYS_semtimedop, Always),
    refuse(libc::SYS_semctl, Always),
    refuse(libc::SYS_mq_open, Always),
    refuse(libc::SYS_mq_unlink, Always),
    refuse(libc::SYS_inotify_init1, Always),
    refuse(libc::SYS_fanotify_init, Always),
    refuse(libc::SYS_io_setup, Always),
    // Making others wait who open a file.
    refuse(libc::SYS_fcntl, Is(1, INT, libc::F_SETLEASE as u32)),
    // Hiding from whoever counts open files.
    refuse(libc::SYS_prctl, Is(0, INT, libc::PR_SET_DUMPABLE as u32)),
    // Typing into a terminal.
    refuse(libc::SYS_ioctl, Is(1, INT, libc::TIOCSTI as u32)),
    refuse(libc::SYS_ioctl, Is(1, INT, libc::TIOCLINUX as u32)),
];

#[cfg(target_arch = "x86_64")]
const ALWAYS_HERE: &[Row] = &[
    refuse(libc::SYS_mknod, Is(1, libc::S_IFMT, libc::S_IFCHR)),
    refuse(libc::SYS_mknod, Is(1, libc::S_IFMT, libc::S_IFBLK)),
    refuse(libc::SYS_iopl, Always),
    refuse(libc::SYS_ioperm, Always),
    refuse(libc::SYS_modify_ldt, Always),
    refuse(libc::SYS_inotify_init, Always),
];
#[cfg(not(target_arch = "x86_64"))]
const ALWAYS_HERE: &[Row] = &[];

/// Where other processes of the same user can be named.
const AMONG_OTHERS: &[Row] = &[
    refuse(libc::SYS_ptrace, Always),
    refuse(libc::SYS_process_vm_readv, Always),
    refuse(libc::SYS_process_vm_writev, Always),
    refuse(libc::SYS_process_madvise, Always),
    refuse(libc::SYS_pidfd_getfd, Always),
    refuse(libc::SYS_prlimit64, IsNot(0, INT, 0)),
    refuse(libc::SYS_sched_setaffinity, IsNot(0, INT, 0)),
    refuse(libc::SYS_sched_setscheduler, IsNot(0, INT, 0)),
    refuse(libc::SYS_sched_setparam, IsNot(0, INT, 0)),
    refuse(libc::SYS_sched_setattr, IsNot(0, INT, 0)),
    refuse(libc::SYS_setpriority, IsNot(1, INT, 0)),
    refuse(libc::SYS_setpriority, Is(0, INT, libc::PRIO_USER)),
    refuse(libc::SYS_ioprio_set, IsNot(1, INT, 0)),
    refuse(libc::SYS_ioprio_set, Is(0, INT, IOPRIO_WHO_USER)),
    refuse(libc::SYS_migrate_pages, Always),
    refuse(libc::SYS_move_pages, IsNot(0, INT, 0)),
    // Signals that a file sends to its owner, whoever that is made to be.
    refuse(libc::SYS_fcntl, Is(1, INT, libc::F_SETOWN as u32)),
    refuse(libc::SYS_fcntl, Is(1, INT, F_SETOWN_EX)),
    refuse(libc::SYS_fcntl, Is(1, INT, F_SETSIG)),
    refuse(libc::SYS_ioctl, Is(1, INT, FIOSETOWN)),
    refuse(libc::SYS_ioctl, Is(1, INT, SIOCSPGRP)),
];
const IOPRIO_WHO_USER: u32 = 3;
const F_SETSIG: u32 = 10;
const F_SETOWN_EX: u32 = 15;
const FIOSETOWN: u32 = 0x8901;
const SIOCSPGRP: u32 = 0x8902;

/// Signals, where nothing else keeps them inside.
const SIGNALS: &[Row] = &[
    ask(libc::SYS_kill),
    ask(libc::SYS_tkill),
    ask(libc::SYS_tgkill),
    refuse(libc::SYS_rt_sigqueueinfo, Always),
    refuse(libc::SYS_rt_tgsigqueueinfo, Always),
    refuse(libc::SYS_pidfd_send_signal, Always),
];

/// What the owner of a file may do to it without opening it for writing, where nothing but the
/// user keeps a command from the user's files.
const OWNERS_RIGHTS: &[Row] = &[
    ask(libc::SYS_fchmod),
    ask(libc::SYS_fchmodat),
    ask(SYS_FCHMODAT2),
    ask(libc::SYS_utimensat),
    refuse(libc::SYS_fchown, Always),
    refuse(libc::SYS_fchownat, Always),
    refuse(libc::SYS_setxattr, Always),
    refuse(libc::SYS_lsetxattr, Always),
    refuse(libc::SYS_fsetxattr, Always),
    refuse(SYS_SETXATTRAT, Always),
    refuse(libc::SYS_removexattr, Always),
    refuse(libc::SYS_lremovexattr, Always),
    refuse(libc::SYS_fremovexattr, Always),
    refuse(SYS_REMOVEXATTRAT, Always),
    refuse(SYS_FILE_SETATTR, Always),
    refuse(libc::SYS_ioctl, Is(1, INT, FS_IOC_SETFLAGS)),
    refuse(libc::SYS_ioctl, Is(1, INT, FS_IOC_FSSETXATTR)),
];
const FS_IOC_SETFLAGS: u32 = 0x4008_6602;
const FS_IOC_FSSETXATTR: u32 = 0x401c_5820;

#[cfg(target_arch = "x86_64")]
const OWNERS_RIGHTS_HERE: &[Row] = &[
    ask(libc::SYS_chmod),
    refuse(libc::SYS_chown, Always),
    refuse(libc::SYS_lchown, Always),
    refuse(libc::SYS_utime, Always),
    refuse(libc::SYS_utimes, Always),
    refuse(libc::SYS_futimesat, Always),
];
#[cfg(not(target_arch = "x86_64"))]
const OWNERS_RIGHTS_HERE: &[Row] = &[];

/// Cutting files off, where Landlock is too old to know it: by name, and by opening a file for
/// reading only.
const TRUNCATION: &[Row] = &[
    refuse(libc::SYS_truncate, Always),
    lack(libc::SYS_openat2),
    refuse(libc::SYS_openat, Is(2, TRUNCATING_READ, libc::O_TRUNC as u32)),
];
const TRUNCATING_READ: u32 = (libc::O_TRUNC | libc::O_ACCMODE) as u32;

#[cfg(target_arch = "x86_64")]
const TRUNCATION_HERE: &[Row] =
    &[refuse(libc::SYS_open, Is(1, TRUNCATING_READ, libc::O_TRUNC as u32))];
#[cfg(not(target_arch = "x86_64"))]
const TRUNCATION_HERE: &[Row] = &[];

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;
/// No architecture at all: the filter would refuse everything, and is not installed.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: u32 = 0;

/// The filters as the kernel wants them.
pub struct Filter {
    refusing: Vec<sock_filter>,
    asking: Vec<sock_filter>,
    /// Whether some calls are to be answered by the supervisor.
    pub asks: bool,
}

impl Filter {
    /// The rows that matter under this confinement and this version of Landlock.
    pub fn new(confinement: &Confinement, landlock_version: c_int) -> Filter {
        let landlock_version = if confinement.landlock { landlock_version } else { 0 };
        let shares_user = !confinement.other_user;
        let sees_others = !confinement.pid_namespace && shares_user;
        let owns_files = !confinement.read_only_mounts && shares_user && confinement.broker;
        let truncates = confinement.landlock && landlock_version < landlock::TRUNCATES;
        let tables: [(bool, &[Row]); 8] = [
            (true, ALWAYS),
            (true, ALWAYS_HERE),
            (sees_others, AMONG_OTHERS),
            (sees_others && landlock_version < landlock::SCOPES && confinement.broker, SIGNALS),
            (owns_files, OWNERS_RIGHTS),
            (owns_files, OWNERS_RIGHTS_HERE),
            (truncates, TRUNCATION),
            (truncates, TRUNCATION_HERE),
        ];
        let rows = tables.iter().filter(|(on, _)| *on).flat_map(|(_, rows)| rows.iter());
        let (asking, refusing): (Vec<&Row>, Vec<&Row>) =
            rows.partition(|row| row.then == libc::SECCOMP_RET_USER_NOTIF);
        let asks = !asking.is_empty();
        Filter { refusing: translate(&refusing), asking: translate(&asking), asks }
    }

    /// Has this process ask before some calls, for good; returns the descriptor on which it does.
    pub fn ask(&self) -> Result<c_int, c_int> {
        const SECCOMP_FILTER_FLAG_NEW_LISTENER: c_int = 1 << 3;
        install(&self.asking, SECCOMP_FILTER_FLAG_NEW_LISTENER)
    }

    /// Has calls of this process refused, for good.
    pub fn refuse(&self) -> Attempt {
        install(&self.refusing, 0).map(drop)
    }
}

fn install(program: &[sock_filter], flags: c_int) -> Result<c_int, c_int> {
    const SECCOMP_SET_MODE_FILTER: c_int = 1;
    if ARCHITECTURE == 0 {
        return Err(libc::ENOSYS);
    }
    let program =
        libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    // SAFETY: the program outlives the call; the kernel copies it.
    check(unsafe {
        libc::syscall(libc::SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &raw const program)
    })
}

/// A classic BPF program: architecture and number first, then one short block for each row.
fn translate(rows: &[&Row]) -> Vec<sock_filter> {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const AND: u16 = (libc::BPF_ALU | libc::BPF_AND | libc::BPF_K) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    const NUMBER: u32 = 0;
    const ARCHITECTURE_AT: u32 = 4;
    /// Offset of the low half of the first argument; both architectures are little-endian.
    const ARGUMENTS: u32 = 16;
    /// Numbers from here on are of x86's third table.
    const OTHER_TABLE: u32 = 0x4000_0000;
    const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    let op = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    let mut program = vec![
        op(LOAD, 0, 0, ARCHITECTURE_AT),
        op(EQUAL, 1, 0, ARCHITECTURE),
        op(RETURN, 0, 0, REFUSE),
        op(LOAD, 0, 0, NUMBER),
        op(AT_LEAST, 0, 1, OTHER_TABLE),
        op(RETURN, 0, 0, REFUSE),
    ];
    for row in rows {
        let (argument, mask, value, equal) = match row.when {
            Always => {
                program.push(op(EQUAL, 0, 1, row.call as u32));
                program.push(op(RETURN, 0, 0, row.then));
                continue;
            }
            Is(argument, mask, value) => (argument, mask, value, true),
            IsNot(argument, mask, value) => (argument, mask, value, false),
        };
        let (then, otherwise) = if equal { (0, 1) } else { (1, 0) };
        program.extend([
            op(EQUAL, 0, 5, row.call as u32),
            op(LOAD, 0, 0, ARGUMENTS + 8 * argument),
            op(AND, 0, 0, mask),
            op(EQUAL, then, otherwise, value),
            op(RETURN, 0, 0, row.then),
            op(LOAD, 0, 0, NUMBER),
        ]);
    }
    program.push(op(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW));
    program
}
