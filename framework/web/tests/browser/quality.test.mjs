// Accessibility, steadiness, speed and weight, measured in real Chromium.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startFake } from '../fake/serve.mjs';
import { enter, launch, openTable } from '../chrome.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** @type {any} */ let browser;
/** @type {any} */ let fake;

before(async () => {
  fake = await startFake({ botMs: 40 });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await fake.close();
});

async function visitor(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  if (name) await enter(page, fake.url, name);
  return page;
}

async function scan(page, where) {
  await page.waitForTimeout(300);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter((each) => ['serious', 'critical'].includes(each.impact));
  assert.deepEqual(serious.map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => `${node.target} ${node.any[0]?.message ?? ''}`).join(' | ')}`), [], where);
}

async function play(page, game) {
  await openTable(page, game, async () => page.locator('#plan-1').selectOption({ index: 1 }));
  await page.locator('.waiting button.primary.big').click();
  await page.locator('parlor-stage.choosing').waitFor();
}

for (const theme of ['light', 'dark']) {
  test(`no page has a serious accessibility fault (${theme})`, async () => {
    const page = await visitor('', { colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto(fake.url);
    await page.locator('.enter-form').waitFor();
    await scan(page, 'enter');
    await enter(page, fake.url, `Axe ${theme}`);
    await page.locator('.shelf').waitFor();
    await scan(page, 'lobby');
    for (const [path, selector] of [['new/tiles', '.preview .cell'], ['results', '.hall'], ['leaderboard/tiles', '.hall'], ['rules/tiles', '.rules'], ['settings', '#volume'], ['replay', '#recording']]) {
      await page.goto(`${fake.url}/#/${path}`);
      await page.locator(selector).first().waitFor();
      await scan(page, path);
    }
    await openTable(page, 'tiles');
    await scan(page, 'waiting');
    for (const game of ['tiles', 'hexes', 'decks']) {
      await play(page, game);
      await scan(page, `table of ${game}`);
    }
    await page.locator('[data-area=draw] .card').click();
    await page.locator('.card.pickable').first().click({ position: { x: 8, y: 30 } });
    await scan(page, 'a card picked');
    await play(page, 'tiles');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor();
    await scan(page, 'a question');
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.result').waitFor();
    await scan(page, 'result');
    await page.context().close();
  });
}

test('nothing shifts while a game is played', async () => {
  const page = await visitor('Steady');
  await play(page, 'tiles');
  await page.waitForTimeout(500);
  const before = await page.locator('.felt').boundingBox();
  await page.evaluate(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: false });
  });
  for (let i = 0; i < 6; i++) {
    await page.locator('parlor-stage.choosing').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(350);
  }
  await page.locator('parlor-stage.choosing').waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual(await page.locator('.felt').boundingBox(), before, 'the table stays where it is');
  const shift = await page.evaluate(() => globalThis.shift);
  assert.ok(shift < 0.02, `layout shift ${shift}`);
  await page.context().close();
});

test('a board of 20×20 animates without long frames', async () => {
  const page = await visitor('Quick');
  await openTable(page, 'tiles', async () => {
    await page.locator('.content-field select').selectOption('n:huge');
    await page.locator('#plan-1').selectOption({ index: 1 });
  });
  await page.locator('.waiting button.primary.big').click();
  await page.locator('parlor-stage.choosing').waitFor();
  assert.equal(await page.locator('.cell').count(), 400);
  await page.waitForTimeout(1500);
  const work = await page.evaluate(async () => {
    const stage = document.querySelector('parlor-stage');
    const scene = stage.scene;
    const times = [];
    for (let i = 0; i < 12; i++) {
      const at = i % 2 ? '0,0' : '6,0';
      const next = { ...scene, pieces: { ...scene.pieces, 'walker-1': { ...scene.pieces['walker-1'], at } } };
      const start = performance.now();
      stage.show(next, { offers: stage.walk.root, turn: [0], seat: 0, people: stage.people, moving: true });
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return times.sort((a, b) => a - b);
  });
  const frames = await page.evaluate(async () => {
    const stage = document.querySelector('parlor-stage');
    const piece = stage.querySelector('[data-piece=walker-1]');
    piece.animate([{ transform: 'translate(50px,50px)' }, { transform: 'translate(1900px,50px)' }], { duration: 1500 });
    const gaps = [];
    let last = performance.now();
    for (let i = 0; i < 70; i++) {
      const now = await new Promise((resolve) => requestAnimationFrame(resolve));
      gaps.push(now - last);
      last = now;
    }
    return gaps.slice(3).sort((a, b) => a - b);
  });
  const median = frames[Math.floor(frames.length / 2)];
  console.log(`# 20×20: drawing an update takes ${work[6].toFixed(1)} ms (median), frames every ${median.toFixed(1)} ms (median), slowest tenth ${frames[Math.floor(frames.length * 0.9)].toFixed(1)} ms`);
  assert.ok(work[6] < 16, `an update takes ${work[6]} ms`);
  assert.ok(median < 18, `a frame takes ${median} ms`);
  await page.context().close();
});

test('the page is light and quickly there', async () => {
  const page = await visitor('Light');
  await play(page, 'tiles');
  const start = Date.now();
  await page.reload();
  await page.locator('.board .cell').first().waitFor();
  const ms = Date.now() - start;
  // Routing switches the browser's cache off: everything is fetched as on the first visit.
  await page.route('**', (route) => route.continue());
  /** @type {Promise<number>[]} */
  const parts = [];
  page.on('response', (response) => {
    if (!response.url().includes('/sprites/')) parts.push(response.body().then((body) => body.length, () => 0));
  });
  await page.reload();
  await page.locator('.board .cell').first().waitFor();
  await page.waitForTimeout(300);
  const weight = (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
  assert.ok(weight > 100_000, 'everything was fetched');
  console.log(`# a table is visible after ${ms} ms; everything loaded for it weighs ${(weight / 1000).toFixed(1)} KB`);
  assert.ok(weight <= 300_000, `${weight} bytes`);
  assert.ok(ms < 2500, `${ms} ms`);
  await page.context().close();
});

test('those who asked for stillness see no motion', async () => {
  const page = await visitor('Still', { reducedMotion: 'reduce' });
  await play(page, 'tiles');
  await page.locator('[data-cell="1,0"]').click();
  await page.waitForTimeout(100);
  assert.deepEqual(await page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').map((each) => `${each.animationName ?? each.id} ${each.effect?.target?.className?.baseVal ?? each.effect?.target?.className}`)), []);
  await page.context().close();
});
