//! What a generated program should look like: one documented definition per knob, from
//! which the defaults, the file format and its explanation follow. A policy knows no
//! program; [`super::swarm`] turns it into the settings of one program.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Statements of a program; larger ones take hours to compile.
const LARGEST: u32 = 1_000_000;

/// Defines one section: the struct that a `[section]` of the file is read into, its
/// defaults, and the lines that explain it.
macro_rules! section {
    ($(#[doc = $about:literal])+ $name:ident {
        $($(#[doc = $doc:literal])+ $key:ident: $ty:ty = $default:expr,)+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $key: $ty,)+
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($key: $default,)+ }
            }
        }

        impl $name {
            fn explain(&self, section: &str, out: &mut String) {
                $(out.push_str(&format!("#{}\n", $about));)+
                out.push_str(&format!("[{section}]\n"));
                $(
                    $(out.push_str(&format!("#{}\n", $doc));)+
                    out.push_str(&format!("{} = {}\n", stringify!($key), self.$key));
                )+
                out.push('\n');
            }
        }
    };
}

section! {
    /// How large a program grows. Counts are of statements and terminators as written.
    Size {
        /// The smallest program; sizes in between are drawn evenly on a log scale, because
        /// small programs compile faster and large ones meet more interactions.
        min: u32 = 500,
        /// The largest program.
        max: u32 = 8000,
        /// Functions besides the entry, at most, in programs of common size; larger ones have
        /// one for every hundred statements.
        functions: u32 = 24,
        /// Statements in one function, about, decoys aside. Optimizers take time that grows
        /// faster than a function does.
        function: u32 = 400,
        /// How deep calls nest while functions are first generated.
        call_depth: u32 = 5,
        /// Executed steps per statement asked for, at most: bounds loops and calls again.
        steps_per_statement: u32 = 2,
    }
}

section! {
    /// Swarm testing and parameter shuffling, drawn from the seed for each program.
    Swarm {
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

section! {
    /// The types of a program. Entries are weights unless said otherwise.
    TypeMix {
        /// Composite types to start with, at most.
        count: u32 = 18,
        /// Fields of a tuple, struct or variant, at most.
        fields: u32 = 5,
        /// Elements of an array, at most.
        elements: u32 = 8,
        /// How deep aggregates nest by value.
        depth: u32 = 3,
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
        /// How many of 1000 programs may look at the bytes of a pointer as numbers, through
        /// unions and punned pointers. Such numbers are never shown.
        pointer_bytes: u32 = 150,
    }
}

section! {
    /// Literals. Entries are shares of 1000.
    Literals {
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

section! {
    /// How literals are kept from the optimizer. Entries are weights.
    Hiding {
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

section! {
    /// Which data a statement works on. Entries are shares of 1000 unless said otherwise.
    Data {
        /// Operands taken from what was written last and not yet read, so that little is
        /// dead.
        fresh: u32 = 700,
        /// Places drawn before the most complex is taken; 1 ignores complexity.
        contest: u32 = 3,
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

section! {
    /// Paths through a function. Entries are shares of 1000 unless said otherwise.
    Flow {
        /// Statements between two terminators, at most (a number).
        block: u32 = 12,
        /// Iterations of a loop, at most (a number).
        trips: u32 = 6,
        /// How deep loops nest (a number).
        nesting: u32 = 3,
        /// Loops that get a second way out.
        second_exit: u32 = 450,
        /// Loops that test at the end instead of the beginning.
        test_last: u32 = 350,
        /// Arms of a switch that are never taken, at most (a number).
        decoy_arms: u32 = 3,
        /// Statements of one decoy block, at most (a number).
        decoy_block: u32 = 12,
        /// Decoys that are an edited copy of a block that runs.
        decoy_copy: u32 = 350,
        /// Functions that call themselves.
        recursive: u32 = 120,
        /// Functions that are never inlined.
        never_inline: u32 = 200,
        /// Functions that are always inlined.
        always_inline: u32 = 100,
    }
}

section! {
    /// What a program shows of its state.
    Observe {
        /// Operands shown at the end of a function, at most.
        at_end: u32 = 8,
        /// Operands of one observation, at most. With one, few functions have to be compiled
        /// that do the showing: one for each type.
        operands: u32 = 1,
        /// Observations executed by the whole program, at most.
        executed: u32 = 1200,
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
    pub observe: Observe,
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
        for name in policy.constructs.keys() {
            if super::table::row_named(name).is_none() {
                let known: Vec<&str> = super::table::ROWS.iter().map(|row| row.name).collect();
                return Err(format!(
                    "unknown construct `{name}` in [constructs]; known are: {}",
                    known.join(", ")
                ));
            }
        }
        if policy.size.min > policy.size.max {
            return Err("[size] min is greater than max".to_owned());
        }
        if policy.size.max > LARGEST {
            return Err(format!("[size] max is greater than {LARGEST}"));
        }
        Ok(policy)
    }

    /// The policy as a file with every key explained.
    pub fn explain(&self) -> String {
        let mut out = String::new();
        self.size.explain("size", &mut out);
        self.swarm.explain("swarm", &mut out);
        self.types.explain("types", &mut out);
        self.literals.explain("literals", &mut out);
        self.hiding.explain("hiding", &mut out);
        self.data.explain("data", &mut out);
        self.flow.explain("flow", &mut out);
        self.observe.explain("observe", &mut out);
        out.push_str("# Weights of constructs; 0 leaves one out.\n[constructs]\n");
        for row in super::table::ROWS {
            let weight = self.constructs.get(row.name).copied().unwrap_or(row.weight);
            out.push_str(&format!("# {}\n{} = {weight}\n", row.about, row.name));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
