//! What the store asks of a database: statements with numbered parameters, rows of plain
//! values, transactions. The statements are the same for both databases; where their words
//! differ, [`Session`] has the few that do, and the schema gives PostgreSQL functions with
//! SQLite's names.

pub(super) mod postgres;
pub(super) mod sqlite;
mod tls;
mod value;

pub(super) use value::{FromValue, Row, Value};

use std::cell::RefCell;

/// Why a statement failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum SqlError {
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error("{}", postgres::words(.0))]
    Postgres(#[from] ::postgres::Error),
    /// An address that cannot be used as it is.
    #[error("{0}")]
    Address(String),
    #[error("column {column}: {reason}")]
    Unreadable { column: usize, reason: String },
    #[error("{0} cannot be written down")]
    Unwritable(String),
    #[error("an entry that must be there is not")]
    NoRow,
    /// Somebody brought the tables to another version since they were opened.
    #[error("the tables are of version {0} now")]
    OtherVersion(i64),
}

pub(super) type Result<T> = std::result::Result<T, SqlError>;

/// One connection to a database.
pub(super) trait Database {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64>;
    fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>>;
    /// Several statements without parameters.
    fn batch(&mut self, sql: &str) -> Result<()>;
    /// Whether several transactions may write at the same time.
    fn is_shared(&self) -> bool;
}

/// A connection as the store's modules use it, in a transaction or outside one.
pub(super) struct Session<'a> {
    database: RefCell<&'a mut dyn Database>,
    retry: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(database: &'a mut dyn Database, retry: bool) -> Session<'a> {
        Session { database: RefCell::new(database), retry }
    }

    /// Whether the same work was tried before and nobody knows if it was committed: the
    /// connection broke at that very moment.
    pub(super) fn is_retry(&self) -> bool {
        self.retry
    }

    /// Whether several transactions may write at the same time.
    pub(super) fn is_shared(&self) -> bool {
        self.database.borrow().is_shared()
    }

    /// Behind a SELECT of one row: others that look for work pass over this row.
    pub(super) fn skip_locked(&self) -> &'static str {
        if self.is_shared() { "FOR UPDATE SKIP LOCKED" } else { "" }
    }

    /// Behind a SELECT: others that want this row wait.
    pub(super) fn for_update(&self) -> &'static str {
        if self.is_shared() { "FOR UPDATE" } else { "" }
    }

    pub(super) fn execute(&self, sql: &str, values: &[Value]) -> Result<u64> {
        self.database.borrow_mut().execute(sql, values)
    }

    pub(super) fn batch(&self, sql: &str) -> Result<()> {
        self.database.borrow_mut().batch(sql)
    }

    pub(super) fn all<T>(
        &self,
        sql: &str,
        values: &[Value],
        read: impl Fn(&Row) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.database.borrow_mut().rows(sql, values)?.iter().map(read).collect()
    }

    pub(super) fn optional<T>(
        &self,
        sql: &str,
        values: &[Value],
        read: impl Fn(&Row) -> Result<T>,
    ) -> Result<Option<T>> {
        self.database.borrow_mut().rows(sql, values)?.first().map(read).transpose()
    }

    pub(super) fn one<T>(
        &self,
        sql: &str,
        values: &[Value],
        read: impl Fn(&Row) -> Result<T>,
    ) -> Result<T> {
        self.optional(sql, values, read)?.ok_or(SqlError::NoRow)
    }

    /// The only value of the only row.
    pub(super) fn value<T: FromValue>(&self, sql: &str, values: &[Value]) -> Result<T> {
        self.one(sql, values, |row| row.get(0))
    }
}

/// Values of parameters, `?1` first.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::store::sql::Value::from($value)),*] as &[$crate::store::sql::Value]
    };
}
pub(super) use values;
