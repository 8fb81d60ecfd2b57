//! Characters (7.4) in the "C" locale.

use super::{Answer, Call, Step, number, sign};
use crate::machine::memory::{Memory, ObjectId, Origin, Wish, flag};
use crate::machine::stop::Undefined;
use crate::machine::value::Value;
use crate::syntax::Program;

/// The argument: an `unsigned char` or `EOF` (7.4p1).
fn character(call: &Call<'_>) -> Step<Option<u8>> {
    let value = i64::from(call.int(0)? as i32);
    match value {
        -1 => Ok(None),
        0..=255 => Ok(Some(value as u8)),
        _ => Err(Undefined::CharacterRange { value }.into()),
    }
}

/// 0, or something else that is not promised.
fn class(call: &mut Call<'_>, is: fn(u8) -> bool) -> Step<Answer> {
    let found = character(call)?.is_some_and(is);
    sign(if found { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Equal })
}

macro_rules! classes {
    ($($name:ident: $is:expr;)*) => {
        $(pub fn $name(call: &mut Call<'_>) -> Step<Answer> {
            class(call, $is)
        })*
    };
}

/// Classes in the order of the bits by which glibc's headers know them.
const BITS: [fn(u8) -> bool; 12] = [
    |c| c.is_ascii_uppercase(),
    |c| c.is_ascii_lowercase(),
    |c| c.is_ascii_alphabetic(),
    |c| c.is_ascii_digit(),
    |c| c.is_ascii_hexdigit(),
    |c| c == b' ' || (9..=13).contains(&c),
    |c| c == b' ' || c.is_ascii_graphic(),
    |c| c.is_ascii_graphic(),
    |c| c == b' ' || c == b'\t',
    |c| c.is_ascii_control(),
    |c| c.is_ascii_punctuation(),
    |c| c.is_ascii_alphanumeric(),
];

/// The tables that macros of glibc's `<ctype.h>` look into, if the program knows them: for each
/// the object that holds a pointer to the entry for 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Characters {
    class: Option<ObjectId>,
    lower: Option<ObjectId>,
    upper: Option<ObjectId>,
}

impl Characters {
    pub fn of(program: &Program, memory: &mut Memory) -> Characters {
        let mut found = Characters::default();
        for function in &program.functions {
            match function.name.as_str() {
                "__ctype_b_loc" if found.class.is_none() => {
                    found.class = table(memory, 2, |c| match c {
                        Some(c) => (0..12u32).filter(|&bit| BITS[bit as usize](c)).map(bit).sum(),
                        None => 0,
                    });
                }
                "__ctype_tolower_loc" if found.lower.is_none() => {
                    found.lower = table(memory, 4, |c| mapped(c, |c| c.to_ascii_lowercase()));
                }
                "__ctype_toupper_loc" if found.upper.is_none() => {
                    found.upper = table(memory, 4, |c| mapped(c, |c| c.to_ascii_uppercase()));
                }
                _ => {}
            }
        }
        found
    }
}

/// A bit as a little-endian `<ctype.h>` has it.
fn bit(number: u32) -> u32 {
    if number < 8 { 1 << number << 8 } else { 1 << number >> 8 }
}

fn mapped(character: Option<u8>, map: fn(u8) -> u8) -> u32 {
    character.map_or(u32::MAX, |c| u32::from(map(c)))
}

/// Entries for `EOF` and every `unsigned char`, and no others (7.4p1).
fn table(memory: &mut Memory, size: u32, entry: impl Fn(Option<u8>) -> u32) -> Option<ObjectId> {
    let wish = |bytes: u32| Wish {
        size: u64::from(bytes),
        align: 8,
        flags: flag::CONST,
        declared: 0,
        origin: Origin::Literal,
        made: Default::default(),
    };
    let (entries, holder) = (memory.make(wish(size * 257)).ok()?, memory.make(wish(8)).ok()?);
    let object = memory.change(entries);
    for index in 0..257 {
        let character = u8::try_from(index as i32 - 1).ok();
        object.store(index * size, size, u128::from(entry(character)));
    }
    let whole = memory.whole(entries).pointer()?;
    let zero = crate::machine::value::Pointer { offset: size as i32, ..whole };
    let number = memory.pointer_number(zero.value());
    memory.change(holder).store_pointer(0, number);
    Some(holder)
}

fn held(call: &Call<'_>, holder: Option<ObjectId>) -> Step<Answer> {
    Ok(Answer::Value(holder.map_or(Value::ZERO, |holder| call.machine.memory.whole(holder))))
}

pub fn class_table(call: &mut Call<'_>) -> Step<Answer> {
    held(call, call.machine.characters.class)
}

pub fn lower_table(call: &mut Call<'_>) -> Step<Answer> {
    held(call, call.machine.characters.lower)
}

pub fn upper_table(call: &mut Call<'_>) -> Step<Answer> {
    held(call, call.machine.characters.upper)
}

classes! {
    isalnum: |c| c.is_ascii_alphanumeric();
    isalpha: |c| c.is_ascii_alphabetic();
    isblank: |c| c == b' ' || c == b'\t';
    iscntrl: |c| c.is_ascii_control();
    isdigit: |c| c.is_ascii_digit();
    isgraph: |c| c.is_ascii_graphic();
    islower: |c| c.is_ascii_lowercase();
    isprint: |c| c == b' ' || c.is_ascii_graphic();
    ispunct: |c| c.is_ascii_punctuation();
    isspace: |c| c == b' ' || (9..=13).contains(&c);
    isupper: |c| c.is_ascii_uppercase();
    isxdigit: |c| c.is_ascii_hexdigit();
}

pub fn tolower(call: &mut Call<'_>) -> Step<Answer> {
    number(character(call)?.map_or(-1, |c| i64::from(c.to_ascii_lowercase())))
}

pub fn toupper(call: &mut Call<'_>) -> Step<Answer> {
    number(character(call)?.map_or(-1, |c| i64::from(c.to_ascii_uppercase())))
}
