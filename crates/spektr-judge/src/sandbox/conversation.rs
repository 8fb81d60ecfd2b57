//! Spektr's side of one command: the request to the warden, the pipes, the limits that
//! need an observer, and the answer put together at the end.

use super::confine::Obstacle;
use super::job::{End, Job, Limit, Limits, NotExecuted, Ran, Tried};
use super::pipe::{self, Capture, Pipe};
use super::warden::Warden;
use super::watch::{Disk, census, has_file_of};
use super::watcher::Watched;
use super::wire::{self, Report};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Spektr's ends of the pipes to a command that was asked for.
pub(super) struct Ends {
    pub report: OwnedFd,
    /// Dropped to have everything killed.
    pub lifeline: OwnedFd,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
}

/// Asks the warden for a command. One that `stays` has no limit on CPU time of its own.
pub(super) fn start(warden: &Warden, job: &Job<'_>, stdin: RawFd, stays: bool) -> io::Result<Ends> {
    let bytes = wire::encode(job, stays)?;
    let (report, lifeline, stdout, stderr) =
        (Pipe::new()?, Pipe::new()?, Pipe::new()?, Pipe::new()?);
    let [report_end, lifeline_end, stdout_end, stderr_end] =
        [&report.write, &lifeline.read, &stdout.write, &stderr.write].map(AsRawFd::as_raw_fd);
    warden.send(&bytes, [report_end, lifeline_end, stdin, stdout_end, stderr_end])?;
    Ok(Ends {
        report: report.read,
        lifeline: lifeline.write,
        stdout: stdout.read,
        stderr: stderr.read,
    })
}

/// What becomes of a command that somebody did not want to wait for.
pub(super) fn was_interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "the command was interrupted")
}

/// How a conversation ends.
pub(super) enum Answer {
    Tried(Tried),
    /// A part of the confinement could not be had; nothing was run.
    Hindered(Obstacle),
}

/// Runs `job`, unless interrupted.
pub(super) fn run(warden: &Warden, job: &Job<'_>, interrupted: &AtomicBool) -> io::Result<Answer> {
    let stdin = File::open("/dev/null")?;
    let start_time = Instant::now();
    let ends = start(warden, job, stdin.as_raw_fd(), false)?;
    Conversation {
        job,
        interrupted,
        start: start_time,
        report: ends.report,
        lifeline: Some(ends.lifeline),
        stdout: Capture::new(ends.stdout),
        stderr: Capture::new(ends.stderr),
        supervisor: None,
        waits: false,
        watched: None,
        limit: None,
        let_go: None,
        wall_due: job.limits.wall,
        wall_mark: Mark::default(),
        most_processes: 0,
        disk: Disk::new(job.directory, job.limits.file),
        next_census: FIRST_CENSUS,
        next_disk: FIRST_DISK,
    }
    .hold()
}

const FIRST_CENSUS: Duration = Duration::from_millis(4);
const LONGEST_BETWEEN_CENSUSES: Duration = Duration::from_millis(50);
/// Who uses less than one part in so many of the time is waiting, not computing.
const LEAST_SHARE: u32 = 100;
/// How many times its wall clock limit a computing command may take on a busy machine.
const MOST_EXTENSION: u32 = 10;
const FIRST_DISK: Duration = Duration::from_millis(200);
const LONGEST_BETWEEN_DISKS: Duration = Duration::from_secs(1);
/// How long a killed tree may take to be gone. Killed processes only have to be
/// scheduled once more; this is a bound against hanging for ever, not an expectation.
const LAST_WORDS: Duration = Duration::from_secs(60);

/// CPU time used at a moment.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    pub at: Duration,
    pub cpu: Duration,
}

impl Mark {
    /// Whether a command whose time is up has been computing since `before`.
    pub fn may_go_on_since(self, before: Mark, wall: Duration) -> bool {
        let used = self.cpu.saturating_sub(before.cpu);
        used * LEAST_SHARE >= self.at - before.at && self.at < wall * MOST_EXTENSION
    }
}

