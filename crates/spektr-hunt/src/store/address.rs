//! Where a store is: a directory with one file, or a database of a server.

use super::sql::postgres::without_password;
use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    Directory(PathBuf),
    /// `postgres://…`
    Server(String),
}

impl Address {
    /// What a person wrote: an address of a server, or else a directory.
    pub fn of(written: &Path) -> Address {
        match written.to_str() {
            Some(text) if text.starts_with("postgres://") || text.starts_with("postgresql://") => {
                Address::Server(text.to_owned())
            }
            _ => Address::Directory(written.to_owned()),
        }
    }

    pub fn directory(&self) -> Option<&Path> {
        match self {
            Address::Directory(directory) => Some(directory),
            Address::Server(_) => None,
        }
    }

    /// Where processes put files that nobody needs after a crash. Those of a store on a server
    /// are the host's own, one place for each user.
    pub(super) fn scratch(&self) -> PathBuf {
        match self {
            Address::Directory(directory) => directory.join("scratch"),
            Address::Server(_) => {
                // SAFETY: the call has no conditions and cannot fail.
                let user = unsafe { libc::getuid() };
                std::env::temp_dir().join(format!("spektr-scratch-{user}"))
            }
        }
    }
}

/// A server's address without its password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Directory(directory) => directory.display().fmt(f),
            Address::Server(address) => f.write_str(&without_password(address)),
        }
    }
}
