//! Output (7.21.6.1ff, 7.21.7): what a program prints is its trace.

use super::format::{Amount, Class, Length, Piece, Real, Spec, parse};
use super::memory::overlap;
use super::{Answer, Call, Step, Value, number};
use crate::machine::float;
use crate::machine::stop::{Stop, Undefined, Unspecified};
use crate::machine::value::Kind;
use crate::types::{FloatKind, IntKind, Shape, Ty};

/// Longer output counts as having run out.
const LONGEST: usize = 64 << 20;

/// Where a function prints to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    Stdout,
    Stderr,
}

/// Where arguments of conversions come from.
enum Source {
    /// Those of the call, from this one on.
    Own(usize),
    /// A `va_list`.
    List(Value),
}

impl Call<'_> {
    fn print(&mut self, stream: Stream, bytes: &[u8]) -> Step<()> {
        self.machine.note_output();
        let out = match stream {
            Stream::Stdout => &mut self.machine.stdout,
            Stream::Stderr => &mut self.machine.stderr,
        };
        if out.len() + bytes.len() > LONGEST {
            return Err(Box::new(Stop::OutOfFuel));
        }
        out.extend_from_slice(bytes);
        Ok(())
    }

    fn stream(&self, index: usize) -> Step<Stream> {
        let value = self.arg(index)?;
        let file = value.pointer().map(|pointer| pointer.object);
        let streams = &self.machine.streams;
        let is = |stream: Option<(_, _)>| file.is_some() && stream.map(|(_, file)| file) == file;
        if is(streams.stdout) {
            return Ok(Stream::Stdout);
        }
        if is(streams.stderr) {
            return Ok(Stream::Stderr);
        }
        Err(self.outside_domain())
    }

    fn next(&mut self, source: &mut Source, spec: &Spec) -> Step<(Value, Ty)> {
        let missing = || Undefined::FormatMissing { conversion: spec.text.clone() };
        match source {
            Source::Own(index) => {
                let found = self.args.get(*index).copied().zip(self.types.get(*index).copied());
                *index += 1;
                found.ok_or_else(|| missing().into())
            }
            Source::List(list) => {
                self.machine.next_argument(*list, 0).map_err(|stop| match *stop {
                    Stop::Undefined(Undefined::MissingArgument) => missing().into(),
                    _ => stop,
                })
            }
        }
    }

    /// The bytes that a format makes of its arguments.
    fn formatted(&mut self, format: usize, mut source: Source) -> Step<Vec<u8>> {
        let pointer = self.arg(format)?;
        let format = self.string(pointer)?;
        let mut out = Vec::new();
        for piece in parse(&format) {
            match piece {
                Piece::Text(text) => out.extend_from_slice(&text),
                Piece::Invalid(conversion) => {
                    return Err(Undefined::FormatInvalid { conversion }.into());
                }
                Piece::Spec(spec) => out.extend(self.conversion(spec, &mut source)?),
            }
            if out.len() > LONGEST {
                return Err(Box::new(Stop::OutOfFuel));
            }
        }
        if let Source::List(list) = source {
            self.machine.use_up(list)?;
        }
        Ok(out)
    }

    fn conversion(&mut self, mut spec: Spec, source: &mut Source) -> Step<Vec<u8>> {
        if spec.width == Amount::Argument {
            let width = self.star(&spec, source)?;
            // 7.21.6.1p5: a negative width is a `-` flag and a width.
            spec.left |= width < 0;
            spec.width = Amount::Number(width.unsigned_abs());
        }
        if spec.precision == Amount::Argument {
            let precision = self.star(&spec, source)?;
            spec.precision = u32::try_from(precision).map_or(Amount::None, Amount::Number);
        }
        for amount in [spec.width, spec.precision] {
            if matches!(amount, Amount::Number(number) if number as usize > LONGEST) {
                return Err(Box::new(Stop::OutOfFuel));
            }
        }
        match spec.conversion {
            b'n' => Err(Stop::unsupported("the conversion `%n`")),
            b's' | b'c' if spec.length == Length::Long => {
                Err(Stop::unsupported("wide characters in formatted output"))
            }
            b's' => self.string_conversion(&spec, source),
            b'c' => {
                let (value, ty) = self.next(source, &spec)?;
                self.wants(&spec, self.is_int(ty, IntKind::Int))?;
                let byte = super::plain(value)?.lo as u8;
                Ok(spec.text(&[byte]))
            }
            b'p' => {
                let (_, ty) = self.next(source, &spec)?;
                self.wants(&spec, self.program.types.is_pointer(ty))?;
                // 7.21.6.1p8: in an implementation-defined manner.
                Err(Unspecified::Address.into())
            }
            _ if spec.is_float() => self.float_conversion(&spec, source),
            _ => self.integer_conversion(&spec, source),
        }
    }

    fn star(&mut self, spec: &Spec, source: &mut Source) -> Step<i32> {
        let (value, ty) = self.next(source, spec)?;
        self.wants(spec, self.is_int(ty, IntKind::Int))?;
        Ok(super::plain(value)?.lo as i32)
    }

    /// 7.21.6.1p9: an argument must have the type that the conversion asks for.
    fn wants(&self, spec: &Spec, right: bool) -> Step<()> {
        match right {
            true => Ok(()),
            false => Err(Undefined::FormatArgument { conversion: spec.text.clone() }.into()),
        }
    }

    /// Signed or unsigned of one type are both read right, for what both can hold.
    fn is_int(&self, ty: Ty, kind: IntKind) -> bool {
        let given = self.program.types.int_kind(ty);
        given.is_some_and(|given| given.to_signed() == kind)
    }

    fn integer_conversion(&mut self, spec: &Spec, source: &mut Source) -> Step<Vec<u8>> {
        let (value, ty) = self.next(source, spec)?;
        let (kind, bits) = match spec.length {
            Length::None | Length::LongDouble => (IntKind::Int, 32),
            Length::Char => (IntKind::Int, 8),
            Length::Short => (IntKind::Int, 16),
            Length::Long | Length::Max | Length::Size | Length::Difference => (IntKind::Long, 64),
            Length::LongLong => (IntKind::LongLong, 64),
        };
        self.wants(spec, self.is_int(ty, kind))?;
        let raw = super::plain(value)?.lo;
        let above = 64 - bits;
        if spec.is_signed() {
            let number = ((raw << above) as i64) >> above;
            return Ok(spec.integer(number < 0, number.unsigned_abs()));
        }
        Ok(spec.integer(false, raw << above >> above))
    }

    fn float_conversion(&mut self, spec: &Spec, source: &mut Source) -> Step<Vec<u8>> {
        let (value, ty) = self.next(source, spec)?;
        let kind = self.program.types.as_float(ty);
        let extended = spec.length == Length::LongDouble;
        let wanted = if extended { FloatKind::LongDouble } else { FloatKind::Double };
        self.wants(spec, kind == Some(wanted))?;
        if value.kind() == Kind::Nan {
            // glibc prints its sign.
            return Err(Unspecified::NanBits.into());
        }
        let bits = super::plain(value)?;
        let real = if extended {
            Real::of_extended(bits.bits())
        } else {
            Real::of_double(f64::from_bits(bits.lo))
        };
        debug_assert!(
            !matches!(real.class, Class::Finite(n) if n.mantissa == 0 && !float::is_zero(wanted, bits))
        );
        Ok(spec.float(real))
    }

    fn string_conversion(&mut self, spec: &Spec, source: &mut Source) -> Step<Vec<u8>> {
        let (value, ty) = self.next(source, spec)?;
        let types = &self.program.types;
        let target = types.target(ty);
        let characters = target.is_some_and(|target| {
            types.is_void(target)
                || matches!(
                    types.shape(target),
                    Shape::Int(IntKind::Char | IntKind::SChar | IntKind::UChar)
                )
        });
        self.wants(spec, characters)?;
        let most = match spec.precision {
            Amount::Number(number) => u64::from(number),
            Amount::None | Amount::Argument => u64::MAX,
        };
        if value.is_null() {
            return Err(self.outside_domain());
        }
        let text = self.string_up_to(value, most)?;
        self.sources.push(self.bytes(value, text.len() as u64)?);
        Ok(spec.text(&text))
    }

    /// Writes at most `size` bytes, the last one null (7.21.6.5p2).
    fn store_formatted(&mut self, to: Value, size: u64, text: &[u8]) -> Step<Answer> {
        if size > 0 {
            let mut bytes = text[..text.len().min(size as usize - 1)].to_vec();
            bytes.push(0);
            // 7.21.6.6p2: what is formatted must not lie where the text goes.
            let target = self.bytes(to, bytes.len() as u64)?;
            if self.sources.iter().any(|&source| overlap(source, target)) {
                return Err(self.overlap());
            }
            self.write(to, &bytes)?;
        }
        number(text.len() as i64)
    }
}

