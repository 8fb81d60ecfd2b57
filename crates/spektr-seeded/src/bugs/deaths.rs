//! Constructs at which the compiler itself dies.

use spektr_mir::syntax::visit::{Visitor, walk_statement};
use spektr_mir::syntax::*;

use crate::body::Body;
use crate::bug::Death;

pub const INDEX_PANIC: Death = Death::Panic {
    message: "index out of bounds: the len is 1 but the index is 1",
    at: "compiler/rustc_mir_transform/src/jump_threading.rs:389:42",
};

pub const SELECTION_ABORT: Death =
    Death::Abort { message: "Cannot select: i128,i1 = smulo t4, t7" };

/// `(*p)[i]`
pub fn index_behind_pointer(_: &Body<'_>, _: BlockId, kind: &StatementKind) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn place(&mut self, place: &mut Place) {
            let indexed = |projection: &Projection| matches!(projection, Projection::Index(_));
            self.0 |= place.is_indirect() && place.projection.iter().any(indexed);
        }
    }
    let mut find = Find(false);
    let mut statement = Statement { kind: kind.clone(), span: Span::default() };
    walk_statement(&mut statement, &mut find);
    find.0
}

pub fn checked_wide_multiply(body: &Body<'_>, _: BlockId, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Assign(_, Rvalue::Checked(BinOp::Mul, left, _)) => {
            body.int(left).is_some_and(|int| int.bits() == 128)
        }
        _ => false,
    }
}
