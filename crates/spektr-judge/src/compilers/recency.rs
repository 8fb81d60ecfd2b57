//! Which of two compilers is newer, by what they say about themselves. Their names say
//! nothing: `nightly` may be of last year.

/// How new a compiler is. What says nothing about itself is older than everything.
///
/// ```
/// use spektr_judge::compilers::Recency;
/// let nightly = Recency::of("tool 1.97.0-nightly (0123abc 2026-05-01)");
/// assert!(nightly > Recency::of("tool 1.95.0 (4567def 2026-04-12)"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recency {
    numbers: Vec<u64>,
    /// Year, month, day; of two builds of one version the later is the newer.
    date: Option<[u64; 3]>,
    /// What has a word behind its number, such as `-beta`, comes before the release.
    released: bool,
}

impl Recency {
    /// Reads the line in which a compiler says its version.
    pub fn of(version: &str) -> Recency {
        let mut words = version.split([' ', '(', ')', ',']);
        let release = words.clone().find(|word| is_release(word)).unwrap_or_default();
        let (numbers, rest) = release.split_once('-').map_or((release, ""), |(a, b)| (a, b));
        Recency {
            numbers: numbers.split('.').map_while(|number| number.parse().ok()).collect(),
            date: words.find_map(date),
            released: !rest.starts_with(|c: char| c.is_ascii_alphabetic()),
        }
    }
}

/// `1.97.0-nightly`, `12.2.0-14+deb12u1`, `19.1`.
fn is_release(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.')
}

/// `2026-05-01`.
fn date(word: &str) -> Option<[u64; 3]> {
    let parts: Option<Vec<u64>> = word.split('-').map(|part| part.parse().ok()).collect();
    <[u64; 3]>::try_from(parts?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_from_old_to_new() {
        let ascending = [
            "no version at all",
            "tool 1.85.0 (4d91de4e4 2025-02-17) (Debian 1.85.0+dfsg3-1)",
            "tool 1.85.1 (4eb161250 2025-03-15)",
            "tool 1.96.0-nightly (1111111 2026-03-01)",
            "tool 1.96.0-nightly (2222222 2026-03-02)",
            "tool 1.96.0-beta.2 (3333333 2026-04-20)",
            "tool 1.96.0 (4444444 2026-05-28)",
            "tool 1.97.0-dev",
            "tool 1.97.0",
            "tool 1.100.0-nightly (0000000 2026-08-01)",
        ];
        for pair in ascending.windows(2) {
            assert!(Recency::of(pair[0]) < Recency::of(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn other_families_are_read_too() {
        let other = Recency::of("other-12 (Debian 12.2.0-14+deb12u1) 12.2.0");
        assert!(other < Recency::of("other-13 (Debian 13.1.0-1) 13.1.0"));
        assert!(Recency::of("Debian third version 19.1.7") > other);
        assert_eq!(Recency::of("minic 1.2.3"), Recency::of("another 1.2.3"));
    }
}
