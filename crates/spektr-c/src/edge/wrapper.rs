//! Safe-math wrappers: functions that compute `undefined(x, y) ? x : x op y`, and the sites that
//! call them. A site can be the call, the same as a statement expression ("macro"), or the bare
//! operator. Which checks a program needs is what its one run on the machine tells: it has no
//! input, so a check that never fired never will. Serves our own programs and those of Csmith alike.

use spektr_text::Span;

use crate::machine::{Ending, Machine, Seen, Step, Switches};
use crate::syntax::{
    Block, Conversion, Declared, Expr, ExprKind, Function, FunctionId, Init, Local, LocalId,
    LocalKind, Program, Stmt, StmtKind, Visitor, VisitorMut, walk_expr, walk_expr_mut,
};
use crate::types::{Ty, Types};
use crate::typing;

/// How a site is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Function,
    Macro,
    Bare,
}

/// What a function of that kind computes.
#[derive(Clone, Debug)]
struct Wrapper {
    params: Vec<(LocalId, Ty)>,
    /// All of it: with the check, as the function returns it.
    whole: Expr,
    /// The same without the check.
    bare: Expr,
    checked: bool,
}

/// The spans of checks that are watched begin here: no text is that long.
const WATCHED: u32 = 0xc000_0000;

/// The wrappers of a program, by function.
#[derive(Clone, Debug)]
pub struct Wrappers {
    by_function: Vec<Option<Wrapper>>,
}

impl Wrappers {
    pub fn of(program: &Program) -> Wrappers {
        let found = |function: &Function| {
            function.name.starts_with("safe_").then(|| recognise(function)).flatten()
        };
        Wrappers { by_function: program.functions.iter().map(found).collect() }
    }

    fn get(&self, function: FunctionId) -> Option<&Wrapper> {
        self.by_function.get(function.0 as usize)?.as_ref()
    }

    fn is_wrapper(&self, index: usize) -> bool {
        self.by_function.get(index).is_some_and(Option::is_some)
    }

    /// How many sites there are.
    pub fn sites(&self, program: &Program) -> u32 {
        let mut counter = Counter { wrappers: self, sites: 0 };
        for (index, function) in program.functions.iter().enumerate() {
            if let (Some(body), false) = (&function.body, self.is_wrapper(index)) {
                counter.block(body);
            }
        }
        counter.sites
    }

    /// The program with each site in the form that is chosen for its number. Sites are numbered
    /// as they come in the text.
    pub fn rewritten(&self, program: &Program, form: impl FnMut(u32) -> Form) -> Program {
        self.rewrite(program, form, false)
    }

    /// The sites that can be bare, of those that are wanted so: a call comes after its arguments, an
    /// operator need not (`x = x++ + 1`), and what the machine refuses for that stays wrapped.
    pub fn settled(
        &self,
        program: &Program,
        wanted: &[bool],
        is_defined: impl Fn(&Program) -> bool,
    ) -> Vec<bool> {
        let with = |bare: &[bool]| {
            let form = |site: u32| if bare[site as usize] { Form::Bare } else { Form::Function };
            is_defined(&self.rewritten(program, form))
        };
        let mut bare = vec![false; wanted.len()];
        let mut groups: Vec<Vec<usize>> =
            vec![(0..wanted.len()).filter(|&site| wanted[site]).collect()];
        while let Some(group) = groups.pop() {
            let mut tried = bare.clone();
            group.iter().for_each(|&site| tried[site] = true);
            if with(&tried) {
                bare = tried;
            } else if group.len() > 1 {
                let (first, second) = group.split_at(group.len() / 2);
                groups.push(second.to_vec());
                groups.push(first.to_vec());
            }
        }
        bare
    }

    fn rewrite(
        &self,
        program: &Program,
        mut form: impl FnMut(u32) -> Form,
        watch: bool,
    ) -> Program {
        let mut program = program.clone();
        let mut next = 0;
        for index in 0..program.functions.len() {
            if self.is_wrapper(index) {
                continue;
            }
            let function = &mut program.functions[index];
            let Some(mut body) = function.body.take() else { continue };
            let locals = &mut function.locals;
            let types = &mut program.types;
            let mut rewriter =
                Rewriter { wrappers: self, types, locals, form: &mut form, next, watch };
            rewriter.block(&mut body);
            next = rewriter.next;
            program.functions[index].body = Some(body);
        }
        program
    }

