//! What the lowered functions of a program share: tables in which equal entries are one, and
//! what is known of the program as a whole.

use crate::hash::FastMap;
use std::hash::Hash;

use super::effects::Summaries;
use crate::machine::code::{
    Access, BitField, CONSTANT, CopyInfo, Declaration, Lanes, OverflowInfo, Reg, Step, Tables,
};
use crate::machine::effective::Effective;
use crate::machine::memory::flag;
use crate::machine::notes::Notes;
use crate::machine::reading::Switches;
use crate::machine::value::Value;
use crate::syntax::{FunctionId, GlobalId, Linked};
use crate::types::{Ty, Types};

#[derive(Clone, Debug)]
pub struct Shared {
    pub tables: Tables,
    pub effective: Effective,
    pub switches: Switches,
    pub linked: Linked,
    pub summaries: Summaries,
    /// The object of each global; `None` if nothing defines it.
    pub globals: Vec<Option<Value>>,
    /// Whether variables that nothing points to are kept in registers.
    pub promote: bool,
    /// What runs are seen to do, if that is wanted.
    pub notes: Option<Notes>,
    constants: FastMap<(u64, u64, u64), Reg>,
    accesses: FastMap<Access, u32>,
    fields: FastMap<BitField, u32>,
    copies: FastMap<CopyInfo, u32>,
    steps: FastMap<Step, u32>,
    overflows: FastMap<OverflowInfo, u32>,
}

impl Shared {
    pub fn new(linked: Linked, summaries: Summaries, switches: Switches) -> Shared {
        let mut shared = Shared {
            tables: Tables::default(),
            effective: Effective::new(switches),
            switches,
            linked,
            summaries,
            globals: Vec::new(),
            promote: true,
            notes: None,
            constants: FastMap::default(),
            accesses: FastMap::default(),
            fields: FastMap::default(),
            copies: FastMap::default(),
            steps: FastMap::default(),
            overflows: FastMap::default(),
        };
        // The first constant is 0.
        shared.constant(Value::ZERO);
        shared
    }

    pub fn constant(&mut self, value: Value) -> Reg {
        let constants = &mut self.tables.constants;
        *self.constants.entry((value.lo, value.hi, value.meta)).or_insert_with(|| {
            constants.push(value);
            CONSTANT | (constants.len() as u32 - 1)
        })
    }

    pub fn access(&mut self, access: Access) -> u32 {
        entry(&mut self.accesses, &mut self.tables.accesses, access)
    }

    pub fn field(&mut self, field: BitField) -> u32 {
        entry(&mut self.fields, &mut self.tables.fields, field)
    }

    pub fn copy(&mut self, info: CopyInfo) -> u32 {
        entry(&mut self.copies, &mut self.tables.copies, info)
    }

    pub fn step(&mut self, step: Step) -> u32 {
        entry(&mut self.steps, &mut self.tables.steps, step)
    }

    pub fn overflow(&mut self, info: OverflowInfo) -> u32 {
        entry(&mut self.overflows, &mut self.tables.overflows, info)
    }

    pub fn declaration(&mut self, declaration: Declaration) -> u32 {
        self.tables.declarations.push(declaration);
        self.tables.declarations.len() as u32 - 1
    }

    pub fn lanes(&mut self, lanes: Lanes) -> u32 {
        self.tables.lanes.push(lanes);
        self.tables.lanes.len() as u32 - 1
    }

    /// The object that a declaration of a global means.
    pub fn global(&self, id: GlobalId) -> Option<Value> {
        self.globals[id.0 as usize]
    }

    /// The function that a declaration means: its definition, or itself if it is the library's.
    pub fn function(&self, id: FunctionId) -> FunctionId {
        self.linked.functions[id.0 as usize].unwrap_or(id)
    }

    /// The alignment of a variable. The System V ABI (AMD64, 3.1.2) gives arrays of 16 bytes and
    /// more at least 16; a strict reading does not rely on it.
    pub fn align_of(&self, types: &Types, ty: Ty, wished: Option<u64>) -> u32 {
        let large = types.is_array(ty) && types.size_of(ty).is_some_and(|size| size >= 16);
        let least = if large && !self.switches.misaligned_conversion { 16 } else { 1 };
        types.align_of(ty).max(wished.unwrap_or(1)).max(least) as u32
    }

    /// The flags of an object by its declared type.
    pub fn flags_of(&self, types: &Types, declared: u32, ty: Ty) -> u8 {
        let mut flags = 0;
        // An array is qualified as its elements are.
        let mut ty = ty;
        while types.is_array(ty)
            && let Some(inner) = types.element(ty)
        {
            ty = inner;
        }
        if ty.is_const() {
            flags |= flag::CONST;
        }
        let declared = self.effective.declared(declared);
        if declared.volatile || ty.is_volatile() || !declared.volatile_members.is_empty() {
            flags |= flag::VOLATILE;
        }
        if declared.has_union {
            flags |= flag::TYPED_BYTES;
        }
        flags
    }
}

fn entry<T: Copy + Eq + Hash>(known: &mut FastMap<T, u32>, table: &mut Vec<T>, item: T) -> u32 {
    *known.entry(item).or_insert_with(|| {
        table.push(item);
        table.len() as u32 - 1
    })
}
