//! Changes of functions, objects and types as a whole.

use super::change::Change;
use super::signature::has_zero;
use super::{objects, signature};
use crate::syntax::{
    Block, Declared, Definition, Expr, ExprKind, ForInit, FunctionId, Init, InlineKind, Linkage,
    Local, Program, Stmt, StmtKind, VisitorMut, walk_expr_mut, walk_stmt_mut,
};
use crate::types::{Quals, RecordId, Shape, Ty, Types};

/// Makes a change that is not one of a node; others are made already.
pub(super) fn apply(program: &mut Program, change: Change) -> Option<()> {
    match change {
        Change::Silence(id) => silence(program, FunctionId(id)),
        Change::DropFunction(id) => {
            program.functions.get_mut(id as usize)?.body = None;
            Some(())
        }
        Change::EmptyBody(id) => empty_body(program, id),
        Change::DropParam(id, param) => {
            signature::drop_param(program, FunctionId(id), param as usize)
        }
        Change::DropParams(id) => signature::drop_params(program, FunctionId(id)),
        Change::FixParam(id, param) => {
            signature::fix_param(program, FunctionId(id), param as usize)
        }
        Change::IntResult(id) => signature::set_result(program, id, Types::INT),
        Change::VoidResult(id) => signature::no_result(program, id),
        Change::ExternFunction(id) => {
            program.functions.get_mut(id as usize)?.linkage = Linkage::External;
            Some(())
        }
        Change::ExternGlobal(id) => {
            program.globals.get_mut(id as usize)?.linkage = Linkage::External;
            Some(())
        }
        Change::ElementGlobal(id) => objects::one_part_of_global(program, id),
        Change::ElementLocal(id, local) => objects::one_part_of_local(program, id, local),
        Change::SubstituteLocal(id, local) => objects::substitute(program, id, local),
        Change::PlainFunction(id) => plain_function(program, id),
        Change::DropGlobal(id) => {
            // What is only declared, and never mentioned, is not read again.
            let global = program.globals.get_mut(id as usize)?;
            global.definition = Definition::Declared;
            global.linkage = Linkage::External;
            Some(())
        }
        Change::DropInit(id) => {
            program.globals.get_mut(id as usize)?.definition = Definition::Tentative;
            Some(())
        }
        Change::PlainGlobal(id) => {
            let global = program.globals.get_mut(id as usize)?;
            global.ty = plain(&mut program.types, global.ty);
            (global.align, global.weak) = (None, false);
            Some(())
        }
        Change::IntGlobal(id) => {
            let global = program.globals.get_mut(id as usize)?;
            global.ty = Types::INT;
            if !matches!(global.definition, Definition::Initialized(Init::Expr(_))) {
                global.definition = Definition::Tentative;
            }
            Some(())
        }
        Change::ShortGlobal(id, one) => {
            let global = program.globals.get_mut(id as usize)?;
            let (ty, length) = shorter(&mut program.types, global.ty, one)?;
            global.ty = ty;
            if let Definition::Initialized(init) = &mut global.definition {
                cut(init, length);
            }
            Some(())
        }
        Change::PlainLocal(..) | Change::IntLocal(..) | Change::ShortLocal(..) => {
            change_local(program, change)
        }
        Change::DropField(id, field) => drop_field(program, RecordId(id), field),
        Change::PlainField(id, field) => {
            let body = program.types.record_mut(RecordId(id)).body.as_mut()?;
            let field = body.fields.get_mut(field as usize)?;
            (field.bits, field.align, field.packed) = (None, None, false);
            Some(())
        }
        Change::PlainRecord(id) => {
            let body = program.types.record_mut(RecordId(id)).body.as_mut()?;
            (body.packed, body.align, body.pack) = (false, None, None);
            Some(())
        }
        Change::DropStatement(_)
        | Change::DropDead(_)
        | Change::Reshape(..)
        | Change::Inline(_)
        | Change::Arm(..)
        | Change::Return(..)
        | Change::ReturnObject(..)
        | Change::Constant(..)
        | Change::Operand(..)
        | Change::Uncompound(_)
        | Change::InlineValue(_)
        | Change::Known(_)
        | Change::Object(_)
        | Change::DropItem(_)
        | Change::TidyNames => Some(()),
    }
}

