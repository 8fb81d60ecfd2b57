//! The body of a generic function: values of types that it does not know are copied, moved,
//! put into tuples, arrays and options, taken out again and reached through pointers; what
//! decides the way is of types that it knows.

use super::Template;
use crate::generate::generator::Generator;
use crate::generate::operands::{scalar, settle_arguments};
use crate::syntax::{
    Abi, AggregateKind, BinOp, Block, BlockId, Callee, CastKind, CoreAdt, Function, IntTy,
    Intrinsic, Local, LocalDecl, Mutability, Operand, Place, Projection, Reached, Rvalue, Span,
    Statement, StatementKind, Terminator, TerminatorKind, Ty, TyKind, Unwind,
};

/// Statements and regions of a body, about.
const LENGTH: std::ops::Range<u64> = 6..18;

/// How deep regions nest.
const DEPTH: u32 = 2;

impl Generator {
    /// Writes a generic function; its number.
    pub(super) fn new_template(&mut self) -> usize {
        let inline = self.template_inline();
        let generics = self.entropy.range(1, 2) as u32;
        let mut writer = Writer::new(self, generics);
        writer.signature();
        for _ in 0..writer.generator.entropy.range(LENGTH.start, LENGTH.end) {
            writer.step();
        }
        writer.give_result();
        writer.end(TerminatorKind::Return);
        let Writer { locals, blocks, params, written, .. } = writer;
        self.budget.statements -= written;
        let name = String::new();
        let function = Function {
            name,
            params,
            generics,
            locals,
            blocks,
            inline,
            abi: Abi::Rust,
            cold: false,
            reached: Reached::Directly,
            span: Span::default(),
        };
        self.templates.push(Template { function, instances: Vec::new() });
        self.templates.len() - 1
    }
}

pub(super) struct Writer<'g> {
    pub generator: &'g mut Generator,
    generics: u32,
    pub params: u32,
    pub locals: Vec<LocalDecl>,
    blocks: Vec<Block>,
    pub block: BlockId,
    /// Places with a value, whichever way was taken.
    pub ready: Vec<(Place, Ty)>,
    pub depth: u32,
    written: i64,
}

