//! What one run of a program tells a shrinker: which blocks ran in which order, which way
//! every switch went, and which values were always the same.

use std::collections::BTreeMap;

use crate::syntax::{BlockId, FnId, Place, Program, Ty};

/// A statement of a block, or its terminator if the index is past the last statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub function: FnId,
    pub block: BlockId,
    pub index: u32,
}

/// The bits of a scalar over all executions; `None` where it was no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub first: Option<u128>,
    pub last: Option<u128>,
    pub same: bool,
}

impl Seen {
    pub fn once(bits: Option<u128>) -> Seen {
        Seen { first: bits, last: bits, same: true }
    }

    pub fn again(&mut self, bits: Option<u128>) {
        self.same &= self.first == bits;
        self.last = bits;
    }

    /// The bits, if every execution had the same.
    pub fn always(self) -> Option<u128> {
        self.first.filter(|_| self.same)
    }
}

/// Spots as numbers, so that a run can count in flat tables.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    starts: Vec<Vec<u32>>,
    len: u32,
}

impl Numbering {
    pub fn new(program: &Program) -> Numbering {
        let mut len = 0;
        let mut number = |count: usize| {
            let start = len;
            len += count as u32 + 1;
            start
        };
        let starts = program.functions.iter().map(|function| {
            function.blocks.iter().map(|block| number(block.statements.len())).collect()
        });
        let starts = starts.collect();
        Numbering { starts, len }
    }

    pub fn spots(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub fn of(&self, spot: Spot) -> usize {
        (self.starts[spot.function.index()][spot.block.index()] + spot.index) as usize
    }
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// How often each block was entered, by function and block.
    pub entered: Vec<Vec<u64>>,
    /// Where a switch went, without repetition, in the order of the first time.
    pub taken: BTreeMap<(FnId, BlockId), Vec<BlockId>>,
    /// The functions that calls through pointers led to.
    pub callees: BTreeMap<(FnId, BlockId), Vec<FnId>>,
    /// The place of the same frame that a dereference led to, by the position of the
    /// place in the statement; `None` if it varied.
    pub targets: BTreeMap<(Spot, u32), Option<Place>>,
    /// The largest index used in arrays of a type.
    pub indices: BTreeMap<Ty, u64>,
    /// The blocks that the only call of a function went through, if they are not too many.
    pub paths: BTreeMap<FnId, Vec<BlockId>>,
    /// Spots in the order of their first execution.
    pub order: Vec<Spot>,
    pub(super) numbering: Numbering,
    /// By number of the spot: what was stored, or what a call returned.
    pub(super) stored: Vec<Option<Seen>>,
    /// By number of the spot: what each operand was.
    pub(super) operands: Vec<Vec<Seen>>,
}

impl Facts {
    pub fn ran(&self, function: FnId, block: BlockId) -> bool {
        self.times(function, block) > 0
    }

    pub fn times(&self, function: FnId, block: BlockId) -> u64 {
        let entered = self.entered.get(function.index()).and_then(|f| f.get(block.index()));
        entered.copied().unwrap_or(0)
    }

    pub fn called(&self, function: FnId) -> bool {
        self.ran(function, BlockId(0))
    }

    /// What a statement stored or a call returned.
    pub fn stored(&self, spot: Spot) -> Option<Seen> {
        self.stored.get(self.numbering.of(spot)).copied().flatten()
    }

    pub fn operand(&self, spot: Spot, position: u32) -> Option<Seen> {
        let operands = self.operands.get(self.numbering.of(spot))?;
        operands.get(position as usize).copied()
    }

    pub fn operands(&self, spot: Spot) -> &[Seen] {
        self.operands.get(self.numbering.of(spot)).map_or(&[], Vec::as_slice)
    }
}
