//! Where something can be put into a function: before which instruction, in the place of which
//! operand, and which registers are there by then.

use crate::flow::Flow;
use crate::syntax::{
    Argument, Attribute, BlockId, Body, Call, Callee, Flag, GlobalId, Instruction, Module, Op,
    Operand, TailKind, Ty, Type, TypeAttribute, ValueId,
};
use crate::typing;
use crate::wellformed::immediate;

/// A place in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub block: BlockId,
    /// What is put there comes before this instruction of the block.
    pub index: usize,
    pub stitch: Option<Stitch>,
}

/// The operand that what is put there replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stitch {
    /// Of the instruction before which it is put, by its number among the operands.
    Operand(usize),
    /// Of a phi, on all edges from the block of the place.
    Phi { block: BlockId, index: usize },
}

/// A function and what is known of its flow.
pub struct Ground<'a> {
    pub module: &'a Module,
    pub body: &'a Body,
    flow: Flow,
}

impl<'a> Ground<'a> {
    pub fn new(module: &'a Module, body: &'a Body) -> Ground<'a> {
        Ground { module, body, flow: Flow::new(body) }
    }

    /// All places where a value of a type can replace an operand; without a type, all places
    /// where code can stand.
    pub fn places(&self, ty: Option<Ty>) -> Vec<Place> {
        let mut places = Vec::new();
        for &block in &self.flow.order {
            let instructions = &self.body.block(block).instructions;
            let first = first_free(instructions);
            // Between a `musttail` call and its return nothing can stand.
            let is_last = |it: &Instruction| {
                it.op.call().is_some_and(|call| call.tail == Some(TailKind::MustTail))
            };
            let last = instructions.iter().position(is_last).unwrap_or(instructions.len());
            for (index, instruction) in instructions.iter().enumerate().take(last + 1) {
                match (ty, &instruction.op) {
                    (Some(ty), Op::Phi { ty: own, .. }) if *own == ty => {
                        places.extend(self.phi_places(block, index, &instruction.op));
                    }
                    (Some(ty), _) if index >= first && index < last => {
                        let numbers = self.replaceable(&instruction.op).into_iter();
                        let of = |number: &usize| self.operand_ty(&instruction.op, *number) == ty;
                        let numbers = numbers.filter(of);
                        let stitch = |number| Some(Stitch::Operand(number));
                        places.extend(numbers.map(|number| Place {
                            block,
                            index,
                            stitch: stitch(number),
                        }));
                    }
                    (None, _) if index >= first => {
                        places.push(Place { block, index, stitch: None })
                    }
                    _ => {}
                }
            }
        }
        places
    }

    fn phi_places(&self, block: BlockId, index: usize, op: &Op) -> Vec<Place> {
        let Op::Phi { incoming, .. } = op else { return Vec::new() };
        let mut from: Vec<BlockId> = incoming.iter().map(|&(_, from)| from).collect();
        from.sort();
        from.dedup();
        from.retain(|&from| {
            let last = self.body.block(from).terminator();
            self.flow.is_reachable(from)
                && last.is_some_and(|last| {
                    matches!(last.op, Op::Br(_) | Op::CondBr { .. } | Op::Switch { .. })
                })
        });
        let stitch = Some(Stitch::Phi { block, index });
        let end = |from: BlockId| self.body.block(from).instructions.len() - 1;
        from.into_iter().map(|from| Place { block: from, index: end(from), stitch }).collect()
    }

    fn operand_ty(&self, op: &Op, number: usize) -> Ty {
        self.module.operand_ty(self.body, op.operands()[number])
    }

    /// The operands of an instruction that any value of their type may replace.
    pub fn replaceable(&self, op: &Op) -> Vec<usize> {
        let operands = op.operands();
        match op {
            Op::Ret(_)
            | Op::CondBr { .. }
            | Op::Switch { .. }
            | Op::FNeg { .. }
            | Op::Binary { .. }
            | Op::ICmp { .. }
            | Op::FCmp { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::CmpXchg(_)
            | Op::AtomicRmw(_)
            | Op::ExtractElement { .. }
            | Op::InsertElement { .. }
            | Op::ShuffleVector { .. }
            | Op::ExtractValue { .. }
            | Op::InsertValue { .. } => (0..operands.len()).collect(),
            Op::Gep(gep) => {
                let constants = &self.module.constants;
                let constant = |operand: &Operand| match operand {
                    Operand::Const(id) => Some(*id),
                    Operand::Local(_) => None,
                };
                // An index that chooses the field of a struct stays what it is.
                let chooses_field = |number: usize| {
                    let before = gep.indices[..number - 1].iter().map(constant);
                    let inner = typing::walked(&self.module.types, constants, gep.source, before);
                    number > 1
                        && inner.is_ok_and(|ty| {
                            matches!(self.module.types[ty], Type::Struct { .. } | Type::Named(_))
                        })
                };
                let free = |number: &usize| *number == 0 || !chooses_field(*number);
                (0..operands.len()).filter(free).collect()
            }
            Op::Call(call) | Op::Invoke { call, .. } => {
                // The callee is the first operand.
                (1..=call.args.len()).filter(|&number| self.may_pass(call, number - 1)).collect()
            }
            Op::Phi { .. }
            | Op::Alloca(_)
            | Op::Br(_)
            | Op::IndirectBr { .. }
            | Op::CallBr { .. }
            | Op::Resume(_)
            | Op::Unreachable
            | Op::CatchSwitch { .. }
            | Op::CatchRet { .. }
            | Op::CleanupRet { .. }
            | Op::Fence { .. }
            | Op::VaArg { .. }
            | Op::LandingPad { .. }
            | Op::CatchPad { .. }
            | Op::CleanupPad { .. } => Vec::new(),
        }
    }

    /// Whether an argument of a call may be any value of its type.
    fn may_pass(&self, call: &Call, at: usize) -> bool {
        let Callee::Value(callee) = call.callee else { return false };
        // Metadata among the arguments is no operand, so that numbers no longer tell which is which.
        if call.args.iter().any(|it| it.value().is_none()) {
            return false;
        }
        let Argument::Value { value, attributes } = &call.args[at] else { return false };
        if attributes.iter().any(is_bound) {
            return false;
        }
        let Some(id) = self.module.global_of(callee) else { return true };
        let global = self.module.global(id);
        let declared = global.function().and_then(|it| it.param_attributes.get(at));
        if declared.is_some_and(|all| all.iter().any(is_bound)) {
            return false;
        }
        let name = global.name.as_ref().map(|name| name.text().into_owned()).unwrap_or_default();
        if !name.starts_with("llvm.") {
            return true;
        }
        // What must be a literal is one already; nobody knows all intrinsics that want one.
        let is_register = matches!(value, Operand::Local(_));
        is_register && !stays(&name) && !immediate::arguments(&name).contains(&at)
    }

    /// The registers that are there at a place, in their order.
    pub fn suppliers(&self, place: Place) -> Vec<ValueId> {
        let mut there: Vec<ValueId> = self.body.param_values().collect();
        let own = &self.body.block(place.block).instructions[..place.index];
        for &block in &self.flow.order {
            if block == place.block {
                there.extend(own.iter().filter_map(|it| it.result));
            } else if self.flow.dominates(block, place.block) {
                let instructions = &self.body.block(block).instructions;
                let (last, before) = match instructions.split_last() {
                    Some(parts) => parts,
                    None => continue,
                };
                there.extend(before.iter().filter_map(|it| it.result));
                if let (Op::Invoke { normal, .. }, Some(result)) = (&last.op, last.result)
                    && self.flow.predecessors[normal.index()].len() == 1
                    && self.flow.dominates(*normal, place.block)
                {
                    there.push(result);
                }
            }
        }
        there
    }
}

