// Level 8 in the page, with the real server in a real browser.

import test from 'node:test';
import assert from 'node:assert/strict';
import { axeInBothColours } from '../../../../framework/web/tests/axe.mjs';
import { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';
import { choices, choose, evening } from '../../../../framework/web/tests/server_and_browser.mjs';

const at = evening();

/** One person among computers that play quickly, at a table of a short game where nobody is hurried, however slow the machine. */
async function sitDown(name, players) {
  const page = await at.guest();
  await enter(page, at.url, name);
  await openTable(page, 'level8', async () => {
    await page.getByLabel('Levels', { exact: true }).fill('2');
    await page.locator('#clock-move').fill('600');
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
  await page.locator('parlor-stage.choosing, .result').first().waitFor({ timeout: 180_000 });
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
  // The name is the same in both languages: only the text tells when the page has changed.
  const read = async (language, words) => {
    await rules.locator(`html[lang=${language}] .rules h1`, { hasText: 'Level 8' }).waitFor();
    const prose = rules.locator('.rules .prose').filter({ hasText: words[0] });
    for (const word of words) assert.match((await prose.textContent()) ?? '', new RegExp(word, 'i'));
  };
  await read('en', ['consecutive', 'joker', 'run', 'discard', 'level']);
  await rules.getByRole('button', { name: /DE/ }).click();
  await read('de', ['Folge', 'Joker', 'Karte', 'Level']);
  assert.doesNotMatch(await rules.locator('body').innerText(), /page-|level8-/);
  await page.locator('parlor-stage').waitFor();
});

test('reloading while composing a level loses nothing', async () => {
  // L8-5, LO-8
  const page = await sitDown('Ben', 2);
  await myTurn(page);
  await choose(page, 'Draw a card');
  await myTurn(page);
  // First the card, then the part; a joker would have more to say, and a skip fits nowhere.
  await choose(page, (await choices(page)).find((each) => !/joker|skip/i.test(each)));
  assert.deepEqual((await choices(page)).filter((each) => /^Put here/.test(each)), ['Put here: Run of 3 (0/3) (1)', 'Put here: Run of 3 (0/3) (2)']);
  await choose(page, 'Put here: Run of 3 (0/3) (2)');
  // The card lies in its part as soon as the server has said so, and only then can anything else be chosen.
  await page.getByText('Run of 3 (1/3)').waitFor();
  await myTurn(page);
  const [before, offered] = [await cards(page), await choices(page)];
  await page.reload();
  await myTurn(page);
  assert.deepEqual(await choices(page), offered);
  assert.deepEqual(await cards(page), before);
});
