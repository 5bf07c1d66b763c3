// What the games of the project do not ask of the page yet, in real Chromium against the fake server:
// hexagons, bodies over several cells, cards, picks one after the other, and a line that is taken over.

import test, { after, before, beforeEach, afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { axe } from '../axe.mjs';
import { startFake } from '../fake/serve.mjs';
import { enter, launch, myTurn, openTable, start, visitor } from '../chrome.mjs';

/** @type {any} */ let browser;
/** @type {any} */ let fake;
/** @type {any[]} */ let pages = [];

before(async () => { browser = await launch(); });
after(async () => browser.close());
beforeEach(async () => { fake = await startFake({ botMs: 60 }); });
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  await fake.close();
});

const table = () => [...fake.world.tables.values()].at(-1);

/** Sits down against the computer. */
async function seated(game, options = {}) {
  const page = await visitor(browser, options);
  pages.push(page);
  await enter(page, fake.url, 'Ada');
  await openTable(page, game, () => page.locator('#plan-1').selectOption({ index: 1 }));
  await start(page);
  await myTurn(page);
  return page;
}

test('pieces first, then cells; back by Esc; buttons, numbers, seats and confirmations', async () => {
  const page = await seated('hexes');
  await page.locator('[data-piece=c0a] .head').click();
  const targets = await page.locator('.mark-target').count();
  assert.ok(targets > 0);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.mark-target').count(), 0);
  assert.equal(await page.locator('dialog').count(), 0, 'Esc took the pick back and nothing else');
  await page.locator('[data-piece=c0a] .head').click();
  await page.locator('.mark-target').first().waitFor({ state: 'attached' });
  const cell = await page.locator('.mark-target').first().getAttribute('data-mark');
  await page.locator(`[data-cell="${cell}"]`).click();
  await page.locator('.tail').getByText('Ada: crawls').waitFor();
  await myTurn(page);
  await page.getByRole('button', { name: 'Dig' }).click();
  await page.locator('.amount input').fill('6');
  await page.locator('.amount button').click();
  await page.locator('.tail').getByText('digs 7 deep').waitFor();
  await myTurn(page);
  await page.getByRole('button', { name: 'Curse' }).click();
  await page.locator('.seat.pickable').click();
  await page.locator('.tail').getByText('curses').waitFor();
  await myTurn(page);
  await page.keyboard.press('Escape');
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await page.locator('dialog').getByRole('button', { name: 'Do it' }).click();
  await page.locator('.tail').getByText('gives up a crawler').waitFor();
  await myTurn(page);
  await page.locator('body').press(' ');
  await page.locator('.tail').getByText('Ada: passes').waitFor();
  assert.deepEqual(page.faults, []);
});

test('a body along several cells is dragged by its head', async () => {
  const page = await seated('hexes');
  const head = page.locator('[data-piece=c0a] .head');
  await head.click();
  const cell = await page.locator('.mark-target').last().getAttribute('data-mark');
  await page.keyboard.press('Escape');
  await head.dragTo(page.locator(`[data-cell="${cell}"]`));
  await page.locator('.tail').getByText('Ada: crawls').waitFor();
});

test('cards: draw from a pile, lay between two cards by drag, discard by click', async () => {
  const page = await seated('decks');
  assert.equal(await page.locator('[data-area="hand-0"] .card-front').count(), 10);
  assert.equal(await page.locator('[data-area="hand-1"] .card-back').count(), 10, 'others’ cards show their backs');
  await page.locator('[data-area=draw] .card').click();
  await page.locator('.tail').getByText('draws a card').waitFor();
  await page.locator('.card.pickable').first().waitFor();
  const card = page.locator('[data-area="hand-0"] .card').nth(1);
  const id = await card.getAttribute('data-piece');
  await card.click({ position: { x: 8, y: 30 } });
  await page.locator('.place').nth(1).waitFor();
  await page.keyboard.press('Escape');
  const box = await card.boundingBox();
  await page.mouse.move(box.x + 8, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y - 60, { steps: 4 });
  const place = await page.locator('.place').nth(1).boundingBox();
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.locator(`[data-area="row-0"] [data-piece="${id}"]`).waitFor();
  assert.deepEqual(table().state.rows[0].map((each) => each.id).indexOf(id), 1);
  await page.locator('[data-area="hand-0"] .card').first().click({ position: { x: 8, y: 30 } });
  await page.locator('[data-area="discard-0"]').click();
  await page.locator('.tail').getByText('Ada discards').waitFor();
  assert.deepEqual(page.faults, []);
});

test('a card’s notes are explained on demand', async () => {
  const page = await seated('decks');
  await page.locator('[data-piece=u2]').hover();
  await page.locator('.inspect').getByText('not discarded when the round ends').waitFor();
});

test('a finger that stays on a card has it explained and chooses nothing', async () => {
  const page = await seated('decks', { hasTouch: true });
  const card = await page.locator('[data-piece=u2]').boundingBox();
  const line = await page.context().newCDPSession(page);
  await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: card.x + 12, y: card.y + 40 }] });
  await page.locator('.inspect').getByText('not discarded when the round ends').waitFor();
  assert.equal(await page.evaluate(() => document.querySelector('parlor-stage').walk.path.length), 0);
  await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.deepEqual(page.faults, []);
});

test('a second tab takes over, the first says so and can take back', async () => {
  // LO-2
  const page = await seated('tiles');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.locator('parlor-stage.choosing').waitFor();
  await page.getByRole('button', { name: 'Play here' }).click();
  await myTurn(page);
  await second.getByRole('button', { name: 'Play here' }).waitFor();
});

test('a table that waits shows what it will be played on, also to whoever only looks', async () => {
  // WO-14
  const [ada, ben] = [await visitor(browser), await visitor(browser)];
  pages.push(ada, ben);
  await enter(ada, fake.url, 'Ada');
  await openTable(ada, 'hexes');
  await ada.locator('.waiting .preview .cell').first().waitFor();
  await enter(ben, fake.url, 'Ben');
  await ben.goto(`${fake.url}/#/table/${table().id}`);
  await ben.locator('.waiting .preview .cell').first().waitFor();
  assert.equal(fake.world.heard.filter((each) => each.event === 'preview' && each.data.table).length, 2, 'asked once by each');
});

for (const theme of ['light', 'dark']) {
  test(`tables with hexagons and with cards have no serious accessibility fault in ${theme} colours`, async () => {
    await axe(await seated('hexes', { colorScheme: theme }), 'hexagons');
    const page = pages[0];
    await openTable(page, 'decks', () => page.locator('#plan-1').selectOption({ index: 1 }));
    await start(page);
    await myTurn(page);
    await axe(page, 'cards');
    await page.locator('[data-area=draw] .card').click();
    await page.locator('.card.pickable').first().click({ position: { x: 8, y: 30 } });
    await axe(page, 'a card picked');
  });
}

test('those who asked for stillness see no motion', async () => {
  const page = await seated('tiles');
  await page.locator('[data-cell="1,0"]').click();
  await page.waitForTimeout(100);
  assert.deepEqual(await page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').map((each) => `${/** @type {any} */ (each).animationName ?? each.id}`)), []);
});
