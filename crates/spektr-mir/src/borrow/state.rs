//! One tag's state at one byte, packed into five bits, and the transition tables
//! over it. The tables are computed from [`Permission`]'s functions and the two
//! protector rules, so that a tree pass is one table look-up per tag.

use super::{AccessKind, Permission};

/// A permission with what the protector rules need to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// What is permitted.
    pub permission: Permission,
    /// Whether the byte was ever accessed through this tag (its creation counts).
    /// Only then does a protector guard it.
    pub accessed: bool,
    /// Whether a running call protects the tag.
    pub protected: bool,
}

/// Where an access comes from, seen from a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// Through the tag itself or one derived from it.
    Child,
    /// Through any other tag.
    Foreign,
}

/// A [`State`] in five bits.
pub(super) type Packed = u8;

/// Number of different [`Packed`] values, invalid ones included.
pub(super) const PACKED: usize = 32;

/// Set in a table's entry when the access is undefined behaviour; the lower bits
/// then still hold the old state, so that storing them changes nothing.
pub(super) const FORBIDDEN: u8 = 0x80;

const ACCESSED: Packed = 0x08;
const PROTECTED: Packed = 0x10;

/// New state by old state.
pub(super) type Table = [u8; PACKED];

static CHILD_READ: Table = table(Relation::Child, AccessKind::Read);
static CHILD_WRITE: Table = table(Relation::Child, AccessKind::Write);
static FOREIGN_READ: Table = table(Relation::Foreign, AccessKind::Read);
static FOREIGN_WRITE: Table = table(Relation::Foreign, AccessKind::Write);

/// The transition table of one sort of access.
#[inline]
pub(super) fn transitions(relation: Relation, kind: AccessKind) -> &'static Table {
    match (relation, kind) {
        (Relation::Child, AccessKind::Read) => &CHILD_READ,
        (Relation::Child, AccessKind::Write) => &CHILD_WRITE,
        (Relation::Foreign, AccessKind::Read) => &FOREIGN_READ,
        (Relation::Foreign, AccessKind::Write) => &FOREIGN_WRITE,
    }
}

impl State {
    /// The state of a new tag: inside its range where `opened` by an access, or lazily elsewhere.
    pub(super) const fn new(permission: Permission, accessed: bool, protected: bool) -> State {
        State { permission, accessed, protected }
    }

    /// The state after an access; `None` is undefined behaviour.
    pub(super) const fn after(self, relation: Relation, kind: AccessKind) -> Option<State> {
        let next = match (relation, kind) {
            (Relation::Child, AccessKind::Read) => self.permission.child_read(),
            (Relation::Child, AccessKind::Write) => self.permission.child_write(self.protected),
            (Relation::Foreign, AccessKind::Read) => {
                Some(self.permission.foreign_read(self.protected))
            }
            (Relation::Foreign, AccessKind::Write) => Some(self.permission.foreign_write()),
        };
        let Some(permission) = next else { return None };
        let accessed = self.accessed || matches!(relation, Relation::Child);
        // A protector promises that the bytes used through the tag stay usable.
        if self.protected && accessed && matches!(permission, Permission::Disabled) {
            return None;
        }
        Some(State { permission, accessed, protected: self.protected })
    }

    /// Whether freeing the byte breaks this tag's protector.
    pub(super) fn forbids_deallocation(self) -> bool {
        self.protected && self.accessed && self.permission != Permission::Cell
    }

    pub(super) const fn pack(self) -> Packed {
        let code = match self.permission {
            Permission::Reserved { conflicted: false } => 0,
            Permission::Reserved { conflicted: true } => 1,
            Permission::ReservedIm => 2,
            Permission::Unique => 3,
            Permission::Frozen => 4,
            Permission::Disabled => 5,
            Permission::Cell => 6,
        };
        code | if self.accessed { ACCESSED } else { 0 } | if self.protected { PROTECTED } else { 0 }
    }

    /// The state behind five bits that [`State::pack`] made.
    pub(super) const fn unpack(packed: Packed) -> State {
        // `ALL` is in the order of the codes, as the test below checks.
        let permission = Permission::ALL[(packed & 0x07) as usize];
        State {
            permission,
            accessed: packed & ACCESSED != 0,
            protected: packed & PROTECTED != 0,
        }
    }
}

/// The same state once its protector is off.
pub(super) const fn without_protector(packed: Packed) -> Packed {
    packed & !PROTECTED
}

const fn table(relation: Relation, kind: AccessKind) -> Table {
    let mut table = [FORBIDDEN; PACKED];
    let mut packed = 0;
    while packed < PACKED {
        if packed & 0x07 < Permission::ALL.len() {
            table[packed] = match State::unpack(packed as Packed).after(relation, kind) {
                Some(next) => next.pack(),
                None => FORBIDDEN | packed as u8,
            };
        }
        packed += 1;
    }
    table
}
