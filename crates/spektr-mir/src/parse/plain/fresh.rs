//! Names for locals and blocks that have none in the source. They live as long as the
//! program, and there are only so many of them.

use std::sync::LazyLock;

use super::super::fault::{Result, fault};
use crate::syntax::Span;

/// Longer functions are not helpers any more.
const NAMES: usize = 2000;

static LOCALS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..NAMES).map(|i| format!("tmp{i}")).collect());
static BLOCKS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..NAMES).map(|i| format!("bb{i}")).collect());

pub(super) fn local(index: usize, span: Span) -> Result<&'static str> {
    name(&LOCALS, index, span)
}

pub(super) fn block(index: usize, span: Span) -> Result<&'static str> {
    name(&BLOCKS, index, span)
}

fn name(names: &'static [String], index: usize, span: Span) -> Result<&'static str> {
    match names.get(index) {
        Some(name) => Ok(name),
        None => fault(span, "this ordinary function is too long for spektr"),
    }
}
