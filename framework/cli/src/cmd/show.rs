//! `parlor show`: prints the scene of a viewer.

use crate::{
    args::GameArgs,
    local_game::{LocalGame, RandomMover},
    table_setup::{self, Setup},
    terminal,
    text_renderer::TextRenderer,
    usage_error::UsageError,
};
use clap::Args as ClapArgs;
use parlor_kit::{Bundle, ErasedRules, MAX_SEATS, Offer, Offers, Refusal, Rules, Scene, Seat, Turn, Viewer};
use parlor_texts::Translator;
use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, process::ExitCode, sync::Arc};

/// Draw a table as text after some random moves.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor show snails
  parlor show snails --seed 3 --moves 12 --lang de
  parlor show snails --moves 5 --viewer 1
  parlor show snails --moves 5 --json")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// What all luck comes from.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub(crate) seed: u64,
    /// How many random moves are made first. Steps of the table itself do not count; fewer are made if the game ends.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) moves: u64,
    /// Through whose eyes: `public`, `all`, or the number of a seat, from 0.
    #[arg(long, default_value = "all", value_name = "VIEWER", value_parser = viewer)]
    pub(crate) viewer: Viewer,
    /// The language.
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) lang: String,
    /// Print the scene, the offers and the turn as one JSON object, with texts in words.
    #[arg(long)]
    pub(crate) json: bool,
}

fn viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "public" => Ok(Viewer::Public),
        "all" => Ok(Viewer::All),
        number => match number.parse::<usize>() {
            Ok(seat) if seat < MAX_SEATS => Ok(Viewer::Seat(Seat::new(seat))),
            Ok(_) => Err(format!("a table has at most {MAX_SEATS} seats, 0 to {}", MAX_SEATS - 1)),
            Err(_) => Err("a viewer is 'public', 'all' or the number of a seat".into()),
        },
    }
}

/// A viewer's view of a table.
pub(crate) struct TableView {
    pub(crate) scene: Scene,
    pub(crate) turn: Turn,
    /// The offers of the viewer's seat; those of every seat if the viewer sees all.
    pub(crate) offers: Vec<(Seat, Vec<Offer>)>,
    /// How many moves were made.
    pub(crate) moves: u64,
    pub(crate) viewer: Viewer,
}

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let (game, setup) = table_setup::prepare(&args.game, args.seed)?;
    check_language(&args.lang, [game.bundle()])?;
    if let Some(seat) = args.viewer.seat().filter(|seat| seat.index() >= setup.seats) {
        let last = setup.seats - 1;
        return Err(UsageError::new(format!(
            "there is no seat {seat}; this table has the seats 0 to {last}"
        ))
        .into());
    }
    let view = look(&game.rules, &setup, args.seed, args.moves, args.viewer)
        .map_err(|refusal| table_setup::said(&game, &refusal))?;
    let translator = Translator::of(game.bundle());
    let text = if args.json {
        let mut json = view.json();
        translator.translate_json(&args.lang, &mut json, &[]);
        format!("{json:#}\n")
    } else {
        TextRenderer { view: &view, bundle: game.bundle(), translator: &translator, language: &args.lang }
            .to_string()
    };
    terminal::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes random moves and takes the view. Steps of the table are run, so that a seat is to act unless the
/// game is over.
pub(crate) fn look(
    rules: &Arc<ErasedRules>,
    setup: &Setup,
    seed: u64,
    wanted: u64,
    viewer: Viewer,
) -> Result<TableView, Refusal> {
    let mut playing = LocalGame::begin(rules, setup, seed)?.silent();
    let mut mover = RandomMover::new(seed);
    let bound = u64::from(rules.bundle().manifest.bound);
    let mut moves = 0;
    while playing.step < bound {
        match playing.turn() {
            Turn::Over(_) => break,
            Turn::Table => drop(playing.proceed()),
            Turn::Act(_) if moves == wanted => break,
            Turn::Act(seats) => {
                let Some((seat, action)) = mover.choose(&playing, seats) else { break };
                playing.act(seat, &action)?;
                moves += 1;
            }
        }
    }
    let mut scene = Scene::new();
    rules.scene(&playing.state, viewer, &mut scene);
    let turn = playing.turn();
    let sees = |seat: &Seat| viewer == Viewer::All || viewer == Viewer::Seat(*seat);
    let offers =
        turn.seats().iter().filter(sees).map(|seat| (seat, rules.offers(&playing.state, seat))).collect();
    Ok(TableView { scene, turn, offers, moves, viewer })
}

/// Refuses a language that none of the games supports.
pub(crate) fn check_language<'a>(
    language: &str,
    bundles: impl IntoIterator<Item = &'a Bundle>,
) -> Result<(), UsageError> {
    let own = Translator::new();
    let games = bundles.into_iter().flat_map(|bundle| bundle.locales.keys().map(String::as_str));
    let known: BTreeSet<&str> = games.chain(own.languages()).collect();
    let root = language.split('-').next().unwrap_or(language);
    if known.contains(language) || known.contains(root) {
        return Ok(());
    }
    Err(UsageError::unknown("language", language, known))
}

impl TableView {
    fn json(&self) -> Value {
        let turn = match &self.turn {
            Turn::Act(seats) => json!({ "act": seats }),
            Turn::Table => json!("table"),
            Turn::Over(outcome) => json!({ "over": outcome }),
        };
        let tree = |offers: &Vec<Offer>| json!(Offers::tree(offers.clone()));
        let offers = self.offers.iter().map(|(seat, offers)| (seat.to_string(), tree(offers)));
        json!({
            "moves": self.moves,
            "viewer": self.viewer,
            "turn": turn,
            "scene": self.scene,
            "offers": offers.collect::<Map<_, _>>(),
        })
    }
}
