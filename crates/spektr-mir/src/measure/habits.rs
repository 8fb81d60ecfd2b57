//! Habits of running code that no single statement shows: what a use is called depends on
//! where the value came from. Watches locals by the way they were last written; knows
//! nothing of what is allowed.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::{Immediate, Machine, Pointer, Scalar};
use crate::syntax::*;
use crate::typing::operand_ty;

/// Where a statement or terminator stands in its function.
pub type Site = (BlockId, u32);

/// How the value of a local came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Origin {
    #[default]
    Unknown,
    Literal,
    Computed,
    Compared,
    /// A comparison that a switch has already decided on.
    Decided,
    Discriminant,
    /// A pointer moved to another element.
    Stepped,
    /// A pointer cast to another pointee.
    Punned,
    /// A pointer moved by `arith_offset`, and where it was before.
    Away(Pointer),
    /// A pointer to an element whose index local was written since.
    IndexChanged,
}

#[derive(Clone, Copy, Debug, Default)]
struct Written {
    origin: Origin,
    by: Option<Site>,
}

#[derive(Debug, Default)]
struct Frame {
    locals: Vec<Written>,
    /// Pointers to elements, with the index local each was made with.
    elements: Vec<(Local, Local)>,
}

#[derive(Debug, Default)]
pub struct Habits {
    pub names: BTreeSet<&'static str>,
    frames: Vec<Frame>,
    /// Where each function was first called from.
    callers: BTreeMap<FnId, (FnId, BlockId)>,
}

/// The program, and the machine that runs it, just before a step.
pub struct Moment<'a> {
    pub program: &'a Program,
    pub function: &'a Function,
    pub machine: &'a mut Machine,
    pub site: Site,
}

impl Moment<'_> {
    fn bits(&self, operand: &Operand) -> Option<u128> {
        match operand {
            Operand::Const(Const::Scalar { bits, .. }) => Some(*bits),
            Operand::Const(_) => None,
            Operand::Copy(place) | Operand::Move(place) => {
                self.machine.glance(self.program, place)?.first().bits()
            }
        }
    }

    fn pointer(&self, place: &Place) -> Option<Pointer> {
        match self.machine.glance(self.program, place)? {
            Immediate::Scalar(Scalar::Pointer(pointer)) => Some(pointer),
            _ => None,
        }
    }

    fn pointee(&self, operand: &Operand) -> Option<Ty> {
        let ty = operand_ty(self.program, self.function, operand).ok()?;
        self.program.types.pointee(ty)
    }

    /// Whether a local holds a reference that may not be used any more.
    fn holds_dead_reference(&mut self, local: Local) -> bool {
        let TyKind::Ref(mutability, _) =
            *self.program.types.kind(self.function.locals[local.index()].ty)
        else {
            return false;
        };
        let place = Place::local(local);
        if !self.machine.has_value(self.program, &place) {
            return false;
        }
        let again = Rvalue::Ref(mutability, Place::deref(local));
        let kind = StatementKind::Assign(place, again);
        let statement = Statement { kind, span: Span::default() };
        self.machine.would_accept(self.program, &statement).is_err()
    }
}

impl Habits {
    fn note(&mut self, name: &'static str) {
        self.names.insert(name);
    }

    pub fn enter(&mut self, function: &Function, id: FnId, from: Option<(FnId, BlockId)>) {
        let mut frame =
            Frame { locals: vec![Written::default(); function.locals.len()], ..Frame::default() };
        for param in &mut frame.locals[1..=function.params as usize] {
            param.origin = Origin::Computed;
        }
        self.frames.push(frame);
        if self.frames.len() >= 3 {
            self.note("run.calls_nested");
        }
        if let Some(site) = from
            && *self.callers.entry(id).or_insert(site) != site
        {
            self.note("run.function_called_from_several_sites");
        }
    }

    pub fn leave(&mut self) {
        self.frames.pop();
    }

    fn origin(&self, local: Local) -> Origin {
        self.written(local).origin
    }

    fn written(&self, local: Local) -> Written {
        let frame = self.frames.last();
        frame.and_then(|frame| frame.locals.get(local.index())).copied().unwrap_or_default()
    }

    /// A value is read from a place.
    fn read(&mut self, place: &Place) {
        if place.projection.is_empty() && self.origin(place.local) == Origin::Decided {
            self.note("run.comparison_reused_after_switch");
        }
        self.address(place);
    }

