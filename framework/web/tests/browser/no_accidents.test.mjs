// Nothing happens by accident: Esc only closes, danger is never the default, and old offers never come back.

import test, { after, afterEach, before } from 'node:test';
import assert from 'node:assert/strict';
import { startFake } from '../fake/serve.mjs';
import { enter, launch, myTurn, openTable, start, visitor } from '../chrome.mjs';

/** @type {any} */ let browser;
/** @type {any} */ let fake;
/** @type {any} */ let page;

before(async () => {
  browser = await launch();
  fake = await startFake({ botMs: 60 });
});
after(async () => {
  await browser.close();
  await fake.close();
});
afterEach(async () => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

async function seated(game, name) {
  page = await visitor(browser);
  await enter(page, fake.url, name);
  await openTable(page, game, () => page.locator('#plan-1').selectOption({ index: 1 }));
  await start(page);
  await myTurn(page);
}

test('Esc closes the list of choices and asks nothing', async () => {
  // LO-22
  await seated('decks', 'Ada');
  await page.locator('.choices summary').click();
  await page.locator('.choices li button').first().focus();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.choices[open]').count(), 0);
  assert.equal(await page.locator('dialog').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'SUMMARY');
});

test('the question whether to resign does so only by choice', async () => {
  // LO-22
  await seated('decks', 'Ben');
  await page.locator('.tools').getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Play on');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.result').count(), 0);
});

test('a refusal that comes after the turn has passed does not bring old offers back', async () => {
  // LO-22
  await seated('decks', 'Cleo');
  const choosing = await page.evaluate(() => {
    const stage = /** @type {any} */ (document.querySelector('parlor-stage'));
    const states = [];
    /** @type {() => void} */ let restore = () => {};
    stage.addEventListener('action', (/** @type {any} */ event) => {
      event.stopImmediatePropagation();
      restore = event.detail.restore;
    }, { capture: true });
    const offers = stage.walk.root;
    const { scene, seat, people } = stage;
    for (const passed of [false, true]) {
      stage.show(scene, { offers, turn: [seat], seat, people });
      void stage.act({ pick: 'button:x', action: 'x' });
      // The clock has run out, and the update says that it is the other's turn.
      if (passed) stage.show(scene, { offers: [], turn: [1 - seat], seat, people });
      restore();
      states.push([stage.classList.contains('choosing'), /Your turn/.test(stage.bar.hint.textContent)]);
    }
    return states;
  });
  assert.deepEqual(choosing, [[true, true], [false, false]]);
});
