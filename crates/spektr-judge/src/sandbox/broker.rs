//! The broker: calls of a command that no filter can decide, because they depend on what a path
//! or a process number means. The supervisor is asked, looks, and does itself what is harmless:
//! modes and times of files below the command's directory, signals to the command's own
//! processes. The rest is refused. It runs in the supervisor, so nothing here allocates.
//!
//! The kernel's side is `seccomp_unotify(2)`. The call is never let through after a look, so that
//! nothing can be exchanged between the look and the call.

use super::confine::filter::SYS_FCHMODAT2;
use super::confine::{check, errno};
use super::tree::descriptor_path;
use libc::{c_int, c_long, pid_t};

const RECEIVE: libc::c_ulong = 0xc050_2100;
const SEND: libc::c_ulong = 0xc018_2101;
const STILL_THERE: libc::c_ulong = 0x4008_2102;

#[repr(C)]
#[derive(Clone, Copy)]
struct Question {
    id: u64,
    pid: u32,
    flags: u32,
    call: c_int,
    architecture: u32,
    instruction: u64,
    args: [u64; 6],
}

#[repr(C)]
struct Answer {
    id: u64,
    value: i64,
    error: i32,
    flags: u32,
}

const PATH: usize = libc::PATH_MAX as usize;

pub(super) struct Broker {
    listener: c_int,
    /// The real path of the command's directory, without a NUL.
    directory: [u8; PATH],
    length: usize,
}

impl Broker {
    /// Answers for the command in the open `directory`.
    pub fn new(listener: c_int, directory: c_int) -> Result<Broker, c_int> {
        let mut broker = Broker { listener, directory: [0; PATH], length: 0 };
        broker.length = real_path(directory, &mut broker.directory)?;
        Ok(broker)
    }

    pub fn descriptor(&self) -> c_int {
        self.listener
    }

    /// Takes one question and answers it.
    pub fn serve(&self) {
        // SAFETY: all-zero is a valid `Question`, and what the kernel wants; records outlive calls.
        unsafe {
            let mut question: Question = std::mem::zeroed();
            if libc::ioctl(self.listener, RECEIVE, &raw mut question) != 0 {
                return;
            }
            let error = match self.carry_out(&question) {
                Ok(()) => 0,
                Err(errno) => -errno,
            };
            let answer = Answer { id: question.id, value: 0, error, flags: 0 };
            libc::ioctl(self.listener, SEND, &raw const answer);
        }
    }

    fn carry_out(&self, question: &Question) -> Result<(), c_int> {
        let args = question.args;
        let int = |k: usize| args[k] as c_int;
        match c_long::from(question.call) {
            #[cfg(target_arch = "x86_64")]
            libc::SYS_chmod => self.chmod(question, (libc::AT_FDCWD, args[0]), args[1], 0),
            libc::SYS_fchmod => self.chmod(question, (int(0), 0), args[1], libc::AT_EMPTY_PATH),
            libc::SYS_fchmodat => self.chmod(question, (int(0), args[1]), args[2], 0),
            SYS_FCHMODAT2 => self.chmod(question, (int(0), args[1]), args[2], int(3)),
            libc::SYS_utimensat => self.set_times(question),
            libc::SYS_kill => self.kill(question, int(0), int(1)),
            libc::SYS_tkill => self.kill_thread(question, int(0), int(1)),
            libc::SYS_tgkill => self.kill_thread(question, int(1), int(2)),
            _ => Err(libc::EPERM),
        }
    }

    fn chmod(&self, question: &Question, file: (c_int, u64), mode: u64, flags: c_int) -> Done {
        const NEVER: libc::mode_t = libc::S_ISUID | libc::S_ISGID;
        let file = self.find(question, file, flags)?;
        // SAFETY: the path is NUL-terminated.
        let result = unsafe {
            let mode = mode as libc::mode_t & 0o7777 & !NEVER;
            check(libc::chmod(file.path().as_ptr().cast(), mode).into())
        };
        result.map(drop)
    }

