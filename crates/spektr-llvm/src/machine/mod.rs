//! The abstract machine for LLVM IR.
