//! What the host keeps of a table beside the runtime: connections, the latest updates, names and chat.

use super::{BACKLOG, ConnId, ConnSender};
use crate::{catalogue::Edition, protocol::ChatLine};
use parlor_kit::{Event, Viewer};
use parlor_runtime::{Millis, PersonId, Recipient, Summary, Update, UpdateFormat};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

/// How many updates are kept for those who come back soon.
const MAX_RECENT: usize = 48;
/// How many of them are kept when the game is over.
const MAX_RECENT_AFTER_END: usize = 8;

/// What the host keeps of a table beside the runtime.
pub(crate) struct TableSession {
    /// How it stands in the list; absent until the runtime has told.
    pub(crate) summary: Option<Arc<Summary>>,
    /// The edition of the game that is played.
    pub(crate) edition: Option<Arc<Edition>>,
    /// What the seats are called.
    pub(crate) names: Arc<[String]>,
    /// How long the latest update waited to be stored, where that is long enough to be noticed.
    pub(crate) held: Millis,
    /// The options that may be told.
    pub(crate) options: Value,
    /// Those of them that the list tells.
    pub(crate) listed_options: Arc<BTreeMap<String, Value>>,
    /// The connections that are shown the table.
    pub(crate) attached: Vec<Attached>,
    pub(crate) chat: VecDeque<ChatLine>,
    /// The persons who watch or watched, connected or not.
    pub(crate) guests: BTreeSet<PersonId>,
    recent: VecDeque<Recent>,
}

/// A connection that is shown a table.
pub(crate) struct Attached {
    pub(crate) conn: ConnId,
    pub(crate) person: PersonId,
    pub(crate) out: ConnSender,
    pub(crate) format: ClientFormat,
    pub(crate) viewer: Viewer,
    /// The version it has.
    pub(crate) version: u32,
}

/// The form in which a connection gets its frames.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientFormat {
    pub(crate) language: usize,
    pub(crate) updates: UpdateFormat,
}

impl ClientFormat {
    /// Whether updates come without scenes and texts, as programs want them.
    pub(crate) fn is_actions_only(self) -> bool {
        self.updates == UpdateFormat::ActionsOnly
    }
}

/// Something that happened lately.
pub(crate) enum Recent {
    Update(Recipient, Arc<Update>),
    Notice(Event),
}

impl TableSession {
    pub(crate) fn new() -> TableSession {
        TableSession {
            summary: None,
            edition: None,
            names: Arc::default(),
            held: 0,
            options: Value::Null,
            listed_options: Arc::default(),
            attached: Vec::new(),
            chat: VecDeque::new(),
            guests: BTreeSet::new(),
            recent: VecDeque::new(),
        }
    }

    pub(crate) fn is_private(&self) -> bool {
        self.summary.as_ref().is_some_and(|summary| summary.private)
    }

    pub(crate) fn opener(&self) -> Option<PersonId> {
        self.summary.as_ref().map(|summary| summary.opener)
    }

    pub(crate) fn seats(&self, person: PersonId) -> bool {
        let seats = self.summary.iter().flat_map(|summary| &summary.seats);
        seats.into_iter().any(|seat| seat.person == Some(person))
    }

    /// Shows the table to a connection from now on.
    pub(crate) fn attach(&mut self, new: Attached) {
        match self.attached.iter_mut().find(|known| known.conn == new.conn) {
            Some(known) => *known = new,
            None => self.attached.push(new),
        }
    }

    pub(crate) fn detach(&mut self, gone: impl Fn(&Attached) -> bool) {
        self.attached.retain(|attached| !gone(attached));
    }

    pub(crate) fn remember(&mut self, recent: Recent) {
        if self.recent.len() == MAX_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(recent);
    }

    pub(crate) fn heard(&mut self, line: ChatLine) {
        if self.chat.len() == BACKLOG {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
    }

    /// Keeps only the last of what happened: nothing more will, but the table stays for a while.
    pub(crate) fn wind_up(&mut self) {
        let gone = self.recent.len().saturating_sub(MAX_RECENT_AFTER_END);
        self.recent.drain(..gone);
        self.recent.shrink_to_fit();
    }

    /// The updates from `since` to `version` for a viewer; `None` if one is not known any more, or says too little
    /// because it was made for clients that do not draw.
    pub(crate) fn missed(
        &self,
        viewer: Viewer,
        since: u32,
        version: u32,
        brief: bool,
    ) -> Option<Vec<&Arc<Update>>> {
        // A client that claims a version of the future gets a full view.
        let count = version.checked_sub(since)? as usize;
        let updates = self.recent.iter().filter_map(|recent| match recent {
            Recent::Update(to, update) if to.includes(viewer) && update.version > since => Some(update),
            _ => None,
        });
        let missed: Vec<&Arc<Update>> = updates.collect();
        let fits =
            |(update, version): (&&Arc<Update>, u32)| update.version == version && (brief || update.drawn);
        let complete = missed.iter().zip(since + 1..).all(fits);
        (complete && missed.len() == count).then_some(missed)
    }

    /// What a viewer may know of what happened lately, oldest first.
    pub(crate) fn log(&self, viewer: Viewer) -> impl Iterator<Item = &Event> {
        self.recent.iter().flat_map(move |recent| match recent {
            Recent::Update(to, update) if to.includes(viewer) => update.events.as_slice(),
            Recent::Update(..) => &[],
            Recent::Notice(event) => std::slice::from_ref(event),
        })
    }
}
