//! The laws every game must keep: plays random games and judges them, for compiled-in games and plugins.
//!
//! A game crate is held to all of them by one line in its `tests/` folder, [`laws!`]:
//!
//! ```ignore
//! parlor_check::laws!(nim::rules());
//! ```
//!
//! A violation reports the law, the seed, the step and the action, and the command that repeats it. Tools
//! call [`check`], which never panics and returns a [`Report`]:
//!
//! ```
//! use parlor_check::{Config, Law, Suite, check};
//! use parlor_kit::*;
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Clone, Serialize, Deserialize)]
//! # struct Nim { stones: u8, next: Seat }
//! # #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! # #[serde(deny_unknown_fields)]
//! # struct Take { stones: u8 }
//! # impl Game for Nim {
//! #     type Options = NoOptions;
//! #     type Action = Take;
//! #     fn new(_: &NoOptions, _: usize, luck: &mut Luck) -> Result<Self, Refusal> {
//! #         Ok(Nim { stones: 10 + luck.below(10) as u8, next: Seat::new(0) })
//! #     }
//! #     fn turn(&self) -> Turn {
//! #         match self.stones {
//! #             0 => Turn::Over(Outcome::winner(2, self.next.other(), "nim-last-stone")),
//! #             _ => Turn::Act(self.next.into()),
//! #         }
//! #     }
//! #     fn actions(&self, seat: Seat, out: &mut Vec<Take>) {
//! #         if seat == self.next {
//! #             out.extend((1..=self.stones.min(3)).map(|stones| Take { stones }));
//! #         }
//! #     }
//! #     fn act(&mut self, seat: Seat, take: &Take, step: &mut StepContext) -> Result<(), Refusal> {
//! #         if seat != self.next || take.stones == 0 || take.stones > self.stones.min(3) {
//! #             return Err(Refusal::new("nim-take-one-to-three"));
//! #         }
//! #         self.stones -= take.stones;
//! #         step.tell(|| Event::new("nim-took").arg("stones", take.stones));
//! #         self.next = self.next.other();
//! #         Ok(())
//! #     }
//! #     fn scene(&self, _: Viewer, scene: &mut Scene) {
//! #         scene.banner(Text::new("nim-turn").arg("who", self.next));
//! #         scene.area("heap", Area::panel().line("stones", Text::new("nim-stones"), self.stones));
//! #     }
//! #     fn gesture(&self, _: Seat, take: &Take) -> Gesture {
//! #         Gesture::amount(take.stones)
//! #     }
//! # }
//! # fn nim() -> Native<Nim> {
//! #     let manifest = "schema = 1\nid = 'nim'\nversion = '1'\nhidden = false\nbound = 19\nseats = { min = 2, max = 2 }";
//! #     let mut bundle = Bundle::new(Manifest::parse(manifest).unwrap());
//! #     let texts = "nim-name = Nim\nnim-tagline = x\nnim-rules = x\nnim-last-stone = x\nnim-stones = x\n\
//! #         nim-take-one-to-three = x\nnim-took = { $stones }\nnim-turn = { $who }\n";
//! #     bundle.locales = [("en".into(), texts.into()), ("de".into(), texts.into())].into();
//! #     Native::new(bundle)
//! # }
//! let rules = nim(); // the game of the kit's own example
//! let report = check(&rules, &Config { games: 10, ..Config::default() });
//! assert!(report.is_ok(), "{report}");
//!
//! // Games can declare properties of their own, which are checked as well.
//! let legal = |nim: &Nim, seat: Seat| {
//!     let takes = (1..=3).filter(|&stones| seat == nim.next && stones <= nim.stones);
//!     takes.map(|stones| Take { stones }).collect()
//! };
//! let suite = Suite::new(&rules).games(10).laws([Law::Reference, Law::Perft]);
//! let report = suite.reference(legal).perft(serde_json::json!({}), 2, &[(1, 3), (2, 9)]).run();
//! assert!(report.is_ok(), "{report}");
//! ```
//!
//! | law | demands |
//! |---|---|
//! | CL-1 … CL-5 | play: what is offered, to whom, until when, in which form, by which gesture |
//! | CL-6 … CL-9 | state: determinism, saves and forks, luck from outside, builds that agree ([`compare_builds`]) |
//! | CL-10 … CL-14 | hidden information: nothing that is hidden reaches a viewer, by whatever way |
//! | CL-15, CL-16 | presentation: scenes, looks, texts and patches |
//! | CL-17, CL-18 | reports of coverage and cost, never broken |
//! | CL-19 | hidden information: what is hidden changes no version, turn or clock of a viewer |
//!
//! What authors ask most:
//! - A seat in turn is offered something. A forced pass is a step of the table: `Turn::Table` and `proceed`.
//! - Strict JSON wants `#[serde(deny_unknown_fields)]`; in an internally tagged enum write `Pass {}`, not `Pass`,
//!   because serde lets a bare variant pass with any fields.
//! - What a step reveals must be seen on the table (pieces, cells) or told by an event, and `resample` keeps it.
//!   An event alone is not enough for what stays known: a viewer who reconnects gets the scene and no old events.
//!   Where the manifest says that tables show everything at the end, the outcome may tell what was hidden.
//! - A twin's saved form must not tell the truth. A number that only makes ids may stay if its field is called `salt`.
//! - Only the first failure of each law is reported. Laws that compare two executions are not judged where
//!   the same execution does not even give the same result twice, or where forks share state.

mod alternative_states;
mod catch_panic;
mod compare_builds;
mod config;
mod context;
mod costs;
mod coverage;
mod digest;
mod erased;
mod guarded_rules;
mod hooks;
mod illegal_action_generator;
mod law;
mod laws;
mod laws_macro;
mod messages;
mod prediction;
mod random_game;
mod report;
mod suite;
mod violation;
mod watchdog;

pub use compare_builds::compare_builds;
pub use config::Config;
pub use costs::{Costs, Time};
pub use coverage::Coverage;
pub use digest::{Digest, digests};
pub use erased::{DigestElsewhere, check_erased, compare_builds_erased, digests_erased};
pub use law::Law;
pub use laws_macro::assert_laws;
pub use report::{Failure, Report, Sizes, Spread, Status, Verdict};
pub use suite::{Suite, check};

use context::CheckContext;
use hooks::Hooks;
use violation::{CheckResult, Violation};
