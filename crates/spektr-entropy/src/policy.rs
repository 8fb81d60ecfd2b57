//! Policies: what a generated program should look like, as a file with sections of numbers.
//! A section is defined once, with [`policy_section!`](crate::policy_section): its struct,
//! its defaults, the range each key allows and the words that explain it follow. What the
//! keys mean is the caller's affair.

use std::fmt::{Display, Write};
use std::ops::RangeInclusive;

use crate::Entropy;

/// One section of a policy.
pub trait Section {
    /// Appends the section as it stands in a file, every key explained.
    fn explain(&self, section: &str, out: &mut String);

    /// A message with the key and its range, if a value is outside it.
    fn check(&self, section: &str) -> Result<(), String>;
}

/// What a key of a section may be.
pub trait Value: Display {
    fn is_within(&self, range: &RangeInclusive<u32>) -> bool;
}

impl Value for u32 {
    fn is_within(&self, range: &RangeInclusive<u32>) -> bool {
        range.contains(self)
    }
}

impl Value for bool {
    fn is_within(&self, _: &RangeInclusive<u32>) -> bool {
        true
    }
}

/// The complaint about a value outside its range.
pub fn check_value(
    section: &str,
    key: &str,
    value: &impl Value,
    range: RangeInclusive<u32>,
) -> Result<(), String> {
    if value.is_within(&range) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(format!("[{section}] {key} = {value} is out of its range: {low} to {high}"))
}

/// Appends a key as it stands in a file, with its explanation above it.
pub fn explain_key(about: &[&str], key: &str, value: &impl Display, out: &mut String) {
    for line in about {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "#{line}");
    }
    let _ = writeln!(out, "{key} = {value}");
}

/// The complaint about weights of constructs that are unknown or too large.
pub fn check_weights<'a>(
    section: &str,
    weights: impl IntoIterator<Item = (&'a String, &'a u32)>,
    known: &[&str],
) -> Result<(), String> {
    for (name, weight) in weights {
        if !known.contains(&name.as_str()) {
            return Err(format!(
                "unknown construct `{name}` in [{section}]; known are: {}",
                known.join(", ")
            ));
        }
        check_value(section, name, weight, 0..=LARGEST_WEIGHT)?;
    }
    Ok(())
}

/// Weights are added up and multiplied by small factors.
pub const LARGEST_WEIGHT: u32 = 1_000_000;

/// A size between two, even on a log scale, with integers only: first the power of two,
/// then within it.
pub fn draw_size(min: u32, max: u32, entropy: &mut Entropy) -> u32 {
    let (min, max) = (min.max(1), max.max(1));
    let power = entropy.range(u64::from(min.ilog2()), u64::from(max.ilog2())) as u32;
    let low = (1u32 << power).max(min);
    let high = ((1u64 << (power + 1)) - 1).min(u64::from(max)) as u32;
    entropy.range(u64::from(low.min(high)), u64::from(high)) as u32
}

/// Shares of 1000 drawn anew: between a third and three times what they were, and never
/// almost always.
pub fn shuffle_shares<'a>(shares: impl IntoIterator<Item = &'a mut u32>, entropy: &mut Entropy) {
    for share in shares {
        let factor = entropy.range(333, 3000);
        *share = (u64::from(*share) * factor / 1000).min(850) as u32;
    }
}

/// Weights drawn anew in place: see [`redraw_weights`](crate::redraw_weights).
pub fn shuffle_weights<const N: usize>(weights: [&mut u32; N], entropy: &mut Entropy) {
    let redrawn = crate::redraw_weights(entropy, &weights.each_ref().map(|weight| **weight));
    for (weight, new) in weights.into_iter().zip(redrawn) {
        *weight = new;
    }
}

/// Weights of which each is silenced unless it is kept, in `keep` of 1000 cases.
pub fn leave_out<'a>(
    weights: impl IntoIterator<Item = &'a mut u32>,
    keep: u32,
    entropy: &mut Entropy,
) {
    for weight in weights {
        if !entropy.permille(keep) {
            *weight = 0;
        }
    }
}

