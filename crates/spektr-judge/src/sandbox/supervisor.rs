//! The supervisor of one command: sets the stage, starts the command, waits until it
//! ends or spektr lets go of the lifeline, kills whatever is left and reports. It is a
//! forked child, so nothing here allocates, locks or returns.

use super::broker::Broker;
use super::confine::identity::{
    Identity, Owner, hand_over_files, offer_to_the_oom_killer, renounce_privileges,
};
use super::confine::{Plan, Step, check, errno, landlock, mounts};
use super::descriptors;
use super::wire::{DESCRIPTORS, LIFELINE, REPORT, Report, Request, STDERR, STDIN, STDOUT};
use libc::c_int;

/// Which step failed, and how.
type Failure = (Step, c_int);

/// Runs `request` and ends this process.
pub(super) fn supervise(
    request: &Request,
    descriptors: [c_int; DESCRIPTORS],
    plan: &Plan,
    proc: c_int,
    identity: Identity,
) -> ! {
    let ready = prepare(request, plan, proc, identity);
    let ready = ready.and_then(|stage| oversee(request, descriptors, plan, stage));
    match ready {
        Ok(()) => leave(0),
        Err((step, errno)) => {
            Report::Failed { step, errno }.send(descriptors[REPORT]);
            leave(1)
        }
    }
}

fn leave(code: c_int) -> ! {
    // SAFETY: ends the process at once, running no destructors of spektr's.
    unsafe { libc::_exit(code) }
}

/// What the command needs to know of where it runs.
#[derive(Clone, Copy)]
struct Stage {
    directory: c_int,
    /// The user to become, if another.
    user: Option<u32>,
}

fn prepare(
    request: &Request,
    plan: &Plan,
    proc: c_int,
    identity: Identity,
) -> Result<Stage, Failure> {
    let confinement = &plan.confinement;
    // SAFETY: plain system calls on this process; `Request::decode` made sure that the
    // directory is NUL-terminated.
    let directory = unsafe {
        libc::setsid();
        if confinement.pid_namespace {
            // With the init process of a namespace dies everything in it.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
        } else {
            libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        }
        offer_to_the_oom_killer(proc);
        if confinement.user_namespace {
            identity.keep(proc).map_err(|errno| (Step::Identity, errno))?;
        }
        libc::close(proc);
        if confinement.read_only_mounts {
            mounts::exempt(plan, request.directory).map_err(|errno| (Step::Mounts, errno))?;
        }
        let flags = libc::O_DIRECTORY | libc::O_CLOEXEC;
        check(libc::open(request.directory, flags).into())
            .map_err(|errno| (Step::Directory, errno))?
    };
    let mut user = None;
    if confinement.other_user {
        let id = Owner::of_directory(directory).map_err(|errno| (Step::Identity, errno))?;
        hand_over_files(directory, id);
        user = Some(id);
    }
    Ok(Stage { directory, user })
}

fn oversee(
    request: &Request,
    descriptors: [c_int; DESCRIPTORS],
    plan: &Plan,
    stage: Stage,
) -> Result<(), Failure> {
    let asks = plan.confinement.seccomp && plan.filter.asks;
    let (ours, theirs) = if asks { descriptors::pair() } else { Ok((-1, -1)) }
        .map_err(|errno| (Step::Broker, errno))?;
    // SAFETY: a fork of a single-threaded process.
    let command = unsafe { libc::fork() };
    if command < 0 {
        return Err((Step::Start, errno()));
    }
    if command == 0 {
        let failure = become_command(request, descriptors, plan, stage, theirs);
        failure.send(descriptors[REPORT]);
        leave(127)
    }
    // SAFETY: our copies; the command has its own, and their end is what spektr waits for.
    unsafe {
        for ours in [descriptors[STDIN], descriptors[STDOUT], descriptors[STDERR], theirs] {
            libc::close(ours);
        }
    }
    // Without a listener the command has failed and said so itself.
    let listener = if asks { descriptors::receive(ours) } else { None };
    let broker = listener.and_then(|listener| Broker::new(listener, stage.directory).ok());
    let released = wait_for(command, descriptors[LIFELINE], broker.as_ref());
    let (status, left_behind) = finish(command, released, plan.confinement.pid_namespace);
    report_end(status, left_behind, descriptors[REPORT]);
    Ok(())
}

