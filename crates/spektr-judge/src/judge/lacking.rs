//! Names that a compiler was seen not to know. A program that needs one says nothing
//! about that compiler, and is not compiled a second time to find that out.

use crate::compilers::Compiler;
use crate::verdict::Verdict;
use spektr_wing::Experiment;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// Unknown names by compiler.
#[derive(Default)]
pub(super) struct Lacking {
    names: Mutex<BTreeMap<String, BTreeSet<String>>>,
}

impl Lacking {
    /// Remembers a name and gives the verdict for the program that taught it.
    pub fn learn(&self, compiler: &Compiler, name: &str) -> Verdict {
        let mut names = self.names.lock().unwrap_or_else(|poison| poison.into_inner());
        names.entry(compiler.name.clone()).or_default().insert(name.to_owned());
        unjudged(compiler, name)
    }

    /// Whether anything is known to be lacking at all.
    pub fn is_known_of(&self, compiler: &Compiler) -> bool {
        let names = self.names.lock().unwrap_or_else(|poison| poison.into_inner());
        names.contains_key(&compiler.name)
    }

    /// The verdict for a program that uses a name this compiler does not know.
    pub fn verdict(&self, compiler: &Compiler, experiment: &Experiment) -> Option<Verdict> {
        let names = self.names.lock().unwrap_or_else(|poison| poison.into_inner());
        let unknown = names.get(&compiler.name)?;
        let name = unknown.iter().find(|name| experiment.mentions(|text| mentions(text, name)))?;
        Some(unjudged(compiler, name))
    }
}

fn unjudged(compiler: &Compiler, name: &str) -> Verdict {
    Verdict::Unjudged { why: format!("{} does not know `{name}`", compiler.name) }
}

/// Whether `name` stands in `text` as a word of its own.
fn mentions(text: &str, name: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_letter) && !text[at + name.len()..].starts_with(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(mentions("_1 = CastUnsize(_2)", "CastUnsize"));
        assert!(!mentions("_1 = CastUnsized(_2)", "CastUnsize"));
        assert!(!mentions("x", "CastUnsize"));
    }
}
