//! Figures of a campaign: throughput over time, CPU time per stage, coverage, events.

use super::sql::{self, Row, values};
use super::{Campaign, Store, StoreTrouble};
use crate::words::unix_seconds;
use std::collections::BTreeMap;

/// Totals of a campaign at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub at: i64,
    pub programs: u64,
    pub statements: u64,
    pub executed: u64,
    pub findings: u64,
    pub bugs: u64,
    pub cpu_micros: u64,
    /// CPU microseconds by the name of the stage; samples of older stores have none.
    pub stages: BTreeMap<String, u64>,
}

/// What changes when a page about the store does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Of findings and bugs: what reports of bugs are made of.
    pub bugs: Vec<i64>,
    /// Of everything else.
    pub progress: Vec<i64>,
}

/// How often something took part in a campaign's programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub kind: String,
    pub name: String,
    pub count: u64,
}

const TOTALS: &str = "SELECT CAST(?2 AS BIGINT) AS at, programs, statements, executed,
    (SELECT count(*) FROM finding WHERE campaign = ?1) AS findings,
    (SELECT count(DISTINCT bug) FROM finding WHERE campaign = ?1) AS bugs,
    (SELECT CAST(coalesce(sum(micros), 0) AS BIGINT) FROM stage_cpu WHERE campaign = ?1) AS cpu
    FROM campaign WHERE id = ?1";

fn sample(row: &Row) -> sql::Result<Sample> {
    let stages: Option<String> = row.get(7)?;
    Ok(Sample {
        at: row.get(0)?,
        programs: row.get(1)?,
        statements: row.get(2)?,
        executed: row.get(3)?,
        findings: row.get(4)?,
        bugs: row.get(5)?,
        cpu_micros: row.get(6)?,
        // What cannot be read is not worth failing for: the sums are all there.
        stages: stages.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default(),
    })
}

impl Store {
    /// The totals of a campaign now.
    pub fn totals(&self, campaign: &Campaign) -> Result<Sample, StoreTrouble> {
        self.add_up()?;
        self.read(|session| session.one(TOTALS, values![campaign.id, unix_seconds()], sample))
    }

    /// Writes the totals of a campaign down, as one point of its history, unless somebody did
    /// less than so many seconds ago.
    pub fn take_sample(&self, campaign: &Campaign, unless_within: i64) -> Result<(), StoreTrouble> {
        let since = unix_seconds() - unless_within;
        let recent = "SELECT EXISTS (SELECT 1 FROM sample WHERE campaign = ?1 AND at > ?2)";
        if self.read(|session| session.value(recent, values![campaign.id, since]))? {
            return Ok(());
        }
        let stages: BTreeMap<String, u64> = self.stage_cpu(campaign)?.into_iter().collect();
        // A map from text to numbers always has a JSON form.
        let stages = serde_json::to_string(&stages).unwrap_or_default();
        let now = unix_seconds();
        self.write(|session| {
            session.execute(
                &format!(
                    "INSERT INTO sample (campaign, at, programs, statements, executed, findings, bugs,
                        cpu_micros, stages)
                     SELECT CAST(?1 AS BIGINT), totals.*, CAST(?3 AS TEXT) FROM ({TOTALS}) AS totals
                     WHERE NOT EXISTS (SELECT 1 FROM sample WHERE campaign = ?1 AND at > ?4)"
                ),
                values![campaign.id, now, &stages, now - unless_within],
            )
        })
        .map(drop)
    }

    /// The history of a campaign, oldest first.
    pub fn samples(&self, campaign: &Campaign) -> Result<Vec<Sample>, StoreTrouble> {
        self.read(|session| {
            session.all(
                "SELECT at, programs, statements, executed, findings, bugs, cpu_micros, stages
                 FROM sample WHERE campaign = ?1 ORDER BY at, id",
                values![campaign.id],
                sample,
            )
        })
    }

    /// Tells whether something has changed since the last time.
    pub fn stamp(&self) -> Result<Stamp, StoreTrouble> {
        self.read(|session| {
            session.one(
                "SELECT (SELECT coalesce(max(id), 0) FROM finding),
                    (SELECT count(*) FROM finding WHERE state = 'new'),
                    (SELECT count(*) FROM finding WHERE reduction IS NOT NULL),
                    (SELECT coalesce(max(id), 0) FROM bug), (SELECT count(*) FROM bug),
                    (SELECT count(*) FROM bug WHERE mute_reason IS NOT NULL),
                    (SELECT CAST(coalesce(sum(programs + skipped), 0) AS BIGINT) FROM campaign),
                    (SELECT coalesce(max(heartbeat), 0) FROM worker),
                    (SELECT count(*) FROM worker WHERE ended_at IS NULL),
                    (SELECT coalesce(max(id), 0) FROM tally)",
                &[],
                |row| {
                    let numbers = (0..10).map(|column| row.get(column));
                    let mut bugs = numbers.collect::<sql::Result<Vec<i64>>>()?;
                    let progress = bugs.split_off(6);
                    Ok(Stamp { bugs, progress })
                },
            )
        })
    }

    /// Compiles of triage and reduction.
    pub fn examining_compiles(&self, campaign: &Campaign) -> Result<u64, StoreTrouble> {
        self.add_up()?;
        let sql = "SELECT examining_compiles FROM campaign WHERE id = ?1";
        self.read(|session| session.value(sql, values![campaign.id]))
    }

    /// CPU microseconds by the name of the stage.
    pub fn stage_cpu(&self, campaign: &Campaign) -> Result<Vec<(String, u64)>, StoreTrouble> {
        self.add_up()?;
        self.read(|session| {
            let sql = "SELECT stage, micros FROM stage_cpu WHERE campaign = ?1 ORDER BY stage";
            session.all(sql, values![campaign.id], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    /// Constructs, flags and compilers with the number of programs they took part in.
    pub fn coverage(&self, campaign: &Campaign) -> Result<Vec<Counted>, StoreTrouble> {
        self.add_up()?;
        self.read(|session| {
            session.all(
                "SELECT kind, name, count FROM coverage WHERE campaign = ?1
                 ORDER BY kind, count DESC, name",
                values![campaign.id],
                |row| Ok(Counted { kind: row.get(0)?, name: row.get(1)?, count: row.get(2)? }),
            )
        })
    }

    /// Keeps an event (as JSON) for later.
    pub fn keep_event(&self, campaign: &Campaign, what: &str) -> Result<(), StoreTrouble> {
        self.write(|session| {
            session.execute(
                "INSERT INTO event (campaign, at, what) VALUES (?1, ?2, ?3)",
                values![campaign.id, unix_seconds(), what],
            )
        })
        .map(drop)
    }

    /// Kept events as (time, JSON), oldest first.
    pub fn events(&self, campaign: &Campaign) -> Result<Vec<(i64, String)>, StoreTrouble> {
        self.read(|session| {
            let sql = "SELECT at, what FROM event WHERE campaign = ?1 ORDER BY id";
            session.all(sql, values![campaign.id], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }
}
