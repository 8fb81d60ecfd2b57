//! The store: everything a campaign must not forget, in one SQLite file under one directory.
//!
//! One transaction per judged batch, so that a kill at any moment loses at most the programs
//! in flight. Several processes may work on one store. Only this module writes it; it starts
//! no process and knows no language and no compiler beyond their names.

mod bugs;
mod campaigns;
mod claims;
mod corpus;
mod figures;
mod findings;
mod joins;
mod leases;
mod owner;
mod schema;
#[cfg(test)]
mod tests;
mod trouble;

pub use bugs::{Bug, Mute};
pub use campaigns::{Campaign, Seeds, Settings, block};
pub use figures::{Counted, Sample};
pub use findings::{Finding, FindingFilter, FindingState, NewFinding};
pub use joins::{Decision, KnownBug, Place, ReducedFinding};
pub use leases::{BatchRecord, Lease};
pub use owner::Owner;
pub use trouble::StoreTrouble;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::ffi::CString;
use std::fs::File;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const FILE: &str = "spektr.sqlite";

/// How long a statement waits for another process before it gives up. Transactions here take
/// milliseconds; only a stuck machine makes anyone wait this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Free bytes below which a disk counts as full: compilers write files of some megabytes.
const LEAST_ROOM: u64 = 64 << 20;

/// Bytes that may still be written to the file system of `directory`, if it tells.
fn free_bytes(directory: &Path) -> Option<u64> {
    let path = CString::new(directory.as_os_str().as_bytes()).ok()?;
    let mut figures = MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: the path ends in NUL and `figures` is valid for writing.
    if unsafe { libc::statvfs(path.as_ptr(), figures.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: the call succeeded, so it filled the record.
    let figures = unsafe { figures.assume_init() };
    Some(figures.f_bavail.saturating_mul(figures.f_frsize))
}

fn may_be_written(path: &Path) -> bool {
    let Ok(path) = CString::new(path.as_os_str().as_bytes()) else { return false };
    // SAFETY: the path ends in NUL.
    unsafe { libc::access(path.as_ptr(), libc::W_OK) == 0 }
}

/// Held while a store is opened: whoever changes the kind of journal is not made to wait by
/// SQLite but refused. File systems without locks have to do without this one.
fn opened_alone(directory: &Path) -> Option<File> {
    let directory = File::open(directory).ok()?;
    directory.lock().ok()?;
    Some(directory)
}

/// An open store.
pub struct Store {
    directory: PathBuf,
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the store in `directory`, making it if there is none.
    pub fn open(directory: &Path) -> Result<Store, StoreTrouble> {
        std::fs::create_dir_all(directory)
            .map_err(|error| StoreTrouble::from_io(directory, &error))?;
        let connection = Connection::open(directory.join(FILE))
            .map_err(|error| StoreTrouble::from_sqlite(directory, error))?;
        Store::prepare(directory, connection)
    }

    /// Opens a store that must exist already, for reading if it may not be written.
    pub fn open_existing(directory: &Path) -> Result<Store, StoreTrouble> {
        let file = directory.join(FILE);
        if !file.exists() {
            return Err(StoreTrouble::Missing { directory: directory.to_owned() });
        }
        if !may_be_written(directory) || !may_be_written(&file) {
            return Store::open_to_read(directory, &file);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)
            .map_err(|error| StoreTrouble::from_sqlite(directory, error))?;
        Store::prepare(directory, connection)
    }

    /// A store on a disk that nothing can be written to: nobody else writes it either, so it
    /// is read as it is.
    fn open_to_read(directory: &Path, file: &Path) -> Result<Store, StoreTrouble> {
        let trouble = |error| StoreTrouble::from_sqlite(directory, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let place = file.to_string_lossy().replace('%', "%25").replace('?', "%3f");
        let uri = format!("file:{}?immutable=1", place.replace('#', "%23"));
        let connection = Connection::open_with_flags(uri, flags).map_err(trouble)?;
        if !schema::is_current(&connection).map_err(trouble)? {
            return Err(StoreTrouble::OldAndReadOnly { directory: directory.to_owned() });
        }
        Ok(Store { directory: directory.to_owned(), connection: Mutex::new(connection) })
    }

    fn prepare(directory: &Path, mut connection: Connection) -> Result<Store, StoreTrouble> {
        let _alone = opened_alone(directory);
        connection
            .busy_timeout(PATIENCE)
            .and_then(|()| schema::configure(&connection))
            .map_err(|error| StoreTrouble::from_sqlite(directory, error))?;
        schema::check_or_create(directory, &mut connection)?;
        Ok(Store { directory: directory.to_owned(), connection: Mutex::new(connection) })
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where processes put files that nobody needs after a crash.
    pub fn scratch(&self) -> PathBuf {
        self.directory.join("scratch")
    }

    /// Says so if the disk that holds store and scratch files is as good as full. What goes
    /// wrong on a full disk proves nothing about a compiler.
    pub fn must_have_room(&self) -> Result<(), StoreTrouble> {
        match free_bytes(&self.directory) {
            Some(free) if free < LEAST_ROOM => {
                Err(StoreTrouble::Full { directory: self.directory.clone() })
            }
            _ => Ok(()),
        }
    }

    /// A statement outside a transaction leaves nothing half done, so a thread that
    /// panicked while it held the connection does no harm to the others.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` in a transaction that is all or nothing. It takes the write lock at once:
    /// a read that turns into a write could otherwise fail halfway through.
    fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreTrouble> {
        let mut connection = self.connection();
        let result = connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(
            |transaction| {
                let value = work(&transaction)?;
                transaction.commit()?;
                Ok(value)
            },
        );
        result.map_err(|error| StoreTrouble::from_sqlite(&self.directory, error))
    }

    fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreTrouble> {
        work(&self.connection()).map_err(|error| StoreTrouble::from_sqlite(&self.directory, error))
    }
}