    fn set_times(&self, question: &Question) -> Done {
        let [directory, path, times, flags, ..] = question.args;
        let flags = if path == 0 { libc::AT_EMPTY_PATH } else { flags as c_int };
        let file = self.find(question, (directory as c_int, path), flags)?;
        let mut copy = [libc::timespec { tv_sec: 0, tv_nsec: libc::UTIME_NOW }; 2];
        if times != 0 {
            let bytes = size_of_val(&copy);
            // SAFETY: `copy` has this many bytes, and any are valid in it.
            let target =
                unsafe { std::slice::from_raw_parts_mut(copy.as_mut_ptr().cast::<u8>(), bytes) };
            if self.read(question, times, target)? != bytes {
                return Err(libc::EFAULT);
            }
        }
        // SAFETY: the path is NUL-terminated, the times outlive the call.
        let result = unsafe {
            let path = file.path();
            libc::utimensat(libc::AT_FDCWD, path.as_ptr().cast(), copy.as_ptr(), 0)
        };
        check(result.into()).map(drop)
    }

    /// The file that a descriptor and a path mean to who asks, if it is below the directory.
    fn find(
        &self,
        question: &Question,
        (directory, path): (c_int, u64),
        flags: c_int,
    ) -> Result<File, c_int> {
        let mut name = [0u8; PATH];
        if path != 0 {
            self.read_string(question, path, &mut name)?;
        }
        if name[0] == 0 && flags & libc::AT_EMPTY_PATH == 0 {
            return Err(if path == 0 { libc::EFAULT } else { libc::ENOENT });
        }
        let mut place = [0u8; 64];
        process_path(question.pid, directory, &mut place);
        let nofollow = if flags & libc::AT_SYMLINK_NOFOLLOW != 0 { libc::O_NOFOLLOW } else { 0 };
        // SAFETY: both strings are NUL-terminated; what is opened is closed.
        let file = unsafe {
            let open = libc::O_PATH | libc::O_CLOEXEC;
            let base = File(check(libc::open(place.as_ptr().cast(), open).into())?);
            if name[0] == 0 {
                base
            } else {
                let name = name.as_ptr().cast();
                File(check(libc::openat(base.0, name, open | nofollow).into())?)
            }
        };
        self.require_still_there(question)?;
        let mut real = [0u8; PATH];
        let length = real_path(file.0, &mut real)?;
        let inside = real[..length].strip_prefix(&self.directory[..self.length]);
        match inside {
            Some([] | [b'/', ..]) => Ok(file),
            _ => Err(libc::EPERM),
        }
    }

    /// An error if who asked is gone: its number may be another's by now.
    fn require_still_there(&self, question: &Question) -> Done {
        // SAFETY: the id outlives the call.
        let there = unsafe { libc::ioctl(self.listener, STILL_THERE, &raw const question.id) };
        check(there.into()).map(drop)
    }

    /// Copies memory of who asks; fewer bytes if there are no more.
    fn read(&self, question: &Question, from: u64, to: &mut [u8]) -> Result<usize, c_int> {
        let local = libc::iovec { iov_base: to.as_mut_ptr().cast(), iov_len: to.len() };
        let remote = libc::iovec { iov_base: from as *mut _, iov_len: to.len() };
        // SAFETY: the kernel writes at most as many bytes as `to` has.
        let got = unsafe {
            let pid = question.pid as pid_t;
            libc::process_vm_readv(pid, &raw const local, 1, &raw const remote, 1, 0)
        };
        if got < 0 { Err(errno()) } else { Ok(got as usize) }
    }

    /// Copies a path: page by page, because the memory behind its end may not be there.
    fn read_string(&self, question: &Question, from: u64, to: &mut [u8; PATH]) -> Done {
        const PAGE: u64 = 4096;
        let mut filled = 0;
        while filled < PATH {
            let at = from.wrapping_add(filled as u64);
            let room = ((PAGE - at % PAGE) as usize).min(PATH - filled);
            let got = self.read(question, at, &mut to[filled..filled + room])?;
            if to[filled..filled + got].contains(&0) {
                return Ok(());
            }
            if got == 0 {
                return Err(libc::EFAULT);
            }
            filled += got;
        }
        Err(libc::ENAMETOOLONG)
    }

    /// `kill`: one process of the command's, or who asks' own group.
    fn kill(&self, question: &Question, target: pid_t, signal: c_int) -> Done {
        // SAFETY: plain system calls; the descriptor is closed.
        unsafe {
            if target > 0 {
                let process = check(libc::syscall(libc::SYS_pidfd_open, target, 0))?;
                let process = File(process);
                require_descendant(target)?;
                let none = std::ptr::null::<libc::siginfo_t>();
                let send = libc::SYS_pidfd_send_signal;
                return check(libc::syscall(send, process.0, signal, none, 0)).map(drop);
            }
            let group = check(libc::getpgid(question.pid as pid_t).into())?;
            self.require_still_there(question)?;
            if group == libc::getpgid(0) || (target != 0 && target != -group) {
                return Err(libc::EPERM);
            }
            check(libc::kill(-group, signal).into()).map(drop)
        }
    }

