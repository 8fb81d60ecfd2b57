//! SQLite: one file, one writer at a time.

use super::{Database, Result, Row, Session, SqlError, Value};
use rusqlite::types::{ToSqlOutput, Value as Stored, ValueRef};
use rusqlite::{Connection, ToSql};

pub(in crate::store) struct Sqlite {
    pub(in crate::store) connection: Connection,
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null => ToSqlOutput::Owned(Stored::Null),
            Value::Integer(number) => ToSqlOutput::Owned(Stored::Integer(*number)),
            Value::Truth(truth) => ToSqlOutput::Owned(Stored::Integer(i64::from(*truth))),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

fn value(stored: ValueRef<'_>, column: usize) -> Result<Value> {
    Ok(match stored {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        ValueRef::Text(text) => {
            let text = str::from_utf8(text)
                .map_err(|error| SqlError::Unreadable { column, reason: error.to_string() })?;
            Value::Text(text.to_owned())
        }
        ValueRef::Real(_) => {
            let reason = "it holds a fraction".to_owned();
            return Err(SqlError::Unreadable { column, reason });
        }
    })
}

impl Database for Sqlite {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.execute(rusqlite::params_from_iter(values))? as u64)
    }

    fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut stored = statement.query(rusqlite::params_from_iter(values))?;
        let mut rows = Vec::new();
        while let Some(row) = stored.next()? {
            let values = (0..columns).map(|column| value(row.get_ref(column)?, column));
            rows.push(Row(values.collect::<Result<_>>()?));
        }
        Ok(rows)
    }

    fn batch(&mut self, sql: &str) -> Result<()> {
        Ok(self.connection.execute_batch(sql)?)
    }

    fn is_shared(&self) -> bool {
        false
    }
}

impl Sqlite {
    /// Runs `work` in a transaction that is all or nothing. It takes the write lock at once: a
    /// read that turns into a write could otherwise fail halfway through. Nothing is written
    /// into tables of another version than this spektr knows.
    pub(in crate::store) fn write<T>(
        &mut self,
        version: i64,
        work: impl Fn(&Session<'_>) -> Result<T>,
    ) -> Result<T> {
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        let outcome = self.checked(version).and_then(|()| work(&Session::new(self, false)));
        match outcome {
            Ok(value) => match self.connection.execute_batch("COMMIT") {
                Ok(()) => Ok(value),
                Err(error) => Err(self.undone(error.into())),
            },
            Err(error) => Err(self.undone(error)),
        }
    }

    fn checked(&self, version: i64) -> Result<()> {
        let found = user_version(&self.connection)?;
        if found == version { Ok(()) } else { Err(SqlError::OtherVersion(found)) }
    }

    /// Some errors end a transaction by themselves, and then there is nothing to take back.
    fn undone(&self, error: SqlError) -> SqlError {
        if !self.connection.is_autocommit() {
            // The first error is the one to report; an open transaction ends with the connection.
            drop(self.connection.execute_batch("ROLLBACK"));
        }
        error
    }
}

pub(in crate::store) fn user_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
