//! Evaluations without an order between them (6.5p2, 6.5.2.2p10, 6.7.9p23). While such
//! evaluations run, each notes the bits that it reads and writes; when all have run, what one
//! wrote and another touched is a conflict: undefined, or, if one of them did it within a call
//! (which is never interleaved), dependent on an order that nobody promises.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Machine;
use super::access::{Bytes, Deed};
use super::code::{Access, BitField, Reg};
use super::memory::ObjectId;
use super::stop::{Step, Undefined, Unspecified};
use super::value::Value;

/// Eight bytes of an object, or a variable of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Word {
    object: ObjectId,
    index: u32,
}

/// Objects with this generation are variables of the frame `slot`; no object is used so often.
const VARIABLE: u32 = u32::MAX;
/// What the program prints is written here.
const OUTPUT: ObjectId = ObjectId { slot: u32::MAX, generation: VARIABLE };

/// What happened to the bits of a word.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    read: u64,
    written: u64,
    /// The same, within a call.
    called_read: u64,
    called_written: u64,
    /// Read, but not in the middle of a call.
    late_read: u64,
    /// Counted up or down within a call.
    raised: u64,
    lowered: u64,
}

impl Touched {
    fn written(&self) -> u64 {
        self.written | self.called_written | self.raised | self.lowered
    }

    fn any(&self) -> u64 {
        self.written() | self.read | self.called_read
    }

    /// What was counted in one direction only, and nothing else done to it.
    fn counted(&self) -> (u64, u64) {
        let other = self.read
            | self.written
            | self.called_read
            | self.called_written
            | self.late_read
            | self.raised & self.lowered;
        (self.raised & !other, self.lowered & !other)
    }
}

/// What one evaluation touched.
#[derive(Clone, Debug, Default)]
struct Footprint {
    words: Vec<(Word, Touched)>,
    index: HashMap<Word, u32, BuildHasherDefault<WordHasher>>,
}

/// A multiplication is enough: words are few and well spread.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Footprint {
    fn entry(&mut self, word: Word) -> &mut Touched {
        let words = &mut self.words;
        let index = *self.index.entry(word).or_insert_with(|| {
            words.push((word, Touched::default()));
            words.len() as u32 - 1
        });
        &mut words[index as usize].1
    }

    fn get(&self, word: &Word) -> Option<&Touched> {
        self.index.get(word).map(|&index| &self.words[index as usize].1)
    }
}

/// Evaluations of which one is running.
#[derive(Clone, Debug)]
struct Fork {
    /// How many frames there were: what deeper ones do is within a call.
    depth: usize,
    /// Objects born later are nobody else's.
    birth: u64,
    indeterminate: bool,
    done: Vec<Footprint>,
    current: Footprint,
    /// Where the side effects of all branches begin.
    pending: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Order {
    forks: Vec<Fork>,
    /// Side effects that no sequence point has completed yet.
    pending: Vec<(Word, u64)>,
    /// Where those of the fork joined last begin.
    joined: usize,
}

impl Order {
    pub fn is_active(&self) -> bool {
        !self.forks.is_empty()
    }
}

impl Machine {
    pub(super) fn fork(&mut self, indeterminate: bool) {
        if self.order.forks.is_empty() {
            self.order.pending.clear();
        }
        self.order.forks.push(Fork {
            depth: self.frames.len(),
            birth: self.memory.births(),
            indeterminate,
            done: Vec::new(),
            current: Footprint::default(),
            pending: self.order.pending.len(),
        });
        self.watching = true;
    }

    pub(super) fn next_branch(&mut self) {
        if let Some(fork) = self.order.forks.last_mut() {
            let done = std::mem::take(&mut fork.current);
            fork.done.push(done);
        }
    }

