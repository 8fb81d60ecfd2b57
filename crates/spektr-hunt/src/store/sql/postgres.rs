//! PostgreSQL: a server that several hosts share. Transactions run side by side and lock the
//! rows they work on; the few that must see everything as it is take turns. A connection that
//! breaks is made again, and what was under way is done again: whoever writes must be able to
//! tell that it was done already ([`Session::is_retry`]).

use super::tls::{Encryption, Tls, encryption};
use super::{Database, Result, Row, Session, SqlError, Value};
use bytes::BytesMut;
use postgres::config::SslMode;
use postgres::error::SqlState;
use postgres::types::{IsNull, ToSql, Type};
use postgres::{Client, Config, NoTls, Statement};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long a server may be away, for a restart or because the network is cut, before a hunt
/// gives up.
const PATIENCE: Duration = Duration::from_secs(600);

/// Silence of the network after which a connection counts as broken.
const SILENCE: Duration = Duration::from_secs(15);

/// Locks that are nobody's rows: held while a store is used, and while one works alone.
const USED: &str = "1936747892, 1";
const ALONE: &str = "1936747892, 2";

/// What the server should do if it does not hear of us: end our transaction and let its locks
/// go, or a host that was cut off would hold up all others.
const SETTINGS: &str = "SET idle_in_transaction_session_timeout = '60s';
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
    SET client_min_messages = warning; SET lock_timeout = '60s'";

pub(in crate::store) struct Postgres {
    config: Config,
    tls: Option<Tls>,
    client: Option<Client>,
    /// By the text and the types of the parameters.
    statements: BTreeMap<String, Statement>,
    version: i64,
}

/// Who takes part in a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Turn {
    /// Others may write at the same time; rows are locked as they are needed.
    Together,
    /// Nobody else is in such a transaction.
    Alone,
}

/// How the tables of a server compare with what this spektr knows.
pub(in crate::store) enum Found {
    Current,
    /// Nothing, or tables of an older version; they are nobody's for now.
    Older(i64),
    Newer(i64),
    /// Older, and others work with them.
    InUse(i64),
}

impl Postgres {
    pub(in crate::store) fn new(address: &str, version: i64) -> Result<Postgres> {
        let (address, encryption) = encryption(address).map_err(SqlError::Address)?;
        let mut config: Config = address.parse()?;
        let tls = match &encryption {
            Encryption::None => None,
            Encryption::Checked(roots) => {
                Some(Tls::trusting(roots.as_deref()).map_err(SqlError::Address)?)
            }
        };
        config.ssl_mode(if tls.is_some() { SslMode::Require } else { SslMode::Disable });
        config.application_name("spektr").connect_timeout(Duration::from_secs(10));
        config.tcp_user_timeout(SILENCE).keepalives_idle(Duration::from_secs(10));
        config.keepalives_interval(Duration::from_secs(5)).keepalives_retries(3);
        Ok(Postgres { config, tls, client: None, statements: BTreeMap::new(), version })
    }

