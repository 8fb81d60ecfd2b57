//! Names of C and C++ library functions that LLVM's optimizers know the meaning of. A call of
//! one may be replaced by a call of another, so that calls of them are no plain events.

/// Whether optimizers may know what a function of that name does.
pub fn is_known(name: &str) -> bool {
    let name = name.strip_prefix('\u{1}').unwrap_or(name);
    // Operators new and delete.
    let mangled = ["_Zn", "_Zd", "??2@", "??3@", "??_U@", "??_V@"];
    if mangled.iter().any(|prefix| name.starts_with(prefix)) {
        return true;
    }
    let plain = name.strip_suffix("_chk").map_or(name, |it| it.trim_start_matches("__"));
    let plain = plain.strip_suffix("_unlocked").unwrap_or(plain);
    if NAMES.contains(&plain) || NAMES.contains(&name) {
        return true;
    }
    // The variants for float and long double, and the ones for finite arguments.
    let stem = plain.strip_prefix("__").and_then(|it| it.strip_suffix("_finite")).unwrap_or(plain);
    let is_math = |it: &str| MATH.contains(&it);
    is_math(stem)
        || stem.strip_suffix('f').is_some_and(is_math)
        || stem.strip_suffix('l').is_some_and(is_math)
}

const MATH: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cabs", "cbrt", "ceil", "copysign",
    "cos", "cosh", "cospi", "erf", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor",
    "fma", "fmax", "fmaximum_num", "fmin", "fminimum_num", "fmod", "frexp", "hypot", "ilogb",
    "ldexp", "lgamma", "log", "log10", "log1p", "log2", "logb", "modf", "nan", "nearbyint",
    "nextafter", "nexttoward", "pow", "remainder", "remquo", "rint", "round", "roundeven",
    "scalbln", "scalbn", "sin", "sincos", "sincospi", "sincospi_stret", "__sincospi_stret",
    "sinh", "sinpi", "sqrt", "tan", "tanh", "tgamma", "trunc", "__cospi", "__sinpi",
];

const NAMES: &[&str] = &[
    "__cxa_atexit", "__cxa_guard_abort", "__cxa_guard_acquire", "__cxa_guard_release",
    "__cxa_throw", "__isoc99_scanf", "__isoc99_sscanf", "__kmpc_alloc_shared",
    "__kmpc_free_shared", "__memcpy_chk", "__memmove_chk", "__memset_chk", "__nvvm_reflect",
    "__size_returning_new", "__size_returning_new_hot_cold", "__small_fprintf", "__small_printf",
    "__small_sprintf", "__strdup", "__strndup", "__strtok_r", "_IO_getc", "_IO_putc", "abort",
    "abs", "access", "aligned_alloc", "atexit", "atof", "atoi", "atol", "atoll", "bcmp", "bcopy",
    "bzero", "calloc", "chmod", "chown", "clearerr", "closedir", "ctermid", "execl", "execle",
    "execlp", "execv", "execvP", "execve", "execvp", "execvpe", "exit", "_exit", "_Exit", "fclose",
    "fdopen", "feof", "ferror", "fflush", "ffs", "ffsl", "ffsll", "fgetc", "fgetpos", "fgets",
    "fileno", "fiprintf", "flockfile", "fls", "flsl", "flsll", "fopen", "fopen64", "fork",
    "fprintf", "fputc", "fputs", "fread", "free", "fscanf", "fseek", "fseeko", "fseeko64",
    "fsetpos", "fstat", "fstat64", "fstatvfs", "fstatvfs64", "ftell", "ftello", "ftello64",
    "ftrylockfile", "funlockfile", "fwrite", "getc", "getchar", "getenv", "getitimer", "getlogin_r",
    "getpwnam", "gets", "gettimeofday", "htonl", "htons", "iprintf", "isascii", "isdigit", "labs",
    "lchown", "llabs", "lstat", "lstat64", "malloc", "memalign", "memccpy", "memchr", "memcmp",
    "memcpy", "memmove", "mempcpy", "memrchr", "memset", "memset_pattern16", "memset_pattern4",
    "memset_pattern8", "mkdir", "mktime", "ntohl", "ntohs", "open", "open64", "opendir", "pclose",
    "perror", "popen", "posix_memalign", "pread", "printf", "putc", "putchar", "puts", "pwrite",
    "pvalloc", "qsort", "read", "readlink", "realloc", "reallocarray", "reallocf", "realpath",
    "remove", "rename", "rewind", "rmdir", "scanf", "setbuf", "setitimer", "setvbuf", "siprintf",
    "snprintf", "sprintf", "sscanf", "stat", "stat64", "statvfs", "statvfs64", "stpcpy", "stpncpy",
    "strcasecmp", "strcat", "strchr", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strlcat",
    "strlcpy", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen",
    "strpbrk", "strrchr", "strspn", "strstr", "strtod", "strtof", "strtok", "strtok_r", "strtol",
    "strtold", "strtoll", "strtoul", "strtoull", "strxfrm", "symlink", "system", "terminate",
    "times", "tmpfile", "tmpfile64", "toascii", "uname", "ungetc", "unlink", "unsetenv", "utime",
    "utimes", "valloc", "vec_calloc", "vec_free", "vec_malloc", "vec_realloc", "vfprintf",
    "vfscanf", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "wcslen", "wcschr", "write",
    "objc_autorelease", "objc_release", "objc_retain", "objc_retainAutorelease",
    "objc_retainAutoreleasedReturnValue", "objc_autoreleaseReturnValue", "objc_storeStrong",
    "__gxx_personality_v0", "setjmp", "_setjmp", "longjmp", "siglongjmp", "sigsetjmp",
];
