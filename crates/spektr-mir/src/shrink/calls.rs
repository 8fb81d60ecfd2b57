//! Calls replaced by simpler ones, or by what they amount to.

use super::facts::Spot;
use crate::syntax::*;

/// An intrinsic as statements, with the terminator that then takes the call's place.
pub fn plain(terminator: &TerminatorKind) -> Option<(Vec<StatementKind>, TerminatorKind)> {
    let TerminatorKind::Call {
        destination,
        callee: Callee::Intrinsic(intrinsic, _),
        args,
        target,
        ..
    } = terminator
    else {
        return None;
    };
    let behind = |operand: &Operand| match operand {
        Operand::Copy(place) | Operand::Move(place) if place.projection.is_empty() => {
            Some(Place::deref(place.local))
        }
        _ => None,
    };
    let binary = |op| Some(Rvalue::Binary(op, args.first()?.clone(), args.get(1)?.clone()));
    let into = |rvalue: Rvalue| Some((destination.clone(), rvalue));
    let (place, rvalue) = match intrinsic {
        Intrinsic::BlackBox | Intrinsic::Likely | Intrinsic::Unlikely => {
            into(Rvalue::Use(args.first()?.clone()))
        }
        Intrinsic::VolatileLoad | Intrinsic::UnalignedVolatileLoad | Intrinsic::ReadViaCopy => {
            into(Rvalue::Use(Operand::Copy(behind(args.first()?)?)))
        }
        Intrinsic::VolatileStore | Intrinsic::UnalignedVolatileStore | Intrinsic::WriteViaMove => {
            Some((behind(args.first()?)?, Rvalue::Use(args.get(1)?.clone())))
        }
        atomic if atomic.atomic() == Some(Atomic::Load) => {
            into(Rvalue::Use(Operand::Copy(behind(args.first()?)?)))
        }
        atomic if atomic.atomic() == Some(Atomic::Store) => {
            Some((behind(args.first()?)?, Rvalue::Use(args.get(1)?.clone())))
        }
        Intrinsic::CopyNonoverlapping | Intrinsic::Copy => {
            let source = Operand::Copy(behind(args.first()?)?);
            Some((behind(args.get(1)?)?, Rvalue::Use(source)))
        }
        Intrinsic::WrappingAdd | Intrinsic::UncheckedAdd => into(binary(BinOp::Add)?),
        Intrinsic::WrappingSub | Intrinsic::UncheckedSub => into(binary(BinOp::Sub)?),
        Intrinsic::WrappingMul | Intrinsic::UncheckedMul => into(binary(BinOp::Mul)?),
        Intrinsic::UncheckedDiv | Intrinsic::ExactDiv => into(binary(BinOp::Div)?),
        Intrinsic::UncheckedRem => into(binary(BinOp::Rem)?),
        Intrinsic::UncheckedShl => into(binary(BinOp::Shl)?),
        Intrinsic::UncheckedShr => into(binary(BinOp::Shr)?),
        Intrinsic::DisjointBitor => into(binary(BinOp::BitOr)?),
        _ => None,
    }?;
    Some((vec![StatementKind::Assign(place, rvalue)], TerminatorKind::Goto(*target)))
}

/// The pointer's function by name.
pub fn direct(terminator: &mut TerminatorKind, function: FnId) -> Option<()> {
    match terminator {
        TerminatorKind::Call { callee, .. } | TerminatorKind::TailCall { callee, .. }
            if matches!(callee, Callee::Pointer(_)) =>
        {
            *callee = Callee::Function(function);
            Some(())
        }
        _ => None,
    }
}

/// A function for the types that a generic one is called with here, and wherever else these are.
/// What is called with a type parameter stays generic.
pub fn instantiate(program: &mut Program, spot: Spot) -> Option<()> {
    let body = program.functions.get(spot.function.index())?;
    let wanted = body.blocks.get(spot.block.index())?.terminator.kind.callee()?.clone();
    let Callee::Generic(generic, types) = &wanted else { return None };
    if types.iter().any(|&ty| program.types.has_params(ty)) {
        return None;
    }
    let template = program.functions.get(generic.index())?.clone();
    let mut instance = template.instance(&mut program.types, types);
    let id = FnId(program.functions.len() as u32);
    instance.name = format!("{}_{}", template.name, id.0);
    program.functions.push(instance);
    let blocks = program.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for callee in blocks.filter_map(|block| block.terminator.kind.callee_mut()) {
        if *callee == wanted {
            *callee = Callee::Function(id);
        }
    }
    Some(())
}

/// A tail call as a call whose result is returned.
pub fn untail(function: &mut Function, block: BlockId) -> Option<()> {
    let target = BlockId(function.blocks.len() as u32);
    let block = function.blocks.get_mut(block.index())?;
    let TerminatorKind::TailCall { callee, args } = block.terminator.kind.clone() else {
        return None;
    };
    block.terminator.kind = TerminatorKind::Call {
        destination: Place::local(Local::RETURN),
        callee,
        args,
        target,
        unwind: Unwind::Unreachable,
    };
    function.blocks.push(Block {
        name: format!("bb{}", target.0),
        cleanup: false,
        statements: Vec::new(),
        terminator: Terminator { kind: TerminatorKind::Return, span: Span::default() },
    });
    Some(())
}

/// A drop becomes a jump; a call no longer says what happens when it unwinds.
pub fn without_unwinding(terminator: &mut TerminatorKind) -> Option<()> {
    match terminator {
        TerminatorKind::Drop { target, .. } => {
            *terminator = TerminatorKind::Goto(*target);
            Some(())
        }
        TerminatorKind::Call { unwind, .. } if *unwind != Unwind::Unreachable => {
            *unwind = Unwind::Unreachable;
            Some(())
        }
        _ => None,
    }
}
