//! The context the host passes to the rules for one step: luck to draw from and a place for events.

use crate::{Event, Luck};

/// The context of one step of the rules. Events are collected only if the context listens.
#[derive(Debug)]
pub struct StepContext {
    /// The luck of this step.
    pub luck: Luck,
    events: Vec<Event>,
    listening: bool,
}

impl StepContext {
    /// A context that collects events: a step that people see.
    pub const fn listening(luck: Luck) -> StepContext {
        StepContext { luck, events: Vec::new(), listening: true }
    }

    /// A context that drops events: search and simulation.
    pub const fn silent(luck: Luck) -> StepContext {
        StepContext { luck, events: Vec::new(), listening: false }
    }

    /// Whether events are collected.
    pub const fn is_listening(&self) -> bool {
        self.listening
    }

    /// Records an event. The closure runs only if events are collected.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.listening {
            self.events.push(event());
        }
    }

    /// The events collected so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Takes the events collected so far.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
