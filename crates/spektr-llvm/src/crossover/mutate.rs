//! Small changes of a module that keep it one: constants, flags, predicates, operations, operands
//! and widths. What the change means is nobody's business here: the machine runs the result.

use spektr_entropy::Entropy;
use spektr_text::Span;

use super::constant;
use super::place::{Ground, Place};
use crate::dialect::{constants, tables};
use crate::syntax::{
    Attribute, BinaryOp, BlockId, Body, Constant, Flag, Flags, FloatPredicate, GlobalId,
    Instruction, IntAttribute, IntPredicate, Mentions, Module, Name, Op, Operand, Type, Value,
    ValueId,
};

/// What can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Constant,
    Flag,
    Predicate,
    Operation,
    Swap,
    Operand,
    Freeze,
    Width,
    Promise,
    Shown,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Constant,
        Kind::Flag,
        Kind::Predicate,
        Kind::Operation,
        Kind::Swap,
        Kind::Operand,
        Kind::Freeze,
        Kind::Width,
        Kind::Promise,
        Kind::Shown,
    ];
}

/// Changes something of a kind in one of the functions; `None` if there is nothing to change.
pub fn mutate(module: &mut Module, kind: Kind, entropy: &mut Entropy) -> Option<()> {
    if kind == Kind::Width {
        return width(module, entropy);
    }
    let ids: Vec<GlobalId> = module.defined().map(|(id, _, _)| id).collect();
    let id = *entropy.pick(&ids)?;
    match kind {
        Kind::Constant | Kind::Operand | Kind::Freeze => operand(module, id, kind, entropy),
        Kind::Promise => promise(module, id, entropy),
        Kind::Shown => super::shown::shown(module, id, entropy),
        Kind::Flag | Kind::Predicate | Kind::Operation | Kind::Swap => {
            let scalars = FloatResults::new(module, id)?;
            let body = module.globals[id.index()].function_mut()?.body.as_mut()?;
            let mut instructions: Vec<&mut Instruction> =
                body.blocks.iter_mut().flat_map(|block| &mut block.instructions).collect();
            entropy.shuffle(&mut instructions);
            instructions.into_iter().find_map(|it| change(it, kind, &scalars, entropy))
        }
        Kind::Width => None,
    }
}

/// Which registers of a function are floats, or vectors of them.
struct FloatResults(Vec<bool>);

impl FloatResults {
    fn new(module: &Module, id: GlobalId) -> Option<FloatResults> {
        let body = module.global(id).function()?.body.as_ref()?;
        let is_float =
            |value: &Value| matches!(module.types[module.types.scalar(value.ty)], Type::Float(_));
        Some(FloatResults(body.values.iter().map(is_float).collect()))
    }

    fn has(&self, result: Option<ValueId>) -> bool {
        result.is_some_and(|value| self.0[value.index()])
    }
}

/// Changes one instruction, if it has what is changed.
fn change(
    instruction: &mut Instruction,
    kind: Kind,
    floats: &FloatResults,
    entropy: &mut Entropy,
) -> Option<()> {
    let is_float = floats.has(instruction.result);
    match (kind, &mut instruction.op) {
        (Kind::Flag, op) => flag(op, is_float, entropy),
        (Kind::Predicate, Op::ICmp { predicate, .. }) => {
            *predicate = *entropy.pick(IntPredicate::ALL)?;
            Some(())
        }
        (Kind::Predicate, Op::FCmp { predicate, .. }) => {
            *predicate = *entropy.pick(FloatPredicate::ALL)?;
            Some(())
        }
        (Kind::Operation, Op::Binary { op, flags, .. }) => {
            let alike = |it: &BinaryOp| it.is_float() == op.is_float();
            let all: Vec<BinaryOp> = BinaryOp::ALL.iter().copied().filter(alike).collect();
            *op = *entropy.pick(&all)?;
            *flags = flags.and(op.flags());
            Some(())
        }
        (
            Kind::Swap,
            Op::Binary { left, right, .. }
            | Op::ICmp { left, right, .. }
            | Op::FCmp { left, right, .. }
            | Op::Select { yes: left, no: right, .. },
        ) => {
            std::mem::swap(left, right);
            Some(())
        }
        _ => None,
    }
}

