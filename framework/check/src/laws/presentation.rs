//! CL-15: scenes fit their schema, looks have a fallback and a name, texts exist in every language.

use super::Inspect;
use crate::{
    Bench, Fault, Judged, Law,
    bench::everybody,
    probe::{Step, bytes},
    strangers::strangers,
    texts::Texts,
    walk::{End, Run},
};
use parlor_kit::{At, HOST_MARK, Id, Manifest, Offers, Piece, Rules, Scene, Seat, Text, scene_schema};
use std::collections::HashSet;

#[derive(Default)]
pub(super) struct Presentation {
    tools: Option<Tools>,
}

/// What scenes and texts are held against.
struct Tools {
    schema: jsonschema::Validator,
    texts: Texts,
    /// Texts that were found in order already, by key and names of arguments.
    known: HashSet<Vec<Id>>,
}

impl<R: Rules> Inspect<R> for Presentation {
    fn law(&self) -> Law {
        Law::Presentation
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        if self.tools.is_none() {
            self.tools = Some(Tools::new(bench)?);
        }
        let Some(tools) = &mut self.tools else { return Ok(()) };
        for &i in &run.sample {
            bench.at(i);
            let state = &run.stations[i].state;
            for viewer in everybody(run.seats) {
                bench.count();
                let scene = bench.scene(state, viewer)?;
                tools.scene(bench.manifest, &scene).map_err(|fault| fault.viewer(viewer))?;
                tools.every(|visit| scene.each_text(visit)).map_err(|fault| fault.viewer(viewer))?;
            }
            for seat in Seat::all(run.seats) {
                let offers = Offers::tree(bench.offers(state, seat)?);
                tools.every(|visit| offers.each_text(visit)).map_err(|fault| fault.seat(seat))?;
            }
            for (seat, action) in strangers(bench, run, i)? {
                let mut next = bench.fork(state)?;
                let done = bench.step(&mut next, &Step::Act(seat, action.clone()), run.luck(i))?;
                if let Some(refusal) = done.refusal.filter(|refusal| !refusal.text.key.is_empty()) {
                    let json = bench.write(&action)?;
                    tools.text(&refusal.text).map_err(|fault| fault.seat(seat).action(json))?;
                }
            }
        }
        for (i, station) in run.stations.iter().enumerate() {
            bench.at(i);
            for event in &station.events {
                bench.count();
                tools.text(&event.text)?;
            }
        }
        match &run.end {
            End::Over(outcome) if !outcome.reason.is_empty() => tools.text(&Text::of(outcome.reason.clone())),
            _ => Ok(()),
        }
    }
}

impl Tools {
    /// Reads the texts and the schema, and checks what needs no game: languages, the lobby's texts, looks.
    fn new<R: Rules>(bench: &Bench<'_, R>) -> Judged<Tools> {
        let texts = Texts::read(bench.0.bundle()).map_err(Fault::new)?;
        for language in ["en", "de"] {
            if !texts.languages().any(|known| known == language) {
                return Err(Fault::new(format!("locales/{language}.ftl is missing")));
            }
        }
        let schema = jsonschema::validator_for(&scene_schema())
            .map_err(|error| Fault::new(format!("the schema of scenes cannot be used: {error}")))?;
        let mut tools = Tools { schema, texts, known: HashSet::new() };
        let Manifest { id, looks, .. } = bench.manifest;
        for part in ["name", "tagline", "rules"] {
            tools.text(&Text::of(format!("{id}-{part}")))?;
        }
        // The form of a new table asks for these.
        let schema = bench.0.options_schema();
        let fields = schema["properties"].as_object().into_iter().flatten();
        for (field, _) in fields.filter(|(_, field)| field[HOST_MARK] != true) {
            tools.text(&Text::of(format!("{id}-option-{field}")))?;
        }
        for (kind, names) in &bench.0.bundle().contents {
            for name in names.keys() {
                tools.text(&Text::of(format!("{id}-{kind}-{name}")))?;
            }
        }
        for (look, about) in looks {
            if about.shape.is_empty() || about.colour.is_empty() || about.name.is_empty() {
                return Err(Fault::new(format!("look '{look}' has no fallback"))
                    .expected("a shape, a colour and a name in game.toml"));
            }
            tools.text(&Text::of(about.name.clone()))?;
        }
        Ok(tools)
    }

    fn text(&mut self, text: &Text) -> Judged {
        let mut result = Ok(());
        text.each(&mut |text| {
            let names = text.args.iter().map(|(name, _)| name);
            let shape: Vec<Id> = std::iter::once(&text.key).chain(names).cloned().collect();
            if result.is_ok() && !self.known.contains(&shape) {
                result = self.texts.check(text).map_err(|problem| {
                    Fault::new(problem).seen(String::from_utf8_lossy(&bytes(text)).into_owned())
                });
                self.known.insert(shape);
            }
        });
        result
    }

    fn every(&mut self, visit: impl FnOnce(&mut dyn FnMut(&Text))) -> Judged {
        let mut result = Ok(());
        visit(&mut |text| {
            if result.is_ok() {
                result = self.text(text);
            }
        });
        result
    }

    fn scene(&self, manifest: &Manifest, scene: &Scene) -> Judged {
        let json = serde_json::to_value(scene)
            .map_err(|error| Fault::new(format!("a scene cannot be written as JSON: {error}")))?;
        if let Err(error) = self.schema.validate(&json) {
            return Err(Fault::new("a scene does not fit the schema")
                .expected(format!("what the schema says about {}", error.instance_path()))
                .seen(error.to_string()));
        }
        for (id, piece) in &scene.pieces {
            lies_somewhere(scene, piece).map_err(|problem| Fault::new(format!("piece '{id}' {problem}")))?;
            has_look(manifest, &piece.look, || format!("piece '{id}'"))?;
            let mut abouts = piece.notes.values().filter_map(|note| note.about.as_ref());
            if let Some(about) = abouts.find(|about| !scene.hints.contains_key(*about)) {
                return Err(Fault::new(format!("piece '{id}' has a note about '{about}'"))
                    .expected("a hint of that name in the scene")
                    .hint("use `Scene::hint`"));
            }
            if piece.colour.is_some() && piece.shape.is_none() {
                return Err(Fault::new(format!("piece '{id}' is told apart by its colour alone"))
                    .expected("a shape that says the same")
                    .hint("use `Piece::colour` with both"));
            }
        }
        for (id, area) in &scene.areas {
            for (cell, look) in area.each_cell() {
                has_look(manifest, look, || format!("cell {cell} of '{id}'"))?;
            }
        }
        for (seat, panel) in &scene.seats {
            if let Some(look) = &panel.look {
                has_look(manifest, look, || format!("the panel of seat {seat}"))?;
            }
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

fn has_look(manifest: &Manifest, look: &Id, who: impl FnOnce() -> String) -> Judged {
    if manifest.looks.contains_key(look) {
        return Ok(());
    }
    Err(Fault::new(format!("{} has the look '{look}', which game.toml does not describe", who()))
        .expected("a look with shape, colour and name, to draw and to read out where there is no sprite"))
}
