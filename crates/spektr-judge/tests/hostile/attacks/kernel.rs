//! Calls into the kernel that no compiler needs.

use super::*;

// ---- the kernel ----

pub(super) fn new_namespaces(_: &Aims) -> bool {
    let flags = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    unsafe {
        let by_clone =
            libc::syscall(libc::SYS_clone, libc::CLONE_NEWUSER | libc::SIGCHLD, 0, 0, 0, 0);
        if by_clone == 0 {
            libc::_exit(0);
        }
        let mut arguments = [0u64; 8];
        arguments[0] = libc::CLONE_NEWUSER as u64;
        let by_clone3 = libc::syscall(libc::SYS_clone3, arguments.as_ptr(), 64);
        if by_clone3 == 0 {
            libc::_exit(0);
        }
        let own = File::open("/proc/self/ns/net").unwrap();
        any([by_clone > 0, by_clone3 > 0, libc::setns(own.as_raw_fd(), 0) == 0])
            | any(flags.map(|flag| libc::unshare(flag) == 0))
    }
}

pub(super) fn mounts(_: &Aims) -> bool {
    let none = std::ptr::null::<c_void>();
    unsafe {
        let (tmpfs, here) = (c"tmpfs".as_ptr(), c".".as_ptr());
        any([
            libc::mount(tmpfs, here, tmpfs, 0, none) == 0,
            libc::mount(c"/etc".as_ptr(), here, std::ptr::null(), libc::MS_BIND, none) == 0,
            libc::chroot(here) == 0,
            libc::syscall(libc::SYS_pivot_root, here, here) == 0,
            libc::syscall(libc::SYS_fsopen, tmpfs, 0) >= 0,
            libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, here, 1) >= 0,
        ])
    }
}

pub(super) fn keys(_: &Aims) -> bool {
    unsafe {
        let (kind, name) = (c"user".as_ptr(), c"spektr-hostile".as_ptr());
        any([
            libc::syscall(libc::SYS_keyctl, 0, -4, 0) >= 0,
            libc::syscall(libc::SYS_add_key, kind, name, c"x".as_ptr(), 1, -2) >= 0,
        ])
    }
}

/// With arguments that are wrong, so that nothing happens where it is permitted.
pub(super) fn watching_the_kernel(_: &Aims) -> bool {
    unsafe {
        any([
            reached(libc::syscall(libc::SYS_bpf, 0, 0, 0)),
            reached(libc::syscall(libc::SYS_perf_event_open, 0, 0, -1, -1, 0)),
            reached(libc::syscall(libc::SYS_userfaultfd, 0)),
            reached(libc::syscall(libc::SYS_open_by_handle_at, -1, 0, 0)),
            reached(libc::syscall(libc::SYS_syslog, 10, 0, 0)),
        ])
    }
}

pub(super) fn changing_the_kernel(_: &Aims) -> bool {
    unsafe {
        any([
            reached(libc::syscall(libc::SYS_kexec_load, 0, 0, 0, 0xffff_u64)),
            reached(libc::syscall(libc::SYS_init_module, 0, 0, 0)),
            reached(libc::syscall(libc::SYS_delete_module, 0, 0)),
            reached(libc::syscall(libc::SYS_sethostname, 0, -1)),
            reached(libc::syscall(libc::SYS_clock_settime, 0, 0)),
            reached(libc::syscall(libc::SYS_reboot, 0, 0, 0, 0)),
            reached(libc::syscall(libc::SYS_swapon, 0, 0xffff_ffff_u64)),
        ])
    }
}

pub(super) fn settings(_: &Aims) -> bool {
    let files = [
        "/proc/sys/kernel/core_pattern",
        "/proc/sys/vm/drop_caches",
        "/proc/sysrq-trigger",
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "/sys/power/state",
        "/sys/fs/cgroup/cgroup.procs",
    ];
    any(files.map(|file| OpenOptions::new().write(true).open(file).is_ok()))
}

pub(super) fn notification_instances(_: &Aims) -> bool {
    unsafe { libc::inotify_init1(0) >= 0 || libc::syscall(libc::SYS_fanotify_init, 0, 0) >= 0 }
}

pub(super) fn thousands_of_descriptors(_: &Aims) -> bool {
    let wish = libc::rlimit { rlim_cur: 100_000, rlim_max: 100_000 };
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const wish) };
    (0..10_000).all(|_| unsafe { libc::dup(1) >= 0 })
}

// ---- what stays in the kernel ----

pub(super) fn system_v(aims: &Aims) -> bool {
    let key = aims.spektr;
    let flags = libc::IPC_CREAT | 0o600;
    unsafe {
        let memory = libc::shmget(key, 4096, flags);
        let semaphore = libc::semget(key, 1, flags);
        let queue = libc::msgget(key, flags);
        // Made is proof; nothing need stay. In a namespace of its own nothing would.
        any([
            memory >= 0 && libc::shmctl(memory, libc::IPC_RMID, std::ptr::null_mut()) == 0,
            semaphore >= 0 && libc::semctl(semaphore, 0, libc::IPC_RMID) == 0,
            queue >= 0 && libc::msgctl(queue, libc::IPC_RMID, std::ptr::null_mut()) == 0,
        ])
    }
}

pub(super) fn message_queues(_: &Aims) -> bool {
    unsafe {
        let name = c"/spektr-hostile".as_ptr();
        let none = std::ptr::null_mut::<c_void>();
        let queue = libc::mq_open(name, libc::O_CREAT | libc::O_RDWR, 0o600, none);
        queue >= 0 && libc::mq_unlink(name) == 0
    }
}
