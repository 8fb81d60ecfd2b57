//! What a generated program should look like: one documented definition per knob, from
//! which the defaults, the file format and its explanation follow. A policy knows no
//! program; [`super::swarm`] turns it into the settings of one program.

use std::collections::BTreeMap;

use serde::Deserialize;
use spektr_entropy::policy::{Section, check_weights};
use spektr_entropy::policy_section;
use spektr_wing::NamedPolicy;

policy_section! {
    /// How large a program grows. Counts are of statements and terminators as written.
    Size: 1..=1000 {
        /// The smallest program; sizes in between are drawn evenly on a log scale, because
        /// small programs compile faster and large ones meet more interactions.
        min: u32 = 500 in 1..=1000000,
        /// The largest program.
        max: u32 = 8000 in 1..=1000000,
        /// Functions besides the entry, at most, in programs of common size; larger ones have
        /// one for every hundred statements.
        functions: u32 = 24 in 0..=10000,
        /// Statements in one function, about, decoys aside. Optimizers take time that grows
        /// faster than a function does.
        function: u32 = 400 in 1..=1000000,
        /// How deep calls nest while functions are first generated.
        call_depth: u32 = 5 in 0..=64,
        /// Executed steps per statement asked for, at most: bounds loops and calls again.
        steps_per_statement: u32 = 2 in 1..=1000,
    }
}

policy_section! {
    /// Swarm testing and parameter shuffling, drawn from the seed for each program.
    Swarm: 0..=1000 {
        /// Whether constructs and kinds of types are left out at random.
        enabled: bool = true,
        /// How many of 1000 constructs stay. High, since constructs feed one another.
        keep: u32 = 850,
        /// How many of 1000 programs may use what the oldest compilers under test do not know
        /// (`newer` in the table); slices come and go with it.
        newer: u32 = 350,
        /// Whether weights and shares are redrawn around what the policy says.
        shuffle: bool = true,
    }
}

policy_section! {
    /// The types of a program. Entries are weights unless said otherwise.
    TypeMix: 0..=1000000 {
        /// Composite types to start with, at most.
        count: u32 = 18 in 0..=1000,
        /// Fields of a tuple, struct or variant, at most.
        fields: u32 = 5 in 1..=64,
        /// Elements of an array, at most.
        elements: u32 = 8 in 1..=4096,
        /// How deep aggregates nest by value.
        depth: u32 = 3 in 0..=16,
        /// Signed and unsigned integers.
        int: u32 = 40,
        /// `f32` and `f64`.
        float: u32 = 8,
        /// `bool`.
        boolean: u32 = 7,
        /// `char`.
        character: u32 = 5,
        /// `()` and other types without a byte.
        zero_sized: u32 = 2,
        /// Tuples.
        tuple: u32 = 9,
        /// Arrays.
        array: u32 = 10,
        /// Structs of every representation.
        structure: u32 = 9,
        /// Enums with and without fields, niches and discriminants.
        enumeration: u32 = 9,
        /// Unions.
        union: u32 = 5,
        /// `*const` and `*mut`.
        raw_pointer: u32 = 14,
        /// `&` and `&mut`.
        reference: u32 = 10,
        /// Pointers to slices.
        slice: u32 = 3,
        /// Structs and enums that hold pointers to themselves.
        recursive: u32 = 3,
        /// How many of 1000 programs have `f16` and `f128` too.
        wide_float: u32 = 60 in 0..=1000,
        /// How many of 1000 programs may look at the bytes of a pointer as numbers, through
        /// unions and punned pointers. Such numbers are never shown.
        pointer_bytes: u32 = 150 in 0..=1000,
    }
}

policy_section! {
    /// Literals. Entries are shares of 1000.
    Literals: 0..=1000 {
        /// Literals from the list of values at which arithmetic goes wrong.
        special: u32 = 500,
        /// Literals that repeat an earlier one, as it was, negated, complemented or off by
        /// one: many folds only fire on related constants.
        reuse: u32 = 250,
        /// Operands that are literals although a place would do.
        operand: u32 = 150,
        /// Statements that repeat an earlier right-hand side, for common-subexpression and
        /// value-numbering passes.
        repeat_expression: u32 = 40,
    }
}

