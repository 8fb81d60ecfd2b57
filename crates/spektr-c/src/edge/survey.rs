//! Figures about the generator over many programs: which constructs stand in their text and run,
//! how often each relaxation was applied, and what became of the programs with it. Whether a
//! construct runs is what a noting run of the machine tells.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use spektr_text::Span;
use spektr_wing::{Choice, Occurrence, Share, Survey, Total};

use super::relax::{self, RELAXATIONS};
use super::{Generated, Policy, generate};
use crate::machine::{Machine, Seen, Switches};
use crate::print;
use crate::syntax::{
    Block, Conversion, Expr, ExprKind, Function, Program, Stmt, StmtKind, Visitor, walk_block,
    walk_expr, walk_stmt,
};
use crate::types::{Ty, Types};

/// The least of 1000 programs in which a construct should run.
const GOAL: u64 = 10;

/// What is looked for, by group.
const CONSTRUCTS: [(&str, &[&str]); 4] = [
    (
        "statements",
        &[
            "declaration",
            "if",
            "for",
            "while",
            "do",
            "switch",
            "break",
            "continue",
            "goto forward",
            "goto backward",
            "goto into a block",
            "goto out of a block",
        ],
    ),
    (
        "expressions",
        &[
            "comma",
            "assignment inside an expression",
            "compound assignment",
            "increment or decrement",
            "conditional",
            "logical operator",
            "pointer comparison",
            "call in an operand",
            "struct or union copied",
            "bytes copied",
            "statement expression",
        ],
    ),
    (
        "places",
        &[
            "1 dereference",
            "2 dereferences",
            "3 dereferences",
            "4 dereferences",
            "5 dereferences",
            "1 index",
            "2 indices",
            "3 indices",
            "bit-field",
            "bit-field of a packed struct",
            "member of a union",
            "const",
            "volatile",
            "const behind a pointer",
            "volatile behind a pointer",
        ],
    ),
    (
        "functions",
        &[
            "integer parameter",
            "pointer parameter",
            "struct parameter",
            "union parameter",
            "integer result",
            "pointer result",
            "struct result",
            "union result",
        ],
    ),
];

/// Makes the programs of these seeds and counts.
pub fn survey(seeds: Range<u64>, policy: &Policy, size: Option<u32>) -> Survey {
    let mut figures = Figures::default();
    for seed in seeds {
        figures.add(&generate(seed, policy, size));
    }
    figures.finish(policy)
}

#[derive(Default)]
struct Figures {
    programs: u64,
    defined: u64,
    ended: u64,
    statements: u64,
    /// Of defined programs: statements, and those that run.
    live: (u64, u64),
    bytes: u64,
    steps: u64,
    dropped: u64,
    refused: u64,
    sites: u64,
    needed: u64,
    /// By name: programs that have it, and programs in which it runs.
    constructs: BTreeMap<&'static str, (u64, u64)>,
    relaxations: [Relaxation; RELAXATIONS.len()],
}

#[derive(Clone, Copy, Default)]
struct Relaxation {
    programs: u64,
    defined: u64,
    places: u64,
    chances: u64,
}

impl Figures {
    fn add(&mut self, made: &Generated) {
        let defined = u64::from(made.ending.is_ok());
        self.programs += 1;
        self.defined += defined;
        self.ended += u64::from(super::is_an_end(&made.ending));
        self.bytes += print::print(&made.program)[0].text.len() as u64;
        self.steps += made.steps;
        self.dropped += u64::from(made.dropped);
        self.refused += u64::from(made.refused);
        self.sites += u64::from(made.sites);
        self.needed += u64::from(made.needed);
        for (index, total) in self.relaxations.iter_mut().enumerate() {
            let places = made.applied.iter().filter(|it| it.0 == index).count() as u64;
            total.programs += u64::from(places > 0);
            total.defined += if places > 0 { defined } else { 0 };
            total.places += places;
            total.chances += u64::from(made.chances[index]);
        }
        let found = look(&made.program);
        self.statements += found.statements.0;
        // What is undefined ends early, and says nothing about how much would run.
        if made.ending.is_ok() {
            self.live.0 += found.statements.0;
            self.live.1 += found.statements.1;
        }
        for (name, executed) in found.names {
            let total = self.constructs.entry(name).or_default();
            total.0 += 1;
            total.1 += u64::from(executed);
        }
    }

