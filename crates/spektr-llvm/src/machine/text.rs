//! Functions of the C library that only look at bytes, copy or count them: what they do is known
//! exactly, so both sides execute them, whichever of them an optimizer has put there. C17, 7.24
//! "String handling", 7.22.6 "Integer arithmetic functions", 7.4 "Character handling"; the rest
//! is POSIX's.

use super::attribute::effects_of;
use super::code::Facts;
use super::frame::CallSite;
use super::integer::{mask, signed};
use super::memory::Access;
use super::memory::byte::Bytes;
use super::run::Machine;
use super::shape::Kind;
use super::spread::Spread;
use super::stop::{Step, Undefined, Unspecified, unsupported};
use super::value::{Pointer, Value};
use crate::syntax::{Attribute, MemoryLocation, Ty};

/// Bytes that one call looks at, at most.
const LONGEST: u64 = 1 << 20;

/// A function that is executed: its name, its parameters and result (`p` is a pointer, `n` an
/// integer, `-` nothing), and whether it reads and writes what its arguments point to.
struct Row(&'static str, &'static str, bool, bool);

const ROWS: &[Row] = &[
    Row("memcmp", "ppn n", true, false),
    Row("bcmp", "ppn n", true, false),
    Row("strcmp", "pp n", true, false),
    Row("strncmp", "ppn n", true, false),
    Row("strlen", "p n", true, false),
    Row("strnlen", "pn n", true, false),
    Row("strspn", "pp n", true, false),
    Row("strcspn", "pp n", true, false),
    Row("memchr", "pnn p", true, false),
    Row("memrchr", "pnn p", true, false),
    Row("strchr", "pn p", true, false),
    Row("strrchr", "pn p", true, false),
    Row("strpbrk", "pp p", true, false),
    Row("strstr", "pp p", true, false),
    Row("memcpy", "ppn p", true, true),
    Row("memmove", "ppn p", true, true),
    Row("mempcpy", "ppn p", true, true),
    Row("memccpy", "ppnn p", true, true),
    Row("memset", "pnn p", false, true),
    Row("bzero", "pn -", false, true),
    Row("__memcpy_chk", "ppnn p", true, true),
    Row("__memmove_chk", "ppnn p", true, true),
    Row("__mempcpy_chk", "ppnn p", true, true),
    Row("__memset_chk", "pnnn p", false, true),
    Row("strcpy", "pp p", true, true),
    Row("stpcpy", "pp p", true, true),
    Row("strncpy", "ppn p", true, true),
    Row("stpncpy", "ppn p", true, true),
    Row("strcat", "pp p", true, true),
    Row("strncat", "ppn p", true, true),
    Row("abs", "n n", false, false),
    Row("labs", "n n", false, false),
    Row("llabs", "n n", false, false),
    Row("ffs", "n n", false, false),
    Row("ffsl", "n n", false, false),
    Row("ffsll", "n n", false, false),
    Row("isdigit", "n n", false, false),
    Row("isascii", "n n", false, false),
    Row("toascii", "n n", false, false),
];

/// Whether calls of a function are executed, if it has the type that it should have.
pub fn is_executed(name: &str) -> bool {
    ROWS.iter().any(|row| row.0 == name)
}

/// A call in the making: what is known of its arguments.
struct Words<'a, 'm> {
    arguments: &'a [Value],
    site: &'a CallSite<'m>,
    result: Ty,
}

