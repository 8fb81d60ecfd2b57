//! Initialisation (6.7.9): of locals when control reaches their declaration, of static objects
//! before anything else.

use super::Lowerer;
use super::place::{InMemory, Place};
use crate::machine::code::{Op, Reg};
use crate::machine::effective::padding_bits;
use crate::machine::value::Value;
use crate::syntax::{Definition, Expr, ExprKind, Init, LocalId, RecordInit};
use crate::types::{RecordId, Shape, Ty, Types};

impl Lowerer<'_> {
    /// The first value of a local.
    pub(super) fn initialise(&mut self, local: LocalId, init: &Init) {
        let ty = self.function.local(local).ty;
        let next = self.next;
        if self.is_promoted(local) {
            match scalar_init(init) {
                Some(expr) => {
                    let value = self.value(expr);
                    self.store(Place::Var(local.0), ty, value);
                }
                None => {
                    let zero = self.constant(Value::ZERO);
                    self.emit(Op::Move { dst: local.0, src: zero });
                }
            }
            self.next = next;
            return;
        }
        let align = self.types().align_of(ty);
        let memory = InMemory { init: true, ..InMemory::variable(local.0, align) };
        // 6.7.9p23: the parts of a list are evaluated in no order that is promised.
        let exprs = init.exprs();
        let watch = exprs.len() > 1 && self.may_conflict(exprs);
        let outer = self.list_forks;
        let open = self.fork(watch, true);
        self.list_forks = open.then_some(self.forks);
        self.initialise_memory(memory, ty, init);
        self.join(watch);
        self.list_forks = outer;
        self.next = next;
    }

    /// A parameter in memory takes its argument.
    pub(super) fn initialise_with(&mut self, local: LocalId, value: Reg) {
        let ty = self.function.local(local).ty;
        let align = self.types().align_of(ty);
        let memory = InMemory { init: true, ..InMemory::variable(local.0, align) };
        let zero_size = self.size(ty) == 0;
        if !zero_size {
            self.trusted = true;
            self.store(Place::Memory(memory), without_restrict(ty), value);
        }
    }

    fn initialise_memory(&mut self, memory: InMemory, ty: Ty, init: &Init) {
        if !matches!(init, Init::Expr(_)) {
            // 6.7.9p21: whatever a list leaves out is as if static: zero.
            let size = self.size(ty) as u32;
            self.clear(memory, size);
        }
        self.initialise_part(memory, ty, init);
    }

    fn clear(&mut self, memory: InMemory, size: u32) {
        if size > 0 {
            let (pointer, offset) = (memory.pointer, memory.offset as u32);
            self.emit(Op::Clear { pointer, offset, size, open: false });
        }
    }

    /// What lies between the members of a record that is given by a list, or beside the one member
    /// of a union, is unspecified (6.2.6.1p6f).
    fn open_gaps(&mut self, memory: InMemory, id: RecordId, items: &[RecordInit]) {
        if !self.shared.switches.initialised_padding {
            return;
        }
        let is_given = given(self.types(), id, items);
        for (start, size) in gaps(self.types(), id, &is_given) {
            let (pointer, offset) = (memory.pointer, memory.offset as u32 + start);
            self.emit(Op::Clear { pointer, offset, size, open: true });
        }
        for (byte, mask) in padding_bits(self.types(), id, is_given) {
            let (pointer, offset) = (memory.pointer, memory.offset as u32 + byte);
            self.emit(Op::OpenBits { pointer, offset, mask });
        }
    }

    fn initialise_part(&mut self, memory: InMemory, ty: Ty, init: &Init) {
        match init {
            Init::Expr(expr) => self.initialise_expr(memory, ty, expr),
            Init::Array(items) => {
                let element = self.types().element(ty).unwrap_or(Types::CHAR);
                let size = self.size(element);
                for item in items {
                    let first = memory.part(item.first * size);
                    self.initialise_part(first, element, &item.init);
                    for index in item.first + 1..=item.last {
                        self.repeat(memory.part(index * size), element, first);
                    }
                }
            }
            Init::Record(items) => {
                let types = self.types();
                let Some(id) = types.as_record(ty) else {
                    // A scalar in braces.
                    if let Some(item) = items.first() {
                        self.initialise_part(memory, ty, &item.init);
                    }
                    return;
                };
                self.open_gaps(memory, id, items);
                for item in items {
                    let place = self.field_place(memory, id, item.field);
                    let field = &types.fields(id)[item.field as usize];
                    match (place, &item.init) {
                        (Place::Bits(..), init) => {
                            if let Some(expr) = scalar_init(init) {
                                let value = self.value(expr);
                                self.store(place, field.ty, value);
                                self.next_branch(self.in_list());
                            }
                        }
                        (Place::Memory(part), init) => self.initialise_part(part, field.ty, init),
                        (Place::Var(_), _) => {}
                    }
                }
            }
        }
    }

    fn field_place(&mut self, memory: InMemory, id: crate::types::RecordId, field: u32) -> Place {
        let types = self.types();
        let declared = &types.fields(id)[field as usize];
        let Some(layout) = types.layout(id) else { return Place::Memory(memory) };
        let place = layout.places[field as usize];
        let memory = InMemory { via_union: types.record(id).is_union, ..memory };
        if declared.bits.is_none() {
            return Place::Memory(memory.part(place.byte()));
        }
        let bits = self.bit_field(id, field as usize);
        Place::Bits(memory, self.shared.field(bits))
    }

    fn initialise_expr(&mut self, memory: InMemory, ty: Ty, expr: &Expr) {
        if let (Shape::Array { .. }, ExprKind::String(literal)) =
            (self.types().shape(ty), &expr.peeled().kind)
        {
            // 6.7.9p14: the characters, and zero behind them.
            let element = self.types().element(ty).unwrap_or(Types::CHAR);
            let unit = self.size(element);
            // A flexible member has the size of its initialiser (GNU C).
            let size = match self.size(ty) {
                0 => unit * literal.units.len() as u64,
                size => size,
            };
            self.clear(memory, size as u32);
            for (index, &character) in literal.units.iter().enumerate() {
                if character != 0 && (index as u64 + 1) * unit <= size {
                    let value = self.int_value(u128::from(character), element);
                    let value = self.constant(value);
                    self.store(Place::Memory(memory.part(index as u64 * unit)), element, value);
                }
            }
            return;
        }
        let value = self.value(expr);
        self.trusted = super::place::is_trusted(self.types(), expr);
        self.store(Place::Memory(memory), ty, value);
        self.next_branch(self.in_list());
    }

    /// Whether the innermost fork is that of an initialiser list; only those are opened here.
    fn in_list(&self) -> bool {
        self.list_forks == Some(self.forks)
    }

    /// `[first ... last]`: the value is evaluated once.
    fn repeat(&mut self, memory: InMemory, ty: Ty, from: InMemory) {
        match self.scalar(ty) {
            Some(_) => {
                let value = self.load(Place::Memory(from), ty);
                self.store(Place::Memory(memory), ty, value);
            }
            None => {
                let size = self.size(ty) as u32;
                let source = self.address(from, size, false);
                self.trusted = true;
                self.store(Place::Memory(memory), ty, source);
            }
        }
    }

    /// All objects with static storage duration, before the program starts (6.7.9p4, p10).
    pub(super) fn static_initialisers(&mut self) {
        let program = self.program;
        // Compound literals come first: GNU C takes others' values from them.
        let globals = program.globals.iter().enumerate();
        let (unnamed, named): (Vec<_>, Vec<_>) = globals.partition(|(_, g)| g.name.is_empty());
        for (index, global) in unnamed.into_iter().chain(named) {
            let id = crate::syntax::GlobalId(index as u32);
            if self.shared.linked.globals[index] != Some(id) {
                continue;
            }
            let Some(pointer) = self.shared.global(id) else { continue };
            self.span = global.span;
            let size = pointer.pointer().map_or(0, |pointer| pointer.high);
            let pointer = self.constant(pointer);
            let align = self.types().align_of(global.ty);
            let memory = InMemory { init: true, ..InMemory::variable(pointer, align) };
            self.clear(memory, size);
            if let Definition::Initialized(init) = &global.definition {
                self.initialise_part(memory, global.ty, init);
            }
            self.next = 0;
        }
    }
}

