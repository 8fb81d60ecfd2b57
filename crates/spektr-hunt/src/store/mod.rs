//! The store: everything a campaign must not forget, in one SQLite file under one directory, or
//! in a database of a PostgreSQL server that several hosts share.
//!
//! One transaction per judged batch, so that a kill at any moment loses at most the programs
//! in flight. Several processes may work on one store. Only this module writes it; it starts
//! no process and knows no language and no compiler beyond their names.

mod address;
mod bugs;
mod campaigns;
mod claims;
mod copy;
mod corpus;
mod figures;
mod findings;
mod joins;
mod leases;
mod owner;
mod schema;
mod sql;
mod tally;
#[cfg(test)]
mod tests;
mod trouble;
mod workers;

pub use address::Address;
pub use bugs::{Bug, Mute};
pub use campaigns::{Campaign, Seeds, Settings, block};
pub use claims::Able;
pub use figures::{Counted, Sample, Stamp};
pub use findings::{Finding, FindingFilter, FindingState, NewFinding, Outline};
pub use joins::{Decision, KnownBug, Place, ReducedFinding};
pub use leases::{BatchRecord, Lease};
pub use owner::Owner;
pub use trouble::StoreTrouble;
pub use workers::WorkerRow;

use rusqlite::{Connection, OpenFlags};
use sql::Session;
use sql::postgres::{Postgres, Turn};
use sql::sqlite::Sqlite;
use std::ffi::CString;
use std::fs::File;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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

/// The database behind a store.
enum Backend {
    Sqlite(Sqlite),
    Postgres(Box<Postgres>),
}

/// An open store.
pub struct Store {
    place: Address,
    backend: Mutex<Backend>,
    /// When this process looks again whose leases and claims are nobody's any more.
    next_look_for_the_dead: Mutex<Option<Instant>>,
    tickets: AtomicU64,
}

impl Store {
    /// Opens the store in a directory or at an address, making it if there is none.
    pub fn open(place: &Path) -> Result<Store, StoreTrouble> {
        let place = Address::of(place);
        let Some(directory) = place.directory() else { return Store::open_server(place, true) };
        std::fs::create_dir_all(directory)
            .map_err(|error| StoreTrouble::from_io(&place, &error))?;
        let connection = Connection::open(directory.join(FILE))
            .map_err(|error| StoreTrouble::from_sql(&place, error.into()))?;
        Store::prepare(place, connection)
    }

    /// Opens a store that must exist already, for reading if it may not be written.
    pub fn open_existing(place: &Path) -> Result<Store, StoreTrouble> {
        let place = Address::of(place);
        let Some(directory) = place.directory() else { return Store::open_server(place, false) };
        let file = directory.join(FILE);
        if !file.exists() {
            return Err(StoreTrouble::Missing { place });
        }
        if !may_be_written(directory) || !may_be_written(&file) {
            return Store::open_to_read(&place, &file);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)
            .map_err(|error| StoreTrouble::from_sql(&place, error.into()))?;
        Store::prepare(place, connection)
    }

    /// Opens a store as [`Store::open`] does, and waits for a server that is away.
    pub fn open_patiently(place: &Path, give_up: &dyn Fn() -> bool) -> Result<Store, StoreTrouble> {
        let begun = Instant::now();
        loop {
            match Store::open(place) {
                Err(StoreTrouble::Server { away: true, .. })
                    if begun.elapsed() < PATIENCE * 10 && !give_up() =>
                {
                    std::thread::sleep(Duration::from_millis(200));
                }
                outcome => return outcome,
            }
        }
    }

    fn open_server(place: Address, may_create: bool) -> Result<Store, StoreTrouble> {
        let Address::Server(address) = &place else { return Err(StoreTrouble::Missing { place }) };
        let mut server = Postgres::new(address, schema::VERSION).map_err(|error| {
            let address = place.to_string();
            StoreTrouble::BadAddress { address, reason: error.to_string() }
        })?;
        schema::check_or_create_shared(&place, &mut server, may_create)?;
        Ok(Store::of(place, Backend::Postgres(Box::new(server))))
    }

