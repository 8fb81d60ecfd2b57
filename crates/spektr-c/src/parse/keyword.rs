//! Keywords of C17 and GNU C, with the spellings that headers use.

/// Declares the keywords, each with its spellings.
macro_rules! keywords {
    ($($name:ident: $($spelling:literal)+;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword { $($name),* }

        impl Keyword {
            pub fn of(text: &str) -> Option<Keyword> {
                match text {
                    $($($spelling)|+ => Some(Keyword::$name),)*
                    _ => None,
                }
            }

            /// The plainest spelling.
            pub fn spelling(self) -> &'static str {
                match self {
                    $(Keyword::$name => [$($spelling),+][0],)*
                }
            }
        }
    };
}

keywords! {
    Alignas: "_Alignas";
    Alignof: "_Alignof" "__alignof" "__alignof__";
    Asm: "asm" "__asm" "__asm__";
    Atomic: "_Atomic";
    Attribute: "__attribute__" "__attribute";
    Auto: "auto";
    AutoType: "__auto_type";
    Bool: "_Bool";
    Break: "break";
    BuiltinChooseExpr: "__builtin_choose_expr";
    BuiltinConvertVector: "__builtin_convertvector";
    BuiltinHasAttribute: "__builtin_has_attribute";
    BuiltinOffsetof: "__builtin_offsetof";
    BuiltinTypesCompatible: "__builtin_types_compatible_p";
    BuiltinVaArg: "__builtin_va_arg";
    BuiltinVaList: "__builtin_va_list";
    Case: "case";
    Char: "char";
    Complex: "_Complex" "__complex__" "__complex";
    Const: "const" "__const" "__const__";
    Continue: "continue";
    Decimal: "_Decimal32" "_Decimal64" "_Decimal128";
    Default: "default";
    Do: "do";
    Double: "double";
    Else: "else";
    Enum: "enum";
    Extension: "__extension__";
    Extern: "extern";
    Float: "float";
    Float32: "_Float32";
    Float64: "_Float64" "_Float32x";
    Float128: "__float128" "_Float128";
    Float16: "_Float16" "__fp16" "__bf16";
    Float80: "__float80" "_Float64x";
    For: "for";
    Function: "__func__" "__FUNCTION__" "__PRETTY_FUNCTION__";
    Generic: "_Generic";
    Goto: "goto";
    If: "if";
    Imag: "__imag__" "__imag";
    Imaginary: "_Imaginary";
    Inline: "inline" "__inline" "__inline__";
    Int: "int";
    Int128: "__int128" "__int128_t";
    Label: "__label__";
    Long: "long";
    Noreturn: "_Noreturn";
    Real: "__real__" "__real";
    Register: "register";
    Restrict: "restrict" "__restrict" "__restrict__";
    Return: "return";
    Short: "short";
    Signed: "signed" "__signed" "__signed__";
    Sizeof: "sizeof";
    Static: "static";
    StaticAssert: "_Static_assert";
    Struct: "struct";
    Switch: "switch";
    ThreadLocal: "_Thread_local" "__thread";
    Typedef: "typedef";
    Typeof: "typeof" "__typeof" "__typeof__";
    UInt128: "__uint128_t";
    Union: "union";
    Unsigned: "unsigned" "__unsigned" "__unsigned__";
    Void: "void";
    Volatile: "volatile" "__volatile" "__volatile__";
    While: "while";
}
