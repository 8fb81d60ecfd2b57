//! The C library as far as it has a model: one row per function, by the name it is linked under.
//! A function that is not in the table is named and refused, never guessed.

mod character;
mod convert;
mod decimal;
mod format;
mod heap;
mod math;
mod memory;
mod output;
mod process;
mod sort;
mod string;

use super::Machine;
use super::access::{Bytes, Deed};
use super::code::LibraryId;
use super::execute::plain;
use super::lower::{Effects, Summaries};
use super::memory::state;
use super::stop::{Step, Stop, Undefined};
use super::value::Value;
use crate::syntax::Program;
use crate::types::Ty;

pub use character::Characters;
pub use convert::errno_of;

/// What a library function does to the program.
pub enum Answer {
    Value(Value),
    Exit(i32),
    Abort,
}

type Model = fn(&mut Call<'_>) -> Step<Answer>;

/// What a function touches beside its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touches {
    Nothing,
    /// Reads through pointers.
    Reads,
    /// Reads and writes through pointers.
    Writes,
    /// Prints, and may read through pointers.
    Prints,
    /// Calls functions of the program.
    Anything,
}

struct Entry {
    name: &'static str,
    touches: Touches,
    model: Model,
}

macro_rules! table {
    ($($touches:ident: $($name:literal => $model:path,)*)*) => {
        const TABLE: &[Entry] = &[
            $($(Entry { name: $name, touches: Touches::$touches, model: $model },)*)*
        ];
    };
}

table! {
    Anything:
        "qsort" => sort::qsort,
        "bsearch" => sort::bsearch,
    Prints:
        "printf" => output::printf,
        "fprintf" => output::fprintf,
        "vprintf" => output::vprintf,
        "vfprintf" => output::vfprintf,
        "puts" => output::puts,
        "putchar" => output::putchar,
        "putchar_unlocked" => output::putchar,
        "fputs" => output::fputs,
        "fputc" => output::fputc,
        "putc" => output::fputc,
        "_IO_putc" => output::fputc,
        "fwrite" => output::fwrite,
        "fflush" => output::fflush,
        "exit" => process::exit,
        "_exit" => process::quick_exit,
        "_Exit" => process::quick_exit,
        "abort" => process::abort,
        "__assert_fail" => process::assert_fail,
        "atexit" => process::atexit,
    Writes:
        "sprintf" => output::sprintf,
        "snprintf" => output::snprintf,
        "vsprintf" => output::vsprintf,
        "vsnprintf" => output::vsnprintf,
        "memcpy" => memory::memcpy,
        "__memcpy_chk" => memory::memcpy,
        "mempcpy" => memory::mempcpy,
        "__mempcpy_chk" => memory::mempcpy,
        "memmove" => memory::memmove,
        "__memmove_chk" => memory::memmove,
        "memset" => memory::memset,
        "__memset_chk" => memory::memset,
        "bzero" => memory::bzero,
        "bcopy" => memory::bcopy,
        "strcpy" => string::strcpy,
        "__strcpy_chk" => string::strcpy,
        "stpcpy" => string::stpcpy,
        "__stpcpy_chk" => string::stpcpy,
        "strncpy" => string::strncpy,
        "__strncpy_chk" => string::strncpy,
        "strcat" => string::strcat,
        "__strcat_chk" => string::strcat,
        "strncat" => string::strncat,
        "__strncat_chk" => string::strncat,
        "malloc" => heap::malloc,
        "aligned_alloc" => heap::aligned_alloc,
        "calloc" => heap::calloc,
        "realloc" => heap::realloc,
        "free" => heap::free,
        "strdup" => heap::strdup,
        "strtol" => convert::strtol,
        "strtoll" => convert::strtol,
        "strtoul" => convert::strtoul,
        "strtoull" => convert::strtoul,
        "strtod" => convert::strtod,
        "strtok" => string::strtok,
        "frexp" => math::frexp,
        "modf" => math::modf,
    Reads:
        "memcmp" => memory::memcmp,
        "bcmp" => memory::memcmp,
        "memchr" => memory::memchr,
        "strlen" => string::strlen,
        "strnlen" => string::strnlen,
        "strcmp" => string::strcmp,
        "strncmp" => string::strncmp,
        "strchr" => string::strchr,
        "index" => string::strchr,
        "strrchr" => string::strrchr,
        "rindex" => string::strrchr,
        "strstr" => string::strstr,
        "strspn" => string::strspn,
        "strcspn" => string::strcspn,
        "strpbrk" => string::strpbrk,
        "strcasecmp" => string::strcasecmp,
        "strncasecmp" => string::strncasecmp,
        "atof" => convert::atof,
        "atoi" => convert::atoi,
        "atol" => convert::atol,
        "atoll" => convert::atol,
    Nothing:
        "__errno_location" => convert::errno_location,
        "div" => convert::div,
        "ldiv" => convert::ldiv,
        "lldiv" => convert::ldiv,
        "imaxdiv" => convert::ldiv,
        "__ctype_b_loc" => character::class_table,
        "__ctype_tolower_loc" => character::lower_table,
        "__ctype_toupper_loc" => character::upper_table,
        "abs" => convert::abs,
        "labs" => convert::labs,
        "llabs" => convert::labs,
        "imaxabs" => convert::labs,
        "isalnum" => character::isalnum,
        "isalpha" => character::isalpha,
        "isblank" => character::isblank,
        "iscntrl" => character::iscntrl,
        "isdigit" => character::isdigit,
        "isgraph" => character::isgraph,
        "islower" => character::islower,
        "isprint" => character::isprint,
        "ispunct" => character::ispunct,
        "isspace" => character::isspace,
        "isupper" => character::isupper,
        "isxdigit" => character::isxdigit,
        "tolower" => character::tolower,
        "toupper" => character::toupper,
        "fabs" => math::fabs,
        "fabsf" => math::fabs,
        "fabsl" => math::fabs,
        "floor" => math::floor,
        "floorf" => math::floor,
        "floorl" => math::floor,
        "ceil" => math::ceil,
        "ceilf" => math::ceil,
        "ceill" => math::ceil,
        "trunc" => math::trunc,
        "truncf" => math::trunc,
        "truncl" => math::trunc,
        "round" => math::round,
        "roundf" => math::round,
        "roundl" => math::round,
        "rint" => math::rint,
        "rintf" => math::rint,
        "nearbyint" => math::rint,
        "sqrt" => math::sqrt,
        "sqrtf" => math::sqrt,
        "fmin" => math::fmin,
        "fminf" => math::fmin,
        "fmax" => math::fmax,
        "fmaxf" => math::fmax,
        "fmod" => math::fmod,
        "fmodf" => math::fmod,
        "copysign" => math::copysign,
        "copysignf" => math::copysign,
        "copysignl" => math::copysign,
        "ldexp" => math::ldexp,
        "ldexpf" => math::ldexp,
        "ldexpl" => math::ldexp,
        "scalbn" => math::ldexp,
        "scalbnf" => math::ldexp,
        "fma" => math::fma,
        "fmaf" => math::fma,
}