pub fn printf(call: &mut Call<'_>) -> Step<Answer> {
    let text = call.formatted(0, Source::Own(1))?;
    call.print(Stream::Stdout, &text)?;
    number(text.len() as i64)
}

pub fn fprintf(call: &mut Call<'_>) -> Step<Answer> {
    let stream = call.stream(0)?;
    let text = call.formatted(1, Source::Own(2))?;
    call.print(stream, &text)?;
    number(text.len() as i64)
}

pub fn vprintf(call: &mut Call<'_>) -> Step<Answer> {
    let list = call.arg(1)?;
    let text = call.formatted(0, Source::List(list))?;
    call.print(Stream::Stdout, &text)?;
    number(text.len() as i64)
}

pub fn vfprintf(call: &mut Call<'_>) -> Step<Answer> {
    let (stream, list) = (call.stream(0)?, call.arg(2)?);
    let text = call.formatted(1, Source::List(list))?;
    call.print(stream, &text)?;
    number(text.len() as i64)
}

pub fn sprintf(call: &mut Call<'_>) -> Step<Answer> {
    let to = call.arg(0)?;
    let text = call.formatted(1, Source::Own(2))?;
    call.store_formatted(to, u64::MAX, &text)
}

pub fn vsprintf(call: &mut Call<'_>) -> Step<Answer> {
    let (to, list) = (call.arg(0)?, call.arg(2)?);
    let text = call.formatted(1, Source::List(list))?;
    call.store_formatted(to, u64::MAX, &text)
}

