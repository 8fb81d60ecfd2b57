//! Pointers that move, and the library's functions on memory.

use spektr_text::Span;

use super::Generator;
use super::place::{Base, Place, Role, Variable};
use crate::syntax::{Expr, ExprKind, Flat, FunctionId, Init, Linkage, StmtKind};
use crate::types::{FunctionTy, Quals, Shape, Ty, Types};
use crate::typing;

/// Functions of the library that programs call, in the order in which they are declared.
const LIBRARY: [&str; 6] = ["printf", "memcpy", "memset", "memmove", "malloc", "free"];

impl Generator {
    /// Declares what of the library is called. What nobody calls is not printed.
    pub(super) fn declare_library(&mut self) {
        let types = &mut self.program.types;
        let text = types.qualified(Types::CHAR, Quals::CONST);
        let text = types.pointer(text);
        let constant = types.qualified(Types::VOID, Quals::CONST);
        let constant = types.pointer(constant);
        let (void, size) = (Types::VOID_POINTER, Types::SIZE);
        let signatures = [
            (Types::INT, vec![text], true),
            (void, vec![void, constant, size], false),
            (void, vec![void, Types::INT, size], false),
            (void, vec![void, constant, size], false),
            (void, vec![size], false),
            (Types::VOID, vec![void], false),
        ];
        for (name, (result, params, variadic)) in LIBRARY.iter().zip(signatures) {
            // Headers of C++ have declarations of their own, which ours might not agree with.
            let prefix = if self.is_cpp() { "__builtin_" } else { "" };
            let name = format!("{prefix}{name}");
            let id = self.declare_function(name, result, &[], Linkage::External);
            let signature = FunctionTy { result, params, variadic, prototyped: true };
            let ty = self.program.types.function(signature);
            let function = &mut self.program.functions[id.0 as usize];
            function.ty = ty;
            function.body = None;
            function.implicit = !prefix.is_empty();
        }
    }

    /// A call of a library function.
    pub(super) fn library_call(&mut self, name: &str, args: Vec<Expr>) -> Option<Expr> {
        let index = LIBRARY.iter().position(|it| *it == name)? as u32;
        self.call_expr(FunctionId(index), args)
    }

    /// A pointer variable gets another place to point to.
    pub(super) fn make_pointer_move(&mut self) -> bool {
        if self.chance(450) {
            return self.make_local_pointer();
        }
        let is_pointer = |it: &Self, variable: &Variable| {
            matches!(it.program.types.shape(variable.ty), Shape::Pointer(_))
        };
        let Some(variable) = self.pick(true, is_pointer) else { return false };
        let Some(target) = self.program.types.target(variable.ty) else { return false };
        if let Base::Global(_) = variable.base {
            // What a global points to must outlive the function.
            let Some(address) = self.address_of_type(target, true) else { return false };
            return self.assign_pointer(variable, address);
        }
        let Some(address) = self.address_of_type(target, false) else { return false };
        self.assign_pointer(variable, address)
    }

    fn assign_pointer(&mut self, variable: Variable, address: Expr) -> bool {
        let target = self.base_expr(variable);
        match typing::assign(&mut self.program.types, target, address) {
            Ok(expr) => self.perform_expr(expr),
            Err(_) => false,
        }
    }

    /// The address of a place of this type, if one is found soon.
    pub(super) fn address_of_type(&mut self, wanted: Ty, global: bool) -> Option<Expr> {
        for _ in 0..10 {
            let variable = self.variables[self.entropy.index(self.variables.len())];
            if global && !matches!(variable.base, Base::Global(_)) || variable.role == Role::Output
            {
                continue;
            }
            if matches!(variable.role, Role::Counter { .. }) {
                continue;
            }
            let Some(place) = self.within(variable, wanted) else { continue };
            let place = self.tree(place.node);
            return typing::address_of(&mut self.program.types, place).ok();
        }
        // A struct is rarely met by chance.
        let is_it = |variable: &&Variable| {
            let hidden = matches!(variable.role, Role::Output | Role::Counter { .. });
            let lasting = !global || matches!(variable.base, Base::Global(_));
            variable.ty == wanted && !hidden && lasting
        };
        let object = self.program.types.is_record(wanted);
        let variable = *self.variables.iter().find(|it| object && is_it(it))?;
        let place = self.base_expr(variable);
        typing::address_of(&mut self.program.types, place).ok()
    }

    /// A place of this type in a variable, no bit-field and not in a union.
    fn within(&mut self, variable: Variable, wanted: Ty) -> Option<Place> {
        let mut place = self.whole(variable)?;
        for _ in 0..5 {
            if place.ty == wanted {
                return Some(place);
            }
            match self.program.types.shape(place.ty).clone() {
                Shape::Array { element, length: Some(length @ 1..) } => {
                    let index = self.entropy.below(length);
                    let index = self.int_constant(index as i64);
                    place.node = self.write(Flat::Index(place.node, index.node));
                    place.ty = element;
                }
                Shape::Record(id) if !self.program.types.record(id).is_union => {
                    let fields = self.program.types.fields(id);
                    let index = self.entropy.index(fields.len());
                    if fields[index].name.is_none() || fields[index].bits.is_some() {
                        return None;
                    }
                    place = self.member_of(place, index as u32)?;
                }
                _ => return None,
            }
        }
        None
    }

