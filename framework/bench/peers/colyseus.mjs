// Noughts and crosses on Colyseus: node colyseus.mjs messages|state [PORT]
//
// A room is for two and plays on for ever: the board is cleared when a game is over.
// With `messages` a move is told in a message of its own; with `state` the room has a state, as the makers of
// Colyseus advise, and its changes are sent at once and not at the next beat.
// `package.json` keeps msgpackr-extract at 3.0.4, the newest that there is for every system.

import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { isFree, isOver } from "./tic_tac_toe.mjs";

const EMPTY = Array(9).fill(0);

class Seats extends Room {
  maxClients = 2;
  patchRate = null;
  seats = [];

  onJoin(client) {
    this.seats.push(client.sessionId);
  }

  /** Whether it is for this client to move. */
  isNext(client, moves) {
    return this.seats.length === 2 && this.seats[moves % 2] === client.sessionId;
  }
}

class Messages extends Seats {
  cells = [...EMPTY];
  moves = 0;

  messages = {
    move(client, cell) {
      if (!this.isNext(client, this.moves) || !isFree(this.cells, cell)) {
        return client.send("refused", cell);
      }
      this.cells[cell] = this.moves % 2 + 1;
      this.moves += 1;
      if (isOver(this.cells)) this.cells.fill(0);
      this.broadcast("moved", { cell, moves: this.moves });
    },
  };
}

/** The last cell is told, too: a move that ends a game is not on the board any more. */
const Board = schema({ cells: t.array("uint8"), last: t.uint8(), moves: t.uint32() });

class State extends Seats {
  state = new Board().assign({ cells: EMPTY, last: 0, moves: 0 });

  messages = {
    move(client, cell) {
      const { state } = this;
      if (!this.isNext(client, state.moves) || !isFree(state.cells, cell)) {
        return client.send("refused", cell);
      }
      state.cells[cell] = state.moves % 2 + 1;
      state.last = cell;
      state.moves += 1;
      if (isOver(state.cells)) EMPTY.forEach((empty, at) => { state.cells[at] = empty; });
      this.broadcastPatch();
    },
  };
}

const [mode, port = "0"] = process.argv.slice(2);
const room = { messages: Messages, state: State }[mode];
if (!room) throw new Error("messages or state?");

// Pinged as seldom as by boardgame.io: while many rooms are opened one after the other, nobody answers.
const transport = new WebSocketTransport({ pingInterval: 10_000 });
const server = new Server({ transport, greet: false });
server.define("noughts", room);
await server.listen(Number(port), "127.0.0.1");
console.log(`http://127.0.0.1:${transport.server.address().port}`);