/// The function with that name.
pub fn find(name: &str) -> Option<LibraryId> {
    TABLE.iter().position(|entry| entry.name == name).map(|index| LibraryId(index as u16))
}

/// Functions of the table that C17 does not know and programs may call theirs.
const NOT_OF_C: [&str; 6] = ["putchar_unlocked", "bzero", "bcopy", "bcmp", "index", "rindex"];

/// 7.1.3p1, 7.31.13: whether the name is the library's, with external linkage.
pub fn is_reserved(name: &str) -> bool {
    !name.starts_with('_') && !NOT_OF_C.contains(&name) && find(name).is_some()
}

/// Whether it ends the life of its argument.
pub fn releases(id: LibraryId) -> bool {
    matches!(TABLE[id.0 as usize].name, "free" | "realloc")
}

/// What calling the function touches, if that is known.
pub fn effects(name: &str) -> Option<Effects> {
    let entry = &TABLE[find(name)?.0 as usize];
    Some(match entry.touches {
        Touches::Anything => return None,
        Touches::Nothing => Effects::default(),
        Touches::Reads => Summaries::reading(),
        Touches::Writes => Summaries::writing(),
        Touches::Prints => Summaries::printing(),
    })
}

/// Calls it.
pub fn call(
    machine: &mut Machine,
    program: &Program,
    id: LibraryId,
    args: &[Value],
    types: &[Ty],
) -> Step<Answer> {
    let entry = &TABLE[id.0 as usize];
    let sources = Vec::new();
    (entry.model)(&mut Call { machine, program, name: entry.name, args, types, sources })
}

/// A call in progress.
pub struct Call<'a> {
    pub machine: &'a mut Machine,
    pub program: &'a Program,
    pub name: &'static str,
    pub args: &'a [Value],
    pub types: &'a [Ty],
    /// Strings that were formatted.
    sources: Vec<Bytes>,
}

