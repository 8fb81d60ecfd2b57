//! Observers: one small function per list of argument types, which shows every leaf of
//! its arguments, in order. Not generic, so that a tested crate stays cheap to compile.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{Form, Printer, unwinds};
use crate::syntax::*;
use crate::typing::operand_ty;

/// The lists of argument types that a program observes, in the order of their first use.
pub(crate) struct Observers {
    lists: Vec<Vec<Ty>>,
    /// Only ever looked up.
    index: HashMap<Vec<Ty>, usize>,
}

impl Observers {
    pub fn of(program: &Program) -> Observers {
        let mut observers = Observers { lists: Vec::new(), index: HashMap::new() };
        for function in &program.functions {
            for block in &function.blocks {
                let TerminatorKind::Call { callee: Callee::Observe, args, .. } =
                    &block.terminator.kind
                else {
                    continue;
                };
                let tys: Vec<Ty> =
                    args.iter().filter_map(|arg| operand_ty(program, function, arg).ok()).collect();
                if !observers.index.contains_key(&tys) {
                    observers.index.insert(tys.clone(), observers.lists.len());
                    observers.lists.push(tys);
                }
            }
        }
        observers
    }

    pub fn index_of(&self, tys: &[Ty]) -> usize {
        self.index.get(tys).copied().unwrap_or(0)
    }
}

impl Printer<'_> {
    /// Everything that the functions of the program call beside each other.
    pub fn helpers(&mut self) {
        if unwinds(self.program) {
            self.line("\n#[inline(never)]\nfn spektr_panic() { panic!() }");
        }
        self.atomic_helpers();
        self.vector_helpers();
        self.ways_to_functions();
        let lists = std::mem::take(&mut self.observers.lists);
        let start = self.out.len();
        for (i, tys) in lists.iter().enumerate() {
            self.observer(i, tys);
        }
        self.observers.lists = lists;
        if self.form == Form::Pretty {
            let flat = self.out.split_off(start);
            self.out.push_str(&indented(&flat));
        }
    }

    fn observer(&mut self, index: usize, tys: &[Ty]) {
        let constant = if self.form == Form::Witness { "const " } else { "" };
        if self.hollow {
            let _ = write!(self.out, "\n#[inline(never)]\nfn spektr_observe_{index}(site: u32");
            for (i, &ty) in tys.iter().enumerate() {
                let _ = write!(self.out, ", a{i}: ");
                self.ty(ty);
            }
            self.line(") {}");
            return;
        }
        let _ = write!(self.out, "\n#[inline(never)]\n{constant}fn spektr_observe_{index}(");
        if self.form == Form::Witness {
            self.out.push_str("trace: *mut SpektrTrace, ");
        }
        self.out.push_str("site: u32");
        for (i, &ty) in tys.iter().enumerate() {
            let _ = write!(self.out, ", a{i}: ");
            self.ty(ty);
        }
        self.line(match self.form {
            Form::Pretty => ") {\nunsafe {",
            Form::Judge | Form::Witness => ") { unsafe {",
        });
        self.line(match self.form {
            Form::Judge => "spektr_rt::begin(site);",
            Form::Pretty => "print!(\"{site}\");",
            Form::Witness => "(*trace).decimal(site);",
        });
        let mut leaves = Leaves { printer: self, fresh: 0 };
        for (i, &ty) in tys.iter().enumerate() {
            leaves.show(&format!("a{i}"), ty, false);
        }
        for (i, &ty) in tys.iter().enumerate() {
            if self.needs_drop(ty) {
                let _ = writeln!(self.out, "core::mem::forget(a{i});");
            }
        }
        self.line(match self.form {
            Form::Judge => "spektr_rt::end();",
            Form::Pretty => "println!();",
            Form::Witness => "(*trace).byte(b'\\n');",
        });
        self.line(match self.form {
            Form::Pretty => "}\n}",
            Form::Judge | Form::Witness => "} }",
        });
    }
}

