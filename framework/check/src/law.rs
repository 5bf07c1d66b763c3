//! The laws, each with its name and what it demands.

use serde::{Deserialize, Serialize, de};
use std::{fmt, str::FromStr};

/// One law. In JSON and on the command line it is its id, such as `CL-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Law {
    /// CL-1: what is offered is accepted, all else is refused and changes nothing.
    LegalActions,
    /// CL-2: offers go to the seats in turn.
    Turns,
    /// CL-3: every game ends within its bound, with a complete outcome.
    GamesEnd,
    /// CL-4: offers have a fixed order and a strict JSON form.
    OfferForm,
    /// CL-5: every offer has a gesture of its own.
    Gestures,
    /// CL-6: equal inputs give equal results.
    Determinism,
    /// CL-7: saves and forks are complete and independent.
    SaveAndFork,
    /// CL-8: luck comes from outside.
    Luck,
    /// CL-9: two builds of one game agree.
    Builds,
    /// CL-10: a viewer cannot tell the truth from its twin.
    Secrecy,
    /// CL-11: twins differ, and lose or invent nothing.
    ResampleRedraws,
    /// CL-12: no twin leads back to the truth.
    SecrecyAfterRestore,
    /// CL-13: twins stay equal until something is revealed.
    SecrecyInPlay,
    /// CL-14: hidden names stay hidden, ids cannot be followed through a shuffle.
    HiddenNames,
    /// CL-15: scenes are valid, looks and texts complete.
    Presentation,
    /// CL-16: patches lead from scene to scene.
    ScenePatches,
    /// CL-17: what the sample came across.
    Coverage,
    /// CL-18: what everything costs.
    Cost,
    /// CL-19: what a viewer may not know does not change its stream.
    EqualStreams,
    /// The game's own table of how many lines of play there are.
    Perft,
    /// The game's own slow reference.
    Reference,
    /// The game's own symmetries.
    Symmetry,
}

const TABLE: [(Law, &str, &str, &str); 22] = [
    (
        Law::LegalActions,
        "CL-1",
        "offered is accepted",
        "Every offered action is accepted; anything else is refused with a reason and changes nothing.",
    ),
    (
        Law::Turns,
        "CL-2",
        "offers follow the turn",
        "Exactly the seats in turn are offered something; a finished game offers nothing.",
    ),
    (
        Law::GamesEnd,
        "CL-3",
        "games end",
        "Play ends within the manifest's bound, also if it seeks a long game, with a place for every seat and scores \
         that agree.",
    ),
    (
        Law::OfferForm,
        "CL-4",
        "offers have one form",
        "Offers come in a fixed order without duplicates; their JSON is read back exactly, and nothing else is read.",
    ),
    (
        Law::Gestures,
        "CL-5",
        "a gesture for every offer",
        "Every offer has one gesture, none the beginning of another, made of things the player sees.",
    ),
    (
        Law::Determinism,
        "CL-6",
        "determinism",
        "The same options, luck and actions give the same states, scenes and events, in every run, thread and process.",
    ),
    (
        Law::SaveAndFork,
        "CL-7",
        "saves and forks",
        "A saved state goes on as if never saved; a fork never changes while another plays on.",
    ),
    (
        Law::Luck,
        "CL-8",
        "luck from outside",
        "Luck comes from the table alone; nothing in the state tells luck that is still to come.",
    ),
    (Law::Builds, "CL-9", "builds agree", "Two builds of one game agree action by action."),
    (
        Law::Secrecy,
        "CL-10",
        "twin worlds",
        "When everything a viewer cannot know is redrawn, everything the viewer gets stays the same, byte by byte.",
    ),
    (
        Law::ResampleRedraws,
        "CL-11",
        "twins differ",
        "What is hidden is really redrawn, and nothing is invented or lost.",
    ),
    (
        Law::SecrecyAfterRestore,
        "CL-12",
        "no way back",
        "Saving, restoring or playing a twin never brings the truth back.",
    ),
    (
        Law::SecrecyInPlay,
        "CL-13",
        "twins stay equal",
        "Played forward with the same actions, twins stay equal for the viewer until something is shown or told.",
    ),
    (
        Law::HiddenNames,
        "CL-14",
        "canaries and ids",
        "Hidden names reach nobody; ids tell nothing of a shuffle, and no covered face can be guessed from them.",
    ),
    (
        Law::Presentation,
        "CL-15",
        "scenes, looks and texts",
        "Scenes fit their schema; every look has a fallback and a name; the page knows every colour, shape, icon and \
         sound; every text exists in every language of the game.",
    ),
    (Law::ScenePatches, "CL-16", "patches", "A patch applied to the old scene gives the new scene."),
    (Law::Coverage, "CL-17", "coverage", "What the sample came across, and what it never saw."),
    (Law::Cost, "CL-18", "cost", "What acts, offers, scenes, forks and saves cost."),
    (
        Law::EqualStreams,
        "CL-19",
        "equal streams",
        "Runs that differ only in what a viewer may not know give it the same versions, scenes, events, turns and starts of clocks.",
    ),
    (Law::Perft, "perft", "lines of play", "The numbers of lines of play are those the game declares."),
    (Law::Reference, "reference", "reference", "The offers are those of the game's slow reference."),
    (
        Law::Symmetry,
        "symmetry",
        "symmetry",
        "Mirrored states offer mirrored actions and lead to mirrored states.",
    ),
];

impl Law {
    /// Every law, in order.
    pub fn all() -> impl Iterator<Item = Law> {
        TABLE.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (Law, &'static str, &'static str, &'static str) {
        &TABLE[self as usize]
    }

    /// The id, such as `CL-10`.
    pub fn id(self) -> &'static str {
        self.row().1
    }

    /// A few words.
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// What the law demands, in one sentence.
    pub fn demand(self) -> &'static str {
        self.row().3
    }

    /// Whether the law only reports and never fails.
    pub fn only_reports(self) -> bool {
        matches!(self, Law::Coverage | Law::Cost)
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Law {
    type Err = String;

    fn from_str(id: &str) -> Result<Law, String> {
        let known = Law::all().find(|law| law.id().eq_ignore_ascii_case(id));
        known.ok_or_else(|| {
            format!("there is no law '{id}'; laws are CL-1 to CL-19, perft, reference and symmetry")
        })
    }
}

impl Serialize for Law {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Law {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Law, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_every_law_at_its_place() {
        for (at, law) in Law::all().enumerate() {
            assert_eq!(law as usize, at);
            assert_eq!(law.id().to_lowercase().parse(), Ok(law));
        }
        assert!("CL-20".parse::<Law>().is_err());
    }
}
