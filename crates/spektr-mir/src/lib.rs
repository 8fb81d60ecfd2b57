//! The MIR wing. Each module opens with what it is and what it must not know.

pub mod borrow;
