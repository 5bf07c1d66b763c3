//! CL-2: exactly the seats in turn are offered something.

use super::Inspect;
use crate::{Bench, Fault, Judged, Law, walk::Run};
use parlor_kit::{Rules, Seat, Turn};

pub(super) struct Turns;

impl<R: Rules> Inspect<R> for Turns {
    fn law(&self) -> Law {
        Law::Turns
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for &i in &run.sample {
            bench.at(i);
            let station = &run.stations[i];
            let in_turn = station.turn.seats();
            if let Some(seat) = in_turn.iter().find(|seat| seat.index() >= run.seats) {
                let problem = format!("seat {seat} is in turn at a table of {}", run.seats);
                return Err(Fault::new(problem));
            }
            if matches!(station.turn, Turn::Act(seats) if seats.is_empty()) {
                return Err(Fault::new("the game is running, but no seat is in turn")
                    .expected("`Turn::Act` with a seat, `Turn::Table` or `Turn::Over`")
                    .seen("`Turn::Act` with no seat"));
            }
            for seat in Seat::all(run.seats) {
                bench.count();
                let offers = bench.actions(&station.state, seat)?;
                if in_turn.contains(seat) && offers.is_empty() {
                    return Err(Fault::new("a seat is in turn, but is offered nothing")
                        .seat(seat)
                        .expected("an offer for every seat in turn")
                        .seen("none")
                        .hint("a forced pass is a step of the table: `Turn::Table` and `proceed`"));
                }
                if let Some(offer) = offers.first().filter(|_| !in_turn.contains(seat)) {
                    let problem = match station.turn {
                        Turn::Over(_) => "a finished game still offers something",
                        Turn::Table => "the table is to go on by itself, but a seat is offered something",
                        Turn::Act(_) => "a seat that is not in turn is offered something",
                    };
                    let seen = format!("{} offers", offers.len());
                    let fault = Fault::new(problem).seat(seat).action(bench.write(offer)?);
                    return Err(fault.expected("no offers").seen(seen));
                }
            }
        }
        Ok(())
    }
}
