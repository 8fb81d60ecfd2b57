//! What programs have to be made of: every construct that the generator promises, by the
//! names under which `constructs` and `habits` know it. A promise is kept if one of its
//! names is executed in enough programs.

use crate::syntax::Intrinsic;

/// One promise.
#[derive(Clone, Debug)]
pub struct Promise {
    pub group: &'static str,
    pub words: String,
    pub names: Vec<String>,
}

/// Of 1000 programs, in how many each promised construct has to be executed.
pub const LEAST: u64 = 10;

/// Everything that is promised.
pub fn promises() -> Vec<Promise> {
    let groups = [
        ("control flow and calls", CONTROL),
        ("data and types", DATA),
        ("pointers", POINTERS),
        ("numbers", NUMBERS),
        ("what a known state makes possible", KNOWN_STATE),
    ];
    let listed = groups.into_iter().flat_map(|(group, rows)| {
        rows.iter().map(move |(words, names)| Promise {
            group,
            words: (*words).to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        })
    });
    listed.chain(intrinsics()).collect()
}

/// Every intrinsic but those that end the program or need addresses.
fn intrinsics() -> impl Iterator<Item = Promise> {
    let never = [Intrinsic::Unreachable, Intrinsic::Abort, Intrinsic::PtrMask];
    let all = Intrinsic::ALL.iter().filter(move |intrinsic| !never.contains(intrinsic));
    all.map(|intrinsic| Promise {
        group: "intrinsics",
        words: intrinsic.name().to_owned(),
        names: vec![format!("intrinsic.{}", intrinsic.name())],
    })
}

type Rows = &'static [(&'static str, &'static [&'static str])];

const CONTROL: Rows = &[
    ("Goto", &["goto"]),
    ("switch on an integer", &["switch.int"]),
    ("switch on a bool", &["switch.bool"]),
    ("switch on a char", &["switch.char"]),
    ("switch on a discriminant", &["run.switch_on_discriminant"]),
    ("Call", &["call.function"]),
    ("Call through a function pointer", &["call.pointer"]),
    ("Call of a generic function", &["call.generic"]),
    ("generic functions at several types", &["run.generic_at_several_types"]),
    ("TailCall", &["tail_call"]),
    ("Drop of what has a destructor", &["drop.destructor"]),
    ("calls that may unwind", &["unwind.continue"]),
    ("cleanup blocks", &["unwind.cleanup"]),
    ("panics that unwind", &["run.panic"]),
    ("calls of C functions", &["call.c"]),
    ("#[inline(never)]", &["call.inline_never"]),
    ("#[inline(always)]", &["call.inline_always"]),
    ("#[cold]", &["call.cold"]),
    ("calls of closures", &["call.closure"]),
    ("calls of methods of dyn objects", &["call.dyn"]),
    ("calls in calls", &["run.calls_nested"]),
    ("Return", &["return"]),
    ("result behind a pointer", &["call.result_behind_pointer"]),
    ("decoy arms", &["run.decoy_arm"]),
    ("decoy blocks", &["run.decoy_block"]),
    ("decoys that lead back", &["run.decoy_leads_back"]),
    ("black-boxed arguments", &["run.arguments_black_boxed"]),
    ("observed scalars", &["observe"]),
    ("observed aggregates", &["observe.aggregate"]),
    ("observed floats", &["observe.float"]),
    ("StorageLive", &["storage.live"]),
    ("StorageDead", &["storage.dead"]),
    ("StorageLive in a decoy", &["run.storage_live_in_decoy"]),
    ("StorageDead in a decoy", &["run.storage_dead_in_decoy"]),
    ("Assume", &["assume"]),
];

const DATA: Rows = &[
    ("moved operands", &["operand.move"]),
    ("moved arguments", &["argument.moved"]),
    ("repeated arguments", &["argument.repeated"]),
    ("tuples", &["aggregate.tuple"]),
    ("arrays", &["aggregate.array"]),
    ("arrays by repetition", &["repeat"]),
    ("structs", &["aggregate.struct"]),
    ("enums", &["aggregate.enum"]),
    ("unions", &["aggregate.union"]),
    ("union fields read", &["place.union_field.read"]),
    ("union fields written", &["place.union_field.write"]),
    ("variant fields read", &["place.variant_field.read"]),
    ("variant fields written", &["place.variant_field.write"]),
    ("elements read", &["place.index.read"]),
    ("elements written", &["place.index.write"]),
    ("tuples partly initialised", &["run.tuple_partly_written"]),
    ("structs partly initialised", &["run.struct_partly_written"]),
    ("enums partly initialised", &["run.enum_partly_written"]),
    ("SetDiscriminant", &["set_discriminant"]),
    ("Discriminant", &["discriminant"]),
    ("niches", &["type.niche"]),
    ("explicit discriminants", &["type.explicit_discriminant"]),
    ("repr(int)", &["type.repr_int"]),
    ("repr(C)", &["type.repr_c"]),
    ("repr(packed)", &["type.packed"]),
    ("repr(align)", &["type.align"]),
    ("repr(transparent)", &["type.transparent"]),
    ("unit", &["type.unit"]),
    ("structs without a byte", &["type.zero_sized_struct"]),
    ("recursive types", &["type.recursive"]),
    ("references in fields", &["type.reference_in_field"]),
    ("pointers in fields", &["type.pointer_in_field"]),
    ("static", &["static"]),
    ("static mut", &["static_mut"]),
    ("const items", &["const.item"]),
    ("function addresses", &["const.function"]),
];

