//! What can go wrong with a store, in words that say what to do next.

use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum StoreTrouble {
    #[error(
        "there is no store in {}: start one with `spektr hunt --store {0}`, or name another directory with --store", directory.display()
    )]
    Missing { directory: PathBuf },
    #[error(
        "the store in {} was made by a newer spektr (format {found}, this one knows {known}): use that spektr, or another directory with --store", directory.display()
    )]
    Newer { directory: PathBuf, found: i64, known: i64 },
    #[error(
        "the store in {} cannot be written ({reason}): make it writable, or name another directory with --store", directory.display()
    )]
    ReadOnly { directory: PathBuf, reason: String },
    #[error(
        "the store in {} is of an older spektr and cannot be written, so it cannot be brought up to date: copy it to where it can", directory.display()
    )]
    OldAndReadOnly { directory: PathBuf },
    #[error(
        "the disk that holds the store in {} is full, or nearly: free some space and continue with `spektr hunt --resume`; nothing recorded so far is lost", directory.display()
    )]
    Full { directory: PathBuf },
    #[error(
        "{} holds a file that is not a spektr store ({reason}): name another directory with --store", directory.display()
    )]
    Foreign { directory: PathBuf, reason: String },
    #[error(
        "the store in {} is locked by another program for too long: see which process holds it, then try again", directory.display()
    )]
    Busy { directory: PathBuf },
    #[error(
        "the store in {} has an entry that cannot be read ({reason}): it is damaged, or something else wrote into it", directory.display()
    )]
    Damaged { directory: PathBuf, reason: String },
    #[error("the store in {} failed: {reason}", directory.display())]
    Other { directory: PathBuf, reason: String },
    #[error("the store has no {what} {id}: `{list}` lists them")]
    NoSuch { what: &'static str, id: i64, list: &'static str },
}

impl StoreTrouble {
    pub(super) fn from_sqlite(directory: &Path, error: rusqlite::Error) -> Self {
        let directory = directory.to_owned();
        let reason = error.to_string();
        use rusqlite::Error as E;
        match &error {
            // The whole statement would not tell more.
            E::SqlInputError { msg, .. } => {
                return StoreTrouble::Foreign { directory, reason: msg.clone() };
            }
            E::FromSqlConversionFailure(..)
            | E::InvalidColumnType(..)
            | E::IntegralValueOutOfRange(..) => {
                return StoreTrouble::Damaged { directory, reason };
            }
            _ => {}
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreTrouble::ReadOnly { directory, reason }
            }
            Some(ErrorCode::DiskFull) => StoreTrouble::Full { directory },
            Some(ErrorCode::SystemIoFailure) if is_full(&directory) => {
                StoreTrouble::Full { directory }
            }
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                StoreTrouble::Foreign { directory, reason }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                StoreTrouble::Busy { directory }
            }
            _ => StoreTrouble::Other { directory, reason },
        }
    }

    pub(super) fn from_io(directory: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let directory = directory.to_owned();
        let reason = error.to_string();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreTrouble::Full { directory },
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                StoreTrouble::ReadOnly { directory, reason }
            }
            _ => StoreTrouble::Other { directory, reason },
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
