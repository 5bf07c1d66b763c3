// The worm race in the page, with the real server in a real browser.

import test from 'node:test';
import assert from 'node:assert/strict';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { choices, choose, evening } from '../../../../framework/web/tests/evening.mjs';

const at = evening();

/** Takes a seat of a new table; computers have the others. */
async function sitDown(name, players) {
  const page = await at.guest();
  await enter(page, at.url, name);
  await openTable(page, 'worms', async () => {
    await page.locator('#seat-count').fill(String(players));
    await page.locator('#seat-count').press('Tab');
    for (let seat = 1; seat < players; seat++) await page.locator(`#plan-${seat}`).selectOption({ label: 'Computer: Greedy' });
  });
  await start(page);
  await myTurn(page);
  return page;
}

/** Where the worms lie, as they are drawn. */
const worms = (page) => page.locator('.body, .piece').evaluateAll((all) => all.map((each) => each.outerHTML.replace(/ class="[^"]*"/g, '')).join('|'));

const counter = async (page) => Number((await page.locator('.counter').textContent()).split(' ')[0]);
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('a person races against a computer, and the recording is described, saved and played back', async () => {
  // WO-2 to WO-5, WO-8, WO-10, WO-11
  const page = await sitDown('Ada', 2);
  for (let moves = 0; ; moves++) {
    await page.locator('parlor-stage.choosing, .result').first().waitFor({ timeout: 30_000 });
    if (await page.locator('.result').isVisible()) break;
    assert.ok(moves < 400, 'the race ends');
    const list = await choices(page);
    if (list.length) await choose(page, list[moves % list.length]);
  }
  const end = await worms(page);
  await page.locator('.result').getByRole('link', { name: 'Replay' }).click();
  await page.locator('.player').waitFor();
  await page.getByText('verified').waitFor();
  const first = await worms(page);
  await press(page, 'To the end');
  assert.equal((await worms(page)).split('|').length, end.split('|').length);
  await press(page, 'To the start');
  assert.equal(await worms(page), first);
  for (let i = 0; i < 3; i++) await press(page, 'One step forward');
  const third = await worms(page);
  assert.notEqual(third, first);
  await press(page, 'One step forward');
  await press(page, 'One step back');
  assert.equal(await worms(page), third);
  assert.equal(await counter(page), 3);
  // Steady timing takes 900 ms for a step, at four times the speed less than a quarter of a second.
  await page.getByLabel('Speed').selectOption('4');
  await press(page, 'Play');
  await page.waitForFunction(() => Number(document.querySelector('.counter').textContent.split(' ')[0]) >= 6);
  await press(page, 'Stop');
  await page.getByLabel('Timing').selectOption('original');
  await press(page, 'Play');
  await page.waitForFunction((from) => Number(document.querySelector('.counter').textContent.split(' ')[0]) > from, await counter(page));
  await press(page, 'Stop').catch(() => {});
  // Saved with a description, and brought back from the file.
  await page.locator('#description').fill('A close race');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  const path = await download.path();
  await page.goto(`${at.url}/#/replay`);
  await page.locator('#recording').setInputFiles(path);
  await page.locator('.player').waitFor();
  assert.equal(await page.locator('#description').inputValue(), 'A close race');
});

test('five computers race without anybody playing along, and everybody sees the result', async () => {
  // WO-1, WO-12
  const page = await at.guest();
  await enter(page, at.url, 'Eve');
  await openTable(page, 'worms', async () => {
    await page.locator('#seat-count').fill('5');
    await page.locator('#seat-count').press('Tab');
    for (let seat = 0; seat < 5; seat++) await page.locator(`#plan-${seat}`).selectOption({ label: 'Computer: Greedy' });
  });
  await start(page);
  await page.locator('.result').waitFor({ timeout: 90_000 });
  assert.equal(await page.locator('.seat').count(), 5);
});
