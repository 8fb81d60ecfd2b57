//! Every random choice of the generator that has a distribution, as a row of one table: its
//! name, its words, and its choices with their weights. Each program draws all distributions
//! anew around what the policy says (the paper's parameter shuffling), so that one program has
//! mostly bytes and the next none.

use std::collections::BTreeMap;

use spektr_entropy::policy::{LARGEST_WEIGHT, check_value};
use spektr_entropy::{Entropy, redraw_weights};

/// One row.
pub struct Parameter {
    pub name: &'static str,
    pub about: &'static str,
    /// Names and weights. A weight of at least [`KEPT`] is never silenced by swarm testing.
    pub choices: &'static [(&'static str, u32)],
}

/// Choices with this weight or more are in every program: something must always be possible.
const KEPT: u32 = 30;

macro_rules! parameters {
    ($($variant:ident $name:literal $about:literal [$($choice:literal $weight:literal),+ $(,)?])+) => {
        /// The name of a row; see [`PARAMETERS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Which { $($variant),+ }

        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: $name,
            about: $about,
            choices: &[$(($choice, $weight)),+],
        }),+];
    };
}

parameters! {
    IntType "int_type" "Types of integer variables and casts."
        ["bool" 6, "char" 8, "signed char" 12, "unsigned char" 16, "short" 16, "unsigned short" 16,
         "int" 40, "unsigned int" 30, "long" 16, "unsigned long" 16, "long long" 14,
         "unsigned long long" 14]
    VariableType "variable_type" "Kinds of variables."
        ["integer" 60, "float" 8, "array" 22, "struct" 14, "enum" 4, "union" 4]
    ElementType "element_type" "Kinds of array elements."
        ["integer" 50, "float" 6, "array" 10, "struct" 10]
    MemberType "member_type" "Kinds of struct members."
        ["integer" 40, "bit-field" 20, "float" 6, "array" 10, "struct" 10]
    BitFieldWidth "bit_field_width" "Widths of bit-fields."
        ["one" 10, "narrow" 30, "middle" 15, "nearly full" 10, "gap" 4]
    ReuseType "reuse_type" "Whether a compound type is one that is there already."
        ["new" 10, "reused" 30]
    Role "role" "What global variables are for."
        ["input" 30, "mixed" 40, "output" 30]
    Statement "statement" "Kinds of statements."
        ["declare" 24, "assign" 100, "compound" 36, "count" 8, "if" 14, "switch" 5, "for" 9,
         "while" 4, "do" 3, "array loop" 9, "call" 8, "pointer" 8, "copy" 5, "goto" 3,
         "memory" 4, "allocation" 2, "block" 3, "vector" 4, "reduction" 6]
    Target "target" "Where results go."
        ["local" 20, "mixed" 30, "output" 30, "element" 16, "member" 14, "indirection" 10]
    Leaf "leaf" "What arithmetic starts from."
        ["constant" 20, "variable" 60, "element" 22, "member" 18, "indirection" 14, "call" 4]
    Node "node" "Kinds of expressions."
        ["unary" 20, "binary" 70, "conditional" 8, "cast" 16, "repeated" 8, "leaf" 30,
         "builtin" 4, "float" 6, "side effect" 4, "clamp" 4]
    UnaryOperator "unary_operator" "Operators with one operand."
        ["plus" 6, "negate" 30, "complement" 30, "not" 16]
    BinaryOperator "binary_operator" "Operators with two operands."
        ["add" 30, "subtract" 30, "multiply" 24, "divide" 12, "remainder" 12, "shift left" 14,
         "shift right" 14, "less" 5, "greater" 5, "at most" 5, "at least" 5, "equal" 6,
         "unequal" 6, "and" 24, "xor" 24, "or" 24, "logical and" 8, "logical or" 8]
    Context "context" "Operators that a part of a program keeps to."
        ["none" 50, "additive" 10, "bitwise" 10, "logical" 6, "multiplicative" 8,
         "bitwise-shift" 10, "additive-multiplicative" 10]
    Constants "constants" "How much of a subtree is constants."
        ["some" 80, "half" 14, "all" 8]
    Constant "constant" "Kinds of constants."
        ["small" 40, "extreme" 20, "block of bits" 20, "any" 30, "power" 10]
    ReuseConstant "reuse_constant" "Whether a constant is one that was used before."
        ["new" 50, "reused" 30]
    Change "change" "What a reused constant becomes."
        ["same" 30, "negated" 14, "complemented" 14, "offset" 14]
    Repeat "repeat" "Which subexpressions are kept for reuse."
        ["kept" 10, "not kept" 50]
    Reduction "reduction" "How loops make one value of an array."
        ["conditional" 30, "best" 20, "place" 14, "with itself" 12]
    Trips "trips" "How often loops go round."
        ["few" 40, "around sixteen" 20, "many" 8, "once or never" 4]
    Step "step" "How loops count."
        ["up" 60, "down" 14, "by two" 10, "by more" 8]
    Body "body" "How long blocks are."
        ["one" 30, "few" 40, "many" 6]
    Depth "depth" "How tall expressions are."
        ["low" 20, "middle" 40, "high" 20]
    Inlining "inlining" "What functions say about inlining."
        ["nothing" 50, "static" 40, "inline" 14, "never" 12, "always" 8]
}

