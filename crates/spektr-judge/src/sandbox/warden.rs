//! The warden: a small child that forks supervisors on request, and the
//! socket to it. When spektr is gone the warden waits until the last
//! supervisor is gone too and removes the scratch root.

use super::confine::identity::Identity;
use super::confine::{Attempt, Confinement, Plan, Step, check, errno, mounts};
use super::supervisor::supervise;
use super::tree;
use super::wire::{DESCRIPTORS, LONGEST, REPORT, Report, Request};
use libc::c_int;
use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

pub(super) struct Warden {
    socket: Option<OwnedFd>,
    pid: c_int,
}

impl Warden {
    /// Forks the warden. `place` is the directory and the name of the scratch root, which it
    /// removes in the end.
    pub fn start(plan: &Plan, place: (RawFd, &CStr)) -> io::Result<Warden> {
        let (ours, theirs) = socket_pair()?;
        // SAFETY: the child calls only system calls and ends without returning here.
        let pid = unsafe { libc::fork() };
        match pid {
            0 => {
                // The warden knows that spektr is gone by the end of this conversation,
                // so it must not hold spektr's side itself.
                drop(ours);
                serve(theirs.as_raw_fd(), place, plan)
            }
            -1 => Err(io::Error::last_os_error()),
            pid => Ok(Warden { socket: Some(ours), pid }),
        }
    }

    pub fn send(&self, request: &[u8], descriptors: [c_int; DESCRIPTORS]) -> io::Result<()> {
        // The socket is there until drop.
        let socket = self.socket.as_ref().map_or(-1, AsRawFd::as_raw_fd);
        let mut control = ControlBuffer([0; 64]);
        let mut part = libc::iovec { iov_base: request.as_ptr() as *mut _, iov_len: request.len() };
        // SAFETY: the message refers to buffers that outlive the call; the control
        // buffer has room for exactly these descriptors.
        let sent = unsafe {
            let message = control.message(&mut part);
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(size_of_val(&descriptors) as u32) as usize;
            libc::CMSG_DATA(header).cast::<[c_int; DESCRIPTORS]>().write_unaligned(descriptors);
            libc::sendmsg(socket, &raw const message, libc::MSG_NOSIGNAL)
        };
        if sent < 0 {
            let cause = io::Error::last_os_error();
            return Err(io::Error::new(
                cause.kind(),
                format!("the sandbox's warden is gone: {cause}"),
            ));
        }
        Ok(())
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        // The end of the conversation; the warden cleans up and leaves.
        self.socket = None;
        // SAFETY: our own child.
        unsafe { libc::waitpid(self.pid, std::ptr::null_mut(), 0) };
    }
}

fn socket_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut pair = [0; 2];
    // SAFETY: the array outlives the call; on success both descriptors are ours.
    unsafe {
        let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
        if libc::socketpair(libc::AF_UNIX, kind, 0, pair.as_mut_ptr()) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((OwnedFd::from_raw_fd(pair[0]), OwnedFd::from_raw_fd(pair[1])))
    }
}

/// Room for the descriptors of a request, aligned as the kernel wants it.
#[repr(align(8))]
struct ControlBuffer([u8; 64]);

impl ControlBuffer {
    fn message(&mut self, part: &mut libc::iovec) -> libc::msghdr {
        // SAFETY: all-zero is a valid `msghdr`; `CMSG_SPACE` only computes.
        unsafe {
            let mut message: libc::msghdr = std::mem::zeroed();
            message.msg_iov = part;
            message.msg_iovlen = 1;
            message.msg_control = self.0.as_mut_ptr().cast();
            message.msg_controllen =
                libc::CMSG_SPACE(size_of::<[c_int; DESCRIPTORS]>() as u32) as usize;
            message
        }
    }
}

// ---- the warden itself: forked, so without allocation or locks ----

fn serve(socket: c_int, place: (RawFd, &CStr), plan: &Plan) -> ! {
    detach([socket, place.0]);
    // From before everything becomes read-only: a new user namespace is described there.
    // SAFETY: the path is a constant.
    let proc = unsafe { libc::open(c"/proc".as_ptr(), libc::O_DIRECTORY | libc::O_CLOEXEC) };
    let apart = leave_world(&plan.confinement, proc)
        .map_err(|errno| (Step::Network, errno))
        .and_then(|()| arrange(plan).map_err(|errno| (Step::Mounts, errno)));
    let mut buffer = [0u8; LONGEST];
    let mut request = Request::EMPTY;
    while let Some((length, descriptors)) = receive(socket, &mut buffer) {
        match apart {
            Err((step, errno)) => Report::Failed { step, errno }.send(descriptors[REPORT]),
            Ok(()) if request.decode(&buffer[..length]) => {
                start_supervisor([socket, place.0], proc, &request, descriptors, plan);
            }
            Ok(()) => {
                Report::Failed { step: Step::Start, errno: libc::EINVAL }.send(descriptors[REPORT])
            }
        }
        for descriptor in descriptors {
            // SAFETY: received with this request, used by nobody else here.
            unsafe { libc::close(descriptor) };
        }
    }
    reap(0);
    if plan.confinement.read_only_mounts {
        mounts::give_back(plan);
    }
    clean_up(place)
}

