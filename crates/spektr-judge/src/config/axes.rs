//! Axes of flags, and flags drawn from them. What is drawn is a list of settings that can each
//! be left out: that is how triage finds the few that matter.

use super::Flag;
use serde::{Deserialize, Serialize};
use spektr_entropy::Entropy;

/// One thing that varies from program to program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    pub name: String,
    pub kind: AxisKind,
}

impl Axis {
    /// An axis with one of these choices; an empty text is "as it is".
    pub fn one(name: &str, choices: &[(&str, u32)]) -> Axis {
        let choice = |&(text, weight): &(&str, u32)| Choice {
            args: text.split_ascii_whitespace().map(str::to_owned).collect(),
            weight,
        };
        Axis { name: name.to_owned(), kind: AxisKind::One(choices.iter().map(choice).collect()) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AxisKind {
    /// Exactly one of the choices.
    One(Vec<Choice>),
    /// Mostly nothing; in `permille` of 1000 programs, one to `most` of these.
    Few { permille: u32, most: u32, of: Vec<Vec<String>> },
    /// One argument: a list of one to `most` of these in any order, in the place of `{}`.
    List { template: String, most: u32, of: Vec<String> },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Arguments of the compiler; none is a choice too.
    pub args: Vec<String>,
    pub weight: u32,
}

/// An axis that a configuration file may name, and what it means to a family.
#[derive(Clone, Copy, Debug)]
pub struct AxisRow {
    pub name: &'static str,
    /// The flag with `{}` for the value.
    pub template: &'static str,
    /// Whether several values may be drawn together.
    pub few: bool,
    /// The only values it may have, and why, if not every value is sound.
    pub only: Option<(&'static [&'static str], &'static str)>,
}

impl AxisRow {
    pub const fn one(name: &'static str, template: &'static str) -> AxisRow {
        AxisRow { name, template, few: false, only: None }
    }

    pub const fn few(name: &'static str, template: &'static str) -> AxisRow {
        AxisRow { name, template, few: true, only: None }
    }

    pub const fn fixed(
        name: &'static str,
        template: &'static str,
        values: &'static [&'static str],
        why: &'static str,
    ) -> AxisRow {
        AxisRow { name, template, few: false, only: Some((values, why)) }
    }
}

/// Draws on every axis from a stream of its own, so that a new axis does not change
/// what the others give.
pub(super) fn draw(axes: &[Axis], seed: u64, target: &str) -> Vec<Flag> {
    let mut flags = Vec::new();
    for axis in axes {
        let mut entropy = Entropy::named(seed, &format!("{target}/{}", axis.name));
        let drawn = axis.kind.draw(&mut entropy).into_iter().filter(|args| !args.is_empty());
        flags.extend(drawn.map(Flag::of_words));
    }
    flags
}

/// One of some weighted choices, from a stream of its own.
pub(super) fn choose(choices: &[Choice], seed: u64, name: &str) -> Vec<Flag> {
    let mut entropy = Entropy::named(seed, name);
    let weights: Vec<u32> = choices.iter().map(|choice| choice.weight).collect();
    let chosen = entropy.weighted(&weights).map(|k| &choices[k]);
    chosen.into_iter().flat_map(|choice| choice.args.iter().map(Flag::word)).collect()
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
            AxisKind::List { template, most, of } => {
                if of.is_empty() {
                    return Vec::new();
                }
                let wanted = 1 + entropy.index((*most).max(1) as usize);
                let drawn: Vec<&str> =
                    (0..wanted).map(|_| of[entropy.index(of.len())].as_str()).collect();
                vec![vec![template.replace("{}", &drawn.join(","))]]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes() -> Vec<Axis> {
        let few = |name: &str| vec![format!("-no-{name}")];
        let of = vec![few("a"), few("b"), few("c")];
        vec![
            Axis::one("level", &[("-O3", 3), ("-O1", 1), ("-O9", 0)]),
            Axis { name: "passes".into(), kind: AxisKind::Few { permille: 500, most: 2, of } },
        ]
    }

    #[test]
    fn drawing_is_repeatable_and_follows_the_weights() {
        let axes = axes();
        let drawn: Vec<Vec<Flag>> = (0..1000).map(|seed| draw(&axes, seed, "x")).collect();
        assert_eq!(drawn, (0..1000).map(|seed| draw(&axes, seed, "x")).collect::<Vec<_>>());
        let count = |flag: &str| drawn.iter().filter(|it| it.contains(&Flag::word(flag))).count();
        assert!((650..850).contains(&count("-O3")), "{}", count("-O3"));
        assert_eq!(count("-O9"), 0);
        assert!((150..350).contains(&count("-no-b")), "{}", count("-no-b"));
        assert!(drawn.iter().all(|it| it.len() <= 3));
    }

    #[test]
    fn lists_are_one_argument() {
        let of = ["a", "b", "c"].map(str::to_owned).to_vec();
        let kind = AxisKind::List { template: "-p={}".into(), most: 3, of };
        let axes = [Axis { name: "list".into(), kind }];
        let drawn: Vec<String> =
            (0..200).flat_map(|seed| draw(&axes, seed, "x")).map(|it| it.to_string()).collect();
        assert_eq!(drawn.len(), 200);
        let lengths = |wanted: usize| drawn.iter().any(|it| it.split(',').count() == wanted);
        assert!(
            drawn.iter().all(|it| it.starts_with("-p=")) && (1..=3).all(lengths) && !lengths(4)
        );
    }

    #[test]
    fn an_axis_does_not_disturb_another() {
        let mut fewer = axes();
        fewer.remove(0);
        for seed in 0..100 {
            let all = draw(&axes(), seed, "x");
            let rest = draw(&fewer, seed, "x");
            assert!(rest.iter().all(|flag| all.contains(flag)));
        }
    }
}
