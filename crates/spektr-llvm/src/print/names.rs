//! Numbers for what has no name.

use crate::syntax::{Body, GlobalId, Module, StructId};

/// Numbers of structs and globals without names.
pub struct Names {
    structs: Vec<u32>,
    globals: Vec<u32>,
}

/// Numbers of registers and blocks without names.
#[derive(Default)]
pub struct LocalNames {
    pub values: Vec<u32>,
    pub blocks: Vec<u32>,
}

/// For each item its number: how many without a name come before it.
fn numbers(named: impl Iterator<Item = bool>) -> Vec<u32> {
    let mut next = 0;
    named
        .map(|named| {
            let number = next;
            next += u32::from(!named);
            number
        })
        .collect()
}

impl Names {
    pub fn new(module: &Module) -> Names {
        let globals = numbers(module.globals.iter().map(|global| global.name.is_some()));
        Names { globals, ..Names::of_types(module) }
    }

    /// Enough to write types.
    pub fn of_types(module: &Module) -> Names {
        let structs = numbers(module.types.structs().iter().map(|it| it.name.is_some()));
        Names { structs, globals: Vec::new() }
    }

    pub fn structure(&self, id: StructId) -> u32 {
        self.structs[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> u32 {
        self.globals[id.index()]
    }
}

impl LocalNames {
    /// Parameters first, then each block before what it defines.
    pub fn new(body: &Body) -> LocalNames {
        let mut names =
            LocalNames { values: vec![0; body.values.len()], blocks: vec![0; body.blocks.len()] };
        let mut next = 0;
        let mut number = |place: &mut u32, named: bool| {
            *place = next;
            next += u32::from(!named);
        };
        for param in body.param_values() {
            let named = body.values[param.index()].name.is_some();
            number(&mut names.values[param.index()], named);
        }
        for (at, block) in body.blocks.iter().enumerate() {
            number(&mut names.blocks[at], block.name.is_some());
            for value in block.instructions.iter().filter_map(|instruction| instruction.result) {
                let named = body.values[value.index()].name.is_some();
                number(&mut names.values[value.index()], named);
            }
        }
        names
    }
}
