// Dune in the page, with the real server in a real browser.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axeInBothColours } from '../../../../framework/web/tests/axe.mjs';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { choices, choose, evening } from '../../../../framework/web/tests/server_and_browser.mjs';

const file = (path) => JSON.parse(readFileSync(new URL(`../../../../assets/dune/${path}`, import.meta.url), 'utf8'));

const quick = file('parties/quick.party.json');

/**
 * A match that is soon over, with bots that do not keep a test waiting and patience for whoever looks closely.
 * Nobles do nothing but walk: the family atomics of a computer's noble could take a whole house before its first turn.
 */
const party = (change = {}) => ({
  ...quick,
  noble: { ...quick.noble, maxAP: 0 },
  numbOfRounds: 1,
  actionTimeUserClient: 120_000,
  actionTimeAiClient: 120,
  cloneProbability: 0,
  ...change,
});

/** How long whatever the computer and the table do by themselves may take, also where the machine has much else to do. */
const PATIENCE = 180_000;

/** Flat sand around two cities that have room on all sides and lie too far apart for anybody to cross in a round. */
const sand = (width, height) => ({
  scenario: Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => (y === height >> 1 && (x === 1 || x === width - 2) ? 'CITY' : 'FLAT_SAND'))),
});

const at = evening();

const upload = (page, place, name, value) => page.locator('.content-field input[type=file]').nth(place).setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) });

/** Which of the two files comes first in the form is the form's matter. */
async function places(page) {
  const labels = await page.locator('.content-field input[type=file]').evaluateAll((each) => each.map((input) => input.getAttribute('aria-label') ?? ''));
  return { scenario: labels.findIndex((label) => label.startsWith('Scenario')), party: labels.findIndex((label) => label.startsWith('Match')) };
}

/** Somebody against the computer, with files of their own. */
async function alone(name, scenario, values) {
  const page = await at.guest();
  await enter(page, at.url, name);
  await openTable(page, 'dune', async () => {
    const place = await places(page);
    await upload(page, place.scenario, 'mine.scenario.json', scenario);
    await upload(page, place.party, 'mine.party.json', values);
    await page.locator('#plan-1').selectOption({ index: 1 });
    await page.waitForFunction((count) => document.querySelectorAll('.preview .cell').length === count, scenario.scenario.flat().length);
  });
  await start(page);
  await myTurn(page);
  return page;
}

/** What ends a turn; it is there exactly while a character of one's own has its turn. */
const endTurn = (page) => page.locator('.bar-buttons').getByRole('button', { name: /End turn/ });

/** Waits for a turn or the end of the match; true if it goes on. */
async function goesOn(page) {
  await endTurn(page).or(page.locator('.result')).first().waitFor({ timeout: PATIENCE });
  return !(await page.locator('.result').isVisible());
}

/** Chooses a house and waits for the first turn, which may come after six of the other's. */
const chooseHouse = async (page) => {
  await page.locator('[data-piece^=house-].pickable').first().click();
  assert.ok(await goesOn(page), 'nobody can be out of the match before their first turn');
};

/** Ends every turn until the page shows something. */
async function endTurnsUntil(page, sight) {
  const since = Date.now();
  while (!(await sight.count())) {
    assert.ok(Date.now() - since < PATIENCE, 'it comes in the end');
    // The turn may be over by itself before the button is met.
    await endTurn(page).click({ timeout: 500 }).catch(() => {});
  }
}

/** The character whose turn it is, with its number. */
const active = async (page) => {
  const pieces = await page.evaluate(() => document.querySelector('parlor-stage').scene.pieces);
  return Object.entries(pieces).find(([, piece]) => piece.tags?.includes('active'));
};

/** How many steps two fields are apart. */
const steps = (a, b) => Math.max(...[0, 1].map((axis) => Math.abs(Number(a.split(',')[axis]) - Number(b.split(',')[axis]))));

/** Waits until a character stands on a field. */
const stands = (page, id, cell) => page.waitForFunction(([name, where]) => document.querySelector('parlor-stage').scene.pieces[name]?.at === where, [id, cell]);

/** Drags whoever stands on a field to the first of those within reach that will do; the field, if there is one. */
async function drag(page, from, will) {
  const centre = async (cell) => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = await centre(from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12, { steps: 3 });
  const marks = await page.locator('.mark-target').evaluateAll((each) => each.map((mark) => mark.getAttribute('data-mark')));
  const target = marks.find((cell) => cell !== from && will(cell));
  await page.mouse.move(...(await centre(target ?? from)), { steps: 5 });
  await page.mouse.up();
  return target;
}

test('faulty files are refused by key and reason, and good ones are previewed', async () => {
  // DU-1, DU-2
  const page = await at.guest();
  await enter(page, at.url, 'Files');
  await page.goto(`${at.url}/#/new/dune`);
  await page.waitForFunction(() => document.querySelectorAll('.preview .cell').length === 144);
  const place = await places(page);
  const fault = (message) => page.locator('.fault:visible').getByText(message).first().waitFor();
  await upload(page, place.scenario, 'mine.scenario.json', { scenario: sand(5, 5).scenario.map((row) => row.map(() => 'DUNE')) });
  await fault(/scenario: a map has exactly two cities, not 0/);
  await upload(page, place.scenario, 'mine.scenario.json', sand(9, 5));
  await page.waitForFunction(() => document.querySelectorAll('.preview .cell').length === 45);
  await upload(page, place.party, 'mine.party.json', party({ cloneProbability: 1.5 }));
  await fault(/cloneProbability: 1.5 is not between 0 and 1/);
  await upload(page, place.party, 'mine.party.json', party());
  await page.waitForFunction(() => ![...document.querySelectorAll('.fault')].some((each) => each.checkVisibility()));
});

