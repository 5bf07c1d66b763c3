//! Legal actions, and how a person makes them.

use crate::{Cell, Id, Scene, Seat, Text, text::deserialize_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, fmt, str::FromStr};

/// One thing a person picks on the way to an action. In JSON it is a text such as `"cell:board:3,4"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// A piece or a card.
    Piece(Id),
    /// A cell of a board.
    Cell(Id, Cell),
    /// A whole area: a pile, a row.
    Area(Id),
    /// A gap in a row: before the card in this slot.
    Place(Id, u32),
    /// A button.
    Button(Id),
    /// A number.
    Amount(i64),
    /// A player.
    Seat(Seat),
}

impl Pick {
    /// Whether what is picked exists in the scene. Buttons, numbers and seats need no scene.
    pub fn exists_in(&self, scene: &Scene) -> bool {
        match self {
            Pick::Piece(id) => scene.pieces.contains_key(id),
            Pick::Cell(area, cell) => scene.areas.get(area).is_some_and(|area| area.look_at(*cell).is_some()),
            Pick::Area(area) | Pick::Place(area, _) => scene.areas.contains_key(area),
            Pick::Button(_) | Pick::Amount(_) | Pick::Seat(_) => true,
        }
    }

    /// Writes the pick as text. Every offer contains one, so this avoids `core::fmt`.
    pub fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let mut named = |kind: &str, name: &str| out.write_str(kind).and_then(|()| out.write_str(name));
        match self {
            Pick::Piece(id) => named("piece:", id),
            Pick::Cell(area, cell) => named("cell:", area).and_then(|()| named(":", &cell.written())),
            Pick::Area(area) => named("area:", area),
            Pick::Place(area, slot) => named("place:", area).and_then(|()| write!(out, ":{slot}")),
            Pick::Button(id) => named("button:", id),
            Pick::Amount(n) => write!(out, "amount:{n}"),
            Pick::Seat(seat) => write!(out, "seat:{seat}"),
        }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl FromStr for Pick {
    type Err = String;

    fn from_str(text: &str) -> Result<Pick, String> {
        let bad = || format!("'{text}' is not a pick");
        let (kind, rest) = text.split_once(':').ok_or_else(bad)?;
        let two = || rest.rsplit_once(':').ok_or_else(bad);
        Ok(match kind {
            "piece" => Pick::Piece(rest.into()),
            "cell" => {
                let (area, cell) = two()?;
                Pick::Cell(area.into(), cell.parse()?)
            }
            "area" => Pick::Area(rest.into()),
            "place" => {
                let (area, slot) = two()?;
                Pick::Place(area.into(), slot.parse().map_err(|_| bad())?)
            }
            "button" => Pick::Button(rest.into()),
            "amount" => Pick::Amount(rest.parse().map_err(|_| bad())?),
            "seat" => {
                let seat = rest.parse::<usize>().ok().filter(|&n| n < crate::MAX_SEATS);
                Pick::Seat(Seat::new(seat.ok_or_else(bad)?))
            }
            _ => return Err(bad()),
        })
    }
}

impl Serialize for Pick {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Pick {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Pick, D::Error> {
        deserialize_text(deserializer, "a pick, such as \"cell:board:3,4\"")
    }
}

impl JsonSchema for Pick {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Pick".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "One thing a person picks on the way to an action.",
            "pattern": "^(piece|cell|area|place|button|amount|seat):.+$"
        })
    }
}

/// A quick way to make an action, beside its picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shortcut {
    /// The secondary mouse button anywhere on the table.
    Secondary,
    /// The escape key.
    Escape,
    /// The space bar.
    Space,
    /// The enter key.
    Enter,
}

/// How a person makes an action: what is picked, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gesture {
    /// The picks, each with a label where the picked thing needs one.
    pub picks: Vec<(Pick, Option<Text>)>,
    /// A quick way beside the picks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortcut: Option<Shortcut>,
    /// Whether the person is asked again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confirm: bool,
    /// How many cells around the last picked one the action reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<u8>,
}

impl Gesture {
    fn new(pick: Pick) -> Gesture {
        Gesture { picks: vec![(pick, None)], shortcut: None, confirm: false, reach: None }
    }

    /// Picks a piece or a card.
    pub fn piece(id: impl Into<Id>) -> Gesture {
        Gesture::new(Pick::Piece(id.into()))
    }

    /// Picks a cell.
    pub fn cell(area: impl Into<Id>, cell: Cell) -> Gesture {
        Gesture::new(Pick::Cell(area.into(), cell))
    }