    /// All branches have run: do they conflict?
    pub(super) fn join(&mut self) -> Step<()> {
        self.next_branch();
        let Some(fork) = self.order.forks.pop() else { return Ok(()) };
        self.order.joined = fork.pending;
        self.watching = self.order.is_active() || self.restricts.is_active();
        for (index, one) in fork.done.iter().enumerate() {
            for other in &fork.done[index + 1..] {
                let (small, large) =
                    if one.words.len() <= other.words.len() { (one, other) } else { (other, one) };
                for (word, a) in &small.words {
                    if let Some(b) = large.get(word) {
                        check(*word, a, b, fork.indeterminate)?;
                    }
                }
            }
        }
        // What the branches did, the evaluation around them did.
        let Some(outer) = self.order.forks.last_mut() else { return Ok(()) };
        let called = outer.depth < fork.depth;
        for (word, touched) in fork.done.iter().flat_map(|branch| &branch.words) {
            // Variables of a call, and objects that it made, are nobody else's.
            let own = match word.object {
                OUTPUT => false,
                ObjectId { slot, generation: VARIABLE } => slot as usize > outer.depth,
                object => self.memory.get(object).is_none_or(|object| object.birth > outer.birth),
            };
            if own {
                continue;
            }
            let entry = outer.current.entry(*word);
            entry.late_read |= touched.late_read;
            entry.called_read |= touched.called_read;
            entry.called_written |= touched.called_written;
            entry.raised |= touched.raised;
            entry.lowered |= touched.lowered;
            if called {
                entry.called_read |= touched.read;
                entry.called_written |= touched.written;
            } else {
                entry.read |= touched.read;
                entry.written |= touched.written;
            }
        }
        Ok(())
    }

    /// What an access is to those without an order to it: counting only within a call.
    pub(super) fn deed(&self, access: &Access, plain: Deed) -> Deed {
        match (access.counts, self.order.forks.last()) {
            (Some(counts), Some(fork)) if fork.depth < self.frames.len() => counts,
            _ => plain,
        }
    }

    /// An access while something is watched.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, bytes: Bytes, deed: Deed, volatile: bool) -> Step<()> {
        if self.restricts.is_active() {
            self.note_restricted(bytes, deed)?;
        }
        if !self.is_shared(bytes.object) {
            return Ok(());
        }
        let deed = if volatile && self.shared.switches.volatile_reads { Deed::Write } else { deed };
        for (word, mask) in words(bytes) {
            self.note_word(word, mask, deed);
        }
        Ok(())
    }

    /// The target of a compound assignment, which is read when the operand has its value.
    pub(super) fn note_late(&mut self, pointer: Value, offset: i32, size: u32) -> Step<()> {
        let bytes = self.reach(pointer, offset, size, 1)?;
        if self.is_shared(bytes.object)
            && let Some(fork) = self.order.forks.last_mut()
        {
            for (word, mask) in words(bytes) {
                fork.current.entry(word).late_read |= mask;
            }
        }
        Ok(())
    }

    /// The same by a library function: within a call.
    pub(super) fn note_in_library(&mut self, bytes: Bytes, deed: Deed) -> Step<()> {
        let Some(frame) = self.frames.last().cloned() else { return Ok(()) };
        self.frames.push(frame);
        let noted = self.note(bytes, deed, false);
        self.frames.pop();
        noted
    }

    #[cold]
    pub(super) fn note_bits(&mut self, bytes: Bytes, field: &BitField, deed: Deed) -> Step<()> {
        if self.restricts.is_active() {
            self.note_restricted(bytes, deed)?;
        }
        if !self.is_shared(bytes.object) {
            return Ok(());
        }
        for (word, bit) in bits_of(bytes, field) {
            self.note_word(word, bit, deed);
        }
        Ok(())
    }

    /// Whether anyone but the innermost running evaluation can know the object.
    fn is_shared(&self, object: ObjectId) -> bool {
        let Some(fork) = self.order.forks.last() else { return false };
        self.memory.get(object).is_some_and(|object| object.birth <= fork.birth)
    }

    fn note_word(&mut self, word: Word, mask: u64, deed: Deed) {
        let depth = self.frames.len();
        let Some(fork) = self.order.forks.last_mut() else { return };
        let called = fork.depth < depth;
        let entry = fork.current.entry(word);
        match (deed, called) {
            (Deed::Read, false) => entry.read |= mask,
            (Deed::Read, true) => entry.called_read |= mask,
            (Deed::Write, false) => entry.written |= mask,
            (Deed::Write, true) => entry.called_written |= mask,
            (Deed::Raise, true) => entry.raised |= mask,
            (Deed::Lower, true) => entry.lowered |= mask,
            // Nobody counts but in calls.
            (Deed::Raise | Deed::Lower, false) => entry.written |= mask,
        }
        if deed != Deed::Read && !called {
            self.order.pending.push((word, mask));
        }
    }

    /// A variable that is kept in a register.
    pub(super) fn note_variable(&mut self, var: Reg, deed: Deed) {
        let word = self.variable(var);
        self.note_word(word, u64::MAX, deed);
    }

