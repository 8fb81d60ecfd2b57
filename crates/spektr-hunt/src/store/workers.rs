//! Workers: processes that hunt on a store. They tell that they live; what those held who are
//! gone is given back, so that somebody else does it.

use super::sql::{Session, values};
use super::{Campaign, Owner, Store, StoreTrouble, sql};
use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// A process, as it told of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerRow {
    pub id: i64,
    /// The host.
    pub name: String,
    pub campaign: i64,
    pub jobs: u64,
    pub started_at: i64,
    pub heartbeat: i64,
    /// When it said goodbye.
    pub ended_at: Option<i64>,
    /// Seeds it holds, and findings it looks at.
    pub seeds: u64,
    pub claims: u64,
}

/// On a server, how often a process looks for others that are gone; of one file there are few
/// users, and they may look every time. A look goes through all that is held, so the more hold
/// something the rarer each looks: all together they look a few times a second.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Holders up to which each looks that often.
const FEW_HOLDERS: usize = 20;

impl Store {
    /// Says that a process works on a campaign.
    pub fn register(
        &self,
        owner: &Owner,
        campaign: &Campaign,
        jobs: usize,
    ) -> Result<(), StoreTrouble> {
        self.write(|session| {
            session.execute(
                "INSERT INTO worker (owner, name, campaign, jobs, started_at, heartbeat)
                 VALUES (?1, ?2, ?3, ?4, unixepoch(), unixepoch())
                 ON CONFLICT (owner) DO UPDATE SET campaign = excluded.campaign,
                    jobs = excluded.jobs, heartbeat = excluded.heartbeat, ended_at = NULL",
                values![owner.encode(), super::owner::host_name(), campaign.id, jobs as u64],
            )
        })
        .map(drop)
    }

    /// Says that a process still works on its leases and claims.
    pub fn heartbeat(&self, owner: &Owner) -> Result<(), StoreTrouble> {
        self.write(|session| {
            session.execute(
                "UPDATE worker SET heartbeat = unixepoch() WHERE owner = ?1",
                values![owner.encode()],
            )
        })
        .map(drop)
    }

    /// Says goodbye: what the process still holds is anybody's.
    pub fn goodbye(&self, owner: &Owner) -> Result<(), StoreTrouble> {
        let owner = owner.encode();
        self.write(|session| {
            give_back(session, &owner)?;
            session.execute(
                "UPDATE worker SET heartbeat = unixepoch(), ended_at = unixepoch() WHERE owner = ?1",
                values![&owner],
            )
        })
        .map(drop)
    }

    /// Processes that hunt or have hunted, the newest first.
    pub fn workers(&self) -> Result<Vec<WorkerRow>, StoreTrouble> {
        self.read(|session| {
            session.all(
                "SELECT id, name, campaign, jobs, started_at, heartbeat, ended_at,
                    (SELECT CAST(coalesce(sum(end_seed - first_seed), 0) AS BIGINT) FROM lease
                        WHERE lease.owner = worker.owner),
                    (SELECT count(*) FROM finding WHERE claimed_by = worker.owner)
                 FROM worker ORDER BY id DESC",
                &[],
                |row| {
                    Ok(WorkerRow {
                        id: row.get(0)?,
                        name: row.get(1)?,
                        campaign: row.get(2)?,
                        jobs: row.get(3)?,
                        started_at: row.get(4)?,
                        heartbeat: row.get(5)?,
                        ended_at: row.get(6)?,
                        seeds: row.get(7)?,
                        claims: row.get(8)?,
                    })
                },
            )
        })
    }

    /// Looks for processes that are gone, if it is time to.
    pub(super) fn give_back_of_the_dead(&self) -> Result<(), StoreTrouble> {
        let next = *self.next_look_for_the_dead.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_shared() && next.is_some_and(|at| Instant::now() < at) {
            return Ok(());
        }
        self.give_back_of_the_dead_at_once().map(drop)
    }

    /// Gives back what processes held that are gone; true if there was something.
    pub(super) fn give_back_of_the_dead_at_once(&self) -> Result<bool, StoreTrouble> {
        let (holders, dead) = self.read(holders_and_those_gone)?;
        *self.next_look_for_the_dead.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Instant::now() + look_again_after(holders));
        if dead.is_empty() {
            return Ok(false);
        }
        let given = self.write(|session| {
            // Somebody taken for dead may have come back since.
            let (_, dead) = holders_and_those_gone(session)?;
            dead.iter().try_fold(0, |sum, owner| Ok(sum + give_back(session, owner)?))
        })?;
        Ok(given > 0)
    }
}

fn give_back(session: &Session<'_>, owner: &str) -> sql::Result<u64> {
    let leases =
        session.execute("UPDATE lease SET owner = NULL WHERE owner = ?1", values![owner])?;
    let claims = session.execute(
        "UPDATE finding SET claimed_by = NULL, claim_ticket = NULL WHERE claimed_by = ?1",
        values![owner],
    )?;
    Ok(leases + claims)
}

fn look_again_after(holders: usize) -> Duration {
    LOOK_EVERY * u32::try_from(holders.div_ceil(FEW_HOLDERS)).unwrap_or(u32::MAX).max(1)
}

/// How many hold something, and who of them is gone: by the process table if it is of this host,
/// else by its silence. Time is the database's own.
fn holders_and_those_gone(session: &Session<'_>) -> sql::Result<(usize, Vec<String>)> {
    let held: Vec<(String, i64, Option<i64>, i64)> = session.all(
        "SELECT held.owner, max(held.since), max(worker.heartbeat), unixepoch() FROM (
             SELECT owner, max(heartbeat) AS since FROM lease WHERE owner IS NOT NULL GROUP BY owner
             UNION ALL
             SELECT claimed_by AS owner, max(claimed_at) AS since FROM finding
                 WHERE claimed_by IS NOT NULL GROUP BY claimed_by
         ) AS held LEFT JOIN worker ON worker.owner = held.owner GROUP BY held.owner",
        &[],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
    )?;
    let mut holders: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for (owner, since, heartbeat, now) in held {
        holders.insert(owner, (since.max(heartbeat.unwrap_or(0)), now));
    }
    let number = holders.len();
    let gone =
        holders.into_iter().filter(|(owner, (seen, now))| Owner::is_gone(owner, *seen, *now));
    Ok((number, gone.map(|(owner, _)| owner).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_there_are_the_rarer_each_looks() {
        assert_eq!(look_again_after(0), LOOK_EVERY);
        assert_eq!(look_again_after(20), LOOK_EVERY);
        // However many there are, together they look four times a second.
        assert_eq!(look_again_after(10_000).as_secs(), 10_000 / 4);
    }
}
