//! `spektr.toml`, read strictly: an unknown key is an error that names the nearest
//! known one and the line. Reading starts no process and looks for no compiler.

use super::axes::{Axis, AxisKind, AxisRow, Choice};
use super::{Shares, StageLimits};
use crate::compilers::{Bisect, Compiler};
use crate::families::{self, Families, Family};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigFile {
    /// Directories with compilers, besides the usual ones.
    pub search: Vec<PathBuf>,
    pub limits: StageLimits,
    pub shares: Shares,
    pub targets: Vec<WishedTarget>,
    /// Where the store is: a directory, or the address of a server.
    pub store: Option<String>,
    /// A command that is told of new bugs.
    pub notify: Option<String>,
}

/// A `[[compiler]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WishedTarget {
    pub name: String,
    pub family: String,
    /// Without one, the compiler of this name that discovery finds.
    pub command: Option<Vec<String>>,
    pub env: BTreeMap<String, String>,
    pub always: Vec<String>,
    /// For families that spektr does not know: the flag that stops after `{}` passes.
    pub bisect_limit: Option<String>,
    /// Programs that belong to the compiler, by the names that its family has for them.
    pub companions: BTreeMap<String, String>,
    pub axes: Vec<Axis>,
}

impl WishedTarget {
    pub(super) fn compiler(&self) -> Compiler {
        let mut compiler = Compiler::unprobed(&self.name, &self.family);
        compiler.command = self.command.clone().unwrap_or_default();
        compiler.env = self.env.clone();
        compiler
    }

    /// Adds to a compiler what the file says of it.
    pub(super) fn amend(&self, compiler: &mut Compiler) {
        compiler.env.extend(self.env.clone());
        let abilities = &mut compiler.abilities;
        abilities.always.extend(self.always.iter().cloned());
        abilities.companions.extend(self.companions.clone());
        if let Some(limit) = &self.bisect_limit {
            let (layer, limit, also) = ("passes".to_owned(), limit.clone(), Vec::new());
            let bisect = Bisect { layer, limit, also, leave_out: None };
            abilities.bisects.push(bisect);
        }
    }
}

impl ConfigFile {
    /// What a person should know about this file: which of its compilers are used, and which of
    /// those found here it leaves out.
    pub fn remarks(&self, name: &Path, found: &[Compiler]) -> Vec<String> {
        let name = name.display();
        if self.targets.is_empty() {
            return vec![format!("{name} is used; it names no compiler, so all are tested")];
        }
        let mut remarks = Vec::new();
        let names: Vec<&str> = self.targets.iter().map(|it| it.name.as_str()).collect();
        remarks.push(format!("{name} is used: only {} tested", names.join(", ")));
        let families: Vec<&str> = self.targets.iter().map(|it| it.family.as_str()).collect();
        let left_out = found.iter().filter(|it| {
            families.contains(&it.family.as_str()) && !names.contains(&it.name.as_str())
        });
        let left_out: Vec<&str> = left_out.map(|it| it.name.as_str()).collect();
        if !left_out.is_empty() {
            remarks.push(format!("{name} leaves out: {}", left_out.join(", ")));
        }
        remarks
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    pub line: usize,
    pub message: String,
    /// The file is as it should be, but a program that it names is gone.
    pub program_gone: bool,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ConfigError {}

type Result<T> = std::result::Result<T, ConfigError>;
type Value<'a> = Spanned<DeValue<'a>>;

/// Reads the text of a `spektr.toml`.
///
/// ```
/// use spektr_judge::{config, families};
/// let text = "[[compiler]]\nname = \"x\"\ncomand = []";
/// let error = config::parse(text, families::ALL).unwrap_err();
/// assert_eq!(error.to_string(), "line 3: unknown key `comand`, did you mean `command`?");
/// ```
pub fn parse(text: &str, families: Families) -> Result<ConfigFile> {
    let reader = Reader { text, families };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        reader.error(at, error.message().to_owned())
    })?;
    let mut file = ConfigFile::default();
    for (key, value) in table.get_ref() {
        match key.get_ref().as_ref() {
            "search" => file.search = reader.strings(value)?.into_iter().map(Into::into).collect(),
            "limits" => reader.limits(value, &mut file.limits)?,
            "store" => file.store = Some(reader.string(value)?),
            "notify" => file.notify = Some(reader.string(value)?),
            "shares" => reader.shares(value, &mut file.shares)?,
            "compiler" => {
                for item in reader.array(value)? {
                    let target = reader.target(item)?;
                    if file.targets.iter().any(|other| other.name == target.name) {
                        let message = format!("another compiler is called `{}` too", target.name);
                        return Err(reader.error(item.span().start, message));
                    }
                    file.targets.push(target);
                }
            }
            _ => {
                return Err(reader
                    .unknown(key, &["search", "limits", "shares", "compiler", "store", "notify"]));
            }
        }
    }
    Ok(file)
}

