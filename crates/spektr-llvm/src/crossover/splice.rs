//! A block of one function put into another: what the block computes, without what leads to it and
//! what it decides. It becomes a function of what it takes from outside, which is then inlined.

use spektr_entropy::Entropy;
use spektr_text::Span;

use super::inline::Giver;
use crate::syntax::{
    Block, Body, Instruction, Metadata, Module, Op, Operand, TailKind, Ty, Type, Value, ValueId,
};

/// Instructions of a block that is worth it.
const FEWEST: usize = 2;
const MOST: usize = 24;

/// A block of a body, drawn among those that can stand alone, as a body of its own; in terms of the
/// module that the body is in.
pub fn block(module: &mut Module, body: &Body, entropy: &mut Entropy) -> Option<Giver> {
    let mut numbers: Vec<usize> = (0..body.blocks.len()).collect();
    entropy.shuffle(&mut numbers);
    let middle = numbers.into_iter().find_map(|at| middle(&body.blocks[at]))?;
    let mut results: Vec<ValueId> = middle.iter().filter_map(|it| it.result).collect();
    results.retain(|it| is_plain(module, body.values[it.index()].ty));
    let result = entropy.pick(&results).copied();
    let ty = match result {
        Some(value) => body.values[value.index()].ty,
        None => module.types.intern(Type::Void),
    };
    Some(Giver { body: alone(module, body, middle, result)?, result: ty, personality: None })
}

/// What stands between phis and the end, if all of it can stand elsewhere.
fn middle(block: &Block) -> Option<Vec<&Instruction>> {
    let (_, before) = block.instructions.split_last()?;
    let inside = before.iter().filter(|it| !matches!(it.op, Op::Phi { .. }));
    let inside: Vec<&Instruction> = inside.collect();
    let stays = |it: &&Instruction| {
        let pad =
            matches!(it.op, Op::LandingPad { .. } | Op::CatchPad { .. } | Op::CleanupPad { .. });
        let last = it.op.call().is_some_and(|call| call.tail == Some(TailKind::MustTail));
        let tied = it.op.call().is_some_and(|call| !call.bundles.is_empty() || has_metadata(call));
        pad || last || tied || it.op.is_terminator()
    };
    let enough = (FEWEST..=MOST).contains(&inside.len());
    (enough && !inside.iter().any(stays)).then_some(inside)
}

/// Metadata among the arguments speaks of other registers.
fn has_metadata(call: &crate::syntax::Call) -> bool {
    call.args.iter().any(|it| it.value().is_none())
}

fn is_plain(module: &Module, ty: Ty) -> bool {
    !matches!(
        module.types[ty],
        Type::Void | Type::Token | Type::Metadata | Type::Label | Type::X86Amx
    )
}

/// A body of one block whose parameters are what the instructions take from elsewhere.
fn alone(
    module: &Module,
    body: &Body,
    inside: Vec<&Instruction>,
    result: Option<ValueId>,
) -> Option<Body> {
    let made: Vec<ValueId> = inside.iter().filter_map(|it| it.result).collect();
    let mut taken: Vec<ValueId> = Vec::new();
    for operand in inside.iter().flat_map(|it| it.op.operands()) {
        if let Operand::Local(value) = operand
            && !made.contains(&value)
            && !taken.contains(&value)
        {
            taken.push(value);
        }
    }
    let order: Vec<ValueId> = taken.iter().chain(&made).copied().collect();
    if !order.iter().all(|it| is_plain(module, body.values[it.index()].ty)) {
        return None;
    }
    let place = |value: ValueId| order.iter().position(|it| *it == value).map(ValueId::new);
    let mut instructions: Vec<Instruction> = inside.into_iter().cloned().collect();
    for instruction in &mut instructions {
        instruction.records.clear();
        instruction.metadata.retain(|it| !matches!(it.node, Metadata::Local(_)));
        instruction.result = instruction.result.and_then(place);
        instruction.op.for_each_operand(&mut |operand| {
            if let Operand::Local(value) = operand
                && let Some(new) = place(*value)
            {
                *value = new;
            }
        });
    }
    let answer = Op::Ret(result.and_then(place).map(Operand::Local));
    let (metadata, records, span) = (Vec::new(), Vec::new(), Span::default());
    instructions.push(Instruction { result: None, op: answer, metadata, records, span });
    let values = order.iter().map(|it| Value { name: None, ty: body.values[it.index()].ty });
    let mut alone = Body { params: taken.len() as u32, ..Body::default() };
    alone.values = values.collect();
    alone.blocks = vec![Block { name: None, instructions }];
    Some(alone)
}
