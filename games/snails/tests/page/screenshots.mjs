// Pictures of every page for `cargo xtask screenshots`: an evening with many tables, seen by somebody who plays Snails.

import { begin, photograph, play } from '../../../../framework/web/tests/screenshots.mjs';
import { settings } from './common.mjs';

let count = 0;

/** Towards open ground, without thinking much. */
function choose(list) {
  const captures = list.filter((each) => /Capture/.test(each.words));
  const ways = captures.length ? captures : list.filter((each) => /Slide/.test(each.words));
  return ways.length ? ways[(count++ >> 2) % ways.length] : list.at(-1);
}

const garden = { map: 'walled-garden' };

/** A game to its end. */
async function whole(people, name, map) {
  const table = await begin(people, 'snails', name, { map });
  while (await play(people, table, 1, choose));
  return table;
}

await photograph(async ({ invite }) => {
  const [mina, ben, grace, alan, edsger, barbara] = await invite('Mina', 'Ben', 'Grace', 'Alan', 'Edsger', 'Barbara');
  await whole([grace, alan], 'Morning round', 'hedgerow');
  await whole([barbara, edsger], 'Coffee break', 'walled-garden');
  await whole([alan, mina], 'Lunch', 'default');
  const done = await whole([mina, ben], 'Rematch?', 'hedgerow');
  await grace.ask('createGame', { game: 'snails', name: 'Come and play', options: { map: 'default' }, seats: ['person', 'person'] });
  await alan.ask('createGame', { game: 'level8', name: 'Cards, anyone?', seats: ['person', 'person', 'person'] });
  await begin([edsger, barbara], 'dune', 'Spice and sand');
  await begin([grace, edsger, alan], 'worms', 'Great race');
  const waiting = (await mina.ask('createGame', { game: 'snails', name: 'Friday evening', options: garden, seats: ['person', 'person'], clock: { moveMs: 30_000 } })).table;
  const table = await begin([mina, ben], 'snails', 'Garden party', garden);
  await play([mina, ben], table, 32, choose);
  await alan.ask('spectate', { table });
  for (const [who, text] of [[alan, 'That wall of slime looks expensive.'], [ben, 'Wait and see …'], [mina, 'Good luck!']]) await who.ask('chat', { table, text });
  for (const [who, text] of [[grace, 'Anyone for a quick one?'], [alan, 'Give me two minutes, the kettle is on.'], [grace, '☕ fine!'], [edsger, 'I bring biscuits.']]) await who.ask('chat', { text });
  return {
    me: mina.me,
    views: [
      { name: 'door', path: 'enter', wait: 'form.enter-form' },
      { name: 'lobby', path: '', wait: '.table-row', more: true },
      { name: 'snails-new', path: 'new/snails', wait: '.preview .cell', prepare: (page) => page.locator('.content-field select').selectOption('n:walled-garden').then(() => page.waitForTimeout(700)) },
      { name: 'waiting', path: `table/${waiting}`, wait: '.waiting' },
      { name: 'snails-table', path: `table/${table}`, wait: '.mark-target', more: true },
      { name: 'result', path: `table/${done}`, wait: '.result .scores' },
      {
        name: 'replay', path: `replay/${done}`, wait: '.player', prepare: async (page) => {
          for (let i = 0; i < 14; i++) await page.locator('.player button').nth(3).click();
          await page.waitForTimeout(2100);
        },
      },
      { name: 'results', path: 'results', wait: '.result-row' },
      { name: 'leaderboard', path: 'leaderboard/snails', wait: '.scores' },
      { name: 'snails-rules', path: 'rules/snails', wait: '.rules' },
      { name: 'settings', path: 'settings', wait: '#volume' },
    ],
  };
}, { 'snails/settings.gcf': settings({ maxComputationTimePerTurn: 60 }) });
