//! Tree Borrows as plainly as it can be said: one state per tag and byte, every tag
//! visited at every access, nothing compressed, skipped or collected. The measure for
//! [`super::Tree`]; shares with it only the names of things, no rule.

use super::{AccessKind, Permission, Rule};
use AccessKind::{Read, Write};
use Permission::{Cell, Disabled, Frozen, ReadOnly, Reserved, ReservedIm, Unique};
use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Byte {
    pub permission: Permission,
    pub accessed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pointer {
    pub parent: Option<usize>,
    pub protected: bool,
    pub bytes: Vec<Byte>,
}

/// All pointers into one allocation, in the order of their creation; the root first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Naive {
    pub pointers: Vec<Pointer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    pub offset: u32,
    pub rule: Rule,
    pub pointer: usize,
    pub permission: Permission,
}

/// The table of DESIGN.md, row by row; `None` is undefined behaviour.
fn table(now: Permission, child: bool, kind: AccessKind, protected: bool) -> Option<Permission> {
    let conflicted = matches!(now, Reserved { conflicted: true });
    match (now, child, kind) {
        (Reserved { .. }, true, Read) => Some(now),
        (Reserved { .. }, true, Write) => (!(protected && conflicted)).then_some(Unique),
        (Reserved { .. }, false, Read) if protected => Some(Reserved { conflicted: true }),
        (Reserved { .. }, false, Read) => Some(now),
        (Reserved { .. }, false, Write) => Some(Disabled),

        (ReservedIm, true, Read) => Some(ReservedIm),
        (ReservedIm, true, Write) => Some(Unique),
        (ReservedIm, false, Read | Write) => Some(ReservedIm),

        (Unique, true, Read | Write) => Some(Unique),
        (Unique, false, Read) if protected => Some(Disabled),
        (Unique, false, Read) => Some(Frozen),
        (Unique, false, Write) => Some(Disabled),

        (Frozen, true, Read) => Some(Frozen),
        (Frozen, true, Write) => None,
        (Frozen, false, Read) => Some(Frozen),
        (Frozen, false, Write) => Some(Disabled),

        (Disabled, true, Read | Write) => None,
        (Disabled, false, Read | Write) => Some(Disabled),

        (Cell, _, _) => Some(Cell),

        (ReadOnly, true, Write) => None,
        (ReadOnly, _, _) => Some(ReadOnly),
    }
}

impl Naive {
    pub fn new(size: u32) -> Naive {
        let bytes = vec![Byte { permission: Unique, accessed: true }; size as usize];
        Naive { pointers: vec![Pointer { parent: None, protected: false, bytes }] }
    }

    pub fn access(
        &mut self,
        through: usize,
        kind: AccessKind,
        range: Range<u32>,
    ) -> Result<(), Stop> {
        for offset in range {
            self.access_byte(through, kind, offset, true)?;
        }
        Ok(())
    }

    pub fn reborrow(
        &mut self,
        parent: usize,
        parts: &[(Range<u32>, Permission)],
        outside: Permission,
        protected: bool,
    ) -> Result<usize, Stop> {
        for (range, permission) in parts {
            match permission {
                Cell | ReadOnly => {}
                Unique => self.access(parent, Write, range.clone())?,
                _ => self.access(parent, Read, range.clone())?,
            }
        }
        let size = self.pointers[0].bytes.len();
        let mut bytes = vec![Byte { permission: outside, accessed: false }; size];
        for (range, permission) in parts {
            for offset in range.clone() {
                bytes[offset as usize] = Byte {
                    permission: *permission,
                    accessed: !matches!(permission, Cell | ReadOnly),
                };
            }
        }
        self.pointers.push(Pointer { parent: Some(parent), protected, bytes });
        Ok(self.pointers.len() - 1)
    }

    pub fn release(&mut self, pointer: usize) -> Result<(), Stop> {
        for offset in 0..self.pointers[0].bytes.len() {
            let byte = self.pointers[pointer].bytes[offset].clone();
            if byte.accessed && byte.permission != Cell {
                let kind = if byte.permission == Unique { Write } else { Read };
                self.access_byte(pointer, kind, offset as u32, false)?;
            }
        }
        Ok(())
    }

    pub fn dealloc(&mut self, through: usize) -> Result<(), Stop> {
        let size = self.pointers[0].bytes.len() as u32;
        self.access(through, Write, 0..size)?;
        for offset in 0..size {
            let (path, others) = self.visiting_order(through, true);
            for pointer in path.into_iter().chain(others) {
                let Pointer { protected, bytes, .. } = &self.pointers[pointer];
                let Byte { permission, accessed } = bytes[offset as usize];
                if *protected && accessed && permission != Cell {
                    let rule = Rule::ProtectedDeallocation;
                    return Err(Stop { offset, rule, pointer, permission });
                }
            }
        }
        Ok(())
    }

    fn access_byte(
        &mut self,
        through: usize,
        kind: AccessKind,
        offset: u32,
        seen_by_children: bool,
    ) -> Result<(), Stop> {
        let (path, others) = self.visiting_order(through, seen_by_children);
        for (pointer, child) in
            path.into_iter().map(|p| (p, true)).chain(others.into_iter().map(|p| (p, false)))
        {
            let protected = self.pointers[pointer].protected;
            let byte = &mut self.pointers[pointer].bytes[offset as usize];
            let permission = byte.permission;
            let stop = |rule| Stop { offset, rule, pointer, permission };
            let Some(next) = table(permission, child, kind, protected) else {
                return Err(stop(Rule::Insufficient));
            };
            byte.accessed |= child;
            if protected && byte.accessed && next == Disabled {
                return Err(stop(Rule::Protected));
            }
            byte.permission = next;
        }
        Ok(())
    }

    /// The pointer and all it derives from; then all others, nearest subtree first.
    fn visiting_order(&self, through: usize, seen_by_children: bool) -> (Vec<usize>, Vec<usize>) {
        let mut path = vec![through];
        while let Some(parent) = self.pointers[path[path.len() - 1]].parent {
            path.push(parent);
        }
        let mut others = Vec::new();
        for &top in &path {
            for child in self.children_youngest_first(top) {
                if !path.contains(&child) && (top != through || seen_by_children) {
                    self.push_bottom_up(child, &mut others);
                }
            }
        }
        (path, others)
    }

    fn push_bottom_up(&self, top: usize, order: &mut Vec<usize>) {
        for child in self.children_youngest_first(top) {
            self.push_bottom_up(child, order);
        }
        order.push(top);
    }

    fn children_youngest_first(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.pointers.len()).rev().filter(move |&p| self.pointers[p].parent == Some(of))
    }
}