    /// Runs the program, and says how it ends and which sites needed their checks.
    pub fn needed(
        &self,
        program: &Program,
        switches: Switches,
        fuel: u64,
    ) -> (Step<Ending>, Vec<bool>) {
        let mut needed = vec![false; self.sites(program) as usize];
        let watched = self.rewrite(program, |_| Form::Macro, true);
        let mut machine = match Machine::noting(&watched, switches) {
            Ok(machine) => machine,
            Err(complaint) => {
                return (Err(crate::machine::Stop::unsupported(complaint.message)), needed);
            }
        };
        let ending = machine.start(&watched).and_then(|()| machine.run(&watched, fuel));
        for (place, seen) in machine.notes().into_iter().flat_map(|notes| notes.all()) {
            if place.span.start >= WATCHED && seen != Seen::Never {
                needed[(place.span.start - WATCHED) as usize] = true;
            }
        }
        (ending, needed)
    }
}

/// The wrapper that a function is, if it is one: it returns an expression of its parameters
/// alone, and without the check each of them is read once.
fn recognise(function: &Function) -> Option<Wrapper> {
    let [Stmt { kind: StmtKind::Return(Some(whole)), .. }] =
        function.body.as_ref()?.stmts.as_slice()
    else {
        return None;
    };
    let params: Vec<(LocalId, Ty)> =
        function.params.iter().map(|&id| (id, function.local(id).ty.unqualified())).collect();
    let mut bare = whole.clone();
    let checked = drop_check(&mut bare);
    let mut reads = Reads { counts: vec![0; function.locals.len()], plain: true };
    reads.expr(whole);
    let plain = reads.plain;
    let mut reads = Reads { counts: vec![0; function.locals.len()], plain };
    reads.expr(&bare);
    let once = params.iter().all(|(id, _)| reads.counts[id.0 as usize] == 1);
    (reads.plain && once && !params.is_empty()).then_some(Wrapper {
        params,
        whole: whole.clone(),
        bare,
        checked,
    })
}

/// `check ? x : value` becomes `value`, within the conversions around it.
fn drop_check(expr: &mut Expr) -> bool {
    match &mut expr.kind {
        ExprKind::Paren(inner) | ExprKind::Convert { operand: inner, .. } => drop_check(inner),
        ExprKind::Conditional { otherwise, .. } => {
            let mut value = std::mem::replace(&mut **otherwise, Expr::int(0));
            drop_check(&mut value);
            *expr = value;
            true
        }
        _ => false,
    }
}

/// The conditional whose first result is taken where the operator would be undefined.
fn fallback(expr: &mut Expr) -> Option<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Paren(inner) | ExprKind::Convert { operand: inner, .. } => fallback(inner),
        ExprKind::Conditional { then, .. } => then.as_deref_mut(),
        _ => None,
    }
}

/// Counts reads of locals, and whether there is anything but arithmetic.
struct Reads {
    counts: Vec<u32>,
    plain: bool,
}

impl Visitor for Reads {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Local(id) => self.counts[id.0 as usize] += 1,
            ExprKind::Int(_)
            | ExprKind::Paren(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::SizeOfType(_)
            | ExprKind::Convert { .. } => {}
            _ => self.plain = false,
        }
        walk_expr(self, expr);
    }
}

fn callee(expr: &Expr) -> Option<FunctionId> {
    let ExprKind::Call { callee, .. } = &expr.kind else { return None };
    match callee.written().kind {
        ExprKind::Function(id) => Some(id),
        _ => None,
    }
}

struct Counter<'a> {
    wrappers: &'a Wrappers,
    sites: u32,
}

impl Visitor for Counter<'_> {
    fn expr(&mut self, expr: &Expr) {
        self.sites += u32::from(callee(expr).is_some_and(|id| self.wrappers.get(id).is_some()));
        walk_expr(self, expr);
    }
}

struct Rewriter<'a, F> {
    wrappers: &'a Wrappers,
    types: &'a mut Types,
    locals: &'a mut Vec<Local>,
    form: F,
    next: u32,
    watch: bool,
}

