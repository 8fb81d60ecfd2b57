//! Reports as people get them: bundles byte for byte, scripts really run, pages in a real
//! browser.

mod bundle;
#[cfg(unix)]
mod reproduce;
mod specimen;