/// Each line as deep as the braces open before it.
fn indented(flat: &str) -> String {
    let mut out = String::with_capacity(flat.len() * 2);
    let mut depth = 0_usize;
    for line in flat.lines() {
        let (opened, closed) = (line.matches('{').count(), line.matches('}').count());
        let leading = line.len() - line.trim_start_matches(['}', ' ']).len();
        let here = depth.saturating_sub(line[..leading].matches('}').count());
        if !line.is_empty() {
            out.extend(std::iter::repeat_n("    ", here));
        }
        out.push_str(line);
        out.push('\n');
        depth = (depth + opened).saturating_sub(closed);
    }
    out
}

/// Writes the statements that show the leaves of a value.
struct Leaves<'p, 'a> {
    printer: &'p mut Printer<'a>,
    /// Makes names unique within one observer.
    fresh: u32,
}

impl Leaves<'_, '_> {
    /// `place` is an expression for where the value is; `packed`: whether it may be
    /// unaligned, so that no reference to it may be made.
    fn show(&mut self, place: &str, ty: Ty, packed: bool) {
        match self.printer.types.kind(ty) {
            TyKind::Bool => self.leaf("bool", place),
            TyKind::Char => self.leaf("char", place),
            TyKind::Int(int) => self.leaf(int.name(), place),
            TyKind::Float(float) => self.leaf(float.name(), place),
            TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. } => {
                self.word("pointer", "p")
            }
            TyKind::Tuple(fields) => {
                for (i, &field) in fields.iter().enumerate() {
                    self.show(&format!("{place}.{i}"), field, packed);
                }
            }
            TyKind::Array(element, len) => self.elements(place, *element, *len, packed),
            TyKind::Adt(id) => self.adt(place, *id, packed),
            TyKind::Never | TyKind::Param(_) | TyKind::Slice(_) | TyKind::Str => {}
        }
    }

    fn leaf(&mut self, name: &str, place: &str) {
        let form = self.printer.form;
        let out = &mut self.printer.out;
        let _ = match (form, name) {
            (Form::Judge, _) => writeln!(out, "spektr_rt::{name}({place});"),
            (Form::Witness, _) => writeln!(out, "(*trace).{name}({place});"),
            (Form::Pretty, "bool") => writeln!(out, "print!(\" {{:x}}\", {{ {place} }} as u8);"),
            (Form::Pretty, "char") => writeln!(out, "print!(\" {{:x}}\", {{ {place} }} as u32);"),
            (Form::Pretty, "f16" | "f32" | "f64" | "f128") => writeln!(
                out,
                "if {{ {place} }}.is_nan() {{ print!(\" nan\") }} else {{ \
                 print!(\" {{:x}}\", {{ {place} }}.to_bits()) }}"
            ),
            (Form::Pretty, _) => writeln!(out, "print!(\" {{:x}}\", {{ {place} }});"),
        };
    }

    /// A leaf that is the same whatever its value.
    fn word(&mut self, name: &str, text: &str) {
        let form = self.printer.form;
        let out = &mut self.printer.out;
        let _ = match form {
            Form::Judge => writeln!(out, "spektr_rt::{name}();"),
            Form::Witness => writeln!(out, "(*trace).{name}();"),
            Form::Pretty => writeln!(out, "print!(\" {text}\");"),
        };
    }

    fn variant(&mut self, index: usize) {
        let form = self.printer.form;
        let out = &mut self.printer.out;
        let _ = match form {
            Form::Judge => writeln!(out, "spektr_rt::variant({index});"),
            Form::Witness => writeln!(out, "(*trace).variant({index});"),
            Form::Pretty => writeln!(out, "print!(\" v{index}\");"),
        };
    }

    fn elements(&mut self, place: &str, element: Ty, len: u64, packed: bool) {
        if !has_leaves(self.printer.types, element) {
            return;
        }
        let i = self.fresh();
        let _ = writeln!(self.printer.out, "let mut i{i} = 0_usize;\nwhile i{i} < {len} {{");
        self.show(&format!("{place}[i{i}]"), element, packed);
        let _ = writeln!(self.printer.out, "i{i} += 1;\n}}");
    }

    fn fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh - 1
    }

    fn adt(&mut self, place: &str, id: AdtId, packed: bool) {
        let types = self.printer.types;
        let def = types.adt(id);
        match (def.kind, def.origin) {
            (AdtKind::Union, _) => self.word("opaque", "u"),
            (AdtKind::Enum, _) => self.enumeration(place, id, packed),
            (_, AdtOrigin::Core(CoreAdt::NonNull)) => self.word("pointer", "p"),
            (_, AdtOrigin::Core(CoreAdt::UnsafeCell | CoreAdt::Cell | CoreAdt::ManuallyDrop)) => {
                // These are laid out like what they hold, which is private.
                let Some(&inner) = def.args.first() else { return };
                let hidden =
                    if self.printer.form == Form::Witness { "*mut SpektrTrace" } else { "" };
                let name = types.display_with_hidden(inner, hidden);
                let through = format!("(*(&raw const {place} as *const {name}))");
                self.show(&through, inner, packed);
            }
            (AdtKind::Struct, _) => {
                let packed = packed || def.repr.packed.is_some();
                for field in def.variants.iter().flat_map(|variant| &variant.fields) {
                    self.show(&format!("{place}.{}", field.name), field.ty, packed);
                }
            }
        }
    }

    fn enumeration(&mut self, place: &str, id: AdtId, packed: bool) {
        let types = self.printer.types;
        let def = types.adt(id);
        if def.variants.is_empty() {
            return;
        }
        let droppable =
            types.lookup(&TyKind::Adt(id)).is_some_and(|ty| self.printer.needs_drop(ty));
        let subject = if packed {
            let i = self.fresh();
            let read = format!("core::ptr::read_unaligned(&raw const {place})");
            let _ = match droppable {
                true => {
                    writeln!(self.printer.out, "let t{i} = core::mem::ManuallyDrop::new({read});")
                }
                false => writeln!(self.printer.out, "let t{i} = {read};"),
            };
            if droppable { format!("*t{i}") } else { format!("t{i}") }
        } else {
            place.to_owned()
        };
        let _ = writeln!(self.printer.out, "match {subject} {{");
        for (index, variant) in def.variants.iter().enumerate() {
            let names: Vec<Option<String>> =
                variant.fields.iter().map(|field| self.binding(field.ty)).collect();
            self.arm(def, variant, &names);
            self.variant(index);
            for (field, name) in variant.fields.iter().zip(&names) {
                match name {
                    Some(name) => self.show(&format!("(*{name})"), field.ty, false),
                    None => self.show("", field.ty, false),
                }
            }
            self.printer.line("}");
        }
        self.printer.line("}");
    }

    /// The name for a field of a variant; none if showing it needs no value.
    fn binding(&mut self, ty: Ty) -> Option<String> {
        let needed = match self.printer.types.kind(ty) {
            TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. } => false,
            _ => has_leaves(self.printer.types, ty),
        };
        if needed { Some(format!("x{}", self.fresh())) } else { None }
    }

    fn arm(&mut self, def: &AdtDef, variant: &Variant, names: &[Option<String>]) {
        let (open, close) = match variant.shape {
            VariantShape::Unit => ("", ""),
            VariantShape::Tuple => ("(", ")"),
            VariantShape::Named => (" { ", " }"),
        };
        let out = &mut self.printer.out;
        let _ = write!(out, "{}::{}{open}", def.name, variant.name);
        for (i, (field, name)) in variant.fields.iter().zip(names).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            if variant.shape == VariantShape::Named {
                let _ = write!(out, "{}: ", field.name);
            }
            let _ = match name {
                Some(name) => write!(out, "ref {name}"),
                None => write!(out, "_"),
            };
        }
        let _ = writeln!(out, "{close} => {{");
    }
}

/// Whether observing a value of this type shows anything.
pub(crate) fn has_leaves(types: &Types, ty: Ty) -> bool {
    match types.kind(ty) {
        TyKind::Tuple(fields) => fields.iter().any(|&field| has_leaves(types, field)),
        TyKind::Array(element, len) => *len > 0 && has_leaves(types, *element),
        TyKind::Adt(id) => {
            let def = types.adt(*id);
            let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
            def.kind != AdtKind::Struct || fields.any(|field| has_leaves(types, field.ty))
        }
        TyKind::Never => false,
        _ => true,
    }
}
