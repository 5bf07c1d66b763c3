//! Applies one action to a copy of a state, with all table steps after it.

use parlor_kit::{Luck, Rules, Seat, StepContext, Turn};

/// Maximum number of table steps after one action, for games whose table never stops.
pub(crate) const MAX_TABLE_STEPS: usize = 1_000;

/// The result of an action.
pub(crate) struct Tried {
    /// The turn after all steps of the table.
    pub(crate) turn: Turn,
    /// Whether luck was drawn.
    pub(crate) lucky: bool,
}

/// Carries out an action and every step of the table after it, with cheap luck from a seed.
/// `None` if the rules refuse what they offered.
#[inline]
pub(crate) fn try_action<R: Rules>(
    rules: &R,
    state: &mut R::State,
    seat: Seat,
    action: &R::Action,
    seed: u64,
) -> Option<Tried> {
    let mut context = StepContext::silent(Luck::fast(seed));
    rules.act(state, seat, action, &mut context).ok()?;
    let mut turn = rules.turn(state);
    for _ in 0..MAX_TABLE_STEPS {
        if turn != Turn::Table {
            break;
        }
        rules.proceed(state, &mut context);
        turn = rules.turn(state);
    }
    // Luck that was drawn from gives other numbers than fresh luck of the same seed.
    let lucky = context.luck.below(u64::MAX) != Luck::fast(seed).below(u64::MAX);
    Some(Tried { turn, lucky })
}

/// A seed for the `n`th of many independent sources of luck.
#[inline]
pub(crate) fn seed(base: u64, n: u64) -> u64 {
    let mut z = base ^ n.wrapping_mul(0xD1B5_4A32_D192_ED03).wrapping_add(0x8CB9_2BA7_2F3D_8DD7);
    z = (z ^ (z >> 32)).wrapping_mul(0xDABA_0B6E_B093_22E3);
    z ^ (z >> 29)
}
