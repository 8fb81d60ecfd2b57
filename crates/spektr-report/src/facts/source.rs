//! A program as files with the words that build it: a standalone rendering of a wing, in a
//! form that can be stored.

use serde::{Deserialize, Serialize};
use spektr_wing::{Arg, Rendering};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// One word of a build command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    Text(String),
    /// The path of the file with this name.
    File(String),
    /// Where the result goes.
    Output,
}

/// Source files, and what follows the compiler's name to build them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub files: Vec<SourceFile>,
    pub recipe: Vec<Word>,
}

/// A rendering that needs spektr's runtime cannot be handed to other people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotStandalone;

impl std::fmt::Display for NotStandalone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the program needs spektr's runtime; render it standalone for a report")
    }
}

impl std::error::Error for NotStandalone {}

impl TryFrom<Rendering> for Source {
    type Error = NotStandalone;

    fn try_from(rendering: Rendering) -> Result<Source, NotStandalone> {
        let files = rendering
            .files
            .into_iter()
            .map(|file| SourceFile { name: file.name, text: file.text })
            .collect();
        let recipe = rendering
            .recipe
            .into_iter()
            .map(|arg| match arg {
                Arg::Text(text) => Ok(Word::Text(text)),
                Arg::Source(name) => Ok(Word::File(name)),
                Arg::Output => Ok(Word::Output),
                Arg::Runtime(_) => Err(NotStandalone),
            })
            .collect::<Result<_, _>>()?;
        Ok(Source { files, recipe })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendering(recipe: Vec<Arg>) -> Rendering {
        let file = spektr_wing::SourceFile { name: "p.rs".into(), text: "fn main() {}".into() };
        Rendering { files: vec![file], recipe }
    }

    #[test]
    fn standalone_renderings_are_taken_over_word_by_word() {
        let recipe = vec![Arg::Source("p.rs".into()), Arg::text("-o"), Arg::Output];
        let source = Source::try_from(rendering(recipe)).expect("standalone");
        let words = [Word::File("p.rs".into()), Word::Text("-o".into()), Word::Output];
        assert_eq!(source.recipe, words);
        assert_eq!(source.files[0].text, "fn main() {}");
    }

    #[test]
    fn renderings_with_a_runtime_are_refused() {
        let recipe = vec![Arg::Runtime("--extern=rt=".into())];
        assert_eq!(Source::try_from(rendering(recipe)), Err(NotStandalone));
    }
}