/// The first instruction of a block that something can stand before: behind phis and pads.
fn first_free(instructions: &[Instruction]) -> usize {
    let is_pad = |it: &&Instruction| {
        matches!(
            it.op,
            Op::Phi { .. } | Op::LandingPad { .. } | Op::CatchPad { .. } | Op::CleanupPad { .. }
        )
    };
    let pads = instructions.iter().take_while(is_pad).count();
    match instructions.get(pads).map(|it| &it.op) {
        Some(Op::CatchSwitch { .. }) => instructions.len(),
        _ => pads,
    }
}

/// Attributes with which an argument is more than its value.
fn is_bound(attribute: &Attribute) -> bool {
    matches!(
        attribute,
        Attribute::Flag(Flag::ImmArg | Flag::SwiftError | Flag::SwiftAsync | Flag::Nest)
            | Attribute::Type(TypeAttribute::InAlloca | TypeAttribute::Preallocated, _)
    )
}

/// Intrinsics that belong to the function or place they are in.
const STAYS: [&str; 26] = [
    "llvm.coro.",
    "llvm.experimental.convergence.",
    "llvm.experimental.gc.",
    "llvm.gcroot",
    "llvm.gcread",
    "llvm.gcwrite",
    "llvm.localescape",
    "llvm.localrecover",
    "llvm.eh.",
    "llvm.seh.",
    "llvm.va_",
    "llvm.vastart",
    "llvm.call.preallocated.",
    "llvm.experimental.deoptimize",
    "llvm.experimental.patchpoint",
    "llvm.experimental.stackmap",
    "llvm.swift.",
    "llvm.instrprof.",
    "llvm.icall.branch.funnel",
    "llvm.lifetime.",
    "llvm.invariant.",
    "llvm.threadlocal.address",
    "llvm.type.",
    "llvm.public.type.",
    "llvm.pseudoprobe",
    "llvm.preserve.",
];