const POINTERS: Rows = &[
    ("&", &["borrow.shared"]),
    ("&mut", &["borrow.mut"]),
    ("&raw const", &["address.const"]),
    ("&raw mut", &["address.mut"]),
    ("& of what a reference leads to", &["borrow.behind_reference"]),
    ("& of what a raw pointer leads to", &["borrow.behind_pointer"]),
    ("&raw of what a reference leads to", &["address.behind_reference"]),
    ("&raw of what a raw pointer leads to", &["address.behind_pointer"]),
    ("reads behind references", &["place.deref_reference.read"]),
    ("writes behind references", &["place.deref_reference.write"]),
    ("reads behind raw pointers", &["place.deref_pointer.read"]),
    ("writes behind raw pointers", &["place.deref_pointer.write"]),
    ("references to references", &["type.reference_to_reference"]),
    ("pointers to pointers", &["type.pointer_to_pointer"]),
    ("function pointers", &["type.function_pointer"]),
    ("pointers to slices", &["type.slice_pointer"]),
    ("elements of slices read", &["place.slice_index.read"]),
    ("elements of slices written", &["place.slice_index.write"]),
    ("CastUnsize", &["cast.unsize"]),
    ("PtrMetadata", &["ptr_metadata"]),
    ("Offset", &["binary.offset.pointer"]),
    ("another element reached by arithmetic", &["run.stepped_pointer_followed"]),
    ("there and back by arith_offset", &["run.pointer_round_trip"]),
    ("casts to another pointee", &["cast.pointer_punning"]),
    ("punned pointers followed", &["run.punned_pointer_followed"]),
    ("casts to another mutability", &["cast.pointer_mutability"]),
    ("pointers compared", &["binary.compare.pointer"]),
];

const NUMBERS: Rows = &[
    ("signed division", &["binary.div.signed"]),
    ("signed remainder", &["binary.rem.signed"]),
    ("unsigned division", &["binary.div.unsigned"]),
    ("unsigned remainder", &["binary.rem.unsigned"]),
    ("shifts", &["binary.shl.signed", "binary.shl.unsigned"]),
    ("checked addition", &["checked.add"]),
    ("checked subtraction", &["checked.sub"]),
    ("checked multiplication", &["checked.mul"]),
    ("negation", &["unary.neg"]),
    ("complement", &["unary.not"]),
    ("float arithmetic", &["binary.add.float"]),
    ("f16", &["type.f16"]),
    ("f128", &["type.f128"]),
    ("float literals", &["literal.float"]),
    ("float comparisons", &["binary.compare.float"]),
    ("float bits in integers", &["transmute.float_to_int"]),
    ("integers as float bits", &["transmute.int_to_float"]),
    ("integer casts", &["cast.int_to_int"]),
    ("integers to floats", &["cast.int_to_float"]),
    ("floats to integers", &["cast.float_to_int"]),
    ("floats to floats", &["cast.float_to_float"]),
    ("bools to integers", &["cast.bool_to_int"]),
    ("chars to integers", &["cast.char_to_int"]),
    ("integers to chars", &["cast.int_to_char"]),
    ("transmutes into bool", &["transmute.int_to_bool"]),
    ("transmutes into char", &["transmute.int_to_char"]),
    ("transmutes out of aggregates", &["transmute.aggregate_to_int"]),
    ("transmutes into aggregates", &["transmute.int_to_aggregate"]),
    ("transmutes between aggregates", &["transmute.aggregate_to_aggregate"]),
];

const KNOWN_STATE: Rows = &[
    ("loops that iterate", &["run.loop_iterating"]),
    ("induction variables", &["run.loop_induction_variable"]),
    ("reductions", &["run.loop_reduction"]),
    ("nested loops", &["run.loop_nested"]),
    ("loops with several exits", &["run.loop_several_exits"]),
    ("functions entered again", &["run.function_entered_again"]),
    ("functions called from several sites", &["run.function_called_from_several_sites"]),
    ("recursion", &["run.recursion"]),
    ("computed indices", &["run.index_computed"]),
    ("computed divisors", &["run.divisor_computed"]),
    ("a place copied and moved into one call", &["argument.copied_and_moved"]),
    ("a copied argument that the result overwrites", &["argument.copied_over_by_result"]),
    ("a moved argument beside its result", &["argument.moved_beside_result"]),
    ("dead references overwritten", &["run.dead_reference_overwritten"]),
    ("indices changed after a borrow", &["run.index_changed_after_borrow"]),
    ("comparisons reused after the switch", &["run.comparison_reused_after_switch"]),
];
