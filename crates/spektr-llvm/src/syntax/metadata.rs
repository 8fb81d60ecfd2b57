//! Metadata and debug records. Nodes are carried as they are written: their kinds and fields
//! are words, so that a version's new debug info needs no new code here.

use super::{ConstId, Name, NodeId, ValueId};

/// Something that can stand where metadata is expected.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Metadata {
    /// `null`
    Null,
    /// `!7`
    Node(NodeId),
    /// `!{…}` or `!DIExpression(…)` in place.
    Inline(Box<Node>),
    /// `!"text"`
    Text(Name),
    /// `i32 7`
    Constant(ConstId),
    /// `i32 %x`, in a call or debug record.
    Local(ValueId),
    /// `!DIArgList(…)`
    ArgList(Box<[Metadata]>),
}

/// A node: a tuple, or a record of debug info.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub distinct: bool,
    pub kind: NodeKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// `!{…}`
    Tuple(Vec<Metadata>),
    /// `!DIName(key: value, …)`; elements of a `!DIExpression` have no key.
    Record { name: Name, fields: Vec<(Option<Name>, Field)> },
}

/// The value of a field of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    Metadata(Metadata),
    /// `"text"`
    Text(Name),
    /// A number, word, or words joined by `|`, as written.
    Word(Name),
    /// `{!1, i32 7}`: operands in braces.
    List(Vec<Metadata>),
}

/// `!name = !{…}`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMetadata {
    pub name: Name,
    pub operands: Vec<Metadata>,
}

/// What hangs on a function, variable or instruction: `!kind !7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    pub kind: Name,
    pub node: Metadata,
}

/// `#dbg_value(…)` and its like, since 19.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugRecord {
    /// The word behind `#dbg_`.
    pub kind: Name,
    pub operands: Vec<Metadata>,
}
