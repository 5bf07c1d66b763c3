//! A bot as a wasm component.

use crate::{Bot, Question};
use bot_bindings::exports::parlor::bot::player::{Answer, Guest, Question as Asked};
use parlor_kit::{Luck, Seat};
use std::marker::PhantomData;

#[allow(missing_docs, unsafe_code, unreachable_pub, clippy::all, reason = "generated from bot.wit")]
pub mod bot_bindings {
    wit_bindgen::generate!({
        path: "../plugins/wit/bot",
        world: "bot",
        pub_export_macro: true,
        export_macro_name: "export_component",
    });
}

/// A component with this bot.
pub struct BotComponent<B>(PhantomData<B>);

impl<B: Bot> Guest for BotComponent<B> {
    fn choose(asked: Asked) -> Result<Answer, String> {
        let (scene, offers) = Question::read(&asked.scene, &asked.offers)?;
        let mut question = Question {
            game: asked.game,
            seat: Seat::new(asked.seat.into()),
            seats: asked.seats.into(),
            scene,
            offers,
            luck: Luck::fast(asked.luck),
            fuel: asked.fuel,
        };
        let mut memory = asked.memory;
        let choice = B::choose(&mut question, &mut memory)?;
        let choice = u32::try_from(choice).map_err(|_| format!("there is no offer {choice}"))?;
        Ok(Answer { choice, memory })
    }
}
