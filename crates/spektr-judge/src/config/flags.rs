//! Flags, and a compiler with the flags it is used with. A flag is one setting that goes or
//! stays as a whole: mostly one word, sometimes several, and a word may contain blanks.

use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One setting, as the words that a command line has for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flag(Vec<String>);

impl Flag {
    pub fn of_words<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Flag {
        Flag(words.into_iter().map(Into::into).collect())
    }

    /// A setting as a person or a table writes it: words between blanks.
    pub fn split(text: &str) -> Flag {
        Flag::of_words(text.split_ascii_whitespace())
    }

    /// One word, whatever is in it.
    pub fn word(word: impl Into<String>) -> Flag {
        Flag(vec![word.into()])
    }

    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// A flag that ends in a small number is a level. The lower ones that still do something,
    /// the lowest first.
    pub fn lower_levels(&self) -> Vec<Flag> {
        /// No compiler has more levels of anything.
        const HIGHEST: u32 = 4;
        let [word] = self.0.as_slice() else { return Vec::new() };
        let digits = word.chars().rev().take_while(char::is_ascii_digit).count();
        let (stem, number) = word.split_at(word.len() - digits);
        let level = number.parse().unwrap_or(0);
        let lower = if level <= HIGHEST { 1..level } else { 0..0 };
        lower.map(|level| Flag::word(format!("{stem}{level}"))).collect()
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, word) in self.0.iter().enumerate() {
            let blank = if k > 0 { " " } else { "" };
            write!(f, "{blank}{}", quoted(word))?;
        }
        Ok(())
    }
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:@%^".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

impl Serialize for Flag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [word] if !word.contains(' ') => serializer.serialize_str(word),
            words => words.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Flag {
    /// A string is what older stores have: words between blanks.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flag, D::Error> {
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Ok(Flag::split(&text)),
            serde_json::Value::Array(words) => {
                let word = |value: &serde_json::Value| value.as_str().map(str::to_owned);
                let words: Option<Vec<String>> = words.iter().map(word).collect();
                words.map(Flag).ok_or_else(|| Error::custom("a flag is made of words"))
            }
            _ => Err(Error::custom("a flag is a string, or a list of them")),
        }
    }
}

/// A compiler with the flags it is used with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Configuration {
    pub compiler: String,
    pub flags: Vec<Flag>,
}

impl Configuration {
    pub fn new(compiler: &str, flags: Vec<Flag>) -> Configuration {
        Configuration { compiler: compiler.to_owned(), flags }
    }

    /// This one and more flags, which come last and so win.
    pub fn with(&self, more: impl IntoIterator<Item = Flag>) -> Configuration {
        let flags = self.flags.iter().cloned().chain(more).collect();
        Configuration { compiler: self.compiler.clone(), flags }
    }

    /// Without the flag at this place.
    pub fn without(&self, place: usize) -> Configuration {
        let mut fewer = self.clone();
        fewer.flags.remove(place);
        fewer
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.flags.iter().flat_map(|flag| flag.words().iter().map(String::as_str))
    }

    /// The flags as a person would type them.
    pub fn typed(&self) -> String {
        let flags: Vec<String> = self.flags.iter().map(Flag::to_string).collect();
        flags.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_lowered_and_other_numbers_left_alone() {
        let lower = |flag: &str| -> Vec<String> {
            Flag::word(flag).lower_levels().iter().map(Flag::to_string).collect()
        };
        assert_eq!(lower("-level=3"), ["-level=1", "-level=2"]);
        assert_eq!(lower("-O2"), ["-O1"]);
        for other in ["-level=1", "-level=0", "-level=s", "-x=225", "", "-v99999999999"] {
            assert!(lower(other).is_empty(), "{other}");
        }
    }

    #[test]
    fn flags_survive_the_store_and_older_ones_are_read() {
        let flags = vec![Flag::word("-a"), Flag::word("-d=x y"), Flag::of_words(["-m", "b"])];
        let json = serde_json::to_string(&flags).unwrap();
        assert_eq!(json, r#"["-a",["-d=x y"],["-m","b"]]"#);
        assert_eq!(serde_json::from_str::<Vec<Flag>>(&json).unwrap(), flags);
        let older: Vec<Flag> = serde_json::from_str(r#"["-a", "-m b"]"#).unwrap();
        assert_eq!(older, [Flag::word("-a"), Flag::of_words(["-m", "b"])]);
        let typed = Configuration::new("c", flags).typed();
        assert_eq!(typed, "-a '-d=x y' -m b");
    }
}
