//! What one run of a program tells a shrinker: which blocks ran, which way every switch
//! went, and which values were always the same.

use std::collections::BTreeMap;

use crate::syntax::{BlockId, FnId, Place};

/// A statement of a block, or its terminator if the index is past the last statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub function: FnId,
    pub block: BlockId,
    pub index: u32,
}

/// The bits of a scalar, if every execution had the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constancy {
    Always(u128),
    Varies,
}

impl Constancy {
    pub fn merge(&mut self, bits: Option<u128>) {
        if bits.map(Constancy::Always) != Some(*self) {
            *self = Constancy::Varies;
        }
    }

    pub fn bits(self) -> Option<u128> {
        match self {
            Constancy::Always(bits) => Some(bits),
            Constancy::Varies => None,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// How often each block was entered, by function and block.
    pub entered: Vec<Vec<u64>>,
    /// Where a switch went, without repetition, in the order of the first time.
    pub taken: BTreeMap<(FnId, BlockId), Vec<BlockId>>,
    /// The scalar that an assignment stored, or a call returned.
    pub stored: BTreeMap<Spot, Constancy>,
    /// The scalar that an operand had, by its position in the statement.
    pub operands: BTreeMap<(Spot, u32), Constancy>,
    /// The place of the same frame that a dereference led to, by the position of the
    /// place in the statement; `None` if it varied.
    pub targets: BTreeMap<(Spot, u32), Option<Place>>,
}

impl Facts {
    pub fn ran(&self, function: FnId, block: BlockId) -> bool {
        let entered = self.entered.get(function.index()).and_then(|f| f.get(block.index()));
        entered.is_some_and(|&times| times > 0)
    }

    pub fn called(&self, function: FnId) -> bool {
        self.ran(function, BlockId(0))
    }
}
