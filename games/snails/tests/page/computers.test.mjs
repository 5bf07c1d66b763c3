// What computer players show of themselves.

import test from 'node:test';
import assert from 'node:assert/strict';
import { enter, evening, openTable, settings, start } from './common.mjs';

const at = evening({ 'snails/settings.gcf': settings({ minCPUAgentTurnDuration: 1.5 }) });

test('computer players show where they may go while they are to move, and nobody can click there', async () => {
  // SN-13
  const page = await at.guest();
  await enter(page, at.url, 'Shown');
  await openTable(page, 'snails', async () => {
    for (const seat of [0, 1]) await page.locator(`#plan-${seat}`).selectOption({ index: 2 });
  });
  await start(page);
  const marks = () => page.locator('.mark-theirs').evaluateAll((each) => each.map((mark) => mark.getAttribute('data-mark')));
  await page.locator('.mark-theirs').first().waitFor({ state: 'attached' });
  // The turn that is being shown may be half over; the next one is seen from its beginning.
  const next = async () => {
    const before = (await marks()).join();
    await page.waitForFunction((old) => [...document.querySelectorAll('.mark-theirs')].map((mark) => mark.getAttribute('data-mark')).join() !== old, before);
  };
  await next();
  const [shown, begin] = [await marks(), Date.now()];
  assert.ok(shown.length >= 1 && shown.length <= 4, shown.join(' '));
  assert.equal(await page.locator('.mark-target').count(), 0, 'they are not for whoever watches');
  assert.equal(await page.locator('parlor-stage.choosing').count(), 0);
  await next();
  assert.ok(Date.now() - begin > 1000, `they were there for ${Date.now() - begin} ms`);
});
