//! Calls and returns: frames, arguments, the return place, and what is protected while the
//! callee runs.

use crate::borrow::{CallId, Permission};
use crate::layout::Shape;
use crate::syntax::{
    BlockId, Callee, FnId, Intrinsic, Local, Operand, StatementKind, Ty, TyKind, Unwind,
};

use super::access::store;
use super::copy::is_overlap;
use super::frame::{Frame, LocalSlot, Return, free_locals};
use super::memory::{Owner, state};
use super::operand::Value;
use super::place::{At, Spot, whole};
use super::retag::Retag;
use super::stop::{Step, Stop, Undefined, Unspecified};
use super::terminator::Argument;
use super::types::Cx;
use super::value::Scalar;
use super::{Ending, Machine};

/// Deeper than this, a real stack would have overflowed.
const MAX_DEPTH: usize = 50_000;

/// What a call calls, once a pointer is followed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target<'a> {
    Function(FnId),
    Intrinsic(Intrinsic, &'a [Ty]),
    Observe,
    Panic,
}

impl Machine {
    pub(super) fn resolve<'a>(&mut self, cx: Cx, callee: &'a Callee) -> Step<Target<'a>> {
        Ok(match callee {
            Callee::Function(function) => Target::Function(*function),
            // The machine has a function of its own for every list of types.
            Callee::Generic(..) => unreachable!("generic functions are instantiated"),
            Callee::Intrinsic(intrinsic, types) => Target::Intrinsic(*intrinsic, types),
            Callee::Observe => Target::Observe,
            Callee::Panic => Target::Panic,
            Callee::Pointer(operand) => {
                let (pointer, ty) = self.scalar(cx, operand)?;
                match pointer {
                    Scalar::Function(function) => {
                        check_signature(cx, function, ty)?;
                        Target::Function(function)
                    }
                    Scalar::Indeterminate | Scalar::Nan => {
                        return Err(Unspecified::Address.into());
                    }
                    Scalar::Bits(_) | Scalar::Pointer(_) => {
                        return Err(Undefined::NotAFunction.into());
                    }
                }
            }
        })
    }

    pub(super) fn dispatch(
        &mut self,
        cx: Cx,
        callee: Target,
        args: &[Argument],
        dest: Spot,
        target: BlockId,
        unwind: Unwind,
    ) -> Step<()> {
        match callee {
            Target::Function(function) => {
                let returns = Return::To { destination: dest, target, unwind };
                self.enter(cx, function, args, returns)
            }
            Target::Intrinsic(intrinsic, types) => {
                if is_function(intrinsic) {
                    keep_apart(cx, args, &dest)?;
                }
                self.intrinsic(cx, intrinsic, types, args, &dest)?;
                if is_function(intrinsic) {
                    self.take_moved(cx, args)?;
                }
                if self.ending.is_none() {
                    self.go_to(target);
                }
                Ok(())
            }
            Target::Observe => {
                self.observe(cx, args)?;
                self.go_to(target);
                Ok(())
            }
            Target::Panic => self.unwind(unwind),
        }
    }

    /// What was moved into a function of the library is gone.
    fn take_moved(&mut self, cx: Cx, args: &[Argument]) -> Step<()> {
        for arg in args {
            if let Argument::InPlace(source) = arg {
                self.forget(cx, source)?;
            }
        }
        Ok(())
    }

    /// Pushes a frame and passes the arguments. A fault in passing one is the callee's: it
    /// is reported at the argument in its signature.
    pub(super) fn enter(
        &mut self,
        cx: Cx,
        function: FnId,
        args: &[Argument],
        returns: Return,
    ) -> Step<()> {
        let body = &cx.program.functions[function.index()];
        if args.len() != body.params as usize {
            return Err(Undefined::Signature.into());
        }
        let returned_in_memory = match returns {
            Return::To { destination, .. } => self.is_in_memory(&destination),
            Return::End | Return::Glue => None,
        };
        self.push_frame(cx, function, returns)?;
        for (index, arg) in args.iter().enumerate() {
            let local = Local(index as u32 + 1);
            self.entering = Some((function, local));
            self.pass(cx, local, *arg)?;
        }
        self.entering = Some((function, Local::RETURN));
        if let Some(destination) = returned_in_memory {
            self.protect_in_place(cx, &destination)?;
        }
        self.entering = None;
        Ok(())
    }

    /// Pushes a frame with all its locals as they are at the start.
    pub(super) fn push_frame(&mut self, cx: Cx, function: FnId, returns: Return) -> Step<()> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Box::new(Stop::OutOfFuel));
        }
        self.next_call += 1;
        let mut frame = Frame::new(function, self.next_call, returns);
        frame.locals = self.initial_locals(cx, function);
        self.stack.push(frame);
        Ok(())
    }

    /// A local that any storage marker names starts out dead; all others live throughout.
    /// Blocks that no path leads to are not part of the function.
    fn initial_locals(&mut self, cx: Cx, function: FnId) -> Vec<LocalSlot> {
        if self.starts.len() <= function.index() {
            self.starts.resize(function.index() + 1, None);
        }
        let start = self.starts[function.index()].get_or_insert_with(|| {
            let body = &cx.program.functions[function.index()];
            let mut slots = vec![LocalSlot::Fresh; body.locals.len()];
            let reachable = body.blocks.iter().zip(body.reachable_blocks());
            let blocks = reachable.filter_map(|(block, reached)| reached.then_some(block));
            for statement in blocks.flat_map(|block| &block.statements) {
                if let StatementKind::StorageLive(local) | StatementKind::StorageDead(local) =
                    statement.kind
                    && local.0 > body.params
                {
                    slots[local.index()] = LocalSlot::Dead;
                }
            }
            slots
        });
        start.clone()
    }

    /// One argument: a typed copy into the callee's local, with references protected; then
    /// a moved source is closed to everyone else.
    fn pass(&mut self, cx: Cx, local: Local, arg: Argument) -> Step<()> {
        let dest = self.local_spot(cx, local)?;
        self.put(cx, &dest, arg.value(), Retag::Entry)?;
        if let Argument::InPlace(source) = arg {
            self.protect_in_place(cx, &source)?;
        }
        Ok(())
    }

    /// A typed copy of an evaluated operand, whose type may be merely compatible.
    pub(super) fn put(&mut self, cx: Cx, dest: &Spot, value: Value, retag: Retag) -> Step<()> {
        match value {
            Value::Unit => Ok(()),
            Value::Spot(from) => self.copy(cx, &from, dest, retag),
            Value::Immediate(value, from) if from == dest.ty => {
                self.write_with(cx, dest, value, retag)
            }
            Value::Immediate(value, _) => {
                let layout = cx.layout(dest.ty);
                let pointer = self.reachable(cx, dest, dest.ty)?;
                let (allocation, offset) = self.memory.write(&pointer, layout.size)?;
                store(allocation, offset, &layout.shape, value);
                self.validate(cx, pointer.alloc, offset, dest.ty, retag)
            }
        }
    }

    /// The place, if Miri would have it in memory.
    fn is_in_memory(&self, spot: &Spot) -> Option<Spot> {
        let At::Memory(pointer) = spot.at else { return Some(*spot) };
        match self.memory.get(pointer.alloc) {
            Ok(allocation) => allocation.in_memory.then_some(*spot),
            Err(_) => Some(*spot),
        }
    }

    /// Closes a place to everyone until the call ends, and leaves nothing in it.
    fn protect_in_place(&mut self, cx: Cx, spot: &Spot) -> Step<()> {
        let size = cx.layout(spot.ty).size;
        let pointer = self.reachable(cx, spot, spot.ty)?;
        if size == 0 {
            return Ok(());
        }
        let range = self.memory.reach(&pointer, u64::from(size))?;
        let protector = Some(CallId(self.stack.top().call));
        let parts = [(range, Permission::RESERVED)];
        let tag = self.memory.reborrow(&pointer, &parts, Permission::RESERVED, protector)?;
        self.protect(pointer, tag);
        let protected = super::Pointer { tag, ..pointer };
        let (allocation, offset) = self.memory.write(&protected, size)?;
        allocation.set_state(offset..offset + size, state::UNINIT);
        Ok(())
    }

    /// `Return`: protectors end, the value goes to the caller, the locals are freed.
    pub(super) fn return_from_call(&mut self, cx: Cx) -> Step<()> {
        let result = self.local_spot(cx, Local::RETURN)?;
        self.end_protectors()?;
        let returns = self.stack.top().returns;
        if let Return::End = returns {
            // `main` takes what the first function returns.
            self.inspect(cx, Value::Spot(result))?;
        }
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        if let Return::To { destination, .. } = returns {
            self.copy(cx, &result, &destination, Retag::Plain)?;
        }
        free_locals(&mut self.memory, &frame)?;
        match returns {
            Return::End => self.ending = Some(Ending::Finished),
            Return::To { target, .. } => self.go_to(target),
            Return::Glue => {}
        }
        Ok(())
    }

    /// A value that is passed and then ignored: it has to be good all the same.
    pub(super) fn inspect(&mut self, cx: Cx, value: Value) -> Step<()> {
        let ty = match value {
            Value::Unit => return Ok(()),
            Value::Immediate(_, ty) => ty,
            Value::Spot(spot) => spot.ty,
        };
        let layout = cx.layout(ty);
        let alloc = self.memory.allocate(layout.size, layout.align, Owner::Argument)?;
        let dest = Spot::sized(At::Memory(whole(alloc, layout)), ty);
        self.put(cx, &dest, value, Retag::Plain)?;
        self.memory.free(alloc)
    }

    /// The end of the running call's protectors: each implies a last access.
    pub(super) fn end_protectors(&mut self) -> Step<()> {
        if self.stack.top().protected.is_empty() {
            return Ok(());
        }
        let protected = std::mem::take(&mut self.stack.top_mut().protected);
        self.release_all(&protected)
    }

    pub(super) fn release_all(
        &mut self,
        protected: &[(super::AllocId, crate::borrow::Tag)],
    ) -> Step<()> {
        for &(alloc, tag) in protected {
            self.memory.release(alloc, tag)?;
        }
        for &(alloc, tag) in protected {
            self.memory.unprotect(alloc, tag);
        }
        Ok(())
    }

    /// `TailCall`: the frame goes, and the callee returns to where it would have. All
    /// arguments are copies; the old locals are freed after they were passed.
    pub(super) fn tail_call(&mut self, cx: Cx, callee: &Callee, args: &[Operand]) -> Step<()> {
        let target = self.resolve(cx, callee)?;
        let args = self.arguments(cx, args, Some(&Local::RETURN.into()))?;
        let copies: Vec<Argument> =
            args.into_iter().map(|arg| Argument::Copy(arg.value())).collect();
        self.end_protectors()?;
        let Target::Function(function) = target else {
            return self.tail_call_other(cx, target, &copies);
        };
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        self.enter(cx, function, &copies, frame.returns)?;
        free_locals(&mut self.memory, &frame)
    }

    /// A tail call of what has no frame is a call and a return.
    fn tail_call_other(&mut self, cx: Cx, target: Target, args: &[Argument]) -> Step<()> {
        let dest = self.local_spot(cx, Local::RETURN)?;
        match target {
            Target::Intrinsic(intrinsic, types) => {
                self.intrinsic(cx, intrinsic, types, args, &dest)?;
            }
            Target::Observe => self.observe(cx, args)?,
            Target::Panic => return self.unwind(Unwind::Continue),
            Target::Function(_) => {}
        }
        if self.ending.is_none() {
            return self.return_from_call(cx);
        }
        Ok(())
    }
}

