//! Other processes: signals, tracing, what is left behind.

use super::*;

// ---- signals ----

pub(super) fn kill_process(aims: &Aims) -> bool {
    unsafe { libc::kill(aims.process, libc::SIGTERM) == 0 }
}

pub(super) fn kill_by_descriptor(aims: &Aims) -> bool {
    unsafe {
        let process = libc::syscall(libc::SYS_pidfd_open, aims.process, 0);
        process >= 0
            && libc::syscall(libc::SYS_pidfd_send_signal, process, libc::SIGTERM, 0, 0) == 0
    }
}

pub(super) fn kill_thread(aims: &Aims) -> bool {
    unsafe {
        let (process, signal) = (aims.process, libc::SIGTERM);
        let as_group = libc::syscall(libc::SYS_tgkill, process, process, signal) == 0;
        as_group | (libc::syscall(libc::SYS_tkill, process, signal) == 0)
    }
}

pub(super) fn kill_by_queue(aims: &Aims) -> bool {
    let value = libc::sigval { sival_ptr: std::ptr::null_mut() };
    unsafe { libc::sigqueue(aims.process, libc::SIGTERM, value) == 0 }
}

/// Input on a pipe sends its owner a signal of choice; the owner is made to be the victim.
pub(super) fn kill_by_file_owner(aims: &Aims) -> bool {
    const F_SETSIG: c_int = 10;
    let mut pipe = [0; 2];
    unsafe {
        libc::pipe(pipe.as_mut_ptr());
        let armed = libc::fcntl(pipe[0], libc::F_SETOWN, aims.process) == 0
            && libc::fcntl(pipe[0], F_SETSIG, libc::SIGTERM) == 0
            && libc::fcntl(pipe[0], libc::F_SETFL, libc::O_ASYNC) == 0;
        if armed {
            libc::write(pipe[1], c"x".as_ptr().cast(), 1);
        }
    }
    // Only the victim knows.
    false
}

/// With a signal that nobody minds but the victims, who watch for it.
pub(super) fn kill_everybody(_: &Aims) -> bool {
    unsafe { libc::kill(-1, libc::SIGURG) };
    false
}

pub(super) fn kill_spektr(aims: &Aims) -> bool {
    unsafe { libc::kill(aims.spektr, libc::SIGURG) == 0 }
}

/// Everything at the supervisor: if it dies, spektr notices, and the daemon stays.
pub(super) fn kill_supervisor(_: &Aims) -> bool {
    unsafe {
        let supervisor = libc::getppid();
        for _ in 0..20 {
            for signal in 1..=64 {
                libc::kill(supervisor, signal);
                libc::syscall(libc::SYS_tgkill, supervisor, supervisor, signal);
            }
        }
        // A supervisor that is gone has left us to somebody else.
        libc::getppid() != supervisor
    }
}

// ---- processes ----

pub(super) fn trace(aims: &Aims) -> bool {
    unsafe {
        let process = aims.process;
        libc::ptrace(libc::PTRACE_SEIZE, process, 0, 0) == 0
            || libc::ptrace(libc::PTRACE_ATTACH, process, 0, 0) == 0
    }
}

pub(super) fn write_memory(aims: &Aims) -> bool {
    let mut byte = 0u8;
    let local = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    // The victim is this executable too; reading its code is proof enough.
    let remote = libc::iovec { iov_base: perform as *mut c_void, iov_len: 1 };
    unsafe {
        libc::process_vm_readv(aims.process, &raw const local, 1, &raw const remote, 1, 0) == 1
    }
}

pub(super) fn write_memory_file(aims: &Aims) -> bool {
    let memory = format!("/proc/{}/mem", aims.process);
    OpenOptions::new().read(true).write(true).open(&memory).is_ok()
        | File::open(memory).is_ok()
        | fs::read(format!("/proc/{}/environ", aims.process)).is_ok_and(|it| !it.is_empty())
}

pub(super) fn limit_process(aims: &Aims) -> bool {
    let none = libc::rlimit { rlim_cur: 7, rlim_max: 7 };
    let old = std::ptr::null_mut();
    unsafe { libc::prlimit(aims.process, libc::RLIMIT_NOFILE, &raw const none, old) == 0 }
}

pub(super) fn slow_process(aims: &Aims) -> bool {
    const IDLE: c_int = 3 << 13;
    unsafe {
        any([
            libc::setpriority(libc::PRIO_PROCESS, aims.process as libc::id_t, 19) == 0,
            libc::syscall(libc::SYS_ioprio_set, 1, aims.process, IDLE) == 0,
            fs::write(format!("/proc/{}/oom_score_adj", aims.process), "1000").is_ok(),
        ])
    }
}

pub(super) fn pin_process(aims: &Aims) -> bool {
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(0, &mut set);
        libc::sched_setaffinity(aims.process, size_of::<libc::cpu_set_t>(), &raw const set) == 0
    }
}

// ---- leftovers: the test looks for processes that carry its mark ----

pub(super) fn stay() -> ! {
    unsafe {
        for signal in 1..=64 {
            if signal != libc::SIGALRM {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
        libc::alarm(20);
        loop {
            libc::pause();
        }
    }
}

pub(super) fn daemon(_: &Aims) -> bool {
    unsafe {
        for _ in 0..5 {
            if libc::fork() == 0 {
                libc::setsid();
                if libc::fork() == 0 {
                    libc::setsid();
                    // Standard output stays open in it.
                    stay();
                }
                libc::_exit(0);
            }
        }
    }
    false
}

pub(super) fn siblings_of_parent(_: &Aims) -> bool {
    unsafe {
        let flags = libc::CLONE_PARENT | libc::SIGCHLD;
        if libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) == 0 {
            libc::setsid();
            stay();
        }
    }
    false
}

pub(super) fn storm_at_the_end(_: &Aims) -> bool {
    unsafe {
        for _ in 0..20 {
            if libc::fork() == 0 {
                libc::alarm(20);
                // Each goes on in a child of its own, a thousand times.
                for _ in 0..1000 {
                    libc::setsid();
                    if libc::fork() > 0 {
                        libc::_exit(0);
                    }
                    libc::alarm(20);
                }
                stay();
            }
        }
    }
    false
}

pub(super) fn outlive_the_supervisor(aims: &Aims) -> bool {
    daemon(aims);
    unsafe { libc::kill(libc::getppid(), libc::SIGKILL) };
    false
}
