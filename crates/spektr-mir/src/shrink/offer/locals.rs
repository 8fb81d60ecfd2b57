//! Which locals of a body could be simpler: their markers, their parts, their number.

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;

use crate::shrink::edit::Kind;
use crate::shrink::facts::Spot;

/// Locals with storage markers.
pub fn marked_locals(body: &Function) -> Vec<Local> {
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let mut marked: Vec<Local> = statements
        .filter_map(|statement| match statement.kind {
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => Some(local),
            _ => None,
        })
        .collect();
    marked.sort();
    marked.dedup();
    marked
}

/// Assignments of tuples and structs, which can be split into their fields.
pub fn made_of_parts(function: FnId, body: &Function) -> Vec<Spot> {
    let mut found = Vec::new();
    for (b, block) in body.blocks.iter().enumerate() {
        for (i, statement) in block.statements.iter().enumerate() {
            let StatementKind::Assign(_, rvalue) = &statement.kind else { continue };
            if let Rvalue::Aggregate(AggregateKind::Tuple | AggregateKind::Adt(_, 0), parts) =
                rvalue
                && !parts.is_empty()
            {
                found.push(Spot { function, block: BlockId(b as u32), index: i as u32 });
            }
        }
    }
    found
}

/// Locals of which every mention goes into one and the same field, or into an element.
pub fn narrowings(function: FnId, body: &Function) -> Vec<(Kind, Spot, u32)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Use {
        Never,
        Field(u32),
        Element,
        Other,
    }
    struct Uses(Vec<Use>);
    impl Visitor for Uses {
        fn place(&mut self, place: &mut Place) {
            let now = match place.projection.first() {
                Some(Projection::Field(field)) => Use::Field(*field),
                Some(Projection::Index(_)) => Use::Element,
                _ => Use::Other,
            };
            let before = &mut self.0[place.local.index()];
            *before = if *before == Use::Never || *before == now { now } else { Use::Other };
            for projection in &place.projection {
                if let Projection::Index(local) = projection {
                    self.0[local.index()] = Use::Other;
                }
            }
        }
    }
    let mut uses = Uses(vec![Use::Never; body.locals.len()]);
    walk_function(&mut body.clone(), &mut uses);
    let own = uses.0.iter().enumerate().skip(body.params as usize + 1);
    let narrowing = |(local, usage): (usize, &Use)| {
        let spot = Spot { function, block: BlockId(0), index: local as u32 };
        match usage {
            Use::Field(field) => Some((Kind::NarrowLocal, spot, *field)),
            Use::Element => Some((Kind::OneElement, spot, 0)),
            Use::Never | Use::Other => None,
        }
    };
    own.filter_map(narrowing).collect()
}

/// Pairs of locals of one type, the later to be replaced by the earlier.
pub fn mergeable_locals(function: FnId, body: &Function) -> Vec<(Kind, Spot, u32)> {
    let mut found = Vec::new();
    for later in body.params as usize + 1..body.locals.len() {
        for earlier in 0..later {
            if body.locals[earlier].ty == body.locals[later].ty {
                let spot = Spot { function, block: BlockId(0), index: later as u32 };
                found.push((Kind::MergeLocals, spot, earlier as u32));
            }
        }
    }
    // With many locals the pairs are too many to try, and statements will go first.
    found.truncate(400);
    found
}
