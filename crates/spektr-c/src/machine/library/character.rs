//! Characters (7.4) in the "C" locale.

use super::{Answer, Call, Step, number, sign};
use crate::machine::stop::Undefined;

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
