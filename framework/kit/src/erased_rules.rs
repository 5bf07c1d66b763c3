//! Type-erased rules, so that code around games is compiled once and not once per game.

use crate::{
    Bundle, ContentFault, Gesture, Luck, Offer, Refusal, Retirement, Rules, Scene, Seat, StepContext, Terms,
    Turn, Viewer,
};
use serde_json::Value;
use std::{any::Any, fmt, sync::Arc};

/// The rules of any game, with states and actions behind pointers.
///
/// For tools that set up, play and inspect games: the cost of dynamic dispatch is small next to a game's own
/// work. A search through thousands of states a second uses the concrete rules.
///
/// ```
/// # use parlor_kit::{*, Rules};
/// # #[derive(Clone, serde::Serialize, serde::Deserialize)]
/// # struct Coin(bool);
/// # impl Game for Coin {
/// #     type Options = NoOptions;
/// #     type Action = bool;
/// #     fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<Coin, Refusal> { Ok(Coin(false)) }
/// #     fn turn(&self) -> Turn { Turn::Act(Seat::new(0).into()) }
/// #     fn actions(&self, _: Seat, out: &mut Vec<bool>) { out.extend([false, true]) }
/// #     fn act(&mut self, _: Seat, side: &bool, _: &mut StepContext) -> Result<(), Refusal> {
/// #         self.0 = *side; Ok(())
/// #     }
/// #     fn scene(&self, _: Viewer, _: &mut Scene) {}
/// #     fn gesture(&self, _: Seat, side: &bool) -> Gesture { Gesture::amount(u8::from(*side)) }
/// # }
/// # let manifest = "schema = 1\nid = 'coin'\nversion = '1'\nhidden = false\nbound = 9\nseats = { min = 1, max = 1 }";
/// # let native = Native::<Coin>::new(Bundle::new(Manifest::parse(manifest).unwrap()));
/// let rules = ErasedRules::new(native);
/// let mut state = rules.setup(&rules.default_options(), 1, &mut Luck::fast(1))?;
/// let before = state.clone();
/// let mut actions = Vec::new();
/// rules.actions(&state, Seat::new(0), &mut actions);
/// rules.act(&mut state, Seat::new(0), &actions[1], &mut StepContext::silent(Luck::fast(1)))?;
/// assert_ne!(rules.save(&state), rules.save(&before), "a clone is a fork");
/// # Ok::<(), Refusal>(())
/// ```
#[derive(Clone)]
pub struct ErasedRules(Arc<dyn Dispatch>);

/// The state of a game with [`ErasedRules`].
pub struct ErasedState(Box<dyn State>);

/// An action of a game with [`ErasedRules`].
#[derive(Clone)]
pub struct ErasedAction(Arc<dyn Action>);

impl ErasedRules {
    /// Erases the type of these rules.
    pub fn new<R: Rules>(rules: R) -> ErasedRules {
        ErasedRules::shared(Arc::new(rules))
    }

    /// Erases the type of shared rules.
    pub fn shared<R: Rules>(rules: Arc<R>) -> ErasedRules {
        ErasedRules(Arc::new(Of(rules)))
    }
}

impl ErasedState {
    /// The state as the concrete type of these rules; `None` if it belongs to another game.
    pub fn of<R: Rules>(&self) -> Option<&R::State> {
        self.0.state_any().downcast_ref()
    }
}

impl ErasedAction {
    /// Erases the type of an action.
    pub fn new<A: Clone + PartialEq + fmt::Debug + Send + Sync + 'static>(action: A) -> ErasedAction {
        ErasedAction(Arc::new(action))
    }
}

impl fmt::Debug for ErasedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ErasedRules").field(&self.bundle().manifest.id).finish()
    }
}

impl Clone for ErasedState {
    fn clone(&self) -> ErasedState {
        ErasedState(self.0.fork())
    }
}

impl fmt::Debug for ErasedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ErasedState")
    }
}

/// Prints the inner action, because faults and logs name actions.
impl fmt::Debug for ErasedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for ErasedAction {
    fn eq(&self, other: &ErasedAction) -> bool {
        self.0.equals(&*other.0)
    }
}

