//! What an experiment has built, kept so that it can be run again.

use crate::sandbox::Scratch;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program in its scratch directory, which is removed with the last handle.
#[derive(Clone)]
pub struct Built {
    directory: Arc<Scratch>,
    program: String,
}

impl Built {
    pub(super) fn new(directory: Arc<Scratch>, program: String) -> Built {
        Built { directory, program }
    }

    pub(super) fn directory(&self) -> &Path {
        self.directory.path()
    }

    pub(super) fn path(&self) -> PathBuf {
        self.directory().join(&self.program)
    }
}

impl fmt::Debug for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)
    }
}
