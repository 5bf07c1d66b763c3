//! A seeded simulation in virtual time: many people at many tables join, leave, act, act wrongly, repeat themselves,
//! arrive late, lose their connection and return, are told in brief and look again, while the process crashes and
//! restarts from its records.

mod common;

use common::{BidRules, rules, truth};
use parlor_kit::{ClockPolicy, Countdown, Luck, Seat, SecretSeed, Viewer, apply_patch};
use parlor_runtime::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const PEOPLE: u64 = 12;

/// A person's client: what it has been shown, and what it has been told was accepted.
#[derive(Default)]
struct Client {
    connected: bool,
    /// Whether it is told in brief. Then it has scenes as they were when it last looked.
    brief: bool,
    views: BTreeMap<TableId, TestClientState>,
    acknowledged: Vec<(TableId, u64)>,
    requests: u64,
    /// The requests that change something, so that they must be found in the record.
    traced: BTreeSet<u64>,
    /// The requests to say something: they must be found in the chat.
    chats: BTreeSet<u64>,
    /// The requests to leave a table.
    leaving: BTreeSet<u64>,
    /// The last commands, to be sent again out of the blue.
    sent: VecDeque<Command>,
}

#[derive(Default)]
struct TestClientState {
    viewer: Option<Viewer>,
    scene: Value,
    /// Whether the scene is as old as the version.
    fresh: bool,
    version: u32,
    actions: Vec<Value>,
    clocks: Option<Clocks>,
}

struct World {
    luck: Luck,
    /// Decides who is told in brief: whatever it decides, the same happens at the tables.
    manners: Luck,
    /// Whether nothing is hidden.
    open: bool,
    rules: BidRules,
    runtime: Runtime,
    now: Millis,
    store: BTreeMap<TableId, Vec<Entry>>,
    /// What was said, each line by its text.
    said: BTreeSet<(TableId, PersonId, String)>,
    clients: BTreeMap<PersonId, Client>,
    bot_tasks: Vec<BotTask>,
    late: Vec<(Millis, Command)>,
    tables: u64,
    ended: BTreeMap<TableId, Finish>,
    closed: Vec<TableId>,
    crashes: u32,
    refusals: u32,
    accepted: u32,
    /// How many steps reached a person with full updates, and how many a person with brief ones.
    told: [u32; 2],
    /// How often a person was told of choices that were made for them, and how many rematches were opened.
    played_for: u32,
    rematches: u32,
    /// How often another person became the opener.
    passed_on: u32,
}

impl World {
    fn new(seed: u64, open: bool) -> World {
        let manifest =
            "[table]\nmax-strikes = 6\nlost-after-ms = 4000\nlost = { deadline = { ms = 20_000 } }";
        // In some lobbies pauses need agreement, in others they are limited.
        let pauses = ["pauses-per-seat = 1", "pause-by-agreement = true"][(seed % 2) as usize];
        let manifest = format!("{manifest}\n{pauses}");
        let rules = rules(&format!("hidden = {}\n{manifest}", !open));
        let mut runtime = Runtime::new();
        runtime.install(rules.clone());
        World {
            luck: Luck::fast(seed),
            manners: Luck::fast(!seed),
            open,
            rules,
            runtime,
            now: 1000,
            store: BTreeMap::new(),
            said: BTreeSet::new(),
            clients: (1..=PEOPLE)
                .map(|n| (PersonId(n), Client { connected: true, ..Client::default() }))
                .collect(),
            bot_tasks: Vec::new(),
            late: Vec::new(),
            tables: 0,
            ended: BTreeMap::new(),
            closed: Vec::new(),
            crashes: 0,
            refusals: 0,
            accepted: 0,
            told: [0; 2],
            played_for: 0,
            rematches: 0,
            passed_on: 0,
        }
    }

    fn step(&mut self, commands: Vec<Command>) {
        let output = self.runtime.step(self.now, commands);
        self.take(output);
    }

    /// Stores everything, then either releases the effects or crashes before a client sees them.
    fn take(&mut self, output: Output) {
        for (table, entry) in output.records {
            let entries = self.store.entry(table).or_default();
            assert!(entries.last().is_none_or(|last| last.at <= entry.at), "records never run backwards");
            assert!(!matches!(entry.command.kind, CommandKind::Chat(_)), "chat is no part of the record");
            entries.push(entry);
        }
        for effect in &output.effects {
            if let Effect::Said { table, by, text, .. } = effect {
                self.said.insert((*table, *by, text.clone()));
            }
        }
        for effect in output.effects {
            self.release(effect);
        }
    }

