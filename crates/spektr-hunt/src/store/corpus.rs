//! The corpus: programs that reach what no other does, by the digest of their text.

use super::findings::{json, to_json};
use super::sql::{Row, values};
use super::{Store, StoreTrouble};
use crate::supply::Origin;
use crate::words::unix_seconds;
use spektr_wing::SourceFile;
use std::collections::BTreeSet;

/// Seconds by which the clocks of two hosts may differ.
const CLOCKS_DIFFER: i64 = 300;

impl Store {
    /// Keeps programs of a corpus, by their digests; one that is there stays as it is. How many
    /// are new.
    pub fn keep_in_corpus(
        &self,
        wing: &str,
        programs: &[(String, Vec<SourceFile>)],
        origin: &Origin,
    ) -> Result<u64, StoreTrouble> {
        self.write(|session| {
            let mut added = 0;
            for (digest, files) in programs {
                added += session.execute(
                    "INSERT INTO corpus (wing, digest, files, origin, added_at)
                     VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (wing, digest) DO NOTHING",
                    values![wing, digest, to_json(files)?, to_json(origin)?, unix_seconds()],
                )?;
            }
            Ok(added)
        })
    }

    /// Programs that joined a wing's corpus since a moment, but for those of `known`, and the
    /// moment to ask from next time. Hosts' clocks differ, so it lies a little back.
    pub fn corpus_since(
        &self,
        wing: &str,
        moment: i64,
        known: &BTreeSet<String>,
    ) -> Result<(Vec<Vec<SourceFile>>, i64), StoreTrouble> {
        self.read(|session| {
            let sql = "SELECT digest, added_at FROM corpus WHERE wing = ?1 AND added_at >= ?2
                       ORDER BY added_at, digest";
            let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
            let joined: Vec<(String, i64)> = session.all(sql, values![wing, moment], read)?;
            let newest = joined.last().map_or(moment, |(_, at)| (at - CLOCKS_DIFFER).max(moment));
            let mut programs = Vec::new();
            for (digest, _) in joined.iter().filter(|(digest, _)| !known.contains(digest)) {
                let sql = "SELECT files FROM corpus WHERE wing = ?1 AND digest = ?2";
                programs.push(session.one(sql, values![wing, digest], |row| json(row, 0))?);
            }
            Ok((programs, newest))
        })
    }

    /// All programs of a wing's corpus, the oldest first.
    pub fn corpus(&self, wing: &str) -> Result<Vec<Vec<SourceFile>>, StoreTrouble> {
        self.read(|session| {
            let sql = "SELECT files FROM corpus WHERE wing = ?1 ORDER BY added_at, digest";
            session.all(sql, values![wing], |row| json(row, 0))
        })
    }
}
