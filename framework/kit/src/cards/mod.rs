//! Decks, piles, hands and rows that know who may see them.
