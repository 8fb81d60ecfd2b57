//! Claims: findings that a process is about to triage or reduce, so that two workers do not
//! do the same work. What a dead process had claimed can be claimed again.

use super::findings::{COLUMNS, from_row};
use super::{Finding, Owner, Store, StoreTrouble};
use crate::reduce::STOPPED;
use crate::words::unix_seconds;
use rusqlite::{OptionalExtension, Transaction, params};

impl Store {
    /// The oldest finding that nobody has triaged or is triaging.
    pub fn claim_untriaged(&self, owner: &Owner) -> Result<Option<Finding>, StoreTrouble> {
        self.claim(owner, "state = 'new'", "TRUE")
    }

    /// The first finding of a bug that has fewer than `per_bug` reductions, those under way
    /// included, and is not muted. Of miscompilations also one more whenever a bug has four
    /// times as many findings as before, muted or not: another bug of the same pass may hide
    /// among those that nothing but the pass has sorted.
    pub fn claim_unreduced(
        &self,
        owner: &Owner,
        per_bug: u32,
    ) -> Result<Option<Finding>, StoreTrouble> {
        let reductions = format!(
            "(SELECT count(*) FROM finding AS other WHERE other.bug = finding.bug
             AND (other.claimed_by IS NOT NULL OR other.reduction IS NOT NULL
                  AND coalesce(json_extract(other.reduction, '$.cut_short'), '') <> '{STOPPED}'))"
        );
        let findings = "(SELECT count(*) FROM finding AS other WHERE other.bug = finding.bug)";
        let shown = "bug IN (SELECT id FROM bug WHERE mute_reason IS NULL)";
        let condition = format!(
            "({per_bug} > {reductions} AND {shown} OR verdict = 'miscompiled'
              AND {reductions} BETWEEN 1 AND 15 AND {findings} >= (2 << (2 * {reductions})))"
        );
        // What was stopped by a person, or by the end of the time, is gone on with.
        let candidate = format!(
            "state = 'triaged' AND bug IS NOT NULL
             AND (reduction IS NULL OR json_extract(reduction, '$.cut_short') = '{STOPPED}')"
        );
        self.claim(owner, &candidate, &condition)
    }

    /// Claims the first finding under both conditions. The first alone is cheap to look at:
    /// almost always there is nothing to claim, and that is found out without a write lock.
    fn claim(
        &self,
        owner: &Owner,
        candidate: &str,
        condition: &str,
    ) -> Result<Option<Finding>, StoreTrouble> {
        let any = self.read(|connection| {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM finding WHERE {candidate})");
            connection.prepare_cached(&sql)?.query_row([], |row| row.get::<_, bool>(0))
        })?;
        if !any {
            return Ok(None);
        }
        self.write(|transaction| {
            forget_the_dead(transaction)?;
            let sql = format!(
                "UPDATE finding SET claimed_by = ?1, claimed_at = ?2 WHERE id =
                     (SELECT min(id) FROM finding
                      WHERE claimed_by IS NULL AND {candidate} AND {condition})
                 RETURNING {COLUMNS}"
            );
            transaction
                .query_row(&sql, params![owner.encode(), unix_seconds()], from_row)
                .optional()
        })
    }

    /// Findings that wait for triage, and bugs that wait for a reduction.
    pub fn queue(&self) -> Result<(u64, u64), StoreTrouble> {
        self.read(|connection| {
            connection.query_row(
                "SELECT (SELECT count(*) FROM finding WHERE state = 'new'),
                    (SELECT count(*) FROM bug WHERE mute_reason IS NULL AND NOT EXISTS
                        (SELECT 1 FROM finding WHERE bug = bug.id AND reduction IS NOT NULL))",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
        })
    }

    /// Ends a claim, so that the finding can be claimed for the next thing to do.
    pub fn unclaim(&self, id: i64) -> Result<(), StoreTrouble> {
        self.write(|transaction| {
            transaction.execute("UPDATE finding SET claimed_by = NULL WHERE id = ?1", params![id])
        })
        .map(drop)
    }
}

/// Ends the claims of processes that are gone.
fn forget_the_dead(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let now = unix_seconds();
    let claims: Vec<(String, i64)> = transaction
        .prepare_cached(
            "SELECT claimed_by, max(claimed_at) FROM finding WHERE claimed_by IS NOT NULL
             GROUP BY claimed_by",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (holder, since) in claims {
        if Owner::is_gone(&holder, since, now) {
            transaction.execute(
                "UPDATE finding SET claimed_by = NULL WHERE claimed_by = ?1",
                params![holder],
            )?;
        }
    }
    Ok(())
}
