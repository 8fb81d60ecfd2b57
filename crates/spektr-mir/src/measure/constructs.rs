//! The constructs that occur in code, by name. Works on the program as data, so that what
//! the generator believes it made cannot flatter the figures.

use std::collections::BTreeSet;

use crate::syntax::*;
use crate::typing::{operand_ty, place_ty};

/// A set of construct names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constructs {
    pub names: BTreeSet<String>,
}

impl Constructs {
    /// Everything that occurs in a program, whether it runs or not.
    pub fn of_program(program: &Program) -> Constructs {
        let mut all = Constructs::default();
        for function in &program.functions {
            for block in &function.blocks {
                all.block(program, function, block);
            }
        }
        all
    }

    fn add(&mut self, name: &str) {
        if !self.names.contains(name) {
            self.names.insert(name.to_owned());
        }
    }

    /// Everything that occurs in one block.
    pub fn block(&mut self, program: &Program, function: &Function, block: &Block) {
        for statement in &block.statements {
            self.statement(program, function, &statement.kind);
        }
        self.terminator(program, function, &block.terminator.kind);
    }

    fn statement(&mut self, program: &Program, function: &Function, kind: &StatementKind) {
        match kind {
            StatementKind::Assign(place, rvalue) => {
                self.place(program, function, place, "write");
                self.rvalue(program, function, rvalue);
            }
            StatementKind::StorageLive(_) => self.add("storage.live"),
            StatementKind::StorageDead(_) => self.add("storage.dead"),
            StatementKind::SetDiscriminant(place, _) => {
                self.place(program, function, place, "write");
                self.add("set_discriminant");
            }
            StatementKind::Assume(operand) => {
                self.operand(program, function, operand);
                self.add("assume");
            }
        }
    }

