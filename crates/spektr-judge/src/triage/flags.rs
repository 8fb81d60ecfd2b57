//! The smallest configuration that still shows a bug.

use super::Look;
use super::minimize::minimize;
use crate::config::Configuration;
use crate::judge::Trouble;

/// Leaves out every setting that is not needed. `configuration` has to show the bug.
pub fn smallest_flags(
    look: &mut Look<'_>,
    configuration: &Configuration,
) -> Result<Configuration, Trouble> {
    let kept = minimize(configuration.settings.len(), &mut |kept| {
        Ok::<bool, Trouble>(look(&configuration.only(kept))?.bad)
    })?;
    Ok(configuration.only(&kept))
}
