//! Small questions and small repairs that edits share.

use crate::syntax::{
    Attribute, Body, Call, ConstId, Constant, Flags, Global, Linkage, Metadata, Module, Op,
    Operand, Ty, Type,
};

/// The zero of a type: `0`, `null`, `zeroinitializer`.
pub fn zero(module: &mut Module, ty: Ty) -> Option<ConstId> {
    let constant = match &module.types[ty] {
        Type::Int(width) if *width > 128 => {
            Constant::Wide(vec![0; (*width as usize).div_ceil(64)].into())
        }
        Type::Int(_) => Constant::Int(0),
        Type::Float(_) => Constant::Float(0),
        Type::Pointer { .. } => Constant::Null,
        Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => Constant::Zero,
        Type::Named(id) if module.types.named(*id).body.is_some() => Constant::Zero,
        _ => return None,
    };
    Some(module.constants.intern(ty, constant))
}

/// One, of an integer type with more than one bit, or `true`.
pub fn one(module: &mut Module, ty: Ty) -> Option<ConstId> {
    match module.types[ty] {
        Type::Int(width) if width <= 128 => Some(module.constants.intern(ty, Constant::Int(1))),
        _ => None,
    }
}

pub fn is_zero(module: &Module, id: ConstId) -> bool {
    match &module.constants[id] {
        Constant::Int(0) | Constant::Float(0) | Constant::Null | Constant::Zero => true,
        Constant::Wide(limbs) => limbs.iter().all(|&limb| limb == 0),
        _ => false,
    }
}

pub fn is_pad(op: &Op) -> bool {
    matches!(op, Op::LandingPad { .. } | Op::CatchPad { .. } | Op::CleanupPad { .. })
}

/// Flags of an operation, whichever it is.
pub fn flags(op: &Op) -> Flags {
    match op {
        Op::FNeg { flags, .. }
        | Op::Binary { flags, .. }
        | Op::ICmp { flags, .. }
        | Op::FCmp { flags, .. }
        | Op::Cast { flags, .. }
        | Op::Select { flags, .. }
        | Op::Phi { flags, .. } => *flags,
        Op::Gep(gep) => gep.flags,
        Op::Call(call) => call.flags,
        _ => Flags::NONE,
    }
}

pub fn drop_flags(op: &mut Op) {
    match op {
        Op::FNeg { flags, .. }
        | Op::Binary { flags, .. }
        | Op::ICmp { flags, .. }
        | Op::FCmp { flags, .. }
        | Op::Cast { flags, .. }
        | Op::Select { flags, .. }
        | Op::Phi { flags, .. } => *flags = Flags::NONE,
        Op::Gep(gep) => gep.flags = Flags::NONE,
        Op::Call(call) => call.flags = Flags::NONE,
        _ => {}
    }
}

/// Whether memory is accessed in another way than plainly.
pub fn is_special_access(op: &Op) -> bool {
    match op {
        Op::Load { access, .. } | Op::Store { access, .. } => {
            access.volatile || access.atomic.is_some()
        }
        _ => false,
    }
}

pub fn make_plain(op: &mut Op) {
    if let Op::Load { access, .. } | Op::Store { access, .. } = op {
        access.volatile = false;
        access.atomic = None;
    }
}

/// Attributes that say how an argument is passed belong to it.
fn is_abi(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Type(..))
}

pub fn has_call_attributes(call: &Call) -> bool {
    let args = call.args.iter().any(|argument| match argument {
        crate::syntax::Argument::Value { attributes, .. } => {
            attributes.iter().any(|it| !is_abi(it))
        }
        crate::syntax::Argument::Metadata(_) => false,
    });
    let own = &call.attributes;
    args || !own.own.is_empty()
        || !own.groups.is_empty()
        || !call.result_attributes.is_empty()
        || !call.bundles.is_empty()
}

pub fn drop_call_attributes(call: &mut Call) {
    call.attributes = Default::default();
    call.result_attributes.clear();
    call.bundles.clear();
    for argument in &mut call.args {
        if let crate::syntax::Argument::Value { attributes, .. } = argument {
            attributes.retain(is_abi);
        }
    }
}

/// Which registers are used.
pub fn used_values(body: &Body) -> Vec<bool> {
    let mut used = vec![false; body.values.len()];
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        for operand in instruction.op.operands() {
            if let Operand::Local(value) = operand {
                used[value.index()] = true;
            }
        }
        let mut instruction = instruction.clone();
        instruction.for_each_metadata(&mut |metadata: &mut Metadata| {
            metadata.for_each_local(&mut |value| used[value.index()] = true);
        });
    }
    used
}

/// Whether all callers of a function are in the module and call it directly.
pub fn can_lose_params(module: &Module, global: &Global) -> bool {
    let Some((_, _, false)) = module.signature(global.ty) else { return false };
    matches!(global.linkage, Linkage::External | Linkage::Internal | Linkage::Private)
        && !module.types.iter().any(|(_, kind)| matches!(kind, Type::Pointer { to: Some(_), .. }))
}

/// Whether the module tells where its code comes from.
pub fn has_debug(module: &Module) -> bool {
    let debug = |name: &crate::syntax::Name| *name == "llvm.dbg.cu";
    module.named_metadata.iter().any(|named| debug(&named.name))
        || module.defined().any(|(_, global, body)| {
            let attached = global.function().is_some_and(|function| !function.metadata.is_empty());
            let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
            attached || instructions.into_iter().any(|it| !it.records.is_empty())
        })
}
