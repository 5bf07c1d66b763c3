// The worm race in the page, with the real server in a real browser.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { axeInBothColours } from '../../../../framework/web/tests/axe.mjs';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { choices, choose, evening } from '../../../../framework/web/tests/server_and_browser.mjs';
import { env, program } from '../../../../framework/web/tests/server_process.mjs';

const at = evening();

/** Takes a seat of a new table where nobody is hurried, however slow the machine; computers have the others. */
async function sitDown(name, players) {
  const page = await at.guest();
  await enter(page, at.url, name);
  await openTable(page, 'worms', async () => {
    await page.locator('#seat-count').fill(String(players));
    await page.locator('#seat-count').press('Tab');
    await page.locator('#clock-move').fill('600');
    for (let seat = 1; seat < players; seat++) await page.locator(`#plan-${seat}`).selectOption({ label: 'Computer: Medium' });
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
  // WO-2 to WO-5, WO-8, WO-10, WO-11, LO-22
  const page = await sitDown('Ada', 2);
  for (let moves = 0; ; moves++) {
    await page.locator('parlor-stage.choosing, .result').first().waitFor({ timeout: 180_000 });
    if (await page.locator('.result').isVisible()) break;
    assert.ok(moves < 400, 'the race ends');
    if (moves === 6) await axeInBothColours(page, 'a race');
    const list = await choices(page);
    if (list.length) await choose(page, list[moves % list.length]);
  }
  const end = await worms(page);
  await page.locator('.result').getByRole('link', { name: 'Replay' }).click();
  await page.locator('.player').waitFor();
  await page.getByText('played here').waitFor();
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
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download', exact: true }).click()]);
  const path = await download.path();
  await page.goto(`${at.url}/#/replay`);
  await page.locator('#recording').setInputFiles(path);
  await page.locator('.player').waitFor();
  assert.equal(await page.locator('#description').inputValue(), 'A close race');
});

/** A team of a competition: a program that is told where the server is, and nothing else. */
async function team(name) {
  const { hostname, port } = new URL(at.url);
  const child = spawn(program, ['bot', '--competition', '--host', hostname, '--port', port, '--bot', 'greedy', '--think', '50'], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...env, PARLOR_BOT_NAME: name } });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 0, said);
  return said;
}

test('five teams of a competition find the first table, and whoever opened it plays their race back', async () => {
  // WO-1, WO-9 to WO-12
  const page = await at.guest();
  await enter(page, at.url, 'Eve');
  await openTable(page, 'worms', async () => {
    await page.locator('#seat-count').fill('5');
    await page.locator('#seat-count').press('Tab');
    await page.getByLabel('I play along').uncheck();
    await page.locator('#clock-countdown').fill('1');
  });
  const said = await Promise.all([0, 1, 2, 3, 4].map((number) => team(`Team ${number}`)));
  for (const line of said) assert.match(line, /^worms at \w+: place [1-5]/);
  await page.locator('.result').waitFor({ timeout: 180_000 });
  assert.equal(await page.locator('.seat').count(), 5);
  await page.locator('.result').getByRole('link', { name: 'Replay' }).click();
  await page.locator('.player').waitFor();
  await page.getByText('played here').waitFor();
  const banner = page.locator('.banner');
  assert.match(await banner.textContent(), /^Round 1 of 200/);
  // Five moves are a round.
  for (let i = 0; i < 5; i++) await press(page, 'One step forward');
  assert.match(await banner.textContent(), /^Round 2 of 200/);
  const fifth = await worms(page);
  await page.getByLabel('Timing').selectOption({ value: 'fixed' });
  await press(page, 'Play');
  // The speed is changed while it plays.
  await page.getByLabel('Speed').selectOption('8');
  await page.waitForFunction(() => Number(document.querySelector('.counter').textContent.split(' ')[0]) >= 15);
  await press(page, 'Stop').catch(() => {});
  assert.notEqual(await worms(page), fifth);
});
