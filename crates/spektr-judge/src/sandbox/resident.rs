//! A command that stays: started once, confined like any other, asked many times. What it keeps
//! warm is its own affair; here are the pipes, the limits of each request, and its end.
//!
//! A request is four bytes of length, least significant first, and as many bytes, on standard
//! input; an answer is the same on standard output. The command answers each request before it
//! reads the next. It ends at the end of its input, or is killed whole.

use super::confine::Obstacle;
use super::conversation::{self, Mark};
use super::job::{End, Job, Limit, Limits, NotExecuted};
use super::pipe::{self, Capture, Pipe};
use super::warden::Warden;
use super::watch::census;
use super::watcher::{Watched, Watcher};
use super::wire::Report;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Answer {
        bytes: Vec<u8>,
        /// Of the command and all its descendants since the request, in ticks of the kernel.
        cpu: Duration,
        wall: Duration,
    },
    /// There is no answer, and the command is gone with everything it started.
    Failed(Failure),
}

/// Why a resident command is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The limit that it hit, if it was stopped for one.
    pub limit: Option<Limit>,
    pub end: End,
    /// What it said on standard error since it was started, up to its limit.
    pub stderr: Vec<u8>,
}

/// A confined command that answers requests; killed when dropped.
pub struct Resident {
    program: PathBuf,
    requests: File,
    answers: Capture,
    stderr: Capture,
    report: OwnedFd,
    lifeline: Option<OwnedFd>,
    supervisor: Option<i32>,
    watcher: Option<Arc<dyn Watcher>>,
    /// Whether it has stopped for somebody to watch it.
    waits: bool,
    watched: Option<Watched>,
    limits: Limits,
    /// CPU time used before the request at hand.
    used: Duration,
    gone: bool,
    interrupted: Arc<AtomicBool>,
}

/// How often a command at work is looked at.
const FIRST_LOOK: Duration = Duration::from_millis(4);
const LONGEST_BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// A killed command has to be scheduled once more; this is a bound, not an expectation.
const LAST_WORDS: Duration = Duration::from_secs(60);
const LENGTH: usize = 4;

impl Resident {
    pub(super) fn start(
        warden: &Warden,
        job: &Job<'_>,
        interrupted: Arc<AtomicBool>,
    ) -> io::Result<Resident> {
        let stdin = Pipe::new()?;
        let ends = conversation::start(warden, job, stdin.read.as_raw_fd(), true)?;
        set_nonblocking(&stdin.write)?;
        Ok(Resident {
            program: job.program.to_owned(),
            requests: stdin.write.into(),
            answers: Capture::new(ends.stdout),
            stderr: Capture::new(ends.stderr),
            report: ends.report,
            lifeline: Some(ends.lifeline),
            supervisor: None,
            watcher: job.watcher.clone(),
            waits: false,
            watched: None,
            limits: job.limits,
            used: Duration::ZERO,
            gone: false,
            interrupted,
        })
    }

    /// What it was seen to reach for the first time since the last time this was asked.
    pub fn reached(&self) -> Vec<u64> {
        self.watched.as_ref().map(Watched::take).unwrap_or_default()
    }

    /// Whether it can be asked again.
    pub fn is_alive(&self) -> bool {
        !self.gone
    }

    /// Sends a request and waits for its answer, or until it has used up what `limits` give it:
    /// CPU time, wall time, memory, processes and output. An error is the sandbox's own trouble.
    pub fn ask(&mut self, request: &[u8], limits: &Limits) -> io::Result<Reply> {
        if self.gone {
            return Err(io::Error::other("the resident command is gone"));
        }
        let length = u32::try_from(request.len()).map_err(io::Error::other)?;
        let mut message = length.to_le_bytes().to_vec();
        message.extend_from_slice(request);
        let mut asked = Asked::new(message, limits);
        loop {
            let [out, err, report, room] = self.wait(&asked)?;
            if room {
                asked.sent += self.send(&asked.message[asked.sent..])?;
            }
            let most = limits.output.saturating_add(LENGTH as u64);
            if (err && self.stderr.take(self.limits.output)) | (out && self.answers.take(most)) {
                return self.stop(Some(Limit::Output));
            }
            if let Some(bytes) = self.answer() {
                return Ok(self.replied(bytes, &asked));
            }
            if report && let Some(reply) = self.news()? {
                return Ok(reply);
            }
            if self.interrupted.load(Ordering::Relaxed) {
                self.stop(None)?;
                return Err(conversation::was_interrupted());
            }
            if let Some(limit) = asked.look(self.supervisor, self.used) {
                return self.stop(Some(limit));
            }
        }
    }

    fn wait(&self, asked: &Asked<'_>) -> io::Result<[bool; 4]> {
        let left = asked.message.len() - asked.sent;
        let requests = if left > 0 { self.requests.as_raw_fd() } else { -1 };
        let timeout = asked.next_look.saturating_sub(asked.start.elapsed()).as_millis() as i32 + 1;
        let sources = [
            (self.answers.descriptor(), libc::POLLIN),
            (self.stderr.descriptor(), libc::POLLIN),
            (self.report.as_raw_fd(), libc::POLLIN),
            (requests, libc::POLLOUT),
        ];
        pipe::wait(sources, timeout)
    }

