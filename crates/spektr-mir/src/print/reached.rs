//! What stands between functions and their callers: closures and methods of `dyn` objects that
//! hold some of the arguments and pass all of them on. Written in ordinary Rust, so that
//! compilers make of them what they make of everybody's.

use std::fmt::Write as _;

use super::{Form, Printer};
use crate::syntax::{Function, Reached, Ty};

impl Printer<'_> {
    /// What a call of the function by its name begins with. The const evaluator knows neither
    /// closures nor `dyn`, and where passes are looked at, what is no custom MIR is not read.
    pub fn way_to(&self, function: &Function) -> &'static str {
        match function.reached {
            _ if self.form == Form::Witness || self.hollow => "",
            Reached::Directly => "",
            Reached::ThroughClosure => "spektr_closure_",
            Reached::ThroughDyn => "spektr_dyn_",
        }
    }

    pub fn ways_to_functions(&mut self) {
        for function in &self.program.functions {
            if !self.way_to(function).is_empty() {
                self.way_to_function(function);
            }
        }
    }

    fn way_to_function(&mut self, function: &Function) {
        let own = &function.locals[1..=function.params as usize];
        let params: Vec<Ty> = own.iter().map(|local| local.ty).collect();
        let held = match function.reached {
            Reached::ThroughDyn => params.len().min(1),
            _ => params.len().div_ceil(2),
        };
        let (way, name) = (self.way_to(function), &function.name);
        let ret = function.locals[0].ty;
        let _ = write!(self.out, "\nfn {way}{name}(");
        self.parameters("a", &params, 0);
        self.returning(ret);
        self.line(" {");
        match function.reached {
            Reached::ThroughDyn => self.dyn_object(function, &params, held),
            _ => {
                self.out.push_str("    let held = move |");
                self.parameters("b", &params, held);
                self.out.push_str("| ");
                let _ = writeln!(self.out, "{name}({});", arguments(&params, held, "a"));
                let _ = writeln!(self.out, "    held({})\n}}", list("a", held..params.len()));
            }
        }
    }

    fn dyn_object(&mut self, function: &Function, params: &[Ty], held: usize) {
        let (name, ret) = (&function.name, function.locals[0].ty);
        self.out.push_str("    trait Call {\n        fn call(&self");
        self.given(params, held);
        self.returning(ret);
        self.line(";\n    }");
        self.out.push_str("    struct Held(");
        for &ty in &params[..held] {
            self.ty(ty);
        }
        self.line(");");
        self.out.push_str("    impl Call for Held {\n        fn call(&self");
        self.given(params, held);
        self.returning(ret);
        let passed = arguments(params, held, "self.");
        let _ = writeln!(self.out, " {{\n            {name}({passed})\n        }}\n    }}");
        let object = list("a", 0..held);
        let _ = writeln!(self.out, "    let object: &dyn Call = &Held({object});");
        let _ = writeln!(self.out, "    object.call({})\n}}", list("a", held..params.len()));
    }

    /// Parameters behind `&self`.
    fn given(&mut self, params: &[Ty], held: usize) {
        self.out.push_str(if held < params.len() { ", " } else { "" });
        self.parameters("b", params, held);
    }

    /// `a0: A, a1: B`, from one parameter on.
    fn parameters(&mut self, letter: &str, params: &[Ty], from: usize) {
        for (i, &ty) in params.iter().enumerate().skip(from) {
            let comma = if i > from { ", " } else { "" };
            let _ = write!(self.out, "{comma}{letter}{i}: ");
            self.ty(ty);
        }
    }

    fn returning(&mut self, ret: Ty) {
        self.out.push_str(") -> ");
        self.ty(ret);
    }
}

/// All arguments: those that are held, and those that are given.
fn arguments(params: &[Ty], held: usize, place: &str) -> String {
    let all = [list(place, 0..held), list("b", held..params.len())];
    all.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn list(letter: &str, numbers: std::ops::Range<usize>) -> String {
    numbers.map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(", ")
}
