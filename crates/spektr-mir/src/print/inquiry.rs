//! A program that makes a compiler tell how it lays types out, and what it told.
//!
//! Sizes and places of fields are asked of the library. By what variants are told apart, only
//! custom MIR can say: `SetDiscriminant` is executed on memory of
//! zeros and on memory of ones, and what is the same afterwards was written.

use std::fmt::Write as _;

use spektr_wing::Experiment;

use super::{Dialect, Form, Printer, given_experiment};
use crate::layout::{Decision, Layouts, Told, fields_of};
use crate::syntax::*;

/// The question, if there is anything to ask.
pub fn inquiry(program: &Program, dialect: &Dialect) -> Option<Experiment> {
    let layouts = Layouts::new(&program.types).ok()?;
    let open = layouts.open(&program.types);
    if open.is_empty() {
        return None;
    }
    // Only what is declared of a type matters to its layout.
    let mut bare = Program { types: program.types.clone(), ..Program::default() };
    for index in 0..bare.types.adts().count() {
        bare.types.adt_mut(AdtId(index as u32)).drop = None;
    }
    let mut printer = Printer::new(&bare, Form::Pretty).speaking(dialect);
    printer.line("#![feature(offset_of_enum)]");
    printer.pretty_header();
    printer.type_definitions();
    printer.line(TELLING);
    for (index, &ty) in open.iter().enumerate() {
        printer.question(index, ty, &layouts.living(&program.types, ty));
    }
    printer.line("fn main() {");
    for index in 0..open.len() {
        let _ = writeln!(printer.out, "    spektr_type{index}();");
    }
    printer.line("}");
    Some(given_experiment(&printer.out))
}

/// The answer; `None` if it is none.
pub fn told(program: &Program, answer: &str) -> Option<Told> {
    let layouts = Layouts::new(&program.types).ok()?;
    let mut told = Told::default();
    let mut lines = answer.lines();
    for ty in layouts.open(&program.types) {
        let mut decision = Decision::default();
        let size = lines.next()?.strip_prefix("type ")?;
        let (size, align) = size.split_once(' ')?;
        (decision.size, decision.align) = (size.parse().ok()?, align.parse().ok()?);
        for fields in fields_of(&program.types, ty) {
            let at = |_| lines.next()?.strip_prefix("at ")?.parse().ok();
            decision.offsets.push(fields.iter().map(at).collect::<Option<_>>()?);
        }
        if is_enum(&program.types, ty) {
            let lives = layouts.living(&program.types, ty);
            for lives in lives {
                let tag = if lives { written(lines.next()?.strip_prefix("tag ")?)? } else { None };
                decision.tags.push(tag);
            }
        }
        told.add(&program.types, ty, decision);
    }
    Some(told)
}

fn is_enum(types: &Types, ty: Ty) -> bool {
    types.as_adt(ty).is_some_and(|def| def.kind == AdtKind::Enum)
}

/// What was written where: bytes are two digits, or `--` where nothing was.
#[expect(clippy::option_option, reason = "no answer is not the answer that nothing is written")]
fn written(text: &str) -> Option<Option<(u32, Vec<u8>)>> {
    let bytes: Vec<&str> = text.split_whitespace().collect();
    let Some(start) = bytes.iter().position(|byte| *byte != "--") else { return Some(None) };
    let end = bytes.iter().rposition(|byte| *byte != "--")? + 1;
    let value = bytes[start..end].iter().map(|byte| u8::from_str_radix(byte, 16).ok());
    Some(Some((start as u32, value.collect::<Option<_>>()?)))
}

