//! Leases of seeds, and the record of a judged batch. A lease is taken, shrunk batch by
//! batch in the same transaction that records the batch, and gone when its last seed is
//! judged. What a dead process held is handed out again, first of all.

use super::findings::{NewFinding, insert};
use super::{Campaign, Owner, Store, StoreTrouble};
use crate::words::unix_seconds;
use rusqlite::{OptionalExtension, Transaction, params};
use spektr_judge::Spent;
use std::collections::BTreeMap;

/// Seeds that one worker judges, in order.
#[derive(Debug)]
pub struct Lease {
    id: i64,
    campaign: i64,
    owner: String,
    pub first: u64,
    pub end: u64,
}

/// What one batch of programs came to.
#[derive(Debug, Default)]
pub struct BatchRecord {
    /// Seeds up to here are done with this batch.
    pub done_until: u64,
    pub programs: u64,
    pub statements: u64,
    /// Statements executed, as the machine counts them.
    pub executed: u64,
    pub skipped: u64,
    pub spent: Spent,
    pub findings: Vec<NewFinding>,
    /// Programs per construct, flag and compiler: (kind, name) to count.
    pub coverage: BTreeMap<(&'static str, String), u64>,
}

impl Store {
    /// Seeds to judge: what a dead or finished worker left first, then new ones. `None` if
    /// the campaign has nothing left to hand out.
    pub fn lease(&self, campaign: &Campaign, owner: &Owner) -> Result<Option<Lease>, StoreTrouble> {
        let owner = owner.encode();
        self.write(|transaction| {
            if let Some(lease) = take_over(transaction, campaign.id, &owner)? {
                return Ok(Some(lease));
            }
            let (next, end, chunk): (i64, Option<i64>, i64) = transaction.query_row(
                "SELECT next_seed, end_seed, chunk FROM campaign WHERE id = ?1",
                params![campaign.id],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?;
            // Up to the next multiple: a lease is one block, or what the range has of it.
            let chunk = chunk.max(1);
            let until = (next / chunk).saturating_add(1).saturating_mul(chunk);
            let until = until.min(end.unwrap_or(i64::MAX));
            if until <= next {
                return Ok(None);
            }
            transaction.execute(
                "UPDATE campaign SET next_seed = ?2 WHERE id = ?1",
                params![campaign.id, until],
            )?;
            transaction.execute(
                "INSERT INTO lease (campaign, first_seed, end_seed, owner, heartbeat)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![campaign.id, next, until, owner, unix_seconds()],
            )?;
            let id = transaction.last_insert_rowid();
            Ok(Some(Lease {
                id,
                campaign: campaign.id,
                owner,
                first: next as u64,
                end: until as u64,
            }))
        })
    }

    /// Records a batch and shrinks the lease by it, all or nothing. Returns the findings
    /// that were not known before, with their positions in the batch record.
    pub fn record(
        &self,
        lease: &mut Lease,
        batch: &BatchRecord,
    ) -> Result<Vec<(usize, i64)>, StoreTrouble> {
        let fresh = self.write(|transaction| {
            let fresh = batch
                .findings
                .iter()
                .enumerate()
                .map(|(position, finding)| {
                    Ok(insert(transaction, lease.campaign, finding)?.map(|id| (position, id)))
                })
                .filter_map(Result::transpose)
                .collect::<rusqlite::Result<Vec<_>>>()?;
            // A process that was silent for long may have lost its lease to another one,
            // which then counts the same seeds itself.
            if shrink(transaction, lease, batch.done_until)? {
                count(transaction, lease.campaign, batch)?;
            }
            Ok(fresh)
        })?;
        lease.first = batch.done_until;
        Ok(fresh)
    }

    /// Gives the rest of a lease back.
    pub fn release(&self, lease: Lease) -> Result<(), StoreTrouble> {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE lease SET owner = NULL WHERE id = ?1 AND owner = ?2",
                params![lease.id, lease.owner],
            )
        })
        .map(drop)
    }

    /// Tells other hosts that this process still works on its leases and claims.
    pub fn heartbeat(&self, owner: &Owner) -> Result<(), StoreTrouble> {
        let (owner, now) = (owner.encode(), unix_seconds());
        self.write(|transaction| {
            transaction
                .execute("UPDATE lease SET heartbeat = ?2 WHERE owner = ?1", params![owner, now])?;
            transaction.execute(
                "UPDATE finding SET claimed_at = ?2 WHERE claimed_by = ?1",
                params![owner, now],
            )
        })
        .map(drop)
    }
}