    fn release(&mut self, effect: Effect) {
        match effect {
            Effect::Reply(reply) => {
                let client = self.clients.get_mut(&reply.to).expect("a known person");
                match (&reply.result, reply.request.map(|request| request.number)) {
                    (Ok(_), Some(request)) => {
                        client.acknowledged.push((reply.table, request));
                        if client.leaving.contains(&request) {
                            client.views.remove(&reply.table);
                        }
                        self.accepted += 1;
                    }
                    (Err(denial), _) => {
                        assert!(!denial.to_string().is_empty() && !denial.code().is_empty());
                        self.refusals += 1;
                    }
                    _ => {}
                }
            }
            Effect::Shown(shown) => {
                let client = self.clients.get_mut(&shown.to).expect("a known person");
                let seat = shown.table.seats.iter().position(|seat| seat.person == Some(shown.to));
                let viewer = seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)));
                assert_eq!(shown.viewer, viewer, "everybody looks through their own eyes");
                if client.connected {
                    let view = client.views.entry(shown.table.table).or_default();
                    assert!(shown.version >= view.version, "versions never run backwards");
                    view.scene = serde_json::to_value(&shown.scene).unwrap();
                    view.viewer = Some(viewer);
                    view.actions = shown.offers.actions().into_iter().cloned().collect();
                    (view.version, view.fresh, view.clocks) = (shown.version, true, shown.clocks);
                }
            }
            Effect::Update(TableUpdate { table, updates, offers }) => {
                for (to, update) in updates {
                    assert_eq!(
                        to == Recipient::Everyone,
                        self.open,
                        "only an open game is told to everybody at once"
                    );
                    assert!(self.open || update.played.is_none(), "what is hidden is not told by the way");
                    for client in self.clients.values_mut().filter(|client| client.connected) {
                        let Some(view) = client.views.get_mut(&update.table) else { continue };
                        let Some(viewer) = view.viewer else { continue };
                        if !self.open && to != Recipient::Viewer(viewer) {
                            continue;
                        }
                        assert_eq!(update.version, view.version + 1, "no update is missed or doubled");
                        for event in update.events.iter().filter(|_| !self.open) {
                            assert!(event.to.includes(viewer), "nobody hears what is not for them");
                        }
                        assert!(client.brief || update.drawn, "whoever looks is shown what changed");
                        self.told[usize::from(client.brief)] += 1;
                        match &update.patch {
                            _ if client.brief => view.fresh = false,
                            Some(patch) => apply_patch(&mut view.scene, &patch.value()),
                            None => {}
                        }
                        view.version = update.version;
                        view.actions.clear();
                        check_clocks(view.clocks.as_ref(), update.clocks.as_ref());
                        view.clocks = update.clocks.clone();
                    }
                }
                for (seat, offers) in offers {
                    let (brief, actions): (bool, Vec<Value>) = match offers {
                        Offered::Tree(offers) => (false, offers.actions().into_iter().cloned().collect()),
                        Offered::Actions(actions) => (true, serde_json::from_str(actions.as_str()).unwrap()),
                    };
                    for client in self.clients.values_mut() {
                        if let Some(view) = client.views.get_mut(&table)
                            && view.viewer == Some(Viewer::Seat(seat))
                        {
                            assert_eq!(client.brief, brief, "everybody is told in their manner");
                            view.actions.clone_from(&actions);
                        }
                    }
                }
            }
            Effect::Think(task) => self.bot_tasks.push(*task),
            Effect::Finished(finish) => {
                let table = finish.table;
                check_who_played(&finish);
                assert!(self.ended.insert(table, *finish).is_none(), "a game ends once");
            }
            Effect::Closed(table) => self.closed.push(table),
            Effect::Removed { table, person } => {
                self.clients.get_mut(&person).expect("a known person").views.remove(&table);
            }
            Effect::PlayedFor { choices, .. } => {
                assert!(choices > 0, "nobody is told of nothing");
                self.played_for += 1;
            }
            Effect::Rematch { to: None, .. } => self.rematches += 1,
            Effect::Notice { event, .. } if event.text.key == "table-opener" => self.passed_on += 1,
            Effect::Notice { .. }
            | Effect::Reminder { .. }
            | Effect::Said { .. }
            | Effect::Listed(_)
            | Effect::Rematch { .. }
            | Effect::Imagined(_) => {}
        }
    }

    /// Simulates a crash: a new runtime with nothing but the store. All connections are lost.
    fn crash(&mut self) {
        self.crashes += 1;
        self.runtime = Runtime::new();
        self.runtime.install(self.rules.clone());
        self.bot_tasks.clear();
        self.late.clear();
        self.now += self.luck.below(60_000);
        let open = self
            .store
            .iter()
            .filter(|(table, _)| !self.ended.contains_key(table) && !self.closed.contains(table));
        let tables: Vec<_> = open.map(|(table, entries)| (*table, entries.clone())).collect();
        let (output, lost) = self.runtime.restore(self.now, tables);
        assert!(lost.is_empty(), "{lost:?}");
        for client in self.clients.values_mut() {
            (client.connected, client.brief) = (false, false);
            client.views.clear();
        }
        self.take(output);
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        self.luck.choose(items).cloned()
    }

    fn any_person(&mut self) -> PersonId {
        PersonId(1 + self.luck.below(PEOPLE))
    }

    fn any_table(&mut self) -> TableId {
        // One more than there are: a request for something that does not exist.
        TableId(1 + self.luck.below(self.tables + 1))
    }

    fn command(&mut self, person: PersonId, table: TableId, kind: impl Into<CommandKind>) -> Command {
        let kind = kind.into();
        let client = self.clients.get_mut(&person).expect("a known person");
        client.requests += 1;
        if matches!(kind, CommandKind::Chat(_)) {
            client.chats.insert(client.requests);
        } else if !matches!(kind, CommandKind::Presence(_) | CommandKind::View(_)) {
            client.traced.insert(client.requests);
        }
        let unwatch = matches!(kind, CommandKind::Presence(PresenceRequest::Unwatch));
        if unwatch || matches!(kind, CommandKind::Seating(SeatingRequest::Leave)) {
            client.leaving.insert(client.requests);
        }
        // Table ids are never reused, so no request opens a forgotten table again.
        let opens = matches!(kind, CommandKind::Open(_));
        let command = Command::by(person, client.requests, table, kind);
        if !opens {
            client.sent.push_back(command.clone());
        }
        if client.sent.len() > 5 {
            client.sent.pop_front();
        }
        command
    }

    fn setup(&mut self) -> Setup {
        let seats = 2 + self.luck.below(3) as usize;
        let bot = SeatPlan::Bot { kind: "random".into(), name: "".into() };
        let plans = (0..seats).map(|_| if self.luck.below(4) == 0 { bot.clone() } else { SeatPlan::Person });
        let plans: Vec<_> = plans.collect();
        let clock = ClockPolicy {
            move_ms: Some(5_000 + self.luck.below(10_000) as u32),
            total_ms: (self.luck.below(2) == 0).then_some(60_000),
            countdown_ms: (self.luck.below(2) == 0).then_some(Countdown::Ms(3_000)),
        };
        Setup {
            game: "bids".into(),
            opener: "Opener".into(),
            name: String::new(),
            options: json!({
                "rounds": 1 + self.luck.below(4), "keeps_going": self.luck.below(2) == 0, "open": self.open,
            }),
            seats: plans,
            opener_plays: self.luck.below(4) > 0,
            spectators: self.luck.below(4) > 0,
            private: false,
            clock: Some(clock),
            lost: None,
            allow: (self.luck.below(2) == 0).then(|| "takeback".into()).into_iter().collect(),
            secret: SecretSeed::from_seed(self.luck.below(u64::MAX)),
            complete: false,
        }
    }

    /// One person does something, sensible or not.
    fn somebody_acts(&mut self) {
        let person = self.any_person();
        if !self.clients[&person].connected {
            return self.reconnect(person);
        }
        let table = self.any_table();
        let command = match self.luck.below(100) {
            0..5 => {
                self.tables += 1;
                let setup = self.setup();
                self.command(person, TableId(self.tables), OpenRequest::Open(Box::new(setup)))
            }
            5..20 => self.command(
                person,
                table,
                SeatingRequest::Join { name: format!("P{}", person.0).into(), seat: None },
            ),
            20..26 => self.command(person, table, StartRequest::Start),
            26..70 => return self.play(person),
            70..75 => {
                let seat = Seat::new(self.luck.below(4) as usize);
                let version = self.luck.below(20) as u32;
                let action = json!({ "bid": self.luck.below(9), "x": 1 });
                self.command(person, table, ActRequest::Act { seat, version, action })
            }
            75..77 => self.command(person, table, PauseRequest::Pause),
            77..81 => self.command(person, table, PauseRequest::Resume),
            81 => self.command(person, table, RetireRequest::Resign),
            82 => self.command(person, table, SeatingRequest::Leave),
            83 => self.command(person, table, VoteRequest::ProposeAbort),
            84..86 => {
                let agree = self.luck.below(2) == 0;
                self.command(person, table, VoteRequest::VoteAbort { agree })
            }
            86..89 => self.command(person, table, PresenceRequest::Watch { name: "Watcher".into() }),
            89 => self.command(person, table, PresenceRequest::Unwatch),
            90..93 => return self.disconnect(person),
            93..95 => {
                let text = format!("request {}", self.clients[&person].requests + 1);
                self.command(person, table, ChatRequest::Say { text })
            }
            95..98 => {
                // An old message arrives a second time.
                let old: Vec<Command> = self.clients[&person].sent.iter().cloned().collect();
                let Some(command) = self.pick(&old) else { return };
                command
            }
            98 => match self.luck.below(3) {
                0 => {
                    let Some(table) = self.table_of(person, |table| is_open(table) && table.opener == person)
                    else {
                        return;
                    };
                    let seat = Seat::new(self.luck.below(4) as usize);
                    self.command(person, table, SeatingRequest::Kick { seat })
                }
                1 => {
                    let Some(table) = self.table_of(person, is_open) else { return };
                    self.command(person, table, SeatingRequest::Leave)
                }
                _ => {
                    let over = |table: &Summary| table.phase == PhaseName::Over;
                    let Some(table) = self.table_of(person, over) else { return };
                    return self.play_again(person, table);
                }
            },
            _ => {
                let ask = ClockRequest::Due(ClockDeadline::Total { seat: Seat::new(0) });
                self.command(person, table, ask)
            }
        };
        if self.luck.below(10) == 0 {
            let at = self.now + self.luck.below(8_000);
            self.late.push((at, command));
        } else {
            self.step(vec![command]);
        }
    }

    /// Plays one of the offers somewhere.
    fn play(&mut self, person: PersonId) {
        let client = &self.clients[&person];
        let open = client.views.iter().filter(|(_, view)| !view.actions.is_empty());
        let open: Vec<_> =
            open.map(|(table, view)| (*table, view.viewer, view.version, view.actions.clone())).collect();
        let Some((table, Some(Viewer::Seat(seat)), version, actions)) = self.pick(&open) else { return };
        let Some(action) = self.pick(&actions) else { return };
        let command = self.command(person, table, ActRequest::Act { seat, version, action });
        let before = self.store.get(&table).map_or(0, Vec::len);
        let on_time = self.luck.below(10) > 0;
        if on_time {
            self.step(vec![command]);
            let reached = self.store.get(&table).map_or(0, Vec::len) > before;
            assert!(
                reached || self.ended.contains_key(&table) || self.is_paused(table),
                "an offer is accepted"
            );
            if self.luck.below(8) == 0 {
                self.take_back(person, table);
            }
        } else {
            self.late.push((self.now + 6_000, command));
        }
    }

    /// Asks to take back what was just played; the others at the table mostly agree.
    fn take_back(&mut self, person: PersonId, table: TableId) {
        let kind = CommandKind::propose("takeback").expect("takebacks can be proposed");
        let propose = self.command(person, table, kind);
        self.step(vec![propose]);
        self.vote(person, table);
    }

    /// A table of this kind where a person sits.
    fn table_of(&mut self, person: PersonId, is_wanted: impl Fn(&Summary) -> bool) -> Option<TableId> {
        let sits = |table: &Summary| table.seats.iter().any(|seat| seat.person == Some(person));
        let tables = self.runtime.tables().into_iter().filter(|table| sits(table) && is_wanted(table));
        let tables: Vec<TableId> = tables.map(|table| table.table).collect();
        self.pick(&tables)
    }

    /// Asks for a rematch; the others mostly agree, or ask for one at the same moment.
    fn play_again(&mut self, person: PersonId, table: TableId) {
        let mut commands = Vec::new();
        for who in [person, self.any_person()] {
            self.tables += 1;
            let secret = SecretSeed::from_seed(self.luck.below(u64::MAX));
            let again = RematchRequest::Rematch { table: TableId(self.tables), secret };
            commands.push(self.command(who, table, again));
            if self.luck.below(2) == 0 {
                break;
            }
        }
        self.step(commands);
        self.vote(person, table);
    }

    /// Everybody else at the table answers a proposal.
    fn vote(&mut self, person: PersonId, table: TableId) {
        let Some(summary) = self.runtime.table(table) else { return };
        for other in summary.seats.iter().filter_map(|seat| seat.person).filter(|other| *other != person) {
            let agree = self.luck.below(4) > 0;
            let vote = self.command(other, table, VoteRequest::VoteAbort { agree });
            self.step(vec![vote]);
        }
    }

    fn is_paused(&self, table: TableId) -> bool {
        self.runtime.table(table).is_none_or(|summary| summary.phase != PhaseName::Running)
    }

    fn disconnect(&mut self, person: PersonId) {
        // Also at tables that were asked for and not seen yet.
        let tables = self.runtime.tables();
        let client = self.clients.get_mut(&person).expect("a known person");
        client.connected = false;
        client.views.clear();
        let lost = tables
            .iter()
            .map(|table| Command::of(Origin::Person(person), table.table, PresenceRequest::Lost));
        let lost: Vec<_> = lost.collect();
        self.step(lost);
    }

    /// A person switches to brief updates or back, or requests a full view.
    fn somebody_changes_manner(&mut self) {
        let person = PersonId(1 + self.manners.below(PEOPLE));
        let client = self.clients.get_mut(&person).expect("a known person");
        client.brief = !client.brief;
        self.runtime.set_update_format(person, UpdateFormat::from_brief(client.brief));
        let tables = client.views.keys().filter(|_| !client.brief);
        let look: Vec<_> =
            tables.map(|table| Command::of(Origin::Person(person), *table, LookRequest::Look)).collect();
        self.step(look);
    }

    fn reconnect(&mut self, person: PersonId) {
        self.clients.get_mut(&person).expect("a known person").connected = true;
        let tables = self.runtime.tables();
        let own = tables.iter().filter(|table| table.seats.iter().any(|seat| seat.person == Some(person)));
        let back: Vec<_> = own
            .map(|table| Command::of(Origin::Person(person), table.table, PresenceRequest::Back))
            .collect();
        self.step(back);
    }

    fn time_passes(&mut self) {
        self.now += self.luck.below(1500);
        let (due, later) = std::mem::take(&mut self.late).into_iter().partition(|(at, _)| *at <= self.now);
        self.late = later;
        self.step(due.into_iter().map(|(_, command)| command).collect());
        let (ready, later) =
            std::mem::take(&mut self.bot_tasks).into_iter().partition(|t| t.not_before <= self.now);
        self.bot_tasks = later;
        let answers = ready.into_iter().map(BotTask::run).collect();
        self.step(answers);
    }

    /// Every client's view equals the view that the journal implies.
    fn check_views(&self) {
        for client in self.clients.values().filter(|client| client.connected) {
            for (table, view) in &client.views {
                let Some(summary) = self.runtime.table(*table) else { continue };
                let begun = matches!(summary.phase, PhaseName::Running | PhaseName::Paused);
                let Some(viewer) = view.viewer.filter(|_| begun && view.fresh) else { continue };
                let truth = truth(&self.rules, &self.store[table], viewer);
                assert_eq!(Some(&view.scene), truth.as_ref(), "{viewer} at {table}");
            }
        }
    }

    /// All persons disconnect; every table is closed eventually.
    fn wind_down(&mut self) {
        let people: Vec<_> = self.clients.keys().copied().collect();
        for person in people {
            self.disconnect(person);
        }
        for _ in 0..20_000 {
            let Some(at) = self.runtime.next_timer() else { break };
            self.now = self.now.max(at);
            self.step(Vec::new());
            for task in std::mem::take(&mut self.bot_tasks) {
                self.now = self.now.max(task.not_before);
                let answer = task.run();
                self.step(vec![answer]);
            }
        }
        assert!(self.runtime.tables().is_empty(), "every table ends: {:?}", self.runtime.tables());
    }

    /// What was acknowledged is in the record, and every recording verifies.
    fn check_records(&self) {
        for (person, client) in &self.clients {
            for (table, request) in
                client.acknowledged.iter().filter(|(_, request)| client.traced.contains(request))
            {
                let recorded = self.store[table].iter().any(|entry| {
                    entry.command.from == Origin::Person(*person)
                        && entry.command.request == Some((*request).into())
                });
                assert!(recorded, "{person}'s request {request} to {table} was acknowledged and lost");
            }
            for (table, request) in client.acknowledged.iter().filter(|(_, id)| client.chats.contains(id)) {
                let line = (*table, *person, format!("request {request}"));
                assert!(
                    self.said.contains(&line),
                    "{person}'s line {request} at {table} was acknowledged and lost"
                );
            }
        }
        for (table, finish) in &self.ended {
            let entries = &self.store[table];
            if let Some(recording) = Recording::new(entries, finish) {
                let game = self.runtime.game("bids").unwrap();
                let replayed = game.replay(&recording, Viewer::Public);
                assert!(replayed.is_ok(), "{table}: {:?}", replayed.unwrap_err());
            }
        }
    }
}

