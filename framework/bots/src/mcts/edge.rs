//! Statistics of one action of a node.

use super::values::Values;
use parlor_kit::Seat;

/// Stands for a child or proof that does not exist yet.
pub(super) const NONE: u32 = u32::MAX;

/// An action of a node, and what came of it.
#[derive(Debug)]
pub(super) struct Edge<A> {
    pub(super) seat: Seat,
    pub(super) action: A,
    /// Where the action was found the last time: usually it is there again.
    pub(super) hint: u32,
    pub(super) visits: u32,
    /// How often it could have been taken.
    pub(super) available: u32,
    /// What it was worth to its seat, all tries together.
    pub(super) sum: f64,
    pub(super) squares: f64,
    /// The node it leads to.
    pub(super) child: u32,
    /// Which proof says what it is worth.
    pub(super) proof: u32,
}

impl<A> Edge<A> {
    /// An edge that was not tried yet.
    pub(super) fn new(seat: Seat, action: A, hint: usize) -> Edge<A> {
        Edge {
            seat,
            action,
            hint: hint as u32,
            visits: 0,
            available: 1,
            sum: 0.0,
            squares: 0.0,
            child: NONE,
            proof: NONE,
        }
    }

    /// Notes what a try was worth.
    pub(super) fn note(&mut self, values: &Values) {
        let worth = f64::from(values[self.seat.index()]);
        self.visits += 1;
        self.sum += worth;
        self.squares += worth * worth;
    }

    /// What it was worth to its seat, on average.
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// How much the values of these edges differ: what counts as much or little here. Each edge counts the same, however
/// often it was tried, so that a favourite does not hide how different the others were.
pub(super) fn spread<'a, A: 'a>(edges: impl Iterator<Item = &'a Edge<A>>) -> f64 {
    let (mut count, mut means, mut squares) = (0.0, 0.0, 0.0);
    for edge in edges {
        count += 1.0;
        means += edge.mean();
        squares += edge.squares / f64::from(edge.visits.max(1));
    }
    let count = f64::max(count, 1.0);
    (squares / count - (means / count) * (means / count)).max(0.0).sqrt()
}
