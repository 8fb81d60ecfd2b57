//! Declaration specifiers (6.7.1 to 6.7.5): storage class, type, qualifiers, alignment, and the
//! attributes among them.

use spektr_text::Span;

use super::attribute::Attributes;
use super::cursor::Parser;
use super::keyword::Keyword;
use super::lex::{Punct, Tok};
use super::scope::Entity;
use super::{Read, fail};
use crate::syntax::Container;
use crate::types::{FloatKind, IntKind, Quals, Shape, Ty, Types};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// What stands before the declarators.
#[derive(Clone, Debug)]
pub struct Specifiers {
    pub ty: Ty,
    pub storage: Storage,
    pub inline: bool,
    pub noreturn: bool,
    /// `_Alignas`.
    pub align: Option<u64>,
    pub attributes: Attributes,
    /// `__auto_type`: the initialiser says what it is.
    pub deduced: bool,
    /// What C++ keeps the array in that the type is.
    pub container: Option<Container>,
    pub span: Span,
}

/// The words of a basic type, counted.
#[derive(Default)]
struct Words {
    long: u32,
    short: u32,
    signed: u32,
    unsigned: u32,
    base: Option<(Keyword, Span)>,
}

impl Words {
    fn any(&self) -> bool {
        self.long + self.short + self.signed + self.unsigned > 0 || self.base.is_some()
    }
}

#[derive(Default)]
struct Reading {
    words: Words,
    named: Option<Ty>,
    quals: Quals,
    storage: Storage,
    inline: bool,
    noreturn: bool,
    align: Option<u64>,
    attributes: Attributes,
    deduced: bool,
    container: Option<Container>,
}

impl Reading {
    fn has_type(&self) -> bool {
        self.named.is_some() || self.words.any() || self.deduced
    }
}