/// Cuts every tie to spektr's terminal, files and signal handlers but for two descriptors.
fn detach(mut kept: [c_int; 2]) {
    extern "C" fn awake(_: c_int) {}
    kept.sort_unstable();
    // SAFETY: plain system calls on this process.
    unsafe {
        libc::setsid();
        libc::chdir(c"/".as_ptr());
        for signal in 1..=64 {
            libc::signal(signal, libc::SIG_DFL);
        }
        // Who no longer wants to hear a report must not end us with it.
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
        // The end of a supervisor interrupts waiting for requests, and nothing else: it must be
        // reaped here, because only then is its CPU time counted as spektr's.
        let wake: extern "C" fn(c_int) = awake;
        libc::signal(libc::SIGCHLD, wake as libc::sighandler_t);
        let mut ends: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut ends);
        libc::sigaddset(&raw mut ends, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const ends, std::ptr::null_mut());
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for standard in 0..3 {
            libc::dup2(null, standard);
        }
        let mut first = 3;
        for keep in kept.map(|keep| keep as libc::c_uint) {
            if first < keep {
                libc::syscall(libc::SYS_close_range, first, keep - 1, 0);
            }
            first = keep + 1;
        }
        libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0);
    }
}

/// Enters the namespaces that all commands share: no network, mounts of their own.
fn leave_world(confinement: &Confinement, proc: c_int) -> Attempt {
    let identity = Identity::current();
    let mut flags = 0;
    for (wanted, flag) in [
        (confinement.user_namespace, libc::CLONE_NEWUSER),
        (confinement.net_namespace, libc::CLONE_NEWNET),
        (confinement.read_only_mounts, libc::CLONE_NEWNS),
    ] {
        flags |= if wanted { flag } else { 0 };
    }
    if flags == 0 {
        return Ok(());
    }
    // SAFETY: changes only this process.
    check(unsafe { libc::unshare(flags) }.into())?;
    if confinement.user_namespace { identity.keep(proc) } else { Ok(()) }
}

fn arrange(plan: &Plan) -> Attempt {
    if plan.confinement.read_only_mounts { mounts::arrange(plan) } else { Ok(()) }
}

/// The namespaces a supervisor is born into.
fn clone_flags(confinement: &Confinement) -> c_int {
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

/// The next request's length and descriptors; `None` once spektr is gone.
fn receive(socket: c_int, buffer: &mut [u8]) -> Option<(usize, [c_int; DESCRIPTORS])> {
    let mut control = ControlBuffer([0; 64]);
    let mut part = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    loop {
        reap(libc::WNOHANG);
        // SAFETY: the message refers to buffers that outlive the call. SIGCHLD is let through
        // only while waiting, so that no end of a supervisor is missed.
        unsafe {
            let mut ready = libc::pollfd { fd: socket, events: libc::POLLIN, revents: 0 };
            let mut all: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut all);
            if libc::ppoll(&raw mut ready, 1, std::ptr::null(), &raw const all) <= 0 {
                continue;
            }
            let mut message = control.message(&mut part);
            let got = libc::recvmsg(socket, &raw mut message, libc::MSG_CMSG_CLOEXEC);
            if got <= 0 {
                return None;
            }
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            if header.is_null() {
                continue;
            }
            let descriptors =
                libc::CMSG_DATA(header).cast::<[c_int; DESCRIPTORS]>().read_unaligned();
            return Some((got as usize, descriptors));
        }
    }
}

/// Reaps supervisors that have ended: without `WNOHANG`, until none is left.
fn reap(flags: c_int) {
    // SAFETY: nothing is asked but that it be over.
    while unsafe { libc::waitpid(-1, std::ptr::null_mut(), flags) } > 0 {}
}

fn start_supervisor(
    ours: [c_int; 2],
    proc: c_int,
    request: &Request,
    descriptors: [c_int; DESCRIPTORS],
    plan: &Plan,
) {
    let identity = Identity::current();
    let flags = clone_flags(&plan.confinement) | libc::SIGCHLD;
    // SAFETY: without CLONE_VM this is a fork into new namespaces.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    match pid {
        0 => {
            // SAFETY: the supervisor has no business with spektr or its files, and gets signals
            // as any process does.
            unsafe {
                libc::close(ours[0]);
                libc::close(ours[1]);
                libc::signal(libc::SIGCHLD, libc::SIG_DFL);
                let mut none: libc::sigset_t = std::mem::zeroed();
                libc::sigemptyset(&raw mut none);
                libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
            }
            supervise(request, descriptors, plan, proc, identity)
        }
        -1 => Report::Failed { step: Step::Namespaces, errno: errno() }.send(descriptors[REPORT]),
        pid => Report::Started { pid: pid as i32 }.send(descriptors[REPORT]),
    }
}

/// Removes the scratch root.
fn clean_up((directory, name): (RawFd, &CStr)) -> ! {
    // What cannot be removed is left to the next spektr that starts here.
    let code = if tree::remove(directory, name).is_ok() { 0 } else { 1 };
    // SAFETY: ends the process at once, running no destructors of spektr's.
    unsafe { libc::_exit(code) }
}
