//! The shape of a program: what it consists of, as far as that may tell which bug it shows.
//! Plain data; what two shapes have in common is for the hall to judge.

/// One thing a program has: a construct, or a relation between some.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feature {
    pub name: String,
    /// How much it tells. What a reducer removes wherever it can, and is still there, tells
    /// much; what stands for one of many ways to make or show a value tells little.
    pub weight: u32,
}

/// Features by name, each once. A larger program that contains a smaller one has all of the
/// smaller one's features. Without any, the wing cannot tell bugs apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    features: Vec<Feature>,
}

impl Shape {
    pub fn new(features: impl IntoIterator<Item = Feature>) -> Shape {
        let mut features: Vec<Feature> = features.into_iter().collect();
        features.sort();
        features.dedup_by(|later, first| later.name == first.name);
        Shape { features }
    }

    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    pub fn has(&self, name: &str) -> bool {
        self.features.binary_search_by(|feature| feature.name.as_str().cmp(name)).is_ok()
    }

    pub fn weight(&self) -> u64 {
        self.features.iter().map(|feature| u64::from(feature.weight)).sum()
    }

    /// The weight of what the other one has too.
    pub fn weight_shared_with(&self, other: &Shape) -> u64 {
        let shared = self.features.iter().filter(|feature| other.has(&feature.name));
        shared.map(|feature| u64::from(feature.weight)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(features: &[(&str, u32)]) -> Shape {
        let feature = |&(name, weight): &(&str, u32)| Feature { name: name.to_owned(), weight };
        Shape::new(features.iter().map(feature))
    }

    #[test]
    fn a_feature_counts_once_and_only_what_both_have_is_shared() {
        let one = shape(&[("b", 2), ("a", 1), ("b", 2)]);
        assert_eq!(one.weight(), 3);
        assert!(one.has("a") && one.has("b") && !one.has("c"));
        assert_eq!(one.weight_shared_with(&shape(&[("c", 5), ("b", 2)])), 2);
        assert_eq!(one.weight_shared_with(&Shape::default()), 0);
    }
}
