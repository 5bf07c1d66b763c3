//! What the table gives the rules for one step: luck, and somebody who listens.

use crate::{Event, Luck};

/// The table as the rules see it during one step.
#[derive(Debug)]
pub struct Table {
    /// The luck of this step.
    pub luck: Luck,
    events: Vec<Event>,
    listening: bool,
}

impl Table {
    /// A table where somebody listens to events.
    pub const fn listening(luck: Luck) -> Table {
        Table { luck, events: Vec::new(), listening: true }
    }

    /// A table where nobody listens: search and simulation.
    pub const fn silent(luck: Luck) -> Table {
        Table { luck, events: Vec::new(), listening: false }
    }

    /// Whether somebody listens.
    pub const fn is_listening(&self) -> bool {
        self.listening
    }

    /// Tells what happened. The event is only made when somebody listens.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.listening {
            self.events.push(event());
        }
    }

    /// What was told so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Takes what was told so far.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