    /// Picks a whole area.
    pub fn area(area: impl Into<Id>) -> Gesture {
        Gesture::new(Pick::Area(area.into()))
    }

    /// Presses a button with this label.
    pub fn button(id: impl Into<Id>, label: Text) -> Gesture {
        Gesture::new(Pick::Button(id.into())).label(label)
    }

    /// Chooses a number.
    pub fn amount(amount: impl Into<i64>) -> Gesture {
        Gesture::new(Pick::Amount(amount.into()))
    }

    /// Picks a player.
    pub fn seat(seat: Seat) -> Gesture {
        Gesture::new(Pick::Seat(seat))
    }

    /// Then picks something more.
    #[must_use]
    pub fn then(mut self, pick: Pick) -> Gesture {
        self.picks.push((pick, None));
        self
    }

    /// Then picks a piece or a card.
    #[must_use]
    pub fn then_piece(self, id: impl Into<Id>) -> Gesture {
        self.then(Pick::Piece(id.into()))
    }

    /// Then picks a cell.
    #[must_use]
    pub fn then_cell(self, area: impl Into<Id>, cell: Cell) -> Gesture {
        self.then(Pick::Cell(area.into(), cell))
    }

    /// Then picks a whole area.
    #[must_use]
    pub fn then_area(self, area: impl Into<Id>) -> Gesture {
        self.then(Pick::Area(area.into()))
    }

    /// Then picks a gap in a row: before the card in this slot.
    #[must_use]
    pub fn then_place(self, area: impl Into<Id>, slot: usize) -> Gesture {
        self.then(Pick::Place(area.into(), slot as u32))
    }

    /// Then presses a button with this label.
    #[must_use]
    pub fn then_button(self, id: impl Into<Id>, label: Text) -> Gesture {
        self.then(Pick::Button(id.into())).label(label)
    }

    /// Labels the last pick: what a button says, what a screen reader reads.
    #[must_use]
    pub fn label(mut self, label: Text) -> Gesture {
        self.picks.last_mut().expect("a gesture has a pick").1 = Some(label);
        self
    }

    /// With a quick way beside the picks.
    #[must_use]
    pub fn shortcut(mut self, shortcut: Shortcut) -> Gesture {
        self.shortcut = Some(shortcut);
        self
    }

    /// The person is asked again before it counts.
    #[must_use]
    pub fn confirm(mut self) -> Gesture {
        self.confirm = true;
        self
    }

    /// The action reaches this many cells around the last picked one; they are shown before it is picked.
    #[must_use]
    pub fn reach(mut self, cells: u8) -> Gesture {
        self.reach = Some(cells);
        self
    }
}

/// One legal action, as JSON, with its gesture.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The action, as a program sends it back.
    pub action: serde_json::Value,
    /// How a person makes it.
    pub gesture: Gesture,
}

/// All legal actions of a seat as a tree over picks: what can be picked next, and which complete walk is which action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Offers(pub Vec<OfferNode>);

/// One pick in the tree of offers: it completes an action, or leads to further picks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferNode {
    /// What is picked.
    pub pick: Pick,
    /// Its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    /// The action that is complete with this pick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<serde_json::Value>,
    /// A quick way to make this action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortcut: Option<Shortcut>,
    /// Whether the person is asked again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confirm: bool,
    /// How many cells around the picked one the action reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<u8>,
    /// What can be picked after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<OfferNode>,
}

impl Offers {
    /// The tree over these offers, in their order.
    pub fn tree(offers: Vec<Offer>) -> Offers {
        fn insert(nodes: &mut Branch, picks: &mut dyn Iterator<Item = (Pick, Option<Text>)>, leaf: Leaf) {
            let Some((pick, label)) = picks.next() else { return };
            let at = nodes.child(pick, label);
            let mut rest = picks.peekable();
            if rest.peek().is_some() {
                insert(nodes.below(at), &mut rest, leaf);
            } else {
                let child = &mut nodes.nodes[at];
                (child.action, child.shortcut, child.confirm, child.reach) = leaf;
            }
        }
        let mut root = Branch::default();
        for Offer { action, gesture } in offers {
            let leaf = (Some(action), gesture.shortcut, gesture.confirm, gesture.reach);
            insert(&mut root, &mut gesture.picks.into_iter(), leaf);
        }
        Offers(root.finish())
    }

