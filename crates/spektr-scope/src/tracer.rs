//! The tracer: follows a process and everything it starts, plants breakpoints where watched
//! files are mapped, and takes each away at its first hit. Everything else that happens to the
//! processes is passed on as it came.
//!
//! Libraries are known by the loader's own hook for debuggers, a function that it calls
//! whenever it has mapped or unmapped something: a breakpoint of ours stands there too.

use crate::elf::Elf;
use crate::leaders::BREAKPOINT;
use crate::module::Planted;
use crate::process::{self, Caller, Mapping};
use crate::ptrace::{self, Stop};
use crate::scope::{Scope, Sink, Traced};
use libc::{c_int, pid_t};
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::{fs, io};

pub(crate) fn trace(scope: &Scope, pid: pid_t, sink: Sink<'_>) -> io::Result<Traced> {
    let mut tracer = Tracer {
        scope,
        sink,
        threads: BTreeMap::new(),
        spaces: BTreeMap::new(),
        next_space: 0,
        early: BTreeSet::new(),
        traced: Traced { status: 0, hits: 0, executed: 0 },
    };
    ptrace::seize(pid)?;
    let space = tracer.add_space(Space::default());
    tracer.threads.insert(pid, Thread { space, awaits: Awaits::Nothing });
    // SAFETY: a signal to a process that waits for it, or for us.
    unsafe { libc::kill(pid, libc::SIGCONT) };
    while let Some((who, stop)) = ptrace::wait(ptrace::ANY)? {
        if let Stop::Ended(status) = stop {
            if who == pid {
                tracer.traced.status = status;
            }
            tracer.forget(who);
            continue;
        }
        match tracer.stopped(who, stop) {
            // Whoever is killed at any moment is no trouble of ours; the wait will tell.
            Err(error) if error.raw_os_error() == Some(libc::ESRCH) => {}
            other => other?,
        }
    }
    Ok(tracer.traced)
}

struct Thread {
    space: u64,
    awaits: Awaits,
}

/// What a thread is on its way to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaits {
    Nothing,
    /// The end of the call by which it has become another program.
    EndOfExec,
    /// Its own handler of a trap that was not ours.
    Handler,
}

/// A memory that threads share.
#[derive(Clone, Default)]
struct Space {
    regions: Vec<Region>,
    /// Where the loader reports, and how that function begins.
    hook: Option<u64>,
    users: usize,
}

/// Code with our breakpoints.
#[derive(Clone)]
struct Region {
    mapping: Mapping,
    planted: Arc<Planted>,
    /// Whether the copy is mapped there; otherwise its bytes were written.
    is_mapped: bool,
}

struct Tracer<'a> {
    scope: &'a Scope,
    sink: Sink<'a>,
    threads: BTreeMap<pid_t, Thread>,
    spaces: BTreeMap<u64, Space>,
    next_space: u64,
    /// Threads that stand still, of whose beginning we have not heard yet.
    early: BTreeSet<pid_t>,
    traced: Traced,
}

