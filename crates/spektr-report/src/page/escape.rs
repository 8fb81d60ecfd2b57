//! Text on its way into HTML. Everything that comes from outside goes through here, in text
//! and in attributes alike.

use crate::words::visible;

/// Text that cannot be markup, with unprintable characters spelled out.
pub(crate) fn escape(text: &str) -> String {
    let text = visible(text.as_bytes());
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// The same, with what stands in backticks as code.
pub(super) fn with_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // A backtick without a partner is a character like others.
        return escape(text);
    }
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        match index % 2 {
            0 => out.push_str(&escape(part)),
            _ => out.push_str(&format!("<code>{}</code>", escape(part))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_markup_survives() {
        assert_eq!(
            escape("</script><b a=\"'\">&"),
            "&lt;/script&gt;&lt;b a=&quot;&#39;&quot;&gt;&amp;"
        );
        assert_eq!(escape("a\0\r"), "a\\u{0}\\r");
    }

    #[test]
    fn code_in_titles() {
        assert_eq!(with_code("a `<b>` c"), "a <code>&lt;b&gt;</code> c");
        assert_eq!(with_code("a ` c"), "a ` c");
    }
}
