//! Changes of what objects are there: parts for the whole, initialisers for the object, and
//! objects that a function can return to show what they hold.

use std::collections::BTreeMap;

use crate::syntax::{
    Block, Conversion, Declared, Definition, Expr, ExprKind, ForInit, Function, GlobalId, Init,
    LocalId, Program, Stmt, StmtKind, Visitor, VisitorMut, walk_expr, walk_expr_mut, walk_stmt_mut,
};
use crate::types::{Shape, Ty, Types};

/// More objects than this are not offered to be returned: programs have shrunk by then.
const MOST_SHOWN: usize = 12;

/// Expressions for a number in each object that a function can name; none while there are many.
pub(super) fn shown(program: &Program, function: u32) -> Vec<Expr> {
    let function = &program.functions[function as usize];
    let locals = function.locals.iter().filter(|local| !local.name.is_empty());
    if locals.count() + program.globals.len() > MOST_SHOWN {
        return Vec::new();
    }
    let inits = initialisers(function);
    let types = &program.types;
    let locals = function.locals.iter().zip(0..).filter(|(local, _)| !local.name.is_empty());
    let locals = locals.filter_map(|(local, id)| {
        let id = LocalId(id);
        let base = Expr::new(ExprKind::Local(id), local.ty, local.span);
        number_in(types, base, inits.get(&id).copied())
    });
    let globals = program.globals.iter().zip(0..).filter(|(global, _)| !global.name.is_empty());
    let globals = globals.filter_map(|(global, id)| {
        let base = Expr::new(ExprKind::Global(GlobalId(id)), global.ty, global.span);
        let init = match &global.definition {
            Definition::Initialized(init) => Some(init),
            Definition::Tentative | Definition::Declared => None,
        };
        number_in(types, base, init)
    });
    locals.chain(globals).collect()
}

/// A number in an object: the first that is initialised, or else the first.
fn number_in(types: &Types, base: Expr, init: Option<&Init>) -> Option<Expr> {
    let span = base.span;
    match *types.shape(base.ty) {
        Shape::Array { element, .. } => {
            let item = match init {
                Some(Init::Array(items)) => items.first(),
                _ => None,
            };
            let index = Expr::int(i32::try_from(item.map_or(0, |item| item.first)).ok()?);
            let kind = ExprKind::Index { pointer: Box::new(base), index: Box::new(index) };
            number_in(types, Expr::new(kind, element, span), item.map(|item| &item.init))
        }
        Shape::Record(id) => {
            let item = match init {
                Some(Init::Record(items)) => items.first(),
                _ => None,
            };
            let field = item.map_or(0, |item| item.field);
            let ty = types.fields(id).get(field as usize)?.ty;
            let kind = ExprKind::Member { base: Box::new(base), field };
            number_in(types, Expr::new(kind, ty, span), item.map(|item| &item.init))
        }
        _ => types.is_arithmetic(base.ty).then_some(base),
    }
}

/// What the objects of a function are initialised with.
fn initialisers(function: &Function) -> BTreeMap<LocalId, &Init> {
    let mut found = BTreeMap::new();
    let mut left: Vec<&Stmt> = function.body.iter().flat_map(|body| &body.stmts).collect();
    while let Some(stmt) = left.pop() {
        left.extend(inner_statements(stmt));
        for one in declared_by(stmt) {
            if let Declared::Local { local, init: Some(init) } = one {
                found.insert(*local, init);
            }
        }
    }
    found
}

fn declared_by(stmt: &Stmt) -> &[Declared] {
    match &stmt.kind {
        StmtKind::Declare(declared)
        | StmtKind::For { init: Some(ForInit::Declare(declared)), .. } => declared,
        _ => &[],
    }
}

