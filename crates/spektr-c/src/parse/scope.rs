//! Scopes and what names mean in them (6.2.1, 6.2.3).

use std::collections::HashMap;

use super::lex::Name;
use crate::syntax::{FunctionId, GlobalId, LocalId};
use crate::types::{EnumId, RecordId, Ty};

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    Typedef(Ty),
    Local(LocalId),
    /// A parameter of a declaration that may turn out to be no definition.
    Parameter(Ty),
    Global(GlobalId),
    Function(FunctionId),
    Enumerator(EnumId, u32),
}

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Default)]
struct Scope {
    names: HashMap<Name, Entity>,
    tags: HashMap<Name, Tag>,
}

/// The scopes around the place that is being read, innermost last.
pub struct Scopes {
    stack: Vec<Scope>,
    /// Objects and functions with linkage, whichever scope declares them (6.2.2).
    linked: HashMap<Name, Entity>,
}

impl Scopes {
    pub fn new() -> Scopes {
        Scopes { stack: vec![Scope::default()], linked: HashMap::new() }
    }

    pub fn open(&mut self) {
        self.stack.push(Scope::default());
    }

    pub fn close(&mut self) {
        self.stack.pop();
    }

    pub fn is_file(&self) -> bool {
        self.stack.len() == 1
    }

    pub fn find(&self, name: Name) -> Option<Entity> {
        self.stack.iter().rev().find_map(|scope| scope.names.get(&name).copied())
    }

    pub fn find_here(&self, name: Name) -> Option<Entity> {
        self.innermost().names.get(&name).copied()
    }

    pub fn declare(&mut self, name: Name, entity: Entity) {
        self.innermost_mut().names.insert(name, entity);
    }

    /// Declares a name in the outermost scope, as a call without declaration does in GNU C.
    pub fn declare_in_file(&mut self, name: Name, entity: Entity) {
        self.stack[0].names.insert(name, entity);
    }

    pub fn find_tag(&self, name: Name) -> Option<Tag> {
        self.stack.iter().rev().find_map(|scope| scope.tags.get(&name).copied())
    }

    pub fn find_tag_here(&self, name: Name) -> Option<Tag> {
        self.innermost().tags.get(&name).copied()
    }

    pub fn declare_tag(&mut self, name: Name, tag: Tag) {
        self.innermost_mut().tags.insert(name, tag);
    }

    pub fn find_linked(&self, name: Name) -> Option<Entity> {
        self.linked.get(&name).copied()
    }

    pub fn declare_linked(&mut self, name: Name, entity: Entity) {
        self.linked.insert(name, entity);
    }

    fn innermost(&self) -> &Scope {
        self.stack.last().expect("the scope of the file is never closed")
    }

    fn innermost_mut(&mut self) -> &mut Scope {
        self.stack.last_mut().expect("the scope of the file is never closed")
    }
}