/// Defines one section: the struct that a `[section]` of the file is read into, its
/// defaults, and the range and explanation of each key. The range after the section's name
/// is that of all keys that do not name their own. The caller needs `serde`.
///
/// ```
/// use spektr_entropy::policy::Section;
/// spektr_entropy::policy_section! {
///     /// How large a program grows.
///     Size: 0..=1000 {
///         /// Statements, at most.
///         max: u32 = 800 in 1..=100000,
///         /// Functions, at most.
///         functions: u32 = 24,
///         /// Whether sizes vary.
///         varied: bool = true,
///     }
/// }
/// let size = Size { functions: 1001, ..Size::default() };
/// let complaint = "[size] functions = 1001 is out of its range: 0 to 1000";
/// assert_eq!(size.check("size"), Err(complaint.to_owned()));
/// let mut text = String::new();
/// Size::default().explain("size", &mut text);
/// assert!(text.contains("# Statements, at most.\nmax = 800\n"));
/// ```
#[macro_export]
macro_rules! policy_section {
    ($(#[doc = $about:literal])+ $name:ident: $least:literal ..= $most:literal {
        $(
            $(#[doc = $doc:literal])+
            $key:ident: $ty:ty = $default:literal $(in $low:literal ..= $high:literal)?,
        )+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $key: $ty,)+
        }

        impl ::core::default::Default for $name {
            fn default() -> Self {
                $name { $($key: $default,)+ }
            }
        }

        impl $crate::policy::Section for $name {
            fn explain(&self, section: &str, out: &mut ::std::string::String) {
                for line in [$($about),+] {
                    out.push_str(&::std::format!("#{line}\n"));
                }
                out.push_str(&::std::format!("[{section}]\n"));
                $($crate::policy::explain_key(&[$($doc),+], stringify!($key), &self.$key, out);)+
                out.push('\n');
            }

            fn check(
                &self,
                section: &str,
            ) -> ::core::result::Result<(), ::std::string::String> {
                $(
                    let range = $crate::policy_section!(
                        @range ($least ..= $most) $(($low ..= $high))?
                    );
                    $crate::policy::check_value(section, stringify!($key), &self.$key, range)?;
                )+
                Ok(())
            }
        }
    };
    (@range ($default:expr)) => { $default };
    (@range ($default:expr) ($own:expr)) => { $own };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_stay_in_their_range_and_cover_it() {
        let mut entropy = Entropy::new(1);
        let sizes: Vec<u32> = (0..500).map(|_| draw_size(30, 5000, &mut entropy)).collect();
        assert!(sizes.iter().all(|size| (30..=5000).contains(size)));
        assert!(sizes.iter().any(|&size| size < 60) && sizes.iter().any(|&size| size > 2500));
        assert_eq!(draw_size(0, 0, &mut entropy), 1);
        assert_eq!(draw_size(u32::MAX, u32::MAX, &mut entropy), u32::MAX);
    }

    #[test]
    fn shares_are_never_almost_always_and_silence_stays() {
        let mut entropy = Entropy::new(1);
        for _ in 0..200 {
            let mut shares = [0, 30, 900];
            shuffle_shares(&mut shares, &mut entropy);
            assert_eq!(shares[0], 0);
            assert!((9..=90).contains(&shares[1]) && (299..=850).contains(&shares[2]));
        }
    }

    #[test]
    fn weights_of_unknown_constructs_and_huge_ones_are_named() {
        let weights = |name: &str, weight| [(name.to_owned(), weight)];
        let check = |weights: &[(String, u32)]| {
            check_weights("constructs", weights.iter().map(|(n, w)| (n, w)), &["copy", "cast"])
        };
        assert_eq!(check(&weights("copy", LARGEST_WEIGHT)), Ok(()));
        let unknown = check(&weights("nonsense", 1)).expect_err("an unknown name");
        assert!(unknown.contains("`nonsense`") && unknown.contains("copy, cast"));
        let huge = check(&weights("cast", u32::MAX)).expect_err("a huge weight");
        assert!(huge.contains("cast = 4294967295") && huge.contains("0 to 1000000"));
    }

    #[test]
    fn what_is_left_out_is_silent() {
        let mut weights = [5; 1000];
        leave_out(&mut weights, 700, &mut Entropy::new(1));
        let kept = weights.iter().filter(|&&weight| weight == 5).count();
        assert!((640..760).contains(&kept) && weights.iter().all(|w| [0, 5].contains(w)));
        let mut pair = [0, 8];
        let [a, b] = &mut pair;
        shuffle_weights([a, b], &mut Entropy::new(1));
        assert_eq!(pair[0], 0);
        assert!((1..=64).contains(&pair[1]));
    }
}
