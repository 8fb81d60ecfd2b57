//! What the memories of all abstract machines share: allocations and stack frames with a
//! way back to an earlier state, and bytes of which each knows what it holds.
//!
//! An [`Arena`] keeps allocations of whatever type a machine has, a [`Stack`] its frames.
//! Both keep a journal: a checkpoint costs nothing, and the first change of an allocation
//! or frame after it saves a copy. [`Bytes`] are contents, one state each, and the pointers
//! among them. Nothing here knows a language: who may access what, and what a state means
//! beyond the four of [`state`], is decided above.
//!
//! ```
//! use spektr_memory::{Arena, Bytes, Slot};
//!
//! /// An allocation with something of its own: what a machine adds is journaled too.
//! #[derive(Clone)]
//! struct Object {
//!     bytes: Bytes<&'static str>,
//!     writable: bool,
//! }
//!
//! impl Slot for Object {
//!     type Order = u32;
//!     fn make(size: u32) -> Object {
//!         Object { bytes: Bytes::new(size), writable: true }
//!     }
//!     fn reuse(&mut self, size: u32) {
//!         self.bytes.reset(size);
//!         self.writable = true;
//!     }
//!     fn kill(&mut self) {
//!         self.bytes.kill();
//!     }
//!     fn footprint(&self) -> u64 {
//!         self.bytes.len().into()
//!     }
//! }
//!
//! let mut memory: Arena<Object> = Arena::default();
//! let id = memory.allocate(16);
//! let checkpoint = memory.checkpoint();
//! memory.get_mut(id).unwrap().bytes.store(0, 4, 7);
//! memory.get_mut(id).unwrap().bytes.store_pointer(8, 8, "there");
//! assert_eq!(memory.get(id).unwrap().bytes.load(0, 4), Some(7));
//! assert_eq!(memory.get(id).unwrap().bytes.pointer_at(8, 8), Some("there"));
//! memory.rollback(checkpoint);
//! assert_eq!(memory.get(id).unwrap().bytes.load(0, 4), None);
//! ```

mod arena;
mod bytes;
mod pointers;
mod stack;

pub use arena::{AllocId, Arena, Mark, Slot};
pub use bytes::{Bytes, Chunk, little_endian, state};
pub use pointers::{Pointers, Stored};
pub use stack::{Stack, Undo};
