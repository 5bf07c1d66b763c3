// Playing in real Chromium against the fake server: every kind of gesture, every way of losing and finding the line.

import test, { after, before, beforeEach, afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { startFake } from '../fake/serve.mjs';
import { enter, launch, openTable } from '../chrome.mjs';

/** @type {any} */ let browser;
/** @type {any} */ let fake;
/** @type {any[]} */ let contexts = [];

before(async () => { browser = await launch(); });
after(async () => browser.close());
beforeEach(async () => { fake = await startFake({ botMs: 60 }); });
afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
  await fake.close();
});

async function visitor(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en', reducedMotion: 'reduce', ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (line) => line.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(line.text()) && page.faults.push(line.text()));
  page.setDefaultTimeout(8000);
  return page;
}

const botOn = (seat) => (page) => page.locator(`#plan-${seat}`).selectOption({ index: 1 });
const start = (page) => page.locator('.waiting button.primary.big').click();
const mine = (page) => page.locator('parlor-stage.choosing').waitFor();
const moves = () => fake.world.heard.filter((each) => each.event === 'gameMove').map((each) => each.data.action);
const table = () => [...fake.world.tables.values()].at(-1);

/** Sits down against the computer. */
async function seated(page, game, name = 'Ada') {
  await enter(page, fake.url, name);
  await openTable(page, game, botOn(1));
  await start(page);
  await mine(page);
}

test('two people play a whole game to its result, a third watches, and a rematch follows', async () => {
  const [ada, bob, eve] = [await visitor(), await visitor(), await visitor()];
  await enter(ada, fake.url, 'Ada');
  await enter(bob, fake.url, 'Bob');
  await enter(eve, fake.url, 'Eve');
  await openTable(ada, 'tiles', (page) => page.locator('input[type=number]').first().fill('2'));
  await bob.getByRole('link', { name: /Join/ }).click();
  await ada.getByText('Everybody is here').waitFor();
  await start(ada);
  await mine(ada);
  await eve.getByRole('link', { name: /Watch/ }).click();
  await eve.locator('.board').waitFor();
  assert.equal(await eve.locator('.mark-target').count(), 0, 'a spectator is offered nothing');
  for (let i = 0; i < 200 && !table().state.over; i++) {
    const page = table().state.next === 0 ? ada : bob;
    await page.locator('.mark-target, .piece.pickable').first().waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    const before = table().version;
    for (let wait = 0; wait < 60 && table().version === before && !table().state.over; wait++) {
      await page.waitForTimeout(15);
      if (wait === 30) await page.keyboard.press('Enter');
    }
  }
  for (const page of [ada, bob, eve]) await page.locator('.result').waitFor();
  const scores = table().state.over.scores;
  assert.deepEqual((await eve.locator('.places .seat-score').allTextContents()).map(Number).sort(), [...scores].map(Number).sort());
  // SN-19: the new entry is highlighted.
  assert.ok(await ada.locator('.result .scores tr.new').count());
  await ada.getByRole('button', { name: 'Play again' }).click();
  await ada.locator('.waiting').waitFor();
  await bob.getByText('Bob').first().waitFor();
  assert.deepEqual([...ada.faults, ...bob.faults, ...eve.faults], []);
});

test('a click on a target moves, a click on the own piece or the secondary button passes', async () => {
  // SN-15
  const page = await visitor();
  await seated(page, 'tiles');
  await page.locator('[data-cell="1,0"]').click();
  await mine(page);
  assert.deepEqual(moves(), [{ go: '1,0' }]);
  await page.locator('[data-piece=walker-1]').click();
  await page.locator('.tail').getByText('Ada: Stay').first().waitFor();
  await mine(page);
  await page.locator('.felt').click({ button: 'right', position: { x: 20, y: 20 } });
  await page.waitForTimeout(200);
  assert.deepEqual(moves(), [{ go: '1,0' }, 'stay', 'stay']);
});

