//! The past of each tag, for diagnostics: when it was made and how its permission
//! changed. Off unless asked for; bounded; never looked at by the rules.

use super::{CallId, Cause, Permission, Tag};
use std::collections::BTreeMap;
use std::ops::Range;

/// Changes kept per tag; the oldest go first.
const KEPT_CHANGES: usize = 32;

/// One change of a tag's permission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The caller's stamp of the event.
    pub stamp: u64,
    /// The bytes that changed.
    pub range: Range<u32>,
    /// The permission before.
    pub from: Permission,
    /// The permission after.
    pub to: Permission,
    /// The tag through which the access went.
    pub by: Tag,
    /// What made the access happen.
    pub cause: Cause,
}

/// The past of one tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagHistory {
    /// Whose past this is.
    pub tag: Tag,
    /// The caller's stamp of its creation.
    pub created: u64,
    /// The tag that it was derived from; none for the root.
    pub parent: Option<Tag>,
    /// The call that protected it from its creation on.
    pub protector: Option<CallId>,
    /// How its permission changed, oldest first.
    pub changes: Vec<Change>,
}

/// The pasts of all tags in a tree.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    stamp: u64,
    tags: BTreeMap<Tag, TagHistory>,
}

impl History {
    pub fn set_stamp(&mut self, stamp: u64) {
        self.stamp = stamp;
    }

    pub fn created(&mut self, tag: Tag, parent: Option<Tag>, protector: Option<CallId>) {
        let changes = Vec::new();
        let created = self.stamp;
        self.tags.insert(tag, TagHistory { tag, created, parent, protector, changes });
    }

    pub fn changed(
        &mut self,
        tag: Tag,
        range: Range<u32>,
        (from, to): (Permission, Permission),
        (by, cause): (Tag, Cause),
    ) {
        let stamp = self.stamp;
        // Tags made before recording began have no entry and stay unrecorded.
        let Some(history) = self.tags.get_mut(&tag) else { return };
        let changes = &mut history.changes;
        if let Some(last) = changes.last_mut()
            && last.range.end == range.start
            && (last.stamp, last.from, last.to, last.by) == (stamp, from, to, by)
        {
            last.range.end = range.end;
            return;
        }
        if changes.len() == KEPT_CHANGES {
            changes.remove(0);
        }
        changes.push(Change { stamp, range, from, to, by, cause });
    }

    pub fn of(&self, tag: Tag) -> Option<&TagHistory> {
        self.tags.get(&tag)
    }

    /// Forgets all tags but the root and those that `kept` names.
    pub fn retain(&mut self, kept: impl Fn(Tag) -> bool) {
        self.tags.retain(|&tag, _| tag == Tag::ROOT || kept(tag));
    }
}