/// Whether a function may be called through a pointer of this type.
fn check_signature(cx: Cx, function: FnId, ty: Ty) -> Step<()> {
    let body = &cx.program.functions[function.index()];
    let TyKind::FnPtr { params, ret } = cx.kind(ty) else {
        return Err(Undefined::NotAFunction.into());
    };
    let own = &body.locals[1..=body.params as usize];
    let fits = params.len() == own.len()
        && params.iter().zip(own).all(|(&a, b)| is_compatible(cx, a, b.ty))
        && is_compatible(cx, *ret, body.locals[0].ty);
    if fits { Ok(()) } else { Err(Undefined::Signature.into()) }
}

/// Whether the language promises that values of two types are passed alike.
fn is_compatible(cx: Cx, a: Ty, b: Ty) -> bool {
    let (a, b) = (unwrapped(cx, a), unwrapped(cx, b));
    if a == b {
        return true;
    }
    let number = |ty: Ty| match cx.kind(ty) {
        TyKind::Int(int) => Some((int.bits(), int.is_signed())),
        TyKind::Char => Some((32, false)),
        _ => None,
    };
    match (cx.program.types.pointee(a), cx.program.types.pointee(b)) {
        (Some(a), Some(b)) => cx.program.types.is_unsized(a) == cx.program.types.is_unsized(b),
        (None, None) => number(a).is_some() && number(a) == number(b),
        _ => false,
    }
}

