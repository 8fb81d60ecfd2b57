//! A scope: which modules are watched, and what was reached of them by everything that was
//! traced with it. Several processes, one after the other or at once, share what is known, so
//! each run tells what is new.

use crate::module::{Library, Module, Planted};
#[cfg(target_arch = "x86_64")]
use crate::process::{self, Mapping};
use crate::tracer;
use libc::{c_int, pid_t};
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Is told of every block that is reached for the first time.
pub type Sink<'a> = &'a mut dyn FnMut(&Planted, usize);

/// What came of tracing a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// How the process itself ended, as `waitpid` says it.
    pub status: c_int,
    /// Breakpoints of ours that were hit.
    pub hits: u64,
    /// Programs that were executed.
    pub executed: u64,
}

/// Which files are watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All but the C library and the loader, which say nothing about a tool.
    All,
    /// Those whose names begin with one of these.
    Named(Vec<String>),
}

/// Libraries of the system that every program has.
const OF_THE_SYSTEM: [&str; 7] =
    ["ld-", "libc.so", "libc-", "libm.so", "libpthread", "libdl.so", "librt.so"];

impl Wanted {
    fn wants(&self, name: &str) -> bool {
        match self {
            Wanted::All => !OF_THE_SYSTEM.iter().any(|system| name.starts_with(system)),
            Wanted::Named(names) => names.iter().any(|wanted| name.starts_with(wanted)),
        }
    }
}

/// What was reached of one module.
#[derive(Clone, Debug)]
pub struct Coverage {
    pub module: Arc<Module>,
    /// Blocks by number, sorted; those that were reached before are among them.
    pub reached: Vec<usize>,
}

impl Coverage {
    /// The blocks that were reached, by their places in the file.
    pub fn offsets(&self) -> Vec<u32> {
        self.reached.iter().map(|block| self.module.leaders.offsets[*block]).collect()
    }
}

/// Which file a mapping is of: device and number.
type FileId = (String, u64);

#[derive(Debug)]
pub struct Scope {
    library: Arc<Library>,
    directory: PathBuf,
    wanted: Wanted,
    /// What was reached before, by build: offsets in the file, sorted.
    before: BTreeMap<String, Vec<u32>>,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    by_file: BTreeMap<FileId, Option<Arc<Planted>>>,
    /// Why files that were wanted are not watched.
    unwatched: Vec<String>,
}

impl Scope {
    /// A scope whose copies of code lie in `directory`, which the tools must be able to read.
    pub fn new(library: Arc<Library>, directory: &Path, wanted: Wanted) -> io::Result<Scope> {
        fs::create_dir_all(directory)?;
        // The tools may run as another user.
        fs::set_permissions(directory, Permissions::from_mode(0o755))?;
        let directory = directory.canonicalize()?;
        let (before, known) = (BTreeMap::new(), Mutex::default());
        Ok(Scope { library, directory, wanted, before, known })
    }

    /// The same, for which these blocks, offsets by build, were reached before: nothing is told
    /// of them, and nothing stops there.
    pub fn after(mut self, before: BTreeMap<String, Vec<u32>>) -> Scope {
        self.before = before;
        self
    }

    /// Watches a stopped process and everything it starts, until all of it has ended. Blocks
    /// that nothing had reached before go to `sink` as they are reached. The calling thread is
    /// busy with this and may watch nothing else.
    pub fn trace(&self, pid: pid_t, sink: Sink<'_>) -> io::Result<Traced> {
        tracer::trace(self, pid, sink)
    }

    /// What was reached so far, by the names of the modules.
    pub fn coverage(&self) -> Vec<Coverage> {
        let known = self.known();
        let mut planted: Vec<&Arc<Planted>> = known.by_file.values().flatten().collect();
        planted.sort_by_key(|it| (&it.module.name, &it.module.build));
        // A file with two names is one module.
        planted.dedup_by_key(|it| Arc::as_ptr(it));
        let coverage = planted
            .into_iter()
            .map(|it| Coverage { module: it.module.clone(), reached: it.reached() });
        coverage.collect()
    }

    /// Files that were wanted and could not be watched, with reasons.
    pub fn unwatched(&self) -> Vec<String> {
        self.known().unwatched.clone()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(target_arch = "x86_64")]
impl Scope {
    /// The copy that stands for a mapped file, if it is watched.
    pub(crate) fn planted(&self, pid: pid_t, mapping: &Mapping) -> Option<Arc<Planted>> {
        let name = Path::new(&mapping.path).file_name()?.to_str()?;
        if !mapping.path.starts_with('/') || !self.wanted.wants(name) {
            return None;
        }
        let mut known = self.known();
        if let Some(planted) = known.by_file.get(&mapping.file) {
            return planted.clone();
        }
        let planted = match self.plant(&known, pid, name, &mapping.path) {
            Ok(planted) => Some(planted),
            Err(why) => {
                known.unwatched.push(format!("{}: {why}", mapping.path));
                None
            }
        };
        known.by_file.insert(mapping.file.clone(), planted.clone());
        planted
    }

    fn plant(&self, known: &Known, pid: pid_t, name: &str, path: &str) -> io::Result<Arc<Planted>> {
        let bytes = fs::read(process::seen_by(pid, path))?;
        let module = self.library.module(name, Path::new(path), &bytes)?;
        let mut planted = known.by_file.values().flatten();
        if let Some(same) = planted.find(|it| it.module.build == module.build) {
            return Ok(same.clone());
        }
        let copy = self.directory.join(format!("{}-{name}", known.by_file.len()));
        let before = self.before.get(&module.build).map(Vec::as_slice).unwrap_or_default();
        Planted::write(module, &bytes, copy, before).map(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_files_are_watched() {
        assert!(Wanted::All.wants("libLLVM.so.19.1"));
        assert!(!Wanted::All.wants("libc.so.6"));
        assert!(!Wanted::All.wants("ld-linux-x86-64.so.2"));
        let named = Wanted::Named(vec!["cc1".to_owned()]);
        assert!(named.wants("cc1plus") && !named.wants("gcc"));
    }
}
