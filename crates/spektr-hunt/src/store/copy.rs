//! A store as a whole from one place to another, between databases too: every row of every
//! table, into a store that has nothing yet.

use super::sql::{Row, Session, Value, values};
use super::{Backend, Store, StoreTrouble, sql};

/// Every table with its columns, in an order in which nothing refers to what is not there yet.
/// The first column is what rows are sorted by.
const TABLES: [(&str, &str); 9] = [
    (
        "campaign",
        "id, wing, settings, digest, first_seed, end_seed, next_seed, chunk, started_at, programs, \
         statements, executed, skipped, compiles, examining_compiles",
    ),
    ("lease", "id, campaign, first_seed, end_seed, owner, heartbeat, ticket"),
    ("worker", "id, owner, name, campaign, jobs, started_at, heartbeat, ended_at"),
    (
        "bug",
        "id, wing, signature, title, representative, first_seen, mute_reason, mute_link, notified_at",
    ),
    (
        "finding",
        "id, key, campaign, wing, seed, policy, spektr_version, compiler, compiler_version, flags, \
         program, statements, verdict, summary, expected, found, diagnostics, difference, state, \
         signature, bug, triage, reduced, reduction, claimed_by, claimed_at, found_at, origin, \
         expectation, evidence, claim_ticket",
    ),
    ("stage_cpu", "campaign, stage, micros"),
    ("corpus", "digest, wing, files, origin, added_at"),
    ("coverage", "campaign, kind, name, count"),
    (
        "sample",
        "id, campaign, at, programs, statements, executed, findings, bugs, cpu_micros, stages",
    ),
];
const EVENTS: (&str, &str) = ("event", "id, campaign, at, what");

/// Rows that are read and written at a time: programs and evidence may be large.
const ROWS: u64 = 200;

/// How many rows of a table were copied.
pub type Copied = Vec<(&'static str, u64)>;

impl Store {
    /// Copies everything into `target`, all or nothing. It must be empty, and nobody may work on
    /// this one.
    pub fn copy_to(&self, target: &Store) -> Result<Copied, StoreTrouble> {
        if let Some(campaign) = target.campaigns()?.first() {
            let (place, id) = (target.place(), campaign.id);
            let what = format!("{place} has campaign {id} already: copy into a new store");
            return Err(StoreTrouble::NotCopied { what });
        }
        self.give_back_of_the_dead_at_once()?;
        self.add_up()?;
        let busy = self.read(|session| {
            let leases = "SELECT count(*) FROM lease WHERE owner IS NOT NULL";
            let claims = "SELECT count(*) FROM finding WHERE claimed_by IS NOT NULL";
            Ok(session.value::<u64>(leases, &[])? + session.value::<u64>(claims, &[])?)
        })?;
        if busy > 0 {
            let place = self.place();
            let what = format!("a hunt works on {place}: stop it, then copy");
            return Err(StoreTrouble::NotCopied { what });
        }
        target.write_alone(|writer| {
            let mut copied = Vec::new();
            for (table, columns) in TABLES.into_iter().chain([EVENTS]) {
                copied.push((table, self.copy_table(writer, table, columns)?));
            }
            target.number_on(writer)?;
            Ok(copied)
        })
    }

    fn copy_table(&self, writer: &Session<'_>, table: &str, columns: &str) -> sql::Result<u64> {
        let width = columns.split(',').count();
        let places: Vec<String> = (1..=width).map(|at| format!("?{at}")).collect();
        let insert = format!("INSERT INTO {table} ({columns}) VALUES ({})", places.join(", "));
        let order = if width > 3 && !columns.starts_with("id") { "1, 2, 3" } else { "1, 2" };
        let mut copied = 0;
        loop {
            let select = format!(
                "SELECT {columns} FROM {table} ORDER BY {order} LIMIT {ROWS} OFFSET {copied}"
            );
            let rows = self.raw_rows(&select)?;
            for row in &rows {
                writer.execute(&insert, row)?;
            }
            copied += rows.len() as u64;
            if (rows.len() as u64) < ROWS {
                return Ok(copied);
            }
        }
    }

    fn raw_rows(&self, select: &str) -> sql::Result<Vec<Vec<Value>>> {
        let read =
            |session: &Session<'_>| session.all(select, &[], |row: &Row| Ok(row.values().to_vec()));
        match &mut *self.backend() {
            Backend::Sqlite(sqlite) => read(&Session::new(sqlite, false)),
            Backend::Postgres(postgres) => postgres.read(read),
        }
    }

    /// Lets a server number new rows behind those that were copied; SQLite does it by itself.
    fn number_on(&self, writer: &Session<'_>) -> sql::Result<()> {
        if self.place.directory().is_some() {
            return Ok(());
        }
        for table in ["campaign", "lease", "worker", "bug", "finding", "sample", "event"] {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence(?1, 'id'),
                    (SELECT coalesce(max(id), 0) + 1 FROM {table}), FALSE)"
            );
            writer.value::<i64>(&sql, values![table])?;
        }
        Ok(())
    }
}
