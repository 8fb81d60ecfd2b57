//! Claims: findings that a process is about to triage or reduce, so that two workers do not
//! do the same work. What a dead process had claimed can be claimed again.

use super::findings::{COLUMNS, from_row};
use super::{Finding, Owner, Store, StoreTrouble};
use crate::words::unix_seconds;
use rusqlite::{Transaction, params};

impl Store {
    /// The oldest finding that nobody has triaged or is triaging.
    pub fn claim_untriaged(&self, owner: &Owner) -> Result<Option<Finding>, StoreTrouble> {
        self.claim(owner, "state = 'new'")
    }

    /// The shortest finding of a bug that has no reduced program yet, if nobody works on
    /// that bug and it is not muted. A bug gets at most `per_bug` reductions.
    pub fn claim_unreduced(
        &self,
        owner: &Owner,
        per_bug: u32,
    ) -> Result<Option<Finding>, StoreTrouble> {
        let condition = format!(
            "state = 'triaged' AND reduced IS NULL
             AND bug IN (SELECT id FROM bug WHERE mute_reason IS NULL)
             AND {per_bug} > (SELECT count(*) FROM finding AS other
                 WHERE other.bug = finding.bug AND other.reduction IS NOT NULL)
             AND reduction IS NULL"
        );
        self.claim(owner, &condition)
    }

    fn claim(&self, owner: &Owner, condition: &str) -> Result<Option<Finding>, StoreTrouble> {
        let owner = owner.encode();
        // Almost always there is nothing to claim; that is found out without a write lock.
        let any = self.read(|connection| {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM finding WHERE {condition})");
            connection.prepare_cached(&sql)?.query_row([], |row| row.get::<_, bool>(0))
        })?;
        if !any {
            return Ok(None);
        }
        self.write(|transaction| {
            let Some(id) = first_free(transaction, condition)? else { return Ok(None) };
            transaction.execute(
                "UPDATE finding SET claimed_by = ?2, claimed_at = ?3 WHERE id = ?1",
                params![id, owner, unix_seconds()],
            )?;
            transaction
                .query_row(
                    &format!("SELECT {COLUMNS} FROM finding WHERE id = ?1"),
                    params![id],
                    from_row,
                )
                .map(Some)
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

/// The first finding under `condition` whose claim, if it has one, is of a dead process.
fn first_free(transaction: &Transaction<'_>, condition: &str) -> rusqlite::Result<Option<i64>> {
    let now = unix_seconds();
    let mut statement = transaction.prepare_cached(&format!(
        "SELECT id, claimed_by, claimed_at FROM finding WHERE {condition} ORDER BY id"
    ))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let holder: Option<String> = row.get(1)?;
        if holder.is_none_or(|holder| Owner::is_gone(&holder, row.get(2).unwrap_or(0), now)) {
            return row.get(0).map(Some);
        }
    }
    Ok(None)
}
