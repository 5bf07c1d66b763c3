//! Bots: they compute their moves outside the runtime, on a copy of the state with hidden information
//! resampled.

use crate::{
    ActRequest, BotMemory, BotTask, CloseRequest, Command, CommandKind, Denial, Done, Effect, Millis, Origin,
    SeatPlan,
    capability::{Registry, Request},
    components::{About, Phase, Progress, Retired, Seating},
    game::{State, guard},
    inbox::{Batch, Inbox, Now, TableCommand},
    outbox::Outbox,
    table::{
        Capability,
        play::{Move, MoveKind, Moves},
        presence::Presence,
    },
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::prelude::*;
use parlor_bots::{Budget, Imagined};
use parlor_kit::{Luck, MAX_SEATS, Rules, Seat};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How much longer than its time budget a bot may take before the table plays its fallback.
const BOT_TIMEOUT: Millis = 10_000;

/// Computer players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum BotRequest {
    /// The bot found no action: the fallback is played for it.
    Stuck {
        /// The seat.
        seat: Seat,
        /// The version the bot's task was about.
        version: u32,
    },
}

impl Request for BotRequest {
    fn is_the_hosts(&self) -> bool {
        true
    }

    fn recorded(&self, _: Option<Seat>) -> Option<(Seat, Done)> {
        let BotRequest::Stuck { seat, .. } = self;
        Some((*seat, Done::Timeout))
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<Thinking>().on_request(stuck).on_timer(overdue);
}

/// Tables that changed, so that a bot may have to move.
#[derive(Resource, Default)]
pub(crate) struct Awake(pub(crate) Vec<Entity>);

/// The version each seat's bot was last asked about, so that it is asked once.
#[derive(Component, Default)]
pub(crate) struct Thinking(pub(crate) [u32; MAX_SEATS]);

type Parts<'a, R> = (
    &'a State<R>,
    &'a About,
    &'a Seating,
    &'a Phase,
    &'a Progress,
    &'a Presence,
    &'a Retired,
    &'a mut Thinking,
    &'a mut ScheduledTimers,
);

/// Emits tasks for the bots that are to act.
pub(crate) fn think<R: Rules>(
    now: Res<'_, Now>,
    awake: Res<'_, Awake>,
    mut outbox: ResMut<'_, Outbox>,
    mut timers: ResMut<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    mut tables: Query<'_, '_, Parts<'static, R>>,
) {
    if outbox.replaying {
        return;
    }
    for &table in &awake.0 {
        let Ok((playing, about, seating, phase, progress, presence, retired, mut thinking, mut scheduled)) =
            tables.get_mut(table)
        else {
            continue;
        };
        if !matches!(phase, Phase::Running) {
            continue;
        }
        let deserted = presence.is_deserted(seating, retired);
        for seat in progress.turn.iter() {
            let chair = &seating.chairs[seat.index()];
            let kind = match &chair.plan {
                SeatPlan::Bot { kind, .. } => kind.clone(),
                // A game that no person plays is not decided by stand-ins.
                SeatPlan::Person if presence.stand_in(seat) && !deserted => about.bots.default.clone(),
                SeatPlan::Person => continue,
            };
            let asked = progress.fresh_since[seat.index()] + 1;
            if retired.contains(seat) || thinking.0[seat.index()] == asked {
                continue;
            }
            thinking.0[seat.index()] = asked;
            let (id, version) = (about.id, progress.version_of(seat));
            // A bot's luck is independent of the table's secret.
            let mut luck = Luck::fast(id.0 ^ (u64::from(version) << 32) ^ seat.index() as u64);
            let imagined = guard(|| {
                Ok(Imagined::of(&playing.rules, &playing.state, seating.chairs.len(), seat, &mut luck))
            });
            let view = match imagined {
                Ok(Ok(view)) => view,
                Ok(Err(_)) => continue,
                Err(reason) => {
                    inbox.push_front(Command::of(Origin::Host, id, CloseRequest::Fault { reason }));
                    continue;
                }
            };
            let budget = Budget::time(Duration::from_millis(u64::from(about.bots.think_ms)));
            let job = move |memory: &mut BotMemory| {
                let bot = memory.bot::<R>(&kind).ok();
                let action = bot.and_then(|bot| bot.choose(&view, &budget, &mut luck));
                let ask = match action {
                    Some(action) => {
                        let action = view.rules().write_action(&action);
                        CommandKind::from(ActRequest::Act { seat, version, action })
                    }
                    None => BotRequest::Stuck { seat, version }.into(),
                };
                Command::of(Origin::Bot, id, ask)
            };
            let not_before = now.0 + progress.shown_for(about) + u64::from(about.bots.show_ms);
            let latest = not_before + u64::from(about.bots.think_ms) + BOT_TIMEOUT;
            timers.set(table, &mut scheduled, Capability::Bot, latest);
            outbox.tell(Effect::Think(Box::new(BotTask { table: id, seat, not_before, job: Box::new(job) })));
        }
    }
}

/// Plays the fallback for bots that found no action.
pub(crate) fn stuck(
    mut batch: ResMut<'_, Batch>,
    mut moves: ResMut<'_, Moves>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&About, &Seating, &Phase, &Progress, &Presence)>,
) {
    for TableCommand { table, command } in batch.drain(Capability::Bot) {
        let CommandKind::Bot(BotRequest::Stuck { seat, version }) = command.kind else { continue };
        let Ok((about, seating, phase, progress, presence)) = tables.get(table) else { continue };
        let bot = seating.chair(seat).is_some_and(|chair| chair.is_bot() || presence.stand_in(seat));
        let result = match phase.denial() {
            Some(denial) => Err(denial),
            None if command.from != Origin::Bot || !bot => Err(Denial::NotYourSeat),
            None if version != progress.version_of(seat) && version != u32::MAX => {
                Err(Denial::Stale { version: progress.version_of(seat) })
            }
            None => progress.check_turn(seat),
        };
        match result {
            Ok(()) => {
                moves.push(&*about.game, Move { table, kind: MoveKind::Fallback { seat }, command });
            }
            Err(denial) => outbox.deny(&command, denial),
        }
    }
}

/// Plays the fallback for bots that did not answer in time.
pub(crate) fn overdue(
    timers: Res<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    tables: Query<'_, '_, (&About, &Phase, &Progress, &Thinking)>,
) {
    for table in timers.due(Capability::Bot) {
        let Ok((about, phase, progress, thinking)) = tables.get(table) else { continue };
        if !matches!(phase, Phase::Running) {
            continue;
        }
        for seat in progress.turn.iter() {
            // The timer may be for an earlier move; only a bot still asked about this one is overdue.
            if thinking.0[seat.index()] == progress.fresh_since[seat.index()] + 1 {
                let ask = BotRequest::Stuck { seat, version: progress.version_of(seat) };
                inbox.push(Command::of(Origin::Bot, about.id, ask));
            }
        }
    }
}