/// Changes all bodies and initialisers.
pub(super) fn visit(program: &mut Program, visitor: &mut dyn VisitorMut) {
    for function in &mut program.functions {
        if let Some(body) = &mut function.body {
            visitor.block(body);
        }
    }
    for global in &mut program.globals {
        if let Definition::Initialized(init) = &mut global.definition {
            visitor.init(init);
        }
    }
}

/// The function that an expression calls by name.
pub(super) fn called(expr: &Expr) -> Option<FunctionId> {
    let ExprKind::Call { callee, .. } = &expr.kind else { return None };
    match callee.written().kind {
        ExprKind::Function(id) => Some(id),
        _ => None,
    }
}

struct Silence(FunctionId);

impl VisitorMut for Silence {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        if called(expr) == Some(self.0) {
            *expr = Expr { span: expr.span, ..Expr::int(0) };
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Expr(expr) = &stmt.kind
            && called(expr.written()) == Some(self.0)
        {
            stmt.kind = StmtKind::Empty;
        }
        walk_stmt_mut(self, stmt);
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            self.stmt(stmt);
        }
        block.stmts.retain(|stmt| !matches!(stmt.kind, StmtKind::Empty));
    }
}

fn silence(program: &mut Program, id: FunctionId) -> Option<()> {
    let result = program.function(id).signature(&program.types).result;
    if !has_zero(&program.types, result) {
        return None;
    }
    visit(program, &mut Silence(id));
    program.functions[id.0 as usize].body = None;
    Some(())
}

fn empty_body(program: &mut Program, id: u32) -> Option<()> {
    let function = program.functions.get_mut(id as usize)?;
    let result = function.signature(&program.types).result;
    let span = function.body.as_ref()?.span;
    let stmts = if program.types.is_void(result) {
        Vec::new()
    } else if has_zero(&program.types, result) {
        vec![Stmt::new(StmtKind::Return(Some(Expr::int(0))), span)]
    } else {
        return None;
    };
    function.body = Some(Block { locals: Vec::new(), stmts, span });
    Some(())
}

fn plain_function(program: &mut Program, id: u32) -> Option<()> {
    let function = program.functions.get_mut(id as usize)?;
    function.attributes.clear();
    function.inline = InlineKind::None;
    (function.noinline, function.noreturn, function.weak) = (false, false, false);
    Some(())
}

/// The type without qualifiers, those of elements included.
pub(super) fn plain(types: &mut Types, ty: Ty) -> Ty {
    match *types.shape(ty) {
        Shape::Array { element, length } => {
            let element = plain(types, element);
            types.array(element, length)
        }
        Shape::Pointer(target) => {
            let quals = Quals::CONST.and(Quals::VOLATILE);
            let target = Ty { quals: target.quals.without(quals), ..target };
            types.pointer(target)
        }
        _ => ty.unqualified(),
    }
}

/// Half the array, or one element of it.
fn shorter(types: &mut Types, ty: Ty, one: bool) -> Option<(Ty, u64)> {
    let Shape::Array { element, length: Some(length) } = *types.shape(ty) else { return None };
    let shorter = if one { 1 } else { length / 2 };
    (shorter > 0 && shorter < length).then(|| (types.array(element, Some(shorter)), shorter))
}

/// Drops what is initialised beyond a length.
fn cut(init: &mut Init, length: u64) {
    if let Init::Array(items) = init {
        items.retain(|item| item.first < length);
        if let Some(last) = items.last_mut() {
            last.last = last.last.min(length - 1);
        }
    }
}

