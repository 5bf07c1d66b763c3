//! CL-2: exactly the seats in turn are offered something.

use super::Inspect;
use crate::{CheckContext, CheckResult, Law, Violation, random_game::RandomGame};
use parlor_kit::{Rules, Seat, Turn};

pub(super) struct Turns;

impl<R: Rules> Inspect<R> for Turns {
    fn law(&self) -> Law {
        Law::Turns
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for &i in &run.sample {
            ctx.at(i);
            let position = &run.positions[i];
            let in_turn = position.turn.seats();
            if let Some(seat) = in_turn.iter().find(|seat| seat.index() >= run.seats) {
                let problem = format!("seat {seat} is in turn at a table of {}", run.seats);
                return Err(Violation::new(problem));
            }
            if matches!(position.turn, Turn::Act(seats) if seats.is_empty()) {
                return Err(Violation::new("the game is running, but no seat is in turn")
                    .expected("`Turn::Act` with a seat, `Turn::Table` or `Turn::Over`")
                    .seen("`Turn::Act` with no seat"));
            }
            for seat in Seat::all(run.seats) {
                ctx.count();
                let offers = ctx.actions(&position.state, seat)?;
                if in_turn.contains(seat) && offers.is_empty() {
                    return Err(Violation::new("a seat is in turn, but is offered nothing")
                        .seat(seat)
                        .expected("an offer for every seat in turn")
                        .seen("none")
                        .hint("a forced pass is a step of the table: `Turn::Table` and `proceed`"));
                }
                if let Some(offer) = offers.first().filter(|_| !in_turn.contains(seat)) {
                    let problem = match position.turn {
                        Turn::Over(_) => "a finished game still offers something",
                        Turn::Table => "the table is to go on by itself, but a seat is offered something",
                        Turn::Act(_) => "a seat that is not in turn is offered something",
                    };
                    let seen = format!("{} offers", offers.len());
                    let violation = Violation::new(problem).seat(seat).action(ctx.write(offer)?);
                    return Err(violation.expected("no offers").seen(seen));
                }
            }
        }
        Ok(())
    }
}
