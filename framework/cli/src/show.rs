//! `parlor show`: what a viewer sees.

use crate::{
    args::ShowArgs,
    mistake::Mistake,
    output,
    picture::Picture,
    playing::{Playing, Wanderer},
    setup::{self, Setup},
};
use parlor_kit::{Bundle, Offer, Offers, Refusal, Rules, Scene, Seat, Turn, Viewer};
use parlor_texts::Speaker;
use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, process::ExitCode, sync::Arc};

/// The words of this command.
const LOCALES: [(&str, &str); 2] =
    [("en", include_str!("../locales/en.ftl")), ("de", include_str!("../locales/de.ftl"))];

/// What a viewer sees of a table.
pub(crate) struct Sight {
    pub(crate) scene: Scene,
    pub(crate) turn: Turn,
    /// What the viewer's seat is offered; what every seat is offered for somebody who sees all.
    pub(crate) offers: Vec<(Seat, Vec<Offer>)>,
    /// How many moves were made.
    pub(crate) moves: u64,
    pub(crate) viewer: Viewer,
}

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let (game, setup) = setup::prepare(&args.game)?;
    check_language(&args.lang, [game.bundle()])?;
    if let Some(seat) = args.viewer.seat().filter(|seat| seat.index() >= setup.seats) {
        let last = setup.seats - 1;
        return Err(
            Mistake::new(format!("there is no seat {seat}; this table has the seats 0 to {last}")).into()
        );
    }
    let sight = game
        .show(&setup, args.seed, args.moves, args.viewer)
        .map_err(|refusal| setup::said(&*game, &refusal))?;
    let own =
        LOCALES.iter().fold(Speaker::new(), |speaker, (language, source)| speaker.with(language, source));
    let speaker = own.with_game(game.bundle());
    let text = if args.json {
        let mut json = sight.json();
        speaker.localise(&args.lang, &mut json, &[]);
        format!("{json:#}\n")
    } else {
        Picture { sight: &sight, bundle: game.bundle(), speaker: &speaker, language: &args.lang }.to_string()
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes random moves and looks. Steps of the table are played through, so that somebody can choose if the game goes on.
pub(crate) fn look<R: Rules>(
    rules: &Arc<R>,
    setup: &Setup,
    seed: u64,
    wanted: u64,
    viewer: Viewer,
) -> Result<Sight, Refusal> {
    let mut playing = Playing::begin(rules, setup, seed)?.silent();
    let mut wanderer = Wanderer::new(seed);
    let bound = u64::from(rules.bundle().manifest.bound);
    let mut moves = 0;
    while playing.step < bound {
        match playing.turn() {
            Turn::Over(_) => break,
            Turn::Table => drop(playing.proceed()),
            Turn::Act(_) if moves == wanted => break,
            Turn::Act(seats) => {
                let offers: Vec<_> = seats.iter().map(|seat| (seat, playing.actions(seat))).collect();
                let Some((seat, action)) = wanderer.choose(&offers) else { break };
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
    Ok(Sight { scene, turn, offers, moves, viewer })
}

/// Refuses a language that none of the games speaks.
pub(crate) fn check_language<'a>(
    language: &str,
    bundles: impl IntoIterator<Item = &'a Bundle>,
) -> Result<(), Mistake> {
    let games = bundles.into_iter().flat_map(|bundle| bundle.locales.keys().map(String::as_str));
    let known: BTreeSet<&str> = games.chain(LOCALES.iter().map(|(language, _)| *language)).collect();
    let root = language.split('-').next().unwrap_or(language);
    if known.contains(language) || known.contains(root) {
        return Ok(());
    }
    Err(Mistake::unknown("language", language, known))
}

impl Sight {
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