    fn rvalue(&mut self, program: &Program, function: &Function, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => self.operand(program, function, operand),
            Rvalue::Repeat(operand, _) => {
                self.add("repeat");
                self.operand(program, function, operand);
            }
            Rvalue::Ref(mutability, place) | Rvalue::RawRef(mutability, place) => {
                let raw = matches!(rvalue, Rvalue::RawRef(..));
                self.add(match (raw, mutability) {
                    (false, Mutability::Not) => "borrow.shared",
                    (false, Mutability::Mut) => "borrow.mut",
                    (true, Mutability::Not) => "address.const",
                    (true, Mutability::Mut) => "address.mut",
                });
                if place.is_indirect() {
                    let root = function.locals.get(place.local.index()).map(|local| local.ty);
                    let through_ref =
                        root.is_some_and(|ty| matches!(program.types.kind(ty), TyKind::Ref(..)));
                    self.add(match (raw, through_ref) {
                        (true, true) => "address.behind_reference",
                        (true, false) => "address.behind_pointer",
                        (false, true) => "borrow.behind_reference",
                        (false, false) => "borrow.behind_pointer",
                    });
                }
                self.place(program, function, place, "point");
            }
            Rvalue::Unary(op, operand) => {
                self.add(match op {
                    UnOp::Not => "unary.not",
                    UnOp::Neg => "unary.neg",
                    UnOp::PtrMetadata => "ptr_metadata",
                });
                self.operand(program, function, operand);
            }
            Rvalue::Binary(op, left, right) => {
                self.binary(program, function, *op, left);
                self.operand(program, function, left);
                self.operand(program, function, right);
            }
            Rvalue::Checked(op, left, right) => {
                self.add(&format!("checked.{op:?}").to_lowercase());
                self.operand(program, function, left);
                self.operand(program, function, right);
            }
            Rvalue::Cast(kind, operand, ty) => {
                self.cast(program, function, *kind, operand, *ty);
                self.operand(program, function, operand);
            }
            Rvalue::Discriminant(place) => {
                self.add("discriminant");
                self.place(program, function, place, "read");
            }
            Rvalue::Len(place) => {
                self.add("len");
                self.place(program, function, place, "read");
            }
            Rvalue::Aggregate(kind, operands) => {
                self.aggregate(program, kind);
                operands.iter().for_each(|operand| self.operand(program, function, operand));
            }
        }
    }

    fn binary(&mut self, program: &Program, function: &Function, op: BinOp, left: &Operand) {
        let kind = operand_ty(program, function, left).map(|ty| program.types.kind(ty));
        let domain = match kind {
            Ok(TyKind::Float(_)) => "float",
            Ok(TyKind::RawPtr(..)) => "pointer",
            Ok(TyKind::Bool) => "bool",
            Ok(TyKind::Char) => "char",
            Ok(TyKind::Int(int)) if int.is_signed() => "signed",
            _ => "unsigned",
        };
        let group = if op.is_comparison() { "compare".to_owned() } else { format!("{op:?}") };
        self.add(&format!("binary.{}.{domain}", group.to_lowercase()));
    }

    fn cast(
        &mut self,
        program: &Program,
        function: &Function,
        kind: CastKind,
        operand: &Operand,
        to: Ty,
    ) {
        let word = |ty: Ty| match program.types.kind(ty) {
            TyKind::Bool => "bool",
            TyKind::Char => "char",
            TyKind::Int(_) => "int",
            TyKind::Float(_) => "float",
            TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. } => "pointer",
            _ => "aggregate",
        };
        let from = operand_ty(program, function, operand).map_or("unknown", word);
        match kind {
            CastKind::As => self.add(&format!("cast.{from}_to_{}", word(to))),
            CastKind::Transmute => self.add(&format!("transmute.{from}_to_{}", word(to))),
            CastKind::PtrToPtr => {
                let from = operand_ty(program, function, operand).ok();
                let same =
                    from.and_then(|ty| program.types.pointee(ty)) == program.types.pointee(to);
                self.add(if same { "cast.pointer_mutability" } else { "cast.pointer_punning" });
            }
            CastKind::Unsize => self.add("cast.unsize"),
        }
    }

    fn aggregate(&mut self, program: &Program, kind: &AggregateKind) {
        match kind {
            AggregateKind::Tuple => self.add("aggregate.tuple"),
            AggregateKind::Array(_) => self.add("aggregate.array"),
            AggregateKind::Union(..) => self.add("aggregate.union"),
            AggregateKind::Adt(id, _) => self.add(match program.types.adt(*id).kind {
                AdtKind::Enum => "aggregate.enum",
                _ => "aggregate.struct",
            }),
        }
    }

    fn operand(&mut self, program: &Program, function: &Function, operand: &Operand) {
        match operand {
            Operand::Copy(place) => self.place(program, function, place, "read"),
            Operand::Move(place) => {
                self.add("operand.move");
                self.place(program, function, place, "read");
            }
            Operand::Const(Const::Scalar { ty, .. }) => {
                self.add(match program.types.kind(*ty) {
                    TyKind::Float(_) => "literal.float",
                    TyKind::Bool => "literal.bool",
                    TyKind::Char => "literal.char",
                    _ => "literal.int",
                });
            }
            Operand::Const(Const::Named(id)) => {
                let item = program.consts.get(id.index());
                let function =
                    item.is_some_and(|item| matches!(item.value, ConstTree::Function(_)));
                self.add(if function { "const.function" } else { "const.item" });
            }
            Operand::Const(Const::Static(Mutability::Not, _)) => self.add("static"),
            Operand::Const(Const::Static(Mutability::Mut, _)) => self.add("static_mut"),
            Operand::Const(Const::Unit | Const::Str(_)) => {}
        }
    }

    fn place(&mut self, program: &Program, function: &Function, place: &Place, how: &str) {
        let Some(local) = function.locals.get(place.local.index()) else { return };
        let mut ty = local.ty;
        for &step in &place.projection {
            let name = match step {
                Projection::Deref => match program.types.kind(ty) {
                    TyKind::Ref(..) => "deref_reference",
                    _ => "deref_pointer",
                },
                Projection::Field(_) => match program.types.as_adt(ty) {
                    Some(def) if def.kind == AdtKind::Union => "union_field",
                    _ => "field",
                },
                Projection::VariantField { .. } => "variant_field",
                Projection::Index(_) => match program.types.kind(ty) {
                    TyKind::Slice(_) => "slice_index",
                    _ => "index",
                },
            };
            self.add(&format!("place.{name}.{how}"));
            let Ok(next) = crate::typing::projected_ty(&program.types, ty, step) else { return };
            ty = next;
        }
        self.ty(program, ty);
    }

    /// Kinds of types that are worth counting.
    fn ty(&mut self, program: &Program, ty: Ty) {
        let types = &program.types;
        match types.kind(ty) {
            TyKind::RawPtr(_, to) | TyKind::Ref(_, to) => {
                let reference = matches!(types.kind(ty), TyKind::Ref(..));
                match types.kind(*to) {
                    TyKind::Ref(..) if reference => self.add("type.reference_to_reference"),
                    TyKind::RawPtr(..) | TyKind::Ref(..) => self.add("type.pointer_to_pointer"),
                    TyKind::Slice(_) => self.add("type.slice_pointer"),
                    _ => {}
                }
            }
            TyKind::FnPtr { .. } => self.add("type.function_pointer"),
            TyKind::Float(float @ (FloatTy::F16 | FloatTy::F128)) => {
                self.add(&format!("type.{}", float.name()));
            }
            TyKind::Tuple(fields) => {
                if fields.is_empty() {
                    self.add("type.unit");
                }
                fields.iter().for_each(|&field| self.field_ty(program, field));
            }
            TyKind::Adt(id) => self.adt(program, types.adt(*id), ty),
            _ => {}
        }
    }

    fn field_ty(&mut self, program: &Program, ty: Ty) {
        match program.types.kind(ty) {
            TyKind::Ref(..) => self.add("type.reference_in_field"),
            TyKind::RawPtr(..) => self.add("type.pointer_in_field"),
            _ => {}
        }
    }

    fn adt(&mut self, program: &Program, def: &AdtDef, ty: Ty) {
        let fields = || def.variants.iter().flat_map(|variant| &variant.fields);
        fields().for_each(|field| self.field_ty(program, field.ty));
        if fields().next().is_none() && def.kind == AdtKind::Struct {
            self.add("type.zero_sized_struct");
        }
        if fields().any(|field| program.types.pointee(field.ty) == Some(ty)) {
            self.add("type.recursive");
        }
        if def.repr.c {
            self.add("type.repr_c");
        }
        if def.repr.packed.is_some() {
            self.add("type.packed");
        }
        if def.repr.align.is_some() {
            self.add("type.align");
        }
        if def.repr.transparent {
            self.add("type.transparent");
        }
        if def.kind == AdtKind::Enum {
            if def.repr.int.is_some() {
                self.add("type.repr_int");
            }
            if def.variants.iter().any(|variant| variant.explicit) {
                self.add("type.explicit_discriminant");
            }
            if def.variants.len() == 2
                && def.repr == Repr::default()
                && self.has_niche(program, def)
            {
                self.add("type.niche");
            }
        }
    }

    /// Whether one variant is told from the other by a value that a field cannot have.
    fn has_niche(&self, program: &Program, def: &AdtDef) -> bool {
        let empty = def.variants.iter().any(|variant| variant.fields.is_empty());
        let spare = |ty: Ty| {
            matches!(
                program.types.kind(ty),
                TyKind::Bool | TyKind::Char | TyKind::Ref(..) | TyKind::FnPtr { .. }
            )
        };
        empty
            && def.variants.iter().flat_map(|variant| &variant.fields).any(|field| spare(field.ty))
    }

    fn terminator(&mut self, program: &Program, function: &Function, kind: &TerminatorKind) {
        match kind {
            TerminatorKind::Goto(_) => self.add("goto"),
            TerminatorKind::Switch { subject, .. } => {
                let ty = operand_ty(program, function, subject);
                self.add(match ty.map(|ty| program.types.kind(ty)) {
                    Ok(TyKind::Bool) => "switch.bool",
                    Ok(TyKind::Char) => "switch.char",
                    _ => "switch.int",
                });
                self.operand(program, function, subject);
            }
            TerminatorKind::Call { destination, callee, args, unwind, .. } => {
                self.call(program, function, callee, args);
                self.unwind(*unwind);
                self.destination(callee, args, destination);
                self.place(program, function, destination, "write");
            }
            TerminatorKind::TailCall { callee, args } => {
                self.add("tail_call");
                self.call(program, function, callee, args);
            }
            TerminatorKind::Drop { place, unwind, .. } => {
                let ty = place_ty(&program.types, function, place);
                let destructor = ty.is_ok_and(|ty| program.types.has_destructor(ty));
                self.add(if destructor { "drop.destructor" } else { "drop" });
                self.unwind(*unwind);
            }
            TerminatorKind::Return => self.add("return"),
            TerminatorKind::Unreachable => self.add("unreachable"),
            TerminatorKind::UnwindResume | TerminatorKind::UnwindTerminate(_) => self.add("unwind"),
        }
    }

    fn unwind(&mut self, unwind: Unwind) {
        match unwind {
            Unwind::Continue => self.add("unwind.continue"),
            Unwind::Cleanup(_) => self.add("unwind.cleanup"),
            Unwind::Terminate(_) => self.add("unwind.terminate"),
            Unwind::Unreachable => {}
        }
    }

    fn call(&mut self, program: &Program, function: &Function, callee: &Callee, args: &[Operand]) {
        match callee {
            Callee::Function(id) => {
                self.add("call.function");
                let Some(callee) = program.functions.get(id.index()) else { return };
                for (holds, name) in [
                    (callee.abi == Abi::C, "call.c"),
                    (callee.cold, "call.cold"),
                    (callee.reached == Reached::ThroughClosure, "call.closure"),
                    (callee.reached == Reached::ThroughDyn, "call.dyn"),
                    (callee.inline == Inline::Never, "call.inline_never"),
                    (callee.inline == Inline::Always, "call.inline_always"),
                ] {
                    if holds {
                        self.add(name);
                    }
                }
            }
            Callee::Generic(..) => self.add("call.generic"),
            Callee::Pointer(_) => self.add("call.pointer"),
            Callee::Intrinsic(intrinsic, _) => self.add(&format!("intrinsic.{}", intrinsic.name())),
            Callee::Observe => self.observed(program, function, args),
            Callee::Panic => self.add("call.panic"),
        }
        let passes =
            matches!(callee, Callee::Function(_) | Callee::Generic(..) | Callee::Pointer(_));
        for (index, arg) in args.iter().enumerate() {
            self.operand(program, function, arg);
            if passes && matches!(arg, Operand::Move(_)) {
                self.add("argument.moved");
            }
            for other in args[..index].iter().filter(|other| passes && same_place(other, arg)) {
                self.add("argument.repeated");
                let moved = |operand: &Operand| matches!(operand, Operand::Move(_));
                if moved(other) || moved(arg) {
                    self.add("argument.copied_and_moved");
                }
            }
        }
    }

    /// Results that go to where an argument came from.
    fn destination(&mut self, callee: &Callee, args: &[Operand], destination: &Place) {
        if !matches!(callee, Callee::Function(_) | Callee::Generic(..) | Callee::Pointer(_)) {
            return;
        }
        if destination.is_indirect() {
            self.add("call.result_behind_pointer");
        }
        for arg in args {
            let (Operand::Copy(place) | Operand::Move(place)) = arg else { continue };
            if place.local == destination.local && !place.is_indirect() {
                self.add(match arg {
                    Operand::Move(_) => "argument.moved_beside_result",
                    _ => "argument.copied_over_by_result",
                });
            }
        }
    }

    fn observed(&mut self, program: &Program, function: &Function, args: &[Operand]) {
        self.add("observe");
        for arg in args {
            let ty = match arg {
                Operand::Copy(place) | Operand::Move(place) => {
                    place_ty(&program.types, function, place)
                }
                Operand::Const(_) => continue,
            };
            match ty.map(|ty| program.types.kind(ty)) {
                Ok(TyKind::Float(_)) => self.add("observe.float"),
                Ok(TyKind::Tuple(_) | TyKind::Array(..) | TyKind::Adt(_)) => {
                    self.add("observe.aggregate");
                }
                _ => {}
            }
        }
    }
}

fn same_place(left: &Operand, right: &Operand) -> bool {
    match (left, right) {
        (Operand::Copy(a) | Operand::Move(a), Operand::Copy(b) | Operand::Move(b)) => a == b,
        _ => false,
    }
}
