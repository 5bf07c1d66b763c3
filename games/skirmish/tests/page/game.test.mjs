// A whole game of Skirmish between two people in the page, with the real server.

import test from 'node:test';
import assert from 'node:assert/strict';
import { axeInBothColours } from '../../../../framework/web/tests/axe.mjs';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { evening } from '../../../../framework/web/tests/server_and_browser.mjs';

const at = evening();

async function guest(name, options) {
  const page = await at.guest(options);
  await enter(page, at.url, name);
  return page;
}

/** Two people at a table that has just begun and where nobody is hurried, however slow the machine. */
async function two(names) {
  const [ada, ben] = [await guest(names[0]), await guest(names[1])];
  await openTable(ada, 'skirmish', () => ada.locator('#clock-move').fill('600'));
  await ben.locator('.table-row', { hasText: names[0] }).getByRole('link', { name: /Join/ }).click();
  await ada.getByText('Everybody is here').waitFor();
  await start(ada);
  await Promise.all([ada, ben].map((page) => page.locator('[data-piece="deck-0"]').waitFor()));
  return [ada, ben];
}

/** What can be picked now, and where each piece of it lies. */
const options = (page) => page.evaluate(() => {
  const stage = /** @type {any} */ (document.querySelector('parlor-stage'));
  return stage.walk.options().map(({ pick }) => {
    const piece = stage.scene.pieces?.[pick.replace(/^piece:/, '')];
    return { pick, area: piece?.area ?? '' };
  });
});

const pick = (page, name) => page.evaluate((chosen) => /** @type {any} */ (document.querySelector('parlor-stage')).pick(chosen), name);

/** One pick of somebody who plays their cards and uses no rules. */
async function goOn(page) {
  const list = await options(page);
  if (!list.length) return;
  const button = (name) => list.find((each) => each.pick === `button:${name}`);
  const card = list.find((each) => each.area.startsWith('hand'));
  const place = list.find((each) => /^(place|area):/.test(each.pick));
  const chosen = button('keep') ?? button('end') ?? button('enough') ?? place ?? card ?? list.find((each) => each.pick.startsWith('piece:')) ?? list[0];
  await pick(page, chosen.pick);
}

async function playOut(players) {
  for (const since = Date.now(); Date.now() - since < 180_000; await players[0].waitForTimeout(10)) {
    for (const page of players) {
      if (await page.locator('.result').isVisible()) return;
      if (await page.locator('parlor-stage.choosing').count()) await goOn(page);
    }
  }
  assert.fail('the game ends');
}

test('two people choose their decks, read their cards and play a whole game', async () => {
  // SK-3, SK-5, SK-6, SK-7, SK-8, LO-22
  const [ada, ben] = await two(['Ada', 'Ben']);
  assert.equal(await ada.locator('[data-area="decks"] .card').count(), 7);
  await axeInBothColours(ada, 'the choice of a deck');
  await ada.locator('[data-piece="deck-0"]').click();
  await ada.locator('.card.tag-selected[data-piece="deck-0"]').waitFor();
  assert.equal(await ben.locator('.tag-selected').count(), 0, 'nobody sees what the other has chosen');
  await ben.locator('[data-piece="deck-2"]').click();
  for (const page of [ada, ben]) {
    await page.locator('.log').getByText('Ada leads Empire').last().waitFor();
    await myTurn(page);
    assert.equal(await page.locator('[data-area^="hand"] .card-front').count(), 10);
    assert.equal(await page.locator('[data-area^="hand"] .card-back').count(), 10);
  }
  // Rules are named on the card and explained on hover.
  const ruled = ada.locator('[data-area="hand-0"] .card-front', { has: ada.locator('.card-notes p:nth-child(2)') }).first();
  await ruled.hover({ position: { x: 8, y: 30 } });
  await ada.locator('.inspect small').first().waitFor();
  assert.ok(((await ada.locator('.inspect small').first().textContent()) ?? '').length > 10);
  await ada.mouse.move(0, 0);
  for (let picks = 0; picks < 24; picks++) await goOn((await ada.locator('parlor-stage.choosing').count()) ? ada : ben);
  await axeInBothColours(ada, 'a battle');
  await playOut([ada, ben]);
  for (const page of [ada, ben]) await page.locator('.result').waitFor();
  assert.match(await ada.locator('.result').textContent(), /Two rounds are won|Both have won two rounds/);
});

test('somebody plays against the computer on a phone, in German', async () => {
  // SK-17
  const page = await guest('Tap', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'de' });
  await openTable(page, 'skirmish', () => page.locator('#plan-1').selectOption({ index: 1 }));
  await start(page);
  await page.locator('[data-piece="deck-1"]').tap();
  await page.locator('.log').getByText('Tap führt Heilige Armee').last().waitFor({ state: 'attached' });
  await myTurn(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} px wide`);
  assert.doesNotMatch(await page.locator('body').innerText(), /page-|skirmish-/);
});
