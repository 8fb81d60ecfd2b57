//! Where compilers and the text of the standard differ, or the text has more than one reading:
//! which one the machine follows.

/// One switch for each open point; `true` is the stricter side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// 6.5.7p4: `<<` of a negative number, or out of a signed type, is undefined. gcc documents
    /// that it is not ("Integers implementation"), clang compiles it the same.
    pub left_shift: bool,
    /// 6.5.6p8: 0 added to a null pointer is undefined, although C2y allows it.
    pub null_plus_zero: bool,
    /// 6.5.3.2p4: an object is accessed at a multiple of its type's alignment. No compiler promises
    /// less; for programs of which it is known that they break this, and that the processor does
    /// not mind.
    pub alignment: bool,
    /// 6.5.2.2p6: without a prototype an argument must point to the type that the parameter does;
    /// else pointers to objects are passed alike, as the ABI has them.
    pub pointer_arguments: bool,
    /// 6.3.2.3p7: the conversion to a misaligned pointer is undefined, not only the access.
    pub misaligned_conversion: bool,
    /// 6.5p7: pointers to different types are different types. gcc and older clang treat all
    /// data pointers alike.
    pub pointer_types: bool,
    /// 6.3.2.3p7: a pointer to characters made from a pointer into an array within an object
    /// reaches that array only; else all of the object, as `offsetof` is commonly used.
    pub narrow_characters: bool,
    /// `&s.m` reaches the member only.
    pub narrow_members: bool,
    /// 6.5.6p8: an array behind the end of its array may not even be named, for a pointer to its
    /// start (`&a[3][0]`, of three); else the sum is all there is to it.
    pub arrays_past_the_end: bool,
    /// Indeterminate bytes of `unsigned char` may not even be copied one by one.
    pub uninitialised_bytes: bool,
    /// 6.2.6.1p6f: what an initialiser leaves between members, and beside the one member of a union,
    /// is unspecified. gcc before 15 makes it zero, clang before 20 takes it for `undef`.
    pub initialised_padding: bool,
    /// 6.2.6.1p6: what padding holds may not even be read. To clang it is `undef`, and that in an
    /// argument or a condition is undefined; else it is some number, which only must not be shown.
    pub padding_values: bool,
    /// An array of one element at the end of a record is no flexible one.
    pub trailing_arrays: bool,
    /// 6.5.16.1p3: a value assigned to the object that it was read from is of its type, up to
    /// the sign too.
    pub overlapping_types: bool,
    /// 6.7.3p6: a volatile object through an lvalue that is not volatile.
    pub volatile_objects: bool,
    /// 5.1.2.3p2: reading a volatile object is a side effect as much as writing it.
    pub volatile_reads: bool,
    /// GCC 6.59: `__builtin_constant_p` of what is no constant expression depends on the
    /// optimiser; else it is 0, as without one.
    pub open_constants: bool,
}

impl Switches {
    /// What gcc and clang promise.
    pub const DEFAULT: Switches = Switches {
        left_shift: false,
        null_plus_zero: false,
        alignment: true,
        pointer_arguments: false,
        misaligned_conversion: false,
        pointer_types: false,
        narrow_characters: false,
        narrow_members: false,
        arrays_past_the_end: false,
        uninitialised_bytes: false,
        initialised_padding: false,
        padding_values: false,
        trailing_arrays: false,
        overlapping_types: false,
        volatile_objects: true,
        volatile_reads: false,
        open_constants: false,
    };

    /// By which a compiler may be blamed: nothing that anyone could call undefined.
    pub const STRICT: Switches = Switches {
        left_shift: true,
        null_plus_zero: true,
        alignment: true,
        pointer_arguments: true,
        misaligned_conversion: true,
        pointer_types: true,
        narrow_characters: true,
        narrow_members: true,
        arrays_past_the_end: true,
        uninitialised_bytes: true,
        initialised_padding: true,
        padding_values: true,
        trailing_arrays: true,
        overlapping_types: true,
        volatile_objects: true,
        volatile_reads: false,
        open_constants: true,
    };
}

impl Default for Switches {
    fn default() -> Switches {
        Switches::DEFAULT
    }
}
