//! The end of the program (7.22.4) and assertions (7.2.1.1).

use super::{Answer, Call, Step, number};
use crate::machine::stop::{Undefined, Unspecified};
use crate::machine::value::Kind;

pub fn exit(call: &mut Call<'_>) -> Step<Answer> {
    Ok(Answer::Exit(call.int(0)? as i32))
}

/// 7.22.4.5: no handlers are called, and what is buffered may not be written.
pub fn quick_exit(call: &mut Call<'_>) -> Step<Answer> {
    if call.machine.flushed < call.machine.stdout.len() {
        return Err(Unspecified::LibraryResult.into());
    }
    call.machine.handlers.clear();
    call.machine.exiting = None;
    Ok(Answer::Exit(call.int(0)? as i32))
}

pub fn abort(_: &mut Call<'_>) -> Step<Answer> {
    Ok(Answer::Abort)
}

pub fn atexit(call: &mut Call<'_>) -> Step<Answer> {
    let handler = call.arg(0)?;
    if handler.kind() != Kind::Function {
        return Err(Undefined::CallTarget.into());
    }
    call.machine.handlers.push(handler.lo as u32);
    number(0)
}

/// `__assert_fail(assertion, file, line, function)`: what `assert` is to glibc.
pub fn assert_fail(call: &mut Call<'_>) -> Step<Answer> {
    let mut texts = Vec::new();
    for index in [1, 0] {
        let pointer = call.arg(index)?;
        texts.push(String::from_utf8_lossy(&call.string(pointer)?).into_owned());
    }
    let line = call.int(2)?;
    let words = format!("{}:{line}: assertion `{}` failed\n", texts[0], texts[1]);
    call.machine.stderr.extend_from_slice(words.as_bytes());
    Ok(Answer::Abort)
}
