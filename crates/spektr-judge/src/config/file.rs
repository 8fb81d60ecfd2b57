//! `spektr.toml`, read strictly: an unknown key is an error that names the nearest
//! known one and the line. Reading starts no process and looks for no compiler.

use super::StageLimits;
use super::axes::{Axis, AxisKind, Choice};
use crate::compilers::{Abilities, Bisect, Compiler, Layer};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigFile {
    /// Directories with compilers, besides the usual ones.
    pub search: Vec<PathBuf>,
    pub limits: StageLimits,
    pub targets: Vec<WishedTarget>,
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
    /// A Miri that does not lie beside the compiler.
    pub miri: Option<String>,
    pub axes: Vec<Axis>,
}

impl WishedTarget {
    pub(super) fn compiler(&self) -> Compiler {
        Compiler {
            name: self.name.clone(),
            family: self.family.clone(),
            command: self.command.clone().unwrap_or_default(),
            env: self.env.clone(),
            version: Default::default(),
            abilities: Abilities {
                unoptimised: if self.family == "rustc" { vec![] } else { vec!["-O0".into()] },
                ..Abilities::default()
            },
        }
    }

    pub(super) fn bisect_into(&self, abilities: &mut Abilities) {
        if let Some(limit) = &self.bisect_limit {
            let (layer, limit, also) = (Layer::Llvm, limit.clone(), Vec::new());
            let bisect = Bisect { layer, limit, also, leave_out: None };
            abilities.bisects.push(bisect);
        }
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
/// let error = spektr_judge::config::parse("[[compiler]]\nname = \"x\"\ncomand = []").unwrap_err();
/// assert_eq!(error.to_string(), "line 3: unknown key `comand`, did you mean `command`?");
/// ```
pub fn parse(text: &str) -> Result<ConfigFile> {
    let reader = Reader { text };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        reader.error(at, error.message().to_owned())
    })?;
    let mut file = ConfigFile::default();
    for (key, value) in table.get_ref() {
        match key.get_ref().as_ref() {
            "search" => file.search = reader.strings(value)?.into_iter().map(Into::into).collect(),
            "limits" => reader.limits(value, &mut file.limits)?,
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
            _ => return Err(reader.unknown(key, &["search", "limits", "compiler"])),
        }
    }
    Ok(file)
}

/// Seconds, megabytes, processes and weights beyond this are slips of the hand, and products
/// of them would not fit.
const MOST: u64 = 1_000_000;

struct Reader<'t> {
    text: &'t str,
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

    fn target(&self, value: &Value<'_>) -> Result<WishedTarget> {
        const KEYS: [&str; 8] =
            ["name", "family", "command", "env", "always", "bisect-limit", "miri", "axes"];
        let mut target = WishedTarget { family: "rustc".into(), ..WishedTarget::default() };
        let table = self.table(value)?;
        if let Some(family) = table.get("family") {
            target.family = self.string(family)?;
        }
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
                "miri" => target.miri = Some(self.program(value, &self.string(value)?)?),
                "axes" => target.axes = self.axes(value, &target.family)?,
                _ => return Err(self.unknown(key, &KEYS)),
            }
        }
        if target.name.is_empty() {
            return Err(self.error(value.span().start, "a compiler needs a `name`".into()));
        }
        Ok(target)
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
        let mut axes = Vec::new();
        for (key, value) in self.table(value)? {
            let name = key.get_ref().as_ref();
            let known: Vec<&str> = AXES.iter().map(|row| row.name).collect();
            let Some(row) = AXES.iter().find(|row| row.name == name) else {
                return Err(self.unknown(key, &known));
            };
            let Some(template) = row.template(family) else {
                let message = format!("the axis `{name}` means nothing to {family}");
                return Err(self.error(key.span().start, message));
            };
            axes.push(Axis { name: name.to_owned(), kind: self.axis(value, row, template)? });
        }
        // Tables are unordered; axes are drawn and shown in the order of the list above.
        axes.sort_by_key(|axis| AXES.iter().position(|row| row.name == axis.name));
        Ok(axes)
    }

    fn axis(&self, value: &Value<'_>, row: &AxisRow, template: &str) -> Result<AxisKind> {
        let single = std::slice::from_ref(value);
        let items = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => single.iter().collect::<Vec<_>>(),
        };
        let mut choices = Vec::new();
        for item in items {
            choices.push(self.choice(item, row, template)?);
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

    /// A plain value, or `{ value = …, weight = … }`.
    fn choice(&self, item: &Value<'_>, row: &AxisRow, template: &str) -> Result<Choice> {
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
        let text = match plain.get_ref() {
            DeValue::String(_) => self.string(plain)?,
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Boolean(true) => "yes".into(),
            DeValue::Boolean(false) => "no".into(),
            _ => return Err(self.wrong(plain, "a string, a number, true or false")),
        };
        if row.name == "overflow-checks" && !matches!(text.as_str(), "no" | "off" | "false") {
            let why = "overflow checks have to stay off: programs wrap where the language wraps";
            return Err(self.error(plain.span().start, why.into()));
        }
        // An empty value, or `false` for a switch, is "as it is".
        let nothing = text.is_empty() || (!template.contains("{}") && text == "no");
        let full = if nothing { String::new() } else { template.replace("{}", &text) };
        Ok(Choice { args: full.split_ascii_whitespace().map(str::to_owned).collect(), weight })
    }
}

