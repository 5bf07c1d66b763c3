// Looks for accessibility faults on a page as it is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails if the page has a serious or critical fault. */
export async function axe(page, where) {
  await page.waitForTimeout(250);
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter((/** @type {any} */ each) => ['serious', 'critical'].includes(each.impact));
  assert.deepEqual(serious.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.target} ${node.any[0]?.message ?? ''}`).join(' | ')}`), [], where);
}

/** Fails if the page has a serious fault in light or in dark colours. */
export async function axeInBothColours(page, where) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await axe(page, `${where}, ${colorScheme}`);
  }
}
