// Dune in the page, with the real server in a real browser.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axeInBothColours } from '../../../../framework/web/tests/axe.mjs';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { choices, choose, evening } from '../../../../framework/web/tests/evening.mjs';

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

/** Flat sand with the cities in two corners. */
const sand = (width, height) => ({
  scenario: Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => ((x === 0 && y === 0) || (x === width - 1 && y === height - 1) ? 'CITY' : 'FLAT_SAND'))),
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

/** Chooses a house and waits for the first turn, which may come after six of the other's. */
const chooseHouse = async (page) => {
  await page.locator('[data-piece^=house-].pickable').first().click();
  await page.locator('[data-piece^=character-]').first().waitFor();
  await page.locator('parlor-stage.choosing').waitFor({ timeout: 60_000 });
};

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
  const page = await alone('Paul', sand(9, 7), party());
  await page.locator('.banner').getByText('Choose a house').waitFor();
  await axeInBothColours(page, 'the choice of a house');
  await chooseHouse(page);
  await axeInBothColours(page, 'a match');
  assert.match(await page.locator('.banner').textContent(), /^Round 1 of 1: .+ \(Paul\)$/);
  for (const word of ['Hit points', 'Movement points', 'Action points', 'Spice carried']) await page.locator('.zone-panel').getByText(word).waitFor();
  // Drag and drop: from where the character stands to the farthest field that is offered.
  // Whoever stands in the storm goes one field only: then it is the next one's turn.
  let [id, target] = ['', ''];
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 6, 'one of six characters is offered a way of several steps');
    id = await page.locator('.board .piece.tag-active').getAttribute('data-piece');
    const where = await page.evaluate((name) => document.querySelector('parlor-stage').scene.pieces[name].at, id);
    const from = await page.locator(`[data-cell="${where}"]`).boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2 + 12, { steps: 3 });
    const marks = await page.locator('.mark-target').evaluateAll((each) => each.map((mark) => mark.getAttribute('data-mark')));
    const [x, y] = where.split(',').map(Number);
    const steps = (mark) => Math.max(...mark.split(',').map((value, axis) => Math.abs(Number(value) - [x, y][axis])));
    target = marks.toSorted((a, b) => steps(b) - steps(a))[0] ?? where;
    if (steps(target) >= 2) break;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.up();
    await page.locator('.bar-buttons').getByRole('button', { name: /End turn/ }).click();
    await page.waitForFunction((name) => document.querySelector('.board .piece.tag-active')?.dataset.piece !== name, id);
    await myTurn(page);
  }
  const to = await page.locator(`[data-cell="${target}"]`).boundingBox();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(([name, cell]) => document.querySelector('parlor-stage').scene.pieces[name]?.at === cell, [id, target]);
  const moved = await page.locator('.log').getByText(/moves to \(/).count();
  assert.ok(moved >= 2, 'every step is in the log');
  // Then every turn is ended, and what nobody chooses is shown one after the other.
  const log = page.locator('.log');
  for (let tries = 0; !(await log.getByText(/Shai-Hulud takes/).count()); tries++) {
    assert.ok(tries < 1_000, 'Shai-Hulud comes after the last round');
    const end = page.locator('.bar-buttons').getByRole('button', { name: /End turn/ });
    if (await end.isVisible()) await end.click({ timeout: 1_000 }).catch(() => {});
    await page.waitForTimeout(60);
  }
  for (const part of [/sandstorm moves on/, /dunes/i, /earthquake/i]) assert.match((await log.textContent()) ?? '', part);
});

/** Rock all around a patch of sand, where no worm comes and spice lies near everybody. */
const rock = (width, height) => ({
  scenario: sand(width, height).scenario.map((row, y) => row.map((field, x) => (field === 'CITY' || (Math.abs(2 * x - width + 1) < 3 && Math.abs(2 * y - height + 1) < 3) ? field : 'PLATEAU'))),
});

/** People who get everywhere in a turn and hurt nobody much. */
const runners = () => Object.fromEntries(['noble', 'mentat', 'beneGesserit', 'fighter'].map((kind) => [kind, { ...party()[kind], maxMP: 9, damage: 1 }]));