    /// Every complete action in the tree, in order.
    pub fn actions(&self) -> Vec<&serde_json::Value> {
        fn walk<'a>(nodes: &'a [OfferNode], out: &mut Vec<&'a serde_json::Value>) {
            for node in nodes {
                out.extend(&node.action);
                walk(&node.next, out);
            }
        }
        let mut out = Vec::new();
        walk(&self.0, &mut out);
        out
    }

    /// Whether nothing is offered.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Calls `visit` with every text in the tree.
    pub fn each_text(&self, visit: &mut dyn FnMut(&Text)) {
        fn walk(nodes: &[OfferNode], visit: &mut dyn FnMut(&Text)) {
            for node in nodes {
                node.label.iter().for_each(|label| label.each(visit));
                walk(&node.next, visit);
            }
        }
        walk(&self.0, visit);
    }
}

type Leaf = (Option<serde_json::Value>, Option<Shortcut>, bool, Option<u8>);

/// A level of the tree while it grows. Wide levels are indexed, so that a board full of targets stays linear.
#[derive(Default)]
struct Branch {
    nodes: Vec<OfferNode>,
    /// What follows each of the nodes; nothing follows those at the end that are missing.
    below: Vec<Branch>,
    index: Option<HashMap<Pick, usize>>,
}

impl Branch {
    const MIN_INDEXED_NODES: usize = 16;

    /// The place of the node with this pick, which is made if need be.
    fn child(&mut self, pick: Pick, label: Option<Text>) -> usize {
        let Branch { nodes, index, .. } = self;
        let new = nodes.len();
        let at = if new < Branch::MIN_INDEXED_NODES {
            nodes.iter().position(|node| node.pick == pick).unwrap_or(new)
        } else {
            let index = index.get_or_insert_with(|| {
                nodes.iter().enumerate().map(|(at, node)| (node.pick.clone(), at)).collect()
            });
            *index.entry(pick.clone()).or_insert(new)
        };
        if at == new {
            nodes.push(OfferNode {
                pick,
                label,
                action: None,
                shortcut: None,
                confirm: false,
                reach: None,
                next: Vec::new(),
            });
        } else if nodes[at].label.is_none() {
            nodes[at].label = label;
        }
        at
    }

    fn below(&mut self, at: usize) -> &mut Branch {
        if self.below.len() <= at {
            self.below.resize_with(at + 1, Branch::default);
        }
        &mut self.below[at]
    }

    fn finish(mut self) -> Vec<OfferNode> {
        for (node, next) in self.nodes.iter_mut().zip(self.below) {
            node.next = next.finish();
        }
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn offer(n: i64, gesture: Gesture) -> Offer {
        Offer { action: json!(n), gesture }
    }

    #[test]
    fn offers_with_the_same_beginning_share_a_branch() {
        let to = |x| Gesture::piece("worm").then_cell("board", Cell::new(x, 0));
        let pass = Gesture::button("pass", Text::new("pass")).shortcut(Shortcut::Secondary);
        let tree = Offers::tree(vec![offer(1, to(1)), offer(2, pass), offer(3, to(2))]);
        assert_eq!(
            serde_json::to_value(&tree).unwrap(),
            json!([
                { "pick": "piece:worm", "next": [
                    { "pick": "cell:board:1,0", "action": 1 },
                    { "pick": "cell:board:2,0", "action": 3 },
                ]},
                { "pick": "button:pass", "label": ["@pass"], "action": 2, "shortcut": "secondary" },
            ])
        );
        assert_eq!(tree.actions(), [&json!(1), &json!(3), &json!(2)]);
    }

    #[test]
    fn wide_levels_keep_every_offer_once() {
        let gesture = |n: i64| Gesture::amount(n % 50).then(Pick::Amount(n / 50));
        let tree = Offers::tree((0..500).map(|n| offer(n, gesture(n))).collect());
        assert_eq!(tree.0.len(), 50);
        assert_eq!(tree.actions().len(), 500);
    }

    #[test]
    fn picks_survive_json() {
        let area = || Id::from("b");
        for pick in [
            Pick::Piece("p".into()),
            Pick::Cell(area(), Cell::new(3, 4)),
            Pick::Area(area()),
            Pick::Place(area(), 2),
            Pick::Button("go".into()),
            Pick::Amount(-3),
            Pick::Seat(Seat::new(2)),
        ] {
            assert_eq!(pick.to_string().parse(), Ok(pick));
        }
        assert!("cell:b:x".parse::<Pick>().is_err());
        assert!("seat:9".parse::<Pick>().is_err());
    }
}
