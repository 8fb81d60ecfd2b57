//! What one tag permits at one byte, and how an access changes that: four small
//! total functions, child or foreign × read or write. They know neither tree
//! nor protector violations (see `state`), only that some permissions react
//! differently while protected.

use super::AccessKind;
use std::fmt;

/// What a tag still permits at one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// A mutable reference that was not written through yet.
    Reserved {
        /// Someone else read while a protector was on: writing must wait until it is off.
        conflicted: bool,
    },
    /// The same for interior-mutable data without a protector: others may even write.
    ReservedIm,
    /// A mutable reference that was written through; any foreign access ends that.
    Unique,
    /// Read only, as a shared reference.
    Frozen,
    /// Dead.
    Disabled,
    /// A shared reference to interior-mutable data: nothing is forbidden, nothing changes.
    Cell,
    /// A raw pointer made for reading, in the stricter reading: what others do is nothing to it.
    ReadOnly,
}

use Permission::{Cell, Disabled, Frozen, ReadOnly, Reserved, ReservedIm, Unique};

impl Permission {
    /// What an ordinary `&mut` starts with.
    pub const RESERVED: Permission = Reserved { conflicted: false };

    /// Every permission there is.
    pub const ALL: [Permission; 8] = [
        Reserved { conflicted: false },
        Reserved { conflicted: true },
        ReservedIm,
        Unique,
        Frozen,
        Disabled,
        Cell,
        ReadOnly,
    ];

    /// What `&mut` starts with; `frozen` means: not inside an `UnsafeCell`.
    pub const fn of_mutable(frozen: bool, protected: bool) -> Permission {
        if frozen || protected { Permission::RESERVED } else { ReservedIm }
    }

    /// What `&` starts with; `frozen` means: not inside an `UnsafeCell`.
    pub const fn of_shared(frozen: bool) -> Permission {
        if frozen { Frozen } else { Cell }
    }

    /// The access through the parent that creating a tag with this permission implies.
    ///
    /// `Unique` is not what Miri hands out by default; starting `&mut` arguments
    /// with it is the stricter reading ("implicit writes").
    pub const fn opening_access(self) -> Option<AccessKind> {
        match self {
            Reserved { .. } | ReservedIm | Frozen => Some(AccessKind::Read),
            Unique => Some(AccessKind::Write),
            Cell | ReadOnly | Disabled => None,
        }
    }

    /// The access that the end of a protector implies.
    pub const fn closing_access(self) -> Option<AccessKind> {
        match self {
            Cell | ReadOnly => None,
            Unique => Some(AccessKind::Write),
            Reserved { .. } | ReservedIm | Frozen | Disabled => Some(AccessKind::Read),
        }
    }

    /// A read through this tag or one derived from it; `None` is undefined behaviour.
    pub const fn child_read(self) -> Option<Permission> {
        match self {
            Disabled => None,
            readable => Some(readable),
        }
    }

    /// A write through this tag or one derived from it; `None` is undefined behaviour.
    pub const fn child_write(self, protected: bool) -> Option<Permission> {
        match self {
            Reserved { conflicted: true } if protected => None,
            Reserved { .. } | ReservedIm | Unique => Some(Unique),
            Frozen | ReadOnly | Disabled => None,
            Cell => Some(Cell),
        }
    }

    /// A read through a tag that is not derived from this one.
    pub const fn foreign_read(self, protected: bool) -> Permission {
        match self {
            Reserved { .. } if protected => Reserved { conflicted: true },
            Unique if protected => Disabled,
            Unique => Frozen,
            unaffected => unaffected,
        }
    }

    /// A write through a tag that is not derived from this one.
    pub const fn foreign_write(self) -> Permission {
        match self {
            Cell => Cell,
            ReadOnly => ReadOnly,
            ReservedIm => ReservedIm,
            Reserved { .. } | Unique | Frozen | Disabled => Disabled,
        }
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reserved { conflicted: false } => "Reserved",
            Reserved { conflicted: true } => "Reserved (conflicted)",
            ReservedIm => "Reserved (interior mutable)",
            Unique => "Unique",
            Frozen => "Frozen",
            Disabled => "Disabled",
            Cell => "Cell",
            ReadOnly => "ReadOnly",
        })
    }
}
