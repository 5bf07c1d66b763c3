//! CL-1: what is offered is accepted, all else is refused with a reason and changes nothing.

use super::Inspect;
use crate::{
    Bench, Fault, Judged, Law,
    probe::Step,
    strangers::strangers,
    walk::{Run, Station},
};
use parlor_kit::{Rules, Seat};

pub(super) struct Offered;

/// How many offers of one seat are tried in one state.
const MOST: usize = 32;

impl<R: Rules> Inspect<R> for Offered {
    fn law(&self) -> Law {
        Law::Offered
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for &i in &run.sample {
            bench.at(i);
            let station = &run.stations[i];
            for seat in station.turn.seats().iter().filter(|seat| seat.index() < run.seats) {
                offers_are_accepted(bench, run, i, seat)?;
            }
            for (seat, action) in strangers(bench, run, i)? {
                bench.count();
                is_refused(bench, run, i, station, seat, action)?;
            }
        }
        Ok(())
    }
}

fn offers_are_accepted<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>, i: usize, seat: Seat) -> Judged {
    let state = &run.stations[i].state;
    let mut actions = bench.actions(state, seat)?;
    let fallback = bench.fallback(state, seat, run.secret.fallback_luck(i as u64 + 1))?;
    bench.count();
    match fallback {
        Some(fallback) if !actions.contains(&fallback) => {
            let fault = Fault::new("the action played for a seat out of time is not offered").seat(seat);
            return Err(fault
                .expected("one of the offers")
                .seen("another action")
                .action(bench.write(&fallback)?));
        }
        None if !actions.is_empty() => {
            let fault =
                Fault::new("nothing is played for a seat out of time, though it could act").seat(seat);
            return Err(fault.expected("`fallback` gives one of the offers").seen("none"));
        }
        _ => {}
    }
    for action in run.dice(i, 3).sample(&mut actions, MOST).iter() {
        bench.count();
        let mut next = bench.fork(state)?;
        let done = bench.step(&mut next, &Step::Act(seat, action.clone()), run.luck(i))?;
        if !done.accepted {
            let reason = done.refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
            let fault = Fault::new("an offered action is refused").seat(seat).action(bench.write(action)?);
            return Err(fault.expected("accepted").seen(format!("refused: {reason}")));
        }
    }
    Ok(())
}

fn is_refused<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    station: &Station<R>,
    seat: Seat,
    action: R::Action,
) -> Judged {
    let json = bench.write(&action)?;
    let mut next = bench.fork(&station.state)?;
    let done = bench.step(&mut next, &Step::Act(seat, action), run.luck(i))?;
    let fault = |problem: &str| Fault::new(problem).seat(seat).action(json.clone());
    if done.accepted {
        return Err(fault("an action is accepted that was not offered")
            .expected("refused with a reason")
            .seen("accepted")
            .hint("`act` must check everything that `actions` checks, whoever sends the action"));
    }
    if done.refusal.is_none_or(|refusal| refusal.text.key.is_empty()) {
        return Err(fault("a refusal gives no reason").expected("a message key").seen("an empty key"));
    }
    let after = bench.save(&next)?;
    if after != station.saved {
        return Err(fault("a refused action changes the state")
            .difference(&station.saved, &after)
            .hint("check everything first, then change the state"));
    }
    Ok(())
}