    fn finish(self, policy: &Policy) -> Survey {
        let total = |name: &str, sum| Total { name: name.to_owned(), sum };
        let share = |name: String, part: u64, whole: u64, goal| Share { name, part, whole, goal };
        let mut shares = vec![
            share(
                "statements of defined programs that run".to_owned(),
                self.live.1,
                self.live.0,
                None,
            ),
            share("programs that are defined".to_owned(), self.defined, self.programs, None),
            share(
                "programs that end within their fuel".to_owned(),
                self.ended,
                self.programs,
                Some(1000),
            ),
            share("safe-math wrappers that are needed".to_owned(), self.needed, self.sites, None),
        ];
        let mut choices = Vec::new();
        for (row, figures) in RELAXATIONS.iter().zip(self.relaxations) {
            let name = format!("`{}`: places of those there are", row.name);
            shares.push(share(name, figures.places, figures.chances, None));
            let name = format!("`{}`: defined, of programs with it", row.name);
            shares.push(share(name, figures.defined, figures.programs, None));
            choices.push(Choice {
                kind: "relaxations".to_owned(),
                name: row.name.to_owned(),
                programs: figures.programs,
                times: Some(figures.places),
            });
        }
        let occurrence = |group: &str, name: &'static str| {
            let (written, executed) = self.constructs.get(name).copied().unwrap_or_default();
            let (group, name) = (group.to_owned(), name.to_owned());
            Occurrence { group, name, written, executed, goal: Some(GOAL) }
        };
        Survey {
            programs: self.programs,
            totals: vec![
                total("statements", self.statements),
                total("bytes of source", self.bytes),
                total("instructions executed", self.steps),
                total("safe-math wrappers", self.sites),
                total("statements refused by the machine", self.dropped),
                total("programs refused by the machine", self.refused),
            ],
            shares,
            constructs: CONSTRUCTS
                .iter()
                .flat_map(|(group, names)| names.iter().map(|name| occurrence(group, name)))
                .collect(),
            choices,
            policy: policy.explain(),
        }
    }
}

/// What is in one program.
#[derive(Default)]
struct Found {
    /// By name, whether it runs.
    names: BTreeMap<&'static str, bool>,
    /// Statements, and those that run.
    statements: (u64, u64),
}

/// A run ends early if the program is undefined; what comes before that counts.
const FUEL: u64 = 3_000_000;

fn look(program: &Program) -> Found {
    let mut program = program.clone();
    relax::number(&mut program);
    let mut found = Found::default();
    let Ok(mut machine) = Machine::noting(&program, Switches::STRICT) else { return found };
    // How it ends is known already.
    let _ = machine.start(&program).and_then(|()| machine.run(&program, FUEL));
    let mut reached = BTreeMap::new();
    for (place, seen) in machine.notes().into_iter().flat_map(|notes| notes.all()) {
        if place.span.is_known() {
            *reached.entry(place.span.start).or_default() |= seen != Seen::Never;
        }
    }
    for function in program.functions.iter().filter(|it| it.name.starts_with("func_")) {
        let Some(body) = &function.body else { continue };
        let mut looker = Looker {
            program: &program,
            reached: &reached,
            found: &mut found,
            runs: false,
            inside: false,
            blocks: Vec::new(),
            next_block: 0,
            labels: BTreeMap::new(),
            jumps: Vec::new(),
        };
        looker.block(body);
        looker.judge_jumps();
        let runs = body.stmts.iter().any(|it| looker.reaches(it.span).unwrap_or(false));
        looker.signature(function, runs);
    }
    found
}

struct Looker<'a> {
    program: &'a Program,
    reached: &'a BTreeMap<u32, bool>,
    found: &'a mut Found,
    /// Whether what is looked at runs.
    runs: bool,
    /// Whether an expression is part of another.
    inside: bool,
    /// The blocks around, by number.
    blocks: Vec<u32>,
    next_block: u32,
    /// Labels: where, and in which blocks.
    labels: BTreeMap<u32, (u32, Vec<u32>)>,
    jumps: Vec<(u32, u32, Vec<u32>, bool)>,
}

