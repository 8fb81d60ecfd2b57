//! Which constructs of a program run. The text is read again and run by a machine that notes the
//! statements it comes to; what stands in such a statement is alive.

use crate::machine::{Machine, Seen, Switches};
use crate::syntax::{
    BinOp, BitCount, Builtin, Conversion, Expr, ExprKind, FunctionId, Linkage, Program, Stmt,
    StmtKind, Visitor, walk_expr, walk_stmt,
};
use crate::types::{Quals, Shape, Ty};
use crate::{parse, print};

/// What is counted beside the kinds of statements and nodes, which the generator counts itself.
pub const NAMES: [&str; 32] = [
    "bool",
    "enumeration",
    "union",
    "bit-field",
    "struct in a struct",
    "struct in an array",
    "array of arrays",
    "const object",
    "volatile object",
    "static object",
    "floating arithmetic",
    "vector arithmetic",
    "break out of a loop",
    "continue",
    "goto",
    "default",
    "loop in a loop",
    "element next to the counted one",
    "computed index",
    "recursion",
    "pointer parameter",
    "restrict",
    "pointer arithmetic",
    "struct assignment",
    "malloc",
    "memcpy",
    "memset",
    "memmove",
    "count of bits",
    "zeros counted",
    "bytes swapped",
    "side effect in an expression",
];

/// Instructions after which enough was seen.
const FUEL: u64 = 100_000_000;

/// Whether each of [`NAMES`] is written, and whether it runs.
pub fn of(program: &Program) -> [(bool, bool); NAMES.len()] {
    let files = print::print(program);
    let files: Vec<(&str, &str)> =
        files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    let none = [(false, false); NAMES.len()];
    let Ok(program) = parse::read(&files) else { return none };
    let Ok(mut machine) = Machine::noting(&program, Switches::STRICT) else { return none };
    // However it ends, what was seen is true.
    let _ = machine.start(&program).and_then(|()| machine.run(&program, FUEL));
    let mut reached: Vec<u32> = Vec::new();
    for (place, seen) in machine.notes().into_iter().flat_map(|notes| notes.all()) {
        if place.ty.is_none() && seen != Seen::Never {
            reached.push(place.span.start);
        }
    }
    reached.sort_unstable();
    let mut finder = Finder {
        program: &program,
        reached,
        function: FunctionId(0),
        loops: 0,
        switches: 0,
        is_live: false,
        is_nested: false,
        found: none,
    };
    for id in program.function_ids() {
        // What shows the results is no part of the test.
        if program.function(id).name != "main"
            && let Some(body) = &program.function(id).body
        {
            finder.function = id;
            finder.block(body);
        }
    }
    finder.found
}

struct Finder<'p> {
    program: &'p Program,
    /// Where statements begin that were executed, ascending.
    reached: Vec<u32>,
    function: FunctionId,
    loops: u32,
    /// Switches that are open within the innermost loop.
    switches: u32,
    /// Whether the statement runs.
    is_live: bool,
    /// Whether an expression stands within another.
    is_nested: bool,
    found: [(bool, bool); NAMES.len()],
}

