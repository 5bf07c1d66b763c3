//! CL-15: scenes fit their schema, looks have a fallback and a name, texts exist in every language the game has.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Violation,
    context::all_viewers,
    guarded_rules::{Step, bytes},
    illegal_action_generator::illegal_actions,
    messages::Texts,
    random_game::{End, RandomGame},
};
use parlor_kit::{
    At, Badge, HOST_OPTION_KEY, Id, Manifest, NO_SHAPE, Offers, Palette, Piece, Rules, SEAT_COLOUR, Scene,
    Seat, Text, scene_schema,
};
use std::collections::{BTreeMap, HashSet};

#[derive(Default)]
pub(super) struct Presentation {
    tools: Option<Tools>,
}

/// The schema and the texts that scenes are checked against.
struct Tools {
    schema: jsonschema::Validator,
    texts: Texts,
    /// Texts that were checked already, by key and names of arguments.
    known: HashSet<Vec<Id>>,
}

impl<R: Rules> Inspect<R> for Presentation {
    fn law(&self) -> Law {
        Law::Presentation
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        if self.tools.is_none() {
            self.tools = Some(Tools::new(ctx)?);
        }
        let Some(tools) = &mut self.tools else { return Ok(()) };
        for &i in &run.sample {
            ctx.at(i);
            let state = &run.positions[i].state;
            for viewer in all_viewers(run.seats) {
                ctx.count();
                let scene = ctx.scene(state, viewer)?;
                tools.scene(ctx.manifest, &scene).map_err(|violation| violation.viewer(viewer))?;
                tools.every(|visit| scene.each_text(visit)).map_err(|violation| violation.viewer(viewer))?;
            }
            for seat in Seat::all(run.seats) {
                let offers = Offers::tree(ctx.offers(state, seat)?);
                tools.every(|visit| offers.each_text(visit)).map_err(|violation| violation.seat(seat))?;
            }
            for (seat, action) in illegal_actions(ctx, run, i)? {
                let mut next = ctx.fork(state)?;
                let done = ctx.step(&mut next, &Step::Act(seat, action.clone()), run.luck(i))?;
                if let Some(refusal) = done.refusal.filter(|refusal| !refusal.text.key.is_empty()) {
                    let json = ctx.write(&action)?;
                    tools.text(&refusal.text).map_err(|violation| violation.seat(seat).action(json))?;
                }
            }
        }
        for (i, position) in run.positions.iter().enumerate() {
            ctx.at(i);
            for event in &position.events {
                ctx.count();
                tools.text(&event.text)?;
                in_palette(Palette::Sound, event.sound.as_ref(), &[], || {
                    format!("the event '{}'", event.text.key)
                })?;
            }
        }
        match &run.end {
            End::Over(outcome) if !outcome.reason.is_empty() => tools.text(&Text::of(outcome.reason.clone())),
            _ => Ok(()),
        }
    }
}

impl Tools {
    /// Parses the texts and the schema, and checks what needs no game: languages, the lobby's texts, looks.
    fn new<R: Rules>(ctx: &CheckContext<'_, R>) -> CheckResult<Tools> {
        let texts = Texts::read(ctx.0.bundle()).map_err(Violation::new)?;
        // A game supports the languages it has files for; each of them must be complete.
        if texts.languages().next().is_none() {
            return Err(Violation::new("the game has no texts")
                .expected("locales/<language>.ftl for at least one language"));
        }
        let schema = jsonschema::validator_for(&scene_schema())
            .map_err(|error| Violation::new(format!("the schema of scenes cannot be used: {error}")))?;
        let mut tools = Tools { schema, texts, known: HashSet::new() };
        let Manifest { id, looks, .. } = ctx.manifest;
        for part in ["name", "tagline", "rules"] {
            tools.text(&Text::of(format!("{id}-{part}")))?;
        }
        // The form of a new table needs these texts.
        let schema = ctx.0.options_schema();
        let fields = schema["properties"].as_object().into_iter().flatten();
        for (field, _) in fields.filter(|(_, field)| field[HOST_OPTION_KEY] != true) {
            tools.text(&Text::of(format!("{id}-option-{field}")))?;
        }
        for (kind, names) in &ctx.0.bundle().contents {
            for name in names.keys() {
                tools.text(&Text::of(format!("{id}-{kind}-{name}")))?;
            }
        }
        for (look, about) in looks {
            if about.shape.is_empty() || about.colour.is_empty() || about.name.is_empty() {
                return Err(Violation::new(format!("look '{look}' has no fallback"))
                    .expected("a shape, a colour and a name in game.toml"));
            }
            in_palette(Palette::Shape, Some(&about.shape), &[NO_SHAPE], || format!("the look '{look}'"))?;
            in_palette(Palette::Colour, Some(&about.colour), &[SEAT_COLOUR], || {
                format!("the look '{look}'")
            })?;
            tools.text(&Text::of(about.name.clone()))?;
        }
        Ok(tools)
    }