fn change_local(program: &mut Program, change: Change) -> Option<()> {
    let (function, local) = match change {
        Change::PlainLocal(function, local)
        | Change::IntLocal(function, local)
        | Change::ShortLocal(function, local, _) => (function, local),
        _ => unreachable!("callers pass changes of locals"),
    };
    let function = program.functions.get_mut(function as usize)?;
    let declared: &mut Local = function.locals.get_mut(local as usize)?;
    match change {
        Change::IntLocal(..) => declared.ty = Types::INT,
        Change::ShortLocal(_, _, one) => {
            let (ty, length) = shorter(&mut program.types, declared.ty, one)?;
            declared.ty = ty;
            let mut cuts = CutLocal { local, length };
            if let Some(body) = &mut function.body {
                cuts.block(body);
            }
            return Some(());
        }
        _ => {
            declared.ty = plain(&mut program.types, declared.ty);
            declared.align = None;
        }
    }
    let (ty, position) = (declared.ty, function.params.iter().position(|id| id.0 == local));
    let Some(position) = position else { return Some(()) };
    // A parameter is part of the function's type.
    let mut signature = function.signature(&program.types).clone();
    if signature.prototyped {
        *signature.params.get_mut(position)? = ty.unqualified();
        function.ty = program.types.function(signature);
    }
    Some(())
}

struct CutLocal {
    local: u32,
    length: u64,
}

impl VisitorMut for CutLocal {
    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Declare(declared) = &mut stmt.kind {
            for one in declared {
                if let Declared::Local { local, init: Some(init) } = one
                    && local.0 == self.local
                {
                    cut(init, self.length);
                }
            }
        }
        walk_stmt_mut(self, stmt);
    }
}

/// Takes a member out of a record and renumbers those behind it.
struct DropField<'a> {
    types: &'a Types,
    locals: Vec<Ty>,
    record: RecordId,
    field: u32,
    in_use: bool,
}

impl DropField<'_> {
    /// An initialiser of an object of this type.
    fn typed_init(&mut self, ty: Ty, init: &mut Init) {
        match init {
            Init::Expr(_) => {}
            Init::Array(items) => {
                let Some(element) = self.types.element(ty) else { return };
                for item in items {
                    self.typed_init(element, &mut item.init);
                }
            }
            Init::Record(items) => {
                let Some(id) = self.types.as_record(ty) else { return };
                for item in items.iter_mut() {
                    let inner = self.types.fields(id)[item.field as usize].ty;
                    self.typed_init(inner, &mut item.init);
                }
                if id == self.record {
                    items.retain(|item| item.field != self.field);
                    for item in items.iter_mut().filter(|item| item.field > self.field) {
                        item.field -= 1;
                    }
                }
            }
        }
    }

    fn declared(&mut self, declared: &mut [Declared]) {
        for one in declared {
            if let Declared::Local { local, init: Some(init) } = one {
                self.typed_init(self.locals[local.0 as usize], init);
            }
        }
    }
}

impl VisitorMut for DropField<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        match &mut expr.kind {
            ExprKind::Member { base, field }
                if self.types.as_record(base.ty) == Some(self.record) =>
            {
                self.in_use |= *field == self.field;
                if *field > self.field {
                    *field -= 1;
                }
            }
            ExprKind::CompoundLiteral { init, .. } => self.typed_init(expr.ty, init),
            _ => {}
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Declare(declared) => self.declared(declared),
            StmtKind::For { init: Some(ForInit::Declare(declared)), .. } => self.declared(declared),
            _ => {}
        }
        walk_stmt_mut(self, stmt);
    }
}

fn drop_field(program: &mut Program, record: RecordId, field: u32) -> Option<()> {
    let types = program.types.clone();
    let mut visitor = DropField { types: &types, locals: Vec::new(), record, field, in_use: false };
    for function in &mut program.functions {
        visitor.locals = function.locals.iter().map(|local| local.ty).collect();
        if let Some(body) = &mut function.body {
            visitor.block(body);
        }
    }
    for global in &mut program.globals {
        if let Definition::Initialized(init) = &mut global.definition {
            visitor.typed_init(global.ty, init);
            visitor.init(init);
        }
    }
    let body = program.types.record_mut(record).body.as_mut()?;
    if visitor.in_use || field as usize >= body.fields.len() {
        return None;
    }
    body.fields.remove(field as usize);
    Some(())
}
