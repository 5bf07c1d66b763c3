//! Bots: asked to think outside, on a copy in which everything they cannot know is redrawn.

use crate::{
    BotMemory, BotTask, Command, CommandKind, Effect, Millis, Origin, SeatPlan,
    game::{Awake, State, Thinking, guard, is_running},
    inbox::{Inbox, Now},
    outbox::Outbox,
    parts::{About, Phase, Progress, Retired, Seating},
    table::presence::Presence,
    timers::{ScheduledTimers, TimerKind, Timers},
};
use bevy_ecs::prelude::*;
use parlor_bots::{Budget, Imagined};
use parlor_kit::{Luck, Rules};
use std::time::Duration;

/// How much longer than allowed a bot may take before the table plays without it.
const PATIENCE: Millis = 10_000;

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

/// Asks the bots that are to act for their moves.
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
        if !is_running(phase) {
            continue;
        }
        for seat in progress.turn.iter() {
            let chair = &seating.chairs[seat.index()];
            let kind = match &chair.plan {
                SeatPlan::Bot { kind, .. } => kind.clone(),
                SeatPlan::Person if presence.stand_in(seat) => about.bots.default.clone(),
                SeatPlan::Person => continue,
            };
            let asked = progress.since[seat.index()] + 1;
            if retired.contains(seat) || thinking.0[seat.index()] == asked {
                continue;
            }
            thinking.0[seat.index()] = asked;
            let (id, version) = (about.id, progress.version);
            // A bot's luck is its own: from nothing the table's luck has to do with.
            let mut luck = Luck::fast(id.0 ^ (u64::from(version) << 32) ^ seat.index() as u64);
            let imagined = guard(|| {
                Ok(Imagined::of(&playing.rules, &playing.state, seating.chairs.len(), seat, &mut luck))
            });
            let view = match imagined {
                Ok(Ok(view)) => view,
                Ok(Err(_)) => continue,
                Err(reason) => {
                    inbox.push_front(Command::of(Origin::Host, id, CommandKind::Fault { reason }));
                    continue;
                }
            };
            let budget = Budget::time(Duration::from_millis(u64::from(about.bots.think_ms)));
            let job = move |memory: &mut BotMemory| {
                let bot = memory.bot::<R>(&kind).ok();
                let action = bot.and_then(|bot| bot.choose(&view, &budget, &mut luck));
                let ask = match action {
                    Some(action) => {
                        CommandKind::Act { seat, version, action: view.rules().write_action(&action) }
                    }
                    None => CommandKind::Stuck { seat, version },
                };
                Command::of(Origin::Bot, id, ask)
            };
            let not_before = now.0 + progress.shown_for(about) + u64::from(about.bots.show_ms);
            let latest = not_before + u64::from(about.bots.think_ms) + PATIENCE;
            timers.set(table, &mut scheduled, TimerKind::Bot, latest);
            outbox.tell(Effect::Think(Box::new(BotTask { table: id, seat, not_before, job: Box::new(job) })));
        }
    }
}

/// Plays without bots that never answered.
pub(crate) fn overdue(
    timers: Res<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    tables: Query<'_, '_, (&About, &Phase, &Progress, &Thinking)>,
) {
    for table in timers.due(TimerKind::Bot) {
        let Ok((about, phase, progress, thinking)) = tables.get(table) else { continue };
        if !is_running(phase) {
            continue;
        }
        for seat in progress.turn.iter() {
            // The timer may be for an earlier move; only a bot still asked about this one is overdue.
            if thinking.0[seat.index()] == progress.since[seat.index()] + 1 {
                let ask = CommandKind::Stuck { seat, version: progress.version };
                inbox.push(Command::of(Origin::Bot, about.id, ask));
            }
        }
    }
}
