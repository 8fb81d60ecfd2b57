//! From a policy to the settings of one program: which constructs take part, with which
//! weights, and how large the program is. All drawn from the seed, so that programs differ
//! in kind and not only in detail.

use spektr_entropy::policy::{draw_size, leave_out, shuffle_shares, shuffle_weights};
use spektr_entropy::{Entropy, Mask, Weights, redraw_weights};

use super::policy::Policy;
use super::table::{Family, ROWS, Row};

/// Which operators a stretch of code favours, as in YARPGen's contexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    Neutral,
    Arithmetic,
    Additive,
    Bitwise,
    Shift,
}

impl Context {
    pub const ALL: [Context; 5] = [
        Context::Neutral,
        Context::Arithmetic,
        Context::Additive,
        Context::Bitwise,
        Context::Shift,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Context::Neutral => "neutral",
            Context::Arithmetic => "arithmetic",
            Context::Additive => "additive",
            Context::Bitwise => "bitwise",
            Context::Shift => "shift",
        }
    }

    /// How much more often a family of operators occurs.
    fn favour(self, family: Family) -> u32 {
        match (self, family) {
            (Context::Arithmetic, Family::Additive | Family::Multiplicative) => 6,
            (Context::Additive, Family::Additive) => 8,
            (Context::Bitwise, Family::Bitwise) => 8,
            (Context::Shift, Family::Shift) => 8,
            (Context::Shift, Family::Bitwise) => 3,
            _ => 1,
        }
    }
}

/// The settings of one program.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The policy with its shares and weights redrawn.
    pub policy: Policy,
    /// Statements to aim for.
    pub size: u32,
    /// Rows by weight, per context.
    contexts: [Weights; Context::ALL.len()],
    /// Rows that a decoy may use, by weight.
    decoys: Weights,
    /// Whether panics may unwind: then terminators say what happens.
    pub unwinding: bool,
    /// Names of the constructs that were left out.
    pub left_out: Vec<&'static str>,
}

impl Settings {
    pub fn draw(policy: &Policy, seed: u64, size: Option<u32>) -> Settings {
        let mut entropy = Entropy::named(seed, "policy");
        let mut policy = policy.clone();
        let size =
            size.unwrap_or_else(|| draw_size(policy.size.min, policy.size.max, &mut entropy));
        let base: Vec<u32> = ROWS
            .iter()
            .map(|row| policy.constructs.get(row.name).copied().unwrap_or(row.weight))
            .collect();
        let mut mask = Mask::full(ROWS.len());
        if policy.swarm.enabled {
            mask = Mask::draw(&mut entropy, ROWS.len(), policy.swarm.keep);
            let needed = ROWS.iter().enumerate().filter(|(_, row)| row.required);
            needed.for_each(|(index, _)| mask.require(index));
            leave_out_types(&mut policy, &mut entropy);
            let pointer_bytes = entropy.permille(policy.types.pointer_bytes);
            policy.types.pointer_bytes = if pointer_bytes { 1000 } else { 0 };
            let wide = entropy.permille(policy.types.wide_float);
            policy.types.wide_float = if wide { 1000 } else { 0 };
            let kernels = entropy.permille(policy.kernels.share);
            policy.kernels.share = if kernels { 1000 } else { 0 };
            if !entropy.permille(policy.swarm.newer) {
                let newer = ROWS.iter().enumerate().filter(|(_, row)| row.newer);
                newer.for_each(|(index, _)| mask.forbid(index));
                // Pointers to slices are made by `CastUnsize` only.
                policy.types.slice = 0;
            }
        }
        let unwinding = entropy.permille(policy.flow.unwinding);
        let kernel = super::table::kernel_row();
        match policy.kernels.share {
            0 => mask.forbid(kernel),
            _ => mask.require(kernel),
        }
        let mut weights = mask.apply(&base);
        if policy.swarm.shuffle {
            weights = redraw_weights(&mut entropy, &weights);
            shuffle(&mut policy, &mut entropy);
        }
        let table = |factor: &dyn Fn(&Row) -> u32| {
            let scaled: Vec<u32> =
                ROWS.iter().zip(&weights).map(|(row, &w)| w.saturating_mul(factor(row))).collect();
            Weights::new(&scaled)
        };
        let only = Weights::new(&fallback_weights()).expect("the fallback row has weight 1");
        Settings {
            contexts: Context::ALL
                .map(|context| table(&|row| context.favour(row.family)).unwrap_or(only.clone())),
            decoys: table(&|row| u32::from(row.in_decoys)).unwrap_or(only.clone()),
            left_out: left_out(&base, &mask),
            unwinding,
            policy,
            size,
        }
    }

