//! CL-17: coverage of the sample.

use crate::{
    CheckContext, CheckResult, Law, Report,
    context::all_viewers,
    guarded_rules::Step,
    illegal_action_generator::illegal_actions,
    laws::Inspect,
    messages::Texts,
    random_game::{End, RandomGame},
};
use parlor_kit::{At, Cell, Id, Offers, Pick, Rules, Scene, Seat, Text};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The coverage of the sample: counts of what occurred, and what never did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Coverage {
    /// Kinds of actions that were played.
    pub actions: BTreeMap<String, u64>,
    /// Kinds of actions that were offered but never played.
    pub never_played: BTreeSet<String>,
    /// Why games ended.
    pub ends: BTreeMap<String, u64>,
    /// Events, by message key.
    pub events: BTreeMap<String, u64>,
    /// Refusals, by message key.
    pub refusals: BTreeMap<String, u64>,
    /// For each board, how many cells had a piece on them or could be picked, and how many there are.
    pub cells: BTreeMap<String, (usize, usize)>,
    /// Looks of the manifest that were never seen.
    pub unseen_looks: BTreeSet<String>,
    /// Messages of the game that were never used in play, including those of the lobby.
    pub unseen_texts: BTreeSet<String>,
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |map: &BTreeMap<String, u64>| {
            map.iter().map(|(name, times)| format!("{name} ×{times}")).collect::<Vec<_>>()
        };
        let names = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>();
        let cells = self.cells.iter().map(|(area, (reached, all))| format!("{area} {reached} of {all}"));
        for (what, list) in [
            ("actions", counted(&self.actions)),
            ("ends", counted(&self.ends)),
            ("events", counted(&self.events)),
            ("refusals", counted(&self.refusals)),
            ("cells", cells.collect()),
            ("offered, never played", names(&self.never_played)),
            ("looks never seen", names(&self.unseen_looks)),
            ("texts never seen", names(&self.unseen_texts)),
        ] {
            const MAX_LISTED: usize = 24;
            if !list.is_empty() {
                let more = list.len().saturating_sub(MAX_LISTED);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                writeln!(f, "{what}: {}{more}", list[..list.len().min(MAX_LISTED)].join(", "))?;
            }
        }
        Ok(())
    }
}

#[derive(Default)]
pub(crate) struct CoverageLaw {
    seen: Coverage,
    offered: BTreeSet<String>,
    texts: BTreeSet<Id>,
    looks: BTreeSet<Id>,
    reached: BTreeMap<Id, (BTreeSet<Cell>, BTreeSet<Cell>)>,
}

impl<R: Rules> Inspect<R> for CoverageLaw {
    fn law(&self) -> Law {
        Law::Coverage
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for position in &run.positions {
            if let Some(Step::Act(_, action)) = &position.step {
                count(&mut self.seen.actions, kind(&ctx.write(action)?));
            }
            for event in &position.events {
                count(&mut self.seen.events, event.text.key.to_string());
                event.text.each(&mut |text| self.text(text));
            }
        }
        if let End::Over(outcome) = &run.end {
            count(&mut self.seen.ends, outcome.reason.to_string());
            self.texts.insert(outcome.reason.clone());
        }
        for &i in &run.sample {
            let state = &run.positions[i].state;
            for viewer in all_viewers(run.seats) {
                let scene = ctx.scene(state, viewer)?;
                scene.each_text(&mut |text| self.text(text));
                self.scene(&scene);
            }
            for seat in Seat::all(run.seats) {
                let offers = ctx.offers(state, seat)?;
                for offer in &offers {
                    self.offered.insert(kind(&offer.action));
                    for (pick, _) in &offer.gesture.picks {
                        if let Pick::Cell(area, cell) = pick {
                            self.reached.entry(area.clone()).or_default().0.insert(*cell);
                        }
                    }
                }
                Offers::tree(offers).each_text(&mut |text| self.text(text));
            }
            for (seat, action) in illegal_actions(ctx, run, i)? {
                let mut next = ctx.fork(state)?;
                let done = ctx.step(&mut next, &Step::Act(seat, action), run.luck(i))?;
                if let Some(refusal) = done.refusal {
                    count(&mut self.seen.refusals, refusal.text.key.to_string());
                    refusal.text.each(&mut |text| self.text(text));
                }
            }
        }
        Ok(())
    }

