//! The suite: plays random games and judges them by the laws.

use crate::{
    CheckContext, CheckResult, Config, Coverage, Digest, Failure, Law, Report, Sizes, Status, Verdict,
    Violation,
    costs::Costs,
    hooks::{Hooks, Perft},
    laws::{self, Inspect},
    random_game::{RandomGame, play},
    watchdog::Watchdog,
};
use parlor_kit::{Id, Rules, Scene, Seat, Viewer};
use serde_json::Value;
use std::{collections::BTreeMap, ops::RangeInclusive, time::Duration};

/// Judges a game by every law. Made by [`Suite::new`], configured by its methods, started by [`run`](Suite::run).
pub struct Suite<'r, R: Rules> {
    rules: &'r R,
    config: Config,
    hooks: Hooks<'r, R>,
}

/// Judges a game by the laws and never panics: what a command-line tool calls.
pub fn check<R: Rules>(rules: &R, config: &Config) -> Report {
    Suite::with(rules, config.clone()).run()
}

impl<'r, R: Rules> Suite<'r, R> {
    /// The suite for these rules, with 50 games and all laws.
    pub fn new(rules: &'r R) -> Suite<'r, R> {
        Suite::with(rules, Config::default())
    }

    /// The suite for these rules with the sample of a config.
    pub fn with(rules: &'r R, config: Config) -> Suite<'r, R> {
        Suite { rules, config, hooks: Hooks::default() }
    }

    /// Plays this many games.
    #[must_use]
    pub fn games(mut self, games: u32) -> Self {
        self.config.games = games;
        self
    }

    /// Begins with this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.config.seed = seed;
        self
    }

    /// Demands that games end within this many steps instead of the manifest's bound.
    #[must_use]
    pub fn max_steps(mut self, steps: u32) -> Self {
        self.config.max_steps = Some(steps);
        self
    }

    /// Takes these options in turn instead of the defaults with every shipped content.
    #[must_use]
    pub fn options(mut self, options: impl IntoIterator<Item = Value>) -> Self {
        self.config.options = options.into_iter().collect();
        self
    }

    /// Takes these numbers of seats in turn instead of all that the manifest allows.
    #[must_use]
    pub fn seats(mut self, seats: RangeInclusive<usize>) -> Self {
        self.config.seats = Some(seats);
        self
    }

    /// Judges these laws alone.
    #[must_use]
    pub fn laws(mut self, laws: impl IntoIterator<Item = Law>) -> Self {
        self.config.laws = laws.into_iter().collect();
        self
    }

    /// Looks closely at this many states of each game.
    #[must_use]
    pub fn plies(mut self, plies: usize) -> Self {
        self.config.plies = plies;
        self
    }

    /// Puts a token inside something that is hidden from a viewer, such as a name or an id; returns `false`
    /// if nothing is hidden. The token must never reach that viewer.
    #[must_use]
    pub fn canary(mut self, put: impl Fn(&mut R::State, Viewer, &str) -> bool + 'r) -> Self {
        self.hooks.canary = Some(Box::new(put));
        self
    }

    /// Makes random play prefer these actions if any are offered, to reach rare situations. The laws still
    /// cover all offers.
    #[must_use]
    pub fn prefer(mut self, keeps_to: impl Fn(&R::State, Seat, &R::Action) -> bool + 'r) -> Self {
        self.hooks.prefer = Some(Box::new(keeps_to));
        self
    }

    /// Declares how many lines of play of each depth there are from the set-up. Steps of the table do not count.
    #[must_use]
    pub fn perft(mut self, options: Value, seats: usize, lines: &[(u32, u64)]) -> Self {
        self.hooks.perft.push(Perft { options, seats, lines: lines.to_vec() });
        self
    }

    /// Declares a slow reference implementation of the legal actions of a seat; the order does not matter.
    #[must_use]
    pub fn reference(mut self, legal: impl Fn(&R::State, Seat) -> Vec<R::Action> + 'r) -> Self {
        self.hooks.reference = Some(Box::new(legal));
        self
    }

    /// Declares a symmetry: how it maps a state, and how it maps an action of a seat.
    #[must_use]
    pub fn symmetry(
        mut self,
        name: &'static str,
        state: impl Fn(&R::State) -> R::State + 'r,
        action: impl Fn(&R::State, Seat, &R::Action) -> (Seat, R::Action) + 'r,
    ) -> Self {
        self.hooks.symmetries.push((name, Box::new(state), Box::new(action)));
        self
    }

    /// Declares which looks belong to free choices, such as secret bids, and not to a fixed set of cards: a
    /// twin may have more or fewer of them.
    #[must_use]
    pub fn free_looks(mut self, looks: impl IntoIterator<Item = &'static str>) -> Self {
        self.hooks.free_looks.extend(looks.into_iter().map(Id::new_static));
        self
    }

    /// Sets a host's own implementation of patches.
    #[must_use]
    pub fn patcher(mut self, patch: fn(&Scene, &Scene) -> Option<Value>) -> Self {
        self.hooks.patcher = patch;
        self
    }

    /// Sets the function that computes the [`digests`](crate::digests) of a sample in another process, to
    /// compare with.
    #[must_use]
    pub fn other_process(mut self, digests: impl Fn(&Config) -> Result<Vec<Digest>, String> + 'r) -> Self {
        self.hooks.other_process = Some(Box::new(digests));
        self
    }

    /// Calls back after every game with the number of games done and the total.
    #[must_use]
    pub fn progress(mut self, tell: impl Fn(u32, u32) + 'r) -> Self {
        self.hooks.progress = Some(Box::new(tell));
        self
    }

    /// Ends the process with a message if a single call into the game takes longer than this. Rules that loop
    /// cannot be stopped in any other way; without this, the suite hangs with them.
    #[must_use]
    pub fn call_timeout(mut self, call_timeout: Duration) -> Self {
        self.hooks.call_timeout = Some(call_timeout);
        self
    }

    /// The sample as configured so far.
    pub fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn rules(&self) -> &'r R {
        self.rules
    }

