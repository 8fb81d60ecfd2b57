//! Tree Borrows: which pointer may touch which byte of one allocation.
//!
//! A [`Tree`] holds the borrow tags of one allocation and, per byte, what each
//! tag still permits. It knows offsets and tags only: nothing of MIR, types,
//! values, or which call frames exist.
//!
//! ```
//! use spektr_mir::borrow::{AccessKind, Permission, Tree};
//!
//! // let mut x = 0u32; let r = &mut x; let s = &*r; *r = 1; read(*s)
//! let (mut tree, x) = Tree::new(4);
//! let r = tree.reborrow(x, &[(0..4, Permission::RESERVED)], Permission::RESERVED, None).unwrap();
//! let s = tree.reborrow(r, &[(0..4, Permission::Frozen)], Permission::Frozen, None).unwrap();
//! tree.access(r, AccessKind::Write, 0..4).unwrap();
//! let error = tree.access(s, AccessKind::Read, 0..4).unwrap_err();
//! assert_eq!((error.conflicting, error.offset), (s, 0));
//! ```

mod collect;
mod diagnose;
mod error;
mod grid;
mod history;
mod permission;
mod state;
mod tree;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod naive;
#[cfg(test)]
mod stories;

pub use error::{BorrowError, Cause, Rule};
pub use history::{Change, TagHistory};
pub use permission::Permission;
pub use state::State;
pub use tree::Tree;

use std::fmt;

/// The name of one pointer within its allocation's tree. Never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u32);

impl Tag {
    /// The tag of the allocation itself, from which all others derive.
    pub const ROOT: Tag = Tag(0);
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Tag::ROOT => f.write_str("<root>"),
            Tag(number) => write!(f, "<{number}>"),
        }
    }
}

/// The call that protects a tag; opaque here, kept for the diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u32);

/// What an access does to the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// The bytes are looked at.
    Read,
    /// The bytes are replaced (or freed).
    Write,
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        })
    }
}