fn inner_statements(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::Block(block) => block.stmts.iter().collect(),
        StmtKind::If { then, otherwise, .. } => {
            let mut both: Vec<&Stmt> = vec![then];
            both.extend(otherwise.as_deref());
            both
        }
        StmtKind::For { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Label { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

/// How often each local is mentioned.
#[derive(Default)]
struct Uses(BTreeMap<LocalId, u32>);

impl Visitor for Uses {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Local(id) = expr.kind {
            *self.0.entry(id).or_default() += 1;
        }
        walk_expr(self, expr);
    }
}

/// Objects that start with an expression and are mentioned once or twice.
pub(super) fn initialised(function: &Function) -> Vec<LocalId> {
    let mut uses = Uses::default();
    function.body.iter().for_each(|body| uses.block(body));
    let inits = initialisers(function).into_iter();
    inits
        .filter(|(id, init)| {
            let few = matches!(uses.0.get(id), Some(1 | 2));
            few && matches!(init, Init::Expr(value) if !matches!(value.kind, ExprKind::String(_)))
        })
        .map(|(id, _)| id)
        .collect()
}

/// Puts the initialiser of an object where the object stands.
struct Substitute {
    local: LocalId,
    value: Expr,
}

impl VisitorMut for Substitute {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr_mut(self, expr);
        if matches!(expr.kind, ExprKind::Local(id) if id == self.local) {
            *expr = self.value.clone();
        }
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            self.stmt(stmt);
        }
        let is_empty =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Declare(list) if list.is_empty());
        block.stmts.retain(|stmt| !is_empty(stmt));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let mine =
            |one: &Declared| matches!(one, Declared::Local { local, .. } if *local == self.local);
        match &mut stmt.kind {
            StmtKind::Declare(declared) => declared.retain(|one| !mine(one)),
            StmtKind::For { init: start @ Some(ForInit::Declare(_)), .. } => {
                if let Some(ForInit::Declare(declared)) = start {
                    declared.retain(|one| !mine(one));
                    if declared.is_empty() {
                        *start = None;
                    }
                }
            }
            _ => {}
        }
        walk_stmt_mut(self, stmt);
    }
}

pub(super) fn substitute(program: &mut Program, function: u32, local: u32) -> Option<()> {
    let function = program.functions.get_mut(function as usize)?;
    let local = LocalId(local);
    let Init::Expr(value) = initialisers(function).get(&local).copied()?.clone() else {
        return None;
    };
    let body = function.body.as_mut()?;
    Substitute { local, value }.block(body);
    Some(())
}

/// Whether an object of this type can become a part of itself.
pub(super) fn has_one_part(types: &Types, ty: Ty) -> bool {
    part_of(types, ty).is_some()
}

fn part_of(types: &Types, ty: Ty) -> Option<Ty> {
    match types.shape(ty) {
        Shape::Array { element, .. } => Some(*element),
        Shape::Record(id) => match types.fields(*id) {
            [field] if field.name.is_some() => Some(field.ty),
            _ => None,
        },
        _ => None,
    }
}

/// The initialiser of the part, if the whole has one.
fn init_of_part(init: Init) -> Option<Init> {
    match init {
        Init::Array(items) => items.into_iter().next().map(|item| item.init),
        Init::Record(items) => items.into_iter().next().map(|item| item.init),
        Init::Expr(_) => None,
    }
}

/// Uses of an object as those of a part of it.
struct OnePart {
    object: ExprKind,
}

impl OnePart {
    fn is_object(&self, expr: &Expr) -> bool {
        expr.written().kind == self.object
    }
}

impl VisitorMut for OnePart {
    fn expr(&mut self, expr: &mut Expr) {
        let found = match &expr.kind {
            ExprKind::Index { pointer: whole, .. }
            | ExprKind::Deref(whole)
            | ExprKind::Member { base: whole, .. } => self.is_object(whole),
            _ => false,
        };
        if found {
            expr.kind = self.object.clone();
            return;
        }
        if let ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } = &expr.kind
            && self.is_object(operand)
        {
            expr.kind = ExprKind::AddressOf(operand.clone());
            return;
        }
        walk_expr_mut(self, expr);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let mine = |local: &LocalId| self.object == ExprKind::Local(*local);
        let declared = match &mut stmt.kind {
            StmtKind::Declare(declared) => declared.as_mut_slice(),
            StmtKind::For { init: Some(ForInit::Declare(declared)), .. } => declared,
            _ => &mut [],
        };
        for one in declared {
            if let Declared::Local { local, init } = one
                && mine(local)
            {
                *init = init.take().and_then(init_of_part);
            }
        }
        walk_stmt_mut(self, stmt);
    }
}

pub(super) fn one_part_of_global(program: &mut Program, id: u32) -> Option<()> {
    let global = program.globals.get_mut(id as usize)?;
    global.ty = part_of(&program.types, global.ty)?;
    if let Definition::Initialized(init) = &global.definition {
        let part = init_of_part(init.clone());
        global.definition = part.map_or(Definition::Tentative, Definition::Initialized);
    }
    super::entity::visit(program, &mut OnePart { object: ExprKind::Global(GlobalId(id)) });
    Some(())
}

pub(super) fn one_part_of_local(program: &mut Program, function: u32, local: u32) -> Option<()> {
    let function = program.functions.get_mut(function as usize)?;
    let declared = function.locals.get_mut(local as usize)?;
    declared.ty = part_of(&program.types, declared.ty)?;
    let body = function.body.as_mut()?;
    OnePart { object: ExprKind::Local(LocalId(local)) }.block(body);
    Some(())
}
