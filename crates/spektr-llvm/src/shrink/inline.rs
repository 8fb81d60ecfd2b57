//! Calls of functions that are one block, replaced by that block.

use crate::syntax::{
    Argument, Call, Callee, GlobalId, Instruction, Module, Op, Operand, Value, ValueId,
};

/// What stands in the place of a call.
pub struct Expanded {
    pub instructions: Vec<Instruction>,
    pub returned: Option<Operand>,
}

/// The function that a call can be replaced with: of one block, called by its name, with its own
/// type.
pub fn callee(module: &Module, call: &Call) -> Option<GlobalId> {
    let Callee::Value(operand) = call.callee else { return None };
    let id = module.global_of(operand)?;
    let global = module.global(id);
    let body = global.function()?.body.as_ref()?;
    let [block] = &body.blocks[..] else { return None };
    let returns = matches!(block.terminator()?.op, Op::Ret(_));
    let (_, _, variadic) = module.signature(global.ty)?;
    (returns && !variadic && global.ty == call.ty).then_some(id)
}

/// The instructions of the function with the arguments in the place of its parameters. New
/// registers are added to those of the caller.
pub fn expand(module: &Module, values: &mut Vec<Value>, call: &Call) -> Option<Expanded> {
    let body = module.global(callee(module, call)?).function()?.body.as_ref()?;
    let mut map: Vec<Operand> = Vec::with_capacity(body.values.len());
    for argument in &call.args {
        match argument {
            Argument::Value { value, .. } => map.push(*value),
            Argument::Metadata(_) => return None,
        }
    }
    for value in &body.values[body.params as usize..] {
        map.push(Operand::Local(ValueId::new(values.len())));
        values.push(Value { ty: value.ty, name: None });
    }
    let mut instructions = body.blocks.first()?.instructions.clone();
    for instruction in &mut instructions {
        instruction.records.clear();
        instruction.metadata.clear();
        instruction.op.for_each_operand(&mut |operand| {
            if let Operand::Local(value) = operand {
                *operand = map[value.index()];
            }
        });
        if let Some(result) = instruction.result {
            instruction.result = match map[result.index()] {
                Operand::Local(value) => Some(value),
                Operand::Const(_) => None,
            };
        }
        // Registers as metadata are debug info of the callee.
        let mut foreign = false;
        instruction.for_each_metadata(&mut |metadata| {
            metadata.for_each_local(&mut |_| foreign = true);
        });
        if foreign {
            return None;
        }
    }
    let Op::Ret(returned) = instructions.pop()?.op else { return None };
    Some(Expanded { instructions, returned })
}
