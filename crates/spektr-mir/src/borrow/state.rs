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
            Permission::ReadOnly => 7,
        };
        code | if self.accessed { ACCESSED } else { 0 } | if self.protected { PROTECTED } else { 0 }
    }

    /// The state behind five bits that [`State::pack`] made.
    pub(super) const fn unpack(packed: Packed) -> State {
        // `ALL` is in the order of the codes, as the test below checks.
        let permission = Permission::ALL[(packed & 0x07) as usize];
        State { permission, accessed: packed & ACCESSED != 0, protected: packed & PROTECTED != 0 }
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

#[cfg(test)]
mod laws {
    use super::*;
    use AccessKind::{Read, Write};
    use Relation::{Child, Foreign};

    const ACCESSES: [(Relation, AccessKind); 4] =
        [(Child, Read), (Child, Write), (Foreign, Read), (Foreign, Write)];

    /// Every state that can arise: `ReservedIm` and `ReadOnly` are never protected, `Unique` always
    /// accessed, and what is protected and accessed is not disabled.
    fn states() -> Vec<State> {
        let mut states = Vec::new();
        for permission in Permission::ALL {
            for (accessed, protected) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let arises = match permission {
                    Permission::ReservedIm | Permission::ReadOnly => !protected,
                    Permission::Unique => accessed,
                    Permission::Disabled => !(accessed && protected),
                    _ => true,
                };
                if arises {
                    states.push(State { permission, accessed, protected });
                }
            }
        }
        assert_eq!(states.len(), 25);
        states
    }

    fn unprotected(state: State) -> State {
        State { protected: false, ..state }
    }

    /// How far a permission is from the start of its life.
    fn age(permission: Permission) -> u32 {
        match permission {
            Permission::Reserved { conflicted: false } | Permission::ReservedIm => 0,
            Permission::Reserved { conflicted: true } => 1,
            Permission::Unique => 2,
            Permission::Frozen => 3,
            Permission::Disabled => 4,
            Permission::Cell => 5,
            Permission::ReadOnly => 6,
        }
    }

    #[test]
    fn packing_loses_nothing_and_tables_say_what_the_functions_say() {
        for state in states() {
            assert_eq!(State::unpack(state.pack()), state);
            for (relation, kind) in ACCESSES {
                let entry = transitions(relation, kind)[state.pack() as usize];
                let expected = match state.after(relation, kind) {
                    Some(next) => next.pack(),
                    None => FORBIDDEN | state.pack(),
                };
                assert_eq!(entry, expected, "{state:?} {relation:?} {kind}");
            }
        }
    }

    #[test]
    fn states_that_arise_lead_only_to_states_that_arise() {
        let states = states();
        for &state in &states {
            assert!(states.contains(&unprotected(state)));
            for (relation, kind) in ACCESSES {
                if let Some(next) = state.after(relation, kind) {
                    assert!(states.contains(&next), "{state:?} {relation:?} {kind}: {next:?}");
                }
            }
        }
    }

    #[test]
    fn an_access_repeated_changes_nothing_even_if_the_protector_went_in_between() {
        for state in states() {
            for (relation, kind) in ACCESSES {
                if let Some(next) = state.after(relation, kind) {
                    assert_eq!(next.after(relation, kind), Some(next));
                    let later = unprotected(next);
                    assert_eq!(later.after(relation, kind), Some(later));
                }
            }
        }
    }

    #[test]
    fn a_read_changes_nothing_after_a_write_from_the_same_side() {
        for state in states() {
            for relation in [Child, Foreign] {
                if let Some(next) = state.after(relation, Write) {
                    assert_eq!(next.after(relation, Read), Some(next));
                }
            }
        }
    }

    #[test]
    fn a_settled_read_stays_settled_after_a_read_from_the_other_side() {
        for state in states() {
            for (one, other) in [(Child, Foreign), (Foreign, Child)] {
                if state.after(one, Read) == Some(state)
                    && let Some(next) = state.after(other, Read)
                {
                    assert_eq!(next.after(one, Read), Some(next), "{state:?}");
                }
            }
        }
    }

    #[test]
    fn reads_commute() {
        for state in states() {
            let both = |first, second| {
                state.after(first, Read).and_then(|between| between.after(second, Read))
            };
            assert_eq!(both(Child, Foreign), both(Foreign, Child), "{state:?}");
        }
    }

    #[test]
    fn permissions_only_age_and_the_rest_is_kept() {
        for state in states() {
            for (relation, kind) in ACCESSES {
                let Some(next) = state.after(relation, kind) else { continue };
                assert!(age(state.permission) <= age(next.permission), "{state:?} {next:?}");
                assert_eq!(next.accessed, state.accessed || relation == Child);
                assert_eq!(next.protected, state.protected);
            }
        }
    }

    #[test]
    fn a_protector_only_forbids_more() {
        for state in states().into_iter().filter(|state| state.protected) {
            for (relation, kind) in ACCESSES {
                if state.after(relation, kind).is_some() {
                    assert!(unprotected(state).after(relation, kind).is_some());
                }
            }
        }
    }

    #[test]
    fn foreign_accesses_are_forbidden_only_where_a_protector_guards_an_accessed_byte() {
        for state in states().into_iter().filter(|state| !(state.protected && state.accessed)) {
            for kind in [Read, Write] {
                assert!(state.after(Foreign, kind).is_some(), "{state:?}");
            }
        }
    }

    /// What makes `noalias` right: while a reference is protected, its bytes are not
    /// written on one side and touched on the other, in whatever order.
    #[test]
    fn protected_references_do_not_alias() {
        let born = [Permission::RESERVED, Permission::Frozen, Permission::Unique];
        for permission in born {
            let state = State { permission, accessed: true, protected: true };
            for (mine, theirs) in [(Read, Write), (Write, Read), (Write, Write)] {
                let then = |(r1, k1), (r2, k2)| {
                    state.after(r1, k1).and_then(|between| between.after(r2, k2))
                };
                assert_eq!(then((Child, mine), (Foreign, theirs)), None, "{permission}");
                assert_eq!(then((Foreign, theirs), (Child, mine)), None, "{permission}");
            }
        }
    }

    #[test]
    fn the_end_of_a_protector_is_never_forbidden_by_its_own_tag() {
        for state in states().into_iter().filter(|state| state.protected && state.accessed) {
            if let Some(kind) = state.permission.closing_access() {
                assert_eq!(state.after(Child, kind), Some(state), "{state:?}");
            }
        }
    }
}