/// Whether a table has not begun.
fn is_open(table: &Summary) -> bool {
    matches!(table.phase, PhaseName::Waiting | PhaseName::Countdown)
}

/// Every choice is counted once, and bots need neither stand-ins nor clocks.
fn check_who_played(finish: &Finish) {
    let mut choices = 0;
    for participant in &finish.participants {
        let played = participant.played.expect("every result says who played");
        choices += played.own + played.stand_in + played.clock;
        assert!(participant.bot.is_none() || (played.stand_in, played.clock) == (0, 0));
    }
    assert!(choices <= finish.steps, "{choices} choices in {} steps", finish.steps);
}

/// Used time only grows, so what is left only shrinks while the same move goes on.
fn check_clocks(before: Option<&Clocks>, after: Option<&Clocks>) {
    let (Some(before), Some(after)) = (before, after) else { return };
    assert!(after.at >= before.at, "clocks never run backwards");
    for (old, new) in before.seats.iter().zip(&after.seats) {
        if let (Some(old), Some(new)) = (old.total_left, new.total_left) {
            assert!(new <= old, "total time never comes back while the game runs: {old} to {new}");
        }
    }
}

fn simulate(seed: u64, open: bool, steps: usize) -> World {
    let mut world = World::new(seed, open);
    for i in 0..steps {
        world.somebody_acts();
        if world.manners.below(20) == 0 {
            world.somebody_changes_manner();
        }
        if i % 3 == 0 {
            world.time_passes();
        }
        if world.luck.below(400) == 0 {
            world.crash();
        }
        if i % 200 == 199 {
            world.check_views();
        }
    }
    world.wind_down();
    world.check_records();
    world
}

