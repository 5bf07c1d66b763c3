//! `parlor bot`: a computer player that connects to a server as a client.

use crate::{catalogue, table_setup, terminal, thinker::Thinker, usage_error::UsageError};
use anyhow::bail;
use clap::Args as ClapArgs;
use parlor_bots::Budget;
use parlor_client::{Client, ClientError, View};
use parlor_kit::{MAX_SEATS, Seat};
use parlor_protocol::{Login, RegisterPlayer, Request};
use parlor_server::{Account, Config};
use serde_json::{Value, json};
use std::{process::ExitCode, time::Duration};
use tokio::runtime::Builder;

/// Let a computer player play on a server.
///
/// It sits down at the first table of the game that waits for somebody, or opens one, and plays until the game is over.
/// For each choice the server tells it a position as its seat may imagine it, in which all that is hidden from it is
/// drawn at random; the bot thinks about that as bots of the server do. It plays no faster than the server allows.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor bot --game snails --name Greta
  parlor bot --host games.example.org --port 10191 --game snails --bot greedy --games 10
  parlor bot --competition --host H --port P      no questions: joins the first table offered")]
pub(crate) struct BotArgs {
    /// The server.
    #[arg(long, default_value = "localhost", value_name = "HOST")]
    pub(crate) host: String,
    /// The server's port.
    #[arg(long, default_value_t = 10_191, value_name = "PORT")]
    pub(crate) port: u16,
    /// The game; any that is offered if absent in a competition, else snails.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// What the bot is called; if absent PARLOR_BOT_NAME, in a competition the name in section bot of parlor.toml, or its kind.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The password of an account; a guest if absent. In a competition PARLOR_BOT_PASSWORD or the password in
    /// section bot of parlor.toml is used.
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
    /// The kind of bot: random, greedy, negamax, mcts, easy, medium, hard.
    #[arg(long, default_value = "negamax", value_name = "KIND")]
    pub(crate) bot: String,
    /// How long it thinks about a move, in milliseconds.
    #[arg(long, default_value_t = 300, value_name = "MS")]
    pub(crate) think: u64,
    /// The options of a table it opens, as JSON, or @FILE with JSON in it.
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// The table to sit down at; the first that waits if absent.
    #[arg(long, value_name = "TABLE")]
    pub(crate) table: Option<String>,
    /// How many games it plays.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) games: u32,
    /// Competition: never opens a table, waits for the first one that is offered.
    #[arg(long, visible_alias = "wettbewerb")]
    pub(crate) competition: bool,
}

