//! Functions of the C library that are intrinsics under another name. C17, 7.12 "Mathematics";
//! LangRef, "Standard C/C++ Library Intrinsics".

use spektr_number::Rounding;

use super::super::code::Facts;
use super::super::frame::CallSite;
use super::super::run::Machine;
use super::super::stop::Step;
use super::super::value::Value;
use super::Intrinsic;
use crate::syntax::{Attribute, Flag, FloatKind};

/// The intrinsic of a function, and the type that it is of.
fn intrinsic_of(name: &str) -> Option<(Intrinsic, FloatKind)> {
    let lookup = |stem: &str| {
        Some(match stem {
            "fabs" => Intrinsic::Fabs,
            "floor" => Intrinsic::Round(Rounding::Down),
            "ceil" => Intrinsic::Round(Rounding::Up),
            "trunc" => Intrinsic::Round(Rounding::TowardZero),
            "round" => Intrinsic::Round(Rounding::TiesAway),
            "roundeven" | "rint" | "nearbyint" => Intrinsic::Round(Rounding::TiesEven),
            "copysign" => Intrinsic::CopySign,
            "fma" => Intrinsic::Fma,
            _ => return None,
        })
    };
    let narrow = || Some((lookup(name.strip_suffix('f')?)?, FloatKind::Float));
    lookup(name).map(|it| (it, FloatKind::Double)).or_else(narrow)
}

/// Whether a function is an intrinsic under another name.
pub fn is_named(name: &str) -> bool {
    intrinsic_of(name).is_some()
}

impl<'m> Machine<'_, 'm> {
    /// Executes such a function; `None` if it is none, has another type or another environment.
    pub fn named(&mut self, name: &str, facts: &Facts, site: &CallSite<'m>) -> Step<Option<Value>> {
        let Some((intrinsic, kind)) = intrinsic_of(name) else { return Ok(None) };
        let module = self.code.module;
        let Some((result, params, false)) = module.signature(site.call.ty) else {
            return Ok(None);
        };
        let wanted = match intrinsic {
            Intrinsic::Fma => 3,
            Intrinsic::CopySign => 2,
            _ => 1,
        };
        let strict = module.has_flag(&site.call.attributes, Flag::StrictFp);
        let mut types = params.iter().chain([&result]);
        let right = types.all(|&ty| module.types.float_kind(ty) == Some(kind));
        if strict || !right || params.len() != wanted {
            return Ok(None);
        }
        let value = self.float_intrinsic(&intrinsic, site.result, site.call)?;
        let value = self.chosen_result(site.result, value);
        let attributes: Vec<&Attribute> =
            facts.result.iter().chain(&site.call.result_attributes).collect();
        let value = self.admitted(value, result, &attributes)?;
        Ok(Some(self.annotated(site.metadata, result, value)?))
    }
}