/// What a `spektr.toml` says about the store, for commands that need nothing else of it.
pub fn store_of(text: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    match table.get_ref().get("store")?.get_ref() {
        DeValue::String(store) => Some(store.to_string()),
        _ => None,
    }
}

/// Seconds, megabytes, processes and weights beyond this are slips of the hand, and products
/// of them would not fit.
const MOST: u64 = 1_000_000;

struct Reader<'t> {
    text: &'t str,
    families: Families,
}

impl Reader<'_> {
    fn error(&self, at: usize, message: String) -> ConfigError {
        let line = self.text[..at.min(self.text.len())].matches('\n').count() + 1;
        ConfigError { line, message, program_gone: false }
    }

    fn wrong(&self, value: &Value<'_>, wanted: &str) -> ConfigError {
        self.error(value.span().start, format!("this should be {wanted}"))
    }

    fn unknown<K: AsRef<str>>(&self, key: &Spanned<K>, known: &[&str]) -> ConfigError {
        let name = key.get_ref().as_ref();
        let nearest = known.iter().min_by_key(|candidate| distance(name, candidate));
        let hint = nearest.map(|it| format!(", did you mean `{it}`?")).unwrap_or_default();
        self.error(key.span().start, format!("unknown key `{name}`{hint}"))
    }

    fn array<'v, 'a>(&self, value: &'v Value<'a>) -> Result<Vec<&'v Value<'a>>> {
        match value.get_ref() {
            DeValue::Array(items) => Ok(items.iter().collect()),
            _ => Err(self.wrong(value, "an array")),
        }
    }

    fn table<'v, 'a>(&self, value: &'v Value<'a>) -> Result<&'v DeTable<'a>> {
        value.get_ref().as_table().ok_or_else(|| self.wrong(value, "a table"))
    }

    fn string(&self, value: &Value<'_>) -> Result<String> {
        match value.get_ref() {
            // No program can be given such a character.
            DeValue::String(text) if text.contains('\0') => {
                Err(self.wrong(value, "a string without NUL characters"))
            }
            DeValue::String(text) => Ok(text.to_string()),
            _ => Err(self.wrong(value, "a string")),
        }
    }

    fn strings(&self, value: &Value<'_>) -> Result<Vec<String>> {
        self.array(value)?.into_iter().map(|item| self.string(item)).collect()
    }

    /// A whole number that is not negative and not beyond all reason.
    fn integer(&self, value: &Value<'_>, least: u64) -> Result<u64> {
        let DeValue::Integer(number) = value.get_ref() else {
            return Err(self.wrong(value, "a whole number"));
        };
        let number = u64::from_str_radix(number.as_str(), number.radix()).ok();
        let number = number.filter(|number| (least..=MOST).contains(number));
        number.ok_or_else(|| {
            self.wrong(value, &format!("a whole number of at least {least} and at most {MOST}"))
        })
    }

    fn limits(&self, value: &Value<'_>, limits: &mut StageLimits) -> Result<()> {
        const KEYS: [&str; 6] = [
            "compile-seconds",
            "compile-megabytes",
            "run-seconds",
            "run-megabytes",
            "output-megabytes",
            "processes",
        ];
        for (key, value) in self.table(value)? {
            let name = key.get_ref().as_ref();
            if !KEYS.contains(&name) {
                return Err(self.unknown(key, &KEYS));
            }
            let number = self.integer(value, 1)?;
            let seconds = Duration::from_secs(number);
            match name {
                "compile-seconds" => {
                    limits.compile.cpu = seconds;
                    limits.compile.wall = seconds * 2;
                }
                "run-seconds" => {
                    limits.run.cpu = seconds;
                    limits.run.wall = seconds * 2;
                }
                "compile-megabytes" => limits.compile.memory = number << 20,
                "run-megabytes" => limits.run.memory = number << 20,
                "output-megabytes" => limits.run.output = number << 20,
                _ => limits.compile.processes = number,
            }
        }
        Ok(())
    }

    fn shares(&self, value: &Value<'_>, shares: &mut Shares) -> Result<()> {
        const KEYS: [&str; 3] = ["usual", "cured", "examine"];
        for (key, value) in self.table(value)? {
            let DeValue::Integer(number) = value.get_ref() else {
                return Err(self.wrong(value, "a percentage: a whole number from 0 to 100"));
            };
            let percent = u32::from_str_radix(number.as_str(), number.radix()).ok();
            let Some(percent) = percent.filter(|percent| *percent <= 100) else {
                return Err(self.wrong(value, "a percentage: a whole number from 0 to 100"));
            };
            match key.get_ref().as_ref() {
                "usual" => shares.usual = percent * 10,
                "cured" => shares.cured = percent * 10,
                "examine" => shares.examine = percent * 10,
                _ => return Err(self.unknown(key, &KEYS)),
            }
        }
        Ok(())
    }

    fn target(&self, value: &Value<'_>) -> Result<WishedTarget> {
        const KEYS: [&str; 7] =
            ["name", "family", "command", "env", "always", "bisect-limit", "axes"];
        let table = self.table(value)?;
        let family = match (table.get("family"), table.get("name")) {
            (Some(family), _) => self.string(family)?,
            (None, Some(name)) => self.family_of(&self.string(name)?).to_owned(),
            (None, None) => String::new(),
        };
        let mut target = WishedTarget { family, ..WishedTarget::default() };
        let companions = families::named(self.families, &target.family).companions();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "name" => target.name = self.string(value)?,
                "family" => {}
                "command" => target.command = Some(self.command(value)?),
                "env" => {
                    for (key, value) in self.table(value)? {
                        let name = key.get_ref().to_string();
                        if name.is_empty() || name.contains(['=', '\0']) {
                            let message = format!("no variable can be called {name:?}");
                            return Err(self.error(key.span().start, message));
                        }
                        target.env.insert(name, self.string(value)?);
                    }
                }
                "always" => target.always = self.strings(value)?,
                "bisect-limit" => target.bisect_limit = Some(self.string(value)?),
                name if companions.contains(&name) => {
                    let program = self.program(value, &self.string(value)?)?;
                    target.companions.insert(name.to_owned(), program);
                }
                "axes" => target.axes = self.axes(value, &target.family)?,
                _ => return Err(self.unknown(key, &[&KEYS, companions].concat())),
            }
        }
        if target.name.is_empty() {
            return Err(self.error(value.span().start, "a compiler needs a `name`".into()));
        }
        Ok(target)
    }

    /// The family of a compiler by its name: the one it begins with, as names of those that are
    /// found do, or the first.
    fn family_of(&self, name: &str) -> &'static str {
        let is_its = |family: &&dyn Family| {
            let rest = name.strip_prefix(family.name());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let found = self.families.iter().copied().find(is_its);
        found.or(self.families.first().copied()).map_or("", Family::name)
    }

    fn command(&self, value: &Value<'_>) -> Result<Vec<String>> {
        let mut command = match value.get_ref() {
            DeValue::String(_) => vec![self.string(value)?],
            _ => self.strings(value)?,
        };
        let Some(program) = command.first_mut() else {
            return Err(self.wrong(value, "a program and its arguments"));
        };
        *program = self.program(value, program)?;
        Ok(command)
    }

    /// Where a program is.
    fn program(&self, value: &Value<'_>, name: &str) -> Result<String> {
        resolve(name).ok_or_else(|| {
            let message = format!("there is no program `{name}`");
            ConfigError { program_gone: true, ..self.error(value.span().start, message) }
        })
    }

    fn axes(&self, value: &Value<'_>, family: &str) -> Result<Vec<Axis>> {
        let rows = families::named(self.families, family).axis_rows();
        let mut axes = Vec::new();
        for (key, value) in self.table(value)? {
            let name = key.get_ref().as_ref();
            let Some(row) = rows.iter().find(|row| row.name == name) else {
                return Err(self.unknown_axis(key, family));
            };
            axes.push(Axis { name: name.to_owned(), kind: self.axis(value, row)? });
        }
        // Tables are unordered; axes are drawn and shown in the order of the family's list.
        axes.sort_by_key(|axis| rows.iter().position(|row| row.name == axis.name));
        Ok(axes)
    }

    /// An axis of another family is told apart from a slip of the hand.
    fn unknown_axis<K: AsRef<str>>(&self, key: &Spanned<K>, family: &str) -> ConfigError {
        let name = key.get_ref().as_ref();
        let mut all = self.families.iter().flat_map(|family| family.axis_rows());
        if all.any(|row| row.name == name) {
            let message = format!("the axis `{name}` means nothing to {family}");
            return self.error(key.span().start, message);
        }
        let rows = families::named(self.families, family).axis_rows();
        let known: Vec<&str> = rows.iter().map(|row| row.name).collect();
        self.unknown(key, &known)
    }

    fn axis(&self, value: &Value<'_>, row: &AxisRow) -> Result<AxisKind> {
        let single = std::slice::from_ref(value);
        let items = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => single.iter().collect::<Vec<_>>(),
        };
        let mut choices = Vec::new();
        for item in items {
            choices.push(self.choice(item, row)?);
        }
        if choices.iter().all(|choice| choice.weight == 0) {
            return Err(self.wrong(value, "at least one value with a weight of more than 0"));
        }
        if row.few {
            let of = choices.into_iter().map(|choice| choice.args).collect();
            return Ok(AxisKind::Few { permille: 250, most: 3, of });
        }
        Ok(AxisKind::One(choices))
    }

    /// A plain value, a list of words, or `{ value = …, weight = … }`.
    fn choice(&self, item: &Value<'_>, row: &AxisRow) -> Result<Choice> {
        let mut weight = 1;
        let mut plain = item;
        if let DeValue::Table(table) = item.get_ref() {
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "value" => plain = value,
                    "weight" => weight = self.integer(value, 0)? as u32,
                    _ => return Err(self.unknown(key, &["value", "weight"])),
                }
            }
        }
        if let DeValue::Array(_) = plain.get_ref() {
            // Words as they are, blanks and all.
            return Ok(Choice { args: self.strings(plain)?, weight });
        }
        let text = match plain.get_ref() {
            DeValue::String(_) => self.string(plain)?,
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Boolean(true) => "yes".into(),
            DeValue::Boolean(false) => "no".into(),
            _ => return Err(self.wrong(plain, "a string, a number, true or false")),
        };
        if let Some((values, why)) = row.only
            && !values.contains(&text.as_str())
        {
            return Err(self.error(plain.span().start, why.to_owned()));
        }
        let template = row.template;
        // An empty value, or `false` for a switch, is "as it is".
        let nothing = text.is_empty() || (!template.contains("{}") && text == "no");
        let full = if nothing { String::new() } else { template.replace("{}", &text) };
        Ok(Choice { args: full.split_ascii_whitespace().map(str::to_owned).collect(), weight })
    }
}

/// A program as an absolute path; `None` if there is none.
fn resolve(program: &str) -> Option<String> {
    let path = PathBuf::from(program);
    if program.contains('/') {
        let full = path.canonicalize().ok()?;
        // Wrappers and proxies look at their own name: links are not followed.
        let full = if path.is_absolute() { path } else { full };
        return Some(full.to_string_lossy().into_owned());
    }
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|directory| directory.join(program))
        .find(|candidate| candidate.is_file())
        .map(|found| found.to_string_lossy().into_owned())
}

/// How many letters have to change, be added or dropped.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
