//! Somebody who watches a command from its first moment on: a tracer that follows it and
//! everything it starts. Who that is and what it sees is not known here; a command that is to be
//! watched stops before it executes anything, and is handed over.

use std::fmt::Debug;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Whoever can watch processes.
pub trait Watcher: Debug + Send + Sync {
    /// Watches a stopped process and everything it starts, until all of it has ended, on a
    /// thread that does nothing else. What is reached for the first time is told as it happens.
    fn watch(&self, process: i32, reached: &mut dyn FnMut(u64)) -> io::Result<()>;
}

/// A command that is being watched.
pub(super) struct Watched {
    thread: JoinHandle<io::Result<()>>,
    reached: Arc<Mutex<Vec<u64>>>,
}

impl Watched {
    /// Hands the one child of `supervisor` over.
    pub fn begin(watcher: &Arc<dyn Watcher>, supervisor: i32) -> io::Result<Watched> {
        let list = format!("/proc/{supervisor}/task/{supervisor}/children");
        let child = std::fs::read_to_string(list)?.split_whitespace().next().map(str::parse);
        let Some(Ok(process)) = child else {
            return Err(io::Error::other("the command to be watched is gone"));
        };
        let (watcher, reached) = (watcher.clone(), Arc::<Mutex<Vec<u64>>>::default());
        let sink = reached.clone();
        let thread = std::thread::Builder::new().name("watcher".to_owned()).spawn(move || {
            let mut tell = |what| sink.lock().unwrap_or_else(PoisonError::into_inner).push(what);
            let watched = watcher.watch(process, &mut tell);
            if watched.is_err() {
                // Nobody else would let it go on, and what it does is not used any more.
                // SAFETY: a signal; the process is a descendant of ours.
                unsafe { libc::kill(process, libc::SIGCONT) };
            }
            watched
        })?;
        Ok(Watched { thread, reached })
    }

    /// What was reached since the last time.
    pub fn take(&self) -> Vec<u64> {
        std::mem::take(&mut self.reached.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What was reached, once all has ended; an error if it could not be watched.
    pub fn finish(self) -> io::Result<Vec<u64>> {
        let cause = match self.thread.join() {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the watcher broke down".to_owned()),
        };
        match cause {
            Some(why) => Err(io::Error::other(format!("a command could not be watched: {why}"))),
            None => {
                Ok(std::mem::take(&mut self.reached.lock().unwrap_or_else(PoisonError::into_inner)))
            }
        }
    }
}
