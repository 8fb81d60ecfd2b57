//! Spektr's side of one command: the request to the warden, the pipes, the limits that
//! need an observer, and the answer put together at the end.

use super::confine::Obstacle;
use super::job::{End, Job, Limit, NotExecuted, Ran, Tried};
use super::warden::Warden;
use super::watch::{census, disk_use};
use super::wire::{self, Report};
use libc::c_int;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

struct Pipe {
    read: OwnedFd,
    write: OwnedFd,
}

impl Pipe {
    fn new() -> io::Result<Pipe> {
        let mut ends = [0; 2];
        // SAFETY: the array outlives the call; on success both descriptors are ours.
        unsafe {
            if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(Pipe { read: OwnedFd::from_raw_fd(ends[0]), write: OwnedFd::from_raw_fd(ends[1]) })
        }
    }
}

/// How a conversation ends.
pub(super) enum Answer {
    Tried(Tried),
    /// A part of the confinement could not be had; nothing was run.
    Hindered(Obstacle),
}

/// Runs `job`.
pub(super) fn run(warden: &Warden, job: &Job<'_>) -> io::Result<Answer> {
    let bytes = wire::encode(job)?;
    let (report, lifeline, stdout, stderr) =
        (Pipe::new()?, Pipe::new()?, Pipe::new()?, Pipe::new()?);
    let stdin = std::fs::File::open("/dev/null")?;
    let start = Instant::now();
    let stdin = stdin.as_raw_fd();
    let [report_end, lifeline_end, stdout_end, stderr_end] =
        [&report.write, &lifeline.read, &stdout.write, &stderr.write].map(AsRawFd::as_raw_fd);
    warden.send(&bytes, [report_end, lifeline_end, stdin, stdout_end, stderr_end])?;
    drop((report.write, lifeline.read, stdout.write, stderr.write));
    Conversation {
        job,
        start,
        report: report.read,
        lifeline: Some(lifeline.write),
        stdout: Capture::new(stdout.read),
        stderr: Capture::new(stderr.read),
        supervisor: None,
        limit: None,
        let_go: None,
        wall_due: job.limits.wall,
        wall_mark: Mark::default(),
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
/// How long a killed tree may take to be gone. Killed processes only have to be
/// scheduled once more; this is a bound against hanging for ever, not an expectation.
const LAST_WORDS: Duration = Duration::from_secs(60);

/// CPU time used at a moment.
#[derive(Clone, Copy, Default)]
struct Mark {
    at: Duration,
    cpu: Duration,
}

impl Mark {
    /// Whether a command whose time is up has been computing since `before`.
    fn may_go_on_since(self, before: Mark, wall: Duration) -> bool {
        let used = self.cpu.saturating_sub(before.cpu);
        used * LEAST_SHARE >= self.at - before.at && self.at < wall * MOST_EXTENSION
    }
}

/// One standard stream, kept up to a length.
struct Capture {
    source: Option<std::fs::File>,
    kept: Vec<u8>,
}

impl Capture {
    fn new(source: OwnedFd) -> Capture {
        Capture { source: Some(source.into()), kept: Vec::new() }
    }

    /// Takes what is there; true if that is more than `most`.
    fn take(&mut self, most: u64) -> bool {
        let mut buffer = [0u8; 64 << 10];
        let Some(source) = &mut self.source else { return false };
        match source.read(&mut buffer) {
            Ok(0) | Err(_) => {
                self.source = None;
                false
            }
            Ok(count) => {
                let room = (most as usize).saturating_sub(self.kept.len());
                self.kept.extend_from_slice(&buffer[..count.min(room)]);
                count > room
            }
        }
    }
}

struct Conversation<'a> {
    job: &'a Job<'a>,
    start: Instant,
    report: OwnedFd,
    /// Dropped to have everything killed.
    lifeline: Option<OwnedFd>,
    stdout: Capture,
    stderr: Capture,
    supervisor: Option<i32>,
    limit: Option<Limit>,
    let_go: Option<Instant>,
    /// When the wall clock is looked at next, and what CPU time was used when last.
    wall_due: Duration,
    wall_mark: Mark,
    next_census: Duration,
    next_disk: Duration,
}

impl Conversation<'_> {
    fn hold(mut self) -> io::Result<Answer> {
        let ended = loop {
            let (out, err, report) = self.wait()?;
            let most = self.job.limits.output;
            if (out && self.stdout.take(most)) | (err && self.stderr.take(most)) {
                self.hit(Limit::Output);
            }
            if report {
                match Report::receive(self.report.as_raw_fd())? {
                    Some(Report::Started { pid }) => self.supervisor = Some(pid),
                    Some(Report::Failed { step, errno }) => {
                        return Ok(Answer::Hindered(Obstacle { step, errno }));
                    }
                    Some(Report::NotExecuted { errno }) => {
                        let it = NotExecuted::new(self.job.program, errno);
                        return Ok(Answer::Tried(Tried::NotExecuted(it)));
                    }
                    Some(ended @ Report::Ended { .. }) => break ended,
                    None => return Err(io::Error::other("a supervisor of the sandbox was killed")),
                }
            }
            if self.let_go.is_some_and(|since| since.elapsed() > LAST_WORDS) {
                return Err(io::Error::other("a killed command does not end"));
            }
            self.look_after();
        };
        let wall = self.start.elapsed();
        // The writers are gone; what they wrote last is still in the pipes.
        while self.stdout.source.is_some() || self.stderr.source.is_some() {
            if self.stdout.take(self.job.limits.output) | self.stderr.take(self.job.limits.output) {
                self.limit.get_or_insert(Limit::Output);
            }
        }
        Ok(Answer::Tried(Tried::Ran(self.conclude(ended, wall))))
    }

    /// Waits for news from any of the three pipes, at most until the next look.
    fn wait(&self) -> io::Result<(bool, bool, bool)> {
        let descriptor = |capture: &Capture| capture.source.as_ref().map_or(-1, AsRawFd::as_raw_fd);
        let mut watched =
            [descriptor(&self.stdout), descriptor(&self.stderr), self.report.as_raw_fd()]
                .map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
        let mut next = self.next_census.min(self.next_disk);
        if self.let_go.is_none() {
            next = next.min(self.wall_due);
        }
        let timeout = next.saturating_sub(self.start.elapsed()).as_millis() as c_int + 1;
        // SAFETY: the array outlives the call.
        if unsafe { libc::poll(watched.as_mut_ptr(), 3, timeout) } < 0 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
            return Ok((false, false, false));
        }
        let [out, err, report] = watched.map(|entry| entry.revents != 0);
        Ok((out, err, report))
    }

    /// Compares what the command uses with its limits, from time to time.
    fn look_after(&mut self) {
        let elapsed = self.start.elapsed();
        let limits = self.job.limits;
        if elapsed >= self.next_census.min(self.wall_due) {
            self.next_census = elapsed + (elapsed / 2).min(LONGEST_BETWEEN_CENSUSES);
            let census = self.supervisor.map(|pid| census(pid, limits.processes));
            let census = census.unwrap_or_default();
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
            self.next_disk = elapsed + (elapsed / 2).max(FIRST_DISK);
            if disk_use(self.job.directory, limits.disk) > limits.disk {
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

    /// Has everything killed. The first limit hit is the one that counts.
    fn hit(&mut self, limit: Limit) {
        self.limit.get_or_insert(limit);
        self.let_go.get_or_insert_with(Instant::now);
        self.lifeline = None;
    }

    fn conclude(mut self, ended: Report, wall: Duration) -> Ran {
        let Report::Ended { status, left_behind, cpu_micros, peak_kilobytes } = ended else {
            unreachable!("`hold` breaks only with the report of an end")
        };
        let end = if libc::WIFSIGNALED(status) {
            End::Signalled(libc::WTERMSIG(status))
        } else {
            End::Exited(libc::WEXITSTATUS(status))
        };
        let cpu = Duration::from_micros(cpu_micros);
        let by_end = match end {
            End::Exited(0) => None,
            End::Signalled(libc::SIGXFSZ) => Some(Limit::File),
            End::Signalled(libc::SIGXCPU) => Some(Limit::Cpu),
            // The kernel ends each process on its own: it may have been a child's time.
            // It also counts a little differently there and here.
            _ if cpu + self.job.limits.cpu / 20 >= self.job.limits.cpu => Some(Limit::Cpu),
            _ => None,
        };
        self.limit = self.limit.or(by_end);
        Ran {
            end,
            stdout: self.stdout.kept,
            stderr: self.stderr.kept,
            cpu,
            wall,
            peak_memory: peak_kilobytes * 1024,
            limit: self.limit,
            left_behind,
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