policy_section! {
    /// How literals are kept from the optimizer. Entries are weights.
    Hiding: 0..=1000000 {
        /// In plain sight.
        none: u32 = 60,
        /// Through a call of `black_box`.
        black_box: u32 = 6,
        /// Read from a `static mut`.
        static_mut: u32 = 6,
        /// Read with `volatile_load`.
        volatile: u32 = 3,
        /// Returned by a function that is never inlined.
        callee: u32 = 4,
    }
}

policy_section! {
    /// Which data a statement works on. Entries are shares of 1000 unless said otherwise.
    Data: 0..=1000 {
        /// Operands taken from what was written last and not yet read, so that little is
        /// dead.
        fresh: u32 = 700,
        /// Places drawn before the most complex is taken; 1 ignores complexity.
        contest: u32 = 3 in 1..=64,
        /// Results that go to a new local although an old place would do.
        new_local: u32 = 350,
        /// New locals whose storage is marked live and dead.
        storage: u32 = 300,
        /// Operands that are moved where a copy would do.
        moved: u32 = 60,
        /// Call arguments that are moved.
        moved_argument: u32 = 250,
        /// Call arguments that repeat an earlier one of the same call.
        repeated_argument: u32 = 60,
        /// Calls whose result goes over an argument, or beside one in the same local.
        result_at_argument: u32 = 120,
    }
}

policy_section! {
    /// Paths through a function. Entries are shares of 1000 unless said otherwise.
    Flow: 0..=1000 {
        /// Statements between two terminators, at most (a number).
        block: u32 = 12 in 1..=1000,
        /// Iterations of a loop, at most (a number).
        trips: u32 = 6 in 1..=10000,
        /// How deep loops nest (a number).
        nesting: u32 = 3 in 0..=16,
        /// Loops that get a second way out.
        second_exit: u32 = 450,
        /// Loops that test at the end instead of the beginning.
        test_last: u32 = 350,
        /// Arms of a switch that are never taken, at most (a number).
        decoy_arms: u32 = 3 in 0..=64,
        /// Statements of one decoy block, at most (a number).
        decoy_block: u32 = 12 in 1..=1000,
        /// Decoys that are an edited copy of a block that runs.
        decoy_copy: u32 = 350,
        /// Functions that call themselves.
        recursive: u32 = 120,
        /// Programs in which panics may unwind, and half of which end with one. They need the
        /// standard library, so they are built slower.
        unwinding: u32 = 80,
        /// Functions that are never inlined.
        never_inline: u32 = 200,
        /// Functions that are always inlined.
        always_inline: u32 = 100,
        /// Functions that are marked as rarely called.
        cold: u32 = 30,
        /// Functions that are called as C functions are.
        extern_c: u32 = 40,
        /// Functions that are called through a closure, if what they take can be passed on.
        closure: u32 = 30,
        /// Functions that are called as methods of `dyn` objects, under the same condition.
        dyn_object: u32 = 30,
    }
}

policy_section! {
    /// Kernels: functions with loops over arrays that optimizers work on.
    Kernels: 0..=1000 {
        /// How many of 1000 programs have them.
        share: u32 = 200,
        /// Elements of their arrays, at most.
        elements: u32 = 200 in 8..=250,
        /// Executed steps per statement asked for, at most, besides those of other code.
        steps_per_statement: u32 = 12 in 1..=1000,
    }
}

policy_section! {
    /// What a program shows of its state.
    Observe: 0..=10000 {
        /// Operands shown at the end of a function, at most.
        at_end: u32 = 8 in 0..=64,
        /// Operands of one observation, at most. With one, few functions have to be compiled
        /// that do the showing: one for each type.
        operands: u32 = 1 in 1..=16,
        /// Observations executed by the whole program, at most.
        executed: u32 = 1200 in 0..=1000000,
    }
}

