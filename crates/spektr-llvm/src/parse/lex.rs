//! Words of LLVM assembly. Knows no grammar: where a colon makes a label and where a sigil
//! begins a name is all it decides.

use std::borrow::Cow;

/// A piece of text with its kind. Names and strings are still as written: see [`unescape`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token<'a> {
    End,
    /// Keywords, types, instructions.
    Word(&'a str),
    /// `name:` or `"name":`, also before the fields of debug info.
    Label(&'a [u8]),
    /// `7:`
    LabelNumber(u32),
    Local(Symbol<'a>),
    Global(Symbol<'a>),
    Comdat(&'a [u8]),
    /// `!name`
    MetadataName(&'a [u8]),
    /// `#7`
    Group(u32),
    /// `^7`
    Summary(u32),
    /// Decimal, or hexadecimal with `u0x` or `s0x`.
    Integer(&'a str),
    /// Decimal with a point, or bits in hexadecimal with `0x` and a letter for the format.
    Float(&'a str),
    /// `"…"`
    Text(&'a [u8]),
    Punct(u8),
    /// `...`
    Ellipsis,
    /// What no token begins with, or one that does not end.
    Bad(&'static str),
}

/// What stands behind `%` or `@`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Symbol<'a> {
    Named(&'a [u8]),
    Number(u32),
}

pub struct Lexer<'a> {
    text: &'a [u8],
    pub at: usize,
}

/// The contents of quotes with `\XX` and `\\` resolved.
pub fn unescape(raw: &[u8]) -> Cow<'_, [u8]> {
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        if raw[at] == b'\\' {
            let hex = |index: usize| raw.get(index).and_then(|&it| char::from(it).to_digit(16));
            if raw.get(at + 1) == Some(&b'\\') {
                out.push(b'\\');
                at += 2;
                continue;
            }
            if let (Some(high), Some(low)) = (hex(at + 1), hex(at + 2)) {
                out.push((high * 16 + low) as u8);
                at += 3;
                continue;
            }
        }
        out.push(raw[at]);
        at += 1;
    }
    Cow::Owned(out)
}

const WORD: u8 = 1;
const NAME: u8 = 2;
const DIGIT: u8 = 4;

/// Which bytes go on with a keyword, a name or label, a number.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let it = byte as u8;
        if it.is_ascii_alphanumeric() || it == b'_' {
            classes[byte] = WORD | NAME;
        }
        if it == b'-' || it == b'$' || it == b'.' {
            classes[byte] = NAME;
        }
        if it.is_ascii_digit() {
            classes[byte] |= DIGIT;
        }
        byte += 1;
    }
    classes
};

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Lexer { text, at: 0 }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_class(&mut self, class: u8) {
        while self.at < self.text.len() && CLASSES[self.text[self.at] as usize] & class != 0 {
            self.at += 1;
        }
    }

    /// Passes blanks and comments.
    pub fn skip_blank(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0 => self.at += 1,
                b';' => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().position(|&it| it == b'\n').unwrap_or(rest.len());
                }
                b'/' if self.text.get(self.at + 1) == Some(&b'*') => {
                    let rest = &self.text[self.at + 2..];
                    let end = rest.windows(2).position(|pair| pair == b"*/");
                    match end {
                        Some(end) => self.at += end + 4,
                        None => return,
                    }
                }
                _ => return,
            }
        }
    }

    /// The next token; `at` is behind it then.
    pub fn next(&mut self) -> Token<'a> {
        let Some(&byte) = self.text.get(self.at) else { return Token::End };
        let start = self.at;
        self.at += 1;
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(start),
            b'%' => match self.symbol() {
                Ok(symbol) => Token::Local(symbol),
                Err(bad) => bad,
            },
            b'@' => match self.symbol() {
                Ok(symbol) => Token::Global(symbol),
                Err(bad) => bad,
            },
            b'"' => match self.quoted() {
                Some(raw) if self.peek(0) == b':' => {
                    self.at += 1;
                    Token::Label(raw)
                }
                Some(raw) => Token::Text(raw),
                None => Token::Bad("this string has no closing quote"),
            },
            b'0'..=b'9' | b'-' | b'+' => self.number(start),
            b'$' => self.comdat(start),
            b'.' => self.dots(start),
            b'!' => self.metadata_name(),
            b'#' => match self.peek(0) {
                b'0'..=b'9' => self.numbered(Token::Group),
                _ => Token::Punct(b'#'),
            },
            b'^' => match self.peek(0) {
                b'0'..=b'9' => self.numbered(Token::Summary),
                _ => Token::Bad("`^` needs a number"),
            },
            b',' | b'=' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'*' | b'|'
            | b':' => Token::Punct(byte),
            b'/' => Token::Bad("this comment has no end"),
            _ => Token::Bad("nothing in LLVM assembly begins like this"),
        }
    }

    /// A keyword, or a label if a colon follows.
    fn word(&mut self, start: usize) -> Token<'a> {
        self.skip_class(WORD);
        let keyword_end = self.at;
        self.skip_class(NAME);
        if self.peek(0) == b':' {
            let label = &self.text[start..self.at];
            self.at += 1;
            return Token::Label(label);
        }
        self.at = keyword_end;
        let word = &self.text[start..keyword_end];
        // Word bytes are ASCII.
        let word = std::str::from_utf8(word).unwrap_or("");
        if word.len() > 3 && (word.starts_with("u0x") || word.starts_with("s0x")) {
            return Token::Integer(word);
        }
        if let Some(number) = word.strip_prefix("cc")
            && !number.is_empty()
            && number.bytes().all(|it| it.is_ascii_digit())
        {
            self.at = start + 2;
            return Token::Word("cc");
        }
        Token::Word(word)
    }

    fn symbol(&mut self) -> Result<Symbol<'a>, Token<'a>> {
        let start = self.at;
        match self.peek(0) {
            b'"' => {
                self.at += 1;
                match self.quoted() {
                    Some(raw) => Ok(Symbol::Named(raw)),
                    None => Err(Token::Bad("this name has no closing quote")),
                }
            }
            b'0'..=b'9' => match self.decimal() {
                Some(number) => Ok(Symbol::Number(number)),
                None => Err(Token::Bad("this number is too large")),
            },
            byte if CLASSES[byte as usize] & NAME != 0 => {
                self.skip_class(NAME);
                Ok(Symbol::Named(&self.text[start..self.at]))
            }
            _ => Err(Token::Bad("a name or number is missing here")),
        }
    }

    /// From behind the opening quote to behind the closing one.
    fn quoted(&mut self) -> Option<&'a [u8]> {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&byte| byte == b'"')?;
        self.at += end + 1;
        Some(&rest[..end])
    }

    fn decimal(&mut self) -> Option<u32> {
        let start = self.at;
        self.skip_class(DIGIT);
        std::str::from_utf8(&self.text[start..self.at]).ok()?.parse().ok()
    }

    fn numbered(&mut self, make: fn(u32) -> Token<'a>) -> Token<'a> {
        self.decimal().map_or(Token::Bad("this number is too large"), make)
    }

    /// An integer, a float, or a label that begins like one.
    fn number(&mut self, start: usize) -> Token<'a> {
        if self.text[start] == b'+' && !self.peek(0).is_ascii_digit() {
            return Token::Bad("a number is missing behind `+`");
        }
        if !self.text[start].is_ascii_digit() && !self.peek(0).is_ascii_digit() {
            return self.label_or(start, Token::Bad("a number is missing behind `-`"));
        }
        if self.text[start] == b'0' && self.peek(0) == b'x' {
            self.at += 1;
            self.skip_class(WORD);
            return Token::Float(self.ascii(start));
        }
        self.skip_class(DIGIT);
        if self.peek(0) == b':' && self.text[start].is_ascii_digit() {
            let number = self.ascii(start).parse();
            self.at += 1;
            return number.map_or(Token::Bad("this number is too large"), Token::LabelNumber);
        }
        if self.peek(0) != b'.' {
            let end = self.at;
            let label = self.label_or(start, Token::End);
            if label != Token::End {
                return label;
            }
            self.at = end;
            return Token::Integer(self.ascii(start));
        }
        self.at += 1;
        self.skip_class(DIGIT);
        let exponent = matches!(self.peek(0), b'e' | b'E');
        let sign = usize::from(matches!(self.peek(1), b'-' | b'+'));
        if exponent && self.peek(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.skip_class(DIGIT);
        }
        Token::Float(self.ascii(start))
    }

    fn ascii(&self, start: usize) -> &'a str {
        // Only called for bytes of ASCII classes.
        std::str::from_utf8(&self.text[start..self.at]).unwrap_or("")
    }

    /// A label that begins at `start`, or `other`.
    fn label_or(&mut self, start: usize, other: Token<'a>) -> Token<'a> {
        self.skip_class(NAME);
        if self.peek(0) != b':' {
            return other;
        }
        self.at += 1;
        Token::Label(&self.text[start..self.at - 1])
    }

    fn comdat(&mut self, start: usize) -> Token<'a> {
        if self.peek(0) == b'"' {
            self.at += 1;
            return self
                .quoted()
                .map_or(Token::Bad("this name has no closing quote"), Token::Comdat);
        }
        self.skip_class(NAME);
        if self.peek(0) == b':' {
            self.at += 1;
            return Token::Label(&self.text[start..self.at - 1]);
        }
        match &self.text[start + 1..self.at] {
            [] => Token::Bad("a name is missing behind `$`"),
            name => Token::Comdat(name),
        }
    }

    fn dots(&mut self, start: usize) -> Token<'a> {
        let end = self.at;
        let label = self.label_or(start, Token::End);
        if label != Token::End {
            return label;
        }
        self.at = end;
        if self.peek(0) == b'.' && self.peek(1) == b'.' {
            self.at += 2;
            return Token::Ellipsis;
        }
        Token::Bad("nothing in LLVM assembly begins like this")
    }

    fn metadata_name(&mut self) -> Token<'a> {
        let start = self.at;
        let first = self.peek(0);
        if first.is_ascii_digit() || (CLASSES[first as usize] & NAME == 0 && first != b'\\') {
            return Token::Punct(b'!');
        }
        while CLASSES[self.peek(0) as usize] & NAME != 0 || self.peek(0) == b'\\' {
            self.at += 1;
        }
        Token::MetadataName(&self.text[start..self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut all = Vec::new();
        loop {
            lexer.skip_blank();
            match lexer.next() {
                Token::End => return all,
                token => all.push(token),
            }
        }
    }

    #[test]
    fn sigils_numbers_and_labels() {
        use Token::*;
        assert_eq!(
            tokens("%a %\"b c\" %7 @x @9 $c #3 ^2 !n ! 7: a.b: -x: c\"t\" ; gone\n i32"),
            [
                Local(Symbol::Named(b"a")),
                Local(Symbol::Named(b"b c")),
                Local(Symbol::Number(7)),
                Global(Symbol::Named(b"x")),
                Global(Symbol::Number(9)),
                Comdat(b"c"),
                Group(3),
                Summary(2),
                MetadataName(b"n"),
                Punct(b'!'),
                LabelNumber(7),
                Label(b"a.b"),
                Label(b"-x"),
                Word("c"),
                Text(b"t"),
                Word("i32"),
            ]
        );
    }

    #[test]
    fn numbers() {
        use Token::*;
        assert_eq!(
            tokens("12 -7 1.5 -1.5e+10 2.e3 0x3FF0 0xK1 u0xFF s0x80 cc10 ... <"),
            [
                Integer("12"),
                Integer("-7"),
                Float("1.5"),
                Float("-1.5e+10"),
                Float("2.e3"),
                Float("0x3FF0"),
                Float("0xK1"),
                Integer("u0xFF"),
                Integer("s0x80"),
                Word("cc"),
                Integer("10"),
                Ellipsis,
                Punct(b'<'),
            ]
        );
    }

    #[test]
    fn what_is_no_token_is_said_to_be_bad() {
        for text in ["\"open", "%\"open", "%", "@ ", "$", "^x", "`", "/* open", "-", "%99999999999"]
        {
            assert!(tokens(text).iter().any(|token| matches!(token, Token::Bad(_))), "{text}");
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(&*unescape(b"a\\0Ab\\\\c\\zz"), b"a\nb\\c\\zz");
    }
}
