//! Sorting and searching (7.22.5), with the program's own function for comparisons. How often and
//! in which order that is called is unspecified, so nothing may depend on it.

use std::cmp::Ordering;

use super::heap::allocate;
use super::memory::copy;
use super::{Answer, Call, Step, Value, number};
use crate::machine::stop::{Stop, Undefined, Unspecified};
use crate::machine::value::Kind;

/// An array of elements, and the function that compares them.
struct Elements {
    base: Value,
    size: u64,
    compare: Value,
}

impl Elements {
    fn at(&self, call: &Call<'_>, index: u64) -> Value {
        call.moved(self.base, index * self.size)
    }

    /// 7.22.5p3: less than, equal to, or greater than.
    fn compare(&self, call: &mut Call<'_>, one: Value, other: Value) -> Step<Ordering> {
        let printed = call.machine.stdout.len();
        let result = call.machine.call_back(call.program, self.compare, &[one, other])?;
        if call.machine.stdout.len() != printed {
            return Err(Unspecified::LibraryResult.into());
        }
        match result.known_sign() {
            Some(sign) => Ok(sign),
            None if result.is_number() => Ok((result.lo as i32).cmp(&0)),
            None => Err(crate::machine::number::no_number(result)),
        }
    }

    /// 7.22.5.2p4: the order of equal elements is unspecified, unless nobody can tell.
    fn check_twins(&self, call: &Call<'_>, one: u64, other: u64) -> Step<()> {
        let (a, b) = (self.at(call, one), self.at(call, other));
        let (a, b) = (call.bytes(a, self.size)?, call.bytes(b, self.size)?);
        let same = call.machine.memory.get(a.object).is_some_and(|object| {
            let (a, b) = (a.offset..a.offset + a.size, b.offset..b.offset + b.size);
            object.bytes(a.clone()) == object.bytes(b.clone())
                && object.states(a) == object.states(b)
        });
        if same { Ok(()) } else { Err(Unspecified::LibraryResult.into()) }
    }

    /// The numbers of the elements in ascending order, by merging.
    fn sorted(&self, call: &mut Call<'_>, count: u64) -> Step<Vec<u64>> {
        let mut order: Vec<u64> = (0..count).collect();
        let mut width = 1;
        while width < order.len() {
            let mut merged = Vec::with_capacity(order.len());
            for pair in order.chunks(2 * width) {
                let (left, right) = pair.split_at(width.min(pair.len()));
                self.merge(call, left, right, &mut merged)?;
            }
            order = merged;
            width *= 2;
        }
        Ok(order)
    }

    /// 7.22.5p4: the function has to be an order. Neighbours are compared both ways, and of few
    /// elements all pairs.
    fn check_order(&self, call: &mut Call<'_>, order: &[u64]) -> Step<()> {
        const FEW: usize = 16;
        let furthest = if order.len() <= FEW { order.len() } else { 1 };
        for (k, &one) in order.iter().enumerate() {
            for &other in order.iter().skip(k + 1).take(furthest) {
                let (a, b) = (self.at(call, one), self.at(call, other));
                let (there, back) = (self.compare(call, a, b)?, self.compare(call, b, a)?);
                if there == Ordering::Greater || back != there.reverse() {
                    return Err(Undefined::InconsistentComparison.into());
                }
            }
        }
        Ok(())
    }

    fn merge(
        &self,
        call: &mut Call<'_>,
        left: &[u64],
        right: &[u64],
        out: &mut Vec<u64>,
    ) -> Step<()> {
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            let (a, b) = (self.at(call, left[i]), self.at(call, right[j]));
            let ordering = self.compare(call, a, b)?;
            if ordering == Ordering::Equal {
                self.check_twins(call, left[i], right[j])?;
            }
            if ordering == Ordering::Greater {
                out.push(right[j]);
                j += 1;
            } else {
                out.push(left[i]);
                i += 1;
            }
        }
        out.extend_from_slice(&left[i..]);
        out.extend_from_slice(&right[j..]);
        Ok(())
    }
}

/// The array that `count` elements of `size` bytes are, which must be there (7.22.5p1).
fn elements(call: &mut Call<'_>, first: usize) -> Step<(Elements, u64)> {
    let (base, count, size) = (call.arg(first)?, call.size(first + 1)?, call.size(first + 2)?);
    let compare = call.arg(first + 3)?;
    if size == 0 {
        return Err(call.outside_domain());
    }
    let Some(bytes) = count.checked_mul(size) else { return Err(call.outside_domain()) };
    call.bytes(base, bytes)?;
    check_comparison(call, compare)?;
    Ok((Elements { base, size, compare }, count))
}

/// 6.3.2.3p8: the function is one of two pointers to `void`.
fn check_comparison(call: &Call<'_>, compare: Value) -> Step<()> {
    if compare.kind() != Kind::Function {
        return Err(Undefined::CallTarget.into());
    }
    let types = &call.program.types;
    let function = &call.program.functions[compare.lo as usize];
    let is_void =
        |&param: &crate::types::Ty| types.target(param).is_some_and(|target| types.is_void(target));
    let signature = function.signature(types);
    let fits = !signature.prototyped
        || signature.params.len() == 2 && signature.params.iter().all(is_void);
    match function.body {
        _ if !fits => Err(Undefined::FunctionType.into()),
        Some(_) => Ok(()),
        None => Err(Stop::unsupported(format!("`{}` as a comparison", function.name))),
    }
}

pub fn qsort(call: &mut Call<'_>) -> Step<Answer> {
    let (elements, count) = elements(call, 0)?;
    let order = elements.sorted(call, count)?;
    elements.check_order(call, &order)?;
    let bytes = count * elements.size;
    if order.iter().enumerate().all(|(to, &from)| to as u64 == from) {
        return number(0);
    }
    let copied = allocate(call, bytes)?;
    copy(call, copied, elements.base, bytes, false)?;
    for (to, &from) in order.iter().enumerate() {
        let source = call.moved(copied, from * elements.size);
        copy(call, elements.at(call, to as u64), source, elements.size, false)?;
    }
    if let Some(pointer) = copied.pointer() {
        let at =
            call.machine.location(call.program).map_or_else(Default::default, |(_, span)| span);
        call.machine.memory.end(pointer.object, at);
    }
    number(0)
}

/// 7.22.5.1p4: which of several equal elements is found is unspecified.
pub fn bsearch(call: &mut Call<'_>) -> Step<Answer> {
    let key = call.arg(0)?;
    let (elements, count) = elements(call, 1)?;
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        let found = elements.at(call, middle);
        match elements.compare(call, key, found)? {
            Ordering::Less => high = middle,
            Ordering::Greater => low = middle + 1,
            Ordering::Equal => {
                for beside in [middle.checked_sub(1), Some(middle + 1)] {
                    let Some(beside) = beside.filter(|&beside| beside < count) else { continue };
                    let other = elements.at(call, beside);
                    if elements.compare(call, key, other)? == Ordering::Equal {
                        return Err(Unspecified::LibraryResult.into());
                    }
                }
                return Ok(Answer::Value(found));
            }
        }
    }
    number(0)
}
