//! Statistics of one action of a node.

use super::values::Values;
use parlor_kit::Seat;

/// Marks a child or proof that does not exist yet.
pub(super) const NONE: u32 = u32::MAX;

/// An action of a node, with its statistics.
#[derive(Debug)]
pub(super) struct Edge<A> {
    pub(super) seat: Seat,
    pub(super) action: A,
    /// The index of the action in the last list of actions: usually it is the same again.
    pub(super) hint: u32,
    pub(super) visits: u32,
    /// How often it was available.
    pub(super) available: u32,
    /// The sum of its values for its seat.
    pub(super) sum: f64,
    pub(super) squares: f64,
    /// The child node.
    pub(super) child: u32,
    /// The index of its proof.
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

    /// Adds the value of a visit.
    pub(super) fn note(&mut self, values: &Values) {
        let worth = f64::from(values[self.seat.index()]);
        self.visits += 1;
        self.sum += worth;
        self.squares += worth * worth;
    }

    /// The mean value for its seat.
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// The standard deviation of the values of these edges, as the scale of exploration. Each edge has the same
/// weight, however often it was visited, so that a favourite does not hide how different the others are.
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
