//! The corpus: programs that reach what no other does, by the digest of their text.

use super::findings::{json, to_json};
use super::sql::values;
use super::{Store, StoreTrouble};
use crate::supply::Origin;
use crate::words::unix_seconds;
use spektr_wing::SourceFile;

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

    /// All programs of a wing's corpus, the oldest first.
    pub fn corpus(&self, wing: &str) -> Result<Vec<Vec<SourceFile>>, StoreTrouble> {
        self.read(|session| {
            let sql = "SELECT files FROM corpus WHERE wing = ?1 ORDER BY added_at, digest";
            session.all(sql, values![wing], |row| json(row, 0))
        })
    }
}