    /// Plays the games and judges them.
    pub fn run(&self) -> Report {
        let ctx = CheckContext::new(self.rules, &self.config, &self.hooks);
        let _watcher = self
            .hooks
            .call_timeout
            .map(|call_timeout| Watchdog::start(ctx.subject().to_string(), call_timeout));
        let mut court = Evaluation::new(&ctx);
        for number in 0..self.config.games {
            let run = play(&ctx, self.config.seed + u64::from(number));
            court.check_game(&run);
            if let Some(tell) = &self.hooks.progress {
                tell(number + 1, self.config.games);
            }
        }
        court.into_report()
    }
}

/// The laws during a run, with their results so far.
struct Evaluation<'b, 'r, R: Rules> {
    ctx: &'b CheckContext<'r, R>,
    inspectors: Vec<Box<dyn Inspect<R>>>,
    checks: BTreeMap<Law, u64>,
    failures: BTreeMap<Law, Failure>,
    steps: u64,
    /// The law whose violation makes comparisons of states meaningless, if it was violated.
    unreliable: Option<Law>,
}

impl<'b, 'r, R: Rules> Evaluation<'b, 'r, R> {
    fn new(ctx: &'b CheckContext<'r, R>) -> Self {
        let selected = laws::all::<R>().into_iter().filter(|inspector| ctx.config.selects(inspector.law()));
        Evaluation {
            ctx,
            inspectors: selected.collect(),
            checks: BTreeMap::new(),
            failures: BTreeMap::new(),
            steps: 0,
            unreliable: None,
        }
    }

    /// Judges one game.
    fn check_game(&mut self, run: &RandomGame<R>) {
        self.steps += run.positions.len().saturating_sub(1) as u64;
        let stuck = run.end == crate::random_game::End::Stuck;
        for violation in &run.violations {
            let law = violation.law.unwrap_or(Law::LegalActions);
            if stuck || self.ctx.config.selects(law) {
                self.record(law, violation.clone(), run);
            }
        }
        if self.is_unreliable(run) {
            return;
        }
        for inspector in &mut self.inspectors {
            let law = inspector.law();
            if self.failures.contains_key(&law) || inspector.applies(self.ctx).is_err() {
                continue;
            }
            self.ctx.begin();
            let judged = inspector.inspect(self.ctx, run);
            *self.checks.entry(law).or_default() += self.ctx.checks();
            if let Err(violation) = judged {
                let failure = describe(self.ctx, law, *violation, run.seed);
                self.failures.entry(failure.law).or_insert(failure);
            }
        }
        self.is_unreliable(run);
    }

    /// CL-7 for the states of the walk: whether one has changed since the game went on from it.
    fn is_unreliable(&mut self, run: &RandomGame<R>) -> bool {
        if let Err(violation) = laws::forks_unchanged(self.ctx, run) {
            self.unreliable = Some(violation.law.unwrap_or(Law::SaveAndFork));
            self.record(Law::SaveAndFork, *violation, run);
        }
        self.unreliable.is_some()
    }

