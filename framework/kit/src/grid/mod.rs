//! Square and hex grids.
