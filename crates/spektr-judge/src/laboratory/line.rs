//! A process in the sandbox that is asked line by line. The sandbox runs commands to their end
//! and gives them no input, so the lines go through named pipes in the process's own directory,
//! and a third pipe is the leash: when it is let go, the process is killed.

use crate::sandbox::{End, Job, Limits, Ran, Sandbox, Scratch};
use std::ffi::{CString, OsString};
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What came of a question.
pub(super) enum Answer {
    Line(String),
    /// It is gone, like this.
    Died(Ran),
    /// It took too long, and was let go.
    Late,
}

/// A process, the ends of its pipes, and the thread that waits for its end.
pub(super) struct Line {
    // The leash goes first: without it the process ends, and with it the thread.
    leash: Option<File>,
    questions: Option<File>,
    answers: File,
    /// What was read behind the last answer.
    rest: Vec<u8>,
    process: Option<JoinHandle<io::Result<Ran>>>,
    home: Arc<Scratch>,
}

/// Starts the tool on its pipes, and kills it when the leash is let go. The shell has an end of
/// its own for a tool that dies of a signal: 128 and the signal.
const KEEPER: &str = r#""$@" <questions >answers &
tool=$!
{ read -r _ <leash; kill -KILL $tool; } &
wait $tool 2>/dev/null"#;

/// An answer longer than this is none.
const LONGEST: usize = 64 << 20;

/// How long to wait before looking whether the process is still there.
const GLANCE: Duration = Duration::from_millis(50);

impl Line {
    /// Starts a tool. Limits are for its whole life.
    pub fn start(
        sandbox: &Arc<Sandbox>,
        command: &[String],
        env: &dyn Fn(&Path) -> Vec<(OsString, OsString)>,
        limits: Limits,
    ) -> io::Result<Line> {
        let home = Arc::new(sandbox.scratch()?);
        // An end of a pipe that both reads and writes can be opened at once.
        let both = |name: &str| {
            let path = pipe(home.path(), name)?;
            OpenOptions::new().read(true).write(true).open(path)
        };
        let (leash, questions) = (both("leash")?, both("questions")?);
        let answers = pipe(home.path(), "answers")?;
        let answers = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(answers)?;
        let args = ["-c", KEEPER, "keeper"].into_iter().chain(command.iter().map(String::as_str));
        let args: Vec<OsString> = args.map(OsString::from).collect();
        let (sandbox, directory, env) = (sandbox.clone(), home.clone(), env(home.path()));
        let process = std::thread::spawn(move || {
            let mut job = Job::new(Path::new("/bin/sh"), directory.path()).limits(limits);
            (job.args, job.env) = (args, env);
            sandbox.run(&job)
        });
        Ok(Line {
            leash: Some(leash),
            questions: Some(questions),
            answers,
            rest: Vec::new(),
            process: Some(process),
            home,
        })
    }

    /// The directory in which the process may write.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Asks, and waits for the answer. Behind anything but a line nothing can be asked any more.
    pub fn ask(&mut self, question: &str, limit: Duration) -> io::Result<Answer> {
        if let Some(mut questions) = self.questions.as_ref() {
            questions.write_all(question.as_bytes())?;
            questions.write_all(b"\n")?;
        }
        let start = Instant::now();
        while start.elapsed() < limit && self.rest.len() < LONGEST {
            if let Some(line) = self.next_line() {
                return Ok(Answer::Line(line));
            }
            let is_over = self.process.as_ref().is_none_or(JoinHandle::is_finished);
            self.wait(if is_over { Duration::ZERO } else { GLANCE })?;
            let count = self.take();
            if is_over && count == 0 {
                return self.end().map(Answer::Died);
            }
        }
        self.end()?;
        Ok(Answer::Late)
    }

    fn next_line(&mut self) -> Option<String> {
        let end = self.rest.iter().position(|&byte| byte == b'\n')?;
        let line: Vec<u8> = self.rest.drain(..=end).collect();
        Some(String::from_utf8_lossy(&line[..end]).into_owned())
    }

    /// Waits for something to read, or for the process to close its end.
    fn wait(&self, most: Duration) -> io::Result<()> {
        let fd = self.answers.as_raw_fd();
        let mut watched = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        // SAFETY: the structure outlives the call.
        let found = unsafe { libc::poll(&mut watched, 1, most.as_millis() as i32) };
        let error = io::Error::last_os_error();
        if found < 0 && error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
        // Its end is closed, but it is not gone yet: nothing to read until it is.
        if watched.revents == libc::POLLHUP {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Reads what is there.
    fn take(&mut self) -> usize {
        let mut buffer = [0; 64 << 10];
        let count = self.answers.read(&mut buffer).unwrap_or(0);
        self.rest.extend_from_slice(&buffer[..count]);
        count
    }

    /// Lets the process go and waits until nothing of it is left.
    fn end(&mut self) -> io::Result<Ran> {
        (self.leash, self.questions) = (None, None);
        let gone = || io::Error::other("the process of a resident tool is gone");
        let process = self.process.take().ok_or_else(gone)?;
        let mut ran = process.join().map_err(|_| gone())??;
        if let End::Exited(status) = ran.end
            && status > 128
        {
            ran.end = End::Signalled(status - 128);
        }
        Ok(ran)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        // How it ends is nobody's business any more.
        let _ = self.end();
    }
}

/// A named pipe.
fn pipe(directory: &Path, name: &str) -> io::Result<PathBuf> {
    let path = directory.join(name);
    let text = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: the name outlives the call.
    if unsafe { libc::mkfifo(text.as_ptr(), 0o600) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // The tool may run as another user; the directory is closed to everybody else.
    std::fs::set_permissions(&path, Permissions::from_mode(0o666))?;
    Ok(path)
}
