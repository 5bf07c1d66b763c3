//! Values that not every viewer sees: the rank of a piece on a board, a bid, a role.

use crate::{Id, Luck, Piece, Seat, Viewer, cards::Viewers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A value that its owner sees, and every other viewer whom it was shown.
///
/// What a scene shows, the piece's id and the redrawing of what a viewer cannot know follow from it, so that
/// none of them can tell the value by mistake. Cards belong into [`Zones`](crate::cards::Zones), which also know what
/// viewers remember; `Hidden` is for pieces that every viewer can follow and whose value is covered.
///
/// ```
/// use parlor_kit::{*, cards::Viewers};
///
/// let mut luck = Luck::fast(1);
/// let (me, other) = (Seat::new(0), Seat::new(1));
/// let mut ranks = Hidden::all(["flag", "bomb", "scout"], me, &mut luck);
///
/// assert_eq!(ranks[2].seen_by(Viewer::Seat(me)), Some(&"scout"));
/// assert_eq!(ranks[2].seen_by(Viewer::Seat(other)), None);
///
/// // The piece of a scene: its id stays the same wherever it goes and says nothing.
/// let cell = Cell::new(3, 0);
/// let covered = || Piece::on("board", cell, "covered").owner(me);
/// let front = |rank: &&str, piece: Piece| piece.label(*rank);
/// assert_eq!(ranks[2].piece(Viewer::Public, covered(), front).label, None);
/// ranks[2].show(Viewers::ALL);
/// assert_eq!(ranks[2].piece(Viewer::Public, covered(), front).label, Some("scout".into()));
///
/// // All that a game's `resample` has to do: here the scout stays, because the public sees it.
/// Hidden::resample(ranks.iter_mut().map(|rank| (rank, ())), Viewer::Public, &mut luck, |(), _| true);
/// assert_eq!(ranks[2].value(), &"scout");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hidden<T> {
    value: T,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_nobody")]
    shown: Viewers,
    /// Makes the id. It was drawn by luck, and `resample` keeps it.
    #[serde(rename = "salt")]
    number: u64,
}

/// Ids are made of numbers below this one, so that no two of a game are equal in practice.
const IDS: u64 = 1 << 53;
/// How often `resample` draws an order anew that does not fit, before it changes the old one step by step.
const DRAWS: usize = 64;
/// How often each value changes its place on average when it is changed step by step.
const EXCHANGES: usize = 64;

fn is_nobody(viewers: &Viewers) -> bool {
    viewers.is_empty()
}

impl<T> Hidden<T> {
    /// A value that only its owner sees; with no owner, nobody does.
    pub fn new(value: T, owner: impl Into<Option<Seat>>, luck: &mut Luck) -> Hidden<T> {
        Hidden { value, owner: owner.into(), shown: Viewers::NONE, number: luck.below(IDS) }
    }

    /// Several values of one owner.
    pub fn all(
        values: impl IntoIterator<Item = T>,
        owner: impl Into<Option<Seat>>,
        luck: &mut Luck,
    ) -> Vec<Hidden<T>> {
        let owner = owner.into();
        values.into_iter().map(|value| Hidden::new(value, owner, luck)).collect()
    }

    /// The value, for the rules alone: what a viewer gets comes from [`seen_by`](Hidden::seen_by).
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// Whose it is.
    pub const fn owner(&self) -> Option<Seat> {
        self.owner
    }

    /// The value, if the viewer sees it.
    pub fn seen_by(&self, viewer: Viewer) -> Option<&T> {
        self.is_seen_by(viewer).then_some(&self.value)
    }

    /// Whether the viewer sees the value.
    pub fn is_seen_by(&self, viewer: Viewer) -> bool {
        self.shown.contains(viewer) || self.owner.is_some_and(|owner| viewer == Viewer::Seat(owner))
    }

    /// Shows the value to these viewers from now on.
    pub fn show(&mut self, to: impl Into<Viewers>) {
        self.shown = self.shown.union(to.into());
    }

    /// Covers the value for all viewers but its owner, under a new id. Only right where no viewer can follow it,
    /// as when pieces are mixed: otherwise a viewer who saw the value still knows it.
    pub fn cover(&mut self, luck: &mut Luck) {
        self.shown = Viewers::NONE;
        self.number = luck.below(IDS);
    }

    /// The id of its piece in every viewer's scene.
    pub fn id(&self) -> Id {
        smol_str::format_smolstr!("hidden-{}", self.number)
    }

    /// Its piece for this viewer: `covered`, with the value drawn on it by `front` if the viewer sees it.
    pub fn piece(&self, viewer: Viewer, covered: Piece, front: impl FnOnce(&T, Piece) -> Piece) -> Piece {
        match self.seen_by(viewer) {
            Some(value) => front(value, covered),
            None => covered,
        }
    }
}

