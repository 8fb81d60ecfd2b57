//! The tracer on machines whose registers and instructions it does not know: it says so.

use crate::scope::{Scope, Sink, Traced};
use std::io;

pub(crate) fn trace(_: &Scope, _: libc::pid_t, _: Sink<'_>) -> io::Result<Traced> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "blocks can be watched on x86-64 only"))
}