// LO-18: with brief and with full updates
#[test]
fn a_busy_lobby_keeps_its_promises_through_crashes() {
    let (mut crashes, mut ended, mut refusals, mut accepted) = (0, 0, 0, 0);
    let mut told = [0; 2];
    let mut taken_back = 0;
    let (mut rematches, mut played_for, mut kicked, mut by_stand_ins, mut passed_on) = (0, 0, 0, 0, 0);
    for seed in 0..16 {
        let world = simulate(seed, seed % 4 == 3, 3000);
        crashes += world.crashes;
        ended += world.ended.values().filter(|finish| finish.outcome.is_some()).count();
        refusals += world.refusals;
        accepted += world.accepted;
        told = [told[0] + world.told[0], told[1] + world.told[1]];
        let taken = |entry: &&Entry| {
            matches!(entry.command.kind, CommandKind::Takeback(TakebackRequest::TakeBack { .. }))
        };
        taken_back += world.store.values().flatten().filter(taken).count();
        rematches += world.rematches;
        passed_on += world.passed_on;
        played_for += world.played_for;
        let decided = world.ended.values().filter(|finish| finish.decider() == Some(Decider::StandIn));
        by_stand_ins += decided.count() as u32;
        for entry in world.store.values().flatten() {
            kicked +=
                u32::from(matches!(entry.command.kind, CommandKind::Seating(SeatingRequest::Kick { .. })));
        }
    }
    assert!(taken_back > 20, "{taken_back} takebacks");
    let seen = [kicked, passed_on, rematches, played_for, by_stand_ins];
    assert!(
        seen.iter().all(|times| *times > 3),
        "kicked, passed on, rematches, returns, stand-ins: {seen:?}"
    );
    // The simulation itself must not become idle unnoticed.
    assert!(
        crashes > 20 && ended > 200 && refusals > 1000 && accepted > 3000 && told.iter().all(|n| *n > 1000),
        "{crashes} {ended} {refusals} {accepted} {told:?}"
    );
}

#[test]
fn the_same_seed_gives_the_same_history() {
    let (a, b) = (simulate(99, false, 800), simulate(99, false, 800));
    assert_eq!(a.store, b.store);
}
