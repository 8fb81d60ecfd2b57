//! The changes, as numbers that a reducer can keep.

/// One change of a program. Nodes are counted as [`super::walk`] meets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The statement goes.
    DropStatement(u32),
    /// The statement becomes something within it.
    Reshape(u32, Reshape),
    /// The statement becomes a `return` of this operand of its expression.
    Return(u32, u32),
    /// The call that a statement makes becomes the body of what it calls.
    Inline(u32),
    /// The value becomes a constant.
    Constant(u32, Constant),
    /// The value becomes its operand of this number.
    Operand(u32, u32),
    /// An element or member of an initialiser goes.
    DropItem(u32),
    /// The function goes, and its calls become constants.
    Silence(u32),
    /// A function that nobody mentions goes.
    DropFunction(u32),
    /// The body becomes as short as its type allows.
    EmptyBody(u32),
    /// A parameter goes, with its arguments.
    DropParam(u32, u32),
    /// Attributes, `inline` and the like go.
    PlainFunction(u32),
    /// A global that nobody mentions goes.
    DropGlobal(u32),
    /// What a global starts with goes.
    DropInit(u32),
    /// The global is no longer qualified or aligned.
    PlainGlobal(u32),
    /// The global becomes an `int`.
    IntGlobal(u32),
    /// The array gets half its length, or one element.
    ShortGlobal(u32, bool),
    /// The same for an object of a function.
    PlainLocal(u32, u32),
    IntLocal(u32, u32),
    ShortLocal(u32, u32, bool),
    /// A member that nobody mentions goes.
    DropField(u32, u32),
    /// A bit-field becomes a plain member, and loses what aligns it.
    PlainField(u32, u32),
    /// `packed`, `aligned` and `#pragma pack` go.
    PlainRecord(u32),
    /// Names become short and regular.
    TidyNames,
}

/// What a statement becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reshape {
    /// The first branch, or the body of a loop, switch or label.
    Body,
    /// The `else` branch.
    Else,
    /// An `if` without its `else`.
    WithoutElse,
    /// The condition or value alone.
    Condition,
    /// What stands between its braces, in the block around it.
    Splice,
    /// The declaration without its initialisers.
    WithoutInit,
    /// One declaration for each object.
    Split,
}

/// What a value becomes: 0 or 1; `One` of a string literal is the empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    Zero,
    One,
}

/// The kinds of nodes that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Statement,
    Value,
    Item,
}

impl Change {
    /// The node that the change is made at, if it is one of a body or an initialiser.
    pub(super) fn place(self) -> Option<(Place, u32)> {
        match self {
            Change::DropStatement(n)
            | Change::Reshape(n, _)
            | Change::Return(n, _)
            | Change::Inline(n) => Some((Place::Statement, n)),
            Change::Constant(n, _) | Change::Operand(n, _) => Some((Place::Value, n)),
            Change::DropItem(n) => Some((Place::Item, n)),
            _ => None,
        }
    }

    /// A number that stands for the change.
    pub fn key(self) -> u64 {
        let pack = |tag: u64, a: u32, b: u32| tag << 56 | u64::from(a) << 24 | u64::from(b);
        match self {
            Change::DropStatement(n) => pack(1, n, 0),
            Change::Reshape(n, reshape) => pack(2, n, reshape as u32),
            Change::Inline(n) => pack(3, n, 0),
            Change::Constant(n, constant) => pack(4, n, constant as u32),
            Change::Operand(n, operand) => pack(5, n, operand),
            Change::DropItem(n) => pack(6, n, 0),
            Change::Silence(n) => pack(7, n, 0),
            Change::DropFunction(n) => pack(8, n, 0),
            Change::EmptyBody(n) => pack(9, n, 0),
            Change::DropParam(n, param) => pack(10, n, param),
            Change::PlainFunction(n) => pack(11, n, 0),
            Change::DropInit(n) => pack(12, n, 0),
            Change::PlainGlobal(n) => pack(13, n, 0),
            Change::IntGlobal(n) => pack(14, n, 0),
            Change::ShortGlobal(n, one) => pack(15, n, u32::from(one)),
            Change::PlainLocal(n, local) => pack(16, n, local),
            Change::IntLocal(n, local) => pack(17, n, local),
            Change::ShortLocal(n, local, one) => pack(18 + u64::from(one), n, local),
            Change::DropField(n, field) => pack(20, n, field),
            Change::PlainField(n, field) => pack(21, n, field),
            Change::PlainRecord(n) => pack(22, n, 0),
            Change::TidyNames => pack(23, 0, 0),
            Change::DropGlobal(n) => pack(24, n, 0),
            Change::Return(n, operand) => pack(25, n, operand),
        }
    }

    /// The change that a number stands for.
    pub fn from_key(key: u64) -> Option<Change> {
        let (tag, n, b) = (key >> 56, (key >> 24) as u32, key as u32 & 0xff_ffff);
        Some(match tag {
            1 => Change::DropStatement(n),
            2 => Change::Reshape(n, *RESHAPES.get(b as usize)?),
            3 => Change::Inline(n),
            4 => Change::Constant(n, *[Constant::Zero, Constant::One].get(b as usize)?),
            5 => Change::Operand(n, b),
            6 => Change::DropItem(n),
            7 => Change::Silence(n),
            8 => Change::DropFunction(n),
            9 => Change::EmptyBody(n),
            10 => Change::DropParam(n, b),
            11 => Change::PlainFunction(n),
            12 => Change::DropInit(n),
            13 => Change::PlainGlobal(n),
            14 => Change::IntGlobal(n),
            15 => Change::ShortGlobal(n, b == 1),
            16 => Change::PlainLocal(n, b),
            17 => Change::IntLocal(n, b),
            18 | 19 => Change::ShortLocal(n, b, tag == 19),
            20 => Change::DropField(n, b),
            21 => Change::PlainField(n, b),
            22 => Change::PlainRecord(n),
            23 => Change::TidyNames,
            24 => Change::DropGlobal(n),
            25 => Change::Return(n, b),
            _ => return None,
        })
    }
}

const RESHAPES: [Reshape; 7] = [
    Reshape::Body,
    Reshape::Else,
    Reshape::WithoutElse,
    Reshape::Condition,
    Reshape::Splice,
    Reshape::WithoutInit,
    Reshape::Split,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_for_changes() {
        let mut changes = vec![
            Change::DropStatement(70_000),
            Change::Inline(3),
            Change::Constant(9, Constant::One),
            Change::Operand(1, 2),
            Change::DropItem(5),
            Change::Silence(1),
            Change::DropFunction(2),
            Change::EmptyBody(3),
            Change::DropParam(4, 1),
            Change::PlainFunction(1),
            Change::DropInit(1),
            Change::PlainGlobal(2),
            Change::IntGlobal(3),
            Change::ShortGlobal(4, true),
            Change::PlainLocal(5, 6),
            Change::IntLocal(7, 8),
            Change::ShortLocal(9, 10, true),
            Change::ShortLocal(9, 10, false),
            Change::DropField(1, 2),
            Change::PlainField(3, 4),
            Change::PlainRecord(5),
            Change::TidyNames,
            Change::DropGlobal(3),
            Change::Return(5, 2),
        ];
        changes.extend(RESHAPES.map(|reshape| Change::Reshape(8, reshape)));
        for change in &changes {
            assert_eq!(Change::from_key(change.key()), Some(*change));
        }
        let mut keys: Vec<u64> = changes.iter().map(|change| change.key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), changes.len());
    }
}
