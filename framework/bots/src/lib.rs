//! Computer players for every game.
