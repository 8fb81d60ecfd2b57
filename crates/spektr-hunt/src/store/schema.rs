//! The tables, the version of their shape, and the steps from each version to the next. A
//! store of a newer version is refused, never guessed at. Both databases have the same tables;
//! PostgreSQL gets SQLite's names for the few functions that statements use.

use super::sql::postgres::{Found, Postgres, Turn};
use super::sql::sqlite::user_version;
use super::sql::{self, Session, values};
use super::{Address, StoreTrouble};
use rusqlite::{Connection, TransactionBehavior};

/// Goes up by one with every change of the tables below; the way there is in [`MIGRATIONS`].
pub(super) const VERSION: i64 = 4;

/// What makes version `k + 2` out of version `k + 1`.
const MIGRATIONS: [&str; 3] = [
    "
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
",
    "
    -- Workers tell of themselves, and everything that is handed out has a ticket, by which
    -- somebody whose connection broke finds it again.
    CREATE TABLE worker (
        id         INTEGER PRIMARY KEY,
        owner      TEXT NOT NULL UNIQUE,
        name       TEXT NOT NULL,
        campaign   INTEGER NOT NULL REFERENCES campaign (id),
        jobs       INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        heartbeat  INTEGER NOT NULL,
        ended_at   INTEGER
    );
    ALTER TABLE lease ADD COLUMN ticket TEXT;
    ALTER TABLE bug ADD COLUMN notified_at INTEGER;
    ALTER TABLE finding ADD COLUMN claim_ticket TEXT;
    ALTER TABLE sample RENAME TO older_sample;
    CREATE TABLE sample (
        id         INTEGER PRIMARY KEY,
        campaign   INTEGER NOT NULL REFERENCES campaign (id),
        at         INTEGER NOT NULL,
        programs   INTEGER NOT NULL,
        statements INTEGER NOT NULL,
        executed   INTEGER NOT NULL,
        findings   INTEGER NOT NULL,
        bugs       INTEGER NOT NULL,
        cpu_micros INTEGER NOT NULL,
        stages     TEXT NOT NULL DEFAULT '{}'
    );
    INSERT INTO sample (campaign, at, programs, statements, executed, findings, bugs, cpu_micros)
        SELECT campaign, at, programs, statements, executed, findings, bugs, cpu_micros
        FROM older_sample ORDER BY rowid;
    DROP TABLE older_sample;
    CREATE INDEX lease_campaign ON lease (campaign, first_seed);
    CREATE INDEX sample_campaign ON sample (campaign, at);
    CREATE INDEX finding_campaign ON finding (campaign);
    CREATE INDEX finding_claimed ON finding (claimed_by) WHERE claimed_by IS NOT NULL;
",
    "
    -- With thousands of workers almost all leases are held: those that are not are found at once.
    CREATE INDEX lease_free ON lease (campaign, first_seed) WHERE owner IS NULL;
    CREATE TABLE tally (
        id       INTEGER PRIMARY KEY,
        campaign INTEGER NOT NULL REFERENCES campaign (id),
        counts   TEXT NOT NULL
    );
",
];

/// WAL lets readers (`status`, `findings`) look while a hunt writes. In this mode
/// `synchronous = NORMAL` survives a kill of the process at any moment.
pub(super) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(64);
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Makes the tables of a new store; refuses stores of a newer shape.
pub(super) fn check_or_create(
    place: &Address,
    connection: &mut Connection,
) -> Result<(), StoreTrouble> {
    let trouble = |error: rusqlite::Error| StoreTrouble::from_sql(place, error.into());
    let found = user_version(connection).map_err(trouble)?;
    if found == 0 {
        create(connection).map_err(trouble)?;
    } else if found > VERSION {
        return Err(StoreTrouble::Newer { place: place.clone(), found, known: VERSION });
    } else if found < VERSION {
        migrate(connection).map_err(trouble)?;
    }
    Ok(())
}

/// Whether a store has the shape that this spektr knows.
pub(super) fn is_current(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(user_version(connection)? == VERSION)
}

/// Step by step to the newest shape, all or nothing. Whoever comes second sees the version once
/// it holds the write lock.
fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = user_version(&transaction)?;
    for step in MIGRATIONS.iter().skip(found.max(1) as usize - 1) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Two processes may find a new store at the same time: the second one sees the version