    /// `tkill`, `tgkill`: a thread of who asks.
    fn kill_thread(&self, question: &Question, thread: pid_t, signal: c_int) -> Done {
        let (mut task, mut place) = ([0u8; 64], [0u8; 64]);
        process_path(question.pid, libc::AT_FDCWD, &mut place);
        // `/proc/PID/cwd` up to its last part, then `task/THREAD`.
        let length = place.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        let mut text = Text { to: &mut task, length: 0 };
        text.push(&place[..length]);
        text.push(b"/task/");
        text.push_number(thread.unsigned_abs());
        // SAFETY: the path is NUL-terminated.
        unsafe {
            check(libc::access(task.as_ptr().cast(), libc::F_OK).into())
                .map_err(|_| libc::EPERM)?;
            self.require_still_there(question)?;
            check(libc::syscall(libc::SYS_tkill, thread, signal)).map(drop)
        }
    }
}

type Done = Result<(), c_int>;

/// A descriptor of the broker's own.
struct File(c_int);

impl File {
    fn path(&self) -> [u8; 32] {
        descriptor_path(self.0)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: open, and nobody else's.
        unsafe { libc::close(self.0) };
    }
}

/// A NUL-terminated text in a buffer of zeros.
struct Text<'a> {
    to: &'a mut [u8; 64],
    length: usize,
}

impl Text<'_> {
    fn push(&mut self, bytes: &[u8]) {
        self.to[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    fn push_number(&mut self, number: u32) {
        let mut power = 1_000_000_000;
        while power > 1 && number < power {
            power /= 10;
        }
        while power > 0 {
            self.push(&[b'0' + (number / power % 10) as u8]);
            power /= 10;
        }
    }
}

/// `/proc/PID/cwd`, or `/proc/PID/fd/N`.
fn process_path(pid: u32, descriptor: c_int, to: &mut [u8; 64]) {
    let mut text = Text { to, length: 0 };
    text.push(b"/proc/");
    text.push_number(pid);
    if descriptor < 0 {
        text.push(b"/cwd");
    } else {
        text.push(b"/fd/");
        text.push_number(descriptor.unsigned_abs());
    }
}

fn real_path(descriptor: c_int, to: &mut [u8; PATH]) -> Result<usize, c_int> {
    let link = descriptor_path(descriptor);
    // SAFETY: the link's name is NUL-terminated; at most `PATH` bytes are written.
    let length = unsafe { libc::readlink(link.as_ptr().cast(), to.as_mut_ptr().cast(), PATH) };
    match length {
        ..0 => Err(errno()),
        length if length as usize >= PATH => Err(libc::ENAMETOOLONG),
        length => Ok(length as usize),
    }
}

/// An error unless `pid` descends from this process.
fn require_descendant(pid: pid_t) -> Done {
    // SAFETY: no arguments, cannot fail.
    let us = unsafe { libc::getpid() };
    let mut at = pid;
    while at > 1 {
        at = parent_of(at)?;
        if at == us {
            return Ok(());
        }
    }
    Err(libc::EPERM)
}

/// The fourth field of `/proc/PID/stat`: the second after the name, which is in parentheses.
fn parent_of(pid: pid_t) -> Result<pid_t, c_int> {
    let mut path = [0u8; 64];
    let mut text = Text { to: &mut path, length: 0 };
    text.push(b"/proc/");
    text.push_number(pid.unsigned_abs());
    text.push(b"/stat");
    let mut content = [0u8; 512];
    // SAFETY: the path is NUL-terminated; the kernel writes at most as many bytes as there are.
    let got = unsafe {
        let file = libc::open(path.as_ptr().cast(), libc::O_RDONLY | libc::O_CLOEXEC);
        let file = File(check(file.into()).map_err(|_| libc::ESRCH)?);
        libc::read(file.0, content.as_mut_ptr().cast(), content.len())
    };
    let content = &content[..got.max(0) as usize];
    let end = content.iter().rposition(|&byte| byte == b')').ok_or(libc::ESRCH)?;
    let mut fields = content[end + 1..].split(|&byte| byte == b' ').skip(2);
    let digits = fields.next().unwrap_or_default();
    Ok(digits.iter().fold(0, |number, &digit| number * 10 + pid_t::from(digit.wrapping_sub(b'0'))))
}
