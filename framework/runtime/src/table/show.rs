//! Views: scenes are drawn once per distinct viewer and sent as patches, with offers for the seats that may
//! act.

use crate::{
    CloseRequest, Command, CommandKind, Denial, Effect, ImaginedState, Millis, Offered, Origin, PersonId,
    Played, Recipient, RequestId, Shown, TableUpdate, Update, UpdateFormat,
    capability::{Registry, Request},
    components::{About, Phase, Progress, Seating},
    game::{State, guard},
    inbox::{Batch, Inbox, Now},
    outbox::Outbox,
    table::{
        Capability,
        clock::Clock,
        list::{Listed, summary},
        play::Steps,
        presence::Presence,
        vote::Ballot,
    },
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, Offers, Pick, Rules, Scene, Seat, Seats, SecretSeed, Viewer};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use std::{mem, sync::Arc};

/// Requests for a full view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum LookRequest {
    /// Sends the person a full view of the table.
    Look,
    /// Sends the player who is to act a state as their seat may imagine it. Never recorded.
    #[serde(skip)]
    Imagine {
        /// From what everything hidden from the seat is drawn anew; nobody else may know it.
        secret: SecretSeed,
    },
}

impl Request for LookRequest {}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry
        .component::<Views>()
        .component::<WaitingScene>()
        .resource::<Wanted>()
        .resource::<WantedStates>()
        .resource::<Reveal>()
        .resource::<UpdateFormats>()
        .on_request(look);
}

/// The last scene sent to each viewer, to compute patches from. Kept only while a client watches.
#[derive(Component, Default)]
pub(crate) struct Views(Vec<(Viewer, Scene)>);

impl Views {
    fn get(&self, viewer: Viewer) -> Option<&Scene> {
        self.0.iter().find(|(known, _)| *known == viewer).map(|(_, scene)| scene)
    }

    fn forget(&mut self, viewer: Viewer) {
        self.0.retain(|(known, _)| *known != viewer);
    }

    fn put(&mut self, viewer: Viewer, scene: Scene) {
        match self.0.iter_mut().find(|(known, _)| *known == viewer) {
            Some((_, old)) => *old = scene,
            None => self.0.push((viewer, scene)),
        }
    }
}

/// The scene of a table that has not begun, drawn when it is first shown.
#[derive(Component, Default)]
pub(crate) struct WaitingScene(Option<Scene>);

/// Persons who are to get a full view.
#[derive(Resource, Default)]
pub(crate) struct Wanted(pub(crate) Vec<(Entity, PersonId)>);

/// Players who are to get an imagined state.
#[derive(Resource, Default)]
pub(crate) struct WantedStates(Vec<WantedState>);

impl WantedStates {
    pub(crate) fn tables(&self) -> impl Iterator<Item = Entity> {
        self.0.iter().map(|wanted| wanted.table)
    }

    /// Forgets those whose tables are gone.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

struct WantedState {
    table: Entity,
    seat: Seat,
    to: PersonId,
    request: Option<RequestId>,
    secret: SecretSeed,
}

/// Whether nothing is hidden from any viewer, as in a replay.
#[derive(Resource, Default)]
pub(crate) struct Reveal(pub(crate) bool);

/// The persons whose updates have the format [`UpdateFormat::ActionsOnly`]; all others get full updates.
#[derive(Resource, Default)]
pub(crate) struct UpdateFormats(FxHashSet<PersonId>);

impl UpdateFormats {
    pub(crate) fn set(&mut self, person: PersonId, format: UpdateFormat) {
        match format {
            UpdateFormat::ActionsOnly => self.0.insert(person),
            UpdateFormat::Full => self.0.remove(&person),
        };
    }

