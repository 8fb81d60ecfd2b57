//! What batches add up to: programs, CPU time, coverage. On a file each batch is added to the sums
//! at once. On a server thousands of workers would wait for one another, all for the same few rows;
//! there a batch leaves a row of its own that nobody else touches, in the transaction that records
//! it, and whoever looks at the sums adds these rows up first.

use super::leases::BatchRecord;
use super::sql::{self, Row, Session, SqlError, Value, values};
use super::{Store, StoreTrouble};
use serde::{Deserialize, Serialize};
use spektr_judge::Spent;
use std::collections::BTreeMap;

/// Rows of one statement: a statement per row would be a journey to the server for each.
const ROWS: usize = 64;

/// Tallies that are added up at a time.
const AT_ONCE: usize = 500;

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tally {
    programs: u64,
    statements: u64,
    executed: u64,
    skipped: u64,
    compiles: u64,
    examining_compiles: u64,
    /// CPU microseconds by the name of the stage.
    stages: BTreeMap<String, u64>,
    /// Counts by kind and name.
    coverage: BTreeMap<String, BTreeMap<String, u64>>,
    reached: BTreeMap<String, u64>,
}

impl Tally {
    fn of(batch: &BatchRecord) -> Tally {
        let mut tally = Tally {
            programs: batch.programs,
            statements: batch.statements,
            executed: batch.executed,
            skipped: batch.skipped,
            reached: batch.reached.iter().cloned().collect(),
            ..Tally::of_spent(&batch.spent)
        };
        for ((kind, name), count) in &batch.coverage {
            let kind = tally.coverage.entry((*kind).to_owned()).or_default();
            kind.insert(name.clone(), *count);
        }
        tally
    }

    fn of_spent(spent: &Spent) -> Tally {
        let stages = spent.by_stage().filter(|(_, micros)| *micros > 0);
        let stages = stages.map(|(stage, micros)| (stage.name().to_owned(), micros)).collect();
        Tally { compiles: spent.compiles, stages, ..Tally::default() }
    }

    fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.statements += other.statements;
        self.executed += other.executed;
        self.skipped += other.skipped;
        self.compiles += other.compiles;
        self.examining_compiles += other.examining_compiles;
        add_up(&mut self.stages, other.stages);
        for (kind, counts) in other.coverage {
            add_up(self.coverage.entry(kind).or_default(), counts);
        }
        for (compiler, reached) in other.reached {
            let most = self.reached.entry(compiler).or_default();
            *most = reached.max(*most);
        }
    }

    /// Adds it to the sums of a campaign: at once, or when somebody looks.
    fn enter(&self, session: &Session<'_>, campaign: i64) -> sql::Result<()> {
        if !session.is_shared() {
            return self.add_to_sums(session, campaign);
        }
        let text = serde_json::to_string(self)
            .map_err(|error| SqlError::Unwritable(format!("a tally ({error})")))?;
        let sql = "INSERT INTO tally (campaign, counts) VALUES (?1, ?2)";
        session.execute(sql, values![campaign, text]).map(drop)
    }

    /// Rows are always locked in the same order, the campaign's own last.
    fn add_to_sums(&self, session: &Session<'_>, campaign: i64) -> sql::Result<()> {
        for (kind, counts) in &self.coverage {
            let rows = counts.iter().map(|(name, count)| (vec![kind.into(), name.into()], *count));
            upsert(session, "coverage", "campaign, kind, name", "count", campaign, rows)?;
        }
        for (compiler, reached) in &self.reached {
            // Others reach much of the same: the most that one has seen is what is certain.
            session.execute(
                "INSERT INTO coverage (campaign, kind, name, count) VALUES (?1, 'reached', ?2, ?3)
                 ON CONFLICT (campaign, kind, name) DO UPDATE SET count = CASE
                    WHEN coverage.count < excluded.count THEN excluded.count ELSE coverage.count END",
                values![campaign, compiler, *reached],
            )?;
        }
        let stages = self.stages.iter().map(|(stage, micros)| (vec![stage.into()], *micros));
        upsert(session, "stage_cpu", "campaign, stage", "micros", campaign, stages)?;
        session.execute(
            "UPDATE campaign SET programs = programs + ?2, statements = statements + ?3,
                skipped = skipped + ?4, compiles = compiles + ?5, executed = executed + ?6,
                examining_compiles = examining_compiles + ?7 WHERE id = ?1",
            values![
                campaign,
                self.programs,
                self.statements,
                self.skipped,
                self.compiles,
                self.executed,
                self.examining_compiles
            ],
        )?;
        Ok(())
    }
}

