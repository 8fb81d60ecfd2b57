//! Kinds of bugs that one compiler pass has, told apart by what reduced programs consist of.
//! Decides by shapes alone and knows no store, no compiler and no language. A doubt joins:
//! two bugs in one entry are noticed by whoever reads it, one bug in two entries is not.

use spektr_wing::{Feature, Shape};

/// Reduced programs that share so much of what they consist of show one bug. Of 1000, by
/// weight; between 22 seeded bugs it was 260 at most, within one of them 390 at least.
const SAME: u64 = 333;
/// Below this it may be another bug all the same.
const SURE: u64 = 500;
/// So much of what a reduced program consists of must be in a program that shows its bug.
const PRESENT: u64 = 667;
/// Features that name a kind.
const WORDS: usize = 3;

/// A reduced finding.
pub struct Member {
    pub finding: i64,
    pub shape: Shape,
    /// Compilers that showed the program as it was found, or did not.
    pub elsewhere: Vec<(String, bool)>,
}

/// What the store has as one bug.
pub struct Entry {
    pub bug: i64,
    pub findings: u64,
    /// Reduced findings; without any, the entry is known by its pass only.
    pub members: Vec<Member>,
}

/// The finding that decided, and how alike it is, of 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    pub finding: i64,
    pub permille: u64,
}

impl Likeness {
    pub fn is_doubtful(self) -> bool {
        self.permille < SURE
    }
}

/// What two programs have in common, of all that they have, of 1000.
pub fn likeness(one: &Shape, other: &Shape) -> u64 {
    let shared = one.weight_shared_with(other).min(other.weight_shared_with(one));
    let all = one.weight() + other.weight() - shared;
    (shared * 1000).checked_div(all).unwrap_or(0)
}

/// How much of a reduced program is in another program, of 1000.
fn presence(reduced: &Shape, whole: &Shape) -> u64 {
    let weight = reduced.weight();
    (reduced.weight_shared_with(whole) * 1000).checked_div(weight).unwrap_or(0)
}

/// The bug that a reduced program shows, if it is a known one.
pub fn known_kind(entries: &[Entry], shape: &Shape) -> Option<(i64, Likeness)> {
    let members = entries.iter().flat_map(|entry| entry.members.iter().map(|it| (entry.bug, it)));
    let all = members.map(|(bug, member)| {
        let permille = likeness(shape, &member.shape);
        (bug, Likeness { finding: member.finding, permille })
    });
    let alike = all.filter(|(_, likeness)| likeness.permille >= SAME);
    // Of equals the first.
    alike.reduce(|best, next| if next.1.permille > best.1.permille { next } else { best })
}

/// The known bug that a program as it was found most likely shows. `None` if it can be none
/// of them: it lacks what they need, or other compilers fare otherwise with it.
pub fn likely_kind(entries: &[Entry], whole: &Shape, elsewhere: &[(String, bool)]) -> Option<i64> {
    let fit = |entry: &Entry| {
        let able = entry.members.iter().filter(|member| agrees(&member.elsewhere, elsewhere));
        able.map(|member| presence(&member.shape, whole)).max()
    };
    let fits = entries.iter().filter_map(|entry| fit(entry).map(|fit| (fit, entry)));
    let able = fits.filter(|(fit, _)| *fit >= PRESENT);
    let best = able.reduce(|best, next| {
        let rank = |(fit, entry): &(u64, &Entry)| (*fit, entry.findings);
        if rank(&next) > rank(&best) { next } else { best }
    });
    best.map(|(_, entry)| entry.bug)
}

/// Whether no compiler shows one program and not the other.
fn agrees(one: &[(String, bool)], other: &[(String, bool)]) -> bool {
    let contradicts = |(name, shown): &(String, bool)| {
        other.iter().any(|(same, differently)| same == name && differently != shown)
    };
    !one.iter().any(contradicts)
}

/// A few words for a kind: the features that tell most.
pub fn words(shape: &Shape) -> String {
    let mut features: Vec<&Feature> = shape.features().iter().collect();
    features.sort_by_key(|feature| std::cmp::Reverse(feature.weight));
    let names: Vec<&str> = features.iter().take(WORDS).map(|it| it.name.as_str()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(features: &[(&str, u32)]) -> Shape {
        let feature = |&(name, weight): &(&str, u32)| Feature { name: name.to_owned(), weight };
        Shape::new(features.iter().map(feature))
    }

    fn entry(
        bug: i64,
        findings: u64,
        features: &[(&str, u32)],
        elsewhere: &[(&str, bool)],
    ) -> Entry {
        let elsewhere = elsewhere.iter().map(|&(name, shown)| (name.to_owned(), shown)).collect();
        let member = Member { finding: bug * 10, shape: shape(features), elsewhere };
        Entry { bug, findings, members: vec![member] }
    }

    fn entries() -> [Entry; 3] {
        [
            entry(1, 9, &[("union", 12), ("field", 1)], &[]),
            entry(2, 1, &[("discriminant", 12), ("loop", 4), ("cast", 2)], &[("old", false)]),
            Entry { bug: 3, findings: 5, members: Vec::new() },
        ]
    }

    #[test]
    fn what_a_reduced_program_has_by_the_way_does_not_split_a_bug() {
        let (bug, likeness) = known_kind(&entries(), &shape(&[("union", 12), ("add", 2)])).unwrap();
        assert_eq!((bug, likeness.finding), (1, 10));
        assert!(!likeness.is_doubtful());
        let (bug, likeness) = known_kind(&entries(), &shape(&[("union", 12), ("x", 12)])).unwrap();
        assert_eq!(bug, 1);
        assert!(likeness.is_doubtful(), "{likeness:?}");
    }

    #[test]
    fn what_has_nothing_telling_in_common_is_another_bug() {
        assert_eq!(known_kind(&entries(), &shape(&[("store", 12), ("loop", 4)])), None);
        assert_eq!(known_kind(&[], &shape(&[("store", 12)])), None);
    }

    #[test]
    fn a_program_that_lacks_what_a_bug_needs_does_not_show_it() {
        let likely = |features: &[(&str, u32)]| likely_kind(&entries(), &shape(features), &[]);
        assert_eq!(likely(&[("union", 12), ("field", 1), ("loop", 4)]), Some(1));
        assert_eq!(likely(&[("discriminant", 12), ("loop", 4), ("field", 1)]), Some(2));
        assert_eq!(likely(&[("loop", 4), ("field", 1)]), None);
        let both: &[_] =
            &[("union", 12), ("field", 1), ("discriminant", 12), ("loop", 4), ("cast", 2)];
        assert_eq!(likely(both), Some(1), "the more frequent one is more likely");
    }

    #[test]
    fn compilers_that_fare_otherwise_speak_against_a_bug() {
        let program = shape(&[("discriminant", 12), ("loop", 4), ("cast", 2)]);
        let seen = |shown| [("old".to_owned(), shown), ("new".to_owned(), true)];
        assert_eq!(likely_kind(&entries(), &program, &seen(false)), Some(2));
        assert_eq!(likely_kind(&entries(), &program, &seen(true)), None);
    }

    #[test]
    fn a_kind_is_named_by_what_tells_most() {
        let shape = shape(&[("a", 1), ("b", 12), ("c", 4), ("d", 12)]);
        assert_eq!(words(&shape), "b, d, c");
    }
}