/// Puts a flag on an operation, or takes one off.
pub fn flag(op: &mut Op, is_float: bool, entropy: &mut Entropy) -> Option<()> {
    let fast = if is_float { Flags::FAST } else { Flags::NONE };
    let (flags, known) = match op {
        Op::Binary { op, flags, .. } => (flags, op.flags()),
        Op::Cast { op, flags, .. } => (flags, op.flags()),
        Op::ICmp { flags, .. } => (flags, Flags::SAME_SIGN),
        Op::FCmp { flags, .. } | Op::FNeg { flags, .. } => (flags, Flags::FAST),
        Op::Select { flags, .. } | Op::Phi { flags, .. } => (flags, fast),
        Op::Gep(gep) => (&mut gep.flags, Flags::INBOUNDS.with(Flags::NUW)),
        _ => return None,
    };
    let all: Vec<Flags> = known.iter().collect();
    let one = *entropy.pick(&all)?;
    *flags = if flags.has(one) { flags.without(one) } else { flags.with(one) };
    Some(())
}

/// Changes what an instruction works on.
fn operand(module: &mut Module, id: GlobalId, kind: Kind, entropy: &mut Entropy) -> Option<()> {
    let body = module.global(id).function()?.body.as_ref()?;
    let ground = Ground::new(module, body);
    let mut places = ground.places(None);
    entropy.shuffle(&mut places);
    let (place, number, new) = places.into_iter().find_map(|place| {
        let op = &body.block(place.block).instructions[place.index].op;
        let number = *entropy.pick(&ground.replaceable(op))?;
        let old = op.operands()[number];
        let new = match (kind, old) {
            (Kind::Operand, _) => Some(other_register(&ground, place, old, entropy)?),
            (Kind::Freeze, Operand::Local(_)) | (Kind::Constant, Operand::Const(_)) => None,
            _ => return None,
        };
        Some((place, number, new.ok_or(old)))
    })?;
    let new = match new {
        Ok(new) => new,
        Err(old) if kind == Kind::Freeze => freeze(module, id, place, old)?,
        Err(Operand::Const(old)) => {
            let ty = module.constants.ty(old);
            Operand::Const(constant::draw(module, ty, entropy)?)
        }
        Err(Operand::Local(_)) => return None,
    };
    let index = if kind == Kind::Freeze { place.index + 1 } else { place.index };
    let body = module.globals[id.index()].function_mut()?.body.as_mut()?;
    set_operand(body, place.block, index, number, new);
    body.renumber();
    Some(())
}

/// Another register of the same type that is there.
fn other_register(
    ground: &Ground<'_>,
    place: Place,
    old: Operand,
    entropy: &mut Entropy,
) -> Option<Operand> {
    let ty = ground.module.operand_ty(ground.body, old);
    let mut there = ground.suppliers(place);
    there.retain(|&it| ground.body.values[it.index()].ty == ty && Operand::Local(it) != old);
    entropy.pick(&there).map(|&it| Operand::Local(it))
}

fn set_operand(body: &mut Body, block: BlockId, index: usize, wanted: usize, new: Operand) {
    let mut number = 0;
    body.blocks[block.index()].instructions[index].op.for_each_operand(&mut |operand| {
        if number == wanted {
            *operand = new;
        }
        number += 1;
    });
}

/// Freezes a value before a place.
fn freeze(module: &mut Module, id: GlobalId, place: Place, value: Operand) -> Option<Operand> {
    let body = module.global(id).function()?.body.as_ref()?;
    let ty = module.operand_ty(body, value);
    let body = module.globals[id.index()].function_mut()?.body.as_mut()?;
    let result = ValueId::new(body.values.len());
    body.values.push(Value { ty, name: None });
    let (metadata, records, span) = (Vec::new(), Vec::new(), Span::default());
    let op = Op::Freeze(value);
    let instruction = Instruction { result: Some(result), op, metadata, records, span };
    body.blocks[place.block.index()].instructions.insert(place.index, instruction);
    Some(Operand::Local(result))
}