impl Tracer<'_> {
    fn stopped(&mut self, pid: pid_t, stop: Stop) -> io::Result<()> {
        match stop {
            Stop::Group(_) if !self.threads.contains_key(&pid) => {
                self.early.insert(pid);
                Ok(())
            }
            Stop::Group(libc::SIGSTOP | libc::SIGTSTP | libc::SIGTTIN | libc::SIGTTOU)
                if self.traced.executed > 0 =>
            {
                ptrace::listen(pid)
            }
            Stop::Group(_) | Stop::Ended(_) => ptrace::resume(pid, 0),
            Stop::Call => self.called(pid),
            Stop::Event(event) => self.event(pid, event),
            Stop::Signal(libc::SIGTRAP) => self.trapped(pid),
            // How it was made to wait for us is nothing that the program should see.
            Stop::Signal(libc::SIGSTOP | libc::SIGCONT) if self.traced.executed == 0 => {
                ptrace::resume(pid, 0)
            }
            Stop::Signal(signal) => {
                // On the way to a handler another signal came first.
                match self.threads.get(&pid).map(|thread| thread.awaits) {
                    Some(Awaits::Handler) => ptrace::step(pid, signal),
                    _ => ptrace::resume(pid, signal),
                }
            }
        }
    }

    fn event(&mut self, pid: pid_t, event: c_int) -> io::Result<()> {
        match event {
            libc::PTRACE_EVENT_CLONE | libc::PTRACE_EVENT_VFORK => {
                let space = self.threads.get(&pid).map(|thread| thread.space);
                self.begin(ptrace::message(pid)?, space)?;
                ptrace::resume(pid, 0)
            }
            libc::PTRACE_EVENT_FORK => {
                let space = self.space_of(pid).map(|it| Space { users: 0, ..it.clone() });
                let space = space.map(|it| self.add_space(it));
                self.begin(ptrace::message(pid)?, space)?;
                ptrace::resume(pid, 0)
            }
            libc::PTRACE_EVENT_EXEC => {
                self.traced.executed += 1;
                let before = ptrace::message(pid)?;
                self.forget(before);
                self.forget(pid);
                let space = self.add_space(Space::default());
                self.threads.insert(pid, Thread { space, awaits: Awaits::EndOfExec });
                self.use_space(space);
                // Only at the end of the call are registers those of the new program.
                ptrace::resume_to_call(pid)
            }
            _ => ptrace::resume(pid, 0),
        }
    }

    /// A thread or process that was just started.
    fn begin(&mut self, child: pid_t, space: Option<u64>) -> io::Result<()> {
        let space = space.unwrap_or_else(|| self.add_space(Space::default()));
        self.threads.insert(child, Thread { space, awaits: Awaits::Nothing });
        self.use_space(space);
        if self.early.remove(&child) { ptrace::resume(child, 0) } else { Ok(()) }
    }

    fn called(&mut self, pid: pid_t) -> io::Result<()> {
        if self.arrived(pid, Awaits::EndOfExec) {
            self.look_at_mappings(pid)?;
            self.find_hook(pid)?;
        }
        ptrace::resume(pid, 0)
    }

    /// Whether a thread was on its way to this; now it is no more.
    fn arrived(&mut self, pid: pid_t, at: Awaits) -> bool {
        match self.threads.get_mut(&pid) {
            Some(thread) if thread.awaits == at => {
                thread.awaits = Awaits::Nothing;
                true
            }
            _ => false,
        }
    }

    fn trapped(&mut self, pid: pid_t) -> io::Result<()> {
        let (is_breakpoint, is_entry) =
            (ptrace::is_breakpoint(pid)?, self.arrived(pid, Awaits::Handler));
        if is_breakpoint && self.breakpoint(pid)? {
            return ptrace::resume(pid, 0);
        }
        if is_entry && !is_breakpoint {
            // A breakpoint of ours in there, met with the signal blocked, would make the kernel
            // forget the handler.
            ptrace::unblock(pid, libc::SIGTRAP)?;
            return ptrace::resume(pid, 0);
        }
        if let Some(thread) = self.threads.get_mut(&pid) {
            thread.awaits = Awaits::Handler;
        }
        ptrace::step(pid, libc::SIGTRAP)
    }

    /// Handles a breakpoint of ours; false if it is somebody else's.
    fn breakpoint(&mut self, pid: pid_t) -> io::Result<bool> {
        let at = ptrace::position(pid)?.wrapping_sub(1);
        let Some(space) = self.space_of(pid) else { return Ok(false) };
        if space.hook == Some(at) {
            self.look_at_mappings(pid)?;
            return_from_hook(pid)?;
            return Ok(true);
        }
        let within = |region: &&Region| (region.mapping.start..region.mapping.end).contains(&at);
        let Some(region) = space.regions.iter().find(within) else { return Ok(false) };
        let offset = at - region.mapping.start + region.mapping.offset;
        let (planted, is_mapped) = (region.planted.clone(), region.is_mapped);
        let Some(block) = planted.module.block_at(offset) else { return Ok(false) };
        let is_first = planted.reach(block)?;
        // Another thread may have been here at the same time, or this process may have a page
        // of its own by now.
        if !(is_first && is_mapped) {
            ptrace::set_byte(pid, at, planted.original(block))?;
        }
        ptrace::set_position(pid, at)?;
        self.traced.hits += 1;
        if is_first {
            (self.sink)(&planted, block);
        }
        Ok(true)
    }

    /// Plants breakpoints in what is mapped now and was not before.
    fn look_at_mappings(&mut self, pid: pid_t) -> io::Result<()> {
        let code = process::code(pid)?;
        let known = self.space_of(pid).map(|space| space.regions.clone()).unwrap_or_default();
        let is_there = |region: &Region| code.contains(&region.mapping);
        let mut regions: Vec<Region> = known.into_iter().filter(is_there).collect();
        let is_new = |mapping: &&Mapping| regions.iter().all(|it| it.mapping != **mapping);
        let wanted: Vec<(Mapping, Arc<Planted>)> = code
            .iter()
            .filter(is_new)
            .filter_map(|it| Some((it.clone(), self.scope.planted(pid, it)?)))
            .collect();
        if !wanted.is_empty() {
            regions.extend(plant(pid, &code, wanted)?);
        }
        if let Some(space) = self.space_of(pid) {
            space.regions = regions;
        }
        Ok(())
    }

    /// Puts a breakpoint where the loader reports. A program without a loader needs none.
    fn find_hook(&mut self, pid: pid_t) -> io::Result<()> {
        let Some(base) = process::loader_base(pid)? else { return Ok(()) };
        let code = process::code(pid)?;
        // The loader is one file, whose first page is where it was put.
        let loader = code.iter().find(|it| it.start >= base && it.path.starts_with('/'));
        let Some(loader) = loader else { return Ok(()) };
        let bytes = fs::read(process::seen_by(pid, &loader.path))?;
        let Some(at) = Elf::read(&bytes)?.export("_dl_debug_state").map(|it| it + base) else {
            return Ok(());
        };
        let Some(at) = returning_at(pid, at)? else { return Ok(()) };
        ptrace::set_byte(pid, at, BREAKPOINT)?;
        if let Some(space) = self.space_of(pid) {
            space.hook = Some(at);
        }
        Ok(())
    }

    fn space_of(&mut self, pid: pid_t) -> Option<&mut Space> {
        let space = self.threads.get(&pid)?.space;
        self.spaces.get_mut(&space)
    }

    fn add_space(&mut self, space: Space) -> u64 {
        self.next_space += 1;
        self.spaces.insert(self.next_space, space);
        self.next_space
    }

    fn use_space(&mut self, space: u64) {
        if let Some(space) = self.spaces.get_mut(&space) {
            space.users += 1;
        }
    }

    fn forget(&mut self, pid: pid_t) {
        self.early.remove(&pid);
        let Some(thread) = self.threads.remove(&pid) else { return };
        if let Some(space) = self.spaces.get_mut(&thread.space) {
            space.users = space.users.saturating_sub(1);
            if space.users == 0 {
                self.spaces.remove(&thread.space);
            }
        }
    }
}

