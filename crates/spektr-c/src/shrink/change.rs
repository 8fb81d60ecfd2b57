//! The changes, as numbers that a reducer can keep.

/// One change of a program. Nodes are counted as [`super::walk`] meets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The statement goes.
    DropStatement(u32),
    /// A statement goes that control never came to.
    DropDead(u32),
    /// The statement becomes something within it.
    Reshape(u32, Reshape),
    /// The statement becomes a `return` of this operand of its expression.
    Return(u32, u32),
    /// The call that a statement makes becomes the body of what it calls.
    Inline(u32),
    /// A switch becomes what its case of this number does.
    Arm(u32, u32),
    /// The statement returns an object: see [`super::objects`].
    ReturnObject(u32, u32),
    /// The value becomes a constant.
    Constant(u32, Constant),
    /// The value becomes its operand of this number.
    Operand(u32, u32),
    /// `x += y` becomes `x + y`.
    Uncompound(u32),
    /// The call becomes the one expression that the function returns.
    InlineValue(u32),
    /// The value becomes the constant that it always is.
    Known(u32),
    /// What a pointer leads to becomes the object that it always leads to.
    Object(u32),
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
    /// The same for both parameters of `main`.
    DropParams(u32),
    /// A parameter becomes an object of the function that starts with the first call's argument.
    FixParam(u32, u32),
    /// The function returns an `int`, or nothing.
    IntResult(u32),
    VoidResult(u32),
    /// The function, or global, is not `static`.
    ExternFunction(u32),
    ExternGlobal(u32),
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
    /// An array becomes its first initialised element, a record of one member that member.
    ElementGlobal(u32),
    ElementLocal(u32, u32),
    /// The object goes, and where it was used stands what it was initialised with.
    SubstituteLocal(u32, u32),
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
    /// A `return` of the condition or value.
    ReturnCondition,
    /// What stands between its braces, in the block around it.
    Splice,
    /// The declaration without its initialisers.
    WithoutInit,
    /// One declaration for each object.
    Split,
    /// A loop without what is done before it, or after each iteration.
    WithoutStart,
    WithoutStep,
    /// `case 1:` for `case 1 ... 5:`.
    PlainCase,
}

/// What a value becomes: 0 or 1; `One` of a string literal is the empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    Zero,
    One,
    /// Of a constant, the same number as an `int`.
    Plain,
    /// Half of a constant.
    Half,
}

/// The kinds of nodes that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Statement,
    Value,
    Item,
    /// What is reached through a pointer.
    Object,
}

impl Change {
    /// The node that the change is made at, if it is one of a body or an initialiser.
    pub(super) fn place(self) -> Option<(Place, u32)> {
        match self {
            Change::DropStatement(n)
            | Change::DropDead(n)
            | Change::Reshape(n, _)
            | Change::Return(n, _)
            | Change::ReturnObject(n, _)
            | Change::Arm(n, _)
            | Change::Inline(n) => Some((Place::Statement, n)),
            Change::Constant(n, _)
            | Change::Operand(n, _)
            | Change::Uncompound(n)
            | Change::InlineValue(n)
            | Change::Known(n) => Some((Place::Value, n)),
            Change::DropItem(n) => Some((Place::Item, n)),
            Change::Object(n) => Some((Place::Object, n)),
            _ => None,
        }
    }

    /// A number that stands for the change.
    pub fn key(self) -> u64 {
        let (tag, a, b) = self.parts();
        tag << 56 | u64::from(a) << 24 | u64::from(b)
    }