/// The first lease whose owner gave it back or is gone.
fn take_over(
    transaction: &Transaction<'_>,
    campaign: i64,
    owner: &str,
) -> rusqlite::Result<Option<Lease>> {
    let now = unix_seconds();
    let leases: Vec<(i64, i64, i64, Option<String>, i64)> = transaction
        .prepare_cached(
            "SELECT id, first_seed, end_seed, owner, heartbeat FROM lease
             WHERE campaign = ?1 ORDER BY first_seed",
        )?
        .query_map(params![campaign], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let free = leases.into_iter().find(|(_, _, _, holder, heartbeat)| match holder {
        None => true,
        Some(holder) => holder != owner && Owner::is_gone(holder, *heartbeat, now),
    });
    let Some((id, first, end, _, _)) = free else { return Ok(None) };
    transaction.execute(
        "UPDATE lease SET owner = ?2, heartbeat = ?3 WHERE id = ?1",
        params![id, owner, now],
    )?;
    let owner = owner.to_owned();
    Ok(Some(Lease { id, campaign, owner, first: first as u64, end: end as u64 }))
}

/// False if the lease is no longer ours.
fn shrink(transaction: &Transaction<'_>, lease: &Lease, until: u64) -> rusqlite::Result<bool> {
    let end: Option<i64> = transaction
        .query_row(
            "SELECT end_seed FROM lease WHERE id = ?1 AND owner = ?2",
            params![lease.id, lease.owner],
            |row| row.get(0),
        )
        .optional()?;
    let Some(end) = end else { return Ok(false) };
    if until as i64 >= end {
        transaction.execute("DELETE FROM lease WHERE id = ?1", params![lease.id])?;
    } else {
        transaction.execute(
            "UPDATE lease SET first_seed = ?2, heartbeat = ?3 WHERE id = ?1",
            params![lease.id, until as i64, unix_seconds()],
        )?;
    }
    Ok(true)
}

fn count(
    transaction: &Transaction<'_>,
    campaign: i64,
    batch: &BatchRecord,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE campaign SET programs = programs + ?2, statements = statements + ?3,
         skipped = skipped + ?4, compiles = compiles + ?5, executed = executed + ?6 WHERE id = ?1",
        params![
            campaign,
            batch.programs,
            batch.statements,
            batch.skipped,
            batch.spent.compiles,
            batch.executed
        ],
    )?;
    charge(transaction, campaign, &batch.spent)?;
    let mut add_count = transaction.prepare_cached(
        "INSERT INTO coverage (campaign, kind, name, count) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET count = count + excluded.count",
    )?;
    for ((kind, name), number) in &batch.coverage {
        add_count.execute(params![campaign, kind, name, number])?;
    }
    Ok(())
}

/// Adds CPU time to the account of a campaign.
fn charge(transaction: &Transaction<'_>, campaign: i64, spent: &Spent) -> rusqlite::Result<()> {
    let mut add_cpu = transaction.prepare_cached(
        "INSERT INTO stage_cpu (campaign, stage, micros) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET micros = micros + excluded.micros",
    )?;
    for (stage, micros) in spent.by_stage().filter(|(_, micros)| *micros > 0) {
        add_cpu.execute(params![campaign, stage.name(), micros])?;
    }
    Ok(())
}

impl Store {
    /// Adds what a closer look at findings of a campaign has cost.
    pub fn charge(&self, campaign: i64, spent: &Spent) -> Result<(), StoreTrouble> {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE campaign SET compiles = compiles + ?2,
                    examining_compiles = examining_compiles + ?2 WHERE id = ?1",
                params![campaign, spent.compiles],
            )?;
            charge(transaction, campaign, spent)
        })
    }
}