// The methods of the two traits differ in name: `State` is implemented for every pointer that can be cloned,
// so a common name would resolve to the pointer instead of the action behind it.
trait State: Send + Sync {
    fn fork(&self) -> Box<dyn State>;
    fn state_any(&self) -> &dyn Any;
    fn state_any_mut(&mut self) -> &mut dyn Any;
}

impl<S: Clone + Send + Sync + 'static> State for S {
    fn fork(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn state_any(&self) -> &dyn Any {
        self
    }

    fn state_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

trait Action: fmt::Debug + Send + Sync {
    fn equals(&self, other: &dyn Action) -> bool;
    fn action_any(&self) -> &dyn Any;
}

impl<A: PartialEq + fmt::Debug + Send + Sync + 'static> Action for A {
    fn equals(&self, other: &dyn Action) -> bool {
        other.action_any().downcast_ref::<A>() == Some(self)
    }

    fn action_any(&self) -> &dyn Any {
        self
    }
}

/// Adapter that implements `Dispatch` for concrete rules.
struct Of<R>(Arc<R>);

impl<R: Rules> Of<R> {
    fn state(state: &ErasedState) -> &R::State {
        state.0.state_any().downcast_ref().expect("a state is given to the rules it came from")
    }

    fn state_mut(state: &mut ErasedState) -> &mut R::State {
        state.0.state_any_mut().downcast_mut().expect("a state is given to the rules it came from")
    }

    fn action(action: &ErasedAction) -> &R::Action {
        action.0.action_any().downcast_ref().expect("an action is given to the rules it came from")
    }
}

/// Lists every method of [`Rules`] once and generates the dispatch trait, its implementation and the
/// forwarding.
///
/// The type of a parameter or result says how it is converted: `State`, `StateMut` and `Action` become those
/// of the game, everything else is passed through.
macro_rules! dispatch {
    ($(fn $name:ident($($arg:ident: $kind:tt $(($type:ty))?),*) $(-> $answer:tt $(($back:ty))?)?;)*) => {
        trait Dispatch: Send + Sync {
            fn bundle(&self) -> &Arc<Bundle>;
            $(fn $name(&self, $($arg: dispatch!(@erased $kind $($type)?)),*) $(-> dispatch!(@answer $answer $($back)?))?;)*
        }

        impl<R: Rules> Dispatch for Of<R> {
            fn bundle(&self) -> &Arc<Bundle> {
                self.0.bundle()
            }

            $(fn $name(&self, $($arg: dispatch!(@erased $kind $($type)?)),*) $(-> dispatch!(@answer $answer $($back)?))? {
                dispatch!(@call self, R, $name, [$($arg: $kind),*] $($answer)?)
            })*
        }

        #[cfg(test)]
        const METHODS: &[&str] = &["bundle", $(stringify!($name)),*];

        impl Rules for ErasedRules {
            type State = ErasedState;
            type Action = ErasedAction;

            fn bundle(&self) -> &Arc<Bundle> {
                self.0.bundle()
            }

            $(fn $name(&self, $($arg: dispatch!(@erased $kind $($type)?)),*) $(-> dispatch!(@answer $answer $($back)?))? {
                self.0.$name($($arg),*)
            })*
        }
    };
    (@erased State) => { &ErasedState };
    (@erased StateMut) => { &mut ErasedState };
    (@erased Action) => { &ErasedAction };
    (@erased Actions) => { &mut Vec<ErasedAction> };
    (@erased Plain $type:ty) => { $type };
    (@answer Plain $type:ty) => { $type };
    (@answer TryState) => { Result<ErasedState, Refusal> };
    (@answer TryAction) => { Result<ErasedAction, Refusal> };
    (@answer MaybeAction) => { Option<ErasedAction> };
    (@own $R:ident, $arg:ident: State) => { Of::<$R>::state($arg) };
    (@own $R:ident, $arg:ident: StateMut) => { Of::<$R>::state_mut($arg) };
    (@own $R:ident, $arg:ident: Action) => { Of::<$R>::action($arg) };
    (@own $R:ident, $arg:ident: Plain) => { $arg };
    // The concrete rules fill a list of their own actions, which is then erased.
    (@call $self:ident, $R:ident, $name:ident, [$state:ident: State, $seat:ident: Plain, $out:ident: Actions]) => {{
        let mut own = Vec::new();
        $self.0.$name(Of::<$R>::state($state), $seat, &mut own);
        $out.extend(own.into_iter().map(ErasedAction::new));
    }};
    (@call $self:ident, $R:ident, $name:ident, [$($arg:ident: $kind:tt),*] TryState) => {
        $self.0.$name($(dispatch!(@own $R, $arg: $kind)),*).map(|state| ErasedState(Box::new(state)))
    };
    (@call $self:ident, $R:ident, $name:ident, [$($arg:ident: $kind:tt),*] TryAction) => {
        $self.0.$name($(dispatch!(@own $R, $arg: $kind)),*).map(ErasedAction::new)
    };
    (@call $self:ident, $R:ident, $name:ident, [$($arg:ident: $kind:tt),*] MaybeAction) => {
        $self.0.$name($(dispatch!(@own $R, $arg: $kind)),*).map(ErasedAction::new)
    };
    (@call $self:ident, $R:ident, $name:ident, [$($arg:ident: $kind:tt),*] $($answer:ident)?) => {
        $self.0.$name($(dispatch!(@own $R, $arg: $kind)),*)
    };
}

