// Pictures of Dune for `cargo xtask screenshots`: the choice of a house, and a match in the middle.

import { actions, photograph, play } from '../../../../framework/web/tests/camera.mjs';

/** Takes what can be taken, walks while there is a way, then ends the turn. */
function simple(list, move) {
  const fight = list.find((each) => /Attack|Take the spice|Collect/.test(each.words));
  const ways = list.filter((each) => /Move to/.test(each.words));
  return fight ?? (move % 3 ? ways.at((move * 7) % Math.max(1, ways.length)) : undefined) ?? list.find((each) => /End turn/.test(each.words)) ?? list[0];
}

await photograph(async ({ invite }) => {
  const [mina, ben] = await invite('Mina', 'Ben');
  const begin = async (name) => {
    const { table } = await mina.ask('createGame', { game: 'dune', name, seats: ['person', 'person'], clock: { moveMs: 900_000 } });
    await ben.ask('joinGame', { table });
    await mina.ask('gameStart', { table });
    return table;
  };
  const choice = await begin('Which house?');
  const table = await begin('The spice must flow');
  await play([mina, ben], table, 90, simple);
  // Somebody who can go somewhere makes the better picture.
  const ways = () => actions(mina.tables.get(table).offers).filter((each) => /Move to/.test(each.words)).length;
  for (let tries = 0; ways() < 6 && tries < 12; tries++) await play([mina, ben], table, 1, (list) => list.find((each) => /End turn/.test(each.words)) ?? list[0]);
  await ben.ask('chat', { table, text: 'I hear something below the sand …' });
  return {
    me: mina.me,
    views: [
      { name: 'dune-choice', path: `table/${choice}`, wait: '.card.pickable' },
      { name: 'dune-table', path: `table/${table}`, wait: '.mark-target, .piece.pickable', more: true },
      { name: 'dune-new', path: 'new/dune', wait: '.preview .cell' },
      { name: 'dune-rules', path: 'rules/dune', wait: '.rules' },
    ],
  };
});
