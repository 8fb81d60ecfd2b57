//! Programs as Rust source. Two forms of the same program: one that compiles fast and is
//! linked with the observation runtime, one that people read and that stands alone.
//!
//! Printing knows how things are written in every supported compiler version, and
//! nothing of what they mean.

mod atomic;
mod body;
mod constant;
mod detour;
mod dialect;
mod inquiry;
mod intrinsic;
mod items;
mod observe;
mod place;
mod reached;
mod recipe;
mod simd;
mod state;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::syntax::*;
use crate::wellformed::Location;

pub use dialect::Dialect;
pub use inquiry::{inquiry, told};
pub use recipe::{
    RUNTIME_SOURCE, batch_experiment, bodies_experiment, given_experiment, judge_experiment,
    pretty_bodies_experiment, pretty_experiment, runtime,
};

pub(crate) use detour::COMPARE;
pub(crate) use observe::{Observers, has_leaves};

/// How a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As the `mir!` macro leaves it behind: a third less work for the compiler.
    Judge,
    /// With `mir!`, for people.
    Pretty,
    /// `const fn`s that pass a trace along, for the const evaluator.
    Witness,
}

/// The program for the judge: `no_std`, linked with the observation runtime.
pub fn judge(program: &Program) -> String {
    judge_in(program, &Dialect::default())
}

fn judge_in(program: &Program, dialect: &Dialect) -> String {
    let unwinds = needs_unwinding(program);
    let mut printer = Printer::new(program, Form::Judge).speaking(dialect);
    printer.judge_header(unwinds);
    printer.items();
    let call = printer.entry_call();
    printer.judge_main(unwinds, &[call], false);
    printer.out
}

/// Programs as a library whose observers show nothing: what passes make of their functions is
/// looked at, not what they do. Of several each has a module of its own.
fn bodies(programs: &[&Program], dialect: &Dialect) -> String {
    let alone = programs.len() == 1;
    let mut out = String::new();
    for (i, program) in programs.iter().enumerate() {
        let mut printer = Printer::new(program, Form::Judge).speaking(dialect);
        printer.hollow = true;
        printer.out = out;
        if i == 0 {
            printer.allowances();
            if !programs.iter().any(|program| needs_unwinding(program)) {
                printer.line("#![no_std]");
            }
        }
        if !alone {
            let _ = writeln!(printer.out, "pub mod p{i} {{");
        }
        printer.line("use core::intrinsics::mir::*;");
        printer.items();
        if !alone {
            printer.line("}");
        }
        out = printer.out;
    }
    if !alone {
        out.push_str(&namesakes(programs));
    }
    out
}

/// Another item for every name: a compiler that sees a name only once leaves out whose it is.
fn namesakes(programs: &[&Program]) -> String {
    let mut types = BTreeSet::new();
    let mut values = BTreeSet::new();
    for program in programs {
        let defs = program.types.adts().map(|(_, def)| def);
        let own = defs.filter(|def| def.origin == AdtOrigin::Local);
        types.extend(own.map(|def| def.name.as_str()));
        values.extend(program.functions.iter().map(|function| function.name.as_str()));
        values.extend(program.statics.iter().map(|item| item.name.as_str()));
        values.extend(program.consts.iter().map(|item| item.name.as_str()));
    }
    let mut out = String::from("pub mod namesakes {\n");
    for name in types {
        let _ = writeln!(out, "pub struct {name} {{}}");
    }
    for name in values {
        let _ = writeln!(out, "pub static {name}: () = ();");
    }
    out.push_str("}\n");
    out
}

/// Several programs as one crate. The output of each follows a line `== index`.
fn batch(programs: &[&Program], dialect: &Dialect) -> String {
    let unwinds = programs.iter().any(|program| needs_unwinding(program));
    let mut out = String::new();
    for (i, program) in programs.iter().enumerate() {
        let mut printer = Printer::new(program, Form::Judge).speaking(dialect);
        printer.out = out;
        if i == 0 {
            printer.judge_header(unwinds);
        }
        let _ = write!(printer.out, "mod p{i} {{\nuse core::intrinsics::mir::*;\n");
        printer.items();
        let call = printer.entry_call();
        let _ = writeln!(printer.out, "pub fn spektr_run() {{\n    {call};\n}}\n}}");
        if i + 1 == programs.len() {
            let calls: Vec<String> =
                (0..programs.len()).map(|i| format!("p{i}::spektr_run()")).collect();
            printer.judge_main(unwinds, &calls, true);
        }
        out = printer.out;
    }
    out
}