    /// Steps that may be executed for every statement asked for.
    pub fn steps_per_statement(&self) -> u32 {
        let kernels = &self.policy.kernels;
        let extra = if kernels.share > 0 { kernels.steps_per_statement } else { 0 };
        self.policy.size.steps_per_statement + extra
    }

    /// The index of a row of the table.
    #[inline]
    pub fn draw_row(&self, context: Context, entropy: &mut Entropy) -> usize {
        self.contexts[context as usize].draw(entropy)
    }

    #[inline]
    pub fn draw_decoy_row(&self, entropy: &mut Entropy) -> &'static Row {
        &ROWS[self.decoys.draw(entropy)]
    }
}

/// If a policy silences every construct, plain copies remain.
fn fallback_weights() -> Vec<u32> {
    ROWS.iter().map(|row| u32::from(row.name == "copy")).collect()
}

fn left_out(base: &[u32], mask: &Mask) -> Vec<&'static str> {
    let silent = |&(index, _): &(usize, &Row)| base[index] == 0 || !mask.has(index);
    ROWS.iter().enumerate().filter(silent).map(|(_, row)| row.name).collect()
}

fn leave_out_types(policy: &mut Policy, entropy: &mut Entropy) {
    let types = &mut policy.types;
    let kinds = [
        &mut types.float,
        &mut types.character,
        &mut types.zero_sized,
        &mut types.tuple,
        &mut types.array,
        &mut types.structure,
        &mut types.enumeration,
        &mut types.union,
        &mut types.raw_pointer,
        &mut types.reference,
        &mut types.slice,
        &mut types.recursive,
    ];
    leave_out(kinds, policy.swarm.keep, entropy);
}

fn shuffle(policy: &mut Policy, entropy: &mut Entropy) {
    let types = &mut policy.types;
    let hiding = &mut policy.hiding;
    let weights = [
        &mut types.int,
        &mut types.float,
        &mut types.boolean,
        &mut types.character,
        &mut types.tuple,
        &mut types.array,
        &mut types.structure,
        &mut types.enumeration,
        &mut types.union,
        &mut types.raw_pointer,
        &mut types.reference,
        &mut types.slice,
        &mut hiding.black_box,
        &mut hiding.static_mut,
        &mut hiding.volatile,
        &mut hiding.callee,
    ];
    shuffle_weights(weights, entropy);
    let (literals, data, flow) = (&mut policy.literals, &mut policy.data, &mut policy.flow);
    let shares = [
        &mut literals.special,
        &mut literals.reuse,
        &mut literals.operand,
        &mut literals.repeat_expression,
        &mut data.new_local,
        &mut data.storage,
        &mut data.moved,
        &mut data.moved_argument,
        &mut data.repeated_argument,
        &mut data.result_at_argument,
        &mut flow.second_exit,
        &mut flow.test_last,
        &mut flow.decoy_copy,
        &mut flow.never_inline,
        &mut flow.always_inline,
    ];
    shuffle_shares(shares, entropy);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_differ_between_seeds_and_not_within_one() {
        let policy = Policy::default();
        let settings = |seed| format!("{:?}", Settings::draw(&policy, seed, None));
        assert_eq!(settings(1), settings(1));
        assert_ne!(settings(1), settings(2));
    }

    #[test]
    fn sizes_stay_in_their_range_and_cover_it() {
        let policy = Policy::default();
        let sizes: Vec<u32> =
            (0..500).map(|seed| Settings::draw(&policy, seed, None).size).collect();
        assert!(sizes.iter().all(|size| (policy.size.min..=policy.size.max).contains(size)));
        assert!(sizes.iter().any(|&size| size < policy.size.min * 2));
        assert!(sizes.iter().any(|&size| size > policy.size.max / 2));
    }

    #[test]
    fn most_programs_do_without_what_is_newer() {
        let policy = Policy::default();
        let plain = |seed: &u64| {
            let settings = Settings::draw(&policy, *seed, None);
            let newer = ROWS.iter().filter(|row| row.newer);
            let left_out = newer.filter(|row| settings.left_out.contains(&row.name)).count();
            left_out == 4 && settings.policy.types.slice == 0
        };
        let plain = (0..1000).filter(plain).count();
        assert!((600..700).contains(&plain), "{plain}");
    }

    #[test]
    fn without_swarm_the_policy_stands_as_written() {
        let text = "[swarm]\nenabled = false\nshuffle = false\n";
        let policy = Policy::parse(text).expect("a valid policy");
        let settings = Settings::draw(&policy, 3, Some(77));
        assert_eq!((settings.policy, settings.size), (policy, 77));
        assert!(settings.left_out.is_empty());
    }
}