test('targets grow under the pointer', async () => {
  // SN-15
  const page = await visitor();
  await seated(page, 'tiles');
  await page.locator('[data-cell="0,1"]').hover();
  await page.locator('.mark-target.hover[data-mark="0,1"]').waitFor({ state: 'attached' });
});

test('a piece is dragged to its target', async () => {
  const page = await visitor();
  await seated(page, 'tiles');
  await page.locator('[data-piece=walker-1]').dragTo(page.locator('[data-cell="0,1"]'));
  await page.locator('.tail').getByText('Capture (0, 1)').waitFor();
  assert.deepEqual(moves(), [{ go: '0,1' }]);
});

test('a drop on nothing does nothing', async () => {
  const page = await visitor();
  await seated(page, 'tiles');
  await page.locator('[data-piece=walker-1]').dragTo(page.locator('[data-cell="3,3"]'));
  await page.waitForTimeout(150);
  assert.deepEqual(moves(), []);
  assert.equal(await page.locator('.ghost').count(), 0);
});

test('Esc asks before resigning, and the answer counts', async () => {
  // SN-15
  const page = await visitor();
  await seated(page, 'tiles');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Play on' }).click();
  assert.equal(fake.world.heard.some((each) => each.event === 'resign'), false);
  await page.keyboard.press('Escape');
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').getByText('Computer').first().waitFor();
});

test('a whole turn by keyboard alone, from the door', async () => {
  const page = await visitor();
  await page.goto(fake.url);
  await page.locator('#name').waitFor();
  await page.keyboard.type('Key');
  await page.keyboard.press('Enter');
  await page.locator('.lobby').waitFor();
  await page.getByRole('link', { name: 'New table' }).first().focus();
  await page.keyboard.press('Enter');
  await page.locator('#plan-1').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.new-actions button').focus();
  await page.keyboard.press('Enter');
  await page.locator('.waiting button.primary.big').focus();
  await page.keyboard.press('Enter');
  await mine(page);
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await page.locator(':focus').getAttribute('aria-label'), /^\(1, 0\); lawn; can be chosen: Capture/);
  await page.keyboard.press('Enter');
  await page.locator('.tail').getByText('Key: Capture (1, 0)').waitFor();
});

test('pieces first, then cells; back by Esc; buttons, numbers, seats and confirmations', async () => {
  const page = await visitor();
  await seated(page, 'hexes');
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
  await mine(page);
  await page.getByRole('button', { name: 'Dig' }).click();
  await page.locator('.amount input').fill('6');
  await page.locator('.amount button').click();
  await page.locator('.tail').getByText('digs 7 deep').waitFor();
  await mine(page);
  await page.getByRole('button', { name: 'Curse' }).click();
  await page.locator('.seat.pickable').click();
  await page.locator('.tail').getByText('curses').waitFor();
  await mine(page);
  await page.keyboard.press('Escape');
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await page.locator('dialog').getByRole('button', { name: 'Do it' }).click();
  await page.locator('.tail').getByText('gives up a crawler').waitFor();
  await mine(page);
  await page.locator('body').press(' ');
  await page.locator('.tail').getByText('Ada: passes').waitFor();
  assert.deepEqual(page.faults, []);
});

test('a body along several cells is dragged by its head', async () => {
  const page = await visitor();
  await seated(page, 'hexes');
  const head = page.locator('[data-piece=c0a] .head');
  await head.click();
  const cell = await page.locator('.mark-target').last().getAttribute('data-mark');
  await page.keyboard.press('Escape');
  await head.dragTo(page.locator(`[data-cell="${cell}"]`));
  await page.locator('.tail').getByText('Ada: crawls').waitFor();
});

test('cards: draw from a pile, lay between two cards by drag, discard by click', async () => {
  const page = await visitor();
  await seated(page, 'decks');
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
  const page = await visitor();
  await seated(page, 'decks');
  await page.locator('[data-piece=u2]').hover();
  await page.locator('.inspect').getByText('not discarded when the round ends').waitFor();
});

