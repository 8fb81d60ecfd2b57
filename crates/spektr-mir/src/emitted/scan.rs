//! Characters of one line of the compiler's text, taken from the front.

/// Why a text is not understood.
pub(super) type Result<T> = std::result::Result<T, String>;

/// What is left of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    pub rest: &'a str,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner { rest: text.trim() }
    }

    pub fn is_done(&self) -> bool {
        self.rest.trim_start().is_empty()
    }

    pub fn sees(&self, text: &str) -> bool {
        self.rest.trim_start().starts_with(text)
    }

    /// Takes `text` if it comes next.
    pub fn eat(&mut self, text: &str) -> bool {
        match self.rest.trim_start().strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes a whole word: `copy` of `copy _1`, but not of `copysignf32`.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let Some(rest) = self.rest.trim_start().strip_prefix(word) else { return false };
        if rest.starts_with(is_of_word) {
            return false;
        }
        self.rest = rest;
        true
    }

    pub fn expect(&mut self, text: &str) -> Result<()> {
        if self.eat(text) { Ok(()) } else { self.fail(&format!("`{text}`")) }
    }

    /// Letters, digits and underscores; empty if there are none.
    pub fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c| !is_of_word(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    pub fn number<T: std::str::FromStr>(&mut self) -> Result<T> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        match self.rest[..end].parse() {
            Ok(number) => {
                self.rest = &self.rest[end..];
                Ok(number)
            }
            Err(_) => self.fail("a number"),
        }
    }

    /// So many bytes, which must end between two characters.
    pub fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    /// Everything up to the first of these characters that is in no bracket.
    pub fn until(&mut self, ends: &[char]) -> &'a str {
        self.rest = self.rest.trim_start();
        let mut depth = 0_u32;
        let mut before = ' ';
        for (at, c) in self.rest.char_indices() {
            if depth == 0 && ends.contains(&c) {
                return self.take(at);
            }
            match c {
                '(' | '[' | '<' | '{' => depth += 1,
                '>' if before == '-' => {}
                ')' | ']' | '>' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            before = c;
        }
        self.take(self.rest.len())
    }

    pub fn fail<T>(&self, wanted: &str) -> Result<T> {
        let rest: String = self.rest.trim_start().chars().take(60).collect();
        Err(format!("{wanted} was expected at `{rest}`"))
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