impl<T: Clone> Hidden<T> {
    /// Deals the values that the viewer does not see anew among the places of the same owner.
    ///
    /// Each value comes with what all viewers know about its place; `fits` says whether a value can be there, as a
    /// piece that has moved is no bomb. The values as they are must fit. Every order that fits is equally likely,
    /// or nearly so where few of all orders fit.
    pub fn resample<'a, C>(
        values: impl IntoIterator<Item = (&'a mut Hidden<T>, C)>,
        viewer: Viewer,
        luck: &mut Luck,
        fits: impl Fn(&C, &T) -> bool,
    ) where
        T: 'a,
    {
        let mut owners: BTreeMap<Option<Seat>, Vec<(&'a mut Hidden<T>, C)>> = BTreeMap::new();
        for (hidden, known) in values {
            if !hidden.is_seen_by(viewer) {
                owners.entry(hidden.owner).or_default().push((hidden, known));
            }
        }
        for places in owners.values_mut() {
            let mut values: Vec<T> = places.iter().map(|(hidden, _)| hidden.value.clone()).collect();
            redeal(&mut values, luck, |place, value| fits(&places[place].1, value));
            for ((hidden, _), value) in places.iter_mut().zip(values) {
                hidden.value = value;
            }
        }
    }
}

/// Brings values into a random order in which each fits its place, as they do at first.
fn redeal<T: Clone>(values: &mut [T], luck: &mut Luck, fits: impl Fn(usize, &T) -> bool) {
    let mut drawn = values.to_vec();
    for _ in 0..DRAWS {
        luck.shuffle(&mut drawn);
        if drawn.iter().enumerate().all(|(place, value)| fits(place, value)) {
            values.clone_from_slice(&drawn);
            return;
        }
    }
    let count = values.len();
    for _ in 0..count * EXCHANGES {
        let (a, b) = (luck.below(count as u64) as usize, luck.below(count as u64) as usize);
        if fits(a, &values[b]) && fits(b, &values[a]) {
            values.swap(a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    const ME: Seat = Seat::new(0);
    const OTHER: Seat = Seat::new(1);

    fn values(hidden: &[Hidden<u8>]) -> Vec<u8> {
        hidden.iter().map(|hidden| *hidden.value()).collect()
    }

    #[test]
    fn a_value_is_seen_by_its_owner_and_whom_it_was_shown() {
        let mut bid = Hidden::new(7, ME, &mut Luck::fast(1));
        assert_eq!(bid.seen_by(Viewer::Seat(ME)), Some(&7));
        assert_eq!(bid.seen_by(Viewer::All), Some(&7));
        assert!(!bid.is_seen_by(Viewer::Seat(OTHER)) && !bid.is_seen_by(Viewer::Public));
        bid.show(OTHER);
        assert!(bid.is_seen_by(Viewer::Seat(OTHER)) && !bid.is_seen_by(Viewer::Public));
        bid.show(Viewers::ALL);
        assert!(bid.is_seen_by(Viewer::Public));
        let id = bid.id();
        bid.cover(&mut Luck::fast(2));
        assert!(!bid.is_seen_by(Viewer::Seat(OTHER)) && bid.is_seen_by(Viewer::Seat(ME)));
        assert_ne!(bid.id(), id);
        let nobodys = Hidden::new(7, None, &mut Luck::fast(1));
        assert!(!nobodys.is_seen_by(Viewer::Seat(ME)) && nobodys.is_seen_by(Viewer::All));
    }

    #[test]
    fn the_piece_has_its_front_only_for_viewers_who_see_it() {
        let hidden = Hidden::new(7, ME, &mut Luck::fast(1));
        let covered = Piece::on("board", Cell::new(0, 0), "covered");
        let seen = |viewer| hidden.piece(viewer, covered.clone(), |n, piece| piece.label(n.to_string()));
        assert_eq!(seen(Viewer::Public), covered);
        assert_eq!(seen(Viewer::Seat(ME)).label, Some("7".into()));
    }

    #[test]
    fn unseen_values_are_dealt_anew_and_ids_stay() {
        let mut luck = Luck::fast(3);
        let mut mine = Hidden::all(0..8, ME, &mut luck);
        mine.extend(Hidden::all(10..18, OTHER, &mut luck));
        mine[0].show(Viewers::ALL);
        let before = mine.clone();
        let mut counts = [0; 8];
        for _ in 0..700 {
            let mut twin = before.clone();
            Hidden::resample(
                twin.iter_mut().map(|hidden| (hidden, ())),
                Viewer::Seat(OTHER),
                &mut luck,
                |(), _| true,
            );
            assert_eq!(values(&twin)[8..], values(&before)[8..], "the viewer's own values stay");
            assert_eq!(values(&twin)[0], 0, "what was shown stays");
            let ids = |all: &[Hidden<u8>]| all.iter().map(Hidden::id).collect::<Vec<_>>();
            assert_eq!(ids(&twin), ids(&before));
            let mut sorted = values(&twin);
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17]);
            counts[usize::from(values(&twin)[3])] += 1;
        }
        assert!(counts[1..].iter().all(|n| (60..140).contains(n)), "{counts:?}");
    }

    #[test]
    fn values_stay_where_they_fit_however_few_orders_do() {
        let mut luck = Luck::fast(4);
        let few = Hidden::all(0..24, ME, &mut luck);
        let mut moved = false;
        for _ in 0..20 {
            let mut twin = few.clone();
            // Only neighbours of the right place fit, so that a drawn order never does.
            let near = |place: &u8, value: &u8| place.abs_diff(*value) <= 1;
            Hidden::resample(twin.iter_mut().zip(0..), Viewer::Public, &mut luck, near);
            assert!(twin.iter().zip(0..).all(|(hidden, place)| near(&place, hidden.value())));
            moved |= twin != few;
        }
        assert!(moved);
    }

    #[test]
    fn it_survives_json() {
        let mut hidden = Hidden::new(7, ME, &mut Luck::fast(1));
        for _ in 0..2 {
            let json = serde_json::to_string(&hidden).unwrap();
            assert_eq!(serde_json::from_str::<Hidden<i32>>(&json).unwrap(), hidden);
            hidden.show(Viewers::ALL);
        }
    }
}
