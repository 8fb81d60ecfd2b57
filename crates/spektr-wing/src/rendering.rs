//! Programs as source files with a build recipe. A recipe says which arguments follow
//! the compiler's own; the judge fills in paths, flags and limits.

/// What a rendering is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Fast to compile, linked with the observation runtime.
    Judge,
    /// For people: stands alone and needs nothing but a compiler. Prints the same lines.
    Standalone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// One argument of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    Text(String),
    /// The path of one of the rendering's files.
    Source(String),
    /// Where the result goes.
    Output,
    /// Text followed by the path of the built runtime: `--extern=rt=` + path.
    Runtime(String),
}

impl Arg {
    pub fn text(text: &str) -> Arg {
        Arg::Text(text.to_owned())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendering {
    pub files: Vec<SourceFile>,
    pub recipe: Vec<Arg>,
}

/// A library that is built once per compiler and linked to every judged program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runtime {
    pub rendering: Rendering,
    /// File name of the result: `libspektr_rt.rlib`.
    pub output: String,
}
