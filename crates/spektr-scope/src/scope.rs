//! A scope: which modules are watched, and what was reached of them by everything that was
//! traced with it. Several processes, one after the other or at once, share what is known, so
//! each run tells what is new.

use crate::module::{Library, Module, Planted};
use crate::process::{self, Mapping};
use crate::tracer::{self, Sink};
use libc::pid_t;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};

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
    /// Blocks by number, sorted.
    pub reached: Vec<usize>,
}

/// Which file a mapping is of: device and number.
type FileId = (String, u64);

#[derive(Debug)]
pub struct Scope {
    library: Arc<Library>,
    directory: PathBuf,
    wanted: Wanted,
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
        let directory = directory.canonicalize()?;
        Ok(Scope { library, directory, wanted, known: Mutex::default() })
    }

    /// Watches a stopped process and everything it starts, until all of it has ended. Blocks
    /// that nothing had reached before go to `sink` as they are reached. The calling thread is
    /// busy with this and may watch nothing else.
    pub fn trace(&self, pid: pid_t, sink: Sink<'_>) -> io::Result<tracer::Traced> {
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
        Planted::write(module, &bytes, copy).map(Arc::new)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
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
