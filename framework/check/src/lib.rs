//! The laws every game must keep.
