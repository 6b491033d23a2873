//! The games of the papers under stable names, with parameters and sources.