pub(crate) fn run(args: &BotArgs) -> anyhow::Result<ExitCode> {
    parlor_bots::kind(&args.bot).map_err(UsageError::new)?;
    Builder::new_current_thread().enable_all().build()?.block_on(async {
        let mut player = Player::enter(args).await?;
        for _ in 0..args.games {
            let result = player.play_one().await?;
            terminal::print(&format!("{result}\n"))?;
        }
        anyhow::Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The account of the bot: from its flags, then the environment, then, in a competition, the settings.
fn team(args: &BotArgs) -> Result<Account, UsageError> {
    let from_env = |name: &str| std::env::var(name).ok();
    let (mut name, mut password) =
        (args.name.clone().or_else(|| from_env("PARLOR_BOT_NAME")), args.password.clone());
    if args.competition {
        password = password.or_else(|| from_env("PARLOR_BOT_PASSWORD"));
        if name.is_none() || password.is_none() {
            let settings = Config::load(None).map_err(UsageError::new)?.bot;
            name = name.or(settings.name);
            password = password.or(settings.password);
        }
    }
    Ok(Account { name, password })
}

/// How long it waits while a game is paused before it tries again.
const WHILE_PAUSED: Duration = Duration::from_secs(1);

struct Player<'a> {
    args: &'a BotArgs,
    /// The options of a table it opens.
    options: Value,
    client: Client,
    played: Played,
}

/// The actions of a game.
#[derive(Clone, Copy, Default)]
struct Played {
    all: u32,
    /// Those the bot chose; the others are any that were offered.
    thought: u32,
}

impl<'a> Player<'a> {
    async fn enter(args: &'a BotArgs) -> anyhow::Result<Player<'a>> {
        let url = format!("ws://{}:{}/ws", args.host, args.port);
        let mut client = Client::connect(&url).await?;
        let Account { name, password } = team(args)?;
        let name = name.unwrap_or(args.bot.clone());
        let language = Some("en".to_string());
        let register = RegisterPlayer {
            name: name.clone(),
            password: password.clone(),
            language,
            ..RegisterPlayer::default()
        };
        match client.enter(register).await {
            Ok(_) => {}
            // Logs in if the account already exists.
            Err(error) if error.code() == Some("name-taken") && password.is_some() => {
                let language = Some("en".to_string());
                let login = Login { name: Some(name), password, language, ..Login::default() };
                client.login(login).await?;
            }
            Err(error) => return Err(error.into()),
        }
        let options = args.options.as_deref().map_or(Ok(json!({})), table_setup::read_options)?;
        Ok(Player { args, options, client, played: Played::default() })
    }

    async fn play_one(&mut self) -> anyhow::Result<String> {
        self.played = Played::default();
        let table = self.sit_down().await?;
        let mut view = View::default();
        let mut thinker: Option<Thinker> = None;
        let mut game = String::new();
        loop {
            let message = self.client.next().await?;
            let data = &message["data"];
            match message["event"].as_str() {
                Some("goodbye") => bail!("the server stopped"),
                Some("tableClosed" | "removed") if data["table"] == table.as_str() => {
                    bail!("the table was closed");
                }
                Some("gameState") if data["table"]["table"] == table.as_str() => {
                    game = data["table"]["game"].as_str().unwrap_or_default().to_string();
                    if thinker.is_none() {
                        thinker = self.thinker(data)?;
                    }
                }
                Some("gameUpdate" | "gameOver") if data["table"] == table.as_str() => {}
                _ => continue,
            }
            if message["event"] == "gameOver" {
                let places = &data["result"]["outcome"]["places"];
                let own = view.seat.map_or(Value::Null, |seat| places[usize::from(seat)].clone());
                let Played { thought, all } = self.played;
                let bot = &self.args.bot;
                return Ok(format!(
                    "{game} at {table}: place {own} of {places}; {bot} chose {thought} of {all} actions"
                ));
            }
            if !view.take(&message) {
                // An update is missing.
                self.ask("look", json!({ "table": table })).await?;
                continue;
            }
            while !view.actions.is_empty() && !self.play(&table, &view, thinker.as_mut()).await? {
                tokio::time::sleep(WHILE_PAUSED).await;
            }
        }
    }

    /// Plays one action; false if the game is paused.
    async fn play(
        &mut self,
        table: &str,
        view: &View,
        thinker: Option<&mut Thinker>,
    ) -> anyhow::Result<bool> {
        let imagined = match self.ask("imagine", json!({ "table": table })).await {
            Ok(imagined) => imagined,
            Err(ClientError::Refused { code, .. }) if code == "paused" => return Ok(false),
            // The clock came first, or the state cannot be told.
            Err(ClientError::Refused { .. }) => Value::Null,
            Err(error) => return Err(error.into()),
        };
        if imagined["version"].as_u64().is_some_and(|version| version != u64::from(view.version)) {
            // Another seat acted at the same time: the update with the new offers is on its way.
            return Ok(true);
        }
        let budget = Budget::time(Duration::from_millis(self.args.think));
        let chosen = thinker.and_then(|thinker| thinker.choose(&imagined["state"], &budget));
        // Without a state, any action will do; those that are not offered are dropped.
        let chosen = chosen.filter(|action| view.actions.contains(action));
        let thought = chosen.is_some();
        let number = view.version as usize * 7919 % view.actions.len();
        let action = chosen.unwrap_or_else(|| view.actions[number].clone());
        let play = json!({ "table": table, "seat": view.seat, "version": view.version, "action": action });
        match self.ask("gameMove", play).await {
            Ok(_) => {
                self.played.all += 1;
                self.played.thought += u32::from(thought);
                Ok(true)
            }
            Err(ClientError::Refused { code, .. }) if code == "paused" => Ok(false),
            // Another action or a clock came first: an update is on its way.
            Err(ClientError::Refused { code, .. })
                if matches!(code.as_str(), "stale" | "not-your-turn" | "game-over") =>
            {
                Ok(true)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The bot for this table, if this program has the game.
    fn thinker(&self, state: &Value) -> anyhow::Result<Option<Thinker>> {
        let name = state["table"]["game"].as_str().unwrap_or_default();
        let seat = state["viewer"]["seat"].as_u64().filter(|seat| *seat < MAX_SEATS as u64);
        let (Ok(game), Some(seat)) = (catalogue::find(name), seat) else { return Ok(None) };
        let seats = state["table"]["seats"].as_array().map_or(0, Vec::len);
        let seat = Seat::new(seat as usize);
        Ok(Some(Thinker::new(game, &self.args.bot, seats, seat)?))
    }

    async fn sit_down(&mut self) -> anyhow::Result<String> {
        if let Some(table) = self.args.table.clone() {
            self.ask("joinGame", json!({ "table": table })).await?;
            return Ok(table);
        }
        let default = (!self.args.competition).then(|| "snails".to_string());
        let wanted = self.args.game.clone().or(default);
        let lobby = self.ask("lobby", json!({})).await?;
        let mut tables: Vec<Value> = lobby["tables"].as_array().cloned().unwrap_or_default();
        loop {
            for table in tables.drain(..) {
                let fits = wanted.as_deref().is_none_or(|game| table["game"] == game);
                if !fits || table["phase"] != "waiting" {
                    continue;
                }
                let name = table["table"].as_str().unwrap_or_default().to_string();
                match self.ask("joinGame", json!({ "table": name })).await {
                    Ok(_) => return Ok(name),
                    // Another player took the seat in the meantime.
                    Err(ClientError::Refused { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            match &wanted {
                Some(game) if !self.args.competition => {
                    let create = json!({
                        "game": game, "seats": ["person", "person"], "options": self.options,
                        "clock": { "countdownMs": 1000 },
                    });
                    let opened = self.ask("createGame", create).await?;
                    return Ok(opened["table"].as_str().unwrap_or_default().to_string());
                }
                _ => tables.push(self.client.until("tableListed").await?),
            }
        }
    }

    async fn ask(&mut self, event: &str, data: Value) -> Result<Value, ClientError> {
        let request = Request::read(event, &data.to_string());
        let request = request.map_err(|error| ClientError::Strange(error.to_string()))?;
        self.client.ask_patiently(&request).await
    }
}