impl Parser<'_> {
    /// Whether a declaration or type name starts here.
    pub fn at_type(&self) -> bool {
        use Keyword as K;
        match self.peek() {
            Tok::Name(name) => matches!(self.scopes.find(name), Some(Entity::Typedef(_))),
            Tok::Keyword(keyword) => matches!(
                keyword,
                K::Void
                    | K::Char
                    | K::Short
                    | K::Int
                    | K::Long
                    | K::Float
                    | K::Double
                    | K::Signed
                    | K::Unsigned
                    | K::Bool
                    | K::Complex
                    | K::Imaginary
                    | K::Struct
                    | K::Union
                    | K::Enum
                    | K::Const
                    | K::Volatile
                    | K::Restrict
                    | K::Atomic
                    | K::Typeof
                    | K::Int128
                    | K::UInt128
                    | K::Float32
                    | K::Float64
                    | K::Float128
                    | K::Float80
                    | K::Float16
                    | K::Decimal
                    | K::BuiltinVaList
                    | K::AutoType
                    | K::Attribute
            ),
            _ => false,
        }
    }

    /// Whether a declaration starts here, a label apart.
    pub fn at_declaration(&self) -> bool {
        use Keyword as K;
        if let Tok::Name(_) = self.peek() {
            return self.at_type() && self.peek_second() != Tok::Punct(Punct::Colon);
        }
        let storage = matches!(
            self.peek(),
            Tok::Keyword(
                K::Typedef
                    | K::Extern
                    | K::Static
                    | K::Auto
                    | K::Register
                    | K::Inline
                    | K::Noreturn
                    | K::Alignas
                    | K::ThreadLocal
                    | K::StaticAssert
                    | K::Label
            )
        );
        storage || self.at_type()
    }

    /// Specifiers; without any type they mean `int` if `may_omit_type`, as in C89.
    pub fn specifiers(&mut self, may_omit_type: bool) -> Read<Specifiers> {
        let from = self.span();
        let mut reading = Reading::default();
        while self.specifier(&mut reading)? {}
        let span = if self.span().start > from.start { self.since(from) } else { from };
        if !reading.has_type() && !may_omit_type {
            return self.unexpected("a type");
        }
        let ty = match reading.named {
            Some(_) if reading.words.any() => return fail(span, "two types in one declaration"),
            Some(ty) => ty,
            None => basic(&reading.words, span)?,
        };
        let ty = self.types().qualified(ty, reading.quals);
        Ok(Specifiers {
            ty,
            storage: reading.storage,
            inline: reading.inline,
            noreturn: reading.noreturn,
            align: reading.align,
            attributes: reading.attributes,
            deduced: reading.deduced,
            container: reading.container,
            span,
        })
    }

    /// One specifier; false if there is none.
    fn specifier(&mut self, reading: &mut Reading) -> Read<bool> {
        let span = self.span();
        let keyword = match self.peek() {
            Tok::Keyword(keyword) => keyword,
            Tok::Name(name) if self.cpp && self.text(name) == "constexpr" => {
                self.next();
                reading.quals = reading.quals.and(Quals::CONST);
                return Ok(true);
            }
            Tok::Name(_) if !reading.has_type() && self.at_container().is_some() => {
                let (container, ty) = self.container_type()?;
                (reading.named, reading.container) = (Some(ty), Some(container));
                return Ok(true);
            }
            Tok::Name(name) if !reading.has_type() => {
                let Some(Entity::Typedef(ty)) = self.scopes.find(name) else { return Ok(false) };
                self.next();
                reading.named = Some(ty);
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if self.qualifier_or_storage(keyword, reading)? {
            return Ok(true);
        }
        match keyword {
            Keyword::Struct | Keyword::Union => {
                let ty = self.record_specifier()?;
                set_named(reading, ty, span)?;
            }
            Keyword::Enum => {
                let ty = self.enum_specifier()?;
                set_named(reading, ty, span)?;
            }
            Keyword::Typeof => {
                self.next();
                let ty = self.typeof_operand()?;
                set_named(reading, ty, span)?;
            }
            Keyword::BuiltinVaList => {
                self.next();
                let ty = self.types().va_list();
                set_named(reading, ty, span)?;
            }
            Keyword::AutoType => {
                self.next();
                reading.deduced = true;
            }
            _ => return self.basic_word(keyword, reading),
        }
        Ok(true)
    }

    fn qualifier_or_storage(&mut self, keyword: Keyword, reading: &mut Reading) -> Read<bool> {
        let span = self.span();
        let storage = match keyword {
            Keyword::Typedef => Storage::Typedef,
            Keyword::Extern => Storage::Extern,
            Keyword::Static => Storage::Static,
            Keyword::Auto => Storage::Auto,
            Keyword::Register => Storage::Register,
            Keyword::Inline => {
                self.next();
                reading.inline = true;
                return Ok(true);
            }
            Keyword::Noreturn => {
                self.next();
                reading.noreturn = true;
                return Ok(true);
            }
            Keyword::Extension => {
                self.next();
                return Ok(true);
            }
            Keyword::Attribute => {
                let found = self.attributes()?;
                reading.attributes.merge(found);
                return Ok(true);
            }
            Keyword::Alignas => {
                let align = self.alignas()?;
                reading.align = reading.align.max(align);
                return Ok(true);
            }
            Keyword::ThreadLocal => return fail(span, "threads are not understood"),
            Keyword::Atomic => return fail(span, "`_Atomic` is not understood"),
            _ => {
                let quals = self.eat_qualifier();
                reading.quals = reading.quals.and(quals.unwrap_or_default());
                return Ok(quals.is_some());
            }
        };
        if reading.storage != Storage::None {
            return fail(span, "two storage classes in one declaration");
        }
        self.next();
        reading.storage = storage;
        Ok(true)
    }

    /// `const`, `volatile` or `restrict`, if one stands here.
    pub fn eat_qualifier(&mut self) -> Option<Quals> {
        let quals = match self.peek() {
            Tok::Keyword(Keyword::Const) => Quals::CONST,
            Tok::Keyword(Keyword::Volatile) => Quals::VOLATILE,
            Tok::Keyword(Keyword::Restrict) => Quals::RESTRICT,
            _ => return None,
        };
        self.next();
        Some(quals)
    }

    fn basic_word(&mut self, keyword: Keyword, reading: &mut Reading) -> Read<bool> {
        use Keyword as K;
        let span = self.span();
        let words = &mut reading.words;
        match keyword {
            K::Long => words.long += 1,
            K::Short => words.short += 1,
            K::Signed => words.signed += 1,
            K::Unsigned => words.unsigned += 1,
            K::Void
            | K::Char
            | K::Int
            | K::Float
            | K::Double
            | K::Bool
            | K::Int128
            | K::UInt128
            | K::Float32
            | K::Float64
            | K::Float128
            | K::Float80 => {
                // Headers define the names of TS 18661-3 for compilers that lack them.
                let names_known_type = reading.storage == Storage::Typedef
                    && words.base.is_some()
                    && matches!(keyword, K::Float32 | K::Float64 | K::Float128 | K::Float80);
                if names_known_type && self.peek_second() == Tok::Punct(Punct::Semicolon) {
                    self.next();
                    return Ok(true);
                }
                if words.base.is_some() || reading.named.is_some() {
                    return fail(span, "two types in one declaration");
                }
                words.base = Some((keyword, span));
            }
            K::Complex | K::Imaginary => return fail(span, "complex numbers are not understood"),
            K::Decimal => return fail(span, "decimal floating types are not understood"),
            K::Float16 => return fail(span, "16-bit floating types are not understood"),
            _ => return Ok(false),
        }
        self.next();
        Ok(true)
    }

    fn alignas(&mut self) -> Read<Option<u64>> {
        let from = self.next().span;
        self.expect(Punct::LeftParen)?;
        let align = if self.at_type() {
            let ty = self.type_name()?;
            i128::from(self.types().align_of(ty))
        } else {
            self.constant_integer()?
        };
        self.expect(Punct::RightParen)?;
        match u64::try_from(align) {
            Ok(0) => Ok(None),
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(Some(align)),
            _ => fail(self.since(from), "an alignment is a power of two, and not a huge one"),
        }
    }

    /// `(type)` or `(expression)` behind `typeof`.
    fn typeof_operand(&mut self) -> Read<Ty> {
        self.expect(Punct::LeftParen)?;
        let ty = if self.at_type() {
            self.type_name()?
        } else {
            let expr = self.nested(|parser| parser.expression())?;
            expr.ty
        };
        self.expect(Punct::RightParen)?;
        Ok(ty)
    }

    /// What `vector_size`, `mode`, `may_alias` make of a base type.
    pub fn attributed(&mut self, ty: Ty, attributes: &Attributes, span: Span) -> Read<Ty> {
        let mut ty = ty;
        if let Some(mode) = &attributes.mode {
            ty = self.with_mode(ty, mode, span)?;
        }
        if let Some(bytes) = attributes.vector_size {
            ty = self.vector_of(ty, bytes, span)?;
        }
        if attributes.may_alias {
            ty = ty.with(Quals::MAY_ALIAS);
        }
        Ok(ty)
    }

    fn vector_of(&mut self, element: Ty, bytes: u64, span: Span) -> Read<Ty> {
        let types = self.types();
        let fits = types.is_arithmetic(element) && !matches!(types.shape(element), Shape::Bool);
        let size = types
            .size_of(element)
            .filter(|&size| fits && bytes.is_multiple_of(size) && bytes >= size);
        let Some(size) = size else {
            return fail(span, format!("no vector has elements of `{}`", types.describe(element)));
        };
        let vector = types.vector(element, (bytes / size) as u32);
        Ok(vector.with(element.quals))
    }

    /// `__attribute__((mode(DI)))`: another width.
    fn with_mode(&mut self, ty: Ty, mode: &str, span: Span) -> Read<Ty> {
        let quals = ty.quals;
        if let Some((lanes, element)) = vector_mode(mode) {
            let element = self.with_mode(ty.unqualified(), element, span)?;
            return Ok(self.types().vector(element, lanes).with(quals));
        }
        let float = match mode {
            "SF" => Some(FloatKind::Float),
            "DF" => Some(FloatKind::Double),
            "XF" => Some(FloatKind::LongDouble),
            "TF" => Some(FloatKind::Float128),
            _ => None,
        };
        if let Some(kind) = float {
            return Ok(Types::float(kind).with(quals));
        }
        let signed = match mode {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" | "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" => IntKind::Long,
            "TI" => IntKind::Int128,
            _ => return fail(span, format!("the mode `{mode}` is not understood")),
        };
        match self.types().int_kind(ty) {
            Some(kind) if kind.is_signed() => Ok(Types::int(signed).with(quals)),
            Some(_) => Ok(Types::int(signed.to_unsigned()).with(quals)),
            None if self.types().is_pointer(ty) && mode == "DI" => Ok(ty),
            None => fail(span, format!("the mode `{mode}` does not fit the type")),
        }
    }
}

/// `V4SI` as 4 and `SI`.
fn vector_mode(mode: &str) -> Option<(u32, &str)> {
    let rest = mode.strip_prefix('V')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    Some((rest[..digits].parse().ok()?, &rest[digits..]))
}

fn set_named(reading: &mut Reading, ty: Ty, span: Span) -> Read<()> {
    if reading.has_type() {
        return fail(span, "two types in one declaration");
    }
    reading.named = Some(ty);
    Ok(())
}

/// 6.7.2p2: the sets of words that name a type.
fn basic(words: &Words, span: Span) -> Read<Ty> {
    use Keyword as K;
    let Words { long, short, signed, unsigned, base } = words;
    let base = base.map(|(keyword, _)| keyword);
    let sign_is_free = signed + unsigned == 0;
    let size_is_free = long + short == 0;
    let int = |kind: IntKind| Types::int(if *unsigned > 0 { kind.to_unsigned() } else { kind });
    let ty = match base {
        _ if *signed > 0 && *unsigned > 0 => None,
        Some(K::Void) if sign_is_free && size_is_free => Some(Types::VOID),
        Some(K::Bool) if sign_is_free && size_is_free => Some(Types::BOOL),
        Some(K::Char) if size_is_free && *signed > 0 => Some(Types::int(IntKind::SChar)),
        Some(K::Char) if size_is_free => Some(int(IntKind::Char)),
        Some(K::Int128) if size_is_free => Some(int(IntKind::Int128)),
        Some(K::UInt128) if size_is_free && sign_is_free => Some(Types::int(IntKind::UInt128)),
        Some(K::Float | K::Float32) if sign_is_free && size_is_free => Some(Types::FLOAT),
        Some(K::Double | K::Float64) if sign_is_free && size_is_free => Some(Types::DOUBLE),
        Some(K::Double) if sign_is_free && *short == 0 && *long == 1 => Some(Types::LONG_DOUBLE),
        Some(K::Float80) if sign_is_free && size_is_free => Some(Types::LONG_DOUBLE),
        Some(K::Float128) if sign_is_free && size_is_free => {
            Some(Types::float(FloatKind::Float128))
        }
        Some(K::Int) | None => match (long, short) {
            (0, 0) => Some(int(IntKind::Int)),
            (0, 1) => Some(int(IntKind::Short)),
            (1, 0) => Some(int(IntKind::Long)),
            (2, 0) => Some(int(IntKind::LongLong)),
            _ => None,
        },
        _ => None,
    };
    match ty {
        Some(ty) => Ok(ty),
        None => fail(span, "these words name no type together"),
    }
}
