//! Pointers stored among bytes, sparse and ordered by offset. A pointer is kept whole;
//! copied or overwritten byte by byte it falls into fragments, which join again when all of
//! one pointer come to lie in order.

use std::ops::Range;

/// A pointer, or one byte of it, at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored<P> {
    pub offset: u32,
    /// The bytes of the whole pointer.
    pub length: u8,
    /// Which byte of the pointer this is; none for the whole.
    pub fragment: Option<u8>,
    pub pointer: P,
}

impl<P: Copy> Stored<P> {
    #[inline]
    fn len(&self) -> u32 {
        if self.fragment.is_some() { 1 } else { u32::from(self.length) }
    }

    #[inline]
    fn end(&self) -> u32 {
        self.offset + self.len()
    }

    /// The part that lies in the range: all of it, or byte by byte.
    fn clipped(self, range: &Range<u32>) -> impl Iterator<Item = Stored<P>> {
        let inside = range.start.max(self.offset)..range.end.min(self.end());
        let whole = inside.end - inside.start == self.len();
        let pieces = if whole { self.offset..self.offset + 1 } else { inside };
        pieces.map(move |offset| match whole {
            true => self,
            false => Stored { offset, fragment: Some((offset - self.offset) as u8), ..self },
        })
    }
}

/// All that are stored in one allocation.
#[derive(Clone, Debug)]
pub struct Pointers<P> {
    stored: Vec<Stored<P>>,
}

impl<P> Default for Pointers<P> {
    fn default() -> Pointers<P> {
        Pointers { stored: Vec::new() }
    }
}

impl<P: Copy + PartialEq> Pointers<P> {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    pub fn clear(&mut self) {
        self.stored.clear();
    }

    /// Whole ones and fragments, by offset.
    pub fn iter(&self) -> impl Iterator<Item = &Stored<P>> {
        self.stored.iter()
    }

    #[inline]
    pub fn whole_at(&self, offset: u32, length: u8) -> Option<P> {
        let found = match self.stored.as_slice() {
            [only] => only,
            several => &several[several.binary_search_by_key(&offset, |s| s.offset).ok()?],
        };
        let whole = found.offset == offset && found.fragment.is_none() && found.length == length;
        whole.then_some(found.pointer)
    }

    /// The pointer whose bytes lie in order from `offset` on.
    pub fn joined_at(&self, offset: u32, length: u8) -> Option<P> {
        let first = self.first_ending_after(offset);
        let pieces = self.stored.get(first..first + usize::from(length))?;
        let pointer = pieces.first()?.pointer;
        let in_order = pieces.iter().enumerate().all(|(i, piece)| {
            piece.offset == offset + i as u32
                && piece.fragment == Some(i as u8)
                && piece.length == length
                && piece.pointer == pointer
        });
        in_order.then_some(pointer)
    }

    /// Requires that nothing is stored in those bytes.
    pub fn insert_whole(&mut self, offset: u32, length: u8, pointer: P) {
        let at = self.first_ending_after(offset);
        self.stored.insert(at, Stored { offset, length, fragment: None, pointer });
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
        let mut kept: Vec<Stored<P>> = Vec::new();
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
    pub fn copy_out(&self, range: Range<u32>, out: &mut Vec<Stored<P>>) {
        let first = self.first_ending_after(range.start);
        for stored in self.stored[first..].iter().take_while(|s| s.offset < range.end) {
            let pieces = stored.clipped(&range);
            out.extend(pieces.map(|s| Stored { offset: s.offset - range.start, ..s }));
        }
    }

    /// Requires that nothing is stored where the copies go.
    pub fn paste(&mut self, offset: u32, copies: &[Stored<P>]) {
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

    #[test]
    fn a_cut_pointer_leaves_fragments_that_join_only_when_whole() {
        let mut pointers = Pointers::default();
        pointers.insert_whole(8, 8, 'p');
        let mut copies = Vec::new();
        pointers.copy_out(8..12, &mut copies);
        let mut second_half = Vec::new();
        pointers.copy_out(12..16, &mut second_half);
        let mut other = Pointers::default();
        other.paste(0, &copies);
        assert_eq!(other.joined_at(0, 8), None);
        other.paste(4, &second_half);
        assert_eq!(other.joined_at(0, 8), Some('p'));
        assert_eq!(other.joined_at(0, 4), None);
        let mut left = Vec::new();
        pointers.remove(10..11, |offset| left.push(offset));
        assert_eq!(left, [8, 9, 11, 12, 13, 14, 15]);
        assert_eq!(pointers.whole_at(8, 8), None);
    }
}
