//! The table of constructs: what a program can be made of. Adding a construct is adding a
//! row here and a function that makes it.
//!
//! Columns: the name that policies and statistics use; the family of operators that
//! contexts favour; the weight of the built-in policy; whether decoys may use it (it then
//! has to do without the machine); whether it may be generated at the cursor, answered
//! cheaply; how to make it, which says whether anything was made; and a few words.

use std::sync::LazyLock;

use super::generator::Generator;

/// Operators that occur together in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Additive,
    Multiplicative,
    Bitwise,
    Shift,
    Other,
}

pub struct Row {
    pub name: &'static str,
    pub family: Family,
    pub weight: u32,
    pub in_decoys: bool,
    /// Swarm testing never leaves it out.
    pub required: bool,
    /// The oldest compilers under test do not know it, so most programs do without.
    pub newer: bool,
    pub applies: fn(&Generator) -> bool,
    pub make: fn(&mut Generator) -> bool,
    pub about: &'static str,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A row, with the flags that differ from the usual after a colon.
macro_rules! rows {
    ($($name:literal $family:ident $weight:literal $decoys:ident $applies:expr, $make:ident, $about:literal;)*) => {
        pub static ROWS: &[Row] = &[$(Row {
            name: $name,
            family: Family::$family,
            weight: $weight,
            in_decoys: rows!(@decoys $decoys),
            required: rows!(@required $decoys),
            newer: rows!(@newer $decoys),
            applies: $applies,
            make: Generator::$make,
            about: $about,
        }),*];
    };
    (@decoys both) => { true };
    (@decoys live) => { false };
    (@decoys core) => { true };
    (@decoys newer) => { true };
    (@required core) => { true };
    (@required $other:ident) => { false };
    (@newer newer) => { true };
    (@newer $other:ident) => { false };
}

fn always(_: &Generator) -> bool {
    true
}

// `both`: also in decoys. `live`: only where the machine runs. `core`: both, and never left
// out by swarm testing. `newer`: both, and unknown to rustc 1.85.
rows! {
    "copy"             Other          14 core always, make_copy, "a value copied to another place";
    "moved"            Other           4 both always, make_moved, "a value moved to another place";
    "add_sub"          Additive       24 both always, make_add_sub, "integer addition and subtraction";
    "multiply"         Multiplicative 12 both always, make_multiply, "integer multiplication";
    "division"         Multiplicative 10 both always, make_division, "integer division and remainder by a computed divisor";
    "bitwise"          Bitwise        18 both always, make_bitwise, "and, or, exclusive or on integers and bools";
    "shift"            Shift          12 both always, make_shift, "shifts by any amount";
    "comparison"       Other          14 both always, make_comparison, "comparisons of integers, floats, chars and bools";
    "checked"          Additive        8 both always, make_checked, "arithmetic that tells whether it overflowed";
    "unary"            Bitwise         8 both always, make_unary, "negation and complement";
    "float_operator"   Other          10 both always, make_float_operator, "arithmetic on floats";
    "int_cast"         Other          14 both always, make_int_cast, "casts between integers";
    "scalar_cast"      Other           5 both always, make_scalar_cast, "casts from bool and char, and from u8 to char";
    "float_cast"       Other           6 both always, make_float_cast, "casts between floats and integers";
    "transmute"        Other           8 both always, make_transmute, "bytes read as another type";
    "repeated"         Other           6 both always, make_repeated_expression, "an earlier right-hand side once more";
    "accumulate"       Additive       10 both always, make_accumulate, "a value folded into another";
    "assume"           Other           2 both always, make_assume, "assume of something true";
    "tuple"            Other           8 both always, make_tuple, "a tuple from its fields";
    "array"            Other           8 both always, make_array, "an array from its elements";
    "element"          Other          10 both always, make_element, "an array element written by index";
    "repeat"           Other           4 both always, make_repeat, "an array of one value repeated";
    "struct"           Other           8 both always, make_struct, "a struct from its fields";
    "enum"             Other           8 both always, make_enum, "an enum variant from its fields";
    "union"            Other           6 both always, make_union, "a union from one field";
    "partial"          Other           5 live always, make_partial, "an aggregate written field by field, not all of them";
    "partial_enum"     Other           5 live always, make_partial_enum, "a variant written field by field";
    "set_discriminant" Other           4 both always, make_set_discriminant, "another variant by its discriminant";
    "discriminant"     Other           6 both always, make_discriminant, "the discriminant of an enum";
    "raw_pointer"      Other          22 both always, make_raw_pointer, "the address of a place";
    "reference"        Other          16 both always, make_reference, "a borrow of a place";
    "pointer_cast"     Other           8 both always, make_pointer_cast, "a raw pointer to another type or mutability";
    "pointer_compare"  Other           4 both always, make_pointer_comparison, "comparison of pointers into one allocation";
    "unsize"           Other           6 newer always, make_unsize, "an array behind a pointer as a slice";
    "metadata"         Other           4 newer always, make_metadata, "the length of a slice";
    "offset"           Other          10 both always, make_offset, "a pointer to another element";
    "static"           Other           6 both always, make_static, "the address of a static";
    "named_const"      Other           4 both always, make_named_const, "a const item";
    "storage_dead"     Other           6 both always, make_storage_dead, "the end of a local's storage";
    "storage_live"     Other           4 both always, make_storage_live, "new storage for a dead local";
    "hidden_literal"   Other           5 both always, make_hidden_literal, "a literal hidden from the optimizer";
    "goto"             Other           3 core always, make_goto, "a jump to a new block";
    "switch"           Other          10 live always, make_switch, "a switch on an integer, bool or char";
    "switch_variant"   Other           5 live always, make_switch_on_discriminant, "a switch on a discriminant";
    "call"             Other          12 live Generator::may_call_new, make_call_new, "a call of a new function";
    "tail_call"        Other           4 live Generator::may_tail_call, make_tail_call, "a function that ends by becoming another one";
    "call_again"       Other          10 both always, make_call_again, "a call of a function that was called before";
    "call_pointer"     Other           3 both always, make_call_pointer, "a call through a function pointer";
    "call_itself"      Other          40 live Generator::may_recurse, make_call_recursive, "a recursive call";
    "kernel"           Other          40 live Generator::may_call_kernel, make_kernel, "a call of a new function that works on arrays as inner loops do";
    "generic"          Other           5 live Generator::may_call_generic, make_generic, "a call of a generic function with new types";
    "droppable"        Other           3 live Generator::may_drop, make_droppable, "a call of a new function that makes and drops values with destructors";
    "loop"             Other          10 live Generator::may_loop, make_loop, "a loop that iterates";
    "second_exit"      Other          16 live Generator::may_break, make_second_exit, "another way out of a loop";
    "observe"          Other           3 both always, make_observe, "values shown to the world";
    "int_intrinsic"    Other           9 both always, make_int_intrinsic, "total integer intrinsics";
    "three_way"        Other           2 both always, make_three_way_compare, "three_way_compare";
    "full_product"     Multiplicative  3 both always, make_full_product, "carrying_mul_add";
    "unchecked"        Other           6 both always, make_unchecked_intrinsic, "integer intrinsics that are undefined for some operands";
    "disjoint_or"      Other           2 newer always, make_disjoint_or, "disjoint_bitor";
    "float_intrinsic"  Other           5 both always, make_float_intrinsic, "float intrinsics";
    "round_to_even"    Other           2 newer always, make_round_to_even, "round_ties_even";
    "float_to_int"     Other           2 both always, make_float_to_int_unchecked, "float_to_int_unchecked";
    "hint"             Other           5 both always, make_hint, "black_box, likely, assume and their like";
    "type_intrinsic"   Other           5 both always, make_type_intrinsic, "size_of, transmute and their like";
    "pointer_step"     Other           6 both always, make_pointer_intrinsic, "arith_offset, offset and distances";
    "round_trip"       Other           3 both always, make_round_trip, "a pointer out of bounds and back";
    "memory_copy"      Other           5 both always, make_memory_copy, "copies and swaps through pointers";
    "write_bytes"      Other           3 both always, make_write_bytes, "write_bytes";
    "typed_access"     Other           4 both always, make_typed_access, "read_via_copy and write_via_move";
    "volatile"         Other           3 both always, make_volatile, "volatile loads and stores";
    "vector"           Other           2 both always, make_vector_function, "lanes of arrays added, compared, selected or reduced as vectors";
    "atomic"           Other           5 both always, make_atomic, "atomic loads, stores and exchanges";
    "byte_compare"     Other           3 both always, make_byte_comparison, "raw_eq and compare_bytes";
}

/// The row that ends a block that has grown long enough.
pub fn goto_row() -> usize {
    static GOTO: LazyLock<usize> = LazyLock::new(|| named("goto"));
    *GOTO
}

/// The row that carries on in another function.
pub fn call_row() -> usize {
    static CALL: LazyLock<usize> = LazyLock::new(|| named("call"));
    *CALL
}

/// The row that only programs with kernels have.
pub fn kernel_row() -> usize {
    static KERNEL: LazyLock<usize> = LazyLock::new(|| named("kernel"));
    *KERNEL
}

fn named(name: &str) -> usize {
    ROWS.iter().position(|row| row.name == name).expect("the rows asked for are in the table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