struct Conversation<'a> {
    job: &'a Job<'a>,
    interrupted: &'a AtomicBool,
    start: Instant,
    report: OwnedFd,
    /// Dropped to have everything killed.
    lifeline: Option<OwnedFd>,
    stdout: Capture,
    stderr: Capture,
    supervisor: Option<i32>,
    /// Whether the command has stopped for somebody to watch it.
    waits: bool,
    watched: Option<Watched>,
    limit: Option<Limit>,
    let_go: Option<Instant>,
    /// When the wall clock is looked at next, and what CPU time was used when last.
    wall_due: Duration,
    wall_mark: Mark,
    /// As many processes as were ever seen at once.
    most_processes: u64,
    disk: Disk,
    next_census: Duration,
    next_disk: Duration,
}

impl Conversation<'_> {
    fn hold(mut self) -> io::Result<Answer> {
        let mut not_executed = None;
        let ended = loop {
            let (out, err, report) = self.wait()?;
            let most = self.job.limits.output;
            if (out && self.stdout.take(most)) | (err && self.stderr.take(most)) {
                self.hit(Limit::Output);
            }
            if report {
                match Report::receive(self.report.as_raw_fd())? {
                    Some(Report::Started { pid }) => self.supervisor = Some(pid),
                    Some(Report::Waits) => self.waits = true,
                    Some(Report::Failed { step, errno }) => {
                        return Ok(Answer::Hindered(Obstacle { step, errno }));
                    }
                    Some(Report::NotExecuted { errno }) => not_executed = Some(errno),
                    Some(ended @ Report::Ended { .. }) => break ended,
                    None => return Err(io::Error::other("a supervisor of the sandbox was killed")),
                }
            }
            self.begin_to_watch()?;
            if self.let_go.is_some_and(|since| since.elapsed() > LAST_WORDS) {
                return Err(io::Error::other("a killed command does not end"));
            }
            self.look_after();
        };
        if self.interrupted.load(Ordering::Relaxed) {
            // Whether it ended by itself or was killed for this cannot be told apart.
            return Err(was_interrupted());
        }
        let wall = self.start.elapsed();
        if let Some(errno) = not_executed {
            let it = NotExecuted::new(self.job.program, errno);
            return Ok(Answer::Tried(Tried::NotExecuted(it)));
        }
        // The writers are gone; what they wrote last is still in the pipes.
        while self.stdout.is_open() || self.stderr.is_open() {
            if self.stdout.take(self.job.limits.output) | self.stderr.take(self.job.limits.output) {
                self.limit.get_or_insert(Limit::Output);
            }
        }
        let reached = self.watched.take().map(Watched::finish).transpose()?.unwrap_or_default();
        Ok(Answer::Tried(Tried::Ran(Ran { reached, ..self.conclude(ended, wall) })))
    }

    /// Hands a command that waits for it over to who watches it. The two reports that are
    /// needed for this may come in either order.
    fn begin_to_watch(&mut self) -> io::Result<()> {
        let (Some(watcher), Some(supervisor), true) =
            (&self.job.watcher, self.supervisor, self.waits)
        else {
            return Ok(());
        };
        self.waits = false;
        self.watched = Some(Watched::begin(watcher, supervisor)?);
        Ok(())
    }

    /// Waits for news from any of the three pipes, at most until the next look.
    fn wait(&self) -> io::Result<(bool, bool, bool)> {
        let mut next = self.next_census.min(self.next_disk);
        if self.let_go.is_none() {
            next = next.min(self.wall_due);
        }
        let timeout = next.saturating_sub(self.start.elapsed()).as_millis() as i32 + 1;
        let all = [self.stdout.descriptor(), self.stderr.descriptor(), self.report.as_raw_fd()];
        let [out, err, report] = pipe::wait(all.map(|fd| (fd, libc::POLLIN)), timeout)?;
        Ok((out, err, report))
    }

    /// Compares what the command uses with its limits, from time to time.
    fn look_after(&mut self) {
        let elapsed = self.start.elapsed();
        let limits = self.job.limits;
        if self.interrupted.load(Ordering::Relaxed) {
            self.let_go();
        }
        if elapsed >= self.next_census.min(self.wall_due) {
            self.next_census = elapsed + (elapsed / 2).min(LONGEST_BETWEEN_CENSUSES);
            let census = self.supervisor.map(|pid| census(pid, limits.processes));
            let census = census.unwrap_or_default();
            self.most_processes = self.most_processes.max(census.processes);
            if census.processes > limits.processes {
                self.hit(Limit::Processes);
            } else if census.memory > limits.memory {
                self.hit(Limit::Memory);
            } else if census.cpu > limits.cpu {
                self.hit(Limit::Cpu);
            } else if elapsed >= self.wall_due {
                self.extend_or_end(elapsed, census.cpu);
            }
        }
        if elapsed >= self.next_disk {
            self.next_disk = elapsed + (elapsed / 2).clamp(FIRST_DISK, LONGEST_BETWEEN_DISKS);
            if self.disk.in_use(self.supervisor, limits.disk) > limits.disk {
                self.hit(Limit::Disk);
            }
        }
    }

    /// Time is up. A command that has been computing is only slow because the machine
    /// is busy, and may go on until its CPU time is up too; one that waits may not.
    fn extend_or_end(&mut self, elapsed: Duration, cpu: Duration) {
        let now = Mark { at: elapsed, cpu };
        let wall = self.job.limits.wall;
        if now.may_go_on_since(self.wall_mark, wall) {
            self.wall_mark = now;
            self.wall_due = elapsed + wall / 2;
        } else {
            self.hit(Limit::Wall);
        }
    }

    /// Ends it for a limit. The first limit hit is the one that counts.
    fn hit(&mut self, limit: Limit) {
        self.limit.get_or_insert(limit);
        self.let_go();
    }

    /// Has everything killed.
    fn let_go(&mut self) {
        self.let_go.get_or_insert_with(Instant::now);
        self.lifeline = None;
    }

    fn conclude(mut self, ended: Report, wall: Duration) -> Ran {
        let Report::Ended { status, left_behind, cpu_micros, peak_kilobytes } = ended else {
            unreachable!("`hold` breaks only with the report of an end")
        };
        let end = End::of_status(status);
        let cpu = Duration::from_micros(cpu_micros);
        let peak_memory = peak_kilobytes * 1024;
        if self.limit.is_none() && end != End::Exited(0) {
            self.limit = self.limit_behind(end, cpu, peak_memory);
        }
        Ran {
            end,
            stdout: self.stdout.kept,
            stderr: self.stderr.kept,
            cpu,
            wall,
            peak_memory,
            limit: self.limit,
            left_behind,
            reached: Vec::new(),
        }
    }
}