impl Looker<'_> {
    fn reaches(&self, span: Span) -> Option<bool> {
        self.reached.get(&span.start).copied().filter(|_| span.is_known())
    }

    fn add(&mut self, name: &'static str) {
        *self.found.names.entry(name).or_default() |= self.runs;
    }

    fn types(&self) -> &Types {
        &self.program.types
    }

    fn kind_of(&self, ty: Ty) -> usize {
        let types = self.types();
        match types.as_record(ty) {
            Some(id) if types.record(id).is_union => 3,
            Some(_) => 2,
            None => usize::from(types.is_pointer(ty)),
        }
    }

    fn signature(&mut self, function: &Function, runs: bool) {
        self.runs = runs;
        let names = CONSTRUCTS[3].1;
        for &id in &function.params {
            let kind = self.kind_of(function.local(id).ty);
            self.add(names[kind]);
        }
        let result = function.signature(self.types()).result;
        if !self.types().is_void(result) {
            let kind = self.kind_of(result);
            self.add(names[4 + kind]);
        }
    }

    fn judge_jumps(&mut self) {
        for (label, at, from, runs) in std::mem::take(&mut self.jumps) {
            let Some((to, around)) = self.labels.get(&label).cloned() else { continue };
            self.runs = runs;
            self.add(if to > at { "goto forward" } else { "goto backward" });
            let (from, to): (BTreeSet<u32>, BTreeSet<u32>) =
                (from.into_iter().collect(), around.into_iter().collect());
            if !to.is_subset(&from) {
                self.add("goto into a block");
            }
            if !from.is_subset(&to) {
                self.add("goto out of a block");
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(_) => self.add("declaration"),
            StmtKind::If { .. } => self.add("if"),
            StmtKind::For { .. } => self.add("for"),
            StmtKind::While { .. } => self.add("while"),
            StmtKind::DoWhile { .. } => self.add("do"),
            StmtKind::Switch { .. } => self.add("switch"),
            StmtKind::Break => self.add("break"),
            StmtKind::Continue => self.add("continue"),
            StmtKind::Goto(label) => {
                self.jumps.push((label.0, stmt.span.start, self.blocks.clone(), self.runs));
            }
            StmtKind::Label { label, .. } => {
                self.labels.insert(label.0, (stmt.span.start, self.blocks.clone()));
            }
            _ => {}
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Comma { .. } => self.add("comma"),
            ExprKind::Assign { target, .. } => {
                if self.inside {
                    self.add("assignment inside an expression");
                }
                if self.types().is_record(target.ty) {
                    self.add("struct or union copied");
                }
            }
            ExprKind::CompoundAssign { .. } => self.add("compound assignment"),
            ExprKind::IncDec { .. } => self.add("increment or decrement"),
            ExprKind::Conditional { .. } => self.add("conditional"),
            ExprKind::Logical { .. } => self.add("logical operator"),
            ExprKind::Statements(_) => self.add("statement expression"),
            ExprKind::Binary { op, left, .. }
                if op.is_comparison() && self.types().is_pointer(left.ty) =>
            {
                self.add("pointer comparison");
            }
            ExprKind::Call { callee, .. } => self.called(callee),
            ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Member { .. } => {
                self.place(expr);
            }
            ExprKind::Local(_) | ExprKind::Global(_) => self.qualifiers(expr.ty, false),
            _ => {}
        }
    }

    fn called(&mut self, callee: &Expr) {
        let ExprKind::Function(id) = callee.written().kind else { return };
        let name = self.program.function(id).name.as_str();
        if name == "memcpy" {
            self.add("bytes copied");
        } else if self.inside && name.starts_with("func_") {
            self.add("call in an operand");
        }
    }

    fn qualifiers(&mut self, ty: Ty, behind: bool) {
        let names = CONSTRUCTS[2].1;
        let first = names.len() - if behind { 2 } else { 4 };
        if ty.is_const() {
            self.add(names[first]);
        }
        if ty.is_volatile() {
            self.add(names[first + 1]);
        }
    }

    /// How one comes from a variable to this place.
    fn place(&mut self, expr: &Expr) {
        let (mut derefs, mut indices, mut at) = (0, 0, expr);
        loop {
            at = match &at.kind {
                ExprKind::Deref(pointer) => {
                    derefs += 1;
                    pointer
                }
                ExprKind::Index { pointer, .. } => {
                    indices += 1;
                    pointer
                }
                ExprKind::Member { base, .. } | ExprKind::Paren(base) => base,
                ExprKind::Convert {
                    conversion: Conversion::Load | Conversion::ArrayDecay,
                    operand,
                    ..
                } => operand,
                _ => break,
            };
        }
        let names = CONSTRUCTS[2].1;
        if (1..=5).contains(&derefs) {
            self.add(names[derefs - 1]);
        }
        if (1..=3).contains(&indices) {
            self.add(names[4 + indices]);
        }
        self.qualifiers(expr.ty, derefs > 0);
        if let ExprKind::Member { base, field } = &expr.kind
            && let Some(id) = self.types().as_record(base.ty)
        {
            let record = self.types().record(id);
            let (is_union, is_packed) =
                (record.is_union, record.body.as_ref().is_some_and(|it| it.packed));
            if self.types().fields(id)[*field as usize].bits.is_some() {
                self.add("bit-field");
                if is_packed {
                    self.add("bit-field of a packed struct");
                }
            }
            if is_union {
                self.add("member of a union");
            }
        }
    }
}

impl Visitor for Looker<'_> {
    fn block(&mut self, block: &Block) {
        // Braces around a single jump are how it is written.
        let is_own = !matches!(block.stmts.as_slice(), [Stmt { kind: StmtKind::Goto(_), .. }]);
        if is_own {
            self.next_block += 1;
            self.blocks.push(self.next_block);
        }
        walk_block(self, block);
        if is_own {
            self.blocks.pop();
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let before = (self.runs, self.inside);
        if let Some(runs) = self.reaches(stmt.span) {
            (self.runs, self.inside) = (runs, false);
            if !matches!(stmt.kind, StmtKind::Block(_) | StmtKind::Empty | StmtKind::Case { .. }) {
                self.found.statements.0 += 1;
                self.found.statements.1 += u64::from(runs);
            }
        }
        self.statement(stmt);
        walk_stmt(self, stmt);
        (self.runs, self.inside) = before;
    }

    fn expr(&mut self, expr: &Expr) {
        let before = (self.runs, self.inside);
        // Places are reached with what reads or writes them.
        self.runs = self.reaches(expr.span).unwrap_or(self.runs);
        self.expression(expr);
        self.inside = true;
        walk_expr(self, expr);
        (self.runs, self.inside) = before;
    }
}
