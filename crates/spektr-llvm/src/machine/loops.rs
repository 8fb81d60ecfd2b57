//! What metadata says of loops. LangRef, "'llvm.loop'".

use crate::syntax::{
    BinaryOp, Block, Callee, Constant, Instruction, Metadata, Module, NodeKind, Op,
};

/// LangRef, "'llvm.loop.mustprogress' Metadata": whether one of these blocks ends a
/// loop that says so.
pub fn must_progress(module: &Module, blocks: &[Block]) -> bool {
    is_said(module, blocks, "llvm.loop.mustprogress", |_| true)
}

/// Whether a loop wants to be vectorized and computes with floats. LangRef,
/// "'llvm.loop.vectorize' and 'llvm.loop.interleave'", is silent on it; who asks for that allows another
/// order of additions (`LoopVectorizeHints::allowReordering`).
pub fn may_reorder(module: &Module, blocks: &[Block]) -> bool {
    let mut instructions = blocks.iter().flat_map(|block| &block.instructions);
    let adds = |it: &Instruction| match &it.op {
        Op::Binary { op, .. } => matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul),
        Op::Call(call) => match call.callee {
            Callee::Value(callee) => {
                let name = module.global_of(callee).and_then(|id| module.global(id).name.as_ref());
                name.is_some_and(|name| name.bytes().starts_with(b"llvm.fm"))
            }
            Callee::Asm(_) => false,
        },
        _ => false,
    };
    // Loops also say that they are not to be vectorized.
    let asks = |word: &str, above: u128| {
        let number = |it: Option<&Metadata>| match it {
            Some(Metadata::Constant(id)) => match module.constants[*id] {
                Constant::Int(number) => Some(number),
                _ => None,
            },
            _ => None,
        };
        is_said(module, blocks, word, |rest| number(rest.first()).is_none_or(|it| it > above))
    };
    (asks("llvm.loop.vectorize.enable", 0) || asks("llvm.loop.vectorize.width", 1))
        && instructions.any(adds)
}

/// Whether the metadata of one of these blocks' loops has a word, with what stands behind it.
fn is_said(
    module: &Module,
    blocks: &[Block],
    word: &str,
    holds: impl Fn(&[Metadata]) -> bool,
) -> bool {
    let instructions = blocks.iter().flat_map(|block| &block.instructions);
    let attachments = instructions.flat_map(|instruction| &instruction.metadata);
    let mut loops = attachments.filter(|it| it.kind == "llvm.loop");
    let says = |part: &Metadata| match parts(module, part) {
        [Metadata::Text(name), rest @ ..] => *name == *word && holds(rest),
        _ => false,
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