impl Conversation<'_> {
    /// The limit that made a command fail although nobody ended it for that: the kernel ends or
    /// refuses each process on its own, and the command then fails in its own words.
    fn limit_behind(&self, end: End, cpu: Duration, peak_memory: u64) -> Option<Limit> {
        let Limits { cpu: most_cpu, memory, processes, file, .. } = self.job.limits;
        /// Processes that the census may have missed when there were as many as possible.
        const MISSED: u64 = 2;
        match end {
            End::Signalled(libc::SIGXFSZ) => Some(Limit::File),
            End::Signalled(libc::SIGXCPU) => Some(Limit::Cpu),
            _ if cpu >= most_cpu => Some(Limit::Cpu),
            _ if peak_memory >= memory => Some(Limit::Memory),
            _ if self.most_processes + MISSED >= processes => Some(Limit::Processes),
            _ if has_file_of(self.job.directory, file) => Some(Limit::File),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_computes_may_go_on() {
        let mark = |at, cpu| Mark { at: Duration::from_secs(at), cpu: Duration::from_millis(cpu) };
        let wall = Duration::from_secs(100);
        assert!(mark(100, 20_000).may_go_on_since(Mark::default(), wall), "starved");
        assert!(!mark(100, 200).may_go_on_since(Mark::default(), wall), "asleep");
        assert!(!mark(150, 20_000).may_go_on_since(mark(100, 20_000), wall), "fell asleep");
        assert!(!mark(1000, 20_000).may_go_on_since(Mark::default(), wall), "for ever");
    }
}
