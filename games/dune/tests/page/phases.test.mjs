// The phases of a round in the page, with the real server in a real browser. PARLOR_FILM=FOLDER keeps a picture of each.

import test from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { evening } from '../../../../framework/web/tests/server_and_browser.mjs';

const quick = JSON.parse(readFileSync(new URL('../../../../assets/dune/parties/quick.party.json', import.meta.url), 'utf8'));
const pace = Number(/pace-ms = (\d+)/.exec(readFileSync(new URL('../../../../assets/dune/game.toml', import.meta.url), 'utf8'))?.[1]);
const film = process.env.PARLOR_FILM;
const PATIENCE = 180_000;

/** Flat sand with two cities. */
const sand = (width, height) => ({
  scenario: Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => (y === height >> 1 && (x === 1 || x === width - 2) ? 'CITY' : 'FLAT_SAND'))),
});

const at = evening();

const upload = (page, place, name, value) => page.locator('.content-field input[type=file]').nth(place).setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) });

/** Somebody against the computer, who chose a house. */
async function alone(name, change) {
  const page = await at.guest();
  await enter(page, at.url, name);
  const values = { ...quick, numbOfRounds: 8, actionTimeUserClient: 300_000, actionTimeAiClient: 120, spiceMinimum: 60, sandWormSpeed: 1, cloneProbability: 1, ...change };
  await openTable(page, 'dune', async () => {
    const labels = await page.locator('.content-field input[type=file]').evaluateAll((each) => each.map((input) => input.getAttribute('aria-label') ?? ''));
    await upload(page, labels.findIndex((label) => label.startsWith('Scenario')), 'mine.scenario.json', sand(13, 9));
    await upload(page, labels.findIndex((label) => label.startsWith('Match')), 'mine.party.json', values);
    await page.locator('#plan-1').selectOption({ index: 1 });
    await page.waitForFunction(() => document.querySelectorAll('.preview .cell').length === 117);
  });
  await start(page);
  await myTurn(page);
  await page.evaluate(() => {
    const seen = /** @type {any[]} */ ((/** @type {any} */ (globalThis)).seen = []);
    const look = () => {
      const text = document.querySelector('.banner')?.textContent ?? '';
      if (seen.at(-1)?.text !== text) seen.push({ text, at: performance.now() });
    };
    new MutationObserver(look).observe(document.querySelector('.banner') ?? document.body, { childList: true, characterData: true, subtree: true });
    look();
  });
  await page.locator('[data-piece^=house-].pickable').first().click();
  await ready(page);
  return page;
}

const endTurn = (page) => page.locator('.bar-buttons').getByRole('button', { name: /End turn/ });
const ready = (page) => endTurn(page).or(page.locator('.result')).first().waitFor({ timeout: PATIENCE });
const seen = (page) => page.evaluate(() => /** @type {any} */ (globalThis).seen);
const scene = (page) => page.evaluate(() => /** @type {any} */ (document.querySelector('parlor-stage')).scene);

/** Sends an action, as the page would. */
const act = (page, action) => page.evaluate(async (chosen) => {
  const { hub } = await import(/** @type {any} */ ('/js/hub.js'));
  const store = [...hub.tables.values()].find((each) => each.seat >= 0);
  await hub.request('gameMove', { table: store.id, seat: store.seat, version: store.version, action: chosen }).catch(() => {});
}, action);

/** What a round has: an enemy falls to atomics, so clones and help come, and somebody is loud, so a worm does. */
async function provoke(page, done) {
  const { pieces } = await scene(page);
  const [, own] = Object.entries(pieces).find(([, piece]) => piece.tags?.includes('active')) ?? [];
  const enemy = Object.entries(pieces).find(([id, piece]) => id.startsWith('character-') && piece.owner === 1)?.[1];
  if (!done.atomics && own?.look.startsWith('noble') && enemy) {
    await act(page, { atomics: { at: enemy.at } });
    done.atomics = true;
    await page.waitForTimeout(300);
  }
  // Two steps over sand are loud.
  for (let i = 0; i < 2; i++) {
    const now = (await scene(page)).pieces;
    const [, one] = Object.entries(now).find(([, piece]) => piece.tags?.includes('active') && piece.owner === 0) ?? [];
    if (!one) return;
    const [x, y] = one.at.split(',').map(Number);
    const taken = new Set(Object.values(now).filter((piece) => !piece.look.startsWith('spice') && !piece.look.startsWith('storm')).map((piece) => piece.at));
    const free = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, -1]].map(([dx, dy]) => `${x + dx},${y + dy}`).find((cell) => !taken.has(cell) && isOnMap(cell));
    if (free) await act(page, { move: { to: free } });
    await page.waitForTimeout(120);
  }
  if (await endTurn(page).isVisible()) await endTurn(page).click({ timeout: 500 }).catch(() => {});
}