    fn conclude(&mut self, ctx: &CheckContext<'_, R>) -> CheckResult<Option<String>> {
        let looks = &ctx.manifest.looks;
        for (look, about) in looks {
            if self.looks.contains(look) {
                self.texts.insert(about.name.clone());
            } else {
                self.seen.unseen_looks.insert(look.to_string());
            }
        }
        if let Ok(texts) = Texts::read(ctx.0.bundle()) {
            let unseen = texts.keys().into_iter().filter(|&key| !self.texts.contains(key));
            self.seen.unseen_texts = unseen.map(str::to_string).collect();
        }
        Ok(None)
    }

    fn write(&mut self, report: &mut Report) {
        let played = |kind: &String| self.seen.actions.contains_key(kind);
        self.seen.never_played = self.offered.iter().filter(|kind| !played(kind)).cloned().collect();
        for (area, (reached, all)) in &self.reached {
            if !all.is_empty() {
                let reached = reached.intersection(all).count();
                self.seen.cells.insert(area.to_string(), (reached, all.len()));
            }
        }
        report.coverage = std::mem::take(&mut self.seen);
    }
}

impl CoverageLaw {
    fn text(&mut self, text: &Text) {
        if !self.texts.contains(&text.key) {
            self.texts.insert(text.key.clone());
        }
    }

    fn scene(&mut self, scene: &Scene) {
        let mut look = |look: &Id| {
            if !self.looks.contains(look) {
                self.looks.insert(look.clone());
            }
        };
        for piece in scene.pieces.values() {
            look(&piece.look);
            let cells = match &piece.at {
                At::Cell(cell) => std::slice::from_ref(cell),
                At::Path(cells) => cells,
                At::Slot(_) => continue,
            };
            self.reached.entry(piece.area.clone()).or_default().0.extend(cells);
        }
        for panel in scene.seats.values() {
            panel.look.iter().for_each(&mut look);
        }
        for (id, area) in scene.areas.iter().filter(|(_, area)| area.width > 0) {
            let all = &mut self.reached.entry(id.clone()).or_default().1;
            for (cell, its_look) in area.each_cell() {
                look(its_look);
                all.insert(cell);
            }
        }
    }
}

fn count(map: &mut BTreeMap<String, u64>, name: String) {
    *map.entry(name).or_default() += 1;
}

/// The kind of an action: its tag if it has one, else the names of its fields.
pub(crate) fn kind(action: &Value) -> String {
    let word = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    match action {
        Value::String(text) if word(text) => text.clone(),
        Value::String(_) => "(text)".into(),
        Value::Number(_) => "(number)".into(),
        Value::Bool(_) => "(yes or no)".into(),
        Value::Null => "(nothing)".into(),
        Value::Array(items) => format!("(list of {})", items.len()),
        Value::Object(fields) => {
            let tag = ["do", "kind", "type", "action", "tag", "t"]
                .iter()
                .find_map(|name| fields.get(*name).and_then(Value::as_str).filter(|text| word(text)));
            match tag {
                Some(tag) => tag.to_string(),
                None => fields.keys().cloned().collect::<Vec<_>>().join("+"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn actions_are_grouped_by_tag_or_fields() {
        for (action, expected) in [
            (json!("pass"), "pass"),
            (json!("3,4"), "(text)"),
            (json!({ "do": "play", "card": 3 }), "play"),
            (json!({ "play": { "card": 3 } }), "play"),
            (json!({ "move": "up" }), "move"),
            (json!({ "from": 1, "to": 2 }), "from+to"),
            (json!(7), "(number)"),
        ] {
            assert_eq!(kind(&action), expected);
        }
    }
}
