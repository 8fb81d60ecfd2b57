//! Tools that stay: started once, asked many times. A request is JSON, `{"directory": …,
//! "args": […]}`, and so is its answer, `{"status": …, "stdout": …, "stderr": …}`, with
//! `"signal"` where one ended what the tool started; the sandbox says how either is framed.
//! Whatever goes wrong with such a tool, the one after it is a fresh one. A request that ended
//! it is an error: whoever asked starts the tool for it alone, so that what is found is certain
//! to be the tool's own and not what earlier requests left behind.

use super::files;
use crate::sandbox::{self, End, Job, Limits, Ran, Sandbox, Scratch, Watcher};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A tool that has answered so often is replaced, so that what it piles up does not grow.
const MOST_REQUESTS: u32 = 1000;

/// Tools that wait for requests, by the command that starts them. A worker takes one and
/// brings it back, so there are at most as many as workers.
#[derive(Default)]
pub(super) struct Residents {
    idle: Mutex<BTreeMap<Vec<String>, Vec<Resident>>>,
}

/// What is asked of a resident tool.
pub(super) struct Errand<'a> {
    pub command: &'a [String],
    /// The environment of a tool at home in a directory.
    pub env: &'a dyn Fn(&Path) -> Vec<(OsString, OsString)>,
    /// Files here are given to the tool, and what it leaves is brought back.
    pub directory: &'a Path,
    pub args: Vec<String>,
    pub limits: Limits,
    /// Who watches the tool, if anybody does.
    pub watcher: Option<Arc<dyn Watcher>>,
}

impl Residents {
    pub fn run(&self, sandbox: &Sandbox, errand: &Errand<'_>) -> io::Result<Ran> {
        let mut resident = match self.take(errand.command) {
            Some(resident) => resident,
            None => Resident::start(sandbox, errand)?,
        };
        let ran = resident.run(errand)?;
        if resident.is_well && resident.tool.is_alive() && resident.served < MOST_REQUESTS {
            self.idle().entry(errand.command.to_vec()).or_default().push(resident);
        }
        Ok(ran)
    }

    fn take(&self, command: &[String]) -> Option<Resident> {
        self.idle().get_mut(command)?.pop()
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, BTreeMap<Vec<String>, Vec<Resident>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Resident {
    // Before its home: nothing may be at work there when it is removed.
    tool: sandbox::Resident,
    home: Scratch,
    served: u32,
    /// Whether its last answer made sense.
    is_well: bool,
}

#[derive(Serialize)]
struct Request<'a> {
    directory: &'a Path,
    args: &'a [String],
}

#[derive(Deserialize)]
struct Reply {
    status: i32,
    #[serde(default)]
    signal: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Resident {
    fn start(sandbox: &Sandbox, errand: &Errand<'_>) -> io::Result<Resident> {
        let Some((program, args)) = errand.command.split_first() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let home = sandbox.scratch()?;
        let mut job = Job::new(Path::new(program), home.path()).limits(errand.limits);
        job.args = args.iter().map(OsString::from).collect();
        job.env = (errand.env)(home.path());
        job.watcher = errand.watcher.clone();
        let tool = sandbox.resident(&job)?;
        Ok(Resident { tool, home, served: 0, is_well: true })
    }

    fn run(&mut self, errand: &Errand<'_>) -> io::Result<Ran> {
        self.served += 1;
        let place = Place::create(self.home.path(), self.served)?;
        place.bring(errand.directory)?;
        let request = Request { directory: &place.path, args: &errand.args };
        let request = serde_json::to_vec(&request).map_err(io::Error::other)?;
        let reply = self.tool.ask(&request, &errand.limits)?;
        place.fetch(errand.directory)?;
        let ran = match reply {
            sandbox::Reply::Answer { bytes, cpu, wall } => self.read(&bytes, cpu, wall),
            sandbox::Reply::Failed(failure) => {
                return Err(io::Error::other(format!(
                    "the resident tool ended: {:?}",
                    failure.end
                )));
            }
        };
        Ok(Ran { reached: self.tool.reached(), ..ran })
    }

    /// The answer as if the tool had been started for it alone.
    fn read(&mut self, answer: &[u8], cpu: Duration, wall: Duration) -> Ran {
        let reply = serde_json::from_slice(answer).unwrap_or_else(|why| {
            self.is_well = false;
            let stderr = format!("the resident tool answers nonsense: {why}\n");
            Reply { status: 1, signal: None, stdout: String::new(), stderr }
        });
        Ran {
            end: reply.signal.map_or(End::Exited(reply.status), End::Signalled),
            stdout: reply.stdout.into(),
            stderr: reply.stderr.into(),
            cpu,
            wall,
            peak_memory: 0,
            limit: None,
            left_behind: false,
            reached: Vec::new(),
        }
    }
}

/// A directory of one request. The tool is at work beside it and may put anything in its
/// place, so it is held open and never looked up again.
struct Place {
    path: PathBuf,
    held: File,
}

impl Place {
    fn create(home: &Path, number: u32) -> io::Result<Place> {
        let path = home.join(format!("request-{number}"));
        std::fs::create_dir(&path)?;
        let flags = libc::O_DIRECTORY | libc::O_NOFOLLOW;
        let held = OpenOptions::new().read(true).custom_flags(flags).open(&path)?;
        // The tool may run as another user.
        held.set_permissions(Permissions::from_mode(0o777))?;
        Ok(Place { path, held })
    }

    fn inner(&self, name: &std::ffi::OsStr) -> PathBuf {
        self.itself().join(name)
    }

    fn itself(&self) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", self.held.as_raw_fd()))
    }

    fn bring(&self, from: &Path) -> io::Result<()> {
        for path in files::inside(from) {
            let (Some(name), Ok(bytes)) = (path.file_name(), files::read(&path)) else { continue };
            let mut file =
                OpenOptions::new().write(true).create_new(true).open(self.inner(name))?;
            file.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Brings back plain files; what the tool has not touched is the same as before.
    fn fetch(&self, to: &Path) -> io::Result<()> {
        for path in files::inside(&self.itself()) {
            let (Some(name), Ok(bytes)) = (path.file_name(), files::read(&path)) else { continue };
            // What lies there may be a link to somewhere else.
            let target = to.join(name);
            let _ = std::fs::remove_file(&target);
            if let Ok(mut file) = OpenOptions::new().write(true).create_new(true).open(target) {
                file.write_all(&bytes)?;
            }
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed now goes with the tool's home.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
