//! The rules by which C gives expressions their types (6.3, 6.5): operands in, a typed expression
//! with all its implicit conversions out, or the constraint that was violated, in words.
//!
//! The parser, generators and the shrinker build expressions with these functions alone. What
//! gcc 12 accepts with a warning (pointers of different types, integers for pointers) is accepted.
//! Knows no text and no scopes.

mod call;
mod convert;
mod flat;
mod operator;
mod place;

pub use call::{call, check_callee};
pub use convert::{
    assignment_conversion, cast, common_type, convert, default_promotion, is_null_constant,
    promote, promoted_type, usual_arithmetic,
};
pub use flat::{Expander, result_of};
pub use operator::{assign, binary, comma, compound_assign, conditional, inc_dec, logical, unary};
pub use place::{address_of, deref, find_member, index, member};

use crate::syntax::Expr;

/// An expression, or the constraint it would violate.
pub type Typed = Result<Expr, String>;