dispatch! {
    fn options_schema() -> Plain(Value);
    fn default_options() -> Plain(Value);
    fn setup(options: Plain(&Value), seats: Plain(usize), luck: Plain(&mut Luck)) -> TryState;
    fn turn(state: State) -> Plain(Turn);
    fn actions(state: State, seat: Plain(Seat), out: Actions);
    fn act(state: StateMut, seat: Plain(Seat), action: Action, step: Plain(&mut StepContext)) -> Plain(Result<(), Refusal>);
    fn proceed(state: StateMut, step: Plain(&mut StepContext));
    fn scene(state: State, viewer: Plain(Viewer), scene: Plain(&mut Scene));
    fn gesture(state: State, seat: Plain(Seat), action: Action) -> Plain(Gesture);
    fn fallback(state: State, seat: Plain(Seat), luck: Plain(&mut Luck)) -> MaybeAction;
    fn retire(state: StateMut, seat: Plain(Seat), why: Plain(Retirement), step: Plain(&mut StepContext)) -> Plain(bool);
    fn resample(state: StateMut, viewer: Plain(Viewer), luck: Plain(&mut Luck));
    fn estimate(state: State, seat: Plain(Seat)) -> Plain(f32);
    fn position(state: State) -> Plain(Option<u64>);
    fn candidates(state: State, seat: Plain(Seat), out: Actions);
    fn turn_number(state: State) -> Plain(Option<u32>);
    fn round_number(state: State) -> Plain(Option<u32>);
    fn terms(options: Plain(&Value), terms: Plain(&mut Terms)) -> Plain(Result<(), Refusal>);
    fn check_content(kind: Plain(&str), content: Plain(&Value)) -> Plain(Vec<ContentFault>);
    fn save(state: State) -> Plain(Vec<u8>);
    fn load(bytes: Plain(&[u8])) -> TryState;
    fn read_action(json: Plain(&Value)) -> TryAction;
    fn write_action(action: Action) -> Plain(Value);
    fn write_actions(state: State, seat: Plain(Seat)) -> Plain(String);
    fn offers(state: State, seat: Plain(Seat)) -> Plain(Vec<Offer>);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    // A method with a default body could be missing in the macro without a compile error, and the erased
    // rules would return the default.
    #[test]
    fn every_method_of_the_rules_is_passed_on() {
        let source = include_str!("rules.rs");
        let (_, rest) = source.split_once("pub trait Rules").expect("the trait is there");
        let (body, _) = rest.split_once("\n}\n").expect("the trait ends");
        let name = |line: &'static str| line.trim_start().strip_prefix("fn ")?.split(['(', '<']).next();
        let declared: BTreeSet<&str> = body.lines().filter_map(name).collect();
        assert_eq!(METHODS.iter().copied().collect::<BTreeSet<_>>(), declared);
    }

    #[test]
    fn actions_compare_and_read_like_those_behind_them() {
        let (one, two) = (ErasedAction::new(1_u8), ErasedAction::new(2_u8));
        assert_eq!(one, ErasedAction::new(1_u8));
        assert_ne!(one, two);
        assert_ne!(one, ErasedAction::new(1_u16), "an action of another game");
        assert_eq!(format!("{two:?}"), "2");
    }
}