impl<'g> Writer<'g> {
    fn new(generator: &'g mut Generator, generics: u32) -> Writer<'g> {
        let mut writer = Writer {
            generator,
            generics,
            params: 0,
            locals: Vec::new(),
            blocks: Vec::new(),
            block: BlockId(0),
            ready: Vec::new(),
            depth: 0,
            written: 0,
        };
        writer.new_block();
        writer
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.generator.entropy.below(bound)
    }

    pub fn ty(&mut self, kind: TyKind) -> Ty {
        self.generator.intern(kind)
    }

    pub fn int(&mut self, int: IntTy) -> Ty {
        self.ty(TyKind::Int(int))
    }

    pub fn param(&mut self) -> Ty {
        let index = self.below(u64::from(self.generics)) as u32;
        self.ty(TyKind::Param(index))
    }

    pub fn option(&mut self, of: Ty) -> Ty {
        let types = &mut self.generator.stage.program.types;
        let id = types.core_adt(CoreAdt::Option, &[of]);
        self.ty(TyKind::Adt(id))
    }

    /// A type with a parameter in it.
    pub fn composite(&mut self) -> Ty {
        let (one, other) = (self.param(), self.param());
        match self.below(7) {
            0 => self.ty(TyKind::Tuple(vec![one, other])),
            1 => {
                let number = self.int(IntTy::U32);
                self.ty(TyKind::Tuple(vec![number, one]))
            }
            2 => {
                let count = self.generator.entropy.range(1, 4);
                self.ty(TyKind::Array(one, count))
            }
            3 | 4 => self.option(one),
            5 => {
                let option = self.option(one);
                self.ty(TyKind::Tuple(vec![other, option]))
            }
            _ => one,
        }
    }

    pub fn local(&mut self, ty: Ty) -> Local {
        let local = Local(self.locals.len() as u32);
        let name = if local == Local::RETURN { "RET".to_owned() } else { format!("_{}", local.0) };
        self.locals.push(LocalDecl { name, ty, span: Span::default() });
        local
    }

    /// Parameters: one of each type at least, pointers to them, and what decides the way.
    fn signature(&mut self) {
        let ret = match self.below(4) {
            0 => self.int(IntTy::U32),
            1 => self.param(),
            _ => self.composite(),
        };
        self.local(ret);
        let mut tys: Vec<Ty> = (0..self.generics).map(|i| self.ty(TyKind::Param(i))).collect();
        for _ in 0..self.generator.entropy.range(1, 3) {
            let target = self.param();
            tys.push(match self.below(6) {
                0 => target,
                1 | 2 => self.ty(TyKind::RawPtr(Mutability::Mut, target)),
                3 => self.ty(TyKind::Ref(Mutability::Mut, target)),
                4 => self.ty(TyKind::Ref(Mutability::Not, target)),
                _ => self.composite(),
            });
        }
        tys.push(self.ty(TyKind::Bool));
        tys.push(self.int(IntTy::U32));
        self.params = tys.len() as u32;
        for ty in tys {
            let local = self.local(ty);
            self.note(Place::local(local), ty);
        }
    }

    /// A place has a value, and so have its parts and what it points to.
    pub fn note(&mut self, place: Place, ty: Ty) {
        let parts: Vec<Ty> = match self.generator.types().kind(ty) {
            TyKind::Tuple(parts) => parts.clone(),
            _ => Vec::new(),
        };
        for (index, part) in parts.into_iter().enumerate() {
            self.note(place.clone().then(Projection::Field(index as u32)), part);
        }
        if place.projection.is_empty()
            && let Some(target) = self.generator.types().pointee(ty)
        {
            self.ready.push((Place::deref(place.local), target));
        }
        if !self.ready.iter().any(|(known, _)| *known == place) {
            self.ready.push((place, ty));
        }
    }

    pub fn find(&mut self, wanted: impl Fn(&Writer, &Place, Ty) -> bool) -> Option<(Place, Ty)> {
        let fitting: Vec<(Place, Ty)> =
            self.ready.iter().filter(|(place, ty)| wanted(self, place, *ty)).cloned().collect();
        self.generator.entropy.pick(&fitting).cloned()
    }

    /// Something of the type: what is there, or made anew.
    pub fn read(&mut self, ty: Ty) -> Operand {
        let anew = !self.generator.types().has_params(ty) && self.below(3) == 0;
        if !anew && let Some((place, _)) = self.find(|_, _, found| found == ty) {
            let whole = place.projection.is_empty() && place.local.0 > self.params;
            if whole && self.depth == 0 && self.below(6) == 0 {
                self.ready.retain(|(known, _)| known.local != place.local);
                return Operand::Move(place);
            }
            return Operand::Copy(place);
        }
        match self.generator.types().kind(ty).clone() {
            TyKind::Bool => scalar(u128::from(self.below(2)), ty),
            TyKind::Int(_) => scalar(u128::from(self.below(100)), ty),
            _ => {
                let local = self.local(ty);
                self.build(Place::local(local), ty);
                Operand::Copy(Place::local(local))
            }
        }
    }

    /// Makes a value of the type in a place.
    pub fn build(&mut self, place: Place, ty: Ty) {
        let rvalue = match self.generator.types().kind(ty).clone() {
            TyKind::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.read(part)).collect();
                Rvalue::Aggregate(AggregateKind::Tuple, copies(parts))
            }
            TyKind::Array(element, count) if self.below(2) == 0 => {
                Rvalue::Repeat(self.read(element), count)
            }
            TyKind::Array(element, count) => {
                let parts = (0..count).map(|_| self.read(element)).collect();
                Rvalue::Aggregate(AggregateKind::Array(element), copies(parts))
            }
            TyKind::Adt(id) => {
                let held = self.generator.types().adt(id).args[0];
                match self.below(4) {
                    0 => Rvalue::Aggregate(AggregateKind::Adt(id, 0), Vec::new()),
                    _ => {
                        let held = self.read(held);
                        Rvalue::Aggregate(AggregateKind::Adt(id, 1), vec![held])
                    }
                }
            }
            TyKind::RawPtr(mutability, target) => {
                let own = |_: &Writer, place: &Place, ty: Ty| ty == target && !place.is_indirect();
                let found = self.find(own).map(|(place, _)| place);
                let place = found.unwrap_or_else(|| {
                    let local = self.local(target);
                    self.build(Place::local(local), target);
                    Place::local(local)
                });
                Rvalue::RawRef(mutability, place)
            }
            _ => Rvalue::Use(self.read(ty)),
        };
        self.assign(place, rvalue, ty);
    }

    pub fn assign(&mut self, place: Place, rvalue: Rvalue, ty: Ty) {
        self.statement(StatementKind::Assign(place.clone(), rvalue));
        if place.projection.is_empty() {
            self.note(place, ty);
        }
    }

    pub fn statement(&mut self, kind: StatementKind) {
        let block = &mut self.blocks[self.block.index()];
        block.statements.push(Statement { kind, span: Span::default() });
        self.written += 1;
    }

    pub fn new_block(&mut self) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        let terminator = Terminator { kind: TerminatorKind::Unreachable, span: Span::default() };
        let (name, cleanup, statements) = (format!("bb{}", id.0), false, Vec::new());
        self.blocks.push(Block { name, cleanup, statements, terminator });
        id
    }

    pub fn end(&mut self, kind: TerminatorKind) {
        self.blocks[self.block.index()].terminator.kind = kind;
        self.written += 1;
    }

    pub fn call(&mut self, callee: Callee, mut args: Vec<Operand>, ret: Ty) {
        let (result, target) = (self.local(ret), self.new_block());
        let (destination, unwind) = (Place::local(result), Unwind::Unreachable);
        settle_arguments(&mut args);
        self.end(TerminatorKind::Call { destination, callee, args, target, unwind });
        self.block = target;
        self.note(Place::local(result), ret);
    }

    /// One statement, or a region of several.
    pub fn step(&mut self) {
        match self.below(20) {
            0..=3 => {
                let ty = self.composite();
                let local = self.local(ty);
                self.build(Place::local(local), ty);
            }
            4..=7 => self.overwrite(),
            8 => self.point(),
            9 => self.element(),
            10 | 11 => self.library_call(),
            12 => self.generic_call(),
            13 => self.count(),
            14 => self.dropped(),
            15 => self.compare_pointers(),
            _ if self.depth >= DEPTH => self.overwrite(),
            16 => self.branch(),
            17 => self.look_into_option(),
            18 => self.repeat(),
            _ => self.short_lived(),
        }
    }

    /// A place that has a value gets another one.
    fn overwrite(&mut self) {
        let writable = |writer: &Writer, place: &Place, ty: Ty| {
            let types = writer.generator.types();
            let root = writer.locals[place.local.index()].ty;
            let through = match types.kind(root) {
                TyKind::RawPtr(mutability, _) | TyKind::Ref(mutability, _) => {
                    place.is_indirect() && *mutability == Mutability::Mut
                }
                _ => true,
            };
            types.has_params(ty) && through && !matches!(types.kind(ty), TyKind::Ref(..))
        };
        let Some((place, ty)) = self.find(writable) else { return };
        let operand = self.read(ty);
        if !matches!(&operand, Operand::Copy(from) | Operand::Move(from) if from.local == place.local)
        {
            self.assign(place, Rvalue::Use(operand), ty);
        }
    }

    /// A new pointer to something, and a copy of what it leads to.
    fn point(&mut self) {
        let target = self.composite();
        let mutability = if self.below(2) == 0 { Mutability::Mut } else { Mutability::Not };
        let ty = self.ty(TyKind::RawPtr(mutability, target));
        let local = self.local(ty);
        self.build(Place::local(local), ty);
        let copy = self.local(target);
        self.assign(copy.into(), Rvalue::Use(Operand::Copy(Place::deref(local))), target);
    }

    /// An element of an array, read or written by an index that is in bounds.
    fn element(&mut self) {
        let is_array = |writer: &Writer, place: &Place, ty: Ty| {
            let types = writer.generator.types();
            matches!(types.kind(ty), TyKind::Array(..)) && !place.is_indirect()
        };
        let Some((place, ty)) = self.find(is_array) else { return };
        let TyKind::Array(element, count) = *self.generator.types().kind(ty) else { return };
        let usize_ty = self.int(IntTy::Usize);
        let number = self.int(IntTy::U32);
        let given = self.read(number);
        let wide = self.local(usize_ty);
        self.assign(wide.into(), Rvalue::Cast(CastKind::As, given, usize_ty), usize_ty);
        let index = self.local(usize_ty);
        let count = scalar(u128::from(count), usize_ty);
        let bounded = Rvalue::Binary(BinOp::Rem, Operand::Copy(wide.into()), count);
        self.assign(index.into(), bounded, usize_ty);
        let place = place.then(Projection::Index(index));
        if self.below(2) == 0 {
            let value = self.read(element);
            self.assign(place, Rvalue::Use(as_copy(value)), element);
        } else {
            let local = self.local(element);
            self.assign(local.into(), Rvalue::Use(Operand::Copy(place)), element);
        }
    }

    /// A function of the library that takes any type.
    pub fn library_call(&mut self) {
        let ty = self.composite();
        match self.below(6) {
            0 => {
                let value = self.read(ty);
                self.call(Callee::Intrinsic(Intrinsic::BlackBox, vec![ty]), vec![value], ty);
            }
            1 => {
                let pointer = self.pointer(Mutability::Not, ty);
                let load = if self.below(2) == 0 {
                    Intrinsic::ReadViaCopy
                } else {
                    Intrinsic::VolatileLoad
                };
                self.call(Callee::Intrinsic(load, vec![ty]), vec![pointer], ty);
            }
            2 => {
                let pointer = self.pointer(Mutability::Mut, ty);
                let value = self.read(ty);
                let unit = self.ty(TyKind::Tuple(Vec::new()));
                let store = Callee::Intrinsic(Intrinsic::VolatileStore, vec![ty]);
                self.call(store, vec![pointer, value], unit);
            }
            3 => {
                let (from, to) = (self.pointer(Mutability::Not, ty), self.fresh_target(ty));
                let usize_ty = self.int(IntTy::Usize);
                let unit = self.ty(TyKind::Tuple(Vec::new()));
                let copy = Callee::Intrinsic(Intrinsic::CopyNonoverlapping, vec![ty]);
                self.call(copy, vec![from, to, scalar(1, usize_ty)], unit);
            }
            4 => {
                let boolean = self.ty(TyKind::Bool);
                self.call(Callee::Intrinsic(Intrinsic::NeedsDrop, vec![ty]), vec![], boolean);
            }
            _ => {
                let value = self.read(ty);
                let unit = self.ty(TyKind::Tuple(Vec::new()));
                self.call(Callee::Intrinsic(Intrinsic::Forget, vec![ty]), vec![value], unit);
            }
        }
    }
}

/// What is moved into one place cannot be moved into another beside it.
fn copies(operands: Vec<Operand>) -> Vec<Operand> {
    operands.into_iter().map(as_copy).collect()
}

pub fn as_copy(operand: Operand) -> Operand {
    match operand {
        Operand::Move(place) => Operand::Copy(place),
        other => other,
    }
}
