//! Axes of flags, and configurations drawn from them. A configuration is a list of
//! settings that can each be left out: that is how triage finds the few that matter.

use serde::{Deserialize, Serialize};
use spektr_entropy::Entropy;
use std::fmt;

/// One thing that varies from program to program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    pub name: String,
    pub kind: AxisKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AxisKind {
    /// Exactly one of the choices.
    One(Vec<Choice>),
    /// Mostly nothing; in `permille` of 1000 programs, one to `most` of these.
    Few { permille: u32, most: u32, of: Vec<Vec<String>> },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Arguments of the compiler; none is a choice too.
    pub args: Vec<String>,
    pub weight: u32,
}

/// One value on one axis.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Setting {
    pub axis: String,
    pub args: Vec<String>,
}

/// The flags of one compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Configuration {
    pub settings: Vec<Setting>,
}

impl Configuration {
    /// A configuration of plain flags, each a setting of its own.
    pub fn of_flags<S: AsRef<str>>(flags: &[S]) -> Configuration {
        let setting = |flag: &S| Setting {
            axis: "flags".into(),
            args: flag.as_ref().split_ascii_whitespace().map(str::to_owned).collect(),
        };
        Configuration { settings: flags.iter().map(setting).collect() }
    }

    pub fn args(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().flat_map(|setting| setting.args.iter().map(String::as_str))
    }

    /// This configuration and one more setting, which comes last and so wins.
    pub fn with(&self, axis: &str, args: &str) -> Configuration {
        let mut settings = self.settings.clone();
        settings.push(Setting {
            axis: axis.to_owned(),
            args: args.split_ascii_whitespace().map(str::to_owned).collect(),
        });
        Configuration { settings }
    }

    /// Only the settings at these places.
    pub fn only(&self, kept: &[usize]) -> Configuration {
        let settings = kept.iter().filter_map(|&k| self.settings.get(k).cloned()).collect();
        Configuration { settings }
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, arg) in self.args().enumerate() {
            if k > 0 {
                f.write_str(" ")?;
            }
            f.write_str(arg)?;
        }
        Ok(())
    }
}

/// Draws on every axis from a stream of its own, so that a new axis does not change
/// what the others give.
pub(super) fn draw(axes: &[Axis], seed: u64, target: &str) -> Configuration {
    let mut configuration = Configuration::default();
    for axis in axes {
        let mut entropy = Entropy::named(seed, &format!("{target}/{}", axis.name));
        for args in axis.kind.draw(&mut entropy) {
            if !args.is_empty() {
                configuration.settings.push(Setting { axis: axis.name.clone(), args });
            }
        }
    }
    configuration
}

impl AxisKind {
    fn draw(&self, entropy: &mut Entropy) -> Vec<Vec<String>> {
        match self {
            AxisKind::One(choices) => {
                let weights: Vec<u32> = choices.iter().map(|choice| choice.weight).collect();
                let chosen = entropy.weighted(&weights);
                chosen.map(|k| choices[k].args.clone()).into_iter().collect()
            }
            AxisKind::Few { permille, most, of } => {
                if of.is_empty() || !entropy.permille(*permille) {
                    return Vec::new();
                }
                let wanted = 1 + entropy.index((*most).max(1) as usize);
                let mut places: Vec<usize> = (0..of.len()).collect();
                entropy.shuffle(&mut places);
                places.truncate(wanted);
                places.sort_unstable();
                places.into_iter().map(|k| of[k].clone()).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes() -> Vec<Axis> {
        let choice = |arg: &str, weight| Choice { args: vec![arg.into()], weight };
        let few = |name: &str| vec![format!("-no-{name}")];
        vec![
            Axis {
                name: "level".into(),
                kind: AxisKind::One(vec![choice("-O3", 3), choice("-O1", 1), choice("-O9", 0)]),
            },
            Axis {
                name: "passes".into(),
                kind: AxisKind::Few {
                    permille: 500,
                    most: 2,
                    of: vec![few("a"), few("b"), few("c")],
                },
            },
        ]
    }

    #[test]
    fn drawing_is_repeatable_and_follows_the_weights() {
        let axes = axes();
        let drawn: Vec<Configuration> = (0..1000).map(|seed| draw(&axes, seed, "x")).collect();
        assert_eq!(drawn, (0..1000).map(|seed| draw(&axes, seed, "x")).collect::<Vec<_>>());
        let count = |flag: &str| drawn.iter().filter(|it| it.args().any(|arg| arg == flag)).count();
        assert!((650..850).contains(&count("-O3")), "{}", count("-O3"));
        assert_eq!(count("-O9"), 0);
        assert!((150..350).contains(&count("-no-b")), "{}", count("-no-b"));
        assert!(drawn.iter().all(|it| it.settings.len() <= 3));
    }

    #[test]
    fn an_axis_does_not_disturb_another() {
        let mut fewer = axes();
        fewer.remove(0);
        for seed in 0..100 {
            let all = draw(&axes(), seed, "x");
            let rest = draw(&fewer, seed, "x");
            assert!(rest.settings.iter().all(|setting| all.settings.contains(setting)));
        }
    }

    #[test]
    fn settings_can_be_left_out() {
        let all = Configuration::of_flags(&["-a", "-b 1", "-c"]);
        assert_eq!(all.to_string(), "-a -b 1 -c");
        assert_eq!(all.only(&[0, 1]).with("x", "-d").to_string(), "-a -b 1 -d");
    }
}