test('reloading in mid-game returns to the same table and state', async () => {
  // LO-2
  const page = await visitor();
  await seated(page, 'tiles');
  await page.locator('[data-cell="1,0"]').click();
  await mine(page);
  await page.reload();
  await mine(page);
  assert.equal(await page.locator('.tail .happened').first().textContent(), 'Ada: Capture (1, 0)');
  assert.equal(await page.locator('.seat.own .seat-name').textContent(), 'Ada');
});

test('a lost line is shown, and everything goes on when it is back', async () => {
  // LO-2
  const page = await visitor();
  await seated(page, 'tiles');
  for (const line of fake.world.lines) line.socket.terminate();
  await page.locator('#line').getByText(/lost/).waitFor();
  await page.getByText('Connected again.').waitFor();
  await mine(page);
  await page.locator('[data-cell="1,0"]').click();
  await page.locator('.tail').getByText('Capture (1, 0)').waitFor();
});

test('a second tab takes over, the first says so and can take back', async () => {
  // LO-2
  const page = await visitor();
  await seated(page, 'tiles');
  const second = await contexts.at(-1).newPage();
  await second.goto(page.url());
  await second.locator('parlor-stage.choosing').waitFor();
  await page.getByRole('button', { name: 'Play here' }).click();
  await mine(page);
  await second.getByRole('button', { name: 'Play here' }).waitFor();
});

test('the language is switched in mid-game, everything at once', async () => {
  // LO-4
  const page = await visitor();
  await seated(page, 'tiles');
  await page.locator('[data-cell="1,0"]').click();
  await mine(page);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByText('Du bist dran').waitFor();
  await page.locator('.banner').getByText('Runde').waitFor();
  await page.locator('.tail').getByText('Ada: Eroberung (1, 0)').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  const english = await page.locator('body').innerText();
  assert.doesNotMatch(english, /page-|Your turn|Round|Resign/);
  await page.locator('.mark-target').first().waitFor({ state: 'attached' });
});

test('a map with a fault shows its message, and nothing else breaks', async () => {
  // SN-10
  const page = await visitor();
  await enter(page, fake.url, 'Ada');
  await page.goto(`${fake.url}/#/new/tiles`);
  await page.locator('.preview .cell').first().waitFor();
  const upload = (name, text) => page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await upload('bad.json', '{ "size": { "x": 3, "y": 3 }, "contents": [0] }');
  await page.locator('.preview .fault').getByText('needs 9 contents').waitFor();
  await upload('nojson.json', '{ size');
  await page.locator('.content-field .fault').getByText('nojson.json').waitFor();
  await page.locator('.content-field select').selectOption('n:wide');
  await page.locator('.preview .fault').waitFor({ state: 'hidden' });
  await page.locator('.new-actions button').click();
  await page.locator('.waiting').waitFor();
});

test('a table that waits shows what it will be played on, also to whoever only looks', async () => {
  // WO-14
  const [ada, bob] = [await visitor(), await visitor()];
  await enter(ada, fake.url, 'Ada');
  await openTable(ada, 'hexes');
  await ada.locator('.waiting .preview .cell').first().waitFor();
  await enter(bob, fake.url, 'Bob');
  await bob.goto(`${fake.url}/#/table/${table().id}`);
  await bob.locator('.waiting .preview .cell').first().waitFor();
  assert.equal(fake.world.heard.filter((each) => each.event === 'preview' && each.data.table).length, 2, 'asked once by each');
});

