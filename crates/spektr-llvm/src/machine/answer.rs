//! What functions without a body answer: values that depend on the world's seed alone, within
//! what the attributes of function and call promise.

use spektr_entropy::Entropy;

use super::code::Facts;
use super::external::{has_attribute, has_pointer};
use super::frame::CallSite;
use super::run::Machine;
use super::shape::Kind;
use super::stop::{Step, Unspecified, unsupported};
use super::value::Value;
use super::world::{PAGE, ROOMY};
use crate::syntax::{Attribute, Flag, IntAttribute, Ty};

/// Numbers that are tried before an answer within a range is given up.
const CANDIDATES: u32 = 64;

impl<'m> Machine<'_, 'm> {
    /// The result of an external call, within its attributes; what it was before, if that is known.
    pub fn answer(
        &mut self,
        answers: &mut Entropy,
        result: Ty,
        (arguments, before): (&[Value], Option<Value>),
        (facts, site): (&Facts, CallSite<'m>),
    ) -> Step<Option<Value>> {
        if matches!(self.code.shapes[result].kind, Kind::Void) {
            return Ok(None);
        }
        let attributes: Vec<&Attribute> =
            facts.result.iter().chain(&site.call.result_attributes).collect();
        let allocated = self.allocated(facts, site);
        // LangRef, "Parameter Attributes": `returned`.
        let returned = arguments
            .iter()
            .enumerate()
            .find(|(at, _)| has_attribute(facts, site, *at, |it| it.is(Flag::Returned)));
        let value = match returned {
            Some((at, value)) => self.returned(value, site, at, result)?,
            None => self.repeated(answers, result, before, &attributes, (allocated, site))?,
        };
        // An answer that breaks the attributes is one that the function cannot give.
        let admitted = self.admitted(value, result, &attributes);
        let admitted = admitted.and_then(|value| self.annotated(site.metadata, result, value));
        match admitted {
            Ok(value) if !value.has_poison() => Ok(Some(value)),
            _ => Err(Unspecified::Environment.into()),
        }
    }

    /// Any value, but the one that it was before. Objects are made anew, each in its turn.
    fn repeated(
        &mut self,
        answers: &mut Entropy,
        result: Ty,
        before: Option<Value>,
        attributes: &[&Attribute],
        (allocated, site): (Option<u64>, CallSite<'m>),
    ) -> Step<Value> {
        let mut attributes = attributes.to_vec();
        match before {
            Some(Value::NULL) => return Ok(Value::NULL),
            Some(Value::Pointer(_)) => attributes.push(&Attribute::Flag(Flag::NonNull)),
            Some(value) if value.is_fixed() && !has_pointer(self.code, result) => return Ok(value),
            _ => {}
        }
        self.arbitrary(answers, result, &attributes, (allocated, Some(site)))
    }

    /// An argument as the result: the two types have the same bits.
    fn returned(&self, value: &Value, site: CallSite<'_>, at: usize, to: Ty) -> Step<Value> {
        let operand = site.call.args.get(at).and_then(crate::syntax::Argument::value);
        match operand.map(|operand| self.ty(operand)) {
            Some(from) if from != to => super::cast::bitcast(self.code, value, from, to),
            _ => Ok(value.clone()),
        }
    }

    /// The size that `allocsize` says, if the arguments are known.
    fn allocated(&self, facts: &Facts, site: CallSite<'_>) -> Option<u64> {
        let module = self.code.module;
        let here = module.attributes(&site.call.attributes);
        let mut all = facts.function.iter().chain(here);
        let (size, count) = all.find_map(|attribute| match attribute {
            Attribute::AllocSize(size, count) => Some((*size, *count)),
            _ => None,
        })?;
        let number = |at: u32| {
            let operand = site.call.args.get(at as usize)?.value()?;
            self.get(operand).known()
        };
        let count = match count {
            Some(at) => number(at)?,
            None => 1,
        };
        u64::try_from(number(size)?.saturating_mul(count)).ok()
    }

    /// Any value of a type.
    fn arbitrary(
        &mut self,
        draw: &mut Entropy,
        ty: Ty,
        attributes: &[&Attribute],
        (allocated, site): (Option<u64>, Option<CallSite<'m>>),
    ) -> Step<Value> {
        let code = self.code;
        let shape = &code.shapes[ty];
        match &shape.kind {
            Kind::Int(width) if *width > 128 => {
                Ok(Value::Big(Box::new(spektr_number::Big::from_u128(*width, draw.next_u128()))))
            }
            Kind::Int(width) => {
                let said = attributes.iter().filter_map(|attribute| match attribute {
                    Attribute::Range(low, high) => {
                        let (low, high) = (self.code.constant(*low), self.code.constant(*high));
                        Some((low.known()?, high.known()?))
                    }
                    _ => None,
                });
                let ranges: Vec<(u128, u128)> =
                    said.chain(site.and_then(|site| self.said_range(site))).collect();
                let number = within(draw, *width, &ranges)?;
                Ok(Value::number(*width, number & super::integer::mask(*width)))
            }
            Kind::Float(kind) => {
                let format = super::floating::format(*kind)?;
                let small = format
                    .from_int(spektr_number::Int::signed(8), u128::from(draw.next_u64() as u8));
                Ok(Value::number(format.bits(), small))
            }
            Kind::Pointer { .. } => {
                let has = |flag| attributes.iter().any(|it| it.is(flag));
                let size = attributes.iter().find_map(|attribute| match attribute {
                    Attribute::Int(
                        IntAttribute::Dereferenceable | IntAttribute::DereferenceableOrNull,
                        size,
                    ) => Some(*size),
                    _ => None,
                });
                let align = attributes.iter().find_map(|attribute| match attribute {
                    Attribute::Int(IntAttribute::Align, align) => Some(*align),
                    _ => None,
                });
                let null = draw.chance(1, 4) && !has(Flag::NonNull);
                let null = null && !attributes.iter().any(|it| is_dereferenceable(it));
                if null {
                    return Ok(Value::NULL);
                }
                let size = allocated.unwrap_or(ROOMY.max(size.unwrap_or(0)));
                if size > 1 << 16 {
                    return Ok(Value::NULL);
                }
                let align = align.unwrap_or(16);
                // Objects lie so far apart; one with more alignment would lie elsewhere.
                if align > PAGE {
                    return Err(Unspecified::Environment.into());
                }
                let pointer = self.world.outside(&mut self.memory, false, size, align)?;
                if has(Flag::NoAlias)
                    && let Some(id) = self.memory.object_of(pointer.tag)
                {
                    // Nobody else knows of it yet.
                    self.memory.object_mut(id).escaped = false;
                }
                Ok(Value::Pointer(pointer))
            }
            Kind::Vector { length, element } => {
                let lanes = (0..*length).map(|_| self.arbitrary(draw, *element, &[], (None, None)));
                Ok(Value::list(lanes.collect::<Step<_>>()?))
            }
            Kind::Array { length, element } if *length <= 64 => {
                let parts = (0..*length).map(|_| self.arbitrary(draw, *element, &[], (None, None)));
                Ok(Value::list(parts.collect::<Step<_>>()?))
            }
            Kind::Struct { fields } => {
                let parts =
                    fields.iter().map(|&(field, _)| self.arbitrary(draw, field, &[], (None, None)));
                Ok(Value::list(parts.collect::<Step<_>>()?))
            }
            _ => unsupported("a result of this type from outside"),
        }
    }

    /// The first range that metadata at a call says.
    fn said_range(&self, site: CallSite<'_>) -> Option<(u128, u128)> {
        let range = site.metadata.iter().find(|it| it.kind == "range")?;
        let numbers = self.numbers(&range.node);
        Some((numbers.first()?.known()?, numbers.get(1)?.known()?))
    }
}

/// The first of some numbers that all ranges have: where ranges are narrowed to what they have
/// in common, the answer stays the same.
fn within(draw: &mut Entropy, width: u32, ranges: &[(u128, u128)]) -> Step<u128> {
    let mask = super::integer::mask(width);
    let mut candidates = draw.fork();
    for _ in 0..CANDIDATES {
        let number = match candidates.below(4) {
            0 => u128::from(candidates.below(3)),
            1 => u128::MAX,
            2 => u128::from(candidates.below(256)),
            _ => candidates.next_u128(),
        } & mask;
        let inside = |&(low, high): &(u128, u128)| {
            low == high || number.wrapping_sub(low) & mask < high.wrapping_sub(low) & mask
        };
        if ranges.iter().all(inside) {
            return Ok(number);
        }
    }
    Err(Unspecified::Environment.into())
}

fn is_dereferenceable(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Int(IntAttribute::Dereferenceable, _))
}
