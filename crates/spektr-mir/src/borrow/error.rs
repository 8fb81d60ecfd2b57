//! The one way a borrow can go wrong, with everything a person needs to see why.
//! Knows no source positions: the caller's event stamps lead back to them.

use super::{AccessKind, CallId, Permission, Tag, TagHistory};
use std::fmt;

/// What made the access happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The program read or wrote.
    Access,
    /// A new reference was derived.
    Reborrow,
    /// The memory was freed.
    Deallocation,
    /// A protected call returned.
    Release,
}

/// Which rule was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The tag, or one that it derives from, does not permit the access.
    Insufficient,
    /// The access would end the permission of a tag that a running call protects.
    Protected,
    /// The memory of a tag that a running call protects would be freed.
    ProtectedDeallocation,
}

/// An access that Tree Borrows forbids. The tree it happened in is half updated:
/// go back to a clone made before, or use it for nothing but diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BorrowError {
    /// What made the access happen.
    pub cause: Cause,
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// The tag that was used.
    pub accessed: Tag,
    /// The first byte at which the access is forbidden.
    pub offset: u32,
    /// Which rule forbids it.
    pub rule: Rule,
    /// The tag whose permission or protector forbids it.
    pub conflicting: Tag,
    /// That tag's permission at the byte, before the access.
    pub permission: Permission,
    /// The running call that protects it.
    pub protector: Option<CallId>,
    /// The recorded past of the accessed and the conflicting tag, if recording was on.
    pub histories: Vec<TagHistory>,
}

impl fmt::Display for BorrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.cause {
            Cause::Access => format!("{} access", self.kind),
            Cause::Reborrow => format!("reborrow ({} access)", self.kind),
            Cause::Deallocation => "deallocation".to_string(),
            Cause::Release => format!("release of a protected argument ({} access)", self.kind),
        };
        write!(f, "{what} through {} at offset {} is forbidden: ", self.accessed, self.offset)?;
        let (tag, permission) = (self.conflicting, self.permission);
        match self.rule {
            Rule::Insufficient if tag == self.accessed => write!(f, "the tag is {permission}"),
            Rule::Insufficient => write!(f, "it derives from {tag}, which is {permission}"),
            Rule::Protected => {
                write!(f, "it would disable {tag}, which is {permission} and protected by a call")
            }
            Rule::ProtectedDeallocation => {
                write!(f, "{tag} is {permission} and protected by a call")
            }
        }
    }
}

impl std::error::Error for BorrowError {}