/// What is inside transparent wrappers.
fn unwrapped(cx: Cx, mut ty: Ty) -> Ty {
    while let Some(def) = cx.program.types.as_adt(ty) {
        let core = matches!(def.origin, crate::syntax::AdtOrigin::Core(_));
        let wraps = (def.repr.transparent || core)
            && matches!(cx.layout(ty).shape, Shape::Fields(_) | Shape::Union(_));
        let inner = def
            .variants
            .first()
            .and_then(|variant| variant.fields.iter().find(|field| cx.layout(field.ty).size > 0));
        match inner {
            Some(field) if wraps => ty = field.ty,
            _ => break,
        }
    }
    ty
}

/// What is moved into a function may not lie where its result goes (Miri's
/// `protect_in_place_function_argument`, of both).
fn keep_apart(cx: Cx, args: &[Argument], dest: &Spot) -> Step<()> {
    let lies_there = |arg: &Argument| match arg {
        Argument::InPlace(moved) => is_overlap(cx, moved, dest),
        Argument::Copy(_) => false,
    };
    match args.iter().any(lies_there) {
        true => Err(Undefined::Overlap.into()),
        false => Ok(()),
    }
}

/// Whether it is an ordinary function of the library, called by its path. True intrinsics
/// leave what is moved into them where it is.
fn is_function(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    intrinsic.atomic().is_some()
        || intrinsic.simd().is_some()
        || matches!(
            intrinsic,
            I::Fabs | I::Minnum | I::Maxnum | I::Minimum | I::Maximum | I::WriteViaMove
        )
}