/// Lets a parameter promise more than it did.
pub fn promise(module: &mut Module, id: GlobalId, entropy: &mut Entropy) -> Option<()> {
    let (_, params, _) = module.signature(module.global(id).ty)?;
    let params = params.to_vec();
    let at = entropy.index(params.len().max(1));
    let pointer = [
        Attribute::Flag(Flag::NoUndef),
        Attribute::Flag(Flag::NonNull),
        Attribute::Flag(Flag::NoAlias),
        Attribute::Int(IntAttribute::Dereferenceable, 8),
        Attribute::Int(IntAttribute::Align, 8),
    ];
    let fitting = match module.types[*params.get(at)?] {
        Type::Pointer { .. } => &pointer[..],
        Type::Int(_) | Type::Float(_) | Type::Vector { .. } => &pointer[..1],
        _ => return None,
    };
    let new = entropy.pick(fitting)?.clone();
    let function = module.globals[id.index()].function_mut()?;
    let own = function.param_attributes.get_mut(at)?;
    let same = |it: &Attribute| match (it, &new) {
        (Attribute::Int(one, _), Attribute::Int(other, _)) => one == other,
        (Attribute::Type(..), _) => true,
        (one, other) => one == other,
    };
    if own.iter().any(same) {
        return None;
    }
    own.push(new);
    Some(())
}

/// Widths that integers are given.
const WIDTHS: [u32; 16] = [2, 3, 4, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 63, 64, 128];

/// Gives all integers of one width another, between its neighbours, so that what was narrower
/// stays narrower.
fn width(module: &mut Module, entropy: &mut Entropy) -> Option<()> {
    let mut used: Vec<u32> =
        module.types.iter().filter_map(|(ty, _)| module.types.int_width(ty)).collect();
    used.sort();
    let from = *entropy.pick(&used)?;
    let below = used.iter().copied().filter(|&it| it < from).max().unwrap_or(1);
    let above = used.iter().copied().filter(|&it| it > from).min().unwrap_or(256);
    let between = |it: &u32| (below + 1..above).contains(it) && *it != from;
    let to: Vec<u32> = WIDTHS.into_iter().filter(between).collect();
    let to = *entropy.pick(&to)?;
    // Numbers beyond 128 bits are written down in another way.
    if from == 1 || from > 128 || is_tied(module, from) {
        return None;
    }
    rename_intrinsics(module, from, to)?;
    let types = tables::rebuild_types(module, |types, kind| match kind {
        Type::Int(width) if width == from => types.int(to),
        kind => types.intern(kind),
    });
    let mask = u128::MAX >> (128 - to);
    // Sign and value are kept where the width allows.
    let resized = |value: u128| match from < 128 && value >> (from - 1) & 1 == 1 {
        true => (value | u128::MAX << from) & mask,
        false => value & mask,
    };
    let rebuilt = constants::rebuild(module, |module, ty, mut constant| {
        let new = types[ty.index()];
        Mentions { ty: &mut |ty| *ty = types[ty.index()], constant: &mut |_| {} }
            .constant_parts(&mut constant);
        if let (Constant::Int(value), Type::Int(width)) = (&mut constant, &module.types[new])
            && *width == to
        {
            *value = resized(*value);
        }
        Ok(module.constants.intern(new, constant))
    });
    rebuilt.ok()?;
    Mentions { ty: &mut |ty| *ty = types[ty.index()], constant: &mut |_| {} }.module(module);
    Some(())
}

/// Metadata with numbers of a width that is prescribed, or that is that of the instruction.
const TIED: [&str; 5] = ["range", "prof", "align", "dereferenceable", "dereferenceable_or_null"];

