//! What is said of an input that cannot be taken: one message with a position, and the text a
//! person sees.

use std::fmt;

/// An input that was not understood, with the place where understanding ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub message: String,
    /// Empty if the complaint is about the input as a whole.
    pub file: String,
    /// 1-based; 0 if the complaint is about the input as a whole.
    pub line: u32,
    pub column: u32,
    /// The message with a source excerpt and carets, ready to print.
    pub rendered: String,
}

impl Complaint {
    /// A complaint about the input as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        let message = message.into();
        let rendered = format!("error: {message}\n");
        Complaint { rendered, message, file: String::new(), line: 0, column: 0 }
    }

    /// The same about a file of this name, unless it names one already.
    pub fn of_file(mut self, name: &str) -> Self {
        if self.file.is_empty() {
            name.clone_into(&mut self.file);
            let (line, column) = (self.line, self.column);
            let place = format!("--> {line}:{column}\n");
            self.rendered =
                self.rendered.replacen(&place, &format!("--> {name}:{line}:{column}\n"), 1);
        }
        self
    }

    /// The excerpt alone, without the line that says what is wrong. Empty if there is none.
    pub fn excerpt(&self) -> &str {
        self.rendered.split_once('\n').map_or("", |(_, excerpt)| excerpt)
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", 0) => {}
            ("", line) => write!(f, "{line}:{}: ", self.column)?,
            (file, 0) => write!(f, "{file}: ")?,
            (file, line) => write!(f, "{file}:{line}:{}: ", self.column)?,
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Complaint {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_once_in_the_line_and_in_the_excerpt() {
        let rendered = "error: no\n --> 3:5\n  |\n3 | ]\n".to_owned();
        let file = String::new();
        let somewhere = Complaint { message: "no".into(), file, line: 3, column: 5, rendered };
        assert_eq!(somewhere.to_string(), "3:5: no");
        let named = somewhere.of_file("a.x");
        assert_eq!(named.to_string(), "a.x:3:5: no");
        assert_eq!(named.excerpt(), " --> a.x:3:5\n  |\n3 | ]\n");
        assert_eq!(named.of_file("b.x").file, "a.x");
        let whole = Complaint::whole("nothing");
        assert_eq!((whole.to_string(), whole.excerpt()), ("nothing".to_owned(), ""));
        assert_eq!(whole.of_file("a.x").to_string(), "a.x: nothing");
    }
}
