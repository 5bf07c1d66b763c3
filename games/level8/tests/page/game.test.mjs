// Level 8 in the page, with the real server in a real browser.

import test from 'node:test';
import assert from 'node:assert/strict';
import { axeInBothColours } from '../../../../framework/web/tests/axe.mjs';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { choices, choose, evening } from '../../../../framework/web/tests/evening.mjs';

const at = evening();

/** One person among computers that play quickly, at a table of a short game. */
async function sitDown(name, players) {
  const page = await at.guest();
  await enter(page, at.url, name);
  await openTable(page, 'level8', async () => {
    await page.getByLabel('Levels', { exact: true }).fill('2');
    await page.locator('#seat-count').fill(String(players));
    await page.locator('#seat-count').press('Tab');
    for (let seat = 1; seat < players; seat++) await page.locator(`#plan-${seat}`).selectOption({ label: 'Computer: Easy' });
  });
  await start(page);
  await page.locator('.zone').first().waitFor();
  return page;
}

/** Waits until something can be chosen or the game is over; true if it goes on. */
async function goesOn(page) {
  await page.locator('parlor-stage.choosing, .result').first().waitFor({ timeout: 60_000 });
  return !(await page.locator('.result').isVisible());
}

/** What a beginner does: lay out if it can be had, add what can be added, else the first discard. */
const simple = (list) => list.find((each) => /^Lay out/.test(each)) ?? list.find((each) => /^Suggest/.test(each))
  ?? list.find((each) => /Add here/.test(each)) ?? list.find((each) => /Discard/.test(each)) ?? list[0];

/** The cards in the zones of a player, by the names that screen readers say. */
const cards = (page) => page.locator('.zone .card').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')).sort());

test('a person and five computers play a whole short game', async () => {
  // L8-1, L8-3 to L8-7, L8-13, L8-14, LO-12, LO-22
  const page = await sitDown('Ada', 6);
  assert.equal(await page.locator('.seat').count(), 6);
  let steps = 0;
  while (await goesOn(page)) {
    if (steps === 20) await axeInBothColours(page, 'a hand in the middle');
    await choose(page, simple(await choices(page)));
    assert.ok(++steps < 1500, 'the game ends');
  }
  await page.locator('.result').getByText(/last level/i).first().waitFor();
  // Nothing is hidden any more: the hands of the others lie open.
  const hands = page.locator('.mats .zone-fan .card');
  assert.ok((await hands.count()) > 0, 'somebody still has cards');
  assert.equal(await page.locator('.mats .zone-fan .card-back').count(), 0);
});

test('the rules can be read at any time, in both languages', async () => {
  // L8-16
  const page = await sitDown('Rita', 2);
  const [rules] = await Promise.all([page.context().waitForEvent('page'), page.locator('.table-head').getByRole('link', { name: 'Rules' }).click()]);
  const read = (language, title) => rules.locator(`html[lang=${language}] .rules h1`, { hasText: title }).waitFor();
  await read('en', 'Level 8');
  const [text] = await rules.locator('.rules .prose').allTextContents();
  assert.match(text, /joker/i);
  for (const word of ['run', 'discard', 'level']) assert.match(text, new RegExp(word, 'i'));
  await rules.getByRole('button', { name: /DE/ }).click();
  await read('de', 'Level 8');
  const [german] = await rules.locator('.rules .prose').allTextContents();
  for (const word of ['Folge', 'Joker', 'Karte', 'Level']) assert.match(german, new RegExp(word, 'i'));
  assert.notEqual(german, text);
  assert.doesNotMatch(await rules.locator('body').innerText(), /page-|level8-/);
  await page.locator('parlor-stage').waitFor();
});

test('reloading while composing a level loses nothing', async () => {
  // L8-5, LO-8
  const page = await sitDown('Ben', 2);
  await myTurn(page);
  await choose(page, 'Draw a card');
  await myTurn(page);
  // First the card, then the part.
  await choose(page, (await choices(page))[0]);
  assert.deepEqual((await choices(page)).filter((each) => /^Put here/.test(each)), ['Put here: Run of 3 (0/3) (1)', 'Put here: Run of 3 (0/3) (2)']);
  await choose(page, 'Put here: Run of 3 (0/3) (2)');
  const [before, offered] = [await cards(page), await choices(page)];
  assert.equal(await page.getByText('Run of 3 (1/3)').count(), 1, 'the card lies in its part');
  await page.reload();
  await myTurn(page);
  assert.deepEqual(await choices(page), offered);
  assert.deepEqual(await cards(page), before);
});
