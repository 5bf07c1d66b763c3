// Pictures of Skirmish for `cargo xtask screenshots`: the choice of a deck, and a battle in its first round.

import { begin, photograph, play } from '../../../../framework/web/tests/screenshots.mjs';

/** Keeps the hand, plays cards into any row that takes them, and ends the turn. */
function simple(list, move) {
  if (/Choose this deck/.test(list[0].words)) return list[(move * 2) % list.length];
  const words = (wanted) => list.find((each) => wanted.test(each.words));
  const cards = list.filter((each) => /Play here/.test(each.words));
  return words(/Keep the hand/) ?? words(/End turn/) ?? words(/Enough/) ?? cards.at((move * 5) % Math.max(1, cards.length)) ?? list.find((each) => !/Pass/.test(each.words)) ?? list[0];
}

await photograph(async ({ invite }) => {
  const [mina, ben] = await invite('Mina', 'Ben');
  const choice = await begin([mina, ben], 'skirmish', 'Choose your army');
  const table = await begin([mina, ben], 'skirmish', 'Battle of the bridge');
  await play([mina, ben], table, 26, simple);
  await ben.ask('chat', { table, text: 'Your archers will not save you.' });
  return {
    me: mina.me,
    views: [
      { name: 'skirmish-choice', path: `table/${choice}`, wait: '.card.pickable' },
      { name: 'skirmish-table', path: `table/${table}`, wait: '.card.pickable', more: true },
      { name: 'skirmish-new', path: 'new/skirmish', wait: '.new-form' },
      { name: 'skirmish-rules', path: 'rules/skirmish', wait: '.rules' },
    ],
  };
});
