//! Where the files of a program lie inside a bundle. One file gets the role as its name and
//! keeps its ending; several keep their names, because they refer to each other, in a directory.

use crate::facts::Demonstration;

pub(crate) struct Placed<'a> {
    pub(crate) demonstration: &'a Demonstration,
    /// Beside each of the program's files: its path inside the bundle.
    paths: Vec<String>,
}

impl<'a> Placed<'a> {
    pub(crate) fn new(role: &str, demonstration: &'a Demonstration) -> Placed<'a> {
        let files = &demonstration.experiment().files;
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        Placed { demonstration, paths: role_paths(role, &names) }
    }

    /// Paths and texts.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.demonstration.experiment().files.iter().map(|file| file.text.as_str());
        self.paths.iter().map(String::as_str).zip(texts)
    }

    /// Paths inside the bundle, and the names that the steps and the files themselves use.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, String)> {
        let names = self.demonstration.experiment().files.iter().map(|it| plain_name(&it.name));
        self.paths.iter().map(String::as_str).zip(names)
    }

    /// The path of a file of the program; `None` for what only a step makes.
    pub(crate) fn path_of(&self, name: &str) -> Option<&str> {
        let mut files = self.demonstration.experiment().files.iter();
        files.position(|file| file.name == name).map(|position| self.paths[position].as_str())
    }
}

/// Paths for files that play a role together.
pub(crate) fn role_paths(role: &str, names: &[&str]) -> Vec<String> {
    match names {
        [alone] => vec![format!("{role}.{}", extension(alone))],
        several => several.iter().map(|name| format!("{role}/{}", plain_name(name))).collect(),
    }
}

/// What follows the last dot of a file's name.
pub(crate) fn extension(name: &str) -> &str {
    let extension = name.rsplit_once('.').map_or("txt", |(_, extension)| extension);
    let plain = !extension.is_empty() && extension.chars().all(|c| c.is_ascii_alphanumeric());
    if plain { extension } else { "txt" }
}

/// A file name that stays inside its directory.
pub(crate) fn plain_name(name: &str) -> String {
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

    #[test]
    fn a_single_file_is_called_by_its_role() {
        assert_eq!(role_paths("reduced", &["main.x"]), ["reduced.x"]);
        assert_eq!(role_paths("reduced", &["strange.x/y"]), ["reduced.txt"]);
    }

    #[test]
    fn several_files_keep_their_names() {
        assert_eq!(role_paths("reduced", &["a.x", "b.h"]), ["reduced/a.x", "reduced/b.h"]);
    }

    #[test]
    fn no_name_leads_out_of_the_bundle() {
        let paths = role_paths("reduced", &["../../x.y", "/etc/y"]);
        assert_eq!(paths, ["reduced/_.._x.y", "reduced/_etc_y"]);
    }
}