    fn text(&mut self, text: &Text) -> CheckResult {
        let mut result = Ok(());
        text.each(&mut |text| {
            let names = text.args.iter().map(|(name, _)| name);
            let shape: Vec<Id> = std::iter::once(&text.key).chain(names).cloned().collect();
            if result.is_ok() && !self.known.contains(&shape) {
                result = self.texts.check(text).map_err(|problem| {
                    Violation::new(problem).seen(String::from_utf8_lossy(&bytes(text)).into_owned())
                });
                self.known.insert(shape);
            }
        });
        result
    }

    fn every(&mut self, visit: impl FnOnce(&mut dyn FnMut(&Text))) -> CheckResult {
        let mut result = Ok(());
        visit(&mut |text| {
            if result.is_ok() {
                result = self.text(text);
            }
        });
        result
    }

    fn scene(&self, manifest: &Manifest, scene: &Scene) -> CheckResult {
        let json = serde_json::to_value(scene)
            .map_err(|error| Violation::new(format!("a scene cannot be written as JSON: {error}")))?;
        if let Err(error) = self.schema.validate(&json) {
            return Err(Violation::new("a scene does not fit the schema")
                .expected(format!("what the schema says about {}", error.instance_path()))
                .seen(error.to_string()));
        }
        for (id, piece) in &scene.pieces {
            lies_somewhere(scene, piece)
                .map_err(|problem| Violation::new(format!("piece '{id}' {problem}")))?;
            has_look(manifest, &piece.look, || format!("piece '{id}'"))?;
            let mut abouts = piece.notes.values().filter_map(|note| note.about.as_ref());
            if let Some(about) = abouts.find(|about| !scene.hints.contains_key(*about)) {
                return Err(Violation::new(format!("piece '{id}' has a note about '{about}'"))
                    .expected("a hint of that name in the scene")
                    .hint("use `Scene::hint`"));
            }
            if piece.colour.is_some() && piece.shape.is_none() {
                return Err(Violation::new(format!("piece '{id}' is told apart by its colour alone"))
                    .expected("a shape that says the same")
                    .hint("use `Piece::colour` with both"));
            }
            let who = || format!("piece '{id}'");
            in_palette(Palette::Colour, piece.colour.as_ref(), &[SEAT_COLOUR], who)?;
            in_palette(Palette::Shape, piece.shape.as_ref(), &[NO_SHAPE], who)?;
            icons_in_palette(&piece.badges, who)?;
        }
        for (id, area) in &scene.areas {
            for (cell, look) in area.each_cell() {
                has_look(manifest, look, || format!("cell {cell} of '{id}'"))?;
            }
        }
        for (seat, panel) in &scene.seats {
            let who = || format!("the panel of seat {seat}");
            if let Some(look) = &panel.look {
                has_look(manifest, look, who)?;
            }
            in_palette(Palette::Colour, panel.colour.as_ref(), &[], who)?;
            icons_in_palette(&panel.badges, who)?;
        }
        Ok(())
    }
}

fn lies_somewhere(scene: &Scene, piece: &Piece) -> Result<(), String> {
    let area = &piece.area;
    let place =
        scene.areas.get(area).ok_or_else(|| format!("lies in area '{area}', which does not exist"))?;
    let cells = match &piece.at {
        At::Cell(cell) => std::slice::from_ref(cell),
        At::Path(cells) => cells,
        At::Slot(_) if place.width > 0 => return Err(format!("has a slot, but '{area}' has cells")),
        At::Slot(_) => return Ok(()),
    };
    match cells.iter().find(|&&cell| place.look_at(cell).is_none()) {
        Some(cell) => Err(format!("lies on {cell}, which '{area}' does not have")),
        None => Ok(()),
    }
}

fn has_look(manifest: &Manifest, look: &Id, who: impl FnOnce() -> String) -> CheckResult {
    if manifest.looks.contains_key(look) {
        return Ok(());
    }
    Err(Violation::new(format!("{} has the look '{look}', which game.toml does not describe", who()))
        .expected("a look with shape, colour and name, to draw and to read out where there is no sprite"))
}

/// Checks that the page knows the name, or that it is one of the words that mean something else.
fn in_palette(
    palette: Palette,
    name: Option<&Id>,
    words: &[&str],
    who: impl FnOnce() -> String,
) -> CheckResult {
    let Some(name) = name.filter(|name| !palette.knows(name) && !words.contains(&name.as_str())) else {
        return Ok(());
    };
    let noun = palette.noun();
    Err(Violation::new(format!("{} has the {noun} '{name}', which the page does not know", who()))
        .expected(format!("a {noun} of the palette, such as '{}'", palette.nearest(name)))
        .seen(name.as_str()))
}

fn icons_in_palette(badges: &BTreeMap<Id, Badge>, who: impl Fn() -> String) -> CheckResult {
    badges.iter().try_for_each(|(badge, about)| {
        in_palette(Palette::Icon, about.icon.as_ref(), &[], || format!("the badge '{badge}' of {}", who()))
    })
}