/// The program of a batch that a compiler names first in quotes, as it does in the stack of
/// queries of an internal error.
///
/// ```
/// use spektr_mir::print::member_named_in;
/// let last_words = "#0 [optimized_mir] optimizing MIR for `p3::fn7`";
/// assert_eq!(member_named_in(last_words), Some(3));
/// assert_eq!(member_named_in("error: `p::f` of `pointer`"), None);
/// ```
pub fn member_named_in(diagnostics: &str) -> Option<usize> {
    let paths = diagnostics.split("`p").skip(1);
    paths.filter_map(|rest| rest.split_once("::")?.0.parse().ok()).next()
}

/// The program for people: needs nothing but a compiler, prints the same lines.
pub fn pretty(program: &Program) -> String {
    pretty_in(program, &Dialect::default())
}

fn pretty_in(program: &Program, dialect: &Dialect) -> String {
    remarked(program, dialect, None)
}

/// The same, with a remark behind every statement.
pub(crate) fn remarked(program: &Program, dialect: &Dialect, remark: Option<Remark<'_>>) -> String {
    let mut printer = Printer::new(program, Form::Pretty).speaking(dialect);
    printer.remark = remark;
    printer.pretty_header();
    printer.items();
    let call = printer.entry_call();
    let _ = writeln!(printer.out, "\nfn main() {{\n    {call};\n}}");
    printer.out
}

/// Whether a panic can start anywhere in the program.
pub(crate) fn unwinds(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks.into_iter().any(|block| {
        matches!(&block.terminator.kind, TerminatorKind::Call { callee: Callee::Panic, .. })
    })
}

/// Whether a program must be compiled with unwinding: it panics, or says what happens if
/// something else does. Compilers that only abort do not accept such terminators.
pub fn needs_unwinding(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks.any(|block| match &block.terminator.kind {
        TerminatorKind::Call { unwind, .. } | TerminatorKind::Drop { unwind, .. } => {
            *unwind != Unwind::Unreachable
        }
        TerminatorKind::UnwindResume | TerminatorKind::UnwindTerminate(_) => true,
        _ => false,
    }) || unwinds(program)
}

/// Writes one program.
pub(crate) struct Printer<'a> {
    pub program: &'a Program,
    pub types: &'a Types,
    pub form: Form,
    pub out: String,
    pub observers: Observers,
    /// The number of the next observation.
    pub site: u32,
    /// How many detours the block has taken so far.
    pub detours: u32,
    /// Whether observers show nothing: for compilers that are not asked to build.
    pub hollow: bool,
    /// What is written behind a statement or terminator: where it stands.
    pub remark: Option<Remark<'a>>,
    pub dialect: Dialect,
}

/// Words for a place in the program.
pub(crate) type Remark<'a> = &'a dyn Fn(Location) -> String;

const FEATURES: [&str; 7] = [
    "custom_mir",
    "core_intrinsics",
    "f16",
    "f128",
    "float_minimum_maximum",
    "never_type",
    "repr_simd",
];
const ALLOWED: &str = "warnings, arithmetic_overflow, unconditional_panic";

impl<'a> Printer<'a> {
    pub fn new(program: &'a Program, form: Form) -> Printer<'a> {
        Printer {
            program,
            types: &program.types,
            form,
            out: String::new(),
            observers: Observers::of(program),
            site: 0,
            detours: 0,
            hollow: false,
            remark: None,
            dialect: Dialect::default(),
        }
    }

    /// In the words of a compiler.
    pub fn speaking(self, dialect: &Dialect) -> Printer<'a> {
        Printer { dialect: dialect.clone(), ..self }
    }

    /// The features that any program may need, for texts that nobody reads.
    pub fn allowances(&mut self) {
        let features = self.dialect.features(&FEATURES);
        let _ = writeln!(self.out, "#![feature({features})]\n#![allow({ALLOWED})]");
    }

    pub fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub fn ty(&mut self, ty: Ty) {
        let hidden = if self.form == Form::Witness { "*mut SpektrTrace" } else { "" };
        let _ = write!(self.out, "{}", self.types.display_with_hidden(ty, hidden));
    }

    fn judge_header(&mut self, unwinds: bool) {
        self.allowances();
        if !unwinds {
            self.line("#![no_std]");
        }
        self.line("#![no_main]\nuse core::intrinsics::mir::*;");
    }

