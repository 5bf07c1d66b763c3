// Somebody who plays over the protocol alone, as a program does: company for the page.

import { WebSocket } from 'ws';

/**
 * Enters as a guest.
 * @param {string} url
 * @param {string} name
 */
export async function call(url, name) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`);
  /** @type {Map<number, (message: any) => void>} */
  const waiting = new Map();
  /** The latest version and offers at each table. @type {Map<string, {version: number, offers: any[], seat: number, over: boolean}>} */
  const tables = new Map();
  let last = 0;
  socket.on('message', (text) => {
    const { event, id, data } = JSON.parse(String(text));
    if (id !== undefined) return waiting.get(id)?.({ event, data });
    const table = data?.table?.table ?? data?.table;
    if (event === 'gameState') tables.set(table, { version: data.version, offers: data.offers ?? [], seat: data.viewer.seat ?? -1, over: data.table.phase === 'over' });
    const known = tables.get(table);
    if (event === 'gameUpdate' && known) Object.assign(known, { version: data.version, offers: data.offers ?? [] });
    if (event === 'gameOver' && known) known.over = true;
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  /** Asks and gives the answer. @param {string} event @param {any} [data] */
  const ask = (event, data = {}) => new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, (answer) => (answer.event === 'ok' ? resolve(answer.data) : reject(new Error(`${event}: ${answer.data.text ?? answer.data.code}`))));
    socket.send(JSON.stringify({ event, id, data }));
  });
  const me = await ask('registerPlayer', { name });
  return {
    me, ask, tables, close: () => socket.close(),
    /** Makes a move, if it is this person's turn. @param {string} table @param {(offers: any[]) => any} choose */
    move: async (table, choose) => {
      const known = tables.get(table);
      if (!known?.offers.length || known.over) return false;
      const { action } = choose(known.offers);
      known.offers = [];
      await ask('gameMove', { table, seat: known.seat, version: known.version, action });
      return true;
    },
  };
}
