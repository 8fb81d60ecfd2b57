//! Fields that share storage. The virtual layout gives each variant of an opaque enum and
//! each field of an opaque union bytes of its own; to the borrow tree they are the same
//! bytes. So an access to one is an access to its siblings as well: exactly that where the
//! language says where both lie, and as much as there may be where it does not.

use std::ops::Range;
use std::sync::Arc;

/// Where in a type siblings are.
#[derive(Clone, Debug)]
pub enum Siblings {
    /// A union or enum whose parts share storage.
    Group(Group),
    /// A record with such parts: offset, size and what is in them.
    Record(Vec<(u32, u32, Arc<Siblings>)>),
    /// An array of such elements.
    Array { stride: u32, element: Arc<Siblings> },
}

#[derive(Clone, Debug)]
pub struct Group {
    pub size: u32,
    pub parts: Vec<Part>,
    /// All parts start at the same address: the fields of a `repr(C)` union.
    pub aligned: bool,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub range: Range<u32>,
    /// Whether the language promises where its bytes are.
    pub promised: bool,
    pub inside: Option<Arc<Siblings>>,
}

/// Bytes that an access reaches beside its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirrored {
    pub range: Range<u32>,
    /// Whether it reaches them for certain.
    pub certain: bool,
}

impl Siblings {
    /// What an access to `range` reaches beside it, ascending and disjoint.
    pub fn mirrored(&self, range: &Range<u32>) -> Vec<Mirrored> {
        let mut out = Vec::new();
        self.collect(0, range, &mut out);
        out.sort_by_key(|mirrored| mirrored.range.start);
        out.dedup_by(|next, kept| {
            let joined = overlap(&kept.range, &next.range);
            if joined {
                kept.range.end = kept.range.end.max(next.range.end);
                kept.certain &= next.certain;
            }
            joined
        });
        out
    }

    /// The same for a type that lies at `base`.
    fn collect(&self, base: u32, range: &Range<u32>, out: &mut Vec<Mirrored>) {
        match self {
            Siblings::Record(fields) => {
                for (offset, size, inside) in fields {
                    let field = base + offset..base + offset + size;
                    if overlap(&field, range) {
                        // An array does not know where it ends.
                        let touched = range.start.max(field.start)..range.end.min(field.end);
                        inside.collect(field.start, &touched, out);
                    }
                }
            }
            Siblings::Array { stride, element } => {
                let first = range.start.saturating_sub(base) / stride;
                let end = (range.end - base).div_ceil(*stride);
                for index in first..end {
                    element.collect(base + index * stride, range, out);
                }
            }
            Siblings::Group(group) => group.collect(base, range, out),
        }
    }
}

impl Group {
    fn collect(&self, base: u32, range: &Range<u32>, out: &mut Vec<Mirrored>) {
        // All of it leaves nothing beside.
        if range.start <= base && range.end >= base + self.size {
            return;
        }
        let at = |part: &Part| base + part.range.start..base + part.range.end;
        for (index, part) in self.parts.iter().enumerate() {
            let own = at(part);
            if !overlap(&own, range) {
                continue;
            }
            let touched = range.start.max(own.start)..range.end.min(own.end);
            for sibling in self.parts.iter().skip(index + 1).chain(&self.parts[..index]) {
                if !overlap(&at(sibling), range) {
                    out.extend(self.mirror(&own, &touched, part, &at(sibling), sibling));
                }
            }
            if let Some(inside) = &part.inside {
                inside.collect(own.start, &touched, out);
            }
        }
    }

    fn mirror(
        &self,
        own: &Range<u32>,
        touched: &Range<u32>,
        part: &Part,
        there: &Range<u32>,
        sibling: &Part,
    ) -> Option<Mirrored> {
        if there.is_empty() {
            return None;
        }
        if !(self.aligned && part.promised && sibling.promised) {
            return Some(Mirrored { range: there.clone(), certain: false });
        }
        let start = there.start + (touched.start - own.start);
        let end = (there.start + (touched.end - own.start)).min(there.end);
        (start < end).then_some(Mirrored { range: start..end, certain: true })
    }
}

pub fn overlap(a: &Range<u32>, b: &Range<u32>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(range: Range<u32>, promised: bool) -> Part {
        Part { range, promised, inside: None }
    }

    fn union(aligned: bool) -> Siblings {
        // `a: u32`, `b: u64`, `c: (u8, u16)`, none of which touch.
        let parts = vec![part(0..4, true), part(8..16, true), part(20..24, false)];
        Siblings::Group(Group { size: 28, parts, aligned })
    }

    fn mirrored(siblings: &Siblings, range: Range<u32>) -> Vec<(Range<u32>, bool)> {
        siblings.mirrored(&range).into_iter().map(|m| (m.range, m.certain)).collect()
    }

    #[test]
    fn promised_fields_of_an_aligned_union_share_the_same_bytes() {
        let union = union(true);
        assert_eq!(mirrored(&union, 1..3), [(9..11, true), (20..24, false)]);
        assert_eq!(mirrored(&union, 10..16), [(2..4, true), (20..24, false)]);
        assert_eq!(mirrored(&union, 13..14), [(20..24, false)]);
        assert_eq!(mirrored(&union, 20..21), [(0..4, false), (8..16, false)]);
        assert_eq!(mirrored(&union, 0..28), []);
    }

    #[test]
    fn elsewhere_they_may_share_any_byte() {
        assert_eq!(mirrored(&union(false), 1..3), [(8..16, false), (20..24, false)]);
    }

    #[test]
    fn records_and_arrays_are_looked_into() {
        let record = Siblings::Record(vec![(4, 28, Arc::new(union(true)))]);
        assert_eq!(mirrored(&record, 0..4), []);
        assert_eq!(mirrored(&record, 4..5), [(12..13, true), (24..28, false)]);
        let array = Siblings::Array { stride: 32, element: Arc::new(record) };
        assert_eq!(mirrored(&array, 36..37), [(44..45, true), (56..60, false)]);
        assert_eq!(mirrored(&array, 0..64), []);
        assert_eq!(mirrored(&array, 16..48), [(4..8, false), (56..60, false)]);
    }

    #[test]
    fn an_access_beyond_an_array_reaches_no_element_that_is_not_there() {
        let array = Siblings::Array { stride: 28, element: Arc::new(union(true)) };
        let record = Siblings::Record(vec![(0, 56, Arc::new(array))]);
        assert_eq!(mirrored(&record, 0..64), []);
        assert_eq!(mirrored(&record, 28..60), []);
    }
}
