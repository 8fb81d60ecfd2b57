//! The kinds of edits and their packing into the one number that the hall passes
//! around.

use crate::syntax::{BlockId, FnId};

use super::facts::Spot;

/// One way to make a program simpler. `extra` numbers operands, places, locals, parameters,
/// fields or targets, as the kind says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    pub kind: Kind,
    pub spot: Spot,
    pub extra: u32,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $label:literal),* $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $name),*
        }

        impl Kind {
            const ALL: &'static [Kind] = &[$(Kind::$name),*];

            pub fn label(self) -> &'static str {
                match self {
                    $(Kind::$name => $label),*
                }
            }
        }
    };
}

// The order is the order of application within a group: see `apply`.
kinds! {
    /// The function only returns (with a zero, if it returns a number).
    EmptyFunction = "empty function",
    /// The switch goes to its `extra`-th distinct target, always.
    Straighten = "straighten switch",
    /// The switch loses its `extra`-th arm.
    DropArm = "drop arm",
    /// The block, which ended with a jump, goes to block `extra` instead.
    JumpAhead = "jump ahead",
    /// The block, which never ran, is declared unreachable.
    CutDecoy = "cut decoy",
    /// The call does not happen.
    DropCall = "drop call",
    /// The call's result is the constant it always returned.
    ConstCall = "constant for call",
    /// The intrinsic is the plain copy, load or store that it amounts to.
    PlainCall = "plain access for intrinsic",
    /// The function that the pointer always led to is called by name.
    DirectCall = "direct call",
    /// The generic function that is called here is one for just these types.
    Instantiate = "function for one type",
    /// The tail call is a call followed by a return.
    UntailCall = "call and return for tail call",
    /// A drop or an unwinding path goes.
    DropUnwind = "drop unwinding",
    /// Everything that no terminator needs goes, in the whole program.
    DropUnneeded = "drop what nothing needs",
    DropStatement = "drop statement",
    /// All storage markers of local `index` go.
    DropStorage = "drop storage markers",
    /// The `extra`-th place, a dereference, is the place it always led to.
    Unreference = "place instead of pointer",
    /// The assignment stores the constant it always stored.
    ConstAssign = "constant for rvalue",
    /// The copy goes, and who read it reads its source.
    Forward = "source instead of copy",
    /// The `extra`-th operand is the constant it always was.
    ConstOperand = "constant for operand",
    /// The `extra`-th operand is the constant it was the first time.
    FirstOperand = "first value for operand",
    /// The `extra`-th operand is the constant it was the last time.
    LastOperand = "last value for operand",
    /// The `extra`-th operand is copied instead of moved.
    CopyOperand = "copy instead of move",
    /// The operation is its `extra`-th operand.
    OneSide = "operand for operation",
    /// The `extra`-th operand, a literal, becomes 0.
    ZeroOperand = "zero literal",
    /// The `extra`-th operand, a literal, becomes 1.
    OneOperand = "one literal",
    /// The `extra`-th operand, a literal, becomes half of what it was.
    HalfOperand = "half literal",
    /// `#[inline]`, `#[cold]` and `extern "C"` go.
    DropInline = "drop attributes",
    /// The observation does not show its `extra`-th argument.
    ObserveLess = "observe less",
    /// The observation shows only field `extra` of its only argument.
    ObserveField = "observe one field",
    /// The aggregate that is assigned becomes assignments of its parts.
    SplitAggregate = "split aggregate",
    /// The program starts with this function; `extra` orders such edits.
    StartHere = "start in this function",
    /// The value is observed right here and nowhere else, and then the program ends;
    /// `extra` orders such edits by time.
    ObserveHere = "observe here",
    /// The same, but the program goes on.
    ObserveOnly = "observe only here",
    /// The call's body stands in the caller and works on the arguments themselves.
    Inline = "inline call",
    /// The call's body stands in the caller and works on copies of the arguments.
    InlineCopying = "inline call with copies",
    /// The function, which was called once, becomes the path that it took.
    Unroll = "unroll loops",
    /// Empty blocks are skipped and blocks merged, in the whole function.
    SimplifyFlow = "simplify control flow",
    /// The block and its only successor, whose only predecessor it is, become one.
    MergeBlocks = "merge blocks",
    /// Whoever goes to this empty block goes where it leads.
    ThreadJump = "skip empty block",
    /// Parameter `extra` becomes an ordinary local and the calls lose that argument.
    DropParameter = "drop parameter",
    /// The function returns nothing.
    DropReturn = "drop return value",
    /// Function pointers of type `block` lose their parameter `extra`.
    DropPointerParameter = "drop parameter behind pointers",
    /// Functions behind pointers of type `block` return nothing.
    DropPointerReturn = "drop return value behind pointers",
    /// Local `index` is replaced by local `extra` of the same type.
    MergeLocals = "merge locals",
    /// Local `index`, of which only field `extra` is used, becomes that field.
    NarrowLocal = "narrow local",
    /// Local `index`, an array of which only elements are used, becomes one element.
    OneElement = "element for array",
    /// The definition `block` loses the field `extra` (of variant `index`) that nobody names.
    DropField = "drop field",
    /// The enum `block` loses the variant `extra` that nobody mentions.
    DropVariant = "drop variant",
    /// The drop is a call of the destructor.
    CallDestructor = "call for drop",
    /// The type has no destructor.
    DropDestructor = "drop destructor",
    /// The tuple type `block` loses the field `extra` that nobody names.
    DropTupleField = "drop tuple field",
    /// Arrays of type `block` have only `extra` elements.
    ShortenArray = "shorten array",
    /// Names become short and regular.
    Polish = "polish names",
}

const FUNCTION_BITS: u32 = 12;
const BLOCK_BITS: u32 = 16;
const INDEX_BITS: u32 = 16;
const EXTRA_BITS: u32 = 12;

impl Change {
    /// `None` where the program is too large for the packing; such spots are left for
    /// later, when other edits have made it smaller.
    pub fn pack(self) -> Option<u64> {
        let fits = self.spot.function.0 < 1 << FUNCTION_BITS
            && self.spot.block.0 < 1 << BLOCK_BITS
            && self.spot.index < 1 << INDEX_BITS
            && self.extra < 1 << EXTRA_BITS;
        let mut key = self.kind as u64;
        key = key << FUNCTION_BITS | u64::from(self.spot.function.0);
        key = key << BLOCK_BITS | u64::from(self.spot.block.0);
        key = key << INDEX_BITS | u64::from(self.spot.index);
        key = key << EXTRA_BITS | u64::from(self.extra);
        fits.then_some(key)
    }

    pub fn unpack(mut key: u64) -> Option<Change> {
        let mut take = |bits: u32| {
            let part = key & ((1 << bits) - 1);
            key >>= bits;
            part as u32
        };
        let extra = take(EXTRA_BITS);
        let index = take(INDEX_BITS);
        let block = BlockId(take(BLOCK_BITS));
        let function = FnId(take(FUNCTION_BITS));
        let kind = *Kind::ALL.get(take(8) as usize)?;
        Some(Change { kind, spot: Spot { function, block, index }, extra })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_lossless() {
        for &kind in Kind::ALL {
            let spot = Spot { function: FnId(4095), block: BlockId(65535), index: 7 };
            let change = Change { kind, spot, extra: 4095 };
            assert_eq!(change.pack().and_then(Change::unpack), Some(change));
        }
    }

    #[test]
    fn what_does_not_fit_is_not_packed() {
        let spot = Spot { function: FnId(4096), block: BlockId(0), index: 0 };
        assert_eq!(Change { kind: Kind::DropCall, spot, extra: 0 }.pack(), None);
    }
}