    /// A number for the kind of change, and what it is about.
    fn parts(self) -> (u64, u32, u32) {
        match self {
            Change::DropStatement(n) => (1, n, 0),
            Change::Reshape(n, reshape) => (2, n, reshape as u32),
            Change::Inline(n) => (3, n, 0),
            Change::Constant(n, constant) => (4, n, constant as u32),
            Change::Operand(n, operand) => (5, n, operand),
            Change::DropItem(n) => (6, n, 0),
            Change::Silence(n) => (7, n, 0),
            Change::DropFunction(n) => (8, n, 0),
            Change::EmptyBody(n) => (9, n, 0),
            Change::DropParam(n, param) => (10, n, param),
            Change::PlainFunction(n) => (11, n, 0),
            Change::DropInit(n) => (12, n, 0),
            Change::PlainGlobal(n) => (13, n, 0),
            Change::IntGlobal(n) => (14, n, 0),
            Change::ShortGlobal(n, one) => (15, n, u32::from(one)),
            Change::PlainLocal(n, local) => (16, n, local),
            Change::IntLocal(n, local) => (17, n, local),
            Change::ShortLocal(n, local, one) => (18 + u64::from(one), n, local),
            Change::DropField(n, field) => (20, n, field),
            Change::PlainField(n, field) => (21, n, field),
            Change::PlainRecord(n) => (22, n, 0),
            Change::TidyNames => (23, 0, 0),
            Change::DropGlobal(n) => (24, n, 0),
            Change::Return(n, operand) => (25, n, operand),
            Change::DropDead(n) => (26, n, 0),
            Change::Arm(n, arm) => (27, n, arm),
            Change::ReturnObject(n, object) => (28, n, object),
            Change::Uncompound(n) => (29, n, 0),
            Change::InlineValue(n) => (30, n, 0),
            Change::Known(n) => (31, n, 0),
            Change::Object(n) => (32, n, 0),
            Change::DropParams(n) => (33, n, 0),
            Change::FixParam(n, param) => (34, n, param),
            Change::IntResult(n) => (35, n, 0),
            Change::VoidResult(n) => (36, n, 0),
            Change::ExternFunction(n) => (37, n, 0),
            Change::ExternGlobal(n) => (38, n, 0),
            Change::ElementGlobal(n) => (39, n, 0),
            Change::ElementLocal(n, local) => (40, n, local),
            Change::SubstituteLocal(n, local) => (41, n, local),
        }
    }

    /// The change that a number stands for.
    pub fn from_key(key: u64) -> Option<Change> {
        let (tag, n, b) = (key >> 56, (key >> 24) as u32, key as u32 & 0xff_ffff);
        Some(match tag {
            1 => Change::DropStatement(n),
            2 => Change::Reshape(n, *RESHAPES.get(b as usize)?),
            3 => Change::Inline(n),
            4 => Change::Constant(n, *CONSTANTS.get(b as usize)?),
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
            26 => Change::DropDead(n),
            27 => Change::Arm(n, b),
            28 => Change::ReturnObject(n, b),
            29 => Change::Uncompound(n),
            30 => Change::InlineValue(n),
            31 => Change::Known(n),
            32 => Change::Object(n),
            33 => Change::DropParams(n),
            34 => Change::FixParam(n, b),
            35 => Change::IntResult(n),
            36 => Change::VoidResult(n),
            37 => Change::ExternFunction(n),
            38 => Change::ExternGlobal(n),
            39 => Change::ElementGlobal(n),
            40 => Change::ElementLocal(n, b),
            41 => Change::SubstituteLocal(n, b),
            _ => return None,
        })
    }
}

const RESHAPES: [Reshape; 11] = [
    Reshape::Body,
    Reshape::Else,
    Reshape::WithoutElse,
    Reshape::Condition,
    Reshape::ReturnCondition,
    Reshape::Splice,
    Reshape::WithoutInit,
    Reshape::Split,
    Reshape::WithoutStart,
    Reshape::WithoutStep,
    Reshape::PlainCase,
];

const CONSTANTS: [Constant; 4] = [Constant::Zero, Constant::One, Constant::Plain, Constant::Half];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_for_changes() {
        let mut changes = vec![
            Change::DropStatement(70_000),
            Change::Inline(3),
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
            Change::DropDead(70_000),
            Change::Arm(3, 4),
            Change::ReturnObject(3, 4),
            Change::Uncompound(5),
            Change::InlineValue(6),
            Change::Known(7),
            Change::Object(8),
            Change::DropParams(9),
            Change::FixParam(10, 1),
            Change::IntResult(11),
            Change::VoidResult(12),
            Change::ExternFunction(13),
            Change::ExternGlobal(14),
            Change::ElementGlobal(15),
            Change::ElementLocal(16, 17),
            Change::SubstituteLocal(18, 19),
        ];
        changes.extend(CONSTANTS.map(|constant| Change::Constant(7, constant)));
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
