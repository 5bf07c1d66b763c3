// Before a game: the set-up page, maps, settings, invitations; and computers among themselves.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { enter, evening, map, myTurn, openTable, settings, start } from './common.mjs';

const at = evening();

async function setUp(name) {
  const page = await at.guest();
  await enter(page, at.url, name);
  await page.goto(`${at.url}/#/new/snails`);
  await page.locator('.preview .cell').first().waitFor();
  return page;
}

const upload = (page, name, text) => page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test('a map with a fault shows its message, and nothing else breaks', async () => {
  // SN-10
  const page = await setUp('Map');
  const faults = [
    ['{ size', /cannot be read as JSON/],
    ['{ "size": { "x": 5, "y": 5 }, "contents": [0] }', /needs 25 contents, but there are 1/],
    [map(3), /must be 5 to 20 tiles long/],
    [map(21), /must be 5 to 20 tiles long/],
    [map(5).replace('[129,0', '[129,7'), /holds 7 at \(1, 0\)/],
    [map(5).replace('[129,0', '[129,131'), /snail 3 at \(1, 0\)/],
    [map(5).replace('129', '0'), /Snail 1 is missing/],
    [map(5).replace('[129,0', '[129,129'), /Snail 1 is on the map more than once/],
  ];
  for (const [text, message] of faults) {
    await upload(page, 'mine.json', text);
    await page.locator('.fault:visible').getByText(message).waitFor();
  }
  await page.locator('.new-actions button').click();
  await page.locator('.toast.error').getByText(/more than once/).waitFor();
  await upload(page, 'mine.json', map(6, 5));
  await page.locator('.preview .fault').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.preview .cell').count(), 30);
  await page.locator('.new-actions button').click();
  await page.locator('.waiting').waitFor();
});

test('every map is offered by name, also one that is added while the server runs', async () => {
  // SN-11
  const page = await setUp('Shelf');
  const names = () => page.locator('.content-field option:not([hidden])').allTextContents();
  assert.deepEqual(await names(), ['Walled garden (10×10)', 'Hedgerow (7×7)', 'Small lawn (5×5)']);
  at.house.put('snails/maps/meadow.json', map(8));
  for (let i = 0; i < 30 && !(await names()).includes('meadow'); i++) {
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: 'Reload settings' }).click();
    await page.locator('.preview .cell').first().waitFor();
  }
  assert.deepEqual(await names(), ['Walled garden (10×10)', 'meadow', 'Hedgerow (7×7)', 'Small lawn (5×5)']);
  await page.locator('.content-field select').selectOption('n:meadow');
  await page.waitForFunction(() => document.querySelectorAll('.preview .cell').length === 64);
});

test('settings are reloaded on the set-up page', async () => {
  // SN-12, SN-16
  const page = await setUp('Host');
  const patience = page.getByRole('spinbutton', { name: 'Turns without a capture' });
  assert.equal(await patience.inputValue(), '5');
  await patience.fill('9');
  await patience.blur();
  at.house.put('snails/settings.gcf', settings({ maxTurnsWithoutCapture: 7, maxTurnDuration: 12 }));
  for (let i = 0; i < 30 && (await patience.inputValue()) !== '7'; i++) {
    await page.waitForTimeout(300);
    await page.getByRole('button', { name: 'Reload settings' }).click();
    await page.locator('.preview .cell').first().waitFor();
  }
  assert.equal(await patience.inputValue(), '7');
  assert.equal(await page.getByLabel('Time per move').inputValue(), '12');
  at.house.put('snails/settings.gcf', settings());
});

test('choices are kept for the next game', async () => {
  // SN-16
  const page = await setUp('Keep');
  await page.locator('.content-field select').selectOption('n:hedgerow');
  await page.locator('#plan-0').selectOption({ index: 2 });
  await page.locator('.bot-name').first().fill('Rival');
  await page.locator('#table-name').fill('Evening');
  await page.locator('.new-actions button').click();
  await page.locator('.waiting').getByText('Rival').waitFor();
  await page.goto(`${at.url}/#/new/snails`);
  await page.reload();
  await page.locator('.preview .cell').first().waitFor();
  assert.equal(await page.locator('.content-field select').inputValue(), 'n:hedgerow');
  assert.notEqual(await page.locator('#plan-0').inputValue(), 'person');
  assert.equal(await page.locator('.bot-name').first().inputValue(), 'Rival');
  assert.equal(await page.locator('#table-name').inputValue(), 'Evening');
});

