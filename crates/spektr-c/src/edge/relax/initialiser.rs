//! Missing initialisers: a variable is declared without its first value. A global is zero then.

use super::{Sites, global_site};
use crate::syntax::{Declared, Definition, Program, Stmt, StmtKind, VisitorMut, walk_stmt_mut};

pub fn apply(program: &mut Program, sites: &mut Sites<'_>) {
    for (index, global) in program.globals.iter_mut().enumerate() {
        // The checksum begins somewhere.
        if global.name.starts_with("g_") && sites.here(global_site(index)).is_some() {
            global.definition = Definition::Tentative;
            sites.done(global_site(index));
        }
    }
    super::each_body(program, &mut Missing(sites));
}

struct Missing<'a, 'b>(&'a mut Sites<'b>);

impl VisitorMut for Missing<'_, '_> {
    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Declare(declared) = &mut stmt.kind
            && let [Declared::Local { init, .. }] = declared.as_mut_slice()
            && init.is_some()
            && self.0.here(stmt.span).is_some()
        {
            *init = None;
            self.0.done(stmt.span);
        }
        walk_stmt_mut(self, stmt);
    }
}
