//! What can go wrong with a store, in words that say what to do next.

use super::Address;
use super::sql::SqlError;
use super::sql::postgres::is_away;
use rusqlite::ErrorCode;
use std::path::Path;

#[derive(Debug, thiserror::Error)]
pub enum StoreTrouble {
    #[error(
        "there is no store in {place}: start one with `spektr hunt --store {place}`, or name another store with --store"
    )]
    Missing { place: Address },
    #[error(
        "the store in {place} was made by a newer spektr (format {found}, this one knows {known}): use that spektr, or another store with --store"
    )]
    Newer { place: Address, found: i64, known: i64 },
    #[error(
        "the store in {place} cannot be written ({reason}): make it writable, or name another store with --store"
    )]
    ReadOnly { place: Address, reason: String },
    #[error(
        "the store in {place} is of an older spektr and cannot be written, so it cannot be brought up to date: copy it to where it can"
    )]
    OldAndReadOnly { place: Address },
    #[error(
        "the disk that holds the store in {place} is full, or nearly: free some space and continue with `spektr hunt --resume`; nothing recorded so far is lost"
    )]
    Full { place: Address },
    #[error(
        "{place} holds something that is not a spektr store ({reason}): name another store with --store"
    )]
    Foreign { place: Address, reason: String },
    #[error(
        "the store in {place} is locked by another program for too long: see which process holds it, then try again"
    )]
    Busy { place: Address },
    #[error(
        "the store in {place} has an entry that cannot be read ({reason}): it is damaged, or something else wrote into it"
    )]
    Damaged { place: Address, reason: String },
    #[error(
        "the store in {place} has format {found} and this spektr wants {known}, but others work on it: let them end, then start this one again"
    )]
    InUse { place: Address, found: i64, known: i64 },
    #[error(
        "the store in {place} was brought to format {found} by another spektr meanwhile (this one knows {known}): nothing more is written by this one"
    )]
    OtherVersion { place: Address, found: i64, known: i64 },
    #[error("the server of the store {place} cannot be used: {reason}")]
    Server {
        place: Address,
        reason: String,
        /// It may answer if it is asked again.
        away: bool,
    },
    #[error("{address} is no address of a store ({reason}): write postgres://USER@HOST/DATABASE")]
    BadAddress { address: String, reason: String },
    #[error("{what}")]
    NotCopied { what: String },
    #[error("the store in {place} failed: {reason}")]
    Other { place: Address, reason: String },
    #[error("the store has no {what} {id}: `{list}` lists them")]
    NoSuch { what: &'static str, id: i64, list: &'static str },
}

impl StoreTrouble {
    pub(super) fn from_sql(place: &Address, error: SqlError) -> Self {
        let place = place.clone();
        match error {
            SqlError::Sqlite(error) => StoreTrouble::from_sqlite(place, error),
            SqlError::Postgres(ref server) => {
                let away = is_away(server);
                StoreTrouble::Server { place, reason: error.to_string(), away }
            }
            SqlError::Unreadable { .. } | SqlError::NoRow => {
                StoreTrouble::Damaged { place, reason: error.to_string() }
            }
            SqlError::Unwritable(_) => StoreTrouble::Other { place, reason: error.to_string() },
            SqlError::Address(reason) => {
                StoreTrouble::BadAddress { address: place.to_string(), reason }
            }
            SqlError::OtherVersion(found) => {
                StoreTrouble::OtherVersion { place, found, known: super::schema::VERSION }
            }
        }
    }

    fn from_sqlite(place: Address, error: rusqlite::Error) -> Self {
        let reason = error.to_string();
        // The whole statement would not tell more.
        if let rusqlite::Error::SqlInputError { msg, .. } = &error {
            return StoreTrouble::Foreign { place, reason: msg.clone() };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreTrouble::ReadOnly { place, reason }
            }
            Some(ErrorCode::DiskFull) => StoreTrouble::Full { place },
            Some(ErrorCode::SystemIoFailure) if place.directory().is_some_and(is_full) => {
                StoreTrouble::Full { place }
            }
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                StoreTrouble::Foreign { place, reason }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                StoreTrouble::Busy { place }
            }
            _ => StoreTrouble::Other { place, reason },
        }
    }

    pub(super) fn from_io(place: &Address, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let place = place.clone();
        let reason = error.to_string();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreTrouble::Full { place },
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                StoreTrouble::ReadOnly { place, reason }
            }
            _ => StoreTrouble::Other { place, reason },
        }
    }
}

/// Whether the file system of `directory` takes no more data. SQLite reports some full disks
/// as plain input/output errors (its shared-memory file cannot grow); a small write tells.
fn is_full(directory: &Path) -> bool {
    let probe = directory.join(format!("probe-{}", std::process::id()));
    let outcome = std::fs::write(&probe, [0u8; 8192]);
    // The probe may not exist if it could not be written; that is what was asked.
    drop(std::fs::remove_file(&probe));
    outcome.is_err_and(|error| error.kind() == std::io::ErrorKind::StorageFull)
}