impl<F: FnMut(u32) -> Form> VisitorMut for Rewriter<'_, F> {
    fn expr(&mut self, expr: &mut Expr) {
        let Some(wrapper) = callee(expr).and_then(|id| self.wrappers.get(id)) else {
            return walk_expr_mut(self, expr);
        };
        let site = self.next;
        self.next += 1;
        walk_expr_mut(self, expr);
        let ExprKind::Call { args, .. } = &mut expr.kind else { return };
        if args.len() != wrapper.params.len() {
            return;
        }
        let (args, span) = (std::mem::take(args), expr.span);
        let made = match (self.form)(site) {
            Form::Function => {
                let ExprKind::Call { args: place, .. } = &mut expr.kind else { return };
                *place = args;
                return;
            }
            Form::Macro => self.inlined(wrapper, args, site),
            Form::Bare => bare(self.types, wrapper, args),
        };
        let ty = expr.ty;
        *expr = returned(self.types, made, ty);
        expr.span = span;
        if self.watch && wrapper.checked {
            mark(expr, site);
        }
    }
}

/// The value as the function took or returned it: converted, in a way that stays when it is
/// printed. A bit-field would be promoted by its width (6.3.1.1p2), whatever its type.
fn returned(types: &mut Types, value: Expr, ty: Ty) -> Expr {
    let written = value.written().clone().decayed(types);
    match written.ty == ty && written.value_bit_field_width(types).is_none() {
        true => written,
        false => typing::cast(types, written, ty).unwrap_or(value),
    }
}

impl<F> Rewriter<'_, F> {
    /// `({ T x = a; T y = b; check ? x : x op y; })`.
    fn inlined(&mut self, wrapper: &Wrapper, args: Vec<Expr>, site: u32) -> Expr {
        let mut own = Vec::new();
        let mut stmts = Vec::new();
        for (index, (&(_, ty), arg)) in wrapper.params.iter().zip(args).enumerate() {
            let local = LocalId(self.locals.len() as u32);
            let name = format!("{}{site}", ["x", "y"].get(index).unwrap_or(&"z"));
            let (kind, span) = (LocalKind::Auto, Span::default());
            self.locals.push(Local { name, ty, kind, align: None, span });
            own.push(local);
            let declared = vec![Declared::Local { local, init: Some(Init::Expr(arg)) }];
            stmts.push(Stmt::new(StmtKind::Declare(declared), Span::default()));
        }
        let mut value = wrapper.whole.clone();
        let mut renamed = Renamed { params: &wrapper.params, own: &own };
        renamed.expr(&mut value);
        let ty = value.ty;
        let value = returned(self.types, value, ty);
        stmts.push(Stmt::new(StmtKind::Expr(value), Span::default()));
        let block = Block { locals: own, stmts, span: Span::default() };
        Expr::new(ExprKind::Statements(Box::new(block)), ty, Span::default())
    }
}

struct Renamed<'a> {
    params: &'a [(LocalId, Ty)],
    own: &'a [LocalId],
}

impl VisitorMut for Renamed<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        expr.span = Span::default();
        if let ExprKind::Local(id) = &mut expr.kind
            && let Some(index) = self.params.iter().position(|(param, _)| param == id)
        {
            *id = self.own[index];
        }
        walk_expr_mut(self, expr);
    }
}

/// Marks where the check of an inlined site goes when it fires.
fn mark(expr: &mut Expr, site: u32) {
    let inner = match &mut expr.kind {
        ExprKind::Convert { operand, .. } => return mark(operand, site),
        ExprKind::Statements(block) => block.stmts.last_mut(),
        _ => None,
    };
    if let Some(Stmt { kind: StmtKind::Expr(value), .. }) = inner
        && let Some(taken) = fallback(value)
    {
        taken.span = Span::new(WATCHED + site, WATCHED + site + 1);
    }
}

/// `(T)a op (T)b`.
fn bare(types: &mut Types, wrapper: &Wrapper, args: Vec<Expr>) -> Expr {
    let mut values = Vec::new();
    for (&(_, ty), arg) in wrapper.params.iter().zip(args) {
        values.push(Some(returned(types, arg, ty)));
    }
    let mut value = wrapper.bare.clone();
    Substituted { params: &wrapper.params, values: &mut values }.expr(&mut value);
    value
}

struct Substituted<'a> {
    params: &'a [(LocalId, Ty)],
    values: &'a mut [Option<Expr>],
}

impl VisitorMut for Substituted<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Convert { conversion: Conversion::Load, operand, .. } = &expr.kind
            && let ExprKind::Local(id) = operand.peeled().kind
            && let Some(index) = self.params.iter().position(|(param, _)| *param == id)
            && let Some(value) = self.values[index].take()
        {
            *expr = value;
            return;
        }
        walk_expr_mut(self, expr);
    }
}
