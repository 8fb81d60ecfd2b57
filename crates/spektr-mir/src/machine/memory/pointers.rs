//! The pointers stored in one allocation, sparse and ordered by offset. A pointer is kept
//! whole; copied or overwritten byte by byte it falls into fragments, which join again
//! when all eight of one pointer come to lie in order.

use std::ops::Range;

use crate::machine::value::{Pointer, Scalar};
use crate::syntax::FnId;

const SIZE: u32 = 8;

/// A pointer, or one byte of it, at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    pub offset: u32,
    /// Which byte of the pointer this is; none for the whole.
    pub fragment: Option<u8>,
    pub target: Target,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Memory(Pointer),
    Function(FnId),
}

impl Target {
    fn scalar(self) -> Scalar {
        match self {
            Target::Memory(pointer) => Scalar::Pointer(pointer),
            Target::Function(function) => Scalar::Function(function),
        }
    }
}

impl Stored {
    fn len(&self) -> u32 {
        if self.fragment.is_some() { 1 } else { SIZE }
    }

    fn end(&self) -> u32 {
        self.offset + self.len()
    }

    /// The part that lies in the range: all of it, or byte by byte.
    fn clipped(self, range: &Range<u32>) -> impl Iterator<Item = Stored> {
        let inside = range.start.max(self.offset)..range.end.min(self.end());
        let whole = inside.end - inside.start == self.len();
        let pieces = if whole { self.offset..self.offset + 1 } else { inside };
        pieces.map(move |offset| {
            if whole {
                return self;
            }
            let fragment = Some((offset - self.offset) as u8);
            Stored { offset, fragment, target: self.target }
        })
    }
}

#[derive(Clone, Debug, Default)]
pub struct Pointers {
    stored: Vec<Stored>,
}

impl Pointers {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    pub fn clear(&mut self) {
        self.stored.clear();
    }

    /// Every pointer to memory, whole or in part.
    pub fn targets(&self) -> impl Iterator<Item = &Pointer> {
        self.stored.iter().filter_map(|stored| match &stored.target {
            Target::Memory(pointer) => Some(pointer),
            Target::Function(_) => None,
        })
    }

    #[inline]
    pub fn whole_at(&self, offset: u32) -> Option<Scalar> {
        let found = match self.stored.as_slice() {
            [only] => only,
            several => &several[several.binary_search_by_key(&offset, |s| s.offset).ok()?],
        };
        (found.offset == offset && found.fragment.is_none()).then(|| found.target.scalar())
    }

    /// The pointer whose bytes lie in order from `offset` on.
    pub fn joined_at(&self, offset: u32) -> Option<Scalar> {
        let first = self.first_ending_after(offset);
        let pieces = self.stored.get(first..first + SIZE as usize)?;
        let target = pieces[0].target;
        let in_order = pieces.iter().enumerate().all(|(i, piece)| {
            piece.offset == offset + i as u32
                && piece.fragment == Some(i as u8)
                && piece.target == target
        });
        in_order.then(|| target.scalar())
    }

    /// Requires that nothing is stored in the eight bytes.
    pub fn insert_whole(&mut self, offset: u32, pointer: Scalar) {
        let target = match pointer {
            Scalar::Pointer(pointer) => Target::Memory(pointer),
            Scalar::Function(function) => Target::Function(function),
            Scalar::Bits(_) | Scalar::Nan | Scalar::Indeterminate => return,
        };
        let at = self.first_ending_after(offset);
        self.stored.insert(at, Stored { offset, fragment: None, target });
    }

    /// Removes what lies in the range; bytes of a cut pointer that stay become fragments,
    /// and each of their offsets is reported.
    pub fn remove(&mut self, range: Range<u32>, mut left_over: impl FnMut(u32)) {
        let first = self.first_ending_after(range.start);
        let last = self.stored.partition_point(|stored| stored.offset < range.end);
        if first >= last {
            return;
        }
        let (cut_before, cut_after) = (self.stored[first], self.stored[last - 1]);
        if cut_before.offset >= range.start && cut_after.end() <= range.end {
            self.stored.drain(first..last);
            return;
        }
        let mut kept: Vec<Stored> = Vec::new();
        if cut_before.offset < range.start {
            kept.extend(cut_before.clipped(&(cut_before.offset..range.start)));
        }
        if cut_after.end() > range.end {
            kept.extend(cut_after.clipped(&(range.end..cut_after.end())));
        }
        for stored in &kept {
            left_over(stored.offset);
        }
        self.stored.splice(first..last, kept);
    }

    /// Copies of what lies in the range, with offsets relative to its start.
    pub fn copy_out(&self, range: Range<u32>, out: &mut Vec<Stored>) {
        let first = self.first_ending_after(range.start);
        for stored in self.stored[first..].iter().take_while(|s| s.offset < range.end) {
            let pieces = stored.clipped(&range);
            out.extend(pieces.map(|s| Stored { offset: s.offset - range.start, ..s }));
        }
    }

    /// Requires that nothing is stored where the copies go.
    pub fn paste(&mut self, offset: u32, copies: &[Stored]) {
        let at = self.first_ending_after(offset);
        let moved = copies.iter().map(|s| Stored { offset: s.offset + offset, ..*s });
        self.stored.splice(at..at, moved);
    }

    fn first_ending_after(&self, offset: u32) -> usize {
        self.stored.partition_point(|stored| stored.end() <= offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(number: u32) -> Scalar {
        Scalar::Function(FnId(number))
    }

    #[test]
    fn a_cut_pointer_leaves_fragments_that_join_only_when_whole() {
        let mut pointers = Pointers::default();
        pointers.insert_whole(8, function(3));
        let mut copies = Vec::new();
        pointers.copy_out(8..12, &mut copies);
        let mut second_half = Vec::new();
        pointers.copy_out(12..16, &mut second_half);
        let mut other = Pointers::default();
        other.paste(0, &copies);
        assert_eq!(other.joined_at(0), None);
        other.paste(4, &second_half);
        assert_eq!(other.joined_at(0), Some(function(3)));
        let mut left = Vec::new();
        pointers.remove(10..11, |offset| left.push(offset));
        assert_eq!(left, [8, 9, 11, 12, 13, 14, 15]);
        assert_eq!(pointers.whole_at(8), None);
    }
}
