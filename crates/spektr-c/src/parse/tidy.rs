//! Order among the things of a program: declarations that nobody uses go (headers bring
//! hundreds), the others are numbered by where they are defined. So the numbers depend on the
//! text alone, and a printed program that is read again has the same.

use crate::syntax::{
    Declared, Definition, Expr, ExprKind, ForInit, FunctionId, GlobalId, Linkage, Program, Stmt,
    StmtKind, Visitor, VisitorMut, walk_expr, walk_expr_mut, walk_stmt, walk_stmt_mut,
};

/// Drops what is declared and never used, and numbers the rest by units and by the places of
/// their definitions. Works on programs without spans too: there the order stays.
pub fn tidy(program: Program) -> Program {
    let mut program = program;
    let mut uses = Uses {
        globals: program.globals.iter().map(|global| global.is_defined()).collect(),
        functions: program.functions.iter().map(|function| function.body.is_some()).collect(),
    };
    for function in &program.functions {
        if let Some(body) = &function.body {
            uses.block(body);
        }
    }
    for global in &program.globals {
        if let Definition::Initialized(init) = &global.definition {
            uses.init(init);
        }
    }
    uses.drop_unmentioned(&program);
    let globals = order(&uses.globals, |index| {
        let global = &program.globals[index];
        (global.unit, global.span.start)
    });
    let functions = order(&uses.functions, |index| {
        let function = &program.functions[index];
        // Those without a body come first, as a printer declares them.
        (function.unit, function.body.is_some(), function.span.start)
    });
    let mut numbers = Numbers { globals: inverse(&globals), functions: inverse(&functions) };
    program.globals = take(std::mem::take(&mut program.globals), &globals);
    program.functions = take(std::mem::take(&mut program.functions), &functions);
    for function in &mut program.functions {
        if let Some(body) = &mut function.body {
            numbers.block(body);
        }
    }
    for global in &mut program.globals {
        if let Definition::Initialized(init) = &mut global.definition {
            numbers.init(init);
        }
    }
    program
}

/// The indices to keep, sorted by key and otherwise as they were.
fn order<K: Ord>(kept: &[bool], key: impl Fn(usize) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..kept.len()).filter(|&index| kept[index]).collect();
    order.sort_by_key(|&index| key(index));
    order
}

/// For each old index its new one; for what is dropped, a number that nobody has.
fn inverse(order: &[usize]) -> Vec<u32> {
    let length = order.iter().max().map_or(0, |most| most + 1);
    let mut numbers = vec![u32::MAX; length];
    for (&old, new) in order.iter().zip(0..) {
        numbers[old] = new;
    }
    numbers
}

fn take<T>(items: Vec<T>, order: &[usize]) -> Vec<T> {
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.iter().filter_map(|&index| items[index].take()).collect()
}

struct Uses {
    globals: Vec<bool>,
    functions: Vec<bool>,
}

impl Uses {
    /// Compound literals of file scope and statics of functions live only where they are
    /// mentioned: an array that was initialised from a literal leaves it behind.
    fn drop_unmentioned(&mut self, program: &Program) {
        let unlinked = |index: usize| program.globals[index].linkage == Linkage::None;
        let mut named = Mentions(vec![false; program.globals.len()]);
        for function in &program.functions {
            if let Some(body) = &function.body {
                named.block(body);
            }
        }
        for global in &program.globals {
            if let Definition::Initialized(init) = &global.definition {
                named.init(init);
            }
        }
        for (index, kept) in self.globals.iter_mut().enumerate() {
            *kept &= !unlinked(index) || named.0[index];
        }
    }
}

impl Visitor for Uses {
    fn expr(&mut self, expr: &Expr) {
        match expr.kind {
            ExprKind::Global(id) => self.globals[id.0 as usize] = true,
            ExprKind::Function(id) => self.functions[id.0 as usize] = true,
            _ => walk_expr(self, expr),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        for_statics(&stmt.kind, |id| self.globals[id.0 as usize] = true);
        walk_stmt(self, stmt);
    }
}

/// Which globals expressions name and blocks declare.
struct Mentions(Vec<bool>);

impl Visitor for Mentions {
    fn expr(&mut self, expr: &Expr) {
        match expr.kind {
            ExprKind::Global(id) => self.0[id.0 as usize] = true,
            _ => walk_expr(self, expr),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        for_statics(&stmt.kind, |id| self.0[id.0 as usize] = true);
        walk_stmt(self, stmt);
    }
}

fn for_statics(kind: &StmtKind, mut see: impl FnMut(GlobalId)) {
    let declared = match kind {
        StmtKind::Declare(declared) => declared,
        StmtKind::For { init: Some(ForInit::Declare(declared)), .. } => declared,
        _ => return,
    };
    for one in declared {
        if let Declared::Static(id) = one {
            see(*id);
        }
    }
}

struct Numbers {
    globals: Vec<u32>,
    functions: Vec<u32>,
}

impl VisitorMut for Numbers {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Global(id) => *id = GlobalId(self.globals[id.0 as usize]),
            ExprKind::Function(id) => *id = FunctionId(self.functions[id.0 as usize]),
            _ => walk_expr_mut(self, expr),
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let declared = match &mut stmt.kind {
            StmtKind::Declare(declared) => Some(declared),
            StmtKind::For { init: Some(ForInit::Declare(declared)), .. } => Some(declared),
            _ => None,
        };
        for one in declared.into_iter().flatten() {
            if let Declared::Static(id) = one {
                *id = GlobalId(self.globals[id.0 as usize]);
            }
        }
        walk_stmt_mut(self, stmt);
    }
}
