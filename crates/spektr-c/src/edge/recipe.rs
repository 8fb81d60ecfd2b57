//! The seed string: all that decides about a program, as the paper writes it:
//! `seed,wrappers,p1,…,p7`. Wrappers are 0 for functions, 1 for macros, 2 for a mix; the others are
//! the probabilities of the relaxations, in the order of the paper's Table 1.

use std::fmt;
use std::str::FromStr;

use spektr_entropy::Entropy;

use super::relax::{Mode, RELAXATIONS};

/// How safe-math wrappers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    Functions,
    Macros,
    #[default]
    Mix,
}

/// How many relaxations there are.
pub const COUNT: usize = RELAXATIONS.len();

/// A seed string, taken apart. Probabilities are of 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub seed: u64,
    pub style: Style,
    pub chances: [u32; COUNT],
}

impl Recipe {
    /// Without any relaxation.
    pub fn strict(seed: u64, style: Style) -> Recipe {
        Recipe { seed, style, chances: [0; COUNT] }
    }

    /// Draws what the seed leaves open: each relaxation is on in half of all programs, with a
    /// probability from its range.
    pub fn draw(seed: u64, mode: Mode) -> Recipe {
        let mut entropy = Entropy::named(seed, "edge recipe");
        let style = [Style::Functions, Style::Macros, Style::Mix][entropy.index(3)];
        let chances = RELAXATIONS.map(|row| {
            let (low, high) = row.range(mode);
            let (on, chance) = (entropy.coin(), entropy.range(low.into(), high.into()) as u32);
            if on { chance } else { 0 }
        });
        Recipe { seed, style, chances }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.seed, self.style as u8)?;
        for chance in self.chances {
            match chance {
                0 => f.write_str(",0")?,
                1000 => f.write_str(",1")?,
                _ => write!(f, ",{}", format!("0.{chance:03}").trim_end_matches('0'))?,
            }
        }
        Ok(())
    }
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Recipe, String> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        if words.len() != 2 + COUNT {
            return Err(format!(
                "a seed string has {} numbers: seed,wrappers,p1,…,p{COUNT}; this has {}",
                2 + COUNT,
                words.len()
            ));
        }
        let seed = words[0].parse().map_err(|_| format!("`{}` is no seed", words[0]))?;
        let style = match words[1] {
            "0" => Style::Functions,
            "1" => Style::Macros,
            "2" => Style::Mix,
            other => return Err(format!("wrappers are 0, 1 or 2, not `{other}`")),
        };
        let mut chances = [0; COUNT];
        for (chance, word) in chances.iter_mut().zip(&words[2..]) {
            *chance = permille(word).ok_or_else(|| format!("`{word}` is no probability"))?;
        }
        Ok(Recipe { seed, style, chances })
    }
}

/// `0.35` as 350.
fn permille(word: &str) -> Option<u32> {
    let (whole, rest) = word.split_once('.').unwrap_or((word, ""));
    if rest.len() > 3 || !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    let value = whole.checked_mul(1000)? + format!("{rest:0<3}").parse::<u32>().ok()?;
    (value <= 1000).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_example_is_read_and_written() {
        let recipe: Recipe = "1621474906, 2, 0.8, 0, 0, 0, 0.3, 0, 0".parse().expect("a string");
        assert_eq!(recipe.style, Style::Mix);
        assert_eq!(recipe.chances, [800, 0, 0, 0, 300, 0, 0]);
        assert_eq!(recipe.to_string(), "1621474906,2,0.8,0,0,0,0.3,0,0");
        for seed in 0..200 {
            for mode in [Mode::Miscompilation, Mode::Crash] {
                let drawn = Recipe::draw(seed, mode);
                assert_eq!(drawn.to_string().parse(), Ok(drawn));
            }
        }
    }

    #[test]
    fn what_is_no_seed_string_is_refused() {
        for text in ["", "1,2", "1,3,0,0,0,0,0,0,0", "1,2,1.5,0,0,0,0,0,0", "x,2,0,0,0,0,0,0,0"] {
            assert!(text.parse::<Recipe>().is_err(), "{text}");
        }
    }
}
