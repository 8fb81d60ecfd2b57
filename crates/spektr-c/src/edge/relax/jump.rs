//! Jumps anywhere: a `goto` gets a new label, before any statement of its function.

use spektr_text::Span;

use super::Sites;
use crate::syntax::{
    Block, Label, LabelId, Program, Stmt, StmtKind, VisitorMut, walk_block_mut, walk_stmt_mut,
};

pub fn apply(program: &mut Program, sites: &mut Sites<'_>) {
    for function in program.functions.iter_mut().filter(|it| it.name.starts_with("func_")) {
        let Some(body) = &mut function.body else { continue };
        let mut places = Places(Vec::new());
        places.block(body);
        let mut jumps =
            Jumps { sites, places: places.0, labels: &mut function.labels, new: Vec::new() };
        jumps.block(body);
        let new = jumps.new;
        Place { new }.block(body);
    }
}

/// The statements of blocks, before which a label can stand.
struct Places(Vec<Span>);

impl VisitorMut for Places {
    fn block(&mut self, block: &mut Block) {
        for stmt in &block.stmts {
            if stmt.span.is_known() && !matches!(stmt.kind, StmtKind::Declare(_)) {
                self.0.push(stmt.span);
            }
        }
        walk_block_mut(self, block);
    }
}

struct Jumps<'a, 'b> {
    sites: &'a mut Sites<'b>,
    places: Vec<Span>,
    labels: &'a mut Vec<Label>,
    /// Labels, and the statement each comes before.
    new: Vec<(LabelId, Span)>,
}

impl VisitorMut for Jumps<'_, '_> {
    fn stmt(&mut self, stmt: &mut Stmt) {
        let span = stmt.span;
        if let StmtKind::Goto(label) = &mut stmt.kind
            && !self.places.is_empty()
            && let Some(mut entropy) = self.sites.here(span)
        {
            // Mostly forward: what goes back may never end.
            let after: Vec<Span> =
                self.places.iter().filter(|place| place.start > span.start).copied().collect();
            let choice = match !after.is_empty() && entropy.permille(800) {
                true => &after,
                false => &self.places,
            };
            let place = choice[entropy.index(choice.len())];
            *label = LabelId(self.labels.len() as u32);
            let name = format!("lbl_{}", self.labels.len());
            self.labels.push(Label { name, span: Span::default() });
            self.new.push((*label, place));
            self.sites.done(span);
        }
        walk_stmt_mut(self, stmt);
    }
}

struct Place {
    new: Vec<(LabelId, Span)>,
}

impl VisitorMut for Place {
    fn block(&mut self, block: &mut Block) {
        walk_block_mut(self, block);
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for stmt in block.stmts.drain(..) {
            for (label, place) in &self.new {
                if stmt.span.is_known() && place.start == stmt.span.start {
                    let body = Box::new(Stmt::new(StmtKind::Empty, Span::default()));
                    let kind = StmtKind::Label { label: *label, body };
                    stmts.push(Stmt::new(kind, Span::default()));
                }
            }
            stmts.push(stmt);
        }
        block.stmts = stmts;
    }
}
