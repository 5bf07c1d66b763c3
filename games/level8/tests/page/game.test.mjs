// Level 8 in the page, with the real server in a real browser.

import test from 'node:test';
import assert from 'node:assert/strict';
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
    for (let seat = 1; seat < players; seat++) await page.locator(`#plan-${seat}`).selectOption({ label: 'Computer: Greedy' });
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
  // L8-1, L8-3 to L8-7, L8-13, L8-14
  const page = await sitDown('Ada', 6);
  assert.equal(await page.locator('.seat').count(), 6);
  let steps = 0;
  while (await goesOn(page)) {
    await choose(page, simple(await choices(page)));
    assert.ok(++steps < 1500, 'the game ends');
  }
  await page.locator('.result').getByText(/last level/i).first().waitFor();
});

test('reloading while composing a level loses nothing', async () => {
  // L8-5, L8-16, LO-8
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

test('the rules can be read from the table at any time, in both languages', async () => {
  // L8-16
  const page = await sitDown('Cem', 2);
  const [rules] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Rules', exact: true }).click()]);
  const text = () => rules.locator('.rules .prose').innerText();
  await rules.locator('.rules .prose p').nth(10).waitFor();
  assert.match(await text(), /discard pile/);
  await rules.getByRole('button', { name: 'Deutsch' }).click();
  await rules.getByText(/Ablagestapel/).first().waitFor();
  assert.doesNotMatch(await text(), /discard pile/);
  await page.locator('.zone').first().waitFor();
});