    fn variable(&self, var: Reg) -> Word {
        let object = ObjectId { slot: self.frames.len() as u32, generation: VARIABLE };
        Word { object, index: var }
    }

    /// Something is printed.
    pub(super) fn note_output(&mut self) {
        self.side_effects += 1;
        if let Some(fork) = self.order.forks.last_mut() {
            fork.current.entry(Word { object: OUTPUT, index: 0 }).called_written |= 1;
        }
    }

    pub(super) fn mark_pending(&self) -> Value {
        Value::number(self.order.pending.len() as u64)
    }

    /// 5.1.2.3p3: side effects since the mark are complete.
    pub(super) fn sequence(&mut self, mark: Value) {
        self.order.pending.truncate(mark.lo as usize);
    }

    /// 6.5.16p3: the write of an assignment is after the values of its operands, not after
    /// their side effects.
    pub(super) fn check_store(&mut self, pointer: Value, offset: i32, size: u32) -> Step<()> {
        let bytes = self.reach(pointer, offset, size.max(1), 1)?;
        let touched = |&(word, mask): &(Word, u64)| {
            let first = word.index * 8;
            word.object == bytes.object
                && (0..8).any(|byte| {
                    let at = first + byte;
                    mask >> (byte * 8) & 0xff != 0
                        && at >= bytes.offset
                        && at < bytes.offset + bytes.size
                })
        };
        let joined = self.order.joined.min(self.order.pending.len());
        if self.order.pending[joined..].iter().any(touched) {
            return Err(Undefined::Unsequenced { object: Some(bytes.object) }.into());
        }
        Ok(())
    }

    /// The same for a bit-field, which is an object of its own whatever lies beside it.
    pub(super) fn check_bits(&mut self, field: &BitField, pointer: Value, offset: i32) -> Step<()> {
        let bytes = self.reach_bits(field, pointer, offset)?;
        let joined = self.order.joined.min(self.order.pending.len());
        let touched = bits_of(bytes, field).any(|(word, bit)| {
            self.order.pending[joined..].iter().any(|&(w, m)| w == word && m & bit != 0)
        });
        if touched {
            return Err(Undefined::Unsequenced { object: Some(bytes.object) }.into());
        }
        Ok(())
    }

    pub(super) fn check_variable(&self, var: Reg) -> Step<()> {
        let variable = self.variable(var);
        let joined = &self.order.pending[self.order.joined.min(self.order.pending.len())..];
        if joined.iter().any(|(word, _)| *word == variable) {
            return Err(Undefined::Unsequenced { object: None }.into());
        }
        Ok(())
    }
}

/// The bits of a field, each with the word that it lies in.
fn bits_of(bytes: Bytes, field: &BitField) -> impl Iterator<Item = (Word, u64)> + use<> {
    let first = u64::from(bytes.offset) * 8 + field.bit % 8;
    (first..first + u64::from(field.width))
        .map(move |bit| (Word { object: bytes.object, index: (bit / 64) as u32 }, 1 << (bit % 64)))
}

/// The words that bytes lie in, with the bits that they are there.
fn words(bytes: Bytes) -> impl Iterator<Item = (Word, u64)> {
    let end = bytes.offset + bytes.size;
    let mut at = bytes.offset;
    std::iter::from_fn(move || {
        if at >= end {
            return None;
        }
        let stop = ((at / 8 + 1) * 8).min(end);
        let mask = (u64::MAX >> (64 - (stop - at) * 8)) << (at % 8 * 8);
        let word = Word { object: bytes.object, index: at / 8 };
        at = stop;
        Some((word, mask))
    })
}

fn check(word: Word, a: &Touched, b: &Touched, indeterminate: bool) -> Step<()> {
    let object = (word.object.generation != VARIABLE).then_some(word.object);
    let direct =
        a.written & (b.read | b.late_read | b.written) | (a.read | a.late_read) & b.written;
    if direct != 0 && !indeterminate {
        return Err(Undefined::Unsequenced { object }.into());
    }
    // Counting twice in one direction has no order.
    let ((up, down), (other_up, other_down)) = (a.counted(), b.counted());
    let same = |one: u64, other: u64| if one == other { one } else { 0 };
    let counted = same(up, other_up) | same(down, other_down);
    if (a.written() & b.any() | a.any() & b.written()) & !counted != 0 {
        return Err(Unspecified::Order { object }.into());
    }
    Ok(())
}