/// once it holds the write lock and leaves everything alone.
fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if user_version(&transaction)? == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// The same on a server. Whoever uses the tables holds a lock that whoever changes them needs:
/// so no two versions of spektr work on one store at the same time.
pub(super) fn check_or_create_shared(
    place: &Address,
    server: &mut Postgres,
    may_create: bool,
) -> Result<(), StoreTrouble> {
    let trouble = |error| StoreTrouble::from_sql(place, error);
    let place = place.clone();
    match server.look().map_err(trouble)? {
        Found::Current => Ok(()),
        Found::Newer(found) => Err(StoreTrouble::Newer { place, found, known: VERSION }),
        Found::InUse(found) => Err(StoreTrouble::InUse { place, found, known: VERSION }),
        Found::Older(0) if !may_create => Err(StoreTrouble::Missing { place }),
        Found::Older(found) => {
            server.write(Turn::Alone, |session| create_shared(session, found)).map_err(trouble)?;
            server.share().map_err(trouble)
        }
    }
}

fn create_shared(session: &Session<'_>, found: i64) -> sql::Result<()> {
    if found == 0 {
        session.batch(FUNCTIONS)?;
        session.batch("CREATE TABLE spektr_store (version BIGINT NOT NULL)")?;
        session.batch(&for_postgres(TABLES))?;
        session.execute("INSERT INTO spektr_store (version) VALUES (?1)", values![VERSION])?;
        return Ok(());
    }
    for step in MIGRATIONS.iter().skip(found.max(1) as usize - 1) {
        session.batch(&for_postgres(step))?;
    }
    session.execute("UPDATE spektr_store SET version = ?1", values![VERSION])?;
    Ok(())
}

/// The same tables in PostgreSQL's words.
fn for_postgres(sql: &str) -> String {
    sql.replace("INTEGER PRIMARY KEY", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
        .replace("INTEGER", "BIGINT")
        .replace("BLOB", "BYTEA")
}

/// SQLite's names. A path of SQLite (`$.a.b`) is one of PostgreSQL too; JSON there cannot hold
/// NUL, which no path that is asked for leads to.
const FUNCTIONS: &str = r"
CREATE FUNCTION unixepoch() RETURNS BIGINT LANGUAGE SQL
    AS $$ SELECT CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) $$;
CREATE FUNCTION json_extract(value TEXT, path TEXT) RETURNS TEXT LANGUAGE SQL IMMUTABLE
    AS $$ SELECT jsonb_path_query_first(CAST(replace(value, '\u0000', '\ufffd') AS JSONB),
        CAST(path AS JSONPATH)) #>> '{}' $$;
CREATE FUNCTION json_type(value TEXT) RETURNS TEXT LANGUAGE SQL IMMUTABLE
    AS $$ SELECT jsonb_typeof(CAST(replace(value, '\u0000', '\ufffd') AS JSONB)) $$;
";

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
    heartbeat  INTEGER NOT NULL,
    ticket     TEXT                         -- of the moment when it was handed out
);
CREATE INDEX lease_campaign ON lease (campaign, first_seed);
CREATE INDEX lease_free ON lease (campaign, first_seed) WHERE owner IS NULL;

-- Processes that hunt, as they tell of themselves.
CREATE TABLE worker (
    id         INTEGER PRIMARY KEY,
    owner      TEXT NOT NULL UNIQUE,        -- as leases name it
    name       TEXT NOT NULL,               -- for people: the host
    campaign   INTEGER NOT NULL REFERENCES campaign (id),
    jobs       INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    heartbeat  INTEGER NOT NULL,
    ended_at   INTEGER                      -- NULL: it has not said goodbye
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
    notified_at    INTEGER,                 -- when somebody was told of it
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
    evidence         TEXT,                  -- JSON: what was seen
    claim_ticket     TEXT                   -- of the moment when it was claimed
);
CREATE INDEX finding_bug ON finding (bug);
CREATE INDEX finding_state ON finding (state);
CREATE INDEX finding_campaign ON finding (campaign);
CREATE INDEX finding_claimed ON finding (claimed_by) WHERE claimed_by IS NOT NULL;

CREATE TABLE stage_cpu (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    stage    TEXT NOT NULL,
    micros   INTEGER NOT NULL,
    PRIMARY KEY (campaign, stage)
);

-- Programs that reach what no other does.
-- On a server: what batches have counted, until somebody adds it up.
CREATE TABLE tally (
    id       INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    counts   TEXT NOT NULL
);

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
    id         INTEGER PRIMARY KEY,
    campaign   INTEGER NOT NULL REFERENCES campaign (id),
    at         INTEGER NOT NULL,
    programs   INTEGER NOT NULL,
    statements INTEGER NOT NULL,
    executed   INTEGER NOT NULL,
    findings   INTEGER NOT NULL,
    bugs       INTEGER NOT NULL,
    cpu_micros INTEGER NOT NULL,
    stages     TEXT NOT NULL DEFAULT '{}'   -- JSON: CPU time by stage
);
CREATE INDEX sample_campaign ON sample (campaign, at);

-- What is worth telling later: starts, stops, troubles.
CREATE TABLE event (
    id       INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    at       INTEGER NOT NULL,
    what     TEXT NOT NULL                  -- JSON
);
";
