//! The suite: plays random games and holds them to the laws.

use crate::{
    Bench, Config, Coverage, Digest, Failure, Fault, Judged, Law, Report, Sizes, Status, Verdict,
    costs::Costs,
    hooks::{Hooks, Perft},
    laws::{self, Inspect},
    walk::{Run, play},
    watch::Watcher,
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

    /// The suite for these rules with a sample described elsewhere.
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

    /// Puts a token inside something that is hidden from a viewer, such as a name or an id; `false` if nothing is.
    /// The token must never reach that viewer.
    #[must_use]
    pub fn canary(mut self, put: impl Fn(&mut R::State, Viewer, &str) -> bool + 'r) -> Self {
        self.hooks.canary = Some(Box::new(put));
        self
    }

    /// Has random play keep to such actions wherever there are any, so that it comes to what is rare by chance.
    /// The laws are asked of everything that is offered all the same.
    #[must_use]
    pub fn habit(mut self, keeps_to: impl Fn(&R::State, Seat, &R::Action) -> bool + 'r) -> Self {
        self.hooks.habit = Some(Box::new(keeps_to));
        self
    }

    /// Declares how many lines of play of each depth there are from the set-up. Steps of the table do not count.
    #[must_use]
    pub fn perft(mut self, options: Value, seats: usize, lines: &[(u32, u64)]) -> Self {
        self.hooks.perft.push(Perft { options, seats, lines: lines.to_vec() });
        self
    }

    /// Declares a slow but plain way to find every legal action of a seat; the order does not matter.
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

    /// Says which looks belong to free choices, such as secret bids, and not to a fixed set of cards:
    /// a twin may have more or fewer of them.
    #[must_use]
    pub fn free_looks(mut self, looks: impl IntoIterator<Item = &'static str>) -> Self {
        self.hooks.free_looks.extend(looks.into_iter().map(Id::new_static));
        self
    }

    /// Says how a host makes patches, where it does so in a way of its own.
    #[must_use]
    pub fn patcher(mut self, patch: fn(&Scene, &Scene) -> Option<Value>) -> Self {
        self.hooks.patcher = patch;
        self
    }

    /// Says how another process makes the [`digests`](crate::digests) of a sample, to compare with.
    #[must_use]
    pub fn elsewhere(mut self, digests: impl Fn(&Config) -> Result<Vec<Digest>, String> + 'r) -> Self {
        self.hooks.elsewhere = Some(Box::new(digests));
        self
    }

    /// Calls back after every game with how many are done, of how many.
    #[must_use]
    pub fn progress(mut self, tell: impl Fn(u32, u32) + 'r) -> Self {
        self.hooks.progress = Some(Box::new(tell));
        self
    }

    /// Ends the process with a message when a single call into the game takes longer than this.
    /// Rules that loop cannot be stopped in any other way; without this, the suite hangs with them.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.hooks.patience = Some(patience);
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
        let bench = Bench::new(self.rules, &self.config, &self.hooks);
        let _watcher =
            self.hooks.patience.map(|patience| Watcher::start(bench.manifest.id.to_string(), patience));
        let mut court = Court::new(&bench);
        for number in 0..self.config.games {
            let run = play(&bench, self.config.seed + u64::from(number));
            court.hear(&run);
            if let Some(tell) = &self.hooks.progress {
                tell(number + 1, self.config.games);
            }
        }
        court.close()
    }
}

/// The laws at work: what each has found so far.
struct Court<'b, 'r, R: Rules> {
    bench: &'b Bench<'r, R>,
    inspectors: Vec<Box<dyn Inspect<R>>>,
    checks: BTreeMap<Law, u64>,
    failures: BTreeMap<Law, Failure>,
    steps: u64,
    /// The law without which no comparison of states means anything, once it is broken.
    baseless: Option<Law>,
}

impl<'b, 'r, R: Rules> Court<'b, 'r, R> {
    fn new(bench: &'b Bench<'r, R>) -> Self {
        let selected = laws::all::<R>().into_iter().filter(|inspector| bench.config.selects(inspector.law()));
        Court {
            bench,
            inspectors: selected.collect(),
            checks: BTreeMap::new(),
            failures: BTreeMap::new(),
            steps: 0,
            baseless: None,
        }
    }