/// What questions are put together from.
const TELLING: &str = "
fn spektr_space<T>(fill: u8) -> core::mem::MaybeUninit<T> {
    let mut space = core::mem::MaybeUninit::<T>::uninit();
    unsafe { core::ptr::write_bytes(space.as_mut_ptr(), fill, 1) };
    space
}
fn spektr_bytes<T>(space: &core::mem::MaybeUninit<T>) -> Vec<u8> {
    let start = space.as_ptr() as *const u8;
    (0..core::mem::size_of::<T>()).map(|i| unsafe { start.add(i).read_volatile() }).collect()
}
fn spektr_tag<T>(set: fn(*mut T)) {
    let (mut zeros, mut ones) = (spektr_space::<T>(0), spektr_space::<T>(255));
    set(zeros.as_mut_ptr());
    set(ones.as_mut_ptr());
    let mut line = String::from(\"tag \");
    for (a, b) in spektr_bytes(&zeros).into_iter().zip(spektr_bytes(&ones)) {
        line += &if a == b { format!(\"{a:02x} \") } else { String::from(\"-- \") };
    }
    println!(\"{line}\");
}";

impl Printer<'_> {
    fn question(&mut self, index: usize, ty: Ty, lives: &[bool]) {
        let name = self.types.display(ty).to_string();
        let fields = fields_of(self.types, ty);
        let is_enum = is_enum(self.types, ty);
        if is_enum {
            self.setters(index, &name, lives);
        }
        let _ = writeln!(
            self.out,
            "fn spektr_type{index}() {{\n    \
             println!(\"type {{}} {{}}\", core::mem::size_of::<{name}>(), core::mem::align_of::<{name}>());\n    \
             let space = spektr_space::<{name}>(0);\n    let base = space.as_ptr();"
        );
        for (variant, fields) in fields.iter().enumerate() {
            for field in 0..fields.len() as u32 {
                self.field_question(ty, &name, variant as u32, field);
            }
        }
        for variant in (0..lives.len()).filter(|&variant| is_enum && lives[variant]) {
            let _ = writeln!(self.out, "    spektr_tag::<{name}>(spektr_set{index}_{variant});");
        }
        self.line("}");
    }

    fn field_question(&mut self, ty: Ty, name: &str, variant: u32, field: u32) {
        self.out.push_str("    println!(\"at {}\", ");
        match self.types.as_adt(ty) {
            Some(def) if def.kind == AdtKind::Enum => {
                let variant = &def.variants[variant as usize];
                let (variant, field) = (&variant.name, &variant.fields[field as usize].name);
                let _ = writeln!(self.out, "core::mem::offset_of!({name}, {variant}.{field}));");
            }
            _ => {
                self.out.push_str("unsafe { core::ptr::addr_of!((*base).");
                self.field_name(ty, field);
                self.line(") as usize } - base as usize);");
            }
        }
    }

    /// Functions that say of memory which variant it is.
    fn setters(&mut self, index: usize, name: &str, lives: &[bool]) {
        for variant in (0..lives.len()).filter(|&variant| lives[variant]) {
            let _ = writeln!(
                self.out,
                "#[inline(never)]\n#[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n\
                 fn spektr_set{index}_{variant}(base: *mut {name}) {{\n    \
                 mir! {{ {{ SetDiscriminant(*base, {variant}); Return() }} }}\n}}"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::machine::Machine;

    const TEXT: &str = "
        #![feature(custom_mir, core_intrinsics)]
        use core::intrinsics::mir::*;
        #[inline(never)]
        fn observe<T>(x: T) { core::hint::black_box(x); }
        pub enum E { Data(bool, u8), Other, Never(!) }
        #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        fn f() { mir! {
            let e: E;
            let whole: *const E;
            let bytes: *const u8;
            let byte: u8;
            let u: ();
            {
                e = E::Other;
                whole = &raw const e;
                bytes = whole as *const u8;
                byte = *bytes;
                Call(u = observe(byte), ReturnTo(bb1), UnwindUnreachable())
            }
            bb1 = { Return() }
        } }
        fn main() { f(); }";

    /// What the program shows if a compiler answers so; `None` if that is not known.
    fn shown(answer: &str) -> Option<String> {
        let mut program = crate::parse::parse(TEXT).expect("a program");
        program.types.told = told(&program, answer).map(Arc::new);
        let mut machine = Machine::new(&program).expect("layouts");
        machine.start(&program).ok()?;
        machine.run(&program, 1000).ok()?;
        Some(machine.trace().to_owned())
    }

    #[test]
    fn an_answer_is_believed_as_far_as_it_makes_sense() {
        let niche = "type 2 1\nat 0\nat 1\nat 0\ntag -- --\ntag 02 --\n";
        assert_eq!(shown(niche).as_deref(), Some("0 2\n"));
        let tagged = "type 3 1\nat 1\nat 2\nat 1\ntag 00 -- --\ntag 09 -- --\n";
        assert_eq!(shown(tagged).as_deref(), Some("0 9\n"));
        for nonsense in [
            "",
            "type 2 1\n",
            "type x 1\nat 0\nat 1\nat 0\ntag -- --\ntag 02 --\n",
            "type 2 0\nat 0\nat 1\nat 0\ntag -- --\ntag 02 --\n",
            "type 2 1\nat 0\nat 9\nat 0\ntag -- --\ntag 02 --\n",
            "type 4294967295 1\nat 4294967295\nat 1\nat 0\ntag -- --\ntag 02 --\n",
            "type 2 1\nat 0\nat 1\nat 0\ntag -- --\ntag -- --\n",
            "type 2 1\nat 0\nat 1\nat 0\ntag 01 --\ntag -- 02\n",
            "type 2 1\nat 0\nat 1\nat 0\ntag -- --\ntag 02 -- 03\n",
        ] {
            assert_eq!(shown(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn what_was_told_is_not_used_for_a_type_that_has_changed() {
        let program = crate::parse::parse(TEXT).expect("a program");
        let answer = "type 2 1\nat 0\nat 1\nat 0\ntag -- --\ntag 02 --\n";
        let told = Arc::new(told(&program, answer).expect("an answer"));
        let mut other = crate::parse::parse(&TEXT.replace("bool, u8", "bool, u16")).unwrap();
        other.types.told = Some(told);
        assert!(!Layouts::new(&other.types).unwrap().open(&other.types).is_empty());
    }
}