const isOnMap = (cell) => {
  const [x, y] = cell.split(',').map(Number);
  return x >= 0 && y >= 0 && x < 13 && y < 9 && !(y === 4 && (x === 1 || x === 11));
};

/** The phases of a round in their order, as the banner calls them. */
const ORDER = ['help arrives', 'spice blow', 'dunes migrate', 'sandstorm', 'sandworm', 'clones'];

test('every phase of a round is seen in its order, and a person hurries them', async () => {
  // DU-32
  const page = await alone('Chani', {});
  const done = { atomics: false };
  let pictures = 0;
  let last = '';
  let buttons = 0;
  const since = Date.now();
  const met = new Set();
  if (film) mkdirSync(film, { recursive: true });
  while (met.size < ORDER.length) {
    assert.ok(Date.now() - since < PATIENCE, `all phases come: ${[...met]}`);
    const text = (await page.locator('.banner').textContent()) ?? '';
    const phase = ORDER.find((each) => text.endsWith(each));
    if (phase) met.add(phase);
    if (film && (phase || text.endsWith('a new round')) && text !== last) {
      // The pieces have come to rest.
      await page.waitForTimeout(450);
      await page.screenshot({ path: join(film, `${String(pictures++).padStart(2, '0')}-${(phase ?? 'round').replace(' ', '-')}.png`) });
    }
    last = text;
    if (phase) buttons += Number(await page.locator('.hurry').isVisible());
    if (!phase && (await endTurn(page).isVisible())) await provoke(page, done);
    await page.waitForTimeout(40);
  }
  await ready(page);
  assert.ok(buttons > 0, 'a button hurries, too');
  // In order, each for its whole time.
  const shown = await seen(page);
  let place = -1;
  let whole = 0;
  shown.forEach(({ text, at: began }, i) => {
    const phase = ORDER.findIndex((each) => text.endsWith(each));
    if (phase < 0) {
      place = -1;
      return;
    }
    assert.ok(phase > place, `${text} comes after ${ORDER[place]}`);
    place = phase;
    const next = shown[i + 1];
    if (!next) return;
    assert.ok(next.at - began > pace * 0.8, `${text} was seen for ${next.at - began} ms only`);
    whole += 1;
  });
  assert.ok(whole >= ORDER.length);
  // A click hurries: the phases of the next round are over long before their time.
  const before = (await seen(page)).length;
  const phases = async () => (await seen(page)).slice(before).filter(({ text }) => ORDER.some((each) => text.endsWith(each)));
  while ((await phases()).length < 3) {
    assert.ok(Date.now() - since < 2 * PATIENCE);
    if (await page.locator('.hurry').isVisible()) await page.keyboard.press('Enter');
    else if (await endTurn(page).isVisible()) await endTurn(page).click({ timeout: 500 }).catch(() => {});
    await page.waitForTimeout(60);
  }
  const [one, , three] = await phases();
  assert.ok(three.at - one.at < pace, `hurried: ${three.at - one.at} ms`);
});

test('a pause has a window in which one goes on or gives up', async () => {
  // DU-25
  const page = await alone('Stilgar', { minPauseTime: 0 });
  await page.getByRole('button', { name: 'Pause' }).click();
  const pause = page.locator('.pause-window');
  await pause.getByText('The game is paused.').waitFor();
  if (film) await page.screenshot({ path: join(film, 'pause.png') });
  await pause.getByRole('button', { name: 'Go on' }).click();
  await pause.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Pause' }).click();
  await pause.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').waitFor();
  const metrics = await page.locator('.result .metrics').textContent();
  for (const name of ['Spice in the city', 'Spice picked up', 'Enemies defeated', 'Lost to sandworms']) assert.ok(metrics?.includes(name), `${name}: ${metrics}`);
  if (film) await page.screenshot({ path: join(film, 'result.png') });
  await pause.waitFor({ state: 'hidden' });
});
