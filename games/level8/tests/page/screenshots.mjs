// Pictures of Level 8 for `cargo xtask screenshots`: a table of four where levels lie open already.

import { photograph, play } from '../../../../framework/web/tests/screenshots.mjs';

/** Lay out if it can be had, add what can be added, take what is suggested, else the first discard. */
const simple = (list) => ['Lay out', 'Suggest', 'Add here', 'Discard'].map((words) => list.find((each) => each.words.includes(words))).find(Boolean) ?? list[0];

await photograph(async ({ invite }) => {
  const people = await invite('Mina', 'Grace', 'Alan');
  const [mina] = people;
  const { table } = await mina.ask('createGame', { game: 'level8', name: 'After dinner', seats: ['person', 'person', 'person', { bot: { kind: 'greedy', name: 'Ada' } }], clock: { moveMs: 900_000 } });
  for (const guest of people.slice(1)) await guest.ask('joinGame', { table });
  await mina.ask('gameStart', { table });
  await play(people, table, 90, simple);
  await mina.ask('chat', { table, text: 'Who has all the jokers?' });
  return {
    me: mina.me,
    views: [
      { name: 'level8-table', path: `table/${table}`, wait: '.card.pickable, .zone-pick', more: true },
      { name: 'level8-new', path: 'new/level8', wait: '.new-form' },
      { name: 'level8-rules', path: 'rules/level8', wait: '.rules' },
    ],
  };
});
