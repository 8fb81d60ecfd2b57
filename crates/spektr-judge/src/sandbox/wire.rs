//! What spektr, warden and supervisor say to each other. Requests are one datagram
//! (a header and NUL-terminated strings) with five descriptors; reports are fixed-size
//! records on a pipe. The receiving side must not allocate, so everything is read in
//! place.

use super::confine::Step;
use super::job::Job;
use std::io;
use std::os::unix::ffi::OsStrExt;

/// Longest request: far below a datagram's limit, far above any command line of ours.
pub(super) const LONGEST: usize = 96 << 10;
pub(super) const MOST_STRINGS: usize = 2048;

/// Descriptors that travel with a request, in this order.
pub(super) const DESCRIPTORS: usize = 5;
pub(super) const REPORT: usize = 0;
pub(super) const LIFELINE: usize = 1;
pub(super) const STDIN: usize = 2;
pub(super) const STDOUT: usize = 3;
pub(super) const STDERR: usize = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Header {
    /// 0 for no limit on any one process.
    pub cpu_seconds: u64,
    /// Of private memory mapped by one process, used or not.
    pub mapped: u64,
    pub processes: u64,
    pub file: u64,
    /// Not 0 if the command stops before it executes anything, until somebody watches it.
    pub waits: u64,
    pub args: u32,
    pub env: u32,
}

/// The request as bytes: header, directory, program, arguments, environment.
/// A command that `stays` is not limited in CPU time here: it is watched.
pub(super) fn encode(job: &Job<'_>, stays: bool) -> io::Result<Vec<u8>> {
    let header = Header {
        // The kernel counts this by ticks, which may be twice of what was used. The census counts
        // exactly, and knows which limit it was.
        cpu_seconds: if stays { 0 } else { job.limits.cpu.as_secs() * 2 + 1 },
        mapped: job.limits.mapped(),
        processes: job.limits.processes,
        file: job.limits.file,
        waits: u64::from(job.watcher.is_some()),
        args: job.args.len() as u32 + 1,
        env: job.env.len() as u32,
    };
    let mut bytes = Vec::with_capacity(1024);
    // SAFETY: `Header` is plain integers without padding; any byte view of it is valid.
    bytes.extend_from_slice(unsafe {
        std::slice::from_raw_parts((&raw const header).cast::<u8>(), size_of::<Header>())
    });
    let mut push = |parts: &[&[u8]]| -> io::Result<()> {
        for part in parts {
            if part.contains(&0) {
                return Err(io::Error::other("a command line contains a NUL byte"));
            }
            bytes.extend_from_slice(part);
        }
        bytes.push(0);
        Ok(())
    };
    push(&[job.directory.as_os_str().as_bytes()])?;
    push(&[job.program.as_os_str().as_bytes()])?;
    for arg in &job.args {
        push(&[arg.as_bytes()])?;
    }
    for (key, value) in &job.env {
        push(&[key.as_bytes(), b"=", value.as_bytes()])?;
    }
    if bytes.len() > LONGEST || job.args.len() + job.env.len() + 2 > MOST_STRINGS {
        return Err(io::Error::other("a command line is too long for the sandbox"));
    }
    Ok(bytes)
}

/// A request as the supervisor sees it: pointers into the datagram.
pub(super) struct Request {
    pub header: Header,
    pub directory: *const libc::c_char,
    /// NULL-terminated, as `execve` wants them.
    pub argv: [*const libc::c_char; MOST_STRINGS],
    pub envp: [*const libc::c_char; MOST_STRINGS],
}

impl Request {
    pub const EMPTY: Request = Request {
        header: Header {
            cpu_seconds: 0,
            mapped: 0,
            processes: 0,
            file: 0,
            waits: 0,
            args: 0,
            env: 0,
        },
        directory: std::ptr::null(),
        argv: [std::ptr::null(); MOST_STRINGS],
        envp: [std::ptr::null(); MOST_STRINGS],
    };

    /// Fills `self` from a datagram; false if it is not a well-formed request.
    pub fn decode(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() <= size_of::<Header>() || bytes[bytes.len() - 1] != 0 {
            return false;
        }
        // SAFETY: the length was checked, and any bytes are a valid `Header`.
        self.header = unsafe { std::ptr::read_unaligned(bytes.as_ptr().cast::<Header>()) };
        let (args, env) = (self.header.args as usize, self.header.env as usize);
        if args + env + 2 > MOST_STRINGS {
            return false;
        }
        let mut rest = &bytes[size_of::<Header>()..];
        let mut next = || -> *const libc::c_char {
            let Some(end) = rest.iter().position(|&byte| byte == 0) else {
                return std::ptr::null();
            };
            let start = rest.as_ptr().cast();
            rest = &rest[end + 1..];
            start
        };
        self.directory = next();
        for slot in &mut self.argv[..args] {
            *slot = next();
        }
        self.argv[args] = std::ptr::null();
        for slot in &mut self.envp[..env] {
            *slot = next();
        }
        self.envp[env] = std::ptr::null();
        !self.directory.is_null()
            && self.argv[..args].iter().chain(&self.envp[..env]).all(|string| !string.is_null())
    }
}

#[repr(C, u32)]
#[derive(Clone, Copy, Debug)]
pub(super) enum Report {
    /// The supervisor's process id, as spektr sees it.
    Started { pid: i32 },
    /// The command is about to stop, for somebody to watch it.
    Waits,
    /// Something could not be set up: nothing was run.
    Failed { step: Step, errno: i32 },
    /// All was set up, but the kernel would not execute the program.
    NotExecuted { errno: i32 },
    /// All is over.
    Ended { status: i32, left_behind: bool, cpu_micros: u64, peak_kilobytes: u64 },
}

impl Report {
    pub fn send(self, descriptor: i32) {
        // SAFETY: the record outlives the call, and a pipe takes it whole or not at all.
        unsafe { libc::write(descriptor, (&raw const self).cast(), size_of::<Report>()) };
    }

    /// The next report, or `None` at the end of the pipe.
    pub fn receive(descriptor: i32) -> io::Result<Option<Report>> {
        let mut report = std::mem::MaybeUninit::<Report>::zeroed();
        // SAFETY: the buffer is as large as the record; only `send` writes to the pipe.
        let got =
            unsafe { libc::read(descriptor, report.as_mut_ptr().cast(), size_of::<Report>()) };
        match got {
            0 => Ok(None),
            // SAFETY: a whole record written by `send` of the same build.
            n if n as usize == size_of::<Report>() => Ok(Some(unsafe { report.assume_init() })),
            n if n < 0 => Err(io::Error::last_os_error()),
            _ => Err(io::Error::other("half a report from the sandbox's supervisor")),
        }
    }
}
