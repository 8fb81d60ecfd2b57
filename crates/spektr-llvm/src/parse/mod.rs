//! Reading LLVM assembly of versions 13 to 22, all with one reader.
//!
//! Old and new ways to write a thing are both understood, whatever else the file says.
//! Nothing is upgraded: what an older version meant is kept as it was written. What a module
//! must satisfy to be one (dominance, phi edges) is `wellformed`'s business; here names are
//! resolved and the types that the text itself states are checked.

mod attribute;
mod body;
mod call;
mod constant;
mod cursor;
mod expression;
mod finish;
mod function;
mod global;
mod instruction;
mod lex;
mod memory;
mod metadata;
mod module;
mod symbols;
mod types;

use spektr_text::{Complaint, Sources};

use crate::syntax::Module;

/// How deep types, constants and metadata may be nested in one another.
const DEEPEST: u32 = 256;

/// Offsets are 32 bits wide.
const LONGEST: usize = 1 << 31;

/// Reads a module.
///
/// ```
/// let module = spektr_llvm::parse::module("f.ll", "define i32 @f(i32 %x) { ret i32 %x }").unwrap();
/// assert!(module.find("f").is_some());
/// let complaint = spektr_llvm::parse::module("g.ll", "define i32 @g() { ret i32 %x }").unwrap_err();
/// assert_eq!(complaint.to_string(), "g.ll:1:27: `%x` is used but not defined");
/// ```
pub fn module(name: &str, text: &str) -> Result<Module, Complaint> {
    if text.len() > LONGEST {
        return Err(Complaint::whole("a module of more than 2 GB is not read"));
    }
    let mut parser = cursor::Parser::new(text.as_bytes());
    let read = parser.module().and_then(|()| parser.finish());
    read.map_err(|fault| Sources::one(name, text).complaint(fault.span, fault.message))
}
