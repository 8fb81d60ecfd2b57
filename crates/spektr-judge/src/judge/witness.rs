//! Asking a wing's witnesses: independent judges of its machine that live inside a
//! compiler, or beside one. That a witness is not installed is an answer too.

use super::{Judge, Trouble};
use crate::compilers::Compiler;
use crate::config::Configuration;
use crate::sandbox::Ran;
use spektr_wing::{Program, Wing, WitnessAnswer, WitnessSpec};
use std::path::PathBuf;
use std::time::Duration;

/// What a witness said, and who lent it a voice.
#[derive(Clone, Debug)]
pub struct Testimony {
    pub witness: String,
    /// The compiler that was run.
    pub by: String,
    pub answer: WitnessAnswer,
    pub cpu: Duration,
}

impl Judge {
    /// Asks one witness about one program. `compiler` is asked if no bystander is known
    /// to have this witness inside.
    pub fn testimony(
        &self,
        wing: &dyn Wing,
        program: &dyn Program,
        spec: &WitnessSpec,
        compiler: &Compiler,
    ) -> Result<Testimony, Trouble> {
        let silent = |by: &str, reason: String| Testimony {
            witness: spec.name.to_owned(),
            by: by.to_owned(),
            answer: WitnessAnswer::CannotTell { reason },
            cpu: Duration::ZERO,
        };
        let plan = match program.witness(spec.name) {
            Ok(plan) => plan,
            Err(reason) => return Ok(silent("nobody", reason)),
        };
        let host = match self.host(spec, compiler) {
            Ok(host) => host,
            Err(reason) => return Ok(silent("nobody", reason)),
        };
        let none = Configuration::default();
        let limits = self.compile_limits();
        let (built, scratch) = self.listen(wing, &plan.rendering, &host, &none, limits)?;
        let mut cpu = built.cpu;
        let spoken = if plan.run && built.success() {
            let ran = self.run_in(&scratch)?;
            cpu += ran.cpu;
            ran
        } else {
            built
        };
        let answer = read(wing, spec, &spoken);
        Ok(Testimony { witness: spec.name.to_owned(), by: host.name, answer, cpu })
    }

    /// The compiler that can ask this witness, or why there is none.
    fn host(&self, spec: &WitnessSpec, compiler: &Compiler) -> Result<Compiler, String> {
        if spec.tool == "miri" {
            return self.miri(compiler);
        }
        if compiler.family != spec.tool {
            return Err(format!("no {} is installed", spec.tool));
        }
        // Another compiler's word weighs more than that of the accused.
        let others = self.bystanders.iter().filter(|it| it.name != compiler.name);
        let able = others.chain([compiler]).find(|it| it.family == spec.tool && it.can(spec.name));
        Ok(able.unwrap_or(compiler).clone())
    }

    fn miri(&self, compiler: &Compiler) -> Result<Compiler, String> {
        let able = self.bystanders.iter().chain([compiler]).find(|it| it.abilities.miri.is_some());
        let Some((host, miri)) = able.and_then(|it| Some((it, it.abilities.miri.clone()?))) else {
            return Err("Miri is not installed".into());
        };
        let Some(sysroot) = miri_sysroot() else {
            return Err("Miri has no standard library yet: run `cargo miri setup` once".into());
        };
        let mut host = host.clone();
        host.name = format!("Miri of {}", host.name);
        host.command = vec![miri, "--sysroot".into(), sysroot.to_string_lossy().into_owned()];
        host.abilities.always.clear();
        Ok(host)
    }
}

/// Where `cargo miri setup` puts the library it builds.
fn miri_sysroot() -> Option<PathBuf> {
    let explicit = std::env::var_os("MIRI_SYSROOT").map(PathBuf::from);
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
    explicit.or_else(|| Some(cache?.join("miri"))).filter(|path| path.join("lib/rustlib").is_dir())
}

fn read(wing: &dyn Wing, spec: &WitnessSpec, ran: &Ran) -> WitnessAnswer {
    if let Some(limit) = ran.limit {
        return WitnessAnswer::CannotTell { reason: format!("it hit a limit ({limit:?})") };
    }
    let (stdout, stderr) =
        (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    wing.read_witness(spec.name, ran.success(), &stdout, &stderr)
}
