//! The bugs, by what they get wrong. One row per bug; the rules stand in the modules.

mod aggregates;
mod arithmetic;
mod calls;
mod casts;
mod deaths;
mod flow;
mod memory;

use crate::bug::{Bug, Layer, Wrong};

macro_rules! bugs {
    ($($name:literal $layer:ident $pass:literal $kind:ident($rule:expr $(, $more:expr)?), $about:literal;)*) => {
        pub static ALL: &[Bug] = &[$(Bug {
            name: $name,
            layer: Layer::$layer,
            pass: $pass,
            about: $about,
            wrong: Wrong::$kind($rule $(, $more)?),
        }),*];
    };
}

bugs! {
    "set-discriminant" Mir "RemoveNoopSetDiscriminant" Statement(aggregates::lost_set_discriminant),
        "SetDiscriminant of an enum with three or more variants is lost";
    "nested-field" Mir "ScalarReplacementOfAggregates" Statement(aggregates::sibling_field),
        "a field of a field is read from a sibling of the same type";
    "stale-value" Mir "GVN" Block(memory::stale_value),
        "an operation is not repeated although an operand was assigned in between";
    "dead-copy" Mir "CopyProp" Function(memory::copy_of_dead_local),
        "a copy is replaced by its source even after the source's storage ended";
    "dead-store" Mir "DeadStoreElimination-initial" Function(memory::store_seen_through_pointer),
        "a store that is only read through a shared reference is taken for dead";
    "switch-otherwise" Mir "MatchBranchSimplification" Terminator(flow::swapped_otherwise),
        "with three or more arms the last and the other values are mixed up";
    "cast-chain" Mir "InstSimplify-after-simplifycfg" Block(casts::forgotten_truncation),
        "a narrowing cast followed by a widening one forgets to truncate";
    "transmute" Mir "SingleUseConsts" Statement(casts::converting_transmute),
        "an integer's bits read as a float are converted instead";
    "checked-carry" Mir "DataflowConstProp" Statement(arithmetic::unsigned_overflow_flag),
        "the overflow flag of a signed addition is that of the unsigned one";
    "moved-argument" Mir "DestinationPropagation" Terminator(calls::swapped_after_move),
        "a moved argument and the next one of its type change places";
    "place-index-ice" Mir "JumpThreading" Fatal(deaths::index_behind_pointer, deaths::INDEX_PANIC),
        "the compiler panics at an element of an array behind a pointer";
    "shift-right" Llvm "InstCombinePass" Statement(arithmetic::logical_shift),
        "i16 is shifted right without its sign";
    "remainder-sign" Llvm "DivRemPairsPass" Statement(arithmetic::floored_remainder),
        "a signed remainder takes the sign of the divisor";
    "wide-multiply" Llvm "ExpandLargeDivRemPass" Statement(arithmetic::lost_high_half),
        "a 128-bit product loses its high half";
    "narrow-compare" Llvm "CorrelatedValuePropagationPass" Statement(arithmetic::unsigned_compare),
        "i8 and i16 are compared as if they had no sign";
    "float-to-int" Llvm "Float2IntPass" Statement(casts::wrapping_float_cast),
        "a float beyond the range of an integer wraps instead of saturating";
    "loop-store" Llvm "LICMPass" Statement(memory::lost_store_in_loop),
        "a store of a computed number through a raw pointer in a loop is lost";
    "element-add" Llvm "LoopVectorizePass" Statement(arithmetic::carryless_element_add),
        "an addition to an array element in a loop loses its carries";
    "count-down" Llvm "IndVarSimplifyPass" Function(flow::early_exit_counting_down),
        "a loop that counts down ends one iteration early";
    "alias-forward" Llvm "GVNPass" Block(memory::forwarded_past_alias),
        "a load takes the value of an earlier store although another one came between";
    "union-forward" Llvm "SROAPass" Block(casts::converted_union_field),
        "a union field written as one type and read as another is converted";
    "repeat-tail" Llvm "MemCpyOptPass" Statement(aggregates::unwritten_tail),
        "the last element of a repeated value is zero";
    "call-clobber" Llvm "EarlyCSEPass" Function(memory::value_kept_across_call),
        "a local whose address a callee has is believed unchanged by the call";
    "pointer-call" Llvm "CalledValuePropagationPass" Terminator(calls::swapped_through_pointer),
        "a call through a function pointer swaps arguments of one type";
    "deep-recursion" Llvm "TailCallElimPass" Function(calls::lost_at_depth),
        "the fourth level of a recursion does not happen";
    "rotate" Llvm "AggressiveInstCombinePass" Terminator(arithmetic::rotate_as_shift),
        "a rotation to the left loses the bits that come back in";
    "wide-checked-abort" Llvm "X86ISelPass" Fatal(deaths::checked_wide_multiply, deaths::SELECTION_ABORT),
        "the code generator aborts at a checked 128-bit multiplication";
}
