//! The abstract machine: executes a [`Program`](crate::syntax::Program) and stops with a reason
//! at the first step that C does not define. It needs no typing rules: every conversion is a node
//! of the tree.