fn stays(name: &str) -> bool {
    STAYS.iter().any(|prefix| name.starts_with(prefix))
}

/// What a function can be used for in a crossover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Its body can be put into another function.
    pub gives: bool,
    /// Another body can be put into it.
    pub takes: bool,
    /// A new function can call it.
    pub is_called: bool,
}

/// What a defined function can be used for.
pub fn uses(module: &Module, id: GlobalId) -> Uses {
    let global = module.global(id);
    let Some(function) = global.function() else { return Uses::default() };
    let (Some(body), Some((result, params, variadic))) =
        (&function.body, module.signature(global.ty))
    else {
        return Uses::default();
    };
    let is_value = |ty: Ty| {
        !matches!(
            module.types[ty],
            Type::Token | Type::Metadata | Type::Label | Type::X86Amx | Type::Function { .. }
        )
    };
    let values = is_value(result) && params.iter().all(|&ty| is_value(ty));
    let all_params = || function.param_attributes.iter().flatten();
    let bound = all_params().any(is_bound) || all_params().any(|it| it.is(Flag::SwiftSelf));
    let by_value = all_params().any(|it| matches!(it, Attribute::Type(TypeAttribute::ByVal, _)));
    let naked = module.has_flag(&function.attributes, Flag::Naked);
    let ops = || body.blocks.iter().flat_map(|block| &block.instructions).map(|it| &it.op);
    let fixed = ops().any(|op| is_fixed(module, op)) || bound || naked || is_addressed(module, id);
    let funclets = ops().any(|op| matches!(op, Op::CatchSwitch { .. } | Op::CleanupPad { .. }));
    let returns = ops().any(|op| matches!(op, Op::Ret(_)));
    let convention = matches!(function.convention.0, 0 | 8..=18 | 20 | 78);
    Uses {
        gives: values && !fixed && !variadic && !by_value && !funclets && returns,
        takes: !fixed && !funclets,
        is_called: values && !bound && !by_value && convention,
    }
}

/// Whether an operation cannot be moved into another function.
fn is_fixed(module: &Module, op: &Op) -> bool {
    match op {
        Op::IndirectBr { .. } | Op::CallBr { .. } => true,
        Op::Alloca(alloca) => alloca.in_alloca || alloca.swift_error,
        Op::Call(call) | Op::Invoke { call, .. } => {
            let passed = call.args.iter().filter_map(|it| match it {
                Argument::Value { attributes, .. } => Some(attributes),
                Argument::Metadata(_) => None,
            });
            let bound = passed.flatten().any(is_bound);
            let funclet =
                call.bundles.iter().any(|bundle| bundle.tag != "deopt" && bundle.tag != "align");
            let Callee::Value(callee) = call.callee else { return bound || funclet };
            let name = module.global_of(callee).and_then(|id| module.global(id).name.as_ref());
            let place_bound =
                ["llvm.lifetime.", "llvm.invariant.", "llvm.type.", "llvm.threadlocal"];
            bound
                || funclet
                || name.is_some_and(|name| {
                    let name = name.text();
                    stays(&name) && !place_bound.iter().any(|it| name.starts_with(it))
                })
        }
        _ => false,
    }
}

/// Whether the address of one of its blocks is taken.
fn is_addressed(module: &Module, id: GlobalId) -> bool {
    module.constants.iter().any(|(_, _, constant)| {
        matches!(constant, crate::syntax::Constant::BlockAddress { function, .. } if *function == id)
    })
}
