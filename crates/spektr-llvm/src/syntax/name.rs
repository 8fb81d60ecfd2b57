//! Names and strings of LLVM assembly: arbitrary bytes, usually readable.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A name or the contents of a quoted string. LLVM allows every byte in either.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<[u8]>);

impl Name {
    pub fn new(bytes: impl AsRef<[u8]>) -> Name {
        Name(Arc::from(bytes.as_ref()))
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The name as text; bytes that are no UTF-8 are shown as replacement characters.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the name can stand behind its sigil without quotes.
    pub fn is_plain(&self) -> bool {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-$._".contains(byte);
        !self.0.is_empty() && !self.0[0].is_ascii_digit() && self.0.iter().all(plain)
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name::new(text)
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == other.as_bytes()
    }
}

/// As it stands behind a sigil: plain, or quoted with escapes.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_plain() {
            // A plain name is ASCII.
            return f.write_str(&self.text());
        }
        write!(f, "{}", Quoted(&self.0))
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Quoted(&self.0))
    }
}

/// Bytes in quotes, with `\XX` for what is not printable ASCII, a quote or a backslash.
pub struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char('"')?;
        for &byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{byte:02X}")?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "\\{byte:02X}")?,
            }
        }
        f.write_char('"')
    }
}