/// Waits for the end of `command`; true if spektr let go first.
fn wait_for(command: c_int, lifeline: c_int, broker: Option<&Broker>) -> bool {
    /// Milliseconds between looks where the kernel cannot wake us.
    const LOOK: c_int = 5;
    // SAFETY: plain system calls; arrays and records outlive them.
    unsafe {
        let process = libc::syscall(libc::SYS_pidfd_open, command, 0) as c_int;
        let timeout = if process < 0 { LOOK } else { -1 };
        let questions = broker.map_or(-1, Broker::descriptor);
        let mut watched = [lifeline, process, questions].map(|fd| libc::pollfd {
            fd,
            events: libc::POLLIN,
            revents: 0,
        });
        loop {
            libc::poll(watched.as_mut_ptr(), 3, timeout);
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
            libc::waitid(libc::P_PID, command as libc::id_t, &raw mut info, flags);
            if info.si_pid() == command {
                return false;
            }
            if watched[0].revents != 0 {
                return true;
            }
            if let Some(broker) = broker
                && watched[2].revents & libc::POLLIN != 0
            {
                broker.serve();
            }
        }
    }
}
/// Kills and reaps everything; the command's status and whether anything outlived it.
fn finish(command: c_int, released: bool, is_init: bool) -> (c_int, bool) {
    let mut status = libc::SIGKILL;
    let mut left_behind = false;
    // The command leads a process group. Killing a group is one step for the kernel, so
    // that even a fork bomb cannot outrun it; only those who left the group remain.
    // SAFETY: the command is not reaped yet, so its number cannot be another's.
    unsafe { libc::kill(-command, libc::SIGKILL) };
    if released {
        kill_all(is_init);
    }
    loop {
        let mut this = 0;
        // SAFETY: `this` outlives the call.
        let pid = unsafe { libc::waitpid(-1, &raw mut this, libc::__WALL | libc::WNOHANG) };
        if pid == command {
            status = this;
        } else if pid > 0 {
            let killed = libc::WIFSIGNALED(this) && libc::WTERMSIG(this) == libc::SIGKILL;
            left_behind |= killed && !released;
        } else if pid < 0 && errno() == libc::ECHILD {
            return (status, left_behind);
        } else if pid == 0 {
            left_behind |= !released;
            kill_all(is_init);
            // SAFETY: waits without reaping until some child has ended.
            unsafe {
                let mut info: libc::siginfo_t = std::mem::zeroed();
                let flags = libc::WEXITED | libc::WNOWAIT | libc::__WALL;
                libc::waitid(libc::P_ALL, 0, &raw mut info, flags);
            }
        }
    }
}

/// One round of killing. An init process reaches its whole namespace; a subreaper
/// reaches its children, inherits theirs, and comes back.
fn kill_all(is_init: bool) {
    if is_init {
        // SAFETY: from an init process, -1 means this namespace.
        unsafe { libc::kill(-1, libc::SIGKILL) };
        return;
    }
    // SAFETY: the buffer outlives the reads, the path is a constant.
    unsafe {
        let list = libc::open(c"/proc/thread-self/children".as_ptr(), libc::O_RDONLY);
        let mut buffer = [0u8; 4096];
        let mut pid: c_int = 0;
        loop {
            let got = libc::read(list, buffer.as_mut_ptr().cast(), buffer.len());
            if got <= 0 {
                break;
            }
            for &byte in &buffer[..got as usize] {
                if byte.is_ascii_digit() {
                    pid = pid * 10 + c_int::from(byte - b'0');
                } else if pid > 0 {
                    libc::kill(pid, libc::SIGKILL);
                    pid = 0;
                }
            }
        }
        libc::close(list);
    }
}