test('a character is dragged over several fields, and the phases of a round are shown to the last', async () => {
  // DU-5, DU-12, DU-13, DU-22, DU-28, DU-32, LO-22
  const page = await alone('Paul', sand(13, 7), party());
  await page.locator('.banner').getByText('Choose a house').waitFor();
  await axeInBothColours(page, 'the choice of a house');
  await chooseHouse(page);
  await axeInBothColours(page, 'a match');
  assert.match(await page.locator('.banner').textContent(), /^Round 1 of 1: .+ \(Paul\)$/);
  for (const word of ['Hit points', 'Movement points', 'Action points', 'Spice carried']) await page.locator('.zone-panel').getByText(word).waitFor();
  // Drag and drop: from where the character stands to a field two steps away, of which there are some on every side of a city.
  const [id, { at: from }] = await active(page);
  const name = /^Round 1 of 1: (.+) \(Paul\)$/.exec((await page.locator('.banner').textContent()) ?? '')?.[1] ?? '';
  const log = page.locator('.log');
  const target = await drag(page, from, (cell) => steps(from, cell) >= 2);
  assert.ok(target, 'a way of several steps is offered');
  await stands(page, id, target);
  await page.waitForFunction(([who, least]) => document.querySelector('.log')?.textContent?.split(`${who} moves to (`).length > least, [name, steps(from, target)]);
  // Then every turn is ended, and what nobody chooses is shown one after the other.
  await endTurnsUntil(page, log.getByText(/Shai-Hulud takes/));
  for (const part of [/sandstorm moves on/, /dunes/i, /earthquake/i]) assert.match((await log.textContent()) ?? '', part);
});

/** Rock all around a patch of sand, so that spice lies near everybody. */
const rock = (width, height) => ({
  scenario: sand(width, height).scenario.map((row, y) => row.map((field, x) => (field === 'CITY' || (Math.abs(2 * x - width + 1) < 4 && Math.abs(2 * y - height + 1) < 4) ? field : 'PLATEAU'))),
});

/**
 * People who get everywhere and home again in one turn, hurt nobody and take one spice at a time, and a worm that does not move:
 * nobody falls, nobody is robbed, and the computer cannot take everything away in every round.
 */
const runners = () => ({
  ...Object.fromEntries(['noble', 'mentat', 'beneGesserit', 'fighter'].map((kind) => [kind, { ...quick[kind], maxMP: 25, maxAP: kind === 'noble' ? 0 : 1, damage: 0, inventorySize: 1 }])),
  sandWormSpeed: 0,
});

/** One thing that somebody does who has yet to pick up spice, to bring it home and to use a special action. */
async function go(page, done) {
  const { pieces, areas, seats } = await page.evaluate(() => document.querySelector('parlor-stage').scene);
  done.delivered ||= Number(seats[0].badges['1-stock'].value) > 0;
  const [id, { at: from, look }] = await active(page);
  const offered = await choices(page);
  const special = ['Gather spice', 'Sword spin'].find((words) => offered.includes(words));
  const seeks = !(done.collected && done.delivered);
  if (!done.special && special) {
    await choose(page, special);
    return (done.special = true);
  }
  if (seeks && offered.includes('Pick up spice')) {
    await choose(page, 'Pick up spice');
    return (done.collected = true);
  }
  // Whoever carries something brings it home; whoever can still do something goes where it can be done, out of the storm.
  const all = Object.entries(pieces);
  const places = (test) => all.filter(([name, piece]) => test(piece, name)).map(([, piece]) => piece.at);
  const storm = places((piece) => piece.look.startsWith('storm'));
  const spice = places((piece) => piece.look === 'spice');
  const enemies = places((piece, name) => name.startsWith('character-') && piece.owner === 1 && !piece.tags?.includes('in-storm'));
  const has = (line) => !areas.active.lines[line].value.startsWith('0 ');
  const fights = !done.special && look.startsWith('fighter');
  const useful = (cell) => (fights ? enemies.some((enemy) => steps(enemy, cell) === 1) : seeks && spice.includes(cell));
  const wanted = has('4-spice') ? (cell) => steps(cell, pieces['city-0'].at) === 1 : (cell) => has('3-ap') && !storm.includes(cell) && useful(cell);
  const target = await drag(page, from, wanted);
  if (target) return stands(page, id, target);
  await endTurn(page).click();
}

test('a whole match: a house, spice for the city, a special action, a pause, a lost line, the result', async () => {
  // DU-5, DU-13, DU-16, DU-17, DU-19, DU-22, DU-24 to DU-26, DU-32
  const page = await alone('Leto', rock(9, 5), party({ ...runners(), numbOfRounds: 6, spiceMinimum: 30 }));
  await chooseHouse(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The game is paused.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  const done = { collected: false, delivered: false, special: false };
  for (let tries = 0; !(done.collected && done.delivered && done.special); tries++) {
    assert.ok(tries < 200 && (await goesOn(page)), `all is done before the end: ${JSON.stringify(done)}`);
    await go(page, done);
  }
  // The server is gone for a moment; whoever comes back finds the match as it was.
  assert.ok(await goesOn(page));
  const stock = () => page.evaluate(() => document.querySelector('parlor-stage').scene.seats[0].badges['1-stock'].value);
  const before = await stock();
  await at.house.stop('SIGKILL');
  await page.locator('#line').getByText(/lost/).waitFor();
  await at.house.start();
  await page.getByText('Connected again.').waitFor({ timeout: PATIENCE });
  assert.ok(await goesOn(page));
  assert.equal(await stock(), before);
  const over = page.locator('.result');
  await endTurnsUntil(page, over);
  await over.getByText(/decided|swallowed the last/).first().waitFor();
  await over.locator('h2').getByText(/Leto wins|Player 2 wins|draw/i).waitFor();
});