fn add_up(sums: &mut BTreeMap<String, u64>, counts: BTreeMap<String, u64>) {
    for (name, count) in counts {
        *sums.entry(name).or_default() += count;
    }
}

/// Adds numbers to rows of a table, making those that are not there yet.
fn upsert(
    session: &Session<'_>,
    table: &str,
    key: &str,
    number: &str,
    campaign: i64,
    rows: impl Iterator<Item = (Vec<Value>, u64)>,
) -> sql::Result<()> {
    let rows: Vec<_> = rows.collect();
    for some in rows.chunks(ROWS) {
        let mut values = Vec::new();
        for (names, count) in some {
            values.push(Value::from(campaign));
            values.extend(names.iter().cloned());
            values.push(Value::from(*count));
        }
        let places = places(some.len(), values.len() / some.len());
        session.execute(
            &format!(
                "INSERT INTO {table} ({key}, {number}) VALUES {places} ON CONFLICT ({key})
                 DO UPDATE SET {number} = {table}.{number} + excluded.{number}"
            ),
            &values,
        )?;
    }
    Ok(())
}

/// `(?1, ?2), (?3, ?4)` for so many rows of so many values.
fn places(rows: usize, width: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (1..=width).map(|at| format!("?{}", row * width + at)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Counts a judged batch.
pub(super) fn count(session: &Session<'_>, campaign: i64, batch: &BatchRecord) -> sql::Result<()> {
    Tally::of(batch).enter(session, campaign)
}

impl Store {
    /// Adds what a closer look at findings of a campaign has cost.
    pub fn charge(&self, campaign: i64, spent: &Spent) -> Result<(), StoreTrouble> {
        let tally = Tally { examining_compiles: spent.compiles, ..Tally::of_spent(spent) };
        self.write(|session| tally.enter(session, campaign))
    }

    /// Adds up what batches have left, so that the sums are what was recorded by now.
    pub(super) fn add_up(&self) -> Result<(), StoreTrouble> {
        while self.is_shared()
            && self.read(|session| session.value("SELECT EXISTS (SELECT 1 FROM tally)", &[]))?
        {
            self.write_alone(add_some_up)?;
        }
        Ok(())
    }
}

fn add_some_up(session: &Session<'_>) -> sql::Result<()> {
    let taken: Vec<(i64, String)> = session.all(
        &format!(
            "DELETE FROM tally WHERE id IN (SELECT id FROM tally ORDER BY id LIMIT {AT_ONCE})
             RETURNING campaign, counts"
        ),
        &[],
        |row: &Row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let mut sums: BTreeMap<i64, Tally> = BTreeMap::new();
    for (campaign, text) in taken {
        let tally = serde_json::from_str(&text)
            .map_err(|error| SqlError::Unreadable { column: 1, reason: error.to_string() })?;
        sums.entry(campaign).or_default().add(tally);
    }
    sums.iter().try_for_each(|(campaign, tally)| tally.add_to_sums(session, *campaign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(name: &str, count: u64) -> Tally {
        let named = |count| BTreeMap::from([(name.to_owned(), count)]);
        Tally {
            programs: count,
            stages: named(count),
            coverage: BTreeMap::from([("construct".to_owned(), named(count))]),
            reached: named(count),
            ..Tally::default()
        }
    }

    #[test]
    fn tallies_add_up_but_for_what_was_reached() {
        let mut sum = counted("a", 2);
        sum.add(counted("a", 5));
        assert_eq!(sum, Tally { reached: counted("a", 5).reached, ..counted("a", 7) });
        sum.add(counted("b", 1));
        assert_eq!((sum.coverage["construct"].len(), sum.reached["a"]), (2, 5));
    }
}