    fn record(&mut self, law: Law, violation: Violation, run: &RandomGame<R>) {
        self.ctx.begin();
        let failure = describe(self.ctx, law, violation, run.seed);
        self.failures.entry(failure.law).or_insert(failure);
    }

    /// Concludes all laws, and builds the report.
    fn into_report(mut self) -> Report {
        let manifest = self.ctx.manifest;
        let mut report = Report {
            game: manifest.id.to_string(),
            version: manifest.version.clone(),
            games: self.ctx.config.games,
            seed: self.ctx.config.seed,
            steps: self.steps,
            verdicts: Vec::new(),
            coverage: Coverage::default(),
            costs: Costs::default(),
            sizes: Sizes::default(),
            digests: Vec::new(),
        };
        let mut verdicts = BTreeMap::new();
        for inspector in &mut self.inspectors {
            let law = inspector.law();
            let mut verdict = Verdict {
                law,
                status: Status::Ok,
                checks: self.checks.get(&law).copied().unwrap_or(0),
                note: String::new(),
                failure: None,
            };
            if let Err(why) = inspector.applies(self.ctx) {
                (verdict.status, verdict.note) = (Status::NotApplicable, why.into());
            } else if !self.failures.contains_key(&law) {
                self.ctx.begin();
                let concluded: CheckResult<_> = inspector.conclude(self.ctx);
                verdict.checks += self.ctx.checks();
                match concluded {
                    Ok(note) => verdict.note = note.unwrap_or_default(),
                    Err(violation) => {
                        let failure = describe(self.ctx, law, *violation, self.ctx.config.seed);
                        self.failures.entry(failure.law).or_insert(failure);
                    }
                }
                if verdict.checks == 0 && !law.only_reports() {
                    verdict.status = Status::NotJudged;
                    if verdict.note.is_empty() {
                        verdict.note = "nothing in the sample came under it".into();
                    }
                }
            }
            inspector.write(&mut report);
            verdicts.insert(law, verdict);
        }
        for (law, failure) in self.failures {
            let checks = self.checks.get(&law).copied().unwrap_or(0);
            let failure = Some(failure);
            let verdict = Verdict { law, status: Status::Failed, checks, note: String::new(), failure };
            verdicts.insert(law, verdict);
        }
        withhold_unreliable(&mut verdicts, self.unreliable);
        report.verdicts = verdicts.into_values().collect();
        report
    }
}

/// Withholds verdicts of laws that compare two executions if executions are not deterministic, and of all
/// laws if states cannot be compared at all.
fn withhold_unreliable(verdicts: &mut BTreeMap<Law, Verdict>, unreliable: Option<Law>) {
    const COMPARING: [Law; 9] = [
        Law::SaveAndFork,
        Law::Luck,
        Law::Secrecy,
        Law::ResampleRedraws,
        Law::SecrecyAfterRestore,
        Law::SecrecyInPlay,
        Law::HiddenNames,
        Law::EqualStreams,
        Law::Symmetry,
    ];
    let unsteady = verdicts.get(&Law::Determinism).is_some_and(|verdict| verdict.failure.is_some());
    for verdict in verdicts.values_mut() {
        let law = verdict.law;
        let because = match unreliable {
            Some(base) if base != law => base,
            None if unsteady && COMPARING.contains(&law) => Law::Determinism,
            _ => continue,
        };
        if verdict.status != Status::NotApplicable && !law.only_reports() {
            let note = format!("not judged because {because} failed");
            *verdict =
                Verdict { law, status: Status::NotJudged, checks: verdict.checks, note, failure: None };
        }
    }
}

/// The violation with everything needed to repeat it.
pub(crate) fn describe<R: Rules>(
    ctx: &CheckContext<'_, R>,
    law: Law,
    violation: Violation,
    seed: u64,
) -> Failure {
    let law = violation.law.unwrap_or(law);
    let game = ctx.subject();
    let command = if violation.whole {
        let Config { seed, games, .. } = ctx.config;
        format!("parlor check {game} --law {law} --seed {seed} --games {games}")
    } else {
        format!("parlor check {game} --law {law} --seed {seed} --games 1{}", ctx.setups.arguments(seed))
    };
    Failure {
        law,
        problem: violation.problem,
        expected: violation.expected,
        seen: violation.seen,
        hint: violation.hint.into(),
        seed,
        seats: ctx.setups.seats(seed),
        options: ctx.setups.options(seed),
        ply: violation.ply.or(ctx.ply()),
        seat: violation.seat,
        viewer: violation.viewer,
        action: violation.action,
        command,
    }
}