impl Call<'_> {
    /// An argument as it is.
    fn arg(&self, index: usize) -> Step<Value> {
        match self.args.get(index) {
            Some(&value) => Ok(value),
            None => {
                let given = self.args.len() as u32;
                Err(Undefined::ArgumentCount { wanted: index as u32 + 1, given }.into())
            }
        }
    }

    /// An integer argument.
    fn int(&self, index: usize) -> Step<i64> {
        Ok(plain(self.arg(index)?)?.lo as i64)
    }

    fn size(&self, index: usize) -> Step<u64> {
        Ok(self.int(index)? as u64)
    }

    /// 7.1.4p1: an invalid value as an argument.
    #[cold]
    fn outside_domain(&self) -> Box<Stop> {
        Undefined::LibraryArgument { function: self.name.to_string() }.into()
    }

    #[cold]
    fn overlap(&self) -> Box<Stop> {
        Undefined::LibraryOverlap { function: self.name.to_string() }.into()
    }

    /// `size` bytes at a pointer. A null pointer is invalid even for none (7.24.1p2).
    fn bytes(&self, pointer: Value, size: u64) -> Step<Bytes> {
        if pointer.is_null() {
            return Err(self.outside_domain());
        }
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        self.machine.reach(pointer, 0, size, 1)
    }

    /// Bytes that are about to be read.
    fn reading(&mut self, pointer: Value, size: u64) -> Step<Bytes> {
        let bytes = self.bytes(pointer, size)?;
        if self.machine.watching {
            self.note(bytes, Deed::Read)?;
        }
        Ok(bytes)
    }

    /// Bytes that are about to be written.
    fn writing(&mut self, pointer: Value, size: u64) -> Step<Bytes> {
        let bytes = self.bytes(pointer, size)?;
        if size > 0 {
            self.machine.may_write(bytes)?;
        }
        if self.machine.watching {
            self.note(bytes, Deed::Write)?;
        }
        self.machine.side_effects += 1;
        Ok(bytes)
    }

    /// What a function of the library does is done within a call.
    fn note(&mut self, bytes: Bytes, deed: Deed) -> Step<()> {
        self.machine.note_in_library(bytes, deed)
    }

    /// One byte as a number.
    fn byte(&mut self, pointer: Value, index: u64) -> Step<u8> {
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        if pointer.is_null() {
            return Err(self.outside_domain());
        }
        let bytes = self.machine.reach(pointer, index, 1, 1)?;
        if self.machine.watching {
            self.note(bytes, Deed::Read)?;
        }
        let object = self.machine.memory.get(bytes.object);
        let (byte, known) = object.map_or((0, state::UNINIT), |object| {
            let range = bytes.offset..bytes.offset + 1;
            (object.bytes(range.clone())[0], object.states(range)[0])
        });
        match known {
            state::INIT => Ok(byte),
            state::UNINIT => Err(Undefined::Uninitialised { object: Some(bytes.object) }.into()),
            state::PADDING => Err(super::number::open_stop(super::value::Openness::Padding)),
            state::NAN => Err(super::number::open_stop(super::value::Openness::NanBits)),
            state::OPEN => Err(super::number::open_stop(super::value::Openness::Other)),
            state::PARTIAL => {
                let known =
                    object.map(|object| object.known_bits(bytes.offset)).unwrap_or_default();
                Err(super::number::no_number(Value::partial(byte, known)))
            }
            _ => Err(super::number::open_stop(super::value::Openness::Address)),
        }
    }

    /// A string (7.1.1p1), without its null.
    fn string(&mut self, pointer: Value) -> Step<Vec<u8>> {
        self.string_up_to(pointer, u64::MAX)
    }

    /// At most `most` bytes of a string.
    fn string_up_to(&mut self, pointer: Value, most: u64) -> Step<Vec<u8>> {
        let mut found = Vec::new();
        while (found.len() as u64) < most {
            match self.byte(pointer, found.len() as u64)? {
                0 => break,
                byte => found.push(byte),
            }
        }
        Ok(found)
    }

    /// Writes bytes to memory.
    fn write(&mut self, pointer: Value, bytes: &[u8]) -> Step<()> {
        let target = self.writing(pointer, bytes.len() as u64)?;
        let object = self.machine.memory.change(target.object);
        for (offset, &byte) in (target.offset..).zip(bytes) {
            object.store_byte(offset, byte, state::INIT);
        }
        Ok(())
    }

    /// A pointer `by` bytes further on.
    fn moved(&self, pointer: Value, by: u64) -> Value {
        match pointer.pointer() {
            Some(p) => {
                super::value::Pointer { offset: p.offset.saturating_add(by as i32), ..p }.value()
            }
            None => pointer,
        }
    }
}

fn number(number: i64) -> Step<Answer> {
    Ok(Answer::Value(Value::number(number as u64)))
}

/// A result of which only the sign is promised.
fn sign(ordering: std::cmp::Ordering) -> Step<Answer> {
    Ok(Answer::Value(Value::with_sign(ordering)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_function_is_in_the_table_twice() {
        for (index, entry) in TABLE.iter().enumerate() {
            assert_eq!(find(entry.name), Some(LibraryId(index as u16)), "{}", entry.name);
        }
    }
}
