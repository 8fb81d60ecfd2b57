//! Claims: findings that a process is about to triage or reduce, so that two workers do not
//! do the same work. What a dead process had claimed can be claimed again.

use super::findings::{COLUMNS, from_row};
use super::sql::{Value, values};
use super::{Finding, Owner, Store, StoreTrouble};
use crate::reduce::STOPPED;

/// What a process can look at: findings of its language whose compilers it has. On a store that
/// several share there are others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Able {
    pub wing: String,
    pub compilers: Vec<String>,
}

impl Able {
    /// The condition on findings, and the values it needs from `?from` on.
    fn condition(&self, from: usize) -> (String, Vec<Value>) {
        let places: Vec<String> =
            (1..=self.compilers.len()).map(|at| format!("?{}", from + at)).collect();
        // No compiler at all is nothing to look with; an empty list would be no SQL.
        let compilers = if places.is_empty() { "NULL".to_owned() } else { places.join(", ") };
        let condition = format!("finding.wing = ?{from} AND finding.compiler IN ({compilers})");
        let names = self.compilers.iter().map(Value::from);
        (condition, [Value::from(&self.wing)].into_iter().chain(names).collect())
    }
}

impl Store {
    /// The oldest finding that nobody has triaged or is triaging.
    pub fn claim_untriaged(
        &self,
        owner: &Owner,
        able: &Able,
    ) -> Result<Option<Finding>, StoreTrouble> {
        self.claim(owner, able, "state = 'new'", "claimed_by IS NULL")
    }

    /// The first finding of a bug that has fewer than `per_bug` reductions, those under way
    /// included, and is not muted. Of miscompilations also one more whenever a bug has four
    /// times as many findings as before, muted or not: another bug of the same pass may hide
    /// among those that nothing but the pass has sorted.
    pub fn claim_unreduced(
        &self,
        owner: &Owner,
        able: &Able,
        per_bug: u32,
    ) -> Result<Option<Finding>, StoreTrouble> {
        let reductions = format!(
            "(SELECT count(*) FROM finding AS other WHERE other.bug = these.id
             AND (other.claimed_by IS NOT NULL OR other.reduction IS NOT NULL
                  AND coalesce(json_extract(other.reduction, '$.cut_short'), '') <> '{STOPPED}'))"
        );
        let findings = "(SELECT count(*) FROM finding AS other WHERE other.bug = these.id)";
        let few = format!("these.mute_reason IS NULL AND {per_bug} > {reductions}");
        let many = format!(
            "{reductions} BETWEEN 1 AND 15
             AND {findings} >= (CAST(2 AS BIGINT) << CAST(2 * {reductions} AS INTEGER))"
        );
        let condition = format!(
            "(bug IN (SELECT these.id FROM bug AS these WHERE {few}) OR verdict = 'miscompiled'
              AND bug IN (SELECT these.id FROM bug AS these WHERE {many}))"
        );
        // What was stopped by a person, or by the end of the time, is gone on with.
        let candidate = format!(
            "state = 'triaged' AND bug IS NOT NULL
             AND (reduction IS NULL OR json_extract(reduction, '$.cut_short') = '{STOPPED}')"
        );
        self.claim(owner, able, &candidate, &format!("claimed_by IS NULL AND {condition}"))
    }

    /// Claims the first finding under both conditions. The first alone is cheap to look at:
    /// almost always there is nothing to claim, and that is found out without a lock. Who
    /// claims is alone: whether a bug needs a reduction depends on what others have claimed.
    fn claim(
        &self,
        owner: &Owner,
        able: &Able,
        candidate: &str,
        condition: &str,
    ) -> Result<Option<Finding>, StoreTrouble> {
        self.give_back_of_the_dead()?;
        let (may, able_values) = able.condition(3);
        let (may_alone, alone_values) = able.condition(1);
        let any = self.read(|session| {
            let sql = format!(
                "SELECT EXISTS (SELECT 1 FROM finding WHERE {candidate} AND {may_alone} AND {condition})"
            );
            session.value::<bool>(&sql, &alone_values)
        })?;
        if !any {
            return Ok(None);
        }
        let (ticket, holder) = (self.ticket(owner), owner.encode());
        let mut values = vec![Value::from(&holder), Value::from(&ticket)];
        values.extend(able_values);
        self.write_alone(|session| {
            if session.is_retry() {
                let sql = format!("SELECT {COLUMNS} FROM finding WHERE claim_ticket = ?1");
                let claimed = session.optional(&sql, values![&ticket], from_row)?;
                if claimed.is_some() {
                    return Ok(claimed);
                }
            }
            let sql = format!(
                "UPDATE finding SET claimed_by = ?1, claimed_at = unixepoch(), claim_ticket = ?2
                 WHERE id = (SELECT min(id) FROM finding WHERE {candidate} AND {may} AND {condition})
                 RETURNING {COLUMNS}"
            );
            session.optional(&sql, &values, from_row)
        })
    }

    /// Findings that wait for triage, and bugs that wait for a reduction.
    pub fn queue(&self) -> Result<(u64, u64), StoreTrouble> {
        self.read(|session| {
            session.one(
                "SELECT (SELECT count(*) FROM finding WHERE state = 'new'),
                    (SELECT count(*) FROM bug WHERE mute_reason IS NULL AND NOT EXISTS
                        (SELECT 1 FROM finding WHERE bug = bug.id AND reduction IS NOT NULL))",
                &[],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
        })
    }

    /// Ends a claim, so that the finding can be claimed for the next thing to do.
    pub fn unclaim(&self, id: i64) -> Result<(), StoreTrouble> {
        self.write(|session| {
            let sql = "UPDATE finding SET claimed_by = NULL, claim_ticket = NULL WHERE id = ?1";
            session.execute(sql, values![id])
        })
        .map(drop)
    }
}
