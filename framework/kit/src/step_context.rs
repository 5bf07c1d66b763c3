//! The context the host passes to the rules for one step: luck to draw from and a place for events.

use crate::{Event, Luck};

/// The context of one step of the rules. Events are collected only if the context listens.
#[derive(Debug)]
pub struct StepContext {
    /// The luck of this step.
    pub luck: Luck,
    events: Vec<Event>,
    listening: bool,
    concealed: bool,
}

impl StepContext {
    /// A context that collects events: a step that people see.
    pub const fn listening(luck: Luck) -> StepContext {
        StepContext { luck, events: Vec::new(), listening: true, concealed: false }
    }

    /// A context that drops events: search and simulation.
    pub const fn silent(luck: Luck) -> StepContext {
        StepContext { luck, events: Vec::new(), listening: false, concealed: false }
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

    /// Conceals the step: only the seat that acts learns that there was one. For an action that changes
    /// nothing another viewer could see, such as sorting out cards of the own hand.
    ///
    /// A table counts the step for this seat alone. It gives the others no update and no version, lets clocks
    /// run on, and does not count it for luck. A step that draws luck, changes whose turn it is or tells other
    /// seats anything is not concealed, whatever the rules say.
    pub const fn conceal(&mut self) {
        self.concealed = true;
    }

    /// Whether the rules conceal the step.
    pub const fn is_concealed(&self) -> bool {
        self.concealed
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