    /// A store on a disk that nothing can be written to: nobody else writes it either, so it
    /// is read as it is.
    fn open_to_read(place: &Address, file: &Path) -> Result<Store, StoreTrouble> {
        let trouble = |error: rusqlite::Error| StoreTrouble::from_sql(place, error.into());
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let name = file.to_string_lossy().replace('%', "%25").replace('?', "%3f");
        let uri = format!("file:{}?immutable=1", name.replace('#', "%23"));
        let connection = Connection::open_with_flags(uri, flags).map_err(trouble)?;
        if !schema::is_current(&connection).map_err(trouble)? {
            return Err(StoreTrouble::OldAndReadOnly { place: place.clone() });
        }
        Ok(Store::of(place.clone(), Backend::Sqlite(Sqlite { connection })))
    }

    fn prepare(place: Address, mut connection: Connection) -> Result<Store, StoreTrouble> {
        let _alone = place.directory().and_then(opened_alone);
        connection
            .busy_timeout(PATIENCE)
            .and_then(|()| schema::configure(&connection))
            .map_err(|error| StoreTrouble::from_sql(&place, error.into()))?;
        schema::check_or_create(&place, &mut connection)?;
        Ok(Store::of(place, Backend::Sqlite(Sqlite { connection })))
    }

    fn of(place: Address, backend: Backend) -> Store {
        let (backend, next_look_for_the_dead) = (Mutex::new(backend), Mutex::default());
        Store { place, backend, next_look_for_the_dead, tickets: AtomicU64::new(0) }
    }

    pub fn place(&self) -> &Address {
        &self.place
    }

    /// Whether the store is on a server, where many may ask at the same time.
    pub fn is_shared(&self) -> bool {
        matches!(self.place, Address::Server(_))
    }

    /// Where processes put files that nobody needs after a crash.
    pub fn scratch(&self) -> PathBuf {
        self.place.scratch()
    }

    /// Says so if the disk that holds store and scratch files is as good as full. What goes
    /// wrong on a full disk proves nothing about a compiler.
    pub fn must_have_room(&self) -> Result<(), StoreTrouble> {
        let disk = self.place.directory().map_or_else(|| self.scratch(), Path::to_owned);
        match free_bytes(&disk) {
            Some(free) if free < LEAST_ROOM => {
                Err(StoreTrouble::Full { place: Address::Directory(disk) })
            }
            _ => Ok(()),
        }
    }

    /// A statement outside a transaction leaves nothing half done, so a thread that
    /// panicked while it held the connection does no harm to the others.
    fn backend(&self) -> MutexGuard<'_, Backend> {
        self.backend.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A name for something that is about to be handed out, of which there is no second.
    fn ticket(&self, owner: &Owner) -> String {
        format!("{} {:p} {}", owner.encode(), self, self.tickets.fetch_add(1, Ordering::Relaxed))
    }

    /// Runs `work` in a transaction that is all or nothing. On a server others write at the
    /// same time; what is decided by rows must lock them. It may run again, after a
    /// connection broke at a moment that leaves open whether it was committed.
    fn write<T>(&self, work: impl Fn(&Session<'_>) -> sql::Result<T>) -> Result<T, StoreTrouble> {
        self.transact(Turn::Together, work)
    }

    /// The same while nobody else is in such a transaction, for decisions that depend on what
    /// many rows say.
    fn write_alone<T>(
        &self,
        work: impl Fn(&Session<'_>) -> sql::Result<T>,
    ) -> Result<T, StoreTrouble> {
        self.transact(Turn::Alone, work)
    }

    fn transact<T>(
        &self,
        turn: Turn,
        work: impl Fn(&Session<'_>) -> sql::Result<T>,
    ) -> Result<T, StoreTrouble> {
        let outcome = match &mut *self.backend() {
            Backend::Sqlite(sqlite) => sqlite.write(schema::VERSION, work),
            Backend::Postgres(postgres) => postgres.write(turn, work),
        };
        outcome.map_err(|error| StoreTrouble::from_sql(&self.place, error))
    }

    fn read<T>(&self, work: impl Fn(&Session<'_>) -> sql::Result<T>) -> Result<T, StoreTrouble> {
        let outcome = match &mut *self.backend() {
            Backend::Sqlite(sqlite) => work(&Session::new(sqlite, false)),
            Backend::Postgres(postgres) => postgres.read(work),
        };
        outcome.map_err(|error| StoreTrouble::from_sql(&self.place, error))
    }
}
