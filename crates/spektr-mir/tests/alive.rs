//! How alive generated programs are under the built-in policy: enough of what is written
//! runs, is shown, and follows its pointers; loops iterate; every construct occurs.

use spektr_mir::generate::{Policy, generate};
use spektr_mir::measure::{Totals, measure};

const FUEL: u64 = 50_000_000;

#[test]
fn programs_are_alive() {
    let mut totals = Totals::default();
    for seed in 0..500 {
        let generated = generate(seed, &Policy::default(), None);
        totals.add(&measure(&generated.program, FUEL));
    }
    assert!(totals.executed_share() >= 600, "{totals}");
    assert!(totals.observed_share() >= 500, "{totals}");
    assert!(totals.dereferenced_share() >= 400, "{totals}");
    for (run, least) in [
        ("run.loop_iterating", 400),
        ("run.loop_nested", 100),
        ("run.loop_several_exits", 100),
        ("run.function_entered_again", 400),
        ("run.recursion", 10),
    ] {
        assert!(totals.live_share(run) >= least, "{run}:\n{totals}");
    }
    for construct in CONSTRUCTS {
        assert!(totals.live_share(construct) >= 10, "{construct} runs too rarely:\n{totals}");
    }
}

/// What has to run in one program of a hundred at least.
const CONSTRUCTS: &[&str] = &[
    "address.const",
    "address.mut",
    "address.behind_pointer",
    "aggregate.array",
    "aggregate.enum",
    "aggregate.struct",
    "aggregate.tuple",
    "aggregate.union",
    "argument.moved",
    "argument.repeated",
    "assume",
    "binary.compare.pointer",
    "binary.div.signed",
    "binary.offset.pointer",
    "binary.rem.signed",
    "borrow.mut",
    "borrow.reborrow",
    "borrow.shared",
    "call.function",
    "call.pointer",
    "cast.bool_to_int",
    "cast.char_to_int",
    "cast.float_to_float",
    "cast.float_to_int",
    "cast.int_to_char",
    "cast.int_to_float",
    "cast.int_to_int",
    "cast.pointer_punning",
    "cast.unsize",
    "checked.add",
    "checked.mul",
    "checked.sub",
    "const.function",
    "const.item",
    "discriminant",
    "goto",
    "intrinsic.arith_offset",
    "intrinsic.black_box",
    "intrinsic.copy_nonoverlapping",
    "intrinsic.ctpop",
    "intrinsic.fma",
    "intrinsic.ptr_offset_from",
    "intrinsic.sqrt",
    "intrinsic.unchecked_add",
    "intrinsic.volatile_load",
    "intrinsic.write_bytes",
    "literal.float",
    "observe.aggregate",
    "observe.float",
    "operand.move",
    "place.deref_pointer.write",
    "place.deref_reference.write",
    "place.index.write",
    "place.slice_index.read",
    "place.union_field.read",
    "place.variant_field.write",
    "ptr_metadata",
    "repeat",
    "set_discriminant",
    "static",
    "static_mut",
    "storage.dead",
    "storage.live",
    "switch.bool",
    "switch.char",
    "switch.int",
    "transmute.int_to_bool",
    "transmute.int_to_char",
    "type.align",
    "type.explicit_discriminant",
    "type.function_pointer",
    "type.niche",
    "type.packed",
    "type.pointer_to_pointer",
    "type.recursive",
    "type.reference_in_field",
    "type.reference_to_reference",
    "type.repr_c",
    "type.repr_int",
    "type.transparent",
    "type.zero_sized_struct",
    "unary.neg",
    "unary.not",
];