    /// Writes what fits. To a command that reads no more, the rest is as good as written: it is
    /// found out by its end, or by time.
    fn send(&mut self, message: &[u8]) -> io::Result<usize> {
        match self.requests.write(message) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(message.len()),
            wrote => wrote,
        }
    }

    /// The whole answer, once it is there.
    fn answer(&mut self) -> Option<Vec<u8>> {
        let (length, rest) = self.answers.kept.split_first_chunk::<LENGTH>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let bytes = rest.get(..length)?.to_vec();
        self.answers.kept.drain(..LENGTH + length);
        Some(bytes)
    }

    fn replied(&mut self, bytes: Vec<u8>, asked: &Asked<'_>) -> Reply {
        let now = self.supervisor.map(|pid| census(pid, u64::MAX).cpu).unwrap_or_default();
        let cpu = now.saturating_sub(self.used);
        self.used = now;
        Reply::Answer { bytes, cpu, wall: asked.start.elapsed() }
    }

    /// What the supervisor reports; a reply if it is the end.
    fn news(&mut self) -> io::Result<Option<Reply>> {
        match Report::receive(self.report.as_raw_fd())? {
            Some(Report::Started { pid }) => {
                self.supervisor = Some(pid);
                self.begin_to_watch()
            }
            Some(Report::Waits) => {
                self.waits = true;
                self.begin_to_watch()
            }
            Some(Report::Failed { step, errno }) => {
                self.gone = true;
                Err(Obstacle { step, errno }.into_error())
            }
            Some(Report::NotExecuted { errno }) => {
                self.gone = true;
                Err(NotExecuted::new(&self.program, errno).into())
            }
            Some(Report::Ended { status, .. }) => Ok(Some(self.ended(status, None))),
            None => {
                self.gone = true;
                Err(io::Error::other("a supervisor of the sandbox was killed"))
            }
        }
    }

    /// Hands it over to who watches it, once both reports that are needed for this are there.
    fn begin_to_watch(&mut self) -> io::Result<Option<Reply>> {
        if let (Some(watcher), Some(supervisor), true) =
            (&self.watcher, self.supervisor, self.waits)
        {
            self.waits = false;
            self.watched = Some(Watched::begin(watcher, supervisor)?);
        }
        Ok(None)
    }

    fn ended(&mut self, status: i32, limit: Option<Limit>) -> Reply {
        self.gone = true;
        while self.stderr.is_open() {
            self.stderr.take(self.limits.output);
        }
        let stderr = std::mem::take(&mut self.stderr.kept);
        Reply::Failed(Failure { limit, end: End::of_status(status), stderr })
    }

    /// Has everything killed and waits until it is.
    fn stop(&mut self, limit: Option<Limit>) -> io::Result<Reply> {
        self.lifeline = None;
        let since = Instant::now();
        while since.elapsed() < LAST_WORDS {
            let [report] = pipe::wait([(self.report.as_raw_fd(), libc::POLLIN)], 100)?;
            if !report {
                continue;
            }
            match Report::receive(self.report.as_raw_fd())? {
                Some(Report::Ended { status, .. }) => return Ok(self.ended(status, limit)),
                Some(_) => {}
                None => return Ok(self.ended(libc::SIGKILL, limit)),
            }
        }
        self.gone = true;
        Err(io::Error::other("a killed command does not end"))
    }
}

impl Drop for Resident {
    fn drop(&mut self) {
        if !self.gone {
            // Its directory may be removed next; nothing may be at work there any more.
            let _ = self.stop(None);
        }
    }
}

/// A request at hand.
struct Asked<'a> {
    message: Vec<u8>,
    sent: usize,
    limits: &'a Limits,
    start: Instant,
    next_look: Duration,
    wall_due: Duration,
    mark: Mark,
}

impl<'a> Asked<'a> {
    fn new(message: Vec<u8>, limits: &'a Limits) -> Asked<'a> {
        Asked {
            message,
            sent: 0,
            limits,
            start: Instant::now(),
            next_look: FIRST_LOOK,
            wall_due: limits.wall,
            mark: Mark::default(),
        }
    }

    /// From time to time: the limit that was hit, if one was.
    fn look(&mut self, supervisor: Option<i32>, used_before: Duration) -> Option<Limit> {
        let elapsed = self.start.elapsed();
        if elapsed < self.next_look {
            return None;
        }
        let pause = (elapsed / 2).clamp(FIRST_LOOK, LONGEST_BETWEEN_LOOKS);
        self.next_look = elapsed + pause;
        let limits = self.limits;
        let census = supervisor.map(|pid| census(pid, limits.processes)).unwrap_or_default();
        let cpu = census.cpu.saturating_sub(used_before);
        if census.processes > limits.processes {
            return Some(Limit::Processes);
        }
        if census.memory > limits.memory {
            return Some(Limit::Memory);
        }
        if cpu > limits.cpu {
            return Some(Limit::Cpu);
        }
        if elapsed >= self.wall_due {
            let now = Mark { at: elapsed, cpu };
            if !now.may_go_on_since(self.mark, limits.wall) {
                return Some(Limit::Wall);
            }
            self.mark = now;
            self.wall_due = elapsed + limits.wall / 2;
        }
        None
    }
}

fn set_nonblocking(pipe: &OwnedFd) -> io::Result<()> {
    // SAFETY: the descriptor is open.
    unsafe {
        let flags = libc::fcntl(pipe.as_raw_fd(), libc::F_GETFL);
        if flags < 0 || libc::fcntl(pipe.as_raw_fd(), libc::F_SETFL, flags | libc::O_NONBLOCK) < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
