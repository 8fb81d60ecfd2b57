//! What a language leaves to tools, asked of a tool: the program is then judged as it is there,
//! and only there.

use super::{Case, Judge};
use crate::config::Configuration;
use crate::outcome::Outcome;
use crate::trouble::Trouble;
use spektr_wing::{Fuel, Reading, Seen};

impl Judge<'_> {
    /// The case as it is in one configuration, if the machine stopped at something that the
    /// language leaves open and the tool can be asked; else why it cannot be had.
    pub fn inform(
        &self,
        case: &Case,
        reading: Reading,
        configuration: &Configuration,
    ) -> Result<Result<Case, String>, Trouble> {
        let seen = match self.inquire(case, configuration)? {
            Ok(seen) => seen,
            Err(why) => return Ok(Err(why)),
        };
        let Some(program) = case.program.informed(&seen) else {
            return Ok(Err("its answer makes no sense".to_owned()));
        };
        let execution = program.run(reading, Fuel::default());
        Ok(Ok(Case::new(program, execution)))
    }

    /// What a tool says when it is asked.
    fn inquire(
        &self,
        case: &Case,
        configuration: &Configuration,
    ) -> Result<Result<Seen, String>, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let Some(experiment) = case.program.inquiry(&compiler.audience()) else {
            return Ok(Err("there is nothing to ask a compiler".to_owned()));
        };
        let attempt = self.carry_out(&experiment, compiler, &configuration.flags)?;
        Ok(match attempt.outcome {
            Outcome::Finished { seen } if seen.succeeded() => Ok(seen),
            other => Err(other.to_string()),
        })
    }
}