    /// Connects and looks at the tables. If they are older and nobody uses them, the caller is
    /// alone with them until it has called [`Postgres::share`].
    pub(in crate::store) fn look(&mut self) -> Result<Found> {
        self.connect()?;
        let begun = Instant::now();
        loop {
            self.batch(&format!("SELECT pg_advisory_lock_shared({USED})"))?;
            let found = self.tables_version()?;
            if found == self.version {
                return Ok(Found::Current);
            }
            self.batch(&format!("SELECT pg_advisory_unlock_shared({USED})"))?;
            if found > self.version {
                return Ok(Found::Newer(found));
            }
            let sql = format!("SELECT pg_try_advisory_lock({USED})");
            if self.rows(&sql, &[])?[0].get(0)? {
                return Ok(Found::Older(self.tables_version()?));
            }
            // Two that begin a store at once meet here, and one is done in a moment.
            if begun.elapsed() > Duration::from_secs(5) {
                return Ok(Found::InUse(found));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Lets others use the tables that were brought up to date.
    pub(in crate::store) fn share(&mut self) -> Result<()> {
        let sql = "SELECT pg_advisory_lock_shared({USED}); SELECT pg_advisory_unlock({USED})";
        self.batch(&sql.replace("{USED}", USED))
    }

    fn tables_version(&mut self) -> Result<i64> {
        let sql = "SELECT to_regclass('spektr_store') IS NOT NULL";
        if !self.rows(sql, &[])?[0].get::<bool>(0)? {
            return Ok(0);
        }
        let rows = self.rows("SELECT version FROM spektr_store", &[])?;
        rows.first().map_or(Ok(0), |row| row.get(0))
    }

    fn connect(&mut self) -> Result<()> {
        self.statements.clear();
        let mut client = match &self.tls {
            Some(tls) => self.config.connect(tls.clone())?,
            None => self.config.connect(NoTls)?,
        };
        client.batch_execute(SETTINGS)?;
        self.client = Some(client);
        Ok(())
    }

    /// A connection to tables of our version.
    fn connected(&mut self) -> Result<()> {
        if self.client.as_ref().is_some_and(|client| !client.is_closed()) {
            return Ok(());
        }
        match self.look()? {
            Found::Current => Ok(()),
            Found::Older(found) | Found::Newer(found) | Found::InUse(found) => {
                self.client = None;
                Err(SqlError::OtherVersion(found))
            }
        }
    }

    fn client(&mut self) -> Result<&mut Client> {
        if self.client.is_none() {
            self.connect()?;
        }
        self.client.as_mut().ok_or(SqlError::NoRow)
    }

    pub(in crate::store) fn read<T>(
        &mut self,
        work: impl Fn(&Session<'_>) -> Result<T>,
    ) -> Result<T> {
        self.persevere(|this, retry| {
            this.connected()?;
            work(&Session::new(this, retry))
        })
    }

    pub(in crate::store) fn write<T>(
        &mut self,
        turn: Turn,
        work: impl Fn(&Session<'_>) -> Result<T>,
    ) -> Result<T> {
        self.persevere(|this, retry| {
            this.connected()?;
            let alone = format!("BEGIN; SELECT pg_advisory_xact_lock({ALONE})");
            // A lock that is not granted leaves a transaction behind too.
            let begun = this.batch(if turn == Turn::Alone { &alone } else { "BEGIN" });
            let outcome = begun.and_then(|()| work(&Session::new(this, retry)));
            match outcome {
                Ok(value) => this.batch("COMMIT").map(|()| value),
                Err(error) => {
                    // The first error is the one to report.
                    drop(this.batch("ROLLBACK"));
                    Err(error)
                }
            }
        })
    }

    /// Does it again as long as only the connection, or another transaction, was in the way.
    fn persevere<T>(&mut self, attempt: impl Fn(&mut Self, bool) -> Result<T>) -> Result<T> {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(20);
        let mut retry = false;
        loop {
            match attempt(self, retry) {
                Err(error) if self.is_passing(&error) && begun.elapsed() < PATIENCE => {
                    if self.client.as_ref().is_some_and(Client::is_closed) {
                        self.client = None;
                    }
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_secs(2));
                    retry = true;
                }
                outcome => return outcome,
            }
        }
    }

    /// Whether a trouble goes away by itself: a server that restarts, a network that is cut, two
    /// transactions in each other's way.
    fn is_passing(&self, error: &SqlError) -> bool {
        let SqlError::Postgres(error) = error else { return false };
        match error.code() {
            Some(_) => is_away(error),
            None if is_about_encryption(error) => false,
            // Without a code it is the connection, or there is none.
            None => self.client.as_ref().is_none_or(Client::is_closed),
        }
    }

    fn statement(&mut self, sql: &str, values: &[Value]) -> Result<Statement> {
        let mut key = sql.to_owned();
        // Texts without letters of types are other keys: no statement ends in a NUL.
        key.push('\0');
        key.extend(values.iter().map(letter));
        if let Some(known) = self.statements.get(&key) {
            return Ok(known.clone());
        }
        let types: Vec<Type> = values.iter().map(kind).collect();
        let statement = self.client()?.prepare_typed(&numbered(sql), &types)?;
        self.statements.insert(key, statement.clone());
        Ok(statement)
    }
}

/// Whether it is the encryption that client and server cannot agree on: that does not pass.
fn is_about_encryption(error: &postgres::Error) -> bool {
    let Some(source) = std::error::Error::source(error) else { return false };
    match source.downcast_ref::<std::io::Error>() {
        Some(io) => io.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()),
        None => error.to_string().contains("TLS handshake"),
    }
}

/// Whether a server may answer if it is asked again: it restarts, is full, or cannot be reached.
pub(in crate::store) fn is_away(error: &postgres::Error) -> bool {
    if is_about_encryption(error) {
        return false;
    }
    let passing = [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
    ];
    error.code().is_none_or(|code| passing.contains(code) || code.code().starts_with("08"))
}

impl Database for Postgres {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        let statement = self.statement(sql, values)?;
        Ok(self.client()?.execute(&statement, &references(values))?)
    }

    fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        let statement = self.statement(sql, values)?;
        let rows = self.client()?.query(&statement, &references(values))?;
        rows.iter()
            .map(|row| (0..row.len()).map(|column| read(row, column)).collect::<Result<_>>())
            .map(|values| values.map(Row))
            .collect()
    }

    fn batch(&mut self, sql: &str) -> Result<()> {
        Ok(self.client()?.batch_execute(sql)?)
    }

    fn is_shared(&self) -> bool {
        true
    }
}

fn references(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// `?1` as `$1`. No text in our statements has a question mark.
fn numbered(sql: &str) -> String {
    sql.replace('?', "$")
}

fn letter(value: &Value) -> char {
    match value {
        Value::Null => 'n',
        Value::Integer(_) => 'i',
        Value::Truth(_) => 'b',
        Value::Text(_) => 't',
        Value::Bytes(_) => 'y',
    }
}

/// The type that the server is told; that of nothing at all it finds out itself.
fn kind(value: &Value) -> Type {
    match value {
        Value::Null => Type::UNKNOWN,
        Value::Integer(_) => Type::INT8,
        Value::Truth(_) => Type::BOOL,
        Value::Text(_) => Type::TEXT,
        Value::Bytes(_) => Type::BYTEA,
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) => number.to_sql(ty, out),
            Value::Truth(truth) => truth.to_sql(ty, out),
            Value::Text(text) => escape(text).to_sql(ty, out),
            Value::Bytes(bytes) => bytes.as_slice().to_sql(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    postgres::types::to_sql_checked!();
}

fn read(row: &postgres::Row, column: usize) -> Result<Value> {
    let ty = row.columns()[column].type_();
    let value = match *ty {
        Type::INT8 => row.try_get::<_, Option<i64>>(column)?.map(Value::Integer),
        Type::INT4 => {
            row.try_get::<_, Option<i32>>(column)?.map(|it| Value::Integer(i64::from(it)))
        }
        Type::BOOL => row.try_get::<_, Option<bool>>(column)?.map(Value::Truth),
        Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(column)?.map(Value::Bytes),
        _ => row.try_get::<_, Option<&str>>(column)?.map(|it| Value::Text(unescape(it))),
    };
    Ok(value.unwrap_or(Value::Null))
}

/// PostgreSQL's texts cannot hold NUL, which compilers print now and then. It is written as
/// this character and `0`, and the character itself as it and `1`.
const SUBSTITUTE: char = '\u{1a}';

fn escape(text: &str) -> String {
    if !text.contains(['\0', SUBSTITUTE]) {
        return text.to_owned();
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '\0' => escaped.extend([SUBSTITUTE, '0']),
            SUBSTITUTE => escaped.extend([SUBSTITUTE, '1']),
            other => escaped.push(other),
        }
    }
    escaped
}

fn unescape(text: &str) -> String {
    if !text.contains(SUBSTITUTE) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        match letter {
            SUBSTITUTE => plain.push(match letters.next() {
                Some('0') => '\0',
                _ => SUBSTITUTE,
            }),
            other => plain.push(other),
        }
    }
    plain
}

/// What a server or the way to it complains of, the server's own words first.
pub(in crate::store) fn words(error: &postgres::Error) -> String {
    if let Some(said) = error.as_db_error() {
        return format!("{} ({})", said.message(), said.code().code());
    }
    let mut words = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let cause_words = cause.to_string();
        if !words.contains(&cause_words) {
            words = format!("{words}: {cause_words}");
        }
        source = cause.source();
    }
    words
}

/// An address without its password, for people.
pub(in crate::store) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let rest = rest.split_once('?').map_or(rest, |(rest, _)| rest);
    match rest.rsplit_once('@') {
        Some((who, place)) => {
            let user = who.split_once(':').map_or(who, |(user, _)| user);
            format!("{scheme}://{user}@{place}")
        }
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_can_be_kept() {
        for text in ["", "plain", "\0", "\u{1a}", "\u{1a}0\0\u{1a}1", "a\0b\u{1a}c"] {
            assert!(!escape(text).contains('\0'));
            assert_eq!(unescape(&escape(text)), text);
        }
    }

    #[test]
    fn passwords_are_not_told() {
        let told = without_password("postgres://me:secret@host:5432/hunt?password=secret");
        assert_eq!(told, "postgres://me@host:5432/hunt");
        assert_eq!(without_password("postgres://host/hunt"), "postgres://host/hunt");
    }
}
