//! The kinds of edits, and their packing into the one number that the hall passes around.

use crate::syntax::GlobalId;

/// One way to make a module simpler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    pub kind: Kind,
    /// The global that it is about; 0 if it is about the whole module.
    pub global: GlobalId,
    /// An instruction, counted over all blocks of the function.
    pub at: u32,
    /// An operand, successor, parameter or attribute, as the kind says.
    pub extra: u32,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $label:literal in $round:literal),* $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $name),*
        }

        impl Kind {
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];

            pub fn label(self) -> &'static str {
                match self {
                    $(Kind::$name => $label),*
                }
            }

            /// The round of a reduction in which it is offered: coarse ones first.
            pub fn round(self) -> u32 {
                match self {
                    $(Kind::$name => $round),*
                }
            }
        }
    };
}

kinds! {
    /// All debug info goes.
    DropDebug = "drop debug info" in 0,
    /// What a compiler reads without running it: assembly, summaries, named metadata.
    DropExtras = "drop what only stands at the top" in 0,
    /// A global that nothing mentions goes.
    DropGlobal = "drop global" in 0,
    /// A function is only declared.
    DropBody = "drop body" in 0,
    /// The terminator goes to its `extra`-th successor, always.
    Straighten = "straighten branch" in 1,
    /// The block ends here: with a return of zero.
    CutBlock = "return here" in 1,
    /// A call to a function of one block is that block.
    Inline = "inline call" in 2,
    /// An instruction goes; who used its result uses zero.
    DropInstruction = "drop instruction" in 3,
    /// An instruction goes; who used its result uses its `extra`-th operand.
    OneOperand = "operand for instruction" in 4,
    /// A switch loses its `extra`-th case.
    DropCase = "drop case" in 4,
    /// The `extra`-th operand is zero.
    ZeroOperand = "zero for operand" in 5,
    /// The `extra`-th operand is one.
    OneConstant = "one for operand" in 6,
    /// The `extra`-th operand is the first parameter of its type.
    ParamOperand = "parameter for operand" in 6,
    /// An invoke is a call.
    Uninvoke = "call for invoke" in 5,
    /// A parameter that nobody uses goes, and what calls pass for it.
    DropParam = "drop parameter" in 6,
    /// A variable is zero.
    ZeroVariable = "zero for initializer" in 5,
    /// An instruction is not volatile and not atomic any more.
    PlainAccess = "plain access" in 6,
    /// All flags of an instruction go.
    DropFlags = "drop flags" in 7,
    /// All metadata of an instruction goes.
    DropMetadata = "drop metadata" in 7,
    /// All attributes of a call go, and its bundles.
    DropCallAttributes = "drop attributes of call" in 7,
    /// Properties of a global that are no linkage: section, alignment, comdat, …
    DropProperties = "drop properties" in 7,
    /// All attributes of a function.
    DropAttributes = "drop attributes" in 7,
    /// The `extra`-th attribute of a function, groups written out.
    DropAttribute = "drop attribute" in 8,
    /// All attributes of the `extra`-th parameter; one more than there are is the result.
    DropParamAttributes = "drop attributes of parameter" in 8,
    /// Names of registers and blocks go.
    DropNames = "drop names" in 9,
}

impl Change {
    pub fn new(kind: Kind, global: GlobalId, at: u32, extra: u32) -> Change {
        Change { kind, global, at, extra }
    }

    /// The change as one number, if its parts are small enough.
    pub fn key(self) -> Option<u64> {
        let fits = self.global.0 < 1 << 16 && self.at < 1 << 24 && self.extra < 1 << 16;
        let key = (self.kind as u64) << 56
            | u64::from(self.global.0) << 40
            | u64::from(self.at) << 16
            | u64::from(self.extra);
        fits.then_some(key)
    }

    pub fn from_key(key: u64) -> Option<Change> {
        let kind = *Kind::ALL.get((key >> 56) as usize)?;
        let global = GlobalId((key >> 40) as u32 & 0xffff);
        let (at, extra) = ((key >> 16) as u32 & 0xff_ffff, key as u32 & 0xffff);
        Some(Change { kind, global, at, extra })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_back() {
        for &kind in Kind::ALL {
            let change = Change::new(kind, GlobalId(700), 70_000, 65_535);
            assert_eq!(change.key().and_then(Change::from_key), Some(change));
        }
        assert_eq!(Change::new(Kind::DropBody, GlobalId(1 << 16), 0, 0).key(), None);
    }
}
