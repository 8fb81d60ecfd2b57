//! What compilers of different ages call things. The newest words are the default; an older
//! compiler says which of them it lacks.

use spektr_wing::Audience;

/// Words that a program is to be written without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    lacks: Vec<String>,
}

impl Dialect {
    /// The words of one compiler.
    pub fn of(audience: &Audience<'_>) -> Dialect {
        Dialect { lacks: audience.lacks.to_vec() }
    }

    pub fn knows(&self, word: &str) -> bool {
        !self.lacks.iter().any(|lacking| lacking == word)
    }

    /// Features in the order given, without those that the compiler has never heard of, and
    /// with those that later compilers have for everyone.
    pub fn features(&self, wanted: &[&str]) -> String {
        let mut features: Vec<&str> = Vec::new();
        if !self.knows("&raw") {
            features.extend(["raw_ref_op", "inline_const", "const_float_bits_conv"]);
        }
        features.extend(wanted.iter().filter(|feature| self.knows(feature)));
        features.join(", ")
    }

    /// Where a call returns to.
    pub fn return_to(&self, block: &str) -> String {
        match self.knows("ReturnTo") {
            true => format!("ReturnTo({block})"),
            false => block.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_compilers_get_older_words() {
        let lacks = ["&raw", "f16", "ReturnTo"].map(str::to_owned);
        let dialect = Dialect::of(&Audience { family: "rustc", features: &[], lacks: &lacks });
        assert_eq!(dialect.return_to("bb3"), "bb3");
        assert_eq!(
            dialect.features(&["custom_mir", "f16", "f128"]),
            "raw_ref_op, inline_const, const_float_bits_conv, custom_mir, f128"
        );
        assert_eq!(Dialect::default().return_to("bb3"), "ReturnTo(bb3)");
        assert_eq!(Dialect::default().features(&["custom_mir", "f16"]), "custom_mir, f16");
    }
}
