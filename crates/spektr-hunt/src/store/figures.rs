//! Figures of a campaign: throughput over time, CPU time per stage, coverage, events.

use super::{Campaign, Store, StoreTrouble};
use crate::words::unix_seconds;
use rusqlite::params;

/// Totals of a campaign at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub at: i64,
    pub programs: u64,
    pub statements: u64,
    pub executed: u64,
    pub findings: u64,
    pub bugs: u64,
    pub cpu_micros: u64,
}

/// How often something took part in a campaign's programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub kind: String,
    pub name: String,
    pub count: u64,
}

const TOTALS: &str = "SELECT ?2, programs, statements, executed,
    (SELECT count(*) FROM finding WHERE campaign = ?1),
    (SELECT count(DISTINCT bug) FROM finding WHERE campaign = ?1),
    (SELECT coalesce(sum(micros), 0) FROM stage_cpu WHERE campaign = ?1)
    FROM campaign WHERE id = ?1";

fn sample(row: &rusqlite::Row<'_>) -> rusqlite::Result<Sample> {
    Ok(Sample {
        at: row.get(0)?,
        programs: row.get(1)?,
        statements: row.get(2)?,
        executed: row.get(3)?,
        findings: row.get(4)?,
        bugs: row.get(5)?,
        cpu_micros: row.get(6)?,
    })
}

impl Store {
    /// The totals of a campaign now.
    pub fn totals(&self, campaign: &Campaign) -> Result<Sample, StoreTrouble> {
        self.read(|connection| {
            connection.query_row(TOTALS, params![campaign.id, unix_seconds()], sample)
        })
    }

    /// Writes the totals of a campaign down, as one point of its history.
    pub fn take_sample(&self, campaign: &Campaign) -> Result<(), StoreTrouble> {
        self.write(|transaction| {
            transaction.execute(
                &format!(
                    "INSERT INTO sample (campaign, at, programs, statements, executed, findings, bugs,
                        cpu_micros) SELECT ?1, * FROM ({TOTALS})"
                ),
                params![campaign.id, unix_seconds()],
            )
        })
        .map(drop)
    }

    /// The history of a campaign, oldest first.
    pub fn samples(&self, campaign: &Campaign) -> Result<Vec<Sample>, StoreTrouble> {
        self.read(|connection| {
            connection
                .prepare(
                    "SELECT at, programs, statements, executed, findings, bugs, cpu_micros FROM sample
                     WHERE campaign = ?1 ORDER BY at, rowid",
                )?
                .query_map(params![campaign.id], sample)?
                .collect()
        })
    }

    /// Compiles of triage and reduction.
    pub fn examining_compiles(&self, campaign: &Campaign) -> Result<u64, StoreTrouble> {
        let sql = "SELECT examining_compiles FROM campaign WHERE id = ?1";
        self.read(|connection| connection.query_row(sql, [campaign.id], |row| row.get(0)))
    }

    /// CPU microseconds by the name of the stage.
    pub fn stage_cpu(&self, campaign: &Campaign) -> Result<Vec<(String, u64)>, StoreTrouble> {
        self.read(|connection| {
            connection
                .prepare("SELECT stage, micros FROM stage_cpu WHERE campaign = ?1 ORDER BY stage")?
                .query_map(params![campaign.id], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// Constructs, flags and compilers with the number of programs they took part in.
    pub fn coverage(&self, campaign: &Campaign) -> Result<Vec<Counted>, StoreTrouble> {
        self.read(|connection| {
            connection
                .prepare(
                    "SELECT kind, name, count FROM coverage WHERE campaign = ?1
                     ORDER BY kind, count DESC, name",
                )?
                .query_map(params![campaign.id], |row| {
                    Ok(Counted { kind: row.get(0)?, name: row.get(1)?, count: row.get(2)? })
                })?
                .collect()
        })
    }

    /// Keeps an event (as JSON) for later.
    pub fn keep_event(&self, campaign: &Campaign, what: &str) -> Result<(), StoreTrouble> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO event (campaign, at, what) VALUES (?1, ?2, ?3)",
                params![campaign.id, unix_seconds(), what],
            )
        })
        .map(drop)
    }

    /// Kept events as (time, JSON), oldest first.
    pub fn events(&self, campaign: &Campaign) -> Result<Vec<(i64, String)>, StoreTrouble> {
        self.read(|connection| {
            connection
                .prepare("SELECT at, what FROM event WHERE campaign = ?1 ORDER BY id")?
                .query_map(params![campaign.id], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }
}
