//! Values that the compiler works out only when it generates code: sizes and alignments of
//! types, masks of the library's own code, whether checks are on.

use super::Reader;
use super::scan::{Result, Scanner};
use crate::layout::Layouts;
use crate::syntax::*;

impl Reader<'_> {
    /// `<T as std::mem::SizedTypeProperties>::SIZE` or `core::f64::<impl f64>::SIGN_MASK`, if it
    /// is one of these.
    pub fn computed(&mut self, text: &mut Scanner<'_>) -> Result<Option<Const>> {
        let mut ahead = *text;
        let constant = if ahead.eat("<") {
            let ty = self.ty(&mut ahead)?;
            if !ahead.eat_word("as") {
                return Ok(None);
            }
            ahead.until(&['>']);
            ahead.expect(">::")?;
            self.measure_of(ty, ahead.word())?
        } else if ["core::f", "std::f"].iter().any(|start| ahead.sees(start)) {
            let path = self.path(&mut ahead)?;
            let [.., float, "SIGN_MASK"] = path.segments[..] else { return Ok(None) };
            let Some(float) = FloatTy::ALL.into_iter().find(|it| it.name() == float) else {
                return Ok(None);
            };
            let width = float.bits();
            let int = IntTy::ALL.into_iter().find(|it| !it.is_signed() && it.bits() == width);
            let Some(int) = int else { return Ok(None) };
            Const::Scalar { bits: 1 << (width - 1), ty: self.program.types.int(int) }
        } else {
            return Ok(None);
        };
        *text = ahead;
        Ok(Some(constant))
    }

    /// The operators without operands of compilers that write sizes so.
    pub fn nullary(&mut self, name: &str, text: &mut Scanner<'_>) -> Result<Option<Rvalue>> {
        let constant = match name {
            "SizeOf" | "AlignOf" => {
                let ty = self.ty(text)?;
                self.measure_of(ty, if name == "SizeOf" { "SIZE" } else { "ALIGN" })?
            }
            // Checks that the library makes of its callers are always off in what is judged.
            "UbChecks" => Const::Scalar { bits: 0, ty: self.program.types.bool() },
            _ => return Ok(None),
        };
        text.expect(")")?;
        Ok(Some(Rvalue::Use(Operand::Const(constant))))
    }

    /// What the language promises of a type; what it does not, the compiler alone knows.
    fn measure_of(&mut self, ty: Ty, what: &str) -> Result<Const> {
        let layouts = Layouts::new(&self.program.types).ok();
        let layout = layouts.as_ref().and_then(|it| it.get(ty)).filter(|it| it.promised);
        let bits = match (layout, what) {
            (Some(layout), "SIZE") => layout.size,
            (Some(layout), "ALIGN") => layout.align,
            (None, "SIZE" | "ALIGN") => return Err("the size of an opaque type".to_owned()),
            (_, other) => return Err(format!("`{other}` of a type")),
        };
        Ok(Const::Scalar { bits: bits.into(), ty: self.program.types.int(IntTy::Usize) })
    }
}
