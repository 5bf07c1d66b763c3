//! A client's view of a table.

use parlor_kit::apply_patch;
use parlor_runtime::TableId;
use serde_json::Value;

/// A client's view of a table, built from messages alone.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The table, once a full view was received.
    pub table: Option<TableId>,
    /// The seat the client has.
    pub seat: Option<u8>,
    /// The version.
    pub version: u32,
    /// The scene; on brief connections that of the last full view.
    pub scene: Value,
    /// The legal actions of the client, in the order of the offers.
    pub actions: Vec<Value>,
    /// The seats that may act now.
    pub turn: Vec<u8>,
    /// Whether the game is over.
    pub over: bool,
}

impl View {
    /// Applies a message; true if it changed the view.
    pub fn take(&mut self, message: &Value) -> bool {
        let data = &message["data"];
        match message["event"].as_str() {
            Some("gameState") => {
                self.table = data["table"]["table"].as_str().and_then(|name| name.parse().ok());
                self.seat = data["viewer"]["seat"].as_u64().map(|seat| seat as u8);
                self.version = data["version"].as_u64().unwrap_or_default() as u32;
                self.scene = data["scene"].clone();
                self.over = matches!(data["table"]["phase"].as_str(), Some("over" | "aborted"));
                self.act(data);
                true
            }
            Some("gameUpdate" | "gameStep") => {
                let version = data["version"].as_u64().unwrap_or_default() as u32;
                if version != self.version && version != self.version + 1 {
                    return false;
                }
                if let Some(patch) = data.get("patch") {
                    apply_patch(&mut self.scene, patch);
                }
                self.version = version;
                self.over |= data.get("outcome").is_some();
                self.act(data);
                true
            }
            Some("gameOver") => {
                self.over = true;
                self.actions.clear();
                true
            }
            _ => false,
        }
    }

    fn act(&mut self, data: &Value) {
        self.actions.clear();
        collect(&data["offers"], &mut self.actions);
        self.actions.extend(data["actions"].as_array().into_iter().flatten().cloned());
        let turn = data["turn"].as_array().into_iter().flatten();
        self.turn = turn.filter_map(|seat| seat.as_u64().map(|seat| seat as u8)).collect();
    }
}

/// All actions in a tree of offers.
fn collect(nodes: &Value, actions: &mut Vec<Value>) {
    for node in nodes.as_array().into_iter().flatten() {
        actions.extend(node.get("action").cloned());
        collect(&node["next"], actions);
    }
}