/** Drags whoever stands on a field to the first of these that is within reach; the field, if there is one. */
async function drag(page, from, wanted) {
  const centre = async (cell) => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = await centre(from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12, { steps: 3 });
  const marks = await page.locator('.mark-target').evaluateAll((each) => each.map((mark) => mark.getAttribute('data-mark')));
  const target = wanted.find((cell) => marks.includes(cell));
  await page.mouse.move(...(await centre(target ?? from)), { steps: 5 });
  await page.mouse.up();
  return target;
}

/** One thing that somebody does who has yet to pick up spice (again, if who carried it fell), to bring it home and to use a special action. */
async function go(page, done) {
  const { pieces, areas, seats } = await page.evaluate(() => document.querySelector('parlor-stage').scene);
  done.delivered ||= Number(seats[0].badges['1-stock'].value) > 0;
  const [id, { at: from }] = Object.entries(pieces).find(([, piece]) => piece.tags?.includes('active'));
  const offered = await choices(page);
  const special = ['Gather spice', 'Sword spin'].find((words) => offered.includes(words));
  const seeks = !(done.collected && done.delivered);
  if (seeks && offered.includes('Pick up spice')) {
    await choose(page, 'Pick up spice');
    return (done.collected = true);
  }
  if (!done.special && special) {
    await choose(page, special);
    return (done.special = true);
  }
  const beside = (cell) => Object.keys(areas.board.cells).filter((other) => cell.split(',').every((value, axis) => Math.abs(Number(value) - Number(other.split(',')[axis])) <= 1));
  const spice = Object.values(pieces).filter((piece) => piece.look === 'spice').map((piece) => piece.at);
  const carries = !areas.active.lines['4-spice'].value.startsWith('0 ');
  const wanted = carries ? beside(pieces['city-0'].at) : seeks ? spice : [];
  const target = wanted.length ? await drag(page, from, wanted.filter((cell) => cell !== from)) : undefined;
  if (target) return page.waitForFunction(([name, cell]) => document.querySelector('parlor-stage').scene.pieces[name]?.at === cell, [id, target]);
  await page.locator('.bar-buttons').getByRole('button', { name: /End turn/ }).click();
}

test('a whole match: a house, spice for the city, a special action, a pause, a lost line, the result', async () => {
  // DU-5, DU-13, DU-16, DU-17, DU-19, DU-22, DU-24 to DU-26, DU-32
  const page = await alone('Leto', rock(8, 5), party({ ...runners(), numbOfRounds: 6, actionTimeUserClient: 60_000 }));
  await chooseHouse(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The game is paused.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await myTurn(page);
  const done = { collected: false, delivered: false, special: false };
  const over = page.locator('.result');
  const next = () => page.locator('parlor-stage.choosing, .result').first().waitFor({ timeout: 60_000 });
  for (let steps = 0; !(done.collected && done.delivered && done.special); steps++) {
    await next();
    assert.ok(steps < 200 && !(await over.isVisible()), `all is done before the end: ${JSON.stringify(done)}`);
    await go(page, done);
  }
  // The server is gone for a moment; whoever comes back finds the match as it was.
  await next();
  const stock = () => page.evaluate(() => document.querySelector('parlor-stage').scene.seats[0].badges['1-stock'].value);
  const before = await stock();
  await at.house.stop('SIGKILL');
  await page.locator('#line').getByText(/lost/).waitFor();
  await at.house.start();
  await page.getByText('Connected again.').waitFor();
  await myTurn(page);
  assert.equal(await stock(), before);
  for (let turns = 0; ; turns++) {
    await next();
    if (await over.isVisible()) break;
    assert.ok(turns < 400, 'the match ends');
    const end = page.locator('.bar-buttons').getByRole('button', { name: /End turn/ });
    await end.click({ timeout: 1_000 }).catch(() => {});
  }
  await over.getByText(/decided|swallowed the last/).first().waitFor();
  await over.locator('h2').getByText(/Leto wins|Player 2 wins|draw/i).waitFor();
});