/// Weights of some parameters by the names of their choices.
pub type Given = BTreeMap<String, BTreeMap<String, u32>>;

/// The distributions of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    weights: Vec<Vec<u32>>,
    totals: Vec<u64>,
    /// The choice of every ticket, where tickets are few.
    tickets: Vec<Vec<u8>>,
}

/// So many tickets are few.
const FEW: u64 = 1 << 12;

impl Parameters {
    /// What the policy says, before anything is drawn.
    pub fn of(given: &Given) -> Parameters {
        let of_row = |row: &Parameter| {
            let own = given.get(row.name);
            let weight = |&(name, weight): &(&str, u32)| {
                own.and_then(|own| own.get(name)).copied().unwrap_or(weight)
            };
            row.choices.iter().map(weight).collect()
        };
        Parameters::with(PARAMETERS.iter().map(of_row).collect())
    }

    fn with(mut weights: Vec<Vec<u32>>) -> Parameters {
        for row in &mut weights {
            if row.iter().all(|&weight| weight == 0) {
                row[0] = 1;
            }
        }
        let totals: Vec<u64> =
            weights.iter().map(|row| row.iter().map(|&w| u64::from(w)).sum()).collect();
        let choices = |row: &[u32]| {
            let choice = |(index, &weight)| std::iter::repeat_n(index as u8, weight as usize);
            row.iter().enumerate().flat_map(choice).collect()
        };
        let of_row = |(row, &total): (&Vec<u32>, &u64)| match total <= FEW {
            true => choices(row),
            false => Vec::new(),
        };
        let tickets = weights.iter().zip(&totals).map(of_row).collect();
        Parameters { weights, totals, tickets }
    }

    /// The distributions of one program: some choices silenced, `keep` of 1000 stay, and the
    /// weights of the others redrawn.
    pub fn drawn(&self, keep: u32, shuffle: bool, entropy: &mut Entropy) -> Parameters {
        let drawn = |row: &Vec<u32>| {
            let mut row = row.clone();
            for weight in &mut row {
                if *weight < KEPT && !entropy.permille(keep) {
                    *weight = 0;
                }
            }
            if shuffle { redraw_weights(entropy, &row) } else { row }
        };
        Parameters::with(self.weights.iter().map(drawn).collect())
    }

    /// The index of a choice.
    #[inline]
    pub fn draw(&self, which: Which, entropy: &mut Entropy) -> usize {
        let mut ticket = entropy.below(self.totals[which as usize]);
        if let Some(&choice) = self.tickets[which as usize].get(ticket as usize) {
            return usize::from(choice);
        }
        for (index, &weight) in self.weights[which as usize].iter().enumerate() {
            match ticket.checked_sub(u64::from(weight)) {
                Some(rest) => ticket = rest,
                None => return index,
            }
        }
        0
    }

    pub fn weights(&self, which: Which) -> &[u32] {
        &self.weights[which as usize]
    }

    /// The distributions as sections of a policy file.
    pub fn explain(&self, out: &mut String) {
        for (row, weights) in PARAMETERS.iter().zip(&self.weights) {
            out.push_str(&format!("# {}\n[parameters.{}]\n", row.about, row.name));
            for ((name, _), weight) in row.choices.iter().zip(weights) {
                out.push_str(&format!("\"{name}\" = {weight}\n"));
            }
            out.push('\n');
        }
    }
}

/// A message if a name is unknown or a weight too large.
pub fn check(given: &Given) -> Result<(), String> {
    for (name, weights) in given {
        let Some(row) = PARAMETERS.iter().find(|row| row.name == name) else {
            let known: Vec<&str> = PARAMETERS.iter().map(|row| row.name).collect();
            return Err(format!("unknown parameter `{name}`; known are: {}", known.join(", ")));
        };
        for (choice, weight) in weights {
            if !row.choices.iter().any(|(known, _)| known == choice) {
                let known: Vec<&str> = row.choices.iter().map(|(known, _)| *known).collect();
                return Err(format!(
                    "unknown choice `{choice}` of `{name}`; known are: {}",
                    known.join(", ")
                ));
            }
            check_value(name, choice, weight, 0..=LARGEST_WEIGHT)?;
        }
    }
    Ok(())
}

/// How many choices a parameter has.
pub fn choices(which: Which) -> usize {
    PARAMETERS[which as usize].choices.len()
}
