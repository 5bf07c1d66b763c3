//! Queue of commands, and the batches in which they are executed.
//!
//! A step runs in batches. A batch contains at most one command per table, so that the commands of a table
//! are executed in order, each seeing the effects of the one before, while thousands of tables share a batch.

use crate::{Command, CommandKind, Denial, Millis, Origin, TableId, outbox::Outbox, table::Capability};
use bevy_ecs::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The current time.
#[derive(Resource, Default, Clone, Copy)]
pub(crate) struct Now(pub(crate) Millis);

/// The entity of each table.
#[derive(Resource, Default)]
pub(crate) struct Index(pub(crate) FxHashMap<TableId, Entity>);

/// A command with the entity of its table.
pub(crate) struct TableCommand {
    pub(crate) table: Entity,
    pub(crate) command: Command,
}

/// The commands of the current batch, by the capability that executes them.
#[derive(Resource, Default)]
pub(crate) struct Batch([Vec<TableCommand>; Capability::ALL.len()]);

impl Batch {
    pub(crate) fn drain(&mut self, capability: Capability) -> std::vec::Drain<'_, TableCommand> {
        self.0[capability as usize].drain(..)
    }

    pub(crate) fn has(&self, capability: Capability) -> bool {
        !self.0[capability as usize].is_empty()
    }

    pub(crate) fn has_others(&self, capability: Capability) -> bool {
        self.0
            .iter()
            .enumerate()
            .any(|(other, commands)| other != capability as usize && !commands.is_empty())
    }
}

/// The queue of commands that wait for a batch.
#[derive(Resource, Default)]
pub(crate) struct Inbox {
    queue: VecDeque<Command>,
    busy: FxHashSet<TableId>,
    later: VecDeque<Command>,
}

impl Inbox {
    pub(crate) fn push(&mut self, command: Command) {
        self.queue.push_back(command);
    }

    /// Queues a follow-up command of a step ahead of all other commands for the table.
    pub(crate) fn push_front(&mut self, command: Command) {
        self.queue.push_front(command);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Builds the next batch.
    pub(crate) fn next_batch(&mut self, batch: &mut Batch, index: &Index, outbox: &mut Outbox) {
        self.busy.clear();
        while let Some(command) = self.queue.pop_front() {
            if self.busy.contains(&command.table) {
                self.later.push_back(command);
                continue;
            }
            if outbox.repeats(&command) {
                continue;
            }
            if matches!(command.from, Origin::Person(_)) && command.kind.is_the_hosts() {
                outbox.deny(&command, Denial::NotHost);
                continue;
            }
            let opens = matches!(command.kind, CommandKind::Open(_));
            let table = match (index.0.get(&command.table), opens) {
                (None, true) => Entity::PLACEHOLDER,
                (Some(&entity), false) => entity,
                (None, false) => {
                    outbox.deny(&command, Denial::NoSuchTable);
                    continue;
                }
                (Some(_), true) => {
                    outbox.deny(&command, Denial::TableExists);
                    continue;
                }
            };
            if !self.queue.is_empty() {
                self.busy.insert(command.table);
            }
            batch.0[command.kind.capability() as usize].push(TableCommand { table, command });
        }
        std::mem::swap(&mut self.queue, &mut self.later);
    }
}