    /// Judges one game.
    fn hear(&mut self, run: &Run<R>) {
        self.steps += run.stations.len().saturating_sub(1) as u64;
        let stuck = run.end == crate::walk::End::Stuck;
        for fault in &run.faults {
            let law = fault.law.unwrap_or(Law::Offered);
            if stuck || self.bench.config.selects(law) {
                self.record(law, fault.clone(), run);
            }
        }
        if self.is_baseless(run) {
            return;
        }
        for inspector in &mut self.inspectors {
            let law = inspector.law();
            if self.failures.contains_key(&law) || inspector.applies(self.bench).is_err() {
                continue;
            }
            self.bench.begin();
            let judged = inspector.inspect(self.bench, run);
            *self.checks.entry(law).or_default() += self.bench.checks();
            if let Err(fault) = judged {
                let failure = describe(self.bench, law, *fault, run.seed);
                self.failures.entry(failure.law).or_insert(failure);
            }
        }
        self.is_baseless(run);
    }

    /// CL-7 for the states of the walk: none has changed since it was left behind.
    fn is_baseless(&mut self, run: &Run<R>) -> bool {
        if let Err(fault) = laws::forks_kept(self.bench, run) {
            self.baseless = Some(fault.law.unwrap_or(Law::Forks));
            self.record(Law::Forks, *fault, run);
        }
        self.baseless.is_some()
    }

    fn record(&mut self, law: Law, fault: Fault, run: &Run<R>) {
        self.bench.begin();
        let failure = describe(self.bench, law, fault, run.seed);
        self.failures.entry(failure.law).or_insert(failure);
    }

    /// Hears what only the whole sample shows, and writes the report.
    fn close(mut self) -> Report {
        let manifest = self.bench.manifest;
        let mut report = Report {
            game: manifest.id.to_string(),
            version: manifest.version.clone(),
            games: self.bench.config.games,
            seed: self.bench.config.seed,
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
            if let Err(why) = inspector.applies(self.bench) {
                (verdict.status, verdict.note) = (Status::NotApplicable, why.into());
            } else if !self.failures.contains_key(&law) {
                self.bench.begin();
                let concluded: Judged<_> = inspector.conclude(self.bench);
                verdict.checks += self.bench.checks();
                match concluded {
                    Ok(note) => verdict.note = note.unwrap_or_default(),
                    Err(fault) => {
                        let failure = describe(self.bench, law, *fault, self.bench.config.seed);
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
        gate(&mut verdicts, self.baseless);
        report.verdicts = verdicts.into_values().collect();
        report
    }
}

/// Laws that compare two executions mean nothing where executions differ by themselves;
/// no law means anything where states cannot be compared at all.
fn gate(verdicts: &mut BTreeMap<Law, Verdict>, baseless: Option<Law>) {
    const COMPARING: [Law; 8] = [
        Law::Forks,
        Law::Luck,
        Law::Twins,
        Law::Differs,
        Law::NoWayBack,
        Law::Forward,
        Law::Canaries,
        Law::Symmetry,
    ];
    let unsteady = verdicts.get(&Law::Determinism).is_some_and(|verdict| verdict.failure.is_some());
    for verdict in verdicts.values_mut() {
        let law = verdict.law;
        let because = match baseless {
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

/// The fault with everything a person needs to see it again.
pub(crate) fn describe<R: Rules>(bench: &Bench<'_, R>, law: Law, fault: Fault, seed: u64) -> Failure {
    let law = fault.law.unwrap_or(law);
    let game = &bench.manifest.id;
    let command = if fault.whole {
        let Config { seed, games, .. } = bench.config;
        format!("parlor check {game} --law {law} --seed {seed} --games {games}")
    } else {
        format!("parlor check {game} --law {law} --seed {seed} --games 1{}", bench.variety.arguments(seed))
    };
    Failure {
        law,
        problem: fault.problem,
        expected: fault.expected,
        seen: fault.seen,
        hint: fault.hint.into(),
        seed,
        seats: bench.variety.seats(seed),
        options: bench.variety.options(seed),
        ply: fault.ply.or(bench.ply()),
        seat: fault.seat,
        viewer: fault.viewer,
        action: fault.action,
        command,
    }
}
