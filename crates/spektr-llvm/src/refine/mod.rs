//! Refinement between a module before and after optimization, by running both.
