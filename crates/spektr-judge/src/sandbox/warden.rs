//! The warden: a small child that forks supervisors on request, and the
//! socket to it. When spektr is gone the warden waits until the last
//! supervisor is gone too and removes the scratch root.

use super::confine::child::{self, Identity, clone_flags, leave_network};
use super::confine::{Confinement, Step};
use super::supervisor::supervise;
use super::wire::{DESCRIPTORS, LONGEST, REPORT, Report, Request};
use libc::c_int;
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub(super) struct Warden {
    socket: Option<OwnedFd>,
    pid: c_int,
}

impl Warden {
    pub fn start(scratch: &Path, confinement: &Confinement) -> io::Result<Warden> {
        let scratch = CString::new(scratch.as_os_str().as_bytes())?;
        let (ours, theirs) = socket_pair()?;
        // SAFETY: the child calls only system calls and ends without returning here.
        let pid = unsafe { libc::fork() };
        match pid {
            0 => {
                // The warden knows that spektr is gone by the end of this conversation,
                // so it must not hold spektr's side itself.
                drop(ours);
                serve(theirs.as_raw_fd(), &scratch, confinement)
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

fn serve(socket: c_int, scratch: &CStr, confinement: &Confinement) -> ! {
    detach(socket);
    let network = if confinement.net_namespace { leave_network(confinement) } else { Ok(()) };
    // One request at a time; static because a stack of this size would be copied in
    // every fork anyway.
    let mut buffer = [0u8; LONGEST];
    let mut request = Request::EMPTY;
    loop {
        match receive(socket, &mut buffer) {
            None => break,
            Some((length, descriptors)) => {
                match network {
                    Err(errno) => {
                        Report::Failed { step: Step::Network, errno }.send(descriptors[REPORT])
                    }
                    Ok(()) if request.decode(&buffer[..length]) => {
                        start_supervisor(socket, &request, descriptors, confinement);
                    }
                    Ok(()) => Report::Failed { step: Step::Start, errno: libc::EINVAL }
                        .send(descriptors[REPORT]),
                }
                for descriptor in descriptors {
                    // SAFETY: received with this request, used by nobody else here.
                    unsafe { libc::close(descriptor) };
                }
            }
        }
    }
    clean_up(scratch)
}

/// Cuts every tie to spektr's terminal, files and signal handlers.
fn detach(socket: c_int) {
    // SAFETY: plain system calls on this process.
    unsafe {
        libc::setsid();
        for signal in 1..=64 {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        // Supervisors are reaped by the kernel; they report for themselves.
        libc::signal(libc::SIGCHLD, libc::SIG_IGN);
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for standard in 0..3 {
            libc::dup2(null, standard);
        }
        let socket = socket as libc::c_uint;
        libc::syscall(libc::SYS_close_range, 3, socket - 1, 0);
        libc::syscall(libc::SYS_close_range, socket + 1, libc::c_uint::MAX, 0);
    }
}

/// The next request's length and descriptors; `None` once spektr is gone.
fn receive(socket: c_int, buffer: &mut [u8]) -> Option<(usize, [c_int; DESCRIPTORS])> {
    let mut control = ControlBuffer([0; 64]);
    let mut part = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    loop {
        // SAFETY: the message refers to buffers that outlive the call.
        unsafe {
            let mut message = control.message(&mut part);
            let got = libc::recvmsg(socket, &raw mut message, libc::MSG_CMSG_CLOEXEC);
            if got < 0 && child::errno() == libc::EINTR {
                continue;
            }
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

fn start_supervisor(
    socket: c_int,
    request: &Request,
    descriptors: [c_int; DESCRIPTORS],
    confinement: &Confinement,
) {
    let identity = Identity::current();
    let flags = clone_flags(confinement) | libc::SIGCHLD;
    // SAFETY: without CLONE_VM this is a fork into new namespaces.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    match pid {
        0 => {
            // SAFETY: the supervisor has no business with spektr.
            unsafe { libc::close(socket) };
            supervise(request, descriptors, confinement, identity)
        }
        -1 => Report::Failed { step: Step::Namespaces, errno: child::errno() }
            .send(descriptors[REPORT]),
        pid => Report::Started { pid: pid as i32 }.send(descriptors[REPORT]),
    }
}

/// Waits for the last supervisor, then becomes the command that removes the scratch root.
fn clean_up(scratch: &CStr) -> ! {
    // SAFETY: plain system calls; the strings are NUL-terminated.
    unsafe {
        // SIGCHLD is ignored, so this returns only when no child is left.
        libc::waitpid(-1, std::ptr::null_mut(), 0);
        let argv =
            [c"rm".as_ptr(), c"-rf".as_ptr(), c"--".as_ptr(), scratch.as_ptr(), std::ptr::null()];
        libc::execve(c"/bin/rm".as_ptr(), argv.as_ptr(), argv[4..].as_ptr());
        libc::_exit(1)
    }
}
