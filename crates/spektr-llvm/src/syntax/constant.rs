//! Constants, interned together with their type: equal constants have equal ids.

use std::collections::HashMap;

use super::{
    BinaryOp, BlockId, CastOp, ConstId, Flags, FloatPredicate, GlobalId, IntPredicate, Name, Ty,
};

/// What a constant is; its type stands beside it in [`Constants`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer of up to 128 bits, zero-extended.
    Int(u128),
    /// An integer of more bits: limbs, least significant first, as many as the width needs.
    Wide(Box<[u64]>),
    /// The bits of a float in its own format (80 for `x86_fp80`; for `ppc_fp128` the first
    /// double in the low half).
    Float(u128),
    /// `null`
    Null,
    /// `zeroinitializer`
    Zero,
    /// `none`, of type `token`
    None,
    Undef,
    Poison,
    /// The elements of an array, struct or vector (by the type).
    Aggregate(Box<[ConstId]>),
    /// `splat (…)`
    Splat(ConstId),
    /// `c"…"`: an array of bytes.
    Text(Name),
    /// The address of a global.
    Global(GlobalId),
    BlockAddress {
        function: GlobalId,
        block: BlockId,
    },
    DsoLocalEquivalent(GlobalId),
    NoCfi(GlobalId),
    /// `ptrauth (ptr P, i32 KEY, i64 DISCRIMINATOR, ptr ADDRESS, ptr DEACTIVATION)`
    PtrAuth(Box<[ConstId]>),
    Expr(Box<ConstExpr>),
}

/// A constant expression. Versions before 19 know more of them than later ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstExpr {
    Cast {
        op: CastOp,
        flags: Flags,
        value: ConstId,
    },
    Binary {
        op: BinaryOp,
        flags: Flags,
        left: ConstId,
        right: ConstId,
    },
    /// `fneg`
    Negate(ConstId),
    IntCompare {
        predicate: IntPredicate,
        left: ConstId,
        right: ConstId,
    },
    FloatCompare {
        predicate: FloatPredicate,
        left: ConstId,
        right: ConstId,
    },
    Select {
        condition: ConstId,
        yes: ConstId,
        no: ConstId,
    },
    Gep(ConstGep),
    ExtractElement {
        vector: ConstId,
        index: ConstId,
    },
    InsertElement {
        vector: ConstId,
        element: ConstId,
        index: ConstId,
    },
    ShuffleVector {
        left: ConstId,
        right: ConstId,
        mask: ConstId,
    },
    ExtractValue {
        aggregate: ConstId,
        indices: Box<[u32]>,
    },
    InsertValue {
        aggregate: ConstId,
        element: ConstId,
        indices: Box<[u32]>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConstGep {
    pub flags: Flags,
    /// The type that the indices walk through.
    pub source: Ty,
    pub base: ConstId,
    pub indices: Box<[ConstId]>,
    pub in_range: Option<InRange>,
}

/// What an address computed by a constant expression may reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InRange {
    /// Up to 18: the index (counted from 0) that is marked.
    Index(u32),
    /// Since 19: byte offsets from the result, as written.
    Offsets(Name, Name),
}

/// All constants of a module.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    entries: Vec<(Ty, Constant)>,
    index: HashMap<(Ty, Constant), ConstId>,
}

impl Constants {
    pub fn intern(&mut self, ty: Ty, constant: Constant) -> ConstId {
        let key = (ty, constant);
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let id = ConstId::new(self.entries.len());
        self.index.insert(key.clone(), id);
        self.entries.push(key);
        id
    }

    /// Changes constants in place. No two may become equal by it.
    pub fn remap(&mut self, mut change: impl FnMut(&mut Constant)) {
        self.entries.iter_mut().for_each(|(_, constant)| change(constant));
        let all = self.entries.iter().enumerate();
        self.index = all.map(|(at, entry)| (entry.clone(), ConstId::new(at))).collect();
    }

    #[inline]
    pub fn ty(&self, id: ConstId) -> Ty {
        self.entries[id.index()].0
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All constants with their ids and types. What a constant consists of stands before it.
    pub fn iter(&self) -> impl Iterator<Item = (ConstId, Ty, &Constant)> {
        self.entries.iter().enumerate().map(|(at, (ty, it))| (ConstId::new(at), *ty, it))
    }
}

impl std::ops::Index<ConstId> for Constants {
    type Output = Constant;

    #[inline]
    fn index(&self, id: ConstId) -> &Constant {
        &self.entries[id.index()].1
    }
}