    fn is_actions_only(&self, person: Option<PersonId>) -> bool {
        !self.0.is_empty() && person.is_some_and(|person| self.0.contains(&person))
    }
}

/// Queues full views and imagined states for persons who request them.
pub(crate) fn look(
    mut batch: ResMut<'_, Batch>,
    mut wanted: ResMut<'_, Wanted>,
    mut states: ResMut<'_, WantedStates>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&Seating, &Presence, &Progress, &Phase)>,
) {
    for queued in batch.drain(Capability::View) {
        let Ok((seating, presence, progress, phase)) = tables.get(queued.table) else { continue };
        let Origin::Person(person) = queued.command.from else { continue };
        let seat = seating.seat_of(person);
        if let CommandKind::View(LookRequest::Imagine { secret }) = &queued.command.kind {
            match may_imagine(seat, progress, phase) {
                Ok(seat) => states.0.push(WantedState {
                    table: queued.table,
                    seat,
                    to: person,
                    request: queued.command.request,
                    secret: *secret,
                }),
                Err(denial) => outbox.deny(&queued.command, denial),
            }
            continue;
        }
        if seat.is_none() && presence.watcher(person).is_none() {
            outbox.deny(&queued.command, Denial::NotSeated);
            continue;
        }
        wanted.0.push((queued.table, person));
        let version = seat.map_or(progress.version, |seat| progress.version_of(seat));
        outbox.answer(&queued.command, Ok(crate::Answer { version, seat }));
    }
}

/// A seat imagines the state only while it is to act: it needs it for nothing else.
fn may_imagine(seat: Option<Seat>, progress: &Progress, phase: &Phase) -> Result<Seat, Denial> {
    let seat = seat.ok_or(Denial::NotSeated)?;
    phase.denial().map_or(Ok(()), Err)?;
    progress.check_turn(seat).map(|()| seat)
}

/// Sends imagined states. They are drawn and written outside the runtime, on a copy of the state.
pub(crate) fn imagine<R: Rules>(
    mut wanted: ResMut<'_, WantedStates>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&State<R>, &About, &Progress)>,
) {
    wanted.0.retain(|WantedState { table, seat, to, request, secret }| {
        let Ok((playing, about, progress)) = tables.get(*table) else { return true };
        let (rules, mut state, mut luck) = (playing.rules.clone(), playing.state.clone(), secret.luck(0));
        let seat = *seat;
        let write = move || {
            rules.resample(&mut state, Viewer::Seat(seat), &mut luck);
            rules.save(&state)
        };
        outbox.tell(Effect::Imagined(Box::new(ImaginedState {
            to: *to,
            request: *request,
            table: about.id,
            version: progress.version,
            write: Box::new(write),
        })));
        false
    });
}

type Parts<'a, R> = (&'a State<R>, Listed<'a>, &'a Progress, &'a Clock, &'a Ballot, &'a mut Views);

/// Sends the steps of this batch to all viewers, and full views to persons who requested one.
#[allow(clippy::too_many_arguments, reason = "a system's parameters are what it touches")]
pub(crate) fn show<R: Rules>(
    now: Res<'_, Now>,
    reveal: Res<'_, Reveal>,
    formats: Res<'_, UpdateFormats>,
    mut steps: ResMut<'_, Steps>,
    mut wanted: ResMut<'_, Wanted>,
    mut outbox: ResMut<'_, Outbox>,
    mut inbox: ResMut<'_, Inbox>,
    mut tables: Query<'_, '_, Parts<'static, R>>,
) {
    if outbox.replaying {
        return;
    }
    for step in &mut steps.played {
        let Ok((playing, listed, progress, clock, _, mut views)) = tables.get_mut(step.table) else {
            continue;
        };
        let (about, seating, phase, presence, _) = listed;
        let here = presence.people_here(seating);
        if here.is_empty() && presence.watchers.is_empty() {
            views.0.clear();
            continue;
        }
        let first = step.number_of_steps == 0;
        let view = GameView { playing, about, phase, reveal: reveal.0 };
        let (mut events, mut played) = (mem::take(&mut step.events), step.played.take());
        let mut update = TableUpdate { table: about.id, updates: SmallVec::new(), offers: SmallVec::new() };
        let shown = guard(|| {
            let targets = view.targets(progress, seating, presence);
            // Of a concealed step only its seat learns; where nothing is hidden it is a step like any other.
            let actor = step.actor.filter(|_| step.concealed && !reveal.0);
            let mut viewers = viewers(about, seating, here, presence, &formats);
            viewers.retain(|(viewer, _)| actor.is_none() || viewer.seat() == actor);
            let mut viewers = viewers.into_iter().peekable();
            while let Some((viewer, looks)) = viewers.next() {
                let scene = looks.then(|| view.scene(viewer));
                let change = scene.as_ref().zip(views.get(viewer)).map(|(scene, old)| old.patch_to(scene));
                if !first {
                    let is_heard = |event: &Event| event.to.includes(view.event_viewer(viewer));
                    // The last viewer takes the originals, the others get clones.
                    let (events, played): (Vec<Event>, Option<Played>) = if viewers.peek().is_none() {
                        (mem::take(&mut events).into_iter().filter(is_heard).collect(), played.take())
                    } else {
                        (events.iter().filter(|event| is_heard(event)).cloned().collect(), played.clone())
                    };
                    let own = Update {
                        table: about.id,
                        version: view.version(progress, viewer),
                        drawn: change.is_some(),
                        patch: change.flatten(),
                        played,
                        events,
                        turn: progress.turn,
                        clocks: clock.view(&about.clock, seating.chairs.len(), now.0),
                        outcome: step.turn.outcome().cloned(),
                        targets: targets.clone(),
                    };
                    let to = if view.is_open() { Recipient::Everyone } else { Recipient::Viewer(viewer) };
                    update.updates.push((to, Arc::new(own)));
                }
                match scene {
                    Some(scene) => views.put(viewer, scene),
                    None => views.forget(viewer),
                }
            }
            if !first {
                let seats = progress.turn.intersection(here);
                for seat in seats.iter().filter(|&seat| actor.is_none_or(|actor| actor == seat)) {
                    let offers = if formats.is_actions_only(seating.chairs[seat.index()].person) {
                        Offered::Actions(playing.rules.write_actions(&playing.state, seat))
                    } else {
                        Offered::Tree(view.offers(seat))
                    };
                    update.offers.push((seat, offers));
                }
            }
            Ok(())
        });
        if !update.updates.is_empty() {
            outbox.tell(Effect::Update(update));
        }
        if let Err(reason) = shown {
            inbox.push_front(Command::of(Origin::Host, about.id, CloseRequest::Fault { reason }));
        }
        if first {
            let people = seating.chairs.iter().filter_map(|chair| chair.person);
            let people = people.chain(presence.watchers.iter().map(|(person, _)| *person));
            wanted.0.extend(people.map(|person| (step.table, person)));
        }
    }
    wanted.0.retain(|&(table, person)| {
        let Ok((playing, listed, progress, clock, ballot, mut views)) = tables.get_mut(table) else {
            return true;
        };
        let (about, seating, phase, presence, _) = listed;
        let viewer = seating.viewer(person);
        let view = GameView { playing, about, phase, reveal: reveal.0 };
        let shown = guard(|| {
            let scene = view.scene(viewer);
            let offers = match viewer {
                Viewer::Seat(seat) if progress.turn.contains(seat) => view.offers(seat),
                _ => Offers::default(),
            };
            let kept = if view.is_open() { Viewer::Public } else { viewer };
            views.put(kept, scene.clone());
            let targets = view.targets(progress, seating, presence);
            let proposal = ballot.running(phase).map(|(_, proposed)| proposed);
            let shown = everything(person, viewer, listed, progress, clock, now.0, scene, offers);
            let version = view.version(progress, viewer);
            outbox.tell(Effect::Shown(Box::new(Shown { version, targets, proposal, ..shown })));
            Ok(())
        });
        if let Err(reason) = shown {
            inbox.push_front(Command::of(Origin::Host, about.id, CloseRequest::Fault { reason }));
        }
        false
    });
}

/// Sends views of tables that have not begun: the seats, and the scene as it is set up for all of them.
pub(crate) fn show_waiting(
    now: Res<'_, Now>,
    mut wanted: ResMut<'_, Wanted>,
    mut outbox: ResMut<'_, Outbox>,
    mut tables: Query<'_, '_, (Listed<'static>, &Progress, &Clock, &mut WaitingScene)>,
) {
    for (table, person) in wanted.0.drain(..) {
        let Ok((listed, progress, clock, mut drawn)) = tables.get_mut(table) else { continue };
        let (about, seating, ..) = listed;
        let viewer = seating.viewer(person);
        let scene = drawn.0.get_or_insert_with(|| {
            let options = serde_json::from_str(&about.options).expect("options were written by us");
            about.game.preview(&options, seating.chairs.len()).unwrap_or_default()
        });
        let (scene, offers) = (scene.clone(), Offers::default());
        let shown = everything(person, viewer, listed, progress, clock, now.0, scene, offers);
        outbox.tell(Effect::Shown(Box::new(shown)));
    }
}

#[allow(clippy::too_many_arguments, reason = "it gathers everything there is")]
fn everything(
    to: PersonId,
    viewer: Viewer,
    listed: Listed<'_>,
    progress: &Progress,
    clock: &Clock,
    now: Millis,
    scene: Scene,
    offers: Offers,
) -> Shown {
    let (about, seating, ..) = listed;
    Shown {
        to,
        viewer,
        version: progress.version,
        scene,
        offers,
        turn: progress.turn,
        clocks: clock.view(&about.clock, seating.chairs.len(), now),
        table: summary(listed),
        targets: Vec::new(),
        proposal: None,
    }
}

/// The distinct viewers, each with whether a client needs its scene: in games without hidden information all
/// share one viewer, and clients with actions-only updates need none.
fn viewers(
    about: &About,
    seating: &Seating,
    here: Seats,
    presence: &Presence,
    formats: &UpdateFormats,
) -> SmallVec<[(Viewer, bool); 4]> {
    let looks = |seat: Seat| !formats.is_actions_only(seating.chairs[seat.index()].person);
    let watched = presence.watchers.iter().any(|(person, _)| !formats.is_actions_only(Some(*person)));
    if !about.game.bundle().manifest.hidden {
        return smallvec![(Viewer::Public, watched || here.iter().any(looks))];
    }
    let public = (!presence.watchers.is_empty()).then_some((Viewer::Public, watched));
    here.iter().map(|seat| (Viewer::Seat(seat), looks(seat))).chain(public).collect()
}

struct GameView<'a, R: Rules> {
    playing: &'a State<R>,
    about: &'a About,
    phase: &'a Phase,
    reveal: bool,
}

impl<R: Rules> GameView<'_, R> {
    /// Whether all viewers see the same.
    fn is_open(&self) -> bool {
        !self.about.game.bundle().manifest.hidden
    }

