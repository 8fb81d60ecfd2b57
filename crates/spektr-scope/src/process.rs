//! What is in the memory of a process that is watched: its mappings, bytes of it, and system
//! calls made in its name.

use crate::ptrace::{self, Stop};
use libc::{c_int, c_long, pid_t};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// A file that is mapped as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub start: u64,
    pub end: u64,
    pub offset: u64,
    /// Device and number: which file it is.
    pub file: (String, u64),
    pub path: String,
}

/// What of a process is mapped as code.
pub fn code(pid: pid_t) -> io::Result<Vec<Mapping>> {
    let text = fs::read_to_string(format!("/proc/{pid}/maps"))?;
    Ok(text.lines().filter_map(mapping).collect())
}

/// `start-end r-xp offset device inode    path`.
fn mapping(line: &str) -> Option<Mapping> {
    let mut fields = line.splitn(6, ' ');
    let (start, end) = fields.next()?.split_once('-')?;
    let access = fields.next()?;
    let (offset, device, inode) = (fields.next()?, fields.next()?, fields.next()?);
    if access.as_bytes().get(2) != Some(&b'x') {
        return None;
    }
    let hex = |text| u64::from_str_radix(text, 16).ok();
    Some(Mapping {
        start: hex(start)?,
        end: hex(end)?,
        offset: hex(offset)?,
        file: (device.to_owned(), inode.parse().ok()?),
        path: fields.next().unwrap_or_default().trim_start().to_owned(),
    })
}

/// A file as the process sees it, wherever its root is.
pub fn seen_by(pid: pid_t, path: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}/root{path}"))
}

/// Where the kernel has put the loader, if there is one.
pub fn loader_base(pid: pid_t) -> io::Result<Option<u64>> {
    let words = fs::read(format!("/proc/{pid}/auxv"))?;
    let word = |pair: &[u8], k: usize| {
        pair.get(k..k + 8).and_then(|it| it.try_into().ok()).map_or(0, u64::from_ne_bytes)
    };
    let mut pairs = words.chunks(16);
    let base = pairs.find(|pair| word(pair, 0) == libc::AT_BASE);
    Ok(base.map(|pair| word(pair, 8)).filter(|base| *base != 0))
}

/// The memory of a process, code too.
pub fn memory(pid: pid_t) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(format!("/proc/{pid}/mem"))
}

/// A stopped thread that makes system calls for us. Its registers are as before in the end.
pub struct Caller {
    pid: pid_t,
    before: libc::user_regs_struct,
    /// Where an instruction lies that makes a system call.
    instruction: u64,
    memory: File,
    /// Signals that came in between, to be delivered afterwards.
    late: Vec<c_int>,
}

/// What no function writes to below its stack pointer, twice.
const BELOW_STACK: u64 = 256;

impl Caller {
    /// Of a thread that stands outside of any system call, or at the end of one.
    pub fn new(pid: pid_t, code: &[Mapping]) -> io::Result<Caller> {
        let memory = memory(pid)?;
        let instruction = find_call(&memory, code)?;
        Ok(Caller { pid, before: ptrace::registers(pid)?, instruction, memory, late: Vec::new() })
    }

    /// Opens a file for reading.
    pub fn open(&mut self, path: &str) -> io::Result<u64> {
        let bytes = [path.as_bytes(), &[0]].concat();
        let at = (self.before.rsp - BELOW_STACK - bytes.len() as u64) & !15;
        self.memory.write_all_at(&bytes, at)?;
        let flags = (libc::O_RDONLY | libc::O_CLOEXEC) as u64;
        self.call(libc::SYS_open, [at, flags, 0, 0, 0, 0])
    }

    pub fn close(&mut self, descriptor: u64) -> io::Result<()> {
        self.call(libc::SYS_close, [descriptor, 0, 0, 0, 0, 0]).map(drop)
    }

    /// Puts a file in the place of a mapping.
    pub fn map_over(&mut self, mapping: &Mapping, descriptor: u64) -> io::Result<()> {
        let size = mapping.end - mapping.start;
        let access = (libc::PROT_READ | libc::PROT_EXEC) as u64;
        let how = (libc::MAP_PRIVATE | libc::MAP_FIXED) as u64;
        let arguments = [mapping.start, size, access, how, descriptor, mapping.offset];
        self.call(libc::SYS_mmap, arguments).map(drop)
    }

    fn call(&mut self, number: c_long, arguments: [u64; 6]) -> io::Result<u64> {
        let mut now = self.before;
        [now.rdi, now.rsi, now.rdx, now.r10, now.r8, now.r9] = arguments;
        now.rax = number as u64;
        // No call is under way that the kernel could begin again.
        now.orig_rax = u64::MAX;
        now.rip = self.instruction;
        ptrace::set_registers(self.pid, &now)?;
        loop {
            ptrace::step(self.pid, 0)?;
            match ptrace::wait(self.pid)? {
                Some((_, Stop::Signal(libc::SIGTRAP))) => break,
                Some((_, Stop::Signal(signal))) => self.late.push(signal),
                Some((_, Stop::Group(_))) => {}
                _ => return Err(io::Error::other("a watched process ended in between")),
            }
        }
        let answer = ptrace::registers(self.pid)?.rax as i64;
        if (-4095..0).contains(&answer) {
            return Err(io::Error::from_raw_os_error(-answer as i32));
        }
        Ok(answer as u64)
    }

    /// Gives the thread its registers back, and the signals that it did not get.
    pub fn finish(self) -> io::Result<()> {
        ptrace::set_registers(self.pid, &self.before)?;
        for signal in self.late {
            // SAFETY: a signal to a thread that stands still.
            unsafe { libc::syscall(libc::SYS_tkill, self.pid, signal) };
        }
        Ok(())
    }
}

/// The kernel's own page in every process has such an instruction.
fn find_call(memory: &File, code: &[Mapping]) -> io::Result<u64> {
    const SYSCALL: [u8; 2] = [0x0f, 0x05];
    let missing = || io::Error::other("a watched process has no page of the kernel's");
    let page = code.iter().find(|it| it.path == "[vdso]").ok_or_else(missing)?;
    let mut bytes = vec![0; (page.end - page.start) as usize];
    memory.read_exact_at(&mut bytes, page.start)?;
    let at = bytes.windows(2).position(|pair| pair == SYSCALL).ok_or_else(missing)?;
    Ok(page.start + at as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_maps() {
        let line = "7f3e06000000-7f3e09814000 r-xp 00d00000 08:01 1234       /lib/a b.so";
        let wanted = Mapping {
            start: 0x7f3e_0600_0000,
            end: 0x7f3e_0981_4000,
            offset: 0x00d0_0000,
            file: ("08:01".to_owned(), 1234),
            path: "/lib/a b.so".to_owned(),
        };
        assert_eq!(mapping(line), Some(wanted));
        assert_eq!(mapping("1000-2000 r--p 00000000 08:01 12   /lib/a.so"), None);
        assert_eq!(mapping("1000-2000 r-xp 00000000 00:00 0 ").unwrap().path, "");
        assert_eq!(mapping(""), None);
    }

    /// This very test is a process with code of its own.
    #[test]
    fn our_own_mappings() {
        let code = code(std::process::id() as pid_t).unwrap();
        let here = our_own_mappings as fn() as usize as u64;
        assert!(code.iter().any(|it| (it.start..it.end).contains(&here)), "{code:?}");
        assert!(code.iter().any(|it| it.path == "[vdso]"));
    }
}
