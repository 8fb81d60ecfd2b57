//! Command lines as a person types them: the steps of an experiment with tools, files and flags
//! spelled for whoever reads them.

use super::{Layout, Placed, plain_name};
use spektr_judge::Flag;
use spektr_judge::config::quoted;
use spektr_wing::{Arg, By, Step};

/// One word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Whether it is of a flag that the other of two commands does not have.
    pub(crate) own: bool,
}

pub(crate) type Command = Vec<Word>;

/// How the parts of a command are spelled.
pub(crate) struct Spelling<'a> {
    /// The tool on trial.
    pub(crate) subject: String,
    /// A word with whatever is in it.
    pub(crate) word: &'a dyn Fn(&str) -> String,
    /// A file of the program, or one that a step makes.
    pub(crate) file: &'a dyn Fn(&str) -> String,
    /// What was built, when it is run.
    pub(crate) program: &'a dyn Fn(&str) -> String,
    /// Flags to mark: those that are not among these.
    pub(crate) others: &'a [Flag],
}

/// The words of one step. Flags come last, so that they win.
pub(crate) fn step(
    layout: &Layout<'_>,
    step: &Step,
    flags: &[Flag],
    spelling: &Spelling<'_>,
) -> Command {
    let compiler = &layout.bug.compiler;
    let plain = |text: String| Word { text, own: false };
    let mut words = Vec::new();
    match &step.by {
        By::Subject | By::ResidentSubject => words.push(plain(spelling.subject.clone())),
        By::Tool(family) => {
            let typed = compiler.tools.get(family).unwrap_or(family);
            words.extend(typed.split_whitespace().map(|word| plain((spelling.word)(word))));
        }
        By::Built(name) => words.push(plain((spelling.program)(name))),
    }
    words.extend(step.args.iter().map(|arg| {
        plain(match arg {
            // A demonstration has no argument with a runtime.
            Arg::Text(text) | Arg::Runtime(text) => (spelling.word)(text),
            Arg::File(name) => (spelling.word)(&(spelling.file)(name)),
            Arg::Output => (spelling.word)(&(spelling.file)(step.output.as_deref().unwrap_or(""))),
        })
    }));
    if matches!(step.by, By::Subject | By::ResidentSubject) {
        words.extend(compiler.always.iter().map(|word| plain((spelling.word)(word))));
    }
    if step.under_test {
        for flag in flags {
            let own = !spelling.others.contains(flag);
            let spelled = flag.words().iter().map(|word| (spelling.word)(word));
            words.extend(spelled.map(|text| Word { text, own }));
        }
    }
    words
}

/// The commands of the steps that matter, spelled alike. Where nothing wrong is built, nothing
/// is run.
pub(crate) fn lines(
    layout: &Layout<'_>,
    flags: &[Flag],
    spelling: &Spelling<'_>,
) -> Vec<(Step, Command)> {
    let runs = layout.shows() == super::Shows::Run;
    let steps = &layout.bug.shown().experiment().steps;
    let wanted = steps.iter().filter(|it| runs || !matches!(it.by, By::Built(_)));
    wanted.map(|it| (it.clone(), step(layout, it, flags, spelling))).collect()
}

/// The commands for a reader who stands inside the bundle. What they make is called after
/// `kind`, so that two builds do not get into each other's way.
pub(crate) fn typed(
    layout: &Layout<'_>,
    kind: &str,
    flags: &[Flag],
    others: &[Flag],
) -> Vec<Command> {
    let compiler = &layout.bug.compiler;
    let mut subject: Vec<String> =
        environment(layout).map(|(name, value)| format!("{name}={}", quoted(value))).collect();
    subject.extend(compiler.command.split_whitespace().map(quoted));
    let spelling = Spelling {
        subject: subject.join(" "),
        word: &quoted,
        file: &|name| file_in_bundle(layout.shown(), kind, name),
        program: &|name| format!("./{}", quoted(&made(layout.shown(), kind, name))),
        others,
    };
    lines(layout, flags, &spelling).into_iter().map(|(_, command)| command).collect()
}

/// The variables that a shell can set.
pub(crate) fn environment<'a>(
    layout: &Layout<'a>,
) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
    let is_name = |name: &str| {
        !name.starts_with(|c: char| c.is_ascii_digit())
            && !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let variables = layout.bug.compiler.environment.iter();
    variables.filter(move |(name, _)| is_name(name)).map(|(name, value)| (&**name, &**value))
}

/// A file as a command inside the bundle names it.
pub(crate) fn file_in_bundle(placed: &Placed<'_>, kind: &str, name: &str) -> String {
    placed.path_of(name).map_or_else(|| made(placed, kind, name), str::to_owned)
}

/// What a step's result is called: the program that is run is the build as a whole.
pub(crate) fn made(placed: &Placed<'_>, kind: &str, name: &str) -> String {
    let steps = &placed.demonstration.experiment().steps;
    match steps.iter().any(|step| step.by == By::Built(name.to_owned())) {
        true => kind.to_owned(),
        false => format!("{kind}-{}", plain_name(name)),
    }
}

/// The flags that only one of two lists has.
pub(crate) fn differing<'a>(these: &'a [Flag], others: &[Flag]) -> Vec<&'a Flag> {
    these.iter().filter(|flag| !others.contains(flag)).collect()
}