/// Whether something insists on a width.
fn is_tied(module: &Module, width: u32) -> bool {
    let has_struct =
        module.types.iter().any(|(_, it)| matches!(it, Type::Struct { .. } | Type::Named(_)));
    // Texts are bytes.
    let has_text =
        width == 8 && module.constants.iter().any(|(_, _, it)| matches!(it, Constant::Text(_)));
    let ranged = |attribute: &Attribute| matches!(attribute, Attribute::Range(..));
    let of_function = |id: GlobalId| {
        let Some(function) = module.global(id).function() else { return false };
        let mut attributes = function.param_attributes.iter().flatten();
        attributes.any(ranged) || function.result_attributes.iter().any(ranged)
    };
    let tied = |instruction: &Instruction| {
        let ranged_call = instruction.op.call().is_some_and(|call| {
            call.result_attributes.iter().any(ranged)
                || call.args.iter().any(|it| match it {
                    crate::syntax::Argument::Value { attributes, .. } => {
                        attributes.iter().any(ranged)
                    }
                    crate::syntax::Argument::Metadata(_) => true,
                })
        });
        ranged_call
            || instruction.metadata.iter().any(|it| TIED.iter().any(|&kind| it.kind == kind))
            || match &instruction.op {
                Op::ShuffleVector { .. } => width == 32,
                Op::Gep(_) => width == 32 && has_struct,
                Op::Load { access, .. } | Op::Store { access, .. } => access.atomic.is_some(),
                // Cases may become equal.
                Op::CmpXchg(_) | Op::AtomicRmw(_) | Op::Switch { .. } => true,
                _ => false,
            }
    };
    has_text
        || (0..module.globals.len()).any(|at| of_function(GlobalId::new(at)))
        || module
            .defined()
            .flat_map(|(_, _, body)| &body.blocks)
            .flat_map(|block| &block.instructions)
            .any(tied)
}

/// Intrinsics are named after the widths they work on. `None` if one works on the width and does
/// not say so.
fn rename_intrinsics(module: &mut Module, from: u32, to: u32) -> Option<()> {
    let mut names = Vec::new();
    for (at, global) in module.globals.iter().enumerate() {
        let name = match &global.name {
            Some(name) if name.bytes().starts_with(b"llvm.") => name.text().into_owned(),
            _ => continue,
        };
        let (result, params, _) = module.signature(global.ty)?;
        let mut all = params.iter().copied().chain([result]);
        if !all.any(|ty| module.types.int_width(module.types.scalar(ty)) == Some(from)) {
            continue;
        }
        let (word, plain) = (
            format!("i{from}"),
            !name.contains("bswap") && !name.contains(".fix") && params.len() <= 3,
        );
        let is_width = |part: &str| {
            part == word
                || (part.starts_with('v')
                    && part.ends_with(&word)
                    && part[1..part.len() - word.len()].bytes().all(|it| it.is_ascii_digit()))
        };
        let parts: Vec<String> = name
            .split('.')
            .map(|part| match is_width(part) {
                true => format!("{}i{to}", &part[..part.len() - word.len()]),
                false => part.to_owned(),
            })
            .collect();
        let new = parts.join(".");
        // Arguments beside those that the name tells of have a width of their own.
        let others = [
            "llvm.mem",
            "llvm.powi",
            "llvm.ldexp",
            "llvm.masked",
            "llvm.vp.",
            "llvm.x86",
            "llvm.is.",
            "llvm.frexp",
            "llvm.vector.",
            "llvm.experimental",
            "llvm.objectsize",
            "llvm.prefetch",
            "llvm.matrix",
        ];
        if new == name
            || !plain
            || others.iter().any(|it| name.starts_with(it))
            || module.find(&new).is_some()
        {
            return None;
        }
        names.push((at, new));
    }
    for (at, name) in names {
        module.globals[at].name = Some(Name::new(name));
    }
    Some(())
}
