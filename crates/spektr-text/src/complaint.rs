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
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?
        }
        if self.line > 0 {
            write!(f, "{}:{}: ", self.line, self.column)?
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Complaint {}
