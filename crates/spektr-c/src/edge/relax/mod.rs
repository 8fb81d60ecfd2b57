//! Relaxations: what Csmith forbids itself, done after all in some places of a finished program.
//! Each is a row of one table with the ranges of the paper's Table 1, and each is a change of the
//! tree at sites that are numbered in the program before any of them. What is done at a site depends
//! on the seed, the relaxation and the site alone: so turning one on leaves the rest as it was.
//! Whether the result is still defined, the machine says.

mod bounds;
mod conflict;
mod dangling;
mod initialiser;
mod jump;
mod null;
mod parameter;

use std::collections::BTreeSet;

use serde::Deserialize;
use spektr_entropy::Entropy;
use spektr_text::Span;

use super::recipe::{COUNT, Recipe};
use crate::syntax::{
    Definition, Expr, Init, Program, Stmt, VisitorMut, walk_expr_mut, walk_stmt_mut,
};

/// What programs are for, which decides how often they are relaxed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Nothing is relaxed.
    Strict,
    #[default]
    Miscompilation,
    Crash,
}

/// One relaxation. Ranges are of 1000.
pub struct Row {
    pub name: &'static str,
    pub about: &'static str,
    pub crash: (u32, u32),
    pub miscompilation: (u32, u32),
    apply: fn(&mut Program, &mut Sites<'_>),
}

impl Row {
    pub fn range(&self, mode: Mode) -> (u32, u32) {
        match mode {
            Mode::Strict => (0, 0),
            Mode::Miscompilation => self.miscompilation,
            Mode::Crash => self.crash,
        }
    }
}

/// All of them, in the paper's order.
pub const RELAXATIONS: [Row; 7] = [
    Row {
        name: "null",
        about: "pointers are set to null",
        crash: (0, 1000),
        miscompilation: (0, 1000),
        apply: null::apply,
    },
    Row {
        name: "dangling",
        about: "pointers are left at objects whose block ends",
        crash: (0, 1000),
        miscompilation: (0, 1000),
        apply: dangling::apply,
    },
    Row {
        name: "initialiser",
        about: "variables are declared without a first value",
        crash: (0, 1000),
        miscompilation: (0, 350),
        apply: initialiser::apply,
    },
    Row {
        name: "goto",
        about: "jumps go anywhere in their function, over initialisations too",
        crash: (0, 1000),
        miscompilation: (0, 1000),
        apply: jump::apply,
    },
    Row {
        name: "bounds",
        about: "arrays are indexed without regard to their bounds",
        crash: (0, 1000),
        miscompilation: (0, 250),
        apply: bounds::apply,
    },
    Row {
        name: "parameter",
        about: "addresses of parameters are passed on",
        crash: (0, 1000),
        miscompilation: (0, 500),
        apply: parameter::apply,
    },
    Row {
        name: "conflict",
        about: "operands write what others read, without an order",
        crash: (0, 1000),
        miscompilation: (0, 0),
        apply: conflict::apply,
    },
];

/// A relaxation at a site.
pub type Applied = (usize, u32);

/// The program relaxed, and what was done.
pub struct Relaxed {
    pub program: Program,
    pub applied: Vec<Applied>,
    /// Sites at which each relaxation could have been applied.
    pub chances: [u32; COUNT],
}

/// Applies what the recipe says, but for sites that are left out.
pub fn relax(base: &Program, recipe: &Recipe, leave_out: &BTreeSet<Applied>) -> Relaxed {
    let mut program = base.clone();
    number(&mut program);
    relax_numbered(program, recipe, leave_out)
}

/// The same for a program whose sites have their numbers.
pub(super) fn relax_numbered(
    program: Program,
    recipe: &Recipe,
    leave_out: &BTreeSet<Applied>,
) -> Relaxed {
    let mut relaxed = Relaxed { program, applied: Vec::new(), chances: [0; COUNT] };
    for (index, row) in RELAXATIONS.iter().enumerate() {
        let mut sites = Sites {
            seed: recipe.seed,
            name: row.name,
            index,
            chance: recipe.chances[index],
            leave_out,
            applied: &mut relaxed.applied,
            seen: 0,
        };
        (row.apply)(&mut relaxed.program, &mut sites);
        relaxed.chances[index] = sites.seen;
    }
    forget_numbers(&mut relaxed.program);
    relaxed
}

/// Decides about sites of one relaxation.
struct Sites<'a> {
    seed: u64,
    name: &'static str,
    index: usize,
    chance: u32,
    leave_out: &'a BTreeSet<Applied>,
    applied: &'a mut Vec<Applied>,
    seen: u32,
}

impl Sites<'_> {
    /// Whether to relax here; if so, with what chance for the rest.
    fn here(&mut self, span: Span) -> Option<Entropy> {
        // What another relaxation brought in is no site.
        if !span.is_known() {
            return None;
        }
        self.seen += 1;
        let site = span.start;
        let mut entropy = Entropy::named(self.seed, &format!("{} {site}", self.name));
        let chosen = entropy.permille(self.chance) && !self.leave_out.contains(&(self.index, site));
        chosen.then_some(entropy)
    }

    fn done(&mut self, span: Span) {
        self.applied.push((self.index, span.start));
    }
}

/// Sites of globals are numbered from here.
const GLOBALS: u32 = 1 << 30;

fn global_site(index: usize) -> Span {
    let start = GLOBALS + index as u32;
    Span::new(start, start + 1)
}

/// Gives every statement and expression of a program a place of its own.
pub(super) fn number(program: &mut Program) {
    let mut numbers = Numbers(0);
    each_body(program, &mut numbers);
}

fn forget_numbers(program: &mut Program) {
    struct Forget;
    impl VisitorMut for Forget {
        fn expr(&mut self, expr: &mut Expr) {
            expr.span = Span::default();
            walk_expr_mut(self, expr);
        }

        fn stmt(&mut self, stmt: &mut Stmt) {
            stmt.span = Span::default();
            walk_stmt_mut(self, stmt);
        }
    }
    each_body(program, &mut Forget);
    for global in &mut program.globals {
        if let Definition::Initialized(init) = &mut global.definition {
            Forget.init(init);
        }
    }
}

fn each_body(program: &mut Program, visitor: &mut impl VisitorMut) {
    for function in &mut program.functions {
        // Wrappers and what shows the result are not the program's own.
        let own = function.name.starts_with("func_");
        if let (Some(body), true) = (&mut function.body, own) {
            visitor.block(body);
        }
    }
}

struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> Span {
        self.0 += 1;
        Span::new(self.0, self.0 + 1)
    }
}

impl VisitorMut for Numbers {
    fn expr(&mut self, expr: &mut Expr) {
        expr.span = self.next();
        walk_expr_mut(self, expr);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        stmt.span = self.next();
        walk_stmt_mut(self, stmt);
    }
}

/// The pointer that an initialiser gives, if it is one.
fn pointer_init<'a>(types: &crate::types::Types, init: &'a mut Init) -> Option<&'a mut Expr> {
    match init {
        Init::Expr(expr) if types.is_pointer(expr.ty) => Some(expr),
        _ => None,
    }
}
