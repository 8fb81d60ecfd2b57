//! What metadata says of loops. LangRef, "'llvm.loop'".

use crate::syntax::{BinaryOp, Block, Instruction, Metadata, Module, NodeKind, Op};

/// LangRef, "'llvm.loop.mustprogress' Metadata": whether one of these blocks ends a
/// loop that says so.
pub fn must_progress(module: &Module, blocks: &[Block]) -> bool {
    is_said(module, blocks, &["llvm.loop.mustprogress"])
}

/// Whether a loop wants to be vectorized and computes with floats. LangRef,
/// "'llvm.loop.vectorize' and 'llvm.loop.interleave'", is silent on it; who asks for that allows another
/// order of additions (`LoopVectorizeHints::allowReordering`).
pub fn may_reorder(module: &Module, blocks: &[Block]) -> bool {
    let mut instructions = blocks.iter().flat_map(|block| &block.instructions);
    let adds = |it: &Instruction| match &it.op {
        Op::Binary { op, .. } => matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul),
        Op::Call(_) => it.result.is_some(),
        _ => false,
    };
    is_said(module, blocks, &["llvm.loop.vectorize.enable", "llvm.loop.vectorize.width"])
        && instructions.any(adds)
}

/// Whether the metadata of one of these blocks' loops begins with one of some words.
fn is_said(module: &Module, blocks: &[Block], words: &[&str]) -> bool {
    let instructions = blocks.iter().flat_map(|block| &block.instructions);
    let attachments = instructions.flat_map(|instruction| &instruction.metadata);
    let mut loops = attachments.filter(|it| it.kind == "llvm.loop");
    let says = |part: &Metadata| {
        let first = parts(module, part).first();
        matches!(first, Some(Metadata::Text(name)) if words.iter().any(|it| *name == **it))
    };
    loops.any(|it| parts(module, &it.node).iter().any(says))
}

fn parts<'m>(module: &'m Module, metadata: &'m Metadata) -> &'m [Metadata] {
    let node = match metadata {
        Metadata::Node(id) => &module.nodes[id.index()],
        Metadata::Inline(node) => node,
        _ => return &[],
    };
    match &node.kind {
        NodeKind::Tuple(parts) => parts,
        NodeKind::Record { .. } => &[],
    }
}
