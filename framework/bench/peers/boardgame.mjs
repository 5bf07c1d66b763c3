// Noughts and crosses on boardgame.io: node boardgame.mjs [PORT]
//
// A match plays on for ever: the board is cleared in the move that ends a game.
// `package.json` keeps koa-compose at 4.1: with 4.2 the server finds none of its own routes.

import { createRequire } from "node:module";
import { isFree, isOver } from "./tic_tac_toe.mjs";

// Its server comes without a form that can be imported.
const require = createRequire(import.meta.url);
const { INVALID_MOVE } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");

const noughts = {
  name: "noughts",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(9).fill(0) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // Whose turn it is, it checks itself.
    place({ G, playerID }, cell) {
      if (!isFree(G.cells, cell)) return INVALID_MOVE;
      G.cells[cell] = Number(playerID) + 1;
      if (isOver(G.cells)) G.cells.fill(0);
    },
  },
};

const server = Server({ games: [noughts], origins: [] });
// What is given as the port goes to `listen` as it is.
const { appServer } = await server.run({ port: { host: "127.0.0.1", port: Number(process.argv[2] ?? "0") } });
console.log(`http://127.0.0.1:${appServer.address().port}`);
