//! Names that are used without a declaration: builtins, library functions that compilers know
//! by name, and calls as C89 had them.

use spektr_text::Span;

use super::cursor::Parser;
use super::declarator::Wanted;
use super::lex::{self, Name, Punct, Tok, Token};
use super::scope::Entity;
use super::{Read, fail};
use crate::syntax::Expr;
use crate::types::{FunctionTy, Ty, Types};

/// Library functions as their headers declare them. gcc knows them all as builtins, so they may
/// be called undeclared, and with `__builtin_` in front.
const LIBRARY: &str = "
void abort(void); void exit(int); void _Exit(int); int atexit(void (*)(void));
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long); void free(void *);
void *aligned_alloc(unsigned long, unsigned long);
int abs(int); long labs(long); long long llabs(long long);
long imaxabs(long);
int atoi(const char *); long atol(const char *); double atof(const char *);
long strtol(const char *, char **, int);
void *memcpy(void *restrict, const void *restrict, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *mempcpy(void *restrict, const void *restrict, unsigned long);
void *memset(void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long);
void *memchr(const void *, int, unsigned long);
void bzero(void *, unsigned long); int bcmp(const void *, const void *, unsigned long);
void bcopy(const void *, void *, unsigned long);
unsigned long strlen(const char *); unsigned long strnlen(const char *, unsigned long);
char *strcpy(char *restrict, const char *restrict);
char *strncpy(char *restrict, const char *restrict, unsigned long);
char *stpcpy(char *restrict, const char *restrict);
char *stpncpy(char *restrict, const char *restrict, unsigned long);
char *strcat(char *restrict, const char *restrict);
char *strncat(char *restrict, const char *restrict, unsigned long);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, unsigned long);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, unsigned long);
char *strchr(const char *, int); char *strrchr(const char *, int);
char *index(const char *, int); char *rindex(const char *, int);
char *strstr(const char *, const char *); char *strpbrk(const char *, const char *);
unsigned long strspn(const char *, const char *); unsigned long strcspn(const char *, const char *);
char *strdup(const char *); char *strndup(const char *, unsigned long);
int printf(const char *restrict, ...);
int sprintf(char *restrict, const char *restrict, ...);
int snprintf(char *restrict, unsigned long, const char *restrict, ...);
int vprintf(const char *restrict, __builtin_va_list);
int vsprintf(char *restrict, const char *restrict, __builtin_va_list);
int vsnprintf(char *restrict, unsigned long, const char *restrict, __builtin_va_list);
int puts(const char *); int putchar(int);
int isalnum(int); int isalpha(int); int isdigit(int); int islower(int); int isupper(int);
int isspace(int); int ispunct(int); int isprint(int); int isxdigit(int); int iscntrl(int);
int isgraph(int); int isblank(int); int tolower(int); int toupper(int);
double fabs(double); float fabsf(float); long double fabsl(long double);
double copysign(double, double); float copysignf(float, float);
long double copysignl(long double, long double);
double sqrt(double); float sqrtf(float); long double sqrtl(long double);
double floor(double); float floorf(float); long double floorl(long double);
double ceil(double); float ceilf(float); long double ceill(long double);
double trunc(double); float truncf(float); double rint(double); float rintf(float);
double nearbyint(double); float nearbyintf(float);
double round(double); float roundf(float); long lround(double); long lrint(double);
double fmin(double, double); double fmax(double, double);
float fminf(float, float); float fmaxf(float, float);
double fmod(double, double); float fmodf(float, float);
double fma(double, double, double); float fmaf(float, float, float);
double ldexp(double, int); float ldexpf(float, int); double frexp(double, int *);
double pow(double, double); float powf(float, float); double exp(double); double log(double);
double sin(double); double cos(double); float sinf(float); float cosf(float);
long double powl(long double, long double); long double ldexpl(long double, int);
double powi(double, int); float powif(float, int);
int ilogb(double); double logb(double); double atan(double); double atan2(double, double);
void __clear_cache(void *, void *);
";

/// Names that are builtins by themselves.
const BARE_BUILTINS: [(&str, &str); 1] = [("alloca", "__builtin_alloca")];

impl Parser<'_> {
    /// A name that no scope knows.
    pub fn undeclared(&mut self, name: Name, span: Span) -> Read<Expr> {
        let text = self.text(name).to_string();
        let called = self.is(Punct::LeftParen);
        if called {
            let bare = BARE_BUILTINS.iter().find(|(own, _)| *own == text);
            let builtin = bare.map_or(text.as_str(), |(_, builtin)| builtin);
            if let Some(expr) = self.builtin_call(builtin, span)? {
                return Ok(expr);
            }
        }
        let library = text.strip_prefix("__builtin_").unwrap_or(&text);
        let known = if text.starts_with("__builtin_") || called {
            self.library_type(library)
        } else {
            None
        };
        let ty = match known {
            Some(ty) => ty,
            None if text.starts_with("__builtin_")
                || text.starts_with("__sync_")
                || text.starts_with("__atomic_") =>
            {
                return fail(span, format!("`{text}` is not understood"));
            }
            None if called => self.program.types.function(FunctionTy {
                result: Types::INT,
                params: Vec::new(),
                variadic: false,
                prototyped: false,
            }),
            None => return fail(span, format!("`{text}` is not declared")),
        };
        let entity = match self.scopes.find_linked(name) {
            Some(entity) => entity,
            None => {
                let id = self.new_function(name, ty, span);
                self.program.functions[id.0 as usize].implicit = true;
                Entity::Function(id)
            }
        };
        self.scopes.declare_linked(name, entity);
        self.scopes.declare_in_file(name, entity);
        self.named(entity, span)
    }

    /// The type of a library function, by its name.
    fn library_type(&mut self, name: &str) -> Option<Ty> {
        let declaration = LIBRARY.split(';').find(|text| declares(text, name))?;
        let tokens = lex::lex(declaration, 0, false).0.ok()?;
        let mut list = Vec::with_capacity(tokens.list.len());
        for token in &tokens.list {
            let tok = match token.tok {
                Tok::Name(name) => Tok::Name(self.tokens.intern(tokens.name(name))),
                other => other,
            };
            list.push(Token { tok, span: Span::default() });
        }
        let read = self.with_tokens(list, |parser| {
            let specifiers = parser.specifiers(false)?;
            let declarator = parser.declarator(Wanted::Named)?;
            parser.declared_type(&specifiers, &declarator)
        });
        read.ok()
    }
}

/// Whether a declaration declares this name: the word before its first parenthesis.
fn declares(text: &str, name: &str) -> bool {
    let head = text.split('(').next().unwrap_or("").trim_end();
    let word = head.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next();
    word == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_function_can_be_called_undeclared() {
        for text in LIBRARY.split(';').filter(|text| !text.trim().is_empty()) {
            let head = text.split('(').next().unwrap().trim_end();
            let name = head.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap();
            let program =
                format!("void *p = 0; int main(void) {{ p = &__builtin_{name}; return 0; }}");
            let read = crate::parse::read(&[("a.c", &program)]);
            let read = read.unwrap_or_else(|complaint| panic!("{name}: {complaint}"));
            let function = read.functions.iter().find(|f| f.name.ends_with(name)).expect(name);
            assert!(function.signature(&read.types).prototyped, "{name}");
        }
    }
}