policy_section! {
    /// Bugs of compilers that are known and would be most of what is found, were programs not
    /// kept away from them: one switch each.
    Avoid: 0..=1 {
        /// A reference in the type of a variant's field, named as a place: an internal error
        /// over free regions. https://github.com/rust-lang/rust/issues/119940
        variant_lifetimes: bool = true,
        /// `select_unpredictable` of two places of one type with different alignments: an
        /// internal error of rustc 1.97; no report known.
        unlike_alignments: bool = true,
        /// A `match` of a `bool` with an arm for both values and one for the rest: one in
        /// fifty is left. Older compilers take the rest for reachable; no report known.
        both_bool_arms: bool = true,
    }
}

impl TypeMix {
    /// Kinds of types with their weights.
    pub fn weights(&self) -> [(&'static str, u32); 14] {
        [
            ("int", self.int),
            ("float", self.float),
            ("boolean", self.boolean),
            ("character", self.character),
            ("zero_sized", self.zero_sized),
            ("tuple", self.tuple),
            ("array", self.array),
            ("structure", self.structure),
            ("enumeration", self.enumeration),
            ("union", self.union),
            ("raw_pointer", self.raw_pointer),
            ("reference", self.reference),
            ("slice", self.slice),
            ("recursive", self.recursive),
        ]
    }
}

/// Everything a policy file may say.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    pub size: Size,
    pub swarm: Swarm,
    pub types: TypeMix,
    pub literals: Literals,
    pub hiding: Hiding,
    pub data: Data,
    pub flow: Flow,
    pub kernels: Kernels,
    pub observe: Observe,
    pub avoid: Avoid,
    /// Weights of rows of the table of constructs, by name; 0 leaves the construct out.
    /// Rows that are not named keep the weight of the table.
    pub constructs: BTreeMap<String, u32>,
}

impl Policy {
    /// Reads a policy file. The message names the line, and the construct if one is unknown.
    ///
    /// ```
    /// use spektr_mir::generate::Policy;
    /// let policy = Policy::parse("[size]\nmax = 900\n[constructs]\nunion = 0\n").unwrap();
    /// assert_eq!(policy.size.max, 900);
    /// assert!(Policy::parse("[size]\nmaximum = 900\n").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Policy, String> {
        let policy: Policy = toml::from_str(text).map_err(|error| error.to_string())?;
        for (name, section) in policy.sections() {
            section.check(name)?;
        }
        let known: Vec<&str> = super::table::ROWS.iter().map(|row| row.name).collect();
        check_weights("constructs", &policy.constructs, &known)?;
        if policy.size.min > policy.size.max {
            return Err("[size] min is greater than max".to_owned());
        }
        Ok(policy)
    }

    /// The sections, in the order of the file.
    fn sections(&self) -> [(&'static str, &dyn Section); 10] {
        [
            ("size", &self.size),
            ("swarm", &self.swarm),
            ("types", &self.types),
            ("literals", &self.literals),
            ("hiding", &self.hiding),
            ("data", &self.data),
            ("flow", &self.flow),
            ("kernels", &self.kernels),
            ("observe", &self.observe),
            ("avoid", &self.avoid),
        ]
    }

    /// The policy as a file with every key explained.
    pub fn explain(&self) -> String {
        let mut out = String::new();
        for (name, section) in self.sections() {
            section.explain(name, &mut out);
        }
        out.push_str("# Weights of constructs; 0 leaves one out.\n[constructs]\n");
        for row in super::table::ROWS {
            let weight = self.constructs.get(row.name).copied().unwrap_or(row.weight);
            out.push_str(&format!("# {}\n{} = {weight}\n", row.about, row.name));
        }
        out
    }
}

/// Constructs that need a word which not every compiler has.
const WORDS: [(&str, &[&str]); 11] = [
    ("unsize", &["CastUnsize"]),
    ("metadata", &["CastUnsize", "PtrMetadata"]),
    ("disjoint_or", &["disjoint_bitor"]),
    ("round_to_even", &["round_ties_even_f32"]),
    ("vector", &["simd_saturating_add"]),
    ("three_way", &["three_way_compare"]),
    ("full_product", &["carrying_mul_add"]),
    ("assume", &["Assume"]),
    ("hint", &["cold_path", "select_unpredictable"]),
    ("memory_copy", &["typed_swap_nonoverlapping"]),
    ("unchecked", &["u32-counts"]),
];