    /// Names only what the program needs: a small program has a small header.
    fn pretty_header(&mut self) {
        if let Some(limit) = self.recursion_limit() {
            let _ = writeln!(self.out, "#![recursion_limit = \"{limit}\"]");
        }
        let kinds = || self.types.all().map(|(_, kind)| kind);
        let has = |wanted: &TyKind| kinds().any(|kind| kind == wanted);
        let mut features = vec!["custom_mir", "core_intrinsics"];
        let wide = [FloatTy::F16, FloatTy::F128].into_iter();
        features.extend(wide.filter(|&it| has(&TyKind::Float(it))).map(FloatTy::name));
        if kinds().any(|kind| matches!(kind, TyKind::Float(_))) {
            features.push("float_minimum_maximum");
        }
        if has(&TyKind::Never) {
            features.push("never_type");
        }
        if !self.vectors().is_empty() {
            features.push("repr_simd");
        }
        let features = self.dialect.features(&features);
        let _ = writeln!(self.out, "#![feature({features})]\n#![allow({ALLOWED})]");
        // Without it, `rustc FILE` finds no `core`: the edition without a flag is 2015.
        self.line("extern crate core;");
        self.line("use core::intrinsics::mir::*;");
    }

    /// `mir!` takes its statements and blocks one by one, each a level deeper. `None` if what
    /// every crate has is enough.
    fn recursion_limit(&self) -> Option<usize> {
        let longest = |function: &Function| {
            let blocks = function.blocks.iter().map(|block| block.statements.len());
            blocks.max().unwrap_or(0).max(function.blocks.len())
        };
        let longest = self.program.functions.iter().map(longest).max().unwrap_or(0);
        (longest > 40).then_some(longest + 256)
    }

    /// Types, values, functions, and what they need beside them.
    pub fn items(&mut self) {
        self.definitions();
        for (i, function) in self.program.functions.iter().enumerate() {
            self.line("");
            self.function(FnId(i as u32), function);
        }
        self.helpers();
    }

    /// `main` as the C runtime calls it.
    fn judge_main(&mut self, unwinds: bool, calls: &[String], marked: bool) {
        self.line(
            "\n#[no_mangle]\n\
             pub extern \"C\" fn main(count: i32, arguments: *const *const u8) -> i32 {\n    \
             spektr_rt::start(count, arguments);",
        );
        for (i, call) in calls.iter().enumerate() {
            if marked {
                let _ = writeln!(self.out, "    if spektr_rt::enter({i}) {{");
            }
            let _ = match unwinds {
                true => writeln!(
                    self.out,
                    "    if std::panic::catch_unwind(|| {{ {call}; }}).is_err() {{\n        \
                     spektr_rt::panicked()\n    }}"
                ),
                false => writeln!(self.out, "    {call};"),
            };
            if marked {
                self.line("    }");
            }
        }
        self.line("    spektr_rt::finish()\n}");
        if !unwinds {
            self.line(
                "#[panic_handler]\nfn spektr_panicked(_: &core::panic::PanicInfo) -> ! {\n    \
                 spektr_rt::aborted()\n}",
            );
            // `core` was built to unwind and asks for it, although nothing here does.
            self.line("#[no_mangle]\nextern \"C\" fn rust_eh_personality() {}");
        }
    }

    /// The call of the first function, with arguments that the optimizer must not see.
    pub fn entry_call(&mut self) -> String {
        let outer = std::mem::take(&mut self.out);
        let entry = &self.program.entry;
        let function = &self.program.functions[entry.function.index()];
        let forget = self.needs_drop(function.locals[0].ty);
        if forget {
            self.out.push_str("core::mem::forget(");
        }
        self.out.push_str(&function.name);
        self.out.push('(');
        if self.form == Form::Witness {
            self.out.push_str("&raw mut trace");
            self.out.push_str(if entry.args.is_empty() { "" } else { ", " });
        }
        for (i, (arg, param)) in entry.args.iter().zip(&function.locals[1..]).enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            let hide = self.form != Form::Witness;
            self.out.push_str(if hide { "core::hint::black_box(" } else { "" });
            self.value(arg, param.ty);
            self.out.push_str(if hide { ")" } else { "" });
        }
        self.out.push_str(if forget { "))" } else { ")" });
        std::mem::replace(&mut self.out, outer)
    }

    pub fn needs_drop(&self, ty: Ty) -> bool {
        match self.types.kind(ty) {
            TyKind::Tuple(fields) => fields.iter().any(|&field| self.needs_drop(field)),
            TyKind::Array(element, len) => *len > 0 && self.needs_drop(*element),
            TyKind::Adt(id) => {
                let def = self.types.adt(*id);
                let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
                let never = matches!(def.origin, AdtOrigin::Core(CoreAdt::ManuallyDrop))
                    || def.kind == AdtKind::Union;
                def.drop.is_some() || !never && fields.any(|field| self.needs_drop(field.ty))
            }
            _ => false,
        }
    }
}
