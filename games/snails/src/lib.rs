//! Snails.