    /// A place is reached.
    fn address(&mut self, place: &Place) {
        if place.is_indirect() {
            match self.origin(place.local) {
                Origin::Stepped => self.note("run.stepped_pointer_followed"),
                Origin::Punned => self.note("run.punned_pointer_followed"),
                Origin::IndexChanged => self.note("run.index_changed_after_borrow"),
                _ => {}
            }
        }
        for step in &place.projection {
            if let Projection::Index(local) = step
                && self.origin(*local) != Origin::Literal
            {
                self.note("run.index_computed");
            }
        }
    }

    fn read_operand(&mut self, operand: &Operand) {
        if let Operand::Copy(place) | Operand::Move(place) = operand {
            self.read(place);
        }
    }

    /// An assignment is about to run.
    pub fn assign(&mut self, moment: &mut Moment<'_>, place: &Place, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Unary(_, operand)
            | Rvalue::Cast(_, operand, _) => self.read_operand(operand),
            Rvalue::Binary(op, left, right) => {
                self.read_operand(left);
                self.read_operand(right);
                self.division(moment, *op, right);
            }
            Rvalue::Checked(_, left, right) => {
                self.read_operand(left);
                self.read_operand(right);
            }
            Rvalue::Aggregate(_, operands) => operands.iter().for_each(|o| self.read_operand(o)),
            Rvalue::Ref(_, place)
            | Rvalue::RawRef(_, place)
            | Rvalue::Discriminant(place)
            | Rvalue::Len(place) => self.address(place),
        }
        self.address(place);
        if place.projection.is_empty() {
            if moment.holds_dead_reference(place.local) {
                self.note("run.dead_reference_overwritten");
            }
            self.repetition(moment.site, place.local, rvalue);
            let origin = self.origin_of(moment, rvalue);
            self.write(place.local, origin, moment.site);
            if let Rvalue::Ref(_, target) | Rvalue::RawRef(_, target) = rvalue {
                self.note_element(place.local, target);
            }
        }
    }

    fn division(&mut self, moment: &Moment<'_>, op: BinOp, divisor: &Operand) {
        let (Operand::Copy(place) | Operand::Move(place)) = divisor else { return };
        let ty = operand_ty(moment.program, moment.function, divisor);
        let is_int = ty.is_ok_and(|ty| matches!(moment.program.types.kind(ty), TyKind::Int(_)));
        let known = place.projection.is_empty() && self.origin(place.local) == Origin::Literal;
        if matches!(op, BinOp::Div | BinOp::Rem) && is_int && !known {
            self.note("run.divisor_computed");
        }
    }

    /// The same statement wrote the local before: it goes round a loop.
    fn repetition(&mut self, site: Site, local: Local, rvalue: &Rvalue) {
        if self.written(local).by != Some(site) {
            return;
        }
        let own = |operand: &Operand| *operand == Operand::Copy(Place::local(local));
        match rvalue {
            Rvalue::Binary(BinOp::Add | BinOp::Sub, left, Operand::Const(_)) if own(left) => {
                self.note("run.loop_induction_variable");
            }
            Rvalue::Binary(_, left, right) if own(left) && !own(right) => {
                self.note("run.loop_reduction");
            }
            _ => {}
        }
    }

    fn origin_of(&self, moment: &Moment<'_>, rvalue: &Rvalue) -> Origin {
        match rvalue {
            Rvalue::Use(Operand::Const(_)) => Origin::Literal,
            Rvalue::Use(Operand::Copy(place) | Operand::Move(place))
                if place.projection.is_empty() =>
            {
                self.origin(place.local)
            }
            Rvalue::Binary(op, ..) if op.is_comparison() => Origin::Compared,
            Rvalue::Binary(BinOp::Offset, _, distance) if moment.bits(distance) != Some(0) => {
                Origin::Stepped
            }
            Rvalue::Cast(CastKind::PtrToPtr, operand, to)
                if moment.program.types.pointee(*to) != moment.pointee(operand) =>
            {
                Origin::Punned
            }
            Rvalue::Discriminant(_) => Origin::Discriminant,
            _ => Origin::Computed,
        }
    }

    fn write(&mut self, local: Local, origin: Origin, by: Site) {
        let Some(frame) = self.frames.last_mut() else { return };
        let changed: Vec<Local> = frame
            .elements
            .iter()
            .filter(|(_, index)| *index == local)
            .map(|(pointer, _)| *pointer)
            .collect();
        for pointer in changed {
            frame.locals[pointer.index()].origin = Origin::IndexChanged;
        }
        frame.elements.retain(|(pointer, index)| *pointer != local && *index != local);
        frame.locals[local.index()] = Written { origin, by: Some(by) };
    }

    fn note_element(&mut self, pointer: Local, target: &Place) {
        let Some(frame) = self.frames.last_mut() else { return };
        for step in &target.projection {
            if let Projection::Index(index) = step {
                frame.elements.push((pointer, *index));
            }
        }
    }

    /// A field was written, or a discriminant: is the rest of the value there?
    pub fn after_part(&mut self, moment: &Moment<'_>, place: &Place) {
        if place.is_indirect()
            || moment.machine.has_value(moment.program, &Place::local(place.local))
        {
            return;
        }
        let types = &moment.program.types;
        match types.kind(moment.function.locals[place.local.index()].ty) {
            TyKind::Tuple(_) => self.note("run.tuple_partly_written"),
            TyKind::Adt(id) => match types.adt(*id).kind {
                AdtKind::Struct => self.note("run.struct_partly_written"),
                AdtKind::Enum => self.note("run.enum_partly_written"),
                AdtKind::Union => {}
            },
            _ => {}
        }
    }

    /// A switch is about to run.
    pub fn switch(&mut self, subject: &Operand) {
        self.read_operand(subject);
        let (Operand::Copy(place) | Operand::Move(place)) = subject else { return };
        if !place.projection.is_empty() {
            return;
        }
        match self.origin(place.local) {
            Origin::Discriminant => self.note("run.switch_on_discriminant"),
            Origin::Compared => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.locals[place.local.index()].origin = Origin::Decided;
                }
            }
            _ => {}
        }
    }

    /// A call is about to run; gives where the pointer it moves was before.
    pub fn call(&mut self, moment: &Moment<'_>, callee: &Callee, args: &[Operand]) -> CallHabit {
        args.iter().for_each(|arg| self.read_operand(arg));
        let Callee::Intrinsic(intrinsic, _) = callee else { return CallHabit::Other };
        if matches!(intrinsic, Intrinsic::UncheckedDiv | Intrinsic::UncheckedRem) {
            self.division(moment, BinOp::Div, &args[1]);
        }
        let moves = matches!(intrinsic, Intrinsic::ArithOffset | Intrinsic::Offset);
        let stepped = moves && moment.bits(&args[1]) != Some(0);
        match args {
            [Operand::Copy(place) | Operand::Move(place), _] if stepped => {
                let Some(before) = moment.pointer(place) else { return CallHabit::Other };
                let origin = self.origin(place.local);
                match origin {
                    Origin::Away(start) if place.projection.is_empty() => CallHabit::Again(start),
                    _ => CallHabit::Stepped(before),
                }
            }
            _ => CallHabit::Other,
        }
    }

    /// A call that is not of a function of the program has run.
    pub fn after_call(&mut self, moment: &Moment<'_>, destination: &Place, habit: CallHabit) {
        if !destination.projection.is_empty() {
            return;
        }
        let now = moment.pointer(destination);
        let origin = match (habit, now) {
            (CallHabit::Again(start), Some(now)) => {
                if (now.alloc, now.offset) == (start.alloc, start.offset) {
                    self.note("run.pointer_round_trip");
                }
                Origin::Away(start)
            }
            // Inside its allocation it is a step; outside, it is on a trip.
            (CallHabit::Stepped(before), Some(now)) => {
                let region = now.region;
                let inside =
                    i64::from(region.start) <= now.offset && now.offset < i64::from(region.end);
                if inside { Origin::Stepped } else { Origin::Away(before) }
            }
            _ => Origin::Computed,
        };
        self.write(destination.local, origin, moment.site);
    }

    /// A function returned into a place.
    pub fn returned(&mut self, destination: &Place, site: Site) {
        if destination.projection.is_empty() {
            self.write(destination.local, Origin::Computed, site);
        }
    }
}

/// What a call does to a pointer.
#[derive(Clone, Copy, Debug)]
pub enum CallHabit {
    Other,
    /// It moves a pointer that was here.
    Stepped(Pointer),
    /// It moves a pointer once more that was here at first.
    Again(Pointer),
}