/// Puts copies in the place of mappings, or their bytes where that is not possible.
fn plant(
    pid: pid_t,
    code: &[Mapping],
    wanted: Vec<(Mapping, Arc<Planted>)>,
) -> io::Result<Vec<Region>> {
    let mut caller = Caller::new(pid, code)?;
    let mut regions = Vec::new();
    for (mapping, planted) in wanted {
        let is_mapped = map_copy(&mut caller, &mapping, &planted).is_ok();
        if !is_mapped {
            let bytes = planted.bytes(mapping.offset, mapping.end - mapping.start)?;
            process::memory(pid)?.write_all_at(&bytes, mapping.start)?;
        }
        regions.push(Region { mapping, planted, is_mapped });
    }
    caller.finish()?;
    // A copy is another file than the one that was there.
    let code = process::code(pid)?;
    for region in &mut regions {
        if let Some(now) = code.iter().find(|it| it.start == region.mapping.start) {
            region.mapping = now.clone();
        }
    }
    Ok(regions)
}

fn map_copy(caller: &mut Caller, mapping: &Mapping, planted: &Planted) -> io::Result<()> {
    let path = planted.path.to_str().ok_or_else(|| io::Error::other("no text"))?;
    let descriptor = caller.open(path)?;
    let mapped = caller.map_over(mapping, descriptor);
    caller.close(descriptor)?;
    mapped
}

/// The loader's hook does nothing; where its return instruction is, if that is all it has.
fn returning_at(pid: pid_t, hook: u64) -> io::Result<Option<u64>> {
    const ENTRY_MARK: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];
    const RETURN: u8 = 0xc3;
    let bytes = ptrace::word(pid, hook)?.to_le_bytes();
    let skipped = if bytes[..4] == ENTRY_MARK { 4 } else { 0 };
    Ok((bytes[skipped] == RETURN).then_some(hook + skipped as u64))
}

/// Does what the instruction under the breakpoint would have done.
fn return_from_hook(pid: pid_t) -> io::Result<()> {
    let mut registers = ptrace::registers(pid)?;
    registers.rip = ptrace::word(pid, registers.rsp)?;
    registers.rsp += 8;
    ptrace::set_registers(pid, &registers)
}
