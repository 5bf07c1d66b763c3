// Pictures of the worm race for `cargo xtask screenshots`: five worms in the middle of a race, and its replay.

import { photograph, pickUp, play } from '../../../../framework/web/tests/screenshots.mjs';

await photograph(async ({ invite }) => {
  const [mina] = await invite('Mina');
  const bot = (name) => ({ bot: { kind: 'greedy', name } });
  const begin = async (name, seats) => {
    const { table } = await mina.ask('createGame', { game: 'worms', name, seats, clock: { moveMs: 900_000, totalMs: 3_600_000 } });
    await mina.ask('gameStart', { table });
    return table;
  };
  const straight = (list, move) => list[move % 2 ? 0 : list.length - 1];
  const done = await begin('Short one', ['person', bot('Ada')]);
  while (await play([mina], done, 1, straight));
  const table = await begin('Great race', ['person', ...['Ada', 'Grace', 'Edsger', 'Barbara'].map(bot)]);
  await play([mina], table, 9, straight);
  await mina.ask('chat', { table, text: 'Mind your tails!' });
  return {
    me: mina.me,
    views: [
      { name: 'worms-table', path: `table/${table}`, wait: '.piece.pickable', prepare: pickUp, more: true },
      { name: 'worms-new', path: 'new/worms', wait: '.preview .cell' },
      { name: 'worms-result', path: `table/${done}`, wait: '.result' },
    ],
  };
});