    /// A new local that points to something, sometimes with an offset that is taken back.
    fn make_local_pointer(&mut self) -> bool {
        let Some(variable) = self.pick(true, |it, variable| {
            let types = &it.program.types;
            match types.shape(variable.ty) {
                Shape::Array { element, .. } => types.is_integer(*element),
                _ => types.is_integer(variable.ty),
            }
        }) else {
            return false;
        };
        if variable.role == Role::Output {
            return false;
        }
        let base = self.base_expr(variable);
        let types = &mut self.program.types;
        let (address, target) = match types.shape(variable.ty).clone() {
            Shape::Array { element, length } => {
                let at = self.entropy.below(length.unwrap_or(1)) as i32;
                let moved = typing::binary(
                    &mut self.program.types,
                    crate::syntax::BinOp::Add,
                    base,
                    Expr::int(at),
                );
                (moved.ok(), element)
            }
            _ => (typing::address_of(types, base).ok(), variable.ty),
        };
        let Some(address) = address else { return false };
        let ty = self.program.types.pointer(target);
        let address = typing::assignment_conversion(&mut self.program.types, address, ty);
        match address {
            Ok(address) => self.declare(ty, Role::Local, Init::Expr(address)).is_some(),
            Err(_) => false,
        }
    }

    /// `memset`, `memcpy` or `memmove` of whole objects and parts of arrays.
    pub(super) fn make_memory(&mut self) -> bool {
        let of_bytes = |it: &Self, variable: &Variable| {
            let types = &it.program.types;
            matches!(types.shape(variable.ty), Shape::Array { element, .. }
                if types.is_integer(*element) && element.unqualified() != Types::BOOL)
                && !variable.ty.is_const()
        };
        let Some(to) = self.pick(true, of_bytes) else { return false };
        let Some(size) = self.program.types.size_of(to.ty) else { return false };
        let same = |_: &Self, variable: &Variable| variable.ty == to.ty && variable.base != to.base;
        let bytes = |it: &mut Self, size: u64| it.constant_expr(Types::SIZE, u128::from(size));
        let (target, size) = (self.base_expr(to), size);
        let call = match (self.entropy.index(3), self.pick(false, same)) {
            (0, Some(from)) => {
                let args = vec![target, self.base_expr(from), bytes(self, size)];
                self.library_call("memcpy", args)
            }
            (1, _) => self.shift_within(to),
            _ => {
                let byte = [0, 0, 255, 1, 0x55][self.entropy.index(5)];
                let args = vec![target, Expr::int(byte), bytes(self, size)];
                self.library_call("memset", args)
            }
        };
        call.is_some_and(|call| self.perform_expr(call))
    }

    /// Elements of an array moved by one place.
    fn shift_within(&mut self, array: Variable) -> Option<Expr> {
        let Shape::Array { element, length: Some(length @ 2..) } =
            *self.program.types.shape(array.ty)
        else {
            return None;
        };
        let base = self.base_expr(array);
        let step = |it: &mut Self, at: i32| {
            let element = typing::index(&mut it.program.types, base.clone(), Expr::int(at)).ok()?;
            typing::address_of(&mut it.program.types, element).ok()
        };
        let (to, from) = if self.entropy.coin() { (0, 1) } else { (1, 0) };
        let (to, from) = (step(self, to)?, step(self, from)?);
        let bytes = (length - 1) * self.program.types.size_of(element)?;
        let bytes = self.constant_expr(Types::SIZE, u128::from(bytes));
        self.library_call("memmove", vec![to, from, bytes])
    }

    /// Memory from `malloc`, filled, used through its pointer, and freed at the end of a block.
    pub(super) fn make_allocation(&mut self) -> bool {
        if !self.may_nest() || self.loops > 0 {
            return false;
        }
        let target = self.int_type();
        if target == Types::BOOL {
            return false;
        }
        let checkpoint = self.machine.checkpoint();
        self.open();
        let made = self.allocated(target);
        let block = self.close();
        if made {
            self.machine.commit(checkpoint);
            self.push_kind(StmtKind::Block(block));
        } else {
            // What stood in it has not happened either.
            self.machine.rollback(checkpoint);
        }
        made
    }

    fn allocated(&mut self, target: Ty) -> bool {
        let Some(size) = self.program.types.size_of(target) else { return false };
        let pointer = self.program.types.pointer(target);
        let bytes = self.constant_expr(Types::SIZE, u128::from(size));
        let Some(memory) = self.library_call("malloc", vec![bytes]) else { return false };
        let Ok(memory) = typing::cast(&mut self.program.types, memory, pointer) else {
            return false;
        };
        let Some(local) = self.declare(pointer, Role::Input, Init::Expr(memory)) else {
            return false;
        };
        let place = self.local_expr(local);
        let value = self.expression();
        let Ok(object) = typing::deref(&mut self.program.types, place.clone()) else {
            return false;
        };
        let value = self.tree(value.node);
        let Ok(store) = typing::assign(&mut self.program.types, object, value) else {
            return false;
        };
        if !self.perform_expr(store) {
            return false;
        }
        self.body();
        self.busy = false;
        let Some(free) = self.library_call("free", vec![place]) else { return false };
        self.perform_expr(free)
    }

    pub(super) fn string(&mut self, text: &str) -> Expr {
        let units: Vec<u32> = text.bytes().map(u32::from).chain([0]).collect();
        let ty = self.program.types.array(Types::CHAR, Some(units.len() as u64));
        let literal = crate::syntax::StringLiteral { units, prefix: "" };
        Expr::new(ExprKind::String(literal), ty, Span::default())
    }
}
