//! The tables, the version of their shape, and the steps from each version to the next. A
//! store of a newer version is refused, never guessed at.

use super::StoreTrouble;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// Goes up by one with every change of the tables below; the way there is in [`MIGRATIONS`].
const VERSION: i64 = 2;

/// What makes version `k + 2` out of version `k + 1`.
const MIGRATIONS: [&str; 1] = ["
    -- Programs are files now, and findings know where they came from and what was expected.
    UPDATE finding SET program = json_array(json_object('name', 'program', 'text', program));
    UPDATE finding SET reduced = json_array(json_object('name', 'program', 'text', reduced))
        WHERE reduced IS NOT NULL;
    ALTER TABLE campaign ADD COLUMN examining_compiles INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE finding ADD COLUMN origin TEXT NOT NULL DEFAULT '{\"maker\":\"\"}';
    ALTER TABLE finding ADD COLUMN expectation TEXT;
    ALTER TABLE finding ADD COLUMN evidence TEXT;
    CREATE TABLE corpus (
        wing     TEXT NOT NULL,
        digest   TEXT NOT NULL,
        files    TEXT NOT NULL,
        origin   TEXT NOT NULL,
        added_at INTEGER NOT NULL,
        PRIMARY KEY (wing, digest)
    );
"];

/// WAL lets readers (`status`, `findings`) look while a hunt writes. In this mode
/// `synchronous = NORMAL` survives a kill of the process at any moment.
pub(super) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Makes the tables of a new store; refuses stores of a newer shape.
pub(super) fn check_or_create(
    directory: &Path,
    connection: &mut Connection,
) -> Result<(), StoreTrouble> {
    let found = version(connection).map_err(|error| StoreTrouble::from_sqlite(directory, error))?;
    if found == 0 {
        create(connection).map_err(|error| StoreTrouble::from_sqlite(directory, error))?;
    } else if found > VERSION {
        let directory = directory.to_owned();
        return Err(StoreTrouble::Newer { directory, found, known: VERSION });
    } else if found < VERSION {
        migrate(connection).map_err(|error| StoreTrouble::from_sqlite(directory, error))?;
    }
    Ok(())
}

/// Whether a store has the shape that this spektr knows.
pub(super) fn is_current(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(version(connection)? == VERSION)
}

/// Step by step to the newest shape, all or nothing. Whoever comes second sees the version once
/// it holds the write lock.
fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    for step in MIGRATIONS.iter().skip(found.max(1) as usize - 1) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Two processes may find a new store at the same time: the second one sees the version
/// once it holds the write lock and leaves everything alone.
fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version(&transaction)? == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

const TABLES: &str = "
-- One hunt with its settings. Seeds below next_seed that no lease holds have been judged.
CREATE TABLE campaign (
    id          INTEGER PRIMARY KEY,
    wing        TEXT NOT NULL,
    settings    TEXT NOT NULL,              -- JSON, enough to resume
    digest      TEXT NOT NULL,              -- of the settings: equal hunts share a campaign
    first_seed  INTEGER NOT NULL,
    end_seed    INTEGER,                    -- NULL: goes on until stopped
    next_seed   INTEGER NOT NULL,
    chunk       INTEGER NOT NULL,           -- seeds per lease
    started_at  INTEGER NOT NULL,
    programs    INTEGER NOT NULL DEFAULT 0,
    statements  INTEGER NOT NULL DEFAULT 0, -- as text
    executed    INTEGER NOT NULL DEFAULT 0, -- as the machine counts them
    skipped     INTEGER NOT NULL DEFAULT 0,
    compiles    INTEGER NOT NULL DEFAULT 0, -- of judging, triage and reduction
    examining_compiles INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX campaign_digest ON campaign (digest);

-- Seeds that a worker holds. owner is NULL once a worker gave the rest back.
CREATE TABLE lease (
    id         INTEGER PRIMARY KEY,
    campaign   INTEGER NOT NULL REFERENCES campaign (id),
    first_seed INTEGER NOT NULL,
    end_seed   INTEGER NOT NULL,
    owner      TEXT,
    heartbeat  INTEGER NOT NULL
);

-- One bug: all findings with one signature.
CREATE TABLE bug (
    id             INTEGER PRIMARY KEY,
    wing           TEXT NOT NULL,
    signature      TEXT NOT NULL,
    title          TEXT NOT NULL,
    representative INTEGER,                 -- finding with the shortest program
    first_seen     INTEGER NOT NULL,
    mute_reason    TEXT,
    mute_link      TEXT,
    UNIQUE (wing, signature)
);

-- One program that a compiler got wrong in one configuration.
CREATE TABLE finding (
    id               INTEGER PRIMARY KEY,
    key              TEXT NOT NULL UNIQUE,  -- what makes it the same finding again
    campaign         INTEGER NOT NULL REFERENCES campaign (id),
    wing             TEXT NOT NULL,
    seed             INTEGER NOT NULL,
    policy           TEXT,
    spektr_version   TEXT NOT NULL,
    compiler         TEXT NOT NULL,
    compiler_version TEXT NOT NULL,
    flags            TEXT NOT NULL,         -- JSON array
    program          TEXT NOT NULL,         -- JSON: files with name and text
    statements       INTEGER NOT NULL,
    verdict          TEXT NOT NULL,
    summary          TEXT NOT NULL,         -- one line
    expected         BLOB NOT NULL,
    found            BLOB NOT NULL,
    diagnostics      TEXT NOT NULL,         -- what compiler and program said on stderr
    difference       TEXT,                  -- JSON: function, variable, wanted, found
    state            TEXT NOT NULL,
    signature        TEXT,
    bug              INTEGER REFERENCES bug (id),
    triage           TEXT,                  -- JSON
    reduced          TEXT,                  -- JSON, as the program
    reduction        TEXT,                  -- JSON
    claimed_by       TEXT,                  -- the process that triages or reduces it
    claimed_at       INTEGER NOT NULL DEFAULT 0,
    found_at         INTEGER NOT NULL,
    origin           TEXT NOT NULL DEFAULT '{\"maker\":\"\"}',  -- JSON: generator, parents
    expectation      TEXT,                  -- JSON: what a right build shows
    evidence         TEXT                   -- JSON: what was seen
);
CREATE INDEX finding_bug ON finding (bug);
CREATE INDEX finding_state ON finding (state);

CREATE TABLE stage_cpu (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    stage    TEXT NOT NULL,
    micros   INTEGER NOT NULL,
    PRIMARY KEY (campaign, stage)
);

-- Programs that reach what no other does.
CREATE TABLE corpus (
    wing     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    files    TEXT NOT NULL,
    origin   TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (wing, digest)
);

-- How often constructs, flags and compilers took part.
CREATE TABLE coverage (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    kind     TEXT NOT NULL,
    name     TEXT NOT NULL,
    count    INTEGER NOT NULL,
    PRIMARY KEY (campaign, kind, name)
);

-- Throughput over time, as totals of the campaign at a moment.
CREATE TABLE sample (
    campaign   INTEGER NOT NULL REFERENCES campaign (id),
    at         INTEGER NOT NULL,
    programs   INTEGER NOT NULL,
    statements INTEGER NOT NULL,
    executed   INTEGER NOT NULL,
    findings   INTEGER NOT NULL,
    bugs       INTEGER NOT NULL,
    cpu_micros INTEGER NOT NULL
);

-- What is worth telling later: starts, stops, troubles.
CREATE TABLE event (
    id       INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    at       INTEGER NOT NULL,
    what     TEXT NOT NULL                  -- JSON
);
";
