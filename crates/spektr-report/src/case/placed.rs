//! Where the files of a program lie inside a bundle. One file gets the role as its name
//! (`reduced.rs`); several keep theirs, because they include each other, in a directory.

use crate::facts::{Source, Word};

pub(crate) struct Placed<'a> {
    source: &'a Source,
    /// Beside each of the source's files: its path inside the bundle.
    paths: Vec<String>,
}

impl<'a> Placed<'a> {
    pub(crate) fn new(role: &str, source: &'a Source) -> Placed<'a> {
        let alone = source.files.len() == 1;
        let paths = source
            .files
            .iter()
            .map(|file| match alone {
                true => format!("{role}.{}", extension(&file.name)),
                false => format!("{role}/{}", plain_name(&file.name)),
            })
            .collect();
        Placed { source, paths }
    }

    /// Paths and texts.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.source.files.iter().map(|file| file.text.as_str());
        self.paths.iter().map(String::as_str).zip(texts)
    }

    /// What the program's language calls its files.
    pub(crate) fn extension(&self) -> &str {
        self.source.files.first().map_or("txt", |file| extension(&file.name))
    }

    /// The recipe's words, with paths and output as `path` and `output` spell them.
    pub(crate) fn recipe(
        &self,
        mut text: impl FnMut(&str) -> String,
        mut path: impl FnMut(&str) -> String,
        output: &str,
    ) -> Vec<String> {
        let words = self.source.recipe.iter();
        words
            .map(|word| match word {
                Word::Text(word) => text(word),
                Word::File(name) => path(self.path_of(name)),
                Word::Output => output.to_owned(),
            })
            .collect()
    }

    /// A recipe that names a file that is not there is shown as it is.
    fn path_of<'b>(&'b self, name: &'b str) -> &'b str {
        let position = self.source.files.iter().position(|file| file.name == name);
        position.map_or(name, |position| &self.paths[position])
    }
}

fn extension(name: &str) -> &str {
    let extension = name.rsplit_once('.').map_or("txt", |(_, extension)| extension);
    let plain = !extension.is_empty() && extension.chars().all(|c| c.is_ascii_alphanumeric());
    if plain { extension } else { "txt" }
}

/// A file name that stays inside its directory.
fn plain_name(name: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let plain: String = name.chars().map(|c| if kept(c) { c } else { '_' }).collect();
    match plain.trim_start_matches(['.', '-']) {
        "" => "file".to_owned(),
        rest => rest.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::SourceFile;

    fn source(names: &[&str]) -> Source {
        let file = |name: &&str| SourceFile { name: name.to_string(), text: String::new() };
        let recipe = names.iter().map(|name| Word::File(name.to_string())).collect();
        Source { files: names.iter().map(file).collect(), recipe }
    }

    fn paths(source: &Source) -> Vec<String> {
        Placed::new("reduced", source).recipe(str::to_owned, str::to_owned, "out")
    }

    #[test]
    fn a_single_file_is_called_by_its_role() {
        assert_eq!(paths(&source(&["main.rs"])), ["reduced.rs"]);
        assert_eq!(paths(&source(&["strange.r/s"])), ["reduced.txt"]);
    }

    #[test]
    fn several_files_keep_their_names() {
        assert_eq!(paths(&source(&["a.c", "b.h"])), ["reduced/a.c", "reduced/b.h"]);
    }

    #[test]
    fn no_name_leads_out_of_the_bundle() {
        assert_eq!(paths(&source(&["../../x.c", "/etc/y"])), ["reduced/_.._x.c", "reduced/_etc_y"]);
    }
}
