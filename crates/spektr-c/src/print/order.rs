//! Which types a unit mentions, in an order in which they can be declared. The order follows the
//! first mention in the text, so that it does not depend on how types are numbered.

use crate::hash::FastSet;
use crate::syntax::{
    Declared, Definition, Expr, ExprKind, Function, FunctionId, Program, Stmt, StmtKind, Visitor,
    walk_expr, walk_stmt,
};
use crate::types::{EnumId, RecordId, Shape, Ty, Types};

/// A type that has to be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// `struct s;` because something before its definition names it.
    Forward(RecordId),
    Record(RecordId),
    Enum(EnumId),
    /// A typedef for what cannot be said in place: vectors, alignment, `may_alias`.
    Alias(Ty),
}

/// Whether a type needs a typedef to be named.
pub fn needs_alias(types: &Types, ty: Ty) -> bool {
    ty.given_align().is_some() || ty.may_alias() || types.is_vector(ty)
}

/// The type that a typedef names: without the qualifiers that are written beside it.
pub fn alias_of(ty: Ty) -> Ty {
    use crate::types::Quals;
    let plain = Quals::CONST.and(Quals::VOLATILE).and(Quals::RESTRICT);
    Ty { quals: ty.quals.without(plain), ..ty }
}

/// What the things of a unit mention, things in the order in which they are printed: types, and
/// functions whose body is not before that.
pub fn mentioned(program: &Program, unit: u32) -> (Vec<Item>, FastSet<FunctionId>) {
    let mut collector = Collector {
        program,
        items: Vec::new(),
        done: FastSet::default(),
        begun: FastSet::default(),
        later: Vec::new(),
        defined: vec![false; program.functions.len()],
        early: FastSet::default(),
    };
    for global in program.globals.iter().filter(|global| global.unit == unit) {
        collector.ty(global.ty);
        if let Definition::Initialized(init) = &global.definition {
            collector.init(init);
        }
    }
    for (index, function) in program.functions.iter().enumerate() {
        if function.unit == unit {
            collector.defined[index] = function.body.is_some();
            collector.function(function);
        }
    }
    collector.finish()
}

struct Collector<'p> {
    program: &'p Program,
    items: Vec<Item>,
    done: FastSet<Item>,
    begun: FastSet<RecordId>,
    /// Records that were only pointed to so far.
    later: Vec<RecordId>,
    /// Functions whose body has begun, and those that were named before.
    defined: Vec<bool>,
    early: FastSet<FunctionId>,
}

impl Collector<'_> {
    fn function(&mut self, function: &Function) {
        self.ty(function.ty);
        for &param in &function.params {
            self.ty(function.local(param).ty);
        }
        if let Some(body) = &function.body {
            Body { collector: self, function }.block(body);
        }
    }

    fn finish(mut self) -> (Vec<Item>, FastSet<FunctionId>) {
        while !self.later.is_empty() {
            for id in std::mem::take(&mut self.later) {
                self.record(id);
            }
        }
        (self.items, self.early)
    }

    fn push(&mut self, item: Item) {
        if self.done.insert(item) {
            self.items.push(item);
        }
    }

    /// A type that is used here: what it holds must be defined before.
    fn ty(&mut self, ty: Ty) {
        let types = &self.program.types;
        match types.shape(ty) {
            Shape::Void | Shape::Bool | Shape::Int(_) | Shape::Float(_) => {}
            Shape::Enum(id) => self.push(Item::Enum(*id)),
            Shape::Record(id) => self.record(*id),
            Shape::Pointer(target) => self.pointed(*target),
            Shape::Array { element, .. } => self.ty(*element),
            Shape::Vector { element, .. } => self.ty(*element),
            Shape::Function(function) => {
                for &part in function.params.iter().chain([&function.result]) {
                    self.ty(part);
                }
            }
        }
        self.alias(ty);
    }

    fn alias(&mut self, ty: Ty) {
        if !needs_alias(&self.program.types, ty) {
            return;
        }
        let alias = alias_of(ty);
        let plain = alias.unqualified();
        if alias != plain && self.program.types.is_vector(ty) {
            self.push(Item::Alias(plain));
        }
        self.push(Item::Alias(alias));
    }

    /// A type behind a pointer: a record there only has to be known by name.
    fn pointed(&mut self, ty: Ty) {
        let types = &self.program.types;
        match types.shape(ty) {
            Shape::Record(id) if !needs_alias(types, ty) => {
                let id = *id;
                if id == types.va_list_record() {
                    return;
                }
                if !self.done.contains(&Item::Record(id)) {
                    self.push(Item::Forward(id));
                }
                self.later.push(id);
            }
            Shape::Pointer(target) => {
                self.pointed(*target);
                self.alias(ty);
            }
            Shape::Function(function) => {
                for &part in function.params.iter().chain([&function.result]) {
                    self.pointed(part);
                }
            }
            _ => self.ty(ty),
        }
    }

    fn record(&mut self, id: RecordId) {
        let types = &self.program.types;
        if id == types.va_list_record() || !self.begun.insert(id) {
            return;
        }
        if types.record(id).body.is_none() {
            self.push(Item::Forward(id));
            return;
        }
        self.members(id);
        self.push(Item::Record(id));
    }

    fn members(&mut self, id: RecordId) {
        let types = &self.program.types;
        for field in types.fields(id) {
            match (&field.name, types.as_record(field.ty)) {
                // An anonymous record is written in place.
                (None, Some(inner)) if field.bits.is_none() => self.members(inner),
                _ => self.ty(field.ty),
            }
        }
    }

    fn init(&mut self, init: &crate::syntax::Init) {
        for expr in init.exprs() {
            Exprs { collector: self }.expr(expr);
        }
    }
}

/// Types that expressions mention.
struct Exprs<'c, 'p> {
    collector: &'c mut Collector<'p>,
}

impl Exprs<'_, '_> {
    fn one(collector: &mut Collector<'_>, expr: &Expr) {
        match &expr.kind {
            ExprKind::Enumerator(id, _) => collector.push(Item::Enum(*id)),
            ExprKind::SizeOfType(ty) | ExprKind::AlignOfType(ty) => collector.ty(*ty),
            ExprKind::Global(id) => {
                let global = collector.program.global(*id);
                if global.name.is_empty() {
                    collector.ty(global.ty);
                }
            }
            ExprKind::Convert { implicit: false, .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::Builtin { .. } => collector.ty(expr.ty),
            ExprKind::Member { base, .. } => collector.ty(base.ty),
            ExprKind::Function(id) if !collector.defined[id.0 as usize] => {
                collector.early.insert(*id);
            }
            _ => {}
        }
    }
}

impl Visitor for Exprs<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        Exprs::one(self.collector, expr);
        walk_expr(self, expr);
    }
}

/// Types that the body of a function mentions.
struct Body<'c, 'p, 'f> {
    collector: &'c mut Collector<'p>,
    function: &'f Function,
}

impl Visitor for Body<'_, '_, '_> {
    fn expr(&mut self, expr: &Expr) {
        Exprs::one(self.collector, expr);
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let declared = match &stmt.kind {
            StmtKind::Declare(declared) => declared.as_slice(),
            StmtKind::For { init: Some(crate::syntax::ForInit::Declare(declared)), .. } => declared,
            _ => &[],
        };
        for one in declared {
            match one {
                Declared::Local { local, .. } => self.collector.ty(self.function.local(*local).ty),
                Declared::Static(id) => self.collector.ty(self.collector.program.global(*id).ty),
            }
        }
        walk_stmt(self, stmt);
    }
}