test('computer against computer is watched to the end and replayed in both directions', async () => {
  // LO-15, SN-16, WO-11
  const page = await visitor();
  await enter(page, fake.url, 'Ada');
  fake.world.botMs = 5;
  await openTable(page, 'tiles', async () => {
    await botOn(0)(page);
    await botOn(1)(page);
    await page.getByLabel('I play along').uncheck();
  });
  await start(page);
  await page.locator('.result').waitFor({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Replay' }).last().click();
  await page.locator('.player').waitFor();
  const counter = page.locator('.counter');
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.getByRole('button', { name: 'One step forward' }).click();
  assert.match(await counter.textContent(), /^2 \//);
  const later = await page.locator('[data-piece=walker-1]').getAttribute('style');
  await page.getByRole('button', { name: 'One step back' }).click();
  await page.getByRole('button', { name: 'One step back' }).click();
  assert.match(await counter.textContent(), /^0 \//);
  assert.notEqual(await page.locator('[data-piece=walker-1]').getAttribute('style'), later);
  const reached = (step) => page.waitForFunction((wanted) => Number(document.querySelector('.counter').textContent.split(' ')[0]) > wanted, step);
  await page.getByLabel('Speed').selectOption('0.25');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByLabel('Speed').selectOption('8');
  await reached(3);
  await page.getByLabel('Timing').selectOption('original');
  await reached(6);
  await page.getByRole('button', { name: 'Stop' }).click();
  const stopped = await counter.textContent();
  await page.waitForTimeout(300);
  assert.equal(await counter.textContent(), stopped, 'stopped is stopped');
  await page.getByRole('button', { name: 'To the end' }).click();
  assert.equal(await page.locator('.banner').textContent(), table().game.scene(table().state, -1, 'en', fake.world.names(table())).banner);
});

test('a private table is joined by its link, without an account', async () => {
  // LO-7
  const [ada, bob] = [await visitor(), await visitor()];
  await enter(ada, fake.url, 'Ada');
  await openTable(ada, 'tiles', (page) => page.getByLabel('Private table').check());
  const link = await ada.locator('#invite').inputValue();
  await bob.goto(link);
  await bob.getByText('You are invited').waitFor();
  await bob.locator('#name').fill('Bob');
  await bob.locator('.enter-form button.primary').click();
  await bob.getByText('Everybody is here').waitFor();
  await ada.getByText('Everybody is here').waitFor();
});

test('people talk at the table and in the lobby, as text only', async () => {
  // LO-3
  const [ada, bob] = [await visitor(), await visitor()];
  await enter(ada, fake.url, 'Ada');
  await enter(bob, fake.url, 'Bob');
  await ada.getByPlaceholder('Write a message').fill('<b>hi</b>');
  await ada.keyboard.press('Enter');
  await bob.locator('.said').getByText('<b>hi</b>').waitFor();
});

test('a name in use is refused with a reason', async () => {
  // LO-1
  const [ada, other] = [await visitor(), await visitor()];
  await enter(ada, fake.url, 'Ada');
  await other.goto(fake.url);
  await other.locator('#name').fill('Ada');
  await other.locator('.enter-form button.primary').click();
  await other.locator('.fault').getByText('choose another').waitFor();
});

test('clocks count down and a reminder warns', async () => {
  // LO-9
  const page = await visitor();
  await seated(page, 'tiles');
  const first = await page.locator('.big-clock').textContent();
  await page.waitForFunction((before) => document.querySelector('.big-clock').textContent !== before, first);
  for (const line of fake.world.lines) line.send('reminder', { table: table().id, seat: 0, percent: 90, leftMs: 3000 });
  await page.locator('.news-line').getByText('0:03 left').waitFor();
});

test('events are told to screen readers', async () => {
  const page = await visitor();
  await seated(page, 'tiles');
  await page.locator('[data-cell="1,0"]').click();
  await page.locator('#live').getByText('Ada: Capture (1, 0)').waitFor({ state: 'attached' });
});

test('a phone plays by touch, and nothing sticks out', async () => {
  const page = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await seated(page, 'tiles');
  await page.locator('[data-cell="1,0"]').tap();
  await page.locator('.tail').getByText('Capture (1, 0)').waitFor();
  const board = await page.locator('.board').boundingBox();
  assert.ok(board.x >= 0 && board.x + board.width <= 360 && board.y + board.height <= 740, 'the whole board fits');
  for (const path of ['', 'new/tiles', 'results', 'leaderboard/tiles', 'rules/tiles', 'settings', 'replay']) {
    await page.goto(`${fake.url}/#/${path}`);
    await page.waitForTimeout(250);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${path || 'lobby'} is ${width} px wide`);
  }
});
