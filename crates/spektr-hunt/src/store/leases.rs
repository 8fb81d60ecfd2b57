//! Leases of seeds, and the record of a judged batch. A lease is taken, shrunk batch by
//! batch in the same transaction that records the batch, and gone when its last seed is
//! judged. What a dead process held is handed out again, first of all.

use super::findings::{NewFinding, insert};
use super::sql::{self, Row, Session, values};
use super::tally::count;
use super::{Campaign, Owner, Store, StoreTrouble};
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
    /// What this hunt has reached in a compiler so far.
    pub reached: Option<(String, u64)>,
}

impl Store {
    /// Seeds to judge: what a dead or finished worker left first, then new ones. `None` if
    /// the campaign has nothing left to hand out.
    pub fn lease(&self, campaign: &Campaign, owner: &Owner) -> Result<Option<Lease>, StoreTrouble> {
        self.give_back_of_the_dead()?;
        if let Some(lease) = self.lease_now(campaign, owner)? {
            return Ok(Some(lease));
        }
        // Somebody who died just now may have left the last seeds.
        match self.give_back_of_the_dead_at_once()? {
            true => self.lease_now(campaign, owner),
            false => Ok(None),
        }
    }

    fn lease_now(&self, campaign: &Campaign, owner: &Owner) -> Result<Option<Lease>, StoreTrouble> {
        let (ticket, owner) = (self.ticket(owner), owner.encode());
        let lease = |(id, first, end): (i64, i64, i64)| Lease {
            id,
            campaign: campaign.id,
            owner: owner.clone(),
            first: first as u64,
            end: end as u64,
        };
        self.write(|session| {
            if session.is_retry()
                && let Some(taken) = taken_before(session, &ticket)?
            {
                return Ok(Some(lease(taken)));
            }
            if let Some(taken) = take_over(session, campaign.id, &owner, &ticket)? {
                return Ok(Some(lease(taken)));
            }
            Ok(take_new(session, campaign.id, &owner, &ticket)?.map(lease))
        })
    }

    /// Records a batch and shrinks the lease by it, all or nothing. Returns the findings
    /// that were not known before, with their positions in the batch record.
    pub fn record(
        &self,
        lease: &mut Lease,
        batch: &BatchRecord,
    ) -> Result<Vec<(usize, i64)>, StoreTrouble> {
        let fresh = self.write(|session| {
            let fresh = batch
                .findings
                .iter()
                .enumerate()
                .map(|(position, finding)| {
                    Ok(insert(session, lease.campaign, finding)?.map(|id| (position, id)))
                })
                .filter_map(Result::transpose)
                .collect::<sql::Result<Vec<_>>>()?;
            // A process that was silent for long may have lost its lease to another one,
            // which then counts the same seeds itself; and a batch whose record was under way
            // when the connection broke may be recorded already.
            if shrink(session, lease, batch.done_until)? {
                count(session, lease.campaign, batch)?;
            }
            Ok(fresh)
        })?;
        lease.first = batch.done_until;
        Ok(fresh)
    }

    /// Gives the rest of a lease back.
    pub fn release(&self, lease: Lease) -> Result<(), StoreTrouble> {
        self.write(|session| {
            session.execute(
                "UPDATE lease SET owner = NULL WHERE id = ?1 AND owner = ?2",
                values![lease.id, &lease.owner],
            )
        })
        .map(drop)
    }
}

/// The lease that was handed out with this ticket.
fn taken_before(session: &Session<'_>, ticket: &str) -> sql::Result<Option<(i64, i64, i64)>> {
    let sql = "SELECT id, first_seed, end_seed FROM lease WHERE ticket = ?1";
    session.optional(sql, values![ticket], three)
}

fn three(row: &Row) -> sql::Result<(i64, i64, i64)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// The first lease that nobody holds any more.
fn take_over(
    session: &Session<'_>,
    campaign: i64,
    owner: &str,
    ticket: &str,
) -> sql::Result<Option<(i64, i64, i64)>> {
    let sql = format!(
        "SELECT id, first_seed, end_seed FROM lease WHERE campaign = ?1 AND owner IS NULL
         ORDER BY first_seed LIMIT 1 {}",
        session.skip_locked()
    );
    let Some(free) = session.optional(&sql, values![campaign], three)? else { return Ok(None) };
    session.execute(
        "UPDATE lease SET owner = ?2, heartbeat = unixepoch(), ticket = ?3 WHERE id = ?1",
        values![free.0, owner, ticket],
    )?;
    Ok(Some(free))
}

/// Seeds that nobody had before.
fn take_new(
    session: &Session<'_>,
    campaign: i64,
    owner: &str,
    ticket: &str,
) -> sql::Result<Option<(i64, i64, i64)>> {
    let sql = format!(
        "SELECT next_seed, end_seed, chunk FROM campaign WHERE id = ?1 {}",
        session.for_update()
    );
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (next, end, chunk): (i64, Option<i64>, i64) = session.one(&sql, values![campaign], read)?;
    // Up to the next multiple: a lease is one block, or what the range has of it.
    let chunk = chunk.max(1);
    let until = (next / chunk).saturating_add(1).saturating_mul(chunk);
    let until = until.min(end.unwrap_or(i64::MAX));
    if until <= next {
        return Ok(None);
    }
    session
        .execute("UPDATE campaign SET next_seed = ?2 WHERE id = ?1", values![campaign, until])?;
    let id = session.value(
        "INSERT INTO lease (campaign, first_seed, end_seed, owner, heartbeat, ticket)
         VALUES (?1, ?2, ?3, ?4, unixepoch(), ?5) RETURNING id",
        values![campaign, next, until, owner, ticket],
    )?;
    Ok(Some((id, next, until)))
}

/// False if the lease is no longer ours, or was shrunk by this batch already.
fn shrink(session: &Session<'_>, lease: &Lease, until: u64) -> sql::Result<bool> {
    let shrunk = if until >= lease.end {
        session.execute(
            "DELETE FROM lease WHERE id = ?1 AND owner = ?2 AND first_seed = ?3",
            values![lease.id, &lease.owner, lease.first],
        )?
    } else {
        session.execute(
            "UPDATE lease SET first_seed = ?4, heartbeat = unixepoch()
             WHERE id = ?1 AND owner = ?2 AND first_seed = ?3",
            values![lease.id, &lease.owner, lease.first, until],
        )?
    };
    Ok(shrunk > 0)
}