impl<'m> Machine<'_, 'm> {
    /// Executes a call of such a function; `None` if it is none, or has another type.
    pub fn text(
        &mut self,
        name: &str,
        arguments: &[Value],
        facts: &Facts,
        site: &CallSite<'m>,
    ) -> Step<Option<Option<Value>>> {
        let Some(row) = ROWS.iter().find(|row| row.0 == name) else { return Ok(None) };
        let module = self.code.module;
        let Some((result, params, variadic)) = module.signature(site.call.ty) else {
            return Ok(None);
        };
        let letters = params.iter().map(|&ty| self.letter_of(ty));
        let shape: String = letters.chain([' ', self.letter_of(result)]).collect();
        if variadic || shape != row.1 {
            return Ok(None);
        }
        // What says that it does less than its namesake is another function.
        let said =
            effects_of(facts.function.iter().chain(module.attributes(&site.call.attributes)));
        let said = said.map(|it| it.of(MemoryLocation::Argument));
        if said.is_some_and(|it| row.2 && !it.reads() || row.3 && !it.writes()) {
            return unsupported(format!("the library function {name} with less memory"));
        }
        let words = Words { arguments, site, result };
        let value = match (row.2, row.3) {
            (false, false) => Some(self.counted(name, &words)?),
            (_, false) => Some(self.looked_at(name, &words)?),
            (_, true) => self.written(name, &words)?,
        };
        let Some(value) = value else { return Ok(Some(None)) };
        let attributes: Vec<&Attribute> =
            facts.result.iter().chain(&site.call.result_attributes).collect();
        let value = self.admitted(value, result, &attributes)?;
        Ok(Some(Some(self.annotated(site.metadata, result, value)?)))
    }

    fn letter_of(&self, ty: Ty) -> char {
        match self.code.shapes[ty].kind {
            Kind::Pointer { space: 0, .. } => 'p',
            Kind::Int(16..=64) => 'n',
            Kind::Void => '-',
            _ => '?',
        }
    }

    /// A number that must be known.
    fn known(&self, words: &Words<'_, 'm>, at: usize) -> Step<u64> {
        match words.arguments[at].known() {
            Some(number) => Ok(number as u64),
            None => Err(words.arguments[at].unknown().unwrap_or(Unspecified::OpenLength).into()),
        }
    }

    /// A number of bytes. Without any, it is not agreed upon whether pointers must be valid.
    fn bytes(&self, words: &Words<'_, 'm>, at: usize) -> Step<u64> {
        let length = self.known(words, at)?;
        let valid = |value: &Value| match value {
            Value::Pointer(pointer) => self.memory.object_of(pointer.tag).is_some(),
            _ => true,
        };
        if length == 0 && self.side.is_free() && !words.arguments.iter().all(valid) {
            return Err(Unspecified::Environment.into());
        }
        Ok(length)
    }

    fn address(&self, words: &Words<'_, 'm>, at: usize) -> Step<Pointer> {
        self.pointer(&words.arguments[at])
    }

    /// A byte that is looked at.
    fn letter(&mut self, from: Pointer, offset: u64) -> Step<u8> {
        if offset > LONGEST {
            return unsupported("a text of that length");
        }
        let (id, at) = self.memory.check(onwards(from, offset), 1, 1, Access::Read)?;
        self.touch(id, at as u64, 1);
        self.fuel = self.fuel.saturating_sub(offset & 1);
        let bytes = &self.memory.object(id).bytes;
        match bytes.is_known(at, 1) {
            true => Ok(bytes.values[at]),
            false => Err(bytes.shadow(at).unknown.unwrap_or(Unspecified::OpenBranch).into()),
        }
    }

    /// What metadata and the functions on the stack say to an access.
    fn may(&mut self, at: Pointer, length: u64, access: Access, site: &CallSite<'m>) -> Step<()> {
        if length == 0 {
            return Ok(());
        }
        self.alias_metadata(site.metadata, at, length, access == Access::Write)?;
        self.permitted(at, length, access)
    }

    /// How many bytes stand before the first zero, and no more than `most`.
    fn length_of(&mut self, from: Pointer, most: u64, site: &CallSite<'m>) -> Step<u64> {
        let mut length = 0;
        while length < most && self.letter(from, length)? != 0 {
            length += 1;
        }
        self.may(from, length.saturating_add(1).min(most), Access::Read, site)?;
        Ok(length)
    }

    /// A text with its length known.
    fn whole(&mut self, from: Pointer, site: &CallSite<'m>) -> Step<Vec<u8>> {
        let length = self.length_of(from, u64::MAX, site)?;
        (0..length).map(|at| self.letter(from, at)).collect()
    }

    fn number(&self, words: &Words<'_, 'm>, number: u64) -> Step<Value> {
        let width = self.code.width(words.result)?;
        Ok(Value::number(width, u128::from(number) & mask(width)))
    }

    /// Functions that look at bytes.
    fn looked_at(&mut self, name: &str, words: &Words<'_, 'm>) -> Step<Value> {
        let first = self.address(words, 0)?;
        let site = words.site;
        let place = |at: Option<u64>| match at {
            Some(offset) => Value::Pointer(onwards(first, offset)),
            None => Value::NULL,
        };
        Ok(match name {
            "memcmp" | "bcmp" | "strcmp" | "strncmp" => return self.compared(name, words),
            "strlen" => {
                let length = self.length_of(first, u64::MAX, site)?;
                self.number(words, length)?
            }
            "strnlen" => {
                let most = self.bytes(words, 1)?;
                let length = self.length_of(first, most, site)?;
                self.number(words, length)?
            }
            "memchr" => {
                let (wanted, most) = (self.known(words, 1)? as u8, self.bytes(words, 2)?);
                // C17, 7.24.5.1: nothing behind the first match is looked at.
                let mut at = 0;
                while at < most && self.letter(first, at)? != wanted {
                    at += 1;
                }
                self.may(first, at.saturating_add(1).min(most), Access::Read, site)?;
                place((at < most).then_some(at))
            }
            "memrchr" => {
                let (wanted, length) = (self.known(words, 1)? as u8, self.bytes(words, 2)?);
                self.readable(first, length, site)?;
                let mut found = None;
                for at in 0..length {
                    found = if self.letter(first, at)? == wanted { Some(at) } else { found };
                }
                place(found)
            }
            "strchr" | "strrchr" => {
                let wanted = self.known(words, 1)? as u8;
                let mut text = self.whole(first, site)?;
                text.push(0);
                let is = |byte: &u8| *byte == wanted;
                place(match name {
                    "strchr" => text.iter().position(is).map(|at| at as u64),
                    _ => text.iter().rposition(is).map(|at| at as u64),
                })
            }
            "strspn" | "strcspn" | "strpbrk" => {
                let second = self.address(words, 1)?;
                let (text, set) = (self.whole(first, site)?, self.whole(second, site)?);
                let inside = name == "strspn";
                let end = text.iter().position(|byte| set.contains(byte) != inside);
                match name {
                    "strpbrk" => place(end.map(|at| at as u64)),
                    _ => self.number(words, end.unwrap_or(text.len()) as u64)?,
                }
            }
            "strstr" => {
                let second = self.address(words, 1)?;
                let (text, part) = (self.whole(first, site)?, self.whole(second, site)?);
                let starts = 0..=text.len();
                place(
                    starts
                        .into_iter()
                        .find(|&at| text[at..].starts_with(&part))
                        .map(|it| it as u64),
                )
            }
            _ => return unsupported(format!("the library function {name}")),
        })
    }

    /// All bytes of a range can be read: before, all of them must be there.
    fn readable(&mut self, from: Pointer, length: u64, site: &CallSite<'m>) -> Step<()> {
        if length > 0 && self.side.is_free() {
            self.memory.check(from, length, 1, Access::Read)?;
        }
        self.may(from, length, Access::Read, site)
    }

    /// C17, 7.24.4: only the sign of the result is given, of `bcmp` only whether it is zero.
    fn compared(&mut self, name: &str, words: &Words<'_, 'm>) -> Step<Value> {
        let (one, other) = (self.address(words, 0)?, self.address(words, 1)?);
        let most = if words.arguments.len() == 3 { self.bytes(words, 2)? } else { u64::MAX };
        let ends = name.starts_with("str");
        if !ends {
            self.readable(one, most, words.site)?;
            self.readable(other, most, words.site)?;
        }
        let (mut at, mut difference) = (0, 0);
        while at < most && difference == 0 {
            let (a, b) = (self.letter(one, at)?, self.letter(other, at)?);
            difference = i64::from(a) - i64::from(b);
            at += 1;
            if ends && a == 0 {
                break;
            }
        }
        if ends {
            self.may(one, at, Access::Read, words.site)?;
            self.may(other, at, Access::Read, words.site)?;
        }
        let width = self.code.width(words.result)?;
        if difference == 0 || !self.side.is_free() {
            return self.number(words, difference as u64);
        }
        let (all, half) = (mask(width), mask(width) >> 1);
        let (low, high) = match name {
            "bcmp" => (1, all),
            _ if difference < 0 => (half + 1, all),
            _ => (1, half),
        };
        Ok(Value::partial(width, false, Spread::Range { low, high }))
    }

    /// Functions that write bytes.
    fn written(&mut self, name: &str, words: &Words<'_, 'm>) -> Step<Option<Value>> {
        let to = self.address(words, 0)?;
        let site = words.site;
        let plain = name.trim_start_matches("__").trim_end_matches("_chk");
        // What does not fit ends the program; how is not said.
        if plain != name && self.known(words, 3)? < self.known(words, 2)? {
            return Err(Unspecified::Environment.into());
        }
        let mut end = 0;
        match plain {
            "memset" | "bzero" => {
                let byte = if plain == "bzero" { 0 } else { self.known(words, 1)? as u8 };
                let length = self.bytes(words, if plain == "bzero" { 1 } else { 2 })?;
                self.put(to, vec![byte; fitting(length)?], site)?;
                return Ok((plain == "memset").then_some(Value::Pointer(to)));
            }
            "memcpy" | "memmove" | "mempcpy" => {
                let from = self.address(words, 1)?;
                end = self.bytes(words, 2)?;
                self.carry(to, from, end, plain == "memmove", site)?;
            }
            "memccpy" => {
                let from = self.address(words, 1)?;
                let (last, most) = (self.known(words, 2)? as u8, self.bytes(words, 3)?);
                let mut found = false;
                while end < most && !found {
                    found = self.letter(from, end)? == last;
                    end += 1;
                }
                self.carry(to, from, end, false, site)?;
                let behind = Value::Pointer(onwards(to, end));
                return Ok(Some(if found { behind } else { Value::NULL }));
            }
            "strcpy" | "stpcpy" => {
                let from = self.address(words, 1)?;
                end = self.length_of(from, u64::MAX, site)?;
                self.carry(to, from, end + 1, false, site)?;
            }
            "strncpy" | "stpncpy" => {
                let from = self.address(words, 1)?;
                let most = self.bytes(words, 2)?;
                end = self.length_of(from, most, site)?;
                self.carry(to, from, end, false, site)?;
                self.put(onwards(to, end), vec![0; fitting(most - end)?], site)?;
            }
            "strcat" | "strncat" => {
                let from = self.address(words, 1)?;
                let most = if plain == "strcat" { u64::MAX } else { self.bytes(words, 2)? };
                let (before, more) =
                    (self.length_of(to, u64::MAX, site)?, self.length_of(from, most, site)?);
                self.carry(onwards(to, before), from, more, false, site)?;
                self.put(onwards(to, before + more), vec![0], site)?;
            }
            _ => return unsupported(format!("the library function {name}")),
        }
        let behind = matches!(plain, "mempcpy" | "stpcpy" | "stpncpy");
        Ok(Some(Value::Pointer(if behind { onwards(to, end) } else { to })))
    }

    /// Writes known bytes.
    fn put(&mut self, to: Pointer, bytes: Vec<u8>, site: &CallSite<'m>) -> Step<()> {
        let length = bytes.len() as u64;
        self.may(to, length, Access::Write, site)?;
        self.memory.write_bytes(to, &Bytes::known(bytes), 1)?;
        self.note(to, length);
        Ok(())
    }

    /// Copies bytes, whatever they are. C17, 7.24.2: what overlaps is undefined.
    fn carry(
        &mut self,
        to: Pointer,
        from: Pointer,
        length: u64,
        may_overlap: bool,
        site: &CallSite<'m>,
    ) -> Step<()> {
        fitting(length)?;
        let apart = to.address.abs_diff(from.address);
        let one = self.memory.object_of(to.tag) == self.memory.object_of(from.tag);
        // An optimizer may copy something to where it is.
        let overlap = apart < length && (apart > 0 || self.side.is_free());
        if overlap && one && !may_overlap {
            return Err(Undefined::Overlap.into());
        }
        self.may(from, length, Access::Read, site)?;
        self.may(to, length, Access::Write, site)?;
        let bytes = self.memory.read_bytes(from, length, 1)?;
        self.note(from, length);
        self.memory.write_bytes(to, &bytes, 1)?;
        self.note(to, length);
        Ok(())
    }

    /// Remembers what was accessed, and takes its time.
    fn note(&mut self, at: Pointer, length: u64) {
        self.fuel = self.fuel.saturating_sub(length / 16);
        if let Some(id) = self.memory.object_of(at.tag) {
            let offset = at.address.wrapping_sub(self.memory.object(id).address);
            self.touch(id, offset, length);
        }
    }

    /// Functions of numbers alone.
    fn counted(&mut self, name: &str, words: &Words<'_, 'm>) -> Step<Value> {
        let from = self.ty_of(words, 0)?;
        let bits = u128::from(self.known(words, 0)?);
        let number = signed(from, bits);
        let truth = |holds: bool| match (holds, self.side.is_free()) {
            // Any number but zero is as true.
            (true, true) => {
                let width = self.code.width(words.result)?;
                Ok(Value::partial(width, false, Spread::Range { low: 1, high: mask(width) }))
            }
            (holds, _) => self.number(words, u64::from(holds)),
        };
        match name {
            // C17, 7.22.6.1: undefined if it cannot be represented.
            "abs" | "labs" | "llabs" if bits == mask(from) / 2 + 1 => {
                Err(Unspecified::Environment.into())
            }
            "abs" | "labs" | "llabs" => self.number(words, number.unsigned_abs() as u64),
            "ffs" | "ffsl" | "ffsll" => {
                let first = if bits == 0 { 0 } else { bits.trailing_zeros() + 1 };
                self.number(words, u64::from(first))
            }
            "isdigit" => truth((48..58).contains(&number)),
            "isascii" => truth((0..128).contains(&number)),
            "toascii" => self.number(words, bits as u64 & 127),
            _ => unsupported(format!("the library function {name}")),
        }
    }

    fn ty_of(&self, words: &Words<'_, 'm>, at: usize) -> Step<u32> {
        let operand = self.argument(words.site.call, at)?;
        self.code.width(self.ty(operand))
    }
}

fn onwards(from: Pointer, offset: u64) -> Pointer {
    Pointer { tag: from.tag, address: from.address.wrapping_add(offset) }
}

/// A length that something can be made of.
fn fitting(length: u64) -> Step<usize> {
    match length <= LONGEST {
        true => Ok(length as usize),
        // No object has that many bytes.
        false => Err(Undefined::OutOfBounds.into()),
    }
}
