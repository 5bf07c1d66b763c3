//! The ways in which the card game can be broken, and what it then keeps beside its honest state.

use serde::{Deserialize, Serialize};
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

/// Each is one mistake that authors make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    None,
    RefusesOffer,
    ChangesOnRefusal,
    AcceptsStranger,
    PanicsOnStranger,
    RefusesWithoutReason,
    RetireChanges,
    FallbackIllegal,
    CandidateIllegal,
    NoCandidate,
    TermsRefuse,
    SetupRefuses,
    Loops,
    OffersOutOfTurn,
    OffersNothing,
    OffersAfterEnd,
    NeverEnds,
    /// A seat may wait as often as it likes, and each wait is counted.
    WaitsForEver,
    /// A seat may wait as often as it likes, and nothing is counted.
    GoesRound,
    WrongPlaces,
    ScoresDisagree,
    UnsteadyOrder,
    DuplicateOffer,
    UnknownFields,
    LossyJson,
    WrongTypes,
    GesturePrefix,
    GestureTwice,
    GestureUnseen,
    ButtonWithoutLabel,
    GesturePanics,
    UnsteadyAct,
    UnsteadyScene,
    UnsteadySave,
    ThreadBound,
    ForgetsField,
    SharedFork,
    LoadFails,
    PeeksAtLuck,
    IgnoresLuck,
    LeakyScene,
    LeakyBack,
    LeakyOfferOrder,
    LeakyEvent,
    LeakyRefusal,
    ForgetsKnowledge,
    ResamplePanics,
    ResamplesNothing,
    ResamplesNothingForPublic,
    InventsCard,
    StaleDeal,
    ReplaysTruth,
    RemembersTruth,
    Hint,
    /// A seat may do something that only it sees, in a step of its own.
    PublicComposing,
    /// The same, concealed: no bug.
    ConcealedComposing,
    /// The same, concealed though all viewers see how often it was done.
    ConcealsTooMuch,
    /// A covered card decides who is next.
    SecretTurn,
    /// A covered card decides whether a clock starts anew.
    SecretClock,
    LinkableIds,
    IdsNameFaces,
    IdsFromRankAndPlace,
    IdsInOrderOfInsertion,
    LeaksMotto,
    UnlabelledOption,
    UnknownLook,
    BadKey,
    PieceNowhere,
    UnknownColour,
    UnknownShape,
    UnknownIcon,
    UnknownSound,
    /// Only another build shows it.
    LosesRounds,
}

/// What broken variants of the game keep beside the honest state.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Extra {
    pub attempts: u32,
    pub waits: u32,
    /// For each seat the last turn in which it composed something.
    pub composed: [u32; 3],
    pub clock: u32,
    pub dealt: Vec<u8>,
    pub truth: Option<(Vec<u8>, Vec<Vec<u8>>)>,
    pub hint: Option<u8>,
    pub ids: Vec<String>,
    #[serde(skip)]
    pub remembered: Option<Vec<u8>>,
    #[serde(with = "shared")]
    pub shared: Arc<AtomicU32>,
}

impl PartialEq for Extra {
    fn eq(&self, other: &Extra) -> bool {
        serde_json::to_string(self).unwrap() == serde_json::to_string(other).unwrap()
    }
}

impl Extra {
    pub fn is_unused(&self) -> bool {
        *self == Extra::default()
    }
}

mod shared {
    use super::*;
    pub fn serialize<S: serde::Serializer>(n: &Arc<AtomicU32>, s: S) -> Result<S::Ok, S::Error> {
        n.load(Relaxed).serialize(s)
    }
    pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Arc<AtomicU32>, D::Error> {
        Ok(Arc::new(AtomicU32::new(u32::deserialize(d)?)))
    }
}
