//! The few requests of `ptrace` that the scope makes, each as a function, and what a wait says.

use libc::{c_int, c_long, c_void, pid_t};
use std::io;

/// What became of a thread that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It is gone.
    Ended(c_int),
    /// It is about to get this signal.
    Signal(c_int),
    /// It entered or left a system call.
    Call,
    /// It has started another, or become another program.
    Event(c_int),
    /// It has just begun, or its whole group was stopped by this signal.
    Group(c_int),
}

fn request(what: libc::c_uint, pid: pid_t, address: usize, data: usize) -> io::Result<c_long> {
    // SAFETY: the requests made here write nothing, or to places that the callers below give.
    let answer = unsafe { libc::ptrace(what, pid, address as *mut c_void, data as *mut c_void) };
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(answer) }
}

/// Begins to watch a process, and later everything that it starts. It dies with this thread.
pub fn seize(pid: pid_t) -> io::Result<()> {
    let options = libc::PTRACE_O_TRACECLONE
        | libc::PTRACE_O_TRACEFORK
        | libc::PTRACE_O_TRACEVFORK
        | libc::PTRACE_O_TRACEEXEC
        | libc::PTRACE_O_TRACESYSGOOD
        | libc::PTRACE_O_EXITKILL;
    request(libc::PTRACE_SEIZE, pid, 0, options as usize).map(drop)
}

pub fn resume(pid: pid_t, signal: c_int) -> io::Result<()> {
    request(libc::PTRACE_CONT, pid, 0, signal as usize).map(drop)
}

/// Lets a thread go on to the next system call, or to the end of the one that it is in.
pub fn resume_to_call(pid: pid_t) -> io::Result<()> {
    request(libc::PTRACE_SYSCALL, pid, 0, 0).map(drop)
}

/// Lets a thread make one step, or enter the handler of the signal.
pub fn step(pid: pid_t, signal: c_int) -> io::Result<()> {
    request(libc::PTRACE_SINGLESTEP, pid, 0, signal as usize).map(drop)
}

/// Lets a signal through to a thread.
pub fn unblock(pid: pid_t, signal: c_int) -> io::Result<()> {
    // Younger than the `libc` crate's list.
    const GET_MASK: libc::c_uint = 0x420a;
    const SET_MASK: libc::c_uint = 0x420b;
    let mut mask = 0u64;
    request(GET_MASK, pid, size_of::<u64>(), &raw mut mask as usize)?;
    mask &= !(1 << (signal - 1));
    request(SET_MASK, pid, size_of::<u64>(), &raw const mask as usize).map(drop)
}

/// Lets a stopped group stay as it is until somebody continues it.
pub fn listen(pid: pid_t) -> io::Result<()> {
    request(libc::PTRACE_LISTEN, pid, 0, 0).map(drop)
}

/// The number that comes with an event: who was started, or who it was before.
pub fn message(pid: pid_t) -> io::Result<pid_t> {
    let mut number: libc::c_ulong = 0;
    request(libc::PTRACE_GETEVENTMSG, pid, 0, &raw mut number as usize)?;
    Ok(number as pid_t)
}

pub fn registers(pid: pid_t) -> io::Result<libc::user_regs_struct> {
    // SAFETY: all-zero registers are registers.
    let mut all: libc::user_regs_struct = unsafe { std::mem::zeroed() };
    request(libc::PTRACE_GETREGS, pid, 0, &raw mut all as usize)?;
    Ok(all)
}

pub fn set_registers(pid: pid_t, all: &libc::user_regs_struct) -> io::Result<()> {
    request(libc::PTRACE_SETREGS, pid, 0, std::ptr::from_ref(all) as usize).map(drop)
}

const RIP: usize = std::mem::offset_of!(libc::user_regs_struct, rip);

/// Where a thread is.
pub fn position(pid: pid_t) -> io::Result<u64> {
    peek(libc::PTRACE_PEEKUSER, pid, RIP)
}

pub fn set_position(pid: pid_t, address: u64) -> io::Result<()> {
    request(libc::PTRACE_POKEUSER, pid, RIP, address as usize).map(drop)
}

pub fn word(pid: pid_t, address: u64) -> io::Result<u64> {
    peek(libc::PTRACE_PEEKDATA, pid, address as usize)
}

/// Any word is an answer here, so trouble is told by `errno` alone.
fn peek(what: libc::c_uint, pid: pid_t, address: usize) -> io::Result<u64> {
    // SAFETY: `errno` is this thread's; the request only reads.
    unsafe {
        *libc::__errno_location() = 0;
        let word = libc::ptrace(what, pid, address as *mut c_void, std::ptr::null_mut::<c_void>());
        if word == -1 && *libc::__errno_location() != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(word as u64)
    }
}

/// Writes one byte, into code too.
pub fn set_byte(pid: pid_t, address: u64, byte: u8) -> io::Result<()> {
    let mut bytes = word(pid, address)?.to_le_bytes();
    bytes[0] = byte;
    let word = u64::from_le_bytes(bytes) as usize;
    request(libc::PTRACE_POKEDATA, pid, address as usize, word).map(drop)
}

/// Whether the signal at hand is the processor's answer to a breakpoint.
pub fn is_breakpoint(pid: pid_t) -> io::Result<bool> {
    // SAFETY: all-zero is a `siginfo_t`; the kernel fills it in.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    request(libc::PTRACE_GETSIGINFO, pid, 0, &raw mut info as usize)?;
    Ok(info.si_code == libc::SI_KERNEL)
}

/// What `waitpid` is told to wait for any thread of this tracer.
pub const ANY: pid_t = -1;

/// The next thing that happens to a thread that this one watches; `None` if it watches none.
pub fn wait(pid: pid_t) -> io::Result<Option<(pid_t, Stop)>> {
    let mut status = 0;
    // Only what this thread watches: others of this process have children of their own.
    let flags = libc::__WALL | libc::__WNOTHREAD;
    loop {
        // SAFETY: the status outlives the call.
        let who = unsafe { libc::waitpid(pid, &raw mut status, flags) };
        if who >= 0 {
            return Ok(Some((who, stop(status))));
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EINTR) => {}
            Some(libc::ECHILD) => return Ok(None),
            _ => return Err(error),
        }
    }
}

fn stop(status: c_int) -> Stop {
    /// Added to the signal of stops at system calls, so that they are no signals.
    const CALL: c_int = libc::SIGTRAP | 0x80;
    if !libc::WIFSTOPPED(status) {
        return Stop::Ended(status);
    }
    match (status >> 16, libc::WSTOPSIG(status)) {
        (0, CALL) => Stop::Call,
        (0, signal) => Stop::Signal(signal),
        (libc::PTRACE_EVENT_STOP, signal) => Stop::Group(signal),
        (event, _) => Stop::Event(event),
    }
}