impl Finder<'_> {
    fn note(&mut self, name: &str) {
        let index = NAMES.iter().position(|it| *it == name).expect("what is noted has a row");
        self.found[index].0 = true;
        self.found[index].1 |= self.is_live;
    }

    fn is_reached(&self, stmt: &Stmt) -> bool {
        self.reached.binary_search(&stmt.span.start).is_ok()
    }

    fn note_if(&mut self, holds: bool, name: &str) {
        if holds {
            self.note(name);
        }
    }

    /// A statement around others: a loop, or a switch.
    fn around(&mut self, stmt: &Stmt, loops: u32, switches: u32) {
        let outer = (self.loops, self.switches);
        (self.loops, self.switches) = (loops, switches);
        walk_stmt(self, stmt);
        (self.loops, self.switches) = outer;
    }

    /// An object that is read or written: what its type says.
    fn object(&mut self, ty: Ty, linkage: Linkage) {
        let mut innermost = ty;
        while let Some(element) = self.program.types.element(innermost) {
            innermost = element;
        }
        self.note_if(innermost.is_const(), "const object");
        self.note_if(innermost.is_volatile(), "volatile object");
        self.note_if(linkage == Linkage::Internal, "static object");
    }

    fn place(&mut self, expr: &Expr) {
        let types = &self.program.types;
        match types.shape(expr.ty) {
            Shape::Bool => self.note("bool"),
            Shape::Enum(_) => self.note("enumeration"),
            _ => {}
        }
        match &expr.kind {
            ExprKind::Global(id) => {
                let global = self.program.global(*id);
                self.object(global.ty, global.linkage);
            }
            ExprKind::Local(_) => self.object(expr.ty, Linkage::None),
            ExprKind::Member { base, .. } => {
                self.note_if(expr.bit_field_width(types).is_some(), "bit-field");
                let union = types.as_record(base.ty).is_some_and(|id| types.record(id).is_union);
                self.note_if(union, "union");
                match base.kind {
                    ExprKind::Member { .. } => self.note("struct in a struct"),
                    ExprKind::Index { .. } => self.note("struct in an array"),
                    _ => {}
                }
            }
            ExprKind::Index { pointer, index } => self.element(pointer, index),
            ExprKind::Deref(pointer) => self.dereference(pointer),
            _ => {}
        }
    }

    fn element(&mut self, pointer: &Expr, index: &Expr) {
        if let ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } = &pointer.kind
        {
            self.note_if(matches!(operand.kind, ExprKind::Index { .. }), "array of arrays");
        }
        match &index.written().kind {
            ExprKind::Binary { op: BinOp::Add | BinOp::Sub, left, .. }
                if matches!(left.written().kind, ExprKind::Local(_)) =>
            {
                self.note("element next to the counted one");
            }
            ExprKind::Binary { .. } => self.note("computed index"),
            _ => {}
        }
    }

    fn dereference(&mut self, pointer: &Expr) {
        let ExprKind::Convert { operand, .. } = &pointer.kind else { return };
        let ExprKind::Local(id) = operand.kind else { return };
        let function = self.program.function(self.function);
        self.note_if(function.params.contains(&id), "pointer parameter");
        self.note_if(operand.ty.quals.has(Quals::RESTRICT), "restrict");
    }

    fn call(&mut self, callee: &Expr) {
        let ExprKind::Function(id) = callee.written().kind else { return };
        self.note_if(id == self.function, "recursion");
        let name = self.program.function(id).library_name();
        if matches!(name, "malloc" | "memcpy" | "memset" | "memmove") {
            self.note(name);
        }
    }

    fn computation(&mut self, expr: &Expr) {
        let types = &self.program.types;
        match &expr.kind {
            ExprKind::Binary { left, .. } => {
                self.note_if(types.is_float(left.ty), "floating arithmetic");
                self.note_if(types.is_vector(left.ty), "vector arithmetic");
            }
            ExprKind::PointerAdd { .. } => self.note("pointer arithmetic"),
            ExprKind::Builtin { builtin, .. } => match builtin {
                Builtin::Bits(BitCount::LeadingZeros | BitCount::TrailingZeros, _) => {
                    self.note("zeros counted");
                }
                Builtin::Bits(..) => self.note("count of bits"),
                Builtin::ByteSwap(_) => self.note("bytes swapped"),
                _ => {}
            },
            ExprKind::Assign { .. } | ExprKind::IncDec { .. } => {
                self.note_if(self.is_nested, "side effect in an expression");
                self.note_if(types.is_record(expr.ty), "struct assignment");
            }
            ExprKind::Call { callee, .. } => self.call(callee),
            _ => {}
        }
    }
}

impl Visitor for Finder<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        let reached = self.is_reached(stmt);
        let outer = std::mem::replace(&mut self.is_live, reached);
        self.is_nested = false;
        match &stmt.kind {
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                self.note_if(self.loops > 0, "loop in a loop");
                self.around(stmt, self.loops + 1, 0);
            }
            StmtKind::Switch { .. } => self.around(stmt, self.loops, self.switches + 1),
            StmtKind::Break => self.note_if(self.switches == 0, "break out of a loop"),
            StmtKind::Continue => self.note("continue"),
            StmtKind::Goto(_) => self.note("goto"),
            StmtKind::Default(body) => {
                // Control comes to what is behind the label.
                self.is_live = self.is_reached(body);
                self.note("default");
                walk_stmt(self, stmt);
            }
            _ => walk_stmt(self, stmt),
        }
        self.is_live = outer;
    }

    fn expr(&mut self, expr: &Expr) {
        self.place(expr);
        self.computation(expr);
        let outer = std::mem::replace(&mut self.is_nested, true);
        walk_expr(self, expr);
        self.is_nested = outer;
    }
}