test('computer against computer is watched to the end and enters the highscores', async () => {
  // SN-13, SN-16, SN-19
  const page = await at.guest();
  await enter(page, at.url, 'Spec');
  await openTable(page, 'snails', async () => {
    await page.locator('#plan-0').selectOption({ index: 1 });
    await page.locator('#plan-1').selectOption({ index: 2 });
    await page.locator('.bot-name').nth(1).fill('Rival');
  });
  await start(page);
  await page.locator('.table-head').getByText('You are watching').waitFor();
  await page.locator('.result').waitFor({ timeout: 30_000 });
  assert.deepEqual((await page.locator('.places .grow').allTextContents()).sort(), ['Player 1', 'Rival']);
  if ((await page.locator('.result h2').textContent()) !== 'A draw') {
    assert.match(await page.locator('.result .scores tr.new').textContent(), /computer.*computer/);
  }
  await page.getByRole('link', { name: 'New table' }).click();
  await page.locator('#plan-0').waitFor();
});

test('a private table is joined by its link, without an account, and is listed for those who sit there only', async () => {
  // LO-7
  const ada = await at.guest();
  await enter(ada, at.url, 'Host A');
  await openTable(ada, 'snails', () => ada.getByLabel('Private table').check());
  const link = await ada.locator('#invite').inputValue();
  assert.match(link, /\/t\/\w+\?invite=\w+/);
  const [ben, eve] = [await at.guest(), await at.guest()];
  await ben.goto(link);
  await ben.getByText('You are invited').waitFor();
  await ben.locator('#name').fill('Guest B');
  await ben.locator('form.enter-form button.primary').click();
  for (const page of [ada, ben]) await page.getByText('Everybody is here').waitFor();
  await enter(eve, at.url, 'Eve C');
  await eve.locator('.lobby').waitFor();
  assert.equal(await eve.locator('.table-row', { hasText: 'Host A' }).count(), 0);
  await ben.goto(`${at.url}/#/`);
  await ben.reload();
  await ben.locator('.table-row', { hasText: 'Host A' }).getByRole('link', { name: /To the table/ }).click();
  await ben.getByText('Everybody is here').waitFor();
  await eve.goto(link.split('?')[0]);
  await eve.getByText('This table is private').waitFor();
  // Whoever is sent away hears of it, and the table is gone from their lobby.
  await ada.getByRole('button', { name: 'Send away' }).click();
  await ben.locator('dialog').getByText('You were sent away from the table.').waitFor();
  await ben.locator('dialog').getByRole('button', { name: 'Close' }).click();
  await ben.locator('.lobby').waitFor();
  assert.equal(await ben.locator('.table-row', { hasText: 'Host A' }).count(), 0);
});

test('the opener sends people away, gives seats to the computer, and closes the table', async () => {
  // LO-6, LO-7
  const [ada, ben] = [await at.guest(), await at.guest()];
  await enter(ada, at.url, 'Opa');
  await enter(ben, at.url, 'Bea');
  await openTable(ada, 'snails');
  await ben.locator('.table-row', { hasText: 'Opa' }).getByRole('link', { name: /Join/ }).click();
  await ada.getByRole('button', { name: 'Send away' }).click();
  await ada.locator('.seat-list .open').waitFor();
  await ben.locator('dialog').getByText('You were sent away from the table.').waitFor();
  await ben.locator('dialog').getByRole('button', { name: 'Close' }).click();
  await ada.locator('.seat-list .open').getByRole('button').first().click();
  await ada.getByText('Everybody is here').waitFor();
  await ben.locator('.table-row', { hasText: 'Opa' }).waitFor();
  await ada.getByRole('button', { name: 'Close the table' }).click();
  await ada.locator('dialog').getByRole('button', { name: 'Close the table' }).click();
  await ben.locator('.table-row', { hasText: 'Opa' }).waitFor({ state: 'detached' });
});

