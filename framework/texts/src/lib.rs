//! Words in the reader's language: turns the message keys of rules, kit and host into sentences.
//!
//! Rules never speak; they give a [`Text`](parlor_kit::Text), a key with arguments. A [`Speaker`] knows the Fluent
//! messages of a game, of the kit and of whoever hosts it, and says each text in any of their languages.
//!
//! ```
//! use parlor_kit::{Seat, Text};
//! use parlor_texts::Speaker;
//!
//! let speaker = Speaker::new()
//!     .with("en", "captured = { $who } captures { $n ->\n  [one] one tile\n *[other] { $n } tiles\n }")
//!     .with("de", "captured = { $who } erobert { $n ->\n  [one] ein Feld\n *[other] { $n } Felder\n }");
//! let text = Text::new("captured").arg("who", Seat::new(0)).arg("n", 1200);
//! let names = ["Ada".to_string()];
//! assert_eq!(speaker.say("en", &text, &names), "Ada captures 1,200 tiles");
//! assert_eq!(speaker.say("de-AT", &text, &names), "Ada erobert 1.200 Felder");
//! assert_eq!(speaker.say("de", &Text::new("never-written"), &names), "⟨never-written⟩");
//!
//! // Texts are found anywhere in JSON, so that a whole scene is said at once.
//! let mut scene = serde_json::json!({ "banner": ["@captured", { "who": { "seat": 0 }, "n": 1 }] });
//! speaker.localise("en", &mut scene, &names);
//! assert_eq!(scene["banner"], "Ada captures one tile");
//! ```

mod in_words;
mod number;
mod speaker;

pub use in_words::InWords;
pub use speaker::{Fault, Speaker};