/// The policy without the constructs that would need words which nobody knows; `None` if it
/// can stay as it is.
pub fn without(policy: Option<&str>, lacking: impl Fn(&str) -> bool) -> Option<String> {
    let needless = WORDS.iter().filter(|(_, words)| words.iter().any(|word| lacking(word)));
    let needless: Vec<&str> = needless.map(|(construct, _)| *construct).collect();
    let floats = ["f16", "f128"].into_iter().all(&lacking);
    if needless.is_empty() && !floats {
        return None;
    }
    // What is wrong with a policy is said when it is used.
    let mut policy = Policy::parse(policy.unwrap_or_default()).ok()?;
    if needless.contains(&"unsize") {
        policy.types.slice = 0;
    }
    if floats {
        policy.types.wide_float = 0;
    }
    policy.constructs.extend(needless.into_iter().map(|construct| (construct.to_owned(), 0)));
    Some(policy.explain())
}

/// The policy without one construct; `None` if it is no policy, which is said when it is used.
pub fn leaving_out(policy: Option<&str>, construct: &str) -> Option<String> {
    let mut policy = Policy::parse(policy.unwrap_or_default()).ok()?;
    policy.constructs.insert(construct.to_owned(), 0);
    Some(policy.explain())
}

/// Policies for one purpose.
pub const NAMED_POLICIES: &[NamedPolicy] = &[NamedPolicy {
    name: "llvm",
    about: "kernels above all: what LLVM's loop passes, vectorizers and idiom recognition work on",
    text: "[size]\nmin = 300\nmax = 2500\n\n[kernels]\nshare = 1000\n\n[constructs]\nkernel = 400\n",
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constructs_that_nobody_knows_are_left_out() {
        assert_eq!(without(Some("[size]\nmax = 900\n"), |_| false), None);
        let text = without(Some("[size]\nmax = 900\n"), |word| word == "CastUnsize");
        let policy = Policy::parse(&text.expect("a policy")).expect("a valid one");
        assert_eq!((policy.size.max, policy.types.slice), (900, 0));
        assert_eq!((policy.constructs["unsize"], policy.constructs["metadata"]), (0, 0));
        assert_ne!(policy.constructs["hint"], 0);
        let text = without(None, |word| word == "f16" || word == "f128").expect("a policy");
        assert_eq!(Policy::parse(&text).expect("a valid one").types.wide_float, 0);
    }

    #[test]
    fn named_policies_are_policies() {
        for named in NAMED_POLICIES {
            Policy::parse(named.text).unwrap_or_else(|error| panic!("{}: {error}", named.name));
        }
    }

    #[test]
    fn the_explanation_is_a_policy_file_that_says_the_same() {
        let policy = Policy::default();
        let read = Policy::parse(&policy.explain()).expect("the explanation parses");
        assert_eq!(Policy { constructs: BTreeMap::new(), ..read }, policy);
    }

    #[test]
    fn an_unknown_construct_is_named() {
        let error = Policy::parse("[constructs]\nnonsense = 1\n").unwrap_err();
        assert!(error.contains("nonsense"), "{error}");
    }

    #[test]
    fn sizes_must_be_in_order() {
        assert!(Policy::parse("[size]\nmin = 10\nmax = 5\n").is_err());
        assert!(Policy::parse("[size]\nmax = 4294967295\n").is_err());
    }

    #[test]
    fn values_have_ceilings() {
        let error = Policy::parse("[types]\nelements = 1000000000\n").unwrap_err();
        assert_eq!(error, "[types] elements = 1000000000 is out of its range: 1 to 4096");
        let error = Policy::parse("[constructs]\ncopy = 4000000000\n").unwrap_err();
        assert!(error.contains("0 to 1000000"), "{error}");
    }
}
