//! Statements, one per line.

use super::expr::{ASSIGN, COMMA};
use super::unit::Printer;
use crate::syntax::{
    Asm, Block, Declared, Definition, Expr, ExprKind, ForInit, Init, LocalKind, Stmt, StmtKind,
};
use crate::types::Ty;

impl Printer<'_> {
    /// Text at the current indentation.
    pub fn indented(&mut self, text: &str) {
        self.out.extend(std::iter::repeat_n("    ", self.indent));
        self.out += text;
    }

    /// What stands between braces.
    pub fn block_items(&mut self, block: &Block) {
        self.indent += 1;
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        self.indent -= 1;
    }

    pub fn stmt(&mut self, stmt: &Stmt) {
        self.indented("");
        self.rest_of_stmt(stmt);
    }

    /// The statement from where the line is indented already.
    fn rest_of_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => self.out += ";\n",
            StmtKind::Expr(expr) => self.line("", Some(expr), ";\n"),
            StmtKind::Declare(declared) => {
                self.declared(declared);
                self.out += ";\n";
            }
            StmtKind::Block(block) => {
                self.out += "{\n";
                self.block_items(block);
                self.indented("}\n");
            }
            StmtKind::If { condition, then, otherwise } => {
                self.if_stmt(condition, then, otherwise.as_deref());
            }
            StmtKind::While { condition, body } => {
                self.line("while (", Some(condition), ")");
                self.body(body);
            }
            StmtKind::DoWhile { body, condition } => {
                self.out += "do";
                self.body(body);
                self.before_keyword(body);
                self.line("while (", Some(condition), ");\n");
            }
            StmtKind::For { init, condition, step, body, .. } => {
                self.for_head(init.as_ref(), condition.as_ref(), step.as_ref());
                self.body(body);
            }
            StmtKind::Switch { value, body } => {
                self.line("switch (", Some(value), ")");
                self.body(body);
            }
            StmtKind::Case { first_expr, last_expr, body, .. } => {
                self.line("case ", Some(first_expr), "");
                if let Some(last) = last_expr {
                    self.line(" ... ", Some(last), "");
                }
                self.labelled(body);
            }
            StmtKind::Default(body) => {
                self.out += "default";
                self.labelled(body);
            }
            StmtKind::Label { label, body } => {
                self.out += &self.local.labels[label.0 as usize].clone();
                self.labelled(body);
            }
            StmtKind::Goto(label) => {
                self.out += &format!("goto {};\n", self.local.labels[label.0 as usize]);
            }
            StmtKind::ComputedGoto(target) => self.line("goto *", Some(target), ";\n"),
            StmtKind::Break => self.out += "break;\n",
            StmtKind::Continue => self.out += "continue;\n",
            StmtKind::Return(None) => self.out += "return;\n",
            StmtKind::Return(Some(value)) => self.line("return ", Some(value), ";\n"),
            StmtKind::Asm(asm) => self.asm(asm),
        }
    }

    fn line(&mut self, before: &str, expr: Option<&Expr>, after: &str) {
        self.out += before;
        if let Some(expr) = expr {
            self.expr(expr, COMMA);
        }
        self.out += after;
    }

    /// A statement that belongs to the line before: a block on it, others below.
    fn body(&mut self, body: &Stmt) {
        match &body.kind {
            StmtKind::Block(_) => {
                self.out.push(' ');
                self.rest_of_stmt(body);
            }
            // A declaration is no statement.
            StmtKind::Declare(_) => {
                self.out += " {\n";
                self.indent += 1;
                self.stmt(body);
                self.indent -= 1;
                self.indented("}\n");
            }
            _ => {
                self.out.push('\n');
                self.indent += 1;
                self.stmt(body);
                self.indent -= 1;
            }
        }
    }

    /// Goes on behind the closing brace of a body, or on a new line.
    fn before_keyword(&mut self, body: &Stmt) {
        if matches!(body.kind, StmtKind::Block(_) | StmtKind::Declare(_)) {
            self.out.truncate(self.out.trim_end().len());
            self.out.push(' ');
        } else {
            self.indented("");
        }
    }

    fn if_stmt(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        self.line("if (", Some(condition), ")");
        let Some(otherwise) = otherwise else { return self.body(then) };
        if ends_in_open_if(then) {
            // Braces keep the `else` with its own `if`.
            self.out += " {\n";
            self.indent += 1;
            self.stmt(then);
            self.indent -= 1;
            self.indented("} ");
        } else {
            self.body(then);
            self.before_keyword(then);
        }
        self.out += "else";
        if let StmtKind::If { .. } = &otherwise.kind {
            self.out.push(' ');
            self.rest_of_stmt(otherwise);
        } else {
            self.body(otherwise);
        }
    }

    fn for_head(&mut self, init: Option<&ForInit>, condition: Option<&Expr>, step: Option<&Expr>) {
        self.out += "for (";
        match init {
            Some(ForInit::Expr(expr)) => self.expr(expr, COMMA),
            Some(ForInit::Declare(declared)) => self.declared(declared),
            None => {}
        }
        self.line(if condition.is_some() { "; " } else { ";" }, condition, "");
        self.line(if step.is_some() { "; " } else { ";" }, step, ")");
    }

    /// The rest of a label: its colon and the statement it stands before.
    fn labelled(&mut self, body: &Stmt) {
        match &body.kind {
            StmtKind::Empty => self.out += ":;\n",
            StmtKind::Declare(_) => {
                self.out += ":;\n";
                self.stmt(body);
            }
            _ => {
                self.out += ":\n";
                self.stmt(body);
            }
        }
    }

    /// Objects declared together, without the semicolon.
    fn declared(&mut self, declared: &[Declared]) {
        let mut base_before = None;
        for one in declared {
            let (prefix, base, declarator, after) = self.declared_parts(one);
            let head = format!("{prefix}{base}");
            match &base_before {
                None => self.out += &format!("{head} {declarator}"),
                Some(before) if *before == head => self.out += &format!(", {declarator}"),
                Some(_) => {
                    self.out += ";\n";
                    self.indented(&format!("{head} {declarator}"));
                }
            }
            base_before = Some(head);
            self.out += &after;
            let init = match one {
                Declared::Local { init, .. } => init.as_ref(),
                Declared::Static(id) => static_init(&self.program.global(*id).definition),
            };
            if let Some(init) = init {
                self.out += " = ";
                let ty = self.declared_type(one);
                match init {
                    // A reference is bound to the object itself.
                    Init::Expr(Expr { kind: ExprKind::AddressOf(place), .. })
                        if ty.is_reference() =>
                    {
                        self.expr(place, ASSIGN);
                    }
                    _ => self.init(ty, init),
                }
            }
        }
    }

    fn declared_parts(&self, one: &Declared) -> (&'static str, String, String, String) {
        let (prefix, ty, name, align) = match one {
            Declared::Local { local, .. } => {
                let function = self.function.expect("locals are in functions");
                let declared = function.local(*local);
                let prefix = if declared.kind == LocalKind::Register { "register " } else { "" };
                (prefix, declared.ty, self.local.locals[local.0 as usize].clone(), declared.align)
            }
            Declared::Static(id) => {
                let global = self.program.global(*id);
                let name = self.local.statics.get(id).unwrap_or(&global.name).clone();
                ("static ", global.ty, name, global.align)
            }
        };
        let (base, declarator) = self.parts(ty, name);
        let after = align.map_or(String::new(), |n| format!(" __attribute__((aligned({n})))"));
        (prefix, base, declarator, after)
    }

    fn declared_type(&self, one: &Declared) -> Ty {
        match one {
            Declared::Local { local, .. } => {
                self.function.expect("locals are in functions").local(*local).ty
            }
            Declared::Static(id) => self.program.global(*id).ty,
        }
    }

    fn asm(&mut self, asm: &Asm) {
        self.out += if asm.volatile { "__asm__ volatile (\"\"" } else { "__asm__ (\"\"" };
        let clobbers = !asm.clobbers.is_empty();
        if !asm.outputs.is_empty() || !asm.inputs.is_empty() || clobbers {
            self.asm_operands(&asm.outputs);
        }
        if !asm.inputs.is_empty() || clobbers {
            self.asm_operands(&asm.inputs);
        }
        if clobbers {
            let names: Vec<String> =
                asm.clobbers.iter().map(|name| format!("\"{name}\"")).collect();
            self.out += &format!(" : {}", names.join(", "));
        }
        self.out += ");\n";
    }

    fn asm_operands(&mut self, operands: &[(String, Expr)]) {
        self.out += " :";
        for (index, (constraint, expr)) in operands.iter().enumerate() {
            self.out += if index > 0 { ", " } else { " " };
            self.out += &format!("\"{constraint}\"(");
            self.expr(expr, COMMA);
            self.out.push(')');
        }
    }
}

/// Whether an `else` behind the statement would belong to an `if` within it.
fn ends_in_open_if(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::If { otherwise: None, .. } => true,
        StmtKind::If { otherwise: Some(inner), .. } => ends_in_open_if(inner),
        StmtKind::While { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Default(body)
        | StmtKind::Label { body, .. } => ends_in_open_if(body),
        _ => false,
    }
}

/// The initialiser of an object with static storage, which is kept with the object.
pub fn static_init(definition: &Definition) -> Option<&Init> {
    match definition {
        Definition::Initialized(init) => Some(init),
        Definition::Declared | Definition::Tentative => None,
    }
}