    /// The viewer's scene; after the end it shows everything, if the game allows it.
    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = Scene::new();
        let over = matches!(self.phase, Phase::Over(_)) && self.about.policy.reveal;
        let viewer = if over || self.reveal { Viewer::All } else { viewer };
        self.playing.rules.scene(&self.playing.state, viewer, &mut scene);
        scene
    }

    /// The version that a viewer sees.
    fn version(&self, progress: &Progress, viewer: Viewer) -> u32 {
        if self.reveal { progress.steps() } else { progress.version_for(viewer) }
    }

    /// The viewer by which events are filtered: a game without hidden information filters none.
    fn event_viewer(&self, viewer: Viewer) -> Viewer {
        if self.is_open() { Viewer::Public } else { viewer }
    }

    /// The cells from which the computer players that are to move may choose, if all viewers may see them.
    fn targets(&self, progress: &Progress, seating: &Seating, presence: &Presence) -> Vec<Pick> {
        if !self.is_open() || !self.about.bots.show_targets {
            return Vec::new();
        }
        let bots = progress
            .turn
            .iter()
            .filter(|seat| seating.chairs[seat.index()].is_bot() || presence.stand_in(*seat));
        let offers = bots.flat_map(|seat| self.playing.rules.offers(&self.playing.state, seat));
        let picks = offers.filter_map(|offer| offer.gesture.picks.last().map(|(pick, _)| pick.clone()));
        picks.filter(|pick| matches!(pick, Pick::Cell(..))).collect()
    }

    fn offers(&self, seat: Seat) -> Offers {
        Offers::tree(self.playing.rules.offers(&self.playing.state, seat))
    }
}