fn report_end(status: c_int, left_behind: bool, descriptor: c_int) {
    // SAFETY: the record outlives the call; all-zero is a valid `rusage`.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
        usage
    };
    let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    Report::Ended {
        status,
        left_behind,
        cpu_micros: micros(usage.ru_utime) + micros(usage.ru_stime),
        peak_kilobytes: usage.ru_maxrss as u64,
    }
    .send(descriptor);
}

/// Becomes the command; returns only to say why it could not.
fn become_command(
    request: &Request,
    descriptors: [c_int; DESCRIPTORS],
    plan: &Plan,
    stage: Stage,
    broker: c_int,
) -> Report {
    // SAFETY: plain system calls of a child between fork and exec; `Request::decode`
    // made sure that all strings are NUL-terminated and both lists NULL-terminated.
    unsafe {
        libc::setsid();
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        if libc::fchdir(stage.directory) != 0 {
            return Report::Failed { step: Step::Directory, errno: errno() };
        }
        libc::dup2(descriptors[STDIN], 0);
        libc::dup2(descriptors[STDOUT], 1);
        libc::dup2(descriptors[STDERR], 2);
        libc::umask(0o077);
        // The same addresses in every run: what a wrong program reads from where it
        // must not is then at least always the same.
        libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
        set_limits(request, plan);
        if request.header.waits != 0 {
            // Before calls are refused: to stop oneself is one of them.
            Report::Waits.send(descriptors[REPORT]);
            libc::raise(libc::SIGSTOP);
        }
        if let Err((step, errno)) = confine(request, plan, stage, broker) {
            return Report::Failed { step, errno };
        }
        libc::execve(request.argv[0], request.argv.as_ptr(), request.envp.as_ptr());
    }
    Report::NotExecuted { errno: errno() }
}

/// Everything that confines the command itself, in the order that works.
fn confine(request: &Request, plan: &Plan, stage: Stage, broker: c_int) -> Result<(), Failure> {
    renounce_privileges(stage.user).map_err(|errno| (Step::Identity, errno))?;
    if plan.confinement.landlock {
        // SAFETY: `Request::decode` made sure that the directory is NUL-terminated.
        unsafe { landlock::restrict(plan, request.directory) }
            .map_err(|errno| (Step::Landlock, errno))?;
    }
    if plan.confinement.seccomp {
        // The command cannot send descriptors once calls are refused.
        if plan.filter.asks {
            let sent = plan.filter.ask().and_then(|listener| descriptors::send(broker, listener));
            sent.map_err(|errno| (Step::Broker, errno))?;
        }
        plan.filter.refuse().map_err(|errno| (Step::Seccomp, errno))?;
    }
    Ok(())
}

fn set_limits(request: &Request, plan: &Plan) {
    const OPEN_FILES: u64 = 4096;
    let header = &request.header;
    let limit = |resource, soft: u64, hard: u64| {
        let value = libc::rlimit { rlim_cur: soft, rlim_max: hard };
        // SAFETY: the value outlives the call.
        unsafe { libc::setrlimit(resource, &raw const value) };
    };
    limit(libc::RLIMIT_CORE, 0, 0);
    if header.cpu_seconds > 0 {
        limit(libc::RLIMIT_CPU, header.cpu_seconds, header.cpu_seconds + 1);
    }
    limit(libc::RLIMIT_DATA, header.mapped, header.mapped);
    limit(libc::RLIMIT_FSIZE, header.file, header.file);
    limit(libc::RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES);
    limit(libc::RLIMIT_MSGQUEUE, 0, 0);
    // Without a user or a user namespace of its own, this counts all processes of the user.
    let counted = plan.confinement.user_namespace || plan.confinement.other_user;
    let processes = if counted { header.processes } else { plan.most_processes };
    limit(libc::RLIMIT_NPROC, processes, processes);
}
