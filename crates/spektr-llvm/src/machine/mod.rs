//! The abstract machine for LLVM IR: it executes functions of a module on values that know
//! what is poison, undef or left open, on memory with provenance, and stops with the rule of
//! the language reference that a program breaks. It knows nothing of other modules; two runs
//! are held against each other in `refine`.

mod access;
mod address;
mod arithmetic;
mod attribute;
mod call;
mod cast;
mod choice;
mod code;
mod external;
mod floating;
mod frame;
mod integer;
mod intrinsic;
mod library;
mod memory;
mod open;
mod relate;
mod run;
mod shape;
mod spread;
mod start;
pub mod stop;
mod value;
mod vector;
mod world;

pub use choice::{Chooser, Forks, Side};
pub use code::{Code, Layout};
pub use memory::{Memory, ObjectId};
pub use relate::{Relation, show};
pub use shape::{Kind, Shapes};
pub use start::{Conditions, Given, Link, Outside, Shown, Start, execute};
pub use stop::{Stop, Undefined, Unspecified};
pub use value::{Pointer, Value};
pub use world::{
    Event, Fresh, Happening, Made, ROOMY, Reference, Temper, World, initial_bytes, visible,
};
