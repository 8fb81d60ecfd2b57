//! A program of one unit in three files, so that a compiler which sees one of them does not know
//! the values that the others put in place: a header, the driver with all objects and `main`, and
//! the functions.

use super::File;
use super::unit::Printer;
use crate::syntax::{Linkage, Program};

const HEADER: &str = "init.h";

/// Header, driver and functions; `None` if the program has several units already.
pub fn split(program: &Program) -> Option<Vec<File>> {
    if program.units.len() != 1 {
        return None;
    }
    let mut program = program.clone();
    for global in program.globals.iter_mut() {
        // All files know it.
        if global.linkage == Linkage::Internal {
            global.linkage = Linkage::External;
        }
    }
    let end = if program.is_cpp() { "cc" } else { "c" };
    let file = |name: String, text| File { name, text };
    Some(vec![
        file(HEADER.to_owned(), Printer::new(&program, 0).header()),
        file(format!("driver.{end}"), Printer::new(&program, 0).driver()),
        file(format!("func.{end}"), Printer::new(&program, 0).functions()),
    ])
}

impl Printer<'_> {
    /// Types, and what the files know of each other.
    fn header(mut self) -> String {
        let program = self.program;
        self.includes();
        for item in std::mem::take(&mut self.items) {
            self.item(item);
        }
        self.end_section();
        self.holders();
        self.end_section();
        for id in program.function_ids() {
            let function = program.function(id);
            let shared = function.body.is_none()
                || function.params.is_empty() && function.linkage == Linkage::External;
            if shared && function.name != "main" {
                self.prototype(id);
            }
        }
        self.end_section();
        for id in program.global_ids() {
            let global = program.global(id);
            if let Some(declared) = self.known_elsewhere(global) {
                self.out += &format!("extern {declared};\n");
            }
        }
        self.out
    }

    fn include_header(&mut self) {
        self.out += &format!("#include \"{HEADER}\"\n\n");
    }

    fn driver(mut self) -> String {
        self.include_header();
        let program = self.program;
        program.global_ids().for_each(|id| self.global(id));
        for id in program.function_ids() {
            let function = program.function(id);
            if function.name == "main" {
                self.end_section();
                self.definition(id, function);
            }
        }
        self.out
    }

    fn functions(mut self) -> String {
        self.include_header();
        let program = self.program;
        for id in program.function_ids() {
            let function = program.function(id);
            if function.body.is_some() && function.name != "main" {
                self.end_section();
                self.definition(id, function);
            }
        }
        self.out
    }
}