/// An axis by name, and what it means to each family.
struct AxisRow {
    name: &'static str,
    rustc: &'static str,
    c: &'static str,
    other: &'static str,
    /// Whether several values may be drawn together.
    few: bool,
}

impl AxisRow {
    /// The flag with `{}` for the value; `None` where the axis has no meaning.
    fn template(&self, family: &str) -> Option<&'static str> {
        let template = match family {
            "rustc" => self.rustc,
            "gcc" | "clang" | "tcc" => self.c,
            _ => self.other,
        };
        (!template.is_empty()).then_some(template)
    }
}

const fn row(name: &'static str, rustc: &'static str, c: &'static str) -> AxisRow {
    AxisRow { name, rustc, c, other: "", few: false }
}

const AXES: [AxisRow; 12] = [
    AxisRow { other: "-O{}", ..row("opt-level", "-Copt-level={}", "-O{}") },
    row("mir-opt-level", "-Zmir-opt-level={}", ""),
    AxisRow { few: true, ..row("passes", "-Zmir-enable-passes={}", "") },
    row("target-cpu", "-Ctarget-cpu={}", "-march={}"),
    row("randomize-layout", "-Zrandomize-layout", ""),
    row("codegen-units", "-Ccodegen-units={}", ""),
    row("lto", "-Clto={}", "-flto={}"),
    row("debuginfo", "-Cdebuginfo={}", "-g{}"),
    row("overflow-checks", "-Coverflow-checks={}", ""),
    row("llvm-args", "-Cllvm-args={}", "-mllvm {}"),
    row("sanitizer", "-Zsanitizer={}", "-fsanitize={}"),
    AxisRow { other: "{}", few: true, ..row("flags", "{}", "{}") },
];

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

    fn complaint(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_whole_file() {
        let file = parse(
            r#"
search = ["/opt/old"]

[limits]
compile-seconds = 20
run-megabytes = 100

[[compiler]]
name = "mine"
command = ["/bin/sh", "-x"]
env = { A = "1" }
always = ["-Zfoo"]

[compiler.axes]
opt-level = [3, { value = "s", weight = 4 }]
mir-opt-level = 4
passes = ["-GVN", "-Inline"]
randomize-layout = [true, false]
flags = ["-Ca -Cb"]
"#,
        )
        .unwrap();
        assert_eq!(file.search, [PathBuf::from("/opt/old")]);
        assert_eq!(file.limits.compile.cpu, Duration::from_secs(20));
        assert_eq!(file.limits.run.memory, 100 << 20);
        let target = &file.targets[0];
        assert_eq!(target.command.as_deref(), Some(&["/bin/sh".to_owned(), "-x".to_owned()][..]));
        let names: Vec<&str> = target.axes.iter().map(|axis| axis.name.as_str()).collect();
        assert_eq!(names, ["opt-level", "mir-opt-level", "passes", "randomize-layout", "flags"]);
        assert_eq!(
            target.axes[0].kind,
            AxisKind::One(vec![
                Choice { args: vec!["-Copt-level=3".into()], weight: 1 },
                Choice { args: vec!["-Copt-level=s".into()], weight: 4 },
            ])
        );
        assert_eq!(
            target.axes[3].kind,
            AxisKind::One(vec![
                Choice { args: vec!["-Zrandomize-layout".into()], weight: 1 },
                Choice { args: vec![], weight: 1 },
            ])
        );
    }

    #[test]
    fn wrong_keys_are_named_with_the_nearest_right_one() {
        assert_eq!(
            complaint("serach = []"),
            "line 1: unknown key `serach`, did you mean `search`?"
        );
        assert_eq!(
            complaint("[limits]\n\ncompile-second = 3"),
            "line 3: unknown key `compile-second`, did you mean `compile-seconds`?"
        );
        assert_eq!(
            complaint("[[compiler]]\nname = \"a\"\n[compiler.axes]\noptlevel = 3"),
            "line 4: unknown key `optlevel`, did you mean `opt-level`?"
        );
    }

    #[test]
    fn wrong_values_are_placed() {
        assert_eq!(complaint("\nsearch = 1"), "line 2: this should be an array");
        assert_eq!(
            complaint("[limits]\nrun-seconds = 0"),
            "line 2: this should be a whole number of at least 1 and at most 1000000"
        );
        assert_eq!(
            complaint("[[compiler]]\nfamily = \"gcc\""),
            "line 1: a compiler needs a `name`"
        );
        assert!(complaint("x = = 1").starts_with("line 1: "));
    }

    #[test]
    fn numbers_beyond_all_reason() {
        for key in ["compile-seconds", "run-seconds", "compile-megabytes", "processes"] {
            for number in
                ["18446744073709551615", "17592186044416", "-1", "1.5", "99999999999999999999"]
            {
                let said = complaint(&format!("[limits]\n{key} = {number}"));
                assert!(said.starts_with("line 2: this should be a whole number"), "{said}");
            }
        }
        let file = parse("[limits]\nrun-seconds = 0x1_0\ncompile-seconds = 1_0").unwrap();
        assert_eq!(file.limits.run.cpu, Duration::from_secs(16));
        assert_eq!(file.limits.compile.cpu, Duration::from_secs(10));
    }

    #[test]
    fn compilers_that_cannot_be() {
        let with = |line: &str| complaint(&format!("[[compiler]]\nname = \"c\"\n{line}"));
        for axis in ["[]", "[{ value = 1, weight = 0 }]", "{ value = 1, weight = 0 }"] {
            let said = with(&format!("axes = {{ opt-level = {axis} }}"));
            assert!(said.contains("at least one value with a weight"), "{said}");
        }
        assert!(with("axes = { opt-level = { value = 1, weight = 4294967296 } }").contains("most"));
        assert!(with("env = { \"A=B\" = \"x\" }").contains("no variable can be called \"A=B\""));
        assert!(with("env = { A = \"x\\u0000\" }").contains("NUL"));
        assert!(with("axes = { target-cpu = \"x\\u0000\" }").contains("NUL"));
        assert_eq!(
            with("[[compiler]]\nname = \"c\""),
            "line 3: another compiler is called `c` too"
        );
    }

    #[test]
    fn axes_belong_to_families() {
        assert_eq!(
            complaint("[[compiler]]\nname = \"c\"\nfamily = \"gcc\"\naxes = { mir-opt-level = 4 }"),
            "line 4: the axis `mir-opt-level` means nothing to gcc"
        );
        assert!(
            complaint("[[compiler]]\nname = \"c\"\naxes = { overflow-checks = true }")
                .contains("have to stay off")
        );
    }

    #[test]
    fn distances() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