test('a full table starts by countdown, and time over means miss', async () => {
  // LO-7, LO-9, SN-13
  const page = await setUp('Slow');
  await page.locator('#plan-1').selectOption({ index: 1 });
  await page.getByLabel('Time per move').fill('2');
  await page.getByLabel('Starts by itself').fill('1');
  await page.locator('.new-actions button').click();
  await page.locator('.countdown').waitFor();
  await myTurn(page);
  await page.locator('.news-line').getByText(/0:0\d left/).first().waitFor();
  await page.locator('.log').getByText('Slow: Miss').waitFor();
});

test('a finished game is replayed: start, stop, both ways, either timing, any speed', async () => {
  // LO-15
  const page = await setUp('Play');
  await page.locator('#plan-0').selectOption({ index: 2 });
  await page.locator('#plan-1').selectOption({ index: 2 });
  await page.locator('.new-actions button').click();
  await start(page);
  await page.locator('.result').waitFor({ timeout: 30_000 });
  const [banner, scores] = [await page.locator('.banner').textContent(), await page.locator('.hud .seat-score').allTextContents()];
  await page.locator('.result').getByRole('link', { name: 'Replay' }).click();
  await page.locator('.player').waitFor();
  await page.getByText('played here').waitFor();
  const counter = async () => Number((await page.locator('.counter').textContent())?.split(' ')[0]);
  const snails = () => page.locator('.piece').evaluateAll((each) => each.map((piece) => piece.getAttribute('style')).join('|'));
  const first = await snails();
  await page.getByRole('button', { name: 'To the end' }).click();
  assert.equal(await page.locator('.banner').textContent(), banner);
  assert.deepEqual(await page.locator('.hud .seat-score').allTextContents(), scores);
  await page.getByRole('button', { name: 'To the start' }).click();
  assert.equal(await snails(), first);
  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'One step forward' }).click();
  assert.equal(await counter(), 4);
  const fourth = await snails();
  assert.notEqual(fourth, first);
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.getByRole('button', { name: 'One step back' }).click();
  assert.equal(await snails(), fourth);
  for (let i = 0; i < 4; i++) await page.getByRole('button', { name: 'One step back' }).click();
  assert.equal(await snails(), first);
  // Eight times as fast as steady: nine steps a second.
  await page.getByLabel('Speed').selectOption('8');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector('.counter').textContent.split(' ')[0]) >= 5);
  await page.getByRole('button', { name: 'Stop' }).click();
  const stopped = await counter();
  await page.waitForTimeout(400);
  assert.equal(await counter(), stopped);
  // As it was played: these computers took far less than the steady 900 ms for a move.
  await page.getByLabel('Timing').selectOption('original');
  await page.getByLabel('Speed').selectOption('1');
  const begin = Date.now();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((from) => Number(document.querySelector('.counter').textContent.split(' ')[0]) >= from + 5, stopped);
  assert.ok(Date.now() - begin < 4000, 'five steps as fast as they were');
});

test('a recording is described, saved, brought back and verified; a forged one is refused', async () => {
  // LO-15
  const page = await at.guest();
  await enter(page, at.url, 'Clerk');
  const results = await (await fetch(`${at.url}/api/results`)).json();
  await page.goto(`${at.url}/#/replay/${results[0].recording}`);
  await page.getByLabel('Description').fill('A game to remember');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  const recording = JSON.parse(text);
  assert.equal(recording.description, 'A game to remember');
  await page.goto(`${at.url}/#/replay`);
  await upload(page, 'game.json', text);
  await page.getByText('consistent').waitFor();
  assert.equal(await page.getByLabel('Description').inputValue(), 'A game to remember');
  await page.goto(`${at.url}/#/replay`);
  await page.locator('#recording').waitFor();
  await upload(page, 'forged.json', text.replace(recording.secret, recording.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'))));
  await page.locator('.fault').getByText(/cannot be trusted/).waitFor();
  page.faults.length = 0; // The browser itself reports the refusal.
});
