//! Numbers worth trying: those that two functions compare with, switch on or compute with.

use std::collections::BTreeSet;

use crate::machine::{Code, Value};
use crate::syntax::{GlobalId, Op, Operand};

/// More numbers than this are not remembered.
const MOST: usize = 64;

/// Integers and floats (as bits) that occur in a function and in functions that it calls.
pub fn numbers(code: &Code<'_>, entry: GlobalId, into: &mut BTreeSet<u128>) {
    let mut pending = vec![entry];
    let mut seen = BTreeSet::from([entry]);
    while let Some(id) = pending.pop() {
        let function = code.module.global(id).function();
        let Some(body) = function.and_then(|function| function.body.as_ref()) else { continue };
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            for operand in instruction.op.operands() {
                if let Operand::Const(constant) = operand {
                    add(code.constant(constant), into);
                }
                if let Some(callee) = code.module.global_of(operand)
                    && seen.insert(callee)
                {
                    pending.push(callee);
                }
            }
            if let Op::Switch { cases, .. } = &instruction.op {
                cases.iter().for_each(|(case, _)| add(code.constant(*case), into));
            }
        }
    }
}

fn add(value: &Value, into: &mut BTreeSet<u128>) {
    match value {
        Value::Int(_) | Value::Wide(_) if into.len() < MOST => into.extend(value.known()),
        Value::List(values) => values.iter().take(16).for_each(|value| add(value, into)),
        _ => {}
    }
}
