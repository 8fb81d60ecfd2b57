//! Which types are compatible (6.2.7), and what two declarations of one thing make together.

use super::{FunctionTy, IntKind, RecordId, Shape, Ty, Types};

/// Types nested deeper than this are taken as different; no text that was read has such.
const DEEPEST: u32 = 2000;

impl Types {
    /// Whether two types are compatible, qualifiers included (6.2.7p1, 6.7.3p10).
    pub fn compatible(&self, a: Ty, b: Ty) -> bool {
        Comparison { types: self, assumed: Vec::new() }.types(a, b, 0)
    }

    /// Whether two types are compatible once their own qualifiers are dropped.
    pub fn compatible_unqualified(&self, a: Ty, b: Ty) -> bool {
        self.compatible(a.unqualified(), b.unqualified())
    }

    /// The type that two compatible declarations of one thing have together (6.2.7p3): known
    /// lengths and prototypes win.
    pub fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        match (self.shape(a).clone(), self.shape(b).clone()) {
            (
                Shape::Array { element, length },
                Shape::Array { element: other, length: other_length },
            ) => {
                let element = self.composite(element, other);
                let merged = self.array(element, length.or(other_length));
                Ty { shape: merged.shape, ..a }
            }
            (Shape::Pointer(target), Shape::Pointer(other)) => {
                let target = self.composite(target, other);
                let merged = self.pointer(target);
                Ty { shape: merged.shape, ..a }
            }
            (Shape::Function(one), Shape::Function(other)) => {
                if !one.prototyped {
                    return b;
                }
                if !other.prototyped {
                    return a;
                }
                let result = self.composite(one.result, other.result);
                let both = one.params.iter().zip(&other.params);
                let params = both.map(|(&a, &b)| self.composite(a, b)).collect();
                self.function(FunctionTy { result, params, ..one })
            }
            _ => a,
        }
    }
}

struct Comparison<'a> {
    types: &'a Types,
    /// Pairs of records that are being compared: a pointer back to one is no difference.
    assumed: Vec<(RecordId, RecordId)>,
}

impl Comparison<'_> {
    fn types(&mut self, a: Ty, b: Ty, depth: u32) -> bool {
        if depth > DEEPEST || a.quals != b.quals {
            return false;
        }
        if a.shape == b.shape {
            return true;
        }
        let depth = depth + 1;
        match (self.types.shape(a), self.types.shape(b)) {
            (Shape::Enum(one), other @ Shape::Int(_))
            | (other @ Shape::Int(_), Shape::Enum(one)) => {
                *other == Shape::Int(self.types.enumeration(*one).underlying)
            }
            (Shape::Enum(one), Shape::Enum(other)) => {
                let (one, other) = (self.types.enumeration(*one), self.types.enumeration(*other));
                one.unit != other.unit
                    && one.tag == other.tag
                    && one.enumerators == other.enumerators
            }
            (Shape::Pointer(one), Shape::Pointer(other)) => self.types(*one, *other, depth),
            (
                Shape::Array { element, length },
                Shape::Array { element: other, length: other_length },
            ) => {
                let lengths = length.is_none() || other_length.is_none() || length == other_length;
                lengths && self.types(*element, *other, depth)
            }
            (Shape::Function(one), Shape::Function(other)) => self.functions(one, other, depth),
            (Shape::Record(one), Shape::Record(other)) => self.records(*one, *other, depth),
            (
                Shape::Vector { element, lanes },
                Shape::Vector { element: other, lanes: other_lanes },
            ) => lanes == other_lanes && self.types(*element, *other, depth),
            _ => false,
        }
    }

    /// 6.7.6.3p15: a prototype agrees with `()` if its parameters are what promotion leaves
    /// alone.
    fn functions(&mut self, one: &FunctionTy, other: &FunctionTy, depth: u32) -> bool {
        if !self.types(one.result, other.result, depth) {
            return false;
        }
        match (one.prototyped, other.prototyped) {
            (true, true) => {
                one.variadic == other.variadic
                    && one.params.len() == other.params.len()
                    && one
                        .params
                        .iter()
                        .zip(&other.params)
                        .all(|(a, b)| self.types(a.unqualified(), b.unqualified(), depth))
            }
            (false, false) => true,
            (true, false) => self.survives_promotion(one),
            (false, true) => self.survives_promotion(other),
        }
    }

    fn survives_promotion(&self, function: &FunctionTy) -> bool {
        !function.variadic
            && function.params.iter().all(|&param| match self.types.shape(param) {
                Shape::Bool => false,
                Shape::Int(kind) => kind.rank() >= IntKind::Int.rank(),
                Shape::Enum(id) => {
                    self.types.enumeration(*id).underlying.rank() >= IntKind::Int.rank()
                }
                Shape::Float(kind) => *kind != super::FloatKind::Float,
                _ => true,
            })
    }

    /// Records of one unit are compatible only with themselves; those of two units by their
    /// members (6.2.7p1).
    fn records(&mut self, one: RecordId, other: RecordId, depth: u32) -> bool {
        if self.assumed.contains(&(one, other)) {
            return true;
        }
        let (a, b) = (self.types.record(one), self.types.record(other));
        if a.unit == b.unit || a.tag != b.tag || a.is_union != b.is_union {
            return false;
        }
        let (Some(a), Some(b)) = (&a.body, &b.body) else { return true };
        if a.layout != b.layout || a.fields.len() != b.fields.len() {
            return false;
        }
        self.assumed.push((one, other));
        a.fields
            .iter()
            .zip(&b.fields)
            .all(|(a, b)| a.name == b.name && a.bits == b.bits && self.types(a.ty, b.ty, depth))
    }
}