pub fn snprintf(call: &mut Call<'_>) -> Step<Answer> {
    let (to, size) = (call.arg(0)?, call.size(1)?);
    let text = call.formatted(2, Source::Own(3))?;
    call.store_formatted(to, size, &text)
}

pub fn vsnprintf(call: &mut Call<'_>) -> Step<Answer> {
    let (to, size, list) = (call.arg(0)?, call.size(1)?, call.arg(3)?);
    let text = call.formatted(2, Source::List(list))?;
    call.store_formatted(to, size, &text)
}

pub fn puts(call: &mut Call<'_>) -> Step<Answer> {
    let pointer = call.arg(0)?;
    let mut text = call.string(pointer)?;
    text.push(b'\n');
    call.print(Stream::Stdout, &text)?;
    // 7.21.7.9p3: a nonnegative value.
    Ok(Answer::Value(Value::with_sign(std::cmp::Ordering::Greater)))
}

pub fn putchar(call: &mut Call<'_>) -> Step<Answer> {
    let byte = call.int(0)? as u8;
    call.print(Stream::Stdout, &[byte])?;
    number(i64::from(byte))
}

pub fn fputs(call: &mut Call<'_>) -> Step<Answer> {
    let (pointer, stream) = (call.arg(0)?, call.stream(1)?);
    let text = call.string(pointer)?;
    call.print(stream, &text)?;
    Ok(Answer::Value(Value::with_sign(std::cmp::Ordering::Greater)))
}

pub fn fputc(call: &mut Call<'_>) -> Step<Answer> {
    let (byte, stream) = (call.int(0)? as u8, call.stream(1)?);
    call.print(stream, &[byte])?;
    number(i64::from(byte))
}

pub fn fwrite(call: &mut Call<'_>) -> Step<Answer> {
    let (pointer, size, count) = (call.arg(0)?, call.size(1)?, call.size(2)?);
    let stream = call.stream(3)?;
    let mut bytes = Vec::new();
    for index in 0..size.saturating_mul(count) {
        bytes.push(call.byte(pointer, index)?);
    }
    call.print(stream, &bytes)?;
    number(if size == 0 { 0 } else { count as i64 })
}

pub fn fflush(call: &mut Call<'_>) -> Step<Answer> {
    call.machine.flushed = call.machine.stdout.len();
    number(0)
}
