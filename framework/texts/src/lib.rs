//! Translations: turns the message keys of rules, kit and host into sentences of the reader's language.
//!
//! Rules contain no sentences; they give a [`Text`](parlor_kit::Text), a key with arguments. A [`Translator`] holds
//! the Fluent messages of a game, of the kit and of the host, and translates each text into any of their languages.
//! Languages are found, not listed: there is one for every folder of [`Source`]s.
//!
//! ```
//! use parlor_kit::{Seat, Text};
//! use parlor_texts::Translator;
//!
//! let translator = Translator::new()
//!     .with("en", "captured = { $who } captures { $n ->\n  [one] one tile\n *[other] { $n } tiles\n }")
//!     .with("de", "captured = { $who } erobert { $n ->\n  [one] ein Feld\n *[other] { $n } Felder\n }");
//! let text = Text::new("captured").arg("who", Seat::new(0)).arg("n", 1200);
//! let names = ["Ada".to_string()];
//! assert_eq!(translator.translate("en", &text, &names), "Ada captures 1,200 tiles");
//! assert_eq!(translator.translate("de-AT", &text, &names), "Ada erobert 1.200 Felder");
//! assert_eq!(translator.translate("de", &Text::new("never-written"), &names), "⟨never-written⟩");
//!
//! // Texts are found anywhere in JSON, so that a whole scene is translated at once.
//! let mut scene = serde_json::json!({ "banner": ["@captured", { "who": { "seat": 0 }, "n": 1 }] });
//! translator.translate_json("en", &mut scene, &names);
//! assert_eq!(scene["banner"], "Ada captures one tile");
//! ```

mod cache;
mod language_messages;
mod number_format;
mod serialize_translated;
mod source;
mod translator;

pub use serialize_translated::SerializeTranslated;
pub use source::Source;
pub use translator::{SourceError, Translator};
