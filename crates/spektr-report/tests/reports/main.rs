//! Reports as people get them: bundles byte for byte, scripts really run, pages in a real
//! browser.

mod browser;
mod bundle;
mod contrast;
mod hostile;
mod looks;
mod page;
#[cfg(unix)]
mod reproduce;
mod specimen;
mod vocabulary;
mod written;