/// The expression that initialises a scalar, in braces or not.
fn scalar_init(init: &Init) -> Option<&Expr> {
    match init {
        Init::Expr(expr) => Some(expr),
        Init::Array(items) => scalar_init(&items.first()?.init),
        Init::Record(items) => scalar_init(&items.first()?.init),
    }
}

/// What is initialised is watched as a `restrict` pointer where it is declared, not here.
fn without_restrict(ty: Ty) -> Ty {
    Ty { quals: ty.quals.without(crate::types::Quals::RESTRICT), ..ty }
}

/// Which members a list gives a value: all, or one of a union.
fn given(types: &Types, id: RecordId, items: &[RecordInit]) -> impl Fn(usize) -> bool + use<> {
    let named = types.fields(id).iter().position(|it| it.name.is_some() || it.bits.is_none());
    let first = items.first().map(|item| item.field as usize).or(named);
    let is_union = types.record(id).is_union;
    move |index| !is_union || first == Some(index)
}

/// The bytes of a record that no member has, or none that is given: where they start, and how
/// many.
fn gaps(types: &Types, id: RecordId, is_given: impl Fn(usize) -> bool) -> Vec<(u32, u32)> {
    let Some(layout) = types.layout(id) else { return Vec::new() };
    let mut taken: Vec<(u64, u64)> = Vec::new();
    for (index, (place, field)) in layout.places.iter().zip(types.fields(id)).enumerate() {
        let unnamed = field.name.is_none() && field.bits.is_some();
        if !unnamed && is_given(index) {
            taken.push((place.bit / 8, (place.bit + place.width).div_ceil(8)));
        }
    }
    taken.sort_unstable();
    taken.push((layout.size, layout.size));
    let (mut gaps, mut end) = (Vec::new(), 0);
    for (start, stop) in taken {
        if start > end {
            gaps.push((end as u32, (start - end) as u32));
        }
        end = end.max(stop);
    }
    gaps
}
