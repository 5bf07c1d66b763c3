// Pictures of Dune for `cargo xtask screenshots`: the choice of a house, and a match in the middle.

import { actions, begin, photograph, pickUp, play } from '../../../../framework/web/tests/screenshots.mjs';

/** Takes what can be taken, walks while there is a way, then ends the turn. */
function simple(list, move) {
  const fight = list.find((each) => /Attack|Take the spice|Collect/.test(each.words));
  const ways = list.filter((each) => /Move to/.test(each.words));
  return fight ?? (move % 3 ? ways.at((move * 7) % Math.max(1, ways.length)) : undefined) ?? list.find((each) => /End turn/.test(each.words)) ?? list[0];
}

await photograph(async ({ invite }) => {
  const [mina, ben] = await invite('Mina', 'Ben');
  const choice = await begin([mina, ben], 'dune', 'Which house?');
  const table = await begin([mina, ben], 'dune', 'The spice must flow');
  await play([mina, ben], table, 90, simple);
  // Somebody who can go somewhere makes the better picture.
  const ways = () => actions(mina.tables.get(table).offers).filter((each) => /Move to/.test(each.words)).length;
  for (let tries = 0; ways() < 6 && tries < 12; tries++) await play([mina, ben], table, 1, (list) => list.find((each) => /End turn/.test(each.words)) ?? list[0]);
  await ben.ask('chat', { table, text: 'I hear something below the sand …' });
  return {
    me: mina.me,
    views: [
      { name: 'dune-choice', path: `table/${choice}`, wait: '.card.pickable' },
      { name: 'dune-table', path: `table/${table}`, wait: '.piece.pickable', prepare: pickUp, more: true },
      { name: 'dune-new', path: 'new/dune', wait: '.preview .cell' },
      { name: 'dune-rules', path: 'rules/dune', wait: '.rules' },
    ],
  };
});
